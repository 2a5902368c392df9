"""The solved game for two: the shipped table, slices of it solved again, and small games."""

from pathlib import Path

import numpy as np
import pytest
from tests.solver.reference import ReferenceGame
from tests.support import OTHER_DICE

from charidice.rules import RULEBOOK, STANDARD, Colour, Face, Rules
from charidice.solver import (
    SolverError,
    faces_of,
    fingerprint,
    load_table,
    save_table,
    solve_margin,
    standard_table,
)
from charidice.solver.files import STANDARD_FILE
from charidice.solver.kernel import turn_values
from charidice.solver.lattice import lattice_of, symmetries
from charidice.solver.margin import BOXES, worths
from charidice.solver.options import options_of

DICE = faces_of(STANDARD)


@pytest.mark.parametrize("left", [1, 2, 3, 7, 8, 13, 14])
@pytest.mark.parametrize("boxes", BOXES)
def test_slices_of_the_table_are_solved_again(left: int, boxes: tuple[bool, bool]) -> None:
    table = standard_table()
    rng = np.random.default_rng(left)
    for _ in range(3):
        given = (int(rng.integers(0, 90)), int(rng.integers(0, 90)))
        assert table.turn(left, given, boxes).value == pytest.approx(
            table.value(left, given, boxes), abs=2e-5
        )


@pytest.mark.parametrize("left", [1, 6, 14])
def test_the_compiled_solver_gives_the_table(left: int) -> None:
    table = standard_table()
    options, lattice = options_of(DICE, RULEBOOK), lattice_of(DICE)
    part = slice(1800, 1816)
    for number, (has, other_has) in enumerate(BOXES):
        later = table.values[left - 1].astype(np.float64)
        plain = worths(later[BOXES.index((other_has, has))], table.donations, 61, 1)[part]
        asked = worths(later[BOXES.index((False, has))], table.donations, 61, 2)[part]
        values = turn_values(options, lattice, 3, plain, asked if other_has else None)
        assert values == pytest.approx(table.values[left, number, part], abs=2e-5)


def test_only_the_difference_matters_once_somebody_has_given_more_than_60() -> None:
    table = standard_table()
    for left in (1, 5, 14):
        values = [table.value(left, (a, a + 7), (True, False)) for a in (54, 60, 100)]
        assert len(set(values)) == 1
        assert table.value(left, (61, 68), (True, False)) != table.value(
            left, (20, 27), (True, False)
        )


def test_one_pair_of_donations_has_the_number_that_arrays_of_them_have() -> None:
    donations = standard_table().donations
    mine, other = donations.pairs()
    numbers = [donations.number(int(m), int(o)) for m, o in zip(mine, other, strict=True)]
    assert numbers == list(range(donations.count))
    assert donations.number(600, 0) == donations.index(np.array(600), np.array(0))


def test_at_the_end_only_the_charity_bonus_is_to_come() -> None:
    table = standard_table()
    cases = {(0, 0): 0, (10, 9): 20, (9, 10): -20, (61, 60): 30, (60, 59): 20, (70, 70): 0}
    for given, value in cases.items():
        assert table.value(0, given, (False, True)) == value


def test_it_is_good_to_have_the_box_and_bad_if_the_other_has_it() -> None:
    table = standard_table()
    for left in (2, 6, 14):
        for given in ((0, 0), (30, 45), (80, 70)):
            none, other, mine, both = (table.value(left, given, boxes) for boxes in BOXES)
            assert other < none < mine
            assert other < both < mine


SMALL_DICE = (
    (Face(1, Colour.RED), Face(5, Colour.YELLOW), Face(2, Colour.GREEN)),
    (Face(2, Colour.RED), Face(1, Colour.YELLOW), Face(6, Colour.GREEN)),
)
SMALL = Rules(
    rounds=2,
    rolls=3,
    one_colour_least=2,
    straight_bonus=(0, 0, 5, 9, 25, 40, 50),
    same_number_bonus=(0, 0, 4, 8, 15, 30, 60),
    charity_bonus=3,
    charity_bonus_high=6,
    charity_high_above=12,
)


