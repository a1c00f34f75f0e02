"""Grades for learning platforms: which there are, which the platform has, and which wait to be sent.

Nothing is written when somebody answers. Every few seconds the grades that ought to be at the platform are compared
with those that were put down here. So a grade appears also where only time passed, such as a due date or a cut-off, and
none is lost when the tutor stops. A process claims a grade before it sends it, so that no two send the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, case, delete, func, insert, or_, select, update

from tutor.study.classroom.assigned_work import Work
from tutor.study.classroom.assignments import Assignment, Disclosure
from tutor.study.classroom.gradebook import Gradebook, LearnerRecord
from tutor.study.clock import Clock, steady
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import upsert
from tutor.study.storage.repository import Repository, columns_of, lock_learner
from tutor.study.storage.tables import (
    AssignmentRow,
    ClassRow,
    LtiGradeRow,
    LtiLinkRow,
    LtiPlatformRow,
    LtiUserRow,
)

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
PAUSES = (MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR)
"""How long to wait before a grade is sent again, after so many attempts. The last is repeated.

The first is longer than it takes to give up an attempt.
"""
MOST_ATTEMPTS = 14
"""After so many, in about a week, nobody tries any more, unless a teacher asks for it."""
AT_ONCE = 100
"""How many grades are looked up at a time."""


class GradeFault(Enum):
    """Why a platform did not take a grade."""

    DOWN = "down"
    TOKEN = "token"  # noqa: S105 - no secret
    REFUSED = "refused"
    ADDRESS = "address"


class NoGrade(Enum):
    """Why there is no grade of a learner yet."""

    NOT_DONE = "not done"
    HELD_BACK = "held back"
    NEVER = "never"
    NOT_SET = "not set"


@dataclass(frozen=True, slots=True)
class Score:
    """So many points of so many."""

    given: int
    of: int


@dataclass(frozen=True, slots=True)
class GradeLink:
    """A link of a platform that opens an assignment; `address` is empty if the platform takes no grades there."""

    platform: int
    resource: str
    assignment: int
    class_id: int
    address: str


@dataclass(frozen=True, slots=True)
class DueGrade:
    """A grade to be sent to an `address`, of somebody whom the platform calls `subject`."""

    platform: int
    resource: str
    learner: int
    subject: str
    address: str
    score: Score
    scored_at: datetime
    next_at: datetime
    attempts: int


@dataclass(frozen=True, slots=True)
class StoredGrade:
    """A stored grade: when it was sent, whether it waits, and why the last attempt failed."""

    score: Score
    sent_at: datetime | None
    waits: bool
    fault: GradeFault | None


@dataclass(frozen=True, slots=True)
class GradeReport:
    """What a teacher sees of one learner: the grade put down for the platform, or why there is none.

    `is_of_platform` is false for a learner who never came from the platform.
    """

    learner: LearnerRecord
    stored: StoredGrade | None
    missing: NoGrade | None
    is_of_platform: bool


def resource_of(deployment: str, link: str) -> str:
    """By what a link is stored. Its id is unique only in its deployment."""
    return hashlib.sha256(f"{len(deployment)} {deployment} {link}".encode()).hexdigest()


def score_of(
    gradebook: Gradebook, learner: LearnerRecord, assignment: Assignment, *, is_counted: bool
) -> Score | NoGrade:
    """What the gradebook shows of a learner’s work, if it is final and the learner may see it.

    Work that is not done counts as it is after the cut-off. Work without right answers (`is_counted`) counts in full.
    """
    tally = learner.tallies.get(assignment.id)
    if tally is None:
        return NoGrade.NOT_SET
    own, progress = gradebook.as_set_to(learner, assignment), tally.progress
    if not progress.is_done and not (progress.attempts and own.is_cut_off(gradebook.now)):
        return NoGrade.NOT_DONE
    if not own.shows_results(gradebook.now):
        return NoGrade.NEVER if own.spec.shown is Disclosure.NEVER else NoGrade.HELD_BACK
    of = max(progress.of, 1)
    return Score(progress.right if is_counted else of * progress.is_done, of)


class LtiGrades(Repository):
    """The links and grades of a database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._steady = steady(clock)

    # ---- links ---------------------------------------------------------------------------------------------------

    def link(self, platform: int, resource: str, assignment: int, address: str) -> None:
        """Notes what a link opens and where its grades go. A message that names no address changes none."""
        named = {"platform": platform, "resource": resource}
        known = next(iter(self._read(_LINK, **named)), None)
        address = address or (known.line_item_url if known else "")
        if known and (known.assignment_id, known.line_item_url) == (assignment, address):
            return
        values = {"platform_id": platform, "resource": resource}
        with self._database.writing() as connection:
            upsert(connection, LtiLinkRow, values | {"assignment_id": assignment, "line_item_url": address})
            connection.execute(delete(LtiGradeRow).where(_is_of_link(LtiGradeRow)), named)  # all go to the new one

    def links(self, assignment: int) -> Sequence[GradeLink]:
        """The links that open an assignment."""
        return self._all(_LINKS.where(LtiLinkRow.assignment_id == bindparam("key")), _link, key=assignment)

    def all_links(self) -> Sequence[GradeLink]:
        """The links of all classes that are there, for whose assignments a platform takes grades."""
        return self._all(_GRADED_LINKS, _link)

    def has_links(self) -> bool:
        """Whether any platform takes grades."""
        return bool(self._read(_GRADED_LINKS.limit(1)))

    # ---- what is to be sent --------------------------------------------------------------------------------------

    def users(self, platform: int) -> frozenset[int]:
        """The learners who came from a platform."""
        return frozenset(row.learner_id for row in self._read(_USERS, platform=platform))

    def stored_counts(self) -> Mapping[tuple[int, str], int]:
        """How many grades are put down, by the platform and the resource of the link."""
        return {(row.platform_id, row.resource): row.grades for row in self._read(_STORED_COUNTS)}

    def put(self, link: GradeLink, scores: Mapping[int, Score], at: datetime, users: Collection[int]) -> bool:
        """Puts down the grades of a link, by learner, as they were at a moment; whether that differs from before.

        Those that are new or changed wait to be sent. Those that wait and are none any more are dropped. What was put
        down later than `at` stays: another process knows more. Learners get none if they are not among the `users` of
        the platform.
        """
        named = {"platform": link.platform, "resource": link.resource}
        known = {row.learner_id: row for row in self._read(_GRADES, **named)}
        scores = {learner: score for learner, score in scores.items() if learner in users}
        new = {learner: score for learner, score in scores.items() if learner not in known}
        other = {
            learner: score
            for learner, score in scores.items()
            if learner in known and score != Score(known[learner].given, known[learner].of)
        }
        dropped = [learner for learner, row in known.items() if row.next_at is not None and learner not in scores]
        if not new and not other and not dropped:
            return False
        of_link, now = _is_of_link(LtiGradeRow, link.platform, link.resource), self._steady()
        with self._database.writing() as connection:
            if connection.execute(_LINK.with_for_update(), named).first() is None:
                return True  # the platform or the class was removed meanwhile
            there = {row.learner_id for row in connection.execute(_GRADES, named)}
            for learner, score in sorted(new.items()):
                if learner not in there and lock_learner(connection, learner):
                    connection.execute(insert(LtiGradeRow), _row(link, learner, score, at, now))
            for learner, score in sorted(other.items()):
                values = {
                    "given": score.given,
                    "of": score.of,
                    "scored_at": at,
                    "next_at": case((LtiGradeRow.next_at > now, LtiGradeRow.next_at), else_=now),
                    "attempts": case((LtiGradeRow.next_at.is_(None), 0), else_=LtiGradeRow.attempts),
                }
                older = LtiGradeRow.learner_id == learner, LtiGradeRow.scored_at <= at
                connection.execute(update(LtiGradeRow).where(of_link, *older).values(**values))
            waiting = LtiGradeRow.learner_id.in_(dropped), LtiGradeRow.next_at.is_not(None), LtiGradeRow.scored_at <= at
            connection.execute(delete(LtiGradeRow).where(of_link, *waiting))
        return True

    def due(self, *, but: Collection[int] = ()) -> Sequence[DueGrade]:
        """The grades that are to be sent now, the one that has waited longest first; none for some platforms."""
        return self._all(_DUE.where(LtiGradeRow.platform_id.not_in(but)), _due, now=self._steady())

    def claim(self, grade: DueGrade) -> bool:
        """Takes a grade to send it; whether nobody else did. If it is neither sent nor refused, it waits again."""
        pause = PAUSES[min(grade.attempts, len(PAUSES) - 1)]
        values = {"next_at": self._steady() + pause, "attempts": grade.attempts + 1}
        return self._write(_same(grade).where(LtiGradeRow.next_at == grade.next_at).values(**values)) == 1

    def sent(self, grade: DueGrade) -> None:
        """Notes that the platform has a grade. A newer one that came meanwhile still waits."""
        self._write(_same(grade).values(sent_at=self._clock(), next_at=None, attempts=0, fault=""))

    def failed(self, grade: DueGrade, fault: GradeFault) -> None:
        """Notes why a grade was not taken, and gives it up after too many attempts."""
        over = {"next_at": None} if grade.attempts + 1 >= MOST_ATTEMPTS else {}
        self._write(_same(grade).values(fault=fault.value, **over))

    def send_again(self, assignment: int) -> None:
        """Lets all grades of an assignment wait to be sent now, those that the platform has among them."""
        links = [_is_of_link(LtiGradeRow, link.platform, link.resource) for link in self.links(assignment)]
        values = {"scored_at": self._clock(), "next_at": self._steady(), "attempts": 0, "fault": ""}
        if links:
            self._write(update(LtiGradeRow).where(or_(*links)).values(**values))

    # ---- what a teacher sees -------------------------------------------------------------------------------------

    def report(
        self, link: GradeLink, assignment: Assignment, gradebook: Gradebook, is_counted: Callable[[Work], bool]
    ) -> Sequence[GradeReport]:
        """How it stands with the grades of a link, for each learner of its class who has the assignment."""
        known = {row.learner_id: row for row in self._read(_GRADES, platform=link.platform, resource=link.resource)}
        users, found = self.users(link.platform), []
        for learner in gradebook.learners:
            score = score_of(gradebook, learner, assignment, is_counted=is_counted(assignment.work))
            key = learner.person.id
            if score is NoGrade.NOT_SET and key not in known:
                continue
            stored = _stored(known[key]) if key in known else None
            found.append(GradeReport(learner, stored, score if isinstance(score, NoGrade) else None, key in users))
        return found


