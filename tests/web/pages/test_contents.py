"""What pages are made of: nothing inline, nothing from elsewhere."""

import re
from pathlib import Path

import pytest
from tests.web.support import (
    Local,
    Page,
    created,
    play_to_the_end,
    two_at_a_table,
)

from charidice import web as package


@pytest.fixture(scope="module")
def pages(here: Local) -> dict[str, str]:
    """Every kind of page, by a word for it."""
    with here.visitor() as web, here.visitor() as stranger:
        lena, marko = two_at_a_table(web)
        web.cookies.set(f"charidice_seat_{lena.table}", lena.token)
        found = {path: web.get(path).text for path in ("/", "/rules", "/about", "/nothing")}
        found["rolling"] = web.get(f"/t/{lena.table}").text
        lena.play("roll")
        found["asked"] = web.get(f"/t/{lena.table}").text
        stranger.cookies.set(f"charidice_seat_{lena.table}", marko.token)
        found["asking"] = stranger.get(f"/t/{lena.table}").text
        marko.play("pass")
        found["choosing"] = web.get(f"/t/{lena.table}").text
        lena.play("score 0")
        found["scored"] = web.get(f"/t/{lena.table}").text
        found["replay"] = web.get(f"/t/{lena.table}/replay").text
        found["home"] = web.get("/").text
        found["back"] = web.get(f"/t/{lena.table}/back/{lena.token}").text
        stranger.cookies.clear()
        found["watching"] = stranger.get(f"/t/{lena.table}").text
        play_to_the_end([lena, marko])
        found["over"] = web.get(f"/t/{lena.table}").text
        lobby = created(web, bots=["casual"])
        web.cookies.set(f"charidice_seat_{lobby.table}", lobby.token)
        found["lobby"] = web.get(f"/t/{lobby.table}").text
        found["joining"] = stranger.get(f"/t/{lobby.table}").text
        found["refused"] = stranger.post("/play", data={"name": "x" * 31}).text
        found["forgotten"] = stranger.post("/forget").text
    return found


KINDS = [
    *("/", "/rules", "/about", "/nothing", "rolling", "asked", "asking", "choosing", "scored"),
    *("replay", "home", "back", "watching", "over", "lobby", "joining", "refused", "forgotten"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_has_scripts_or_styles_in_it(pages: dict[str, str], kind: str) -> None:
    assert set(pages) == {*KINDS}
    for tag, attributes in Page(pages[kind]).tags:  # Page refuses text in script and style
        assert not [name for name in attributes if name.startswith("on")], attributes
        assert "style" not in attributes, (tag, attributes)
        assert tag not in ("style", "iframe", "object", "embed", "base"), tag
        if tag == "script":
            assert re.match(r"/static/\w{10}/js/\w+\.js$", attributes["src"] or "")


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_loads_or_links_to_anything_elsewhere(pages: dict[str, str], kind: str) -> None:
    for tag, attributes in Page(pages[kind]).tags:
        for name in ("src", "href", "action", "data", "poster", "srcset", "formaction"):
            value = attributes.get(name)
            if value is not None:
                assert re.match(r"(/(?!/)|#)", value), (tag, name, value)
    for url in re.findall(r"https?://[^\s\"'<]+", pages[kind]):
        assert re.match(r"http://(127\.0\.0\.1|192\.|10\.|172\.)", url), url


def test_styles_and_scripts_load_nothing_from_elsewhere() -> None:
    static = Path(package.__file__).parent / "static"
    files = [f for f in static.rglob("*") if f.suffix in (".css", ".js", ".svg")]
    assert len(files) > 20
    for file in files:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.findall(r"https?:|@import|//\w+\.\w+/", text), file.name
        assert not re.findall(r"\beval\(|innerHTML|outerHTML|insertAdjacent|Function\(", text)
