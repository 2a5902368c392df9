"""The slow and obvious solver: plain loops and exact fractions, written from the rules alone.

It shares nothing with `charidice.solver` and is only good for small games: few dice, few faces.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from charidice.rules import Face, Rules

Roll = tuple[Face, ...]
End = Callable[[int, int, bool], Fraction]
"""The value of a turn that ends with these points, this gift as written, and asked or not."""


def ends(roll: Roll, rules: Rules) -> list[tuple[int, int]]:
    """Every points and gift that this roll can end with."""
    found = []
    for chosen in product([False, True], repeat=len(roll)):
        scored = [face for face, taken in zip(roll, chosen, strict=True) if taken]
        given = [face for face, taken in zip(roll, chosen, strict=True) if not taken]
        if not scored:
            continue
        numbers = sorted(face.number for face in scored)
        size = len(scored)
        if len({face.colour for face in scored}) == size:
            bonus = rules.same_number_bonus[size] if len(set(numbers)) == 1 else 0
        elif len({face.colour for face in scored}) == 1 and size >= rules.one_colour_least:
            in_a_row = numbers == list(range(numbers[0], numbers[0] + size))
            bonus = (rules.straight_bonus if in_a_row else rules.one_colour_bonus)[size]
        else:
            continue
        gift = sum(rules.gift_values[face.number] for face in given)
        found.append((sum(numbers) + bonus, gift))
    return found


class ReferenceTurn:
    """One turn of a small game."""

    def __init__(
        self, dice: Sequence[Sequence[Face]], rules: Rules, end: End, can_ask: bool
    ) -> None:
        self.dice, self.rules, self.end, self.can_ask = dice, rules, end, can_ask
        self.rolled = cache(self._rolled)
        self.choose = cache(self._choose)

    def value(self) -> Fraction:
        rolls = list(product(*self.dice))
        return sum((self.rolled(1, roll, False) for roll in rolls), Fraction(0)) / len(rolls)

    def _rolled(self, number: int, roll: Roll, asked: bool) -> Fraction:
        """Right after a roll: the receiver may ask, and wants the active player to get little."""
        if asked or not self.can_ask or number == self.rules.rolls:
            return self.choose(number, roll, asked)
        return min(self.choose(number, roll, True), self.choose(number, roll, False))

    def _choose(self, number: int, roll: Roll, asked: bool) -> Fraction:
        return max([self.score(roll, asked), *self.keeps(number, roll, asked).values()])

    def score(self, roll: Roll, asked: bool) -> Fraction:
        factor = self.rules.biggest_gift_factor if asked else 1
        return max(
            self.end(points, gift * factor, asked) for points, gift in ends(roll, self.rules)
        )

    def keeps(self, number: int, roll: Roll, asked: bool) -> dict[tuple[int, ...], Fraction]:
        """The value of every reroll, by the dice that are kept."""
        found: dict[tuple[int, ...], Fraction] = {}
        if number == self.rules.rolls:
            return found
        for kept in product([False, True], repeat=len(roll)):
            if all(kept):
                continue
            outcomes = list(
                product(*([face] if k else die for face, k, die in zip(roll, kept, self.dice)))  # noqa: B905
            )
            total = sum((self.rolled(number + 1, o, asked) for o in outcomes), Fraction(0))
            found[tuple(d for d, k in enumerate(kept) if k)] = total / len(outcomes)
        return found


class ReferenceGame:
    """A whole small game for two, for the expected margin of the player to move."""

    def __init__(self, dice: Sequence[Sequence[Face]], rules: Rules) -> None:
        self.dice, self.rules = dice, rules
        self.value = cache(self._value)

    def turn(self, left: int, given: tuple[int, int], boxes: tuple[bool, bool]) -> ReferenceTurn:
        def end(points: int, gift: int, asked: bool) -> Fraction:
            later = (boxes[1] and not asked, boxes[0])
            return points - gift - self.value(left - 1, (given[1], given[0] + gift), later)

        return ReferenceTurn(self.dice, self.rules, end, boxes[1])

    def _value(self, left: int, given: tuple[int, int], boxes: tuple[bool, bool]) -> Fraction:
        if left:
            return self.turn(left, given, boxes).value()
        if given[0] == given[1]:
            return Fraction(0)
        high = max(given) > self.rules.charity_high_above
        bonus = self.rules.charity_bonus_high if high else self.rules.charity_bonus
        return Fraction(bonus if given[0] > given[1] else -bonus)


class ReferenceWinning:
    """A whole small game for two, for the chance of winning; a shared win counts half."""

    def __init__(self, dice: Sequence[Sequence[Face]], rules: Rules) -> None:
        self.dice, self.rules = dice, rules
        self.chance = cache(self._chance)

    def _chance(
        self, left: int, given: tuple[int, int], boxes: tuple[bool, bool], lead: int
    ) -> Fraction:
        if not left:
            return self.won(given, lead)

        def end(points: int, gift: int, asked: bool) -> Fraction:
            later = (boxes[1] and not asked, boxes[0])
            then = (given[1], given[0] + gift)
            return 1 - self.chance(left - 1, then, later, gift - points - lead)

        return ReferenceTurn(self.dice, self.rules, end, boxes[1]).value()

    def won(self, given: tuple[int, int], lead: int) -> Fraction:
        """All turns are played: whoever has given most gets the bonus, both if they are equal."""
        high = max(given) > self.rules.charity_high_above
        bonus = self.rules.charity_bonus_high if high else self.rules.charity_bonus
        mine = lead + (bonus if given[0] >= given[1] else 0)
        other = bonus if given[1] >= given[0] else 0
        return Fraction(2 if mine > other else mine == other, 2)
