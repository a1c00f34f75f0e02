"""What Foster advises the dealer to bid first (pp. 54, 75–97).

The order is that of his preferences: four aces; a red make where no trumps would leave a weak spot; no trumps; the red
make; high spades; a suit with a sure trick, which invites the partner to no trumps; one spade.
"""

from __future__ import annotations

from tutor.auction import Bid, Denomination
from tutor.authorities.foster.bidding.chapters import chapter, not_first_bid_of
from tutor.authorities.foster.bidding.facts import (
    EIGHT,
    GOOD,
    IS_GOOD,
    NO_TRUMPS,
    ONE_NO_TRUMP,
    ONE_SPADE,
    STANDARD,
    THREE_NO_TRUMPS,
    TWO_NO_TRUMPS,
    TWO_SPADES,
    BiddingFacts,
    one,
)
from tutor.authorities.foster.bidding.over_calls import wait_with
from tutor.authorities.foster.bidding.strength import AVERAGE, NAMED, RED, has_sure_trick, running_tricks, tops
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank, Suit
from tutor.codes.code import HONOURS, TRICK_VALUES
from tutor.notation import counted, in_words

ELEVEN = 11
"""The count of his hand of p. 97, which bids three."""


def full_value(bidder: BiddingFacts, suit: Suit, because: Reason = "") -> Finding:
    """The bid on a red suit that the rule of eight gives.

    What the count affords beyond it is allowed, but not on eleven, where he himself bids three (p. 97).
    """
    at_once, worth = bidder.at_once(suit), bidder.worth(suit)
    most = worth if bidder.count(suit) > ELEVEN else at_once

    def words() -> str:
        first = because if isinstance(because, str) else because()
        return "; ".join(filter(None, (first, bidder.valued(suit) if worth > 1 else bidder.counted_up(suit))))

    trumps = Denomination.of(suit)
    return yes(words, Bid(at_once, trumps), merely=(Bid(tricks, trumps) for tricks in range(at_once + 1, most + 1)))


MOST_WITHOUT = 3
"""The tricks that are bid at once without trumps at the most: “two or even three” (p. 82), which win the game."""


def full_value_without_trumps(bidder: BiddingFacts, because: Reason) -> Finding:
    """No trumps to the value of the hand, “or even more”; three win the game from nothing."""
    tricks = min(bidder.no_trump_tricks, MOST_WITHOUT)

    def words() -> str:
        text = because if isinstance(because, str) else because()
        if bidder.kings_above > 1:
            text += f", and the hand is {in_words(bidder.kings_above)} kings above the average"
        if bidder.no_trump_tricks > MOST_WITHOUT:
            text += f"; {in_words(MOST_WITHOUT)} tricks win the game"
        return text

    return yes(words, Bid(tricks, NO_TRUMPS), merely=(Bid(tricks + 1, NO_TRUMPS),) if tricks == 2 else ())


# ---- four aces ---------------------------------------------------------------------------------------------------


def not_four_aces(bidder: BiddingFacts) -> Reason | None:
    return None if bidder.aces == 4 else lambda: counted(bidder.aces, "ace")


four_aces = Section[BiddingFacts](KEY, given=not_four_aces)


@four_aces.rule(
    "fos-nt-four-aces",
    "With four aces bid hearts where they are strong enough to win the game.",
    page=82,
    lines=(2704, 2716),
    row="hearts",
    why=(
        "Sure tricks in three suits already make a no-trumper, and you have one in every suit. The aces’ honour "
        "score is no reason by itself, because losing by two tricks costs as much."
    ),
    why_page=80,
    why_lines=(2646, 2716),
)
def hearts_with_four_aces(bidder: BiddingFacts) -> Finding:
    needed = bidder.to_win_the_game(Denomination.HEARTS)
    if bidder.worth(Suit.HEARTS) < needed:
        return no(
            lambda: f"four aces, and the hearts are not good for the {counted(needed, 'odd trick')} that win the game"
        )
    verb = "wins" if needed == 1 else "win"
    return yes(
        lambda: f"four aces, and {bidder.valued(Suit.HEARTS)}; {in_words(needed)} {verb} the game",
        Bid(max(needed, bidder.at_once(Suit.HEARTS)), Denomination.HEARTS),
    )


