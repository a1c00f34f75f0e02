"""What Foster advises the third bidder, the dealer’s partner, on the first round (pp. 101–114).

The partner’s bid decides: one spade, which shows nothing and should be rescued, a suit, which promises a sure trick and
invites to no trumps, or no trumps, which mean business.
"""

from __future__ import annotations

from tutor.authorities.foster.bidding.chapters import chapter, is_no_trumps, is_one_spade, is_suit, silent_except_after
from tutor.authorities.foster.bidding.facts import (
    LENGTH_TO_PLAY,
    NO_TRUMPS,
    ONE_SPADE,
    OVER_A_RAISE,
    PASS,
    SUPPORT,
    TWO_SPADES,
    BiddingFacts,
)
from tutor.authorities.foster.bidding.overcalls import (
    best_affordable_make,
    long_clubs,
    missing_suit,
    own_make,
    show_strongest,
    suits_to_show,
    unprotected,
    wait,
)
from tutor.authorities.foster.bidding.score import no_game_yet, save_game, when_ahead
from tutor.authorities.foster.bidding.suit_strength import AVERAGE, NAMED, RED, is_as_good_as_ace, tops
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank, Suit
from tutor.codes.bridge_code import HONOURS
from tutor.notation import counted, in_words

# ---- after the dealer’s one spade --------------------------------------------------------------------------------

after_one_spade = Section[BiddingFacts](KEY)
after_one_spade.add(*when_ahead)


@after_one_spade.rule(
    "fos-sb-score",
    "As third bidder, take the dealer out of one spade if you have a chance of the game: bid no trumps.",
    page=101,
    lines=(3316, 3326),
    row="rescue without trumps",
)
def rescue_without_trumps(bidder: BiddingFacts) -> Finding:
    why = bidder.why_no_trumper_over_last
    if not why:
        return no("the hand is not a no-trumper")
    return bidder.outbid(NO_TRUMPS, lambda: f"{why()}; no trumps may win the game")


@after_one_spade.rule(
    "fos-sb-score",
    "As third bidder, take the dealer out of one spade if you have a chance of the game: bid a red suit.",
    page=101,
    lines=(3316, 3326),
    row="rescue in a suit",
)
def rescue_in_a_suit(bidder: BiddingFacts) -> Finding:
    suit = best_affordable_make(bidder, with_a_top=True)
    if suit is None or suit in bidder.their_suits:
        return no("no red suit with a sure trick in it is worth what it must be bid at")
    return bidder.outbid(suit, lambda: f"{bidder.counted_up(suit)}: there is a chance of the game in it")


after_one_spade.add(missing_suit)


@after_one_spade.rule(
    "fos-tb-one-suit",
    "With one good suit name it, for one trick or two as may be necessary, to show its high cards.",
    page=107,
    lines=(3524, 3533),
    why="Naming the suit tells partner where your high cards are. If you also want it as trumps, you can call it a "
    "second time.",
    why_lines=(3511, 3533),
)
def one_good_suit(bidder: BiddingFacts) -> Finding:
    suits = suits_to_show(bidder, TO_SHOW)
    if not suits:
        return no("no suit can be named cheaply for its high cards")
    cheapest = bidder.tricks_needed(suits[0])
    suits = tuple(suit for suit in suits if bidder.tricks_needed(suit) == cheapest)
    return show_strongest(bidder, suits, lambda: f"{bidder.names(suits)} may be named for {counted(cheapest, 'trick')}")


after_one_spade.add(long_clubs, *save_game, wait, no_game_yet)


@after_one_spade.rule(
    "fos-tb-two-spades-weak",
    "With bad cards raise one spade to two, to warn the dealer and let them bid again.",
    page=104,
    lines=(3417, 3429),
    advises=(TWO_SPADES,),
    why="The dealer may not be weak, but only waiting to hear the others. Two spades give warning of a poor hand and "
    "let the dealer bid again, a chance that may be invaluable.",
)
def warn_of_weakness(bidder: BiddingFacts) -> Finding:
    if not bidder.last_is_partners or bidder.doubled:
        return no("the second bidder has not passed")
    return yes("the hand can risk nothing, and the dealer may only be waiting", TWO_SPADES)


