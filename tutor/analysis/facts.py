"""What a book states of the play of a game, in clauses that a person can write and read.

Of a trick:

    Y leads HK        Y leads H        AB lead D        who led (either hand of a side), and which card or suit
    B CJ              Z SK/SQ          B not CJ         who played which card, or one of these, or did not play it
    Z H               Z discards       Z discards D     who followed or played that suit; who renounced, with what
    A ruffs           A ruffs S4                        who trumped
    Z wins            AB win                            who won the trick

Of the whole game:

    Z calls H at 1 2          a high card of the suit at the one trick and a lower at the other
    Z does not call H         the first two cards of the suit are played upwards
    Y holds SK after 7        Y void H after 3          what is in a hand, or is not, once a trick is over
    AB 5 after 7              A makes SK                HK before SA
    error 5 Y                 the author says that Y erred at trick 5: what it cost is no sign of a fact misread
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tutor.cards import Card, Holding, Suit
from tutor.errors import Malformed, TutorError
from tutor.play import Play, Trick
from tutor.seats import BySide, Seat, Side

Move = tuple[Play, Card]
"""A play in progress, and the card that is played."""


class Clause(ABC):
    """One thing that is said of a play."""

    @abstractmethod
    def allows(self, play: Play, card: Card) -> bool:
        """Whether the seat to play may play the card and the clause still come true, as far as can be seen from here.

        A lawful play of all the cards meets the clause if and only if the clause allows every card of it.
        """

    def lets(self, trick: int, leader: Seat, winner: Seat, won: BySide[int]) -> bool:
        """Whether a trick may be so led and so won, the sides having won so many with it, whatever the cards are."""
        del trick, leader, winner, won
        return True

    @property
    def cards_named(self) -> tuple[Card, ...]:
        """The cards of which the clause speaks, by which it tells one card from another of the suit."""
        return ()

    def names(self, seat: Seat, trick: int) -> Card | None:
        """The card that the clause gives to the seat at the trick, if it gives it one."""
        del seat, trick
        return None

    def tells(self, play: Play, card: Card) -> bool:
        """Whether the card is not ruled out by what the clause says of the seat to play and of the trick in progress.

        What a clause says of the end of the play, as a tally does, explains no card on the way to it.
        """
        return self.allows(play, card)

    @property
    def remembers(self) -> range:
        """The tricks whose cards bear on what the clause allows later, beside what is left in the hands."""
        return range(0)

    def broken_at(self, moves: Sequence[Move]) -> int | None:
        """How many cards had been played when the clause could no longer come true; None where it comes true.

        `moves` are those of a whole play, each the play as it stood and the card then played.
        """
        return next((number for number, (play, card) in enumerate(moves) if not self.allows(play, card)), None)


def moves(plays: Sequence[Play]) -> list[Move]:
    """The moves of a play that is given before its first card and after each."""
    return [(play, played.card) for play, played in zip(plays, plays[-1].played(), strict=False)]


LEADS, PLAYS, NOT, FOLLOWS, DISCARDS, RUFFS, WINS = "leads", "plays", "not", "follows", "discards", "ruffs", "wins"


@dataclass(frozen=True, slots=True)
class OfTrick(Clause):
    """What somebody (a seat, or either seat of a side) did in a trick, with which card (one of several) or suit."""

    trick: int
    who: Seat | Side
    verb: str
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (self.who,) if isinstance(self.who, Seat) else self.who.seats

    @property
    def cards_named(self) -> tuple[Card, ...]:
        """See `Clause`."""
        return self.cards

    def names(self, seat: Seat, trick: int) -> Card | None:
        """See `Clause`."""
        is_one = trick == self.trick and len(self.cards) == 1 and self.verb not in (NOT, WINS)
        return self.cards[0] if is_one and self.seats == (seat,) else None

    def allows(self, play: Play, card: Card) -> bool:
        """See `Clause`."""
        if play.number < self.trick:
            return self._keeps(play, card) and self._gets_the_lead(play, card)
        return play.number > self.trick or self._is_so(play, card)

    def tells(self, play: Play, card: Card) -> bool:
        """See `Clause`: who wins the trick has not left it to partner; a later lead excuses no trick let go."""
        if play.number < self.trick:
            return self._keeps(play, card)
        if self.verb == WINS and play.number == self.trick and self.seats == (play.to_play,) and play.trick.cards:
            return Trick(play.trick.leader, (*play.trick.cards, card)).winner(play.trumps) is play.to_play
        return self.allows(play, card)

    def broken_at(self, moves: Sequence[Move]) -> int | None:
        """See `Clause`: where the trick is as the clause has it, nothing before the trick can have stood in its way."""
        trick = moves[4 * (self.trick - 1) : 4 * self.trick]
        return None if all(self._is_so(*move) for move in trick) else Clause.broken_at(self, moves)

    def lets(self, trick: int, leader: Seat, winner: Seat, won: BySide[int]) -> bool:
        """See `Clause`."""
        del won
        if trick != self.trick:
            return True
        return {LEADS: leader, WINS: winner}.get(self.verb, self.seats[0]) in self.seats

    def _is_so(self, play: Play, card: Card) -> bool:
        seat, led = play.to_play, play.trick.suit_led
        if self.verb == LEADS:
            return led is not None or (seat in self.seats and self._fits(card))
        if self.verb == WINS:
            trick = Trick(play.trick.leader, (*play.trick.cards, card))
            return not trick.is_complete or trick.winner(play.trumps) in self.seats
        if seat not in self.seats:
            return True
        match self.verb:
            case "not":
                return card not in self.cards
            case "discards":
                return led not in (None, card.suit) and card.suit is not play.trumps and self._fits(card)
            case "ruffs":
                return led not in (None, card.suit) and card.suit is play.trumps and self._fits(card)
            case _:
                return self._fits(card)

    def _fits(self, card: Card) -> bool:
        return (not self.cards or card in self.cards) and self.suit in (None, card.suit)

    def _keeps(self, play: Play, card: Card) -> bool:
        """Whether the seat still has what the clause says it will play."""
        seat = play.to_play
        if self.verb in (NOT, WINS) or self.seats != (seat,):
            return True
        left = play.hands[seat].without(card)
        if self.cards:
            return any(one in left for one in self.cards)
        wanted = play.trumps if self.verb == RUFFS else self.suit
        return wanted is None or bool(left[wanted])

    def _gets_the_lead(self, play: Play, card: Card) -> bool:
        if self.verb != LEADS or play.number != self.trick - 1 or len(play.trick.cards) != 3:
            return True
        return Trick(play.trick.leader, (*play.trick.cards, card)).winner(play.trumps) in self.seats

    def __str__(self) -> str:
        who = self.who.label
        what = "/".join(map(str, self.cards)) or (self.suit.letter if self.suit else "")
        verb = {PLAYS: "", FOLLOWS: ""}.get(self.verb, self.verb)
        if isinstance(self.who, Side):
            verb = verb.rstrip("s")
        return " ".join(word for word in (who, verb, what) if word)


@dataclass(frozen=True, slots=True)
class Calls(Clause):
    """A high card of a suit at the first trick, and a lower one at the second."""

    seat: Seat
    suit: Suit
    first: int
    second: int

    @property
    def remembers(self) -> range:
        """See `Clause`."""
        return range(self.first, self.first + 1)

    def allows(self, play: Play, card: Card) -> bool:
        """See `Clause`."""
        if play.to_play is not self.seat or play.number > self.second:
            return True
        if play.number == self.first:
            return card.suit is self.suit and any(rank < card.rank for rank in self.suit_left(play, card))
        if play.number == self.second:
            before = play.tricks[self.first - 1].card_of(self.seat)
            return before is not None and card.suit is self.suit and card.rank < before.rank
        left = self.suit_left(play, card)
        return len(left) >= (2 if play.number < self.first else 1)

    def suit_left(self, play: Play, card: Card) -> Holding:
        """What the seat has of the suit beside the card."""
        return play.hands[self.seat].without(card)[self.suit]

    def __str__(self) -> str:
        return f"{self.seat.label} calls {self.suit.letter} at {self.first} {self.second}"


@dataclass(frozen=True, slots=True)
class DoesNotCall(Clause):
    """The first two cards of a suit are played upwards, or there are no two."""

    seat: Seat
    suit: Suit

    @property
    def remembers(self) -> range:
        """See `Clause`."""
        return range(1, 14)

    def allows(self, play: Play, card: Card) -> bool:
        """See `Clause`."""
        if play.to_play is not self.seat or card.suit is not self.suit:
            return True
        played = [one.card for one in play.played() if one.seat is self.seat and one.card.suit is self.suit]
        return len(played) != 1 or card.rank > played[0].rank

    def __str__(self) -> str:
        return f"{self.seat.label} does not call {self.suit.letter}"


@dataclass(frozen=True, slots=True)
class Holds(Clause):
    """A card is still in the hand once a trick is over."""

    seat: Seat
    card: Card
    after: int

    @property
    def cards_named(self) -> tuple[Card, ...]:
        """See `Clause`."""
        return (self.card,)

    def allows(self, play: Play, card: Card) -> bool:
        """See `Clause`."""
        return play.number > self.after or card != self.card

    def __str__(self) -> str:
        return f"{self.seat.label} holds {self.card} after {self.after}"


@dataclass(frozen=True, slots=True)
class Void(Clause):
    """A suit is gone from the hand once a trick is over."""

    seat: Seat
    suit: Suit
    after: int

    def allows(self, play: Play, card: Card) -> bool:
        """See `Clause`."""
        if play.to_play is not self.seat or play.number > self.after:
            return True
        return len(play.hands[self.seat].without(card)[self.suit]) <= self.after - play.number

    def __str__(self) -> str:
        return f"{self.seat.label} void {self.suit.letter} after {self.after}"


@dataclass(frozen=True, slots=True)
class TrickTally(Clause):
    """The tricks that a side has when a trick is over."""

    side: Side
    tricks: int
    after: int

    def allows(self, play: Play, card: Card) -> bool:
        """See `Clause`."""
        trick = Trick(play.trick.leader, (*play.trick.cards, card))
        if play.number > self.after or not trick.is_complete:
            return True
        won = play.won[self.side] + (trick.winner(play.trumps).side is self.side)
        return won <= self.tricks <= won + self.after - play.number

    def tells(self, play: Play, card: Card) -> bool:
        """See `Clause`: it speaks of no one card."""
        del play, card
        return True

    def lets(self, trick: int, leader: Seat, winner: Seat, won: BySide[int]) -> bool:
        """See `Clause`."""
        del leader, winner
        return trick != self.after or won[self.side] == self.tricks

    def __str__(self) -> str:
        return f"{self.side.label} {self.tricks} after {self.after}"


@dataclass(frozen=True, slots=True)
class Makes(Clause):
    """A card wins the trick to which it is played."""

    seat: Seat
    card: Card

    @property
    def cards_named(self) -> tuple[Card, ...]:
        """See `Clause`."""
        return (self.card,)

    def allows(self, play: Play, card: Card) -> bool:
        """See `Clause`."""
        trick = Trick(play.trick.leader, (*play.trick.cards, card))
        return self.card not in trick.cards or trick.winner(play.trumps) is self.seat

    def tells(self, play: Play, card: Card) -> bool:
        """See `Clause`: it speaks of no one card."""
        del play, card
        return True

    def __str__(self) -> str:
        return f"{self.seat.label} makes {self.card}"


@dataclass(frozen=True, slots=True)
class Before(Clause):
    """A card is played to an earlier trick than another."""

    card: Card
    other: Card

    @property
    def cards_named(self) -> tuple[Card, ...]:
        """See `Clause`."""
        return (self.card, self.other)

    def allows(self, play: Play, card: Card) -> bool:
        """See `Clause`."""
        if card != self.other:
            return True
        return all(self.card not in hand for hand in play.hands) and self.card not in play.trick.cards

    def tells(self, play: Play, card: Card) -> bool:
        """See `Clause`: it speaks of no one card."""
        del play, card
        return True

    def __str__(self) -> str:
        return f"{self.card} before {self.other}"


@dataclass(frozen=True, slots=True)
class Error(Clause):
    """The author says that a seat erred at a trick."""

    trick: int
    seat: Seat

    def allows(self, play: Play, card: Card) -> bool:
        """See `Clause`: it rules nothing out."""
        del play, card
        return True

    def __str__(self) -> str:
        return f"error {self.trick} {self.seat.label}"


# ---- reading -----------------------------------------------------------------------------------------------------

_MEND_OF_TRICK = "Write it as ‘Y leads HK’, ‘B CJ’, ‘Z SK/SQ’, ‘B not CJ’, ‘Z H’, ‘Z discards D’, ‘A ruffs’ or ‘Z wins’"
_MEND_OF_GAME = (
    "Write it as ‘Z calls H at 1 2’, ‘Z does not call H’, ‘Y holds SK after 7’, ‘Y void H after 3’, ‘AB 5 after 7’, "
    "‘A makes SK’, ‘HK before SA’ or ‘error 5 Y’. A fact about one trick needs a ‘trick’"
)


def parse(text: str, trick: int | None) -> Clause:
    """The clause of a text: of a trick where one is given, else of the whole game. Raises `Malformed`."""
    mend = _MEND_OF_GAME if trick is None else _MEND_OF_TRICK
    try:
        clause = _of_game(text.split()) if trick is None else _of_trick(text.split(), trick)
    except (TutorError, ValueError) as error:
        raise Malformed("fact", text, str(error).rstrip("."), mend) from None
    if clause is None:
        raise Malformed("fact", text, "it is not one of the known clauses", mend)
    return clause


def _of_trick(words: list[str], trick: int) -> Clause | None:
    match words:
        case ["AB" | "YZ" as side, "win"]:
            return OfTrick(trick, Side.labelled(side), WINS)
        case ["AB" | "YZ" as side, "lead", what]:
            return OfTrick(trick, Side.labelled(side), LEADS, *_cards_or_suit(what))
        case [seat, "wins" | "ruffs" | "discards" as verb]:
            return OfTrick(trick, Seat.labelled(seat), verb)
        case [seat, "leads" | "discards" | "ruffs" as verb, what]:
            return OfTrick(trick, Seat.labelled(seat), verb, *_cards_or_suit(what))
        case [seat, "not", what]:
            return OfTrick(trick, Seat.labelled(seat), NOT, _cards_or_suit(what)[0])
        case [seat, what]:
            cards, suit = _cards_or_suit(what)
            return OfTrick(trick, Seat.labelled(seat), FOLLOWS if suit else PLAYS, cards, suit)
    return None


def _cards_or_suit(text: str) -> tuple[tuple[Card, ...], Suit | None]:
    if len(text) == 1:
        return (), Suit.parse(text)
    return tuple(Card.parse(word) for word in text.split("/")), None


def _of_game(words: list[str]) -> Clause | None:
    match words:
        case [seat, "calls", suit, "at", first, second]:
            return Calls(Seat.labelled(seat), Suit.parse(suit), _trick(first), _trick(second))
        case [seat, "does", "not", "call", suit]:
            return DoesNotCall(Seat.labelled(seat), Suit.parse(suit))
        case [seat, "holds", card, "after", trick]:
            return Holds(Seat.labelled(seat), Card.parse(card), _trick(trick))
        case [seat, "void", suit, "after", trick]:
            return Void(Seat.labelled(seat), Suit.parse(suit), _trick(trick))
        case ["AB" | "YZ" as side, tricks, "after", trick]:
            return TrickTally(Side.labelled(side), int(tricks), _trick(trick))
        case [seat, "makes", card]:
            return Makes(Seat.labelled(seat), Card.parse(card))
        case [card, "before", other]:
            return Before(Card.parse(card), Card.parse(other))
        case ["error", trick, seat]:
            return Error(_trick(trick), Seat.labelled(seat))
    return None


def _trick(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 13:
        raise ValueError(f"there is no trick {number}")
    return number


def errors(clauses: Iterable[Clause]) -> frozenset[tuple[int, Seat]]:
    """The tricks at which the author says that a seat erred."""
    return frozenset((clause.trick, clause.seat) for clause in clauses if isinstance(clause, Error))