@four_aces.rule("fos-nt-four-aces", "Four aces are always a no-trumper.", page=82, lines=(2704, 2716))
def no_trumps_with_four_aces(bidder: BiddingFacts) -> Finding:
    return full_value_without_trumps(bidder, "all four aces are held")


# ---- a red suit rather than no trumps ----------------------------------------------------------------------------

red_or_no_trumps = Section[BiddingFacts](KEY)


@red_or_no_trumps.rule(
    "fos-nt-scattered",
    "Strength massed in one suit makes that suit trumps; no trumps want it scattered over three.",
    page=78,
    lines=(2574, 2578),
    why=(
        "Without trumps you need to stop the suits that they lead. You can trust partner to stop one suit, but it"
        " is dangerous to trust partner for two."
    ),
    why_page=81,
    why_lines=(2679, 2693),
)
def massed_in_one_suit(bidder: BiddingFacts) -> Finding:
    with_tops = [suit for suit in Suit if tops(bidder.hand[suit])]
    suit = next((suit for suit in bidder.makes_with_a_top if [suit] == with_tops), None)
    if suit is None:
        return no("the high cards are not all in one red suit that is worth a declaration")
    return full_value(bidder, suit, lambda: f"no ace, king or queen but in {suit.plural}")


SAFE_DIAMONDS = 6
WORTH_OF_SAFE_DIAMONDS = 3
"""The diamonds, and what they can afford, that are safer than a no-trumper without a weak spot: as on p. 97."""


@red_or_no_trumps.rule(
    "fos-red-diamonds-advance",
    "Do not shun diamonds: good for three by cards, they are safer than no trumps and advance the score.",
    page=97,
    lines=(3187, 3215),
    why=(
        "Diamonds seldom win the game from nothing, but they advance your score surely. The nearer you are to 30,"
        " the more the adversaries risk to outbid you, and the more penalties you collect."
    ),
    why_page=97,
    why_lines=(3198, 3215),
)
def diamonds_or_no_trumps(bidder: BiddingFacts) -> Finding:
    diamonds = Suit.DIAMONDS
    if bidder.makes_with_a_top[:1] != (diamonds,) or not bidder.why_no_trumper:
        return no("there is no choice between diamonds and no trumps")
    if bidder.worth(diamonds) < WORTH_OF_SAFE_DIAMONDS or len(bidder.hand.diamonds) < SAFE_DIAMONDS:
        return no(lambda: f"it would do for no trumps, and in diamonds there are only {bidder.counted_up(diamonds)}")
    return full_value(bidder, diamonds, "it would do for no trumps, but the diamonds are safer")


@red_or_no_trumps.rule(
    "fos-r2-standard",
    "Prefer a red suit good for two by cards to a no-trumper with a weak spot in it.",
    page=94,
    lines=(3089, 3107),
    why=(
        "A good red suit is always safer than an average no-trumper with a weak spot. The adversaries tend to "
        "find the weak spot, and naming the suit tells partner where you are strong."
    ),
    why_page=94,
    why_lines=(3103, 3140),
)
def red_or_weak_no_trumper(bidder: BiddingFacts) -> Finding:
    suit = next(iter(bidder.makes_with_a_top), None)
    if suit is None or bidder.worth(suit) < GOOD or not bidder.why_no_trumper:
        return no(f"there is no choice between no trumps and a red suit {IS_GOOD}")
    if not bidder.weak_spots:
        return no("no trumps would have no weak spot")
    return full_value(
        bidder, suit, lambda: f"it would do for no trumps, with {bidder.names(bidder.weak_spots)} for a weak spot"
    )


# ---- no trumps ---------------------------------------------------------------------------------------------------

SEVEN_TRICKS = 7
"""Seven tricks in the dealer’s own cards bid two without trumps (p. 83)."""
LONG_SPADES = 5
"""The least tricks that the long spades are worth in that hand."""

no_trumps = Section[BiddingFacts](KEY)


