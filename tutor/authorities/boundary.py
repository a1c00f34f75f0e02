"""The boundary of a rule: the smallest changes of a hand, a card exchanged for another, that change the advice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor.authorities.authority import Authority
from tutor.authorities.rules import Advice, Question
from tutor.cards import PACK, Card
from tutor.view import View


@dataclass(frozen=True, slots=True)
class Change:
    """A card of the hand exchanged for one that was not seen, and what is then advised."""

    out: Card
    into: Card
    view: View
    advice: Advice

    @property
    def size(self) -> tuple[int, int]:
        """How great the change is: of suit or not, and by how many ranks."""
        return (int(self.out.suit is not self.into.suit), abs(self.out.rank.height - self.into.rank.height))


def boundary(author: Authority, view: View, question: Question) -> tuple[Change, ...]:
    """The smallest exchanges by which another rule of his decides, and otherwise: one for each other advice.

    Empty where he is silent. The hand exchanged is that of the view’s own seat.
    """
    advice = author.advise(view, question)
    if not isinstance(advice, Advice):
        return ()
    nearest: dict[object, Change] = {}
    for change in sorted(_changes(author, view, question, advice), key=lambda change: change.size):
        key = change.advice.answers if question.is_of_calls else (change.advice.rule.id, change.advice.rule.row)
        nearest.setdefault(key, change)
    return tuple(nearest.values())


def _changes(author: Authority, view: View, question: Question, advice: Advice) -> Iterator[Change]:
    seen = {card for hand in view.seen.values() for card in hand} | {played.card for played in view.played()}
    unseen = [card for card in PACK if card not in seen]
    for out in view.hand:
        rest = view.hand.without(out)
        for into in unseen:
            changed = replace(view, hand=rest.plus(into))
            other = author.advise(changed, question)
            if isinstance(other, Advice) and other.rule != advice.rule and other.answers != advice.answers:
                yield Change(out, into, changed, other)
