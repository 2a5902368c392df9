"""All games of an evening: the tables that are each other's rematch."""

import csv
from io import StringIO

import httpx
import pytest
from tests.web.pages.support import error_of
from tests.web.support import (
    CALM,
    Player,
    Visitor,
    page_of,
    play_to_the_end,
    two_at_a_table,
)

from charidice.web.pages import evening


def played_again(players: list[Player], *, to_the_end: bool = True) -> list[Player]:
    """The rematch, with those who begin first."""
    answer = players[0].rematch()
    assert answer.is_success, answer.text
    web, table = players[0].web, answer.json()["table"]
    tokens = [player.rematch().json()["token"] for player in players]
    again = [Player(web, table, token) for token in (*tokens[1:], tokens[0])]
    if to_the_end:
        play_to_the_end(again)
    return again


def rows_of(answer: httpx.Response) -> list[list[str]]:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    return [*csv.reader(StringIO(answer.content.decode("utf-8-sig")))]


def test_an_evening_has_all_games_up_to_this_one(visitor: Visitor) -> None:
    first = [*two_at_a_table(visitor.web)]
    play_to_the_end(first)
    second = played_again(first)
    third = played_again(second)
    head, *rows = rows_of(visitor.web.get(f"/t/{third[0].table}/evening.csv"))
    assert (head[0], head[2], *head[-2:]) == ("Game", "Name", "Rank", "Wins")
    assert [row[0] for row in rows] == ["1", "1", "2", "2", "3", "3"]
    assert {row[2] for row in rows} == {"Lena", "Marko"}
    for game, players in enumerate((first, second, third)):
        totals = sorted(players[0].state()["result"]["totals"], reverse=True)
        assert [int(row[8]) for row in rows[2 * game : 2 * game + 2]] == totals
    assert len(rows_of(visitor.web.get(f"/t/{second[0].table}/evening.csv"))) == 5
    page = page_of(visitor.web.get(f"/t/{third[0].table}/evening"))
    won = {name: sum(int(row[-1]) for row in rows if row[2] == name) for name in ("Lena", "Marko")}
    for name, count in won.items():
        assert page.texts[page.texts.index(name) + 1] == str(count)


def test_a_result_leads_to_the_evening_only_if_there_were_other_games(visitor: Visitor) -> None:
    first = [*two_at_a_table(visitor.web)]
    play_to_the_end(first)
    second = played_again(first)
    assert "/evening" not in visitor.web.get(f"/t/{first[0].table}").text
    assert f"/t/{second[0].table}/evening" in visitor.web.get(f"/t/{second[0].table}").text


def test_games_that_were_ended_early_have_no_rows(visitor: Visitor) -> None:
    first = [*two_at_a_table(visitor.web)]
    for player in first:
        player.command("end")
    assert len(rows_of(visitor.web.get(f"/t/{first[0].table}/evening.csv"))) == 1
    page = page_of(visitor.web.get(f"/t/{first[0].table}/evening"))
    assert "No game was played to its end yet." in page.texts
    second = played_again(first)
    assert len(rows_of(visitor.web.get(f"/t/{second[0].table}/evening.csv"))) == 3


def test_an_evening_ends_with_a_game_that_is_over(visitor: Visitor) -> None:
    lena, _marko = two_at_a_table(visitor.web)
    assert error_of(visitor.web.get(f"/t/{lena.table}/evening"), 409) == "The game is not over yet."
    assert visitor.web.get(f"/t/{lena.table}/evening.csv").status_code == 409


def test_an_evening_is_for_those_who_may_see_its_tables(visitor: Visitor) -> None:
    first = [*two_at_a_table(visitor.web)]
    first[0].command("settings", settings={**CALM, "watch": False})
    play_to_the_end(first)
    second = played_again(first, to_the_end=False)
    host = next(each for each in second if each.command("settings", settings=CALM).is_success)
    play_to_the_end(second)
    assert visitor.web.get(f"/t/{first[0].table}/evening.csv").status_code == 403
    assert len(rows_of(visitor.web.get(f"/t/{second[0].table}/evening.csv"))) == 3
    visitor.web.cookies.set(f"charidice_seat_{host.table}", host.token, domain="127.0.0.1")
    assert len(rows_of(visitor.web.get(f"/t/{second[0].table}/evening.csv"))) == 5


def test_only_so_many_games_are_an_evening(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evening, "MOST_GAMES", 2)
    players = [*two_at_a_table(visitor.web)]
    play_to_the_end(players)
    for _ in range(2):
        players = played_again(players)
    assert len(rows_of(visitor.web.get(f"/t/{players[0].table}/evening.csv"))) == 5
