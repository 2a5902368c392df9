"""A server, as programs see it that play there."""

import secrets
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self, TypedDict, Unpack

import httpx

from charidice.client.connections import Connections
from charidice.client.requests import ANSWER_SECONDS, Requests
from charidice.client.retries import Retries
from charidice.client.seats import Onlooker, Seat
from charidice.tables.model.api_models import Creation, Joining, SeatToken
from charidice.tables.model.settings import Settings


class TableOptions(TypedDict, total=False):
    """What a new table may be told; docs/api.md says what it is without it.

    Who has written down an `id` of 16 characters or more can go on after a crash of one's own.
    """

    bots: Sequence[str]
    settings: Settings
    rounds: int
    coach_limit: int
    begin: bool
    first: int | None
    pad: bool
    others: Sequence[str]
    dice: str
    id: str


def new_id() -> str:
    """A text that nobody can guess."""
    return secrets.token_urlsafe(18)


class Client:
    """A server with its tables, as a context manager: `async with Client(url) as client: …`.

    `transport` replaces the way to the server, and `new_id` where ids come from.
    """

    def __init__(
        self,
        url: str,
        *,
        retries: Retries | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        new_id: Callable[[], str] = new_id,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"not the address of a server: {url}")
        # Reading the certificates of the system takes long, and plain HTTP needs none.
        secure = url.startswith("https://")
        http = Connections(base_url=url, timeout=ANSWER_SECONDS, transport=transport, verify=secure)
        self._requests, self._new_id = Requests(http, retries or Retries()), new_id

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End all connections."""
        await self._requests.http.aclose()

    async def open_table(self, name: str, **options: Unpack[TableOptions]) -> Seat:
        """Create a table; returns the seat of its host, who has this name."""
        bots, others = list(options.get("bots", ())), list(options.get("others", ()))
        wish = {**options, "bots": bots, "others": others}
        creation = Creation.model_validate({"name": name, "id": self._new_id(), **wish})
        return self._seat(await self._requests.post("", body=creation.model_dump_json()))

    async def join(self, table: str, name: str, id: str | None = None) -> Seat:  # noqa: A002
        """Take a free seat at a table under this name; the same id gives the same seat."""
        wish = Joining(name=name, id=id or self._new_id()).model_dump_json()
        return self._seat(await self._requests.post(f"/{table}/seats", body=wish))

    def seat(self, given: SeatToken) -> Seat:
        """A seat that was taken earlier, perhaps by another program."""
        return Seat(self._requests, given, self._new_id)

    def onlooker(self, table: str) -> Onlooker:
        """Somebody without a seat, who looks at a table."""
        return Onlooker(self._requests, table)

    def _seat(self, answer: str) -> Seat:
        return self.seat(SeatToken.model_validate_json(answer, extra="ignore"))
