"""No stranger can fill a disk with lines of log."""

import json
import logging
from typing import Any

import pytest

from charidice.web.ops import logs
from charidice.web.ops.logs import MOST_LINES_PER_MINUTE, REQUESTS, Throttle


def line(name: str, text: str, **fields: Any) -> logging.LogRecord:
    record = logging.LogRecord(name, logging.WARNING, "", 0, text, (), None)
    if fields:
        record.fields = fields
    return record


def test_only_so_many_lines_of_one_kind_are_written_in_a_minute() -> None:
    now = [0.0]
    throttle = Throttle(lambda: now[0])
    garbage = "Invalid HTTP request received."
    written = [throttle.filter(line("uvicorn.error", garbage)) for _ in range(1000)]
    assert written == [True] * MOST_LINES_PER_MINUTE + [False] * (1000 - MOST_LINES_PER_MINUTE)
    assert throttle.filter(line("charidice.web.edge.guard", "something else"))
    now[0] = 61.0
    later = line("uvicorn.error", garbage)
    assert throttle.filter(later)
    assert later.left_out == 1000 - MOST_LINES_PER_MINUTE  # type: ignore[attr-defined]
    assert not hasattr(line("uvicorn.error", garbage), "left_out")


def test_answers_are_all_written_and_refusals_only_so_often() -> None:
    throttle = Throttle(lambda: 0.0)
    good = [throttle.filter(line(REQUESTS.name, "answered", status=200)) for _ in range(100)]
    assert all(good)
    bad = [throttle.filter(line(REQUESTS.name, "answered", status=429)) for _ in range(100)]
    assert sum(bad) == MOST_LINES_PER_MINUTE
    assert throttle.filter(line(REQUESTS.name, "answered", status=404))


def test_kinds_of_lines_do_not_pile_up() -> None:
    throttle = Throttle(lambda: 0.0)
    for number in range(10_000):
        assert throttle.filter(line("charidice.x", f"number {number}"))
    assert len(throttle._kinds) <= 200


@pytest.mark.parametrize("name", ["asyncio", "python_multipart.multipart", "uvicorn.error"])
def test_what_libraries_say_is_one_kind_whatever_they_quote(name: str) -> None:
    throttle = Throttle(lambda: 0.0)
    written = [throttle.filter(line(name, f"Did not find {n}")) for n in range(100)]
    assert sum(written) == MOST_LINES_PER_MINUTE


def formatted(form: str, **fields: Any) -> str:
    record = logging.LogRecord("charidice", logging.ERROR, "x.py", 1, "%s failed", ("It",), None)
    for name, value in fields.items():
        setattr(record, name, value)
    return logs._Lines(2, as_json=form == "json").format(record)


def test_an_error_is_logged_with_its_place_but_not_its_text() -> None:
    with pytest.raises(ValueError, match="Lena") as caught:
        int("Lena's secret")
    for form in ("json", "text"):
        line = formatted(form, exc_info=(caught.type, caught.value, caught.tb))
        assert "ValueError" in line
        assert "test_logs.py" in line
        assert "Lena" not in line
        assert "\n" not in line


def test_what_asyncio_says_is_not_quoted() -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, "x.py", 1, "Task <Lena>", (), None)
    assert "Lena" not in logs._Lines(1, as_json=True).format(record)


def test_lines_for_people_and_for_programs() -> None:
    found = json.loads(formatted("json", fields={"status": 200}))
    assert (found["level"], found["worker"], found["message"]) == ("error", 2, "It failed")
    assert found["status"] == 200
    assert formatted("text", fields={"status": 200}).endswith(" error 2 It failed status=200")
