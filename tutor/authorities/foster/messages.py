"""What Foster hears in the cards of others (pp. 125–141, 149)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Said
from tutor.authorities.foster.book import cite
from tutor.authorities.foster.play_facts import PlayFacts
from tutor.authorities.rules import Message
from tutor.cards import Card, Rank, Suit
from tutor.codes.code import HONOURS
from tutor.play import Played, Trick
from tutor.view import View


def _table_of(view: View, act: Played | Said) -> tuple[PlayFacts, Played, Trick] | None:
    """The table, the card and its trick, where the act is the last card played, by the partner of who listens."""
    if not isinstance(act, Played) or act.seat is not view.seat.partner or view.played()[-1:] != (act,):
        return None
    tricks = (*view.tricks, *([view.trick] if view.trick and view.trick.cards else []))
    return PlayFacts(view), act, tricks[act.trick - 1]


def _cards_of(table: PlayFacts, played: Played, suit: Suit) -> tuple[Card, ...]:
    return table.played_by(played.seat, suit)


def _high_lead(view: View, act: Played | Said) -> bool:
    heard = _table_of(view, act)
    return heard is not None and heard[1].trick == 1 and _is_lead(heard) and heard[1].card.rank in HONOURS


def _fourth_best_lead(view: View, act: Played | Said) -> bool:
    heard = _table_of(view, act)
    return heard is not None and heard[1].trick == 1 and _is_lead(heard) and heard[1].card.rank not in HONOURS


def _is_lead(heard: tuple[PlayFacts, Played, Trick]) -> bool:
    _, played, trick = heard
    return trick.leader is played.seat


def _second_lead(view: View, act: Played | Said, first: Rank) -> bool:
    heard = _table_of(view, act)
    if heard is None or not _is_lead(heard):
        return False
    table, played, _ = heard
    led = [card for card in table.led_by(played.seat) if card.suit is played.card.suit]
    return len(led) == 2 and led[0].rank is first


def _after_the_king(view: View, act: Played | Said) -> bool:
    return _second_lead(view, act, Rank.KING)


def _after_the_ace(view: View, act: Played | Said) -> bool:
    return _second_lead(view, act, Rank.ACE)


def _echo(view: View, act: Played | Said) -> bool:
    heard = _table_of(view, act)
    if heard is None or view.trumps is None or _is_lead(heard):
        return False
    table, played, trick = heard
    cards = _cards_of(table, played, played.card.suit)
    follows = trick.suit_led is played.card.suit is not view.trumps
    return follows and len(cards) == 2 and table.openings[played.card.suit].leader is view.seat


def _fall_of_the_knave(view: View, act: Played | Said) -> bool:
    heard = _table_of(view, act)
    if heard is None or view.trumps is None or _is_lead(heard):
        return False
    table, played, trick = heard
    first_round = trick.suit_led is played.card.suit and table.rounds(played.card.suit) == 1
    return first_round and played.card.rank is Rank.KNAVE and trick.leader is view.seat


def _second_best(view: View, act: Played | Said) -> bool:
    heard = _table_of(view, act)
    if heard is None or view.trumps is not None or heard[2].leader is not view.seat:
        return False
    _, played, trick = heard
    return trick.suit_led is played.card.suit and trick.cards[0].rank in HONOURS


def _played_down(view: View, act: Played | Said) -> bool:
    heard = _table_of(view, act)
    if heard is None:
        return False
    table, played, _ = heard
    suit = played.card.suit
    cards = _cards_of(table, played, suit)
    opened = table.opening_of(played.seat, suit)
    return suit in table.suits_called_by(view.seat) and len(cards) > 1 and opened == cards[0]


def _return(view: View, act: Played | Said) -> bool:
    heard = _table_of(view, act)
    if heard is None or not _is_lead(heard):
        return False
    table, played, _ = heard
    suit = played.card.suit
    first = [card for card in table.led_by(played.seat) if card.suit is suit][:1] == [played.card]
    return first and suit in table.suits_opened_by(view.seat)


def _first_discard(view: View, act: Played | Said) -> bool:
    heard = _table_of(view, act)
    return heard is not None and heard[0].discards_of(heard[1].seat) == (heard[1].card,)


def _wanted(view: View, act: Played | Said) -> bool:
    return view.trumps is not None and _first_discard(view, act)


def _not_feared(view: View, act: Played | Said) -> bool:
    return view.trumps is None and _first_discard(view, act)


MESSAGES: Sequence[Message] = (
    Message(
        "fos-lead-objects",
        "A high card led by custom tells partner which honours are with it.",
        cite(129, 4381, 4387),
        _high_lead,
    ),
    Message(
        "fos-eleven-rule",
        "A fourth-best lead, taken from eleven, tells how many higher cards the leader has not.",
        cite(139, 4741, 4759),
        _fourth_best_lead,
    ),
    Message(
        "fos-lead-trump-king-ace-follow",
        "The card led after the king tells what is with it.",
        cite(130, 4404, 4449),
        _after_the_king,
    ),
    Message(
        "fos-lead-trump-ace-follow",
        "The card led after the ace tells what is with it.",
        cite(134, 4536, 4543),
        _after_the_ace,
    ),
    Message(
        "fos-third-echo",
        "The second card of third hand’s tells whether it can trump the next round or has another.",
        cite(137, 4683, 4695),
        _echo,
    ),
    Message(
        "fos-third-echo-jack",
        "The knave that falls in the first round tells of the queen or of no more.",
        cite(138, 4697, 4701),
        _fall_of_the_knave,
    ),
    Message(
        "fos-third-nt-second-best",
        "Under a high card without trumps third hand’s card is the second-best.",
        cite(138, 4707, 4722),
        _second_best,
    ),
    Message(
        "fos-lead-play-down",
        "The next card of your suit that partner parts with, after the best, tells of those between.",
        cite(125, 4201, 4205),
        _played_down,
    ),
    Message(
        "fos-return-number",
        "The card with which your suit is returned tells how many partner has of it.",
        cite(141, 4823, 4828),
        _return,
    ),
    Message(
        "fos-disc-trump",
        "Against trumps the suit of partner’s first discard is the one to lead.",
        cite(149, 5109, 5118),
        _wanted,
    ),
    Message(
        "fos-disc-nt-unafraid",
        "Against no trumps a discard tells what partner does not fear, and not that he is weak there.",
        cite(149, 5135, 5149),
        _not_feared,
    ),
)
