"""The game in the terminal, as a pipe sees it: every choice, every mistake, to the end."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.support import OTHER_DICE, posix_only, random_record

from charidice.cli.files import load, save
from charidice.cli.session import Session
from charidice.records import Record, SeededSource, ServerSource, positions, replay
from charidice.rolls import SeededRolls, throw
from charidice.rules import Ask, Pass, Roll, Rolled, Rules, Score, winners

VERSION_1 = Path(__file__).parent.parent / "records" / "version1"
# With this seed Lena first rolls 1R 3B 2B 4R 4Y 5B.
GAME = ("terminal", "Lena", "Marko", "--seed", "demo")


def typed(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


def saved(run: Run, tmp_path: Path, *lines: str, rounds: int = 7) -> Record:
    """The record after these lines were typed."""
    path = tmp_path / f"game{len(list(tmp_path.iterdir()))}.json"
    run(*GAME, "--rounds", str(rounds), "--save", str(path), typed=typed(*lines))
    return load(path) if path.exists() else Record(("Lena", "Marko"), rules=Rules(rounds=rounds))


def test_a_whole_game_is_played_to_the_final_tally(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lines = typed(*["", "s 1"] * 14, "")
    outcome = run(*GAME, "--save", str(path), typed=lines)
    assert outcome.code == 0
    assert outcome.err == ""
    game = replay(load(path))
    assert game.over
    assert "gets the charity bonus of 30" in outcome.out
    names = ("Lena", "Marko")
    assert f"{names[winners(game)[0]]} wins the game!" in outcome.out
    assert f"charidice replay {path}\n" in outcome.out


def test_the_same_seed_gives_the_same_dice_and_another_one_others(run: Run) -> None:
    first, again = (run(*GAME, typed="\n").out for _ in range(2))
    assert first == again
    assert run(*GAME[:-1], "other", typed="\n").out != first


def test_without_a_seed_the_dice_differ_and_the_seed_is_told(run: Run) -> None:
    outs = [run("terminal", "Lena", "Marko", typed="\n").out for _ in range(2)]
    told = [out.split("--seed ")[1].split()[0] for out in outs]
    assert told[0] != told[1]
    repeated = run("terminal", "Lena", "Marko", "--seed", told[0], typed="\n").out
    assert repeated.split("To keep")[0] == outs[0].split("To keep")[0]


def test_selected_dice_show_what_they_would_score_and_give(run: Run) -> None:
    out = run(*GAME, typed=typed("", "1 3")).out
    assert "[1✓]" in out
    assert "s  score 3 + 0, Marko gets 21" in out
    assert "r  reroll 4 dice, 2 rolls left" in out
    assert "g  Marko asks for the biggest gift" in out


def test_dice_that_cannot_be_scored_together_are_said_to_be_so(run: Run) -> None:
    assert "these dice cannot be scored together" in run(*GAME, typed=typed("", "23")).out


@pytest.mark.parametrize("lines", [["1 3", "r"], ["k 1 3"], ["r 2 4 5 6"], ["1 3", "k"]])
def test_rerolling_and_keeping_are_the_same_choice(
    run: Run, tmp_path: Path, lines: list[str]
) -> None:
    record = saved(run, tmp_path, "", *lines)
    assert record.actions[1:3] == (Pass(), Roll([0, 2]))
    assert isinstance(record.actions[3], Rolled)
    assert len(record.actions) == 4


def test_the_next_player_asks_with_g_and_otherwise_passes_silently(
    run: Run, tmp_path: Path
) -> None:
    record = saved(run, tmp_path, "", "g", "s 1 3")
    assert record.actions[1:] == (Ask(), Score([0, 2]))
    assert replay(record).sheets[1].received == 42
    record = saved(run, tmp_path, "", "k 1", "g", "s 1")
    assert str(record.actions[1]) == "pass implied"
    assert Ask() in record.actions


def test_a_score_can_be_taken_back_until_the_next_roll(run: Run, tmp_path: Path) -> None:
    record = saved(run, tmp_path, "", "s 1 3", "u")
    assert len(record.actions) == 1
    record = saved(run, tmp_path, "", "s 1 3", "u", "s 1")
    assert record.actions[1:] == (Pass(), Score([0]))
    record = saved(run, tmp_path, "", "s 1 3", "", "u")
    assert len(record.actions) == 4


def test_asking_can_be_taken_back_too(run: Run, tmp_path: Path) -> None:
    record = saved(run, tmp_path, "", "g", "u")
    assert len(record.actions) == 1
    record = saved(run, tmp_path, "", "g", "s 1", "u")
    assert record.actions[1:] == (Ask(),)


def test_a_reroll_cannot_be_taken_back(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    out = run(*GAME, "--save", str(path), typed=typed("", "k 1", "u")).out
    assert "Nothing can be taken back now." in out
    assert len(load(path).actions) == 4


def test_the_last_score_can_be_taken_back_before_the_totals(run: Run, tmp_path: Path) -> None:
    record = saved(run, tmp_path, "", "s 1", "", "s 1", "u", "s 2", "", rounds=1)
    assert record.actions[-1] == Score([1])
    assert replay(record).over


def test_taking_back_never_changes_the_dice_to_come(run: Run, tmp_path: Path) -> None:
    straight = saved(run, tmp_path, "", "s 1", "", "k 1")
    around = saved(run, tmp_path, "", "s 2", "u", "g", "u", "s 1", "", "k 1")
    assert around == straight


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["s 1"], "Roll the dice first"),
        (["o"], "Roll the dice first"),
        (["", "s"], "Say which dice"),
        (["", "k"], "Say which dice"),
        (["", "k 123456"], "A reroll rolls at least one die"),
        (["", "s 2 3"], "3B 2B cannot be scored together"),
        (["", "s 8"], "There is no die “8”"),
        (["", "dance"], "“dance” is not a command here"),
        (["", "g", "g"], "The 2× box is crossed out"),
        (["", "k 1", "k 1", "g"], "too late to ask"),
        (["", "k 1", "k 1", "k 1"], "All 3 rolls of this turn are used"),
        (["", ""], "Pick dice by their numbers"),
        (["u"], "Nothing can be taken back now."),
        (["", "r"], "this would reroll all six dice"),
        (["", "13", "0", "r"], "this would reroll all six dice"),
        (["w"], "Say which file"),
        (["", "w /no/such/folder/game.json"], "cannot be written"),
    ],
)
def test_a_mistake_is_explained_and_changes_nothing(
    run: Run, tmp_path: Path, lines: list[str], shown: str
) -> None:
    before = saved(run, tmp_path, *lines[:-1])
    out = run(*GAME, typed=typed(*lines)).out
    assert shown in " ".join(out.split())
    assert saved(run, tmp_path, *lines).actions == before.actions


def test_help_and_options_can_be_read_at_any_prompt(run: Run) -> None:
    assert "keep dice 1 and 3" in run(*GAME, typed=typed("h", "")).out
    out = run(*GAME, typed=typed("", "?", "", "o", "")).out
    assert "keep dice 1 and 3" in out
    assert "… and" in out


def test_the_options_of_an_asked_turn_show_the_doubled_gift(run: Run) -> None:
    def first(out: str) -> list[str]:
        rows = out.split("Gives")[1].splitlines()
        return rows[1].split()

    plain, asked = (first(run(*GAME, typed=typed("", *g, "o", "")).out) for g in ([], ["g"]))
    assert int(asked[3]) == 2 * int(plain[3])


def test_leaving_offers_to_save_and_the_game_goes_on_from_there(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my game.json"
    outcome = run(*GAME, typed=typed("", "k 1", "q", str(path)))
    assert outcome.code == 0
    assert f"charidice terminal --resume '{path}'" in outcome.out
    run("terminal", "--resume", str(path), typed=typed("k 1"))
    in_one_go = tmp_path / "one.json"
    run(*GAME, "--save", str(in_one_go), typed=typed("", "k 1", "k 1"))
    assert load(path) == load(in_one_go)


def test_leaving_without_a_name_saves_nothing(run: Run, tmp_path: Path) -> None:
    outcome = run(*GAME, typed=typed("", "q", ""))
    assert "--seed demo" in outcome.out
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_cannot_be_written_is_asked_for_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    outcome = run(*GAME, typed=typed("", "q", str(tmp_path), str(path)))
    assert "is not an ordinary file" in outcome.out
    assert load(path).players == ("Lena", "Marko")


def test_a_file_that_is_there_is_never_written_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("important", encoding="utf-8")
    outcome = run(*GAME, "--save", str(path), typed=typed("", "s 1"))
    assert outcome.code == 1
    assert "is there already. Choose another name" in outcome.err
    out = run(*GAME, typed=typed("", f"w {path}", "q", str(path))).out
    assert " ".join(out.split()).count("is there already") == 2
    assert path.read_text(encoding="utf-8") == "important"


def test_resuming_one_file_and_saving_in_another_never_writes_over_one(
    run: Run, tmp_path: Path
) -> None:
    game, notes, new = (tmp_path / name for name in ("game.json", "notes.txt", "new.json"))
    run(*GAME, "--save", str(game), typed=typed("", "k 1"))
    notes.write_text("important", encoding="utf-8")
    outcome = run("terminal", "--resume", str(game), "--save", str(notes), typed=typed("k 1"))
    assert outcome.code == 1
    assert notes.read_text(encoding="utf-8") == "important"
    run("terminal", "--resume", str(game), "--save", str(new), typed=typed("k 1"))
    assert (len(load(game).actions), len(load(new).actions)) == (4, 7)


def test_resuming_writes_nothing_until_something_is_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run(*GAME, "--save", str(path), typed=typed("", "k 1"))
    text = path.read_text(encoding="utf-8").replace("dice:", "# my notes\ndice:")
    path.write_text(text, encoding="utf-8")
    run("terminal", "--resume", str(path), typed=typed("1 2", "h", ""))
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["~nobody-of-that-name/game", "a\0b", "x" * 300])
def test_a_strange_file_name_does_not_end_the_game(run: Run, name: str) -> None:
    outcome = run(*GAME, typed=typed("", f"w {name}", "q", name, ""))
    assert outcome.code == 0
    assert outcome.err == ""
    assert " ".join(outcome.out.split()).count(" cannot be ") == 2


@posix_only
def test_a_loop_of_links_does_not_end_the_game(run: Run, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    out = run(*GAME, typed=typed("", f"w {loop}")).out
    assert "cannot be the name of a file" in " ".join(out.split())
    assert run(*GAME, "--save", str(loop)).code == 1
    assert loop.is_symlink()


def test_ctrl_c_between_two_prompts_offers_to_save_too(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_session: Session) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "game.json"
    monkeypatch.setattr(Session, "undo", interrupted)
    outcome = run(*GAME, typed=typed("", "g", "u", str(path)))
    assert outcome.code == 130
    assert len(load(path).actions) == 2


def test_control_characters_in_a_line_are_shown_and_not_obeyed(run: Run) -> None:
    out = run(*GAME, typed=typed("", "\x1b[2Jhello")).out
    assert "\x1b" not in out
    assert "“\\x1b[2Jhello” is not a command" in out


def test_w_saves_and_goes_on_saving_there(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run(*GAME, typed=typed("", f"w {path}", "k 1"))
    assert len(load(path).actions) == 4


def test_a_finished_game_can_be_resumed_to_see_its_tally(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(path, random_record(3, 8, Rules(rounds=2)), replace=False)
    assert "wins the game!" in run("terminal", "--resume", str(path), typed="\n").out


def test_a_record_that_ends_with_dice_in_the_air_is_resumed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = saved(run, tmp_path, "", "k 1")
    save(path, replace(record, actions=record.actions[:-1]), replace=True)
    run("terminal", "--resume", str(path))
    assert load(path) == record


def test_a_game_of_version_1_goes_on_with_its_dice_and_is_saved_in_the_latest_version(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    shutil.copy(VERSION_1 / "unfinished-with-seed-and-house-rules.txt", path)
    before = load(path)
    run("terminal", "--resume", str(path), typed=typed("", "s 1"))
    after = load(path)
    assert path.read_text(encoding="utf-8").startswith("Charidice record, version 2\n")
    assert after.source == before.source == SeededSource("Würfel # 7: again")
    assert after.actions[: len(before.actions)] == before.actions
    added = after.actions[len(before.actions) :]
    assert any(isinstance(action, Rolled) for action in added)
    for game, action in zip(positions(after), after.actions, strict=False):
        if isinstance(action, Rolled):
            assert action == throw(game, SeededRolls("Würfel # 7: again"))


@pytest.mark.parametrize("source", [None, ServerSource()])
def test_a_resumed_game_without_a_seed_gets_one_for_the_rolls_to_come(
    run: Run, tmp_path: Path, source: ServerSource | None
) -> None:
    path = tmp_path / "game.json"
    record = replace(random_record(2, 8, most_actions=5), source=source)
    save(path, record, replace=False)
    run("terminal", "--resume", str(path), typed=typed("", "s 1", "", "s 1", ""))
    after = load(path)
    assert isinstance(after.source, SeededSource)
    new = list(zip(positions(after), after.actions, strict=False))[len(record.actions) :]
    rolled = [(game, action) for game, action in new if isinstance(action, Rolled)]
    assert rolled
    assert all(action == throw(game, SeededRolls(after.source.seed)) for game, action in rolled)


def test_a_damaged_game_is_not_resumed_and_stays_as_it_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("{", encoding="utf-8")
    outcome = run("terminal", "--resume", str(path), typed="\n")
    assert (outcome.code, outcome.out) == (2, "")
    assert "Line 1: This is not valid JSON" in outcome.err
    assert path.read_text(encoding="utf-8") == "{"


def test_every_question_has_help(run: Run, tmp_path: Path) -> None:
    out = run("terminal", typed=typed("h", "Lena, Marko", "", "q", "?", "")).out
    assert "2 to 4 names in clockwise order" in out
    assert "A name like game.json keeps the game" in out
    assert list(tmp_path.iterdir()) == []


def test_a_bad_seed_is_said_before_anybody_is_asked(run: Run) -> None:
    outcome = run("terminal", "--seed", " x", typed=typed("Lena, Marko"))
    assert (outcome.code, outcome.out) == (2, "")


def test_the_final_sheets_and_the_tally_agree(run: Run) -> None:
    out = run(*GAME, "--rounds", "1", typed=typed("", "s 1", "", "s 1", "")).out
    final = out[out.rindex("Σ") :]
    totals = re.findall(r"Total (\d+)", final)
    assert sorted(totals, reverse=True) == [
        line.split()[-1] for line in re.findall(r"\d\. .*", final)
    ]


def test_names_are_asked_for_until_they_will_do(run: Run) -> None:
    out = run("terminal", typed=typed("Lena", "Lena, Lena", "", "Lena, Marko, Florian", "")).out
    assert "Charidice is for 2 to 4 players, not for 1." in out
    assert "Two players are called Lena" in out
    assert "Round 1 of 7 · Lena" in out


def test_other_dice_and_rounds_can_be_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    words = (*GAME, "--dice", str(OTHER_DICE), "--rounds", "1", "--save", str(path))
    run(*words, typed=typed("", "s 1", "", "s 1", ""))
    record = load(path)
    assert record.dice == OTHER_DICE
    assert replay(record).over


def test_there_is_no_colour_in_a_pipe(run: Run) -> None:
    assert "\x1b" not in run(*GAME, typed=typed("", "1", "h", "", "o", "", "s 1")).out
