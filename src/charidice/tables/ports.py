"""What the host needs from outside."""

from collections.abc import Sequence
from typing import Protocol


class Store(Protocol):
    """The log of all tables. What it has acknowledged is on disk."""

    async def append(
        self, table: str, number: int, events: Sequence[str], status: str | None
    ) -> None:
        """Add events, the first with this number; raises Conflict when it is taken.

        Number 1 begins a new table. `status` is written where it is given.
        """
        ...

    async def load(self, table: str) -> list[str]:
        """All events of a table; none when there is no such table."""
        ...

    async def replace(self, table: str, number: int, event: str) -> None:
        """Write an event anew: only to take a name out of it."""
        ...

    async def with_status(self, status: str) -> list[str]:
        """The tables with this status."""
        ...
