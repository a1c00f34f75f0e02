"""Sending grades to learning platforms beside the pages, and what teachers see of it."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from threading import Event, Thread

from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString

from tutor.errors import TutorError, Unknown
from tutor.study.classroom.assigned_work import Work
from tutor.study.classroom.assignments import Assignment, Disclosure
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.gradebook import ClassSnapshot, Gradebook
from tutor.study.classroom.lti import Platform
from tutor.study.classroom.lti_grades import (
    MOST_ATTEMPTS,
    DueGrade,
    GradeFault,
    GradeLink,
    GradeReport,
    NoGrade,
    Score,
    score_of,
)
from tutor.web.classroom.authored_content import questions_in
from tutor.web.classroom.kinds import KINDS
from tutor.web.services import Services, services

EVERY = 10.0
"""Seconds between two looks for grades that are to be sent."""
_log = logging.getLogger(__name__)


def is_counted(work: Work) -> bool:
    """Whether the right answers of work are counted."""
    return KINDS[work.kind].is_counted


def _snapshot_of(classroom: Classroom, room: Class, which: Collection[int]) -> ClassSnapshot:
    """What the gradebook of a class is made of, with some of its assignments alone."""
    snapshot = classroom.gradebooks.snapshot(room, with_live=False)
    wanted = [assignment for assignment in snapshot.assignments if assignment.id in which]
    return replace(snapshot, assignments=wanted)


# ---- sending -----------------------------------------------------------------------------------------------------


class GradeSender:
    """Sends grades by a thread of this process. Each process that serves pages has one: a grade is claimed before."""

    def __init__(self, whole: Services, every: float = EVERY) -> None:
        # Its own gradebooks: those of the pages are not made for another thread.
        self._classroom = Classroom.of(whole.study.database, whole.study.clock, whole.classroom.random)
        self._whole, self._every, self._stopping = whole, every, Event()
        self._thread = Thread(target=self._work, daemon=True)
        self._put_down: dict[int, tuple[object, ...]] = {}  # by class, that for which there was nothing to change

    def start(self) -> None:
        """Begins to look for grades."""
        self._thread.start()

    def stop(self) -> None:
        """Ends it. A grade that is being sent is not waited for long: it is sent again after the next start."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(1)

    def _work(self) -> None:
        while not self._stopping.wait(self._every):
            try:
                self.send_due()
            except TutorError as error:
                _log.warning("grades cannot be sent now: %s", error)
            except Exception:  # whatever it is, the next look may find it mended
                _log.exception("grades cannot be sent now")

    def send_due(self) -> int:
        """Puts down the grades of all links as they are now, and sends those that are due; how many were sent."""
        if not self._classroom.lti_grades.has_links():
            return 0
        self._put()
        return self._send()

    def _put(self) -> None:
        grades = self._classroom.lti_grades
        by_class = sorted(grades.all_links(), key=lambda link: link.class_id)
        users = {platform: grades.users(platform) for platform in {link.platform for link in by_class}}
        stored = grades.stored_counts()
        for class_id, group in groupby(by_class, key=lambda link: link.class_id):
            links = list(group)
            try:
                room = self._classroom.classes.find(class_id)
            except Unknown:  # deleted just now
                continue
            snapshot = _snapshot_of(self._classroom, room, {link.assignment for link in links})
            of_links = [(link, stored.get((link.platform, link.resource), 0), users[link.platform]) for link in links]
            seen = (snapshot.tag, room.teacher, *of_links)
            if self._put_down.pop(class_id, None) == seen:
                self._put_down[class_id] = seen
                continue
            content = ContentAccess(
                self._whole.library,
                self._whole.courses,
                self._whole.makers,
                self._classroom.compositions,
                self._classroom.assignments,
                room.teacher,
            )
            whole = self._classroom.gradebooks.gradebook(snapshot, content.questions_in)
            changes = [grades.put(link, _scores(whole, link), whole.now, users[link.platform]) for link in links]
            if not any(changes):
                self._put_down[class_id] = seen

    def _send(self) -> int:
        grades, platforms = self._classroom.lti_grades, {one.id: one for one in self._classroom.lti.all()}
        key, sent, down = self._classroom.lti.private_key(), 0, set[int]()
        due = grades.due()
        while due and key is not None and not self._stopping.is_set():
            for platform, group in groupby(sorted(due, key=lambda one: one.platform), key=lambda one: one.platform):
                if platform in platforms:
                    done, is_down = self._send_to(platforms[platform], key, list(group))
                    sent += done
                    if not is_down:
                        continue
                down.add(platform)  # its other grades can wait for the next look
            due = grades.due(but=down)
        return sent

    def _send_to(self, platform: Platform, key: str, due: Sequence[DueGrade]) -> tuple[int, bool]:
        """Sends grades to a platform until it cannot be reached; how many were sent, and whether that is so."""
        from tutor.web.classroom.lti_messages import GradeNotTaken, Grading  # slow to import: cryptography

        grades, sent = self._classroom.lti_grades, 0
        with Grading(platform, key) as grading:
            for grade in due:
                if self._stopping.is_set():
                    return sent, True
                if not grades.claim(grade):
                    continue
                try:
                    grading.send(grade)
                except GradeNotTaken as error:
                    _log.warning("%s (platform %s, attempt %s)", error, platform.id, grade.attempts + 1)
                    grades.failed(grade, error.fault)
                    if error.fault in (GradeFault.DOWN, GradeFault.TOKEN):
                        return sent, True
                else:
                    grades.sent(grade)
                    sent += 1
        return sent, False


