"""Games over the API from end to end: ids, short games, how a stream ends, what nobody may see."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import httpx
import pytest
from tests.web.support import (
    CALM,
    Local,
    Player,
    Process,
    created,
    events_until,
    joined,
    messages,
    play_to_the_end,
    seated,
    two_at_a_table,
    wanderer,
)

from charidice.locale import languages
from charidice.records import ServerSource, parse
from charidice.rules import parse_action
from charidice.tables.model.commands import Play, read_command
from charidice.tables.model.events import decode
from charidice.tables.model.evolve import replayed

AT_ONCE = {"ask_seconds": 0, "turn_seconds": 0, "pace": 0, "grace_seconds": 0, "watch": True}
ID = "nobody-guesses-this-one"


@pytest.fixture(params=["one_file", "three_workers"])
def server(request: pytest.FixtureRequest) -> Process:
    """Each test runs on one file, and with several workers."""
    found: Process = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def web(server: Process) -> Iterator[httpx.Client]:
    """A program whose every request opens a connection, so that any worker may answer."""
    with wanderer(server.url) as found:
        yield found


def create(web: httpx.Client, **wish: object) -> httpx.Response:
    return web.post("/api/v1/tables", json={"name": "Lena", "settings": AT_ONCE, **wish})


# Short games


def test_a_short_game_has_three_rounds_and_perfect_plays_it(web: httpx.Client) -> None:
    answer = create(web, bots=["perfect"], rounds=3, begin=True, first=0)
    lena = Player(web, answer.json()["table"], answer.json()["token"])
    assert lena.state()["rounds"] == 3
    while (state := lena.state())["status"] == "playing":
        if state["to_act"] == 0:
            action = "roll" if state["game"]["phase"] == "rolling" else "score 0"
            assert lena.play(action, position=state["position"]).status_code in (200, 409)
    assert state["game"]["rounds"] == 3
    assert all(len(sheet["rows"]) == 3 for sheet in state["game"]["sheets"])
    record = parse(web.get(f"{lena.path}/record").text)
    assert record.rules.rounds == 3
    assert record.source == ServerSource()


@pytest.mark.parametrize("rounds", [0, 8, -1, "3", 2.5])
def test_a_game_of_another_length_is_refused(web: httpx.Client, rounds: object) -> None:
    assert create(web, rounds=rounds).status_code == 422


# Ids


def test_a_table_is_created_once_however_often_it_is_asked_for(web: httpx.Client) -> None:
    with ThreadPoolExecutor(6) as pool:
        answers = [*pool.map(lambda _n: create(web, bots=["casual"], id=ID * 2), range(6))]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    lena = Player(web, answers[0].json()["table"], answers[0].json()["token"])
    assert lena.state()["version"] == 3
    assert create(web, bots=["casual"], id=ID * 2 + "x").json()["table"] != lena.table
    assert create(web, bots=["random"], id=ID * 2).json()["table"] != lena.table  # another wish
    assert create(web, id="guessable").status_code == 422


COMMANDS: dict[str, dict[str, object]] = {
    "add-bot": {"level": "casual"},
    "settings": {"settings": {**CALM, "pace": 9}},
    "mute": {"until": "game"},
    "end": {},
    "leave": {},
}


def test_every_command_takes_an_id_and_is_done_once(web: httpx.Client) -> None:
    lena = created(web)
    marko = joined(lena)
    for kind in ("add-bot", "settings"):
        first = lena.command(kind, **COMMANDS[kind], id=kind)
        assert (first.status_code, first.text) == (200, first.text)
        assert lena.command(kind, **COMMANDS[kind], id=kind).text == first.text
    lena.command("settings", settings=CALM)
    before = lena.state()
    assert lena.command("settings", **COMMANDS["settings"], id="settings").status_code == 200
    assert lena.state() == before  # a late retry undoes nothing
    assert lena.command("begin", first=0, id="begin").status_code == 200
    for kind, other in (("mute", "mute"), ("end", "go-on"), ("leave", "return")):
        assert marko.command(kind, **COMMANDS[kind], id=kind).status_code == 200
        back = {"until": "never"} if kind == "mute" else {}
        assert marko.command(other, **back, id=f"{other}-2").status_code == 200
        before = lena.state()
        assert marko.command(kind, **COMMANDS[kind], id=kind).status_code == 200
        assert lena.state() == before
    position = lena.state()["position"]
    done = lena.play("roll", position=position, id="roll")
    assert lena.play("roll", position=position, id="roll").json() == done.json()


def test_every_kind_of_command_can_be_read_with_an_id() -> None:
    values: dict[str, dict[str, object]] = {
        **COMMANDS,
        "play": {"action": "keep none", "position": 1},
        "take-back": {"position": 1},
        "remove": {"seat": 1},
        "begin": {},
        "return": {},
        "go-on": {},
        "forget": {},
    }
    for kind, more in values.items():
        command = read_command({"kind": kind, **more, "id": "x"})
        assert (command.kind, command.id) == (kind, "x")
    same = Play(parse_action("keep none"), 1)
    assert read_command({"kind": "play", "action": "keep none", "position": 1}) == same
    assert read_command(b'{"kind":"play","action":"keep none","position":1}') == same


# Refusals


def test_a_refusal_has_details(web: httpx.Client) -> None:
    lena, _marko = two_at_a_table(web)
    body = lena.command("settings", settings={**CALM, "pace": 51}).json()
    assert body["details"] == {"setting": "pace", "least": 1, "most": 50}
    assert lena.command("play", action="dance", position=1).json()["details"] == {"text": "dance"}
    assert lena.command("remove", seat=9).json()["details"] == {"seat": 9}


@pytest.mark.parametrize(
    "name", ["x", "x" * 15, "x" * 17, "xxxxxxxxxxxxxxx.", "x%20xxxxxxxxxxxxxx"]
)
def test_what_cannot_be_a_table_is_not_found(web: httpx.Client, name: str) -> None:
    for path in ("", "/record", "/events"):
        assert web.get(f"/api/v1/tables/{name}{path}").status_code == 404
    for path, wish in (("/seats", {"name": "Lena"}), ("/commands", {"kind": "leave"})):
        assert web.post(f"/api/v1/tables/{name}{path}", json=wish).status_code == 404


def test_a_wrong_token_is_refused_everywhere(web: httpx.Client) -> None:
    lena, _marko = two_at_a_table(web)
    thief = {"authorization": "Bearer 1.nonsense"}
    for path in ("", "/record", "/events"):
        assert web.get(f"{lena.path}{path}", headers=thief).status_code == 401
    for path, wish in (("/seats", {"name": "Ayşe"}), ("/commands", {"kind": "leave"})):
        answer = web.post(f"{lena.path}{path}", json=wish, headers=thief)
        assert (answer.status_code, answer.json()["code"]) == (401, "web/wrong-token")


def test_commands_are_posted(web: httpx.Client) -> None:
    lena = created(web)
    answer = web.get(f"{lena.path}/commands", headers=lena.auth)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    answer = web.post(f"{lena.path}/commands", content=b"kind=leave", headers=lena.auth)
    assert (answer.status_code, answer.json()["details"]) == (422, {"where": "content-type"})


@pytest.mark.parametrize("more", [{}, {"id": ID * 2}])
def test_a_level_that_is_no_text_is_refused(web: httpx.Client, more: dict[str, str]) -> None:
    content = json.dumps({"name": "Lena", "bots": ["\ud800"], **more}).encode()
    headers = {"content-type": "application/json"}
    answer = web.post("/api/v1/tables", content=content, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "web/invalid")


def test_whoever_sat_down_gets_the_seat_again_also_where_nobody_may_look_on(
    web: httpx.Client,
) -> None:
    lena = created(web)
    wish = {"name": "Marko", "id": ID}
    first = web.post(f"{lena.path}/seats", json=wish)
    lena.command("settings", settings={**CALM, "watch": False})
    lena.command("begin")
    assert web.get(lena.path).status_code == 403
    assert web.post(f"{lena.path}/seats", json=wish).json() == first.json()
    assert web.post(f"{lena.path}/seats", json={"name": "Ayşe"}).status_code == 403


def test_a_wrong_token_is_told_what_to_show(web: httpx.Client) -> None:
    lena = created(web)
    answer = web.get(lena.path, headers={"authorization": "Bearer 1.nonsense"})
    assert answer.headers["www-authenticate"] == "Bearer"


def test_the_description_says_that_commands_and_events_have_a_kind(web: httpx.Client) -> None:
    schemas = web.get("/api/v1/openapi.json").json()["components"]["schemas"]
    for name in ("Command", "Event"):
        parts = [part["$ref"].rpartition("/")[2] for part in schemas[name]["oneOf"]]
        assert len(parts) > 10
        assert all("kind" in schemas[part]["required"] for part in parts)
        assert schemas[name]["discriminator"]["propertyName"] == "kind"


# How a stream ends


def test_a_stream_closes_after_the_end_of_the_game(web: httpx.Client) -> None:
    lena = created(web, settings=AT_ONCE, rounds=1)
    players = [lena, joined(lena)]
    lena.command("begin", first=0)
    with web.stream("GET", f"{lena.path}/events") as response:
        coming = messages(response)
        last = play_to_the_end(players)
        seen = [message.data for message in coming]  # it ends by itself
    assert [event["number"] for event in seen] == [*range(1, last["version"] + 1)]
    assert seen[-1]["kind"] == "finished"
    assert seen[-1]["totals"] == last["result"]["totals"]
    assert seen[-1]["winners"] == last["result"]["winners"]
    assert last["closed"]
    for event in seen:
        assert {"kind", "number", "at", "position", "status", "to_act"} <= {*event}
    again = {"last-event-id": str(last["version"])}
    assert web.get(f"{lena.path}/events", headers=again).status_code == 204
    with web.stream("GET", f"{lena.path}/events") as response:
        assert [message.data for message in messages(response)] == seen


def test_whoever_has_seen_more_than_this_worker_sees_nothing_twice(web: httpx.Client) -> None:
    """Another worker may have told more, when the log could not be read here for a moment."""
    lena, marko = two_at_a_table(web)
    seen = lena.state()["version"]
    after = {"last-event-id": str(seen + 1)}
    with web.stream("GET", f"{lena.path}/events", headers=after) as response:
        coming = messages(response)
        for wish in ("end", "go-on"):
            assert marko.command(wish).status_code == 200
        assert next(coming).id == str(seen + 2)


def test_a_stream_closes_when_all_agree_to_end(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    with web.stream("GET", f"{lena.path}/events") as response:
        coming = messages(response)
        for player in (lena, marko):
            assert player.command("end").status_code == 200
        seen = [message.data for message in coming]
    assert [event["kind"] for event in seen[-3:]] == ["endwished", "endwished", "ended"]
    assert seen[-1]["to_act"] is None


def test_a_last_score_can_be_taken_back_before_the_game_is_closed(web: httpx.Client) -> None:
    lena = created(web, rounds=1)
    players = [lena, joined(lena)]
    lena.command("begin", first=0)
    last = play_to_the_end(players)
    assert (last["status"], last["closed"], last["until"]) == ("finished", False, None)
    assert players[1].command("take-back", position=last["position"]).status_code == 200
    assert lena.state()["status"] == "playing"


def test_in_a_rematch_the_host_stays_the_host(web: httpx.Client) -> None:
    lena = created(web, settings=AT_ONCE, rounds=1)
    marko = joined(lena)
    lena.command("begin", first=0)
    play_to_the_end([lena, marko])
    answer = marko.rematch()
    again = Player(web, answer.json()["table"], answer.json()["token"]).state()
    assert [(seat["name"], seat["host"]) for seat in again["seats"]] == [
        ("Marko", False),
        ("Lena", True),
    ]
    assert again["rounds"] == 1


# What nobody may see

PRIVATE = "nobody-may-read-this"


@dataclass(frozen=True, slots=True)
class Secretive(ServerSource):
    """A source of rolls that knows something."""

    seed: str = PRIVATE


def planted(line: str) -> str:
    """A line of a log with a secret in every id."""
    event = json.loads(line)
    return json.dumps({**event, "id": PRIVATE} if "id" in event else event, separators=(",", ":"))


def test_a_secret_of_the_table_is_nowhere_outside(here: Local) -> None:
    with here.visitor() as web:
        lena, marko = two_at_a_table(web)
        for player, kind in ((marko, "leave"), (marko, "return"), (lena, "end"), (lena, "go-on")):
            assert player.command(kind, id=kind).status_code == 200
        host = here.app.state.services.host
        cached = host._cache[lena.table]

        async def plant() -> int:
            lines = await host._store.load(lena.table)
            for number, line in enumerate(lines, 1):
                await host._store.replace(lena.table, number, planted(line))
            cached.replace(replayed(map(decode, await host._store.load(lena.table))))
            setup = replace(cached.table.setup, source=Secretive())
            cached.table = cached.table._replace(setup=setup)
            return len([line for line in await host._store.load(lena.table) if PRIVATE in line])

        assert asyncio.run_coroutine_threadsafe(plant(), here.loop).result(5) >= 6
        lena.play("roll")
        seen = [lena.command("end").text, marko.command("dance").text, lena.play("roll").text]
        last = lena.state()["version"]
        seen += [web.get(f"{lena.path}{path}", headers=lena.auth).text for path in ("", "/record")]
        told = events_until(web, lena.table, last)
        assert [message.data["kind"] for message in told][:4] == ["created", "sat", "sat", "begun"]
        seen += map(str, told)
        for language in languages():
            for path in ("", "/replay", "/record"):
                with seated(here, lena) as browser:
                    header = {"accept-language": language}
                    seen.append(browser.get(f"/t/{lena.table}{path}", headers=header).text)
        path = f"/t/{lena.table}/stream"
        with seated(here, lena) as browser, browser.stream("GET", path) as page:
            coming = messages(page)
            seen += [str(next(coming)) for _ in range(2)]
    assert all(seen)
    assert not [text for text in seen if PRIVATE in text]
