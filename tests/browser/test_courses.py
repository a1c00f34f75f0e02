"""Every course, taken from its first page to its last by a learner who answers right, with scripts and without.

All questions of all lessons are answered. The drill is gone through after the first lesson, the middle one and the
last: it is the same page everywhere, and what any drill can ask is answered in `tests/web/practise/test_learners.py`.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tutor.library.lesson_files import ORDER
from tutor.library.lessons import Course, Lesson
from tutor.quizzes.exercise import AnswerForm, Exercise
from tutor.quizzes.kinds.guided_deals import GuidedExercise
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.web.services import Services

pytestmark = pytest.mark.browser

SEEN = """async ask => {
  const until = Date.now() + 10000
  while (document.querySelector('main[data-seen]') && Date.now() < until) await new Promise(done => setTimeout(done))
  const words = element => element ? element.textContent.trim().replace(/\\s+/g, ' ') : ''
  const main = document.querySelector('main')
  const seen = {
    changed: !main.dataset.seen,
    headings: document.querySelectorAll('h1').length,
    focused: document.activeElement.id,
    told: words(document.querySelector(`[id='${ask}'] .feedback [role=status]`)),
    announced: words(document.getElementById('announcer')),
    waiting: document.querySelector('[data-unanswered]')?.id ?? '',
  }
  main.dataset.seen = ask
  return seen
}"""
"""What a learner has before him as soon as it differs from what he had when he last looked."""

Seen = dict[str, Any]


class Walk:
    """A learner on his way through a course, who knows every answer."""

    def __init__(self, page: Page, parts: Services) -> None:
        self.page, self.parts = page, parts

    def lesson(self, lesson: Lesson) -> None:
        """Answers the questions of a lesson that has just been opened, in their order."""
        for number, question in enumerate(lesson.questions, 1):
            assert f"Step {number} of " in self.page.locator(".dots").inner_text()
            exercise = lesson_exercise(lesson, question, self.parts.makers)
            if isinstance(exercise, GuidedExercise):
                self.play(question.code, exercise)
            else:
                self.answer(question.code, exercise)
            self.proceed()
        expect(self.page.locator(".end-of-lesson h2")).to_have_text(re.compile("You got (\\d+) of\\s+\\1 right"))

    def play(self, ask: str, exercise: GuidedExercise) -> None:
        """Plays a guided deal to its end as the lesson advises."""
        for card in exercise.answer.split():
            button = self.page.locator(f"[id='{ask}'] .seat button[value='{card}']")
            going_on = self.page.locator(f"[id='{ask}'] #next")
            expect(button.or_(going_on).first).to_be_visible()
            if not button.count():
                going_on.first.click()
                button.wait_for()
            stood = self.page.locator(f"[id='{ask}'] #event").get_attribute("data-step")
            button.click()
            expect(self.page.locator(f"[id='{ask}'] #event")).not_to_have_attribute("data-step", stood or "")
        expect(self.page.locator(f"[id='{ask}'] .outcome")).to_be_visible()

    def drill(self, lesson: Lesson) -> None:
        """Goes through the drill of a lesson whose end is before him, to the page that says how it went."""
        last = lesson.drill.questions
        self.go_on("#drill", "**/practice/*/*")
        for number in range(1, last + 1):
            assert self.page.title().startswith(f"{number} of {last} · "), self.page.title()
            self.answer("decision", self.asked())
            if number < last:
                self.next_question()
        self.go_on("#next", "**/drills/*/*")
        expect(self.page.locator(".results li.right")).to_have_count(last)
        expect(self.page.locator(".results li.wrong")).to_have_count(0)

    def asked(self) -> Exercise:
        """The question of a drill, made again from its address."""
        found = re.search(r"/practice/([0-9a-f]{8})/(\d+)\?", self.page.url)
        assert found is not None, self.page.url
        return self.parts.makers.make(self.parts.makers.coded(found[1]).id, int(found[2]))

    def go_on(self, selector: str, address: str | re.Pattern[str]) -> None:
        """Follows a link to another page."""
        self.page.locator(selector).click()
        self.page.wait_for_url(address)
        assert self.page.locator("h1").count() == 1, self.page.url

    def answer(self, ask: str, exercise: Exercise) -> None:
        """Answers the question of a section right."""
        raise NotImplementedError

    def proceed(self) -> None:
        """Goes on to the next step of a lesson."""
        raise NotImplementedError

    def next_question(self) -> None:
        """Goes on to the next question of a drill."""
        raise NotImplementedError


class WithScripts(Walk):
    """By keyboard; a page changes in place, the focus goes to what is said of an answer, and that is read out."""

    def go_on(self, selector: str, address: str | re.Pattern[str]) -> None:
        super().go_on(selector, address)
        self.look("")

    def answer(self, ask: str, exercise: Exercise) -> None:
        way_to(self.page, ask, exercise).press("Enter")
        seen = self.look(ask)
        assert seen["told"].startswith("Right."), seen
        assert seen["focused"] == ask, seen
        assert seen["announced"].endswith(seen["told"])
        assert seen["waiting"] != ask, seen

    def play(self, ask: str, exercise: GuidedExercise) -> None:
        self.page.emulate_media(reduced_motion="reduce")
        self.page.evaluate("document.documentElement.dataset.speed = 'wait'")  # nothing goes on of itself
        super().play(ask, exercise)
        self.look("")

    def proceed(self) -> None:
        self.page.keyboard.press("Enter")
        self.look("")

    def next_question(self) -> None:
        self.page.locator("#next").press("Enter")
        seen = self.look("decision")
        assert seen["waiting"] == "decision", seen
        assert seen["focused"] == "decision", seen

    def look(self, ask: str) -> Seen:
        seen: Seen = self.page.evaluate(SEEN, ask)
        assert seen["changed"], "nothing came of what was pressed"
        assert seen["headings"] == 1, seen
        return seen


class WithoutScripts(Walk):
    """By pointer; what comes is a page of its own."""

    def answer(self, ask: str, exercise: Exercise) -> None:
        wanted = way_to(self.page, ask, exercise)
        with self.page.expect_event("load"):
            wanted.press("Enter") if exercise.form is AnswerForm.NUMBER else wanted.click()
        assert self.page.locator("h1").count() == 1, self.page.url
        told = self.page.locator(f"[id='{ask}'] .feedback [role=status]")
        expect(told).to_have_text(re.compile(r"^\s*Right\."))

    def proceed(self) -> None:
        with self.page.expect_event("load"):
            self.page.locator("#next").click()

    def next_question(self) -> None:
        with self.page.expect_event("load"):
            self.page.locator("#next").click()
        assert self.page.locator("h1").count() == 1, self.page.url


def way_to(page: Page, ask: str, exercise: Exercise) -> Locator:
    """What gives the right answer: a card, one of the choices, or the field with the number written in it."""
    if exercise.form is AnswerForm.NUMBER:
        field = page.locator(f"[id='{ask}'][data-unanswered] input[name=answer]")
        field.fill(exercise.answer)
        return field
    within = "main:has(#decision[data-unanswered])" if ask == "decision" else f"[id='{ask}'][data-unanswered]"
    return page.locator(f"{within} form.choices button[name=answer][value={json.dumps(value_sent(exercise))}]")


def value_sent(exercise: Exercise) -> str:
    """The value of the button for the right answer."""
    values = (exercise.value_of(choice) for choice in exercise.choices if choice.key == exercise.answer)
    return next(values, exercise.answer)


def drilled(course: Course) -> tuple[Lesson, Lesson, Lesson]:
    """The lessons after which the drill is gone through."""
    return course.lessons[0], course.lessons[len(course.lessons) // 2], course.lessons[-1]


LONG = frozenset(("whist", "bridge", "auction", "laws"))
"""Courses of dozens of lessons, of the kinds that the shortest course has: whole by `make robustness` only."""


@pytest.mark.parametrize("name", [pytest.param(key, marks=[pytest.mark.deep] * (key in LONG)) for key in ORDER])
def test_a_course_is_taken_from_its_first_page_to_its_last(open_page: Open, app_parts: Services, name: str) -> None:
    course = app_parts.courses.course(name)
    walk = WithScripts(open_page("/courses/"), app_parts)
    walk.go_on(f"main a:text-is('{course.title}')", f"**/courses/{course.id}")
    walk.go_on("main a:has-text('Start: ')", f"**/lessons/{course.lessons[0].id}")
    for lesson, following in zip(course.lessons, (*course.lessons[1:], None), strict=True):
        walk.lesson(lesson)
        if lesson in drilled(course):
            walk.drill(lesson)
        if following:
            walk.go_on("main a:has-text('Next lesson: ')", f"**/lessons/{following.id}")
    assert walk.page.get_by_text("Next lesson").count() == 0
    walk.go_on("header nav a:text-is('Learn')", "**/courses/")
    walk.go_on(f"main a:text-is('{course.title}')", f"**/courses/{course.id}")
    expect(walk.page.get_by_text("You have finished this course.")).to_be_visible()
    told = [f"done, {len(lesson.questions)} of {len(lesson.questions)} right" for lesson in course.lessons]
    expect(walk.page.locator(".progress")).to_have_text(told)


@pytest.mark.parametrize("name", sorted(LONG))
def test_the_first_the_middle_and_the_last_lesson_of_a_long_course_are_taken(
    open_page: Open, app_parts: Services, name: str
) -> None:
    course = app_parts.courses.course(name)
    walk = WithScripts(open_page(f"/courses/{course.id}"), app_parts)
    walk.go_on("main a:has-text('Start: ')", f"**/lessons/{course.lessons[0].id}")
    walk.lesson(course.lessons[0])
    walk.drill(course.lessons[0])
    for lesson in drilled(course)[1:]:
        walk.page.goto(f"/lessons/{lesson.id}")
        walk.look("")
        walk.lesson(lesson)
    walk.page.goto(f"/courses/{course.id}")
    assert walk.page.get_by_text("done, ").count() == len(drilled(course))


@pytest.mark.parametrize("name", ORDER)
def test_the_first_lesson_of_a_course_and_its_drill_need_no_scripts(
    open_page: Open, app_parts: Services, name: str
) -> None:
    """Every other lesson is answered by its forms alone where no browser is."""
    course = app_parts.courses.course(name)
    walk = WithoutScripts(open_page(f"/courses/{course.id}", java_script_enabled=False), app_parts)
    walk.go_on("main a:has-text('Start: ')", f"**/lessons/{course.lessons[0].id}")
    walk.lesson(course.lessons[0])
    walk.drill(course.lessons[0])
