"""Says where the courses of play fall short of their goals: `python -m tests.tools.course_goals [course …]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from tutor.cli.lessons import measuring
from tutor.library.catalogue import load
from tutor.library.guided_deals import GuidedDeal
from tutor.library.lesson_files import load_courses
from tutor.library.lesson_measures import Measures, together
from tutor.library.lessons import Lesson

COURSES = ("whist", "bridge", "auction")
"""Those in which a game is learnt by playing it."""
AT_THE_TABLE = 0.60
"""The least share of acts that are played or called."""
SENTENCES = 0.15
"""The largest share of acts that pick a sentence."""
DEAL_IN = 3
"""Of so many lessons on end at least one has a guided deal, and one of so many at the beginning a whole one."""
FEWEST_ACTS, MOST_ACTS = 5, 12
WORDS, WORDS_AT_FIRST = 40, 20
"""The most words before the first act of a lesson, and of the first three."""


@dataclass(frozen=True)
class MeasuredLesson:
    """A lesson with what it has the learner do."""

    id: str
    measures: Measures
    has_whole_deal: bool

    @classmethod
    def of(cls, lesson: Lesson, measures: Measures) -> MeasuredLesson:
        whole = any(isinstance(question, GuidedDeal) and question.is_whole for question in lesson.questions)
        return cls(lesson.id, measures, whole)


def measured_course(course: str) -> list[MeasuredLesson]:
    """The lessons of a course with their measures."""
    library = load()
    courses = load_courses(library)
    measures = measuring(library, courses)
    return [MeasuredLesson.of(lesson, measures(lesson)) for lesson in courses.course(course).lessons]


def shortcomings(lessons: list[MeasuredLesson]) -> Iterator[str]:
    """Where a course falls short, in a sentence each."""
    total = together(lesson.measures for lesson in lessons)
    if total.share_at_the_table < AT_THE_TABLE:
        yield f"{total.share_at_the_table:.1%} of the acts are played or called: the least is {AT_THE_TABLE:.0%}"
    if total.share_of_sentences > SENTENCES:
        yield f"{total.share_of_sentences:.1%} of the acts pick a sentence: the most is {SENTENCES:.0%}"
    if not any(lesson.has_whole_deal for lesson in lessons[:DEAL_IN]):
        yield f"no whole deal in the first {DEAL_IN} lessons"
    for place in range(len(lessons) - DEAL_IN + 1):
        some = lessons[place : place + DEAL_IN]
        if not any(lesson.measures.deals for lesson in some):
            yield f"no deal in {', '.join(lesson.id for lesson in some)}"
    for place, lesson in enumerate(lessons):
        words, most = lesson.measures.words_before_first_act, WORDS if place >= DEAL_IN else WORDS_AT_FIRST
        if words > most:
            yield f"{lesson.id}: {words} words before the first act: the most is {most}"
        if not FEWEST_ACTS <= lesson.measures.number_of_acts <= MOST_ACTS:
            yield f"{lesson.id}: {lesson.measures.number_of_acts} acts: {FEWEST_ACTS} to {MOST_ACTS} are wanted"


if __name__ == "__main__":
    for name in sys.argv[1:] or COURSES:
        found = list(shortcomings(measured_course(name)))
        print(f"{name}: {len(found)} shortcomings", *found, sep="\n  ")
