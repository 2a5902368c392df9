"""Figures count what happens, over all workers."""

import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.web.conftest import Serve
from tests.web.support import Local, two_at_a_table

from charidice.web.ops.metrics import FAMILIES, Board, Metrics, Sample, exposition


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


def test_whoever_is_asked_answers_for_all_workers(tmp_path: Path) -> None:
    first, second = Board(tmp_path, 1), Board(tmp_path, 2)
    figure = Sample("charidice_tables", "", {}, 7)
    first.post([figure])
    found = second.all([figure._replace(value=1_234_567_890)])
    text = exposition(found)
    assert figures(text) == {
        "charidice_tables [('worker', '1')]": 7,
        "charidice_tables [('worker', '2')]": 1_234_567_890,
    }
    assert Board(None, 3).all([figure]) == {3: [figure]}


def test_a_worker_that_is_gone_is_no_longer_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Board(tmp_path, 1).post([Sample("charidice_tables", "", {}, 7)])
    later = time.time() + 60
    monkeypatch.setattr("charidice.web.ops.metrics.time.time", lambda: later)
    assert list(Board(tmp_path, 2).all([])) == [2]


def test_a_half_written_board_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "1.json").write_text("[[")
    assert Board(tmp_path, 2).all([]) == {2: []}


def test_times_are_sorted_into_buckets() -> None:
    metrics = Metrics(lambda: ())
    for seconds in (0.0005, 0.001, 0.002, 30.0):
        metrics.answered("page", 200, seconds)
    found = figures(exposition({1: metrics.samples()}))

    def below(bound: str) -> float:
        labels = sorted({"kind": "page", "le": bound, "worker": "1"}.items())
        return found[f"charidice_request_seconds_bucket {labels}"]

    assert [below(bound) for bound in ("0.001", "0.0025", "5.0", "+Inf")] == [2, 3, 3, 4]
    assert found["charidice_request_seconds_sum [('kind', 'page'), ('worker', '1')]"] == 30.0035


def test_every_figure_has_a_family() -> None:
    metrics = Metrics(lambda: ())
    metrics.answered("page", 200, 0.1)
    assert {sample.family for sample in metrics.samples()} <= set(FAMILIES)
