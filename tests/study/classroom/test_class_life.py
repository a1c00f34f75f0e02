"""Classes that are deleted, restored and purged; learners who are removed and brought back; and co-teachers."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from threading import Barrier, Thread

import pytest

from tests.support.clock import NOW
from tests.support.filled_study import everything, fill
from tests.support.school import QUICK, WORDS
from tutor.errors import Unknown
from tutor.study.accounts.enrolment import Newcomer
from tutor.study.accounts.people import People, Person, UserRole
from tutor.study.accounts.personal_data import forget
from tutor.study.classroom.assigned_work import TextWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.invitations import InvitationSpent
from tutor.study.classroom.purging import CAN_BE_UNDONE, purge, purge_class
from tutor.study.classroom.staff import Leaving
from tutor.study.storage.tables import AssignmentRow, Base, ClassRow, LiveRow, PupilGroupRow
from tutor.study.study import Study

pytestmark = pytest.mark.databases
DAY = timedelta(days=1)


class Moment:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def moment() -> Moment:
    return Moment()


@pytest.fixture
def house(study: Study, moment: Moment) -> Classroom:
    found = Classroom.of(study.database, moment, Random(2))
    object.__setattr__(found, "people", People(study.database, moment, QUICK))
    return found


@pytest.fixture
def vine(house: Classroom) -> Person:
    return house.people.appoint_owner("Miss Vine", "Ada Vine", WORDS)


@pytest.fixture
def oak(house: Classroom, vine: Person) -> Person:  # noqa: ARG001 - the first teacher
    return house.people.enrol("Mr Oak", "Ed Oak", WORDS, UserRole.TEACHER)


@pytest.fixture
def room(house: Classroom, vine: Person) -> Class:
    return house.classes.make(vine.id, "Lower Fifth")


@pytest.fixture
def ann(house: Classroom, room: Class) -> Person:
    person = house.people.enrol("Ann", "Ann Bell", WORDS)
    house.classes.join(room.id, person.id)
    return person


def names(house: Classroom, room: Class) -> list[str]:
    return [member.person.name for member in house.classes.members(room)]


# ---- a class that is deleted -----------------------------------------------------------------------------------------


def test_a_deleted_class_is_nowhere_until_it_is_restored_with_everything(
    house: Classroom, vine: Person, room: Class, ann: Person
) -> None:
    work = house.assignments.give(room.id, AssignmentSpec("Read", TextWork(text="Read."), NOW - DAY))
    written = house.classes.invite(room, "Ben Bell")
    before = house.classes.members(room)
    house.classes.delete(room)
    house.classes.delete(room)  # sent twice
    assert house.classes.all_of_teacher(vine.id) == []
    assert house.classes.all_of_learner(ann.id) == []
    assert house.assignments.all_of_learner(ann.id) == []
    assert house.assignments.all_of_teacher(vine.id) == []
    assert not [one for one in house.invitations.listed(vine.id) if one.is_live]
    for refused in (
        lambda: house.classes.of_teacher(vine.id, room.id),
        lambda: house.classes.by_code(room.code),
        lambda: house.classes.join(room.id, ann.id),
        lambda: house.assignments.of_learner(ann.id, work.id),
        lambda: house.assignments.of_teacher(vine.id, work.id),
        lambda: house.entrance.join(room.code, Newcomer("Eve", "", WORDS), None),
    ):
        with pytest.raises(Unknown):
            refused()
    with pytest.raises(InvitationSpent):
        house.invitations.find(written)
    (gone,) = house.classes.deleted_of(vine.id)
    assert (gone.room.id, gone.until) == (room.id, NOW + timedelta(days=30))

    assert house.classes.restore(vine.id, room.id) == room
    assert house.classes.restore(vine.id, room.id) == room  # sent twice
    assert house.classes.members(room) == before
    assert house.assignments.of_learner(ann.id, work.id) == work
    assert house.invitations.find(written).class_id == room.id
    assert house.classes.deleted_of(vine.id) == []
    assert house.classes.former_members(room) == []


def test_only_its_teacher_restores_a_class_and_only_for_thirty_days(
    house: Classroom, vine: Person, oak: Person, room: Class, moment: Moment
) -> None:
    house.classes.add_co_teacher(room, oak)
    house.classes.delete(room)
    assert house.classes.deleted_of(oak.id) == []
    with pytest.raises(Unknown):
        house.classes.restore(oak.id, room.id)
    moment.now = NOW + CAN_BE_UNDONE + timedelta(seconds=1)
    with pytest.raises(Unknown):
        house.classes.restore(vine.id, room.id)


def test_a_learner_who_was_removed_before_does_not_come_back_with_the_class(
    house: Classroom, vine: Person, room: Class, ann: Person, moment: Moment
) -> None:
    house.classes.dismiss(room, ann.id)
    moment.now = NOW + DAY
    house.classes.delete(room)
    house.classes.restore(vine.id, room.id)
    assert names(house, room) == []
    assert [one.person.id for one in house.classes.former_members(room)] == [ann.id]


def test_what_was_deleted_more_than_thirty_days_ago_is_purged_and_nothing_else(
    house: Classroom, vine: Person, room: Class, ann: Person, study: Study, moment: Moment
) -> None:
    kept = house.classes.make(vine.id, "Upper Fifth")
    house.classes.join(kept.id, ann.id)
    house.classes.dismiss(kept, ann.id)
    house.classes.delete(room)
    assert purge(study.database, NOW + CAN_BE_UNDONE) == 0
    assert purge(study.database, NOW + CAN_BE_UNDONE + timedelta(seconds=1)) == 1
    assert purge(study.database, NOW + CAN_BE_UNDONE + timedelta(seconds=1)) == 0
    rows = everything(study.database)
    assert [row["id"] for row in rows["class"]] == [kept.id]
    assert rows["former_member"] == []
    assert house.people.person(ann.id) is not None
    moment.now = NOW + CAN_BE_UNDONE + DAY
    with pytest.raises(Unknown):
        house.classes.bring_back(kept, ann.id)


def test_a_purged_class_leaves_no_row_that_belongs_to_it_and_takes_no_other(study: Study) -> None:
    fill(study.database)
    before = everything(study.database)
    with study.database.writing() as connection:
        purge_class(connection, 2, NOW)
    after = everything(study.database)
    owners = {row.__tablename__ for row in (ClassRow, AssignmentRow, LiveRow, PupilGroupRow)}
    for table in Base.metadata.sorted_tables:
        belonging = [
            column.name for column in table.columns for key in column.foreign_keys if key.column.table.name in owners
        ]
        assert [row for row in after[table.name] for name in belonging if row[name] == 2] == [], table.name
        others = [row for row in before[table.name] if all(row[name] != 2 for name in belonging)]
        if table.name in owners:
            others = [row for row in others if row["id"] != 2]
        if table.name not in ("memory", "review"):  # these are calculated anew from the answers
            assert [row for row in others if row not in after[table.name]] == [], table.name
    assert len(after["answer"]) == len(before["answer"]), "what was answered stays"
    assert len(after["match"]) == len(before["match"])


# ---- learners who are removed ----------------------------------------------------------------------------------------


def test_a_removed_learner_is_listed_and_brought_back_as_of_the_day_they_joined(
    house: Classroom, room: Class, ann: Person, moment: Moment
) -> None:
    (before,) = house.classes.members(room)
    moment.now = NOW + DAY
    house.classes.dismiss(room, ann.id)
    house.classes.dismiss(room, ann.id)  # sent twice
    (gone,) = house.classes.former_members(room)
    assert (gone.person.id, gone.left_at) == (ann.id, NOW + DAY)
    house.classes.bring_back(room, ann.id)
    house.classes.bring_back(room, ann.id)  # sent twice
    assert house.classes.members(room) == [before]
    assert house.classes.former_members(room) == []


def test_nobody_is_brought_back_into_a_class_that_they_never_left(
    house: Classroom, vine: Person, room: Class, ann: Person
) -> None:
    other = house.classes.make(vine.id, "Upper Fifth")
    house.classes.dismiss(room, ann.id)
    with pytest.raises(Unknown):
        house.classes.bring_back(other, ann.id)


def test_whoever_joins_again_is_no_former_member(house: Classroom, room: Class, ann: Person) -> None:
    house.classes.dismiss(room, ann.id)
    house.classes.join(room.id, ann.id)
    assert house.classes.former_members(room) == []
    assert names(house, room) == ["Ann"]


def test_a_learner_who_is_erased_is_in_no_list(house: Classroom, room: Class, ann: Person, study: Study) -> None:
    house.classes.dismiss(room, ann.id)
    forget(study.of(ann.id), by=1)
    assert house.classes.former_members(room) == []
    assert all(ann.id not in row.values() for row in everything(study.database)["former_member"])


def test_two_who_remove_and_bring_back_at_once_leave_the_learner_in_or_out_but_not_both(
    house: Classroom, room: Class, ann: Person
) -> None:
    house.classes.dismiss(room, ann.id)
    start = Barrier(2)

    def bring_back() -> None:
        start.wait()
        house.classes.bring_back(room, ann.id)

    def dismiss() -> None:
        start.wait()
        house.classes.dismiss(room, ann.id)

    both = [Thread(target=bring_back), Thread(target=dismiss)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert len(house.classes.members(room)) + len(house.classes.former_members(room)) == 1


# ---- co-teachers -----------------------------------------------------------------------------------------------------


def test_a_co_teacher_teaches_the_class_until_they_are_removed(
    house: Classroom, vine: Person, oak: Person, room: Class
) -> None:
    work = house.assignments.give(room.id, AssignmentSpec("Read", TextWork(text="Read."), NOW - DAY))
    house.classes.add_co_teacher(room, oak)
    house.classes.add_co_teacher(room, oak)  # sent twice
    assert [one.id for one in house.classes.co_teachers(room)] == [oak.id]
    assert house.classes.of_teacher(oak.id, room.id) == room
    assert house.classes.all_of_teacher(oak.id) == [room]
    assert house.classes.own_of_teacher(oak.id) == []
    assert house.assignments.of_teacher(oak.id, work.id) == work
    (written,) = house.classes.invite_all(room, ["Ben Bell"], by=oak.id)
    house.classes.remove_co_teacher(room, oak.id)
    with pytest.raises(Unknown):
        house.classes.of_teacher(oak.id, room.id)
    with pytest.raises(Unknown):
        house.assignments.of_teacher(oak.id, work.id)
    with pytest.raises(InvitationSpent):
        house.invitations.find(written)
    assert house.classes.all_of_teacher(vine.id) == [room]


def test_only_a_teacher_can_be_a_co_teacher_and_not_the_teacher_themselves(
    house: Classroom, vine: Person, room: Class, ann: Person
) -> None:
    for who in (ann, vine):
        with pytest.raises(Unknown):
            house.classes.add_co_teacher(room, who)


def test_a_co_teacher_who_takes_the_class_over_or_leaves_is_no_co_teacher_any_more(
    house: Classroom, vine: Person, oak: Person, room: Class
) -> None:
    house.classes.add_co_teacher(room, oak)
    house.classes.hand_over(room, oak)
    now = house.classes.of_teacher(oak.id, room.id)
    assert now.teacher == oak.id
    assert house.classes.co_teachers(now) == []
    house.classes.add_co_teacher(now, vine)
    house.staff.remove(vine.id, None, Leaving.LEARNS, by=oak.id)
    assert house.classes.co_teachers(now) == []
    with pytest.raises(Unknown):
        house.classes.of_teacher(vine.id, room.id)


def test_a_teacher_who_leaves_takes_no_deleted_class_along(
    house: Classroom, vine: Person, oak: Person, room: Class, study: Study
) -> None:
    mine = house.classes.make(oak.id, "Upper Fifth")
    house.classes.delete(mine)
    house.staff.remove(oak.id, vine.id, Leaving.CLOSED, by=vine.id)
    assert [one.room.id for one in house.classes.deleted_of(vine.id)] == [mine.id]
    forget(study.of(oak.id))
    assert house.classes.restore(vine.id, mine.id).teacher == vine.id
    assert house.classes.of_teacher(vine.id, room.id) == room
