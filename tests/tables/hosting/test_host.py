"""The host with a log on disk: tables are found, joined, played again and forgotten."""

import asyncio
from pathlib import Path

import pytest
from tests.storage.support import Place
from tests.tables.hosting.support import PEOPLE, QUICK, log_of, server
from tests.tables.support import LENA, MARKO

from charidice.tables import NewTable, Settings, Status, Table, TableError
from charidice.tables.model.commands import (
    Forget,
    Leave,
    Play,
    Sit,
    WishEnd,
)
from charidice.tables.model.events import decode
from charidice.tables.model.evolve import replayed


def code_of(refusal: object) -> str:
    assert isinstance(refusal, TableError), refusal
    return refusal.code


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
