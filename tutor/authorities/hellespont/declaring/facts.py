"""What Hellespont reads in the hand of a player who is to declare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from tutor.auction import Declare, Denomination, Leave
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.declaring.interpretations import CHOSEN, DeclarationInterpretation
from tutor.authorities.hellespont.strength import (
    AVERAGE,
    QUEEN,
    certain_tricks,
    guarded_strength,
    is_guarded,
    is_headed_by_a_guarded_card,
    likely_tricks,
    likely_trump_tricks,
    number_of_honours,
    probable_tricks,
    strength,
    supported_strength,
    sure_tricks,
    trump_tricks,
)
from tutor.authorities.rules import Answer, Finding, Guard, Reason, no, text_of, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.notation import counted, in_words
from tutor.view import Standing, View

SPADES, HEARTS = Declare(Denomination.SPADES), Declare(Denomination.HEARTS)
DIAMONDS, CLUBS = Declare(Denomination.DIAMONDS), Declare(Denomination.CLUBS)
NO_TRUMPS, LEAVE = Declare(Denomination.NO_TRUMPS), Leave()
DECLARED = {Suit(one.value): Declare(one) for one in Denomination if one.trumps}
"""The declaration of each suit."""
BLACK, RED = (Suit.SPADES, Suit.CLUBS), (Suit.HEARTS, Suit.DIAMONDS)

OVER_SIX = 6
"""So many tricks are taken before any counts."""
PARTNERS_TRICKS = 3
"""“The declarant has reason to expect at least three tricks from his partner” (p. 64)."""
GOOD_FOR = OVER_SIX + 2 - PARTNERS_TRICKS
"""“Since three tricks are expected from his partner, the dealer’s hand must be, to all appearance, safe for at least
five tricks, in order to secure two by cards” (p. 74)."""
TWO_HONOURS = 2
"""“At least two honours (one of which is the ace, king, or queen)” (p. 77)."""
FOUR_HONOURS = 4
"""“Five honours”, or four, are declared for their score (pp. 70, 93)."""
SUITS_GUARDED = 3
"""Without trumps the hand “should be securely guarded in at least three suits” (p. 59)."""
SOLID = 6
"""“Six or more certain tricks”, in a black suit for no trumps (p. 66)."""
LENGTH_FOR_TWO_QUEENS = 4
"""“At least two queens, properly guarded, with one of them heading a suit of not less than four” (p. 102)."""
OUT_OF_REACH = 8
"""As many tricks over six as cannot be made."""
_SUITS = tuple(Suit)
_COURT_CARDS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE)


@lru_cache(64)
def tricks_needed(score: int, denomination: Denomination) -> int:
    """How many tricks over six make the game from a score, by the laws that Hellespont prints; `OUT_OF_REACH` if seven
    do not.

    It is Hellespont’s table on page 56.
    """
    return BridgeEnglish1901().tricks_needed(score, denomination) or OUT_OF_REACH


@dataclass(frozen=True)
class DeclarationFacts:
    """A hand on which to declare, at a score. Each fact is found when it is first asked."""

    hand: Hand
    interpretation: DeclarationInterpretation = field(default=CHOSEN)
    standing: Standing = field(default=Standing())

    # ---- the cards -------------------------------------------------------------------------------------------

    @cached_property
    def holdings(self) -> dict[Suit, Holding]:
        hand = self.hand
        return dict(zip(_SUITS, (hand.spades, hand.hearts, hand.clubs, hand.diamonds), strict=True))

    def _number(self, rank: Rank) -> int:
        return sum(rank in holding for holding in self.holdings.values())

    @cached_property
    def aces(self) -> int:
        return self._number(Rank.ACE)

    @cached_property
    def kings(self) -> int:
        return self._number(Rank.KING)

    @cached_property
    def _honours(self) -> dict[Suit, int]:
        return {suit: number_of_honours(holding) for suit, holding in self.holdings.items()}

    def honours(self, suit: Suit) -> int:
        return self._honours[suit]

    def has_two_honours(self, suit: Suit) -> bool:
        """Whether there are two honours, one of them the ace, king or queen (p. 77)."""
        return self._honours[suit] >= TWO_HONOURS and self.hand[suit].highest >= Rank.QUEEN

    @cached_property
    def highest_but_aces(self) -> Rank:
        """The highest rank of the hand that is not an ace."""
        ranks = (rank for holding in self.holdings.values() for rank in holding if rank is not Rank.ACE)
        return max(ranks, default=Rank.TWO)

    @property
    def is_carte_blanche(self) -> bool:
        """Whether there is no court card, aces apart."""
        return self.highest_but_aces < Rank.KNAVE

    def plain_suits(self, trumps: Suit) -> list[Holding]:
        return [holding for suit, holding in self.holdings.items() if suit is not trumps]

    # ---- without trumps --------------------------------------------------------------------------------------

    @cached_property
    def guarded(self) -> tuple[Suit, ...]:
        """The suits securely guarded at no trumps."""
        return tuple(suit for suit, holding in self.holdings.items() if is_guarded(holding))

    @property
    def is_guarded(self) -> bool:
        """Whether enough suits are guarded for no trumps."""
        return len(self.guarded) >= SUITS_GUARDED

    @cached_property
    def strength(self) -> int:
        """What the cards are worth at no trumps, the unprotected ones left out."""
        return sum(map(supported_strength, self.holdings.values()))

    @cached_property
    def bare_strength(self) -> int:
        """What the cards are worth without regard to their guards."""
        return sum(map(strength, self.holdings.values()))

    @property
    def is_strong(self) -> bool:
        """Whether it is at least a queen above the average."""
        return self.strength >= self.interpretation.no_trump_strength

    @cached_property
    def is_strong_and_guarded(self) -> bool:
        """Whether it is “a sans atout hand” but for its aces: a queen above the average, with three suits guarded."""
        return self.is_guarded and self.is_strong

    @cached_property
    def solid_black_suit(self) -> Suit | None:
        """The black suit that is good for six certain tricks without trumps."""
        return next((suit for suit in BLACK if certain_tricks(self.hand[suit]) >= SOLID), None)

    @cached_property
    def is_no_trump_hand(self) -> bool:
        """Whether one of Hellespont’s maxims for no trumps fits it, but for what goes before them (p. 71)."""
        if self.aces >= 3 or (self.aces and self.is_strong_and_guarded):
            return True
        solid = self.solid_black_suit
        return solid is not None and self.aces > (Rank.ACE in self.hand[solid])

    # ---- left to partner -------------------------------------------------------------------------------------

    @cached_property
    def guarded_strength(self) -> int:
        """What the properly guarded suits are worth, whatever is declared."""
        return sum(map(guarded_strength, self.holdings.values()))

    @cached_property
    def guarded_cards(self) -> tuple[Card, ...]:
        """The guarded aces, kings and queens that head their suits."""
        return tuple(
            Card(suit, holding.highest)
            for suit, holding in self.holdings.items()
            if is_headed_by_a_guarded_card(holding) and holding.highest >= Rank.QUEEN
        )

    @property
    def _has_the_suit_for_two_queens(self) -> bool:
        """Whether a guarded queen or better heads four cards or more, or there is a guarded king.

        On pages 184 and 197 Hellespont leaves hands without such a suit, on a guarded king and what is worth a queen:
        so a king may stand in for it.
        """
        return any(
            len(self.hand[card.suit]) >= LENGTH_FOR_TWO_QUEENS or card.rank is Rank.KING for card in self.guarded_cards
        )

    @cached_property
    def _is_worth_two_queens(self) -> bool:
        return self.guarded_strength >= self.interpretation.two_queens

    @cached_property
    def may_be_left(self) -> bool:
        """Whether the hand is good enough to be left to partner.

        Hellespont measures it twice, by a prospect of three tricks (pp. 100–101) and of two (p. 106). Both are tied to
        one measure, two guarded queens (pp. 102, 106, 284), which is the one used.
        """
        return bool(self.aces) or (self._is_worth_two_queens and self._has_the_suit_for_two_queens)

    # ---- with trumps -----------------------------------------------------------------------------------------

    @cached_property
    def _outside(self) -> dict[Suit, int]:
        return {suit: probable_tricks(holding) for suit, holding in self.holdings.items()}

    def tricks(self, trumps: Suit) -> int:
        """How many tricks the hand is good for with a suit as trumps: “to all appearance, safe” (p. 74)."""
        return trump_tricks(self.hand[trumps]) + self.outside(trumps)

    def outside(self, trumps: Suit) -> int:
        """How many tricks the plain suits are good for: the practically certain and the extremely probable."""
        return sum(self._outside.values()) - self._outside[trumps]

    def sure_outside(self, trumps: Suit) -> int:
        """The tricks of the plain suits that no lie of the cards prevents."""
        return sum(map(sure_tricks, self.plain_suits(trumps)))

    def likely(self, trumps: Suit) -> int:
        """How many tricks it seems likely that the hand makes with a suit as trumps, as partner may reckon (p. 109)."""
        return likely_trump_tricks(self.hand[trumps]) + self._hoped_outside(trumps)

    def _hoped_outside(self, trumps: Suit) -> int:
        """What the plain suits are good for with one even chance besides: none of Hellespont’s hands counts on two."""
        chances = sum(map(likely_tricks, self.plain_suits(trumps))) - self.outside(trumps)
        return self.outside(trumps) + min(chances, 1)

    def certain(self, trumps: Suit) -> int:
        """The certain tricks of the hand with a suit as trumps."""
        return certain_tricks(self.hand[trumps]) + self.sure_outside(trumps)

    def is_good_for_five(self, trumps: Suit) -> bool:
        """Whether it is good for five tricks; where one outside five trumps is enough, that one is certain (p. 75)."""
        return self._makes_five(trumps) and not self._rests_on_one_doubtful_trick(trumps)

    def _counted_outside(self, trumps: Suit) -> int:
        return self._hoped_outside(trumps) if self.interpretation.even_chances_are_tricks else self.outside(trumps)

    def _makes_five(self, trumps: Suit) -> bool:
        return trump_tricks(self.hand[trumps]) + self._counted_outside(trumps) >= GOOD_FOR

    def _rests_on_one_doubtful_trick(self, trumps: Suit) -> bool:
        is_four_and_one = trump_tricks(self.hand[trumps]) == GOOD_FOR - 1 and self._counted_outside(trumps) == 1
        return len(self.hand[trumps]) == 5 and is_four_and_one and not self.sure_outside(trumps)

    # ---- the score -------------------------------------------------------------------------------------------

    def needs(self, denomination: Denomination) -> int:
        """How many tricks over six in a denomination make the game."""
        return tricks_needed(self.standing.us, denomination)

    def they_need(self, denomination: Denomination) -> int:
        """How many tricks over six in a denomination make the game of the opponents."""
        return tricks_needed(self.standing.them, denomination)

    def for_game(self, suit: Suit) -> int:
        """How many tricks of its own the hand must make, beside partner’s three, for the game in a suit."""
        return self.needs(Denomination.of(suit)) + OVER_SIX - PARTNERS_TRICKS

    def to_spare(self, suit: Suit) -> int:
        """How many tricks more the hand is good for than the game in a suit wants; below 0 where it is worse."""
        return self.tricks(suit) - max(self.for_game(suit), self.interpretation.odd_trick_for_game)

    @cached_property
    def sufficient(self) -> tuple[Suit, ...]:
        """The suits of four or more in which the hand can make the game, the surest first.

        A no-trump hand looks only to suits that make it with two by tricks or fewer (p. 112).
        """
        suits = [suit for suit, holding in self.holdings.items() if len(holding) >= 4 and self.to_spare(suit) >= 0]
        if self.is_no_trump_hand:
            suits = [suit for suit in suits if self.needs(Denomination.of(suit)) <= 2]
        return tuple(sorted(suits, key=lambda suit: -self.to_spare(suit)))

    # ---- in words --------------------------------------------------------------------------------------------

    @property
    def aces_in_words(self) -> str:
        return f"there {'is' if self.aces == 1 else 'are'} {counted(self.aces, 'ace')}"

    @property
    def high_cards(self) -> str:
        """The aces, kings, queens and jacks in words: `two aces and one king`."""
        numbers = ((self._number(rank), rank.word) for rank in _COURT_CARDS)
        *names, last = [counted(number, word) for number, word in numbers if number] or ["no high card"]
        return f"{', '.join(names)} and {last}" if names else last

    def suit(self, suit: Suit) -> str:
        """A suit in words: `five hearts with two honours`."""
        return f"{counted(len(self.hand[suit]), suit.singular)} with {counted(self.honours(suit), 'honour')}"

    def honours_in_words(self, suit: Suit) -> str:
        return f"{counted(self.honours(suit), 'honour')} in {suit.plural}"

    def outlook(self, trumps: Suit) -> str:
        """A suit and how many tricks the hand is good for with it as trumps, in words."""
        return f"{self.suit(trumps)}, and the hand is good for {counted(self.tricks(trumps), 'trick')}"

    def likelihood(self, trumps: Suit) -> str:
        """A suit and how many tricks are likely with it as trumps, in words."""
        likely = self.likely(trumps)
        are = "is" if likely == 1 else "are"
        return f"{self.suit(trumps)}, and {counted(likely, 'trick')} {are} likely"

    def why_not_five(self, trumps: Suit) -> str:
        """Why a hand that is not good for five tricks is not."""
        if self._makes_five(trumps):
            return f"{self.suit(trumps)}, but the one trick outside them is not certain"
        return f"{self.outlook(trumps)}, but {in_words(GOOD_FOR)} are needed"

    @property
    def guards(self) -> str:
        names = [suit.plural for suit in self.guarded]
        return f"{counted(len(names), 'suit')} guarded" + (f" ({', '.join(names)})" if names else "")

    @property
    def against_the_average(self) -> str:
        """The strength at no trumps against the average, in queens, as Hellespont counts it."""
        queens = (self.strength - AVERAGE) // QUEEN
        if queens < 0:
            return "below the average"
        if not queens:
            return "above the average by less than a queen" if self.strength > AVERAGE else "no more than the average"
        return f"{'a queen' if queens == 1 else counted(queens, 'queen')} or more above the average"

    @property
    def guards_and_strength(self) -> str:
        return f"the hand has {self.guards}, and the strength is {self.against_the_average}"

    @property
    def why_it_may_be_left(self) -> str:
        if self.aces:
            return self.aces_in_words
        return f"there is no ace, but the strength of two guarded queens: {self._guarded_cards_in_words}"

    @property
    def why_it_may_not_be_left(self) -> str:
        fault = "worth less than two guarded queens"
        if self._is_worth_two_queens:
            fault = "no suit of four headed by a guarded queen"
        return f"there is no ace, and {fault}: {self._guarded_cards_in_words}"

    @property
    def _guarded_cards_in_words(self) -> str:
        *names, last = [f"the {card.name}" for card in self.guarded_cards] or ["no king or queen"]
        return f"{', '.join(names)} and {last} are guarded" if names else f"{last} is guarded"


Find = Callable[[DeclarationFacts], Finding]


def lacking(find: Find) -> Guard[DeclarationFacts]:
    """Bars a section where a general rule does not apply, for the same reason."""

    def guard(facts: DeclarationFacts) -> Reason | None:
        found = find(facts)
        return None if found.answers else lambda: found.because

    return guard


class Declarations(Section[DeclarationFacts]):
    """Rules for declaring. `advises` are the answers of each rule that does not name its own.

    `on` is a general rule: the section is for the hands to which that rule applies.
    """

    def __init__(self, *advises: Answer, on: Find | None = None, given: Guard[DeclarationFacts] | None = None) -> None:
        super().__init__(KEY, given=lacking(on) if on else given, advises=advises)


def adding(found: Finding, more: Reason) -> Finding:
    """A general rule that applies, with a word on the hand in particular."""

    def because() -> str:
        return f"{found.because}; {text_of(more)}"

    return yes(because, *found.answers, merely=found.merely)


def good_for_five(facts: DeclarationFacts, suit: Suit) -> Finding:
    """Whether the hand is good for five tricks in a suit, which is then declared."""
    if not facts.is_good_for_five(suit):
        return no(lambda: facts.why_not_five(suit))
    return yes(lambda: facts.outlook(suit), DECLARED[suit])


def facts_by(interpretation: DeclarationInterpretation) -> Callable[[View], DeclarationFacts]:
    """What an interpretation of Hellespont finds in a view."""
    return lambda view: DeclarationFacts(view.hand, interpretation, view.standing)
