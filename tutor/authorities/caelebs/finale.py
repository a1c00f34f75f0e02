"""Cælebs’s hints for the last tricks, for the hand that leads, and for one that discards (pp. 59–61)."""

from __future__ import annotations

from itertools import islice

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.lead_facts import LeadFacts, cite, names
from tutor.authorities.rules import Finding, Rule, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.notation import counted


def _trump_cards(facts: LeadFacts) -> tuple[Card, ...]:
    return tuple(Card(facts.trump_suit, rank) for rank in facts.trumps_held)


def _is_safe_winner(facts: LeadFacts, card: Card) -> bool:
    """Whether no adversary can beat a card: the best of its suit, that none of them can trump."""
    return facts.is_master(card) and (card.suit is facts.trumps or not facts.adversaries_with_trumps)


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


def _is_tenace(facts: LeadFacts, high: Card, low: Card) -> bool:
    """Whether two cards are the best and third best left of their suit."""
    out = facts.outstanding(high.suit)
    return [rank > high.rank for rank in out].count(True) == 0 and [rank > low.rank for rank in out].count(True) == 1


def _whole_hand_in(facts: LeadFacts, size: int) -> tuple[Suit, ...]:
    """The suit that is the whole hand, where it has so many cards."""
    return tuple(suit for suit in Suit if len(facts.hand) == len(facts.hand[suit]) == size)


def _two_for_one(facts: LeadFacts) -> Finding:
    masters = facts.masters(facts.trump_suit)
    if not masters or facts.rounds(facts.trump_suit) < 2:
        return no("it is not the best trump after two rounds")
    if len(facts.adversaries_with_trumps) < 2 or facts.trumps_out < 2:
        return no("both adversaries cannot have trumps")
    return yes("both adversaries may have a trump, and two are drawn for one", masters[0])


the_end = Section[LeadFacts](KEY)


@the_end.rule(
    "cae-art-093",
    "When you have ruffed with the best trump and only loose cards are left, lead the other trump.",
    page=60,
    lines=(2745, 2766),
)
def other_trump_after_the_coup(facts: LeadFacts) -> Finding:
    last = facts.view.tricks[-1] if facts.view.tricks else None
    mine = last.card_of(facts.seat) if last else None
    trumps = _trump_cards(facts)
    if last is None or mine is None or mine.suit is not facts.trumps or last.suit_led is facts.trumps:
        return no("no ruff has just been made")
    if len(trumps) != 1 or facts.is_master(trumps[0]) or any(mine.rank < out for out in _trumps_out(facts)):
        return no("it was not a ruff with the best trump that leaves one loose one")
    if len(facts.hand) > 4 or any(facts.is_master(card) for card in facts.hand):
        return no("there are other cards to play than loose ones")
    if not facts.may_hold_best_trump(facts.partner):
        return no("partner cannot have the best trump that is left")
    return yes("the best trump has ruffed, and one loose trump is left to give partner the lead", *trumps)


@the_end.rule(
    "cae-art-094",
    "With two winning cards and two loose trumps against the two best, lead a trump when two tricks do not save.",
    page=61,
    lines=(2768, 2778),
    row="the score wants three",
)
def trump_to_save(facts: LeadFacts) -> Finding:
    fault = _two_and_two(facts)
    if fault:
        return no(fault)
    wanted = facts.wanted_to_save
    if wanted <= 2:
        return no(lambda: f"{counted(wanted, 'more trick')} will save the game")
    trumps = _trump_cards(facts)
    return yes(lambda: f"it takes {counted(wanted, 'trick')} to save the game, and forcing makes but two", *trumps)


@the_end.rule(
    "cae-art-094",
    "With two winning cards and two loose trumps against the two best, force, and make sure of two tricks.",
    page=61,
    lines=(2768, 2775),
    row="two are enough",
)
def force_for_two(facts: LeadFacts) -> Finding:
    fault = _two_and_two(facts)
    if fault:
        return no(fault)
    forcing = tuple(card for card in facts.hand if card.suit is not facts.trumps)
    return yes("two forcing cards make sure of two tricks against the two best trumps", *forcing)


@the_end.rule("cae-art-083", "With all winning cards but one, play the loose one first.", page=59, lines=(2683, 2689))
def loose_card(facts: LeadFacts) -> Finding:
    loose = tuple(islice((card for card in facts.hand if not _is_safe_winner(facts, card)), 2))
    if len(facts.hand) < 2 or len(loose) != 1 or loose[0].suit is facts.trumps:
        return no("it is not one loose card beside winning ones")
    return yes(lambda: f"every card but the {loose[0].name} wins", loose[0])


