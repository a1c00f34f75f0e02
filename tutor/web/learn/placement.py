"""Placement: a short test that finds the lesson at which an experienced player should start a course.

It asks one question about every few lessons, in order. It ends after two misses or with the last question. The learner
starts at the lesson of the first miss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from tutor.library.lessons import Course, Lesson
from tutor.quizzes.exercise import Grade
from tutor.quizzes.exercise_set import LARGEST_NUMBER, ExerciseSet
from tutor.quizzes.items import ItemRef
from tutor.study.answers.answer import Answer
from tutor.web.learn.progress import TESTED_OUT, SoFar
from tutor.web.practise import exercises
from tutor.web.practise.navigation import PlacementNavigation, placed_lessons
from tutor.web.practise.summary import SessionResult, result_of
from tutor.web.services import services

blueprint = Blueprint("placement", __name__, url_prefix="/courses/<course_id>/placement")

MOST_MISSES = 2
"""The test ends after this many misses."""
PLACED = "placed"
"""What is recorded for a lesson that the learner may skip."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The test of a course so far: the lessons it asks about, in order, each with its result."""

    course: Course
    lessons: Sequence[Lesson]
    results: Sequence[SessionResult]

    @property
    def waits(self) -> int | None:
        """The number of the next question. None when the test is over."""
        misses = sum(result.answer is not None and not result.is_right for result in self.results)
        if misses >= MOST_MISSES:
            return None
        return next((number for number, result in enumerate(self.results, 1) if result.answer is None), None)

    @property
    def begin_at(self) -> Lesson:
        """Where to start: at the lesson of the first miss, or at the last lesson if nothing was missed."""
        missed = (lesson for lesson, result in zip(self.lessons, self.results, strict=True) if not result.is_right)
        return next(missed, self.course.lessons[-1])

    @property
    def passed(self) -> Sequence[Lesson]:
        """The lessons before the one to start at."""
        return self.course.lessons[: self.course.lessons.index(self.begin_at)]

    @property
    def right(self) -> int:
        return sum(result.is_right for result in self.results)

    @property
    def answered(self) -> int:
        return sum(result.answer is not None for result in self.results)


def _refs(course: Course, seed: int) -> Sequence[ItemRef]:
    """One question for each lesson in the test."""
    if seed >= LARGEST_NUMBER:
        abort(404)
    items = services().makers.items
    return [ExerciseSet(lesson.drill.items(items), 1, seed).refs()[0] for lesson in placed_lessons(course)]


def _placement(course: Course, seed: int) -> Placement:
    refs = _refs(course, seed)
    ways = (str(PlacementNavigation(course.id, seed, number)) for number in range(1, len(refs) + 1))
    results = [result_of(ref, way) for ref, way in zip(refs, ways, strict=True)]
    return Placement(course, placed_lessons(course), results)


@blueprint.get("/")
def begin(course_id: str) -> Response:
    """A fresh test."""
    services().courses.course(course_id)
    seed = services().random.randrange(LARGEST_NUMBER)
    return redirect(url_for("placement.results", course_id=course_id, seed=seed))


@blueprint.get("/<int:seed>/<int:question>")
def question(course_id: str, seed: int, question: int) -> Response:
    """Redirects to a question, or to the results if the test is already over."""
    found = _placement(services().courses.course(course_id), seed)
    if not 1 <= question <= len(found.results):
        abort(404)
    if found.waits is None:
        return redirect(url_for("placement.results", course_id=course_id, seed=seed))
    way = str(PlacementNavigation(course_id, seed, question))
    return redirect(exercises.address_of(found.results[question - 1].ref, way))


@blueprint.get("/<int:seed>")
def results(course_id: str, seed: int) -> str:
    """Explains the test, or says where to start."""
    found = _placement(services().courses.course(course_id), seed)
    return render_template("learn/placement.html", course=found.course, placement=found, seed=seed)


@blueprint.post("/<int:seed>")
def place(course_id: str, seed: int) -> Response:
    """Counts the lessons before the learner’s place as done, and goes there."""
    found = _placement(services().courses.course(course_id), seed)
    if found.waits is None:
        done = SoFar.of_learner()
        for lesson in found.passed:
            if not done.progress_of(lesson).is_done:
                services().study.answers.record(Answer(TESTED_OUT, lesson.id, PLACED, Grade.BEST.value, ""))
    return redirect(url_for("lessons.lesson", lesson_id=found.begin_at.id), 303)
