"""The JSON API, on real servers: with a file, with PostgreSQL, and with three workers on it."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
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
    wanderer,
)

from charidice.records import parse, replay
from charidice.rules import totals
from charidice.tables import CachedTable, Settings
from charidice.tables.hosting.cached_table import TableClock
from charidice.tables.model.events import Created, Sat
from charidice.tables.model.evolve import replayed
from charidice.web.api.state import state_of


@pytest.fixture(params=["one_file", "one_worker", "three_workers"])
def server(request: pytest.FixtureRequest) -> Process:
    """Each test runs on each kind of server."""
    found: Process = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def web(server: Process) -> Iterator[httpx.Client]:
    """A program whose every request opens a connection, so that any worker may answer."""
    with wanderer(server.url) as found:
        yield found


NO_TABLE = "AAAAAAAAAAAAAAAA"


def problem(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal, which has a sentence as well."""
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) == {"code", "message", "details"}
    assert re.fullmatch(r"\S.*[.!]", body["message"], re.DOTALL), body
    return answer.status_code, body["code"]


def test_a_table_is_created_joined_and_begun(web: httpx.Client) -> None:
    lena = created(web, bots=["casual"])
    state = lena.state()
    assert (state["status"], state["game"], state["to_act"]) == ("open", None, None)
    assert state["settings"] == CALM
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
    assert problem(again[1].play("score 0")) == (403, "table/not-your-turn")


def test_both_ask_for_a_rematch_at_once_and_meet(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    play_to_the_end([lena, marko])
    with ThreadPoolExecutor(10) as pool:
        answers = [*pool.map(lambda n: (lena, marko)[n % 2].rematch(), range(10))]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["table"] for answer in answers}) == 1


# --- refusals ------------------------------------------------------------------------------------

Refusal = Callable[[Player, Player], httpx.Response]


def asked(lena: Player, marko: Player) -> int:
    """After the first roll Marko is being asked; returns the position."""
    lena.play("roll")
    assert marko.state()["game"]["phase"] == "asking"
    position: int = marko.state()["position"]
    return position


def choosing(lena: Player, marko: Player) -> int:
    asked(lena, marko)
    marko.play("pass")
    position: int = lena.state()["position"]
    return position


def stale(lena: Player, _marko: Player) -> httpx.Response:
    old = lena.state()["position"]
    lena.play("roll")
    return lena.play("roll", position=old)


def from_the_future(lena: Player, _marko: Player) -> httpx.Response:
    return lena.play("roll", position=999_999)


def illegal(action: str) -> Refusal:
    return lambda lena, marko: lena.play(action, position=choosing(lena, marko))


def without_rolls(lena: Player, marko: Player) -> httpx.Response:
    for _ in range(2):
        if lena.state()["game"]["phase"] == "rolling":
            choosing(lena, marko)
        lena.play("keep 0")
        if lena.state()["game"]["phase"] == "asking":
            marko.play("pass")
    return lena.play("keep 0")


def asked_twice(lena: Player, marko: Player) -> httpx.Response:
    asked(lena, marko)
    marko.play("ask")
    return marko.play("ask")


def two_of_one_colour(lena: Player, marko: Player) -> httpx.Response:
    """Nobody can score two dice of one colour; a roll without a pair is rolled again."""
    while True:
        choosing(lena, marko)
        colours = [face[-1] for face in lena.state()["game"]["dice"]]
        pair = [n for n, colour in enumerate(colours) if colours.count(colour) in (2, 3)]
        same = [n for n in pair if colours[n] == colours[pair[0]]][:2] if pair else []
        if same:
            return lena.play(f"score {same[0]} {same[1]}")
        lena.play("score 0")
        players = [lena, marko]
        while lena.state()["to_act"] != 0 or lena.state()["game"]["phase"] != "rolling":
            step(lena.state(), players)


