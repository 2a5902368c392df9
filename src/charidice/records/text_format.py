"""The readable format of a record: a header, one action a line, and comments after a #."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from charidice.records.draft import RULE_NAMES, SOURCE_FIELDS, Draft, seeded, unknown_version
from charidice.records.errors import RecordError
from charidice.records.record import VERSION, Record, house_rules, positions, result
from charidice.records.sources import EnteredSource, RollSource, SeededSource, ServerSource
from charidice.rules import (
    Action,
    Ask,
    Game,
    Pass,
    Roll,
    Rolled,
    Score,
    rolled_faces,
    standings,
)

_TITLE: Final = "Charidice record, version "
_HEADER: Final = re.compile(r"(player|seed|source|dice|totals|end|rule (\w+)): (.*)")
_VERSIONS: Final = {str(version): version for version in SOURCE_FIELDS}
_NUMBERS: Final = re.compile(r"[0-9]{1,9}( [0-9]{1,9})*")
_SOURCES: Final = frozenset(SOURCE_FIELDS.values())
_COMMENT_COLUMN: Final = 22


def to_text(record: Record) -> str:
    """Write a record; what stands behind a # is for readers and is not read back."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield f"{_TITLE}{VERSION}"
    for name in record.players:
        yield f"player: {name}"
    if record.source is not None:
        yield f"source: {_source_text(record.source)}"
    for rule, value in house_rules(record.rules).items():
        yield f"rule {rule}: {_listed(value) if isinstance(value, tuple) else value}"
    yield f"dice: {record.dice}"
    games = list(positions(record))
    for (game, after), action in zip(pairwise(games), record.actions, strict=True):
        if isinstance(action, Rolled) and game.turn.rolls == 0:
            yield f"\n# Round {game.round + 1}: {record.players[game.active]}"
        comment = _comment(game, action, after, record.players)
        yield f"{action!s:<{_COMMENT_COLUMN}}# {comment}"
    yield ""
    if (totals := result(games[-1])) is not None:
        yield from _sheets(games[-1], record.players)
        yield f"totals: {_listed(totals)}"
    yield f"end: {len(record.actions)}"


def _source_text(source: RollSource) -> str:
    match source:
        case ServerSource():
            return source.kind
        case SeededSource(seed=seed):
            return f"{source.kind} {seed}"
        case EnteredSource(dice=known):
            return f"{source.kind} dice" if known else source.kind