@after_one_spade.rule(
    "fos-tb-two-spades-forfeit",
    "Neither raise nor redouble one spade without need: left alone, it loses no more than 100 points.",
    page=104,
    lines=(3431, 3443),
    why="At one spade you can lose no more than 100. A raise or a redouble gives up that protection, and it is the "
    "greatest risk in the game, with odds of about 12 to 1 against you.",
)
def keep_the_limit(bidder: BiddingFacts) -> Finding:
    if bidder.last_is_theirs or bidder.last != ONE_SPADE:
        return no("the last bid is not one spade by this side")
    return yes("one spade can lose 100 at the most, unless it is raised or redoubled", PASS)


@after_one_spade.rule(
    "fos-tb-read-one-spade",
    "One spade denies an ace and a king-queen suit: count on nothing until the dealer bids again.",
    page=105,
    lines=(3461, 3486),
    why="A good player with an ace or a king-queen suit would not bid one spade. The dealer may still have a long, "
    "weak red suit, and only the second round tells you.",
)
def pass_after_one_spade(_: BiddingFacts) -> Finding:
    return yes("partner has shown nothing, and there is nothing here that can be afforded", PASS)


# ---- after the dealer’s suit -------------------------------------------------------------------------------------

after_a_suit = Section[BiddingFacts](KEY)
after_a_suit.add(*when_ahead)


def dealers_suit(bidder: BiddingFacts) -> Suit:
    suit = bidder.opening.denomination.trumps if bidder.opening else None
    assert suit is not None, "the chapter is for a suit that the dealer has bid"  # noqa: S101
    return suit


@after_a_suit.rule(
    "fos-tb-hand-p106",
    "If partner shows a sure trick in a red suit, take the chance of no trumps. If you do not dare, bid two clubs.",
    page=106,
    lines=(3488, 3522),
    why="You can depend on partner’s trick in the suit, and no trumps force the next player to bid two or pass. If "
    "you leave the decision to partner, a great opportunity may be lost.",
)
def no_trumps_on_red(bidder: BiddingFacts) -> Finding:
    if not dealers_suit(bidder).is_red or not bidder.last_is_partners:
        return no("the dealer has not bid a red suit that was left in")
    return accept_the_invitation.test(bidder)


@after_a_suit.rule(
    "fos-bid-first-round-invitation",
    "A suit on the first round invites you to bid no trumps: accept if your hand has the other suits.",
    page=77,
    lines=(2535, 2543),
    why="On the first round a suit mainly tells partner where tricks can be won. A bidder who means it as trumps "
    "rather than for a no-trumper can call it again on the second round.",
    why_lines=(2524, 2543),
)
def accept_the_invitation(bidder: BiddingFacts) -> Finding:
    if not bidder.last_is_partners:
        return no("the dealer’s bid has been outbid")
    suit, why = dealers_suit(bidder), bidder.why_no_trumper_over_last
    if not why or bidder.total < AVERAGE:
        return no(lambda: f"the hand is not a no-trumper with partner’s sure trick in {suit.plural}")
    return yes(
        lambda: f"{why()}; partner has a sure trick in {suit.plural}",
        *bidder.cheapest_of([NO_TRUMPS]),
        merely=bidder.cheapest_of(suit for suit in suits_to_show(bidder, TO_SHOW) if suit is Suit.CLUBS),
    )


TO_SHOW = 2
"""The tricks at the most for which a suit is named beside partner’s, or partner’s is bid again (pp. 106–112)."""


@after_a_suit.rule(
    "fos-tb-name-winners",
    "Show help by naming the suit of your winners. With just two aces you may even bid one no trump.",
    page=110,
    lines=(3631, 3649),
    why="Naming the suit shows partner what your help is. One no trump on two aces risks little, because you will "
    "seldom be left to play it.",
    why_lines=(3614, 3649),
)
def two_aces(bidder: BiddingFacts) -> Finding:
    partners = dealers_suit(bidder)
    aces = [suit for suit in Suit if suit is not partners and Rank.ACE in bidder.hand[suit]]
    if not bidder.last_is_partners or len(aces) < 2 or bidder.tricks_needed(NO_TRUMPS) > 1:
        return no(
            lambda: (
                f"the hand has {counted(len(aces), 'ace')} beside the {partners.plural}, or no trumps would cost "
                "more than one"
            )
        )
    shown = suits_to_show(bidder, TO_SHOW)
    if Suit.CLUBS in aces and Suit.CLUBS not in shown and bidder.tricks_needed(Suit.CLUBS) <= TO_SHOW:
        shown = (*shown, Suit.CLUBS)
    return yes(
        lambda: f"the hand has the aces of {bidder.names(aces)}, and one no trump is seldom left in",
        *bidder.cheapest_of([NO_TRUMPS]),
        merely=bidder.cheapest_of(shown),
    )


