"""The tray: the dice of a game that is going on, and what the viewer can do with them."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from charidice.locale import gettext as _
from charidice.locale.sentences import wish_to_end
from charidice.rules import Game, Phase, Rolled, Score
from charidice.tables import Table
from charidice.tables.model.clock import READING_SECONDS, deadline, hold_until, invites
from charidice.tables.model.hinting import decision_of, has_company, is_alone, may_be_helped
from charidice.tables.model.playing import take_back_until
from charidice.web.live import tray_words, words
from charidice.web.live.charity import CharityLine, charity_line
from charidice.web.live.dice import DieView, dice_view, kept_dice, ticked_dice
from charidice.web.live.faces import FaceView
from charidice.web.live.hint import decision_key
from charidice.web.live.recap import BonusCard, Recap, bonus_cards, recaps_since_mine, worth_of
from charidice.web.live.scored import ScoredView, scored_view
from charidice.web.live.viewer import Look

_LARGE_GIFT: Final = 10


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

    `roll` is the number of the roll on the table, 0 if there is none; `worth` is what every
    selection of dice scores, in JSON. Until `ask_until` the active player waits for the receiver;
    at `bot_plays_at` a bot decides for whoever has to act. On one device, `handed_to` is who takes
    it next. `thanks` is what a bot says to the viewer who has given it something.
    """

    state: TrayState
    path: str
    position: int
    rolls_so_far: int
    turns_so_far: int
    role: Role
    my_turn: bool
    headline: str
    hint: str
    roll: int
    rolls: int
    rolls_left: int
    round: int
    is_first_round: bool
    is_last_round: bool
    asked: str | None
    news: str
    scored: ScoredView | None
    recaps: tuple[Recap, ...]
    handed_to: FaceView | None
    may_thank: bool
    thanks: str | None
    waits_for: str | None  # what another person is about to do
    end_wish: str | None
    dice: tuple[DieView, ...]
    worth: str | None
    bonuses: tuple[BonusCard, ...]
    charity: CharityLine
    receiver: str
    giver: str
    given: int  # by the giver so far
    receiver_given: int
    ask_until: float | None
    reading_seconds: int  # that there are, among people, from when the question is opened
    invites: bool  # there is time enough to ask, so that it is told to the ear
    coin_rests: bool  # the viewer can double gifts of this turn, but not at this moment
    bot_plays_at: float | None
    bot_plays_for: str | None  # if it is somebody else who has to act
    can_ask_for_receiver: bool
    take_back_until: float | None
    never_asks: bool
    approximate: str | None
    can_hurry: bool
    may_be_helped: bool  # the coach may help the viewer at this table
    decision: str | None  # what the viewer is to decide now, if a hint can be had for it
    tells_hints: bool  # others are told when the viewer takes a hint
    has_chances: bool  # how likely bonuses are can be shown now
    passes_by: bool  # a bot plays and nothing is to do: only its score is told to the ear

    @property
    def can_choose(self) -> bool:
        """Whether the viewer ticks dice."""
        return self.state is TrayState.CHOOSE


def tray_view(look: Look, game: Game) -> TrayView:
    """The tray of a game that is going on."""
    table, mine, names = look.table, look.mine, look.names
    my_turn = game.active in mine and not table.seats[game.active].away
    state, kept = _state(look, game, my_turn=my_turn), kept_dice(table.actions)
    wishes = table.end_wishes if mine and look.viewer.holder not in table.end_wishes else ()
    scored = scored_view(look)
    news = "" if scored else tray_words.news(look)  # what was scored stays in sight
    return TrayView(
        state=state,
        path=look.viewer.path,
        position=table.position,
        rolls_so_far=sum(isinstance(action, Rolled) for action in table.actions),
        turns_so_far=sum(isinstance(action, Score) for action in table.actions),
        role=role_of(look),
        my_turn=my_turn,
        headline=tray_words.headline(look, game, my_turn=my_turn),
        hint=_hint(look, game, state),
        roll=game.turn.rolls if game.faces else 0,
        rolls=game.rules.rolls,
        rolls_left=game.rolls_left,
        round=game.round + 1,
        is_first_round=game.round == 0,
        is_last_round=game.round + 1 == game.rules.rounds,
        asked=tray_words.asked(look, game),
        news=news,
        scored=scored,
        recaps=_recaps(look, state, is_shown=scored is not None),
        handed_to=look.faces[game.active] if _is_handed_over(look, state) else None,
        may_thank=_may_thank(look, scored),
        thanks=_thanks(look, scored),
        waits_for=_waits_for(look, game, state),
        end_wish=_end_wish([names[table.seats_of(holder)[0]] for holder in sorted(wishes)]),
        dice=dice_view(game.faces, kept, ticked_dice(table), game),
        worth=worth_of(game) if my_turn and game.faces else None,
        bonuses=bonus_cards(game.rules),
        charity=charity_line(game, look),
        receiver=names[game.receiver],
        giver=names[game.active],
        given=game.sheets[game.active].given,
        receiver_given=game.sheets[game.receiver].given,
        ask_until=hold_until(table) if state is TrayState.MAY_ASK else None,
        reading_seconds=READING_SECONDS,
        invites=state is TrayState.MAY_ASK and invites(table, game),
        coin_rests=_coin_rests(look, game, state),
        bot_plays_at=deadline(table, look.since) if _waits_for_person(table) else None,
        bot_plays_for=None if my_turn else names[game.active],
        can_ask_for_receiver=state is TrayState.CHOOSE and table.asking and table.shared_device,
        take_back_until=take_back_until(table, look.viewer.holder),
        never_asks=(
            len(mine) == 1 and table.seats[mine[0]].never_asks and game.sheets[mine[0]].box
        ),
        approximate=tray_words.approximate(table, game),
        can_hurry=is_alone(table, look.viewer.holder) and table.seats[game.active].played_by_bot,
        may_be_helped=may_be_helped(table, look.viewer.holder),
        decision=_decision(look),
        tells_hints=has_company(table, look.viewer.holder),
        has_chances=sees_chances(look, game),
        passes_by=state is TrayState.LOOK_ON
        and bool(mine)
        and table.seats[game.active].played_by_bot,
    )


