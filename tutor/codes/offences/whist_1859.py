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
    Clause,
    Counsel,
    Offences,
    Row,
    silent,
)


def _law(topic: str, number: str, page: int, lines: tuple[int, int], says: str) -> Clause:
    law, _, case = number.partition(", ")
    id = f"cae-law-{int(law):02}" + (f"-{case.replace(' ', '-')}" if case else "")  # noqa: A001
    return Clause(topic, id, number, page, lines, says)


def _by_law(topic: str, number: int, page: int, lines: tuple[int, int], says: str) -> Clause:
    return Clause(topic, f"cae-bylaw-{number}", f"{number} (by-law)", page, lines, says)


CLAUSES = (
    _law("looks", "6", 5, (643, 645),
         "If the dealer looks at the trump before the pack is dealt out, the adversaries may see it and have a "
         "fresh cut."),
    _law("faced", "7", 5, (647, 648), "A card faced, but the last, makes a fresh deal."),
    _law("exposed in deal", "8", 5, (650, 660),
         "When a card is exposed in dealing a player of the other side who has not looked may have a fresh deal "
         "before the trump is turned, or after it if there was no time; if the deal stands the card cannot be "
         "called."),
    _law("drops trump", "9", 5, (662, 666),
         "A dealer who drops the trump card on the packet before showing it loses the deal."),
    _law("exposed", "16", 8, (672, 685),
         "A card faced, wrongly played or exposed may be made to lie on the table and called until it is played, "
         "but not so as to make a revoke; a semi-detached one too, and one that falls to the ground."),
    _law("two at once", "17", 8, (687, 693),
         "When more than one card is shown in playing, the adversaries say which is played and may call the others."),
    _law("choice", "18", 8, (695, 698),
         "No penalty is demanded in place of a card lawfully played; reasonable time is given for exacting one."),
    _law("leads", "19", 8, (700, 709),
         "For a lead out of turn either adversary, without further consulting, calls the card or a suit from the "
         "right player; a card lawfully played before it is called, or a suit not held, pays the penalty."),
    _law("ahead", "20", 8, (711, 722),
         "If a player who heads or wins a trick leads on without waiting for the partner, the partner may be made "
         "to win any of those tricks, and the cards overtaken may be called."),
    _law("followed", "21", 9, (740, 743),
         "Of a wrong lead that is followed each card may be called; a complete trick stands."),
    _law("fourth first", "22", 9, (745, 748),
         "If third hand plays before second, fourth may too; else a partner forestalled by fourth hand may be made "
         "to win or pass the trick."),
    _law("twice", "23", 9, (750, 758),
         "Who plays twice to a trick, or packs the trump card with the tricks, answers for each revoke."),
    _law("omitted", "24", 10, (760, 761),
         "If a player has omitted to play to a trick the adversaries may claim a new deal."),
    _law("trump card", "25", 10, (763, 769),
         "If the trump card was taken in hand too soon and the dealer names another, that one may be called; a "
         "dealer who does not know it may be made to play the highest or lowest trump."),
    _law("last trick", "26", 10, (771, 774),
         "Nobody sees more than the last trick turned and the one in play: eight cards."),
    _law("placed", "27", 10, (776, 790), "Before the trick is gathered one may require each card to be claimed."),
    _law("throws down", "28", 10, (792, 803),
         "A hand distinctly abandoned cannot be taken up again if the opponents choose to call it; a feint is no "
         "abandoning."),
    _law("false claim", "28, case 1", 11, (805, 809),
         "Who gives up the hand on a false claim to the game cannot have it back: each side calls the other’s open "
         "hand."),
    _law("established", "29", 11, (820, 851),
         "A revoke is established when the trick is quitted, or the offender or the partner has played since; not "
         "when it is merely turned, or turned by those who did not win it; a wrong lead is enough."),
    _law("corrected", "30", 12, (853, 869),
         "While no revoke is complete a renounce may be withdrawn, for the highest or lowest of the suit or a later "
         "call of the card, as may be demanded; those who played after may change; to evade the demand completes "
         "the revoke."),
    _law("asks", "30, case 1", 12, (871, 874),
         "If the question was put in time the revoke is not established unless the asker or the partner quits the "
         "trick."),
    _law("leaves hand", "30, case 2", 12, (876, 880), "A card is played as soon as it has left the owner’s hand."),
    _law("claim", "31", 13, (886, 892),
         "No revoke is claimed after the tricks are mixed; the claimants may examine them all; if the accused mix "
         "them it is taken as confessed."),
    _law("penalty", "32", 13, (894, 917),
         "For each revoke, before every other score and undivided, three points are added, or three deducted, or "
         "three tricks taken; the offending side cannot count game in that hand, nor either when both revoke; bets "
         "go by the result after."),
    _law("calls late", "34", 14, (961, 989),
         "If honours are called after playing, or the partner is reminded of calling after the deal, the "
         "adversaries may claim a fresh deal."),
    _law("calls wrongly", "35", 15, (991, 995),
         "If honours are called without two, or not at eight, or the call answered without one, the adversaries may "
         "consult on a fresh deal."),
    _by_law("shows card", 37, 16, (1022, 1023), "Who indicates possession of a card must let it be called."),
    _by_law("remarks", 38, 16, (1025, 1036),
        "For a sign of approval, a card drawn from the trick unasked, or any improper information, a suit is called "
        "from either partner."),
    _by_law("bystander", 42, 17, (1053, 1056),
        "When a bystander interferes the side that is favoured forgoes the benefit."),
)  # fmt: skip

