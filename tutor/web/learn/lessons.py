"""The courses and their lessons, one screen at a time: the learner answers a question before reading on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from tutor.analysis.experiments import Experiment, in_a_hundred, tried
from tutor.authorities import compare_all
from tutor.authorities.comparing import Comparison
from tutor.cards import Card, Hand
from tutor.citations import SOURCES
from tutor.codes.offences import Chooser
from tutor.errors import TutorError, Unknown
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.experiments import ExperimentBlock, ExperimentQuestion
from tutor.library.games import Game
from tutor.library.laws import places_of
from tutor.library.lesson_blocks import (
    Block,
    DrillBlock,
    HandsBlock,
    MastersBlock,
    MaximBlock,
    NamedQuestion,
    ProseBlock,
    ReplayBlock,
    TableBlock,
)
from tutor.library.lessons import Lesson
from tutor.quizzes.exercise import AnswerForm, Exercise, ExerciseVerdict, Grade
from tutor.quizzes.guided_play import DealAnswer
from tutor.quizzes.kinds import experiments
from tutor.quizzes.kinds.experiments import ExperimentExercise
from tutor.quizzes.kinds.guided_deals import GuidedExercise
from tutor.quizzes.kinds.incidents import IncidentExercise
from tutor.quizzes.kinds.lessons import LessonRef, lesson_exercise
from tutor.seats import Seat
from tutor.study.answers.answer import Answer
from tutor.study.answers.marking import verdict_on
from tutor.study.classroom.authored_content import is_own, parsed
from tutor.web import formatting
from tutor.web.classroom.authored_content import lesson_of, playable_of
from tutor.web.classroom.back_to_work import work_on
from tutor.web.classroom.secrecy import check_lesson, secrets
from tutor.web.learn.guided import DEAL, GOES_ON, PLAYED, GuidedTable, answer_asked, written
from tutor.web.learn.lesson_steps import Step, Walk, steps_of
from tutor.web.learn.progress import LessonProgress, SoFar, course_of, following_lesson, lessons_done
from tutor.web.page_memory import render_remembered
from tutor.web.practise.exercises import TableLayout, chosen_cards, exercise_layout
from tutor.web.practise.recording import respond, submission, submissions
from tutor.web.services import services

blueprint = Blueprint("lessons", __name__)


# ---- what is shown ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LessonQuestion:
    """A question of a lesson in its present state: it waits for an answer, or shows a verdict.

    If its result is held back, only the learner’s answer is shown (`kept`). `was_right` says that an answer
    was right, which counts even if a later one was wrong.
    """

    code: str
    exercise: Exercise
    told: ExerciseVerdict | None = None
    hints: int = 0
    refused: str = ""
    kept: str = ""
    may_hint: bool = True
    guided: GuidedTable | None = None
    tried: Experiment | None = None
    was_right: bool = False

    @property
    def waits(self) -> bool:
        """Whether it still waits for an answer."""
        return not self.told and not self.kept

    @property
    def experiment(self) -> ExperimentExercise | None:
        """The experiment that it is, if it is one."""
        return self.exercise if isinstance(self.exercise, ExperimentExercise) else None

    @property
    def incident(self) -> IncidentExercise | None:
        """The incident that it is, if it is one."""
        return self.exercise if isinstance(self.exercise, IncidentExercise) else None

    @property
    def laid(self) -> TableLayout | None:
        return exercise_layout(self.exercise)

    @property
    def cards(self) -> Mapping[Card, str]:
        return chosen_cards(self.exercise)


@dataclass(frozen=True, slots=True)
class LessonBlock:
    """A block with what the page needs to show it."""

    kind: str
    block: Block
    put: LessonQuestion | None = None
    compared: Comparison | None = None
    url: str = ""
    tried: Experiment | None = None


FIRST_SEED = 1
"""The seed of an experiment’s deals when the address names none."""
DEALT = "dealt"
"""The parameter of an address that names the experiment that was run (one without a question)."""

_KINDS: Mapping[type, str] = {
    ProseBlock: "text",
    HandsBlock: "hands",
    TableBlock: "table",
    MaximBlock: "maxim",
}


# ---- courses ------------------------------------------------------------------------------------------------------


@blueprint.get("/courses/")
def index() -> str:
    """The courses."""
    done = lessons_done(SoFar.of_learner())
    courses = services().courses.courses.values()
    return render_remembered("learn/courses.html", lambda: {"courses": zip(courses, done, strict=True)}, done)


@blueprint.get("/courses/<course_id>")
def course(course_id: str) -> str:
    """The lessons of a course, with the learner’s progress in each."""
    found, so_far = services().courses.course(course_id), SoFar.of_learner()
    progress = {lesson.id: so_far.progress_of(lesson) for lesson in found.lessons}
    following = next((lesson for lesson in found.lessons if not progress[lesson.id].is_done), None)
    return render_template("learn/course.html", course=found, progress=progress, following=following)


# ---- a lesson -----------------------------------------------------------------------------------------------------


@blueprint.get("/lessons/<lesson_id>")
def lesson(lesson_id: str) -> str:
    """A lesson at a step, by default at the first that waits for an answer, or the whole lesson if asked for."""
    return _page(_lesson_to_do(lesson_id))


def _lesson_to_do(lesson_id: str) -> Lesson:
    """The lesson of an id, unless it plays what other work asks. Raises `Unknown`, `FaultyContent`."""
    found = lesson_of(lesson_id)
    check_lesson(found)
    return found


@blueprint.post("/lessons/<lesson_id>/questions/<code>")
def answer(lesson_id: str, code: str) -> Response | tuple[str, int]:
    """Saves an answer and shows its verdict. If the question is no longer asked, goes to the lesson."""
    found = _lesson_to_do(lesson_id)
    if services().courses.moved.has_left(found.id, code):
        return redirect(url_for("lessons.lesson", lesson_id=found.id), 303)
    question = found.question(code)
    exercise = lesson_exercise(found, question, services().makers)
    outcome = submissions().submit(LessonRef(found.id, question.name), exercise, submission())
    again = {"again": code} if "again" in request.values and not outcome.is_recorded else {}
    there = address(found, found.questions.index(question) + 1, code, **again)
    return respond(outcome, lambda: _page(found, refused={code: outcome.refused or outcome.note}), there, there)


@blueprint.post("/lessons/<lesson_id>/deals/<code>")
def play(lesson_id: str, code: str) -> Response | tuple[str, int]:
    """Plays a card of a guided deal. The last card records how the deal was played."""
    found = _lesson_to_do(lesson_id)
    question = found.question(code)
    exercise = lesson_exercise(found, question, services().makers)
    if not isinstance(exercise, GuidedExercise):
        raise Unknown("deal", code, ())
    number = found.questions.index(question) + 1
    try:
        before = answer_asked()
        answer = DealAnswer((*before.cards, Card.parse(submission().given)), before.missed)
        guided = exercise.played(answer)
    except TutorError as error:
        return _page(found, refused={code: str(error)}), 400
    if not guided.is_over:
        way = {DEAL: code, PLAYED: written(answer), **({"again": code} if "again" in request.values else {})}
        return redirect(address(found, number, code, **way), 303)
    sent = replace(submission(), given=str(answer))
    outcome = submissions().submit(LessonRef(found.id, question.name), exercise, sent)
    there = address(found, number, code)
    return respond(outcome, lambda: _page(found, refused={code: outcome.refused or outcome.note}), there, there)


def address(lesson: Lesson, step: int, code: str | None = None, **more: object) -> str:
    """The address of a step of a lesson, which remembers how the learner goes through it."""
    way: dict[str, Any] = {"all": "1"} if "all" in request.values else {"step": step}
    if "retry" in request.values:
        way["retry"] = "1"
    return url_for("lessons.lesson", lesson_id=lesson.id, _anchor=code, **{**way, **more})


def _page(lesson: Lesson, *, refused: Mapping[str, str] | None = None) -> str:
    asks_again = request.args.get("again", "")
    answers = submissions().standing(LessonRef.topic, f"{lesson.id}/")
    counted = submissions().counted(LessonRef.topic, f"{lesson.id}/")
    may_hint = submissions().may_hint(LessonRef(lesson.id, ""))
    hints = services().study.hints.shown(LessonRef.topic, f"{lesson.id}/") if may_hint else {}

    work, is_secret = work_on(lesson.id), secrets().of_lesson(lesson) is not None

    def values() -> dict[str, object]:
        shown = _shown(lesson, answers, counted, hints if may_hint else None, asks_again, refused or {})
        steps = steps_of(shown)
        wanted = _step_wanted(steps, asks_again, refused)
        if "preview_by" in g:
            walk = Walk.of_preview(steps, wanted)
        else:
            walk = Walk.of(steps, wanted, tries_again="retry" in request.values)
        whole = "all" in request.values
        return {
            **constant_values(lesson),
            "course": course_of(lesson),
            "work": work,
            "steps": (steps[: walk.furthest] if is_secret else steps) if whole else [walk.at],
            "walk": walk,
            "is_whole": whole,
            "is_secret": is_secret,
            "at_end": walk.furthest == len(steps) if whole and is_secret else whole or walk.at is steps[-1],
            "progress": LessonProgress.of(lesson, counted),
            "following": None if "preview_by" in g else following_lesson(lesson),
            "action": lambda code: url_for("lessons.answer", lesson_id=lesson.id, code=code, **_way(code, asks_again)),
            "plays": lambda put: _plays(lesson, put, asks_again),
            "state": lambda put, cards, **more: _state(lesson, put, cards, asks_again, **more),
            "address": lambda step, **more: address(lesson, step, **more),
        }

    if refused or is_own(lesson.id) or PLAYED in request.args:
        return render_template("learn/lesson.html", **values())
    decides = (lesson, tuple(answers.items()), tuple(counted.items()), may_hint, tuple(hints.items()), work, is_secret)
    return render_remembered("learn/lesson.html", values, *decides)


def _plays(lesson: Lesson, put: LessonQuestion, asks_again: str) -> str:
    """The address to which a card of a guided deal is sent, together with the cards before it."""
    assert put.guided is not None  # noqa: S101 - only a deal is played
    sent = {DEAL: put.code, PLAYED: put.guided.sent} if put.guided.answer != DealAnswer() else {}
    values: dict[str, Any] = {**sent, **_way(put.code, asks_again)}
    return url_for("lessons.play", lesson_id=lesson.id, code=put.code, **values)


def _state(lesson: Lesson, put: LessonQuestion, cards: str, asks_again: str, **more: object) -> str:
    """The address of a guided deal after some of the learner’s cards. A finished deal is played again."""
    step = next(number for number, one in enumerate(lesson.questions, 1) if one.code == put.code)
    again = {"again": put.code} if put.told or put.code == asks_again else {}
    return address(lesson, step, put.code, **again, **({DEAL: put.code, PLAYED: cards} if cards else {}), **more)


def _way(code: str, asks_again: str) -> dict[str, Any]:
    """The parameters an answer sends along: how the learner goes through the lesson."""
    taken = {name: "1" for name in ("all", "retry") if name in request.values}
    return {**taken, "again": code} if code == asks_again else taken


def _step_wanted(steps: Sequence[Step], asks_again: str, refused: Mapping[str, str] | None) -> int | None:
    """The step the request asks for, by its number or by its question."""
    codes = {asks_again, *(refused or {})} - {""}
    of_question = next((step.number for step in steps if step.put and step.put.code in codes), None)
    number = request.args.get("step", "")
    return of_question or (int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else None)


def preview_page(lesson: Lesson, **more: object) -> str:
    """A whole lesson that is not saved: its questions, and the feedback on the right answers."""
    steps = steps_of(unanswered_blocks(lesson))
    return render_template(
        "learn/lesson.html",
        **constant_values(lesson),
        course=None,
        steps=steps,
        walk=Walk.of(steps, None),
        is_whole=True,
        at_end=True,
        progress=LessonProgress(len(lesson.questions), 0, 0),
        following=None,
        action=lambda _: "",
        plays=lambda _: "",
        state=lambda *_, **__: "#main",
        address=lambda _, **__: "#main",
        **more,
    )


def constant_values(lesson: Lesson) -> dict[str, object]:
    """What the page of a lesson shows everybody."""
    return {
        "lesson": lesson,
        "last_drill": len(lesson.drills) - 1,
        "sources": SOURCES,
        "words": formatting,
        "AnswerForm": AnswerForm,
        "Grade": Grade,
        "PLAYED": PLAYED,
        "GOES_ON": GOES_ON,
        "experiments": experiments,
        "in_a_hundred": in_a_hundred,
        "Chooser": Chooser,
        "places_of": places_of,
    }


def unanswered_blocks(lesson: Lesson) -> list[LessonBlock]:
    """The blocks of a lesson before any answer."""
    put = {
        question.name: LessonQuestion(question.code, exercise, guided=_guided(exercise, question.code, None))
        for question in lesson.questions
        for exercise in [lesson_exercise(lesson, question, services().makers)]
    }
    return [_drawn(lesson, block, put) for block in _parts(lesson)]


def step_page(lesson: Lesson, blocks: Sequence[LessonBlock], number: int) -> str:
    """One step of a lesson whose questions are in given states, without anything of a learner."""
    steps = steps_of(blocks)
    walk = Walk(steps, steps[number - 1], len(steps), tries_again=False)
    return render_template(
        "learn/lesson.html",
        **constant_values(lesson),
        course=course_of(lesson),
        steps=[walk.at],
        walk=walk,
        is_whole=False,
        at_end=walk.at is steps[-1],
        progress=LessonProgress(len(lesson.questions), 0, 0),
        following=following_lesson(lesson),
        action=lambda code: answer_url(lesson, code),
        plays=lambda _: "",
        state=lambda *_, **__: "#main",
        address=lambda step, **more: address(lesson, step, **more),
    )


def answer_url(lesson: Lesson, code: str) -> str:
    """The address to which an answer is sent."""
    return url_for("lessons.answer", lesson_id=lesson.id, code=code)


@blueprint.get("/lessons/<lesson_id>/handout")
def handout(lesson_id: str) -> str:
    """A lesson to print: the questions in their places, the answers on a separate page unless work asks for them."""
    found = _lesson_to_do(lesson_id)
    blocks = unanswered_blocks(found)
    asked_in = secrets().of_lesson(found)
    if asked_in is not None:  # what stands after a question may tell its answer
        told = {id(block) for step in steps_of(blocks) for block in step.after}
        blocks = [block for block in blocks if id(block) not in told]
    return render_template(
        "learn/handout.html",
        lesson=found,
        course=course_of(found),
        shown=blocks,
        experiments=experiments,
        answers=[block.put.exercise.mark(block.put.exercise.answer) for block in blocks if block.put and not asked_in],
        is_secret=asked_in is not None,
        sources=SOURCES,
        words=formatting,
        AnswerForm=AnswerForm,
    )


def _shown(
    lesson: Lesson,
    answers: Mapping[str, Answer],
    counted: Mapping[str, Answer],
    hints: Mapping[str, int] | None,
    asks_again: str,
    refused: Mapping[str, str],
) -> Iterator[LessonBlock]:
    put: dict[str, LessonQuestion] = {}
    for question in lesson.questions:
        exercise, key = lesson_exercise(lesson, question, services().makers), LessonRef(lesson.id, question.name).key
        found = None if question.code == asks_again else answers.get(key)
        told = verdict_on(exercise, found)
        is_held = found is not None and found.shade == Grade.HELD_BACK.value
        put[question.name] = LessonQuestion(
            question.code,
            exercise,
            None if is_held else told,
            (hints or {}).get(key, 0),
            refused.get(question.code, ""),
            told.given.label if told and is_held else "",
            hints is not None,
            _guided(exercise, question.code, None if told is None or is_held else told, is_silent=hints is None),
            _tried(question) if isinstance(question, ExperimentQuestion) and told and not is_held else None,
            key in counted and Grade(counted[key].shade).is_right,
        )
    for block in _parts(lesson):
        yield _drawn(lesson, block, put)


def _parts(lesson: Lesson) -> Iterator[Block]:
    """The blocks of a lesson, its text split at headings: text after a heading belongs to the next question."""
    for block in lesson.blocks:
        yield from block.parts if isinstance(block, ProseBlock) else (block,)


def _guided(
    exercise: Exercise, code: str, told: ExerciseVerdict | None, *, is_silent: bool = False
) -> GuidedTable | None:
    """A guided deal as it was finished, or at the point the address names."""
    if not isinstance(exercise, GuidedExercise):
        return None
    if told is not None:
        return GuidedTable(exercise, DealAnswer.parse(told.given.key), is_told=True)
    return replace(GuidedTable.of_request(exercise, code), is_silent=is_silent)


def _tried(block: ExperimentQuestion | ExperimentBlock) -> Experiment:
    """The deals of an experiment, by the seed in the address, or by the first seed."""
    seed = request.args.get("seed", "")
    return tried(block.odds, int(seed) if _is_short_number(seed) else FIRST_SEED, block.deals)


def _is_short_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7


def _drawn(lesson: Lesson, block: Block, put: Mapping[str, LessonQuestion]) -> LessonBlock:
    match block:
        case MastersBlock(view=view, question=question):
            return LessonBlock("masters", block, compared=compare_all(view, question))
        case ReplayBlock():
            return LessonBlock("replay", block, url=_replay_url(block))
        case DrillBlock():
            number = lesson.drills.index(block)
            return LessonBlock("drill", block, url=url_for("drills.begin", lesson_id=lesson.id, drill=number))
        case ExperimentBlock():
            is_dealt = request.args.get(DEALT) == block.code
            return LessonBlock("experiment", block, tried=_tried(block) if is_dealt else None)
        case ProseBlock() | HandsBlock() | TableBlock() | MaximBlock():
            return LessonBlock(_KINDS[type(block)], block)
        case NamedQuestion():
            return LessonBlock("question", block, put=put[block.name])
        case _:
            raise TypeError(block)


def _replay_url(block: ReplayBlock) -> str:
    if block.trick == 0:
        return url_for("games.deal", game_id=block.game)
    return url_for("games.card", game_id=block.game, number=4 * (block.trick - 1))


@dataclass(frozen=True, slots=True)
class FourHands:
    """The four hands of an entry in the library, and its address."""

    name: str
    url: str
    hands: tuple[tuple[Seat, Hand], ...]


def four_hands_of(name: str) -> FourHands:
    """The four hands of a game, a deal or an ending, from the library or written by a teacher."""
    found = playable_of(name)
    match found:
        case Game():
            return FourHands(found.name, url_for("games.deal", game_id=name), tuple(found.deal.hands.items()))
        case ExampleDeal():
            where = gettext("The deal in the book") if parsed(name) is None else found.title
            return FourHands(where, url_for("deals.deal", deal_id=name), tuple(found.deal.hands.items()))
        case Problem():
            where = gettext("The ending in the book") if parsed(name) is None else found.title
            return FourHands(where, url_for("deals.ending", problem_id=name), tuple(found.hands.items()))