@after_a_suit.rule(
    "fos-double-rank-examples",
    "A double does not raise the price of a bid: change from partner’s doubled suit as if it were not doubled.",
    page=57,
    lines=(1837, 1860),
    why="A double affects only the score, never the rank of the bids. It reopens the bidding, so you can leave the "
    "doubled suit as cheaply as if it were not doubled.",
)
def shift_when_doubled(bidder: BiddingFacts) -> Finding:
    partners = dealers_suit(bidder)
    if not bidder.last_is_partners or not bidder.doubled or len(bidder.hand[partners]) >= SUPPORT:
        return no("the dealer’s suit has not been doubled, or can be supported")
    suits = [
        suit
        for suit in bidder.long_suits(LENGTH_TO_PLAY, NAMED)
        if suit is not partners and bidder.tricks_needed(suit) <= TO_SHOW
    ]
    if not suits:
        return no(lambda: f"there is no suit of {in_words(LENGTH_TO_PLAY)} to change to")
    suit = min(suits, key=lambda suit: (bidder.tricks_needed(suit), -len(bidder.hand[suit])))
    return bidder.outbid(
        suit,
        lambda: (
            f"the double does not raise the price, so a bid of {bidder.bid_in_words(bidder.cheapest(suit))} is enough"
        ),
    )


@after_a_suit.rule(
    "fos-tb-hand-p109",
    "If the dealer’s suit is wrong for your hand, change to a red suit that looks safer.",
    page=109,
    lines=(3578, 3598),
    why="A shift tells partner that you cannot support the suit but are well off in another. Partner can then choose "
    "no trumps, the first suit, or defence.",
)
def safer_red_suit(bidder: BiddingFacts) -> Finding:
    partners = dealers_suit(bidder)
    if not bidder.last_is_partners or len(bidder.hand[partners]) > 2 or tops(bidder.hand[partners]):
        return no(lambda: f"{bidder.holds(partners)}: the dealer’s suit can be supported")
    safe = [
        suit
        for suit in bidder.long_suits(LENGTH_TO_PLAY, RED)
        if suit is not partners
        and tops(bidder.hand[suit])
        and bidder.hand[suit].count(HONOURS[:4]) >= 2
        and bidder.tricks_needed(suit) <= TO_SHOW
    ]
    if not safe:
        return no("no red suit looks safer than the dealer’s")
    length = max(len(bidder.hand[suit]) for suit in safe)
    longest = [suit for suit in safe if len(bidder.hand[suit]) == length]
    return yes(
        lambda: f"{bidder.cannot(partners, 'support partner')}, and {bidder.holds(longest[0])} are safer",
        *bidder.cheapest_of(longest),
    )


@after_a_suit.rule(
    "fos-red-short-suit",
    "A missing suit improves a trump hand: support partner with four trumps if you have none of the opponents’ suit.",
    page=96,
    lines=(3160, 3164),
    row="support",
)
def support_with_a_void(bidder: BiddingFacts) -> Finding:
    partners = dealers_suit(bidder)
    missing = next((suit for suit in bidder.their_suits if bidder.hand[suit].is_void), None)
    if not missing or len(bidder.hand[partners]) < SUPPORT or bidder.tricks_needed(partners) > OVER_A_RAISE:
        return no(
            lambda: f"their suit is not missing here, or there are not {in_words(SUPPORT)} trumps to ruff it with"
        )
    return bidder.outbid(
        partners, lambda: f"{bidder.holds(partners)}, and {bidder.holds(missing)}: the trumps can make separately"
    )


