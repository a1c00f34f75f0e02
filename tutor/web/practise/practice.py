"""Practice: sets of questions on any topic, and declarations at love-all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from tutor.deal import pbn_hand
from tutor.errors import Malformed, TutorError, Unknown
from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.kinds import declarations
from tutor.quizzes.kinds.lessons import LessonRef
from tutor.quizzes.reference import ExerciseRef
from tutor.web import formatting
from tutor.web.practise.exercises import HandPlace, address_of, page, page_of
from tutor.web.practise.navigation import SetNavigation
from tutor.web.practise.own_hand import read_any_hand
from tutor.web.practise.practice_index import game_of, progress_of, sections, suggestion
from tutor.web.practise.recording import respond, submission, submissions
from tutor.web.practise.sets import GAMES, HANDS, TERMS, TERMS_TO, PracticeSet, find_set, groups_of, practice_set
from tutor.web.practise.summary import TRY_AGAIN, Door, SessionSummary, result_of, summary_page
from tutor.web.services import services

blueprint = Blueprint("practice", __name__, url_prefix="/practice")


@blueprint.get("/")
def index() -> str:
    """The topics, how much of each the learner knows, and what to practise next."""
    study, makers = services().study, services().makers
    found = sections(groups_of(makers).values(), study.reviews.memories(), frozenset(study.reviews.owed()), study.now)
    return render_template(
        "practise/practice.html",
        sections=found,
        suggestion=suggestion(found),
        hands_of=game_of(declarations.judge()),
        level=_level(request.args.get("level", "")),
        seed=services().random.randrange(1, 1_000_000),
        Level=Level,
    )


@blueprint.get("/some/<group_id>")
def of_group(group_id: str) -> Response:
    """Redirects to a new set of questions from a group."""
    group = groups_of(services().makers).get(group_id)
    if group is None:
        raise Unknown("topic", group_id, groups_of(services().makers))
    return _into_set(_terms_met() or group.id if group.id == TERMS else group.id, _level(request.args.get("level", "")))


def _terms_met() -> str:
    """The set on the terms that the learner has met in lessons. Empty without any, and once they know them all."""
    study, makers = services().study, services().makers
    name = (study.answers.last_item(LessonRef.topic) or "").partition("/")[0]
    lesson = services().courses.moved.lesson(name)
    found = find_set(f"{TERMS_TO}{lesson}") if lesson in services().courses.lessons else None
    if found is None:
        return ""
    group = replace(groups_of(makers)[TERMS], items=found.items)
    progress = progress_of(group, study.reviews.memories(), frozenset(study.reviews.owed()), study.now)
    return found.id if progress.known < progress.total else ""


@blueprint.get("/of/<code>")
def of_item(code: str) -> Response:
    """Redirects to a new set of questions on one item."""
    return _into_set(services().makers.coded(code).code, Level.BEGINNER)


@blueprint.get("/declare/")
def next_hand() -> Response:
    """Redirects to a new set of hands to declare: random hands, or (`from=games`) dealers’ hands from the games."""
    return _into_set(GAMES if request.args.get("from") == GAMES else HANDS, Level.BEGINNER)


def _into_set(set_id: str, level: Level) -> Response:
    seed = services().random.randrange(LARGEST_NUMBER)
    return redirect(url_for("practice.question_of_set", set_id=set_id, level=level.value, seed=seed, question=1))


def _level(word: str) -> Level:
    return Level.ADVANCED if word == Level.ADVANCED.value else Level.BEGINNER


@blueprint.get("/sets/<set_id>/<level>/<int:seed>/<int:question>")
def question_of_set(set_id: str, level: str, seed: int, question: int) -> Response:
    """Redirects to a question of a set, which is the same for everybody."""
    refs = _refs(set_id, level, seed)
    if not 1 <= question <= len(refs):
        abort(404)
    return redirect(address_of(refs[question - 1], str(SetNavigation(set_id, _level(level), seed, question))))


@blueprint.get("/sets/<set_id>/<level>/<int:seed>")
def results_of_set(set_id: str, level: str, seed: int) -> str:
    """The results of a set, and what to do next."""
    refs, found = _refs(set_id, level, seed), practice_set(set_id)
    results = [
        result_of(ref, str(SetNavigation(set_id, _level(level), seed, number))) for number, ref in enumerate(refs, 1)
    ]
    again = _start_of(found, _level(level))
    at: dict[str, Any] = {"set_id": set_id, "level": level, "seed": seed}
    return summary_page(
        SessionSummary(
            found.name,
            tuple(results),
            again,
            Door(again.url, gettext("Another %(number)s questions", number=found.size)),
        ),
        lambda number: url_for("practice.question_of_set", **at, question=number),
        back=Door(url_for("practice.index"), gettext("All practice")),
    )


def _refs(set_id: str, level: str, seed: int) -> Sequence[ExerciseRef]:
    if seed >= LARGEST_NUMBER or level != _level(level).value:
        abort(404)
    return practice_set(set_id).refs(seed, _level(level))


def _start_of(found: PracticeSet, level: Level) -> Door:
    """The address where a new set begins."""
    if found.id in (HANDS, GAMES):
        origin: dict[str, Any] = {"from": GAMES} if found.id == GAMES else {}
        return Door(url_for("practice.next_hand", **origin), TRY_AGAIN)
    if found.id.startswith(TERMS_TO):
        return Door(url_for("practice.of_group", group_id=TERMS), TRY_AGAIN)
    if found.id not in groups_of(services().makers):
        return Door(url_for("practice.of_item", code=found.id), TRY_AGAIN)
    asked = {"level": level.value} if level is Level.ADVANCED else {}
    return Door(url_for("practice.of_group", group_id=found.id, **asked), TRY_AGAIN)


@blueprint.get("/declare/own")
def own_hand() -> Response | tuple[str, int]:
    """A hand that the learner writes."""
    if "hand" not in request.args:
        return render_template("practise/own_hand.html", text=request.args.get("edit", "")), 200
    text = request.args["hand"]
    try:
        hand = read_any_hand(text)
    except TutorError as error:
        return render_template("practise/own_hand.html", text=text, fault=formatting.sentence(str(error))), 400
    return redirect(url_for("practice.declare", hand=pbn_hand(hand)))


@blueprint.get("/declare/<hand>")
def declare(hand: str) -> str:
    """The question on a hand."""
    place = HandPlace.of_request(hand)
    return page(place, place.ref.resolve())


@blueprint.post("/declare/<hand>")
def answer(hand: str) -> Response | tuple[str, int]:
    """Saves an answer, and shows the verdict."""
    place = HandPlace.of_request(hand)
    exercise = place.ref.resolve()
    outcome = submissions().submit(place.ref, exercise, submission(), may_hint=False)
    told = place.url(outcome.verdict.given.key) if outcome.verdict else ""
    return respond(outcome, lambda: page_of(outcome, place, exercise), place.url(), told)


@blueprint.get("/declare/<hand>/<given>")
def verdict(hand: str, given: str) -> str | tuple[str, int]:
    """The verdict on a call with a hand, the same for everybody."""
    place = HandPlace.of_request(hand)
    exercise = place.ref.resolve()
    try:
        return page(place, exercise, told=exercise.mark(given.replace("-", " ")))
    except Malformed as error:
        return page(place, exercise, refused=str(error)), 404
