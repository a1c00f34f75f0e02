"""Lessons and courses: every one is read, rendered and answered; faults are told with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.cases import for_each
from tests.support.clock import NOW
from tests.support.markup import Page
from tutor.authorities import every_rule
from tutor.authorities.rules import UNDECIDED
from tutor.errors import FaultyContent
from tutor.library.catalogue import Library, load
from tutor.library.lesson_blocks import Surroundings, matching
from tutor.library.lesson_files import LessonText, load_courses, read_lesson
from tutor.library.lesson_questions import AuthorityQuestion, WrittenQuestion
from tutor.library.lessons import Course, Lesson
from tutor.quizzes.exercise import AnswerForm, Exercise, Grade
from tutor.quizzes.guided_play import DealAnswer, GuidedPlay
from tutor.quizzes.kinds.guided_deals import GuidedExercise
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import Services, load_exercises

LIBRARY = load()
COURSES = load_courses(LIBRARY)
MAKERS = load_exercises(LIBRARY)[1]
LESSONS = [pytest.param(lesson, id=lesson.id) for lesson in COURSES.lessons.values()]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """One learner who goes through everything: to make a tutor for each lesson would take longer than the lessons."""
    study = Study.open(tmp_path_factory.mktemp("lessons") / "study.sqlite3", lambda: NOW)
    app = create_app(Services.of(LIBRARY, study, Random(1901)), b"only for tests, and long enough")
    app.config["WTF_CSRF_ENABLED"] = False
    yield app.test_client()
    study.close()


HALF_WRITTEN = """\
---
title: Mine
aim: To see every fault at once.
---

