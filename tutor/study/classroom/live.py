"""Live lessons: a teacher leads a class through something step by step, and everybody votes before the answer is shown.

Where a lesson stands is a row that only grows newer: each act of the teacher names the version that it saw. A vote
locks the row against such acts until it is saved, so nobody’s vote is counted after it was closed, or lost before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Any

from sqlalchemy import BigInteger, Connection, Row, String, and_, bindparam, cast, delete, exists, func, select, update

from tutor.errors import TutorError, Unknown
from tutor.quizzes.exercise import Grade
from tutor.study.accounts.people import Person, person_of
from tutor.study.answers.answers import Answers
from tutor.study.answers.marking import marked
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.live_work import RACE, LiveWork, Steps, live_work_of
from tutor.study.storage.dialects import insert_missing, inserted, upsert
from tutor.study.storage.repository import Repository, columns_of, lock_learner
from tutor.study.storage.tables import (
    AnswerRow,
    ClassRow,
    LearnerRow,
    LiveParticipantRow,
    LiveRow,
    MemberRow,
    VoteRow,
)

LONGEST_TITLE = 120
LONGEST_NAME = 80
MOST_LISTED = 100
"""How many of their live lessons a learner sees in a list, the newest first."""


class Phase(Enum):
    """What happens at a step: it is only looked at, votes are taken, no more are, or they are shown.

    A race has two of its own: everybody gathers, then everybody runs.
    """

    WATCH = "watch"
    ASK = "ask"
    CLOSED = "closed"
    SHOWN = "shown"
    GATHER = "gather"
    RUN = "run"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class LiveLesson:
    """A live lesson of a class: what it is on, and where it stands. `shown` are the steps whose votes were shown."""

    id: int
    class_id: int
    title: str
    work: LiveWork
    step: int
    phase: Phase
    version: int
    names_shown: bool
    shown: frozenset[int]
    begun_at: datetime
    moved_at: datetime
    ended_at: datetime | None

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def takes_votes(self) -> bool:
        return self.phase is Phase.ASK and not self.is_over


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who has joined a live lesson, under the name that all may see. In a race they may belong to a pair."""

    person: Person
    joined_at: datetime
    seen_at: datetime
    shown_as: str
    pair: int | None


@dataclass(frozen=True, slots=True)
class Vote:
    """What a learner chose at a step, and how good that was."""

    step: int
    learner: int
    given: str
    grade: Grade
    at: datetime


@dataclass(frozen=True, slots=True)
class LiveState:
    """As little as a screen must know to see whether it is up to date."""

    version: int
    is_over: bool
    kind: str = ""
    votes: int = 0
    present: int = 0
    voted_at: datetime | None = None
    pairs_tag: str = ""

    @property
    def tag(self) -> str:
        """What tells one state from another."""
        last = f"{self.voted_at:%H%M%S%f}" if self.voted_at else ""
        return f"{self.version}-{int(self.is_over)}-{self.votes}-{self.present}-{last}-{self.pairs_tag}"


@dataclass(frozen=True, slots=True)
class LiveTally:
    """What a learner answered in a live lesson: how many answers were saved, and how many of them are right."""

    live: int
    learner: int
    answers: int
    right: int


class LiveMovedOn(TutorError):
    """An act of a teacher on a page that shows an earlier state: nothing was done."""


class VoteRefused(TutorError):
    """A vote at a step where none is taken, or no longer: nothing was saved."""


class AlreadyLive(TutorError):
    """A class has one live lesson at a time: one is `running`."""

    def __init__(self, running: LiveLesson) -> None:
        self.running = running
        super().__init__(f"‘{running.title}’ is running in this class. End it before you start another.")


