"""Offences at auction under the code that Foster prints in 1910: it revises the American laws of bridge of 1907."""

from __future__ import annotations

from tutor.codes.offences.acts import ADVERSARIES, DEALERS, Act, Role, When
from tutor.codes.offences.bridge_american_1907 import ALLOWED_TO_DUMMY, BRIDGE_AMERICAN_1907, NOT_PROVIDED
from tutor.codes.offences.bridge_english_1901 import CARD_OR_SUIT, WHO_MAY_REVOKE
from tutor.codes.offences.bridge_english_1904 import NEW_DEAL_OR_WORDS
from tutor.codes.offences.effects import ExposedCard, PenaltyPoints, Stands, TakesTricks, Then, What
from tutor.codes.offences.games import AUCTION
from tutor.codes.offences.rulings import NEW_DEAL_OR_NOT, NEW_DEAL_UNCALLED, Chooser, Clause, Row, silent


def _law(topic: str, number: str, page: int, lines: tuple[int, int], says: str = "") -> Clause:
    return Clause(topic, f"fos-law-{int(number.split()[0]):03}", number, page, lines, says)


CLAUSES = (
    _law("slam", "7", 20, (488, 502)),
    _law("rotation", "37 a", 26, (697, 700)),
    _law("imperfect", "37 b", 26, (702, 704)),
    _law("faced", "37 c", 26, (706, 706)),
    _law("too long", "37 d", 26, (708, 711),
         "There must be a new deal if any player was dealt more than thirteen cards, found before or during the "
         "play."),
    _law("two dealt", "37 e", 26, (711, 715)),
    _law("uncut", "37 f", 26, (717, 722)),
    _law("last card", "37 g", 26, (724, 726)),
    _law("dealer exposes", "38 a", 26, (730, 733),
         "When the dealer or the partner exposes a card before the deal is complete either adversary may claim a "
         "new deal."),
    _law("adversary exposes", "38 b", 26, (735, 738)),
    _law("looks", "38 c", 27, (743, 747),
         "If the dealer looks at a card before fifty-one are dealt, the adversaries may see it and either may have "
         "a new deal."),
    _law("hurried", "38 d", 27, (749, 756),
         "When the dealer’s side exposes one of the last cards and hurries the deal to its end either adversary "
         "keeps the choice; every other such claim must be made before the deal is complete."),
    _law("uncalled", "39", 27, (759, 763)),
    _law("short", "40", 27, (765, 772),
         "When three hands are right and the fourth is found short after its owner has played, the deal stands; the "
         "owner, but for dummy, answers for revokes as if the missing card had been held, and anyone may search the "
         "other pack."),
    _law("past", "41", 27, (774, 786),
         "A pack proved imperfect in the play makes the deal void and no score before it; so does a hand with too "
         "many cards when another is as many short."),
    _law("wrong deal", "42", 28, (788, 792),
         "Who deals out of turn, or with the adversaries’ cards, may be corrected before the last card; then the "
         "deal stands."),
    _law("for partner", "43", 28, (794, 796)),
    _law("out of turn", "51", 30, (863, 868),
         "After a bid out of turn the adversary on the bidder’s left may have a new deal, or let the bid stand."),
    _law("insufficient", "52", 30, (870, 882),
         "A bid too low counts as the number that was needed, unless an adversary passes it, doubles or bids "
         "higher; when it is so corrected, or cannot be, the partner is barred until an adversary bids higher or "
         "doubles."),
    _law("information", "53", 30, (884, 894),
         "When the bidding is over nobody may tell the partner of an earlier bid; anyone may ask what the last bid "
         "was."),
    _law("double out", "58", 32, (936, 937),
         "After a double out of turn the adversary on the doubler’s left may have a new deal."),
    _law("final", "60", 32, (943, 945), "A declaration once made is not altered unless it is doubled or outbid."),
    _law("dummy speaks", "62", 32, (955, 984),
         "The declarer’s partner, the hand being down, may ask about a suit renounced; say that a trick has too "
         "many or too few cards or was wrongly taken; correct a claim to a penalty not due, and the score; and "
         "speak in a dispute that has arisen."),
    _law("dummy points", "63", 33, (986, 990)),
    _law("suggests", "64", 33, (992, 996)),
    _law("dummy revokes", "65", 33, (998, 1001)),
    _law("drawn", "66", 33, (1003, 1014),
         "A card of the declarer’s own hand is not played until it is let go; one of dummy is when named or "
         "touched, unless the declarer says ‘I arrange’. Of two touched at once either may be chosen."),
    _law("before bids end", "67", 34, (1018, 1024),
         "When anyone exposes a card between the deal and the last bid either adversary may have a new deal; if the "
         "deal stands the card is taken up and cannot be called."),
    _law("before lead", "68", 34, (1026, 1032),
         "A card that the leader’s partner exposes before the lead may be called, or its suit forbidden; the "
         "leader’s own may be called."),
    _law("liable", "69", 34, (1036, 1039)),
    _law("exposed", "70", 35, (1044, 1056),
         "Two cards played at once are exposed, a card dropped face up, one held so that the partner sees some of "
         "its face, and one that an adversary says is held on that side."),
    _law("floor", "71", 35, (1058, 1061),
         "A card dropped below the table, or seen by an adversary and not by the partner, is not exposed."),
    _law("two at once", "72", 35, (1063, 1067)),
    _law("ahead", "73", 35, (1069, 1078),
         "When an adversary plays the best card, or leads a winner, and goes on to lead several, without waiting, "
         "the partner may be made to win any of those tricks, and the other cards are exposed."),
    _law("throws down", "74", 36, (1084, 1096),
         "Cards that an adversary throws down are exposed, and the partner who keeps the hand need not give it up; "
         "the declarer’s cannot be called. A declarer who claims the rest may be made to lay down the hand, and "
         "adversaries who then show theirs cannot have them called."),
    _law("disobeyed", "75", 36, (1098, 1108)),
    _law("adversary leads", "76", 36, (1112, 1120)),
    _law("dealer leads", "77", 37, (1122, 1125)),
    _law("followed", "78", 37, (1127, 1135)),
    _law("no forced revoke", "79", 37, (1137, 1138)),
    _law("repeated", "80", 37, (1140, 1141)),
    _law("void", "81", 37, (1143, 1144)),
    _law("fourth first", "82", 37, (1148, 1157),
         "If fourth hand, not of the declarer’s side, plays before second, the latter may be made to play the "
         "highest or lowest of the suit, or to win or lose the trick."),
    _law("omitted", "83", 38, (1159, 1166)),
    _law("twice", "84", 38, (1168, 1179)),
    _law("revoke", "85", 38, (1183, 1185)),
    _law("established", "85", 39, (1190, 1196)),
    _law("penalty", "86", 39, (1198, 1226),
         "For a revoke by the declarer the adversaries score 150 above the line; for one by an adversary the "
         "declarer scores 150 or takes three tricks, which may make good the bid and earn no bonus; each after the "
         "first costs 100. The side that revoked scores only honours in trumps or chicane."),
    _law("asks", "87", 40, (1232, 1240)),
    _law("corrected", "88", 40, (1242, 1252),
         "When a renounce is corrected in time those who played after may change their cards; if it was an "
         "adversary’s, the card may be called, or the highest or lowest demanded; of the declarer nothing is."),
    _law("search", "89", 40, (1254, 1261)),
    _law("mixed", "89", 40, (1255, 1261)),
    _law("time", "90", 41, (1266, 1267)),
    _law("both", "91", 41, (1269, 1273),
         "When both sides revoke only honours in trumps or chicane are scored, and 100 by the other side for each "
         "revoke of a side after its first."),
    _law("consultation", "92", 41, (1277, 1279)),
    _law("last trick", "93", 41, (1281, 1283),
         "A trick turned and quitted is not looked at again before the end, but to restore a surplus card."),
    _law("placed", "94", 41, (1285, 1289)),
    _law("claims trick", "95", 41, (1291, 1298)),
    _law("warns", "96", 42, (1304, 1306),
         "An adversary may tell the partner that a lead or a play about to be made is out of turn."),
    _law("remarks", "96", 42, (1306, 1311),
         "For any other reference to the play, or to a bid, by an adversary the declarer may call a suit from "
         "whichever of them leads next."),
    _law("choice", "97", 42, (1313, 1315)),
    _law("wrong penalty", "97", 42, (1315, 1317)),
    _law("suggests penalty", "98", 42, (1319, 1324),
         "An adversary may ask ‘Partner, will you exact the penalty or shall I?’; whichever names it binds both."),
    _law("bystander", "101", 43, (1350, 1357),
         "A bystander whose remark shows an oversight in the score, or that a penalty may be exacted, may be made "
         "by the players to pay the stakes, not the extras."),
)  # fmt: skip

