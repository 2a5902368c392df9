"""The pad for real dice on pages: opened, written by forms, corrected, and joined by others."""

import json
import re
from typing import Any

import httpx
import pytest
from tests.web.support import Local, Page, Visitor, page_of

from charidice.rules import STANDARD

FACES = ["1P", "2P", "3P", "4P", "6P", "6R"]


def opened(visitor: Visitor, *names: str, **more: str) -> None:
    visitor.start("/pad", player=[*names, "", ""][:4], **more)


def wrote(
    visitor: Visitor, turn: int, die: str = "0123", **more: str | list[str]
) -> httpx.Response:
    values = {"turn": str(turn), "was": "", "face": FACES, "die": [*die], **more}
    return visitor.do("enter", **values)


def written(page: Page) -> list[dict[str, Any]]:
    """All turns, as the scripts of the page know them."""
    found = next(a["data-written"] for _tag, a in page.tags if "data-written" in a)
    turns: list[dict[str, Any]] = json.loads(found or "")
    return turns


def cells(page: Page) -> list[str]:
    """All that stands on the sheets."""
    return [text for text in page.texts if re.fullmatch(r"\d+", text)]


def test_a_pad_is_opened_for_two_to_four_names_and_whoever_begins_is_first(
    visitor: Visitor,
) -> None:
    opened(visitor, "Lena", "Marko", "Zoë", first="1", rounds="3")
    page = visitor.look()
    assert "Marko: tap the six dice" in page.texts
    assert "Round 1 of 3" in page.text
    assert "Lena asks" not in page.texts
    assert "Zoë asks" in page.texts


def test_names_that_are_wrong_are_still_there_with_the_reason(visitor: Visitor) -> None:
    answer = visitor.web.post("/pad", data={"player": ["Lena", "lena", "", "Zoë"], "first": "3"})
    assert answer.status_code == 422
    page = page_of(answer, 422)
    assert "Two players are called lena." in page.texts
    fields = {a.get("id"): a for tag, a in page.tags if tag == "input"}
    assert fields["pad-player-4"]["value"] == "Zoë"
    assert fields["player-4"]["value"] == ""
    assert ("option", {"value": "3", "selected": None}) in page.tags


def test_whoever_begins_is_counted_among_the_names_that_were_typed(visitor: Visitor) -> None:
    visitor.start("/pad", player=["", "Lena", "", "Marko"], first="3")
    assert "Marko: tap the six dice" in visitor.look().texts


