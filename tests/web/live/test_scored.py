"""What is announced after a score, and which bonus card it lights."""

import pytest
from tests.tables.support import LENA, MARKO, begun
from tests.web.live.support import look

from charidice.rules import (
    RULEBOOK,
    Ask,
    Colour,
    Face,
    Pass,
    Score,
    best_first,
    selections,
)
from charidice.web.live.recap import bonus_cards, card_of
from charidice.web.live.scored import Banner, scored_view


class Dice:
    """A position that only has faces, as a card needs no more."""

    def __init__(self, text: str) -> None:
        self.faces = [Face(int(each[0]), Colour.from_letter(each[1])) for each in text.split()]


@pytest.mark.parametrize(
    ("faces", "dice", "card"),
    [
        ("4R 4Y 4G 4B 1R 2R", (0, 1, 2, 3), "same4"),
        ("4R 4Y 4G 4B 4P 4K", (0, 1, 2, 3, 4, 5), "same6"),
        ("1R 2R 3R 4R 6B 5P", (0, 1, 2, 3), "run4"),
        ("1R 2R 3R 4R 5R 5P", (0, 1, 2, 3, 4), "run5"),
        ("1R 2R 3R 6R 5B 5P", (0, 1, 2, 3), "colour4"),
        ("1R 2R 3R 4R 6R 5P", (0, 1, 2, 3, 4), ""),
        ("1R 2Y 3G 4B 6P 5K", (0, 1, 2, 3), ""),
    ],
)
def test_a_selection_lights_the_card_of_its_bonus(
    faces: str, dice: tuple[int, ...], card: str
) -> None:
    position = Dice(faces)
    chosen = next(each for each in selections(position.faces) if each.dice == dice)
    assert card_of(position.faces, chosen) == card
    steps = {
        f"{each.kind}{count}": worth
        for each in bonus_cards(RULEBOOK)
        for count, worth in each.steps
    }
    assert steps.get(card, 0) == chosen.bonus


def test_every_bonus_is_announced_by_its_name_and_nothing_else() -> None:
    played, seen = begun("Lena", "Marko", "Florian", "Ida"), set()
    for _turn in range(27):
        active, receiver = played.game.active + 1, played.game.receiver + 1
        played.play(active, None)
        played.play(receiver, Pass())
        best = best_first(selections(played.game.faces))[0]
        played.play(active, Score(best.dice))
        view = scored_view(look(played, receiver))
        assert view is not None
        assert tuple(die.place for die in view.dice if die.is_kept) == best.dice
        assert len(view.banners) == (best.bonus > 0)
        for banner in view.banners:
            seen.add(view.card)
            assert (banner.points, banner.is_gift) == (best.bonus, False)
            assert banner.is_great is (best.bonus >= 40)
            assert banner.text.endswith("!")
    assert seen


def test_the_biggest_gift_is_an_event_whatever_is_scored() -> None:
    played = begun("Lena", "Marko")
    played.play(LENA, None)
    played.play(MARKO, Ask())
    played.play(LENA, Score([0]))
    for holder in (LENA, MARKO):
        view = scored_view(look(played, holder))
        assert view is not None
        gift = played.game.sheets[0].given
        assert view.banners[-1] == Banner(
            "Doubled gift!",
            gift or 0,
            is_gift=True,
            is_great=True,
            has_confetti=(gift or 0) >= 20,
        )
        assert sum(die.gift for die in view.dice if not die.is_kept) == gift


def test_only_a_gift_of_twenty_points_or_more_has_confetti() -> None:
    showered: dict[int, bool] = {}
    first = begun("Lena", "Marko")
    first.play(LENA, None)
    for each in selections(first.game.faces):
        played = begun("Lena", "Marko")  # the same dice again
        played.play(LENA, None)
        played.play(MARKO, Ask())
        played.play(LENA, Score(each.dice))
        view = scored_view(look(played, MARKO))
        assert view is not None
        showered[view.banners[-1].points] = view.banners[-1].has_confetti
    assert {points for points, falls in showered.items() if falls} == {
        points for points in showered if points >= 20
    }
    assert min(showered) < 20 <= max(showered)
