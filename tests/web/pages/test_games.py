"""Whole games in a browser that knows no scripts."""

import re

import httpx
from tests.web.pages.support import error_of
from tests.web.support import (
    Page,
    Visitor,
    page_of,
)

from charidice.records import parse
from charidice.tables.model.settings import BOUNDS


def finish(*players: Visitor) -> None:
    """Play a game to its end by forms; each player sees the buttons that the page offers."""
    for turn in range(2000):
        page = players[turn % len(players)].look()
        if page.offers("rematch"):
            return
        act(players[turn % len(players)], page)
    raise AssertionError("the game does not end")


def act(player: Visitor, page: Page) -> None:
    """Press the button that the page offers, if there is one."""
    position = page.values("position")[0]
    if page.offers("roll"):
        player.done("roll", position=position)
    elif page.offers("score"):
        answer = player.do("score", position=position, die=page.values("die")[:1])
        assert answer.status_code in (303, 409), answer.text  # a bot may have asked meanwhile


def test_a_whole_game_against_a_bot_by_forms_alone(visitor: Visitor) -> None:
    visitor.start("/play", name="Lena", level="random")
    numbers = dict.fromkeys(BOUNDS, "0")  # no limits, and no time to take a score back
    visitor.done("settings", **numbers, watch="on")
    finish(visitor)
    page = visitor.look()
    assert re.search(r"wins the game!|It is a tie", page.text)
    assert "charity bonus of" in page.text
    replayed = page_of(visitor.web.get(f"{visitor.table}/replay?step=0"))
    assert "The game begins." in replayed.text
    record = visitor.web.get(f"{visitor.table}/record")
    assert record.headers["content-disposition"].startswith("attachment; ")
    assert "Lena" in parse(record.text).players


def test_a_whole_game_of_two_browsers_by_forms_alone(visitor: Visitor, other: Visitor) -> None:
    other.table = visitor.start("/invite", name="Lena")
    lobby = other.look()
    assert lobby.offers("sit")
    assert not lobby.offers("begin")
    other.done("sit", name="Marko")
    assert "Marko" in visitor.look().texts
    visitor.done("begin", first="0")
    visitor.done("settings", ask_seconds="0", turn_seconds="0", pace="12", watch="on")
    finish(visitor, other)
    answer = visitor.do("rematch")
    assert answer.status_code == 303
    assert answer.headers["location"] != visitor.table
    other.look()
    there = [a["href"] for tag, a in other.look().tags if tag == "a" and a.get("class")]
    assert answer.headers["location"] in there
    other.table = visitor.table = answer.headers["location"]
    assert other.look().offers("roll")  # the seat at the old table is as good
    assert not visitor.look().offers("roll")
    assert other.do("roll", position=other.look().values("position")[0]).status_code == 303


def test_a_game_on_one_device(visitor: Visitor) -> None:
    names = ["Lena", "", "Marko", " Ayşe "]
    visitor.start("/one-device", player=names, begins="order")
    page = visitor.look()
    assert "Lena, it is your turn." in page.texts
    visitor.done("roll", position=page.values("position")[0])
    page = visitor.look()
    visitor.done("ask", position=page.values("position")[0])
    page = visitor.look()
    assert "Marko used the 2×: double gift" in page.texts
    visitor.done("score", position=page.values("position")[0], die="0")
    page = visitor.look()
    assert "Marko, it is your turn." in page.texts
    visitor.done("take-back", position=page.values("position")[0])
    assert "Lena, roll 1 of 3" in visitor.look().texts
    finish(visitor)


def test_dice_of_a_score_that_is_taken_back_are_ticked_without_scripts(visitor: Visitor) -> None:
    visitor.start("/one-device", player=["Lena", "Marko"], begins="order")
    for wish, chosen in (("roll", []), ("reroll", ["1", "4"]), ("score", ["2"]), ("take-back", [])):
        visitor.done(wish, position=visitor.look().values("position")[0], die=chosen)
    for _reload in range(2):
        boxes = [a for _tag, a in visitor.look().tags if a.get("name") == "die"]
        assert [a["value"] for a in boxes if "checked" in a] == ["2"]