```question
name: first
ask: Which?
choices:
  - says: One
    right: yes
  - says: Two
    right: yes
  - right: no
  - says: Three
```
"""


def test_a_fault_of_a_field_does_not_hide_what_is_wrong_with_several_together() -> None:
    """The question has no comment, an option no text: the others are told that too many are right, and a reason."""
    with pytest.raises(FaultyContent) as refused:
        read_lesson(LessonText("mine", "own", "mine.md", HALF_WRITTEN), Surroundings(is_own=True))
    told = [(fault.line, fault.what.partition(". ")[0]) for fault in refused.value.faults]
    assert sorted(one for one in told if one[0] > 1) == [
        (7, "exactly one choice must be right"),
        (7, "the key ‘because’ is missing"),
        (14, "a wrong answer needs a reason"),
        (14, "the key ‘says’ is missing"),
        (15, "a wrong answer needs a reason"),
    ]


@cache
def made(lesson: str, code: str) -> Exercise:
    """A question of a lesson; to make some takes a second."""
    found = COURSES.lesson(lesson)
    return lesson_exercise(found, next(question for question in found.questions if question.code == code), MAKERS)


def wrong_answer(exercise: Exercise) -> str | None:
    """An answer that can be given and is not right; None where every answer is."""
    if exercise.form is AnswerForm.NUMBER:
        return str(int(exercise.answer) + 1)
    given = badly_played(exercise) if isinstance(exercise, GuidedExercise) else [one.key for one in exercise.choices]
    return next((key for key in given if not exercise.mark(key).grade.is_right), None)


def badly_played(exercise: GuidedExercise) -> Iterator[str]:
    """A guided deal played without sense: low, high, from the other end; and with a first card taken back."""
    for wanted in (min, max):
        for key in (lambda card: card.rank.height, lambda card: (str(card.suit), card.rank.height)):
            guided = GuidedPlay.begun(exercise.deal)
            while not guided.is_over:
                guided = guided.after(wanted(guided.play.lawful(), key=key))
            yield str(DealAnswer(guided.cards))
    yield f"{exercise.answer} -1"


# ---- every lesson -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@for_each("lesson", LESSONS)
def test_every_question_of_a_lesson_can_be_answered_right_and_wrong(lesson: Lesson) -> None:
    for question in lesson.questions:
        exercise = made(lesson.id, question.code)
        right = exercise.mark(exercise.answer)
        assert right.grade is Grade.BEST, question.name
        wrong = wrong_answer(exercise)
        assert wrong is not None, f"{question.name}: whatever is answered is right"
        if question is lesson.questions[0] or not isinstance(question, AuthorityQuestion):
            assert exercise.mark(wrong).because


@pytest.mark.deep
@for_each("lesson", LESSONS)
def test_whoever_answers_as_no_author_would_is_told_why(lesson: Lesson) -> None:
    """The nearest hand in which the answer would be right is looked for: that takes long."""
    for question in lesson.questions:
        wrong = wrong_answer(exercise := made(lesson.id, question.code))
        assert wrong is not None
        assert exercise.mark(wrong).because, question.name


@for_each("lesson", LESSONS)
def test_what_an_author_is_asked_in_a_lesson_is_decided_by_the_rule_it_is_on(lesson: Lesson) -> None:
    for question in lesson.questions:
        if isinstance(question, AuthorityQuestion):
            exercise = made(lesson.id, question.code)
            advice = exercise.advice  # type: ignore[attr-defined]
            assert advice.rule.id in question.on, f"{question.name}: {advice.rule.id} decides"
            told = f"{question.name}: {len(advice.acceptable)} other answers are acceptable"
            assert len(advice.acceptable) <= 1, told


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_unfolds_as_it_is_answered_and_tells_nothing_beforehand(lesson: Lesson, client: FlaskClient) -> None:
    for question in lesson.questions:
        page = client.get(f"/lessons/{lesson.id}")
        assert page.status_code == 200
        waiting = page.text.index(f'id="{question.code}"')
        assert "data-unanswered" in page.text[waiting : waiting + 400], f"{question.name} does not wait"
        exercise = made(lesson.id, question.code)
        told = exercise.mark(exercise.answer)
        shown = words_of(page.text)
        assert words_of(told.because) not in shown or len(told.because) < 25, f"{question.name}: the reason is told"
        answered = client.post(f"/lessons/{lesson.id}/questions/{question.code}", data={"answer": exercise.answer})
        assert answered.status_code == 303
        after = Page(client.get(answered.headers["Location"]).text)
        marks = after.all(f"#{question.code} .mark")
        assert not any("wrong" in (mark.attributes["class"] or "") for mark in marks), question.name
        assert marks or after.all(f"#{question.code} .outcome"), question.name
    assert f"You got {len(lesson.questions)} of {len(lesson.questions)} right" in words_of(
        client.get(f"/lessons/{lesson.id}").text
    )
    assert "mark wrong" not in client.get(f"/lessons/{lesson.id}?all=1").text
    assert client.get(f"/lessons/{lesson.id}/handout").status_code == 200


def test_a_handout_says_whose_cards_are_whose_and_which_card_is_right(client: FlaskClient) -> None:
    page = Page(client.get("/lessons/whist-take-a-trick/handout").text)
    first = page.all(".ask .compass")[0]
    assert [part.text(strip=True) for part in first.css(".s p.sc, .w p.sc")] == ["A, you", "Y"]
    answers = words_of(page.only(".answers").html or "")
    assert "The ace of spades. You took the trick" in answers
    assert "of 1 trick" not in answers
    assert "of 4 tricks" not in answers


def words_of(html: str) -> str:
    """The words of a page or a text, without marks."""
    return " ".join(re.sub(r"<[^>]*>|[*_]", "", unescape(html)).split())


@for_each("lesson", LESSONS)
def test_the_words_before_a_question_do_not_hold_its_answer(lesson: Lesson) -> None:
    """Where a hand is to be decided on; a question of knowledge is asked of what has just been taught."""
    before = [lesson.title, lesson.aim]
    for block in lesson.blocks:
        if isinstance(block, AuthorityQuestion):
            exercise = lesson_exercise(lesson, block, MAKERS)
            told = exercise.mark(exercise.answer)
            heading = before[-1].rsplit("##", 1)[-1] if "##" in before[-1] else ""
            assert told.best[0].label.lower() not in heading.split("\n")[0].lower(), f"{block.name}: its heading tells"
        before.append(getattr(block, "markdown", None) or getattr(block, "caption", None) or "")


@for_each("lesson", LESSONS)
def test_the_drills_of_a_lesson_have_items(lesson: Lesson) -> None:
    for drill in lesson.drills:
        for wanted in drill.on:
            assert matching(wanted, MAKERS.items), f"{lesson.id}: nothing can be asked on {wanted}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "lesson", [pytest.param(course.lessons[-1], id=course.id) for course in COURSES.courses.values()]
)
def test_the_drill_at_the_end_can_be_gone_through(lesson: Lesson, client: FlaskClient) -> None:
    last = len(lesson.drills) - 1
    address = client.get(f"/lessons/{lesson.id}/drills/{last}/7/1").location
    answered = 0
    while True:
        page = client.get(address)
        assert page.status_code == 200, address
        code, number = re.search(r"/practice/([0-9a-f]{8})/(\d+)", address).groups()  # type: ignore[union-attr]
        item = MAKERS.coded(code).id
        exercise = MAKERS.make(item, int(number))
        assert item not in page.text, "the address or the page names the rule"
        told = client.post(address, data={"answer": exercise.answer}, follow_redirects=True)
        assert 'class="mark right"' in told.text, address
        answered += 1
        following = re.search(r'id="next" href="([^"]+)"', told.text)
        assert following is not None
        if "See your results" in told.text:
            break
        address = client.get(unescape(following[1])).location
        assert address, following[1]
    assert answered == lesson.drill.questions
    assert " right<" in client.get(unescape(following[1])).text


# ---- the courses as a whole ---------------------------------------------------------------------------------------


def test_every_rule_that_is_carried_out_is_taught_by_some_lesson() -> None:
    taught_ids = {name for lesson in COURSES.lessons.values() for name in lesson.teaches}
    rules = {rule.id for rule in every_rule() if rule.row != UNDECIDED}
    assert sorted(rules - taught_ids) == []


def test_no_two_questions_of_a_lesson_go_by_one_code() -> None:
    for lesson in COURSES.lessons.values():
        codes = {question.code for question in lesson.questions}
        assert len(codes) == len(lesson.questions), lesson.id


def test_what_a_lesson_needs_comes_before_it_in_its_course_or_in_another() -> None:
    for course in COURSES.courses.values():
        seen: set[str] = set()
        for lesson in course.lessons:
            for needed in lesson.needs:
                assert needed in seen or COURSES.lessons[needed].course != course.id, f"{lesson.id} needs {needed}"
            seen.add(lesson.id)


def test_the_courses_are_there() -> None:
    assert list(COURSES.courses) == ["whist", "bridge", "auction", "laws", "odds", "library"]


@pytest.mark.parametrize("course", [pytest.param(course, id=course.id) for course in COURSES.courses.values()])
def test_a_course_shows_how_far_each_lesson_has_come(course: Course, app: Flask) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    first = course.lessons[0]
    assert f"Start: {first.title}" in unescape(client.get(f"/courses/{course.id}").text)
    for question in first.questions:
        exercise = lesson_exercise(first, question, MAKERS)
        client.post(f"/lessons/{first.id}/questions/{question.code}", data={"answer": exercise.answer})
    page = client.get(f"/courses/{course.id}").text
    assert f"done, {len(first.questions)} of {len(first.questions)} right" in page


# ---- faults -------------------------------------------------------------------------------------------------------

GOOD = """---
title: A title
aim: An aim.
sources: [{source: caelebs, page: 12, lines: [483, 551]}]
teaches: [cae-law-01]
drill: {on: [term-pack], questions: 3}
---
Some text.

