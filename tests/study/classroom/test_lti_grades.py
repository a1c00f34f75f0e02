"""What is stored of grades for learning platforms, on both databases: who sends them, how often, and which."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest

from tests.support.clock import NOW, FakeClock
from tests.support.school import WORDS
from tutor.study.accounts.people import UserRole
from tutor.study.classroom.assigned_work import TextWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.lti import Course, PlatformSpec, PlatformUser
from tutor.study.classroom.lti_grades import DueGrade, GradeFault, GradeLink, LtiGrades, Score, resource_of
from tutor.study.classroom.purging import purge
from tutor.study.storage.tables import LtiGradeRow, LtiLinkRow
from tutor.study.study import Study

pytestmark = pytest.mark.databases

AT = "https://moodle.example"
SPEC = PlatformSpec("Moodle", AT, "tutor", ("1",), f"{AT}/a", f"{AT}/t", f"{AT}/k", (), makes_teachers=True)
COURSE = Course("7", "Whist")
HOUR = timedelta(hours=1)


class Linked:
    """A platform with a course, two learners and a link to an assignment."""

    def __init__(self, study: Study) -> None:
        self.study, self.clock = study, FakeClock()
        self.classroom = Classroom.of(study.database, self.clock, Random(1))
        self.platform = self.classroom.lti.add(SPEC, "a key", by=1)
        self.ada, self.ben, self.cole = (
            self.classroom.lti.arrive(self.platform, PlatformUser(name, f"{name} Bell", teaches=name == "ada"), COURSE)
            for name in ("ada", "ben", "cole")
        )
        room = self.ada.class_id
        assert room is not None
        self.room = room
        spec = AssignmentSpec("Read", TextWork(text="Read this."), NOW)
        self.work = self.classroom.assignments.give(room, spec).id
        self.grades.link(self.platform.id, "link", self.work, f"{AT}/items/1")

    @property
    def grades(self) -> LtiGrades:
        return self.classroom.lti_grades

    @property
    def link(self) -> GradeLink:
        (found,) = self.grades.links(self.work)
        return found

    def put(self, *points: int, at: timedelta = timedelta()) -> bool:
        """Puts down the grades of Ben and Cole, of 4 points each; whether that changed any."""
        learners = (self.ben.person.id, self.cole.person.id)
        scores = {learner: Score(given, 4) for learner, given in zip(learners, points, strict=False)}
        return self.grades.put(self.link, scores, self.clock.now + at, self.grades.users(self.link.platform))

    def due(self) -> list[tuple[str, int]]:
        return [(one.subject, one.score.given) for one in self.grades.due()]

    def one(self) -> DueGrade:
        (found,) = self.grades.due()
        return found


@pytest.fixture
def linked(study: Study) -> Linked:
    return Linked(study)


def test_a_new_or_changed_grade_waits_until_it_is_sent(linked: Linked) -> None:
    linked.put(1, 2)
    assert linked.due() == [("ben", 1), ("cole", 2)]
    for grade in linked.grades.due():
        assert grade.address == f"{AT}/items/1"
        assert linked.grades.claim(grade)
        linked.grades.sent(grade)
    assert not linked.due()
    linked.put(1, 2)
    assert not linked.due(), "what the platform has is not sent again"
    linked.put(1, 3)
    assert linked.due() == [("cole", 3)]


def test_two_who_send_at_once_send_it_once(linked: Linked) -> None:
    linked.put(1)
    first, second = linked.one(), linked.one()
    assert linked.grades.claim(first)
    assert not linked.grades.claim(second)
    assert not linked.due()


def test_a_grade_of_one_who_stopped_in_the_middle_is_sent_again(linked: Linked) -> None:
    linked.put(1)
    assert linked.grades.claim(linked.one())
    linked.clock.move(30)
    assert not linked.due()
    linked.clock.move(31)
    assert linked.due() == [("ben", 1)]


def test_a_newer_grade_is_not_lost_while_an_older_is_sent(linked: Linked) -> None:
    linked.put(1)
    older = linked.one()
    assert linked.grades.claim(older)
    linked.clock.move(1)
    linked.put(2)
    linked.grades.sent(older)
    assert not linked.due(), "not beside the older one, or it might arrive before"
    linked.clock.move(60)
    assert linked.due() == [("ben", 2)]


def test_whoever_knows_less_overwrites_nothing(linked: Linked) -> None:
    linked.put(3)
    linked.put(1, at=-timedelta(seconds=1))
    assert linked.due() == [("ben", 3)]
    linked.put(at=-HOUR)
    assert linked.due() == [("ben", 3)]
    linked.put()
    assert not linked.due(), "it is no grade any more"


def test_the_pauses_grow_until_it_is_given_up(linked: Linked) -> None:
    linked.put(1)
    tried = []
    for _ in range(60 * 24 * 20):
        for grade in linked.grades.due():
            assert linked.grades.claim(grade)
            linked.grades.failed(grade, GradeFault.DOWN)
            tried.append(linked.clock.now)
        linked.clock.move(60 if len(tried) < 4 else 3600)
        if len(tried) == 14:
            break
    pauses = [later - earlier for earlier, later in pairwise(tried)]
    assert pauses == sorted(pauses)
    assert pauses[0] <= timedelta(minutes=2)
    assert timedelta(days=5) < sum(pauses, timedelta()) < timedelta(days=14)
    linked.clock.move(100 * 24 * 3600)
    assert not linked.due(), "it is given up"
    linked.put(2)
    assert linked.due() == [("ben", 2)], "but a new grade is tried"
    linked.grades.send_again(linked.work)
    assert linked.due() == [("ben", 2)]


def test_a_link_that_leads_elsewhere_begins_anew(linked: Linked) -> None:
    linked.put(1)
    grade = linked.one()
    assert linked.grades.claim(grade)
    linked.grades.sent(grade)
    linked.grades.link(linked.platform.id, "link", linked.work, "")
    assert linked.link.address == f"{AT}/items/1", "a message without an address takes none away"
    linked.grades.link(linked.platform.id, "link", linked.work, f"{AT}/items/2")
    linked.put(1)
    assert linked.one().address == f"{AT}/items/2"


def test_only_learners_of_the_platform_have_grades(linked: Linked) -> None:
    tom = linked.classroom.people.enrol("Knave", "Tom", WORDS, UserRole.LEARNER)
    users = linked.grades.users(linked.platform.id)
    assert users == {linked.ada.person.id, linked.ben.person.id, linked.cole.person.id}
    assert not linked.grades.put(linked.link, {tom.id: Score(1, 4), 99: Score(1, 4)}, NOW, users)
    assert not linked.due()


def test_a_purged_class_leaves_neither_links_nor_grades(linked: Linked) -> None:
    linked.put(1, 2)
    classes = linked.classroom.classes
    classes.delete(classes.of_teacher(linked.ada.person.id, linked.room))
    assert not linked.due()
    assert not linked.grades.has_links()
    purge(linked.study.database, NOW + 2 * CAN_BE_UNDONE)
    with linked.study.database.reading() as connection:
        for row in (LtiGradeRow, LtiLinkRow):
            assert connection.execute(row.__table__.select()).first() is None


def test_a_link_is_known_by_its_deployment_too() -> None:
    assert len({resource_of("1", "2"), resource_of("2", "2"), resource_of("1", "1 2"), resource_of("1 1", "2")}) == 4
