"""What both formats read before it is known to be a game: the parts, and the line of each."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from charidice.records.errors import RecordError
from charidice.records.names import check_name
from charidice.records.record import Record, result
from charidice.records.sources import RollSource, read_source
from charidice.rules import Action, DiceSet, Rules, RulesError, apply, parse_action

RULE_NAMES: Final = tuple(rule.name for rule in fields(Rules))
# The field that says where the rolls came from, in every version that can be read.
SOURCE_FIELDS: Final[Mapping[int, str]] = {1: "seed", 2: "source"}


def unknown_version(version: object, line: int) -> RecordError:
    """The refusal of a version that cannot be read."""
    known = max(SOURCE_FIELDS)
    return RecordError("records/version", {"version": version, "known": known}, line)


def seeded(seed: str) -> dict[str, object]:
    """The members of the source that a seed alone stands for, as in version 1."""
    return {"kind": "seeded", "seed": seed}


@dataclass
class Draft:
    """The parts of a record as they were read, and the lines where they stand.

    `lines` has a line for each part by its name, and for each rule by the rule's name;
    `source_lines` has one for each member of the source that has a line of its own.
    """

    players: list[str]
    actions: list[str]
    rules: dict[str, object]
    dice: str
    source: dict[str, object] | None
    totals: list[int] | None
    lines: dict[str, int]
    source_lines: dict[str, int]
    player_lines: list[int]
    action_lines: list[int]

    def record(self) -> Record:
        """The record, once every part is well formed and the whole game is legal."""
        for name, line in zip(self.players, self.player_lines, strict=True):
            try:
                check_name(name)
            except RecordError as error:
                raise error.at(line) from None
        rules, dice, source = self._rules(), self._dice(), self._source()
        try:
            record = Record(tuple(self.players), (), rules, dice, source)
        except RecordError as error:
            raise error.at(self.lines["players"]) from None
        return replace(record, actions=self._verified_actions(record))

    def _rules(self) -> Rules:
        try:
            return Rules(**self.rules)  # type: ignore[arg-type]  # Rules checks its values itself
        except RulesError as error:
            line = self.lines.get(str(error.details["rule"]), self.lines["rules"])
            raise RecordError("records/rules", {"reason": error}, line) from None

    def _dice(self) -> DiceSet:
        try:
            return DiceSet.parse(self.dice)
        except RulesError as error:
            raise RecordError("records/dice", {"reason": error}, self.lines["dice"]) from None

    def _source(self) -> RollSource | None:
        if self.source is None:
            return None
        try:
            return read_source(self.source)
        except RecordError as error:
            member = "seed" if error.code == "records/seed" else str(error.details["field"])
            # A member that is missing has no line of its own, and a text has one line for them all.
            line = self.source_lines.get(member) or self.lines["source"]
            raise error.at(line) from None

    def _verified_actions(self, start: Record) -> tuple[Action, ...]:
        game, actions = start.start(), []
        for text, line in zip(self.actions, self.action_lines, strict=True):
            try:
                action = parse_action(text)
                game = apply(game, action)
            except RulesError as error:
                details = {"action": text, "reason": error}
                raise RecordError("records/action", details, line) from None
            actions.append(action)
        found = result(game)
        if self.totals != (None if found is None else list(found)):
            details = {"said": _listed(self.totals), "found": _listed(found)}
            raise RecordError("records/totals", details, self.lines["totals"])
        return tuple(actions)


def _listed(numbers: list[int] | tuple[int, ...] | None) -> str:
    return "–" if numbers is None else ", ".join(map(str, numbers))
