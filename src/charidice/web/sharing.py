"""What workers tell each other while they serve: who is busy, who is here, what people say."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from charidice.storage import StorageError
from charidice.tables import Host
from charidice.tables.hosting.ports import Broadcasts
from charidice.web.edge.limits import BROADCAST_SECONDS, Limits

_LOG = logging.getLogger(__name__)
PRESENCE_SECONDS: Final = 0.25


def listen(broadcasts: Broadcasts, limits: Limits, host: Host) -> None:
    """Hear what the other workers say."""
    broadcasts.on_broadcast("limits", limits.on_message)
    broadcasts.on_broadcast("presence", host.presence.on_message)
    broadcasts.on_broadcast("reactions", host.reactions.on_message)
    broadcasts.on_broadcast("pauses", host.pauses.on_message)


async def share_limits(broadcasts: Broadcasts | None, limits: Limits) -> None:
    """Tell the others every second which addresses were busy here."""
    while True:
        await asyncio.sleep(BROADCAST_SECONDS)
        limits.tick()
        message = limits.message()
        if message is not None and broadcasts is not None:
            await _tell(broadcasts, "limits", [message])


async def share_company(broadcasts: Broadcasts | None, host: Host) -> None:
    """Tell the others at once who has come or gone here, and what was said."""
    while True:
        await asyncio.sleep(PRESENCE_SECONDS)
        news = {
            "presence": [*host.presence.messages()],
            "reactions": [*host.reactions.messages()],
            "pauses": [*host.pauses.messages()],
        }
        for topic, messages in news.items():
            if broadcasts is not None:  # a worker alone only forgets them
                await _tell(broadcasts, topic, messages)


async def _tell(broadcasts: Broadcasts, topic: str, messages: Iterable[str]) -> None:
    try:
        for message in messages:
            async with asyncio.timeout(BROADCAST_SECONDS):
                await broadcasts.broadcast(topic, message)
    except (StorageError, TimeoutError):
        return  # then each worker knows only its own for a while
    except Exception:
        _LOG.exception("other workers could not be told about %s", topic)
