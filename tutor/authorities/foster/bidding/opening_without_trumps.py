"""When Foster’s dealer bids no trumps first (pp. 75–84, 93): on four aces, and on less."""

from tutor.auction import Bid, Denomination
from tutor.authorities.foster.bidding.facts import (
    NO_TRUMPS,
    ONE_NO_TRUMP,
    STANDARD,
    THREE_NO_TRUMPS,
    TWO_NO_TRUMPS,
    BiddingFacts,
    one,
)
from tutor.authorities.foster.bidding.suit_strength import AVERAGE, NAMED, running_tricks
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, Reason, no, text_of, yes
from tutor.authorities.section import Section
from tutor.cards import Rank, Suit
from tutor.notation import counted, in_words

MOST_WITHOUT = 3
"""The tricks that are bid at once without trumps at the most: “two or even three” (p. 82), which win the game."""


def full_value_without_trumps(bidder: BiddingFacts, because: Reason) -> Finding:
    """No trumps to the value of the hand, “or even more”; three win the game from nothing."""
    tricks = min(bidder.no_trump_tricks, MOST_WITHOUT)

    def words() -> str:
        text = text_of(because)
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
    "With four aces bid hearts if they are strong enough to win the game.",
    page=82,
    lines=(2704, 2716),
    row="hearts",
    why="Sure tricks in three suits already make a no-trumper, and you have one in every suit. The aces’ honour score "
    "is no reason by itself, because losing by two tricks costs as much.",
    why_page=80,
    why_lines=(2646, 2716),
)
def hearts_with_four_aces(bidder: BiddingFacts) -> Finding:
    needed = bidder.to_win_the_game(Denomination.HEARTS)
    if bidder.worth(Suit.HEARTS) < needed:
        return no(
            lambda: (
                f"there are four aces, and the hearts are not good for the {counted(needed, 'odd trick')} that win "
                "the game"
            )
        )
    verb = "wins" if needed == 1 else "win"
    return yes(
        lambda: f"there are four aces, and {bidder.valued(Suit.HEARTS)}; {in_words(needed)} {verb} the game",
        Bid(max(needed, bidder.at_once(Suit.HEARTS)), Denomination.HEARTS),
    )


@four_aces.rule("fos-nt-four-aces", "Four aces are always a no-trumper.", page=81, lines=(2704, 2716))
def no_trumps_with_four_aces(bidder: BiddingFacts) -> Finding:
    return full_value_without_trumps(bidder, "all four aces are held")


# ---- no trumps ---------------------------------------------------------------------------------------------------

SEVEN_TRICKS = 7
"""Seven tricks in the dealer’s own cards bid two without trumps (p. 83)."""
LONG_SPADES = 5
"""The least tricks that the long spades are worth in that hand."""

no_trumps = Section[BiddingFacts](KEY)


@no_trumps.rule(
    "fos-nt-hand-p83",
    "With a long solid spade suit and a trick beside it, seven tricks in all, bid at least two no trumps.",
    page=83,
    lines=(2737, 2766),
    why="Two spades might be left in, which wastes the hand. The high no-trump bid keeps the opponents from showing "
    "suits. Partner may stop the suit led, and they often lead the suit in which you have your entry.",
    why_lines=(2746, 2766),
)
def long_spades_and_a_trick(bidder: BiddingFacts) -> Finding:
    spades = running_tricks(bidder.hand.spades)
    beside = sum(running_tricks(bidder.hand[suit]) for suit in NAMED)

    def because() -> str:
        others = in_words(beside) if beside else "none"
        return f"the hand has {counted(spades, 'trick')} in spades and {others} beside them"

    if spades < LONG_SPADES or not beside or spades + beside < SEVEN_TRICKS:
        return no(because)
    return yes(because, TWO_NO_TRUMPS, merely=(THREE_NO_TRUMPS,))


LONG_CLUBS = 6
"""The least length of strong clubs that are bid without trumps: Foster’s hand of p. 93."""


@no_trumps.rule(
    "fos-club-hand-p93",
    "With strong long clubs and a sure trick in another suit, bid no trumps rather than clubs.",
    page=93,
    lines=(3068, 3080),
    why="A long suit wins nothing without trumps if you cannot bring it into play before the odd trick is lost. The "
    "sure trick beside the clubs lets you in.",
    why_page=102,
    why_lines=(3346, 3350),
)
def strong_clubs_and_a_trick(bidder: BiddingFacts) -> Finding:
    clubs = bidder.hand.clubs
    if len(clubs) < LONG_CLUBS or not clubs.headed_by("AKQ"):
        return no(lambda: f"there are not {in_words(LONG_CLUBS)} clubs or more to ace, king, queen")
    beside = [suit for suit in bidder.sure_suits if suit is not Suit.CLUBS]
    if not beside:
        return no("there is no sure trick beside the clubs")
    return yes(
        lambda: f"the clubs are strong, and there is a sure trick in {bidder.names(beside)}",
        ONE_NO_TRUMP,
        merely=(TWO_NO_TRUMPS, one(Suit.CLUBS)),
    )


@no_trumps.rule(
    "fos-bid-full-value",
    "Bid a no-trumper to its full value at once: two or more if every suit is stopped and there is strength to spare.",
    page=75,
    lines=(2478, 2490),
    why="The most valuable declarations win the most points. Bid high at once, they often shut out the smaller bids "
    "by which the opponents inform each other.",
)
def all_stopped_and_more(bidder: BiddingFacts) -> Finding:
    if not bidder.why_no_trumper or len(bidder.as_good_as_aces) < 4:
        return no("this is not a no-trumper with a certain trick in every suit")
    if bidder.no_trump_tricks < 2:
        return no("there is a trick in every suit, but no more than the standard strength")
    return full_value_without_trumps(bidder, "a trick is certain in every suit")


