"""Layouts of the cards that a seat does not see, consistent with all that it has seen.

A layout gives each card that is neither in sight nor played to a hidden hand. Each hand gets as many as it holds. A
card that was shown goes to the hand that showed it, and no hand gets a suit that it has renounced. All such layouts are
equally likely. Those whose hands would hardly have made the calls are then put last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from math import comb
from random import Random

from tutor.analysis.double_dummy import tricks_by_card
from tutor.auction import Call, Calling, Denomination
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Question
from tutor.cards import Card, Hand, Rank, Suit
from tutor.codes import Code
from tutor.deal import rest_of_pack
from tutor.play import Play, Trick
from tutor.seats import BySeat, Seat
from tutor.view import View

Layout = BySeat[Hand]
"""The four hands as they may stand now."""

TRIES = 6
"""How many layouts are dealt for each that is wanted, at the most, to find those that the calls bear out."""

NAMED_SUIT = 4
"""The fewest cards that a hand is thought to hold of a suit that it names."""


def likely(view: View, code: Code, number: int, random: Random) -> tuple[Layout, ...]:
    """So many layouts of a view, those that the calls bear out first; only one where the seat sees every hand."""
    if len(view.seen) == len(Seat):
        return (BySeat.of(view.seen),)
    dealt = islice(consistent(view, random), TRIES * number)
    if not any(said.seat not in view.seen for said in view.calling):
        return tuple(islice(dealt, number))
    chosen: list[tuple[int, Layout]] = []
    for layout in dealt:
        chosen.append((unlikely_calls(view, code, layout), layout))
        if sum(unlikely == 0 for unlikely, _ in chosen) == number:
            break
    return tuple(layout for _, layout in sorted(chosen, key=lambda one: one[0])[:number])


def unlikely_calls(view: View, code: Code, layout: Layout, of: Collection[Seat] | None = None) -> int:
    """How many calls the hands of seats, by default those out of sight, would hardly have made on these cards."""
    asked = [seat for seat in Seat if seat not in view.seen] if of is None else of
    dealt = _as_dealt(view, layout)
    found = 0
    for number, said in enumerate(view.calling):
        holder = code.seat_in_play(said.seat, view.calling) if view.trick else said.seat
        if holder in asked:
            before = replace(view.calling, said=view.calling.said[:number])
            theirs = View(said.seat, view.dealer, dealt[holder], before, view.standing_of(said.seat))
            found += not is_likely(theirs, code, said.call)
    return found


def _as_dealt(view: View, layout: Layout) -> Layout:
    gone: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for played in view.played():
        gone[played.seat].append(played.card)
    return BySeat.each(lambda seat: layout[seat].plus(*gone[seat]))


def is_likely(view: View, code: Code, call: Call) -> bool:
    """Whether a hand would make a call, as far as anybody knows.

    Where the author of the code advises, the hand would follow that advice. Elsewhere a named suit needs four cards of
    it. No trumps needs an ace or a king in two suits and a card of every suit. A call of one in the cheapest suit,
    made to lose little, and all other calls need nothing.
    """
    author = AUTHORITIES.get(code.source)
    advice = author.advise(view, Question.DECLARE) if author else None
    if isinstance(advice, Advice):
        return advice.is_undecided or call in (*advice.answers, *advice.acceptable)
    named = named_by(view.calling, view.seat, call)
    if named is None or is_defensive(code, view, call):
        return True
    if named.trumps is not None:
        return len(view.hand[named.trumps]) >= NAMED_SUIT
    suits = [view.hand[suit] for suit in Suit]
    return all(suits) and sum(bool({Rank.ACE, Rank.KING} & set(holding)) for holding in suits) >= 2


def named_by(calling: Calling, seat: Seat, call: Call) -> Denomination | None:
    """The denomination that a call would name; None where it leaves what is named as it is."""
    before, after = calling.declaration, calling.after(seat, call).declaration
    if after is None or (before and (before.denomination, before.contract) == (after.denomination, after.contract)):
        return None
    return after.denomination


def is_defensive(code: Code, view: View, call: Call) -> bool:
    """Whether a call names the cheapest denomination for no more than a trick, as those do who would lose little."""
    after = view.calling.after(view.seat, call).declaration
    is_low = after is not None and after.contract in (None, 1)
    return is_low and named_by(view.calling, view.seat, call) is code.cheapest


def costly_throughout(
    view: View, choices: Sequence[Sequence[Card]], layouts: Iterable[Layout]
) -> Sequence[Sequence[Card]]:
    """Those of the choices of cards of which even the best takes fewer tricks, double dummy, than another lawful card
    in every one of the layouts. Nothing is solved after the last choice has been cleared."""
    suspected = [choice for choice in choices if choice]
    for layout in layouts:
        if not suspected or len({len(hand) for hand in layout}) > 2:
            return ()  # in an ending the other hands are not known to be whole
        tricks = tricks_by_card(Play(layout, view.trumps, view.trick or Trick(view.seat), view.tricks))
        suspected = [choice for choice in suspected if max(tricks[card] for card in choice) < max(tricks.values())]
    return suspected


# ---- dealing -------------------------------------------------------------------------------------------------


def consistent(view: View, random: Random) -> Iterator[Layout]:
    """Layouts of a view without end, each as likely as any other. In an ending the other cards of the pack are nowhere.

    A renounced suit counts as a void, unless the seat has played a card of it since. If no layout fits,
    because somebody has revoked, renounced suits are ignored.
    """
    unseen = rest_of_pack([*view.seen.values(), Hand.of(played.card for played in view.played())])
    shown = [(seat, card) for seat, card in view.shown if seat not in view.seen and card in unseen]
    free = sorted(unseen.without(*(card for _, card in shown)), key=str)
    slots: dict[Seat | None, int] = {
        seat: _size(view, seat) - sum(one is seat for one, _ in shown) for seat in Seat if seat not in view.seen
    }
    slots[None] = len(free) - sum(slots.values())
    voids = _voids(view)
    dealing = _Dealing(free, slots, lambda seat, card: seat is None or card.suit not in voids[seat])
    if not dealing.ways:
        dealing = _Dealing(free, slots, lambda _seat, _card: True)
    while True:
        dealt = dealing.deal(random)
        for seat, card in shown:
            dealt[seat].append(card)
        yield BySeat.each(lambda seat: view.seen[seat] if seat in view.seen else Hand.of(dealt[seat]))  # noqa: B023


def _size(view: View, seat: Seat) -> int:
    """How many cards a hand holds now: what every hand was dealt, less what it has played."""
    gone = [played.seat for played in view.played()]
    one, hand = next(iter(view.seen.items()))
    return len(hand) + gone.count(one) - gone.count(seat)


def _voids(view: View) -> BySeat[set[Suit]]:
    """The suits that each seat has renounced and not played since."""
    voids: BySeat[set[Suit]] = BySeat.each(lambda _: set())
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    for trick in tricks:
        for seat, card in trick.items():
            voids[seat].discard(card.suit)
            if trick.suit_led not in (None, card.suit):
                voids[seat].add(trick.suit_led)
    return voids


class _Dealing:
    """All the ways in which cards can fill the places of hands, where some hands may not hold some cards.

    Cards that the same hands may hold make a group. For each group we count the ways to share it out so that the rest
    still find room. Then every way can be dealt with the same chance.
    """

    def __init__(
        self, cards: Sequence[Card], slots: Mapping[Seat | None, int], may_hold: Callable[[Seat | None, Card], bool]
    ) -> None:
        self._seats = tuple(slots)
        self._slots = tuple(slots.values())
        groups: dict[tuple[bool, ...], list[Card]] = {}
        for card in cards:
            groups.setdefault(tuple(may_hold(seat, card) for seat in self._seats), []).append(card)
        self._groups = sorted(groups.items(), key=lambda group: sum(group[0]))
        self._count = cache(self._counted)
        self.ways = self._count(0, self._slots)

    def deal(self, random: Random) -> dict[Seat | None, list[Card]]:
        """One of the ways, every one as likely as another."""
        dealt: dict[Seat | None, list[Card]] = {seat: [] for seat in self._seats}
        slots = self._slots
        for number, (_, cards) in enumerate(self._groups):
            shares = list(self._shares(number, slots))
            weights = [_orders(share) * self._count(number + 1, _less(slots, share)) for share in shares]
            (share,) = random.choices(shares, weights)
            pack = random.sample(cards, len(cards))
            for seat, places in zip(self._seats, share, strict=True):
                dealt[seat] += [pack.pop() for _ in range(places)]
            slots = _less(slots, share)
        return dealt

    def _counted(self, number: int, slots: tuple[int, ...]) -> int:
        if number == len(self._groups):
            return int(not any(slots))
        return sum(
            _orders(share) * self._count(number + 1, _less(slots, share)) for share in self._shares(number, slots)
        )

    def _shares(self, number: int, slots: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """How many cards of a group each hand may take."""
        allowed, cards = self._groups[number]
        room = tuple(places if may else 0 for places, may in zip(slots, allowed, strict=True))
        if number == len(self._groups) - 1:
            yield from [room] if sum(room) == len(cards) else []
        else:
            yield from _splits(len(cards), room)


def _splits(cards: int, room: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to share a number of cards among hands with room for so many each."""
    if not room:
        yield from [()] if not cards else []
        return
    for first in range(min(cards, room[0]) + 1):
        for others in _splits(cards - first, room[1:]):
            yield (first, *others)


def _less(slots: tuple[int, ...], share: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(places - taken for places, taken in zip(slots, share, strict=True))


def _orders(share: tuple[int, ...]) -> int:
    """In how many ways the cards of a share can be given to its hands."""
    ways, cards = 1, 0
    for part in share:
        cards += part
        ways *= comb(cards, part)
    return ways
