"""Offences under the English code of 1904, as Hoffmann prints it: a revision of that of 1901."""

from __future__ import annotations

from tutor.codes.offences.acts import ADVERSARIES, DEALERS, Act, Role, When
from tutor.codes.offences.bridge_english_1901 import (
    BRIDGE_ENGLISH_1901,
    WHO_MAY_REVOKE,
    revoke_rows,
)
from tutor.codes.offences.effects import HighestOrLowest, Stands, Then, What, Whom
from tutor.codes.offences.rulings import NEW_DEAL_OR_NOT, NEW_DEAL_UNCALLED, Chooser, Clause, Counsel, Row, silent

_PARTS = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7}


def _law(topic: str, number: str, lines: tuple[int, int], says: str = "") -> Clause:
    law, _, part = number.partition(" ")
    return Clause(topic, f"hof-law-{int(law):03}" + (f"-{_PARTS[part]}" if part else ""), number, None, lines, says)


CLAUSES = (
    _law("slam", "9", (113, 114)),
    _law("imperfect", "39 I", (190, 190)),
    _law("faced", "39 II", (191, 191)),
    _law("rotation", "39 III", (192, 192)),
    _law("last card", "39 IV", (193, 193)),
    _law("too long", "39 V", (194, 194)),
    _law("two dealt", "39 VI", (195, 195)),
    _law("uncut", "39 VII", (196, 196)),
    _law("exposed in deal", "40", (198, 198),
         "A card exposed in dealing by an adversary lets the dealer or the partner claim a new deal; exposed by one "
         "of these, it lets each adversary; but nobody who has looked at a card. If the deal stands the card cannot "
         "be called."),
    _law("hurried", "41", (200, 200),
         "When one of the last cards is exposed and the deal hurried to its end, the right to a new deal is not "
         "lost."),
    _law("looks", "42", (202, 202)),
    _law("short", "43", (204, 204)),
    _law("past", "44", (206, 206)),
    _law("wrong deal", "45", (208, 208)),
    _law("for partner", "46", (210, 210)),
    _law("unauthorised", "49", (218, 223),
         "If the dealer’s partner declares without leave the eldest hand may let it stand or demand a new deal; it "
         "stands when a word has been said on doubling, or nothing is claimed."),
    _law("passed back", "50", (225, 228),
         "If the dealer’s partner passes the declaration back, the eldest hand may demand a new deal, or that the "
         "partner declare."),
    _law("adversary declares", "51", (230, 230)),
    _law("final", "52", (232, 232)),
    _law("third doubles", "57", (244, 244),
         "If the dealer’s right-hand adversary doubles before being asked, the maker of the trump says whether it "
         "stands."),
    _law("doubling", "58", (246, 246),
         "Of a re-double out of turn the adversary who doubled last says whether it stands. A double or re-double "
         "out of turn that is refused ends the doubling. For consulting on it the maker of the trump, or the eldest "
         "hand, may have a new deal."),
    _law("lead early", "59", (248, 248),
         "If the eldest hand leads before the doubling is over, the partner re-doubles only by consent of the "
         "adversary who doubled last; the right of either to double remains."),
    _law("double final", "61", (252, 252)),
    _law("dummy speaks", "63", (258, 258),
         "The dealer’s partner, the hand being down, may only ask the dealer about a suit renounced; by pointing at "
         "anything else that carries a penalty the dealer loses it."),
    _law("suggests", "64", (260, 260)),
    _law("drawn", "65", (262, 262)),
    _law("played", "66", (264, 264), "A card played or named by the dealer cannot be taken back but to save a revoke."),
    _law("watching", "67", (266, 266)),
    _law("dummy revokes", "68", (268, 268)),
    _law("no gain", "69", (270, 270),
         "The dealer pays nothing for an error that cannot bring a gain, such as exposing cards."),
    _law("before trumps", "70", (274, 274),
         "When the dealer or the partner exposes a card after the deal and before the declaration, the eldest hand "
         "may claim a new deal."),
    _law("before lead", "71", (276, 276)),
    _law("liable", "72", (280, 280)),
    _law("exposed", "73", (282, 285)),
    _law("ahead", "74", (287, 287)),
    _law("claims rest", "75", (289, 289),
         "A dealer who claims tricks that are left may be made to lay the cards face up; they cannot be called."),
    _law("throws down", "76", (291, 291)),
    _law("all throw", "77", (293, 293)),
    _law("detached", "78", (295, 295)),
    _law("disobeyed", "79", (297, 297),
         "Any player who could obey the demand for a card, a trick or a suit, and does not, pays as for a revoke."),
    _law("adversary leads", "80", (299, 299)),
    _law("dealer leads", "81", (301, 301),
         "The dealer pays nothing for a lead out of turn from either hand, and may not correct it once second hand "
         "has played."),
    _law("followed", "82", (303, 303)),
    _law("no forced revoke", "83", (305, 305)),
    _law("repeated", "84", (307, 307)),
    _law("void", "85", (309, 309)),
    _law("fourth first", "86", (313, 313)),
    _law("omitted", "87", (315, 315)),
    _law("twice", "88", (317, 317)),
    _law("revoke", "89", (321, 321)),
    _law("penalty", "90", (323, 329),
         "For each revoke the adversaries, having consulted, take three tricks, or deduct their value from the "
         "score there is, or add their value, undivided and in that game alone; the offending side scores no game, "
         "no slam, and stands at 28 at most."),
    _law("established", "91", (331, 331)),
    _law("asks", "92", (333, 335),
         "If the partner asks in time, quitting the trick does not establish the revoke, unless the answer was no "
         "or that side has played on; a ‘no’ by itself, the editor adds, establishes nothing."),
    _law("search", "93", (337, 337)),
    _law("corrected", "94", (339, 339)),
    _law("dealer corrects", "95", (341, 341),
         "Of a dealer who corrects a renounce the eldest hand may demand the highest or lowest of the suit, if both "
         "adversaries have played to the trick; not of a dealer who is fourth hand, nor of dummy."),
    _law("mixed", "96", (343, 343)),
    _law("time", "97", (345, 345)),
    _law("bets", "98", (347, 347)),
    _law("both", "99", (349, 349)),
    _law("placed", "101", (357, 357)),
    _law("claims trick", "102", (359, 359)),
    _law("suggests penalty", "103", (361, 361),
         "If the partner of the one who alone may exact a penalty suggests or demands it, none can be exacted."),
    _law("choice", "104", (363, 363)),
    _law("bystander", "105", (365, 365)),
    _law("last trick", "108", (371, 371),
         "A trick turned and quitted is not looked at again before the end, but to restore a surplus card."),
)  # fmt: skip

