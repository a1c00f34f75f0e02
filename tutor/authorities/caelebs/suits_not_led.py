"""The suits that Cælebs does not lead now, though another rule would lead them, and what he leads instead.

A suit is dropped to be led up to (pp. 30, 32), or for fear of a ruff (pp. 57, 58).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.continuing_own_suit import continuations, pursuit, tricks_at_once
from tutor.authorities.caelebs.good_suits import FAIRLY_GOOD, INDEPENDENT
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.caelebs.leading_others_suits import returns, ruffs_and_dropped_suits
from tutor.authorities.caelebs.weak_leads import WEAK_LEADS
from tutor.authorities.rules import Finding, Reason, decide, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit

PLAIN_SUITS = (
    *tricks_at_once,
    *continuations,
    *ruffs_and_dropped_suits,
    *INDEPENDENT,
    *returns,
    *FAIRLY_GOOD,
    *pursuit,
    *WEAK_LEADS,
)
"""The later leads of plain suits, in order: partner’s suit waits for “a good independent lead” (p. 28)."""


@dataclass(frozen=True, slots=True)
class DroppedSuit:
    """Suits that are not led now, though another rule would lead them; and why."""

    id: str
    says: str
    page: int
    lines: tuple[int, int]
    because: str
    suits: Callable[[LeadFacts], tuple[Suit, ...]]
    why: str | None = None

    def test(self, facts: LeadFacts) -> Finding:
        """What is led instead, where one of the suits would be led."""
        suits = self.suits(facts)
        if not suits:
            return no(lambda: f"it is not the case that {self.because}")
        usual = decide(PLAIN_SUITS, facts)
        if usual is None or not any(isinstance(card, Card) and card.suit in suits for card in usual.answers):
            return no("the suit would not be led in any case")
        return instead(facts, self.because)


def instead(facts: LeadFacts, because: Reason) -> Finding:
    """What is led when neither trumps nor any suit that is dropped are.

    A rule that forbids a card holds also where no other of Cælebs’s rules names one. Whatever else is held will do
    then, from the highest or the lowest of a suit (p. 30).
    """
    spared = facts.without(suit for dropped in DROPPED for suit in dropped.suits(facts))
    other, reason = decide(PLAIN_SUITS, spared), yes(because)
    if other:
        return yes(lambda: f"{reason.because}; elsewhere, {other.because}", *other.answers, merely=other.acceptable)
    ends = [card for suit in spared.plain_suits for card in spared.either_end(suit)]
    return yes(because, *ends) if ends else no(lambda: f"{reason.because}; but there is nothing else to lead")


def _opened(heads: str, first: str, fewest: int = 3, most: int = 13) -> Callable[[LeadFacts], tuple[Suit, ...]]:
    return lambda facts: facts.opened_from(heads, first, fewest, most)


def _king_queen(facts: LeadFacts) -> tuple[Suit, ...]:
    others = (*facts.opened_from("KQJ", "K"), *facts.opened_from("KQT", "K"))
    return tuple(suit for suit in facts.opened_from("KQ", "K") if suit not in others)


def _queen_failed(facts: LeadFacts) -> tuple[Suit, ...]:
    return tuple(suit for suit in facts.opened_from("QJ9", "Q", 4, 4) if not facts.first_round_won(suit))


def _knave_fell(facts: LeadFacts) -> tuple[Suit, ...]:
    suits = () if facts.is_strong_in_trumps else facts.opened_from("AK", "K", 5, 5)
    return tuple(suit for suit in suits if Card(suit, Rank.KNAVE) in facts.gone)


def _both_adversaries_out(facts: LeadFacts) -> tuple[Suit, ...]:
    if not facts.adversaries_with_trumps:
        return ()
    return tuple(
        suit for suit in facts.plain_suits if all(facts.has_shown_void(seat, suit) for seat in facts.adversaries)
    )


def _ruinous_thirteenths(facts: LeadFacts) -> tuple[Suit, ...]:
    both = len(facts.adversaries_with_trumps) == 2 and facts.trumps_out > 1
    return facts.thirteenths if both and not facts.may_hold_trumps(facts.partner) else ()


DROPPED = (
    DroppedSuit("cae-art-079", "Never let one opponent ruff a suit while the other discards on it.", 57, (2643, 2654),
        "both opponents are out of the suit, and can ruff and discard", _both_adversaries_out,
        why="The weak hand makes its loose trumps while the strong hand discards. Unskilful players do not see how "
        "much this costs, and force the strong and the weak alike.",
    ),
    DroppedSuit("cae-art-080", "Do not lead a thirteenth card when both opponents have trumps and partner has none.",
        58, (2659, 2661), "both opponents may ruff the thirteenth card, and partner cannot", _ruinous_thirteenths),
    DroppedSuit("cae-art-011a", "After the king from ace, king, jack, wait.", 30, (1525, 1529),
        "the king was led from fewer than five headed by ace, king, jack", _opened("AKJ", "K", most=4)),
    DroppedSuit("cae-art-011b", "After the king from king, queen, ten, wait, whether it has won or not.",
        30, (1539, 1543), "the king was led from king, queen, ten", _opened("KQT", "K")),
    DroppedSuit("cae-art-015", "If the king wins from king, queen, drop the suit, to let the ace be played.",
        32, (1617, 1623), "the king was led from king, queen and others", _king_queen),
    DroppedSuit("cae-art-011c", "If the queen loses from queen, jack, nine, wait.", 30, (1544, 1547),
        "the queen was led from fewer than five headed by queen, jack, nine, and lost", _queen_failed),
    DroppedSuit("cae-art-020", "With five headed by ace, king and weak trumps, change the suit if the jack falls.",
        33, (1672, 1675), "trumps are weak, and the jack fell on the king from five headed by ace, king", _knave_fell),
)  # fmt: skip

dropped_suits = Section[LeadFacts](KEY)
for one in DROPPED:
    dropped_suits.rule(one.id, one.says, page=one.page, lines=one.lines, row="drop the suit", why=one.why)(one.test)