@no_trumps.rule(
    "fos-nt-hand-p83",
    "On a long solid spade suit and a trick beside it, seven tricks in all, bid two no trumps at least.",
    page=83,
    lines=(2737, 2766),
    why=(
        "Two spades might be left in, which wastes the hand. The high no-trump bid keeps the adversaries from "
        "showing suits. Partner may stop the suit led, and they often lead the suit in which you have your entry."
    ),
    why_page=83,
    why_lines=(2746, 2766),
)
def long_spades_and_a_trick(bidder: BiddingFacts) -> Finding:
    spades = running_tricks(bidder.hand.spades)
    beside = sum(running_tricks(bidder.hand[suit]) for suit in NAMED)

    def because() -> str:
        return f"{counted(spades, 'trick')} in spades and {beside} beside them"

    if spades < LONG_SPADES or not beside or spades + beside < SEVEN_TRICKS:
        return no(because)
    return yes(because, TWO_NO_TRUMPS, merely=(THREE_NO_TRUMPS,))


LONG_CLUBS = 6
"""The least length of strong clubs that are bid without trumps: his hand of p. 93."""


@no_trumps.rule(
    "fos-club-hand-p93",
    "On strong long clubs with a sure trick in another suit bid no trumps rather than clubs.",
    page=93,
    lines=(3068, 3080),
    why=(
        "Without trumps a long suit is useless if you cannot bring it into play before the odd trick is lost. The"
        " sure trick beside the clubs lets you in."
    ),
    why_page=102,
    why_lines=(3346, 3350),
)
def strong_clubs_and_a_trick(bidder: BiddingFacts) -> Finding:
    clubs = bidder.hand.clubs
    if len(clubs) < LONG_CLUBS or not clubs.headed_by("AKQ"):
        return no(f"there are not {in_words(LONG_CLUBS)} clubs or more to ace, king, queen")
    beside = [suit for suit in bidder.sure_suits if suit is not Suit.CLUBS]
    if not beside:
        return no("there is no sure trick beside the clubs")
    return yes(
        lambda: f"strong clubs, and a sure trick in {bidder.names(beside)}",
        ONE_NO_TRUMP,
        merely=(TWO_NO_TRUMPS, one(Suit.CLUBS)),
    )


@no_trumps.rule(
    "fos-bid-full-value",
    "Bid a no-trumper to its full value at once: two or more with every suit stopped and strength to spare.",
    page=75,
    lines=(2478, 2490),
    why=(
        "The most valuable declarations win the most points. Bid high at once, they often shut out the smaller "
        "bids by which the adversaries inform each other."
    ),
)
def all_stopped_and_more(bidder: BiddingFacts) -> Finding:
    if not bidder.why_no_trumper or len(bidder.as_good_as_aces) < 4:
        return no("it is no no-trumper with a trick certain in every suit")
    if bidder.no_trump_tricks < 2:
        return no("a trick in every suit, and no more than the standard strength")
    return full_value_without_trumps(bidder, "a trick is certain in every suit")


@no_trumps.rule(
    "fos-bid-minimum-standard",
    "Know the least that justifies one trick: what is a king above it may bid one trick more.",
    page=78,
    lines=(2556, 2570),
    why=(
        "The least hand should win the odd trick, so anything above it is good for more. A king above the average"
        " should win a trick above the average, and playing with dummy in view is an extra advantage."
    ),
    why_page=78,
    why_lines=(2560, 2677),
)
def above_the_least(bidder: BiddingFacts) -> Finding:
    if not bidder.why_no_trumper or bidder.no_trump_tricks < 2:
        return no("it is no no-trumper, or it is not two kings above the average")
    protected = [suit for suit in Suit if suit in (*bidder.protected, *bidder.as_good_as_aces)]
    return full_value_without_trumps(bidder, lambda: f"{bidder.names(protected)} are protected")


@no_trumps.rule(
    "fos-nt-three-aces",
    "Three aces: one no trump.",
    page=80,
    lines=(2640, 2648),
    why=(
        "Three sure tricks in three different suits leave only one suit unguarded. You can trust partner for that"
        " suit, who need only stop it."
    ),
    why_page=80,
    why_lines=(2646, 2687),
)
def three_aces(bidder: BiddingFacts) -> Finding:
    if bidder.aces < STANDARD:
        return no(lambda: counted(bidder.aces, "ace"))
    return yes("three aces are a trick certain in each of three suits", ONE_NO_TRUMP)


