"""The host with a log on disk: many at once, by itself, and after a restart.

All of it runs on SQLite and, with one worker, on PostgreSQL; test_workers.py has several.
"""

import asyncio
import contextlib
import itertools
import random
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

import pytest
from tests.storage.support import AnyStore, Place, end
from tests.tables.support import ANY_DIE, LENA, MARKO, ROLLS, events_after, public_log

from charidice.bots.simple import RandomBot
from charidice.records import replay
from charidice.rules import Action, Game, Pass, Score
from charidice.storage import PostgresStore, SQLiteStore
from charidice.tables import Conflict, Host, NewTable, Settings, Status, Table, TableError
from charidice.tables.hosting.ports import Entry, Notice, Peers
from charidice.tables.hosting.timings import Timings
from charidice.tables.model.clock import Due, DueKind
from charidice.tables.model.commands import (
    Forget,
    Leave,
    Play,
    Return,
    Sit,
    TakeBack,
    WishEnd,
    WishNoEnd,
)
from charidice.tables.model.events import Acted, Away, decode
from charidice.tables.model.evolve import replayed
from charidice.tables.model.public_events import encode_public

T = TypeVar("T")
QUICK = Settings(ask_seconds=0, turn_seconds=0, pace=0, grace_seconds=0)
PEOPLE = NewTable(("Lena", "Marko"), settings=QUICK, begin=True, first=0)
ALONE = NewTable(("Lena",), ("random", "casual"), settings=QUICK, begin=True, first=0)


@contextlib.asynccontextmanager
async def hosting(
    store: "AnyStore | Wrapped", clock: Callable[[], float] = lambda: 1000.0, seed: int = 0
) -> AsyncIterator[Host]:
    alone = isinstance(store.store if isinstance(store, Wrapped) else store, SQLiteStore)
    peers = None if alone else cast(Peers, store)
    host = Host(
        store, clock=clock, randomness=random.Random(seed), rolls=lambda _setup: ROLLS, peers=peers,
        timings=Timings(stand_by=0.02, retry=0.01), stand_in="random",
    )  # fmt: skip
    try:
        yield host
    finally:
        await host.close()


@contextlib.asynccontextmanager
async def server(
    place: Place, clock: Callable[[], float] = lambda: 1000.0, seed: int = 0
) -> AsyncIterator[Host]:
    """A store and a host on it, both closed at the end."""
    async with place.opened() as store, hosting(store, clock, seed) as host:
        yield host


@contextlib.asynccontextmanager
async def two_servers(place: Place, *seeds: int) -> AsyncIterator[tuple[Host, Host]]:
    """Two hosts on one log. A file has one store for both, a database one for each."""
    first, second = seeds or (0, 0)
    async with (
        place.opened() as store,
        hosting(store, seed=first) as one,
        another(place, store, second) as other,
    ):
        yield one, other


def another(
    place: Place, store: AnyStore, seed: int = 0
) -> contextlib.AbstractAsyncContextManager[Host]:
    """One more host on the same log."""
    return hosting(store, seed=seed) if place.is_file else server(place, seed=seed)


async def started(host: Host, *names: str) -> None:
    """Start, and wait until the host has read these tables, and all others that it wants."""
    await host.start()
    lasting = 1 if host._peers is None else 2  # the agenda, and what others write
    while not {*names} <= {*host._cache} or len(host._schedule._tasks) > lasting:
        await asyncio.sleep(0.001)


async def reached(host: Host, name: str, wanted: Callable[[Table], bool]) -> Table:
    """The table, as soon as it is as wanted; whoever watches is woken by every change."""
    async with host.watching(name) as (cached, notice):
        while not wanted(cached.table):
            await notice.wait()
            notice.clear()
        return cached.table


def active(table: Table) -> int:
    assert table.game is not None
    return table.game.active


async def settled() -> None:
    """Let everything run that could run now."""
    for _ in range(20):
        await asyncio.sleep(0)


