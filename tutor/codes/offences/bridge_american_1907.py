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
from tutor.codes.offences.rulings import NEW_DEAL_OR_NOT, NEW_DEAL_UNCALLED, Chooser, Counsel, Row, silent

LAWS = {
    "slam": "grand-slam", "rotation": "new-deal-must-a", "imperfect": "new-deal-must-b", "faced": "new-deal-must-c",
    "too long": "new-deal-must-d", "two dealt": "new-deal-must-e", "uncut": "new-deal-must-f",
    "last card": "new-deal-must-g", "dealer exposes": "new-deal-may-a", "adversary exposes": "new-deal-may-b",
    "looks": "new-deal-may-c", "hurried": "new-deal-may-d", "uncalled": "new-deal-looked", "short": "short-hand",
    "past": "imperfect-pack", "wrong pack": "wrong-pack", "wrong deal": "deal-out-of-turn",
    "for partner": "acting-for-partner", "unauthorised": "declare-unauthorised", "passed back": "declare-passed-back",
    "adversary declares": "declare-adversary", "final": "declaration-final", "third doubles": "double-third-hand",
    "redouble out": "redouble-out-of-turn", "refused": "double-refused", "consults": "double-consultation",
    "lead early": "lead-before-doubling", "lead unasked": "lead-without-asking", "third asks": "third-hand-asks",
    "third leads": "third-hand-leads", "double final": "double-final", "dummy speaks": "dummy-right-a",
    "dummy points": "dummy-attention", "suggests": "dummy-suggests", "dummy revokes": "dummy-revoke",
    "drawn": "card-played-own", "touched": "card-played-dummy", "before trumps": "exposed-before-trump",
    "before lead": "exposed-before-lead", "liable": "exposed-liable", "exposed": "exposed-def-3",
    "floor": "exposed-floor", "two at once": "two-at-once", "ahead": "played-ahead", "throws down": "throw-down",
    "claims rest": "claim-false", "disobeyed": "penalty-disobeyed", "adversary leads": "lead-out-adversary",
    "dealer leads": "lead-out-dealer", "followed": "lead-out-followed", "no forced revoke": "no-forced-revoke",
    "repeated": "call-repeated", "void": "called-suit-void", "fourth first": "fourth-before-third",
    "omitted": "omitted-card", "twice": "two-cards-one-trick", "revoke": "revoke-definition",
    "precedence": "revoke-precedence", "established": "revoke-established", "penalty": "revoke-penalty",
    "scope": "revoke-scope", "cap": "revoke-cap", "asks": "revoke-ask", "corrected": "revoke-withdraw",
    "dealer corrects": "revoke-corrected-dealer", "search": "revoke-search", "mixed": "revoke-mixed",
    "time": "revoke-time-limit", "both": "revoke-both", "multiple": "revoke-multiple", "consultation": "consultation",
    "last trick": "last-trick", "placed": "cards-placed", "claims trick": "attention-trick", "warns": "warn-partner",
    "remarks": "unauthorised-reference", "choice": "time-for-decision", "wrong penalty": "wrong-penalty",
    "suggests penalty": "penalty-notice", "bystander": "bystanders",
}  # fmt: skip
"""The numbers of the laws, by topic."""

