"""What the tray says: whose roll it is, what was asked, what has happened."""

from typing import Final

from charidice.coach import is_solved
from charidice.locale import gettext as _
from charidice.locale.levels import level
from charidice.rules import Game, Pass
from charidice.tables import Moment, MomentKind, Table
from charidice.web.live import words
from charidice.web.live.viewer import Look

_APPROXIMATE: Final = "perfect"


def headline(look: Look, game: Game, *, my_turn: bool) -> str:
    """Whose roll it is, or who is about to roll."""
    name, alone = look.names[game.active], len(look.mine) == 1
    if not game.faces:
        return _before_a_roll(look, game, name, mine=my_turn and alone, here=my_turn)
    roll = {"roll": game.turn.rolls, "rolls": game.rules.rolls}
    if my_turn and alone:
        return _("Your roll {roll} of {rolls}").format(**roll)
    return _("{name}, roll {roll} of {rolls}").format(name=name, **roll)


def _before_a_roll(look: Look, game: Game, name: str, *, mine: bool, here: bool) -> str:
    if here and not mine:
        return _("{name}, it is your turn.").format(name=name)
    if game.turns_played == 0 and not look.table.seats[game.active].away:
        return _("You begin.") if mine else _("{name} begins.").format(name=name)
    if mine:
        return _("Your turn.")
    if look.table.seats[game.active].played_by_bot:
        return _("{name} is next.").format(name=name)
    return _("{name} is playing.").format(name=name)


def asked(look: Look, game: Game) -> str | None:
    """Who has asked for the biggest gift of this turn."""
    if not game.turn.asked:
        return None
    if look.mine == (game.receiver,):
        return _("You used the 2×: double gift")
    return _("{name} used the 2×: double gift").format(name=look.names[game.receiver])


def news(look: Look) -> str:
    """The latest thing that happened and that the dice do not show.

    That somebody else is the host now would stand in place of why: only the log tells it, and
    whoever was the host hears it when they are back.
    """
    moments = [m for m in look.table.moments if m.kind is not MomentKind.HOSTS]
    last = next((m for m in reversed(moments) if not isinstance(m.action, Pass)), None)
    if last is None or last.kind in (MomentKind.END_WISHED, MomentKind.ACTION):
        return ""
    told = [last]
    if last.kind is MomentKind.RETURNED and last.seat in look.mine:
        told += _hosts_since_gone(look)
    return " ".join(words.moment(each, look.names, look.mine) for each in told)


def _hosts_since_gone(look: Look) -> list[Moment]:
    """That somebody else became the host when the viewer, who was it, had gone."""
    gone = (MomentKind.AWAY, MomentKind.LEFT)
    since = [m for m in look.table.moments if m.kind is MomentKind.HOSTS or m.kind in gone]
    mine = [n for n, m in enumerate(since) if m.kind in gone and m.seat in look.mine]
    after = since[mine[-1] + 1 : mine[-1] + 2] if mine else []
    return [m for m in after if m.kind is MomentKind.HOSTS and not look.is_host]


def approximate(table: Table, game: Game) -> str | None:
    """What to say when a bot cannot know the best move in this game."""
    if is_solved(game) or not any(seat.bot == _APPROXIMATE for seat in table.seats):
        return None
    return _("Here {name} plays well, but not perfectly.").format(name=level(_APPROXIMATE))
