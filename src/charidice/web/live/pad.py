"""The pad: what takes the place of the tray where people write down what real dice show."""

import json
from dataclasses import dataclass

from charidice.locale import gettext as _
from charidice.locale.sentences import wish_to_end
from charidice.records import EnteredSource
from charidice.rules import NUMBERS, Ask, Colour, Face, Game, Rolled, Rules, Score
from charidice.tables import Status, Table
from charidice.tables.model.table import PadTurn
from charidice.web.live import words
from charidice.web.live.tray import Role, role_of
from charidice.web.live.viewer import Look


@dataclass(frozen=True, slots=True)
class CellView:
    """A face on the board."""

    face: str  # like 3R
    number: int
    colour: str
    symbol: str
    label: str


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


@dataclass(frozen=True, slots=True)
class PadView:
    """The pad for one turn: the next one, or one that is corrected.

    `rules` say what dice are worth, `dice` how the faces are arranged (empty if nobody knows), and
    `written` which dice lay in all turns so far: each in JSON, for the script.
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
    rules: str
    dice: str
    written: str
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
        rules=rules_json(game.rules) if writes else "",
        dice=dice_json(table),
        written=_written(look) if writes else "",
        free_names=free_names(look),
        end_wish=wish_to_end(wishing) if wishing and look.mine else None,
    )


def correction_view(look: Look, game: Game, number: int) -> PadView:
    """The pad for a turn that was written down already."""
    table, seats = look.table, len(look.table.seats)
    seat, row = number % seats, number // seats
    receiver, turn = (seat + 1) % seats, table.pad_turns[number]
    name, written = look.names[seat], game.sheets[seat].rows[row]
    columns = words.columns(game, seat, row)
    asked = Ask() in turn.actions
    return PadView(
        path=look.viewer.path,
        turn=number,
        turns_so_far=len(table.pad_turns),
        role=role_of(look),
        headline=_("{name}, round {round}").format(name=name, round=row + 1),
        receiver=look.names[receiver],
        can_ask=asked or game.sheets[receiver].box,
        asked=asked,
        rows=board(),
        rules=rules_json(game.rules),
        dice=dice_json(table),
        written=_written(look),
        free_names=(),
        end_wish=None,
        correction=CorrectionView(
            _("Change round {round} of {name}").format(round=row + 1, name=name),
            columns,
            was=" / ".join(map(str, turn.actions)),
            is_corrected=turn.before is not None,
            is_assumed=turn.is_assumed,
            points=written.points or 0,
            bonus=written.bonus or 0,
            gift=written.given or 0,
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


def rules_json(rules: Rules) -> str:
    """What dice are worth, for the script that previews a turn."""
    worth = {
        "same": rules.same_number_bonus,
        "run": rules.straight_bonus,
        "colour": rules.one_colour_bonus,
        "gifts": rules.gift_values,
        "least": rules.one_colour_least,
        "factor": rules.biggest_gift_factor,
    }
    return json.dumps(worth, separators=(",", ":"))


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


def _written(look: Look) -> str:
    """All turns as they were written down: the faces, the scored places, the columns, by whom."""
    found = [_turn(look, number, turn) for number, turn in enumerate(look.table.pad_turns)]
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False)


def _turn(look: Look, number: int, turn: PadTurn) -> dict[str, object]:
    table, seats = look.table, len(look.table.seats)
    rolls = [action for action in turn.actions if isinstance(action, Rolled)]
    score = next(action for action in turn.actions if isinstance(action, Score))
    faces = rolls[-1].faces or table.setup.dice.faces(rolls[-1].numbers)
    writers = [look.names[seat] for seat in table.seats_of(turn.holder)]
    columns = (
        "" if table.game is None else words.columns(table.game, number % seats, number // seats)
    )
    return {
        "faces": [] if turn.is_assumed else [str(face) for face in faces],
        "score": [] if turn.is_assumed else list(score.dice),
        "columns": columns,
        "was": " / ".join(map(str, turn.actions)),
        "by": " / ".join(writers),  # any of those who share a device
    }
