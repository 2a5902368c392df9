"""What this is, preferences, what is kept about people, and being forgotten."""

import re

import pytest
from tests.web.conftest import Serve
from tests.web.support import (
    Local,
    Page,
    Player,
    Visitor,
    events_until,
    page_of,
    two_at_a_table,
)

from charidice.tables import Retention
from charidice.tables.hosting.retention import UPLOAD_DAYS
from charidice.web.edge import seat_tokens
from charidice.web.edge.static_files import STATIC


def test_about_says_what_this_is_before_what_is_kept(visitor: Visitor) -> None:
    text = " ".join(page_of(visitor.web.get("/about")).text.split())
    order = [
        *("a dice game about generosity", "What you can do here", "unofficial fan", "Jürgen Adams"),
        *("What the server keeps", "What your browser keeps", "Delete your data"),
    ]
    assert sorted(order, key=text.index) == order


# What a browser is asked to keep, each with the words that tell people.
STORED = {
    "charidice-players": "the names of those who share this device",
    "charidice-guide": "whether you know the guide",
    "charidice-sound": "sounds",
    "charidice-notify": "notifications",
    "charidice-odds": "chances",
    "charidice-calm": "more time for the 2×",
    "charidice-keys": "keyboard shortcuts",
    "charidice-pad": "what was entered at a pad and not yet sent",
    "charidice-ticks": "the dice you picked last",
    "charidice-hear": "what others call out",
    "charidice-dice": "the arrangement of your own dice",
}
COOKIES = {
    "charidice_seat_": "your seats (the latest 60)",
    "charidice_upload_": "the games you uploaded (the latest 20)",
    "charidice_name": "your name",
    "charidice_language": "your language",
    "charidice_theme": "the display you chose",
}


def test_about_names_everything_that_the_browser_keeps(visitor: Visitor) -> None:
    scripts = "".join(path.read_text("utf-8") for path in (STATIC / "js").glob("*.js"))
    assert set(re.findall(r'^const \w+ = "(charidice-\w+)";', scripts, re.MULTILINE)) == {*STORED}
    kept = {name for name in vars(seat_tokens).values() if str(name).startswith("charidice_")}
    assert kept == {*COOKIES}
    text = " ".join(page_of(visitor.web.get("/about")).text.split())
    for words in (*STORED.values(), *COOKIES.values()):
        assert words in text
    assert f"for {seat_tokens.COOKIE_DAYS} days" in text


def test_people_are_told_how_long_games_are_kept(serve: Serve) -> None:
    with serve(keep=Retention(365, 1)).visitor() as web:
        text = " ".join(web.get("/about").text.split())
        assert "deleted after 365 days. An abandoned game is deleted after 1 day." in text
    with serve(keep=Retention(0, 90)).visitor() as web:
        text = web.get("/about").text
        assert "after 90 days" in text
        assert "finished" not in text
    with serve().visitor() as web:
        assert "is deleted after" not in web.get("/about").text


def test_people_are_told_how_long_uploaded_games_are_kept(visitor: Visitor) -> None:
    text = " ".join(page_of(visitor.web.get("/about")).text.split())
    assert f"A game that you upload is kept for {UPLOAD_DAYS} days, without the names" in text
    assert "The games that you uploaded are deleted." in text


