"""What the page of a review says is what the functions behind it say."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from tests.support import game_of, random_record

from charidice.coach import Verdict, verdict
from charidice.coach.explained import coached, explain, notable, with_reasons
from charidice.coach.verdict import Moment, verdict_of
from charidice.locale import use
from charidice.locale.coach import percentage_points, reason
from charidice.locale.formats import number, percent, signed
from charidice.locale.verdict import choice_words, grade_word
from charidice.records import positions
from charidice.rules import (
    Ask,
    Pass,
    Phase,
    Roll,
    Rules,
    Score,
    apply,
    legal_actions,
    totals,
    winners,
)
from charidice.web.review.books import books_view
from charidice.web.review.curve import curve_view
from charidice.web.review.moments import MomentView, decisions, error_view
from charidice.web.review.people import people_in
from charidice.web.review.steps import OPTIONS_SHOWN, decision_of, step_view
from charidice.web.review.view import ERRORS_SHOWN, Place, ReviewView, review_view
from charidice.web.templating import render


@pytest.fixture(scope="module")
def two() -> Verdict:
    return verdict(game_of("casual", "expert"))


@pytest.fixture(scope="module")
def four() -> Verdict:
    return verdict(game_of("random", "casual", "expert", "greedy", rules=Rules(rounds=2)))


def value(text: str) -> Decimal:
    """A figure of the page, in English."""
    return Decimal(text.replace("−", "-").replace("+", ""))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_the_books_balance_as_they_are_shown(seat: int, seed: int) -> None:
    judged = verdict(random_record(2, seed)) if seed else verdict(game_of("casual", "greedy"))
    books = books_view(judged, people_in(judged.record), seat)
    assert books is not None
    end = list(positions(judged.record))[-1]
    ends, won = totals(end), winners(end)
    assert sum(value(row.points) for row in books.rows) == value(books.last.points)
    assert sum(value(row.chance) for row in books.rows) == value(books.last.chance)
    assert value(books.last.points) == ends[seat] - ends[1 - seat]
    assert value(books.last.chance) == Decimal(100 * (seat in won)) / len(won)
    rounding = books.rows[-1]
    assert abs(value(rounding.points)) <= Decimal("0.05")
    assert abs(value(rounding.chance)) <= Decimal("0.5")


def test_every_line_of_the_books_is_what_the_verdict_says(two: Verdict) -> None:
    books = books_view(two, people_in(two.record), 1)
    assert books is not None
    rows = {row.title: row for row in books.rows}
    lena, marko = two.players
    assert two.win_start is not None
    assert rows["At the start"].points == signed(-two.start, 2)
    assert rows["At the start"].chance == number(100 * (1 - two.win_start), 2)
    assert rows["Luck of Marko"].points == signed(marko.points.luck, 2)
    assert rows["Luck of Lena"].points == signed(-lena.points.luck, 2)
    assert rows["Errors of Marko"].points == signed(-marko.points.error, 2)
    assert rows["Errors of Lena"].points == signed(lena.points.error, 2)
    assert rows["Errors of Lena"].chance == signed(100 * lena.win.error, 2)
    assert rows["Luck of Marko"].chance == signed(100 * marko.win.luck, 2)


def test_games_that_are_not_solved_have_no_books(four: Verdict) -> None:
    assert books_view(four, people_in(four.record), 0) is None


def _errors(view: ReviewView) -> list[MomentView]:
    """The one thing to try, and the others."""
    return [*filter(None, [view.to_try]), *view.other_errors]


@pytest.mark.parametrize("language", ["en", "de", "el"])
def test_the_figures_of_a_page_are_those_of_the_verdict(two: Verdict, language: str) -> None:
    use(language)
    people = people_in(two.record)
    for seat, player in enumerate(two.players):
        view = review_view(two, people, str(seat + 1))
        assert view.name == people[seat].name
        assert view.grade == number(player.grade)
        assert view.word == grade_word(player.grade)
        luck = player.points.luck - two.players[1 - seat].points.luck
        assert view.luck == signed(luck, 1)
        assert people[1 - seat].name in view.luck_word
        ends = totals([*positions(two.record)][-1])
        assert luck + player.fair_margin == pytest.approx(ends[seat] - ends[1 - seat], abs=0.02)
        assert view.margin == signed(player.fair_margin, 1)
        for shown, error in zip(_errors(view), player.errors[:ERRORS_SHOWN], strict=True):
            assert percentage_points(error.chance) in shown.said
            assert number(error.points, 1) in shown.said or error.points < 0.05
        if player.best is not None:
            assert view.best is not None
            assert percentage_points(player.best.chance) in view.best.said
        assert player.luckiest is not None
        assert view.lucks[0].shown == signed(100 * player.luckiest.chance, 1)
        html = render("review/body.html", {"view": view})
        for figure in (view.grade, view.luck, view.margin):
            assert f"<b>{figure}</b>" in html


def test_a_review_says_what_a_bot_decided_for_somebody(two: Verdict) -> None:
    people = people_in(two.record)
    assert review_view(two, people, "1").stood_in is None
    decided = [n for n, one in enumerate(two.judged) if one.choice and one.step.seat == 0][:2]
    judged = verdict_of(two.record, two.judged, decided)
    said = f"A bot made 2 decisions for {people[0].name}: they do not count here."
    assert said in render("review/body.html", {"view": review_view(judged, people, "1")})
    assert review_view(judged, people, "2").stood_in is None


def test_errors_that_are_not_shown_are_counted() -> None:
    judged = verdict(random_record(2, 1))
    errors = judged.players[0].errors
    assert len(errors) > ERRORS_SHOWN + 1
    view = review_view(judged, people_in(judged.record), "1")
    rest = errors[ERRORS_SHOWN:]
    together = percentage_points(sum(error.chance for error in rest))
    told = f"{len(rest)} smaller errors cost {together} percentage points together."
    assert view.more_errors == told


def test_the_worst_errors_and_the_best_move_are_explained(two: Verdict) -> None:
    told = with_reasons(two, map(explain, notable(two)))
    games = list(positions(two.record))
    view = review_view(told, people_in(two.record), "1")
    errors = two.players[0].errors
    assert len(errors) > 3
    for shown, error in zip(_errors(view)[:3], errors, strict=False):
        assert shown.reason == " ".join(map(reason, coached(games[error.number]).why))
    assert _errors(view)[3].reason is None
    assert _errors(review_view(two, people_in(two.record), "1"))[0].reason is None


def test_the_dice_of_an_error_are_those_of_its_position(two: Verdict) -> None:
    games = list(positions(two.record))
    player = two.players[0]
    view = review_view(two, people_in(two.record), "1")
    for shown, error in zip(_errors(view), player.errors, strict=False):
        game = games[error.number]
        for choice, action in zip(shown.choices, (error.chosen, error.other), strict=True):
            if isinstance(action, Ask | Pass):
                continue
            assert [die.number for die in choice.dice] == [face.number for face in game.faces]
            kept = {die.place for die in choice.dice if die.is_kept}
            expected = getattr(action, "keep", None) or getattr(action, "dice", None) or ()
            assert kept == set(expected)
        assert shown.when == f"Round {game.round + 1}, roll {game.turn.rolls}"
        assert decisions(games, two.record.actions)[shown.step] == error.number


def test_where_somebody_could_ask_the_dice_are_shown_once(two: Verdict) -> None:
    games = list(positions(two.record))
    number = next(n for n, game in enumerate(games) if game.turn.phase is Phase.ASKING)
    moment = Moment(number, Pass(), Ask(), 0.1, 1.0)
    view = error_view(games, moment, 0)
    assert [die.number for die in view.dice] == [face.number for face in games[number].faces]
    whole = review_view(two, people_in(two.record), "1")
    page = render("review/body.html", {"view": replace(whole, to_try=view)})
    shown = page.partition('aria-labelledby="try"')[2].partition("</section>")[0]
    assert shown.count('class="die') == len(games[number].faces)
    chosen = next(n for n, game in enumerate(games) if game.turn.phase is Phase.CHOOSING)
    kept = error_view(games, Moment(chosen, Score((0,)), Score((1,)), 0.1, 1.0), 0)
    assert kept.dice == ()
    assert all(choice.dice for choice in kept.choices)


def test_who_would_lead_with_average_dice_is_said_of_two_only(two: Verdict, four: Verdict) -> None:
    for judged, is_said in ((two, True), (four, False)):
        view = review_view(judged, people_in(judged.record))
        assert (view.margin is not None, view.fair_result is not None) == (is_said, is_said)
        html = render("review/body.html", {"view": view})
        assert ("average dice" in html) == is_said


def test_the_curve_has_every_roll_and_decision_and_its_figures(two: Verdict, four: Verdict) -> None:
    for judged in (two, four):
        games, people = list(positions(judged.record)), people_in(judged.record)
        seats = len(people)
        view = curve_view(judged, games, people, 1)
        assert len(view.rows) == len(judged.record.actions) + 1
        order = [(1 + offset) % seats for offset in range(seats)]
        for row, chances in zip(view.rows, judged.curve, strict=True):
            known = [chances[seat] for seat in order]
            assert list(row[1:]) == ["–" if c is None else percent(c, 1) for c in known]
        lines = re.findall(r'<polyline points="([^"]*)"', view.chart)
        assert len(lines) == (1 if seats == 2 else seats)
        own = [chances[1] for chances in judged.curve if chances[1] is not None]
        points = [tuple(map(float, point.split(","))) for point in lines[0].split()]
        assert len(points) == len(own)
        for (_x, y), chance in zip(points, own, strict=True):
            assert y == pytest.approx(12 + 180 * (1 - chance), abs=0.06)


def test_marks_are_shown_where_there_is_something_to_mark(two: Verdict) -> None:
    people, games = people_in(two.record), list(positions(two.record))
    assert two.players[0].to_try is not None
    chart = curve_view(two, games, people, 0).chart
    assert chart.count("mark bad") == 1
    assert chart.count("mark good") == (two.players[0].best is not None)


def test_the_eyes_are_those_asked_for_then_the_own_then_the_winners(two: Verdict) -> None:
    people = people_in(two.record)
    winner = winners(list(positions(two.record))[-1])[0]
    mine = tuple(
        type(person)(person.name, person.title, person.face, seat != winner)
        for seat, person in enumerate(people)
    )
    assert review_view(two, people, "1").name == "Lena"
    assert review_view(two, people, "2").name == "Marko"
    for strange in ("", "0", "3", "x", "²", "1" * 40):
        assert review_view(two, people, strange).name == people[winner].name
        view = review_view(two, mine, strange)
        assert (view.name, view.yours) == (people[1 - winner].name, True)


def test_in_a_file_nothing_leads_anywhere(two: Verdict) -> None:
    html = render("review/body.html", {"view": review_view(two, people_in(two.record))})
    assert not re.findall(r'<a |<button|<form|src="', html)
    place = Place("/t/x/review", "/t/x", "http://here/t/x/review")
    html = render("review/body.html", {"view": review_view(two, people_in(two.record), "", place)})
    assert 'href="/t/x/review?seat=2"' in html
    assert 'href="/t/x/review?step=' in html


def test_what_is_approximate_is_said(two: Verdict, four: Verdict) -> None:
    assert "0.06 percentage points off" in review_view(two, people_in(two.record)).exactness
    assert "good guess" in review_view(four, people_in(four.record)).exactness


def test_a_step_shows_the_best_options_and_what_was_chosen(two: Verdict) -> None:
    record, people = two.record, people_in(two.record)
    games = list(positions(record))
    places = decisions(games, record.actions)
    for step in range(0, len(places), 5):
        found = decision_of(record, str(step))
        assert found.game == games[places[step]]
        seen = coached(found.game)
        advised = seen.advised
        view = step_view(record, found, seen, people, "/t/x/review")
        assert view.reason == (" ".join(map(reason, seen.why)) or None)
        assert (view.step, view.last, view.count) == (step, len(places) - 1, len(advised.options))
        assert [option.rank for option in view.options][:OPTIONS_SHOWN] == [
            *range(1, min(OPTIONS_SHOWN, len(advised.options)) + 1)
        ]
        (chosen,) = [option for option in view.options if option.is_chosen]
        best = advised.options[chosen.rank - 1]
        assert best.action == record.actions[places[step]]
        assert best.chance is not None
        assert chosen.worth == percent(best.chance, 1)
        assert chosen.cost == (percent(-(best.chance_cost or 0), 1) if chosen.rank > 1 else "")
        assert [die.number for die in view.dice] == [face.number for face in found.game.faces]


def test_a_step_shows_what_was_chosen_even_far_down(four: Verdict) -> None:
    record, games = four.record, list(positions(four.record))
    ranks: list[int] = []
    for step, place in enumerate(decisions(games, record.actions)):
        if games[place].active != 0 or len(ranks) > 4:
            continue
        found = decision_of(record, str(step))
        view = step_view(record, found, coached(found.game), people_in(record), "/t/x/review")
        (chosen,) = [option for option in view.options if option.is_chosen]
        assert chosen.choice.text == view.chosen
        assert chosen.worth.startswith("≈") or "%" not in chosen.worth
        ranks.append(chosen.rank)
    assert max(ranks) > OPTIONS_SHOWN  # of whoever chooses at random


def test_a_lucky_roll_shows_the_dice_that_fell(two: Verdict) -> None:
    games = list(positions(two.record))
    for seat, player in enumerate(two.players):
        view = review_view(two, people_in(two.record), str(seat + 1))
        for shown, roll in zip(view.lucks, (player.luckiest, player.unluckiest), strict=True):
            assert roll is not None
            before, after = games[roll.number : roll.number + 2]
            fell = [die for die in range(6) if die not in before.turn.kept]
            assert [die.place for die in shown.dice] == fell
            assert [die.number for die in shown.dice] == [after.turn.numbers[die] for die in fell]
            assert shown.when == f"Round {after.round + 1}, roll {after.turn.rolls}"


def test_no_roll_that_lowered_the_chance_is_called_lucky(two: Verdict) -> None:
    first, *others = two.players
    assert first.luckiest is not None
    best = replace(first, luckiest=replace(first.luckiest, chance=-0.01))
    view = review_view(replace(two, players=(best, *others)), people_in(two.record), "1")
    assert [shown.label for shown in view.lucks] == ["Unluckiest own roll"]


def test_a_step_that_is_none_is_the_last(two: Verdict) -> None:
    last = len(decisions(list(positions(two.record)), two.record.actions)) - 1
    for strange in ("x", "-1", "99999", "9" * 30, "²"):
        assert decision_of(two.record, strange).step == last


def test_what_nobody_said_is_no_step() -> None:
    record = game_of("casual", "casual", rules=Rules(rounds=1))
    silent = tuple(Pass(implied=True) if a == Pass() else a for a in record.actions)
    games = list(positions(record))
    said, unsaid = decisions(games, record.actions), decisions(games, silent)
    assert set(said) - set(unsaid) == {n for n, a in enumerate(record.actions) if a == Pass()}


def test_every_choice_has_its_words() -> None:
    record = random_record(2, 3)
    seen = set()
    for game in positions(record):
        for action in legal_actions(game):
            text = choice_words(game, action)
            seen.add(type(action))
            if isinstance(action, Score):
                row = apply(game, action).sheets[game.active].rows[game.round]
                total = f"{row.points} + {row.bonus} = " if row.bonus else ""
                assert text == f"score {total}{row.points + row.bonus}, gift {row.given}"  # type: ignore[operator]
    assert seen >= {Ask, Pass, Roll, Score}


def test_grades_have_words_from_best_to_worst() -> None:
    found = [grade_word(grade) for grade in (100, 95, 85, 70, 40, 10)]
    assert found == [
        *("excellent", "very good", "good", "not bad", "room to grow", "mostly left to luck"),
    ]
