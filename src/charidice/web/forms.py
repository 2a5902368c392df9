"""The forms of the pages, read into commands."""

from typing import Final

from fastapi import Request
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData

from charidice.locale import gettext as _
from charidice.rules import Ask, Pass, Roll, Score
from charidice.tables import Settings
from charidice.tables.commands import (
    AddBot,
    Begin,
    Command,
    Configure,
    Leave,
    Mute,
    Play,
    Remove,
    Return,
    Sit,
    TakeBack,
    WishEnd,
)
from charidice.web.errors import WebError

MOST_FIELDS: Final = 100
MOST_FIELD_CHARACTERS: Final = 500
_FIELDS: Final = ("name", "player", "back", "id", "level")  # those that people can make long


def command_of(wish: str, form: FormData, settings: Settings) -> Command:  # noqa: PLR0911, PLR0912  # one line per wish
    """The command that a form stands for."""
    position, id_ = _number(form, "position"), id_of(form)
    dice = [_digit(value) for value in form.getlist("die")]
    match wish:
        case "roll":
            return Play(None, position, id_)
        case "reroll":
            return Play(Roll(dice), position, id_)
        case "score":
            return Play(Score(dice), position, id_)
        case "ask":
            return Play(Ask(), position, id_)
        case "pass":
            return Play(Pass(), position, id_)
        case "pass-turn":
            return Mute("turn")
        case "pass-game":
            return Mute("game")
        case "ask-again":
            return Mute("never")
        case "take-back":
            return TakeBack(position, id_)
        case "sit":
            return Sit(text_of(form, "name") or _("Guest"), id_)
        case "bot":
            return AddBot(text_of(form, "level"), id_)
        case "remove":
            return Remove(_number(form, "seat"), _version(form), id_)
        case "begin":
            first = text_of(form, "first")
            return Begin(None if first == "" else _number(form, "first"), _version(form), id_)
        case "settings":
            return Configure(_settings(form, settings))
        case "leave":
            return Leave()
        case "return":
            return Return()
        case "end":
            return WishEnd(True)
        case "go-on":
            return WishEnd(False)
        case _:
            raise WebError("web/invalid", {"where": "do"})


def _settings(form: FormData, now: Settings) -> Settings:
    return Settings(
        ask_seconds=_number(form, "ask_seconds", now.ask_seconds),
        turn_seconds=_number(form, "turn_seconds", now.turn_seconds),
        pace=_number(form, "pace", now.pace),
        watch=text_of(form, "watch") == "on",
    )


async def form_of(request: Request) -> FormData:
    """The form that was sent; files are not kept.

    In UTF-8, as browsers send it: of other alphabets Python would keep every name it is asked for.
    """
    _kind, options = parse_options_header(request.headers.get("content-type"))
    if options.get(b"charset", b"utf-8").lower() not in (b"utf-8", b"utf8"):
        raise WebError("web/unreadable")
    try:
        async with request.form(max_fields=MOST_FIELDS) as form:
            _check_lengths(form)
            return form
    except (UnicodeError, LookupError):  # an alphabet that does not fit
        raise WebError("web/unreadable") from None


def _check_lengths(form: FormData) -> None:
    for name, value in form.multi_items():
        if isinstance(value, str) and len(value) > MOST_FIELD_CHARACTERS:
            where = name if name in _FIELDS else "?"
            raise WebError("web/long-field", {"where": where, "most": MOST_FIELD_CHARACTERS})


def text_of(form: FormData, name: str) -> str:
    """A text without the spaces around it; empty when there is none."""
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def _version(form: FormData) -> int | None:
    return _number(form, "version") if text_of(form, "version") else None


def id_of(form: FormData) -> str | None:
    """The id of the command, the same for every try."""
    text = text_of(form, "id")[:64]
    return text if text.isascii() and text.isprintable() and text else None


def _number(form: FormData, name: str, default: int = -1) -> int:
    text = text_of(form, name)
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise WebError("web/invalid", {"where": name})
    return int(text)


def _digit(value: object) -> int:
    if not (isinstance(value, str) and len(value) == 1 and value in "0123456789"):
        raise WebError("web/invalid", {"where": "die"})
    return int(value)
