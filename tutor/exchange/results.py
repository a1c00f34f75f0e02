"""How homework results come in: whose they are, and what is imported."""

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
    """A result that was changed, or of work that was not assigned here or not to this learner."""


def results_in(content: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """The file itself, or the results in a zip, each cut one byte above the limit. Raises `FaultyContent`."""
    if not is_zip(content):
        yield name, content
        return
    is_empty = True
    for inner, result in unzip(content, name, (RESULT,), _LIMITS):
        is_empty = False
        yield inner.rpartition("/")[2], result
    if is_empty:
        what = f"it contains no file whose name ends in {RESULT}"
        raise FaultyContent([Fault(name, 1, 1, what, "Send the files that the tutor made for the learners")])


@dataclass(frozen=True, slots=True)
class ReceivedResult:
    """A result, its assignment, the learners who have the assignment, and its learner if the file says."""

    result: ResultFile
    assignment: Assignment
    members: Sequence[Person]
    learner: Person | None

    @property
    def likely(self) -> Person | None:
        """The only member with the name in the file, or the only one with it as part of their name."""
        wanted = normalized_name(self.result.name)
        names = {member: (normalized_name(member.name), normalized_name(member.real_name)) for member in self.members}
        whole = [member for member, known in names.items() if wanted in known]
        part = [member for member, known in names.items() if wanted in " ".join(known).split()]
        found = whole or part
        return found[0] if len(found) == 1 else None

    @property
    def version(self) -> str:
        """The version of the tutor that wrote it; empty if it is the same as this one."""
        return "" if self.result.version == __version__ else self.result.version


@dataclass(frozen=True, slots=True)
class Desk:
    """Makes files of the assignments of a class, and collects their results. `secret` signs everything."""

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
        """An assignment of the class, for everybody or one learner.

        Raises `Unknown`, `ForeignResult`, `FaultyContent`.
        """
        which = self.classroom.assignments.find(number)
        if which.class_id != self.room.id:
            raise Unknown("assignment", str(number), ())
        if which.withdrawn_at is not None:
            raise ForeignResult("this work was withdrawn. Assign it again before you give it out.")
        to = ""
        if learner is not None:
            if learner not in {member.id for member in self.members(which)}:
                raise ForeignResult("this work was not assigned to this learner.")
            to = token_of(self.secret, which.key, learner)
            which = self._as_set_to(which, learner)
        if which.has_own_draws and learner is None:
            raise ForeignResult("each learner has different questions in this work. Make a file for each learner.")
        own = texts_of(which.work, self.content)
        seal = which.seal_for(learner or 0) if which.work.is_drawn else ""
        return HomeworkFile.of(which, self.room.name, signing_key(self.secret, which.key), to, own, seal)

    def members(self, which: Assignment) -> Sequence[Person]:
        """The members of the class who have an assignment."""
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
            raise ForeignResult(f"this is a result of work that was not assigned to {self.room.name} here.")
        if not is_signed(result, signing_key(self.secret, result.key)):
            raise ForeignResult("it was changed after the tutor wrote it, so nothing was imported.")
        members = self.members(which)
        named = (member for member in members if result.to and result.to == token_of(self.secret, which.key, member.id))
        return ReceivedResult(result, which, members, next(named, None))

    def take(self, received: ReceivedResult, learner: int) -> ImportResult:
        """Saves a result for a learner. Raises `ForeignResult`.

        Raises `NotForHere` if somebody else has handed it in, or its questions were made for another learner.
        """
        if learner not in {member.id for member in received.members}:
            raise ForeignResult("this work was not assigned to this learner.")
        which = self._as_set_to(received.assignment, learner)
        return import_result(self.study.of(learner), which, received.result, self.content)

    def _as_set_to(self, which: Assignment, learner: int) -> Assignment:
        extensions = self.classroom.assignments.extensions(self.room.id)
        return which.extended(extensions.get((which.id, learner)))
