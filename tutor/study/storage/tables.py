"""The tables, and the types of their rows."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Text,
    TypeDecorator,
)
from sqlalchemy.exc import DontWrapMixin
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeEngine

from tutor.errors import TutorError, quoted

_UNKEEPABLE = re.compile("[\0\ud800-\udfff]")


class InvalidText(TutorError, DontWrapMixin):
    """A value that no database can hold, or that is too long for its column."""


class Instant(TypeDecorator[datetime]):
    """A moment, always in UTC: SQLite forgets the zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        # Ten times as fast as `replace`, which for the answers of a class makes the half of all that is waited for.
        return None if value is None else datetime.combine(value, value.time(), UTC)


class Words(TypeDecorator[str]):
    """Text, of at most so many characters where a number is given: SQLite would take more, and a NUL."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:  # noqa: ARG002
        return String(self.most) if self.most else Text()

    @property
    def most(self) -> int | None:
        """How many characters it may have."""
        length: int | None = getattr(self.impl, "length", None)
        return length

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        if value is None:
            return None
        if self.most and len(value) > self.most:
            raise InvalidText(f"{quoted(value)} is too long. Use at most {self.most} characters.")
        if not value.isprintable() and _UNKEEPABLE.search(value):
            raise InvalidText(f"{quoted(ascii(value))} contains a character that cannot be saved. Leave it out.")
        return value


class Base(DeclarativeBase):
    """The tables of the study.

    A learner who exports their data reads the docstring of a table beside its rows. So it uses the names of the columns
    there, even if the attribute has a plainer name by now.
    """


class LearnerRow(Base):
    """A learner or a teacher (`role`). Without a classroom there is only one.

    `name` is what the class sees, and `folded` its form for comparison. `real_name` is for the teacher.
    `passphrase` is a hash of argon2. A form or a device from another `epoch` is no longer known.
    `skeleton` is the name with every letter replaced by the one it looks like. A person who has left (`closed_at`)
    cannot log in, but their work is still there.
    """

    __tablename__ = "learner"
    __table_args__ = (Index("learner_by_name", "folded", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Words(80))
    normalized_name: Mapped[str] = mapped_column("folded", Words(80))
    real_name: Mapped[str] = mapped_column(Words(80))
    role: Mapped[str] = mapped_column(Words(20))
    passphrase: Mapped[str | None] = mapped_column(Words(200))
    session_version: Mapped[int] = mapped_column("epoch")
    joined_at: Mapped[datetime | None] = mapped_column(Instant)
    skeleton: Mapped[str] = mapped_column(Words(160), index=True, default="")
    closed_at: Mapped[datetime | None] = mapped_column(Instant)


class SessionRow(Base):
    """A session: the person, the time of the log-in, and the browser (`device`, such as “Firefox on Linux”).

    The token in the browser is not stored, only its `digest`. `seen_at` is written at most once a minute. A session
    on a `shared` computer ends soon after the last click.
    `proved_at` is when the passphrase was last given.
    """

    __tablename__ = "login"

    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(Words(64), unique=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    begun_at: Mapped[datetime] = mapped_column(Instant)
    seen_at: Mapped[datetime] = mapped_column(Instant)
    proved_at: Mapped[datetime] = mapped_column(Instant)
    device: Mapped[str] = mapped_column(Words(80))
    shared: Mapped[bool] = mapped_column(default=False)


class OneTimeRow(Base):
    """The second factor of a teacher: the `secret` of the one-time codes, and the last `step` of time that was used.

    The tutor asks for it after a first code has confirmed it.
    """

    __tablename__ = "one_time"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    secret: Mapped[str] = mapped_column(Words(64))
    step: Mapped[int] = mapped_column(BigInteger)
    made_at: Mapped[datetime] = mapped_column(Instant)
    confirmed_at: Mapped[datetime | None] = mapped_column(Instant)


class RecoveryRow(Base):
    """A recovery code, which replaces a one-time code once. Only its `digest` is stored."""

    __tablename__ = "recovery"

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    digest: Mapped[str] = mapped_column(Words(64))
    used_at: Mapped[datetime | None] = mapped_column(Instant)


class EventRow(Base):
    """A line of the security log: what happened (`kind`), by whom, to whom, and from which address. It has no secrets.

    `by` and `whom` are numbers of learners. If the account has been deleted since, the number is below 0.
    """

    __tablename__ = "event"
    __table_args__ = (Index("event_by_moment", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(Instant)
    kind: Mapped[str] = mapped_column(Words(40))
    by: Mapped[int | None]
    whom: Mapped[int | None]
    address: Mapped[str] = mapped_column(Words(45))
    detail: Mapped[str] = mapped_column(Words(200))


class AnswerRow(Base):
    """One answer to one question, never changed: what was asked (`topic` and `item`), what was given, and its shade.

    `rule` and `also` (ids parted by spaces) are the items of study that it bears on. `number` and `level` are those of
    an exercise. `hints` is how many stages of hint were seen. `once` names the form that sent it. An answer from
    another machine came here `at` a moment. `claimed_at` is when it was given, by the clock of that machine. A vote
    has the number of its live lesson (`live_id`). Where `rule` is a table, `rule_row` is the row that decided.
    """

    __tablename__ = "answer"
    __table_args__ = (
        Index("answer_by_item", "learner_id", "topic", "item"),
        Index("answer_by_assignment", "assignment_id", "learner_id"),
        Index("answer_once", "learner_id", "once", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    topic: Mapped[str] = mapped_column(Words(40))
    item: Mapped[str] = mapped_column(Words(200))
    given: Mapped[str] = mapped_column(Words(400))
    shade: Mapped[str] = mapped_column(Words(20))
    rule: Mapped[str] = mapped_column(Words(80))
    also: Mapped[str] = mapped_column(Words)
    hints: Mapped[int]
    number: Mapped[int | None] = mapped_column(BigInteger)
    level: Mapped[str] = mapped_column(Words(20))
    assignment_id: Mapped[int | None] = mapped_column(ForeignKey("assignment.id"))
    attempt: Mapped[int | None]
    idempotency_key: Mapped[str | None] = mapped_column("once", Words(40))
    claimed_at: Mapped[datetime | None] = mapped_column(Instant)
    live_id: Mapped[int | None] = mapped_column(ForeignKey("live.id"), index=True)
    rule_row: Mapped[str] = mapped_column(Words(120), default="")


class HintRow(Base):
    """How many stages of hint a learner has seen of a question that is not answered yet, or of a moment at a table."""

    __tablename__ = "hint"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    topic: Mapped[str] = mapped_column(Words(40), primary_key=True)
    item: Mapped[str] = mapped_column(Words(200), primary_key=True)
    stage: Mapped[int]
    at: Mapped[datetime] = mapped_column(Instant)


class HolidayRow(Base):
    """The beginning or end of a holiday, never changed. `after` is the last answer before it.

    `midnight` is the end of its day where the learner is, and `cap` the number of reviews a day at that time.
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
    """What is remembered of an item. It is calculated from the answers and holidays, and can be made again."""

    __tablename__ = "memory"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    item: Mapped[str] = mapped_column(Words(80), primary_key=True)
    stability: Mapped[float] = mapped_column(Double)
    difficulty: Mapped[float] = mapped_column(Double)
    due: Mapped[datetime] = mapped_column(Instant)
    last_review: Mapped[datetime] = mapped_column(Instant)
    state: Mapped[int]
    step: Mapped[int | None]
    reps: Mapped[int]
    lapses: Mapped[int]


