"""The store of what a learner has done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Executable, Row, bindparam, delete, func, insert, select, update

from tutor.errors import TutorError, Unknown
from tutor.quizzes.exercise import Grade, Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.items import Item
from tutor.study.classroom.visibility import is_shown, seen
from tutor.study.clock import Clock as Clock
from tutor.study.clock import steady
from tutor.study.review import memories
from tutor.study.review.daily import Day, Session, Settings, session
from tutor.study.review.memories import Rebuilt
from tutor.study.review.memory import ANSWER_HINT, Memory, RecallRating, Review
from tutor.study.storage import jobs
from tutor.study.storage.database import Database, DatabaseBusy
from tutor.study.storage.dialects import inserted, upsert
from tutor.study.storage.jobs import Job
from tutor.study.storage.tables import (
    ActRow,
    AnswerRow,
    AssignmentRow,
    Base,
    HindsightRow,
    HintRow,
    HolidayRow,
    LearnerRow,
    MatchRow,
    SavedPositionRow,
    SettingRow,
)

ONLY_LEARNER = 1
"""Who learns where there is no classroom."""

_RIGHT = frozenset(shade.value for shade in Grade if shade.is_right)
_AT_TABLE = "table"
"""The topic of answers to what happens once: after an undo, the hints to it have still been seen."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: to what, what was given, how good it was, and the item of study on which it bears.

    `item` names the question within its `topic`; `rule` is the id of a rule or another item, `also` are further ones.
    `hints` is how many stages of hint were seen before; `number` and `level` are those of an exercise. An answer that
    was given for an `assignment` has the number of the `attempt` at it.
    """

    topic: str
    item: str
    given: str
    shade: str
    rule: str
    also: tuple[str, ...] = ()
    hints: int = 0
    number: int | None = None
    level: Level | None = None
    assignment: int | None = None
    attempt: int | None = None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log of answers."""

    at: datetime
    answer: Answer


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday begun or ended; `cap` is how many reviews a day held then."""

    at: datetime
    begins: bool
    cap: int


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A rubber at a practice table as it is written down: the choices, and the acts of each deal in their order.

    `given` has a line for each deal that was chosen beforehand. One that is played for an `assignment` has the
    number of the `attempt` at it.
    """

    code: str
    seed: str
    player: str
    strictness: str
    given: tuple[str, ...] = ()
    records: tuple[tuple[str, ...], ...] = ((),)
    assignment: int | None = None
    attempt: int | None = None


@dataclass(frozen=True, slots=True)
class SavedPosition:
    """Where a learner stands in a game, and from which seat."""

    game: str
    step: int
    seat: str


class AnsweredBefore(TutorError):
    """An answer that is not kept, for another to the same question was kept before: it `stands`."""

    def __init__(self, stands: Answer) -> None:
        self.stands = stands
        super().__init__(
            f"Your answer ‘{stands.given}’ was saved before, and it stands. The one that you sent now was not saved."
        )


class PlayedOn(TutorError):
    """A card or call was not saved, because the table had moved on since the page was opened."""

    def __init__(self) -> None:
        super().__init__(
            "The table has moved on since you opened this page. What you did now was not saved; this is how it stands."
        )


