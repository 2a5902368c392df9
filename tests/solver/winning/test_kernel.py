"""The source for graphics processors, run on a processor with one thread: a small game."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.solver.reference import ReferenceTurn, Roll
from tests.solver.test_margin import SMALL, SMALL_DICE

from charidice.solver.lattice import lattice_of
from charidice.solver.margin import BOXES, last_values
from charidice.solver.winning import gpu
from charidice.solver.winning.cpu import CpuSolver
from charidice.solver.winning.gpu import FixedStrategy, Mode
from charidice.solver.winning.plan import plan_of
from charidice.solver.winning.positions import EPSILON, HALF, Layer, positions_of

COMPILER = shutil.which("g++")
POSITIONS, PLAN = positions_of(SMALL, SMALL_DICE), plan_of(SMALL_DICE, SMALL)
# What one thread, and a game that is smaller than its lists, cannot do as a device does.
ADAPTED = {
    "extern __shared__ float4 room[];": f"static float4 room[{PLAN.cells}];",
    "__shared__ Cell parts[THREADS / 32];": "static Cell parts[1];",
    "Cell *ends = cells + CELLS - ENDS - LISTS, *lists = ends + ENDS;": (
        "static Cell ends[ENDS], lists[LISTS];"
    ),
}
Solve = Callable[[Layer, NDArray[Any]], Layer]

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no g++")


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Solve]:
    """Compiles the kernel for what is solved; gives what solves a whole layer."""
    monkeypatch.setattr(gpu, "THREADS", 1)

    def build(mode: Mode, fixed: FixedStrategy | None = None) -> Solve:
        text = gpu.sizes(PLAN, POSITIONS, mode, fixed) + gpu.SOURCE.read_text(encoding="utf-8")
        for old, new in ADAPTED.items():
            assert old in text
            text = text.replace(old, new)
        header = (Path(__file__).parent / "emulation.h").read_text(encoding="utf-8")
        number = len(list(tmp_path.glob("*.so")))
        source, library = tmp_path / f"{number}.cpp", tmp_path / f"{number}.so"
        source.write_text(header + text, encoding="utf-8")
        words = ["-O1", "-std=c++17", "-shared", "-fPIC", "-w", "-o", library, source]
        subprocess.run([str(COMPILER), *map(str, words)], check=True)
        tables = np.concatenate(list(gpu.tables(PLAN, fixed).values()))
        return lambda later, goes_by: _layer(ctypes.CDLL(str(library)), tables, later, goes_by)

    return build


def _layer(
    library: ctypes.CDLL, tables: NDArray[np.uint32], later: Layer, goes_by: NDArray[Any]
) -> Layer:
    rows = POSITIONS.rows()
    out, state = np.zeros((len(rows), 2 * HALF), np.float32), np.zeros(3, np.uint64)
    scratch = np.zeros((PLAN.levels[0].count * SMALL.rolls, 2))
    arrays = [np.ascontiguousarray(array, np.float32) for array in (later, goes_by)]
    pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (tables, rows, *arrays, out)]
    last = [a.ctypes.data_as(ctypes.c_void_p) for a in (scratch, state)]
    library.solve(
        *pointers[:2], ctypes.c_int(len(rows)), *pointers[2:], ctypes.c_float(EPSILON), *last
    )
    return out.reshape(POSITIONS.shape)


@pytest.fixture(scope="module")
def exact() -> list[Layer]:
    solver, layers = CpuSolver(SMALL, SMALL_DICE), [POSITIONS.decided()]
    rows = POSITIONS.rows()
    for _ in range(2):
        layer = np.empty(POSITIONS.shape, np.float32)
        layer.reshape(len(rows), -1)[rows[:, 3]] = solver.rows(layers[-1], rows)[0]
        layers.append(layer)
    return layers


def test_it_solves_as_the_cores_do(compiled: Callable[..., Solve], exact: list[Layer]) -> None:
    solve = compiled(Mode.SOLVE)
    for left in (1, 2):
        assert np.abs(solve(exact[left - 1], exact[0]) - exact[left]).max() < 3e-6


@pytest.mark.parametrize("mode", [Mode.FIXED_MOVES, Mode.FIXED_ASKS])
def test_nothing_is_gained_against_who_knows_the_exact_chances(
    compiled: Callable[..., Solve], exact: list[Layer], mode: Mode
) -> None:
    solve = compiled(mode, FixedStrategy(by_points=False, tie=2e-7))
    found = solve(exact[1], exact[1])
    assert np.abs(found - exact[2]).max() < 3e-6


def test_who_asks_by_the_margin_loses_and_less_with_lucky_ties(
    compiled: Callable[..., Solve], exact: list[Layer]
) -> None:
    goes_by = np.repeat([last_values(SMALL, POSITIONS.donations)], len(BOXES), axis=0)
    unlucky, lucky = (
        compiled(Mode.FIXED_ASKS, FixedStrategy(True, 1e-5, ties))(exact[0], goes_by) - exact[1]
        for ties in (False, True)
    )
    assert lucky.min() > -1e-6
    assert lucky.max() > 0.01
    assert (unlucky - lucky).min() > -1e-6
    assert unlucky.max() > lucky.max() + 0.01


def test_who_asks_by_what_lies_there_is_answered_as_plain_loops_say(
    compiled: Callable[..., Solve], exact: list[Layer]
) -> None:
    lattice = lattice_of(SMALL_DICE)
    asks = np.random.default_rng(1).random((SMALL.rolls - 1, lattice.rolls)) < 0.5
    solve = compiled(Mode.FIXED_ASKS, FixedStrategy(by_points=True, tie=1e-5, asks=asks))
    found = solve(exact[0], np.zeros(POSITIONS.shape[:2]))

    class AskingByRoll(ReferenceTurn):
        def _rolled(self, number: int, roll: Roll, asked: bool) -> Fraction:
            if asked or number == self.rules.rolls:
                return self.choose(number, roll, asked)
            faces = tuple(die.index(f) for die, f in zip(SMALL_DICE, roll, strict=True))
            ask = bool(asks[number - 1][lattice.arrangement_of[faces]])
            return self.choose(number, roll, ask)

    for given, lead in (((4, 2), -8), ((2, 9), -3), ((3, 13), 0)):

        def end(
            points: int, gift: int, _asked: bool, given: tuple[int, int] = given, lead: int = lead
        ) -> Fraction:
            sums = (given[0] + gift, given[1])
            bonus = 6 if max(sums) > 12 else 3
            mine = lead + points + (bonus if sums[0] >= sums[1] else 0)
            other = gift + (bonus if sums[1] >= sums[0] else 0)
            return Fraction(2 if mine > other else mine == other, 2)

        slow = float(AskingByRoll(SMALL_DICE, SMALL, end, True).value())
        row = POSITIONS.donations.number(*given)
        assert found[BOXES.index((True, True)), row, HALF + lead] == pytest.approx(slow, abs=1e-6)
        assert 0 < slow < 1
