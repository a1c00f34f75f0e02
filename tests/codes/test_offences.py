"""Offences and penalties under the five codes, against the concordance of the books, their cases and their examples."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.oracles import table
from tests.support.strategies import denominations
from tutor.auction import Declaration, Denomination
from tutor.codes import CODES
from tutor.codes.auction_1910 import Auction1910
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.dumby_1859 import Dumby1859
from tutor.codes.offences import (
    FIVE_CODES,
    QUESTIONS,
    Act,
    Counsel,
    Offence,
    Offences,
    Role,
    Ruling,
    Silence,
    When,
    asked,
)
from tutor.codes.offences.effects import (
    AddsPoints,
    AddsValue,
    DeductsPoints,
    DeductsValue,
    Effect,
    PenaltyPoints,
    TakesTricks,
    Then,
    name_of,
)
from tutor.codes.penalties import PenaltyOptions, Revoke, ScorableDeal, with_penalties
from tutor.codes.scoring import DealOutcome, DealScore, Heading, Rubber, ScoreItem
from tutor.errors import Illegal, Malformed, Unknown
from tutor.library.laws import laws
from tutor.seats import BySeat, BySide, Seat, Side

TABLES = {**FIVE_CODES, Dumby1859.key: Dumby1859.offences}
COLUMNS = {key.removeprefix("bridge-"): offences for key, offences in FIVE_CODES.items()}
every_table = pytest.mark.parametrize("offences", TABLES.values(), ids=TABLES)
CONCORDANCE = [row for row in table("offences-of-the-concordance.csv") if row["act"]]


def answers(offences: Offences, row: dict[str, str]) -> Ruling | Silence:
    """The answer to the one offence of a line."""
    (answer,) = offences.answers(asked(row["act"], row["by"], row["when"]))
    return answer


def names(ruling: Ruling) -> set[str]:
    return set(map(name_of, ruling.effects()))


@every_table
def test_a_code_rules_on_everything_that_can_be_asked_or_says_why_not(offences: Offences) -> None:
    for question in QUESTIONS.values():
        for answer in offences.answers(question):
            if isinstance(answer, Silence):
                assert answer.why.endswith("."), answer
            else:
                assert answer.laws
                assert answer.choices or answer.always, answer
                assert answer.choices or answer.chooser.name == "NOBODY", answer


@every_table
def test_no_law_stands_idle_and_each_has_its_place_in_the_book(offences: Offences) -> None:
    answers = map(offences.answer, offences.rows)
    cited = {law for answer in answers if isinstance(answer, Ruling) for law in answer.laws}
    assert cited == set(offences.laws.values())
    for law in map(laws().__getitem__, offences.laws.values()):
        assert law.says.endswith(".")
        first, last = law.citation.lines or (1, 0)
        assert first <= last
        assert law.citation.source == offences.source


@for_each("row", CONCORDANCE, ids=lambda row: f"{row['point']} {row['when']}")
@for_each("column", COLUMNS)
def test_each_point_of_the_concordance_is_ruled_upon_where_its_law_stands(row: dict[str, str], column: str) -> None:
    cell = row[column]
    if not cell:
        return
    answer = answers(COLUMNS[column], row)
    if cell == "etiquette":
        assert isinstance(answer, Silence)
        assert "etiquette" in answer.why
    elif cell == "-":
        assert isinstance(answer, Silence) or (row["effect"] and row["effect"] not in names(answer)), answer
    else:
        assert isinstance(answer, Ruling), answer
        assert not row["effect"] or row["effect"] in names(answer)
        if cell != "other":
            first, last = map(int, cell.split("-"))
            places = [laws()[law].citation.lines or (0, 0) for law in answer.laws]
            assert any(begin <= last and first <= end for begin, end in places), places


@for_each("row", table("offences-cases.csv"), ids=lambda row: f"{row['id']} {row['when']}")
def test_cases_are_decided_as_the_books_decide_them(row: dict[str, str]) -> None:
    answer = answers(TABLES[row["code"]], row)
    if row["brings"] == "nothing":
        assert isinstance(answer, Silence)
        return
    assert isinstance(answer, Ruling), answer
    assert set(row["brings"].split()) <= names(answer)
    assert not set(row["not"].split()) & names(answer)
    if row["chooser"]:
        assert answer.chooser.name.lower().replace("_", "-") == row["chooser"]
    if row["page"] and not row["id"].startswith("hel-comment"):
        first, last = map(int, row["lines"].split("-"))
        places = [laws()[law].citation.lines or (0, 0) for law in answer.laws]
        assert any(begin <= last and first <= end for begin, end in places), answer.laws


@pytest.mark.parametrize(
    ("key", "act", "by", "when", "counsel"),
    [
        ("bridge-english-1901", "declares-out-of-turn", "dummy", "before-doubling", Counsel.ALONE),
        ("bridge-english-1901", "dummy-suggests", "dummy", "", Counsel.ALONE),
        ("bridge-english-1901", "exposes-card", "dealer", "before-declaration", Counsel.ALONE),
        ("bridge-english-1901", "revokes", "leader", "established", Counsel.TOGETHER),
        ("bridge-english-1904", "declares-out-of-turn", "dummy", "before-doubling", Counsel.UNSAID),
        ("bridge-english-1904", "consults-on-doubling", "leader", "", Counsel.ALONE),
        ("bridge-english-1904", "revokes", "leader", "established", Counsel.TOGETHER),
        ("bridge-american-1907", "exposes-card", "dealer", "before-declaration", Counsel.ALONE),
        ("bridge-american-1907", "revokes", "leader", "established", Counsel.UNSAID),
        ("whist-1859", "calls-honours", "leader", "without-right", Counsel.TOGETHER),
        ("whist-1859", "leads-out-of-turn", "leader", "followed-by-none", Counsel.ALONE),
    ],
)
def test_partners_may_consult_where_the_law_says_so(key: str, act: str, by: str, when: str, counsel: Counsel) -> None:
    answer = answers(FIVE_CODES[key], {"act": act, "by": by, "when": when})
    assert isinstance(answer, Ruling)
    assert answer.counsel is counsel


def test_every_code_of_the_engine_that_is_a_body_of_laws_answers_by_its_table() -> None:
    for key, code in CODES.items():
        if key in FIVE_CODES:
            assert code.offences is FIVE_CODES[key]


def test_what_is_asked_in_other_words_is_refused_with_what_may_be_asked() -> None:
    with pytest.raises(Unknown, match="revokes"):
        asked("revoke")
    with pytest.raises(Malformed, match="dealer, dummy, leader"):
        asked("revokes", "bystander")
    with pytest.raises(Malformed, match="established"):
        asked("revokes", "dealer", "tomorrow")
    with pytest.raises(Malformed, match="no difference"):
        asked("card-faced", "", "in-time")


def test_an_adversary_is_either_of_two_and_a_player_any_of_four() -> None:
    assert asked("revokes", "adversary").by == (Role.LEADER, Role.THIRD)
    assert len(asked("revokes", "player", "established").by) == 4
    assert asked("revokes", "declarer").by == (Role.DEALER,)


# ---- the score -------------------------------------------------------------------------------------------------

PENALTIES: dict[str, Effect | None] = {
    "tricks": TakesTricks(3),
    "add": AddsValue(3),
    "deduct": DeductsValue(3),
    "points": PenaltyPoints(150),
    "again": PenaltyPoints(100),
    "none": None,
}
LAW = BridgeEnglish1901().law("4")
SCORING = {"auction-1910": Auction1910()}
"""Of the codes of bridge any scores these cases alike: what differs is their tables of penalties."""


def reckoned(row: dict[str, str]) -> ScorableDeal:
    code = SCORING.get(row["code"], BridgeEnglish1901())
    tricks = BySide(int(row["AB tricks"]), 13 - int(row["AB tricks"]))
    contract = int(row["bid"]) if row["bid"] else None
    declaration = Declaration(Denomination(row["denomination"]), Seat.SOUTH, int(row["doubled"]), contract)
    outcome = DealOutcome(declaration, tricks, BySeat(*map(int, row["honours"].split())))
    return code.scorable_outcome(outcome, tuple(zip(Side, map(int, row["before"].split()), strict=True)))


def standing(rubber: Rubber, points: BySide[int]) -> Rubber:
    """A rubber in which the sides have so many points towards the game."""
    return rubber.after(DealScore(tuple(ScoreItem(side, Heading.TRICKS, points[side], "before", LAW) for side in Side)))


def exacted(text: str) -> list[Revoke]:
    """Revokes as the oracle writes them: `YZ:tricks YZ:again`."""
    return [Revoke(Side.labelled(side), PENALTIES[how]) for side, how in (one.split(":") for one in text.split())]


@for_each("row", table("revoke-scores.csv"), ids=lambda row: f"{row['id']} {row['revokes']}")
def test_revokes_are_paid_for_as_printed(row: dict[str, str]) -> None:
    score = with_penalties(FIVE_CODES[row["code"]], reckoned(row), exacted(row["revokes"]))
    assert [score.below(side) for side in Side] == list(map(int, row["below"].split()))
    assert [score.above(side) for side in Side] == list(map(int, row["above"].split()))


@pytest.mark.parametrize(
    ("key", "side", "penalty", "says"),
    [
        ("bridge-american-1907", Side.NS, AddsValue(3), "three tricks are taken"),
        ("bridge-english-1901", Side.NS, PenaltyPoints(150), "or ‘the value of three tricks"),
        ("auction-1910", Side.NS, TakesTricks(3), "scores 150 above the line"),
        ("whist-1859", Side.EW, AddsValue(3), "three points"),
    ],
)
def test_a_penalty_that_the_code_does_not_give_is_refused_with_those_it_gives(
    key: str, side: Side, penalty: Effect, says: str
) -> None:
    row = {
        "code": key,
        "AB tricks": "7",
        "bid": "1",
        "denomination": "H",
        "doubled": "0",
        "honours": "0 0 0 0",
        "before": "0 0",
    }
    with pytest.raises(Illegal, match=says):
        with_penalties(FIVE_CODES[key], reckoned(row), [Revoke(side, penalty)])


def test_a_second_revoke_at_auction_gives_no_choice_of_tricks() -> None:
    row = next(row for row in table("revoke-scores.csv") if row["revokes"] == "YZ:points YZ:again")
    with pytest.raises(Illegal, match="100 above the line"):
        with_penalties(FIVE_CODES["auction-1910"], reckoned(row), exacted("YZ:tricks YZ:tricks"))


def test_what_the_texts_leave_open_is_an_option() -> None:
    rows = table("revoke-scores.csv")
    doubled = next(row for row in rows if row["doubled"] == "1" and row["revokes"] == "YZ:add")
    english = FIVE_CODES["bridge-english-1901"]
    plain = with_penalties(english, reckoned(doubled), exacted("YZ:add"), PenaltyOptions(double_counts=False))
    assert plain.below(Side.NS) == 16 + 24
    deducted = next(row for row in rows if row["revokes"] == "AB:deduct" and row["code"] == english.key)
    owing = with_penalties(english, reckoned(deducted), exacted("AB:deduct"), PenaltyOptions(below_nothing=True))
    assert owing.below(Side.NS) == 16 - 24
    aces = {**next(row for row in rows if row["denomination"] == "N" and row["bid"]), "honours": "0 3 0 0"}
    for kept, points in ((False, 0), (True, 30)):
        score = with_penalties(
            FIVE_CODES["auction-1910"], reckoned(aces), exacted("YZ:points"), PenaltyOptions(aces_are_kept=kept)
        )
        assert score.above(Side.EW) == points


def whist(tricks: int, before: tuple[int, int], honours: BySide[int] = BySide(0, 0)) -> ScorableDeal:  # noqa: B008
    """Short whist: a point for each trick over six, honours not counted by a side that stood at four."""
    had = BySide(*before)

    def score(won: BySide[int]) -> DealScore:
        items = [ScoreItem(side, Heading.TRICKS, max(won[side] - 6, 0), "by cards", LAW) for side in Side]
        counted = [side for side in Side if had[side] < 4]
        return DealScore(
            (*items, *(ScoreItem(side, Heading.HONOURS, honours[side], "honours", LAW) for side in counted))
        )

    return ScorableDeal(BySide(tricks, 13 - tricks), score, tuple(had.items()), 5, counted=DealScore.total)


@pytest.mark.parametrize(
    ("tricks", "before", "honours", "penalty", "totals"),
    [
        (7, (0, 0), (0, 0), AddsPoints(3), (1, 3)),
        (7, (3, 0), (0, 0), DeductsPoints(3), (-3 + 1, 0)),
        (7, (1, 0), (0, 0), DeductsPoints(3), (-1 + 1, 0)),
        (9, (0, 0), (0, 0), TakesTricks(3), (0, 1)),
        (11, (0, 0), (0, 0), AddsPoints(3), (4, 3)),
        (9, (2, 0), (2, 0), AddsPoints(3), (2, 3)),
        (7, (4, 0), (2, 0), DeductsPoints(3), (-3 + 1, 0)),
    ],
)
def test_at_whist_three_points_or_three_tricks_are_taken_and_no_game_is_counted(
    tricks: int, before: tuple[int, int], honours: tuple[int, int], penalty: Effect, totals: tuple[int, int]
) -> None:
    """The last is decided in the book (p. 13): a side at four that loses three points does not then count honours."""
    score = with_penalties(
        FIVE_CODES["whist-1859"], whist(tricks, before, BySide(*honours)), [Revoke(Side.NS, penalty)]
    )
    assert tuple(score.total(side) for side in Side) == totals


revokes = st.lists(st.sampled_from(Side), min_size=1, max_size=5)


@given(st.sampled_from(sorted(FIVE_CODES)), revokes, st.integers(0, 13), denominations, st.integers(0, 2), st.data())
def test_a_side_that_revoked_never_wins_the_game_by_that_hand(
    key: str, by: list[Side], tricks: int, denomination: Denomination, doubled: int, data: st.DataObject
) -> None:
    before = tuple(data.draw(st.sampled_from(range(0, 29, 2))) for _ in Side)
    row = {
        "code": key, "AB tricks": str(tricks), "bid": "1", "denomination": denomination.letter, "doubled": str(doubled),
        "honours": "0 0 0 0", "before": f"{before[0]} {before[1]}",
    }  # fmt: skip
    deal = whist(tricks, (before[0] % 5, before[1] % 5)) if key == "whist-1859" else reckoned(row)
    made: list[Revoke] = []
    for side in by:
        role = Role.DEALER if side is deal.declarers else Role.LEADER
        when = (
            When.AGAIN
            if any(one.by is side for one in made)
            else When.BY_BOTH_SIDES
            if len(set(by)) == 2
            else When.ESTABLISHED
        )
        ruling = FIVE_CODES[key].answer(Offence(Act.REVOKES, role, when))
        assert isinstance(ruling, Ruling)
        may: list[Effect | None] = [one.effects[0] for one in ruling.choices]
        made.append(Revoke(side, data.draw(st.sampled_from(may or [None]))))
    score = with_penalties(FIVE_CODES[key], deal, made)
    for side in set(by):
        for party, points in deal.parties(side):
            assert points + score.below(party) < deal.game
            assert points + score.below(party) >= 0
            assert score.points(party, Heading.SLAM) == 0


def test_a_rubber_for_which_nobody_revoked_is_scored_as_it_was() -> None:
    row = {**table("revoke-scores.csv")[0], "revokes": ""}
    deal = reckoned(row)
    assert with_penalties(FIVE_CODES["auction-1910"], deal, []) == deal.score(deal.tricks)


def test_the_names_of_effects_are_not_shared() -> None:
    effects = set(chain.from_iterable(
        answer.effects()
        for offences in TABLES.values()
        for question in QUESTIONS.values()
        for answer in offences.answers(question)
        if isinstance(answer, Ruling)
    ))  # fmt: skip
    by_name: dict[str, set[type]] = {}
    for effect in effects:
        by_name.setdefault(name_of(effect), set()).add(type(effect))
    assert all(len(types) == 1 for types in by_name.values())
    assert set(Then) <= effects, set(Then) - effects
