"""A drill, as teachers assign it and learners do it; its questions stand in `attempts`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for
from markupsafe import Markup

from tutor.authors import current
from tutor.citations import SOURCES
from tutor.errors import Malformed, Unknown
from tutor.library.lesson_blocks import matching
from tutor.quizzes.exercise import Exercise, Grade, Level
from tutor.quizzes.groups import ItemGroup
from tutor.quizzes.items import ItemRef
from tutor.study.classroom.assigned_work import MOST_QUESTIONS, DrillWork
from tutor.study.classroom.assignments import AssignmentSpec, Disclosure
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.web import formatting
from tutor.web.classroom.assignment_form import (
    BY_ATTEMPT,
    AssignmentForm,
    attempts_field,
    pass_mark_field,
    same_field,
    seed_field,
)
from tutor.web.classroom.tasks import KindPages, NextAction, Task, attempts_allowed, pass_mark
from tutor.web.forms import ChoiceField, LongTextField, OptionsField, SelectChoice, number_field
from tutor.web.practise.navigation import NextStep
from tutor.web.practise.recording import submissions
from tutor.web.practise.sets import groups_of
from tutor.web.services import services
from tutor.wording import figured

MOST_ITEMS = 500
# ---- what it asks about -------------------------------------------------------------------------------------------


def drills_to_choose() -> Sequence[SelectChoice]:
    """The drills of the lessons, each named by its lesson and its number there: `leads-1.0`."""
    found = [SelectChoice("", "Choose a lesson")]
    for course in services().courses.courses.values():
        for lesson in course.lessons:
            for number in range(len(lesson.drills)):
                title = f"{lesson.title}, drill {number + 1}" if len(lesson.drills) > 1 else lesson.title
                found.append(SelectChoice(f"{lesson.id}.{number}", title, optgroup=course.title))
    return found


def groups_to_choose() -> Sequence[SelectChoice]:
    """What can be practised together, by author."""
    groups = sorted(groups_of(services().makers).values(), key=lambda group: group.source)
    return [
        SelectChoice("", "Choose"),
        *(SelectChoice(group.id, _group_name(group), optgroup=_author_of(group)) for group in groups),
    ]


def _group_name(group: ItemGroup) -> str:
    return formatting.QUESTIONS[group.question] if group.question else group.title


def _author_of(group: ItemGroup) -> str:
    return SOURCES[group.source].author if group.source else "All authors"


def authors_to_choose() -> Sequence[SelectChoice]:
    """The authors."""
    return [SelectChoice("", "Any author"), *(SelectChoice(key, source.author) for key, source in SOURCES.items())]


def _items_of_drill(text: str) -> tuple[str, ...]:
    lesson_id, _, number = text.rpartition(".")
    drills = services().courses.lesson(lesson_id).drills
    if not number.isdecimal() or len(number) > 3 or int(number) >= len(drills):
        raise Unknown("drill", text, ())
    return drills[int(number)].items(services().makers.items)


def _items_of_group(text: str) -> tuple[str, ...]:
    groups = groups_of(services().makers)
    if text not in groups:
        raise Unknown("kind of practice", text, groups)
    return groups[text].items


def _items_named(text: str) -> tuple[str, ...]:
    """The items of ids and patterns of ids, apart by blanks or commas."""
    known = services().makers.items
    found: dict[str, None] = {}
    for wanted in text.replace(",", " ").split():
        items = matching(wanted, known)
        if not items:
            raise Unknown("rule", wanted, known)
        found.update(dict.fromkeys(items))
    return tuple(found)


def _author(text: str) -> str:
    if text not in SOURCES:
        raise Unknown("author", text, SOURCES)
    return current(text)


def _is_of(author: str, item: str) -> bool:
    citation = services().makers.items[item].citation
    return citation is not None and citation.source == author


def _level(text: str) -> Level:
    found = next((level for level in Level if level.value == text), None)
    if found is None:
        raise Malformed("level", text[:40], f"it is {' or '.join(level.value for level in Level)}", "Choose one")
    return found


def _shown(text: str) -> Disclosure:
    found = next((shown for shown in Disclosure if shown.value == text), None)
    if found is None:
        raise Malformed("choice", text[:40], "results are shown at once, after the due date, or never", "Choose one")
    return found


# ---- the form -----------------------------------------------------------------------------------------------------


class DrillForm(AssignmentForm[DrillWork]):
    """What a drill asks about, how much of it, and when its results are shown."""

    work_fields = ("of", "drill", "group", "ids", "authority", "questions", "level", "seed")

    of = OptionsField(
        "What it asks about",
        [
            ("drill", "The drill of a lesson", ""),
            ("group", "What can be practised together", ""),
            ("ids", "Rules by name", ""),
        ],
        default="drill",
    )
    drill = ChoiceField(
        "The drill of a lesson",
        drills_to_choose,
        _items_of_drill,
        missing="Nothing is chosen.",
        beneath=("of", "drill"),
    )
    group = ChoiceField(
        "What can be practised together",
        groups_to_choose,
        _items_of_group,
        missing="Nothing is chosen.",
        beneath=("of", "group"),
    )
    ids = LongTextField(
        "Rules by name",
        _items_named,
        missing="Nothing is chosen.",
        beneath=("of", "ids"),
        description="The name of a rule stands at the end of its address in the library, after the #. "
        "A * stands for any ending.",
        render_kw={"rows": 2, "spellcheck": "false", "autocomplete": "off", "placeholder": "term-pack term-s*"},
    )
    authority = ChoiceField("Of one author only", authors_to_choose, _author, optional=True)
    questions = number_field("Number of questions", "number of questions", 1, MOST_QUESTIONS, default="10")
    level = ChoiceField(
        "Level", lambda: [SelectChoice(level.value, level.value.capitalize()) for level in Level], _level
    )
    seed = seed_field("Number of the drill", "number of the drill", "Another number asks other questions.")
    same = same_field("The questions")
    shown = OptionsField(
        "Show results",
        [
            (Disclosure.AT_ONCE.value, "At once", "with hints for those who ask"),
            (Disclosure.AFTER_DUE.value, "After the due date", ""),
            (Disclosure.NEVER.value, "Never", "only you see them"),
        ],
        _shown,
        default=Disclosure.AT_ONCE.value,
    )
    pass_mark = pass_mark_field()
    tries = attempts_field(BY_ATTEMPT)

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether all of it can be read, and anything of it is left to be asked."""
        super().validate(extra_validators)
        source = next((self[name] for name in ("drill", "group", "ids") if self.value(name)), None)
        author = self.value("authority")
        if source is not None and author:
            source.value = tuple(item for item in source.value if _is_of(author, item))
            if not source.value:
                name = SOURCES[author].author
                self.refuse("authority", f"None of these is of {name}. Choose another author, or any.")
        if source is not None and len(source.value) > MOST_ITEMS:
            self.refuse(
                source.name, f"These are {len(source.value)} rules, and {MOST_ITEMS} is the limit. Choose fewer."
            )
        return not self.faults

    def work(self) -> DrillWork:
        return DrillWork(
            on=self.drill.value or self.group.value or self.ids.value,
            questions=self.questions.value,
            seed=self.seed.value,
            level=self.level.value,
            authority=self.authority.value,
        )

    @classmethod
    def typed(cls, work: DrillWork) -> Mapping[str, Any]:
        return {
            "of": "ids",
            "ids": " ".join(work.on),
            "questions": work.questions,
            "seed": work.seed,
            "level": work.level.value,
            "authority": work.authority or "",
        }

    @classmethod
    def asked(cls, query: Mapping[str, str]) -> Mapping[str, Any]:
        found = {name: query[name] for name in ("drill", "group", "ids") if name in query}
        return {**found, "of": list(found)[-1]} if found else {}


