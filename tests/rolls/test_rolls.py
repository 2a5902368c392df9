import hashlib
import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import EXAMPLE_1, play

from charidice.rolls import Rolls, ScriptedRolls, ScriptError, SeededRolls, throw
from charidice.rules import apply, new_game

# By sha256sum, after the description in charidice/rolls/seeded.py; for the first number:
#   printf 'charidice rolls 1/charity/0/0/0/0' | sha256sum
KNOWN = [[4, 3, 5, 3, 4, 5], [4, 6, 5, 2, 6, 3], [5, 5, 1, 1, 4, 6]]


def test_a_seed_gives_the_same_numbers_everywhere() -> None:
    rolls = SeededRolls("charity")
    numbers = [[rolls.number(0, roll, die) for die in range(6)] for roll in range(3)]
    assert numbers == KNOWN


def test_bytes_from_252_on_are_passed_over_so_that_no_number_is_favoured() -> None:
    large = set()
    for turn in range(3000):
        digest = hashlib.sha256(f"charidice rolls 1/fair/{turn}/0/0/0".encode()).digest()
        deciding = next(byte for byte in digest if byte not in (252, 253, 254, 255))
        assert SeededRolls("fair").number(turn, 0, 0) == deciding % 6 + 1
        large |= {digest[0]} & {252, 253, 254, 255}
    assert large == {252, 253, 254, 255}


def test_the_numbers_do_not_depend_on_the_hash_seed_of_python() -> None:
    code = (
        "from charidice.rolls import *; print([SeededRolls('x').number(1,2,d) for d in range(6)])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_all_six_numbers_are_equally_likely_at_every_die_and_roll() -> None:
    rolls = SeededRolls("fair")
    for die in range(6):
        counts = Counter(rolls.number(turn, 0, die) for turn in range(6000))
        # Five degrees of freedom: chi-squared is above 30 only once in 80,000 fair dice.
        assert sum((counts[n] - 1000) ** 2 / 1000 for n in range(1, 7)) < 30


@given(st.text(max_size=20).filter(str.isprintable), st.integers(0, 30), st.integers(0, 2))
def test_other_seeds_turns_rolls_and_dice_have_numbers_of_their_own(
    seed: str, turn: int, roll: int
) -> None:
    def row(seed: str, turn: int, roll: int) -> list[int]:
        return [
            SeededRolls(seed).number(turn + more, roll, d) for more in range(4) for d in range(6)
        ]

    assert set(row(seed, turn, roll)) <= {1, 2, 3, 4, 5, 6}
    assert row(seed, turn, roll) == row(seed, turn, roll)
    different = [row(seed + "x", turn, roll), row(seed, turn + 4, roll), row(seed, turn, roll + 1)]
    assert row(seed, turn, roll) not in different


def test_taking_back_a_choice_does_not_change_the_dice_to_come() -> None:
    rolls: Rolls = SeededRolls("again")
    first = apply(new_game(2), throw(new_game(2), rolls))
    first = play(first, "pass")
    kept_one = throw(play(first, "keep 0"), rolls)
    kept_two = throw(play(first, "keep 0 1"), rolls)
    assert kept_one.numbers[2:] == kept_two.numbers[2:]
    assert kept_one.numbers[0] == kept_two.numbers[0] == first.turn.numbers[0]
    assert kept_two.numbers[1] == first.turn.numbers[1]


def test_scripted_rolls_come_as_written() -> None:
    rolls = ScriptedRolls([[EXAMPLE_1, (2, 2, 2, 2, 2, 2)], [(3, 3, 3, 3, 3, 3)]])
    game = apply(new_game(2), throw(new_game(2), rolls))
    assert game.turn.numbers == EXAMPLE_1
    game = play(game, "pass", "keep 0")
    game = apply(game, throw(game, rolls))
    assert game.turn.numbers == (1, 2, 2, 2, 2, 2)
    game = play(game, "pass", "score 0")
    assert throw(game, rolls).numbers == (3, 3, 3, 3, 3, 3)


def test_a_script_that_has_ended_says_so() -> None:
    with pytest.raises(ScriptError, match="no roll 0 for turn 0") as caught:
        throw(new_game(2), ScriptedRolls([]))
    assert caught.value.code == "rolls/script-ended"
