"""What all exercises have in common: a question, hints, and a mark for every answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from tutor.authorities.boundary import NearMiss
from tutor.authorities.rules import Advice, Answer, Question, Reason, Why, text_of
from tutor.citations import Citation
from tutor.errors import Malformed
from tutor.library.lesson_blocks import BookPassage, HandsBlock
from tutor.library.values import Quotation
from tutor.view import View
from tutor.wording import sentences, whole_number

if TYPE_CHECKING:
    from tutor.quizzes.author_exercise import SampleLayout

T = TypeVar("T")


class Level(Enum):
    """Whom a question is for. A beginner’s question has only one fair answer."""

    BEGINNER = "beginner"
    ADVANCED = "advanced"

    __hash__ = object.__hash__


class AnswerForm(Enum):
    """How a question is answered: by a card of the hand shown, a choice, a whole number, or by playing a deal."""

    CARD = "card"
    CHOICE = "choice"
    NUMBER = "number"
    DEAL = "deal"

    __hash__ = object.__hash__


class Grade(Enum):
    """The grades of an answer; hindsight has none of these.

    `HELD_BACK` stands for any grade that a learner may not see yet. No answer is ever saved with it.
    """

    BEST = "best"
    ACCEPTABLE = "acceptable"
    NOT_ADVISED = "not advised"
    UNDECIDED = "undecided"
    TOLD = "told"
    HELD_BACK = "held back"

    @property
    def is_right(self) -> bool:
        return self in (Grade.BEST, Grade.ACCEPTABLE)

    __hash__ = object.__hash__


def grade_of(advice: Advice, given: Answer) -> Grade:
    """How good an answer is under an author who has advised."""
    if advice.is_undecided:
        return Grade.UNDECIDED
    if given in advice.answers:
        return Grade.BEST
    return Grade.ACCEPTABLE if given in advice.acceptable else Grade.NOT_ADVISED


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible answer: `key` is what forms send and the log saves, `label` is what people read.

    `answer` is the card or the call that it stands for, if any.
    """

    key: str
    label: str
    answer: Answer | None = field(default=None, compare=False)


def nothing_near() -> NearMiss | None:
    """What an answer was nearest to, where no author is asked."""
    return None


@dataclass(frozen=True, slots=True)
class ExerciseVerdict:
    """How good an answer was.

    `because` is the fact that decides; `says` and `citation` are the rule and its place. `best` are the right answers.
    `against` are the rules that could have led to the answer given, the nearest first, and `nearest` is the first.
    `otherwise` says what would be right if one thing were different. `why` is why the author’s rule works. Values that
    take time to find are found when they are read.

    `right` is why the best answer is right, and `slip` what is wrong with the one given. They are set where `because`
    says something else, or says both. `quotation` is the author’s own words, `aside` what was done in the book.
    """

    given: Choice
    grade: Grade
    reason: Reason
    best: tuple[Choice, ...]
    says: str = ""
    citation: Citation | BookPassage | None = None
    misses: Callable[[], tuple[NearMiss, ...]] = tuple
    otherwise: str = ""
    why: Why | None = None
    nearest: Callable[[], NearMiss | None] = nothing_near
    right: Reason = ""
    slip: str = ""
    quotation: Quotation | None = None
    aside: str = ""

    @property
    def because(self) -> str:
        return text_of(self.reason)

    @property
    def against(self) -> tuple[NearMiss, ...]:
        return self.misses()


class MissingNumber(Malformed):
    """Nothing was written where a number is asked for."""

    def __init__(self) -> None:
        super().__init__("answer", "", "nothing is written", "Write a number, such as 28 or three")

    def __str__(self) -> str:
        return f"{self.mend}."


