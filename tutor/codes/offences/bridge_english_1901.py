"""Offences under the English club code of 1901 (Hellespont, pp. 7–20), read with his comments (pp. 26–30)."""

from __future__ import annotations

from tutor.codes.offences.acts import ADVERSARIES, DEALERS, Act, Role, When
from tutor.codes.offences.effects import (
    AddsValue,
    CallsSuit,
    CapsScore,
    DeductsValue,
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
from tutor.codes.offences.games import BRIDGE
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
    "slam": "9", "imperfect": "39 I", "faced": "39 II", "rotation": "39 III", "last card": "39 IV", "too long": "39 V",
    "two dealt": "39 VI", "uncut": "39 VII", "exposed in deal": "40", "hurried": "41", "looks": "42", "foreign": "43",
    "short": "44", "past": "45", "wrong deal": "46", "for partner": "47", "unauthorised": "50",
    "adversary declares": "51", "final": "52", "double final": "58", "dummy leads": "60", "dummy speaks": "61",
    "suggests": "62", "drawn": "63", "played": "64", "watching": "65", "dummy revokes": "66", "no gain": "67",
    "before trumps": "68", "before lead": "69", "liable": "70", "exposed": "71", "ahead": "72", "throws down": "73",
    "all throw": "74", "detached": "75", "disobeyed": "76", "adversary leads": "77", "dealer leads": "78",
    "followed": "79", "no forced revoke": "80", "repeated": "81", "void": "82", "fourth first": "83", "omitted": "84",
    "twice": "85", "revoke": "86", "penalty": "87", "established": "88", "asks": "89", "search": "90",
    "corrected": "91", "mixed": "92", "time": "93", "bets": "94", "both": "95", "placed": "97", "claims trick": "98",
    "choice": "99", "bystander": "100", "last trick": "103",
}  # fmt: skip
"""The numbers of the laws, by topic."""

NO_TRUMP_CARD = "No card is turned up at bridge."
NOTHING_BID = "Nobody bids. Trumps are declared once."
TAKE_PART = "The law is about the dealer’s adversaries only."
CARD_OR_SUIT = ((ExposedCard(),), (CallsSuit(Whom.NEXT),))
HIGH_LOW_WIN_LOSE = ((HighestOrLowest(Whom.PARTNER),), (WinOrLose(Whom.PARTNER),))
ESTABLISHED = (When.ESTABLISHED, When.AGAIN, When.BY_BOTH_SIDES)
WHO_MAY_REVOKE = (Role.DEALER, *ADVERSARIES)

_OF_A_REVOKE = (
    Then.NO_GAME, CapsScore(28), Then.NO_SLAM, Then.NO_SLAM_BY_PENALTY, Then.INDIVISIBLE, Then.BETS_AFTER,
)  # fmt: skip


def revoke_rows(scope: Then) -> tuple[Row, ...]:
    """The choice of three penalties for a revoke, within a scope: this hand, or this game."""
    always = (*_OF_A_REVOKE, scope)
    choices = ((TakesTricks(3),), (DeductsValue(3),), (AddsValue(3),))
    who, how, laws = Chooser.ADVERSARIES, Counsel.TOGETHER, ("revoke", "penalty", "slam", "bets")
    both = (Then.NEITHER_WINS, *always)
    return (
        Row(Act.REVOKES, laws, WHO_MAY_REVOKE, (When.ESTABLISHED, When.AGAIN), who, choices, always, how),
        Row(Act.REVOKES, (*laws, "both"), WHO_MAY_REVOKE, (When.BY_BOTH_SIDES,), who, choices, both, how),
    )


