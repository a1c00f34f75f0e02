"""How Cælebs goes on with a suit that he has opened, and takes tricks at once (pp. 26, 30–33, 40).

After the first round Cælebs goes on, or drops the suit to be led up to it: for that see `dropped_suits`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import LONG, names
from tutor.authorities.caelebs.lead_combinations import TIERCES
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank

tricks_at_once = Section[LeadFacts](KEY)


@tricks_at_once.rule(
    "cae-art-034",
    "When trumps are clearly against you, take what tricks you can.",
    page=40,
    lines=(1999, 2007),
    why="While you keep four trumps, each one that an opponent spends strengthens you. If trumps are clearly against "
    "you, your hand is too shallow for a deep game. Trust a partner who forces you on purpose, though a winning card "
    "may not mean that.",
    why_lines=(1994, 2014),
)
def realise(facts: LeadFacts) -> Finding:
    if facts.is_strong_in_trumps or not facts.trumps_are_against_us:
        return no("the opponents are not clearly stronger in trumps")
    masters = tuple(facts.masters(suit)[0] for suit in facts.plain_suits if facts.masters(suit))
    if not masters:
        return no("no trick can be taken at once")
    others = tuple(card for card in masters if card.suit not in facts.commanded_against_us)
    return yes(
        "trumps are clearly against this hand, so it takes what tricks it can",
        *(others or masters),
        merely=(card for card in masters if others and card not in others),
    )


@tricks_at_once.rule(
    "cae-art-032",
    "With a suit that you command, and trumps besides, force out the opponents’ last trump.",
    page=40,
    lines=(1974, 1978),
    row="force it out",
)
def force_out_the_last_trump(facts: LeadFacts) -> Finding:
    if not facts.trumps_held or facts.trumps_out != 1 or not facts.adversaries_with_trumps:
        return no("there is not exactly one trump left with the opponents, and some here")
    good = [suit for suit in facts.plain_suits if len(facts.hand[suit]) > 1 and facts.is_established(suit)]
    best = facts.best(facts.commanded or good)
    if not best:
        return no("no suit is commanded")
    return yes(lambda: f"the {names(best)} are good, and force out the last trump", *facts.winners_of(best))


# ---- the second round ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Continuation:
    """How a suit goes on after its first round: what it was opened from, and the cards that are led then."""

    id: str
    says: str
    page: int
    lines: tuple[int, int]
    opened: str
    cards: Callable[[LeadFacts], Iterable[Card]]
    why: str | None = None
    why_page: int | None = None
    why_lines: tuple[int, int] | None = None

    def test(self, facts: LeadFacts) -> Finding:
        """The cards to go on with, where a suit was opened so."""
        cards = tuple(self.cards(facts))
        return yes(self.opened, *cards) if cards else no(lambda: f"it is not the case that {self.opened}")


def _after(heads: str, first: str, then: str, fewest: int = 3, most: int = 13) -> Callable[[LeadFacts], Iterable[Card]]:
    """A card that is named, if it is still held, from a suit that was headed so and opened with the first."""

    def cards(facts: LeadFacts) -> Iterable[Card]:
        named = (Card(suit, Rank(then)) for suit in facts.opened_from(heads, first, fewest, most))
        return (card for card in named if card in facts.hand)

    return cards


def _after_ace_king_five(facts: LeadFacts) -> Iterable[Card]:
    suits = facts.opened_from("AK", "K", 5, 5) if facts.is_strong_in_trumps else ()
    return facts.lowest_in(suit for suit in suits if Card(suit, Rank.ACE) in facts.hand)


def _after_queen_knave_and_others(facts: LeadFacts) -> Iterable[Card]:
    for suit in facts.second_round_of:
        dealt = facts.dealt[suit]
        if len(dealt) < LONG or not dealt.headed_by("QJ") or dealt.headed_by("QJT") or dealt.headed_by("QJ9"):
            continue
        if facts.opened_with(suit) is Rank.QUEEN:
            yield from facts.lowest_in([suit])
        elif Rank.QUEEN in facts.hand[suit]:
            yield Card(suit, Rank.QUEEN)


def _tierce_again(facts: LeadFacts) -> Iterable[Card]:
    for suit in facts.second_round_of:
        dealt = facts.dealt[suit]
        is_from_the_top = facts.opened_with(suit) is dealt.highest or dealt.headed_by("KQJT")
        if is_from_the_top and any(map(dealt.headed_by, TIERCES)):
            yield from facts.highest_in([suit])


def _unguarded_second(facts: LeadFacts) -> Iterable[Card]:
    for suit in facts.second_round_of:
        dealt = facts.dealt[suit]
        is_sequence_of_two = len(dealt) == 2 and dealt.highest.height - dealt.lowest.height == 1
        if is_sequence_of_two and facts.opened_with(suit) is dealt.highest:
            yield from facts.highest_in([suit])


CONTINUATIONS = (
    Continuation("cae-art-014", "After the king from ace, king, queen lead the queen.", 32, (1610, 1616),
        "the king was led from ace, king, queen", _after("AKQ", "K", "Q")),
    Continuation("cae-art-022", "After the ace from ace, queen, jack lead the queen.", 34, (1715, 1719),
        "the ace was led from ace, queen, jack", _after("AQJ", "A", "Q")),
    Continuation("cae-art-011a", "With five headed by ace, king, jack you may go on: the queen will probably fall.",
        30, (1529, 1531), "the king was led from five headed by ace, king, jack", _after("AKJ", "K", "A", 5)),
    Continuation("cae-art-019", "After the king from six headed by ace, king, lead the ace: make sure of two rounds.",
        33, (1661, 1667), "the king was led from six headed by ace, king", _after("AK", "K", "A", 6)),
    Continuation("cae-art-020", (
        "After the king from five headed by ace, king, lead the lowest if you are strong in trumps."
    ),
        33, (1669, 1672), "the king was led from five headed by ace, king, and trumps are strong",
        _after_ace_king_five),
    Continuation("cae-art-011c", "With five headed by queen, jack, nine you may go on.", 30, (1547, 1550),
        "the queen was led from five headed by queen, jack, nine", _after("QJ9", "Q", "J", 5)),
    Continuation("cae-art-017", "With a tierce you may lead two rounds.", 32, (1634, 1637),
        "a tierce was opened from the top", _tierce_again,
        why="With three in sequence you can lead from a sequence twice. With two, the second round is better led by "
        "partner, unless your second card is alone and would clash with partner’s best.",
        why_page=32, why_lines=(1634, 1647),
    ),
    Continuation("cae-art-016",
        "After the queen from queen, jack and others, lead the lowest; after the lowest, lead the queen.",
        32, (1627, 1632),
        "queen, jack and two or more others were opened", _after_queen_knave_and_others),
    Continuation("cae-art-017", "Play the second card of a sequence at once when it is left unguarded.",
        33, (1643, 1647), "a sequence of two was opened, and its second is alone", _unguarded_second),
)  # fmt: skip

continuations = Section[LeadFacts](KEY)
for one in CONTINUATIONS:
    continuations.rule(
        one.id,
        one.says,
        page=one.page,
        lines=one.lines,
        row=f"again, where {one.opened}",
        why=one.why,
        why_page=one.why_page,
        why_lines=one.why_lines,
    )(one.test)

# ---- the later rounds ------------------------------------------------------------------------------------------------

pursuit = Section[LeadFacts](KEY)


@pursuit.rule("cae-art-006", "Continue your own suit.", page=26, lines=(1408, 1412), row="pursue")
def pursue(facts: LeadFacts) -> Finding:
    opened = facts.suits_opened_by(facts.seat)
    best = facts.best(suit for suit in facts.plain_suits if suit in opened and len(facts.dealt[suit]) >= LONG)
    if not best:
        return no("no long suit has been opened here")
    others = tuple(facts.to_return(suit) for suit in facts.partners_suits)
    return yes(
        lambda: f"{names(best)} have been opened here, and are continued",
        *map(facts.best_or_lowest, best),
        merely=others,
    )
