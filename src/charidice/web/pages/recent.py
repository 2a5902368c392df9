"""The tables that the start page offers to continue or to look at again."""

from dataclasses import dataclass, replace
from typing import Final

from fastapi import Request

from charidice.locale import gettext as _
from charidice.locale.ago import ago
from charidice.rules import Game, standings, winners
from charidice.tables import CachedTable, Status, Table, TableError
from charidice.web.edge.addresses import address_of
from charidice.web.live import words
from charidice.web.live.faces import FaceView, faces_of
from charidice.web.pages.browser_seats import held_tables, table_and_viewer
from charidice.web.services import services_of

MOST_TABLES_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class RecentTable:
    """A table at which this browser has a seat: with whom, how it stands, and when it moved."""

    link: str
    faces: tuple[FaceView, ...]
    names: tuple[str, ...]
    state: str
    score: str
    when: str
    my_turn: bool
    turn: str | None  # says whose turn it is, if it is somebody else's


async def recent_tables(request: Request) -> list[RecentTable]:
    """The tables at which this browser holds a seat, the latest first."""
    found: list[tuple[float, RecentTable]] = []
    services, address = services_of(request), address_of(request.scope)
    held = held_tables(request)
    for name in held[-MOST_TABLES_SHOWN:]:
        if services.host.in_memory(name) is None and not services.limits.allows(address):
            break  # reading one from the log counts as another request
        try:
            cached, viewer = await table_and_viewer(request, name)
        except TableError:
            continue
        if viewer.holder is not None:
            entry = recent_table(cached, viewer.path, viewer.holder)
            rematch = cached.table.rematch
            if rematch is not None and rematch not in held:  # it may be their turn there
                entry = replace(entry, link=f"/t/{rematch}", state=_("A rematch has begun."))
            found.append((cached.table.moved_at, entry))
    return [entry for _when, entry in sorted(found, key=lambda each: each[0], reverse=True)]


def recent_table(cached: CachedTable, link: str, holder: int) -> RecentTable:
    """What the start page says about a table, to somebody who has a seat there."""
    table = cached.table
    mine, faces = table.seats_of(holder), faces_of(table.seats)
    names = [words.seat_name(seat, number) for number, seat in enumerate(table.seats)]
    shown = [n for n in range(len(names)) if n not in mine] or list(mine)
    away = table.playing and holder not in table.people
    my_turn = table.to_act in mine and not away
    theirs = table.to_act is not None and not my_turn
    return RecentTable(
        link,
        tuple(faces[n] for n in shown),
        tuple(names[n] for n in shown),
        _("a bot plays for you") if away else _state(table, names, mine),
        _score(table, mine),
        ago(cached.now - max(table.moved_at, table.created_at)),
        my_turn,
        _("{name}’s turn").format(name=names[table.to_act])
        if theirs and table.to_act is not None
        else None,
    )


def _state(table: Table, names: list[str], mine: tuple[int, ...]) -> str:
    game = table.game
    if table.status is Status.PLAYING and game is not None:
        return _("Round {round} of {rounds}").format(round=game.round + 1, rounds=game.rules.rounds)
    if table.status is Status.FINISHED and game is not None:
        return _outcome(game, names, mine)
    return _("ended early") if table.status is Status.ENDED else _("waiting for players")


def _outcome(game: Game, names: list[str], mine: tuple[int, ...]) -> str:
    """Who won, and by how much."""
    won, places = winners(game), standings(game)
    if len(won) > 1:
        return _("a tie")
    points = places[0].total - places[1].total
    if mine == tuple(won):
        return _("you won by {points}").format(points=points)
    return _("{name} won by {points}").format(name=names[won[0]], points=points)


def _score(table: Table, mine: tuple[int, ...]) -> str:
    """The points, the viewer's own first."""
    if table.game is None:
        return ""
    totals = {place.seat: place.total for place in standings(table.game)}
    order = [*mine, *(seat for seat in range(len(table.seats)) if seat not in mine)]
    return "\u00a0:\u00a0".join(str(totals[seat]) for seat in order)
