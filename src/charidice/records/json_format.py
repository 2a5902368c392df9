"""The JSON format of a record: for programs, one action a line."""

import json
from bisect import bisect
from dataclasses import asdict
from json import JSONDecodeError, JSONDecoder
from typing import Final, TypeAlias, TypeGuard, TypeVar

from charidice.records.draft import RULE_NAMES, SOURCE_FIELDS, Draft, seeded, unknown_version
from charidice.records.errors import RecordError
from charidice.records.record import VERSION, Record, house_rules, replay, result

FORMAT: Final = "charidice-record"
_DECODER: Final = JSONDecoder()
_T = TypeVar("_T")


def to_json(record: Record) -> str:
    """Write a record; only rules that differ from the rulebook are written."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "players": record.players,
        "source": None if record.source is None else asdict(record.source),
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
    return _draft(document, _Lines(text)).record()


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


class _Lines:
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


def _draft(document: dict[str, object], where: _Lines) -> Draft:
    version = _version(document, where)
    _check_fields(document, version, where)
    source, source_lines = _seed(document, where) if version == 1 else _source(document, where)
    numbers = document["totals"]
    if not (numbers is None or _is_list_of(numbers, int)):
        raise _bad_value("totals", where)
    return Draft(
        players=_strings(document, "players", where),
        actions=_strings(document, "actions", where),
        rules=_rules(document["rules"], where),
        dice=" ".join(_strings(document, "dice", where)),
        source=source,
        totals=numbers,
        lines={**where.inner["rules"], **where.members},
        source_lines=source_lines,
        player_lines=where.items["players"],
        action_lines=where.items["actions"],
    )


def _version(document: dict[str, object], where: _Lines) -> int:
    if "version" not in document:
        raise RecordError("records/field-missing", {"field": "version"}, 1)
    version = document["version"]
    if type(version) is not int or version not in SOURCE_FIELDS:
        raise unknown_version(version, where.members["version"])
    return version


def _check_fields(document: dict[str, object], version: int, where: _Lines) -> None:
    source = SOURCE_FIELDS[version]
    fields = ("format", "version", "players", source, "rules", "dice", "actions", "totals")
    for name in document:
        if name not in fields:
            raise RecordError("records/field-unknown", {"field": name}, where.members[name])
    for name in fields:
        if name not in document:
            raise RecordError("records/field-missing", {"field": name}, 1)


_Source: TypeAlias = tuple[dict[str, object] | None, dict[str, int]]


def _seed(document: dict[str, object], where: _Lines) -> _Source:
    """The source of a record of version 1, which wrote a seed or nothing."""
    seed = document["seed"]
    if seed is None:
        return None, {}
    if not isinstance(seed, str):
        raise _bad_value("seed", where)
    return seeded(seed), {"seed": where.members["seed"]}


def _source(document: dict[str, object], where: _Lines) -> _Source:
    """The members of the source, and their lines."""
    source = document["source"]
    if source is None:
        return None, {}
    if not isinstance(source, dict):
        raise _bad_value("source", where)
    return source, where.inner["source"]


def _bad_value(name: str, where: _Lines) -> RecordError:
    return RecordError("records/field-value", {"field": name}, where.members[name])


def _is_list_of(value: object, kind: type[_T]) -> TypeGuard[list[_T]]:
    return isinstance(value, list) and all(type(item) is kind for item in value)


def _strings(document: dict[str, object], name: str, where: _Lines) -> list[str]:
    value = document[name]
    if not _is_list_of(value, str):
        raise _bad_value(name, where)
    return value


def _rules(value: object, where: _Lines) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _bad_value("rules", where)
    for name in value:
        if name not in RULE_NAMES:
            line = where.inner["rules"][name]
            raise RecordError("records/field-unknown", {"field": name}, line)
    return value