# ---- an attempt ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DrillAttempt:
    """An attempt at a drill, with the answers to its questions by their numbers from 1."""

    task: Task[DrillWork]
    number: int
    questions: Sequence[ItemRef]
    answers: Mapping[int, GivenAnswer]

    @classmethod
    def of(cls, task: Task[DrillWork], number: int) -> DrillAttempt:
        """The attempt of a number, from 1."""
        questions = task.assignment.questions_for(services().study.learner, number)
        waiting = [given for given in task.given if given.answer.attempt == number]
        answers = {}
        for question, ref in enumerate(questions, 1):
            answer = next((given for given in waiting if given.answer.item == ref.key), None)
            if answer is not None:
                waiting.remove(answer)
                answers[question] = answer
        return cls(task, number, questions, answers)

    @property
    def waits(self) -> int | None:
        """The first question without an answer."""
        return next((number for number in range(1, len(self.questions) + 1) if number not in self.answers), None)

    @property
    def right(self) -> int:
        return sum(Grade(given.answer.shade).is_right for given in self.answers.values())

    @property
    def url(self) -> str:
        return url_for("attempts.attempt", number=self.task.assignment.id, attempt=self.number)

    def question_url(self, question: int) -> str:
        """The address of a question: it tells neither what is asked nor what was answered."""
        return url_for("attempts.question", number=self.task.assignment.id, attempt=self.number, question=question)

    def following(self, question: int) -> NextStep:
        """What follows a question: the next that waits, or how the attempt went."""
        title, progress = self.task.assignment.title, f"Question {question} of {len(self.questions)}"
        if self.waits is None:
            return NextStep(title, progress, self.url, "How it went" if self.task.shows_results else "To the end")
        return NextStep(title, progress, self.question_url(self.waits), "Next question")


