"""A class followed: how each learner stands with each piece of work, who needs attention and why, what is missed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from sqlalchemy import Executable, bindparam, distinct, func, select

from tutor.quizzes.marks import Grade
from tutor.study.accounts.people import Person
from tutor.study.answers.answer import Answer, answer_of
from tutor.study.classroom.assignments import Assignment, Assignments, GivenAnswer
from tutor.study.classroom.classes import Class, Classes, Member
from tutor.study.classroom.progress import Progress, standing
from tutor.study.classroom.work import PLAYED, READ, DrillWork, LessonWork, ReplayWork, Work
from tutor.study.clock import Clock
from tutor.study.storage.database import Database
from tutor.study.storage.tables import AnswerRow, AssignmentRow, LearnerRow, MemberRow

SOON = timedelta(days=1)
AWAY = timedelta(days=7)
OFTEN = 3
"""How often the same rule is missed before somebody is told of it."""
FEWEST_ANSWERS = 6
"""Of how many answers at least it can be said that most of them were hinted at."""
STREAMED = 500
"""How many answers are read at a time where all of them are written out."""
CELLS_KEPT = 20_000
"""Of how many cells what was reckoned is kept in mind."""

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
    MISSED = "missed the mark"

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
    """A learner and a piece of work: the stage, whether the due date is or was overrun, and the figures behind it."""

    stage: Stage
    is_late: bool
    standing: Progress | None

    @classmethod
    def of(cls, assignment: Assignment, found: Progress | None, now: datetime) -> GradebookCell:
        """The cell of a standing; of none where the work is not set to the learner."""
        if found is None:
            return cls(Stage.NOT_SET, is_late=False, standing=None)
        is_late = found.late or (assignment.is_over(now) and not found.is_done)
        return cls(_stage(assignment, found, now), is_late, found)

    @property
    def words(self) -> str:
        """`nothing yet, late`; `begun, 3 of 10`; `passed, 8 of 10 right`."""
        said = [self.stage.value]
        if self.standing is not None and self.standing.of > 1:
            if self.stage is Stage.BEGUN:
                said.append(f"{self.standing.done} of {self.standing.of}")
            elif self.standing.is_done:
                said.append(f"{self.standing.right} of {self.standing.of} right")
        return ", ".join([*said, "late"] if self.is_late else said)


def _stage(assignment: Assignment, found: Progress, now: datetime) -> Stage:
    if found.is_done:
        return {None: Stage.DONE, True: Stage.PASSED, False: Stage.MISSED}[found.passed]
    if found.attempts:
        return Stage.BEGUN
    return Stage.NOTHING if assignment.is_open(now) else Stage.NOT_OPEN


# ---- a class ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClassSnapshot:
    """Who is of a class, what is set to it and to whom, and which answers there are.

    What was withdrawn is not among the assignments; `assignees` says to whom was set what is not for everyone. By
    assignment and learner `answers` is how many there are, and the number of the last.
    """

    now: datetime
    members: Sequence[Member]
    assignments: Sequence[Assignment]
    assignees: Mapping[int, Collection[int]]
    answers: Mapping[tuple[int, int], tuple[int, int]]

    @property
    def tag(self) -> str:
        """Another whenever the grid may look otherwise, for another hour too."""
        over = [(one.is_open(self.now), one.is_over(self.now)) for one in self.assignments]
        hour = self.now.strftime("%Y%m%d%H")
        to_whom = sorted((key, sorted(those)) for key, those in self.assignees.items())
        seen = (self.members, self.assignments, to_whom, sorted(self.answers.items()), over, hour)
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:32]

    def is_set_to(self, assignment: Assignment, learner: int) -> bool:
        """Whether a piece of work is a learner’s to do."""
        return assignment.everyone or learner in self.assignees.get(assignment.id, ())


@dataclass(frozen=True, slots=True)
class Tally:
    """What a learner’s answers for a piece of work come to; see `LearnerRecord`."""

    standing: Progress
    is_spent: bool
    answers: int
    hinted: int
    missed: Mapping[str, int]

    @classmethod
    def of(cls, assignment: Assignment, learner: int, questions: int, given: Sequence[GivenAnswer]) -> Tally:
        """The tally of a learner’s answers; the work has so many questions."""
        on_rules = [one.answer for one in given if one.answer.rule]
        return cls(
            standing(questions, assignment, learner, given),
            is_spent(assignment, questions, given),
            len(on_rules),
            sum(one.hints > 0 for one in on_rules),
            Counter(one.rule for one in on_rules if one.shade in WRONG),
        )


@dataclass(frozen=True, slots=True)
class LearnerRecord:
    """A learner of a class: how he stands with what is set to him, by assignment, and what his answers show.

    `spent` are the assignments at which no try is left. Of his answers on rules, `hinted` is how many came after a
    hint; `missed` is how often one was wrong or had to be told, by rule.
    """

    member: Member
    standings: Mapping[int, Progress]
    spent: Collection[int] = ()
    answers: int = 0
    hinted: int = 0
    missed: Mapping[str, int] = field(default_factory=dict)

    @property
    def person(self) -> Person:
        return self.member.person


@dataclass(frozen=True, slots=True)
class Gradebook:
    """A class at a moment."""

    now: datetime
    assignments: Sequence[Assignment]
    learners: Sequence[LearnerRecord]

    def cell(self, learner: LearnerRecord, assignment: Assignment) -> GradebookCell:
        """How a learner stands with a piece of work, as the grid tells it."""
        return GradebookCell.of(assignment, learner.standings.get(assignment.id), self.now)

    def set_to(self, learner: LearnerRecord) -> Iterator[tuple[Assignment, Progress]]:
        """The work that is a learner’s to do and open, with how he stands with it."""
        for assignment in self.assignments:
            if assignment.id in learner.standings and assignment.is_open(self.now):
                yield assignment, learner.standings[assignment.id]

    def needing(self) -> Iterator[tuple[LearnerRecord, Sequence[AttentionReason]]]:
        """The learners who need attention, those with most reasons first."""
        found = [(learner, [reason for ask in REASONS for reason in ask(self, learner)]) for learner in self.learners]
        yield from sorted((one for one in found if one[1]), key=lambda one: -len(one[1]))


# ---- who needs attention ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AttentionReason:
    """Why a learner needs attention, in a sentence with its figures; of which work, or at which rule."""

    says: str
    assignment: Assignment | None = None
    rule: str = ""


Asks = Callable[[Gradebook, LearnerRecord], Iterator[AttentionReason]]


def overdue(following: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Work was due and is not done."""
    for assignment, found in following.set_to(learner):
        due = assignment.draft.due_at
        if due is not None and assignment.is_over(following.now) and not found.is_done:
            how_far = f", and {found.done} of {found.of} is done" if found.attempts else ", and nothing is begun"
            yield AttentionReason(f"Overdue: it was due {_ago(following.now - due)}{how_far}.", assignment)