NOT_PROVIDED = "The code does not provide for it."
WHOLLY_SHOWN = "The code covers only adversaries who show their cards when the dealer claims the rest."
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
    silent(Act.HAND_TOO_SHORT, "The law makes an exception for dummy.", (Role.PARTNER,), (When.PLAYED_FROM,)),
    Row(Act.DEALS_OUT_OF_TURN, ("wrong deal",), always=(Then.RIGHT_DEAL,),
        note="The law is about a deal in an adversary’s turn."),
    Row(Act.DEALS_WRONG_PACK, ("wrong pack",), (), (When.BEFORE_LAST_CARD, When.BEFORE_FIRST_TRICK),
        always=(Then.RIGHT_DEAL,)),
    Row(Act.DEALS_WRONG_PACK, ("wrong pack",), (), (When.BEFORE_NEXT_DEAL,), always=(Stands(What.DEAL),)),
    Row(Act.DECLARES_OUT_OF_TURN, ("passed back",), (Role.PARTNER,), (When.BY_PASSING,), Chooser.ELDEST,
        ((Then.NEW_DEAL,), (Then.MUST_DECLARE,)), note="As long as nothing has been said about doubling."),
    Row(Act.DECLARES_OUT_OF_TURN, ("adversary declares",), ADVERSARIES, (), Chooser.DEALER,
        ((Then.NEW_DEAL,), (Then.DISREGARDED,)), note="The dealer may look at their hand first."),
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
    silent(Act.DUMMY_WATCHES, "It is a matter of etiquette."),
    silent(Act.TAKES_CARD_BACK, "The code says nothing of a card named from the dealer’s own hand.", (), (When.NAMED,)),
    Row(Act.TAKES_CARD_BACK, ("touched",), (), (When.TOUCHED_IN_DUMMY, When.NAMED_IN_DUMMY), always=(Then.PLAYED,),
        note="Unless the player says ‘I arrange’, or similar words, while touching it."),
    Row(Act.TAKES_CARD_BACK, ("drawn",), (), (When.DRAWN,), always=(Then.NOT_PLAYED,)),
    Row(Act.TAKES_CARD_BACK, ("corrected",), (), (When.TO_SAVE_REVOKE,), always=(Then.MAY_TAKE_BACK,)),
    Row(Act.EXPOSES_CARD, ("before trumps", "before lead"), DEALERS, (When.BEFORE_DECLARATION,), Chooser.ELDEST,
        ((Then.NEW_DEAL,), (Stands(What.DEAL), Then.BARS_DOUBLING)), counsel=Counsel.ALONE),
    Row(Act.EXPOSES_CARD, ("liable",), DEALERS, (When.IN_PLAY,), always=(Then.NO_PENALTY,)),
    Row(Act.SHOWS_CARD, ("liable",), DEALERS, always=(Then.NO_PENALTY,)),
    Row(Act.SHOWS_CARD, ("floor",), ADVERSARIES, (When.BELOW_TABLE,), always=(Then.NO_PENALTY,)),
    Row(Act.SHOWS_CARD, ("exposed", "liable"), ADVERSARIES, (When.SEEN_BY_PARTNER,), always=(ExposedCard(),)),
    silent(Act.SHOWS_CARD,
        "The law says that a card is exposed if the partner can see it. It says nothing of a card that only an "
        "adversary can see.", ADVERSARIES, (When.SEEN_BY_ADVERSARY,)),
    Row(Act.PLAYS_TWO_AT_ONCE, ("two at once", "exposed"), ADVERSARIES, (), Chooser.DECLARER, ((Then.CHOOSES_CARD,),),
        (ExposedCard(Which.OTHERS),)),
    silent(Act.PLAYS_TWO_AT_ONCE, TAKE_PART, DEALERS),
    silent(Act.DETACHES_CARD, "There is no such law. A card that the partner can see is exposed."),
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
    silent(Act.OMITS_TO_PLAY, "The law makes an exception for dummy.", (Role.PARTNER,)),
    Row(Act.PLAYS_TWICE, ("twice",), WHO_MAY_REVOKE, (When.FOUND_IN_PLAY,),
        always=(Then.ANSWERS_FOR_REVOKES, Then.SEARCH_ONE)),
    Row(Act.PLAYS_TWICE, ("twice",), (Role.PARTNER,), (When.FOUND_IN_PLAY,), always=(Then.NO_PENALTY, Then.SEARCH_ONE)),
    Row(Act.REVOKES, _REVOKE_LAWS, WHO_MAY_REVOKE, ESTABLISHED, Chooser.NOBODY, ((TakesTricks(3),),), _OF_A_REVOKE),
    Row(Act.REVOKES, (*_REVOKE_LAWS, "both"), WHO_MAY_REVOKE, (When.BY_BOTH_SIDES,), Chooser.NOBODY,
        ((TakesTricks(3),),), (Then.NEITHER_WINS, *_OF_A_REVOKE)),
    silent(Act.REVOKE_IN_DOUBT,
        "The code says that a ‘no’ takes away the benefit of the question. It does not say whether the ‘no’ itself "
        "establishes the revoke.", (), (When.ANSWERED_NO_OPEN,)),
    silent(Act.CLAIMS_THE_TRICK, TAKE_PART, DEALERS),
    Row(Act.REMARKS, ("warns",), ADVERSARIES, (When.WARNING,), always=(Then.ALLOWED,)),
    Row(Act.REMARKS, ("remarks",), ADVERSARIES, (When.REMARK,), Chooser.DECLARER, ((CallsSuit(Whom.NEXT),),)),
    silent(Act.REMARKS, TAKE_PART, DEALERS),
    Row(Act.CONSULTS_ON_PENALTY, ("consultation",), (), (When.ON_REVOKE, When.ON_OTHER), always=(Then.PAID,)),
    Row(Act.CONSULTS_ON_PENALTY, ("suggests penalty",), (), (When.NOTICE,), always=(Then.ALLOWED,)),
    Row(Act.WRONG_PENALTY, ("wrong penalty",), always=(Then.LOSES_PENALTY,)),
    Row(Act.BYSTANDER_SPEAKS, ("bystander",), (), (), Chooser.PLAYERS, ((Then.PAYS_STAKES,),)),
)  # fmt: skip

BRIDGE_AMERICAN_1907 = BRIDGE_ENGLISH_1904.revised("bridge-american-1907", "American, 1907", "elwell", LAWS, ROWS)
