"""Programs that play at a real server: everything can be done, and nothing is done twice."""

import asyncio
import builtins
import contextlib
import json
import sys
from collections.abc import Mapping
from typing import Any, get_args

import pytest
from tests.client.support import (
    CALM,
    Accidents,
    Naps,
    answered,
    client_of,
    lost_answer,
    play_to_the_end,
    two_at_a_table,
)
from tests.web.support import Local

from charidice.client import ApiError, Client, Retries, Seat, UnreachableError, client
from charidice.records import replay
from charidice.rules import Pass, Score
from charidice.tables import Settings
from charidice.tables.model.api_models import SeatToken, StateModel
from charidice.tables.model.commands import Leave, SentCommand

NO_TABLE = "AAAAAAAAAAAAAAAA"


def test_a_game_is_played_from_the_first_seat_to_the_rematch(here: Local) -> None:
    async def play() -> None:
        async with client_of(here) as client:
            lena, marko = await two_at_a_table(client)
            await lena.play("roll")
            await marko.play(Pass())
            await lena.play(Score([0]))
            await play_to_the_end([lena, marko])
            state = await client.onlooker(lena.table).state()
            assert state.closed
            assert state.result is not None
            assert replay(await marko.record()).over
            again, same = await asyncio.gather(lena.rematch(), marko.rematch())
            assert again.table == same.table != lena.table
            assert (again.sitting, same.sitting) == (1, 2)

    asyncio.run(play())


def test_a_table_is_opened_with_all_that_was_wished(here: Local) -> None:
    async def play() -> StateModel:
        async with client_of(here) as client:
            seat = await client.open_table(
                "Lena", bots=["casual"], settings=CALM, rounds=3, begin=True, first=0
            )
            return await seat.state()

    state = asyncio.run(play())
    assert state.status == "playing"
    assert [seat.bot for seat in state.seats] == [None, "casual"]
    assert (state.rounds, state.settings, state.to_act) == (3, CALM, 0)


def test_every_command_has_a_method(here: Local) -> None:
    async def play() -> list[Mapping[str, Any]]:
        way = Accidents()
        async with client_of(here, way) as client:
            lena = await client.open_table("Lena", settings=CALM)
            marko = await client.join(lena.table, "Marko")
            await lena.add_bot("casual")
            await lena.add_bot("greedy")
            await lena.remove(3, (await lena.state()).version)
            await lena.configure(Settings(ask_seconds=0, pace=0, hints=True))
            begun = await lena.begin(0)
            await marko.mute("game")
            rolled = await lena.play("roll", begun.position)
            await lena.take_hint(rolled.position)
            scored = await lena.play("score 0", rolled.position)
            await lena.take_back(scored.position)
            await marko.leave()
            await marko.come_back()
            await marko.wish_end()
            await marko.wish_no_end()
            await marko.forget()
            pad = await client.open_table("Lena", pad=True, others=["Marko"])
            await pad.ask_at_pad()
            for score in ([0, 1, 2, 3], [1, 2, 3, 4]):
                await pad.state()
                await pad.enter(0, "1P 2P 3P 4P 6P 6R", score)
            await pad.state()
            await pad.restore(0)
        return [json.loads(body) for body in way.posted]

    kinds = {
        each.__dataclass_fields__["kind"].default for each in get_args(get_args(SentCommand)[0])
    }
    assert {wish["kind"] for wish in asyncio.run(play()) if "kind" in wish} == kinds


def test_a_decision_is_for_the_position_that_was_given_out_last(here: Local) -> None:
    async def play() -> ApiError:
        async with client_of(here) as client:
            lena, marko = await two_at_a_table(client)
            before = await marko.state()
            await lena.play("roll")
            with pytest.raises(ApiError) as refused:
                await marko.play("pass")  # made for what was seen before the roll
            assert (await marko.state()).position > before.position
            await marko.play("pass")
            return refused.value

    refused = asyncio.run(play())
    assert (refused.status, refused.code) == (409, "table/stale-position")


def test_a_choice_that_is_held_is_sent_again_after_the_seconds_that_the_server_says(
    here: Local,
) -> None:
    async def play() -> tuple[list[float], list[bytes], list[str]]:
        naps, way = Naps(), Accidents()
        async with client_of(here, way, naps) as client:
            lena, _marko = await two_at_a_table(client)
            await lena.play("roll")
            count = len(way.posted)
            held = {"code": "table/held", "message": "A moment.", "details": {"seconds": 2.4}}
            way.prepare("POST", answered(409, held))
            await lena.play("score 0", (await lena.state()).position)
            record = await lena.record()
            return naps.seconds, way.posted[count:], [str(action) for action in record.actions]

    seconds, sent, actions = asyncio.run(play())
    assert seconds == [2.4]
    assert len(sent) == 2
    assert sent[0] == sent[1]  # with the same id
    assert actions[1:] == ["pass implied", "score 0"]


def test_who_may_ask_asks_beside_the_one_who_is_to_act(here: Local) -> None:
    async def play() -> StateModel:
        async with client_of(here) as client:
            lena, marko = await two_at_a_table(client)
            await lena.play("roll")
            state = await marko.state()
            assert (state.to_act, state.may_ask) == (0, 1)
            await marko.play("ask")
            with pytest.raises(ApiError) as refused:
                await lena.play("score 0", state.position)
            assert refused.value.code == "table/asked-first"
            return await lena.state()

    state = asyncio.run(play())
    assert state.game is not None
    assert state.game.asked


def test_a_command_whose_answer_is_lost_is_sent_again_and_done_once(here: Local) -> None:
    async def play() -> None:
        way = Accidents()
        async with client_of(here, way) as client:
            lena, _marko = await two_at_a_table(client)
            before = await lena.state()
            count = len(way.posted)
            way.prepare("POST", lost_answer(), answered(503), lost_answer())
            done = await lena.play("roll")
            assert done.version == (await lena.state()).version == before.version + 1
            tries = way.posted[count:]
            assert len(tries) == 4
            assert len(set(tries)) == 1

    asyncio.run(play())


