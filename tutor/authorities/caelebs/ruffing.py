"""When Cælebs trumps, and when he refuses (pp. 40, 56, 58, 60).

Where a card is not trumped the answers are all the plain cards: which is thrown is another question. The order where
Cælebs’s rules meet: the coup with the king-trump is the game itself (p. 60). Partner’s trick is left alone, and
partner’s force accepted (p. 41). A see-saw is the exception that he makes to refusing (p. 56). An opponent’s long suit
must be stopped “under any circumstances” (p. 56): this stands before holding up five trumps (p. 58) or four (p. 40),
since these speak of being forced early. Strength and weakness (p. 56) come last.
"""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import other_interpretations, why_no_whist
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.notation import counted


def _ruff(facts: TrickFacts, because: Reason) -> Finding:
    """The lowest trump that would be winning; of cards as good, not the one turned up (pp. 21, 56)."""
    trumps = [card for card in facts.winners if card.suit is facts.trumps]
    if not trumps:
        return no("no trump here would be winning")
    known = facts.turned_up[1] if facts.turned_up else None
    return yes(because, next((card for card in facts.equals(trumps[0])[::-1] if card != known), trumps[0]))


def _refuse(facts: TrickFacts, because: Reason) -> Finding:
    """Every card that is not a trump."""
    plain = tuple(card for card in facts.cards if card.suit is not facts.trumps)
    return yes(because, *plain) if plain else no("there is nothing but trumps")


ruffing = Section[TrickFacts](KEY)

# ---- the coup with the best trump -----------------------------------------------------------------------------------


def _partner_may_have_the_rest(facts: TrickFacts) -> bool:
    """Whether partner can have “the second best trump, and a winning hand”: partner’s cards tell, if they lie open."""
    if not facts.may_hold_best_trump(facts.partner):
        return False
    plain = (card for card in facts.view.seen.get(facts.partner, ()) if card.suit is not facts.trumps)
    return all(_is_best_out(facts, card) for card in plain)


def _is_best_out(facts: TrickFacts, card: Card) -> bool:
    """Whether no higher card of its suit is left but with the hand to play and its partner."""
    ours = (*facts.hand.only(card.suit), *facts.view.seen.get(facts.partner, ()))
    return all(Card(card.suit, rank) in ours for rank in facts.outstanding(card.suit) if rank > card.rank)


@ruffing.rule(
    "cae-art-093",
    "If you need every trick, and have the best trump, one other and losers, ruff with the best and lead the other.",
    page=60,
    lines=(2745, 2766),
    row="ruff",
)
def king_trump_thrown_away(facts: TrickFacts) -> Finding:
    if facts.cards_left > facts.interpretation.at_the_finale:
        return no("the end is not near")
    if facts.wanted != facts.cards_left or len(facts.trumps_held) != 2:
        return no("the game does not depend on every trick, or there are not two trumps left")
    best, other = (Card(facts.trump_suit, rank) for rank in facts.trumps_held)
    if not facts.is_master(best) or facts.is_master(other):
        return no("the trumps are not the best and a loose one")
    if facts.partner_wins or not facts.wins(best):
        return no("the other side does not force with a card that the best trump beats")
    if any(facts.is_master(card) for card in facts.cards if card.suit is not facts.trumps):
        return no("there is a winning card beside the trumps")
    if not _partner_may_have_the_rest(facts):
        return no("partner cannot have the second best trump and a winning hand")
    return yes("every trick is needed, and only partner’s trumps and winners can bring them", best)


# ---- partner’s lead and partner’s trick -----------------------------------------------------------------------------


def _is_partners_thirteenth(facts: TrickFacts) -> bool:
    return facts.place == 3 and not facts.outstanding(facts.suit) and facts.round > 1


@ruffing.rule(
    "cae-art-080",
    "On partner’s thirteenth card, pass with a tenace in trumps that may be led up to.",
    page=58,
    lines=(2655, 2659),
    row="tenace",
)
def tenace_behind_a_thirteenth_card(facts: TrickFacts) -> Finding:
    if not _is_partners_thirteenth(facts) or not facts.partner_wins:
        return no("partner has not led a thirteenth card")
    trumps = facts.hand.only(facts.trump_suit)
    best = [card for card in trumps if facts.is_master(card)]
    if not best or not any(facts.higher_out(card) == 1 for card in trumps):
        return no("the best and third best trumps are not here")
    return _refuse(facts, "partner leads a thirteenth card, and the tenace in trumps waits to be led up to")