@pytest.mark.parametrize(
    "dice",
    [
        SMALL_DICE,
        (
            (Face(1, Colour.RED), Face(2, Colour.YELLOW)),
            (Face(1, Colour.YELLOW), Face(2, Colour.RED)),
        ),
    ],
)
def test_small_games_agree_with_plain_loops_and_exact_fractions(
    dice: tuple[tuple[Face, ...], ...],
) -> None:
    table, slow = solve_margin(SMALL, dice), ReferenceGame(dice, SMALL)
    for left in range(5):
        for boxes in BOXES:
            for given in ((0, 0), (3, 1), (12, 12), (13, 2), (2, 13)):
                exact = float(slow.value(left, given, boxes))
                assert table.value(left, given, boxes) == pytest.approx(exact, abs=1e-5)
                if left:
                    fast = table.turn(left, given, boxes).value
                    assert fast == pytest.approx(exact, abs=1e-5)


def test_the_standard_dice_look_the_same_in_six_orders() -> None:
    assert symmetries(DICE) == [tuple((die + k) % 6 for die in range(6)) for k in range(6)]
    lattice = lattice_of(DICE)
    assert lattice.weight.sum() == pytest.approx(1)
    assert len(lattice.first_roll) == 7_826


def test_a_table_serves_shorter_games_but_no_other_rules_or_dice(tmp_path: Path) -> None:
    assert fingerprint(RULEBOOK, DICE) == fingerprint(Rules(rounds=3), DICE)
    load_table(STANDARD_FILE, Rules(rounds=3), DICE)
    assert fingerprint(Rules(charity_bonus=0), DICE) != fingerprint(RULEBOOK, DICE)
    for rules, dice in ((Rules(charity_bonus=21), DICE), (RULEBOOK, faces_of(OTHER_DICE))):
        with pytest.raises(SolverError) as caught:
            load_table(STANDARD_FILE, rules, dice)
        assert caught.value.code == "solver/other-game"
    copy = tmp_path / "table.npz"
    save_table(copy, standard_table())
    assert (load_table(copy, RULEBOOK, DICE).values == standard_table().values).all()


def array_file(tmp_path: Path) -> bytes:
    np.save(tmp_path / "array.npy", np.zeros(3))
    return (tmp_path / "array.npy").read_bytes()


@pytest.mark.parametrize("damage", ["empty", "short", "text", "array", "missing"])
def test_what_is_no_table_is_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "table.npz"
    whole = STANDARD_FILE.read_bytes()
    content = {
        "empty": b"",
        "short": whole[:-1000],
        "text": b"hello",
        "array": array_file(tmp_path),
    }
    if damage in content:
        path.write_bytes(content[damage])
    with pytest.raises(SolverError) as caught:
        load_table(path, RULEBOOK, DICE)
    assert caught.value.code == "solver/damaged-table"


def test_damaged_bytes_are_noticed_or_change_nothing(tmp_path: Path) -> None:
    path, rng = tmp_path / "table.npz", np.random.default_rng(1)
    whole = np.frombuffer(STANDARD_FILE.read_bytes(), dtype=np.uint8)
    refused = 0
    for number in range(60):
        data = whole.copy()
        # Half of them near the ends, where the names and lengths of the parts stand.
        where = rng.integers(0, 600) if number % 2 else rng.integers(0, len(data))
        data[where if number % 4 else -1 - where % 300] ^= rng.integers(1, 256, dtype=np.uint8)
        path.write_bytes(data.tobytes())
        try:
            table = load_table(path, RULEBOOK, DICE)
        except SolverError:
            refused += 1
        else:
            assert (table.values == standard_table().values).all()
    assert refused > 20


def test_more_turns_than_the_table_has_are_refused() -> None:
    with pytest.raises(SolverError) as caught:
        standard_table().value(15, (0, 0), (True, True))
    assert caught.value.code == "solver/too-long"
