"""Groups, extensions, templates and drafts that can be brought back; and answers found by their live lesson."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0012"

_TABLES = ("pupil_group", "extension", "assignment_template", "draft")


def upgrade() -> None:
    """Adds the columns and the index."""
    for table in _TABLES:
        op.add_column(table, sa.Column("deleted_at", sa.DateTime))
    op.create_index("ix_answer_live_id", "answer", ["live_id"])


def downgrade() -> None:
    """Deletes for good what was deleted, and drops the columns."""
    bind = op.get_bind()
    op.drop_index("ix_answer_live_id", "answer")
    gone = "SELECT id FROM pupil_group WHERE deleted_at IS NOT NULL"
    for part in ("assigned_group", "pupil_group_member"):
        bind.exec_driver_sql(f"DELETE FROM {part} WHERE group_id IN ({gone})")  # noqa: S608 - names of our own
    for table in reversed(_TABLES):
        bind.exec_driver_sql(f"DELETE FROM {table} WHERE deleted_at IS NOT NULL")  # noqa: S608
        op.drop_column(table, "deleted_at")