DEALER_PLAYS = "The dealer plays dummy’s cards: if a demand is not met, it is the dealer who does not obey."
IT_STANDS_OR_NOT = ((Then.ACCEPTED,), (Then.ENDS_DOUBLING,))
NEW_DEAL_OR_WORDS = ((Then.NEW_DEAL,), (Stands(What.WORDS),))

ROWS = (
    Row(Act.EXPOSES_IN_DEAL, ("exposed in deal",), ADVERSARIES, (When.IN_THE_DEAL,), Chooser.DEALING_SIDE,
        NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_IN_DEAL, ("hurried", "exposed in deal"), ADVERSARIES, (When.HURRIED,), Chooser.DEALING_SIDE,
        NEW_DEAL_UNCALLED),
    silent(Act.FOREIGN_CARD, "The law of 1901 on a card of the other pack was dropped."),
    silent(Act.HAND_TOO_SHORT, "The law begins when the owner of the short hand has played.", (),
        (When.NOT_PLAYED_FROM,)),
    Row(Act.DECLARES_OUT_OF_TURN, ("unauthorised",), (Role.PARTNER,), (When.BEFORE_DOUBLING,), Chooser.ELDEST,
        NEW_DEAL_OR_WORDS),
    Row(Act.DECLARES_OUT_OF_TURN, ("passed back",), (Role.PARTNER,), (When.BY_PASSING,), Chooser.ELDEST,
        ((Then.NEW_DEAL,), (Then.MUST_DECLARE,))),
    Row(Act.DOUBLES_OUT_OF_TURN, ("third doubles", "doubling"), (Role.THIRD,), (), Chooser.MAKER, IT_STANDS_OR_NOT),
    silent(Act.DOUBLES_OUT_OF_TURN, "The eldest hand has the first right to double.", (Role.LEADER,)),
    silent(Act.DOUBLES_OUT_OF_TURN, "The dealer’s side can only re-double.", DEALERS),
    Row(Act.REDOUBLES_OUT_OF_TURN, ("doubling",), (), (), Chooser.LAST_DOUBLER, IT_STANDS_OR_NOT),
    Row(Act.CONSULTS_ON_DOUBLING, ("doubling",), DEALERS, (), Chooser.ELDEST, NEW_DEAL_OR_NOT, counsel=Counsel.ALONE),
    Row(Act.CONSULTS_ON_DOUBLING, ("doubling",), ADVERSARIES, (), Chooser.MAKER, NEW_DEAL_OR_NOT,
        counsel=Counsel.ALONE),
    Row(Act.LEADS_DURING_DOUBLING, ("lead early",), always=(Then.REDOUBLES_BY_CONSENT, Then.KEEPS_DOUBLE)),
    silent(Act.LEADS_WITHOUT_ASKING,
        "The code provides for a lead before the doubling is over, not for a question left out."),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), always=(Then.FORBIDDEN,)),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=(When.NO_SUIT,), always=(Then.ALLOWED,)),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=(When.OTHER_PENALTY,), always=(Then.LOSES_PENALTY,)),
    Row(Act.EXPOSES_CARD, ("before trumps", "before lead"), DEALERS, (When.BEFORE_DECLARATION,), Chooser.ELDEST,
        ((Then.NEW_DEAL,), (Stands(What.DEAL), Then.BARS_DOUBLING))),
    Row(Act.CLAIMS_THE_REST, ("claims rest",), (Role.DEALER,), (When.ALONE,), Chooser.ADVERSARIES,
        ((Then.SHOWS_HAND,),)),
    silent(Act.CLAIMS_THE_REST,
        "Nothing protects adversaries who show their cards: thrown down they are exposed (law 76).", (Role.DEALER,),
        (When.OTHERS_SHOW,)),
    Row(Act.DISOBEYS, ("disobeyed",), WHO_MAY_REVOKE, always=(Then.AS_REVOKE,)),
    silent(Act.DISOBEYS, DEALER_PLAYS, (Role.PARTNER,)),
    Row(Act.LEADS_OUT_OF_TURN, ("dealer leads",), DEALERS, (When.FOLLOWED_BY_NONE,),
        always=(Then.NO_PENALTY, Then.MAY_CORRECT)),
    Row(Act.LEADS_OUT_OF_TURN, ("dealer leads", "followed"), DEALERS, (When.FOLLOWED_BY_ONE, When.FOLLOWED_BY_TWO),
        always=(Then.NO_PENALTY, Then.NOT_CORRECTED, Then.CARDS_BACK),
        note="The dealer may not correct it, and yet on discovery the cards go back: the code does not reconcile "
        "the two laws."),
    Row(Act.REVOKES, ("dealer corrects", "corrected"), (Role.DEALER,), (When.CORRECTED,), Chooser.ELDEST,
        ((HighestOrLowest(Whom.OFFENDER),),), (Then.OTHERS_CHANGE,),
        note="Both adversaries must have played to the trick."),
    Row(Act.REVOKES, ("dealer corrects", "corrected"), (Role.DEALER,), (When.CORRECTED_AS_LAST,),
        always=(Then.NO_PENALTY, Then.OTHERS_CHANGE)),
    *revoke_rows(Then.OF_THIS_GAME),
    Row(Act.REVOKE_IN_DOUBT, ("asks",), (), (When.ANSWERED_NO_OPEN,), always=(Then.CURABLE,),
        note="By the editor’s note."),
    Row(Act.CONSULTS_ON_PENALTY, ("suggests penalty",), (), (When.SUGGESTED,), always=(Then.LOSES_PENALTY,)),
    silent(Act.CONSULTS_ON_PENALTY,
        "The code has no general law on consulting: it speaks of a partner who suggests or demands what the other "
        "alone may exact.", (), (When.ON_OTHER, When.NOTICE)),
    Row(Act.LOOKS_AT_TRICK, ("last trick",), always=(Then.FORBIDDEN,)),
)  # fmt: skip

BRIDGE_ENGLISH_1904 = BRIDGE_ENGLISH_1901.revised("bridge-english-1904", "English, 1904", "hoffmann", CLAUSES, ROWS)
