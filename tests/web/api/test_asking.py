"""The receiver may ask until the active player goes on, which is held for a moment."""

import time
from dataclasses import replace

import httpx
from tests.web.api.support import asked, problem
from tests.web.support import (
    CALM,
    NO_CERTIFICATES,
    SECONDS,
    Player,
    events_until,
    messages,
    two_at_a_table,
)


def two_with_a_hold(web: httpx.Client) -> tuple[Player, Player]:
    """Lena on seat 0 and Marko on seat 1; choices are held for 20 seconds."""
    lena, marko = two_at_a_table(web)
    answer = lena.command("settings", settings={**CALM, "ask_seconds": 20})
    assert answer.status_code == 200
    return lena, marko


def wait_for_hold(player: Player) -> None:
    """Until all workers know that the receiver is there.

    Every connection may be to another one; the player's own is to the one that hears what follows.
    """
    until, seen = time.monotonic() + SECONDS, 0
    while seen < 12:
        with httpx.Client(base_url=player.web.base_url, verify=NO_CERTIFICATES) as anew:
            states = [replace(player, web=anew).state(), player.state()]
        seen = 0 if None in [state["hold_until"] for state in states] else seen + 1
        assert time.monotonic() < until, "nothing is held"


def test_the_state_says_who_is_to_act_and_who_may_ask(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)

    def told() -> list[int | None]:
        return [lena.state()[each] for each in ("to_act", "may_ask", "hold_until")]

    assert told() == [0, None, None]
    asked(lena, marko)
    assert told() == [0, 1, None]
    marko.play("ask")
    assert told() == [0, None, None]


def test_who_goes_on_says_in_one_event_that_nobody_asked(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    position = asked(lena, marko)
    assert lena.play("keep 0 1", position=position).status_code == 200
    rolled, gone_on = (m.data for m in events_until(web, lena.table, position + 1, position - 1))
    assert (rolled["to_act"], rolled["may_ask"]) == (0, 1)
    assert gone_on["actions"][:2] == ["pass implied", "keep 0 1"]
    assert gone_on["actions"][2].startswith("rolled ")
    assert (gone_on["seat"], gone_on["by"]) == (0, "player")


def test_a_choice_is_held_for_a_receiver_with_a_stream_and_says_for_how_long(
    web: httpx.Client,
) -> None:
    lena, marko = two_with_a_hold(web)
    with web.stream("GET", f"{marko.path}/events", headers=marko.auth) as response:
        coming = messages(response)
        next(coming)  # it is open
        position = asked(lena, marko)
        wait_for_hold(lena)
        answer = lena.play("score 0", position=position, id="early")
        assert problem(answer) == (409, "table/held")
        assert 0 < answer.json()["details"]["seconds"] <= 20
        assert marko.play("pass", position=position).status_code == 200
        assert lena.state()["hold_until"] is None
        assert lena.play("score 0", position=position, id="early").status_code == 200


def test_nothing_is_held_for_a_receiver_without_a_stream(web: httpx.Client) -> None:
    lena, marko = two_with_a_hold(web)
    position = asked(lena, marko)
    assert lena.state()["hold_until"] is None
    assert lena.play("score 0", position=position).status_code == 200
