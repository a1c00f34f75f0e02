"""When Cælebs leads trumps of his own motion, and which (pp. 37–42).

The motive comes first: great strength, or a long suit that is commanded and four trumps at least (p. 38). With only
four trumps and a suit that is not yet cleared the suit goes first (p. 41). To bring in a suit you must win the third
round of trumps (p. 39), which is not likely without an honour. Small trumps with a suit of winners, as in Cælebs’s
extreme case (p. 55), force with the suit. Then the card: for what was turned up (p. 42), to win the third round (p.
39), to be sure of two (p. 39), else as in other suits.
"""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import LONG, names
from tutor.authorities.caelebs.lead_facts import TRUMPS_FOR_A_LONG_SUIT, LeadFacts
from tutor.authorities.rules import NO_REASON, Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.notation import counted


def _no_motive(facts: LeadFacts) -> str | None:
    return None if facts.has_trump_motive else "there is no reason to lead trumps"


def _motive(facts: LeadFacts) -> str:
    """Why trumps are led for offence, in words."""
    held = counted(len(facts.trumps_held), "trump")
    if facts.has_great_strength:
        return f"there is great strength, {held} with {counted(facts.trumps_dealt.count(WHIST_HONOURS), 'honour')}"
    return f"{held} go with the {names(facts.commanded)}, which are commanded"


offence = Section[LeadFacts](KEY, given=_no_motive)

# ---- what was turned up ------------------------------------------------------------------------------------------


@offence.rule(
    "cae-art-036",
    "With ace, queen, ten of trumps and the jack turned up on your right, lead the queen, and wait.",
    page=42,
    lines=(2048, 2049),
    row="up to the jack",
    why=NO_REASON,
    why_page=41,
    why_lines=(2036, 2049),
)
def up_to_the_knave(facts: LeadFacts) -> Finding:
    if facts.trump_turned_by(facts.seat.right) is not Rank.KNAVE or not facts.trumps_held.headed_by("AQT"):
        return no("the hand does not have ace, queen, ten with the jack turned up on the right")
    return yes(
        lambda: f"{_motive(facts)}; and the jack was turned up on the right of ace, queen, ten",
        *facts.trump(Rank.QUEEN),
    )


@offence.rule(
    "cae-art-036",
    "Do not lead trumps up to a queen or jack that was turned up.",
    page=41,
    lines=(2036, 2046),
    row="up to queen or jack",
)
def up_to_queen_or_knave(facts: LeadFacts) -> Finding:
    turned = facts.trump_turned_by(facts.seat.right)
    if turned not in (Rank.QUEEN, Rank.KNAVE):
        return no("neither queen nor jack was turned up on the right")
    if facts.has_great_strength:
        return no("the trumps are strong enough to be led up to the card turned up")
    suits = facts.best(facts.commanded)
    return yes(
        lambda: f"the {turned.word} was turned up on the right, and it is bad to lead trumps up to it",
        *facts.by_combination(suits),
    )


@offence.rule(
    "cae-art-037",
    "Lead the jack of trumps through the queen that was turned up.",
    page=42,
    lines=(2056, 2058),
    row="on your own initiative",
    why="Led through the queen, your jack has little chance of a trick, but it gives partner a good finesse. A queen "
    "with one other is different, because it may protect you well.",
    why_lines=(2057, 2062),
)
def through_the_queen(facts: LeadFacts) -> Finding:
    if not facts.knave_through_the_queen:
        return no("the queen was not turned up on the left of a jack")
    return yes(
        lambda: f"{_motive(facts)}; and the jack goes through the queen that was turned up on the left",
        *facts.knave_through_the_queen,
    )


# ---- the third round, and two rounds -----------------------------------------------------------------------------


