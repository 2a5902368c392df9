"""The SQL of the log in PostgreSQL."""

from typing import Final

# Writing: events, the rows of their tables, and notifications for the other workers.
INSERT_EVENTS: Final = """
WITH inserted AS (
    INSERT INTO events (table_id, number, data)
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[])
)
SELECT pg_notify($4, payload) FROM unnest($5::text[]) AS payload
"""
INSERT_TABLES: Final = """
INSERT INTO tables (id, status, touched, due)
SELECT * FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[])
"""
UPDATE_TABLES: Final = """
UPDATE tables SET status = new.status, touched = new.touched, due = new.due
FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[]) AS new (id, status, touched, due)
WHERE tables.id = new.id
"""
COUNT_PRESENT_EVENTS: Final = """
SELECT count(*) FROM unnest($1::text[], $2::int[], $3::text[]) AS wanted (id, number, data)
JOIN events ON table_id = wanted.id AND events.number = wanted.number AND events.data = wanted.data
"""
REPLACE_EVENT: Final = "UPDATE events SET data = $1 WHERE table_id = $2 AND number = $3"
# A table that somebody writes to just now is passed over: that one says when it is due.
SET_DUE: Final = """
UPDATE tables SET due = new.due FROM (
    SELECT wanted.id, wanted.due FROM unnest($1::text[], $2::float8[]) AS wanted (id, due)
    JOIN tables ON tables.id = wanted.id ORDER BY wanted.id FOR UPDATE OF tables SKIP LOCKED
) AS new
WHERE tables.id = new.id
"""
# A notification with version 0 says that a table was deleted.
DELETE_TABLES: Final = """
WITH deleted AS (
    DELETE FROM tables WHERE id IN (
        SELECT id FROM tables WHERE status = ANY($1::text[]) AND touched < $2
        LIMIT $3 FOR UPDATE SKIP LOCKED
    ) RETURNING id
), deleted_events AS (
    DELETE FROM events USING deleted WHERE table_id = deleted.id
)
SELECT id, pg_notify($4, id || E'\\t0') FROM deleted
"""
# More than fits into the pages that are there; it is rolled back.
TRIAL_INSERT: Final = """
INSERT INTO events (table_id, number, data)
SELECT '', -n, repeat('x', $2) FROM generate_series(1, $1) AS n
"""
# A second try, after a connection broke, finds that it is there.
INSERT_UPLOAD: Final = """
WITH there AS (SELECT 1 FROM uploads WHERE name = $1),
inserted AS (
    INSERT INTO uploads (name, created, data)
    SELECT $1, $2, $3 WHERE (SELECT count(*) FROM uploads) < $4
    ON CONFLICT DO NOTHING RETURNING 1
)
SELECT EXISTS (SELECT FROM inserted) OR EXISTS (SELECT FROM there)
"""
DELETE_UPLOAD: Final = "DELETE FROM uploads WHERE name = $1"
DELETE_OLD_UPLOADS: Final = """
WITH deleted AS (DELETE FROM uploads WHERE created < $1 RETURNING 1) SELECT count(*) FROM deleted
"""

# Reading.
UPLOAD: Final = "SELECT name, created, data FROM uploads WHERE name = $1"
EVENTS_AFTER: Final = """
SELECT data FROM events WHERE table_id = $1 AND number > $2 ORDER BY number LIMIT $3
"""
MISSED_EVENTS: Final = """
SELECT table_id, data
FROM unnest($1::text[], $2::int[]) AS known (id, version)
JOIN events ON table_id = known.id AND number > known.version
ORDER BY table_id, number
"""
TABLES_WITH_STATUS: Final = "SELECT id FROM tables WHERE status = $1"
DUE_BEFORE: Final = "SELECT id, due FROM tables WHERE due < $1 ORDER BY due LIMIT $2"
LATEST_USE: Final = "SELECT coalesce(max(touched), 0) FROM tables"

# The other workers: each holds an advisory lock as long as its listener is connected.
NOTIFY: Final = "SELECT pg_notify($1, $2)"
LOCK_WORKER: Final = "SELECT pg_advisory_lock_shared($1, $2)"
WORKERS: Final = """
SELECT objid::int8 FROM pg_locks
WHERE locktype = 'advisory' AND classid = $1::int8::oid AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
