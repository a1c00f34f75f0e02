"""Cælebs’s hints for the last tricks, for the hand that leads (pp. 59–61).

The whole hand, or all that is left of trumps, is one of Cælebs’s positions.
"""

from __future__ import annotations

from itertools import islice

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import names
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Suit
from tutor.notation import counted

finale = Section[LeadFacts](KEY)

CARDS_AT_THE_COUP = 4
"""So many cards are left to each player in Cælebs’s example of the coup (p. 61)."""


@finale.rule(
    "cae-art-093",
    "If you have ruffed with the best trump and have only loose cards left, lead the other trump.",
    page=60,
    lines=(2745, 2766),
    why="You need every trick, and your loose cards cannot win any. If partner has the second-best trump and a "
    "winning hand, your play gives partner a lead that nobody can stop.",
)
def other_trump_after_the_coup(facts: LeadFacts) -> Finding:
    last = facts.view.tricks[-1] if facts.view.tricks else None
    mine = last.card_of(facts.seat) if last else None
    if last is None or mine is None or mine.suit is not facts.trumps or last.suit_led is facts.trumps:
        return no("no ruff has just been made")
    trumps, out = facts.trump_cards, facts.outstanding(facts.trump_suit)
    if len(trumps) != 1 or facts.is_master(trumps[0]) or any(mine.rank < rank for rank in out):
        return no("the ruff was not with the best trump, or did not leave one loose trump")
    if facts.cards_left > CARDS_AT_THE_COUP or any(facts.is_master(card) for card in facts.cards):
        return no("there are cards to play that are not loose")
    if not facts.may_hold_best_trump(facts.partner):
        return no("partner cannot have the best trump that is left")
    return yes("the best trump has ruffed, and one loose trump is left to give partner the lead", *trumps)


def _why_not_two_and_two(facts: LeadFacts) -> str | None:
    """Why the hand is not Cælebs’s two forcing cards and two loose trumps against the two best; None where it is."""
    if facts.cards_left != 4 or len(facts.trumps_held) != 2:
        return "the hand is not four cards, two of them trumps"
    out = facts.outstanding(facts.trump_suit).ranks
    if len(out) != 2 or out[-1] < facts.trumps_held.highest:
        return "the two best trumps are not out against two loose ones here"
    if not all(facts.is_master(card) for card in facts.cards if card.suit is not facts.trumps):
        return "the other two cards are not winning ones"
    return None


two_and_two = Section[LeadFacts](KEY, given=_why_not_two_and_two)


@two_and_two.rule(
    "cae-art-094",
    "With two winning cards and two loose trumps against the two best, lead a trump if two tricks do not save the "
    "game.",
    page=61,
    lines=(2768, 2778),
    row="the score wants three",
    why="Forcing makes two tricks certain. A trump can gain more if the two best trumps are divided, and it is 11 to "
    "8 against either opponent holding both. The score decides.",
    why_lines=(2768, 2781),
)
def trump_to_save(facts: LeadFacts) -> Finding:
    wanted = facts.wanted_to_save
    if wanted <= 2:
        return no(lambda: f"{counted(wanted, 'more trick')} will save the game")
    return yes(
        lambda: f"it takes {counted(wanted, 'trick')} to save the game, and forcing makes only two", *facts.trump_cards
    )


@two_and_two.rule(
    "cae-art-094",
    "With two winning cards and two loose trumps against the two best, force, and make sure of two tricks.",
    page=61,
    lines=(2768, 2775),
    row="two are enough",
)
def force_for_two(facts: LeadFacts) -> Finding:
    forcing = tuple(card for card in facts.cards if card.suit is not facts.trumps)
    return yes("two forcing cards make sure of two tricks against the two best trumps", *forcing)


finale.add(*two_and_two)


def _is_safe_winner(facts: LeadFacts, card: Card) -> bool:
    """Whether no opponent can beat a card: the best of its suit, that none of them can trump."""
    return facts.is_master(card) and (card.suit is facts.trumps or not facts.adversaries_with_trumps)


@finale.rule(
    "cae-art-083",
    "If all your cards but one are winners, play the loose one first.",
    page=59,
    lines=(2683, 2689),
    why="Now partner may have a chance to win with the second best of that suit. If you keep the loose card until "
    "last, that chance is gone.",
    why_lines=(2687, 2689),
)
def loose_card(facts: LeadFacts) -> Finding:
    loose = tuple(islice((card for card in facts.cards if not _is_safe_winner(facts, card)), 2))
    if facts.cards_left < 2 or len(loose) != 1 or loose[0].suit is facts.trumps:
        return no("there is not one loose card beside winning ones")
    return yes(lambda: f"every card but the {loose[0].name} wins", loose[0])


