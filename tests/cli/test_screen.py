"""The game in a real terminal of 80 x 24: it fits, has colour, and is left with Ctrl-C."""

from pathlib import Path

import pytest
from tests.cli.conftest import Open
from tests.support import posix_only
from tools.emulator import Emulator

from charidice.cli.files import load
from charidice.cli.width import columns, fitted

pytestmark = posix_only

NAMES = ("Lena", "Marko", "Florian", "Wolfeschlegelsteinhausenberger")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_whole_screen_fits_80_x_24(terminal: Open, players: int) -> None:
    screen = terminal("terminal", *NAMES[:players], "--seed", "demo")
    screen.wait_for("press Enter to roll")
    screen.type("\n1 3\n")
    screen.wait_for("[1✓]")
    screen.wait_for("Lena (h: help):")
    lines = screen.text.splitlines()
    assert lines[0].startswith("Charidice · Round 1 of 7 · Lena")
    assert any(line.startswith(" Σ") for line in lines)
    screen.type("s\n\ng\n")
    screen.wait_for("uses the 2×: this gift counts double")
    assert screen.text.splitlines()[0].startswith("Charidice · Round 1 of 7 · Marko")


def test_help_and_options_fit_80_x_24(terminal: Open) -> None:
    screen = terminal("terminal", *NAMES[:2], "--seed", "demo")
    screen.type("\nh\n")
    screen.wait_for("Press Enter to go on.")
    assert "select dice 1, 3 and 4" in screen.text.splitlines()[0]
    screen.type("\no\n")
    screen.wait_for("… and")
    screen.wait_for("Press Enter to go on.")
    assert screen.text.splitlines()[4].split() == ["1", "2", "3", "4", "5", "6"]


def colours(screen: Emulator) -> set[str]:
    buffer = screen.screen.buffer
    return {buffer[row][column].bg for row in range(24) for column in range(80)} - {"default"}


def test_dice_and_columns_are_coloured_and_not_with_no_color(terminal: Open) -> None:
    for environment, found in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        screen = terminal("terminal", *NAMES[:2], "--seed", "demo", **environment)
        screen.type("\n")
        screen.wait_for("g  Marko asks")
        assert (len(colours(screen)) >= 7) == found


def test_the_longest_names_and_a_doubled_gift_fit_80_x_24(terminal: Open) -> None:
    names = ("Maximiliane-Anna-Elisabeth-Zoe", "Bartholomew-Christopher-Xavier")
    screen = terminal("terminal", *names, "--seed", "demo")
    screen.type("\ng\ns 1\n\ng\n1\n")
    screen.wait_for("[1✓]")
    screen.wait_for(f"{names[1]} (h: help):")
    lines = screen.text.splitlines()
    assert lines[0].startswith("Charidice · Round 1 of 7 · Bartholomew")
    assert any(line.endswith("asked: the gift counts double") for line in lines)


@pytest.mark.parametrize("columns", [20, 30, 40, 60])
@pytest.mark.parametrize("players", [2, 4])
def test_a_narrow_window_cuts_no_number_off(terminal: Open, columns: int, players: int) -> None:
    screen = terminal("terminal", *NAMES[:players], "--seed", "demo", columns=columns, rows=60)
    screen.type("\ng\ns 1 3\n")
    screen.wait_for("Marko, press Enter")
    words = screen.text.split()
    assert words.count("42") >= 4  # given and received, in the row and in the sum


def test_a_window_that_changes_its_size_is_drawn_to_the_new_one(terminal: Open) -> None:
    screen = terminal("terminal", *NAMES, "--seed", "demo", rows=60)
    screen.wait_for("press Enter to roll")
    screen.resize(40, 60)
    screen.type("\n")
    screen.wait_for("g  Marko asks")
    assert max(len(line) for line in screen.text.splitlines()) <= 40
    assert screen.text.count("[2x]") == 4


def test_ctrl_c_offers_to_save_and_leaves_with_130(terminal: Open, tmp_path: Path) -> None:
    screen = terminal("terminal", *NAMES[:2], "--seed", "demo")
    screen.type("\n")
    screen.wait_for("Lena (h: help):")
    screen.interrupt()
    screen.wait_for("To keep this game, type a file name")
    path = tmp_path / "kept.json"
    screen.type(f"{path}\n")
    assert screen.finish() == 130
    assert "Traceback" not in screen.text
    assert "terminal --resume" in screen.text
    assert len(load(path).actions) == 1


def test_ctrl_c_twice_leaves_without_saving(terminal: Open) -> None:
    screen = terminal("terminal", *NAMES[:2], "--seed", "demo")
    screen.type("\n")
    screen.wait_for("Lena (h: help):")
    screen.interrupt()
    screen.wait_for("To keep this game")
    screen.interrupt()
    assert screen.finish() == 130
    assert "--seed demo" in screen.text
    assert "Traceback" not in screen.text


def test_ctrl_c_before_the_names_just_leaves(terminal: Open) -> None:
    screen = terminal("terminal")
    screen.wait_for("Who plays?")
    screen.interrupt()
    assert screen.finish() == 130
    assert "Traceback" not in screen.text


def test_a_saved_game_needs_no_question_at_ctrl_c(terminal: Open, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    screen = terminal("terminal", *NAMES[:2], "--save", str(path))
    screen.type("\n")
    screen.wait_for("Lena (h: help):")
    screen.interrupt()
    assert screen.finish() == 130
    assert "The game is saved in" in screen.text
    assert len(load(path).actions) == 1


def test_ctrl_c_leaves_replay_with_130(terminal: Open) -> None:
    game = Path(__file__).parent.parent / "playthroughs" / "charity-tie.txt"
    screen = terminal("replay", str(game))
    screen.wait_for("step 0 of")
    screen.interrupt()
    assert screen.finish() == 130
    assert "Traceback" not in screen.text


def test_replay_steps_forth_and_back_and_jumps(terminal: Open) -> None:
    game = Path(__file__).parent.parent / "playthroughs" / "two-players-checked-by-hand.txt"
    screen = terminal("replay", str(game))
    screen.wait_for("step 0 of 86")
    screen.type("\n")
    screen.wait_for("step 1 of 86")
    screen.wait_for("Lena rolls")
    screen.type("b\n")
    screen.wait_for("The game begins.")
    screen.type("86\n")
    screen.wait_for("Lena wins the game!")
    screen.type("\n")
    screen.wait_for("step 86 of 86")
    screen.type("900\n")
    screen.wait_for("There is no step 900")
    screen.type("q\n")
    assert screen.finish() == 0


@pytest.mark.parametrize(
    ("text", "width"),
    [("👨\u200d👩\u200d👧", 2), ("❤\ufe0f", 2), ("🇬🇷", 2), ("Zoe\u0308", 3), ("李", 2), ("a🎲", 3)],
)
def test_an_emoji_takes_two_columns_however_many_characters_it_has(text: str, width: int) -> None:
    assert columns(text) == width
    assert fitted(f"{text}{text}", width + 1) == f"{text}…"
    assert fitted(text, width + 1) == f"{text} "
