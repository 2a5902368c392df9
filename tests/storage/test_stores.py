"""What holds for every log: in a file and in PostgreSQL."""

import asyncio
import random
from collections.abc import Awaitable
from typing import Any

import pytest
from tests.storage.support import AnyStore, Place, end, entry, on

from charidice.storage import SQLiteStore, StorageError
from charidice.tables import Conflict

ANY_TIME = 1e12


async def outcomes(*wishes: Awaitable[object]) -> list[str]:
    """How each of them ended: "done", or the kind of error."""
    answers = await asyncio.gather(*wishes, return_exceptions=True)
    return ["done" if answer is None else type(answer).__name__ for answer in answers]


# Adding and reading


async def test_events_come_back_in_their_order(store: AnyStore) -> None:
    await store.append(entry("a", 1, "one", "two"))
    await store.append(entry("b", 1, "other"))
    await store.append(entry("a", 3, *map(str, range(3, 12))))
    await store.append(entry("a", 12, "Zoë ‘☃’ \n 🎲", status="playing"))
    expected = ["one", "two", *map(str, range(3, 12)), "Zoë ‘☃’ \n 🎲"]
    assert await store.load("a") == expected
    assert await store.load("b") == ["other"]
    assert await store.load("c") == []
    assert store.errors == 0


async def test_tables_are_found_by_their_latest_status(store: AnyStore) -> None:
    for name in ("a", "b", "c"):
        await store.append(entry(name, 1, "x"))
    await store.append(entry("a", 2, "x", status="playing"))
    await store.append(entry("b", 2, "x", status="playing"))
    await store.append(entry("b", 3, "x", status="finished"))
    await store.append(entry("a", 3, "x"))
    for status, names in (("open", ["c"]), ("playing", ["a"]), ("finished", ["b"])):
        assert await store.with_status(status) == names
    assert await store.with_status("ended") == []


async def test_an_event_is_written_anew_and_the_others_stay(store: AnyStore) -> None:
    await store.append(entry("a", 1, "one", "two", "three"))
    await store.append(entry("b", 1, "one", "two"))
    await store.replace("a", 2, "gone")
    assert await store.load("a") == ["one", "gone", "three"]
    assert await store.load("b") == ["one", "two"]


async def test_a_number_that_is_taken_is_a_conflict_and_nothing_is_written(store: AnyStore) -> None:
    await store.append(entry("a", 1, "one", "two"))
    for number in (1, 2):
        with pytest.raises(Conflict):
            await store.append(entry("a", number, "other", "third", status="playing"))
    assert await store.load("a") == ["one", "two"]
    assert await store.with_status("playing") == []
    await store.append(entry("a", 3, "three"))
    assert await store.load("a") == ["one", "two", "three"]
    assert store.errors == 0  # a conflict is an answer


async def test_several_entries_are_added_all_or_none(store: AnyStore) -> None:
    await store.append(entry("old", 1, "one"), entry("taken", 1, "one"))
    for bad in (entry("taken", 1, "x"), entry("nowhere", 5, "x", status="playing")):
        wishes = [entry("old", 2, "two", status="playing"), entry("new", 1, "one"), bad]
        for order in (wishes, wishes[::-1]):
            with pytest.raises(Conflict):
                await store.append(*order)
    assert await store.load("old") == ["one"]
    assert await store.load("new") == []
    assert await store.load("nowhere") == []
    assert sorted(await store.with_status("open")) == ["old", "taken"]
    await store.append(entry("old", 2, "two", status="ended"), entry("new", 1, "one"))
    assert await store.load("old") == ["one", "two"]
    assert await store.load("new") == ["one"]
    assert await store.with_status("ended") == ["old"]


async def test_a_conflict_does_no_harm_to_others_who_write_at_the_same_time(
    store: AnyStore,
) -> None:
    await store.append(entry("taken", 1, "one"))
    names = [*map(str, range(20)), "taken", "twice", "twice", *map(str, range(20, 40))]
    answers = await outcomes(*(store.append(entry(name, 1, "x")) for name in names))
    assert answers == [*["done"] * 20, "Conflict", "done", "Conflict", *["done"] * 20]
    for name in {*names} - {"taken"}:
        assert await store.load(name) == ["x"]
    assert await store.load("taken") == ["one"]


