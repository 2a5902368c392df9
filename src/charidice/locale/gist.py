"""Why a choice is the best one, in one short sentence; figures are for those who want to know."""

from collections.abc import Sequence
from typing import Final

from charidice.coach.reason_kinds import (
    Aim,
    Average,
    Brings,
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
    Lowers,
    Most,
    NextRoll,
    Open,
    Reason,
    RollAgain,
    ScoreNow,
    Stays,
    WinsMore,
)
from charidice.locale import gettext as _
from charidice.locale.coach import one_in, reason
from charidice.locale.formats import number, percent

_CLEARLY: Final = 0.5  # of a point: smaller differences are not called more or less
_NOT_SURE: Final = 0.99  # what may fail is not called certain
_MOSTLY: Final = 0.7  # of how likely a bonus is alone: for less it is not what is played for
_SELDOM: Final = 0.18  # up to here something is no reason, and shares of a few times are too rough
_NEARLY_ALWAYS: Final = 0.92
_SHARES: Final = ((1, 5), (1, 4), (1, 3), (2, 5), (1, 2), (3, 5), (2, 3), (3, 4), (4, 5), (9, 10))


def gist(why: Sequence[Reason]) -> str:
    """The reason that matters most, in one short sentence."""
    told = tuple(why)
    if told[1:] and isinstance(told[-1], Decided):  # that says nothing of the choice
        told = told[:-1]
    match told:
        case (GivingPays(), Held() | Aim() | Open(), *_):  # what is seen on the table goes first
            told = told[1:]
    match told:
        case ():
            return ""
        case (Held() | Aim() | Open() | Average(), *_):
            return _of_rolling(told)
        case (Brings() as brings, *rest):
            return _of_scoring(brings, rest)
        case (Gift() as gift, *rest):
            return _of_answering(gift, rest)
        case _:
            return reason(told[0])


def further(why: Sequence[Reason]) -> tuple[str, ...]:
    """All that there is to say beside the gist."""
    said = gist(why)
    return tuple(text for text in map(reason, why) if text != said)


def _of_rolling(why: Sequence[Reason]) -> str:
    match tuple(why):
        case (Held() as held, *rest):
            return _of_what_is_safe(held, rest)
        case (Aim() as aim, *rest):
            return _of_aim(aim, rest)
        case (Open(), *_):  # the cards say how likely each is alone, which is more
            return _("This way you may still get one of several bonuses.")
        case (Average(points), *rest):
            return _of_points(points, rest)
        case _:
            return reason(why[0])


def _of_what_is_safe(held: Held, rest: Sequence[Reason]) -> str:
    match tuple(rest):
        case (Stays(), Aim(), *_):
            text = _(
                "A bonus of {bonus} is safe and a larger one possible; what else you keep is there "
                "to give less."
            )
        case (Gives(), Aim(), *_):
            text = _(
                "A bonus of {bonus} is safe and a larger one possible; what else you keep is there "
                "to give more."
            )
        case (Stays(), *_):
            text = _("A bonus of {bonus} is safe; what else you keep is there to give less away.")
        case (Gives(), *_):
            text = _(
                "A bonus of {bonus} is safe; what else you keep helps you to the charity bonus."
            )
        case (Aim(), *_) if held.count:  # all that is kept would score without it
            text = _(
                "A bonus of {bonus} is safe with {count} of them, and a larger one is possible."
            )
        case (Aim(), *_):
            text = _("A bonus of {bonus} is safe, and a larger one is possible.")
        case (Average(points), ScoreNow(now), *_) if points >= now + _CLEARLY:
            text = _("A bonus of {bonus} is safe, and rolling on brings more on average.")
        case _:
            text = _("A bonus of {bonus} is safe.")
    return text.format(bonus=held.bonus, count=held.count)


def _of_aim(aim: Aim, rest: Sequence[Reason]) -> str:
    match rest:
        case (Average(points), *others) if _likely(aim) < _SELDOM or _is_aside(aim):
            return _of_points(points, others)
        case _:
            return _aim(aim)


def _of_points(points: float, rest: Sequence[Reason]) -> str:
    match rest[0] if rest else None:
        case ScoreNow(now) if points >= now + 1:
            text = _(
                "Rolling on brings about {points} points on average; scoring now at most {now}."
            )
            return text.format(points=number(points), now=now)
        case WinsMore(_points, style):
            return _wins_more(style)
        case _:
            return _("Rolling on is better here than scoring now.")


def _of_scoring(brings: Brings, rest: Sequence[Reason]) -> str:
    match rest[-1] if rest else None:
        case WinsMore(_points, style):
            return _wins_more(style)
        case Generous():
            return _("Giving more pays here: it helps you towards the charity bonus.")
        case Deny() as deny:
            return reason(deny)
        case _:
            text = _than_other_choices(brings, rest)
            return text.format(points=brings.points, bonus=brings.bonus)


