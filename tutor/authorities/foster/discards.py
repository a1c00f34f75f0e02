"""What Foster throws away, as an opponent of the declarer’s and as the declarer (pp. 148–151).

Against trumps “the suit you want led” is read as the one with most honours, the longest of such. To discard from
weakness instead is a matter of agreement, so it is followed only where it has been agreed on.

Against no trumps Foster throws what he is “not afraid of”. A suit is safe when it holds two of the three best cards
left, so that the declarer will not attack it; of safe suits with a card to spare the longest spares most. Failing one,
any card may go that unguards nothing: a suit is guarded while it has as many small cards beside its best as there are
better ones out. A safe suit needs as many as its second-best needs, so that king, queen and a small one keep all three.
“Three to a jack or a queen is often the salvation of a no-trumper” (p. 151), so three better cards are the most that
are guarded against. Where every card guards something a safe suit goes, for “the discard is not for the purpose of
keeping every possible trick in your long suit” (p. 150).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.combinations import honours
from tutor.authorities.foster.declarer_facts import DeclarerFacts, not_the_declarer
from tutor.authorities.foster.play_facts import PlayFacts, names, not_an_adversary
from tutor.authorities.foster.rest_of_a_suit import topped_partners, topped_short
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Suit

DISCARDS_WEAKNESS = "discard from weakness"
"""What partners agree on who discard from their weak suits (p. 149), as a view names it."""
MOST_GUARDS = 3
"""“Three to a jack or a queen” (p. 151): three better cards out are the most that a suit is guarded against."""


@dataclass(frozen=True)
class DiscardFacts(PlayFacts):
    """An opponent of the declarer’s who is to throw a card away."""

    def thrown(self, suits: Iterable[Suit]) -> Iterator[Card]:
        """The lowest of each suit; but the best left of one that is played down, its best card having been led."""
        for suit in suits:
            down = topped_partners(self, suit) or topped_short(self, suit)
            yield self.top(suit) if down else self.bottom(suit)

    def strength(self, suit: Suit) -> tuple[int, int]:
        """How many honours are held of a suit, and how many cards."""
        return len(honours(self.hand[suit])), len(self.hand[suit])

    def weakest_of(self, suits: Sequence[Suit]) -> Sequence[Suit]:
        """Those with the fewest honours."""
        least = min(self.strength(suit)[0] for suit in suits)
        return [suit for suit in suits if self.strength(suit)[0] == least]

    # ---- guards ----------------------------------------------------------------------------------------------

    @cached_property
    def safe(self) -> Sequence[Suit]:
        """The suits that will not be attacked: two of the three best cards left are held."""
        return [suit for suit in self.throwable if self._is_safe(suit)]

    def _is_safe(self, suit: Suit) -> bool:
        left = sorted((*self.hand[suit], *self.outstanding(suit)), reverse=True)
        return sum(rank in self.hand[suit] for rank in left[:3]) >= 2

    @cached_property
    def unneeded(self) -> Sequence[Suit]:
        """The suits of which a card can go without unguarding the best, and in a safe suit the second-best.

        No winning card is one of them; all are where the suit is past guarding.
        """
        return [suit for suit in self.throwable if len(self.hand[suit]) > self._needed(suit)]

    def _needed(self, suit: Suit) -> int:
        """How many cards of a suit are to be kept."""
        better, held = self._better_out(suit, 1), len(self.hand[suit])
        if better > MOST_GUARDS or held <= better:
            return 0
        second = self._better_out(suit, 2) + 2 if suit in self.safe else 0
        return max(better + 1, min(second, held), len(self.masters(suit)))

    def _better_out(self, suit: Suit, place: int) -> int:
        """How many cards in other hands are better than the best held of a suit, or than the one in that place."""
        card = self.hand[suit].ranks[place - 1]
        return sum(rank > card for rank in self.outstanding(suit))


# ---- against trumps ----------------------------------------------------------------------------------------------

discard = Section[DiscardFacts](KEY)


@discard.rule(
    "fos-disc-weak",
    "If you and partner have agreed on it before the rubber, discard weakness against trumps too.",
    page=149,
    lines=(5120, 5128),
    why="You trust partner to judge which of the other suits is better to lead. Players differ, so settle before the "
    "rubber which discard you both use.",
)
def agreed_weakness(facts: DiscardFacts) -> Finding:
    if DISCARDS_WEAKNESS not in facts.view.agreed:
        return no("partners have not agreed to discard from weakness")
    if facts.trumps is None:
        return no("there are no trumps")
    if not facts.throwable:
        return no("there are only trumps")
    weak = facts.weakest_of(facts.throwable)
    return yes(lambda: f"it is agreed to discard from weakness, and {names(weak)} are weakest", *facts.thrown(weak))


@discard.rule(
    "fos-disc-trump", "Against trumps discard the suit that you want led.", page=149, lines=(5109, 5118), row="thrown"
)
def suit_wanted(facts: DiscardFacts) -> Finding:
    if facts.trumps is None:
        return no("there are no trumps")
    if not facts.throwable:
        return no("there are only trumps")
    most = max(map(facts.strength, facts.throwable))
    wanted = [suit for suit in facts.throwable if facts.strength(suit) == most]
    return yes(lambda: f"{names(wanted)} offer the best chance of more tricks", *facts.thrown(wanted))


# ---- against no trumps -------------------------------------------------------------------------------------------


def trumps_declared(facts: DiscardFacts) -> str | None:
    """Why what is said of no trumps does not serve, where there are trumps."""
    return None if facts.trumps is None else "there are trumps"


@discard.rule(
    "fos-disc-nt-weak",
    "If you discard from weakness against no trumps, depart from it to keep a suit guarded.",
    page=149,
    lines=(5130, 5142),
    why="If you unguard a suit, the declarer makes tricks that could never be made without your help. Players who "
    "discard from weakness therefore depart from it to protect a suit.",
    why_page=150,
    why_lines=(5136, 5155),
)
def weakness_but_for_guards(facts: DiscardFacts) -> Finding:
    if DISCARDS_WEAKNESS not in facts.view.agreed:
        return no("partners have not agreed to discard from weakness")
    if why := trumps_declared(facts):
        return no(why)
    if not facts.unneeded:
        return no("every card guards a suit")
    weak = facts.weakest_of(facts.unneeded)
    return yes(lambda: f"{names(weak)} are the weakest that need no guard", *facts.thrown(weak))


without_trumps = Section[DiscardFacts](KEY, given=trumps_declared)


@without_trumps.rule(
    "fos-disc-nt-unafraid",
    "Against no trumps discard the suit that you are not afraid of, which the declarer will not attack next.",
    page=150,
    lines=(5144, 5161),
    row="not feared",
    why="The declarer will not lead where you are strong over them, so those cards can go. You keep guards in the "
    "suit that will be attacked next. Three to a jack or queen often save the game.",
    why_lines=(5144, 5180),
)
def suit_not_feared(facts: DiscardFacts) -> Finding:
    if not facts.safe:
        return no("no suit has two of its three best cards here")
    suits = facts.longest_of(suit for suit in facts.safe if suit in facts.unneeded)
    if not suits:
        return no(lambda: f"{names(facts.safe)} have nothing to spare")
    return yes(lambda: f"the declarer will not attack {names(suits)} next", *facts.thrown(suits))


@without_trumps.rule(
    "fos-disc-nt-unafraid",
    "Otherwise discard a card that unguards nothing, so that the declarer makes no trick by it.",
    page=150,
    lines=(5150, 5155),
    row="keep the guards",
)
def keep_the_guards(facts: DiscardFacts) -> Finding:
    if not facts.unneeded:
        return no("every card guards a suit")
    return yes(lambda: f"a discard from {names(facts.unneeded)} unguards nothing", *facts.thrown(facts.unneeded))


@without_trumps.rule(
    "fos-disc-nt-unafraid",
    "If every card guards something, discard from the suit that you are not afraid of: you need not keep every "
    "trick in it.",
    page=150,
    lines=(5149, 5161),
    row="not every trick",
)
def not_every_trick(facts: DiscardFacts) -> Finding:
    suits = facts.longest_of(facts.safe)
    if not suits:
        return no("no suit has two of its three best cards here")
    return yes(
        lambda: f"every card guards a suit, and the declarer will not attack {names(suits)} next", *facts.thrown(suits)
    )


discard.add(*without_trumps)

DISCARDING = Chapter(Question.DISCARD, discard, DiscardFacts, silent_on=not_an_adversary)


# ---- the declarer’s ----------------------------------------------------------------------------------------------

declarers = Section[DeclarerFacts](KEY)


@declarers.rule(
    "fos-disc-declarer",
    "You need not keep length in a suit in both hands: discard from the hand that is weak in it.",
    page=148,
    lines=(5091, 5107),
    row="weak in it",
    why="You see both hands, and need not keep the same number of a suit in each. One hand can look after each suit. "
    "If one hand is strong in all, let its uncertain cards go.",
    why_lines=(5092, 5107),
)
def weak_here(facts: DeclarerFacts) -> Finding:
    both = (suit for suit in facts.throwable if min(len(facts.hand[suit]), len(facts.other[suit])) > 1)
    suits = [suit for suit in both if facts.is_weaker_here(suit)]
    if not suits:
        return no("no suit of two or more in both hands is weaker here")
    return yes(lambda: f"the other hand has the strength in {names(suits)}", *map(facts.bottom, suits))


@declarers.rule(
    "fos-disc-declarer",
    "If the hand is the strong one, discard its uncertain cards.",
    page=149,
    lines=(5106, 5107),
    row="uncertain cards",
)
def uncertain_cards(facts: DeclarerFacts) -> Finding:
    cards = [card for card in map(facts.bottom, facts.throwable) if not facts.is_sure(card)]
    if not cards:
        return no("every card of the other suits is sure of its trick")
    lowest = min(card.rank for card in cards)
    return yes(
        "the other hand keeps no strength for this one",
        *(card for card in cards if card.rank is lowest),
        merely=(card for card in cards if card.rank is not lowest),
    )


DECLARER_DISCARDING = Chapter(Question.DISCARD, declarers, DeclarerFacts, silent_on=not_the_declarer)
