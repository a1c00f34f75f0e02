"""Assignments: what is set, to whom, until when; and what was answered for them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, func, insert, or_, select, true, update

from tutor.errors import Malformed, TutorError, Unknown
from tutor.quizzes.items import ItemRef
from tutor.study.accounts.people import Person, person_of
from tutor.study.answers import visibility
from tutor.study.answers.answer import Answer, answer_of
from tutor.study.classroom.assigned_work import Counts, Work, work_of
from tutor.study.classroom.class_access import CAN_BE_UNDONE, in_group, is_extended, is_taught_by
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.played_matches import with_scores
from tutor.study.classroom.secret_numbers import EVERYBODY, Draw, new_secret, seal_of
from tutor.study.clock import Clock
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import inserted, upsert
from tutor.study.storage.tables import (
    AnswerRow,
    AssignedGroupRow,
    AssigneeRow,
    AssignmentRow,
    ClassRow,
    CommentRow,
    ExtensionRow,
    LearnerRow,
    MatchRow,
    MemberRow,
    PupilGroupMemberRow,
    PupilGroupRow,
)

LONGEST_TITLE = 120


class Disclosure(Enum):
    """When learners see the results of their answers."""

    AT_ONCE = visibility.AT_ONCE
    AFTER_DUE = visibility.AFTER_DUE
    NEVER = visibility.NEVER


@dataclass(frozen=True, slots=True)
class AssignmentSpec:
    """What a teacher wants done. `pass_mark` is in per cent; without `tries` there is no end of them.

    After `cut_off_at` nothing is accepted. `counts` says which of several attempts counts. Raises `Malformed`.
    """

    title: str
    work: Work
    opens_at: datetime
    due_at: datetime | None = None
    same_for_all: bool = True
    shown: Disclosure = Disclosure.AT_ONCE
    pass_mark: int | None = None
    tries: int | None = None
    counts: Counts = Counts.BEST
    cut_off_at: datetime | None = None

    def __post_init__(self) -> None:
        if not self.title.strip() or len(self.title) > LONGEST_TITLE:
            mend = f"Write 1 to {LONGEST_TITLE} letters"
            raise Malformed("title", self.title, "it is empty or too long", mend)
        if self.due_at is not None and self.due_at <= self.opens_at:
            text = self.due_at.isoformat(" ", "minutes")
            raise Malformed("due date", text, "it is before the opening date", "Choose a later one")
        if self.shown is Disclosure.AFTER_DUE and self.due_at is None:
            mend = "Choose a due date, or show the results at once or never"
            raise Malformed("choice", self.shown.value, "there is no due date", mend)
        if self.pass_mark is not None and not 1 <= self.pass_mark <= 100:
            raise Malformed("pass mark", str(self.pass_mark), "it is not a percentage", "Choose 1 to 100")
        if self.tries is not None and not 1 <= self.tries <= 20:
            raise Malformed("number of tries", str(self.tries), "it is too few or too many", "Choose 1 to 20")
        if self.cut_off_at is not None:
            text = self.cut_off_at.isoformat(" ", "minutes")
            if self.due_at is None:
                raise Malformed("cut-off", text, "there is no due date", "Choose a due date too, or no cut-off")
            if self.cut_off_at < self.due_at:
                raise Malformed("cut-off", text, "it is before the due date", "Choose a later one")


@dataclass(frozen=True, slots=True)
class DeletedExtension:
    """A later due date that was taken away from a learner, and when."""

    assignment: int
    title: str
    person: Person
    due_at: datetime
    deleted_at: datetime
    class_id: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """Work that was set; `key` names it wherever it travels. Without a class it came as a file.

    Its questions and deals are drawn from its `secret`. Where it came as a file, that is the seal of the learner it was
    made for. It is empty where the work was set before there were secrets. As one learner has it, it may be
    `extended_to` a later due date, which is then that of its `spec`.
    """

    id: int
    key: str
    class_id: int | None
    spec: AssignmentSpec
    everyone: bool
    made_at: datetime
    withdrawn_at: datetime | None
    secret: str = field(default="", repr=False)
    extended_to: datetime | None = None

    def extended(self, due_at: datetime | None) -> Assignment:
        """The assignment as a learner has it whose due date is later. A cut-off moves by the same time."""
        due, cut_off = self.spec.due_at, self.spec.cut_off_at
        if due is None or due_at is None or due_at <= due:
            return self
        moved = cut_off + (due_at - due) if cut_off else None
        return replace(self, spec=replace(self.spec, due_at=due_at, cut_off_at=moved), extended_to=due_at)

    @property
    def title(self) -> str:
        return self.spec.title

    @property
    def version(self) -> str:
        """Another whenever it was changed: a form says by it what it was begun from."""
        return hashlib.sha256(repr((self.spec, self.everyone)).encode()).hexdigest()[:16]

    @property
    def work(self) -> Work:
        return self.spec.work

    def is_open(self, now: datetime) -> bool:
        """Whether it can be worked at: late work is taken, and told.

        Work that was open when it was assigned stays open, even if the clock is set back meanwhile.
        """
        return self.withdrawn_at is None and self.spec.opens_at <= max(now, self.made_at)

    def is_cut_off(self, now: datetime) -> bool:
        """Whether no more work is accepted."""
        return self.spec.cut_off_at is not None and self.spec.cut_off_at <= now

    def accepts_work(self, now: datetime) -> bool:
        """Whether it can be worked at, and what is answered counts."""
        return self.is_open(now) and not self.is_cut_off(now)

    def is_over(self, now: datetime) -> bool:
        """Whether it was due."""
        return self.spec.due_at is not None and self.spec.due_at <= now

    def shows_results(self, now: datetime) -> bool:
        """Whether learners may see what their answers were worth."""
        return visibility.is_shown(self.spec.shown.value, self.spec.due_at, now)

    def is_spent(self, given: Sequence[GivenAnswer], questions: int) -> bool:
        """Whether a learner who gave these answers has no attempt left, at work of so many questions."""
        limit = 1 if self.spec.counts is Counts.FIRST else self.spec.tries
        return limit is not None and bool(given) and self.work.is_spent(given, limit, questions)

    def asks_for(self, answer: Answer) -> bool:
        """Whether an answer given anywhere in the tutor is one that this work asks for."""
        return self.work.asks_for(answer)

    def seal_for(self, learner: int) -> str:
        """What all that a learner is asked is drawn from; empty where the work has no secret."""
        number = self.work.draw_number
        if not self.secret or self.class_id is None or number is None:
            return self.secret
        return seal_of(self.secret, self._drawn_for(learner), number)

    @property
    def has_own_draws(self) -> bool:
        """Whether each learner has questions or deals of their own, drawn from a seal of their own."""
        return bool(self.secret) and self.work.is_drawn and not self.spec.same_for_all

    def draw_for(self, learner: int) -> Draw:
        """What the questions and deals of a learner are drawn from."""
        return Draw(self.seal_for(learner), f"{self.key}/{self.work.draw_number}/{self._drawn_for(learner)}")

    def questions_for(self, learner: int, attempt: int) -> Sequence[ItemRef]:
        """The questions that are drawn for an attempt (from 1): the same for everybody, or for each learner."""
        return self.work.drawn_questions(self.draw_for(learner), attempt)

    def _drawn_for(self, learner: int) -> str:
        return EVERYBODY if self.spec.same_for_all else str(learner)


@dataclass(frozen=True, slots=True)
class TeacherComment:
    """What a teacher wrote beneath an answer, by the number of the answer."""

    answer: int
    at: datetime
    text: str


class AssignmentChanged(TutorError):
    """An assignment was changed, or answered, since somebody began to change it: nothing is changed."""

    def __init__(self) -> None:
        super().__init__(
            "This assignment was changed or answered since you opened this form, so nothing was saved. Compare "
            "your entries with its present state, and send them again to replace it."
        )


class Assignments:
    """The assignments of a database. Every method raises `DatabaseUnavailable`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    # ---- setting -------------------------------------------------------------------------------------------------

    def give(
        self,
        class_id: int | None,
        spec: AssignmentSpec,
        to: Collection[int] | None = None,
        key: str | None = None,
        secret: str | None = None,
        groups: Collection[int] = (),
    ) -> Assignment:
        """Sets work to a class, or to some learners and groups of it; a file brings its `key` and its `secret`."""
        values = _columns(spec) | {
            "key": key or secrets.token_hex(16),
            "secret": new_secret() if secret is None else secret,
            "class_id": class_id,
            "everyone": to is None,
            "made_at": self._clock(),
        }
        with self._database.writing() as connection:
            number = inserted(connection, AssignmentRow, values)
            _address(connection, number, to or (), groups if to is not None else ())
        return self.find(number)

    def change(self, which: Assignment, spec: AssignmentSpec) -> Assignment:
        """Changes what was set; what was answered for it stays.

        Raises `AssignmentChanged` where it is not any more what it was, or other questions were answered meanwhile.
        """
        with self._database.writing() as connection:
            stands = connection.execute(_BY_ID.with_for_update(), {"key": which.id}).first()
            if stands is None or _assignment(stands).spec != which.spec:
                raise AssignmentChanged
            is_other = (spec.work, spec.same_for_all) != (which.work, which.spec.same_for_all)
            if is_other and connection.execute(_ANSWERS.limit(1), {"key": which.id}).first():
                raise AssignmentChanged
            connection.execute(update(AssignmentRow).where(AssignmentRow.id == which.id).values(**_columns(spec)))
            overtaken = ExtensionRow.due_at <= spec.due_at if spec.due_at else true()
            connection.execute(delete(ExtensionRow).where(ExtensionRow.assignment_id == which.id, overtaken))
        return self.find(which.id)

    def address(self, which: Assignment, to: Collection[int] | None, groups: Collection[int] = ()) -> Assignment:
        """Sets work to some of its class, or (None) to the whole of it; what others answered for it stays."""
        with self._database.writing() as connection:
            connection.execute(update(AssignmentRow).where(AssignmentRow.id == which.id).values(everyone=to is None))
            for table in (AssigneeRow, AssignedGroupRow):
                connection.execute(delete(table).where(table.assignment_id == which.id))
            _address(connection, which.id, to or (), groups if to is not None else ())
        return self.find(which.id)

    def extend(self, which: Assignment, learner: int, due_at: datetime | None) -> None:
        """Gives one learner a later due date, or (None) takes it away until it is restored. Raises `Malformed`."""
        due = which.spec.due_at
        if due_at is not None:
            text = due_at.isoformat(" ", "minutes")
            if due is None:
                raise Malformed("extension", text, "the work has no due date", "Give the work a due date first")
            if due_at <= due:
                raise Malformed("extension", text, "it is not after the due date of the others", "Choose a later one")
        now = self._clock()
        row = {"assignment_id": which.id, "learner_id": learner, "due_at": due_at, "made_at": now, "deleted_at": None}
        with self._database.writing() as connection:
            if due_at is not None:
                upsert(connection, ExtensionRow, [row])
            else:
                there = is_extended(which.id, learner)
                connection.execute(update(ExtensionRow).where(there).values(deleted_at=now))

    def deleted_extensions(self, classes: Collection[int]) -> Sequence[DeletedExtension]:
        """The extensions of some classes that were taken away and can be restored, the latest first."""
        since = self._clock() - CAN_BE_UNDONE
        return list(map(_deleted_extension, self._database.read(_DELETED_EXTENSIONS, keys=tuple(classes), since=since)))

    def restore_extension(self, which: Assignment, learner: int) -> None:
        """Gives a learner the extension back that was taken away; one that is there stays.

        Raises `Malformed` where it is not later than the due date any more.
        """
        gone = (
            ExtensionRow.assignment_id == which.id,
            ExtensionRow.learner_id == learner,
            ExtensionRow.deleted_at >= self._clock() - CAN_BE_UNDONE,
        )
        for row in self._database.read(select(ExtensionRow.due_at).where(*gone)):
            self.extend(which, learner, row.due_at)

    def extensions(self, class_id: int) -> Mapping[tuple[int, int], datetime]:
        """The later due dates of a class, by assignment and learner."""
        rows = self._database.read(_EXTENSIONS, key=class_id)
        return {(row.assignment_id, row.learner_id): row.due_at for row in rows}

    def groups_assigned(self, class_id: int) -> Mapping[int, Collection[int]]:
        """The groups of the work that is not for everyone of a class, by assignment."""
        found: dict[int, set[int]] = {}
        for row in self._database.read(_GROUPS_ASSIGNED, key=class_id):
            found.setdefault(row.assignment_id, set()).add(row.group_id)
        return found

    def has_answers(self, which: Assignment) -> bool:
        """Whether anybody has answered, or begun to play a hand."""
        return any(self._database.read(query, key=which.id) for query in (_ANY_ANSWER, _ANY_TABLE))

    def withdraw(self, which: Assignment, *, withdrawn: bool = True) -> None:
        """Takes work back, or sets it again; what was answered for it stays."""
        at = self._clock() if withdrawn else None
        with self._database.writing() as connection:
            connection.execute(update(AssignmentRow).where(AssignmentRow.id == which.id).values(withdrawn_at=at))

    # ---- finding -------------------------------------------------------------------------------------------------

    def find(self, key: int) -> Assignment:
        """The assignment of a number, whosever it is. Raises `Unknown`."""
        return self._only(_BY_ID, key=key)

    def of_key(self, key: str) -> Assignment | None:
        """The assignment of a key, wherever it was made."""
        return next((_assignment(row) for row in self._database.read(_BY_KEY, key=key)), None)

    def of_teacher(self, teacher: int, key: int) -> Assignment:
        """An assignment of a teacher’s class. Raises `Unknown` for another’s as for none."""
        return self._only(_OF_TEACHER, key=key, teacher=teacher)

    def of_learner(self, learner: int, key: int) -> Assignment:
        """An assignment that is a learner’s to do, withdrawn or not. Raises `Unknown` for another’s as for none."""
        return self._only(_OF_LEARNER, key=key, learner=learner)

    def find_for(self, learner: int, key: int) -> Assignment:
        """The assignment of a number as a learner has it, even if it is not theirs any more. Raises `Unknown`."""
        return self._only(_FOR_LEARNER, key=key, learner=learner)

    def of_class(self, class_id: int) -> Sequence[Assignment]:
        """Those of a class in the order in which they are due, withdrawn or not."""
        return [_assignment(row) for row in self._database.read(_OF_CLASS, key=class_id)]

    def withdrawn_from(self, classes: Collection[int]) -> Sequence[Assignment]:
        """Those of some classes that were withdrawn, in the order in which they were due."""
        return [_assignment(row) for row in self._database.read(_WITHDRAWN, keys=tuple(classes))]

    def all_of_learner(self, learner: int) -> Sequence[Assignment]:
        """Those that a learner has to do, or had: what is withdrawn or not open yet is not among them."""
        found = [_assignment(row) for row in self._database.read(_ALL_OF_LEARNER, learner=learner)]
        return [assignment for assignment in found if assignment.is_open(self._clock())]

    def all_of_teacher(self, teacher: int) -> Sequence[Assignment]:
        """What was set to any class of a teacher’s, withdrawn or not, also by the colleague who had it before."""
        return [_assignment(row) for row in self._database.read(_ALL_OF_TEACHER, teacher=teacher)]

    def open_in_any_class(
        self, kinds: Collection[str], now: datetime, *, only_without_secret: bool = False
    ) -> Sequence[Assignment]:
        """Work of some kinds that any learner of any class can do now, with the latest extension of each.

        `only_without_secret` leaves out what was assigned since there are secrets.
        """
        minute = now.replace(second=0, microsecond=0)  # of one minute all is read once, as long as nobody writes
        values = {"kinds": tuple(sorted(kinds)), "since": minute, "until": minute + timedelta(minutes=1)}
        query = _OPEN_IN_CLASSES_WITHOUT_SECRET if only_without_secret else _OPEN_IN_CLASSES
        found = [_assignment(row) for row in self._database.read(query, **values)]
        return [assignment for assignment in found if assignment.accepts_work(now)]

    def assignees(self, class_id: int) -> Mapping[int, Collection[int]]:
        """To whom was set what is not for everyone of a class, by assignment: by name, or in a group."""
        return self._named(class_id, _ASSIGNEES, _IN_GROUPS)

    def named_assignees(self, class_id: int) -> Mapping[int, Collection[int]]:
        """Those of them who were chosen by name."""
        return self._named(class_id, _ASSIGNEES)

    def _named(self, class_id: int, *queries: Any) -> Mapping[int, Collection[int]]:
        found: dict[int, set[int]] = {}
        for query in queries:
            for row in self._database.read(query, key=class_id):
                found.setdefault(row.assignment_id, set()).add(row.learner_id)
        return found

    # ---- answers -------------------------------------------------------------------------------------------------

    def answers(self, which: Assignment, learner: int | None = None) -> Sequence[GivenAnswer]:
        """What was answered for an assignment, by all or by one, as it came."""
        query, whose = (_ANSWERS, {}) if learner is None else (_ANSWERS_OF, {"learner": learner})
        return with_scores(self._database, map(_given, self._database.read(query, key=which.id, **whose)))

    def answers_of_learner(self, learner: int) -> Mapping[int, Sequence[GivenAnswer]]:
        """A learner’s answers to all their assignments, by assignment."""
        rows = self._database.read(_ANSWERS_OF_LEARNER, learner=learner)
        return _by_assignment(with_scores(self._database, map(_given, rows)))

    def answers_without_scores(self, learner: int, to: Collection[int]) -> Mapping[int, Sequence[GivenAnswer]]:
        """A learner’s answers to some assignments, by assignment. No hand is replayed for what it brought."""
        if not to:
            return {}
        rows = self._database.read(_ANSWERS_TO, learner=learner, works=tuple(sorted(to)))
        return _by_assignment(map(_given, rows))

    def tables_of_learner(self, learner: int) -> Mapping[int, int]:
        """How many tables a learner has begun to play at for assignments, by assignment."""
        return {row.assignment_id: row.attempts for row in self._database.read(_PLAYED, learner=learner)}

    def remarks(self, learner: int) -> Mapping[int, Sequence[TeacherComment]]:
        """What teachers wrote beneath a learner’s answers, by assignment, as it was written."""
        found: dict[int, list[TeacherComment]] = {}
        for row in self._database.read(_REMARKS, learner=learner):
            found.setdefault(row.assignment_id, []).append(TeacherComment(row.answer_id, row.at, row.text))
        return found

    def _only(self, query: Any, **values: object) -> Assignment:
        for row in self._database.read(query, **values):
            return _assignment(row)
        raise Unknown("assignment", str(values["key"]), ())


