"""The decisions of a game, asked before the answer is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.rules import Answer
from tutor.cards import Card
from tutor.errors import Unknown
from tutor.library.fields import CALLS
from tutor.library.games import Asks, Decision, Game
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise, ExerciseVerdict, Grade
from tutor.quizzes.reference import ContentLookup, ExerciseRef, parts_of, reference
from tutor.quizzes.wording import answer_key, answer_words, choice_of
from tutor.view import View

TELL = Choice("tell", "Show the answer")
"""The answer that asks for the right answer."""


@reference("game")
@dataclass(frozen=True, slots=True)
class DecisionRef(ExerciseRef):
    """A decision of a game, by its id there."""

    game: str
    decision: str

    @property
    def key(self) -> str:
        return f"{self.game}/{self.decision}"

    @classmethod
    def of_key(cls, key: str) -> DecisionRef:
        return cls(*parts_of(key, "decision", "game"))

    def resolve(self, content: ContentLookup) -> DecisionExercise:
        game = content.game(self.game)
        for decision in game.decisions:
            if decision.id == self.decision:
                return DecisionExercise(game, decision)
        raise Unknown("decision", self.decision, [decision.id for decision in game.decisions])


@dataclass(frozen=True)
class DecisionExercise(Exercise):
    """What does the author decide here? The book prints the answer, so the learner may ask to see it."""

    game: Game
    decision: Decision

    @property
    def ref(self) -> DecisionRef:
        return DecisionRef(self.game.id, self.decision.id)

    @property
    def item(self) -> str:
        return self.decision.rule.id

    @cached_property
    def view(self) -> View:
        return self.game.view_before(self.decision.step)

    @property
    def occasion(self) -> str:
        return f"{self.game.name}, {moment(self.decision)}"

    @property
    def prompt(self) -> str:
        match self.decision.asks:
            case Asks.DECLARE:
                return "What do you declare?"
            case Asks.DOUBLE:
                return "Do you double?"
            case Asks.LEAD:
                return "What do you lead?"
            case Asks.RENOUNCE:
                return "You have none of the suit led. What do you play?"
            case _:
                return f"What do you play, {self.decision.asks.value}?"

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CARD if isinstance(self.decision.answer, Card) else AnswerForm.CHOICE

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """What can be answered, the author’s answers among them."""
        decision = self.decision
        if self.form is AnswerForm.CARD:
            return tuple(self.game.plays[self.game.cards_at(decision.step) - 1].lawful())
        given = [decision.answer, *decision.also, *(answer for reason in decision.instead for answer in reason.answers)]
        return tuple(call for call in CALLS.values() if call in given)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(map(choice_of, self.answers))

    @property
    def answer(self) -> str:
        return answer_key(self.decision.answer)

    def verdicts(self) -> Mapping[str, ExerciseVerdict]:
        """What each answer is worth. The last is for a learner who asks for the answer."""
        return {**super().verdicts(), TELL.key: self._mark(TELL)}

    def choice(self, given: str) -> Choice:
        return TELL if given == TELL.key else super().choice(given)

    def answer_of(self, choice: Choice) -> Answer | None:
        """The card or the call of a choice; None if the learner asked for the answer."""
        return next((answer for answer in self.answers if answer_key(answer) == choice.key), None)

    def _mark(self, given: Choice) -> ExerciseVerdict:
        decision, answer = self.decision, self.answer_of(given)
        grade, because = Grade.NOT_ADVISED, decision.because
        if answer is None:
            grade = Grade.TOLD
        elif answer == decision.answer:
            grade = Grade.BEST
        elif answer in decision.also:
            grade = Grade.ACCEPTABLE
        else:
            because = decision.why_not(answer)
        return ExerciseVerdict(
            given,
            grade,
            because,
            (choice_of(decision.answer),),
            decision.rule.says,
            decision.rule.citation,
            right=decision.because,
            slip="" if because == decision.because else because,
            quotation=decision.quotation,
            aside=self._aside,
        )

    @property
    def _aside(self) -> str:
        """What was done in the game, where it was not the answer."""
        decision = self.decision
        if self.game.is_blamed(decision):
            return f"In the game, {decision.seat.label} chose something else: {answer_words(decision.played)}."
        if decision.played != decision.answer:
            return f"We do not know what was played. The replay has {answer_words(decision.played)}."
        return ""


def moment(decision: Decision) -> str:
    """When a decision comes: `Trick 3, Y`; `The declaration, A`."""
    if isinstance(decision.answer, Card):
        return f"{decision.id.split('-')[0].capitalize()} {decision.id.split('-')[1]}, {decision.seat.label}"
    name = "The double" if decision.asks is Asks.DOUBLE else "The declaration"
    return f"{name}, {decision.seat.label}"