MISSING = "Laws 10 to 15, where misdeals would stand, are missing from the copy."
TURNED_UP = "Trumps are turned up at whist: nothing is declared, doubled or bid."
NO_DUMMY = "There is no dummy at whist."
NOT_PROVIDED = "The laws do not provide for it."

CARD_OR_SUIT = ((ExposedCard(),), (CallsSuit(Whom.RIGHTFUL),))
_THREE = ((AddsPoints(3),), (DeductsPoints(3),), (TakesTricks(3),))
_OF_A_REVOKE = (Then.COMES_FIRST, Then.NO_GAME, Then.INDIVISIBLE, Then.BETS_AFTER)
ONLY_THE_CARD = (
    "When the lead was an adversary’s and not the partner’s there is no suit to call, only the card (note e, p. 18)."
)

ROWS = (
    silent(Act.DEALS_WRONGLY, MISSING),
    silent(Act.IMPERFECT_PACK, MISSING),
    Row(Act.CARD_FACED, ("faced",), always=(Then.NEW_DEAL,), note="But for the last card, which is turned up."),
    silent(Act.HAND_TOO_LONG, MISSING),
    silent(Act.DEALS_TWO_AT_ONCE, MISSING),
    silent(Act.PACK_NOT_CUT, "The law of the cut says nothing of its being left out."),
    silent(Act.LAST_CARD_ASTRAY, MISSING),
    Row(Act.EXPOSES_IN_DEAL, ("exposed in deal",), (), (When.IN_THE_DEAL, When.HURRIED), Chooser.EITHER_ADVERSARY,
        NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_IN_DEAL, ("exposed in deal",), (), (When.SEEN_OWN,),
        always=(Stands(What.DEAL), Then.CANNOT_BE_CALLED)),
    Row(Act.LOOKS_IN_DEAL, ("looks",), (), (), Chooser.ADVERSARIES, ((Then.NEW_CUT,), (Stands(What.DEAL),)),
        (Then.SEES_CARD,), note="Said of the trump card, seen before the pack is dealt out."),
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
    silent(Act.TAKES_CARD_BACK, "The laws do not speak of a card that is named to be played.", (), (When.NAMED,)),
    silent(Act.TAKES_CARD_BACK, NO_DUMMY, (), (When.TOUCHED_IN_DUMMY, When.NAMED_IN_DUMMY)),
    Row(Act.TAKES_CARD_BACK, ("corrected",), (), (When.TO_SAVE_REVOKE,), always=(Then.MAY_TAKE_BACK,)),
    Row(Act.EXPOSES_CARD, ("exposed",), always=(ExposedCard(),)),
    Row(Act.SHOWS_CARD, ("exposed",), (), (When.DROPPED,), always=(ExposedCard(),)),
    Row(Act.SHOWS_CARD, ("exposed",), (), (When.BELOW_TABLE,), always=(ExposedCard(),),
        note="It should not be looked at on purpose."),
    silent(Act.SHOWS_CARD, "The laws do not speak of a card that the partner can see.", (), (When.SEEN_BY_PARTNER,)),
    Row(Act.SHOWS_CARD, ("exposed",), (), (When.SEEN_BY_ADVERSARY,), always=(Then.NO_PENALTY,),
        note="One who overlooks a neighbour’s cards cannot call them, unless they are wilfully exposed."),
    Row(Act.SHOWS_CARD, ("shows card",), (), (When.SAID_TO_BE_HELD,), always=(ExposedCard(),)),
    Row(Act.PLAYS_TWO_AT_ONCE, ("two at once",), (), (), Chooser.ADVERSARIES, ((Then.CHOOSES_CARD,),),
        (ExposedCard(Which.OTHERS),),
        note="If one was distinctly played before the other was shown, the other cannot be called to that trick."),
    Row(Act.DETACHES_CARD, ("exposed",), (), (When.NAMED_RIGHTLY, When.NOT_NAMED), always=(ExposedCard(),)),
    silent(Act.DETACHES_CARD, "The card need not be named, so that a wrong name costs nothing (note c, p. 18).", (),
        (When.NAMED_WRONGLY,)),
    silent(Act.PLAYS_AHEAD, "The law wants a second card led in haste.", (), (When.ONE_CARD,)),
    Row(Act.PLAYS_AHEAD, ("ahead",), (), (When.SEVERAL_CARDS,), Chooser.ADVERSARIES, ((Then.PARTNER_WINS,),),
        (ExposedCard(Which.OTHERS),)),
    Row(Act.CLAIMS_THE_REST, ("false claim",), (), (When.ALONE,), always=(ExposedCard(Which.HAND),),
        note="So the case has it: the opponent should have called the hand of the one who claimed."),
    Row(Act.CLAIMS_THE_REST, ("false claim",), (), (When.OTHERS_SHOW,), always=(ExposedCard(Which.BOTH),)),
    Row(Act.THROWS_DOWN, ("throws down",), (), (When.ALONE,), always=(ExposedCard(Which.HAND),)),
    silent(Act.THROWS_DOWN, "The cases go as far as three hands thrown down.", (), (When.ALL_FOUR,)),
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
    silent(Act.OMITS_TO_PLAY, "The law speaks of a trick that is past.", (), (When.BEFORE_NEXT_TRICK,)),
    Row(Act.OMITS_TO_PLAY, ("omitted",), (), (When.AFTER_NEXT_TRICK,), Chooser.ADVERSARIES, NEW_DEAL_OR_NOT),
    Row(Act.PLAYS_TWICE, ("twice",), always=(Then.ANSWERS_FOR_REVOKES,)),
    Row(Act.REVOKES, ("corrected",), (), (When.CORRECTED, When.CORRECTED_AS_LAST), Chooser.ADVERSARIES,
        ((ExposedCard(),), (HighestOrLowest(Whom.OFFENDER),)), (Then.OTHERS_CHANGE,)),
    Row(Act.REVOKES, ("penalty",), (), (When.ESTABLISHED, When.AGAIN), Chooser.ADVERSARIES, _THREE, _OF_A_REVOKE,
        note="Each of several revokes may be paid for in another way."),
    Row(Act.REVOKES, ("penalty",), (), (When.BY_BOTH_SIDES,), Chooser.ADVERSARIES, _THREE,
        (Then.NEITHER_WINS, *_OF_A_REVOKE)),
    Row(Act.REVOKE_IN_DOUBT, ("established",), (), (When.TURNED, When.TURNED_BY_LOSERS, When.OTHERS_PLAYED_ON),
        always=(Then.CURABLE,)),
    Row(Act.REVOKE_IN_DOUBT, ("established",), (), (When.QUITTED, When.SIDE_PLAYED_ON), always=(Then.ESTABLISHED,)),
    Row(Act.REVOKE_IN_DOUBT, ("asks",), (), (When.ASKED,), always=(Then.CURABLE,),
        note="Unless it was the one who asked, or the partner, who quitted the trick."),
    silent(Act.REVOKE_IN_DOUBT, "The laws do not say what a ‘no’ does.", (), (When.ANSWERED_NO, When.ANSWERED_NO_OPEN)),
    Row(Act.REVOKE_CLAIMED, ("claim",), (), (When.AT_THE_END,), always=(Then.SEARCH_ALL,)),
    Row(Act.REVOKE_CLAIMED, ("claim",), (), (When.MIXED_BY_ACCUSED,), always=(Then.ESTABLISHED,)),
    Row(Act.REVOKE_CLAIMED, ("claim",), (), (When.MIXED_OTHERWISE,), always=(Then.TOO_LATE,)),
    silent(Act.REVOKE_CLAIMED, "The limit is the mixing of the tricks, not the next cut.", (), (When.AFTER_CUT,)),
    Row(Act.CLAIMS_THE_TRICK, ("remarks",), (), (), Chooser.ADVERSARIES, ((CallsSuit(Whom.NEXT),),)),
    silent(Act.REMARKS, "The laws do not speak of a warning.", (), (When.WARNING,)),
    Row(Act.REMARKS, ("remarks",), (), (When.REMARK,), Chooser.ADVERSARIES, ((CallsSuit(Whom.NEXT),),)),
    Row(Act.CONSULTS_ON_PENALTY, ("leads",), (), (When.ON_OTHER,), always=(Then.FORBIDDEN,),
        note="Said of a lead out of turn."),
    silent(Act.CONSULTS_ON_PENALTY, NOT_PROVIDED, (), (When.ON_REVOKE, When.SUGGESTED, When.NOTICE)),
    silent(Act.WRONG_PENALTY, "The laws say only that no penalty takes the place of a card lawfully played (law 18)."),
    Row(Act.TIME_TO_CHOOSE, ("choice",), always=(Then.OWES_TIME,)),
    Row(Act.LOOKS_AT_TRICK, ("last trick",), (), (When.LAST_TRICK,), always=(Then.ALLOWED,)),
    Row(Act.LOOKS_AT_TRICK, ("last trick",), (), (When.EARLIER_TRICK,), always=(Then.FORBIDDEN,)),
    Row(Act.CARDS_TO_BE_PLACED, ("placed",), (), (When.NOT_TOUCHED,), always=(Then.ALLOWED,),
        note="To ask who played a given card is too pointed."),
    Row(Act.CARDS_TO_BE_PLACED, ("placed",), (), (When.TOUCHED,), always=(Then.FORBIDDEN,)),
    Row(Act.BYSTANDER_SPEAKS, ("bystander",), always=(Then.BENEFIT_LOST,)),
)  # fmt: skip

WHIST_1859 = Offences.begin("whist-1859", "Whist, 1859", "caelebs", CLAUSES, ROWS, WHIST)
