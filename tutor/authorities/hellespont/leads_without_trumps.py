"""Hellespont’s original leads when there are no trumps (pp. 147–158): first the suit, then the card of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.opening import Opening, why_no_bridge
from tutor.authorities.hellespont.strength import strength
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Holding, Rank, Suit
from tutor.citations import Citation
from tutor.codes.code import HONOURS
from tutor.notation import in_words
from tutor.view import View

LOWEST = "lowest"


def _words(letters: str) -> str:
    return ", ".join(Rank(letter).word for letter in letters)


def _lead_in_words(lead: str | None) -> str:
    return lead if lead == LOWEST else _words(lead or "")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of his synopsis: from a suit headed by these cards, of so many cards, this card; or this with a re-entry.

    A card of None means that the row has nothing to say in that case, `LOWEST` that the lowest is led.
    """

    headed: str
    fewest: int
    most: int
    lead: str | None
    lead_with_re_entry: str | None
    id: str
    page: int
    lines: tuple[int, int]

    def card(self, holding: Holding, has_re_entry: bool) -> Rank | None:
        lead = self.lead_with_re_entry if has_re_entry else self.lead
        if lead is None or not self.fewest <= len(holding) <= self.most or not holding.headed_by(self.headed):
            return None
        return holding.lowest if lead == LOWEST else Rank(lead)

    @property
    def combination(self) -> str:
        """What the row leads from, in words."""
        cards = _words(self.headed)
        least, most = self.fewest - len(self.headed), self.most - len(self.headed)
        if self.most == 13:
            return cards if not least else f"{cards} and {in_words(least)} or more"
        return f"{cards} and {in_words(least)}" if least == most else f"{cards} and at most {in_words(most)} more"

    @property
    def says(self) -> str:
        """The row as a rule."""
        if self.lead == self.lead_with_re_entry:
            return f"From {self.combination} lead the {_lead_in_words(self.lead)}."
        if self.lead_with_re_entry is None:
            return f"From {self.combination}, without a card of re-entry, lead the {_lead_in_words(self.lead)}."
        without = f"lead the {_lead_in_words(self.lead)}; with" if self.lead else "with"
        return f"From {self.combination} {without} a card of re-entry the {_lead_in_words(self.lead_with_re_entry)}."


SYNOPSIS = (
    Row("AKQ", 4, 13, "Q", "Q", "hel-lead-nt-tierce-major", 150, (7417, 7418)),
    Row("AKJ", 7, 13, "K", "K", "hel-lead-nt-ace-seven", 153, (7543, 7544)),
    Row("AK", 7, 13, "K", "K", "hel-lead-nt-ak-seven", 151, (7456, 7464)),
    Row("AKJT", 4, 6, "J", "K", "hel-lead-nt-akj10", 152, (7520, 7541)),
    Row("AKJ", 4, 6, LOWEST, None, "hel-lead-nt-akj", 152, (7508, 7518)),
    Row("AKJ", 4, 6, None, "K", "hel-lead-nt-akj10-reentry", 154, (7608, 7623)),
    Row("AK", 4, 6, LOWEST, LOWEST, "hel-lead-nt-ak-low", 150, (7440, 7456)),
    Row("AQJ", 7, 13, "A", "A", "hel-lead-nt-aqj", 153, (7556, 7558)),
    Row("AQT", 7, 13, "A", "A", "hel-lead-nt-aqj", 153, (7556, 7558)),
    Row("AQJ", 4, 6, "J", "A", "hel-lead-nt-aqj", 153, (7546, 7558)),
    Row("AQT", 6, 6, None, "A", "hel-lead-nt-aqj-reentry", 155, (7633, 7640)),
    Row("AQT", 4, 6, LOWEST, LOWEST, "hel-lead-nt-ace-queen-ten-why", 154, (7587, 7601)),
    Row("AQ", 8, 13, "A", "A", "hel-lead-nt-ace-low-honour", 154, (7584, 7587)),
    Row("AQ", 7, 7, None, "A", "hel-lead-nt-ace-queen-reentry", 155, (7625, 7630)),
    Row("AQ", 4, 7, LOWEST, LOWEST, "hel-lead-nt-ace-low-honour", 154, (7584, 7586)),
    Row("AJT", 4, 13, "J", "J", "hel-lead-nt-aj10", 153, (7565, 7582)),
    Row("AJ", 4, 13, LOWEST, LOWEST, "hel-lead-nt-ace-low-honour", 154, (7584, 7586)),
    Row("A", 4, 13, LOWEST, LOWEST, "hel-lead-nt-keep-command", 149, (7383, 7389)),
    Row("KQJ", 4, 13, "K", "K", "hel-lead-nt-kqj", 155, (7645, 7665)),
    Row("KQT", 5, 13, "K", "K", "hel-lead-nt-kq10", 156, (7667, 7671)),
    Row("KQT", 4, 4, LOWEST, LOWEST, "hel-lead-nt-kq10", 156, (7671, 7679)),
    Row("KQ", 7, 13, "K", "K", "hel-lead-nt-kq-small", 156, (7683, 7686)),
    Row("KQ", 4, 6, LOWEST, LOWEST, "hel-lead-nt-kq-small", 156, (7683, 7684)),
    Row("KJT", 4, 13, "J", "J", "hel-lead-nt-kj10", 156, (7688, 7711)),
    Row("QJT", 4, 13, "J", "J", "hel-lead-nt-qj10", 157, (7713, 7716)),
    Row("QJ", 4, 13, LOWEST, LOWEST, "hel-lead-nt-three-honours", 152, (7501, 7507)),
    Row("JT9", 4, 13, "J", "J", "hel-lead-nt-kj10", 156, (7688, 7711)),
    Row("JT", 4, 13, LOWEST, LOWEST, "hel-lead-nt-three-honours", 152, (7501, 7507)),
)
"""His synopsis (pp. 157–158), read with the text where its braces are lost; the first row that fits decides."""


