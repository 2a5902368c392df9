"""Figures count what happens, over all workers."""

import re
import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.web.conftest import Serve
from tests.web.support import Local, two_at_a_table, until

from charidice.web.ops.board import Board, joined
from charidice.web.ops.metrics import Metrics

ROOT = Path(__file__).parents[3]


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


def test_the_event_loop_of_a_worker_shows_that_it_turns(serve: Serve) -> None:
    beats: list[None] = []
    serve(beat=lambda: beats.append(None))
    until(lambda: len(beats) > 1)
