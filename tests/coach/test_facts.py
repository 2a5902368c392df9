"""What the solved tables say of themselves."""

import pytest

from charidice.coach.facts import GIFTS_FROM, Fact, Topic, exact_facts
from charidice.solver import standard_table
from charidice.solver.winning import standard_winning


@pytest.fixture(scope="module")
def facts() -> dict[Topic, Fact]:
    return {fact.topic: fact for fact in exact_facts()}


def test_the_first_seat_is_worth_what_the_tables_say(facts: dict[Topic, Fact]) -> None:
    margin, win = facts[Topic.FIRST_SEAT_MARGIN].rows[0], facts[Topic.FIRST_SEAT_WIN].rows[0]
    assert margin.value == standard_table().value(14, (0, 0), (True, True))
    assert win.value == pytest.approx(0.4224492, abs=win.error)
    assert win.error < 0.0002


def test_every_first_roll_is_kept_in_one_way(facts: dict[Topic, Fact]) -> None:
    rows = facts[Topic.FIRST_ROLL_KEEPS].rows
    assert sum(row.value for row in rows) == pytest.approx(1)
    shares = {row.case: row.value for row in rows}
    # Six equal numbers and straights of six are scored at once, and little else.
    assert 12 / 6**6 <= shares["scored", 6] < 0.002


def test_in_the_last_turn_the_box_is_worth_nothing_to_who_moves(facts: dict[Topic, Fact]) -> None:
    for topic in (Topic.BOX_MARGIN, Topic.BOX_WIN):
        rows = {row.case: row.value for row in facts[topic].rows}
        assert rows[1,] == pytest.approx(0, abs=1e-9)
        assert all(value > 0 for case, value in rows.items() if case != (1,))


def test_a_point_given_is_worth_something_in_an_even_position(facts: dict[Topic, Fact]) -> None:
    for topic in (Topic.GIVING_MARGIN, Topic.GIVING_WIN):
        assert all(row.value > 0 for row in facts[topic].rows)


def test_asking_is_told_for_every_turn_roll_and_gift(facts: dict[Topic, Fact]) -> None:
    rows = {row.case: row.value for row in facts[Topic.ASKING].rows}
    turns = range(1, standard_winning().most_turns + 1)
    assert set(rows) == {(left, r, g) for left in turns for r in (1, 2) for g in GIFTS_FROM}
    assert all(0 <= value <= 1 for value in rows.values())
    # After the last question of the game hardly anybody keeps the box.
    assert min(rows[1, 2, gift] for gift in GIFTS_FROM) > 0.9
