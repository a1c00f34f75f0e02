"""Assigned content of a teacher’s own, of which there is a newer version."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.errors import FaultyContent, TutorError, Unknown
from tutor.study.answers.matches import line_of
from tutor.study.classroom.assigned_work import HandWork, Work
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.authored_content import id_of, parsed
from tutor.web.classroom.authored_content import game_of, lesson_of
from tutor.web.play.begin import deal_of
from tutor.web.services import services


@dataclass(frozen=True, slots=True)
class NewestVersion:
    """A newer version than the one assigned: both numbers."""

    composition: int
    assigned: int
    number: int

    def work(self, work: Work) -> Work:
        """The same work on the newest version. Raises `Unknown`, `FaultyContent`, `TutorError`."""
        name = id_of(self.composition, self.number)
        if isinstance(work, HandWork):
            return work.model_copy(update={"name": name, "deal": line_of(deal_of(name))})
        (lesson_of if work.composition_kind == "lesson" else game_of)(name)
        return work.moved_to(name, self.composition, self.number)


def newest_version(assignment: Assignment) -> NewestVersion | None:
    """The newer version that an assignment could use: only where it is the teacher’s own, and nobody has answered."""
    work = assignment.work
    found = parsed(work.name if isinstance(work, HandWork) else work.content_id)
    if found is None:
        return None
    classroom = services().classroom
    try:
        composition = classroom.compositions.of_author(services().study.learner, found[0])
    except Unknown:
        return None
    newer = NewestVersion(composition.id, found[1], composition.newest)
    if composition.dropped_at or composition.newest <= found[1] or classroom.assignments.has_answers(assignment):
        return None
    try:
        newer.work(work)
    except (FaultyContent, TutorError):  # nobody could play or read it
        return None
    return newer