class ReviewRow(Base):
    """What one answer showed of one item, and what was expected. Calculated from the answers, like the memories."""

    __tablename__ = "review"
    __table_args__ = (Index("review_by_moment", "learner_id", "at"), Index("review_by_item", "learner_id", "item"))

    answer_id: Mapped[int] = mapped_column(ForeignKey("answer.id"), primary_key=True)
    item: Mapped[str] = mapped_column(Words(80), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    grade: Mapped[int]
    due: Mapped[datetime | None] = mapped_column(Instant)
    recall: Mapped[float | None] = mapped_column(Double)


class SettingRow(Base):
    """What a learner has chosen, by name."""

    __tablename__ = "setting"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    name: Mapped[str] = mapped_column(Words(40), primary_key=True)
    value: Mapped[str] = mapped_column(Words(40))


class SavedPositionRow(Base):
    """Where a learner stands in a game."""

    __tablename__ = "place"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    game: Mapped[str] = mapped_column(Words(80), primary_key=True)
    step: Mapped[int]
    seat: Mapped[str] = mapped_column(Words(10))
    at: Mapped[datetime] = mapped_column(Instant)


class MatchRow(Base):
    """A rubber at a practice table, as it was chosen. The deals `given` beforehand are lines of PBN.

    The acts that are `fixed` for each of these deals are a line too, with tabs between them.

    A table of several people belongs to a class (`class_id`). Others come in with its `code_to_join`, or find it in the
    list of the class if it `is_listed`. `changes` counts what has happened at it. Nothing more does once it is closed
    (`closed_at`).
    """

    __tablename__ = "match"

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    begun_at: Mapped[datetime] = mapped_column(Instant)
    code: Mapped[str] = mapped_column(Words(40))
    seed: Mapped[str] = mapped_column(Words(40))
    player: Mapped[str] = mapped_column(Words(1))
    strictness: Mapped[str] = mapped_column(Words(20))
    given: Mapped[str] = mapped_column(Words)
    fixed: Mapped[str] = mapped_column(Words, server_default="")
    deals: Mapped[int]
    assignment_id: Mapped[int | None] = mapped_column(ForeignKey("assignment.id"))
    attempt: Mapped[int | None]
    code_to_join: Mapped[str | None] = mapped_column(Words(20), unique=True)
    class_id: Mapped[int | None] = mapped_column(ForeignKey("class.id"), index=True)
    is_listed: Mapped[bool | None]
    changes: Mapped[int | None]
    closed_at: Mapped[datetime | None] = mapped_column(Instant)


class SittingRow(Base):
    """Somebody at a table of several people. The tutor plays for an empty seat, and for somebody who has left.

    `seen_at` is when their page last answered.
    """

    __tablename__ = "sitting"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    seat: Mapped[str] = mapped_column(Words(1), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    sat_at: Mapped[datetime] = mapped_column(Instant)
    seen_at: Mapped[datetime] = mapped_column(Instant)
    left_at: Mapped[datetime | None] = mapped_column(Instant)


class ProposalRow(Base):
    """A claim or an undo at a table of several people, until the others agree or refuse.

    `act` is how many acts the deal had. `agreed` has the letters of the seats that agree. A claim is for so many
    `tricks`.
    """

    __tablename__ = "proposal"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(Words(20))
    seat: Mapped[str] = mapped_column(Words(1))
    deal: Mapped[int]
    act: Mapped[int]
    tricks: Mapped[int | None]
    agreed: Mapped[str] = mapped_column(Words(4))
    at: Mapped[datetime] = mapped_column(Instant)


class ActRow(Base):
    """One call or card of a match, by the number of the deal and its place in it.

    In your data, `by` says who made it. Older acts of the tutor at a table of several people, in the place of a player,
    still count as that player’s.
    """

    __tablename__ = "act"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    deal: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Words(80))


class BoardsRow(Base):
    """A session of boards that a learner brought from elsewhere, as PBN or LIN.

    The learner sat where the `player` of a name sat, or else always at a `seat`.
    """

    __tablename__ = "boards"

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    title: Mapped[str] = mapped_column(Words(120))
    at: Mapped[datetime] = mapped_column(Instant)
    seat: Mapped[str] = mapped_column(Words(1))
    player: Mapped[str] = mapped_column(Words(80))
    text: Mapped[str] = mapped_column(Words)


class ShownTravellerRow(Base):
    """A traveller that a teacher shows to a class: of the deal of an assignment, or of the deal of a day."""

    __tablename__ = "shown_traveller"

    class_id: Mapped[int] = mapped_column(ForeignKey("class.id"), primary_key=True)
    deal: Mapped[str] = mapped_column(Words(40), primary_key=True)
    shown_at: Mapped[datetime] = mapped_column(Instant)


class HindsightRow(Base):
    """The table of a play in hindsight, by the digest of what it is computed from. It is the same for every learner."""

    __tablename__ = "hindsight"

    digest: Mapped[str] = mapped_column(Words(64), primary_key=True)
    tricks: Mapped[str] = mapped_column(Words(800))


class SecretRow(Base):
    """A secret of the tutor itself, by its purpose."""

    __tablename__ = "kept_key"

    name: Mapped[str] = mapped_column(Words(40), primary_key=True)
    value: Mapped[str] = mapped_column(Words(200))


class RateLimitHit(Base):
    """Something that may be done only so often: what, by whom (a digest), and when."""

    __tablename__ = "attempt"
    __table_args__ = (Index("attempt_by_moment", "what", "who", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(Words(20))
    who: Mapped[str] = mapped_column(Words(64))
    at: Mapped[datetime] = mapped_column(Instant)


class ClassRow(Base):
    """A class. People join it with its code while it is open. One that was deleted can be brought back for a while.

    If its devices are shared (`shared_devices`), members log in for a short time unless they say otherwise.
    """

    __tablename__ = "class"

    id: Mapped[int] = mapped_column(primary_key=True)
    teacher_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    name: Mapped[str] = mapped_column(Words(80))
    code: Mapped[str] = mapped_column(Words(20), unique=True)
    is_open: Mapped[bool]
    made_at: Mapped[datetime] = mapped_column(Instant)
    deleted_at: Mapped[datetime | None] = mapped_column(Instant)
    shared_devices: Mapped[bool] = mapped_column(default=False)


class CoTeacherRow(Base):
    """The teachers who help the teacher of a class."""

    __tablename__ = "co_teacher"

    class_id: Mapped[int] = mapped_column(ForeignKey("class.id"), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True, index=True)
    added_at: Mapped[datetime] = mapped_column(Instant)


class MemberRow(Base):
    """The members of a class."""

    __tablename__ = "member"

    class_id: Mapped[int] = mapped_column(ForeignKey("class.id"), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True, index=True)
    joined_at: Mapped[datetime] = mapped_column(Instant)


class FormerMemberRow(Base):
    """A learner who was removed from a class, and can be brought back for a while."""

    __tablename__ = "former_member"

    class_id: Mapped[int] = mapped_column(ForeignKey("class.id"), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True, index=True)
    joined_at: Mapped[datetime] = mapped_column(Instant)
    left_at: Mapped[datetime] = mapped_column(Instant)


class PupilGroupRow(Base):
    """A group within a class. One that was deleted can be brought back for a while."""

    __tablename__ = "pupil_group"

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("class.id"), index=True)
    name: Mapped[str] = mapped_column(Words(80))
    deleted_at: Mapped[datetime | None] = mapped_column(Instant)


class PupilGroupMemberRow(Base):
    """The learners of a group."""

    __tablename__ = "pupil_group_member"

    group_id: Mapped[int] = mapped_column(ForeignKey("pupil_group.id"), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True, index=True)


class InvitationRow(Base):
    """An invitation, which lets somebody in once: into a class, back to an account, or as another teacher.

    Its code is not stored, only the `digest` of the code.
    """

    __tablename__ = "slip"

    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(Words(64), unique=True)
    kind: Mapped[str] = mapped_column(Words(20))
    class_id: Mapped[int | None] = mapped_column(ForeignKey("class.id"))
    learner_id: Mapped[int | None] = mapped_column(ForeignKey("learner.id"))
    real_name: Mapped[str] = mapped_column(Words(80))
    made_by: Mapped[int] = mapped_column(ForeignKey("learner.id"))
    made_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime | None] = mapped_column(Instant)
    cancelled_at: Mapped[datetime | None] = mapped_column(Instant)


class AssignmentRow(Base):
    """An assignment: `work` says what, as JSON. `key` names it outside this database, and signs what is sent back.

    The numbers of its questions and deals are drawn from its `secret`, which no page shows. It is empty if the
    assignment is older than such secrets. Without a class it came as a file, for the person who opened it.
    `counts` says which attempt counts. After `cut_off_at` no work is accepted, however late.
    """

    __tablename__ = "assignment"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(Words(64), unique=True)
    class_id: Mapped[int | None] = mapped_column(ForeignKey("class.id"), index=True)
    title: Mapped[str] = mapped_column(Words(120))
    kind: Mapped[str] = mapped_column(Words(20))
    work: Mapped[str] = mapped_column(Words)
    everyone: Mapped[bool]
    same_for_all: Mapped[bool]
    shown: Mapped[str] = mapped_column(Words(20))
    pass_mark: Mapped[int | None]
    tries: Mapped[int | None]
    opens_at: Mapped[datetime] = mapped_column(Instant)
    due_at: Mapped[datetime | None] = mapped_column(Instant)
    made_at: Mapped[datetime] = mapped_column(Instant)
    withdrawn_at: Mapped[datetime | None] = mapped_column(Instant)
    secret: Mapped[str] = mapped_column(Words(64), default="")
    counts: Mapped[str] = mapped_column(Words(20), default="highest")
    cut_off_at: Mapped[datetime | None] = mapped_column(Instant)


class AssigneeRow(Base):
    """The learners of an assignment that is not for everyone."""

    __tablename__ = "assignee"

    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignment.id"), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True, index=True)


class AssignedGroupRow(Base):
    """The groups of an assignment that is not for everyone."""

    __tablename__ = "assigned_group"

    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignment.id"), primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("pupil_group.id"), primary_key=True, index=True)


class ExtensionRow(Base):
    """A later due date for one learner. One that was taken away can be brought back for a while."""

    __tablename__ = "extension"

    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignment.id"), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True, index=True)
    due_at: Mapped[datetime] = mapped_column(Instant)
    made_at: Mapped[datetime] = mapped_column(Instant)
    deleted_at: Mapped[datetime | None] = mapped_column(Instant)


class AssignmentTemplateRow(Base):
    """What a teacher saved to assign again: the work and its settings, as JSON.

    A template that was deleted can be brought back for a while.
    """

    __tablename__ = "assignment_template"

    id: Mapped[int] = mapped_column(primary_key=True)
    teacher_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    title: Mapped[str] = mapped_column(Words(120))
    work: Mapped[str] = mapped_column(Words)
    settings: Mapped[str] = mapped_column(Words)
    made_at: Mapped[datetime] = mapped_column(Instant)
    deleted_at: Mapped[datetime | None] = mapped_column(Instant)


class LiveRow(Base):
    """A live lesson of a class: `work` says what is shown, as JSON. `step` and `phase` are where it stands.

    `version` grows by one with every change. `names_shown` is whether the projector shows who chose what. `shown` are
    the steps whose votes were shown, separated by blanks.
    """

    __tablename__ = "live"

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("class.id"), index=True)
    title: Mapped[str] = mapped_column(Words(120))
    kind: Mapped[str] = mapped_column(Words(20))
    work: Mapped[str] = mapped_column(Words)
    step: Mapped[int]
    phase: Mapped[str] = mapped_column(Words(20))
    version: Mapped[int]
    names_shown: Mapped[bool]
    shown: Mapped[str] = mapped_column(Words)
    begun_at: Mapped[datetime] = mapped_column(Instant)
    moved_at: Mapped[datetime] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)


