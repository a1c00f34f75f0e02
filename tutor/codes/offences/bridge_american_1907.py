"""Offences under the American laws of 1907, as Elwell prints them, without numbers: they revise the English of 1904."""

from __future__ import annotations

from tutor.codes.offences.acts import ADVERSARIES, DEALERS, Act, Role, When
from tutor.codes.offences.bridge_english_1901 import (
    ESTABLISHED,
    HIGH_LOW_WIN_LOSE,
    TAKE_PART,
    WHO_MAY_REVOKE,
)
from tutor.codes.offences.bridge_english_1904 import BRIDGE_ENGLISH_1904
from tutor.codes.offences.effects import (
    AtMostTricks,
    CallsSuit,
    CapsScore,
    ExposedCard,
    Stands,
    TakesTricks,
    Then,
    What,
    Which,
    Whom,
)
from tutor.codes.offences.rulings import NEW_DEAL_OR_NOT, NEW_DEAL_UNCALLED, Chooser, Clause, Counsel, Row, silent


def _law(topic: str, id: str, heading: str, lines: tuple[int, int], says: str = "") -> Clause:  # noqa: A002
    return Clause(topic, f"axi-law-{id}", heading, None, lines, says)


CLAUSES = (
    _law("slam", "grand-slam", "Scoring", (769, 776)),
    _law("rotation", "new-deal-must-a", "A New Deal, must (a)", (951, 952)),
    _law("imperfect", "new-deal-must-b", "A New Deal, must (b)", (954, 955)),
    _law("faced", "new-deal-must-c", "A New Deal, must (c)", (957, 957)),
    _law("too long", "new-deal-must-d", "A New Deal, must (d)", (959, 960),
         "There must be a new deal if any player was dealt more than thirteen cards."),
    _law("two dealt", "new-deal-must-e", "A New Deal, must (e)", (962, 963),
         "There must be a new deal if two cards are dealt at once, and then a third before it is put right."),
    _law("uncut", "new-deal-must-f", "A New Deal, must (f)", (965, 967)),
    _law("last card", "new-deal-must-g", "A New Deal, must (g)", (969, 969)),
    _law("dealer exposes", "new-deal-may-a", "A New Deal, may (a)", (976, 977),
         "When the dealer or the partner exposes a card the eldest hand may claim a new deal."),
    _law("adversary exposes", "new-deal-may-b", "A New Deal, may (b)", (979, 980),
         "When an adversary exposes a card the dealer or the partner may claim a new deal."),
    _law("looks", "new-deal-may-c", "A New Deal, may (c)", (982, 984),
         "If the dealer looks at a card before fifty-one are dealt, the adversaries may see it and the eldest hand "
         "may have a new deal."),
    _law("hurried", "new-deal-may-d", "A New Deal, may (d)", (986, 990),
         "When the dealer’s side exposes one of the last cards and hurries the deal to its end the eldest hand "
         "keeps the choice; every other such claim must be made before the deal is complete."),
    _law("uncalled", "new-deal-looked", "A New Deal", (995, 998),
         "Nobody who has looked at a card may claim a new deal for one exposed in dealing; if the deal stands it "
         "cannot be called."),
    _law("short", "short-hand", "A New Deal", (1002, 1007),
         "When three hands are right and the fourth, not dummy, is found short after its owner has played, the deal "
         "stands; the owner answers for revokes as if the missing card had been held, and the other pack may be "
         "searched."),
    _law("past", "imperfect-pack", "A New Deal", (1011, 1013)),
    _law("wrong pack", "wrong-pack", "A New Deal", (1017, 1018),
         "Who deals with the adversaries’ cards must be corrected before the first card is played; else the deal "
         "stands."),
    _law("wrong deal", "deal-out-of-turn", "A New Deal", (1018, 1020),
         "Who deals in an adversary’s turn must be corrected before the cards are dealt for the following deal."),
    _law("for partner", "acting-for-partner", "A New Deal", (1022, 1023)),
    _law("unauthorised", "declare-unauthorised", "Declaring Trumps", (1039, 1051)),
    _law("passed back", "declare-passed-back", "Declaring Trumps", (1055, 1058),
         "If the dealer’s partner passes the declaration back, the eldest hand may, before a word on doubling, "
         "claim a new deal or compel the partner to declare."),
    _law("adversary declares", "declare-adversary", "Declaring Trumps", (1062, 1064),
         "If an adversary makes or passes the declaration, the dealer may, after looking at the hand, claim a new "
         "deal or go on as if nothing had been said."),
    _law("final", "declaration-final", "Declaring Trumps", (1066, 1066)),
    _law("third doubles", "double-third-hand", "Doubling", (1097, 1101)),
    _law("redouble out", "redouble-out-of-turn", "Doubling", (1109, 1112),
         "Of a re-double out of turn the adversary who doubled last says whether it stands."),
    _law("refused", "double-refused", "Doubling", (1112, 1114),
         "A double or re-double out of turn that is refused ends the doubling of that hand."),
    _law("consults", "double-consultation", "Doubling", (1114, 1116),
         "For consulting on doubling the maker of the trump, or the eldest hand, may without consulting have a new "
         "deal."),
    _law("lead early", "lead-before-doubling", "Doubling", (1122, 1124)),
    _law("lead unasked", "lead-without-asking", "Doubling", (1134, 1135),
         "If the eldest hand leads without asking, the partner may double only by consent of the maker of the trump."),
    _law("third asks", "third-hand-asks", "Doubling", (1139, 1140),
         "If the dealer’s right-hand adversary asks leave to lead, the eldest hand does not lose the right to "
         "double."),
    _law("third leads", "third-hand-leads", "Doubling", (1145, 1147),
         "If the dealer’s right-hand adversary leads out of turn, the maker of the trump may call a suit from the "
         "eldest hand, who may double only by consent."),
    _law("double final", "double-final", "Doubling", (1151, 1151)),
    _law("dummy speaks", "dummy-right-a", "Dummy", (1159, 1181),
         "The dealer’s partner, the hand being down, may ask about a suit renounced and whether a demand for the "
         "highest or lowest was met; say that a trick is not complete or was wrongly taken; correct a claim to a "
         "penalty not due, and the score; and speak in a dispute of fact."),
    _law("dummy points", "dummy-attention", "Dummy", (1182, 1184),
         "If the dealer’s partner points at anything else that carries a penalty, the dealer may not exact it."),
    _law("suggests", "dummy-suggests", "Dummy", (1185, 1188)),
    _law("dummy revokes", "dummy-revoke", "Dummy", (1189, 1191)),
    _law("drawn", "card-played-own", "Dummy", (1192, 1193),
         "A card of the dealer’s own hand is not played until it is let go."),
    _law("touched", "card-played-dummy", "Dummy", (1193, 1195),
         "A card of dummy that the dealer names or touches is played, unless the dealer says ‘I arrange’ or the "
         "like."),
    _law("before trumps", "exposed-before-trump", "Cards Exposed before Play", (1198, 1201),
         "When the dealer or the partner exposes a card after the deal and before the declaration, the eldest hand "
         "may, without consulting, claim a new deal."),
    _law("before lead", "exposed-before-lead", "Cards Exposed before Play", (1203, 1208)),
    _law("liable", "exposed-liable", "Cards Exposed during Play", (1211, 1212),
         "Cards exposed by the dealer’s adversaries may be called and must lie face up."),
    _law("exposed", "exposed-def-3", "Cards Exposed during Play", (1213, 1222),
         "Two cards played at once are exposed, any card dropped face up or otherwise shown on or above the table, "
         "and any held so that the partner can see some of its face."),
    _law("floor", "exposed-floor", "Cards Exposed during Play", (1223, 1224),
         "A card dropped below the table is not exposed."),
    _law("two at once", "two-at-once", "Cards Exposed during Play", (1225, 1228),
         "When an adversary plays two cards at once the dealer says which is played; the others lie face up and may "
         "be called."),
    _law("ahead", "played-ahead", "Cards Exposed during Play", (1229, 1235),
         "When an adversary plays the best card, or leads a winner, or goes on to lead several, without waiting, "
         "the partner may be made to win any of those tricks, and the other cards are exposed."),
    _law("throws down", "throw-down", "Cards Exposed during Play", (1236, 1239),
         "Cards that an adversary throws down are exposed and may be called; the partner who keeps the hand need "
         "not give it up."),
    _law("claims rest", "claim-false", "Cards Exposed during Play", (1239, 1243),
         "Adversaries who show their cards because they believe the dealer’s claim to the rest cannot have them "
         "called if it proves false."),
    _law("disobeyed", "penalty-disobeyed", "Cards Exposed during Play", (1244, 1249),
         "Any player who could obey the demand for a card, a trick or a suit, and does not, pays as for a revoke, "
         "unless it is corrected before the trick is turned and quitted."),
    _law("adversary leads", "lead-out-adversary", "Leads out of Turn", (1252, 1254)),
    _law("dealer leads", "lead-out-dealer", "Leads out of Turn", (1255, 1257)),
    _law("followed", "lead-out-followed", "Leads out of Turn", (1258, 1263),
         "A lead out of turn that all three follow stands; followed by one or two, their cards may go back, and "
         "only the offender pays, if an adversary of the dealer."),
    _law("no forced revoke", "no-forced-revoke", "Leads out of Turn", (1264, 1265)),
    _law("repeated", "call-repeated", "Leads out of Turn", (1266, 1267)),
    _law("void", "called-suit-void", "Leads out of Turn", (1268, 1269)),
    _law("fourth first", "fourth-before-third", "Cards Played in Error", (1273, 1276),
         "If fourth hand plays before the partner, third hand not having played, the partner, if not of the "
         "dealer’s side, may be made to play the highest or lowest of the suit, or to win or lose the trick."),
    _law("omitted", "omitted-card", "Cards Played in Error", (1277, 1281),
         "If a card is omitted, but by dummy, and not corrected before the next trick is played to, the adversaries "
         "may claim a new deal; else the surplus card belongs to that trick and is no revoke."),
    _law("twice", "two-cards-one-trick", "Cards Played in Error", (1283, 1291),
         "Who plays two cards to a trick, or mixes a card with one, answers for the revokes that come of it; during "
         "the hand the trick with the surplus may be examined and the card restored."),
    _law("revoke", "revoke-definition", "The Revoke", (1295, 1296)),
    _law("precedence", "revoke-precedence", "The Revoke", (1296, 1297),
         "The penalty for a revoke comes before every other count."),
    _law("established", "revoke-established", "The Revoke", (1298, 1302)),
    _law("penalty", "revoke-penalty", "The Revoke", (1303, 1304),
         "For a revoke three tricks are taken from the offender and added to the adversaries’."),
    _law("scope", "revoke-scope", "The Revoke", (1305, 1306), "The penalty touches the score of that game alone."),
    _law("cap", "revoke-cap", "The Revoke", (1307, 1309),
         "The offending side cannot win the game by that hand, nor stand higher towards it than 28."),
    _law("asks", "revoke-ask", "The Revoke", (1310, 1315),
         "If the partner asks in time, quitting the trick does not establish the revoke, unless the answer was no "
         "or that side has played on."),
    _law("corrected", "revoke-withdraw", "The Revoke", (1316, 1322)),
    _law("dealer corrects", "revoke-corrected-dealer", "The Revoke", (1324, 1328)),
    _law("search", "revoke-search", "The Revoke", (1329, 1330)),
    _law("mixed", "revoke-mixed", "The Revoke", (1330, 1333)),
    _law("time", "revoke-time-limit", "The Revoke", (1334, 1335)),
    _law("both", "revoke-both", "The Revoke", (1336, 1337),
         "When both sides revoke neither can win the game by that hand."),
    _law("multiple", "revoke-multiple", "The Revoke", (1338, 1340),
         "Every revoke of a hand may be claimed, but never more than thirteen tricks in all."),
    _law("consultation", "consultation", "General Rules", (1343, 1344),
         "Partners may not consult on exacting a penalty; if they do, it is paid."),
    _law("last trick", "last-trick", "General Rules", (1345, 1346),
         "A trick turned and quitted is not looked at again before the end of the hand."),
    _law("placed", "cards-placed", "General Rules", (1347, 1350)),
    _law("claims trick", "attention-trick", "General Rules", (1351, 1355)),
    _law("warns", "warn-partner", "General Rules", (1356, 1357),
         "An adversary may tell the partner that the lead about to be made is out of turn."),
    _law("remarks", "unauthorised-reference", "General Rules", (1357, 1359),
         "For any other reference to the play by an adversary the dealer may call a suit from whichever of them "
         "leads next."),
    _law("choice", "time-for-decision", "General Rules", (1360, 1361)),
    _law("wrong penalty", "wrong-penalty", "General Rules", (1361, 1362),
         "If a wrong penalty is demanded none can be exacted."),
    _law("suggests penalty", "penalty-notice", "General Rules", (1363, 1366),
         "The eldest hand’s partner may say that a penalty is due, and no more; to suggest or demand it is to "
         "consult, and none can be exacted."),
    _law("bystander", "bystanders", "Bystanders", (1381, 1385),
         "A bystander whose remark shows an oversight in the score, or that a penalty may be exacted, may be made "
         "by the players to pay the stakes of the rubber."),
)  # fmt: skip

