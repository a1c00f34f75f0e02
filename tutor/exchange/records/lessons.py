"""The lessons, in the best order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import Field

from tutor.exchange.records.record import Record
from tutor.library.lesson_measures import ActKind, Measures
from tutor.library.lessons import Course, Lesson


class LessonDrill(Record):
    """The drill at the end of a lesson."""

    on: list[str] = Field(description="ids of items, or patterns such as term-p*")
    questions: int


class LessonRecord(Record):
    """A lesson: its sources, what it teaches, and its drill."""

    course: str
    number: int
    id: str
    title: str
    aim: str
    sources: list[str]
    teaches: list[str] = Field(description="the ids of rules, laws, terms and maxims")
    questions: list[str]
    drill: LessonDrill
    acts: dict[str, int] = Field({}, description="what is done in the lesson, by kind; where it was measured")
    sentences: int = Field(0, description="acts that choose a sentence; where it was measured")
    deals: int = Field(0, description="deals that are played; where it was measured")
    words_before_first_act: int = Field(0, description="where it was measured")
    reading_ease: float | None = Field(None, description="by Flesch; null where it was not measured")


def lesson_records(courses: Iterable[Course]) -> Iterator[tuple[Lesson, LessonRecord]]:
    """Each lesson of some courses, with its record."""
    for course in courses:
        for number, lesson in enumerate(course.lessons, 1):
            yield (
                lesson,
                LessonRecord(
                    course=course.id,
                    number=number,
                    id=lesson.id,
                    title=lesson.title,
                    aim=lesson.aim,
                    sources=[str(passage) for passage in lesson.sources],
                    teaches=list(lesson.teaches),
                    questions=[question.name for question in lesson.questions],
                    drill=LessonDrill(on=list(lesson.drill.on), questions=lesson.drill.questions),
                ),
            )


def with_measures(record: LessonRecord, measures: Measures) -> LessonRecord:
    """The record of a lesson that was measured."""
    found: dict[str, Any] = {
        "acts": {kind.value: measures.number(kind) for kind in ActKind},
        "sentences": measures.sentences,
        "deals": measures.deals,
        "words_before_first_act": measures.words_before_first_act,
        "reading_ease": None if measures.legibility.ease is None else round(measures.legibility.ease, 1),
    }
    return record.model_copy(update=found)