@finale.rule(
    "cae-art-033",
    "Keep the command of the opponents’ suits as late as you can.",
    page=40,
    lines=(1986, 1992),
    why="The best card of the opponents’ suit becomes as valuable as a long trump for getting the lead back.",
    why_lines=(1980, 1989),
)
def command_kept_to_the_last(facts: LeadFacts) -> Finding:
    if not all(_is_safe_winner(facts, card) for card in facts.cards):
        return no("there are losing cards in the hand")
    kept = facts.commanded_against_us
    others = tuple(card for card in facts.cards if card.suit not in kept)
    if not kept or not others:
        return no("the winners are not both of the opponents’ suits and of others")
    return yes(lambda: f"every card wins, and the command of the opponents’ {names(kept)} is kept to the last", *others)


def _is_tenace(facts: LeadFacts, high: Card, low: Card) -> bool:
    """Whether two cards are the best and third best left of their suit."""
    return facts.is_master(high) and facts.higher_out(low) == 1


@finale.rule(
    "cae-art-084",
    "With only a loose trump and a tenace, lead the trump.",
    page=59,
    lines=(2691, 2692),
    why="The trump gives up the lead, so that the opponents must lead up to your tenace.",
)
def loose_trump_and_tenace(facts: LeadFacts) -> Finding:
    if facts.cards_left != 3 or len(facts.trump_cards) != 1 or facts.is_master(facts.trump_cards[0]):
        return no("the hand is not one loose trump and two other cards")
    first, second = (card for card in facts.cards if card not in facts.trump_cards)
    if first.suit is not second.suit or not _is_tenace(facts, first, second):
        return no("the two other cards are not a tenace")
    return yes(
        lambda: f"the hand is a loose trump, and {first.rank.word} and {second.rank.word} to be led up to",
        *facts.trump_cards,
    )


@finale.rule(
    "cae-art-085",
    "With only the king of three and a loose card, lead the loose card.",
    page=59,
    lines=(2694, 2697),
    why="The king’s best chance is to be led up to, and the loose card gives up the lead.",
)
def king_three_and_a_loose_card(facts: LeadFacts) -> Finding:
    suit = next((suit for suit in facts.plain_suits if len(facts.hand[suit]) == 3), None)
    others = [card for card in facts.cards if card.suit is not suit]
    is_second_best = suit is not None and facts.higher_out(Card(suit, facts.hand[suit].highest)) == 1
    if suit is None or not is_second_best or len(others) != 1 or _is_safe_winner(facts, others[0]):
        return no("the hand is not the second best of three and one loose card")
    return yes(lambda: f"the second best of three {suit.plural} waits to be led up to", others[0])


@finale.rule(
    "cae-art-086",
    "If you hold all the trumps but the best, lead the smallest.",
    page=59,
    lines=(2699, 2704),
    why="It shows partner that you have the other trumps, and takes out the best one before it can stop partner’s "
    "suit. You may also gain a tenace in the next round.",
)
def all_but_the_best(facts: LeadFacts) -> Finding:
    trumps, out = facts.trump_cards, facts.outstanding(facts.trump_suit).ranks
    if len(trumps) < 2 or len(out) != 1 or out[0] < trumps[0].rank:
        return no("the hand does not have all the trumps but the best")
    return yes(lambda: f"only the {out[0].word} is out against {counted(len(trumps), 'trump')}", trumps[-1])


def _whole_hand_in(facts: LeadFacts, size: int) -> Suit | None:
    """The suit that is the whole hand, where it has so many cards."""
    return next((suit for suit in Suit if facts.cards_left == len(facts.hand[suit]) == size), None)


@finale.rule(
    "cae-art-088",
    "If your second and fourth best are left against best, third best and another, lead the higher, if the third "
    "best may be single.",
    page=60,
    lines=(2717, 2720),
    why="If the third best is alone in a hand, your higher card brings it down and your lower card becomes good.",
)
def minor_tenace(facts: LeadFacts) -> Finding:
    suit = _whole_hand_in(facts, 2)
    if suit is None:
        return no("the hand is not two cards of one suit")
    out, (high, low) = facts.outstanding(suit).ranks, facts.hand[suit].ranks
    if len(out) != 3 or not out[0] > high > out[1] > low > out[2]:
        return no("the hand is not second and fourth best against best, third best and another")
    if any(facts.has_shown_void(seat, suit) for seat in facts.adversaries):
        return no(lambda: f"the {out[1].word} is not single, for one opponent has none")
    return yes(lambda: f"the {out[1].word} may be single, and fall to the {high.word}", Card(suit, high))


@finale.rule(
    "cae-art-089",
    "With cards like jack, nine, eight against the guarded ten, run the eight.",
    page=60,
    lines=(2722, 2727),
    why=("If the low card runs and wins, the card that you run it past loses its guard, and you may make every trick."),
)
def running_a_card(facts: LeadFacts) -> Finding:
    suit = _whole_hand_in(facts, 3)
    if suit is None:
        return no("the hand is not three cards of one suit")
    out, (high, middle, low) = facts.outstanding(suit).ranks, facts.hand[suit].ranks
    between = [rank for rank in out if low < rank < high]
    if not (len(out) > 1 and out[0] < high and len(between) == 1 and between[0] > middle):
        return no("no guarded card lies between the highest of them and the others")
    return yes(lambda: f"the {between[0].word} is guarded, and the {low.word} may be run", Card(suit, low))
