"""An assignment as the learner sees it who has to do it, and what the pages say of each kind of work."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Generic, NoReturn, TypeVar, cast

from flask import abort, url_for
from markupsafe import Markup

from tutor.study.classroom.assigned_work import Work
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, TeacherComment
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.progress import Progress
from tutor.web.classroom.assignment_form import AssignmentForm
from tutor.web.classroom.authored_content import questions_in
from tutor.web.classroom.secrecy import forbid
from tutor.web.services import services
from tutor.wording import in_words

W = TypeVar("W", bound=Work)


@dataclass(frozen=True)
class Task(Generic[W]):
    """An assignment of a learner’s, with what was answered for it and what teachers wrote beneath."""

    assignment: Assignment
    pages: KindPages[W]
    given: Sequence[GivenAnswer]
    remarks: Sequence[TeacherComment]
    room: str
    now: datetime

    @property
    def work(self) -> W:
        return cast("W", self.assignment.work)

    @cached_property
    def progress(self) -> Progress:
        return Progress.with_answers(self.assignment, questions_in(self.work), self.given)

    @property
    def url(self) -> str:
        return url_for("assigned_work.show_assignment", number=self.assignment.id)

    @property
    def what(self) -> Markup:
        """What is to be done, in a few words."""
        return self.pages.summary(self.work)

    @property
    def shows_results(self) -> bool:
        """Whether the results may be shown."""
        return self.assignment.shows_results(self.now)

    @property
    def is_overdue(self) -> bool:
        return self.assignment.is_over(self.now) and not self.progress.is_done

    @property
    def may_begin(self) -> bool:
        """Whether another attempt may be begun, once those begun are done."""
        tries = self.assignment.spec.tries
        return tries is None or self.begun < tries

    @cached_property
    def begun(self) -> int:
        """How many attempts have been begun."""
        return self.work.attempts_begun([given.answer for given in self.given], self.tables)

    @cached_property
    def tables(self) -> Mapping[int, int]:
        """The match of each attempt at a hand."""
        of_work = services().study.matches.of_work()
        return {attempt: key for key, (number, attempt) in of_work.items() if number == self.assignment.id}


@dataclass(frozen=True, slots=True)
class NextAction:
    """Where work goes on, and by what words; `by_form` says that something begins there."""

    url: str
    words: str
    by_form: bool = False


class KindPages(ABC, Generic[W]):
    """What the pages say of a kind of work, and where it is done. Found by the kind of the work."""

    kind: ClassVar[str]
    name: ClassVar[str]
    says: ClassVar[str]
    """What it is, beneath its name where a teacher chooses a kind."""
    form: ClassVar[type[AssignmentForm[Any]]]
    done_word: ClassVar[str] = "Done"
    is_counted: ClassVar[bool] = True
    """Whether its right answers are counted."""
    fixed_note: ClassVar[str] = (
        "It has been answered, so the questions stay as they are. To ask something else, assign other work."
    )

    @abstractmethod
    def summary(self, work: W) -> Markup:
        """What is to be done, in a few words; nothing in them tells what will be asked."""

    @abstractmethod
    def suggested_title(self, work: W) -> str:
        """What work is called that was given no title."""

    def terms(self, spec: AssignmentSpec) -> Iterator[str]:
        """On what terms it is done, in sentences."""
        yield from pass_mark(spec)
        if spec.tries == 1:
            yield "Your first answer to each question counts."
        elif spec.tries:
            yield f"The best of your first {in_words(spec.tries)} answers to each question counts."

    def text(self, work: W) -> Markup:
        """What is read on the page of the work itself."""
        del work
        return Markup()

    def act(self, task: Task[W], action: str) -> str:
        """Does what a form of the work asks for; the address where it goes on."""
        del task, action
        abort(404)

    @abstractmethod
    def next_action(self, task: Task[W]) -> NextAction | None:
        """Where it goes on; None where nothing is left of it."""

    def attempts(self, task: Task[W]) -> Iterator[tuple[str, str]]:
        """How each attempt went, as far as it may be told, and where it is."""
        del task
        yield from ()

    @abstractmethod
    def answer_url(self, task: Task[W], answer: GivenAnswer) -> str:
        """Where an answer stands; empty where no page shows it."""


def pass_mark(spec: AssignmentSpec) -> Iterator[str]:
    """With what share of right answers it is passed, in a sentence."""
    if spec.pass_mark:
        yield f"You pass with {spec.pass_mark} per cent right."


def attempts_allowed(spec: AssignmentSpec) -> Iterator[str]:
    """How often it may be done as a whole, in a sentence."""
    if spec.tries:
        yield (
            "You have one attempt."
            if spec.tries == 1
            else f"You have {in_words(spec.tries)} attempts; the best counts."
        )


def forbid_spent(task: Task[Any]) -> NoReturn:
    """Says that no attempt is left."""
    tries = task.assignment.spec.tries or 0
    attempts = "1 attempt" if tries == 1 else f"{tries} attempts"
    forbid("No attempts left", f"‘{task.assignment.title}’ allows {attempts}, and you have used them.")