@ruffing.rule(
    "cae-art-080", "On partner’s thirteenth card play your best trump.", page=58, lines=(2655, 2658), row="best trump"
)
def best_trump_on_a_thirteenth_card(facts: TrickFacts) -> Finding:
    if not _is_partners_thirteenth(facts):
        return no("partner has not led a thirteenth card")
    best = Card(facts.trump_suit, facts.trumps_held.highest)
    if not facts.wins(best):
        return no("the best trump would not win")
    return yes("partner leads a thirteenth card, and the best trump makes partner’s trumps good", best)


@ruffing.rule(
    "cae-art-034",
    "If partner leads a winning card, play your own game.",
    page=41,
    lines=(2012, 2014),
    row="partner’s winning card",
)
def partners_trick(facts: TrickFacts) -> Finding:
    if not facts.partner_needs_no_help:
        return no("partner’s card is not sure of the trick")
    return _refuse(facts, "partner’s card is winning, and it is the best that is left")


@ruffing.rule(
    "cae-art-034",
    "If partner forces you on purpose, ruff without hesitation.",
    page=41,
    lines=(2008, 2010),
    row="partner forces",
)
def partner_forces(facts: TrickFacts) -> Finding:
    if facts.place != 3 or not facts.has_shown_void(facts.seat, facts.suit):
        return no("partner has not led a suit in which this hand is known to have none")
    if facts.higher_out(facts.card_led) == 0:
        return no("partner has led a winning card, and need not mean to force")
    return _ruff(facts, "partner forces deliberately, and is to be trusted")


@ruffing.rule(
    "cae-art-074",
    "In a see-saw, when you and partner can each trump a suit, ruff however strong you are.",
    page=56,
    lines=(2588, 2592),
    row="see-saw",
    why="When weak, you use a trump that has no other power, show partner that you are poor, and may keep the command "
    "of an opponents’ suit. When strong, you may need your trumps for a long suit.",
    why_lines=(2588, 2596),
)
def see_saw(facts: TrickFacts) -> Finding:
    led = [suit for suit in facts.plain_suits if facts.has_shown_void(facts.partner, suit)]
    if not led or not facts.may_hold_trumps(facts.partner):
        return no("partner has no suit to ruff in turn")
    return _ruff(facts, lambda: f"partner can ruff {led[0].plural} in turn")


# ---- forced by the other side ---------------------------------------------------------------------------------------

LONG_SUIT_ROUND = 3
"""A suit that the other side leads for the third time is taken to be the long one that is to be stopped (p. 56)."""


@ruffing.rule(
    "cae-art-075",
    "Stop an opponent’s long suit, even with the best trump, but ruff no higher than you must.",
    page=56,
    lines=(2597, 2602),
    why="The best trump can make only one trick, but a ruff with it may stop several. You cannot let an opponent go "
    "on discarding after you.",
    why_lines=(2597, 2606),
)
def an_adverse_long_suit(facts: TrickFacts) -> Finding:
    if facts.trick.leader is facts.partner or facts.partner_wins:
        return no("the other side did not lead to this trick, or is not winning it")
    would_discard = facts.place < 4 and facts.has_shown_void(facts.seat.left, facts.suit)
    if facts.round < LONG_SUIT_ROUND and not would_discard:
        return no("the suit has not shown itself to be long, and nobody is discarding on it")
    return _ruff(facts, "the other side is bringing in a long suit")


TRUMPS_OF_A_POOR_HAND = 5
"""“With five trumps and a poor hand” (p. 58)."""


