"""Offences at whist under the laws that Cælebs gives in 1859, with his by-laws and the cases decided under them."""

from __future__ import annotations

from tutor.codes.offences.acts import Act, When
from tutor.codes.offences.effects import (
    AddsPoints,
    CallsSuit,
    DeductsPoints,
    ExposedCard,
    HighestOrLowest,
    Stands,
    TakesTricks,
    Then,
    What,
    Which,
    Whom,
    WinOrLose,
)
from tutor.codes.offences.games import WHIST
from tutor.codes.offences.rulings import (
    NEW_DEAL_OR_NOT,
    NEW_DEAL_UNCALLED,
    Chooser,
    Counsel,
    Offences,
    Row,
    silent,
)

LAWS = {
    "looks": "6", "faced": "7", "exposed in deal": "8", "drops trump": "9", "exposed": "16", "two at once": "17",
    "choice": "18", "leads": "19", "ahead": "20", "followed": "21", "fourth first": "22", "twice": "23",
    "omitted": "24", "trump card": "25", "last trick": "26", "placed": "27", "throws down": "28",
    "false claim": "28, case 1", "established": "29", "corrected": "30", "asks": "30, case 1",
    "leaves hand": "30, case 2", "claim": "31", "penalty": "32", "calls late": "34", "calls wrongly": "35",
    "shows card": "37 (by-law)", "remarks": "38 (by-law)", "bystander": "42 (by-law)",
}  # fmt: skip
"""The numbers of the laws, by topic."""

MISSING = "Laws 10 to 15, which would cover misdeals, are missing from the copy."
TURNED_UP = "A card is turned up for trumps at whist. Nothing is declared, doubled or bid."
NO_DUMMY = "There is no dummy at whist."
NOT_PROVIDED = "The laws do not provide for it."

CARD_OR_SUIT = ((ExposedCard(),), (CallsSuit(Whom.RIGHTFUL),))
_THREE = ((AddsPoints(3),), (DeductsPoints(3),), (TakesTricks(3),))
_OF_A_REVOKE = (Then.COMES_FIRST, Then.NO_GAME, Then.INDIVISIBLE, Then.BETS_AFTER)
ONLY_THE_CARD = (
    "If the lead was an adversary’s and not the partner’s, you cannot call a suit, only the card (note e, p. 18)."
)

