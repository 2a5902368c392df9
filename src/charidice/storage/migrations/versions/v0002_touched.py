"""When a table was last in use, so that old ones can be found and deleted."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TABLES = sa.table("tables", sa.column("id"), sa.column("touched"))
EVENTS = sa.table("events", sa.column("table_id"), sa.column("number"), sa.column("data"))


def upgrade() -> None:
    """Add the time, which is that of the last event."""
    op.add_column("tables", sa.Column("touched", sa.Double, nullable=False, server_default="0"))
    connection = op.get_bind()
    numbers = sa.select(EVENTS.c.table_id, sa.func.max(EVENTS.c.number).label("number"))
    last = numbers.group_by(EVENTS.c.table_id).subquery()
    rows = connection.execute(
        sa.select(EVENTS.c.table_id, EVENTS.c.data).join(
            last, (EVENTS.c.table_id == last.c.table_id) & (EVENTS.c.number == last.c.number)
        )
    ).all()
    times = [{"name": name, "at": _time_of(data)} for name, data in rows]
    if times:
        change = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("name"))
        connection.execute(change.values(touched=sa.bindparam("at")), times)
    op.drop_index("ix_tables_status", "tables")
    op.create_index("ix_tables_status_touched", "tables", ["status", "touched"])


def _time_of(data: str) -> float:
    try:
        return float(json.loads(data)["at"])
    except (LookupError, TypeError, ValueError):
        return 0.0  # nobody can read that table


def downgrade() -> None:
    """Without the time."""
    op.drop_index("ix_tables_status_touched", "tables")
    op.create_index("ix_tables_status", "tables", ["status"])
    op.drop_column("tables", "touched")
