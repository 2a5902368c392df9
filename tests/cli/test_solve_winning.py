"""`charidice solve --for winning`, with a game so small that cores solve it at once."""

import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.solver.test_margin import SMALL, SMALL_DICE

from charidice.cli import solve
from charidice.solver.winning.cpu import CpuSolver
from charidice.solver.winning.positions import Layer, Rows


class SmallSolver(CpuSolver):
    """Counts what it solves, and can be stopped."""

    def __init__(self) -> None:
        super().__init__(SMALL, SMALL_DICE)
        self.solved = 0
        self.stop_after = 10**6

    def rows(self, later: Layer, rows: Rows, eps: float = 1e-6) -> tuple[Layer, int]:
        if self.solved == self.stop_after:
            raise KeyboardInterrupt
        self.solved += 1
        return super().rows(later, rows, eps)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> SmallSolver:
    small = SmallSolver()
    monkeypatch.setattr(solve, "row_solver", lambda _rules, _dice: small)
    return small


@pytest.mark.long
def test_it_says_how_long_it_takes_then_solves_and_names_the_folder(
    run: Run, solver: SmallSolver, tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "table"
    outcome = run("solve", "--for", "winning", str(folder))
    first, second, solved, place = outcome.out.splitlines()
    assert first.startswith("Solving on the cores of this machine. It will take about 1 minute.")
    assert "Ctrl-C" in second
    assert solved.startswith("Solved: the player who begins wins with a chance of ")
    assert place == f"The table is in {folder}."
    assert sorted(path.name for path in folder.glob("*.npy")) == [
        f"left-{left:02}.npy" for left in (1, 2, 3, 4)
    ]
    assert solver.solved == 4 * solver.parts + 2  # and a small piece twice, to measure


@pytest.mark.long
def test_after_ctrl_c_the_same_command_goes_on_from_there(
    run: Run, solver: SmallSolver, tmp_path: Path
) -> None:
    solver.stop_after = solver.parts + 7
    assert run("solve", "--for", "winning", str(tmp_path)).code == 130
    assert (tmp_path / "left-01.npy").exists()
    solver.stop_after, solver.solved = 10**6, 0
    assert run("solve", "--for", "winning", str(tmp_path)).code == 0
    assert solver.solved == 3 * solver.parts - 5 + 2
    assert run("solve", "--for", "winning", str(tmp_path)).out.startswith("Solved: ")


@pytest.mark.usefixtures("solver")
def test_the_folder_of_another_game_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("another 7\n", encoding="ascii")
    outcome = run("solve", "--for", "winning", str(tmp_path))
    assert (outcome.code, outcome.out) == (2, "")
    assert "Choose another folder." in outcome.err
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_a_damaged_layer_is_named(run: Run, solver: SmallSolver, tmp_path: Path) -> None:
    solver.stop_after = 0
    assert run("solve", "--for", "winning", str(tmp_path)).code == 130
    for left in (1, 2, 3, 4):
        (tmp_path / f"left-{left:02}.npy").write_bytes(b"hello")
    outcome = run("solve", "--for", "winning", str(tmp_path))
    assert outcome.code == 2
    assert "left-04.npy is damaged" in outcome.err
    solver.stop_after = 10**6
    (tmp_path / "left-04.npy").unlink()  # so that the work goes on from the one before
    outcome = run("solve", "--for", "winning", str(tmp_path))
    assert outcome.code == 2
    assert "left-03.npy is damaged" in outcome.err


@pytest.mark.usefixtures("solver")
def test_a_place_that_cannot_be_a_folder_is_said_before_the_work(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="ascii")
    for wrong in (tmp_path / "file", tmp_path / "file" / "below"):
        outcome = run("solve", "--for", "winning", str(wrong))
        assert (outcome.code, outcome.out) == (1, "")
        assert "cannot be written" in outcome.err


def test_without_numba_and_without_a_graphics_processor_it_says_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    monkeypatch.setitem(sys.modules, "charidice.solver.winning.cpu", None)
    outcome = run("solve", "--for", "winning", str(tmp_path / "table"))
    assert (outcome.code, outcome.out) == (2, "")
    assert "pip install charidice[solve]" in outcome.err
    assert list(tmp_path.iterdir()) == []