REFUSED: dict[str, tuple[Refusal, int, str]] = {
    "stale": (stale, 409, "table/stale-position"),
    "future": (from_the_future, 409, "table/stale-position"),
    "turn": (lambda _l, m: m.play("roll"), 403, "table/not-your-turn"),
    "not-asked": (lambda _l, m: m.play("ask"), 403, "table/not-your-turn"),
    "while-asked": (
        lambda lena, marko: lena.play("score 0", position=asked(lena, marko)),
        403,
        "table/not-your-turn",
    ),
    "others-choice": (
        lambda lena, marko: marko.play("score 0", position=asked(lena, marko)),
        422,
        "rules/question-open",
    ),
    "roll-twice": (illegal("roll"), 422, "rules/dice-on-the-table"),
    "no-question": (illegal("pass"), 422, "rules/no-question"),
    "keep-all": (illegal("keep 0 1 2 3 4 5"), 422, "rules/nothing-to-reroll"),
    "no-die": (illegal("score 6"), 422, "rules/no-such-die"),
    "die-twice": (illegal("score 0 0"), 422, "rules/die-repeated"),
    "nothing": (illegal("score"), 422, "rules/bad-action"),
    "own-dice": (illegal("rolled 6 6 6 6 6 6"), 422, "rules/bad-action"),
    "nonsense": (illegal("dance"), 422, "rules/bad-action"),
    "empty": (illegal(""), 422, "rules/bad-action"),
    "not-yet": (lambda lena, _m: lena.play("score 0"), 422, "rules/dice-in-the-air"),
    "no-rolls": (without_rolls, 422, "rules/no-rolls-left"),
    "pair": (two_of_one_colour, 422, "rules/selection-not-scorable"),
    "take-back": (
        lambda lena, _m: lena.command("take-back", position=lena.state()["position"]),
        409,
        "table/cannot-take-back",
    ),
    "begin": (lambda lena, _m: lena.command("begin"), 409, "table/begun"),
    "not-host": (lambda _l, m: m.command("settings", settings=CALM), 403, "table/not-host"),
    "bot-late": (lambda lena, _m: lena.command("add-bot", level="casual"), 409, "table/begun"),
    "rematch": (lambda lena, _m: lena.rematch(), 409, "table/not-over"),
    "keep-host": (lambda lena, _m: lena.command("remove", seat=0), 409, "table/keep-host"),
    "no-seat": (lambda lena, _m: lena.command("remove", seat=3), 422, "table/no-such-seat"),
    "kind": (lambda lena, _m: lena.command("dance"), 422, "web/invalid"),
    "no-position": (lambda lena, _m: lena.command("play", action="roll"), 422, "web/invalid"),
    "extra": (lambda lena, _m: lena.play("roll", seat=1), 422, "web/invalid"),
    "text": (lambda lena, _m: lena.play("roll", position="4"), 422, "web/invalid"),
    "float": (lambda lena, _m: lena.play("roll", position=4.0), 422, "web/invalid"),
    "bool": (lambda lena, _m: lena.play("roll", position=True), 422, "web/invalid"),
    "negative": (lambda lena, _m: lena.play("roll", position=-1), 422, "web/invalid"),
    "long-id": (lambda lena, _m: lena.play("roll", id="x" * 65), 422, "web/invalid"),
    "long-action": (lambda lena, _m: lena.play("roll" * 11), 422, "web/invalid"),
    "level": (lambda lena, _m: lena.command("add-bot", level="dance"), 409, "table/begun"),
    "late": (
        lambda lena, _m: lena.web.post(f"{lena.path}/seats", json={"name": "Ayşe"}),
        409,
        "table/begun",
    ),
    "no-token": (
        lambda lena, _m: Player(lena.web, lena.table, "x").play("roll", position=1),
        401,
        "web/wrong-token",
    ),
    "settings": (
        lambda lena, _m: lena.command("settings", settings={**CALM, "pace": 51}),
        422,
        "table/setting",
    ),
    "hurry": (
        lambda lena, _m: lena.command("settings", settings={**CALM, "turn_seconds": 14}),
        422,
        "table/setting",
    ),
}


def test_the_description_says_which_limits_can_be_had(web: httpx.Client) -> None:
    models = web.get("/api/v1/openapi.json").json()["components"]["schemas"]
    wished = models["Settings"]["properties"]["turn_seconds"]
    assert wished["anyOf"] == [{"const": 0}, {"minimum": 15, "maximum": 86_400}]
    for name in ("Creation", "Configure"):
        assert models[name]["properties"]["settings"]["$ref"].endswith("/Settings")
    for seconds, status in ((14, 422), (15, 201), (0, 201)):
        wish = {"name": "Lena", "settings": {"turn_seconds": seconds}}
        assert web.post("/api/v1/tables", json=wish).status_code == status


