"""What a player types at the prompt, read into one value."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from charidice.errors import CodedError

# Every command by its first letter and as a word.
COMMAND_OF_LETTER: Final = {
    "": "next",
    "k": "keep",
    "r": "reroll",
    "s": "score",
    "o": "options",
    "t": "hint",
    "g": "gift",
    "u": "undo",
    "w": "save",
    "h": "help",
    "?": "help",
    "q": "quit",
    "tip": "hint",
    "write": "save",
    "exit": "quit",
}
_WITH_DICE: Final = ("keep", "reroll", "score")


class InputError(CodedError):
    """What was typed cannot be done; nothing has changed."""

    messages: ClassVar[Mapping[str, str]] = {
        "input/unknown": "“{text}” is not a command here. Type h for help.",
        "input/no-such-die": "There is no die “{text}”: the dice are 1 to 6.",
        "input/no-dice": "Say which dice, like “{command} 1 3 4”, or select some first.",
        "input/roll-first": "Roll the dice first: press Enter.",
        "input/simulation": (
            "A simulation needs {least} to {most} bots, at least one game and one process."
        ),
        "input/facts": "Facts need at least two games and one process.",
        "input/position": (
            "The game must have 0 to {most} turns left, and scores must be below 100,000."
        ),
        "input/pair": "“{text}” is not two whole numbers from 0 to {most}, like 12,30 or 1,0.",
        "input/nobody-decides": (
            "There is nothing to decide in this position: "
            "the dice are being rolled, or the game is over."
        ),
        "input/not-reviewable": (
            "This game cannot be judged: some rolls of the real dice were entered "
            "without the arrangement of the dice, or only as what they scored."
        ),
        "input/bots-turn": "A bot is playing: g asks for the biggest gift, Enter does not.",
        "input/bot-name": "{name} is the name of a bot. Choose another one.",
        "input/cannot-undo": "Nothing can be taken back now.",
        "input/reroll-all": (
            "Nothing is selected, so this would reroll all six dice. Type r 123456 to do that."
        ),
        "input/name-repeated": (
            "Two players are called {name}. Give each player a different name."
        ),
        "input/resume-alone": (
            "A resumed game keeps its players, dice, rounds and seed. Leave those options out."
        ),
        "input/no-such-step": "There is no step {step}: the record has steps 0 to {last}.",
        "input/no-file": "Say which file, like “w game.json”.",
    }


@dataclass(frozen=True)
class Command:
    """A command, the dice it names (None: none were named), and its other words."""

    name: str
    dice: tuple[int, ...] | None = None
    rest: str = ""


def read(line: str) -> Command:
    """Read a line: dice alone select them, a letter or word is a command."""
    first, *rest_of_line = line.split(maxsplit=1) or [""]
    if COMMAND_OF_LETTER.get(first.lower(), first.lower()) == "save":
        return Command("save", rest=rest_of_line[0].strip() if rest_of_line else "")
    line = " ".join(line.split())
    if line == "0":
        return Command("select", ())
    if line and all(character in "0123456789 ," for character in line):
        return Command("select", _dice(line))
    word, _, rest = line.partition(" ")
    name, digits = _name(word)
    if name is None:
        raise InputError("input/unknown", {"text": line})
    named = digits + rest
    if named.strip() and name not in _WITH_DICE:
        raise InputError("input/unknown", {"text": line})
    return Command(name, _dice(named) if named.strip() else None)


def _name(word: str) -> tuple[str | None, str]:
    """The command of a word; dice may follow its letter without a space, as in s134."""
    lower = word.lower()
    if lower in COMMAND_OF_LETTER:
        return COMMAND_OF_LETTER[lower], ""
    if lower in COMMAND_OF_LETTER.values():
        return lower, ""
    name = COMMAND_OF_LETTER.get(lower[:1])
    if name in _WITH_DICE and all(c.isdecimal() or c == "," for c in lower[1:]):
        return name, lower[1:]
    return None, ""


def _dice(text: str) -> tuple[int, ...]:
    """Positions from 0 out of what people write: 134, 1 3 4 or 1,3,4."""
    dice = set()
    for character in text:
        if character in " ,":
            continue
        if character not in "123456":
            raise InputError("input/no-such-die", {"text": character})
        dice.add(int(character) - 1)
    return tuple(sorted(dice))
