"""What a card that the author does not advise costs: a layout where it fails, or what it would tell partner.

No difference is invented where no layout that fits the view makes one. Between touching cards, or the cards of a suit
that is led, the author then chooses one to inform partner: that is a convention. Partner does not read the cards where
either hand is open. Then touching cards are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from random import Random

from tutor.analysis.refutation import Refutation, position, refute
from tutor.authorities.authority import Authority
from tutor.authorities.boundary import NearMiss, Neighbourhood
from tutor.authorities.rules import Advice, Message, Question
from tutor.cards import Card
from tutor.codes import Code
from tutor.play import Played
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.exercise import AnswerForm, Exercise, ExerciseVerdict, Grade
from tutor.tables.layouts import Layout, likely
from tutor.view import View

LAYOUTS = 60
"""The most layouts on which a card is tried."""
EARLY_LAYOUTS = 30
"""The same before two tricks are complete, because the solver takes long on early positions."""
HEARD_ON = 5
"""Partner hears a message only if it is heard on each of so many layouts."""

_LEADS = (Question.LEAD, Question.RETURN)


class CostKind(Enum):
    """What a card that is not advised leads to."""

    REFUTED = "refuted"
    CONVENTION = "convention"
    EQUAL = "equal card"
    NO_DIFFERENCE = "no difference found"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class CardCost:
    """A card compared with those that are advised.

    `layouts` is the number of layouts on which it was tried: 0 for a card that touches one advised. `hears` is what the
    author, as partner, hears in this card but not in the one advised. `should_hear` is the reverse. `taken_for` is the
    rule that would lead to this card from another hand.
    """

    kind: CostKind
    view: View
    given: Card
    advised: tuple[Card, ...]
    layouts: int = 0
    refutation: Refutation | None = None
    hears: tuple[Message, ...] = ()
    should_hear: tuple[Message, ...] = ()
    taken_for: NearMiss | None = None


def cost_of(exercise: Exercise, given: str) -> CardCost | None:
    """What an answer costs. None unless it is a wrong card in a play by four hands to win tricks."""
    if not isinstance(exercise, AuthorExercise) or not has_cost(exercise, exercise.mark(given)):
        return None
    answer = exercise.answer_of(exercise.choice(given))
    assert isinstance(answer, Card), "a call has no cost"  # noqa: S101
    seed = f"{exercise.item}:{exercise.level.value}:{exercise.number}/refutation"
    return weighed(exercise.author, exercise.view, exercise.question, exercise.code, answer, exercise.advice, seed)


def has_cost(exercise: Exercise, verdict: ExerciseVerdict) -> bool:
    """Whether the cost of an answer can be found: a card that is not advised, on a view that can be weighed."""
    is_wrong_card = exercise.form is AnswerForm.CARD and verdict.grade is Grade.NOT_ADVISED
    return is_wrong_card and isinstance(exercise, AuthorExercise) and is_weighable(exercise.view)


def weighed(
    author: Authority, view: View, question: Question, code: Code, given: Card, advice: Advice, seed: str
) -> CardCost | None:
    """What a lawful card that is not advised costs. None where hands are set aside or incomplete."""
    if not is_weighable(view):
        return None
    cards = (answer for answer in advice.answers if isinstance(answer, Card))
    advised = tuple(sorted(cards, key=lambda card: not are_equal(view, given, card)))
    number = EARLY_LAYOUTS if len(view.tricks) < 2 else LAYOUTS
    layouts = likely(view, code, number, Random(seed))
    is_equal = are_equal(view, given, advised[0])
    found = None if is_equal else refute(view, given, _distinct(view, advised), layouts)
    tried = 0 if is_equal else found.layouts if found else len(layouts)
    if found is not None:
        return CardCost(CostKind.REFUTED, view, given, advised, tried, found)
    hears, should_hear = _heard(author, view, (given, advised[0]), layouts[:HEARD_ON])
    spoken = tuple(message for message in author.messages if message.id == advice.rule.id)
    if len(spoken) == 1:  # an id may have two messages that contradict each other
        should_hear = should_hear or spoken
    is_in_suit = any(card.suit is given.suit for card in advised)
    speaks = (
        is_equal or hears or should_hear or spoken or question is Question.SIGNAL or (question in _LEADS and is_in_suit)
    )
    if speaks and is_heard(view):
        miss = next((miss for miss in Neighbourhood(author, view, question).against(given) if not miss.fits), None)
        return CardCost(CostKind.CONVENTION, view, given, advised, tried, None, hears, should_hear, miss)
    return CardCost(CostKind.EQUAL if is_equal else CostKind.NO_DIFFERENCE, view, given, advised, tried)


def is_weighable(view: View) -> bool:
    """Whether cards can be weighed here: four whole hands play to win tricks, and the hand has been seen."""
    is_misere = view.declaration is not None and view.declaration.is_misere
    dealt = len(view.hand) + sum(played.seat is view.seat for played in view.played())
    return not view.out and not is_misere and dealt == 13


def is_heard(view: View) -> bool:
    """Whether a partner who does not see the hand will read the card played from it."""
    hand = view.trick.to_play if view.trick else view.seat
    return hand is view.seat and view.seat.partner not in view.seen


def are_equal(view: View, one: Card, other: Card) -> bool:
    """Whether two cards of the hand to play touch: each card between them is in the hand or in a past trick."""
    if one.suit is not other.suit:
        return False
    low, high = sorted((one, other), key=lambda card: card.rank.height)
    turned = {card for trick in view.tricks for card in trick.cards}
    between = (Card(one.suit, rank) for rank in type(one.rank) if low.rank < rank < high.rank)
    return all(card in view.acting or card in turned for card in between)


def _distinct(view: View, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards without those that touch one before them."""
    chosen: list[Card] = []
    for card in cards:
        if not any(are_equal(view, card, other) for other in chosen):
            chosen.append(card)
    return tuple(chosen)


# ---- what partner hears ------------------------------------------------------------------------------------------


def _heard(
    author: Authority, view: View, cards: tuple[Card, Card], layouts: Sequence[Layout]
) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """What partner hears in the first of two cards and not in the second, and the reverse."""
    if not is_heard(view):
        return (), ()
    one, other = (_heard_in(author, view, card, layouts) for card in cards)
    return (
        tuple(message for message in one if message not in other),
        tuple(message for message in other if message not in one),
    )


def _heard_in(author: Authority, view: View, card: Card, layouts: Sequence[Layout]) -> tuple[Message, ...]:
    """The messages that the author hears in a card on every one of the layouts."""
    heard = list(_as_partner_sees(view, card, layouts))
    return tuple(message for message in author.messages if all(message.heard(seen, act) for seen, act in heard))


def _as_partner_sees(view: View, card: Card, layouts: Sequence[Layout]) -> Iterator[tuple[View, Played]]:
    partner = view.seat.partner
    for layout in islice(layouts, HEARD_ON):
        before = position(view, layout)
        seen = View.of(
            partner, view.calling, before.after(card), view.standing, exposed=dict(view.exposed), shown=view.shown
        )
        yield seen, Played(before.number, view.seat, card)
