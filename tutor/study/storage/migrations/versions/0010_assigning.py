"""Groups, extensions, templates, cut-offs, which attempt counts, and which row of a table decided an answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Makes the tables and adds the columns."""
    op.create_table(
        "pupil_group",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("class_id", sa.Integer, sa.ForeignKey("class.id"), nullable=False, index=True),
        sa.Column("name", sa.String(80), nullable=False),
    )
    op.create_table(
        "pupil_group_member",
        sa.Column("group_id", sa.Integer, sa.ForeignKey("pupil_group.id"), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True, index=True),
    )
    op.add_column("answer", sa.Column("rule_row", sa.String(120), nullable=False, server_default=""))
    op.add_column("assignment", sa.Column("counts", sa.String(20), nullable=False, server_default="highest"))
    op.add_column("assignment", sa.Column("cut_off_at", sa.DateTime))
    op.create_table(
        "assigned_group",
        sa.Column("assignment_id", sa.Integer, sa.ForeignKey("assignment.id"), primary_key=True),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("pupil_group.id"), primary_key=True, index=True),
    )
    op.create_table(
        "extension",
        sa.Column("assignment_id", sa.Integer, sa.ForeignKey("assignment.id"), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True, index=True),
        sa.Column("due_at", sa.DateTime, nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "assignment_template",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("teacher_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False, index=True),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("work", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    """Drops them."""
    for table in ("assignment_template", "extension", "assigned_group"):
        op.drop_table(table)
    op.drop_column("assignment", "cut_off_at")
    op.drop_column("assignment", "counts")
    op.drop_column("answer", "rule_row")
    for table in ("pupil_group_member", "pupil_group"):
        op.drop_table(table)
