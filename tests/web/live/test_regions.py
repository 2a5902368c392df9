"""The regions of a table's page, whole and piece by piece."""

import asyncio
import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tables.support import LENA, MARKO, Played, begun, evening, open_table, random_table
from tests.web.live.support import cached_table, viewer

from charidice.locale import languages, use
from charidice.tables import CachedTable, Table
from charidice.tables.model.commands import Forget, Sit
from charidice.web.live.region_cache import Regions, at_hand, cache_of, forget_regions
from charidice.web.live.regions import REGIONS, changed, regions, seen_of

REGION = re.compile(r'<div class="region region-(\w+)" id="\1" data-mark="([0-9a-f]{12})">')
# A name that begins right behind another attribute, as when a template loses the space between.
GLUED = re.compile(r'<\w[^<>]*?(\sdata-[\w-]*data-|="[^"<>]*"[\w-])')
PAGES = [(language, holder) for language in languages() for holder in (None, 1, 2, 3)]


def afresh(table: Table, holder: int | None) -> Regions:
    """The page as somebody gets it who asks for it now: nothing is kept of earlier ones."""
    played = Played([])
    played.table = table
    return regions(cached_table(played), viewer(table, holder))


class Page:
    """A page that gets what has changed, as a browser does, and says what it shows."""

    def __init__(self, language: str, holder: int | None) -> None:
        self.language, self.holder, self.shown = language, holder, dict[str, str]()

    @property
    def seen(self) -> str:
        """The marks of what it shows."""
        found = [REGION.match(self.shown[name]) for name in REGIONS if name in self.shown]
        return ".".join(match[2] for match in found if match)

    def update(self, cached: CachedTable) -> None:
        use(self.language)
        self.shown |= changed(regions(cached, viewer(cached.table, self.holder)), self.seen)


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(1, 60), st.randoms(use_true_random=False))
def test_pieces_add_up_to_the_page(seed: int, steps: int, rng: random.Random) -> None:
    """For every viewer, language and moment of a random evening, also for those who miss some."""
    played = random_table(seed)
    cached = cached_table(played)
    cached.watchers.add(asyncio.Event())
    open_pages = [Page(*rng.choice(PAGES)) for _ in range(4)]
    try:
        for step in evening(played, seed, steps):
            cached.table = step.after
            for page in open_pages:
                if rng.random() < 0.7:
                    page.update(cached)
        for page in open_pages:
            page.update(cached)
            whole = afresh(cached.table, page.holder)
            assert page.shown == {name: part.html for name, part in whole.items()}
            assert not [found[0] for html in page.shown.values() for found in GLUED.finditer(html)]
            page.update(cached)
            assert page.seen == seen_of(whole)
    finally:
        use("en")


def test_what_a_page_shows_already_is_not_sent() -> None:
    played = begun("Lena", "Marko")
    cached = cached_table(played)
    lena = viewer(played.table, LENA)
    before = regions(cached, lena)
    assert changed(before, seen_of(before)) == {}
    assert set(changed(before, "")) == {*REGIONS}
    played.play(LENA, None)
    cached.table = played.table
    assert set(changed(regions(cached, lena), seen_of(before))) == {"tray", "log"}


@pytest.mark.parametrize("seen", ["", "x", "....", "a.b.c.d.e.f", "é" * 5000, "." * 5000])
def test_a_page_that_says_nonsense_gets_everything(seen: str) -> None:
    played = open_table("Lena")
    assert set(changed(afresh(played.table, LENA), seen)) == {*REGIONS}


def test_who_sees_the_same_gets_what_was_rendered_once() -> None:
    played = begun("Lena", "Marko")
    cached = cached_table(played)
    cached.watchers.add(asyncio.Event())
    lena, marko = (regions(cached, viewer(played.table, who)) for who in (LENA, MARKO))
    assert lena["log"] is marko["log"]
    assert lena["room"] is not marko["room"]
    played.play(LENA, None)
    cached.table = played.table
    assert regions(cached, viewer(played.table, LENA))["room"] is lena["room"]
    use("de")
    assert regions(cached, viewer(played.table, LENA))["log"] is not lena["log"]


def test_nothing_is_kept_while_nobody_looks_on() -> None:
    played = begun("Lena", "Marko")
    cached = cached_table(played)
    regions(cached, viewer(played.table))
    assert at_hand(cached, viewer(played.table)) is None
    watcher = asyncio.Event()
    cached.watchers.add(watcher)
    shown = regions(cached, viewer(played.table))
    assert at_hand(cached, viewer(played.table)) is shown
    forget_regions(cached)
    assert at_hand(cached, viewer(played.table)) is None


def test_of_somebody_who_is_forgotten_no_line_is_kept() -> None:
    played = begun("Lena", "Marko")
    cached = cached_table(played)
    cached.watchers.add(asyncio.Event())
    played.play(LENA, None)
    cached.table = played.table
    regions(cached, viewer(played.table))
    assert any("Lena" in line.text for line in cache_of(cached).lines.values())
    played.do(LENA, Forget())
    cached.table = played.table
    after = regions(cached, viewer(played.table, MARKO))
    cache = cache_of(cached)
    told = (line.text for line in cache.lines.values())
    kept = [*told, *(each.html for each in cache.pieces.values())]
    assert not any("Lena" in text for text in [*kept, *(part.html for part in after.values())])


def test_what_is_kept_has_an_end() -> None:
    played = begun("Lena", "Marko")
    cached = cached_table(played)
    cached.watchers.add(asyncio.Event())
    for number in range(300):
        regions(cached, replace(viewer(played.table), name=f"{number:016}"))
    cache = cache_of(cached)
    assert max(len(cache.pages), len(cache.pieces), len(cache.lines)) < 100


def test_before_the_game_there_is_only_the_lobby_and_the_menu() -> None:
    played = open_table("Lena")
    played.do(None, Sit("Marko"))
    parts = afresh(played.table, LENA)
    empty = {name for name, part in parts.items() if part.html.endswith('"></div>')}
    assert empty == {"round", "strip", "sheets", "log"}