class Study:
    """What one learner has done; every method is one transaction.

    Answers come out of it as the learner may see them (see `sight`).
    """

    def __init__(self, database: Database, clock: Clock, learner: int = ONLY_LEARNER) -> None:
        self._database, self._clock, self._learner = database, clock, learner
        self._steady = steady(clock)

    @classmethod
    def open(cls, where: Path | str, clock: Clock, folder: Path | None = None) -> Study:
        """The study kept in a file or on a server, made or brought up to date where need be. Raises `StudyUnusable`.

        What a server has is backed up into the `folder` before its tables are changed.
        """
        return cls(Database.open(where, folder=folder, now=clock), clock)

    def of(self, learner: int) -> Study:
        """The study of another learner in the same database."""
        return Study(self._database, self._clock, learner)

    @property
    def database(self) -> Database:
        return self._database

    @property
    def clock(self) -> Clock:
        return self._clock

    @property
    def learner(self) -> int:
        """The number of the learner."""
        return self._learner

    @property
    def now(self) -> datetime:
        """The moment by the clock that the study was opened with."""
        return self._clock()

    @property
    def today(self) -> date:
        """The date of that moment."""
        return self.now.date()

    # ---- answers -------------------------------------------------------------------------------------------------

    def record(self, answer: Answer, once: str = "", claimed_at: datetime | None = None) -> bool:
        """Keeps an answer, and what it changes of what is remembered. Whether it was not kept already.

        `once` names the form that sent it, where it has a name. Raises `AnsweredBefore` where the same form has sent
        another answer before: nothing is kept then. One to which a hint told the answer is kept as told. `claimed_at`
        is when it was given by a clock that is not ours.
        """
        with self._taking_turns() as connection:
            return self._record(connection, answer, once, claimed_at)

    def _record(self, connection: Connection, answer: Answer, once: str, claimed_at: datetime | None = None) -> bool:
        asked = {"learner": self._learner, "of": answer.topic, "asked": answer.item}
        if once:
            sent = connection.execute(_SENT_ALREADY, {"learner": self._learner, "sent": once}).first()
            if sent is not None:
                stands = answer_of(sent)
                if _is_same(stands, answer):
                    return False
                raise AnsweredBefore(stands)
        shown = connection.scalar(_HINTS_OF, asked)
        hints = answer.hints if shown is None else max(answer.hints, shown)
        is_told = hints >= ANSWER_HINT and answer.shade in _RIGHT
        row = {
            "learner_id": self._learner,
            "at": self._clock(),
            "topic": answer.topic,
            "item": answer.item,
            "given": answer.given,
            "shade": Grade.TOLD.value if is_told else answer.shade,
            "rule": answer.rule,
            "also": " ".join(answer.also),
            "hints": hints,
            "number": answer.number,
            "level": answer.level.value if answer.level else "",
            "assignment_id": answer.assignment,
            "attempt": answer.attempt,
            "once": once or None,
            "claimed_at": claimed_at,
        }
        key = inserted(connection, AnswerRow, row)
        if answer.topic != _AT_TABLE:
            connection.execute(_FORGET_HINTS, asked)  # asked again, it is hinted at afresh
        memories.take_in(connection, self._learner, key)
        return True

    def latest(self, topic: str, beginning: str = "") -> Mapping[str, Answer]:
        """The latest answer to each item of a topic, or to those whose names begin so, by item."""
        return {one.item: one for one in self._seen(_LATEST_ANSWERS, topic=topic, beginning=beginning)}

    def last(self, topic: str) -> str | None:
        """The item of a topic that was answered last; None before the first answer."""
        return next((row.item for row in self._read(_LAST_ITEM, topic=topic)), None)

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
        found += [(row.after, row.id, Holiday(row.at, row.begins, row.cap)) for row in self._read(_HOLIDAYS)]
        return tuple(line for _, _, line in sorted(found, key=lambda one: one[:2]))

    def _seen(self, query: Executable, **values: object) -> Iterator[Answer]:
        """The answers of a query, as the learner may see them."""
        now = self._clock()
        for row in self._read(query, **values):
            yield seen(answer_of(row), row.shown, row.due_at, now)

    # ---- hints ---------------------------------------------------------------------------------------------------

    def take_hint(self, topic: str, item: str, stage: int) -> None:
        """Counts that so many stages of hint have been shown of a question; what was shown is never taken back."""
        asked = {"learner": self._learner, "of": topic, "asked": item}
        with self._taking_turns() as connection:
            shown = connection.scalar(_HINTS_OF, asked) or 0
            row = {"learner_id": self._learner, "topic": topic, "item": item, "at": self._clock()}
            upsert(connection, HintRow, row | {"stage": max(shown, stage)})

    def hints(self, topic: str, beginning: str = "") -> Mapping[str, int]:
        """How many stages of hint have been shown of the questions whose names begin so, by item."""
        return {row.item: row.stage for row in self._read(_HINTS, of=topic, beginning=beginning)}

    def next_number(self, item: str) -> int:
        """The number of an exercise on an item that has not been answered yet: one more than any that has."""
        return max((row.number + 1 for row in self._read(_LAST_NUMBER, item=item)), default=0)

    # ---- what is remembered --------------------------------------------------------------------------------------

    def memories(self) -> Mapping[str, Memory]:
        """What is remembered, by item."""
        with self._database.reading() as connection:
            return memories.all_of(connection, self._learner)

    def reviews(self, since: datetime) -> Sequence[Review]:
        """Every answer that counted from a moment on, once for each of its items."""
        with self._database.reading() as connection:
            return memories.reviews_since(connection, self._learner, since)

    def owed(self) -> Sequence[str]:
        """The items whose latest answer that counted was wrong or told, the longest owed first."""
        with self._database.reading() as connection:
            latest = memories.latest_reviews(connection, self._learner)
        return [review.item for review in latest if review.grade is RecallRating.AGAIN]

    def due(self, items: Mapping[str, Item]) -> Session:
        """What is left to review today of the items that can be asked about; nothing on a holiday."""
        if not items or self.is_on_holiday:
            return Session()
        return session(items, self.memories(), self.settings(), self._day())

    def _day(self) -> Day:
        day = Day(self._clock())
        reviews = self.reviews(day.begins)
        reviewed = sum(review.due is not None and review.due < day.midnight for review in reviews)
        return Day(day.now, reviewed, sum(review.due is None for review in reviews))

    def rebuild(self) -> Rebuilt:
        """Makes again, of the log alone, all that is remembered, and tells what differed from what was kept."""
        with self._taking_turns() as connection:
            return memories.rebuild(connection, self._learner)

    # ---- settings and holidays -----------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """What the learner chose for the reviews, or what stands until something is chosen."""
        kept = {row.name: row.value for row in self._read(_SETTINGS)}
        usual = Settings()
        return Settings(
            int(kept.get("cap", usual.cap)), int(kept.get("new", usual.new)), Level(kept.get("level", usual.level))
        )

    def choose(self, settings: Settings) -> None:
        """Keeps what the learner chose."""
        values = {"cap": str(settings.cap), "new": str(settings.new), "level": settings.level.value}
        rows = [{"learner_id": self._learner, "name": name, "value": value} for name, value in values.items()]
        with self._database.writing() as connection:
            upsert(connection, SettingRow, rows)

    @property
    def is_on_holiday(self) -> bool:
        return any(row.begins for row in self._read(_LAST_HOLIDAY))

    def begin_holiday(self) -> None:
        """From now on nothing falls due; on a holiday already, nothing changes."""
        self._turn_holiday(begins=True)

    def end_holiday(self) -> None:
        """Things fall due again: what did meanwhile is spread over the following days."""
        self._turn_holiday(begins=False)

    def _turn_holiday(self, *, begins: bool) -> None:
        day, cap = Day(self._clock()), self.settings().cap
        row = {"learner_id": self._learner, "at": day.now, "begins": begins, "midnight": day.midnight, "cap": cap}
        with self._taking_turns() as connection:
            last = connection.execute(_LAST_HOLIDAY, {"learner": self._learner}).first()
            if begins == bool(last and last.begins):
                return
            after = connection.scalar(_LAST_ANSWER, {"learner": self._learner}) or 0
            connection.execute(_INSERT_HOLIDAY, row | {"after": after})
            if not begins:
                memories.end_holiday(connection, self._learner, day.midnight, cap)

    # ---- places --------------------------------------------------------------------------------------------------

    def stand(self, place: SavedPosition) -> None:
        """Keeps where the learner stands in a game, in the stead of where the learner stood."""
        row = {
            "learner_id": self._learner,
            "game": place.game,
            "step": place.step,
            "seat": place.seat,
            "at": self._clock(),
        }
        self._keep_soon(SavedPositionRow, row)

    def places(self) -> tuple[SavedPosition, ...]:
        """Where the learner stands in each game begun, the latest first."""
        return tuple(SavedPosition(row.game, row.step, row.seat) for row in self._read(_PLACES))

    # ---- matches -------------------------------------------------------------------------------------------------

    def begin_match(self, match: SavedMatch) -> int:
        """Keeps a match, and gives the number by which it is found again; an attempt at an assignment begins once."""
        row = {
            "learner_id": self._learner,
            "begun_at": self._clock(),
            "code": match.code,
            "seed": match.seed,
            "player": match.player,
            "strictness": match.strictness,
            "given": "\n".join(match.given),
            "deals": len(match.records),
            "assignment_id": match.assignment,
            "attempt": match.attempt,
        }
        with self._taking_turns() as connection:
            if match.assignment is not None:
                for begun in connection.execute(_MATCHES_OF_WORK, {"learner": self._learner}):
                    if (begun.assignment_id, begun.attempt) == (match.assignment, match.attempt):
                        return int(begun.id)
            key = inserted(connection, MatchRow, row)
            self._keep_acts(connection, key, match)
        return key

    def keep_match(
        self, key: int, match: SavedMatch, was: SavedMatch, answers: Sequence[tuple[Answer, str]] = ()
    ) -> None:
        """Keeps how far a match has come, and what is answered by that, each with the name of what sent it.

        All of it or nothing is kept: only where the match stands as it `was`. Raises `PlayedOn`, `AnsweredBefore`.
        """
        with self._taking_turns() as connection:
            dealt = connection.scalar(_DEALT, {"key": key, "learner": self._learner})
            if dealt is None or _records(dealt, connection.execute(_ACTS, {"key": key}).all()) != was.records:
                raise PlayedOn
            connection.execute(_DEALS_OF_MATCH, {"key": key, "learner": self._learner, "dealt": len(match.records)})
            self._keep_acts(connection, key, match)
            for answer, once in answers:
                self._record(connection, answer, once)

    def _keep_acts(self, connection: Connection, key: int, match: SavedMatch) -> None:
        kept = {(row.deal, row.number): row.text for row in connection.execute(_ACTS, {"key": key})}
        acts = {(deal, number): text for deal, record in enumerate(match.records) for number, text in enumerate(record)}
        for deal, number in kept.keys() - acts.keys():
            connection.execute(_DELETE_ACT, {"key": key, "in_deal": deal, "at": number})
        rows = [
            {"match_id": key, "deal": deal, "number": number, "text": text}
            for (deal, number), text in acts.items()
            if kept.get((deal, number)) != text
        ]
        upsert(connection, ActRow, rows)

    def match(self, key: int) -> SavedMatch | None:
        """The match of a number, if the learner has one."""
        row = next(iter(self._read(_MATCH, key=key)), None)
        if row is None:
            return None
        given = tuple(row.given.splitlines())
        return SavedMatch(
            row.code,
            row.seed,
            row.player,
            row.strictness,
            given,
            _records(row.deals, self._read(_ACTS, key=key)),
            row.assignment_id,
            row.attempt,
        )

    def matches(self) -> tuple[int, ...]:
        """The numbers of the learner’s matches, the newest first."""
        return tuple(row.id for row in self._read(_MATCHES))

    def matches_of_work(self) -> Mapping[int, tuple[int, int]]:
        """The assignment, and the attempt at it, of each match that is played for one; the earliest first."""
        return {row.id: (row.assignment_id, row.attempt) for row in self._read(_MATCHES_OF_WORK)}

    # ---- hindsight -----------------------------------------------------------------------------------------------

    def hindsight(self, digest: str) -> str | None:
        """The table of hindsight kept under a digest, as it was written."""
        return next((row.tricks for row in self._read(_HINDSIGHT, digest=digest)), None)

    def keep_hindsight(self, digest: str, tricks: str) -> None:
        """Keeps a table of hindsight, in the stead of what was kept under its digest.

        A page waits for it, so it waits for nobody: raises `StudyUnusable` where somebody else is writing.
        """
        with self._database.writing(durably=False, waits=False) as connection:
            upsert(connection, HindsightRow, {"digest": digest, "tricks": tricks})

    # ---- files that take a while ---------------------------------------------------------------------------------

    def begin_job(self, kind: str, what: str, sent: bytes = b"") -> int:
        """Puts a job of the learner’s into the queue, and gives its number. Raises `TooManyJobs`."""
        with self._taking_turns() as connection:
            return jobs.begin(connection, self._learner, kind, what, self._steady(), sent)

    def job(self, key: int) -> Job | None:
        """A job of the learner’s."""
        with self._database.reading() as connection:
            return jobs.one(connection, self._learner, key)

    def jobs(self) -> tuple[Job, ...]:
        """The jobs of the learner, the newest first."""
        with self._database.reading() as connection:
            return tuple(jobs.all_of(connection, self._learner))

    def file_of_job(self, key: int) -> bytes | None:
        """The file that a job of the learner’s made, if it has."""
        with self._database.reading() as connection:
            return jobs.content(connection, self._learner, key)

    def close(self) -> None:
        self._database.close()

    # ---- transactions --------------------------------------------------------------------------------------------

    def _read(self, query: Executable, **values: object) -> Sequence[Row[Any]]:
        return self._database.read(query, learner=self._learner, **values)

    @contextmanager
    def _taking_turns(self) -> Iterator[Connection]:
        """A durable transaction, beside which nobody else changes anything of this learner’s.

        Raises `Unknown` for a learner who has been forgotten.
        """
        with self._database.writing() as connection:
            if connection.execute(_HOLD, {"learner": self._learner}).first() is None:
                raise Unknown("learner", str(self._learner), ())
            yield connection

    def _keep_soon(self, row: type[Base], values: Mapping[str, object]) -> None:
        """What may be lost with the machine’s power, or where somebody else writes: no page is to wait for it."""
        with suppress(DatabaseBusy), self._database.writing(durably=False, waits=False) as connection:
            upsert(connection, row, values)