@the_end.rule(
    "cae-art-033", "Keep the command of the adversaries’ suits as late as you can.", page=40, lines=(1986, 1992)
)
def command_kept_to_the_last(facts: LeadFacts) -> Finding:
    if not all(_is_safe_winner(facts, card) for card in facts.hand):
        return no("there are losing cards in the hand")
    kept = facts.commanded_against_us
    others = tuple(card for card in facts.hand if card.suit not in kept)
    if not kept or not others:
        return no("there are not winners both of the adversaries’ suits and of others")
    return yes(
        lambda: f"every card wins, and the command of the adversaries’ {names(kept)} is kept to the last", *others
    )


@the_end.rule("cae-art-084", "With only a loose trump and a tenace, lead the trump.", page=59, lines=(2691, 2692))
def loose_trump_and_tenace(facts: LeadFacts) -> Finding:
    trumps = _trump_cards(facts)
    if len(facts.hand) != 3 or len(trumps) != 1 or facts.is_master(trumps[0]):
        return no("it is not one loose trump and two other cards")
    first, second = (card for card in facts.hand if card not in trumps)
    if first.suit is not second.suit or not _is_tenace(facts, first, second):
        return no("the two other cards are not a tenace")
    return yes(lambda: f"a loose trump, and {first.rank.word} and {second.rank.word} to be led up to", *trumps)


@the_end.rule(
    "cae-art-085", "With only the king of three and a loose card, lead the loose card.", page=59, lines=(2694, 2697)
)
def king_three_and_a_loose_card(facts: LeadFacts) -> Finding:
    for suit in facts.plain_suits:
        held, others = facts.hand[suit], [card for card in facts.hand if card.suit is not suit]
        above = sum(rank > held.highest for rank in facts.outstanding(suit))
        if len(held) == 3 and above == 1 and len(others) == 1 and not _is_safe_winner(facts, others[0]):
            return yes(lambda: f"the second best of three {suit.plural} waits to be led up to", others[0])
    return no("it is not the second best of three and one loose card")


@the_end.rule("cae-art-086", "Holding all the trumps but the best, lead the smallest.", page=59, lines=(2699, 2704))
def all_but_the_best(facts: LeadFacts) -> Finding:
    trumps, out = _trump_cards(facts), _trumps_out(facts)
    if len(trumps) < 2 or len(out) != 1 or out[0] < trumps[0].rank:
        return no("it is not all the trumps but the best")
    return yes(lambda: f"the {out[0].word} alone is out against {counted(len(trumps), 'trump')}", trumps[-1])


@the_end.rule(
    "cae-art-088",
    "Left with minor tenace against tenace guarded, lead the higher card, if the third best may be single.",
    page=60,
    lines=(2717, 2720),
)
def minor_tenace(facts: LeadFacts) -> Finding:
    for suit in _whole_hand_in(facts, 2):
        high, low = facts.hand[suit].ranks
        out = facts.outstanding(suit).ranks
        if len(out) != 3 or not out[0] > high > out[1] > low > out[2]:
            return no("it is not second and fourth best against best, third and another")
        if any(facts.has_shown_void(seat, suit) for seat in facts.adversaries):
            return no(lambda: f"the {out[1].word} is not single, for one adversary has none")
        return yes(lambda: f"the {out[1].word} may be single, and fall to the {high.word}", Card(suit, high))
    return no("it is not two cards of one suit")


@the_end.rule(
    "cae-art-089",
    "With such cards as knave, nine, eight against the ten guarded, run the eight.",
    page=60,
    lines=(2722, 2727),
)
def running_a_card(facts: LeadFacts) -> Finding:
    for suit in _whole_hand_in(facts, 3):
        out, (high, middle, low) = facts.outstanding(suit).ranks, facts.hand[suit].ranks
        between = [rank for rank in out if low < rank < high]
        if len(out) > 1 and out[0] < high and len(between) == 1 and between[0] > middle:
            return yes(lambda: f"the {between[0].word} is guarded, and the {low.word} may be run", Card(suit, low))
        return no("it is not one guarded card under the highest of them and over the others")
    return no("it is not three cards of one suit")


"""What is led when the whole hand, or all that is left of trumps, is one of his positions."""

TWO_FOR_ONE: Rule[LeadFacts] = Rule(
    "cae-art-087",
    "If both adversaries hold trumps, draw two for one with the best.",
    cite(59, 2706, 2715),
    _two_for_one,
    "both hold trumps",
)
