"""What many tests need: positions in a few words, and whole random games."""

import random
import sys
from collections.abc import Sequence

import pytest

from charidice.bots import bot
from charidice.records import Record
from charidice.rules import (
    CHANCE,
    DICE,
    RULEBOOK,
    STANDARD,
    Action,
    DiceSet,
    Game,
    Pass,
    Rolled,
    Rules,
    actor,
    apply,
    legal_actions,
    new_game,
    parse_action,
)

# For what only POSIX has: pseudo-terminals, pipes with names, closed streams.
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")

# Another Latin square than the standard one: its dice are turned the other way round.
OTHER_DICE = DiceSet.parse("RYGBPK KRYGBP PKRYGB BPKRYG GBPKRY YGBPKR")

# Example 1 of the rulebook: 1 2 3 4 6 of red and a yellow 6; example 2: five colours.
EXAMPLE_1 = (1, 6, 6, 4, 3, 2)
EXAMPLE_2 = (6, 2, 2, 2, 6, 2)


def play(game: Game, *texts: str) -> Game:
    """Play actions that are given in their text form."""
    for text in texts:
        game = apply(game, parse_action(text))
    return game


def roll(game: Game, numbers: Sequence[int]) -> Game:
    """Roll, and let the receiver pass if that is a question."""
    game = apply(game, Rolled(numbers))
    return apply(game, Pass()) if actor(game) == game.receiver else game


def rolled(numbers: Sequence[int], players: int = 2, rules: Rules = RULEBOOK) -> Game:
    """The first turn after this first roll; the active player chooses."""
    return roll(new_game(players, rules=rules), numbers)


def random_throw(game: Game, rng: random.Random) -> Rolled:
    numbers = [rng.randint(1, 6) for _ in range(DICE)]
    for die in game.turn.kept:
        numbers[die] = game.turn.numbers[die]
    return Rolled(numbers)


def random_record(
    players: int,
    seed: int,
    rules: Rules = RULEBOOK,
    dice: DiceSet = STANDARD,
    most_actions: int | None = None,
) -> Record:
    """A game of uniformly random choices, or only its first actions."""
    rng = random.Random(seed)
    game = new_game(players, rules=rules, dice=dice)
    actions: list[Action] = []
    while (who := actor(game)) is not None and len(actions) != most_actions:
        action = random_throw(game, rng) if who is CHANCE else rng.choice(legal_actions(game))
        game = apply(game, action)
        actions.append(action)
    names = ("Lena", "Marko", "Florian", "Ayşe")[:players]
    return Record(names, tuple(actions), rules, dice)


def game_of(
    *levels: str, seed: int = 1, rules: Rules = RULEBOOK, dice: DiceSet = STANDARD
) -> Record:
    """A game between bots."""
    game, actions, rng = (
        new_game(len(levels), rules=rules, dice=dice),
        list[Action](),
        random.Random(seed),
    )
    players = [bot(level) for level in levels]
    while (who := actor(game)) is not None:
        chosen = random_throw(game, rng) if who is CHANCE else players[who].choose(game, rng)
        actions.append(chosen)
        game = apply(game, chosen)
    names = ("Lena", "Marko", "Florian", "Ayşe")[: len(levels)]
    return Record(names, tuple(actions), rules, dice)


def random_dice_set(seed: int) -> DiceSet:
    """A Latin square made from the standard one by exchanging dice, numbers and colours."""
    rng = random.Random(seed)
    dice, numbers, colours = ([*range(6)] for _ in range(3))
    for order in (dice, numbers, colours):
        rng.shuffle(order)
    rows = (
        "".join("RYGBPK"[colours[STANDARD.colours[die][number]]] for number in numbers)
        for die in dice
    )
    return DiceSet.parse(" ".join(rows))
