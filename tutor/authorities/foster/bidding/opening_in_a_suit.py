"""When Foster’s dealer names a suit first: one that is better than no trumps, or has a sure trick (pp. 54, 76–97)."""

from tutor.auction import Bid, Denomination
from tutor.authorities.foster.bidding.facts import (
    EIGHT,
    GOOD,
    IS_GOOD,
    LENGTH_TO_PLAY,
    TWO_SPADES,
    BiddingFacts,
    one,
)
from tutor.authorities.foster.bidding.suit_strength import RED, running_tricks, tops
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, Reason, no, text_of, yes
from tutor.authorities.section import Section
from tutor.cards import Suit
from tutor.codes.bridge_code import HONOURS, TRICK_VALUES
from tutor.notation import counted, in_words

ELEVEN = 11
"""The count of Foster’s hand of p. 97, which bids three."""


def full_value(bidder: BiddingFacts, suit: Suit, because: Reason = "") -> Finding:
    """The bid on a red suit that the rule of eight gives.

    What the count affords beyond it is allowed, but not on eleven, where Foster himself bids three (p. 97).
    """
    at_once, worth = bidder.at_once(suit), bidder.worth(suit)
    most = worth if bidder.count(suit) > ELEVEN else at_once

    def words() -> str:
        count = bidder.valued(suit) if worth > 1 else bidder.counted_up(suit)
        return f"{text_of(because)}; {count}" if because else count

    trumps = Denomination.of(suit)
    return yes(words, Bid(at_once, trumps), merely=(Bid(tricks, trumps) for tricks in range(at_once + 1, most + 1)))


# ---- a red suit rather than no trumps ----------------------------------------------------------------------------

red_or_no_trumps = Section[BiddingFacts](KEY)


@red_or_no_trumps.rule(
    "fos-nt-scattered",
    "If your strength is all in one suit, make it trumps. For no trumps it should be spread over three suits.",
    page=78,
    lines=(2574, 2578),
    why="Without trumps you need to stop the suits that they lead. You can trust partner to stop one suit, but it is "
    "dangerous to trust partner for two.",
    why_page=81,
    why_lines=(2679, 2693),
)
def massed_in_one_suit(bidder: BiddingFacts) -> Finding:
    with_tops = [suit for suit in Suit if tops(bidder.hand[suit])]
    suit = next((suit for suit in bidder.makes_with_a_top if [suit] == with_tops), None)
    if suit is None:
        return no("the high cards are not all in one red suit that is worth a declaration")
    return full_value(bidder, suit, lambda: f"there is no ace, king or queen except in {suit.plural}")


SAFE_DIAMONDS = 6
WORTH_OF_SAFE_DIAMONDS = 3
"""The diamonds, and what they can afford, that are safer than a no-trumper without a weak spot: as on p. 97."""


@red_or_no_trumps.rule(
    "fos-red-diamonds-advance",
    "Do not avoid diamonds: if they are good for three odd tricks, they are safer than no trumps and advance the "
    "score.",
    page=97,
    lines=(3187, 3215),
    why="Diamonds seldom win the game from nothing, but they advance your score surely. The nearer you are to 30, the "
    "more the opponents risk to outbid you, and the more penalties you collect.",
    why_lines=(3198, 3215),
)
def diamonds_or_no_trumps(bidder: BiddingFacts) -> Finding:
    diamonds = Suit.DIAMONDS
    if bidder.makes_with_a_top[:1] != (diamonds,) or not bidder.why_no_trumper:
        return no("there is no choice between diamonds and no trumps")
    if bidder.worth(diamonds) < WORTH_OF_SAFE_DIAMONDS or len(bidder.hand.diamonds) < SAFE_DIAMONDS:
        return no(lambda: f"the hand would do for no trumps, and there are only {bidder.counted_up(diamonds)}")
    return full_value(bidder, diamonds, "the hand would do for no trumps, but the diamonds are safer")


