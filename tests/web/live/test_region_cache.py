"""What was rendered is for those it was rendered for, and does not pile up."""

from tests.web.support import (
    Local,
    two_at_a_table,
)

from charidice.web.live import region_cache


def test_nobody_gets_a_page_that_was_made_for_another(here: Local) -> None:
    """Regions are kept once they are rendered; each viewer has their own."""
    with here.visitor() as web, here.visitor() as other, here.visitor() as stranger:
        lena, marko = two_at_a_table(web)
        web.cookies.set(f"charidice_seat_{lena.table}", lena.token)
        other.cookies.set(f"charidice_seat_{lena.table}", marko.token)
        texts = [w.get(f"/t/{lena.table}").text for w in (web, other, stranger, other, web)]
        assert [lena.token in text for text in texts] == [True, False, False, False, True]
        assert [marko.token in text for text in texts] == [False, True, False, True, False]


def test_what_was_rendered_for_strangers_does_not_pile_up(here: Local) -> None:
    """Everybody can ask under any address, and each is a page of its own."""
    with here.visitor() as web:
        lena, _marko = two_at_a_table(web)
        for number in range(250):
            assert web.get(f"/t/{lena.table}", headers={"host": f"10.0.0.{number}"}).is_success
        cached = here.app.state.services.host._cache[lena.table]
        assert cached not in region_cache._CACHES