def test_dice_are_kept_and_rerolled_by_forms(visitor: Visitor) -> None:
    visitor.start("/one-device", player=["Lena", "Marko"], begins="order")
    visitor.done("roll", position=visitor.look().values("position")[0])
    before = visitor.look()
    labels = [a["aria-label"] for _tag, a in before.tags if a.get("name") == "die"]
    visitor.done("reroll", position=before.values("position")[0], die=["1", "4"])
    after = visitor.look()
    ticked = [a for _tag, a in after.tags if a.get("name") == "die" and "checked" in a]
    assert [a["value"] for a in ticked] == ["1", "4"]
    assert [a["aria-label"] for a in ticked] == [labels[1], labels[4]]


def test_the_lobby_adds_and_removes_and_leaves(visitor: Visitor, other: Visitor) -> None:
    other.table = visitor.start("/invite", name="Lena")
    visitor.done("bot", level="generous")
    assert "Generous" in visitor.look().texts
    visitor.done("remove", seat="1")
    other.done("sit", name="Marko")
    visitor.done("remove", seat="1")
    assert other.look().offers("sit")
    other.done("sit", name="Marko")
    answer = other.do("leave")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "Marko" not in visitor.look().texts


def test_whoever_leaves_a_game_can_take_the_seat_back(visitor: Visitor, other: Visitor) -> None:
    other.table = visitor.start("/invite", name="Lena")
    other.done("sit", name="Marko")
    visitor.done("begin", first="0")
    other.done("leave")
    assert "Marko has left: a bot takes over." in visitor.look().texts
    assert other.look().offers("return")
    other.done("return")
    assert "Marko is back." in visitor.look().texts


def test_a_game_ends_early_when_all_agree(visitor: Visitor, other: Visitor) -> None:
    other.table = visitor.start("/invite", name="Lena")
    other.done("sit", name="Marko")
    visitor.done("begin", first="0")
    visitor.done("end")
    visitor.done("go-on")
    visitor.done("end")
    assert "Lena would like to end the game here." in other.look().texts
    other.done("end")
    assert "The game was ended early, so nobody has won." in visitor.look().texts
    assert "ended early" in page_of(visitor.web.get("/")).text


def test_the_biggest_gift_can_be_asked_for_until_the_other_goes_on(
    visitor: Visitor, other: Visitor
) -> None:
    other.table = visitor.start("/invite", name="Lena")
    other.done("sit", name="Marko")
    visitor.done("begin", first="0")
    visitor.done("roll", position=visitor.look().values("position")[0])
    assert other.look().offers("ask")
    assert visitor.look().offers("score")  # nobody waits for who has no page open
    position = visitor.look().values("position")[0]
    visitor.done("reroll", position=position)
    assert "had already gone on" in error_of(other.do("ask", position=position), 409)
    other.done("ask", position=other.look().values("position")[0])
    assert not other.look().offers("ask")
    assert "Marko used the 2×: double gift" in visitor.look().texts


def test_the_personal_link_brings_the_seat_to_another_browser(
    visitor: Visitor, other: Visitor
) -> None:
    other.table = visitor.start("/one-device", player=["Lena", "Marko"], begins="order")
    links = [a["value"] for _t, a in visitor.look().tags if a.get("id") == "personal-link"]
    assert links
    path = httpx.URL(str(links[0])).path
    page = page_of(other.web.get(path))
    assert "Lena and Marko" in page.text
    assert not other.look().offers("roll")  # looking at the link takes nothing yet
    assert not other.look().values("seat")
    answer = other.web.post(path)
    assert (answer.status_code, answer.headers["location"]) == (303, visitor.table)
    assert other.look().offers("roll")


def test_onlookers_see_everything_but_can_do_nothing(visitor: Visitor, other: Visitor) -> None:
    other.table = visitor.start("/one-device", player=["Lena", "Marko"], begins="order")
    page = other.look()
    assert "The game is going on, and you are watching." in page.texts
    assert not [a for tag, a in page.tags if tag == "button" and a.get("name") == "do"]
    assert "no seat" in error_of(other.do("roll", position="4"), 403)
