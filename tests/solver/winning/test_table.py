"""The chances of winning that come with the package: near the exact ones, and whole."""

import io
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from tests.support import OTHER_DICE

from charidice.rules import RULEBOOK, STANDARD, Rules
from charidice.solver import SolverError, faces_of, standard_table
from charidice.solver.margin import BOXES
from charidice.solver.winning import load_winning, save_winning, standard_winning
from charidice.solver.winning.codec import DECIDED, pack
from charidice.solver.winning.positions import HALF, Layer
from charidice.solver.winning.table import STANDARD_FILE

DICE = faces_of(STANDARD)
SAMPLE = Path(__file__).parent / "exact_chances.npy"


def test_the_table_says_how_wrong_it_can_be() -> None:
    errors = standard_winning().errors
    assert len(errors) == 15
    assert max(errors[3:]) <= 0.001
    assert max(errors[1:3]) <= 0.0025


@pytest.mark.parametrize("left", range(1, 15))
def test_exact_chances_are_within_the_error_of_the_table(left: int) -> None:
    table, sample = standard_winning(), np.load(SAMPLE)
    here = sample[sample["left"] == left]
    assert len(here) > 500
    layer = table.layer(left)
    found = [
        layer.chance(int(row["boxes"]), int(row["donations"]), int(row["lead"])) for row in here
    ]
    apart = np.abs(np.array(found) - here["chance"])
    assert apart.max() <= table.errors[left] + 1e-6
    assert apart.mean() <= 0.0002


@pytest.mark.parametrize("left", [1, 2, 3, 7, 8, 13, 14])
@pytest.mark.parametrize("boxes", BOXES)
def test_slices_of_the_table_are_solved_again(left: int, boxes: tuple[bool, bool]) -> None:
    table, margin = standard_winning(), standard_table()
    rng = np.random.default_rng(left)
    for _ in range(3):
        given = (int(rng.integers(0, 90)), int(rng.integers(0, 90)))
        lead = int(rng.integers(-60, 60))
        again = table.turn(margin, left, given, boxes, lead).value
        # The ends of the turn are as wrong as the layer below.
        bound = table.errors[left] + table.errors[left - 1]
        assert table.chance(left, given, boxes, lead) == pytest.approx(again, abs=bound + 1e-6)


def test_curves_and_single_chances_are_the_same() -> None:
    table = standard_winning()
    layer = table.layer(4)
    curves = layer.curves(2, np.array([7, 4000]))
    for x in (0, 100, 200, curves.shape[1] - 1):
        for row, donations in enumerate((7, 4000)):
            chance = layer.chance(2, donations, layer.first + x)
            assert chance == pytest.approx(curves[row, x], abs=1e-5)
    assert layer.chance(2, 7, layer.first - 1) == 0
    assert layer.chance(2, 7, layer.first + curves.shape[1]) == 1


def test_only_the_difference_matters_once_somebody_has_given_more_than_60() -> None:
    table = standard_winning()
    chances = [table.chance(5, (a, a + 7), (True, False), 4) for a in (54, 60, 100)]
    assert len(set(chances)) == 1
    assert table.chance(5, (20, 27), (True, False), 4) != chances[0]


def smooth_layer() -> Layer:
    """Curves as they could be, 18 of them, each with 1,024 leads."""
    lead = np.arange(-HALF, HALF)
    middle = np.linspace(-60, 60, len(BOXES) * 14).reshape(len(BOXES), 14)
    return (1 / (1 + np.exp((middle[:, :, None] - lead) / 20))).astype(np.float32)


@pytest.mark.parametrize("error", [0.01, 0.0005])
def test_a_packed_layer_is_as_near_as_was_asked_for(error: float) -> None:
    layer = smooth_layer()
    packed = pack(layer, error)
    shown = slice(packed.first + HALF, packed.first + HALF + len(packed.mean))
    found = np.stack([packed.curves(boxes, np.arange(14)) for boxes in range(len(BOXES))])
    assert np.abs(found - layer[:, :, shown]).max() <= error
    assert layer[:, :, : shown.start].max() <= DECIDED
    assert layer[:, :, shown.stop :].min() >= 1 - DECIDED
    assert len(packed.basis) < 24


def test_what_is_saved_is_loaded_again(tmp_path: Path) -> None:
    table, path = standard_winning(), tmp_path / "table.bin"
    layers = {left: table.layer(left) for left in range(1, 15)}
    save_winning(path, (RULEBOOK, DICE), table.donations, layers, table.errors)
    again = load_winning(path, RULEBOOK, DICE)
    assert again.errors == table.errors
    for left in (1, 9):
        assert (again.layer(left).amounts == table.layer(left).amounts).all()
        assert (again.layer(left).basis == table.layer(left).basis).all()


def test_a_table_serves_shorter_games_but_no_other_rules_or_dice() -> None:
    load_winning(STANDARD_FILE, Rules(rounds=3), DICE)
    for rules, dice in ((Rules(charity_bonus=21), DICE), (RULEBOOK, faces_of(OTHER_DICE))):
        with pytest.raises(SolverError) as caught:
            load_winning(STANDARD_FILE, rules, dice)
        assert caught.value.code == "solver/other-game"


def no_tables() -> bytes:
    """A file of arrays, but of others."""
    content = io.BytesIO()
    np.savez(content, values=np.zeros(3))
    return content.getvalue()


@pytest.mark.parametrize(
    "damage", ["empty", "short", "text", "one bit", "missing", "another file", "without tables"]
)
def test_what_is_no_table_is_refused(tmp_path: Path, damage: str) -> None:
    path, whole = tmp_path / "table.bin", STANDARD_FILE.read_bytes()
    content = {
        "empty": b"",
        "short": whole[:-1],
        "text": b"hello",
        "another file": sha256(b"hello").digest() + b"hello",
        "without tables": sha256(no_tables()).digest() + no_tables(),
        "one bit": whole[:1_000_000] + bytes([whole[1_000_000] ^ 1]) + whole[1_000_001:],
    }
    if damage in content:
        path.write_bytes(content[damage])
    with pytest.raises(SolverError) as caught:
        load_winning(path, RULEBOOK, DICE)
    assert caught.value.code == "solver/damaged-table"


def test_more_turns_than_the_table_has_are_refused() -> None:
    with pytest.raises(SolverError) as caught:
        standard_winning().chance(15, (0, 0), (True, True), 0)
    assert caught.value.code == "solver/too-long"


def test_playing_and_coaching_need_no_extra() -> None:
    program = """
import random, sys
sys.modules.update(dict.fromkeys(("numba", "cupy", "httpx")))
from charidice.bots import bot
from charidice.coach import advise
from charidice.rules import Rolled, apply, new_game
game = apply(new_game(2), Rolled([1, 6, 6, 4, 3, 2]))
print(bot("perfect").choose(game, random.Random(1)), advise(game).options[0].action)
"""
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["pass", "pass"]
