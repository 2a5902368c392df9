"""What the solution of the game for two knows, as data.

A fact is exact, with the bound of its error, or comes from simulated games, with half of its 95 %
interval. Facts that need a position are about even ones: both have given what good play gives until
then, 11 points a turn, both have the 2x box, and the lead is such that the expected final margin
is nothing.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from charidice.rules import DICE, RULEBOOK, STANDARD, Face, best_first, selections
from charidice.solver import TurnSolution, faces_of, standard_table
from charidice.solver.estimate import GIFT_MEAN
from charidice.solver.turn import solve_turn
from charidice.solver.winning import standard_winning

GIFTS_FROM: Final = (0, 6, 12, 18, 24)
"""Where the groups of gifts begin, by which it is told when asking is right."""


class Kind(StrEnum):
    """How a fact is known."""

    EXACT = "exact"
    SIMULATED = "simulated"


class Unit(StrEnum):
    """What its figures are: points of margin, or shares of 1."""

    POINTS = "points"
    SHARE = "share"


class Topic(StrEnum):
    """What a fact is about."""

    FIRST_SEAT_MARGIN = "first-seat-margin"
    FIRST_SEAT_WIN = "first-seat-win"
    ROLLS = "rolls"
    FIRST_ROLL_KEEPS = "first-roll-keeps"
    ASKING = "asking"
    BOX_MARGIN = "box-margin"
    BOX_WIN = "box-win"
    GIVING_MARGIN = "giving-margin"
    GIVING_WIN = "giving-win"
    BONUSES = "bonuses"
    ASKED = "asked"
    CHARITY = "charity"
    TOTALS = "totals"
    MARGINS = "margins"


Case = tuple[int | str, ...]


@dataclass(frozen=True)
class Row:
    """One figure of a fact: in which case, and how far it may be off."""

    case: Case
    value: float
    error: float


@dataclass(frozen=True)
class Fact:
    """The figures of one topic."""

    topic: Topic
    kind: Kind
    unit: Unit
    rows: tuple[Row, ...]


def exact_facts() -> Iterator[Fact]:
    """What follows from the solved tables alone, in some seconds."""
    table, winning = standard_table(), standard_winning()
    turns = table.most_turns
    start = _to_win(turns, (0, 0), (True, True), 0)
    margin = table.value(turns, (0, 0), (True, True))
    yield _exact(Topic.FIRST_SEAT_MARGIN, Unit.POINTS, [Row((), margin, 0.0)])
    yield _exact(
        Topic.FIRST_SEAT_WIN, Unit.SHARE, [Row((), start.value, winning.errors[turns - 1])]
    )
    yield _exact(Topic.ROLLS, Unit.POINTS, [*_rolls_worth()])
    yield _exact(Topic.FIRST_ROLL_KEEPS, Unit.SHARE, [*_first_keeps(start)])
    lefts = range(turns, 0, -1)
    yield _exact(Topic.ASKING, Unit.SHARE, [row for left in lefts for row in _asking(left)])
    for topic, unit, worth in (
        (Topic.BOX_MARGIN, Unit.POINTS, _box_margin),
        (Topic.BOX_WIN, Unit.SHARE, _box_win),
        (Topic.GIVING_MARGIN, Unit.POINTS, _giving_margin),
        (Topic.GIVING_WIN, Unit.SHARE, _giving_win),
    ):
        # Two chances are compared, each of which can be off.
        errors = [2 * e if unit is Unit.SHARE else 0.0 for e in winning.errors]
        yield _exact(topic, unit, [Row((left,), worth(left), errors[left - 1]) for left in lefts])


def _exact(topic: Topic, unit: Unit, rows: list[Row]) -> Fact:
    return Fact(topic, Kind.EXACT, unit, tuple(rows))


def _rolls_worth() -> Iterator[Row]:
    """What a turn scores on the mean that is played for its points alone, by how many rolls."""
    dice = faces_of(STANDARD)
    for rolls in range(1, RULEBOOK.rolls + 1):
        turn = solve_turn(dice, replace(RULEBOOK, rolls=rolls), _points_alone)
        yield Row((rolls,), turn.value, 0.0)


def _points_alone(points: NDArray[np.int32], _gifts: NDArray[np.int32]) -> NDArray[np.float64]:
    return points.astype(np.float64)


def _even(left: int) -> tuple[int, int]:
    """What each has given, and the lead, in an even position with so many turns left."""
    table = standard_table()
    given = round(GIFT_MEAN * (table.most_turns - left) / 2)
    return given, -round(table.value(left, (given, given), (True, True)))


def _to_win(left: int, given: tuple[int, int], boxes: tuple[bool, bool], lead: int) -> TurnSolution:
    return standard_winning().turn(standard_table(), left, given, boxes, lead)


def _box_margin(left: int) -> float:
    given, table = (_even(left)[0],) * 2, standard_table()
    return table.value(left, given, (True, True)) - table.value(left, given, (False, True))


def _box_win(left: int) -> float:
    given, lead = _even(left)
    having, lacking = (
        _to_win(left, (given, given), boxes, lead).value for boxes in ((True, True), (False, True))
    )
    return having - lacking


def _giving_margin(left: int) -> float:
    given, both, table = _even(left)[0], (True, True), standard_table()
    return table.value(left, (given + 1, given), both) - table.value(left, (given, given), both)


def _giving_win(left: int) -> float:
    given, lead = _even(left)
    more, equal = (
        _to_win(left, (mine, given), (True, True), lead).value for mine in (given + 1, given)
    )
    return more - equal


def _rolls(solution: TurnSolution) -> Iterator[tuple[float, tuple[int, ...]]]:
    """One roll of every kind that differs: its share of all rolls, and the face of each die."""
    lattice = solution.lattice
    faces = np.array(np.unravel_index(lattice.first_roll, (6,) * DICE)).T
    for share, roll in zip(lattice.weight.tolist(), faces.tolist(), strict=True):
        yield share, tuple(roll)


def _asking(left: int) -> Iterator[Row]:
    """After the first and the second roll, by the gift that lies there, how often asking is right.

    All ways to lie on the table count alike. Where both answers are nearly equal they may be
    confused: that share is the error.
    """
    given, lead = _even(left)
    solution = _to_win(left, (given, given), (True, True), lead)
    wrong = 2 * standard_winning().errors[left - 1]
    groups = _gift_groups()
    for roll in range(RULEBOOK.rolls - 1):
        gained = solution.plain[roll].choice - solution.asked[roll].choice
        for group in GIFTS_FROM:
            share = solution.lattice.weight * (groups == group)
            right, unsure = share @ (gained > 1e-9), share @ ((abs(gained) < wrong) & (gained != 0))
            whole = share.sum()
            yield Row((left, roll + 1, group), float(right / whole), float(unsure / whole))


@cache
def _gift_groups() -> NDArray[np.int64]:
    """By roll, the group of what the receiver gets if it is scored for the most points."""
    solution = standard_table().turn(1, (0, 0), (False, False))
    gifts = [
        best_first(selections(STANDARD.faces([n + 1 for n in roll]), RULEBOOK))[0].gift
        for _, roll in _rolls(solution)
    ]
    return np.array([max(start for start in GIFTS_FROM if start <= gift) for gift in gifts])


def _first_keeps(solution: TurnSolution) -> Iterator[Row]:
    """What is kept of the first roll of a game, by what the dice have in common and how many.

    Where two keeps are nearly equal they may be confused: that share is the error.
    """
    shares, errors = defaultdict[Case, float](float), defaultdict[Case, float](float)
    rolls = list(_rolls(solution))
    for (share, roll), (kept, sure) in zip(rolls, _best_keeps(solution, rolls), strict=True):
        case = _shape([STANDARD.faces([n + 1 for n in roll])[die] for die in kept])
        shares[case] += share
        errors[case] += 0.0 if sure else share
    for case, share in sorted(shares.items(), key=lambda item: -item[1]):
        yield Row(case, share, errors[case])


def _best_keeps(
    solution: TurnSolution, rolls: list[tuple[float, tuple[int, ...]]]
) -> Iterator[tuple[tuple[int, ...], bool]]:
    """For every roll the dice that are best kept, all six if it is scored, and whether for sure."""
    stage, places = solution.plain[0], solution.lattice.arrangement_of
    faces = np.array([roll for _, roll in rolls])
    keeps = [kept for size in range(DICE) for kept in combinations(range(DICE), size)]
    values = []
    for kept in keeps:
        lying = np.full_like(faces, 6)
        lying[:, list(kept)] = faces[:, list(kept)]
        if stage.reroll is not None:
            values.append(stage.reroll[places[tuple(lying.T)]])
    keeps.append(tuple(range(DICE)))
    by_keep = np.round([*values, stage.score], 9)
    second, first = np.sort(by_keep, axis=0)[-2:]
    sure = first - second > 2 * standard_winning().errors[standard_table().most_turns - 1]
    for number, certain in zip(np.argmax(by_keep, axis=0).tolist(), sure.tolist(), strict=True):
        yield keeps[number], certain


def _shape(faces: list[Face]) -> Case:
    """What dice have in common, and how many they are."""
    numbers = sorted(face.number for face in faces)
    size = len(faces)
    if size == DICE:
        return ("scored", size)
    if size < 2:
        return ("few", size)
    if len({face.colour for face in faces}) == 1:
        in_a_row = numbers == list(range(numbers[0], numbers[0] + size))
        return ("straight" if in_a_row else "one-colour", size)
    return ("same-number" if len(set(numbers)) == 1 else "other", size)
