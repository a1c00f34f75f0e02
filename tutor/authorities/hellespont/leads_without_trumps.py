"""Hellespont’s original leads when there are no trumps (pp. 147–158): first the suit, then the card of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.opening_facts import LONG, OpeningFacts, why_nothing_declared
from tutor.authorities.hellespont.strength import strength
from tutor.authorities.rules import NO_REASON, Finding, Question, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Holding, Rank, Suit
from tutor.codes.bridge_code import HONOURS
from tutor.notation import in_words
from tutor.view import View

lead = Section[OpeningFacts](KEY)

# ---- before the synopsis -----------------------------------------------------------------------------------------


@lead.rule(
    "hel-lead-nt-exception-strength",
    "From ace, king, queen alone, with no strong long suit, lead the king.",
    page=148,
    lines=(7353, 7360),
    row="ace, king, queen alone",
    why="The king of ace, king, queen lets you see dummy before you choose your next lead. For preferring a second "
    "suit that has honours, the author gives no reason.",
)
def three_card_tierce_major(facts: OpeningFacts) -> Finding:
    suits = facts.having(lambda holding: str(holding) == "AKQ")
    if not suits:
        return no("no suit is ace, king, queen alone")
    if any(facts.hand[suit].highest > Rank.KNAVE for suit in facts.long_suits):
        return no("there is a strong long suit as well")
    return yes(
        lambda: f"there are ace, king, queen alone in {facts.names(suits)}, and no strong long suit",
        *facts.cards(Rank.KING, suits),
    )


def _is_king_queen_ten_and_one(holding: Holding) -> bool:
    return len(holding) == LONG and holding.headed_by("KQT")


@lead.rule(
    "hel-lead-nt-kq10",
    "From king, queen, ten and only one other, with no high card elsewhere, you may lead the king.",
    page=156,
    lines=(7675, 7681),
    row="no other high card",
    why="With only four, an ace and jack against you are both likely to be guarded, and the king gains nothing. If "
    "partner has one of them, your king makes it less useful for clearing the suit.",
    why_lines=(7671, 7681),
)
def king_queen_ten_and_one(facts: OpeningFacts) -> Finding:
    suit = facts.suit_to_open
    holding = facts.hand[suit]
    if not _is_king_queen_ten_and_one(holding):
        return no(lambda: f"the {suit.plural} are not king, queen, ten and one more")
    others = (other for other in facts.plain_suits if other is not suit)
    high = [Card(other, rank) for other in others for rank in facts.hand[other] if rank > Rank.KNAVE]
    if high:
        return no(lambda: f"there is a high card elsewhere, the {high[0].name}")
    king, lowest = Card(suit, Rank.KING), Card(suit, holding.lowest)
    return yes("there are king, queen, ten and one more, with no other high card", king, merely=(lowest,))


# ---- the synopsis ------------------------------------------------------------------------------------------------

LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class SynopsisLine:
    """From a suit headed by these cards, of so many cards, this card is led; or this with a card of re-entry.

    A card of None means that the line has nothing to say in that case, `LOWEST` that the lowest is led.
    """

    headed: str
    fewest: int
    most: int
    lead: str | None
    lead_with_re_entry: str | None
    rule_id: str
    page: int
    lines: tuple[int, int]

    def card(self, holding: Holding, has_re_entry: bool) -> Rank | None:
        lead = self.lead_with_re_entry if has_re_entry else self.lead
        if lead is None or not self.fewest <= len(holding) <= self.most or not holding.headed_by(self.headed):
            return None
        return holding.lowest if lead == LOWEST else Rank(lead)

    @property
    def combination(self) -> str:
        """What the line leads from, in words."""
        cards = _words(self.headed)
        least, most = self.fewest - len(self.headed), self.most - len(self.headed)
        if self.most == 13:
            return cards if not least else f"{cards} and {in_words(least)} or more"
        return f"{cards} and {in_words(least)}" if least == most else f"{cards} and at most {in_words(most)} more"

    @property
    def says(self) -> str:
        """The line as a rule."""
        if self.lead == self.lead_with_re_entry:
            return f"From {self.combination} lead the {_lead_in_words(self.lead)}."
        if self.lead_with_re_entry is None:
            return f"From {self.combination}, without a card of re-entry, lead the {_lead_in_words(self.lead)}."
        without = f"lead the {_lead_in_words(self.lead)}; with" if self.lead else "with"
        return f"From {self.combination} {without} a card of re-entry the {_lead_in_words(self.lead_with_re_entry)}."

    def test(self, facts: OpeningFacts) -> Finding:
        """What the line finds, as the condition of a rule."""
        suit = facts.suit_to_open

        def entry() -> str:
            return f"{'with' if facts.has_re_entry else 'without'} a card of re-entry"

        rank = self.card(facts.hand[suit], facts.has_re_entry)
        if rank is None:
            return no(
                lambda: f"the {suit.plural} are not {self.combination}, or another card is led from them {entry()}"
            )
        card = Card(suit, rank)
        return yes(
            lambda: f"{suit.plural} are opened from {self.combination}, {entry()}", card, merely=_others(facts, card)
        )


def _words(letters: str) -> str:
    return ", ".join(Rank(letter).word for letter in letters)


def _lead_in_words(lead: str | None) -> str:
    return lead if lead == LOWEST else _words(lead or "")


SYNOPSIS = (
    SynopsisLine("AKQ", 4, 13, "Q", "Q", "hel-lead-nt-tierce-major", 150, (7417, 7418)),
    SynopsisLine("AKJ", 7, 13, "K", "K", "hel-lead-nt-ace-seven", 153, (7543, 7544)),
    SynopsisLine("AK", 7, 13, "K", "K", "hel-lead-nt-ak-seven", 151, (7456, 7464)),
    SynopsisLine("AKJT", 4, 6, "J", "K", "hel-lead-nt-akj10", 152, (7520, 7541)),
    SynopsisLine("AKJ", 4, 6, LOWEST, None, "hel-lead-nt-akj", 152, (7508, 7518)),
    SynopsisLine("AKJ", 4, 6, None, "K", "hel-lead-nt-akj10-reentry", 154, (7608, 7623)),
    SynopsisLine("AK", 4, 6, LOWEST, LOWEST, "hel-lead-nt-ak-low", 150, (7436, 7456)),
    SynopsisLine("AQJ", 7, 13, "A", "A", "hel-lead-nt-aqj", 153, (7556, 7558)),
    SynopsisLine("AQT", 7, 13, "A", "A", "hel-lead-nt-aqj", 153, (7556, 7558)),
    SynopsisLine("AQJ", 4, 6, "J", "A", "hel-lead-nt-aqj", 153, (7546, 7558)),
    SynopsisLine("AQT", 6, 6, None, "A", "hel-lead-nt-aqj-reentry", 155, (7633, 7640)),
    SynopsisLine("AQT", 4, 6, LOWEST, LOWEST, "hel-lead-nt-ace-queen-ten-why", 154, (7587, 7601)),
    SynopsisLine("AQ", 8, 13, "A", "A", "hel-lead-nt-ace-low-honour", 154, (7584, 7587)),
    SynopsisLine("AQ", 7, 7, None, "A", "hel-lead-nt-ace-queen-reentry", 155, (7625, 7630)),
    SynopsisLine("AQ", 4, 7, LOWEST, LOWEST, "hel-lead-nt-ace-low-honour", 154, (7584, 7586)),
    SynopsisLine("AJT", 4, 13, "J", "J", "hel-lead-nt-aj10", 153, (7565, 7582)),
    SynopsisLine("AJ", 4, 13, LOWEST, LOWEST, "hel-lead-nt-ace-low-honour", 154, (7584, 7586)),
    SynopsisLine("A", 4, 13, LOWEST, LOWEST, "hel-lead-nt-keep-command", 149, (7383, 7389)),
    SynopsisLine("KQJ", 4, 13, "K", "K", "hel-lead-nt-kqj", 155, (7645, 7665)),
    SynopsisLine("KQT", 5, 13, "K", "K", "hel-lead-nt-kq10", 156, (7667, 7671)),
    SynopsisLine("KQT", 4, 4, LOWEST, LOWEST, "hel-lead-nt-kq10", 156, (7671, 7679)),
    SynopsisLine("KQ", 7, 13, "K", "K", "hel-lead-nt-kq-small", 156, (7683, 7686)),
    SynopsisLine("KQ", 4, 6, LOWEST, LOWEST, "hel-lead-nt-kq-small", 156, (7683, 7684)),
    SynopsisLine("KJT", 4, 13, "J", "J", "hel-lead-nt-kj10", 156, (7688, 7711)),
    SynopsisLine("QJT", 4, 13, "J", "J", "hel-lead-nt-qj10", 157, (7713, 7716)),
    SynopsisLine("QJ", 4, 13, LOWEST, LOWEST, "hel-lead-nt-three-honours", 152, (7501, 7507)),
    SynopsisLine("JT9", 4, 13, "J", "J", "hel-lead-nt-kj10", 156, (7688, 7711)),
    SynopsisLine("JT", 4, 13, LOWEST, LOWEST, "hel-lead-nt-three-honours", 152, (7501, 7507)),
)
"""Hellespont’s synopsis (pp. 157–158), read with the text where its braces are lost; the first line that fits
decides.
"""


WHY: Mapping[str, tuple[str, int, tuple[int, int]]] = {
    "hel-lead-nt-tierce-major": (
        "These leads aim to conceal your exact holding from the dealer as far as possible. Partner is not "
        "deceived, and needs to know only that you have led your best suit.",
        157,
        (7718, 7728),
    ),
    "hel-lead-nt-ace-seven": (
        "When you have so many, partner is likely to have only one and could not return the suit, even after "
        "winning with the queen. A small lead is useless then, so you lead out king and ace.",
        151,
        (7456, 7464),
    ),
    "hel-lead-nt-ak-seven": (
        "If an opponent holds three with the queen, partner probably has only one card. A small lead then gains "
        "nothing, because partner has none left to return. The ace and king give a better chance to clear the "
        "suit.",
        151,
        (7456, 7486),
    ),
    "hel-lead-nt-akj10": (
        "The queen on your left may be held back, for the dealer cannot tell where ace and king lie. Then you "
        "catch it later. With a re-entry you can afford to drop it with ace and king.",
        152,
        (7520, 7541),
    ),
    "hel-lead-nt-akj": (
        "If partner has the queen, the small card is plainly best. If not, partner may force it out or win. "
        "Unless one opponent has four with it, the queen then falls to your ace and king.",
        152,
        (7509, 7518),
    ),
    "hel-lead-nt-akj10-reentry": (
        "If the queen is against you, it is pretty sure to drop by the third round. Your card of re-entry then "
        "brings you back to make the small cards.",
        154,
        (7608, 7623),
    ),
    "hel-lead-nt-ak-low": (
        "If you lead out ace and king, you can hardly hope for more than those two tricks. Partner may win the "
        "small card with queen or jack, or get in later and return the suit, and you probably make the rest.",
        150,
        (7417, 7456),
    ),
    "hel-lead-nt-aqj": (
        "The jack may be from queen, jack, ten, so the dealer may hold back a king that later falls to your ace. "
        "From seven you lead the ace, because partner may well have no second card to return.",
        153,
        (7546, 7563),
    ),
    "hel-lead-nt-aqj-reentry": (
        "Your card of re-entry brings you back after the suit is cleared, so you need not hold the ace. From "
        "ace, queen, ten the second card follows what dummy and the first trick show.",
        155,
        (7625, 7640),
    ),
    "hel-lead-nt-ace-queen-ten-why": (
        "It is five to four that partner has king or jack, and then a small card clears your suit at once. The "
        "ten, led from nothing else, would tell the dealer where ace and queen lie.",
        154,
        (7587, 7601),
    ),
    "hel-lead-nt-ace-low-honour": (
        "Your high cards must stay to help the small ones become good, so you do not part with them early. From "
        "eight or more you lead the ace on the off chance of catching the king.",
        149,
        (7383, 7389),
    ),
    "hel-lead-nt-ace-queen-reentry": (
        "The king may fall to the ace. Unless the cards are exceptionally badly divided, the suit is clear after "
        "two rounds, and your re-entry brings you in to make five small ones.",
        155,
        (7625, 7631),
    ),
    "hel-lead-nt-aj10": (
        "If partner has the king, a queen on your left is usually doomed. If the queen is on your right, partner "
        "plays the king and returns the suit, and you can capture it.",
        153,
        (7565, 7582),
    ),
    "hel-lead-nt-keep-command": (
        "You want the small cards of a long suit to win tricks that are not naturally theirs. So you do not part "
        "with its commanding cards for as long as they are needed.",
        149,
        (7383, 7389),
    ),
    "hel-lead-nt-kqj": (
        "Before small cards can win, the high card against them must be got out of the way. Partner’s echo, which "
        "shows five, tells you how to go on.",
        148,
        (7332, 7341),
    ),
    "hel-lead-nt-kq-small": (
        "From seven the jack will probably fall to your queen when you get in again. From fewer you keep both "
        "commanding cards, which your small ones need while the suit is being established.",
        156,
        (7683, 7686),
    ),
    "hel-lead-nt-kj10": (
        "The more holdings you lead the jack from, the less the dealer can read it, and dummy becomes harder to "
        "play. The second lead follows what has fallen and what dummy shows.",
        157,
        (7696, 7711),
    ),
    "hel-lead-nt-qj10": (
        "The jack is led from several holdings, so it tells the dealer little about yours and makes dummy harder "
        "to play. The first round tells you which honour to lead next.",
        157,
        (7706, 7716),
    ),
    "hel-lead-nt-three-honours": (NO_REASON, 152, (7501, 7507)),
}
"""Why the leads of the synopsis work, by the id of the rule, with the page and lines where Hellespont says so."""


def _card_of_synopsis(facts: OpeningFacts, suit: Suit, *, re_entry: bool) -> Card:
    """The card that the synopsis leads from a suit: of the first line that fits, else the lowest."""
    holding = facts.hand[suit]
    ranks = (line.card(holding, re_entry) for line in SYNOPSIS)
    return Card(suit, next((rank for rank in ranks if rank), holding.lowest))


def _others(facts: OpeningFacts, chosen: Card) -> Sequence[Card]:
    """What another fair reading leads: a re-entry that only may be one, a king from K Q 10 and one, a suit as long."""
    cards = []
    for suit in facts.suits_to_open:
        cards.append(_card_of_synopsis(facts, suit, re_entry=facts.has_re_entry_to(suit)))
        if facts.may_have_re_entry_to(suit):
            cards.append(_card_of_synopsis(facts, suit, re_entry=True))
        if _is_king_queen_ten_and_one(facts.hand[suit]):
            cards.append(Card(suit, Rank.KING))
    return [card for card in dict.fromkeys(cards) if card != chosen]


def _add_synopsis() -> None:
    """Adds the lines of the synopsis as rules; the first of those that share an id has the explanation of all."""
    explanations = dict(WHY)
    for line in SYNOPSIS:
        why, why_page, why_lines = explanations.pop(line.rule_id, (None, None, None))
        lead.rule(
            line.rule_id,
            line.says,
            page=line.page,
            lines=line.lines,
            row=line.combination,
            why=why,
            why_page=why_page,
            why_lines=why_lines,
        )(line.test)


_add_synopsis()


# ---- the suit, where none of the combinations is held ------------------------------------------------------------


def _lowest_of(facts: OpeningFacts, because: Reason) -> Finding:
    """The lowest of the suit to open, and what another fair reading leads."""
    card = Card(facts.suit_to_open, facts.hand[facts.suit_to_open].lowest)
    return yes(because, card, merely=_others(facts, card))


@lead.rule(
    "hel-lead-nt-exception-strength",
    "If only one of your suits has more than three cards, lead it, whatever its cards.",
    page=148,
    lines=(7353, 7355),
    row="only one long suit",
)
def only_long_suit(facts: OpeningFacts) -> Finding:
    if len(facts.long_suits) != 1:
        return no("there is not just one suit of more than three")
    suit = facts.long_suits[0]
    if facts.hand[suit].count(HONOURS):
        return no(lambda: f"the {suit.plural}, the only suit of more than three, have an honour")
    return _lowest_of(facts, lambda: f"{suit.plural} are the only suit of more than three, poor as they are")


@lead.rule(
    "hel-lead-nt-exception-strength",
    "If your longest suit has only small cards, and another of four or more has an honour, lead the lowest of that.",
    page=148,
    lines=(7346, 7353),
    row="a better second suit",
)
def better_second_suit(facts: OpeningFacts) -> Finding:
    suit, longest = facts.suit_to_open, facts.longest_suits
    if suit in longest:
        return no("the longest suit has an honour, or no other of four or more has one")
    return _lowest_of(facts, lambda: f"{facts.names(longest)} have only small cards, and {suit.plural} an honour")


@lead.rule(
    "hel-lead-nt-longest",
    "Lead from the longest suit, even if another is stronger.",
    page=147,
    lines=(7313, 7341),
    why="Some tricks at no trumps always fall to small cards, once the high ones are out. Length is what makes yours "
    "good. It also checks an opponent who tries to establish the same suit.",
    why_page=148,
    why_lines=(7332, 7341),
)
def longer_than_a_stronger(facts: OpeningFacts) -> Finding:
    suit = facts.suit_to_open
    stronger = facts.having(lambda holding: strength(holding) > strength(facts.hand[suit]))
    if not stronger:
        return no(lambda: f"no other suit is stronger than the {suit.plural}")
    return _lowest_of(facts, lambda: f"{facts.names(stronger)} are stronger, but {suit.plural} are the longest")


@lead.rule(
    "hel-lead-nt-only-hope",
    "A long suit is the one hope of saving the game, so lead it. If it has none of the combinations, lead the "
    "lowest of it.",
    page=148,
    lines=(7362, 7375),
    why="Against a sound no-trump declaration only a long suit ordinarily saves the game. In every deal four or five "
    "tricks fall to small cards, once the high cards against them are out of the way.",
    why_lines=(7332, 7374),
)
def five_or_more(facts: OpeningFacts) -> Finding:
    suit = facts.suit_to_open
    length = len(facts.hand[suit])
    if length <= LONG:
        return no("no suit is of five or more")
    return _lowest_of(facts, lambda: f"the {in_words(length)} {suit.plural} may be established")


@lead.rule(
    "hel-lead-nt-otherwise",
    "In all other cases lead the lowest of the suit.",
    page=157,
    lines=(7730, 7732),
    why="You want the small cards of the suit to take tricks that are not naturally theirs. So you do not part with "
    "its commanding cards while they are still needed.",
    why_page=149,
    why_lines=(7383, 7389),
)
def lowest_of_longest(facts: OpeningFacts) -> Finding:
    return _lowest_of(facts, lambda: f"{facts.suit_to_open.plural} are opened, with none of Hellespont’s combinations")


# ---- the chapter -------------------------------------------------------------------------------------------------


def _silent_on(view: View) -> str | None:
    if why := why_nothing_declared(view):
        return why
    return "the rule is for a lead without trumps" if view.declaration and view.declaration.trumps else None


OPENING_WITHOUT_TRUMPS = Chapter(Question.LEAD, lead, OpeningFacts.of, silent_on=_silent_on)
