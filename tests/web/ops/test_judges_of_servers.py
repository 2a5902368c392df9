"""A real server and its judges: they end with it, however it ends."""

import signal
from pathlib import Path

import httpx
import psutil
import pytest
from tests.postgres import Server
from tests.support import posix_only
from tests.web.support import client, serving, until, working

pytestmark = posix_only
RECORD = (Path(__file__).parents[2] / "playthroughs" / "shared-victory.txt").read_text("utf-8")


def uploaded(web: httpx.Client) -> str:
    answer = web.post("/review", data={"text": RECORD})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_judge_outlives_its_server(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path, "--rate", "0", "--judges", "1") as server:
        with client(server.url) as web:
            uploaded(web)
        family = psutil.Process(server.process.pid).children(recursive=True)
        assert any("spawn_main" in word for child in family for word in child.cmdline())
        server.process.send_signal(number)
        server.process.wait(20)
        until(lambda: not any(map(is_alive, family)))


def is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_what_one_worker_has_kept_is_shown_and_deleted_at_any_other(
    postgres: Server, tmp_path: Path
) -> None:
    with postgres.database() as url, working(tmp_path, url, "--rate", "0", workers=2) as server:
        ports = [client(server.url) for _ in range(6)]
        path = uploaded(ports[0])
        cookies = dict(ports[0].cookies)
        for web in ports:
            assert web.get(path).status_code == 200
        ports[5].cookies.update(cookies)
        assert ports[5].post(f"{path}/delete").status_code == 200
        for web in ports:
            assert web.get(path).status_code == 404
            web.close()
