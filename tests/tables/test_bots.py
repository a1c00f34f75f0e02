"""The players of the machine: they see no hidden card, break no law, follow the author, and play sensibly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, permutations
from random import Random
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.oracles import cards
from tests.support.strategies import plays, randoms, seats
from tutor.auction import (
    Bid,
    Call,
    Calling,
    Content,
    Declare,
    Denomination,
    Double,
    Exchange,
    Leave,
    Misere,
    Pass,
    PointBid,
)
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Answer, Silent
from tutor.cards import PACK, Card, Hand, Suit
from tutor.codes import CODES, Code, code
from tutor.deal import Deal
from tutor.library.views import read_view
from tutor.play import Play, Trick
from tutor.seats import BySeat, Seat
from tutor.tables import bots
from tutor.tables.bots import AverageResult, BotChoice, PlainReason, choose
from tutor.tables.layouts import consistent, is_likely, likely, unlikely_calls
from tutor.tables.table import Table
from tutor.view import Standing, View

BRIDGE, AUCTION = code("bridge-english-1901"), code("auction-1910")
HEARTS = Declare(Denomination.HEARTS)
each_code = pytest.mark.parametrize("code", CODES.values(), ids=CODES.keys())


def laid(code: Code, random: Random) -> Table:
    return Table.laid(code, code.deal(random, 0), code.rubber)


def at_random(table: Table, random: Random, most: int) -> Table:
    """The table after so many random calls and cards; calls are cut short by the quiet ones, so that cards come."""
    for number in range(most):
        lawful = table.lawful()
        if not lawful:
            break
        quiet = [answer for answer in lawful if answer in (Pass(), Content())]
        table = table.after(random.choice(quiet if quiet and number > 1 else lawful))
    return table


def view_of(table: Table) -> View:
    seat = table.player_to_act
    assert seat is not None
    return table.view(seat)


# ---- what a bot may see --------------------------------------------------------------------------------------


def test_a_bot_is_given_a_view_and_nothing_that_holds_the_hidden_hands() -> None:
    assert get_type_hints(choose) == {
        "view": View,
        "code": Code,
        "lawful": Sequence[Answer],
        "random": Random,
        "return": BotChoice,
    }


@pytest.mark.slow
@each_code
def test_no_choice_changes_with_the_cards_that_the_player_cannot_see(code: Code) -> None:
    compared = 0
    for seed in range(12):
        random = Random(seed)
        table = at_random(laid(code, random), random, 5 * seed)
        if table.is_over or not view_of(table).seen:
            continue
        view = view_of(table)
        assert set(view.seen) == table.may_look(view.seat)
        other = otherwise(table, view, random)
        assert view_of(other) == view
        if set(other.lawful()) == set(table.lawful()):  # what rests on cards, as an answer to a call, may differ
            assert choose(view, code, table.lawful(), Random(seed)) == choose(
                view_of(other), code, table.lawful(), Random(seed)
            )
            hidden = [seat for seat in Seat if seat not in table.may_look(view.seat)]  # one alone is known by the rest
            hands = [one.play.hands if one.play else one.deal.hands for one in (table, other)]
            compared += len(hidden) < 2 or any(hands[0][seat] != hands[1][seat] for seat in hidden)
    assert compared >= 6


def otherwise(table: Table, view: View, random: Random) -> Table:
    """The same table with every hidden card dealt again, as may be by all that the seat has seen."""
    layout = next(consistent(view, random))
    if table.play is None:
        return replace(table, deal=Deal(layout, table.deal.dealer, table.deal.turn_up))
    gone: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for played in view.played():
        gone[played.seat].append(played.card)
    dealt = BySeat.each(lambda seat: layout[seat].plus(*gone[seat]))
    first = (*table.play.tricks, table.play.trick)[0]
    play = Play.start(dealt, table.play.trumps, first.leader, first.out)
    for played in view.played():
        play = play.after(played.card)
    deal = table.deal if first.out else Deal(dealt, table.deal.dealer, table.deal.turn_up)
    return replace(table, deal=deal, play=play)


@given(plays(), seats, randoms)
@settings(max_examples=150, deadline=None)
def test_a_layout_is_the_pack_dealt_in_keeping_with_all_that_was_seen(play: Play, seat: Seat, random: Random) -> None:
    view = View.of(seat, Calling(Seat.SOUTH), play, dummy_seat=seat.left)
    layout = next(consistent(view, random))
    assert sorted(map(str, (card for hand in layout for card in hand))) == sorted(
        str(card) for card in PACK if card not in {played.card for played in play.played()}
    )
    assert all(layout[one] == play.hands[one] for one in view.seen)
    for one in Seat:
        assert len(layout[one]) == len(play.hands[one])
        voids = {renounce.suit_led for renounce in play.renounces if renounce.seat is one}
        assert not any(layout[one][suit] for suit in voids)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_every_layout_that_may_be_comes_and_as_often_as_any_other(seed: int) -> None:
    """Against all the ways to deal six cards to three hands that renounced what they renounced."""
    random, possible = Random(seed), set[str]()
    while not 6 <= len(possible) <= 30:
        table = at_random(laid(AUCTION, random), random, 5 + 44)
        assert table.play is not None
        view = View.of(Seat.SOUTH, table.calling, table.play)
        possible = set(map(str, all_layouts(view, table.play)))
    drawn = Counter(map(str, islice(consistent(view, random), 200 * len(possible))))
    assert set(drawn) == possible
    assert all(130 < times < 270 for times in drawn.values())


def all_layouts(view: View, play: Play) -> Iterator[BySeat[Hand]]:
    others = [seat for seat in Seat if seat is not view.seat]
    unseen = [card for seat in others for card in play.hands[seat]]
    voids = {(renounce.seat, renounce.suit_led) for renounce in play.renounces}
    for holders in set(permutations(seat for seat in others for _ in play.hands[seat])):
        if not any((seat, card.suit) in voids for seat, card in zip(holders, unseen, strict=True)):
            hands = {seat: Hand() for seat in others} | {view.seat: view.hand}
            for seat, card in zip(holders, unseen, strict=True):
                hands[seat] = hands[seat].plus(card)
            yield BySeat.of(hands)


def test_revokes_that_leave_no_layout_do_not_leave_the_bot_without_one() -> None:
    """All three others fail to follow to a spade, and thirteen spades are not in one hand."""
    deal = Deal.parse("S:AKQJ.432.432.432 T98.AKQ.AKQ.AKQJ 765.JT9.JT98.T98 432.8765.765.765")
    play = Play.of(deal, None, Seat.SOUTH).after(Card.parse("SA"))
    for text in ("CA", "CT", "C7"):
        play = play.after(Card.parse(text), revoking=True)
    layout = next(consistent(View.of(Seat.SOUTH, Calling(Seat.SOUTH), play), Random(0)))
    assert [len(hand) for hand in layout] == [12] * 4


def test_what_was_declared_is_borne_out_by_the_layouts() -> None:
    calling = Calling(Seat.SOUTH).after(Seat.SOUTH, HEARTS)
    view = View(Seat.WEST, Seat.SOUTH, Hand.parse("S:AK52 H:43 C:Q982 D:J63"), calling)
    layouts = likely(view, BRIDGE, 8, Random(3))
    assert len(layouts) == 8
    borne_out = sum(unlikely_calls(view, BRIDGE, layout) == 0 for layout in layouts)
    at_random = sum(unlikely_calls(view, BRIDGE, layout) == 0 for layout in islice(consistent(view, Random(3)), 48))
    assert borne_out == min(8, at_random)
    assert sum(len(layout.south.hearts) for layout in layouts) / 8 >= 4


# ---- what a bot may do ---------------------------------------------------------------------------------------


@pytest.mark.slow
@each_code
def test_bots_play_a_deal_to_its_end_by_lawful_calls_and_cards(code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "WORK", bots.WORK // 4)
    random = Random(code.key)
    table = laid(code, random)
    while lawful := table.lawful():
        chosen = choose(view_of(table), code, lawful, random)
        assert chosen.answer in lawful
        assert chosen.because
        table = table.after(chosen.answer)
    assert table.is_over
    assert table.play is not None
    assert len(table.play.tricks) == 13
    assert not any(renounce.is_revoke for renounce in table.play.renounces)


@given(randoms, st.integers(0, 40))
@settings(max_examples=12, deadline=None)
def test_the_same_view_and_the_same_chances_give_the_same_choice(random: Random, number: int) -> None:
    table = at_random(laid(AUCTION, random), random, number + 6)
    view, lawful, seed = view_of(table), table.lawful(), random.random()
    assert choose(view, AUCTION, lawful, Random(seed)) == choose(view, AUCTION, lawful, Random(seed))


def test_nothing_can_be_chosen_from_nothing() -> None:
    with pytest.raises(ValueError, match="no legal call or card"):
        choose(View.before_calling(Seat.SOUTH, Seat.SOUTH, Hand()), BRIDGE, (), Random(0))


def test_a_card_is_not_chosen_for_a_hand_that_is_not_in_view() -> None:
    view = View.of(Seat.SOUTH, Calling(Seat.SOUTH), Play.of(Deal.shuffled(Random(0), Seat.SOUTH), None))
    with pytest.raises(ValueError, match="does not show"):
        choose(view, BRIDGE, cards("S2 S3"), Random(0))


# ---- what it does --------------------------------------------------------------------------------------------


def test_where_the_author_speaks_the_bot_follows_him_and_names_the_rule() -> None:
    view = View.before_calling(Seat.SOUTH, Seat.SOUTH, Hand.parse("S:A432 H:A32 C:A32 D:A32"))
    turn = BRIDGE.turn(view.calling)
    assert turn is not None
    chosen = choose(view, BRIDGE, turn.calls, Random(0))
    assert chosen.answer == Declare(Denomination.NO_TRUMPS)
    assert isinstance(chosen.ground, Advice)
    assert "all four aces are held" in chosen.because
    assert f"Hellespont, p. {chosen.ground.citation.page}" in chosen.because


def test_of_what_the_author_advises_the_first_that_is_lawful_is_chosen() -> None:
    view = View.before_calling(Seat.SOUTH, Seat.SOUTH, Hand.parse("S:A432 H:A32 C:A32 D:A32"))
    chosen = choose(view, BRIDGE, (HEARTS, Leave()), Random(0))
    assert chosen.answer in (HEARTS, Leave())
    assert isinstance(chosen.ground, AverageResult)


def test_a_rule_is_not_followed_where_it_costs_a_trick_however_the_cards_lie() -> None:
    """Hellespont leads the suit of partner’s first discard; at the twelfth trick dummy’s knave is sure to take it.

    The ten of hearts wins, for the nine is the only other heart left, and the last trick can but be the same.
    """
    view = read_view(
        {
            "seat": "Z",
            "hand": "S:9 H:T",
            "calls": ["A declares no trumps", "Y is content", "Z is content"],
            "exposed": {"B": "S:J C:K"},
            "tricks": [
                *(
                    "Y H2, B H7, Z HQ, A H3",
                    "Z DA, A D8, Y D2, B D4",
                    "Z HK, A H6, Y H4, B HA",
                    "B HJ, Z H5, A C4, Y H8",
                ),
                *(
                    "B C2, Z CQ, A CA, Y C3",
                    "A SA, Y S2, B S5, Z S3",
                    "A DK, Y D3, B D7, Z D9",
                    "A CJ, Y C6, B C5, Z S7",
                ),
                *("A CT, Y C8, B C7, Z S6", "A DJ, Y S4, B DT, Z DQ", "Z SK, A SQ, Y ST, B S8"),
            ],
            "trick": [],
        }
    )
    advice = AUTHORITIES["hellespont"].answer(view)
    assert isinstance(advice, Advice)
    assert advice.answers == (Card.parse("S9"),)
    chosen = choose(view, BRIDGE, cards("S9 HT"), Random(0))
    assert (str(chosen.answer), chosen.against) == ("HT", advice)
    assert "however the cards lie" in chosen.because


def ruff_or_discard(trick: str) -> View:
    """The last three cards of who plays last to a trick that the dealer led, with trumps and none of the suit."""
    declared = Calling(Seat.WEST).after(Seat.WEST, Leave()).after(Seat.EAST, Declare(Denomination.SPADES))
    return View(
        Seat.SOUTH,
        Seat.WEST,
        Hand.parse("S:64 D:9"),
        declared,
        exposed=((Seat.EAST, Hand.parse("H:T D:Q")),),
        trick=Trick(Seat.WEST, cards(trick)),
        trumps=Suit.SPADES,
    )


def test_what_an_author_says_of_discards_is_no_advice_against_a_ruff() -> None:
    """Hellespont tells which suit to discard from, for those who discard; he never says to let a trick go."""
    hellespont = AUTHORITIES["hellespont"]
    assert isinstance(hellespont.answer(ruff_or_discard("CK C2 D7")), Silent)
    chosen = choose(ruff_or_discard("CK C2 D7"), BRIDGE, cards("S6 S4 D9"), Random(0))
    assert str(chosen.answer) == "S4"


@pytest.mark.parametrize("trick", ["C3 CK D7", "CK C2 S9"])
def test_where_no_ruff_takes_a_trick_from_the_adversaries_his_discards_hold(trick: str) -> None:
    """Partner’s king is winning the one; the other has been trumped too high."""
    advice = AUTHORITIES["hellespont"].answer(ruff_or_discard(trick))
    assert isinstance(advice, Advice)
    assert advice.answers == (Card.parse("D9"),)


def ending(hand: str, trick: Trick, trumps: Suit | None = None, exposed: tuple[tuple[Seat, Hand], ...] = ()) -> View:
    return View(
        Seat.SOUTH, Seat.SOUTH, Hand.parse(hand), Calling(Seat.SOUTH), trick=trick, trumps=trumps, exposed=exposed
    )


def chosen_from(view: View, text: str) -> BotChoice:
    return choose(view, BRIDGE, cards(text), Random(5))


def test_the_last_to_play_takes_the_trick_from_the_adversaries() -> None:
    chosen = chosen_from(ending("S:A2", Trick(Seat.WEST, cards("SK S3 S4"))), "SA S2")
    assert str(chosen.answer) == "SA"
    assert isinstance(chosen.ground, AverageResult)
    assert chosen.ground.brings[Card.parse("SA")] > chosen.ground.brings[Card.parse("S2")]
    assert str(chosen.ground).startswith("tricks on average over 20 layouts: SA 1.")


def test_the_last_to_play_leaves_the_trick_to_the_partner_and_of_equals_plays_the_lowest() -> None:
    assert str(chosen_from(ending("S:A2", Trick(Seat.WEST, cards("S3 SK S4"))), "SA S2").answer) == "S2"
    assert str(chosen_from(ending("S:76 H:A", Trick(Seat.WEST, cards("SA SK S4"))), "S7 S6").answer) == "S6"


def test_whoever_plays_dummy_chooses_for_it_with_both_hands_in_view() -> None:
    exposed = ((Seat.NORTH, Hand.parse("S:KQ")), (Seat.WEST, Hand.parse("H:2")), (Seat.EAST, Hand.parse("S:32")))
    chosen = chosen_from(ending("S:A H:A", Trick(Seat.WEST, cards("S4")), exposed=exposed), "SK SQ")
    assert str(chosen.answer) == "SQ"
    assert isinstance(chosen.ground, AverageResult)
    assert chosen.ground.layouts == 1  # nothing is hidden
    assert chosen.ground.brings[Card.parse("SQ")] == 2


@pytest.mark.parametrize(
    ("leader", "led", "out", "answer"),
    [
        ("N", "SK", "WE", "SA"),  # of two, the other has led
        ("N", "S9", "WE", "SJ"),
        ("W", "S3 SK", "E", "SA"),  # of three, North is winning, and is no partner
        ("W", "S3 S9", "E", "SJ"),
    ],
)
def test_where_hands_lie_aside_nobody_has_a_partner(leader: str, led: str, out: str, answer: str) -> None:
    trick = Trick(Seat(leader), cards(led), tuple(map(Seat, out)))
    chosen = chosen_from(ending("S:AJ2", trick), "SA SJ S2")
    assert (str(chosen.answer), chosen.ground) == (answer, PlainReason.NATURAL)


@pytest.mark.parametrize(
    ("trick", "hand", "answer"),
    [
        ("", "S:K2 H:3", "S2"),
        ("SQ", "S:KJ2", "SJ"),
        ("SQ", "S:AK", "SK"),
        ("S3 S4 S5", "S:AKJ", "SA"),
        ("SQ", "H:A2 C:3", "HA"),
    ],
)
def test_at_misere_tricks_are_lost(trick: str, hand: str, answer: str) -> None:
    calling = Calling(Seat.WEST).after(Seat.WEST, PointBid(30)).after(Seat.WEST, Misere())
    led = cards(trick)
    view = replace(ending(hand, Trick(Seat.SOUTH.turned(-len(led)), led)), calling=calling)
    chosen = choose(view, CODES["auction-points-1910"], list(view.hand), Random(0))
    assert (str(chosen.answer), chosen.ground) == (answer, PlainReason.LOSING)


def test_a_hand_that_is_moved_to_the_vacant_seat_is_believed_of_whoever_bid_on_it() -> None:
    """At three-hand auction East, opposite the declarer, moves to North, and has named hearts."""
    code = CODES["auction-three-hand-1910"]
    table = laid(code, Random(0))
    spades, hearts, clubs = Denomination.SPADES, Denomination.HEARTS, Denomination.CLUBS
    for call in (Bid(1, spades), Bid(2, spades), Bid(2, hearts), Pass(), Bid(4, clubs), Pass(), Pass()):
        table = table.after(call)
    assert table.play is not None
    moved = code.seat_in_play(Seat.EAST, table.calling)
    assert moved is not Seat.EAST
    layouts = likely(table.view(Seat.SOUTH), code, 8, Random(0))
    assert sum(len(layout[moved].hearts) >= 4 for layout in layouts) == 8


def said(view: View, code: Code) -> Call:
    turn = code.turn(view.calling)
    assert turn is not None
    assert turn.seat is view.seat
    chosen = choose(view, code, turn.calls, Random(11))
    assert not isinstance(chosen.answer, Card)
    return chosen.answer


def test_what_is_sure_to_beat_the_declaration_is_doubled_and_nothing_less() -> None:
    declared = Calling(Seat.SOUTH).after(Seat.SOUTH, HEARTS)
    view = partial(View, Seat.WEST, Seat.SOUTH, calling=declared)
    assert said(view(hand=Hand.parse("S:AK2 H:AKQJT9 C:AK D:A2")), BRIDGE) == Double()
    assert said(view(hand=Hand.parse("S:65432 H:32 C:5432 D:32")), BRIDGE) == Content()


def test_a_hand_that_has_not_been_looked_at_says_nothing() -> None:
    declared = Calling(Seat.SOUTH).after(Seat.SOUTH, HEARTS)
    view = View(Seat.WEST, Seat.SOUTH, Hand(), declared)
    assert choose(view, BRIDGE, (Double(), Content()), Random(0)) == BotChoice(Content(), PlainReason.QUIET)


def test_the_score_is_thought_of_when_a_suit_is_declared() -> None:
    """At twenty-four clubs make the game; the dealer’s partner, who must name something, names what is enough."""
    left = Calling(Seat.SOUTH).after(Seat.SOUTH, Leave())
    hand = Hand.parse("S:2 H:432 C:AKQJ98 D:A32")
    view = View(Seat.NORTH, Seat.SOUTH, hand, left, Standing(20, 0))
    assert said(view, BRIDGE) == Declare(Denomination.CLUBS)


def test_leaving_it_is_worth_what_the_partner_would_declare() -> None:
    """Partner then declares by Elwell’s rules, and not the cheapest suit: no red suit is named on this hand."""
    hand = Hand.parse("S:K852 H:9 C:J852 D:JT86")
    american = code("bridge-american-1907")
    for chances in range(8):
        view = View.before_calling(Seat.SOUTH, Seat.SOUTH, hand)
        turn = american.turn(view.calling)
        assert turn is not None
        assert choose(view, american, turn.calls, Random(chances)).answer in (Leave(), Declare(Denomination.SPADES))


@pytest.mark.slow
def test_no_trumps_are_not_named_with_a_void() -> None:
    left = Calling(Seat.SOUTH).after(Seat.SOUTH, Leave())
    view = View(Seat.NORTH, Seat.SOUTH, Hand.parse("H:J843 C:AQT92 D:AQJ3"), left)
    assert not is_likely(view, code("bridge-english-1904"), Declare(Denomination.NO_TRUMPS))
    for chances in range(8):
        turn = code("bridge-english-1904").turn(left)
        assert turn is not None
        chosen = choose(view, code("bridge-english-1904"), turn.calls, Random(chances))
        assert chosen.answer != Declare(Denomination.NO_TRUMPS)


def test_a_long_suit_is_bid_and_what_cannot_be_made_is_passed() -> None:
    opened = Calling(Seat.SOUTH).after(Seat.SOUTH, Bid(1, Denomination.SPADES))
    strong = View(Seat.WEST, Seat.SOUTH, Hand.parse("S:2 H:AKQJ98 C:AK2 D:A32"), opened)
    assert said(strong, AUCTION) == Bid(2, Denomination.HEARTS)
    weak = View(Seat.WEST, Seat.SOUTH, Hand.parse("S:5432 H:T9872 C:32 D:32"), opened)
    assert said(weak, AUCTION) == Pass()


def test_re_doubling_without_end_comes_to_an_end() -> None:
    calling = Calling(Seat.SOUTH).after(Seat.SOUTH, HEARTS).after(Seat.WEST, Double()).after(Seat.SOUTH, Double())
    certain = Hand.parse("S:AK2 H:AKQJT9 C:AK D:A2")
    assert said(View(Seat.WEST, Seat.SOUTH, certain, calling), BRIDGE) == Double()  # his author doubles a certainty
    calling = calling.after(Seat.WEST, Double())
    assert said(View(Seat.SOUTH, Seat.SOUTH, Hand.parse("S:543 H:87652 C:Q3 D:K43"), calling), BRIDGE) == Content()


# ---- what is seen at a table ---------------------------------------------------------------------------------


def test_a_card_turned_up_is_known_to_be_the_dealers_until_it_is_played() -> None:
    whist = CODES["whist-short-1859"]
    table = laid(whist, Random(2))
    turned = table.deal.turn_up
    assert turned is not None
    view = table.view(table.deal.dealer.left)
    assert view.shown == ((table.deal.dealer, turned),)
    assert all(turned in layout[table.deal.dealer] for layout in islice(consistent(view, Random(0)), 20))
    while table.play is None or turned not in {played.card for played in table.play.played()}:
        table = table.after(table.lawful()[0])
    view = table.view(table.deal.dealer.left)
    assert view.is_leader
    assert turned not in next(consistent(view, Random(0)))[table.deal.dealer]


def test_both_hands_that_lie_open_at_double_dumby_are_seen() -> None:
    table = laid(CODES["double-dumby-1859"], Random(2))
    view = view_of(table)
    assert set(view.seen) == {view.seat, Seat.NORTH, Seat.EAST}


def test_who_may_not_look_at_his_hand_yet_does_not_see_it() -> None:
    """At three-handed bridge the player on the dealer’s right waits until something has been declared."""
    table = laid(CODES["bridge-three-handed-1901"], Random(2))
    waiting = table.deal.dealer.right
    assert table.view(waiting).has_not_looked
    assert table.view(waiting).seen == {}
    assert table.after(HEARTS).view(waiting).hand == table.deal.hands[waiting]


def test_the_hand_that_was_given_for_another_is_remembered_and_the_others_are_not_known() -> None:
    table = laid(CODES["french-humbug-1859"], Random(2))
    seat = table.player_to_act
    assert seat is not None
    exchange = table.lawful()[0]
    assert isinstance(exchange, Exchange)
    table = table.after(exchange).after(Content())
    view = table.view(seat)
    assert view.hand == table.deal.hands[exchange.of]
    assert {card for _, card in view.shown} == set(table.deal.hands[seat])
    assert next(consistent(view, Random(0)))[exchange.of] == table.deal.hands[seat]
    assert table.view(seat.partner).shown == ()


def test_the_leader_is_whom_the_code_says() -> None:
    table = laid(AUCTION, Random(2))
    for call in (Bid(1, Denomination.SPADES), Bid(2, Denomination.CLUBS), Pass(), Pass(), Pass()):
        table = table.after(call)
    assert [seat for seat in Seat if table.view(seat).is_leader] == [Seat.NORTH]
