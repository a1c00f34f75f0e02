"""Offences at auction under the code that Foster prints in 1910: it revises the American laws of bridge of 1907."""

from __future__ import annotations

from tutor.codes.offences.acts import ADVERSARIES, DEALERS, Act, Role, When
from tutor.codes.offences.bridge_american_1907 import ALLOWED_TO_DUMMY, BRIDGE_AMERICAN_1907, NOT_PROVIDED
from tutor.codes.offences.bridge_english_1901 import CARD_OR_SUIT, WHO_MAY_REVOKE
from tutor.codes.offences.bridge_english_1904 import NEW_DEAL_OR_WORDS
from tutor.codes.offences.effects import ExposedCard, PenaltyPoints, Stands, TakesTricks, Then, What
from tutor.codes.offences.games import AUCTION
from tutor.codes.offences.rulings import NEW_DEAL_OR_NOT, NEW_DEAL_UNCALLED, Chooser, Row, silent

LAWS = {
    "slam": "8", "rotation": "37 a", "imperfect": "37 b", "faced": "37 c", "too long": "37 d", "two dealt": "37 e",
    "uncut": "37 f", "last card": "37 g", "dealer exposes": "38 a", "adversary exposes": "38 b", "looks": "38 c",
    "hurried": "38 d", "uncalled": "39", "short": "40", "past": "41", "wrong deal": "42", "for partner": "43",
    "out of turn": "51", "insufficient": "52", "information": "53", "double out": "58", "final": "60",
    "dummy speaks": "62", "dummy points": "63", "suggests": "64", "dummy revokes": "65", "drawn": "66",
    "before bids end": "67", "before lead": "68", "liable": "69", "exposed": "70", "floor": "71", "two at once": "72",
    "ahead": "73", "throws down": "74", "disobeyed": "75", "adversary leads": "76", "dealer leads": "77",
    "followed": "78", "no forced revoke": "79", "repeated": "80", "void": "81", "fourth first": "82", "omitted": "83",
    "twice": "84", "revoke": "85", "established": "85", "penalty": "86", "asks": "87", "corrected": "88",
    "search": "89", "mixed": "89", "time": "90", "both": "91", "consultation": "92", "last trick": "93", "placed": "94",
    "claims trick": "95", "warns": "96", "remarks": "96", "choice": "97", "wrong penalty": "97",
    "suggests penalty": "98", "bystander": "101",
}  # fmt: skip
"""The numbers of the laws, by topic."""

DUMMY_LIES_OPEN = "Dummy’s cards are face up."
NO_QUESTION = "Nobody asks permission to lead at auction."
_OF_A_REVOKE = (Then.NOTHING_SCORED, Then.NO_SLAM, Then.NO_SLAM_BY_PENALTY)

