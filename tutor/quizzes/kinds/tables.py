"""A learner’s choice at a practice table, marked by the author for the code of the deal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.rules import Advice, Answer
from tutor.cards import Card
from tutor.errors import Malformed, Unknown
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise, ExerciseVerdict, grade_of
from tutor.quizzes.reference import ContentLookup, ExerciseRef, reference
from tutor.quizzes.wording import answer_label, call_label_at
from tutor.tables.match import Match
from tutor.tables.review import advised
from tutor.tables.table import Table
from tutor.view import View


@reference("table")
@dataclass(frozen=True, slots=True)
class TableRef(ExerciseRef):
    """A moment at a table: the numbers of the match and of the deal (from 1), and how many acts came before."""

    match: int
    deal: int
    acts: int

    @property
    def key(self) -> str:
        return f"{self.match}/{self.deal}/{self.acts}"

    @classmethod
    def of_key(cls, key: str) -> TableRef:
        numbers = key.split("/")
        if len(numbers) != 3 or not all(number.isdecimal() and len(number) < 10 for number in numbers):
            raise Malformed("moment at a table", key[:80], "it is not three numbers", "Write it as match/deal/acts")
        return cls(*map(int, numbers))

    @classmethod
    def now(cls, key: int, match: Match, table: Table) -> TableRef:
        """The present moment of the last deal of a match, or its last one."""
        return cls(key, len(match.records), len(table.acts))

    def resolve(self, content: ContentLookup) -> TableExercise:
        tables = list(content.match(self.match).tables())
        if not 1 <= self.deal <= len(tables):
            raise Unknown("deal", str(self.deal), ())
        return TableExercise(self, self._at(tables[self.deal - 1]))

    def _at(self, table: Table) -> Table:
        if len(table.acts) == self.acts:
            return table
        if self.acts > len(table.acts):
            raise Unknown("moment at a table", self.key, ())
        return [before for before, _ in table.moments()][self.acts]


@dataclass(frozen=True, slots=True)
class TableExercise(Exercise):
    """What would the author for the code do here? Where the author is silent, nothing is marked."""

    ref: TableRef
    table: Table

    @cached_property
    def advice(self) -> Advice | None:
        """What the author advises; None where the author is silent."""
        advice = advised(self.table)
        return advice if isinstance(advice, Advice) else None

    @property
    def is_asked(self) -> bool:
        """Whether there is a choice and the author has advice on it."""
        return len(self.table.lawful()) > 1 and self.advice is not None

    @property
    def item(self) -> str:
        return self.advice.rule.id if self.advice else ""

    @cached_property
    def view(self) -> View | None:
        seat = self.table.player_to_act
        return self.table.view(seat) if seat else None

    @property
    def occasion(self) -> str:
        return f"Deal {self.ref.deal}"

    @property
    def prompt(self) -> str:
        if self.table.play is None:
            return "What do you say?"
        return "What do you play?" if self.table.play.trick.cards else "What do you lead?"

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CHOICE if self.table.play is None else AnswerForm.CARD

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(map(self._choice, self.table.lawful()))

    def _choice(self, answer: Answer) -> Choice:
        """A call or a card as its button shows it."""
        seat = self.table.hand_to_act
        if isinstance(answer, Card) or seat is None:
            return Choice(str(answer), answer_label(answer), answer)
        return Choice(str(answer), call_label_at(self.table.code, self.table.calling, seat, answer), answer)

    @property
    def answer(self) -> str:
        return self._choice(self._advice.answers[0]).key

    @property
    def _advice(self) -> Advice:
        if self.advice is None:
            raise Malformed("question", self.ref.key, "the author has no advice here", "Ask about another moment")
        return self.advice

    def _mark(self, given: Choice) -> ExerciseVerdict:
        advice = self._advice
        answer = next(answer for answer in self.table.lawful() if self._choice(answer).key == given.key)
        best = tuple(map(self._choice, advice.answers))
        return ExerciseVerdict(given, grade_of(advice, answer), advice.because, best, advice.rule.says, advice.citation)
