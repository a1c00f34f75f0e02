"""Groups, extensions, templates and drafts that can be brought back; and answers found by their live lesson."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_TABLES = ("pupil_group", "extension", "assignment_template", "draft")


def upgrade() -> None:
    """Adds the columns and the index."""
    for table in _TABLES:
        op.add_column(table, sa.Column("deleted_at", sa.DateTime))
    op.create_index("ix_answer_live_id", "answer", ["live_id"])


def downgrade() -> None:
    """Drops them. What was deleted is there again: the tutor before knows no other way to keep it."""
    op.drop_index("ix_answer_live_id", "answer")
    for table in reversed(_TABLES):
        op.drop_column(table, "deleted_at")
