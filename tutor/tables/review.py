"""After the hand: each of the learner’s decisions by what the authority says, and, apart from it, by hindsight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from tutor.analysis.hindsight import Hindsight
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Question, Silent
from tutor.cards import Card
from tutor.play import Play
from tutor.seats import Seat
from tutor.tables.rigour import ExposeCard, LeadOutOfTurn
from tutor.tables.table import Table, TableAct


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision: what was done, what the authority advised on what could be seen, and what a card cost double dummy.

    `advice` is None where the author of the code has no rules that are carried out; `cost` is None for a call, and
    where no solver knows the game.
    """

    number: int
    act: TableAct
    advice: Advice | Silent | None
    cost: int | None
    better: tuple[Card, ...]

    @property
    def is_advised(self) -> bool | None:
        """Whether the authority would have done so, or accept it; None where it is silent."""
        if not isinstance(self.advice, Advice):
            return None
        return self.act.what in (*self.advice.answers, *self.advice.acceptable)


def review(
    table: Table, player: Seat, hindsight: Callable[[Play], Hindsight] | None = Hindsight.of
) -> Iterator[ReviewedDecision]:
    """The decisions of who sat at a seat in the calling, those for an exposed hand too; none that were set.

    Without `hindsight`, which takes time, no costs are calculated.
    """
    costs = _costs(table, hindsight) if hindsight else {}
    for number, (before, act) in enumerate(table.moments()):
        is_own = before.player_to_act is before.seat_now(player) and not isinstance(
            act.what, (ExposeCard, LeadOutOfTurn)
        )
        if is_own and number >= table.fixed and len(before.lawful()) > 1:
            cost, better = costs.get(number, (None, ()))
            yield ReviewedDecision(number, act, advised(before), cost, better)


def turning_point(reviewed: Iterable[ReviewedDecision]) -> ReviewedDecision | None:
    """The decision that mattered most: of those that the authority advises against, the dearest in hindsight.

    Of equals it is the first; None where nothing was done against advice.
    """
    against = [one for one in reviewed if one.is_advised is False]
    return max(against, key=lambda one: one.cost or 0, default=None)


TO_LOSE = "the author’s advice is on winning tricks, and at misère you lose them"
NOT_LAWFUL = "the author’s choice is not legal here"


def advised(table: Table) -> Advice | Silent | None:
    """What the author of the code advises who is to act, on what he can see, as far as it may be done at this table.

    What may not be called or played, as by the laws of a variety or because an exposed card is called, is no advice.
    """
    author, seat = AUTHORITIES.get(table.code.source), table.player_to_act
    if author is None or seat is None:
        return None
    advice = author.answer(table.view(seat), widely=True)
    if isinstance(advice, Silent):
        return advice
    lawful = table.lawful()
    question = Question.BID if table.play is None else Question.RETURN
    declaration = table.calling.declaration
    if table.play is not None and declaration is not None and declaration.is_misere:
        return Silent(author.key, question, TO_LOSE)
    answers, acceptable = (tuple(one for one in ones if one in lawful) for ones in (advice.answers, advice.acceptable))
    if not answers:
        return Silent(author.key, question, NOT_LAWFUL)
    return replace(advice, answers=answers, acceptable=acceptable)


def _costs(table: Table, hindsight: Callable[[Play], Hindsight]) -> dict[int, tuple[int, tuple[Card, ...]]]:
    """By the number of the act, the tricks that a card cost, and the cards that would have cost none."""
    if table.play is None or not table.is_solvable:
        return {}
    cards = hindsight(table.play).cards
    first = len(table.acts) - len(cards)
    return {first + number: (card.cost, card.best) for number, card in enumerate(cards)}
