"""Who asks, as far as the server knows: an address, and what it may still do."""

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import Request

from charidice.rules import CodedError
from charidice.web.addresses import address_of
from charidice.web.errors import Refused, WebError
from charidice.web.services import services_of


@contextmanager
def opening(request: Request, *, already: bool = False) -> Iterator[None]:
    """Refuse one table too many; one that is not opened after all, or already there, is not one."""
    limits, address = services_of(request).limits, address_of(request.scope)
    if already:
        yield
        return
    if not limits.allows_table(address):
        raise Refused(429, WebError("web/too-many-tables"))
    try:
        yield
    except CodedError:
        limits.not_opened(address)
        raise
