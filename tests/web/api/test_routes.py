"""The JSON API, on real servers: with a file, with PostgreSQL, and with three workers on it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from tests.web.api.support import choosing, problem
from tests.web.support import (
    CALM,
    Player,
    Process,
    client,
    created,
    events_until,
    joined,
    messages,
    play_to_the_end,
    step,
    two_at_a_table,
)

from charidice.locale import languages
from charidice.records import parse, replay
from charidice.rules import totals


def test_a_table_is_created_joined_and_begun(web: httpx.Client) -> None:
    lena = created(web, bots=["casual"])
    state = lena.state()
    assert (state["status"], state["game"], state["to_act"]) == ("open", None, None)
    assert state["settings"] == {**CALM, "preview_names": False, "hints": False}
    marko = joined(lena)
    assert [seat["name"] for seat in marko.state()["seats"]] == ["Lena", "casual (bot)", "Marko"]
    assert [seat["host"] for seat in marko.state()["seats"]] == [True, False, False]
    assert lena.command("begin", first=2).status_code == 200
    state = lena.state()
    assert [seat["name"] for seat in state["seats"]] == ["Marko", "Lena", "casual (bot)"]
    assert (state["status"], state["to_act"]) == ("playing", 0)
    assert state["game"]["dice"] == []


def test_without_a_name_for_the_first_it_is_drawn_who_begins(web: httpx.Client) -> None:
    first = set()
    for _ in range(40):
        lena = created(web, bots=["casual"], settings={**CALM, "pace": 50}, begin=True)
        first.add(lena.state()["seats"][0]["name"])
        if len(first) == 2:
            break
    assert first == {"Lena", "casual (bot)"}


def test_two_programs_play_a_whole_game(web: httpx.Client) -> None:
    players = [*two_at_a_table(web)]
    last = play_to_the_end(players)
    assert (last["status"], last["to_act"], last["until"]) == ("finished", None, None)
    assert all(None not in row for sheet in last["game"]["sheets"] for row in sheet["rows"])
    result = last["result"]
    best = max(result["totals"])
    assert result["winners"] == [s for s, total in enumerate(result["totals"]) if total == best]
    for seat, sheet in enumerate(last["game"]["sheets"]):
        assert result["totals"][seat] == sheet["total"] + result["charity"][seat]


def test_the_record_is_the_events_and_can_be_replayed(web: httpx.Client) -> None:
    players = [*two_at_a_table(web)]
    last = play_to_the_end(players)
    answer = web.get(f"{players[0].path}/record")
    assert answer.headers["content-type"] == "application/json"
    record = parse(answer.text)
    assert record.players == ("Lena", "Marko")
    told = [m.data for m in events_until(web, players[0].table, last["version"])]
    actions = [a for event in told if event["kind"] == "acted" for a in event["actions"]]
    assert [str(action) for action in record.actions] == actions
    assert [*totals(replay(record))] == last["result"]["totals"]


def test_a_score_that_is_taken_back_is_in_no_record(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    lena.play("roll")
    marko.play("pass")
    assert lena.play("score 0").status_code == 200
    state = lena.state()
    assert state["take_back_until"] is not None
    position = state["position"]
    assert problem(marko.command("take-back", position=position))[1] == "table/cannot-take-back"
    assert lena.command("take-back", position=position).status_code == 200
    assert lena.state()["game"]["phase"] == "choosing"
    assert lena.play("score 1").status_code == 200
    record = parse(web.get(f"{lena.path}/record").text)
    assert [str(a) for a in record.actions][1:] == ["pass", "score 1"]


def test_events_come_once_and_in_order_while_a_game_is_played(web: httpx.Client) -> None:
    players = [*two_at_a_table(web)]
    table = players[0].table
    with web.stream("GET", f"/api/v1/tables/{table}/events") as response:
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        coming = messages(response)
        seen = [next(coming) for _ in range(4)]  # created, sat, sat, begun
        while (state := players[0].state())["status"] == "playing":
            version = step(state, players).json()["version"]
            while int(seen[-1].id) < version:
                seen.append(next(coming))
        last = players[0].state()["version"]
    assert [int(m.id) for m in seen] == [*range(1, last + 1)]
    assert [m.data["kind"] for m in seen[:4]] == ["created", "sat", "sat", "begun"]
    assert {m.data["kind"] for m in seen[4:]} == {"acted"}
    assert seen == events_until(web, table, last)  # and the same from the log


def test_a_broken_stream_goes_on_where_it_was(web: httpx.Client) -> None:
    players = [*two_at_a_table(web)]
    seen: list[Any] = []
    while (state := players[0].state())["status"] == "playing":
        step(state, players)
        if len(seen) < state["version"] - 7:
            after = {"last-event-id": seen[-1].id} if seen else {}
            seen += events_until(web, players[0].table, state["version"], **after)
    last = players[0].state()["version"]
    seen += events_until(web, players[0].table, last, after=len(seen))
    assert [int(m.id) for m in seen] == [*range(1, last + 1)]


@pytest.mark.parametrize("wish", ["", "x", "-1", "1e3", "²", "9" * 400])
def test_a_strange_last_event_id_does_no_harm(web: httpx.Client, wish: str) -> None:
    lena, _marko = two_at_a_table(web)
    headers = [(b"last-event-id", wish.encode())]
    path = f"{lena.path}/events"
    with web.stream("GET", path, headers=headers) as response:
        assert response.status_code == 200
        if not wish.startswith("9"):
            assert next(messages(response)).id == "1"


def test_several_followers_get_the_same(web: httpx.Client, server: Process) -> None:
    lena, marko = two_at_a_table(web)

    def follow(_number: int) -> list[Any]:
        with client(server.url) as follower:
            return [*events_until(follower, lena.table, 7)]

    with ThreadPoolExecutor(5) as pool:
        followers = pool.map(follow, range(5))
        lena.play("roll")
        marko.play("pass")
        lena.play("score 0")
        told = [*followers]
    assert [m.id for m in told[0]] == ["1", "2", "3", "4", "5", "6", "7"]
    assert all(each == told[0] for each in told)


def test_a_rematch_gives_everybody_their_seat_at_the_same_table(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    play_to_the_end([lena, marko])
    answers = [lena.rematch(), marko.rematch(), lena.rematch()]
    assert [answer.status_code for answer in answers] == [201, 201, 201]
    tables = {answer.json()["table"] for answer in answers}
    assert len(tables) == 1
    assert lena.state()["rematch"] in tables
    again = [Player(web, a.json()["table"], a.json()["token"]) for a in answers[:2]]
    assert again[0].token != lena.token
    state = again[0].state()
    assert [seat["name"] for seat in state["seats"]] == ["Marko", "Lena"]  # who was second begins
    assert again[1].play("roll").status_code == 200
    assert problem(again[0].play("score 0")) == (403, "table/not-your-turn")


def test_both_ask_for_a_rematch_at_once_and_meet(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    play_to_the_end([lena, marko])
    with ThreadPoolExecutor(10) as pool:
        answers = [*pool.map(lambda n: (lena, marko)[n % 2].rematch(), range(10))]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["table"] for answer in answers}) == 1


def test_sentences_come_in_the_language_that_is_wished(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    position = choosing(lena, marko)

    def sentence(wish: str) -> str:
        web.headers["accept-language"] = wish
        found: str = lena.play("pass", position=position).json()["message"]
        return found

    told = {language: sentence(language) for language in languages()}
    assert told["en"] == "Nobody is being asked about the biggest gift now."
    assert len(set(told.values())) == len(languages())
    assert sentence("de-AT,de;q=0.9,en;q=0.1") == told["de"]
    assert sentence("xx,en;q=0.2,fr;q=0.8") == told["fr"]
    assert sentence("de;q=0, tr") == told["tr"]
    assert sentence("*") == sentence("xx") == sentence("x" * 5000) == told["en"]


def test_spaces_are_allowed_in_the_wish_for_a_language(web: httpx.Client) -> None:
    lena = created(web)
    web.headers["accept-language"] = "de"
    german = lena.command("dance").json()["message"]
    web.headers["accept-language"] = "de; q=0.5, en; q=0.1"
    assert lena.command("dance").json()["message"] == german
    web.headers["accept-language"] = "en"
    assert lena.command("dance").json()["message"] != german
