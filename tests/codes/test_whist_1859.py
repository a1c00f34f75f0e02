"""Cælebs’ whist and its varieties, against every figure that his book prints of them."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.oracles import table
from tests.support.strategies import deals
from tutor.auction import AnswerHonours, Call, CallHonours, Calling, Content, Declare, Denomination, Exchange, Said
from tutor.cards import PACK, Card, Hand, Rank, Suit
from tutor.codes import CODES
from tutor.codes.dumby_1859 import DoubleDumby1859, Dumby1859
from tutor.codes.humbug_1859 import Divided, FrenchHumbug1859, Humbug1859
from tutor.codes.scoring import DealScore, Heading, Party, ScoreItem
from tutor.codes.whist_1859 import WhistLong1859, WhistShort1859
from tutor.codes.whist_scoring import WhistOutcome, WhistRubber
from tutor.codes.whist_three_handed_1859 import WhistThreeHanded1859
from tutor.deal import Deal
from tutor.errors import Illegal, NotAPack
from tutor.seats import BySeat, BySide, Seat, Side

SHORT, LONG, DUMBY, DOUBLE_DUMBY = WhistShort1859(), WhistLong1859(), Dumby1859(), DoubleDumby1859()
HUMBUG, FRENCH, THREE_HANDED = Humbug1859(), FrenchHumbug1859(), WhistThreeHanded1859()
A, Y, B, Z = Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST
TWO_OF_SPADES = Card.parse("S2")


def party(label: str) -> Party:
    return Side.labelled(label) if len(label) == 2 else Seat.labelled(label)


def figures(text: str) -> dict[Party, int]:
    """The figure of each party: `AB 5 YZ 8`."""
    words = text.split()
    return {party(label): int(figure) for label, figure in zip(words[::2], words[1::2], strict=True)}


def whist(key: str) -> WhistShort1859:
    code = CODES[key]
    assert isinstance(code, WhistShort1859)
    return code


def outcome(tricks: str, honours: str, called: str = "") -> WhistOutcome:
    takers = [taker for taker, count in figures(tricks).items() for _ in range(count)]
    ace, king, queen, knave = (None if word == "-" else party(word) for word in honours.split())
    return WhistOutcome(tuple(takers), (ace, king, queen, knave), party(called) if called else None)


def totals(score: DealScore, standing: Mapping[Party, int]) -> dict[Party, int]:
    return {one: points + score.total(one) for one, points in standing.items()}


def sheet_at(code: WhistShort1859, standing: Mapping[Party, int]) -> WhistRubber:
    """A rubber of the code in which the parties stand so."""
    law = code.trick_law
    items = (ScoreItem(one, Heading.TRICKS, points, "before", law) for one, points in standing.items() if points)
    return code.rubber.after(DealScore(tuple(items)))


# ---- what a deal scores ------------------------------------------------------------------------------------------


@for_each("row", table("whist-1859-deals.csv"), ids=lambda row: f"p{row['page']} {row['says']}")
def test_a_deal_scores_what_the_book_says_and_makes_the_game_that_it_says(row: dict[str, str]) -> None:
    code, standing = whist(row["code"]), figures(row["standing"])
    score = code.score(outcome(row["tricks"], row["honours"], row["called"]), standing)
    assert totals(score, standing) == figures(row["scores"])
    winner = [one for one, points in totals(score, standing).items() if points >= code.up]
    assert winner == ([party(row["game"])] if row["game"] else [])


@pytest.mark.parametrize(("honours", "points"), [("AB AB AB YZ", 1), ("AB AB AB AB", 2), ("AB YZ AB YZ", 0)])
def test_honours_may_be_halved_as_proposed(honours: str, points: int) -> None:
    """P. 68: four honours scoring only two, and three only one."""
    for code, factor in ((SHORT, 2), (replace(SHORT, honours=(1, 2)), 1)):
        score = code.score(outcome("AB 6 YZ 7", honours))
        assert score.points(Side.NS, Heading.HONOURS) == factor * points


@pytest.mark.parametrize(
    ("honours", "evenly", "at_all"),
    [("A A A B", 1, 0), ("A A A -", 1, 1), ("A A B -", 0, 0), ("A - - -", 0, 0), ("A A B B", 0, 0), ("A A A A", 2, 2)],
)
def test_what_french_humbug_leaves_open_is_an_option(honours: str, evenly: int, at_all: int) -> None:
    """P. 66 settles two honours against none, and four; not three against one."""
    ended = outcome("A 6 B 7", honours)
    assert FRENCH.score(ended).points(A, Heading.HONOURS) == evenly
    assert replace(FRENCH, divided=Divided.AT_ALL).score(ended).points(A, Heading.HONOURS) == at_all
    assert FRENCH.score(ended).points(B, Heading.HONOURS) == 0


def test_at_three_hands_the_tricks_count_as_they_fall() -> None:
    """Of two who would both be out, it is he who takes his trick first; the other keeps what he had by then."""
    standing: dict[Party, int] = {A: 9, Y: 8, Z: 0}
    first_a = WhistOutcome((Y,) * 5 + (A,) * 5 + (Y, Z, Z), (None,) * 4)
    assert totals(THREE_HANDED.score(first_a, standing), standing) == {A: 10, Y: 9, Z: 0}
    first_y = WhistOutcome((Y,) * 6 + (A,) * 5 + (Z, Z), (None,) * 4)
    assert totals(THREE_HANDED.score(first_y, standing), standing) == {A: 9, Y: 10, Z: 0}


@pytest.mark.parametrize(("code", "tricks"), [(SHORT, "AB 6 YZ 6"), (THREE_HANDED, "A 5 Y 5 Z 4")])
def test_tricks_that_are_not_thirteen_are_refused(code: WhistShort1859, tricks: str) -> None:
    with pytest.raises(ValueError, match="do not make thirteen"):
        code.score(outcome(tricks, "- - - -"))


def test_honours_that_are_called_end_the_deal_before_a_card_is_played() -> None:
    called = WhistOutcome((), (Side.NS, Side.NS, Side.EW, Side.NS), Side.NS)
    assert LONG.score(called, {Side.NS: 8, Side.EW: 9}).total(Side.NS) == 2
    with pytest.raises(ValueError, match="0 tricks"):
        LONG.score(replace(called, called=Side.EW), {Side.NS: 8, Side.EW: 8})
    with pytest.raises(ValueError, match="0 tricks"):
        LONG.score(replace(called, honours=(Side.NS, Side.NS, Side.EW, Side.EW)), {Side.NS: 8})


def test_honours_that_were_called_are_scored_once() -> None:
    ended = outcome("AB 7 YZ 6", "AB AB AB AB", "AB")
    claims = LONG.claims(ended, {Side.NS: 8, Side.EW: 0})
    assert [item.heading for item in claims] == [Heading.HONOURS, Heading.TRICKS]


# ---- rubbers -----------------------------------------------------------------------------------------------------


def rubber_of(code: WhistShort1859, games: str) -> WhistRubber:
    """The rubber of games each given by its winner and the loser’s score."""
    rubber = code.rubber
    law = code.trick_law
    for winner, saved in zip(games.split()[::2], games.split()[1::2], strict=True):
        side = Side.labelled(winner)
        points = ((side.opponents, int(saved)), (side, code.up))
        rubber = rubber.after(DealScore(tuple(ScoreItem(one, Heading.TRICKS, count, "", law) for one, count in points)))
    return rubber


@pytest.mark.parametrize("row", table("whist-1859-rubbers.csv"), ids=lambda row: f"{row['code']} {row['games']}")
def test_a_rubber_is_worth_what_the_book_says(row: dict[str, str]) -> None:
    rubber = rubber_of(whist(row["code"]), row["games"])
    assert rubber.total(Side.NS) == int(row["AB points"])
    assert rubber.total(Side.EW) == int(row["YZ points"])
    assert rubber.winner is not None
    assert rubber.balance(rubber.winner) == int(row["value"])
    assert sum(rubber.balance(side) for side in Side) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("code", "worth"), [(SHORT, set(range(1, 9))), (LONG, set(range(1, 6)))])
def test_rubbers_range_from_one_to_eight_at_short_whist_and_to_five_at_long(
    code: WhistShort1859, worth: set[int]
) -> None:
    """P. 2, by every rubber that there can be."""
    values = set()
    for first, second, third in product(range(code.up), repeat=3):
        for games in (f"AB {first} AB {second}", f"AB {first} YZ {second} AB {third}"):
            values.add(rubber_of(code, games).balance(Side.NS))
    assert values == worth


def test_what_is_left_when_the_game_is_made_counts_for_nobody() -> None:
    game = SHORT.score(outcome("AB 0 YZ 13", "YZ YZ YZ YZ"), {Side.EW: 3})
    rubber = sheet_at(SHORT, {Side.NS: 1, Side.EW: 3}).after(game)
    assert [rubber.stands_at(side) for side in Side] == [0, 0]
    assert rubber.games()[0] == {Side.NS: 1, Side.EW: 10}
    assert [rubber.total(side) for side in Side] == [0, 2]


def test_honours_after_the_game_save_no_point_and_tricks_before_it_do() -> None:
    at_love_with_honours = sheet_at(SHORT, {Side.EW: 4})
    lost = SHORT.score(outcome("AB 6 YZ 7", "AB AB AB AB"), {Side.EW: 4})
    assert at_love_with_honours.after(lost).total(Side.EW) == 3
    at_two = sheet_at(SHORT, {Side.NS: 2, Side.EW: 3})
    saved = SHORT.score(outcome("AB 7 YZ 6", "YZ YZ YZ AB"), {Side.NS: 2, Side.EW: 3})
    assert at_two.after(saved).total(Side.EW) == 1


def test_a_rubber_at_three_hands_keeps_the_columns_of_players_who_move() -> None:
    law = THREE_HANDED.trick_law
    rubber: WhistRubber = THREE_HANDED.rubber
    for number in range(3):
        assert rubber.stands_at(A) == (0, 1, 1)[number]
        assert THREE_HANDED.seat_of(Seat.labelled("AYZ"[number]), number) is A  # each deals in turn
        rubber = rubber.after(DealScore((ScoreItem(A, Heading.TRICKS, 1 + number, "to the dealer", law),)))
    assert [rubber.stands_at(player) for player in (A, Y, Z)] == [1, 2, 3]
    assert dict(THREE_HANDED.standing(rubber)) == {A: 1, Y: 2, Z: 3}
    rubber = rubber.after(DealScore((ScoreItem(Y, Heading.TRICKS, 8, "to the dealer’s left", law),)))
    assert [rubber.total(player) for player in (A, Y, Z)] == [0, 4, 0]
    assert [rubber.balance(player) for player in (A, Y, Z)] == [-2, 4, -2]
    rubber = rubber.after(DealScore((ScoreItem(A, Heading.TRICKS, 10, "to the second player", law),)))
    assert rubber.winner is Y
    assert [rubber.balance(player) for player in (A, Y, Z)] == [-5, 10, -5]


# ---- the turn-up and the table -----------------------------------------------------------------------------------


@given(deals())
def test_a_deal_without_a_turn_up_has_no_trumps_at_whist(deal: Deal) -> None:
    with pytest.raises(NotAPack, match="Name the dealer’s last card"):
        SHORT.begin(deal, Calling(deal.dealer))


@pytest.mark.slow
def test_the_turn_up_is_the_dealers_last_card_and_leaves_the_deal_as_it_was() -> None:
    class Unshuffled(Random):
        def shuffle(self, x: MutableSequence[Card]) -> None:
            """The pack stays in its order."""

    for number, dealer in enumerate(Seat, start=1):
        assert Deal.shuffled(Unshuffled(), dealer, turns_up=True).turn_up is PACK[13 * number - 1]
    turned = set()
    for seed in range(300):
        for dealer in Seat:
            deal = Deal.shuffled(Random(seed), dealer, turns_up=True)
            assert deal.hands == Deal.shuffled(Random(seed), dealer).hands
            assert deal.turn_up is not None
            assert SHORT.trumps(deal, Calling(dealer)) is deal.turn_up.suit
            turned.add(deal.turn_up)
    assert turned == set(PACK)


@pytest.mark.parametrize(
    ("code", "dealer", "out", "leader"),
    [
        (SHORT, A, (), Y),
        (DUMBY, A, (), Y),
        (HUMBUG, A, (Y, Z), B),
        (HUMBUG, B, (Z, Y), A),
        (replace(HUMBUG, dealer_leads=True), A, (Y, Z), A),
        (THREE_HANDED, A, (B,), Y),
    ],
)
def test_who_leads_and_whose_hands_lie_aside(
    code: WhistShort1859, dealer: Seat, out: tuple[Seat, ...], leader: Seat
) -> None:
    deal = Deal.shuffled(Random(1859), dealer, turns_up=True)
    play = code.begin(deal, Calling(dealer))
    assert play.trick.out == code.out(dealer) == out
    assert play.to_play is leader


def test_the_two_of_humbug_deal_in_turn() -> None:
    assert [HUMBUG.dealer(number) for number in range(3)] == [A, B, A]


@pytest.mark.parametrize(
    ("code", "dumbies"), [(SHORT, set()), (DUMBY, {B}), (DOUBLE_DUMBY, {B, Z}), (HUMBUG, set()), (THREE_HANDED, set())]
)
@pytest.mark.parametrize("is_led", [False, True])
def test_one_hand_is_exposed_at_dumby_and_two_at_double_dumby(
    code: WhistShort1859, dumbies: set[Seat], is_led: bool
) -> None:
    calling = Calling(A)
    assert code.exposed(calling, is_led=is_led) == dumbies
    assert {seat for seat in Seat if code.player(seat, calling) is not seat} == dumbies
    if isinstance(code, Dumby1859):
        assert {seat for seat in Seat if code.cannot_revoke(seat)} == dumbies
        assert replace(code, laid_at_once=False).exposed(calling, is_led=is_led) == (dumbies if is_led else set())


# ---- calls -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [SHORT, DUMBY, DOUBLE_DUMBY, HUMBUG, THREE_HANDED], ids=lambda code: code.key)
@pytest.mark.parametrize("call", [CallHonours(), Content(), Declare(Denomination.HEARTS)])
def test_where_nothing_is_called_the_play_begins_and_every_call_is_refused(code: WhistShort1859, call: Call) -> None:
    calling = Calling(A, standing=BySide(3, 3))
    assert code.turn(calling) is None
    refusal = code.refusal(calling, A, call)
    assert refusal is not None
    assert refusal.law.number == "34"
    with pytest.raises(Illegal, match="’s turn to lead"):
        code.say(calling, A, call)


def spades_dealt(a: str, y: str, b: str, z: str, seed: int = 1859) -> Deal:
    """A deal by A, spades turned up; each seat holds the honours named, the other cards fall at random."""
    held = {seat: [Card.parse(f"S{rank}") for rank in ranks] for seat, ranks in zip(Seat, (a, y, b, z), strict=True)}
    held[A] = list(dict.fromkeys([*held[A], TWO_OF_SPADES]))
    named = {card for cards in held.values() for card in cards}
    rest = iter(Random(seed).sample([card for card in PACK if card not in named], 52 - len(named)))
    hands = BySeat.each(lambda seat: Hand.of([*held[seat], *(next(rest) for _ in range(13 - len(held[seat])))]))
    return Deal(hands, A, held[A][0] if a else TWO_OF_SPADES)


def test_at_eight_each_may_call_in_the_order_of_play_and_the_partner_answers() -> None:
    calling = LONG.calling(A, sheet_at(LONG, {Side.NS: 8, Side.EW: 8}))
    assert calling.standing == BySide(8, 8)
    for seat, call in ((Y, Content()), (B, CallHonours()), (A, AnswerHonours(False)), (Z, CallHonours())):
        turn = LONG.turn(calling)
        assert turn is not None
        assert turn.seat is seat
        calling = LONG.say(calling, seat, call)
    turn = LONG.turn(calling)
    assert turn is not None
    assert turn.seat is Y
    assert turn.law.number == "35"
    assert LONG.called(calling) is None
    calling = LONG.say(calling, Y, AnswerHonours(True))
    assert LONG.turn(calling) is None
    assert LONG.called(calling) is Side.EW
    spoken = [(said.seat.label, said.words) for said in LONG.utterances(calling)]
    assert spoken == [("B", "Have you one?"), ("A", "No."), ("Z", "Have you one?"), ("Y", "Yes.")]


def test_a_call_answered_with_one_ends_the_calling_though_the_others_are_at_eight_too() -> None:
    calling = LONG.say(Calling(A, standing=BySide(8, 8)), Y, CallHonours())
    assert LONG.turn(LONG.say(calling, Z, AnswerHonours(False))) is not None
    assert LONG.turn(LONG.say(calling, Z, AnswerHonours(True))) is None


@pytest.mark.parametrize("score", [score for score in range(10) if score != 8])
def test_honours_are_called_at_no_other_score_than_eight(score: int) -> None:
    calling = LONG.calling(A, sheet_at(LONG, {Side.NS: score, Side.EW: 7}))
    assert LONG.turn(calling) is None
    refusal = LONG.refusal(calling, A, CallHonours())
    assert refusal is not None
    assert refusal.law.number == "35"
    assert "The score of AB is" in refusal.instead


@pytest.mark.parametrize(
    ("hands", "seat", "said", "call", "law"),
    [
        (("AK", "", "Q", "J"), A, None, CallHonours(), None),
        (("A", "", "KQ", "J"), A, None, CallHonours(), "35"),  # case 1: only the honour turned up
        (("AQ", "", "K", "J"), A, None, CallHonours(), None),  # case 1: another beside it
        (("", "", "AKQJ", ""), B, None, CallHonours(), None),
        (("AK", "Q", "", "J"), B, A, AnswerHonours(True), "35"),
        (("AK", "Q", "", "J"), B, A, AnswerHonours(False), None),
        (("AK", "", "Q", "J"), B, A, AnswerHonours(True), None),
        (("AK", "", "Q", "J"), A, A, AnswerHonours(True), "35"),  # it is for B to answer
    ],
)
def test_a_call_wants_two_honours_and_an_answer_one(
    hands: tuple[str, str, str, str], seat: Seat, said: Seat | None, call: Call, law: str | None
) -> None:
    deal = spades_dealt(*hands)
    calling = Calling(A, standing=BySide(8, 0))
    while (turn := LONG.turn(calling)) and turn.seat is not (said or seat):
        calling = LONG.say(calling, turn.seat, Content())
    if said:
        calling = LONG.say(calling, said, CallHonours())
    refusal = LONG.refusal_on(deal, calling, seat, call)
    assert (refusal and refusal.law.number) == law


def test_a_call_answered_with_one_is_scored_before_the_tricks_of_the_others() -> None:
    """P. 67: tricks count before honours, excepting only in the call."""
    sheet = sheet_at(LONG, {Side.NS: 8, Side.EW: 9})
    silent = LONG.calling(A, sheet)
    called = LONG.say(LONG.say(LONG.say(silent, B, Content()), A, CallHonours()), B, AnswerHonours(True))
    for seed in range(200):
        deal = spades_dealt("AK", "J", "Q", "", seed)
        play = LONG.begin(deal, called)
        assert LONG.reckon(deal, called, play, sheet).total(Side.NS) == 2
        while not play.is_over:
            play = play.after(next(iter(play.lawful())))
        if play.won.ew > 6:
            break
    assert play.won.ew > 6
    assert sheet.after(LONG.reckon(deal, called, play, sheet)).total(Side.NS) == 1
    assert sheet.after(LONG.reckon(deal, silent, play, sheet)).total(Side.EW) == 1


@given(st.integers(0, 2**32), st.permutations([Exchange(Y), Exchange(Z), Content()]), st.sampled_from([A, B]))
def test_an_exchange_gives_the_hand_aside_and_leaves_ones_own_in_its_place(
    seed: int, calls: list[Exchange | Content], dealer: Seat
) -> None:
    deal = Deal.shuffled(Random(seed), dealer, turns_up=True)
    calling = Calling(dealer)
    for seat, call in zip((dealer.partner, dealer), calls, strict=False):
        calling = FRENCH.say(calling, seat, call)
    assert FRENCH.turn(calling) is None
    play = FRENCH.begin(deal, calling)
    assert set(play.hands) == set(deal.hands)
    for said in calling:
        where = said.call.of if isinstance(said.call, Exchange) else said.seat
        assert play.hands[said.seat] == deal.hands[where]
        assert play.hands[where] == deal.hands[said.seat]
    assert deal.turn_up is not None
    assert play.trumps is deal.turn_up.suit  # though it may lie aside by now
    assert [said.words for said in FRENCH.utterances(calling)] == [
        "I exchange." if isinstance(said.call, Exchange) else "I keep my hand." for said in calling
    ]


@pytest.mark.parametrize(
    ("before", "seat", "call", "hint"),
    [
        ([], A, Exchange(Y), "It is B’s turn to speak"),
        ([], B, Exchange(A), "the hand of Y or Z"),
        ([Said(B, Exchange(Y))], A, Exchange(Y), "the hand of Z"),  # nor B’s old hand, which lies there
        ([Said(B, Exchange(Y)), Said(A, Content())], A, Exchange(Z), "It is B’s turn to lead"),
    ],
)
def test_a_hand_that_cannot_be_taken_is_refused(before: list[Said], seat: Seat, call: Call, hint: str) -> None:
    with pytest.raises(Illegal, match=hint):
        FRENCH.say(Calling(A, tuple(before)), seat, call)


def test_the_honours_of_french_humbug_are_those_of_the_hands_played() -> None:
    deal = spades_dealt("", "AKQJ", "", "")
    kept, taken = (Calling(A, (Said(B, call), Said(A, Content()))) for call in (Content(), Exchange(Y)))
    assert FRENCH.outcome(deal, kept, FRENCH.begin(deal, kept)).honours == (None,) * 4
    assert FRENCH.outcome(deal, taken, FRENCH.begin(deal, taken)).honours == (B,) * 4


# ---- random deals ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "most_tricks", "honours"),
    [
        (SHORT, 7, {0, 2, 4}),
        (LONG, 7, {0, 2, 4}),
        (DUMBY, 7, {0, 2, 4}),
        (HUMBUG, 7, {0, 1, 2, 3, 4}),
        (FRENCH, 7, {0, 1, 2}),
        (THREE_HANDED, 9, {0, 1, 2, 3, 4}),
    ],
    ids=lambda value: getattr(value, "key", ""),
)
def test_points_add_up_to_what_the_tricks_and_the_honours_allow(
    code: WhistShort1859, most_tricks: int, honours: set[int]
) -> None:
    random, seen = Random(1859), set()
    for _ in range(300):
        deal = Deal.shuffled(random, A, turns_up=True)
        play = code.begin(deal, Calling(A))
        while not play.is_over:
            play = play.after(random.choice(list(play.lawful())))
        score = replace(code, up=100).reckon(deal, Calling(A), play, code.rubber)
        taken = [
            sum(code.scorer(trick.winner(play.trumps)) is one for trick in play.tricks) for one in code.rubber.columns
        ]
        counted = [score.points(one, Heading.TRICKS) for one in code.rubber.columns]
        assert counted == [max(0, tricks - code.book) for tricks in taken]
        assert max(counted) <= most_tricks
        by_honours = sum(score.points(one, Heading.HONOURS) for one in code.rubber.columns)
        assert by_honours in honours
        seen.add(by_honours)
    assert seen == honours


def test_spades_dealt_deals_what_it_says() -> None:
    deal = spades_dealt("AQ", "", "K", "J")
    assert deal.turn_up == Card(Suit.SPADES, Rank.ACE)
    assert deal.hands[B][Suit.SPADES].count((Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE)) == 1