DEAL = (
    Row(Act.DEALS_WRONGLY, ("rotation",), always=(Then.NEW_DEAL,)),
    Row(Act.IMPERFECT_PACK, ("imperfect", "past"), when=(When.IN_DEAL_OR_PLAY,),
        always=(Then.NEW_DEAL, Stands(What.PAST))),
    Row(Act.IMPERFECT_PACK, ("past",), when=(When.LATER,), always=(Stands(What.PAST),)),
    Row(Act.CARD_FACED, ("faced",), always=(Then.NEW_DEAL,)),
    Row(Act.HAND_TOO_LONG, ("too long",), always=(Then.NEW_DEAL,), note="Another hand must have too few."),
    Row(Act.DEALS_TWO_AT_ONCE, ("two dealt",), when=(When.BEFORE_THIRD_CARD,), always=(Then.CURED,)),
    Row(Act.DEALS_TWO_AT_ONCE, ("two dealt",), when=(When.AFTER_THIRD_CARD,), always=(Then.NEW_DEAL,)),
    Row(Act.PACK_NOT_CUT, ("uncut",), when=(When.IN_TIME,), always=(Then.NEW_DEAL,)),
    Row(Act.PACK_NOT_CUT, ("uncut",), when=(When.TOO_LATE,), always=(Stands(What.DEAL),)),
    Row(Act.LAST_CARD_ASTRAY, ("last card",), always=(Then.NEW_DEAL,)),
    Row(Act.EXPOSES_IN_DEAL, ("exposed in deal",), DEALERS, (When.IN_THE_DEAL,), Chooser.EITHER_ADVERSARY,
        NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_IN_DEAL, ("exposed in deal",), ADVERSARIES, (When.IN_THE_DEAL,), Chooser.DEALER,
        NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_IN_DEAL, ("hurried", "exposed in deal"), DEALERS, (When.HURRIED,), Chooser.EITHER_ADVERSARY,
        NEW_DEAL_UNCALLED),
    silent(Act.EXPOSES_IN_DEAL, "The law on a hurried deal gives the right to the adversaries only.", ADVERSARIES,
        (When.HURRIED,)),
    Row(Act.EXPOSES_IN_DEAL, ("exposed in deal",), (), (When.SEEN_OWN,),
        always=(Stands(What.DEAL), Then.CANNOT_BE_CALLED),
        note="Another player with the right, who has not looked, may still claim."),
    Row(Act.LOOKS_IN_DEAL, ("looks",), (), (When.BEFORE_FIFTY_ONE,), Chooser.EITHER_ADVERSARY, NEW_DEAL_OR_NOT,
        (Then.SEES_CARD,)),
    silent(Act.LOOKS_IN_DEAL, "The law applies until fifty-one cards are dealt.", (), (When.AFTER_FIFTY_ONE,)),
    Row(Act.FOREIGN_CARD, ("foreign",), (), (), Chooser.ADVERSARIES, NEW_DEAL_OR_NOT),
    silent(Act.HAND_TOO_SHORT,
        "The law applies after the owner of the short hand has played. Hellespont comments that the deal need not "
        "stand before that (p. 26).", (), (When.NOT_PLAYED_FROM,)),
    Row(Act.HAND_TOO_SHORT, ("short",), WHO_MAY_REVOKE, (When.PLAYED_FROM,),
        always=(Stands(What.DEAL), Then.ANSWERS_FOR_REVOKES, Then.MAY_SEARCH_PACK)),
    Row(Act.HAND_TOO_SHORT, ("short", "dummy revokes"), (Role.PARTNER,), (When.PLAYED_FROM,),
        always=(Stands(What.DEAL), Then.NO_PENALTY, Then.MAY_SEARCH_PACK),
        note="The owner pays for a revoke as with a whole hand. Dummy pays for none."),
    Row(Act.DEALS_OUT_OF_TURN, ("wrong deal",), (), (When.BEFORE_LAST_CARD,), always=(Then.RIGHT_DEAL,)),
    Row(Act.DEALS_OUT_OF_TURN, ("wrong deal",), (), (When.BEFORE_FIRST_TRICK, When.BEFORE_NEXT_DEAL),
        always=(Stands(What.DEAL),)),
    Row(Act.DEALS_WRONG_PACK, ("wrong deal",), (), (When.BEFORE_LAST_CARD,), always=(Then.RIGHT_DEAL,)),
    Row(Act.DEALS_WRONG_PACK, ("wrong deal",), (), (When.BEFORE_FIRST_TRICK, When.BEFORE_NEXT_DEAL),
        always=(Stands(What.DEAL),)),
    Row(Act.ACTS_FOR_PARTNER, ("for partner",), always=(Then.FORBIDDEN,)),
    silent(Act.DROPS_TRUMP_CARD, NO_TRUMP_CARD),
    silent(Act.MISNAMES_TRUMP_CARD, NO_TRUMP_CARD),
    silent(Act.CALLS_HONOURS, "Honours are not called at bridge. They are scored separately, not towards the game."),
)  # fmt: skip

