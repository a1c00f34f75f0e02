"""An assignment as its learner sees it, and the words of the pages for each kind of work."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Generic, NoReturn, TypeVar, cast

from flask import abort, url_for
from flask_babel import gettext, lazy_gettext, ngettext
from flask_babel.speaklater import LazyString
from markupsafe import Markup, escape

from tutor.study.classroom.assigned_work import Counts, Work
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, TeacherComment
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.progress import Progress
from tutor.web import language
from tutor.web.classroom.assignment_form import AssignmentForm
from tutor.web.classroom.authored_content import questions_in
from tutor.web.classroom.secrecy import forbid
from tutor.web.services import services

W = TypeVar("W", bound=Work)


@dataclass(frozen=True)
class Task(Generic[W]):
    """A learner’s assignment, with their answers and the teachers’ comments."""

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
        """What to do, in a few words."""
        return self.pages.summary(self.work)

    @property
    def shows_results(self) -> bool:
        """Whether the results may be shown."""
        return self.assignment.shows_results(self.now)

    @property
    def is_cut_off(self) -> bool:
        """Whether no more work is accepted."""
        return self.assignment.is_cut_off(self.now)

    @property
    def is_overdue(self) -> bool:
        return self.assignment.is_over(self.now) and not self.progress.is_done

    @property
    def may_begin(self) -> bool:
        """Whether the learner may start another attempt, once the others are done."""
        tries = self.assignment.spec.tries
        return not self.is_cut_off and (tries is None or self.begun < tries)

    @property
    def next_action(self) -> NextAction | None:
        """Where it goes on; None if nothing is left to do, or no more work is accepted."""
        return None if self.is_cut_off else self.pages.next_action(self)

    @cached_property
    def begun(self) -> int:
        """How many attempts have been started."""
        return self.work.attempts_begun([given.answer for given in self.given], self.tables)

    @cached_property
    def tables(self) -> Mapping[int, int]:
        """The match of each attempt at a hand."""
        of_work = services().study.matches.of_work()
        return {attempt: key for key, (number, attempt) in of_work.items() if number == self.assignment.id}


@dataclass(frozen=True, slots=True)
class NextAction:
    """Where the work goes on, and the words of the button; `by_form` if the button starts something."""

    url: str
    words: LazyString | str
    by_form: bool = False


class KindPages(ABC, Generic[W]):
    """The words for a kind of work, and the pages where it is done."""

    kind: ClassVar[str]
    name: ClassVar[LazyString]
    says: ClassVar[LazyString]
    """What it is, shown below its name where a teacher chooses a kind."""
    form: ClassVar[type[AssignmentForm[Any]]]
    done_word: ClassVar[LazyString] = lazy_gettext("Done")
    is_counted: ClassVar[bool] = True
    """Whether its right answers are counted."""
    fixed_note: ClassVar[LazyString] = lazy_gettext(
        "Learners have answered it, so its questions cannot be changed. To ask something else, make a new assignment."
    )

    @abstractmethod
    def summary(self, work: W) -> Markup:
        """What to do, in a few words. They do not give away what will be asked."""

    @abstractmethod
    def suggested_title(self, work: W) -> str:
        """The title for work that was given none."""

    def terms(self, spec: AssignmentSpec) -> Iterator[str]:
        """The terms of the work, in sentences."""
        yield from pass_mark(spec)
        if spec.tries == 1 or spec.counts is Counts.FIRST:
            yield gettext("Your first answer to each question counts.")
        elif spec.tries and spec.counts is Counts.LATEST:
            yield gettext("The last of your first %(count)s answers to each question counts.", count=spec.tries)
        elif spec.counts is Counts.LATEST:
            yield gettext("Your latest answer to each question counts.")
        elif spec.tries:
            yield gettext("The best of your first %(count)s answers to each question counts.", count=spec.tries)
        yield from cut_off(spec)

    def text(self, work: W) -> Markup:
        """The text on the page of the assignment itself."""
        del work
        return Markup()

    def act(self, task: Task[W], action: str) -> str:
        """Does what a form of the assignment asks for; returns the address where it goes on."""
        del task, action
        abort(404)

    @abstractmethod
    def next_action(self, task: Task[W]) -> NextAction | None:
        """Where it goes on; None if nothing is left to do."""

    def attempts(self, task: Task[W]) -> Iterator[tuple[str, str]]:
        """The result of each attempt, as far as it may be shown, and its address."""
        del task
        yield from ()

    @abstractmethod
    def answer_url(self, task: Task[W], answer: GivenAnswer) -> str:
        """The address of an answer; empty if no page shows it."""


def pass_mark(spec: AssignmentSpec) -> Iterator[str]:
    """The share of right answers needed to pass, in a sentence."""
    if spec.pass_mark:
        yield gettext("You pass with %(mark)s per cent right.", mark=spec.pass_mark)


def attempts_allowed(spec: AssignmentSpec, best: LazyString | None = None) -> Iterator[str]:
    """The number of attempts at the whole, which counts, and until when, in sentences. `best` says which is best."""
    if spec.tries:
        yield ngettext("You have %(num)s attempt.", "You have %(num)s attempts.", spec.tries)
    if spec.tries != 1:
        yield str(best if best and spec.counts is Counts.BEST else COUNTED[spec.counts])
    yield from cut_off(spec)


COUNTED = {
    Counts.BEST: lazy_gettext("Your best attempt counts."),
    Counts.FIRST: lazy_gettext("Your first attempt counts."),
    Counts.LATEST: lazy_gettext("Your latest attempt counts."),
}


def cut_off(spec: AssignmentSpec) -> Iterator[str]:
    """Until when work is accepted, in a sentence."""
    if spec.cut_off_at:
        yield escape(gettext("No work is accepted after %(time)s.")) % {"time": language.when(spec.cut_off_at)}


def forbid_cut_off(task: Task[Any]) -> NoReturn:
    """Says that no more work is accepted."""
    cut_off_at = task.assignment.spec.cut_off_at
    message = escape(gettext("No work on ‘%(title)s’ was accepted after %(time)s, so nothing was saved.")) % {
        "title": task.assignment.title,
        "time": language.when(cut_off_at) if cut_off_at else "",
    }
    forbid(gettext("This assignment is closed"), message)


def forbid_spent(task: Task[Any]) -> NoReturn:
    """Says that no attempts are left."""
    tries = task.assignment.spec.tries or 0
    message = ngettext(
        "‘%(title)s’ allows %(num)s attempt, and you have used it.",
        "‘%(title)s’ allows %(num)s attempts, and you have used them.",
        tries,
        title=task.assignment.title,
    )
    forbid(gettext("No attempts left"), message)
