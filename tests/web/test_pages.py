"""The pages and their forms, in a browser without scripts."""

import re

import httpx
import pytest
from tests.tables.support import FLORIAN, LENA, MARKO, Played, begun, open_table
from tests.web.conftest import Serve
from tests.web.support import (
    Local,
    Page,
    Player,
    Visitor,
    client,
    created,
    events_until,
    page_of,
    two_at_a_table,
)

from charidice.locale import language_names
from charidice.records import parse
from charidice.tables import CachedTable, Settings
from charidice.tables.hosting.cached_table import TableClock
from charidice.tables.model.commands import Leave, Remove, WishEnd
from charidice.tables.model.playing import away
from charidice.tables.model.settings import BOUNDS
from charidice.web.live.regions import REGIONS, regions
from charidice.web.live.viewer import Viewer


def error_of(answer: httpx.Response, status: int) -> str:
    """What a page of refusal says."""
    page = page_of(answer, status)
    assert ("h1", {}) in page.tags
    assert "That is not possible" in page.texts
    return page.texts[page.texts.index("That is not possible") + 1]


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
    elif page.offers("pass"):
        player.done("pass", position=position)
    elif page.offers("score"):
        answer = player.do("score", position=position, die=page.values("die")[:1])
        assert answer.status_code in (303, 409), answer.text  # a bot may have asked meanwhile


# --- pages ---------------------------------------------------------------------------------------


def test_the_start_page_offers_all_ways_to_play(visitor: Visitor) -> None:
    page = page_of(visitor.web.get("/"))
    actions = {a.get("action") for tag, a in page.tags if tag == "form"}
    assert actions == {"/play", "/invite", "/one-device", "/preferences"}
    assert "unofficial fan implementation" in page.text


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
    assert "Your tables" in page_of(visitor.web.get("/")).texts


def test_play_takes_up_to_three_bots_and_needs_no_name(visitor: Visitor) -> None:
    visitor.start("/play", level=["random", "", "random", "expert"])
    texts = visitor.look().texts
    assert {"Guest", "Random", "Random 2", "Expert"} <= {*texts}


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
    assert "Marko asked: the gift counts double" in page.texts
    visitor.done("score", position=page.values("position")[0], die="0")
    page = visitor.look()
    assert "Marko, it is your turn." in page.texts
    visitor.done("take-back", position=page.values("position")[0])
    assert "Lena, it is your turn." in visitor.look().texts
    finish(visitor)


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
    assert "ended early" in page_of(visitor.web.get("/")).texts


def room_of(played: Played, holder: int) -> str:
    """The menu of the table as somebody sees it."""
    viewer = Viewer("x" * 16, holder, None, "token", "http://x/", "http://x/", only_here=False)
    cached = CachedTable(played.table, TableClock(lambda: played.now, 0.0))
    return regions(cached, viewer)["room"].html


def test_the_page_says_from_when_on_a_new_limit_counts() -> None:
    told = (
        "More time counts at once, but not for your own decision; "
        "less time from the next decision on."
    )
    assert told in room_of(begun("Lena", "Marko"), LENA)
    assert told not in room_of(begun("Lena", "Marko"), MARKO)  # who cannot set it
    assert told not in room_of(open_table("Lena", "Marko"), LENA)


def test_the_page_offers_no_end_that_would_not_come() -> None:
    played = begun("Lena", "Marko", "Florian")
    played.do(LENA, Remove(1))
    assert 'value="end"' in room_of(played, LENA)
    played.do(FLORIAN, Leave())
    assert 'value="end"' not in room_of(played, LENA)
    assert "it takes two players to end it early" in room_of(played, LENA)


def test_the_page_says_whom_the_end_waits_for() -> None:
    played = begun("Lena", "Marko", settings=Settings(0, 60, 0))
    played.add(*away(0, played.context))
    assert "Lena may still come back." not in room_of(played, MARKO)
    played.do(MARKO, WishEnd())
    assert "Lena may still come back." in room_of(played, MARKO)


