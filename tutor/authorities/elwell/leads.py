"""Elwell's tables of original leads, against a trump and at no-trump.

Elwell says which card is led from a suit, and not which suit is led. The first row of his table that fits a suit
decides, and what the table leads from the other suits is acceptable. At no-trump the suit is the longest, for the play
there is to set up a long suit (maxim 68). A suit that no row is of gives no card, not even an acceptable one.

Elwell’s table against a trump has no row of king and queen. From four or more the fourth best is led, as from “all
other combinations”. “Top card: all short suits except King X X or Queen X X”, and “X indicates others” (line 1543):
three cards headed by king or queen are no row’s, but for those where both others are small, from which the honour is
kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.elwell.book import KEY
from tutor.authorities.elwell.interpretations import CHOSEN, OTHERS, Interpretation, has_re_entry
from tutor.authorities.rules import Finding, Question, distinct, no, yes
from tutor.authorities.section import Section
from tutor.authorities.situation import Situation
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.view import View


@dataclass(frozen=True)
class OpeningFacts:
    """The hand of the leader, and the suits that they may open."""

    hand: Hand
    trumps: Suit | None
    interpretation: Interpretation

    @cached_property
    def plain(self) -> tuple[Suit, ...]:
        """The suits held that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trumps and self.hand[suit])

    @cached_property
    def longest(self) -> tuple[Suit, ...]:
        """The longest of them, one or several alike."""
        most = max(len(self.hand[suit]) for suit in self.plain)
        return tuple(suit for suit in self.plain if len(self.hand[suit]) == most)

    def re_enters(self, suit: Suit) -> bool:
        return has_re_entry(self.hand, suit, self.interpretation)


@dataclass(frozen=True, slots=True)
class LeadRow:
    """A row of a table: which holdings it is of, and the place of the card that is led, from the top."""

    id: str
    lines: tuple[int, int]
    says: str
    fits: Callable[[Holding, bool], bool]
    place: int = 0
    row: str = ""
    why: str | None = None
    why_lines: tuple[int, int] = (374, 374)

    def card(self, suit: Suit, holding: Holding) -> Card:
        return Card(suit, holding.ranks[self.place])

    @property
    def kind(self) -> str:
        """What such a suit is, in words: `ace, king and others`."""
        held = self.says.removeprefix("From ").partition(" keep ")[0].partition(" lead ")[0]
        if held == "other short suits":
            return "short"
        return "none of the other combinations" if held.endswith("other combinations") else held


def _headed(letters: str, least: int = 0, most: int = 13) -> Callable[[Holding, bool], bool]:
    return lambda holding, _: holding.headed_by(letters) and least <= len(holding) <= most


def _alone_with_a_small(rank: Rank) -> Callable[[Holding, bool], bool]:
    return lambda holding, _: len(holding) == 2 and holding.highest is rank and holding.lowest < Rank.TEN


def _entered(letters: str, least: int, *, re_entry: bool) -> Callable[[Holding, bool], bool]:
    return lambda holding, re_enters: holding.headed_by(letters) and len(holding) >= least and re_enters is re_entry


def _short(holding: Holding, re_enters: bool) -> bool:
    del re_enters
    return len(holding) < 4 and not _honour_and_two_others(holding)


def _honour_and_two_others(holding: Holding) -> bool:
    return len(holding) == 3 and holding.highest in (Rank.KING, Rank.QUEEN)


def _honour_and_two_small(holding: Holding, re_enters: bool) -> bool:
    del re_enters
    return _honour_and_two_others(holding) and holding.ranks[1] < Rank.TEN