def test_a_table_a_seat_and_a_rematch_whose_answer_is_lost_are_made_once(here: Local) -> None:
    async def play() -> None:
        way = Accidents()
        async with client_of(here, way) as client:
            way.prepare("POST", lost_answer())
            lena = await client.open_table("Lena", settings=CALM, rounds=1)
            way.prepare("POST", lost_answer())
            marko = await client.join(lena.table, "Marko")
            state = await lena.state()
            assert [seat.name for seat in state.seats] == ["Lena", "Marko"]
            first, second = (body for body in way.posted[:2])
            assert first == second
            await lena.begin(0)
            await play_to_the_end([lena, marko])
            way.prepare("POST", lost_answer())
            again = await lena.rematch()
            assert (await lena.state()).rematch == again.table

    asyncio.run(play())


def test_who_asks_too_often_waits_as_long_as_the_server_says(here: Local) -> None:
    async def play() -> list[float]:
        naps, way = Naps(), Accidents()
        async with client_of(here, way, naps) as client:
            way.prepare("POST", answered(429, **{"retry-after": "7"}))
            await client.open_table("Lena")
        return naps.seconds

    assert asyncio.run(play()) == [7.0]


def test_a_real_limit_says_how_long_to_wait(serve_slowly: Local) -> None:
    async def play() -> list[float]:
        naps = Naps()
        async with client_of(serve_slowly, naps=naps) as client:
            while not naps.seconds:
                with contextlib.suppress(ApiError):
                    await client.onlooker(NO_TABLE).state()
        return naps.seconds

    assert asyncio.run(play())[0] == 1.0


def test_a_refusal_is_told_with_its_code_and_is_not_sent_again(here: Local) -> None:
    async def play() -> ApiError:
        way = Accidents()
        async with client_of(here, way) as client:
            lena, _marko = await two_at_a_table(client)
            count = len(way.sent)
            with pytest.raises(ApiError) as refused:
                await lena.play("score 0", (await lena.state()).position)
            assert len(way.sent) == count + 2
            return refused.value

    refused = asyncio.run(play())
    assert refused.status == 422
    assert refused.code == "rules/dice-in-the-air"
    assert str(refused) == f"422 {refused.code}: {refused.message}"


def test_a_wrong_token_is_refused(here: Local) -> None:
    async def play(command: SentCommand) -> ApiError:
        async with client_of(here) as client:
            lena, _marko = await two_at_a_table(client)
            wrong = lena.given.model_copy(update={"token": lena.given.token[::-1]})
            with pytest.raises(ApiError) as refused:
                await client.seat(wrong).send(command)
            with pytest.raises(ApiError):
                await anext(client.seat(wrong).events())
            return refused.value

    assert asyncio.run(play(Leave())).status == 401


def test_a_seat_can_be_taken_again_by_its_token(here: Local) -> None:
    async def play() -> None:
        async with client_of(here) as client:
            lena, _marko = await two_at_a_table(client)
            kept = lena.given.model_dump_json()
        async with client_of(here) as client:
            await client.seat(SeatToken.model_validate_json(kept)).play("roll")

    asyncio.run(play())


def test_the_token_of_a_seat_is_not_shown_by_accident(here: Local) -> None:
    async def play() -> Seat:
        async with client_of(here) as client:
            return await client.open_table("Lena")

    seat = asyncio.run(play())
    assert seat.given.token not in repr(seat)


def test_a_server_that_never_answers_is_given_up() -> None:
    async def play() -> int:
        naps = Naps()
        async with Client("http://127.0.0.1:1", retries=Retries(tries=3, sleep=naps)) as client:
            with pytest.raises(UnreachableError):
                await client.open_table("Lena")
        return len(naps.seconds)

    assert asyncio.run(play()) == 2


def test_an_answer_that_is_not_ours_is_an_error_without_a_code(here: Local) -> None:
    async def play() -> ApiError:
        way = Accidents()
        async with client_of(here, way) as client:
            way.prepare("GET", answered(404, ["not", "ours"]))
            with pytest.raises(ApiError) as refused:
                await client.onlooker(NO_TABLE).state()
            return refused.value

    refused = asyncio.run(play())
    assert (refused.status, refused.code, refused.details) == (404, "", {})


def test_a_later_server_may_say_more(here: Local) -> None:
    async def play() -> StateModel:
        way = Accidents()
        async with client_of(here, way) as client:
            state = await (await client.open_table("Lena", settings=CALM)).state()
            told = json.loads(state.model_dump_json())
            told["seats"][0]["new"] = told["settings"]["new"] = told["new"] = 1
            way.prepare("GET", answered(200, told))
            assert await client.onlooker(state.table).state() == state
            return state

    asyncio.run(play())


def test_what_is_no_address_of_a_server_is_refused() -> None:
    with pytest.raises(ValueError, match="address"):
        Client("dice.example.org")


def test_without_httpx_somebody_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("charidice.client")]:
        monkeypatch.delitem(sys.modules, name)
    usual = builtins.__import__

    def without(name: str, *more: Any, **named: Any) -> Any:
        if name == "httpx":
            raise ImportError(name)
        return usual(name, *more, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=r"charidice\[client\]"):
        usual("charidice.client")


def test_the_certificates_of_the_system_are_read_only_for_https(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[object] = []
    monkeypatch.setattr(client, "Connections", lambda **how: read.append(how["verify"]))
    Client("http://127.0.0.1:1")
    Client("https://dice.example.org")
    assert read == [False, True]
