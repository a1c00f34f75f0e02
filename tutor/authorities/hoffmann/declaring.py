"""Hoffmann’s maxims for the dealer’s declaration.

He numbers four. The last, of a black suit that makes the game certain, is put before the second, of three aces, to
which it is an exception near the end of a game; it says “usually”, and no trumps stay acceptable there. Of four aces,
which count a hundred besides, he makes no exception.

The third tells the dealer to pass “if he cannot safely declare No-trumps or a red suit, and is not exceptionally strong
in clubs”, and so what he declares otherwise; but what is safe without trumps on less than three aces he does not say,
and where it might be he is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tutor.auction import Declare, Denomination, Leave
from tutor.authorities.certainty import certain_with_trumps
from tutor.authorities.chapter import Chapter
from tutor.authorities.hoffmann.reading import CHOSEN, OTHERS, Reading
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.citations import Citation
from tutor.codes.code import HONOURS, TRICK_VALUES, BridgeCode
from tutor.notation import counted
from tutor.view import Standing, View

NO_TRUMPS, CLUBS, LEAVE = Declare(Denomination.NO_TRUMPS), Declare(Denomination.CLUBS), Leave()
RED, BLACK = (Suit.HEARTS, Suit.DIAMONDS), (Suit.CLUBS, Suit.SPADES)
BOOK = 6
"""Tricks before the odd one."""


@dataclass(frozen=True)
class Dealer:
    """A dealer’s hand and the score, and what Hoffmann reads in them."""

    hand: Hand
    standing: Standing
    reading: Reading = field(default=CHOSEN)

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
        return len(holding) >= self.reading.strong_red_length and has_high and holding.count(HONOURS) >= 3

    def weak_beside(self, trumps: Suit) -> tuple[Suit, ...]:
        """The suits other than one that are dangerously weak without trumps."""
        return tuple(suit for suit in Suit if suit is not trumps and not self._is_guarded(self.hand[suit]))

    def _is_guarded(self, holding: Holding) -> bool:
        is_by_queen = self.reading.queen_guards and Rank.QUEEN in holding and len(holding) > 2
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
        return max(self.standing.us, self.standing.them) < self.reading.early_below

    @property
    def is_approaching_game(self) -> bool:
        return self.standing.us >= self.reading.early_below

    def wanted(self, suit: Suit) -> int:
        """How many tricks make the game with a suit as trumps."""
        return BOOK - (self.standing.us - BridgeCode.game) // TRICK_VALUES[Denomination.of(suit)]

    def certain(self, suit: Suit) -> int:
        """The tricks that are certain with a suit as trumps."""
        return certain_with_trumps(self.hand, suit, spared=self.reading.spared)


def _names(suits: Sequence[Suit]) -> str:
    return " and ".join(suit.plural for suit in suits)


def _declare(suits: Sequence[Suit]) -> tuple[Declare, ...]:
    return tuple(Declare(Denomination.of(suit)) for suit in suits)


# ---- the rules ---------------------------------------------------------------------------------------------------


def _four_aces(dealer: Dealer) -> Finding:
    return applies("all four aces are held", NO_TRUMPS) if dealer.aces == 4 else fails(dealer.aces_in_words)


def _black_suit_for_the_game(dealer: Dealer) -> Finding:
    if not dealer.is_approaching_game:
        return fails(f"the score, {dealer.standing}, is not near the game")
    suits = [suit for suit in BLACK if dealer.certain(suit) >= dealer.wanted(suit)]
    if not suits:
        return fails("neither black suit makes the game a certainty")
    wanted = " and ".join(f"{counted(dealer.wanted(suit), 'trick')} in {suit.plural}" for suit in suits)
    because = f"the game wants {wanted}, which are certain"
    return Finding(because, _declare(suits), (NO_TRUMPS,) if dealer.aces == 3 else ())


def _red_suit_on_three_aces(dealer: Dealer) -> Finding:
    if dealer.aces != 3:
        return fails(dealer.aces_in_words)
    if not dealer.strong_red_suits:
        return fails("there is no strong red suit")
    suits = [suit for suit in dealer.strong_red_suits if dealer.weak_beside(suit)]
    if not suits:
        return fails(f"{_names(dealer.strong_red_suits)} are strong, but no suit is dangerously weak beside them")
    weak = dict.fromkeys(other for suit in suits for other in dealer.weak_beside(suit))
    because = f"{_names(suits)} are strong, and there is dangerous weakness in {_names(tuple(weak))}"
    return applies(because, *_declare(suits))


def _three_aces(dealer: Dealer) -> Finding:
    return applies("three aces are held", NO_TRUMPS) if dealer.aces == 3 else fails(dealer.aces_in_words)


def _why_not_early(dealer: Dealer) -> str | None:
    """Why the third maxim has nothing to say of the score or of no trumps."""
    if not dealer.is_early:
        return f"it is not early in the game, at {dealer.standing}"
    if dealer.may_be_safe_without_trumps:
        return "no trumps might be safe, and he does not say when they are on less than three aces"
    return None


def _safe_red_suit(dealer: Dealer) -> Finding:
    if why := _why_not_early(dealer):
        return fails(why)
    if not dealer.strong_red_suits:
        return fails("there is no strong red suit")
    return applies(
        f"no trumps are not safe, and {_names(dealer.strong_red_suits)} are strong", *_declare(dealer.strong_red_suits)
    )


def _exceptional_clubs(dealer: Dealer) -> Finding:
    if why := _why_not_early(dealer):
        return fails(why)
    because = f"{counted(len(dealer.hand.clubs), 'club')} with {counted(dealer.hand.clubs.count(HONOURS), 'honour')}"
    return Finding(because, (CLUBS,), (LEAVE,)) if dealer.is_exceptional_in_clubs else fails(because)


def _pass(dealer: Dealer) -> Finding:
    if why := _why_not_early(dealer):
        return fails(why)
    return applies("neither no trumps nor a red suit is safe, and the clubs are nothing exceptional", LEAVE)


def _cite(line: int) -> Citation:
    return Citation("hoffmann", None, (line, line))


DECLARING: Sequence[Rule[Dealer]] = (
    Rule(
        "hof-decl-1",
        "With four aces play without trumps: four certain tricks, and a hundred for the aces.",
        _cite(49),
        _four_aces,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hof-decl-4",
        "When the score approaches the game, usually declare a black suit that makes it a certainty.",
        _cite(55),
        _black_suit_for_the_game,
        advises=_declare(BLACK),
    ),
    Rule(
        "hof-decl-2",
        "With three aces declare a strong red suit when no trumps involve dangerous weakness in another.",
        _cite(51),
        _red_suit_on_three_aces,
        "a strong red suit",
        advises=_declare(RED),
    ),
    Rule(
        "hof-decl-2",
        "With three aces play otherwise without trumps.",
        _cite(51),
        _three_aces,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hof-decl-3",
        "Early in the game, when no trumps are not safe, declare a red suit that is.",
        _cite(53),
        _safe_red_suit,
        "a red suit",
        advises=_declare(RED),
    ),
    Rule(
        "hof-decl-3",
        "Failing that, declare clubs when exceptionally strong in them.",
        _cite(53),
        _exceptional_clubs,
        "clubs",
        advises=(CLUBS,),
    ),
    Rule(
        "hof-decl-3",
        "Early in the game, when neither no trumps nor a red suit is safe, and the clubs are not exceptional, pass the "
        "option to your partner.",
        _cite(53),
        _pass,
        advises=(LEAVE,),
    ),
)


def _reading(reading: Reading) -> Callable[[View], Dealer]:
    return lambda view: Dealer(view.hand, view.standing, reading)


def _silent_on(view: View) -> str | None:
    if not view.is_dealer:
        return "his maxims are for the dealer"
    return "the hand has not been looked at" if view.has_not_looked else None


DEALER = Chapter(
    Question.DECLARE,
    DECLARING,
    _reading(CHOSEN),
    silent_on=_silent_on,
    otherwise=tuple(_reading(other) for other in OTHERS),
)
