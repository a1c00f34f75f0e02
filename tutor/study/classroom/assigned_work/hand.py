"""A hand to be called and played from a seat under a code, against the tutor."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from tutor.codes import code
from tutor.deal import Deal
from tutor.errors import Malformed, TutorError
from tutor.quizzes.kinds.tables import TableExercise, TableRef
from tutor.seats import Seat
from tutor.study.answers.answer import Answer
from tutor.study.answers.marking import answer_to
from tutor.study.answers.matches import deal_of
from tutor.study.classroom.assigned_work.base import ContentLookup, Seed, UnfitAnswer, WorkByAttempt
from tutor.study.classroom.secret_numbers import Draw
from tutor.study.classroom.submitted import PlayedHand, SubmittedAnswer
from tutor.tables.fixed_calls import replayed
from tutor.tables.match import Match, Strictness
from tutor.tables.rigour import TableOffence
from tutor.tables.table import Table

PLAYED = "hand"
"""The topic of the answers that say that a hand was played to its end."""


class HandWork(WorkByAttempt):
    """A deal, as a line of PBN with who dealt. Without one it is dealt by chance, `seed` telling how.

    `fixed` are the calls and cards that are set for a chosen deal, as a match records them.
    """

    secret_fields: ClassVar[frozenset[str]] = frozenset(("seed", "deal", "name", "fixed"))
    is_played: ClassVar[bool] = True
    topic: ClassVar[str] = PLAYED

    kind: Literal["hand"] = "hand"
    code: str = Field(max_length=40)
    player: str = Field(max_length=1)
    strictness: str = Field(max_length=20)
    seed: Seed
    deal: str = Field("", max_length=120)
    name: str = Field("", max_length=120)
    fixed: tuple[Annotated[str, Field(max_length=80)], ...] = Field((), max_length=400)

    @model_serializer(mode="wrap")
    def _without_nothing(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leaves `fixed` out where nothing is set, so that a tutor that does not know it can read the rest."""
        found: dict[str, Any] = written(self)
        if not self.fixed:
            found.pop("fixed", None)
        return found

    def missing_from(self, content: ContentLookup) -> Iterator[str]:
        """What it asks for that is not there. Raises `TutorError` for a hand that cannot be played here."""
        del content
        player, played_under = self.seat, code(self.code)
        if player not in played_under.players:
            among = ", ".join(seat.label for seat in played_under.players)
            raise Malformed("player", self.player, f"the players of this game are {among}", "Ask for another file")
        if self.strictness not in {strictness.value for strictness in Strictness}:
            among = ", ".join(strictness.value for strictness in Strictness)
            raise Malformed("strictness", self.strictness, f"it is one of {among}", "Ask for another file")
        self.given()
        if self.fixed:
            self.set_table()
        yield from ()

    @property
    def seat(self) -> Seat:
        """The learner’s seat. Raises `Malformed`."""
        found = next((seat for seat in Seat if self.player in (seat.label, seat.letter)), None)
        if found is None:
            raise Malformed("player", self.player, "the players are A, B (partners), Y and Z", "Ask for another file")
        return found

    @property
    def draw_number(self) -> int:
        return self.seed

    def redrawn(self, number: int) -> Self:
        return self.model_copy(update={"seed": number})

    def drawn_deals(self, draw: Draw, attempt: int) -> Sequence[str]:
        return () if self.deal else (draw.deal(attempt),)

    def attempts_begun(self, answers: Collection[Answer], tables: Collection[int]) -> int:
        del answers
        return len(tables)

    def given(self) -> tuple[Deal, ...]:
        """The deal that was chosen beforehand, if one was. Raises `TutorError`."""
        return (deal_of(self.deal),) if self.deal else ()

    def set_table(self) -> Table:
        """The chosen deal after what is set for it. Raises `TutorError`; `ValueError` for acts after its end."""
        (deal,) = self.given()
        return replayed(code(self.code), deal, self.fixed)

    def match(self, draw: Draw, attempt: int, record: tuple[str, ...] = ()) -> Match:
        """The match of an attempt, so far as it was recorded. Raises `TutorError` for what cannot be played here."""
        strictness = Strictness(self.strictness)
        records, fixed = (record or self.fixed,), (self.fixed,) if self.fixed else ()
        return Match(code(self.code), draw.deal(attempt), self.seat, strictness, self.given(), records, fixed)

    def replay(self, hand: PlayedHand, draw: Draw) -> tuple[Match, Table]:
        try:
            if (hand.code, hand.player, hand.strictness) != (self.code, self.seat.letter, self.strictness):
                raise UnfitAnswer("it is not the assigned game, or it was played from another seat")
            if tuple(map(deal_of, hand.given)) != self.given():
                raise UnfitAnswer("it is not the assigned deal")
            if not self.deal and hand.seed != draw.deal(hand.attempt):
                raise UnfitAnswer("it is not the assigned deal")
            if hand.record[: len(self.fixed)] != self.fixed:
                raise UnfitAnswer("it does not begin with the calls that were set")
            match = replace(self.match(draw, hand.attempt, hand.record), seed=hand.seed)
            table = match.table
        except UnfitAnswer:
            raise
        except (TutorError, ValueError) as error:
            raise UnfitAnswer(f"the hand cannot be played like this: {str(error)[:200]}") from None
        moments = table.moments()
        if match.strictness is not Strictness.RIGOUR and any(act.what not in at.lawful() for at, act in moments):
            raise UnfitAnswer(f"the hand of attempt {hand.attempt} contains cards that could not be played")
        if not table.is_over:
            raise UnfitAnswer(f"the hand of attempt {hand.attempt} is not finished")
        return match, table


def decisions(
    match: Match, table: Table, key: int, submitted: Mapping[int, SubmittedAnswer]
) -> Iterator[tuple[SubmittedAnswer, Answer]]:
    """The decisions that the learner took at a guided table, by the number of the act, with their marks."""
    if match.strictness is not Strictness.GUIDED:
        return
    for number, (before, act) in enumerate(table.moments()):
        if (
            number >= table.fixed
            and number in submitted
            and match.is_learners_turn(before)
            and not isinstance(act.what, TableOffence)
        ):
            exercise = TableExercise(TableRef(key, 1, number), before)
            if exercise.advice is not None:
                answer = answer_to(exercise.ref, exercise, exercise.mark(str(act.what)))
                yield submitted[number], replace(answer, hints=submitted[number].hints)