DUMMY_LIES_OPEN = "Dummy’s cards lie open."
NO_QUESTION = "No leave to lead is asked at auction."
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
        note="The law excepts passing."),
    Row(Act.CHANGES_WORDS, ("final",), always=(Stands(What.WORDS),)),
    Row(Act.BIDS_TOO_LITTLE, ("insufficient",), (), (When.RAISED,), always=(Then.RAISED, Then.BARS_BIDDING)),
    Row(Act.BIDS_TOO_LITTLE, ("insufficient",), (), (When.CANNOT_BE_RAISED,), always=(Then.BARS_BIDDING,)),
    Row(Act.BIDS_TOO_LITTLE, ("insufficient",), (), (When.CONDONED,), always=(Stands(What.WORDS),)),
    Row(Act.TELLS_OF_BIDS, ("information", "remarks"), ADVERSARIES, (When.EARLIER_BID,), always=(Then.FORBIDDEN,),
        note="During the play it is a remark, for which law 96 lets the declarer call a suit."),
    Row(Act.TELLS_OF_BIDS, ("information",), DEALERS, (When.EARLIER_BID,), always=(Then.FORBIDDEN,)),
    Row(Act.TELLS_OF_BIDS, ("information",), (), (When.FINAL_BID,), always=(Then.ALLOWED,)),
    Row(Act.DOUBLES_OUT_OF_TURN, ("double out",), (), (), Chooser.LEFT, NEW_DEAL_OR_WORDS),
    silent(Act.REDOUBLES_OUT_OF_TURN, "The code provides for bids and doubles out of turn, not for re-doubles."),
    silent(Act.CONSULTS_ON_DOUBLING, NOT_PROVIDED),
    silent(Act.LEADS_DURING_DOUBLING, "The play begins when the last bid stands."),
    silent(Act.LEADS_WITHOUT_ASKING, NO_QUESTION),
    silent(Act.THIRD_HAND_ASKS, NO_QUESTION),
    Row(Act.THIRD_HAND_LEADS, ("adversary leads",), (), (), Chooser.DECLARER, CARD_OR_SUIT,
        note="The general law of leads out of turn: the code has none for the first lead."),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=(*ALLOWED_TO_DUMMY, When.TOO_MANY), always=(Then.ALLOWED,)),
    Row(Act.DUMMY_SPEAKS, ("dummy speaks",), when=(When.OBEYED,), always=(Then.FORBIDDEN,)),
    Row(Act.TAKES_CARD_BACK, ("drawn",), (), (When.TOUCHED_IN_DUMMY, When.NAMED_IN_DUMMY), always=(Then.PLAYED,),
        note="Unless, in touching, the words are ‘I arrange’ or the like."),
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
    silent(Act.DETACHES_CARD, "It is left to etiquette: one should not detach a card and play another."),
    silent(Act.PLAYS_AHEAD, "The law wants a second card led in haste.", ADVERSARIES, (When.ONE_CARD,)),
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
        ((PenaltyPoints(150),),), _OF_A_REVOKE, note="Besides what a bid that fails costs."),
    Row(Act.REVOKES, ("revoke", "penalty", "slam"), ADVERSARIES, (When.ESTABLISHED,), Chooser.DECLARER,
        ((PenaltyPoints(150),), (TakesTricks(3), Then.NO_BONUS_BY_PENALTY)), _OF_A_REVOKE),
    Row(Act.REVOKES, ("revoke", "penalty", "slam"), WHO_MAY_REVOKE, (When.AGAIN,), Chooser.NOBODY,
        ((PenaltyPoints(100),),), _OF_A_REVOKE),
    Row(Act.REVOKES, ("revoke", "both", "slam"), WHO_MAY_REVOKE, (When.BY_BOTH_SIDES,),
        always=(Then.NOTHING_BUT_HONOURS, *_OF_A_REVOKE),
        note="Each revoke of a side after its first still gives the other 100."),
    Row(Act.CONSULTS_ON_PENALTY, ("suggests penalty",), (), (When.SUGGESTED,), always=(Then.BINDS,)),
)  # fmt: skip

AUCTION_1910 = BRIDGE_AMERICAN_1907.revised("auction-1910", "Auction, 1910", "foster", CLAUSES, ROWS, AUCTION)
