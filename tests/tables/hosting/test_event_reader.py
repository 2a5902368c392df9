"""The public events of a table after any number."""

import pytest
from tests.storage.support import Place
from tests.tables.hosting.support import PEOPLE, log_of, server
from tests.tables.support import LENA, MARKO, events_after, public_log

from charidice.tables import NewTable, TableError
from charidice.tables.model.commands import (
    Forget,
    Sit,
    WishEnd,
    WishNoEnd,
)
from charidice.tables.model.events import decode
from charidice.tables.model.public_events import encode_public


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
