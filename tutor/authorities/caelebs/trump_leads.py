"""When Cælebs leads trumps of his own motion, and which (pp. 37–42).

The motive comes first: great strength, or a long suit that is commanded and four trumps at least (p. 38). With only
four trumps and a suit that is not yet cleared the suit goes first (p. 41). To bring in a suit one must win the third
round of trumps (p. 39), which without an honour is not to be looked for: small trumps with a suit of winners, as in his
extreme case (p. 55), force with the suit. Then the card: for what was turned up (p. 42), to win the third round
(p. 39), to be sure of two (p. 39), else as in other suits.
"""

from __future__ import annotations

from collections.abc import Callable

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.lead_facts import LeadFacts, names, row_of
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.notation import counted
from tutor.seats import Seat


def motive(facts: LeadFacts) -> str | None:
    """Why trumps are led for offence, before any have been led; None where they are not."""
    if not facts.trumps_held or facts.rounds(facts.trump_suit) or not facts.adversaries_with_trumps:
        return None
    held = counted(len(facts.trumps_held), "trump")
    if facts.has_great_strength:
        return f"{held} with {counted(facts.trumps_dealt.count(WHIST_HONOURS), 'honour')}: great strength"
    if len(facts.trumps_held) >= 4 and facts.commanded and facts.trumps_held.count(WHIST_HONOURS):
        return f"{held}, and the {names(facts.commanded)} commanded"
    return None


def _with_a_motive(find: Callable[[LeadFacts, str], Finding]) -> Callable[[LeadFacts], Finding]:
    """A rule that is asked only where trumps are to be led, with the reason why."""

    def found(facts: LeadFacts) -> Finding:
        why = motive(facts)
        return find(facts, why) if why else no("there is no motive to lead trumps")

    return found


def _trump(facts: LeadFacts, *ranks: Rank) -> tuple[Card, ...]:
    return tuple(Card(facts.trump_suit, rank) for rank in ranks)


def trumps_as_in_other_suits(facts: LeadFacts) -> tuple[Card, ...]:
    """The trump that is led as the card of a plain suit would be; of three or fewer the highest."""
    held = facts.trumps_held
    row = row_of(held)
    if row:
        return _trump(facts, *dict.fromkeys(row.leads(held)))
    return _trump(facts, held.highest if len(held) < 4 else held.lowest)


def turned_by(facts: LeadFacts, seat: Seat) -> Rank | None:
    """The trump that a player turned up and still holds."""
    turned = facts.turned_up
    if turned is None or turned[0] is not seat or turned[1] in facts.gone:
        return None
    return turned[1].rank


# ---- what was turned up ------------------------------------------------------------------------------------------


def _up_to_the_knave(facts: LeadFacts, why: str) -> Finding:
    if turned_by(facts, facts.seat.right) is not Rank.KNAVE or not facts.trumps_held.headed_by("AQT"):
        return no("it is not ace, queen, ten with the knave turned up on the right")
    return yes(
        lambda: f"{why}; and the knave was turned up on the right of ace, queen, ten", *_trump(facts, Rank.QUEEN)
    )


def _up_to_queen_or_knave(facts: LeadFacts, why: str) -> Finding:
    del why
    turned = turned_by(facts, facts.seat.right)
    if turned not in (Rank.QUEEN, Rank.KNAVE):
        return no("neither queen nor knave was turned up on the right")
    if facts.has_great_strength:
        return no("the trumps are strong enough to be led up to what was turned up")
    suits = facts.best(facts.commanded)
    return yes(
        lambda: f"the {turned.word} was turned up on the right, and trumps are not led up to it", *facts.by_rows(suits)
    )


def through_the_queen(facts: LeadFacts) -> tuple[Card, ...]:
    """The knave, where the queen was turned up on the left and goes through no sequence."""
    held = facts.trumps_held
    is_through = turned_by(facts, facts.seat.left) is Rank.QUEEN and Rank.KNAVE in held
    return _trump(facts, Rank.KNAVE) if is_through else ()


def _through_the_queen(facts: LeadFacts, why: str) -> Finding:
    cards = through_the_queen(facts)
    if not cards:
        return no("the queen was not turned up on the left of a knave")
    return yes(lambda: f"{why}; and the knave goes through the queen that was turned up on the left", *cards)


# ---- the third round, and two rounds -----------------------------------------------------------------------------


def _ace_kept_for_the_third_round(facts: LeadFacts, why: str) -> Finding:
    held = facts.trumps_held
    if len(held) != 4 or not facts.commanded:
        return no("it is not four trumps with a suit that is commanded")
    if held.highest is not Rank.ACE or held.headed_by("AKQ") or held.headed_by("AQJ"):
        return no("the four trumps are not headed by an ace that can be kept for the third round")
    return yes(lambda: f"{why}; the ace is kept for the third round", *_trump(facts, held.lowest))


def _king_queen_and_few(facts: LeadFacts, why: str) -> Finding:
    held = facts.trumps_held
    if not held.headed_by("KQ") or held.headed_by("KQJ") or len(held) > 4:
        return no("the trumps are not king, queen and one or two others")
    return yes(lambda: f"{why}; king, queen and few trumps are kept for the third round", *_trump(facts, held.lowest))


