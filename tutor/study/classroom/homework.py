"""Work taken home in a file: what travels to a learner and back, and what is kept where it is opened."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Annotated

from pydantic import AwareDatetime, FailFast, Field
from sqlalchemy import bindparam, func, select

from tutor.errors import Unknown
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.study.accounts.person_names import LONGEST_NAME, tidied_name
from tutor.study.classroom.assigned_work import AnyWork, Counts, Work
from tutor.study.classroom.assignments import Assignment, Assignments, AssignmentSpec, Disclosure
from tutor.study.classroom.authored_content import ContentAccess, is_own
from tutor.study.classroom.content_transfer import NotForHere, OwnText, keep_texts
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.secret_numbers import digest_of
from tutor.study.classroom.submitted import LENGTH_OF_KEY, PlayedHand, SubmittedAnswer, Travels
from tutor.study.clock import Clock
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import insert_missing, upsert
from tutor.study.storage.tables import AssigneeRow, SettingRow
from tutor.study.study import Study

MOST_OWN = 50
MOST_ANSWERS = 1_500
MOST_HANDS = 20


# ---- what travels -------------------------------------------------------------------------------------------------


Key = Annotated[str, Field(pattern="^[0-9a-f]{8,64}$")]
Signing = Annotated[str, Field(pattern=f"^[A-Za-z0-9_-]{{{LENGTH_OF_KEY}}}$")]
Token = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{0,40}$")]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]


class HomeworkFile(Travels):
    """An assignment on its way: its key, what is to be done, and the key that signs the result.

    The questions and deals are drawn from the `seal`. It is empty if there are none, or the work is older. `to`
    stands for the learner it was made for, and is empty if it is for the whole class. `own` is the teacher’s own
    content that the work is on, if it is, and what that refers to.
    """

    key: Key
    signing: Signing
    class_name: Name
    to: Token = ""
    title: Annotated[str, Field(max_length=200)]
    work: AnyWork
    opens_at: AwareDatetime
    due_at: AwareDatetime | None = None
    same_for_all: bool = True
    shown: Disclosure = Disclosure.AT_ONCE
    pass_mark: int | None = None
    tries: int | None = None
    counts: Counts = Counts.BEST
    cut_off_at: AwareDatetime | None = None
    own: Annotated[tuple[OwnText, ...], Field(max_length=MOST_OWN)] = ()
    seal: Annotated[str, Field(pattern="^([0-9a-f]{64})?$")] = ""

    @classmethod
    def of(
        cls,
        assignment: Assignment,
        class_name: str,
        signing: str,
        to: str = "",
        own: Sequence[OwnText] = (),
        seal: str = "",
    ) -> HomeworkFile:
        """An assignment made ready to travel."""
        terms = {name: getattr(assignment.spec, name) for name in _TERMS}
        key, texts = assignment.key, tuple(own)
        return cls(key=key, signing=signing, class_name=class_name, to=to, own=texts, seal=seal, **terms)

    def spec(self, work: Work) -> AssignmentSpec:
        """What is wanted, the work being this. Raises `Malformed`."""
        return AssignmentSpec(**{name: getattr(self, name) for name in _TERMS} | {"work": work})


_TERMS = tuple(field.name for field in fields(AssignmentSpec))


class HomeworkResult(Travels):
    """What was done at home for the work of a key: who claims it, for whom it was made, and every answer.

    All of it is only claimed. Anybody with the file of the assignment can write any answer and any time into it.
    `questions` says from which seal the questions were drawn. For older work `learner` and `seed` say so, if everybody
    has different questions.
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
    """The token of a learner in the file of an assignment that was made for them."""
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
        spec = brought.spec(brought.work)
        found = self._assignments.of_key(brought.key)
        if found is None:
            work = _own_questions(_kept(brought, shelf), brought, random)
            found = self._assignments.give(None, replace(spec, work=work), [learner], brought.key, brought.seal)
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
            raise NotForHere("this work is assigned in this tutor already. Open it under Work. You need no file.")
        if not _is_same(brought, found.work):
            raise NotForHere(
                "you opened this homework here before, and it was different then. Ask your teacher to assign it again."
            )
        if found.secret != brought.seal:
            raise NotForHere(
                "this homework was opened here before with other questions. Each learner needs a separate tutor. "
                "Ask your teacher which file is yours."
            )
        terms = brought.spec(found.work)
        alone = {row.learner_id for row in self._database.read(_ASSIGNEES, key=found.id)} <= {learner}
        if terms != found.spec and alone:
            self._assignments.change(found, terms)
        elif terms != found.spec:
            raise NotForHere(
                "somebody else here has opened this homework with different settings. Ask your teacher which are right."
            )

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
            raise NotForHere(f"there are {len(given)} answers, and a file holds at most {MOST_ANSWERS}.")
        return HomeworkResult(
            key=opened.assignment.key,
            name=opened.name,
            to=opened.to,
            learner=study.learner,
            seed=None if opened.assignment.secret else opened.assignment.work.draw_number,
            questions=questions_digest(opened.assignment, study.learner),
            sent_at=study.now,
            answers=tuple(map(_submitted, given)),
            hands=tuple(_hands(study, opened.assignment)),
        )


def questions_digest(which: Assignment, learner: int) -> str:
    """What tells the questions and deals that a learner is asked from all others; empty where there are none."""
    return digest_of(which.seal_for(learner)) if which.secret and which.work.is_drawn else ""


def _kept(brought: HomeworkFile, shelf: ContentAccess) -> Work:
    """The work, with what it is on kept here where that was brought: no file opens what is somebody’s own here."""
    if brought.own:
        return keep_texts(brought.work, brought.own, shelf)
    if is_own(brought.work.content_id):
        raise NotForHere("the lesson or game of this homework is not in the file. Ask your teacher for a new file.")
    return brought.work


def _is_same(brought: HomeworkFile, work: Work) -> bool:
    """Whether brought work is what was opened before; some questions, and ids of what came with it, are of here."""
    if brought.own:
        return brought.work.kind == work.kind
    if brought.same_for_all or brought.seal:
        return brought.work == work
    return brought.work.redrawn(0) == work.redrawn(0)


def _own_questions(work: Work, brought: HomeworkFile, random: Random) -> Work:
    """The work with other questions, if everybody has different ones. At home everybody is the one learner.

    This is only for older work. A seal belongs to the learner it was made for.
    """
    return work if brought.seal or brought.same_for_all else work.redrawn(random.randrange(LARGEST_NUMBER))


def _submitted(given: GivenAnswer) -> SubmittedAnswer:
    answer = given.answer
    return SubmittedAnswer(
        topic=answer.topic,
        item=answer.item,
        given=answer.given,
        at=given.at,
        hints=answer.hints,
        attempt=answer.attempt,
    )


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
