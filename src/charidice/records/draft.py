"""What both forms read before it is known to be a game: the parts, and the line of each."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Final, TypeVar

from charidice.records.errors import RecordError
from charidice.records.record import Record
from charidice.rules import Action, DiceSet, Rules, RulesError, apply, parse_action, totals

RULE_NAMES: Final = tuple(rule.name for rule in fields(Rules))
_T = TypeVar("_T")


@dataclass
class Draft:
    """The parts of a record as they were read; `lines` has the line of each part."""

    players: list[str]
    actions: list[str]
    rules: dict[str, object]
    dice: str
    seed: str | None
    totals: list[int] | None
    lines: dict[str, int] = field(default_factory=dict)
    action_lines: list[int] = field(default_factory=list)

    def record(self) -> Record:
        """The record, once every part is well formed and the whole game is legal."""
        rules = _part("records/rules", self.lines["rules"], self._rules)
        dice = _part("records/dice", self.lines["dice"], lambda: DiceSet.parse(self.dice))
        try:
            record = Record(tuple(self.players), (), rules, dice, self.seed)
        except RecordError as error:
            part = "seed" if error.code == "records/seed" else "players"
            raise error.at(self.lines[part]) from None
        return Record(record.players, self._verified_actions(record), rules, dice, self.seed)

    def _rules(self) -> Rules:
        return Rules(**self.rules)  # type: ignore[arg-type]  # Rules checks its values itself

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
        found = list(totals(game)) if game.over else None
        if self.totals != found:
            details = {"said": _listed(self.totals), "found": _listed(found)}
            raise RecordError("records/totals", details, self.lines["totals"])
        return tuple(actions)


def _part(code: str, line: int, make: Callable[[], _T]) -> _T:
    try:
        return make()
    except RulesError as error:
        raise RecordError(code, {"reason": error}, line) from None


def _listed(numbers: list[int] | None) -> str:
    return "–" if numbers is None else ", ".join(map(str, numbers))
