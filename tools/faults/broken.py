"""`charidice`, broken on purpose: it acknowledges events before they are in the database.

`python -m tools.faults --broken` runs it, to show that its checks find what such a server loses.
Workers import this module again, so that it is broken there too.
"""

import asyncio
import sys

from charidice.cli import main
from charidice.storage import PostgresStore
from charidice.tables.hosting.ports import Entry

_kept = PostgresStore.append
_beside: set[asyncio.Task[None]] = set()


async def _append(self: PostgresStore, *entries: Entry) -> None:
    """Acknowledge at once, and write in the background."""
    task = asyncio.create_task(_written(self, entries))
    _beside.add(task)
    task.add_done_callback(_beside.discard)


async def _written(store: PostgresStore, entries: tuple[Entry, ...]) -> None:
    try:
        await _kept(store, *entries)
    except Exception as error:
        print(f"broken: {type(error).__name__} came too late to tell anybody", file=sys.stderr)


PostgresStore.append = _append  # type: ignore[method-assign]

if __name__ == "__main__":
    sys.exit(main())
