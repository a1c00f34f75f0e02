"""How the rest of a suit goes that was opened with its best card: the next best first, the lowest last (pp. 125, 136).

It is so whether the suit is led, played or thrown.
"""

from __future__ import annotations

from collections.abc import Callable

from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.combinations import SHORT
from tutor.authorities.foster.play_facts import PlayFacts, names
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank, Suit

Topped = Callable[[PlayFacts, Suit], bool]
"""Whether the hand to play opened a suit of a kind with its best card."""


def topped_partners(facts: PlayFacts, suit: Suit) -> bool:
    """Whether this hand led the best card of a suit that partner has called."""
    return suit in facts.suits_called_by(facts.partner) and _led_the_top(facts, suit)


def topped_short(facts: PlayFacts, suit: Suit) -> bool:
    """Whether this hand led the best card, lower than a queen, of a short suit."""
    return _led_the_top(facts, suit) and len(facts.dealt[suit]) <= SHORT and facts.dealt[suit].highest < Rank.QUEEN


def _led_the_top(facts: PlayFacts, suit: Suit) -> bool:
    led = facts.opening_of(facts.seat, suit)
    return led is not None and led.rank is facts.dealt[suit].highest


def _lead_next(topped: Topped) -> Callable[[PlayFacts], Finding]:
    def test(facts: PlayFacts) -> Finding:
        suits = [suit for suit in facts.plain_suits if topped(facts, suit) and not facts.is_ruffed(suit)]
        if not suits:
            return no("no such suit was opened here with its best card")
        return yes(lambda: f"{names(suits)} were opened here with the best card", *map(facts.top, suits))

    return test


def _play_next(topped: Topped) -> Callable[[PlayFacts], Finding]:
    def test(facts: PlayFacts) -> Finding:
        suit = facts.suit_led
        if suit is None or not facts.hand[suit] or not topped(facts, suit):
            return no("the suit led was not opened here with its best card")
        if facts.winners and not facts.partner_wins:
            return no("there is a card here that might take the trick")
        return yes(lambda: f"{suit.plural} were opened here with the best card, and are played down", facts.top(suit))

    return test


led = Section[PlayFacts](KEY)
played = Section[PlayFacts](KEY)

PARTNERS = ("fos-lead-play-down", "Play partner’s suit down: the next best after its best card, and the lowest last.")

lead_partners_down = led.rule(
    *PARTNERS,
    page=125,
    lines=(4191, 4205),
    row="led",
    why="Partner can count your cards in the suit, because the small ones not yet played must be yours. If the lowest "
    "follows the top at once, they know that you have nothing between.",
)(_lead_next(topped_partners))
played.rule(*PARTNERS, page=125, lines=(4191, 4205), row="played")(_play_next(topped_partners))

SHORT_SUIT = (
    "fos-lead-nt-short-how",
    "After the best card of a short suit play the next best, so that partner may look for a smaller one.",
)

lead_short_down = led.rule(*SHORT_SUIT, page=136, lines=(4651, 4663), row="led again")(_lead_next(topped_short))
played.rule(*SHORT_SUIT, page=136, lines=(4651, 4663), row="played")(_play_next(topped_short))
