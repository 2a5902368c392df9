"""The SQL that writes to the log in a file."""

from functools import cache
from typing import Final, TypeAlias

from charidice.storage.writability import TRIAL_CHARACTERS, TRIAL_ROWS

Statement: TypeAlias = tuple[str, tuple[object, ...]]

INSERT_TABLE: Final = "INSERT INTO tables (id, status, touched, due) VALUES (?, ?, ?, ?)"
UPDATE_TABLE: Final = "UPDATE tables SET status = ?, touched = ?, due = ? WHERE id = ?"
SET_DUE: Final = "UPDATE tables SET due = ? WHERE id = ?"
DELETE_TABLE: Final = "DELETE FROM tables WHERE id = ? AND touched < ?"
DELETE_EVENTS: Final = (
    "DELETE FROM events WHERE table_id = ? AND NOT EXISTS (SELECT 1 FROM tables WHERE id = ?)"
)
REPLACE_EVENT: Final = "UPDATE events SET data = ? WHERE table_id = ? AND number = ?"
INSERT_UPLOAD: Final = (
    "INSERT INTO uploads (name, created, data) "
    "SELECT ?, ?, ? WHERE (SELECT count(*) FROM uploads) < ?"
)
DELETE_UPLOAD: Final = "DELETE FROM uploads WHERE name = ?"
DELETE_OLD_UPLOADS: Final = "DELETE FROM uploads WHERE created < ?"
# These have to change something.
CONDITIONAL: Final = (UPDATE_TABLE, INSERT_UPLOAD)
# After these, what was there before must not stay in any file.
ERASING: Final = (DELETE_EVENTS, REPLACE_EVENT, DELETE_UPLOAD, DELETE_OLD_UPLOADS)
# Written and deleted again in one transaction: it needs room, and leaves nothing behind.
TRIAL: Final[list[Statement]] = [
    (
        "INSERT INTO events (table_id, number, data) VALUES ('', 0, ?)",
        ("x" * TRIAL_ROWS * TRIAL_CHARACTERS,),
    ),
    ("DELETE FROM events WHERE table_id = ''", ()),
]


@cache
def insert_events(count: int) -> str:
    """The statement that adds so many events."""
    values = ", ".join(["(?, ?, ?)"] * count)
    return f"INSERT INTO events (table_id, number, data) VALUES {values}"  # noqa: S608
