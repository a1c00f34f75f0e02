"""What Foster leads to the second round of a suit that the leader opened (pp. 130–134).

“These secondary leads” are given for declared trumps; “you would lead the same way in either case” (p. 136), so they
serve without trumps too. They suppose that the suit is led again. Against trumps it is not, once an opponent has none
of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.combinations import are_next, honours
from tutor.authorities.foster.play_facts import PlayFacts, names
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit


@dataclass(frozen=True)
class SecondLeadFacts(PlayFacts):
    """An opponent of the declarer’s who is to lead, the first trick having been played."""

    @cached_property
    def mine(self) -> tuple[Suit, ...]:
        """The plain suits that this hand opened, gone round once, of which it has more; the last opened first."""
        opened = self.suits_opened_by(self.seat)
        return tuple(
            suit
            for suit in reversed(opened)
            if suit is not self.trumps and self.hand[suit] and self.rounds(suit) == 1 and not self.is_ruffed(suit)
        )

    def opened_with(self, rank: Rank) -> tuple[Suit, ...]:
        """Those of them that were opened with a card of this rank."""
        return tuple(suit for suit in self.mine if self.openings[suit].cards[0].rank is rank)

    def has_won(self, suit: Suit) -> bool:
        """Whether the card with which the suit was opened took the trick."""
        return self.openings[suit].winner(self.trumps) is self.seat

    @cached_property
    def kings_with_queen(self) -> tuple[Suit, ...]:
        """The suits opened with a king that had the queen beside it, and not the ace."""
        kings = self.opened_with(Rank.KING)
        return tuple(suit for suit in kings if Rank.QUEEN in self.hand[suit] and Rank.ACE not in self.dealt[suit])

    @cached_property
    def aces(self) -> tuple[Suit, ...]:
        """The suits opened with an ace that had no king beside it."""
        return tuple(suit for suit in self.opened_with(Rank.ACE) if Rank.KING not in self.dealt[suit])


second_lead = Section[SecondLeadFacts](KEY)


# ---- after the king ----------------------------------------------------------------------------------------------


@second_lead.rule(
    "fos-lead-trump-king-ace-follow",
    "After a king that won, follow with the lowest card that is equal to the ace.",
    page=130,
    lines=(4404, 4426),
    why="The king that won has shown the ace, so tell partner something new and still win. The jack marks the queen "
    "with you, the queen denies the jack, and the ace denies the queen.",
)
def after_king_from_ace(facts: SecondLeadFacts) -> Finding:
    kings = facts.opened_with(Rank.KING)
    suits = [suit for suit in kings if Rank.ACE in facts.hand[suit] and facts.has_won(suit)]
    if not suits:
        return no("no king from ace, king has won here")
    cards = [facts.equals(Card(suit, Rank.ACE))[-1] for suit in suits]
    return yes(
        lambda: f"in {names(suits)} the king has won and shown the ace, and the {cards[0].name} is its equal", *cards
    )


@second_lead.rule(
    "fos-lead-trump-king-queen",
    "After the king from king, queen, jack, go on with a high card that partner does not know of: the lowest that "
    "is equal to the queen.",
    page=130,
    lines=(4428, 4449),
    why="Partner knows of your queen when the king loses. The ten or the jack is just as good, and tells them more: "
    "the ten shows the jack, and the jack denies the ten.",
    why_page=131,
    why_lines=(4441, 4449),
)
def after_king_from_queen_and_knave(facts: SecondLeadFacts) -> Finding:
    suits = [suit for suit in facts.kings_with_queen if Rank.KNAVE in facts.hand[suit]]
    if not suits:
        return no("no king from king, queen, jack has been led here")
    cards = [facts.equals(Card(suit, Rank.QUEEN))[-1] for suit in suits]
    return yes(lambda: f"in {names(suits)} the king has shown the queen, and the {cards[0].name} is its equal", *cards)


@second_lead.rule(
    "fos-lead-king-loses",
    "If the king from king, queen has lost and you do not have the jack, lead the queen when you are in again.",
    page=131,
    lines=(4451, 4459),
    row="lost",
    why="If the king wins, partner holds the ace, and the fourth-best is the usual second lead. If the king loses to "
    "the ace, your queen is now the best card of the suit.",
    why_lines=(4441, 4468),
)
def queen_when_the_king_lost(facts: SecondLeadFacts) -> Finding:
    suits = [suit for suit in facts.kings_with_queen if not facts.has_won(suit)]
    if not suits:
        return no("no king from king, queen has lost to the ace")
    return yes(
        lambda: f"in {names(suits)} the king lost, and there is no jack", *(Card(suit, Rank.QUEEN) for suit in suits)
    )


@second_lead.rule(
    "fos-lead-king-loses",
    "If the king from king, queen has won and you do not have the jack, follow with the original fourth-best.",
    page=132,
    lines=(4459, 4468),
    row="won",
)
def fourth_best_when_the_king_won(facts: SecondLeadFacts) -> Finding:
    suits = [suit for suit in facts.kings_with_queen if facts.has_won(suit)]
    cards = [card for suit in suits if (card := facts.original_fourth_best(suit))]
    if not cards:
        return no("no king from four or more with king and queen has won")
    return yes(lambda: f"in {names(suits)} the king won, and there is no jack", *cards)


# ---- after the ace -----------------------------------------------------------------------------------------------


@second_lead.rule(
    "fos-lead-trump-ace-follow",
    "After the ace, if two honours in sequence are left, lead the higher.",
    page=134,
    lines=(4538, 4543),
    row="two honours",
    why="Your second card tells partner what was with the ace. The queen shows the jack, and the jack denies the "
    "queen. The fourth-best is the usual card when no high card follows.",
    why_lines=(4536, 4550),
)
def after_ace_with_two_honours(facts: SecondLeadFacts) -> Finding:
    held = {suit: honours(facts.hand[suit])[:2] for suit in facts.aces}
    suits = [suit for suit, best in held.items() if len(best) == 2 and are_next(*best)]
    if not suits:
        return no("no ace was led from a suit that has two honours in sequence left")
    return yes(lambda: f"after the ace in {names(suits)} two honours in sequence are left", *map(facts.top, suits))


@second_lead.rule(
    "fos-lead-trump-ace-follow",
    "After the ace follow with the original fourth-best.",
    page=134,
    lines=(4536, 4538),
    row="fourth-best",
)
def after_ace(facts: SecondLeadFacts) -> Finding:
    cards = [card for suit in facts.aces if (card := facts.original_fourth_best(suit))]
    if not cards:
        return no("no ace was led here from four or more cards")
    return yes(lambda: f"in {names(facts.aces)} the ace was led without the king", *cards)
