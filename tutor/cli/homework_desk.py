"""How commands give out homework of a class, and collect its results."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.cli.study_option import classroom_of
from tutor.errors import Unknown
from tutor.exchange.questions import Stock
from tutor.exchange.results import Desk
from tutor.study.accounts.people import Person
from tutor.study.accounts.person_names import normalized_name
from tutor.study.classroom.assignments import Assignment, Assignments
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.compositions import Compositions
from tutor.study.study import Study


def access_of(study: Study, learner: int, stock: Stock) -> ContentAccess:
    """What a learner may see in a study, in addition to the tutor’s own content."""
    compositions = Compositions(study.database, study.clock)
    assignments = Assignments(study.database, study.clock)
    return ContentAccess(stock.library, stock.courses, stock.makers, compositions, assignments, learner)


def desk_of(study: Study, assignment: Assignment, stock: Stock) -> Desk:
    """The desk of the class that has an assignment. Raises `Unknown` for an assignment that came as a file."""
    classroom = classroom_of(study)
    rooms = (room for teacher in classroom.people.teachers() for room in classroom.classes.own_of_teacher(teacher.id))
    room = next((room for room in rooms if room.id == assignment.class_id), None)
    if room is None:
        raise Unknown("assignment of a class", str(assignment.id), ())
    return Desk.of(room, classroom, study, access_of(study, room.teacher, stock))


def member_named(members: Sequence[Person], name: str) -> Person:
    """The member who has a name, chosen or real. Raises `Unknown`."""
    wanted = normalized_name(name)
    found = [member for member in members if wanted in map(normalized_name, (member.name, member.real_name))]
    if len(found) != 1:
        known = (member.name for member in members)
        raise Unknown("learner of the class (name the learner with --of)", name, known)
    return found[0]
