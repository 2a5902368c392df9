"""A server is alive, and says whether it is ready."""

import logging

import pytest
from tests.web.conftest import Serve
from tests.web.support import CALM, Local, two_at_a_table

from charidice.storage import StorageError


def test_a_server_is_alive_and_ready(here: Local) -> None:
    with here.visitor() as web:
        assert web.get("/healthz").json() == {"status": "ok"}
        assert web.get("/readyz").json() == {"status": "ready"}


def test_a_server_without_its_database_is_alive_but_not_ready(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = serve()

    async def gone() -> None:
        raise StorageError("storage/unavailable")

    monkeypatch.setattr(there.app.state.services.host, "check", gone)
    with there.visitor() as web:
        assert web.get("/healthz").status_code == 200
        answer = web.get("/readyz")
        assert (answer.status_code, answer.json()["reason"]) == (503, "database")


def test_a_database_that_does_not_answer_is_said_kindly(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = serve()
    with there.visitor() as web:
        lena, _marko = two_at_a_table(web)

        async def gone(*_entries: object) -> None:
            raise StorageError("storage/unavailable")

        monkeypatch.setattr(there.app.state.services.host._store, "append", gone)
        answer = lena.play("roll", position=lena.state()["position"])
        assert (answer.status_code, answer.json()["code"]) == (503, "storage/unavailable")
        assert answer.headers["retry-after"] == "1"
        monkeypatch.undo()
        assert lena.play("roll", position=lena.state()["position"]).status_code == 200


def test_a_full_disk_is_answered_and_everything_goes_on_when_there_is_room(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    """Moves, new tables and pages."""
    there = serve()
    writer = there.app.state.services.host._store._writer._connection.driver_connection
    with there.visitor() as web:
        lena, _marko = two_at_a_table(web)
        used = writer.execute("PRAGMA page_count").fetchone()[0]
        writer.execute(f"PRAGMA max_page_count = {used}")
        codes, tables = set(), []
        for _ in range(60):
            wish = {"name": "Lena", "settings": CALM}
            answer = web.post("/api/v1/tables", json=wish)
            if answer.status_code == 201:
                tables.append(answer.json()["table"])  # there was room for this one
            else:
                codes.add((answer.status_code, answer.json()["code"]))
        assert codes == {(503, "storage/full")}
        assert web.get("/healthz").status_code == 200
        answer = web.get("/readyz")
        assert (answer.status_code, answer.json()["reason"]) == (503, "disk")
        pages = [web.post("/invite", data={"name": "Lena"}) for _ in range(20)]
        assert {page.status_code for page in pages} == {503}
        assert "no room" in pages[0].text
        assert lena.state()["status"] == "playing"  # looking needs no room
        writer.execute("PRAGMA max_page_count = 1073741823")
        assert web.get("/readyz").status_code == 200
        assert lena.play("roll", position=lena.state()["position"]).status_code == 200
        for name in tables:
            assert web.get(f"/api/v1/tables/{name}").status_code == 200
    lines = [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING]
    assert len(lines) == 2, lines
    assert not any(line.exc_info for line in caplog.records)
