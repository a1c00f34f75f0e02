"""What every question is, whatever it asks: it is put, it may be hinted at, and every answer to it can be marked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from tutor.authorities.boundary import NearMiss
from tutor.authorities.rules import Question, Reason, Why, text_of
from tutor.citations import Citation
from tutor.errors import Malformed
from tutor.library.lesson_blocks import Hands, Passage
from tutor.quizzes.marks import Grade
from tutor.view import View


class Level(Enum):
    """For whom a question is: a beginner is asked nothing to which two answers can fairly be given."""

    BEGINNER = "beginner"
    ADVANCED = "advanced"

    __hash__ = object.__hash__


class Form(Enum):
    """How a question is answered: by a card of the hand shown, by one of its choices, or by a whole number."""

    CARD = "card"
    CHOICE = "choice"
    NUMBER = "number"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers that can be given: `key` is what forms send and the log keeps, `label` what is read."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer was worth, told after it was given.

    `because` is the fact on which it turns; `says` and `citation` are the rule and its place. `best` are the answers
    that would have been right. `against` are the rules that could have led to the answer given, the nearest first.
    `otherwise` tells what would have been right had one thing been another, where that is known. `why` is why the rule
    works, where its author is asked. What takes time to find is found when it is read.
    """

    given: Choice
    shade: Grade
    reason: Reason
    best: tuple[Choice, ...]
    says: str = ""
    citation: Citation | Passage | None = None
    misses: Callable[[], tuple[NearMiss, ...]] = tuple
    otherwise: str = ""
    why: Why | None = None

    @property
    def because(self) -> str:
        return text_of(self.reason)

    @property
    def against(self) -> tuple[NearMiss, ...]:
        return self.misses()


class Exercise(ABC):
    """One question on one item, the same whenever it is made again of the same item, number and level.

    Nothing in it tells the answer but `hints[2]`, `answer` and `mark`.
    """

    item: str
    """What is practised: the id of a rule, a law, a maxim, a term, a piece of reckoning."""

    @property
    @abstractmethod
    def prompt(self) -> str:
        """The question."""

    @property
    @abstractmethod
    def form(self) -> Form:
        """How it is answered."""

    @property
    @abstractmethod
    def choices(self) -> tuple[Choice, ...]:
        """The answers that can be given, in an order that tells nothing; none where a number is asked for."""

    @property
    def view(self) -> View | None:
        """The table from the chair of who is to decide, where there is one to be drawn."""
        return None

    @property
    def question(self) -> Question | None:
        """What an author is asked on the view."""
        return None

    @property
    def shows(self) -> Hands | None:
        """Cards to be drawn where there is no table."""
        return None

    @property
    def facts(self) -> tuple[str, ...]:
        """What must be known and is not drawn: the score, the code, what was declared."""
        return ()

    @property
    @abstractmethod
    def hints(self) -> tuple[str, str, str]:
        """What to look at; the rule; the answer."""

    @property
    @abstractmethod
    def answer(self) -> str:
        """The key of a right answer."""

    @abstractmethod
    def _mark(self, given: Choice) -> Verdict:
        """What an answer that can be given is worth."""

    def mark(self, given: str) -> Verdict:
        """What an answer is worth. Raises `Malformed` for one that cannot be given here."""
        return self._mark(self._read(given))

    def _read(self, given: str) -> Choice:
        if self.form is Form.NUMBER:
            number = given.strip().replace("−", "-")
            if number.removeprefix("-").isdecimal() and len(number) < 6:
                return Choice(str(int(number)), str(int(number)))
            raise Malformed("answer", given[:40], "a whole number is asked for", "Write it in figures, as 28")
        for choice in self.choices:
            if choice.key == given:
                return choice
        among = ", ".join(choice.key for choice in self.choices)
        raise Malformed("answer", given[:40], "it cannot be given here", f"Choose one of {among}")
