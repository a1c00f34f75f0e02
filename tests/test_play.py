"""The play: following suit, winning tricks, renouncing; counted against a method that shares nothing with it."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given, settings

from tests.support.oracles import cards
from tests.support.strategies import endings, plays
from tutor.cards import Card, Hand, Suit
from tutor.errors import Illegal
from tutor.play import Play, Reason, Refusal, Trick
from tutor.seats import BySeat, BySide, Seat


@pytest.mark.parametrize(
    ("led_by", "played", "trumps", "winner"),
    [
        # led      cards in turn     trumps  taken by
        ("A", "HK H2 H9 H5", "S", "A"),
        ("A", "HK HA H9 H5", "S", "Y"),
        ("A", "H2 SA CA DA", None, "A"),
        ("A", "H2 SA CA DA", "S", "Y"),
        ("Y", "HA S2 S3 HK", "S", "Z"),
        ("Z", "S9 ST S8 SJ", "S", "B"),
        ("B", "D2 D3 D4 D5", "H", "Y"),
    ],
)
def test_the_highest_trump_takes_the_trick_or_else_the_highest_of_the_suit_led(
    led_by: str, played: str, trumps: str | None, winner: str
) -> None:
    trick = Trick(Seat.labelled(led_by), cards(played))
    assert trick.winner(None if trumps is None else Suit(trumps)).label == winner


@given(plays())
def test_a_play_keeps_the_pack_whole_and_counts_every_trick(play: Play) -> None:
    dealt = play.dealt()
    assert sum(len(hand) for hand in play.hands) + len(list(play.played())) == 52
    assert all(len(hand) == 13 for hand in dealt)
    assert play.won.ns + play.won.ew == len(play.tricks)
    assert play.is_over == (len(play.tricks) == 13)


@given(plays())
def test_the_winner_of_a_trick_leads_to_the_next(play: Play) -> None:
    leaders = [trick.leader for trick in (*play.tricks, play.trick)]
    assert leaders[1:] == [trick.winner(play.trumps) for trick in play.tricks]


@given(plays())
def test_everybody_follows_who_can_and_every_renounce_is_recorded(play: Play) -> None:
    renounced = {(renounce.trick, renounce.seat) for renounce in play.renounces}
    assert not any(renounce.is_revoke for renounce in play.renounces)
    for number, trick in enumerate((*play.tricks, play.trick), start=1):
        for seat, card in trick.items():
            assert ((number, seat) in renounced) == (card.suit is not trick.suit_led)


@given(plays())
def test_what_is_lawful_is_not_refused_and_all_else_is(play: Play) -> None:
    for card in play.hands[play.to_play]:
        assert (play.refusal(card) is None) == (card in play.lawful())


@given(plays())
def test_a_play_can_be_taken_back_to_any_card(play: Play) -> None:
    played = [one.card for one in play.played()]
    for number in (0, len(played) // 2, len(played)):
        assert [one.card for one in play.at(number).played()] == played[:number]
    assert play.at(len(played)) == play


def playouts(play: Play) -> int:
    return 1 if play.is_over else sum(playouts(play.after(card)) for card in play.lawful())


def playouts_by_brute_force(hands: BySeat[Hand], leader: Seat, trumps: Suit | None) -> int:
    """Every order in which each hand could lay down its cards, kept if nobody revokes in it.

    Cards are (suit, height) pairs of letters and numbers here, tricks are lists, and nothing of tutor.play is used.
    """
    around = "SWNE"
    table = {seat.letter: [(card.suit.letter, card.rank.height) for card in hands[seat]] for seat in Seat}
    trump = trumps.letter if trumps else None
    count = 0
    for orders in product(*(permutations(table[letter]) for letter in around)):
        order = dict(zip(around, orders, strict=True))
        lead, lawful = leader.letter, True
        for turn in range(len(orders[0])):
            trick: list[tuple[str, str, int]] = []
            for step in range(4):
                seat = around[(around.index(lead) + step) % 4]
                suit, height = order[seat][turn]
                left = order[seat][turn:]
                if trick and suit != trick[0][1] and any(one[0] == trick[0][1] for one in left):
                    lawful = False
                trick.append((seat, suit, height))
            if not lawful:
                break
            led = trick[0][1]
            lead = max(trick, key=lambda one: (one[1] == trump, one[1] == led, one[2]))[0]
        count += lawful
    return count


@settings(max_examples=60, deadline=None)
@given(endings())
def test_the_plays_of_an_ending_are_as_many_as_brute_force_counts(play: Play) -> None:
    assert playouts(play) == playouts_by_brute_force(play.hands, play.to_play, play.trumps)


def test_an_ending_of_known_count() -> None:
    """One suit to each hand, nobody can follow: (3!)^4 plays."""
    held = BySeat(*(Hand.of(cards(text)) for text in ("SA SK SQ", "HA HK HQ", "CA CK CQ", "DA DK DQ")))
    assert playouts(Play.start(held, None, Seat.SOUTH)) == 6**4


HEARTS_LED = Play.start(
    BySeat(*(Hand.parse(text) for text in ("H:A2 S:A", "H:K C:32", "H:Q D:32", "S:432"))), Suit.SPADES, Seat.SOUTH
).after(Card.parse("HA"))


def test_a_revoke_is_refused_with_the_cards_that_may_be_played() -> None:
    refusal = HEARTS_LED.refusal(Card.parse("C3"))
    assert refusal == Refusal(Seat.WEST, Card.parse("C3"), Reason.MUST_FOLLOW, Hand.parse("H:K"))
    assert str(refusal) == ("Y would revoke with C3: a player who holds a card of the suit led must play one, here HK")


def test_a_card_that_is_not_held_is_refused() -> None:
    with pytest.raises(Illegal, match="it is Y’s turn, and Y does not hold HQ; Y may play HK"):
        HEARTS_LED.after(Card.parse("HQ"), revoking=True)


def test_a_revoke_that_is_meant_is_recorded() -> None:
    after = HEARTS_LED.after(Card.parse("C3"), revoking=True)
    (renounce,) = after.renounces
    assert renounce.is_revoke
    assert (renounce.trick, renounce.seat, renounce.suit_led) == (1, Seat.WEST, Suit.HEARTS)


def test_a_void_hand_renounces_without_revoking() -> None:
    after = HEARTS_LED.after_all(cards("HK HQ S2"))
    assert [renounce.is_revoke for renounce in after.renounces] == [False]
    assert after.last_trick is not None
    assert after.last_trick.winner(after.trumps) is Seat.EAST
    assert after.won == BySide(0, 1)


def test_nothing_can_be_played_when_the_play_is_over() -> None:
    over = HEARTS_LED.after_all(cards("HK HQ S2 S3 SA C2 D2 H2 C3 D3 S4"))
    assert over.is_over
    with pytest.raises(Illegal, match="every card has been played"):
        over.after(Card.parse("S5"))


def test_hands_of_different_sizes_cannot_be_played() -> None:
    with pytest.raises(ValueError, match=r"hands of \[1, 2\] cards"):
        Play.start(BySeat(*(Hand.parse(text) for text in ("S:A", "S:K", "S:Q", "S:J2"))), None, Seat.SOUTH)
