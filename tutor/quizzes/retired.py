"""Questions that are no longer asked. Earlier answers to them, and answers from homework, can still be marked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor.errors import Malformed
from tutor.library.moved import MovedQuestion
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise, ExerciseVerdict, Grade

_GIVEN = re.compile(r"[\w .-]{1,400}")
"""What an answer to a question without options may look like: a card, a call, a number."""


@dataclass(frozen=True, slots=True)
class RetiredExercise(Exercise):
    """A question of an earlier version, with the answers that were right then but not the reasons."""

    left: MovedQuestion

    @property
    def item(self) -> str:
        return next(iter(self.left.on), "")

    @property
    def items(self) -> tuple[str, ...]:
        return self.left.on or ("",)

    @property
    def prompt(self) -> str:
        return self.left.asked or ""

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CHOICE

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(Choice(str(number), words) for number, words in enumerate(self.left.options))

    @property
    def answer(self) -> str:
        return self.left.answers[0]

    def choice(self, given: str) -> Choice:
        if self.left.options:
            found = next((choice for choice in self.choices if given in (choice.key, self.value_of(choice))), None)
        else:
            found = Choice(given, given) if _GIVEN.fullmatch(given) else None
        if found is None:
            raise Malformed("answer", given[:40], "this question never had such an answer", "Leave it out")
        return found

    def _mark(self, given: Choice) -> ExerciseVerdict:
        grade = Grade.BEST if given.key in self.left.answers else Grade.NOT_ADVISED
        best = tuple(Choice(key, self.left.words_of(key)) for key in self.left.answers)
        return ExerciseVerdict(given, grade, "this question is no longer asked", best)