def _address(connection: Connection, number: int, to: Collection[int], groups: Collection[int]) -> None:
    if to:
        rows = [{"assignment_id": number, "learner_id": learner} for learner in sorted(set(to))]
        connection.execute(insert(AssigneeRow), rows)
    if groups:
        rows = [{"assignment_id": number, "group_id": group} for group in sorted(set(groups))]
        connection.execute(insert(AssignedGroupRow), rows)


def _columns(spec: AssignmentSpec) -> dict[str, Any]:
    return {
        "title": spec.title.strip(),
        "kind": spec.work.kind,
        "work": spec.work.model_dump_json(),
        "same_for_all": spec.same_for_all,
        "shown": spec.shown.value,
        "pass_mark": spec.pass_mark,
        "tries": spec.tries,
        "opens_at": spec.opens_at,
        "due_at": spec.due_at,
        "counts": spec.counts.value,
        "cut_off_at": spec.cut_off_at,
    }


def _assignment(row: Row[Any]) -> Assignment:
    spec = AssignmentSpec(
        row.title,
        work_of(row.work),
        row.opens_at,
        row.due_at,
        row.same_for_all,
        Disclosure(row.shown),
        row.pass_mark,
        row.tries,
        Counts(row.counts),
        row.cut_off_at,
    )
    found = Assignment(row.id, row.key, row.class_id, spec, row.everyone, row.made_at, row.withdrawn_at, row.secret)
    return found.extended(getattr(row, "extended_to", None))


