"""Attacks that are more than odd input, each with what the server does about it.

Those that need thousands of connections, or minutes, are in `python -m tools.hostile`. Size, rate,
slow bodies, forged tokens and names of strangers are in tests/web.
"""

import contextlib
import encodings
import socket
import string
import time
from collections.abc import Iterator

import httpx
import pytest
from tests.web.conftest import Serve
from tests.web.hostile.support import asked, connected, port_of, sent, wait_until
from tests.web.support import (
    FORM,
    Local,
    Player,
    created,
    joined,
    play_to_the_end,
    two_at_a_table,
)

from charidice.web.edge.seat_tokens import cookie_of


def seat_of(player: Player) -> dict[str, str]:
    """The header with which a browser shows its seat."""
    return {"cookie": f"{cookie_of(player.table)}={player.token}"}


def holds_no_seat(web: httpx.Client, player: Player) -> bool:
    """Whether a token is refused wherever it can be shown, and shows nothing of the seat."""
    page = web.get(f"/t/{player.table}", headers=seat_of(player))
    assert page.status_code == 200
    answers = [
        player.command("play", action="roll", position=0),
        player.command("leave"),
        web.post(f"/t/{player.table}/do", data={"do": "leave"}, headers=seat_of(player)),
        web.get(f"/t/{player.table}/back/{player.token}"),
        web.post(f"/t/{player.table}/back/{player.token}"),
    ]
    return player.token not in page.text and all(a.status_code == 403 for a in answers)


def test_the_cookie_of_a_seat_that_was_left_does_not_open_it_for_the_next(
    web: httpx.Client,
) -> None:
    """Marko gets up before the game, Florian takes the chair: the old cookie is not his."""
    lena = created(web)
    marko = joined(lena)
    assert marko.command("leave").status_code == 200
    florian = joined(lena, "Florian")
    assert florian.token != marko.token
    before = lena.state()
    assert [seat["name"] for seat in before["seats"]] == ["Lena", "Florian"]
    assert holds_no_seat(web, marko)
    assert lena.state() == before


def test_the_cookie_of_somebody_who_was_removed_is_worth_nothing(web: httpx.Client) -> None:
    lena = created(web)
    marko = joined(lena)
    assert lena.command("remove", seat=1).status_code == 200
    assert holds_no_seat(web, marko)
    again = joined(lena)
    assert again.token != marko.token
    assert holds_no_seat(web, marko)


def test_the_cookie_of_somebody_who_was_forgotten_is_worth_nothing(web: httpx.Client) -> None:
    lena, marko = two_at_a_table(web)
    assert web.post("/forget", headers=seat_of(marko)).status_code == 200
    assert holds_no_seat(web, marko)
    before = lena.state()
    assert web.post("/forget", headers=seat_of(marko)).status_code == 200
    assert lena.state() == before


def test_an_old_command_that_is_sent_again_does_nothing_more(web: httpx.Client) -> None:
    """With its id it was done already; without one it was made for another position."""
    lena, marko = two_at_a_table(web)
    position = lena.state()["position"]
    wish = {"action": "roll", "position": position}
    assert lena.command("play", **wish, id="one").status_code == 200
    assert marko.play("pass").status_code == 200
    assert lena.play("score 0").status_code == 200
    before = lena.state()
    assert lena.command("play", **wish, id="one").status_code == 200
    for again in (wish, {**wish, "id": "two"}):
        answer = lena.command("play", **again)
        assert (answer.status_code, answer.json()["code"]) == (409, "table/stale-position")
    assert lena.state() == before


def test_a_seat_is_not_won_with_the_token_of_another_server(
    web: httpx.Client, serve: Serve
) -> None:
    """Each server signs with a key of its own."""
    lena, _marko = two_at_a_table(web)
    with serve().visitor() as other:
        stranger = created(other)
    thief = Player(web, lena.table, stranger.token)
    assert thief.command("leave").json()["code"] == "web/wrong-token"


FOREIGN = [
    {"sec-fetch-site": "cross-site", "origin": "https://evil.example"},
    {"sec-fetch-site": "same-site"},
    {"origin": "https://evil.example"},
    {"origin": "null"},
]


