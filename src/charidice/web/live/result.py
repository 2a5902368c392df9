"""The result of a game: the podium, and how the sums come about."""

from collections.abc import Sequence
from dataclasses import dataclass

from charidice.locale import gettext as _
from charidice.locale import ngettext, sentences
from charidice.rules import Game, Standing, standings, winners
from charidice.tables.model.ending import wins_of
from charidice.tables.model.game_setup import FULL_GAME
from charidice.tables.model.playing import take_back_until
from charidice.web.live.faces import FaceView
from charidice.web.live.picture import result_picture
from charidice.web.live.scored import ScoredView, scored_view
from charidice.web.live.viewer import Look
from charidice.web.live.written import UnsentView, unsent_view


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One line of the tally: what it adds up, and how much each player has of it."""

    title: str
    values: tuple[int, ...]
    is_charity: bool = False


@dataclass(frozen=True, slots=True)
class TallyView:
    """How the totals come about, by seat: the order of the columns tells nothing beforehand."""

    names: tuple[str, ...]
    faces: tuple[FaceView, ...]
    won: tuple[bool, ...]
    rows: tuple[TallyRow, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """Somebody on the podium; equal totals share a place."""

    seat: int
    place: int
    name: str
    face: FaceView
    total: int
    given: int


@dataclass(frozen=True, slots=True)
class WinsView:
    """How often somebody has won this evening."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class FarewellView:
    """What a guided game leads to: a whole one against the same bots."""

    name: str
    levels: tuple[str, ...]
    against: str
    rounds: int


@dataclass(frozen=True, slots=True)
class ResultView:
    """The end of a game: who has won, if it was played to its end."""

    path: str
    position: int
    victory: str | None
    charity: str | None
    decided: bool  # by the charity bonus
    by_person: bool  # a person has won, or shares the victory
    is_guided: bool
    is_whole: bool  # not a short game
    lead: str | None  # by how much the viewer is ahead or behind
    podium: tuple[PodiumStep, ...]
    last: ScoredView | None  # the last score, whose dice the result replaces
    tally: TallyView
    picture: str | None  # what a picture of it shows, as JSON
    reviewable: bool  # every die of the game is known
    is_rematch: bool  # so that there were games before it
    wins: tuple[WinsView, ...]  # of the evening, for those who sat there
    rematch: str | None  # where it is
    begins: bool  # the viewer begins there
    can_rematch: bool
    next_to_begin: str
    farewell: FarewellView | None  # for whoever was guided; their browser knows it
    take_back_until: float | None
    unsent: UnsentView | None  # at a pad: a turn that was entered here may not be sent yet


def result_view(look: Look, game: Game) -> ResultView:
    """The result at a table whose game is over, at its end or before."""
    table, over = look.table, game.over
    won = winners(game) if over else ()
    reader = look.mine[0] if len(look.mine) == 1 else None
    return ResultView(
        path=look.viewer.path,
        position=table.position,
        victory=sentences.victory(game, look.names, reader) if over else None,
        charity=sentences.charity(game, look.names, reader) if over else None,
        decided=over and _is_decided_by_charity(game),
        by_person=any(table.seats[seat].bot is None for seat in won),
        is_guided=table.setup.is_guided and len(look.mine) == 1,
        is_whole=game.rules.rounds >= FULL_GAME,
        lead=_lead(look, game) if over else None,
        podium=_podium(look, game) if over else (),
        last=scored_view(look),
        tally=tally_of(game, look.titles, look.faces),
        picture=result_picture(game, look.names, look.titles, look.faces) if over else None,
        reviewable=table.reviewable,
        is_rematch=table.came_from is not None,
        wins=_wins(look),
        rematch=None if table.rematch is None else f"/t/{table.rematch}",
        begins=look.mine == (1 % len(look.names),),
        can_rematch=table.rematch is None and bool(look.mine),
        next_to_begin=look.names[1 % len(look.names)],
        farewell=_farewell(look, game),
        take_back_until=take_back_until(table, look.viewer.holder),
        unsent=unsent_view(look),
    )


def _lead(look: Look, game: Game) -> str | None:
    """By how many points the viewer is ahead or behind; None if that is 0, or they look on."""
    if len(look.mine) != 1:
        return None
    places = standings(game)
    mine = next(place.total for place in places if place.seat == look.mine[0])
    points = mine - max(place.total for place in places if place.seat != look.mine[0])
    ahead = ngettext("You are {points} point ahead.", "You are {points} points ahead.", points)
    behind = ngettext("You are {points} point behind.", "You are {points} points behind.", -points)
    return (ahead if points > 0 else behind).format(points=abs(points)) if points else None


def _is_decided_by_charity(game: Game) -> bool:
    """Whether somebody has won who would not have without the charity bonus, at least not alone."""
    subtotals = [sheet.subtotal for sheet in game.sheets]
    best = tuple(seat for seat, sum_ in enumerate(subtotals) if sum_ == max(subtotals))
    won = tuple(winners(game))
    return len(won) == 1 and best != won


def _podium(look: Look, game: Game) -> tuple[PodiumStep, ...]:
    places = standings(game)
    steps = [
        PodiumStep(
            each.seat,
            1 + sum(other.total > each.total for other in places),
            look.titles[each.seat],
            look.faces[each.seat],
            each.total,
            game.sheets[each.seat].given,
        )
        for each in places
    ]
    return tuple(steps)


def _farewell(look: Look, game: Game) -> FarewellView | None:
    """The way on from a short game that somebody has played alone against one bot."""
    table, levels = look.table, tuple(seat.bot for seat in look.table.seats if seat.bot)
    alone = len(look.mine) == len(levels) == 1 and len(table.seats) == 2
    if not (alone and game.over and game.rules.rounds < FULL_GAME):
        return None
    against = [name for seat, name in enumerate(look.names) if table.seats[seat].bot]
    mine = look.names[look.mine[0]]
    return FarewellView(mine, levels, sentences.listed(against), FULL_GAME)


def _wins(look: Look) -> tuple[WinsView, ...]:
    """How often everybody has won, most first, from the second game on.

    Only for those with a seat: the host may have wanted no onlookers in an earlier game.
    """
    wins = wins_of(look.table)
    if look.table.came_from is None or wins is None or not look.mine:
        return ()
    found = [WinsView(*each) for each in zip(look.titles, wins, strict=True)]
    return tuple(sorted(found, key=lambda each: -each.count))


def tally_of(game: Game, titles: Sequence[str], faces: Sequence[FaceView]) -> TallyView:
    """The tally of a position; before the end without the charity bonus."""
    places, won = sorted(standings(game), key=lambda place: place.seat), winners(game)
    rows = [
        _row(_("Dice"), places, "points"),
        _row(_("Bonus"), places, "bonus"),
        _row(_("Received"), places, "received"),
    ]
    if game.over:
        rows.append(_row(_("Charity bonus"), places, "charity"))
    return TallyView(
        tuple(titles[place.seat] for place in places),
        tuple(faces[place.seat] for place in places),
        tuple(place.seat in won for place in places),
        tuple(rows),
        tuple(place.total for place in places),
    )


def _row(title: str, places: Sequence[Standing], what: str) -> TallyRow:
    values = tuple(getattr(place, what) for place in places)
    return TallyRow(title, values, what == "charity")