class Exercise(ABC):
    """One question, the same whenever it is made again from the same reference.

    Only `hints[2]`, `answer` and `mark` reveal the answer.
    """

    @property
    @abstractmethod
    def item(self) -> str:
        """What is practised: the id of a rule, a law, a maxim, a term, a calculation."""

    @property
    def items(self) -> tuple[str, ...]:
        """Every item that an answer counts towards; the item practised comes first."""
        return (self.item,)

    @property
    @abstractmethod
    def prompt(self) -> str:
        """The question."""

    @property
    @abstractmethod
    def form(self) -> AnswerForm:
        """How it is answered."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The answers that can be given, in an order that gives nothing away; none for a number or a deal to play."""
        return ()

    @property
    def hints(self) -> tuple[str, ...]:
        """What to look at, the rule, and the answer. Empty where a question has no hints."""
        return ()

    @property
    def near(self) -> int:
        """How far a number may be from the answer and still be right."""
        return 0

    @property
    @abstractmethod
    def answer(self) -> str:
        """The key of a right answer."""

    @abstractmethod
    def _mark(self, given: Choice) -> ExerciseVerdict:
        """What an answer that can be given is worth."""

    def mark(self, given: str) -> ExerciseVerdict:
        """What an answer is worth. Raises `Malformed` for one that cannot be given here."""
        return self._mark(self.choice(given))

    def verdicts(self) -> Mapping[str, ExerciseVerdict]:
        """What each choice is worth, by what a form sends for it. Empty for a number or a deal to play."""
        return {self.value_of(choice): self._mark(choice) for choice in self.choices}

    def choice(self, given: str) -> Choice:
        """The answer that a text means. Raises `Malformed` for one that cannot be given here."""
        if self.form is AnswerForm.NUMBER:
            number = whole_number(given)
            if not given.strip():
                raise MissingNumber
            if number is None:
                raise Malformed("answer", given[:40], "the answer must be a whole number", "Write it as 28 or three")
            return Choice(str(number), str(number))
        for choice in self.choices:
            if given in (choice.key, self.value_of(choice)):
                return choice
        among = ", ".join(self.value_of(choice) for choice in self.choices)
        raise Malformed("answer", given[:40], "it is not one of the choices", f"Choose one of {among}")

    def value_of(self, choice: Choice) -> str:
        """What a form sends for a choice.

        A card, a call and a number are sent as they are written. Keys of other choices may name the right one, so what
        is sent is made from the words that everybody reads, and from nothing else.
        """
        if self.form is not AnswerForm.CHOICE or choice.answer is not None:
            return choice.key
        return blake2b(choice.label.encode(), digest_size=6).hexdigest()

    @property
    def view(self) -> View | None:
        """The table as the player to decide sees it, if there is one to draw."""
        return None

    @property
    def is_dealer_known(self) -> bool:
        """Whether the dealer of the view is to be named. A view has one even where none was written."""
        return True

    @property
    def question(self) -> Question | None:
        """What an author is asked on the view."""
        return None

    @property
    def shows(self) -> HandsBlock | None:
        """Cards to be drawn where there is no table."""
        return None

    @property
    def facts(self) -> tuple[str, ...]:
        """What a learner must know and cannot see: the score, the code, what was declared."""
        return ()

    @property
    def occasion(self) -> str:
        """Where it is asked, if it is part of something larger: a trick of a game, a deal at a table."""
        return ""

    def sample_layout(self) -> SampleLayout | None:
        """One way the hidden cards may lie, with what each answer brings. None where none is known."""
        return None


# ---- exercises that are values --------------------------------------------------------------------------------------


def seeded(item: str, number: int, level: Level) -> Random:
    """The random numbers that make a question: the same for everybody."""
    return Random(f"{item}:{level.value}:{number}")


def shuffled(random: Random, things: tuple[T, ...]) -> tuple[T, ...]:
    """The things in an order that gives nothing away."""
    return tuple(random.sample(things, len(things)))


@dataclass(frozen=True, slots=True)
class GradedChoice:
    """A choice with its grade and reason. `slip` is what is wrong with it, where `because` says more."""

    key: str
    label: str
    because: str
    grade: Grade = Grade.NOT_ADVISED
    slip: str = ""

    @property
    def choice(self) -> Choice:
        return Choice(self.key, self.label)


