"""The cards of a PBN game, trick by trick: who led, who won, and which cards cannot have been played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor.cards import Card, Hand, Suit
from tutor.errors import TutorError, quoted
from tutor.exchange.pbn.sections import NOTHING, TO_COME, PbnEntry
from tutor.play import Play, Played, Trick
from tutor.seats import BySeat, Seat


def all_four(hands: BySeat[Hand | None]) -> BySeat[Hand] | None:
    """The hands where all four are known."""
    known = {seat: hand for seat, hand in hands.items() if hand is not None}
    return BySeat.of(known) if len(known) == 4 else None


def seat_name(seat: Seat) -> str:
    """The name of a seat in PBN, such as South."""
    return seat.name.title()


class ImpossibleCard(Exception):
    """A card that cannot have been played: which, why, and how to correct it."""

    def __init__(self, entry: PbnEntry, what: str, mend: str) -> None:
        self.entry, self.what, self.mend = entry, what, mend


class TrickTracker:
    """Follows the cards trick by trick, with the hands if they are known, or with the cards alone."""

    def __init__(self, hands: BySeat[Hand | None], trumps: Suit | None, first: Seat, leader: Seat) -> None:
        self.columns = first.round()
        self.trumps, self.leader = trumps, leader
        self.hands = hands
        four = all_four(hands)
        self.play = Play.start(four, trumps, leader) if four else None
        self.played: list[Played] = []
        self.gone: set[Card] = set()
        self.irregularities: list[str] = []
        self.number = 0

    def trick(self, row: Sequence[PbnEntry]) -> bool:
        """Whether every card of a row was played, so that another trick can follow. Raises `ImpossibleCard`."""
        self.number += 1
        by_seat = dict(zip(self.columns, row, strict=False))
        out_of_turn = next((seat for seat, entry in by_seat.items() if entry.irregularity == "L"), None)
        if out_of_turn is not None:
            self._lead_out_of_turn(out_of_turn, by_seat[out_of_turn])
        trick = Trick(self.leader)
        for seat in self.leader.round():
            entry = by_seat.get(seat)
            if entry is None or entry.text in (NOTHING, TO_COME):
                return False
            card = self._card(entry)
            self._plays(seat, card, entry)
            trick = Trick(trick.leader, (*trick.cards, card))
            self.played.append(Played(self.number, seat, card))
        self.leader = trick.winner(self.trumps)
        return self.number < 13

    def _lead_out_of_turn(self, seat: Seat, entry: PbnEntry) -> None:
        if seat is self.leader:
            raise ImpossibleCard(
                entry, f"it is {seat_name(seat)}’s turn to lead, so the lead is not out of turn", "Delete ^L"
            )
        self.irregularities.append(f"{seat_name(seat)} led out of turn to trick {self.number}")
        self.leader = seat
        if self.play:
            self.play = replace(self.play, trick=Trick(seat))

    def _card(self, entry: PbnEntry) -> Card:
        try:
            card = Card.parse(entry.text)
        except TutorError:
            what = f"{quoted(entry.text)} is not a card"
            raise ImpossibleCard(entry, what, "Write the suit and then the rank, such as HK or ST, or -") from None
        if card in self.gone:
            raise ImpossibleCard(entry, f"the {card.name} was played before", "Correct the card")
        self.gone.add(card)
        return card

    def _plays(self, seat: Seat, card: Card, entry: PbnEntry) -> None:
        revoking = entry.irregularity == "R"
        if revoking:
            self.irregularities.append(f"{seat_name(seat)} revoked with {card} at trick {self.number}")
        hand = self.hands[seat]
        if self.play is None:
            if hand is not None and card not in hand:
                raise ImpossibleCard(entry, f"{seat_name(seat)} does not hold {card}", "Correct the card or the hand")
            return
        refusal = self.play.refusal(card)
        if refusal and not (revoking and card in self.play.hands[seat]):
            lawful = " or ".join(map(str, refusal.lawful)) or "no card"
            what = f"{seat_name(seat)} may not play {card}, only {lawful}"
            raise ImpossibleCard(entry, what, "Correct the card, or write ^R before it")
        if revoking and not refusal:
            raise ImpossibleCard(entry, f"{card} is not a revoke: {seat_name(seat)} may play it", "Delete ^R")
        self.play = self.play.after(card, revoking=revoking)
