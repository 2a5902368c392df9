"""Bots play and clocks run out by themselves, at tables in memory."""

import asyncio
import itertools
import random
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.storage.support import Place
from tests.tables.hosting.support import (
    PEOPLE,
    QUICK,
    log_of,
    reached,
    server,
    settled,
    wrapped,
)
from tests.tables.support import ANY_DIE, LENA, MARKO

from charidice.bots.simple import RandomBot
from charidice.records import replay
from charidice.rules import Action, Game, Pass
from charidice.tables import Host, NewTable, Settings, Status, Table
from charidice.tables.model.commands import (
    Leave,
    Play,
    Return,
    WishEnd,
)
from charidice.tables.model.events import Acted, Away, decode
from charidice.tables.model.evolve import replayed

ALONE = NewTable(("Lena",), ("random", "casual"), settings=QUICK, begin=True, first=0)


def active(table: Table) -> int:
    assert table.game is not None
    return table.game.active


def hasty_clock() -> Callable[[], float]:
    """Whenever somebody looks at it, a hundred seconds have passed: nothing is waited for."""
    return itertools.count(1000.0, 100.0).__next__


async def play_lena(host: Host, name: str) -> Table:
    """Lena plays until the end as soon as she may: one roll, one die, and no ask."""

    def mine(table: Table) -> bool:
        return not table.playing or table.to_act in table.seats_of(LENA)

    while (table := await reached(host, name, mine)).playing:
        assert table.game is not None
        action = ANY_DIE if table.game.turn.numbers else None
        await host.command(name, LENA, Play(action, table.position))
    return table