AGAINST_A_TRUMP = (
    LeadRow(
        "axi-lead-trump-ace-king-only",
        (1517, 1517),
        "From ace and king only lead the ace.",
        _headed("AK", 2, 2),
        why="Ace and then king tell partner that you have no more of the suit. With more you would have led the king.",
    ),
    LeadRow(
        "axi-lead-trump-king-akq",
        (1519, 1519),
        "From ace, king, queen lead the king.",
        _headed("AKQ"),
        1,
        why="The king tells partner that you have the ace too, unless it is the top of a short suit.",
    ),
    LeadRow(
        "axi-lead-trump-king-akx",
        (1521, 1521),
        "From ace, king and others lead the king.",
        _headed("AK", 3),
        1,
        why="The king tells partner that you have the ace and a third card at least, unless it is the top of a short "
        "suit.",
    ),
    LeadRow(
        "axi-lead-trump-ace",
        (1515, 1515),
        "From ace and others lead the ace.",
        _headed("A", 2),
        why="The ace tells partner that you do not have the king, unless ace and king are all you hold.",
    ),
    LeadRow(
        "axi-lead-trump-queen-qj10",
        (1523, 1523),
        "From queen, jack, ten lead the queen.",
        _headed("QJT"),
        why="The queen tells partner that you have the jack, and the ten or the nine, unless it is the top of a short "
        "suit.",
    ),
    LeadRow(
        "axi-lead-trump-queen-qj9",
        (1525, 1525),
        "From queen, jack, nine lead the queen.",
        _headed("QJ9"),
        why="The queen tells partner that you have the jack, and the nine or the ten, unless it is the top of a short "
        "suit.",
    ),
    LeadRow(
        "axi-lead-trump-jack-j10x",
        (1527, 1527),
        "From jack, ten and others lead the jack.",
        _headed("JT", 3),
        why="The jack tells partner that you have nothing higher in the suit.",
    ),
    LeadRow(
        "axi-lead-trump-jack-jx",
        (1527, 1527),
        "From jack and one small card lead the jack.",
        _alone_with_a_small(Rank.KNAVE),
        why="The jack tells partner that it is your best card of the suit.",
    ),
    LeadRow(
        "axi-lead-trump-ten-kj10",
        (1529, 1529),
        "From king, jack, ten lead the ten.",
        _headed("KJT"),
        2,
        why="The ten tells partner that you have the king and jack above it, or else that it is your best card.",
    ),
    LeadRow(
        "axi-lead-trump-ten-10x",
        (1531, 1531),
        "From ten and one small card lead the ten.",
        _alone_with_a_small(Rank.TEN),
        why="The ten tells partner that it is your best card of the suit, unless you have the king and jack above it.",
    ),
    LeadRow(
        "axi-lead-trump-nine",
        (1533, 1533),
        "From nine and one small card lead the nine.",
        _alone_with_a_small(Rank.NINE),
        why="The nine tells partner not to expect a higher card of the suit from you.",
    ),
    LeadRow(
        "axi-lead-trump-short",
        (1535, 1537),
        "From other short suits lead the top card.",
        _short,
        why="The card led tells partner what you hold. A high card from a short suit says that you have nothing "
        "better there.",
    ),
    LeadRow(
        "axi-lead-trump-short",
        (1535, 1537),
        "From king or queen and two small cards keep the honour: lead the lowest.",
        _honour_and_two_small,
        -1,
        "honour and two small",
    ),
    LeadRow(
        "axi-lead-trump-fourth-best",
        (1539, 1539),
        "From all other combinations lead the fourth best.",
        lambda holding, _: len(holding) > 3,
        3,
        why="A card also speaks by what it does not say. A low card denies the combinations from which you would have "
        "led high.",
        why_lines=(17, 18),
    ),
)

