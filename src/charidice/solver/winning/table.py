"""The chances of winning of the game for two as they come with the package."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from charidice.rules import RULEBOOK, STANDARD, Rules
from charidice.solver.errors import SolverError
from charidice.solver.margin import BOXES, Donations, MarginTable, fingerprint
from charidice.solver.options import Dice, faces_of
from charidice.solver.turn import Ending, TurnSolution, solve_turn
from charidice.solver.winning.codec import PackedLayer, from_arrays, to_arrays

STANDARD_FILE: Final = Path(__file__).parent.parent / "tables" / "winning.bin"
_PARTS: Final = ("first", "mean", "basis", "changes")
_DIGEST: Final = sha256().digest_size
_Ints = NDArray[np.int32]
_Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class WinningTable:
    """The chance of winning of the player to move just before a turn; a shared win counts half.

    `errors[left]` is by how much it can be wrong with so many turns left, measured over all
    positions. A layer is unpacked when somebody asks for it.
    """

    donations: Donations
    errors: tuple[float, ...]
    arrays: Mapping[str, NDArray[Any]]

    @property
    def most_turns(self) -> int:
        """With how many turns left the longest game begins."""
        return len(self.errors) - 1

    @lru_cache(maxsize=32)  # noqa: B019  # a process has one table, and it stays
    def layer(self, left: int) -> PackedLayer:
        """The chances with so many turns left, at least one."""
        if left > self.most_turns:
            raise SolverError("solver/too-long", {"most": self.most_turns, "left": left})
        arrays = {part: self.arrays[f"{left}-{part}"] for part in _PARTS}
        return from_arrays(arrays, self.donations)

    def chance(
        self, left: int, given: tuple[int, int], boxes: tuple[bool, bool], lead: int
    ) -> float:
        """The chance of the player to move, whose figures stand first, with a turn left or more."""
        return self.layer(left).chance(BOXES.index(boxes), self.donations.number(*given), lead)

    def best_chance(
        self,
        margin: MarginTable,
        left: int,
        given: tuple[int, int],
        boxes: tuple[bool, bool],
        lead: int,
    ) -> tuple[float, float]:
        """The chance of the player to move as exactly as is quick, and how wrong it can be.

        With one or two turns left the turn is solved, since the chances after it are better.
        """
        if left == 0:
            final = lead + margin.value(0, given, boxes)
            return (1 + (final > 0) - (final < 0)) / 2, 0.0
        if left <= 2:
            solved = self.turn(margin, left, given, boxes, lead).value
            return min(1.0, max(0.0, solved)), self.errors[left - 1]
        return self.chance(left, given, boxes, lead), self.errors[left]

    def turn(
        self,
        margin: MarginTable,
        left: int,
        given: tuple[int, int],
        boxes: tuple[bool, bool],
        lead: int,
    ) -> TurnSolution:
        """The turn that is about to begin, solved for the chance of winning.

        With one turn left it is exact, before that as exact as the chances one turn later.
        """
        if left == 1:
            return margin.last_turn_to_win(given, boxes, lead)
        has, other_has = boxes
        layer, columns = self.layer(left - 1), margin.most_points + 1

        def ending(keeps_box: bool) -> Ending:
            points, gifts = np.arange(columns), np.arange(margin.most_gift + 1)
            rows = self.donations.index(np.full_like(gifts, given[1]), given[0] + gifts)
            # One more on either side for leads beyond those that are kept.
            curves = np.pad(layer.curves(BOXES.index((keeps_box, has)), rows), ((0, 0), (1, 1)))
            curves[:, -1] = 1.0
            leads = gifts[:, None] - points[None, :] - lead
            x = np.clip(leads - layer.first + 1, 0, curves.shape[1] - 1)
            # By gift and points, in one row: quick to look up.
            worth = 1 - np.take_along_axis(curves, x, axis=1).ravel()

            def value(points: _Ints, gift: _Ints) -> _Floats:
                return worth.take(gift * columns + points)

            return value

        return solve_turn(
            margin.dice,
            margin.rules,
            ending(other_has),
            ending(False) if other_has else None,
        )


def save_winning(
    path: Path,
    game: tuple[Rules, Dice],
    donations: Donations,
    layers: Mapping[int, PackedLayer],
    errors: tuple[float, ...],
) -> None:
    """Write packed layers with the fingerprint of their rules and dice."""
    arrays = {
        f"{left}-{part}": array
        for left, layer in layers.items()
        for part, array in to_arrays(layer, donations).items()
    }
    content = io.BytesIO()
    np.savez_compressed(
        content,
        fingerprint=np.array(fingerprint(*game)),
        donations=np.array([donations.threshold, donations.span]),
        errors=np.array(errors),
        **arrays,  # type: ignore[arg-type]
    )
    data = content.getvalue()
    path.write_bytes(sha256(data).digest() + data)


def load_winning(path: Path, rules: Rules, dice: Dice) -> WinningTable:
    """Read packed layers; those that are damaged or made for another game are refused."""
    try:
        data = path.read_bytes()
    except OSError:
        raise SolverError("solver/damaged-table", {"path": path}) from None
    digest, content = data[:_DIGEST], data[_DIGEST:]
    if sha256(content).digest() != digest:
        raise SolverError("solver/damaged-table", {"path": path})
    try:
        arrays = np.load(io.BytesIO(content), allow_pickle=False)
        stored = str(arrays["fingerprint"])
        threshold, span = (int(number) for number in arrays["donations"])
        errors = tuple(arrays["errors"].tolist())
    except Exception:  # NumPy raises nearly anything at what is no table
        raise SolverError("solver/damaged-table", {"path": path}) from None
    if stored != fingerprint(rules, dice):
        raise SolverError("solver/other-game")
    return WinningTable(Donations(threshold, span), errors, arrays)


@cache
def standard_winning() -> WinningTable:
    """The solved game of the rulebook with the standard dice, which comes with the package."""
    return load_winning(STANDARD_FILE, RULEBOOK, faces_of(STANDARD))
