"""A seat is a signed token, which nobody can forge and only its browser has."""

import re
import secrets
from collections.abc import Iterator

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

from charidice.web.edge.seat_tokens import Signer


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
