"""Whether a question makes sense: its right answer must be one that a player would give.

A rule is short, and a random position can fit its words but not its meaning. The criteria are named below. All of them
use only what the seat can see. The first three look at the view alone, the last at layouts of the hidden cards that are
consistent with it. They do not say whether an author is right, only whether the question is fair.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from itertools import islice
from random import Random

from tutor.authorities.rules import Advice, Question
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank
from tutor.quizzes.exercise import AnswerForm, Exercise
from tutor.tables.layouts import consistent, costly_throughout
from tutor.view import View


class Senseless(Enum):
    """Why a question is not asked."""

    LOSING_TRUMP = "a trump that wins nothing is advised, though another card could be thrown"
    BARED = "the guard of a high card is thrown, though an idle card could be spared"
    OPEN_PARTNER = "the reason is about what partner may hold or learn, but partner’s hand is open"
    EVERY_LAYOUT = "the card advised costs a trick however the hidden cards lie"
    NO_CHOICE = "there are not two different answers, or the right one is not among them"

    __hash__ = object.__hash__


LAYOUTS = 8
"""In how many layouts a card must cost a trick before we take it that it always does.

Nearly always, the first or second layout shows otherwise.
"""
MOST_CARDS = 9
"""The most cards a hand may hold for layouts to be played out. With more, it takes too long and proves too little."""

_OF_PARTNER = re.compile(
    r"partner\b[^;:]*\b(may|might|can|asked|asks|wants|wishes|learn|knows?|trusts?)\b|"
    r"\b(tell|tells|show|shows|only) partner",
    re.IGNORECASE,
)


def why_senseless(view: View, question: Question, advice: Advice, random: Random) -> Senseless | None:
    """Why an author’s advice cannot be asked for on a view; None where it can."""
    return at_a_glance(view, question, advice) or _in_every_layout(view, question, advice, random)


def at_a_glance(view: View, question: Question, advice: Advice) -> Senseless | None:
    """What the view alone shows."""
    if question.is_of_calls or view.trick is None:
        return None
    situation = Situation(view)
    cards = [answer for answer in advice.answers if isinstance(answer, Card)]
    if any(_is_losing_trump(situation, card) for card in cards):
        return Senseless.LOSING_TRUMP
    if question is Question.DISCARD and any(_bares(situation, card) for card in cards):
        return Senseless.BARED
    if situation.partner in view.seen and _OF_PARTNER.search(advice.because):
        return Senseless.OPEN_PARTNER
    return None


# ---- by the view alone ---------------------------------------------------------------------------------------------


def _is_losing_trump(situation: Situation, card: Card) -> bool:
    """Whether a card is a trump that does not win a plain-suit trick, though a plain card could be thrown."""
    if card.suit is not situation.trumps or situation.suit_led in (None, situation.trumps):
        return False
    return not situation.wins(card) and any(other.suit is not situation.trumps for other in situation.lawful)


def _bares(situation: Situation, card: Card) -> bool:
    """Whether a discard bares higher cards of its suit, though a card of another plain suit could be spared."""
    if card.suit in (situation.suit_led, situation.trumps) or not _is_guard(situation, card):
        return False
    others = (other for other in situation.lawful if other.suit not in (situation.trumps, card.suit))
    return any(not _is_wanted(situation, other) for other in others)


def _is_guard(situation: Situation, card: Card) -> bool:
    """Whether a card guards higher ones: without it they win less, and are bare or too few to last."""
    held = situation.hand[card.suit].ranks
    left = [rank for rank in held if rank is not card.rank]
    if card.rank is held[0] or not _is_wanted(situation, card):
        return False
    above = sum(rank > held[0] for rank in _against(situation, card))
    return len(left) <= above or all(rank >= Rank.KNAVE for rank in left)


def _is_wanted(situation: Situation, card: Card) -> bool:
    """Whether a suit wins fewer rounds by its high cards without a card of it."""
    held, out = situation.hand[card.suit].ranks, _against(situation, card)
    return stopped(held, out) > stopped((rank for rank in held if rank is not card.rank), out)


def _against(situation: Situation, card: Card) -> tuple[Rank, ...]:
    """The cards of a suit that are out, except those in partner’s open hand."""
    partners = situation.view.seen.get(situation.partner)
    friendly = partners[card.suit].ranks if partners else ()
    return tuple(rank for rank in situation.outstanding(card.suit) if rank not in friendly)


def stopped(held: Iterable[Rank], out: Iterable[Rank]) -> int:
    """How many rounds of a suit a hand wins by high cards when the cards that are out are led from the top.

    While the best card that is out is higher, the hand plays its lowest. Tricks won by length alone are not counted.
    """
    mine, theirs = sorted(held, reverse=True), sorted(out, reverse=True)
    won = 0
    while mine and theirs:
        if mine[0] > theirs[0]:
            mine, theirs, won = mine[1:], theirs[:-1], won + 1
        else:
            mine, theirs = mine[:-1], theirs[1:]
    return won


# ---- by the layouts ------------------------------------------------------------------------------------------------


def _in_every_layout(view: View, question: Question, advice: Advice, random: Random) -> Senseless | None:
    """Whether some card advised takes fewer tricks than another in every layout that was tried."""
    if question.is_of_calls or view.trick is None or view.out or len(view.hand) > MOST_CARDS:
        return None
    cards = [answer for answer in advice.answers if isinstance(answer, Card)]
    # A player who does not trump may throw anything. The question is not about that card, so the best one is taken.
    suspected = [cards] if question is Question.TRUMP else [[card] for card in cards]
    costly = costly_throughout(view, suspected, islice(consistent(view, random), LAYOUTS))
    return Senseless.EVERY_LAYOUT if costly else None


# ---- of any kind ---------------------------------------------------------------------------------------------------


def why_no_question(exercise: Exercise) -> Senseless | None:
    """Why an exercise cannot be asked: its answers must all read differently, and include the right one."""
    if exercise.form is AnswerForm.NUMBER:
        return None
    labels = {choice.label for choice in exercise.choices}
    keys = {choice.key for choice in exercise.choices}
    is_whole = len(labels) == len(keys) == len(exercise.choices) > 1
    return None if is_whole and exercise.answer in keys else Senseless.NO_CHOICE
