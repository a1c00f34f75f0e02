"""The result of a deal, as files and scripts write it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from tutor.auction import Denomination, Misere
from tutor.codes.deal_result import DealResult, HonoursResult, RevokeResult
from tutor.library.fields import CardText, DealText, NamedText, PartyText, TrumpsText, Value

Count = Annotated[int, Field(ge=-99, le=99)]
"""A number of tricks or of honours. A code says whether it is possible."""


def _words(value: object) -> object:
    return value.replace(",", " ").split() if isinstance(value, str) else value


def _number_as_text(value: object) -> object:
    """A bid in points is a number, and every other bid begins with one."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _so(value: object) -> object:
    """True, as YAML or JSON writes it. Raises `ValueError` for anything else."""
    if value is None or value is True or (isinstance(value, str) and value.lower() in ("true", "yes")):
        return None if value is None else True
    raise ValueError("write true, or delete the key")


def _revoke(value: object) -> object:
    """A revoke as keys, from the words `EW` or `EW tricks`."""
    if not isinstance(value, str):
        return value
    by, *penalty = value.replace(":", " ").split() or [""]
    return {"by": by, **({"penalty": " ".join(penalty)} if penalty else {})}


class RevokeModel(Value):
    """A revoke, and the penalty taken."""

    by: Annotated[PartyText, Field(description="the side that revoked, or the player")]
    penalty: Annotated[
        Literal["tricks", "add", "deduct", "points"] | None,
        Field(description="the penalty taken, where the law gives a choice"),
    ] = None


RevokeText = Annotated[RevokeModel, BeforeValidator(_revoke)]
So = Annotated[Literal[True] | None, BeforeValidator(_so, json_schema_input_type=Literal["true", "yes", True] | None)]


class DealResultModel(Value):
    """The result of a deal. The keys needed depend on the code."""

    denomination: NamedText | None = None
    bid: Annotated[str | None, BeforeValidator(_number_as_text), Field(description="such as 3N, or 40 in points")] = (
        None
    )
    declarer: PartyText | None = None
    misere: Annotated[So, Field(description="if the aim was to take as few tricks as possible")] = None
    doubled: Annotated[int | None, Field(ge=0, le=99, description="how many times")] = None
    trumps: TrumpsText | None = None
    turn_up: CardText | None = None
    tricks: Annotated[dict[PartyText, Count] | None, Field(description="as they were won in play")] = None
    deal: Annotated[DealText | None, Field(description="the four hands in PBN")] = None
    honours: Annotated[
        dict[Annotated[Literal["one_hand"] | PartyText, Field(union_mode="left_to_right")], Count | None] | None,
        Field(description="of each side; one_hand is how many honours of the side with more are in one hand"),
    ] = None
    chicane: Annotated[list[PartyText] | None, BeforeValidator(_words), Field(description="who was dealt no trump")] = (
        None
    )
    revokes: Annotated[
        list[RevokeText] | None, Field(description="in order, such as EW, or EW tricks where the law gives a choice")
    ] = None
    standing: dict[PartyText, Annotated[int, Field(ge=0, le=99)]] | None = None
    passed_out: Annotated[So, Field(description="if everybody passed; then no other key is given")] = None

    def result(self) -> DealResult:
        """The result, for a code to score."""
        return DealResult(
            denomination=self.denomination if isinstance(self.denomination, Denomination) else None,
            bid=self.bid,
            declarer=self.declarer,
            misere=self.misere or (True if isinstance(self.denomination, Misere) else None),
            doubled=self.doubled,
            trumps=self.trumps,
            turn_up=self.turn_up,
            tricks=self.tricks,
            deal=self.deal,
            honours=self._honours(),
            chicane=None if self.chicane is None else tuple(self.chicane),
            revokes=None
            if self.revokes is None
            else tuple(RevokeResult(revoke.by, revoke.penalty) for revoke in self.revokes),
            standing=self.standing,
            passed_out=self.passed_out,
        )

    def _honours(self) -> HonoursResult | None:
        if self.honours is None:
            return None
        held = {party: number for party, number in self.honours.items() if party != "one_hand" and number is not None}
        return HonoursResult(held, self.honours.get("one_hand") or None)
