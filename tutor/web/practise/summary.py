"""The end of a session: the results, what to remember, and the one thing to do next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import render_template, url_for
from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString

from tutor.citations import Citation
from tutor.library.lesson_blocks import BookPassage
from tutor.quizzes.exercise import Grade
from tutor.quizzes.items import Item, ItemKind, ItemRef
from tutor.quizzes.reference import ExerciseRef
from tutor.study.answers.answer import Answer
from tutor.study.answers.marking import verdict_on
from tutor.web import formatting
from tutor.web.classroom.authored_content import shelf
from tutor.web.item_links import place_of, rule_of
from tutor.web.practise.exercises import place_of_ref
from tutor.web.services import services

MOST_REMEMBERED = 2
TRY_AGAIN = lazy_gettext("Try again")


@dataclass(frozen=True, slots=True)
class Door:
    """A link: its address and its words."""

    url: str
    words: LazyString | str


@dataclass(frozen=True, slots=True)
class SessionResult:
    """A question of a session with its answer, or without one while it waits."""

    ref: ExerciseRef
    item: Item | None
    url: str
    answer: Answer | None

    @property
    def name(self) -> str:
        return self.item.name if self.item else gettext("A question")

    @property
    def prompt(self) -> str:
        """The question, where the name of its item alone would not tell it from the others."""
        return self.ref.resolve(shelf()).prompt if isinstance(self.ref, ItemRef) else ""

    @property
    def citation(self) -> Citation | None:
        return self.item.citation if self.item else None

    @property
    def grade(self) -> Grade | None:
        return Grade(self.answer.shade) if self.answer else None

    @property
    def is_right(self) -> bool:
        return self.grade is not None and self.grade.is_right

    @property
    def worth(self) -> str:
        """The grade of the answer in words. A card or call is “not advised”, any other answer is “wrong”."""
        match self.grade:
            case None:
                return ""
            case Grade.BEST:
                return gettext("right")
            case Grade.NOT_ADVISED:
                is_of_rule = self.item is not None and self.item.kind is ItemKind.RULE
                return gettext("not advised") if is_of_rule else gettext("wrong")
            case Grade.ACCEPTABLE:
                return gettext("also fine")
            case Grade.UNDECIDED:
                return gettext("not marked")
            case Grade.TOLD:
                return gettext("answer shown")
            case Grade.HELD_BACK:
                return gettext("not shown yet")


@dataclass(frozen=True, slots=True)
class RuleToRemember:
    """A rule that was missed: its sentence, its page, its address, and the address to practise it."""

    says: str
    citation: Citation | BookPassage | None
    url: str | None
    practise_url: str


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """The results of a session. `again` leads to another one like it, `onward` to what comes next after success."""

    name: str
    results: tuple[SessionResult, ...]
    again: Door
    onward: Door

    @property
    def right(self) -> int:
        return sum(result.is_right for result in self.results)

    @property
    def unanswered(self) -> int | None:
        """The number of the first question without an answer."""
        return next((number for number, result in enumerate(self.results, 1) if result.answer is None), None)

    @property
    def next_step(self) -> Door:
        """The one thing to do next: the same again, if at most a third was right."""
        return self.again if 3 * self.right <= len(self.results) else self.onward

    @property
    def to_remember(self) -> tuple[RuleToRemember, ...]:
        """The first rules that were missed."""
        found: dict[str, RuleToRemember] = {}
        for result in self.results:
            is_missed = result.grade in (Grade.NOT_ADVISED, Grade.TOLD)
            if is_missed and len(found) < MOST_REMEMBERED and (rule := _rule_of(result)):
                found.setdefault(rule.says, rule)
        return tuple(found.values())


def result_of(ref: ExerciseRef, way: str) -> SessionResult:
    """The last answer to a question on a way."""
    return answered_result(ref, services().study.answers.latest(ref.topic, ref.key).get(ref.key), way)


def answered_result(ref: ExerciseRef, answer: Answer | None, way: str = "") -> SessionResult:
    """The result of an answer to a question."""
    item = ref.draw[0] if ref.draw else ref.resolve(shelf()).item
    row = answer.rule_row if answer else ""
    return SessionResult(ref, rule_of(item, row), place_of_ref(ref, way).url(answer.given if answer else None), answer)


def _rule_of(result: SessionResult) -> RuleToRemember | None:
    item, answer = result.item, result.answer
    if item is None or answer is None:
        return None
    told = verdict_on(result.ref.resolve(shelf()), answer)
    says, citation = (told.says, told.citation) if told and told.says else (item.name, item.citation)
    practised = url_for("practice.of_item", code=item.code) if item.id in services().makers.items else ""
    return RuleToRemember(says, citation, place_of(item), practised)


def summary_page(summary: SessionSummary, question: Callable[[int], str], back: Door, passes: str = "") -> str:
    """The page of a session: its results, or a link to the first `question` not answered yet.

    `passes` is the address of a form that counts a lesson as done, if its drill was passed.
    """
    return render_template(
        "practise/summary.html", summary=summary, question=question, back=back, passes=passes, words=formatting
    )
