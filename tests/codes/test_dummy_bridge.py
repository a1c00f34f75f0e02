"""The two games for three of 1901: dummy bridge and three-handed bridge, against all that Hellespont says of them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.support.callings import say, spoken
from tests.support.cases import for_each
from tests.support.oracles import outcome_of, table
from tutor.auction import Call, Calling, Content, Declaration, Declare, Denomination, Double, Leave
from tutor.cards import Hand
from tutor.codes import Code
from tutor.codes.bridge_three_handed_1901 import BridgeThreeHanded1901
from tutor.codes.dummy_bridge_1901 import DummyBridge1901, DummysBridge1901
from tutor.codes.scoring import DealOutcome, DealScore, Heading, Party, ScoreItem, units
from tutor.codes.three_columns import player_at
from tutor.deal import Deal
from tutor.seats import BySeat, BySide, Seat, Side

DUMMY, THREE = DummyBridge1901(), BridgeThreeHanded1901()
A, Y, B, Z = Seat
HEARTS = Declare(Denomination.HEARTS)
PLAYERS = {"A": Seat.SOUTH, "B": Seat.WEST, "C": Seat.EAST}
"""His three players, by the seats they have in the first deal."""


# ---- dummy’s declaration -------------------------------------------------------------------------------------


@for_each("code", [DUMMY, THREE], ids=lambda code: code.key)
@for_each("row", table("dummy-declarations.csv"), ids=lambda row: row["why"])
def test_what_dummys_hand_declares(code: DummysBridge1901, row: dict[str, str]) -> None:
    assert code.declaration_of(Hand.parse(row["hand"], size=13)).letter == row["declares"]


@pytest.mark.parametrize(
    ("code", "dealer", "adversary"),
    [(DUMMY, "A", Z), (DUMMY, "B", Y), (THREE, "A", Z)],
    ids=["own", "dummy’s", "three"],
)
def test_what_is_left_to_dummy_is_declared_by_rule_and_said_by_the_leaders_partner(
    code: DummysBridge1901, dealer: str, adversary: Seat
) -> None:
    calling = say(code, dealer, ("A", Leave()))
    turn = code.turn(calling)
    assert turn is not None
    assert turn.seat is B
    assert code.speaker(turn.seat, calling) is adversary
    for number in range(20):
        deal = Deal.shuffled(Random(number), Seat.labelled(dealer))
        call = code.dictated(deal, calling)
        assert call == Declare(code.declaration_of(deal.hands[B]))
        assert code.refusal(calling, B, call) is None
        assert code.dictated(deal, Calling(deal.dealer)) is None
        assert code.dictated(deal, code.say(calling, B, call)) is None
    assert spoken(code, code.say(calling, B, HEARTS)) == [
        "A to B: I leave it to you, Partner.",
        f"{adversary.label}: Hearts are trumps.",
    ]


def test_nothing_is_dictated_when_an_adversary_leaves_it() -> None:
    deal = Deal.shuffled(Random(1), Y)
    assert DUMMY.dictated(deal, say(DUMMY, "Y", ("Y", Leave()))) is None


# ---- who doubles ---------------------------------------------------------------------------------------------


def turns(code: Code, dealer: str, *calls: tuple[str, Call]) -> list[tuple[str, str]]:
    """Whose turn it was at each call and by which law, and after the last."""
    calling, seen = Calling(Seat.labelled(dealer)), []
    for label, call in calls:
        turn = code.turn(calling)
        assert turn is not None
        seen.append((turn.seat.label, turn.law.number))
        calling = code.say(calling, Seat.labelled(label), call)
    turn = code.turn(calling)
    return [*seen, (turn.seat.label, turn.law.number) if turn else ("", "")]


PASSED: list[tuple[str, Call]] = [("A", Leave()), ("B", HEARTS)]


@pytest.mark.parametrize(
    ("code", "dealer", "calls", "expected"),
    [
        # Left to dummy: leader, leader’s partner; then dummy’s player alone (rules 9 to 11, and 5 to 7).
        (
            DUMMY, "A", [*PASSED, ("Y", Content()), ("Z", Double()), ("A", Content())],
            [("A", "3"), ("B", "9"), ("Y", "10"), ("Z", "10"), ("A", "11"), ("", "")],
        ),
        (
            DUMMY, "B", [*PASSED, ("Z", Double()), ("A", Double()), ("Z", Content()), ("Y", Content())],
            [("A", "3"), ("B", "5"), ("Z", "6"), ("A", "7"), ("Z", "56"), ("Y", "56"), ("", "")],
        ),
        # Declared from the own hand: as in ordinary bridge, but dummy has no voice (rule 12).
        (
            DUMMY, "B", [("A", HEARTS), ("Z", Content()), ("Y", Double()), ("A", Content())],
            [("A", "3"), ("Z", "54"), ("Y", "54"), ("A", "55"), ("", "")],
        ),
        # An adversary deals: dummy’s player doubles on the hand that is to lead (rule 14).
        (DUMMY, "Y", [("Y", HEARTS), ("B", Content())], [("Y", "48"), ("B", "14"), ("", "")]),
        (
            DUMMY, "Y", [("Y", Leave()), ("Z", HEARTS), ("B", Double()), ("Z", Content()), ("Y", Double())],
            [("Y", "48"), ("Z", "49"), ("B", "14"), ("Z", "55"), ("Y", "55"), ("B", "56")],
        ),
        (DUMMY, "Z", [("Z", HEARTS), ("A", Content())], [("Z", "48"), ("A", "14"), ("", "")]),
        (
            THREE, "A", [*PASSED, ("Y", Content()), ("Z", Double()), ("A", Double()), ("Z", Double())],
            [("A", "2"), ("B", "5"), ("Y", "6"), ("Z", "6"), ("A", "7"), ("Z", "56"), ("A", "56")],
        ),
        (
            THREE, "A", [("A", HEARTS), ("Y", Content()), ("Z", Content())],
            [("A", "2"), ("Y", "54"), ("Z", "54"), ("", "")],
        ),
    ],
)  # fmt: skip
def test_who_may_double_and_by_which_rule(
    code: Code, dealer: str, calls: list[tuple[str, Call]], expected: list[tuple[str, str]]
) -> None:
    assert [(seat, law.partition(" of ")[0]) for seat, law in turns(code, dealer, *calls)] == expected


def test_dummys_player_speaks_for_dummy_to_lead_and_asks_nobody() -> None:
    calling = say(DUMMY, "Y", ("Y", HEARTS), ("B", Double()), ("Y", Content()), ("Z", Content()))
    assert spoken(DUMMY, calling) == [
        "Y: Hearts are trumps.",
        "A: I double.",
        "A to Y: May I play?",
        "Y: I am satisfied.",
        "A to Z: May I play?",
        "Z: Yes.",
    ]
    assert spoken(DUMMY, say(DUMMY, "Z", ("Z", HEARTS), ("A", Content())))[1:] == ["A: I am satisfied."]


def test_the_leader_asks_dummys_player_once() -> None:
    calling = say(THREE, "A", *PASSED, ("Y", Double()), ("A", Content()))
    assert spoken(THREE, calling)[2:] == ["Y: I double.", "Y to A: May I play?", "A: I am satisfied."]
    assert THREE.turn(calling) is None


# ---- who looks at what ---------------------------------------------------------------------------------------


def looks(code: Code, calling: Calling, *, is_led: bool = False) -> str:
    """What the three players may look at, South, West, East: `A, Y, -`."""
    seen = (code.may_look(player, calling, is_led=is_led) for player in (A, Y, Z))
    return ", ".join("".join(seat.label for seat in Seat if seat in hands) or "-" for hands in seen)


LOOKING_AT_OUR_DEAL = [
    ([], "A, Y, -"),
    ([("A", HEARTS)], "A, Y, Z"),
    ([("A", HEARTS), ("Y", Content()), ("Z", Content())], "AB, Y, Z"),
    ([("A", Leave())], "A, Y, B"),
    (PASSED, "A, Y, B"),
    ([*PASSED, ("Y", Content())], "A, Y, B"),
    ([*PASSED, ("Y", Content()), ("Z", Double())], "A, Y, B"),
    ([*PASSED, ("Y", Content()), ("Z", Content())], "AB, Y, BZ"),
]


@for_each("code", [DUMMY, THREE], ids=lambda code: code.key)
@for_each(("calls", "expected"), LOOKING_AT_OUR_DEAL)
def test_who_may_look_at_what_when_dummys_player_deals(
    code: Code, calls: list[tuple[str, Call]], expected: str
) -> None:
    """Rules 8, 9, 11 and 12 of dummy bridge, 3 to 5 and 7 of three-handed bridge."""
    assert looks(code, say(code, "A", *calls)) == expected


def test_when_dummy_deals_the_adversaries_change_about() -> None:
    """Rules 4 to 7."""
    assert looks(DUMMY, Calling(B)) == "A, -, Z"
    assert looks(DUMMY, say(DUMMY, "B", *PASSED, ("Z", Content()))) == "A, B, Z"
    assert looks(DUMMY, say(DUMMY, "B", *PASSED, ("Z", Content()), ("Y", Content()))) == "AB, YB, Z"


def test_when_an_adversary_deals_dummys_player_looks_at_the_hand_that_is_to_lead() -> None:
    """Rule 14; ordinary bridge for the others."""
    to_dummy = say(DUMMY, "Y", ("Y", HEARTS), ("B", Content()))
    assert [looks(DUMMY, calling) for calling in (Calling(Y), to_dummy)] == ["B, Y, Z"] * 2
    assert looks(DUMMY, to_dummy, is_led=True) == "AB, Y, Z"
    to_player = say(DUMMY, "Z", ("Z", HEARTS), ("A", Content()))
    assert [looks(DUMMY, calling) for calling in (Calling(Z), to_player)] == ["A, Y, Z"] * 2
    assert looks(DUMMY, to_player, is_led=True) == "AB, Y, Z"


@pytest.mark.parametrize(("dealer", "before", "led"), [("A", "", "B"), ("B", "", "B"), ("Z", "", "B"), ("Y", "B", "B")])
def test_dummys_hand_is_exposed_when_a_card_is_led_or_when_it_has_to_lead(dealer: str, before: str, led: str) -> None:
    """Rule 13."""
    calls: dict[str, list[tuple[str, Call]]] = {
        "A": [("A", HEARTS), ("Y", Content()), ("Z", Content())],
        "B": [("A", HEARTS), ("Z", Content()), ("Y", Content())],
        "Z": [("Z", HEARTS), ("A", Content())],
        "Y": [("Y", HEARTS), ("B", Content())],
    }
    calling = say(DUMMY, dealer, *calls[dealer])
    assert "".join(seat.label for seat in DUMMY.exposed(calling, is_led=False)) == before
    assert "".join(seat.label for seat in DUMMY.exposed(calling, is_led=True)) == led
    assert DUMMY.exposed(Calling(calling.dealer), is_led=False) == frozenset()


def test_by_arrangement_an_adversary_who_deals_plays_two_open_hands_too() -> None:
    """Rule 15."""
    double_dummy, theirs, ours = DummyBridge1901(double_dummy=True), Calling(Y), Calling(A)
    assert double_dummy.exposed(theirs, is_led=True) == {B, Z}
    assert [double_dummy.player(seat, theirs) for seat in (A, Y, B, Z)] == [A, Y, A, Y]
    assert double_dummy.exposed(ours, is_led=True) == {B}
    assert [double_dummy.player(seat, ours) for seat in (A, Y, B, Z)] == [A, Y, A, Z]
    assert [DUMMY.player(seat, theirs) for seat in (A, Y, B, Z)] == [A, Y, A, Z]


# ---- the table -----------------------------------------------------------------------------------------------


def test_dummy_deals_first_in_every_rubber_of_dummy_bridge() -> None:
    assert [DUMMY.dealer(number).label for number in range(5)] == ["B", "Z", "A", "Y", "B"]


def test_three_players_deal_in_turn_and_move_round() -> None:
    """Rule 1: A deals with B on his left, C on his right; C moves opposite A, and they play against B and dummy."""
    sits = [{name: THREE.seat_of(player, number) for name, player in PLAYERS.items()} for number in range(4)]
    assert sits[0] == {"A": Seat.SOUTH, "B": Seat.WEST, "C": Seat.EAST}
    assert sits[1] == {"B": Seat.SOUTH, "C": Seat.WEST, "A": Seat.EAST}
    assert sits[2] == {"C": Seat.SOUTH, "A": Seat.WEST, "B": Seat.EAST}
    assert sits[3] == sits[0]
    for number, seats in enumerate(sits):
        assert THREE.dealer(number) is Seat.SOUTH
        assert all(player_at(seat, number) is PLAYERS[name] for name, seat in seats.items())


# ---- the score of three --------------------------------------------------------------------------------------


def test_hellesponts_rubber_of_fifteen_deals_comes_out_to_the_figure() -> None:
    rows = table("bridge-three-handed-1901-rubber.csv")
    assert len(rows) == 15
    rubber = THREE.rubber
    for number, row in enumerate(rows):
        assert rubber.winner is None
        before = {name: rubber.total(player) for name, player in PLAYERS.items()}
        assert THREE.seat_of(PLAYERS[row["dealer"]], number) is Seat.SOUTH
        rubber = rubber.after(THREE.score(outcome_of(row, "tricks")))
        for name, player in PLAYERS.items():
            below, above = int(row[f"{name} below"]), int(row[f"{name} above"])
            assert rubber.deals[-1].below(player) == below, row["his words"]
            assert rubber.deals[-1].above(player) == above, row["his words"]
            game = int(row["game"]) if name == row["dealer"] else 0
            assert rubber.total(player) - before[name] == below + above + game, row["his words"]
    assert [len(game) for game in rubber.game_by_game()] == [7, 1, 1, 6, 0]
    assert [rubber.won(player) for player in PLAYERS.values()] == [1, 1, 2]
    assert rubber.winner is PLAYERS["C"]
    assert [rubber.total(player) for player in PLAYERS.values()] == [242, 316, 378]
    totals = [rubber.total(player) for player in PLAYERS.values()]
    assert [mine - other for mine, other in combinations(totals, 2)] == [-74, -136, -62]
    assert [rubber.wins(player) for player in PLAYERS.values()] == [-210, 12, 198]
    assert [units(rubber.wins(player)) for player in PLAYERS.values()] == [-21, 1, 20]
    for name, player in PLAYERS.items():
        assert sum(deal.above(player) for deal in rubber.deals) == sum(int(row[f"{name} above"]) for row in rows)
    with pytest.raises(ValueError, match="the rubber is over"):
        rubber.after(DealScore(()))


def test_what_the_dealer_loses_is_credited_to_each_adversary_and_wins_no_game() -> None:
    """Rule 12, and the check of the syllabus: the odd trick lost without trumps."""
    lost = DealOutcome(Declaration(Denomination.NO_TRUMPS, Seat.SOUTH), BySide(6, 7), BySeat(0, 0, 0, 0))
    score = THREE.score(lost)
    assert {(item.party, item.heading, item.points) for item in score.items} == {
        (Seat.WEST, Heading.CREDIT, 12),
        (Seat.EAST, Heading.CREDIT, 12),
    }
    slammed = DealOutcome(Declaration(Denomination.HEARTS, Seat.SOUTH, 2), BySide(0, 13), BySeat(0, 0, 0, 0))
    rubber = THREE.rubber.after(THREE.score(slammed))
    assert [rubber.total(player) for player in PLAYERS.values()] == [0, 7 * 32 + 40, 7 * 32 + 40]
    assert rubber.game_by_game() == ((rubber.deals[0],),)
    assert rubber.stands_at(PLAYERS["B"]) == 0


@pytest.mark.parametrize(("void", "scorer"), [(A, A), (B, A), (Y, Y), (Z, Z)])
def test_chicane_is_the_players_alone_and_dummys_is_the_dealers(void: Seat, scorer: Party) -> None:
    trumps = BySeat(4, 4, 4, 4).with_(void, 0)
    outcome = DealOutcome(Declaration(Denomination.CLUBS, Seat.SOUTH), BySide(7, 6), BySeat(0, 0, 0, 0), trumps)
    chicane = [item for item in THREE.score(outcome).items if item.heading is Heading.CHICANE]
    assert [(item.party, item.points) for item in chicane] == [(scorer, 8)]


def test_a_side_has_no_column_in_a_rubber_of_three() -> None:
    with pytest.raises(ValueError, match="AB have no column"):
        THREE.rubber.after(DealScore((ScoreItem(Side.NS, Heading.TRICKS, 8, "", THREE.law("trick-values")),)))
