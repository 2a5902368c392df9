"""No text of the pages goes round the catalogues, and the scripts have none."""

import re
from calendar import month_abbr
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route
from tests.project.test_catalogues import pseudo
from tests.web.support import (
    CALM,
    Page,
    created,
    joined,
    local,
    messages,
    play_to_the_end,
    two_at_a_table,
)

from charidice import web as package
from charidice.bots import NAMES
from charidice.locale import language_names
from charidice.web.pages import PAGES

__all__ = ["pseudo"]  # the fixture
FIXED_PAGES = [
    route.path
    for router in PAGES
    for route in router.routes
    if isinstance(route, Route)
    and "GET" in (route.methods or ())
    and "{" not in route.path
    and not route.path.endswith(".js")
]
STATIC = Path(package.__file__).parent / "static"

# Names, and what is no text of any language.
NOT_TEXT = {
    *(
        "Charidice",
        "Lena",
        "Marko",
        "Florian",
        "Ayse",
        "OpenAPI",
        "device",
        "width",
        "initial",
        "scale",
    ),
    *("light", "dark", "play", "host", "http"),
    *month_abbr,  # in dates, which come from CLDR
    *(word for title in language_names().values() for word in re.findall("[A-Za-z]{3,}", title)),
}


def words(page: Page) -> set[str]:
    """What looks like a word and is no name: in texts, labels and what scripts will show."""
    shown = [*page.texts]
    for tag, attributes in page.tags:
        for name, value in attributes.items():
            spoken = name in Page.SHOWN and tag != "meta"
            by_script = name.startswith("data-") and name not in NOT_SHOWN
            if value and (spoken or by_script):
                shown.append(value)
    text = re.sub(r"\{\w+\}", " ", " ".join(shown))
    return set(re.findall("[A-Za-z]{3,}", text)) - NOT_TEXT


# Attributes for scripts that are no texts.
NOT_SHOWN = {
    *(
        "data-theme",
        "data-mark",
        "data-stream",
        "data-awaits",
        "data-do",
        "data-roll",
        "data-mine",
        "data-worth",
    ),
    *("data-position", "data-copy", "data-table-form", "data-moment", "data-until", "data-hide-at"),
    *("data-preview", "data-receiver", "data-scored", "data-gets", "data-asked", "data-number"),
    *("data-colour-of", "data-kind", "data-count", "data-path", "data-react", "data-step"),
    *("data-sum", "data-odds", "data-first", "data-decision", "data-dice"),
    *("data-face", "data-symbol", "data-turn"),
    *("data-picture", "data-share", "data-rules", "data-arrangement", "data-written"),
}


@pytest.fixture
def there(
    pseudo: None,  # noqa: ARG001
    tmp_path: Path,
) -> Iterator[httpx.Client]:
    """A visitor of a server that speaks no language."""
    with local(tmp_path) as server, server.visitor() as web:
        yield web


def check(web: httpx.Client, path: str, status: int = 200) -> None:
    answer = web.get(path)
    assert answer.status_code == status, answer.text
    page = Page(answer.text)
    assert "ж" in page.text
    assert words(page) == set(), path


def seat(web: httpx.Client, table: str, token: str) -> None:
    web.cookies.set(f"charidice_seat_{table}", token, domain="127.0.0.1")


@pytest.mark.parametrize("path", FIXED_PAGES)
def test_no_text_of_a_page_goes_round_the_catalogues(there: httpx.Client, path: str) -> None:
    check(there, path)


def test_no_text_of_an_uploaded_game_goes_round_the_catalogues(there: httpx.Client) -> None:
    lena, marko = two_at_a_table(there)
    play_to_the_end([lena, marko])
    record = there.get(f"{lena.path.replace('/api/v1/tables', '/t')}/record").text
    path = there.post("/review", data={"text": record}).headers["location"]
    check(there, path)
    for answer in (
        there.post("/review", data={"text": "{"}),
        there.post("/review", data={"text": ""}),
        there.post("/review", content=b"x" * 150_000),
        there.post(f"{path}/delete"),
        there.get(path),
    ):
        assert words(Page(answer.text)) == set()


def test_no_text_of_a_lobby_goes_round_the_catalogues(there: httpx.Client) -> None:
    lena = created(there, bots=["random", "perfect"])
    check(there, f"/t/{lena.table}")
    seat(there, lena.table, lena.token)
    check(there, f"/t/{lena.table}")
    check(there, "/")
    check(there, f"/t/{lena.table}/back/{lena.token}")
    joined(lena)
    there.cookies.clear()
    check(there, f"/t/{lena.table}")  # full


