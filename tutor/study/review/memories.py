"""The memories of a study: every answer changes those of its items, and the log of answers makes them all again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, Row, bindparam, delete, func, insert, select

from tutor.quizzes.exercise import Grade
from tutor.study.review.memory import Memory, RecallRating, Review, changes, grade, is_fresh, spread
from tutor.study.storage.dialects import upsert
from tutor.study.storage.tables import AnswerRow, AssignmentRow, HolidayRow, MemoryRow, ReviewRow


@dataclass(frozen=True, slots=True)
class RebuildReport:
    """What was found when the memories were made again of so many answers: the items of which something differed."""

    answers: int
    items: int
    differed: tuple[str, ...]


def update(connection: Connection, learner: int, answer: int) -> None:
    """Changes the memories by the answer of a number, which has just been put into the log."""
    (row,) = _rows(connection, _ANSWER, learner, answer=answer)
    question = dict(zip(("topic", "item", "number", "level"), _question(row), strict=True))
    before = _rows(connection, _ASKED_BEFORE, learner, answer=answer, **question)
    known = _by_item(_rows(connection, _MEMORIES_OF, learner, items=_items(row)))
    changed = list(_changes(row, known, before[0].at if before else None))
    _keep(connection, learner, (memory for memory, _ in changed))
    _keep_reviews(connection, learner, (review for _, review in changed))


def end_holiday(connection: Connection, learner: int, midnight: datetime, cap: int) -> None:
    """Spreads what fell due in a holiday that ends on the day of a `midnight`."""
    known = _by_item(_rows(connection, MEMORIES, learner))
    _keep(connection, learner, spread(known.values(), midnight, cap))


def rebuild(connection: Connection, learner: int) -> RebuildReport:
    """Puts what the log makes in the stead of what is kept, and tells what differed."""
    answers, made, reviews = _replay(connection, learner)
    kept = _by_item(_rows(connection, MEMORIES, learner))
    kept_reviews = {review_of(row) for row in _rows(connection, _REVIEWS, learner)}
    differed = {item for item in kept.keys() | made.keys() if kept.get(item) != made.get(item)}
    differed |= {review.item for review in kept_reviews ^ set(reviews)}
    if differed:
        for table in (MemoryRow, ReviewRow):
            connection.execute(delete(table).where(table.learner_id == learner))
        _keep(connection, learner, made.values())
        _keep_reviews(connection, learner, reviews)
    return RebuildReport(answers, len(made), tuple(sorted(differed)))


def rebuild_every(connection: Connection) -> None:
    """Makes the memories of every learner again."""
    for learner in connection.scalars(select(AnswerRow.learner_id).distinct()).all():
        rebuild(connection, learner)


def _replay(connection: Connection, learner: int) -> tuple[int, dict[str, Memory], list[Review]]:
    """How many answers and holidays there are, and what they make."""
    known: dict[str, Memory] = {}
    reviews: list[Review] = []
    asked: dict[tuple[object, ...], datetime] = {}
    holidays = deque(_rows(connection, _HOLIDAYS, learner))
    answers = _rows(connection, _ANSWERS, learner)
    for row in answers:
        while holidays and holidays[0].after < row.id:
            _apply_holiday(known, holidays.popleft())
        for memory, review in _changes(row, known, asked.get(_question(row))):
            known[memory.item] = memory
            reviews.append(review)
        asked[_question(row)] = row.at
    for holiday in holidays:
        _apply_holiday(known, holiday)
    return len(answers), known, reviews


def _apply_holiday(known: dict[str, Memory], row: Row[Any]) -> None:
    if not row.begins:
        known.update({memory.item: memory for memory in spread(known.values(), row.midnight, row.cap)})


def _changes(row: Row[Any], known: Mapping[str, Memory], before: datetime | None) -> Iterator[tuple[Memory, Review]]:
    counts = is_fresh(before, row.at) and row.shown in _TOLD_AT_ONCE
    given = grade(Grade(row.shade), row.hints) if counts else None
    return changes(known, row.id, _items(row), given, row.at)


def _question(row: Row[Any]) -> tuple[str, str, int | None, str]:
    """What tells one question from another."""
    return row.topic, row.item, row.number, row.level


def _items(row: Row[Any]) -> list[str]:
    return list(dict.fromkeys(filter(None, (row.rule, *row.also.split()))))


def _rows(connection: Connection, query: Executable, learner: int, **values: object) -> Sequence[Row[Any]]:
    return connection.execute(query, {"learner": learner, **values}).all()


def memory_of(row: Row[Any]) -> Memory:
    """The memory of a row of `MEMORIES`."""
    return Memory(*tuple(row))


def _by_item(rows: Iterable[Row[Any]]) -> dict[str, Memory]:
    return {row.item: memory_of(row) for row in rows}


def review_of(row: Row[Any]) -> Review:
    """The review of a row of `REVIEWS_SINCE`."""
    return Review(row.answer_id, row.item, row.at, RecallRating(row.grade), row.due, row.recall)


def _keep(connection: Connection, learner: int, memories: Iterable[Memory]) -> None:
    rows = [asdict(memory) | {"learner_id": learner} for memory in memories]
    upsert(connection, MemoryRow, rows)


def _keep_reviews(connection: Connection, learner: int, reviews: Iterable[Review]) -> None:
    rows = [
        {
            "answer_id": review.answer,
            "item": review.item,
            "learner_id": learner,
            "at": review.at,
            "grade": review.grade,
            "due": review.due,
            "recall": review.recall,
        }
        for review in reviews
    ]
    if rows:
        connection.execute(insert(ReviewRow), rows)


_TOLD_AT_ONCE = (None, "at once")
"""When results must be shown for an answer to change what is remembered. Otherwise the list of what is due
again would reveal a held-back result."""

_of_learner = AnswerRow.learner_id == bindparam("learner")
_ANSWERS = (
    select(
        AnswerRow.id,
        AnswerRow.at,
        AnswerRow.topic,
        AnswerRow.item,
        AnswerRow.number,
        AnswerRow.level,
        AnswerRow.shade,
        AnswerRow.hints,
        AnswerRow.rule,
        AnswerRow.also,
        AssignmentRow.shown,
    )
    .outerjoin(AssignmentRow, AssignmentRow.id == AnswerRow.assignment_id)
    .where(_of_learner)
    .order_by(AnswerRow.id)
)
_ANSWER = _ANSWERS.where(AnswerRow.id == bindparam("answer"))
_ASKED_BEFORE = (
    select(AnswerRow.at)
    .where(
        _of_learner,
        AnswerRow.topic == bindparam("topic"),
        AnswerRow.item == bindparam("item"),
        AnswerRow.number.is_not_distinct_from(bindparam("number")),
        AnswerRow.level == bindparam("level"),
        AnswerRow.id < bindparam("answer"),
    )
    .order_by(AnswerRow.id.desc())
    .limit(1)
)
MEMORIES = select(
    MemoryRow.item,
    MemoryRow.stability,
    MemoryRow.difficulty,
    MemoryRow.due,
    MemoryRow.last_review,
    MemoryRow.state,
    MemoryRow.step,
    MemoryRow.reps,
    MemoryRow.lapses,
).where(MemoryRow.learner_id == bindparam("learner"))
DUE_MEMORIES = MEMORIES.where(MemoryRow.due < bindparam("midnight"))
_MEMORIES_OF = MEMORIES.where(MemoryRow.item.in_(bindparam("items", expanding=True)))
_REVIEWS = (
    select(
        ReviewRow.answer_id,
        ReviewRow.item,
        ReviewRow.at,
        ReviewRow.grade,
        ReviewRow.due,
        ReviewRow.recall,
    )
    .where(ReviewRow.learner_id == bindparam("learner"))
    .order_by(ReviewRow.answer_id, ReviewRow.item)
)
REVIEWS_SINCE = _REVIEWS.where(ReviewRow.at >= bindparam("moment"))
_latest = (
    select(ReviewRow.item, func.max(ReviewRow.answer_id).label("answer_id"))
    .where(ReviewRow.learner_id == bindparam("learner"))
    .group_by(ReviewRow.item)
    .subquery()
)
OWED = (
    select(ReviewRow.item)
    .join(_latest, (ReviewRow.item == _latest.c.item) & (ReviewRow.answer_id == _latest.c.answer_id))
    .where(ReviewRow.grade == RecallRating.AGAIN.value)
    .order_by(ReviewRow.answer_id, ReviewRow.item)
)
"""The items whose latest answer that counted was wrong or told, the longest owed first."""
_HOLIDAYS = (
    select(HolidayRow.after, HolidayRow.begins, HolidayRow.midnight, HolidayRow.cap)
    .where(HolidayRow.learner_id == bindparam("learner"))
    .order_by(HolidayRow.id)
)
