"""What teachers write beneath answers, and whether the learner has seen it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, func, select, update

from tutor.errors import Malformed
from tutor.study.answers.answer import answer_of
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import Repository
from tutor.study.storage.tables import AnswerRow, CommentRow, LearnerRow

LONGEST_COMMENT = 1000
MOST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark beneath an answer: by whom (the chosen name), when, and when the learner saw it."""

    id: int
    answer: int
    author: str
    at: datetime
    text: str
    seen_at: datetime | None


@dataclass(frozen=True, slots=True)
class CommentedAnswer:
    """A remark, with the answer beneath which it stands."""

    comment: Comment
    given: GivenAnswer


class Comments(Repository):
    """The remarks of a database."""

    def add(self, answer: int, author: int, text: str) -> None:
        """Writes a remark beneath an answer; one that stands there already stands there once. Raises `Malformed`."""
        tidy = text.strip()
        if not tidy or len(tidy) > LONGEST_COMMENT:
            why = "it is empty" if not tidy else f"it has {len(tidy)} letters"
            raise Malformed("comment", tidy[:40], why, f"Write 1 to {LONGEST_COMMENT} letters")
        values = {"answer_id": answer, "author_id": author, "at": self._clock(), "text": tidy}
        with self._database.writing() as connection:
            connection.execute(_HOLD, {"answer": answer})  # nobody writes beneath it meanwhile
            if not connection.execute(_THERE, {"answer": answer, "author": author, "text": tidy}).first():
                inserted(connection, CommentRow, values)

    def of_answers(self, assignment: int, learner: int) -> Mapping[int, Sequence[Comment]]:
        """The remarks beneath what a learner answered for an assignment, by answer."""
        found: dict[int, list[Comment]] = {}
        for row in self._read(_OF_ANSWERS, assignment=assignment, learner=learner):
            found.setdefault(row.answer, []).append(_comment(row))
        return found

    def of_learner(self, learner: int) -> Sequence[CommentedAnswer]:
        """The latest remarks beneath anything that a learner answered, the newest first."""
        rows = self._read(_OF_LEARNER, learner=learner)
        return [
            CommentedAnswer(
                _comment(row), GivenAnswer(row.answer, row.learner_id, row.answered_at, answer_of(row), row.claimed_at)
            )
            for row in rows
        ]

    def unseen(self, learner: int) -> int:
        """How many remarks a learner has not seen."""
        (row,) = self._read(_UNSEEN, learner=learner)
        return int(row.unseen)

    def see(self, learner: int, last: int) -> None:
        """A learner has seen their comments up to the one of a number."""
        with self._database.writing() as connection:
            connection.execute(_SEE, {"learner": learner, "last": last, "moment": self._clock()})


def _comment(row: Row[Any]) -> Comment:
    return Comment(row.comment, row.answer, row.author, row.written_at, row.text, row.seen_at)


_COLUMNS = (
    CommentRow.id.label("comment"),
    CommentRow.answer_id.label("answer"),
    LearnerRow.name.label("author"),
    CommentRow.at.label("written_at"),
    CommentRow.text,
    CommentRow.seen_at,
)
_OF_ANSWERS = (
    select(*_COLUMNS)
    .join(AnswerRow, AnswerRow.id == CommentRow.answer_id)
    .join(LearnerRow, LearnerRow.id == CommentRow.author_id)
    .where(AnswerRow.assignment_id == bindparam("assignment"), AnswerRow.learner_id == bindparam("learner"))
    .order_by(CommentRow.id)
)
_OF_LEARNER = (
    select(
        *_COLUMNS,
        AnswerRow.at.label("answered_at"),
        *(column for column in AnswerRow.__table__.columns if column.name not in ("id", "at")),
    )
    .join(AnswerRow, AnswerRow.id == CommentRow.answer_id)
    .join(LearnerRow, LearnerRow.id == CommentRow.author_id)
    .where(AnswerRow.learner_id == bindparam("learner"))
    .order_by(CommentRow.id.desc())
    .limit(MOST_SHOWN)
)
_HOLD = select(AnswerRow.id).where(AnswerRow.id == bindparam("answer")).with_for_update()
_THERE = select(CommentRow.id).where(
    CommentRow.answer_id == bindparam("answer"),
    CommentRow.author_id == bindparam("author"),
    CommentRow.text == bindparam("text"),
)
_HIS = CommentRow.answer_id.in_(select(AnswerRow.id).where(AnswerRow.learner_id == bindparam("learner")))
_UNSEEN = select(func.count().label("unseen")).select_from(CommentRow).where(CommentRow.seen_at.is_(None), _HIS)
_SEE = (
    update(CommentRow)
    .where(CommentRow.seen_at.is_(None), CommentRow.id <= bindparam("last"), _HIS)
    .values(seen_at=bindparam("moment"))
)
