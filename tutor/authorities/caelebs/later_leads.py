"""Cælebs’s later leads (pp. 22–42, 48–61): the end, trumps, forces, one’s own suit, partner’s, the adversaries’.

Where two of his rules fit one view, the order is his. A hand of winning cards but one has its own rule (p. 59).
A Blue Peter is answered before a lead of partner’s is returned (pp. 37, 38), and trumps go before plain suits (p. 41).
With “a good independent lead” partner’s plain suit waits (p. 28); without one it goes before the adversaries’ (p. 28).
A suit that he drops, to be led up to or for fear of a ruff, is passed over in all that follows (pp. 30, 32, 40, 57).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.cheap_trick import may_lead_it_back
from tutor.authorities.caelebs.facts import LeadKind, why_no_whist
from tutor.authorities.caelebs.finale import the_end, TWO_FOR_ONE
from tutor.authorities.caelebs.first_lead import without_a_good_suit, interpreted
from tutor.authorities.caelebs.forcing import (
    forcing_adversaries,
    forcing_partner,
    stopped_in_trumps,
    thirteenths,
    trumps_are_against_us,
)
from tutor.authorities.caelebs.lead_facts import FAIRLY_GOOD, INDEPENDENT, LeadFacts, cite, names
from tutor.authorities.caelebs.trump_leads import (
    offence_in_trumps,
    through_the_queen,
    trumps_as_in_other_suits,
    turned_by,
)
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Advice, Finding, Question, Rule, decide, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.citations import Citation
from tutor.seats import Seat
from tutor.view import View

# ---- trumps that partner wants -----------------------------------------------------------------------------------


def _why_no_trump(facts: LeadFacts) -> str | None:
    """Why no trump can be led to any purpose; None where one can."""
    if not facts.trumps_held:
        return "there is no trump"
    return None if facts.adversaries_with_trumps else "the adversaries have no trumps"


def _partner_led_trumps(facts: LeadFacts) -> LeadKind | None:
    """What kind of lead it was, if partner opened trumps and has not stopped since."""
    if stopped_in_trumps(facts, facts.partner):
        return None
    return facts.kind_of_lead(facts.partner, facts.trump_suit)


# ---- one’s own trumps, once led ----------------------------------------------------------------------------------


# ---- one’s own suit, once led ------------------------------------------------------------------------------------


GoingOn = Callable[[LeadFacts, Suit], tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Sequel:
    """How a suit goes on after its first round: what it was opened from, with what, and what is led then."""

    id: str
    says: str
    citation: Citation
    because: str
    card: GoingOn

    def find(self, facts: LeadFacts) -> Finding:
        cards = [card for suit in facts.second_round_of for card in self.card(facts, suit)]
        return yes(self.because, *cards) if cards else no(lambda: f"it is not so that {self.because}")


def _after(
    opened: str, first: str, then: str, fewest: int = 3, most: int = 13
) -> Callable[[LeadFacts, Suit], tuple[Card, ...]]:
    """The card to go on with, of a suit that was headed so, had so many cards, and was opened with the first."""

    def card(facts: LeadFacts, suit: Suit) -> tuple[Card, ...]:
        dealt = facts.dealt[suit]
        if not (dealt.headed_by(opened) and fewest <= len(dealt) <= most and facts.opened_with(suit) is Rank(first)):
            return ()
        going_on = Card(suit, Rank(then))
        return (going_on,) if going_on in facts.hand else ()

    return card


def _after_ace_king_five(facts: LeadFacts, suit: Suit) -> tuple[Card, ...]:
    if not facts.is_strong_in_trumps:
        return ()
    cards = _after("AK", "K", "A", 5, 5)(facts, suit)
    return facts.lowest_in([suit]) if cards else ()


def _after_queen_knave_and_others(facts: LeadFacts, suit: Suit) -> tuple[Card, ...]:
    dealt = facts.dealt[suit]
    if len(dealt) < 4 or not dealt.headed_by("QJ") or dealt.headed_by("QJT") or dealt.headed_by("QJ9"):
        return ()
    if facts.opened_with(suit) is Rank.QUEEN:
        return facts.lowest_in([suit])
    queen = Card(suit, Rank.QUEEN)
    return (queen,) if queen in facts.hand else ()


def _tierce_again(facts: LeadFacts, suit: Suit) -> tuple[Card, ...]:
    dealt = facts.dealt[suit]
    first = facts.opened_with(suit)
    is_tierce = any(dealt.headed_by(tierce) for tierce in ("KQJ", "QJT", "JT9"))
    if not is_tierce or (first is not dealt.highest and not dealt.headed_by("KQJT")):
        return ()
    return facts.highest([suit])


def _unguarded_second(facts: LeadFacts, suit: Suit) -> tuple[Card, ...]:
    dealt = facts.dealt[suit]
    if (
        len(dealt) != 2
        or dealt.highest.height - dealt.lowest.height != 1
        or facts.opened_with(suit) is not dealt.highest
    ):
        return ()
    return facts.highest([suit])


SEQUELS = (
    Sequel("cae-art-014", "After the king from ace, king, queen lead the queen.", cite(32, 1610, 1616),
           "the king was led from ace, king, queen", _after("AKQ", "K", "Q")),
    Sequel("cae-art-022", "After the ace from ace, queen, knave lead the queen.", cite(34, 1715, 1719),
           "the ace was led from ace, queen, knave", _after("AQJ", "A", "Q")),
    Sequel("cae-art-011a", "With ace, king, knave five in suit you may go on: the queen will probably fall.",
           cite(30, 1530, 1532), "the king was led from ace, king, knave five in suit", _after("AKJ", "K", "A", 5)),
    Sequel("cae-art-019", "After the king from ace, king six in suit lead the ace: make sure of two rounds.",
           cite(33, 1661, 1667), "the king was led from ace, king, six in suit", _after("AK", "K", "A", 6)),
    Sequel("cae-art-020", "After the king from ace, king five in suit, with strength in trumps, lead the lowest.",
           cite(33, 1669, 1672), "the king was led from ace, king, five in suit, and trumps are strong",
           _after_ace_king_five),
    Sequel("cae-art-011c", "With queen, knave, nine five in suit you may go on.", cite(30, 1547, 1550),
           "the queen was led from queen, knave, nine five in suit", _after("QJ9", "Q", "J", 5)),
    Sequel("cae-art-017", "With a tierce you may lead two rounds.", cite(32, 1634, 1637),
           "a tierce was opened from the top", _tierce_again),
    Sequel("cae-art-016", "After the queen from queen, knave and others lead the lowest, after the lowest the queen.",
           cite(32, 1627, 1632), "queen, knave and two or more others were opened", _after_queen_knave_and_others),
    Sequel("cae-art-017", "Play the second card of a sequence at once when it is left unguarded.",
           cite(33, 1643, 1647), "a sequence of two was opened, and its second is alone", _unguarded_second),
)  # fmt: skip

AGAIN: Sequence[Rule[LeadFacts]] = tuple(
    Rule(sequel.id, sequel.says, sequel.citation, sequel.find, f"again, where {sequel.because}") for sequel in SEQUELS
)


# ---- partner’s suit, and the adversaries’ ------------------------------------------------------------------------


def _won_for_partner(facts: LeadFacts, suit: Suit) -> Rank | None:
    """The card with which this hand won the first round of a suit that partner opened."""
    first = next((trick for trick in facts.view.tricks if trick.suit_led is suit), None)
    if first is None or first.winner(facts.trumps) is not facts.seat:
        return None
    card = first.card_of(facts.seat)
    return card.rank if card and card.suit is suit else None


def _aggressive(facts: LeadFacts) -> tuple[Suit, ...]:
    """The suits that partner led from strength, but for one that is “finessed without returning it” (p. 51)."""
    return tuple(
        suit
        for suit in facts.partners_suits
        if facts.kind_of_lead(facts.partner, suit) is LeadKind.AGGRESSIVE
        and not _is_knave_finessed_from_few(facts, suit)
    )


def _is_knave_finessed_from_few(facts: LeadFacts, suit: Suit) -> bool:
    """Whether the knave of king, knave and at most one other has won partner’s subordinate lead, led once."""
    dealt = facts.dealt[suit]
    is_king_knave = dealt.headed_by("KJ") and len(dealt) <= 3 and facts.rounds(suit) == 1
    return is_king_knave and _won_for_partner(facts, suit) is Rank.KNAVE


def _dropped_by(facts: LeadFacts, seat: Seat) -> tuple[Suit, ...]:
    """The suits that a player opened with king or queen, and left for another when he led again."""
    opened = {
        lead.card.suit: lead
        for lead in reversed(facts.leads)
        if lead.seat is seat and lead.card.suit in facts.suits_opened_by(seat)
    }
    return tuple(
        suit
        for suit in facts.plain_suits
        if suit in opened
        and facts.rounds(suit) == 1
        and opened[suit].card.rank in (Rank.KING, Rank.QUEEN)
        and any(lead.seat is seat and lead.trick > opened[suit].trick for lead in facts.leads)
    )


# ---- suits that are dropped --------------------------------------------------------------------------------------


def _waiting(opened: str, first: str, most: int, fewest: int = 3) -> Callable[[LeadFacts], tuple[Suit, ...]]:
    def suits(facts: LeadFacts) -> tuple[Suit, ...]:
        return tuple(
            suit
            for suit in facts.second_round_of
            if facts.dealt[suit].headed_by(opened)
            and fewest <= len(facts.dealt[suit]) <= most
            and facts.opened_with(suit) is Rank(first)
        )

    return suits


def _plain_king_queen(facts: LeadFacts) -> tuple[Suit, ...]:
    return tuple(
        suit
        for suit in _waiting("KQ", "K", 13)(facts)
        if not facts.dealt[suit].headed_by("KQJ") and not facts.dealt[suit].headed_by("KQT")
    )


def _queen_failed(facts: LeadFacts) -> tuple[Suit, ...]:
    suits = _waiting("QJ9", "Q", 4, 4)(facts)
    return tuple(suit for suit in suits if not facts.first_round_won(suit))


def _knave_fell(facts: LeadFacts) -> tuple[Suit, ...]:
    if facts.is_strong_in_trumps:
        return ()
    suits = _waiting("AK", "K", 5, 5)(facts)
    return tuple(suit for suit in suits if Card(suit, Rank.KNAVE) in facts.gone)


def _both_adversaries_out(facts: LeadFacts) -> tuple[Suit, ...]:
    if not facts.adversaries_with_trumps:
        return ()
    return tuple(
        suit for suit in facts.plain_suits if all(facts.has_shown_void(seat, suit) for seat in facts.adversaries)
    )


def _ruinous_thirteenths(facts: LeadFacts) -> tuple[Suit, ...]:
    both = len(facts.adversaries_with_trumps) == 2 and facts.trumps_out > 1
    return thirteenths(facts) if both and not facts.may_hold_trumps(facts.partner) else ()


@dataclass(frozen=True, slots=True)
class Bar:
    """Suits that are not led now, though another rule would lead them; and why."""

    id: str
    says: str
    citation: Citation
    because: str
    suits: Callable[[LeadFacts], tuple[Suit, ...]]

    def find(self, facts: LeadFacts) -> Finding:
        suits = self.suits(facts)
        if not suits:
            return no(lambda: f"it is not so that {self.because}")
        usual = decide(rest, facts)
        if usual is None or not any(_suit_of(usual, suit) for suit in suits):
            return no("the suit would not be led in any case")
        return _instead(facts, self.because)


def _suit_of(advice: Advice, suit: Suit) -> bool:
    return any(isinstance(card, Card) and card.suit is suit for card in advice.answers)


def _instead(facts: LeadFacts, because: str) -> Finding:
    """What is led when neither trumps nor any suit that is barred are.

    A rule that forbids a card holds also where no other of his rules names one. Whatever else is held will do then,
    from the highest or the lowest of a suit (p. 30).
    """
    barred = [suit for bar in BARS for suit in bar.suits(facts)]
    spared = facts.without(barred)
    other = decide(rest, spared)
    if other is None:
        ends = tuple(card for suit in spared.plain_suits for card in spared.either_end(suit))
        return yes(because, *ends) if ends else no(lambda: f"{because}; but there is nothing else to lead")
    return yes(lambda: f"{because}; elsewhere, {other.because}", *other.answers, merely=other.acceptable)


BARS = (
    Bar("cae-art-079", "Never let one adversary ruff a suit while the other discards on it.", cite(57, 2643, 2654),
        "both adversaries are out of the suit, and one may ruff while the other discards", _both_adversaries_out),
    Bar("cae-art-080", "Do not lead a thirteenth card when both adversaries have trumps and partner none.",
        cite(58, 2659, 2661), "both adversaries may ruff the thirteenth card, and partner cannot",
        _ruinous_thirteenths),
    Bar("cae-art-011a", "After the king from ace, king, knave wait.", cite(30, 1525, 1529),
        "the king was led from ace, king, knave less than five", _waiting("AKJ", "K", 4)),
    Bar("cae-art-011b", "After the king from king, queen, ten wait, whether it has won or not.", cite(30, 1539, 1543),
        "the king was led from king, queen, ten", _waiting("KQT", "K", 13)),
    Bar("cae-art-015", "If the king wins from king, queen, drop the suit, that the ace may be played.",
        cite(32, 1617, 1623), "the king was led from king, queen and others", _plain_king_queen),
    Bar("cae-art-011c", "If the queen fails from queen, knave, nine, wait.", cite(30, 1544, 1547),
        "the queen was led from queen, knave, nine less than five, and failed",
        _queen_failed),
    Bar("cae-art-020", "With ace, king five in suit and weak trumps, change the suit when the knave falls.",
        cite(33, 1672, 1675), "trumps are weak, and the knave fell on the king from ace, king five in suit",
        _knave_fell),
)  # fmt: skip


# ---- the rules in order ------------------------------------------------------------------------------------------

trumps_for_partner = Section[LeadFacts](KEY)


@trumps_for_partner.rule(
    "cae-art-037",
    "When partner asks, lead the knave of trumps through the queen that was turned up.",
    page=42,
    lines=(2056, 2058),
    row="partner asks",
)
def knave_for_partner(facts: LeadFacts) -> Finding:
    cards = through_the_queen(facts)
    if _why_no_trump(facts) or not facts.partner_asked or not cards:
        return no("partner has not asked, or there is no knave to go through a queen turned up on the left")
    return yes("partner has asked, and the knave goes through the queen turned up on the left", *cards)


@trumps_for_partner.rule(
    "cae-art-037",
    "With only queen and another, you need not lead the queen of trumps through the king.",
    page=42,
    lines=(2060, 2062),
    row="queen and another",
)
def no_queen_through_the_king(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    if _why_no_trump(facts) or not facts.partner_asked:
        return no("partner has not asked for trumps")
    if turned_by(facts, facts.seat.left) is not Rank.KING or len(held) != 2 or held.highest is not Rank.QUEEN:
        return no("it is not queen and one other with the king turned up on the left")
    low, queen = Card(facts.trump_suit, held.lowest), Card(facts.trump_suit, Rank.QUEEN)
    return yes("the king was turned up on the left, and the queen with one other may protect", low, merely=(queen,))


@trumps_for_partner.rule(
    "cae-art-028", "Answer a Blue Peter with your best trump.", page=37, lines=(1828, 1850), row="Blue Peter"
)
def answer_the_blue_peter(facts: LeadFacts) -> Finding:
    fault = _why_no_trump(facts)
    if fault or not facts.partner_asked:
        return no(fault or "partner has not asked for trumps")
    return yes("partner has played high before low, and asks for trumps", *facts.highest([facts.trump_suit]))


@trumps_for_partner.rule(
    "cae-art-078",
    "When partner declines to ruff a winning card, lead trumps: the highest if weak.",
    page=57,
    lines=(2636, 2637),
    row="partner declines",
)
def partner_declined(facts: LeadFacts) -> Finding:
    fault = _why_no_trump(facts)
    if fault or not facts.has_declined_to_ruff(facts.partner):
        return no(fault or "partner has not declined to ruff since trumps were led")
    if facts.is_strong_in_trumps:
        return yes("partner declined to ruff a winning card", *trumps_as_in_other_suits(facts))
    return yes("partner declined to ruff a winning card, and trumps are weak here", *facts.highest([facts.trump_suit]))


@trumps_for_partner.rule(
    "cae-art-022",
    "Having put your king on the queen of partner’s first lead from ace, queen, lead trumps at once: the best if weak.",
    page=34,
    lines=(1715, 1719),
    row="trumps forthwith",
)
def king_put_on_his_queen(facts: LeadFacts) -> Finding:
    """Partner's first lead of all was ace, then queen, and the king of this hand has taken the queen."""
    fault = _why_no_trump(facts)
    if fault:
        return no(fault)
    first = facts.led_by(facts.partner)[:1]
    if not facts.leads or facts.leads[0].seat is not facts.partner:
        return no("partner did not lead first of all")
    (suit,) = (card.suit for card in first)
    led = [card.rank for card in facts.led_by(facts.partner) if card.suit is suit]
    king = Card(suit, Rank.KING)
    if led[:2] != [Rank.ACE, Rank.QUEEN] or king not in facts.played_by(facts.seat, suit):
        return no("partner has not led ace and queen first of all, with the king put on the queen here")
    if any(lead.card.suit is facts.trump_suit for lead in facts.leads):
        return no("trumps have been led since")

    def because() -> str:
        return f"partner led ace and queen of {suit.plural} first of all, and the king is out of his way"

    if facts.is_strong_in_trumps:
        return yes(because, *trumps_as_in_other_suits(facts))
    return yes(lambda: f"{because()}; {facts.weakness_in_trumps}", *facts.highest([facts.trump_suit]))


