"""A learner’s work: what a teacher has set, how far it has come, and the doing of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NoReturn

from flask import Blueprint, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirection

from tutor.codes import CODES
from tutor.codes import code as code_of
from tutor.errors import Malformed
from tutor.quizzes.drills import ExerciseRef
from tutor.quizzes.exercise import Exercise, Verdict
from tutor.quizzes.marks import Grade
from tutor.seats import Seat
from tutor.study.answers.answer import Answer, AnsweredBefore
from tutor.study.answers.matches import deal_of
from tutor.study.classroom.assignments import Assignment, Disclosure, GivenAnswer, TeacherComment
from tutor.study.classroom.progress import Progress, ProgressState, standing
from tutor.study.classroom.work import PLAYED, READ, DrillWork, HandWork, LessonWork, ReplayWork, TextWork, Work
from tutor.tables.match import Match, Strictness
from tutor.web import formatting
from tutor.web.classroom.authored_content import game_of, lesson_of, questions_in, title_of_game, title_of_lesson
from tutor.web.classroom.secrecy import turn_away
from tutor.web.learn.games import Addresses
from tutor.web.learn.lessons import Result
from tutor.web.learn.replay import Chair
from tutor.web.practise import exercises
from tutor.web.practise.exercises import MOST_HINTS, Place
from tutor.web.practise.navigation import NextStep
from tutor.web.practise.recording import hint_wanted, keep, not_kept
from tutor.web.services import services

blueprint = Blueprint("assigned_work", __name__, url_prefix="/assignments")

Page = str | Redirection | tuple[str, int]


# ---- what there is to do ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """Work as the learner sees it who has to do it."""

    assignment: Assignment
    given: Sequence[GivenAnswer]
    remarks: Sequence[TeacherComment]
    room: str
    now: datetime

    @cached_property
    def standing(self) -> Progress:
        return standing(questions_in(self.assignment.work), self.assignment, services().study.learner, self.given)

    @property
    def url(self) -> str:
        return url_for("assigned_work.one", number=self.assignment.id)

    @property
    def what(self) -> Markup:
        return what_is_set(self.assignment.work)

    @property
    def tells(self) -> bool:
        """Whether it may be told what the answers were worth."""
        return self.assignment.tells(self.now)

    @property
    def is_overdue(self) -> bool:
        return self.assignment.is_over(self.now) and not self.standing.is_done

    @property
    def may_begin(self) -> bool:
        """Whether another attempt may be begun, once those begun are done."""
        tries = self.assignment.draft.tries
        return tries is None or self.begun < tries

    @property
    def begun(self) -> int:
        """How many attempts at a drill have been begun, or at a hand: the tables that were laid for it."""
        if isinstance(self.assignment.work, HandWork):
            return len(self.tables)
        if not isinstance(self.assignment.work, DrillWork):
            return 0
        return max((one.answer.attempt or 0 for one in self.given), default=0)

    @cached_property
    def tables(self) -> Mapping[int, int]:
        """The match of each attempt at a hand."""
        of_work = services().study.matches.of_work()
        return {attempt: key for key, (number, attempt) in of_work.items() if number == self.assignment.id}

    def result(self, attempt: int) -> str:
        """How the hand of an attempt ended; empty while it is played."""
        answers = (one.answer for one in self.given)
        return next((one.given for one in answers if one.topic == PLAYED and one.attempt == attempt), "")


def tasks() -> Sequence[Task]:
    """All that who asks has to do, or had, in the order in which it is due."""
    study, assignments = services().study, services().classroom.assignments
    found = assignments.all_of_learner(study.learner)
    if not found:
        return ()
    given, remarks = assignments.answers_of_learner(study.learner), assignments.remarks(study.learner)
    rooms = {one.id: one.name for one in services().classroom.classes.all_of_learner(study.learner)}
    return [
        Task(one, given.get(one.id, ()), remarks.get(one.id, ()), rooms.get(one.class_id or 0, ""), study.now)
        for one in found
    ]


def what_is_set(work: Work) -> Markup:
    """What is to be done, in a few words; nothing in them tells what will be asked."""
    if isinstance(work, LessonWork):
        return Markup("A lesson: {}").format(title_of_lesson(work.lesson))
    if isinstance(work, ReplayWork):
        return Markup("A game to replay: {}").format(title_of_game(work.game))
    if isinstance(work, DrillWork):
        return Markup("A drill of {} question{}").format(work.questions, "" if work.questions == 1 else "s")
    if isinstance(work, HandWork):
        return Markup("A hand to play: {}").format(CODES[work.code].title if work.code in CODES else work.code)
    return Markup("A page to read")


@blueprint.get("/")
def index() -> Page:
    """What there is to do, and what is done."""
    found = tasks()
    return render_template(
        "classroom/assigned_work.html",
        to_do=[one for one in found if not one.standing.is_done],
        done=[one for one in reversed(found) if one.standing.is_done],
        words=formatting,
    )


# ---- one piece of work --------------------------------------------------------------------------------------------


@blueprint.get("/<int:number>/")
def one(number: int) -> Page:
    """What is to be done, until when, how far it has come, and where it goes on."""
    task = task_of(number)
    work = task.assignment.work
    return render_template(
        "classroom/assignment_home.html",
        task=task,
        text=formatting.teachers_prose(work.text) if isinstance(work, TextWork) else None,
        go_on=_go_on(task),
        tries=[_try(task, number) for number in range(1, task.begun + 1)],
        remarks=[(remark, _place_of(task, remark)) for remark in task.remarks],
        words=formatting,
        Shown=Disclosure,
        State=ProgressState,
    )


def task_of(number: int) -> Task:
    """The work of a number, if it is who asks who has to do it, and may. Raises `Unknown`."""
    study, assignments = services().study, services().classroom.assignments
    found = assignments.of_learner(study.learner, number)
    if found.withdrawn_at is not None:
        turn_away("The work was withdrawn", f"‘{found.title}’ need not be done any more. What you answered is kept.")
    if not found.is_open(study.now):
        opens = formatting.when(found.draft.opens_at.astimezone())
        turn_away("The work is not open yet", Markup("It can be begun on {}.").format(opens))
    rooms = {room.id: room.name for room in services().classroom.classes.all_of_learner(study.learner)}
    return Task(
        found,
        assignments.answers(found, study.learner),
        assignments.remarks(study.learner).get(found.id, ()),
        rooms.get(found.class_id or 0, ""),
        study.now,
    )


@dataclass(frozen=True, slots=True)
class NextAction:
    """Where work goes on, and by what words; `by_form` says that something begins there."""

    url: str
    formatting: str
    by_form: bool = False


def _go_on(task: Task) -> NextAction | None:
    """Where work goes on; None where nothing is left of it."""
    work = task.assignment.work
    if isinstance(work, LessonWork):
        return NextAction(_lesson_url(work, task), "Go on" if task.given else "Begin")
    if isinstance(work, ReplayWork):
        return NextAction(_replay_url(work, task), "Go on" if task.given else "Begin")
    if isinstance(work, DrillWork):
        return _next_attempt(task)
    if isinstance(work, HandWork):
        return _next_hand(task)
    is_read = task.standing.is_done
    return (
        None
        if is_read
        else NextAction(url_for("assigned_work.read", number=task.assignment.id), "I have read it", by_form=True)
    )


def _try(task: Task, number: int) -> tuple[str, str]:
    """How an attempt at a drill or a hand went, as far as it may be told, and where it is."""
    if isinstance(task.assignment.work, HandWork):
        url = url_for("tables.table", key=task.tables[number])
        return task.result(number) or "Not played out yet", url
    found = Attempt.of(task, number)
    if found.waits is not None:
        return f"{len(found.answers)} of {len(found.put)} answered", found.url
    return f"{found.right} right of {len(found.put)}" if task.tells else "All answered", found.url


def _lesson_url(work: LessonWork, task: Task) -> str:
    """The lesson at its first question that was not answered for this work."""
    answered = {one.answer.item for one in task.given}
    questions = lesson_of(work.lesson).questions
    waits = next((one.code for one in questions if f"{work.lesson}/{one.name}" not in answered), None)
    return url_for("lessons.lesson", lesson_id=work.lesson, _anchor=waits)


def _replay_url(work: ReplayWork, task: Task) -> str:
    """The game at its first decision that was not answered for this work, from the chair of whoever decides."""
    game, answered = game_of(work.game), {one.answer.item for one in task.given}
    addresses = Addresses(game, Chair.TURN)
    waits = next((one for one in game.decisions if f"{game.id}/{one.id}" not in answered), None)
    return addresses.step(waits.step - 1, part="decision") if waits and answered else addresses.step(0)


def _place_of(task: Task, remark: TeacherComment) -> str:
    """Where the answer stands beneath which something was written; empty where no page shows it."""
    given = next((one.answer for one in task.given if one.id == remark.answer), None)
    work = task.assignment.work
    if given is None:
        return ""
    if isinstance(work, LessonWork):
        name = given.item.partition("/")[2]
        code = next((one.code for one in lesson_of(work.lesson).questions if one.name == name), None)
        return url_for("lessons.lesson", lesson_id=work.lesson, all=1, _anchor=code)
    if isinstance(work, ReplayWork):
        game, name = game_of(work.game), given.item.partition("/")[2]
        step = next((one.step - 1 for one in game.decisions if one.id == name), 0)
        return Addresses(game, Chair.TURN).step(step, part="decision")
    if isinstance(work, DrillWork):
        attempt = Attempt.of(task, given.attempt or 1)
        asked = next((number for number, one in attempt.answers.items() if one.id == remark.answer), None)
        return attempt.question_url(asked) if asked else ""
    key = task.tables.get(given.attempt or 0)
    return url_for("tables.table", key=key) if key else ""


# ---- a text -------------------------------------------------------------------------------------------------------


@blueprint.post("/<int:number>/read")
def read(number: int) -> Page:
    """Keeps that a text was read."""
    task = task_of(number)
    if not isinstance(task.assignment.work, TextWork):
        abort(404)
    answer = Answer(READ, str(number), "read", Grade.BEST.value, "", assignment=number, attempt=1)
    keep(answer, f"{READ}/{number}")
    return redirect(url_for("assigned_work.index"), 303)


# ---- a hand -------------------------------------------------------------------------------------------------------


def _next_hand(task: Task) -> NextAction | None:
    latest = task.begun
    if latest and not task.result(latest):
        return NextAction(url_for("tables.table", key=task.tables[latest]), "Go on")
    if not task.may_begin:
        return None
    return NextAction(
        url_for("assigned_work.play", number=task.assignment.id), "Play it again" if latest else "Begin", by_form=True
    )


@blueprint.post("/<int:number>/play")
def play(number: int) -> Page:
    """Lays the table for the next attempt at a hand; the one that is laid already, where it is not played out."""
    task = task_of(number)
    work, study = task.assignment.work, services().study
    if not isinstance(work, HandWork):
        abort(404)
    go_on = _next_hand(task)
    if go_on is None:
        _tries_are_spent(task)
    if not go_on.by_form:
        return redirect(go_on.url, 303)
    attempt = task.begun + 1
    match = Match(
        code_of(work.code),
        task.assignment.seed_for(study.learner, attempt),
        Seat.parse(work.player),
        Strictness(work.strictness),
        (deal_of(work.deal),) if work.deal else (),
    )
    return redirect(url_for("tables.table", key=study.matches.begin(match, number, attempt)), 303)


def _tries_are_spent(task: Task) -> NoReturn:
    tries = task.assignment.draft.tries or 0
    how_often = "one try" if tries == 1 else f"{tries} tries"
    turn_away("No more tries", f"‘{task.assignment.title}’ is given {how_often}, and you have had them.")


# ---- a drill ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attempt:
    """An attempt at a drill, with the answers to its questions by their numbers from 1."""

    task: Task
    number: int
    put: Sequence[ExerciseRef]
    answers: Mapping[int, GivenAnswer]

    @classmethod
    def of(cls, task: Task, number: int) -> Attempt:
        """The attempt of a number, from 1."""
        put = task.assignment.set_for(services().study.learner, number)
        waiting = [one for one in task.given if one.answer.attempt == number]
        answers = {}
        for question, one in enumerate(put, 1):
            given = next((given for given in waiting if given.answer.item == Place(one).item), None)
            if given is not None:
                waiting.remove(given)
                answers[question] = given
        return cls(task, number, put, answers)

    @property
    def waits(self) -> int | None:
        """The first question without an answer."""
        return next((number for number in range(1, len(self.put) + 1) if number not in self.answers), None)

    @property
    def right(self) -> int:
        return sum(Grade(one.answer.shade).is_right for one in self.answers.values())

    @property
    def url(self) -> str:
        return url_for("assigned_work.attempt", number=self.task.assignment.id, attempt=self.number)

    def question_url(self, question: int) -> str:
        """The address of a question: it tells neither what is asked nor what was answered."""
        return url_for("assigned_work.question", number=self.task.assignment.id, attempt=self.number, question=question)

    def following(self, question: int) -> NextStep:
        """What follows a question: the next that waits, or how the attempt went."""
        title, progress = self.task.assignment.title, f"Question {question} of {len(self.put)}"
        if self.waits is None:
            return NextStep(title, progress, self.url, "How it went" if self.task.tells else "To the end")
        return NextStep(title, progress, self.question_url(self.waits), "Next question")


@dataclass(frozen=True, slots=True)
class AttemptExercise:
    """A question of an attempt as a page shows it."""

    attempt: Attempt
    question: int

    @property
    def put(self) -> ExerciseRef:
        return self.attempt.put[self.question - 1]

    @property
    def item(self) -> str:
        """The name under which the answer to this question is kept: that of the same question anywhere."""
        return Place(self.put).item

    @property
    def given(self) -> GivenAnswer | None:
        return self.attempt.answers.get(self.question)

    def exercise(self) -> Exercise:
        return Place(self.put).exercise()

    def url(self, given: str | None = None) -> str:  # noqa: ARG002 - it is the same
        """The address of the question, and of what the answer was worth, where that may be told."""
        return self.attempt.question_url(self.question)

    @property
    def may_hint(self) -> bool:
        """Whether there are hints: not where answers are not told at once."""
        return self.attempt.task.assignment.draft.shown is Disclosure.AT_ONCE

    @property
    def hints(self) -> int:
        """How many stages of hint were shown of it."""
        return services().study.hints.stage(exercises.TOPIC, self.item) if self.may_hint else 0

    def following(self) -> NextStep:
        """What follows the question."""
        return self.attempt.following(self.question)


def _next_attempt(task: Task) -> NextAction | None:
    if task.begun:
        latest = Attempt.of(task, task.begun)
        if latest.waits is not None:
            return NextAction(latest.question_url(latest.waits), "Go on")
    if not task.may_begin:
        return None
    return NextAction(Attempt.of(task, task.begun + 1).question_url(1), "Try again" if task.begun else "Begin")


def _attempt(number: int, attempt: int) -> Attempt:
    """An attempt that was begun, or may be begun now."""
    task = task_of(number)
    if not isinstance(task.assignment.work, DrillWork) or not 1 <= attempt <= task.begun + 1:
        abort(404)
    if attempt > task.begun:
        if not task.may_begin:
            _tries_are_spent(task)
        if task.begun and Attempt.of(task, task.begun).waits is not None:
            abort(404)
    return Attempt.of(task, attempt)


def _posed(number: int, attempt: int, question: int) -> AttemptExercise:
    found = _attempt(number, attempt)
    if not 1 <= question <= len(found.put):
        abort(404)
    return AttemptExercise(found, question)


@blueprint.get("/<int:number>/<int:attempt>")
def attempt(number: int, attempt: int) -> Page:
    """How an attempt at a drill went; on to its first question that waits, where one does."""
    found = _attempt(number, attempt)
    if found.waits is not None:
        return redirect(found.question_url(found.waits))
    tells = found.task.tells
    return render_template(
        "classroom/attempt.html",
        attempt=found,
        task=found.task,
        results=[_result(found, question) for question in range(1, len(found.put) + 1)] if tells else [],
        go_on=_next_attempt(found.task),
        words=formatting,
        Shown=Disclosure,
    )


def _result(attempt: Attempt, question: int) -> Result:
    posed = AttemptExercise(attempt, question)
    item, given = services().makers.items[posed.put.item], attempt.answers[question]
    return Result(item.name, item.kind, Grade(given.answer.shade), posed.url(), item.citation)


@blueprint.get("/<int:number>/<int:attempt>/<int:question>")
def question(number: int, attempt: int, question: int) -> Page:
    """A question; once it is answered what the answer was worth, or that it is kept."""
    posed = _posed(number, attempt, question)
    note = "Your answer is kept." if "kept" in request.args else ""
    return _page(posed, note) if posed.given else exercises.page(posed, posed.exercise(), note=note)


@blueprint.post("/<int:number>/<int:attempt>/<int:question>")
def answer(number: int, attempt: int, question: int) -> Page:
    """Keeps the answer to a question; what was answered before stands."""
    posed = _posed(number, attempt, question)
    exercise = posed.exercise()
    if not posed.given and posed.may_hint:
        stage = hint_wanted(posed.hints, MOST_HINTS)
        if stage is not None:
            services().study.hints.take(exercises.TOPIC, posed.item, stage)
            return redirect(f"{posed.url()}#decision", 303)
    try:
        told = exercise.mark(request.form.get("answer", ""))
    except Malformed as error:
        return exercises.page(posed, exercise, refused=str(error)), 400
    if posed.given:
        if posed.given.answer.given == told.given.key:
            return _after(posed)  # pressed twice
        return _another_stands(number, attempt, question, posed.given.answer, told)
    given = Answer(
        exercises.TOPIC,
        posed.item,
        told.given.key,
        told.shade.value,
        exercise.item,
        number=posed.put.number,
        level=posed.put.level,
        assignment=number,
        attempt=attempt,
    )
    try:
        keep(given, f"drill/{number}/{attempt}/{question}")
    except AnsweredBefore as error:  # from another page, at the same moment
        return _another_stands(number, attempt, question, error.stands, told)
    return _after(posed)


def _another_stands(number: int, attempt: int, question: int, stands: Answer, told: Verdict) -> Page:
    """The question with the answer that was kept before, and that the one which was sent now was not."""
    posed = _posed(number, attempt, question)
    label = posed.exercise().mark(stands.given).given.label
    return _page(posed, not_kept(label, told.given.label)), 409


def _after(posed: AttemptExercise) -> Redirection:
    """On to what the answer was worth; or to the next question, where that is not told."""
    if posed.attempt.task.tells:
        return redirect(posed.url(""), 303)
    now = _attempt(posed.attempt.task.assignment.id, posed.attempt.number)
    if now.waits is None:
        return redirect(now.url, 303)
    return redirect(now.question_url(now.waits) + "?kept=1", 303)


def _page(posed: AttemptExercise, note: str) -> str:
    """A question that was answered."""
    if posed.given is None:
        return exercises.page(posed, posed.exercise(), note=note)
    exercise = posed.exercise()
    told = exercise.mark(posed.given.answer.given)
    if posed.attempt.task.tells:
        if posed.given.answer.shade == Grade.TOLD.value and not note:
            note = "You asked to see the answer, so this does not count as right."
        return exercises.page(posed, exercise, told=told, note=note)
    return render_template(
        "classroom/answer_saved.html",
        task=posed.attempt.task,
        prompt=exercise.prompt,
        given=told.given,
        way=posed.following(),
        note=note,
        words=formatting,
        Shown=Disclosure,
    )
