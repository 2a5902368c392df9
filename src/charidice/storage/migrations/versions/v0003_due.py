"""When somebody has to look at a table, so that it need not be in memory until then."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

TABLES = sa.table("tables", sa.column("status"), sa.column("due"))


def upgrade() -> None:
    """Add the time; games that are being played are looked at once."""
    op.add_column("tables", sa.Column("due", sa.Double, nullable=True))
    op.execute(sa.update(TABLES).where(TABLES.c.status == "playing").values(due=0.0))
    op.create_index("ix_tables_due", "tables", ["due"])


def downgrade() -> None:
    """Without the time."""
    op.drop_index("ix_tables_due", "tables")
    op.drop_column("tables", "due")