def untouched(following: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Work is due within a day and not begun."""
    for assignment, found in following.set_to(learner):
        due = assignment.draft.due_at
        if due is not None and following.now < due <= following.now + SOON and not found.attempts:
            hours = max(1, round((due - following.now) / timedelta(hours=1)))
            yield AttentionReason(f"Nothing is begun, and it is due in {_counted(hours, 'hour')}.", assignment)


def failed(following: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Work is under its pass mark, and no try is left."""
    for assignment, found in following.set_to(learner):
        mark, tries = assignment.draft.pass_mark, assignment.draft.tries
        if mark is not None and found.passed is False and assignment.id in learner.spent:
            share = round(100 * found.right / found.of)
            spent = "the one try is" if tries == 1 else f"all {tries} tries are"
            yield AttentionReason(
                f"Under the pass mark of {mark} per cent with {share}, and {spent} spent.", assignment
            )


def stuck(following: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:  # noqa: ARG001 - asked as the others are
    """The same rule is missed again and again."""
    for rule, times in Counter(learner.missed).most_common():
        if times >= OFTEN:
            yield AttentionReason(f"Missed the same rule {times} times.", rule=rule)


def leaning(following: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:  # noqa: ARG001 - asked as the others are
    """Most answers came after a hint."""
    if learner.answers >= FEWEST_ANSWERS and 2 * learner.hinted > learner.answers:
        yield AttentionReason(f"Took a hint for {learner.hinted} of {learner.answers} answers.")


def away(following: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Nothing was answered for a week, and there is something to do."""
    waiting = sum(not found.is_done for _, found in following.set_to(learner))
    gone = following.now - (learner.member.seen_at or learner.member.joined_at)
    if waiting and gone >= AWAY:
        since = "Not seen" if learner.member.seen_at else "Not seen at all since joining"
        work = "one piece of work waits" if waiting == 1 else f"{waiting} pieces of work wait"
        yield AttentionReason(f"{since} for {gone.days} days, while {work}.")


REASONS: Sequence[Asks] = (overdue, untouched, failed, stuck, leaning, away)


def _ago(gone: timedelta) -> str:
    return f"{_counted(gone.days, 'day')} ago" if gone.days else "today"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


# ---- what is missed -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MissedRuleTally:
    """A rule as a class answered on it: how many answers, how many of them not the best, of how many learners.

    Where the author contradicts himself no answer is counted.
    """

    rule: str
    answers: int
    not_best: int
    learners: int

    @property
    def share(self) -> float:
        """The part of the answers that was not the best, from 0 to 1."""
        return self.not_best / self.answers


# ---- out of the database ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """An answer with whose it is and for what it was given."""

    given: GivenAnswer
    name: str
    real_name: str
    title: str


@dataclass(frozen=True, slots=True)
class _Reckoned:
    """All on which a tally rests: of the answers, how many there are, and the number of the last."""

    assignment: Assignment
    learner: int
    questions: int
    answers: tuple[int, int] | None


class Gradebooks:
    """Classes followed. Every method raises `DatabaseUnavailable`."""

    def __init__(self, database: Database, clock: Clock, classes: Classes, assignments: Assignments) -> None:
        self._database, self._clock = database, clock
        self._classes, self._assignments = classes, assignments
        self._known: dict[tuple[int, int], tuple[_Reckoned, Tally]] = {}

    def roll(self, which: Class) -> ClassSnapshot:
        """What must be known to know whether anything has changed."""
        rows = self._database.read(_ANSWERS, key=which.id)
        return ClassSnapshot(
            self._clock(),
            self._classes.members(which),
            [one for one in self._assignments.of_class(which.id) if one.withdrawn_at is None],
            self._assignments.assignees(which.id),
            {(row.assignment_id, row.learner_id): (row.answers, row.last) for row in rows},
        )

    def follow(self, roll: ClassSnapshot, questions: Callable[[Work], int]) -> Gradebook:
        """A class as it stands; `questions` says how many questions work has."""
        of = {one.id: questions(one.work) for one in roll.assignments}
        tallies = self._tallies(roll, of)
        learners = [_followed(roll, member, tallies) for member in roll.members]
        return Gradebook(roll.now, roll.assignments, learners)

    def missed(self, which: Class, assignment: int | None = None) -> Sequence[MissedRuleTally]:
        """The rules that the members of a class answered on and did not always know, those most often missed first."""
        query = _MISSED if assignment is None else _MISSED.where(AnswerRow.assignment_id == bindparam("assignment"))
        values = {"key": which.id} if assignment is None else {"key": which.id, "assignment": assignment}
        rows = self._database.read(query, **values)
        found = [MissedRuleTally(row.rule, row.answers, row.not_best, row.learners) for row in rows if row.not_best]
        return sorted(found, key=lambda one: (-one.not_best, -one.share, one.rule))

    def everything(self, which: Class) -> Iterator[AnswerLine]:
        """Every answer given for the work of a class, of whomever, as they came; read a few at a time."""
        with self._database.reading() as connection:
            few = connection.execution_options(yield_per=STREAMED)
            for row in few.execute(_EVERYTHING, {"key": which.id}):
                yield AnswerLine(
                    GivenAnswer(row.id, row.learner_id, row.at, answer_of(row), row.claimed_at),
                    row.learner_name,
                    row.learner_real_name,
                    row.title,
                )

    def _tallies(self, roll: ClassSnapshot, of: Mapping[int, int]) -> Mapping[tuple[int, int], Tally]:
        """What the answers of every cell come to. Answers never change: what is known of them is not reckoned again."""
        cells = {
            (assignment.id, learner): _Reckoned(
                assignment, learner, of[assignment.id], roll.answers.get((assignment.id, learner))
            )
            for assignment in roll.assignments
            for learner in (member.person.id for member in roll.members)
            if roll.is_set_to(assignment, learner)
        }
        kept = {key: self._known[key] for key in cells if key in self._known}
        found = {key: tally for key, (cell, tally) in kept.items() if cell == cells[key]}
        stale = {key: cell for key, cell in cells.items() if key not in found}
        given = self._given({cell.assignment.id for cell in stale.values()})
        if len(self._known) > CELLS_KEPT:
            self._known.clear()
        for key, cell in stale.items():
            answers = given.get(key, ())
            found[key] = Tally.of(cell.assignment, cell.learner, cell.questions, answers)
            if len(answers) == (cell.answers or (0, 0))[0]:  # else one came in meanwhile
                self._known[key] = cell, found[key]
        return found

    def _given(self, assignments: Collection[int]) -> Mapping[tuple[int, int], Sequence[GivenAnswer]]:
        """The answers by assignment and learner, without what was given, which counts for nothing here."""
        found: dict[tuple[int, int], list[GivenAnswer]] = {}
        if not assignments:
            return found
        for row in self._database.read(_SHORTLY, works=sorted(assignments)):
            key, learner, work, at, topic, item, shade, rule, hints, attempt = tuple(row)
            answer = Answer(topic, item, "", shade, rule, (), hints, None, None, work, attempt)
            found.setdefault((work, learner), []).append(GivenAnswer(key, learner, at, answer))
        return found


def _followed(roll: ClassSnapshot, member: Member, tallies: Mapping[tuple[int, int], Tally]) -> LearnerRecord:
    learner = member.person.id
    his = {one.id: tallies[one.id, learner] for one in roll.assignments if (one.id, learner) in tallies}
    missed: Counter[str] = Counter()
    for tally in his.values():
        missed.update(tally.missed)
    return LearnerRecord(
        member,
        {key: tally.standing for key, tally in his.items()},
        {key for key, tally in his.items() if tally.is_spent},
        sum(tally.answers for tally in his.values()),
        sum(tally.hinted for tally in his.values()),
        missed,
    )


def is_spent(assignment: Assignment, of: int, given: Sequence[GivenAnswer]) -> bool:
    """Whether a learner who gave these answers has no try left; `of` is how many questions the work has."""
    tries, work = assignment.draft.tries, assignment.work
    if tries is None or not given:
        return False
    if isinstance(work, LessonWork | ReplayWork):
        by_item: dict[str, list[bool]] = {}
        for one in given:
            by_item.setdefault(one.answer.item, []).append(Grade(one.answer.shade).is_right)
        return len(by_item) >= of and all(any(right[:tries]) or len(right) >= tries for right in by_item.values())
    counted = given if isinstance(work, DrillWork) else (one for one in given if one.answer.topic in (PLAYED, READ))
    of_attempt = Counter(one.answer.attempt for one in counted)
    return len(of_attempt) >= tries and all(answers >= of for answers in of_attempt.values())


_OF_CLASS = AnswerRow.assignment_id == AssignmentRow.id, AssignmentRow.class_id == bindparam("key")
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
        AnswerRow.shade,
        AnswerRow.rule,
        AnswerRow.hints,
        AnswerRow.attempt,
    )
    .where(AnswerRow.assignment_id.in_(bindparam("works", expanding=True)))
    .order_by(AnswerRow.id)
)
_MISSED = (
    select(
        AnswerRow.rule,
        func.count().label("answers"),
        func.count().filter(AnswerRow.shade != Grade.BEST.value).label("not_best"),
        func.count(distinct(AnswerRow.learner_id)).label("learners"),
    )
    .join(AssignmentRow, AnswerRow.assignment_id == AssignmentRow.id)
    .join(MemberRow, (MemberRow.class_id == AssignmentRow.class_id) & (MemberRow.learner_id == AnswerRow.learner_id))
    .where(AssignmentRow.class_id == bindparam("key"), AnswerRow.rule != "", AnswerRow.shade != UNMARKED)
    .group_by(AnswerRow.rule)
)
_EVERYTHING: Executable = (
    select(
        *AnswerRow.__table__.columns,
        LearnerRow.name.label("learner_name"),
        LearnerRow.real_name.label("learner_real_name"),
        AssignmentRow.title,
    )
    .join(LearnerRow, LearnerRow.id == AnswerRow.learner_id)
    .where(*_OF_CLASS)
    .order_by(AnswerRow.id)
)