def _listed(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _comment(game: Game, action: Action, after: Game, players: tuple[str, ...]) -> str:
    active, receiver = players[game.active], players[game.receiver]
    match action:
        case Rolled():
            return f"roll {game.turn.rolls + 1}: {_faces(rolled_faces(game, action))}"
        case Ask():
            return f"{receiver} asks for the biggest gift"
        case Pass(implied=implied):
            return "nobody asked" if implied else f"{receiver} does not ask"
        case Roll(keep):
            kept = _faces(game.faces[die] for die in keep)
            return f"{active} keeps {kept}" if kept else f"{active} rerolls all"
        case Score(dice):
            row = after.sheets[game.active].rows[game.round]
            scored = _faces(game.faces[die] for die in dice)
            gift = f"{row.given} (doubled)" if game.turn.asked else row.given
            return f"{active} scores {scored} = {row.points} + {row.bonus}, {receiver} gets {gift}"


def _faces(faces: Iterable[object]) -> str:
    return " ".join(map(str, faces))


def _sheets(game: Game, players: tuple[str, ...]) -> Iterator[str]:
    """All four columns of every sheet, as comments."""
    for standing in standings(game):
        sheet = game.sheets[standing.seat]
        yield f"# {standing.place}. {players[standing.seat]}"
        yield "#   round  points  bonus  received  given"
        for number, row in enumerate(sheet.rows, 1):
            yield f"#   {number:>5}{row.points:>8}{row.bonus:>7}{row.received:>10}{row.given:>7}"
        s = standing
        yield f"#     sum{s.points:>8}{s.bonus:>7}{s.received:>10}{s.given:>7}"
        yield f"#   charity bonus {s.charity}, total {s.total}"
        yield ""


def from_text(text: str) -> Record:
    """Read a record and play it through; whatever is wrong is refused with its line."""
    return _Reader().read(text.removeprefix("\ufeff").splitlines())


class _Reader:
    """Collects the parts of a record line by line."""

    def __init__(self) -> None:
        self.version = VERSION
        self.draft = Draft([], [], {}, "", None, None, {}, {}, [], [])
        self.ended = False

    def read(self, lines: list[str]) -> Record:
        self._title(lines[0].strip() if lines else "")
        for number, line in enumerate(lines[1:], 2):
            stripped = line.strip()
            if stripped and not stripped.startswith("#"):
                self._line(stripped, number)
        if not self.ended:
            raise RecordError("records/truncated", line=len(lines))
        for part, name in (("players", "player"), ("dice", "dice")):
            if part not in self.draft.lines:
                raise RecordError("records/field-missing", {"field": name}, 1)
        for part in ("rules", "totals"):
            self.draft.lines.setdefault(part, len(lines))
        return self.draft.record()

    def _title(self, title: str) -> None:
        if not title.startswith(_TITLE):
            raise RecordError("records/not-a-record", {"start": f"{_TITLE}{VERSION}"}, 1)
        version = title.removeprefix(_TITLE)
        if version not in _VERSIONS:
            raise unknown_version(version, 1)
        self.version = _VERSIONS[version]

    def _line(self, line: str, number: int) -> None:
        if self.ended:
            raise RecordError("records/after-end", line=number)
        header = _HEADER.fullmatch(line)
        if header:
            self._header(header[1], header[2], header[3], number)
        else:
            self.draft.actions.append(line.split("#", maxsplit=1)[0].strip())
            self.draft.action_lines.append(number)

    def _header(self, name: str, rule: str | None, value: str, number: int) -> None:
        draft = self.draft
        part = {"player": "players"}.get(name, name)
        if name in _SOURCES and name != SOURCE_FIELDS[self.version]:
            raise RecordError("records/field-unknown", {"field": name}, number)
        if name != "player" and part in draft.lines:
            raise RecordError("records/field-repeated", {"field": name}, number)
        if draft.actions and name not in ("totals", "end"):
            raise RecordError("records/header-late", {"field": name}, number)
        draft.lines[part] = number
        match name:
            case "player":
                draft.players.append(value)
                draft.player_lines.append(number)
            case "seed":
                draft.source = seeded(value)
                draft.source_lines["seed"] = number
            case "source":
                draft.source = _source_members(value, number)
            case "dice":
                draft.dice = value
            case "totals":
                draft.totals = list(_numbers(name, value, number))
            case "end":
                self._end(_numbers(name, value, number), number)
            case _:
                self._rule(rule or "", value, number)

    def _rule(self, rule: str, value: str, number: int) -> None:
        if rule not in RULE_NAMES:
            raise RecordError("records/field-unknown", {"field": rule}, number)
        numbers = _numbers(rule, value, number)
        self.draft.rules[rule] = numbers[0] if len(numbers) == 1 else numbers
        self.draft.lines[rule] = number

    def _end(self, said: tuple[int, ...], number: int) -> None:
        found = len(self.draft.actions)
        if said != (found,):
            listed = " ".join(map(str, said))
            raise RecordError("records/count", {"said": listed, "found": found}, number)
        self.ended = True


def _source_members(value: str, line: int) -> dict[str, object]:
    match value.partition(" "):
        case ("server", "", ""):
            return {"kind": "server"}
        case ("seeded", " ", seed):
            return seeded(seed)
        case ("entered", _, "" | "dice" as known):
            return {"kind": "entered", "dice": bool(known)}
        case _:
            raise RecordError("records/field-value", {"field": "source"}, line)


def _numbers(name: str, value: str, line: int) -> tuple[int, ...]:
    if not _NUMBERS.fullmatch(value):
        raise RecordError("records/field-value", {"field": name}, line)
    return tuple(map(int, value.split()))
