"""What the tests of the API share."""

import re

import httpx
from tests.web.support import (
    Player,
)


def problem(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal, which has a sentence as well."""
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) == {"code", "message", "details"}
    assert re.fullmatch(r"\S.*[.!]", body["message"], re.DOTALL), body
    return answer.status_code, body["code"]


def asked(lena: Player, marko: Player) -> int:
    """After the first roll Marko may ask; returns the position."""
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
