"""What one seat may know of a deal in progress.

Advice is given on a `View`, never on a `Deal`, so that no advice can rest on a card that the player could not see.
"""

from __future__ import annotations

from dataclasses import dataclass

from tutor.auction import Calling, Declaration
from tutor.cards import Hand
from tutor.play import Play, Played, Trick
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """The score towards game as one side sees it: its own points and the adversaries’."""

    us: int = 0
    them: int = 0

    @property
    def is_love_all(self) -> bool:
        return self.us == 0 and self.them == 0

    def __str__(self) -> str:
        return "love-all" if self.is_love_all else f"{self.us} to {self.them}"


@dataclass(frozen=True, slots=True)
class View:
    """The table from one seat.

    `hand` is what the seat still holds. `dummy` is the exposed hand as it stands, and `dummy_seat` whose it is; both
    are None before the first card is led and where no hand is exposed. The calls and the cards played are public.
    """

    seat: Seat
    dealer: Seat
    hand: Hand
    calling: Calling
    standing: Standing = Standing()
    dummy_seat: Seat | None = None
    dummy: Hand | None = None
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None

    @classmethod
    def before_calling(cls, seat: Seat, dealer: Seat, hand: Hand, standing: Standing = Standing()) -> View:
        """What is known when the cards have been dealt and nothing has been said."""
        return cls(seat, dealer, hand, Calling(dealer), standing)

    @classmethod
    def of(
        cls,
        seat: Seat,
        calling: Calling,
        play: Play,
        standing: Standing = Standing(),
        dummy_seat: Seat | None = None,
    ) -> View:
        """What the seat may know of the play; `dummy_seat` is the hand that is exposed once a card has been led."""
        exposed = dummy_seat if play.tricks or play.trick.cards else None
        return cls(
            seat=seat,
            dealer=calling.dealer,
            hand=play.hands[seat],
            calling=calling,
            standing=standing,
            dummy_seat=exposed,
            dummy=None if exposed is None else play.hands[exposed],
            tricks=play.tricks,
            trick=play.trick,
        )

    @property
    def declaration(self) -> Declaration | None:
        return self.calling.declaration

    @property
    def is_dealer(self) -> bool:
        return self.seat is self.dealer

    @property
    def is_leader(self) -> bool:
        """Whether the seat has the opening lead."""
        return self.seat is self.dealer.left

    def played(self) -> tuple[Played, ...]:
        """Every card played so far, in order."""
        tricks = self.tricks if self.trick is None else (*self.tricks, self.trick)
        return tuple(
            Played(number, seat, card) for number, trick in enumerate(tricks, 1) for seat, card in trick.items()
        )
