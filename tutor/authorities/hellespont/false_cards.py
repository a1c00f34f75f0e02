"""What holds of every card with which an adversary follows: no false card, and no risk to the odd trick.

“Never play a false card unless it cannot mislead your partner” (pp. 142, 175) leaves of cards that do the same work
only the lowest: what partner reads from it is then true.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.defence import Defence
from tutor.authorities.rules import Finding, Rule, no, yes
from tutor.cards import Card, Rank

ODD_TRICK = 7


def certain(defence: Defence) -> tuple[Card, ...]:
    """The cards of the suit led that win the trick whatever is still to be played to it, lowest first."""
    table = defence.table
    if not table.holding or (table.winning and table.winning.suit is not table.suit_led):
        return ()
    if table.place == 4:
        return table.winners
    suit = table.suit_led
    assert suit is not None, "one follows to a suit"  # noqa: S101
    if defence.is_trumped(suit) and suit is not defence.trumps:
        return ()
    return tuple(card for card in table.winners if table.is_master(card))


def true_card(defence: Defence, card: Card) -> Card:
    """The lowest of the cards that do the work of a card: the one that tells partner the truth."""
    equals = defence.table.equals(card)
    winning = [one for one in equals if defence.table.wins(one)]
    return (winning or equals)[-1]


def _the_odd_trick(defence: Defence) -> Finding:
    if defence.table.ours != ODD_TRICK - 1:
        return no("this trick would not be the odd one for the adversaries")
    if defence.table.partner_wins and defence.table.place == 4:
        return no("partner has won the odd trick")
    cards = certain(defence)
    if not cards:
        return no("there is no card that is sure of the trick")
    return yes(lambda: f"the {cards[0].name} wins the odd trick", cards[0])


def _nothing_to_gain(defence: Defence) -> Finding:
    lowest = defence.table.lowest
    if defence.table.winners and not _is_partners(defence):
        return no("the trick may be won, and partner is not sure of it")
    if defence.table.winners and defence.own_suit is defence.table.suit_led and defence.trumps is None:
        return no("the suit is one’s own, and there may be reason to get the lead")
    if _may_call(defence):
        return no("with trumps, a higher card of two may be due as a call for a ruff")
    return yes(lambda: f"nothing is to be gained, and any card but the {lowest.name} would be a false one", lowest)


def _is_partners(defence: Defence) -> bool:
    """Whether the partner is winning the trick with a card that those still to play cannot be able to beat."""
    table, card = defence.table, defence.table.winning
    if not table.partner_wins or card is None or card.suit is not table.suit_led:
        return False
    if table.place == 4:
        return True
    last = defence.dummy[card.suit] if table.dummy_follows else table.unseen(card.suit)
    return not any(rank > card.rank for rank in last) and not defence.is_trumped(card.suit)


def _may_call(defence: Defence) -> bool:
    """Whether with trumps partner has led a plain suit the first time, and two of it are held (p. 143)."""
    suit = defence.table.suit_led
    if defence.trumps is None or suit is None or suit is defence.trumps:
        return False
    partner_led = defence.table.trick.leader is defence.table.partner
    return partner_led and defence.table.rounds(suit) == 1 and len(defence.table.holding) == 2


def no_risk_to_the_odd_trick(row: str) -> Rule[Defence]:
    """The rule, under a row of its own for each question that it helps to answer."""
    return Rule(
        "hel-play-finesse-partner",
        "Any finesse is bad if by not finessing you can win the odd trick.",
        cite(143, 7122, 7124),
        _the_odd_trick,
        row,
    )


def no_false_card(row: str) -> Sequence[Rule[Defence]]:
    """The two rules, that without trumps “even more imperative”."""

    def with_trumps(defence: Defence) -> Finding:
        return _nothing_to_gain(defence) if defence.trumps else no("there are no trumps")

    return (
        Rule(
            "hel-play-no-false-cards",
            "With trumps: never play a false card, unless it cannot mislead partner.",
            cite(142, 7095, 7110),
            with_trumps,
            row,
        ),
        Rule(
            "hel-maxim-false-cards",
            "Never, except as dealer, play a false card, unless it cannot deceive partner.",
            cite(175, 8551, 8554),
            _nothing_to_gain,
            row,
        ),
    )


def next_above(rank: Rank) -> Rank | None:
    """The rank next above, or None above the ace."""
    return next((other for other in Rank if other.height == rank.height + 1), None)


def next_below(rank: Rank) -> Rank | None:
    """The rank next below, or None below the two."""
    return next((other for other in Rank if other.height == rank.height - 1), None)
