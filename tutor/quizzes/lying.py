"""Hindsight on a question: one way in which the cards may have lain, and what each answer would have brought there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tutor.auction import Denomination
from tutor.cards import Card
from tutor.deal import Deal
from tutor.play import Play, Trick
from tutor.quizzes.deciding import Deciding
from tutor.tables.layouts import Layout

Brings = tuple[tuple[int, tuple[Card | Denomination, ...]], ...]
"""So many tricks, and what brings them; the most first."""


@dataclass(frozen=True, slots=True)
class SampleLayout:
    """The four hands as they may lie, and what each card, or each denomination named by the dealer’s side, brings.

    Tricks are those still to come for the side that plays, with all hands open and everybody playing his best.
    """

    hands: Layout
    brings: Brings


def lying(question: Deciding) -> SampleLayout | None:
    """How the cards may have lain, the same for whoever asks; None where no whole deal is before the learner."""
    view, layout = question.view, question.layout()
    if layout is None or view.out or (view.declaration and view.declaration.is_misere):
        return None
    from tutor.analysis.double_dummy import tricks_by_card, tricks_by_denomination  # slow to import

    if question.question.is_of_calls:
        return SampleLayout(layout, _by_tricks(tricks_by_denomination(Deal(layout, view.dealer))))
    trumps = view.trumps if view.trick else view.declaration.trumps if view.declaration else None
    trick = view.trick or Trick(view.leader or view.dealer.left)
    return SampleLayout(layout, _by_tricks(tricks_by_card(Play(layout, trumps, trick, view.tricks))))


def _by_tricks(found: Mapping[Card, int] | Mapping[Denomination, int]) -> Brings:
    pairs: Iterable[tuple[Card | Denomination, int]] = found.items()
    by_tricks: dict[int, list[Card | Denomination]] = {}
    for what, tricks in pairs:
        by_tricks.setdefault(tricks, []).append(what)
    return tuple((tricks, tuple(by_tricks[tricks])) for tricks in sorted(by_tricks, reverse=True))