@no_trumps.rule(
    "fos-nt-combinations",
    "Two aces and another suit as good as one, or an ace and two king-queen suits: one no trump.",
    page=81,
    lines=(2695, 2702),
    why=(
        "A suit headed by king and queen is as certain of a trick as an ace, so these hands also have three sure "
        "tricks. A no-trumper without any ace is likely to prove expensive."
    ),
)
def aces_with_king_queen_suits(bidder: BiddingFacts) -> Finding:
    others = [
        suit
        for suit in bidder.as_good_as_aces
        if Rank.ACE not in bidder.hand[suit]
        and any(bidder.hand[suit].headed_by(letters) for letters in ("KQ", "KJT", "QJT"))
    ]

    def because() -> str:
        return f"{counted(bidder.aces, 'ace')}, and {bidder.names(others)} as good as an ace"

    kings = [suit for suit in others if bidder.hand[suit].headed_by("KQ")]
    is_listed = (bidder.aces == 2 and others) or (bidder.aces == 1 and len(kings) >= 2)
    return yes(because, ONE_NO_TRUMP) if is_listed else no(because)


@no_trumps.rule(
    "fos-nt-ace-equivalents",
    "Three suits as good as an ace, with one ace among them: one no trump.",
    page=80,
    lines=(2650, 2658),
    why=(
        "You seldom hold three aces, but some combinations are just as certain of a trick. Length protects a suit"
        " too, so four to a king are considered safe. One real ace keeps the bid from proving expensive."
    ),
    why_page=80,
    why_lines=(2650, 2702),
)
def three_suits_as_good_as_aces(bidder: BiddingFacts) -> Finding:
    def because() -> str:
        return f"{bidder.names(bidder.as_good_as_aces)} as good as an ace, with {counted(bidder.aces, 'ace')}"

    is_so = bidder.aces and len(bidder.as_good_as_aces) >= STANDARD
    return yes(because, ONE_NO_TRUMP) if is_so else no(because)


def protected_in_three_suits(bidder: BiddingFacts, *, is_strong_enough: bool) -> Finding:
    def because() -> str:
        protected = bidder.names(bidder.protected)
        return f"high cards of {bidder.total} against an average of {AVERAGE}, {protected} protected"

    is_so = bidder.aces and is_strong_enough and len(bidder.protected) >= STANDARD
    return yes(because, ONE_NO_TRUMP) if is_so else no(because)


@no_trumps.rule(
    "fos-nt-one-weak-suit",
    "A king above the average and protected in three suits: one no trump; trust partner for the fourth.",
    page=81,
    lines=(2673, 2687),
    why=(
        "A king above the average should win a trick above the average, and playing with dummy adds to it. "
        "Partner only has to stop your weak suit, not to win three or four tricks in it."
    ),
)
def one_weak_suit(bidder: BiddingFacts) -> Finding:
    return protected_in_three_suits(bidder, is_strong_enough=bidder.is_a_king_above)


@no_trumps.rule(
    "fos-nt-hand-p84",
    "Even an average hand may bid one no trump at once when its strength is spread over three suits.",
    page=84,
    lines=(2768, 2782),
    why=(
        "Even with equal cards the declarer should win the odd trick, because playing with dummy in view is worth"
        " about a trick. An immediate bid also gives you a grip on the situation."
    ),
    why_page=78,
    why_lines=(2580, 2637),
)
def scattered_average(bidder: BiddingFacts) -> Finding:
    return protected_in_three_suits(bidder, is_strong_enough=bidder.is_average)


# ---- suits -------------------------------------------------------------------------------------------------------


def about_equal(bidder: BiddingFacts) -> tuple[Suit, Suit] | None:
    """The two suits to name that differ by a card at the most and have as many of ace, king, queen; cheaper first."""
    suits = sorted(bidder.suits_to_name, key=lambda suit: TRICK_VALUES[Denomination.of(suit)])
    if len(suits) != 2:
        return None
    cheap, dear = (bidder.hand[suit] for suit in suits)
    is_so = abs(len(cheap) - len(dear)) <= 1 and tops(cheap) == tops(dear)
    return (suits[0], suits[1]) if is_so else None


