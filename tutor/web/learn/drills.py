"""The drills of lessons: sets of exercises on what a lesson taught, made afresh, and how each set was answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from tutor.citations import Citation
from tutor.library.lesson_blocks import DrillBlock
from tutor.library.lessons import Lesson
from tutor.quizzes.exercise import Grade
from tutor.quizzes.exercise_set import LARGEST_NUMBER, ExerciseSet
from tutor.quizzes.items import ItemKind, ItemRef
from tutor.web import formatting
from tutor.web.classroom.authored_content import lesson_of
from tutor.web.learn.lessons import course_of, following_lesson
from tutor.web.practise import exercises
from tutor.web.practise.navigation import DrillNavigation
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
    """The way to a question of a set; a set is the same for everybody."""
    refs = _exercises(lesson_of(lesson_id), drill, seed)
    if not 1 <= question <= len(refs):
        abort(404)
    return redirect(exercises.address_of(refs[question - 1], str(DrillNavigation(lesson_id, drill, seed, question))))


@dataclass(frozen=True, slots=True)
class DrillResult:
    """How a question of a set was answered: what it is about, the rule, and the page where it stands."""

    name: str
    kind: ItemKind
    grade: Grade | None
    url: str
    citation: Citation | None = None

    @property
    def worth(self) -> str:
        """What the answer was worth, in a word: advice is not advised, anything else is wrong."""
        if self.grade is Grade.BEST:
            return "right"
        if self.grade is Grade.NOT_ADVISED and self.kind is not ItemKind.RULE:
            return "wrong"
        return self.grade.value if self.grade else ""


@blueprint.get("/<int:drill>/<int:seed>")
def results(lesson_id: str, drill: int, seed: int) -> str:
    """How a set was answered, and what was missed."""
    found = lesson_of(lesson_id)
    refs = _exercises(found, drill, seed)
    results = [_result(ref, DrillNavigation(found.id, drill, seed, number)) for number, ref in enumerate(refs, 1)]
    return render_template(
        "practise/drill_end.html",
        lesson=found,
        course=course_of(found),
        following=following_lesson(found),
        is_last=drill == len(found.drills) - 1,
        drill=drill,
        seed=seed,
        results=results,
        right=sum(result.grade is not None and result.grade.is_right for result in results),
        unanswered=next((number for number, result in enumerate(results, 1) if result.grade is None), None),
        words=formatting,
    )


def _result(ref: ItemRef, way: DrillNavigation) -> DrillResult:
    place = exercises.ItemPlace(ref, way=str(way))
    kept = services().study.answers.latest(ref.topic, ref.key).get(ref.key)
    item = services().makers.items[ref.item]
    return DrillResult(
        item.name, item.kind, Grade(kept.shade) if kept else None, place.url(kept.given if kept else None)
    )