@ruffing.rule(
    "cae-art-081",
    "With five trumps and a poor hand do not be forced.",
    page=58,
    lines=(2663, 2667),
    why="If you ruff, the opponents may draw one more trump and establish a long suit. If you keep all five, you may "
    "do the same for partner.",
)
def poor_hand_with_five_trumps(facts: TrickFacts) -> Finding:
    plain_high = sum(card.rank >= Rank.KING for card in facts.dealt if card.suit is not facts.trumps)
    if len(facts.trumps_held) < TRUMPS_OF_A_POOR_HAND or plain_high > facts.interpretation.poor_hand:
        return no("there are not five trumps in a hand that is otherwise poor")
    if facts.trick.leader is facts.partner:
        return no("the other side is not forcing")
    return _refuse(facts, lambda: f"there are {counted(len(facts.trumps_held), 'trump')} and a poor hand")


def _other_side_wants_trumps(facts: TrickFacts) -> bool:
    opened = facts.suits_opened_by(*facts.adversaries)
    return facts.trump_suit in opened or any(map(facts.has_asked, facts.adversaries))


@ruffing.rule(
    "cae-art-034",
    "If the opponents are clearly stronger in trumps, take what tricks you can.",
    page=40,
    lines=(1999, 2007),
    row="trumps against you",
)
def trumps_clearly_against(facts: TrickFacts) -> Finding:
    if facts.trumps_dealt.count(WHIST_HONOURS) or not _other_side_wants_trumps(facts):
        return no("the other side is not clearly stronger in trumps")
    return _ruff(facts, "the other side is playing for trumps, and there is no honour here to stop them")


TRUMPS_FOR_A_LONG_SUIT = 4
"""“You may possibly establish a commanding suit with four trumps” (p. 40)."""


@ruffing.rule(
    "cae-art-034",
    "With four trumps and a long suit to bring in, do not be forced and do not over-ruff.",
    page=40,
    lines=(1994, 1999),
    row="long suit",
)
def four_trumps_for_a_long_suit(facts: TrickFacts) -> Finding:
    if len(facts.trumps_held) < TRUMPS_FOR_A_LONG_SUIT or not facts.has_long_suit:
        return no("there are not four trumps with a long suit to bring in")
    if facts.partner_wins:
        return no("partner is winning, and nobody forces")
    ruffed = facts.winning is not None and facts.winning.suit is facts.trumps
    spent = ", and a trump of the other side is spent" if ruffed else ""
    return _refuse(facts, lambda: f"four trumps are kept together for a long suit{spent}")


# ---- strong and weak ------------------------------------------------------------------------------------------------


def _is_uncertain(facts: TrickFacts) -> bool:
    """Whether partner may yet have the trick with the suit led, or has it with a card that may be beaten."""
    winning = facts.winning
    if winning is None or winning.suit is facts.trumps:
        return False
    if facts.place == 2:
        better = (Card(winning.suit, rank) for rank in facts.outstanding(winning.suit) if rank > winning.rank)
        return any(facts.may_hold(facts.partner, card) for card in better)
    return facts.place == 3 and facts.partner_wins


@ruffing.rule(
    "cae-art-074",
    "If you are strong in trumps, never ruff a second-best or doubtful card.",
    page=56,
    lines=(2588, 2590),
    row="strong",
)
def uncertain_card_when_strong(facts: TrickFacts) -> Finding:
    if not facts.is_strong_in_trumps:
        return no(lambda: facts.weakness_in_trumps)
    if not _is_uncertain(facts):
        return no("the card to trump is not second best or doubtful")
    return _refuse(facts, "the hand is strong in trumps, and partner may have the trick without one")


@ruffing.rule(
    "cae-art-074", ("If you are weak in trumps, never fail to ruff."), page=56, lines=(2590, 2596), row="weak"
)
def weak(facts: TrickFacts) -> Finding:
    if facts.is_strong_in_trumps:
        return no("the hand is strong in trumps")
    return _ruff(facts, lambda: f"{facts.weakness_in_trumps}, and trumps so weak can do nothing better")


@ruffing.rule(
    "cae-art-074",
    "If you are strong in trumps, with nothing to keep them for, ruff a card that is certain to win.",
    page=56,
    lines=(2588, 2590),
    row="certain card",
)
def certain_card(facts: TrickFacts) -> Finding:
    if facts.partner_wins:
        return no("partner is winning")
    return _ruff(facts, "the card to trump is neither second best nor doubtful")


RUFFING = Chapter(
    Question.TRUMP, ruffing, TrickFacts, silent_on=why_no_whist, otherwise=other_interpretations(TrickFacts)
)
