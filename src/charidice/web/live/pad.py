"""The pad: what takes the place of the tray where people write down what real dice show."""

from dataclasses import dataclass

from charidice.locale import gettext as _
from charidice.locale.sentences import wish_to_end
from charidice.records import EnteredSource
from charidice.rules import NUMBERS, Ask, Colour, Face, Game
from charidice.tables import Status, Table
from charidice.web.live import words
from charidice.web.live.tray import Role, role_of
from charidice.web.live.viewer import Look
from charidice.web.live.written import (
    UnsentView,
    WrittenRoll,
    as_text,
    title,
    unsent_view,
    written_rolls,
)


@dataclass(frozen=True, slots=True)
class CellView:
    """A face on the board."""

    face: str  # like 3R
    number: int
    colour: str
    symbol: str
    label: str


@dataclass(frozen=True, slots=True)
class EarlierView:
    """A roll before the last one of a turn: as the form carries it, and in words."""

    value: str  # the faces, and after a slash those that were kept
    words: str


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A turn that was written down before, and how it stands."""

    title: str
    columns: str
    was: str
    is_corrected: bool
    is_assumed: bool
    points: int
    bonus: int
    gift: int
    faces: tuple[tuple[str, bool], ...]  # of the last roll, and which of them were scored
    earlier: tuple[EarlierView, ...]


@dataclass(frozen=True, slots=True)
class PadView:
    """The pad for one turn: the next one, or one that is corrected.

    `dice` say how the faces are arranged, and are empty if nobody knows.
    """

    path: str
    turn: int
    turns_so_far: int
    role: Role
    headline: str
    receiver: str
    can_ask: bool
    asked: bool
    rows: tuple[tuple[CellView, ...], ...]
    dice: str
    unsent: UnsentView | None
    free_names: tuple[str, ...]
    end_wish: str | None
    correction: CorrectionView | None = None

    @property
    def can_write(self) -> bool:
        """Whether the viewer writes here."""
        return self.role is Role.PLAYER


def pad_view(look: Look, game: Game) -> PadView:
    """The pad of a game that is going on."""
    table = look.table
    role, wishes = role_of(look), table.end_wishes - {look.viewer.holder or 0}
    wishing = [look.names[table.seats_of(holder)[0]] for holder in sorted(wishes)]
    name = look.names[game.active]
    writes = role is Role.PLAYER
    return PadView(
        path=look.viewer.path,
        turn=len(table.pad_turns),
        turns_so_far=len(table.pad_turns),
        role=role,
        headline=(_("{name}: tap the six dice") if writes else _("{name} is playing.")).format(
            name=name
        ),
        receiver=look.names[game.receiver],
        can_ask=game.sheets[game.receiver].box,
        asked=table.pad_asked,
        rows=board() if writes else (),
        dice=dice_json(table),
        unsent=unsent_view(look) if writes else None,
        free_names=free_names(look),
        end_wish=wish_to_end(wishing) if wishing and look.mine else None,
    )


def correction_view(look: Look, game: Game, number: int) -> PadView:
    """The pad for a turn that was written down already."""
    table, seats = look.table, len(look.table.seats)
    seat, row = number % seats, number // seats
    receiver, turn = (seat + 1) % seats, table.pad_turns[number]
    name, written = look.names[seat], game.sheets[seat].rows[row]
    columns, rolls = words.columns(game, seat, row), written_rolls(table, turn)
    asked = Ask() in turn.actions
    return PadView(
        path=look.viewer.path,
        turn=number,
        turns_so_far=len(table.pad_turns),
        role=role_of(look),
        headline=title(look, number),
        receiver=look.names[receiver],
        can_ask=asked or game.sheets[receiver].box,
        asked=asked,
        rows=board(),
        dice=dice_json(table),
        unsent=unsent_view(look),
        free_names=(),
        end_wish=None,
        correction=CorrectionView(
            _("Change round {round} of {name}").format(round=row + 1, name=name),
            columns,
            was=as_text(turn),
            is_corrected=turn.before is not None,
            is_assumed=turn.is_assumed,
            points=written.points or 0,
            bonus=written.bonus or 0,
            gift=written.given or 0,
            faces=_ticked(rolls[-1]) if rolls else (),
            earlier=tuple(map(_earlier, rolls[:-1])),
        ),
    )


def board() -> tuple[tuple[CellView, ...], ...]:
    """Every face of the box, a row for each colour."""
    return tuple(
        tuple(
            CellView(
                str(face),
                face.number,
                face.colour.name.lower(),
                words.symbol(face.colour),
                words.die(face),
            )
            for face in (Face(number, colour) for number in NUMBERS)
        )
        for colour in Colour
    )


def dice_json(table: Table) -> str:
    """How the faces of the dice are arranged; empty if nobody knows."""
    source = table.setup.source
    known = isinstance(source, EnteredSource) and source.dice
    return str(table.setup.dice) if known else ""


def free_names(look: Look) -> tuple[str, ...]:
    """Those for whom somebody who comes with a device of their own may write."""
    table = look.table
    if look.mine or table.status is Status.OPEN:
        return ()
    return tuple(
        seat.name
        for seat in table.seats
        if seat.name is not None and (len(table.seats_of(seat.holder)) > 1 or seat.played_by_bot)
    )


def _ticked(roll: WrittenRoll) -> tuple[tuple[str, bool], ...]:
    return tuple((str(face), face in roll.chosen) for face in roll.faces)


def _earlier(roll: WrittenRoll) -> EarlierView:
    return EarlierView(str(roll), words.spoken_dice(roll.faces))
