"""What every kind of assigned work answers for itself. A kind is one module beside this one, found by its `kind`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from operator import itemgetter
from typing import Annotated, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field

from tutor.errors import Malformed, TutorError
from tutor.quizzes.exercise import Grade
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.items import ItemRef
from tutor.quizzes.reference import ContentLookup as ContentLookup
from tutor.quizzes.reference import ExerciseRef, ref_of
from tutor.study.answers.answer import Answer
from tutor.study.answers.marking import marked
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.secret_numbers import Draw
from tutor.study.classroom.submitted import PlayedHand, SubmittedAnswer
from tutor.tables.match import Match
from tutor.tables.table import Table


class UnfitAnswer(TutorError):
    """An answer that the work does not ask for, or that this tutor cannot mark."""


class Counts(Enum):
    """Which of several attempts counts, or which of several answers to the same question."""

    BEST = "highest"
    FIRST = "first"
    LATEST = "latest"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Marker:
    """What answers to an assignment of a number are marked by: the content, and what its questions are drawn from."""

    content: ContentLookup
    assignment: int
    draw: Draw


@dataclass(frozen=True, slots=True)
class QuestionCount:
    """How many questions work has; `before` are the items of an earlier version, for who answered them all."""

    now: int
    before: frozenset[str] = frozenset()

    def of(self, given: Sequence[GivenAnswer]) -> int:
        """How many there are for somebody who gave these answers."""
        is_before = bool(self.before) and self.before <= {answer.answer.item for answer in given}
        return len(self.before) if is_before else self.now


class Work(BaseModel, ABC):
    """What is assigned. It is stored as JSON, and travels in homework files."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str

    secret_fields: ClassVar[frozenset[str]] = frozenset()
    """The fields that tell what is asked or dealt. No learner sees them."""
    composition_kind: ClassVar[str] = ""
    """The kind of composition that it may be on, in the stead of content of the tutor."""
    is_played: ClassVar[bool] = False
    """Whether whole hands come back from home, and not single answers."""

    # ---- what it is on -------------------------------------------------------------------------------------------

    @property
    def content_id(self) -> str:
        """The id of the lesson or game that it is on; empty where it is on none."""
        return ""

    def moved_to(self, content_id: str, composition: int, version: int) -> Self:
        """The same work on a version of a composition that is kept here."""
        del content_id, composition, version
        return self

    def question_count(self, content: ContentLookup) -> int:
        """How many questions it has; 1 where there is nothing to count. Raises `Unknown`, `FaultyContent`."""
        del content
        return 1

    def counted_in(self, content: ContentLookup) -> QuestionCount:
        """The same, with the questions of an earlier version. Raises `Unknown`, `FaultyContent`."""
        return QuestionCount(self.question_count(content))

    def missing_from(self, content: ContentLookup) -> Iterator[str]:
        """What it asks for that is not there, each in a sentence. Raises `TutorError` for what is wrong."""
        del content
        yield from ()

    # ---- what is drawn -------------------------------------------------------------------------------------------

    @property
    def is_drawn(self) -> bool:
        """Whether questions or deals are drawn for it, so that each learner may have their own."""
        return self.draw_number is not None

    @property
    def draw_number(self) -> int | None:
        """The number that the teacher chose to draw by; None where nothing is drawn."""
        return None

    def redrawn(self, number: int) -> Self:
        """The same work, with other questions or deals where they are drawn."""
        del number
        return self

    def like(self, before: Work) -> Work:
        """The work to keep where a form that was filled from `before` makes this of it.

        It is `before` if the form asks for the same, because what was drawn for it may have gone home already.
        """
        del before
        return self

    def drawn_questions(self, draw: Draw, attempt: int) -> Sequence[ItemRef]:
        """The questions that are drawn for an attempt (from 1)."""
        del draw, attempt
        return ()

    def drawn_deals(self, draw: Draw, attempt: int) -> Sequence[str]:
        """The seeds of the deals that are drawn for an attempt (from 1)."""
        del draw, attempt
        return ()

    # ---- what counts ---------------------------------------------------------------------------------------------

    def asks_for(self, answer: Answer) -> bool:
        """Whether it asks for an answer that was given anywhere in the tutor."""
        del answer
        return False

    def attempts_begun(self, answers: Collection[Answer], tables: Collection[int]) -> int:
        """How many attempts were begun, by what was answered, and by the attempts that have a table."""
        del answers, tables
        return 0

    @abstractmethod
    def counted(
        self, given: Sequence[GivenAnswer], limit: int | None, counts: Counts = Counts.BEST
    ) -> Mapping[int | None, Sequence[GivenAnswer]]:
        """The answers that may count, by attempt, where so many attempts are allowed: `counts` says which answer."""

    @abstractmethod
    def is_spent(self, given: Sequence[GivenAnswer], limit: int, questions: int) -> bool:
        """Whether all attempts that are allowed were made, at work of so many questions."""

    # ---- what comes back from home -------------------------------------------------------------------------------

    def mark(self, submitted: SubmittedAnswer, marker: Marker) -> Answer | None:
        """An answer with its mark; None where it is not asked for. Raises `UnfitAnswer`, `Unknown`, `FaultyContent`."""
        del submitted, marker
        return None

    def replay(self, hand: PlayedHand, draw: Draw) -> tuple[Match, Table]:
        """The match that a hand is, and its table when all is over. Raises `UnfitAnswer` for another than assigned."""
        del hand, draw
        raise UnfitAnswer("this assignment has no hand to play")


