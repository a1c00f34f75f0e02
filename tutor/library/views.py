"""Written views: what one seat sees of a table, for files, commands and tests."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from tutor.auction import Calling
from tutor.cards import Hand, Suit
from tutor.errors import Malformed, TutorError
from tutor.library.fields import (
    CALL_WORDS,
    REDOUBLES,
    CardText,
    EndingText,
    SaidText,
    SeatText,
    SoFarText,
    Through,
    TrumpsText,
    Value,
)  # fmt: skip
from tutor.library.possible import require_possible
from tutor.play import Trick
from tutor.seats import BySide, Seat
from tutor.view import Standing, View

TowardsGame = Annotated[int, Field(json_schema_extra={"minimum": 0, "maximum": 28})]
"""A side’s score towards the game. The game says which numbers are possible."""


def _redoubling_after_doubling(calls: Any) -> Any:
    """The calls as written, if each redouble follows a double. Raises `ValueError`."""
    is_doubled = False
    for call in calls if isinstance(calls, list | tuple) else ():
        verb = call.split(" ")[1:2] if isinstance(call, str) else []
        if verb and verb[0] in REDOUBLES and not is_doubled:
            raise ValueError(f"‘{call}’ has no double before it. Write ‘{call.split(' ')[0]} doubles’.")
        is_doubled = bool(verb) and (verb[0] in ("doubles", *REDOUBLES) or (is_doubled and verb[0] in _LETS_STAND))
    return calls


_LETS_STAND = ("passes", "is")
"""The verbs of calls that do not change a double: “passes” and “is content”."""
CallsText = Annotated[tuple[SaidText, ...], BeforeValidator(_redoubling_after_doubling)]


class StandingModel(Value):
    """The points towards the game of the viewer’s side and of the other, and the lead over the whole rubber."""

    us: TowardsGame = 0
    them: TowardsGame = 0
    ahead: int = 0


class ViewModel(Value):
    """A view. The players are A, Y on A’s left, B (A’s partner) and Z. A deals unless another dealer is named.

    `tricks` are complete, each with its players and cards in order. `trick` is the one in progress, or `[]` before a
    lead. Without `trick`, the play has not begun.
    """

    seat: Annotated[SeatText, Field(description="the player to decide")]
    dealer: Annotated[SeatText, Field(json_schema_extra={"default": Seat.SOUTH.label})] = Seat.SOUTH
    hand: Annotated[
        EndingText,
        Field(
            description="the player’s cards now; empty if the player may not look",
            json_schema_extra={"default": str(Hand())},
        ),
    ] = Hand()
    calls: CallsText = ()
    score: StandingModel = StandingModel()
    exposed: Annotated[dict[SeatText, EndingText], Field(default_factory=dict)]
    tricks: tuple[SoFarText, ...] = ()
    trick: SoFarText | tuple[()] | None = None
    trumps: TrumpsText | Literal["none"] | None = None
    leader: SeatText | None = None
    shown: Annotated[
        dict[SeatText, CardText], Field(default_factory=dict, description="a turn-up, by the seat that turned it up")
    ]
    agreed: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _about_to_lead(self) -> ViewModel:
        if self.tricks and self.trick is None:
            raise ValueError("after complete tricks, write the one in progress, or ‘trick: []’ before a lead")
        return self

    @model_validator(mode="after")
    def _possible(self) -> ViewModel:
        """Refuses an impossible view, whether in a lesson, a position or a question."""
        for number, played in enumerate((*self.tricks, *((self.trick,) if self.trick else ())), 1):
            _require_order(number, [seat for seat, _ in played])
        try:
            require_possible(self._built)
        except TutorError as error:
            raise ValueError(str(error)) from None
        return self

    def view(self) -> View:
        """The view. Trumps are those of the calls, unless they are written."""
        return self._built

    @cached_property
    def _built(self) -> View:
        calling = Calling(self.dealer, standing=self._standing())
        for seat, call in self.calls:
            calling = calling.after(seat, call)
        trumps = calling.declaration.trumps if calling.declaration else None
        if self.trumps is not None:
            trumps = self.trumps if isinstance(self.trumps, Suit) else None
        return View(
            seat=self.seat,
            dealer=self.dealer,
            hand=self.hand,
            calling=calling,
            standing=Standing(self.score.us, self.score.them, self.score.ahead),
            exposed=tuple(self.exposed.items()),
            tricks=tuple(map(_trick, self.tricks)),
            trick=self._in_progress(trumps),
            trumps=trumps if self.trick is not None else None,
            leader=self.tricks[0][0][0] if self.tricks else self.trick[0][0] if self.trick else self.leader,
            shown=tuple(self.shown.items()),
            agreed=frozenset(self.agreed),
        )

    def _standing(self) -> BySide[int]:
        us, them = self.score.us, self.score.them
        return BySide(us, them) if self.seat.side is Seat.SOUTH.side else BySide(them, us)

    def _in_progress(self, trumps: Suit | None) -> Trick | None:
        if self.trick is None:
            return None
        if self.trick:
            return _trick(self.trick)
        if self.tricks:
            return Trick(_trick(self.tricks[-1]).winner(trumps))
        return Trick(self.leader or self.dealer.left)


ViewText = Annotated[View, Through(ViewModel, lambda model, _source: model.view())]


def _trick(played: tuple[tuple[Seat, Any], ...]) -> Trick:
    return Trick(played[0][0], tuple(card for _, card in played))


def _require_order(number: int, seats: Iterable[Seat]) -> None:
    """Raises `ValueError` if the players of a trick do not follow each other to the left."""
    leader, *others = seats
    for place, seat in enumerate(others, 1):
        expected = leader.turned(place)
        if place == 4:
            raise ValueError(f"trick {number} has more than four cards. Write a card for each player")
        if seat is not expected:
            who = f"{seat.label} plays, but it is {expected.label}’s turn"
            raise ValueError(f"in trick {number} {who}. Write the cards in the order of play, to the left")


def read_view(written: Any) -> View:
    """The view of a mapping. Raises `Malformed`, which names the field and the fault.

    An impossible view is a fault too.
    """
    try:
        return ViewModel.model_validate(written).view()
    except ValidationError as error:
        first = error.errors()[0]
        field = next((f"in {part}, " for part in first["loc"]), "")
        what = first["msg"].removeprefix("Value error, ")
        mend = "" if what.endswith(".") else "Correct that part of it"
        raise Malformed("view", str(first["input"]), f"{field}{what}", mend) from None


def write_view(view: View) -> dict[str, Any]:
    """A view as `read_view` reads it."""
    written: dict[str, Any] = {
        "seat": view.seat.label,
        "dealer": view.dealer.label,
        "hand": str(view.hand),
        "calls": [f"{said.seat.label} {CALL_WORDS[said.call]}" for said in view.calling],
        "score": {"us": view.standing.us, "them": view.standing.them, "ahead": view.standing.ahead},
        "exposed": {seat.label: str(hand) for seat, hand in view.exposed},
        "shown": {seat.label: str(card) for seat, card in view.shown},
        "agreed": sorted(view.agreed),
    }
    if view.leader is not None:
        written["leader"] = view.leader.label
    if view.trick is not None:
        written["tricks"] = [_written(trick) for trick in view.tricks]
        written["trick"] = _written(view.trick) if view.trick.cards else []
        written["trumps"] = view.trumps.letter if view.trumps else "none"
    return written


def _written(trick: Trick) -> str:
    return ", ".join(f"{seat.label} {card}" for seat, card in trick.items())
