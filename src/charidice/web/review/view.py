"""What the page of a review shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from charidice.coach import PlayerVerdict, Verdict
from charidice.coach.judging import LEAST_ERROR
from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.locale import verdict as words
from charidice.locale.coach import percentage_points
from charidice.locale.formats import number, signed
from charidice.records import positions
from charidice.rules import Game, totals, winners
from charidice.web.live.faces import FaceView
from charidice.web.review.books import BooksView, books_view
from charidice.web.review.curve import CurveView, curve_view
from charidice.web.review.moments import (
    LuckView,
    MomentView,
    best_view,
    decisions,
    error_view,
    luck_view,
)
from charidice.web.review.people import Person

ERRORS_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player's figures beside those of the others; `link` shows the game through their eyes."""

    title: str
    face: FaceView
    link: str
    is_current: bool
    total: int
    grade: str
    luck: str
    errors: str
    margin: str | None


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A game judged, through the eyes of one player.

    `path` is where the review is, None in a file of its own; `yours` whether that player looks, and
    `first_step` their first decision.
    """

    path: str | None
    back: str | None
    share: str | None
    first_step: int
    name: str
    yours: bool
    exactness: str
    grade: str
    word: str
    meaning: str
    stood_in: str | None
    luck: str
    luck_word: str
    margin: str | None
    fair_result: str | None
    curve: CurveView
    best: MomentView | None
    to_try: MomentView | None
    nothing_to_try: str
    other_errors: tuple[MomentView, ...]
    more_errors: str | None
    lucks: tuple[LuckView, ...]
    books: BooksView | None
    players: tuple[PlayerRow, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a review is, where its game is, and the link to hand on; nothing in a file."""

    path: str | None = None
    back: str | None = None
    share: str | None = None


def review_view(
    judged: Verdict,
    people: tuple[Person, ...],
    wanted: str = "",
    place: Place = Place(),  # noqa: B008
) -> ReviewView:
    """The review through the eyes of the seat that is asked for."""
    games = list(positions(judged.record))
    seat = seat_of(wanted, people, games[-1])
    player, me = judged.players[seat], people[seat]
    steps = {at: step for step, at in enumerate(decisions(games, judged.record.actions))}
    errors = tuple(
        error_view(games, each, steps[each.number], judged.why(each.number))
        for each in player.errors[:ERRORS_SHOWN]
    )
    best = player.best
    mine = next((number for number, each in enumerate(people) if each.is_me), None)
    return ReviewView(
        place.path,
        place.back,
        place.share,
        next((step for at, step in steps.items() if judged.judged[at].step.seat == seat), 0),
        me.name,
        me.is_me,
        words.how_exact(judged),
        number(_grade(player)),
        words.grade_word(player.grade),
        words.grade_meaning(),
        _stood_in(player, me),
        *_luck(judged, people, seat),
        _fair_margin(player, people),
        words.fair_result(judged, [each.name for each in people], mine)
        if len(people) == 2
        else None,
        curve_view(judged, games, people, seat),
        None
        if best is None
        else best_view(games, best, steps[best.number], judged.why(best.number)),
        errors[0] if errors else None,
        _nothing(player),
        errors[1:],
        _more(player),
        tuple(_lucks(games, player)),
        books_view(judged, people, seat),
        _players(judged, people, games[-1], seat, place.path),
    )


def seat_of(wanted: str, people: Sequence[Person], end: Game) -> int:
    """The seat that is asked for, else the viewer's, else the winner's."""
    if wanted in [str(number) for number in range(1, len(people) + 1)]:
        return int(wanted) - 1
    mine = [seat for seat, person in enumerate(people) if person.is_me]
    return mine[0] if mine else winners(end)[0]


def _luck(judged: Verdict, people: Sequence[Person], seat: int) -> tuple[str, str]:
    """The luck of a player, in words too; with the lead on average dice it is the result of two."""
    mine = judged.players[seat].points.luck
    if len(people) != 2:
        return signed(mine, 1), _("luck: points from the dice")
    other = 1 - seat
    word = _("luck: points from the dice, compared with {name}").format(name=people[other].name)
    return signed(mine - judged.players[other].points.luck, 1), word


def _fair_margin(player: PlayerVerdict, people: Sequence[Person]) -> str | None:
    """The lead with average dice, for two: among more it is also what neighbours gave to others."""
    return signed(player.fair_margin, 1) if len(people) == 2 else None


def _grade(player: PlayerVerdict) -> float:
    """The grade as it is shown: the full 100 is for those without an error."""
    return min(player.grade, 99.0) if player.errors else player.grade


def _stood_in(player: PlayerVerdict, person: Person) -> str | None:
    """That a bot decided for somebody who was away."""
    if not player.stood_in:
        return None
    theirs = ngettext(
        "A bot made {count} decision for {name}: it does not count here.",
        "A bot made {count} decisions for {name}: they do not count here.",
        player.stood_in,
    )
    mine = ngettext(
        "A bot made {count} decision for you: it does not count here.",
        "A bot made {count} decisions for you: they do not count here.",
        player.stood_in,
    )
    return (mine if person.is_me else theirs).format(count=player.stood_in, name=person.name)


def _nothing(player: PlayerVerdict) -> str:
    """What is said where there was no error."""
    text = _("Nothing: no choice cost any chance of winning. Perfect!")
    if player.win.missed < LEAST_ERROR:
        return text
    unused = _(
        "Nothing: no choice cost any chance of winning. Only unused chances for the 2× "
        "cost {chance} percentage points."
    )
    return unused.format(chance=percentage_points(player.win.missed))


def _more(player: PlayerVerdict) -> str | None:
    """What is not shown of the errors."""
    rest = player.errors[ERRORS_SHOWN:]
    if not rest:
        return None
    text = ngettext(
        "{count} smaller error cost {chance} percentage points.",
        "{count} smaller errors cost {chance} percentage points together.",
        len(rest),
    )
    return text.format(count=len(rest), chance=percentage_points(sum(each.chance for each in rest)))


def _lucks(games: Sequence[Game], player: PlayerVerdict) -> list[LuckView]:
    found = ((player.luckiest, True), (player.unluckiest, False))
    return [
        luck_view(games, roll, is_good=good)
        for roll, good in found
        if roll is not None and (roll.chance >= LEAST_ERROR if good else roll.chance < 0)
    ]


def _players(
    judged: Verdict, people: Sequence[Person], end: Game, seat: int, path: str | None
) -> tuple[PlayerRow, ...]:
    ends = totals(end)
    return tuple(
        PlayerRow(
            person.title,
            person.face,
            "" if path is None else f"{path}?seat={player.seat + 1}",
            player.seat == seat,
            ends[player.seat],
            _("{grade}: {word}").format(
                grade=number(_grade(player)), word=words.grade_word(player.grade)
            ),
            signed(player.points.luck, 1),
            percentage_points(player.error),
            _fair_margin(player, people),
        )
        for player, person in zip(judged.players, people, strict=True)
    )
