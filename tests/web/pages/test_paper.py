"""Score sheets on paper: empty ones, and those of a game that was played."""

import pytest
from tests.web.pages.support import error_of
from tests.web.support import CALM, Page, Visitor, page_of, play_to_the_end, two_at_a_table

from charidice.rules import RULEBOOK, Row, Rules, Sheet, new_game
from charidice.web.pages.paper import empty_sheet, played_sheet


def classes(page: Page, name: str) -> list[str]:
    """The classes of the parts that have this one."""
    found = [attributes.get("class") or "" for _tag, attributes in page.tags]
    return [each for each in found if name in each.split()]


def test_an_empty_sheet_has_a_row_for_every_round_and_nothing_in_it() -> None:
    sheet = empty_sheet(RULEBOOK)
    assert sheet.rows == (("", "", "", ""),) * 7
    assert len(empty_sheet(Rules(rounds=3)).rows) == 3
    assert {*sheet.sums, sheet.name, sheet.subtotal, sheet.charity, sheet.total} == {""}


def test_a_zero_is_written_and_what_is_not_known_is_not() -> None:
    game = new_game(2)
    rows = (Row(12, 0, 5, None), *game.sheets[0].rows[1:])
    sheet = played_sheet(game._replace(sheets=(Sheet(rows, False), game.sheets[1])), 0, "Lena")
    assert sheet.rows[:2] == (("12", "0", "5", ""), ("", "", "", ""))
    assert (sheet.sums, sheet.subtotal) == (("12", "0", "5", "0"), "17")
    assert (sheet.charity, sheet.total, sheet.is_box_used) == ("", "", True)


@pytest.mark.parametrize(
    ("query", "paper", "count"),
    [
        ("paper=a4&count=1", "a4", 1),
        ("paper=letter&count=3", "letter", 3),
        ("paper=letter&count=4", "letter", 4),
        ("", "a4", 2),
        ("paper=a0&count=5", "a4", 2),
        ("paper=%00&count=-1", "a4", 2),
    ],
)
def test_a_page_has_as_many_sheets_as_wanted(
    visitor: Visitor, query: str, paper: str, count: int
) -> None:
    page = page_of(visitor.web.get(f"/sheets/print?{query}"))
    assert classes(page, "paper-page") == [f"paper-page {paper} of-{count}"]
    assert len(classes(page, "score-sheet")) == count
    assert page.texts.count("Charity bonus") == count


def test_the_page_to_choose_leads_to_the_sheets(visitor: Visitor) -> None:
    page = page_of(visitor.web.get("/sheets"))
    assert ("form", {"method": "get", "action": "/sheets/print", "class": "stack"}) in page.tags
    assert page.values("paper") == ["a4", "letter"]
    assert page.values("count") == ["1", "2", "3", "4"]


def test_the_sheets_of_a_game_say_what_was_written(visitor: Visitor) -> None:
    lena, marko = two_at_a_table(visitor.web)
    early = visitor.web.get(f"/t/{lena.table}/sheets")
    assert error_of(early, 409) == "The game is not over yet."
    play_to_the_end([lena, marko])
    page = page_of(visitor.web.get(f"/t/{lena.table}/sheets?paper=letter"))
    assert classes(page, "paper-page") == ["paper-page letter of-2"]
    for name, total in zip(("Lena", "Marko"), lena.state()["result"]["totals"], strict=True):
        assert name in page.texts
        assert str(total) in page.texts
    assert f"/t/{lena.table}/sheets" in visitor.web.get(f"/t/{lena.table}").text


def test_sheets_are_for_those_who_may_see_the_table(visitor: Visitor) -> None:
    lena, marko = two_at_a_table(visitor.web)
    assert lena.command("settings", settings={**CALM, "watch": False}).is_success
    play_to_the_end([lena, marko])
    assert visitor.web.get(f"/t/{lena.table}/sheets").status_code == 403
