"""A game as the list of its actions, with what is needed to play it again."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Final

from charidice.records.errors import RecordError
from charidice.records.names import check_name
from charidice.records.sources import RollSource, SeededSource
from charidice.rules import (
    RULEBOOK,
    STANDARD,
    Action,
    DiceSet,
    Game,
    Rules,
    RulesError,
    apply,
    new_game,
    totals,
)

VERSION: Final = 2


@dataclass(frozen=True, slots=True)
class Record:
    """Who played, with which rules and dice, and all that happened.

    The players stand in the order of their seats; seat 0 begins. `source` says where the rolls came
    from, as far as somebody wrote it down.
    """

    players: tuple[str, ...]
    actions: tuple[Action, ...] = ()
    rules: Rules = RULEBOOK
    dice: DiceSet = STANDARD
    source: RollSource | None = None

    def __post_init__(self) -> None:
        for name in self.players:
            check_name(name)
        try:
            self.start()
        except RulesError as error:
            raise RecordError("records/players", {"reason": error}) from None

    @property
    def seed(self) -> str | None:
        """The seed that also gives the rolls to come, so that a game goes on with the same dice."""
        return self.source.seed if isinstance(self.source, SeededSource) else None

    def start(self) -> Game:
        """The position before the first roll."""
        return new_game(len(self.players), rules=self.rules, dice=self.dice)


def positions(record: Record) -> Iterator[Game]:
    """The start, then the position after every action."""
    game = record.start()
    yield game
    for action in record.actions:
        game = apply(game, action)
        yield game


def replay(record: Record, steps: int | None = None) -> Game:
    """The position after this many actions; after all of them when no number is given."""
    wanted = len(record.actions) if steps is None else steps
    if not 0 <= wanted <= len(record.actions):
        raise IndexError(wanted)
    return next(islice(positions(record), wanted, None))


def result(game: Game) -> tuple[int, ...] | None:
    """The totals of a finished game: both formats write them, and reading checks them."""
    return totals(game) if game.over else None


def house_rules(rules: Rules) -> dict[str, int | tuple[int, ...]]:
    """The rules that differ from the rulebook: the only ones that a record writes."""
    rulebook = asdict(RULEBOOK)
    return {name: value for name, value in asdict(rules).items() if value != rulebook[name]}