def sees_chances(look: Look, game: Game) -> bool:
    """Whether the viewer may see how likely bonuses are: where the coach may help."""
    choosing = game.active in look.mine and bool(game.faces) and game.rolls_left > 0
    return choosing and may_be_helped(look.table, look.viewer.holder)


def _decision(look: Look) -> str | None:
    table, holder = look.table, look.viewer.holder
    decision = decision_of(table, holder) if may_be_helped(table, holder) else None
    if decision is None:
        return None
    return decision_key(decision.game, asking=decision.seat == table.may_ask)


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


def role_of(look: Look) -> Role:
    """What the viewer is at this table."""
    if look.viewer.former is not None:
        return Role.REMOVED
    if not look.mine:
        return Role.WATCHER
    return Role.AWAY if look.table.seats[look.mine[0]].away else Role.PLAYER


def _is_handed_over(look: Look, state: TrayState) -> bool:
    """Whether somebody else at the same device is to take it now."""
    return state is TrayState.ROLL and len(look.mine) > 1


def _may_thank(look: Look, scored: ScoredView | None) -> bool:
    """Whether the viewer has just received something from another person."""
    if scored is None or not scored.recap.for_me or not scored.recap.gift:
        return False
    return not look.table.seats[scored.recap.giver].played_by_bot


def _thanks(look: Look, scored: ScoredView | None) -> str | None:
    """What a bot says that has just received a large gift from the viewer."""
    if scored is None or not scored.recap.by_me or scored.recap.gift < _LARGE_GIFT:
        return None
    return words.reaction("thanks") if look.table.seats[scored.recap.receiver].bot else None


def _waits_for_person(table: Table) -> bool:
    """Whether it is a person who has to act, with a clock or without."""
    return table.to_act is not None and not table.seats[table.to_act].played_by_bot


def _waits_for(look: Look, game: Game, state: TrayState) -> str | None:
    """What another person is about to do, for whoever can only wait for it."""
    if state is not TrayState.LOOK_ON or look.table.seats[game.active].played_by_bot:
        return None
    said = _("{name} is choosing…") if game.faces else _("{name} is about to roll.")
    return said.format(name=look.names[game.active])


def _coin_rests(look: Look, game: Game, state: TrayState) -> bool:
    """Whether a bot plays for the viewer, who has a 2× and cannot use it just now."""
    can_double = game.receiver in look.mine and game.sheets[game.receiver].box
    alone = is_alone(look.table, look.viewer.holder)
    return state is TrayState.LOOK_ON and can_double and alone and not game.turn.asked


def _recaps(look: Look, state: TrayState, *, is_shown: bool) -> tuple[Recap, ...]:
    """What several others have scored, for whoever comes to roll after them.

    The latest of them may be shown already, with its dice.
    """
    if state is not TrayState.ROLL or len(look.mine) != 1:
        return ()
    found = recaps_since_mine(look)
    return (found[:-1] if is_shown else found) if len(found) > 1 else ()


def _hint(look: Look, game: Game, state: TrayState) -> str:
    """What the viewer has to know about the dice on the table; choosing has its own words."""
    if state in (TrayState.CHOOSE, TrayState.ROLL) or not game.faces:
        return ""
    if look.mine == (game.receiver,):
        return _("What is not scored comes to you.")
    return _("{name} gets what is not scored.").format(name=look.names[game.receiver])
