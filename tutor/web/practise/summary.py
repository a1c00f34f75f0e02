"""The end of a session: what was done, what to remember of it, and the one thing to do next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import render_template, url_for

from tutor.citations import Citation
from tutor.library.lesson_blocks import BookPassage
from tutor.quizzes.exercise import Grade
from tutor.quizzes.items import Item, ItemKind
from tutor.quizzes.reference import ExerciseRef
from tutor.study.answers.answer import Answer
from tutor.study.answers.marking import verdict_on
from tutor.web import formatting
from tutor.web.classroom.authored_content import shelf
from tutor.web.item_links import item_of, place_of
from tutor.web.practise.exercises import place_of_ref
from tutor.web.services import services

MOST_REMEMBERED = 2
TRY_AGAIN = "Try again"


@dataclass(frozen=True, slots=True)
class Door:
    """A link: its address and its words."""

    url: str
    words: str


@dataclass(frozen=True, slots=True)
class SessionResult:
    """How a question of a session was answered; nothing is given yet where there is no answer."""

    ref: ExerciseRef
    item: Item | None
    url: str
    answer: Answer | None

    @property
    def name(self) -> str:
        return self.item.name if self.item else "A question"

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
        """What the answer was worth, in a word: advice is not advised, anything else is wrong."""
        if self.grade is Grade.BEST:
            return "right"
        if self.grade is Grade.NOT_ADVISED and not (self.item and self.item.kind is ItemKind.RULE):
            return "wrong"
        if self.grade is Grade.ACCEPTABLE:
            return "also fine"
        return self.grade.value if self.grade else ""


@dataclass(frozen=True, slots=True)
class RuleToRemember:
    """A rule that was missed: a sentence, its place in the book, where it is told, and where it is practised."""

    says: str
    citation: Citation | BookPassage | None
    url: str | None
    practise_url: str


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """How a session went. `again` leads into one of the same kind, `onward` to what comes next if it went well."""

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
        """The one thing to do next: the same again, where a third or less was right."""
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
    """How a question that stands on a way was answered last."""
    return answered_result(ref, services().study.answers.latest(ref.topic, ref.key).get(ref.key), way)


def answered_result(ref: ExerciseRef, answer: Answer | None, way: str = "") -> SessionResult:
    """What an answer to a question comes to."""
    item = ref.draw[0] if ref.draw else ref.resolve(shelf()).item
    return SessionResult(ref, item_of(item), place_of_ref(ref, way).url(answer.given if answer else None), answer)


def _rule_of(result: SessionResult) -> RuleToRemember | None:
    item, answer = result.item, result.answer
    if item is None or answer is None:
        return None
    told = verdict_on(result.ref.resolve(shelf()), answer)
    says, citation = (told.says, told.citation) if told and told.says else (item.name, item.citation)
    practised = url_for("practice.of_item", code=item.code) if item.id in services().makers.items else ""
    return RuleToRemember(says, citation, place_of(item), practised)


def summary_page(summary: SessionSummary, question: Callable[[int], str], back: Door, passes: str = "") -> str:
    """The page of a session: how it went, or the way to the first `question` that is not answered yet.

    `passes` is where a form says that a lesson is known, whose drill went well enough for that.
    """
    return render_template(
        "practise/summary.html", summary=summary, question=question, back=back, passes=passes, words=formatting
    )
