"""Questions with hints, answers and reasons. The same page serves drills, review and practice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from flask import Blueprint, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from tutor.authorities import compare_all
from tutor.authorities.comparing import Comparison
from tutor.cards import Card, Hand
from tutor.citations import SOURCES
from tutor.errors import Malformed, Unknown
from tutor.play import Trick
from tutor.quizzes.card_costs import has_cost
from tutor.quizzes.exercise import AnswerForm, Exercise, ExerciseVerdict, Grade, Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.items import ItemRef
from tutor.quizzes.kinds.declarations import DeclarationRef
from tutor.quizzes.reference import ExerciseRef
from tutor.seats import Seat
from tutor.study.answers.submissions import Outcome
from tutor.study.classroom.secret_numbers import is_sealed
from tutor.view import View
from tutor.web import formatting
from tutor.web.classroom.authored_content import shelf
from tutor.web.classroom.secrecy import check_question, is_for_teachers_eyes
from tutor.web.offline.mode import is_offline
from tutor.web.page_memory import render_remembered
from tutor.web.practise.navigation import NextStep, way_of
from tutor.web.practise.recording import respond, submission, submissions
from tutor.web.services import services

blueprint = Blueprint("exercises", __name__, url_prefix="/practice")

LONGEST_WAY = 80


class ExercisePlace(Protocol):
    """The place of an exercise: the hints shown, its addresses, and what follows it."""

    @property
    def hints(self) -> int:
        """How many stages of hint are shown."""

    @property
    def may_hint(self) -> bool:
        """Whether there are hints."""

    @property
    def is_same_for_all(self) -> bool:
        """Whether the page depends only on its address, and not on the learner."""

    def url(self, given: str | None = None) -> str:
        """The address of the question, or of the verdict on an answer."""

    def following(self) -> NextStep:
        """The learner’s session, and what follows this question."""


@dataclass(frozen=True, slots=True)
class ItemPlace:
    """An exercise on an item, and how the learner came to it."""

    ref: ItemRef
    hints: int = 0
    way: str = ""

    may_hint = True
    is_same_for_all = False

    @classmethod
    def of_request(cls, code: str, number: int) -> ItemPlace:
        """The place of an address. Raises `Unknown`, and refuses a question that is assigned."""
        item = services().makers.coded(code)
        if is_sealed(number) and not (request.method == "GET" and is_for_teachers_eyes()):
            raise Unknown("question", str(number), ())
        level = next((level for level in Level if level.value == request.values.get("level")), Level.BEGINNER)
        ref = ItemRef(item.id, number, level)
        place = cls(ref, submissions().hints(ref), request.values.get("from", "")[:LONGEST_WAY])
        check_question(ref, place.following().next_url)
        return place

    def exercise(self) -> Exercise:
        return self.ref.resolve(shelf())

    def url(self, given: str | None = None) -> str:
        """The address of the question, or of the verdict on an answer."""
        if given is None:
            return url_for("exercises.ask", **self._values)
        return url_for("exercises.verdict", given=given, **self._values)

    def refutation_url(self, given: str, **at: Any) -> str:
        """The address of the cost of an answer, `at` a card of the line."""
        return url_for("refutations.show", given=given, **self._values, **at)

    @property
    def _values(self) -> dict[str, Any]:
        values: dict[str, Any] = {"code": services().makers.items[self.ref.item].code, "number": self.ref.number}
        if self.ref.level is Level.ADVANCED:
            values["level"] = self.ref.level.value
        if self.way:
            values["from"] = self.way
        return values

    def following(self) -> NextStep:
        """The next step: by default another question on the same item."""
        another = replace(self.ref, number=(self.ref.number + 1) % LARGEST_NUMBER)
        return way_of(self.way) or NextStep(gettext("Practice"), "", address_of(another), gettext("Another question"))


@dataclass(frozen=True, slots=True)
class HandPlace:
    """A hand to declare, and how the learner came to it."""

    ref: DeclarationRef
    way: str = ""

    hints = 0
    may_hint = False
    is_same_for_all = True

    @classmethod
    def of_request(cls, hand: str) -> HandPlace:
        """The place of an address. Raises `TutorError` unless it is a hand of thirteen cards."""
        return cls(DeclarationRef.of_key(hand), request.values.get("from", "")[:LONGEST_WAY])

    def url(self, given: str | None = None) -> str:
        """The address of the question, or of the verdict on an answer."""
        values: dict[str, Any] = {"hand": self.ref.key}
        if self.way:
            values["from"] = self.way
        if given is None:
            return url_for("practice.declare", **values)
        return url_for("practice.verdict", given=given.replace(" ", "-"), **values)

    def following(self) -> NextStep:
        """The next step: by default another hand."""
        return way_of(self.way) or NextStep(
            gettext("Practice"), "", url_for("practice.next_hand"), gettext("Another hand")
        )


def place_of_ref(ref: ExerciseRef, way: str = "") -> ItemPlace | HandPlace:
    """The place of a question. `way` says how the learner came to it, which decides what follows."""
    if isinstance(ref, DeclarationRef):
        return HandPlace(ref, way)
    assert isinstance(ref, ItemRef)  # noqa: S101 - there is no other practice
    return ItemPlace(ref, way=way)


def address_of(ref: ExerciseRef, way: str = "") -> str:
    """The address of a question."""
    return place_of_ref(ref, way).url()


@blueprint.get("/<code>/<int:number>")
def ask(code: str, number: int) -> str:
    """A question."""
    place = ItemPlace.of_request(code, number)
    return page(place, place.exercise())


@blueprint.post("/<code>/<int:number>")
def answer(code: str, number: int) -> Response | tuple[str, int]:
    """Saves an answer, and shows the verdict."""
    place = ItemPlace.of_request(code, number)
    exercise = place.exercise()
    outcome = submissions().submit(place.ref, exercise, submission(), may_hint=True)
    told = place.url(outcome.verdict.given.key) if outcome.verdict else ""
    return respond(outcome, lambda: page_of(outcome, place, exercise), f"{place.url()}#decision", told)


@blueprint.get("/<code>/<int:number>/<given>")
def verdict(code: str, number: int, given: str) -> str | tuple[str, int]:
    """The verdict on an answer to a question, the same for everybody."""
    place = ItemPlace.of_request(code, number)
    exercise = place.exercise()
    try:
        return page(place, exercise, told=exercise.mark(given))
    except Malformed as error:
        return page(place, exercise, refused=str(error)), 404


def page_of(outcome: Outcome, place: ExercisePlace, exercise: Exercise) -> str:
    """The page of a question that says why an answer was not saved."""
    return page(place, exercise, told=outcome.stands, refused=outcome.refused, note=outcome.note)


def page(
    place: ExercisePlace,
    exercise: Exercise,
    *,
    told: ExerciseVerdict | None = None,
    refused: str = "",
    note: str = "",
    is_saved: bool = False,
) -> str:
    """The page of a question that waits for an answer, or shows the verdict on one.

    An answer that `is_saved` on the device of the learner has no verdict yet.
    """

    def values() -> dict[str, object]:
        return {
            "place": place,
            "laid": _laid(exercise, told),
            "cards": chosen_cards(exercise),
            "exercise": exercise,
            "told": told,
            "refused": refused,
            "note": note,
            "is_saved": is_saved,
            "way": place.following(),
            "compared": compared(exercise) if told and "others" in request.args else None,
            "action": place.url(),
            "refutation_url": _refutation_url(place, exercise, told),
            "hindsight": exercise.sample_layout() if told and "hindsight" in request.args else None,
            "further_on": lambda what: _asking(place, told, what),
            "sources": SOURCES,
            "words": formatting,
            "Card": Card,
            "AnswerForm": AnswerForm,
            "Grade": Grade,
        }

    is_asked_more = not {*request.args}.isdisjoint(("others", "hindsight"))
    if place.is_same_for_all and not (refused or note or is_asked_more or is_saved or is_offline()):
        return render_remembered("practise/exercise.html", values, told and told.given.key)
    return render_template("practise/exercise.html", **values())


def _refutation_url(place: ExercisePlace, exercise: Exercise, told: ExerciseVerdict | None) -> str:
    """The address of the cost of an answer. Empty if there is nothing to show."""
    if told is None or not isinstance(place, ItemPlace) or not has_cost(exercise, told):
        return ""
    return place.refutation_url(told.given.key)


def _asking(place: ExercisePlace, told: ExerciseVerdict | None, what: str) -> str:
    """The address of the same page with one more part shown."""
    url = place.url(told.given.key if told else None)
    return f"{url}{'&' if '?' in url else '?'}{what}=1#{what}"


def _laid(exercise: Exercise, told: ExerciseVerdict | None) -> TableLayout | None:
    """The table of an exercise, with the card of the answer on it."""
    is_card = exercise.form is AnswerForm.CARD
    return exercise_layout(exercise, Card.parse(told.given.key) if told and is_card else None)


def compared(exercise: Exercise) -> Comparison | None:
    """What every author says about this question. None if there is no table."""
    if exercise.view is None or exercise.question is None:
        return None
    return compare_all(exercise.view, exercise.question)


# ---- the table as the learner sees it -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class At:
    """A place at the table: the player, their part, and their hand if it is open."""

    seat: Seat
    part: str
    hand: Hand | None
    cards: int
    is_you: bool
    to_act: bool


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table with the learner at the bottom. `chooses` is the place whose cards the learner chooses from.

    It `is_hand_only` before the first card, while no hand is open. `answered` is the card of the answer.
    """

    view: View
    at: Mapping[str, At]
    places: Mapping[Seat, str]
    chooses: str
    is_hand_only: bool
    answered: Card | None = None


