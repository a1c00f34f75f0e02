"""Fair questions: a learner who has read only what came before has met all that each question needs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from tests.support.cases import for_each
from tests.support.needs import Learner, terms_of_position, unmet, unshown_terms
from tutor.auction import Double
from tutor.errors import FaultyContent
from tutor.library.catalogue import load
from tutor.library.lesson_blocks import Surroundings
from tutor.library.lesson_files import LessonText, load_courses, read_lesson
from tutor.library.lesson_questions import AuthorityQuestion
from tutor.library.lessons import Course, Courses, Lesson
from tutor.quizzes.bank import exercise_bank

LIBRARY = load()
COURSES = load_courses(LIBRARY)
BANK = exercise_bank(LIBRARY, COURSES)
FAIR: Collection[str] = ("whist", "bridge", "auction")
"""The courses whose questions must all be fair: those whose lessons have been written anew."""


@pytest.mark.slow
@pytest.mark.parametrize("course", FAIR)
def test_every_question_of_a_course_asks_for_what_was_shown(course: str) -> None:
    assert list(map(str, unmet(COURSES, COURSES.course(course), BANK, LIBRARY.glossary))) == []


@for_each("lesson", COURSES.lessons.values(), ids=lambda lesson: lesson.id)
def test_what_a_lesson_says_that_it_shows_it_names(lesson: Lesson) -> None:
    assert unshown_terms(lesson, Learner(LIBRARY.glossary), BANK) == []


@for_each("lesson", COURSES.lessons.values(), ids=lambda lesson: lesson.id)
def test_what_a_question_needs_is_a_term_or_is_taught_somewhere(lesson: Lesson) -> None:
    for question in lesson.questions:
        for need in question.needs:
            known = need in COURSES.teaching or need in {term.anchor for term in LIBRARY.glossary}
            assert known, f"{question.name} needs ‘{need}’, which nothing teaches"


# ---- small courses ---------------------------------------------------------------------------------------------------

FRONT = """---
title: A lesson
aim: To learn.
sources:
  - {{source: caelebs, page: 2, lines: [546, 548]}}