def test_a_turn_is_written_down_without_scripts(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko")
    assert wrote(visitor, 0).status_code == 303
    page = visitor.look()
    assert "Marko: tap the six dice" in page.texts
    assert {"10", "25", "24"} <= {*cells(page)}


def test_dice_that_are_missing_or_do_not_go_together_are_refused(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko")
    assert wrote(visitor, 0, face=FACES[:5]).status_code == 422
    assert wrote(visitor, 0, die="01").status_code == 422
    assert wrote(visitor, 0, die="").status_code == 422
    assert wrote(visitor, 0, face=[*FACES[:5], "1P"]).status_code == 422
    assert "Lena: tap the six dice" in visitor.look().texts


def test_the_biggest_gift_is_one_tap_and_can_be_taken_back(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko")
    visitor.do("pad-ask", turn="0")
    assert "Marko asked" in visitor.look().texts
    visitor.do("pad-unask", turn="0")
    assert "Marko asks" in visitor.look().texts
    visitor.do("pad-ask", turn="0")
    wrote(visitor, 0)
    assert "48" in cells(visitor.look())
    assert "Lena asks" in visitor.look().texts
    wrote(visitor, 1)
    page = visitor.look()
    assert "Marko asks" not in page.texts
    assert "Marko asked" not in page.texts


def test_columns_alone_are_enough_and_impossible_ones_say_why(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko")
    refused = visitor.do("columns", turn="0", points="9", bonus="25", gift="24")
    assert refused.status_code == 422
    assert "No roll of the dice gives 9 points" in page_of(refused, 422).text
    assert visitor.do("columns", turn="0", points="1000").status_code == 422
    assert visitor.do("columns", turn="0", points="ten").status_code == 422
    visitor.do("columns", turn="0", points="10", bonus="25", gift="24")
    page = visitor.look()
    assert {"10", "25", "24"} <= {*cells(page)}
    dice = [a for tag, a in page.tags if tag == "span" and a.get("role") == "img"]
    assert dice == []  # nobody wrote them down, so the log shows none


def test_the_replay_of_an_assumed_turn_shows_columns_only(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko")
    visitor.do("columns", turn="0", points="10", bonus="25", gift="24")
    wrote(visitor, 1)
    pages = [page_of(visitor.web.get(f"{visitor.table}/replay?step={n}")) for n in range(1, 5)]
    shown = [
        len([a for tag, a in page.tags if tag == "span" and a.get("role") == "img"])
        for page in pages
    ]
    assert shown[:2] == [0, 0]
    assert all(shown[2:])
    assert "Lena: only the columns were written down." in pages[0].texts
    assert "10 + 25" in pages[1].texts


def test_a_turn_is_corrected_on_a_page_of_its_own_and_the_change_undone(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko")
    for turn in range(3):
        wrote(visitor, turn)
    path = f"{visitor.table}/turn/1"
    links = [a.get("href") for tag, a in visitor.look().tags if tag == "a"]
    assert path in links
    assert f"{visitor.table}/turn/3" not in links
    page = page_of(visitor.web.get(path))
    assert "Change round 1 of Marko" in page.texts
    assert "Undo the change" not in page.texts
    was = page.values("was")[0]
    answer = visitor.do("correct", turn="1", was=was, face=FACES, die=["1", "2", "3", "4"])
    assert answer.headers["location"] == visitor.table
    text = " ".join(visitor.look().text.split())
    assert "Round 1 of Marko was corrected: 10 + 25, 24 given → 15 + 15, 13 given" in text
    assert "Lena corrected" not in text  # on one device it may have been anybody
    page = page_of(visitor.web.get(path))
    assert "Undo the change" in page.texts
    visitor.do("restore", turn="1", was=page.values("was")[0])
    text = " ".join(visitor.look().text.split())
    assert "15 + 15, 13 given → 10 + 25, 24 given" in text


def test_a_correction_of_a_turn_that_changed_meanwhile_is_refused(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko")
    wrote(visitor, 0)
    page = page_of(visitor.web.get(f"{visitor.table}/turn/0"))
    old = page.values("was")[0]
    wrote(visitor, 1)  # another turn does not matter
    changed: dict[str, str | list[str]] = {"turn": "0", "was": old, "face": FACES}
    assert visitor.do("correct", **changed, die=["1", "2", "3", "4"]).status_code == 303
    assert visitor.do("correct", **changed, die=["0"]).status_code == 409


@pytest.mark.parametrize("number", ["1", "x", "99999", "-1", "9" * 900, "٠", "0.0", "+0", "%00"])
def test_only_turns_that_were_written_down_can_be_corrected(visitor: Visitor, number: str) -> None:
    opened(visitor, "Lena", "Marko")
    wrote(visitor, 0)
    assert visitor.web.get(f"{visitor.table}/turn/{number}").status_code == 409


def test_the_same_turn_sent_twice_is_written_once(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko")
    assert wrote(visitor, 0, id="a" * 20).status_code == 303
    assert wrote(visitor, 0, id="a" * 20).status_code == 303
    assert wrote(visitor, 0, id="b" * 20).status_code == 409
    assert "Marko: tap the six dice" in visitor.look().texts


def test_a_visitor_of_a_running_pad_chooses_a_name_to_write_for(
    visitor: Visitor, here: Local
) -> None:
    opened(visitor, "Lena", "Marko", "Zoë")
    with here.visitor() as web:
        page = page_of(web.get(visitor.table))
        assert page.values("name") == ["Lena", "Marko", "Zoë"]
        assert "Write on this device too" in page.texts
        web.post(f"{visitor.table}/do", data={"do": "sit", "name": "Zoë"})
        page = page_of(web.get(visitor.table))
        assert "Lena: tap the six dice" in page.texts
        sent = {"do": "enter", "turn": "0", "was": "", "face": FACES, "die": ["0", "1", "2", "3"]}
        assert web.post(f"{visitor.table}/do", data=sent).status_code == 303
        assert "Marko: tap the six dice" in visitor.look().texts
        web.post(f"{visitor.table}/do", data={"do": "leave"})
        page = visitor.look()
        assert "Zoë has left. The others go on writing." in page.texts
        assert not re.search(r"\bbots?\b", page.text.casefold())
        page = page_of(web.get(visitor.table))
        assert "You have left. The others write for you." in page.texts


def test_the_menu_of_a_pad_has_its_link_and_code_but_no_clock_and_no_bots(
    visitor: Visitor,
) -> None:
    opened(visitor, "Lena", "Marko")
    page = visitor.look()
    assert "On many phones" in page.texts
    assert [a for tag, a in page.tags if tag == "svg" and a.get("class") == "qr-code"]
    names = {a.get("name") for _tag, a in page.tags}
    assert not names & {"turn_seconds", "pace", "ask_seconds", "grace_seconds"}
    assert not re.search(r"\bbots?\b", page.text.casefold())


def test_a_finished_pad_has_a_result_and_can_still_be_corrected(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko", rounds="3")
    for turn in range(6):
        wrote(visitor, turn)
    page = visitor.look()
    assert "How it adds up" in page.texts
    assert f"{visitor.table}/turn/0" in [a.get("href") for tag, a in page.tags if tag == "a"]
    was = page_of(visitor.web.get(f"{visitor.table}/turn/0")).values("was")[0]
    visitor.do("correct", turn="0", was=was, face=FACES, die=["1", "2", "3", "4"])
    assert "Round 1 of Lena was corrected" in " ".join(visitor.look().text.split())
    visitor.do("rematch")
    assert not [a for tag, a in visitor.look().tags if "/turn/" in (a.get("href") or "")]


def test_the_page_knows_which_dice_lay_in_every_turn(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko")
    wrote(visitor, 0)
    visitor.do("columns", turn="1", points="10", bonus="25", gift="24")
    first, second = written(visitor.look())
    assert first["faces"] == FACES
    assert first["score"] == FACES[:4]
    assert first["by"] == "Lena / Marko"  # on one device: either of them
    assert second["faces"] == []
    assert second["columns"] == "10 + 25, 24 given"


def test_a_pad_with_ones_own_dice_can_be_judged_and_one_without_cannot(visitor: Visitor) -> None:
    own = str(STANDARD)
    home = page_of(visitor.web.get("/", params={"dice": own}))
    assert home.values("dice") == [own]
    assert visitor.web.get("/", params={"dice": "RRR"}).status_code == 422
    for dice, judged in ((own, True), ("", False)):
        opened(visitor, "Lena", "Marko", rounds="1", dice=dice)
        faces = [str(face) for face in STANDARD.faces((1, 6, 6, 4, 3, 2))]
        for turn in range(2):
            wrote(visitor, turn, "0", face=faces)
        text = visitor.look().text
        assert "The coach looks back" in text or not judged
        assert ("The coach looks back" in text) is judged
        answer = visitor.web.get(f"{visitor.table}/review")
        assert answer.status_code == (200 if judged else 409)


def test_a_correction_from_a_phone_of_ones_own_says_who_made_it(
    visitor: Visitor, here: Local
) -> None:
    opened(visitor, "Lena", "Marko")
    wrote(visitor, 0)
    with here.visitor() as web:
        web.post(f"{visitor.table}/do", data={"do": "sit", "name": "Marko"})
        was = page_of(web.get(f"{visitor.table}/turn/0")).values("was")[0]
        sent = {"do": "correct", "turn": "0", "was": was, "face": FACES, "die": ["0"]}
        assert web.post(f"{visitor.table}/do", data=sent).status_code == 303
    text = " ".join(visitor.look().text.split())
    assert "Marko corrected round 1 of Lena: 10 + 25, 24 given → 1, " in text


def test_from_the_second_game_on_the_result_of_a_pad_says_who_won_how_often(
    visitor: Visitor, here: Local
) -> None:
    opened(visitor, "Lena", "Marko", rounds="1")
    for game in range(3):
        if game:
            visitor.table = visitor.do("rematch").headers["location"]
        wrote(visitor, 0)
        wrote(visitor, 1, "0")
        assert ("This evening" in visitor.look().texts) is (game > 0)
    page = visitor.look()
    text = " ".join(page.text.split())
    assert text.index("Lena 2 wins") < text.index("Marko 1 win")
    links = {a.get("href") for tag, a in page.tags if tag == "a"}
    assert {f"{visitor.table}/evening", f"{visitor.table}/evening.csv"} <= links
    with here.visitor() as web:  # the host may have wanted no onlookers before
        assert "2 wins" not in web.get(visitor.table).text


def test_rolls_before_the_last_are_written_with_every_kept_die_in_its_place(
    visitor: Visitor,
) -> None:
    opened(visitor, "Lena", "Marko")
    earlier = ["6G 5R 1P 6R 2P 5Y / 1P 2P", "1P 2P 3P 4P 6B 6K / 4P 3P 2P 1P"]
    assert wrote(visitor, 0, earlier=earlier).status_code == 303
    (turn,) = written(visitor.look())
    assert sorted(turn["score"]) == FACES[:4]
    assert turn["was"].startswith("rolled 6G 5R 1P 6R 2P 5Y / keep 2 4 / rolled 3P 4P 1P 6B 2P 6K")
    assert [sorted(roll.split(" / ")[1].split()) for roll in turn["earlier"]] == [
        ["1P", "2P"],
        ["1P", "2P", "3P", "4P"],
    ]


@pytest.mark.parametrize(
    "earlier",
    [
        ["1P 2P 3P 5R 5Y 6G / 6K"],  # no die of that roll
        ["1P 2P 3P 5R 5Y 5G / 5G"],  # the last roll is without it
        ["1P 2P 3P 5R 5Y / 1P"],
        ["1P 2P 3P 5R 5Y 5Y / 1P"],
        ["1P 2P 3P 4P 6P 6R / 1P 2P 3P 4P 6P 6R"],  # nothing was rolled again
        ["1P 2P 3P 5R 5Y 5G / 1P"] * 3,
        ["x"],
    ],
)
def test_rolls_that_cannot_have_come_before_are_refused(
    visitor: Visitor, earlier: list[str]
) -> None:
    opened(visitor, "Lena", "Marko")
    assert wrote(visitor, 0, earlier=earlier).status_code in (409, 422)
    assert written(visitor.look()) == []


def test_a_correction_without_scripts_has_the_dice_and_keeps_the_earlier_rolls(
    visitor: Visitor,
) -> None:
    opened(visitor, "Lena", "Marko")
    wrote(visitor, 0, earlier=["6G 5R 1P 6R 2P 5Y / 1P 2P"])
    page = page_of(visitor.web.get(f"{visitor.table}/turn/0"))
    (turn,) = written(page)
    chosen = [a["value"] for tag, a in page.tags if tag == "option" and "selected" in a]
    assert sorted(filter(None, chosen)) == sorted(FACES)
    assert [*filter(None, page.values("earlier"))] == turn["earlier"]
    sent = {"turn": "0", "was": turn["was"], "face": FACES, "earlier": turn["earlier"]}
    visitor.do("correct", **sent, die=["1", "2", "3", "4"])
    (after,) = written(visitor.look())
    assert after["columns"] == "15 + 15, 13 given"
    assert after["earlier"] == turn["earlier"]


def test_full_rolls_of_known_dice_can_be_judged(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko", rounds="1", dice=str(STANDARD))
    first = [str(face) for face in STANDARD.faces((1, 6, 6, 4, 3, 2))]
    last = [str(face) for face in STANDARD.faces((6, 6, 6, 6, 6, 2))]
    earlier = [f"{' '.join(first[::-1])} / {first[1]} {first[2]}"]  # in whatever order
    assert wrote(visitor, 0, "01234", face=last, earlier=earlier).status_code == 303
    wrote(visitor, 1, "0", face=first)
    assert [turn["was"] for turn in written(visitor.look())] == [
        "rolled 1 6 6 4 3 2 / keep 1 2 / rolled 6 6 6 6 6 2 / score 0 1 2 3 4",
        "rolled 1 6 6 4 3 2 / score 0",
    ]
    assert visitor.web.get(f"{visitor.table}/review").status_code == 200


def test_the_result_still_knows_what_was_written_until_the_next_game(visitor: Visitor) -> None:
    opened(visitor, "Lena", "Marko", rounds="1")
    wrote(visitor, 0)
    wrote(visitor, 1)
    assert [turn["title"] for turn in written(visitor.look())] == [
        "Lena, round 1",
        "Marko, round 1",
    ]
    visitor.do("rematch")
    page = page_of(visitor.web.get(visitor.table))
    assert "data-written" not in {name for _tag, a in page.tags for name in a}