@no_trumps.rule(
    "fos-bid-minimum-standard",
    "Know the least that is enough for one trick. With a king above it you may bid one trick more.",
    page=78,
    lines=(2556, 2570),
    why="The least hand should win the odd trick, so anything above it is good for more. A king above the average "
    "should win a trick above the average, and playing with dummy in view is an extra advantage.",
    why_lines=(2560, 2677),
)
def above_the_least(bidder: BiddingFacts) -> Finding:
    if not bidder.why_no_trumper or bidder.no_trump_tricks < 2:
        return no("this is not a no-trumper, or it is not two kings above the average")
    protected = [suit for suit in Suit if suit in (*bidder.protected, *bidder.as_good_as_aces)]
    return full_value_without_trumps(bidder, lambda: f"{bidder.names(protected)} are protected")


@no_trumps.rule(
    "fos-nt-three-aces",
    "With three aces bid one no trump.",
    page=80,
    lines=(2646, 2648),
    advises=(ONE_NO_TRUMP,),
    why="Three sure tricks in three different suits leave only one suit unguarded. You can always trust partner for "
    "one suit, because partner need only stop it.",
    why_lines=(2646, 2687),
)
def three_aces(bidder: BiddingFacts) -> Finding:
    if bidder.aces < STANDARD:
        return no(lambda: counted(bidder.aces, "ace"))
    return yes("three aces are a certain trick in each of three suits", ONE_NO_TRUMP)


@no_trumps.rule(
    "fos-nt-combinations",
    "With two aces and another suit as strong as one, or an ace and two king-queen suits, bid one no trump.",
    page=81,
    lines=(2695, 2702),
    advises=(ONE_NO_TRUMP,),
    why="A suit headed by king and queen is as certain of a trick as an ace, so these hands also have three sure "
    "tricks. A no-trumper without any ace is likely to prove expensive.",
)
def aces_with_king_queen_suits(bidder: BiddingFacts) -> Finding:
    others = [
        suit
        for suit in bidder.as_good_as_aces
        if Rank.ACE not in bidder.hand[suit]
        and any(bidder.hand[suit].headed_by(letters) for letters in ("KQ", "KJT", "QJT"))
    ]

    def because() -> str:
        return f"the hand has {counted(bidder.aces, 'ace')}, with {bidder.names(others)} as strong as an ace"

    kings = [suit for suit in others if bidder.hand[suit].headed_by("KQ")]
    is_listed = (bidder.aces == 2 and others) or (bidder.aces == 1 and len(kings) >= 2)
    return yes(because, ONE_NO_TRUMP) if is_listed else no(because)


@no_trumps.rule(
    "fos-nt-ace-equivalents",
    "With three suits as strong as an ace, and one ace among them, bid one no trump.",
    page=80,
    lines=(2650, 2658),
    advises=(ONE_NO_TRUMP,),
    why="You seldom hold three aces, but some combinations are just as certain of a trick. Length protects a suit "
    "too, so four to a king are considered safe. One real ace keeps the bid from proving expensive.",
    why_lines=(2650, 2702),
)
def three_suits_as_good_as_aces(bidder: BiddingFacts) -> Finding:
    def because() -> str:
        suits = bidder.names(bidder.as_good_as_aces)
        return f"the hand has {suits} as strong as an ace, with {counted(bidder.aces, 'ace')}"

    is_so = bidder.aces and len(bidder.as_good_as_aces) >= STANDARD
    return yes(because, ONE_NO_TRUMP) if is_so else no(because)


def protected_in_three_suits(bidder: BiddingFacts, *, is_strong_enough: bool) -> Finding:
    def because() -> str:
        protected = bidder.names(bidder.protected)
        return f"the high cards count {bidder.total} against an average of {AVERAGE}, with {protected} protected"

    is_so = bidder.aces and is_strong_enough and len(bidder.protected) >= STANDARD
    return yes(because, ONE_NO_TRUMP) if is_so else no(because)


@no_trumps.rule(
    "fos-nt-one-weak-suit",
    "With a king above the average and three suits protected, bid one no trump, and trust partner for the fourth.",
    page=81,
    lines=(2673, 2687),
    advises=(ONE_NO_TRUMP,),
    why="A king above the average should win a trick above the average, and playing with dummy adds to it. Partner "
    "only has to stop your weak suit, not to win three or four tricks in it.",
)
def one_weak_suit(bidder: BiddingFacts) -> Finding:
    return protected_in_three_suits(bidder, is_strong_enough=bidder.is_a_king_above)


@no_trumps.rule(
    "fos-nt-hand-p84",
    "Bid one no trump at once even on an average hand, if its strength is spread over three suits.",
    page=84,
    lines=(2768, 2782),
    advises=(ONE_NO_TRUMP,),
    why="An immediate bid gives you a grip on the situation that nothing else does. Playing with dummy in view is "
    "worth about a trick, so even with equal cards the declarer should win the odd trick.",
    why_page=78,
    why_lines=(2580, 2782),
)
def scattered_average(bidder: BiddingFacts) -> Finding:
    return protected_in_three_suits(bidder, is_strong_enough=bidder.is_average)
