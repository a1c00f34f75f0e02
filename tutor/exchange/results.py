"""Where the results of homework come in: whose each is, and what is taken of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor import __version__
from tutor.errors import Fault, FaultyContent, TutorError, Unknown
from tutor.exchange.homework import LARGEST, RESULT, ResultFile, is_signed, read_result
from tutor.exchange.zip_files import ZipLimits, is_zip, unzip
from tutor.study.accounts.people import Person
from tutor.study.accounts.person_names import normalized_name
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.content_transfer import texts_of
from tutor.study.classroom.homework import HomeworkFile, signing_key, token_of
from tutor.study.classroom.result_import import ImportResult, import_result
from tutor.study.study import Study

_LIMITS = ZipLimits(files=200, each=LARGEST, together=200 * LARGEST)


class ForeignResult(TutorError):
    """A result that was changed, or that is of work which was not set here, or not to this learner."""


def results_in(content: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """The file itself; of a zip, the results in it, each no longer than one byte too long. Raises `FaultyContent`."""
    if not is_zip(content):
        yield name, content
        return
    is_empty = True
    for inner, result in unzip(content, name, (RESULT,), _LIMITS):
        is_empty = False
        yield inner.rpartition("/")[2], result
    if is_empty:
        what = f"there is no file in it whose name ends in {RESULT}"
        raise FaultyContent([Fault(name, 1, 1, what, "Send the files that the learners had from the tutor")])


@dataclass(frozen=True, slots=True)
class ReceivedResult:
    """A result as it came, the work it is for, those who were set it, and its learner, where the file tells."""

    result: ResultFile
    assignment: Assignment
    members: Sequence[Person]
    learner: Person | None

    @property
    def likely(self) -> Person | None:
        """The one of them who has the name that was written in, or who alone has it for a part of his."""
        wanted = normalized_name(self.result.name)
        names = {member: (normalized_name(member.name), normalized_name(member.real_name)) for member in self.members}
        whole = [member for member, known in names.items() if wanted in known]
        part = [member for member, known in names.items() if wanted in " ".join(known).split()]
        found = whole or part
        return found[0] if len(found) == 1 else None

    @property
    def version(self) -> str:
        """Which other tutor wrote it; empty where it was one like this."""
        return "" if self.result.version == __version__ else self.result.version


@dataclass(frozen=True, slots=True)
class Desk:
    """Gives assignments of a class out as files, and takes their results in; `secret` is what all signs by."""

    room: Class
    classroom: Classroom
    study: Study
    content: ContentAccess
    secret: bytes

    @classmethod
    def of(cls, room: Class, classroom: Classroom, study: Study, content: ContentAccess) -> Desk:
        """The desk of a class in the database of a study."""
        return cls(room, classroom, study, content, study.database.secret())

    # ---- giving out ----------------------------------------------------------------------------------------------

    def brought(self, number: int, learner: int | None = None) -> HomeworkFile:
        """An assignment of the class, for all of it or for one. Raises `Unknown`, `ForeignResult`, `FaultyContent`."""
        which = self.classroom.assignments.find(number)
        if which.class_id != self.room.id:
            raise Unknown("assignment", str(number), ())
        if which.withdrawn_at is not None:
            raise ForeignResult("this work was withdrawn. Assign it again before you give it out.")
        to = ""
        if learner is not None:
            if learner not in {member.id for member in self.members(which)}:
                raise ForeignResult("this work was not set to this learner.")
            to = token_of(self.secret, which.key, learner)
        if which.has_own_draws and learner is None:
            raise ForeignResult("everybody has questions of their own in this work. Make a file for each learner.")
        own = texts_of(which.work, self.content)
        seal = which.seal_for(learner or 0) if which.work.is_drawn else ""
        return HomeworkFile.of(which, self.room.name, signing_key(self.secret, which.key), to, own, seal)

    def members(self, which: Assignment) -> Sequence[Person]:
        """Those of the class to whom an assignment was set."""
        everyone = [member.person for member in self.classroom.classes.members(self.room)]
        if which.everyone:
            return everyone
        named = self.classroom.assignments.assignees(self.room.id).get(which.id, ())
        return [one for one in everyone if one.id in named]

    # ---- taking in -----------------------------------------------------------------------------------------------

    def receive(self, content: bytes, name: str) -> ReceivedResult:
        """Reads a file of results. Raises `FaultyContent`, `ForeignResult`."""
        result = read_result(content, name)
        which = self.classroom.assignments.of_key(result.key)
        if which is None or which.class_id != self.room.id:
            raise ForeignResult(f"the work that this is the result of was not set to {self.room.name} here.")
        if not is_signed(result, signing_key(self.secret, result.key)):
            raise ForeignResult("it was changed after the tutor wrote it, and nothing of it is taken.")
        members = self.members(which)
        named = (member for member in members if result.to and result.to == token_of(self.secret, which.key, member.id))
        return ReceivedResult(result, which, members, next(named, None))

    def take(self, received: ReceivedResult, learner: int) -> ImportResult:
        """Keeps a result as that of a learner. Raises `ForeignResult`.

        Raises `NotForHere` where another has handed it in, or its questions were not handed out to this learner.
        """
        if learner not in {member.id for member in received.members}:
            raise ForeignResult("this work was not set to this learner.")
        return import_result(self.study.of(learner), received.assignment, received.result, self.content)