CALLS = (
    silent(Act.DECLARES_OUT_OF_TURN, "The dealer speaks first.", (Role.DEALER,)),
    Row(Act.DECLARES_OUT_OF_TURN, ("unauthorised",), (Role.PARTNER,), (When.BEFORE_DOUBLING,), Chooser.EITHER_ADVERSARY,
        ((Then.NEW_DEAL,), (Stands(What.WORDS),)), counsel=Counsel.ALONE,
        note="The claimant may look at their hand first."),
    Row(Act.DECLARES_OUT_OF_TURN, ("unauthorised",), (Role.PARTNER,), (When.AFTER_DOUBLING,),
        always=(Stands(What.WORDS),)),
    silent(Act.DECLARES_OUT_OF_TURN, "The code does not say what happens if the partner passes the declaration back.",
        (Role.PARTNER,), (When.BY_PASSING,)),
    Row(Act.DECLARES_OUT_OF_TURN, ("adversary declares",), ADVERSARIES, (When.BEFORE_DOUBLING, When.AFTER_DOUBLING),
        Chooser.DEALER, ((Then.NEW_DEAL,), (Then.DISREGARDED,)), note="The dealer may look at their hand first."),
    silent(Act.DECLARES_OUT_OF_TURN, "The law is about an adversary who declares, not one who passes.", ADVERSARIES,
        (When.BY_PASSING,)),
    Row(Act.CHANGES_WORDS, ("final",), (), (When.DECLARATION,), always=(Stands(What.WORDS),)),
    Row(Act.CHANGES_WORDS, ("double final",), (), (When.DOUBLE,), always=(Stands(What.WORDS),)),
    silent(Act.BIDS_TOO_LITTLE, NOTHING_BID),
    silent(Act.TELLS_OF_BIDS, NOTHING_BID),
    silent(Act.DOUBLES_OUT_OF_TURN, "The code says who doubles first. It says nothing of a double out of turn."),
    silent(Act.REDOUBLES_OUT_OF_TURN, "The code says who redoubles first. It says nothing of a redouble out of turn."),
    silent(Act.CONSULTS_ON_DOUBLING,
        "The code forbids partners to consult about a new deal (law 50). It says nothing of doubling."),
    silent(Act.LEADS_DURING_DOUBLING, "The code says when play begins. It says nothing of an earlier lead."),
    silent(Act.LEADS_WITHOUT_ASKING, "The code prescribes the question. It says nothing of leaving it out."),
    silent(Act.THIRD_HAND_ASKS, "The code says who asks. It says nothing of another player who asks."),
    Row(Act.THIRD_HAND_LEADS, ("adversary leads",), (), (), Chooser.DECLARER, CARD_OR_SUIT,
        note="This is the general law of leads out of turn. The code has none for the first lead."),
)  # fmt: skip