async def test_a_person_plays_a_whole_game_with_bots_that_act_by_themselves(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(ALONE)
        table = await play_lena(host, name)
        assert table.status is Status.FINISHED
        game = replay(table.record(("Lena", "random", "casual")))
        assert game == table.game
        assert game.over
        events = [decode(line) for line in await log_of(host, name)]
        assert replayed(events) == table
        acted = [event for event in events if isinstance(event, Acted)]
        assert {event.by for event in acted} == {"player", "bot"}
        assert all((table.seats[e.seat].bot is not None) == (e.by == "bot") for e in acted)


async def test_patience_ends_by_itself_and_nobody_waits_for_who_might_ask(place: Place) -> None:
    async with server(place, hasty_clock()) as host:
        settings = Settings(ask_seconds=6, turn_seconds=60, pace=0)
        name = await host.create(
            NewTable(("Lena", "Marko"), settings=settings, begin=True, first=0)
        )
        # Lena is away and a bot plays for her, Marko does not ask; then he is alone, and nobody
        # hurries him.
        table = await reached(host, name, lambda table: active(table) == 1)
        events = [decode(line) for line in await log_of(host, name)]
        assert [event.seat for event in events if isinstance(event, Away)] == [0]
        assert table.host == MARKO
        acted = [event for event in events if isinstance(event, Acted)]
        assert {(event.seat, event.by) for event in acted} == {(0, "bot")}
        assert "pass implied" in [event.actions[0] for event in acted]
        await settled()
        assert (await host.current(name)).table == table


async def test_the_time_of_one_who_does_not_agree_to_the_end_passes_and_the_game_goes_on(
    place: Place,
) -> None:
    async with server(place, hasty_clock()) as host:
        name = await host.create(replace(PEOPLE, settings=Settings(0, 60, 0)))
        await host.command(name, MARKO, WishEnd())
        gone_on = await reached(host, name, lambda table: bool(table.actions))  # a bot's, for Lena
        assert gone_on.playing
        assert gone_on.people == {MARKO}
        table = await host.command(name, MARKO, WishEnd())  # a hundred seconds later
        assert table.status is Status.ENDED


class Hesitant(RandomBot):
    """A bot that thinks until it is allowed to choose; asked again meanwhile, it thinks longer."""

    def __init__(self) -> None:
        self.asked, self.allowed, self.over = (threading.Event() for _ in range(3))

    def choose(self, game: Game, rng: random.Random) -> Action:
        awaited = self.over if self.asked.is_set() else self.allowed
        self.asked.set()
        assert awaited.wait(10)
        return super().choose(game, rng)


async def test_nobody_holds_up_a_bot_by_coming_and_going_while_it_thinks(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = Hesitant()
    monkeypatch.setattr("charidice.tables.hosting.seated_bots.bot", lambda _level: thinking)

    now = 1000.0
    async with server(place, lambda: now) as host:
        name = await host.create(replace(PEOPLE, settings=Settings(0, 60, 0)))
        start = (await host.current(name)).table
        table = await host.command(name, LENA, Play(None, start.position))
        table = await host.command(name, MARKO, Play(Pass(), table.position))
        now += 60  # what was Lena's time
        await host.command(name, LENA, Leave())
        await asyncio.to_thread(thinking.asked.wait, 10)
        for _ in range(3):
            table = await host.command(name, LENA, Return())
            table = await host.command(name, LENA, Leave())
        thinking.allowed.set()
        decided = await reached(host, name, lambda later: later.position != table.position)
        thinking.over.set()
        assert decided.version == table.version + 1


async def test_a_bot_does_not_choose_for_somebody_who_is_back_in_time(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = Hesitant()
    monkeypatch.setattr("charidice.tables.hosting.seated_bots.bot", lambda _level: thinking)

    async with server(place) as host:
        name = await host.create(replace(PEOPLE, settings=Settings(0, 60, 0)))
        start = (await host.current(name)).table
        table = await host.command(name, LENA, Play(None, start.position))
        table = await host.command(name, MARKO, Play(Pass(), table.position))
        await host.command(name, LENA, Leave())
        await asyncio.to_thread(thinking.asked.wait, 10)
        table = await host.command(name, LENA, Return())
        thinking.allowed.set()
        while host._schedule._tasks:
            await asyncio.sleep(0.001)
        assert (await host.current(name)).table == table


async def test_a_bot_goes_on_for_somebody_who_leaves_until_the_return(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        await host.command(name, LENA, Leave())
        table = await reached(host, name, lambda table: table.to_act == 1)
        assert table.actions
        await host.command(name, LENA, Return())
        while not (table := (await host.current(name)).table).game or table.to_act == 1:
            assert table.game is not None
            action = ANY_DIE if table.game.turn.numbers else None
            table = await host.command(name, MARKO, Play(action, table.position))
        before = table.version
        await settled()
        assert (await host.current(name)).table.version == before  # it is Lena who is waited for


async def test_a_bot_tries_again_when_the_disk_has_failed(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async with wrapped(place) as (host, store):
        name = await host.create(PEOPLE)
        new = NewTable(("Lena",), ("random",), settings=QUICK, begin=True, first=1)
        name = await host.create(new)
        store.failure = OSError("the disk is full")
        store.waiting.clear()
        await store.waiting.wait()
        await settled()
        assert not (await host.current(name)).table.actions
        store.failure = None
        await reached(host, name, lambda table: bool(table.actions))
    assert "it is tried again" in caplog.text


async def test_haste_counts_from_what_was_seen_and_never_passes_the_moment_to_ask(
    place: Place,
) -> None:
    slow = Settings(pace=50, ask_seconds=20, grace_seconds=8)
    async with server(place) as host:
        name = await host.create(
            NewTable(("Lena",), ("random",), settings=slow, begin=True, first=0)
        )
        async with host.watching(name, LENA):
            table = (await host.current(name)).table
            table = await host.command(name, LENA, Play(None, table.position))
            table = await reached(host, name, lambda table: table.to_act == 0)
            table = await host.command(name, LENA, Play(ANY_DIE, table.position))
            await host.hurry(name, LENA, table.position)
            rolled = (await host.current(name)).table
            assert rolled.may_ask == 0
            await host.hurry(name, LENA, table.position)  # once more, as taps come in pairs
            assert (await host.current(name)).table.position == rolled.position
            await host.hurry(name, LENA, rolled.position)  # who sees the question does without it
            assert (await host.current(name)).table.position > rolled.position
