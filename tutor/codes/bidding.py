"""The auction, whatever is bid: who speaks next, when the bidding is over, who declares, who leads."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from tutor.auction import Call, Calling, Insufficient, Pass
from tutor.codes.code import Code
from tutor.codes.laws import LawRef, LawRefusal, Turn
from tutor.seats import Seat


class BiddingCode(Code):
    """A game in which all bid in turn, to the left, until the others have passed the last bid."""

    has_auction: ClassVar[bool] = True
    turn_law: ClassVar[str]
    """The law by which each speaks in turn."""
    end_law: ClassVar[str]
    """The law by which the bidding is over."""

    def next_to_speak(self, calling: Calling) -> Seat:
        """The dealer, then whoever plays on the left of the last to speak, in turn or out of it."""
        if not calling.said:
            return calling.dealer
        left = calling.said[-1].seat.left
        return left if left in self.players else left.left

    def is_closed(self, calling: Calling) -> bool:
        """Whether all the others have passed the last bid; all the players, where there is none."""
        passes = 0
        for said in reversed(calling.said):
            if not is_pass(said.call):
                return passes >= len(self.players) - 1
            passes += 1
        return passes >= len(self.players)

    def is_settled(self, calling: Calling) -> bool:
        """Whether what is to be played stands for good."""
        return self.is_closed(calling)

    # ---- the table -------------------------------------------------------------------------------------------

    def declarer(self, calling: Calling) -> Seat | None:
        """The seat that plays the two hands. None until that is settled."""
        declaration = self.declaration(calling)
        return declaration.by if declaration and self.is_settled(calling) else None

    def leader(self, calling: Calling) -> Seat | None:
        """The seat with the opening lead: the player on the declarer’s left."""
        declarer = self.declarer(calling)
        return declarer and declarer.left

    def dummy(self, calling: Calling) -> Seat | None:
        """Whose hand is exposed: the one opposite the declarer."""
        declarer = self.declarer(calling)
        return declarer and declarer.partner

    # ---- what is refused -------------------------------------------------------------------------------------

    def refusal(self, calling: Calling, seat: Seat, call: Call) -> LawRefusal | None:
        """The law that forbids a call at this point, or None when it may be made."""
        turn = self.turn(calling)
        if turn is None:
            return LawRefusal(seat, call, self.law_when_over(calling, seat, call), "The bidding is over.")
        if seat is not turn.seat:
            law = self.law_out_of_turn(calling, seat, call)
            return LawRefusal(seat, call, law, f"It is {turn.seat.label}’s turn to speak.")
        return None if call in turn.calls else self.refusal_in_turn(calling, turn, call)

    def law_when_over(self, calling: Calling, seat: Seat, call: Call) -> LawRef:
        """The law that lets nothing more be said."""
        del calling, seat, call
        return self.law(self.end_law)

    def law_out_of_turn(self, calling: Calling, seat: Seat, call: Call) -> LawRef:
        """The law that a call out of turn offends against."""
        del calling, seat, call
        return self.law(self.turn_law)

    @abstractmethod
    def refusal_in_turn(self, calling: Calling, turn: Turn, call: Call) -> LawRefusal | None:
        """Why whoever is to speak may not say what is not among the calls of the turn; None where it still may be."""


def is_pass(call: Call) -> bool:
    """Whether a call leaves the last bid as it was; so does an insufficient bid that no number of tricks can mend."""
    return isinstance(call, Pass) or (isinstance(call, Insufficient) and call.taken_for is None)
