"""`charidice facts`: what comes with the package, and the same made anew."""

import json

import pytest
from tests.cli.conftest import Run

from charidice.coach.facts import Kind, Topic, Unit
from charidice.simulation.facts import GAMES, from_data, shipped_facts, to_data


def test_every_topic_is_there_and_known_exactly_or_from_games_with_an_interval() -> None:
    shipped = shipped_facts()
    assert {fact.topic for fact in shipped.facts} == set(Topic)
    assert shipped.games == GAMES
    for fact in shipped.facts:
        assert fact.rows
        for row in fact.rows:
            simulated_shares = fact.kind is Kind.SIMULATED and 0 < row.value < 1
            assert row.error > 0 or not simulated_shares
            if fact.unit is Unit.SHARE:
                assert -1e-3 <= row.value <= 1


def test_the_words_name_every_fact_and_how_it_is_known(run: Run) -> None:
    out = run("facts").out
    assert "-8.71" in out
    assert "42.24% ±0.01%" in out
    assert out.count("simulated: 4,000 games") == 5
    assert "exact, ± is how far it can be off" in out
    assert "turns left: 14, after roll 2" in out
    assert "it decides who wins" in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_json_form_reads_back(run: Run) -> None:
    data = json.loads(run("facts", "--json").out)
    assert from_data(data) == shipped_facts()
    assert to_data(shipped_facts()) == data


def test_made_anew_the_exact_facts_are_those_of_the_package(run: Run) -> None:
    words = ("facts", "--recompute", "--games", "3", "--workers", "1", "--json")
    again = from_data(json.loads(run(*words).out))
    assert again.games == 3
    exact = [fact for fact in shipped_facts().facts if fact.kind is Kind.EXACT]
    found = [fact for fact in again.facts if fact.kind is Kind.EXACT]
    assert [fact.topic for fact in found] == [fact.topic for fact in exact]
    for fact, same in zip(found, exact, strict=True):
        assert [row.case for row in fact.rows] == [row.case for row in same.rows]
        for row, shipped in zip(fact.rows, same.rows, strict=True):
            assert row.value == pytest.approx(shipped.value, abs=2e-6)
    bonuses = next(fact for fact in again.facts if fact.topic is Topic.BONUSES)
    assert sum(row.value for row in bonuses.rows) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("words", [["--games", "1"], ["--workers", "0"]])
def test_too_few_games_or_processes_are_refused(run: Run, words: list[str]) -> None:
    outcome = run("facts", "--recompute", *words)
    assert (outcome.code, outcome.out) == (2, "")
