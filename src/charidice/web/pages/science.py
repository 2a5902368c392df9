"""What the solution of the game knows, with pictures."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from charidice.charts import Bar, Cell, Curve, bars, curves, grid
from charidice.coach.facts import Case, Fact, Row, Topic, Unit
from charidice.locale import facts as words
from charidice.locale import gettext as _
from charidice.locale.formats import number, percent
from charidice.simulation.facts import Facts, shipped_facts
from charidice.web.pages.layout import page

router = APIRouter(include_in_schema=False)
_ROUNDS: Final = 7
_UNSURE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart, and its figures in a table for whoever wants or needs them."""

    title: str
    chart: Markup
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A question, its answer in words, and the pictures to it."""

    key: str
    title: str
    answer: str
    known: str
    pictures: tuple[Picture, ...]


@router.get("/science")
async def science_page(request: Request) -> Response:
    """What is known about the game."""
    return page(request, "science.html", {"chapters": chapters(_facts())})


_facts: Final = cache(shipped_facts)


def chapters(facts: Facts) -> tuple[Chapter, ...]:
    """All chapters in the language of the moment."""
    told: tuple[Callable[[_Known], Chapter], ...] = (
        _one_roll, _bonuses, _asking, _first_seat, _generosity, _totals,
    )  # fmt: skip
    known = _Known(facts)
    return tuple(tell(known) for tell in told)


class _Known:
    """The facts by topic."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._games = facts.facts, facts.games

    def fact(self, topic: Topic, unit: Unit | None = None) -> Fact:
        return next(f for f in self._facts if f.topic is topic and unit in (None, f.unit))

    def value(self, topic: Topic, case: Case = (), unit: Unit | None = None) -> float:
        return next(row.value for row in self.fact(topic, unit).rows if row.case == case)

    def known(self, *topics: Topic) -> str:
        """How these are known, each way once."""
        return "; ".join(dict.fromkeys(words.known(self.fact(t), self._games) for t in topics))


def _one_roll(known: _Known) -> Chapter:
    one, two, three = (known.value(Topic.ROLLS, (rolls,)) for rolls in (1, 2, 3))
    text = _(
        "With one roll a turn scores {one} points on average, if you only want points. "
        "The second roll adds {second}, the third {third}: both are worth taking."
    )
    answer = text.format(
        one=number(one, 1), second=number(two - one, 1), third=number(three - two, 1)
    )
    fact = known.fact(Topic.ROLLS)
    return Chapter(
        "roll", _("What is one roll worth?"), answer, known.known(Topic.ROLLS), (_bars(fact),)
    )


def _bonuses(known: _Known) -> Chapter:
    fact = known.fact(Topic.BONUSES)
    rows = sorted((row for row in fact.rows if row.case[0] != "none"), key=lambda row: -row.value)
    some = 1 - known.value(Topic.BONUSES, ("none", 0))
    text = _("When both play perfectly, {share} of all turns bring a bonus.")
    picture = _bars(Fact(fact.topic, fact.kind, fact.unit, tuple(rows)))
    return Chapter(
        "bonuses",
        _("How often does each bonus come?"),
        text.format(share=percent(some)),
        known.known(Topic.BONUSES),
        (picture,),
    )


def _asking(known: _Known) -> Chapter:
    rows = {row.case: row for row in known.fact(Topic.ASKING).rows}
    text = _(
        "Wait for the second roll: before the last round it is hardly ever right to ask after the "
        "first. "
        "After the second roll it depends on the round and on what would be given if the dice were "
        "scored for the most points. The charts show how often asking is right then."
    )
    # The turn of who begins comes first in a round, and the other one gets its gift.
    pictures = (
        _grid(_("If you begin the game"), [rows_of_round(rows, 2 * left + 1) for left in _lefts()]),
        _grid(_("If you play second"), [rows_of_round(rows, 2 * left + 2) for left in _lefts()]),
    )
    return Chapter(
        "asking",
        _("When should I ask for the biggest gift?"),
        text,
        known.known(Topic.ASKING),
        pictures,
    )


def _lefts() -> range:
    """How many rounds follow each round."""
    return range(_ROUNDS - 1, -1, -1)


def rows_of_round(rows: dict[Case, Row], left: int) -> list[Row]:
    """How often asking is right after the second roll with so many turns left, by gift."""
    return [row for case, row in rows.items() if case[:2] == (left, 2)]