@after_a_suit.rule(
    "fos-tb-show-stopper",
    "No trumps over an opponent’s suit show that you stop it.",
    page=112,
    lines=(3704, 3724),
    why="Each bid tells partner something different. No trumps promise a stopper in their suit, a new suit shows "
    "where your trick is, and a raise says that partner’s suit is best for your hand.",
)
def show_their_suit_stopped(bidder: BiddingFacts) -> Finding:
    stopped = [suit for suit in bidder.their_suits if is_as_good_as_ace(bidder.hand[suit])]
    if bidder.last_is_partners or not bidder.their_suits:
        return no("no suit has been bid over the dealer’s")
    if len(stopped) < len(bidder.their_suits):
        return no(lambda: f"the hand does not stop every suit of theirs: {bidder.names(bidder.their_suits)}")
    if bidder.tricks_needed(NO_TRUMPS) > bidder.no_trump_tricks + 1 or len(bidder.protected) < 2:
        return no("no trumps would be too dear, or only their suit is protected")
    return bidder.outbid(
        NO_TRUMPS, lambda: f"{bidder.holds(stopped[0])} stop the suit that has been bid over the dealer’s"
    )


after_a_suit.add(own_make)


@after_a_suit.rule(
    "fos-tb-show-stopper",
    "If you do not stop their suit, name the suit in which you have a trick, to help partner.",
    page=112,
    lines=(3704, 3724),
    row="help elsewhere",
)
def name_a_trick(bidder: BiddingFacts) -> Finding:
    partners, shown = dealers_suit(bidder), suits_to_show(bidder, TO_SHOW)
    if bidder.their_suits:
        others = (suit for suit in bidder.suits_to_name if suit not in (*bidder.their_suits, partners, *shown))
        shown = (*shown, *(suit for suit in others if bidder.tricks_needed(suit) <= TO_SHOW))
    if bidder.last_is_partners or not shown:
        return no("there is no suit with a sure trick that can be named")
    return show_strongest(bidder, shown, lambda: f"{bidder.names(shown)} will help partner’s {partners.plural}")


@after_a_suit.rule(
    "fos-tb-show-stopper",
    "If you have only partner’s suit, bid two of it.",
    page=112,
    lines=(3704, 3724),
    row="only partner’s suit",
)
def nothing_but_partners(bidder: BiddingFacts) -> Finding:
    partners = dealers_suit(bidder)
    if (
        bidder.last_is_partners
        or bidder.sure_suits not in ((), (partners,))
        or bidder.tricks_needed(partners) > TO_SHOW
    ):
        return no(lambda: f"there is help elsewhere, or the dealer’s suit would cost more than {in_words(TO_SHOW)}")
    if not bidder.supports(partners):
        return no(lambda: bidder.cannot(partners, "support the suit"))
    return bidder.outbid(
        partners, lambda: f"{bidder.holds(partners)}, and there is nothing elsewhere: it is the best suit for this hand"
    )


after_a_suit.add(one_good_suit, unprotected, *save_game)


@after_a_suit.rule(
    "fos-tb-dont-raise",
    "Do not raise partner’s suit to show that you can help it: a raise names no suit, and partner may not want it.",
    page=109,
    lines=(3600, 3629),
    why="A raise does not say where your help lies, and partner may only have been showing a trick. It may lead "
    "partner on to three, while the opponents sit tight and defeat you.",
    why_page=110,
    why_lines=(3614, 3629),
)
def do_not_raise(bidder: BiddingFacts) -> Finding:
    partners = dealers_suit(bidder)
    helping = [suit for suit in bidder.sure_suits if suit is not partners]
    if not bidder.last_is_partners or bidder.doubled or not helping:
        return no("there are no sure tricks outside the suit that a raise might be meant to show")
    return yes(lambda: f"a raise would not name {bidder.names(helping)}, and nobody has overbid", PASS)


@after_a_suit.rule(
    "fos-red-two-meanings",
    "A red suit means one thing on the first round and another on the second: do not raise it yet for trumps.",
    page=84,
    lines=(2786, 2796),
    why="The first round is for leading up to a no-trumper, so a red suit may show only high cards. Until the second "
    "round you may not know whether it is wanted as trumps.",
    why_lines=(2786, 2836),
)
def support_not_asked_for(bidder: BiddingFacts) -> Finding:
    partners = dealers_suit(bidder)
    if not partners.is_red or not bidder.last_is_partners or bidder.doubled or len(bidder.hand[partners]) < SUPPORT:
        return no(
            lambda: (
                f"there are not {in_words(SUPPORT)} of a red suit that the dealer has bid"
                " and nobody has doubled or outbid"
            )
        )
    return yes(
        lambda: f"{bidder.holds(partners)}, but the dealer has not yet asked for {partners.plural} as trumps", PASS
    )


