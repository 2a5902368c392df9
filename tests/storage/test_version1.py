"""Databases of version 1 are read for ever: those in `version1/` were written by that version.

`tables.json` is what that version itself said about them; README.md there says how they were made.
"""

import asyncio
import contextlib
import json
import random
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from tests.postgres import Server
from tests.storage.support import AnyStore, Place, on, rows_of
from tests.tables.support import events_after

from charidice.bots import bot
from charidice.records import ServerSource, from_json, replay, to_json
from charidice.rules import Game, Pass, Phase, apply, totals
from charidice.storage import (
    PostgresStore,
    SQLiteStore,
    StorageError,
    copy,
    signing_key,
    upgrade_database,
    upgrade_file,
)
from charidice.storage.postgres.databases import in_transaction
from charidice.storage.schema import schema_revision
from charidice.storage.sqlite.files import opened_engine
from charidice.tables import GameSetup, Host, MomentKind, Status, Table, TableError
from charidice.tables.model.clock import due, is_closed
from charidice.tables.model.commands import (
    AddBot,
    Begin,
    Configure,
    Forget,
    Play,
    Remove,
    Return,
    Sit,
    TakeBack,
    WishEnd,
)
from charidice.tables.model.events import Event, Finished, HintTaken
from charidice.tables.model.pad_events import Claimed, Entered, PadAsked

