"""What an answer bears on and how it was found, holidays, and what is remembered, calculated from both."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the columns and makes the tables; the study then makes the memories of the answers that it has."""
    op.add_column("answer", sa.Column("also", sa.Text, nullable=False, server_default=""))
    op.add_column("answer", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))
    op.add_column("answer", sa.Column("number", sa.Integer))
    op.add_column("answer", sa.Column("level", sa.String(20), nullable=False, server_default=""))
    op.create_table(
        "holiday",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("begins", sa.Boolean, nullable=False),
        sa.Column("midnight", sa.DateTime, nullable=False),
        sa.Column("cap", sa.Integer, nullable=False),
    )
    op.create_table(
        "memory",
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True),
        sa.Column("item", sa.String(80), primary_key=True),
        sa.Column("stability", sa.Double, nullable=False),
        sa.Column("difficulty", sa.Double, nullable=False),
        sa.Column("due", sa.DateTime, nullable=False),
        sa.Column("last_review", sa.DateTime, nullable=False),
        sa.Column("state", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer),
        sa.Column("reps", sa.Integer, nullable=False),
        sa.Column("lapses", sa.Integer, nullable=False),
    )
    op.create_table(
        "review",
        sa.Column("answer_id", sa.Integer, sa.ForeignKey("answer.id"), primary_key=True),
        sa.Column("item", sa.String(80), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("grade", sa.Integer, nullable=False),
        sa.Column("due", sa.DateTime),
        sa.Column("recall", sa.Double),
    )
    op.create_index("review_by_moment", "review", ["learner_id", "at"])
    op.create_index("review_by_item", "review", ["learner_id", "item"])
    op.create_table(
        "setting",
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True),
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(40), nullable=False),
    )


def downgrade() -> None:
    """Drops them."""
    for table in ("setting", "review", "memory", "holiday"):
        op.drop_table(table)
    with op.batch_alter_table("answer") as answer:
        for column in ("level", "number", "hints", "also"):
            answer.drop_column(column)