AT_NO_TRUMP = (
    LeadRow(
        "axi-lead-nt-ace-aqj",
        (1556, 1558),
        "From ace, queen, jack and others with a re-entry lead the ace.",
        _entered("AQJ", 4, re_entry=True),
        why="With king and one small, partner plays the king on your ace. Kept, it might interrupt your suit.",
        why_lines=(1617, 1621),
    ),
    LeadRow(
        "axi-lead-nt-king-akq",
        (1566, 1566),
        "From ace, king, queen and others lead the king.",
        _headed("AKQ", 4),
        1,
        why=("On your king, partner gets rid of any high card that might interrupt you as you go on with your suit."),
        why_lines=(330, 331),
    ),
    LeadRow(
        "axi-lead-nt-king-akj",
        (1568, 1568),
        "From ace, king, jack and others lead the king.",
        _headed("AKJ", 4),
        1,
        why="Partner with queen and two small plays the queen when your ace follows. Kept, it might interrupt your "
        "suit.",
        why_lines=(1635, 1639),
    ),
    LeadRow(
        "axi-lead-nt-king-ak10",
        (1570, 1572),
        "From ace, king, ten and three others with a re-entry lead the king.",
        _entered("AKT", 6, re_entry=True),
        1,
        why="With queen, jack and one small, partner plays the jack on your king. That is one high card fewer to "
        "interrupt your suit.",
        why_lines=(1653, 1657),
    ),
    LeadRow(
        "axi-lead-nt-king-ak5",
        (1574, 1574),
        "From ace, king and five others lead the king.",
        _headed("AK", 7),
        1,
        why="On your king and ace, partner gets rid of any high card that might interrupt your long suit.",
        why_lines=(330, 331),
    ),
    LeadRow(
        "axi-lead-nt-queen-aqj",
        (1586, 1588),
        "From ace, queen, jack and others without a re-entry lead the queen.",
        _entered("AQJ", 4, re_entry=False),
        1,
        why="With king and one small, partner plays the king on your queen. Kept, it might interrupt your suit.",
        why_lines=(1629, 1633),
    ),
    LeadRow(
        "axi-lead-nt-ace-aq5",
        (1562, 1562),
        "From ace, queen and five others lead the ace.",
        _headed("AQ", 7),
        why="Partner with king and one small plays the king on your ace. Kept, it might interrupt your long suit.",
        why_lines=(1617, 1621),
    ),
    LeadRow(
        "axi-lead-nt-ace-aj5",
        (1564, 1564),
        "From ace, jack and five others lead the ace.",
        _headed("AJ", 7),
        why="Partner with king and one small plays the king on your ace. With king, queen and one small, partner "
        "plays the queen. Kept, they might interrupt your long suit.",
        why_lines=(1617, 1645),
    ),
    LeadRow(
        "axi-lead-nt-ace-seven",
        (1560, 1560),
        "From ace and seven others lead the ace.",
        _headed("A", 8),
        why="You want to bring in the small cards of a very long suit. On your ace, partner gets rid of a high card "
        "that might interrupt it.",
        why_lines=(302, 331),
    ),
    LeadRow(
        "axi-lead-nt-king-kqj",
        (1576, 1576),
        "From king, queen, jack and others lead the king.",
        _headed("KQJ", 4),
        why="With ace and one small, partner plays the ace on your king. Kept, it might interrupt your suit.",
        why_lines=(1623, 1627),
    ),
    LeadRow(
        "axi-lead-nt-king-kq10",
        (1578, 1578),
        "From king, queen, ten and others lead the king.",
        _headed("KQT", 4),
        why="With ace and one small, partner plays the ace on your king. Kept, it might interrupt your suit.",
        why_lines=(1623, 1627),
    ),
    LeadRow(
        "axi-lead-nt-king-kq5",
        (1580, 1580),
        "From king, queen and five others lead the king.",
        _headed("KQ", 7),
        why="With ace and one small, partner plays the ace on your king. Kept, it might interrupt your long suit.",
        why_lines=(1623, 1627),
    ),
    LeadRow(
        "axi-lead-nt-queen-qj10",
        (1582, 1582),
        "From queen, jack, ten and others lead the queen.",
        _headed("QJT", 4),
        why="With king and one small, partner plays the king on your queen. Kept, it might interrupt your suit.",
        why_lines=(1629, 1633),
    ),
    LeadRow(
        "axi-lead-nt-queen-qj9",
        (1584, 1584),
        "From queen, jack, nine and others lead the queen.",
        _headed("QJ9", 4),
        why="With king and one small, partner plays the king on your queen. Kept, it might interrupt your suit.",
        why_lines=(1629, 1633),
    ),
    LeadRow(
        "axi-lead-nt-jack",
        (1590, 1590),
        "From jack, ten, nine and others lead the jack.",
        _headed("JT9", 4),
        why="With king, queen and one small, partner plays the queen on your jack. That is one high card fewer to "
        "interrupt your suit.",
        why_lines=(1659, 1663),
    ),
    LeadRow(
        "axi-lead-nt-ten",
        (1592, 1592),
        "From king, jack, ten and others lead the ten.",
        _headed("KJT", 4),
        2,
        why="The ten tells partner that you have the king and jack above it, or else a weak suit with nothing higher.",
    ),
)


def _lead(opening: OpeningFacts, rows: Sequence[LeadRow], suit: Suit) -> Card | None:
    holding = opening.hand[suit]
    row = next((row for row in rows if row.fits(holding, opening.re_enters(suit))), None)
    return row.card(suit, holding) if row else None


