"""A deal told by what came of it, as files and scripts write it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from tutor.codes.told import Told, ToldHonours
from tutor.library.fields import CardText, DealText, DenominationText, Model, PartyText, TrumpsText

Count = Annotated[int, Field(ge=-99, le=99)]
"""A number of tricks or of honours; that it can be is for a code to say."""


def _words(value: object) -> object:
    return value.replace(",", " ").split() if isinstance(value, str) else value


class ToldModel(Model):
    """A deal by what came of it: which keys are wanted depends on the code."""

    denomination: DenominationText | None = None
    bid: Annotated[str | None, Field(description="as 3N")] = None
    declarer: PartyText | None = None
    misere: Annotated[Literal[True] | None, Field(description="where as few tricks as possible were to be taken")] = (
        None
    )
    doubled: Annotated[int | None, Field(ge=0, le=99, description="how many times")] = None
    trumps: TrumpsText | None = None
    turn_up: CardText | None = None
    tricks: dict[PartyText, Count] | None = None
    deal: Annotated[DealText | None, Field(description="the four hands in PBN")] = None
    honours: Annotated[
        dict[Annotated[Literal["one_hand"] | PartyText, Field(union_mode="left_to_right")], Count | None] | None,
        Field(description="of each side, and with one_hand how many of the side with more are in one hand"),
    ] = None
    chicane: Annotated[list[PartyText] | None, BeforeValidator(_words), Field(description="who was dealt no trump")] = (
        None
    )
    standing: dict[PartyText, Annotated[int, Field(ge=0, le=99)]] | None = None

    def told(self) -> Told:
        """The deal, to be put before a code."""
        return Told(
            denomination=self.denomination,
            bid=self.bid,
            declarer=self.declarer,
            misere=self.misere,
            doubled=self.doubled,
            trumps=self.trumps,
            turn_up=self.turn_up,
            tricks=self.tricks,
            deal=self.deal,
            honours=self._honours(),
            chicane=None if self.chicane is None else tuple(self.chicane),
            standing=self.standing,
        )

    def _honours(self) -> ToldHonours | None:
        if self.honours is None:
            return None
        held = {party: number for party, number in self.honours.items() if party != "one_hand" and number is not None}
        return ToldHonours(held, self.honours.get("one_hand") or None)
