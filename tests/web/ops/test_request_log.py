"""Every request gets an id, and its line has no secrets and no names."""

import json
from pathlib import Path

from tests.web.conftest import Serve
from tests.web.support import Local, client, serving, two_at_a_table


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