async def test_what_cannot_be_written_does_no_harm_to_others(store: AnyStore) -> None:
    answers = await outcomes(
        store.append(entry("a", 1, "x")),
        store.append(entry("b", 1, "\ud800")),  # no text that could be written
        store.append(entry("c", 1, "x")),
    )
    assert (answers[0], answers[2]) == ("done", "done")
    assert answers[1] not in ("done", "Conflict")
    assert sorted(await store.with_status("open")) == ["a", "c"]


@pytest.mark.parametrize("name", ["", "nowhere", "x" * 500, "\x00", "a\x00b", "%", "'"])
async def test_a_table_that_cannot_be_is_not_there(store: AnyStore, name: str) -> None:
    assert await store.load(name) == []
    assert store.errors == 0


async def test_many_write_and_read_at_once(store: AnyStore) -> None:
    async def one(store: AnyStore, name: str) -> None:
        for number in range(1, 11):
            await store.append(entry(name, number, str(number)))
            assert len(await store.load(name)) == number

    await asyncio.gather(*(one(store, str(n)) for n in range(20)))
    assert store.errors == 0


async def test_hundreds_of_tables_begin_and_go_on_in_the_same_moment(store: AnyStore) -> None:
    names = [f"{n:016}" for n in range(400)]  # as long as those of real tables

    first = (store.append(entry(name, 1, "x", status="finished")) for name in names)
    assert {*await outcomes(*first)} == {"done"}
    again = (store.append(entry(n, 2, "x"), entry(n[1:] + "b", 1, "x")) for n in names)
    assert {*await outcomes(*again)} == {"done"}
    assert len(await store.with_status("finished")) == 400
    assert len(await store.with_status("open")) == 400


async def test_whatever_is_written_is_what_a_dictionary_would_hold(place: Place) -> None:
    """Random entries, also with numbers that are taken, against a plain model."""
    rng = random.Random(7)
    logs: dict[str, list[str]] = {}
    statuses: dict[str, str] = {}

    async def step(store: AnyStore, n: int) -> None:
        entries = []
        for name in rng.sample("abcdef", rng.randint(1, 3)):
            known = len(logs.get(name, ()))
            number = max(1, known + 1 - (rng.random() < 0.2))
            events = [f"{n} {name} {k}" for k in range(rng.randint(1, 3))]
            status = rng.choice((None, "playing", "ended")) if number > 1 else "open"
            entries.append(entry(name, number, *events, status=status))
        good = all(each.number == len(logs.get(each.table, ())) + 1 for each in entries)
        assert await outcomes(store.append(*entries)) == ["done" if good else "Conflict"]
        for each in entries if good else ():
            logs.setdefault(each.table, []).extend(each.events)
            statuses[each.table] = each.status or statuses[each.table]

    async with place.opened() as store:
        for n in range(150):
            await step(store, n)
        for name in "abcdef":
            assert await store.load(name) == logs[name]
        for status in ("open", "playing", "ended"):
            expected = sorted(name for name, known in statuses.items() if known == status)
            assert sorted(await store.with_status(status)) == expected
    assert sum(map(len, logs.values())) > 100


# Deleting


async def test_only_old_tables_with_these_statuses_are_deleted_with_all_their_events(
    store: AnyStore,
) -> None:
    for name, status, at in (
        *(("old", "finished", 10.0), ("older", "ended", 5.0), ("new", "finished", 20.0)),
        *(("playing", "playing", 5.0), ("used", "finished", 5.0), ("edge", "ended", 15.0)),
    ):
        await store.append(entry(name, 1, "one", status=status, at=at))
        await store.append(entry(name, 2, "two"))
    await store.append(entry("used", 3, "three", status="finished", at=30.0))
    gone = await store.delete(["finished", "ended"], 15.0, 100)
    assert sorted(gone) == ["old", "older"]
    assert await store.delete(["finished", "ended"], 15.0, 100) == []
    for name in gone:
        assert await store.load(name) == []
    for name in ("new", "playing", "edge"):
        assert await store.load(name) == ["one", "two"]
    assert await store.load("used") == ["one", "two", "three"]
    assert sorted(await store.with_status("finished")) == ["new", "used"]