async def log_of(host: Host, name: str) -> list[str]:
    """All events of a table as they are on disk."""
    return await host._store.load(name)


def hasty_clock() -> Callable[[], float]:
    """Whenever somebody looks at it, a hundred seconds have passed: nothing is waited for."""
    return itertools.count(1000.0, 100.0).__next__


def code_of(refusal: object) -> str:
    assert isinstance(refusal, TableError), refusal
    return refusal.code


class Wrapped:
    """A store whose writing can be held up, or fail."""

    def __init__(self, place: Place) -> None:
        self.store = place.open()
        self.open = asyncio.Event()
        self.open.set()
        self.waiting = asyncio.Event()
        self.failure: Exception | None = None
        self.hold_load = False
        self.loaded = asyncio.Event()

    @property
    def errors(self) -> int:
        return self.store.errors

    async def append(self, *entries: Entry) -> None:
        self.waiting.set()
        await self.open.wait()
        if self.failure:
            raise self.failure
        await self.store.append(*entries)

    async def load(self, table: str, after: int = 0, most: int | None = None) -> list[str]:
        return await self._held(self.store.load(table, after, most))

    async def due_before(self, before: float, most: int) -> list[tuple[str, float]]:
        return await self.store.due_before(before, most)

    async def set_due(self, times: Mapping[str, float | None]) -> None:
        await self.store.set_due(times)

    async def latest(self) -> float:
        return await self.store.latest()

    async def replace(self, table: str, number: int, event: str) -> None:
        await self.store.replace(table, number, event)

    async def with_status(self, status: str) -> list[str]:
        return await self.store.with_status(status)

    async def delete(self, statuses: Sequence[str], before: float, most: int) -> list[str]:
        return await self.store.delete(statuses, before, most)

    async def check(self) -> None:
        await self.store.check()

    async def _held(self, reading: Awaitable[T]) -> T:
        """What was read, after a while."""
        found = await reading
        if self.hold_load:
            self.hold_load = False
            await self.loaded.wait()
        return found

    # What only a database with several workers offers.

    @property
    def _peers(self) -> PostgresStore:
        assert isinstance(self.store, PostgresStore)
        return self.store

    def notices(self) -> AsyncIterator[Notice]:
        return self._peers.notices()

    async def missed(self, known: Mapping[str, int]) -> dict[str, list[str]]:
        return await self._held(self._peers.missed(known))

    async def leave(self) -> None:
        await self._peers.leave()


class Doubtful(Wrapped):
    """A store where somebody else is always quicker."""

    async def append(self, *entries: Entry) -> None:
        if entries[0].number > 1:
            raise Conflict
        await super().append(*entries)


@contextlib.asynccontextmanager
async def wrapped(
    place: Place, kind: type[Wrapped] = Wrapped
) -> AsyncIterator[tuple[Host, Wrapped]]:
    store = kind(place)
    try:
        async with hosting(store) as host:
            yield host, store
    finally:
        await end(store.store)


async def play_lena(host: Host, name: str) -> Table:
    """Lena plays until the end as soon as she may: passes, one roll, one die."""

    def mine(table: Table) -> bool:
        return not table.playing or table.to_act in table.seats_of(LENA)

    while (table := await reached(host, name, mine)).playing:
        assert table.game is not None
        action = None if not table.game.turn.numbers else Pass() if table.asking else ANY_DIE
        await host.command(name, LENA, Play(action, table.position))
    return table


# Games


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


