"""A name is only ever a text."""

import re

import pytest
from tests.web.support import (
    Page,
    Visitor,
    messages,
)

PAYLOADS = [
    *("<script>alert(1)</script>", "<img src=x onerror=a()>", '"><svg onload=a()>'),
    *("' onmouseover='a()", "{{7*7}}", "{name.__class__}", "%s%n", "</title><b>", "&lt;b&gt;"),
    *("javascript:a()", "`${a}`", "a|b", "<!--", "]]>", "\\u003cb\\u003e"),
]


@pytest.mark.parametrize("name", PAYLOADS)
def test_a_name_is_only_ever_a_text(visitor: Visitor, other: Visitor, name: str) -> None:
    other.table = visitor.start("/one-device", player=[name, "Marko"], begins="order")
    visitor.done("roll", position=visitor.look().values("position")[0])
    visitor.done("end")
    for web in (visitor.web, other.web):
        for path in (visitor.table, f"{visitor.table}/replay", "/"):
            page = Page(web.get(path).text)
            assert_harmless(page)
            if path != "/":
                assert name in page.text
    with other.web.stream("GET", f"{visitor.table}/stream") as response:
        coming = messages(response)
        next(coming)
        for html in next(coming).data["regions"].values():
            assert_harmless(Page(html))
    visitor.start("/invite", name=name)
    assert_harmless(visitor.look())
    assert visitor.web.cookies["charidice_name"].isascii()
    assert page_values(visitor, "name")[0] == name


def page_values(visitor: Visitor, field: str) -> list[str]:
    return Page(visitor.web.get("/").text).values(field)


def assert_harmless(page: Page) -> None:
    for tag, attributes in page.tags:
        assert tag not in ("img", "b&gt;") or "src" not in attributes
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert not str(attributes.get("href", "")).startswith("javascript")
        if tag == "script":
            assert str(attributes["src"]).startswith("/static/")
    assert "49" not in page.text.replace("Charidice", "").split()


@pytest.mark.parametrize(
    "name",
    [
        *("a\u202eb", "\u2066a", "\u200b", "a\u200db", "\u00ad", "\ufeff", "\u3164", "\u2800"),
        *(
            "a\x00b",
            "a\nb",
            "a\r\nSet-Cookie: x=1",
            "\x1b[31m",
            "\ufe0f",
            "\U000e0100",
            "\U000e0041",
        ),
        *("x" * 31, "\u034f", "\u2028", "\ue000", "\ufffe", "\u00a0", "\u3000"),
    ],
)
def test_a_name_that_cannot_be_seen_as_it_is_is_refused(
    visitor: Visitor, other: Visitor, name: str
) -> None:
    assert visitor.web.post("/play", data={"name": f"a{name}b"}).status_code == 422
    answer = visitor.web.post("/one-device", data={"player": [f"a{name}b", "Marko"]})
    assert answer.status_code == 422
    answer = visitor.web.post("/api/v1/tables", json={"name": name})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers
    assert other.web.post("/invite", data={"name": f"a{name}"}).status_code in (303, 422)


def test_a_name_of_thirty_letters_of_any_script_is_welcome(visitor: Visitor) -> None:
    for name in ("Ж" * 30, "Ayşe Gül", "李小龍", "O’Neill", "שרה", "Zoë 🎲", "a" * 30):
        visitor.start("/play", name=name)
        assert name in visitor.look().text
        assert page_values(visitor, "name")[0] == name


EMOJI_NAMES = [
    "❤\ufe0f",
    "👨\u200d👩\u200d👧",
    "🏳\ufe0f\u200d🌈",
    "👩🏽\u200d🚀",
    "🇬🇷",
    "1\ufe0f\u20e3",
]


@pytest.mark.parametrize("name", EMOJI_NAMES)
def test_an_emoji_is_a_name_on_every_page(visitor: Visitor, name: str) -> None:
    visitor.start("/play", name=name, level="casual")
    assert name in visitor.look().texts
    assert page_values(visitor, "name")[0] == name
    for path in ("/", visitor.table):
        face = rf'<span class="face person-\d" aria-hidden="true">{re.escape(name)}</span>'
        assert re.search(face, visitor.web.get(path).text)
    assert name in visitor.web.get(f"{visitor.table}/record").text


def test_an_emoji_name_is_changed_in_the_menu_without_being_cut(visitor: Visitor) -> None:
    name = "a" * 26 + "👨\u200d👩\u200d👧"
    visitor.web.post("/preferences", data={"name": name + "tail", "back": "/"})
    assert page_values(visitor, "name")[0] == name + "t"


@pytest.mark.parametrize(
    ("second", "problem"),
    [
        ("", "Enter a name"),
        ("👨\u200d👩\u200d👧", "Two players are called 👨\u200d👩\u200d👧."),
        ("👨👩👧", "is called 👨👩👧 already"),
        ("x" * 31, "30 characters"),
        ("a\u200db", "30 characters"),
    ],
)
def test_on_one_device_nothing_typed_is_lost(visitor: Visitor, second: str, problem: str) -> None:
    first, third = "👨\u200d👩\u200d👧", "🇬🇷 Zoe\u0308"
    typed = [first, second, third if second else "", ""]
    chosen = {"player": typed, "begins": "order", "rounds": "3"}
    answer = visitor.web.post("/one-device", data=chosen)
    assert answer.status_code == 422
    page = Page(answer.text)
    assert page.values("player")[:4] == typed
    kept = [a for tag, a in page.tags if tag == "input" and a.get("type") == "radio"]
    ticked = {(a["name"], a["value"]) for a in kept if "checked" in a}
    assert {("begins", "order"), ("rounds", "3")} <= ticked
    assert ("begins", "draw") not in ticked
    said = [text for text in page.texts if problem in text]
    assert said, page.texts
    wrong = [a["id"] for tag, a in page.tags if tag == "input" and a.get("aria-invalid")]
    assert wrong == ["player-2"]


def test_a_field_has_room_for_thirty_emoji(visitor: Visitor, other: Visitor) -> None:
    """Browsers count most emoji as two."""
    other.table = visitor.start("/invite", name="Lena")
    for page in (Page(other.web.get("/").text), other.look()):
        fields = [a for tag, a in page.tags if tag == "input" and "maxlength" in a]
        assert fields
        assert {int(field["maxlength"] or 0) for field in fields} == {2 * 30}