@red_or_no_trumps.rule(
    "fos-r2-standard",
    "Prefer a red suit good for two odd tricks to a no-trumper with a weak spot in it.",
    page=94,
    lines=(3089, 3107),
    why="A good red suit is always safer than an average no-trumper with a weak spot. The opponents tend to find "
    "the weak spot, and naming the suit tells partner where you are strong.",
    why_lines=(3103, 3140),
)
def red_or_weak_no_trumper(bidder: BiddingFacts) -> Finding:
    suit = next(iter(bidder.makes_with_a_top), None)
    if suit is None or bidder.worth(suit) < GOOD or not bidder.why_no_trumper:
        return no(lambda: f"there is no choice between no trumps and a red suit {IS_GOOD}")
    if not bidder.weak_spots:
        return no("no trumps would have no weak spot")
    return full_value(
        bidder,
        suit,
        lambda: f"the hand would do for no trumps, but {bidder.names(bidder.weak_spots)} would be a weak spot",
    )


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
    "Of two about equal suits, both strong in high cards, name the cheaper, to draw the opponents on.",
    page=90,
    lines=(2962, 2976),
    why="Information helps a strong hand most, and a cheap bid coaxes the opponents to show theirs. If they name "
    "your other suit, partner knows your side suit. Against no trumps partner knows what to lead.",
)
def two_strong_suits(bidder: BiddingFacts) -> Finding:
    pair = about_equal(bidder)
    if not pair or not all(bidder.hand[suit].count(HONOURS) >= STRONG_IN_HONOURS for suit in pair):
        return no(lambda: f"there are not two suits about equal with {in_words(STRONG_IN_HONOURS)} honours in each")
    return cheaper_of(bidder, pair, lambda: f"{bidder.names(pair)} are nearly equal, and both strong in high cards")


@suits.rule(
    "fos-red-two-suits",
    "Of two about equal suits, name the cheaper first, which leaves room to change.",
    page=89,
    lines=(2939, 2960),
    why="If the cheaper suit is doubled, you can shift to the dearer one without bidding another trick. In the other "
    "order the escape would cost two tricks. You can often show partner both suits.",
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
    why="One diamond lets the second bidder show a strong suit cheaply, and no later bid of yours undoes that. A hand "
    "that can go over two would have outbid you in any case.",
)
def shut_out_with_diamonds(bidder: BiddingFacts) -> Finding:
    if good_make(bidder) is not Suit.DIAMONDS:
        return no("this is not a good hand for diamonds")
    return full_value(bidder, Suit.DIAMONDS, "one diamond would let a suit be shown cheaply")


@suits.rule(
    "fos-bid-red-at-once",
    "Name good hearts at once, and no other suit before them: you may be left to play a bid that is too low.",
    page=54,
    lines=(1727, 1742),
    why="Good red hands are valuable. If you bid low and keep the better suit for later, the opponents may leave "
    "you there to keep you from a good score.",
)
def good_hearts(bidder: BiddingFacts) -> Finding:
    if good_make(bidder) is not Suit.HEARTS:
        return no(lambda: f"the hearts are not {IS_GOOD}, with a sure trick in them")
    high = tops(bidder.hand.hearts)
    others = [s for s in bidder.suits_to_name if s is not Suit.HEARTS and tops(bidder.hand[s]) >= high]
    if not others:
        return no("no other suit that is as strong in high cards might be named before the hearts")
    return full_value(
        bidder,
        Suit.HEARTS,
        lambda: f"{bidder.names(others)} could be named first, but you might be left to play there",
    )


@suits.rule(
    "fos-bid-eight-rule-extra",
    "For each one that a red suit counts above eight by the rule of eight, bid one trick more: two odd tricks on nine.",
    page=96,
    lines=(3166, 3179),
    why="A count of eight is usually safe for the odd trick, so each trick counted above it pays for one more. This "
    "is surest when the extra tricks are in plain suits.",
    why_page=95,
    why_lines=(3126, 3179),
)
def count_above_eight(bidder: BiddingFacts) -> Finding:
    suit = good_make(bidder)
    return full_value(bidder, suit) if suit else no("no red suit with a sure trick in it counts nine or more")


@suits.rule(
    "fos-bid-eight-rule",
    "With a red suit that counts eight and has a sure trick, bid one odd trick.",
    page=95,
    lines=(3126, 3133),
    why="The count adds up trump length, top trumps, and the aces and kings beside them. At eight you have a fair "
    "chance of the odd trick even if partner shows no support.",
    why_page=94,
    why_lines=(3089, 3133),
)
def count_of_just_eight(bidder: BiddingFacts) -> Finding:
    suit = next((suit for suit in bidder.makes_with_a_top if bidder.count(suit) == EIGHT), None)
    if suit is None:
        return no(lambda: f"no red suit with a sure trick in it counts {in_words(EIGHT)}")
    return yes(lambda: bidder.counted_up(suit), one(suit))


FIVE_TRICKS = 5
"""The tricks of spades of their own: partner’s average share of the rest makes up the seven of the odd trick."""