async def test_questions_and_patience_end_by_themselves(place: Place) -> None:
    async with server(place, hasty_clock()) as host:
        settings = Settings(ask_seconds=6, turn_seconds=60, pace=0)
        name = await host.create(
            NewTable(("Lena", "Marko"), settings=settings, begin=True, first=0)
        )
        # Lena is away and a bot plays for her, Marko's questions pass; then he is alone,
        # and nobody hurries him.
        table = await reached(host, name, lambda table: active(table) == 1)
        events = [decode(line) for line in await log_of(host, name)]
        assert [event.seat for event in events if isinstance(event, Away)] == [0]
        assert table.host == MARKO
        acted = [event for event in events if isinstance(event, Acted)]
        passed = [(event.actions, event.seat) for event in acted if event.by == "clock"]
        assert (["pass"], 1) in passed
        assert {event.seat for event in acted if event.by == "bot"} == {0}
        await settled()
        assert (await host.current(name)).table == table


async def test_the_time_of_one_who_does_not_agree_to_the_end_passes_and_the_game_goes_on(
    place: Place,
) -> None:
    async with server(place, hasty_clock()) as host:
        name = await host.create(replace(PEOPLE, settings=Settings(0, 60, 0)))
        await host.command(name, MARKO, WishEnd())
        gone_on = await reached(host, name, lambda table: table.asking)  # a bot has rolled for Lena
        assert gone_on.playing
        assert gone_on.people == {MARKO}
        await host.command(name, MARKO, WishNoEnd())
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
            action = None if not table.game.turn.numbers else Pass() if table.asking else ANY_DIE
            table = await host.command(name, MARKO, Play(action, table.position))
        before = table.version
        await settled()
        assert (await host.current(name)).table.version == before  # it is Lena who is waited for


async def test_only_what_is_in_the_log_can_be_found(place: Place) -> None:
    async with server(place) as host:
        for table in ("", "nowhere", "x" * 500):
            with pytest.raises(TableError) as caught:
                await host.command(table, LENA, Leave())
            assert caught.value.code == "table/not-found"


async def test_names_of_tables_cannot_be_guessed(place: Place) -> None:
    async with server(place) as host:  # chance is seeded here, names are not
        first = await host.create(PEOPLE)
    async with server(place) as host:
        second = await host.create(PEOPLE)
    assert first != second
    assert min(len(first), len(second)) >= 16


async def test_a_new_table_is_refused_whole(place: Place) -> None:
    bad = {
        NewTable(("Lena", "lena")): "table/name-taken",
        NewTable(("A", "B", "C"), ("random", "random")): "table/full",
        NewTable(("Lena",), begin=True): "table/too-few",
        NewTable(("Lena", "Marko"), begin=True, first=2): "table/no-such-seat",
        NewTable(("Lena",), settings=Settings(pace=51)): "table/setting",
        NewTable((), ("random",)): "table/no-seat",
    }

    async with server(place) as host:
        for new, code in bad.items():
            with pytest.raises(TableError) as caught:
                await host.create(new)
            assert caught.value.code == code
        assert not host._cache