@pytest.mark.parametrize("foreign", FOREIGN, ids=str)
def test_no_post_of_another_site_does_anything_with_the_cookies_of_the_victim(
    web: httpx.Client, foreign: dict[str, str]
) -> None:
    lena, marko = two_at_a_table(web)
    before = lena.state()
    headers = {**foreign, **seat_of(lena), **FORM}
    at = f"/t/{lena.table}"
    for path, form in (
        (f"{at}/do", "do=leave"),
        (f"{at}/do", f"do=roll&position={before['position']}"),
        (f"{at}/do", "do=remove&seat=1"),
        (f"{at}/do", "do=rematch"),
        (f"{at}/back/{marko.token}", ""),
        ("/invite", "name=Lena"),
        ("/one-device", "player=Lena&player=Marko"),
        ("/forget", ""),
    ):
        answer = web.post(path, content=form, headers=headers)
        assert answer.status_code == 403, path
        assert "another site" in answer.text
        assert "set-cookie" not in answer.headers
    for path in ("commands", "seats", "rematch"):
        headers = {**foreign, **seat_of(lena), **lena.auth}
        answer = web.post(f"{lena.path}/{path}", json={"kind": "leave"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "web/cross-site")
    assert lena.state() == before


def test_a_link_on_another_site_changes_nothing(web: httpx.Client) -> None:
    """Links may lead here from anywhere, so no page does anything when it is only opened."""
    lena, marko = two_at_a_table(web)
    before = lena.state()
    headers = {**seat_of(lena), "sec-fetch-site": "cross-site"}
    at = f"/t/{lena.table}"
    for path in ("/", "/rules", "/about", at, f"{at}/replay", f"{at}/record"):
        assert web.get(path, headers=headers).status_code == 200
    answer = web.get(f"{at}/back/{marko.token}", headers=headers)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers  # it asks first
    for path in ("/play", "/forget", "/preferences", f"{at}/do?do=leave", f"{lena.path}/commands"):
        assert web.get(path, headers=headers).status_code == 405
    assert lena.state() == before


def neighbours(name: str) -> Iterator[str]:
    """Names that differ in one place, and other ways to write the same."""
    for place in range(len(name)):
        letter = string.ascii_letters[(string.ascii_letters.find(name[place]) + 1) % 52]
        yield name[:place] + letter + name[place + 1 :]
    swapped = name.swapcase()
    yield from (swapped, name[::-1], name[:15], name + "A", "A" * 16, name[:8] + "%25" + name[9:])
    yield from (f"{name}%20", f"%20{name}", f"{name}%00", f"{name}*", "%25", "_" * 16, f"{name}'--")


def test_a_name_that_is_nearly_that_of_a_table_opens_nothing(web: httpx.Client) -> None:
    lena, _marko = two_at_a_table(web)
    before = lena.state()
    web.headers.update(lena.auth)
    for guess in neighbours(lena.table):
        if guess == lena.table:
            continue
        for path in ("", "/stream", "/replay", "/record", f"/back/{lena.token}"):
            answer = web.get(f"/t/{guess}{path}")
            assert answer.status_code == 404, guess
            assert "Lena" not in answer.text
        assert web.post(f"/t/{guess}/do", data={"do": "leave"}).status_code == 404
        for path in ("", "/record", "/events"):
            assert web.get(f"/api/v1/tables/{guess}{path}").status_code in (404, 422)
        answer = web.post(f"/api/v1/tables/{guess}/commands", json={"kind": "leave"})
        assert answer.status_code in (404, 422)
    assert lena.state() == before


def test_all_wrong_links_are_answered_alike(web: httpx.Client) -> None:
    """No answer tells a guesser that a guess was near."""
    lena, _marko = two_at_a_table(web)
    near, far = lena.table[:-1] + ("A" if lena.table[-1] != "A" else "B"), "0" * 16
    for path in ("/t/{}", "/t/{}/replay", "/t/{}/stream", "/api/v1/tables/{}"):
        texts = {web.get(path.format(guess)).text.replace(guess, "?") for guess in (near, far)}
        assert len(texts) == 1


def test_others_are_served_while_some_do_not_finish_their_headers(
    here: Local, web: httpx.Client
) -> None:
    with contextlib.ExitStack() as slow:
        for number in range(60):
            connection = slow.enter_context(connected(here))
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "[: number + 1])
        began = time.monotonic()
        two_at_a_table(web)
        assert time.monotonic() - began < 5


@pytest.mark.parametrize("kind", ["events", "stream"])
def test_streams_that_nobody_reads_hold_up_no_game(
    here: Local, web: httpx.Client, kind: str
) -> None:
    lena, marko = two_at_a_table(web)
    path = f"{lena.path}/events" if kind == "events" else f"/t/{lena.table}/stream"
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: de\r\n\r\n".encode()
    cached = here.app.state.services.host._cache[lena.table]
    with contextlib.ExitStack() as deaf:
        for _ in range(20):
            connection = deaf.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            connection.connect(("127.0.0.1", port_of(here)))
            connection.sendall(head)
        wait_until(lambda: len(cached.watchers) == 20)
        assert play_to_the_end([lena, marko])["status"] == "finished"
    wait_until(lambda: not cached.watchers)


def test_whoever_sends_many_requests_at_once_and_reads_no_answer_holds_up_nobody(
    here: Local, web: httpx.Client
) -> None:
    one = b"GET /rules HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with contextlib.ExitStack() as deaf:
        for _ in range(10):
            deaf.enter_context(connected(here)).sendall(one * 500)
        began = time.monotonic()
        assert web.get("/about").status_code == 200
        assert time.monotonic() - began < 5


NEXT = b"GET /t/smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: 4\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nContent-Length: 4",
        b"Content-Length: 4\r\nContent-Length: 50",
        b"Transfer-Encoding: xchunked",
        b"Transfer-Encoding: chunked, identity",
        b"Content-Length : 4",
    ],
)
def test_a_body_with_two_ends_is_no_way_to_hide_a_request(here: Local, lengths: bytes) -> None:
    """Two readers could see two different requests in it, so it is none."""
    head = b"POST /preferences HTTP/1.1\r\nHost: 127.0.0.1\r\n" + lengths + b"\r\n\r\n"
    answer = sent(here, head + b"0\r\n\r\n" + NEXT, 0.1)
    assert answer.status == 400
    assert answer.body.count(b"HTTP/1.1 ") == 0


