"""Bots wait a moment longer for somebody who is about to ask for the biggest gift."""

import json
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

PAUSE_SECONDS: Final = 10.0
_UNTOLD_KEPT: Final = 500
_MOST_IN_A_MESSAGE: Final = 100  # a notification of PostgreSQL has room for 8,000 bytes


class Pauses:
    """Who wants bots to wait, told to all workers: any of them may have the clock of a table."""

    def __init__(self, me: str, pause: Callable[[str, int | None, float], None]) -> None:
        """`pause` lets the bots at a table wait for so long, if this holder may want that."""
        self._me, self._pause = me, pause
        self._untold: deque[tuple[str, int | None]] = deque(maxlen=_UNTOLD_KEPT)

    def ask(self, table: str, holder: int | None) -> None:
        """Somebody here opens the question."""
        self._untold.append((table, holder))
        self._pause(table, holder, PAUSE_SECONDS)

    def messages(self) -> Iterator[str]:
        """What the other workers have not heard yet."""
        while self._untold:
            count = min(len(self._untold), _MOST_IN_A_MESSAGE)
            told = [self._untold.popleft() for _ in range(count)]
            yield json.dumps([self._me, told], separators=(",", ":"))

    def on_message(self, message: str) -> None:
        """Somebody at another worker opens the question."""
        sender, told = json.loads(message)
        if sender != self._me:
            for table, holder in told:
                self._pause(table, holder, PAUSE_SECONDS)
