"""For whoever runs a server: health, readiness, figures, logs, limits over several workers."""

import json
import logging
import re
import time
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.web.conftest import Serve
from tests.web.support import CALM, Local, client, serving, two_at_a_table, until

from charidice.storage import StorageError
from charidice.tables import Retention
from charidice.web.edge.limits import MOST_STREAMS_PER_ADDRESS, Limits
from charidice.web.ops import logs
from charidice.web.ops.board import Board, joined
from charidice.web.ops.metrics import Metrics

ROOT = Path(__file__).parents[2]

# --- health and readiness ------------------------------------------------------------------------


def test_a_server_is_alive_and_ready(here: Local) -> None:
    with here.visitor() as web:
        assert web.get("/healthz").json() == {"status": "ok"}
        assert web.get("/readyz").json() == {"status": "ready"}


def test_a_server_without_its_database_is_alive_but_not_ready(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = serve()

    async def gone() -> None:
        raise StorageError("storage/unavailable")

    monkeypatch.setattr(there.app.state.services.host, "check", gone)
    with there.visitor() as web:
        assert web.get("/healthz").status_code == 200
        answer = web.get("/readyz")
        assert (answer.status_code, answer.json()["reason"]) == (503, "database")


def test_a_database_that_does_not_answer_is_said_kindly(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = serve()
    with there.visitor() as web:
        lena, _marko = two_at_a_table(web)

        async def gone(*_entries: object) -> None:
            raise StorageError("storage/unavailable")

        monkeypatch.setattr(there.app.state.services.host._store, "append", gone)
        answer = lena.play("roll", position=lena.state()["position"])
        assert (answer.status_code, answer.json()["code"]) == (503, "storage/unavailable")
        assert answer.headers["retry-after"] == "1"
        monkeypatch.undo()
        assert lena.play("roll", position=lena.state()["position"]).status_code == 200


def test_a_full_disk_is_answered_and_everything_goes_on_when_there_is_room(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    """Moves, new tables and pages."""
    there = serve()
    writer = there.app.state.services.host._store._writer._connection.driver_connection
    with there.visitor() as web:
        lena, _marko = two_at_a_table(web)
        used = writer.execute("PRAGMA page_count").fetchone()[0]
        writer.execute(f"PRAGMA max_page_count = {used}")
        codes, tables = set(), []
        for _ in range(60):
            wish = {"name": "Lena", "settings": CALM}
            answer = web.post("/api/v1/tables", json=wish)
            if answer.status_code == 201:
                tables.append(answer.json()["table"])  # there was room for this one
            else:
                codes.add((answer.status_code, answer.json()["code"]))
        assert codes == {(503, "storage/full")}
        assert web.get("/healthz").status_code == 200
        answer = web.get("/readyz")
        assert (answer.status_code, answer.json()["reason"]) == (503, "disk")
        pages = [web.post("/invite", data={"name": "Lena"}) for _ in range(20)]
        assert {page.status_code for page in pages} == {503}
        assert "no room" in pages[0].text
        assert lena.state()["status"] == "playing"  # looking needs no room
        writer.execute("PRAGMA max_page_count = 1073741823")
        assert web.get("/readyz").status_code == 200
        assert lena.play("roll", position=lena.state()["position"]).status_code == 200
        for name in tables:
            assert web.get(f"/api/v1/tables/{name}").status_code == 200
    lines = [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING]
    assert len(lines) == 2, lines
    assert not any(line.exc_info for line in caplog.records)


def test_the_event_loop_of_a_worker_shows_that_it_turns(serve: Serve) -> None:
    beats: list[None] = []
    serve(beat=lambda: beats.append(None))
    until(lambda: len(beats) > 1)


def test_people_are_told_how_long_games_are_kept(serve: Serve) -> None:
    with serve(keep=Retention(365, 1)).visitor() as web:
        text = " ".join(web.get("/about").text.split())
        assert "deleted after 365 days. A game that nobody plays on is deleted after 1 day." in text
    with serve(keep=Retention(0, 90)).visitor() as web:
        text = web.get("/about").text
        assert "after 90 days" in text
        assert "finished" not in text
    with serve().visitor() as web:
        assert "is deleted after" not in web.get("/about").text


# --- figures -------------------------------------------------------------------------------------


def figures(text: str) -> dict[str, float]:
    """What Prometheus reads, each figure under its name and labels."""
    return {
        f"{sample.name} {sorted(sample.labels.items())}": sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_figures_count_what_happens(serve: Serve) -> None:
    there = serve()
    with there.visitor() as web:
        lena, _marko = two_at_a_table(web)
        assert lena.play("roll", position=lena.state()["position"]).status_code == 200
        with web.stream("GET", f"/api/v1/tables/{lena.table}/events") as stream:
            lines = stream.iter_lines()  # which closes the stream when nobody holds it
            next(lines)
            answer = web.get("/metrics")
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        found = figures(answer.text)
    assert found["charidice_tables [('worker', '1')]"] == 1
    assert found["charidice_streams [('worker', '1')]"] == 1
    assert found["charidice_moves_total [('by', 'player'), ('worker', '1')]"] == 1
    moves = "[('kind', 'move'), ('status', '200'), ('worker', '1')]"
    assert found[f"charidice_requests_total {moves}"] == 2  # begin, and roll
    assert found["charidice_request_seconds_count [('kind', 'move'), ('worker', '1')]"] == 2
    assert found["process_resident_memory_bytes [('worker', '1')]"] > 10_000_000
    assert lena.table not in answer.text


def test_only_this_machine_reads_the_figures(here: Local, serve: Serve) -> None:
    with here.visitor() as web:
        assert web.get("/metrics").status_code == 200
        assert web.get("/metrics", headers={"x-forwarded-for": "8.8.8.8"}).status_code == 404
        assert web.get("/metrics", headers={"forwarded": "for=8.8.8.8"}).status_code == 404
    with serve(trusted="127.0.0.1", behind_proxy=True).visitor() as web:
        assert web.get("/metrics").status_code == 200
        assert web.get("/metrics", headers={"x-forwarded-for": "8.8.8.8"}).status_code == 404
    with serve(metrics_for=("10.1.1.1",)).visitor() as web:
        assert web.get("/metrics").status_code == 404


def busy(worker: int, count: int) -> Metrics:
    """The figures of a worker that has answered so many pages."""
    metrics = Metrics(worker)
    for _ in range(count):
        metrics.answered("page", 200, 0.002)
    return metrics


def test_whoever_is_asked_answers_for_all_workers(tmp_path: Path) -> None:
    first, second = busy(1, 7), busy(2, 1_234)
    Board(tmp_path, 1).post(first.text())
    found = figures(joined((second.text(), *Board(tmp_path, 2).others())))
    for worker, count in (("1", 7), ("2", 1_234)):
        page = [("kind", "page"), ("status", "200"), ("worker", worker)]
        assert found[f"charidice_requests_total {page}"] == count
    assert list(Board(None, 3).others()) == []


def test_the_answer_of_two_workers_has_each_family_once_and_every_figure_its_worker(
    tmp_path: Path,
) -> None:
    for worker in (1, 2):
        Board(tmp_path, worker).post(busy(worker, 3).text())
    text = joined((busy(1, 3).text(), *Board(tmp_path, 1).others()))
    families = list(text_string_to_metric_families(text))
    names = [family.name for family in families]
    assert len(names) == len(set(names))
    assert {"charidice_requests", "charidice_request_seconds", "charidice_stall_seconds"} <= {
        *names
    }
    for head in ("HELP", "TYPE"):
        heads = re.findall(rf"^# {head} (\S+)", text, re.MULTILINE)
        assert len(heads) == len(set(heads)) == len(names)
    for family in families:
        assert family.type != "unknown", family.name
        assert {sample.labels["worker"] for sample in family.samples} == {"1", "2"}, family.name
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(lines) == len(set(lines)) == sum(len(family.samples) for family in families)


def test_a_worker_that_is_gone_is_no_longer_counted(tmp_path: Path) -> None:
    Board(tmp_path, 1).post(busy(1, 7).text())
    assert len([*Board(tmp_path, 2).others()]) == 1
    assert not [*Board(tmp_path, 2, clock=lambda: time.time() + 60).others()]


def test_a_broken_board_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "1.prom").write_text("[[")
    (tmp_path / "3.prom").write_bytes(b"\xff")
    own = busy(2, 1).text()
    assert joined((own, *Board(tmp_path, 2).others())) == own


def test_times_are_sorted_into_buckets() -> None:
    metrics = Metrics(1)
    for seconds, status in ((0.0005, 200), (0.001, 404), (0.002, 200), (30.0, 200)):
        metrics.answered("page", status, seconds)
    found = figures(metrics.text())

    def below(bound: str) -> float:
        labels = sorted({"kind": "page", "le": bound, "worker": "1"}.items())
        return found[f"charidice_request_seconds_bucket {labels}"]

    assert [below(bound) for bound in ("0.001", "0.0025", "5.0", "+Inf")] == [2, 3, 3, 4]
    assert found[
        "charidice_request_seconds_sum [('kind', 'page'), ('worker', '1')]"
    ] == pytest.approx(30.0035)
    missing = "[('kind', 'page'), ('status', '404'), ('worker', '1')]"
    assert found[f"charidice_requests_total {missing}"] == 1


def test_a_worker_shares_no_figures_with_another_in_the_same_process() -> None:
    busy(1, 5)
    assert "charidice_requests_total{" not in busy(2, 0).text()


def test_every_documented_figure_is_there(here: Local) -> None:
    text = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`(charidice_\w+)", text))
    with here.visitor() as web:
        web.get("/")
        types = re.findall(r"^# TYPE (charidice_\w+)", web.get("/metrics").text, re.MULTILINE)
    assert set(types) == documented


# --- logs ----------------------------------------------------------------------------------------


def test_every_answer_has_an_id_of_its_own(here: Local) -> None:
    with here.visitor() as web:
        ids = [web.get("/healthz").headers["x-request-id"] for _ in range(3)]
        assert len(set(ids)) == 3
        assert web.get("/healthz", headers={"x-request-id": "mine"}).headers["x-request-id"] != (
            "mine"
        )
        assert web.get("/no-such-page").headers["x-request-id"]


def test_an_id_that_a_proxy_gave_is_kept_if_it_is_one(serve: Serve) -> None:
    with serve(trusted="127.0.0.1", behind_proxy=True).visitor() as web:
        given = {"x-request-id": "abc-123"}
        assert web.get("/healthz", headers=given).headers["x-request-id"] == "abc-123"
        for bad in ("a b", "x" * 65, 'a"b'):
            assert web.get("/healthz", headers={"x-request-id": bad}).headers["x-request-id"] != bad


def test_a_log_of_requests_has_no_secrets_and_no_names(tmp_path: Path) -> None:
    """A real server logs all it can; nothing of it leads to a table or to a person."""
    with (
        serving(tmp_path, "--log-level", "debug", "--log-format", "json") as server,
        client(server.url) as web,
    ):
        lena, marko = two_at_a_table(web)
        lena.play("roll", position=lena.state()["position"])
        web.get(f"/t/{lena.table}/back/{lena.token}")
        web.get(f"/t/{lena.table}?name=Lena")
        web.get("/static/style.css")
        web.get("/Lena/Marko")
        server.end()
        text = server.output
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    requests = [line for line in lines if line["message"] == "answered"]
    assert {"time", "level", "worker", "request", "method", "route", "status", "ms"} <= set(
        requests[0]
    )
    assert "/api/v1/tables/*/commands" in {line["route"] for line in requests}
    assert "/t/*/back/*" in {line["route"] for line in requests}
    assert len({line["request"] for line in requests}) == len(requests)
    for secret in ("Lena", "Marko", lena.table, lena.token, marko.token):
        assert secret not in text


def formatted(form: str, **fields: Any) -> str:
    record = logging.LogRecord("charidice", logging.ERROR, "x.py", 1, "%s failed", ("It",), None)
    for name, value in fields.items():
        setattr(record, name, value)
    return logs._Lines(2, as_json=form == "json").format(record)


def test_an_error_is_logged_with_its_place_but_not_its_text() -> None:
    with pytest.raises(ValueError, match="Lena") as caught:
        int("Lena's secret")
    for form in ("json", "text"):
        line = formatted(form, exc_info=(caught.type, caught.value, caught.tb))
        assert "ValueError" in line
        assert "test_operating.py" in line
        assert "Lena" not in line
        assert "\n" not in line


def test_what_asyncio_says_is_not_quoted() -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, "x.py", 1, "Task <Lena>", (), None)
    assert "Lena" not in logs._Lines(1, as_json=True).format(record)


def test_lines_for_people_and_for_programs() -> None:
    found = json.loads(formatted("json", fields={"status": 200}))
    assert (found["level"], found["worker"], found["message"]) == ("error", 2, "It failed")
    assert found["status"] == 200
    assert formatted("text", fields={"status": 200}).endswith(" error 2 It failed status=200")


# --- limits over several workers -----------------------------------------------------------------


def test_what_one_worker_gave_counts_at_the_others() -> None:
    now = 0.0
    one, other = (Limits(10.0, b"key", lambda: now) for _ in range(2))
    assert sum(one.allows("a") for _ in range(100)) == 40
    word = one.message()
    assert word is not None
    assert "a" not in json.loads(word)[1]  # no address goes over the wire
    other.on_message(word)
    one.on_message(word)  # its own word
    assert not other.allows("a")
    assert other.allows("b")
    assert one.message() is None  # nothing new
    now = 1.0
    assert sum(other.allows("a") for _ in range(100)) == 10
    assert sum(one.allows("a") for _ in range(100)) == 10


def test_quiet_addresses_are_not_talked_about() -> None:
    limits = Limits(10.0, b"key", lambda: 0.0)
    limits.allows("a")
    assert limits.message() is None


def counts(limits: Limits, address: str) -> bool:
    """Whether one more stream is let in."""
    with limits.stream(address) as counted:
        return counted


def test_streams_at_other_workers_count_until_they_are_no_longer_told() -> None:
    now = 0.0
    one, other = (Limits(10.0, b"key", lambda: now) for _ in range(2))
    with one.stream("a"):
        opened = [one.stream("a") for _ in range(MOST_STREAMS_PER_ADDRESS - 1)]
        for stream in opened:
            stream.__enter__()
        assert not counts(one, "a")
        word = one.message()
        assert word is not None
        other.on_message(word)
        assert not counts(other, "a")
        assert counts(other, "b")
        now = 10.0
        assert counts(other, "a")
        for stream in opened:
            stream.__exit__(None, None, None)
    assert one.streams == 0


def test_an_address_of_the_new_kind_is_a_network() -> None:
    """Everybody has as many of them as they like."""
    limits = Limits(1.0, b"key", lambda: 0.0)
    assert [limits.allows(f"2001:db8::{n}") for n in range(5)] == [True] * 4 + [False]
    assert limits.allows("2001:db8:0:1::1")
    assert limits.allows("fe80::1%eth0")
    assert limits.allows("not:an:address")


def test_what_others_tell_does_not_pile_up() -> None:
    limits = Limits(1.0, b"key", lambda: 0.0)
    for number in range(200):
        busy = {f"{number}-{n}": 3 for n in range(100)}
        limits.on_message(json.dumps(["other", busy, {}]))
    assert len(limits._requests._left) <= 10_000


def test_a_word_fits_into_a_notice() -> None:
    limits = Limits(1.0, b"key", lambda: 0.0)
    for number in range(3_000):
        limits.allows(str(number))
        limits.allows_table(str(number))
        limits.stream(str(number)).__enter__()
        for _ in range(6):
            limits.stream(str(number)).__enter__()
    word = limits.message()
    assert word is not None
    assert len(word) < 8_000
