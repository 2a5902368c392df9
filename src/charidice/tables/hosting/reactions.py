"""What people call out at tables: all who look on hear it, at any worker, and nobody keeps it."""

import json
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from charidice.tables.model.errors import TableError

REACTIONS: Final = ("thanks", "well-played", "what-a-roll", "good-luck", "oh-no", "fun")
PAUSE_SECONDS: Final = 2.0  # that somebody leaves between two of them
MOST_REACTIONS_KEPT: Final = 8  # of a table, for streams that are about to send them
_TABLES_KEPT: Final = 500
_MOST_IN_A_MESSAGE: Final = 100  # a notification of PostgreSQL has room for 8,000 bytes


class Reaction(NamedTuple):
    """Something that was called out from a seat; numbers go up."""

    number: int
    seat: int
    code: str


class Reactions:
    """The latest of what was said at the tables where somebody looks on."""

    def __init__(self, me: str, clock: Callable[[], float], changed: Callable[[str], None]) -> None:
        """`changed` is called with the name of a table where something was said."""
        self._me, self._clock, self._tell = me, clock, changed
        self._said: OrderedDict[str, deque[Reaction]] = OrderedDict()
        self._spoke: OrderedDict[tuple[str, int], float] = OrderedDict()
        self._untold: list[tuple[str, int, str]] = []
        self.latest = 0

    def say(self, table: str, seat: int, code: str) -> None:
        """Somebody here says something; refused if it is no reaction, or too soon after another."""
        if code not in REACTIONS:
            raise TableError("table/no-reaction")
        now, last = self._clock(), self._spoke.get((table, seat))
        if last is not None and now - last < PAUSE_SECONDS:
            raise TableError("table/talking-fast", {"seconds": PAUSE_SECONDS})
        self._spoke[table, seat] = now
        self._spoke.move_to_end((table, seat))
        if len(self._spoke) > _TABLES_KEPT:
            self._spoke.popitem(last=False)
        self._untold.append((table, seat, code))
        self._hear(table, seat, code)

    def since(self, table: str, number: int) -> Iterator[Reaction]:
        """What was said at a table after this number."""
        return (each for each in tuple(self._said.get(table, ())) if each.number > number)

    def _hear(self, table: str, seat: int, code: str) -> None:
        self.latest += 1
        said = self._said.setdefault(table, deque(maxlen=MOST_REACTIONS_KEPT))
        said.append(Reaction(self.latest, seat, code))
        self._said.move_to_end(table)
        if len(self._said) > _TABLES_KEPT:
            self._said.popitem(last=False)
        self._tell(table)

    def messages(self) -> Iterator[str]:
        """What the other workers have not heard yet."""
        while self._untold:
            batch = self._untold[:_MOST_IN_A_MESSAGE]
            del self._untold[: len(batch)]
            yield json.dumps([self._me, batch], separators=(",", ":"))

    def on_message(self, message: str) -> None:
        """Something was said at another worker."""
        sender, told = json.loads(message)
        if sender != self._me:
            for table, seat, code in told:
                self._hear(table, seat, code)
