"""Offences under the English code of 1904, as Hoffmann prints it: a revision of that of 1901."""

from __future__ import annotations

from tutor.codes.offences.acts import ADVERSARIES, DEALERS, Act, Role, When
from tutor.codes.offences.bridge_english_1901 import (
    BRIDGE_ENGLISH_1901,
    WHO_MAY_REVOKE,
    revoke_rows,
)
from tutor.codes.offences.effects import HighestOrLowest, Stands, Then, What, Whom
from tutor.codes.offences.rulings import NEW_DEAL_OR_NOT, NEW_DEAL_UNCALLED, Chooser, Counsel, Row, silent

LAWS = {
    "slam": "9", "imperfect": "39 I", "faced": "39 II", "rotation": "39 III", "last card": "39 IV", "too long": "39 V",
    "two dealt": "39 VI", "uncut": "39 VII", "exposed in deal": "40", "hurried": "41", "looks": "42", "short": "43",
    "past": "44", "wrong deal": "45", "for partner": "46", "unauthorised": "49", "passed back": "50",
    "adversary declares": "51", "final": "52", "third doubles": "57", "doubling": "58", "lead early": "59",
    "double final": "61", "dummy speaks": "63", "suggests": "64", "drawn": "65", "played": "66", "watching": "67",
    "dummy revokes": "68", "no gain": "69", "before trumps": "70", "before lead": "71", "liable": "72", "exposed": "73",
    "ahead": "74", "claims rest": "75", "throws down": "76", "all throw": "77", "detached": "78", "disobeyed": "79",
    "adversary leads": "80", "dealer leads": "81", "followed": "82", "no forced revoke": "83", "repeated": "84",
    "void": "85", "fourth first": "86", "omitted": "87", "twice": "88", "revoke": "89", "penalty": "90",
    "established": "91", "asks": "92", "search": "93", "corrected": "94", "dealer corrects": "95", "mixed": "96",
    "time": "97", "bets": "98", "both": "99", "placed": "101", "claims trick": "102", "suggests penalty": "103",
    "choice": "104", "bystander": "105", "last trick": "108",
}  # fmt: skip
"""The numbers of the laws, by topic."""

DEALER_PLAYS = "The dealer plays dummy’s cards. If a demand is not met, the dealer has not obeyed."
IT_STANDS_OR_NOT = ((Then.ACCEPTED,), (Then.ENDS_DOUBLING,))
NEW_DEAL_OR_WORDS = ((Then.NEW_DEAL,), (Stands(What.WORDS),))