@dataclass(frozen=True, slots=True)
class AttemptExercise:
    """A question of an attempt as a page shows it."""

    attempt: DrillAttempt
    question: int

    @property
    def ref(self) -> ItemRef:
        return self.attempt.questions[self.question - 1]

    @property
    def given(self) -> GivenAnswer | None:
        return self.attempt.answers.get(self.question)

    def exercise(self) -> Exercise:
        return services().makers.make(self.ref.item, self.ref.number, self.ref.level)

    def url(self, given: str | None = None) -> str:  # noqa: ARG002 - it is the same
        """The address of the question, and of what the answer was worth, where that may be told."""
        return self.attempt.question_url(self.question)

    @property
    def is_same_for_all(self) -> bool:
        """Whether the page goes by its address alone: an attempt is one learner’s own."""
        return False

    @property
    def may_hint(self) -> bool:
        """Whether there are hints: not where answers are not told at once."""
        return self.attempt.task.assignment.spec.shown is Disclosure.AT_ONCE

    @property
    def hints(self) -> int:
        """How many stages of hint were shown of it."""
        return submissions().hints(self.ref) if self.may_hint else 0

    def following(self) -> NextStep:
        """What follows the question."""
        return self.attempt.following(self.question)


# ---- the pages ----------------------------------------------------------------------------------------------------


class DrillPages(KindPages[DrillWork]):
    """A drill, answered question by question, attempt by attempt."""

    kind = "drill"
    name = "A drill"
    says = "so many questions on the rules of a lesson, or on any others"
    form = DrillForm

    def summary(self, work: DrillWork) -> Markup:
        return Markup("A drill of {}").format(figured(work.questions, "question"))

    def suggested_title(self, work: DrillWork) -> str:
        return str(self.summary(work))

    def terms(self, spec: AssignmentSpec) -> Iterator[str]:
        yield _RESULTS[spec.shown]
        yield from pass_mark(spec)
        yield from attempts_allowed(spec)

    def next_action(self, task: Task[DrillWork]) -> NextAction | None:
        if task.begun:
            latest = DrillAttempt.of(task, task.begun)
            if latest.waits is not None:
                return NextAction(latest.question_url(latest.waits), "Go on")
        if not task.may_begin:
            return None
        words = "Try again" if task.begun else "Begin"
        return NextAction(DrillAttempt.of(task, task.begun + 1).question_url(1), words)

    def attempts(self, task: Task[DrillWork]) -> Iterator[tuple[str, str]]:
        for number in range(1, task.begun + 1):
            found = DrillAttempt.of(task, number)
            if found.waits is not None:
                yield f"{len(found.answers)} of {len(found.questions)} answered", found.url
            elif task.shows_results:
                yield f"{found.right} right of {len(found.questions)}", found.url
            else:
                yield "All answered", found.url

    def answer_url(self, task: Task[DrillWork], answer: GivenAnswer) -> str:
        attempt = DrillAttempt.of(task, answer.answer.attempt or 1)
        asked = next((number for number, other in attempt.answers.items() if other.id == answer.id), None)
        return attempt.question_url(asked) if asked else ""


_RESULTS: Mapping[Disclosure, str] = {
    Disclosure.AT_ONCE: "You see at once whether each answer is right.",
    Disclosure.AFTER_DUE: "You see the results after the due date.",
    Disclosure.NEVER: "Only your teacher sees the results.",
}