async def test_so_many_are_deleted_at_once_and_each_is_named_once(store: AnyStore) -> None:
    for n in range(10):
        await store.append(entry(str(n), 1, "x"))
    gone: list[str] = []
    for expected in (4, 4, 2, 0):
        names = await store.delete(["open"], ANY_TIME, 4)
        assert len(names) == expected
        gone += names
    assert sorted(gone) == [str(n) for n in range(10)]


async def test_who_writes_to_a_deleted_table_is_told_and_leaves_nothing(store: AnyStore) -> None:
    await store.append(entry("a", 1, "one", status="playing"))
    assert await store.delete(["playing"], ANY_TIME, 9) == ["a"]
    with pytest.raises(Conflict):
        await store.append(entry("a", 2, "two", status="playing"))
    with pytest.raises(Conflict):
        await store.append(entry("b", 1, "one"), entry("a", 2, "two", status="ended"))
    assert await store.load("a") == []
    assert await store.load("b") == []
    assert await store.with_status("open") == []
    await store.append(entry("a", 1, "anew"))  # the name is free again
    assert await store.load("a") == ["anew"]


async def test_a_table_that_is_used_while_others_are_deleted_stays(
    store: AnyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes back to an old table in the moment of cleaning keeps it."""

    for n in range(20):
        await store.append(entry(str(n), 1, "one", status="playing", at=1.0))
    wish = entry("19", 2, "two", status="playing", at=ANY_TIME)
    back: list[str] = []
    if isinstance(store, SQLiteStore):
        read = store._read

        async def slow(query: Any) -> Any:
            found = await read(query)
            if not back:  # the old ones are known, none of them is deleted yet
                back.append("")
                back[:] = await outcomes(store.append(wish))
            return found

        monkeypatch.setattr(store, "_read", slow)
        gone = await store.delete(["playing"], 100.0, 100)
    else:
        late = asyncio.create_task(outcomes(store.append(wish)))
        gone = await store.delete(["playing"], 100.0, 100)
        back = await late
    stayed = back == ["done"]
    assert await store.load("19") == (["one", "two"] if stayed else [])
    assert ("19" in gone) is not stayed


# Beginning and ending


async def test_what_was_written_is_there_when_the_log_is_opened_again(place: Place) -> None:
    await on(place, lambda store: store.append(entry("a", 1, "one", "two", status="playing")))

    async with place.opened() as store:
        assert await store.load("a") == ["one", "two"]
        assert await store.with_status("playing") == ["a"]
        with pytest.raises(Conflict):
            await store.append(entry("a", 2, "x"))


async def test_ending_waits_until_all_is_written(place: Place) -> None:
    store = place.open()
    tasks = [asyncio.create_task(store.append(entry(str(n), 1, "x"))) for n in range(100)]
    await asyncio.sleep(0)
    await end(store)
    await asyncio.gather(*tasks)
    assert len(await on(place, lambda store: store.with_status("open"))) == 100


async def test_who_comes_after_the_end_is_told_and_does_not_wait_for_ever(place: Place) -> None:
    store = place.open()
    await store.append(entry("a", 1, "x"))
    await end(store)
    for wish in (store.append(entry("a", 2, "x")), store.check()):
        with pytest.raises(StorageError) as caught:
            async with asyncio.timeout(5):
                await wish
        assert caught.value.code == "storage/closed"


async def test_a_log_that_can_be_read_passes_the_check(store: AnyStore) -> None:
    await asyncio.gather(*(store.check() for _ in range(10)))  # also all at once, at first
    assert store.errors == 0


async def test_a_lost_caller_does_no_harm(store: AnyStore) -> None:
    lost = asyncio.create_task(store.append(entry("a", 1, "x")))
    await asyncio.sleep(0)
    lost.cancel()
    await store.append(entry("b", 1, "x"))
    assert await store.load("a") == ["x"]  # it was handed over, so it is written
    with pytest.raises(asyncio.CancelledError):
        await lost


def test_all_errors_of_a_log_have_a_sentence() -> None:
    details = dict.fromkeys(("path", "reason", "place", "url", "version", "least"), "x")
    for code in StorageError.messages:
        assert "{" not in str(StorageError(code, details))