class LiveLessons(Repository):
    """The live lessons of a database."""

    # ---- lessons -----------------------------------------------------------------------------------------------------

    def start(self, class_id: int, title: str, work: LiveWork) -> LiveLesson:
        """Begins a live lesson of a class, at its first step. Raises `AlreadyLive`."""
        now = self._clock()
        values = {
            "class_id": class_id,
            "title": title[:LONGEST_TITLE],
            "kind": work.kind,
            "work": work.model_dump_json(),
            "step": 0,
            "phase": (Phase.GATHER if work.race else Phase.WATCH).value,
            "version": 1,
            "names_shown": False,
            "shown": "",
            "begun_at": now,
            "moved_at": now,
            "ended_at": None,
        }
        with self._database.writing() as connection:
            connection.execute(select(ClassRow.id).where(ClassRow.id == class_id).with_for_update())
            for row in connection.execute(_RUNNING_IN, {"room": class_id}):
                raise AlreadyLive(_live(row))
            key = inserted(connection, LiveRow, values)
        return self.of_class(class_id, key)

    def all_of_class(self, class_id: int) -> Sequence[LiveLesson]:
        """The live lessons of a class, the newest first."""
        return self._all(_OF_CLASS, _live, room=class_id)

    def of_class(self, class_id: int, key: int) -> LiveLesson:
        """A live lesson of a class. Raises `Unknown`."""
        return self._only("live lesson", _IN_CLASS, _live, room=class_id, key=key)

    def tallies(self, class_id: int) -> Sequence[LiveTally]:
        """What the members of a class answered in its live lessons, by lesson and learner."""
        return self._all(_TALLIES, _tally, room=class_id)

    def answered_by(self, learner: int) -> Sequence[tuple[LiveLesson, LiveTally]]:
        """The latest live lessons of the learner’s classes in which they answered something, the newest first."""
        return self._all(_ANSWERED_BY, lambda row: (_live(row), _tally(row)), learner=learner)

    def of_learner(self, learner: int, key: int) -> LiveLesson:
        """A live lesson of one of the learner’s classes. Raises `Unknown`."""
        return self._only("live lesson", _OF_LEARNER, _live, learner=learner, key=key)

    def running_for(self, learner: int) -> Sequence[LiveLesson]:
        """The live lessons that are running now in the learner’s classes."""
        return self._all(_RUNNING_FOR, _live, learner=learner)

    def all_running(self, kinds: Collection[str]) -> Sequence[LiveLesson]:
        """The live lessons of some kinds that are running now in any class."""
        return self._all(_RUNNING, _live, kinds=tuple(sorted(kinds)))

    def running_in(self, class_id: int) -> LiveLesson | None:
        """The live lesson that is running now in a class."""
        return self._first(_RUNNING_IN, _live, room=class_id)

    def state(self, learner: int, key: int) -> LiveState:
        """The state as a learner’s screen needs it, from one row. Raises `Unknown`."""
        return self._only("live lesson", _STATE, _state, learner=learner, key=key)

    def state_with_votes(self, class_id: int, key: int) -> LiveState:
        """The state as the teacher’s screens need it, with the number of votes at this step. Raises `Unknown`."""
        return self._only("live lesson", _STATE_WITH_VOTES, _full_state, room=class_id, key=key)

    # ---- what the teacher does ---------------------------------------------------------------------------------------

    def go_to(self, live: LiveLesson, step: int, steps: Steps) -> LiveLesson:
        """Goes to a step; there its votes are still shown if they were. Raises `LiveMovedOn`, `Unknown`."""
        if not 0 <= step < len(steps):
            raise Unknown("step", str(step), ())
        return self._change(live, step=step, phase=Phase.SHOWN if step in live.shown else Phase.WATCH)

    def ask(self, live: LiveLesson, steps: Steps) -> LiveLesson:
        """Takes votes on the question at this step. What was shown is not asked again. Raises `LiveMovedOn`."""
        if not _has_question(live, steps) or live.step in live.shown:
            raise LiveMovedOn("There is no question to ask at this step.")
        return self._change(live, phase=Phase.ASK)

    def close(self, live: LiveLesson) -> LiveLesson:
        """Takes no more votes at this step. Raises `LiveMovedOn`."""
        if live.phase is not Phase.ASK:
            raise LiveMovedOn("No vote is open at this step.")
        return self._change(live, phase=Phase.CLOSED)

    def show(self, live: LiveLesson, steps: Steps) -> LiveLesson:
        """Shows the votes and the answer, and takes no more votes here. Raises `LiveMovedOn`."""
        if not _has_question(live, steps):
            raise LiveMovedOn("There is no question at this step.")
        return self._change(live, phase=Phase.SHOWN, shown=live.shown | {live.step})

    def show_names(self, live: LiveLesson, *, shown: bool) -> LiveLesson:
        """Lets the projector show who chose what, or not. Raises `LiveMovedOn`."""
        return self._change(live, names_shown=shown, moved_at=live.moved_at)  # a race is timed from its start

    def end(self, live: LiveLesson) -> LiveLesson:
        """Ends the lesson, wherever it is by now; one that is over stays as it is."""
        values = {"version": LiveRow.version + 1, "ended_at": self._clock()}
        self._write(update(LiveRow).where(LiveRow.id == live.id, LiveRow.ended_at.is_(None)).values(**values))
        return self.of_class(live.class_id, live.id)

    def _change(self, live: LiveLesson, **values: object) -> LiveLesson:
        """Changes the lesson if nobody has since it was read."""
        stored = {"moved_at": self._clock(), **{name: _stored(value) for name, value in values.items()}}
        with self._database.writing() as connection:
            changed = connection.execute(
                update(LiveRow)
                .where(LiveRow.id == live.id, LiveRow.version == live.version, LiveRow.ended_at.is_(None))
                .values(version=live.version + 1, **stored)
            )
            if changed.rowcount != 1:
                raise LiveMovedOn("The lesson has moved on since this page was made, so nothing was done.")
        return self.of_class(live.class_id, live.id)

    # ---- who takes part, and votes -----------------------------------------------------------------------------------

    def join(self, live: LiveLesson, learner: int, shown_as: str) -> None:
        """Notes that somebody takes part; whoever does already keeps their name."""
        with self._database.writing() as connection:
            self._join(connection, live, learner, shown_as)

    def _join(self, connection: Connection, live: LiveLesson, learner: int, shown_as: str) -> None:
        now = self._clock()
        values = {"live_id": live.id, "learner_id": learner, "joined_at": now, "seen_at": now}
        insert_missing(connection, LiveParticipantRow, {**values, "shown_as": shown_as[:LONGEST_NAME], "pair": None})

    def participants(self, live: LiveLesson) -> Sequence[Participant]:
        """Those who have joined, in the order in which they did."""
        return self._all(_PARTICIPANTS, _participant, key=live.id)

    def vote(self, live: LiveLesson, step: int, learner: int, given: str, grade: Grade, shown_as: str) -> None:
        """Saves a learner’s vote at a step in place of an earlier one, while votes are taken. Raises `VoteRefused`."""
        with self._database.writing() as connection:
            now = connection.execute(_LOCKED, {"key": live.id}).first()  # the teacher’s next act waits for us
            if now is None or now.ended_at is not None or now.step != step or now.phase != Phase.ASK.value:
                raise VoteRefused("This vote is closed, so your choice was not saved.")
            self._join(connection, live, learner, shown_as)
            values = {"live_id": live.id, "step": step, "learner_id": learner, "given": given, "shade": grade.value}
            upsert(connection, VoteRow, {**values, "at": self._clock()})

    def votes(self, live: LiveLesson, step: int | None = None) -> Sequence[Vote]:
        """The votes at a step, or at all of them."""
        if step is None:
            return self._all(_VOTES, _vote, key=live.id)
        return self._all(_VOTES_AT, _vote, key=live.id, step=step)

    def votes_of(self, live: LiveLesson, learner: int) -> Sequence[Vote]:
        """A learner’s votes, at all steps."""
        return self._all(_VOTES_BY, _vote, key=live.id, learner=learner)

    def vote_of(self, live: LiveLesson, learner: int, step: int) -> Vote | None:
        """A learner’s vote at a step."""
        return self._first(_VOTE_OF, _vote, key=live.id, step=step, learner=learner)

    # ---- votes become answers ----------------------------------------------------------------------------------------

    def record(self, live: LiveLesson, steps: Steps, content: ContentAccess) -> int:
        """Saves each vote that was shown as an answer of the learner’s, once; how many were saved now.

        Each learner’s is a transaction of its own: if it stops half way, it goes on when it is called again.
        """
        unsaved = [
            vote
            for vote in self._all(_UNSAVED, _vote, key=live.id, prefix=f"live/{live.id}/")
            if vote.step in live.shown and vote.step < len(steps)
        ]
        saved = 0
        for vote in unsaved:
            ref = steps[vote.step]
            if ref is None:
                continue
            answer = replace(marked(ref, vote.given, content), live=live.id)
            with self._database.writing() as connection:
                if not lock_learner(connection, vote.learner):
                    continue  # their account was deleted meanwhile
                answers = Answers(self._database, self._clock, vote.learner)
                saved += answers.record_within(connection, answer, key_of_vote(live.id, vote.step))
        return saved


