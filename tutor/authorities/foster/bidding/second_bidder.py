"""What Foster advises the second bidder on the first round (pp. 98–103, 119): over one spade, no trumps, or a suit."""

from __future__ import annotations

from tutor.auction import Bid, Denomination
from tutor.authorities.foster.bidding.chapters import chapter, is_no_trumps, is_one_spade, is_suit, silent_except_after
from tutor.authorities.foster.bidding.facts import DOUBLE, GOOD, NO_TRUMPS, PASS, BiddingFacts
from tutor.authorities.foster.bidding.overcalls import (
    best_affordable_make,
    long_clubs,
    missing_suit,
    no_trumper,
    own_make,
    show_strongest,
    suits_to_show,
    unprotected,
    wait,
)
from tutor.authorities.foster.bidding.score import no_game_yet, save_game, when_ahead
from tutor.authorities.foster.bidding.suit_strength import AVERAGE, NAMED, running_tricks, tops
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank, Suit
from tutor.notation import agreeing, counted, in_words

# ---- over one spade ----------------------------------------------------------------------------------------------

over_one_spade = Section[BiddingFacts](KEY)
over_one_spade.add(*when_ahead)


@over_one_spade.rule(
    "fos-sb-duty",
    "Over one spade, bid two in a good red suit: this makes it expensive for the dealer’s partner to name a suit.",
    page=98,
    lines=(3227, 3246),
    why="Your partner bids last and needs to know where your strength lies. A higher bid can stop the dealer’s "
    "partner from showing a suit cheaply. A hopeless bid only invites penalties.",
    why_lines=(3227, 3312),
)
def two_to_shut_out(bidder: BiddingFacts) -> Finding:
    suit = best_affordable_make(bidder, with_a_top=True)
    bid = Bid(GOOD, Denomination.of(suit)) if suit else None
    if suit is None or bidder.worth(suit) < GOOD or bid is None or not bidder.may(bid):
        return no("there is no red suit good for two with a sure trick in it")
    if bidder.why_no_trumper and not bidder.weak_spots:
        return no("this is a no-trumper without a weak spot")
    return yes(lambda: f"{bidder.counted_up(suit)}; over it the dealer’s partner must pay for a bid that informs", bid)


declare_now = over_one_spade.rule(
    "fos-sb-declare-now",
    "If you are the second bidder and have anything, declare it at once, above all a no-trumper.",
    page=100,
    lines=(3276, 3289),
    why="No trumps force the dealer’s partner to bid high to show a suit. A suit with sure tricks invites your "
    "partner to no trumps. This information is often worth more now than on the second round.",
)(no_trumper.test)
over_one_spade.add(missing_suit)

NO_GAME_IN_SPADES = 20
"""The score up to which the dealer can be left to play spades (p. 101)."""


@over_one_spade.rule(
    "fos-sb-score",
    "With only an average hand, let a dealer who is not more than twenty up play one spade: it cannot win the game.",
    page=101,
    lines=(3316, 3326),
    why="Spades count so little that a dealer at 20 or below should not win the game with them. So an opponent can "
    "let them be played, and the dealer’s partner should look for something better.",
)
def only_average(bidder: BiddingFacts) -> Finding:
    them = bidder.view.standing.them
    if them > NO_GAME_IN_SPADES:
        return no(lambda: f"the dealer is {them} up, and may win the game in spades")
    if bidder.total > AVERAGE or sum(tops(bidder.hand[suit]) for suit in bidder.sure_suits) > 1:
        return no("the hand is better than an average one, or has more than one sure trick")
    return yes(
        lambda: f"the high cards count {bidder.total} against an average of {AVERAGE}, and the dealer is {them} up",
        PASS,
        merely=bidder.cheapest_of(suits_to_show(bidder, 1)),
    )


@over_one_spade.rule(
    "fos-sb-double-spade",
    "Double one spade if your strength is in spades: it is cheaper than two spades.",
    page=103,
    lines=(3390, 3400),
    advises=(DOUBLE,),
    why="The double tells partner that the spade suit is safe, just as two spades would. It is cheaper, because it "
    "does not oblige you to make even the odd trick.",
)
def strength_in_spades(bidder: BiddingFacts) -> Finding:
    if tops(bidder.hand.spades) < 2 or bidder.suits_to_name or not bidder.may(DOUBLE):
        return no(lambda: f"{bidder.holds(Suit.SPADES)}: there is no strength in spades, or not only there")
    return yes(lambda: f"the strength is in {bidder.holds(Suit.SPADES)}", DOUBLE)


