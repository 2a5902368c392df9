"""The start page, and the ways to begin a game."""

import re

import pytest
from tests.web.conftest import Serve
from tests.web.support import (
    Local,
    Visitor,
    created,
    page_of,
)

from charidice.locale import language_names
from charidice.tables.model.settings import BOUNDS


def test_the_start_page_offers_all_ways_to_play(visitor: Visitor) -> None:
    page = page_of(visitor.web.get("/"))
    actions = {a.get("action") for tag, a in page.tags if tag == "form"}
    assert actions == {"/play", "/invite", "/one-device", "/pad", "/preferences"}
    assert "unofficial fan implementation" in page.text


def test_the_start_page_has_the_symbols_it_shows_and_few_others(here: Local) -> None:
    with here.visitor() as web:
        for _ in ("at first", "with a game"):
            text = web.get("/").text
            there = {*re.findall(r'<symbol id="([\w-]+)"', text)}
            assert {*re.findall(r'<use href="#([\w-]+)"', text)} <= there
            assert len(there) < 24
            created(web, bots=["casual"])


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_the_guided_game_has_one_name_wherever_it_is_offered(visitor: Visitor, path: str) -> None:
    page = page_of(visitor.web.get(path))
    assert set(page.values("guide")) == {"1"}
    assert "Play a guided game" in page.texts


@pytest.mark.parametrize("path", ["/", "/rules", "/about"])
def test_a_page_exists_in_every_language(here: Local, path: str) -> None:
    for language, title in language_names().items():
        with here.visitor(**{"accept-language": language}) as web:
            answer = web.get(path)
        page = page_of(answer)
        assert ("html", {"lang": language, "data-theme": "auto"}) in page.tags
        assert "Accept-Language" in answer.headers["vary"]
        assert title in page.texts


def test_play_starts_a_game_against_a_bot_at_once(visitor: Visitor) -> None:
    visitor.start("/play", name="Lena", level="casual")
    page = visitor.look()
    assert "Lena" in page.texts
    assert "Casual" in page.texts
    assert "Round 1 of 7" in page.texts
    assert page_of(visitor.web.get("/")).values("name")[0] == "Lena"  # it is remembered
    assert "Your games" in page_of(visitor.web.get("/")).texts


def test_in_a_guided_game_the_coach_objects_to_gross_mistakes(visitor: Visitor) -> None:
    for rounds, guide, is_training in (
        ("3", {"guide": "1"}, True),
        ("3", {"guide": "along"}, False),  # a newcomer who did not ask to be taught
        ("3", {}, False),
        ("7", {"guide": "1"}, False),  # a first game that is a whole one
    ):
        answer = visitor.web.post("/play", data={"level": "casual", "rounds": rounds, **guide})
        path = answer.headers["location"].removesuffix("#guide")
        assert ("Training" in page_of(visitor.web.get(path)).texts) is is_training


def test_play_takes_up_to_three_bots_and_needs_no_name(visitor: Visitor) -> None:
    visitor.start("/play", level=["random", "", "random", "expert"])
    texts = visitor.look().texts
    assert {"Guest", "Random", "Random 2", "Expert"} <= {*texts}


def test_the_start_page_reads_only_so_many_tables(serve: Serve) -> None:
    """The latest, and as many as the address may still make requests."""
    with serve(rate=5.0).visitor() as web:
        host_tables = [created(web) for _ in range(15)]
        cookies = "; ".join(f"charidice_seat_{p.table}={p.token}" for p in host_tables)
        page = page_of(web.get("/", headers={"cookie": cookies}))
        links = {a.get("href") for tag, a in page.tags if tag == "a"}
        assert f"/t/{host_tables[-1].table}" in links
        assert f"/t/{host_tables[0].table}" not in links


def test_a_short_game_against_a_bot_has_three_rounds(visitor: Visitor) -> None:
    visitor.start("/play", name="Lena", level="perfect", rounds="3")
    assert "Round 1 of 3" in visitor.look().text


def test_a_short_game_with_friends_says_so_before_it_begins(visitor: Visitor) -> None:
    visitor.start("/invite", name="Lena", rounds="3")
    assert "A short game: 3 rounds." in visitor.look().text
    visitor.start("/invite", name="Lena", rounds="7")
    assert "short game" not in visitor.look().text


def test_a_short_game_on_one_device(visitor: Visitor) -> None:
    visitor.start("/one-device", player=["Lena", "Marko"], rounds="3")
    assert "Round 1 of 3" in visitor.look().text


@pytest.mark.parametrize("rounds", ["0", "8", "x", "-1"])
def test_a_game_of_another_length_is_refused(visitor: Visitor, rounds: str) -> None:
    answer = visitor.web.post("/play", data={"level": "casual", "rounds": rounds})
    assert answer.status_code == 422


def test_the_form_has_every_setting(visitor: Visitor) -> None:
    """What the host sends with the form of the page is what the table has then."""
    visitor.start("/invite", name="Lena")
    offered = {name: str(bounds.offered[1]) for name, bounds in BOUNDS.items()}
    visitor.done("settings", **offered, watch="on", preview_names="on", hints="on")
    table = visitor.table.removeprefix("/t/")
    state = visitor.web.get(f"/api/v1/tables/{table}").json()
    ticked = {"watch": True, "preview_names": True, "hints": True}
    assert state["settings"] == {**{k: int(v) for k, v in offered.items()}, **ticked}