class LiveParticipantRow(Base):
    """Somebody in a live lesson, under the name `shown_as`. In a race they may belong to a pair."""

    __tablename__ = "live_participant"

    live_id: Mapped[int] = mapped_column(ForeignKey("live.id"), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True, index=True)
    joined_at: Mapped[datetime] = mapped_column(Instant)
    seen_at: Mapped[datetime] = mapped_column(Instant)
    shown_as: Mapped[str] = mapped_column(Words(80))
    pair: Mapped[int | None]


class VoteRow(Base):
    """What a learner chose at a step of a live lesson, and how good it was. It can be changed until the vote closes."""

    __tablename__ = "vote"

    live_id: Mapped[int] = mapped_column(ForeignKey("live.id"), primary_key=True)
    step: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True, index=True)
    given: Mapped[str] = mapped_column(Words(400))
    shade: Mapped[str] = mapped_column(Words(20))
    at: Mapped[datetime] = mapped_column(Instant)


class CommentRow(Base):
    """What a teacher wrote beneath an answer."""

    __tablename__ = "comment"

    id: Mapped[int] = mapped_column(primary_key=True)
    answer_id: Mapped[int] = mapped_column(ForeignKey("answer.id"), index=True)
    author_id: Mapped[int] = mapped_column(ForeignKey("learner.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    text: Mapped[str] = mapped_column(Words)
    seen_at: Mapped[datetime | None] = mapped_column(Instant)


class CompositionRow(Base):
    """A teacher’s own lesson or hand. `name` is its id among those of that teacher."""

    __tablename__ = "composition"
    __table_args__ = (Index("composition_by_name", "author_id", "kind", "name", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    author_id: Mapped[int] = mapped_column(ForeignKey("learner.id"))
    kind: Mapped[str] = mapped_column(Words(20))
    name: Mapped[str] = mapped_column(Words(80))
    made_at: Mapped[datetime] = mapped_column(Instant)
    dropped_at: Mapped[datetime | None] = mapped_column(Instant)


class VersionRow(Base):
    """One saved version of the text of a composition, never changed."""

    __tablename__ = "version"

    composition_id: Mapped[int] = mapped_column(ForeignKey("composition.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(Instant)
    text: Mapped[str] = mapped_column(Words)


class DraftRow(Base):
    """What a teacher is writing in the editor and has not saved as a version yet.

    `slot` is the number of the composition, or `new-` and a word for something new. `version` counts how often it was
    saved, `begun` is the version of the composition from which it began, `tab` is a word for the page that saved it,
    and `name` is the name typed so far. One that was discarded can be brought back for a while. Then `slot` ends in
    `~` and a number, so that its place is free for another.
    """

    __tablename__ = "draft"

    author_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(Words(20), primary_key=True)
    slot: Mapped[str] = mapped_column(Words(20), primary_key=True)
    version: Mapped[int]
    begun: Mapped[int]
    tab: Mapped[str] = mapped_column(Words(20))
    name: Mapped[str] = mapped_column(Words(80))
    at: Mapped[datetime] = mapped_column(Instant)
    text: Mapped[str] = mapped_column(Words)
    deleted_at: Mapped[datetime | None] = mapped_column(Instant)


class ReportRow(Base):
    """A problem that was reported: on which page, at which position and step, of which tutor, and what it is."""

    __tablename__ = "report"

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int | None] = mapped_column(ForeignKey("learner.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    page: Mapped[str] = mapped_column(Words(400))
    title: Mapped[str] = mapped_column(Words(200))
    position: Mapped[str] = mapped_column(Words)
    version: Mapped[str] = mapped_column(Words(40))
    sentence: Mapped[str] = mapped_column(Words)
    settled_at: Mapped[datetime | None] = mapped_column(Instant)


class JobRow(Base):
    """A file that is being made, or was: `kind` and `what` say what was asked for, `done` of `of` parts are ready.

    It waits in the queue until it is begun (`begun_at`). If the process that began it is gone, it is begun again
    (`attempts`). It has ended when it has its `content`, or the `fault` that explains why there is none. Until then
    `content` is what was sent with it.
    """

    __tablename__ = "job"

    id: Mapped[int] = mapped_column(primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    kind: Mapped[str] = mapped_column(Words(20))
    what: Mapped[str] = mapped_column(Words(200))
    done: Mapped[int]
    of: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(Instant)
    begun_at: Mapped[datetime | None] = mapped_column(Instant)
    attempts: Mapped[int] = mapped_column(default=0)
    moved_at: Mapped[datetime] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    name: Mapped[str] = mapped_column(Words(200))
    mimetype: Mapped[str] = mapped_column(Words(100))
    content: Mapped[bytes | None] = mapped_column(LargeBinary)
    fault: Mapped[str] = mapped_column(Words)


class LtiPlatformRow(Base):
    """A learning platform that may open the tutor by LTI 1.3: its issuer, our client id there, and its addresses.

    `deployments` are the deployment ids that it may use, parted by spaces; `services` are further addresses, parted
    likewise, at which its roster and its grades may be. If it `makes_teachers`, its teachers become teachers here.
    """

    __tablename__ = "lti_platform"
    __table_args__ = (Index("lti_platform_by_client", "issuer", "client_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Words(80))
    issuer: Mapped[str] = mapped_column(Words(255))
    client_id: Mapped[str] = mapped_column(Words(255))
    deployments: Mapped[str] = mapped_column(Words)
    login_url: Mapped[str] = mapped_column(Words(400))
    token_url: Mapped[str] = mapped_column(Words(400))
    keys_url: Mapped[str] = mapped_column(Words(400))
    services: Mapped[str] = mapped_column(Words)
    makes_teachers: Mapped[bool]
    added_at: Mapped[datetime] = mapped_column(Instant)


class LtiKeyRow(Base):
    """The key by which the tutor signs what it sends to platforms, in PEM."""

    __tablename__ = "lti_key"

    id: Mapped[int] = mapped_column(primary_key=True)
    made_at: Mapped[datetime] = mapped_column(Instant)
    private_key: Mapped[str] = mapped_column(Words)


class LtiTicketRow(Base):
    """Something that may be done once with a platform until it expires, by a digest of what it is known by.

    A used nonce has no content. Other tickets hold what a launch asked for, while a teacher decides.
    """

    __tablename__ = "lti_ticket"

    digest: Mapped[str] = mapped_column(Words(64), primary_key=True)
    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platform.id"), index=True)
    content: Mapped[str] = mapped_column(Words)
    expires_at: Mapped[datetime] = mapped_column(Instant)


class LtiUserRow(Base):
    """A user of a platform, and their account here."""

    __tablename__ = "lti_user"

    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platform.id"), primary_key=True)
    subject: Mapped[str] = mapped_column(Words(255), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)


class LtiCourseRow(Base):
    """A course of a platform: its class here, and where its roster is."""

    __tablename__ = "lti_course"

    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platform.id"), primary_key=True)
    context: Mapped[str] = mapped_column(Words(255), primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("class.id"), index=True)
    roster_url: Mapped[str] = mapped_column(Words(400))


class LtiLinkRow(Base):
    """A link of a platform: the assignment that it opens, and where the grades go (`line_item_url`).

    `resource` is a digest of the deployment and the id of the link, which is unique only there.
    """

    __tablename__ = "lti_link"

    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platform.id"), primary_key=True)
    resource: Mapped[str] = mapped_column(Words(255), primary_key=True)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignment.id"), index=True)
    line_item_url: Mapped[str] = mapped_column(Words(400))


class LtiGradeRow(Base):
    """A grade for a learning platform, by link and learner: `given` of `of`, known since `scored_at`.

    At `next_at` it is sent, or sent again after so many `attempts`, of which the last failed for a `fault`. `next_at`
    is empty if there is nothing to send.
    """

    __tablename__ = "lti_grade"

    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platform.id"), primary_key=True)
    resource: Mapped[str] = mapped_column(Words(255), primary_key=True)
    learner_id: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True, index=True)
    given: Mapped[int]
    of: Mapped[int]
    scored_at: Mapped[datetime] = mapped_column(Instant)
    sent_at: Mapped[datetime | None] = mapped_column(Instant)
    next_at: Mapped[datetime | None] = mapped_column(Instant, index=True)
    attempts: Mapped[int]
    fault: Mapped[str] = mapped_column(Words(20))