def cheaper_of(bidder: BiddingFacts, pair: tuple[Suit, Suit], because: Reason) -> Finding:
    """One in the cheaper suit; a red one that is good for two by cards may be bid at once instead (p. 75)."""
    makes = [suit for suit in pair if suit in bidder.makes_with_a_top and bidder.worth(suit) >= GOOD]
    return yes(because, one(pair[0]), merely=(Bid(bidder.at_once(suit), Denomination.of(suit)) for suit in makes))


suits = Section[BiddingFacts](KEY)

STRONG_IN_HONOURS = 3


@suits.rule(
    "fos-red-two-strong-suits",
    "Of two suits about equal and strong in high cards name the cheaper, to coax the adversaries.",
    page=90,
    lines=(2962, 2976),
    why=(
        "Information helps a strong hand most, and a cheap bid coaxes the adversaries to show theirs. If they "
        "name your other suit, partner knows your side suit. Against no trumps partner knows what to lead."
    ),
)
def two_strong_suits(bidder: BiddingFacts) -> Finding:
    pair = about_equal(bidder)
    if not pair or not all(bidder.hand[suit].count(HONOURS) >= STRONG_IN_HONOURS for suit in pair):
        return no(f"there are not two suits about equal with {in_words(STRONG_IN_HONOURS)} honours in each")
    return cheaper_of(bidder, pair, lambda: f"{bidder.names(pair)} are nearly equal, and both strong in high cards")


@suits.rule(
    "fos-red-two-suits",
    "Of two suits about equal name the cheaper first, which leaves room to shift.",
    page=89,
    lines=(2939, 2960),
    why=(
        "If the cheaper suit is doubled, you can shift to the dearer one without bidding another trick. In the "
        "other order the escape would cost two tricks. You can often show partner both suits."
    ),
)
def two_equal_suits(bidder: BiddingFacts) -> Finding:
    pair = about_equal(bidder)
    if not pair:
        return no("there are not two suits about equal, each with a sure trick")
    return cheaper_of(bidder, pair, lambda: f"{bidder.names(pair)} are about equal")


def good_make(bidder: BiddingFacts) -> Suit | None:
    """The best red suit with a sure trick in it, where it is good for two by cards."""
    return next((suit for suit in bidder.makes_with_a_top[:1] if bidder.worth(suit) >= GOOD), None)


@suits.rule(
    "fos-bid-shutout",
    "Open a good diamond hand with two or more, to shut out a cheap bid that informs.",
    page=76,
    lines=(2492, 2513),
    why=(
        "One diamond lets the second bidder show a strong suit cheaply, and no later bid of yours undoes that. A "
        "hand that can go over two would have outbid you in any case."
    ),
)
def shut_out_with_diamonds(bidder: BiddingFacts) -> Finding:
    if good_make(bidder) is not Suit.DIAMONDS:
        return no("it is no good diamond hand")
    return full_value(bidder, Suit.DIAMONDS, "one diamond would let a suit be shown cheaply")


@suits.rule(
    "fos-bid-red-at-once",
    "Name good hearts at once, and no other suit before them: a bid too low may be left in.",
    page=54,
    lines=(1727, 1742),
    why=(
        "Good red hands are valuable. If you bid low and keep the better suit for later, the adversaries may "
        "leave you there to keep you from a good score."
    ),
)
def good_hearts(bidder: BiddingFacts) -> Finding:
    if good_make(bidder) is not Suit.HEARTS:
        return no(f"the hearts are not {IS_GOOD}, with a sure trick in them")
    high = tops(bidder.hand.hearts)
    others = [s for s in bidder.suits_to_name if s is not Suit.HEARTS and tops(bidder.hand[s]) >= high]
    if not others:
        return no("there is no other suit, as strong in high cards, that might be named before the hearts")
    return full_value(bidder, Suit.HEARTS, lambda: f"{bidder.names(others)} could be named first, and might be left in")


