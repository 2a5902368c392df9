"""A game for two that is always the same but for its dice, where only its speed counts."""

from typing import Final

TURNS: Final = 14
# A turn with all its questions; one die alone can always be scored. First who moves, 0 is active.
_TURN: Final = (
    (0, "roll"),
    (1, "pass"),
    (0, "keep 0 1"),
    (1, "pass"),
    (0, "keep 0 1 2"),
    (0, "score 0"),
)
MOVES: Final = TURNS * len(_TURN)
# Nobody is hurried, and everybody may look on.
SETTINGS: Final = {"ask_seconds": 0, "turn_seconds": 0, "pace": 0, "watch": True}


def move(number: int) -> tuple[int, str]:
    """Who makes this move, 0 or 1, and the text of the action; moves are counted from 0."""
    turn, step = divmod(number, len(_TURN))
    mover, action = _TURN[step]
    return (turn + mover) % 2, action