@dataclass(frozen=True, slots=True, kw_only=True)
class MultipleChoice(Exercise):
    """A question with options. `look` is the first hint; the second is `hint`, or else `rule`.

    `right` is why the best option is right, where its own reason does not say so.
    """

    item: str = field()
    prompt: str = field()
    options: tuple[GradedChoice, ...]
    look: str
    rule: str
    hint: str = ""
    right: str = ""
    citation: Citation | None = None
    facts: tuple[str, ...] = ()
    view: View | None = None

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CHOICE

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(option.choice for option in self.options)

    @property
    def best(self) -> tuple[Choice, ...]:
        """The right answers."""
        return tuple(option.choice for option in self.options if option.grade is Grade.BEST)

    @property
    def hints(self) -> tuple[str, str, str]:
        return self.look, self.hint or self.rule, the_answer(*(choice.label for choice in self.best))

    @property
    def answer(self) -> str:
        return self.best[0].key

    def _mark(self, given: Choice) -> ExerciseVerdict:
        option = next(option for option in self.options if option.key == given.key)
        best = next(option for option in self.options if option.grade is Grade.BEST)
        return ExerciseVerdict(
            given,
            option.grade,
            option.because,
            self.best,
            self.rule,
            self.citation,
            right=self.right or best.because,
            slip="" if option is best else option.slip or option.because,
        )


VERDICT_WORDS = frozenset(("right", "wrong", "correct", "incorrect", "not right", "left"))
"""Words that a reader takes for the verdict, or for something else than a seat, where they stand alone."""


def reads_as_verdict(label: str) -> bool:
    """Whether an answer reads as a verdict where it stands alone: “The answer: Right.”"""
    return label.strip(" .").casefold() in VERDICT_WORDS


def the_answer(*labels: str) -> str:
    """The right answer as a sentence. Words that begin without a capital are quoted: the end of a maxim, a term.

    So is a word that would read as a verdict.
    """
    said = (quoted(label) if label[:1].islower() or reads_as_verdict(label) else label for label in labels)
    return sentences(f"The answer: {' Or: '.join(said)}")


def quoted(label: str) -> str:
    """An answer in quotation marks, without its full stop."""
    return label if label.startswith("“") else f"“{label.rstrip('.')}”"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericExercise(Exercise):
    """A question whose answer is a whole number. `because` says how to get it.

    `slips` are the numbers that common mistakes lead to, each with the mistake. `open_to` are the numbers that another
    fair reading of the text gives, each with the reading.
    """

    item: str = field()
    prompt: str = field()
    number: int
    because: str
    look: str
    rule: str
    citation: Citation | None = None
    slips: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    open_to: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    facts: tuple[str, ...] = ()
    view: View | None = None

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.NUMBER

    @property
    def hints(self) -> tuple[str, str, str]:
        return self.look, self.rule, f"It is {self.answer}."

    @property
    def answer(self) -> str:
        return str(self.number)

    def _mark(self, given: Choice) -> ExerciseVerdict:
        number = int(given.key)
        best = (Choice(self.answer, self.answer),)
        if number == self.number:
            return ExerciseVerdict(given, Grade.BEST, self.because, best, self.rule, self.citation)
        if number in self.open_to:
            because = f"{self.open_to[number]}; otherwise {self.because}"
            reading = self.open_to[number]
            return ExerciseVerdict(
                given,
                Grade.ACCEPTABLE,
                because,
                best,
                self.rule,
                self.citation,
                right=self.because,
                slip=reading,
            )
        slip = self.slips.get(number, "")
        because = f"{slip}; {self.because}" if slip else self.because
        return ExerciseVerdict(
            given,
            Grade.NOT_ADVISED,
            because,
            best,
            self.rule,
            self.citation,
            right=self.because,
            slip=slip,
        )