def test_a_body_that_unpacks_to_much_more_is_not_unpacked(here: Local) -> None:
    """There is no packing for requests: what is sent is what is read."""
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    answer = asked(here, "POST", "/api/v1/tables", headers, b"\x1f\x8b\x08" + b"\x00" * 1000)
    assert answer.status in (400, 415, 422)


@pytest.mark.parametrize("path", ["/play", "/preferences"])
def test_a_form_that_breaks_off_while_it_is_read_is_no_error_of_ours(
    here: Local, web: httpx.Client, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {FORM['content-type']}\r\n"
    with connected(here) as connection:
        connection.sendall(f"{head}Content-Length: 500\r\n\r\nname=".encode())
        time.sleep(0.1)  # the server waits for the rest
    assert web.get("/about").status_code == 200
    time.sleep(0.1)
    errors = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
    caplog.clear()
    assert not errors


def test_the_names_of_alphabets_do_not_pile_up(web: httpx.Client) -> None:
    """Python keeps the name of every codec that it has looked for in vain, however long it is."""
    kept: dict[str, object] = vars(encodings)["_cache"]
    before = len(kept)
    body = b'--x\r\nContent-Disposition: form-data; name="back"\r\n\r\n/\r\n--x--\r\n'
    for number in range(50):
        kind = f"multipart/form-data; boundary=x; charset=nobody-knows-{number}"
        answer = web.post("/preferences", content=body, headers={"content-type": kind})
        assert answer.status_code in (303, 415, 422)
    assert len(kept) - before < 10


def test_an_address_that_asks_too_much_costs_others_nothing(serve: Serve) -> None:
    """The rate of one address is no rate of the server: another one still plays."""
    there = serve(rate=5.0, trusted="127.0.0.1")
    with there.visitor(**{"x-forwarded-for": "10.0.0.1"}) as loud:
        statuses = [loud.get("/about").status_code for _ in range(60)]
        assert statuses.count(429) >= 30
        with there.visitor(**{"x-forwarded-for": "10.0.0.2"}) as quiet:
            assert quiet.get("/about").status_code == 200


def test_a_name_of_combining_marks_is_refused_before_it_is_normalised(web: httpx.Client) -> None:
    """To normalise 64 KB of them takes seconds."""
    marks = "e" + "\u0301\u0327" * 600
    assert web.post("/play", data={"name": marks}).status_code == 422
    assert web.post("/one-device", data={"player": [marks[:490], "Marko"]}).status_code == 422
    assert web.post("/api/v1/tables", json={"name": marks[:1000]}).status_code in (413, 422)


def test_forgetting_somebody_twice_reads_nothing(
    here: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    with here.visitor() as web:
        _lena, marko = two_at_a_table(web)
        assert marko.command("forget").status_code == 200
        host = here.app.state.services.host

        async def read(*_args: object) -> None:
            raise AssertionError

        monkeypatch.setattr(host._journal, "erase", read)
        assert marko.command("forget").status_code == 200
