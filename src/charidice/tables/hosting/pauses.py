"""Bots wait a moment longer for somebody who reads, or is about to ask for the biggest gift."""

import json
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

# For how many seconds from now bots are asked to wait, and can be at most, again and again.
USUAL_PAUSE: Final = 10
LONGEST_PAUSE: Final = 20
_UNTOLD_KEPT: Final = 500
_MOST_IN_A_MESSAGE: Final = 100  # a notification of PostgreSQL has room for 8,000 bytes


class Pause(NamedTuple):
    """Somebody wants the bots at a table to wait, in the position that they see."""

    table: str
    holder: int | None
    position: int
    seconds: int = USUAL_PAUSE


class Pauses:
    """Who wants bots to wait, told to all workers: any of them may have the clock of a table."""

    def __init__(self, me: str, pause: Callable[[Pause], None]) -> None:
        """`pause` lets the bots at a table wait for so long, if this holder may want that."""
        self._me, self._pause = me, pause
        self._untold: deque[Pause] = deque(maxlen=_UNTOLD_KEPT)

    def ask(self, pause: Pause) -> None:
        """Somebody here wants bots to wait; for how long has an end."""
        capped = pause._replace(seconds=min(pause.seconds, LONGEST_PAUSE))
        self._untold.append(capped)
        self._pause(capped)

    def messages(self) -> Iterator[str]:
        """What the other workers have not heard yet."""
        while self._untold:
            count = min(len(self._untold), _MOST_IN_A_MESSAGE)
            told = [self._untold.popleft() for _ in range(count)]
            yield json.dumps([self._me, told], separators=(",", ":"))

    def on_message(self, message: str) -> None:
        """Somebody at another worker wants bots to wait."""
        sender, told = json.loads(message)
        if sender != self._me:
            for each in told:
                self._pause(Pause(*each))