@offence.rule(
    "cae-art-032",
    "To bring in a suit that you command with only four trumps, keep the ace for the third round.",
    page=39,
    lines=(1963, 1975),
    why="Winning the third round probably leaves no more than one trump against you, while you have one trump and the "
    "lead. Your long suit forces that trump out, and your own last trump brings you back to the suit.",
    why_page=40,
    why_lines=(1970, 1979),
)
def ace_kept_for_the_third_round(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    if len(held) != TRUMPS_FOR_A_LONG_SUIT or not facts.commanded:
        return no("there are not four trumps with a suit that is commanded")
    if held.highest is not Rank.ACE or held.headed_by("AKQ") or held.headed_by("AQJ"):
        return no("the four trumps are not headed by an ace to keep for the third round")
    return yes(lambda: f"{_motive(facts)}; the ace is kept for the third round", *facts.trump(held.lowest))


TWO_ROUNDS = 5
"""“With five trumps it is a general rule to extract two rounds” (p. 39)."""


@offence.rule(
    "cae-art-031",
    "From king, queen and only one or two other trumps lead the lowest.",
    page=39,
    lines=(1947, 1956),
    row="one or two others",
    why="You lead trumps for the sake of other suits, so the third round is the one to win. A third round of trumps "
    "cannot be ruffed, so you can afford to lose an earlier one.",
    why_lines=(1947, 1957),
)
def king_queen_and_few(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    if not held.headed_by("KQ") or held.headed_by("KQJ") or len(held) >= TWO_ROUNDS:
        return no("the trumps are not king, queen and one or two others")
    return yes(
        lambda: f"{_motive(facts)}; king, queen and few trumps are kept for the third round", *facts.trump(held.lowest)
    )


@offence.rule(
    "cae-art-031",
    "From five trumps headed by king, queen lead the king and then the lowest. Many prefer the smallest.",
    page=39,
    lines=(1957, 1961),
    row="five trumps",
)
def king_queen_five(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    if not held.headed_by("KQ") or held.headed_by("KQJ") or len(held) < TWO_ROUNDS:
        return no("there are not five trumps headed by king, queen without the jack")
    return yes(
        lambda: f"{_motive(facts)}; there are five headed by king, queen",
        *facts.trump(Rank.KING),
        merely=facts.trump(held.lowest),
    )


@offence.rule(
    "cae-art-030",
    "With five trumps or more make sure of two rounds: lead the ace if you have it.",
    page=39,
    lines=(1936, 1942),
    row="the ace first",
    why="Two rounds stop the opponents from ruffing your good suits, and leave you enough trumps to ruff the bad "
    "ones. The ace makes sure of both rounds.",
)
def two_rounds_with_the_ace(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    if len(held) < TWO_ROUNDS or held.highest is not Rank.ACE:
        return no("there are not five trumps with the ace")
    ranks = (Rank.ACE, Rank.KING) if Rank.KING in held else (Rank.ACE,)
    return yes(lambda: f"{_motive(facts)}; with five or more, two rounds must be made sure of", *facts.trump(*ranks))


@offence.rule(
    "cae-art-035",
    "With a powerful hand lead trumps before you show your suit.",
    page=41,
    lines=(2017, 2023),
    row="powerful hand",
    why="A suit that you do not control cannot force out the best trump, and you will probably lose your own trumps "
    "instead. So with only four, the suit comes first.",
    why_lines=(2017, 2027),
)
def trumps_before_the_suit(facts: LeadFacts) -> Finding:
    long = [suit for suit in facts.fresh if len(facts.hand[suit]) >= LONG]
    if not facts.has_great_strength or not long:
        return no("this is not a powerful hand with a long suit to bring in")
    return yes(lambda: f"{_motive(facts)}; the {names(long)} are not shown before", *facts.usual_trump)


@offence.rule(
    "cae-art-028",
    "Lead trumps when you have great strength in them, or a long suit to establish and four of them.",
    page=38,
    lines=(1851, 1860),
    row="offensive",
    why="You lead trumps from strength to disarm the opponents, who then cannot ruff the suit that you establish. "
    "When you are weak, your best trump strengthens partner. A Blue Peter tells you that partner has great strength "
    "in trumps.",
    why_page=37,
    why_lines=(1826, 1879),
)
def trumps(facts: LeadFacts) -> Finding:
    return yes(lambda: _motive(facts), *facts.usual_trump)


# ---- without a motive --------------------------------------------------------------------------------------------

instead_of_trumps = Section[LeadFacts](KEY)


@instead_of_trumps.rule(
    "cae-art-071",
    "If all your trumps are small, force with a suit of winners rather than lead them.",
    page=55,
    lines=(2541, 2548),
    why="Leading small trumps into better ones can lose everything. Forcing the opponents to ruff your winners can, "
    "in the extreme case, turn the loss of a slam into the gain of the odd trick.",
)
def force_with_the_winners(facts: LeadFacts) -> Finding:
    if len(facts.trumps_held) < TRUMPS_FOR_A_LONG_SUIT or facts.trumps_held.count(WHIST_HONOURS) or not facts.commanded:
        return no("the hand does not have several small trumps beside a suit that is commanded")
    if not facts.adversaries_with_trumps:
        return no("the opponents have no trumps to be forced out")
    best = facts.best(facts.commanded)
    cards = facts.winners_of(best)
    others = tuple(card for suit in best for card in facts.masters(suit) if card not in cards)

    def because() -> str:
        return (
            f"there are {counted(len(facts.trumps_held), 'small trump')}, and the winning {names(best)} force out "
            "better ones"
        )

    return yes(because, *cards, merely=others)


@instead_of_trumps.rule(
    "cae-art-035",
    "With only four trumps do not lead them until your suit is cleared: with a good tierce lead the suit.",
    page=41,
    lines=(2022, 2027),
    row="four trumps",
)
def suit_before_four_trumps(facts: LeadFacts) -> Finding:
    if len(facts.trumps_held) != TRUMPS_FOR_A_LONG_SUIT or facts.has_trump_motive:
        return no("this is not a hand of four trumps that are not led yet")
    suits = facts.having(lambda holding: len(holding) >= LONG and holding.headed_by("KQJ"))
    best = facts.best(suit for suit in suits if not facts.is_commanded(suit))
    if not best:
        return no("no long suit is headed by a good tierce and still lacks the command")
    return yes(
        lambda: f"there are only four trumps, and the {names(best)} must be cleared first", *facts.by_combination(best)
    )


TRUMPS_FIRST = (*offence, *instead_of_trumps)
"""Trumps led unasked, and the suit that goes before them."""
