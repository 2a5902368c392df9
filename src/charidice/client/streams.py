"""Streams of events that go on where they broke."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

import httpx
from pydantic import ValidationError

from charidice.client.errors import ClientError, StreamError, UnreachableError, refusal
from charidice.client.requests import (
    ANSWER_SECONDS,
    API,
    Requests,
    authorization,
    cancellations,
    unreachable,
)
from charidice.tables.model.public_events import (
    PUBLIC_EVENT,
    EndedEvent,
    FinishedEvent,
    PublicEvent,
)

SILENT_SECONDS: Final = 45.0  # signs of life come every 15
_NOTHING_MORE: Final = 204


@dataclass(frozen=True, slots=True)
class Message:
    """One server-sent event, as it came."""

    id: str
    event: str
    data: str


async def messages(chunks: AsyncIterator[bytes]) -> AsyncGenerator[Message, None]:
    """The messages of a stream, without its comments; a message that was cut off is none."""
    rest, found = b"", Message("", "message", "")
    async for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            name, _colon, value = line.decode().rstrip("\r").partition(":")
            value = value.removeprefix(" ")
            match name:
                case "id":
                    found = Message(value, found.event, found.data)
                case "event":
                    found = Message(found.id, value, found.data)
                case "data":
                    found = Message(found.id, found.event, f"{found.data}{value}\n")
                case "" if not line.rstrip(b"\r"):
                    if found.data:
                        yield Message(found.id, found.event, found.data.removesuffix("\n"))
                    found = Message("", "message", "")


class EventStream:
    """The events of a table after a number, over as many connections as it takes."""

    def __init__(self, requests: Requests, table: str, token: str, after: int) -> None:
        self._http, self._retries = requests.http, requests.retries
        self._path, self._token = f"{API}/{table}/events", token
        self._last, self._failed, self._over = after, 0, False

    async def events(self) -> AsyncGenerator[PublicEvent, None]:
        """Each event once and in order, until the game is over."""
        while not self._over:
            failure: ClientError = UnreachableError("the stream of events breaks again and again")
            cancelled = cancellations()
            try:
                async with aclosing(self._connection()) as events:
                    async for event in events:
                        yield event
            except httpx.TransportError as error:
                failure = unreachable(error, cancelled)
            except ClientError as error:
                failure = error
            if not self._over:
                self._failed += 1
                await self._retries.wait(failure, self._failed)

    async def _connection(self) -> AsyncGenerator[PublicEvent, None]:
        """What comes over one connection."""
        headers = authorization(self._token)
        if self._last:
            headers["last-event-id"] = str(self._last)
        timeout = httpx.Timeout(ANSWER_SECONDS, read=SILENT_SECONDS)
        async with self._http.stream("GET", self._path, headers=headers, timeout=timeout) as answer:
            if answer.status_code == _NOTHING_MORE:
                self._over = True
                return
            if not answer.is_success:
                await answer.aread()
                raise refusal(answer)
            self._failed = 0
            async for message in messages(answer.aiter_bytes()):
                event = self._read(message)
                self._over = isinstance(event, EndedEvent | FinishedEvent)
                yield event
                if self._over:
                    return

    def _read(self, message: Message) -> PublicEvent:
        try:
            event = PUBLIC_EVENT.validate_json(message.data)
        except ValidationError as error:
            raise StreamError(f"event {message.id} cannot be read: {error}") from error
        if event.number != self._last + 1:
            raise StreamError(f"event {event.number} came after {self._last}")
        self._last = event.number
        return event