def exercise_layout(exercise: Exercise | None, answered: Card | None = None) -> TableLayout | None:
    """The table of an exercise, with the card that was `answered` played; None if it has none."""
    if exercise is None or exercise.view is None:
        return None
    return table_layout(exercise.view, answered, is_dealer_known=exercise.is_dealer_known)


def table_layout(view: View, answered: Card | None = None, *, is_dealer_known: bool = True) -> TableLayout:
    """The table of a view, seen by the player who decides, with the card that was `answered` played."""
    you = view.seat
    order = (you, you.left, you.left.left, you.left.left.left)
    places = dict(zip(order, "swne", strict=True))
    to_act = view.trick.to_play if view.trick else you
    is_hand_only = view.trick is None and not view.exposed
    now = _after(view, answered) if answered else view
    at = {places[seat]: _at(now, seat, to_act, is_dealer_known=is_dealer_known) for seat in order}
    return TableLayout(now, at, places, places[to_act], is_hand_only, answered)


def _after(view: View, card: Card) -> View:
    """The view after the next hand has played a card."""
    trick = view.trick or Trick(view.seat)
    exposed = tuple((seat, hand.without(card) if seat is trick.to_play else hand) for seat, hand in view.exposed)
    hand = view.hand.without(card) if view.seat is trick.to_play else view.hand
    return replace(view, hand=hand, exposed=exposed, trick=replace(trick, cards=(*trick.cards, card)))


