"""What Hellespont advises the dealer to declare at love-all (pp. 58–107).

The rules stand in the order of priority that his remarks give when they are brought together: four aces before all;
four or five honours in hearts, then in diamonds; six hearts; seven diamonds; no trumps; five or four hearts; six or
five diamonds; clubs; the defensive declarations; and leaving it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tutor.auction import Declare, Denomination, Leave
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.reading import CHOSEN, OTHERS, Reading
from tutor.authorities.hellespont.strength import (
    AVERAGE,
    QUEEN,
    TRICK,
    certain_tricks,
    in_tricks,
    is_guarded,
    is_small,
    probable_tricks,
    strength,
    supported_strength,
    sure_tricks,
    trump_tricks,
)
from tutor.authorities.rules import UNDECIDED, Finding, Question, Rule, applies, fails
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.citations import Citation
from tutor.codes.code import HONOURS
from tutor.notation import counted
from tutor.view import View

SPADES, HEARTS = Declare(Denomination.SPADES), Declare(Denomination.HEARTS)
DIAMONDS, CLUBS = Declare(Denomination.DIAMONDS), Declare(Denomination.CLUBS)
NO_TRUMPS, LEAVE = Declare(Denomination.NO_TRUMPS), Leave()


@dataclass(frozen=True)
class DealersHand:
    """A dealer’s hand at love-all, and what Hellespont reads in it; each thing is worked out when it is first asked."""

    hand: Hand
    reading: Reading = field(default=CHOSEN)

    @cached_property
    def aces(self) -> int:
        return sum(Rank.ACE in self.hand[suit] for suit in Suit)

    def honours(self, suit: Suit) -> int:
        return self.hand[suit].count(HONOURS)

    @cached_property
    def guarded(self) -> tuple[Suit, ...]:
        """The suits securely guarded at no trumps."""
        return tuple(suit for suit in Suit if is_guarded(self.hand[suit]))

    @cached_property
    def strength(self) -> int:
        """What the cards are worth at no trumps, the unprotected ones left out."""
        return sum(supported_strength(self.hand[suit]) for suit in Suit)

    @cached_property
    def is_strong_and_guarded(self) -> bool:
        """Whether it is “a sans atout hand” but for its aces: a queen above the average, with three suits guarded."""
        return len(self.guarded) >= 3 and self.strength >= self.reading.no_trump_strength

    def suit(self, suit: Suit) -> str:
        """A suit in words: `five hearts with two honours`."""
        return f"{counted(len(self.hand[suit]), suit.singular)} with {counted(self.honours(suit), 'honour')}"

    def outlook(self, trumps: Suit) -> str:
        """A suit and what the hand is good for with it as trumps, in words."""
        return f"{self.suit(trumps)}, and the hand looks good for {in_tricks(self.tricks(trumps))}"

    def plain_suits(self, trumps: Suit) -> list[Holding]:
        return [self.hand[suit] for suit in Suit if suit is not trumps]

    def tricks(self, trumps: Suit) -> int:
        """What the hand is good for with a suit as trumps, in parts of a trick."""
        outside = sum(probable_tricks(holding) for holding in self.plain_suits(trumps))
        return trump_tricks(self.hand[trumps]) * TRICK + outside

    def is_good_for_five(self, trumps: Suit) -> bool:
        return self.tricks(trumps) >= self.reading.five_tricks

    @cached_property
    def guards(self) -> str:
        names = [suit.plural for suit in self.guarded]
        return f"{counted(len(names), 'suit')} guarded" + (f" ({', '.join(names)})" if names else "")


def _above_average(parts: int) -> str:
    """A strength against the average, in queens."""
    queens = (parts - AVERAGE) / QUEEN
    return f"{abs(queens):.1f} queens {'above' if queens >= 0 else 'below'} the average"


# ---- the rules ---------------------------------------------------------------------------------------------------


def _four_aces(dealer: DealersHand) -> Finding:
    if dealer.aces == 4:
        return applies("all four aces are held", NO_TRUMPS)
    return fails(f"there {'is' if dealer.aces == 1 else 'are'} {counted(dealer.aces, 'ace')}")


def _honours_in_hearts(dealer: DealersHand) -> Finding:
    because = f"{counted(dealer.honours(Suit.HEARTS), 'honour')} in hearts"
    return applies(because, HEARTS) if dealer.honours(Suit.HEARTS) >= 4 else fails(because)


def _six_hearts_beside_four_diamond_honours(dealer: DealersHand) -> Finding:
    if dealer.honours(Suit.DIAMONDS) >= 4 and _six_hearts(dealer).applies:
        because = "six hearts and four honours in diamonds: each of his tables claims the hand and neither gives way"
        return applies(because, DIAMONDS, HEARTS)
    return fails("it has not six hearts beside four honours in diamonds")


def _honours_in_diamonds(dealer: DealersHand) -> Finding:
    because = f"{counted(dealer.honours(Suit.DIAMONDS), 'honour')} in diamonds"
    return applies(because, DIAMONDS) if dealer.honours(Suit.DIAMONDS) >= 4 else fails(because)


def _six_hearts(dealer: DealersHand) -> Finding:
    hearts = dealer.hand.hearts
    if len(hearts) < 6:
        return fails(counted(len(hearts), "heart"))
    if len(hearts) > 6 or hearts.highest > Rank.TEN:
        return applies(f"{counted(len(hearts), 'heart')}, headed by the {hearts.highest.word}", HEARTS)
    if dealer.reading.low_hearts_excuse_any_high_card and any(card.rank > Rank.TEN for card in dealer.hand):
        return applies("six hearts none above the ten, but a higher card elsewhere", HEARTS)
    outside = sum(probable_tricks(holding) for holding in dealer.plain_suits(Suit.HEARTS))
    if outside >= dealer.reading.couple_of_tricks:
        return applies(f"six hearts none above the ten, but {in_tricks(outside)} outside them", HEARTS)
    return fails(f"six hearts only, none above the ten, and no more than {in_tricks(outside)} outside them")


def _seven_diamonds(dealer: DealersHand) -> Finding:
    because = counted(len(dealer.hand.diamonds), "diamond")
    return applies(because, DIAMONDS) if len(dealer.hand.diamonds) >= 7 else fails(because)


def _six_weak_diamonds(dealer: DealersHand) -> Finding:
    diamonds = dealer.hand.diamonds
    if len(diamonds) != 6:
        return fails(counted(len(diamonds), "diamond"))
    if Rank.ACE in diamonds or diamonds.headed_by("KQ"):
        return fails("the six diamonds are headed by the ace, or by king and queen")
    if dealer.aces >= 3:
        return fails("there are three aces")
    if not (dealer.is_strong_and_guarded and dealer.aces):
        return fails("it is no no-trump hand in the first place")
    others = sum(supported_strength(holding) for holding in dealer.plain_suits(Suit.DIAMONDS))
    if others >= dealer.reading.no_trump_strength:
        return fails("the other suits are very strong, enough for no trumps by themselves")
    return applies("a no-trump hand not very strong, whose six diamonds want the ace and the king and queen", DIAMONDS)


def _three_aces(dealer: DealersHand) -> Finding:
    if dealer.aces == 3:
        return applies("three aces are held, with less than six hearts and seven diamonds", NO_TRUMPS)
    return fails(f"there {'is' if dealer.aces == 1 else 'are'} {counted(dealer.aces, 'ace')}")


def _four_kings_and_queens(dealer: DealersHand) -> Finding:
    if dealer.aces:
        return fails("there is an ace")
    if not all(dealer.hand[suit].headed_by("KQ") for suit in Suit):
        return fails("without an ace, four kings and four queens are wanted")
    if max(len(dealer.hand[suit]) for suit in Suit) > 4:
        return fails("the four kings and queens are not evenly divided")
    return applies("four kings and four queens, evenly divided", NO_TRUMPS)


def _queen_above_average(dealer: DealersHand) -> Finding:
    if not dealer.aces:
        return fails("there is no ace, and then no trumps are not declared at love-all")
    if len(dealer.guarded) < 3:
        return fails(dealer.guards)
    because = f"{dealer.guards}, and the strength is {_above_average(dealer.strength)}"
    return applies(because, NO_TRUMPS) if dealer.is_strong_and_guarded else fails(because)


def _solid_black_suit(dealer: DealersHand) -> Finding:
    for suit in (Suit.SPADES, Suit.CLUBS):
        tricks = certain_tricks(dealer.hand[suit])
        if tricks >= 6:
            others = dealer.aces - (Rank.ACE in dealer.hand[suit])
            because = f"{counted(tricks, 'certain trick')} in {suit.plural}, and {counted(others, 'other ace')}"
            return applies(because, NO_TRUMPS) if others else fails(because)
    return fails("neither black suit is good for six certain tricks")


def _five_hearts(dealer: DealersHand) -> Finding:
    hearts = dealer.hand.hearts
    if len(hearts) != 5:
        return fails(counted(len(hearts), "heart"))
    if dealer.honours(Suit.HEARTS) < 2 or hearts.highest < Rank.QUEEN:
        return fails("the five hearts have not two honours, one of them ace, king or queen")
    if dealer.reading.five_hearts_need_two_bare_suits and len(dealer.guarded) > 2:
        return fails("less than two suits are unguarded")
    because = dealer.outlook(Suit.HEARTS)
    return applies(because, HEARTS) if dealer.is_good_for_five(Suit.HEARTS) else fails(because)


def _five_small_hearts(dealer: DealersHand) -> Finding:
    if len(dealer.hand.hearts) != 5 or dealer.honours(Suit.HEARTS):
        return fails("it has not five hearts without an honour")
    outside = dealer.plain_suits(Suit.HEARTS)
    tricks = sum(sure_tricks(holding) for holding in outside)
    if tricks < 5:
        return fails(f"the five small hearts have {counted(tricks, 'certain trick')} beside them, and five are wanted")
    if not any(is_small(holding) for holding in outside):
        return fails("the fourth suit is not of small cards only")
    if any(len(dealer.hand[suit]) >= 6 and dealer.hand[suit].headed_by("AKQ") for suit in (Suit.SPADES, Suit.CLUBS)):
        return fails("such weak trumps cannot bring in a long black suit")
    return applies(
        f"five small hearts, with {counted(tricks, 'certain trick')} outside them and a suit of small cards", HEARTS
    )


def _four_hearts(dealer: DealersHand) -> Finding:
    hand = dealer.hand
    if len(hand.hearts) != 4 or dealer.honours(Suit.HEARTS) != 3:
        return fails("it has not four hearts with three honours")
    if len(hand.diamonds) != 4 or dealer.honours(Suit.DIAMONDS) != 3:
        return fails("the four hearts have not four diamonds with three honours beside them")
    if any(is_guarded(holding) or Rank.KING in holding for holding in (hand.spades, hand.clubs)):
        return fails("the clubs and spades are not weak")
    return applies("four hearts with three honours, four diamonds with three, and weak clubs and spades", HEARTS)


def _six_diamonds(dealer: DealersHand) -> Finding:
    if len(dealer.hand.diamonds) != 6:
        return fails(counted(len(dealer.hand.diamonds), "diamond"))
    because = dealer.outlook(Suit.DIAMONDS)
    return applies(because, DIAMONDS) if dealer.is_good_for_five(Suit.DIAMONDS) else fails(because)


def _five_diamonds(dealer: DealersHand) -> Finding:
    diamonds = dealer.hand.diamonds
    if len(diamonds) != 5:
        return fails(counted(len(diamonds), "diamond"))
    honours = dealer.honours(Suit.DIAMONDS)
    if honours < 3 and not (honours == 2 and _has_five_certain_tricks(dealer)):
        return fails("the five diamonds have not three honours, nor two in a hand of five certain tricks")
    because = dealer.outlook(Suit.DIAMONDS)
    return applies(because, DIAMONDS) if dealer.is_good_for_five(Suit.DIAMONDS) else fails(because)


def _has_five_certain_tricks(dealer: DealersHand) -> bool:
    outside = sum(sure_tricks(holding) for holding in dealer.plain_suits(Suit.DIAMONDS))
    return certain_tricks(dealer.hand.diamonds) + outside >= 5


def _honours_in_clubs(dealer: DealersHand) -> Finding:
    clubs = dealer.hand.clubs
    because = dealer.suit(Suit.CLUBS)
    return applies(because, CLUBS) if len(clubs) >= 5 and dealer.honours(Suit.CLUBS) >= 4 else fails(because)


def _spades_never(dealer: DealersHand) -> Finding:
    return fails(f"{dealer.suit(Suit.SPADES)} would be an offensive declaration")


def _defensive_strength(dealer: DealersHand) -> int:
    return sum(strength(dealer.hand[suit]) for suit in Suit)


def _must_not_be_left(dealer: DealersHand) -> str | None:
    """Why the hand is good enough to be left to partner, or None when it is not."""
    if dealer.aces:
        return f"{counted(dealer.aces, 'ace')}"
    worth = _defensive_strength(dealer)
    if worth >= dealer.reading.two_queens:
        return f"no ace, but as much as {worth / QUEEN:.1f} queens"
    return None


def _defensive_clubs(dealer: DealersHand) -> Finding:
    enough = _must_not_be_left(dealer)
    if enough:
        return fails(enough)
    clubs, spades = dealer.hand.clubs, dealer.hand.spades
    if len(spades) > 2 or not is_small(spades):
        return fails("there are more than two spades, or one above the nine")
    if len(clubs) >= 6 or (len(clubs) == 5 and dealer.honours(Suit.CLUBS) >= 2):
        because = f"a wretched hand with {counted(len(spades), 'small spade')}, and {dealer.suit(Suit.CLUBS)}"
        return applies(because, CLUBS)
    return fails(f"{dealer.suit(Suit.CLUBS)}: five with two honours, or six, are wanted")


def _defensive_spades(dealer: DealersHand) -> Finding:
    enough = _must_not_be_left(dealer)
    if enough:
        return fails(enough)
    return applies(
        f"no ace, and less than two queens ({_defensive_strength(dealer) / QUEEN:.1f}): two tricks are improbable",
        SPADES,
    )


def _leave(dealer: DealersHand) -> Finding:
    otherwise_blank = dealer.aces == 1 and all(
        rank is Rank.ACE or rank < Rank.KNAVE for suit in Suit for rank in dealer.hand[suit]
    )
    because = "no offensive declaration fits, and the hand is not so poor that it must be defended"
    if otherwise_blank:
        # "Even with one ace, if the hand is otherwise blank, it is not usual to leave the declaration" (p. 285).
        return Finding(
            f"{because}; though with one ace and nothing else it is not usual to leave it", (LEAVE,), (SPADES,)
        )
    return applies(because, LEAVE)


def _cite(page: int, first: int, last: int) -> Citation:
    return Citation("hellespont", page, (first, last))


DECLARING: Sequence[Rule[DealersHand]] = (
    Rule(
        "hel-decl-nt-a",
        "Four aces, whatever the rest: no trumps.",
        _cite(71, 3380, 3384),
        _four_aces,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-decl-hearts-honours",
        "Four or five honours in hearts: hearts, even on a no-trump hand.",
        _cite(104, 5223, 5228),
        _honours_in_hearts,
        advises=(HEARTS,),
    ),
    Rule(
        "hel-order",
        "Six hearts beside four honours in diamonds: his two tables both claim the hand.",
        _cite(104, 5230, 5329),
        _six_hearts_beside_four_diamond_honours,
        UNDECIDED,
        advises=(
            DIAMONDS,
            HEARTS,
        ),
    ),
    Rule(
        "hel-decl-diamonds-honours",
        "Four or five honours in diamonds: diamonds, even on a no-trump hand.",
        _cite(105, 5285, 5287),
        _honours_in_diamonds,
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-decl-hearts-six",
        "Six or more hearts: hearts, but not on six none above the ten without two probable tricks elsewhere.",
        _cite(104, 5230, 5242),
        _six_hearts,
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-diamonds-seven2",
        "Seven or more diamonds: diamonds, even with three aces or without a court card.",
        _cite(105, 5289, 5291),
        _seven_diamonds,
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-decl-diamonds-six-weak",
        "Six diamonds without ace or king, queen, on no trumps of less than three aces and not very strong: diamonds.",
        _cite(105, 5300, 5303),
        _six_weak_diamonds,
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-decl-nt-b",
        "Three aces: no trumps, unless six or more hearts are held.",
        _cite(71, 3386, 3388),
        _three_aces,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-decl-nt-c",
        "At least a queen above average strength, three suits securely guarded, and an ace: no trumps.",
        _cite(71, 3390, 3392),
        _queen_above_average,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-decl-nt-d",
        "Six or more certain tricks in spades or clubs, and one other ace: no trumps.",
        _cite(71, 3394, 3407),
        _solid_black_suit,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-decl-nt-no-ace",
        "Without an ace, no trumps only on four kings and four queens evenly divided.",
        _cite(72, 3409, 3413),
        _four_kings_and_queens,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-decl-hearts-five",
        "Five hearts with two honours, one of the highest three, in a hand good for five tricks: hearts.",
        _cite(104, 5244, 5259),
        _five_hearts,
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-hearts-five-small",
        "Five small hearts with five certain tricks outside them, and a suit of small cards: hearts.",
        _cite(104, 5261, 5266),
        _five_small_hearts,
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-hearts-four",
        "Four hearts with three honours beside four diamonds with three, and weak clubs and spades: hearts.",
        _cite(104, 5268, 5270),
        _four_hearts,
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-diamonds-six",
        "Six diamonds in a hand good for five tricks, not for no trumps: diamonds.",
        _cite(105, 5293, 5298),
        _six_diamonds,
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-decl-diamonds-five",
        "Five diamonds headed by three honours, in some cases two, in a hand good for five tricks: diamonds.",
        _cite(105, 5305, 5309),
        _five_diamonds,
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-decl-clubs-analysis",
        "Five or more clubs with four honours, where neither no trumps nor a red suit can be declared: clubs.",
        _cite(105, 5313, 5318),
        _honours_in_clubs,
        advises=(CLUBS,),
    ),
    Rule(
        "hel-decl-spades-never",
        "Spades are never declared offensively by the dealer at love-all.",
        _cite(106, 5340, 5341),
        _spades_never,
        advises=(SPADES,),
    ),
    Rule(
        "hel-decl-defensive",
        "A wretched hand with one or two small spades, and five clubs with two honours, or six: clubs.",
        _cite(106, 5345, 5357),
        _defensive_clubs,
        "clubs",
        advises=(CLUBS,),
    ),
    Rule(
        "hel-decl-defensive",
        "No ace, no long red suit, and less than two queens: spades, for the hand must not be left.",
        _cite(106, 5345, 5357),
        _defensive_spades,
        "spades",
        advises=(SPADES,),
    ),
    Rule(
        "hel-leave",
        "Where no offensive declaration fits and none need be made in defence, the dealer leaves it.",
        _cite(107, 5371, 5375),
        _leave,
        advises=(LEAVE,),
    ),
)


def _reading(reading: Reading) -> Callable[[View], DealersHand]:
    return lambda view: DealersHand(view.hand, reading)


def _silent_on(view: View) -> str | None:
    if not view.is_dealer:
        return "his rules for the dealer’s partner are not carried out here"
    if not view.standing.is_love_all:
        return f"his advice at the score of {view.standing} is not carried out here, only that at love-all"
    return None


DEALER_AT_LOVE_ALL = Chapter(
    Question.DECLARE,
    DECLARING,
    _reading(CHOSEN),
    silent_on=_silent_on,
    otherwise=tuple(_reading(other) for other in OTHERS),
)
