"""Cælebs’s first lead of a hand (pp. 27–42): from the score, from trumps, from a good suit, and from none.

Where Cælebs says two things of one hand the order is his. The score goes before everything (pp. 21, 27, 42), trumps
before the suit when they are strong, and the suit before them when they are four (p. 41).
"""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import LONG, names, other_interpretations, why_no_whist
from tutor.authorities.caelebs.first_trump_leads import TRUMPS_FIRST
from tutor.authorities.caelebs.good_suits import good_suits
from tutor.authorities.caelebs.lead_combinations import TIERCES
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.caelebs.weak_leads import WEAK_LEADS
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import NO_REASON, Finding, Question, decide, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.notation import counted
from tutor.view import View

# ---- the score ---------------------------------------------------------------------------------------------------

by_the_score = Section[LeadFacts](KEY)

BADLY_BEHIND = 3
"""“If opponents are three, and your own score very low” (p. 42): with five points game, a double is enough for them."""


def _score(facts: LeadFacts) -> str:
    return f"the score is {facts.us} to {facts.them}"


@by_the_score.rule(
    "cae-art-038",
    "If the opponents have three points and you have very few, lead your best trump if you have no honour.",
    page=42,
    lines=(2063, 2068),
    why="Unless partner has two honours the game is lost anyway. Once partner knows that you are weak in trumps, they "
    "will keep their own suits whole and discard from the opponents’.",
    why_lines=(2063, 2072),
)
def best_trump_at_three(facts: LeadFacts) -> Finding:
    if facts.them != BADLY_BEHIND or facts.us > facts.interpretation.low_score:
        return no(lambda: _score(facts))
    if facts.trumps_dealt.count(WHIST_HONOURS) or not facts.trumps_held:
        return no("there is an honour in trumps, or there are no trumps")
    return yes(
        lambda: f"{_score(facts)}, and without an honour here the game is lost unless partner has two",
        *facts.highest_in([facts.trump_suit]),
    )


@by_the_score.rule(
    "cae-art-007",
    "Badly behind with a moderate hand, lead the king, queen or jack that heads a suit of fewer than four.",
    page=27,
    lines=(1429, 1438),
    why="If partner is weak too, the game is lost anyway. If partner is strong, your high card puts them on their "
    "guard and gives them the best chances to finesse.",
    why_lines=(1429, 1439),
)
def sacrifice(facts: LeadFacts) -> Finding:
    if facts.them < BADLY_BEHIND or facts.us > facts.interpretation.low_score:
        return no(lambda: _score(facts))
    if facts.has_great_strength or (facts.is_strong_in_trumps and facts.fortified):
        return no("the hand is too good to be sacrificed")
    suits = facts.having(
        lambda holding: len(holding) in (2, 3) and holding.highest in (Rank.KING, Rank.QUEEN, Rank.KNAVE)
    )
    if not suits:
        return no("no suit of two or three is headed by king, queen or jack")
    trumps = facts.highest_in([facts.trump_suit]) if facts.trumps_held else ()

    return yes(
        lambda: f"{_score(facts)}, so the hand is sacrificed to strengthen partner in {names(suits)}",
        *facts.highest_in(suits),
        merely=trumps,
    )


# ---- a single card -----------------------------------------------------------------------------------------------

single_card = Section[LeadFacts](KEY)

TRUMPS_FOR_A_SINGLE_CARD = 6
"""“With more than five trumps, it may be well to lead a single card” (p. 35)."""


@single_card.rule(
    "cae-art-026",
    "With more than five trumps you may well lead a single card.",
    page=35,
    lines=(1778, 1780),
    row="six trumps",
    why="A single loose card is dangerous: opponents guess the motive and draw trumps, and partner may think you "
    "strong in the suit. Six trumps, or a tenace when playing for the odd trick, excuse it. A strengthening card is "
    "safer.",
    why_lines=(1762, 1792),
)
def single_card_with_six_trumps(facts: LeadFacts) -> Finding:
    suits = facts.having(lambda holding: len(holding) == 1 and holding.highest < Rank.TEN)
    if len(facts.trumps_dealt) < TRUMPS_FOR_A_SINGLE_CARD or not suits:
        return no("there are not six trumps and a single low card")
    return yes(
        lambda: f"there are {counted(len(facts.trumps_dealt), 'trump')}, and a single card in {names(suits)}",
        *facts.highest_in(suits),
    )


