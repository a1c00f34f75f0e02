"""A course at a platform that we did not write, in a real browser: work is chosen, done, and its grade arrives there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_classroom import fill_in, go_by, sound
from tests.support.lti_platform import INSTRUCTOR, School, school_platform
from tests.support.school import WORDS
from tutor.study.classroom.classroom import Classroom
from tutor.web.classroom.lti_grades import GradeSender
from tutor.web.services import EXTENSION

pytestmark = pytest.mark.browser

RIGHT = "hel-decl-nt-a"


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
    go_by(page.get_by_role("button", name="Register"))
    expect(page.locator("main")).to_contain_text("School Moodle")
    answer = page.request.get("/lti/keys")
    moodle.conf.get_registration().set_tool_key_set(answer.json())


@pytest.mark.usefixtures("sender")
def test_work_is_chosen_for_a_course_and_its_grade_arrives(
    classroom: Classroom, open_page: Open, moodle: School
) -> None:
    register(open_page("/log-in"), moodle)

    teacher = open_page("/help", watched=False)
    moodle.open_in_browser(teacher, "Ada", INSTRUCTOR, choose=True)
    expect(teacher.get_by_role("heading", level=1)).to_have_text("Choose work for Whist for beginners")
    sound(teacher)
    go_by(teacher.get_by_role("link", name="A page to read"))
    sound(teacher)
    teacher.get_by_label("Text").fill("## The opening lead\n\nLead the king.")
    go_by(teacher.get_by_role("button", name="Assign", exact=True))
    expect(teacher.locator("main")).to_contain_text("The link to “The opening lead” is ready")
    sound(teacher)
    teacher.get_by_role("button", name="Add the link to the course").click()
    expect(teacher.get_by_role("heading")).to_have_text("The link is in the course")
    (item,) = moodle.items
    assert (item["title"], item["lineItem"]["scoreMaximum"]) == ("The opening lead", 1)

    pupil = open_page("/help", width=390, watched=False)
    moodle.open_in_browser(pupil, "Ben")
    expect(pupil.get_by_role("heading", level=1)).to_have_text("The opening lead")
    sound(pupil)
    assert not moodle.scores
    go_by(pupil.get_by_role("button", name="I have read it"))
    _until(pupil, lambda: bool(moodle.scores))
    (score,) = moodle.scores
    assert (score["userId"], score["scoreGiven"], score["scoreMaximum"], score["line item"]) == ("Ben", 1, 1, "link-1")

    moodle.open_in_browser(teacher, "Ada", INSTRUCTOR)
    expect(teacher.get_by_role("heading", name="Grades at School Moodle")).to_be_visible()
    _until(teacher, lambda: "1 of 1: sent" in teacher.reload().text())  # type: ignore[union-attr]
    expect(teacher.get_by_role("row", name="Ben Bell")).to_contain_text("1 of 1: sent")
    sound(teacher)
    teacher.set_viewport_size({"width": 390, "height": 800})
    sound(teacher)
    go_by(teacher.get_by_role("button", name="Send all grades again"))
    _until(teacher, lambda: len(moodle.scores) == 2)

    moodle.open_in_browser(pupil, "Ben")
    pupil.goto("/account")
    expect(pupil.get_by_role("heading", name="Choose a passphrase")).to_be_visible()
    sound(pupil)
    (room,) = classroom.classes.all_of_learner(max(one.person.id for one in _members(classroom)))
    assert room.name == "Whist for beginners"


def _members(classroom: Classroom) -> list:  # type: ignore[type-arg]
    return list(classroom.classes.members(classroom.classes.find(1)))
