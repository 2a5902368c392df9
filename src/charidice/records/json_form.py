"""The JSON form of a record: for programs, one action a line."""

import json
from bisect import bisect
from json import JSONDecodeError, JSONDecoder
from typing import Final, TypeGuard, TypeVar

from charidice.records.draft import RULE_NAMES, Draft
from charidice.records.errors import RecordError
from charidice.records.record import VERSION, Record, house_rules, replay, result

FORMAT: Final = "charidice-record"
_FIELDS: Final = ("format", "version", "players", "seed", "rules", "dice", "actions", "totals")
_DECODER: Final = JSONDecoder()
_T = TypeVar("_T")


def to_json(record: Record) -> str:
    """Write a record; only rules that differ from the rulebook are written."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "players": record.players,
        "seed": record.seed,
        "rules": house_rules(record.rules),
        "dice": str(record.dice).split(),
        "actions": [str(action) for action in record.actions],
        "totals": result(replay(record)),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def from_json(text: str) -> Record:
    """Read a record and play it through; whatever is wrong is refused with its line."""
    text = text.removeprefix("\ufeff")
    document = _document(text)
    return _draft(document, _Places(text)).record()


def _document(text: str) -> dict[str, object]:
    try:
        document = json.loads(text)
    except JSONDecodeError as error:
        raise RecordError("records/json", line=error.lineno) from None
    except (RecursionError, ValueError):  # nested too deeply, or a giant number
        raise RecordError("records/json", line=1) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecordError("records/not-a-record", {"start": f'{{"format": "{FORMAT}"'}, 1)
    return document


class _Places:
    """The lines of a valid JSON object: of its members, and of what stands inside those.

    A member that is there twice is refused, since only one of the two would count.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._line_ends = [at for at, character in enumerate(text) if character == "\n"]
        self.items: dict[str, list[int]] = {}
        self.inner: dict[str, dict[str, int]] = {}
        self.members = self._members(text.index("{") + 1, outermost=True)

    def _members(self, at: int, *, outermost: bool = False) -> dict[str, int]:
        found: dict[str, int] = {}
        while self._text[at := self._skip(at, ",")] != "}":
            line = self._line(at)
            name, at = _DECODER.raw_decode(self._text, at)
            if name in found:
                raise RecordError("records/field-repeated", {"field": name}, line)
            at = self._skip(at, ":")
            found[name] = self._line(at)
            if outermost and self._text[at] == "[":
                self.items[name] = self._items(at + 1)
            elif outermost and self._text[at] == "{":
                self.inner[name] = self._members(at + 1)
            _, at = _DECODER.raw_decode(self._text, at)
        return found

    def _items(self, at: int) -> list[int]:
        lines = []
        while self._text[at := self._skip(at, ",")] != "]":
            lines.append(self._line(at))
            _, at = _DECODER.raw_decode(self._text, at)
        return lines

    def _skip(self, at: int, separator: str) -> int:
        while self._text[at] in " \t\r\n" + separator:
            at += 1
        return at

    def _line(self, at: int) -> int:
        return bisect(self._line_ends, at) + 1


def _draft(document: dict[str, object], where: _Places) -> Draft:
    for name in document:
        if name not in _FIELDS:
            raise RecordError("records/field-unknown", {"field": name}, where.members[name])
    for name in _FIELDS:
        if name not in document:
            raise RecordError("records/field-missing", {"field": name}, 1)
    if type(document["version"]) is not int or document["version"] != VERSION:
        details = {"version": document["version"], "known": VERSION}
        raise RecordError("records/version", details, where.members["version"])
    seed, numbers = document["seed"], document["totals"]
    if not (seed is None or isinstance(seed, str)):
        raise _bad_value("seed", where)
    if not (numbers is None or _is_list_of(numbers, int)):
        raise _bad_value("totals", where)
    return Draft(
        players=_strings(document, "players", where),
        actions=_strings(document, "actions", where),
        rules=_rules(document["rules"], where),
        dice=" ".join(_strings(document, "dice", where)),
        seed=seed,
        totals=numbers,
        lines={**where.inner["rules"], **where.members},
        player_lines=where.items["players"],
        action_lines=where.items["actions"],
    )


def _bad_value(name: str, where: _Places) -> RecordError:
    return RecordError("records/field-value", {"field": name}, where.members[name])


def _is_list_of(value: object, kind: type[_T]) -> TypeGuard[list[_T]]:
    return isinstance(value, list) and all(type(item) is kind for item in value)


def _strings(document: dict[str, object], name: str, where: _Places) -> list[str]:
    value = document[name]
    if not _is_list_of(value, str):
        raise _bad_value(name, where)
    return value


def _rules(value: object, where: _Places) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _bad_value("rules", where)
    for name in value:
        if name not in RULE_NAMES:
            line = where.inner["rules"][name]
            raise RecordError("records/field-unknown", {"field": name}, line)
    return value
