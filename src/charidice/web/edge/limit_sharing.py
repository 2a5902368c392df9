"""Workers tell each other every second which addresses are busy, so that limits hold over all."""

import asyncio
import logging

from charidice.storage import StorageError
from charidice.tables.hosting.ports import Broadcasts
from charidice.web.edge.limits import BROADCAST_SECONDS, Limits

_LOG = logging.getLogger(__name__)


async def keep_sharing(limits: Limits, broadcasts: Broadcasts | None) -> None:
    """Tell other workers, where there are any, which addresses were busy here."""
    while True:
        await asyncio.sleep(BROADCAST_SECONDS)
        limits.tick()
        message = limits.message()
        try:
            if message is not None and broadcasts is not None:
                async with asyncio.timeout(BROADCAST_SECONDS):
                    await broadcasts.broadcast(message)
        except (StorageError, TimeoutError):
            continue  # then the limits hold for each worker alone
        except Exception:
            _LOG.exception("other workers could not be told who was busy")
