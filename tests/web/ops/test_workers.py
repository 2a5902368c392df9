"""Three real workers on one port and one PostgreSQL: whichever answers, it is the same server."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from tests.postgres import Server, execute
from tests.support import posix_only
from tests.web.support import (
    Player,
    Process,
    Visitor,
    created,
    events_until,
    joined,
    play_to_the_end,
    two_at_a_table,
    until,
    wait_until_up,
    wanderer,
    workers_of,
    working,
)

from charidice.storage import signing_key
from charidice.web.edge.seat_tokens import Signer

pytestmark = posix_only
WORKERS = 3
SECONDS = 30


def processes(server: Process) -> list[psutil.Process]:
    """The processes of the workers."""
    children = psutil.Process(server.process.pid).children()
    return [child for child in children if any("spawn_main" in word for word in child.cmdline())]


@pytest.fixture
def anybody(three_workers: Process) -> Iterator[httpx.Client]:
    """A program whose every request opens a connection, so that any worker may answer."""
    with wanderer(three_workers.url) as web:
        yield web


def test_a_game_goes_over_all_workers(three_workers: Process, anybody: httpx.Client) -> None:
    before = workers_of(three_workers)
    lena, marko = two_at_a_table(anybody)
    end = play_to_the_end([lena, marko])
    assert end["status"] == "finished"
    log = events_until(anybody, lena.table, end["version"])
    assert [int(message.id) for message in log] == list(range(1, end["version"] + 1))
    until(lambda: all(count > before[n] for n, count in workers_of(three_workers).items()))


def test_a_page_shows_at_once_what_was_done_at_another_worker(
    anybody: httpx.Client,
) -> None:
    for _ in range(10):
        visitor = Visitor(anybody)
        visitor.start("/play", name="Lena", level="casual")
        assert visitor.look().values("position")


def test_a_stream_at_each_worker_hears_of_every_move(anybody: httpx.Client) -> None:
    lena, _marko = two_at_a_table(anybody)
    with contextlib.ExitStack() as stack:
        streams = [
            stack.enter_context(
                anybody.stream("GET", f"/api/v1/tables/{lena.table}/events?after=4")
            )
            for _ in range(12)  # at every worker some
        ]
        lines = [stream.iter_lines() for stream in streams]
        for each in lines:
            next(each)
        assert lena.play("roll", position=lena.state()["position"]).status_code == 200
        for each in lines:
            assert any(line == "id: 5" for line in each)


def test_what_one_worker_signed_is_good_at_all(
    three_workers: Process, anybody: httpx.Client
) -> None:
    """Also after a restart, and for another server on the same database."""
    lena = created(anybody)
    assert lena.token == Signer(signing_key(three_workers.place)).token(lena.table, 1)
    forged = Player(anybody, lena.table, Signer(b"x" * 32).token(lena.table, 1))
    for _ in range(10):
        assert forged.command("begin", first=0).status_code == 401
    joined(lena)
    assert lena.command("begin", first=0).status_code == 200


def test_a_killed_worker_is_replaced_and_nothing_is_lost(postgres: Server, tmp_path: Path) -> None:
    with postgres.database() as url, working(tmp_path, url, "--rate", "0") as server:
        web = httpx.Client(
            base_url=server.url,
            limits=httpx.Limits(max_keepalive_connections=0),
            transport=httpx.HTTPTransport(retries=3),
            timeout=SECONDS,
        )
        with web:
            lena, _marko = two_at_a_table(web)
            victims = processes(server)
            assert len(victims) == WORKERS
            assert lena.play("roll", position=lena.state()["position"]).status_code == 200
            for victim in victims:
                victim.kill()
            for victim in victims:
                victim.wait(SECONDS)
            wait_until_up(server.url)
            state = lena.state()
            assert state["game"]["dice"]
            until(lambda: len(processes(server)) == WORKERS)
            assert not {process.pid for process in processes(server)} & {v.pid for v in victims}


def test_workers_end_with_the_one_who_started_them(postgres: Server, tmp_path: Path) -> None:
    with postgres.database() as url, working(tmp_path, url) as server:
        workers = processes(server)
        server.process.kill()
        _gone, alive = psutil.wait_procs(workers, SECONDS)
        assert not alive


def test_all_end_when_asked_to(postgres: Server, tmp_path: Path) -> None:
    with postgres.database() as url, working(tmp_path, url) as server:
        workers = processes(server)
        assert server.end(signal.SIGINT) == 0
        _gone, alive = psutil.wait_procs(workers, SECONDS)
        assert not alive


def test_a_limit_holds_for_all_workers_together(postgres: Server, tmp_path: Path) -> None:
    """Each second the workers tell each other who was busy; from then on it counts everywhere."""
    rate = 40
    with postgres.database() as url, working(tmp_path, url, "--rate", str(rate)) as server:
        time.sleep(2)  # what starting took is forgotten
        with wanderer(server.url) as web:
            allowed, begun = 0, time.monotonic()
            while time.monotonic() - begun < 8:
                allowed += web.get("/healthz").status_code == 200
            seconds = time.monotonic() - begun
        # Without telling each other, the three would let three times as much pass.
        once = rate * 4 + rate * seconds
        assert allowed < 1.8 * once


def command(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "charidice", *words],
        env={**os.environ, "LANG": "C.UTF-8", "LANGUAGE": "en", **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_new_database_has_to_be_set_up_first(postgres: Server) -> None:
    with postgres.database(ready=False) as url:
        for workers in ("1", "3"):
            refused = command("serve", "--port", "0", "--workers", workers, CHARIDICE_DATABASE=url)
            assert refused.returncode == 2
            assert "charidice db upgrade" in refused.stderr
            assert "Traceback" not in refused.stderr
        assert command("db", "upgrade", CHARIDICE_DATABASE=url).returncode == 0
        again = command("db", "upgrade", "--database", url)
        assert "already" in again.stdout


def test_a_database_of_a_newer_version_is_refused(postgres: Server) -> None:
    with postgres.database() as url:
        asyncio.run(execute(url, "UPDATE alembic_version SET version_num = '9999'"))
        refused = command("serve", "--port", "0", "--database", url)
        assert refused.returncode == 2
        assert "newer version" in refused.stderr


def test_a_database_that_cannot_be_reached_is_said_without_its_password() -> None:
    refused = command("serve", "--database", "postgresql://me:verysecret@127.0.0.1:1/dice")
    assert refused.returncode == 2
    assert "127.0.0.1:1/dice" in refused.stderr
    assert "verysecret" not in refused.stderr + refused.stdout
    assert "Traceback" not in refused.stderr


def test_a_file_has_one_worker(tmp_path: Path) -> None:
    refused = command("serve", "--workers", "2", "--data", str(tmp_path / "x.db"))
    assert refused.returncode == 2
    assert "--database" in refused.stderr