def key_of_vote(live: int, step: int) -> str:
    """The idempotency key of the answer that a vote becomes."""
    return f"live/{live}/{step}"


def forget_class(connection: Connection, class_id: int) -> None:
    """Deletes the live lessons of a class within a transaction. What was answered there stays the learners’."""
    of_class = select(LiveRow.id).where(LiveRow.class_id == class_id)
    connection.execute(update(AnswerRow).where(AnswerRow.live_id.in_(of_class)).values(live_id=None))
    for row in (VoteRow, LiveParticipantRow):
        connection.execute(delete(row).where(row.live_id.in_(of_class)))
    connection.execute(delete(LiveRow).where(LiveRow.class_id == class_id))


def tally(votes: Sequence[Vote]) -> Mapping[str, int]:
    """How many chose each answer, the most first."""
    counted: dict[str, int] = {}
    for vote in votes:
        counted[vote.given] = counted.get(vote.given, 0) + 1
    return dict(sorted(counted.items(), key=lambda found: -found[1]))


def _has_question(live: LiveLesson, steps: Steps) -> bool:
    return live.step < len(steps) and steps[live.step] is not None


def _stored(value: object) -> object:
    """A value as its column has it."""
    if isinstance(value, Phase):
        return value.value
    if isinstance(value, frozenset):
        return " ".join(map(str, sorted(value)))
    return value


