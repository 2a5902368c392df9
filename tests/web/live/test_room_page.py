"""What the page of a table says about the room."""

from tests.tables.support import FLORIAN, LENA, MARKO, Played, begun, open_table

from charidice.tables import CachedTable, Settings
from charidice.tables.hosting.cached_table import TableClock
from charidice.tables.model.commands import Leave, Remove, WishEnd
from charidice.tables.model.playing import away
from charidice.web.live.regions import regions
from charidice.web.live.viewer import Viewer

ASK_END = 'value="end"'


def room_of(played: Played, holder: int) -> str:
    """The menu of the table as somebody sees it."""
    viewer = Viewer("x" * 16, holder, None, "token", "http://x/", "http://x/", only_here=False)
    cached = CachedTable(played.table, TableClock(lambda: played.now, 0.0))
    return regions(cached, viewer)["room"].html


def test_the_page_says_from_when_on_a_new_limit_counts() -> None:
    told = (
        "More time applies at once, except to your own decision; "
        "less time applies from the next one."
    )
    assert told in room_of(begun("Lena", "Marko"), LENA)
    assert told not in room_of(begun("Lena", "Marko"), MARKO)  # who cannot set it
    assert told not in room_of(open_table("Lena", "Marko"), LENA)


def test_the_page_offers_no_end_that_would_not_come() -> None:
    played = begun("Lena", "Marko", "Florian")
    played.do(LENA, Remove(1))
    assert ASK_END in room_of(played, LENA)
    played.do(FLORIAN, Leave())
    assert ASK_END not in room_of(played, LENA)
    assert "it takes two players to end it early" in room_of(played, LENA)


def test_the_page_does_not_ask_to_wait_for_an_end_that_would_not_come() -> None:
    played = begun("Lena", "Marko", "Florian", settings=Settings(0, 60, 0))
    played.do(FLORIAN, WishEnd())
    played.do(LENA, Remove(1))
    played.add(*away(played.table, 0, played.context))
    assert ASK_END not in room_of(played, FLORIAN)
    assert "it takes two players to end it early" in room_of(played, FLORIAN)


def test_the_page_says_whom_the_end_waits_for() -> None:
    played = begun("Lena", "Marko", settings=Settings(0, 60, 0))
    played.add(*away(played.table, 0, played.context))
    assert "Lena may still come back." not in room_of(played, MARKO)
    played.do(MARKO, WishEnd())
    assert "Lena may still come back." in room_of(played, MARKO)


def test_who_wished_the_end_can_ask_again_as_long_as_somebody_may_come_back() -> None:
    played = begun("Lena", "Marko", settings=Settings(0, 60, 0))
    played.do(MARKO, WishEnd())
    assert ASK_END not in room_of(played, MARKO)  # Lena is there and has her say
    played.add(*away(played.table, 0, played.context))
    assert ASK_END in room_of(played, MARKO)
    assert 'value="go-on"' in room_of(played, MARKO)
