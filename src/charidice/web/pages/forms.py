"""The forms of the pages, read into commands."""

import re
from dataclasses import fields
from typing import Final

from fastapi import Request
from pydantic import ValidationError
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData

from charidice.locale import gettext as _
from charidice.rules import Roll, Score
from charidice.tables import Settings
from charidice.tables.model.commands import Command, Sit, read_command
from charidice.tables.model.game_setup import FULL_GAME
from charidice.tables.model.settings import BOUNDS
from charidice.web.edge.errors import WebError, invalid

MOST_FIELDS: Final = 100
MOST_FIELD_CHARACTERS: Final = 500
# Buttons whose name differs from the command that they send.
_KINDS: Final = {
    **dict.fromkeys(("roll", "reroll", "score", "ask", "pass"), "play"),
    **dict.fromkeys(("pass-turn", "pass-game", "ask-again"), "mute"),
    "bot": "add-bot",
}
_MUTED: Final = {"pass-turn": "turn", "pass-game": "game", "ask-again": "never"}
_ID: Final = re.compile("[!-~]{1,64}")
_FIELDS: Final = ("name", "player", "back", "id", "level")  # those that people can make long


def command_of(wish: str, form: FormData, now: Settings) -> Command:
    """The command that a form sends; `now` are the settings of the table."""
    if wish == "sit":
        return Sit(text_of(form, "name") or _("Guest"), id_of(form))
    values: dict[str, object] = {"kind": _KINDS.get(wish, wish), "id": id_of(form)}
    match wish:
        case "roll" | "reroll" | "score" | "ask" | "pass":
            values |= {"action": _action(wish, form), "position": number_of(form, "position", 0)}
            values["stand"] = text_of(form, "stand") == "1"
        case "take-back" | "hint":
            values["position"] = number_of(form, "position", 0)
        case "pass-turn" | "pass-game" | "ask-again":
            values["until"] = _MUTED[wish]
        case "bot":
            values["level"] = text_of(form, "level")
        case "remove":
            values |= {"seat": number_of(form, "seat"), "version": _optional(form, "version")}
        case "begin":
            values |= {"first": _optional(form, "first"), "version": _optional(form, "version")}
        case "settings":
            values["settings"] = _settings(form, now)
    try:
        return read_command(values)
    except ValidationError as error:
        raise invalid(error.errors(include_url=False, include_input=False), "do") from None


def _action(wish: str, form: FormData) -> object:
    dice = dice_of(form)
    if wish == "reroll":
        return Roll(dice)
    return Score(dice) if wish == "score" else wish


def dice_of(form: FormData) -> list[int]:
    """The places of the dice that were ticked."""
    return [_digit(value) for value in form.getlist("die")]


def _settings(form: FormData, now: Settings) -> Settings:
    """The settings in a form; missing ones stay as they are, except unticked checkboxes."""
    numbers = {name: number_of(form, name, getattr(now, name)) for name in BOUNDS}
    ticks = {
        each.name: text_of(form, each.name) == "on"
        for each in fields(Settings)
        if each.name not in BOUNDS
    }
    return Settings(**numbers, **ticks)  # type: ignore[arg-type]  # numbers and ticks, by name


async def form_of(request: Request) -> FormData:
    """The form that was sent; files are not kept.

    Only UTF-8, as browsers send it: Python caches the name of every encoding it is asked for.
    """
    _kind, options = parse_options_header(request.headers.get("content-type"))
    if options.get(b"charset", b"utf-8").lower() not in (b"utf-8", b"utf8"):
        raise WebError("web/unreadable")
    try:
        async with request.form(max_fields=MOST_FIELDS) as form:
            _check_lengths(form)
            return form
    except (UnicodeError, LookupError):  # another encoding
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


def rounds_of(form: FormData) -> int:
    """How many rounds a new game has."""
    return number_of(form, "rounds", FULL_GAME)


def coach_limit_of(form: FormData) -> int:
    """From how many percentage points on the coach objects in a new game; 0: no training."""
    return number_of(form, "coach_limit", 0) if "training" in form else 0


def _optional(form: FormData, name: str) -> int | None:
    return number_of(form, name) if text_of(form, name) else None


def id_of(form: FormData) -> str | None:
    """The id of the command, the same for every try."""
    text = text_of(form, "id")
    return text if _ID.fullmatch(text) else None


def number_of(form: FormData, name: str, default: int = -1) -> int:
    """A whole number in a form."""
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
