"""Cælebs’s first lead of a hand (pp. 27–42): from the score, from trumps, from a good suit, and from none.

Where he says two things of one hand the order is his: the score goes before everything (pp. 21, 27, 42); trumps before
the suit when they are strong, and the suit before them when they are four (p. 41); a tenace “is infinitely preferable
to opening a weak suit” (p. 34), though a quiet ace (pp. 31, 33) gives way to a safe sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import STRENGTHENING, why_no_whist
from tutor.authorities.caelebs.interpretations import OTHERS
from tutor.authorities.caelebs.lead_facts import GOOD_SUITS, LeadFacts, cite, names, row_of
from tutor.authorities.caelebs.trump_leads import offence_in_trumps, trumps_as_in_other_suits, turned_by
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Rule, decide, no, yes
from tutor.authorities.section import Section
from tutor.cards import Holding, Rank, Suit
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.notation import counted
from tutor.view import View

# ---- the score ---------------------------------------------------------------------------------------------------


def _is_desperate(facts: LeadFacts) -> bool:
    return facts.them == 3 and facts.us <= facts.interpretation.low_score


def _score(facts: LeadFacts) -> str:
    return f"the score is {facts.us} to {facts.them}"


def _is_moderate(facts: LeadFacts) -> bool:
    return not facts.has_great_strength and not (facts.is_strong_in_trumps and facts.fortified)


def _is_badly_behind(facts: LeadFacts) -> bool:
    return facts.them >= 3 and facts.us <= facts.interpretation.low_score


by_the_score = Section[LeadFacts](KEY)


@by_the_score.rule(
    "cae-art-038",
    "When the adversaries are three and your own score is very low, lead your best trump if you have no honour.",
    page=42,
    lines=(2063, 2068),
)
def best_trump_at_three(facts: LeadFacts) -> Finding:
    if not _is_desperate(facts):
        return no(_score(facts))
    if facts.trumps_dealt.count(WHIST_HONOURS) or not facts.trumps_held:
        return no("there is an honour in trumps, or no trump")
    return yes(
        lambda: f"{_score(facts)}, and without an honour the game is lost unless partner has two",
        *facts.highest([facts.trump_suit]),
    )


@by_the_score.rule(
    "cae-art-007",
    "Badly behind with a moderate hand, lead the king, queen or knave that heads a suit of less than four.",
    page=27,
    lines=(1429, 1438),
)
def sacrifice(facts: LeadFacts) -> Finding:
    if not _is_badly_behind(facts):
        return no(_score(facts))
    if not _is_moderate(facts):
        return no("the hand is too good to be sacrificed")
    suits = facts.having(
        lambda holding: len(holding) in (2, 3) and holding.highest in (Rank.KING, Rank.QUEEN, Rank.KNAVE)
    )
    if not suits:
        return no("no suit of two or three is headed by king, queen or knave")
    trumps = facts.highest([facts.trump_suit]) if facts.trumps_held else ()

    def because() -> str:
        return f"{_score(facts)}, and the hand is sacrificed to strengthen partner in {names(suits)}"

    return yes(because, *facts.highest(suits), merely=trumps)


# ---- without a good suit -----------------------------------------------------------------------------------------


def _short_sequences(facts: LeadFacts) -> tuple[Suit, ...]:
    return facts.having(lambda holding: len(holding) == 3 and (holding.headed_by("QJ") or holding.headed_by("JT")))


def _is_quiet(holding: Holding) -> bool:
    """Whether a suit is an ace, without king or queen, that is better not opened."""
    return len(holding) >= 4 and holding.highest is Rank.ACE and not row_of(holding) and Rank.QUEEN not in holding


def _headed(holding: Holding, letters: str) -> bool:
    return row_of(holding) is None and holding.headed_by(letters)


def _is_weak_three(holding: Holding) -> bool:
    """Whether a suit of three has no honour that by waiting would make more: neither ace nor king."""
    return len(holding) == 3 and holding.highest < Rank.KING


def _by_their_heads(facts: LeadFacts, suits: Iterable[Suit]) -> tuple[Suit, ...]:
    """The suits with the highest head: the card that strengthens partner most."""
    suits = tuple(suits)
    top = max(facts.hand[suit].highest for suit in suits)
    return tuple(suit for suit in suits if facts.hand[suit].highest is top)


def _single_card_with_six_trumps(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 1 and holding.highest < Rank.TEN)
    if len(facts.trumps_dealt) <= 5 or not suits:
        return no("there are not six trumps and a single loose card")
    return yes(
        lambda: f"{counted(len(facts.trumps_dealt), 'trump')}, and a single loose card in {names(suits)}",
        *facts.highest(suits),
    )


defensive = Section[LeadFacts](KEY)


@defensive.rule(
    "cae-art-006",
    "When weak, lead a strengthening card: queen, knave or ten, the highest of three.",
    page=26,
    lines=(1417, 1425),
    row="strengthening cards",
)
def strengthening(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: _is_weak_three(holding) and holding.highest in STRENGTHENING)
    if not suits:
        return no("no suit of three is headed by queen, knave or ten")
    best = _by_their_heads(facts, suits)
    return yes(lambda: f"a strengthening card heads the three {names(best)}", *facts.highest(best))


@defensive.rule(
    "cae-art-008",
    "Defensive leads, from a poor suit of less than four, are always of the highest.",
    page=27,
    lines=(1456, 1461),
    row="three in suit",
)
def weak_three(facts: LeadFacts) -> Finding:
    suits = facts.having(_is_weak_three)
    if not suits:
        return no("there is no weak suit of three")
    best = _by_their_heads(facts, suits)
    return yes(lambda: f"a poor hand leads the highest of the three {names(best)}", *facts.highest(best))


@defensive.rule(
    "cae-art-026",
    "A single strengthening card may be led when you are prepared to ruff.",
    page=36,
    lines=(1790, 1792),
    row="a strengthening card",
)
def single_strengthening_card(facts: LeadFacts) -> Finding:
    if not facts.trumps_held:
        return no("there is no trump to ruff with")
    suits = facts.having(lambda holding: len(holding) == 1 and holding.highest in STRENGTHENING)
    if not suits:
        return no("no single card is a queen, knave or ten")
    best = _by_their_heads(facts, suits)
    return yes(lambda: f"a single strengthening card in {names(best)}, and trumps to ruff with", *facts.highest(best))


@defensive.rule(
    "cae-art-025",
    "From two in suit lead the highest; but avoid it unless you want to ruff.",
    page=35,
    lines=(1756, 1760),
)
def two_in_suit(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 2)
    if not suits:
        return no("no suit is of two cards")
    poor = [suit for suit in suits if facts.hand[suit].highest < Rank.KING] or suits
    best = _by_their_heads(facts, poor)
    return yes(lambda: f"two in suit in {names(best)}", *facts.highest(best))


@defensive.rule(
    "cae-art-024",
    "When a lead from three with a high card is inevitable, lead the highest.",
    page=34,
    lines=(1732, 1754),
    row="three in suit",
)
def inevitable_three(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 3)
    if not suits:
        return no("no suit is of three cards")
    with_ace = [suit for suit in suits if facts.hand[suit].highest is Rank.ACE]
    suits = tuple(suit for suit in suits if suit not in with_ace) or suits
    return yes(lambda: f"a lead from the three {names(suits)} is inevitable", *facts.highest(suits))


@defensive.rule(
    "cae-art-024",
    "It is bad to lead from several small cards without strength in trumps: do it last.",
    page=34,
    lines=(1732, 1734),
    row="several small cards",
)
def inevitable_small_cards(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) >= 4 and holding.highest <= Rank.TEN)
    if not suits:
        return no("there is no suit of several small cards")
    best = facts.best(suits)
    return yes(lambda: f"nothing but several small cards in {names(best)}", *facts.lowest_in(best))


without_a_good_suit = Section[LeadFacts](KEY)


@without_a_good_suit.rule(
    "cae-art-011d",
    "Do not open ace, knave or ace, ten where there is a safe sequence to lead.",
    page=31,
    lines=(1556, 1560),
)
def ace_knave_or_ten_waits(facts: LeadFacts) -> Finding:
    waiting = facts.having(lambda holding: len(holding) >= 3 and (_headed(holding, "AJ") or _headed(holding, "AT")))
    sequences = _short_sequences(facts)
    if not waiting or not sequences:
        return no("there is not ace, knave or ace, ten beside a safe sequence")

    def because() -> str:
        return f"ace with knave or ten in {names(waiting)} waits for a tenace, and {names(sequences)} are safe"

    return yes(because, *facts.highest(sequences))


@without_a_good_suit.rule(
    "cae-art-016",
    "From queen, knave and one other lead the queen.",
    page=32,
    lines=(1624, 1626),
    row="queen, knave and one other",
)
def queen_knave_and_one(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 3 and holding.headed_by("QJ"))
    if not suits:
        return no("no suit is queen, knave and one other")
    return yes(lambda: f"queen, knave and one other in {names(suits)}", *facts.highest(suits))


@without_a_good_suit.rule(
    "cae-art-013",
    "A sequence at the head of a suit is always safe: lead its highest.",
    page=31,
    lines=(1586, 1591),
    row="knave, ten and one other",
)
def knave_ten_and_one(facts: LeadFacts) -> Finding:
    suits = _short_sequences(facts)
    if not suits:
        return no("no suit of three is headed by knave, ten")
    return yes(lambda: f"a sequence at the head of the {names(suits)}", *facts.highest(suits))


@without_a_good_suit.rule(
    "cae-art-023",
    "Rather lead from ace, queen or ace, knave than open a weak suit.",
    page=34,
    lines=(1721, 1730),
    row="four in suit",
)
def tenace_before_a_weak_suit(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 4 and (holding.headed_by("AQ") or holding.headed_by("AJ")))
    if not suits:
        return no("there is no ace, queen or ace, knave four in suit")
    best = facts.best(suits)
    cards = [card for suit in best for card in facts.either_end(suit)]
    return yes(lambda: f"the tenace in {names(best)} is better led from than a weak suit", *cards)


@without_a_good_suit.rule(
    "cae-art-024",
    "With strength in trumps you may lead from several small cards.",
    page=34,
    lines=(1732, 1734),
    row="strong in trumps",
)
def small_cards_with_trumps(facts: LeadFacts) -> Finding:
    if not facts.is_strong_in_trumps:
        return no(lambda: f"{facts.weakness_in_trumps}, and it is bad to lead from several small cards")
    suits = facts.having(lambda holding: len(holding) >= 4 and holding.highest <= Rank.TEN)
    if not suits:
        return no("there is no suit of several small cards")
    best = facts.best(suits)

    def because() -> str:
        return f"strength in trumps allows a lead from the small {names(best)}"

    return yes(because, *facts.lowest_in(best))


@without_a_good_suit.rule(
    "cae-art-018",
    "With ace and several small ones remain quiet, and lead another suit.",
    page=33,
    lines=(1649, 1657),
    row="remain quiet",
)
def quiet_ace(facts: LeadFacts) -> Finding:
    quiet = facts.having(_is_quiet)
    if not quiet:
        return no("there is no ace with several small cards")
    instead = decide(defensive, facts)
    if instead is None:
        return no("there is no other suit to lead from")
    return yes(lambda: f"the ace of the {names(quiet)} remains quiet, and {instead.because}", *instead.answers)


@without_a_good_suit.rule("cae-art-027", "Never lead a single king.", page=36, lines=(1794, 1798))
def single_king(facts: LeadFacts) -> Finding:
    kings = facts.having(lambda holding: str(holding) == "K")
    instead = decide(defensive, facts) if kings else None
    if instead is None:
        return no("there is no single king that some weak suit can spare")
    return yes(lambda: f"the single king of {names(kings)} waits, and {instead.because}", *instead.answers)


without_a_good_suit.add(*defensive)


@without_a_good_suit.rule(
    "cae-art-011", "Always lead the highest or the lowest of a suit, never a middle card.", page=30, lines=(1520, 1524)
)
def long_suit_with_an_ace(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) >= 4)
    if not suits:
        return no("no plain suit is of four or more")
    best = facts.best(suits)
    return yes(
        lambda: f"nothing else is held, and the {names(best)} are led from the highest or the lowest",
        *(card for suit in best for card in facts.either_end(suit)),
    )


SINGLE_CARD: Rule[LeadFacts] = Rule(
    "cae-art-026",
    "With more than five trumps you may well lead a single card.",
    cite(35, 1784, 1786),
    _single_card_with_six_trumps,
    "six trumps",
)


FEW_TRUMPS = 3
"""A trump led to strengthen partner is like any defensive lead, “from a poor suit of less than four cards” (p. 27)."""

# ---- what he allows ----------------------------------------------------------------------------------------------


allowed = Section[LeadFacts](KEY)


@allowed.rule(
    "cae-art-028",
    "You may lead your best trump to strengthen partner, though it is well to avoid it.",
    page=38,
    lines=(1883, 1890),
    row="defensive",
)
def best_trump_to_strengthen(facts: LeadFacts) -> Finding:
    if len(facts.trumps_dealt) > FEW_TRUMPS or facts.fortified or not facts.trumps_held:
        return no("the hand is not one of few trumps without a good suit")
    return yes("a weak hand may strengthen partner with its best trump", *facts.highest([facts.trump_suit]))


@allowed.rule(
    "cae-art-036",
    "You may lead trumps up to the ace with a good sequence, or with number.",
    page=41,
    lines=(2036, 2044),
    row="up to the ace",
)
def up_to_the_ace(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    if turned_by(facts, facts.seat.right) is not Rank.ACE:
        return no("the ace was not turned up on the right")
    if not held or (len(held) < 4 and not any(held.headed_by(tierce) for tierce in ("KQJ", "QJT", "JT9"))):
        return no("there is neither a good sequence in trumps nor number")
    return yes("sequence or number may be led up to the ace", *trumps_as_in_other_suits(facts))


@allowed.rule(
    "cae-art-026",
    "For the odd trick, weak in trumps and with a tenace in prospect, a single card may be led.",
    page=35,
    lines=(1786, 1789),
    row="for the odd trick",
)
def single_card_for_the_odd_trick(facts: LeadFacts) -> Finding:
    if not facts.can_be_out_with_the_odd_trick or facts.is_strong_in_trumps or not facts.trumps_held:
        return no("it is not a hand weak in trumps that plays for the odd trick")
    if not any(facts.hand[suit].headed_by("AQ") or facts.hand[suit].headed_by("KJ") for suit in facts.fresh):
        return no("there is no tenace in prospect")
    suits = facts.having(lambda holding: len(holding) == 1 and holding.highest < Rank.KING)
    if not suits:
        return no("there is no single card")
    return yes("for the odd trick, weak in trumps and with a tenace in prospect", *facts.highest(suits))


@allowed.rule(
    "cae-art-039", "Many players do not lead trumps when trying for the odd trick.", page=42, lines=(2074, 2076)
)
def no_trumps_for_the_odd_trick(facts: LeadFacts) -> Finding:
    if not facts.can_be_out_with_the_odd_trick:
        return no("the odd trick is game to neither side")
    instead = decide((*GOOD_SUITS, *without_a_good_suit), facts)
    return (
        yes(lambda: f"for the odd trick many leave trumps alone; {instead.because}", *instead.answers)
        if (instead)
        else no("there is no plain suit to lead")
    )


def _silent_on(view: View) -> str | None:
    if view.exposed:
        return "against an exposed hand he has another policy"
    unlike = why_no_whist(view)
    return unlike or ("the hand is not whole, and what has been played is not told" if len(view.hand) < 13 else None)


def interpreted() -> tuple[Callable[[View], LeadFacts], ...]:
    """The other readings of his loose words."""
    return tuple(partial(LeadFacts, interpretation=other) for other in OTHERS)


OPENING = Chapter(
    Question.LEAD,
    (*by_the_score, *offence_in_trumps, SINGLE_CARD, *GOOD_SUITS, *without_a_good_suit),
    LeadFacts,
    silent_on=_silent_on,
    otherwise=interpreted(),
    allows=allowed,
)
"""The eldest hand’s lead, when all four hands are hidden."""
