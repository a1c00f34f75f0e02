"""What the formats for questions have in common: their options, and the questions of an export."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import lru_cache

from tutor.exchange.exporters import Exporter, ExportOption, ExportRequest, ExportSource
from tutor.exchange.files import ExportedFile
from tutor.exchange.questions import (
    ExportedQuestion,
    PlannedQuestion,
    QuestionSelection,
    Stock,
    planned,
    questions,
    title_of,
)
from tutor.library.lessons import Course, Lesson
from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.groups import ItemGroup
from tutor.quizzes.reference import ExerciseRef

OPTIONS = (
    ExportOption(
        "seed",
        "The same number gives everybody the same questions.",
        "0",
        bounds=(0, LARGEST_NUMBER - 1),
    ),
    ExportOption("each", "How many questions to make on each item.", "1", bounds=(0, 100), most_by_address=20),
    ExportOption("level", "Whom they are for.", Level.BEGINNER.value, tuple(level.value for level in Level)),
)

Writer = Callable[[Iterable[ExportedQuestion], str, str, datetime], ExportedFile]
"""Writes a file of questions, given its stem, its title and the moment."""


def question_exporter(
    name: str, label: str, media_type: str, extension: str, use: str, summary: str, write: Writer
) -> Exporter:
    """A format for the questions of a lesson, a course or a group."""

    def export(source: ExportSource, request: ExportRequest) -> ExportedFile:
        wanted = _wanted(request)
        title = title_of(source.stock.whole(wanted.what))
        stem = f"love-all-{wanted.what.rpartition(':')[2]}"
        return write(questions(source.stock, wanted, request.progress), stem, title, request.now)

    return Exporter(
        name=name,
        label=label,
        media_type=media_type,
        extension=extension,
        applies_to=dict.fromkeys((Lesson, Course, ItemGroup), use),
        summary=summary,
        export=export,
        options=OPTIONS,
        parts=lambda source, request: len(_plan(source.stock, _wanted(request))),
        exercises=_exercises,
    )


def _wanted(request: ExportRequest) -> QuestionSelection:
    options = request.options
    return QuestionSelection(request.only, int(options["seed"]), int(options["each"]), Level(options["level"]))


@lru_cache(512)  # needed wherever content is offered
def _plan(stock: Stock, wanted: QuestionSelection) -> tuple[PlannedQuestion, ...]:
    return planned(stock, wanted)


def _exercises(source: ExportSource, request: ExportRequest) -> Iterable[ExerciseRef]:
    return (question.ref for question in _plan(source.stock, _wanted(request)))
