"""A course of a platform that we did not write, in real browsers: work is chosen, done, and the grade arrives there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_classroom import RULES, do_it, drill_of, fill_in, go_by, sound
from tests.support.lti_platform import INSTRUCTOR, School, school_platform
from tests.support.school import WORDS
from tutor.study.classroom.classroom import Classroom
from tutor.web.classroom.lti_grades import GradeSender
from tutor.web.services import EXTENSION

pytestmark = pytest.mark.browser


@pytest.fixture
def app(school: Flask) -> Flask:
    """The site of this module is that of the school, whose forms want their tokens."""
    school.config["WTF_CSRF_ENABLED"] = True
    return school


@pytest.fixture
def moodle(site: str) -> Iterator[School]:
    """A platform whose courses open the tutor where it is served."""
    with school_platform() as found:
        found.tool = site
        found.begin()
        yield found


@pytest.fixture
def sender(app: Flask, moodle: School) -> Iterator[GradeSender]:
    """What sends grades, looking for them ten times a second."""
    assert moodle.url
    found = GradeSender(app.extensions[EXTENSION], every=0.1)
    found.start()
    yield found
    found.stop()


def register(page: Page, moodle: School) -> None:
    """Miss Vine registers the platform, and it takes the tutor’s keys."""
    fill_in(page, name="Miss Vine", passphrase=WORDS)
    go_by(page.get_by_role("button", name="Log in"))
    page.goto("/lti/")
    fields = {name: text for name, text in moodle.form.items() if name != "makes_teachers"}
    fill_in(page, **fields)
    page.get_by_label("They become a teacher here").check()
    go_by(page.get_by_role("button", name="Register the platform"))
    expect(page.locator("main")).to_contain_text("School Moodle")
    answer = page.request.get("/lti/keys")
    moodle.conf.get_registration().set_tool_key_set(answer.json())


@pytest.mark.usefixtures("sender")
def test_work_is_chosen_for_a_course_and_its_grade_arrives(
    app: Flask, classroom: Classroom, open_page: Open, moodle: School
) -> None:
    register(open_page("/log-in"), moodle)

    teacher = open_page("/help", watched=False)
    moodle.open_in_browser(teacher, "Ada", INSTRUCTOR, choose=True)
    expect(teacher.get_by_role("heading", level=1)).to_have_text("Choose work for Whist for beginners")
    sound(teacher)
    go_by(teacher.get_by_role("link", name="A drill"))
    sound(teacher)
    teacher.get_by_role("radio", name="Rules by name").check()
    fill_in(teacher, title="Aces and hearts", ids=RULES, questions="3")
    go_by(teacher.get_by_role("button", name="Assign", exact=True))
    expect(teacher.locator("main")).to_contain_text("The link to “Aces and hearts” is ready")
    sound(teacher)
    teacher.get_by_role("button", name="Add the link to the course").click()
    expect(teacher.get_by_role("heading")).to_have_text("The link is in the course")
    (item,) = moodle.items
    assert (item["title"], item["lineItem"]["scoreMaximum"]) == ("Aces and hearts", 3)

    pupil = open_page("/help", width=390, watched=False)
    moodle.open_in_browser(pupil, "Ben")
    expect(pupil.get_by_role("heading", level=1)).to_have_text("Aces and hearts")
    sound(pupil)
    (room,) = classroom.classes.all_of_teacher(_number_of(classroom, "Ada Bell"))
    (assignment,) = classroom.assignments.of_class(room.id)
    go_by(pupil.locator("#next"))
    exercises = drill_of(app, assignment, _number_of(classroom, "Ben Bell"))
    do_it(pupil, exercises, lambda number: number > 1, sound)
    _until(pupil, lambda: bool(moodle.scores))
    (score,) = moodle.scores
    assert (score["userId"], score["scoreGiven"], score["scoreMaximum"], score["line item"]) == ("Ben", 2, 3, "link-1")

    moodle.open_in_browser(teacher, "Ada", INSTRUCTOR)
    expect(teacher.get_by_role("heading", name="Grades at School Moodle")).to_be_visible()
    _until(teacher, lambda: "2 of 3: sent" in teacher.reload().text())  # type: ignore[union-attr]
    expect(teacher.get_by_role("row", name="Ben Bell")).to_contain_text("2 of 3: sent")
    sound(teacher)
    teacher.set_viewport_size({"width": 390, "height": 800})
    sound(teacher)
    go_by(teacher.get_by_role("button", name="Send all grades again"))
    _until(teacher, lambda: len(moodle.scores) == 2)

    moodle.open_in_browser(pupil, "Ben")
    pupil.goto("/account")
    expect(pupil.get_by_role("heading", name="Choose a passphrase")).to_be_visible()
    sound(pupil)


def _number_of(classroom: Classroom, real_name: str) -> int:
    found = (classroom.people.person(number) for number in range(1, 9))
    return next(person.id for person in found if person and person.real_name == real_name)


def _until(page: Page, is_so: Callable[[], bool]) -> None:
    """Waits until something is so, for half a minute at most."""
    for _ in range(100):
        if is_so():
            return
        page.wait_for_timeout(300)
    pytest.fail("it never came to be so")