@over_one_spade.rule(
    "fos-sb-dont-pass",
    "Do not pass one spade with sure tricks: name their suit, or fourth hand is left in the dark.",
    page=99,
    lines=(3248, 3270),
    why="One spade loses at most 100, so a weak third hand often passes too. Then your partner must act without any "
    "hint from you, and may walk into a trap.",
    why_lines=(3257, 3270),
)
def show_over_a_spade(bidder: BiddingFacts) -> Finding:
    suits = suits_to_show(bidder, 1)
    if not suits:
        return no("no suit with a sure trick may be named for one")
    return show_strongest(
        bidder, suits, lambda: f"{bidder.names(suits)} have sure tricks, and the dealer’s partner may pass"
    )


over_one_spade.add(long_clubs, *save_game, wait, no_game_yet)


@over_one_spade.rule(
    "fos-sb-duty", "Do not make a hopeless declaration: pass.", page=98, lines=(3227, 3246), row="hopeless"
)
def hopeless(_: BiddingFacts) -> Finding:
    return yes("there is nothing to declare, and a bid would be hopeless", PASS)


# ---- over no trumps ----------------------------------------------------------------------------------------------

over_no_trumps = Section[BiddingFacts](KEY)
over_no_trumps.add(*when_ahead)


@over_no_trumps.rule(
    "fos-sb-solid-suit",
    "Keep quiet over no trumps if a solid suit defeats them: you have the lead.",
    page=101,
    lines=(3335, 3357),
    why="You have the lead, so you can run the suit at once. As declarer you could not get it led, and the odd trick "
    "might be lost first. A double would drive them to another bid.",
    why_lines=(3338, 3371),
)
def solid_suit_to_lead(bidder: BiddingFacts) -> Finding:
    if not bidder.last or bidder.last.denomination is not NO_TRUMPS:
        return no("the dealer has not bid no trumps")
    wanted = bidder.tricks_to_defeat
    suit = max(Suit, key=lambda suit: running_tricks(bidder.hand[suit]))
    tricks = running_tricks(bidder.hand[suit])

    def because() -> str:
        defeats = f"{in_words(wanted)} {agreeing(wanted, 'defeats')} the bid"
        return f"the hand takes {counted(tricks, 'trick')} in {suit.plural} with the lead, and {defeats}"

    return yes(because, PASS) if tricks >= wanted else no(because)


@over_no_trumps.rule(
    "fos-sb-pass-over-nt",
    "Over no trumps bid a suit that can be named for two tricks as a trump.",
    page=102,
    lines=(3350, 3371),
    row="suit",
    why="Over no trumps a suit costs at least two tricks to name. A double only frightens the dealer’s side into "
    "something else, even if you could defeat no trumps with your lead.",
    why_lines=(3359, 3371),
)
def suit_for_two(bidder: BiddingFacts) -> Finding:
    suit = best_affordable_make(bidder, with_a_top=True)
    if suit is None:
        return no("no suit can be named for two tricks as a trump")
    return bidder.outbid(suit, lambda: f"{bidder.counted_up(suit)}; that suit is worth what it must be bid at")


over_no_trumps.add(long_clubs, *save_game)


@over_no_trumps.rule(
    "fos-dbl-original",
    "Do not double an original declaration if they can escape from it: you drive them out of it.",
    page=119,
    lines=(3947, 3972),
    why="The double alarms the dealer’s side, and they escape to another bid. Partner learns nothing about your suit, "
    "and the bidding may become too high for you to name it.",
)
def do_not_double(bidder: BiddingFacts) -> Finding:
    tricks = bidder.own_tricks
    if tricks < 2:
        return no(
            lambda: (
                f"the hand has {counted(tricks, 'trick')} in its own high cards: a double does not come into question"
            )
        )
    return yes(lambda: f"the hand has {counted(tricks, 'trick')} against a bid from which they can still escape", PASS)


over_no_trumps.add(no_game_yet)


