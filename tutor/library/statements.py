"""Claims of a file, from their models to what can be computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

from tutor.analysis.claims import (
    Claim,
    OughtToCall,
    OughtToLead,
    PlaysCard,
    Scores,
    Statement,
    Sum,
    TrickCount,
    Tried,
    Undecidable,
)
from tutor.analysis.sampling import Trial
from tutor.auction import Said
from tutor.errors import Malformed
from tutor.library.schema import ClaimModel, FigureModel, StatementModel, TrialModel


def claims(models: Iterable[ClaimModel], source: str) -> tuple[Claim, ...]:
    """The claims of a file. Raises `Malformed` for a figure that is none."""
    return tuple(
        Claim(model.id, model.says, model.page, model.lines, _statement(model.claim, source)) for model in models
    )


def _statement(model: StatementModel, source: str) -> Statement:
    if model.tricks:
        one = model.tricks
        return TrickCount(one.trumps, one.leader, one.side, one.tricks, one.bound)
    if model.card:
        card = model.card
        side = card.side or card.seat.side
        plays = None if card.plays == "any" else card.plays
        return PlaysCard(
            card.trick, card.seat, plays, side, card.tricks, card.gains, card.bound, card.trumps, card.exchanged,
            card.passing,
        )  # fmt: skip
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
        lead = model.leads
        after = tuple(Said(seat, said) for seat, said in lead.after)
        return OughtToLead(lead.seat, lead.cards, lead.doubled == 0, after, frozenset(lead.agreed))
    if model.sum:
        return Sum(model.sum)
    if model.tried:
        return Tried(trial(model.tried, source), chance_of(model.tried.figure))
    assert model.undecidable, "a statement is one of its kinds"  # noqa: S101
    return Undecidable(model.undecidable)


def trial(model: TrialModel, source: str) -> Trial:
    """A trial, in which the leads are those of an author."""
    return Trial(source, model.hand, model.trumps, model.tricks, model.deals, model.seed)


def chance_of(model: FigureModel) -> Fraction:
    """The chance of a figure. Raises `Malformed`."""
    if model.for_ is not None and model.against is not None:
        on, against = _number(model.for_), _number(model.against)
        return on / (on + against)
    if model.in_ is not None:
        return _number(model.in_[0]) / _number(model.in_[1])
    if model.percent is not None:
        return _number(model.percent) / 100
    raise Malformed("figure", str(model), "it is neither odds nor a share", "Write it as {for: 2, against: 1}")


def _number(text: str) -> Fraction:
    """A number with a fraction, as `57 1/2`. Raises `Malformed`."""
    try:
        return sum((Fraction(word) for word in text.split()), Fraction())
    except (ValueError, ZeroDivisionError):
        raise Malformed("number", text, "it cannot be read", "Write it as 57 or as 57 1/2") from None
