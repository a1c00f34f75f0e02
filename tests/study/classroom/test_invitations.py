"""Invitations: each is spent once whoever sends it at once, one works at a time, and they can be cancelled."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import column, create_engine, insert, table, update

from tests.robustness.races import RACES, started
from tests.support.clock import NOW
from tests.support.databases import migrate, sql
from tests.support.markup import unwrapped
from tests.support.school import WORDS, log_in
from tutor.errors import Malformed, Unknown
from tutor.library.catalogue import Library
from tutor.study.accounts.enrolment import Newcomer
from tutor.study.accounts.people import Person, UserRole
from tutor.study.accounts.personal_data import forget
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.invitations import (
    INVITATION_LASTS,
    MOST_PAST,
    InvitationSpent,
    InvitationState,
    ListedInvitation,
)
from tutor.study.classroom.staff import Leaving
from tutor.study.storage.database import url_of
from tutor.study.storage.tables import InvitationRow
from tutor.study.study import Study

OTHERS_WORDS = "lantern pebble walnut ribbon"
VINE = 1


@pytest.fixture
def oak(classroom: Classroom) -> Person:
    """A colleague of Miss Vine’s."""
    return classroom.people.enrol("Mr Oak", "Ed Oak", WORDS, UserRole.TEACHER)


def works(classroom: Classroom, written: str) -> bool:
    try:
        classroom.invitations.find(written)
    except InvitationSpent:
        return False
    return True


def states(classroom: Classroom, teacher: int = VINE) -> list[str]:
    return [one.state.value for one in classroom.invitations.listed(teacher)]


def kinds(classroom: Classroom) -> list[EventKind]:
    return [EventKind(event.kind) for event in reversed(classroom.events.lines())]


# ---- once ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("race", RACES)
def test_of_twenty_who_send_it_at_once_one_wins_and_is_kept_as_sent(
    race: str, built: tuple[Flask, Flask], library: Library, study: Study
) -> None:
    running = started(built[1], library, study, race)
    RACES[race](running)
    assert running.faults == []


@pytest.mark.databases
def test_what_a_invitation_allows_is_done_wholly_or_not_at_all(
    classroom: Classroom, room: Class, knave: Person
) -> None:
    written = classroom.classes.invite(room, "Ann Hart")
    before = kinds(classroom)
    with pytest.raises(Malformed):
        classroom.entrance.use(written, Newcomer("Queen", "", "short"), None)
    with pytest.raises(Exception, match="already called ‘Knave’"):
        classroom.entrance.use(written, Newcomer("knave", "", WORDS), None)
    assert works(classroom, written), "it can be used still"
    assert kinds(classroom) == before
    queen = classroom.entrance.use(written, Newcomer("Queen", "", OTHERS_WORDS), None, address="192.0.2.7")
    assert queen.real_name == "Ann Hart"
    assert [member.person.id for member in classroom.classes.members(room)] == [queen.id, knave.id]
    assert kinds(classroom)[len(before) :] == [EventKind.ACCOUNT_MADE, EventKind.JOINED, EventKind.INVITATION_USED]
    assert {event.address for event in classroom.events.lines()[:3]} == {"192.0.2.7"}


@pytest.mark.databases
def test_whoever_comes_second_is_told_so_and_has_no_session(school: Flask, classroom: Classroom, room: Class) -> None:
    written = classroom.classes.invite(room)
    form = {"name": "Queen", "passphrase": OTHERS_WORDS}
    assert school.test_client().post(f"/invitation/{written}", data=form).status_code == 302
    second = school.test_client()
    refused = second.post(f"/invitation/{written}", data=form | {"name": "Ten"})
    assert refused.status_code == 404
    assert "This invitation has been used." in refused.text
    assert second.get("/account").status_code == 302


def test_nothing_holds_the_database_while_a_passphrase_is_hashed(
    classroom: Classroom, room: Class, knave: Person, study: Study
) -> None:
    """Whoever hashes here writes to the database meanwhile: within a transaction that would wait for ever."""
    slow, hashed = classroom.people.hasher, []

    class Writing:
        def hash(self, passphrase: str) -> str:
            sql(Path(study.database.place), "PRAGMA busy_timeout = 100", "DELETE FROM hindsight")
            hashed.append(passphrase)
            return slow.hash(passphrase)

    classroom.people.hasher = Writing()  # type: ignore[assignment]
    for written in (classroom.classes.invite(room), classroom.classes.invite_colleague(VINE, "")):
        classroom.entrance.use(written, Newcomer(f"Queen {len(hashed)}", "", OTHERS_WORDS), None)
    classroom.entrance.use(classroom.classes.invite_back(room, knave), Newcomer(passphrase=OTHERS_WORDS), None)
    classroom.entrance.join(room.code, Newcomer("Ten", "", OTHERS_WORDS), None)
    classroom.people.change_passphrase(knave.id, WORDS)
    assert len(hashed) == 5


def grow_old(study: Study, age: timedelta) -> None:
    with study.database.writing() as connection:
        connection.execute(update(InvitationRow).values(made_at=NOW - age))


def test_a_invitation_is_good_for_thirty_days(classroom: Classroom, room: Class, study: Study) -> None:
    written = classroom.classes.invite(room)
    grow_old(study, INVITATION_LASTS)
    assert works(classroom, written)
    grow_old(study, INVITATION_LASTS + timedelta(seconds=1))
    with pytest.raises(InvitationSpent, match="older than 30 days"):
        classroom.entrance.use(written, Newcomer("Queen", "", OTHERS_WORDS), None)
    assert states(classroom) == ["expired"]
    assert classroom.invitations.cancel_all(VINE) == 0, "it is expired, and stays so"


def test_a_invitation_that_stops_working_while_it_is_used_does_nothing(classroom: Classroom, room: Class) -> None:
    """The invitation is cancelled after it was found good, while the passphrase is hashed."""
    written = classroom.classes.invite(room)
    slow = classroom.people.hasher

    class Cancelling:
        def hash(self, passphrase: str) -> str:
            classroom.invitations.cancel_all(VINE)
            return slow.hash(passphrase)

    classroom.people.hasher = Cancelling()  # type: ignore[assignment]
    with pytest.raises(InvitationSpent, match="has been cancelled"):
        classroom.entrance.use(written, Newcomer("Queen", "", OTHERS_WORDS), None)
    with pytest.raises(Unknown):
        classroom.people.named("Queen")
    assert states(classroom) == ["cancelled"]


def test_a_class_that_is_shut_while_somebody_joins_takes_nobody_in(classroom: Classroom, room: Class) -> None:
    slow = classroom.people.hasher

    class Shutting:
        def hash(self, passphrase: str) -> str:
            classroom.classes.let_in(room, is_open=False)
            return slow.hash(passphrase)

    classroom.people.hasher = Shutting()  # type: ignore[assignment]
    with pytest.raises(Unknown):
        classroom.entrance.join(room.code, Newcomer("Queen", "", OTHERS_WORDS), None)
    with pytest.raises(Unknown):
        classroom.people.named("Queen")


# ---- one at a time ------------------------------------------------------------------------------------------------


@pytest.mark.databases
def test_a_new_invitation_back_replaces_the_earlier_ones_of_that_learner(
    classroom: Classroom, room: Class, knave: Person, oak: Person
) -> None:
    other = classroom.classes.make(oak.id, "Upper Fifth")
    classroom.classes.join(other.id, knave.id)
    queen = classroom.people.enrol("Queen", "", WORDS)
    classroom.classes.join(room.id, queen.id)
    first, hers = classroom.classes.invite_back(room, knave), classroom.classes.invite_back(room, queen)
    second = classroom.classes.invite_back(other, knave)
    assert [works(classroom, one) for one in (first, second, hers)] == [False, True, True]
    third = classroom.classes.invite_back(room, knave)
    assert [works(classroom, one) for one in (second, third)] == [False, True]


@pytest.mark.databases
def test_another_passphrase_cancels_the_invitations_back(classroom: Classroom, room: Class, knave: Person) -> None:
    back, into = classroom.classes.invite_back(room, knave), classroom.classes.invite(room)
    classroom.people.change_passphrase(knave.id, OTHERS_WORDS)
    assert [works(classroom, one) for one in (back, into)] == [False, True]


@pytest.mark.databases
def test_a_invitation_with_a_name_replaces_the_earlier_one_of_that_name_in_that_class(
    classroom: Classroom, room: Class
) -> None:
    other = classroom.classes.make(VINE, "Upper Fifth")
    first, elsewhere = classroom.classes.invite(room, "Tom Bell"), classroom.classes.invite(other, "Tom Bell")
    blank = classroom.classes.invite(room)
    second = classroom.classes.invite(room, "tom  BELL")
    assert classroom.classes.invite(room)
    assert [works(classroom, one) for one in (first, elsewhere, blank, second)] == [False, True, True, True]


def test_a_list_with_a_name_twice_makes_no_invitation_that_would_not_work(teacher: FlaskClient, room: Class) -> None:
    refused = teacher.post(f"/classes/{room.id}/invitations", data={"names": "Tom Bell\nAnn Hart\ntom bell"})
    assert refused.status_code == 400
    assert "this name is in it twice" in refused.text
    assert "Ann Hart" in refused.text, "the list is still in the form"


@pytest.mark.databases
def test_the_last_start_before_there_is_a_teacher_has_the_one_invitation_that_makes_one(
    built: tuple[Flask, Flask], library: Library, study: Study
) -> None:
    classroom = started(built[1], library, study, "first run").classroom
    first, second = (classroom.entrance.invite_first_teacher() for _ in range(2))
    assert first is not None
    assert second is not None
    assert [works(classroom, one) for one in (first, second)] == [False, True]
    with pytest.raises(InvitationSpent, match=r"has been cancelled.*start the tutor again"):
        classroom.entrance.use(first, Newcomer("Miss Vine", "", WORDS), None)
    who = classroom.entrance.use(second, Newcomer("Miss Vine", "", WORDS), None)
    assert (who.id, who.role) == (VINE, UserRole.TEACHER)
    assert classroom.entrance.invite_first_teacher() is None


@pytest.mark.databases
def test_whoever_has_the_first_account_keeps_it_when_the_last_teacher_has_gone(
    classroom: Classroom, study: Study, oak: Person
) -> None:
    """Miss Vine had the account that was there before the classroom, and learns now; Mr Oak deletes his."""
    classroom.staff.remove(VINE, None, Leaving.LEARNS, by=oak.id)
    forget(study.of(oak.id))
    written = classroom.entrance.invite_first_teacher()
    assert written is not None
    ash = classroom.entrance.use(written, Newcomer("Mrs Ash", "", OTHERS_WORDS), None)
    assert ash.id != VINE
    vine = classroom.people.who("Miss Vine", WORDS)
    assert vine is not None
    assert not vine.teaches


# ---- what they hang on --------------------------------------------------------------------------------------------

Change = Callable[[Classroom, Study, Class, Person, Person], None]


def dismiss(classroom: Classroom, study: Study, room: Class, knave: Person, oak: Person) -> None:
    del study, oak
    classroom.classes.dismiss(room, knave.id)


def hand_over(classroom: Classroom, study: Study, room: Class, knave: Person, oak: Person) -> None:
    del study, knave
    classroom.classes.hand_over(room, oak)


def delete_class(classroom: Classroom, study: Study, room: Class, knave: Person, oak: Person) -> None:
    del study, knave, oak
    classroom.classes.delete(room)


def delete_account(classroom: Classroom, study: Study, room: Class, knave: Person, oak: Person) -> None:
    del classroom, room, oak
    forget(study.of(knave.id))


def remove_teacher(classroom: Classroom, study: Study, room: Class, knave: Person, oak: Person) -> None:
    del study, room, knave
    classroom.staff.remove(VINE, oak.id, Leaving.LEARNS, by=oak.id)


def close_teacher(classroom: Classroom, study: Study, room: Class, knave: Person, oak: Person) -> None:
    del study, room, knave
    classroom.staff.remove(VINE, oak.id, Leaving.CLOSED, by=VINE)


def listed_by_both(classroom: Classroom, oak: Person) -> list[ListedInvitation]:
    return [*classroom.invitations.listed(VINE), *classroom.invitations.listed(oak.id)]


BACK, NAMED, ANYBODY, COLLEAGUE, OTHER_NAME = "back", "named", "anybody", "colleague", "other name"
FOR = {BACK: "Thomas Bell", NAMED: "Tom Bell", ANYBODY: "", OTHER_NAME: "Ann Hart", COLLEAGUE: "Grace Hartley"}
"""The names on the invitations."""


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize(
    ("change", "still_work"),
    [
        (dismiss, {ANYBODY, COLLEAGUE, OTHER_NAME}),
        (hand_over, {COLLEAGUE}),
        (delete_class, {COLLEAGUE}),
        (delete_account, {ANYBODY, COLLEAGUE, OTHER_NAME}),
        (remove_teacher, set()),
        (close_teacher, set()),
    ],
)
def test_invitations_stop_working_with_what_they_hang_on(
    change: Change,
    still_work: set[str],
    classroom: Classroom,
    study: Study,
    room: Class,
    knave: Person,
    oak: Person,
) -> None:
    invitations = {
        BACK: classroom.classes.invite_back(room, replace(knave, real_name=FOR[BACK])),
        NAMED: classroom.classes.invite(room, FOR[NAMED]),
        ANYBODY: classroom.classes.invite(room),
        OTHER_NAME: classroom.classes.invite(room, FOR[OTHER_NAME]),
        COLLEAGUE: classroom.classes.invite_colleague(VINE, FOR[COLLEAGUE]),
    }
    before = len(kinds(classroom))
    change(classroom, study, room, knave, oak)
    if change not in (delete_class, delete_account):  # their invitations are deleted
        assert EventKind.INVITATION_CANCELLED in kinds(classroom)[before:]
        ended = {one.real_name for one in listed_by_both(classroom, oak) if one.state is InvitationState.CANCELLED}
        assert ended == {FOR[name] for name in FOR if name not in still_work}
    for name, written in invitations.items():
        if name in still_work:
            assert works(classroom, written), name
            continue
        with pytest.raises((InvitationSpent, Unknown)):
            classroom.entrance.use(written, Newcomer("Queen", "", OTHERS_WORDS), None)
    with pytest.raises(Unknown):
        classroom.people.named("Queen")


@pytest.mark.slow
@pytest.mark.databases
def test_invitations_of_an_earlier_tutor_that_should_not_work_are_cancelled_when_it_is_renewed(
    room: Class, knave: Person, where: Path | str
) -> None:
    migrate(where, "0006")
    rows = [
        (1, "join", room.id, None, "Tom Bell", 0),
        (2, "join", room.id, None, "Tom Bell", 0),
        (3, "join", room.id, None, "", 0),
        (4, "join", room.id, None, "", 0),
        (5, "return", room.id, knave.id, "", 0),
        (6, "return", room.id, knave.id, "", 0),
        (7, "return", room.id, VINE, "", 0),  # who is not of the class
        (8, "colleague", None, None, "", -1),  # for the first teacher, made before there was one
        (9, "colleague", None, None, "", 1),
    ]
    engine = create_engine(url_of(where))
    with engine.begin() as connection:
        for key, kind, class_id, learner, name, days in rows:
            values = {"id": key, "digest": str(key), "kind": kind, "class_id": class_id, "learner_id": learner}
            made = {"real_name": name, "made_by": VINE, "made_at": (NOW + timedelta(days=days)).replace(tzinfo=None)}
            connection.execute(insert(table("slip", *map(column, {**values, **made}))), {**values, **made})
    engine.dispose()
    migrate(where, "0007")
    live = sql(where, "SELECT id FROM slip WHERE cancelled_at IS NULL ORDER BY id")
    assert [row[0] for row in live] == [2, 3, 4, 6, 9]


# ---- the page -----------------------------------------------------------------------------------------------------


def test_a_teacher_sees_what_became_of_each_invitation_and_never_what_stands_on_it(
    teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    written = [
        classroom.classes.invite(room, "Ann Hart"),
        classroom.classes.invite(room, "Ben"),
        classroom.classes.invite_back(room, knave),
        classroom.classes.invite_colleague(VINE, "Ed Ash"),
    ]
    classroom.entrance.use(written[1], Newcomer("Queen", "", OTHERS_WORDS), None)
    classroom.classes.invite_back(room, knave)
    assert sorted(states(classroom)) == ["cancelled", "live", "live", "live", "used"]
    page = unwrapped(teacher.get("/invitations/").text)
    for shown in ("3 working invitations", "Ann Hart", "Join Lower Fifth", "Choose a new passphrase", "Teach here"):
        assert shown in page, shown
    assert re.search(r"Used <time", page)
    assert re.search(r"Cancelled <time", page)
    assert not any(one in page or one[:4] in page for one in written)


def test_a_invitation_is_cancelled_on_the_page_and_so_are_all(
    teacher: FlaskClient, school: Flask, classroom: Classroom, room: Class
) -> None:
    written = [classroom.classes.invite(room) for _ in range(3)]
    page = teacher.get("/invitations/").text
    (address, *_) = re.findall(r'action="(/invitations/\d+/cancel)"', page)
    for told in ("1 invitation was cancelled", "no longer worked"):
        after = teacher.get(teacher.post(address).location).text
        assert told in after
    assert [works(classroom, one) for one in written] == [True, True, False]
    refused = school.test_client().post(f"/invitation/{written[2]}", data={"name": "Queen", "passphrase": OTHERS_WORDS})
    assert "has been cancelled" in refused.text
    assert "2 invitations were cancelled" in teacher.get(teacher.post("/invitations/cancel").location).text
    assert not any(works(classroom, one) for one in written)
    assert "cancelled" in {kind.value.partition(" ")[2] for kind in kinds(classroom)}


def test_a_teacher_neither_sees_nor_cancels_the_invitations_of_another(
    school: Flask, classroom: Classroom, room: Class, oak: Person
) -> None:
    written = classroom.classes.invite(room, "Ann Hart")
    (mine,) = classroom.invitations.listed(VINE)
    assert classroom.invitations.listed(oak.id) == []
    other = school.test_client()
    log_in(other, "Mr Oak")
    assert "Ann Hart" not in other.get("/invitations/").text
    assert other.post(f"/invitations/{mine.id}/cancel").status_code == 404
    other.post("/invitations/cancel")
    assert works(classroom, written)
    learner = school.test_client()
    classroom.people.enrol("Queen", "", WORDS)
    log_in(learner, "Queen")
    assert learner.get("/invitations/").status_code == 403
    assert learner.post(f"/invitations/{mine.id}/cancel").status_code == 403


def test_the_list_is_not_without_end(classroom: Classroom, room: Class) -> None:
    for _ in range(4):
        classroom.classes.invite_all(room, [""] * 64)
        classroom.invitations.cancel_all(VINE)
    classroom.classes.invite(room)
    listed = classroom.invitations.listed(VINE)
    assert listed[0].is_live
    assert len(listed) == MOST_PAST + 1