@over_no_trumps.rule(
    "fos-sb-pass-over-nt",
    "Over no trumps pass without a suit good for two tricks, even if you can defeat them.",
    page=102,
    lines=(3359, 3371),
)
def pass_over_no_trumps(_: BiddingFacts) -> Finding:
    return yes("the dealer has bid no trumps, and no suit can be named for two tricks as a trump", PASS)


# ---- over a suit -------------------------------------------------------------------------------------------------

over_a_suit = Section[BiddingFacts](KEY)
over_a_suit.add(*when_ahead, own_make, declare_now, missing_suit)


@over_a_suit.rule(
    "fos-sb-double-shows-suit",
    "Double the dealer’s suit to show partner that you stop it.",
    page=102,
    lines=(3373, 3388),
    advises=(DOUBLE,),
    why="Fear of the dealer’s suit might keep the doubler’s partner from bidding no trumps. The double takes away "
    "that fear by showing a stopper. It is a message, and not a claim to defeat the bid.",
)
def double_their_suit(bidder: BiddingFacts) -> Finding:
    suit = bidder.last_suit
    if suit is None or not bidder.may(DOUBLE):
        return no("the dealer has not bid a suit")
    if suit not in bidder.sure_suits or len(bidder.hand[suit]) < bidder.interpretation.stopper:
        return no(lambda: f"{bidder.holds(suit)}: that is no stopper like five to king, queen")
    return yes(lambda: f"{bidder.holds(suit)} stop the suit", DOUBLE)


@over_a_suit.rule(
    "fos-sb-declare-now",
    "Without a no-trumper name a suit with sure tricks, to invite partner to no trumps.",
    page=100,
    lines=(3276, 3289),
    row="sure tricks",
)
def sure_tricks_for_one(bidder: BiddingFacts) -> Finding:
    suits = suits_to_show(bidder, 1)
    if not suits:
        return no("no suit with a sure trick may be named for one")
    shown = show_strongest(bidder, suits, lambda: f"{bidder.names(suits)} have sure tricks, and may be named for one")
    dearer = bidder.cheapest_of(suit for suit in suits_to_show(bidder, 2) if suit not in suits)
    return shown.advising(shown.answers, merely=(*shown.merely, *dearer))


LONG_SUIT = 6


@over_a_suit.rule(
    "fos-sb-duty",
    "Give partner some idea of the suit in which your strength lies, for a single trick.",
    page=98,
    lines=(3227, 3246),
    row="long suit",
)
def long_suit_for_one(bidder: BiddingFacts) -> Finding:
    suits = [s for s in bidder.long_suits(LONG_SUIT, NAMED) if bidder.hand[s].highest is Rank.KING]
    suit = next((s for s in suits if bidder.tricks_needed(s) == 1 and s not in bidder.their_suits), None)
    if suit is None:
        return no(lambda: f"no suit of {in_words(LONG_SUIT)} to the king may be named for one")
    return bidder.outbid(suit, lambda: f"{bidder.holds(suit)}: the strength lies there, and one is enough")


over_a_suit.add(long_clubs, unprotected, *save_game)


@over_a_suit.rule(
    "fos-sb-no-costly-info",
    "Do not bid two or three tricks only to show partner your suit.",
    page=100,
    lines=(3299, 3314),
    why="The opponents may leave you to play it, or double you. Partner must then accept the loss or bid even "
    "higher. The information helps only a phenomenal hand.",
)
def too_dear(bidder: BiddingFacts) -> Finding:
    dear = [s for s in bidder.suits_to_name if s not in bidder.their_suits and bidder.tricks_needed(s) > 1]
    if not dear:
        return no("no suit with a sure trick would cost two tricks to show")
    return yes(
        lambda: f"to show {bidder.names(dear)} would take {counted(bidder.tricks_needed(dear[0]), 'trick')}", PASS
    )


over_a_suit.add(wait, no_game_yet, hopeless)

SECOND_BIDDER = (
    chapter(over_one_spade, silent_except_after(2, is_one_spade, "the dealer has not bid one spade")),
    chapter(over_no_trumps, silent_except_after(2, is_no_trumps, "the dealer has not bid no trumps")),
    chapter(over_a_suit, silent_except_after(2, is_suit, "the dealer has not shown a suit")),
)