DUMMY = (
    Row(Act.DUMMY_SPEAKS, ("dummy leads", "dummy speaks"), always=(Then.FORBIDDEN,)),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=(When.NO_SUIT,), always=(Then.ALLOWED,)),
    Row(Act.DUMMY_SPEAKS, ("dummy leads",), when=(When.HAND_TO_LEAD,), always=(Then.ALLOWED,)),
    Row(Act.DUMMY_SPEAKS, ("dummy leads",), when=(When.WRONG_HAND,), always=(Then.ALLOWED, Then.MUST_CORRECT)),
    Row(Act.DUMMY_SPEAKS, ("dummy leads",), when=(When.WRONG_HAND_COVERED,), always=(Then.ALLOWED, Then.NOT_CORRECTED)),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=(When.OTHER_PENALTY,), always=(Then.LOSES_PENALTY,)),
    Row(Act.DUMMY_SUGGESTS, ("suggests",), (), (), Chooser.EITHER_ADVERSARY, ((Then.PLAY_OR_NOT,),),
        counsel=Counsel.ALONE),
    Row(Act.DUMMY_WATCHES, ("watching",), always=(Then.FORBIDDEN,)),
    Row(Act.TAKES_CARD_BACK, ("drawn",), when=(When.DRAWN, When.TOUCHED_IN_DUMMY), always=(Then.NOT_PLAYED,)),
    Row(Act.TAKES_CARD_BACK, ("played",), when=(When.NAMED, When.NAMED_IN_DUMMY), always=(Then.PLAYED,)),
    Row(Act.TAKES_CARD_BACK, ("played",), when=(When.TO_SAVE_REVOKE,), always=(Then.MAY_TAKE_BACK,)),
)  # fmt: skip

