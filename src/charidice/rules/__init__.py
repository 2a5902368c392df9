"""The whole game, pure: no clock, no randomness, no input or output.

    >>> from charidice.rules import STANDARD, Roll, Rolled, actor, apply, new_game
    >>> game = apply(new_game(2), Rolled([1, 6, 6, 4, 3, 2]))
    >>> actor(game)
    1

Seat 1 is asked first, because the receiver may want the biggest gift.
"""

from charidice.rules.actions import Action, Ask, Pass, Roll, Rolled, Score, parse_action
from charidice.rules.dice import DICE, NUMBERS, STANDARD, Colour, DiceSet, Face
from charidice.rules.engine import (
    Outcomes,
    actor,
    apply,
    chance_outcomes,
    check,
    gift_of,
    legal_actions,
    new_game,
    rolled_faces,
)
from charidice.rules.errors import RulesError
from charidice.rules.parameters import RULEBOOK, Rules
from charidice.rules.result import Standing, charity_bonuses, standings, totals, winners
from charidice.rules.scoring import Kind, Selection, best_first, selections
from charidice.rules.state import CHANCE, Chance, Game, Phase, Row, Sheet, Turn

__all__ = [
    "CHANCE",
    "DICE",
    "NUMBERS",
    "RULEBOOK",
    "STANDARD",
    "Action",
    "Ask",
    "Chance",
    "Colour",
    "DiceSet",
    "Face",
    "Game",
    "Kind",
    "Outcomes",
    "Pass",
    "Phase",
    "Roll",
    "Rolled",
    "Row",
    "Rules",
    "RulesError",
    "Score",
    "Selection",
    "Sheet",
    "Standing",
    "Turn",
    "actor",
    "apply",
    "best_first",
    "chance_outcomes",
    "charity_bonuses",
    "check",
    "gift_of",
    "legal_actions",
    "new_game",
    "parse_action",
    "rolled_faces",
    "selections",
    "standings",
    "totals",
    "winners",
]
