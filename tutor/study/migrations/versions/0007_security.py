"""Sessions, second factors, the security log; cancelled slips, secrets of assignments, hints, a queue of jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the columns and makes the tables."""
    op.add_column("learner", sa.Column("skeleton", sa.String(160), nullable=False, server_default=""))
    op.add_column("learner", sa.Column("closed_at", sa.DateTime))
    op.create_index("ix_learner_skeleton", "learner", ["skeleton"])
    op.create_table(
        "login",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False, index=True),
        sa.Column("begun_at", sa.DateTime, nullable=False),
        sa.Column("seen_at", sa.DateTime, nullable=False),
        sa.Column("proved_at", sa.DateTime, nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
    )
    op.create_table(
        "one_time",
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("step", sa.BigInteger, nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
        sa.Column("confirmed_at", sa.DateTime),
    )
    op.create_table(
        "recovery",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False, index=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("used_at", sa.DateTime),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("by", sa.Integer),
        sa.Column("whom", sa.Integer),
        sa.Column("address", sa.String(45), nullable=False),
        sa.Column("detail", sa.String(200), nullable=False),
    )
    op.create_index("event_by_moment", "event", ["at"])
    op.add_column("slip", sa.Column("cancelled_at", sa.DateTime))
    op.add_column("assignment", sa.Column("secret", sa.String(64), nullable=False, server_default=""))
    op.add_column("answer", sa.Column("claimed_at", sa.DateTime))
    op.create_table(
        "hint",
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True),
        sa.Column("topic", sa.String(40), primary_key=True),
        sa.Column("item", sa.String(200), primary_key=True),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.add_column("job", sa.Column("begun_at", sa.DateTime))
    op.execute("UPDATE job SET begun_at = made_at")


def downgrade() -> None:
    """Drops them: everybody logs in again, and the security log is gone."""
    op.drop_column("job", "begun_at")
    op.drop_table("hint")
    op.drop_column("answer", "claimed_at")
    op.drop_column("assignment", "secret")
    op.drop_column("slip", "cancelled_at")
    for table in ("event", "recovery", "one_time", "login"):
        op.drop_table(table)
    op.drop_index("ix_learner_skeleton", "learner")
    op.drop_column("learner", "closed_at")
    op.drop_column("learner", "skeleton")