async def test_people_sit_down_at_the_same_time_and_all_get_their_own_number(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(NewTable(("Lena",)))
        wishes = [host.command(name, None, Sit(f"guest {n}")) for n in range(6)]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        tables = [answer for answer in answers if isinstance(answer, Table)]
        assert sorted(table.holders_given for table in tables) == [2, 3, 4]
        refused = [answer for answer in answers if not isinstance(answer, Table)]
        assert [code_of(answer) for answer in refused] == ["table/full"] * 3


async def test_of_fifty_commands_for_one_position_exactly_one_succeeds(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        position = (await host.current(name)).table.position
        wishes = [host.command(name, LENA, Play(None, position, str(n))) for n in range(50)]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert sum(isinstance(answer, Table) for answer in answers) == 1
        refused = [code_of(answer) for answer in answers if not isinstance(answer, Table)]
        assert refused == ["table/stale-position"] * 49
        assert len(await log_of(host, name)) == position + 1


async def test_of_fifty_repetitions_all_succeed_and_one_counts(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        position = (await host.current(name)).table.position
        wishes = [host.command(name, LENA, Play(None, position, "same")) for _ in range(50)]
        answers = await asyncio.gather(*wishes)
        assert {answer.version for answer in answers} == {position + 1}
        assert len(await log_of(host, name)) == position + 1


# Playing again, and being forgotten


async def test_a_rematch_is_one_table_however_many_ask_for_it(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        with pytest.raises(TableError) as caught:
            await host.rematch(name, LENA)
        assert caught.value.code == "table/not-over"
        for who in (LENA, MARKO):
            await host.command(name, who, WishEnd())
        with pytest.raises(TableError) as caught:
            await host.rematch(name, 3)
        assert caught.value.code == "table/no-seat"
        again = await asyncio.gather(*(host.rematch(name, n % 2 + 1) for n in range(6)))
        assert len(set(again)) == 1
        table = (await host.current(again[0])).table
        assert [seat.name for seat in table.seats] == ["Marko", "Lena"]
        assert table.seats_of(MARKO) == (0,)
        assert (table.status, table.came_from) == (Status.PLAYING, name)


async def test_a_rematch_that_many_ask_for_leaves_no_other_tables_behind(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        for who in (LENA, MARKO):
            await host.command(name, who, WishEnd())
        again = await asyncio.gather(*(host.rematch(name, n) for n in (LENA, MARKO)))
        assert await host._store.with_status("playing") == [again[0]]


async def test_who_is_forgotten_is_gone_from_memory_from_the_log_and_from_the_file(
    place: Place,
) -> None:
    async with server(place) as host:
        name = await host.create(NewTable(("Lena", "Marko-Xyzzy"), settings=QUICK))
        other = await host.create(PEOPLE)
        table = await host.command(name, MARKO, Forget())
        assert "Xyzzy" not in repr(table)
        log = await log_of(host, name)
        assert "Xyzzy" not in "".join(log)
        assert "Lena" in "".join(log)
        assert replayed(map(decode, log)) == table
        assert "Marko" in "".join(await log_of(host, other))
    async with server(place) as host:
        assert (await host.current(name)).table == table
    if isinstance(place.where, Path):
        kept = b"".join(file.read_bytes() for file in place.where.parent.iterdir())
        assert b"Lena" in kept
        assert b"Xyzzy" not in kept


# The log


async def test_nobody_sees_what_is_not_yet_on_disk(place: Place) -> None:
    async with wrapped(place) as (host, store):
        name = await host.create(PEOPLE)
        async with host.watching(name) as (cached, notice):
            before = cached.table
            store.open.clear()
            store.waiting.clear()
            wish = asyncio.create_task(host.command(name, LENA, Play(None, before.position)))
            await store.waiting.wait()
            await settled()
            assert cached.table is before
            assert not notice.is_set()
            assert not wish.done()
            store.open.set()
            table = await wish
            assert notice.is_set()
            assert cached.table is table
            assert table.version == before.version + 1 == len(await log_of(host, name))


async def test_a_new_table_is_on_disk_before_anybody_learns_its_name(place: Place) -> None:
    async with wrapped(place) as (host, store):
        store.open.clear()
        wish = asyncio.create_task(host.create(PEOPLE))
        await store.waiting.wait()
        await settled()
        assert not wish.done()
        assert not host._cache
        store.open.set()
        assert await log_of(host, await wish)


async def test_when_the_disk_fails_the_table_is_unchanged_and_the_caller_hears_of_it(
    place: Place,
) -> None:
    async with wrapped(place) as (host, store):
        name = await host.create(PEOPLE)
        async with host.watching(name) as (cached, notice):
            before = cached.table
            wish = Play(None, before.position, "once")
            store.failure = OSError("the disk is full")
            with pytest.raises(OSError, match="the disk is full"):
                await host.command(name, LENA, wish)
            assert cached.table is before
            assert not notice.is_set()
            store.failure = None
            assert (await host.command(name, LENA, wish)).version == before.version + 1


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


async def test_a_caller_who_goes_away_while_it_is_written_finds_it_done(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        before = (await host.current(name)).table
        wish = Play(None, before.position, "once")
        task = asyncio.create_task(host.command(name, LENA, wish))
        await asyncio.sleep(0)  # it is handed to the writer, and then nobody waits for it
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        assert task.cancelled()
        await host.command(name, LENA, wish)  # the same again, as after a lost answer
        log = await log_of(host, name)
        assert len(log) == before.version + 1
        assert replayed(map(decode, log)) == (await host.current(name)).table


async def test_who_is_never_quick_enough_is_told_to_look_again(place: Place) -> None:
    async with wrapped(place, Doubtful) as (host, _):
        name = await host.create(PEOPLE)
        position = (await host.current(name)).table.position
        with pytest.raises(TableError) as caught:
            await host.command(name, LENA, Play(None, position))
        assert caught.value.code == "table/stale-position"


async def test_the_events_after_any_number_come_from_memory_or_from_the_log(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        cached = await host.current(name)
        for wish in (True, False) * 4:
            await host.command(name, LENA, (WishEnd() if wish else WishNoEnd()))
        log = await log_of(host, name)
        assert len(log) == 12
        shown = [encode_public(event) for event in public_log(map(decode, log))]
        for number in range(len(log) + 2):
            assert await events_after(host, name, cached, number) == shown[number:]
            reader, first = host.events(name, cached, number), list[tuple[int, str]]()
            while reader.has_more and not first:
                first = await reader.next(3)
            assert first == [*enumerate(shown, 1)][number : number + len(first)]
            assert bool(first) is (number < len(shown))

        async def not_needed(_table: str, *_range: object) -> list[str]:
            raise AssertionError

        monkeypatch.setattr(host._store, "load", not_needed)
        assert await events_after(host, name, cached, 10) == shown[10:]


async def test_a_name_that_is_gone_is_gone_from_the_latest_events_too(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(NewTable(("Lena",)))
        cached = await host.current(name)
        table = await host.command(name, None, Sit("Marko"))
        assert "Marko" in "".join(await events_after(host, name, cached, 0))
        assert "Marko" in "".join(await events_after(host, name, cached, table.version - 1))
        await host.command(name, MARKO, Forget())
        for number in range(cached.table.version + 1):
            lines = await events_after(host, name, cached, number)
            assert "Marko" not in "".join(lines)
            assert len(lines) == cached.table.version - number


# Two hosts on one log


async def test_two_hosts_on_one_log_conflict_and_recover(place: Place) -> None:
    async with two_servers(place) as (one, other):
        name = await one.create(PEOPLE)
        start = (await other.current(name)).table
        after = await one.command(name, LENA, Play(None, start.position))
        # The other host knows nothing of that yet: its write meets a number that is taken.
        with pytest.raises(TableError) as caught:
            await other.command(name, LENA, Play(None, start.position))
        assert caught.value.code == "table/stale-position"
        assert (await other.current(name)).table == after
        await one.command(name, MARKO, Play(Pass(), after.position))
        wished = await other.command(name, LENA, WishEnd())  # good in either position
        assert wished.end_wishes == {LENA}
        assert wished.version == after.version + 2
        log = await log_of(one, name)
        assert replayed(map(decode, log)) == wished


async def test_a_table_that_is_read_again_never_goes_back_in_time(place: Place) -> None:
    async with wrapped(place) as (host, store), another(place, store.store) as other:
        name = await host.create(PEOPLE)
        cached = await host.current(name)
        start = cached.table
        await other.command(name, LENA, WishEnd())
        store.hold_load = True
        coming = Due(start.moved_at, DueKind.AWAY, 1)
        late = asyncio.create_task(host._schedule._act(name, cached, coming, start.version))
        async with asyncio.timeout(5):
            while store.hold_load:  # it meets the conflict and reads the log again, slowly
                await asyncio.sleep(0.001)
        wish = asyncio.create_task(host.command(name, LENA, Play(None, start.position)))
        await asyncio.wait([wish], timeout=0.3)  # a host that reads under its lock waits here
        store.loaded.set()
        table = await wish
        await late
        assert table.version >= start.version + 2
        assert cached.table.version >= table.version


def simple_play(table: Table) -> Play:
    """The next decision of a player who scores the first die of the first roll."""
    if table.asking:
        return Play(Pass(), table.position)
    first = table.game is not None and not table.game.faces
    return Play(None if first else Score([0]), table.position)


async def test_the_bots_of_two_hosts_play_one_legal_game_together(place: Place) -> None:
    async with two_servers(place, 1, 2) as (one, other):
        name = await one.create(PEOPLE)
        await one.command(name, MARKO, Leave())
        await other.current(name)
        while (table := (await one.current(name)).table).playing:
            if table.to_act in table.seats_of(LENA):
                with contextlib.suppress(TableError):
                    await one.command(name, LENA, simple_play(table))
            await asyncio.sleep(0.001)
        await other._journal.reload(name, await other.current(name))
        table = replayed(map(decode, await log_of(one, name)))
        assert table.status is Status.FINISHED
        assert replay(table.record(("Lena", "Marko"))) == table.game
        assert (await one.current(name)).table == (await other.current(name)).table == table


# Restarts


async def test_after_a_restart_everybody_goes_on_at_the_same_position(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        position = (await host.current(name)).table.position
        await host.command(name, LENA, Play(None, position, "first"))
        before = (await host.current(name)).table
    async with server(place) as host:
        await started(host)
        assert (await host.current(name)).table == before
        assert await host.command(name, LENA, Play(None, position, "first")) == before
        after = await host.command(name, MARKO, Play(Pass(), before.position))
        assert after.version == before.version + 1


async def test_what_a_bot_was_about_to_do_happens_after_a_restart(place: Place) -> None:
    async with server(place) as host:
        slow = NewTable(("Lena",), ("random",), settings=Settings(0, 0, 50), begin=True, first=1)
        name = await host.create(slow)
        await settled()
        assert not (await host.current(name)).table.actions
    async with server(place, lambda: 5000.0) as host:
        await started(host, name)
        table = await reached(host, name, lambda table: bool(table.actions))
        assert decode((await log_of(host, name))[table.position - 1]).at == 5000.0


async def test_only_tables_where_something_is_due_are_read_at_the_start(place: Place) -> None:
    async with server(place) as host:
        timed = NewTable(("Lena", "Marko"), settings=Settings(6, 60), begin=True, first=0)
        playing = await host.create(timed)
        await host.create(PEOPLE)
        await host.create(NewTable(("Lena",)))
        ended = await host.create(timed)
        for who in (LENA, MARKO):
            await host.command(ended, who, WishEnd())
    async with server(place) as host:
        await started(host, playing)
        assert list(host._cache) == [playing]


async def test_a_finished_game_whose_last_score_was_taken_back_goes_on_after_a_restart(
    place: Place,
) -> None:
    async with server(place) as host:
        name = await host.create(replace(PEOPLE, settings=replace(QUICK, grace_seconds=3)))
        table = (await host.current(name)).table
        while table.playing:
            assert table.game is not None
            assert table.to_act is not None
            action = None if not table.game.turn.numbers else Pass() if table.asking else ANY_DIE
            who = table.to_act + 1
            table = await host.command(name, who, Play(action, table.position))
        assert await host._store.with_status("finished") == [name]
        await host.command(name, MARKO, TakeBack(table.position))
        assert await host._store.with_status("playing") == [name]


async def test_nobody_is_away_because_the_server_was_down(place: Place) -> None:
    settings = Settings(ask_seconds=6, turn_seconds=60, pace=0)
    new = NewTable(("Lena", "Marko"), settings=settings, begin=True, first=0)
    async with server(place) as host:
        name = await host.create(new)
        asking = await host.create(new)
        position = (await host.current(asking)).table.position
        await host.command(asking, LENA, Play(None, position))
    async with server(place, lambda: 90_000.0) as host:
        await started(host, name, asking)
        now = asyncio.get_running_loop().time()
        for table, seconds in ((name, 60), (asking, 6)):
            timer = (await host.current(table)).timer
            assert timer is not None
            assert seconds - 2 < timer.when() - now <= seconds + 2
        await settled()
        assert (await host.current(name)).table.people == {LENA, MARKO}
        assert (await host.current(asking)).table.asking


# Watching, memory, closing


async def test_whoever_watches_is_woken_by_every_change_and_by_nothing_else(place: Place) -> None:
    async with server(place) as host:
        name, other = await host.create(PEOPLE), await host.create(PEOPLE)
        position = (await host.current(name)).table.position
        async with host.watching(name) as (cached, first), host.watching(name) as (_, second):
            with pytest.raises(TableError):
                await host.command(name, MARKO, Play(None, position))
            await host.command(name, MARKO, WishNoEnd())
            await host.command(other, LENA, Play(None, position))
            assert not first.is_set()
            await host.command(name, LENA, Play(None, position))
            assert first.is_set()
            assert second.is_set()
        assert not cached.watchers


async def test_tables_that_nobody_needs_are_forgotten_and_read_again(place: Place) -> None:
    async with server(place) as host:
        host._cache._most = 8
        watched = await host.create(PEOPLE)
        async with host.watching(watched) as (cached, notice):
            names = [await host.create(PEOPLE) for _ in range(30)]
            assert len(host._cache) <= 8
            assert watched in host._cache
            gone = [name for name in names if name not in host._cache]
            position = (await host.current(gone[0])).table.position
            tables = await asyncio.gather(
                *(host.command(name, LENA, Play(None, position)) for name in gone)
            )
            assert all(table.version == position + 1 for table in tables)
            await host.command(watched, LENA, Play(None, position))
            assert notice.is_set()
            assert cached.table.version == position + 1


async def test_the_least_recently_used_table_is_forgotten_first(place: Place) -> None:
    async with server(place) as host:
        host._cache._most = 4
        names = [await host.create(PEOPLE) for _ in range(4)]
        await host.current(names[0])
        names.append(await host.create(PEOPLE))
        assert set(host._cache) == {names[0], *names[2:]}


async def test_memory_stays_small_when_the_oldest_tables_are_watched(place: Place) -> None:
    async with server(place) as host, contextlib.AsyncExitStack() as stack:
        host._cache._most = 8
        for _ in range(6):
            await stack.enter_async_context(host.watching(await host.create(PEOPLE)))
        for _ in range(18):
            await host.create(PEOPLE)
        assert len(host._cache) <= 8


async def test_whoever_reads_a_table_at_the_same_time_gets_the_same_one(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
    async with server(place) as host:
        lives = await asyncio.gather(*(host.current(name) for _ in range(10)))
        assert len({id(cached) for cached in lives}) == 1


async def test_closing_wakes_those_who_wait_and_stops_all_clocks(place: Place) -> None:
    async with server(place) as host:
        new = NewTable(("Lena",), ("random",), settings=Settings(0, 0, 50), begin=True, first=1)
        name = await host.create(new)
        async with host.watching(name) as (cached, notice):
            timer = cached.timer
            assert timer is not None
            await host.close()
            assert notice.is_set()
            assert host.closing
            assert timer.cancelled()


async def test_events_of_a_table_that_is_deleted_meanwhile_end(place: Place) -> None:
    async with server(place) as host:
        name = await host.create(PEOPLE)
        cached = await host.current(name)
        for wish in (True, False) * 10:
            await host.command(name, LENA, WishEnd() if wish else WishNoEnd())
        events = host.events(name, cached, 0)
        assert [number for number, _line in await events.next(2)] == [1, 2]
        await host._store.delete(["playing"], 1e12, 10)
        assert events.has_more
        with pytest.raises(TableError) as caught:
            await events.next(2)
        assert caught.value.code == "table/not-found"
