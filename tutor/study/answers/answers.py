"""The log of what a learner answered: nothing in it is ever changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Executable, bindparam, func, select

from tutor.quizzes.exercise import Grade
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.study.answers import hints
from tutor.study.answers.answer import Answer, AnsweredBefore, answer_of
from tutor.study.answers.visibility import is_shown, seen
from tutor.study.classroom.class_access import is_extended
from tutor.study.review import memories
from tutor.study.review.memory import ANSWER_HINT
from tutor.study.review.preferences import HOLIDAYS, Holiday, holiday_of
from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import LearnerRepository, columns_of
from tutor.study.storage.tables import AnswerRow, AssignmentRow, ExtensionRow, Instant

_RIGHT = frozenset(shade.value for shade in Grade if shade.is_right)
_AT_TABLE = "table"
"""The topic of answers to what happens once: after an undo, the hints to it have still been seen."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log of answers."""

    at: datetime
    answer: Answer


class Answers(LearnerRepository):
    """What a learner answered, as the learner may see it (see `visibility`)."""

    def record(
        self,
        answer: Answer,
        idempotency_key: str = "",
        claimed_at: datetime | None = None,
        *,
        given_at: datetime | None = None,
    ) -> bool:
        """Keeps an answer, and what it changes of what is remembered. Whether it was not kept already.

        `idempotency_key` names the form that sent it, where it has a name. Raises `AnsweredBefore` where the same form
        has sent another answer before: nothing is kept then. One to which a hint told the answer is kept as told.
        `claimed_at` is when it was given by a clock that is not ours. `given_at` is when it was given by ours, where
        that was earlier, and it counts from then.
        """
        with self._taking_turns() as connection:
            return self.record_within(connection, answer, idempotency_key, claimed_at, given_at=given_at)

    def record_within(
        self,
        connection: Connection,
        answer: Answer,
        idempotency_key: str,
        claimed_at: datetime | None = None,
        *,
        given_at: datetime | None = None,
    ) -> bool:
        """The same within a transaction in which the learner’s writes take turns."""
        if idempotency_key:
            sent = connection.execute(_SENT_BEFORE, {"learner": self._learner, "sent": idempotency_key}).first()
            if sent is not None:
                stands = answer_of(sent)
                if stands.is_same(answer):
                    return False
                raise AnsweredBefore(stands)
        shown = hints.stage_of(connection, self._learner, answer.topic, answer.item)
        seen_hints = max(answer.hints, shown) if shown else answer.hints
        is_told = seen_hints >= ANSWER_HINT and answer.shade in _RIGHT
        row = {
            "learner_id": self._learner,
            "at": given_at or self._clock(),
            "topic": answer.topic,
            "item": answer.item,
            "given": answer.given,
            "shade": Grade.TOLD.value if is_told else answer.shade,
            "rule": answer.rule,
            "rule_row": answer.rule_row,
            "also": " ".join(answer.also),
            "hints": seen_hints,
            "number": answer.number,
            "level": answer.level.value if answer.level else "",
            "assignment_id": answer.assignment,
            "attempt": answer.attempt,
            "once": idempotency_key or None,
            "claimed_at": claimed_at,
            "live_id": answer.live,
        }
        key = inserted(connection, AnswerRow, row)
        if answer.topic != _AT_TABLE:
            hints.forget(connection, self._learner, answer.topic, answer.item)  # asked again, it is hinted at afresh
        memories.update(connection, self._learner, key)
        return True

    def of_key(self, idempotency_key: str) -> Answer | None:
        """What was given to the form or the device that named an answer so. It may not be shown to the learner yet."""
        return self._first(_SENT_BEFORE, answer_of, sent=idempotency_key)

    def latest(self, topic: str, beginning: str = "") -> Mapping[str, Answer]:
        """The latest answer to each item of a topic, or to those whose names begin so, by item."""
        return {answer.item: answer for answer in self._seen(_LATEST, topic=topic, beginning=beginning)}

    def counted(self, topic: str, beginning: str = "") -> Mapping[str, Answer]:
        """The answer to each item that counts: the latest, but after a right one no wrong one.

        Work that is assigned asks afresh, so its answer replaces a right one that was given before.
        """
        found: dict[str, Answer] = {}
        for answer in self._seen(_LATEST, topic=topic, beginning=beginning):
            before = found.get(answer.item)
            is_afresh = answer.assignment is not None and before is not None and answer.assignment != before.assignment
            if before is None or is_afresh or before.shade not in _RIGHT or answer.shade in _RIGHT:
                found[answer.item] = answer
        return found

    def since(self, moment: datetime, topic: str) -> Sequence[Answer]:
        """The answers to exercises of a topic from a moment on, in their order."""
        return tuple(self._seen(_SINCE, moment=moment, topic=topic))

    def last_item(self, topic: str) -> str | None:
        """The item of a topic that was answered last; None before the first answer."""
        return self._first(_LAST_ITEM, lambda row: str(row.item), topic=topic)

    def tally(self, topic: str) -> Mapping[str, int]:
        """How many answers there are of each shade."""
        tally: Counter[str] = Counter()
        for row in self._read(_TALLY, topic=topic):
            may = is_shown(row.shown, row.due_at, self._clock())
            tally[row.shade if may else Grade.HELD_BACK.value] += row.answers
        return tally

    def log(self) -> tuple[LogEntry | Holiday, ...]:
        """Everything that was answered, and the holidays, as they came."""
        now = self._clock()
        found: list[tuple[int, int, LogEntry | Holiday]] = [
            (row.id, 0, LogEntry(row.at, seen(answer_of(row), row.shown, row.due_at, now))) for row in self._read(_LOG)
        ]
        found += [(row.after, row.id, holiday_of(row)) for row in self._read(HOLIDAYS)]
        return tuple(line for _, _, line in sorted(found, key=lambda line: line[:2]))

    def next_number(self, item: str) -> int:
        """The number of an exercise on an item that has not been answered yet: one more than any that has."""
        return self._first(_LAST_NUMBER, lambda row: int(row.number) + 1, item=item) or 0

    def _seen(self, query: Executable, **values: object) -> Iterator[Answer]:
        """The answers of a query, as the learner may see them."""
        now = self._clock()
        for row in self._read(query, **values):
            yield seen(answer_of(row), row.shown, row.due_at, now)


