"""What Cælebs reads in a hand that has a card to lead, and how he plays the cards of a suit that is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from tutor.authorities.caelebs.facts import WhistFacts
from tutor.authorities.rules import Finding, Rule, no, yes
from tutor.cards import Card, Holding, Rank, Suit
from tutor.citations import Citation

ALL_HOLDINGS = 8192


def cite(page: int, first: int, last: int) -> Citation:
    """A place in Cælebs."""
    return Citation("caelebs", page, (first, last))


def names(suits: Iterable[Suit]) -> str:
    """Suits in words."""
    return " and ".join(suit.plural for suit in suits)


def honour_points(holding: Holding) -> int:
    """How a suit ranks in strength against another: four for an ace, three, two and one for king, queen and knave."""
    return sum(max(0, rank.height - 10) for rank in holding)


# ---- the card of a suit ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """A combination from which he leads, with the cards that he leads from it and those that may be led instead."""

    id: str
    combination: str
    fits: Callable[[Holding], bool]
    leads: Callable[[Holding], tuple[Rank, ...]]
    says: str
    page: int
    lines: tuple[int, int]
    or_else: Callable[[Holding], tuple[Rank, ...]] = lambda _: ()
    is_independent: bool = True
    """Whether it is “a good independent lead” (p. 28)."""


def _headed(letters: str, fewest: int, most: int = 13) -> Callable[[Holding], bool]:
    return lambda holding: fewest <= len(holding) <= most and holding.headed_by(letters)


def _the(letter: str) -> Callable[[Holding], tuple[Rank, ...]]:
    return lambda _: (Rank(letter),)


def _lowest(holding: Holding) -> tuple[Rank, ...]:
    return (holding.lowest,)


def _highest_or_lowest(holding: Holding) -> tuple[Rank, ...]:
    return (holding.highest, holding.lowest)


def _end_of_sequence(holding: Holding) -> tuple[Rank, ...]:
    """The lowest card of the sequence that heads a holding."""
    end = holding.highest
    for rank in holding.ranks[1:]:
        if end.height - rank.height > 1:
            break
        end = rank
    return (end,)


def _tenace_of_five(holding: Holding) -> bool:
    return len(holding) >= 5 and (holding.headed_by("AQ") or holding.headed_by("AJ"))


ROWS = (
    Row("cae-art-014", "ace, king, queen", _headed("AKQ", 3), _the("K"),
        "From ace, king, queen lead the king and then the queen.", 32, (1610, 1616)),
    Row("cae-art-011a", "ace, king, knave", _headed("AKJ", 3), _the("K"),
        "From ace, king, knave lead the king, and wait.", 30, (1525, 1532)),
    Row("cae-art-019", "ace, king, six in suit", _headed("AK", 6), _the("K"),
        "From ace, king, six in suit make sure of two rounds, the king first.", 33, (1661, 1667)),
    Row("cae-art-020", "ace, king, five in suit", _headed("AK", 5, 5), _the("K"),
        "From ace, king, five in suit lead the king, or if three tricks are wanted and trumps are strong the lowest.",
        33, (1669, 1675), _lowest),
    Row("cae-art-019", "ace, king, three or four in suit", _headed("AK", 3, 4), _the("K"),
        "From ace, king and one or two more begin with the king, for the reasons given for six.", 33, (1661, 1667),
        _the("A")),
    Row("cae-art-022", "ace, queen, knave", _headed("AQJ", 3), _the("A"),
        "From ace, queen, knave lead the ace, then the queen.", 34, (1715, 1719)),
    Row("cae-art-013", "quart or quint to the king", _headed("KQJT", 4), _end_of_sequence,
        "From a quart or quint to the king lead its lowest card.", 31, (1586, 1591)),
    Row("cae-art-013", "tierce to the king", _headed("KQJ", 3), _the("K"),
        "From king, queen, knave lead the king: a sequence at the head of a suit is led from the top.", 31,
        (1586, 1597)),
    Row("cae-art-011b", "king, queen, ten", _headed("KQT", 4), _the("K"),
        "From king, queen, ten lead the king, and wait.", 30, (1539, 1543)),
    Row("cae-art-015", "king, queen and others", _headed("KQ", 4), _the("K"),
        "From king, queen and others lead the king, and drop the suit even if it wins.", 32, (1617, 1623)),
    Row("cae-art-061", "king, knave, ten, nine", _headed("KJT9", 4), _the("9"),
        "From king, knave, ten, nine lead the nine.", 50, (2379, 2390)),
    Row("cae-art-021", "king, knave and more than one other", _headed("KJ", 4), _lowest,
        "From king, knave and two or more others lead the smallest.", 33, (1634, 1690)),
    Row("cae-art-021", "king and more than two others", _headed("K", 4), _lowest,
        "A king that is tolerably supported is a better suit to open than an ace: lead the smallest.", 34,
        (1683, 1698)),
    Row("cae-art-013", "tierce to the queen", _headed("QJT", 3), _the("Q"),
        "From queen, knave, ten lead the queen: a sequence at the head of a suit is led from the top.", 31,
        (1586, 1603)),
    Row("cae-art-011c", "queen, knave, nine", _headed("QJ9", 4), _the("Q"),
        "From queen, knave, nine lead the queen, and if it fails wait.", 30, (1544, 1550)),
    Row("cae-art-016", "queen, knave and more than one other", _headed("QJ", 4),
        lambda holding: (Rank.QUEEN, holding.lowest),
        "From queen, knave and two or more others lead the queen and then the lowest, or the lowest and then the "
        "queen.", 32, (1624, 1632)),
    Row("cae-art-021", "queen and more than two others", _headed("Q", 4), _lowest,
        "From a queen and three or more others lead the smallest.", 33, (1677, 1690)),
    Row("cae-art-013", "tierce to the knave", _headed("JT9", 3), _the("J"),
        "From knave, ten, nine lead the knave: a sequence at the head of a suit is led from the top.", 31,
        (1586, 1608), is_independent=False),
    Row("cae-art-013", "knave, ten and others", _headed("JT", 4), _the("J"),
        "From knave, ten and others lead the knave: a sequence at the head of a suit is led from the top.", 31,
        (1586, 1608), is_independent=False),
    Row("cae-art-023", "ace, queen or ace, knave, five in suit", _tenace_of_five, _highest_or_lowest,
        "A suit of ace, queen or ace, knave may be led when there are five of it.", 34, (1721, 1730)),
    Row("cae-art-006", "knave and more than two others", _headed("J", 4), _lowest,
        "Open the most numerous suit, the more so if there is an honour in it.", 26, (1401, 1410),
        is_independent=False),
)  # fmt: skip
"""From a suit that is fit to be opened; the first row that fits decides. Where his words do not reach so far as to
name a card (ace, king and less than five; ace, queen of five) the row says what they allow: pp. 30 and 33."""


@lru_cache(ALL_HOLDINGS)
def row_of(holding: Holding) -> Row | None:
    """The row that a holding falls under; None where it is no suit to be opened of one’s own accord."""
    return next((row for row in ROWS if row.fits(holding)), None)


# ---- the hand that leads -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LeadFacts(WhistFacts):
    """The table as it looks to a hand with a card to lead; suits `excluded` have been dropped and are not led now."""

    excluded: frozenset[Suit] = field(default=frozenset())

    @cached_property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The suits held that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trumps and suit not in self.excluded and self.hand[suit])

    @cached_property
    def fresh(self) -> tuple[Suit, ...]:
        """The plain suits held that nobody has led."""
        led = {lead.card.suit for lead in self.leads}
        return tuple(suit for suit in self.plain_suits if suit not in led)

    @cached_property
    def fortified(self) -> tuple[Suit, ...]:
        """The suits nobody has led that are fit to be opened, best first and equals together."""
        return self.best([suit for suit in self.fresh if row_of(self.hand[suit])])

    def best(self, suits: Iterable[Suit]) -> tuple[Suit, ...]:
        """Those of the suits that are strongest or most numerous, as he is read."""
        keys = {suit: self._worth(self.hand[suit]) for suit in suits}
        best = max(keys.values(), default=None)
        return tuple(suit for suit, key in keys.items() if key == best)

    def _worth(self, holding: Holding) -> tuple[int, int]:
        strength, length = honour_points(holding), len(holding)
        return (strength, length) if self.interpretation.strength_before_length else (length, strength)

    def having(self, test: Callable[[Holding], bool]) -> tuple[Suit, ...]:
        """The suits nobody has led whose holding passes a test."""
        return tuple(suit for suit in self.fresh if test(self.hand[suit]))

    def highest(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, self.hand[suit].highest) for suit in suits)

    def lowest_in(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, self.hand[suit].lowest) for suit in suits)

    def either_end(self, suit: Suit) -> tuple[Card, ...]:
        """The highest and the lowest card of a suit."""
        return tuple(dict.fromkeys((*self.highest([suit]), *self.lowest_in([suit]))))

    def without(self, suits: Iterable[Suit]) -> LeadFacts:
        """The same, with some suits dropped."""
        return replace(self, excluded=self.excluded | frozenset(suits))

    @cached_property
    def second_round_of(self) -> tuple[Suit, ...]:
        """The plain suits that this hand opened, led once so far, of which it holds more."""
        opened = self.suits_opened_by(self.seat)
        return tuple(suit for suit in self.plain_suits if suit in opened and self.rounds(suit) == 1)

    def opened_with(self, suit: Suit) -> Rank:
        """The card of a suit that this hand led first."""
        return next(card.rank for card in self.led_by(self.seat) if card.suit is suit)

    def first_round_won(self, suit: Suit) -> bool:
        """Whether this hand’s first lead of a suit won the trick itself."""
        first = next(trick for trick in self.view.tricks if trick.suit_led is suit)
        return first.winner(self.trumps) is self.seat

    @cached_property
    def partners_suits(self) -> tuple[Suit, ...]:
        """The plain suits held that partner was the first to lead."""
        opened = self.suits_opened_by(self.partner)
        return tuple(suit for suit in self.plain_suits if suit in opened)

    def to_return(self, suit: Suit) -> Card:
        """The card that partner is led back: the highest left of less than four at the deal, else the lowest."""
        held = self.hand[suit]
        return Card(suit, held.highest if len(self.dealt[suit]) < 4 else held.lowest)

    def by_rows(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        """The cards that are led from suits, as the rows have it, or the highest where none fits."""
        cards: list[Card] = []
        for suit in suits:
            row = row_of(self.hand[suit])
            cards += [Card(suit, rank) for rank in row.leads(self.hand[suit])] if row else self.highest([suit])
        return tuple(dict.fromkeys(cards))

    @cached_property
    def commanded_against_us(self) -> tuple[Suit, ...]:
        """The adversaries’ suits of which this hand has the best card."""
        opened = self.suits_opened_by(*self.adversaries)
        return tuple(suit for suit in self.plain_suits if suit in opened and self.masters(suit))

    def winners_of(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        """A winning card of each suit: as the rows have it of one not led before, or the best."""
        return tuple(
            card for suit in suits for card in (self.by_rows([suit]) if suit in self.fresh else self.masters(suit)[:1])
        )

    def is_commanded(self, suit: Suit) -> bool:
        """Whether the hand has “the perfect command” of a suit: three of it at least, all good or the three best."""
        held, masters = len(self.hand[suit]), len(self.masters(suit))
        return held >= 3 and masters >= min(3, held)

    def is_established(self, suit: Suit) -> bool:
        """Whether every card of a suit that is held is as good as the best."""
        return len(self.masters(suit)) == len(self.hand[suit]) > 0

    @cached_property
    def commanded(self) -> tuple[Suit, ...]:
        return tuple(suit for suit in self.plain_suits if len(self.dealt[suit]) >= 4 and self.is_commanded(suit))

    @cached_property
    def can_be_out_with_the_odd_trick(self) -> bool:
        """Whether the odd trick is game to either side, and play is “for the odd trick”."""
        return max(self.us, self.them) == 4


def _by_row(row: Row) -> Callable[[LeadFacts], Finding]:
    def find(facts: LeadFacts) -> Finding:
        suits = [suit for suit in facts.fortified if row_of(facts.hand[suit]) is row]
        if not suits:
            return no(lambda: f"the best suit to open is not {row.combination}")
        answers = [Card(suit, rank) for suit in suits for rank in dict.fromkeys(row.leads(facts.hand[suit]))]
        others = [Card(suit, rank) for suit in suits for rank in row.or_else(facts.hand[suit])]
        for suit in facts.fortified:
            other = row_of(facts.hand[suit])
            if other and other is not row:
                others += [Card(suit, rank) for rank in other.leads(facts.hand[suit])]
        return yes(lambda: f"{row.combination} in {names(suits)}", *tuple(answers), merely=tuple(others))

    return find


GOOD_SUITS: Sequence[Rule[LeadFacts]] = tuple(
    Rule(row.id, row.says, cite(row.page, *row.lines), _by_row(row), row.combination) for row in ROWS
)
"""The card of the best suit to open."""

INDEPENDENT: Sequence[Rule[LeadFacts]] = tuple(
    rule for rule, row in zip(GOOD_SUITS, ROWS, strict=True) if row.is_independent
)
FAIRLY_GOOD: Sequence[Rule[LeadFacts]] = tuple(rule for rule in GOOD_SUITS if rule not in INDEPENDENT)
"""“A good independent lead” goes before the return of partner’s suit (p. 28); any other suit goes after it.

Natural leads “proceed from well-fortified suits” (p. 27). He tells us to lead from “king or queen, if tolerably
supported” (p. 34). Queens, knaves and tens are otherwise what the weak lead to strengthen partner (pp. 26, 27), and of
a suit headed by the knave he says no more than that it is numerous, or that its sequence is safe. So a suit is well
fortified that is headed by ace, king or queen. His knave returned from king, knave and one other (p. 51) agrees."""
