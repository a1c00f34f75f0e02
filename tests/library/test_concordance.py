"""The concordance says of the laws what the executed laws do, and questions on it have one right answer."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from tests.support.callings import say
from tests.support.cases import for_each
from tutor.__main__ import tutor
from tutor.auction import Bid, Call, Content, Declaration, Declare, Denomination, Double, Leave, Pass
from tutor.cards import Rank
from tutor.codes import CODES
from tutor.codes.auction_1910 import Auction1910
from tutor.codes.bridge_american_1907 import BridgeAmerican1907
from tutor.codes.bridge_code import BridgeCode
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.bridge_english_1904 import BridgeEnglish1904
from tutor.codes.offences import FIVE_CODES, QUESTIONS, Ruling
from tutor.codes.offences.acts import Act, Offence, Role, When
from tutor.codes.offences.effects import (
    AddsPoints,
    AddsValue,
    AtMostTricks,
    CapsScore,
    DeductsPoints,
    DeductsValue,
    Effect,
    PenaltyPoints,
    TakesTricks,
    Then,
)
from tutor.codes.scoring import DealOutcome, Heading
from tutor.errors import Fault, Illegal, Unknown
from tutor.library.catalogue import load
from tutor.library.concordance import (
    CODES_COMPARED,
    ConcordanceFile,
    Gap,
    LegalPoint,
    MissingReason,
    PointTopic,
    Provision,
    check_concordance,
)
from tutor.library.glossary import folded
from tutor.library.laws import laws
from tutor.library.validation import validated
from tutor.library.values import Context
from tutor.library.yaml_text import read
from tutor.quizzes.exercise import Level
from tutor.quizzes.items import ItemKind
from tutor.quizzes.kinds.legal_points import CodeExercise, LawExercise, LegalPointMaker, can_be_asked
from tutor.seats import BySeat, BySide, Seat, Side

CONCORDANCE = load().concordance
MAKER = LegalPointMaker(CONCORDANCE)
E1901, E1904, A1907 = BridgeEnglish1901(), BridgeEnglish1904(), BridgeAmerican1907()
AUCTION = Auction1910()
BRIDGE: tuple[BridgeCode, ...] = (E1901, E1904, A1907)
SCORED: tuple[BridgeCode, ...] = (*BRIDGE, AUCTION)
every_point = for_each("point", CONCORDANCE.values(), ids=lambda point: point.slug)


def short(slug: str, key: str) -> str:
    cell = CONCORDANCE.point(slug).cells[key]
    assert isinstance(cell, Provision), f"{key} has nothing on {slug}"
    return cell.short


def figures(slug: str, key: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", short(slug, key))]


def provisions() -> Iterator[tuple[LegalPoint, str, Provision]]:
    for point in CONCORDANCE.values():
        for key, cell in point.cells.items():
            if isinstance(cell, Provision):
                yield point, key, cell


# ---- what is in it -----------------------------------------------------------------------------------------------


def test_all_points_are_there_in_the_order_of_their_groups() -> None:
    assert len(CONCORDANCE) == 173
    assert list(CONCORDANCE.groups) == list(PointTopic)
    assert tuple(FIVE_CODES) == CODES_COMPARED
    assert all(tuple(point.cells) == CODES_COMPARED for point in CONCORDANCE.values())


@pytest.mark.parametrize(
    ("key", "beginning", "numbers"),
    [
        ("bridge-english-1901", "hel-law-", set(range(1, 104))),
        ("bridge-english-1904", "hof-law-", set(range(1, 109))),
        ("auction-1910", "fos-law-", set(range(1, 102))),
        ("whist-1859", "cae-law-", {*range(1, 10), *range(16, 36)}),
    ],
)
def test_every_numbered_law_stands_in_some_cell(key: str, beginning: str, numbers: set[int]) -> None:
    """Laws 10 to 15 of whist are lost; the American code has no numbers."""
    items = {item for _, of, cell in provisions() if of == key for item in cell.items}
    found = {int(match[1]) for item in items if (match := re.match(rf"{beginning}(\d+)", item))}
    assert found == numbers


def test_a_law_stands_under_its_own_number() -> None:
    for point, key, cell in provisions():
        numbers = {int(number) for number in re.findall(r"\d+", (cell.citation.law or "").replace("36–38", "36 37 38"))}
        for item in cell.items:
            number = re.search(r"-(?:by)?law-(\d+)", item)
            if number and "comment" not in item and key != "bridge-american-1907":
                assert int(number[1]) in numbers, (point.id, item)


def test_a_law_that_is_executed_is_cited_where_it_is_executed() -> None:
    """The id of a law names one passage, here and in the tables of rulings."""
    cells: dict[str, list[Provision]] = {}
    for _, _, cell in provisions():
        for item in cell.items:
            cells.setdefault(item, []).append(cell)
    compared = 0
    for table in FIVE_CODES.values():
        for law in map(laws().__getitem__, table.laws.values()):
            first, last = law.citation.lines or (0, 0)
            spans = [span for cell in cells.get(law.id, []) for span in (cell.citation.lines or (0, 0), *cell.also)]
            if spans:
                compared += 1
                assert any(begin <= last and first <= end for begin, end in spans), (law.id, spans)
    assert compared > 150


def test_what_is_told_is_a_sentence_and_typeset() -> None:
    for point, key, cell in provisions():
        assert cell.says.endswith("."), (point.id, key)
        assert cell.says[0].isupper(), (point.id, key)
        assert not set("'\"") & set(f"{cell.says}{cell.short}{point.asks}"), (point.id, key)
        assert not cell.short.endswith("."), (point.id, key)
        assert point.asks.endswith("?")


def test_the_pages_are_those_of_the_books_that_have_pages() -> None:
    for point, key, cell in provisions():
        has_pages = FIVE_CODES[key].source not in ("hoffmann", "elwell")
        assert (cell.citation.page is not None) == has_pages, (point.id, key)


# ---- what it says is what the codes do ---------------------------------------------------------------------------


def outcome(
    denomination: Denomination, tricks: int, honours: BySeat[int], bid: int = 1, doubled: int = 0, void: str = ""
) -> DealOutcome:
    trumps = BySeat.each(lambda seat: 0 if seat.label in void else 4) if denomination.trumps else None
    declaration = Declaration(denomination, Seat.SOUTH, doubled, bid)
    return DealOutcome(declaration, BySide(tricks, 13 - tricks), honours, trumps)


NONE = BySeat(0, 2, 0, 3)
"""Five honours with the other side, so that the declarer scores none."""


@pytest.mark.parametrize("code", SCORED, ids=lambda code: code.key)
def test_tricks_are_worth_what_is_said(code: BridgeCode) -> None:
    order = ("spades", "clubs", "diamonds", "hearts", "no trumps")
    values = {denomination.word: code.trick_value(denomination) for denomination in Denomination}
    assert figures("trick-values", code.key) == [values[word] for word in order]


@pytest.mark.parametrize("code", SCORED, ids=lambda code: code.key)
def test_a_game_and_a_rubber_are_what_is_said(code: BridgeCode) -> None:
    assert figures("game-points", code.key) == [code.game]
    sheet = code.rubber
    game = code.score(outcome(Denomination.NO_TRUMPS, 10, BySeat(1, 1, 1, 1), bid=3))
    assert game.below(Side.NS) >= code.game
    for _ in range(2):
        assert not sheet.is_over
        sheet = sheet.after(game)
    assert sheet.is_over
    [bonus] = figures("rubber-bonus", code.key)
    assert figures("rubber-settlement", code.key) == [bonus]
    scored = sum(deal.total(Side.NS) for deal in sheet.deals)
    assert sheet.total(Side.NS) == scored + bonus


@for_each("code", SCORED, ids=lambda code: code.key)
@for_each("trumps", [one for one in Denomination if one.trumps], ids=lambda one: one.word)
def test_honours_are_worth_what_is_said_and_no_double_changes_it(code: BridgeCode, trumps: Denomination) -> None:
    worth = figures("honours-trump", code.key)
    held = [BySeat(2, 2, 1, 0), BySeat(2, 1, 2, 0), BySeat(3, 0, 2, 0), BySeat(4, 1, 0, 0), BySeat(5, 0, 0, 0)]
    for times, honours in zip(worth, held, strict=True):
        for doubled in (0, 1):
            score = code.score(outcome(trumps, 7, honours, doubled=doubled))
            assert score.points(Side.NS, Heading.HONOURS) == times * code.trick_value(trumps)
    assert short("bonuses-undoubled", code.key) == "nothing"


@pytest.mark.parametrize("code", SCORED, ids=lambda code: code.key)
def test_aces_are_worth_what_is_said(code: BridgeCode) -> None:
    held = [BySeat(2, 1, 1, 0), BySeat(2, 0, 2, 0), BySeat(4, 0, 0, 0)]
    scores = [code.score(outcome(Denomination.NO_TRUMPS, 7, honours)) for honours in held]
    assert [score.points(Side.NS, Heading.HONOURS) for score in scores] == figures("honours-no-trump", code.key)


@pytest.mark.parametrize("code", SCORED, ids=lambda code: code.key)
def test_slams_are_worth_what_is_said(code: BridgeCode) -> None:
    for slug, tricks in (("grand-slam", 13), ("little-slam", 12)):
        score = code.score(outcome(Denomination.SPADES, tricks, NONE))
        assert [score.points(Side.NS, Heading.SLAM)] == figures(slug, code.key)


@pytest.mark.parametrize("code", SCORED, ids=lambda code: code.key)
def test_chicane_moves_the_column_that_is_said(code: BridgeCode) -> None:
    others = code.score(outcome(Denomination.HEARTS, 7, NONE, void="A"))
    three = 2 * code.trick_value(Denomination.HEARTS)
    if "always added" in short("chicane", code.key):
        assert others.points(Side.NS, Heading.CHICANE) == three
        assert others.points(Side.EW, Heading.CHICANE) == 0
    else:
        assert others.points(Side.NS, Heading.CHICANE) == 0
        assert others.points(Side.EW, Heading.CHICANE) == -three


@pytest.mark.parametrize("code", [A1907, AUCTION], ids=lambda code: code.key)
def test_double_chicane_is_as_four_honours(code: BridgeCode) -> None:
    score = code.score(outcome(Denomination.HEARTS, 7, NONE, void="AB"))
    assert "four honours, off the other side" in short("double-chicane", code.key)
    assert score.points(Side.EW, Heading.CHICANE) == -4 * code.trick_value(Denomination.HEARTS)


def test_honours_go_down_to_the_rank_that_is_said() -> None:
    for code in SCORED:
        assert short("honours-defined", code.key).startswith("ace to ten")
        assert (code.honour_ranks[0], code.honour_ranks[-1]) == (Rank.ACE, Rank.TEN)


def test_only_a_bid_that_is_made_scores_at_auction_and_either_side_at_bridge() -> None:
    short_of_it = outcome(Denomination.CLUBS, 5, BySeat(0, 0, 3, 0), bid=2)
    for code in BRIDGE:
        assert short("who-scores-tricks", code.key) == "whichever side takes more than six"
        assert code.score(short_of_it).below(Side.EW) == 2 * code.trick_value(Denomination.CLUBS)
    assert short("who-scores-tricks", AUCTION.key) == "the declarer’s alone, if the bid is made"
    assert AUCTION.score(short_of_it).below(Side.EW) == 0


def test_undertricks_and_the_bonus_of_a_doubled_bid_cost_and_earn_what_is_said() -> None:
    per_trick = figures("undertricks", AUCTION.key)
    for doubled, points in enumerate(per_trick):
        failed = AUCTION.score(outcome(Denomination.HEARTS, 8, NONE, bid=4, doubled=doubled))
        assert failed.points(Side.EW, Heading.PENALTY) == 2 * points
    first, more = figures("fulfilled-double-bonus", AUCTION.key)
    made = AUCTION.score(outcome(Denomination.HEARTS, 10, NONE, bid=3, doubled=1))
    assert made.points(Side.NS, Heading.BONUS) == first + more
    for code in BRIDGE:
        for slug in ("undertricks", "fulfilled-double-bonus"):
            assert CONCORDANCE.point(slug).cells[code.key] == Gap(MissingReason.NO_LAW)


def _redoubled(code: BridgeCode, dealer: str, first: Call, most: int) -> int:
    """How many times one trump can be doubled, up to a number."""
    calling = say(code, dealer, (dealer, first))
    while calling.declaration is not None and calling.declaration.doubled < most:
        turn = code.turn(calling)
        if turn is None or Double() not in turn.calls:
            break
        calling = code.say(calling, turn.seat, Double())
    return calling.declaration.doubled if calling.declaration else 0


def test_re_doubling_goes_as_far_as_is_said() -> None:
    hearts = Declare(Denomination.HEARTS)
    assert short("redouble-limit", E1901.key) == short("redouble-limit", A1907.key) == "without end"
    assert _redoubled(E1901, "A", hearts, 12) == _redoubled(A1907, "A", hearts, 12) == 12
    [limit] = figures("redouble-limit", E1904.key)
    times = _redoubled(E1904, "A", hearts, 12)
    assert 8 << times <= 2 * limit
    assert 8 << (times - 1) < limit
    assert short("redouble-limit", AUCTION.key) == "one double and one redouble"
    assert _redoubled(AUCTION, "A", Bid(1, Denomination.HEARTS), 12) == 2


def test_the_questions_and_formulas_are_those_that_players_say() -> None:
    for code in BRIDGE:
        named = say(code, "A", ("A", Declare(Denomination.HEARTS)), ("Y", Content()))
        question = next(said.words for said in code.utterances(named) if said.words.startswith("May I"))
        assert f"‘{question}’" in short("double-first-right", code.key)
        left = next(said.words for said in code.utterances(say(code, "A", ("A", Leave()))))
        if code is not A1907:
            assert left.rstrip(".") in short("declare-passed", code.key)
    with pytest.raises(Illegal):
        say(AUCTION, "A", ("A", Leave()))


def test_a_bid_outranks_another_as_is_said() -> None:
    """More points; at equal points more tricks: two spades over one club."""
    assert short("auction-ranking", AUCTION.key) == "more points, or as many points by more tricks"
    one_club, two_spades = Bid(1, Denomination.CLUBS), Bid(2, Denomination.SPADES)
    assert AUCTION.refusal(say(AUCTION, "A", ("A", one_club)), Seat.labelled("Y"), two_spades) is None
    assert AUCTION.refusal(say(AUCTION, "A", ("A", two_spades)), Seat.labelled("Y"), one_club) is not None
    with pytest.raises(Illegal):
        say(AUCTION, "A", ("A", Pass()))  # the dealer must bid the odd trick at the least


def effects(act: Act, key: str, by: Role | None, when: When | None) -> set[Effect]:
    answer = FIVE_CODES[key].answer(Offence(act, by, when))
    assert isinstance(answer, Ruling), answer
    return set(answer.effects())


@pytest.mark.parametrize("key", CODES_COMPARED)
def test_the_penalty_for_a_revoke_is_what_is_said(key: str) -> None:
    told = short("revoke-penalty", key)
    found = effects(Act.REVOKES, key, Role.LEADER, When.ESTABLISHED)
    kinds = {type(effect) for effect in found}
    assert TakesTricks(3) in found
    assert "three tricks" in told
    assert ("added or taken off" in told) == bool(
        kinds & {AddsValue, AddsPoints} and kinds & {DeductsValue, DeductsPoints}
    )
    assert ("no choice" in told) == (not kinds & {AddsValue, AddsPoints, PenaltyPoints})
    assert ("150" in told) == (PenaltyPoints(150) in found)


@pytest.mark.parametrize("key", CODES_COMPARED)
def test_what_the_revoking_side_can_score_is_what_is_said(key: str) -> None:
    told = short("revoke-cap", key)
    found = effects(Act.REVOKES, key, Role.LEADER, When.ESTABLISHED)
    assert ("28" in told) == (CapsScore(28) in found)
    assert told.startswith("not to game") == (Then.NO_GAME in found)
    assert (told == "not at all") == (Then.NOTHING_SCORED in found)
    scope = CONCORDANCE.point("revoke-scope").cells[key]
    assert (isinstance(scope, Provision) and scope.short == "of the hand") == (Then.OF_THIS_HAND in found)
    assert (isinstance(scope, Provision) and scope.short == "of the game") == (Then.OF_THIS_GAME in found)


def test_several_revokes_cost_what_is_said() -> None:
    for key in CODES_COMPARED:
        again = effects(Act.REVOKES, key, Role.LEADER, When.AGAIN)
        told = short("revoke-multiple", key)
        assert ("thirteen" in told) == (AtMostTricks(13) in again), key
        assert ("100" in told) == (PenaltyPoints(100) in again), key


ALIKE: tuple[tuple[str, Act, Role | None, When | None], ...] = (
    ("newdeal-rotation", Act.DEALS_WRONGLY, Role.DEALER, None),
    ("newdeal-imperfect", Act.IMPERFECT_PACK, None, When.IN_DEAL_OR_PLAY),
    ("newdeal-faced", Act.CARD_FACED, None, None),
    ("newdeal-two-at-once", Act.DEALS_TWO_AT_ONCE, Role.DEALER, When.BEFORE_THIRD_CARD),
    ("newdeal-uncut", Act.PACK_NOT_CUT, Role.DEALER, When.IN_TIME),
    ("newdeal-last-card", Act.LAST_CARD_ASTRAY, Role.DEALER, None),
    ("newdeal-exposed-dealer", Act.EXPOSES_IN_DEAL, Role.DEALER, When.IN_THE_DEAL),
    ("newdeal-looked-bars", Act.EXPOSES_IN_DEAL, Role.DEALER, When.SEEN_OWN),
    ("newdeal-hurried", Act.EXPOSES_IN_DEAL, Role.DEALER, When.HURRIED),
    ("newdeal-dealer-looks", Act.LOOKS_IN_DEAL, Role.DEALER, When.BEFORE_FIFTY_ONE),
    ("foreign-card", Act.FOREIGN_CARD, Role.LEADER, None),
    ("imperfect-past", Act.IMPERFECT_PACK, None, When.LATER),
    ("deal-out-of-turn", Act.DEALS_OUT_OF_TURN, Role.DEALER, When.BEFORE_NEXT_DEAL),
    ("wrong-pack", Act.DEALS_WRONG_PACK, Role.DEALER, When.BEFORE_FIRST_TRICK),
    ("acting-for-partner", Act.ACTS_FOR_PARTNER, Role.DEALER, None),
    ("declare-unauthorised", Act.DECLARES_OUT_OF_TURN, Role.PARTNER, When.BEFORE_DOUBLING),
    ("declare-adversary", Act.DECLARES_OUT_OF_TURN, Role.LEADER, When.BY_PASSING),
    ("auction-insufficient", Act.BIDS_TOO_LITTLE, Role.DEALER, When.RAISED),
    ("whist-trump-card", Act.DROPS_TRUMP_CARD, Role.DEALER, None),
    ("double-third-hand-early", Act.DOUBLES_OUT_OF_TURN, Role.THIRD, None),
    ("redouble-out-of-turn", Act.REDOUBLES_OUT_OF_TURN, Role.DEALER, None),
    ("double-consultation", Act.CONSULTS_ON_DOUBLING, Role.DEALER, None),
    ("lead-before-doubling-done", Act.LEADS_DURING_DOUBLING, Role.LEADER, None),
    ("lead-without-asking", Act.LEADS_WITHOUT_ASKING, Role.LEADER, None),
    ("third-hand-asks", Act.THIRD_HAND_ASKS, Role.THIRD, None),
    ("third-hand-leads-first", Act.THIRD_HAND_LEADS, Role.THIRD, None),
    ("double-final", Act.CHANGES_WORDS, Role.DEALER, When.DOUBLE),
    ("dummy-wrong-hand", Act.DUMMY_SPEAKS, Role.PARTNER, When.WRONG_HAND),
    ("dummy-attention", Act.DUMMY_SPEAKS, Role.PARTNER, When.OTHER_PENALTY),
    ("dummy-suggests", Act.DUMMY_SUGGESTS, Role.PARTNER, None),
    ("card-played-own", Act.TAKES_CARD_BACK, Role.DEALER, When.NAMED),
    ("card-played-dummy", Act.TAKES_CARD_BACK, Role.DEALER, When.TOUCHED_IN_DUMMY),
    ("dummy-watching", Act.DUMMY_WATCHES, Role.PARTNER, None),
    ("dummy-revoke", Act.REVOKES, Role.PARTNER, When.ESTABLISHED),
    ("exposed-liable", Act.EXPOSES_CARD, Role.DEALER, When.IN_PLAY),
    ("exposed-below-table", Act.SHOWS_CARD, Role.LEADER, When.BELOW_TABLE),
    ("detached-misnamed", Act.DETACHES_CARD, Role.LEADER, When.NAMED_WRONGLY),
    ("played-ahead", Act.PLAYS_AHEAD, Role.LEADER, When.ONE_CARD),
    ("adversary-throws-down", Act.THROWS_DOWN, Role.LEADER, When.ALONE),
    ("all-throw-down", Act.THROWS_DOWN, Role.DEALER, When.ALL_FOUR),
    ("penalty-disobeyed", Act.DISOBEYS, Role.DEALER, When.PUT_RIGHT),
    ("call-repeated", Act.CALLED_IN_VAIN, Role.DEALER, When.NOT_YET),
    ("no-forced-revoke", Act.CALLED_IN_VAIN, Role.DEALER, When.WOULD_REVOKE),
    ("called-suit-void", Act.CALLED_IN_VAIN, Role.DEALER, When.VOID),
    ("lead-out-followed", Act.LEADS_OUT_OF_TURN, Role.LEADER, When.FOLLOWED_BY_ONE),
    ("two-cards-one-trick", Act.PLAYS_TWICE, Role.LEADER, When.FOUND_IN_PLAY),
    ("revoke-established", Act.REVOKE_IN_DOUBT, None, When.SIDE_PLAYED_ON),
    ("revoke-search", Act.REVOKE_CLAIMED, None, When.AT_THE_END),
    ("revoke-mixing", Act.REVOKE_CLAIMED, None, When.MIXED_BY_ACCUSED),
    ("revoke-time-limit", Act.REVOKE_CLAIMED, None, When.AFTER_CUT),
    ("revoke-consultation", Act.CONSULTS_ON_PENALTY, None, When.ON_REVOKE),
    ("cards-placed", Act.CARDS_TO_BE_PLACED, Role.LEADER, When.TOUCHED),
    ("attention-to-trick", Act.CLAIMS_THE_TRICK, Role.LEADER, None),
    ("warn-lead-out", Act.REMARKS, Role.LEADER, When.WARNING),
    ("unauthorised-reference", Act.REMARKS, Role.LEADER, When.REMARK),
    ("time-for-decision", Act.TIME_TO_CHOOSE, None, None),
    ("last-trick", Act.LOOKS_AT_TRICK, Role.LEADER, When.LAST_TRICK),
    ("bystander-remark", Act.BYSTANDER_SPEAKS, Role.BYSTANDER, When.OF_SCORE),
)
"""Points with the case on which they turn: the codes part on the one as they part on the other."""


def _parties(told: dict[str, Hashable]) -> set[frozenset[str]]:
    parties: dict[Hashable, set[str]] = {}
    for key, said in told.items():
        parties.setdefault(said, set()).add(key)
    return {frozenset(party) for party in parties.values()}


@for_each(("slug", "act", "by", "when"), ALIKE, ids=[row[0] for row in ALIKE])
def test_codes_agree_where_their_rulings_agree(slug: str, act: Act, by: Role | None, when: When | None) -> None:
    point = CONCORDANCE.point(slug)
    assert act in point.acts
    said: dict[str, Hashable] = {}
    ruled: dict[str, Hashable] = {}
    for key, cell in point.cells.items():
        if isinstance(cell, Gap) and cell.want is not MissingReason.NO_LAW:
            continue
        answer = FIVE_CODES[key].answer(Offence(act, by, when))
        said[key] = cell.short if isinstance(cell, Provision) else None
        ruled[key] = answer.decides if isinstance(answer, Ruling) else None
    assert _parties(said) == _parties(ruled)
    if len(_parties(ruled)) > 1:
        assert not point.all_agree


CHOOSERS = {
    "either adversary": "EITHER_ADVERSARY",
    "the eldest hand": "ELDEST",
    "the dealer alone": "DEALER",
    "the dealer or their partner": "DEALING_SIDE",
    "the maker of the trump": "MAKER",
    "the adversary who doubled last": "LAST_DOUBLER",
    "the adversary on the offender’s left": "LEFT",
}


@pytest.mark.parametrize(
    ("slug", "act", "by", "when"),
    [
        ("newdeal-exposed-dealer", Act.EXPOSES_IN_DEAL, Role.DEALER, When.IN_THE_DEAL),
        ("newdeal-exposed-adversary", Act.EXPOSES_IN_DEAL, Role.LEADER, When.IN_THE_DEAL),
        ("declare-unauthorised", Act.DECLARES_OUT_OF_TURN, Role.PARTNER, When.BEFORE_DOUBLING),
        ("double-third-hand-early", Act.DOUBLES_OUT_OF_TURN, Role.THIRD, None),
        ("redouble-out-of-turn", Act.REDOUBLES_OUT_OF_TURN, Role.DEALER, None),
        ("exposed-before-trump", Act.EXPOSES_CARD, Role.DEALER, When.BEFORE_DECLARATION),
    ],
)
def test_those_may_claim_who_are_said_to(slug: str, act: Act, by: Role, when: When | None) -> None:
    for key, cell in CONCORDANCE.point(slug).cells.items():
        answer = FIVE_CODES[key].answer(Offence(act, by, when))
        if isinstance(cell, Provision) and key != "whist-1859":
            assert isinstance(answer, Ruling)
            assert answer.chooser.name == CHOOSERS[cell.short], key


def test_every_offence_is_about_some_point() -> None:
    assert {act for point in CONCORDANCE.values() for act in point.acts} == set(QUESTIONS)


# ---- files and their faults --------------------------------------------------------------------------------------

FILE = """
kind: concordance
group: revoke
points:
  - id: code-test
    asks: What is to be tried?
    codes:
      whist-1859: {short: one thing, says: One thing., law: 1, page: 2, lines: [3, 4], items: [cae-law-01]}
      auction-1910: {absent: "yes"}
    wrong: [another, a third]
