"""The menu of a table for those who have a seat: settings, links, and how to leave."""

from dataclasses import dataclass
from enum import Enum

from markupsafe import Markup

from charidice.locale import ngettext
from charidice.locale.sentences import listed
from charidice.locale.settings import SettingField, SettingTick, setting_fields, setting_ticks
from charidice.tables import Status, Table
from charidice.web.edge.languages import with_language
from charidice.web.live.lobby import qr_code
from charidice.web.live.viewer import Look


class EndState(Enum):
    """What the viewer can do about ending the game early."""

    NO_GAME = "no-game"
    CAN_WISH = "can-wish"
    WISHES = "wishes"
    CANNOT = "cannot"  # somebody was removed, and it takes two


@dataclass(frozen=True, slots=True)
class HostMenu:
    """What only the host can do; `removable` are seats by number and name."""

    settings: tuple[SettingField, ...]
    ticks: tuple[SettingTick, ...]
    is_playing: bool
    removable: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Invitation:
    """How others come to a pad with devices of their own."""

    link: str
    qr: Markup


@dataclass(frozen=True, slots=True)
class RoomView:
    """The menu."""

    path: str
    host: HostMenu | None
    personal_link: str
    watch_link: str | None
    invitation: Invitation | None  # to write at a pad
    end: EndState
    may_come_back: str | None  # who has to be waited for before the game can end
    can_leave: bool


def room_view(look: Look) -> RoomView | None:
    """The menu of somebody with a seat; others have none."""
    if not look.mine:
        return None
    table, viewer = look.table, look.viewer
    return RoomView(
        viewer.path,
        _host_menu(look) if look.is_host else None,
        f"{viewer.own_link}/back/{viewer.token}",
        None if table.status is Status.OPEN or table.is_pad else viewer.own_link,
        _invitation(look) if table.is_pad else None,
        _end_state(table, viewer.holder),
        _may_come_back([look.names[seat] for seat in table.timed_out]),
        can_leave=not table.is_over,
    )


def _invitation(look: Look) -> Invitation:
    return Invitation(with_language(look.viewer.link), qr_code(look.viewer.link))


def _may_come_back(names: list[str]) -> str | None:
    if not names:
        return None
    text = ngettext(
        "{names} may still come back. To end the game without them, ask again in a minute.",
        "{names} may still come back. To end the game without them, ask again in a minute.",
        len(names),
    )
    return text.format(names=listed(names))


def _host_menu(look: Look) -> HostMenu:
    table = look.table
    removable = tuple(
        (number, look.names[number])
        for number, seat in enumerate(table.seats)
        if table.playing and seat.holder is not None and seat.holder != table.host
    )
    settings = table.settings
    if table.is_pad:  # no clock and no bot acts there, and the others write for whoever is gone
        return HostMenu((), setting_ticks(settings), False, ())
    return HostMenu(setting_fields(settings), setting_ticks(settings), table.playing, removable)


def _end_state(table: Table, holder: int | None) -> EndState:
    if not table.playing:
        return EndState.NO_GAME
    if table.removed and len(table.people) < 2:
        return EndState.CANNOT
    return EndState.WISHES if holder in table.end_wishes else EndState.CAN_WISH
