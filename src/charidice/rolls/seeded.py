"""Numbers from a seed, the same on every machine and in every version of Python.

The number at (turn, roll, die) comes from the bytes of SHA-256 over the text

    charidice rolls 1/SEED/TURN/ROLL/DIE/BLOCK

in UTF-8, where BLOCK counts from 0. The first byte below 252 = 6 x 42 decides: its remainder by 6,
plus 1. Larger bytes are passed over, which keeps the six numbers equally likely; should all 32
bytes of a block be larger, the next block follows.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from charidice.rules import NUMBERS

_FAIR: Final = 256 - 256 % len(NUMBERS)


@dataclass(frozen=True, slots=True)
class SeededRolls:
    """Rolls that follow from a seed, which is any text."""

    seed: str

    def number(self, turn: int, roll: int, die: int) -> int:
        """The number at this address."""
        block = 0
        while True:
            text = f"charidice rolls 1/{self.seed}/{turn}/{roll}/{die}/{block}"
            for byte in sha256(text.encode()).digest():
                if byte < _FAIR:
                    return NUMBERS[byte % len(NUMBERS)]
            block += 1
