"""The regions of a table's page, as they change, for browsers."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from charidice.locale import current, use
from charidice.tables import CachedTable, Host
from charidice.web.edge.turns import PAGE
from charidice.web.live import words
from charidice.web.live.company import company_of
from charidice.web.live.region_cache import at_hand
from charidice.web.live.regions import changed, regions, seen_of
from charidice.web.live.sse import Reader, Stream, message, watching
from charidice.web.live.viewer import Viewer

_ALIVE: Final = b"event: alive\ndata: {}\n\n"  # scripts in pages see no comments


def page_stream(host: Host, viewer: Viewer, seen: str, reader: Reader) -> Stream:
    """The regions that differ from the page of a viewer, which at first shows `seen`."""
    language = current()

    async def parts() -> AsyncIterator[bytes]:
        use(language)
        async with watching(host, viewer.name, viewer.holder, reader) as (
            cached,
            notice,
            heartbeat,
        ):
            yield message("clock", {"now": cached.now})
            shown, version, company = seen, -1, None
            heard = host.reactions.latest
            while not host.closing:
                notice.clear()
                if cached.gone:
                    yield message("gone", {})
                    return
                if cached.table.version != version:
                    await _until_rendering_is_allowed(reader, cached, viewer)
                    version = cached.table.version
                    if not _may_look(cached, viewer):
                        yield message("gone", {})
                        return
                    now = regions(cached, viewer)
                    pieces, shown = changed(now, shown), seen_of(now)
                    yield message("regions", {"version": version, "regions": pieces}, shown)
                now_here = company_of(host.presence, viewer.name, cached.table)
                if now_here != company:
                    company = now_here
                    yield message("company", [each._asdict() for each in company])
                for reaction in host.reactions.since(viewer.name, heard):
                    heard = reaction.number
                    text = words.reaction(reaction.code)
                    yield message("reaction", {"seat": reaction.seat, "text": text})
                if heartbeat.due():
                    yield _ALIVE
                await notice.wait()

    return Stream(parts(), reader)


def _may_look(cached: CachedTable, viewer: Viewer) -> bool:
    """Whether the viewer still has the seat, and may see the table."""
    removed = viewer.holder is not None and not cached.table.seats_of(viewer.holder)
    return not removed and cached.table.shown_to(viewer.holder)


async def _until_rendering_is_allowed(reader: Reader, cached: CachedTable, viewer: Viewer) -> None:
    """Wait until the regions may be rendered; cached ones need no wait."""
    if at_hand(cached, viewer) is None:
        seated = viewer.holder is not None
        pause = reader.limits.render_wait(reader.address, viewer.name, seated=seated)
        if pause:
            await asyncio.sleep(pause)
        await reader.turns.turn(PAGE, reader.address)