@after_a_suit.rule(
    "fos-tb-hand-p109",
    "If the dealer has not been overcalled, leave them alone unless you have no trumps or a better suit.",
    page=108,
    lines=(3572, 3577),
    row="leave partner alone",
)
def leave_dealer_alone(bidder: BiddingFacts) -> Finding:
    if not bidder.last_is_partners or bidder.doubled:
        return no("the dealer has been outbid or doubled")
    return yes("the dealer has not been overcalled, and the hand has neither no trumps nor a better suit", PASS)


@after_a_suit.rule(
    "fos-sb-double-shows-suit",
    "Ignore a double of partner’s suit if it only shows that they stop it.",
    page=102,
    lines=(3373, 3380),
    row="heard",
)
def heed_no_double(bidder: BiddingFacts) -> Finding:
    if not bidder.last_is_partners or not bidder.doubled:
        return no("the dealer has not been doubled")
    return yes("a double of the suit only shows that it is stopped, and the dealer has a sure trick in it", PASS)


after_a_suit.add(no_game_yet)


@after_a_suit.rule(
    "fos-tb-guided",
    "Let the dealer’s declaration and the bids over it guide you.",
    page=103,
    lines=(3404, 3415),
    why="Fixed rules cannot cover the endless combinations of hands and bids. The dealer’s declaration, and the bids "
    "over it, are your best guide.",
)
def pass_after_overbid(_: BiddingFacts) -> Finding:
    return yes("the dealer has been outbid, and there is nothing to add to what they have shown", PASS)


# ---- after the dealer’s no trumps --------------------------------------------------------------------------------

after_no_trumps = Section[BiddingFacts](KEY)
after_no_trumps.add(*when_ahead)


TO_ESCAPE = 3
"""The tricks at the most for which partner is taken out of no trumps: two in a red suit or three clubs (p. 119)."""


@after_no_trumps.rule(
    "fos-bid-ranking",
    "Two in a red suit or three clubs outrank one no trump: take partner out of a double with them.",
    page=56,
    lines=(1800, 1824),
    why="Taking partner out saves a penalty of 100 points a trick. Two diamonds or three clubs count 12, as one no "
    "trump does, and outrank it by the number of tricks.",
    why_page=119,
    why_lines=(3950, 3957),
)
def out_of_a_double(bidder: BiddingFacts) -> Finding:
    if not bidder.last_is_partners or not bidder.doubled:
        return no("the dealer’s no trumps have not been doubled")
    suits = [suit for suit in bidder.long_suits(LENGTH_TO_PLAY, NAMED) if bidder.tricks_needed(suit) <= TO_ESCAPE]
    if not suits:
        return no(lambda: f"there is no suit of {in_words(LENGTH_TO_PLAY)} to take the dealer out in")
    suit = max(suits, key=lambda suit: (len(bidder.hand[suit]), tops(bidder.hand[suit]), -bidder.tricks_needed(suit)))
    return bidder.outbid(
        suit,
        lambda: (
            f"{bidder.holds(suit)}; {bidder.bid_in_words(bidder.cheapest(suit))} outrank the no trumps that are doubled"
        ),
    )


SIX_RED = 6
"""The cards of the red suit that is safer than partner’s no trumps: six to the king, queen, jack (p. 112)."""


def strong_red_suits(bidder: BiddingFacts, most: int) -> list[Suit]:
    """The red suits of six with two of the top three that can be bid for so many tricks."""
    suits = bidder.long_suits(SIX_RED, RED)
    return [suit for suit in suits if tops(bidder.hand[suit]) >= 2 and bidder.tricks_needed(suit) <= most]


@after_no_trumps.rule(
    "fos-tb-story-p112",
    "Take partner’s no trumps out into a long red suit if you have none of another suit.",
    page=112,
    lines=(3691, 3702),
    why="An opponent may pass with a long suit ready to run against no trumps. As trumps your own long suit shuts it "
    "out, because you can ruff.",
)
def take_out_no_trumps(bidder: BiddingFacts) -> Finding:
    if not bidder.last_is_partners:
        return no("the dealer has been outbid")
    short = next((suit for suit in Suit if len(bidder.hand[suit]) <= 1), None)
    red = strong_red_suits(bidder, TO_ESCAPE)
    if not short or not red:
        return no("no long red suit is safer, with another suit missing")
    return bidder.outbid(
        red[0], lambda: f"{bidder.holds(red[0])}, and {bidder.holds(short)}, which is dangerous for no trumps"
    )