def test_the_biggest_gift_can_be_asked_for_or_not_at_all(visitor: Visitor, other: Visitor) -> None:
    other.table = visitor.start("/invite", name="Lena")
    other.done("sit", name="Marko")
    visitor.done("begin", first="0")
    visitor.done("settings", ask_seconds="0", turn_seconds="0", pace="4", watch="on")
    visitor.done("roll", position=visitor.look().values("position")[0])
    assert other.look().offers("ask")
    assert not visitor.look().offers("score")
    other.done("pass-game")
    assert visitor.look().offers("score")
    assert other.look().offers("ask-again")
    other.done("ask-again")
    visitor.done("reroll", position=visitor.look().values("position")[0])
    assert not other.look().offers("pass-turn")  # there is no later question in this turn
    other.done("pass", position=other.look().values("position")[0])
    assert visitor.look().offers("score")


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
    assert "You are watching." in page.texts
    assert not [a for tag, a in page.tags if tag == "button" and a.get("name") == "do"]
    assert "no seat" in error_of(other.do("roll", position="4"), 403)


def test_a_replay_shows_every_step(visitor: Visitor) -> None:
    visitor.start("/one-device", player=["Lena", "Marko"], begins="order")
    visitor.done("roll", position=visitor.look().values("position")[0])
    visitor.done("score", position=visitor.look().values("position")[0], die="0")
    last = 3
    for step in range(last + 1):
        page = page_of(visitor.web.get(f"{visitor.table}/replay?step={step}"))
        assert f"Step {step} of {last}" in page.texts
        steps = {a.get("rel"): a["href"] for tag, a in page.tags if tag == "a" and "rel" in a}
        assert (steps.get("prev") is not None) == (step > 0)
        assert (steps.get("next") is not None) == (step < last)
    for strange in ("", "99", "-1", "x", "²", "9" * 30):
        page = page_of(visitor.web.get(f"{visitor.table}/replay", params={"step": strange}))
        assert f"Step {last} of {last}" in page.texts


# --- preferences and being forgotten -------------------------------------------------------------


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
    assert "Forgotten" in page.texts
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


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "fields", "status", "sentence"),
    [
        ("/play", {"level": "dance"}, 422, "dance"),
        ("/play", {"name": "x" * 31}, 422, "name"),
        ("/play", {"name": "a\u200bb"}, 422, "name"),
        ("/play", {"name": "casual (bot)"}, 422, "name of a bot"),
        ("/play", {"name": "Profi (Bot)"}, 422, "name of a bot"),
        ("/play", {"name": "Ρrοfi"}, 422, "name of a bot"),
        ("/invite", {"name": "Z" + "\u0338" * 29}, 422, "name"),
        ("/invite", {"name": "a\tb"}, 422, "name"),
        ("/one-device", {"player": ["Lena"]}, 409, "two players"),
        ("/one-device", {}, 409, "two players"),
        ("/one-device", {"player": ["Lena", "lena"]}, 409, "lena"),
        ("/t/AAAAAAAAAAAAAAAA/do", {"do": "roll"}, 404, "no table"),
        ("/t/x/do", {"do": "roll"}, 404, "no table"),
        ("/t/AAAAAAAAAAAAAAAA/back/1.x", {}, 404, "no table"),
        ("/nothing", {}, 404, "no such page"),
        ("/rules", {}, 405, "cannot be used"),
    ],
)
def test_a_refused_form_is_a_page_with_the_reason(
    visitor: Visitor, path: str, fields: dict[str, str | list[str]], status: int, sentence: str
) -> None:
    assert sentence in error_of(visitor.web.post(path, data=fields), status)


