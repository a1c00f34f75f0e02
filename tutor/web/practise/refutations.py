"""The cost of a wrong card: played out card by card on a layout where it fails, or what it tells partner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext
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
"""The name in an address for the line with the advised card. The other line needs no name."""


@dataclass(frozen=True, slots=True)
class LineStep:
    """A line of a refutation after a number of its cards."""

    refutation: Refutation
    is_better: bool
    number: int

    @classmethod
    def of_request(cls, refutation: Refutation) -> LineStep:
        """The step the request names, or the first."""
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
        """The trick on the table: the one in progress, or the last one until the next lead."""
        return (self.number and self.play.last_trick) or self.play.trick

    @property
    def winner(self) -> Seat | None:
        """The winner of the trick on the table. None until it is complete."""
        return self.trick.winner(self.play.trumps) if self.trick.is_complete else None

    @property
    def won(self) -> tuple[int, int]:
        """The tricks taken since the position by the learner’s side, and by the others."""
        side, start = self.refutation.side, self.line.start
        ours = self.play.won[side] - start.won[side]
        return ours, len(self.play.tricks) - len(start.tricks) - ours

    @property
    def says(self) -> str:
        """What has just happened."""
        if self.number == 0:
            return gettext("%(player)s is to play.", player=self.play.to_play.label)
        played = list(self.play.played())[-1]
        if self.winner:
            return gettext(
                "%(player)s plays the %(card)s. %(winner)s wins the trick.",
                player=played.seat.label,
                card=played.card.name,
                winner=self.winner.label,
            )
        return gettext("%(player)s plays the %(card)s.", player=played.seat.label, card=played.card.name)

    @property
    def sums_up(self) -> str:
        """The cost of the card, at the end of the line."""
        line, other, tricks = self.line, self.other, self.refutation.tricks
        name = called(other.card, line.card)
        if tricks == 1:
            if self.is_better:
                return gettext("You win this trick. With %(card)s you lose it.", card=name)
            return gettext("You lose this trick. With %(card)s you win it.", card=name)
        return gettext(
            "You made %(won)s of these %(tricks)s tricks. With %(card)s you make %(other)s.",
            won=line.won,
            tricks=tricks,
            card=name,
            other=other.won,
        )


def called(card: Card, other: Card) -> str:
    """A card beside another. If both are of one suit, only its rank: `the queen`, or `the queen of hearts`."""
    return f"the {card.rank.word if card.suit is other.suit else card.name}"


@blueprint.get("/<code>/<int:number>/<given>/refutation")
def show(code: str, number: int, given: str) -> str:
    """The cost of a wrong card, at a card of the line that is played out."""
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
    """Opens a table where the learner plays on from a card of the line."""
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
    """The cost of an answer. Each card of a line is a page, and the first page does the work."""
    return cost_of(makers.make(item, number, level), given)


def _match(exercise: AuthorExercise, step: LineStep) -> Match | None:
    """The table that plays on from a step. None at the end of the deal, or if no table can reach the step."""
    if step.play.is_over:
        return None
    return match_from(exercise.view, exercise.code, step.play, f"{exercise.number}")


def _address(place: ItemPlace, given: str, number: int, line: str) -> str:
    """The address of a card of a line."""
    values = {"card": number} if number else {}
    return place.refutation_url(given, **values, **({"line": line} if line else {}))
