"""The courses of play are played: most acts at the table, few sentences to pick, deals all along, few words first."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.tools.course_goals import COURSES, MeasuredLesson, measured_course, shortcomings
from tutor.library.lesson_measures import ActKind, Measures

HELD_TO_THE_GOALS: tuple[str, ...] = COURSES
"""The courses that must reach them: of `COURSES` those whose lessons have all been written anew."""


@pytest.mark.parametrize("course", HELD_TO_THE_GOALS)
def test_a_course_reaches_its_goals(course: str) -> None:
    assert list(shortcomings(measured_course(course))) == []


def test_only_courses_of_play_are_held_to_them() -> None:
    assert set(HELD_TO_THE_GOALS) <= set(COURSES)


def lesson(number: int, *, played: int = 4, chosen: int = 2, sentences: int = 0, deals: int = 1) -> MeasuredLesson:
    acts = Counter({ActKind.PLAYED: played, ActKind.CHOSEN: chosen})
    return MeasuredLesson(f"lesson-{number}", Measures(1, acts, sentences, deals, 20), has_whole_deal=number == 2)


GOOD = [lesson(number, deals=number % 3 == 0) for number in range(6)]


def test_a_course_that_is_played_has_no_shortcoming() -> None:
    assert list(shortcomings(GOOD)) == []


@pytest.mark.parametrize(
    ("place", "instead", "what"),
    [
        (0, lesson(0, played=0, chosen=9), "51.3% of the acts are played or called"),
        (0, lesson(0, sentences=6), "16.7% of the acts pick a sentence"),
        (3, lesson(3, deals=0), "no deal in lesson-1, lesson-2, lesson-3"),
        (2, replace(lesson(2, deals=0), has_whole_deal=False), "no whole deal"),
        (5, lesson(5, played=12, deals=0), "lesson-5: 14 acts"),
        (0, lesson(0, played=4, chosen=0), "lesson-0: 4 acts"),
    ],
)
def test_each_shortcoming_is_found(place: int, instead: MeasuredLesson, what: str) -> None:
    found = list(shortcomings([*GOOD[:place], instead, *GOOD[place + 1 :]]))
    assert any(one.startswith(what) for one in found), found


def test_the_first_three_lessons_may_say_less_before_the_first_act() -> None:
    wordy = [replace(one, measures=replace(one.measures, words_before_first_act=21)) for one in GOOD]
    assert list(shortcomings(wordy)) == [
        f"lesson-{number}: 21 words before the first act: the most is 20" for number in range(3)
    ]