@suits.rule(
    "fos-bid-eight-rule-extra",
    "For every count above eight by the rule of eight a red suit can afford one trick more: two by cards on nine.",
    page=96,
    lines=(3166, 3179),
    why=(
        "A count of eight is usually safe for the odd trick, so each trick counted above it pays for one more. "
        "This is surest when the extra tricks are in plain suits."
    ),
    why_page=95,
    why_lines=(3126, 3179),
)
def count_above_eight(bidder: BiddingFacts) -> Finding:
    suit = good_make(bidder)
    return full_value(bidder, suit) if suit else no("no red suit with a sure trick in it counts nine or more")


@suits.rule(
    "fos-bid-eight-rule",
    "A red suit that counts eight, with a sure trick in it, bids the odd trick.",
    page=95,
    lines=(3126, 3133),
    why=(
        "The count adds up trump length, top trumps, and the aces and kings beside them. At eight you have a fair"
        " chance of the odd trick even if partner shows no support."
    ),
    why_page=94,
    why_lines=(3089, 3133),
)
def count_of_just_eight(bidder: BiddingFacts) -> Finding:
    suit = next((suit for suit in bidder.makes_with_a_top if bidder.count(suit) == EIGHT), None)
    if suit is None:
        return no(f"no red suit with a sure trick in it counts {in_words(EIGHT)}")
    return yes(lambda: bidder.counted_up(suit), one(suit))


FIVE_TRICKS = 5
"""The tricks of spades of their own: partner’s average share of the rest makes up the seven of the odd trick."""


@suits.rule(
    "fos-bid-two-spades-strength",
    "Bid two spades, not one, when they are strong enough for the odd trick with average help from partner.",
    page=54,
    lines=(1719, 1725),
    why=(
        "Two spades tell partner that the suit is strong, which one spade would not. The suit is of little value "
        "as trumps, so the information is the gain."
    ),
    why_page=54,
    why_lines=(1715, 1725),
)
def odd_trick_in_spades(bidder: BiddingFacts) -> Finding:
    tricks = running_tricks(bidder.hand.spades)
    if not bidder.hand.spades.headed_by("AKQ") or tricks < FIVE_TRICKS:
        return no(lambda: f"{counted(tricks, 'trick')} in spades by themselves")
    return yes(
        lambda: (
            f"{bidder.holds(Suit.SPADES)}: {counted(tricks, 'trick')}, and partner’s average help makes the odd trick"
        ),
        TWO_SPADES,
    )


def two_spades(bidder: BiddingFacts, *, is_so: bool) -> Finding:
    def because() -> str:
        return bidder.holds(Suit.SPADES)

    return yes(because, TWO_SPADES) if is_so else no(because)


@suits.rule(
    "fos-spade-hand-p91",
    "Bid two spades on ace, king, queen: the least that is unusual strength for a partner’s no trumps.",
    page=91,
    lines=(2992, 2998),
    row="ace, king, queen",
    why=(
        "One spade is nothing but a pass, so two must mean more. You do not expect to play in spades. Partner may"
        " count on them as a substantial part of a no-trumper."
    ),
    why_page=90,
    why_lines=(2983, 3003),
)
def high_spades(bidder: BiddingFacts) -> Finding:
    return two_spades(bidder, is_so=bidder.hand.spades.headed_by("AKQ"))


SEVEN_SPADES = 7
"""“Or else a suit of seven or eight to the ace-king” (p. 91)."""


@suits.rule(
    "fos-spade-hand-p91",
    "Bid two spades on seven or more headed by ace and king.",
    page=91,
    lines=(2998, 3003),
    row="seven or more",
)
def seven_spades(bidder: BiddingFacts) -> Finding:
    spades = bidder.hand.spades
    return two_spades(bidder, is_so=len(spades) >= SEVEN_SPADES and spades.headed_by("AK"))


def most_tricks(bidder: BiddingFacts, because: Reason) -> Finding:
    """The suits with the most high cards, then the longest; any other with a sure trick is allowed."""
    rank = {suit: (tops(bidder.hand[suit]), len(bidder.hand[suit])) for suit in bidder.suits_to_name}
    best = max(rank.values())
    return yes(
        because,
        *(one(suit) for suit in rank if rank[suit] == best),
        merely=(one(suit) for suit in rank if rank[suit] != best),
    )


