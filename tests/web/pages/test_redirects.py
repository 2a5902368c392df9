"""What visitors send leads nowhere else."""

import pytest
from tests.web.support import (
    Visitor,
)


@pytest.mark.parametrize(
    "back",
    [
        *("//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example"),
        *("javascript:alert(1)", "evil.example", "", "/\t/evil.example", "/\r\nSet-Cookie: x=1"),
        *("\n//evil.example", " //evil.example", "http:evil.example", "/\x00/evil.example"),
    ],
)
def test_preferences_lead_to_our_own_pages_only(visitor: Visitor, back: str) -> None:
    answer = visitor.web.post("/preferences", data={"back": back, "language": "de"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    assert "x" not in visitor.web.cookies


def test_preferences_lead_back_to_where_one_was(visitor: Visitor) -> None:
    for back in ("/", "/rules", "/t/AAAAAAAAAAAAAAAA/replay?step=3", "/t/%C3%A9"):
        answer = visitor.web.post("/preferences", data={"back": back})
        assert answer.headers["location"] == back


def test_no_header_can_be_made_of_a_path_or_a_cookie(visitor: Visitor) -> None:
    evil = "%0d%0aSet-Cookie:%20x=1"
    for path in (f"/t/{evil}", f"/t/{evil}/record", f"/{evil}", f"/t/{evil}/back/{evil}"):
        answer = visitor.web.get(path)
        assert answer.status_code in (403, 404)
        assert "set-cookie" not in answer.headers
    visitor.start("/one-device", player=['"; filename="evil.exe', "x\\y"])
    answer = visitor.web.get(f"{visitor.table}/record")
    table = visitor.table.removeprefix("/t/")
    expected = f'attachment; filename="charidice-{table[:8]}.json"'
    assert answer.headers["content-disposition"] == expected
    assert answer.headers["content-type"] == "application/json"
