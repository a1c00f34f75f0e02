"""What one seat may know of a deal in progress.

Advice is given on a `View`, never on a `Deal`, so that it cannot depend on a card that the player could not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tutor.auction import Calling, Declaration, Leave
from tutor.cards import Card, Hand, Suit
from tutor.play import Play, Played, Trick
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """The score towards game as one side sees it: its own points and the opponents’.

    `ahead` is the lead in points over the whole rubber; it is negative when the side is behind.
    """

    us: int = 0
    them: int = 0
    ahead: int = 0

    @property
    def is_love_all(self) -> bool:
        return self.us == 0 and self.them == 0

    @property
    def turned(self) -> Standing:
        """The same score as the other side sees it."""
        return Standing(self.them, self.us, -self.ahead)

    def __str__(self) -> str:
        return "love-all" if self.is_love_all else f"{self.us} to {self.them}"


@dataclass(frozen=True, slots=True)
class View:
    """The table from one seat.

    `hand` is what the seat still holds; it is empty while the seat may not look at it. `exposed` are the other open
    hands, as they are now. `shown` are known cards in unseen hands, such as a turn-up. `leader` has the opening lead:
    the player on the dealer’s left, unless a code says otherwise. `trumps` is None before the play and without trumps.
    The calls and the cards played are public. `agreed` names the conventions that partners agreed on, where an author
    leaves a choice. Both sides know them.
    """

    seat: Seat
    dealer: Seat
    hand: Hand
    calling: Calling
    standing: Standing = Standing()
    exposed: tuple[tuple[Seat, Hand], ...] = ()
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    trumps: Suit | None = None
    leader: Seat | None = None
    shown: tuple[tuple[Seat, Card], ...] = ()
    agreed: frozenset[str] = frozenset()

    @classmethod
    def before_calling(cls, seat: Seat, dealer: Seat, hand: Hand, standing: Standing = Standing()) -> View:
        """What is known when the cards have been dealt and nothing has been said."""
        return cls(seat, dealer, hand, Calling(dealer), standing)

    def standing_of(self, seat: Seat) -> Standing:
        """The score as the side of a seat sees it."""
        return self.standing if seat.side is self.seat.side else self.standing.turned

    @classmethod
    def of(
        cls,
        seat: Seat,
        calling: Calling,
        play: Play,
        standing: Standing = Standing(),
        dummy_seat: Seat | None = None,
        exposed: Iterable[Seat] = (),
        shown: tuple[tuple[Seat, Card], ...] = (),
    ) -> View:
        """What the seat may know of the play.

        `dummy_seat` is the hand that is exposed once a card has been led; those of the seats `exposed` lie open now.
        """
        is_led = bool(play.tricks or play.trick.cards)
        open_to_it = {*exposed, dummy_seat if is_led else None} - {seat}
        return cls(
            seat=seat,
            dealer=calling.dealer,
            hand=play.hands[seat],
            calling=calling,
            standing=standing,
            exposed=tuple((other, play.hands[other]) for other in Seat if other in open_to_it),
            tricks=play.tricks,
            trick=play.trick,
            trumps=play.trumps,
            leader=(*play.tricks, play.trick)[0].leader,
            shown=shown,
        )

    @property
    def dummy_seat(self) -> Seat | None:
        """The seat of the open hand, or the first of several; None if there is none."""
        return self.exposed[0][0] if self.exposed else None

    @property
    def dummy(self) -> Hand | None:
        """The hand of `dummy_seat`."""
        return self.exposed[0][1] if self.exposed else None

    @property
    def seen(self) -> Mapping[Seat, Hand]:
        """The hands that the seat sees: its own, when it has been looked at, and those exposed."""
        return {**({} if self.has_not_looked else {self.seat: self.hand}), **dict(self.exposed)}

    @property
    def acting(self) -> Hand:
        """The hand that the next card is played from: the seat’s own, or one that it sees. Before the play, its own."""
        return self.seen.get(self.trick.to_play, self.hand) if self.trick is not None else self.hand

    @property
    def has_not_looked(self) -> bool:
        """Whether the seat may not look at its own hand yet."""
        return not self.hand and not any(played.seat is self.seat for played in self.played())

    @property
    def out(self) -> tuple[Seat, ...]:
        """The seats that do not play."""
        return self.trick.out if self.trick else ()

    @property
    def is_left(self) -> bool:
        """Whether the dealer left the declaration to partner, as at bridge, and plays the hand all the same."""
        return any(isinstance(said.call, Leave) for said in self.calling.said)

    @property
    def declaration(self) -> Declaration | None:
        """What has been declared or bid so far; None before that."""
        return self.calling.declaration

    @property
    def is_dealer(self) -> bool:
        """Whether the seat deals."""
        return self.seat is self.dealer

    @property
    def is_leader(self) -> bool:
        """Whether the seat has the opening lead."""
        return self.seat is (self.leader or self.dealer.left)

    def played(self) -> tuple[Played, ...]:
        """Every card played so far, in order."""
        tricks = self.tricks if self.trick is None else (*self.tricks, self.trick)
        return tuple(
            Played(number, seat, card) for number, trick in enumerate(tricks, 1) for seat, card in trick.items()
        )
