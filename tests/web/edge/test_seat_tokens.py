"""A seat is a signed token, which nobody can forge and only its browser has."""

import re
import secrets
from collections.abc import Iterator

import pytest
from starlette.requests import Request
from tests.web.conftest import Serve
from tests.web.support import (
    Local,
    Player,
    Visitor,
    created,
    events_until,
    messages,
    two_at_a_table,
)

from charidice.web.edge.seat_tokens import Signer, bearer, cookie_of, tables_of


def forgeries(lena: Player, marko: Player, elsewhere: Player) -> Iterator[str]:
    number, signature = lena.token.split(".")
    yield from ("", "x", ".", "1.", f".{signature}", signature, lena.token[:-1], lena.token + "A")
    yield from (f"2.{signature}", f"01.{signature}", f"+1.{signature}", f"１.{signature}")
    yield from (
        f"1.{signature[::-1]}",
        f"1.{'A' * 24}",
        f"{number} .{signature}",
        f"-1.{signature}",
    )
    yield f"1.{marko.token.split('.')[1]}"
    yield elsewhere.token
    yield Signer(secrets.token_bytes(32)).token(lena.table, 1)
    yield Signer(b"").token(lena.table, 1)
    yield f"{'9' * 200}.{signature}"


def test_forged_tokens_open_nothing(here: Local) -> None:
    with here.visitor() as web, here.visitor() as thief:
        lena, marko = two_at_a_table(web)
        elsewhere = created(web)
        before = lena.state()
        for token in forgeries(lena, marko, elsewhere):
            if token in (lena.token, marko.token):
                continue
            header = [(b"authorization", b"Bearer " + token.encode() + b"!"[: not token])]
            wish = {"kind": "leave"}
            answer = thief.post(f"{lena.path}/commands", json=wish, headers=header)
            assert (answer.status_code, answer.json()["code"]) == (401, "web/wrong-token"), token
            cookie = [(b"cookie", f"charidice_seat_{lena.table}={token}".encode())]
            answer = thief.post(f"/t/{lena.table}/do", data={"do": "leave"}, headers=cookie)
            assert answer.status_code == 403, token
            if token and "/" not in token and len(token) < 100:
                assert thief.get(f"/t/{lena.table}/back/{token}").status_code in (403, 404)
                assert thief.post(f"/t/{lena.table}/back/{token}").status_code in (403, 404)
        assert lena.state() == before


def test_a_token_of_one_table_is_worth_nothing_at_another(here: Local) -> None:
    with here.visitor() as web:
        lena, other = created(web), created(web)
        assert lena.token != other.token
        thief = Player(web, other.table, lena.token)
        assert thief.command("leave").status_code == 401
        for path in ("commands", "rematch"):
            answer = web.post(f"{other.path}/{path}", json={"kind": "leave"}, headers=lena.auth)
            assert answer.status_code == 401


def test_whoever_was_removed_holds_no_seat_any_more(here: Local) -> None:
    with here.visitor() as web:
        lena, marko = two_at_a_table(web)
        lena.command("remove", seat=1)
        assert marko.command("return").json()["code"] == "table/no-seat"
        assert web.get(f"/t/{lena.table}/back/{marko.token}").status_code == 403


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(visitor: Visitor) -> None:
    answers = [
        visitor.web.post("/play", data={"name": "Lena", "level": "casual"}),
        visitor.web.post("/preferences", data={"language": "de", "theme": "dark"}),
    ]
    cookies = [c for answer in answers for c in answer.headers.get_list("set-cookie")]
    assert len(cookies) == 4
    for cookie in cookies:
        parts = cookie.split("; ")
        assert {"HttpOnly", "SameSite=lax", "Path=/"} <= {*parts}
        assert "Secure" not in parts
        assert not [part for part in parts if part.lower().startswith("domain")]


