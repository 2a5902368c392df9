"""A refusal costs little, and says why in the language of whoever is refused."""

import pytest
from tests.web.conftest import Serve
from tests.web.support import Local

from charidice.web.edge.limits import MOST_REFUSALS_PER_SECOND
from charidice.web.edge.turns import REFUSAL, Turns

SMALL = 1_000


@pytest.mark.parametrize(
    ("status", "path", "headers"),
    [
        (421, "/", {"host": "stranger.example"}),
        (431, "/", {"cookie": "a=" + "x" * 9_000}),
        (414, "/" + "x" * 3_000, {}),
        (431, "/", {"content-type": "x" * 300}),
    ],
)
def test_a_refusal_is_small_and_reads_no_cookies(
    here: Local, monkeypatch: pytest.MonkeyPatch, status: int, path: str, headers: dict[str, str]
) -> None:
    def read(*_args: object) -> dict[str, str]:
        raise AssertionError

    monkeypatch.setattr("charidice.web.edge.cookies.parsed", read)
    monkeypatch.setattr("charidice.web.templating.ENVIRONMENT.get_template", read)
    german = {"accept-language": "de", **headers}
    with here.visitor() as web:
        answer = web.get(path, headers=german)
        assert answer.status_code == status
        assert len(answer.content) < SMALL
        assert '<html lang="de" ' in answer.text
        assert "content-security-policy" in answer.headers
        answer = web.get(f"/api{path}", headers=german)
        assert answer.status_code == status
        assert answer.json().keys() == {"code", "message", "details"}
        script = web.get(path, headers={**headers, "x-charidice": "1"})
        assert script.json()["code"].startswith("web/")


def test_in_a_flood_of_refusals_connections_are_closed(serve: Serve) -> None:
    with serve(rate=1.0).visitor() as web:
        answers = [web.get("/about") for _ in range(MOST_REFUSALS_PER_SECOND + 25)]
        refused = [a.headers.get("connection") for a in answers if a.status_code == 429]
        assert refused[0] is None
        assert "close" in refused


def test_a_name_that_nobody_knows_cannot_be_written_into_the_page(here: Local) -> None:
    with here.visitor() as web:
        answer = web.get("/", headers={"host": "x<script>.example"})
        assert answer.status_code == 421
        assert "<script>" not in answer.text


def test_refusals_take_turns(here: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    turn = Turns.turn

    async def noted(self: Turns, weight: int, address: str = "") -> None:
        taken.append(weight)
        await turn(self, weight, address)

    monkeypatch.setattr(Turns, "turn", noted)
    with here.visitor() as web:
        assert web.get("/", headers={"host": "elsewhere.example"}).status_code == 421
    assert taken == [REFUSAL]