def _than_other_choices(brings: Brings, rest: Sequence[Reason]) -> str:
    match rest[0] if rest else None:
        case RollAgain(points, gift) if points > brings.points - _CLEARLY:
            if gift >= brings.gift + _CLEARLY:
                return _("That is {points} points; if you roll on, you give more away on average.")
            return _("That is {points} points; scoring is better here than rolling on.")
        case RollAgain() if brings.bonus:
            return _(
                "That is {points} points, {bonus} of them as a bonus; rolling on would bring less "
                "on average."
            )
        case RollAgain():
            return _("That is {points} points; rolling on would bring less on average.")
        case Most():
            return _("That is {points} points, and no other choice brings more.")
        case _:
            return _("That is {points} points.")


def _of_answering(gift: Gift, rest: Sequence[Reason]) -> str:
    match rest[0] if rest else None:
        case KeepBox(worth):
            return _of_keeping(gift.asked - gift.plain, worth, rest)
        case HelpsGiver() | Lowers(cause="charity"):
            return _("A doubled gift would help the giver towards the charity bonus.")
        case Lowers():
            return _("Keep your 2×: you win more often if you use it later.")
        case WinsMore(_points, style):
            return _wins_more(style)
        case GivesLess() | NextRoll() as told:
            return reason(told)
        case _:
            text = _("The gift is about {asked} points with the 2×, and about {plain} without.")
            return text.format(asked=number(gift.asked), plain=number(gift.plain))


def _of_keeping(more: float, worth: float, rest: Sequence[Reason]) -> str:
    """Why the 2× is kept: what it brings now and later, or that it helps the giver too."""
    helps = any(isinstance(why, HelpsGiver) for why in rest)
    if more < 0:
        text = _("Keep your 2×: later it is worth more.")
    elif more < worth:
        text = _("Keep your 2×: now it brings about {more} points, later about {worth}.")
    elif helps:
        text = _("A doubled gift would help the giver towards the charity bonus.")
    else:
        text = _("Keep your 2×: you win more often if you use it later.")
    return text.format(more=number(more, 1), worth=number(worth, 1))


def _aim(aim: Aim) -> str:
    """What may be reached and what it is worth; of other numbers than the kept one it says none."""
    texts = {
        ("same", 4): _("This way you may still get four equal numbers ({worth}): {often}."),
        ("same", 5): _("This way you may still get five equal numbers ({worth}): {often}."),
        ("same", 6): _("This way you may still get six equal numbers ({worth}): {often}."),
        ("colour", 4): _("This way you may still get four dice of one colour ({worth}): {often}."),
        ("run", 4): _("This way you may still get a run of four in one colour ({worth}): {often}."),
        ("run", 5): _("This way you may still get a run of five in one colour ({worth}): {often}."),
        ("run", 6): _("This way you may still get a run of six in one colour ({worth}): {often}."),
    }
    text, worth = texts[aim.family, aim.size], f"+{aim.bonus}"
    if aim.family == "colour":  # a run is of one colour too
        worth = _("+{bonus} or more").format(bonus=aim.bonus)
    elif aim.family == "same" and aim.number is not None:
        points = aim.number * aim.size + aim.bonus
        worth = _("with {number}s: {points} points").format(number=aim.number, points=points)
    return text.format(worth=worth, often=_often(_likely(aim)))


def _is_aside(aim: Aim) -> bool:
    """Whether the best play often turns to something else, though this bonus is likely alone."""
    return aim.chance < _MOSTLY * _likely(aim)


def _likely(aim: Aim) -> float:
    """How likely it is if nothing else is wanted, as the bonus cards say it."""
    return aim.chance if aim.alone is None else aim.alone


def _wins_more(style: str) -> str:
    texts = {
        "safe": _("You are ahead: playing safe wins more often than chasing points."),
        "bold": _("You are behind: taking a risk wins more often than chasing points."),
        "": _("This wins more often, though something else brings more points on average."),
    }
    return texts[style]


def _often(chance: float) -> str:
    """How likely something is, roughly: figures that must be exact stand with the bonuses."""
    count, times = 1, one_in(chance)
    if times is None and _SELDOM < chance < _NEARLY_ALWAYS:
        count, times = min(_SHARES, key=lambda share: abs(share[0] / share[1] - chance))
    if times is None:
        return _("about {percent}").format(percent=percent(min(chance, _NOT_SURE)))
    text = _("about 1 time in {times}") if count == 1 else _("about {count} times in {times}")
    return text.format(count=number(count), times=number(times))
