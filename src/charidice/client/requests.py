"""One request after the other, each sent until it is answered."""

import asyncio
from typing import Final

import httpx

from charidice.client.errors import ApiError, UnreachableError, refusal
from charidice.client.retries import Retries

API: Final = "/api/v1/tables"
ANSWER_SECONDS: Final = 20.0  # then an answer is taken for lost


class Requests:
    """The way to a server for everything but streams."""

    def __init__(self, http: httpx.AsyncClient, retries: Retries) -> None:
        self.http, self.retries = http, retries

    async def get(self, path: str, token: str = "") -> str:
        """What is there."""
        return await self._answered("GET", path, token, None)

    async def post(self, path: str, token: str = "", body: str = "") -> str:
        """The answer to a wish; the body has an id, so that it is done once, however often sent."""
        return await self._answered("POST", path, token, body)

    async def _answered(self, method: str, path: str, token: str, body: str | None) -> str:
        failed = 0
        while True:
            try:
                return await self._asked(method, path, token, body)
            except (ApiError, UnreachableError) as failure:
                failed += 1
                await self.retries.wait(failure, failed)

    async def _asked(self, method: str, path: str, token: str, body: str | None) -> str:
        headers = authorization(token)
        if body:
            headers["content-type"] = "application/json"
        cancelled = cancellations()
        try:
            answer = await self.http.request(method, API + path, content=body, headers=headers)
        except httpx.TransportError as error:
            raise unreachable(error, cancelled) from error
        if not answer.is_success:
            raise refusal(answer)
        return answer.text


def authorization(token: str) -> dict[str, str]:
    """The header that says whose seat it is, if it is anybody's."""
    return {"authorization": f"Bearer {token}"} if token else {}


def cancellations() -> int:
    """How often whoever waits here was asked to stop."""
    task = asyncio.current_task()
    return 0 if task is None else task.cancelling()


def unreachable(error: httpx.TransportError, cancelled: int) -> UnreachableError:
    """What a broken connection is for whoever waits for an answer.

    Who was asked to stop meanwhile, stops: closing a connection can fail, and that failure would
    hide the cancellation.
    """
    if cancellations() > cancelled:
        raise asyncio.CancelledError from error
    return UnreachableError(f"no answer came: {str(error) or type(error).__name__}")
