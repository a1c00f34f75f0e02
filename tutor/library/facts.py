"""What a book states of the play of a game, trick by trick, in clauses that a person can write and read.

Y leads HK        who led, and which card        B CJ            who played which card
Y leads C         who led, and which suit        Z discards D    who renounced, with which suit
Z wins            who won the trick              A ruffs         who trumped
"""

from __future__ import annotations

from dataclasses import dataclass

from tutor.cards import Card, Suit
from tutor.errors import Malformed, TutorError
from tutor.play import Trick
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a trick: a seat, what it did, and with which card or suit where that is said."""

    seat: Seat
    verb: str
    card: Card | None = None
    suit: Suit | None = None

    @classmethod
    def parse(cls, text: str) -> Clause:
        """The clause of a text. Raises `Malformed`."""
        words = text.split()
        mend = "Write it as ‘Y leads HK’, ‘Y leads C’, ‘B CJ’, ‘Z discards D’, ‘Z wins’ or ‘A ruffs’"
        try:
            match words:
                case [seat, "leads" | "discards" as verb, what] if len(what) == 1:
                    return cls(Seat.labelled(seat), verb, suit=Suit.parse(what))
                case [seat, "leads" | "discards" as verb, what]:
                    return cls(Seat.labelled(seat), verb, card=Card.parse(what))
                case [seat, "wins" | "ruffs" as verb]:
                    return cls(Seat.labelled(seat), verb)
                case [seat, what]:
                    return cls(Seat.labelled(seat), "plays", card=Card.parse(what))
        except TutorError as error:
            raise Malformed("fact", text, str(error).rstrip("."), mend) from None
        raise Malformed("fact", text, "it is none of the clauses known", mend)

    def names(self, seat: Seat) -> Card | None:
        """The card that the clause gives to the seat, if it gives it one."""
        return self.card if seat is self.seat else None

    def holds(self, trick: Trick, trumps: Suit | None) -> bool:
        """Whether the clause is true of a complete trick."""
        played = trick.card_of(self.seat)
        if played is None:
            return False
        if (self.card is not None and played != self.card) or (self.suit is not None and played.suit is not self.suit):
            return False
        match self.verb:
            case "leads":
                return trick.leader is self.seat
            case "wins":
                return trick.winner(trumps) is self.seat
            case "ruffs":
                return played.suit is trumps and trick.suit_led is not trumps
            case "discards":
                return played.suit not in (trumps, trick.suit_led)
            case _:
                return True

    def __str__(self) -> str:
        what = self.card or (self.suit and self.suit.letter) or ""
        return " ".join(
            word for word in (self.seat.label, "" if self.verb == "plays" else self.verb, str(what)) if word
        )
