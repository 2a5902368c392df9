"""What the documents say is there, is there."""

import re
from pathlib import Path

import pytest
from tests.support import posix_only
from tools import dice_pictures, error_table, picture

from charidice.cli.commands import COMMANDS

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
SOURCE = ROOT / "src" / "charidice"
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
MODULE = re.compile(r"\b(\w+\.py)\b")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_inside_the_project_leads_somewhere(path: Path) -> None:
    for target, _ in LINK.findall(path.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (path.parent / target).exists(), target


def test_the_table_of_error_codes_is_up_to_date() -> None:
    assert error_table.PAGE.read_text(encoding="utf-8") == error_table.page()


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"charidice {command}" in text


def test_the_architecture_names_every_module() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(MODULE.findall(text))
    for folder in ("rules", "records", "rolls", "tables", "storage", "client", "web", "cli"):
        for path in (SOURCE / folder).rglob("[a-z]*.py"):
            if "migrations" not in path.parts:
                assert path.name in named, path


def test_the_places_to_go_for_a_change_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("\n## To change this, go there\n")[2].partition("\n## ")[0]
    places = re.findall(r"`([\w/]+/(?:\w+\.\w+)?)`", table)
    assert len(places) > 20
    for place in places:
        folder = ROOT if place.startswith(("docs", "tests", "tools")) else SOURCE
        assert (folder / place).exists() or place == "locale/it/", place


def test_the_drawn_dice_are_up_to_date() -> None:
    for path, content in dice_pictures.pictures().items():
        assert path.read_text(encoding="utf-8") == content


@posix_only
def test_the_picture_of_the_terminal_shows_the_game_as_it_is() -> None:
    drawn = "\n".join(picture.svg(picture.screen())) + "\n"
    assert picture.FILE.read_text(encoding="utf-8") == drawn


def test_the_readme_says_that_this_is_unofficial() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert "unofficial fan implementation of Charidice, the game by Jürgen Adams" in text
    assert "published by NSV" in text
