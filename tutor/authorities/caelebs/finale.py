"""Cælebs’s hints for the last tricks, for the hand that leads, and for one that discards (pp. 59–61)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from tutor.authorities.caelebs.lead_facts import LeadFacts, cite, names
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Card, Rank, Suit
from tutor.notation import counted


def _trump_cards(facts: LeadFacts) -> tuple[Card, ...]:
    return tuple(Card(facts.trump_suit, rank) for rank in facts.trumps_held)


def _is_safe_winner(facts: LeadFacts, card: Card) -> bool:
    """Whether no adversary can beat a card: the best of its suit, that none of them can trump."""
    return facts.is_master(card) and (card.suit is facts.trumps or not facts.adversaries_with_trumps)


def _other_trump_after_the_coup(facts: LeadFacts) -> Finding:
    last = facts.view.tricks[-1] if facts.view.tricks else None
    mine = last.card_of(facts.seat) if last else None
    trumps = _trump_cards(facts)
    if last is None or mine is None or mine.suit is not facts.trumps or last.suit_led is facts.trumps:
        return fails("no ruff has just been made")
    if len(trumps) != 1 or facts.is_master(trumps[0]) or any(mine.rank < out for out in _trumps_out(facts)):
        return fails("it was not a ruff with the best trump that leaves one loose one")
    if len(facts.hand) > 4 or any(facts.is_master(card) for card in facts.hand):
        return fails("there are other cards to play than loose ones")
    if not facts.may_hold_best_trump(facts.partner):
        return fails("partner cannot have the best trump that is left")
    return applies("the best trump has ruffed, and one loose trump is left to give partner the lead", *trumps)


def _trumps_out(facts: LeadFacts) -> tuple[Rank, ...]:
    return facts.outstanding(facts.trump_suit).ranks


def _two_and_two(facts: LeadFacts) -> str | None:
    """Why the hand is not his two forcing cards and two loose trumps against the two best; None where it is."""
    if len(facts.hand) != 4 or len(facts.trumps_held) != 2:
        return "it is not four cards with two trumps"
    trumps, out = _trump_cards(facts), _trumps_out(facts)
    if len(out) != 2 or min(out) < trumps[0].rank:
        return "it is not the two best trumps that are out against two loose ones"
    if not all(facts.is_master(card) for card in facts.hand if card not in trumps):
        return "the other two cards are not winning ones"
    return None


def _trump_to_save(facts: LeadFacts) -> Finding:
    fault = _two_and_two(facts)
    if fault:
        return fails(fault)
    wanted = facts.wanted_to_save
    if wanted <= 2:
        return fails(f"{counted(wanted, 'more trick')} will save the game")
    trumps = _trump_cards(facts)
    return applies(f"it takes {counted(wanted, 'trick')} to save the game, and forcing makes but two", *trumps)


def _force_for_two(facts: LeadFacts) -> Finding:
    fault = _two_and_two(facts)
    if fault:
        return fails(fault)
    forcing = tuple(card for card in facts.hand if card.suit is not facts.trumps)
    return applies("two forcing cards make sure of two tricks against the two best trumps", *forcing)


def _loose_card(facts: LeadFacts) -> Finding:
    loose = tuple(islice((card for card in facts.hand if not _is_safe_winner(facts, card)), 2))
    if len(facts.hand) < 2 or len(loose) != 1 or loose[0].suit is facts.trumps:
        return fails("it is not one loose card beside winning ones")
    return applies(f"every card but the {loose[0].name} wins", loose[0])


def _command_kept_to_the_last(facts: LeadFacts) -> Finding:
    if not all(_is_safe_winner(facts, card) for card in facts.hand):
        return fails("there are losing cards in the hand")
    kept = facts.commanded_against_us
    others = tuple(card for card in facts.hand if card.suit not in kept)
    if not kept or not others:
        return fails("there are not winners both of the adversaries’ suits and of others")
    return applies(f"every card wins, and the command of the adversaries’ {names(kept)} is kept to the last", *others)


def _loose_trump_and_tenace(facts: LeadFacts) -> Finding:
    trumps = _trump_cards(facts)
    if len(facts.hand) != 3 or len(trumps) != 1 or facts.is_master(trumps[0]):
        return fails("it is not one loose trump and two other cards")
    first, second = (card for card in facts.hand if card not in trumps)
    if first.suit is not second.suit or not _is_tenace(facts, first, second):
        return fails("the two other cards are not a tenace")
    return applies(f"a loose trump, and {first.rank.word} and {second.rank.word} to be led up to", *trumps)


def _is_tenace(facts: LeadFacts, high: Card, low: Card) -> bool:
    """Whether two cards are the best and third best left of their suit."""
    out = facts.outstanding(high.suit)
    return [rank > high.rank for rank in out].count(True) == 0 and [rank > low.rank for rank in out].count(True) == 1


def _king_three_and_a_loose_card(facts: LeadFacts) -> Finding:
    for suit in facts.plain_suits:
        held, others = facts.hand[suit], [card for card in facts.hand if card.suit is not suit]
        above = sum(rank > held.highest for rank in facts.outstanding(suit))
        if len(held) == 3 and above == 1 and len(others) == 1 and not _is_safe_winner(facts, others[0]):
            return applies(f"the second best of three {suit.plural} waits to be led up to", others[0])
    return fails("it is not the second best of three and one loose card")


def _minor_tenace(facts: LeadFacts) -> Finding:
    for suit in _whole_hand_in(facts, 2):
        high, low = facts.hand[suit].ranks
        out = facts.outstanding(suit).ranks
        if len(out) != 3 or not out[0] > high > out[1] > low > out[2]:
            return fails("it is not second and fourth best against best, third and another")
        if any(facts.has_shown_void(seat, suit) for seat in facts.adversaries):
            return fails(f"the {out[1].word} is not single, for one adversary has none")
        return applies(f"the {out[1].word} may be single, and fall to the {high.word}", Card(suit, high))
    return fails("it is not two cards of one suit")


def _whole_hand_in(facts: LeadFacts, size: int) -> tuple[Suit, ...]:
    """The suit that is the whole hand, where it has so many cards."""
    return tuple(suit for suit in Suit if len(facts.hand) == len(facts.hand[suit]) == size)


def _running_a_card(facts: LeadFacts) -> Finding:
    for suit in _whole_hand_in(facts, 3):
        out, (high, middle, low) = facts.outstanding(suit).ranks, facts.hand[suit].ranks
        between = [rank for rank in out if low < rank < high]
        if len(out) > 1 and out[0] < high and len(between) == 1 and between[0] > middle:
            return applies(f"the {between[0].word} is guarded, and the {low.word} may be run", Card(suit, low))
        return fails("it is not one guarded card under the highest of them and over the others")
    return fails("it is not three cards of one suit")


def _all_but_the_best(facts: LeadFacts) -> Finding:
    trumps, out = _trump_cards(facts), _trumps_out(facts)
    if len(trumps) < 2 or len(out) != 1 or out[0] < trumps[0].rank:
        return fails("it is not all the trumps but the best")
    return applies(f"the {out[0].word} alone is out against {counted(len(trumps), 'trump')}", trumps[-1])


def _two_for_one(facts: LeadFacts) -> Finding:
    masters = facts.masters(facts.trump_suit)
    if not masters or facts.rounds(facts.trump_suit) < 2:
        return fails("it is not the best trump after two rounds")
    if len(facts.adversaries_with_trumps) < 2 or facts.trumps_out < 2:
        return fails("both adversaries cannot have trumps")
    return applies("both adversaries may have a trump, and two are drawn for one", masters[0])


THE_END: Sequence[Rule[LeadFacts]] = (
    Rule(
        "cae-art-093",
        "When you have ruffed with the best trump and only loose cards are left, lead the other trump.",
        cite(60, 2745, 2766),
        _other_trump_after_the_coup,
    ),
    Rule(
        "cae-art-094",
        "With two winning cards and two loose trumps against the two best, lead a trump when two tricks do not save.",
        cite(61, 2768, 2778),
        _trump_to_save,
        "the score wants three",
    ),
    Rule(
        "cae-art-094",
        "With two winning cards and two loose trumps against the two best, force, and make sure of two tricks.",
        cite(61, 2768, 2775),
        _force_for_two,
        "two are enough",
    ),
    Rule(
        "cae-art-083",
        "With all winning cards but one, play the loose one first.",
        cite(59, 2683, 2689),
        _loose_card,
    ),
    Rule(
        "cae-art-033",
        "Keep the command of the adversaries’ suits as late as you can.",
        cite(40, 1986, 1992),
        _command_kept_to_the_last,
    ),
    Rule(
        "cae-art-084",
        "With only a loose trump and a tenace, lead the trump.",
        cite(59, 2691, 2692),
        _loose_trump_and_tenace,
    ),
    Rule(
        "cae-art-085",
        "With only the king of three and a loose card, lead the loose card.",
        cite(59, 2694, 2697),
        _king_three_and_a_loose_card,
    ),
    Rule(
        "cae-art-086",
        "Holding all the trumps but the best, lead the smallest.",
        cite(59, 2699, 2704),
        _all_but_the_best,
    ),
    Rule(
        "cae-art-088",
        "Left with minor tenace against tenace guarded, lead the higher card, if the third best may be single.",
        cite(60, 2717, 2720),
        _minor_tenace,
    ),
    Rule(
        "cae-art-089",
        "With such cards as knave, nine, eight against the ten guarded, run the eight.",
        cite(60, 2722, 2727),
        _running_a_card,
    ),
)
"""What is led when the whole hand, or all that is left of trumps, is one of his positions."""

TWO_FOR_ONE: Rule[LeadFacts] = Rule(
    "cae-art-087",
    "If both adversaries hold trumps, draw two for one with the best.",
    cite(59, 2706, 2715),
    _two_for_one,
    "both hold trumps",
)
