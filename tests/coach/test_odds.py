"""Chances of bonuses: compared with counting all rolls, and with what can be scored."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from charidice.coach.odds import BONUSES, bonus_chances
from charidice.rules import STANDARD, DiceSet, Face, selections
from charidice.rules.scoring import Kind

Numbers = st.lists(st.integers(1, 6), min_size=6, max_size=6)


def scored(faces: list[Face]) -> set[str]:
    """The bonuses that some selection of these dice brings, by the rules themselves."""
    found = set[str]()
    for chosen in selections(faces):
        numbers = [faces[die].number for die in chosen.dice]
        count = len(numbers)
        if not chosen.bonus:
            continue
        if chosen.kind is Kind.DIFFERENT_COLOURS:
            found.add(f"same{count}")
        elif max(numbers) - min(numbers) == count - 1:
            found |= {f"run{count}", "colour4"}
        else:
            found.add(f"colour{count}")
    return found


def counted(dice: DiceSet, numbers: list[int], kept: list[int]) -> dict[str, float]:
    """The chances with one roll left, by trying all of them."""
    flying = [die for die in range(6) if die not in kept]
    hits = dict.fromkeys(BONUSES, 0)
    rolls = 0
    for roll in product(range(1, 7), repeat=len(flying)):
        after = list(numbers)
        for die, number in zip(flying, roll, strict=True):
            after[die] = number
        rolls += 1
        for bonus in scored(list(dice.faces(after))):
            hits[bonus] += 1
    return {bonus: hit / rolls for bonus, hit in hits.items()}


@settings(max_examples=15)
@given(Numbers, st.sets(st.integers(0, 5), min_size=4, max_size=6))
def test_with_one_roll_left_they_are_what_counting_gives(
    numbers: list[int], kept: set[int]
) -> None:
    chances = bonus_chances(STANDARD, numbers, sorted(kept), 1)
    expected = counted(STANDARD, numbers, sorted(kept))
    assert all(abs(chances[bonus] - expected[bonus]) < 1e-12 for bonus in BONUSES)


@given(Numbers, st.sets(st.integers(0, 5)))
def test_another_roll_never_harms_and_larger_bonuses_are_rarer(
    numbers: list[int], kept: set[int]
) -> None:
    one, two = (bonus_chances(STANDARD, numbers, sorted(kept), left) for left in (1, 2))
    for bonus in BONUSES:
        assert 0 <= one[bonus] <= two[bonus] + 1e-12 <= 1 + 1e-9
    for chances in (one, two):
        for kind in ("same", "run"):
            assert chances[f"{kind}4"] >= chances[f"{kind}5"] >= chances[f"{kind}6"]


@given(Numbers)
def test_without_a_roll_they_say_what_lies_there(numbers: list[int]) -> None:
    reached = {b for b, chance in bonus_chances(STANDARD, numbers, (), 0).items() if chance == 1}
    assert reached == scored(list(STANDARD.faces(numbers)))


def test_three_equal_numbers_become_four_in_two_of_five_rolls() -> None:
    assert (
        abs(bonus_chances(STANDARD, [1, 1, 1, 2, 3, 4], (0, 1, 2), 1)["same4"] - 91 / 216) < 1e-12
    )
