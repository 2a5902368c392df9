"""Addresses that work for others: for invitations, and for what chats show of a link."""

from fastapi import Request

from charidice.web.config import LOOPBACK
from charidice.web.services import services_of


def friends_base(request: Request) -> str:
    """The address of this server that works for others: the one in use, unless that is loopback.

    With a public address it is always that one, whatever the request says.
    """
    config, host = services_of(request).config, request.url.hostname or ""
    if config.public_url is None and host not in LOOPBACK:
        return f"{request.url.scheme}://{request.url.netloc}"
    return config.for_friends
