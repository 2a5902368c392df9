"""What a verdict on a game is called in words: grades, costs, and how exact it is."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from charidice.coach import Verdict
from charidice.coach.verdict import Moment
from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.locale.coach import choice, percentage_points
from charidice.locale.formats import number
from charidice.rules import DICE, Action, Game, Roll, Score, gift_of, selections

_GRADES: Final = (98, 92, 80, 60, 30)
_LEAST_POINTS: Final = 0.05  # less would be shown as 0


def grade_word(grade: float) -> str:
    """A grade as a word."""
    words = (
        _("excellent"),
        _("very good"),
        _("good"),
        _("not bad"),
        _("room to grow"),
        _("mostly left to luck"),
    )
    reached = [word for word, least in zip(words, _GRADES, strict=False) if grade >= least]
    return reached[0] if reached else words[-1]


def how_exact(judged: Verdict) -> str:
    """What is exact about a verdict, and what is not."""
    if judged.chance_error is not None:
        text = _(
            "The game for two is solved: all points here are exact, and chances are at most "
            "{error} percentage points off."
        )
        return text.format(error=number(ceil(judged.chance_error * 10_000) / 100, 2))
    if len(judged.players) == 2:
        return _("Games like this are not solved: these values are approximate.")
    return _(
        "With three or more players nobody knows the exact numbers: everything here is a good "
        "guess, learned from many games. During a turn only the chance of whoever rolls is known: "
        "using the 2× or keeping it is not judged."
    )


def grade_meaning() -> str:
    """What a grade says."""
    meaning = _(
        "100 means: always what the coach would have done. 0 means: chosen blindly, with eyes "
        "shut. Each decision counts as much as it mattered: a slip in a close game costs more than "
        "one in a game that is won already. Luck does not count at all."
    )
    compared = _("Whoever had more at stake can lose more by errors and still be more accurate.")
    return f"{meaning} {compared}"


def cost(moment: Moment) -> str:
    """What a choice has cost against the better one."""
    text = _("This cost {chance} percentage points of the chance of winning.")
    if moment.points >= _LEAST_POINTS:
        text = _(
            "This cost {chance} percentage points of the chance of winning, and {points} points "
            "on average."
        )
    return text.format(chance=percentage_points(moment.chance), points=number(moment.points, 1))


def gain(moment: Moment, *, at_first_sight: bool) -> str:
    """What a choice has brought against another one."""
    if at_first_sight:
        text = _(
            "Easy to miss: the simpler choice would have lowered the chance of winning by {chance} "
            "percentage points."
        )
    else:
        text = _(
            "Well seen: the next best choice would have lowered the chance of winning by {chance} "
            "percentage points."
        )
    return text.format(chance=percentage_points(moment.chance))


def fair_result(judged: Verdict, names: Sequence[str], mine: int | None) -> str:
    """Who of two would have been ahead with average dice; `mine` is the seat of who reads it."""
    first = max(judged.players, key=lambda player: player.fair_margin)
    is_mine = first.seat == mine
    you = _("With average dice you would have been ahead by {points} points.")
    other = _("With average dice {name} would have been ahead by {points} points.")
    points = number(first.fair_margin, 1)
    return (you if is_mine else other).format(name=names[first.seat], points=points)


def choice_words(game: Game, action: Action) -> str:
    """A choice in a few words, beside its dice."""
    match action:
        case Roll(keep) if keep:
            count = DICE - len(keep)
            return ngettext("reroll {count} die", "reroll {count} dice", count).format(count=count)
        case Score(dice):
            chosen = next(s for s in selections(game.faces, game.rules) if s.dice == tuple(dice))
            points = str(chosen.points)
            if chosen.bonus:
                points = f"{chosen.points} + {chosen.bonus} = {chosen.total}"
            text = _("score {points}, gift {gift}")
            return text.format(points=points, gift=gift_of(game, chosen))
        case _:  # without dice the words are the same everywhere
            return choice(game, action, str)