```question
name: one
on: [cae-law-01]
ask: Which?
choices:
  - {says: This, right: yes}
  - {says: That, why: Not that.}
because: It is this.
```
"""

FAULTS = {
    "no front matter": ("---\ntitle: A title\n", "", 1, "front matter"),
    "a key that is not known": ("aim: An aim.", "aims: An aim.", 3, "no key ‘aims’"),
    "two right answers": (
        "{says: That, why: Not that.}",
        "{says: That, right: yes}",
        None,
        "exactly one choice must be right",
    ),
    "a wrong answer without a reason": ("{says: That, why: Not that.}", "{says: That}", None, "Write ‘why’"),
    "a block of no kind": ("```question", "```riddle", 10, "no block ‘riddle’"),
    "a block without an end": ("because: It is this.\n```", "because: It is this.", 10, "has no end"),
    "a link that leads nowhere": ("Some text.", "See [it](/games/hel-game-99/).", 8, "leads nowhere"),
    "a link that leaves the tutor": ("Some text.", "See [it](https://example.org/).", 8, "not a page of the tutor"),
    "HTML": ("Some text.", "Some <b>text</b>.", 8, "HTML"),
    "a card that is none": ("Some text.", "The {Z9}.", 8, "Z9"),
    "a heading of the first rank": ("Some text.", "# Some text", 8, "heading"),
    "a source that is none": ("source: caelebs", "source: hoyle", 4, "not a source"),
    "no question": (GOOD[GOOD.index("```question") :], "", 1, "nothing to do"),
    "a lesson needed that is not there": ("teaches:", "needs: [nothing]\nteaches:", 5, "no lesson ‘nothing’"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_a_lesson_is_told_with_its_line(name: str, library: Library, tmp_path: Path) -> None:
    old, new, line, says = FAULTS[name]
    assert old in GOOD
    file = tmp_path / "lesson.md"
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FaultyContent) as caught:
        read_lesson(LessonText.of_file(file), Surroundings(library=library))
    found = [fault for fault in caught.value.faults if says in fault.what or says in fault.mend]
    assert found, caught.value
    assert line is None or found[0].line == line


def test_a_sound_lesson_is_built(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "lesson.md"
    file.write_text(GOOD, encoding="utf-8")
    lesson = read_lesson(LessonText.of_file(file), Surroundings(library=library))
    assert [question.name for question in lesson.questions] == ["one"]
    assert isinstance(lesson.questions[0], WrittenQuestion)


# ---- what a browser may send --------------------------------------------------------------------------------------


def test_what_is_sent_amiss_is_refused_and_keeps_nothing(app: Flask, app_parts: Services) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    lesson = next(iter(COURSES.lessons.values()))
    code = lesson.questions[0].code
    assert client.post(f"/lessons/{lesson.id}/questions/{code}", data={"answer": "nonsense"}).status_code == 400
    assert client.post(f"/lessons/{lesson.id}/questions/nothing", data={"answer": "0"}).status_code == 404
    assert client.get("/lessons/nothing").status_code == 404
    assert client.get("/courses/nothing").status_code == 404
    for address in ("99/1/1", "0/99999999/1", "0/1/99"):
        assert client.get(f"/lessons/{lesson.id}/drills/{address}").status_code == 404
    assert app_parts.study.answers.latest("lesson") == {}
