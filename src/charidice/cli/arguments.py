"""Arguments that several commands share."""

import argparse
from pathlib import Path

from charidice.locale import gettext as _
from charidice.rules import RULEBOOK, STANDARD, DiceSet, Rules


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Other rounds and other dice than those of the rulebook."""
    parser.add_argument(
        "--rounds", type=int, metavar=_("NUMBER"), help=_("a shorter or longer game")
    )
    add_dice(parser)


def add_dice(parser: argparse.ArgumentParser) -> None:
    """Other dice than the standard set."""
    parser.add_argument(
        "--dice",
        metavar=_("SET"),
        help=_("other dice: six words, the colours under 1 to 6, like “{example}”").format(
            example=STANDARD
        ),
    )


def rules_of(options: argparse.Namespace) -> tuple[Rules, DiceSet]:
    """The rules and dice that were asked for."""
    rules = RULEBOOK if options.rounds is None else Rules(rounds=options.rounds)
    return rules, dice_of(options)


def dice_of(options: argparse.Namespace) -> DiceSet:
    """The dice that were asked for."""
    return STANDARD if options.dice is None else DiceSet.parse(options.dice)


def add_record(parser: argparse.ArgumentParser) -> None:
    """The file of a record."""
    parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("a record, JSON or text"))


def add_json(parser: argparse._ActionsContainer) -> None:
    """Output for programs."""
    parser.add_argument("--json", action="store_true", help=_("print JSON for programs"))
