"""The HTTP status of every refusal that can reach a visitor, by its code.

Errors of the rules of the game and of records are always 422.
"""

from collections.abc import Mapping
from typing import Final

from charidice.errors import CodedError

STATUS: Final[Mapping[str, int]] = {
    "table/not-found": 404,
    "table/unreadable": 410,
    "table/ending": 503,
    "table/too-many-events": 409,
    "table/real-dice": 409,
    "table/no-pad": 409,
    "table/no-such-turn": 409,
    "table/asked-twice": 409,
    "table/nothing-corrected": 409,
    "table/seat-held": 409,
    "table/same-die": 422,
    "table/impossible": 422,
    "table/odd-gift": 422,
    "table/no-such-name": 422,
    "table/stale-position": 409,
    "table/not-your-turn": 403,
    "table/held": 409,
    "table/asked-first": 409,
    "table/too-late-to-ask": 409,
    "table/no-seat": 403,
    "table/no-reaction": 422,
    "table/no-chances": 403,
    "table/no-hint": 403,
    "table/coach-objects": 409,
    "table/talking-fast": 429,
    "table/not-host": 403,
    "table/watching-off": 403,
    "table/full": 409,
    "table/name-taken": 409,
    "table/bot-name": 422,
    "table/seated": 409,
    "table/begun": 409,
    "table/not-playing": 409,
    "table/not-over": 409,
    "table/not-reviewable": 409,
    "table/too-few": 409,
    "table/no-such-seat": 422,
    "table/cannot-take-back": 409,
    "table/setting": 422,
    "table/rounds": 422,
    "table/id-used": 409,
    "table/keep-host": 409,
    "storage/unavailable": 503,
    "storage/full": 503,
    "storage/unwritable": 503,
    "storage/closed": 503,
    "storage/too-many-uploads": 503,
    "upload/empty": 422,
    "upload/not-text": 422,
    "upload/form": 422,
    "upload/not-found": 404,
    "upload/not-yours": 403,
    "judge/busy": 503,
    "judge/slow": 503,
    "judge/failed": 500,
    "judge/ending": 503,
    "web/not-found": 404,
    "web/method": 405,
    "web/too-large": 413,
    "web/too-slow": 408,
    "web/too-many": 429,
    "web/too-many-streams": 429,
    "web/too-many-tables": 429,
    "web/too-many-uploads": 429,
    "web/cross-site": 403,
    "web/wrong-host": 421,
    "web/headers": 431,
    "web/long-address": 414,
    "web/long-field": 422,
    "web/unreadable": 422,
    "web/invalid": 422,
    "web/wrong-token": 401,
    "web/failed": 500,
}
_OTHERWISE: Final = 422


def status_of(error: CodedError) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(error.code, _OTHERWISE)