def _scores(whole: Gradebook, link: GradeLink) -> Mapping[int, Score]:
    """The grades of the assignment of a link, by learner."""
    found = {}
    for assignment in whole.assignments:
        if assignment.id == link.assignment:
            for learner in whole.learners:
                score = score_of(whole, learner, assignment, is_counted=is_counted(assignment.work))
                if isinstance(score, Score):
                    found[learner.person.id] = score
    return found


# ---- what a teacher sees -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LinkReport:
    """How it stands with the grades of one link of a platform."""

    platform: Platform
    link: GradeLink
    learners: Sequence[GradeReport]

    @property
    def sent(self) -> int:
        """How many grades the platform has."""
        return sum(one.stored is not None and one.stored.sent_at is not None for one in self.learners)

    @property
    def has_grades(self) -> bool:
        """Whether any can be sent again."""
        return any(one.stored is not None for one in self.learners)


def reports_of(room: Class, assignment: Assignment) -> Sequence[LinkReport]:
    """How it stands with the grades of an assignment, for each link of a platform that opens it."""
    classroom = services().classroom
    links = classroom.lti_grades.links(assignment.id)
    if not links or assignment.withdrawn_at is not None:
        return []
    whole = classroom.gradebooks.gradebook(_snapshot_of(classroom, room, [assignment.id]), questions_in)
    return [
        LinkReport(
            classroom.lti.platform(link.platform),
            link,
            classroom.lti_grades.report(link, assignment, whole, is_counted) if link.address else [],
        )
        for link in links
    ]


def points_of(assignment: Assignment) -> int:
    """The points that an assignment brings at a platform; 0 if no grade of it will ever be sent."""
    if assignment.spec.shown is Disclosure.NEVER:
        return 0
    return max(questions_in(assignment.work).now, 1)


FAULTS: Mapping[GradeFault, LazyString] = {
    GradeFault.DOWN: lazy_gettext("the platform could not be reached"),
    GradeFault.TOKEN: lazy_gettext("the platform does not accept the tutor’s key. Check the registration there"),
    GradeFault.REFUSED: lazy_gettext("the platform refused it. The learner may have left the course"),
    GradeFault.ADDRESS: lazy_gettext(
        "its address is not registered. Add its host to the other addresses of the platform"
    ),
}
MISSING: Mapping[NoGrade, LazyString] = {
    NoGrade.NOT_DONE: lazy_gettext("Not finished yet"),
    NoGrade.HELD_BACK: lazy_gettext("Finished. The grade is sent when learners see the results"),
    NoGrade.NEVER: lazy_gettext("Finished. No grade is sent, because learners never see these results"),
    NoGrade.NOT_SET: lazy_gettext("Not assigned any more"),
}


def grade_words(one: GradeReport) -> str:
    """How it stands with the grade of a learner, in words."""
    stored = one.stored
    if not one.is_of_platform:
        return gettext("Never came from the platform, so it has no place for a grade")
    if stored is None:
        return str(MISSING[one.missing]) if one.missing else gettext("Will be sent in a moment")
    figures: dict[str, object] = {"given": stored.score.given, "of": stored.score.of}
    if stored.fault is None:
        if stored.waits:
            return gettext("%(given)s of %(of)s: will be sent in a moment", **figures)
        return gettext("%(given)s of %(of)s: sent", **figures)
    figures |= {"why": FAULTS[stored.fault], "count": MOST_ATTEMPTS}
    if stored.waits:
        return gettext("%(given)s of %(of)s: not sent, because %(why)s. It will be tried again.", **figures)
    return gettext("%(given)s of %(of)s: not sent after %(count)s attempts, because %(why)s.", **figures)
