"""A refusal as JSON for programs."""

from collections.abc import Mapping
from typing import Any, Final

from charidice.errors import CodedError
from charidice.locale import explain

_LONGEST: Final = 200


def problem(error: CodedError) -> dict[str, Any]:
    """The stable code, a sentence in the language of the context, and the details."""
    return {
        "code": error.code,
        "message": explain(error),
        "details": _details(error.details),
    }


def _details(details: Mapping[str, object]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in details.items()}


def _plain(value: object) -> Any:
    if value is None or (isinstance(value, (bool, int, float)) and abs(value) < 2**53):
        return value
    if isinstance(value, CodedError):
        return value.code
    return str(value)[:_LONGEST]
