"""Classes that are deleted, restored and purged; learners who are removed and brought back; and co-teachers."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from threading import Barrier, Thread

import pytest

from tests.support.clock import NOW, FakeClock
from tests.support.filled_study import everything, fill
from tests.support.school import QUICK, WORDS
from tests.web.test_statements import counted
from tutor.errors import Unknown
from tutor.library.user_content import CompositionKind
from tutor.study.accounts.enrolment import Newcomer
from tutor.study.accounts.people import People, Person, UserRole
from tutor.study.accounts.personal_data import forget
from tutor.study.classroom.assigned_work import CompositionVersion, LessonWork, TextWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.authored_content import id_of
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.compositions import Version
from tutor.study.classroom.drafts import SavedDraft
from tutor.study.classroom.groups import GroupRefused
from tutor.study.classroom.invitations import InvitationSpent
from tutor.study.classroom.purging import purge, purge_class
from tutor.study.classroom.staff import Leaving
from tutor.study.storage.tables import AssignmentRow, Base, ClassRow, LiveRow, PupilGroupRow
from tutor.study.study import Study

pytestmark = pytest.mark.databases
DAY = timedelta(days=1)


@pytest.fixture
def moment() -> FakeClock:
    return FakeClock()


@pytest.fixture
def house(study: Study, moment: FakeClock) -> Classroom:
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
    house: Classroom, vine: Person, oak: Person, room: Class, moment: FakeClock
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
    house: Classroom, vine: Person, room: Class, ann: Person, moment: FakeClock
) -> None:
    house.classes.dismiss(room, ann.id)
    moment.now = NOW + DAY
    house.classes.delete(room)
    house.classes.restore(vine.id, room.id)
    assert names(house, room) == []
    assert [one.person.id for one in house.classes.former_members(room)] == [ann.id]


def test_what_was_deleted_more_than_thirty_days_ago_is_purged_and_nothing_else(
    house: Classroom, vine: Person, room: Class, ann: Person, study: Study, moment: FakeClock
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
    gone = {(row["platform_id"], row["resource"]) for row in before["lti_link"] if row["assignment_id"] == 2}
    assert not [row for row in after["lti_grade"] if (row["platform_id"], row["resource"]) in gone]
    for table in Base.metadata.sorted_tables:
        belonging = [
            column.name for column in table.columns for key in column.foreign_keys if key.column.table.name in owners
        ]
        assert [row for row in after[table.name] for name in belonging if row[name] == 2] == [], table.name
        others = [row for row in before[table.name] if all(row[name] != 2 for name in belonging)]
        if table.name in owners:
            others = [row for row in others if row["id"] != 2]
        if table.name == "lti_grade":  # it belongs to a link by the names of both
            others = [row for row in others if (row["platform_id"], row["resource"]) not in gone]
        if table.name not in ("memory", "review"):  # these are calculated anew from the answers
            assert [row for row in others if row not in after[table.name]] == [], table.name
    assert len(after["answer"]) == len(before["answer"]), "what was answered stays"
    assert len(after["match"]) == len(before["match"])


# ---- learners who are removed ----------------------------------------------------------------------------------------


def test_a_removed_learner_is_listed_and_brought_back_as_of_the_day_they_joined(
    house: Classroom, room: Class, ann: Person, moment: FakeClock
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


# ---- what else is deleted and comes back -----------------------------------------------------------------------------

HAND = "kind: game\ntitle: A hand\n"
LESSON = "title: A lesson\n---\n"


def lesson_work(version: Version) -> LessonWork:
    own = CompositionVersion(composition=version.composition, version=version.number)
    return LessonWork(lesson=id_of(version.composition, version.number), own=own)


def test_a_group_comes_back_with_its_members_and_its_work(house: Classroom, room: Class, ann: Person) -> None:
    key = house.groups.make(room.id, "Red table", [ann.id])
    other = house.classes.make(room.teacher, "Upper Fifth")
    spec = AssignmentSpec("Read", TextWork(text="Read."), NOW - DAY)
    work = house.assignments.give(room.id, spec, [], groups=[key])
    with pytest.raises(GroupRefused, match="Red table"):
        house.groups.delete(house.groups.find(room.id, key))
    ben = house.people.enrol("Ben", "Ben Ash", WORDS)
    house.assignments.address(work, [ben.id], [key])
    house.assignments.withdraw(work)
    house.groups.delete(house.groups.find(room.id, key))
    house.assignments.withdraw(work, withdrawn=False)
    assert house.groups.of_class(room.id) == []
    assert house.assignments.all_of_learner(ann.id) == []
    assert house.assignments.assignees(room.id) == {work.id: {ben.id}}
    assert house.assignments.groups_assigned(room.id) == {}
    with pytest.raises(Unknown):
        house.groups.restore(other.id, key)
    house.groups.restore(room.id, key)
    house.groups.restore(room.id, key)  # sent twice
    (group,) = house.groups.of_class(room.id)
    assert (group.name, group.members) == ("Red table", frozenset({ann.id}))
    assert [one.id for one in house.assignments.all_of_learner(ann.id)] == [work.id]


def test_a_group_does_not_come_back_beside_one_of_its_name(house: Classroom, room: Class) -> None:
    first = house.groups.make(room.id, "Red table")
    house.groups.delete(house.groups.find(room.id, first))
    second = house.groups.make(room.id, "red  table")
    with pytest.raises(GroupRefused):
        house.groups.restore(room.id, first)
    house.groups.change(house.groups.find(room.id, second), "Blue table", [])
    assert house.groups.restore(room.id, first).name == "Red table"


def test_an_extension_comes_back_unless_it_is_overtaken(house: Classroom, room: Class, ann: Person) -> None:
    spec = AssignmentSpec("Read", TextWork(text="Read."), NOW - DAY, NOW + DAY)
    work = house.assignments.give(room.id, spec)
    house.assignments.extend(work, ann.id, NOW + 3 * DAY)
    house.assignments.extend(work, ann.id, None)
    assert house.assignments.of_learner(ann.id, work.id).spec.due_at == NOW + DAY
    assert house.assignments.extensions(room.id) == {}
    (gone,) = house.assignments.deleted_extensions([room.id])
    assert (gone.title, gone.person.id, gone.due_at) == ("Read", ann.id, NOW + 3 * DAY)
    house.assignments.restore_extension(work, ann.id)
    assert house.assignments.of_learner(ann.id, work.id).spec.due_at == NOW + 3 * DAY
    assert house.assignments.deleted_extensions([room.id]) == []
    house.assignments.extend(work, ann.id, None)
    house.assignments.extend(work, ann.id, NOW + 2 * DAY)  # another in its place
    assert house.assignments.of_learner(ann.id, work.id).spec.due_at == NOW + 2 * DAY
    assert house.assignments.deleted_extensions([room.id]) == []


def test_a_template_comes_back(house: Classroom, vine: Person, oak: Person) -> None:
    spec = AssignmentSpec("Read", TextWork(text="Read."), NOW)
    key = house.templates.save(vine.id, spec)
    house.templates.delete(house.templates.find(vine.id, key))
    assert house.templates.all_of_teacher(vine.id) == []
    with pytest.raises(Unknown):
        house.templates.find(vine.id, key)
    with pytest.raises(Unknown):
        house.templates.restore(oak.id, key)
    assert house.templates.save(vine.id, spec) != key, "one that was deleted is not the same one"
    assert house.templates.restore(vine.id, key).title == "Read"
    assert house.templates.deleted_of(vine.id) == []


def drafted(house: Classroom, who: Person, slot: str, text: str) -> SavedDraft:
    draft = SavedDraft(who.id, CompositionKind.LESSON, slot, 0, 0, "", NOW, text)
    return house.drafts.save(draft)


def test_drafts_that_are_discarded_one_after_the_other_all_come_back(
    house: Classroom, vine: Person, oak: Person
) -> None:
    slots = []
    for text in ("first\n", "second\n", "third\n"):
        drafted(house, vine, "new-abc", text)
        slots.append(house.drafts.discard(vine.id, "new-abc"))
    assert house.drafts.all_of(vine.id) == []
    with pytest.raises(Unknown):
        house.drafts.restore(oak.id, slots[0])
    for slot in ("new-abc", slots[0]):
        with pytest.raises(Unknown):
            house.drafts.discard(vine.id, slot)
    assert house.drafts.restore(vine.id, slots[0]).text == "first\n"
    assert house.drafts.restore(vine.id, slots[1]).text == "second\n"
    assert [one.text for one in house.drafts.all_of(vine.id)] == ["second\n"]
    assert {one.text for one in house.drafts.discarded_of(vine.id)} == {"first\n", "third\n"}


def test_whatever_was_deleted_goes_for_good_after_thirty_days_and_not_before(
    house: Classroom, vine: Person, room: Class, ann: Person, study: Study, moment: FakeClock
) -> None:
    work = house.assignments.give(room.id, AssignmentSpec("Read", TextWork(text="Read."), NOW - DAY, NOW + DAY))
    house.assignments.extend(work, ann.id, NOW + 3 * DAY)
    house.assignments.extend(work, ann.id, None)
    group = house.groups.make(room.id, "Red table", [ann.id])
    house.groups.delete(house.groups.find(room.id, group))
    template = house.templates.save(vine.id, work.spec)
    house.templates.delete(house.templates.find(vine.id, template))
    drafted(house, vine, "new-abc", "text")
    slot = house.drafts.discard(vine.id, "new-abc")
    lesson = house.compositions.start(vine.id, CompositionKind.LESSON, "mine", LESSON).composition
    house.compositions.drop(vine.id, lesson)
    tables = ("extension", "pupil_group", "pupil_group_member", "assignment_template", "draft", "version")
    moment.now = NOW + CAN_BE_UNDONE
    purge(study.database, moment.now)
    assert {table: len(everything(study.database)[table]) for table in tables} == dict.fromkeys(tables, 1)
    assert house.groups.restore(room.id, group)
    assert house.templates.restore(vine.id, template)
    assert house.drafts.restore(vine.id, slot)
    house.assignments.restore_extension(work, ann.id)
    assert house.assignments.extensions(room.id)
    house.assignments.extend(work, ann.id, None)
    house.groups.delete(house.groups.find(room.id, group))
    house.templates.delete(house.templates.find(vine.id, template))
    slot = house.drafts.discard(vine.id, "new-abc")
    moment.now += CAN_BE_UNDONE + timedelta(seconds=1)
    for refused in (
        lambda: house.groups.restore(room.id, group),
        lambda: house.templates.restore(vine.id, template),
        lambda: house.drafts.restore(vine.id, slot),
    ):
        with pytest.raises(Unknown):
            refused()
    house.assignments.restore_extension(work, ann.id)
    assert house.assignments.extensions(room.id) == {}
    purge(study.database, moment.now)
    assert {table: everything(study.database)[table] for table in tables} == {table: [] for table in tables}


def test_what_a_class_uses_is_not_purged_nor_a_hand_of_a_lesson_that_stays(
    house: Classroom, vine: Person, room: Class, study: Study
) -> None:
    start = house.compositions.start
    used = start(vine.id, CompositionKind.LESSON, "used", f"{LESSON}of: its-hand\n")
    hand = start(vine.id, CompositionKind.HAND, "its-hand", HAND)
    start(vine.id, CompositionKind.HAND, "hand", HAND)  # a part of another name is no use
    unused = start(vine.id, CompositionKind.LESSON, "unused", f"{LESSON}of: lone-hand\n")
    lone = start(vine.id, CompositionKind.HAND, "lone-hand", HAND)
    given = house.assignments.give(room.id, AssignmentSpec("Ours", lesson_work(used), NOW - DAY))
    for one in house.compositions.all_of(vine.id):
        house.compositions.drop(vine.id, one.id)
    purge(study.database, NOW + CAN_BE_UNDONE + DAY)
    assert {one.id for one in house.compositions.all_of(vine.id)} == {used.composition, hand.composition}
    for gone in (unused, lone):
        with pytest.raises(Unknown):
            house.compositions.find(gone.composition)
        with pytest.raises(Unknown):
            house.compositions.save(vine.id, gone.composition, "more", 1)
    again = start(vine.id, CompositionKind.HAND, "lone-hand", HAND)
    assert again.composition not in {one.composition for one in (used, hand, unused, lone)}, "no number is given twice"
    house.assignments.withdraw(given)
    house.classes.delete(room)
    purge(study.database, NOW + CAN_BE_UNDONE + DAY)
    assert {one.id for one in house.compositions.all_of(vine.id)} == {again.composition}


def test_the_number_that_stays_taken_is_written_once_and_goes_with_the_next(
    house: Classroom, vine: Person, study: Study
) -> None:
    def purged() -> list[str]:
        with counted(study) as said:
            purge(study.database, NOW + CAN_BE_UNDONE + DAY)
        return [one for one in said if one.startswith(("UPDATE composition", "DELETE FROM composition"))]

    def ids() -> list[int]:
        return [row["id"] for row in everything(study.database)["composition"]]

    gone = house.compositions.start(vine.id, CompositionKind.LESSON, "gone", LESSON).composition
    house.compositions.drop(vine.id, gone)
    assert purged()
    assert purged() == []
    assert ids() == [gone]
    stays = house.compositions.start(vine.id, CompositionKind.LESSON, "stays", LESSON).composition
    assert purged()
    assert ids() == [stays]