@trumps_for_partner.rule(
    "cae-art-082",
    "When partner wants trumps out, do not keep your last one back to ruff with.",
    page=58,
    lines=(2669, 2674),
)
def solitary_remnant(facts: LeadFacts) -> Finding:
    fault = _why_no_trump(facts)
    eager = facts.partner_asked or _partner_led_trumps(facts) is LeadKind.AGGRESSIVE
    if fault or not eager or len(facts.trumps_held) != 1:
        return no(fault or "partner is not drawing trumps with one left here")
    return yes("partner wants trumps out, and one is left to help him", *facts.highest([facts.trump_suit]))


@trumps_for_partner.rule(
    "cae-art-029",
    "Do not return an equivocal trump when that unguards your king.",
    page=38,
    lines=(1925, 1934),
    row="king unguarded",
)
def king_not_to_be_unguarded(facts: LeadFacts) -> Finding:
    dealt, held = facts.trumps_dealt, facts.trumps_held
    led = facts.led_by(facts.partner)
    if not any(card.suit is facts.trumps and card.rank is Rank.NINE for card in led):
        return no("partner has not led an equivocal trump")
    if not (len(dealt) == 3 and dealt.headed_by("KQ") and Rank.KING in held and len(held) == 2):
        return no("the queen has not won from king, queen and one other")
    return _instead(facts, "partner may have led from weakness, and the king is not to be unguarded")


