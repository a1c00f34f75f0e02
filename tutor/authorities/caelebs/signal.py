"""The Blue Peter: how Cælebs asks for trumps (pp. 22, 24, 37)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.caelebs.facts import Table, why_no_whist
from tutor.authorities.caelebs.leading import cite
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Rank, Suit
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.view import View


def _why_not_ask(table: Table) -> str | None:
    """Why trumps are not asked for; None where they are."""
    if not table.has_great_strength or not table.trumps_dealt.count(WHIST_HONOURS):
        return "there is no great strength in trumps with an honour"
    if table.rounds(table.trump_suit):
        return "trumps have been led"
    return "trumps have been asked for" if table.has_asked(table.seat) else None


def _complete(table: Table) -> Finding:
    fault = _why_not_ask(table)
    if fault:
        return fails(fault)
    completing = {card for suit in Suit for card in table.completing(suit)}
    cards = tuple(card for card in table.lawful if card in completing and _is_idle(table, card))
    if not cards:
        return fails("no higher card has been played without need")
    lowest = {card.suit: card for card in cards}
    return applies("a higher card of the suit has been played without need", *lowest.values())


LONG_SUIT = 5
"""A suit of so many cards is not thrown from to ask for trumps: they are asked for to bring it in (p. 56)."""


def _begin(table: Table) -> Finding:
    fault = _why_not_ask(table)
    if fault:
        return fails(fault)
    cards = []
    for suit in Suit:
        idle = [
            card for card in table.lawful if card.suit is suit and suit is not table.trumps and _is_idle(table, card)
        ]
        is_kept = suit is not table.suit_led and len(table.hand[suit]) >= LONG_SUIT
        cards += [] if is_kept else idle[:-1]
    if not cards:
        return fails("there are not two cards of a plain suit that are not wanted to win")
    return applies("great strength in trumps, and a lower card to follow it", *cards)


def _is_idle(table: Table, card: Card) -> bool:
    """Whether a card is not wanted to win: it cannot, or partner’s wins already, or second hand it is a small one."""
    if card.rank > Rank.TEN:
        return False
    return not table.wins(card) or table.place == 2 or (table.place == 4 and table.partner_wins)


BLUE_PETER: Sequence[Rule[Table]] = (
    Rule(
        "cae-art-003a",
        "Having begun to ask for trumps by a high card, complete it with a lower.",
        cite(22, 1237, 1244),
        _complete,
        "complete",
    ),
    Rule(
        "cae-art-003a",
        "Ask for trumps, when strong in them with an honour, by a high card before a lower.",
        cite(22, 1237, 1244),
        _begin,
        "begin",
    ),
)


def _silent_on(view: View) -> str | None:
    unlike = why_no_whist(view)
    if unlike:
        return unlike
    fault = _why_not_ask(Table(view))
    return f"no message is due: {fault}" if fault else None


SIGNALLING = Chapter(Question.SIGNAL, BLUE_PETER, Table, silent_on=_silent_on)
"""Asking for trumps."""
