"""What the regions of a table say, word for word, in the language of the viewer."""

import re
from collections.abc import Iterator

import pytest
from tests.tables.support import FLORIAN, LENA, MARKO, Played, begun, open_table

from charidice.locale import use
from charidice.tables import CachedTable, Settings
from charidice.tables.hosting.cached_table import TableClock
from charidice.tables.model.commands import WishEnd
from charidice.tables.model.playing import away
from charidice.web.live.regions import regions
from charidice.web.live.viewer import Viewer
from charidice.web.templating import render


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    use("en")


def region(played: Played, holder: int, name: str) -> str:
    """A region as somebody sees it."""
    viewer = Viewer("x" * 16, holder, None, "token", "http://x/", "http://x/", only_here=False)
    cached = CachedTable(played.table, TableClock(lambda: played.now, 0.0))
    return regions(cached, viewer)[name].html


def test_several_who_would_end_the_game_have_one_sentence() -> None:
    played = begun("Lena", "Marko", "Florian")
    played.do(LENA, WishEnd())
    use("de")
    assert "Lena möchte das Spiel hier beenden." in region(played, FLORIAN, "tray")
    played.do(MARKO, WishEnd())
    assert "Lena und Marko möchten das Spiel hier beenden." in region(played, FLORIAN, "tray")
    assert "möchten" not in region(played, MARKO, "tray")


def test_several_who_may_come_back_have_one_sentence() -> None:
    played = begun("Lena", "Marko", "Florian", settings=Settings(0, 60, 0))
    played.add(*away(played.table, 0, played.context))
    played.add(*away(played.table, 1, played.context))
    played.do(FLORIAN, WishEnd())
    use("fr")
    assert "Lena et Marko peuvent encore revenir." in region(played, FLORIAN, "room")


def test_the_colon_of_a_level_is_that_of_the_language() -> None:
    use("fr")
    assert "Expert\u00a0: difficile à battre" in region(open_table("Lena"), LENA, "tray")


def test_what_is_only_read_aloud_is_parted_from_what_is_seen() -> None:
    strip = region(begun("Lena", levels=("casual",)), LENA, "strip")
    audible = re.sub(r'<(\w+)[^>]*aria-hidden="true"[^>]*>.*?</\1>', "", strip, flags=re.DOTALL)
    heard = " ".join(re.sub("<[^>]+>", "", audible).split())
    assert "Lena, you, 0 points, 0 given away, 2× still available" in heard
    assert "Casual, played by a bot, 0 points, 0 given away, 2× still available" in heard


def test_the_owners_of_a_shared_device_are_listed() -> None:
    page = {"names": ["Lena", "Marko"], "link": "/x"}
    layout = {"language": "en", "theme": "auto", "back": "/", "languages": {}}
    assert "belongs to Lena and Marko." in render("back.html", {**page, **layout})
