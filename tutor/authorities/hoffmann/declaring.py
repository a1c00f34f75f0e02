"""Hoffmann’s maxims for the dealer’s declaration.

Hoffmann numbers four. The last, of a black suit that makes the game certain, is put before the second, of three aces,
to which it is an exception near the end of a game. It says “usually”, and no trumps stay acceptable there. Of four
aces, which count a hundred besides, he makes no exception.

The third tells the dealer to pass “if he cannot safely declare No-trumps or a red suit, and is not exceptionally strong
in clubs”, and so what the dealer declares otherwise. But what is safe without trumps on fewer than three aces Hoffmann
does not say, and where it might be he is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tutor.auction import Declare, Denomination, Leave
from tutor.authorities.certainty import certain_with_trumps
from tutor.authorities.chapter import Chapter
from tutor.authorities.hoffmann.book import KEY
from tutor.authorities.hoffmann.interpretations import CHOSEN, OTHERS, Interpretation
from tutor.authorities.rules import NO_REASON, Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.codes.bridge_code import HONOURS, TRICK_VALUES, BridgeCode
from tutor.notation import counted
from tutor.view import Standing, View

NO_TRUMPS, CLUBS, LEAVE = Declare(Denomination.NO_TRUMPS), Declare(Denomination.CLUBS), Leave()
RED, BLACK = (Suit.HEARTS, Suit.DIAMONDS), (Suit.CLUBS, Suit.SPADES)
BOOK = 6
"""Tricks before the odd one."""


@dataclass(frozen=True)
class DeclaringFacts:
    """A dealer’s hand and the score, and what Hoffmann reads in them."""

    hand: Hand
    standing: Standing
    interpretation: Interpretation = field(default=CHOSEN)

    @cached_property
    def aces(self) -> int:
        return sum(Rank.ACE in self.hand[suit] for suit in Suit)

    @property
    def aces_in_words(self) -> str:
        return f"there {'is' if self.aces == 1 else 'are'} {counted(self.aces, 'ace')}"

    @cached_property
    def strong_red_suits(self) -> tuple[Suit, ...]:
        """The red suits that promise a high score without risk."""
        return tuple(suit for suit in RED if self._is_strong(self.hand[suit]))

    def _is_strong(self, holding: Holding) -> bool:
        has_high = holding.count((Rank.ACE, Rank.KING, Rank.QUEEN)) >= 2
        return len(holding) >= self.interpretation.strong_red_length and has_high and holding.count(HONOURS) >= 3

    def weak_beside(self, trumps: Suit) -> tuple[Suit, ...]:
        """The suits other than one that are dangerously weak without trumps."""
        return tuple(suit for suit in Suit if suit is not trumps and not self._is_guarded(self.hand[suit]))

    def _is_guarded(self, holding: Holding) -> bool:
        is_by_queen = self.interpretation.queen_guards and Rank.QUEEN in holding and len(holding) > 2
        return Rank.ACE in holding or (Rank.KING in holding and len(holding) > 1) or is_by_queen

    @cached_property
    def may_be_safe_without_trumps(self) -> bool:
        """Whether no trumps might be safe on less than three aces: an ace, and no suit weak, or but one."""
        return self.aces > 0 and sum(self._is_guarded(self.hand[suit]) for suit in Suit) >= 3

    @cached_property
    def is_exceptional_in_clubs(self) -> bool:
        return len(self.hand.clubs) >= 5 and self.hand.clubs.count(HONOURS) >= 4

    # ---- the score -------------------------------------------------------------------------------------------

    @property
    def is_early(self) -> bool:
        return max(self.standing.us, self.standing.them) < self.interpretation.early_below

    @property
    def is_approaching_game(self) -> bool:
        return self.standing.us >= self.interpretation.early_below

    def wanted(self, suit: Suit) -> int:
        """How many tricks make the game with a suit as trumps."""
        return BOOK - (self.standing.us - BridgeCode.game) // TRICK_VALUES[Denomination.of(suit)]

    def certain(self, suit: Suit) -> int:
        """The tricks that are certain with a suit as trumps."""
        return certain_with_trumps(self.hand, suit, spared=self.interpretation.spared)


def _names(suits: Sequence[Suit]) -> str:
    return " and ".join(suit.plural for suit in suits)


def _declare(suits: Sequence[Suit]) -> tuple[Declare, ...]:
    return tuple(Declare(Denomination.of(suit)) for suit in suits)


declaring = Section[DeclaringFacts](KEY)
"""Hoffmann’s maxims in the order in which they are tried."""


# ---- four aces ---------------------------------------------------------------------------------------------------


@declaring.rule(
    "hof-decl-1",
    "With four aces play without trumps: they are four certain tricks, and a hundred for the aces.",
    lines=(49, 49),
    advises=(NO_TRUMPS,),
    why="The aces are four certain tricks and score a hundred besides.",
)
def four_aces(dealer: DeclaringFacts) -> Finding:
    return yes("all four aces are held", NO_TRUMPS) if dealer.aces == 4 else no(dealer.aces_in_words)


# ---- near the game -----------------------------------------------------------------------------------------------


@declaring.rule(
    "hof-decl-4",
    "When the score approaches the game, usually declare a black suit that makes it a certainty.",
    lines=(55, 55),
    advises=_declare(BLACK),
    why="That wins you the game for certain.",
)
def black_suit_for_the_game(dealer: DeclaringFacts) -> Finding:
    if not dealer.is_approaching_game:
        return no(lambda: f"the score, {dealer.standing}, is not near the game")
    suits = [suit for suit in BLACK if dealer.certain(suit) >= dealer.wanted(suit)]
    if not suits:
        return no("neither black suit makes the game a certainty")
    wanted = " and ".join(f"{counted(dealer.wanted(suit), 'trick')} in {suit.plural}" for suit in suits)

    def because() -> str:
        return f"the game needs {wanted}, which are certain"

    return yes(because, *_declare(suits), merely=(NO_TRUMPS,) if dealer.aces == 3 else ())


# ---- three aces --------------------------------------------------------------------------------------------------


@declaring.rule(
    "hof-decl-2",
    "With three aces declare a strong red suit if no trumps would leave another suit dangerously weak.",
    lines=(51, 51),
    row="a strong red suit",
    advises=_declare(RED),
    why="A strong red suit promises a high score without risk. No trumps would leave you in danger in the suit where "
    "you are weak.",
)
def red_suit_on_three_aces(dealer: DeclaringFacts) -> Finding:
    if dealer.aces != 3:
        return no(dealer.aces_in_words)
    if not dealer.strong_red_suits:
        return no("there is no strong red suit")
    suits = [suit for suit in dealer.strong_red_suits if dealer.weak_beside(suit)]
    if not suits:
        return no(lambda: f"{_names(dealer.strong_red_suits)} are strong, but no suit is dangerously weak beside them")
    weak = dict.fromkeys(other for suit in suits for other in dealer.weak_beside(suit))

    def because() -> str:
        return f"{_names(suits)} are strong, and there is dangerous weakness in {_names(tuple(weak))}"

    return yes(because, *_declare(suits))


@declaring.rule("hof-decl-2", "With three aces play otherwise without trumps.", lines=(51, 51), advises=(NO_TRUMPS,))
def three_aces(dealer: DeclaringFacts) -> Finding:
    return yes("three aces are held", NO_TRUMPS) if dealer.aces == 3 else no(dealer.aces_in_words)


# ---- early in the game -------------------------------------------------------------------------------------------


def _why_not_early(dealer: DeclaringFacts) -> str | None:
    """Why the third maxim has nothing to say of the score or of no trumps."""
    if not dealer.is_early:
        return f"this is not early in the game, at {dealer.standing}"
    if dealer.may_be_safe_without_trumps:
        return "no trumps might be safe, but Hoffmann does not say when they are on fewer than three aces"
    return None


@declaring.rule(
    "hof-decl-3",
    "Early in the game, if no trumps are not safe, declare a red suit that is.",
    lines=(53, 53),
    row="a red suit",
    advises=_declare(RED),
    why=NO_REASON,
)
def safe_red_suit(dealer: DeclaringFacts) -> Finding:
    if why := _why_not_early(dealer):
        return no(why)
    if not dealer.strong_red_suits:
        return no("there is no strong red suit")
    return yes(
        lambda: f"no trumps are not safe, and {_names(dealer.strong_red_suits)} are strong",
        *_declare(dealer.strong_red_suits),
    )


@declaring.rule(
    "hof-decl-3",
    "Otherwise, declare clubs if you are exceptionally strong in them.",
    lines=(53, 53),
    row="clubs",
    advises=(CLUBS,),
)
def exceptional_clubs(dealer: DeclaringFacts) -> Finding:
    if why := _why_not_early(dealer):
        return no(why)

    def because() -> str:
        return (
            f"the hand has {counted(len(dealer.hand.clubs), 'club')} with "
            f"{counted(dealer.hand.clubs.count(HONOURS), 'honour')}"
        )

    return yes(because, CLUBS, merely=(LEAVE,)) if dealer.is_exceptional_in_clubs else no(because)


@declaring.rule(
    "hof-decl-3",
    "Early in the game, if neither no trumps nor a red suit is safe, and the clubs are not exceptional, pass the "
    "option to your partner.",
    lines=(53, 53),
    advises=(LEAVE,),
)
def pass_(dealer: DeclaringFacts) -> Finding:
    if why := _why_not_early(dealer):
        return no(why)
    return yes("neither no trumps nor a red suit is safe, and the clubs are nothing exceptional", LEAVE)


# ---- the chapter -------------------------------------------------------------------------------------------------


def _facts(interpretation: Interpretation) -> Callable[[View], DeclaringFacts]:
    return lambda view: DeclaringFacts(view.hand, view.standing, interpretation)


def _silent_on(view: View) -> str | None:
    if not view.is_dealer:
        return "Hoffmann’s maxims are for the dealer"
    return "the hand has not been looked at" if view.has_not_looked else None


DEALER = Chapter(
    Question.DECLARE,
    declaring,
    _facts(CHOSEN),
    silent_on=_silent_on,
    otherwise=tuple(_facts(other) for other in OTHERS),
)