@suits.rule(
    "fos-red-nt-purpose",
    "Show aces and kings, not length: name the suit of the sure tricks, and keep the long one back.",
    page=86,
    lines=(2829, 2839),
    why=(
        "The first round is for leading up to a no-trumper, if not in your hand, then in partner’s. Aces and "
        "kings win tricks there. A long suit of small cards does not."
    ),
)
def tricks_before_length(bidder: BiddingFacts) -> Finding:
    long = [suit for suit in bidder.long_suits(5, RED) if suit not in bidder.sure_suits]
    if not long or not bidder.suits_to_name:
        return no("there is no long red suit without a sure trick, beside a suit with one")
    return most_tricks(
        bidder,
        lambda: f"{bidder.holds(long[0])} want the tops; the sure tricks are in {bidder.names(bidder.suits_to_name)}",
    )


def sure_trick_in(bidder: BiddingFacts, suit: Suit) -> Finding:
    if suit not in bidder.suits_to_name:
        return no(lambda: f"{bidder.holds(suit)}: neither the ace nor king and queen")
    best = most_tricks(bidder, lambda: bidder.holds(suit))
    return best if one(suit) in best.answers else no("another suit has more high cards")


@suits.rule(
    "fos-red-two-conditions",
    "Name hearts that you do not mean to stick to only with the ace, or king and queen, in them.",
    page=87,
    lines=(2866, 2873),
    why=(
        "If partner goes to no trumps, or doubles a bid over them, partner counts on you for at least one sure "
        "trick in the suit you named. Without one you mislead partner."
    ),
    why_page=86,
    why_lines=(2849, 2873),
)
def sure_trick_in_hearts(bidder: BiddingFacts) -> Finding:
    return sure_trick_in(bidder, Suit.HEARTS)


@suits.rule(
    "fos-red-diamonds-harder",
    "Call diamonds on the first round with the ace, or king and queen, in them.",
    page=88,
    lines=(2902, 2919),
    why=(
        "Diamond tricks count less than hearts, so it is harder to go over no trumps with them. If you do not "
        "call diamonds again, partner counts on you for a sure trick there."
    ),
)
def sure_trick_in_diamonds(bidder: BiddingFacts) -> Finding:
    return sure_trick_in(bidder, Suit.DIAMONDS)


@suits.rule(
    "fos-club-bids",
    "Bid one club on the ace, or king and queen, as freely as one of a red suit.",
    page=93,
    lines=(3054, 3061),
    why=(
        "High clubs are useful in partner’s no-trumper, and one club is enough to show them. On a very long suit "
        "you may lose, but you keep the adversary from scoring towards game."
    ),
    why_page=93,
    why_lines=(3054, 3066),
)
def sure_trick_in_clubs(bidder: BiddingFacts) -> Finding:
    return sure_trick_in(bidder, Suit.CLUBS)


# ---- one spade ---------------------------------------------------------------------------------------------------

one_spade = Section[BiddingFacts](KEY)


@one_spade.rule(
    "fos-spade-bad-habit",
    "With an ace or a king-queen suit never bid one spade, unless that suit is nothing but spades.",
    page=91,
    lines=(3005, 3025),
    why=(
        "One spade tells partner that you have no ace and no king-queen suit. It is also the worst call in the "
        "game, because you risk 50 points a trick to win 2."
    ),
    why_page=105,
    why_lines=(3448, 3472),
)
def nothing_but_spades(bidder: BiddingFacts) -> Finding:
    if bidder.sure_suits != (Suit.SPADES,):
        return no("the sure tricks are not in spades alone")
    return yes(lambda: f"no ace and no king and queen but in spades: {bidder.hand.spades}", ONE_SPADE)


@one_spade.rule(
    "fos-bid-one-spade-weak",
    "With a very poor hand bid one spade: the cheapest escape, and a warning.",
    page=54,
    lines=(1715, 1719),
    why=(
        "The dealer must bid something, and one spade is the cheapest way out. At the same time it warns partner "
        "that you are weak."
    ),
    why_page=54,
    why_lines=(1706, 1719),
)
def very_poor(bidder: BiddingFacts) -> Finding:
    high = sum(tops(bidder.hand[suit]) for suit in Suit)

    def because() -> str:
        return f"{counted(high, 'card')} above the knave, and no sure trick"

    return yes(because, ONE_SPADE) if not high and not bidder.sure_suits else no(because)


