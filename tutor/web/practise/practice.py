"""Practice without end: of all that can be asked, and declarations at love-all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.citations import SOURCES
from tutor.deal import parse_pbn_hand, pbn_hand
from tutor.errors import TutorError, Unknown
from tutor.quizzes import declaring, replaying
from tutor.quizzes.declaring import CALLS, Declaring
from tutor.quizzes.drills import LARGEST_NUMBER, ExerciseRef
from tutor.quizzes.exercise import Level
from tutor.quizzes.items import Kind
from tutor.quizzes.marks import Grade
from tutor.study.answers.answer import Answer, AnsweredBefore
from tutor.web import formatting
from tutor.web.practise.exercises import address_of
from tutor.web.practise.navigation import GroupNavigation, groups_of
from tutor.web.practise.own_hand import read_any_hand
from tutor.web.practise.recording import keep, not_kept
from tutor.web.services import services

blueprint = Blueprint("practice", __name__, url_prefix="/practice")

TOPIC = "declare"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many hands were answered, and how many of them well."""

    answered: int
    right: int

    @classmethod
    def of(cls, shades: Mapping[str, int]) -> Tally:
        marked = {Grade(shade): count for shade, count in shades.items()}
        right = sum(count for shade, count in marked.items() if shade.is_right)
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
        names=NAMES,
        questions=formatting.QUESTIONS,
        judge=declaring.judge(),
        Level=Level,
    )


NAMES: Mapping[Kind, tuple[str, str]] = {
    Kind.TERM: ("Terms", "What is it called?"),
    Kind.MAXIM: ("Maxims", "Whose is it, and how does it go on?"),
    Kind.LAW: ("Laws", "What is the law, and what may be exacted?"),
    Kind.ODDS: ("Odds", "How likely is it?"),
    Kind.SKILL: ("Reckoning", "The score, the tricks needed, the eleven rule, the cards still out."),
}


@blueprint.get("/some/<group_id>")
def some(group_id: str) -> Response:
    """The way to a question on any item of a group."""
    group = groups_of(services().makers).get(group_id)
    if group is None:
        raise Unknown("kind of practice", group_id, groups_of(services().makers))
    level = Level.ADVANCED if request.args.get("level") == Level.ADVANCED.value else Level.BEGINNER
    random = services().random
    put = ExerciseRef(random.choice(group.items), random.randrange(LARGEST_NUMBER), level)
    return redirect(address_of(put, str(GroupNavigation(group.id, level))))


@blueprint.get("/of/<code>")
def of_item(code: str) -> Response:
    """The way to a question on one item."""
    item = services().makers.coded(code)
    return redirect(address_of(ExerciseRef(item.id, services().random.randrange(LARGEST_NUMBER), Level.BEGINNER)))


@blueprint.get("/declare/")
def next_hand() -> Response:
    """A hand to declare on: dealt by chance, or (`from=games`) a dealer’s hand of the games."""
    random = services().random
    if request.args.get("from") == "games":
        games = [game for game in services().library.games.values() if game.source == declaring.judge().key]
        game = random.choice(games)
        hand = game.deal.hands[game.deal.dealer]
    else:
        hand = declaring.random_hand(random)
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
    return _page(Declaring(parse_pbn_hand(hand)), None)


@blueprint.post("/declare/<hand>")
def answer(hand: str) -> Response | tuple[str, int]:
    """Keeps an answer, and shows what it was worth."""
    question = Declaring(parse_pbn_hand(hand))
    given = request.form.get("answer", "")
    call = replaying.read(given, CALLS)
    if call is None:
        refused = f"‘{given[:40]}’ is no call. Choose one of the six."
        return _page(question, None, refused=refused), 400
    mark = question.mark(call)
    try:
        keep(Answer(TOPIC, hand, given, mark.shade.value, question.advice.rule.id))
    except AnsweredBefore as error:
        if error.stands.item != hand:
            raise
        stands = replaying.read(error.stands.given, CALLS)
        return _page(question, stands, refused=not_kept(error.stands.given, given)), 409
    return redirect(url_for("practice.verdict", hand=hand, given=given.replace(" ", "-"), **_from()), 303)


@blueprint.get("/declare/<hand>/<given>")
def verdict(hand: str, given: str) -> str | tuple[str, int]:
    """What a call is worth on a hand: the same for everybody, whoever asks."""
    question = Declaring(parse_pbn_hand(hand))
    call = replaying.read(given.replace("-", " "), CALLS)
    if call is None:
        return _page(question, None, refused=f"‘{given[:40]}’ is no call. Choose one of the six."), 404
    return _page(question, call)


def _page(question: Declaring, call: object, *, refused: str | None = None) -> str:
    chosen = next((one for one in CALLS if one == call), None)
    return render_template(
        "practise/declare.html",
        question=question,
        mark=None if chosen is None else question.mark(chosen),
        against=() if chosen is None else question.against(chosen),
        calls=CALLS,
        written=replaying.written,
        words=formatting,
        Shade=Grade,
        judge=declaring.judge(),
        tally=Tally.of(services().study.answers.tally(TOPIC)),
        origin=_from(),
        refused=refused,
        pbn=pbn_hand(question.hand),
    )


def _from() -> dict[str, Any]:
    return {"from": "games"} if request.values.get("from") == "games" else {}
