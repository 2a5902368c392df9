"""What the facts about the game are called, and their figures as people write them."""

from charidice.coach.facts import GIFTS_FROM, Case, Fact, Kind, Row, Topic, Unit
from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.locale.formats import number, percent, signed
from charidice.simulation.observed import GROUP


def title(topic: Topic) -> str:
    """What a fact is about."""
    titles = {
        Topic.FIRST_SEAT_MARGIN: _("What it is worth to begin, in points of margin"),
        Topic.FIRST_SEAT_WIN: _("The chance of winning of who begins"),
        Topic.ROLLS: _("What a turn scores on average, played for its points alone"),
        Topic.FIRST_ROLL_KEEPS: _("What is best kept of the first roll of a game"),
        Topic.ASKING: _("How often it is right to ask for the biggest gift, by what lies there"),
        Topic.BOX_MARGIN: _("What the 2× box is worth, in points of margin"),
        Topic.BOX_WIN: _("What the 2× box is worth, in chance of winning"),
        Topic.GIVING_MARGIN: _("What one more point given is worth, in points of margin"),
        Topic.GIVING_WIN: _("What one more point given is worth, in chance of winning"),
        Topic.BONUSES: _("How often a turn brings each bonus"),
        Topic.ASKED: _("How often the biggest gift is asked for in this turn"),
        Topic.CHARITY: _("The charity bonus: how often it decides, and how large it is"),
        Topic.TOTALS: _("The totals of both players"),
        Topic.MARGINS: _("The margins of who begins"),
    }
    return titles[topic]


def known(fact: Fact, games: int) -> str:
    """How a fact is known."""
    if fact.kind is Kind.SIMULATED:
        text = _("simulated: {games} games, ± is half the 95% confidence interval")
        return text.format(games=number(games))
    in_even_positions = {Topic.ASKING, Topic.BOX_MARGIN, Topic.BOX_WIN}
    in_even_positions |= {Topic.GIVING_MARGIN, Topic.GIVING_WIN}
    exact = _("exact")
    if fact.topic is Topic.ASKING:
        exact = _("exact, but for ≈, where both answers may be nearly equal")
    elif any(row.error for row in fact.rows):
        exact = _("exact, ± is how far it can be off")
    if fact.topic not in in_even_positions:
        return exact
    return f"{exact}; " + _("in even positions")


def label(topic: Topic, unit: Unit, case: Case) -> str:
    """In which case a figure holds."""
    match case:
        case ():
            return ""
        case (int(count),):
            return _counted(topic, unit, count)
        case (str(word), int(count)):
            return dice_in_words(word, count)
        case _:
            return _word(str(case[0]))


def _counted(topic: Topic, unit: Unit, count: int) -> str:
    """What a number says that stands alone."""
    if topic is Topic.ROLLS:
        return ngettext("with {count} roll", "with {count} rolls", count).format(count=count)
    if topic is Topic.CHARITY:
        return _("bonus of {points} points").format(points=count)
    if unit is Unit.SHARE and topic in (Topic.TOTALS, Topic.MARGINS):
        return _("from {first} to {last} points").format(
            first=number(count), last=number(count + GROUP - 1)
        )
    return _("turns left: {count}").format(count=count)


def dice_in_words(word: str, count: int) -> str:
    """What dice have in common, and how many they are."""
    texts = {
        "straight": _("{count} of one colour in a row"),
        "one-colour": _("{count} of one colour"),
        "same-number": _("{count} equal numbers"),
        "other": _("{count} others"),
        "few": _("only one die") if count else _("nothing"),
        "scored": _("it is scored at once"),
        "none": _("no bonus"),
    }
    return texts[word].format(count=count)


def _word(word: str) -> str:
    texts = {
        "mean": _("mean"),
        "deviation": _("standard deviation"),
        "decides": _("it decides who wins"),
    }
    return texts[word]


def value(fact: Fact, row: Row) -> str:
    """A figure with its unit."""
    if fact.unit is Unit.SHARE:
        return percent(row.value, 2)
    unsigned = fact.topic in (Topic.TOTALS, Topic.ROLLS) or row.case == ("deviation",)
    return (number if unsigned else signed)(row.value, 2)


def error(unit: Unit, row: Row) -> str:
    """By how much a figure can be off, if it can."""
    if not row.error:
        return ""
    return " ±" + (number(row.error, 2) if unit is Unit.POINTS else percent(row.error, 2))


def gift_groups() -> list[str]:
    """The groups of gifts, by which it is told when asking is right: “0–5”."""
    ends = [f"–{start - 1}" for start in GIFTS_FROM[1:]] + ["–"]
    return [f"{start}{end}" for start, end in zip(GIFTS_FROM, ends, strict=True)]
