"""The revisions of 1904 and 1907: every figure that Hoffmann and Elwell print or state, and what was said otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.callings import say, spoken
from tests.support.cases import for_each
from tests.support.oracles import outcome_of, table
from tutor.auction import Call, Calling, Content, Declaration, Declare, Denomination, Double, Leave
from tutor.codes import CODES
from tutor.codes.bridge_american_1907 import CLUB_LIMITS, BridgeAmerican1907
from tutor.codes.bridge_calling import Beyond, DoublingLimit
from tutor.codes.bridge_english_1901 import Bridge1901, BridgeEnglish1901
from tutor.codes.bridge_english_1904 import BridgeEnglish1904
from tutor.codes.laws import LawRef
from tutor.codes.scoring import DealOutcome, DealScore, Heading, ScoreItem
from tutor.errors import Illegal
from tutor.library.laws import laws
from tutor.seats import BySeat, BySide, Seat, Side

E1901, E1904, A1907 = BridgeEnglish1901(), BridgeEnglish1904(), BridgeAmerican1907()
HEARTS, SPADES = Declare(Denomination.HEARTS), Declare(Denomination.SPADES)


def test_hoffmanns_rubber_of_six_deals_comes_out_to_the_figure_but_for_the_printed_32() -> None:
    rows = table("bridge-english-1904-rubber.csv")
    rubber = E1904.rubber
    for row in rows:
        assert rubber.winner is None
        score = E1904.score(outcome_of(row))
        for side in Side:
            assert score.below(side) == int(row[f"{side.label} below"]), row["his words"]
            assert score.above(side) == int(row[f"{side.label} above"]), row["his words"]
        rubber = rubber.after(score)
        assert BySide.each(rubber.stands_at).ns == int(row["stands at"])
    assert [len(game) for game in rubber.game_by_game()] == [3, 3, 0]
    assert [sum(deal.below(Side.NS) for deal in game) for game in rubber.game_by_game()] == [34, 30, 0]
    assert [row["printed"] for row in rows if row["printed"]] == ["32"]
    assert rubber.winner is Side.NS
    assert BySide.each(lambda side: sum(deal.total(side) for deal in rubber.deals)) == BySide(104, 178)
    assert BySide.each(rubber.total) == BySide(204, 178)
    assert BySide.each(rubber.wins) == BySide(26, -26)


@for_each("row", table("bridge-examples.csv"), ids=lambda row: f"{row['id']}-{row['denomination']}{row['doubled']}")
def test_what_the_books_state_of_a_score(row: dict[str, str]) -> None:
    code = CODES[row["code"]]
    assert isinstance(code, Bridge1901)
    score = code.score(outcome_of(row))
    for side in Side:
        assert score.below(side) == int(row[f"{side.label} below"])
        assert score.above(side) == int(row[f"{side.label} above"])
    assert all(item.law.code == code.key and item.law in laws() for item in score.items)


@pytest.mark.parametrize("row", table("bridge-american-1907-table.csv"), ids=lambda row: f"{row['case']}-{row['more']}")
def test_elwells_table_of_values(row: dict[str, str]) -> None:
    headings = {"Each Trick above Six": Heading.TRICKS, "Chicane": Heading.CHICANE}
    heading = headings.get(row["case"], Heading.HONOURS)
    for denomination in Denomination:
        printed = row[denomination.word]
        if printed == "-" and heading is Heading.HONOURS:
            continue  # there are but four aces
        trumps = BySeat.each(lambda seat: 0 if seat.label == row["void"] else 4) if denomination.trumps else None
        honours = BySeat(int(row["more"]), 0, int(row["fewer"]), 0)
        score = A1907.score(DealOutcome(Declaration(denomination, Seat.SOUTH), BySide(7, 6), honours, trumps))
        assert score.points(Side.NS, heading) == (0 if printed == "-" else int(printed)), denomination.word


def test_chicane_makes_the_same_difference_under_every_code_but_not_in_the_same_column() -> None:
    outcome = DealOutcome(
        Declaration(Denomination.HEARTS, Seat.WEST), BySide(6, 7), BySeat(0, 3, 0, 2), BySeat(0, 7, 0, 6)
    )
    scores = [code.score(outcome) for code in (E1901, E1904, A1907)]
    gains = [score.total(Side.EW) - score.total(Side.NS) for score in scores]
    assert gains == [16, 16, 16]  # 8 for the trick and 40 for five honours, less 32
    assert E1904.score(outcome).points(Side.NS, Heading.CHICANE) == 32
    assert A1907.score(outcome).points(Side.EW, Heading.CHICANE) == -32


def test_what_the_laws_leave_open_of_double_chicane_is_an_option() -> None:
    outcome = DealOutcome(
        Declaration(Denomination.CLUBS, Seat.WEST), BySide(6, 7), BySeat(0, 3, 0, 2), BySeat(0, 7, 0, 6)
    )
    assert replace(E1901, double_chicane=False).score(outcome).points(Side.NS, Heading.CHICANE) == 8
    assert replace(A1907, double_chicane=False).score(outcome).points(Side.EW, Heading.CHICANE) == -8


def scored(below: int, above: int, other: int) -> DealScore:
    law = A1907.law("trick-values")
    return DealScore(
        (
            ScoreItem(Side.NS, Heading.TRICKS, below, "tricks", law),
            ScoreItem(Side.NS, Heading.HONOURS, above, "honours", law),
            ScoreItem(Side.EW, Heading.HONOURS, other, "honours", law),
        )
    )


def test_the_winners_of_a_rubber_may_lose_points_by_it() -> None:
    rubber = A1907.rubber.after(scored(30, 0, 100)).after(scored(30, 0, 100))
    assert rubber.winner is Side.NS
    assert BySide.each(rubber.wins) == BySide(-40, 40)


def test_honours_win_no_game_and_tricks_beyond_thirty_count_for_one() -> None:
    assert BySide.each(A1907.rubber.after(scored(24, 100, 0)).won) == BySide(0, 0)
    assert BySide.each(A1907.rubber.after(scored(18, 0, 0)).after(scored(12, 0, 0)).won) == BySide(1, 0)
    rubber = A1907.rubber.after(scored(24, 0, 0)).after(
        A1907.score(DealOutcome(Declaration(Denomination.NO_TRUMPS, Seat.SOUTH), BySide(11, 2), BySeat(0, 0, 0, 0)))
    )
    assert BySide.each(rubber.won) == BySide(1, 0)
    assert BySide.each(rubber.total) == BySide(84, 0)


# ---- the calling ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [E1904, A1907], ids=lambda code: code.key)
def test_the_words_of_the_later_codes(code: Bridge1901) -> None:
    assert spoken(code, say(code, "A", ("A", HEARTS), ("Y", Content()), ("Z", Content()))) == [
        "A: Hearts.",
        "Y to Z: May I lead?",
        "Z: Yes.",
    ]
    doubled = say(
        code, "A", ("A", Leave()), ("B", Declare(Denomination.NO_TRUMPS)), ("Y", Content()), ("Z", Double()),
        ("B", Content()), ("A", Double()), ("Z", Content()), ("Y", Content()),
    )  # fmt: skip
    assert spoken(code, doubled) == [
        "A to B: I leave it to you, Partner.",
        "B: No trumps.",
        "Y to Z: May I lead?",
        "Z: I double.",
        "B: Satisfied.",
        "A: I redouble.",
        "Z: Satisfied.",
        "Y: Satisfied.",
    ]
    assert code.turn(doubled) is None


def test_the_code_of_1901_asks_again_where_the_later_ones_do_not() -> None:
    calls: list[tuple[str, Call]] = [("A", HEARTS), ("Y", Double()), ("A", Content()), ("B", Content())]
    assert "Y to A: May I play?" in spoken(E1901, say(E1901, "A", *calls))
    assert not any("May I" in words for words in spoken(E1904, say(E1904, "A", *calls)))


def doubled_as_often_as_may_be(code: Bridge1901, denomination: Denomination) -> Declaration:
    calling = say(code, "A", ("A", Declare(denomination)))
    for _ in range(12):
        turn = code.turn(calling)
        if turn is None:
            break
        calling = code.say(calling, turn.seat, Double())
    assert calling.declaration is not None
    return calling.declaration


@pytest.mark.parametrize(
    ("limit", "spades", "clubs", "diamonds", "hearts", "no_trumps"),
    [
        (DoublingLimit(100), 64, 64, 96, 64, 96),
        (DoublingLimit(100, Beyond.LAST), 128, 128, 192, 128, 192),
        (DoublingLimit(100, Beyond.CUT), 100, 100, 100, 100, 100),
        (DoublingLimit(200, Beyond.LAST), 256, 256, 384, 256, 384),
        (DoublingLimit(98, Beyond.BARRED, tricks=7), 8, 8, 12, 8, 12),
        (DoublingLimit(98, Beyond.CUT, tricks=7), 14, 14, 14, 14, 14),
        (None, 2**13, 2**14, 6 * 2**12, 2**15, 12 * 2**12),
    ],
)
def test_how_far_re_doubling_goes_under_each_reading_of_the_limit(
    limit: DoublingLimit | None, spades: int, clubs: int, diamonds: int, hearts: int, no_trumps: int
) -> None:
    code = replace(E1904, limit=limit)
    named = (
        Denomination.SPADES,
        Denomination.CLUBS,
        Denomination.DIAMONDS,
        Denomination.HEARTS,
        Denomination.NO_TRUMPS,
    )
    for denomination, most in zip(named, (spades, clubs, diamonds, hearts, no_trumps), strict=True):
        declaration = doubled_as_often_as_may_be(code, denomination)
        assert code.worth(denomination, declaration.doubled) == most
        score = code.score(DealOutcome(declaration, BySide(8, 5), BySeat(0, 0, 0, 0)))
        assert score.below(Side.NS) == 2 * most


def test_a_limit_may_be_reached_and_not_passed() -> None:
    barred = DoublingLimit(98, Beyond.BARRED, tricks=7)
    assert [value for value in range(1, 20) if barred.allows_another(value)] == [1, 2, 3, 4, 5, 6, 7]
    last = DoublingLimit(98, Beyond.LAST, tricks=7)
    assert [value for value in range(1, 20) if last.allows_another(value)] == list(range(1, 14))


def test_each_codes_own_limit() -> None:
    assert (E1901.limit, E1904.limit, A1907.limit) == (None, DoublingLimit(100), None)
    assert [limit.points for limit in CLUB_LIMITS] == [100, 200]
    assert {limit.beyond for limit in CLUB_LIMITS} == {Beyond.LAST}


def test_a_limit_that_cannot_be_shared_among_its_tricks_is_refused() -> None:
    with pytest.raises(ValueError, match="100 points cannot be divided among 7 tricks"):
        DoublingLimit(100, Beyond.CUT, tricks=7)


TO_THE_LIMIT: list[tuple[str, Call]] = [
    ("A", HEARTS),
    ("Y", Double()),
    ("A", Double()),
    ("Y", Double()),
]  # 8, 16, 32, 64


@pytest.mark.parametrize(
    ("code", "before", "seat", "call", "law", "hint"),
    [
        (E1904, [], "B", HEARTS, "47", "It is A’s turn to speak"),
        (E1904, [("A", Leave())], "B", Leave(), "48", "It is B’s turn to speak"),
        (E1904, [("A", HEARTS)], "B", SPADES, "52", "cannot be changed"),
        (E1904, [("A", HEARTS)], "Z", Double(), "54", "It is Y’s turn to speak"),
        (E1904, [*TO_THE_LIMIT[:3]], "Z", Double(), "56", "It is Y’s turn to speak"),
        (E1904, TO_THE_LIMIT, "A", Double(), "58", "limit of 100 points is reached"),
        (E1904, TO_THE_LIMIT, "A", Content(), "60", "It is Y’s turn to lead"),
        (E1904, [("A", HEARTS), ("Y", Content()), ("Z", Content())], "A", Double(), "60", "It is Y’s turn to lead"),
        (A1907, [], "Y", HEARTS, "declare-dealer", "It is A’s turn to speak"),
        (A1907, [("A", Leave())], "A", HEARTS, "declare-partner", "It is B’s turn to speak"),
        (A1907, [("A", HEARTS), ("Y", Double())], "B", Double(), "redouble", "It is A’s turn to speak"),
    ],
)
def test_a_call_is_refused_with_the_law_of_its_own_code(
    code: Bridge1901, before: list[tuple[str, Call]], seat: str, call: Call, law: str, hint: str
) -> None:
    refusal = code.refusal(say(code, "A", *before), Seat.labelled(seat), call)
    assert refusal is not None
    assert refusal.law.number == law
    assert hint in refusal.worded(laws())


@pytest.mark.parametrize("code", [E1901, E1904, A1907], ids=lambda code: code.key)
def test_re_doubling_goes_to_whoever_last_re_doubled_and_then_to_the_partner(code: Bridge1901) -> None:
    calling = say(
        code, "A", ("A", SPADES), ("Y", Content()), ("Z", Double()),
        ("A", Content()), ("B", Double()), ("Z", Content()),
        ("Y", Double()),
    )  # fmt: skip
    turn = code.turn(calling)
    assert turn is not None
    assert turn.seat is Seat.NORTH
    calling = code.say(code.say(calling, Seat.NORTH, Content()), Seat.SOUTH, Double())
    turn = code.turn(calling)
    assert turn is not None
    assert turn.seat is Seat.WEST
    assert calling.declaration == Declaration(Denomination.SPADES, Seat.SOUTH, 4)


@pytest.mark.parametrize("key", ["bridge-english-1904", "bridge-american-1907"])
def test_every_point_leads_to_a_law_and_every_law_to_its_lines(key: str) -> None:
    code = CODES[key]
    assert isinstance(code, Bridge1901)
    assert {laws()[code.law_on(point)].citation.source for point in code.points} == {code.source}
    for ref, law in laws().items():
        if ref.code != key:
            continue
        assert law.citation.page is None
        assert "None" not in str(law.citation)
        assert law.citation.lines is not None


def test_a_limit_reached_is_refused_with_its_own_law_under_the_clubs_of_1907() -> None:
    code = replace(A1907, limit=CLUB_LIMITS[0])
    calling = Calling(Seat.SOUTH).after(Seat.SOUTH, Declare(Denomination.NO_TRUMPS))
    for seat in (Seat.WEST, Seat.SOUTH) * 2:
        calling = code.say(calling, seat, Double())
    assert code.turn(calling) is None
    refusal = code.refusal(calling, Seat.WEST, Double())
    assert refusal is not None
    assert refusal.law == LawRef("bridge-american-1907", "double-limit")
    with pytest.raises(Illegal):
        code.say(calling, Seat.WEST, Double())
