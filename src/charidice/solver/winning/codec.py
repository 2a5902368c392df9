"""Layers of winning chances made small: curves over the lead from a few basis curves.

With equally many turns left the chance is a curve over the lead for each boxes and donations.
All curves of a layer are near their mean plus a mix of a few basis curves (the principal
components). The amounts are rounded to whole steps and change little from one donation to the
next, so their differences pack well.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from charidice.solver.margin import Donations
from charidice.solver.winning.positions import HALF, Layer

# So near to 0 or 1 a chance is not kept in a packed layer.
DECIDED: Final = 1e-5
# Amounts are whole numbers of 16 bits.
_MOST_STEPS: Final = 32_000
# How large a step is beside the largest error.
ROUNDING: Final = 0.5
_Amounts = NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class PackedLayer:
    """The curves of a layer, near enough.

    The curve of boxes and donations is `mean + amounts[:, boxes, donations] @ basis` for the leads
    from `first` on. Before them the chance is 0, and after them 1.
    """

    first: int
    mean: NDArray[np.float32]
    basis: NDArray[np.float32]
    amounts: _Amounts

    def curves(self, boxes: int, donations: NDArray[Any]) -> NDArray[np.float64]:
        """By donations, the chances for the leads of this layer.

        With 64 bits the order in which a machine adds up shows only far behind the ninth digit. A
        product of matrices would wake up threads for so little work, and wait for them.
        """
        amounts = self.amounts[:, boxes, donations].astype(np.float64)
        curves: NDArray[np.float64] = np.einsum("kd,kx->dx", amounts, self._basis)
        curves += self.mean
        return np.clip(curves, 0.0, 1.0, out=curves)

    @cached_property
    def _basis(self) -> NDArray[np.float64]:
        return self.basis.astype(np.float64)

    def chance(self, boxes: int, donations: int, lead: int) -> float:
        """The chance of the player to move."""
        x = lead - self.first
        if not 0 <= x < len(self.mean):
            return float(x > 0)
        mixed = float(self.amounts[:, boxes, donations] @ self._basis[:, x])
        return min(1.0, max(0.0, float(self.mean[x]) + mixed))


def pack(layer: Layer, error: float) -> PackedLayer:
    """A layer with as few basis curves as stay within this largest error, or nearly so."""
    first, last = _undecided(layer)
    curves = layer[:, :, first:last].reshape(-1, last - first)
    mean = curves.mean(axis=0)
    curves = curves - mean
    basis = _principal(curves)
    steps, scaled = curves, basis
    for count in _counts(len(basis)):
        steps, scaled = _rounded(basis[:count], curves @ basis[:count].T, error)
        if np.abs(steps @ scaled - curves).max() <= error:
            break
    amounts = np.ascontiguousarray(steps.T.astype(np.int16)).reshape(-1, *layer.shape[:2])
    return PackedLayer(first - HALF, mean, scaled, amounts)


def _undecided(layer: Layer) -> tuple[int, int]:
    """The leads at which some curve of the layer is neither 0 nor 1."""
    open_ = ((layer > DECIDED) & (layer < 1 - DECIDED)).any(axis=(0, 1))
    first, last = np.flatnonzero(open_)[[0, -1]]
    return int(first), int(last) + 1


def _principal(curves: Layer) -> NDArray[np.float32]:
    """The principal components, the strongest first."""
    square = curves.T.astype(np.float64) @ curves.astype(np.float64)
    _, vectors = np.linalg.eigh(square)
    return np.ascontiguousarray(vectors[:, ::-1].T, dtype=np.float32)


def _counts(most: int) -> Iterator[int]:
    count = 4
    while count < most:
        yield count
        count += max(2, count // 8)
    yield most


def _rounded(
    basis: NDArray[np.float32], amounts: NDArray[np.float32], error: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The amounts in whole steps, and the basis curves times their steps."""
    step = np.maximum(error * ROUNDING, np.abs(amounts).max(axis=0) / _MOST_STEPS).astype(
        np.float32
    )
    return np.rint(amounts / step), basis * step[:, None]


def to_arrays(packed: PackedLayer, donations: Donations) -> dict[str, NDArray[Any]]:
    """The arrays of a packed layer as they stand in a file."""
    changes = packed.amounts.copy()
    low, far = _split(changes, donations)
    low[...] = np.diff(np.diff(low, prepend=np.int16(0)), axis=-2, prepend=np.int16(0))
    far[...] = np.diff(far, prepend=np.int16(0))
    # The sign goes to the last bit: small changes then have a high byte of 0.
    folded = ((changes << 1) ^ (changes >> 15)).view(np.uint16)
    return {
        "first": np.array(packed.first),
        "mean": packed.mean,
        "basis": packed.basis,
        "changes": np.stack([folded & 255, folded >> 8]).astype(np.uint8),
    }


def from_arrays(arrays: Mapping[str, NDArray[Any]], donations: Donations) -> PackedLayer:
    """The packed layer of such arrays."""
    planes = arrays["changes"]
    folded = planes[1].astype(np.uint16)
    folded <<= 8
    folded |= planes[0]
    amounts = (folded >> 1).view(np.int16)
    folded &= 1
    amounts ^= -folded.view(np.int16)
    low, far = _split(amounts, donations)
    np.cumsum(low, axis=-2, dtype=np.int16, out=low)
    np.cumsum(low, axis=-1, dtype=np.int16, out=low)
    np.cumsum(far, axis=-1, dtype=np.int16, out=far)
    return PackedLayer(int(arrays["first"]), arrays["mean"], arrays["basis"], amounts)


def _split(amounts: _Amounts, donations: Donations) -> tuple[_Amounts, _Amounts]:
    """Views of those where both sums matter, by both, and of those where the difference does."""
    side = donations.threshold + 1
    low, far = amounts[..., : side * side], amounts[..., side * side :]
    return np.lib.stride_tricks.as_strided(
        low, (*low.shape[:-1], side, side), (*low.strides[:-1], side * low.itemsize, low.itemsize)
    ), far
