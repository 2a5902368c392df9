"""The lobby: who sits at the table before the game begins, and how friends get there."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Final

import segno
from markupsafe import Markup

from charidice.bots import NAMES
from charidice.tables.model.game_setup import FULL_GAME
from charidice.tables.model.table import MOST_SEATS
from charidice.web.edge.languages import with_language
from charidice.web.live.faces import FaceView
from charidice.web.live.viewer import Look

_FULL_MINUTES: Final = 20  # that is what the rulebook says of a full game
_STEP: Final = 5


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat that is taken; `key` never changes while somebody sits there."""

    number: int
    key: int
    name: str
    title: str
    face: FaceView
    is_me: bool
    is_host: bool
    can_remove: bool


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The lobby; `short` is the number of rounds when that is not the usual one."""

    path: str
    version: int
    short: int | None
    minutes: int
    seats: tuple[LobbySeat, ...]
    free: int
    inviter: str | None  # who invites the viewer to take a seat
    is_host: bool
    is_seated: bool
    may_watch: bool
    lost_seat: bool
    can_begin: bool
    levels: tuple[str, ...]
    link: str
    only_here: bool
    qr: Markup


def lobby_view(look: Look) -> LobbyView:
    """The lobby of a table."""
    table, viewer = look.table, look.viewer
    rounds = table.setup.rules.rounds
    seats = tuple(
        LobbySeat(
            number,
            seat.key,
            look.names[number],
            look.titles[number],
            look.faces[number],
            is_me=number in look.mine,
            is_host=seat.holder is not None and seat.holder == table.host,
            can_remove=look.is_host and seat.holder != table.host,
        )
        for number, seat in enumerate(table.seats)
    )
    return LobbyView(
        viewer.path,
        table.version,
        rounds if rounds < FULL_GAME else None,
        _minutes(rounds),
        seats,
        MOST_SEATS - len(seats),
        _inviter(look),
        is_host=look.is_host,
        is_seated=bool(look.mine),
        may_watch=table.settings.watch,
        lost_seat=viewer.former is not None,
        can_begin=len(seats) >= 2,
        levels=NAMES,
        link=with_language(viewer.link),
        only_here=viewer.only_here,
        qr=qr_code(viewer.link),
    )


def _minutes(rounds: int) -> int:
    """How long a game of so many rounds takes, in steps that nobody takes for exact."""
    return max(1, round(_FULL_MINUTES * rounds / FULL_GAME / _STEP)) * _STEP


def _inviter(look: Look) -> str | None:
    if look.mine or len(look.names) >= MOST_SEATS:
        return None
    hosts = (
        name
        for name, seat in zip(look.names, look.table.seats, strict=True)
        if seat.holder is not None and seat.holder == look.table.host
    )
    return next(hosts, None)


@lru_cache(maxsize=256)
def qr_code(link: str) -> Markup:
    """A link as a QR code inside the page.

    Always with the same mask: any mask is readable, and trying all of them is slow.
    """
    buffer = BytesIO()
    segno.make(link, error="m", micro=False, mask=4).save(
        buffer, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, svgclass="qr-code",
        lineclass=None,
    )  # fmt: skip
    return Markup(buffer.getvalue().decode())  # noqa: S704  # made by segno from a link of ours
