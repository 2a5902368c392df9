"""Logs may hold events of format 2 from here on, which earlier versions of the program refuse."""

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nothing changes but the number; events of format 1 are read as they are."""


def downgrade() -> None:
    """There is no way back: what was written since is not known to earlier versions."""
    raise NotImplementedError(
        "Earlier versions cannot read what was written since the upgrade to 0004. "
        "Restore the copy that was made before it."
    )
