"""Only the columns of a turn are known: a roll of the dice that gives them, if there is one.

People who keep score of real dice may write down points, bonus and gift alone. What they write has
to be possible, and a roll that has this result stands in the record for the one nobody wrote down.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from charidice.rules import DICE, NUMBERS, Colour, DiceSet, Rolled, Rules, Score

_PLAIN: Final = (0, *NUMBERS)  # what numbers are worth that are scored
_COUNT: Final = DICE + 1  # as many of a number as there are dice, or none
_BOXES_KEPT: Final = 64


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
        laid = _of_many_colours(dice).get(scored)
        if laid is not None:
            return _completed(laid, rest)
    if size >= rules.one_colour_least and len(set(scored)) == size:
        table = rules.straight_bonus if run else rules.one_colour_bonus
        if bonus == table[size]:
            return _completed(_of_one_colour(dice, scored), rest)
    return None


def _of_one_colour(dice: DiceSet, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Different numbers by die, all in the first colour; 0 where a die is free.

    Every die has every colour once, and so has every number: there is one die for each.
    """
    colour = next(iter(Colour))
    shown = [colours.index(colour) + 1 for colours in dice.colours]
    return tuple(number if number in numbers else 0 for number in shown)


@lru_cache(maxsize=_BOXES_KEPT)
def _of_many_colours(dice: DiceSet) -> dict[tuple[int, ...], tuple[int, ...]]:
    """One way to lay each group of numbers in different colours: by die, 0 where one is free.

    It goes from die to die and keeps one way for the same numbers in the same colours, as what the
    next dice can add depends on nothing else. So a search takes milliseconds, once for each box.
    """
    ways: dict[tuple[int, int], int] = {(0, 0): 0}
    for die, colours in enumerate(dice.colours):
        place = _COUNT**die
        faces = [(1 << colour, _COUNT ** (n - 1), n * place) for n, colour in enumerate(colours, 1)]
        more = {
            (used | bit, counts + one): laid + number
            for (used, counts), laid in ways.items()
            for bit, one, number in faces
            if not used & bit
        }
        ways = more | ways
    one_each = {counts: laid for (_used, counts), laid in ways.items()}
    return {_sorted_numbers(laid): laid for laid in map(_by_die, one_each.values())}


def _by_die(packed: int) -> tuple[int, ...]:
    return tuple(packed // _COUNT**die % _COUNT for die in range(DICE))


def _sorted_numbers(laid: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(number for number in laid if number))


def _completed(laid: tuple[int, ...], rest: tuple[int, ...]) -> tuple[Rolled, Score]:
    """The roll with the rest on the free dice, and the score of what was laid first."""
    others = iter(rest)
    rolled = Rolled([number or next(others) for number in laid])
    return rolled, Score(die for die, number in enumerate(laid) if number)
