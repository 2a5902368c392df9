"""What the settings of a table are called, in the language of the context."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Final

from charidice.locale import gettext as _
from charidice.locale import ngettext
from charidice.tables.model.settings import BOUNDS, Settings

_MINUTE: Final = 60
_DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class SettingField:
    """A setting as a form shows it: its name, what it is called, and its choices.

    A choice is a value, its word, and whether it is chosen now.
    """

    name: str
    title: str
    choices: tuple[tuple[int, str, bool], ...]


@dataclass(frozen=True, slots=True)
class SettingTick:
    """A setting that a form shows as a box to tick: its name, what it is called, and how it is."""

    name: str
    title: str
    ticked: bool


def setting_ticks(now: Settings) -> tuple[SettingTick, ...]:
    """What a host can switch on and off, and what is on now."""
    return tuple(
        SettingTick(each.name, setting_title(each.name), getattr(now, each.name))
        for each in fields(Settings)
        if each.name not in BOUNDS
    )


def setting_fields(now: Settings) -> tuple[SettingField, ...]:
    """The numbers that a host can choose, and what is chosen now."""
    return tuple(_field(name, getattr(now, name)) for name in BOUNDS)


def _field(name: str, now: int) -> SettingField:
    offered = BOUNDS[name].offered
    values = offered if now in offered else (*offered, now)
    return SettingField(
        name, setting_title(name), tuple((n, setting_word(name, n), n == now) for n in values)
    )


def setting_title(name: str) -> str:
    """What a setting is called."""
    return {
        "ask_seconds": _("Time to use the 2× before the game goes on"),
        "turn_seconds": _("Time for a decision, then a bot plays"),
        "pace": _("Bot speed"),
        "grace_seconds": _("Time to take back a score before a bot rolls"),
        "watch": _("Whoever has the link may watch"),
        "preview_names": _("Chats may show our names when the link is sent"),
        "hints": _("Hints and chances also between people; everybody sees who takes a hint"),
    }[name]


def setting_word(name: str, value: int) -> str:
    """A value of a setting, in words."""
    return _WORDS[name](value)


def _duration(value: int) -> str:
    if value % _DAY == 0:
        days = value // _DAY
        return ngettext("{count} day", "{count} days", days).format(count=days)
    if value % _MINUTE == 0:
        minutes = value // _MINUTE
        return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    return ngettext("{count} second", "{count} seconds", value).format(count=value)


def _pace(value: int) -> str:
    words = {0: _("instant"), 3: _("quick"), 7: _("normal"), 15: _("slow")}
    return words.get(value, str(value))


_WORDS: Final[dict[str, Callable[[int], str]]] = {
    "ask_seconds": lambda value: _duration(value) if value else _("none"),
    "turn_seconds": lambda value: _duration(value) if value else _("no limit"),
    "pace": _pace,
    "grace_seconds": lambda value: _duration(value) if value else _("none"),
}