teaches: [{teaches}]
terms: [{terms}]
drill: {{on: [term-knave]}}
---
"""
ASKED = """```question
name: {name}
on: [term-knave]
needs: [{needs}]
ask: {ask}
choices:
  - {{says: "{option}", right: yes}}
  - {{says: "No", why: "It is not."}}
because: {because}
```
"""


def asked(
    name: str = "a", ask: str = "What now?", option: str = "Yes", because: str = "It is so.", needs: str = ""
) -> str:
    return ASKED.format(name=name, ask=ask, option=option, because=because, needs=needs)


def lesson_of(name: str, text: str, teaches: str = "", terms: str = "") -> Lesson:
    front = FRONT.format(teaches=teaches, terms=terms)
    around = Surroundings(library=LIBRARY)
    return read_lesson(LessonText(name, "small", f"{name}.md", front + text), around)


def needed(*lessons: Lesson) -> dict[str, tuple[str, ...]]:
    course = Course("small", "Small", "To learn.", lessons)
    courses = Courses({"small": course}, {lesson.id: lesson for lesson in lessons})
    found = unmet(courses, course, BANK, LIBRARY.glossary)
    return {f"{one.lesson}/{one.question}": one.needs for one in found}


def test_a_term_in_a_question_or_an_option_must_have_been_met() -> None:
    assert needed(lesson_of("one", asked(ask="Is it a tenace?"))) == {"one/a": ("term-tenace",)}
    assert needed(lesson_of("one", asked(option="A tenace"))) == {"one/a": ("term-tenace",)}
    assert needed(lesson_of("one", "This is a *tenace*.\n" + asked(ask="Is it a tenace?"))) == {}


def test_what_is_read_after_the_question_comes_too_late() -> None:
    text = asked(ask="Is it a tenace?") + "This is a *tenace*.\n"
    assert needed(lesson_of("one", text)) == {"one/a": ("term-tenace",)}


def test_a_reason_is_read_and_serves_the_next_question() -> None:
    told = asked(because="It is a tenace.") + asked("b", ask="Is it a tenace?")
    assert needed(lesson_of("one", told)) == {}


def test_a_question_that_uses_a_word_does_not_explain_it() -> None:
    twice = asked(ask="Is it a tenace?") + asked("b", ask="Is it a tenace?")
    assert set(needed(lesson_of("one", twice))) == {"one/a", "one/b"}


def test_an_earlier_lesson_serves_and_a_later_one_does_not() -> None:
    tells, asks = lesson_of("one", "A *tenace*.\n" + asked()), lesson_of("two", asked(ask="Is it a tenace?"))
    assert needed(tells, asks) == {}
    assert needed(asks, tells) == {"two/a": ("term-tenace",)}


def test_what_a_lesson_shows_by_its_acts_is_met_in_it_and_must_be_named_in_it() -> None:
    shows = lesson_of("one", asked(ask="Is it a tenace?", because="A tenace takes both."), terms="tenace")
    assert needed(shows) == {}
    learner = Learner(LIBRARY.glossary)
    assert unshown_terms(shows, learner, BANK) == []
    assert unshown_terms(lesson_of("one", asked(), terms="tenace"), learner, BANK) == ["tenace"]


def test_what_a_question_says_that_it_needs_must_have_been_met() -> None:
    needs = asked(needs="cae-art-025, term-tenace")
    assert needed(lesson_of("one", needs)) == {"one/a": ("cae-art-025", "term-tenace")}
    before = lesson_of("none", "A *tenace*.\n" + asked(), teaches="cae-art-025")
    assert needed(before, lesson_of("one", needs)) == {}


def test_the_subject_of_a_question_is_that_of_its_lesson_or_of_an_earlier_one() -> None:
    strange = asked().replace("on: [term-knave]", "on: [cae-art-025]")
    assert needed(lesson_of("one", strange)) == {"one/a": ("cae-art-025",)}
    assert needed(lesson_of("one", strange, teaches="cae-art-025")) == {}


def test_what_a_position_shows_must_have_been_met_though_no_word_names_it() -> None:
    views = [
        one for lesson in COURSES.lessons.values() for one in lesson.questions if isinstance(one, AuthorityQuestion)
    ]
    with_dummy = next(one for one in views if one.view.exposed)
    doubled = next(one for one in views if any(isinstance(said.call, Double) for said in one.view.calling.said))
    assert "dummy" in terms_of_position(with_dummy)
    assert "double" in terms_of_position(doubled)
    assert "dummy" not in terms_of_position(next(one for one in views if not one.view.exposed))


def test_a_course_comes_after_another_or_after_a_lesson_of_it() -> None:
    first, second = lesson_of("one", asked()), lesson_of("two", "A *tenace*.\n" + asked())
    third = lesson_of("three", asked(ask="Is it a tenace?"))
    lessons = {lesson.id: lesson for lesson in (first, second, third)}
    whist = Course("whist", "W", "To learn.", (first.made_of(first.blocks, "whist", ""), second))
    for after, expected in (("whist", 0), ("two", 0), ("one", 1), (None, 1)):
        bridge = Course("bridge", "B", "To learn.", (third,), after)
        at = {one.id: one.made_of(one.blocks, "whist", "") for one in (first, second)}
        courses = Courses({"whist": replace(whist, lessons=tuple(at.values())), "bridge": bridge}, {**lessons, **at})
        assert len(unmet(courses, bridge, BANK, LIBRARY.glossary)) == expected, after


def test_a_term_that_there_is_not_is_a_fault() -> None:
    with pytest.raises(FaultyContent, match="there is no term ‘tenance’"):
        lesson_of("one", asked(), terms="tenance")
