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
    certain_tricks,
    guarded_strength,
    is_guarded,
    is_headed_by_a_guarded_card,
    likely_tricks,
    likely_trump_tricks,
    probable_tricks,
    strength,
    supported_strength,
    sure_tricks,
    trump_tricks,
)
from tutor.authorities.rules import Answer, Finding, applies, fails
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.code import HONOURS
from tutor.notation import counted, in_words
from tutor.view import Standing, View

SPADES, HEARTS = Declare(Denomination.SPADES), Declare(Denomination.HEARTS)
DIAMONDS, CLUBS = Declare(Denomination.DIAMONDS), Declare(Denomination.CLUBS)
NO_TRUMPS, LEAVE = Declare(Denomination.NO_TRUMPS), Leave()
DECLARED = {Suit(one.value): Declare(one) for one in Denomination if one.trumps}
"""The declaration of each suit."""

BLACK, RED = (Suit.SPADES, Suit.CLUBS), (Suit.HEARTS, Suit.DIAMONDS)
GOOD_FOR = 5
"""“Since three tricks are expected from his partner, the dealer’s hand must be, to all appearance, safe for at least
five tricks, in order to secure two by cards” (p. 74)."""
_COURT_CARDS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE)
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

    # ---- left to partner -------------------------------------------------------------------------------------

    @cached_property
    def guarded_strength(self) -> int:
        """What the properly guarded suits are worth, whatever is declared."""
        return sum(guarded_strength(self.hand[suit]) for suit in Suit)

    @cached_property
    def guarded_cards(self) -> tuple[Card, ...]:
        """The guarded aces, kings and queens that head their suits."""
        return tuple(
            Card(suit, self.hand[suit].highest)
            for suit in Suit
            if is_headed_by_a_guarded_card(self.hand[suit]) and self.hand[suit].highest >= Rank.QUEEN
        )

    @property
    def is_headed_for_two_queens(self) -> bool:
        """Whether a guarded queen or better heads four cards or more, or there is a guarded king (p. 102).

        His measure wants a queen at the head of four. On pages 184 and 197 he leaves hands with no such suit, on a
        guarded king and what is worth a queen: so a king may stand in for it.
        """
        return any(len(self.hand[card.suit]) >= 4 or card.rank is Rank.KING for card in self.guarded_cards)

    # ---- with trumps -----------------------------------------------------------------------------------------

    @cached_property
    def _outside(self) -> dict[Suit, int]:
        return {suit: probable_tricks(self.hand[suit]) for suit in Suit}

    def tricks(self, trumps: Suit) -> int:
        """How many tricks the hand is good for with a suit as trumps: “to all appearance, safe” (p. 74)."""
        return trump_tricks(self.hand[trumps]) + self.outside(trumps)

    def outside(self, trumps: Suit) -> int:
        """How many tricks the plain suits are good for: the practically certain and the extremely probable."""
        return sum(self._outside.values()) - self._outside[trumps]

    def sure_outside(self, trumps: Suit) -> int:
        """The tricks of the plain suits that no lie of the cards prevents."""
        return sum(sure_tricks(holding) for holding in self.plain_suits(trumps))

    def likely(self, trumps: Suit) -> int:
        """How many tricks it seems likely that the hand makes with a suit as trumps, as partner may reckon (p. 109)."""
        return likely_trump_tricks(self.hand[trumps]) + self._hoped_outside(trumps)

    def _hoped_outside(self, trumps: Suit) -> int:
        """What the plain suits are good for with one even chance besides: none of his hands counts on two."""
        chances = sum(map(likely_tricks, self.plain_suits(trumps))) - self.outside(trumps)
        return self.outside(trumps) + min(chances, 1)

    def certain(self, trumps: Suit) -> int:
        """The certain tricks of the hand with a suit as trumps."""
        return certain_tricks(self.hand[trumps]) + self.sure_outside(trumps)

    def is_good_for_five(self, trumps: Suit) -> bool:
        """Whether it is good for five tricks; where one outside five trumps is enough, that one is certain (p. 75)."""
        return self.why_not_five(trumps) is None

    def why_not_five(self, trumps: Suit) -> str | None:
        """Why the hand is not good for five tricks, in words; None when it is."""
        made, outside = trump_tricks(self.hand[trumps]), self.outside(trumps)
        if self.reading.even_chances_are_tricks:
            outside = self._hoped_outside(trumps)
        if made + outside < GOOD_FOR:
            return f"{self.outlook(trumps)}, where {in_words(GOOD_FOR)} are needed"
        needs_that_one = len(self.hand[trumps]) == 5 and made == GOOD_FOR - 1 and outside == 1
        if needs_that_one and not self.sure_outside(trumps):
            return f"{self.suit(trumps)}, but the one trick outside them is not certain"
        return None

    # ---- the score -------------------------------------------------------------------------------------------

    def needs(self, denomination: Denomination) -> int:
        """How many tricks over six in a denomination make the game."""
        return tricks_needed(self.standing.us, denomination)

    def they_need(self, denomination: Denomination) -> int:
        """How many tricks over six in a denomination make the game of the adversaries."""
        return tricks_needed(self.standing.them, denomination)

    def wanted(self, suit: Suit) -> int:
        """How many tricks the hand must be good for, beside partner’s three, to make the game in a suit."""
        needed = self.needs(Denomination.of(suit))
        return max(needed + GOOD_FOR - 2, self.reading.odd_trick_for_game)

    def to_spare(self, suit: Suit) -> int:
        """How many tricks more the hand is good for than the game in a suit wants; below nought where it is worse."""
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

    @property
    def high_cards(self) -> str:
        """The aces, kings, queens and knaves in words: `two aces and one king`."""
        numbers = ((sum(rank in self.hand[suit] for suit in Suit), rank.word) for rank in _COURT_CARDS)
        *names, last = [counted(number, word) for number, word in numbers if number] or ["no high card"]
        return f"{', '.join(names)} and {last}" if names else last

    def suit(self, suit: Suit) -> str:
        """A suit in words: `five hearts with two honours`."""
        return f"{counted(len(self.hand[suit]), suit.singular)} with {counted(self.honours(suit), 'honour')}"

    def outlook(self, trumps: Suit) -> str:
        """A suit and how many tricks the hand is good for with it as trumps, in words."""
        return f"{self.suit(trumps)}, and the hand is good for {counted(self.tricks(trumps), 'trick')}"

    def likelihood(self, trumps: Suit) -> str:
        """A suit and how many tricks are likely with it as trumps, in words."""
        likely = self.likely(trumps)
        are = "is" if likely == 1 else "are"
        return f"{self.suit(trumps)}, and {counted(likely, 'trick')} {are} likely"

    @cached_property
    def guards(self) -> str:
        names = [suit.plural for suit in self.guarded]
        return f"{counted(len(names), 'suit')} guarded" + (f" ({', '.join(names)})" if names else "")

    @property
    def against_the_average(self) -> str:
        """The strength at no trumps against the average, in queens, as he counts it."""
        queens = (self.strength - AVERAGE) // QUEEN
        if queens < 0:
            return "below the average"
        if not queens:
            return "above the average by less than a queen" if self.strength > AVERAGE else "no more than the average"
        return f"{'a queen' if queens == 1 else counted(queens, 'queen')} or more above the average"


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