NOT_PROVIDED = "The code does not provide for it."
WHOLLY_SHOWN = "The code speaks only of adversaries who show their cards when the dealer claims the rest."
ALLOWED_TO_DUMMY = (
    When.NO_SUIT, When.OBEYED, When.TOO_FEW, When.WRONG_CLAIM, When.WRONG_TAKER, When.DISPUTE, When.SCORE,
)  # fmt: skip
_OF_A_REVOKE = (
    Then.COMES_FIRST, Then.NO_GAME, CapsScore(28), Then.NO_SLAM_BY_PENALTY, Then.OF_THIS_GAME, AtMostTricks(13),
)  # fmt: skip
_REVOKE_LAWS = ("revoke", "precedence", "penalty", "scope", "cap", "multiple", "slam")

ROWS = (
    Row(Act.HAND_TOO_LONG, ("too long",), always=(Then.NEW_DEAL,)),
    Row(Act.DEALS_TWO_AT_ONCE, ("two dealt",), (), (When.BEFORE_THIRD_CARD,), always=(Then.MAY_CORRECT,)),
    Row(Act.EXPOSES_IN_DEAL, ("dealer exposes", "uncalled"), DEALERS, (When.IN_THE_DEAL,), Chooser.ELDEST,
        NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_IN_DEAL, ("adversary exposes", "uncalled"), ADVERSARIES, (When.IN_THE_DEAL,), Chooser.DEALING_SIDE,
        NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_IN_DEAL, ("hurried", "uncalled"), DEALERS, (When.HURRIED,), Chooser.ELDEST, NEW_DEAL_UNCALLED),
    Row(Act.EXPOSES_IN_DEAL, ("hurried", "uncalled"), ADVERSARIES, (When.HURRIED,),
        always=(Then.TOO_LATE, Then.CANNOT_BE_CALLED)),
    Row(Act.EXPOSES_IN_DEAL, ("uncalled",), (), (When.SEEN_OWN,), always=(Stands(What.DEAL), Then.CANNOT_BE_CALLED)),
    Row(Act.LOOKS_IN_DEAL, ("looks",), (), (When.BEFORE_FIFTY_ONE,), Chooser.ELDEST, NEW_DEAL_OR_NOT,
        (Then.SEES_CARD,)),
    silent(Act.FOREIGN_CARD, NOT_PROVIDED),
    silent(Act.HAND_TOO_SHORT, "The law excepts dummy.", (Role.PARTNER,), (When.PLAYED_FROM,)),
    Row(Act.DEALS_OUT_OF_TURN, ("wrong deal",), always=(Then.RIGHT_DEAL,),
        note="The law speaks of a deal in an adversary’s turn."),
    Row(Act.DEALS_WRONG_PACK, ("wrong pack",), (), (When.BEFORE_LAST_CARD, When.BEFORE_FIRST_TRICK),
        always=(Then.RIGHT_DEAL,)),
    Row(Act.DEALS_WRONG_PACK, ("wrong pack",), (), (When.BEFORE_NEXT_DEAL,), always=(Stands(What.DEAL),)),
    Row(Act.DECLARES_OUT_OF_TURN, ("passed back",), (Role.PARTNER,), (When.BY_PASSING,), Chooser.ELDEST,
        ((Then.NEW_DEAL,), (Then.MUST_DECLARE,)), note="As long as nothing has been said on doubling."),
    Row(Act.DECLARES_OUT_OF_TURN, ("adversary declares",), ADVERSARIES, (), Chooser.DEALER,
        ((Then.NEW_DEAL,), (Then.DISREGARDED,)), note="The dealer may look at the hand first."),
    Row(Act.DOUBLES_OUT_OF_TURN, ("third doubles", "refused"), (Role.THIRD,), (), Chooser.MAKER,
        ((Then.ACCEPTED,), (Then.ENDS_DOUBLING,))),
    Row(Act.REDOUBLES_OUT_OF_TURN, ("redouble out", "refused"), (), (), Chooser.LAST_DOUBLER,
        ((Then.ACCEPTED,), (Then.ENDS_DOUBLING,))),
    Row(Act.CONSULTS_ON_DOUBLING, ("consults",), DEALERS, (), Chooser.ELDEST, NEW_DEAL_OR_NOT, counsel=Counsel.ALONE),
    Row(Act.CONSULTS_ON_DOUBLING, ("consults",), ADVERSARIES, (), Chooser.MAKER, NEW_DEAL_OR_NOT,
        counsel=Counsel.ALONE),
    Row(Act.LEADS_WITHOUT_ASKING, ("lead unasked",), always=(Then.PARTNER_BY_CONSENT,)),
    Row(Act.THIRD_HAND_ASKS, ("third asks",), always=(Then.KEEPS_DOUBLE,)),
    Row(Act.THIRD_HAND_LEADS, ("third leads",), (), (), Chooser.MAKER, ((CallsSuit(Whom.LEADER),),),
        (Then.DOUBLES_BY_CONSENT,)),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=ALLOWED_TO_DUMMY, always=(Then.ALLOWED,)),
    Row(Act.DUMMY_SPEAKS, ("dummy points",), when=(When.OTHER_PENALTY,), always=(Then.LOSES_PENALTY,)),
    silent(Act.DUMMY_WATCHES, "It is left to etiquette."),
    silent(Act.TAKES_CARD_BACK, "The code says nothing of a card named from the dealer’s own hand.", (), (When.NAMED,)),
    Row(Act.TAKES_CARD_BACK, ("touched",), (), (When.TOUCHED_IN_DUMMY, When.NAMED_IN_DUMMY), always=(Then.PLAYED,),
        note="Unless, in touching, the words are ‘I arrange’ or the like."),
    Row(Act.TAKES_CARD_BACK, ("drawn",), (), (When.DRAWN,), always=(Then.NOT_PLAYED,)),
    Row(Act.TAKES_CARD_BACK, ("corrected",), (), (When.TO_SAVE_REVOKE,), always=(Then.MAY_TAKE_BACK,)),
    Row(Act.EXPOSES_CARD, ("before trumps", "before lead"), DEALERS, (When.BEFORE_DECLARATION,), Chooser.ELDEST,
        ((Then.NEW_DEAL,), (Stands(What.DEAL), Then.BARS_DOUBLING)), counsel=Counsel.ALONE),
    Row(Act.EXPOSES_CARD, ("liable",), DEALERS, (When.IN_PLAY,), always=(Then.NO_PENALTY,)),
    Row(Act.SHOWS_CARD, ("liable",), DEALERS, always=(Then.NO_PENALTY,)),
    Row(Act.SHOWS_CARD, ("floor",), ADVERSARIES, (When.BELOW_TABLE,), always=(Then.NO_PENALTY,)),
    Row(Act.SHOWS_CARD, ("exposed", "liable"), ADVERSARIES, (When.SEEN_BY_PARTNER,), always=(ExposedCard(),)),
    silent(Act.SHOWS_CARD,
        "The law makes a card exposed that the partner can see, and says nothing of one that an adversary alone can "
        "see.", ADVERSARIES, (When.SEEN_BY_ADVERSARY,)),
    Row(Act.PLAYS_TWO_AT_ONCE, ("two at once", "exposed"), ADVERSARIES, (), Chooser.DECLARER, ((Then.CHOOSES_CARD,),),
        (ExposedCard(Which.OTHERS),)),
    silent(Act.PLAYS_TWO_AT_ONCE, TAKE_PART, DEALERS),
    silent(Act.DETACHES_CARD, "There is no such law: a card that the partner can see is exposed."),
    Row(Act.PLAYS_AHEAD, ("ahead",), ADVERSARIES, (When.ONE_CARD,), Chooser.DECLARER, ((Then.PARTNER_WINS,),)),
    silent(Act.CLAIMS_THE_REST, WHOLLY_SHOWN, (Role.DEALER,), (When.ALONE,)),
    Row(Act.CLAIMS_THE_REST, ("claims rest",), (Role.DEALER,), (When.OTHERS_SHOW,), always=(Then.CANNOT_BE_CALLED,)),
    Row(Act.THROWS_DOWN, ("throws down",), ADVERSARIES, (When.ALONE,),
        always=(ExposedCard(Which.HAND), Then.HAND_KEPT)),
    Row(Act.THROWS_DOWN, ("liable",), DEALERS, (When.ALONE,), always=(Then.NO_PENALTY,)),
    silent(Act.THROWS_DOWN, NOT_PROVIDED, (), (When.ALL_FOUR,)),
    Row(Act.DISOBEYS, ("disobeyed",), WHO_MAY_REVOKE, (When.PUT_RIGHT,), always=(Then.NO_PENALTY,)),
    Row(Act.LEADS_OUT_OF_TURN, ("dealer leads", "followed"), DEALERS, (When.FOLLOWED_BY_ONE, When.FOLLOWED_BY_TWO),
        Chooser.FOLLOWERS, ((Stands(What.LEAD),), (Then.CARDS_BACK,)), (Then.NO_PENALTY, Then.NOT_CORRECTED)),
    Row(Act.PLAYS_OUT_OF_TURN, ("fourth first",), ADVERSARIES, (When.FOURTH_BEFORE_PARTNER,), Chooser.DECLARER,
        HIGH_LOW_WIN_LOSE),
    silent(Act.OMITS_TO_PLAY, "The law excepts dummy.", (Role.PARTNER,)),
    Row(Act.PLAYS_TWICE, ("twice",), WHO_MAY_REVOKE, (When.FOUND_IN_PLAY,),
        always=(Then.ANSWERS_FOR_REVOKES, Then.SEARCH_ONE)),
    Row(Act.PLAYS_TWICE, ("twice",), (Role.PARTNER,), (When.FOUND_IN_PLAY,), always=(Then.NO_PENALTY, Then.SEARCH_ONE)),
    Row(Act.REVOKES, _REVOKE_LAWS, WHO_MAY_REVOKE, ESTABLISHED, Chooser.NOBODY, ((TakesTricks(3),),), _OF_A_REVOKE),
    Row(Act.REVOKES, (*_REVOKE_LAWS, "both"), WHO_MAY_REVOKE, (When.BY_BOTH_SIDES,), Chooser.NOBODY,
        ((TakesTricks(3),),), (Then.NEITHER_WINS, *_OF_A_REVOKE)),
    silent(Act.REVOKE_IN_DOUBT,
        "That a ‘no’ takes away what the question had given is said; whether it establishes the revoke by itself is "
        "not.", (), (When.ANSWERED_NO_OPEN,)),
    silent(Act.CLAIMS_THE_TRICK, TAKE_PART, DEALERS),
    Row(Act.REMARKS, ("warns",), ADVERSARIES, (When.WARNING,), always=(Then.ALLOWED,)),
    Row(Act.REMARKS, ("remarks",), ADVERSARIES, (When.REMARK,), Chooser.DECLARER, ((CallsSuit(Whom.NEXT),),)),
    silent(Act.REMARKS, TAKE_PART, DEALERS),
    Row(Act.CONSULTS_ON_PENALTY, ("consultation",), (), (When.ON_REVOKE, When.ON_OTHER), always=(Then.PAID,)),
    Row(Act.CONSULTS_ON_PENALTY, ("suggests penalty",), (), (When.NOTICE,), always=(Then.ALLOWED,)),
    Row(Act.WRONG_PENALTY, ("wrong penalty",), always=(Then.LOSES_PENALTY,)),
    Row(Act.BYSTANDER_SPEAKS, ("bystander",), (), (), Chooser.PLAYERS, ((Then.PAYS_STAKES,),)),
)  # fmt: skip

BRIDGE_AMERICAN_1907 = BRIDGE_ENGLISH_1904.revised("bridge-american-1907", "American, 1907", "elwell", CLAUSES, ROWS)
