"""A card to play or a call to make on a view, where a lesson says itself what is right, and why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tutor.auction import Bid, Declare, Leave, Pass
from tutor.authorities.rules import Answer, Question
from tutor.cards import Card
from tutor.codes import CODES, Code
from tutor.library.guided_deals import AUCTION
from tutor.library.lesson_blocks import BookPassage
from tutor.library.lesson_questions import ANY_OTHER, PositionQuestion
from tutor.library.possible import game_of
from tutor.quizzes.author_exercise import calls_and_trumps, offered
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise, ExerciseVerdict, Grade
from tutor.quizzes.wording import answer_key, answer_label, call_label_at
from tutor.view import View


class PositionExercise(Exercise):
    """A question of a lesson on what one player sees. `place` is cited if the question cites nothing itself."""

    def __init__(self, question: PositionQuestion, place: BookPassage) -> None:
        self._question, self._place = question, question.cite or place

    @property
    def item(self) -> str:
        return self._question.on[0]

    @property
    def items(self) -> tuple[str, ...]:
        return self._question.on

    @property
    def prompt(self) -> str:
        return self._question.ask

    @property
    def view(self) -> View:
        return self._question.view

    @property
    def is_dealer_known(self) -> bool:
        return self._question.is_dealer_known

    @property
    def facts(self) -> tuple[str, ...]:
        """The calls, or the trumps of a play without calls."""
        view = self.view
        has_no_trumps = view.trick is not None and view.trumps is None and not view.calling.said
        return tuple(calls_and_trumps(view)) or (("There are no trumps.",) if has_no_trumps else ())

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CHOICE if self._question.is_of_calls else AnswerForm.CARD

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The cards that may be played, or the calls to choose from. Those of the lesson are always among them."""
        lawful = offered(self.view, self._asked, self._code)
        if not self._question.is_of_calls:
            return tuple(map(self._choice, lawful))
        named = sorted(self._named, key=answer_key)  # as they are written, so that the best does not come first
        return tuple(map(self._choice, dict.fromkeys((*lawful, *named))))

    @property
    def hints(self) -> tuple[str, ...]:
        return ()

    @property
    def answer(self) -> str:
        return answer_key(self._question.best[0])

    def impossible(self) -> Iterator[str]:
        """What is wrong with the answers of the lesson, each as a sentence without its stop."""
        if self._question.is_of_calls:
            for answer in self._named:
                if isinstance(answer, Card) or self._code.refusal(self.view.calling, self.view.seat, answer):
                    yield f"‘{answer_key(answer)}’ cannot be called here"
            return
        lawful = {choice.key for choice in self.choices}
        for answer in self._named:
            if answer_key(answer) not in lawful:
                yield f"{answer_label(answer).rstrip('.')} cannot be played here"

    @property
    def _named(self) -> tuple[Answer, ...]:
        asked = self._question
        return (*asked.best, *asked.also, *(key for key in asked.reasons if not isinstance(key, str)))

    @property
    def _code(self) -> Code:
        is_auction = any(isinstance(answer, Bid | Pass) for answer in self._named)
        return CODES[AUCTION] if is_auction else game_of(self.view)

    @property
    def _asked(self) -> Question:
        first = self._question.best[0]
        if isinstance(first, Declare | Leave):
            return Question.DECLARE
        if self._question.is_of_calls:
            return Question.BID if self._code.has_auction else Question.DOUBLE
        is_lead = self.view.trick is None or not self.view.trick.cards
        return Question.LEAD if is_lead else Question.SECOND

    def _choice(self, answer: Answer) -> Choice:
        if not self._question.is_of_calls:
            return Choice(answer_key(answer), answer_label(answer), answer)
        label = call_label_at(self._code, self.view.calling, self.view.seat, answer)
        return Choice(answer_key(answer), label, answer)

    def _mark(self, given: Choice) -> ExerciseVerdict:
        asked = self._question
        grade, because = Grade.NOT_ADVISED, ""
        if given.answer in asked.best:
            grade, because = Grade.BEST, asked.because
        else:
            grade = Grade.ACCEPTABLE if given.answer in asked.also else Grade.NOT_ADVISED
            reasons = asked.reasons
            because = (given.answer and reasons.get(given.answer)) or (
                reasons.get(ANY_OTHER, "") if grade is Grade.NOT_ADVISED else ""
            )
        best = tuple(self._choice(answer) for answer in asked.best)
        slip = because if grade is not Grade.BEST else ""
        return ExerciseVerdict(
            given, grade, because or asked.because, best, asked.because, self._place, right=asked.because, slip=slip
        )
