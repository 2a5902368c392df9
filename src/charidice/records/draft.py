"""What both forms read before it is known to be a game: the parts, and the line of each."""

from dataclasses import dataclass, fields, replace
from typing import Final

from charidice.records.errors import RecordError
from charidice.records.names import check_name
from charidice.records.record import Record, result
from charidice.rules import Action, DiceSet, Rules, RulesError, apply, parse_action

RULE_NAMES: Final = tuple(rule.name for rule in fields(Rules))


@dataclass
class Draft:
    """The parts of a record as they were read, and the lines where they stand.

    `lines` has a line for each part by its name, and for each rule by the rule's name.
    """

    players: list[str]
    actions: list[str]
    rules: dict[str, object]
    dice: str
    seed: str | None
    totals: list[int] | None
    lines: dict[str, int]
    player_lines: list[int]
    action_lines: list[int]

    def record(self) -> Record:
        """The record, once every part is well formed and the whole game is legal."""
        for name, line in zip(self.players, self.player_lines, strict=True):
            try:
                check_name(name)
            except RecordError as error:
                raise error.at(line) from None
        rules, dice = self._rules(), self._dice()
        try:
            record = Record(tuple(self.players), (), rules, dice, self.seed)
        except RecordError as error:
            part = "seed" if error.code == "records/seed" else "players"
            raise error.at(self.lines[part]) from None
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
