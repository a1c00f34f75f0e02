"""What holds for every card with which an opponent follows: no false card, and no risk to the odd trick.

“Never play a false card unless it cannot mislead your partner” (pp. 142, 175) leaves only the lowest of cards that do
the same work: what partner reads from it is then true.
"""

from __future__ import annotations

from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.defence_facts import DefenceFacts
from tutor.authorities.hellespont.trick_figures import ODD_TRICK
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card


def true_card(defence: DefenceFacts, card: Card) -> Card:
    """The lowest of the cards that do the work of a card: the one that tells partner the truth."""
    equals = defence.table.equals(card)
    winning = [equal for equal in equals if defence.table.wins(equal)]
    return (winning or equals)[-1]


def _certain(defence: DefenceFacts) -> tuple[Card, ...]:
    """The cards of the suit led that win the trick whatever is still to be played to it, lowest first."""
    table, suit = defence.table, defence.suit_led
    if not table.holding or (table.winning and table.winning.suit is not suit):
        return ()
    if table.place == 4:
        return table.winners
    if defence.is_trumped(suit) and suit is not defence.trumps:
        return ()
    return tuple(card for card in table.winners if table.is_master(card))


def _odd_trick(defence: DefenceFacts) -> Finding:
    if defence.table.ours != ODD_TRICK - 1:
        return no("this trick would not be the odd one for the opponents")
    if defence.table.partner_wins and defence.table.place == 4:
        return no("partner has won the odd trick")
    cards = _certain(defence)
    if not cards:
        return no("there is no card that is sure of the trick")
    return yes(lambda: f"the {cards[0].name} wins the odd trick", cards[0])


def odd_trick(row: str) -> Section[DefenceFacts]:
    """The rule on the odd trick, with a row of its own for each question that it helps to answer."""
    section = Section[DefenceFacts](KEY)
    section.rule(
        "hel-play-finesse-partner",
        "Any finesse is bad if you can win the odd trick without it.",
        page=143,
        lines=(7122, 7124),
        row=row,
    )(_odd_trick)
    return section


def _is_partners(defence: DefenceFacts) -> bool:
    """Whether partner is winning the trick with a card that those still to play cannot beat."""
    table, card = defence.table, defence.table.winning
    if not table.partner_wins or card is None or card.suit is not table.suit_led:
        return False
    if table.place == 4:
        return True
    last = defence.dummy[card.suit] if table.dummy_follows else table.unseen(card.suit)
    return not any(rank > card.rank for rank in last) and not defence.is_trumped(card.suit)


def _may_call(defence: DefenceFacts) -> bool:
    """Whether with trumps partner has led a plain suit the first time, and two of it are held (p. 143)."""
    table, suit = defence.table, defence.suit_led
    if defence.trumps is None or suit is defence.trumps:
        return False
    return table.trick.leader is table.partner and table.rounds(suit) == 1 and len(table.holding) == 2


def _nothing_to_gain(defence: DefenceFacts) -> Finding:
    lowest, may_win = defence.table.lowest, bool(defence.table.winners)
    if may_win and not _is_partners(defence):
        return no("the trick may be won, and partner is not sure of it")
    if may_win and defence.own_suit is defence.suit_led and defence.trumps is None:
        return no("the suit is this hand’s own, and there may be a reason to get the lead")
    if _may_call(defence):
        return no("with trumps, the higher of two cards may be needed as a call for a ruff")
    return yes(lambda: f"there is nothing to gain, and any card but the {lowest.name} would be a false one", lowest)


WHY_NO_FALSE_CARDS = (
    "A false card will only deceive your partner. If partner can place no confidence in you, your side is a house "
    "divided against itself."
)
WHY_NONE_WITHOUT_TRUMPS = (
    "You would only deceive partner, who could then place no confidence in you. Without trumps this matters even more "
    "than with them."
)
"""For the same reason, which Hellespont gives with trumps (pp. 142–143)."""


def _nothing_to_gain_with_trumps(defence: DefenceFacts) -> Finding:
    return _nothing_to_gain(defence) if defence.trumps else no("there are no trumps")


def false_cards(row: str, *, explained: bool = False) -> Section[DefenceFacts]:
    """The two rules against false cards, which Hellespont calls “even more imperative” without trumps, for a question.

    They are `explained` for the first question only, for an id has one explanation.
    """
    section = Section[DefenceFacts](KEY)
    section.rule(
        "hel-play-no-false-cards",
        "With trumps, never play a false card, unless it cannot mislead partner.",
        page=142,
        lines=(7095, 7110),
        row=row,
        why=WHY_NO_FALSE_CARDS if explained else None,
    )(_nothing_to_gain_with_trumps)
    section.rule(
        "hel-maxim-false-cards",
        "Never play a false card, except as dealer or when it cannot deceive partner.",
        page=175,
        lines=(8551, 8554),
        row=row,
        why=WHY_NONE_WITHOUT_TRUMPS if explained else None,
        why_page=142,
        why_lines=(7096, 7110),
    )(_nothing_to_gain)
    return section
