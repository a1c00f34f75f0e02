"""Practice without end: of all that can be asked, and declarations at love-all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.citations import SOURCES
from tutor.deal import pbn_hand
from tutor.errors import Malformed, TutorError, Unknown
from tutor.quizzes.exercise import ExerciseVerdict, Grade, Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.groups import GROUP_NAMES
from tutor.quizzes.items import ItemRef
from tutor.quizzes.kinds import declarations
from tutor.quizzes.kinds.declarations import DeclarationRef
from tutor.web import formatting
from tutor.web.page_memory import render_remembered
from tutor.web.practise.exercises import address_of
from tutor.web.practise.navigation import GroupNavigation, groups_of
from tutor.web.practise.own_hand import read_any_hand
from tutor.web.practise.recording import respond, submission, submissions
from tutor.web.services import services

blueprint = Blueprint("practice", __name__, url_prefix="/practice")


@dataclass(frozen=True, slots=True)
class PracticeTally:
    """How many hands were answered, and how many of them well."""

    answered: int
    right: int

    @classmethod
    def of(cls, grades: Mapping[str, int]) -> PracticeTally:
        marked = {Grade(grade): count for grade, count in grades.items()}
        right = sum(count for grade, count in marked.items() if grade.is_right)
        return cls(right + marked.get(Grade.NOT_ADVISED, 0), right)


@blueprint.get("/")
def index() -> str:
    """What can be practised."""
    found = groups_of(services().makers)
    by_author = {source: [group for group in found.values() if group.source == key] for key, source in SOURCES.items()}
    return render_template(
        "practise/practice.html",
        by_author=by_author,
        others=[group for group in found.values() if not group.source],
        names=GROUP_NAMES,
        questions=formatting.QUESTIONS,
        judge=declarations.judge(),
        Level=Level,
    )


@blueprint.get("/some/<group_id>")
def of_group(group_id: str) -> Response:
    """The way to a question on any item of a group."""
    group = groups_of(services().makers).get(group_id)
    if group is None:
        raise Unknown("kind of practice", group_id, groups_of(services().makers))
    level = Level.ADVANCED if request.args.get("level") == Level.ADVANCED.value else Level.BEGINNER
    random = services().random
    put = ItemRef(random.choice(group.items), random.randrange(LARGEST_NUMBER), level)
    return redirect(address_of(put, str(GroupNavigation(group.id, level))))


@blueprint.get("/of/<code>")
def of_item(code: str) -> Response:
    """The way to a question on one item."""
    item = services().makers.coded(code)
    return redirect(address_of(ItemRef(item.id, services().random.randrange(LARGEST_NUMBER), Level.BEGINNER)))


@blueprint.get("/declare/")
def next_hand() -> Response:
    """A hand to declare on: dealt by chance, or (`from=games`) a dealer’s hand of the games."""
    random = services().random
    if request.args.get("from") == "games":
        games = [game for game in services().library.games.values() if game.source == declarations.judge().key]
        game = random.choice(games)
        hand = game.deal.hands[game.deal.dealer]
    else:
        hand = declarations.random_hand(random)
    return redirect(url_for("practice.declare", hand=pbn_hand(hand), **_from()))


@blueprint.get("/declare/own")
def own_hand() -> Response | tuple[str, int]:
    """A hand of the learner’s own writing."""
    if "hand" not in request.args:
        return render_template("practise/own_hand.html", text=request.args.get("edit", "")), 200
    text = request.args["hand"]
    try:
        hand = read_any_hand(text)
    except TutorError as error:
        return render_template("practise/own_hand.html", text=text, fault=str(error)), 400
    return redirect(url_for("practice.declare", hand=pbn_hand(hand)))


@blueprint.get("/declare/<hand>")
def declare(hand: str) -> str:
    """The question of a hand."""
    return _page(DeclarationRef.of_key(hand))


@blueprint.post("/declare/<hand>")
def answer(hand: str) -> Response | tuple[str, int]:
    """Keeps an answer, and shows what it was worth."""
    ref = DeclarationRef.of_key(hand)
    outcome = submissions().submit(ref, ref.resolve(), submission(), may_hint=False)
    refused = outcome.refused or outcome.note
    told = ""
    if outcome.verdict:
        told = url_for("practice.verdict", hand=hand, given=_dashed(outcome.verdict), **_from())
    asked = url_for("practice.declare", hand=hand, **_from())
    return respond(outcome, lambda: _page(ref, outcome.stands, refused=refused), asked, told)


@blueprint.get("/declare/<hand>/<given>")
def verdict(hand: str, given: str) -> str | tuple[str, int]:
    """What a call is worth on a hand: the same for everybody, whoever asks."""
    ref = DeclarationRef.of_key(hand)
    try:
        return _page(ref, ref.resolve().mark(given.replace("-", " ")))
    except Malformed as error:
        return _page(ref, refused=str(error)), 404


def _page(ref: DeclarationRef, told: ExerciseVerdict | None = None, *, refused: str = "") -> str:
    tally = PracticeTally.of(services().study.answers.tally(ref.topic))

    def values() -> dict[str, object]:
        exercise = ref.resolve()
        return {
            "exercise": exercise,
            "told": told,
            "ways": _ways(ref, told) if told else "",
            "words": formatting,
            "judge": declarations.judge(),
            "tally": tally,
            "origin": _from(),
            "refused": refused,
            "pbn": ref.key,
        }

    # What an answer is worth is decided by the hand and by it.
    return render_remembered("practise/declare.html", values, ref, told.given if told else None, tally, refused)


def _ways(ref: DeclarationRef, told: ExerciseVerdict) -> str:
    """Where the other ways to the answer are shown."""
    return url_for("practice.verdict", hand=ref.key, given=_dashed(told), more=1, _anchor="more", **_from())


def _dashed(told: ExerciseVerdict) -> str:
    """The answer that was given, as an address has it."""
    return told.given.key.replace(" ", "-")


def _from() -> dict[str, Any]:
    return {"from": "games"} if request.values.get("from") == "games" else {}