def test_behind_https_cookies_are_secure_and_browsers_stay_there(serve: Serve) -> None:
    there = serve(public_url="https://dice.example.org")
    with there.visitor(host="dice.example.org") as web:
        answer = web.post("/play", data={"name": "Lena", "level": "casual"})
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        for cookie in answer.headers.get_list("set-cookie"):
            assert "Secure" in cookie.split("; ")
        token = re.search(r"charidice_seat_[^;]+", answer.headers["set-cookie"])
        assert token
        page = web.get(answer.headers["location"], headers={"cookie": token[0]}).text
        assert "https://dice.example.org/t/" in page
        assert "http://" not in page


def test_the_token_of_a_seat_is_shown_to_nobody_else(here: Local) -> None:
    with here.visitor() as web, here.visitor() as marko_web, here.visitor() as stranger:
        lena, marko = two_at_a_table(web)
        marko_web.cookies.set(f"charidice_seat_{lena.table}", marko.token)
        lena.play("roll")
        last = lena.state()["version"]
        secret = lena.token.split(".")[1]
        seen = []
        for who in (marko_web, stranger):
            seen += [who.get(f"/t/{lena.table}{path}").text for path in ("", "/replay", "/record")]
            seen += [who.get(lena.path).text, who.get(f"{lena.path}/record").text]
            seen.append(str(events_until(who, lena.table, last)))
            with who.stream("GET", f"/t/{lena.table}/stream") as response:
                coming = messages(response)
                seen += [str(next(coming).data) for _ in range(2)]
            seen.append(who.get("/").text)
        assert not [text for text in seen if secret in text]
        assert any(marko.token in text for text in seen)  # one's own link is there
        assert secret not in web.get(lena.path, headers=lena.auth).text


# Tokens themselves

TABLE = "abcdefghijklmnop"


def test_a_token_says_who_holds_a_seat() -> None:
    signer = Signer(b"k" * 32)
    for holder in (1, 2, 999_999):
        assert signer.holder(TABLE, signer.token(TABLE, holder)) == holder


def test_a_token_is_good_at_its_table_and_its_server_only() -> None:
    token = Signer(b"k" * 32).token(TABLE, 1)
    assert Signer(b"k" * 32).holder(TABLE, token) == 1  # every worker has the key
    assert Signer(b"k" * 32).holder(TABLE[::-1], token) is None
    assert Signer(b"l" * 32).holder(TABLE, token) is None


@pytest.mark.parametrize("before", ["0", "00", "+", " ", "\u0661"])
def test_a_number_is_written_in_one_way(before: str) -> None:
    signer = Signer(b"k" * 32)
    assert signer.holder(TABLE, before + signer.token(TABLE, 1)) is None


@pytest.mark.parametrize("token", [None, "", "1", "1.", ".", "1." + "A" * 24, "1." + "A" * 23])
def test_what_nobody_signed_is_nobody(token: str | None) -> None:
    assert Signer(b"k" * 32).holder(TABLE, token) is None


def test_a_wish_that_comes_again_leads_to_the_same_table() -> None:
    signer = Signer(b"k" * 32)
    name = signer.table_name("secret")
    assert signer.table_name("secret") == name
    assert len({name, signer.table_name("other"), Signer(b"l" * 32).table_name("secret")}) == 3
    assert tables_of({cookie_of(name): "x"}) == [name]  # it is a name like all others


def test_the_seats_of_a_browser_are_read_from_its_cookies() -> None:
    cookies = {cookie_of(TABLE): "1.x", "charidice_name": "Lena", "charidice_seat_short": "1.x"}
    assert tables_of(cookies) == [TABLE]


@pytest.mark.parametrize(
    ("header", "token"),
    [(b"Bearer 1.x", "1.x"), (b"bearer  1.x ", "1.x"), (b"Basic 1.x", None), (b"Bearer ", None)],
)
def test_a_program_shows_its_token_in_a_header(header: bytes, token: str | None) -> None:
    assert bearer(Request({"type": "http", "headers": [(b"authorization", header)]})) == token
    assert bearer(Request({"type": "http", "headers": []})) is None
