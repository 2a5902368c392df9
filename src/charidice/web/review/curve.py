"""The curve of a game: everybody's chance of winning after every roll and decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from charidice.charts import Curve, Extras, Mark, curves
from charidice.coach import PlayerVerdict, Verdict
from charidice.locale import gettext as _
from charidice.locale import sentences
from charidice.locale.formats import percent
from charidice.rules import Face, Game, Phase
from charidice.web.review.people import Person

BEST, TRY = "★", "!"


@dataclass(frozen=True, slots=True)
class CurveView:
    """The chart and its figures."""

    title: str
    chart: Markup
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def curve_view(
    judged: Verdict, games: Sequence[Game], people: Sequence[Person], seat: int
) -> CurveView:
    """The chances through one player's eyes; of three and more everybody's, the own one first."""
    player = judged.players[seat]
    order = [seat] if len(people) == 2 else _own_first(seat, len(people))
    title = _("Chance of winning: {name}").format(name=people[seat].name)
    drawn = [
        Curve(_points(judged, each), people[each].title if len(order) > 1 else "") for each in order
    ]
    extras = Extras(_marks(judged, player), 1.0, 0.5 if len(people) == 2 else None)
    ticks = [(number, str(games[number].round + 1)) for number in _round_starts(games)]
    chart = Markup(curves(title, drawn, ticks, percent, extras))  # noqa: S704  # ours
    columns = _own_first(seat, len(people))
    heads = ("", *(people[each].title for each in columns))
    return CurveView(title, chart, heads, tuple(_rows(judged, games, people, columns)))


def _own_first(seat: int, count: int) -> list[int]:
    return [(seat + offset) % count for offset in range(count)]


def _points(judged: Verdict, seat: int) -> tuple[tuple[float, float], ...]:
    """Where the chance of a seat is known; between that the line goes straight on."""
    known = ((number, chances[seat]) for number, chances in enumerate(judged.curve))
    return tuple((number, chance) for number, chance in known if chance is not None)


def _marks(judged: Verdict, player: PlayerVerdict) -> tuple[Mark, ...]:
    """The one thing to try and the best move, after the decision."""
    found = ((player.to_try, TRY), (player.best, BEST))
    return tuple(
        Mark(moment.number + 1, _near(judged, player.seat, moment.number + 1), sign, sign == BEST)
        for moment, sign in found
        if moment is not None
    )


def _near(judged: Verdict, seat: int, number: int) -> float:
    """The chance at a place, or on the line between the known ones beside it."""
    points = _points(judged, seat)
    before = max(point for point in points if point[0] <= number)
    after = min(point for point in points if point[0] >= number)
    if after[0] == before[0]:
        return before[1]
    way = (number - before[0]) / (after[0] - before[0])
    return before[1] + way * (after[1] - before[1])


def _round_starts(games: Sequence[Game]) -> list[int]:
    return [
        number
        for number, game in enumerate(games)
        if game.turn.phase is Phase.ROLLING and not game.turn.rolls and game.active == 0
    ]


def _rows(
    judged: Verdict, games: Sequence[Game], people: Sequence[Person], columns: Sequence[int]
) -> Iterable[tuple[str, ...]]:
    names = [person.name for person in people]
    told = [_("The game begins.")] + [
        sentences.event(game, action, names, _numbers)
        for game, action in zip(games, judged.record.actions, strict=False)
    ]
    for text, chances in zip(told, judged.curve, strict=True):
        cells = (chances[seat] for seat in columns)
        yield (text, *("–" if cell is None else percent(cell, 1) for cell in cells))


def _numbers(faces: Iterable[Face]) -> str:
    return " ".join(str(face.number) for face in faces)
