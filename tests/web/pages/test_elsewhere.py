"""Whoever looks back on a game is told of its rematch."""

import pytest
from tests.web.pages.test_evening import played_again
from tests.web.support import CALM, Local, Player, Visitor, messages, seated, two_at_a_table

from charidice.web.pages import elsewhere

TOLD = "A rematch has begun."


def ended(players: list[Player]) -> list[Player]:
    """Players whose game was ended early, which is quick."""
    for player in players:
        assert player.command("end").is_success
    return players


def again(players: list[Player]) -> list[Player]:
    return played_again(players, to_the_end=False)


@pytest.fixture
def first(visitor: Visitor) -> list[Player]:
    """Lena and Marko, whose game is over."""
    return ended([*two_at_a_table(visitor.web)])


@pytest.mark.parametrize("page", ["replay", "evening", "sheets"])
def test_pages_of_a_finished_game_say_where_it_goes_on(
    visitor: Visitor, first: list[Player], page: str
) -> None:
    path = f"/t/{first[0].table}/{page}"
    before = visitor.web.get(path).text
    assert f'data-awaits="/t/{first[0].table}/rematch/stream"' in before
    assert TOLD not in before
    link = f'href="/t/{again(first)[0].table}"'
    after = visitor.web.get(path).text
    assert link in after
    assert TOLD in after
    assert "data-awaits" not in after  # nothing is waited for any more


def test_a_page_of_a_game_that_goes_on_waits_for_no_rematch(visitor: Visitor) -> None:
    lena, _marko = two_at_a_table(visitor.web)
    assert "elsewhere" not in visitor.web.get(f"/t/{lena.table}/replay").text


def test_only_whoever_is_to_act_there_is_told_so(here: Local, first: list[Player]) -> None:
    again(first)
    path = f"/t/{first[0].table}/replay"
    for player, is_told in zip(first, (False, True), strict=True):  # who was second begins
        with seated(here, player) as browser:
            assert ("Your turn." in browser.get(path).text) is is_told


def test_the_stream_tells_of_the_rematch_in_the_language_of_the_reader_and_ends(
    here: Local, first: list[Player]
) -> None:
    path = f"/t/{first[0].table}/rematch/stream"
    with (
        seated(here, first[1], **{"accept-language": "de"}) as browser,
        browser.stream("GET", path) as response,
    ):
        table = again(first)[0].table
        (told,) = messages(response)
        assert told.event == "rematch"
        assert f'href="/t/{table}"' in told.data["html"]
        assert "Du bist dran." in told.data["html"]
    with here.visitor() as late, late.stream("GET", path) as response:
        (told,) = messages(response)
        assert TOLD in told.data["html"]


def test_what_counts_is_the_last_game_of_the_evening(
    visitor: Visitor, first: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/t/{first[0].table}/replay"
    second = ended(again(first))
    assert "/rematch/stream" in visitor.web.get(path).text  # for the third
    assert TOLD not in visitor.web.get(path).text
    third = again(second)
    assert f'href="/t/{third[0].table}"' in visitor.web.get(path).text
    monkeypatch.setattr(elsewhere, "MOST_REMATCHES", 1)
    assert "elsewhere" not in visitor.web.get(path).text


def test_a_rematch_that_others_may_not_watch_is_not_told_to_them(
    here: Local, visitor: Visitor, first: list[Player]
) -> None:
    unseen = {**CALM, "watch": False}
    assert any(each.command("settings", settings=unseen).is_success for each in again(first))
    assert "elsewhere" not in visitor.web.get(f"/t/{first[0].table}/replay").text
    with visitor.web.stream("GET", f"/t/{first[0].table}/rematch/stream") as response:
        (told,) = messages(response)
        assert told.data == {"html": ""}
    with seated(here, first[0]) as browser:
        assert TOLD in browser.get(f"/t/{first[0].table}/replay").text
