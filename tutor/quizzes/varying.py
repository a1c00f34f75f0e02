"""Slightly changed views: two cards exchanged, or the suits exchanged for one another, everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tutor.auction import Bid, Call, Declare, Denomination, Said, SuitBid
from tutor.authorities.rules import Answer
from tutor.cards import Card, Hand, Suit
from tutor.play import Trick
from tutor.view import View

Suits = Mapping[Suit, Suit]
"""Which suit each becomes; no two become the same."""


def exchanged(view: View, one: Card, other: Card) -> View:
    """The view with two cards in each other’s places, in a hand, among the cards played, or out of sight."""
    return _with_cards(view, {one: other, other: one})


def _with_cards(view: View, into: Mapping[Card, Card]) -> View:
    def card(old: Card) -> Card:
        return into.get(old, old)

    def hand(old: Hand) -> Hand:
        return Hand.of(map(card, old)) if any(swapped in old for swapped in into) else old

    return _changed(view, card, hand)


def turned_about(view: View, suits: Suits) -> View:
    """The view with its suits turned into others, in the hands, in what was played, and in what was said."""

    def card(old: Card) -> Card:
        return Card(suits[old.suit], old.rank)

    def hand(old: Hand) -> Hand:
        return Hand(**{suits[suit].plural: old[suit] for suit in Suit})

    said = tuple(Said(made.seat, turned_call(made.call, suits)) for made in view.calling)
    trumps = None if view.trumps is None else suits[view.trumps]
    return replace(_changed(view, card, hand), calling=replace(view.calling, said=said), trumps=trumps)


def _changed(view: View, card: Callable[[Card], Card], hand: Callable[[Hand], Hand]) -> View:
    def trick(old: Trick) -> Trick:
        return replace(old, cards=tuple(map(card, old.cards)))

    return replace(
        view,
        hand=hand(view.hand),
        exposed=tuple((seat, hand(held)) for seat, held in view.exposed),
        tricks=tuple(map(trick, view.tricks)),
        trick=None if view.trick is None else trick(view.trick),
        shown=tuple((seat, card(held)) for seat, held in view.shown),
    )


def turned_answer(answer: Answer, suits: Suits) -> Answer:
    """A card or a call, its suit turned into another."""
    return Card(suits[answer.suit], answer.rank) if isinstance(answer, Card) else turned_call(answer, suits)


def turned_call(call: Call, suits: Suits) -> Call:
    """A call, the suit that it names turned into another."""
    if isinstance(call, Declare | Bid | SuitBid) and call.denomination.trumps is not None:
        return replace(call, denomination=Denomination.of(suits[call.denomination.trumps]))
    return call