def _is_of_link(
    row: type[LtiGradeRow | LtiLinkRow],
    platform: object = bindparam("platform"),
    resource: object = bindparam("resource"),
) -> ColumnElement[bool]:
    """Whether a row is that of a link, or a grade of it: by values, columns, or values that are bound later."""
    return and_(row.platform_id == platform, row.resource == resource)


def _same(grade: DueGrade) -> Any:
    """Changes a grade, if it is still the one that was read."""
    same = LtiGradeRow.learner_id == grade.learner, LtiGradeRow.scored_at == grade.scored_at
    return update(LtiGradeRow).where(_is_of_link(LtiGradeRow, grade.platform, grade.resource), *same)


def _row(link: GradeLink, learner: int, score: Score, at: datetime, now: datetime) -> dict[str, Any]:
    return {
        "platform_id": link.platform,
        "resource": link.resource,
        "learner_id": learner,
        "given": score.given,
        "of": score.of,
        "scored_at": at,
        "next_at": now,
        "attempts": 0,
        "fault": "",
    }


def _link(row: Row[Any]) -> GradeLink:
    return GradeLink(row.platform_id, row.resource, row.assignment_id, row.class_id, row.line_item_url)


def _due(row: Row[Any]) -> DueGrade:
    score = Score(row.given, row.of)
    key = row.platform_id, row.resource, row.learner_id
    return DueGrade(*key, row.subject, row.line_item_url, score, row.scored_at, row.next_at, row.attempts)