OVER_THEIR_BID = 4
"""“Even if you have to offer three or four tricks in it” (p. 112)."""


@after_no_trumps.rule(
    "fos-tb-raise-nt",
    "If you have a long red suit that partner’s no trumps would help, call it, even for three or four tricks.",
    page=112,
    lines=(3684, 3689),
    row="red suit",
    why="Naming a suit often takes a dangerous number of tricks, so a raise is the best way to show help. A good red "
    "suit, with partner’s no-trumper to help it out, is often safer still.",
    why_lines=(3679, 3689),
)
def long_red_over_their_bid(bidder: BiddingFacts) -> Finding:
    red = [suit for suit in strong_red_suits(bidder, OVER_THEIR_BID) if suit not in bidder.their_suits]
    if not red:
        return no("there is no red suit of six with two of its top three")
    return bidder.outbid(red[0], lambda: f"{bidder.holds(red[0])}, with partner’s no-trumper to help them")


@after_no_trumps.rule(
    "fos-tb-six-spades",
    "Show the three top honours of a black suit over an overcall, at any price below partner’s next bid.",
    page=107,
    lines=(3535, 3570),
    why="There is no other way to show partner this help, and it gives partner the courage to go on in no trumps. "
    "Nobody will leave you to play such a bid.",
    why_page=108,
    why_lines=(3546, 3570),
)
def three_top_honours(bidder: BiddingFacts) -> Finding:
    if bidder.last_is_partners:
        return no("the dealer has not been outbid")

    def is_below(suit: Suit) -> bool:
        bid, partners_next = bidder.cheapest(suit), bidder.cheapest(NO_TRUMPS)
        return bool(bid and partners_next) and bidder.lawful.index(bid) < bidder.lawful.index(partners_next)

    black = [suit for suit in (Suit.SPADES, Suit.CLUBS) if bidder.hand[suit].headed_by("AKQ")]
    suit = next((suit for suit in black if suit not in bidder.their_suits and is_below(suit)), None)
    bid = bidder.cheapest(suit) if suit else None
    if suit is None or bid is None:
        return no("no black suit has the three top honours to show")
    return yes(lambda: f"{bidder.holds(suit)}: {bid.words} are the only way to show them, and partner will go on", bid)


TO_RAISE = 3
"""The tricks to which partner’s no trumps are raised at the most: three win the game."""


@after_no_trumps.rule(
    "fos-tb-raise-nt",
    "If it costs too much to name a suit, raise partner’s no trumps, to show help.",
    page=112,
    lines=(3679, 3684),
)
def raise_no_trumps(bidder: BiddingFacts) -> Finding:
    if bidder.last_is_partners or bidder.tricks_needed(NO_TRUMPS) > TO_RAISE:
        return no("the dealer has not been outbid, or no trumps are too dear")
    helping = bidder.as_good_as_aces
    if len(helping) < 2 and not (helping and set(helping) <= set(bidder.their_suits)):
        return no(
            lambda: f"the hand has {bidder.names(helping)} as strong as an ace: too little to help partner’s no trumps"
        )
    return bidder.outbid(
        NO_TRUMPS, lambda: f"the hand has {bidder.names(helping)} as strong as an ace, for partner’s no trumps"
    )


after_no_trumps.add(*save_game, no_game_yet)


@after_no_trumps.rule(
    "fos-bid-suit-vs-nt",
    "No trumps mean business from the first: leave them if you have nothing better.",
    page=77,
    lines=(2524, 2533),
    why="A suit on the first round often only gives information. No trumps give none, because they are meant to be "
    "played from the start, though the bidder is willing to receive information.",
)
def leave_no_trumps(_: BiddingFacts) -> Finding:
    return yes("partner’s no trumps mean business, and there is nothing better here", PASS)


THIRD_BIDDER = (
    chapter(
        after_one_spade,
        silent_except_after(3, is_one_spade, "the dealer has not bid one spade"),
        allows=(keep_the_limit,),
    ),
    chapter(after_a_suit, silent_except_after(3, is_suit, "the dealer has not shown a suit")),
    chapter(after_no_trumps, silent_except_after(3, is_no_trumps, "the dealer has not bid no trumps")),
)