def _live(row: Row[Any]) -> LiveLesson:
    shown = frozenset(map(int, row.shown.split()))
    where = (row.step, Phase(row.phase), row.version, row.names_shown, shown)
    return LiveLesson(
        row.id, row.class_id, row.title, live_work_of(row.work), *where, row.begun_at, row.moved_at, row.ended_at
    )


def _state(row: Row[Any]) -> LiveState:
    return LiveState(row.version, row.ended_at is not None, row.kind)


def _full_state(row: Row[Any]) -> LiveState:
    return LiveState(
        row.version, row.ended_at is not None, row.kind, row.votes, row.present, row.voted_at, row.pairs_tag
    )


def _participant(row: Row[Any]) -> Participant:
    return Participant(person_of(row), row.present_since, row.seen_at, row.shown_as, row.pair)


def _tally(row: Row[Any]) -> LiveTally:
    return LiveTally(row.live_id, row.learner_id, row.answers, row.right_ones)


def _vote(row: Row[Any]) -> Vote:
    return Vote(row.step, row.learner_id, row.given, Grade(row.shade), row.at)


_LIVE = columns_of(LiveRow)
_OF_CLASS = _LIVE.where(LiveRow.class_id == bindparam("room")).order_by(LiveRow.id.desc())
_IN_CLASS = _OF_CLASS.where(LiveRow.id == bindparam("key"))
_RUNNING_IN = _OF_CLASS.where(LiveRow.ended_at.is_(None))
_RUNNING = _LIVE.where(LiveRow.ended_at.is_(None), LiveRow.kind.in_(bindparam("kinds", expanding=True))).order_by(
    LiveRow.id
)
_MEMBERSHIP = and_(MemberRow.class_id == LiveRow.class_id, MemberRow.learner_id == bindparam("learner"))
_RUNNING_FOR = _LIVE.join(MemberRow, _MEMBERSHIP).where(LiveRow.ended_at.is_(None)).order_by(LiveRow.id)
_OF_LEARNER = _LIVE.join(MemberRow, _MEMBERSHIP).where(LiveRow.id == bindparam("key"))
_STATE = (
    select(LiveRow.version, LiveRow.ended_at, LiveRow.kind)
    .join(MemberRow, _MEMBERSHIP)
    .where(LiveRow.id == bindparam("key"))
)
_RIGHT = [grade.value for grade in Grade if grade.is_right]
_ALL_TALLIES = select(
    AnswerRow.live_id,
    AnswerRow.learner_id,
    func.count().label("answers"),
    func.count().filter(AnswerRow.shade.in_(_RIGHT)).label("right_ones"),
).group_by(AnswerRow.live_id, AnswerRow.learner_id)
_TALLIES = (
    _ALL_TALLIES.join(LiveRow, LiveRow.id == AnswerRow.live_id)
    .join(MemberRow, and_(MemberRow.class_id == LiveRow.class_id, MemberRow.learner_id == AnswerRow.learner_id))
    .where(LiveRow.class_id == bindparam("room"))
    .order_by(AnswerRow.live_id, AnswerRow.learner_id)
)
_OWN_TALLIES = _ALL_TALLIES.where(
    AnswerRow.learner_id == bindparam("learner"), AnswerRow.live_id.is_not(None)
).subquery()
_ANSWERED_BY = (
    _LIVE.add_columns(*_OWN_TALLIES.columns)
    .join(MemberRow, _MEMBERSHIP)
    .join(_OWN_TALLIES, _OWN_TALLIES.c.live_id == LiveRow.id)
    .order_by(LiveRow.id.desc())
    .limit(MOST_LISTED)
)
_HERE = and_(VoteRow.live_id == LiveRow.id, (VoteRow.step == LiveRow.step) | (LiveRow.kind == RACE))
_VOTES_HERE = select(func.count()).select_from(VoteRow).where(_HERE).correlate(LiveRow).scalar_subquery()
_VOTED_AT = select(func.max(VoteRow.at)).where(_HERE).correlate(LiveRow).scalar_subquery()
_PRESENT = (
    select(func.count())
    .select_from(LiveParticipantRow)
    .where(LiveParticipantRow.live_id == LiveRow.id)
    .correlate(LiveRow)
    .scalar_subquery()
)
_NUMBER_OF_PAIR = cast(LiveParticipantRow.pair, BigInteger)
_SUMS = (
    func.sum(_NUMBER_OF_PAIR * LiveParticipantRow.learner_id),
    func.sum(_NUMBER_OF_PAIR * LiveParticipantRow.learner_id * LiveParticipantRow.learner_id),
)
PAIRS_TAG = func.coalesce(cast(_SUMS[0], String) + "." + cast(_SUMS[1], String), "")
"""What tells the pairs of a race from those before; empty if there is none.

The number of a pair is given again after it has parted. But no two pairs of learners have the same sum and the same sum
of squares, so a pair in the place of another brings another text.
"""
_PAIRS_TAG = select(PAIRS_TAG).where(LiveParticipantRow.live_id == LiveRow.id).correlate(LiveRow).scalar_subquery()
_STATE_WITH_VOTES = select(
    LiveRow.version,
    LiveRow.ended_at,
    LiveRow.kind,
    _VOTES_HERE.label("votes"),
    _PRESENT.label("present"),
    _VOTED_AT.label("voted_at"),
    _PAIRS_TAG.label("pairs_tag"),
).where(LiveRow.class_id == bindparam("room"), LiveRow.id == bindparam("key"))
_LOCKED = (
    select(LiveRow.step, LiveRow.phase, LiveRow.ended_at)
    .where(LiveRow.id == bindparam("key"))
    .with_for_update(read=True)
)
_PARTICIPANTS = (
    select(
        *LearnerRow.__table__.columns,
        LiveParticipantRow.joined_at.label("present_since"),
        LiveParticipantRow.seen_at,
        LiveParticipantRow.shown_as,
        LiveParticipantRow.pair,
    )
    .join(LiveParticipantRow, LiveParticipantRow.learner_id == LearnerRow.id)
    .where(LiveParticipantRow.live_id == bindparam("key"))
    .order_by(LiveParticipantRow.joined_at, LearnerRow.id)
)
_VOTES = columns_of(VoteRow).where(VoteRow.live_id == bindparam("key")).order_by(VoteRow.at, VoteRow.learner_id)
_VOTES_AT = _VOTES.where(VoteRow.step == bindparam("step"))
_VOTES_BY = _VOTES.where(VoteRow.learner_id == bindparam("learner"))
_VOTE_OF = _VOTES_BY.where(VoteRow.step == bindparam("step"))
_UNSAVED = _VOTES.where(
    ~exists().where(
        AnswerRow.learner_id == VoteRow.learner_id,
        AnswerRow.idempotency_key == bindparam("prefix", type_=String) + cast(VoteRow.step, String),
    )
)
