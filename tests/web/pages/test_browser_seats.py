"""The seats that a browser holds."""

import pytest
from tests.web.support import (
    Local,
    Visitor,
)


def test_only_so_many_seats_are_kept_in_a_browser(visitor: Visitor) -> None:
    for number in range(65):
        visitor.start("/invite", name=f"Lena {number}")
    seats = [name for name in visitor.web.cookies if name.startswith("charidice_seat_")]
    assert len(seats) <= 60
    assert f"charidice_seat_{visitor.table.removeprefix('/t/')}" in seats


def test_seats_that_nobody_signed_are_not_looked_up(
    here: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each would be a look into the database, and a hundred fit into the cookies of a request."""
    host, asked = here.app.state.services.host, list[str]()
    load = host._store.load

    async def counted(table: str, *args: object) -> list[str]:
        asked.append(table)
        lines: list[str] = await load(table, *args)
        return lines

    monkeypatch.setattr(host._store, "load", counted)
    forged = "; ".join(f"charidice_seat_{n:016}=1.{'x' * 24}" for n in range(100))
    with here.visitor(cookie=forged) as web:
        assert web.get("/").status_code == 200
        answer = web.post("/invite", data={"name": "Lena"})
        assert "Max-Age=0" not in answer.headers["set-cookie"]  # perhaps another server's
    assert asked == []