def test_no_text_of_a_game_goes_round_the_catalogues(there: httpx.Client) -> None:
    lena, marko = two_at_a_table(there)
    path = f"/t/{lena.table}"

    def look() -> None:
        for player in (lena, marko):
            there.cookies.clear()
            seat(there, lena.table, player.token)
            check(there, path)
            with there.stream("GET", f"{path}/stream") as response:
                coming = messages(response)
                next(coming)
                for html in next(coming).data["regions"].values():
                    assert words(Page(html)) == set()
        there.cookies.clear()
        check(there, path)

    look()
    lena.command("settings", settings={**CALM, "turn_seconds": 600, "ask_seconds": 20})
    look()
    lena.play("roll")
    look()
    marko.play("ask")
    look()
    lena.play("keep 0")
    look()
    lena.play("score 1")
    look()
    marko.command("mute", until="game")
    marko.play("roll")
    lena.command("mute", until="game")
    lena.command("end")
    look()
    marko.command("leave")
    look()
    marko.command("return")
    look()
    seat(there, lena.table, lena.token)
    check(there, "/")
    for step in range(8):
        check(there, f"{path}/replay?step={step}")


def test_no_text_of_a_result_goes_round_the_catalogues(there: httpx.Client) -> None:
    lena, marko = two_at_a_table(there)
    play_to_the_end([lena, marko])
    seat(there, lena.table, lena.token)
    check(there, f"/t/{lena.table}")
    check(there, f"/t/{lena.table}/replay")
    check(there, f"/t/{lena.table}/review")  # which may not be ready
    with there.stream("GET", f"/t/{lena.table}/review/stream", timeout=60) as response:
        *_progress, review = messages(response)
    assert words(Page(review.data["html"])) == set()
    for seated in (1, 2):
        check(there, f"/t/{lena.table}/review?seat={seated}")
    check(there, f"/t/{lena.table}/review?step=3")
    check(there, "/")
    lena.rematch()
    check(there, f"/t/{lena.table}")
    lena, marko = two_at_a_table(there)
    lena.command("remove", seat=1)
    lena.command("end")
    seat(there, lena.table, lena.token)
    check(there, f"/t/{lena.table}")
    check(there, "/")
    page = Page(there.post("/forget").text)
    assert "ж" in page.text
    assert words(page) == set()


def test_no_text_of_a_game_on_one_device_goes_round_the_catalogues(there: httpx.Client) -> None:
    answer = there.post("/one-device", data={"player": ["Lena", "Marko"], "begins": "order"})
    path = answer.headers["location"]
    check(there, path)
    for wish in ({"do": "roll"}, {"do": "ask"}, {"do": "score", "die": "0"}):
        position = Page(there.get(path).text).values("position")[0]
        assert there.post(f"{path}/do", data={**wish, "position": position}).status_code == 303
        check(there, path)


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/play", {"name": "x" * 31}),
        ("/one-device", {}),
        ("/nothing", {}),
        ("/rules", {}),
        ("/t/x/do", {}),
        ("/play", {"name": "Lena", "level": "жж"}),
    ],
)
def test_no_refusal_goes_round_the_catalogues(
    there: httpx.Client, path: str, fields: dict[str, str]
) -> None:
    answer = there.post(path, data=fields)
    assert answer.status_code >= 400
    page = Page(answer.text)
    assert "ж" in page.text
    assert words(page) - {*NAMES} == set()


@pytest.mark.parametrize(
    ("path", "body", "kind"),
    [
        ("/api/v1/tables", b"\xff", "application/json"),
        ("/api/v1/tables", b"[" * 4000, "application/json"),
        ("/play", b"&".join(b"a=1" for _ in range(2000)), "application/x-www-form-urlencoded"),
        ("/play", b"garbage", "multipart/form-data; boundary=x"),
    ],
)
def test_no_words_of_a_library_are_shown(
    there: httpx.Client, path: str, body: bytes, kind: str
) -> None:
    """What frameworks say about a broken request is English, whatever the visitor speaks."""
    answer = there.post(path, content=body, headers={"content-type": kind})
    assert answer.status_code == 400
    if path.startswith("/api"):
        assert not re.findall("[A-Za-z]{3,}", answer.json()["message"].replace("body", ""))
    else:
        assert words(Page(answer.text)) == set()


LITERAL = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`")


def literals(text: str) -> list[str]:
    """The texts between quotes, without comments and what is filled into them."""
    text = re.sub(r"/\*.*?\*/|(?m:(?<!:)//.*$)", "", text, flags=re.DOTALL)
    return [re.sub(r"\$\{[^}]*\}", "", found[1:-1]) for found in LITERAL.findall(text)]


@pytest.mark.parametrize("file", sorted(STATIC.rglob("*.js")), ids=lambda file: str(file.name))
def test_scripts_contain_no_texts_for_people(file: Path) -> None:
    """A literal is an identifier, a selector or a mark; sentences come from the page."""
    for literal in literals(file.read_text(encoding="utf-8")):
        without_selectors = re.sub(r"\[[^\]]*\]|:not\([^)]*\)|[#.:][\w-]+", "", literal)
        found = re.findall(r"[A-Za-z]{2,}", without_selectors)
        assert len(found) <= 2, literal
        sentence = re.search(r"[A-Z][a-z]+ [a-z]|[a-z] [A-Za-z][a-z]+[.!?…]", without_selectors)
        assert not sentence, literal


def test_the_check_of_scripts_would_find_a_text() -> None:
    assert literals('show("The connection is lost."); // "no"') == ["The connection is lost."]