# ---- what he allows ----------------------------------------------------------------------------------------------

allowed = Section[LeadFacts](KEY)

FEW_TRUMPS = 3
"""A trump led to strengthen partner is like any defensive lead, “from a poor suit of less than four cards” (p. 27)."""


@allowed.rule(
    "cae-art-028",
    "You may lead your best trump to strengthen partner, though it is well to avoid it.",
    page=38,
    lines=(1862, 1868),
    row="defensive",
)
def best_trump_to_strengthen(facts: LeadFacts) -> Finding:
    if len(facts.trumps_dealt) > FEW_TRUMPS or facts.fortified or not facts.trumps_held:
        return no("the hand does not have few trumps and no good suit")
    return yes("a weak hand may strengthen partner with its best trump", *facts.highest_in([facts.trump_suit]))


@allowed.rule(
    "cae-art-036",
    "You may lead trumps up to the ace if you have a good sequence, or length.",
    page=41,
    lines=(2036, 2044),
    row="up to the ace",
)
def up_to_the_ace(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    if facts.trump_turned_by(facts.seat.right) is not Rank.ACE:
        return no("the ace was not turned up on the right")
    if not held or (len(held) < LONG and not any(map(held.headed_by, TIERCES))):
        return no("the trumps have neither a good sequence nor length")
    return yes("a good sequence or length in trumps may be led up to the ace", *facts.usual_trump)


@allowed.rule(
    "cae-art-026",
    "If you play for the odd trick, weak in trumps and with a tenace that may make, you may lead a single card.",
    page=35,
    lines=(1780, 1787),
    row="for the odd trick",
)
def single_card_for_the_odd_trick(facts: LeadFacts) -> Finding:
    if not facts.can_be_out_with_the_odd_trick or facts.is_strong_in_trumps or not facts.trumps_held:
        return no("this is not a hand weak in trumps that plays for the odd trick")
    if not any(facts.hand[suit].headed_by("AQ") or facts.hand[suit].headed_by("KJ") for suit in facts.fresh):
        return no("there is no tenace in prospect")
    suits = facts.having(lambda holding: len(holding) == 1 and holding.highest < Rank.KING)
    if not suits:
        return no("there is no single card")
    return yes(
        ("the hand plays for the odd trick, is weak in trumps, and has a tenace that may make"),
        *facts.highest_in(suits),
    )


@allowed.rule(
    "cae-art-039",
    "Many players do not lead trumps when they play for the odd trick.",
    page=42,
    lines=(2073, 2074),
    why=NO_REASON,
)
def no_trumps_for_the_odd_trick(facts: LeadFacts) -> Finding:
    if not facts.can_be_out_with_the_odd_trick:
        return no("the odd trick wins the game for neither side")
    instead = decide((*good_suits, *WEAK_LEADS), facts)
    if instead is None:
        return no("there is no plain suit to lead")
    return yes(lambda: f"many leave trumps alone when they play for the odd trick; {instead.because}", *instead.answers)


def _silent_on(view: View) -> str | None:
    if view.exposed:
        return "against an exposed hand Cælebs has another policy"
    unlike = why_no_whist(view)
    return unlike or ("the hand is not whole, and what has been played is not known" if len(view.hand) < 13 else None)


FIRST_LEAD = Chapter(
    Question.LEAD,
    (*by_the_score, *TRUMPS_FIRST, *single_card, *good_suits, *WEAK_LEADS),
    LeadFacts,
    silent_on=_silent_on,
    otherwise=other_interpretations(LeadFacts),
    allows=allowed,
)
"""The eldest hand’s lead, when all four hands are hidden."""
