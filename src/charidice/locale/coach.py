"""What the coach says: a choice, and why it is the best one, in words for everybody."""

from dataclasses import fields
from math import floor
from typing import Final

from charidice.coach.reason_kinds import (
    Aim,
    Average,
    Brings,
    Cause,
    Decided,
    Deny,
    Generous,
    Gift,
    Gives,
    GivesLess,
    GivingPays,
    Held,
    HelpsGiver,
    KeepBox,
    LastChance,
    Lowers,
    Most,
    NextRoll,
    Open,
    Reason,
    RollAgain,
    ScoreNow,
    ScoresLess,
    Spares,
    Stays,
    WinsMore,
)
from charidice.locale import gettext as _
from charidice.locale.formats import number, whole_percent
from charidice.locale.sentences import Shown
from charidice.rules import Action, Ask, Game, Pass, Roll, Score

_ROUND: Final = 0.04  # a chance is called "1 in 4" if it is nearly that
_NOTABLE: Final = 0.02  # two chances that differ by less are not told apart


def choice(game: Game, action: Action, shown: Shown) -> str:
    """What to do, as the end of a sentence: keep these dice."""
    match action:
        case Ask():
            return _("use the 2×")
        case Pass():
            return _("keep the 2×")
        case Roll(()):
            return _("reroll all dice")
        case Roll(keep):
            return _("keep {dice}").format(dice=shown(game.faces[d] for d in keep))
        case Score(dice):
            return _("score {dice}").format(dice=shown(game.faces[d] for d in dice))
        case _:
            raise TypeError(action)


def reason(why: Reason) -> str:
    """One sentence for a reason, or two short ones."""
    values = {field.name: _shown(field.name, getattr(why, field.name)) for field in fields(why)}
    return _text(why).format(**values)


def _text(why: Reason) -> str:
    if isinstance(why, Aim):
        return _aim(why)
    if isinstance(why, WinsMore):
        return _wins_more(why.style)
    if isinstance(why, Lowers):
        return _lowers(why.cause)
    texts: dict[type[Reason], str] = {
        Held: _("A bonus of {bonus} is safe."),
        Stays: _("What is kept beside the bonus makes the gift smaller by {gift} on average."),
        Gives: _("What is kept beside the bonus makes the gift larger by {gift} on average."),
        Open: _("Keeps several bonuses open; to get one of them: {chance}."),
        Average: _("On average the turn then brings {points} points and gives {gift}."),
        ScoreNow: _("The best score now: {points}, with a gift of {gift}."),
        RollAgain: _("Rolling again would bring {points} points on average and give {gift}."),
        Brings: _("This brings {points} and gives {gift}."),
        Most: _("No other selection of these dice brings more points."),
        Generous: _(
            "The most would be {points} points with a gift of {gift}. Giving more pays here: "
            "for the charity bonus it is worth {worth} points on average."
        ),
        Deny: _("The most would be {points} points, but that gives {gift}: too much."),
        Spares: _(
            "Another choice would bring roughly {points} points more, but also give away roughly "
            "{gift} more."
        ),
        GivingPays: _(
            "Giving pays here: the charity bonus is worth more than the points it costs."
        ),
        Gift: _("The gift is {asked} points on average with the 2×, and {plain} without."),
        GivesLess: _("The giver would then give less, so the 2× brings nothing now."),
        LastChance: _("This is the last turn in which the 2× can be used."),
        NextRoll: _("Wait for the next roll: then it is clearer what will be left over."),
        KeepBox: _("The 2× would be gone: later it is worth {worth} points on average."),
        HelpsGiver: _(
            "A doubled gift brings the giver closer to the charity bonus: that changes the lead "
            "between you by {worth} points on average."
        ),
        ScoresLess: _("The giver then scores less: by {points} points on average."),
        Decided: _("The game is as good as decided."),
    }
    return texts[type(why)]


def _shown(name: str, value: object) -> str:
    """A figure of a reason as people write it; whole points are whole."""
    if isinstance(value, float):
        shown = {"chance": odds, "alone": whole_percent, "cost": percentage_points}
        return shown.get(name, _mean)(value)
    return str(value)


def _aim(why: Aim) -> str:
    texts = {
        ("same", 4): _("Goes for four equal numbers or more (+{bonus}): {chance}."),
        ("same", 5): _("Goes for five equal numbers or more (+{bonus}): {chance}."),
        ("same", 6): _("Goes for six equal numbers (+{bonus}): {chance}."),
        ("colour", 4): _("Goes for four of one colour (+{bonus} or more): {chance}."),
        ("run", 4): _("Goes for a run of four or more in one colour (+{bonus}): {chance}."),
        ("run", 5): _("Goes for a run of five or more in one colour (+{bonus}): {chance}."),
        ("run", 6): _("Goes for a run of six in one colour (+{bonus}): {chance}."),
    }
    text = texts[why.family, why.size]
    if why.alone is None or why.alone - why.chance < _NOTABLE:
        return text
    # First what the bonus cards say, too.
    alone = text.replace("{chance}", "{alone}")
    note = _("That is for this bonus alone; with the best play for all points: {chance}.")
    return f"{alone} {note}"


def _wins_more(style: str) -> str:
    texts = {
        "safe": _(
            "Ahead, safety counts: something else would bring {points} points more on average, "
            "but win less often."
        ),
        "bold": _(
            "Behind, only a risk helps: something else would bring {points} points more on "
            "average, but win less often."
        ),
        "": _(
            "Winning counts, not points: something else would bring {points} points more on "
            "average, but win less often."
        ),
    }
    return texts[style]


def _lowers(cause: Cause) -> str:
    texts: dict[Cause, str] = {
        "box": _(
            "The 2× is worth more later: using it now would lower the chance of winning by {cost} "
            "percentage points."
        ),
        "charity": _(
            "All of a doubled gift counts as given, so the giver gets the charity bonus more "
            "often: using the 2× would lower the chance of winning by {cost} percentage points."
        ),
    }
    return texts[cause]


def odds(chance: float) -> str:
    """A chance in whole per cents, and as one in so many where it is nearly that."""
    shown, times = whole_percent(chance), one_in(chance)
    if not times:
        return shown
    return _("{percent}, 1 in {times}").format(percent=shown, times=number(times))


def one_in(chance: float) -> int | None:
    """In how many times it happens once, where it is nearly that; likely things have no such."""
    if chance <= 0 or chance > 0.55:
        return None
    times = floor(1 / chance + 0.5)
    return times if abs(1 / chance - times) <= _ROUND * times else None


def percentage_points(chance: float) -> str:
    """A difference of chances without its sign of per cent; a small one is not 0."""
    return number(100 * chance, 1 if abs(chance) >= 0.001 else 2)


def _mean(value: float) -> str:
    """An average; it always has a digit, so that it is never mistaken for a count."""
    return number(value, 1)
