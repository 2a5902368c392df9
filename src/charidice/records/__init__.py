"""A played game as data: versioned JSON and readable text, both of which parse back."""

from charidice.records.errors import RecordError
from charidice.records.json_format import from_json, to_json
from charidice.records.names import check_name
from charidice.records.record import Record, positions, replay
from charidice.records.sources import EnteredSource, RollSource, SeededSource, ServerSource
from charidice.records.text_format import from_text, to_text

__all__ = [
    "EnteredSource",
    "Record",
    "RecordError",
    "RollSource",
    "SeededSource",
    "ServerSource",
    "check_name",
    "from_json",
    "from_text",
    "parse",
    "positions",
    "replay",
    "to_json",
    "to_text",
]


def parse(text: str) -> Record:
    """Read a record in either format."""
    return from_json(text) if text.lstrip("\ufeff \t\r\n").startswith("{") else from_text(text)
