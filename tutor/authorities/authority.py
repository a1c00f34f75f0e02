"""What an authority offers, whoever it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from tutor.authorities.rules import Advice, Answer, Question, Rule, Silent, Tried
from tutor.view import View


class Authority(ABC):
    """An author, who advises on what a seat can see. `key` is that of the source."""

    key: str
    rules: Sequence[Rule[Any]]
    """Every rule of his that is carried out, in the order in which they are tried."""

    @abstractmethod
    def advise(self, view: View, question: Question) -> Advice | Silent:
        """What he advises on a view, with the rule that decides and those tried before it; or that he is silent."""

    @abstractmethod
    def advise_widely(self, view: View, question: Question) -> Advice | Silent:
        """The same, with all that another fair reading of him would advise among what is acceptable."""

    @abstractmethod
    def why_not(self, view: View, question: Question, answer: Answer) -> tuple[Tried, ...]:
        """Every rule that could lead to an answer, with what it finds on the view, those after the decider also.

        Empty where he is silent.
        """
