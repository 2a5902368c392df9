"""What a machine can solve the chance of winning with."""

from charidice.rules import Rules
from charidice.solver.errors import SolverError
from charidice.solver.options import Dice
from charidice.solver.winning.layers import RowSolver


def row_solver(rules: Rules, dice: Dice) -> RowSolver:
    """A graphics processor if there is one and CuPy is installed, otherwise the cores."""
    return _gpu(rules, dice) or _cores(rules, dice)


def _gpu(rules: Rules, dice: Dice) -> RowSolver | None:
    try:
        import cupy  # noqa: PLC0415  # an extra

        cupy.cuda.runtime.getDeviceCount()
    except Exception:  # not installed, no driver, no device: CuPy has an error for each
        return None
    from charidice.solver.winning.gpu import GpuSolver  # noqa: PLC0415

    return GpuSolver(rules, dice)


def _cores(rules: Rules, dice: Dice) -> RowSolver:
    try:
        from charidice.solver.winning.cpu import CpuSolver  # noqa: PLC0415  # Numba is an extra
    except ModuleNotFoundError:
        raise SolverError("solver/not-installed") from None
    return CpuSolver(rules, dice)