def test_a_language_and_a_display_are_chosen_for_good(visitor: Visitor) -> None:
    answer = visitor.web.post("/preferences", data={"language": "fr", "back": "/rules"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    visitor.web.post("/preferences", data={"theme": "dark", "back": "/"})
    answer = visitor.web.get("/", headers={"accept-language": "de"})
    assert ("html", {"lang": "fr", "data-theme": "dark"}) in page_of(answer).tags


def test_a_strange_language_or_display_is_not_taken(visitor: Visitor) -> None:
    wish = {"language": "../../x", "theme": '"><script>', "back": "/"}
    answer = visitor.web.post("/preferences", data=wish)
    assert answer.status_code == 303
    assert "set-cookie" not in answer.headers
    visitor.web.cookies.set("charidice_language", "../../x")
    visitor.web.cookies.set("charidice_theme", "x")
    assert ("html", {"lang": "en", "data-theme": "auto"}) in page_of(visitor.web.get("/")).tags


@pytest.mark.parametrize(
    "path",
    ["/play", "/one-device", "/forget", "/t/AAAAAAAAAAAAAAAA/do"],
)
def test_after_a_form_the_language_can_still_be_changed(visitor: Visitor, path: str) -> None:
    """The page that a form led to has no address of its own to go back to."""
    answer = visitor.web.post(path, data={"name": "x" * 31, "level": "casual"})
    page = Page(answer.text)
    answer = visitor.web.post("/preferences", data={"language": "en", "back": page.values("back")})
    assert visitor.web.get(answer.headers["location"]).status_code != 405


@pytest.mark.parametrize("path", ["/play", "/one-device", "/invite"])
def test_the_buttons_of_a_refusal_lead_somewhere(visitor: Visitor, path: str) -> None:
    answer = visitor.web.post(path, data={"name": "x" * 31, "player": "x"})
    page = page_of(answer, answer.status_code)
    for tag, attributes in page.tags:
        if tag == "a" and (attributes.get("class") or "").startswith("button"):
            assert visitor.web.get(str(attributes["href"])).status_code == 200


def test_whoever_wants_to_be_forgotten_is(visitor: Visitor, other: Visitor) -> None:
    other.table = visitor.start("/invite", name="Lena Quick")
    other.done("sit", name="Marko")
    visitor.done("begin", first="0")
    page = page_of(visitor.web.post("/forget"))
    assert "Data deleted" in page.texts
    assert not visitor.web.cookies
    texts = other.look().text
    assert "Lena Quick" not in texts
    assert "Player 1" in texts
    table = other.table.removeprefix("/t/")
    state = other.web.get(f"/api/v1/tables/{table}").json()
    assert [seat["name"] for seat in state["seats"]] == [None, "Marko"]
    assert "Lena Quick" not in other.web.get(f"{other.table}/record").text
    told = str([m.data for m in events_until(other.web, table, state["version"])])
    assert "Marko" in told
    assert "Lena Quick" not in told


def test_who_is_forgotten_is_forgotten_at_the_rematch_too(visitor: Visitor, other: Visitor) -> None:
    """The rematch was made by somebody else, and this browser was never there."""
    other.table = visitor.start("/invite", name="Lena")
    other.done("sit", name="Marko Quick")
    visitor.done("begin", first="0")
    visitor.done("end")
    other.done("end")
    visitor.table = visitor.do("rematch").headers["location"]
    other.web.post("/forget")
    assert "Marko Quick" not in visitor.look().text


def test_the_rules_lead_back_to_the_table_one_came_from(visitor: Visitor) -> None:
    table = visitor.start("/play", level="casual", name="Lena")
    here = str(visitor.web.base_url).rstrip("/")
    found = visitor.web.get("/rules", headers={"referer": here + table}).text
    assert f'href="{table}"' in found
    for other in (
        here + "/",
        "https://elsewhere.example/t/x",
        "nonsense",
        "http://[",
        here + "/t/x",
    ):
        answer = visitor.web.get("/rules", headers={"referer": other})
        assert answer.status_code == 200
        assert 'href="/t/' not in answer.text


def test_forgetting_walks_a_chain_of_rematches_once(visitor: Visitor, here: Local) -> None:
    lena, marko = two_at_a_table(visitor.web)
    players = [lena]
    for _ in range(6):
        for player in (lena, marko):
            assert player.command("end").status_code == 200
        lena, marko = (
            Player(visitor.web, found["table"], found["token"])
            for found in (lena.rematch().json(), marko.rematch().json())
        )
        players.append(lena)
    host, asked = here.app.state.services.host, list[str]()
    command = host.command

    async def counted(name: str, who: int, wish: object) -> object:
        asked.append(name)
        return await command(name, who, wish)

    host.command = counted
    try:
        cookies = "; ".join(f"charidice_seat_{p.table}={p.token}" for p in players)
        assert visitor.web.post("/forget", headers={"cookie": cookies}).status_code == 200
    finally:
        del host.command
    assert sorted(asked) == sorted(player.table for player in players)
    assert sorted(seat["name"] or "" for seat in marko.state()["seats"]) == ["", "Marko"]


def test_a_long_query_is_no_trouble_for_choosing_a_language(visitor: Visitor) -> None:
    page = page_of(visitor.web.get("/rules", params={"x": "y" * 900}))
    assert set(page.values("back")) == {"/"}
