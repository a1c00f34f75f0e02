"""The players of the machine: they see no hidden card, break no law, follow the author, and play sensibly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, permutations
from random import Random
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit import cards, plays, randoms, seats
from tutor.auction import Bid, Call, Calling, Content, Declaration, Declare, Denomination, Double, Leave, Pass
from tutor.authorities.rules import Advice, Answer
from tutor.cards import PACK, Card, Hand, Suit
from tutor.codes import CODES, Code, code
from tutor.deal import Deal
from tutor.play import Play, Trick
from tutor.seats import BySeat, Seat
from tutor.tables import bots
from tutor.tables.bots import Chosen, Plain, Weighed, choose
from tutor.tables.layouts import consistent, likely, unlikely_calls
from tutor.tables.seeing import seen_calling, seen_playing
from tutor.view import Standing, View

BRIDGE, AUCTION = code("bridge-english-1901"), code("auction-1910")
HEARTS = Declare(Denomination.HEARTS)
each_code = pytest.mark.parametrize("code", CODES.values(), ids=CODES.keys())


@dataclass
class Table:
    """A deal under a code, at any point of it."""

    code: Code
    deal: Deal
    calling: Calling
    play: Play | None = None

    @classmethod
    def dealt(cls, code: Code, random: Random) -> Table:
        deal = Deal.shuffled(random, code.dealer(0))
        return cls(code, deal, Calling(deal.dealer))

    @property
    def asks(self) -> tuple[View, Sequence[Answer]] | None:
        """The view of whoever is to speak or play, and what is lawful; None at the end."""
        turn = self.code.turn(self.calling)
        if turn:
            return seen_calling(self.code, turn.seat, self.deal, self.calling, self.code.rubber), turn.calls
        play = self.play = self.play or self.code.begin(self.deal, self.calling)
        if play.is_over:
            return None
        seat = self.code.player(play.to_play, self.calling)
        view = seen_playing(self.code, seat, self.deal, self.calling, play, self.code.rubber)
        return view, list(play.lawful())

    def hears(self, view: View, answer: Answer) -> None:
        if isinstance(answer, Card):
            assert self.play is not None
            self.play = self.play.after(answer)
        else:
            self.calling = self.code.say(self.calling, view.seat, answer)

    def at_random(self, random: Random, most: int) -> None:
        """So many random lawful calls and cards; calls are cut short by the quiet ones, so that the cards come."""
        for number in range(most):
            asked = self.asks
            if asked is None:
                return
            view, lawful = asked
            quiet = [answer for answer in lawful if answer in (Pass(), Content())]
            self.hears(view, random.choice(quiet if quiet and number > 1 else list(lawful)))


# ---- what a bot may see --------------------------------------------------------------------------------------


def test_a_bot_is_given_a_view_and_nothing_that_holds_the_hidden_hands() -> None:
    assert get_type_hints(choose) == {
        "view": View,
        "code": Code,
        "lawful": Sequence[Answer],
        "random": Random,
        "return": Chosen,
    }


@each_code
def test_no_choice_changes_with_the_cards_that_the_player_cannot_see(code: Code) -> None:
    compared = 0
    for seed in range(12):
        random = Random(seed)
        table = Table.dealt(code, random)
        table.at_random(random, 5 * seed)
        asked = table.asks
        if asked is None:
            continue
        view, lawful = asked
        other = otherwise(table, view, random)
        other_view, other_lawful = other.asks or (None, ())
        assert other_view == view
        assert set(other_lawful) == set(lawful)
        assert choose(view, code, lawful, Random(seed)) == choose(other_view, code, lawful, Random(seed))
        compared += other.deal != table.deal
    assert compared >= 6


def otherwise(table: Table, view: View, random: Random) -> Table:
    """The same table with every hidden card dealt again, as may be by all that the seat has seen."""
    layout = next(consistent(view, random))
    if table.play is None:
        return Table(table.code, Deal(layout, table.deal.dealer, table.deal.turn_up), table.calling)
    gone: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for played in view.played():
        gone[played.seat].append(played.card)
    dealt = BySeat.each(lambda seat: layout[seat].plus(*gone[seat]))
    first = (*table.play.tricks, table.play.trick)[0]
    play = Play.start(dealt, table.play.trumps, first.leader, first.out)
    deal = table.deal if first.out else Deal(dealt, table.deal.dealer, table.deal.turn_up)
    return Table(table.code, deal, table.calling, play.after_all(tuple(played.card for played in view.played())))


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


@pytest.mark.parametrize("seed", range(6))
def test_every_layout_that_may_be_comes_and_as_often_as_any_other(seed: int) -> None:
    """Against all the ways to deal six cards to three hands that renounced what they renounced."""
    random, possible = Random(seed), set[str]()
    while not 6 <= len(possible) <= 30:
        table = Table.dealt(AUCTION, random)
        table.at_random(random, 5 + 44)
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


@each_code
def test_bots_play_a_deal_to_its_end_by_lawful_calls_and_cards(code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "WORK", bots.WORK // 4)
    random = Random(code.key)
    table = Table.dealt(code, random)
    while asked := table.asks:
        view, lawful = asked
        chosen = choose(view, code, lawful, random)
        assert chosen.answer in lawful
        assert chosen.because
        table.hears(view, chosen.answer)
    assert table.play is not None
    assert len(table.play.tricks) == 13
    assert not table.play.renounces or not any(renounce.is_revoke for renounce in table.play.renounces)


@given(randoms, st.integers(0, 40))
@settings(max_examples=12, deadline=None)
def test_the_same_view_and_the_same_chances_give_the_same_choice(random: Random, number: int) -> None:
    table = Table.dealt(AUCTION, random)
    table.at_random(random, number + 6)
    view, lawful = table.asks or pytest.fail("a deal has more than 46 calls and cards")
    seed = random.random()
    assert choose(view, AUCTION, lawful, Random(seed)) == choose(view, AUCTION, lawful, Random(seed))


def test_nothing_can_be_chosen_from_nothing() -> None:
    with pytest.raises(ValueError, match="no lawful call or card"):
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
    assert isinstance(chosen.ground, Weighed)


def ending(hand: str, trick: Trick, trumps: Suit | None = None, exposed: tuple[tuple[Seat, Hand], ...] = ()) -> View:
    return View(
        Seat.SOUTH, Seat.SOUTH, Hand.parse(hand), Calling(Seat.SOUTH), trick=trick, trumps=trumps, exposed=exposed
    )


def chosen_from(view: View, text: str) -> Chosen:
    return choose(view, BRIDGE, cards(text), Random(5))


def test_the_last_to_play_takes_the_trick_from_the_adversaries() -> None:
    chosen = chosen_from(ending("S:A2", Trick(Seat.WEST, cards("SK S3 S4"))), "SA S2")
    assert str(chosen.answer) == "SA"
    assert isinstance(chosen.ground, Weighed)
    assert chosen.ground.brings[Card.parse("SA")] > chosen.ground.brings[Card.parse("S2")]
    assert str(chosen.ground).startswith("tricks on average over 20 layouts: SA 1.")


def test_the_last_to_play_leaves_the_trick_to_the_partner_and_of_equals_plays_the_lowest() -> None:
    assert str(chosen_from(ending("S:A2", Trick(Seat.WEST, cards("S3 SK S4"))), "SA S2").answer) == "S2"
    assert str(chosen_from(ending("S:76 H:A", Trick(Seat.WEST, cards("SA SK S4"))), "S7 S6").answer) == "S6"


def test_whoever_plays_dummy_chooses_for_it_with_both_hands_in_view() -> None:
    exposed = ((Seat.NORTH, Hand.parse("S:KQ")), (Seat.WEST, Hand.parse("H:2")), (Seat.EAST, Hand.parse("S:32")))
    chosen = chosen_from(ending("S:A H:A", Trick(Seat.WEST, cards("S4")), exposed=exposed), "SK SQ")
    assert str(chosen.answer) == "SQ"
    assert isinstance(chosen.ground, Weighed)
    assert chosen.ground.layouts == 1  # nothing is hidden
    assert chosen.ground.brings[Card.parse("SQ")] == 2


def test_where_hands_lie_aside_nobody_has_a_partner() -> None:
    trick = Trick(Seat.NORTH, cards("SK"), out=(Seat.WEST, Seat.EAST))
    chosen = chosen_from(ending("S:A2", trick), "SA S2")
    assert (str(chosen.answer), chosen.ground) == ("SA", Plain.NATURAL)


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
def test_at_misere_tricks_are_lost(trick: str, hand: str, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = Declaration(Denomination.NO_TRUMPS, Seat.WEST, is_misere=True)
    monkeypatch.setattr(Calling, "declaration", property(lambda _self: declared))
    led = cards(trick)
    view = ending(hand, Trick(Seat.SOUTH.turned(-len(led)), led))
    chosen = choose(view, AUCTION, list(view.hand), Random(0))
    assert (str(chosen.answer), chosen.ground) == (answer, Plain.LOSING)


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
    assert choose(view, BRIDGE, (Double(), Content()), Random(0)) == Chosen(Content(), Plain.QUIET)


def test_the_score_is_thought_of_when_a_suit_is_declared() -> None:
    """At twenty-four clubs make the game; the dealer’s partner, who must name something, names what is enough."""
    left = Calling(Seat.SOUTH).after(Seat.SOUTH, Leave())
    hand = Hand.parse("S:2 H:432 C:AKQJ98 D:A32")
    view = View(Seat.NORTH, Seat.SOUTH, hand, left, Standing(20, 0))
    assert said(view, BRIDGE) == Declare(Denomination.CLUBS)


def test_a_long_suit_is_bid_and_what_cannot_be_made_is_passed() -> None:
    opened = Calling(Seat.SOUTH).after(Seat.SOUTH, Bid(1, Denomination.SPADES))
    strong = View(Seat.WEST, Seat.SOUTH, Hand.parse("S:2 H:AKQJ98 C:AK2 D:A32"), opened)
    assert said(strong, AUCTION) == Bid(1, Denomination.HEARTS)
    weak = View(Seat.WEST, Seat.SOUTH, Hand.parse("S:5432 H:T9872 C:32 D:32"), opened)
    assert said(weak, AUCTION) == Pass()


def test_re_doubling_without_end_comes_to_an_end() -> None:
    calling = Calling(Seat.SOUTH).after(Seat.SOUTH, HEARTS).after(Seat.WEST, Double()).after(Seat.SOUTH, Double())
    view = View(Seat.WEST, Seat.SOUTH, Hand.parse("S:AK2 H:AKQJT9 C:AK D:A2"), calling)
    assert said(view, BRIDGE) == Content()


# ---- what is seen at a table ---------------------------------------------------------------------------------


def test_a_card_turned_up_is_known_to_be_the_dealers_until_it_is_played() -> None:
    shuffled = Deal.shuffled(Random(2), Seat.SOUTH)
    turned = next(iter(shuffled.hands.south))
    deal = Deal(shuffled.hands, Seat.SOUTH, turned)
    view = seen_calling(BRIDGE, Seat.WEST, deal, Calling(Seat.SOUTH), BRIDGE.rubber)
    assert view.shown == ((Seat.SOUTH, turned),)
    assert all(turned in layout.south for layout in islice(consistent(view, Random(0)), 20))


def test_the_leader_is_whom_the_code_says() -> None:
    deal = Deal.shuffled(Random(2), Seat.SOUTH)
    bid = (
        Calling(Seat.SOUTH).after(Seat.SOUTH, Bid(1, Denomination.SPADES)).after(Seat.WEST, Bid(2, Denomination.CLUBS))
    )
    calling = bid.after(Seat.NORTH, Pass()).after(Seat.EAST, Pass()).after(Seat.SOUTH, Pass())
    play = AUCTION.begin(deal, calling)
    leaders = {seat: seen_playing(AUCTION, seat, deal, calling, play, AUCTION.rubber).is_leader for seat in Seat}
    assert [seat for seat, leads in leaders.items() if leads] == [Seat.NORTH]
