"""The tables, and the types of their rows."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, Double, ForeignKey, Index, LargeBinary, String, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Instant(TypeDecorator[datetime]):
    """A moment, always in UTC: SQLite forgets the zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """The tables of the study."""


class LearnerRow(Base):
    """Somebody who learns; without a classroom there is one."""

    __tablename__ = "learner"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))


class AnswerRow(Base):
    """One answer to one question, never changed: what was asked (`topic` and `item`), what was given, and its shade.

    `rule` and `also` (ids parted by spaces) are the items of study that it bears on; `number` and `level` are those of
    an exercise; `hints` is how many stages of hint were seen.
    """

    __tablename__ = "answer"
    __table_args__ = (Index("answer_by_item", "learner_id", "topic", "item"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    topic: Mapped[str] = mapped_column(String(40))
    item: Mapped[str] = mapped_column(String(120))
    given: Mapped[str] = mapped_column(String(40))
    shade: Mapped[str] = mapped_column(String(20))
    rule: Mapped[str] = mapped_column(String(80))
    also: Mapped[str] = mapped_column(Text)
    hints: Mapped[int]
    number: Mapped[int | None]
    level: Mapped[str] = mapped_column(String(20))


class HolidayRow(Base):
    """A holiday begun or ended, never changed; `after` is the last answer before it.

    `midnight` is the end of its day where the learner is, and `cap` what a day held then.
    """

    __tablename__ = "holiday"

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    after: Mapped[int]
    begins: Mapped[bool]
    midnight: Mapped[datetime] = mapped_column(Instant)
    cap: Mapped[int]


class MemoryRow(Base):
    """What is remembered of an item; made of the answers and the holidays, and can be made again."""

    __tablename__ = "memory"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    item: Mapped[str] = mapped_column(String(80), primary_key=True)
    stability: Mapped[float] = mapped_column(Double)
    difficulty: Mapped[float] = mapped_column(Double)
    due: Mapped[datetime] = mapped_column(Instant)
    last_review: Mapped[datetime] = mapped_column(Instant)
    state: Mapped[int]
    step: Mapped[int | None]
    reps: Mapped[int]
    lapses: Mapped[int]


class ReviewRow(Base):
    """What one answer showed of one item, and what had been expected; made of the answers, as the memories are."""

    __tablename__ = "review"
    __table_args__ = (Index("review_by_moment", "learner_id", "at"), Index("review_by_item", "learner_id", "item"))

    answer_id: Mapped[int] = mapped_column(ForeignKey("answer.id"), primary_key=True)
    item: Mapped[str] = mapped_column(String(80), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    grade: Mapped[int]
    due: Mapped[datetime | None] = mapped_column(Instant)
    recall: Mapped[float | None] = mapped_column(Double)


class SettingRow(Base):
    """What a learner has chosen, by name."""

    __tablename__ = "setting"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(String(40))


class PlaceRow(Base):
    """Where a learner stands in a game."""

    __tablename__ = "place"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(80), primary_key=True)
    step: Mapped[int]
    seat: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime] = mapped_column(Instant)


class MatchRow(Base):
    """A rubber at a practice table, as it was chosen; the deals `given` beforehand are lines of PBN."""

    __tablename__ = "match"

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    begun_at: Mapped[datetime] = mapped_column(Instant)
    code: Mapped[str] = mapped_column(String(40))
    seed: Mapped[str] = mapped_column(String(40))
    player: Mapped[str] = mapped_column(String(1))
    strictness: Mapped[str] = mapped_column(String(20))
    given: Mapped[str] = mapped_column(Text)
    deals: Mapped[int]


class ActRow(Base):
    """One call or card of a match, by the number of the deal and its place in it."""

    __tablename__ = "act"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    deal: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(String(80))


class HindsightRow(Base):
    """The table of a play in hindsight, by the digest of what it is computed from; the same for every learner."""

    __tablename__ = "hindsight"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    tricks: Mapped[str] = mapped_column(String(800))


class JobRow(Base):
    """A file that is being made, or was: `kind` and `what` say what was asked for, `done` of `of` parts are ready.

    It has ended when there is its `content`, or the `fault` for which there is none.
    """

    __tablename__ = "job"

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    kind: Mapped[str] = mapped_column(String(20))
    what: Mapped[str] = mapped_column(String(200))
    done: Mapped[int]
    of: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(Instant)
    moved_at: Mapped[datetime] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    name: Mapped[str] = mapped_column(String(200))
    mimetype: Mapped[str] = mapped_column(String(100))
    content: Mapped[bytes | None] = mapped_column(LargeBinary)
    fault: Mapped[str] = mapped_column(Text)