# ---- the leader’s own suit ---------------------------------------------------------------------------------------


def _three_card_tierce_major(opening: Opening) -> Finding:
    suits = opening.having(lambda holding: str(holding) == "AKQ")
    if not suits:
        return fails("no suit is ace, king, queen alone")
    if opening.having(lambda holding: len(holding) >= 4 and holding.highest > Rank.KNAVE):
        return fails("there is a strong long suit as well")
    return applies(
        f"ace, king, queen alone in {opening.names(suits)}, and no strong long suit", *opening.cards(Rank.KING, suits)
    )


def _suits_to_open(opening: Opening) -> tuple[Suit, ...]:
    """The longest suits, strongest first; but of four or more with an honour before a longest without one (p. 148)."""
    suits = opening.longest(opening.plain_suits)
    if not any(opening.hand[suit].count(HONOURS) for suit in suits):
        better = [suit for suit in opening.long_suits if opening.hand[suit].count(HONOURS)]
        suits = opening.longest(better) or suits
    return tuple(sorted(suits, key=lambda suit: -strength(opening.hand[suit])))


def _lead(opening: Opening, suit: Suit, *, re_entry: bool) -> Card:
    """The card that the synopsis leads from a suit: of the first row that fits, else the lowest."""
    holding = opening.hand[suit]
    ranks = (row.card(holding, re_entry) for row in SYNOPSIS)
    return Card(suit, next((rank for rank in ranks if rank), holding.lowest))


def _others(opening: Opening, chosen: Card) -> tuple[Card, ...]:
    """What another fair reading leads: a re-entry that only may be one, a king from K Q 10 and one, a suit as long."""
    cards = []
    for suit in _suits_to_open(opening):
        certain = has_re_entry(opening, suit)
        cards.append(_lead(opening, suit, re_entry=certain))
        if may_have_re_entry(opening, suit):
            cards.append(_lead(opening, suit, re_entry=True))
        if len(opening.hand[suit]) == 4 and opening.hand[suit].headed_by("KQT"):
            cards.append(Card(suit, Rank.KING))
    return tuple(card for card in distinct_cards(cards) if card != chosen)


def distinct_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(cards))


def _by_row(row: Row) -> Callable[[Opening], Finding]:
    def find(opening: Opening) -> Finding:
        suit = _suits_to_open(opening)[0]
        re_entry = has_re_entry(opening, suit)
        rank = row.card(opening.hand[suit], re_entry)
        if rank is None:
            return fails(f"the {suit.plural} are not {row.combination}, or it is led otherwise {_entry(re_entry)}")
        card = Card(suit, rank)
        return Finding(
            f"{suit.plural} are opened, {row.combination}, {_entry(re_entry)}", (card,), _others(opening, card)
        )

    return find


def _king_queen_ten_and_one(opening: Opening) -> Finding:
    suit = _suits_to_open(opening)[0]
    holding = opening.hand[suit]
    if not (len(holding) == 4 and holding.headed_by("KQT")):
        return fails(f"the {suit.plural} are not king, queen, ten and one more")
    high = [card for card in opening.hand if card.suit is not suit and card.rank > Rank.KNAVE]
    if high:
        return fails(f"there is a high card elsewhere, the {high[0].name}")
    king = Card(suit, Rank.KING)
    return Finding("king, queen, ten and one more, with no other high card", (king,), (Card(suit, holding.lowest),))


def _only_long_suit(opening: Opening) -> Finding:
    if len(opening.long_suits) != 1:
        return fails("there is not just one suit of more than three")
    suit = opening.long_suits[0]
    if opening.hand[suit].count(HONOURS):
        return fails(f"the {suit.plural}, the only suit of more than three, have an honour")
    return _lowest_of(opening, suit, f"{suit.plural} are the only suit of more than three, poor as they are")


