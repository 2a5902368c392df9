"""Forms are read into commands, or refused with the reason."""

import re

import pytest
from tests.web.pages.support import error_of
from tests.web.support import (
    Local,
    Page,
    Player,
    Visitor,
    client,
    created,
    page_of,
)

from charidice.web.live.regions import REGIONS


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
    ("names", "place", "sentence"),
    [
        (["Lena"], 2, "two people are needed"),
        ([], 1, "two people are needed"),
        (["", "", "Lena", ""], 1, "two people are needed"),
        (["Lena", "lena"], 2, "Two players are called lena."),
        (["Lena", "Marko", "Lena"], 3, "Two players are called Lena."),
        (["Lena", "Perfect"], 2, "Perfect is the name of a bot."),
    ],
)
def test_a_wrong_name_on_one_device_is_said_at_its_field_and_nothing_is_lost(
    visitor: Visitor, names: list[str], place: int, sentence: str
) -> None:
    answer = visitor.web.post("/one-device", data={"player": names})
    assert answer.status_code == 422
    page = Page(answer.text)
    fields = {a["id"]: a for tag, a in page.tags if tag == "input" and a.get("name") == "player"}
    typed = [fields[f"player-{number}"].get("value") for number in range(1, 5)]
    assert typed == [*names, "", "", "", ""][:4]
    assert fields[f"player-{place}"]["aria-invalid"] == "true"
    assert fields[f"player-{place}"]["aria-describedby"] == f"player-problem-{place}"
    assert any(sentence in text for text in page.texts)
    assert any(tag == "details" and a.get("id") == "device" and "open" in a for tag, a in page.tags)


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


def test_a_form_may_come_as_multipart(visitor: Visitor) -> None:
    fields = {"name": (None, "Zoë"), "level": (None, "casual")}
    answer = visitor.web.post("/play", files=fields)
    assert answer.status_code == 303
    visitor.table = answer.headers["location"]
    assert "Zoë" in visitor.look().texts
