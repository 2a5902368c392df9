"""What is played at a table: the rules, the dice, and where the rolls come from.

The first event of a table says it, so that what was played is never judged by other rules.

A source of rolls is a value, and so has its place in the log; `hosting/rolls.py` makes rolls of it.
Today there are `server`, and `entered` for a pad, where people write down what real dice show.
Others have their place in the union `TableSource`: `committed` (a secret seed whose hash was
published, and nonces of the players), `scripted` (lessons) and `dealt` (the same rolls by address
for many). What of a source is secret is left out by `public_source`.
"""

from dataclasses import dataclass, field
from typing import Annotated, Final, TypeAlias

from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema

from charidice.records import EnteredSource, RollSource, ServerSource
from charidice.rules import RULEBOOK, STANDARD, DiceSet, Rules
from charidice.tables.model.errors import TableError

# In rounds: the short game and that of the rulebook, which is also the longest.
SHORT_GAME: Final = 3
FULL_GAME: Final = RULEBOOK.rounds

# In training, the most percentage points that a decision may cost before the coach objects.
HIGHEST_LIMIT: Final = 50
GUIDED_LIMIT: Final = 12  # where somebody learns, the coach objects to gross mistakes
_EARLIER_GUIDED_LIMIT: Final = 20  # of games that were begun before


def _read_dice(value: object) -> DiceSet:
    """Dice as a value or as their text."""
    if isinstance(value, DiceSet):
        return value
    if not isinstance(value, str):
        raise ValueError("not the text of six dice")
    return DiceSet.parse(value)


TableSource: TypeAlias = ServerSource | EnteredSource
Dice: TypeAlias = Annotated[
    DiceSet,
    PlainValidator(_read_dice),
    PlainSerializer(str),
    WithJsonSchema(
        {
            "type": "string",
            "description": "Six words, one a die: the letters of the colours under 1 to 6.",
            "examples": [str(STANDARD)],
        }
    ),
]


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What is played at a table.

    In training the coach objects to decisions that cost more percentage points than `coach_limit`;
    0 is none.
    """

    rules: Rules = RULEBOOK
    dice: Dice = STANDARD
    source: Annotated[TableSource, Field(discriminator="kind")] = field(
        default_factory=ServerSource
    )
    coach_limit: int = 0

    @property
    def is_guided(self) -> bool:
        """Whether it is the short game in which somebody learns."""
        guided = (GUIDED_LIMIT, _EARLIER_GUIDED_LIMIT)
        return self.coach_limit in guided and self.rules.rounds < FULL_GAME


def setup_for(rounds: int = FULL_GAME, coach_limit: int = 0) -> GameSetup:
    """The game of the rulebook, over so many rounds; with a limit it is training."""
    if not 1 <= rounds <= FULL_GAME:
        raise TableError("table/rounds", {"most": FULL_GAME})
    if not 0 <= coach_limit <= HIGHEST_LIMIT:
        details = {"setting": "coach_limit", "least": 1, "most": HIGHEST_LIMIT}
        raise TableError("table/setting", details)
    return GameSetup(rules=Rules(rounds=rounds), coach_limit=coach_limit)


def pad_setup(dice: DiceSet | None = None, rounds: int = FULL_GAME) -> GameSetup:
    """A game with real dice; `dice` is how their faces are arranged, if somebody knows it."""
    rules = setup_for(rounds).rules
    return GameSetup(rules, dice or STANDARD, EnteredSource(dice is not None))


def public_source(source: TableSource) -> RollSource:
    """A source of rolls as everybody may see it, made anew so that nothing else comes along."""
    match source:
        case ServerSource():
            return ServerSource()
        case EnteredSource(dice=dice):
            return EnteredSource(dice)
