"""When Cælebs leads to be trumped, by partner or by an opponent, and when he does not (pp. 23, 55–58).

Cælebs says both that a refused force is pursued unswervingly, and that the best card of the suit thrown on it is got
out at once (pp. 56, 57). The second wants that card in hand, and is tried first; the force remains acceptable.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import LONG, names
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit

# ---- opponents -------------------------------------------------------------------------------------------------

forcing_adversaries = Section[LeadFacts](KEY)


def _refused_by_adversary(facts: LeadFacts) -> tuple[Suit, Card] | None:
    """The suit led to the last trick that an opponent would not trump, and what they threw."""
    for seat in facts.adversaries:
        trick = facts.declined_to_ruff(seat)
        thrown = trick.card_of(seat) if trick else None
        if trick and trick.suit_led and thrown:
            return trick.suit_led, thrown
    return None


@forcing_adversaries.rule(
    "cae-art-076",
    "If an opponent refuses to ruff, play the best card of the suit that they throw.",
    page=56,
    lines=(2612, 2630),
    why="A player who refuses to ruff probably has a long suit and strong trumps, and throws from a third suit. Some "
    "of it may still be there, so your best card can win if you hurry.",
    why_lines=(2612, 2622),
)
def king_card_of_the_discard(facts: LeadFacts) -> Finding:
    refused = _refused_by_adversary(facts)
    if refused is None:
        return no("no opponent has just refused to ruff")
    suit, thrown = refused
    masters = facts.masters(thrown.suit) if thrown.suit in facts.plain_suits else ()
    if thrown.rank > Rank.TEN or not masters:
        return no(lambda: f"the best of the {thrown.suit.plural} is not held, or a high one was thrown")
    return yes(
        lambda: f"an opponent threw the {thrown.name} rather than ruff, and the best of its suit is held",
        *masters[:1],
        merely=facts.lowest_in([suit] if facts.hand[suit] else []),
    )


@forcing_adversaries.rule(
    "cae-art-078",
    "If an opponent declines to ruff, continue the force.",
    page=57,
    lines=(2637, 2641),
    row="an opponent declines",
)
def pursue_the_force(facts: LeadFacts) -> Finding:
    refused = _refused_by_adversary(facts)
    if refused is None or refused[0] not in facts.plain_suits:
        return no("no opponent has just refused to ruff a suit of which there is more")
    suit = refused[0]
    return yes(lambda: f"an opponent has refused to ruff the {suit.plural}", facts.best_or_lowest(suit))


# ---- partner -----------------------------------------------------------------------------------------------------

forcing_partner = Section[LeadFacts](KEY)


@forcing_partner.rule(
    "cae-art-003d",
    "If partner leads the best trump and stops, partner has no more: do not lead for partner to ruff.",
    page=23,
    lines=(1281, 1284),
    why="Leading the best trump and then stopping generally means that partner has no more, and always does so after "
    "a ruff. There is then nothing to ruff with.",
)
def no_trump_to_force(facts: LeadFacts) -> Finding:
    suits = facts.ruffs_of_partner
    if not suits or not facts.partner_stopped_in_trumps:
        return no("partner has not led the best trump and stopped")
    others = [suit for suit in facts.plain_suits if suit not in suits]
    cards = [card for suit in facts.best(others) for card in facts.by_combination([suit])]
    if not cards:
        return no("there is no other suit to lead")
    return yes("partner led the best trump and stopped, so has none left to ruff with", *cards)


CARDS_TO_LEAD_BACK = 3
"""So many cards of a suit must be out if partner is to lead it back for a see-saw (p. 56)."""


def _may_be_led_back(facts: LeadFacts, suit: Suit) -> bool:
    return len(facts.outstanding(suit)) >= CARDS_TO_LEAD_BACK and not facts.has_shown_void(facts.partner, suit)


@forcing_partner.rule(
    "cae-art-073",
    "If partner is out of one suit and you have a single card of another, play it before you force partner.",
    page=56,
    lines=(2583, 2587),
    why="Once your single card is gone, you can ruff that suit while partner ruffs the other. Such a see-saw costs "
    "the opponents dearly.",
)
def single_card_for_a_see_saw(facts: LeadFacts) -> Finding:
    ruffs = facts.ruffs_of_partner
    if not ruffs or not facts.trumps_held:
        return no("partner is not known to be out of a suit, or there is no trump to ruff with")
    singles = [
        suit
        for suit in facts.plain_suits
        if len(facts.hand[suit]) == 1 and suit not in ruffs and _may_be_led_back(facts, suit)
    ]
    if not singles or not any(suit not in singles for suit in ruffs):
        return no("there is no single card of another suit")
    return yes(
        lambda: f"partner ruffs {names(ruffs)}, and there is one {singles[0].singular} to play first",
        *facts.highest_in(singles),
    )


@forcing_partner.rule(
    "cae-art-077",
    "If partner discards from your best suit, and you are strong in trumps, force partner with a low card of it.",
    page=57,
    lines=(2632, 2634),
    why="A loose card is enough to let partner ruff. Your best one stays back to command the suit later.",
)
def partner_threw_from_my_suit(facts: LeadFacts) -> Finding:
    if not facts.is_strong_in_trumps:
        return no("there is no strength in trumps")
    thrown = {card.suit for card in facts.discards_of(facts.partner)}
    suits = [
        suit
        for suit in facts.best([suit for suit in facts.plain_suits if len(facts.dealt[suit]) >= LONG])
        if suit in thrown and suit in facts.ruffs_of_partner and len(facts.hand[suit]) > 1
    ]
    if not suits:
        return no("partner has not thrown from the best suit here, or cannot be forced in it")
    return yes(lambda: f"partner threw from the {names(suits)}, and the best of them is kept", *facts.lowest_in(suits))


def _why_not_force(facts: LeadFacts) -> str | None:
    """Why partner is not to be forced, whatever the reason for it."""
    if facts.partner_asked:
        return "partner has asked for trumps"
    return None if facts.ruffs_of_partner else NO_RENOUNCE


NO_RENOUNCE = "partner is not out of a suit in which this rule would force them"

force = Section[LeadFacts](KEY, given=_why_not_force)


def _force(facts: LeadFacts, if_so: object, why: str, suits: Sequence[Suit] = ()) -> Finding:
    """Where something is so, the lowest card of some suits that partner is to trump, or of all."""
    suits = suits or facts.ruffs_of_partner
    if not if_so:
        return no(NO_RENOUNCE)
    return yes(lambda: f"partner has none of the {names(suits)}, and {why}", *facts.lowest_in(suits))


@force.rule(
    "cae-art-072",
    "Force partner when they have led for a ruff.",
    page=55,
    lines=(2557, 2557),
    row="a",
    why="Partner will generally credit you with at least four trumps, because the old rule is to force only when "
    "strong. Otherwise force where partner wants the ruff or shows no wish to draw trumps, or where ruffs are the "
    "tricks to play for.",
    why_lines=(2550, 2582),
)
def led_for_a_ruff(facts: LeadFacts) -> Finding:
    opened = facts.suits_opened_by(facts.partner)
    suits = [suit for suit in facts.ruffs_of_partner if suit in opened]
    return _force(facts, suits, "partner led the suit for a ruff", suits)


@force.rule(
    "cae-art-072", "Force partner when you are strong in trumps.", page=55, lines=(2550, 2554), row="strong yourself"
)
def strong_in_trumps(facts: LeadFacts) -> Finding:
    return _force(facts, facts.is_strong_in_trumps, "there is strength in trumps to back partner up")


@force.rule(
    "cae-art-072", "Force partner when they have ruffed before and led no trumps.", page=55, lines=(2561, 2562), row="c"
)
def ruffed_and_led_no_trumps(facts: LeadFacts) -> Finding:
    ruffed = any(
        trick.leader is not facts.partner
        and trick.winner(facts.trumps) is facts.partner
        and trick.suit_led is not facts.trumps
        and (card := trick.card_of(facts.partner)) is not None
        and card.suit is facts.trumps
        and following.suit_led not in (None, facts.trumps)
        for trick, following in pairwise((*facts.view.tricks, facts.trick))
    )
    return _force(facts, ruffed, "partner ruffed before and led no trumps")


@force.rule("cae-art-072", "Force partner when trumps are heavily against them.", page=55, lines=(2564, 2565), row="d")
def trumps_against_partner(facts: LeadFacts) -> Finding:
    return _force(facts, facts.trumps_are_against_us, "trumps are strong against partner")


@force.rule("cae-art-072", "Force partner when each of you may ruff in turn.", page=56, lines=(2581, 2581), row="e")
def likely_see_saw(facts: LeadFacts) -> Finding:
    void = [
        suit for suit in Suit if suit is not facts.trumps and not facts.hand[suit] and _may_be_led_back(facts, suit)
    ]
    return _force(facts, void and facts.trumps_held, "partner can lead back a suit that this hand is out of")


@force.rule("cae-art-072", "Force partner when you play for the odd trick.", page=56, lines=(2582, 2582), row="f")
def for_the_odd_trick(facts: LeadFacts) -> Finding:
    return _force(facts, facts.can_be_out_with_the_odd_trick, "the odd trick decides")


@force.rule("cae-art-072", "Force partner when they have not asked for trumps.", page=55, lines=(2559, 2559), row="b")
def no_signal(facts: LeadFacts) -> Finding:
    had_chance = any(len(facts.put_to_leads(facts.partner, suit)) > 1 for suit in Suit if suit is not facts.trumps)
    return _force(facts, had_chance, "partner could have asked for trumps, and did not")


forcing_partner.add(*force)

# ---- the thirteenth card -----------------------------------------------------------------------------------------


@forcing_partner.rule(
    "cae-art-080",
    "Lead a thirteenth card to make trumps fall separately.",
    page=58,
    lines=(2655, 2657),
    row="trumps fall separately",
    why="The card makes trumps fall separately, and so saves them. Your best trump may set partner free, and passing "
    "keeps a tenace to be led up to. If both opponents can ruff and partner cannot, the lead is ruinous.",
    why_lines=(2655, 2661),
)
def thirteenth_card(facts: LeadFacts) -> Finding:
    suits = facts.thirteenths
    if not suits:
        return no("there is no thirteenth card")
    if not facts.adversaries_with_trumps or not facts.may_hold_trumps(facts.partner):
        return no("partner and the opponents cannot both have trumps to fall separately")
    return yes(lambda: f"the last of the {names(suits)} makes trumps fall separately", *facts.highest_in(suits))
