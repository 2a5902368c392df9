"""Every request gets an id, and its line has no secrets and no names."""

import json
import logging
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Scope
from tests.web.conftest import Serve
from tests.web.support import Local, client, serving, two_at_a_table

from charidice.web.ops.logs import REQUESTS, request_id
from charidice.web.ops.metrics import Metrics
from charidice.web.ops.request_log import RequestLog


def test_every_answer_has_an_id_of_its_own(here: Local) -> None:
    with here.visitor() as web:
        ids = [web.get("/healthz").headers["x-request-id"] for _ in range(3)]
        assert len(set(ids)) == 3
        assert web.get("/healthz", headers={"x-request-id": "mine"}).headers["x-request-id"] != (
            "mine"
        )
        assert web.get("/no-such-page").headers["x-request-id"]


def test_an_id_that_a_proxy_gave_is_kept_if_it_is_one(serve: Serve) -> None:
    with serve(trusted="127.0.0.1", behind_proxy=True).visitor() as web:
        given = {"x-request-id": "abc-123"}
        assert web.get("/healthz", headers=given).headers["x-request-id"] == "abc-123"
        for bad in ("a b", "x" * 65, 'a"b'):
            assert web.get("/healthz", headers={"x-request-id": bad}).headers["x-request-id"] != bad


def test_a_log_of_requests_has_no_secrets_and_no_names(tmp_path: Path) -> None:
    """A real server logs all it can; nothing of it leads to a table or to a person."""
    with (
        serving(tmp_path, "--log-level", "debug", "--log-format", "json") as server,
        client(server.url) as web,
    ):
        lena, marko = two_at_a_table(web)
        lena.play("roll", position=lena.state()["position"])
        web.get(f"/t/{lena.table}/back/{lena.token}")
        web.get(f"/t/{lena.table}?name=Lena")
        web.get("/static/css/base.css")
        web.get("/Lena/Marko")
        server.end()
        text = server.output
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    requests = [line for line in lines if line["message"] == "answered"]
    assert {"time", "level", "worker", "request", "method", "route", "status", "ms"} <= set(
        requests[0]
    )
    assert "/api/v1/tables/*/commands" in {line["route"] for line in requests}
    assert "/t/*/back/*" in {line["route"] for line in requests}
    assert len({line["request"] for line in requests}) == len(requests)
    for secret in ("Lena", "Marko", lena.table, lena.token, marko.token):
        assert secret not in text


# The middleware itself


async def answered(path: str, *, trusts_ids: bool = False, id_: bytes = b"") -> list[Message]:
    """What is sent for a request to this path, which may come with an id."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        raise AssertionError

    log = RequestLog(PlainTextResponse("good"), Metrics(1), trusts_ids=trusts_ids)
    scope: Scope = {"type": "http", "method": "GET", "path": path, "headers": []}
    if id_:
        scope["headers"] = [(b"x-request-id", id_)]
    await log(scope, receive, send)
    return sent


async def test_the_id_of_a_request_is_on_its_answer_and_on_its_lines() -> None:
    start, _body = await answered("/about")
    assert dict(start["headers"])[b"x-request-id"].decode() == request_id.get()


@pytest.mark.parametrize("trusts_ids", [True, False])
async def test_an_id_is_taken_from_a_proxy_of_ours_alone(*, trusts_ids: bool) -> None:
    given = b"0123456789abcdef"
    start, _body = await answered("/about", trusts_ids=trusts_ids, id_=given)
    assert (dict(start["headers"])[b"x-request-id"] == given) is trusts_ids


async def test_a_line_says_what_was_asked_without_the_name_of_the_table(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, REQUESTS.name):
        await answered("/t/AbC_dEf-01234567")
    (line,) = [vars(record)["fields"] for record in caplog.records if record.name == REQUESTS.name]
    assert (line["method"], line["route"], line["status"]) == ("GET", "/t/*", 200)


async def test_what_is_no_request_is_handed_on_unseen() -> None:
    seen: list[str] = []

    async def application(scope: Scope, _receive: object, _send: object) -> None:
        seen.append(scope["type"])

    async def receive() -> Message:
        raise AssertionError

    async def send(_message: Message) -> None:
        raise AssertionError

    log = RequestLog(application, Metrics(1), trusts_ids=False)
    await log({"type": "lifespan"}, receive, send)
    assert seen == ["lifespan"]
