"""Who asks, as far as the server knows: an address, and what it may still do."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from starlette.requests import Request

from charidice.rules import CodedError
from charidice.web.errors import Refused, WebError
from charidice.web.limits import Limits
from charidice.web.turns import Turns


def address_of(request: Request) -> str:
    """The address of whoever asks."""
    return request.client.host if request.client else ""


def limits_of(request: Request) -> Limits:
    """The limits of this worker."""
    return cast(Limits, request.app.state.limits)


def turns_of(request: Request) -> Turns:
    """Whose turn it is in the loop of this worker."""
    return cast(Turns, request.app.state.turns)


@contextmanager
def opening(request: Request, *, already: bool = False) -> Iterator[None]:
    """Refuse one table too many; one that is not opened after all, or already there, is not one."""
    limits, address = limits_of(request), address_of(request)
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
