"""What Cælebs leads where no suit is fit to be opened: safe sequences, and the leads of the weak (pp. 26–36).

A tenace “is infinitely preferable to opening a weak suit” (p. 34), though a quiet ace (pp. 31, 33) gives way to a safe
sequence.
"""

from __future__ import annotations

from collections.abc import Callable

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import LONG, STRENGTHENING, names
from tutor.authorities.caelebs.lead_combinations import combination_of
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.rules import NO_REASON, Finding, decide, no, yes
from tutor.authorities.section import Section
from tutor.cards import Holding, Rank, Suit

safe_leads = Section[LeadFacts](KEY)


def _safe_sequences(facts: LeadFacts) -> tuple[Suit, ...]:
    return facts.having(lambda holding: len(holding) == 3 and (holding.headed_by("QJ") or holding.headed_by("JT")))


def _is_unfit_ace(holding: Holding) -> bool:
    """Whether a suit of ace, jack or ace, ten is not fit to be opened."""
    return not combination_of(holding) and (holding.headed_by("AJ") or holding.headed_by("AT"))


@safe_leads.rule(
    "cae-art-011d",
    "Do not open ace, jack or ace, ten if you have a safe sequence to lead.",
    page=31,
    lines=(1556, 1560),
    why="With ace and jack or ten you are more likely to gain a tenace by keeping quiet. A finesse can succeed only "
    "against a card on your right, so it is absurd when that card cannot be there.",
    why_lines=(1556, 1567),
)
def ace_knave_or_ten_waits(facts: LeadFacts) -> Finding:
    waiting = facts.having(lambda holding: len(holding) >= 3 and _is_unfit_ace(holding))
    sequences = _safe_sequences(facts)
    if not waiting or not sequences:
        return no("there is no ace, jack or ace, ten beside a safe sequence")
    return yes(
        lambda: f"ace with jack or ten in {names(waiting)} waits for a tenace, and {names(sequences)} are safe",
        *facts.highest_in(sequences),
    )


@safe_leads.rule(
    "cae-art-016",
    "From queen, jack and one other lead the queen.",
    page=32,
    lines=(1624, 1626),
    row="queen, jack and one other",
)
def queen_knave_and_one(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 3 and holding.headed_by("QJ"))
    if not suits:
        return no("no suit is queen, jack and one other")
    return yes(lambda: f"there are queen, jack and one other in {names(suits)}", *facts.highest_in(suits))


@safe_leads.rule(
    "cae-art-013",
    "A sequence at the head of a suit is always safe: lead its highest.",
    page=31,
    lines=(1586, 1597),
    row="jack, ten and one other",
)
def knave_ten_and_one(facts: LeadFacts) -> Finding:
    suits = _safe_sequences(facts)
    if not suits:
        return no("no suit of three is headed by jack, ten")
    return yes(lambda: f"a sequence heads the {names(suits)}", *facts.highest_in(suits))


@safe_leads.rule(
    "cae-art-023",
    "Lead from ace, queen or ace, jack rather than open a weak suit.",
    page=34,
    lines=(1721, 1730),
    row="four in suit",
)
def tenace_before_a_weak_suit(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == LONG)
    best = facts.best(suit for suit in suits if any(map(facts.hand[suit].headed_by, ("AQ", "AJ"))))
    if not best:
        return no("no suit of four is headed by ace, queen or ace, jack")
    cards = [card for suit in best for card in facts.either_end(suit)]
    return yes(lambda: f"it is better to lead from the tenace in {names(best)} than from a weak suit", *cards)


def _several_small_cards(facts: LeadFacts) -> tuple[Suit, ...]:
    """The best of the suits of several cards, none of them an honour."""
    return facts.best(facts.having(lambda holding: len(holding) >= LONG and holding.highest <= Rank.TEN))


@safe_leads.rule(
    "cae-art-024",
    "With strength in trumps you may lead from several small cards.",
    page=34,
    lines=(1732, 1734),
    row="strong in trumps",
    why="Three cards with honours may make two tricks if others lead the suit, but seldom more than one if you do. "
    "Small cards are a bad lead without the trumps to establish them.",
    why_lines=(1732, 1754),
)
def small_cards_with_trumps(facts: LeadFacts) -> Finding:
    if not facts.is_strong_in_trumps:
        return no(lambda: f"{facts.weakness_in_trumps}, and it is bad to lead from several small cards")
    best = _several_small_cards(facts)
    if not best:
        return no("there is no suit of several small cards")
    return yes(lambda: f"strength in trumps allows a lead from the small {names(best)}", *facts.lowest_in(best))


# ---- from weakness -----------------------------------------------------------------------------------------------

defensive = Section[LeadFacts](KEY)


def _is_weak_three(holding: Holding) -> bool:
    """Whether a suit of three has no honour that by waiting would make more: neither ace nor king."""
    return len(holding) == 3 and holding.highest < Rank.KING


def _best_heads(facts: LeadFacts, test: Callable[[Holding], bool]) -> tuple[Suit, ...]:
    """Of the fresh suits that pass a test those with the highest head: the card that strengthens partner most."""
    heads = {suit: facts.hand[suit].highest for suit in facts.having(test)}
    return tuple(suit for suit, head in heads.items() if head is max(heads.values()))


@defensive.rule(
    "cae-art-006",
    "When weak, lead a strengthening card: queen, jack or ten, the highest of three.",
    page=26,
    lines=(1412, 1425),
    row="strengthening cards",
)
def strengthening(facts: LeadFacts) -> Finding:
    best = _best_heads(facts, lambda holding: _is_weak_three(holding) and holding.highest in STRENGTHENING)
    if not best:
        return no("no suit of three is headed by queen, jack or ten")
    return yes(lambda: f"a strengthening card heads the three {names(best)}", *facts.highest_in(best))


