"""What is stored of learning platforms, on both databases."""

from __future__ import annotations

from random import Random

import pytest

from tutor.errors import Malformed
from tutor.study.accounts.people import UserRole
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.lti import Course, LtiRefused, NotConnected, Platform, PlatformSpec, PlatformUser
from tutor.study.study import Study

pytestmark = pytest.mark.databases

AT = "https://moodle.example"
COURSE = Course("7", "Whist; for “beginners” and everybody else who likes to play", f"{AT}/members")
ADA, BEN = PlatformUser("ada", "Ada Bell", teaches=True), PlatformUser("ben", "Ben Bell", teaches=False)


def spec(*, makes_teachers: bool = True, client: str = "tutor") -> PlatformSpec:
    return PlatformSpec("Moodle", AT, client, ("1", "2"), f"{AT}/a", f"{AT}/t", f"{AT}/k", (), makes_teachers)


@pytest.fixture
def classroom(study: Study) -> Classroom:
    return Classroom.of(study.database, study.clock, Random(1))


@pytest.fixture
def platform(classroom: Classroom) -> Platform:
    return classroom.lti.add(spec(), "a key", by=1)


def test_a_course_is_one_class_and_a_user_one_account(classroom: Classroom, platform: Platform) -> None:
    with pytest.raises(LtiRefused, match="has not opened"):
        classroom.lti.arrive(platform, BEN, COURSE)
    first, again = (classroom.lti.arrive(platform, ADA, COURSE) for _ in range(2))
    assert first == again
    assert first.person.role is UserRole.TEACHER
    learner = classroom.lti.arrive(platform, BEN, COURSE)
    assert learner.class_id == first.class_id
    assert learner.person.real_name == "Ben Bell"
    (room,) = classroom.classes.all_of_teacher(first.person.id)
    assert room.name == "Whist for beginners and everybody else w"
    assert not room.is_open
    found = classroom.lti.course_of(room.id)
    assert found is not None
    assert found[0] == platform
    assert found[1].roster_url == COURSE.roster_url
    assert classroom.lti.counts() == {platform.id: (2, 1)}


def test_a_roster_joins_and_lists(classroom: Classroom, platform: Platform) -> None:
    classroom.lti.arrive(platform, ADA, COURSE)
    classroom.lti.arrive(platform, BEN, COURSE)
    cole = PlatformUser("cole", "Cole Hart", teaches=False)
    changed = classroom.lti.take_roster(platform, COURSE, [ADA, cole])
    assert (changed.joined, changed.stayed, changed.missing) == (["Cole Hart"], 0, ["Ben Bell"])
    changed = classroom.lti.take_roster(platform, COURSE, [ADA, BEN, cole])
    assert (changed.joined, changed.stayed, changed.missing) == ([], 2, [])


def test_a_nonce_is_used_once_and_a_ticket_until_it_is_closed(classroom: Classroom, platform: Platform) -> None:
    classroom.lti.spend(platform, "nonce")
    with pytest.raises(LtiRefused, match="used already"):
        classroom.lti.spend(platform, "nonce")
    classroom.lti.issue(platform, "ticket", {"kind": "choose"})
    assert classroom.lti.asked("ticket") == (platform, {"kind": "choose"})
    assert classroom.lti.close("ticket")
    assert not classroom.lti.close("ticket")
    with pytest.raises(LtiRefused):
        classroom.lti.asked("ticket")


def test_a_platform_makes_no_teacher_unless_it_may(classroom: Classroom, study: Study) -> None:
    platform = classroom.lti.add(spec(makes_teachers=False), "a key", by=1)
    with pytest.raises(NotConnected):
        classroom.lti.arrive(platform, ADA, COURSE)
    assert not classroom.lti.counts()[platform.id][0]
    vine = classroom.people.enrol("Miss Vine", "Ada Bell", "finesse candle orchard plain", UserRole.TEACHER)
    classroom.lti.connect(platform, "ada", vine)
    classroom.lti.connect(platform, "ada", vine)
    assert classroom.lti.arrive(platform, ADA, COURSE).person.id == vine.id
    dale = classroom.people.enrol("Mr Dale", "", "finesse candle orchard plain", UserRole.TEACHER)
    with pytest.raises(LtiRefused, match="another account"):
        classroom.lti.connect(platform, "ada", dale)
    assert study


def test_a_client_is_registered_once_and_removed_with_its_users(classroom: Classroom, platform: Platform) -> None:
    with pytest.raises(Malformed, match="registered with it"):
        classroom.lti.add(spec(), "another key", by=1)
    second = classroom.lti.add(spec(client="other"), "another key", by=1)
    assert classroom.lti.private_key() == "a key", "the first stays"
    assert classroom.lti.of_issuer(AT) is None, "two clients: it has to say which"
    assert classroom.lti.of_issuer(AT, "other") == second
    learner = classroom.lti.arrive(platform, ADA, COURSE).person
    classroom.people.enrol("Miss Vine", "", "finesse candle orchard plain", UserRole.TEACHER)
    token = classroom.logins.begin(learner)
    assert classroom.logins.find(token) is not None
    classroom.lti.remove(platform, by=1)
    assert classroom.logins.find(token) is None
    assert classroom.lti.all() == [second]
    assert classroom.lti.of_issuer(AT) == second


def test_only_registered_addresses_are_reached(platform: Platform) -> None:
    assert platform.checked(f"{AT}/members?page=2")
    for other in ("https://elsewhere.example/members", f"{AT}.elsewhere.example/", "http://moodle.example/", None, ""):
        with pytest.raises(LtiRefused, match="not registered"):
            platform.checked(other)


def test_a_platform_stays_as_long_as_no_teacher_could_come_in_without_it(
    classroom: Classroom, platform: Platform
) -> None:
    ada = classroom.lti.arrive(platform, ADA, COURSE).person
    assert not ada.has_passphrase
    assert classroom.people.teachers() == [ada], "whoever comes from a platform is among the teachers"
    assert classroom.lti.teachers_from() == {ada.id: ["Moodle"]}
    with pytest.raises(LtiRefused, match="First set a passphrase"):
        classroom.lti.remove(platform, by=ada.id)
    assert classroom.lti.all() == [platform], "nothing is changed"
    assert classroom.people.change_passphrase(ada.id, "finesse candle orchard plain").has_passphrase
    classroom.lti.remove(platform, by=ada.id)
    assert [one.id for one in classroom.people.teachers()] == [ada.id]
