"""An attempt at an assigned drill: its questions one by one, and the results."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request
from flask_babel import gettext
from werkzeug.wrappers import Response

from tutor.quizzes.exercise import Grade
from tutor.study.classroom.assignments import Disclosure
from tutor.web import formatting
from tutor.web.classroom.assigned_work import task_of
from tutor.web.classroom.kinds.drill import AttemptExercise, DrillAttempt, unfinished_attempt
from tutor.web.classroom.tasks import COUNTED, forbid_cut_off, forbid_spent
from tutor.web.item_links import rule_of
from tutor.web.practise import exercises
from tutor.web.practise.recording import submission, submissions
from tutor.web.practise.summary import SessionResult

blueprint = Blueprint("attempts", __name__, url_prefix="/assignments/<int:number>/<int:attempt>")

Page = str | Response | tuple[str, int]


def _attempt(number: int, attempt: int) -> DrillAttempt:
    """An attempt that has been started, or may be started now."""
    task = task_of(number)
    found = DrillAttempt.of(task, attempt)
    if not found.questions or not 1 <= attempt <= task.begun + 1:
        abort(404)
    if attempt > task.begun:
        if task.is_cut_off:
            forbid_cut_off(task)
        if not task.may_begin:
            forbid_spent(task)
        if unfinished_attempt(task) is not None:
            abort(404)
    return found


def _posed(number: int, attempt: int, question: int) -> AttemptExercise:
    found = _attempt(number, attempt)
    if not 1 <= question <= len(found.questions):
        abort(404)
    return AttemptExercise(found, question)


@blueprint.get("")
def attempt(number: int, attempt: int) -> Page:
    """The results of an attempt at a drill, or its first question without an answer."""
    found = _attempt(number, attempt)
    if found.waits is not None:
        return redirect(found.question_url(found.waits))
    tells = found.task.shows_results
    return render_template(
        "classroom/attempt.html",
        attempt=found,
        task=found.task,
        results=[_result(found, question) for question in range(1, len(found.questions) + 1)] if tells else [],
        next_action=found.task.next_action,
        counts=COUNTED[found.task.assignment.spec.counts],
        words=formatting,
        Shown=Disclosure,
    )


def _result(attempt: DrillAttempt, question: int) -> SessionResult:
    posed = AttemptExercise(attempt, question)
    given = attempt.answers[question].answer
    return SessionResult(posed.ref, rule_of(posed.ref.item, given.rule_row), posed.url(), given)


@blueprint.get("/<int:question>")
def question(number: int, attempt: int, question: int) -> Page:
    """A question. Once it is answered, its result, or that the answer is saved."""
    posed = _posed(number, attempt, question)
    note = gettext("Your answer is saved.") if "kept" in request.args else ""
    return _page(posed, note) if posed.given else exercises.page(posed, posed.exercise(), note=note)


@blueprint.post("/<int:question>")
def answer(number: int, attempt: int, question: int) -> Page:
    """Saves the answer to a question; an earlier answer stands."""
    posed = _posed(number, attempt, question)
    if posed.attempt.task.is_cut_off and not posed.given:
        forbid_cut_off(posed.attempt.task)
    exercise, key = posed.exercise(), f"drill/{number}/{attempt}/{question}"
    sent = replace(submission(), idempotency_key=key, assignment=number, attempt=attempt)
    before = posed.given.answer if posed.given else None
    may_hint = posed.may_hint and not before
    outcome = submissions().submit(posed.ref, exercise, sent, may_hint=may_hint, stands=before)
    if outcome.is_hint:
        return redirect(f"{posed.url()}#decision", 303)
    if outcome.refused:
        return exercises.page_of(outcome, posed, exercise), 400
    if outcome.stands:
        return _page(_posed(number, attempt, question), outcome.note), 409
    return _after(posed)


def _after(posed: AttemptExercise) -> Response:
    """Goes on to the result, or to the next question if results are not shown."""
    if posed.attempt.task.shows_results:
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
    if posed.attempt.task.shows_results:
        if posed.given.answer.shade == Grade.TOLD.value and not note:
            note = gettext("You asked to see the answer, so this does not count as right.")
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