def _by_row(
    rows: Sequence[LeadRow], row: LeadRow, suits: Callable[[OpeningFacts], Sequence[Suit]]
) -> Callable[[OpeningFacts], Finding]:
    before = rows[: rows.index(row)]

    def find(opening: OpeningFacts) -> Finding:
        fitting = [
            suit
            for suit in suits(opening)
            if row.fits(opening.hand[suit], opening.re_enters(suit))
            and not any(other.fits(opening.hand[suit], opening.re_enters(suit)) for other in before)
        ]
        if not fitting:
            return no("no suit that may be opened fits this rule")
        cards = tuple(row.card(suit, opening.hand[suit]) for suit in fitting)
        others = (_lead(opening, rows, suit) for suit in opening.plain if suit not in fitting)
        merely = distinct(card for card in others if card is not None and card not in cards)
        return yes(
            lambda: f"the {' and the '.join(suit.plural for suit in fitting)} are {row.kind}", *cards, merely=merely
        )

    return find


def _section(rows: Sequence[LeadRow], suits: Callable[[OpeningFacts], Sequence[Suit]]) -> Section[OpeningFacts]:
    section = Section[OpeningFacts](KEY)
    for row in rows:
        rule = section.rule(row.id, row.says, lines=row.lines, row=row.row, why=row.why, why_lines=row.why_lines)
        rule(_by_row(rows, row, suits))
    return section


def _facts(interpretation: Interpretation) -> Callable[[View], OpeningFacts]:
    def read(view: View) -> OpeningFacts:
        return OpeningFacts(view.hand, Situation(view).trumps, interpretation)

    return read


def _silent_on(*, trumps: bool) -> Callable[[View], str | None]:
    def silent_on(view: View) -> str | None:
        if view.declaration is None:
            return "Elwell writes of bridge, and nothing has been declared"
        if (view.declaration.trumps is not None) is not trumps:
            return f"these are the leads {'against a trump' if trumps else 'at no-trump'}"
        if not _facts(CHOSEN)(view).plain:
            return "there are only trumps, and Elwell’s table is of plain suits"
        return None

    return silent_on


LEADS_AGAINST_A_TRUMP = Chapter(
    Question.LEAD,
    _section(AGAINST_A_TRUMP, lambda opening: opening.plain),
    _facts(CHOSEN),
    silent_on=_silent_on(trumps=True),
)

no_trump = _section(AT_NO_TRUMP, lambda opening: opening.longest)


@no_trump.rule(
    "axi-lead-nt-weak-suit",
    "From a weak long suit with no honour above the ten lead the highest or the second best.",
    lines=(1594, 1601),
    why="The card led tells partner that your long suit is weak. From a better one you would have led an honour or "
    "the fourth best.",
    why_lines=(374, 374),
)
def weak_long_suit(opening: OpeningFacts) -> Finding:
    weak = [suit for suit in opening.longest if len(opening.hand[suit]) > 3 and opening.hand[suit].highest <= Rank.TEN]
    if not weak:
        return no("the longest suit is not a weak one of four or more, with no honour above the ten")
    cards = [Card(suit, opening.hand[suit].ranks[place]) for place in (0, 1) for suit in weak]
    return yes(lambda: f"the {' and the '.join(suit.plural for suit in weak)} are weak and long", *cards)


@no_trump.rule(
    "axi-lead-nt-fourth-best",
    "From other combinations lead the fourth best.",
    lines=(1603, 1603),
    why="A card also speaks by what it does not say. A low card denies the combinations from which you would have led "
    "high.",
    why_lines=(17, 18),
)
def fourth_best(opening: OpeningFacts) -> Finding:
    long = [suit for suit in opening.longest if len(opening.hand[suit]) > 3]
    if not long:
        return no("no suit has four cards")
    cards = [Card(suit, opening.hand[suit].ranks[3]) for suit in long]
    return yes(
        lambda: f"the {' and the '.join(suit.plural for suit in long)} are longest, and no row fits them", *cards
    )


LEADS_AT_NO_TRUMP = Chapter(
    Question.LEAD,
    no_trump,
    _facts(CHOSEN),
    silent_on=_silent_on(trumps=False),
    otherwise=tuple(_facts(other) for other in OTHERS),
)