def test_a_table_of_an_earlier_version_is_shown_with_its_short_limit() -> None:
    table = replayed([Created(1000.0, Settings(6, 3, 12)), Sat(1000.0, 1, "Lena")])
    cached = CachedTable(table, TableClock.begun(table, 1000.0, lambda: 0.0))
    assert state_of("x" * 16, cached).settings.turn_seconds == 3


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_in_a_game_has_its_code_and_changes_nothing(web: httpx.Client, name: str) -> None:
    refused, status, code = REFUSED[name]
    lena, marko = two_at_a_table(web)
    answer = refused(lena, marko)
    assert problem(answer) == (status, code)
    before = lena.state()
    if name not in ("rematch", "late"):  # once more: still the same
        answer = lena.web.send(
            httpx.Request(
                answer.request.method,
                answer.request.url,
                headers=answer.request.headers,
                content=answer.request.content,
            )
        )
        assert problem(answer) == (status, code)
    assert lena.state() == before
    told = events_until(web, lena.table, before["version"])
    assert [int(m.id) for m in told] == [*range(1, before["version"] + 1)]


IN_THE_LOBBY: dict[str, tuple[Callable[[Player], httpx.Response], int, str]] = {
    "name-taken": (lambda p: sit(p, "LENA"), 409, "table/name-taken"),
    "bot-name": (lambda p: sit(p, "casual (bot)"), 422, "table/bot-name"),
    "blank": (lambda p: sit(p, "   "), 422, "records/name"),
    "empty": (lambda p: sit(p, ""), 422, "web/invalid"),
    "long": (lambda p: sit(p, "x" * 31), 422, "web/invalid"),
    "direction": (lambda p: sit(p, "a\u202eb"), 422, "records/name"),
    "line": (lambda p: sit(p, "a\nb"), 422, "records/name"),
    "number": (lambda p: sit(p, 5), 422, "web/invalid"),
    "seated": (lambda p: sit(p, "Marko", p.token), 409, "table/seated"),
    "alone": (lambda p: p.command("begin"), 409, "table/too-few"),
    "not-playing": (lambda p: p.play("roll"), 409, "table/not-playing"),
    "no-record": (lambda p: p.web.get(f"{p.path}/record"), 409, "table/not-playing"),
    "mute": (lambda p: p.command("mute", until="game"), 409, "table/not-playing"),
    "end": (lambda p: p.command("end"), 409, "table/not-playing"),
    "no-seat": (lambda p: Player(p.web, p.table, "x").command("begin"), 401, "web/wrong-token"),
    "after": (lambda p: p.web.get(f"{p.path}/events?after=-1"), 422, "web/invalid"),
    "method": (lambda p: p.web.delete(p.path), 405, "web/method"),
    "path": (lambda p: p.web.get(f"{p.path}/nothing"), 404, "web/not-found"),
}


def sit(lena: Player, name: object, token: str | None = None) -> httpx.Response:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    return lena.web.post(f"{lena.path}/seats", json={"name": name}, headers=headers)


@pytest.mark.parametrize("name", IN_THE_LOBBY)
def test_a_refusal_in_the_lobby_has_its_code_and_changes_nothing(
    web: httpx.Client, name: str
) -> None:
    refused, status, code = IN_THE_LOBBY[name]
    lena = created(web)
    before = lena.state()
    assert problem(refused(lena)) == (status, code)
    assert lena.state() == before


def test_a_full_table_takes_nobody(web: httpx.Client) -> None:
    lena = created(web, bots=["casual"])
    for name in ("Marko", "Florian"):
        joined(lena, name)
    assert problem(sit(lena, "Ayşe")) == (409, "table/full")
    assert problem(lena.command("add-bot", level="casual")) == (409, "table/full")
    assert lena.state()["version"] == 5


def test_a_begun_table_without_bots_is_refused(web: httpx.Client) -> None:
    answer = web.post("/api/v1/tables", json={"name": "Lena", "begin": True})
    assert problem(answer) == (409, "table/too-few")


