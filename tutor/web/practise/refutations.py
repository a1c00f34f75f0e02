"""What a wrong card costs: played out card by card on a layout where it fails, or what it would tell partner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.analysis.refutation import Line, Refutation
from tutor.cards import Card
from tutor.citations import SOURCES
from tutor.errors import Malformed
from tutor.play import Play, Trick
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.card_costs import CardCost, CostKind, cost_of
from tutor.quizzes.exercise import Level
from tutor.quizzes.items import ExerciseBank
from tutor.seats import Seat
from tutor.tables.from_play import match_from
from tutor.tables.match import Match
from tutor.web import formatting
from tutor.web.practise.exercises import ItemPlace, table_layout
from tutor.web.services import services

blueprint = Blueprint("refutations", __name__, url_prefix="/practice")

BETTER = "better"
"""The line in which the card advised is played, as an address names it; the other needs no name."""


@dataclass(frozen=True, slots=True)
class LineStep:
    """A line of a refutation at one of its cards: so many of them are on the table."""

    refutation: Refutation
    is_better: bool
    number: int

    @classmethod
    def of_request(cls, refutation: Refutation) -> LineStep:
        """The step that the request names; the first where it names none of the line."""
        values = request.values
        step = cls(refutation, values.get("line") == BETTER, 0)
        text = values.get("card", "")
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
        return cls(refutation, step.is_better, min(number, step.last))

    @property
    def line(self) -> Line:
        return self.refutation.better if self.is_better else self.refutation.wrong

    @property
    def other(self) -> Line:
        return self.refutation.wrong if self.is_better else self.refutation.better

    @property
    def last(self) -> int:
        return len(self.line.cards)

    @property
    def is_end(self) -> bool:
        return self.number == self.last

    @property
    def play(self) -> Play:
        return self.line.plays[self.number]

    @property
    def trick(self) -> Trick:
        """The trick on the table: the one in progress, or the last until another is led to."""
        return (self.number and self.play.last_trick) or self.play.trick

    @property
    def winner(self) -> Seat | None:
        """Who has taken the trick on the table; None while it is not complete."""
        return self.trick.winner(self.play.trumps) if self.trick.is_complete else None

    @property
    def won(self) -> tuple[int, int]:
        """The tricks that the learner’s side has taken since the position, and the others."""
        side, start = self.refutation.side, self.line.start
        ours = self.play.won[side] - start.won[side]
        return ours, len(self.play.tricks) - len(start.tricks) - ours

    @property
    def says(self) -> str:
        """What has just happened."""
        if self.number == 0:
            return f"{self.play.to_play.label} is to play."
        played = list(self.play.played())[-1]
        taken = f" {self.winner.label} wins the trick." if self.winner else ""
        return f"{played.seat.label} plays the {played.card.name}.{taken}"

    @property
    def sums_up(self) -> str:
        """What the card cost, at the end of the line."""
        wrong, better, tricks = self.refutation.wrong, self.refutation.better, self.refutation.tricks
        name = called(better.card, wrong.card)
        if tricks == 1:
            lost, won = "This trick is lost", f"with {name} you win it"
            return (
                f"You win this trick; {called(wrong.card, better.card)} loses it."
                if self.is_better
                else (f"{lost}; {won}.")
            )
        if self.is_better:
            other = called(wrong.card, better.card)
            return f"You made {better.won} of these {tricks} tricks; with {other} you make {wrong.won or 'none'}."
        return f"You made {wrong.won or 'none'} of these {tricks} tricks; with {name} you make {better.won}."


def called(card: Card, other: Card) -> str:
    """A card beside another, by its rank alone where both are of one suit: `the queen`, `the queen of hearts`."""
    return f"the {card.rank.word if card.suit is other.suit else card.name}"


@blueprint.get("/<code>/<int:number>/<given>/refutation")
def show(code: str, number: int, given: str) -> str:
    """What a wrong card costs, at a card of the line that is played out."""
    place = ItemPlace.of_request(code, number)
    exercise, cost = _exercise_and_cost(place, given)
    step = LineStep.of_request(cost.refutation) if cost.refutation else None
    return render_template(
        "practise/refutation.html",
        place=place,
        given=given,
        exercise=exercise,
        cost=cost,
        step=step,
        name=called(cost.given, cost.advised[0]),
        advised_name=called(cost.advised[0], cost.given),
        author=SOURCES[exercise.author.key].author,
        places=dict(zip(exercise.view.seat.round(), "swne", strict=True)),
        laid=table_layout(exercise.view),
        can_play_on=step is not None and _match(exercise, step) is not None,
        address=lambda number, line="": _address(place, given, number, line),
        CostKind=CostKind,
        words=formatting,
    )


@blueprint.post("/<code>/<int:number>/<given>/refutation")
def play_on(code: str, number: int, given: str) -> Response:
    """A table at which the learner plays on from a card of the line."""
    exercise, cost = _exercise_and_cost(ItemPlace.of_request(code, number), given)
    match = _match(exercise, LineStep.of_request(cost.refutation)) if cost.refutation else None
    if match is None:
        abort(404)
    return redirect(url_for("tables.table", key=services().study.matches.begin(match)), 303)


def _exercise_and_cost(place: ItemPlace, given: str) -> tuple[AuthorExercise, CardCost]:
    ref, exercise = place.ref, place.exercise()
    try:
        cost = _cost(services().makers, ref.item, ref.number, ref.level, given)
    except Malformed:
        cost = None
    if cost is None or not isinstance(exercise, AuthorExercise):
        abort(404)
    return exercise, cost


@lru_cache(256)
def _cost(makers: ExerciseBank, item: str, number: int, level: Level, given: str) -> CardCost | None:
    """What an answer costs: each card of a line is a page, and the work is done for the first."""
    return cost_of(makers.make(item, number, level), given)


def _match(exercise: AuthorExercise, step: LineStep) -> Match | None:
    """The table that plays on from a step; None at the end of the deal, and where no table comes to it."""
    if step.play.is_over:
        return None
    return match_from(exercise.view, exercise.code, step.play, f"{exercise.number}")


def _address(place: ItemPlace, given: str, number: int, line: str) -> str:
    """The address of a card of a line."""
    values = {"card": number} if number else {}
    return place.refutation_url(given, **values, **({"line": line} if line else {}))