EXPOSED = (
    Row(Act.EXPOSES_CARD, ("before trumps", "before lead"), DEALERS, (When.BEFORE_DECLARATION,),
        Chooser.EITHER_ADVERSARY, ((Then.NEW_DEAL,), (Stands(What.DEAL), Then.BARS_DOUBLING)), counsel=Counsel.ALONE),
    Row(Act.EXPOSES_CARD, ("before lead",), DEALERS, (When.BEFORE_LEAD,), always=(Then.BARS_DOUBLING,)),
    Row(Act.EXPOSES_CARD, ("before lead", "liable"), (Role.LEADER,), (When.BEFORE_DECLARATION, When.BEFORE_LEAD),
        always=(Then.BARS_DOUBLING, ExposedCard())),
    Row(Act.EXPOSES_CARD, ("before lead",), (Role.THIRD,), (When.BEFORE_DECLARATION, When.BEFORE_LEAD),
        Chooser.DECLARER, ((ExposedCard(),), (Then.FORBIDS_SUIT,)), (Then.BARS_DOUBLING,)),
    Row(Act.EXPOSES_CARD, ("liable",), ADVERSARIES, (When.IN_PLAY,), always=(ExposedCard(),)),
    Row(Act.EXPOSES_CARD, ("no gain",), DEALERS, (When.IN_PLAY,), always=(Then.NO_PENALTY,)),
    Row(Act.SHOWS_CARD, ("no gain",), DEALERS, always=(Then.NO_PENALTY,)),
    Row(Act.SHOWS_CARD, ("exposed", "liable"), ADVERSARIES, (When.DROPPED,), always=(ExposedCard(),)),
    Row(Act.SHOWS_CARD, ("liable",), ADVERSARIES, (When.BELOW_TABLE,), always=(Then.NO_PENALTY,)),
    silent(Act.SHOWS_CARD,
        "The law is about cards dropped or shown on or above the table. It does not say whether this includes a card "
        "held so that others can see it.", ADVERSARIES, (When.SEEN_BY_PARTNER, When.SEEN_BY_ADVERSARY)),
    silent(Act.SHOWS_CARD, "The law is about cards dropped or shown, not cards that a player mentions.", ADVERSARIES,
        (When.SAID_TO_BE_HELD,)),
    Row(Act.PLAYS_TWO_AT_ONCE, ("exposed", "liable"), ADVERSARIES, always=(ExposedCard(Which.PLAYED),),
        note="The code does not say which of them is played to the trick."),
    Row(Act.PLAYS_TWO_AT_ONCE, ("no gain",), DEALERS, always=(Then.NO_PENALTY,)),
    Row(Act.DETACHES_CARD, ("detached",), ADVERSARIES, (When.NAMED_RIGHTLY,), always=(ExposedCard(),)),
    Row(Act.DETACHES_CARD, ("detached",), ADVERSARIES, (When.NAMED_WRONGLY,), Chooser.ADVERSARIES,
        ((CallsSuit(Whom.DEALER),),),
        note="The dealer who named a wrong card pays, and the adversaries choose."),
    Row(Act.DETACHES_CARD, ("detached",), ADVERSARIES, (When.NOT_NAMED,), always=(Then.NO_PENALTY,)),
    silent(Act.DETACHES_CARD, TAKE_PART, DEALERS),
    silent(Act.PLAYS_AHEAD, TAKE_PART, DEALERS),
    silent(Act.PLAYS_AHEAD, "The law is about a second card, led or played in haste.", ADVERSARIES, (When.ONE_CARD,)),
    Row(Act.PLAYS_AHEAD, ("ahead",), ADVERSARIES, (When.SEVERAL_CARDS,), Chooser.DECLARER, ((Then.PARTNER_WINS,),),
        (ExposedCard(Which.OTHERS),)),
    Row(Act.CLAIMS_THE_REST, ("no gain",), (Role.DEALER,), (When.ALONE,), always=(Then.NO_PENALTY,)),
    silent(Act.CLAIMS_THE_REST,
        "Nothing protects adversaries who show their cards. Cards thrown down are exposed (law 73).", (Role.DEALER,),
        (When.OTHERS_SHOW,)),
    silent(Act.CLAIMS_THE_REST, "Dummy takes no part in the play.", (Role.PARTNER,)),
    silent(Act.CLAIMS_THE_REST, "The code has no law for an adversary’s claim to the rest.", ADVERSARIES),
    Row(Act.THROWS_DOWN, ("throws down",), ADVERSARIES, (When.ALONE,), always=(ExposedCard(Which.HAND),)),
    Row(Act.THROWS_DOWN, ("no gain",), DEALERS, (When.ALONE,), always=(Then.NO_PENALTY,)),
    Row(Act.THROWS_DOWN, ("all throw",), (), (When.ALL_FOUR,), always=(Stands(What.SCORE),),
        note="The hands may be looked at only to establish a revoke."),
    Row(Act.DISOBEYS, ("disobeyed",), ADVERSARIES, always=(Then.AS_REVOKE,)),
    silent(Act.DISOBEYS, TAKE_PART, DEALERS),
    Row(Act.CALLED_IN_VAIN, ("void",), when=(When.VOID,), always=(Then.PAID,)),
    Row(Act.CALLED_IN_VAIN, ("no forced revoke",), when=(When.WOULD_REVOKE,), always=(Then.NOT_COMPELLED,)),
    Row(Act.CALLED_IN_VAIN, ("repeated",), when=(When.NOT_YET,), always=(Then.CALL_REPEATED,)),
    silent(Act.CALLED_IN_VAIN, "The code does not speak of a card played before it was called.", (), (When.GONE,)),
)  # fmt: skip