@pytest.mark.parametrize("path", ["", "/record", "/events", "/seats", "/commands", "/rematch"])
def test_a_table_that_does_not_exist_is_404(web: httpx.Client, path: str) -> None:
    lena = created(web)
    url = f"/api/v1/tables/{NO_TABLE}{path}"
    if path in ("", "/record", "/events"):
        assert problem(web.get(url)) == (404, "table/not-found")
    else:
        wish = {"name": "Lena"} if path == "/seats" else {"kind": "leave"}
        answer = web.post(url, json=wish, headers=lena.auth)
        assert problem(answer) == (404, "table/not-found")


@pytest.mark.parametrize("name", ["short", "x" * 17, "AAAA AAAA AAAA A", "../../etc/passwd", "%00"])
def test_what_is_no_name_of_a_table_is_refused(web: httpx.Client, name: str) -> None:
    answer = web.get(f"/api/v1/tables/{name}")
    assert problem(answer)[0] in (404, 422)


def test_after_the_end_nobody_can_play_on(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    last = play_to_the_end([lena, marko])
    assert problem(lena.play("roll")) == (409, "table/not-playing")
    assert problem(marko.command("end")) == (409, "table/not-playing")
    assert lena.state()["version"] == last["version"]


def test_a_table_without_onlookers_shows_itself_to_its_players_only(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    assert lena.command("settings", settings={**CALM, "watch": False}).status_code == 200
    for path in ("", "/events", "/record"):
        assert problem(web.get(f"{lena.path}{path}")) == (403, "table/watching-off")
    assert marko.state()["settings"]["watch"] is False


# --- the same command twice ----------------------------------------------------------------------


def test_the_same_id_acts_once(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    position = lena.state()["position"]
    first = lena.play("roll", position=position, id="one")
    dice = lena.state()["game"]["dice"]
    assert lena.play("roll", position=position, id="one").json() == first.json()
    marko.play("pass")
    again = lena.play("roll", position=position, id="one")
    assert again.status_code == 200
    assert lena.state()["game"]["dice"] == dice


def test_the_same_take_back_acts_once(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    position = choosing(lena, marko)
    lena.play("score 0", position=position)
    position = lena.state()["position"]
    for _ in range(3):
        answer = lena.command("take-back", position=position, id="back")
        assert answer.status_code == 200
    assert lena.state()["version"] == position + 1


def test_twenty_identical_requests_at_once_act_once(web: httpx.Client) -> None:
    lena, _marko = two_at_a_table(web)
    before = lena.state()
    with ThreadPoolExecutor(20) as pool:
        answers = [
            *pool.map(
                lambda _n: lena.play("roll", position=before["position"], id="one"), range(20)
            )
        ]
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["version"] for answer in answers} == {before["version"] + 1}
    assert lena.state()["version"] == before["version"] + 1


def test_of_twenty_different_commands_for_one_position_one_is_done(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    position = choosing(lena, marko)
    wishes = [f"score {n % 6}" if n % 2 else f"keep {n % 6}" for n in range(20)]
    with ThreadPoolExecutor(20) as pool:
        answers = [*pool.map(lambda wish: lena.play(wish, position=position), wishes)]
    done = [answer for answer in answers if answer.status_code == 200]
    assert len(done) == 1
    refused = {problem(answer) for answer in answers if answer.status_code != 200}
    assert refused <= {(409, "table/stale-position"), (403, "table/not-your-turn")}
    assert lena.state()["version"] == position + 1


def test_one_player_cannot_use_up_the_ids_of_another(web: httpx.Client) -> None:
    """Two programs that count their commands from 1 do not get in each other's way."""
    lena, marko = two_at_a_table(web)
    assert lena.play("roll", id="1").status_code == 200
    before = marko.state()
    answer = marko.play("pass", id="1")
    assert answer.status_code == 200
    assert marko.state()["version"] == before["version"] + 1, "200, and yet nothing was done"


# --- languages -----------------------------------------------------------------------------------


def test_sentences_come_in_the_language_that_is_wished(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    position = choosing(lena, marko)

    def sentence(wish: str) -> str:
        web.headers["accept-language"] = wish
        found: str = lena.play("pass", position=position).json()["message"]
        return found

    told = {language: sentence(language) for language in ("en", "de", "fr", "el", "tr", "cs")}
    assert told["en"] == "Nobody is being asked about the biggest gift now."
    assert len(set(told.values())) == 6
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