@pytest.mark.parametrize(
    ("wish", "fields", "status", "sentence"),
    [
        ("", {}, 422, "do."),
        ("dance", {}, 422, "do."),
        ("roll", {"position": "999"}, 409, "moved on"),
        ("roll", {}, 409, "moved on"),
        ("roll", {"position": "x"}, 422, "position"),
        ("roll", {"position": "-1"}, 422, "position"),
        ("roll", {"position": "9" * 30}, 422, "position"),
        ("score", {"die": "x"}, 422, "die"),
        ("score", {"die": "10"}, 422, "die"),
        ("score", {"die": "9"}, 422, "no die 9"),
        ("score", {"die": ["1", "1"]}, 422, "twice"),
        ("score", {}, 422, "at least one die"),
        ("pass", {}, 422, "being rolled"),
        ("take-back", {}, 409, "taken back"),
        ("sit", {"name": "Ayşe"}, 409, "already"),
        ("bot", {"level": "casual"}, 409, "begun"),
        ("remove", {"seat": "0"}, 409, "host cannot be removed"),
        ("remove", {"seat": "9"}, 422, "no seat 9"),
        ("remove", {}, 422, "remove.seat"),
        ("begin", {"first": "0"}, 409, "begun"),
        ("settings", {"pace": "51"}, 422, "pace"),
        ("settings", {"pace": "x"}, 422, "pace"),
        ("rematch", {}, 409, "not over"),
    ],
)
def test_a_refused_wish_at_the_table_is_a_page_with_the_reason(
    here: Local,
    visitor: Visitor,
    wish: str,
    fields: dict[str, str | list[str]],
    status: int,
    sentence: str,
) -> None:
    lena = created(visitor.web, bots=["random"], begin=True, first=0)
    visitor.table = f"/t/{lena.table}"
    visitor.web.cookies.set(f"charidice_seat_{lena.table}", lena.token)
    if wish not in ("roll", "", "dance"):
        fields = {"position": str(lena.state()["position"]), **fields}
    if wish in ("score", "take-back"):
        lena.play("roll")
        lena = Player(visitor.web, lena.table, lena.token)
        while lena.state()["game"]["phase"] == "asking":
            pass
        fields["position"] = str(lena.state()["position"])
    before = lena.state()
    assert sentence in error_of(visitor.do(wish, **fields), status)
    with here.visitor(
        **{"x-charidice": "1", "cookie": f"charidice_seat_{lena.table}={lena.token}"}
    ) as script:
        answer = script.post(f"{visitor.table}/do", data={"do": wish, **fields})
    assert answer.status_code == status  # scripts get the same as JSON
    assert sentence in answer.json()["message"]
    assert lena.state() == before


def test_a_refusal_comes_in_the_language_of_the_visitor(here: Local) -> None:
    with here.visitor(**{"accept-language": "de"}) as german, here.visitor() as english:
        texts = [
            page_of(web.post("/play", data={"name": "x" * 31}), 422).text
            for web in (german, english)
        ]
        pages = [web.get("/t/nothing").text for web in (german, english)]
        static = [web.get("/static/nothing").text for web in (german, english)]
    assert texts[0] != texts[1]
    assert 'lang="de"' in pages[0]
    assert 'lang="de"' in static[0]


def test_a_table_without_spectators_is_closed_to_them(visitor: Visitor, other: Visitor) -> None:
    other.table = visitor.start("/one-device", player=["Lena", "Marko"])
    visitor.done("settings", ask_seconds="0", turn_seconds="0", pace="4")
    for path in ("", "/replay", "/record", "/stream"):
        assert "does not allow spectators" in error_of(other.web.get(f"{other.table}{path}"), 403)
    assert visitor.web.get(f"{visitor.table}/replay").status_code == 200


