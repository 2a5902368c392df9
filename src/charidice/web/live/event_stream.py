"""The public events of a table, as they happen, for programs."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from charidice.tables import Host
from charidice.tables.model.clock import is_closed
from charidice.web.edge.turns import READ
from charidice.web.live.sse import Reader, Stream, watching

_STILL_HERE: Final = b": still here\n\n"


def event_stream(host: Host, name: str, holder: int | None, after: int, reader: Reader) -> Stream:
    """The public events of a table after a number, each with its number as id; a few at a time.

    The stream closes when the game is over for good.
    """

    async def parts() -> AsyncIterator[bytes]:
        async with watching(host, name, holder, reader) as (cached, notice, heartbeat):
            pace = partial(reader.turns.turn, READ, reader.address)
            events = host.events(name, cached, after, pace)
            yield b": welcome\n\n"
            while not (host.closing or cached.gone) and cached.table.shown_to(holder):
                notice.clear()
                if events.has_more:
                    batch = await events.next(reader.caps.events_at_once)
                    if batch:
                        yield b"".join(
                            f"id: {number}\ndata: {line}\n\n".encode() for number, line in batch
                        )
                    continue
                if is_closed(cached.table, cached.now):
                    return
                if heartbeat.due():
                    yield _STILL_HERE
                await notice.wait()

    return Stream(parts(), reader)