_OF_LEARNER = AnswerRow.learner_id == bindparam("learner")
_OF_TOPIC = AnswerRow.topic == bindparam("topic")
_SENT_BEFORE = columns_of(AnswerRow).where(_OF_LEARNER, AnswerRow.idempotency_key == bindparam("sent"))
_EXTENDED = is_extended(AnswerRow.assignment_id, AnswerRow.learner_id)
_DUE_AT = func.coalesce(ExtensionRow.due_at, AssignmentRow.due_at)
"""When the work was due for this learner."""
_LOG = (
    columns_of(AnswerRow)
    .add_columns(AssignmentRow.shown, _DUE_AT.label("due_at"))
    .outerjoin(AssignmentRow, AssignmentRow.id == AnswerRow.assignment_id)
    .outerjoin(ExtensionRow, _EXTENDED)
    .where(_OF_LEARNER)
    .order_by(AnswerRow.id)
)
_LATEST = _LOG.where(
    _OF_TOPIC, func.substr(AnswerRow.item, 1, func.length(bindparam("beginning"))) == bindparam("beginning")
)
_SINCE = _LOG.where(_OF_TOPIC, AnswerRow.at >= bindparam("moment", type_=Instant))
_LAST_NUMBER = (
    select(AnswerRow.number)
    .where(_OF_LEARNER, AnswerRow.rule == bindparam("item"), AnswerRow.number < LARGEST_NUMBER - 1)
    .order_by(AnswerRow.number.desc())
    .limit(1)
)
_LAST_ITEM = select(AnswerRow.item).where(_OF_LEARNER, _OF_TOPIC).order_by(AnswerRow.id.desc()).limit(1)
_TALLY = (
    select(AnswerRow.shade, AssignmentRow.shown, _DUE_AT.label("due_at"), func.count().label("answers"))
    .outerjoin(AssignmentRow, AssignmentRow.id == AnswerRow.assignment_id)
    .outerjoin(ExtensionRow, _EXTENDED)
    .where(_OF_LEARNER, _OF_TOPIC)
    .group_by(AnswerRow.shade, AssignmentRow.shown, _DUE_AT)
)