ROWS = (
    Row(Act.EXPOSES_IN_DEAL, ("exposed in deal",), ADVERSARIES, (When.IN_THE_DEAL,), Chooser.DEALING_SIDE,
        NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_IN_DEAL, ("hurried", "exposed in deal"), ADVERSARIES, (When.HURRIED,), Chooser.DEALING_SIDE,
        NEW_DEAL_UNCALLED),
    silent(Act.FOREIGN_CARD, "This code dropped the law of 1901 on a card of the other pack."),
    silent(Act.HAND_TOO_SHORT, "The law applies after the owner of the short hand has played.", (),
        (When.NOT_PLAYED_FROM,)),
    Row(Act.DECLARES_OUT_OF_TURN, ("unauthorised",), (Role.PARTNER,), (When.BEFORE_DOUBLING,), Chooser.ELDEST,
        NEW_DEAL_OR_WORDS),
    Row(Act.DECLARES_OUT_OF_TURN, ("passed back",), (Role.PARTNER,), (When.BY_PASSING,), Chooser.ELDEST,
        ((Then.NEW_DEAL,), (Then.MUST_DECLARE,))),
    Row(Act.DOUBLES_OUT_OF_TURN, ("third doubles", "doubling"), (Role.THIRD,), (), Chooser.MAKER, IT_STANDS_OR_NOT),
    silent(Act.DOUBLES_OUT_OF_TURN, "The eldest hand has the first right to double.", (Role.LEADER,)),
    silent(Act.DOUBLES_OUT_OF_TURN, "The dealer’s side can only redouble.", DEALERS),
    Row(Act.REDOUBLES_OUT_OF_TURN, ("doubling",), (), (), Chooser.LAST_DOUBLER, IT_STANDS_OR_NOT),
    Row(Act.CONSULTS_ON_DOUBLING, ("doubling",), DEALERS, (), Chooser.ELDEST, NEW_DEAL_OR_NOT, counsel=Counsel.ALONE),
    Row(Act.CONSULTS_ON_DOUBLING, ("doubling",), ADVERSARIES, (), Chooser.MAKER, NEW_DEAL_OR_NOT,
        counsel=Counsel.ALONE),
    Row(Act.LEADS_DURING_DOUBLING, ("lead early",), always=(Then.REDOUBLES_BY_CONSENT, Then.KEEPS_DOUBLE)),
    silent(Act.LEADS_WITHOUT_ASKING,
        "The code provides for a lead before the doubling is over, not for a missing question."),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), always=(Then.FORBIDDEN,)),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=(When.NO_SUIT,), always=(Then.ALLOWED,)),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=(When.OTHER_PENALTY,), always=(Then.LOSES_PENALTY,)),
    Row(Act.EXPOSES_CARD, ("before trumps", "before lead"), DEALERS, (When.BEFORE_DECLARATION,), Chooser.ELDEST,
        ((Then.NEW_DEAL,), (Stands(What.DEAL), Then.BARS_DOUBLING))),
    Row(Act.CLAIMS_THE_REST, ("claims rest",), (Role.DEALER,), (When.ALONE,), Chooser.ADVERSARIES,
        ((Then.SHOWS_HAND,),)),
    silent(Act.CLAIMS_THE_REST,
        "Nothing protects adversaries who show their cards. Cards thrown down are exposed (law 76).", (Role.DEALER,),
        (When.OTHERS_SHOW,)),
    Row(Act.DISOBEYS, ("disobeyed",), WHO_MAY_REVOKE, always=(Then.AS_REVOKE,)),
    silent(Act.DISOBEYS, DEALER_PLAYS, (Role.PARTNER,)),
    Row(Act.LEADS_OUT_OF_TURN, ("dealer leads",), DEALERS, (When.FOLLOWED_BY_NONE,),
        always=(Then.NO_PENALTY, Then.MAY_CORRECT)),
    Row(Act.LEADS_OUT_OF_TURN, ("dealer leads", "followed"), DEALERS, (When.FOLLOWED_BY_ONE, When.FOLLOWED_BY_TWO),
        always=(Then.NO_PENALTY, Then.NOT_CORRECTED, Then.CARDS_BACK),
        note="The dealer may not correct it, and yet the cards go back when it is noticed. The code does not reconcile "
        "the two laws."),
    Row(Act.REVOKES, ("dealer corrects", "corrected"), (Role.DEALER,), (When.CORRECTED,), Chooser.ELDEST,
        ((HighestOrLowest(Whom.OFFENDER),),), (Then.OTHERS_CHANGE,),
        note="Both adversaries must have played to the trick."),
    Row(Act.REVOKES, ("dealer corrects", "corrected"), (Role.DEALER,), (When.CORRECTED_AS_LAST,),
        always=(Then.NO_PENALTY, Then.OTHERS_CHANGE)),
    *revoke_rows(Then.OF_THIS_GAME),
    Row(Act.REVOKE_IN_DOUBT, ("asks",), (), (When.ANSWERED_NO_OPEN,), always=(Then.CURABLE,),
        note="This is in the editor’s note."),
    Row(Act.CONSULTS_ON_PENALTY, ("suggests penalty",), (), (When.SUGGESTED,), always=(Then.LOSES_PENALTY,)),
    silent(Act.CONSULTS_ON_PENALTY,
        "The code has no general law on consulting. It is about a partner who suggests or demands what only the "
        "other may exact.", (), (When.ON_OTHER, When.NOTICE)),
    Row(Act.LOOKS_AT_TRICK, ("last trick",), always=(Then.FORBIDDEN,)),
)  # fmt: skip

BRIDGE_ENGLISH_1904 = BRIDGE_ENGLISH_1901.revised("bridge-english-1904", "English, 1904", "hoffmann", LAWS, ROWS)
