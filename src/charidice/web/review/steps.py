"""A game decision by decision, each with what the coach sees there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from charidice.coach import Advice, Advised
from charidice.coach.explained import Coached
from charidice.locale import gettext as _
from charidice.locale.coach import percentage_points
from charidice.locale.formats import number, percent, signed
from charidice.records import Record, positions
from charidice.rules import Action, Game, Phase
from charidice.web.live.dice import DieView, dice_view
from charidice.web.live.strip import StripView
from charidice.web.review.moments import ChoiceView, choice_view, decisions, reason_words
from charidice.web.review.people import Person, standing

OPTIONS_SHOWN: Final = 8
_LEAST_CHANCE: Final = 0.0005  # smaller costs would be shown as 0
_LEAST_POINTS: Final = 0.05
_MOST_DIGITS: Final = 5


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option: its place among all, what it is worth, and what it costs against the best.

    `cost` is empty for what is as good as the best, and `cost_words` say it in a sentence.
    """

    rank: int
    choice: ChoiceView
    worth: str
    cost: str
    cost_words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn, and the first decision in it."""

    step: int
    title: str


@dataclass(frozen=True, slots=True)
class StepView:
    """A decision: the position, what was chosen, and the best options.

    `in_chance` says whether options are worth a chance of winning, and not points of margin.
    """

    path: str
    step: int
    last: int
    told: str
    verdict: str
    strip: StripView
    dice: tuple[DieView, ...]
    chosen: str
    options: tuple[OptionView, ...]
    count: int
    in_chance: bool
    is_exact: bool
    reason: str | None
    turns: tuple[TurnView, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a game that was asked for, before the coach has looked at it."""

    step: int
    places: tuple[int, ...]
    games: tuple[Game, ...]

    @property
    def game(self) -> Game:
        """The position in which it was made."""
        return self.games[self.places[self.step]]


def decision_of(record: Record, wanted: str) -> Decision:
    """The decision with this number; the last one if it is not a number or too large."""
    games = tuple(positions(record))
    places = tuple(decisions(games, record.actions))
    last = len(places) - 1
    known = wanted.isascii() and wanted.isdecimal() and len(wanted) <= _MOST_DIGITS
    return Decision(min(int(wanted), last) if known else last, places, games)


def step_view(
    record: Record, found: Decision, coached: Coached, people: tuple[Person, ...], path: str
) -> StepView:
    """A decision as the page shows it."""
    advised = coached.advised
    game, action = found.game, record.actions[found.places[found.step]]
    chosen = choice_view(_("Chosen"), game, action)
    options = _options(game, action, advised)
    return StepView(
        path,
        found.step,
        len(found.places) - 1,
        _told(game, people),
        _verdict(game, people, next(each for each in options if each.is_chosen)),
        standing(game, people),
        chosen.dice or dice_view(game.faces),
        chosen.text,
        options,
        len(advised.options),
        advised.by_chance,
        advised.exact,
        reason_words(coached.why),
        _turns(found, people),
    )


def _told(game: Game, people: Sequence[Person]) -> str:
    return _("{name}, roll {roll} of {rolls}").format(
        name=people[game.active].name, roll=game.turn.rolls, rolls=game.rules.rolls
    )


def _verdict(game: Game, people: Sequence[Person], chosen: OptionView) -> str:
    """Who decided what, and how good that was."""
    who = people[game.receiver if game.turn.phase is Phase.ASKING else game.active]
    name = _("You") if who.is_me else who.name
    text = _("{name}: {choice}, the best choice")
    if chosen.cost:
        text = _("{name}: {choice}. {cost}")
    return text.format(name=name, choice=chosen.choice.text, cost=chosen.cost_words)


def _options(game: Game, action: Action, advised: Advised) -> tuple[OptionView, ...]:
    """The best ones, and what was chosen wherever it stands."""
    return tuple(
        _option(rank, game, advice, advised, is_chosen=advice.action == action)
        for rank, advice in enumerate(advised.options, 1)
        if rank <= OPTIONS_SHOWN or advice.action == action
    )


def _option(
    rank: int, game: Game, advice: Advice, advised: Advised, *, is_chosen: bool
) -> OptionView:
    choice = choice_view("", game, advice.action)
    if advised.by_chance and advice.chance is not None:
        about = "" if advised.chance_error is not None else "≈\N{NO-BREAK SPACE}"
        worth, lost = about + percent(advice.chance, 1), advice.chance_cost or 0.0
        cost = percent(-lost, 1) if lost >= _LEAST_CHANCE else ""
        said = _("The best choice wins {chance} more games in 100.")
        cost_words = said.format(chance=percentage_points(lost))
    else:
        worth = signed(advice.margin, 1)
        cost = signed(-advice.margin_cost, 1) if advice.margin_cost >= _LEAST_POINTS else ""
        said = _("The best choice brings {points} points more on average.")
        cost_words = said.format(points=number(advice.margin_cost, 1))
    return OptionView(rank, choice, worth, cost, cost_words, is_chosen)


def _turns(found: Decision, people: Sequence[Person]) -> tuple[TurnView, ...]:
    turns, seen = [], -1
    for step, at in enumerate(found.places):
        game = found.games[at]
        if game.turns_played != seen:
            seen = game.turns_played
            title = _("Round {round}: {name}").format(
                round=game.round + 1, name=people[game.active].name
            )
            turns.append(TurnView(step, title))
    return tuple(turns)
