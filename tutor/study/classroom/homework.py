"""Work taken home in a file: what travels to a learner and back, and what is kept where it is opened."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from pydantic import AwareDatetime, FailFast, Field
from sqlalchemy import bindparam, func, select

from tutor.errors import Unknown
from tutor.quizzes.drills import LARGEST_NUMBER
from tutor.study.accounts.person_names import LONGEST_NAME, tidied_name
from tutor.study.answers.matches import SavedMatch
from tutor.study.classroom.assignments import Assignment, Assignments, AssignmentSpec, Disclosure
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.content_transfer import NotForHere, OwnText, Travels, keep_texts
from tutor.study.classroom.secret_numbers import digest_of
from tutor.study.classroom.work import DrillWork, HandWork, LessonWork, Work
from tutor.study.clock import Clock
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import insert_missing, upsert
from tutor.study.storage.tables import AssigneeRow, SettingRow
from tutor.study.study import Study

MOST_OWN = 50
MOST_ANSWERS = 1_500
MOST_HANDS = 20
LENGTH_OF_KEY = 40


# ---- what travels -------------------------------------------------------------------------------------------------


Key = Annotated[str, Field(pattern="^[0-9a-f]{8,64}$")]
Signing = Annotated[str, Field(pattern=f"^[A-Za-z0-9_-]{{{LENGTH_OF_KEY}}}$")]
Token = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{0,40}$")]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]


class HomeworkFile(Travels):
    """An assignment on its way: its key, what is to be done, and the key that signs the result.

    The questions and deals are drawn from the `seal`; it is empty where there are none, or the work is older. `to`
    stands for the learner it was made for, and is empty where it is for the whole class; `own` is what the work is on,
    where that is the teacher’s own, and what it refers to.
    """

    key: Key
    signing: Signing
    class_name: Name
    to: Token = ""
    title: Annotated[str, Field(max_length=200)]
    work: Work
    opens_at: AwareDatetime
    due_at: AwareDatetime | None = None
    same_for_all: bool = True
    shown: Disclosure = Disclosure.AT_ONCE
    pass_mark: int | None = None
    tries: int | None = None
    own: Annotated[tuple[OwnText, ...], Field(max_length=MOST_OWN)] = ()
    seal: Annotated[str, Field(pattern="^([0-9a-f]{64})?$")] = ""

    @classmethod
    def of(
        cls,
        which: Assignment,
        class_name: str,
        signing: str,
        to: str = "",
        own: Sequence[OwnText] = (),
        seal: str = "",
    ) -> HomeworkFile:
        """An assignment made ready to travel."""
        draft = which.draft
        return cls(
            key=which.key,
            signing=signing,
            class_name=class_name,
            to=to,
            title=draft.title,
            work=draft.work,
            opens_at=draft.opens_at,
            due_at=draft.due_at,
            same_for_all=draft.same_for_all,
            shown=draft.shown,
            pass_mark=draft.pass_mark,
            tries=draft.tries,
            own=tuple(own),
            seal=seal,
        )

    def draft(self, work: Work) -> AssignmentSpec:
        """What is wanted, the work being this. Raises `Malformed`."""
        return AssignmentSpec(
            self.title, work, self.opens_at, self.due_at, self.same_for_all, self.shown, self.pass_mark, self.tries
        )


class SubmittedAnswer(Travels):
    """An answer as it was given, without what it was worth."""

    topic: Annotated[str, Field(max_length=40)]
    item: Annotated[str, Field(max_length=200)]
    given: Annotated[str, Field(max_length=400)]
    at: AwareDatetime
    hints: Annotated[int, Field(ge=0, le=3)] = 0
    attempt: Annotated[int, Field(ge=1, le=1_000)] | None = None

    def digest(self, key: str) -> str:
        """What tells this answer to the work of a key from every other, however often it is sent."""
        said = (key, self.topic, self.item, self.given, self.at.isoformat(), str(self.hints), str(self.attempt))
        return hashlib.sha256("\n".join(said).encode()).hexdigest()[:LENGTH_OF_KEY]


class PlayedHand(Travels):
    """A deal that was played for an attempt, as it is written down."""

    attempt: Annotated[int, Field(ge=1, le=1_000)]
    code: Annotated[str, Field(max_length=40)]
    seed: Annotated[str, Field(max_length=40)]
    player: Annotated[str, Field(max_length=1)]
    strictness: Annotated[str, Field(max_length=20)]
    given: Annotated[tuple[Annotated[str, Field(max_length=120)], ...], Field(max_length=1)]
    record: Annotated[tuple[Annotated[str, Field(max_length=80)], ...], Field(max_length=400)]

    @property
    def kept(self) -> SavedMatch:
        """As the study keeps it."""
        return SavedMatch(self.code, self.seed, self.player, self.strictness, self.given, (self.record,))


class HomeworkResult(Travels):
    """What was done at home for the work of a key: who says he did it, for whom it was made, and every answer.

    All of it is only claimed: whoever holds the file of the assignment can write any answer and any moment into this.
    `questions` tells from which seal the questions were drawn. For older work `learner` and `seed` tell it, where each
    has his own.
    """

    key: Key
    name: Name
    to: Token = ""
    learner: Annotated[int, Field(ge=1, lt=2**31)]
    seed: Annotated[int, Field(ge=0, lt=LARGEST_NUMBER)] | None = None
    questions: Token = ""
    sent_at: AwareDatetime
    answers: Annotated[tuple[SubmittedAnswer, ...], FailFast(), Field(max_length=MOST_ANSWERS)]
    hands: Annotated[tuple[PlayedHand, ...], FailFast(), Field(max_length=MOST_HANDS)] = ()


# ---- keys ---------------------------------------------------------------------------------------------------------


def signing_key(secret: bytes, key: str) -> str:
    """The key by which the results of an assignment are signed, of the secret of who set it."""
    return _derived(secret, "homework", key)


def token_of(secret: bytes, key: str, learner: int) -> str:
    """What stands for a learner in the file of an assignment that was made for him."""
    return _derived(secret, "learner", key, str(learner))


def _derived(secret: bytes, *of: str) -> str:
    made = hmac.new(secret, "/".join(of).encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(made).decode()[:LENGTH_OF_KEY]


# ---- opening ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenedHomework:
    """Homework that a learner has opened: under what name, for which class, and how its result is signed."""

    assignment: Assignment
    name: str
    class_name: str
    to: str
    signing: str


class Homework:
    """The homework that was opened in a database. Every method raises `DatabaseUnavailable`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._assignments = Assignments(database, clock)

    def open(self, brought: HomeworkFile, name: str, shelf: ContentAccess, random: Random) -> OpenedHomework:
        """Makes brought work that of whose shelf it is; opened again it is the same work, on the newer file’s terms.

        Raises `Malformed` for the name and the terms, `NotForHere`, and `FaultyContent` for a lesson brought with it.
        """
        name, learner = tidied_name(name), shelf.learner
        draft = brought.draft(brought.work)
        found = self._assignments.of_key(brought.key)
        if found is None:
            work = _own_questions(_kept(brought, shelf), brought, random)
            found = self._assignments.give(None, replace(draft, work=work), [learner], brought.key, brought.seal)
        else:
            self._open_again(learner, found, brought)
        values = {"name": name, "class": brought.class_name, "for": brought.to, "signing": brought.signing}
        rows = [
            {"learner_id": learner, "name": _setting(found.id, what), "value": value} for what, value in values.items()
        ]
        with self._database.writing() as connection:
            insert_missing(connection, AssigneeRow, {"assignment_id": found.id, "learner_id": learner})
            upsert(connection, SettingRow, rows)
        return self.of(learner, found.id)

    def _open_again(self, learner: int, found: Assignment, brought: HomeworkFile) -> None:
        if found.class_id is not None:
            raise NotForHere("this work is set in this tutor itself: it stands under Work, and needs no file.")
        if not _is_same(brought, found.work):
            raise NotForHere(
                "this work was opened here before, and was other work then. Ask your teacher to set it anew."
            )
        if found.secret != brought.seal:
            raise NotForHere(
                "this work was opened here before with other questions. Each learner needs a tutor of their own "
                "for it; ask your teacher which file is yours."
            )
        terms = brought.draft(found.work)
        alone = {row.learner_id for row in self._database.read(_ASSIGNEES, key=found.id)} <= {learner}
        if terms != found.draft and alone:
            self._assignments.change(found, terms)
        elif terms != found.draft:
            raise NotForHere("somebody else here has opened this work on other terms. Ask your teacher which hold.")

    def of(self, learner: int, assignment: int) -> OpenedHomework:
        """What a learner has opened. Raises `Unknown` for another’s as for none."""
        found = self._assignments.of_learner(learner, assignment)
        rows = self._database.read(_SETTINGS, learner=learner, beginning=_setting(assignment, ""))
        kept = {row.name.rpartition("/")[2]: row.value for row in rows}
        if found.class_id is not None or "signing" not in kept:
            raise Unknown("homework", str(assignment), ())
        return OpenedHomework(found, kept["name"], kept["class"], kept["for"], kept["signing"])

    def all_of(self, learner: int) -> Sequence[OpenedHomework]:
        """Everything that a learner has opened, the newest first."""
        rows = self._database.read(_SETTINGS, learner=learner, beginning="homework/")
        return [
            self.of(learner, number) for number in sorted({int(row.name.split("/")[1]) for row in rows}, reverse=True)
        ]

    def result(self, opened: OpenedHomework, study: Study) -> HomeworkResult:
        """All that its learner has done for it. Raises `NotForHere` where that is more than a file takes."""
        given = self._assignments.answers(opened.assignment, study.learner)
        if len(given) > MOST_ANSWERS:
            raise NotForHere(f"there are {len(given)} answers, and a file takes at most {MOST_ANSWERS}.")
        work = opened.assignment.work
        return HomeworkResult(
            key=opened.assignment.key,
            name=opened.name,
            to=opened.to,
            learner=study.learner,
            seed=work.seed if isinstance(work, DrillWork | HandWork) and not opened.assignment.secret else None,
            questions=questions_digest(opened.assignment, study.learner),
            sent_at=study.now,
            answers=tuple(
                SubmittedAnswer(
                    topic=one.answer.topic,
                    item=one.answer.item,
                    given=one.answer.given,
                    at=one.at,
                    hints=one.answer.hints,
                    attempt=one.answer.attempt,
                )
                for one in given
            ),
            hands=tuple(_hands(study, opened.assignment)),
        )


