"""Decisions and rolls to remember, with their dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from charidice.coach.first_sight import first_sight
from charidice.coach.reason_kinds import Reason
from charidice.coach.verdict import Moment, RollLuck
from charidice.locale import gettext as _
from charidice.locale import verdict as words
from charidice.locale.coach import reason
from charidice.locale.formats import signed
from charidice.rules import Action, Game, Phase, Roll, Rolled, Score
from charidice.web.live.dice import DieView, dice_view

_SLIGHT: Final = 0.005  # an error that cost less of the chance of winning


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A choice: the dice with those that it keeps or scores, and what it does in words.

    Asking and not asking have no dice of their own: they are about all that lie there. `kept` says
    of a die what became of it, for those who hear it.
    """

    label: str
    dice: tuple[DieView, ...]
    kept: str
    text: str


@dataclass(frozen=True, slots=True)
class MomentView:
    """A decision to remember. `reason` is why the better choice is better, where somebody says.

    `dice` are those that lay there, if the choices do not show them; what is slight is no alarm.
    """

    when: str
    step: int
    dice: tuple[DieView, ...]
    choices: tuple[ChoiceView, ...]
    said: str
    reason: str | None = None
    is_slight: bool = False


@dataclass(frozen=True, slots=True)
class LuckView:
    """A lucky or unlucky roll; `share` is how long its bar is, of 100."""

    label: str
    when: str
    dice: tuple[DieView, ...]
    shown: str
    share: int
    is_good: bool


def error_view(
    games: Sequence[Game], error: Moment, step: int, why: Sequence[Reason] = ()
) -> MomentView:
    """What was chosen, what would have been better, and why."""
    game = games[error.number]
    choices = [choice_view(_("Chosen"), game, error.chosen)]
    if error.other is not None:
        choices.append(choice_view(_("Better"), game, error.other))
    return MomentView(
        when(game),
        step,
        _dice(game),
        tuple(choices),
        words.cost(error),
        reason_words(why),
        error.chance < _SLIGHT,
    )


def best_view(
    games: Sequence[Game], best: Moment, step: int, why: Sequence[Reason] = ()
) -> MomentView:
    """What was chosen, why that was good, and what others would have done."""
    game = games[best.number]
    natural = best.other == first_sight(game)
    choices = [choice_view(_("Chosen"), game, best.chosen)]
    if best.other is not None:
        label = _("At first sight") if natural else _("Next best")
        choices.append(choice_view(label, game, best.other))
    said = words.gain(best, at_first_sight=natural)
    return MomentView(when(game), step, _dice(game), tuple(choices), said, reason_words(why))


def _dice(game: Game) -> tuple[DieView, ...]:
    return dice_view(game.faces) if game.turn.phase is Phase.ASKING else ()


def reason_words(why: Sequence[Reason]) -> str | None:
    """The reasons for a choice as sentences."""
    return " ".join(reason(each) for each in why) or None


def choice_view(label: str, game: Game, action: Action) -> ChoiceView:
    """One choice in a position."""
    kept = action.dice if isinstance(action, Score) else ()
    if isinstance(action, Roll):
        kept = action.keep
    word = _("scored") if isinstance(action, Score) else _("kept")
    dice = () if game.turn.phase is Phase.ASKING else dice_view(game.faces, kept)
    return ChoiceView(label, dice, word, words.choice_words(game, action))


def luck_view(games: Sequence[Game], roll: RollLuck, *, is_good: bool) -> LuckView:
    """A roll with the dice that fell."""
    after = games[roll.number + 1]
    before = games[roll.number]
    fell = [die for die in dice_view(after.faces) if die.place not in before.turn.kept]
    label = _("Luckiest own roll") if is_good else _("Unluckiest own roll")
    shown = signed(100 * roll.chance, 1)
    share = min(100, round(200 * abs(roll.chance)))
    return LuckView(label, when(after), tuple(fell), shown, share, is_good)


def when(game: Game) -> str:
    """The round and the roll of a position."""
    text = _("Round {round}, roll {roll}")
    return text.format(round=game.round + 1, roll=game.turn.rolls)


def decisions(games: Sequence[Game], actions: Sequence[Action]) -> list[int]:
    """The places in a record where somebody decided something and said so."""
    return [
        number
        for number, action in enumerate(actions)
        if games[number].turn.phase in (Phase.ASKING, Phase.CHOOSING)
        and not isinstance(action, Rolled)
        and not getattr(action, "implied", False)
    ]
