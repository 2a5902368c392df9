"""The address of a visitor. Behind a proxy it may be any text that somebody has sent."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from starlette.types import Scope

_KEPT: Final = 4_096
_LONGEST: Final = 64


def address_of(scope: Scope) -> str:
    """The address that a request comes from, or nothing."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def plain(address: str) -> str:
    """An address in its usual form: an IPv4 address mapped into IPv6 becomes plain IPv4.

    A server that listens on `::` sees all visitors with IPv4 as ::ffff:a.b.c.d.
    """
    return address if ":" not in address else _plain(address[:_LONGEST])


def site_of(address: str) -> str:
    """What counts as one address: with IPv6 the /64 network, since everybody owns a whole one."""
    address = plain(address[:_LONGEST])
    return address if ":" not in address else _network(address)


@lru_cache(_KEPT)
def _plain(address: str) -> str:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return address if mapped is None else str(mapped)


@lru_cache(_KEPT)
def _network(address: str) -> str:
    try:
        return str(ip_network((address.partition("%")[0], 64), strict=False))
    except ValueError:
        return address
