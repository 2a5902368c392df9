"""What a request needs of the worker that answers it, in one place."""

from dataclasses import dataclass
from typing import cast

from starlette.requests import Request

from charidice.tables import Host
from charidice.web.config import Config
from charidice.web.edge.limits import Limits
from charidice.web.edge.seat_tokens import Signer
from charidice.web.edge.turns import Turns
from charidice.web.ops.board import Board
from charidice.web.ops.judges import Judges
from charidice.web.ops.metrics import Metrics
from charidice.web.ops.reviews import Reviews
from charidice.web.ops.stalls import Watchdog


@dataclass(frozen=True)
class Services:
    """Tables, seats and configuration of a worker, what watches over it and what works for it."""

    host: Host
    signer: Signer
    config: Config
    limits: Limits
    metrics: Metrics
    board: Board
    turns: Turns
    watchdog: Watchdog
    judges: Judges
    reviews: Reviews


def services_of(request: Request) -> Services:
    """The services of the worker that answers this request."""
    return cast(Services, request.app.state.services)
