import pytest
from hypothesis import given
from hypothesis import strategies as st

from charidice.cli.prompt import Command, InputError, read


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", Command("next")),
        ("134", Command("select", (0, 2, 3))),
        ("1 3 4", Command("select", (0, 2, 3))),
        ("4,3,1", Command("select", (0, 2, 3))),
        ("1 1", Command("select", (0,))),
        ("0", Command("select", ())),
        ("1\t3", Command("select", (0, 2))),
        ("s1,3", Command("score", (0, 2))),
        ("write x", Command("save", rest="x")),
        ("exit", Command("quit")),
        ("r", Command("reroll")),
        ("r 2 5", Command("reroll", (1, 4))),
        ("k 13", Command("keep", (0, 2))),
        ("s134", Command("score", (0, 2, 3))),
        ("score 1", Command("score", (0,))),
        ("SCORE 1", Command("score", (0,))),
        ("g", Command("gift")),
        ("undo", Command("undo")),
        ("?", Command("help")),
        ("w my game.json", Command("save", rest="my game.json")),
        ("q", Command("quit")),
    ],
)
def test_lines_are_read_as_people_mean_them(line: str, command: Command) -> None:
    assert read(line) == command


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("7", "input/no-such-die"),
        ("10", "input/no-such-die"),
        ("s 9", "input/no-such-die"),
        ("r x", "input/no-such-die"),
        ("dance", "input/unknown"),
        ("g 1", "input/unknown"),
        ("s٣", "input/no-such-die"),
    ],
)
def test_other_lines_are_refused_with_a_code(line: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read(line)
    assert caught.value.code == code


@given(st.text())
def test_any_line_is_a_command_or_is_refused(line: str) -> None:
    try:
        command = read(line)
    except InputError as error:
        refusal = error
    else:
        assert command.name
        return
    assert str(refusal)
