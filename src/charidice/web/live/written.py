"""The turns of a pad as they were written down: for its scripts, and for those who correct them."""

import json
from dataclasses import dataclass

from charidice.locale import gettext as _
from charidice.rules import Ask, Face, Roll, Rolled, Rules, Score
from charidice.tables import Table
from charidice.tables.model.table import PadTurn
from charidice.web.live import words
from charidice.web.live.viewer import Look


@dataclass(frozen=True, slots=True)
class WrittenRoll:
    """A roll as it was written down, and which of its faces were kept or scored."""

    faces: tuple[Face, ...]
    chosen: tuple[Face, ...]

    def __str__(self) -> str:
        """The faces, and after a slash the chosen ones: as forms carry a roll before the last."""
        return " ".join(map(str, (*self.faces, "/", *self.chosen)))


@dataclass(frozen=True, slots=True)
class UnsentView:
    """What a page needs to compare an entry that was not sent with what somebody else wrote.

    `written` are all turns and `rules` what dice are worth: both in JSON, for the script.
    """

    written: str
    rules: str


def unsent_view(look: Look) -> UnsentView | None:
    """For whoever writes at a pad, as long as its turns can be corrected."""
    table = look.table
    if not table.is_pad or not look.mine or table.rematch is not None or table.closed:
        return None
    found = [_turn(look, number, turn) for number, turn in enumerate(table.pad_turns)]
    written = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
    return UnsentView(written, rules_json(table.setup.rules))


def rules_json(rules: Rules) -> str:
    """What dice are worth, for the script that previews a turn."""
    worth = {
        "same": rules.same_number_bonus,
        "run": rules.straight_bonus,
        "colour": rules.one_colour_bonus,
        "gifts": rules.gift_values,
        "least": rules.one_colour_least,
        "factor": rules.biggest_gift_factor,
        "rolls": rules.rolls,
    }
    return json.dumps(worth, separators=(",", ":"))


def written_rolls(table: Table, turn: PadTurn) -> list[WrittenRoll]:
    """The rolls of a turn, the last one with the dice that were scored; none if nobody knows."""
    if turn.is_assumed:
        return []
    rolled = [action for action in turn.actions if isinstance(action, Rolled)]
    lying = [action.faces or table.setup.dice.faces(action.numbers) for action in rolled]
    kept = [action.keep for action in turn.actions if isinstance(action, Roll)]
    scored = next(action.dice for action in turn.actions if isinstance(action, Score))
    return [
        WrittenRoll(faces, tuple(faces[die] for die in chosen))
        for faces, chosen in zip(lying, [*kept, scored], strict=True)
    ]


def title(look: Look, number: int) -> str:
    """Whose turn that is, and in which round."""
    row, seat = divmod(number, len(look.table.seats))
    return _("{name}, round {round}").format(name=look.names[seat], round=row + 1)


def as_text(turn: PadTurn) -> str:
    """A turn as a form carries it, to notice when somebody changed it meanwhile."""
    return " / ".join(map(str, turn.actions))


def _turn(look: Look, number: int, turn: PadTurn) -> dict[str, object]:
    table, game = look.table, look.table.game
    row, seat = divmod(number, len(table.seats))
    rolls, holds = written_rolls(table, turn), table.seats_of(turn.holder)
    if game is None:
        return {}
    columns = game.sheets[seat].rows[row]
    return {
        "title": title(look, number),
        "faces": [str(face) for face in rolls[-1].faces] if rolls else [],
        "score": [str(face) for face in rolls[-1].chosen] if rolls else [],
        "earlier": [str(roll) for roll in rolls[:-1]],
        "asked": Ask() in turn.actions,
        "numbers": [columns.points, columns.bonus, columns.given],
        "columns": words.columns(game, seat, row),
        "was": as_text(turn),
        "by": " / ".join(look.names[seat] for seat in holds),  # any of those who share a device
    }
