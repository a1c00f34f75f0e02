"""The courses and their lessons: read a screen at a time, each question answered before what follows it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.authorities import compare_all
from tutor.authorities.comparing import Comparison
from tutor.cards import Card, Hand
from tutor.citations import SOURCES, Citation
from tutor.errors import FaultyContent, Malformed, Unknown
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Game
from tutor.library.lesson_blocks import Block, Drill, Hands, Masters, Quoted, ReplayFrom, Table, Text
from tutor.library.lesson_questions import Posed
from tutor.library.lessons import Course, Lesson
from tutor.quizzes.drills import LARGEST_NUMBER, ExerciseRef, ExerciseSet
from tutor.quizzes.exercise import Exercise, Form, Verdict
from tutor.quizzes.items import Kind
from tutor.quizzes.marks import Grade
from tutor.quizzes.posing import exercise_of
from tutor.seats import Seat
from tutor.study.answers.answer import Answer, AnsweredBefore
from tutor.study.classroom.authored_content import parsed
from tutor.web import formatting
from tutor.web.classroom.authored_content import lesson_of, playable_of
from tutor.web.practise import exercises
from tutor.web.practise.exercises import Place, TableLayout, chosen_cards, laid
from tutor.web.practise.navigation import DrillNavigation
from tutor.web.practise.recording import hint_wanted, keep, may_hint, not_kept, standing_still
from tutor.web.services import services

blueprint = Blueprint("lessons", __name__)

TOPIC = "lesson"


# ---- what is shown ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question of a lesson as it stands: it waits, or was answered and is told.

    One whose result is held back was answered, and only what was answered is shown (`kept`).
    """

    code: str
    exercise: Exercise
    told: Verdict | None = None
    hints: int = 0
    refused: str = ""
    kept: str = ""
    may_hint: bool = True

    @property
    def waits(self) -> bool:
        """Whether it is still to be answered."""
        return not self.told and not self.kept

    @property
    def laid(self) -> TableLayout | None:
        return laid(self.exercise.view) if self.exercise.view else None

    @property
    def cards(self) -> Mapping[Card, str]:
        return chosen_cards(self.exercise)