def _at(view: View, seat: Seat, to_act: Seat, *, is_dealer_known: bool) -> At:
    left = _size(view) - sum(act.seat is seat for act in view.played())
    part = _part(view, seat, is_dealer_known=is_dealer_known)
    return At(seat, part, view.seen.get(seat), left, seat is view.seat, seat is to_act)


def _size(view: View) -> int:
    """How many cards each hand had. 13 if the learner may not look at their own."""
    own = sum(act.seat is view.seat for act in view.played())
    return 13 if view.has_not_looked else len(view.hand) + own


def _declared(view: View, seat: Seat) -> str:
    """The part of a seat that declared but did not deal. At bridge the dealer plays the hand all the same."""
    declaration = view.declaration
    if not declaration or seat is not declaration.by or seat is view.dealer:
        return ""
    return gettext("declared") if view.is_left else gettext("declarer")


def _part(view: View, seat: Seat, *, is_dealer_known: bool) -> str:
    declaration = view.declaration
    said = [
        gettext("dealer") if is_dealer_known and seat is view.dealer else "",
        _declared(view, seat),
        gettext("dummy") if view.trick and seat in dict(view.exposed) and declaration else "",
        gettext("partner") if seat is view.seat.partner and not declaration and view.trick else "",
    ]
    return ", ".join(part for part in said if part)


def chosen_cards(exercise: Exercise) -> Mapping[Card, str]:
    """The cards to choose from, with what the form sends for each."""
    return (
        {Card.parse(choice.key): choice.key for choice in exercise.choices} if exercise.form is AnswerForm.CARD else {}
    )
