"""Players of the machine: what the author of the code advises; where he is silent, what is best by what they can see.

A bot asks the author of the code’s source first, and follows the author. It does not follow if a card costs a trick
however the hidden cards are laid, because a rule is for what is not known. If it does not follow the author, if the
author says nothing, or if the author holds several cards equal, it deals the unseen cards into layouts. They are
consistent with the calls and plays. It then chooses

- a card by double dummy: the one that brings its side the most tricks on average, the lowest if several are equal.
- a call by what the deal would score on average if everybody were content with it. It goes beyond a pass only for what
  is better on average and in two layouts of three, and names only what it would believe of another hand.

If hands are set aside, or the aim is to lose tricks, there is nothing to solve, and it plays the natural card. If no
call can be calculated, it makes the quietest. The remaining cards decide how much work it does, never the clock:
the same view, code and state of `random` give the same choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import islice
from random import Random

from tutor.analysis.double_dummy import tricks_of_each
from tutor.analysis.natural import ordered, ordered_to_lose
from tutor.auction import Call
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Answer, Silent
from tutor.cards import Card
from tutor.codes import Code
from tutor.notation import counted
from tutor.play import Play
from tutor.tables.callings import QUIET, points_by_call
from tutor.tables.layouts import Layout, consistent, costly_throughout, likely
from tutor.view import View

MOST_LAYOUTS = 20
FEWEST_LAYOUTS = 4
FEW_CARDS = 9
"""The most cards in a hand for an author’s card to be tried on layouts before it is followed."""
TRIALS = 8
"""On how many layouts it must cost a trick, each of them, not to be followed."""
WORK = 4 * 3**13
"""What may be spent on a card: a layout costs about three times as much for each trick that is left to play."""


class PlainReason(Enum):
    """Why a choice was made without advice and without a calculation."""

    ONLY = "nothing else is legal"
    NATURAL = "it is the natural card when hands are set aside"
    LOSING = "it is the natural card for losing tricks, at misère"
    QUIET = "it is the quietest call, because none can be calculated"


@dataclass(frozen=True, slots=True)
class AverageResult:
    """What each answer brings on average over so many layouts, in tricks to come or in points of the deal."""

    layouts: int
    unit: str
    brings: Mapping[Answer, Fraction]

    def __str__(self) -> str:
        figures = ", ".join(f"{answer} {float(brings):.1f}" for answer, brings in self.brings.items())
        return f"{self.unit} on average over {counted(self.layouts, 'layout')}: {figures}"


@dataclass(frozen=True, slots=True)
class BotChoice:
    """The call or card chosen, and on what ground: an author’s advice, an average over layouts, or a plain reason.

    `against` is the advice that was not followed, because it would cost a trick on every layout.
    """

    answer: Answer
    ground: Advice | AverageResult | PlainReason
    against: Advice | None = None

    @property
    def because(self) -> str:
        """The ground in words: the rule with its citation, or the figures."""
        if self.against:
            return f"{_words(self.ground)} ({self.against.rule} costs a trick here, however the cards lie)"
        return _words(self.ground)


def _words(ground: Advice | AverageResult | PlainReason) -> str:
    match ground:
        case Advice() as advice:
            return f"{advice.rule}: {advice.because}"
        case AverageResult() as weighed:
            return str(weighed)
        case plain:
            return plain.value


def choose(view: View, code: Code, lawful: Sequence[Answer], random: Random) -> BotChoice:
    """The call or card that a bot chooses among the lawful ones, for the hand of its own or exposed that is to play.

    Raises `ValueError` where nothing is lawful, or where a card is asked of a hand that the view does not show.
    """
    if not lawful:
        raise ValueError("there is no legal call or card to choose from")
    advised = _advised(view, code, lawful, random)
    if advised:
        return advised
    if len(lawful) == 1:
        return BotChoice(lawful[0], PlainReason.ONLY)
    cards = [answer for answer in lawful if isinstance(answer, Card)]
    if cards:
        return _card(view, code, cards, random)
    return _call(view, code, [answer for answer in lawful if not isinstance(answer, Card)], random)


def bot(view: View, code: Code, lawful: Sequence[Answer], random: Random) -> Answer:
    """A player for a seat at a match: like `choose`, without the ground."""
    return choose(view, code, lawful, random).answer


def _advised(view: View, code: Code, lawful: Sequence[Answer], random: Random) -> BotChoice | None:
    """What the code’s own author advises of what is lawful: the first call, or the best of the cards that are equal."""
    author = AUTHORITIES.get(code.source)
    if author is None or not view.hand:
        return None
    advice = author.answer(view)
    if isinstance(advice, Silent):
        return None
    answers = [answer for answer in advice.answers if answer in lawful]
    cards = [answer for answer in answers if isinstance(answer, Card)]
    if cards and len(lawful) > len(cards) and _costs_a_trick(view, cards, random):
        others = [answer for answer in lawful if isinstance(answer, Card)]
        return replace(_card(view, code, others, random), against=advice)
    if len(cards) > 1:
        return BotChoice(_card(view, code, cards, random).answer, advice)
    return BotChoice(answers[0], advice) if answers else None


def _costs_a_trick(view: View, cards: Sequence[Card], random: Random) -> bool:
    """Whether the best of the cards advised takes fewer tricks than another in every layout that is tried."""
    is_misere = view.declaration is not None and view.declaration.is_misere
    if view.trick is None or view.out or is_misere or len(view.seen[view.trick.to_play]) > FEW_CARDS:
        return False
    return bool(costly_throughout(view, [cards], islice(consistent(view, random), TRIALS)))


# ---- cards ---------------------------------------------------------------------------------------------------


def layouts_for(cards_left: int) -> int:
    """How many layouts are solved for a card, when four hands hold so many cards."""
    return max(FEWEST_LAYOUTS, min(MOST_LAYOUTS, int(WORK / 3 ** (cards_left / 4))))


def _card(view: View, code: Code, lawful: Sequence[Card], random: Random) -> BotChoice:
    if view.trick is None or view.trick.to_play not in view.seen:
        raise ValueError("cannot choose a card for a hand that the view does not show")
    is_misere = view.declaration is not None and view.declaration.is_misere
    if view.out or is_misere:
        (layout,) = likely(view, code, 1, random)
        play = _play(view, layout)
        cards = ordered_to_lose(play) if is_misere else ordered(play, view.dummy_seat)
        answer = next((card for card in cards if card in lawful), lawful[0])
        return BotChoice(answer, PlainReason.LOSING if is_misere else PlainReason.NATURAL)
    left = 4 * len(view.seen[view.trick.to_play]) - len(view.trick.cards)
    layouts = likely(view, code, layouts_for(left), random)
    solved = tricks_of_each([_play(view, layout) for layout in layouts])
    following = [card for card in lawful if card in solved[0]]
    brings: dict[Answer, Fraction] = {
        card: Fraction(sum(tricks[card] for tricks in solved), len(layouts)) for card in following
    }
    best = min(following, key=lambda card: (-brings[card], card.rank.height))
    return BotChoice(best, AverageResult(len(layouts), "tricks", brings))


def _play(view: View, layout: Layout) -> Play:
    assert view.trick is not None, "only a hand in play has a card to choose"  # noqa: S101
    return Play(layout, view.trumps, view.trick, view.tricks)


# ---- calls ---------------------------------------------------------------------------------------------------


def _call(view: View, code: Code, lawful: Sequence[Call], random: Random) -> BotChoice:
    quiet: Call | None = next((call for call in QUIET if call in lawful), None)
    points = points_by_call(view, code, lawful, random)
    if not points:
        return BotChoice(quiet or lawful[0], PlainReason.QUIET)
    best = max(points, key=lambda call: sum(points[call]))
    if quiet is not None and quiet in points and not _is_clearly_better(points[best], points[quiet]):
        best = quiet
    layouts = len(points[best])
    return BotChoice(
        best, AverageResult(layouts, "points", {call: sum(each) / Fraction(layouts) for call, each in points.items()})
    )


def _is_clearly_better(points: Sequence[Fraction], quiet: Sequence[Fraction]) -> bool:
    """Whether it brings more on average, and in two layouts of three."""
    better = sum(mine > other for mine, other in zip(points, quiet, strict=True))
    return sum(points) > sum(quiet) and 3 * better >= 2 * len(points)
