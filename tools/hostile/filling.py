"""A data file that is full before the server starts: more tables than it keeps in memory."""

import asyncio
import secrets
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tools import scripted_game
from tools.scripted_game import MOVES

from charidice.rolls import DrawnRolls
from charidice.rules import parse_action
from charidice.storage import SQLiteStore
from charidice.tables import Settings
from charidice.tables.hosting.ports import Entry
from charidice.tables.model.checks import Context
from charidice.tables.model.commands import Begin, Command, Configure, Play
from charidice.tables.model.decide import MOST_EVENTS, decide
from charidice.tables.model.events import Event, encode
from charidice.tables.model.evolve import evolve, replayed
from charidice.tables.model.seating import opened, sat
from charidice.tables.model.table import Table
from charidice.web.edge.seat_tokens import Signer, cookie_of

TABLES: Final = 2_400  # more than a server keeps in memory
LONG_TABLES: Final = 140  # as many as fit into the cookies of a request
_CALM: Final = Settings(ask_seconds=0, turn_seconds=0, pace=0)


class Seat(NamedTuple):
    """A table, and the token of its host there."""

    table: str
    token: str

    @property
    def cookie(self) -> str:
        """As a browser sends it."""
        return f"{cookie_of(self.table)}={self.token}"


@dataclass(frozen=True, slots=True)
class Filling:
    """What is in a data file: games under way, and tables whose log is as long as it may be."""

    tables: list[Seat] = field(default_factory=list)
    long: list[Seat] = field(default_factory=list)


def filled(path: Path, *, quick: bool) -> Filling:
    """Fill a data file."""
    store = SQLiteStore(path)
    try:
        signer = Signer(store.signing_key())
        return asyncio.run(_fill(store, signer, quick=quick))
    finally:
        store.close()


async def _fill(store: SQLiteStore, signer: Signer, *, quick: bool) -> Filling:
    found = Filling()
    short = _lines(_game(moves=MOVES - 10))
    long = _lines(_long_game())
    for lines, count, seats in (
        (short, TABLES, found.tables),
        (long, LONG_TABLES // (4 if quick else 1), found.long),
    ):
        for _ in range(count):
            name = secrets.token_urlsafe(12)
            seats.append(Seat(name, signer.token(name, 1)))
        for start in range(0, count, 20):
            entries = (
                Entry(seat.table, 1, lines, "playing", time.time())
                for seat in seats[start : start + 20]
            )
            await store.append(*entries)
    return found


def _lines(events: list[Event]) -> list[str]:
    return [encode(event) for event in events]


def _context() -> Context:
    rng = Random(10)
    return Context(time.time(), DrawnRolls(rng), rng)


def _begun(context: Context) -> tuple[list[Event], Table]:
    events = opened(_CALM, context.now)
    for holder, name in enumerate(("Lena", "Marko"), 1):
        events.append(sat(replayed(events), holder, name, context))
    events += decide(replayed(events), 1, Begin(0), context)
    return events, replayed(events)


def _game(moves: int) -> list[Event]:
    """A game with so many moves."""
    context = _context()
    events, table = _begun(context)
    return events + _moved(table, moves, context)


def _moved(table: Table, moves: int, context: Context) -> list[Event]:
    events: list[Event] = []
    for move in range(moves):
        mover, action = scripted_game.move(move)
        chosen = None if action == "roll" else parse_action(action)
        wish: Command = Play(chosen, table.position)
        for event in decide(table, mover + 1, wish, context):
            events.append(event)
            table = evolve(table, event)
    return events


def _long_game() -> list[Event]:
    """A table that takes no more settings, with a whole game after them."""
    context = _context()
    events, table = _begun(context)
    while len(events) < MOST_EVENTS:
        settings = replace(_CALM, pace=1 + len(events) % 2)
        for event in decide(table, 1, Configure(settings), context):
            events.append(event)
            table = evolve(table, event)
    return events + _moved(table, MOVES, context)
