"""The natural card: how a sound player of the time would play, with nothing more to go by.

It orders the lawful cards of a seat, the most natural first, for a play that is rebuilt. That such a play is also the
author’s is for the facts to say.
"""

from __future__ import annotations

from collections.abc import Iterable

from tutor.cards import Card, Hand, Rank, Suit
from tutor.play import Play
from tutor.seats import Seat

Worth = tuple[int, ...]


def ordered(play: Play, dummy: Seat | None, opening: Iterable[Card] = ()) -> list[Card]:
    """The lawful cards of the seat to play, the most natural first; `opening` are a book’s leads, best first."""
    first = {card: place for place, card in enumerate(opening)}
    if play.trick.cards:
        return sorted(play.lawful(), key=lambda card: _following(play, card))
    return sorted(play.lawful(), key=lambda card: (first.get(card, len(first)), *_leading(play, dummy, card)))


def ordered_to_lose(play: Play) -> list[Card]:
    """The lawful cards where tricks are to be lost: the highest that does not win, else the lowest; the lowest to lead.

    The last player, if they cannot lose the trick, takes it with the highest.
    """
    if not play.trick.cards:
        return sorted(play.lawful(), key=lambda card: card.rank.height)
    is_last = len(play.trick.cards) == len(play.trick.round()) - 1

    def worth(card: Card) -> Worth:
        wins = _beats(card, _winning(play), play.trumps)
        return (int(wins), card.rank.height if wins and not is_last else -card.rank.height)

    return sorted(play.lawful(), key=worth)


def _leading(play: Play, dummy: Seat | None, card: Card) -> Worth:
    """Masters and the suit in hand before new suits. The dealer draws trumps. Otherwise low, from length."""
    seat = play.to_play
    hand = play.hands[seat]
    holding = hand[card.suit]
    is_dealers = dummy is not None and seat in (dummy, dummy.partner)
    is_trump = card.suit is play.trumps
    draws = is_trump and is_dealers and dummy is not None and _trumps_against(play, dummy) > 0
    through = dummy is not None and seat is dummy.right and _strength(play.hands[dummy], card.suit) >= 2
    returned = any(trick.suit_led is card.suit and trick.leader in _friends(play) for trick in play.tricks)
    opened_by_them = any(trick.suit_led is card.suit and trick.leader not in _friends(play) for trick in play.tricks)
    ranking = (
        0 if draws else 1,
        0 if _is_master(play, card) and not (is_trump and not is_dealers) else 1,
        0 if returned else 1,
        1 if opened_by_them else 0,
        1 if is_trump and not is_dealers else 0,
        0 if through else 1,
        -len(holding),
    )
    top = _top_of_sequence(hand, card)
    return (*ranking, 0 if top else 1, card.rank.height if not top else -card.rank.height)


def _following(play: Play, card: Card) -> Worth:
    """Second hand low, or over an honour. Third hand high, fourth cheaply. The lowest of touching cards."""
    seat, trick = play.to_play, play.trick
    led = trick.suit_led
    winner = trick.winner(play.trumps)
    winning = trick.card_of(winner)
    assert winning is not None, "a trick that is followed has a winner"  # noqa: S101
    partners = winner in _friends(play)
    beats = _beats(card, winning, play.trumps)
    if card.suit is not led:
        return _renouncing(play, card, partners=partners, beats=beats)
    low = card.rank.height
    is_last = len(trick.cards) == len(trick.round()) - 1
    match 3 if is_last else len(trick.cards):
        case 1:
            covers = winning.rank >= Rank.TEN and beats
            return (0 if covers else 1, low)
        case 2:
            if partners and (winning.rank >= Rank.TEN or _is_master(play, winning)):
                return (0 if not beats else 1, low)
            best = next((other for other in play.lawful() if _beats(other, winning, play.trumps)), None)
            if best is None:
                return (0, low)
            touching = _touching(play.hands[seat], best)
            return (0 if card in touching else 1 if beats else 2, low)
        case _:
            if partners:
                return (0 if not beats else 1, low)
            return (0 if beats else 1, low)


def _renouncing(play: Play, card: Card, *, partners: bool, beats: bool) -> Worth:
    """A trump where it wins what partner does not; else the lowest of a suit with no winner and no guard to lose."""
    seat, hand = play.to_play, play.hands[play.to_play]
    is_trump = card.suit is play.trumps
    wants_ruff = not partners and any(_beats(other, _winning(play), play.trumps) for other in play.lawful())
    if is_trump:
        return (0 if beats and wants_ruff else 3, card.rank.height)
    left = hand.without(card)[card.suit]
    unguards = _guards(hand, card.suit) and len(left) < _guards(hand, card.suit)
    is_winner = _is_master(play, card)
    others = [friend for friend in _friends(play) if friend is not seat]
    partners_suit = any(trick.leader in others and trick.suit_led is card.suit for trick in play.tricks)
    return (
        2 if is_winner else 1,
        1 if unguards else 0,
        1 if partners_suit else 0,
        _strength(hand, card.suit),
        card.rank.height,
    )


# ---- what can be seen --------------------------------------------------------------------------------------------


def _friends(play: Play) -> tuple[Seat, ...]:
    """The seat to play and its partner. If hands are set aside, everybody plays alone."""
    return (play.to_play,) if play.trick.out else (play.to_play, play.to_play.partner)


def _winning(play: Play) -> Card:
    card = play.trick.card_of(play.trick.winner(play.trumps))
    assert card is not None, "asked only about a trick with a lead"  # noqa: S101
    return card


def _beats(card: Card, other: Card, trumps: Suit | None) -> bool:
    if card.suit is other.suit:
        return card.rank > other.rank
    return card.suit is trumps


def _is_master(play: Play, card: Card) -> bool:
    """Whether no higher card of the suit is left, but in the hand that plays."""
    own = play.hands[play.to_play]
    others = (hand[card.suit] for hand in play.hands if hand is not own)
    return not any(holding.ranks and holding.highest > card.rank for holding in others)


def _trumps_against(play: Play, dummy: Seat) -> int:
    return sum(len(play.hands[seat][play.trumps]) for seat in (dummy.left, dummy.right) if play.trumps is not None)


def _strength(hand: Hand, suit: Suit) -> int:
    """How many of the four highest cards of a suit are held."""
    return sum(rank >= Rank.KNAVE for rank in hand[suit])


def _guards(hand: Hand, suit: Suit) -> int:
    """How many cards a suit must have for its highest to be guarded: two for a king, three for a queen."""
    if hand[suit].is_void:
        return 0
    return {Rank.KING: 2, Rank.QUEEN: 3, Rank.KNAVE: 4}.get(hand[suit].highest, 0)


def _touching(hand: Hand, card: Card) -> list[Card]:
    """The cards of the hand in an unbroken run down from the card."""
    run: list[Card] = []
    for other in hand.only(card.suit):
        if other.rank.height == card.rank.height - len(run):
            run.append(other)
    return run


def _top_of_sequence(hand: Hand, card: Card) -> bool:
    """Whether the card heads a run of at least two, from the ten up."""
    holding = hand[card.suit]
    heads = not any(rank.height == card.rank.height + 1 for rank in holding)
    return heads and card.rank >= Rank.TEN and any(rank.height == card.rank.height - 1 for rank in holding)