def _stored(row: Row[Any]) -> StoredGrade:
    fault = GradeFault(row.fault) if row.fault else None
    return StoredGrade(Score(row.given, row.of), row.sent_at, row.next_at is not None, fault)


_LINK = columns_of(LtiLinkRow).where(_is_of_link(LtiLinkRow))
_LINKS = (
    select(*LtiLinkRow.__table__.columns, AssignmentRow.class_id)
    .join(AssignmentRow, AssignmentRow.id == LtiLinkRow.assignment_id)
    .where(AssignmentRow.class_id.is_not(None))
    .order_by(LtiLinkRow.platform_id, LtiLinkRow.resource)
)
_GRADED_LINKS = _LINKS.join(ClassRow, ClassRow.id == AssignmentRow.class_id).where(
    LtiLinkRow.line_item_url != "", ClassRow.deleted_at.is_(None), AssignmentRow.withdrawn_at.is_(None)
)
_GRADES = columns_of(LtiGradeRow).where(_is_of_link(LtiGradeRow))
_STORED_COUNTS = select(LtiGradeRow.platform_id, LtiGradeRow.resource, func.count().label("grades")).group_by(
    LtiGradeRow.platform_id, LtiGradeRow.resource
)
_USERS = select(LtiUserRow.learner_id).where(LtiUserRow.platform_id == bindparam("platform"))
_SUBJECT = (
    select(func.min(LtiUserRow.subject))
    .where(LtiUserRow.platform_id == LtiGradeRow.platform_id, LtiUserRow.learner_id == LtiGradeRow.learner_id)
    .scalar_subquery()
)
_DUE = (
    select(*LtiGradeRow.__table__.columns, LtiLinkRow.line_item_url, _SUBJECT.label("subject"))
    .join(LtiLinkRow, _is_of_link(LtiLinkRow, LtiGradeRow.platform_id, LtiGradeRow.resource))
    .join(LtiPlatformRow, LtiPlatformRow.id == LtiGradeRow.platform_id)
    .join(AssignmentRow, AssignmentRow.id == LtiLinkRow.assignment_id)
    .join(ClassRow, ClassRow.id == AssignmentRow.class_id)
    .where(
        LtiGradeRow.next_at <= bindparam("now"),
        LtiLinkRow.line_item_url != "",
        ClassRow.deleted_at.is_(None),
        AssignmentRow.withdrawn_at.is_(None),
        _SUBJECT.is_not(None),
    )
    .order_by(LtiGradeRow.next_at, LtiGradeRow.learner_id)
    .limit(AT_ONCE)
)
