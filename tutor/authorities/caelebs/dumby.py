"""Cælebs’s policy against Dumby, whose hand is exposed (pp. 64–65)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.authorities.caelebs.facts import why_no_whist
from tutor.authorities.caelebs.leading import Leading, cite, honour_points, names
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Holding, Rank, Suit
from tutor.view import View


def _dumbys(leading: Leading, suit: Suit) -> Holding:
    return leading.dummy[suit] if leading.dummy else Holding()


def _extreme(leading: Leading, suits: Sequence[Suit], key: Callable[[int], int]) -> tuple[Suit, ...]:
    """The suits in which Dumby’s honours are worth most, or least."""
    worth = {suit: key(honour_points(_dumbys(leading, suit))) for suit in suits}
    return tuple(suit for suit in suits if worth[suit] == max(worth.values()))


def _through_strength(leading: Leading) -> Finding:
    if not leading.dummy_follows:
        return fails("Dumby does not play next")
    strong = [suit for suit in leading.plain_suits if honour_points(_dumbys(leading, suit))]
    if not strong:
        return fails("Dumby has no honour in a plain suit that is held")
    suits = _extreme(leading, strong, lambda points: points)
    return applies(f"Dumby plays next, and is strong in {names(suits)}", *_cards(leading, suits))


def _up_to_weakness(leading: Leading) -> Finding:
    if not leading.dummy_precedes:
        return fails("Dumby does not play last")
    weak = [suit for suit in leading.plain_suits if (held := _dumbys(leading, suit)) and held.highest <= Rank.TEN]
    if not weak:
        return fails("Dumby has no weak plain suit to be led up to")
    return applies(f"Dumby plays last, and is weak in {names(weak)}", *_cards(leading, leading.best(weak)))


def _cards(leading: Leading, suits: Sequence[Suit]) -> tuple[Card, ...]:
    """The cards to lead from suits: of one not led before as from a good suit, of another as partner’s is led back."""
    return tuple(
        card
        for suit in suits
        for card in (leading.by_rows([suit]) if suit in leading.fresh else (leading.to_return(suit),))
    )


AGAINST_DUMBY: Sequence[Rule[Leading]] = (
    Rule(
        "cae-variant-dumby-policy",
        "Lead through Dumby’s strong suits.",
        cite(64, 2851, 2855),
        _through_strength,
        "through strength",
    ),
    Rule(
        "cae-variant-dumby-policy",
        "Lead up to Dumby’s weak suits.",
        cite(64, 2851, 2855),
        _up_to_weakness,
        "up to weakness",
    ),
)


def _silent_on(view: View) -> str | None:
    return why_no_whist(view) or (None if view.exposed else "no hand is exposed")


FIRST_LEAD_AGAINST_DUMBY = Chapter(Question.LEAD, AGAINST_DUMBY, Leading, silent_on=_silent_on)
LEADING_AGAINST_DUMBY = Chapter(Question.RETURN, AGAINST_DUMBY, Leading, silent_on=_silent_on)
