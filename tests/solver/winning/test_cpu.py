"""The chance of winning on the cores of a processor: small games, and slices of the full one."""

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest
from tests.solver.reference import ReferenceWinning
from tests.solver.test_margin import SMALL, SMALL_DICE

from charidice.rules import RULEBOOK, STANDARD, Colour, Face
from charidice.solver import SolverError, faces_of
from charidice.solver.margin import BOXES
from charidice.solver.winning import Folder, expected_seconds, solve_winning, steps_to_do
from charidice.solver.winning.cpu import CpuSolver
from charidice.solver.winning.positions import HALF, Layer

Dice = tuple[tuple[Face, ...], ...]
TINY_DICE: Dice = (
    (Face(1, Colour.RED), Face(2, Colour.YELLOW)),
    (Face(1, Colour.YELLOW), Face(2, Colour.RED)),
)


def solved(dice: Dice) -> tuple[CpuSolver, list[Layer]]:
    solver = CpuSolver(SMALL, dice)
    layers = [solver.positions.decided()]
    rows = solver.positions.rows()
    for _ in range(solver.positions.turns):
        found, _ = solver.rows(layers[-1], rows, eps=0.0)
        layer = np.empty(solver.positions.shape, np.float32)
        layer.reshape(len(rows), -1)[rows[:, 3]] = found
        layers.append(layer)
    return solver, layers


@pytest.fixture(scope="module")
def small() -> tuple[CpuSolver, list[Layer]]:
    return solved(SMALL_DICE)


def check(dice: Dice, solver: CpuSolver, layers: list[Layer], most_left: int) -> None:
    slow, seen = ReferenceWinning(dice, SMALL), set()
    donations = solver.positions.donations
    for left in range(most_left + 1):
        for number, boxes in enumerate(BOXES):
            for given in ((3, 1), (12, 12), (2, 13)):
                row = donations.number(*given)
                for lead in (-9, -4, 0, 3):
                    exact = slow.chance(left, given, boxes, lead)
                    chance = layers[left][number, row, HALF + lead]
                    assert chance == pytest.approx(float(exact), abs=1e-6), (left, boxes, given)
                    seen.add(round(float(chance), 4))
    assert len(seen) > 5  # not only certain wins and losses


def test_a_small_game_agrees_with_plain_loops_and_exact_fractions(
    small: tuple[CpuSolver, list[Layer]],
) -> None:
    check(SMALL_DICE, *small, most_left=2)


def test_a_tiny_game_agrees_with_three_turns_left() -> None:
    check(TINY_DICE, *solved(TINY_DICE), most_left=3)


def test_a_larger_lead_never_lowers_the_chance(small: tuple[CpuSolver, list[Layer]]) -> None:
    for layer in small[1]:
        assert (np.diff(layer, axis=2) >= -1e-6).all()


def test_leads_that_are_decided_are_not_worked_out(small: tuple[CpuSolver, list[Layer]]) -> None:
    solver, layers = small
    rows = solver.positions.rows()[:40]
    whole, all_leads = solver.rows(layers[1], rows, eps=0.0)
    found, some = solver.rows(layers[1], rows)
    assert some < all_leads / 4
    assert np.abs(found - whole).max() <= 1e-6


def test_a_solve_that_was_stopped_goes_on_where_it_was(
    small: tuple[CpuSolver, list[Layer]], tmp_path: Path
) -> None:
    solver, layers = small
    folder = Folder(tmp_path / "table")
    folder.claim(SMALL, SMALL_DICE)

    def stopped(steps: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
        for number, step in enumerate(steps):
            if number == solver.parts + 5:
                raise KeyboardInterrupt
            yield step

    with pytest.raises(KeyboardInterrupt):
        list(solve_winning(solver, folder, stopped))
    assert steps_to_do(solver, folder)[0] == (2, 5)
    assert list(solve_winning(solver, folder)) == [2, 3, 4]
    assert not steps_to_do(solver, folder)
    for left in range(1, 5):
        assert np.abs(folder.layer(left) - layers[left]).max() < 1e-5
    assert not list(folder.path.glob("*part*"))


def test_the_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.claim(SMALL, SMALL_DICE)
    folder.claim(SMALL, SMALL_DICE)
    for rules, dice in ((RULEBOOK, SMALL_DICE), (SMALL, faces_of(STANDARD))):
        with pytest.raises(SolverError) as caught:
            folder.claim(rules, dice)
        assert caught.value.code == "solver/other-folder"


def test_parts_that_were_divided_otherwise_are_not_used_and_go_with_the_layer(
    small: tuple[CpuSolver, list[Layer]], tmp_path: Path
) -> None:
    solver, layers = small
    folder = Folder(tmp_path)
    np.save(folder.part_file(1, 0, 1), np.zeros((3, 3), np.float32))
    assert (1, 0) in steps_to_do(solver, folder)
    assert next(iter(solve_winning(solver, folder))) == 1
    assert np.abs(folder.layer(1) - layers[1]).max() < 1e-5
    assert not list(tmp_path.glob("*part*"))


@pytest.mark.parametrize("content", [b"", b"hello", None])
def test_a_damaged_layer_is_refused(
    small: tuple[CpuSolver, list[Layer]], tmp_path: Path, content: bytes | None
) -> None:
    solver, layers = small
    folder = Folder(tmp_path)
    np.save(folder.layer_file(1), layers[1])
    whole = folder.layer_file(1).read_bytes()
    folder.layer_file(1).write_bytes(whole[:-100] if content is None else content)
    with pytest.raises(SolverError) as caught:
        list(solve_winning(solver, folder))
    assert caught.value.code == "solver/damaged-table"


def test_the_time_to_come_is_measured_and_gets_less_as_layers_are_solved(
    small: tuple[CpuSolver, list[Layer]], tmp_path: Path
) -> None:
    solver, layers = small
    folder = Folder(tmp_path)

    def ticking() -> Callable[[], float]:
        times = iter((5.0, 7.0))
        return lambda: next(times)

    before = expected_seconds(solver, folder, ticking())
    np.save(folder.layer_file(1), layers[1])
    after = expected_seconds(solver, folder, ticking())
    np.save(folder.layer_file(2), layers[2])
    np.save(folder.layer_file(3), layers[3])
    np.save(folder.layer_file(4), layers[4])
    assert before > after > 0
    assert expected_seconds(solver, folder, ticking()) == 0


def test_positions_of_the_full_game_have_their_exact_chance() -> None:
    sample = np.load(Path(__file__).parent / "exact_chances.npy")
    last = sample[(sample["left"] == 1)][:4]
    solver = CpuSolver(RULEBOOK, faces_of(STANDARD))
    rows = solver.positions.rows()
    numbers = last["boxes"].astype(int) * solver.positions.donations.count + last["donations"]
    order = np.argsort(rows[:, 3])
    found, _ = solver.rows(solver.positions.decided(), rows[order][numbers])
    assert found[np.arange(4), HALF + last["lead"]] == pytest.approx(last["chance"], abs=1e-6)
