"""The English club code of 1901, against every figure that Hellespont’s book prints of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.callings import say, spoken
from tests.support.cases import for_each
from tests.support.oracles import table
from tests.support.strategies import deals, denominations, seats
from tutor.auction import Call, Calling, Content, Declaration, Declare, Denomination, Double, Leave
from tutor.codes import code
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.scoring import DealOutcome, Heading, units
from tutor.deal import Deal
from tutor.errors import Illegal, Unknown
from tutor.library.laws import laws
from tutor.seats import BySeat, BySide, Seat, Side

CODE = BridgeEnglish1901()
HEARTS = Declare(Denomination.HEARTS)


@for_each("row", table("bridge-english-1901-honours.csv"), ids=lambda row: f"{row['more']}+{row['fewer']}")
@for_each("doubled", [0, 1, 2])
def test_honours_in_trumps_count_as_printed_whatever_the_doubling(row: dict[str, str], doubled: int) -> None:
    for denomination in Denomination:
        if denomination is Denomination.NO_TRUMPS:
            continue
        honours = BySeat(int(row["fewer"]), 0, int(row["more"]), 0)
        score = CODE.score(DealOutcome(Declaration(denomination, Seat.SOUTH, doubled), BySide(7, 6), honours))
        assert score.points(Side.NS, Heading.HONOURS) == int(row[denomination.word])


@pytest.mark.parametrize(
    ("aces", "points"),
    [
        ((3, 1, 0, 0), 30),
        ((2, 0, 1, 1), 30),
        ((2, 0, 2, 0), 40),
        ((3, 0, 1, 0), 40),
        ((4, 0, 0, 0), 100),
        ((1, 1, 1, 1), 0),
    ],
)
def test_aces_count_as_printed(aces: tuple[int, int, int, int], points: int) -> None:
    score = CODE.score(DealOutcome(Declaration(Denomination.NO_TRUMPS, Seat.SOUTH), BySide(7, 6), BySeat(*aces)))
    assert score.points(Side.NS, Heading.HONOURS) == points


@pytest.mark.parametrize("row", table("bridge-english-1901-tricks-to-thirty.csv"), ids=lambda row: row["score"])
def test_the_table_of_tricks_needed_to_reach_thirty(row: dict[str, str]) -> None:
    for heading in list(row)[1:]:
        word, _, doubled = heading.partition(" doubled")
        denomination = next(one for one in Denomination if one.word == word)
        needed = CODE.tricks_needed(int(row["score"]), denomination, doubled=int(heading.endswith("doubled")))
        assert ("-" if needed is None else str(needed)) == row[heading], heading
        assert doubled == ""


def rubber_outcome(row: dict[str, str]) -> DealOutcome:
    chicane = row["chicane"]
    trumps = BySeat.each(lambda seat: 0 if seat.label == chicane else 4)
    denomination = Denomination(row["denomination"])
    return DealOutcome(
        Declaration(denomination, Seat.labelled(row["declarer"]), int(row["doubled"])),
        BySide(int(row["AB tricks"]), 13 - int(row["AB tricks"])),
        BySeat.each(lambda seat: int(row[f"honours {seat.label}"])),
        None if denomination is Denomination.NO_TRUMPS else trumps,
    )


def test_hellesponts_rubber_of_eleven_deals_comes_out_to_the_figure() -> None:
    rows = table("bridge-english-1901-rubber.csv")
    assert len(rows) == 11
    rubber = CODE.rubber
    for row in rows:
        assert rubber.winner is None
        score = CODE.score(rubber_outcome(row))
        for side in Side:
            assert score.below(side) == int(row[f"{side.label} below"]), row["his words"]
            assert score.above(side) == int(row[f"{side.label} above"]), row["his words"]
        rubber = rubber.after(score)
    assert [len(game) for game in rubber.game_by_game()] == [5, 1, 5, 0]
    assert BySide.each(rubber.won) == BySide(2, 1)
    assert rubber.winner is Side.NS
    assert BySide.each(rubber.total) == BySide(226, 210)
    assert BySide.each(rubber.wins) == BySide(16, -16)
    assert units(BySide.each(rubber.wins).ns) == 2
    with pytest.raises(ValueError, match="the rubber is over"):
        rubber.after(score)


@pytest.mark.parametrize(("points", "in_tens"), [(55, 6), (64, 6), (16, 2), (54, 5), (-16, -2), (4, 0), (5, 1), (0, 0)])
def test_five_points_count_as_a_unit_and_less_as_nothing(points: int, in_tens: int) -> None:
    assert units(points) == in_tens


def test_the_small_slam_in_diamonds_of_game_v_is_worth_104() -> None:
    """Hellespont, p. 224: "AB make a Small Slam, scoring in all for the deal 104"."""
    deal = Deal.parse("S:KQ62.4.952.QT642 T7.AKQ97652.J.K8 A98.J.AKQT643.A3 J543.T83.87.J975")
    outcome = CODE.outcome(deal, Declaration(Denomination.DIAMONDS, Seat.NORTH), BySide(12, 1))
    score = CODE.score(outcome)
    assert [(item.heading.value, item.points) for item in score.items] == [
        ("tricks", 36),
        ("honours", 48),
        ("slam", 20),
    ]
    assert score.total(Side.NS) == 104
    assert score.total(Side.EW) == 0


def clubs_score(row: dict[str, str]) -> BySide[int]:
    """What AB gain by the row: in all, and by tricks alone (as its two figures)."""
    denomination = Denomination(row["denomination"])
    honours = BySeat.each(lambda seat: {"A": int(row["more"]), "B": int(row["fewer"])}.get(seat.label, 0))
    trumps = BySeat.each(lambda seat: 0 if seat.label == row["void"] else 4)
    tricks = BySide(int(row["AB tricks"]), 13 - int(row["AB tricks"]))
    score = CODE.score(
        DealOutcome(Declaration(denomination, Seat.SOUTH), tricks, honours, trumps if denomination.trumps else None)
    )
    return BySide(score.total(Side.NS) - score.total(Side.EW), score.below(Side.NS) - score.below(Side.EW))


def test_the_eight_club_deals_gain_what_hellespont_says() -> None:
    rows = table("hellespont-clubs.csv")
    gains, tricks = [], []
    for declared, left in zip(rows[::2], rows[1::2], strict=True):
        assert clubs_score(declared).ns == int(declared["total"])
        assert clubs_score(left).ns == int(left["total"])
        gains.append(clubs_score(declared).ns - clubs_score(left).ns)
        tricks.append(clubs_score(declared).ew - clubs_score(left).ew)
    assert gains == [20, 20, 22, 26, -44, 56, 36, 42]
    assert sum(gains) == 178
    assert sum(tricks) == 46


@given(deals(), denominations, seats, st.integers(0, 2), st.integers(0, 13))
def test_no_deal_scores_tricks_for_both_sides(
    deal: Deal, denomination: Denomination, by: Seat, doubled: int, tricks: int
) -> None:
    score = CODE.score(CODE.outcome(deal, Declaration(denomination, by, doubled), BySide(tricks, 13 - tricks)))
    winners, losers = (Side.NS, Side.EW) if tricks > 6 else (Side.EW, Side.NS)
    assert score.below(losers) == 0
    assert score.below(winners) == (abs(2 * tricks - 13) + 1) // 2 * CODE.trick_value(denomination) * 2**doubled
    assert all(item.points > 0 for item in score.items)


@pytest.mark.parametrize("tricks", [BySide(7, 7), BySide(14, -1), BySide(6, 6)])
def test_tricks_that_are_not_thirteen_are_refused(tricks: BySide[int]) -> None:
    with pytest.raises(ValueError, match="do not make thirteen"):
        CODE.score(DealOutcome(Declaration(Denomination.SPADES, Seat.SOUTH), tricks, BySeat(0, 0, 0, 0)))


def test_the_dealer_declares_and_nobody_doubles() -> None:
    calling = say(CODE, "A", ("A", HEARTS), ("Y", Content()), ("Z", Content()))
    assert CODE.turn(calling) is None
    assert calling.declaration == Declaration(Denomination.HEARTS, Seat.SOUTH)
    assert spoken(CODE, calling) == ["A: Hearts are trumps.", "Y to Z: May I play?", "Z: Yes."]


def test_the_partner_to_whom_it_is_left_must_declare() -> None:
    left = say(CODE, "A", ("A", Leave()))
    turn = CODE.turn(left)
    assert turn is not None
    assert turn.seat is Seat.NORTH
    assert Leave() not in turn.calls
    assert turn.law.number == "49"
    declared = CODE.say(left, Seat.NORTH, Declare(Denomination.NO_TRUMPS))
    assert spoken(CODE, declared) == ["A to B: I leave it to you, Partner.", "B: There are no trumps."]


def test_a_double_gives_the_first_right_to_whoever_declared() -> None:
    calling = say(CODE, "A", ("A", Leave()), ("B", HEARTS), ("Y", Content()), ("Z", Double()))
    turn = CODE.turn(calling)
    assert turn is not None
    assert turn.seat is Seat.NORTH
    assert turn.law.number == "55"
    done = CODE.say(CODE.say(calling, Seat.NORTH, Content()), Seat.SOUTH, Content())
    assert CODE.turn(done) is None
    assert spoken(CODE, done)[2:] == [
        "Y to Z: May I play?",
        "Z: I double.",
        "Y to B: May I play?",
        "B: I am satisfied.",
        "Y to A: May I play?",
        "A: Yes.",
    ]
    assert done.declaration is not None
    assert done.declaration.factor == 2


def test_re_doubling_returns_to_the_original_doubler_and_may_go_on_without_end() -> None:
    calling = say(CODE, "A", ("A", HEARTS), ("Y", Content()), ("Z", Double()), ("A", Content()), ("B", Double()))
    turn = CODE.turn(calling)
    assert turn is not None
    assert turn.seat is Seat.EAST  # the original doubler, not the leader
    assert turn.law.number == "56"
    for _ in range(20):
        calling = CODE.say(calling, Seat.EAST, Double())
        turn = CODE.turn(calling)
        assert turn is not None
        assert turn.seat is Seat.NORTH  # who last re-doubled for that side
        calling = CODE.say(calling, Seat.NORTH, Double())
    assert calling.declaration is not None
    assert calling.declaration.factor == 2**42
    calling = CODE.say(CODE.say(calling, Seat.EAST, Content()), Seat.WEST, Content())
    assert CODE.turn(calling) is None


@pytest.mark.parametrize(
    ("before", "seat", "call", "law", "hint"),
    [
        ([], "B", HEARTS, "48", "It is A’s turn to speak"),
        ([], "A", Double(), "48", "It is A’s turn to speak"),
        ([("A", Leave())], "B", Leave(), "49", "who must then make it"),
        ([("A", HEARTS)], "A", Declare(Denomination.NO_TRUMPS), "52", "cannot be changed"),
        ([("A", HEARTS)], "Z", Double(), "54", "It is Y’s turn to speak"),
        ([("A", HEARTS), ("Y", Double())], "B", Double(), "55", "It is A’s turn to speak"),
        ([("A", HEARTS), ("Y", Content()), ("Z", Content())], "Z", Double(), "57", "It is Y’s turn to lead"),
    ],
)
def test_a_call_that_may_not_be_made_is_refused_with_its_law(
    before: list[tuple[str, Call]], seat: str, call: Call, law: str, hint: str
) -> None:
    calling = say(CODE, "A", *before)
    refusal = CODE.refusal(calling, Seat.labelled(seat), call)
    assert refusal is not None
    assert refusal.law.number == law
    with pytest.raises(Illegal) as refused:
        CODE.say(calling, Seat.labelled(seat), call)
    assert hint in laws().worded(refused.value)


@given(st.data(), seats)
def test_whoever_speaks_in_turn_is_never_refused_and_the_dialogue_ends_when_nobody_doubles(
    data: st.DataObject, dealer: Seat
) -> None:
    calling = Calling(dealer)
    for _ in range(12):
        turn = CODE.turn(calling)
        if turn is None:
            break
        calling = CODE.say(calling, turn.seat, data.draw(st.sampled_from(turn.calls)))
    while (turn := CODE.turn(calling)) is not None:
        call = Content() if Content() in turn.calls else turn.calls[0]
        calling = CODE.say(calling, turn.seat, call)
    assert calling.declaration is not None
    assert len(list(CODE.utterances(calling))) >= len(calling)


def test_a_code_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(Unknown, match=r"Did you mean .*bridge-english-1901"):
        code("bridge-english-1900")
