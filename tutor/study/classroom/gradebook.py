"""The gradebook of a class: how far each learner is with each assignment, and which rules the class misses."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from sqlalchemy import Executable, Row, bindparam, case, distinct, func, or_, select

from tutor.quizzes.exercise import Grade
from tutor.study.accounts.people import Person
from tutor.study.answers.answer import Answer, answer_of
from tutor.study.classroom.assigned_work import PLAYED, QuestionCount, Work
from tutor.study.classroom.assignments import Assignment, Assignments
from tutor.study.classroom.classes import Class, Classes, Member
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.live import LiveLesson, LiveLessons, LiveTally
from tutor.study.classroom.played_matches import with_scores
from tutor.study.classroom.progress import Progress
from tutor.study.clock import Clock
from tutor.study.storage.database import Database
from tutor.study.storage.tables import AnswerRow, AssignmentRow, LearnerRow, LiveRow, MemberRow

STREAMED = 500
"""How many answers are read at a time where all of them are written out."""
CELLS_KEPT = 20_000
"""How many calculated cells stay in memory."""

LIVE_SHOWN = 8
"""How many live lessons the gradebook shows, the newest first."""

NEAR = timedelta(minutes=90)
"""How near a due date is, if it is shown in minutes."""
RuleRow = tuple[str, str]
"""The id of a rule, and the row that decided where it is a table."""

WRONG = frozenset((Grade.NOT_ADVISED.value, Grade.TOLD.value))
UNMARKED = Grade.UNDECIDED.value


# ---- a cell -------------------------------------------------------------------------------------------------------


class Stage(Enum):
    """How far a learner is with a piece of work, as the grid tells it."""

    NOT_SET = "not set"
    NOT_OPEN = "not open yet"
    NOTHING = "nothing yet"
    BEGUN = "begun"
    DONE = "done"
    PASSED = "passed"
    MISSED = "not passed"

    __hash__ = object.__hash__

    @property
    def sign(self) -> str:
        """What stands for it beside the words."""
        return _SIGNS[self]


_SIGNS = {
    Stage.NOT_SET: "–",
    Stage.NOT_OPEN: "·",
    Stage.NOTHING: "○",
    Stage.BEGUN: "◐",
    Stage.DONE: "●",
    Stage.PASSED: "✓",
    Stage.MISSED: "✗",
}


@dataclass(frozen=True, slots=True)
class GradebookCell:
    """A learner and a piece of work: the stage, whether the due date is or was overrun, and the figures behind it.

    A learner with an extension has another due date than the class (`extended_to`).
    """

    stage: Stage
    is_late: bool
    progress: Progress | None
    extended_to: datetime | None = None

    @property
    def is_weak(self) -> bool:
        """Whether it is done with fewer than half of the answers right."""
        return self.stage is Stage.DONE and self.progress is not None and 2 * self.progress.right < self.progress.of

    @classmethod
    def of(cls, assignment: Assignment, progress: Progress | None, now: datetime) -> GradebookCell:
        """The cell of some progress; of none where the work is not assigned to the learner."""
        if progress is None:
            return cls(Stage.NOT_SET, is_late=False, progress=None)
        is_late = progress.late or (assignment.is_over(now) and not progress.is_done)
        return cls(_stage(assignment, progress, now), is_late, progress, assignment.extended_to)


def _stage(assignment: Assignment, progress: Progress, now: datetime) -> Stage:
    if progress.is_done:
        return {None: Stage.DONE, True: Stage.PASSED, False: Stage.MISSED}[progress.passed]
    if progress.attempts:
        return Stage.BEGUN
    return Stage.NOTHING if assignment.is_open(now) else Stage.NOT_OPEN


# ---- a class ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LiveResults:
    """The latest live lessons of a class in which anything was answered, and what each learner answered there."""

    lessons: Sequence[LiveLesson]
    tallies: Mapping[tuple[int, int], LiveTally]

    def of(self, lesson: LiveLesson, learner: int) -> LiveTally | None:
        """What a learner answered in one of them."""
        return self.tallies.get((lesson.id, learner))


@dataclass(frozen=True, slots=True)
class ClassSnapshot:
    """The members of a class, their assignments, and the answers.

    Withdrawn assignments are left out. `assignees` names the learners of an assignment that is not for everyone. By
    assignment and learner `answers` is how many there are, and the number of the last, and `extensions` are the later
    due dates. `live` is what was answered in live lessons, if that was read.
    """

    now: datetime
    members: Sequence[Member]
    assignments: Sequence[Assignment]
    assignees: Mapping[int, Collection[int]]
    answers: Mapping[tuple[int, int], tuple[int, int]]
    extensions: Mapping[tuple[int, int], datetime] = field(default_factory=dict)
    live: LiveResults | None = None

    @property
    def tag(self) -> str:
        """Another whenever the grid or a grade may be otherwise.

        For another hour too, or minute where something is due soon.
        """
        over = [
            (assignment.is_open(self.now), assignment.is_over(self.now), assignment.is_cut_off(self.now))
            for assignment in self.assignments
        ]
        works = {assignment.id: assignment for assignment in self.assignments}
        extended = sorted(
            (key, due_at, due_at <= self.now, key[0] in works and works[key[0]].extended(due_at).is_cut_off(self.now))
            for key, due_at in self.extensions.items()
        )
        near = [due for due in self._due_dates() if timedelta() < due - self.now < NEAR]
        hour = self.now.strftime("%Y%m%d%H%M" if near else "%Y%m%d%H")
        to_whom = sorted((key, sorted(those)) for key, those in self.assignees.items())
        seen = (self.members, self.assignments, to_whom, sorted(self.answers.items()), over, extended, hour, self.live)
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:32]

    def _due_dates(self) -> Iterator[datetime]:
        yield from (assignment.spec.due_at for assignment in self.assignments if assignment.spec.due_at)
        yield from self.extensions.values()

    def is_set_to(self, assignment: Assignment, learner: int) -> bool:
        """Whether a piece of work is a learner’s to do."""
        return assignment.everyone or learner in self.assignees.get(assignment.id, ())


@dataclass(frozen=True, slots=True)
class AssignmentTally:
    """What a learner’s answers to an assignment come to. `is_spent` says that no attempt is left.

    Of the answers on rules, `hinted` is how many came after a hint; `missed` is how often one was wrong or had to be
    shown, by rule.
    """

    progress: Progress
    is_spent: bool = False
    answers: int = 0
    hinted: int = 0
    missed: Mapping[RuleRow, int] = field(default_factory=dict)

    @classmethod
    def of(cls, assignment: Assignment, questions: QuestionCount, given: Sequence[GivenAnswer]) -> AssignmentTally:
        """The tally of a learner’s answers to an assignment of so many questions."""
        on_rules = [given_answer.answer for given_answer in given if given_answer.answer.rule]
        return cls(
            Progress.with_answers(assignment, questions, given),
            assignment.is_spent(given, questions.of(given)),
            len(on_rules),
            sum(answer.hints > 0 for answer in on_rules),
            Counter((answer.rule, answer.rule_row) for answer in on_rules if answer.shade in WRONG),
        )


@dataclass(frozen=True, slots=True)
class LearnerRecord:
    """A learner of a class, with what their answers come to by assignment."""

    member: Member
    tallies: Mapping[int, AssignmentTally]

    @property
    def person(self) -> Person:
        return self.member.person

    @property
    def missed(self) -> Counter[RuleRow]:
        """How often an answer was wrong or had to be shown, by rule."""
        missed: Counter[RuleRow] = Counter()
        for tally in self.tallies.values():
            missed.update(tally.missed)
        return missed


@dataclass(frozen=True, slots=True)
class Gradebook:
    """A class at a moment."""

    now: datetime
    assignments: Sequence[Assignment]
    learners: Sequence[LearnerRecord]
    extensions: Mapping[tuple[int, int], datetime] = field(default_factory=dict)

    def as_set_to(self, learner: LearnerRecord, assignment: Assignment) -> Assignment:
        """An assignment as a learner has it, with an extension if one was given."""
        return assignment.extended(self.extensions.get((assignment.id, learner.person.id)))

    def cell(self, learner: LearnerRecord, assignment: Assignment) -> GradebookCell:
        """How far a learner is with an assignment, as the grid shows it."""
        tally = learner.tallies.get(assignment.id)
        own = self.as_set_to(learner, assignment)
        return GradebookCell.of(own, tally.progress if tally else None, self.now)

    def open_to(self, learner: LearnerRecord) -> Iterator[tuple[Assignment, AssignmentTally]]:
        """The assignments that are a learner’s to do and open, each with what the answers come to."""
        for assignment in self.assignments:
            if assignment.id in learner.tallies and assignment.is_open(self.now):
                yield self.as_set_to(learner, assignment), learner.tallies[assignment.id]


# ---- what is missed -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MissedRuleTally:
    """A rule as a class answered on it: how many answers, how many of them not the best, of how many learners.

    Where the author contradicts himself no answer is counted. `row` is the row that decided, where it is a table.
    """

    rule: str
    answers: int
    not_best: int
    learners: int
    row: str = ""

    @property
    def share(self) -> float:
        """The part of the answers that was not the best, from 0 to 1."""
        return self.not_best / self.answers


# ---- out of the database ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """An answer with whose it is and for what it was given: an assignment, or a live lesson."""

    given: GivenAnswer
    name: str
    real_name: str
    title: str


@dataclass(frozen=True, slots=True)
class _Basis:
    """All on which a tally rests: of the answers, how many there are, and the number of the last."""

    assignment: Assignment
    questions: QuestionCount
    answers: tuple[int, int]


class Gradebooks:
    """The gradebooks of a database. Every method raises `DatabaseUnavailable`."""

    def __init__(self, database: Database, clock: Clock, classes: Classes, assignments: Assignments) -> None:
        self._database, self._clock = database, clock
        self._classes, self._assignments = classes, assignments
        self._known: dict[tuple[int, int], tuple[_Basis, AssignmentTally]] = {}

    def snapshot(self, which: Class, *, with_live: bool = True) -> ClassSnapshot:
        """What must be known to know whether anything has changed; what was answered live only `with_live`."""
        rows = self._database.read(_ANSWERS, key=which.id)
        return ClassSnapshot(
            self._clock(),
            self._classes.members(which),
            [assignment for assignment in self._assignments.of_class(which.id) if assignment.withdrawn_at is None],
            self._assignments.assignees(which.id),
            {(row.assignment_id, row.learner_id): (row.answers, row.last) for row in rows},
            self._assignments.extensions(which.id),
            self._live(which) if with_live else None,
        )

    def _live(self, which: Class) -> LiveResults:
        """The live lessons of a class that the gradebook shows."""
        lessons = LiveLessons(self._database, self._clock)
        tallies = {(one.live, one.learner): one for one in lessons.tallies(which.id)}
        answered = {live for live, _ in tallies}
        return LiveResults(
            [one for one in lessons.all_of_class(which.id) if one.id in answered][:LIVE_SHOWN] if answered else (),
            tallies,
        )

    def gradebook(self, snapshot: ClassSnapshot, questions: Callable[[Work], QuestionCount]) -> Gradebook:
        """The gradebook of a class; `questions` says how many questions work has."""
        count = {assignment.id: questions(assignment.work) for assignment in snapshot.assignments}
        bases = {
            (assignment.id, member.person.id): _Basis(
                assignment.extended(snapshot.extensions.get((assignment.id, member.person.id))),
                count[assignment.id],
                snapshot.answers.get((assignment.id, member.person.id), (0, 0)),
            )
            for assignment in snapshot.assignments
            for member in snapshot.members
            if snapshot.is_set_to(assignment, member.person.id)
        }
        records: dict[int, dict[int, AssignmentTally]] = {}
        for (assignment_id, learner), tally in self._tallies(bases).items():
            records.setdefault(learner, {})[assignment_id] = tally
        learners = [LearnerRecord(member, records.get(member.person.id, {})) for member in snapshot.members]
        return Gradebook(snapshot.now, snapshot.assignments, learners, snapshot.extensions)

    def missed(self, which: Class, assignment: int | None = None) -> Sequence[MissedRuleTally]:
        """The rules that the members of a class answered on and did not always know, those most often missed first.

        They are those of all assignments and live lessons, or of one `assignment`.
        """
        query = _MISSED if assignment is None else _MISSED.where(AnswerRow.assignment_id == bindparam("assignment"))
        values = {"key": which.id} if assignment is None else {"key": which.id, "assignment": assignment}
        rows = self._database.read(query, **values)
        found = [
            MissedRuleTally(row.rule, row.answers, row.not_best, row.learners, row.rule_row)
            for row in rows
            if row.not_best
        ]
        return sorted(found, key=lambda rule: (-rule.not_best, -rule.share, rule.rule, rule.row))

    def answers(self, which: Class) -> Iterator[AnswerLine]:
        """Every answer given for the work of a class or in its live lessons, as they came; read a few at a time."""
        with self._database.reading() as connection:
            few = connection.execution_options(yield_per=STREAMED)
            for row in few.execute(_EVERYTHING, {"key": which.id}):
                given = GivenAnswer(row.id, row.learner_id, row.at, answer_of(row), row.claimed_at)
                yield AnswerLine(given, row.learner_name, row.learner_real_name, row.title)

    def _tallies(self, bases: Mapping[tuple[int, int], _Basis]) -> Mapping[tuple[int, int], AssignmentTally]:
        """The tallies by assignment and learner. Answers never change, so no tally is made twice on the same basis."""
        known = {key: self._known[key] for key in bases if key in self._known}
        found = {key: tally for key, (basis, tally) in known.items() if basis == bases[key]}
        stale = {key: basis for key, basis in bases.items() if key not in found}
        given = self._given({basis.assignment.id for basis in stale.values()})
        if len(self._known) > CELLS_KEPT:
            self._known.clear()
        for key, basis in stale.items():
            answers = given.get(key, ())
            found[key] = AssignmentTally.of(basis.assignment, basis.questions, answers)
            if len(answers) == basis.answers[0]:  # else one came in meanwhile
                self._known[key] = basis, found[key]
        return found

    def _given(self, assignments: Collection[int]) -> Mapping[tuple[int, int], Sequence[GivenAnswer]]:
        """The answers by assignment and learner. Of what was given there are only the results of hands."""
        found: dict[tuple[int, int], list[GivenAnswer]] = {}
        if not assignments:
            return found
        rows = self._database.read(_SHORTLY, works=sorted(assignments))
        for given in with_scores(self._database, map(_given_shortly, rows)):
            found.setdefault((given.answer.assignment or 0, given.learner), []).append(given)
        return found


def _given_shortly(row: Row[Any]) -> GivenAnswer:
    key, learner, work, at, topic, item, given, shade, rule, rule_row, hints, attempt = tuple(row)
    answer = Answer(topic, item, given, shade, rule, (), hints, None, None, work, attempt, rule_row)
    return GivenAnswer(key, learner, at, answer)


_OF_CLASS = AnswerRow.assignment_id == AssignmentRow.id, AssignmentRow.class_id == bindparam("key")
_ANY_OF_CLASS = or_(
    AnswerRow.assignment_id.in_(select(AssignmentRow.id).where(AssignmentRow.class_id == bindparam("key"))),
    AnswerRow.live_id.in_(select(LiveRow.id).where(LiveRow.class_id == bindparam("key"))),
)
_ANSWERS = (
    select(
        AnswerRow.assignment_id,
        AnswerRow.learner_id,
        func.count().label("answers"),
        func.max(AnswerRow.id).label("last"),
    )
    .where(*_OF_CLASS)
    .group_by(AnswerRow.assignment_id, AnswerRow.learner_id)
)
_SHORTLY = (
    select(
        AnswerRow.id,
        AnswerRow.learner_id,
        AnswerRow.assignment_id,
        AnswerRow.at,
        AnswerRow.topic,
        AnswerRow.item,
        case((AnswerRow.topic == PLAYED, AnswerRow.given), else_="").label("given"),
        AnswerRow.shade,
        AnswerRow.rule,
        AnswerRow.rule_row,
        AnswerRow.hints,
        AnswerRow.attempt,
    )
    .where(AnswerRow.assignment_id.in_(bindparam("works", expanding=True)))
    .order_by(AnswerRow.id)
)
_MISSED = (
    select(
        AnswerRow.rule,
        AnswerRow.rule_row,
        func.count().label("answers"),
        func.count().filter(AnswerRow.shade != Grade.BEST.value).label("not_best"),
        func.count(distinct(AnswerRow.learner_id)).label("learners"),
    )
    .join(MemberRow, (MemberRow.class_id == bindparam("key")) & (MemberRow.learner_id == AnswerRow.learner_id))
    .where(_ANY_OF_CLASS, AnswerRow.rule != "", AnswerRow.shade != UNMARKED)
    .group_by(AnswerRow.rule, AnswerRow.rule_row)
)
_EVERYTHING: Executable = (
    select(
        *AnswerRow.__table__.columns,
        LearnerRow.name.label("learner_name"),
        LearnerRow.real_name.label("learner_real_name"),
        func.coalesce(AssignmentRow.title, LiveRow.title).label("title"),
    )
    .join(LearnerRow, LearnerRow.id == AnswerRow.learner_id)
    .outerjoin(AssignmentRow, AssignmentRow.id == AnswerRow.assignment_id)
    .outerjoin(LiveRow, LiveRow.id == AnswerRow.live_id)
    .where(_ANY_OF_CLASS)
    .order_by(AnswerRow.id)
)