ROWS = (
    silent(Act.DEALS_WRONGLY, MISSING),
    silent(Act.IMPERFECT_PACK, MISSING),
    Row(Act.CARD_FACED, ("faced",), always=(Then.NEW_DEAL,), note="Except for the last card, which is turned up."),
    silent(Act.HAND_TOO_LONG, MISSING),
    silent(Act.DEALS_TWO_AT_ONCE, MISSING),
    silent(Act.PACK_NOT_CUT, "The law of the cut does not say what happens if there is no cut."),
    silent(Act.LAST_CARD_ASTRAY, MISSING),
    Row(Act.EXPOSES_IN_DEAL, ("exposed in deal",), (), (When.IN_THE_DEAL, When.HURRIED), Chooser.EITHER_ADVERSARY,
        NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_IN_DEAL, ("exposed in deal",), (), (When.SEEN_OWN,),
        always=(Stands(What.DEAL), Then.CANNOT_BE_CALLED)),
    Row(Act.LOOKS_IN_DEAL, ("looks",), (), (), Chooser.ADVERSARIES, ((Then.NEW_CUT,), (Stands(What.DEAL),)),
        (Then.SEES_CARD,), note="The law is about the trump card, seen before the pack is dealt out."),
    silent(Act.FOREIGN_CARD, MISSING),
    silent(Act.HAND_TOO_SHORT, MISSING),
    silent(Act.DEALS_OUT_OF_TURN, MISSING),
    silent(Act.DEALS_WRONG_PACK, MISSING),
    silent(Act.ACTS_FOR_PARTNER, MISSING),
    Row(Act.DROPS_TRUMP_CARD, ("drops trump",), always=(Then.LOSES_DEAL,)),
    Row(Act.MISNAMES_TRUMP_CARD, ("trump card",), (), (When.SUBSTITUTED,), always=(ExposedCard(),)),
    Row(Act.MISNAMES_TRUMP_CARD, ("trump card",), (), (When.FORGOTTEN,), always=(Then.HIGHEST_TRUMP,)),
    Row(Act.CALLS_HONOURS, ("calls late",), (), (When.AFTER_PLAYING, When.BY_REMINDER), Chooser.ADVERSARIES,
        NEW_DEAL_OR_NOT),
    Row(Act.CALLS_HONOURS, ("calls wrongly",), (), (When.WITHOUT_RIGHT,), Chooser.ADVERSARIES, NEW_DEAL_OR_NOT,
        counsel=Counsel.TOGETHER),
    *(silent(act, TURNED_UP) for act in (
        Act.DECLARES_OUT_OF_TURN, Act.CHANGES_WORDS, Act.BIDS_TOO_LITTLE, Act.TELLS_OF_BIDS, Act.DOUBLES_OUT_OF_TURN,
        Act.REDOUBLES_OUT_OF_TURN, Act.CONSULTS_ON_DOUBLING, Act.LEADS_DURING_DOUBLING, Act.LEADS_WITHOUT_ASKING,
        Act.THIRD_HAND_ASKS,
    )),
    Row(Act.THIRD_HAND_LEADS, ("leads",), (), (), Chooser.EITHER_ADVERSARY, CARD_OR_SUIT, counsel=Counsel.ALONE),
    silent(Act.DUMMY_SPEAKS, NO_DUMMY),
    silent(Act.DUMMY_SUGGESTS, NO_DUMMY),
    silent(Act.DUMMY_WATCHES, NO_DUMMY),
    Row(Act.TAKES_CARD_BACK, ("leaves hand",), (), (When.DRAWN,), always=(Then.NOT_PLAYED,),
        note="A semi-detached card may be called (law 16)."),
    silent(Act.TAKES_CARD_BACK, "The laws do not cover a card that a player names.", (), (When.NAMED,)),
    silent(Act.TAKES_CARD_BACK, NO_DUMMY, (), (When.TOUCHED_IN_DUMMY, When.NAMED_IN_DUMMY)),
    Row(Act.TAKES_CARD_BACK, ("corrected",), (), (When.TO_SAVE_REVOKE,), always=(Then.MAY_TAKE_BACK,)),
    Row(Act.EXPOSES_CARD, ("exposed",), always=(ExposedCard(),)),
    Row(Act.SHOWS_CARD, ("exposed",), (), (When.DROPPED,), always=(ExposedCard(),)),
    Row(Act.SHOWS_CARD, ("exposed",), (), (When.BELOW_TABLE,), always=(ExposedCard(),),
        note="Players should not look at it on purpose."),
    silent(Act.SHOWS_CARD, "The laws do not cover a card that the partner can see.", (), (When.SEEN_BY_PARTNER,)),
    Row(Act.SHOWS_CARD, ("exposed",), (), (When.SEEN_BY_ADVERSARY,), always=(Then.NO_PENALTY,),
        note="A player who looks at a neighbour’s cards cannot call them, unless they are exposed on purpose."),
    Row(Act.SHOWS_CARD, ("shows card",), (), (When.SAID_TO_BE_HELD,), always=(ExposedCard(),)),
    Row(Act.PLAYS_TWO_AT_ONCE, ("two at once",), (), (), Chooser.ADVERSARIES, ((Then.CHOOSES_CARD,),),
        (ExposedCard(Which.OTHERS),),
        note="If one was clearly played before the other was shown, the other cannot be called to that trick."),
    Row(Act.DETACHES_CARD, ("exposed",), (), (When.NAMED_RIGHTLY, When.NOT_NAMED), always=(ExposedCard(),)),
    silent(Act.DETACHES_CARD, "The card need not be named, so a wrong name costs nothing (note c, p. 18).", (),
        (When.NAMED_WRONGLY,)),
    silent(Act.PLAYS_AHEAD, "The law is about a second card, led in haste.", (), (When.ONE_CARD,)),
    Row(Act.PLAYS_AHEAD, ("ahead",), (), (When.SEVERAL_CARDS,), Chooser.ADVERSARIES, ((Then.PARTNER_WINS,),),
        (ExposedCard(Which.OTHERS),)),
    Row(Act.CLAIMS_THE_REST, ("false claim",), (), (When.ALONE,), always=(ExposedCard(Which.HAND),),
        note="This is how the case was decided: the opponent should have called the hand of the player who claimed."),
    Row(Act.CLAIMS_THE_REST, ("false claim",), (), (When.OTHERS_SHOW,), always=(ExposedCard(Which.BOTH),)),
    Row(Act.THROWS_DOWN, ("throws down",), (), (When.ALONE,), always=(ExposedCard(Which.HAND),)),
    silent(Act.THROWS_DOWN, "The cases cover up to three hands thrown down.", (), (When.ALL_FOUR,)),
    Row(Act.DISOBEYS, ("corrected", "penalty"), always=(Then.AS_REVOKE,)),
    Row(Act.CALLED_IN_VAIN, ("leads",), (), (When.VOID,), always=(Then.PAID,)),
    Row(Act.CALLED_IN_VAIN, ("exposed",), (), (When.WOULD_REVOKE,), always=(Then.NOT_COMPELLED,)),
    Row(Act.CALLED_IN_VAIN, ("exposed",), (), (When.NOT_YET,), always=(Then.CALL_REPEATED,)),
    Row(Act.CALLED_IN_VAIN, ("leads", "choice"), (), (When.GONE,), always=(Then.PAID,)),
    Row(Act.LEADS_OUT_OF_TURN, ("leads",), (), (When.FOLLOWED_BY_NONE,), Chooser.EITHER_ADVERSARY, CARD_OR_SUIT,
        counsel=Counsel.ALONE, note=ONLY_THE_CARD),
    Row(Act.LEADS_OUT_OF_TURN, ("leads", "followed"), (), (When.FOLLOWED_BY_ONE, When.FOLLOWED_BY_TWO),
        Chooser.EITHER_ADVERSARY, CARD_OR_SUIT, (ExposedCard(Which.FOLLOWED),), Counsel.ALONE, ONLY_THE_CARD),
    Row(Act.LEADS_OUT_OF_TURN, ("followed",), (), (When.FOLLOWED_BY_ALL,), always=(Stands(What.TRICK),)),
    Row(Act.PLAYS_OUT_OF_TURN, ("fourth first",), (), (When.FOURTH_BEFORE_PARTNER,), Chooser.ADVERSARIES,
        ((WinOrLose(Whom.PARTNER),),)),
    Row(Act.PLAYS_OUT_OF_TURN, ("fourth first",), (), (When.THIRD_BEFORE_SECOND,), always=(Then.FOURTH_MAY_PLAY,)),
    silent(Act.OMITS_TO_PLAY, "The law is about a trick that is over.", (), (When.BEFORE_NEXT_TRICK,)),
    Row(Act.OMITS_TO_PLAY, ("omitted",), (), (When.AFTER_NEXT_TRICK,), Chooser.ADVERSARIES, NEW_DEAL_OR_NOT),
    Row(Act.PLAYS_TWICE, ("twice",), always=(Then.ANSWERS_FOR_REVOKES,)),
    Row(Act.REVOKES, ("corrected",), (), (When.CORRECTED, When.CORRECTED_AS_LAST), Chooser.ADVERSARIES,
        ((ExposedCard(),), (HighestOrLowest(Whom.OFFENDER),)), (Then.OTHERS_CHANGE,)),
    Row(Act.REVOKES, ("penalty",), (), (When.ESTABLISHED, When.AGAIN), Chooser.ADVERSARIES, _THREE, _OF_A_REVOKE,
        note="If there are several revokes, each may have a different penalty."),
    Row(Act.REVOKES, ("penalty",), (), (When.BY_BOTH_SIDES,), Chooser.ADVERSARIES, _THREE,
        (Then.NEITHER_WINS, *_OF_A_REVOKE)),
    Row(Act.REVOKE_IN_DOUBT, ("established",), (), (When.TURNED, When.TURNED_BY_LOSERS, When.OTHERS_PLAYED_ON),
        always=(Then.CURABLE,)),
    Row(Act.REVOKE_IN_DOUBT, ("established",), (), (When.QUITTED, When.SIDE_PLAYED_ON), always=(Then.ESTABLISHED,)),
    Row(Act.REVOKE_IN_DOUBT, ("asks",), (), (When.ASKED,), always=(Then.CURABLE,),
        note="Unless the player who asked, or the partner, quitted the trick."),
    silent(Act.REVOKE_IN_DOUBT, "The laws do not say what a ‘no’ does.", (), (When.ANSWERED_NO, When.ANSWERED_NO_OPEN)),
    Row(Act.REVOKE_CLAIMED, ("claim",), (), (When.AT_THE_END,), always=(Then.SEARCH_ALL,)),
    Row(Act.REVOKE_CLAIMED, ("claim",), (), (When.MIXED_BY_ACCUSED,), always=(Then.ESTABLISHED,)),
    Row(Act.REVOKE_CLAIMED, ("claim",), (), (When.MIXED_OTHERWISE,), always=(Then.TOO_LATE,)),
    silent(Act.REVOKE_CLAIMED, "The time ends when the tricks are mixed, not at the next cut.", (), (When.AFTER_CUT,)),
    Row(Act.CLAIMS_THE_TRICK, ("remarks",), (), (), Chooser.ADVERSARIES, ((CallsSuit(Whom.NEXT),),)),
    silent(Act.REMARKS, "The laws do not cover a warning.", (), (When.WARNING,)),
    Row(Act.REMARKS, ("remarks",), (), (When.REMARK,), Chooser.ADVERSARIES, ((CallsSuit(Whom.NEXT),),)),
    Row(Act.CONSULTS_ON_PENALTY, ("leads",), (), (When.ON_OTHER,), always=(Then.FORBIDDEN,),
        note="The law is about a lead out of turn."),
    silent(Act.CONSULTS_ON_PENALTY, NOT_PROVIDED, (), (When.ON_REVOKE, When.SUGGESTED, When.NOTICE)),
    silent(Act.WRONG_PENALTY, "The laws say only that no penalty takes the place of a card lawfully played (law 18)."),
    Row(Act.TIME_TO_CHOOSE, ("choice",), always=(Then.OWES_TIME,)),
    Row(Act.LOOKS_AT_TRICK, ("last trick",), (), (When.LAST_TRICK,), always=(Then.ALLOWED,)),
    Row(Act.LOOKS_AT_TRICK, ("last trick",), (), (When.EARLIER_TRICK,), always=(Then.FORBIDDEN,)),
    Row(Act.CARDS_TO_BE_PLACED, ("placed",), (), (When.NOT_TOUCHED,), always=(Then.ALLOWED,),
        note="It is too pointed to ask who played a particular card."),
    Row(Act.CARDS_TO_BE_PLACED, ("placed",), (), (When.TOUCHED,), always=(Then.FORBIDDEN,)),
    Row(Act.BYSTANDER_SPEAKS, ("bystander",), always=(Then.BENEFIT_LOST,)),
)  # fmt: skip

WHIST_1859 = Offences.begin("whist-1859", "Whist, 1859", "caelebs", LAWS, ROWS, WHIST)
