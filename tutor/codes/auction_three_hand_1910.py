"""Auction bridge for three, as Foster describes it in 1910 (pp. 163–165): each against both the others.

A fourth hand is dealt to the vacant seat, North, and is the declarer’s dummy. The player opposite the declarer moves
there with their cards. The book does not say whether they go back. Here every deal begins with all in their own seats.
Slams, chicane, the bonus and the rest are “just as in four hand”, the adversaries’ share going to each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from tutor.auction import Calling, Declaration
from tutor.codes.auction_1910 import RULES, AuctionCode
from tutor.codes.bridge_code import BridgeCode
from tutor.codes.deal_result import DealResult, Objection
from tutor.codes.offences import AUCTION_1910
from tutor.codes.offences.games import AUCTION_THREE
from tutor.codes.scoring import DealScore, Party, Rubber, Sheet
from tutor.deal import Deal
from tutor.play import Play
from tutor.seats import BySeat, Seat, Side

VACANT = Seat.NORTH


@dataclass(frozen=True, slots=True)
class AuctionThreeHand1910(AuctionCode):
    """What three players change: the vacant seat, no partners until the bidding is over, three columns."""

    key: ClassVar[str] = "auction-three-hand-1910"
    title: ClassVar[str] = "Auction bridge for three, 1910"
    offences = AUCTION_1910.variant("auction-three-hand-1910", "Auction for three, 1910", AUCTION_THREE)
    players: ClassVar[tuple[Seat, ...]] = tuple(seat for seat in Seat if seat is not VACANT)

    # ---- the table -------------------------------------------------------------------------------------------

    def dealer(self, number: int) -> Seat:
        """See `Code`: the deal goes to the left, past the vacant seat."""
        return self.players[number % len(self.players)]

    def declaration(self, calling: Calling) -> Declaration | None:
        """See `Code`: by the last bidder, whoever else has named the denomination."""
        declared, last = calling.declaration, calling.last_named
        return replace(declared, by=calling.said[last[0]].seat) if declared and last else None

    def are_partners(self, one: Seat, other: Seat) -> bool:
        """See `AuctionCode`: nobody has a partner in the bidding."""
        return one is other

    def seat_in_play(self, seat: Seat, calling: Calling) -> Seat:
        """See `Code`: the seat opposite the declarer and the vacant one change their hands."""
        opposite = self.dummy(calling) or VACANT
        return {opposite: VACANT, VACANT: opposite}.get(seat, seat)

    def begin(self, deal: Deal, calling: Calling) -> Play:
        """See `Code`."""
        return AuctionCode.begin(self, self._seated(deal, calling), calling)

    def _seated(self, deal: Deal, calling: Calling) -> Deal:
        """The deal with every hand where it is played."""
        return Deal(BySeat.each(lambda seat: deal.hands[self.seat_in_play(seat, calling)]), deal.dealer)

    # ---- scoring ---------------------------------------------------------------------------------------------

    @property
    def rubber(self) -> Rubber:
        """A rubber about to begin: the first of three players to win two games of thirty adds 250."""
        return Rubber(RULES, self.players)

    def reckon(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> DealScore:
        """See `Code`: the declarer gets the score of the declarer’s side, each adversary that of the adversaries."""
        score = BridgeCode.reckon(self, self._seated(deal, calling), calling, play, sheet)
        declarer = self.declarer(calling)
        if declarer is None:
            raise ValueError("the bidding is not over, so nothing can be scored")
        return self.by_player(score, declarer)

    def call_objections(self, result: DealResult) -> Iterator[Objection]:
        """See `BridgeCode`."""
        yield from AuctionCode.call_objections(self, result)
        if isinstance(result.declarer, Side):
            yield Objection(
                "declarer", "this is a side, and in this game everybody plays alone", "Name the seat of the declarer"
            )
        elif result.declarer is VACANT:
            yield Objection("declarer", "this seat is empty during the bidding", "Name one of the three players")

        for revoke in result.revokes or ():
            if not isinstance(revoke.by, Seat) or revoke.by is VACANT:
                names = ", ".join(player.value for player in self.players)
                what = f"{revoke.by.value} is a side, and in this game everybody plays alone"
                yield Objection("revokes", what, f"Name the player: {names}", self.rule("bid"))

    def result_dummy(self, result: DealResult) -> None:
        """See `BridgeCode`: whoever sat opposite the declarer has moved, and dummy’s hand is nobody’s."""
        del result

    def result_side(self, result: DealResult, party: Party) -> Side:
        """See `BridgeCode`: the two others play against the declarer."""
        side = result.declaring_seat().side
        return side if party in (result.declarer, side) else side.opponents

    def score_result(self, result: DealResult) -> DealScore:
        """See `Code`."""
        return self.by_player(BridgeCode.score_result(self, result), result.declaring_seat())

    def by_player(self, score: DealScore, declarer: Seat) -> DealScore:
        """What each player scores of what the two sides do."""
        adversaries = [player for player in self.players if player is not declarer]
        items = (
            replace(item, party=player)
            for item in score.items
            for player in ([declarer] if item.party is declarer.side else adversaries)
        )
        return replace(score, items=tuple(items))
