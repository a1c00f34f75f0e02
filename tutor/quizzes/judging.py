"""What an author holds of every answer to a question: the mark of it, and the fact on which it turns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.authority import Authority
from tutor.authorities.boundary import NearMiss, Neighbourhood
from tutor.authorities.rules import Advice, Answer, Question
from tutor.quizzes.marks import Grade, Mark, shade_of
from tutor.view import View


@dataclass(frozen=True)
class Judgement:
    """An author asked a question on a view, on which he is not silent."""

    author: Authority
    view: View
    question: Question

    @cached_property
    def advice(self) -> Advice:
        """His advice, with what another reading of his words would allow."""
        advice = self.author.advise(self.view, self.question, widely=True)
        assert isinstance(advice, Advice), "nobody is asked what the author does not speak of"  # noqa: S101
        return advice

    def mark(self, answer: Answer) -> Mark:
        """The mark of an answer, and the fact of this view on which it turns."""
        shade = shade_of(self.advice, answer)
        is_plain = shade in (Grade.BEST, Grade.UNDECIDED)
        return Mark(answer, shade, self.advice.because if is_plain else self._why_not(answer))

    def _why_not(self, answer: Answer) -> str:
        nearest = self._neighbourhood.nearest(answer)
        if nearest is None:
            return self.advice.because
        return f"another rule comes first: {nearest.fact}" if nearest.fits else nearest.fact

    def against(self, answer: Answer) -> tuple[NearMiss, ...]:
        """The rules that could have led to an answer, the nearest first, each with what keeps it from it here."""
        return self._neighbourhood.against(answer)

    @cached_property
    def _neighbourhood(self) -> Neighbourhood:
        return Neighbourhood(self.author, self.view, self.question)