def _first_seat(known: _Known) -> Chapter:
    win, margin = known.value(Topic.FIRST_SEAT_WIN), known.value(Topic.FIRST_SEAT_MARGIN)
    text = _(
        "Between two perfect players, whoever begins wins {share} of the games and ends {points} "
        "points behind on average: it is better to play second."
    )
    error = known.fact(Topic.FIRST_SEAT_WIN).rows[0].error
    shares = [(_("who begins"), win), (_("who plays second"), 1 - win)]
    title = _("Chance of winning")
    drawn = [Bar(label, share, percent(share, 1), error) for label, share in shares]
    table = tuple((bar.label, percent(bar.value, 2)) for bar in drawn)
    picture = Picture(title, Markup(bars(title, drawn)), ("", title), table)  # noqa: S704
    return Chapter(
        "first-seat",
        _("What is the first seat worth?"),
        text.format(share=percent(win, 1), points=number(-margin, 1)),
        known.known(Topic.FIRST_SEAT_WIN),
        (picture,),
    )


def _generosity(known: _Known) -> Chapter:
    rows = known.fact(Topic.GIVING_WIN).rows
    decides = known.value(Topic.CHARITY, ("decides",))
    text = _(
        "The charity bonus decides {share} of the games between perfect players. One more point "
        "given raises the chance of winning by {early} percentage points in the first turn, and "
        "by {most} where it counts most."
    )
    best = max(row.value for row in rows)
    title = _("What one more point given is worth, in chance of winning")
    turns = len(rows)
    points = tuple((turns + 1 - _count(row), row.value) for row in rows)
    ticks = [(turn, str(turn)) for turn in range(2, turns + 1, 2)]
    chart = Markup(curves(title, [Curve(points)], ticks, lambda y: percent(y, 1)))  # noqa: S704
    table = tuple((str(turns + 1 - _count(row)), percent(row.value, 2)) for row in rows)
    return Chapter(
        "generosity",
        _("How much does generosity pay?"),
        text.format(
            share=percent(decides),
            early=number(100 * rows[0].value, 1),
            most=number(100 * best, 1),
        ),
        known.known(Topic.GIVING_WIN, Topic.CHARITY),
        (Picture(title, chart, (_("Turn"), _("Chance of winning")), table),),
    )


def _totals(known: _Known) -> Chapter:
    mean = known.value(Topic.TOTALS, ("mean",), Unit.POINTS)
    deviation = known.value(Topic.TOTALS, ("deviation",), Unit.POINTS)
    text = _(
        "Perfect players end with {mean} points on average; two of three totals are between {low} "
        "and {high}."
    )
    fact = known.fact(Topic.TOTALS, Unit.SHARE)
    title = words.title(Topic.TOTALS)
    step = _count(fact.rows[1]) - _count(fact.rows[0])
    points = tuple((_count(row) + step / 2, row.value) for row in fact.rows)
    ticks = [(x, number(x)) for x in range(100, 500, 100)]
    chart = Markup(curves(title, [Curve(points)], ticks, percent))  # noqa: S704
    return Chapter(
        "totals",
        _("What is a good total?"),
        text.format(mean=number(mean), low=number(mean - deviation), high=number(mean + deviation)),
        known.known(Topic.TOTALS),
        (Picture(title, chart, (_("Total"), _("Share")), tuple(_figures(fact))),),
    )


def _count(row: Row) -> int:
    return int(row.case[0])


def _figures(fact: Fact) -> Iterator[tuple[str, str]]:
    for row in fact.rows:
        shown = words.value(fact, row) + words.error(fact.unit, row)
        yield words.label(fact.topic, fact.unit, row.case), shown


def _bars(fact: Fact) -> Picture:
    title = words.title(fact.topic)
    drawn = [
        Bar(
            words.label(fact.topic, fact.unit, row.case),
            row.value,
            _short(fact.unit, row),
            row.error,
        )
        for row in fact.rows
    ]
    heads = ("", _("Share") if fact.unit is Unit.SHARE else _("Points"))
    return Picture(title, Markup(bars(title, drawn)), heads, tuple(_figures(fact)))  # noqa: S704


def _short(unit: Unit, row: Row) -> str:
    return percent(row.value, 1) if unit is Unit.SHARE else number(row.value, 1)


def _grid(title: str, rounds: Sequence[Sequence[Row]]) -> Picture:
    heads = words.gift_groups()
    labels = [_("Round {round}").format(round=number(place)) for place in range(1, _ROUNDS + 1)]
    cells = [
        [Cell(row.value, "≈" * (row.error > _UNSURE) + percent(row.value)) for row in rows]
        for rows in rounds
    ]
    rows = list(zip(labels, cells, strict=True))
    chart = Markup(grid(title, heads, rows))  # noqa: S704
    table = tuple((label, *(cell.shown for cell in row)) for label, row in rows)
    return Picture(title, chart, (_("Gift"), *heads), table)
