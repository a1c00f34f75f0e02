"""Files that take a while to make, with how far they have come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "job",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("what", sa.String(200), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
        sa.Column("moved_at", sa.DateTime, nullable=False),
        sa.Column("ended_at", sa.DateTime),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("mimetype", sa.String(100), nullable=False),
        sa.Column("content", sa.LargeBinary),
        sa.Column("fault", sa.Text, nullable=False),
    )
    op.create_index("ix_job_learner_id", "job", ["learner_id"])


def downgrade() -> None:
    """Drops it."""
    op.drop_table("job")