@defensive.rule(
    "cae-art-008",
    "Always lead the highest card of a poor suit of fewer than four.",
    page=27,
    lines=(1453, 1456),
    row="three in suit",
    why="Such a lead comes from sheer weakness. If its highest card is an honour it may help partner a great deal, "
    "and partner will return the suit only to set up a ruff.",
    why_lines=(1453, 1463),
)
def weak_three(facts: LeadFacts) -> Finding:
    best = _best_heads(facts, _is_weak_three)
    if not best:
        return no("there is no weak suit of three")
    return yes(lambda: f"a poor hand leads the highest of the three {names(best)}", *facts.highest_in(best))


@defensive.rule(
    "cae-art-026",
    "You may lead a single strengthening card when you are ready to ruff.",
    page=36,
    lines=(1790, 1792),
    row="a strengthening card",
)
def single_strengthening_card(facts: LeadFacts) -> Finding:
    if not facts.trumps_held:
        return no("there is no trump to ruff with")
    best = _best_heads(facts, lambda holding: len(holding) == 1 and holding.highest in STRENGTHENING)
    if not best:
        return no("no single card is a queen, jack or ten")
    return yes(
        lambda: f"there is a single strengthening card in {names(best)}, with trumps to ruff", *facts.highest_in(best)
    )


@defensive.rule(
    "cae-art-025",
    "From a suit of two lead the highest; but avoid it unless you want to ruff.",
    page=35,
    lines=(1756, 1760),
    why="A lead from two cards, above all with the higher first, tells partner that you wish to ruff. Unless you do, "
    "the message is wrong.",
    why_page=23,
    why_lines=(1277, 1279),
)
def two_in_suit(facts: LeadFacts) -> Finding:
    poor = _best_heads(facts, lambda holding: len(holding) == 2 and holding.highest < Rank.KING)
    best = poor or _best_heads(facts, lambda holding: len(holding) == 2)
    if not best:
        return no("no suit is of two cards")
    return yes(lambda: f"there are two cards in {names(best)}", *facts.highest_in(best))


@defensive.rule(
    "cae-art-024",
    "If you cannot avoid a lead from three with a high card, lead the highest.",
    page=34,
    lines=(1732, 1754),
    row="three in suit",
)
def inevitable_three(facts: LeadFacts) -> Finding:
    three = facts.having(lambda holding: len(holding) == 3)
    suits = [suit for suit in three if facts.hand[suit].highest is not Rank.ACE] or three
    if not suits:
        return no("no suit is of three cards")
    return yes(lambda: f"a lead from the three {names(suits)} cannot be avoided", *facts.highest_in(suits))


@defensive.rule(
    "cae-art-024",
    "It is bad to lead from several small cards without strength in trumps: do it last.",
    page=34,
    lines=(1732, 1734),
    row="several small cards",
)
def inevitable_small_cards(facts: LeadFacts) -> Finding:
    best = _several_small_cards(facts)
    if not best:
        return no("there is no suit of several small cards")
    return yes(lambda: f"there are only several small cards in {names(best)}", *facts.lowest_in(best))


# ---- what waits, and what is led instead -------------------------------------------------------------------------

waiting = Section[LeadFacts](KEY)


def _is_quiet(holding: Holding) -> bool:
    """Whether a suit is an ace, without king or queen, that is better not opened."""
    is_ace = len(holding) >= LONG and holding.highest is Rank.ACE
    return is_ace and Rank.QUEEN not in holding and not combination_of(holding)


@waiting.rule(
    "cae-art-018",
    "With an ace and several small cards, leave the suit alone and lead another.",
    page=33,
    lines=(1649, 1657),
    row="remain quiet",
    why="Played at once, the ace makes only one trick. Kept back, it may protect partner’s hand or your own. With the "
    "last trump and five to the ace, passing two rounds probably makes three tricks.",
    why_lines=(1652, 1659),
)
def quiet_ace(facts: LeadFacts) -> Finding:
    quiet = facts.having(_is_quiet)
    if not quiet:
        return no("there is no ace with several small cards")
    instead = decide(defensive, facts)
    if instead is None:
        return no("there is no other suit to lead from")
    return yes(lambda: f"the ace of the {names(quiet)} is left alone, and {instead.because}", *instead.answers)


@waiting.rule(
    "cae-art-027",
    "Never lead a single king.",
    page=36,
    lines=(1794, 1798),
    why="If you wait, the king will more likely than not make a trick, even with the ace against you. You also avoid "
    "showing your weakness or being misunderstood.",
)
def single_king(facts: LeadFacts) -> Finding:
    kings = facts.having(lambda holding: str(holding) == "K")
    instead = decide(defensive, facts) if kings else None
    if instead is None:
        return no("there is no single king that a lead from some weak suit can spare")
    return yes(lambda: f"the single king of {names(kings)} waits, and {instead.because}", *instead.answers)


last = Section[LeadFacts](KEY)


@last.rule(
    "cae-art-011",
    "Always lead the highest or the lowest of a suit, never a middle card.",
    page=30,
    lines=(1520, 1524),
    why=NO_REASON,
    why_lines=(1520, 1522),
)
def long_suit_with_an_ace(facts: LeadFacts) -> Finding:
    best = facts.best(facts.having(lambda holding: len(holding) >= LONG))
    if not best:
        return no("no plain suit is of four or more")
    return yes(
        lambda: f"there is nothing else, and the {names(best)} are led from the highest or the lowest",
        *(card for suit in best for card in facts.either_end(suit)),
    )


WEAK_LEADS = (*safe_leads, *waiting, *defensive, *last)