class WorkByQuestion(Work):
    """Work whose questions may be answered again one by one. The best answer to each counts."""

    topic: ClassVar[str]
    """The topic of its answers; their items begin with the id of what it is on."""

    def asks_for(self, answer: Answer) -> bool:
        return answer.topic == self.topic and answer.item.partition("/")[0] == self.content_id

    def mark(self, submitted: SubmittedAnswer, marker: Marker) -> Answer | None:
        if submitted.topic != self.topic:
            return None
        _, _, name = submitted.item.partition("/")  # what it is on had another id there, if it is the teacher’s own
        return mark_submitted(ref_of(self.topic, f"{self.content_id}/{name}"), submitted, marker.content)

    def counted(
        self, given: Sequence[GivenAnswer], limit: int | None, counts: Counts = Counts.BEST
    ) -> Mapping[int | None, Sequence[GivenAnswer]]:
        return {None: [_CHOSEN[counts](those[:limit]) for those in _by_item(given).values()]}

    def is_spent(self, given: Sequence[GivenAnswer], limit: int, questions: int) -> bool:
        by_item = _by_item(given).values()
        return len(by_item) >= questions and all(
            len(those) >= limit or any(map(_is_right, those[:limit])) for those in by_item
        )


class WorkByAttempt(Work):
    """Work that is done as a whole, and may be done again. The best attempt counts."""

    topic: ClassVar[str]
    """The topic of the answers that count."""

    def counted(
        self, given: Sequence[GivenAnswer], limit: int | None, counts: Counts = Counts.BEST
    ) -> Mapping[int | None, Sequence[GivenAnswer]]:
        del limit, counts  # no more can be begun here, and what comes from home is always accepted
        attempts: dict[int | None, list[GivenAnswer]] = {}
        for answer in given:
            if answer.answer.topic == self.topic:
                attempts.setdefault(answer.answer.attempt, []).append(answer)
        return attempts

    def is_spent(self, given: Sequence[GivenAnswer], limit: int, questions: int) -> bool:
        answers = [len(those) for those in self.counted(given, limit).values()]
        return len(answers) >= limit and min(answers) >= questions


def mark_submitted(ref: ExerciseRef, submitted: SubmittedAnswer, content: ContentLookup) -> Answer:
    """An answer with its mark. Raises `UnfitAnswer` for one that cannot be given, `Unknown`, `FaultyContent`."""
    try:
        return marked(ref, submitted.given, content)
    except Malformed:
        raise UnfitAnswer(f"‘{submitted.given[:40]}’ is not an answer to ‘{submitted.item[:60]}’") from None


Seed = Annotated[int, Field(ge=0, lt=LARGEST_NUMBER)]
"""The number that a teacher chooses to draw by: for everybody, or for each learner; and again for each attempt."""


def _by_item(given: Sequence[GivenAnswer]) -> Mapping[str, Sequence[GivenAnswer]]:
    of_item: dict[str, list[GivenAnswer]] = {}
    for answer in given:
        of_item.setdefault(answer.answer.item, []).append(answer)
    return of_item


def _is_right(given: GivenAnswer) -> bool:
    return Grade(given.answer.shade).is_right


def _best(given: Sequence[GivenAnswer]) -> GivenAnswer:
    return max(given, key=_is_right)


_CHOSEN: Mapping[Counts, Callable[[Sequence[GivenAnswer]], GivenAnswer]] = {
    Counts.BEST: _best,
    Counts.FIRST: itemgetter(0),
    Counts.LATEST: itemgetter(-1),
}