"""


def faults(text: str) -> list[str]:
    return [fault.what for fault in judged(text)]


def judged(*texts: str) -> list[Fault]:
    """The faults of some files."""
    documents = [read(text, f"{number}.yaml") for number, text in enumerate(texts)]
    files = [(document, validated(document, ConcordanceFile)) for document in documents]
    return list(check_concordance(files, Context()))


def test_a_sound_file_has_no_fault() -> None:
    assert faults(FILE) == []


@pytest.mark.parametrize(
    ("was", "becomes", "what"),
    [
        ("cae-law-01", "hel-law-001", "‘hel-law-001’ is not a law of Cælebs"),
        ("[another, a third]", "[another]", "there are fewer than three answers"),
        ("[another, a third]", "[another, One thing, more]", "‘One thing’ is the answer of a code"),
        ("What is to be tried?", "Is one thing to be tried?", "gives this answer away"),
        ("    wrong:", "    offences: [winks]\n    wrong:", "there is no offence ‘winks’"),
    ],
)
def test_a_fault_is_named(was: str, becomes: str, what: str) -> None:
    assert any(what in found for found in faults(FILE.replace(was, becomes)))


def test_a_point_stands_once() -> None:
    [fault] = judged(FILE, FILE)
    assert "appears twice" in fault.what
    assert fault.line == 5


@pytest.mark.parametrize(
    ("was", "becomes", "what"),
    [
        ("auction-1910", "auction-1911", "is not one of the codes compared"),
        ("short: one thing, ", "", "a law needs ‘short’, ‘law’ and ‘lines’"),
        ('absent: "yes"', 'absent: "yes", short: this', "an absent law has no words"),
    ],
)
def test_a_cell_is_whole(tmp_path: Path, was: str, becomes: str, what: str) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(FILE.replace(was, becomes), encoding="utf-8")
    result = CliRunner().invoke(tutor, ["check", str(file)])
    assert result.exit_code == 2
    assert what in result.output


# ---- questions ---------------------------------------------------------------------------------------------------


def test_every_point_and_every_law_can_be_asked_about() -> None:
    assert set(CONCORDANCE) <= set(MAKER.items)
    assert {item for _, _, cell in provisions() for item in cell.items} <= set(MAKER.items)
    assert {item.kind for item in MAKER.items.values()} == {ItemKind.LAW}
    assert len(MAKER.items) > 650


@every_point
@for_each("level", Level, ids=lambda level: level.value)
def test_the_answer_is_right_and_every_other_wrong_with_its_reason(point: LegalPoint, level: Level) -> None:
    for number in range(12):
        question = MAKER.make(point.id, number, level)
        assert isinstance(question, LawExercise | CodeExercise)
        labels = [choice.label for choice in question.choices]
        assert 3 <= len(labels) <= 4 or isinstance(question, CodeExercise)
        assert len(set(map(folded, labels))) == len(labels)
        assert can_be_asked(question.cell)
        for choice in question.choices:
            verdict = question.mark(choice.key)
            assert verdict.grade.is_right == (choice.key == question.answer)
            assert verdict.because
            assert [best.key for best in verdict.best] == [question.answer]
        right = question.mark(question.answer)
        if isinstance(question.cell, Provision):
            assert right.because == question.cell.says
            assert right.citation == question.cell.citation


@every_point
def test_the_question_does_not_tell_the_answer(point: LegalPoint) -> None:
    for number in range(5):
        question = MAKER.make(point.id, number, Level.BEGINNER)
        assert isinstance(question, LawExercise)
        answer = folded(next(choice.label for choice in question.choices if choice.key == question.answer))
        told = folded(" ".join([question.prompt, *question.facts, question.hints[0]]))
        assert f" {answer} " not in f" {told} "
        if isinstance(question.cell, Provision):
            assert folded(question.cell.says) not in told


def test_the_same_number_makes_the_same_question_and_numbers_vary_the_place_of_the_answer() -> None:
    for item in ("code-revoke-penalty", "hel-law-087", "code-grand-slam"):
        first = [MAKER.make(item, number, Level.BEGINNER) for number in range(24)]
        again = [LegalPointMaker(CONCORDANCE).make(item, number, Level.BEGINNER) for number in range(24)]
        assert [(one.prompt, one.choices) for one in first] == [(one.prompt, one.choices) for one in again]
        assert len({one.answer for one in first}) > 1


def test_a_law_is_asked_about_under_its_own_code() -> None:
    for item, name in (
        ("hel-law-087", "the English laws of 1901"),
        ("hof-law-090", "the English laws of 1904"),
        ("axi-law-revoke-penalty", "the American laws of 1907"),
        ("fos-law-086", "the laws of auction of 1910"),
        ("cae-law-32", "the laws of whist of 1859"),
    ):
        assert all(MAKER.make(item, number, Level.BEGINNER).prompt.startswith(f"Under {name}, ") for number in range(9))


def test_the_reason_of_a_wrong_answer_names_the_code_whose_it_is() -> None:
    question = MAKER.make("fos-law-086", 0, Level.BEGINNER)
    reasons = [question.mark(choice.key).because for choice in question.choices if choice.key != question.answer]
    assert any(" say; under " in reason for reason in reasons)
    assert all("under the laws of auction of 1910: " in reason for reason in reasons)


def test_the_advanced_are_also_asked_which_code_it_is() -> None:
    kinds = {type(MAKER.make("code-revoke-penalty", number, Level.ADVANCED)) for number in range(20)}
    assert kinds == {LawExercise, CodeExercise}
    assert {type(MAKER.make("code-grand-slam", number, Level.ADVANCED)) for number in range(20)} == {LawExercise}


# ---- the command and the pages -----------------------------------------------------------------------------------


def laws_command(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(tutor, ["laws", *arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_the_command_sets_the_codes_side_by_side() -> None:
    text = " ".join(laws_command("revoke-penalty").split())
    assert "What is the penalty for a revoke? (revoke-penalty)" in text
    assert "R. F. Foster, law 86" in text
    assert "[as bridge-english-1904]" in text
    assert "tutor ruling CODE revokes" in text


def test_the_command_lists_all_points_or_those_with_a_word() -> None:
    assert len([line for line in laws_command().splitlines() if line.startswith("  ")]) == 173
    found = json.loads(laws_command("bystander", "--json"))
    assert {"code-bystander-remark", "code-bystander-decides"} <= {one["point"] for one in found}
    differing = json.loads(laws_command("--differing", "--json"))
    assert all(len(one["agree"]) > 1 for one in differing)
    assert 0 < len(differing) < 173


def test_a_point_that_is_none_is_named() -> None:
    result = CliRunner().invoke(tutor, ["laws", "revoke-penalti"])
    assert isinstance(result.exception, Unknown)
    assert "revoke-penalty" in str(result.exception)


def page(client: FlaskClient, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status
    return unescape(re.sub(r"\s+", " ", response.text))


def test_the_page_has_every_point_by_group(client: FlaskClient) -> None:
    text = page(client, "/laws/")
    for point in CONCORDANCE.values():
        assert f'href="/laws/{point.slug}"' in text
    assert all(f'id="part-{group.value}"' in text for group in PointTopic)


def test_the_page_is_narrowed_to_a_group_and_to_what_differs(client: FlaskClient) -> None:
    text = page(client, "/laws/?group=scoring&differ=yes")
    assert 'id="rubber-bonus"' in text
    assert 'id="rubber-length"' not in text
    assert 'id="revoke-penalty"' not in text


def test_codes_that_differ_are_marked_in_words(client: FlaskClient) -> None:
    text = page(client, "/laws/revoke-penalty")
    assert "The codes differ." in text
    assert "as in 1904" in text
    assert "alone" in text
    assert "Hellespont, law 87 I, p. 17" in text
    assert "The codes that cover this all say the same." in page(client, "/laws/rubber-length")


def test_a_point_leads_to_its_rulings_and_a_ruling_to_its_points(client: FlaskClient) -> None:
    assert 'href="/rulings?offence=claims-the-rest"' in page(client, "/laws/claim-rest")
    rulings = page(client, "/rulings?code=auction-1910&offence=claims-the-rest")
    assert 'href="/laws/claim-rest"' in rulings
    assert 'href="/laws/"' in rulings


def test_a_lost_text_and_a_point_that_does_not_come_up_are_told_apart(client: FlaskClient) -> None:
    assert MissingReason.LOST.value in page(client, "/laws/etiquette-advantage")
    assert MissingReason.NO_SUCH_POINT.value in page(client, "/laws/chicane")
    assert MissingReason.NO_LAW.value in page(client, "/laws/undertricks")


def test_no_such_point_is_said_with_the_nearest(client: FlaskClient) -> None:
    assert "revoke-penalty" in page(client, "/laws/revoke-penalti", 404)


def test_the_codes_of_games_are_found_under_their_keys() -> None:
    assert all(code.key in CODES for code in SCORED)
