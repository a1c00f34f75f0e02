"""Claims of a file, from their models to what can be computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tutor.analysis.claims import (
    Claim,
    OughtToCall,
    OughtToLead,
    PlaysCard,
    Scores,
    Statement,
    Sum,
    TakesTricks,
    Undecidable,
)
from tutor.auction import Said
from tutor.library.schema import ClaimModel, StatementModel


def claims(models: Iterable[ClaimModel]) -> tuple[Claim, ...]:
    """The claims of a file."""
    return tuple(Claim(model.id, model.says, model.page, model.lines, _statement(model.claim)) for model in models)


def _statement(model: StatementModel) -> Statement:
    if model.tricks:
        one = model.tricks
        return TakesTricks(one.trumps, one.leader, one.side, one.tricks, one.bound)
    if model.card:
        card = model.card
        side = card.side or card.seat.side
        return PlaysCard(card.trick, card.seat, card.plays, side, card.tricks, card.gains, card.bound, card.trumps)
    if model.score:
        score = model.score
        points: Mapping[str, int] = MappingProxyType({str(name): points for name, points in score.points.items()})
        return Scores(score.trumps, score.declarer, score.tricks, score.doubled, score.side, points, score.contract)
    if model.declares:
        call = model.declares
        at = None
        if call.score and isinstance(call.score.AB, int) and isinstance(call.score.YZ, int):
            at = (call.score.AB, call.score.YZ)
        return OughtToCall(call.seat, call.calls, at, tuple(Said(seat, said) for seat, said in call.after))
    if model.leads:
        return OughtToLead(model.leads.seat, model.leads.cards, model.leads.doubled == 0)
    if model.sum:
        return Sum(model.sum)
    assert model.undecidable, "a statement is one of its kinds"  # noqa: S101
    return Undecidable(model.undecidable)
