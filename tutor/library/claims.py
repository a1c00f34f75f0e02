"""What authors claim about their deals and about chances, read from files into what `analysis` can compute."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field, model_validator

from tutor.analysis.claims import (
    Bound,
    Claim,
    OughtToCall,
    OughtToLead,
    PlaysCard,
    Scores,
    Statement,
    Sum,
    TrialStatement,
    TrickCount,
    Undecidable,
)
from tutor.analysis.sampling import Trial
from tutor.auction import Said
from tutor.errors import Malformed
from tutor.library.fields import (
    BoundText,
    CardText,
    DenominationText,
    HandText,
    Lines,
    OneCardText,
    Page,
    Prose,
    SaidText,
    ScoreText,
    SeatText,
    SideText,
    SumText,
    SyllabusId,
    Through,
    Tricks,
    Value,
)  # fmt: skip

LedText = Annotated[str, Field(pattern="^((not )?[SHCD]([AKQJT2-9x]|10)|(lowest|highest) [SHCD])$")]


class TricksClaim(Value):
    """A side takes so many tricks with these trumps and this leader."""

    trumps: DenominationText
    leader: SeatText
    side: SideText
    tricks: Tricks
    bound: BoundText

    def statement(self, _source: str) -> Statement:
        return TrickCount(self.trumps, self.leader, self.side, self.tricks, self.bound)


class CardClaim(Value):
    """If a seat had played a card at a trick, a side would take so many tricks in all, or gain so many."""

    trick: Annotated[int, Field(ge=1, le=13)]
    seat: SeatText
    plays: Annotated[CardText | Literal["any"], Field(description="any, if every card gives the same")]
    side: SideText | None = None
    tricks: Tricks | None = None
    gains: int | None = None
    bound: BoundText = Bound.EXACTLY
    trumps: Annotated[DenominationText | None, Field(description="if the play is not given")] = None
    declarer: SeatText | None = None
    exchanged: Annotated[
        OneCardText | None,
        Field(description="supposed: this player has this card instead of their lowest in the suit"),
    ] = None
    passing: Annotated[
        OneCardText | None, Field(description="supposed: this player does not play this card to the trick")
    ] = None

    def statement(self, _source: str) -> Statement:
        card, side = None if self.plays == "any" else self.plays, self.side or self.seat.side
        return PlaysCard(
            self.trick, self.seat, card, side, self.tricks, self.gains, self.bound, self.trumps, self.exchanged,
            self.passing,
        )  # fmt: skip


class ScoreClaim(Value):
    """The score of a side for so many tricks, under the headings that the author names."""

    trumps: DenominationText
    declarer: SideText
    contract: Annotated[int, Field(ge=1, le=7, description="tricks over six bid at auction")] | None = None
    tricks: Tricks
    doubled: Annotated[int, Field(ge=0)]
    side: SideText
    points: dict[Literal["tricks", "honours", "chicane", "slam", "penalty", "total"], int]

    def statement(self, _source: str) -> Statement:
        points = MappingProxyType({str(name): points for name, points in self.points.items()})
        return Scores(self.trumps, self.declarer, self.tricks, self.doubled, self.side, points, self.contract)


class CallClaim(Value):
    """What a hand should call by the author’s rules."""

    seat: SeatText
    role: Prose
    calls: tuple[Prose, ...]
    score: ScoreText | None = None
    after: Annotated[tuple[SaidText, ...], Field(description="the calls before it")] = ()

    def statement(self, _source: str) -> Statement:
        ours, theirs = self.score or (None, None)
        at = (ours, theirs) if isinstance(ours, int) and isinstance(theirs, int) else None
        return OughtToCall(self.seat, self.calls, at, tuple(Said(*said) for said in self.after))


class LeadClaim(Value):
    """What a hand should lead by the author’s rules."""

    seat: SeatText
    cards: Annotated[
        tuple[LedText, ...],
        Field(description="HK, Hx for any small heart, lowest H or highest H; with ‘not’, the cards it should not be"),
    ]
    doubled: Annotated[int | None, Field(ge=0, description="0 if nobody is supposed to double")] = None
    after: Annotated[tuple[SaidText, ...], Field(description="the calls, if they are supposed")] = ()
    agreed: Annotated[tuple[Prose, ...], Field(description="the conventions agreed between partners")] = ()

    def statement(self, _source: str) -> Statement:
        after = tuple(Said(*said) for said in self.after)
        return OughtToLead(self.seat, self.cards, self.doubled == 0, after, frozenset(self.agreed))


class Sample(Value):
    """How often a dealer’s side takes so many tricks or more when the other three hands are dealt at random."""

    hand: HandText
    trumps: DenominationText
    tricks: Tricks
    deals: Annotated[int, Field(ge=50, le=2000)]
    seed: int

    def trial(self, source: str) -> Trial:
        """The trial, with the leads of an author."""
        return Trial(source, self.hand, self.trumps, self.tricks, self.deals, self.seed)


class StatedChance(Value):
    """A chance as the author states it: so many for and against, one in so many, or per cent."""

    for_: Annotated[str | None, Field(alias="for")] = None
    against: str | None = None
    in_: Annotated[tuple[str, str] | None, Field(alias="in", description="so many in so many")] = None
    percent: str | None = None
    at_least: Annotated[bool, Field(description="whether the author says “at least”")] = False
    at_most: Annotated[bool, Field(description="whether the author says “at most”")] = False

    @property
    def chance(self) -> Fraction:
        """The chance. Raises `Malformed`."""
        if self.for_ is not None and self.against is not None:
            on, against = _number(self.for_), _number(self.against)
            return on / (on + against)
        if self.in_ is not None:
            return _number(self.in_[0]) / _number(self.in_[1])
        if self.percent is not None:
            return _number(self.percent) / 100
        raise Malformed("figure", str(self), "it is neither odds nor a fraction", "Write it as {for: 2, against: 1}")


def _number(text: str) -> Fraction:
    """A number with a fraction, such as `57 1/2`. Raises `Malformed`."""
    try:
        return sum((Fraction(word) for word in text.split()), Fraction())
    except (ValueError, ZeroDivisionError):
        raise Malformed("number", text, "it is not a number", "Write it as 57 or 57 1/2") from None


class SampleClaim(Sample):
    """A claim that something comes at least as often as given odds."""

    figure: StatedChance

    def statement(self, source: str) -> Statement:
        return TrialStatement(self.trial(source), self.figure.chance)


class StatedClaim(Value):
    """A claim that can be computed: one of these."""

    tricks: TricksClaim | None = None
    card: CardClaim | None = None
    score: ScoreClaim | None = None
    declares: CallClaim | None = None
    leads: LeadClaim | None = None
    sum: SumText | None = None
    tried: SampleClaim | None = None
    undecidable: Annotated[Prose | None, Field(description="why it cannot be computed")] = None

    @model_validator(mode="after")
    def _is_one(self) -> StatedClaim:
        if len(self.model_fields_set) != 1:
            raise ValueError(f"one of {', '.join(type(self).model_fields)} is needed here")
        return self

    def statement(self, source: str) -> Statement:
        if self.sum:
            return Sum(self.sum)
        computed = self.tricks or self.card or self.score or self.declares or self.leads or self.tried
        return computed.statement(source) if computed else Undecidable(self.undecidable or "")


class WrittenClaim(Value):
    """Something that the author claims and that can be computed."""

    id: SyllabusId
    says: Prose
    page: Page
    lines: Lines
    claim: StatedClaim

    def read(self, source: str) -> Claim:
        return Claim(self.id, self.says, self.page, self.lines, self.claim.statement(source))


ClaimText = Annotated[Claim, Through(WrittenClaim, WrittenClaim.read)]