@trumps_for_partner.rule(
    "cae-art-029",
    "Return partner’s aggressive lead of trumps at once.",
    page=38,
    lines=(1891, 1905),
    row="return at once",
)
def return_trumps(facts: LeadFacts) -> Finding:
    fault = _why_no_trump(facts)
    kind = _partner_led_trumps(facts)
    if fault or kind not in (LeadKind.AGGRESSIVE, LeadKind.EQUIVOCAL):
        return no(fault or ("partner led trumps from weakness" if kind else "partner has not opened trumps"))
    return yes("partner has opened trumps, and wants them cleared", facts.to_return(facts.trump_suit))


# fmt: skip

trumps_again = Section[LeadFacts](KEY)


@trumps_again.rule(
    "cae-art-036",
    "After the queen from ace, queen, ten up to the knave, wait.",
    page=42,
    lines=(2048, 2049),
    row="wait",
)
def wait_for_the_knave(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    is_knave_right = turned_by(facts, facts.seat.right) is Rank.KNAVE
    if not is_knave_right or not held.headed_by("AT") or facts.rounds(facts.trump_suit) != 1:
        return no("it is not ace, ten over a knave turned up on the right")
    if Card(facts.trump_suit, Rank.QUEEN) not in facts.led_by(facts.seat):
        return no("the queen of trumps was not led")
    return _instead(facts, "ace and ten wait over the knave that was turned up")


@trumps_again.rule(
    "cae-art-030",
    "With five trumps draw two rounds as a rule, with six always.",
    page=39,
    lines=(1936, 1942),
    row="the second round",
)
def second_round_of_trumps(facts: LeadFacts) -> Finding:
    suit = facts.trump_suit
    fault = _why_no_trump(facts)
    if fault or suit not in facts.suits_opened_by(facts.seat) or facts.rounds(suit) != 1:
        return no(fault or "trumps have not been opened here and led but once")
    if len(facts.trumps_dealt) < 5:
        return no("there were not five trumps")
    if Rank.ACE in facts.trumps_held:
        return yes("five trumps or more, and the ace makes sure of the second round", Card(suit, Rank.ACE))
    return yes("five trumps or more, and two rounds are to be drawn", *trumps_as_in_other_suits(facts))


trumps_again.add(TWO_FOR_ONE)
# fmt: skip

rest = Section[LeadFacts](KEY)


@rest.rule("cae-art-034", "When trumps are clearly against you, take what tricks you can.", page=40, lines=(2003, 2008))
def realise(facts: LeadFacts) -> Finding:
    if facts.is_strong_in_trumps or not trumps_are_against_us(facts):
        return no("the superiority in trumps is not clearly with the adversaries")
    masters = tuple(facts.masters(suit)[0] for suit in facts.plain_suits if facts.masters(suit))
    if not masters:
        return no("no trick can be realised at once")
    others = tuple(card for card in masters if card.suit not in facts.commanded_against_us)
    because = "trumps are clearly against this hand, which takes what tricks it can"
    return yes(because, *others or masters, merely=tuple(card for card in masters if others and card not in others))


@rest.rule(
    "cae-art-032",
    "With a suit that you command, and trumps besides, force out the last adverse trump.",
    page=40,
    lines=(1971, 1977),
    row="force it out",
)
def force_out_the_last_trump(facts: LeadFacts) -> Finding:
    if not facts.trumps_held or facts.trumps_out != 1 or not facts.adversaries_with_trumps:
        return no("it is not one adverse trump against some here")
    suits = facts.commanded or tuple(
        suit for suit in facts.plain_suits if len(facts.hand[suit]) > 1 and facts.is_established(suit)
    )
    if not suits:
        return no("no suit is commanded")
    best = facts.best(suits)
    return yes(lambda: f"the {names(best)} are good, and force out the last trump", *facts.winners_of(best))


rest.add(*AGAIN)


@rest.rule(
    "cae-art-003c",
    "Partner who leads high and then low from a short suit wants to ruff: lead it again.",
    page=23,
    lines=(1277, 1279),
)
def for_his_ruff(facts: LeadFacts) -> Finding:
    suits = [
        suit
        for suit in facts.partners_suits
        if facts.kind_of_lead(facts.partner, suit) is LeadKind.DEFENSIVE
        and len(facts.played_by(facts.partner, suit)) == 2
        and facts.may_hold_trumps(facts.partner)
        and not facts.has_shown_void(facts.partner, suit)
    ]
    if not suits:
        return no("partner has not led the higher and then the lower of a short suit")
    return yes(
        lambda: f"partner led {names(suits)} from the top and followed lower, and wishes to ruff",
        *facts.lowest_in(suits),
    )


@rest.rule(
    "cae-art-012", "Lead through the player who dropped a suit, in order to be led up to.", page=31, lines=(1569, 1584)
)
def through_who_dropped_it(facts: LeadFacts) -> Finding:
    left = facts.seat.left
    suits = _dropped_by(facts, left)
    if not suits:
        return no("nobody on the left has led king or queen and dropped the suit")
    kept = [suit for suit in suits if facts.masters(suit)]
    cards = [card for suit in suits if suit not in kept for card in facts.either_end(suit)]

    def because() -> str:
        return f"{left.label} led king or queen of {names(suits)} and dropped the suit, to be led up to"

    return yes(because, *facts.lowest_in(kept), *cards)


rest.add(*INDEPENDENT)


@rest.rule(
    "cae-art-057",
    "Having finessed the queen from ace, queen in partner’s suit, lead the ace before another.",
    page=49,
    lines=(2319, 2330),
    row="lead",
)
def ace_before_another(facts: LeadFacts) -> Finding:
    suits = [
        suit
        for suit in _aggressive(facts)
        if _won_for_partner(facts, suit) is Rank.QUEEN and Rank.ACE in facts.hand[suit]
    ]
    if not suits:
        return no("no suit of partner’s was won with the queen from ace, queen")
    return yes("the queen was finessed from ace, queen, and the ace comes next", *facts.highest(suits))


@rest.rule(
    "cae-art-064",
    "From king, knave in partner’s suit return the knave of three, the lowest of four.",
    page=51,
    lines=(2402, 2407),
    row="return",
)
def king_knave_returned(facts: LeadFacts) -> Finding:
    knaves, lows = [], []
    for suit in _aggressive(facts):
        dealt = facts.dealt[suit]
        if not dealt.headed_by("KJ") or facts.rounds(suit) != 1:
            continue
        won = _won_for_partner(facts, suit)
        if won is Rank.KNAVE and len(dealt) > 3:
            lows.append(suit)
        if won is Rank.KING and len(dealt) <= 3:
            knaves.append(suit)
    if not knaves and not lows:
        return no("no suit of partner’s was won from king, knave")

    def because() -> str:
        return f"partner’s {names([*knaves, *lows])} were won from king, knave"

    return yes(because, *facts.highest(knaves), *facts.lowest_in(lows))


@rest.rule(
    "cae-art-065",
    "Return the highest left of partner’s suit, when you had less than four of it.",
    page=51,
    lines=(2409, 2424),
    row="return",
)
def highest_of_few(facts: LeadFacts) -> Finding:
    suits = [suit for suit in _aggressive(facts) if len(facts.dealt[suit]) < 4]
    if not suits:
        return no("no suit that partner led from strength was of less than four here")
    return yes(
        lambda: f"partner led {names(suits)} from strength, and less than four were dealt here", *facts.highest(suits)
    )


@rest.rule(
    "cae-art-009",
    "Return partner’s aggressive lead, when you have no good suit of your own to open.",
    page=28,
    lines=(1465, 1488),
)
def return_his_suit(facts: LeadFacts) -> Finding:
    suits = _aggressive(facts)
    if not suits:
        return no("partner has led no plain suit from strength")
    return yes(lambda: f"partner led {names(suits)} from strength", *(facts.to_return(suit) for suit in suits))


rest.add(*FAIRLY_GOOD)


@rest.rule("cae-art-006", "Pursue your own suit.", page=26, lines=(1410, 1414), row="pursue")
def pursue(facts: LeadFacts) -> Finding:
    opened = facts.suits_opened_by(facts.seat)
    suits = [suit for suit in facts.plain_suits if suit in opened and len(facts.dealt[suit]) >= 4]
    if not suits:
        return no("no long suit has been opened here")
    best = facts.best(suits)
    cards = [card for suit in best for card in (*facts.masters(suit)[:1], *facts.lowest_in([suit]))[:1]]
    others = tuple(facts.to_return(suit) for suit in facts.partners_suits)
    return yes(lambda: f"{names(best)} have been opened here, and are pursued", *tuple(cards), merely=others)


rest.add(*without_a_good_suit)
# fmt: skip

later = Section[LeadFacts](KEY)


later.add(*the_end)


@later.rule(
    "cae-art-087",
    "Do not play out the best trump when the rest are in one adverse hand.",
    page=59,
    lines=(2706, 2712),
    row="the rest in one hand",
)
def keep_the_king_trump(facts: LeadFacts) -> Finding:
    masters = facts.masters(facts.trump_suit)
    others = [seat for seat in (facts.partner, *facts.adversaries) if facts.may_hold_trumps(seat)]
    if not masters or len(facts.trumps_held) != 1 or facts.trumps_out < 1 or len(others) != 1:
        return no("it is not the best trump alone, with the rest in one hand")
    if others[0] is facts.partner:
        return no("the other trumps are partner’s")
    return _instead(facts, f"the other trumps are all with {others[0].label}, whom the best is kept to stop")


@later.rule(
    "cae-art-002b", "Keep back the trump that you turned up, when another is as good.", page=21, lines=(1174, 1178)
)
def keep_the_turned_trump(facts: LeadFacts) -> Finding:
    turned = facts.turned_up
    if turned is None or turned[0] is not facts.seat or turned[1] not in facts.hand:
        return no("the turn-up is not held")
    usual = decide((*trumps_for_partner, *trumps_again, *offence_in_trumps), facts)
    if usual is None or turned[1] not in usual.answers:
        return no("the turn-up would not be led")
    equals = tuple(card for card in facts.equals(turned[1]) if card != turned[1])
    if not equals:
        return no("no other trump is as good as the turn-up")
    return yes(lambda: f"the {turned[1].name} was turned up, and another is as good", *equals)


later.add(*trumps_for_partner)


later.add(*trumps_again)


later.add(*offence_in_trumps)


later.add(*forcing_adversaries)


later.add(*forcing_partner)


later.add(*(Rule(bar.id, bar.says, bar.citation, bar.find, "drop the suit") for bar in BARS))


later.add(*rest)
# fmt: skip


def _silent_on(view: View) -> str | None:
    return why_no_whist(view) or ("against an exposed hand he has another policy" if view.exposed else None)


LEADING_AGAIN = Chapter(
    Question.RETURN, later, LeadFacts, silent_on=_silent_on, otherwise=interpreted(), allows=may_lead_it_back
)
"""Every lead after the first of a hand, when all four hands are hidden."""
