"""The fields of a form, read into a command."""

import pytest
from starlette.datastructures import FormData

from charidice.errors import CodedError
from charidice.rules import Ask, Pass, Roll, Score
from charidice.tables import Settings
from charidice.tables.model.commands import (
    AddBot,
    Begin,
    Command,
    Configure,
    Mute,
    Play,
    Remove,
    Sit,
    TakeBack,
)
from charidice.web.pages.forms import command_of, id_of, rounds_of, text_of

NOW = Settings(ask_seconds=6, turn_seconds=60, pace=12, watch=True, grace_seconds=3)


def form(*pairs: tuple[str, str]) -> FormData:
    return FormData([*pairs])


@pytest.mark.parametrize(
    ("wish", "fields", "command"),
    [
        ("roll", [("position", "4")], Play(None, 4)),
        ("reroll", [("die", "0"), ("die", "3"), ("position", "4")], Play(Roll([0, 3]), 4)),
        ("score", [("die", "5"), ("position", "9")], Play(Score([5]), 9)),
        ("ask", [("position", "7")], Play(Ask(), 7)),
        ("pass", [("position", "7")], Play(Pass(), 7)),
        ("take-back", [("position", "8")], TakeBack(8)),
        ("pass-turn", [], Mute("turn")),
        ("pass-game", [], Mute("game")),
        ("ask-again", [], Mute("never")),
        ("bot", [("level", "casual"), ("id", "one")], AddBot("casual", "one")),
        ("remove", [("seat", "2"), ("version", "5")], Remove(2, 5)),
        ("begin", [("first", "1"), ("version", "3")], Begin(1, 3)),
        ("begin", [], Begin(None, None)),
        ("sit", [("name", " Lena ")], Sit("Lena")),
        ("sit", [], Sit("Guest")),
    ],
)
def test_each_button_is_a_command(
    wish: str, fields: list[tuple[str, str]], command: Command
) -> None:
    assert command_of(wish, form(*fields), NOW) == command


def test_a_setting_that_the_form_does_not_have_stays_but_a_box_without_its_tick_is_off() -> None:
    command = command_of("settings", form(("pace", "3")), NOW)
    assert command == Configure(Settings(6, 60, 3, watch=False, grace_seconds=3))


@pytest.mark.parametrize(
    ("wish", "fields"),
    [
        ("fly", []),
        ("score", [("die", "x")]),
        ("score", [("die", "12")]),
        ("remove", []),
        ("remove", [("seat", "-1")]),
        ("remove", [("seat", "²")]),
        ("remove", [("seat", "1" * 10)]),
    ],
)
def test_what_cannot_be_read_is_refused(wish: str, fields: list[tuple[str, str]]) -> None:
    with pytest.raises(CodedError) as caught:
        command_of(wish, form(*fields), NOW)
    assert caught.value.code == "web/invalid"


def test_a_text_is_without_spaces_around_it_and_empty_where_there_is_none() -> None:
    assert text_of(form(("name", "  Lena  ")), "name") == "Lena"
    assert text_of(form(), "name") == ""


@pytest.mark.parametrize(
    ("text", "id_"), [("one", "one"), ("", None), ("é", None), ("a b", None), ("x" * 65, None)]
)
def test_an_id_is_a_short_word_or_none(text: str, id_: str | None) -> None:
    assert id_of(form(("id", text))) == id_


def test_a_game_without_a_length_is_a_whole_one() -> None:
    assert rounds_of(form()) == 7
    assert rounds_of(form(("rounds", "3"))) == 3
