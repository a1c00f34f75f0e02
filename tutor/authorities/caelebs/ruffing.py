"""When Cælebs trumps, and when he refuses (pp. 40, 56, 58, 60).

Where a card is not trumped the answers are all the plain cards: which is thrown is another question. The order where
his rules meet: the coup with the king-trump is the game itself (p. 60); partner’s trick is left alone, and his force
accepted (p. 41); a see-saw is the exception that he makes to refusing (p. 56); an adverse long suit is to be stopped
“under any circumstances” (p. 56), which stands before holding up five trumps (p. 58) or four (p. 40), since these
speak of being forced early; strength and weakness (p. 56) come last.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.caelebs.facts import why_no_whist
from tutor.authorities.caelebs.following import READINGS, Following
from tutor.authorities.caelebs.leading import cite
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Rank
from tutor.codes.whist_1859 import WHIST_HONOURS
from tutor.notation import counted

FIVE_TRUMPS = 5
FOUR_TRUMPS = 4
LONG_SUIT_ROUND = 3
"""A suit that the other side leads for the third time is taken to be the long one that is to be stopped."""


def _ruff(table: Following, because: str) -> Finding:
    """The lowest trump that would be winning; of cards as good, not the one turned up (pp. 21, 56)."""
    trumps = [card for card in table.winners if card.suit is table.trumps]
    if not trumps:
        return fails("no trump of the hand would be winning")
    known = table.turned_up[1] if table.turned_up else None
    return applies(because, next((card for card in table.equals(trumps[0])[::-1] if card != known), trumps[0]))


def _refuse(table: Following, because: str) -> Finding:
    """Every card that is not a trump."""
    plain = tuple(card for card in table.hand if card.suit is not table.trumps)
    return applies(because, *plain) if plain else fails("there is nothing but trumps")


# ---- partner’s lead and partner’s trick -------------------------------------------------------------------------


def _is_thirteenth(table: Following) -> bool:
    return not table.outstanding(table.suit) and table.round > 1


def _tenace_behind_a_thirteenth_card(table: Following) -> Finding:
    if table.place != 3 or not _is_thirteenth(table) or not table.partner_wins:
        return fails("it is not partner’s thirteenth card")
    trumps = table.hand.only(table.trump_suit)
    best = [card for card in trumps if table.is_master(card)]
    if not best or not any(table.higher_out(card) == 1 for card in trumps):
        return fails("best and third best in trumps are not held")
    return _refuse(table, "partner leads a thirteenth card, and the tenace in trumps waits to be led up to")


def _best_trump_on_a_thirteenth_card(table: Following) -> Finding:
    if table.place != 3 or not _is_thirteenth(table):
        return fails("it is not partner’s thirteenth card")
    best = Card(table.trump_suit, table.trumps_held.highest)
    if not table.wins(best):
        return fails("the best trump would not win")
    return applies("partner leads a thirteenth card, and the best trump frees his", best)


def _partners_trick(table: Following) -> Finding:
    if not table.partner_needs_no_help:
        return fails("partner’s card is not sure of the trick")
    return _refuse(table, "partner’s card is winning, and it is the best that is left")


def _partner_forces(table: Following) -> Finding:
    if table.place != 3 or not table.has_shown_void(table.seat, table.suit):
        return fails("partner has not led a suit in which this hand is known to have none")
    if table.higher_out(table.card_led) == 0:
        return fails("partner has led a winning card, and need not mean to force")
    return _ruff(table, "partner forces deliberately, and is to be trusted")


# ---- see-saw and the coup -----------------------------------------------------------------------------------------


def _see_saw(table: Following) -> Finding:
    led = [suit for suit in table.plain_suits if table.has_shown_void(table.partner, suit)]
    if not led or not table.may_hold_trumps(table.partner):
        return fails("partner has no suit to ruff in his turn")
    return _ruff(table, f"partner can ruff {led[0].plural} in his turn")


def _king_trump_thrown_away(table: Following) -> Finding:
    if len(table.hand) > table.reading.at_the_finale:
        return fails("the end is not near")
    if table.wanted != len(table.hand) or len(table.trumps_held) != 2:
        return fails("the score does not ask for every trick, with two trumps left")
    best, other = (Card(table.trump_suit, rank) for rank in table.trumps_held)
    if not table.is_master(best) or table.is_master(other):
        return fails("the trumps are not the best and a loose one")
    if table.partner_wins or not table.wins(best):
        return fails("it is not the other side that forces, with a card that the best trump beats")
    if any(table.is_master(card) for card in table.hand if card.suit is not table.trumps):
        return fails("there is a winning card beside the trumps")
    if not _partner_may_have_the_rest(table):
        return fails("partner cannot have the second best trump and a winning hand")
    return applies("every trick is needed, and only partner’s trumps and winners can bring them", best)


def _partner_may_have_the_rest(table: Following) -> bool:
    """Whether partner can have “the second best trump, and a winning hand”: his own cards tell, if they lie open."""
    if not table.may_hold_best_trump(table.partner):
        return False
    open_hand = table.view.seen.get(table.partner)
    if open_hand is None:
        return True
    losing = [card for card in open_hand if card.suit is not table.trumps and not _is_best_out(table, card)]
    return not losing


def _is_best_out(table: Following, card: Card) -> bool:
    """Whether no higher card of its suit is left but with the hand to play and its partner."""
    ours = (*table.hand.only(card.suit), *table.view.seen.get(table.partner, ()))
    return all(Card(card.suit, rank) in ours for rank in table.outstanding(card.suit) if rank > card.rank)


# ---- forced by the other side -------------------------------------------------------------------------------------


def _an_adverse_long_suit(table: Following) -> Finding:
    if table.trick.leader is table.partner or table.partner_wins:
        return fails("it is not a trick that the other side leads to and is winning")
    would_discard = table.place < 4 and table.has_shown_void(table.seat.left, table.suit)
    if table.round < LONG_SUIT_ROUND and not would_discard:
        return fails("the suit has not shown itself long, and nobody is discarding on it")
    return _ruff(table, "the other side is bringing in a long suit")


def _poor_hand_with_five_trumps(table: Following) -> Finding:
    plain_high = sum(card.rank >= Rank.KING for card in table.dealt if card.suit is not table.trumps)
    if len(table.trumps_held) < FIVE_TRUMPS or plain_high > table.reading.poor_hand:
        return fails("it is not five trumps in a hand that is poor besides")
    if table.trick.leader is table.partner:
        return fails("it is not the other side that forces")
    return _refuse(table, f"there are {counted(len(table.trumps_held), 'trump')} and a poor hand")


def _trumps_clearly_against(table: Following) -> Finding:
    if table.trumps_dealt.count(WHIST_HONOURS) or not _other_side_wants_trumps(table):
        return fails("the superiority in trumps is not clearly with the other side")
    return _ruff(table, "the other side is after trumps, and there is no honour here to stop them")


def _other_side_wants_trumps(table: Following) -> bool:
    opened = table.suits_opened_by(*table.adversaries)
    return table.trump_suit in opened or any(map(table.has_asked, table.adversaries))


def _four_trumps_for_a_long_suit(table: Following) -> Finding:
    if len(table.trumps_held) < FOUR_TRUMPS or not table.has_long_suit:
        return fails("it is not four trumps with a long suit to bring in")
    if table.partner_wins:
        return fails("partner is winning, and nobody forces")
    ruffed = table.winning is not None and table.winning.suit is table.trumps
    because = "four trumps are kept together for a long suit"
    return _refuse(table, f"{because}, and a trump of the other side is spent" if ruffed else because)


# ---- strong and weak ----------------------------------------------------------------------------------------------


def _is_uncertain(table: Following) -> bool:
    """Whether partner may yet have the trick with the suit led, or has it with a card that may be beaten."""
    assert table.winning is not None, "a card has been led"  # noqa: S101
    if table.winning.suit is table.trumps:
        return False
    if table.place == 2:
        return any(table.may_hold(table.partner, card) for card in _better(table, table.winning))
    return table.place == 3 and table.partner_wins


def _better(table: Following, winning: Card) -> tuple[Card, ...]:
    return tuple(Card(winning.suit, rank) for rank in table.outstanding(winning.suit) if rank > winning.rank)


def _uncertain_card_when_strong(table: Following) -> Finding:
    if not table.is_strong_in_trumps:
        return fails(table.weakness_in_trumps)
    if not _is_uncertain(table):
        return fails("the card to trump is not second best or uncertain")
    return _refuse(table, "the hand is strong in trumps, and partner may have the trick without one")


def _weak(table: Following) -> Finding:
    if table.is_strong_in_trumps:
        return fails("the hand is strong in trumps")
    return _ruff(table, f"{table.weakness_in_trumps}, and trumps so weak can do nothing better")


def _certain_card(table: Following) -> Finding:
    if table.partner_wins:
        return fails("partner is winning")
    return _ruff(table, "the card to trump is neither second best nor uncertain")


RUFFING_RULES: Sequence[Rule[Following]] = (
    Rule(
        "cae-art-093",
        "Needing every trick, with the best trump, one other and losers, ruff with the best and lead the other.",
        cite(60, 2745, 2766),
        _king_trump_thrown_away,
        "ruff",
    ),
    Rule(
        "cae-art-080",
        "On partner’s thirteenth card pass with a tenace in trumps to be led up to.",
        cite(58, 2655, 2659),
        _tenace_behind_a_thirteenth_card,
        "tenace",
    ),
    Rule(
        "cae-art-080",
        "On partner’s thirteenth card put your best trump.",
        cite(58, 2655, 2658),
        _best_trump_on_a_thirteenth_card,
        "best trump",
    ),
    Rule(
        "cae-art-034",
        "If partner leads a winning card pursue your own game.",
        cite(41, 2012, 2014),
        _partners_trick,
        "partner’s winning card",
    ),
    Rule(
        "cae-art-034",
        "If partner forces you deliberately, ruff without scruple.",
        cite(41, 2006, 2010),
        _partner_forces,
        "partner forces",
    ),
    Rule(
        "cae-art-074",
        "In a see-saw ruff, however strong.",
        cite(56, 2588, 2592),
        _see_saw,
        "see-saw",
    ),
    Rule(
        "cae-art-075",
        "Stop an adverse long suit, even with the king-trump, but ruff no higher than you must.",
        cite(56, 2597, 2602),
        _an_adverse_long_suit,
    ),
    Rule(
        "cae-art-081",
        "With five trumps and a poor hand do not be forced.",
        cite(58, 2663, 2667),
        _poor_hand_with_five_trumps,
    ),
    Rule(
        "cae-art-034",
        "When the superiority in trumps is clearly against you, take what tricks you can.",
        cite(41, 1999, 2007),
        _trumps_clearly_against,
        "trumps against you",
    ),
    Rule(
        "cae-art-034",
        "With four trumps and a long suit to bring in neither be forced nor over-ruff.",
        cite(40, 1994, 1998),
        _four_trumps_for_a_long_suit,
        "long suit",
    ),
    Rule(
        "cae-art-074",
        "Strong in trumps never ruff a second-best or uncertain card.",
        cite(56, 2588, 2590),
        _uncertain_card_when_strong,
        "strong",
    ),
    Rule(
        "cae-art-074",
        "Weak in trumps never fail to ruff.",
        cite(56, 2590, 2596),
        _weak,
        "weak",
    ),
    Rule(
        "cae-art-074",
        "Strong in trumps, with nothing to keep them for, ruff a card that is certain to win.",
        cite(56, 2588, 2590),
        _certain_card,
        "certain card",
    ),
)

RUFFING = Chapter(Question.TRUMP, RUFFING_RULES, Following, silent_on=why_no_whist, otherwise=READINGS)
