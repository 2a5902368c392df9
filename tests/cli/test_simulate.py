import csv
import io
import json
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from charidice.cli import simulate
from charidice.rules import STANDARD, Rules
from charidice.simulation import Deal, play_deals
from charidice.solver import faces_of, load_table, standard_table

MATCH = ("simulate", "--bots", "casual,random", "--games", "6", "--seed", "1")


def test_a_table_of_wins_margins_and_columns_is_printed(run: Run) -> None:
    out = run(*MATCH, "--workers", "1").out
    assert out.splitlines()[1].startswith("casual  ")
    assert "100.00%" in out
    assert "6 games; ± is half the 95% confidence interval." in out


def test_the_result_does_not_depend_on_the_number_of_processes(run: Run) -> None:
    outs = [run(*MATCH, "--json", "--workers", workers).out for workers in ("1", "3")]
    assert outs[0] == outs[1]
    data = json.loads(outs[0])
    assert [b["name"] for b in data["bots"]] == ["casual", "random"]
    assert sum(b["wins"] for b in data["bots"]) == pytest.approx(1)
    assert data["bots"][0]["means"]["received"] == data["bots"][1]["means"]["given"]


def test_csv_and_a_picture(run: Run, tmp_path: Path) -> None:
    plot = tmp_path / "totals.svg"
    out = run(*MATCH, "--workers", "1", "--csv", "--plot", str(plot)).out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["name"] for row in rows] == ["casual", "random"]
    assert plot.read_text(encoding="utf-8").count("<polyline") == 2
    twice = tmp_path / "twice.svg"
    run(
        "simulate",
        "--bots",
        "random,random",
        "--games",
        "2",
        "--workers",
        "1",
        "--plot",
        str(twice),
    )
    assert twice.read_text(encoding="utf-8").count("<polyline") == 2
    assert run(*MATCH, "--plot", str(plot)).code == 1  # it is there already


def test_a_single_deal_has_no_interval_and_is_valid_json(run: Run) -> None:
    words = ("simulate", "--bots", "random,random", "--games", "1", "--workers", "1")
    data = json.loads(run(*words, "--json").out, parse_constant=pytest.fail)
    assert data["bots"][0]["wins_error"] is None
    assert "±–" in run(*words).out


def test_solving_without_numba_says_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "charidice.solver.kernel", None)
    outcome = run("solve", str(tmp_path / "table.npz"))
    assert (outcome.code, outcome.out) == (2, "")
    assert "pip install charidice[solve]" in outcome.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_solve_writes_a_table_that_can_be_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.npz"
    outcome = run("solve", str(path), "--rounds", "1")
    assert "can expect a margin of -7.395 points" in outcome.out
    table = load_table(path, Rules(rounds=1), faces_of(STANDARD))
    for given in ((0, 0), (20, 30), (61, 60)):
        expected = standard_table().value(2, given, (True, True))
        assert table.value(2, given, (True, True)) == pytest.approx(expected, abs=1e-4)


def test_a_place_that_cannot_be_written_is_said_before_the_work(run: Run, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere" / "x")
    for words in (["solve", nowhere], [*MATCH, "--games", "1000000", "--plot", nowhere]):
        outcome = run(*words)
        assert (outcome.code, outcome.out) == (1, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ["--bots", "random,random", "--json", "--csv"],
        ["--bots", "greedy"],
        ["--bots", "greedy,genius"],
        ["--bots", "random,random,random,random,random"],
        ["--bots", "random,random", "--games", "0"],
        ["--bots", "random,random", "--workers", "0"],
    ],
)
def test_a_match_that_cannot_be_is_refused(run: Run, words: list[str]) -> None:
    outcome = run("simulate", *words)
    assert (outcome.code, outcome.out) == (2, "")


def test_ctrl_c_prints_what_has_been_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(names: list[str], deals: int, seed: str, _workers: int) -> object:
        yield from play_deals(names, min(2, deals), seed, 1)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "play_deals", interrupted)
    outcome = run("simulate", "--bots", "casual,random", "--games", "100")
    assert outcome.code == 130
    assert "4 games; " in outcome.out


def test_the_same_dice_are_played_in_every_seating() -> None:
    deals: list[Deal] = list(play_deals(["random", "casual", "greedy"], 2, "x", 1))
    assert [len(deal) for deal in deals] == [3, 3]
    for deal in deals:
        for game in deal:
            assert sum(result.win for result in game) == pytest.approx(1)
            assert sum(r.received for r in game) == sum(r.given for r in game)
            for result in game:
                assert result.total == (
                    result.points + result.bonus + result.received + result.charity
                )


def test_the_progress_bar_counts_games(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, int]] = []
    monkeypatch.setattr(
        "charidice.cli.progress.Bar.draw", lambda _bar, done, total: drawn.append((done, total))
    )
    run(*MATCH, "--workers", "1")
    assert drawn == [(0, 6), (2, 6), (4, 6), (6, 6)]