def _better_second_suit(opening: Opening) -> Finding:
    suit = _suits_to_open(opening)[0]
    longest = opening.longest(opening.plain_suits)
    if suit in longest:
        return fails("the longest suit has an honour, or no other of four or more has")
    return _lowest_of(opening, suit, f"{opening.names(longest)} have only small cards, and {suit.plural} an honour")


def _longer_than_a_stronger(opening: Opening) -> Finding:
    suit = _suits_to_open(opening)[0]
    stronger = [other for other in opening.plain_suits if strength(opening.hand[other]) > strength(opening.hand[suit])]
    if not stronger:
        return fails(f"no other suit is stronger than the {suit.plural}")
    return _lowest_of(opening, suit, f"{opening.names(stronger)} are stronger, but {suit.plural} are the longest")


def _five_or_more(opening: Opening) -> Finding:
    suit = _suits_to_open(opening)[0]
    length = len(opening.hand[suit])
    if length < 5:
        return fails("no suit is of five or more")
    return _lowest_of(opening, suit, f"the {in_words(length)} {suit.plural} are what may be established")


def _lowest_of_longest(opening: Opening) -> Finding:
    suit = _suits_to_open(opening)[0]
    return _lowest_of(opening, suit, f"{suit.plural} are opened, with none of his combinations")


def _lowest_of(opening: Opening, suit: Suit, because: str) -> Finding:
    card = Card(suit, opening.hand[suit].lowest)
    return Finding(because, (card,), _others(opening, card))


def has_re_entry(opening: Opening, suit: Suit) -> bool:
    """Whether another suit has a certain card of re-entry: ace, king and queen, or queen, knave, ten (p. 149)."""
    return any(
        other is not suit and (Rank.ACE in holding or holding.headed_by("KQ") or holding.headed_by("QJT"))
        for other, holding in opening.holdings()
    )


def may_have_re_entry(opening: Opening, suit: Suit) -> bool:
    """Whether, failing that, another has one that may do on the dealer’s left: a guarded king; queen, knave and one."""
    return not has_re_entry(opening, suit) and any(
        other is not suit
        and len(holding) > 1
        and (holding.headed_by("K") or (holding.headed_by("QJ") and len(holding) > 2))
        for other, holding in opening.holdings()
    )


def _entry(re_entry: bool) -> str:
    return "with a card of re-entry" if re_entry else "without a card of re-entry"


def _cite(page: int, first: int, last: int) -> Citation:
    return Citation("hellespont", page, (first, last))


LEADS_WITHOUT_TRUMPS: Sequence[Rule[Opening]] = (
    Rule(
        "hel-lead-nt-exception-strength",
        "From ace, king, queen alone, with no strong long suit, lead the king.",
        _cite(148, 7353, 7360),
        _three_card_tierce_major,
        "ace, king, queen alone",
    ),
    Rule(
        "hel-lead-nt-kq10",
        "From king, queen, ten and only one other, with no high card elsewhere, the king may be led.",
        _cite(156, 7675, 7681),
        _king_queen_ten_and_one,
        "no other high card",
    ),
    *(Rule(row.id, row.says, _cite(row.page, *row.lines), _by_row(row), row.combination) for row in SYNOPSIS),
    Rule(
        "hel-lead-nt-exception-strength",
        "With only one suit of more than three, lead it, whatever its cards.",
        _cite(148, 7353, 7355),
        _only_long_suit,
        "only one long suit",
    ),
    Rule(
        "hel-lead-nt-exception-strength",
        "If the longest suit has only small cards, and another of four or more an honour, lead the lowest of that.",
        _cite(148, 7346, 7353),
        _better_second_suit,
        "a better second suit",
    ),
    Rule(
        "hel-lead-nt-longest",
        "Lead from the longest suit, though another be stronger.",
        _cite(147, 7313, 7341),
        _longer_than_a_stronger,
    ),
    Rule(
        "hel-lead-nt-only-hope",
        "A long suit is the one hope of saving the game: lead it; with none of the combinations, the lowest of it.",
        _cite(148, 7362, 7370),
        _five_or_more,
    ),
    Rule(
        "hel-lead-nt-otherwise",
        "In all other cases lead the lowest of the suit.",
        _cite(157, 7730, 7732),
        _lowest_of_longest,
    ),
)


def _silent_on(view: View) -> str | None:
    return why_no_bridge(view) or ("these are the leads when there are no trumps" if Opening.of(view).trumps else None)


OPENING_WITHOUT_TRUMPS = Chapter(Question.LEAD, LEADS_WITHOUT_TRUMPS, Opening.of, silent_on=_silent_on)
