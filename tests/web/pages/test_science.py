"""What is known about the game: the page says what the facts say."""

import re

import pytest
from tests.web.support import Visitor

from charidice.coach.facts import Fact, Topic, Unit
from charidice.locale import facts as words
from charidice.locale import use
from charidice.locale.formats import number, percent
from charidice.simulation.facts import shipped_facts
from charidice.web.pages.science import Chapter, chapters


@pytest.fixture(params=["en", "de", "el"])
def told(request: pytest.FixtureRequest) -> dict[str, Chapter]:
    use(request.param)
    return {chapter.key: chapter for chapter in chapters(shipped_facts())}


def fact(topic: Topic, unit: Unit | None = None) -> Fact:
    return next(f for f in shipped_facts().facts if f.topic is topic and unit in (None, f.unit))


def test_every_chart_has_its_figures_in_a_table(told: dict[str, Chapter]) -> None:
    assert list(told) == ["roll", "bonuses", "asking", "first-seat", "generosity", "totals"]
    for chapter in told.values():
        for picture in chapter.pictures:
            assert f'aria-label="{picture.title}"' in picture.chart
            assert all(len(row) == len(picture.heads) for row in picture.rows)
            assert chapter.known


def test_what_a_roll_is_worth_is_what_the_facts_say(told: dict[str, Chapter]) -> None:
    one, two, three = (row.value for row in fact(Topic.ROLLS).rows)
    for figure in (one, two - one, three - two):
        assert number(figure, 1) in told["roll"].answer
    assert [row[1] for row in told["roll"].pictures[0].rows] == [
        number(value, 2) for value in (one, two, three)
    ]


def test_all_bonuses_are_there_the_most_frequent_first(told: dict[str, Chapter]) -> None:
    rows = told["bonuses"].pictures[0].rows
    known = {row.case: row.value for row in fact(Topic.BONUSES).rows}
    assert percent(1 - known.pop(("none", 0))) in told["bonuses"].answer
    ranked = sorted(known, key=lambda case: -known[case])
    assert [row[0] for row in rows] == [words.label(Topic.BONUSES, Unit.SHARE, c) for c in ranked]
    assert all(row[1].startswith(percent(known[c], 2)) for row, c in zip(rows, ranked, strict=True))


def test_asking_is_shown_for_the_seat_that_receives(told: dict[str, Chapter]) -> None:
    rows = {row.case: row for row in fact(Topic.ASKING).rows}
    # With an odd number of turns left it is the turn of who plays second: who begins receives.
    for picture, lefts in zip(told["asking"].pictures, (range(13, 0, -2), range(14, 0, -2))):  # noqa: B905
        for shown, left in zip(picture.rows, lefts, strict=True):
            values = [percent(rows[left, 2, gift].value) for gift in (0, 6, 12, 18, 24)]
            assert [cell.removeprefix("≈") for cell in shown[1:]] == values


def test_what_is_said_of_the_first_roll_holds() -> None:
    early = [row for row in fact(Topic.ASKING).rows if row.case[0] > 2 and row.case[1] == 1]  # type: ignore[operator]
    assert max(row.value for row in early) < 0.002


def test_seats_generosity_and_totals_are_what_the_facts_say(told: dict[str, Chapter]) -> None:
    win = fact(Topic.FIRST_SEAT_WIN).rows[0].value
    assert percent(win, 1) in told["first-seat"].answer
    assert [row[1] for row in told["first-seat"].pictures[0].rows] == [
        percent(win, 2),
        percent(1 - win, 2),
    ]
    decides = next(row.value for row in fact(Topic.CHARITY).rows if row.case == ("decides",))
    assert percent(decides) in told["generosity"].answer
    giving = [percent(row.value, 2) for row in fact(Topic.GIVING_WIN).rows]
    assert [row[1] for row in told["generosity"].pictures[0].rows] == giving
    mean = fact(Topic.TOTALS, Unit.POINTS).rows[0].value
    assert number(mean) in told["totals"].answer


def test_two_of_three_totals_are_where_the_page_says() -> None:
    mean, deviation = (row.value for row in fact(Topic.TOTALS, Unit.POINTS).rows)
    shares = {int(row.case[0]): row.value for row in fact(Topic.TOTALS, Unit.SHARE).rows}
    inside = sum(s for low, s in shares.items() if mean - deviation <= low + 10 <= mean + deviation)
    assert 0.6 < inside < 0.75


def test_the_page_is_reached_from_the_foot_and_has_all_charts(visitor: Visitor) -> None:
    assert 'href="/science"' in visitor.web.get("/").text
    answer = visitor.web.get("/science")
    assert answer.status_code == 200
    assert len(re.findall("<svg[^>]*class=.chart", answer.text)) == 7
