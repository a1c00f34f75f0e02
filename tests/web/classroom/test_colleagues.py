"""A colleague is chosen by name, however many teach here: nothing is lost where the name fits nobody, or several."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.support.markup import Page
from tests.support.school import WORDS
from tutor.study.accounts.people import Person, UserRole
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.web.classroom.colleagues import MOST_LISTED, MOST_OFFERED

pytestmark = pytest.mark.usefixtures("staff")


@pytest.fixture
def staff(classroom: Classroom) -> dict[str, Person]:
    """Four colleagues, two of whom have the same real name."""
    names = {"thorn": "Ann Thorn", "oak": "Ann Oak", "oak2": "Ann Oak", "elm": "Bert Elm"}
    return {name: classroom.people.enrol(name, real, WORDS, UserRole.TEACHER) for name, real in names.items()}


def helpers(classroom: Classroom, room: Class) -> list[str]:
    return [one.name for one in classroom.classes.co_teachers(room)]


@pytest.mark.parametrize("typed", ["Bert Elm", " bert  ELM ", "elm"])
def test_a_full_name_is_enough(teacher: FlaskClient, classroom: Classroom, room: Class, typed: str) -> None:
    assert teacher.post(f"/classes/{room.id}/co-teachers", data={"helper_name": typed}).status_code == 303
    assert helpers(classroom, room) == ["elm"]


@pytest.mark.parametrize(
    ("typed", "says", "offered"),
    [
        ("", "Nobody is named", []),
        ("Zebedee", "No teacher here is called “Zebedee”", []),
        ("Elm", "No teacher here is called exactly “Elm”", ["Bert Elm"]),
        ("Bret Elm", "No teacher here is called exactly “Bret Elm”", ["Bert Elm"]),
        ("Ann", "“Ann” fits 3 teachers", ["Ann Oak (oak)", "Ann Oak (oak2)", "Ann Thorn"]),
        ("Ann Oak", "Several teachers are called “Ann Oak”", ["Ann Oak (oak)", "Ann Oak (oak2)"]),
    ],
)
@pytest.mark.parametrize(
    ("what", "field", "verb"), [("co-teachers", "helper", "Add"), ("hand-over", "colleague", "Hand over to")]
)
def test_who_is_not_clear_is_asked(
    teacher: FlaskClient, classroom: Classroom, room: Class, staff: dict[str, Person],
    typed: str, says: str, offered: list[str], what: str, field: str, verb: str,
) -> None:  # fmt: skip
    if typed == "Elm":  # which is a name to log in, and so a whole one
        classroom.people.rename(staff["elm"].id, "elm tree", "Bert Elm", by=1)
    answer = teacher.post(f"/classes/{room.id}/{what}", data={f"{field}_name": typed})
    assert answer.status_code == 400
    page = Page(answer.text)
    assert not list(page.faults())
    assert says in page.words()
    assert f'value="{typed}"' in answer.text, "what was typed is not lost"
    buttons = page.all(f"button[name={field}]")
    assert sorted(node.text(strip=True) for node in buttons) == [f"{verb} {name}" for name in offered]
    assert helpers(classroom, room) == []
    assert classroom.classes.of_teacher(1, room.id).teacher == 1
    if buttons:
        key = str(buttons[0].attributes["value"])
        sent = teacher.post(f"/classes/{room.id}/{what}", data={f"{field}_name": typed, field: key})
        assert sent.status_code == 303
        after = classroom.classes.of_teacher(int(key), room.id)
        assert (after.teacher == int(key)) == (what == "hand-over")


def test_enter_presses_the_button_of_the_form_and_not_the_first_who_is_offered(
    teacher: FlaskClient, room: Class
) -> None:
    page = Page(teacher.post(f"/classes/{room.id}/hand-over", data={"colleague_name": "Ann"}).text)
    buttons = page.all(f'form[action="/classes/{room.id}/hand-over"] button')
    assert "name" not in buttons[0].attributes
    assert len(buttons) == 4


def test_a_co_teacher_is_not_offered_again_and_a_learner_never(
    teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    assert teacher.post(f"/classes/{room.id}/co-teachers", data={"helper_name": "thorn"}).status_code == 303
    for name in ("thorn", knave.name, "Miss Vine"):
        answer = teacher.post(f"/classes/{room.id}/co-teachers", data={"helper_name": name})
        assert answer.status_code == 400
        assert not Page(answer.text).all("button[name=helper]")
    assert helpers(classroom, room) == ["thorn"]


def test_the_page_of_a_class_is_short_however_many_teach_here(
    teacher: FlaskClient, classroom: Classroom, room: Class
) -> None:
    few = teacher.get(f"/classes/{room.id}").text
    assert '<option value="Ann Thorn">' in few, "the browser completes the name"
    for number in range(MOST_LISTED):
        classroom.people.enrol(f"ash {number}", f"Carl Ash {number}", WORDS, UserRole.TEACHER)
    many = teacher.get(f"/classes/{room.id}").text
    assert "Carl Ash" not in many
    assert len(many) < len(few)
    answer = teacher.post(f"/classes/{room.id}/hand-over", data={"colleague_name": "Carl"})
    assert f"fits {MOST_LISTED} teachers. Type more of the name" in Page(answer.text).words()
    assert len(Page(answer.text).all("button[name=colleague]")) == MOST_OFFERED


def test_a_teacher_who_leaves_names_an_heir_in_the_same_way(
    teacher: FlaskClient, classroom: Classroom, room: Class, staff: dict[str, Person]
) -> None:
    at = "/teachers/1/remove"
    refused = teacher.post(at, data={"heir_name": "Ann", "becomes": "closed"})
    assert refused.status_code == 400
    page = Page(refused.text)
    assert "“Ann” fits 3 teachers" in page.words()
    assert "checked" in page.all("input[value=closed]")[0].attributes, "what was chosen is not lost"
    both = Page(teacher.post(at, data={"heir_name": "Zebedee"}).text).words()
    assert "No teacher here is called “Zebedee”" in both
    assert "Choose what happens to the account" in both
    assert teacher.post(at, data={"heir_name": "Bert Elm", "becomes": "closed"}).status_code == 303
    assert classroom.classes.of_teacher(staff["elm"].id, room.id).teacher == staff["elm"].id
