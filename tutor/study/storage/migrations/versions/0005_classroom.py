"""Accounts, classes, assignments, comments, compositions, reports; and what an answer was given for."""

from __future__ import annotations

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the columns and makes the tables; the one learner there is needs no passphrase."""
    _people()
    _classes()
    _work()
    _writing()


def downgrade() -> None:
    """Drops them."""
    for table in ("report", "version", "composition", "comment"):
        op.drop_table(table)
    with op.batch_alter_table("match") as match:
        match.drop_column("attempt")
        match.drop_column("assignment_id")
    op.drop_index("answer_once", "answer")
    op.drop_index("answer_by_assignment", "answer")
    with op.batch_alter_table("answer") as answer:
        for column in ("once", "attempt", "assignment_id"):
            answer.drop_column(column)
        answer.alter_column("number", type_=sa.Integer)
        answer.alter_column("item", type_=sa.String(120))
        answer.alter_column("given", type_=sa.String(40))
    for table in ("assignee", "assignment", "slip", "member", "class", "attempt", "kept_key"):
        op.drop_table(table)
    op.drop_index("learner_by_name", "learner")
    with op.batch_alter_table("learner") as learner:
        for column in ("joined_at", "epoch", "passphrase", "role", "real_name", "folded"):
            learner.drop_column(column)


def _people() -> None:
    for column in (
        sa.Column("folded", sa.String(80), nullable=False, server_default="you"),
        sa.Column("real_name", sa.String(80), nullable=False, server_default=""),
        sa.Column("role", sa.String(20), nullable=False, server_default="learner"),
        sa.Column("passphrase", sa.String(200)),
        sa.Column("epoch", sa.Integer, nullable=False, server_default="0"),
        sa.Column("joined_at", sa.DateTime),
    ):
        op.add_column("learner", column)
    _fold_names()
    op.create_index("learner_by_name", "learner", ["folded"], unique=True)
    if op.get_bind().dialect.name == "postgresql":  # the first learner was numbered by hand
        op.execute("SELECT setval(pg_get_serial_sequence('learner', 'id'), (SELECT max(id) FROM learner))")
    op.create_table(
        "kept_key",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(200), nullable=False),
    )
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_index("attempt_by_moment", "attempt", ["what", "who", "at"])


def _fold_names() -> None:
    """There was one learner, unless a classroom was taken back to earlier tables: then each has a name still."""
    learner = sa.table(
        "learner", sa.column("id", sa.Integer), sa.column("name", sa.String), sa.column("folded", sa.String)
    )
    connection, taken = op.get_bind(), set[str]()
    for row in connection.execute(sa.select(learner.c.id, learner.c.name).order_by(learner.c.id)).all():
        folded = " ".join(unicodedata.normalize("NFKC", row.name).casefold().split())[:80]
        if folded in taken:
            folded = f"{folded[:60]} {row.id}"
        taken.add(folded)
        connection.execute(sa.update(learner).where(learner.c.id == row.id).values(folded=folded))


def _classes() -> None:
    op.create_table(
        "class",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("teacher_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False, index=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("code", sa.String(20), nullable=False, unique=True),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "member",
        sa.Column("class_id", sa.Integer, sa.ForeignKey("class.id"), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True, index=True),
        sa.Column("joined_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "slip",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("class_id", sa.Integer, sa.ForeignKey("class.id")),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id")),
        sa.Column("real_name", sa.String(80), nullable=False),
        sa.Column("made_by", sa.Integer, sa.ForeignKey("learner.id"), nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
        sa.Column("used_at", sa.DateTime),
    )


def _work() -> None:
    op.create_table(
        "assignment",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("class_id", sa.Integer, sa.ForeignKey("class.id"), index=True),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("work", sa.Text, nullable=False),
        sa.Column("everyone", sa.Boolean, nullable=False),
        sa.Column("same_for_all", sa.Boolean, nullable=False),
        sa.Column("shown", sa.String(20), nullable=False),
        sa.Column("pass_mark", sa.Integer),
        sa.Column("tries", sa.Integer),
        sa.Column("opens_at", sa.DateTime, nullable=False),
        sa.Column("due_at", sa.DateTime),
        sa.Column("made_at", sa.DateTime, nullable=False),
        sa.Column("withdrawn_at", sa.DateTime),
    )
    op.create_table(
        "assignee",
        sa.Column("assignment_id", sa.Integer, sa.ForeignKey("assignment.id"), primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id"), primary_key=True, index=True),
    )
    with op.batch_alter_table("answer") as answer:
        answer.alter_column("item", type_=sa.String(200))
        answer.alter_column("given", type_=sa.String(400))
        answer.alter_column("number", type_=sa.BigInteger)
        answer.add_column(sa.Column("assignment_id", sa.Integer))
        answer.add_column(sa.Column("attempt", sa.Integer))
        answer.add_column(sa.Column("once", sa.String(40)))
        answer.create_foreign_key("answer_assignment_id_fkey", "assignment", ["assignment_id"], ["id"])
    op.create_index("answer_by_assignment", "answer", ["assignment_id", "learner_id"])
    op.create_index("answer_once", "answer", ["learner_id", "once"], unique=True)
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("assignment_id", sa.Integer))
        match.add_column(sa.Column("attempt", sa.Integer))
        match.create_foreign_key("match_assignment_id_fkey", "assignment", ["assignment_id"], ["id"])
    op.create_table(
        "comment",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("answer_id", sa.Integer, sa.ForeignKey("answer.id"), nullable=False, index=True),
        sa.Column("author_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("seen_at", sa.DateTime),
    )


def _writing() -> None:
    op.create_table(
        "composition",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("author_id", sa.Integer, sa.ForeignKey("learner.id"), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
        sa.Column("dropped_at", sa.DateTime),
    )
    op.create_index("composition_by_name", "composition", ["author_id", "kind", "name"], unique=True)
    op.create_table(
        "version",
        sa.Column("composition_id", sa.Integer, sa.ForeignKey("composition.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("learner_id", sa.Integer, sa.ForeignKey("learner.id")),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("page", sa.String(400), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("settled_at", sa.DateTime),
    )