@dataclass(frozen=True, slots=True)
class Shown:
    """A block with what a page needs to draw it."""

    kind: str
    block: Block
    put: Waiting | None = None
    compared: Comparison | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a lesson has come."""

    questions: int
    answered: int
    right: int

    @property
    def is_done(self) -> bool:
        return self.answered == self.questions


_KINDS: Mapping[type, str] = {
    Text: "text",
    Hands: "hands",
    ReplayFrom: "replay",
    Table: "table",
    Masters: "masters",
    Quoted: "maxim",
    Drill: "drill",
}


# ---- courses ------------------------------------------------------------------------------------------------------


@blueprint.get("/courses/")
def index() -> str:
    """The courses."""
    courses, answers = services().courses.courses.values(), services().study.answers.latest(TOPIC)
    begun = {name.partition("/")[0] for name in answers}
    done = (
        sum(progress_of(lesson, answers).is_done for lesson in course.lessons if lesson.id in begun)
        for course in courses
    )
    return render_template("learn/courses.html", courses=zip(courses, done, strict=True))


@blueprint.get("/courses/<course_id>")
def course(course_id: str) -> str:
    """The lessons of a course, with how far each has come."""
    found, answers = services().courses.course(course_id), services().study.answers.latest(TOPIC)
    progress = {lesson.id: progress_of(lesson, answers) for lesson in found.lessons}
    following = next((lesson for lesson in found.lessons if not progress[lesson.id].is_done), None)
    return render_template("learn/course.html", course=found, progress=progress, following=following)


def progress_of(lesson: Lesson, answers: Mapping[str, Answer]) -> Progress:
    """How many of a lesson’s questions have been answered, and how many of them well."""
    shades = [
        Grade(answers[f"{lesson.id}/{question.name}"].shade)
        for question in lesson.questions
        if f"{lesson.id}/{question.name}" in answers
    ]
    return Progress(len(lesson.questions), len(shades), sum(shade.is_right for shade in shades))


def to_go_on_with() -> Lesson | None:
    """The lesson that was answered last, or the one after it where it is done; None before the first answer."""
    item = services().study.answers.last_item(TOPIC)
    if not item:
        return None
    try:
        last = lesson_of(item.partition("/")[0])
    except (Unknown, FaultyContent):
        return None  # it is no longer there, or no longer the learner’s to read
    answers = services().study.answers.latest(TOPIC, f"{last.id}/")
    return _following(last) if progress_of(last, answers).is_done else last


def _course_of(lesson: Lesson) -> Course | None:
    """The course that a lesson is of; a teacher’s own is of none."""
    return services().courses.courses.get(lesson.course)


def _following(lesson: Lesson) -> Lesson | None:
    """The lesson that follows in its course, where it is of one and one does."""
    return services().courses.after(lesson) if _course_of(lesson) else None


# ---- a lesson -----------------------------------------------------------------------------------------------------


@blueprint.get("/lessons/<lesson_id>")
def lesson(lesson_id: str) -> str:
    """A lesson as far as its first question that waits; the whole of it where that is asked for."""
    return _page(lesson_of(lesson_id))


@blueprint.post("/lessons/<lesson_id>/questions/<code>")
def answer(lesson_id: str, code: str) -> Response | tuple[str, int]:
    """Keeps an answer, and shows what it was worth."""
    found = lesson_of(lesson_id)
    question = found.question(code)
    exercise = exercise_of(found, question, services().makers)
    item = f"{found.id}/{question.name}"
    stage = hint_wanted(services().study.hints.stage(TOPIC, item), exercises.MOST_HINTS)
    if stage is not None:
        if may_hint(Answer(TOPIC, item, "", "", "")):
            services().study.hints.take(TOPIC, item, stage)
        return redirect(url_for("lessons.lesson", lesson_id=found.id, **_all(), _anchor=code), 303)
    try:
        told = exercise.mark(request.form.get("answer", ""))
    except Malformed as error:
        return _page(found, refused={code: str(error)}), 400
    first, *also = question.on
    try:
        keep(Answer(TOPIC, item, told.given.key, told.shade.value, first, tuple(also)))
    except AnsweredBefore as error:
        if error.stands.item != item:
            raise
        stands = exercise.mark(error.stands.given).given.label
        return _page(found, refused={code: not_kept(stands, told.given.label)}), 409
    return redirect(url_for("lessons.lesson", lesson_id=found.id, **_all(), _anchor=code), 303)


def _all() -> dict[str, Any]:
    return {"all": "1"} if "all" in request.values else {}


def _page(lesson: Lesson, *, refused: Mapping[str, str] | None = None) -> str:
    asks_again = request.args.get("again", "")
    answers = standing_still(services().study.answers.latest(TOPIC, f"{lesson.id}/"))
    shown = list(_shown(lesson, answers, asks_again, refused or {}))
    waits = next((place for place, one in enumerate(shown) if one.put and one.put.waits), None)
    whole = waits is None or "all" in request.args
    return _laid_out(
        lesson,
        course=_course_of(lesson),
        shown=shown if whole else shown[: (waits or 0) + 1],
        is_whole=whole,
        is_done=waits is None,
        progress=progress_of(lesson, answers),
        following=_following(lesson),
        action=lambda code: url_for("lessons.answer", lesson_id=lesson.id, code=code, **_all()),
    )


def preview_page(lesson: Lesson, **more: object) -> str:
    """The whole of a lesson that is not kept: its questions as they are put, and what is said to the right answer."""
    return _laid_out(
        lesson,
        course=None,
        shown=_unanswered(lesson),
        is_whole=True,
        is_done=False,
        progress=Progress(len(lesson.questions), 0, 0),
        following=None,
        action=lambda _: "",
        **more,
    )


def _laid_out(lesson: Lesson, **more: object) -> str:
    return render_template(
        "learn/lesson.html",
        lesson=lesson,
        last_drill=len(lesson.drills) - 1,
        sources=SOURCES,
        words=formatting,
        Form=Form,
        Shade=Grade,
        **more,
    )


def _unanswered(lesson: Lesson) -> list[Shown]:
    """The blocks of a lesson before anybody has answered."""
    puts = {
        question.name: Waiting(question.code, exercise_of(lesson, question, services().makers))
        for question in lesson.questions
    }
    return [_drawn(lesson, block, puts) for block in lesson.blocks]


@blueprint.get("/lessons/<lesson_id>/handout")
def handout(lesson_id: str) -> str:
    """A lesson to be printed: the questions where they stand, the answers on a page of their own."""
    found = lesson_of(lesson_id)
    blocks = _unanswered(found)
    return render_template(
        "learn/handout.html",
        lesson=found,
        course=_course_of(found),
        shown=blocks,
        answers=[one.put.exercise.mark(one.put.exercise.answer) for one in blocks if one.put],
        sources=SOURCES,
        words=formatting,
        Form=Form,
    )


def _shown(
    lesson: Lesson, answers: Mapping[str, Answer], asks_again: str, refused: Mapping[str, str]
) -> Iterator[Shown]:
    hints, may = (
        services().study.hints.shown(TOPIC, f"{lesson.id}/"),
        may_hint(Answer(TOPIC, f"{lesson.id}/", "", "", "")),
    )
    puts: dict[str, Waiting] = {}
    for question in lesson.questions:
        exercise, item = exercise_of(lesson, question, services().makers), f"{lesson.id}/{question.name}"
        found = None if question.code == asks_again else answers.get(item)
        told = verdict_on(exercise, found)
        is_held = bool(found and found.shade == Grade.HELD_BACK.value)
        puts[question.name] = Waiting(
            question.code,
            exercise,
            None if is_held else told,
            hints.get(item, 0) if may else 0,
            refused.get(question.code, ""),
            told.given.label if told and is_held else "",
            may,
        )
    for block in lesson.blocks:
        yield _drawn(lesson, block, puts)


def verdict_on(exercise: Exercise, kept: Answer | None) -> Verdict | None:
    """What an answer that was kept is worth; None where the question has changed since, and it can be no answer now."""
    if kept is None:
        return None
    try:
        return exercise.mark(kept.given)
    except Malformed:
        return None


def _drawn(lesson: Lesson, block: Block, puts: Mapping[str, Waiting]) -> Shown:
    if isinstance(block, Posed):
        return Shown("question", block, put=puts[block.name])
    kind = _KINDS[type(block)]
    if isinstance(block, Masters):
        return Shown(kind, block, compared=compare_all(block.view, block.question))
    if isinstance(block, ReplayFrom):
        return Shown(kind, block, url=_replay_url(block))
    if isinstance(block, Drill):
        return Shown(
            kind, block, url=url_for("lessons.new_drill", lesson_id=lesson.id, drill=lesson.drills.index(block))
        )
    return Shown(kind, block)


def _replay_url(block: ReplayFrom) -> str:
    if block.trick == 0:
        return url_for("games.deal", game_id=block.game)
    return url_for("games.card", game_id=block.game, number=4 * (block.trick - 1))


@dataclass(frozen=True, slots=True)
class FourHands:
    """The hands of something in the library, and where it is."""

    name: str
    url: str
    hands: tuple[tuple[Seat, Hand], ...]


def four_hands_of(name: str) -> FourHands:
    """The four hands of a game, a deal or an ending, of the library or of somebody’s own."""
    found = playable_of(name)
    match found:
        case Game():
            return FourHands(found.name, url_for("games.deal", game_id=name), tuple(found.deal.hands.items()))
        case ExampleDeal():
            where = "The deal in the book" if parsed(name) is None else found.title
            return FourHands(where, url_for("deals.deal", deal_id=name), tuple(found.deal.hands.items()))
        case Problem():
            where = "The ending in the book" if parsed(name) is None else found.title
            return FourHands(where, url_for("deals.ending", problem_id=name), tuple(found.hands.items()))


# ---- drills -------------------------------------------------------------------------------------------------------


def _drill(lesson: Lesson, drill: int) -> Drill:
    if drill >= len(lesson.drills):
        abort(404)
    return lesson.drills[drill]


def _set(lesson: Lesson, drill: int, seed: int) -> ExerciseSet:
    found = _drill(lesson, drill)
    if seed >= LARGEST_NUMBER:
        abort(404)
    return ExerciseSet(found.items(services().makers.items), found.questions, seed)


@blueprint.get("/lessons/<lesson_id>/drills/<int:drill>")
def new_drill(lesson_id: str, drill: int) -> Response:
    """A fresh set of the questions of a drill."""
    _drill(lesson_of(lesson_id), drill)
    seed = services().random.randrange(LARGEST_NUMBER)
    return redirect(url_for("lessons.drill_question", lesson_id=lesson_id, drill=drill, seed=seed, question=1))


@blueprint.get("/lessons/<lesson_id>/drills/<int:drill>/<int:seed>/<int:question>")
def drill_question(lesson_id: str, drill: int, seed: int, question: int) -> Response:
    """The way to a question of a set; a set is the same for everybody."""
    put = _set(lesson_of(lesson_id), drill, seed).put()
    if not 1 <= question <= len(put):
        abort(404)
    return redirect(exercises.address_of(put[question - 1], str(DrillNavigation(lesson_id, drill, seed, question))))


@dataclass(frozen=True, slots=True)
class Result:
    """How a question of a set was answered: what it is about, the rule, and the page where it stands."""

    name: str
    kind: Kind
    shade: Grade | None
    url: str
    citation: Citation | None = None

    @property
    def worth(self) -> str:
        """What the answer was worth, in a word: advice is not advised, anything else is wrong."""
        if self.shade is Grade.BEST:
            return "right"
        if self.shade is Grade.NOT_ADVISED and self.kind is not Kind.RULE:
            return "wrong"
        return self.shade.value if self.shade else ""


@blueprint.get("/lessons/<lesson_id>/drills/<int:drill>/<int:seed>")
def drill(lesson_id: str, drill: int, seed: int) -> str:
    """How a set was answered, and what was missed."""
    found = lesson_of(lesson_id)
    put = _set(found, drill, seed).put()
    results = [_result(one, DrillNavigation(found.id, drill, seed, number)) for number, one in enumerate(put, 1)]
    return render_template(
        "practise/drill_end.html",
        lesson=found,
        course=_course_of(found),
        following=_following(found),
        is_last=drill == len(found.drills) - 1,
        drill=drill,
        seed=seed,
        results=results,
        right=sum(one.shade is not None and one.shade.is_right for one in results),
        unanswered=next((number for number, one in enumerate(results, 1) if one.shade is None), None),
        words=formatting,
    )


def _result(put: ExerciseRef, way: DrillNavigation) -> Result:
    place = Place(put, way=str(way))
    kept = services().study.answers.latest(exercises.TOPIC, place.item).get(place.item)
    item = services().makers.items[put.item]
    url = place.url(kept.given) if kept else place.url()
    return Result(item.name, item.kind, Grade(kept.shade) if kept else None, url)
