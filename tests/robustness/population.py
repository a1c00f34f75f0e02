"""A database with many learners: copies of one who has learnt for a while, in classes of 25, made by the server."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, Table, create_engine, select, text

from tutor.study.storage.database import url_of
from tutor.study.storage.tables import AnswerRow, ClassRow, LearnerRow, MemberRow, MemoryRow, ReviewRow, SessionRow

A_CLASS = 25
FIRST = 1_000_000
"""The number of the first copy."""


def populate(address: str, model: int, class_id: int, learners: int) -> None:
    """Copies a learner so often, with answers, reviews, memories and a session; and the class, without its work."""
    engine = create_engine(url_of(address))
    with engine.begin() as connection:
        answers = list(connection.scalars(select(AnswerRow.id).where(AnswerRow.learner_id == model)))
        step = max(answers, default=0) + 1
        answer = {"id": f"{FIRST} + copy * {step} + model.id", "once": "NULL", "assignment_id": "NULL"}
        theirs = {"learner_id": f"{FIRST} + copy"}
        names = {"name": "'Copy ' || copy", "folded": "'copy ' || copy", "skeleton": "'copy ' || copy"}
        room = {"id": f"{FIRST} + copy", "code": "'C' || copy"}
        each = f"model.learner_id = {model}"
        _copy(connection, LearnerRow.__table__, learners, {"id": f"{FIRST} + copy", **names}, f"model.id = {model}")
        _copy(connection, ClassRow.__table__, learners // A_CLASS, room, f"model.id = {class_id}")
        where = {"class_id": f"{FIRST} + 1 + copy % {max(learners // A_CLASS, 1)}"} if learners >= A_CLASS else {}
        _copy(connection, MemberRow.__table__, learners, {**theirs, **where}, f"{each} AND model.class_id = {class_id}")
        _copy(connection, AnswerRow.__table__, learners, {**theirs, **answer}, each)
        given = {"answer_id": f"{FIRST} + copy * {step} + model.answer_id"}
        _copy(connection, ReviewRow.__table__, learners, {**theirs, **given}, each)
        _copy(connection, MemoryRow.__table__, learners, theirs, each)
        session = {"id": f"{FIRST} + copy", "digest": "'copy ' || copy"}
        newest = f"model.id = (SELECT max(id) FROM login WHERE learner_id = {model})"  # noqa: S608 - numbers of ours
        _copy(connection, SessionRow.__table__, learners, {**theirs, **session}, newest)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))
    engine.dispose()


def _copy(connection: Connection, table: object, times: int, changed: Mapping[str, str], where: str) -> None:
    """Copies the rows of a table; a column that is `changed` has an expression of the number of the `copy`."""
    assert isinstance(table, Table)
    names = [column.name for column in table.columns]
    taken = ", ".join(changed.get(name, f'model."{name}"') for name in names)
    into = ", ".join(f'"{name}"' for name in names)
    connection.execute(
        text(  # the names are those of our own tables
            f'INSERT INTO "{table.name}" ({into}) SELECT {taken} FROM "{table.name}" AS model, '  # noqa: S608
            f"generate_series(1, {times}) AS copy WHERE {where}"
        )
    )
