"""Connections to a server, which may break at any moment."""

from typing import Any

import httpx


class Connections(httpx.AsyncClient):
    """The client of httpx; a connection that is lost is always an error of httpx."""

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send a request, and return its answer."""
        try:
            return await super().send(request, **options)
        except AttributeError as error:  # from anyio, for a socket that was closed a moment ago
            raise httpx.ReadError("the connection was lost", request=request) from error
