from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.support import random_record

from charidice.cli.files import save
from charidice.records import parse

BY_HAND = Path(__file__).parent.parent / "playthroughs" / "two-players-checked-by-hand.txt"
SHARED = BY_HAND.with_name("shared-victory.txt")
CHARITY = BY_HAND.with_name("charity-tie.txt")


def test_a_pipe_gets_the_whole_story_and_the_tally(run: Run) -> None:
    out = run("replay", str(BY_HAND)).out
    assert "Round 3 of 7 · Marko" in out
    assert "  Lena uses the 2×: this gift counts double." in out
    assert "  Marko scores 3■ 2■ 6■ 5■ 4■: 20 + 40. Lena gets 24." in out
    assert "Marko gave the most, 73 points, and gets the charity bonus of 30." in out
    assert out.rstrip().endswith("Lena wins the game!")
    assert ["2.", "Marko", "113", "85", "43", "30", "271"] in [
        line.split() for line in out.splitlines()
    ]


def test_shared_wins_and_shared_charity_are_said_as_such(run: Run) -> None:
    assert "It is a tie: Lena and Marko share the victory!" in run("replay", str(SHARED)).out
    assert " each, and each gets the charity bonus of " in run("replay", str(CHARITY)).out


def test_one_step_can_be_looked_at(run: Run) -> None:
    out = run("replay", str(BY_HAND), "--step", "1").out
    assert "step 1 of 86" in out
    assert "Lena rolls 3■ 2■ 4✚ 5▲ 6◆ 2●." in out
    assert run("replay", str(BY_HAND), "--step", "-1").out == (
        run("replay", str(BY_HAND), "--step", "86").out
    )


@pytest.mark.parametrize("step", ["87", "-88"])
def test_a_step_that_is_not_there_is_refused(run: Run, step: str) -> None:
    outcome = run("replay", str(BY_HAND), "--step", step)
    assert outcome.code == 2
    assert "the record has steps 0 to 86" in outcome.err


def test_a_record_can_be_printed_in_either_form(run: Run) -> None:
    text = BY_HAND.read_text(encoding="utf-8")
    assert run("replay", str(BY_HAND), "--print", "text").out == text
    assert parse(run("replay", str(BY_HAND), "--print", "json").out) == parse(text)


def test_an_unfinished_game_is_told_as_far_as_it_goes(run: Run, tmp_path: Path) -> None:
    save(tmp_path / "game.json", random_record(2, 1, most_actions=5), replace=False)
    assert run("replay", str(tmp_path / "game.json")).out.rstrip().endswith("is not finished.")


def test_a_damaged_record_is_refused_with_its_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(
        BY_HAND.read_text(encoding="utf-8").replace("keep 1 5 ", "keep 1 9 "), encoding="utf-8"
    )
    outcome = run("replay", str(path))
    assert outcome.code == 2
    assert outcome.err == (
        "charidice: Line 10: “keep 1 9” is not possible here: "
        "There is no die 9: the dice have the positions 0 to 5.\n"
    )
