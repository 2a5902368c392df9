"""The one error of the rules: its codes and their sentences."""

from collections.abc import Mapping
from typing import Final

from charidice.errors import CodedError

# The code is for programs and never changes; the sentence is English for people.
# Translations are keyed by the sentence, its {details} are filled in afterwards.
MESSAGES: Final[Mapping[str, str]] = {
    "rules/bad-face": (
        "“{text}” is not a face. Write a number from 1 to 6 and a colour letter "
        "(R, Y, G, B, P or K), like 3R."
    ),
    "rules/bad-colour": "“{letter}” is not a colour. The letters are R, Y, G, B, P and K.",
    "rules/bad-dice-set": "A set of dice is six rows of six colours, one row for each die.",
    "rules/dice-count": "A set has six dice, but this one has {count}.",
    "rules/die-face-count": (
        "Die {die}, counted from 0, needs one face for each number; its number of faces is {count}."
    ),
    "rules/die-colours": "Die {die}, counted from 0, does not show each of the six colours once.",
    "rules/not-a-latin-square": (
        "The dice are not a Latin square: {face} is on {count} of them, "
        "but each face has to be on just one."
    ),
    "rules/rule-value": "The rule {rule} is {value}; it has to be from {least} to {most}.",
    "rules/rule-length": "The length of the rule {rule} is {count}, but it has to be {length}.",
    "rules/player-count": "Charidice is for {least} to {most} players, not for {count}.",
    "rules/face-count": "A roll has six faces, not {count}.",
    "rules/faces-repeated": "{face} is there twice: in a set of dice every face occurs only once.",
    "rules/bad-action": "“{text}” is not an action.",
    "rules/no-such-die": "There is no die {die}: the dice have the positions 0 to 5.",
    "rules/die-repeated": "Die {die} is named twice.",
    "rules/bad-numbers": "A roll is six numbers from 1 to 6, but this is not a roll: {numbers}.",
    "rules/game-over": "The game is over.",
    "rules/dice-in-the-air": "The dice are being rolled; there is nothing to decide yet.",
    "rules/dice-on-the-table": "The dice lie on the table; nobody has rolled them.",
    "rules/other-dice": "All rolls of a turn are of the same dice: with their colours, or without.",
    "rules/kept-die-changed": "Die {die} was kept, so it cannot change from {old} to {new}.",
    "rules/question-open": "The receiver first says whether to ask for the biggest gift.",
    "rules/no-question": "Nobody is being asked about the biggest gift now.",
    "rules/box-used": "The 2× box is crossed out: the biggest gift can be asked for only once.",
    "rules/too-late-to-ask": "It is too late to ask for the biggest gift after this roll.",
    "rules/no-rolls-left": "All {rolls} rolls of this turn are used. Score some dice.",
    "rules/nothing-to-reroll": "A reroll rolls at least one die. Keep fewer, or score.",
    "rules/selection-empty": "A selection has at least one die.",
    "rules/selection-not-scorable": (
        "{faces} cannot be scored together: take dice of different colours, "
        "or at least {least} of one colour."
    ),
}


class RulesError(CodedError):
    """What was asked is against the rules; nothing has changed."""

    messages = MESSAGES
