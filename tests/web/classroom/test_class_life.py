"""Daily life of a class in the pages: the address that learners are given, and whose the real name is."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.clock import NOW
from tests.support.markup import unwrapped
from tests.support.school import WORDS, log_in
from tests.web.test_statements import counted
from tutor.library.user_content import CompositionKind
from tutor.study.accounts.people import Person, UserRole
from tutor.study.classroom.assigned_work import TextWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.drafts import SavedDraft
from tutor.study.study import Study
from tutor.web.reached import CONFIG
from tutor.web.server import serve

NETWORK = ("http://school.example:8000", "http://192.168.1.5:8000")


@pytest.fixture
def networked(school: Flask) -> Iterator[Flask]:
    """A tutor that knows two addresses of its machine."""
    before, hosts = school.config[CONFIG], school.config["TRUSTED_HOSTS"]
    school.config[CONFIG], school.config["TRUSTED_HOSTS"] = NETWORK, [*hosts, "school.example", "192.168.1.5"]
    yield school
    school.config[CONFIG], school.config["TRUSTED_HOSTS"] = before, hosts


# ---- the address that learners are given -----------------------------------------------------------------------------


@pytest.mark.usefixtures("networked")
def test_learners_are_never_given_the_address_of_this_machine_alone(teacher: FlaskClient, room: Class) -> None:
    pages = [
        teacher.get(f"/classes/{room.id}").text,
        teacher.get(f"/classes/{room.id}/join?stage=1").text,
        teacher.post(f"/classes/{room.id}/invitations", data={"names": "Ann Bell", "blank": ""}).text,
        teacher.post("/classes/colleague", data={"real_name": ""}).text,
        *(_stage_of_a_live_lesson(teacher, room, way) for way in ("", "race")),
    ]
    for page in pages:
        assert "localhost" not in page
        assert "127.0.0.1" not in page
        assert "school.example:8000/join" in page


def _stage_of_a_live_lesson(teacher: FlaskClient, room: Class, way: str) -> str:
    fields = {"kind": "items", "of": "hel-decl-nt-a", "class": str(room.id), "way": way}
    led = teacher.post("/classes/live/new", data=fields).location
    stage = teacher.get(f"{led}?stage=1").text
    teacher.post(f"{led}/end")
    return stage


@pytest.mark.usefixtures("networked")
def test_a_calendar_and_a_frame_get_an_address_that_is_reached_elsewhere(teacher: FlaskClient) -> None:
    teacher.post("/calendar/")
    for page in ("/calendar/", "/games/hel-game-01/"):
        text = teacher.get(page).text
        assert "school.example:8000/" in text, page
        assert "//localhost" not in text, page


def test_the_teacher_chooses_another_address_which_is_remembered(
    networked: Flask, teacher: FlaskClient, room: Class
) -> None:
    assert teacher.post(f"/classes/{room.id}/address", data={"address": NETWORK[1]}).status_code == 303
    assert "192.168.1.5:8000/join" in teacher.get(f"/classes/{room.id}/join").text
    assert teacher.post(f"/classes/{room.id}/address", data={"address": "http://evil.example"}).status_code == 400
    assert "192.168.1.5:8000/join" in teacher.get(f"/classes/{room.id}/join").text
    networked.config[CONFIG] = NETWORK[:1]  # the machine has moved to another network
    assert "school.example:8000/join" in teacher.get(f"/classes/{room.id}/join").text


def test_an_address_that_the_teacher_uses_is_the_likeliest(networked: Flask, room: Class) -> None:
    elsewhere = networked.test_client()
    elsewhere.post("/log-in", base_url=NETWORK[1], data={"name": "Miss Vine", "passphrase": WORDS})
    page = elsewhere.get(f"/classes/{room.id}/join", base_url=NETWORK[1]).text
    assert "192.168.1.5:8000/join" in page


def test_a_closed_class_shows_no_code_on_the_projector(teacher: FlaskClient, classroom: Classroom, room: Class) -> None:
    classroom.classes.let_in(room, is_open=False)
    page = teacher.get(f"/classes/{room.id}/join?stage=1").text
    assert room.code[:3] not in page
    assert "<svg" not in page.partition("<main")[2]


@pytest.mark.parametrize(
    ("host", "names", "is_proxied", "reached"),
    [
        ("0.0.0.0", (), False, ("http://10.1.2.3:{port}", "http://box:{port}")),  # noqa: S104
        (
            "0.0.0.0",  # noqa: S104
            ("school.example",),
            False,
            ("http://school.example:{port}", "http://10.1.2.3:{port}", "http://box:{port}"),
        ),
        ("127.0.0.1", (), False, ()),
        ("127.0.0.1", ("localhost", "school.example"), False, ("http://school.example:{port}",)),
        ("127.0.0.1", ("school.example",), True, ("https://school.example",)),
    ],
)
def test_the_server_knows_at_which_addresses_learners_reach_it(
    host: str, names: tuple[str, ...], is_proxied: bool, reached: tuple[str, ...]
) -> None:
    with socket.socket() as listening:
        listening.bind((host, 0))
        port = listening.getsockname()[1]
        found = serve._reached_at(listening, names, ("10.1.2.3", "box"), is_proxied=is_proxied)
    assert found == tuple(address.format(port=port) for address in reached)


@pytest.mark.usefixtures("teacher")
@pytest.mark.parametrize(
    ("host", "says"),
    [
        ("127.0.0.1", "Only this computer can open it: start it without --host, or with an address of your network."),
        ("0.0.0.0", "The class reaches it at http://10.1.2.3:{port}/ or http://box:{port}/"),  # noqa: S104
    ],
)
def test_the_terminal_names_only_addresses_that_are_listened_at(host: str, says: str, study: Study) -> None:
    told: list[str] = []
    with socket.socket() as listening:
        listening.bind((host, 0))
        port = listening.getsockname()[1]
        reached = serve._reached_at(listening, (), ("10.1.2.3", "box"), is_proxied=False)
        serve._announce(
            study, listening, ("localhost", "127.0.0.1", "10.1.2.3"), reached, None, told.append, is_classroom=True
        )
    assert says.format(port=port) in told
    assert f"Love All is at http://127.0.0.1:{port}/" in told


def test_no_address_of_this_machine_alone_is_among_its_own() -> None:
    *addresses, name = serve._own_names()
    assert name == socket.gethostname()
    assert not [address for address in addresses if address.startswith(("127.", "169.254.", "0."))]
    assert len(set(addresses)) == len(addresses)


# ---- names -----------------------------------------------------------------------------------------------------------


def test_a_learner_of_a_class_cannot_change_their_real_name(
    school: Flask, teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    client = school.test_client()
    log_in(client, "Knave")
    assert 'name="real_name"' not in client.get("/account").text
    client.post("/account/names", data={"name": "Queen", "real_name": "Somebody Else"})
    found = classroom.people.person(knave.id)
    assert found is not None
    assert (found.name, found.real_name) == ("Queen", "Tom Bell")
    teacher.post(f"/classes/{room.id}/members/{knave.id}/name", data={"real_name": "Thomas Bell"})
    found = classroom.people.person(knave.id)
    assert found is not None
    assert (found.name, found.real_name) == ("Queen", "Thomas Bell")


def test_whoever_is_in_no_class_writes_their_own_real_name(school: Flask, classroom: Classroom) -> None:
    alone = classroom.people.enrol("Alone", "", WORDS)
    client = school.test_client()
    log_in(client, "Alone")
    client.post("/account/names", data={"name": "Alone", "real_name": "Ann Alone"})
    found = classroom.people.person(alone.id)
    assert found is not None
    assert found.real_name == "Ann Alone"


def test_an_invitation_with_a_name_keeps_that_name(school: Flask, classroom: Classroom, room: Class) -> None:
    written = classroom.classes.invite(room, "Ann Bell")
    client = school.test_client()
    assert 'name="real_name"' not in client.get(f"/invitation/{written}").text
    client.post(f"/invitation/{written}", data={"name": "Ace", "real_name": "Somebody Else", "passphrase": WORDS})
    found = classroom.people.find("Ace")
    assert found is not None
    assert found.real_name == "Ann Bell"


@pytest.mark.usefixtures("knave")
def test_the_grid_shows_both_names(teacher: FlaskClient, classroom: Classroom, room: Class) -> None:
    classroom.assignments.give(room.id, AssignmentSpec("Read", TextWork(text="Read."), NOW - timedelta(days=1)))
    page = teacher.get(f"/classes/{room.id}/gradebook").text
    row = page.partition('<th scope="row">')[2].partition("</th>")[0]
    assert "Tom Bell" in row
    assert "Knave" in row


# ---- what is deleted comes back --------------------------------------------------------------------------------------


def undone(teacher: FlaskClient, page: str) -> None:
    """Presses the button that undoes, on the page that says what was done."""
    form = page.partition('<form class="undo"')[2].partition("</form>")[0]
    action = form.partition('action="')[2].partition('"')[0]
    teacher.post(action, data={"do": "again"} if 'name="do"' in form else {})


def test_a_class_is_deleted_and_restored_by_one_click(
    teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    page = teacher.post(f"/classes/{room.id}/delete", data={"typed": "lower fifth"}, follow_redirects=True).text
    assert "Lower Fifth was deleted." in page
    assert classroom.classes.all_of_learner(knave.id) == []
    assert "Lower Fifth" in teacher.get("/classes/deleted").text
    assert teacher.get(f"/classes/{room.id}").status_code == 404
    undone(teacher, page)
    assert [one.id for one in classroom.classes.all_of_learner(knave.id)] == [room.id]
    assert "Lower Fifth" not in teacher.get("/classes/deleted").text.partition("<main")[2]


def test_a_learner_is_removed_listed_and_brought_back(
    teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    page = teacher.post(f"/classes/{room.id}/members/{knave.id}/dismiss", follow_redirects=True).text
    assert "Tom Bell was removed from the class." in page
    assert "Removed learners" in page
    assert "Tom Bell" in teacher.get("/classes/deleted").text
    undone(teacher, page)
    assert [member.person.id for member in classroom.classes.members(room)] == [knave.id]


def test_withdrawn_work_is_assigned_again_by_one_click(teacher: FlaskClient, classroom: Classroom, room: Class) -> None:
    work = classroom.assignments.give(room.id, AssignmentSpec("Read", TextWork(text="Read."), NOW - timedelta(days=1)))
    page = teacher.post(
        f"/classes/{room.id}/assignments/{work.id}/withdraw", data={"do": "withdraw"}, follow_redirects=True
    ).text
    assert "Read was withdrawn." in page
    assert "Read" in teacher.get("/classes/deleted").text
    undone(teacher, page)
    assert classroom.assignments.find(work.id).withdrawn_at is None


@pytest.mark.parametrize("later", [False, True])
def test_whatever_is_deleted_is_restored_at_once_or_from_the_list(
    teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person, later: bool
) -> None:
    due = AssignmentSpec("Read it", TextWork(text="Read."), NOW - timedelta(days=1), NOW + timedelta(days=1))
    work = classroom.assignments.give(room.id, due)
    classroom.assignments.extend(work, knave.id, NOW + timedelta(days=3))
    group, template = classroom.groups.make(room.id, "Red table", [knave.id]), classroom.templates.save(1, due)
    classroom.drafts.save(SavedDraft(1, CompositionKind.LESSON, "new-abc", 0, 0, "", NOW, "title: Half done\n"))
    own = classroom.compositions.start(1, CompositionKind.LESSON, "mine", "title: My lesson\n").composition
    deleting = {
        f"/classes/{room.id}/groups/{group}/delete": "Red table was deleted.",
        f"/classes/templates/{template}/delete": "Read it was deleted.",
        f"/classes/{room.id}/assignments/{work.id}/extensions/{knave.id}/remove": "Tom Bell was removed.",
        "/create/form/drafts/new-abc/discard": "“Half done” was discarded.",
        f"/create/{own}/strike-out": "My lesson was removed.",
    }
    for where, told in deleting.items():
        page = teacher.post(where, follow_redirects=True).text
        assert told in page
        listed = teacher.get("/classes/deleted").text.partition("<main")[2]
        (action,) = re.findall(r'action="([^"]+/restore)"', listed)
        assert "can be restored until" in listed
        if later:
            assert teacher.post(action).status_code == 303
        else:
            undone(teacher, page)
        assert "Nothing here." in teacher.get("/classes/deleted").text
    assert [one.members for one in classroom.groups.of_class(room.id)] == [{knave.id}]
    assert [one.id for one in classroom.templates.all_of_teacher(1)] == [template]
    assert classroom.assignments.extensions(room.id) == {(work.id, knave.id): NOW + timedelta(days=3)}
    assert [one.title for one in classroom.drafts.all_of(1)] == ["Half done"]
    assert classroom.compositions.find(own).dropped_at is None


def test_the_list_of_what_was_deleted_takes_as_many_statements_for_many_classes_as_for_one(
    teacher: FlaskClient, classroom: Classroom, study: Study, knave: Person
) -> None:
    asked: list[int] = []
    for name in ("Upper Fifth", "Lower Sixth", "Upper Sixth"):
        other = classroom.classes.make(1, name)
        group = classroom.groups.make(other.id, f"Table of {name}")
        classroom.groups.delete(classroom.groups.find(other.id, group))
        work = AssignmentSpec(f"Read for {name}", TextWork(text="Read."), NOW, NOW + timedelta(days=1))
        given = classroom.assignments.give(other.id, work)
        classroom.assignments.extend(given, knave.id, NOW + timedelta(days=2))
        classroom.assignments.extend(given, knave.id, None)
        classroom.assignments.withdraw(given)
        classroom.classes.join(other.id, knave.id)
        classroom.classes.dismiss(other, knave.id)
        with counted(study) as said:
            page = unwrapped(teacher.get("/classes/deleted").text)
        asked.append(len(said))
        for what in (f"Table of {name}", f"Read for {name}"):
            assert what in page
    assert len(set(asked[1:])) == 1
    assert asked[0] >= asked[-1]
    for name in ("Upper Fifth", "Lower Sixth", "Upper Sixth"):
        assert page.count(name) >= 4, "each in its class"


def test_what_cannot_come_back_says_why(teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person) -> None:
    group = classroom.groups.make(room.id, "Red table")
    classroom.groups.delete(classroom.groups.find(room.id, group))
    classroom.groups.make(room.id, "Red table")
    answer = teacher.post(f"/classes/{room.id}/groups/{group}/restore")
    assert answer.status_code == 409
    assert "There is a group ‘Red table’ already." in answer.text
    due = AssignmentSpec("Read", TextWork(text="Read."), NOW - timedelta(days=1), NOW + timedelta(days=1))
    work = classroom.assignments.give(room.id, due)
    classroom.assignments.extend(work, knave.id, NOW + timedelta(days=3))
    classroom.assignments.extend(work, knave.id, None)
    classroom.assignments.change(work, replace(due, due_at=NOW + timedelta(days=5)))
    classroom.assignments.change(classroom.assignments.find(work.id), due)
    assert "Nothing here." not in teacher.get("/classes/deleted").text


# ---- one learner’s data ----------------------------------------------------------------------------------------------


def test_a_teacher_exports_all_about_one_learner_as_the_learner_sees_it(
    school: Flask, teacher: FlaskClient, room: Class, knave: Person
) -> None:
    client = school.test_client()
    log_in(client, "Knave")
    answer = teacher.get(f"/classes/{room.id}/members/{knave.id}/data")
    assert answer.mimetype == "application/zip"
    with ZipFile(BytesIO(answer.data)) as theirs, ZipFile(BytesIO(client.get("/your-data/file").data)) as own:
        assert theirs.read("learner.json") == own.read("learner.json")
        assert "passphrase" not in json.loads(theirs.read("learner.json"))[0]
        assert set(theirs.namelist()) == set(own.namelist())


def test_a_learner_is_erased_at_once_after_name_and_passphrase(
    school: Flask, teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    page = teacher.get(f"/classes/{room.id}/members/{knave.id}/erase").text
    assert "Backups made before now still contain the data." in page
    where = f"/classes/{room.id}/members/{knave.id}/erase"
    for typed, passphrase in (("Tom", WORDS), ("Knave", "wrong wrong wrong wrong")):
        assert teacher.post(where, data={"typed": typed, "passphrase": passphrase}).status_code == 400
        assert classroom.people.person(knave.id) is not None
    page = teacher.post(where, data={"typed": "knave", "passphrase": WORDS}, follow_redirects=True).text
    assert "Everything about the learner was erased." in page
    assert classroom.people.person(knave.id) is None
    assert log_in(school.test_client(), "Knave").status_code == 400
    assert teacher.post(where, data={"typed": "knave", "passphrase": WORDS}).status_code == 404


def test_a_removed_learner_can_still_be_exported_and_erased_by_the_class_they_left(
    teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    classroom.classes.dismiss(room, knave.id)
    assert teacher.get(f"/classes/{room.id}/members/{knave.id}/data").status_code == 200
    where = f"/classes/{room.id}/members/{knave.id}/erase"
    assert teacher.post(where, data={"typed": "Knave", "passphrase": WORDS}).status_code == 303
    assert classroom.people.person(knave.id) is None


def test_no_teacher_is_erased_or_exported_from_a_class(teacher: FlaskClient, classroom: Classroom, room: Class) -> None:
    oak = classroom.people.enrol("Mr Oak", "Ed Oak", WORDS, UserRole.TEACHER)
    classroom.classes.join(room.id, oak.id)
    assert teacher.get(f"/classes/{room.id}/members/{oak.id}/data").status_code == 404
    assert teacher.get(f"/classes/{room.id}/members/{oak.id}/erase").status_code == 404
