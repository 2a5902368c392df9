"""What the API refuses has a code and changes nothing."""

from collections.abc import Callable

import httpx
import pytest
from tests.web.api.support import asked, choosing, problem, stale
from tests.web.support import (
    CALM,
    Player,
    created,
    events_until,
    joined,
    play_to_the_end,
    step,
    two_at_a_table,
)

NO_TABLE = "AAAAAAAAAAAAAAAA"


Refusal = Callable[[Player, Player], httpx.Response]


def from_the_future(lena: Player, _marko: Player) -> httpx.Response:
    return lena.play("roll", position=999_999)


def illegal(action: str) -> Refusal:
    return lambda lena, marko: lena.play(action, position=choosing(lena, marko))


def asked_first(lena: Player, marko: Player) -> httpx.Response:
    position = asked(lena, marko)
    marko.play("ask", position=position)
    return lena.play("keep 0 1", position=position)


def too_late_to_ask(lena: Player, marko: Player) -> httpx.Response:
    position = asked(lena, marko)
    lena.play("keep 0 1", position=position)
    return marko.play("ask", position=position)


def without_rolls(lena: Player, marko: Player) -> httpx.Response:
    for _ in range(2):
        if lena.state()["game"]["phase"] == "rolling":
            choosing(lena, marko)
        lena.play("keep 0")
        if lena.state()["game"]["phase"] == "asking":
            marko.play("pass")
    return lena.play("keep 0")


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
    "others-ask": (
        lambda lena, marko: lena.play("ask", position=asked(lena, marko)),
        403,
        "table/not-your-turn",
    ),
    "others-choice": (
        lambda lena, marko: marko.play("score 0", position=asked(lena, marko)),
        403,
        "table/not-your-turn",
    ),
    "asked-first": (asked_first, 409, "table/asked-first"),
    "too-late-to-ask": (too_late_to_ask, 409, "table/too-late-to-ask"),
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
    "long": (lambda p: sit(p, "x" * 31), 422, "records/name"),
    "too-long": (lambda p: sit(p, "x" * 121), 422, "web/invalid"),
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
