"""Deals whose calls are set: contracts, what PBN and LIN record, refusals that quote the tag, and matches of them.

The examples follow the words of the PBN 2.1 standard: the Auction tag names the seat that begins (3.5), and the cards
of Play stand in columns from the seat that its tag names (3.6).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.auction import Bid, Denomination, Double
from tutor.cards import Card, Suit
from tutor.codes import CODES, code
from tutor.deal import Deal
from tutor.errors import FaultyContent, Malformed, NotAPack, TutorError
from tutor.exchange.pbn.table_record import pbn_of
from tutor.exchange.set_deals import recorded_deals, set_deals
from tutor.seats import Seat
from tutor.tables.fixed_calls import (
    ContractRefused,
    SetContract,
    SetDeal,
    Start,
    acts_of,
    contract_of,
    replayed,
    with_contract,
)
from tutor.tables.match import Match, Strictness
from tutor.tables.review import review
from tutor.tables.table import Table

AUCTION, BRIDGE, WHIST = code("auction-1910"), code("bridge-english-1901"), code("whist-short-1859")
HANDS = "N:AKJ762.765.A43.4 T98.AK84.KQ2.983 Q43.QJT9.T98.AK2 5.32.J765.QJT765"
DEAL = f'[Deal "{HANDS}"]'


def bids(table: Table) -> list[str]:
    return [str(said) for said in table.calling]


# ---- contracts ---------------------------------------------------------------------------------------------------


def test_the_dealer_declares_at_once() -> None:
    deal = Deal.parse(HANDS)
    table = with_contract(AUCTION, deal, SetContract.parse("4S", Seat.NORTH))
    assert bids(table) == ["B bids four spades", "Z passes", "A passes", "Y passes"]
    assert table.play is not None
    assert table.play.trumps is Suit.SPADES
    assert table.play.to_play is Seat.EAST


def test_a_dealer_who_must_bid_bids_the_least_before_another_declares() -> None:
    # Law 44 of 1910: the dealer must make a declaration. The odd trick in spades is worth the least.
    table = with_contract(AUCTION, Deal.parse(HANDS, Seat.WEST), SetContract.parse("3NTX", Seat.NORTH))
    assert bids(table) == [
        "Y bids one spade", "B bids three no trumps", "Z doubles", "A passes", "Y passes", "B passes",
    ]  # fmt: skip


def test_at_bridge_the_dealer_leaves_it_to_a_partner_who_declares() -> None:
    deal = Deal.parse(HANDS)
    table = with_contract(BRIDGE, deal, SetContract.parse("2S", Seat.SOUTH))
    assert bids(table)[:2] == ["B leaves it", "A declares spades"]
    assert table.play is not None
    assert table.play.to_play is Seat.EAST  # on the dealer’s left, whoever declared (law 57)


@pytest.mark.parametrize("doubled", [0, 1, 2])
@pytest.mark.parametrize("key", ["auction-1910", "bridge-english-1901", "bridge-english-1904", "bridge-american-1907"])
@given(data=st.data())
def test_what_is_set_is_what_is_asked_and_is_lawful(key: str, doubled: int, data: st.DataObject) -> None:
    game = code(key)
    deal = Deal.shuffled(Random(data.draw(st.integers(0, 50))), data.draw(st.sampled_from(list(Seat))))
    wanted = SetContract(
        data.draw(st.sampled_from(list(Denomination))), data.draw(st.sampled_from(list(Seat))),
        data.draw(st.integers(1, 7)), doubled,
    )  # fmt: skip
    try:
        table = with_contract(game, deal, wanted)
    except ContractRefused:
        return
    found = contract_of(table)
    assert found is not None
    assert (found.denomination, found.declarer, found.doubled) == (wanted.denomination, wanted.declarer, doubled)
    assert found.odd_tricks in (None, wanted.odd_tricks)
    for before, act in table.moments():
        assert act.what in before.lawful()


@pytest.mark.parametrize("declarer", list(Seat))
@pytest.mark.parametrize("dealer", list(Seat))
def test_every_high_contract_of_auction_bridge_can_be_set_for_everybody(dealer: Seat, declarer: Seat) -> None:
    for denomination in Denomination:
        deal = Deal.parse(HANDS, dealer)
        assert contract_of(with_contract(AUCTION, deal, SetContract(denomination, declarer, 4)))


def test_a_declarer_who_could_not_declare_is_refused() -> None:
    with pytest.raises(ContractRefused, match=r"B deals, and in .* only B or A can declare it"):
        with_contract(BRIDGE, Deal.parse(HANDS), SetContract.parse("4S", Seat.EAST))


def test_a_game_without_calls_has_no_contract() -> None:
    deal = replace(Deal.parse(HANDS), turn_up=Card.parse("S2"))
    with pytest.raises(ContractRefused, match="has no calls"):
        with_contract(WHIST, deal, SetContract.parse("4S", Seat.NORTH))


@pytest.mark.parametrize("text", ["8S", "0NT", "4", "4Z", "1NTXXX", "1NTXXXX", "S4", ""])
def test_what_is_no_contract_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="not a contract"):
        SetContract.parse(text, Seat.NORTH)


def test_the_least_bid_is_out_of_reach_when_the_dealer_has_made_it() -> None:
    # West must bid at least one spade, so North cannot buy the hand for the same.
    with pytest.raises(ContractRefused, match="only Y can declare it"):
        with_contract(AUCTION, Deal.parse(HANDS, Seat.WEST), SetContract.parse("1S", Seat.NORTH))


# ---- PBN ---------------------------------------------------------------------------------------------------------


def test_deals_come_out_of_pbn_with_their_dealers() -> None:
    second = DEAL.replace("N:", "E:")
    text = f'[Event "An evening"]\n[Dealer "W"]\n{DEAL}\n{{ a comment }}\n{second}\n'
    found = set_deals(text, BRIDGE)
    assert [one.deal.dealer for one in found] == [Seat.WEST, Seat.EAST]
    assert str(found[0].deal.hands[Seat.NORTH].hearts) == "765"
    assert [one.acts for one in found] == [(), ()]


def test_a_line_of_hands_is_a_deal() -> None:
    (found,) = set_deals(HANDS, BRIDGE)
    assert found == SetDeal(Deal.parse(HANDS))


def test_the_auction_is_replayed_where_the_game_has_its_calls() -> None:
    text = f'[Dealer "N"]\n{DEAL}\n[Auction "N"]\n1S Pass 4S AP\n'
    (found,) = set_deals(text, AUCTION)
    assert found.acts == ("B bids one spade", "Z passes", "A bids four spades", "Y passes", "B passes", "Z passes")


def test_an_auction_of_today_becomes_the_shortest_calls_to_its_contract() -> None:
    # The dealer passes, which law 44 does not allow, and one club is over one spade in 1910.
    text = f'[Dealer "W"]\n{DEAL}\n[Auction "W"]\nPass 1C Pass 1S\nPass 2S Pass 4S\nX XX AP\n'
    (found,) = set_deals(text, AUCTION)
    table = replayed(AUCTION, found.deal, found.acts)
    assert contract_of(table) == SetContract(Denomination.SPADES, Seat.SOUTH, 4, 2)
    assert found.acts[0] == "Y bids one spade"


def test_at_bridge_of_1901_the_contract_names_the_suit() -> None:
    text = f'[Dealer "N"]\n{DEAL}\n[Declarer "N"]\n[Contract "4SX"]\n'
    (found,) = set_deals(text, BRIDGE)
    table = replayed(BRIDGE, found.deal, found.acts)
    assert contract_of(table) == SetContract(Denomination.SPADES, Seat.NORTH, None, 1)


def test_whist_has_no_calls_and_turns_up_the_suit_of_the_contract() -> None:
    text = f'[Dealer "N"]\n{DEAL}\n[Declarer "N"]\n[Contract "4S"]\n[Auction "N"]\n4S AP\n'
    (found,) = set_deals(text, WHIST)
    assert found.acts == ()
    assert found.deal.turn_up is not None
    assert found.deal.turn_up.suit is Suit.SPADES


PLAY = '[Play "E"]\nHA HJ H2 H5\nHK HQ H3 H6\nC9 CA C5 C4\n*\n'
"""Three tricks, in columns from the leader: East, South, West, North."""


def test_the_play_goes_on_after_the_recorded_cards() -> None:
    text = f'[Dealer "N"]\n{DEAL}\n[Declarer "N"]\n[Contract "4S"]\n{PLAY}'
    (found,) = set_deals(text, AUCTION, Start.CARDS)
    table = replayed(AUCTION, found.deal, found.acts)
    assert len(found.acts) == 4 + 12
    assert table.hand_to_act is Seat.SOUTH
    (led,) = set_deals(text, AUCTION, Start.LEAD)
    assert led.acts == found.acts[:4]
    (called,) = set_deals(text, AUCTION, Start.CALLS)
    assert called.acts == ()


def test_lin_gives_its_calls_and_cards() -> None:
    text = (
        "md|3SQ43HQJT9DT98CAK2,S5H32DJ765CQJT765,SAKJ762H765DA43C4,ST98HAK84DKQ2C983|sv|o|"
        "mb|1S|mb|p|mb|4S|mb|p|mb|p|mb|p|pc|HA|pc|HJ|pc|H2|pc|H5|"
    )
    (found,) = set_deals(text, AUCTION, Start.CARDS)
    assert found.acts[0] == "B bids one spade"
    assert found.acts[-4:] == ("Z HA", "A HJ", "Y H2", "B H5")


@pytest.mark.parametrize(
    ("tags", "key", "says"),
    [
        (
            '[Declarer "E"]\n[Contract "4S"]',
            "bridge-english-1901",
            r"PBN:1:1: \[Dealer \"N\"\] \[Declarer \"E\"\]: B deals",
        ),
        ('[Declarer "N"]\n[Contract "1NTXXXX"]', "auction-1910", "PBN:4:1: ‘1NTXXXX’ is not a contract"),
        ('[Declarer "Q"]\n[Contract "4S"]', "auction-1910", "PBN:3:1: ‘Q’ is not a value of Declarer"),
        ('[Contract "4S"]', "auction-1910", r"\[Contract \"4S\"\]: nobody is named as the declarer"),
        ('[Declarer "N"]\n[Contract "3NT"]', "whist-short-1859", r"\[Contract \"3NT\"\]: the dealer, B, has no card"),
        ('[Auction "N"]\nPass Pass Pass Pass', "auction-1910", r"\[Auction \"N\"\]: nothing is declared"),
        ('[Auction "N"]\n1S 1C AP', "auction-1910", "PBN:4:4: 1C is not sufficient"),
        ('[Declarer "N"]\n[Contract "4S"]\n[Play "E"]\nHA HQ HK H5', "auction-1910", "West may not play HK"),
    ],
)  # fmt: skip
def test_what_the_game_cannot_have_is_refused_with_the_tag(tags: str, key: str, says: str) -> None:
    with pytest.raises(FaultyContent, match=says):
        set_deals(f'[Dealer "N"]\n{DEAL}\n{tags}\n', code(key), Start.CARDS)


def test_a_deal_played_to_the_end_leaves_nothing_to_play() -> None:
    table = played_out(with_contract(AUCTION, Deal.parse(HANDS), SetContract.parse("4S", Seat.NORTH)))
    with pytest.raises(FaultyContent, match=r"\[Play \"E\"\]: every card is recorded"):
        set_deals(pbn_of(table), AUCTION, Start.CARDS)


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ('[Event "no deal"]', FaultyContent, "no Deal tag"),
        ('[Deal "N:AKJ762.765.A43.4 T98.AK84.KQ2.983"]', FaultyContent, "is not a deal"),
        ("N:AKJ762.765.A43.4 T98.AK84.KQ2.983", Malformed, "four hands"),
        (f'[Deal "{HANDS[:-1]}"]', FaultyContent, "different sizes"),
        (HANDS[:-1], NotAPack, "12 cards"),
        (f'[Dealer "Q"]\n{DEAL}', FaultyContent, "PBN:1:1: ‘Q’ is not a value of Dealer"),
        ("md|9|", FaultyContent, "names no dealer"),
    ],
)
def test_what_is_no_deal_is_told(text: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        set_deals(text, BRIDGE)


def test_a_game_of_the_standards_own_verifier_is_set_by_its_calls() -> None:
    text = Path("tests/data/pbn/correct-21.pbn").read_bytes().decode("latin-1")
    unknown, doubled = set_deals(text, AUCTION)
    assert unknown.acts == ()  # [Contract "?"]
    assert contract_of(replayed(AUCTION, doubled.deal, doubled.acts)) == SetContract(  # [Contract "5CX"]
        Denomination.CLUBS, Seat.NORTH, 5, 1
    )


def test_every_game_without_a_whole_deal_is_told_with_its_line() -> None:
    text = Path("tests/data/pbn/correct-10.pbn").read_bytes().decode("latin-1")
    with pytest.raises(FaultyContent) as raised:
        set_deals(text, AUCTION)
    assert len({fault.line for fault in raised.value.faults}) == len(raised.value.faults) > 5


# ---- the same acts again -----------------------------------------------------------------------------------------


def played_out(table: Table, cards: int = 52, random: Random | None = None) -> Table:
    """The table after so many acts more, chosen by chance among those that are lawful."""
    random = random or Random(1)
    for _ in range(cards):
        if table.is_over:
            break
        table = table.after(random.choice(table.lawful()))
    return table


WHOLE_TABLES = tuple(
    key for key, game in CODES.items() if len(game.players) == 4 and game.seat_of(Seat.SOUTH, 1) is Seat.SOUTH
)


@given(key=st.sampled_from(WHOLE_TABLES), number=st.integers(0, 10_000), acts=st.integers(0, 70))
def test_a_table_written_as_pbn_has_the_same_acts_when_it_is_read(key: str, number: int, acts: int) -> None:
    game, random = code(key), Random(number)
    deal = game.deal(random, 0)
    table = Table.laid(game, deal, game.rubber)
    while table.play is None and not table.is_over and len(table.acts) < 12:
        quiet = [call for call in table.lawful() if call != Double() or len(table.acts) < 4]
        low = [call for call in quiet if not isinstance(call, Bid) or call.odd_tricks < 3] or quiet
        table = table.after(random.choice(low))
    if table.play is None:
        return  # calls that nobody has ended set nothing
    table = played_out(table, acts, random)
    if table.is_over:
        (recorded,) = recorded_deals(pbn_of(table))
        assert [str(card) for _, card in recorded.cards] == [
            str(act.what) for act in table.acts if isinstance(act.what, Card)
        ]
        return
    (found,) = set_deals(pbn_of(table), game, Start.CARDS)
    assert found.deal.hands == deal.hands
    assert found.acts == acts_of(table)


# ---- matches -----------------------------------------------------------------------------------------------------


def set_match() -> Match:
    first = f'[Dealer "N"]\n{DEAL}\n[Declarer "N"]\n[Contract "4S"]\n'
    text = f'{first}\n[Dealer "N"]\n{DEAL}\n[Declarer "S"]\n[Contract "3NT"]\n'
    return Match.of_set_deals(AUCTION, "7", Seat.NORTH, Strictness.GUIDED, set_deals(text, AUCTION))


def test_the_calls_that_are_set_are_acts_of_the_record() -> None:
    match = set_match()
    assert match.records == (("B bids four spades", "Z passes", "A passes", "Y passes"),)
    assert match.table.fixed == 4
    assert match.table.play is not None


def test_nobody_can_undo_what_was_set() -> None:
    match = set_match()
    assert match.undone() == match
    table = match.table
    table = table.after(table.lawful()[0])
    while not match.is_learners_turn(table):
        table = table.after(table.lawful()[0])
    own = match.after(table.after(table.lawful()[0]))
    assert len(own.undone().records[0]) == len(table.acts)
    assert len(own.undone().undone().records[0]) >= 4


def test_what_was_set_is_nobodys_decision() -> None:
    table = played_out(set_match().table)
    reviewed = list(review(table, Seat.NORTH))
    assert reviewed
    assert all(isinstance(one.act.what, Card) for one in reviewed)


def test_the_next_deal_begins_with_its_own_calls() -> None:
    match = set_match()
    over = match.after(played_out(match.table))
    following = over.with_next_deal()
    assert following.records[1] == following.fixed[1]
    assert contract_of(following.table) == SetContract(Denomination.NO_TRUMPS, Seat.SOUTH, 3)


def test_acts_that_cannot_be_made_are_refused() -> None:
    deal = Deal.parse(HANDS)
    for acts in (["Z passes"], ["B bids four spades", "B passes"], ["B SA"], ["nonsense"]):
        with pytest.raises(TutorError):
            replayed(AUCTION, deal, acts)