def _king_queen_five(facts: LeadFacts, why: str) -> Finding:
    held = facts.trumps_held
    if not held.headed_by("KQ") or held.headed_by("KQJ") or len(held) < 5:
        return no("there are not five trumps headed by king, queen without the knave")
    return yes(
        lambda: f"{why}; king, queen, five in suit", *_trump(facts, Rank.KING), merely=_trump(facts, held.lowest)
    )


def _two_rounds_with_the_ace(facts: LeadFacts, why: str) -> Finding:
    held = facts.trumps_held
    if len(held) < 5 or held.highest is not Rank.ACE:
        return no("there are not five trumps with the ace")
    ranks = (Rank.ACE, Rank.KING) if Rank.KING in held else (Rank.ACE,)
    return yes(lambda: f"{why}; with five or more two rounds are to be made sure of", *_trump(facts, *ranks))


def _trumps_before_the_suit(facts: LeadFacts, why: str) -> Finding:
    long = [suit for suit in facts.fresh if len(facts.hand[suit]) >= 4]
    if not facts.has_great_strength or not long:
        return no("it is no powerful hand with a long suit to bring in")
    return yes(lambda: f"{why}; the {names(long)} are not shown before", *trumps_as_in_other_suits(facts))


def _trumps(facts: LeadFacts, why: str) -> Finding:
    return yes(why, *trumps_as_in_other_suits(facts))


offence_in_trumps = Section[LeadFacts](KEY)


offence_in_trumps.rule(
    "cae-art-036",
    "With ace, queen, ten of trumps and the knave turned up on your right, lead the queen, and wait.",
    page=42,
    lines=(2048, 2049),
    row="up to the knave",
)(_with_a_motive(_up_to_the_knave))


offence_in_trumps.rule(
    "cae-art-036",
    "Do not lead trumps up to a queen or knave that was turned up.",
    page=41,
    lines=(2036, 2046),
    row="up to queen or knave",
)(_with_a_motive(_up_to_queen_or_knave))


offence_in_trumps.rule(
    "cae-art-037",
    "Lead the knave of trumps through the queen that was turned up.",
    page=42,
    lines=(2056, 2058),
    row="of one’s own motion",
)(_with_a_motive(_through_the_queen))


offence_in_trumps.rule(
    "cae-art-032",
    "To bring in a suit that you command with only four trumps, keep the ace for the third round.",
    page=39,
    lines=(1963, 1975),
)(_with_a_motive(_ace_kept_for_the_third_round))


offence_in_trumps.rule(
    "cae-art-031",
    "From king, queen and only one or two other trumps lead the lowest.",
    page=39,
    lines=(1947, 1956),
    row="one or two others",
)(_with_a_motive(_king_queen_and_few))


offence_in_trumps.rule(
    "cae-art-031",
    "From king, queen, five trumps lead the king and then the lowest; many prefer the smallest.",
    page=39,
    lines=(1957, 1961),
    row="five trumps",
)(_with_a_motive(_king_queen_five))


offence_in_trumps.rule(
    "cae-art-030",
    "With five trumps or more make sure of two rounds: lead the ace if you have it.",
    page=39,
    lines=(1936, 1942),
    row="the ace first",
)(_with_a_motive(_two_rounds_with_the_ace))


offence_in_trumps.rule(
    "cae-art-035",
    "With a powerful hand lead trumps before you disclose your suit.",
    page=41,
    lines=(2017, 2022),
    row="powerful hand",
)(_with_a_motive(_trumps_before_the_suit))


offence_in_trumps.rule(
    "cae-art-028",
    "Lead trumps when you have great strength in them, or a long suit to establish and four of them.",
    page=38,
    lines=(1869, 1881),
    row="offensive",
)(_with_a_motive(_trumps))


@offence_in_trumps.rule(
    "cae-art-071",
    "With trumps that are all small, force with a suit of winners rather than lead them.",
    page=55,
    lines=(2541, 2548),
)
def force_with_the_winners(facts: LeadFacts) -> Finding:
    if len(facts.trumps_held) < 4 or facts.trumps_held.count(WHIST_HONOURS) or not facts.commanded:
        return no("it is not several small trumps beside a suit that is commanded")
    if not facts.adversaries_with_trumps:
        return no("the adversaries have no trumps to be forced")
    best = facts.best(facts.commanded)
    cards = facts.winners_of(best)
    others = tuple(card for suit in best for card in facts.masters(suit) if card not in cards)

    def because() -> str:
        return f"{counted(len(facts.trumps_held), 'small trump')}, and the winning {names(best)} force out better ones"

    return yes(because, *cards, merely=others)


@offence_in_trumps.rule(
    "cae-art-035",
    "With only four trumps do not lead them until your suit is cleared: with a good tierce lead the suit.",
    page=41,
    lines=(2022, 2027),
    row="four trumps",
)
def suit_before_four_trumps(facts: LeadFacts) -> Finding:
    if len(facts.trumps_held) != 4 or motive(facts):
        return no("it is no hand of four trumps that are not led yet")
    suits = [
        suit
        for suit in facts.fresh
        if len(facts.hand[suit]) >= 4 and facts.hand[suit].headed_by("KQJ") and not facts.is_commanded(suit)
    ]
    if not suits:
        return no("there is no long suit headed by a good tierce that lacks the command")
    best = facts.best(suits)
    return yes(lambda: f"only four trumps, and the {names(best)} have to be cleared first", *facts.by_rows(best))
