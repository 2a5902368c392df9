"""The tray: the dice of a game that is going on, and what the viewer can do with them."""

import json
from dataclasses import dataclass
from enum import Enum
from typing import Final

from charidice.coach import is_solved
from charidice.locale import gettext as _
from charidice.locale.levels import level
from charidice.locale.sentences import wish_to_end
from charidice.rules import Game, Pass, Phase, Roll, Rolled, Score, gift_of, selections
from charidice.tables import MomentKind, Table
from charidice.tables.model.clock import deadline, hold_until
from charidice.tables.model.playing import take_back_until
from charidice.web.live import words
from charidice.web.live.dice import DieView, dice_view
from charidice.web.live.viewer import Look

_APPROXIMATE: Final = "perfect"


class TrayState(Enum):
    """What the viewer can do; each has a template of its own in templates/regions/tray/."""

    ROLL = "roll"  # throw all dice
    CHOOSE = "choose"  # reroll or score
    MAY_ASK = "may-ask"  # ask for the biggest gift, until the active player goes on
    LOOK_ON = "look-on"  # others act


class Role(Enum):
    """What the viewer is at this table."""

    PLAYER = "player"
    AWAY = "away"  # a bot plays for them
    WATCHER = "watcher"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class TrayView:
    """The tray.

    `worth` is what every selection of dice scores, in JSON. Until `ask_until` the active player
    waits for the receiver; at `bot_plays_at` a bot decides for the viewer.
    """

    state: TrayState
    path: str
    position: int
    rolls_so_far: int
    role: Role
    my_turn: bool
    headline: str
    instruction: str
    asked: str | None
    news: str
    end_wish: str | None
    dice: tuple[DieView, ...]
    worth: str | None
    receiver: str
    rolls_left: int
    ask_until: float | None
    bot_plays_at: float | None
    can_ask_for_receiver: bool
    take_back_until: float | None
    never_asks: bool
    approximate: str | None
    can_hurry: bool

    @property
    def can_choose(self) -> bool:
        """Whether the viewer ticks dice."""
        return self.state is TrayState.CHOOSE


def tray_view(look: Look, game: Game) -> TrayView:
    """The tray of a game that is going on."""
    table, mine, names = look.table, look.mine, look.names
    my_turn = game.active in mine and not table.seats[game.active].away
    state, kept = _state(look, game, my_turn=my_turn), _kept(table)
    wishes = table.end_wishes if mine and look.viewer.holder not in table.end_wishes else ()
    return TrayView(
        state=state,
        path=look.viewer.path,
        position=table.position,
        rolls_so_far=sum(isinstance(action, Rolled) for action in table.actions),
        role=_role(look),
        my_turn=my_turn,
        headline=_headline(look, game, state, my_turn=my_turn),
        instruction=_instruction(game, state),
        asked=_asked(game, names[game.receiver]),
        news=_news(look),
        end_wish=_end_wish([names[table.seats_of(holder)[0]] for holder in sorted(wishes)]),
        dice=dice_view(game.faces, kept, kept),
        worth=_worth(game) if my_turn and game.faces else None,
        receiver=names[game.receiver],
        rolls_left=game.rolls_left,
        ask_until=hold_until(table) if state is TrayState.MAY_ASK else None,
        bot_plays_at=deadline(table, look.since) if my_turn and table.to_act in mine else None,
        can_ask_for_receiver=state is TrayState.CHOOSE and table.asking and table.shared_device,
        take_back_until=take_back_until(table, look.viewer.holder),
        never_asks=(
            len(mine) == 1 and table.seats[mine[0]].never_asks and game.sheets[mine[0]].box
        ),
        approximate=_approximate(table, game),
        can_hurry=(
            look.viewer.holder is not None
            and table.people == {look.viewer.holder}
            and table.seats[game.active].played_by_bot
        ),
    )


def _end_wish(names: list[str]) -> str | None:
    return wish_to_end(names) if names else None


def _state(look: Look, game: Game, *, my_turn: bool) -> TrayState:
    table = look.table
    if table.may_ask in look.mine and not table.shared_device:
        return TrayState.MAY_ASK
    if not my_turn:
        return TrayState.LOOK_ON
    if not game.faces:
        return TrayState.ROLL
    choosing = game.turn.phase in (Phase.CHOOSING, Phase.ASKING)
    return TrayState.CHOOSE if choosing else TrayState.LOOK_ON


def _role(look: Look) -> Role:
    if look.viewer.former is not None:
        return Role.REMOVED
    if not look.mine:
        return Role.WATCHER
    return Role.AWAY if look.table.seats[look.mine[0]].away else Role.PLAYER


def _headline(look: Look, game: Game, state: TrayState, *, my_turn: bool) -> str:
    name = look.names[game.active]
    if state is TrayState.MAY_ASK:
        return _("{name} has rolled.").format(name=name)
    if my_turn:
        return (
            _("{name}, it is your turn.").format(name=name)
            if len(look.mine) > 1
            else _("Your turn.")
        )
    if look.table.seats[game.active].played_by_bot:
        return _("{name} is thinking…").format(name=name)
    return _("{name} is playing.").format(name=name)


def _instruction(game: Game, state: TrayState) -> str:
    if not game.faces:
        return ""
    roll = _("Roll {roll} of {rolls}.").format(roll=game.turn.rolls, rolls=game.rules.rolls)
    if state is TrayState.MAY_ASK:
        hint = _("What is not scored comes to you.")
        return f"{roll} {hint}"
    if state is TrayState.CHOOSE:
        hint = _("Tap the dice to keep.") if game.rolls_left else _("Tap the dice to score.")
        return f"{roll} {hint}"
    return roll


def _asked(game: Game, receiver: str) -> str | None:
    if not game.turn.asked:
        return None
    return _("{name} asked: the gift counts double").format(name=receiver)


def _news(look: Look) -> str:
    """The latest thing that somebody else did and that the dice do not show."""
    moments = reversed(look.table.moments)
    last = next((m for m in moments if not isinstance(m.action, Pass)), None)
    if last is None or last.kind is MomentKind.END_WISHED or last.seat in look.mine:
        return ""
    if isinstance(last.action, (Roll, Rolled)):
        return ""
    return words.moment(last, look.names)


def _worth(game: Game) -> str:
    """By selection of dice (as bits): points, bonus, and what the receiver gets; in JSON."""
    worth = {
        str(sum(1 << die for die in chosen.dice)): (
            chosen.points,
            chosen.bonus,
            gift_of(game, chosen),
        )
        for chosen in selections(game.faces, game.rules)
    }
    return json.dumps(worth, separators=(",", ":"))


def _kept(table: Table) -> tuple[int, ...]:
    """The dice that the active player kept for the roll that lies on the table."""
    for action in reversed(table.actions):
        if isinstance(action, Roll):
            return action.keep
        if isinstance(action, Score):
            return ()
    return ()


def _approximate(table: Table, game: Game) -> str | None:
    """What to say when a bot cannot know the best move in this game."""
    if is_solved(game) or not any(seat.bot == _APPROXIMATE for seat in table.seats):
        return None
    return _("{name} is not perfect here: only the two-player game is solved.").format(
        name=level(_APPROXIMATE)
    )