T = TypeVar("T")
FOLDER: Final = Path(__file__).parent / "version1"
KNOWN: Final[dict[str, dict[str, Any]]] = json.loads(
    (FOLDER / "tables.json").read_text(encoding="utf-8")
)
KEY: Final = bytes.fromhex("c0ffee" + "00" * 29)
LENA, MARKO, AYSE = 1, 2, 2  # holders; Marko and Ayşe never sit at the same table
NEXT_DAY: Final = 1_780_086_400.0
PLAYER: Final = bot("casual")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A copy of the data file."""
    return Path(shutil.copyfile(FOLDER / "charidice.db", tmp_path / "charidice.db"))


@pytest.fixture
def restored(postgres: Server) -> Iterator[str]:
    """A database with what the dump holds, as psql restores it."""
    with postgres.database(ready=False) as url:
        psql = [postgres.tool("psql"), "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
        subprocess.run([*psql, "--file", FOLDER / "postgresql.sql", url], check=True)
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest) -> Place:
    """A log of version 1 that was upgraded; each test runs on both kinds."""
    if request.param == "sqlite":
        return Place(request.getfixturevalue("file"))
    url = request.getfixturevalue("restored")
    assert upgrade_database(url)
    return Place(url)


@contextlib.asynccontextmanager
async def hosting(store: AnyStore) -> AsyncIterator[Host]:
    peers = store if isinstance(store, PostgresStore) else None
    host = Host(store, clock=lambda: NEXT_DAY, randomness=random.Random(1), peers=peers)
    try:
        yield host
    finally:
        await host.close()


@contextlib.asynccontextmanager
async def server(place: Place) -> AsyncIterator[Host]:
    """A server that has just started on the log."""
    async with place.opened() as store, hosting(store) as host:
        yield host


async def tables_at(place: Place, *names: str) -> list[Table]:
    """These tables, as a server reads them that has just started."""
    async with server(place) as host:
        return [(await host.current(name)).table for name in names]


async def lines_of(place: Place, name: str) -> list[str]:
    async with place.opened() as store:
        return await store.load(name)


async def play_on(
    host: Host, name: str, wanted: Callable[[Table], bool] = lambda _table: False
) -> Table:
    """Everybody plays, people by commands, until the table is as wanted or the game is over."""
    rng = random.Random(2)
    async with host.watching(name) as (cached, notice):
        while (table := cached.table).playing and not wanted(table):
            assert table.to_act is not None
            assert table.game is not None
            if table.seats[table.to_act].played_by_bot:
                await notice.wait()
                notice.clear()
                continue
            rolling = table.game.turn.phase is Phase.ROLLING
            game = apply(table.game, Pass()) if table.asking else table.game  # nobody asks
            choice = None if rolling else PLAYER.choose(game, rng)
            who = table.seats[table.to_act].holder
            await host.command(name, who, Play(choice, table.position))
        return table


def in_old_words(table: Table) -> dict[str, Any]:
    """What version 1 would say about a table, as far as `told_by_version_1` has it.

    It waited for who may ask, with a clock for that.
    """
    coming = due(table) if table.may_ask is None else None
    return {
        "status": table.status.value,
        "version": table.version,
        "position": table.position,
        "before_pass": table.before_pass,
        "settings": _without(asdict(table.settings), "grace_seconds", "preview_names", "hints"),
        "host": table.host,
        "sittings": table.holders_given,
        "seats": [
            {**_without(asdict(seat), "key", "holder"), "sitting": seat.holder}
            for seat in table.seats
        ],
        "to_act": table.to_act if table.may_ask is None else table.may_ask,
        "due": coming and {"at": coming.at, "kind": coming.kind.value, "seat": coming.seat},
        "moved_at": table.moved_at,
        "wait": {"since": table.wait.since},
        "last_wait": {"since": table.last_wait.since},
        "ids": [list(pair) for pair in table.ids],
        "end_wishes": sorted(table.end_wishes),
        "forgotten": sorted(table.forgotten),
        "came_from": table.came_from,
        "rematch": table.rematch,
        "moments": [
            [m.number, m.kind.value, m.seat, m.action and str(m.action)]
            for m in table.moments
            if m.kind is not MomentKind.HOSTS  # version 1 did not tell that
        ],
        "actions": [str(action) for action in table.actions],
        **_game_in_old_words(table.game),
    }


def told_by_version_1(name: str) -> dict[str, Any]:
    """What version 1 said about a table, but for the record and the clock of a question."""
    told = _without(KNOWN[name], "record")
    waits = {each: {"since": told[each]["since"]} for each in ("wait", "last_wait")}
    passes = told["due"] is not None and told["due"]["kind"] == "pass"
    return {**told, **waits, "due": None if passes else told["due"]}


def _game_in_old_words(game: Game | None) -> dict[str, Any]:
    if game is None:
        return dict.fromkeys(("phase", "turns_played", "numbers", "sheets", "totals"))
    return {
        "phase": game.turn.phase.value,
        "turns_played": game.turns_played,
        "numbers": list(game.turn.numbers),
        "sheets": [
            {"box": sheet.box, "rows": [list(row) for row in sheet.rows]} for sheet in game.sheets
        ],
        "totals": list(totals(game)),
    }


def _without(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


def names_of(table: Table) -> tuple[str, ...]:
    return tuple(seat.name or f"somebody {n}" for n, seat in enumerate(table.seats, 1))


# What is there


def test_the_files_hold_every_kind_of_event_of_format_1(file: Path, restored: str) -> None:
    def work(connection: Connection) -> list[tuple[Any, ...]]:
        rows = connection.execute(text("SELECT * FROM events ORDER BY 1, 2"))
        return [tuple(row) for row in rows]

    lines = rows_of(file, "events")
    assert in_transaction(restored, work) == lines
    events = [json.loads(line) for _table, _number, line in lines]
    later = (Finished, HintTaken, Entered, PadAsked, Claimed)
    kinds = {kind.__name__.lower() for kind in get_args(Event) if kind not in later}
    assert {event["kind"] for event in events} == kinds
    assert not {"format", "game", "holder"} & {name for event in events for name in event}
    assert rows_of(file, "(SELECT version_num, 1 FROM alembic_version)") == [("0003", 1)]
    assert in_transaction(restored, schema_revision) == "0003"


async def test_every_table_is_what_version_1_says(old: Place) -> None:
    for name, table in zip(KNOWN, await tables_at(old, *KNOWN), strict=True):
        assert in_old_words(table) == told_by_version_1(name), name


async def test_what_version_1_did_not_say_is_what_it_did(old: Place) -> None:
    for table in await tables_at(old, *KNOWN):
        assert table.format == 1
        assert table.setup == GameSetup()
        assert table.settings.grace_seconds == 3  # for so long its bots waited
        assert len({seat.key for seat in table.seats}) == len(table.seats)


async def test_the_log_says_the_same_about_its_tables(old: Place) -> None:
    async with old.opened() as store:
        for status in Status:
            names = [name for name, known in KNOWN.items() if known["status"] == status.value]
            assert sorted(await store.with_status(status.value)) == names
        waiting = [name for name, _at in await store.due_before(NEXT_DAY, 99)]
        assert waiting == ["rematch", "progress", "forgotten"]


def test_seats_keep_their_key(file: Path, restored: str) -> None:
    with contextlib.closing(SQLiteStore(file)) as store:
        assert store.signing_key() == KEY
    upgrade_database(restored)
    assert signing_key(restored) == KEY


async def test_the_public_events_of_all_tables_can_be_read(old: Place) -> None:
    async with server(old) as host:
        for name, known in KNOWN.items():
            lines = await events_after(host, name, await host.current(name), 0)
            # Bots may have gone on meanwhile.
            events = [json.loads(line) for line in lines][: known["version"]]
            assert [event["number"] for event in events] == [*range(1, known["version"] + 1)]
            last = events[-1]
            waited_for = last["to_act"] if last["may_ask"] is None else last["may_ask"]
            assert (last["position"], last["status"]) == (known["position"], known["status"])
            assert waited_for == known["to_act"]


# Records


@pytest.mark.parametrize("name", [name for name, known in KNOWN.items() if known["record"]])
async def test_records_have_the_same_game_and_say_who_rolled(name: str, file: Path) -> None:
    (table,) = await tables_at(Place(file), name)
    before, now = from_json(KNOWN[name]["record"]), table.record(names_of(table))
    assert (now.players, now.actions) == (before.players, before.actions)
    assert (now.rules, now.dice, now.source) == (before.rules, before.dice, ServerSource())
    assert replay(now) == table.game
    written, old = json.loads(to_json(now)), json.loads(KNOWN[name]["record"])
    assert (written["version"], old["version"]) == (2, 1)
    for field in ("players", "actions", "totals"):
        assert written[field] == old[field]


# Playing on


async def test_the_lobby_can_be_joined_and_begun(old: Place) -> None:
    async with server(old) as host:
        await host.command("lobby", None, Sit("Marko", "marko-sits"))
        again = await host.command("lobby", LENA, AddBot("greedy", "bot-1"))
        assert in_old_words(again) == told_by_version_1("lobby")  # both were done already
        joined = await host.command("lobby", None, Sit("Florian", "florian-again"))
        assert joined.seats_of(5) == (3,)  # three others have left their numbers behind
        settings = replace(joined.settings, pace=0, turn_seconds=0, grace_seconds=0)
        await host.command("lobby", LENA, Configure(settings))
        await host.command("lobby", LENA, Begin(2, None, "begin"))
        table = await play_on(host, "lobby", lambda table: len(table.actions) > 12)
    assert [seat.name for seat in table.seats] == ["greedy (bot)", "Florian", "Lena", "Marko"]
    assert await tables_at(old, "lobby") == [table]


async def test_a_game_in_progress_is_played_to_its_end(old: Place) -> None:
    known = KNOWN["progress"]
    async with server(old) as host:
        table = (await host.current("progress")).table
        limits = replace(table.settings, pace=0, grace_seconds=0)
        table = await host.command("progress", LENA, Configure(limits, "quick"))
        assert (table.settings.turn_seconds, table.settings.ask_seconds) == (5, 90)
        await host.command("progress", LENA, Configure(replace(limits, turn_seconds=0)))
        with pytest.raises(TableError) as caught:  # what was so before may stay, not come back
            await host.command("progress", LENA, Configure(limits))
        assert caught.value.code == "table/setting"
        again = await host.command("progress", LENA, Remove(0, None, "remove-2"))
        assert again.removed == table.removed  # which was done already: Marko keeps his seat
        table = await host.command("progress", MARKO, Return("back"))
        assert table.people == {LENA, MARKO}
        table = await play_on(host, "progress")
    assert (table.status, table.format) == (Status.FINISHED, 1)
    assert [str(action) for action in table.actions][: len(known["actions"])] == known["actions"]
    assert replay(from_json(to_json(table.record(names_of(table))))) == table.game
    assert is_closed(table, NEXT_DAY + 9)
    assert await tables_at(old, "progress") == [table]
    new = (await lines_of(old, "progress"))[known["version"] :]
    assert not [line for line in new if '"sitting"' in line or '"finished"' in line]
    assert await on(old, lambda store: store.with_status("finished")) == ["finished", "progress"]


async def test_one_device_goes_on_in_the_middle_of_a_question(old: Place) -> None:
    async with server(old) as host:
        table = (await host.current("device")).table
        assert (table.asking, table.shared_device) == (True, True)
        table = await play_on(host, "device")
    assert table.status is Status.FINISHED
    assert await tables_at(old, "device") == [table]


async def test_bots_go_on_when_a_server_starts(old: Place) -> None:
    async with server(old) as host:
        await host.start()
        async with host.watching("rematch") as (cached, notice):
            while cached.table.version == KNOWN["rematch"]["version"]:
                await notice.wait()
                notice.clear()
            assert cached.table.seats[0].away  # Lena has left, and was asked
            table = await host.command("rematch", LENA, Return())
    assert table.people == {LENA, AYSE}
    assert (await tables_at(old, "rematch"))[0].actions[: len(table.actions)] == table.actions


# After the game


async def test_a_rematch_knows_where_it_came_from(old: Place) -> None:
    async with server(old) as host:
        assert (await host.current("rematch")).table.came_from == "finished"
        assert await host.rematch("finished", LENA) == "rematch"  # and not one more
        await host.command("rematch", LENA, Return())
        await host.command("rematch", LENA, WishEnd())
        await host.command("rematch", AYSE, WishEnd())
        name = await host.rematch("rematch", AYSE)
    before, after = await tables_at(old, "rematch", name)
    assert (before.status, before.rematch, before.format) == (Status.ENDED, name, 1)
    assert (after.status, after.came_from, after.format) == (Status.PLAYING, "rematch", 3)
    assert [(seat.name, seat.holder) for seat in after.seats] == [("Ayşe", AYSE), ("Lena", LENA)]
    assert after.host == before.host


async def test_limits_that_are_out_of_bounds_end_with_the_game(old: Place) -> None:
    async with server(old) as host:
        await host.command("progress", MARKO, Return())
        await host.command("progress", MARKO, WishEnd())  # Lena wished it before the upgrade
        found = await host.rematch("progress", LENA)
    before, after = await tables_at(old, "progress", found)
    assert (before.status, before.settings.turn_seconds) == (Status.ENDED, 5)
    assert after.settings.turn_seconds == 15
    assert [seat.name for seat in after.seats] == ["expert (bot)", "casual (bot)", "Lena", "Marko"]


async def test_nothing_of_a_finished_game_can_be_taken_back(old: Place) -> None:
    async with server(old) as host:
        table = (await host.current("finished")).table
        assert is_closed(table, NEXT_DAY)
        with pytest.raises(TableError) as caught:
            await host.command("finished", LENA, TakeBack(table.position))
        found = caught.value.code
    assert found == "table/cannot-take-back"


async def test_forgotten_names_stay_forgotten_and_more_are_taken_out(old: Place) -> None:
    assert "Marko" not in "".join(await lines_of(old, "ended"))
    before = await lines_of(old, "forgotten")
    assert "Lena" not in "".join(before)
    assert "Zoë" in "".join(before)

    async with server(old) as host:
        table = await host.command("forgotten", 3, Forget())
    after = await lines_of(old, "forgotten")
    assert "Zoë" not in "".join(after)
    changed = [number for number, line in enumerate(before) if after[number] != line]
    assert [json.loads(after[number]) for number in changed] == [
        {"kind": "sat", "at": json.loads(before[3])["at"], "holder": 3, "name": None, "id": None}
    ]
    assert table.forgotten == {LENA, 3}
    assert await tables_at(old, "forgotten") == [table]


# Places as a whole


def test_an_upgraded_file_can_be_copied_into_a_database(file: Path, database: str) -> None:
    def copied() -> int:
        return copy(str(file), database, lambda _done, _all: None)

    with pytest.raises(StorageError) as caught:
        copied()
    assert caught.value.code == "storage/older-file"
    assert upgrade_file(file) == file.with_name("charidice.db.before-0005")
    assert copied() == sum(known["version"] for known in KNOWN.values())
    assert signing_key(database) == KEY
    tables = asyncio.run(tables_at(Place(database), *KNOWN))  # copying runs a loop of its own
    for name, table in zip(KNOWN, tables, strict=True):
        assert in_old_words(table) == told_by_version_1(name), name


def test_version_1_refuses_what_was_upgraded(
    file: Path, restored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade_file(file)
    upgrade_database(restored)

    def copied(source: Path) -> int:
        return copy(str(source), str(tmp_path / "copy.db"), lambda _done, _all: None)

    known = ["0003", "0002", "0001"]
    monkeypatch.setattr("charidice.storage.schema.known_revisions", lambda: known)
    for on_path in (SQLiteStore, upgrade_file, copied):
        with pytest.raises(StorageError) as caught:
            on_path(file)
        assert caught.value.code == "storage/newer"
    for on_url in (signing_key, upgrade_database):
        with pytest.raises(StorageError) as caught:
            on_url(restored)
        assert caught.value.code == "storage/newer-database"


def test_there_is_no_way_back_to_version_1(file: Path) -> None:
    upgrade_file(file)
    config = Config()
    config.set_main_option("script_location", str(files("charidice.storage") / "migrations"))
    with opened_engine(file) as engine, engine.begin() as connection:
        config.attributes["connection"] = connection
        with pytest.raises(NotImplementedError):
            command.downgrade(config, "0003")
    with opened_engine(file) as engine, engine.begin() as connection:
        assert schema_revision(connection) == "0004"
