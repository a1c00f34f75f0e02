"""The Blue Peter: how Cælebs asks for trumps (pp. 22, 24, 37)."""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import WhistFacts, why_no_whist
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.view import View

LONG_SUIT = 5
"""A suit of so many cards is not thrown from to ask for trumps: they are asked for to bring it in (p. 56)."""


def _why_not_ask(facts: WhistFacts) -> str | None:
    """Why trumps are not asked for; None where they are."""
    if not facts.has_great_strength or not facts.trumps_dealt.count(WHIST_HONOURS):
        return "there is no great strength in trumps with an honour"
    if facts.rounds(facts.trump_suit):
        return "trumps have been led"
    return "trumps have been asked for" if facts.has_asked(facts.seat) else None


def _is_idle(facts: WhistFacts, card: Card) -> bool:
    """Whether a card is not needed to win: it cannot, partner wins already, or it is a small one second in hand."""
    if card.rank > Rank.TEN:
        return False
    return not facts.wins(card) or facts.place == 2 or (facts.place == 4 and facts.partner_wins)


blue_peter = Section[WhistFacts](KEY, given=_why_not_ask)


@blue_peter.rule(
    "cae-art-003a",
    "If you have begun to ask for trumps with a high card, complete it with a lower.",
    page=22,
    lines=(1237, 1244),
    row="complete",
)
def complete(facts: WhistFacts) -> Finding:
    completing = {card for suit in Suit for card in facts.completing(suit)}
    lowest = {card.suit: card for card in facts.lawful if card in completing and _is_idle(facts, card)}
    if not lowest:
        return no("no higher card has been played when a lower card would have done")
    return yes("a higher card of the suit has been played when a lower card would have done", *lowest.values())


@blue_peter.rule(
    "cae-art-003a",
    "If you are strong in trumps, with an honour, ask for them: play a high card before a lower.",
    page=22,
    lines=(1237, 1244),
    row="begin",
)
def begin(facts: WhistFacts) -> Finding:
    cards: list[Card] = []
    for suit in Suit:
        is_kept = suit is not facts.suit_led and len(facts.hand[suit]) >= LONG_SUIT
        if suit is not facts.trumps and not is_kept:
            cards += [card for card in facts.lawful if card.suit is suit and _is_idle(facts, card)][:-1]
    if not cards:
        return no("no plain suit has two cards that are not needed to win")
    return yes("trumps are very strong, and there is a lower card to follow", *cards)


def _silent_on(view: View) -> str | None:
    unlike = why_no_whist(view)
    if unlike:
        return unlike
    fault = _why_not_ask(WhistFacts(view))
    return f"no message is due: {fault}" if fault else None


SIGNALS = Chapter(Question.SIGNAL, blue_peter, WhistFacts, silent_on=_silent_on)
