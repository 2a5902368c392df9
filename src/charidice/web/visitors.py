"""Who asks, as far as the server knows: an address, and what it may still do."""

from typing import cast

from starlette.requests import Request

from charidice.web.errors import Refused, WebError
from charidice.web.limits import Limits


def address_of(request: Request) -> str:
    """The address of whoever asks."""
    return request.client.host if request.client else ""


def limits_of(request: Request) -> Limits:
    """The limits of this worker."""
    return cast(Limits, request.app.state.limits)


def check_may_open(request: Request) -> None:
    """Refuse one table too many; what is allowed counts as opened."""
    if not limits_of(request).allows_table(address_of(request)):
        raise Refused(429, WebError("web/too-many-tables"))
