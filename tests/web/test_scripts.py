"""Scripts: plain modules, and pages that say beforehand which of them they need."""

import re
from pathlib import PurePosixPath

import pytest
from tests.web.support import Local, Page, created

from charidice.tables.hosting.pauses import LONGEST_PAUSE
from charidice.web.edge.static_files import STATIC

IMPORT = re.compile(r"^import .*?\bfrom \"\./(\w+)\.js\";", re.MULTILINE | re.DOTALL)
LATER = re.compile(r"await import\(\"\./(\w+)\.js\"\)")  # only where it is needed
MODULES = {path.stem: path.read_text(encoding="utf-8") for path in (STATIC / "js").glob("*.js")}
MOST_LINES = 200


def imported(name: str) -> set[str]:
    """A module and all that it imports; the table of a pad imports more."""
    if name == "pad-table":
        return imported("table") | set.union(*map(imported, LATER.findall(MODULES["table"])))
    found, left = set[str](), [name]
    while left:
        module = left.pop()
        if module not in found:
            found.add(module)
            left += IMPORT.findall(MODULES[module])
    return found


def linked(text: str, tag: str, attribute: str) -> list[str]:
    """The modules that a page links in this way."""
    return [
        PurePosixPath(attributes[attribute] or "").stem
        for each, attributes in Page(text).tags
        if each == tag and "/js/" in (attributes.get(attribute) or "")
    ]


@pytest.fixture(scope="module")
def pages(here: Local) -> dict[str, str]:
    """A page of each kind that has scripts."""
    with here.visitor() as web:
        player = created(web, bots=["casual"])
        player.command("begin", first=0)
        pad = created(web, pad=True, others=["Marko"], first=0)
        pad.command("enter", turn=0, position=pad.state()["position"], points=10, bonus=25, gift=24)
        web.cookies.set(f"charidice_seat_{pad.table}", pad.token, domain="127.0.0.1")
        paths = {
            "page": "/rules",
            "home": "/",
            "table": f"/t/{player.table}",
            "pad-table": f"/t/{pad.table}",
            "replay": f"/t/{player.table}/replay",
            "turn": f"/t/{pad.table}/turn/0",
        }
        return {name: web.get(path).text for name, path in paths.items()}


@pytest.mark.parametrize("kind", ["page", "home", "table", "pad-table", "replay", "turn"])
def test_a_page_loads_everything_that_its_scripts_import_at_once(
    pages: dict[str, str], kind: str
) -> None:
    scripts = linked(pages[kind], "script", "src")
    own = {"page": [], "home": ["home", "games"]}.get(kind, [kind.removeprefix("pad-")])
    assert scripts == ["page", *own]
    head, _body = pages[kind].split("</head>")
    beforehand = {*linked(head, "link", "href")}
    assert len(beforehand) == len(linked(head, "link", "href"))
    alone = {"home", "games", "replay"}  # they import nothing, so they come with the page anyway
    assert beforehand | alone == set.union(alone, *map(imported, ["page", kind]))


def test_only_whoever_has_games_loads_the_script_of_their_list(here: Local) -> None:
    with here.visitor() as newcomer:
        assert linked(newcomer.get("/").text, "script", "src") == ["page", "home"]


def test_every_script_is_used_by_a_page() -> None:
    pages = (
        "page",
        "home",
        "games",
        "pad-table",
        "replay",
        "review",
        "turn",
        "offline",
        "own_dice",
        "elsewhere",
    )
    alone = {"worker"}  # the browser runs it beside all pages
    assert set.union(alone, *map(imported, pages)) == set(MODULES)


def test_bots_can_be_asked_to_wait_as_long_as_pages_promise() -> None:
    found = re.search(r"^const SECONDS = \{(.+)\};", MODULES["pace"], re.MULTILINE)
    assert found
    assert max(map(int, re.findall(r"\d+", found[1]))) == LONGEST_PAUSE


@pytest.mark.parametrize("name", sorted(MODULES))
def test_scripts_are_small_modules_without_globals(name: str) -> None:
    text = MODULES[name]
    assert len(text.splitlines()) <= MOST_LINES
    assert not [line for line in text.splitlines() if len(line) > 100]
    assert not re.findall(r"\b(?:window|globalThis)\.\w+ =|\bvar ", text)
    assert text.startswith("// ")