PLAY = (
    Row(Act.LEADS_OUT_OF_TURN, ("adversary leads",), ADVERSARIES, (When.FOLLOWED_BY_NONE,), Chooser.DECLARER,
        CARD_OR_SUIT),
    Row(Act.LEADS_OUT_OF_TURN, ("adversary leads", "followed"), ADVERSARIES,
        (When.FOLLOWED_BY_ONE, When.FOLLOWED_BY_TWO), Chooser.DECLARER, CARD_OR_SUIT, (Then.CARDS_BACK,)),
    Row(Act.LEADS_OUT_OF_TURN, ("dealer leads", "dummy leads"), DEALERS, (When.FOLLOWED_BY_NONE,),
        always=(Then.NO_PENALTY, Then.MAY_CORRECT), note="If dummy points it out, it must be corrected."),
    Row(Act.LEADS_OUT_OF_TURN, ("dealer leads", "dummy leads", "followed"), DEALERS,
        (When.FOLLOWED_BY_ONE, When.FOLLOWED_BY_TWO), Chooser.ADVERSARIES, ((Stands(What.LEAD),), (Then.CARDS_BACK,)),
        (Then.NO_PENALTY, Then.NOT_CORRECTED),
        note="Hellespont reads laws 60 and 79 together in this way (p. 28) for a lead from the wrong hand. If the lead "
        "was an adversary’s, the cards go back."),
    Row(Act.LEADS_OUT_OF_TURN, ("followed",), (), (When.FOLLOWED_BY_ALL,), always=(Stands(What.TRICK),)),
    Row(Act.PLAYS_OUT_OF_TURN, ("fourth first",), ADVERSARIES, (When.FOURTH_BEFORE_PARTNER,), Chooser.DECLARER,
        ((WinOrLose(Whom.PARTNER),),)),
    Row(Act.PLAYS_OUT_OF_TURN, ("fourth first",), DEALERS, (When.FOURTH_BEFORE_PARTNER,), always=(Then.NO_PENALTY,)),
    silent(Act.PLAYS_OUT_OF_TURN, "The law is about fourth hand only.", (), (When.THIRD_BEFORE_SECOND,)),
    Row(Act.OMITS_TO_PLAY, ("omitted",), (), (When.BEFORE_NEXT_TRICK,), always=(Then.MAY_CORRECT,)),
    Row(Act.OMITS_TO_PLAY, ("omitted",), WHO_MAY_REVOKE, (When.AFTER_NEXT_TRICK,), Chooser.ADVERSARIES,
        ((Then.NEW_DEAL,), (Stands(What.DEAL), Then.SURPLUS_TO_TRICK))),
    Row(Act.OMITS_TO_PLAY, ("omitted",), (Role.PARTNER,), (When.AFTER_NEXT_TRICK,),
        always=(Stands(What.DEAL), Then.SURPLUS_TO_TRICK)),
    Row(Act.PLAYS_TWICE, ("twice",), WHO_MAY_REVOKE, (When.FOUND_IN_PLAY,),
        always=(Then.ANSWERS_FOR_REVOKES, Then.SEARCH_ALL)),
    Row(Act.PLAYS_TWICE, ("twice",), (Role.PARTNER,), (When.FOUND_IN_PLAY,), always=(Then.NO_PENALTY, Then.SEARCH_ALL)),
    Row(Act.PLAYS_TWICE, ("twice",), WHO_MAY_REVOKE, (When.FOUND_AT_END,), always=(Then.ANSWERS_FOR_REVOKES,)),
    Row(Act.PLAYS_TWICE, ("twice",), (Role.PARTNER,), (When.FOUND_AT_END,), always=(Then.NO_PENALTY,)),
)  # fmt: skip

