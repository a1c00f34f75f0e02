"""Cælebs’s first lead of a hand (pp. 27–42): from the score, from trumps, from a good suit, and from none.

Where he says two things of one hand the order is his: the score goes before everything (pp. 21, 27, 42); trumps before
the suit when they are strong, and the suit before them when they are four (p. 41); a tenace “is infinitely preferable
to opening a weak suit” (p. 34), though a quiet ace (pp. 31, 33) gives way to a safe sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from tutor.authorities.caelebs.facts import STRENGTHENING, why_no_whist
from tutor.authorities.caelebs.interpretations import OTHERS
from tutor.authorities.caelebs.lead_facts import GOOD_SUITS, LeadFacts, cite, names, row_of
from tutor.authorities.caelebs.trump_leads import OFFENCE_IN_TRUMPS, trumps_as_in_other_suits, turned_by
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Rule, applies, decide, fails
from tutor.cards import Holding, Rank, Suit
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.notation import counted
from tutor.view import View

# ---- the score ---------------------------------------------------------------------------------------------------


def _is_desperate(facts: LeadFacts) -> bool:
    return facts.them == 3 and facts.us <= facts.interpretation.low_score


def _score(facts: LeadFacts) -> str:
    return f"the score is {facts.us} to {facts.them}"


def _best_trump_at_three(facts: LeadFacts) -> Finding:
    if not _is_desperate(facts):
        return fails(_score(facts))
    if facts.trumps_dealt.count(WHIST_HONOURS) or not facts.trumps_held:
        return fails("there is an honour in trumps, or no trump")
    return applies(
        f"{_score(facts)}, and without an honour the game is lost unless partner has two",
        *facts.highest([facts.trump_suit]),
    )


def _is_moderate(facts: LeadFacts) -> bool:
    return not facts.has_great_strength and not (facts.is_strong_in_trumps and facts.fortified)


def _is_badly_behind(facts: LeadFacts) -> bool:
    return facts.them >= 3 and facts.us <= facts.interpretation.low_score


def _sacrifice(facts: LeadFacts) -> Finding:
    if not _is_badly_behind(facts):
        return fails(_score(facts))
    if not _is_moderate(facts):
        return fails("the hand is too good to be sacrificed")
    suits = facts.having(
        lambda holding: len(holding) in (2, 3) and holding.highest in (Rank.KING, Rank.QUEEN, Rank.KNAVE)
    )
    if not suits:
        return fails("no suit of two or three is headed by king, queen or knave")
    trumps = facts.highest([facts.trump_suit]) if facts.trumps_held else ()
    because = f"{_score(facts)}, and the hand is sacrificed to strengthen partner in {names(suits)}"
    return Finding(because, facts.highest(suits), trumps)


BY_THE_SCORE: Sequence[Rule[LeadFacts]] = (
    Rule(
        "cae-art-038",
        "When the adversaries are three and your own score is very low, lead your best trump if you have no honour.",
        cite(42, 2063, 2068),
        _best_trump_at_three,
    ),
    Rule(
        "cae-art-007",
        "Badly behind with a moderate hand, lead the king, queen or knave that heads a suit of less than four.",
        cite(27, 1429, 1438),
        _sacrifice,
    ),
)


# ---- without a good suit -----------------------------------------------------------------------------------------


def _short_sequences(facts: LeadFacts) -> tuple[Suit, ...]:
    return facts.having(lambda holding: len(holding) == 3 and (holding.headed_by("QJ") or holding.headed_by("JT")))


def _is_quiet(holding: Holding) -> bool:
    """Whether a suit is an ace, without king or queen, that is better not opened."""
    return len(holding) >= 4 and holding.highest is Rank.ACE and not row_of(holding) and Rank.QUEEN not in holding


def _ace_knave_or_ten_waits(facts: LeadFacts) -> Finding:
    waiting = facts.having(lambda holding: len(holding) >= 3 and (_headed(holding, "AJ") or _headed(holding, "AT")))
    sequences = _short_sequences(facts)
    if not waiting or not sequences:
        return fails("there is not ace, knave or ace, ten beside a safe sequence")
    because = f"ace with knave or ten in {names(waiting)} waits for a tenace, and {names(sequences)} are safe"
    return applies(because, *facts.highest(sequences))


def _headed(holding: Holding, letters: str) -> bool:
    return row_of(holding) is None and holding.headed_by(letters)


def _queen_knave_and_one(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 3 and holding.headed_by("QJ"))
    if not suits:
        return fails("no suit is queen, knave and one other")
    return applies(f"queen, knave and one other in {names(suits)}", *facts.highest(suits))


def _knave_ten_and_one(facts: LeadFacts) -> Finding:
    suits = _short_sequences(facts)
    if not suits:
        return fails("no suit of three is headed by knave, ten")
    return applies(f"a sequence at the head of the {names(suits)}", *facts.highest(suits))


def _small_cards_with_trumps(facts: LeadFacts) -> Finding:
    if not facts.is_strong_in_trumps:
        return fails(f"{facts.weakness_in_trumps}, and it is bad to lead from several small cards")
    suits = facts.having(lambda holding: len(holding) >= 4 and holding.highest <= Rank.TEN)
    if not suits:
        return fails("there is no suit of several small cards")
    best = facts.best(suits)
    because = f"strength in trumps allows a lead from the small {names(best)}"
    return applies(because, *facts.lowest_in(best))


def _tenace_before_a_weak_suit(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 4 and (holding.headed_by("AQ") or holding.headed_by("AJ")))
    if not suits:
        return fails("there is no ace, queen or ace, knave four in suit")
    best = facts.best(suits)
    cards = [card for suit in best for card in facts.either_end(suit)]
    return applies(f"the tenace in {names(best)} is better led from than a weak suit", *cards)


def _quiet_ace(facts: LeadFacts) -> Finding:
    quiet = facts.having(_is_quiet)
    if not quiet:
        return fails("there is no ace with several small cards")
    instead = decide(DEFENSIVE, facts)
    if instead is None:
        return fails("there is no other suit to lead from")
    return applies(f"the ace of the {names(quiet)} remains quiet, and {instead.because}", *instead.answers)


def _single_king(facts: LeadFacts) -> Finding:
    kings = facts.having(lambda holding: str(holding) == "K")
    instead = decide(DEFENSIVE, facts) if kings else None
    if instead is None:
        return fails("there is no single king that some weak suit can spare")
    return applies(f"the single king of {names(kings)} waits, and {instead.because}", *instead.answers)


def _is_weak_three(holding: Holding) -> bool:
    """Whether a suit of three has no honour that by waiting would make more: neither ace nor king."""
    return len(holding) == 3 and holding.highest < Rank.KING


def _strengthening(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: _is_weak_three(holding) and holding.highest in STRENGTHENING)
    if not suits:
        return fails("no suit of three is headed by queen, knave or ten")
    best = _by_their_heads(facts, suits)
    return applies(f"a strengthening card heads the three {names(best)}", *facts.highest(best))


def _weak_three(facts: LeadFacts) -> Finding:
    suits = facts.having(_is_weak_three)
    if not suits:
        return fails("there is no weak suit of three")
    best = _by_their_heads(facts, suits)
    return applies(f"a poor hand leads the highest of the three {names(best)}", *facts.highest(best))


def _two_in_suit(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 2)
    if not suits:
        return fails("no suit is of two cards")
    poor = [suit for suit in suits if facts.hand[suit].highest < Rank.KING] or suits
    best = _by_their_heads(facts, poor)
    return applies(f"two in suit in {names(best)}", *facts.highest(best))


def _by_their_heads(facts: LeadFacts, suits: Iterable[Suit]) -> tuple[Suit, ...]:
    """The suits with the highest head: the card that strengthens partner most."""
    suits = tuple(suits)
    top = max(facts.hand[suit].highest for suit in suits)
    return tuple(suit for suit in suits if facts.hand[suit].highest is top)


def _single_strengthening_card(facts: LeadFacts) -> Finding:
    if not facts.trumps_held:
        return fails("there is no trump to ruff with")
    suits = facts.having(lambda holding: len(holding) == 1 and holding.highest in STRENGTHENING)
    if not suits:
        return fails("no single card is a queen, knave or ten")
    best = _by_their_heads(facts, suits)
    return applies(f"a single strengthening card in {names(best)}, and trumps to ruff with", *facts.highest(best))


def _inevitable_three(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 3)
    if not suits:
        return fails("no suit is of three cards")
    with_ace = [suit for suit in suits if facts.hand[suit].highest is Rank.ACE]
    suits = tuple(suit for suit in suits if suit not in with_ace) or suits
    return applies(f"a lead from the three {names(suits)} is inevitable", *facts.highest(suits))


def _inevitable_small_cards(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) >= 4 and holding.highest <= Rank.TEN)
    if not suits:
        return fails("there is no suit of several small cards")
    best = facts.best(suits)
    return applies(f"nothing but several small cards in {names(best)}", *facts.lowest_in(best))


def _long_suit_with_an_ace(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) >= 4)
    if not suits:
        return fails("no plain suit is of four or more")
    best = facts.best(suits)
    return applies(
        f"nothing else is held, and the {names(best)} are led from the highest or the lowest",
        *(card for suit in best for card in facts.either_end(suit)),
    )


def _single_card_with_six_trumps(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 1 and holding.highest < Rank.TEN)
    if len(facts.trumps_dealt) <= 5 or not suits:
        return fails("there are not six trumps and a single loose card")
    return applies(
        f"{counted(len(facts.trumps_dealt), 'trump')}, and a single loose card in {names(suits)}",
        *facts.highest(suits),
    )


DEFENSIVE: Sequence[Rule[LeadFacts]] = (
    Rule(
        "cae-art-006",
        "When weak, lead a strengthening card: queen, knave or ten, the highest of three.",
        cite(26, 1417, 1425),
        _strengthening,
        "strengthening cards",
    ),
    Rule(
        "cae-art-008",
        "Defensive leads, from a poor suit of less than four, are always of the highest.",
        cite(27, 1456, 1461),
        _weak_three,
        "three in suit",
    ),
    Rule(
        "cae-art-026",
        "A single strengthening card may be led when you are prepared to ruff.",
        cite(36, 1790, 1792),
        _single_strengthening_card,
        "a strengthening card",
    ),
    Rule(
        "cae-art-025",
        "From two in suit lead the highest; but avoid it unless you want to ruff.",
        cite(35, 1756, 1760),
        _two_in_suit,
    ),
    Rule(
        "cae-art-024",
        "When a lead from three with a high card is inevitable, lead the highest.",
        cite(34, 1732, 1754),
        _inevitable_three,
        "three in suit",
    ),
    Rule(
        "cae-art-024",
        "It is bad to lead from several small cards without strength in trumps: do it last.",
        cite(34, 1732, 1734),
        _inevitable_small_cards,
        "several small cards",
    ),
)

WITHOUT_A_GOOD_SUIT: Sequence[Rule[LeadFacts]] = (
    Rule(
        "cae-art-011d",
        "Do not open ace, knave or ace, ten where there is a safe sequence to lead.",
        cite(31, 1556, 1560),
        _ace_knave_or_ten_waits,
    ),
    Rule(
        "cae-art-016",
        "From queen, knave and one other lead the queen.",
        cite(32, 1624, 1626),
        _queen_knave_and_one,
        "queen, knave and one other",
    ),
    Rule(
        "cae-art-013",
        "A sequence at the head of a suit is always safe: lead its highest.",
        cite(31, 1586, 1591),
        _knave_ten_and_one,
        "knave, ten and one other",
    ),
    Rule(
        "cae-art-023",
        "Rather lead from ace, queen or ace, knave than open a weak suit.",
        cite(34, 1721, 1730),
        _tenace_before_a_weak_suit,
        "four in suit",
    ),
    Rule(
        "cae-art-024",
        "With strength in trumps you may lead from several small cards.",
        cite(34, 1732, 1734),
        _small_cards_with_trumps,
        "strong in trumps",
    ),
    Rule(
        "cae-art-018",
        "With ace and several small ones remain quiet, and lead another suit.",
        cite(33, 1649, 1657),
        _quiet_ace,
        "remain quiet",
    ),
    Rule(
        "cae-art-027",
        "Never lead a single king.",
        cite(36, 1794, 1798),
        _single_king,
    ),
    *DEFENSIVE,
    Rule(
        "cae-art-011",
        "Always lead the highest or the lowest of a suit, never a middle card.",
        cite(30, 1520, 1524),
        _long_suit_with_an_ace,
    ),
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


def _best_trump_to_strengthen(facts: LeadFacts) -> Finding:
    if len(facts.trumps_dealt) > FEW_TRUMPS or facts.fortified or not facts.trumps_held:
        return fails("the hand is not one of few trumps without a good suit")
    return applies("a weak hand may strengthen partner with its best trump", *facts.highest([facts.trump_suit]))


def _up_to_the_ace(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    if turned_by(facts, facts.seat.right) is not Rank.ACE:
        return fails("the ace was not turned up on the right")
    if not held or (len(held) < 4 and not any(held.headed_by(tierce) for tierce in ("KQJ", "QJT", "JT9"))):
        return fails("there is neither a good sequence in trumps nor number")
    return applies("sequence or number may be led up to the ace", *trumps_as_in_other_suits(facts))


def _single_card_for_the_odd_trick(facts: LeadFacts) -> Finding:
    if not facts.can_be_out_with_the_odd_trick or facts.is_strong_in_trumps or not facts.trumps_held:
        return fails("it is not a hand weak in trumps that plays for the odd trick")
    if not any(facts.hand[suit].headed_by("AQ") or facts.hand[suit].headed_by("KJ") for suit in facts.fresh):
        return fails("there is no tenace in prospect")
    suits = facts.having(lambda holding: len(holding) == 1 and holding.highest < Rank.KING)
    if not suits:
        return fails("there is no single card")
    return applies("for the odd trick, weak in trumps and with a tenace in prospect", *facts.highest(suits))


def _no_trumps_for_the_odd_trick(facts: LeadFacts) -> Finding:
    if not facts.can_be_out_with_the_odd_trick:
        return fails("the odd trick is game to neither side")
    instead = decide((*GOOD_SUITS, *WITHOUT_A_GOOD_SUIT), facts)
    return (
        applies(f"for the odd trick many leave trumps alone; {instead.because}", *instead.answers)
        if (instead)
        else fails("there is no plain suit to lead")
    )


ALLOWED: Sequence[Rule[LeadFacts]] = (
    Rule(
        "cae-art-028",
        "You may lead your best trump to strengthen partner, though it is well to avoid it.",
        cite(38, 1883, 1890),
        _best_trump_to_strengthen,
        "defensive",
    ),
    Rule(
        "cae-art-036",
        "You may lead trumps up to the ace with a good sequence, or with number.",
        cite(41, 2036, 2044),
        _up_to_the_ace,
        "up to the ace",
    ),
    Rule(
        "cae-art-026",
        "For the odd trick, weak in trumps and with a tenace in prospect, a single card may be led.",
        cite(35, 1786, 1789),
        _single_card_for_the_odd_trick,
        "for the odd trick",
    ),
    Rule(
        "cae-art-039",
        "Many players do not lead trumps when trying for the odd trick.",
        cite(42, 2074, 2076),
        _no_trumps_for_the_odd_trick,
    ),
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
    (*BY_THE_SCORE, *OFFENCE_IN_TRUMPS, SINGLE_CARD, *GOOD_SUITS, *WITHOUT_A_GOOD_SUIT),
    LeadFacts,
    silent_on=_silent_on,
    otherwise=interpreted(),
    allows=ALLOWED,
)
"""The eldest hand’s lead, when all four hands are hidden."""
