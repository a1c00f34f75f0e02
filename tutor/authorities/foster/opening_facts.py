"""What Foster weighs before the opening lead: the suits that partner has called, and those of the hand itself.

A call is a guide to partner’s strength, and one that only took a game away from the opponents a poor guide (pp.
123–124). Against no trumps the hand’s own ace, king suit stands before partner’s suit (p. 124). “a good suit of your
own, such as ace, king” is read as one of four cards or more, and a shorter one, or king, queen, jack, is allowed. The
passage goes on to say that for a call made in strength the hand is given up. So partner’s suit is always allowed.
Against trumps Foster does not set the two against each other. Ace, king is the best of all openings, as it keeps the
lead until dummy is seen and the command of the suit (pp. 124, 128). So it is led first, partner’s suit next, and then
the hand’s own suits, each of them allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.combinations import (
    SHORT,
    CombinationLead,
    has_three_honours,
    heads_a_sequence,
    heads_a_tenace,
    honours,
)
from tutor.authorities.foster.play_facts import PlayFacts, names
from tutor.authorities.rules import Finding, Rule, no, yes
from tutor.authorities.section import Section, row_of
from tutor.cards import Card, Holding, Rank, Suit


@dataclass(frozen=True)
class OpeningFacts(PlayFacts):
    """The hand that has the opening lead."""

    def lead(self, suit: Suit) -> Card:
        """Foster’s card from a suit of the leader’s own."""
        return self.from_table(suit)[1]

    @property
    def suits_to_lead(self) -> tuple[Suit, ...]:
        """The suits to open, where nothing that was called decides."""
        return self.chosen if self.trumps is None else self.best_kind

    @cached_property
    def table_leads(self) -> Sequence[tuple[CombinationLead, Card]]:
        """The row of Foster’s table that each of them is, and its card."""
        return [self.from_table(suit) for suit in self.suits_to_lead]

    def suits_where(self, test: Callable[[Holding], bool], suits: Iterable[Suit] | None = None) -> tuple[Suit, ...]:
        among = self.plain_suits if suits is None else suits
        return tuple(suit for suit in among if test(self.hand[suit]))

    @cached_property
    def partners_suits(self) -> tuple[Suit, ...]:
        """The suits that partner has called: where one was a sure sign, only such."""
        sure = tuple(one.suit for one in self.partners_calls if not one.against_game)
        return sure or tuple(one.suit for one in self.partners_calls)

    @cached_property
    def tops_of_partners(self) -> tuple[Card, ...]:
        return tuple(self.top(suit) for suit in self.partners_suits)

    @cached_property
    def is_doubtful(self) -> bool:
        """Whether all that partner has called was called to take a game away."""
        return bool(self.partners_calls) and all(one.against_game for one in self.partners_calls)

    @cached_property
    def others(self) -> tuple[Suit, ...]:
        """The plain suits held that partner has not called."""
        return tuple(suit for suit in self.plain_suits if suit not in {one.suit for one in self.partners_calls})

    # ---- against trumps --------------------------------------------------------------------------------------

    @cached_property
    def best_kind(self) -> tuple[Suit, ...]:
        """The plain suits of the best kind held (pp. 128, 133).

        Those headed by a sequence, or else those that are not among the worst. Of these, suits headed by an ace, which
        should not be chosen, come after the rest.
        """
        kinds: tuple[Callable[[Holding], bool], ...] = (
            heads_a_sequence,
            lambda holding: not is_bad_against_trumps(holding) and not holding.headed_by("A"),
            lambda holding: not is_bad_against_trumps(holding),
            lambda _: True,
        )
        found = (self.suits_where(kind) for kind in kinds)
        return next((suits for suits in found if suits), ())

    # ---- against no trumps -----------------------------------------------------------------------------------

    @cached_property
    def with_three_honours(self) -> tuple[Suit, ...]:
        """The longest of the suits of three honours, one of them equal to the king."""
        return self.longest_of(self.suits_where(is_headed_by_three_honours, self.candidates))

    @cached_property
    def candidates(self) -> tuple[Suit, ...]:
        """The suits to choose from: not the hand’s own called suit whose stopper partner may catch by leading through
        it.
        """
        left = tuple(suit for suit in self.plain_suits if suit not in self.waiting)
        return left or self.plain_suits

    @cached_property
    def waiting(self) -> tuple[Suit, ...]:
        """The leader’s called suits that wait for a lead from partner: the card just below the top ones is missing."""
        return self.suits_where(needs_a_lead_through, self.own_calls)

    @cached_property
    def chosen(self) -> tuple[Suit, ...]:
        """The suits to open against no trumps without a hint from partner: with three honours, else the longest."""
        return self.with_three_honours or self.longest_of(self.candidates)

    @property
    def has_only_tenaces(self) -> bool:
        """Whether every long suit has but four cards, headed by honours that are not in sequence (p. 136)."""
        long = [self.hand[suit] for suit in self.candidates if len(self.hand[suit]) > SHORT]
        return bool(long) and all(
            len(holding) == 4 and heads_a_tenace(holding) and not has_three_honours(holding) for holding in long
        )


def is_bad_against_trumps(holding: Holding) -> bool:
    """Whether a suit is one of the worst: one honour not the ace, or short with honours not in sequence."""
    held = honours(holding)
    if len(held) == 1:
        return held[0] is not Rank.ACE
    return len(held) > 1 and len(holding) <= SHORT and not heads_a_sequence(holding)


def is_headed_by_three_honours(holding: Holding) -> bool:
    """Whether there are three honours, one equal to the king (p. 135)."""
    return len(honours(holding)) > 2 and holding.highest >= Rank.KING


def needs_a_lead_through(holding: Holding) -> bool:
    """Whether a lead through a stopper may catch it: ace, queen without the king, or ace, king, jack."""
    return holding.headed_by("AQ") or holding.headed_by("AKJ")


# ---- partner’s suit, whatever is trumps --------------------------------------------------------------------------


def no_call_of_partners(opening: OpeningFacts) -> str | None:
    """Why what partner called does not decide, where nothing was called."""
    return None if opening.partners_calls else "the hand has no suit that partner has called"


calls = Section[OpeningFacts](KEY)


@calls.rule(
    "fos-lead-suit-choice",
    "If partner called a suit only to keep the others from a game, it is a poor guide: lead a good suit of your own.",
    page=124,
    lines=(4151, 4168),
    row="a doubtful call",
    why="A bid made in good faith is a reliable guide to partner’s strength. A bid made only to keep the other side "
    "from game is not, and partner may have little in the suit.",
    why_lines=(4155, 4168),
)
def doubtful_call(opening: OpeningFacts) -> Finding:
    if not opening.is_doubtful:
        return no("partner has called no suit merely to take a game away")
    good = has_three_honours if opening.trumps is None else heads_a_sequence
    suits = opening.suits_where(good, opening.others)
    if not suits:
        return no("partner’s call only took a game away, but there is no good suit here to lead instead")
    return yes(
        lambda: f"partner called {names(opening.partners_suits)} to take a game away, and {names(suits)} are good here",
        *map(opening.lead, suits),
        merely=opening.tops_of_partners,
    )


@calls.rule(
    "fos-lead-suit-choice",
    "Of partner’s two suits, lead the one called freely, not the one called to keep the others from a game.",
    page=124,
    lines=(4157, 4168),
    row="two calls",
)
def two_calls(opening: OpeningFacts) -> Finding:
    doubtful = [one.suit for one in opening.partners_calls if one.against_game]
    if opening.is_doubtful or not doubtful:
        return no("partner has not called one suit freely and another to take a game away")
    return yes(
        lambda: f"partner called {names(opening.partners_suits)} freely, {names(doubtful)} to take a game away",
        *opening.tops_of_partners,
    )


# ---- the table of leads ------------------------------------------------------------------------------------------


def rows(table: Sequence[CombinationLead]) -> Sequence[Rule[OpeningFacts]]:
    """The rows of a table of leads as rules on the suits that are to be led from."""
    return [Rule(row.id, row.says, row.citation, partial(_lead_by, row), row_of(row.row), (), row.why) for row in table]


def _lead_by(row: CombinationLead, opening: OpeningFacts) -> Finding:
    mine = [card for one, card in opening.table_leads if one is row]
    if not mine:
        return no(lambda: f"no such lead can be made from {names(opening.suits_to_lead)}")
    rest = [card for one, card in opening.table_leads if one is not row]
    if row.is_optional:
        rest += [card for one in mine if (card := opening.original_fourth_best(one.suit))]
    return yes(lambda: f"the table has a lead from {names(card.suit for card in mine)}: {row.row}", *mine, merely=rest)