@suits.rule(
    "fos-bid-two-spades-strength",
    "Bid two spades, not one, if they are strong enough for the odd trick with average help from partner.",
    page=54,
    lines=(1719, 1725),
    advises=(TWO_SPADES,),
    why="Two spades tell partner that the suit is strong, which one spade would not. The suit is of little value as "
    "trumps, so the information is the gain.",
    why_lines=(1715, 1725),
)
def odd_trick_in_spades(bidder: BiddingFacts) -> Finding:
    tricks = running_tricks(bidder.hand.spades)
    if not bidder.hand.spades.headed_by("AKQ") or tricks < FIVE_TRICKS:
        return no(lambda: f"the hand has {counted(tricks, 'trick')} in spades alone")
    return yes(
        lambda: (
            f"{bidder.holds(Suit.SPADES)}: {counted(tricks, 'trick')}, and partner’s average help makes the odd trick"
        ),
        TWO_SPADES,
    )


@suits.rule(
    "fos-spade-hand-p91",
    "Bid two spades on ace, king, queen: the least that is unusual strength for partner’s no trumps.",
    page=91,
    lines=(2992, 2998),
    row="ace, king, queen",
    advises=(TWO_SPADES,),
    why="One spade is nothing but a pass, so two must mean more. You do not expect to play in spades. Partner may "
    "count on them as a substantial part of a no-trumper.",
    why_page=90,
    why_lines=(2983, 3003),
)
def high_spades(bidder: BiddingFacts) -> Finding:
    def because() -> str:
        return bidder.holds(Suit.SPADES)

    return yes(because, TWO_SPADES) if bidder.hand.spades.headed_by("AKQ") else no(because)


SEVEN_SPADES = 7
"""“Or else a suit of seven or eight to the ace-king” (p. 91)."""


@suits.rule(
    "fos-spade-hand-p91",
    "Bid two spades on seven or more headed by ace and king.",
    page=91,
    lines=(2998, 3003),
    row="seven or more",
    advises=(TWO_SPADES,),
)
def seven_spades(bidder: BiddingFacts) -> Finding:
    spades = bidder.hand.spades

    def because() -> str:
        return bidder.holds(Suit.SPADES)

    return yes(because, TWO_SPADES) if len(spades) >= SEVEN_SPADES and spades.headed_by("AK") else no(because)


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
    why="The first round is for leading up to a no-trumper, if not in your hand, then in partner’s. A no-trumper "
    "needs aces and kings, not six cards to a ten. Even queens count for nothing in the first bids.",
)
def tricks_before_length(bidder: BiddingFacts) -> Finding:
    long = [suit for suit in bidder.long_suits(LENGTH_TO_PLAY, RED) if suit not in bidder.sure_suits]
    if not long or not bidder.suits_to_name:
        return no("there is no long red suit without a sure trick, beside a suit with one")
    return most_tricks(
        bidder,
        lambda: (
            f"{bidder.holds(long[0])} lack the top cards; the sure tricks are in {bidder.names(bidder.suits_to_name)}"
        ),
    )


def sure_trick_in(bidder: BiddingFacts, suit: Suit) -> Finding:
    if suit not in bidder.suits_to_name:
        return no(lambda: f"there is neither the ace nor king and queen in {suit.plural}")
    best = most_tricks(bidder, lambda: f"the sure trick is in {bidder.holds(suit)}")
    return best if one(suit) in best.answers else no("another suit has more high cards")


@suits.rule(
    "fos-red-two-conditions",
    "If you do not mean to keep to hearts, name them only with the ace, or king and queen, in them.",
    page=87,
    lines=(2866, 2873),
    advises=(one(Suit.HEARTS),),
    why="Partner may go to no trumps and then double the suit bid over them, counting on you for at least one sure "
    "trick in the suit you named. Without one you mislead partner.",
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
    advises=(one(Suit.DIAMONDS),),
    why="Diamond tricks count less than hearts, so it is harder to go over no trumps with them. If you do not call "
    "diamonds again, partner counts on you for a sure trick there.",
)
def sure_trick_in_diamonds(bidder: BiddingFacts) -> Finding:
    return sure_trick_in(bidder, Suit.DIAMONDS)


@suits.rule(
    "fos-club-bids",
    "Bid one club on the ace, or king and queen, as freely as one of a red suit.",
    page=93,
    lines=(3054, 3061),
    advises=(one(Suit.CLUBS),),
    why="High clubs are useful in partner’s no-trumper, and one club is enough to show them. On a very long suit you "
    "may lose, but you keep the opponent from scoring towards game.",
    why_lines=(3054, 3066),
)
def sure_trick_in_clubs(bidder: BiddingFacts) -> Finding:
    return sure_trick_in(bidder, Suit.CLUBS)