def questions_digest(which: Assignment, learner: int) -> str:
    """What tells the questions and deals that a learner is asked from all others; empty where there are none."""
    is_sealed = which.secret and isinstance(which.work, DrillWork | HandWork)
    return digest_of(which.seal_for(learner)) if is_sealed else ""


def _kept(brought: HomeworkFile, shelf: ContentAccess) -> Work:
    """The work, with what it is on kept here where that was brought: no file opens what is somebody’s own here."""
    if brought.own:
        return keep_texts(brought.work, brought.own, shelf)
    if isinstance(brought.work, LessonWork) and brought.work.own is not None:
        raise NotForHere("the lesson that the work is on is not in the file. Ask your teacher for a new one.")
    return brought.work


def _is_same(brought: HomeworkFile, work: Work) -> bool:
    """Whether brought work is what was opened before; some questions, and ids of what came with it, are of here."""
    if brought.own:
        return brought.work.kind == work.kind
    there, here = (one.model_dump() for one in (brought.work, work))
    if not brought.same_for_all and not brought.seal:
        there["seed"] = here["seed"] = None
    return there == here


def _own_questions(work: Work, brought: HomeworkFile, random: Random) -> Work:
    """The work with other questions, where each has his own: at home everybody is the one learner.

    That is so for older work alone: a seal is of the learner it was made for.
    """
    if brought.seal or brought.same_for_all or not isinstance(work, DrillWork | HandWork):
        return work
    return work.model_copy(update={"seed": random.randrange(LARGEST_NUMBER)})


def _hands(study: Study, assignment: Assignment) -> Iterator[PlayedHand]:
    for key, (number, attempt) in study.matches.of_work().items():
        kept = study.matches.saved(key)
        if number == assignment.id and kept is not None:
            yield PlayedHand(
                attempt=attempt,
                code=kept.code,
                seed=kept.seed,
                player=kept.player,
                strictness=kept.strictness,
                given=kept.given,
                record=kept.records[0],
            )


def _setting(assignment: int, what: str) -> str:
    return f"homework/{assignment}/{what}"


_SETTINGS = select(SettingRow.name, SettingRow.value).where(
    SettingRow.learner_id == bindparam("learner"),
    func.substr(SettingRow.name, 1, func.length(bindparam("beginning"))) == bindparam("beginning"),
)
_ASSIGNEES = select(AssigneeRow.learner_id).where(AssigneeRow.assignment_id == bindparam("key"))
