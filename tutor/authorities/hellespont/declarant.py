"""What Hellespont reads in the hand of a player who is to declare, and how his rules on it are put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from tutor.auction import Declare, Denomination, Leave
from tutor.authorities.hellespont.reading import CHOSEN, Reading
from tutor.authorities.hellespont.strength import (
    AVERAGE,
    QUEEN,
    TRICK,
    certain_tricks,
    in_tricks,
    is_guarded,
    probable_tricks,
    strength,
    supported_strength,
    sure_tricks,
    trump_tricks,
)
from tutor.authorities.rules import Answer, Finding, applies, fails
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.code import HONOURS
from tutor.notation import counted
from tutor.view import Standing, View

SPADES, HEARTS = Declare(Denomination.SPADES), Declare(Denomination.HEARTS)
DIAMONDS, CLUBS = Declare(Denomination.DIAMONDS), Declare(Denomination.CLUBS)
NO_TRUMPS, LEAVE = Declare(Denomination.NO_TRUMPS), Leave()
DECLARED = {Suit(one.value): Declare(one) for one in Denomination if one.trumps}
"""The declaration of each suit."""

BLACK, RED = (Suit.SPADES, Suit.CLUBS), (Suit.HEARTS, Suit.DIAMONDS)
OUT_OF_REACH = 8
"""As many tricks over six as cannot be made."""


@lru_cache(64)
def tricks_needed(score: int, denomination: Denomination) -> int:
    """How many tricks over six make the game from a score, by the laws that he prints; `OUT_OF_REACH` if seven do not.

    It is his table on page 56.
    """
    return BridgeEnglish1901().tricks_needed(score, denomination) or OUT_OF_REACH


@dataclass(frozen=True)
class Declarant:
    """A hand on which to declare, at a score; each thing is worked out when it is first asked."""

    hand: Hand
    reading: Reading = field(default=CHOSEN)
    standing: Standing = field(default=Standing())

    # ---- the cards -------------------------------------------------------------------------------------------

    @cached_property
    def aces(self) -> int:
        return sum(Rank.ACE in self.hand[suit] for suit in Suit)

    @cached_property
    def kings(self) -> int:
        return sum(Rank.KING in self.hand[suit] for suit in Suit)

    @cached_property
    def _honours(self) -> dict[Suit, int]:
        return {suit: self.hand[suit].count(HONOURS) for suit in Suit}

    def honours(self, suit: Suit) -> int:
        return self._honours[suit]

    @cached_property
    def highest_but_aces(self) -> Rank:
        """The highest rank of the hand that is not an ace."""
        return max((card.rank for card in self.hand if card.rank is not Rank.ACE), default=Rank.TWO)

    @property
    def is_carte_blanche(self) -> bool:
        """Whether there is no court card, aces apart."""
        return self.highest_but_aces < Rank.KNAVE

    def plain_suits(self, trumps: Suit) -> list[Holding]:
        return [self.hand[suit] for suit in Suit if suit is not trumps]

    # ---- without trumps --------------------------------------------------------------------------------------

    @cached_property
    def guarded(self) -> tuple[Suit, ...]:
        """The suits securely guarded at no trumps."""
        return tuple(suit for suit in Suit if is_guarded(self.hand[suit]))

    @cached_property
    def strength(self) -> int:
        """What the cards are worth at no trumps, the unprotected ones left out."""
        return sum(supported_strength(self.hand[suit]) for suit in Suit)

    @cached_property
    def bare_strength(self) -> int:
        """What the cards are worth without regard to their guards."""
        return sum(strength(self.hand[suit]) for suit in Suit)

    @property
    def is_strong(self) -> bool:
        """Whether it is at least a queen above the average."""
        return self.strength >= self.reading.no_trump_strength

    @cached_property
    def is_strong_and_guarded(self) -> bool:
        """Whether it is “a sans atout hand” but for its aces: a queen above the average, with three suits guarded."""
        return len(self.guarded) >= 3 and self.is_strong

    @cached_property
    def solid_black_suit(self) -> Suit | None:
        """The black suit that is good for six certain tricks without trumps."""
        return next((suit for suit in BLACK if certain_tricks(self.hand[suit]) >= 6), None)

    @cached_property
    def is_no_trump_hand(self) -> bool:
        """Whether one of his maxims for no trumps fits it, but for what goes before them (p. 71)."""
        if self.aces >= 3 or (self.aces and self.is_strong_and_guarded):
            return True
        solid = self.solid_black_suit
        return solid is not None and self.aces > (Rank.ACE in self.hand[solid])

    # ---- with trumps -----------------------------------------------------------------------------------------

    @cached_property
    def _tricks(self) -> dict[Suit, int]:
        outside = {suit: probable_tricks(self.hand[suit]) for suit in Suit}
        whole = sum(outside.values())
        return {suit: trump_tricks(self.hand[suit]) * TRICK + whole - outside[suit] for suit in Suit}

    def tricks(self, trumps: Suit) -> int:
        """What the hand is good for with a suit as trumps, in parts of a trick."""
        return self._tricks[trumps]

    def outside(self, trumps: Suit) -> int:
        """What the plain suits are good for, in parts of a trick."""
        return sum(probable_tricks(holding) for holding in self.plain_suits(trumps))

    def sure_outside(self, trumps: Suit) -> int:
        """The tricks of the plain suits that no lie of the cards prevents."""
        return sum(sure_tricks(holding) for holding in self.plain_suits(trumps))

    def is_good_for_five(self, trumps: Suit) -> bool:
        return self.tricks(trumps) >= self.reading.five_tricks

    # ---- the score -------------------------------------------------------------------------------------------

    def needs(self, denomination: Denomination) -> int:
        """How many tricks over six in a denomination make the game."""
        return tricks_needed(self.standing.us, denomination)

    def they_need(self, denomination: Denomination) -> int:
        """How many tricks over six in a denomination make the game of the adversaries."""
        return tricks_needed(self.standing.them, denomination)

    def wanted(self, suit: Suit) -> int:
        """What the hand must be good for, beside partner’s three, to make the game in a suit; in parts of a trick."""
        needed = self.needs(Denomination.of(suit))
        if needed == 1:
            return self.reading.one_trick_for_game
        return self.reading.two_tricks_for_game + TRICK * (needed - 2)

    def to_spare(self, suit: Suit) -> int:
        """By how much the hand is better than is wanted for the game in a suit; below nought where it is worse."""
        return self.tricks(suit) - self.wanted(suit)

    @cached_property
    def sufficient(self) -> tuple[Suit, ...]:
        """The suits of four or more in which the hand can make the game, the surest first.

        A no-trump hand looks only to suits that make it with two by tricks or fewer (p. 112).
        """
        suits = [suit for suit in Suit if len(self.hand[suit]) >= 4 and self.to_spare(suit) >= 0]
        if self.is_no_trump_hand:
            suits = [suit for suit in suits if self.needs(Denomination.of(suit)) <= 2]
        return tuple(sorted(suits, key=lambda suit: -self.to_spare(suit)))

    # ---- in words --------------------------------------------------------------------------------------------

    def suit(self, suit: Suit) -> str:
        """A suit in words: `five hearts with two honours`."""
        return f"{counted(len(self.hand[suit]), suit.singular)} with {counted(self.honours(suit), 'honour')}"

    def outlook(self, trumps: Suit) -> str:
        """A suit and what the hand is good for with it as trumps, in words."""
        return f"{self.suit(trumps)}, and the hand looks good for {in_tricks(self.tricks(trumps))}"

    @cached_property
    def guards(self) -> str:
        names = [suit.plural for suit in self.guarded]
        return f"{counted(len(names), 'suit')} guarded" + (f" ({', '.join(names)})" if names else "")

    @property
    def against_the_average(self) -> str:
        """The strength at no trumps against the average, in queens."""
        queens = (self.strength - AVERAGE) / QUEEN
        return f"{abs(queens):.1f} queens {'above' if queens >= 0 else 'below'} the average"


Test = Callable[[Declarant], bool]
Find = Callable[[Declarant], Finding]


def where(find: Find, test: Test, met: str, unmet: str) -> Find:
    """What a rule finds, narrowed to the hands that pass a test: what he says on them in particular."""

    def narrowed(declarant: Declarant) -> Finding:
        finding = find(declarant)
        if not finding.applies:
            return finding
        if not test(declarant):
            return fails(unmet)
        return Finding(f"{finding.because}; {met}", finding.answers, finding.merely)

    return narrowed


def declares(answer: Answer, test: Test, met: str, unmet: str) -> Find:
    """A rule that gives an answer on the hands that pass a test."""
    return lambda declarant: applies(met, answer) if test(declarant) else fails(unmet)


def reading_of(reading: Reading) -> Callable[[View], Declarant]:
    """What a reading of him finds in a view."""
    return lambda view: Declarant(view.hand, reading, view.standing)