ROWS = (
    Row(Act.EXPOSES_IN_DEAL, ("dealer exposes", "uncalled"), DEALERS, (When.IN_THE_DEAL,), Chooser.EITHER_ADVERSARY,
        NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_IN_DEAL, ("hurried", "uncalled"), DEALERS, (When.HURRIED,), Chooser.EITHER_ADVERSARY,
        NEW_DEAL_UNCALLED),
    Row(Act.LOOKS_IN_DEAL, ("looks",), (), (When.BEFORE_FIFTY_ONE,), Chooser.EITHER_ADVERSARY, NEW_DEAL_OR_NOT,
        (Then.SEES_CARD,)),
    Row(Act.HAND_TOO_LONG, ("too long", "past"), always=(Then.NEW_DEAL,)),
    Row(Act.HAND_TOO_SHORT, ("short",), (Role.PARTNER,), (When.PLAYED_FROM,),
        always=(Stands(What.DEAL), Then.MAY_SEARCH_PACK)),
    Row(Act.DEALS_OUT_OF_TURN, ("wrong deal",), (), (When.BEFORE_LAST_CARD,), always=(Then.RIGHT_DEAL,)),
    Row(Act.DEALS_OUT_OF_TURN, ("wrong deal",), (), (When.BEFORE_FIRST_TRICK, When.BEFORE_NEXT_DEAL),
        always=(Stands(What.DEAL),)),
    Row(Act.DEALS_WRONG_PACK, ("wrong deal",), (), (When.BEFORE_LAST_CARD,), always=(Then.RIGHT_DEAL,)),
    Row(Act.DEALS_WRONG_PACK, ("wrong deal",), (), (When.BEFORE_FIRST_TRICK, When.BEFORE_NEXT_DEAL),
        always=(Stands(What.DEAL),)),
    Row(Act.DECLARES_OUT_OF_TURN, ("out of turn",), (), (When.BEFORE_DOUBLING, When.AFTER_DOUBLING), Chooser.LEFT,
        NEW_DEAL_OR_WORDS),
    Row(Act.DECLARES_OUT_OF_TURN, ("out of turn",), (), (When.BY_PASSING,), always=(Then.NO_PENALTY,),
        note="The law makes an exception for a pass."),
    Row(Act.CHANGES_WORDS, ("final",), always=(Stands(What.WORDS),)),
    Row(Act.BIDS_TOO_LITTLE, ("insufficient",), (), (When.RAISED,), always=(Then.RAISED, Then.BARS_BIDDING)),
    Row(Act.BIDS_TOO_LITTLE, ("insufficient",), (), (When.CANNOT_BE_RAISED,), always=(Then.BARS_BIDDING,)),
    Row(Act.BIDS_TOO_LITTLE, ("insufficient",), (), (When.CONDONED,), always=(Stands(What.WORDS),)),
    Row(Act.TELLS_OF_BIDS, ("information", "remarks"), ADVERSARIES, (When.EARLIER_BID,), always=(Then.FORBIDDEN,),
        note="During the play it is a remark, and law 96 then lets the declarer call a suit."),
    Row(Act.TELLS_OF_BIDS, ("information",), DEALERS, (When.EARLIER_BID,), always=(Then.FORBIDDEN,)),
    Row(Act.TELLS_OF_BIDS, ("information",), (), (When.FINAL_BID,), always=(Then.ALLOWED,)),
    Row(Act.DOUBLES_OUT_OF_TURN, ("double out",), (), (), Chooser.LEFT, NEW_DEAL_OR_WORDS),
    silent(Act.REDOUBLES_OUT_OF_TURN, "The code provides for bids and doubles out of turn, not for redoubles."),
    silent(Act.CONSULTS_ON_DOUBLING, NOT_PROVIDED),
    silent(Act.LEADS_DURING_DOUBLING, "The play begins after the last bid."),
    silent(Act.LEADS_WITHOUT_ASKING, NO_QUESTION),
    silent(Act.THIRD_HAND_ASKS, NO_QUESTION),
    Row(Act.THIRD_HAND_LEADS, ("adversary leads",), (), (), Chooser.DECLARER, CARD_OR_SUIT,
        note="This is the general law of leads out of turn. The code has none for the first lead."),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=(*ALLOWED_TO_DUMMY, When.TOO_MANY), always=(Then.ALLOWED,)),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=(When.OBEYED,), always=(Then.FORBIDDEN,)),
    Row(Act.TAKES_CARD_BACK, ("drawn",), (), (When.TOUCHED_IN_DUMMY, When.NAMED_IN_DUMMY), always=(Then.PLAYED,),
        note="Unless the player says ‘I arrange’, or similar words, while touching it."),
    Row(Act.EXPOSES_CARD, ("before bids end",), (), (When.BEFORE_DECLARATION,), Chooser.EITHER_ADVERSARY,
        NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_CARD, ("throws down",), (Role.DEALER,), (When.BEFORE_LEAD, When.IN_PLAY),
        always=(Then.NO_PENALTY,)),
    silent(Act.EXPOSES_CARD, DUMMY_LIES_OPEN, (Role.PARTNER,), (When.BEFORE_LEAD, When.IN_PLAY)),
    Row(Act.EXPOSES_CARD, ("before lead",), (Role.LEADER,), (When.BEFORE_LEAD,), always=(ExposedCard(),)),
    Row(Act.EXPOSES_CARD, ("before lead",), (Role.THIRD,), (When.BEFORE_LEAD,), Chooser.DECLARER,
        ((ExposedCard(),), (Then.FORBIDS_SUIT,))),
    Row(Act.SHOWS_CARD, ("throws down",), (Role.DEALER,), always=(Then.NO_PENALTY,)),
    silent(Act.SHOWS_CARD, DUMMY_LIES_OPEN, (Role.PARTNER,)),
    Row(Act.SHOWS_CARD, ("floor",), ADVERSARIES, (When.SEEN_BY_ADVERSARY,), always=(Then.NO_PENALTY,)),
    Row(Act.SHOWS_CARD, ("exposed", "liable"), ADVERSARIES, (When.SAID_TO_BE_HELD,), always=(ExposedCard(),)),
    silent(Act.DETACHES_CARD, "It is a matter of etiquette: do not detach a card and play another."),
    silent(Act.PLAYS_AHEAD, "The law is about a second card, led in haste.", ADVERSARIES, (When.ONE_CARD,)),
    Row(Act.CLAIMS_THE_REST, ("throws down",), (Role.DEALER,), (When.ALONE,), Chooser.ADVERSARIES,
        ((Then.SHOWS_HAND,),)),
    Row(Act.CLAIMS_THE_REST, ("throws down",), (Role.DEALER,), (When.OTHERS_SHOW,), always=(Then.CANNOT_BE_CALLED,)),
    Row(Act.THROWS_DOWN, ("throws down",), (Role.DEALER,), (When.ALONE,), always=(Then.NO_PENALTY,)),
    silent(Act.THROWS_DOWN, DUMMY_LIES_OPEN, (Role.PARTNER,), (When.ALONE,)),
    Row(Act.OMITS_TO_PLAY, ("omitted",), WHO_MAY_REVOKE, (When.AFTER_NEXT_TRICK,), Chooser.EITHER_ADVERSARY,
        ((Then.NEW_DEAL,), (Stands(What.DEAL), Then.SURPLUS_TO_TRICK))),
    Row(Act.REVOKES, ("corrected",), (Role.DEALER,), (When.CORRECTED, When.CORRECTED_AS_LAST),
        always=(Then.NO_PENALTY, Then.OTHERS_CHANGE)),
    Row(Act.REVOKES, ("revoke", "penalty", "slam"), (Role.DEALER,), (When.ESTABLISHED,), Chooser.NOBODY,
        ((PenaltyPoints(150),),), _OF_A_REVOKE, note="This is in addition to the cost of a bid that fails."),
    Row(Act.REVOKES, ("revoke", "penalty", "slam"), ADVERSARIES, (When.ESTABLISHED,), Chooser.DECLARER,
        ((PenaltyPoints(150),), (TakesTricks(3), Then.NO_BONUS_BY_PENALTY)), _OF_A_REVOKE),
    Row(Act.REVOKES, ("revoke", "penalty", "slam"), WHO_MAY_REVOKE, (When.AGAIN,), Chooser.NOBODY,
        ((PenaltyPoints(100),),), _OF_A_REVOKE),
    Row(Act.REVOKES, ("revoke", "both", "slam"), WHO_MAY_REVOKE, (When.BY_BOTH_SIDES,),
        always=(Then.NOTHING_BUT_HONOURS, *_OF_A_REVOKE),
        note="Each revoke of a side after its first still gives the other 100."),
    Row(Act.CONSULTS_ON_PENALTY, ("suggests penalty",), (), (When.SUGGESTED,), always=(Then.BINDS,)),
)  # fmt: skip

AUCTION_1910 = BRIDGE_AMERICAN_1907.revised("auction-1910", "Auction, 1910", "foster", LAWS, ROWS, AUCTION)
