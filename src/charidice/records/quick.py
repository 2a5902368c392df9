"""Only the columns of a turn are known: a roll of the dice that gives them, if there is one.

People who keep score of real dice may write down points, bonus and gift alone. What they write has
to be possible, and a roll that has this result stands in the record for the one nobody wrote down.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from charidice.rules import DICE, NUMBERS, Colour, DiceSet, Rolled, Rules, Score

_PLAIN: Final = (0, *NUMBERS)  # what numbers are worth that are scored


@lru_cache(maxsize=4096)
def roll_with_result(
    dice: DiceSet, rules: Rules, points: int, bonus: int, gift: int
) -> tuple[Rolled, Score] | None:
    """A roll and the selection of it with these points, this bonus and this plain gift."""
    gifts = tuple(rules.gift_values)
    for size in range(1, DICE + 1):
        rests = _with_sum(DICE - size, gifts, gift)
        for scored in _with_sum(size, _PLAIN, points) if rests else ():
            found = _lay(dice, rules, scored, rests[0], bonus)
            if found is not None:
                return found
    return None


@lru_cache(maxsize=4096)
def _with_sum(size: int, worth: tuple[int, ...], total: int) -> tuple[tuple[int, ...], ...]:
    """All groups of so many numbers whose worth is the total, each in ascending order."""
    return tuple(
        numbers
        for numbers in combinations_with_replacement(NUMBERS, size)
        if sum(worth[number] for number in numbers) == total
    )


def _lay(
    dice: DiceSet, rules: Rules, scored: tuple[int, ...], rest: tuple[int, ...], bonus: int
) -> tuple[Rolled, Score] | None:
    """Lay these numbers on the six dice so that the scored ones go together for this bonus."""
    size = len(scored)
    same = len(set(scored)) == 1
    run = scored == tuple(range(scored[0], scored[0] + size))
    if bonus == (rules.same_number_bonus[size] if same else 0):
        found = _placed(dice, scored, rest, None)
        if found is not None:
            return found
    if size >= rules.one_colour_least and len(set(scored)) == size:
        table = rules.straight_bonus if run else rules.one_colour_bonus
        if bonus == table[size]:
            for colour in Colour:
                found = _placed(dice, scored, rest, colour)
                if found is not None:
                    return found
    return None


def _placed(
    dice: DiceSet, scored: tuple[int, ...], rest: tuple[int, ...], colour: Colour | None
) -> tuple[Rolled, Score] | None:
    """Scored numbers on dice where they have this colour, or all different ones."""

    def place(
        left: tuple[int, ...], used: dict[int, int], seen: frozenset[Colour]
    ) -> dict[int, int] | None:
        if not left:
            return used
        number = left[0]
        for die in range(DICE):
            if die in used:
                continue
            up = dice.colours[die][number - 1]
            if (up in seen) if colour is None else (up is not colour):
                continue
            found = place(left[1:], {**used, die: number}, seen | {up})
            if found is not None:
                return found
        return None

    taken = place(scored, {}, frozenset())
    if taken is None:
        return None
    free = [die for die in range(DICE) if die not in taken]
    numbers = taken | dict(zip(free, rest, strict=True))
    return Rolled([numbers[die] for die in range(DICE)]), Score(taken)
