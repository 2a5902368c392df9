"""Who makes a request: the holder of a token, and an address that may open tables."""

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import Request

from charidice.errors import CodedError
from charidice.web.edge.addresses import address_of
from charidice.web.edge.errors import Refused, WebError
from charidice.web.edge.seat_tokens import bearer
from charidice.web.services import services_of


async def token_holder(request: Request, table: str) -> int | None:
    """The holder of the token in a request; None without a token. A wrong one is refused."""
    services, token = services_of(request), bearer(request)
    holder = services.signer.holder(table, token)
    if token is not None and holder is None:
        await services.host.cached(table)  # which has to be there in the first place
        raise WebError("web/wrong-token")
    return holder


@contextmanager
def opening(request: Request, *, already: bool = False) -> Iterator[None]:
    """Count a new table and refuse one too many; a table that is not opened is not counted."""
    limits, address = services_of(request).limits, address_of(request.scope)
    if already:
        yield
        return
    if not limits.allows_table(address):
        raise Refused(WebError("web/too-many-tables"))
    try:
        yield
    except CodedError:
        limits.not_opened(address)
        raise
