"""Bots at the table in the terminal, and the coach's commands."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.support import OTHER_DICE, random_record

from charidice.cli.files import load, save
from charidice.coach import verdict
from charidice.records import EnteredSource, Record, parse, replay, to_json
from charidice.rules import Ask, Rules, Score, parse_action
from charidice.solver import faces_of, save_table, standard_table
from charidice.solver.winning import standard_winning

GAME = ("terminal", "Lena", "--bots", "greedy", "--seed", "demo")
BY_HAND = Path(__file__).parent.parent / "playthroughs" / "two-players-checked-by-hand.txt"


def typed(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


@pytest.mark.parametrize("bots", ["greedy", "casual,perfect", "random,random,expert"])
def test_a_whole_game_against_bots_is_played_to_the_end(
    run: Run, tmp_path: Path, bots: str
) -> None:
    path = tmp_path / "game.json"
    lines = typed(*["", "s 1"] * 60)
    words = ("terminal", "Lena", "--bots", bots, "--seed", "x", "--rounds", "2")
    outcome = run(*words, "--save", str(path), typed=lines)
    assert outcome.code == 0
    record = load(path)
    assert replay(record).over
    assert len(record.players) == len(bots.split(",")) + 1
    assert "rolls" in outcome.out


def test_two_bots_of_a_level_have_different_names(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    run("terminal", "Lena", "--bots", "random,random", "--save", str(path), typed="\n")
    assert load(path).players == ("Lena", "random (bot)", "random (bot 2)")


def test_a_person_is_asked_about_the_biggest_gift_of_a_bot(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    outcome = run(*GAME, "--save", str(path), typed=typed("", "s 1", "", "dance", "s 1", "g"))
    assert "Lena: g asks for the biggest gift, Enter does not" in outcome.out
    assert "A bot is playing" in outcome.out
    record = load(path)
    assert Ask() in record.actions
    assert not replay(record).sheets[0].box
    assert sum(isinstance(action, Score) for action in record.actions) == 2


def test_a_score_can_be_taken_back_before_the_bot_rolls_but_not_the_bots_own(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    run(*GAME, "--save", str(path), typed=typed("", "s 1", "u"))
    before = load(path)
    assert not any(isinstance(action, Score) for action in before.actions)
    other = tmp_path / "other.json"
    outcome = run(*GAME, "--save", str(other), typed=typed("", "s 1", "", "", "", "u"))
    assert "Nothing can be taken back now." in outcome.out
    assert sum(isinstance(action, Score) for action in load(other).actions) == 2


def test_a_resumed_game_still_has_its_bots(run: Run, tmp_path: Path) -> None:
    path, whole = tmp_path / "game.json", tmp_path / "whole.json"
    run(*GAME, "--save", str(path), typed=typed("", "s 1"))
    run("terminal", "--resume", str(path), typed=typed("", "", ""))
    run(*GAME, "--save", str(whole), typed=typed("", "s 1", "", "", ""))
    assert load(path) == load(whole)


@pytest.mark.parametrize(("bots", "said"), [("perfect", False), ("perfect,casual", True)])
def test_every_surface_says_where_perfect_is_approximate(run: Run, bots: str, said: bool) -> None:
    text = "“perfect” is not perfect in this game"
    assert (text in run("terminal", "Lena", "--bots", bots, typed="").out) == said
    players = f"{bots},random"
    out = run("simulate", "--bots", players, "--games", "1", "--workers", "1").out
    assert (text in out) == (len(players.split(",")) > 2)


@pytest.mark.parametrize("words", [["--bots", "genius"], ["--bots", "greedy,"], ["--bots", ""]])
def test_a_bot_that_does_not_exist_is_refused(run: Run, words: list[str]) -> None:
    outcome = run("terminal", "Lena", *words)
    assert outcome.code == 2
    assert outcome.out == ""


@pytest.mark.parametrize("name", ["greedy (bot)", "Greedy", "grееdy [bot]", "Gierig (Bot)"])
def test_a_person_cannot_take_the_name_of_a_bot(run: Run, name: str) -> None:
    outcome = run("terminal", "Lena", name)
    assert outcome.code == 2
    assert "is the name of a bot" in outcome.err


@pytest.mark.parametrize("name", ["Lena", "LENA", "Lеnа"])
def test_two_people_cannot_have_names_that_look_alike(run: Run, name: str) -> None:
    outcome = run("terminal", "Lena", name)
    assert outcome.code == 2
    assert "Two players are called" in outcome.err


def test_a_tip_ranks_the_choices_and_advises_the_receiver(run: Run) -> None:
    out = run("terminal", "Lena", "Marko", "--seed", "demo", typed=typed("", "t", "")).out
    assert "expected margin to come" in out
    assert "Marko should not ask for the biggest gift now." in out
    out = run("terminal", "A", "B", "C", "--seed", "demo", typed=typed("", "tip", "")).out
    assert "these values are approximate" in out
    assert "Roll the dice first" in run("terminal", "A", "B", typed=typed("t")).out


def test_hint_lists_every_option_of_a_position(run: Run) -> None:
    out = run("hint", str(BY_HAND), "--step", "2").out
    assert out.startswith("Lena\n")
    assert "The chances are at most 0.01 percentage points off." in out
    last = run("hint", str(BY_HAND), "--step", "85").out
    assert "off" not in last  # the last turn is exact
    assert "≈" not in out + last
    assert "100.00%" in last or "0.00%" in last
    data = json.loads(run("hint", str(BY_HAND), "--step", "2", "--json").out)
    assert data["exact"]
    assert data["by_chance"]
    assert 0 < data["chance_error"] < 0.0002
    assert data["options"][0]["chance_cost"] == 0
    asked = json.loads(run("hint", str(BY_HAND), "--step", "1", "--json").out)
    assert {option["action"] for option in asked["options"]} == {"ask", "pass"}
    assert "use the 2×" in run("hint", str(BY_HAND), "--step", "1").out


@pytest.mark.parametrize("step", ["0", "86", "87", "-1"])
def test_hint_refuses_a_position_in_which_nobody_decides(run: Run, step: str) -> None:
    outcome = run("hint", str(BY_HAND), "--step", step)
    assert outcome.code == 2
    assert outcome.err.startswith("charidice: ")


def test_review_prints_luck_errors_and_the_worst_choices(run: Run) -> None:
    out = run("review", str(BY_HAND)).out
    assert "Lena       +29.11     37.57" in out
    assert "step 11 of 86: Marko scores" in out
    data = json.loads(run("review", str(BY_HAND), "--json").out)
    assert data["exact"]
    assert len(data["steps"]) == 86
    assert data["win_start"] == pytest.approx(0.4225, abs=2e-4)
    assert data["steps"][0]["win"].keys() == {"luck", "error", "missed", "table"}


def test_review_keeps_books_in_chance_of_winning_too(run: Run, tmp_path: Path) -> None:
    out = run("review", str(BY_HAND)).out
    assert "Lena began with a chance of winning of 42.25%." in out
    assert "Lena       +33.28     34.81" in out
    assert "neither luck nor error: +0.008 for Lena" in out
    assert "-7.38%  -12.00  step 11 of 86: Marko scores" in out
    save(tmp_path / "game.json", random_record(3, 1, Rules(rounds=1)), replace=False)
    assert "chance of winning" not in run("review", str(tmp_path / "game.json")).out


def test_review_shows_gifts_that_nobody_asked_for_apart_from_errors(
    run: Run, tmp_path: Path
) -> None:
    assert "not asked" not in run("review", str(BY_HAND)).out
    text = BY_HAND.read_text(encoding="utf-8").replace("\npass ", "\npass implied ")
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    out = run("review", str(tmp_path / "game.txt")).out
    heads, lena, marko = out.splitlines()[:3]
    assert heads.split() == ["luck", "errors", "not", "asked"]
    assert lena.split() == ["Lena", "+29.11", "37.57", "0.00"]
    missed = float(marko.split()[-1])
    assert missed > 0.1
    assert "It is no error." in out
    steps = json.loads(run("review", str(tmp_path / "game.txt"), "--json").out)["steps"]
    assert sum(step["missed"] for step in steps if step["seat"] == 1) == pytest.approx(
        missed, abs=0.01
    )


def test_review_of_three_players_says_that_it_is_approximate(run: Run, tmp_path: Path) -> None:
    save(tmp_path / "game.json", random_record(3, 1, Rules(rounds=1)), replace=False)
    assert "approximate" in run("review", str(tmp_path / "game.json")).out


def test_review_writes_a_page_that_needs_nothing_else(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    assert run("review", str(BY_HAND), "--html", str(path)).code == 0
    page = path.read_text(encoding="utf-8")
    judged = verdict(parse(BY_HAND.read_text(encoding="utf-8")))
    winner = judged.players[1 if judged.players[1].margin > 0 else 0]
    figures = re.findall(r'<div class="figure"><b>([^<]*)</b>', page)
    assert figures[0] == f"{winner.grade:.0f}"
    assert float(figures[2]) == pytest.approx(winner.fair_margin, abs=0.05)
    addresses = re.findall(r'(?:href="|src="|action="|url\("?)([^"#)]{1,30})', page)
    assert {each[:5] for each in addresses} == {"data:"}
    assert "<script" not in page
    assert page.count("data:font/woff2;base64,") == 3
    again = run("review", str(BY_HAND), "--html", str(path))
    assert again.code == 1
    assert "is there already" in again.err


def test_review_writes_no_page_of_a_game_that_is_not_over(run: Run, tmp_path: Path) -> None:
    save(tmp_path / "game.json", random_record(2, 1, most_actions=9), replace=False)
    outcome = run("review", str(tmp_path / "game.json"), "--html", str(tmp_path / "page.html"))
    assert outcome.code == 2
    assert "not over" in outcome.err
    assert not (tmp_path / "page.html").exists()


def test_value_prints_margin_and_chance(run: Run) -> None:
    words = ("value", "--left", "14", "--given", "0,0", "--boxes", "1,1")
    data = json.loads(run(*words, "--json").out)
    assert data["margin"] == pytest.approx(-8.71043, abs=1e-4)
    assert data["win"] == pytest.approx(0.4224492, abs=data["win_error"])
    assert 0 < data["win_error"] < 0.0002
    assert not data["win_exact"]
    out = run(*words).out
    assert "margin to come: -8.710 points" in out
    assert "chance of winning: 42.24%, at most 0.02 percentage points off" in out


@pytest.mark.parametrize("left", [1, 2])
def test_the_last_two_turns_are_solved_for_their_value(run: Run, left: int) -> None:
    words = ("value", "--left", str(left), "--given", "31,44", "--boxes", "1,1", "--score=6")
    data = json.loads(run(*words, "--json").out)
    winning, margin = standard_winning(), standard_table()
    solved = winning.turn(margin, left, (31, 44), (True, True), 6).value
    assert data["win"] == pytest.approx(solved, abs=1e-12)
    assert data["win_error"] == winning.errors[left - 1]
    assert data["win_exact"] == (left == 1)


@pytest.mark.parametrize(
    ("given", "lead", "win"),
    [("0,0", "0", 0.5), ("5,0", "-20", 0.5), ("5,0", "-21", 0), ("70,0", "-29", 1)],
)
def test_the_value_of_the_end_is_known(run: Run, given: str, lead: str, win: float) -> None:
    words = ("value", "--left", "0", "--given", given, "--boxes", "0,0", f"--score={lead}")
    assert json.loads(run(*words, "--json").out) == {
        "margin": 0 if given == "0,0" else 30 if given == "70,0" else 20,
        "win": win,
        "win_exact": True,
        "win_error": 0.0,
    }


@pytest.mark.parametrize(
    "words",
    [
        ["--left", "15", "--given", "0,0", "--boxes", "1,1"],
        ["--left", "-1", "--given", "0,0", "--boxes", "1,1"],
        ["--left", "1", "--given", "0", "--boxes", "1,1"],
        ["--left", "1", "--given", "0,x", "--boxes", "1,1"],
        ["--left", "1", "--given", "0,-1", "--boxes", "1,1"],
        ["--left", "1", "--given", "0,0", "--boxes", "2,1"],
        ["--left", "1", "--given", "0,99999", "--boxes", "1,1"],
    ],
)
def test_a_position_that_cannot_be_is_refused(run: Run, words: list[str]) -> None:
    outcome = run("value", *words)
    assert (outcome.code, outcome.out) == (2, "")


def test_value_reads_a_table_of_other_dice(run: Run, tmp_path: Path) -> None:
    table, path = standard_table(), tmp_path / "table.npz"
    save_table(path, replace(table, dice=faces_of(OTHER_DICE), values=table.values[:3] + 1))
    words = ("value", "--given", "0,0", "--boxes", "1,1", "--left")
    own = ("--table", str(path), "--dice", str(OTHER_DICE))
    there, here = (json.loads(run(*words, "2", *w, "--json").out) for w in (own, ()))
    assert there["margin"] == pytest.approx(here["margin"] + 1, abs=1e-4)
    assert (there["win_exact"], there["win_error"]) == (False, None)
    assert "about" in run(*words, "2", *own).out  # only the standard dice are solved for winning
    assert run(*words, "3", *own).code == 2  # the table ends with two turns
    for wrong in (own[:2], own[2:]):
        outcome = run(*words, "2", *wrong)
        assert (outcome.code, outcome.out) == (2, "")
        assert "other dice" in outcome.err
    outcome = run(*words, "2", "--table", str(tmp_path / "missing.npz"))
    assert outcome.code == 1
    assert "missing.npz cannot be read" in outcome.err


def test_passing_is_not_told(run: Run) -> None:
    out = run(*GAME, typed=typed("", "s 1", "", "", "")).out
    assert "does not ask" not in out


def test_bots_can_be_watched_and_too_many_are_refused_at_once(run: Run) -> None:
    words = ("terminal", "--rounds", "1", "--seed", "x")
    assert "wins the game!" in run(*words, "--bots", "random, casual", typed=typed(*[""] * 5)).out
    assert (
        "wins the game!" in run(*words, "--bots", "random,random,random,random", typed="\n" * 6).out
    )
    outcome = run(*words, "--bots", "random,random,random,random,random")
    assert (outcome.code, outcome.out) == (2, "")


@pytest.mark.parametrize("command", ["review", "hint"])
@pytest.mark.parametrize("roll", ["rolled 1 1 1 1 1 1 assumed", "rolled 1R 1Y 1G 1B 1P 1K"])
def test_the_coach_refuses_a_game_whose_rolls_are_not_known(
    run: Run, tmp_path: Path, command: str, roll: str
) -> None:
    record = Record(("Lena", "Marko"), (parse_action(roll),), source=EnteredSource())
    (tmp_path / "game.json").write_text(to_json(record), encoding="utf-8")
    outcome = run(command, str(tmp_path / "game.json"))
    assert outcome.code == 2
    assert "This game cannot be judged" in outcome.err
