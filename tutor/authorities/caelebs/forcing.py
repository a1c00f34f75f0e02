"""When Cælebs leads to be trumped, by partner or by an adversary, and when he does not (pp. 23, 55–58).

He says both that a refused force is pursued unswervingly, and that the best card of the suit thrown on it is got out at
once (pp. 56, 57). The second wants that card in hand, and is tried first; the force remains acceptable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.lead_facts import LeadFacts, cite, names
from tutor.authorities.rules import Finding, Rule, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.seats import Seat

# ---- what has been seen of partner and adversaries ----------------------------------------------------------------


def ruffs_of_partner(facts: LeadFacts) -> tuple[Suit, ...]:
    """The plain suits held of which partner has none, while he may have trumps."""
    if not facts.may_hold_trumps(facts.partner):
        return ()
    return tuple(suit for suit in facts.plain_suits if facts.has_shown_void(facts.partner, suit))


def _refused_by_adversary(facts: LeadFacts) -> tuple[Suit, Card] | None:
    """The suit led to the last trick that an adversary would not trump, and what he threw."""
    for seat in facts.adversaries:
        trick = facts.declined_to_ruff(seat)
        if trick is None or trick.suit_led is None:
            continue
        thrown = trick.card_of(seat)
        if thrown:
            return trick.suit_led, thrown
    return None


def had_chance_to_ask(facts: LeadFacts, seat: Seat) -> bool:
    """Whether a player has put two cards of one plain suit to others’ leads, and could have asked by their order."""
    return any(len(facts.put_to_leads(seat, suit)) > 1 for suit in Suit if suit is not facts.trumps)


def stopped_in_trumps(facts: LeadFacts, seat: Seat) -> bool:
    """Whether a player led the best trump, held the lead with it, and then led something else: he has no more."""
    tricks = facts.view.tricks
    for trick, following in zip(tricks, (*tricks[1:], facts.trick), strict=True):
        card = trick.cards[0]
        if trick.leader is not seat or card.suit is not facts.trumps or following.leader is not seat:
            continue
        if following.suit_led not in (None, facts.trumps) and facts.was_master(card):
            return True
    return False


# ---- adversaries -------------------------------------------------------------------------------------------------


# ---- partner -----------------------------------------------------------------------------------------------------


def _lives(facts: LeadFacts, suit: Suit) -> bool:
    """Whether enough of a suit is out that partner may lead it back."""
    return len(facts.outstanding(suit)) >= 3 and not facts.has_shown_void(facts.partner, suit)


Reason = Callable[[LeadFacts, Suit], str | None]


def _strong(facts: LeadFacts, suit: Suit) -> str | None:
    del suit
    return "there is strength in trumps to back him" if facts.is_strong_in_trumps else None


def _led_for_a_ruff(facts: LeadFacts, suit: Suit) -> str | None:
    return "he led the suit himself for a ruff" if suit in facts.suits_opened_by(facts.partner) else None


def _no_signal(facts: LeadFacts, suit: Suit) -> str | None:
    del suit
    return "he could have asked for trumps, and did not" if had_chance_to_ask(facts, facts.partner) else None


def _abstained(facts: LeadFacts, suit: Suit) -> str | None:
    del suit
    tricks = (*facts.view.tricks, facts.trick)
    ruffed = any(
        trick.leader is not facts.partner
        and trick.winner(facts.trumps) is facts.partner
        and trick.suit_led is not facts.trumps
        and (card := trick.card_of(facts.partner)) is not None
        and card.suit is facts.trumps
        and following.suit_led not in (None, facts.trumps)
        for trick, following in pairwise(tricks)
    )
    return "he ruffed before and led no trumps" if ruffed else None


def _trumps_against_him(facts: LeadFacts, suit: Suit) -> str | None:
    del suit
    return "trumps are strong against him" if trumps_are_against_us(facts) else None


def trumps_are_against_us(facts: LeadFacts) -> bool:
    """Whether an adversary has asked for trumps, or the adversaries have led them twice."""
    asked = any(facts.has_asked(seat) for seat in facts.adversaries)
    return asked or sum(card.suit is facts.trumps for card in facts.led_by(*facts.adversaries)) > 1


def _see_saw(facts: LeadFacts, suit: Suit) -> str | None:
    mine = [other for other in Suit if other not in (suit, facts.trumps) and not facts.hand[other]]
    lives = any(_lives(facts, other) for other in mine)
    return "he can lead back what there is none of here" if lives and facts.trumps_held else None


def _odd_trick(facts: LeadFacts, suit: Suit) -> str | None:
    del suit
    return "it is the odd trick that decides" if facts.can_be_out_with_the_odd_trick else None


def _force_if(why: Reason) -> Callable[[LeadFacts], Finding]:
    def find(facts: LeadFacts) -> Finding:
        if facts.partner_asked:
            return no("partner has asked for trumps")
        suits = [suit for suit in ruffs_of_partner(facts) if why(facts, suit)]
        if not suits:
            return no("partner has shown no renounce that this allows to be forced")
        return yes(
            lambda: f"partner has none of the {names(suits)}, and {why(facts, suits[0])}", *facts.lowest_in(suits)
        )

    return find


_REASONS: Sequence[tuple[str, str, tuple[int, int], Reason]] = (
    ("when he led for a ruff", "a", (2557, 2557), _led_for_a_ruff),
    ("when you are strong in trumps", "strong yourself", (2550, 2554), _strong),
    ("when he has ruffed before and led no trumps", "c", (2561, 2562), _abstained),
    ("when trumps are heavily against him", "d", (2564, 2565), _trumps_against_him),
    ("when a see-saw is likely", "e", (2581, 2581), _see_saw),
    ("when you play for the odd trick", "f", (2582, 2582), _odd_trick),
    ("when he has not signalled for trumps", "b", (2559, 2559), _no_signal),
)


def _force_rules() -> Iterator[Rule[LeadFacts]]:
    for when, row, lines, why in _REASONS:
        yield Rule(
            "cae-art-072",
            f"Force partner {when}.",
            cite(55 if row != "e" and row != "f" else 56, *lines),
            _force_if(why),
            row,
        )


# ---- the thirteenth card -----------------------------------------------------------------------------------------


def thirteenths(facts: LeadFacts) -> tuple[Suit, ...]:
    """The plain suits of which the hand holds the last card."""
    return tuple(suit for suit in facts.plain_suits if len(facts.hand[suit]) == 1 and not facts.outstanding(suit))


forcing_adversaries = Section[LeadFacts](KEY)


@forcing_adversaries.rule(
    "cae-art-076",
    "When an adversary refuses to ruff, get out the best card of the suit that he throws.",
    page=56,
    lines=(2612, 2630),
)
def king_card_of_the_discard(facts: LeadFacts) -> Finding:
    refused = _refused_by_adversary(facts)
    if refused is None:
        return no("no adversary has just refused to ruff")
    suit, thrown = refused
    masters = facts.masters(thrown.suit) if thrown.suit in facts.plain_suits else ()
    if thrown.rank > Rank.TEN or not masters:
        return no(lambda: f"the best of the {thrown.suit.plural} is not held, or a high one was thrown")
    force = tuple(facts.hand.only(suit))[-1:]

    def because() -> str:
        return f"an adversary threw the {thrown.name} rather than ruff, and the best of its suit is held"

    return yes(because, *masters[:1], merely=force)


@forcing_adversaries.rule(
    "cae-art-078",
    "When an adversary declines to ruff, pursue the force.",
    page=57,
    lines=(2637, 2641),
    row="an adversary declines",
)
def pursue_the_force(facts: LeadFacts) -> Finding:
    refused = _refused_by_adversary(facts)
    if refused is None or refused[0] not in facts.plain_suits:
        return no("no adversary has just refused to ruff a suit of which there is more")
    suit = refused[0]
    card = (*facts.masters(suit)[:1], *facts.lowest_in([suit]))[0]
    return yes(lambda: f"an adversary has refused to ruff the {suit.plural}", card)


forcing_partner = Section[LeadFacts](KEY)


@forcing_partner.rule(
    "cae-art-003d",
    "Partner who leads the best trump and stops has no more: do not lead for him to ruff.",
    page=23,
    lines=(1281, 1284),
)
def no_trump_to_force(facts: LeadFacts) -> Finding:
    suits = ruffs_of_partner(facts)
    if not suits or not stopped_in_trumps(facts, facts.partner):
        return no("partner has not led the best trump and stopped")
    others = [suit for suit in facts.plain_suits if suit not in suits]
    cards = [card for suit in facts.best(others) for card in facts.by_rows([suit])]
    if not cards:
        return no("there is no other suit to lead")
    return yes("partner led the best trump and stopped: he has none left to ruff with", *cards)


@forcing_partner.rule(
    "cae-art-073",
    "When partner has a renounce and you a single card of another suit, play it before you force him.",
    page=56,
    lines=(2583, 2587),
)
def single_card_for_a_see_saw(facts: LeadFacts) -> Finding:
    ruffs = ruffs_of_partner(facts)
    if not ruffs or not facts.trumps_held:
        return no("partner has shown no renounce, or there is no trump to ruff with")
    singles = [
        suit for suit in facts.plain_suits if len(facts.hand[suit]) == 1 and suit not in ruffs and _lives(facts, suit)
    ]
    if not singles or not any(suit not in singles for suit in ruffs):
        return no("there is no single card of another suit")
    return yes(
        lambda: f"partner ruffs {names(ruffs)}, and there is one {singles[0].singular} to be rid of",
        *facts.highest(singles),
    )


@forcing_partner.rule(
    "cae-art-077",
    "If partner discards from your best suit, and you are strong in trumps, force him with a loose card of it.",
    page=57,
    lines=(2632, 2634),
)
def partner_threw_from_my_suit(facts: LeadFacts) -> Finding:
    if not facts.is_strong_in_trumps:
        return no("there is no strength in trumps")
    thrown = {card.suit for card in facts.discards_of(facts.partner)}
    suits = [
        suit
        for suit in facts.best([suit for suit in facts.plain_suits if len(facts.dealt[suit]) >= 4])
        if suit in thrown and suit in ruffs_of_partner(facts) and len(facts.hand[suit]) > 1
    ]
    if not suits:
        return no("partner has not thrown from the best suit held and cannot be forced in it")
    return yes(
        lambda: f"partner threw from the {names(suits)}, and the best of them is reserved", *facts.lowest_in(suits)
    )


forcing_partner.add(*_force_rules())


@forcing_partner.rule(
    "cae-art-080",
    "Lead a thirteenth card to make trumps fall separately.",
    page=58,
    lines=(2655, 2657),
    row="trumps fall separately",
)
def thirteenth_card(facts: LeadFacts) -> Finding:
    suits = thirteenths(facts)
    if not suits:
        return no("there is no thirteenth card")
    if not facts.adversaries_with_trumps or not facts.may_hold_trumps(facts.partner):
        return no("partner and adversaries cannot both have trumps to fall separately")
    return yes(lambda: f"the last of the {names(suits)} makes trumps fall separately", *facts.highest(suits))
