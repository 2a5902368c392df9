"""Whether the coach can judge a game: it has to know every roll, and on which dice it lay."""

from charidice.records import Record
from charidice.rules import Rolled


def reviewable(record: Record) -> bool:
    """Whether all rolls are known and lay on the dice of the record.

    Of real dice people may have entered only faces, or only what a turn scored.
    """
    rolls = (action for action in record.actions if isinstance(action, Rolled))
    return not any(roll.colours or roll.assumed for roll in rolls)