def _deleted_extension(row: Row[Any]) -> DeletedExtension:
    return DeletedExtension(row.assignment_id, row.title, person_of(row), row.due_at, row.deleted_at, row.class_id)


def _given(row: Row[Any]) -> GivenAnswer:
    return GivenAnswer(row.id, row.learner_id, row.at, answer_of(row), row.claimed_at)


def _by_assignment(answers: Iterable[GivenAnswer]) -> Mapping[int, Sequence[GivenAnswer]]:
    found: dict[int, list[GivenAnswer]] = {}
    for given in answers:
        found.setdefault(given.answer.assignment or 0, []).append(given)
    return found


_ASSIGNMENTS = select(*AssignmentRow.__table__.columns)
_BY_ID = _ASSIGNMENTS.where(AssignmentRow.id == bindparam("key"))
_BY_KEY = _ASSIGNMENTS.where(AssignmentRow.key == bindparam("key"))
_OF_TEACHER = _BY_ID.join(ClassRow, ClassRow.id == AssignmentRow.class_id).where(is_taught_by(bindparam("teacher")))
_ALL_OF_TEACHER = (
    _ASSIGNMENTS.join(ClassRow, ClassRow.id == AssignmentRow.class_id)
    .where(is_taught_by(bindparam("teacher")))
    .order_by(AssignmentRow.id)
)
_LATEST_EXTENSION = (
    select(func.max(ExtensionRow.due_at))
    .where(ExtensionRow.assignment_id == AssignmentRow.id, ExtensionRow.deleted_at.is_(None))
    .correlate(AssignmentRow)
    .scalar_subquery()
)
_OPEN_IN_CLASSES = _ASSIGNMENTS.add_columns(_LATEST_EXTENSION.label("extended_to")).where(
    AssignmentRow.class_id.is_not(None),
    AssignmentRow.kind.in_(bindparam("kinds", expanding=True)),
    AssignmentRow.withdrawn_at.is_(None),
    or_(AssignmentRow.opens_at <= bindparam("until"), AssignmentRow.opens_at <= AssignmentRow.made_at),
    or_(
        AssignmentRow.cut_off_at.is_(None),
        AssignmentRow.cut_off_at > bindparam("since"),
        AssignmentRow.due_at < _LATEST_EXTENSION,  # a cut-off moves with it
    ),
)
_OPEN_IN_CLASSES_WITHOUT_SECRET = _OPEN_IN_CLASSES.where(AssignmentRow.secret == "")
_MEMBERSHIP = and_(MemberRow.class_id == AssignmentRow.class_id, MemberRow.learner_id == bindparam("learner"))
_NAMED = and_(AssigneeRow.assignment_id == AssignmentRow.id, AssigneeRow.learner_id == bindparam("learner"))
_GROUPED = (
    select(PupilGroupMemberRow.learner_id)
    .join(AssignedGroupRow, AssignedGroupRow.group_id == PupilGroupMemberRow.group_id)
    .join(PupilGroupRow, in_group())
    .where(AssignedGroupRow.assignment_id == AssignmentRow.id, PupilGroupMemberRow.learner_id == bindparam("learner"))
    .correlate(AssignmentRow)
    .exists()
)
_EXTENDED = is_extended(AssignmentRow.id, bindparam("learner"))
_ANY_OF_LEARNER = (
    _ASSIGNMENTS.add_columns(ExtensionRow.due_at.label("extended_to"))
    .outerjoin(MemberRow, _MEMBERSHIP)
    .outerjoin(AssigneeRow, _NAMED)
    .outerjoin(ExtensionRow, _EXTENDED)
    .where(
        or_(
            and_(
                MemberRow.learner_id.is_not(None),
                or_(AssignmentRow.everyone, AssigneeRow.learner_id.is_not(None), _GROUPED),
            ),
            and_(AssignmentRow.class_id.is_(None), AssigneeRow.learner_id.is_not(None)),
        )
    )
)
_FOR_LEARNER = _BY_ID.add_columns(ExtensionRow.due_at.label("extended_to")).outerjoin(ExtensionRow, _EXTENDED)
_IN_ORDER = (AssignmentRow.due_at.is_(None), AssignmentRow.due_at, AssignmentRow.id)
_OF_LEARNER = _ANY_OF_LEARNER.where(AssignmentRow.id == bindparam("key"))
_ALL_OF_LEARNER = _ANY_OF_LEARNER.order_by(*_IN_ORDER)
_OF_CLASS = _ASSIGNMENTS.where(AssignmentRow.class_id == bindparam("key")).order_by(*_IN_ORDER)
_WITHDRAWN = _ASSIGNMENTS.where(
    AssignmentRow.class_id.in_(bindparam("keys", expanding=True)), AssignmentRow.withdrawn_at.is_not(None)
).order_by(*_IN_ORDER)
_ASSIGNEES = (
    select(AssigneeRow.assignment_id, AssigneeRow.learner_id)
    .join(AssignmentRow, AssignmentRow.id == AssigneeRow.assignment_id)
    .where(AssignmentRow.class_id == bindparam("key"))
)
_IN_GROUPS = (
    select(AssignedGroupRow.assignment_id, PupilGroupMemberRow.learner_id)
    .join(AssignmentRow, AssignmentRow.id == AssignedGroupRow.assignment_id)
    .join(PupilGroupMemberRow, PupilGroupMemberRow.group_id == AssignedGroupRow.group_id)
    .join(PupilGroupRow, in_group())
    .where(AssignmentRow.class_id == bindparam("key"))
)
_GROUPS_ASSIGNED = (
    select(AssignedGroupRow.assignment_id, AssignedGroupRow.group_id)
    .join(AssignmentRow, AssignmentRow.id == AssignedGroupRow.assignment_id)
    .join(PupilGroupRow, PupilGroupRow.id == AssignedGroupRow.group_id)
    .where(AssignmentRow.class_id == bindparam("key"), PupilGroupRow.deleted_at.is_(None))
)
_EXTENSIONS = (
    select(ExtensionRow.assignment_id, ExtensionRow.learner_id, ExtensionRow.due_at)
    .join(AssignmentRow, AssignmentRow.id == ExtensionRow.assignment_id)
    .where(AssignmentRow.class_id == bindparam("key"), ExtensionRow.deleted_at.is_(None))
)
_DELETED_EXTENSIONS = (
    select(
        ExtensionRow.assignment_id,
        AssignmentRow.title,
        AssignmentRow.class_id,
        ExtensionRow.due_at,
        ExtensionRow.deleted_at,
        *LearnerRow.__table__.columns,
    )
    .join(AssignmentRow, AssignmentRow.id == ExtensionRow.assignment_id)
    .join(LearnerRow, LearnerRow.id == ExtensionRow.learner_id)
    .where(AssignmentRow.class_id.in_(bindparam("keys", expanding=True)), ExtensionRow.deleted_at >= bindparam("since"))
    .order_by(ExtensionRow.deleted_at.desc(), ExtensionRow.learner_id)
)
_ANY_ANSWER = select(AnswerRow.id).where(AnswerRow.assignment_id == bindparam("key")).limit(1)
_ANY_TABLE = select(MatchRow.id).where(MatchRow.assignment_id == bindparam("key")).limit(1)
_ALL_ANSWERS = select(*AnswerRow.__table__.columns).order_by(AnswerRow.id)
_ANSWERS = _ALL_ANSWERS.where(AnswerRow.assignment_id == bindparam("key"))
_ANSWERS_OF = _ANSWERS.where(AnswerRow.learner_id == bindparam("learner"))
_ANSWERS_OF_LEARNER = _ALL_ANSWERS.where(
    AnswerRow.learner_id == bindparam("learner"), AnswerRow.assignment_id.is_not(None)
)
_ANSWERS_TO = _ALL_ANSWERS.where(
    AnswerRow.learner_id == bindparam("learner"), AnswerRow.assignment_id.in_(bindparam("works", expanding=True))
)
_PLAYED = (
    select(MatchRow.assignment_id, func.max(MatchRow.attempt).label("attempts"))
    .where(MatchRow.learner_id == bindparam("learner"), MatchRow.assignment_id.is_not(None))
    .group_by(MatchRow.assignment_id)
)
_REMARKS = (
    select(AnswerRow.assignment_id, CommentRow.answer_id, CommentRow.at, CommentRow.text)
    .join(AnswerRow, AnswerRow.id == CommentRow.answer_id)
    .where(AnswerRow.learner_id == bindparam("learner"), AnswerRow.assignment_id.is_not(None))
    .order_by(CommentRow.id)
)