@one_spade.rule(
    "fos-spade-hand-p92",
    "With a red suit good for two by cards but without its top cards bid one spade, and wait.",
    page=92,
    lines=(3027, 3052),
    why=(
        "If you have no aces, somebody else has them, so there is little danger that the bidding stops here. "
        "Waiting lets you hear the others. A dealer left in one spade loses at most 100."
    ),
)
def long_suit_without_tops(bidder: BiddingFacts) -> Finding:
    return wait_with(bidder, ONE_SPADE)


@one_spade.rule(
    "fos-red-not-one-trick",
    "Do not call a suit for trumps on which you can undertake no more than the odd trick.",
    page=89,
    lines=(2921, 2927),
    why=(
        "You will practically never be left to play a suit at one trick. That happens only in no trumps, so a "
        "suit good for no more is not worth calling."
    ),
)
def good_for_the_odd_only(bidder: BiddingFacts) -> Finding:
    if bidder.sure_suits or not bidder.makes:
        return no("there is no red suit good for the odd trick in a hand without a sure trick")
    return yes(lambda: f"{bidder.counted_up(bidder.makes[0])}: the odd trick only, and no sure trick", ONE_SPADE)


@one_spade.rule(
    "fos-hand-p96",
    "A red suit that counts less than eight is too weak to bid on.",
    page=96,
    lines=(3150, 3158),
    why=(
        "Length is not enough for the odd trick. A hand that counts less than eight has too few good trump "
        "honours, or too few aces and kings beside them."
    ),
    why_page=95,
    why_lines=(3126, 3158),
)
def too_few_by_the_count(bidder: BiddingFacts) -> Finding:
    long = bidder.long_suits(5, RED)
    if bidder.sure_suits or not long:
        return no("there is no red suit of five in a hand without a sure trick")
    return yes(lambda: f"{bidder.counted_up(long[0])}, too few to bid on", ONE_SPADE)


@one_spade.rule(
    "fos-club-weak",
    "Clubs too weak to encourage partner to no trumps: one spade.",
    page=94,
    lines=(3082, 3085),
    why="A club call would encourage partner to go to no trumps, counting on help in clubs that you cannot give.",
)
def weak_clubs(bidder: BiddingFacts) -> Finding:
    if bidder.sure_suits or len(bidder.hand.clubs) < 5:
        return no("there are not five clubs in a hand without a sure trick")
    return yes(lambda: f"{bidder.holds(Suit.CLUBS)} would not help no trumps", ONE_SPADE)


@one_spade.rule(
    "fos-red-stopped-error",
    "Do not name a suit because four to a knave or ten stop it: partner would count on a sure trick.",
    page=86,
    lines=(2841, 2864),
    why=(
        "Such a suit wins nothing until another player has cleared it, and that late round may never come. "
        "Partner would double, or bid no trumps, on a trick that you do not have."
    ),
)
def stopped_but_not_sure(bidder: BiddingFacts) -> Finding:
    stopped = [suit for suit in bidder.long_suits(4, NAMED) if not has_sure_trick(bidder.hand[suit])]
    stopped = [suit for suit in stopped if Rank.TEN <= bidder.hand[suit].highest <= Rank.KNAVE]
    if bidder.sure_suits or not stopped:
        return no("there are not four to a knave or ten in a hand without a sure trick")
    return yes(
        lambda: f"{bidder.holds(stopped[0])} stop a suit for this hand, and are no sure trick for partner’s", ONE_SPADE
    )


@one_spade.rule(
    "fos-spade-nothing",
    "With nothing, bid one spade, and wait.",
    page=90,
    lines=(2978, 2983),
    why=(
        "The dealer must make some declaration, even without a trick. One spade only says that you will wait "
        "until you see what the others do."
    ),
)
def nothing(bidder: BiddingFacts) -> Finding:
    if bidder.sure_suits:
        return no(lambda: f"there is a sure trick in {bidder.names(bidder.sure_suits)}")
    return yes("no ace, and no king and queen in one suit", ONE_SPADE)


FIRST_BIDDER = chapter((*four_aces, *red_or_no_trumps, *no_trumps, *suits, *one_spade), not_first_bid_of(1))
