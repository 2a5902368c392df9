"""The same command twice, or many at once: each acts once."""

from concurrent.futures import ThreadPoolExecutor

import httpx
from tests.web.api.support import choosing, problem
from tests.web.support import (
    two_at_a_table,
)


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
