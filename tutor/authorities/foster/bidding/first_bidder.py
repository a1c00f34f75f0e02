"""What Foster advises the dealer to bid first (pp. 54, 75–97).

The order is that of his preferences: four aces; a red make where no trumps would leave a weak spot; no trumps; the red
make; high spades; a suit with a sure trick, which invites the partner to no trumps; one spade.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Bid, Denomination
from tutor.authorities.foster.bidding.hearing import (
    NO_TRUMPS,
    ONE_NO_TRUMP,
    ONE_SPADE,
    TWO_SPADES,
    Bidder,
    chapter,
    first_round_of,
    page,
)
from tutor.authorities.foster.bidding.strength import AVERAGE, NAMED, RED, has_sure_trick, running_tricks, tops
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Rank, Suit
from tutor.codes.code import HONOURS, TRICK_VALUES
from tutor.notation import counted, in_words

ELEVEN = 11
"""The count of his hand of p. 97, which bids three."""
FIVE_TRICKS = 5
MOST_WITHOUT = 3
"""The tricks that are bid at once without trumps at the most: “two or even three” (p. 82), which win the game."""
SIX_DIAMONDS = 6
"""The diamonds that are safer than a no-trumper without a weak spot: his hand of p. 97 has six."""
SEVEN_TRICKS = 7
"""Seven tricks in the dealer’s own cards bid two without trumps (p. 83)."""


def _one(suit: Suit) -> Bid:
    return Bid(1, Denomination.of(suit))


def _full_value(bidder: Bidder, suit: Suit, because: str = "") -> Finding:
    """The bid on a red suit that the rule of eight gives.

    What the count affords beyond it is allowed, but not on eleven, where he himself bids three (p. 97).
    """
    at_once, worth = bidder.at_once(suit), bidder.worth(suit)
    count = bidder.valued(suit) if worth > 1 else bidder.counted_up(suit)
    most = worth if bidder.count(suit) > ELEVEN else at_once
    more = tuple(Bid(tricks, Denomination.of(suit)) for tricks in range(at_once + 1, most + 1))
    return Finding("; ".join(filter(None, (because, count))), (Bid(at_once, Denomination.of(suit)),), more)


def _no_trumps(bidder: Bidder, because: str) -> Finding:
    """No trumps to the value of the hand, “or even more”; three win the game from nothing."""
    tricks = min(bidder.no_trump_tricks, MOST_WITHOUT)
    more = (Bid(tricks + 1, NO_TRUMPS),) if tricks == 2 else ()
    if bidder.kings_above > 1:
        because += f", and the hand is {in_words(bidder.kings_above)} kings above the average"
    if bidder.no_trump_tricks > MOST_WITHOUT:
        because += f"; {in_words(MOST_WITHOUT)} tricks win the game"
    return Finding(because, (Bid(tricks, NO_TRUMPS),), more)


# ---- four aces ---------------------------------------------------------------------------------------------------


def _hearts_with_four_aces(bidder: Bidder) -> Finding:
    if bidder.aces < 4:
        return fails(counted(bidder.aces, "ace"))
    wanted = bidder.to_win_the_game(Denomination.HEARTS)
    if bidder.worth(Suit.HEARTS) < wanted:
        return fails(f"four aces, and the hearts are not good for the {counted(wanted, 'odd trick')} that win the game")
    because = (
        f"four aces, and {bidder.valued(Suit.HEARTS)}; {in_words(wanted)} {'wins' if wanted == 1 else 'win'} the game"
    )
    return applies(because, Bid(max(wanted, bidder.at_once(Suit.HEARTS)), Denomination.HEARTS))


def _four_aces(bidder: Bidder) -> Finding:
    if bidder.aces < 4:
        return fails(counted(bidder.aces, "ace"))
    return _no_trumps(bidder, "all four aces are held")


# ---- a red suit rather than no trumps ----------------------------------------------------------------------------


def _massed_in_one_suit(bidder: Bidder) -> Finding:
    for suit in bidder.makes_with_a_top:
        if not any(bidder.hand[other].count((Rank.ACE, Rank.KING, Rank.QUEEN)) for other in Suit if other is not suit):
            return _full_value(bidder, suit, f"no ace, king or queen but in {suit.plural}")
    return fails("the high cards are not all in one red suit that is worth a declaration")


def _diamonds_rather_than_no_trumps(bidder: Bidder) -> Finding:
    suit = next(iter(bidder.makes_with_a_top), None)
    if suit is not Suit.DIAMONDS or not bidder.why_no_trumper():
        return fails("there is no choice between diamonds and no trumps")
    if bidder.worth(suit) < 3 or len(bidder.hand.diamonds) < SIX_DIAMONDS:
        return fails(f"it would do for no trumps, and in diamonds there are only {bidder.counted_up(suit)}")
    return _full_value(bidder, suit, "it would do for no trumps, but the diamonds are safer")


def _red_rather_than_no_trumps(bidder: Bidder) -> Finding:
    suit = next(iter(bidder.makes_with_a_top), None)
    if suit is None or bidder.worth(suit) < 2 or not bidder.why_no_trumper():
        return fails("there is no choice between no trumps and a red suit good for two by cards")
    weak = bidder.weak_spots
    if not weak:
        return fails("no trumps would have no weak spot")
    return _full_value(bidder, suit, f"it would do for no trumps, with {bidder.names(weak)} for a weak spot")


# ---- no trumps ---------------------------------------------------------------------------------------------------


def _long_spades_and_a_trick(bidder: Bidder) -> Finding:
    spades = running_tricks(bidder.hand.spades)
    beside = sum(running_tricks(bidder.hand[suit]) for suit in NAMED)
    because = f"{counted(spades, 'trick')} in spades and {beside} beside them"
    if spades < 5 or not beside or spades + beside < SEVEN_TRICKS:
        return fails(because)
    return Finding(because, (Bid(2, NO_TRUMPS),), (Bid(3, NO_TRUMPS),))


def _strong_clubs_and_a_trick(bidder: Bidder) -> Finding:
    clubs = bidder.hand.clubs
    if len(clubs) < 6 or not clubs.headed_by("AKQ"):
        return fails("there are not six clubs or more to ace, king, queen")
    beside = [suit for suit in bidder.sure_suits if suit is not Suit.CLUBS]
    if not beside:
        return fails("there is no sure trick beside the clubs")
    return Finding(
        f"strong clubs, and a sure trick in {bidder.names(beside)}",
        (ONE_NO_TRUMP,),
        (Bid(2, NO_TRUMPS), _one(Suit.CLUBS)),
    )


def _all_stopped_and_more(bidder: Bidder) -> Finding:
    if not bidder.why_no_trumper() or len(bidder.aces_equals) < 4:
        return fails("it is no no-trumper with a trick certain in every suit")
    if bidder.no_trump_tricks < 2:
        return fails("a trick in every suit, and no more than the standard strength")
    return _no_trumps(bidder, "a trick is certain in every suit")


def _above_the_least(bidder: Bidder) -> Finding:
    why = bidder.why_no_trumper()
    if not why or bidder.no_trump_tricks < 2:
        return fails("it is no no-trumper, or it is not two kings above the average")
    protected = [suit for suit in Suit if suit in (*bidder.protected, *bidder.aces_equals)]
    return _no_trumps(bidder, f"{bidder.names(protected)} are protected")


def _three_aces(bidder: Bidder) -> Finding:
    if bidder.aces < 3:
        return fails(counted(bidder.aces, "ace"))
    return applies("three aces are a trick certain in each of three suits", ONE_NO_TRUMP)


def _aces_with_king_queen_suits(bidder: Bidder) -> Finding:
    others = [
        suit
        for suit in bidder.aces_equals
        if Rank.ACE not in bidder.hand[suit]
        and any(bidder.hand[suit].headed_by(letters) for letters in ("KQ", "KJT", "QJT"))
    ]
    because = f"{counted(bidder.aces, 'ace')}, and {bidder.names(others)} as good as an ace"
    kings = [suit for suit in others if bidder.hand[suit].headed_by("KQ")]
    is_listed = (bidder.aces == 2 and others) or (bidder.aces == 1 and len(kings) >= 2)
    return applies(because, ONE_NO_TRUMP) if is_listed else fails(because)


def _three_suits_as_good_as_aces(bidder: Bidder) -> Finding:
    because = f"{bidder.names(bidder.aces_equals)} as good as an ace, with {counted(bidder.aces, 'ace')}"
    return applies(because, ONE_NO_TRUMP) if bidder.aces and len(bidder.aces_equals) >= 3 else fails(because)


def _one_weak_suit(bidder: Bidder) -> Finding:
    because = (
        f"high cards of {bidder.total} against an average of {AVERAGE}, {bidder.names(bidder.protected)} protected"
    )
    is_so = bidder.aces and bidder.is_a_king_above and len(bidder.protected) >= 3
    return applies(because, ONE_NO_TRUMP) if is_so else fails(because)


def _scattered_average(bidder: Bidder) -> Finding:
    because = (
        f"high cards of {bidder.total} against an average of {AVERAGE}, {bidder.names(bidder.protected)} protected"
    )
    is_so = bidder.aces and bidder.is_average and len(bidder.protected) >= 3
    return applies(because, ONE_NO_TRUMP) if is_so else fails(because)


# ---- suits -------------------------------------------------------------------------------------------------------


def _about_equal(bidder: Bidder) -> tuple[Suit, Suit] | None:
    """The two suits to name that differ by a card at the most and have as many of ace, king, queen; cheaper first."""
    suits = sorted(bidder.suits_to_name, key=lambda suit: TRICK_VALUES[Denomination.of(suit)])
    if len(suits) != 2:
        return None
    cheap, dear = (bidder.hand[suit] for suit in suits)
    is_so = abs(len(cheap) - len(dear)) <= 1 and tops(cheap) == tops(dear)
    return (suits[0], suits[1]) if is_so else None


def _two_strong_suits(bidder: Bidder) -> Finding:
    pair = _about_equal(bidder)
    if not pair or not all(bidder.hand[suit].count(HONOURS) >= 3 for suit in pair):
        return fails("there are not two suits about equal with three honours in each")
    return _the_cheaper(bidder, pair, f"{bidder.names(pair)} are nearly equal, and both strong in high cards")


def _the_cheaper(bidder: Bidder, pair: tuple[Suit, Suit], because: str) -> Finding:
    """One in the cheaper suit; a red one that is good for two by cards may be bid at once instead (p. 75)."""
    makes = [suit for suit in pair if suit in bidder.makes_with_a_top and bidder.worth(suit) > 1]
    return Finding(because, (_one(pair[0]),), tuple(_full_value(bidder, suit).answers[0] for suit in makes))


def _two_equal_suits(bidder: Bidder) -> Finding:
    pair = _about_equal(bidder)
    if not pair:
        return fails("there are not two suits about equal, each with a sure trick")
    return _the_cheaper(bidder, pair, f"{bidder.names(pair)} are about equal")


def _good_hearts(bidder: Bidder) -> Finding:
    if bidder.makes_with_a_top[:1] != (Suit.HEARTS,) or bidder.worth(Suit.HEARTS) < 2:
        return fails("the hearts are not good for two by cards, with a sure trick in them")
    high = tops(bidder.hand.hearts)
    others = [s for s in bidder.suits_to_name if s is not Suit.HEARTS and tops(bidder.hand[s]) >= high]
    if not others:
        return fails("there is no other suit, as strong in high cards, that might be named before the hearts")
    return _full_value(bidder, Suit.HEARTS, f"{bidder.names(others)} could be named first, and might be left in")


def _counting_above_eight(bidder: Bidder) -> Finding:
    for suit in bidder.makes_with_a_top[:1]:
        if bidder.worth(suit) > 1:
            return _full_value(bidder, suit)
    return fails("no red suit with a sure trick in it counts nine or more")


def _shutting_out_with_diamonds(bidder: Bidder) -> Finding:
    if bidder.makes_with_a_top[:1] != (Suit.DIAMONDS,) or bidder.worth(Suit.DIAMONDS) < 2:
        return fails("it is no good diamond hand")
    return _full_value(bidder, Suit.DIAMONDS, "one diamond would let a suit be shown cheaply")


def _counting_eight(bidder: Bidder) -> Finding:
    for suit in bidder.makes_with_a_top:
        if bidder.count(suit) == 8:
            return applies(bidder.counted_up(suit), _one(suit))
    return fails("no red suit with a sure trick in it counts eight")


def _odd_trick_in_spades(bidder: Bidder) -> Finding:
    """Five tricks of its own: partner’s average share of the rest makes up the seven of the odd trick."""
    spades, because = bidder.hand.spades, bidder.holds(Suit.SPADES)
    tricks = running_tricks(spades)
    if not spades.headed_by("AKQ") or tricks < FIVE_TRICKS:
        return fails(f"{counted(tricks, 'trick')} in spades by themselves")
    return applies(f"{because}: {counted(tricks, 'trick')}, and partner’s average help makes the odd trick", TWO_SPADES)


def _high_spades(bidder: Bidder) -> Finding:
    because = bidder.holds(Suit.SPADES)
    return applies(because, TWO_SPADES) if bidder.hand.spades.headed_by("AKQ") else fails(because)


def _seven_spades(bidder: Bidder) -> Finding:
    spades, because = bidder.hand.spades, bidder.holds(Suit.SPADES)
    return applies(because, TWO_SPADES) if len(spades) >= 7 and spades.headed_by("AK") else fails(because)


def _tricks_and_not_length(bidder: Bidder) -> Finding:
    long = [suit for suit in bidder.long_suits(5, RED) if suit not in bidder.sure_suits]
    if not long or not bidder.suits_to_name:
        return fails("there is no long red suit without a sure trick, beside a suit with one")
    because = f"{bidder.holds(long[0])} want the tops; the sure tricks are in {bidder.names(bidder.suits_to_name)}"
    return _most_tricks(bidder, bidder.suits_to_name, because)


def _sure_trick_in_hearts(bidder: Bidder) -> Finding:
    return _sure_trick_in(bidder, Suit.HEARTS)


def _sure_trick_in_diamonds(bidder: Bidder) -> Finding:
    return _sure_trick_in(bidder, Suit.DIAMONDS)


def _sure_trick_in_clubs(bidder: Bidder) -> Finding:
    return _sure_trick_in(bidder, Suit.CLUBS)


def _sure_trick_in(bidder: Bidder, suit: Suit) -> Finding:
    if suit not in bidder.suits_to_name:
        return fails(f"{bidder.holds(suit)}: neither the ace nor king and queen")
    best = _most_tricks(bidder, bidder.suits_to_name, bidder.holds(suit))
    return best if _one(suit) in best.answers else fails("another suit has more high cards")


def _most_tricks(bidder: Bidder, suits: Sequence[Suit], because: str) -> Finding:
    """The suits with the most high cards, then the longest; any other with a sure trick is allowed."""
    best = max((tops(bidder.hand[suit]), len(bidder.hand[suit])) for suit in suits)
    chosen = tuple(suit for suit in suits if (tops(bidder.hand[suit]), len(bidder.hand[suit])) == best)
    return Finding(because, tuple(map(_one, chosen)), tuple(_one(suit) for suit in suits if suit not in chosen))


# ---- one spade ---------------------------------------------------------------------------------------------------


def _nothing_but_spades(bidder: Bidder) -> Finding:
    if bidder.sure_suits != (Suit.SPADES,):
        return fails("the sure tricks are not in spades alone")
    return applies(f"no ace and no king and queen but in spades: {bidder.hand.spades}", ONE_SPADE)


def _very_poor(bidder: Bidder) -> Finding:
    high = sum(tops(bidder.hand[suit]) for suit in Suit)
    because = f"{counted(high, 'card')} above the knave, and no sure trick"
    return applies(because, ONE_SPADE) if not high and not bidder.sure_suits else fails(because)


def _long_suit_without_tops(bidder: Bidder) -> Finding:
    waiting = [suit for suit in bidder.makes if bidder.worth(suit) >= 2]
    if bidder.sure_suits or not waiting:
        return fails("there is no red suit good for two by cards in a hand without a sure trick")
    return applies(f"{bidder.counted_up(waiting[0])}, but the top cards are wanting", ONE_SPADE)


def _good_for_the_odd_only(bidder: Bidder) -> Finding:
    if bidder.sure_suits or not bidder.makes:
        return fails("there is no red suit good for the odd trick in a hand without a sure trick")
    return applies(f"{bidder.counted_up(bidder.makes[0])}: the odd trick only, and no sure trick", ONE_SPADE)


def _too_few_by_the_count(bidder: Bidder) -> Finding:
    long = bidder.long_suits(5, RED)
    if bidder.sure_suits or not long:
        return fails("there is no red suit of five in a hand without a sure trick")
    return applies(f"{bidder.counted_up(long[0])}, too few to bid on", ONE_SPADE)


def _weak_clubs(bidder: Bidder) -> Finding:
    if bidder.sure_suits or len(bidder.hand.clubs) < 5:
        return fails("there are not five clubs in a hand without a sure trick")
    return applies(f"{bidder.holds(Suit.CLUBS)} would not help no trumps", ONE_SPADE)


def _stopped_but_not_sure(bidder: Bidder) -> Finding:
    stopped = [suit for suit in bidder.long_suits(4, NAMED) if not has_sure_trick(bidder.hand[suit])]
    stopped = [suit for suit in stopped if Rank.TEN <= bidder.hand[suit].highest <= Rank.KNAVE]
    if bidder.sure_suits or not stopped:
        return fails("there are not four to a knave or ten in a hand without a sure trick")
    return applies(
        f"{bidder.holds(stopped[0])} stop a suit for this hand, and are no sure trick for partner’s", ONE_SPADE
    )


def _nothing(bidder: Bidder) -> Finding:
    if bidder.sure_suits:
        return fails(f"there is a sure trick in {bidder.names(bidder.sure_suits)}")
    return applies("no ace, and no king and queen in one suit", ONE_SPADE)


OPENING: Sequence[Rule[Bidder]] = (
    Rule(
        "fos-nt-four-aces",
        "With four aces bid hearts where they are strong enough to win the game.",
        page(82, 2704, 2716),
        _hearts_with_four_aces,
        "hearts",
    ),
    Rule("fos-nt-four-aces", "Four aces are always a no-trumper.", page(82, 2704, 2716), _four_aces),
    Rule(
        "fos-nt-scattered",
        "Strength massed in one suit makes that suit trumps; no trumps want it scattered over three.",
        page(78, 2574, 2578),
        _massed_in_one_suit,
    ),
    Rule(
        "fos-red-diamonds-advance",
        "Do not shun diamonds: good for three by cards, they are safer than no trumps and advance the score.",
        page(97, 3187, 3215),
        _diamonds_rather_than_no_trumps,
    ),
    Rule(
        "fos-r2-standard",
        "Prefer a red suit good for two by cards to a no-trumper with a weak spot in it.",
        page(94, 3089, 3107),
        _red_rather_than_no_trumps,
    ),
    Rule(
        "fos-nt-hand-p83",
        "On a long solid spade suit and a trick beside it, seven tricks in all, bid two no trumps at least.",
        page(83, 2737, 2766),
        _long_spades_and_a_trick,
    ),
    Rule(
        "fos-club-hand-p93",
        "On strong long clubs with a sure trick in another suit bid no trumps rather than clubs.",
        page(93, 3068, 3080),
        _strong_clubs_and_a_trick,
    ),
    Rule(
        "fos-bid-full-value",
        "Bid a no-trumper to its full value at once: two or more with every suit stopped and strength to spare.",
        page(75, 2478, 2490),
        _all_stopped_and_more,
    ),
    Rule(
        "fos-bid-minimum-standard",
        "Know the least that justifies one trick: what is a king above it may bid one trick more.",
        page(78, 2556, 2570),
        _above_the_least,
    ),
    Rule("fos-nt-three-aces", "Three aces: one no trump.", page(80, 2640, 2648), _three_aces),
    Rule(
        "fos-nt-combinations",
        "Two aces and another suit as good as one, or an ace and two king-queen suits: one no trump.",
        page(81, 2695, 2702),
        _aces_with_king_queen_suits,
    ),
    Rule(
        "fos-nt-ace-equivalents",
        "Three suits as good as an ace, with one ace among them: one no trump.",
        page(80, 2650, 2658),
        _three_suits_as_good_as_aces,
    ),
    Rule(
        "fos-nt-one-weak-suit",
        "A king above the average and protected in three suits: one no trump; trust partner for the fourth.",
        page(81, 2673, 2687),
        _one_weak_suit,
    ),
    Rule(
        "fos-nt-hand-p84",
        "Even an average hand may bid one no trump at once when its strength is spread over three suits.",
        page(84, 2768, 2782),
        _scattered_average,
    ),
    Rule(
        "fos-red-two-strong-suits",
        "Of two suits about equal and strong in high cards name the cheaper, to coax the adversaries.",
        page(90, 2962, 2976),
        _two_strong_suits,
    ),
    Rule(
        "fos-red-two-suits",
        "Of two suits about equal name the cheaper first, which leaves room to shift.",
        page(89, 2939, 2960),
        _two_equal_suits,
    ),
    Rule(
        "fos-bid-shutout",
        "Open a good diamond hand with two or more, to shut out a cheap bid that informs.",
        page(76, 2492, 2513),
        _shutting_out_with_diamonds,
    ),
    Rule(
        "fos-bid-red-at-once",
        "Name good hearts at once, and no other suit before them: a bid too low may be left in.",
        page(54, 1727, 1742),
        _good_hearts,
    ),
    Rule(
        "fos-bid-eight-rule-extra",
        "For every count above eight by the rule of eight a red suit can afford one trick more: two by cards on nine.",
        page(96, 3166, 3179),
        _counting_above_eight,
    ),
    Rule(
        "fos-bid-eight-rule",
        "A red suit that counts eight, with a sure trick in it, bids the odd trick.",
        page(95, 3126, 3133),
        _counting_eight,
    ),
    Rule(
        "fos-bid-two-spades-strength",
        "Bid two spades, not one, when they are strong enough for the odd trick with average help from partner.",
        page(54, 1719, 1725),
        _odd_trick_in_spades,
    ),
    Rule(
        "fos-spade-hand-p91",
        "Bid two spades on ace, king, queen: the least that is unusual strength for a partner’s no trumps.",
        page(91, 2992, 2998),
        _high_spades,
        "ace, king, queen",
    ),
    Rule(
        "fos-spade-hand-p91",
        "Bid two spades on seven or more headed by ace and king.",
        page(91, 2998, 3003),
        _seven_spades,
        "seven or more",
    ),
    Rule(
        "fos-red-nt-purpose",
        "Show aces and kings, not length: name the suit of the sure tricks, and keep the long one back.",
        page(86, 2829, 2839),
        _tricks_and_not_length,
    ),
    Rule(
        "fos-red-two-conditions",
        "Name hearts that you do not mean to stick to only with the ace, or king and queen, in them.",
        page(87, 2866, 2873),
        _sure_trick_in_hearts,
    ),
    Rule(
        "fos-red-diamonds-harder",
        "Call diamonds on the first round with the ace, or king and queen, in them.",
        page(88, 2902, 2919),
        _sure_trick_in_diamonds,
    ),
    Rule(
        "fos-club-bids",
        "Bid one club on the ace, or king and queen, as freely as one of a red suit.",
        page(93, 3054, 3061),
        _sure_trick_in_clubs,
    ),
    Rule(
        "fos-spade-bad-habit",
        "With an ace or a king-queen suit never bid one spade, unless that suit is nothing but spades.",
        page(91, 3005, 3025),
        _nothing_but_spades,
    ),
    Rule(
        "fos-bid-one-spade-weak",
        "With a very poor hand bid one spade: the cheapest escape, and a warning.",
        page(54, 1715, 1719),
        _very_poor,
    ),
    Rule(
        "fos-spade-hand-p92",
        "With a red suit good for two by cards but without its top cards bid one spade, and wait.",
        page(92, 3027, 3052),
        _long_suit_without_tops,
    ),
    Rule(
        "fos-red-not-one-trick",
        "Do not call a suit for trumps on which you can undertake no more than the odd trick.",
        page(89, 2921, 2927),
        _good_for_the_odd_only,
    ),
    Rule(
        "fos-hand-p96",
        "A red suit that counts less than eight is too weak to bid on.",
        page(96, 3150, 3158),
        _too_few_by_the_count,
    ),
    Rule(
        "fos-club-weak",
        "Clubs too weak to encourage partner to no trumps: one spade.",
        page(94, 3082, 3085),
        _weak_clubs,
    ),
    Rule(
        "fos-red-stopped-error",
        "Do not name a suit because four to a knave or ten stop it: partner would count on a sure trick.",
        page(86, 2841, 2864),
        _stopped_but_not_sure,
    ),
    Rule("fos-spade-nothing", "With nothing, bid one spade, and wait.", page(90, 2978, 2983), _nothing),
)

FIRST_BIDDER = chapter(OPENING, first_round_of(1))
