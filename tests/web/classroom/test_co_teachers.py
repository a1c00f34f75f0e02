"""A co-teacher does with a class what its teacher does, on every route, but does not delete it or give it away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.access_table import ROWS, Row, tries
from tests.support.markup import Page
from tests.support.two_classes import DALE, VINE
from tests.web.test_access import House, named, outcome
from tests.web.test_access import house as house  # the classroom with two teachers
from tutor.study.classroom.classroom import Classroom
from tutor.web.services import EXTENSION, Services

pytestmark = pytest.mark.slow

ONLY_THE_TEACHER = {
    "/classes/<int:class_id>/delete",
    "/classes/<int:class_id>/hand-over",
    "/classes/<int:class_id>/co-teachers",
}
"""What a co-teacher sees is refused, because it is the teacher’s to do."""
OF_A_CLASS = [
    row
    for row in ROWS
    if "class_id={class}" in row["values"] and "{my class}" not in row["values"] and row["teacher"] != "-"
]


def classroom_of(house: House) -> Classroom:
    found: Services = house.app.extensions[EXTENSION]
    return found.classroom


def expected(row: Row) -> str:
    if row["address"].startswith("/classes/deleted/"):
        return "404"  # only its teacher restores a class
    if row["address"].endswith("/co-teachers/<int:colleague>/remove"):
        return "page"  # a co-teacher may leave
    return "403" if row["address"] in ONLY_THE_TEACHER else row["teacher"]


@pytest.mark.parametrize("row", OF_A_CLASS, ids=named)
def test_a_co_teacher_gets_what_the_teacher_gets(house: House, row: Row) -> None:
    wrong = []
    for one in tries(house.people, row, "teacher"):
        house.begin_again()
        classes = classroom_of(house).classes
        room = classes.of_teacher(house.people[VINE].id, int(house.people[VINE].owns["class"]))
        dale = classroom_of(house).people.person(house.people[DALE].id)
        assert dale is not None
        classes.add_co_teacher(room, dale)
        answer = replace(one, asker=DALE).ask(house.client(DALE), house.tokens[DALE])
        if outcome(answer) != expected(row):
            wrong.append(f"{outcome(answer)}, not {expected(row)}: {one.address} {one.sent}")
    assert not wrong, "\n".join(wrong)


def test_a_co_teacher_who_was_removed_gets_nothing(house: House) -> None:
    house.begin_again()
    classes = classroom_of(house).classes
    room = classes.of_teacher(house.people[VINE].id, int(house.people[VINE].owns["class"]))
    dale = classroom_of(house).people.person(house.people[DALE].id)
    assert dale is not None
    classes.add_co_teacher(room, dale)
    assert house.client(DALE).get(f"/classes/{room.id}").status_code == 200
    data = {"csrf_token": house.tokens[VINE]}
    house.client(VINE).post(f"/classes/{room.id}/co-teachers/{dale.id}/remove", data=data)
    for path in ("", "/gradebook", "/assignments/", "/missed", "/grid.csv", "/answers.csv", "/results", "/join"):
        assert house.client(DALE).get(f"/classes/{room.id}{path}").status_code == 404, path


def test_a_co_teacher_who_was_removed_can_be_added_again_at_once(house: House) -> None:
    house.begin_again()
    classes = classroom_of(house).classes
    vine, token = house.client(VINE), {"csrf_token": house.tokens[VINE]}
    room = classes.of_teacher(house.people[VINE].id, int(house.people[VINE].owns["class"]))
    dale = classroom_of(house).people.person(house.people[DALE].id)
    assert dale is not None
    classes.add_co_teacher(room, dale)
    asked = Page(vine.get(f"/classes/{room.id}").text).only('details form[action*="/co-teachers/"]')
    removed = vine.post(asked.attributes["action"] or "", data=token)
    undo = Page(vine.get(removed.location).text).only("form.undo")
    assert house.client(DALE).get(f"/classes/{room.id}").status_code == 404
    fields = {str(one.attributes["name"]): one.attributes["value"] for one in undo.css("input")}
    assert vine.post(undo.attributes["action"] or "", data=fields).status_code == 303
    assert house.client(DALE).get(f"/classes/{room.id}").status_code == 200


def test_a_co_teacher_may_leave_but_removes_nobody_else(house: House) -> None:
    house.begin_again()
    classes = classroom_of(house).classes
    vine = house.people[VINE].id
    room = classes.of_teacher(vine, int(house.people[VINE].owns["class"]))
    dale = classroom_of(house).people.person(house.people[DALE].id)
    assert dale is not None
    classes.add_co_teacher(room, dale)
    page = house.client(DALE).get(f"/classes/{room.id}").text
    assert "Leave this class" in page
    assert "Delete the class" not in page
    data = {"csrf_token": house.tokens[DALE]}
    assert house.client(DALE).post(f"/classes/{room.id}/co-teachers/{vine}/remove", data=data).status_code == 404
    assert house.client(DALE).post(f"/classes/{room.id}/co-teachers/{dale.id}/remove", data=data).status_code == 303
    assert classes.co_teachers(room) == []