REVOKE = (
    Row(Act.REVOKES, ("corrected",), ADVERSARIES, (When.CORRECTED, When.CORRECTED_AS_LAST), Chooser.DECLARER,
        ((ExposedCard(),), (HighestOrLowest(Whom.OFFENDER),)), (Then.OTHERS_CHANGE,)),
    Row(Act.REVOKES, ("corrected",), (Role.DEALER,), (When.CORRECTED, When.CORRECTED_AS_LAST),
        always=(Then.NO_PENALTY, Then.OTHERS_CHANGE)),
    Row(Act.REVOKES, ("dummy revokes", "corrected"), (Role.PARTNER,), (When.CORRECTED, When.CORRECTED_AS_LAST),
        always=(Then.NO_PENALTY, Then.OTHERS_CHANGE)),
    Row(Act.REVOKES, ("dummy revokes",), (Role.PARTNER,), ESTABLISHED, always=(Then.NO_PENALTY, Stands(What.TRICK))),
    *revoke_rows(Then.OF_THIS_HAND),
    Row(Act.REVOKE_IN_DOUBT, ("established",), (), (When.TURNED, When.OTHERS_PLAYED_ON), always=(Then.CURABLE,)),
    Row(Act.REVOKE_IN_DOUBT, ("established",), (), (When.QUITTED, When.SIDE_PLAYED_ON), always=(Then.ESTABLISHED,)),
    silent(Act.REVOKE_IN_DOUBT, "The law does not ask who turned the trick.", (), (When.TURNED_BY_LOSERS,)),
    Row(Act.REVOKE_IN_DOUBT, ("asks", "established"), (), (When.ASKED,), always=(Then.CURABLE,)),
    Row(Act.REVOKE_IN_DOUBT, ("asks", "established"), (), (When.ANSWERED_NO,), always=(Then.ESTABLISHED,)),
    silent(Act.REVOKE_IN_DOUBT,
        "The code says that a ‘no’ takes away the benefit of the question. It does not say whether the ‘no’ itself "
        "establishes the revoke.", (), (When.ANSWERED_NO_OPEN,)),
    Row(Act.REVOKE_CLAIMED, ("search",), (), (When.AT_THE_END,), always=(Then.SEARCH_ALL,)),
    Row(Act.REVOKE_CLAIMED, ("mixed",), (), (When.MIXED_BY_ACCUSED,), always=(Then.ESTABLISHED,)),
    Row(Act.REVOKE_CLAIMED, ("mixed",), (), (When.MIXED_OTHERWISE,), always=(Then.TO_BE_PROVED,)),
    Row(Act.REVOKE_CLAIMED, ("time",), (), (When.AFTER_CUT,), always=(Then.TOO_LATE,)),
)  # fmt: skip

REST = (
    Row(Act.CLAIMS_THE_TRICK, ("claims trick",), ADVERSARIES, (), Chooser.DECLARER, HIGH_LOW_WIN_LOSE),
    Row(Act.CLAIMS_THE_TRICK, ("no gain",), (Role.DEALER,), always=(Then.NO_PENALTY,)),
    silent(Act.CLAIMS_THE_TRICK, "Dummy takes no part in the play.", (Role.PARTNER,)),
    silent(Act.REMARKS, "The code has no law for remarks on the play."),
    Row(Act.CONSULTS_ON_PENALTY, ("penalty",), (), (When.ON_REVOKE,), always=(Then.ALLOWED,)),
    silent(Act.CONSULTS_ON_PENALTY,
        "The code forbids consulting where it gives the choice to one player only (laws 50, 62, 68), but it names no "
        "penalty.", (), (When.ON_OTHER, When.SUGGESTED, When.NOTICE)),
    silent(Act.WRONG_PENALTY, "The code does not speak of a wrong penalty."),
    Row(Act.TIME_TO_CHOOSE, ("choice",), always=(Then.OWES_TIME,)),
    Row(Act.LOOKS_AT_TRICK, ("last trick",), (), (When.LAST_TRICK,), always=(Then.ALLOWED,)),
    Row(Act.LOOKS_AT_TRICK, ("last trick",), (), (When.EARLIER_TRICK,), always=(Then.FORBIDDEN,)),
    Row(Act.CARDS_TO_BE_PLACED, ("placed",), (), (When.NOT_TOUCHED,), always=(Then.ALLOWED,)),
    Row(Act.CARDS_TO_BE_PLACED, ("placed",), (), (When.TOUCHED,), always=(Then.FORBIDDEN,)),
    Row(Act.BYSTANDER_SPEAKS, ("bystander",), (), (When.OF_SCORE,), Chooser.PLAYERS, ((Then.PAYS_STAKES_AND_BETS,),)),
    silent(Act.BYSTANDER_SPEAKS, "The law is about the score only.", (), (When.OF_PENALTY,)),
)  # fmt: skip

BRIDGE_ENGLISH_1901 = Offences.begin(
    "bridge-english-1901",
    "English, 1901",
    "hellespont",
    LAWS,
    (*DEAL, *CALLS, *DUMMY, *EXPOSED, *PLAY, *REVOKE, *REST),
    BRIDGE,
)
