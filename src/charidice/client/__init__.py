"""An asynchronous client of a server's API: open tables, take seats, play, follow the events.

A request is retried until it is answered, and never done twice; a stream of events that breaks goes
on where it broke. It needs httpx, which comes with `charidice[client]`.
"""

try:
    import httpx  # noqa: F401  # looked for before anything of ours fails for want of it
except ImportError as error:
    raise ImportError(
        "charidice.client needs httpx. Install it with: pip install 'charidice[client]'"
    ) from error

from charidice.client.client import Client, TableOptions
from charidice.client.errors import ApiError, ClientError, StreamError, UnreachableError
from charidice.client.retries import Retries
from charidice.client.seats import Onlooker, Seat

__all__ = [
    "ApiError",
    "Client",
    "ClientError",
    "Onlooker",
    "Retries",
    "Seat",
    "StreamError",
    "TableOptions",
    "UnreachableError",
]
