"""The drills of lessons: new sets of exercises on what a lesson taught, and their results."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from tutor.library.lesson_blocks import DrillBlock
from tutor.library.lessons import Lesson
from tutor.quizzes.exercise import Grade
from tutor.quizzes.exercise_set import LARGEST_NUMBER, ExerciseSet
from tutor.quizzes.items import ItemRef
from tutor.study.answers.answer import Answer
from tutor.web.classroom.authored_content import lesson_of
from tutor.web.learn.progress import TESTED_OUT, following_lesson
from tutor.web.practise import exercises
from tutor.web.practise.navigation import DrillNavigation
from tutor.web.practise.summary import TRY_AGAIN, Door, SessionSummary, result_of, summary_page
from tutor.web.services import services

blueprint = Blueprint("drills", __name__, url_prefix="/lessons/<lesson_id>/drills")


def _drill(lesson: Lesson, drill: int) -> DrillBlock:
    if drill >= len(lesson.drills):
        abort(404)
    return lesson.drills[drill]


def _exercises(lesson: Lesson, drill: int, seed: int) -> Sequence[ItemRef]:
    found = _drill(lesson, drill)
    if seed >= LARGEST_NUMBER:
        abort(404)
    return ExerciseSet(found.items(services().makers.items), found.questions, seed).refs()


@blueprint.get("/<int:drill>")
def begin(lesson_id: str, drill: int) -> Response:
    """A fresh set of the questions of a drill."""
    _drill(lesson_of(lesson_id), drill)
    seed = services().random.randrange(LARGEST_NUMBER)
    return redirect(url_for("drills.question", lesson_id=lesson_id, drill=drill, seed=seed, question=1))


@blueprint.get("/<int:drill>/<int:seed>/<int:question>")
def question(lesson_id: str, drill: int, seed: int, question: int) -> Response:
    """Redirects to a question of a set, which is the same for everybody."""
    refs = _exercises(lesson_of(lesson_id), drill, seed)
    if not 1 <= question <= len(refs):
        abort(404)
    return redirect(exercises.address_of(refs[question - 1], str(DrillNavigation(lesson_id, drill, seed, question))))


@blueprint.get("/<int:drill>/<int:seed>")
def results(lesson_id: str, drill: int, seed: int) -> str:
    """The results of a set: what was missed, and what comes next."""
    found = lesson_of(lesson_id)
    refs = _exercises(found, drill, seed)
    results = [
        result_of(ref, str(DrillNavigation(found.id, drill, seed, number))) for number, ref in enumerate(refs, 1)
    ]
    again = Door(url_for("drills.begin", lesson_id=lesson_id, drill=drill), TRY_AGAIN)
    lesson = Door(url_for("lessons.lesson", lesson_id=found.id, all=1), gettext("Back to the lesson"))
    summary = SessionSummary(found.title, tuple(results), again, _onward(found, drill))
    return summary_page(
        summary,
        lambda number: url_for("drills.question", lesson_id=lesson_id, drill=drill, seed=seed, question=number),
        back=lesson,
        passes=url_for("drills.test_out", lesson_id=lesson_id, drill=drill, seed=seed) if _passes(summary) else "",
    )


PASS_MARK = 0.8
"""The share of a drill that must be right for its lesson to count as known."""


def _passes(summary: SessionSummary) -> bool:
    return summary.unanswered is None and summary.right >= PASS_MARK * len(summary.results)


@blueprint.post("/<int:drill>/<int:seed>")
def test_out(lesson_id: str, drill: int, seed: int) -> Response:
    """Counts a lesson as done if its drill was passed. A drill that was not passed changes nothing."""
    found = lesson_of(lesson_id)
    results = [result_of(ref, "") for ref in _exercises(found, drill, seed)]
    right = sum(result.is_right for result in results)
    if all(result.answer for result in results) and right >= PASS_MARK * len(results):
        given = f"{right} of {len(results)}"
        services().study.answers.record(Answer(TESTED_OUT, found.id, given, Grade.BEST.value, ""))
    return redirect(_onward(found, drill).url, 303)


def _onward(lesson: Lesson, drill: int) -> Door:
    """What follows a drill: the next lesson after the last drill of a lesson, otherwise the rest of that lesson."""
    following = following_lesson(lesson) if drill == len(lesson.drills) - 1 else None
    if following:
        return Door(
            url_for("lessons.lesson", lesson_id=following.id), gettext("Next lesson: %(title)s", title=following.title)
        )
    if drill < len(lesson.drills) - 1:
        return Door(url_for("lessons.lesson", lesson_id=lesson.id, all=1), gettext("Continue the lesson"))
    return Door(url_for("drills.begin", lesson_id=lesson.id, drill=drill), gettext("Another set"))
