"""What a card or a call says: the hands from which an author’s own rules choose it, counted.

Nothing is written twice. For every hand that the other may hold, as far as a seat can see, it asks what the author
would have that hand do. The hands that would have done the same are what the act says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

from tutor.auction import Calling, Said
from tutor.authorities.authority import Authority
from tutor.authorities.rules import Advice, Message
from tutor.cards import PACK, Card, Hand, Suit
from tutor.play import Played, Trick
from tutor.seats import Seat
from tutor.view import View

FILLINGS = 2
"""How many times the other suits are dealt to each holding of the suit that was played."""
HOLDINGS = 600
"""The most holdings of that suit that are asked; of more, so many are drawn."""
HANDS = 4000
"""The most hands that are asked for a call."""
ENOUGH = 150
"""How many that fit a call are enough."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an act says of the hand that made it, to one who knows his author.

    `asked` is the weight of all the hands that the other may hold, `fitting` of those that would have acted so; `hands`
    are these, each with its weight. `silent` is the weight of the hands on which the author says nothing. `messages`
    are what the author himself says that the act tells.
    """

    act: Played | Said
    hands: tuple[tuple[Hand, int], ...]
    asked: int
    silent: int
    messages: tuple[Message, ...]

    @property
    def fitting(self) -> int:
        return sum(weight for _, weight in self.hands)

    @property
    def is_a_message(self) -> bool:
        """Whether the act says anything: some hands would have made it, and some would not."""
        return 0 < self.fitting < self.asked - self.silent

    def share(self, holds: Callable[[Hand], bool]) -> Fraction:
        """The share of the fitting hands for which something holds. 0 if none fits."""
        fitting = self.fitting
        return Fraction(sum(weight for hand, weight in self.hands if holds(hand)), fitting) if fitting else Fraction(0)

    def chance_of(self, card: Card) -> Fraction:
        """The chance that the hand holds a card, when it acted so."""
        return self.share(lambda hand: card in hand)

    def surely_lacks(self, among: Iterable[Card]) -> tuple[Card, ...]:
        """Those cards, of some that the hand might hold, that no hand holds which acted so."""
        return tuple(card for card in among if self.hands and self.chance_of(card) == 0)

    def lengths(self, suit: Suit) -> Mapping[int, Fraction]:
        """The chance of each number of cards of a suit, as the hand stood before the act; the impossible left out."""
        found: dict[int, Fraction] = {}
        for hand, weight in self.hands:
            found[len(hand[suit])] = found.get(len(hand[suit]), Fraction(0)) + Fraction(weight, self.fitting)
        return dict(sorted(found.items()))


def meaning_of(author: Authority, view: View, act: Played | Said, random: Random) -> Meaning:
    """What an act of another seat says to the seat of a view. Raises `ValueError` for one that is not on the view."""
    messages = tuple(message for message in author.messages if message.heard(view, act))
    if isinstance(act, Said):
        if act not in view.calling.said:
            raise ValueError(f"{act} has not been called")
        then = _before_call(view, act)
        return _weigh(author, act, _hands_of_thirteen(view, act.seat, random), then, messages)
    if act not in view.played():
        raise ValueError(f"{act} has not been played")
    then = _before_card(view, act)
    return _weigh(author, act, _hands_with(view, act, random), then, messages)


def _weigh(
    author: Authority,
    act: Played | Said,
    hands: Iterator[tuple[Hand, int]],
    then: View,
    messages: tuple[Message, ...],
) -> Meaning:
    done = act.call if isinstance(act, Said) else act.card
    fitting: list[tuple[Hand, int]] = []
    asked = silent = 0
    for hand, weight in hands:
        asked += weight
        advice = author.answer(replace(then, hand=hand))
        if not isinstance(advice, Advice):
            silent += weight
        elif done in advice.answers:
            fitting.append((hand, weight))
            if isinstance(act, Said) and len(fitting) == ENOUGH:
                break
    return Meaning(act, tuple(fitting), asked, silent, messages)


# ---- the other’s view ----------------------------------------------------------------------------------------


def _before_call(view: View, act: Said) -> View:
    place = view.calling.said.index(act)
    calling = Calling(view.calling.dealer, view.calling.said[:place], view.calling.standing)
    return View(act.seat, view.dealer, Hand(), calling, view.standing_of(act.seat), agreed=view.agreed)


def _before_card(view: View, act: Played) -> View:
    """What the other saw when they were about to play, except their own hand."""
    tricks = (*view.tricks, view.trick) if view.trick else view.tricks
    whole = tricks[act.trick - 1]
    trick = Trick(whole.leader, whole.cards[: whole.round().index(act.seat)], whole.out)
    before = {card for one in (*tricks[: act.trick - 1], trick) for card in one.cards}
    exposed = tuple(
        (seat, hand.plus(*(one.card for one in view.played() if one.seat is seat and one.card not in before)))
        for seat, hand in view.exposed
        if before and seat is not act.seat
    )
    return replace(
        view,
        seat=act.seat,
        hand=Hand(),
        standing=view.standing_of(act.seat),
        exposed=exposed,
        tricks=tricks[: act.trick - 1],
        trick=trick,
        shown=tuple(shown for shown in view.shown if shown[0] is not act.seat),
    )


# ---- the hands that he may have held -------------------------------------------------------------------------


def _unseen(view: View, seat: Seat) -> list[Card]:
    """The cards that a seat may still hold, as far as another can see."""
    known = {card for other, hand in view.seen.items() if other is not seat for card in hand}
    known |= {played.card for played in view.played()}
    void = {
        trick.suit_led
        for trick in ((*view.tricks, view.trick) if view.trick else view.tricks)
        if (card := trick.card_of(seat)) is not None and card.suit is not trick.suit_led
    }
    return [card for card in PACK if card not in known and card.suit not in void]


def _hands_of_thirteen(view: View, seat: Seat, random: Random) -> Iterator[tuple[Hand, int]]:
    """Hands that a seat may have been dealt, drawn alike."""
    held = _played_by(view, seat)
    unseen = _unseen(view, seat)
    for _ in range(HANDS):
        yield Hand.of([*held, *random.sample(unseen, 13 - len(held))]), 1


def _hands_with(view: View, act: Played, random: Random) -> Iterator[tuple[Hand, int]]:
    """Hands that a seat may have held when it played a card, each holding of its suit with the number of its deals."""
    seat, suit = act.seat, act.card.suit
    since = _played_by(view, seat)[act.trick - 1 :]
    unseen = _unseen(view, seat)
    of_suit = [card for card in unseen if card.suit is suit]
    others = [card for card in unseen if card.suit is not suit]
    wanted = _dealt(view) - (act.trick - 1) - len(since)
    holdings = [
        (more, comb(len(others), wanted - length))
        for length in range(max(0, wanted - len(others)), min(wanted, len(of_suit)) + 1)
        for more in combinations(of_suit, length)
    ]
    if len(holdings) > HOLDINGS:
        holdings = random.sample(holdings, HOLDINGS)
    for more, ways in holdings:
        for _ in range(FILLINGS):
            yield Hand.of([*since, *more, *random.sample(others, wanted - len(more))]), ways


def _played_by(view: View, seat: Seat) -> list[Card]:
    return [played.card for played in view.played() if played.seat is seat]


def _dealt(view: View) -> int:
    """How many cards each hand was dealt: thirteen, but in an ending."""
    seat, hand = next(iter(view.seen.items()))
    return len(hand) + len(_played_by(view, seat))
