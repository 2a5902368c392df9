"""The log of a server: one line for each thing, and nothing about people.

Paths hold the links of tables and seats, so only their fixed parts are shown. Of an error there is
its type and where it happened, but not its text, which may quote what somebody sent.
"""

import itertools
import json
import logging
import re
import secrets
import sys
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

REQUESTS: Final = logging.getLogger("charidice.requests")
LEVELS: Final = ("debug", "info", "warning", "error")
FORMATS: Final = ("text", "json")
request_id: Final = ContextVar("request_id", default="")
_GIVEN: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
MOST_LINES_PER_MINUTE: Final = 20  # of one kind
_MINUTE: Final = 60.0
_KINDS_KEPT: Final = 200
_FIRST_REFUSAL: Final = 400
_PREFIX: Final = secrets.token_hex(4)
_numbers: Final = itertools.count(1)


def new_id(given: bytes = b"") -> str:
    """The id of a request: a new one, unless a proxy has sent one that is well formed."""
    return given.decode() if _GIVEN.fullmatch(given) else f"{_PREFIX}-{next(_numbers):x}"


def set_up(level: str, format_: str, worker: int) -> None:
    """Log to stderr, from this level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines(worker, as_json=format_ == "json"))
    handler.addFilter(Throttle())
    logging.basicConfig(handlers=[handler], force=True, level=logging.WARNING)
    logging.getLogger("charidice").setLevel(level.upper())


class Throttle(logging.Filter):
    """Lets so many lines of one kind through in a minute, and then says how many were left out.

    Garbage on a connection and refused requests are logged before any limit: without this, a
    stranger could fill the disk with them.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[object, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        status = getattr(record, "fields", {}).get("status", 0)
        if record.name == REQUESTS.name and status < _FIRST_REFUSAL:
            return True
        # Libraries format their messages themselves, so that no two of their lines are the same.
        text = record.msg if record.name.startswith("charidice") else record.levelname
        kind, now = (record.name, text, status), self._clock()
        began, lines = self._kinds.get(kind, (now, 0))
        if now - began >= _MINUTE:
            if lines > MOST_LINES_PER_MINUTE:
                record.left_out = lines - MOST_LINES_PER_MINUTE
            began, lines = now, 0
        if len(self._kinds) >= _KINDS_KEPT and kind not in self._kinds:
            del self._kinds[next(iter(self._kinds))]
        self._kinds[kind] = (began, lines + 1)
        return lines < MOST_LINES_PER_MINUTE


class _Lines(logging.Formatter):
    """A line for a record: JSON for programs, or words for a terminal."""

    def __init__(self, worker: int, *, as_json: bool) -> None:
        super().__init__()
        self._worker, self._as_json = worker, as_json

    def format(self, record: logging.LogRecord) -> str:
        moment = time.gmtime(record.created)
        at = f"{time.strftime('%Y-%m-%dT%H:%M:%S', moment)}.{int(record.msecs):03d}Z"
        fields: dict[str, object] = {
            "time": at,
            "level": record.levelname.lower(),
            "worker": self._worker,
            "message": _message(record),
        }
        request = request_id.get()
        if request:
            fields["request"] = request
        fields |= getattr(record, "fields", {})
        if hasattr(record, "left_out"):
            fields["left_out"] = record.left_out
        if record.exc_info and record.exc_info[0]:
            fields["error"] = record.exc_info[0].__name__
            fields["where"] = _frames(record.exc_info[1])
        if self._as_json:
            return json.dumps(fields, ensure_ascii=False, default=str)
        first = [str(fields.pop(name)) for name in ("time", "level", "worker", "message")]
        return " ".join([*first, *(f"{name}={value}" for name, value in fields.items())])


def _message(record: logging.LogRecord) -> str:
    """The message; asyncio would quote the failed task with its arguments."""
    return "a background task failed" if record.name == "asyncio" else record.getMessage()


def _frames(error: BaseException | None) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__) if error is not None else []
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
