"""Records that people have uploaded, each under a name that is its link."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NAME = sa.String(32).with_variant(sa.String(32, collation="C"), "postgresql")


def upgrade() -> None:
    """Add them beside the log."""
    op.create_table(
        "uploads",
        sa.Column("name", NAME, primary_key=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("ix_uploads_created", "uploads", ["created"])


def downgrade() -> None:
    """Without them."""
    op.drop_table("uploads")