def test_scripts_get_the_regions_of_the_page(here: Local, visitor: Visitor) -> None:
    visitor.start("/one-device", player=["Lena", "Marko"], begins="order")
    visitor.web.headers["x-charidice"] = "1"
    position = visitor.look().values("position")[0]
    answer = visitor.do("roll", position=position, id="x", seen="")
    assert set(answer.json()["regions"]) == {*REGIONS}
    assert visitor.do("roll", position=position, id="x", seen="").json() == answer.json()
    marks = re.findall('data-mark="([0-9a-f]+)"', visitor.web.get(visitor.table).text)
    assert (
        visitor.do("roll", position=position, id="x", seen=".".join(marks)).json()["regions"] == {}
    )
    visitor.do("end")
    assert visitor.do("rematch").json()["go"].startswith("/t/")
    with client(here.url, **{"x-charidice": "1"}) as web:
        assert web.post("/t/x/do", data={"do": "roll"}).json()["code"] == "table/not-found"


def test_scripts_with_a_stream_get_nothing_twice(visitor: Visitor) -> None:
    visitor.start("/one-device", player=["Lena", "Marko"], begins="order")
    visitor.web.headers["x-charidice"] = "1"
    answer = visitor.do("roll", position=visitor.look().values("position")[0], id="x").json()
    assert (answer["version"] > 1, answer["regions"]) == (True, {})


def test_only_so_many_seats_are_kept_in_a_browser(visitor: Visitor) -> None:
    for number in range(65):
        visitor.start("/invite", name=f"Lena {number}")
    seats = [name for name in visitor.web.cookies if name.startswith("charidice_seat_")]
    assert len(seats) <= 60
    assert f"charidice_seat_{visitor.table.removeprefix('/t/')}" in seats


def test_a_form_may_come_as_multipart(visitor: Visitor) -> None:
    fields = {"name": (None, "Zoë"), "level": (None, "casual")}
    answer = visitor.web.post("/play", files=fields)
    assert answer.status_code == 303
    visitor.table = answer.headers["location"]
    assert "Zoë" in visitor.look().texts


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


def test_a_step_that_scores_shows_the_dice_that_were_scored(visitor: Visitor) -> None:
    table = visitor.start("/one-device", player=["Lena", "Marko"], begins="order")
    visitor.done("roll", position=visitor.look().values("position")[0])
    visitor.done("score", die=["2"], position=visitor.look().values("position")[0])
    page = visitor.web.get(f"{table}/replay?step=3").text
    assert page.count('kept" role') == 1
    assert "blank" not in page


def test_seats_that_nobody_signed_are_not_looked_up(
    here: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each would be a look into the database, and a hundred fit into the cookies of a request."""
    host, asked = here.app.state.services.host, list[str]()
    load = host._store.load

    async def counted(table: str, *args: object) -> list[str]:
        asked.append(table)
        lines: list[str] = await load(table, *args)
        return lines

    monkeypatch.setattr(host._store, "load", counted)
    forged = "; ".join(f"charidice_seat_{n:016}=1.{'x' * 24}" for n in range(100))
    with here.visitor(cookie=forged) as web:
        assert web.get("/").status_code == 200
        answer = web.post("/invite", data={"name": "Lena"})
        assert "Max-Age=0" not in answer.headers["set-cookie"]  # perhaps another server's
    assert asked == []


def test_the_start_page_reads_only_so_many_tables(serve: Serve) -> None:
    """The latest, and as many as the address may still make requests."""
    with serve(rate=5.0).visitor() as web:
        host_tables = [created(web) for _ in range(15)]
        cookies = "; ".join(f"charidice_seat_{p.table}={p.token}" for p in host_tables)
        page = page_of(web.get("/", headers={"cookie": cookies}))
        links = {a.get("href") for tag, a in page.tags if tag == "a"}
        assert f"/t/{host_tables[-1].table}" in links
        assert f"/t/{host_tables[0].table}" not in links


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


# Short games


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
    visitor.done("settings", **offered, watch="on")
    table = visitor.table.removeprefix("/t/")
    state = visitor.web.get(f"/api/v1/tables/{table}").json()
    assert state["settings"] == {**{k: int(v) for k, v in offered.items()}, "watch": True}