def answer_of(row: Row[Any]) -> Answer:
    """The answer of a row of the log."""
    level = Level(row.level) if row.level else None
    also = tuple(row.also.split())
    return Answer(
        row.topic,
        row.item,
        row.given,
        row.shade,
        row.rule,
        also,
        row.hints,
        row.number,
        level,
        row.assignment_id,
        row.attempt,
    )


def _records(deals: int, acts: Iterable[Any]) -> tuple[tuple[str, ...], ...]:
    records: list[list[str]] = [[] for _ in range(deals)]
    for act in acts:
        records[act.deal].append(act.text)
    return tuple(map(tuple, records))


def _is_same(one: Answer, other: Answer) -> bool:
    """Whether two answers say the same of the same question."""
    return (one.topic, one.item, one.given, one.assignment, one.attempt) == (
        other.topic,
        other.item,
        other.given,
        other.assignment,
        other.attempt,
    )


# Built once: building a statement costs more than running it.
_HOLD = select(LearnerRow.id).where(LearnerRow.id == bindparam("learner")).with_for_update()
_SENT_ALREADY = select(*AnswerRow.__table__.columns).where(
    AnswerRow.learner_id == bindparam("learner"), AnswerRow.once == bindparam("sent")
)
_LOG = (
    select(*AnswerRow.__table__.columns, AssignmentRow.shown, AssignmentRow.due_at)
    .outerjoin(AssignmentRow, AssignmentRow.id == AnswerRow.assignment_id)
    .where(AnswerRow.learner_id == bindparam("learner"))
    .order_by(AnswerRow.id)
)
_LATEST_ANSWERS = _LOG.where(
    AnswerRow.topic == bindparam("topic"),
    func.substr(AnswerRow.item, 1, func.length(bindparam("beginning"))) == bindparam("beginning"),
)
_LAST_ANSWER = select(func.max(AnswerRow.id)).where(AnswerRow.learner_id == bindparam("learner"))
_LAST_NUMBER = (
    select(AnswerRow.number)
    .where(
        AnswerRow.learner_id == bindparam("learner"),
        AnswerRow.rule == bindparam("item"),
        AnswerRow.number < LARGEST_NUMBER - 1,
    )
    .order_by(AnswerRow.number.desc())
    .limit(1)
)
_INSERT_HOLIDAY = insert(HolidayRow)
_HOLIDAYS = (
    select(*HolidayRow.__table__.columns).where(HolidayRow.learner_id == bindparam("learner")).order_by(HolidayRow.id)
)
_LAST_HOLIDAY = (
    select(HolidayRow.begins)
    .where(HolidayRow.learner_id == bindparam("learner"))
    .order_by(HolidayRow.id.desc())
    .limit(1)
)
_SETTINGS = select(SettingRow.name, SettingRow.value).where(SettingRow.learner_id == bindparam("learner"))
_LAST_ITEM = (
    select(AnswerRow.item)
    .where(AnswerRow.learner_id == bindparam("learner"), AnswerRow.topic == bindparam("topic"))
    .order_by(AnswerRow.id.desc())
    .limit(1)
)
_TALLY = (
    select(AnswerRow.shade, AssignmentRow.shown, AssignmentRow.due_at, func.count().label("answers"))
    .outerjoin(AssignmentRow, AssignmentRow.id == AnswerRow.assignment_id)
    .where(AnswerRow.learner_id == bindparam("learner"), AnswerRow.topic == bindparam("topic"))
    .group_by(AnswerRow.shade, AssignmentRow.shown, AssignmentRow.due_at)
)
_of_question = (
    HintRow.learner_id == bindparam("learner"),
    HintRow.topic == bindparam("of"),
    HintRow.item == bindparam("asked"),
)
_HINTS_OF = select(HintRow.stage).where(*_of_question)
_FORGET_HINTS = delete(HintRow).where(*_of_question)
_HINTS = select(HintRow.item, HintRow.stage).where(
    HintRow.learner_id == bindparam("learner"),
    HintRow.topic == bindparam("of"),
    func.substr(HintRow.item, 1, func.length(bindparam("beginning"))) == bindparam("beginning"),
)
_PLACES = (
    select(SavedPositionRow.game, SavedPositionRow.step, SavedPositionRow.seat)
    .where(SavedPositionRow.learner_id == bindparam("learner"))
    .order_by(SavedPositionRow.at.desc())
)
_MATCH = select(*MatchRow.__table__.columns).where(
    MatchRow.id == bindparam("key"), MatchRow.learner_id == bindparam("learner")
)
_MATCHES = select(MatchRow.id).where(MatchRow.learner_id == bindparam("learner")).order_by(MatchRow.id.desc())
_MATCHES_OF_WORK = (
    select(MatchRow.id, MatchRow.assignment_id, MatchRow.attempt)
    .where(MatchRow.learner_id == bindparam("learner"), MatchRow.assignment_id.is_not(None))
    .order_by(MatchRow.id)
)
_DEALT = select(MatchRow.deals).where(MatchRow.id == bindparam("key"), MatchRow.learner_id == bindparam("learner"))
_DEALS_OF_MATCH = (
    update(MatchRow)
    .where(MatchRow.id == bindparam("key"), MatchRow.learner_id == bindparam("learner"))
    .values(deals=bindparam("dealt"))
)
_ACTS = (
    select(ActRow.deal, ActRow.number, ActRow.text)
    .where(ActRow.match_id == bindparam("key"))
    .order_by(ActRow.deal, ActRow.number)
)
_DELETE_ACT = delete(ActRow).where(
    ActRow.match_id == bindparam("key"), ActRow.deal == bindparam("in_deal"), ActRow.number == bindparam("at")
)
_HINDSIGHT = select(HindsightRow.tricks).where(HindsightRow.digest == bindparam("digest"))
