"""A drill, as teachers assign it and learners do it; its questions are in `attempts`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for
from flask_babel import gettext, lazy_gettext, ngettext
from flask_babel.speaklater import LazyString
from markupsafe import Markup, escape

from tutor.authors import current
from tutor.citations import SOURCES
from tutor.errors import Malformed, TutorError, Unknown
from tutor.library.lesson_blocks import matching
from tutor.library.lesson_questions import WrittenQuestion
from tutor.library.lessons import Lesson
from tutor.quizzes.exercise import Exercise, Grade, Level
from tutor.quizzes.exercise_set import different_questions
from tutor.quizzes.groups import ItemGroup
from tutor.quizzes.items import ItemKind, ItemRef
from tutor.study.classroom.assigned_work import MOST_QUESTIONS, DrillWork
from tutor.study.classroom.assignments import LONGEST_TITLE, AssignmentSpec, Disclosure
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.secret_numbers import Pool, new_pool
from tutor.web import formatting
from tutor.web.classroom.assignment_form import (
    BY_ATTEMPT,
    AssignmentForm,
    attempts_field,
    counts_of_attempts,
    pass_mark_field,
    same_field,
    seed_field,
)
from tutor.web.classroom.tasks import KindPages, NextAction, Task, attempts_allowed, pass_mark
from tutor.web.forms import ChoiceField, LongTextField, OptionsField, SelectChoice, number_field
from tutor.web.labels import LEVELS
from tutor.web.practise.navigation import NextStep
from tutor.web.practise.recording import submissions
from tutor.web.practise.sets import groups_of
from tutor.web.services import services

MOST_ITEMS = 500
MOST_NAMED = 20
"""How many of the rules chosen by name the form writes out."""
USUAL_QUESTIONS = 10
# ---- what it asks about -------------------------------------------------------------------------------------------


def drills_to_choose() -> Sequence[SelectChoice]:
    """The drills of the lessons, each named by its lesson and its number there: `leads-1.0`."""
    found = [SelectChoice("", gettext("Choose a lesson"))]
    for course in services().courses.courses.values():
        for lesson in course.lessons:
            for number in range(len(lesson.drills)):
                title = (
                    gettext("%(lesson)s, drill %(number)s", lesson=lesson.title, number=number + 1)
                    if len(lesson.drills) > 1
                    else lesson.title
                )
                found.append(SelectChoice(f"{lesson.id}.{number}", title, optgroup=course.title))
    return found


def groups_to_choose() -> Sequence[SelectChoice]:
    """The groups of items that can be practised together, by author."""
    groups = sorted(groups_of(services().makers).values(), key=lambda group: group.source)
    return [
        SelectChoice("", gettext("Choose")),
        *(SelectChoice(group.id, _group_name(group), optgroup=_author_of(group)) for group in groups),
    ]


def _group_name(group: ItemGroup) -> str:
    return str(formatting.QUESTIONS[group.question]) if group.question else group.title


def _author_of(group: ItemGroup) -> str:
    return SOURCES[group.source].author if group.source else str(gettext("All authors"))


def authors_to_choose() -> Sequence[SelectChoice]:
    """The authors."""
    return [
        SelectChoice("", gettext("Any author")),
        *(SelectChoice(key, source.author) for key, source in SOURCES.items()),
    ]


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
    """The items of ids and patterns of ids, separated by blanks or commas."""
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
    """The form of a drill: its questions, how many there are, and when its results are shown."""

    work_fields = ("of", "drill", "group", "ids", "authority", "questions", "level", "seed")

    of = OptionsField(
        lazy_gettext("Questions about"),
        [
            ("drill", lazy_gettext("The drill of a lesson"), ""),
            ("group", lazy_gettext("A practice topic"), ""),
            ("ids", lazy_gettext("Rules by name"), ""),
        ],
        default="drill",
    )
    drill = ChoiceField(
        lazy_gettext("The drill of a lesson"),
        drills_to_choose,
        _items_of_drill,
        missing=lazy_gettext("Nothing is chosen. Choose a lesson."),
        beneath=("of", "drill"),
    )
    group = ChoiceField(
        lazy_gettext("A practice topic"),
        groups_to_choose,
        _items_of_group,
        missing=lazy_gettext("Nothing is chosen. Choose a topic."),
        beneath=("of", "group"),
    )
    ids = LongTextField(
        lazy_gettext("Rules by name"),
        _items_named,
        missing=lazy_gettext("Nothing is chosen. Type the name of a rule."),
        beneath=("of", "ids"),
        description=lazy_gettext(
            "Each rule of the library has a name at the end of its address, after the # sign. Type one or more. End a "
            "name with * to choose all that begin like it."
        ),
        render_kw={"rows": 2, "spellcheck": "false", "autocomplete": "off", "placeholder": "term-pack term-s*"},
    )
    authority = ChoiceField(lazy_gettext("Only one author"), authors_to_choose, _author, optional=True)
    questions = number_field(
        lazy_gettext("Number of questions"), "number of questions", 1, MOST_QUESTIONS, default=str(USUAL_QUESTIONS)
    )
    level = ChoiceField(
        lazy_gettext("Level"), lambda: [SelectChoice(level.value, str(LEVELS[level])) for level in Level], _level
    )
    seed = seed_field(
        lazy_gettext("Drill number"), "drill number", lazy_gettext("A different number gives different questions.")
    )
    same = same_field(lazy_gettext("The questions"))
    shown = OptionsField(
        lazy_gettext("Show results"),
        [
            (Disclosure.AT_ONCE.value, lazy_gettext("At once"), lazy_gettext("with hints for learners who ask")),
            (Disclosure.AFTER_DUE.value, lazy_gettext("After the due date"), ""),
            (Disclosure.NEVER.value, lazy_gettext("Never"), lazy_gettext("only you see them")),
        ],
        _shown,
        default=Disclosure.AT_ONCE.value,
    )
    pass_mark = pass_mark_field()
    tries = attempts_field(BY_ATTEMPT)
    counts = counts_of_attempts(lazy_gettext("The best attempt"))

    pool: Pool = ()

    @property
    def named_rules(self) -> Sequence[str]:
        """The words of the rules that are chosen by name; none where the names cannot be read."""
        try:
            chosen = _items_named(str(self.ids.data or ""))
        except TutorError:
            return ()
        items = services().makers.items
        return [formatting.sentence(items[item].name) for item in chosen[:MOST_NAMED]]

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether the form can be read, and leaves something to ask."""
        super().validate(extra_validators)
        source = next((self[name] for name in ("drill", "group", "ids") if self.value(name)), None)
        author = self.value("authority")
        if source is not None and author:
            source.value = tuple(item for item in source.value if _is_of(author, item))
            if not source.value:
                name = SOURCES[author].author
                self.refuse(
                    "authority",
                    gettext("None of these rules is by %(author)s. Choose another author, or any.", author=name),
                )
        if source is not None and len(source.value) > MOST_ITEMS:
            self.refuse(
                source.name,
                gettext(
                    "You chose %(count)s rules, but the limit is %(most)s. Choose fewer.",
                    count=len(source.value),
                    most=MOST_ITEMS,
                ),
            )
        if source is not None and not self.faults and "questions" in self:
            self._fill_pool(source.value)
        return not self.faults

    def _fill_pool(self, items: Sequence[str]) -> None:
        """Finds different questions to draw from, or refuses to ask more than there are."""
        wanted = self.questions.value
        if wanted <= len(items) and not _share_questions(items):
            return  # each item is asked about once at most
        pool = new_pool(services().makers, items, wanted, self.level.value)
        if len(pool) >= wanted:
            self.pool = pool
            return
        self.refuse(
            "questions",
            ngettext(
                "There is only %(num)s question on this. Ask for that one, or choose more rules.",
                "There are only %(num)s different questions on this. Ask for so many at most, or choose more rules.",
                len(pool),
            ),
        )

    def work(self) -> DrillWork:
        return DrillWork(
            on=self.drill.value or self.group.value or self.ids.value,
            pool=self.pool,
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
        if not found:
            return {}
        of = list(found)[-1]
        try:
            items = _READ[of](found[of])
        except TutorError:
            return {**found, "of": of}  # the form says what is wrong when it is sent
        return {**found, "of": of, "questions": _questions_to_ask(items)}


_READ: Mapping[str, Callable[[str], tuple[str, ...]]] = {
    "drill": _items_of_drill,
    "group": _items_of_group,
    "ids": _items_named,
}


def _share_questions(items: Collection[str]) -> bool:
    """Whether a lesson has a question that counts for several of the items, so that each may bring it."""
    known = frozenset(items)
    asked = (question for lesson in services().courses.lessons.values() for question in lesson.questions)
    return any(len(known.intersection(question.on)) > 1 for question in asked if isinstance(question, WrittenQuestion))


def _questions_to_ask(items: Sequence[str]) -> int:
    """How many questions the form suggests: the usual number, or as many different ones as there are."""
    if len(items) >= USUAL_QUESTIONS:
        return USUAL_QUESTIONS
    found = different_questions(
        services().makers,
        items,
        Level.BEGINNER,
        each=1,
        least=USUAL_QUESTIONS,
        first=lambda _: 0,
    )
    return min(len(found), USUAL_QUESTIONS)


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
        waiting = [given for given in task.given if given.answer.attempt == number]
        questions = _asked_in(task, number, {given.answer.item for given in waiting})
        answers = {}
        for question, ref in enumerate(questions, 1):
            answer = next((given for given in waiting if given.answer.item == ref.key), None)
            if answer is not None:
                waiting.remove(answer)
                answers[question] = answer
        return cls(task, number, questions, answers)

    @property
    def waits(self) -> int | None:
        """The number of the first question without an answer."""
        return next((number for number in range(1, len(self.questions) + 1) if number not in self.answers), None)

    @property
    def right(self) -> int:
        return sum(Grade(given.answer.shade).is_right for given in self.answers.values())

    @property
    def url(self) -> str:
        return url_for("attempts.attempt", number=self.task.assignment.id, attempt=self.number)

    def question_url(self, question: int) -> str:
        """The address of a question. It shows neither the question nor the answer."""
        return url_for("attempts.question", number=self.task.assignment.id, attempt=self.number, question=question)

    def following(self, question: int) -> NextStep:
        """What follows a question: the next one without an answer, or the results."""
        title = self.task.assignment.title
        progress = gettext("Question %(number)s of %(of)s", number=question, of=len(self.questions))
        if self.waits is None:
            return NextStep(
                title, progress, self.url, gettext("Results") if self.task.shows_results else gettext("Finish")
            )
        return NextStep(title, progress, self.question_url(self.waits), gettext("Next question"))


def _asked_in(task: Task[DrillWork], number: int, items: Collection[str]) -> Sequence[ItemRef]:
    """The questions of an attempt. One made at home may have had another number there, which its answers tell."""
    learner = services().study.learner
    drawn = task.assignment.questions_for(learner, number)
    if {ref.key for ref in drawn} >= set(items):
        return drawn
    others = (task.assignment.questions_for(learner, other) for other in range(1, number))
    return next((refs for refs in others if {ref.key for ref in refs} >= set(items)), drawn)


@dataclass(frozen=True, slots=True)
class AttemptExercise:
    """A question of an attempt, as a page shows it."""

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
        """The address of the question, and of its result if that may be shown."""
        return self.attempt.question_url(self.question)

    @property
    def is_same_for_all(self) -> bool:
        """Whether the page depends only on its address. It does not: an attempt belongs to one learner."""
        return False

    @property
    def may_hint(self) -> bool:
        """Whether there are hints: only if results are shown at once."""
        return self.attempt.task.assignment.spec.shown is Disclosure.AT_ONCE

    @property
    def hints(self) -> int:
        """How many hints of the question were shown."""
        return submissions().hints(self.ref) if self.may_hint else 0

    def following(self) -> NextStep:
        """What follows the question."""
        return self.attempt.following(self.question)


def unfinished_attempt(task: Task[DrillWork]) -> DrillAttempt | None:
    """The latest attempt that has a question without an answer; no other is begun before it is finished."""
    begun = (DrillAttempt.of(task, number) for number in range(task.begun, 0, -1))
    return next((attempt for attempt in begun if attempt.answers and attempt.waits is not None), None)


# ---- the pages ----------------------------------------------------------------------------------------------------


class DrillPages(KindPages[DrillWork]):
    """A drill, answered question by question, attempt by attempt."""

    kind = "drill"
    name = lazy_gettext("A drill")
    says = lazy_gettext("a number of questions on the rules of a lesson, or on any others")
    form = DrillForm

    def summary(self, work: DrillWork) -> Markup:
        return escape(ngettext("A drill of %(num)s question", "A drill of %(num)s questions", work.questions))

    def suggested_title(self, work: DrillWork) -> str:
        topic = _topic_of(work)
        if not topic:
            return str(self.summary(work))
        title = ngettext("%(topic)s, %(num)s question", "%(topic)s, %(num)s questions", work.questions, topic=topic)
        return title if len(title) <= LONGEST_TITLE else str(self.summary(work))

    def terms(self, spec: AssignmentSpec) -> Iterator[str]:
        yield str(_RESULTS[spec.shown])
        yield from pass_mark(spec)
        yield from attempts_allowed(spec)

    def next_action(self, task: Task[DrillWork]) -> NextAction | None:
        unfinished = unfinished_attempt(task)
        if unfinished is not None and unfinished.waits is not None:
            return NextAction(unfinished.question_url(unfinished.waits), gettext("Continue"))
        if not task.may_begin:
            return None
        words = gettext("Try again") if task.begun else gettext("Start")
        return NextAction(DrillAttempt.of(task, task.begun + 1).question_url(1), words)

    def attempts(self, task: Task[DrillWork]) -> Iterator[tuple[str, str]]:
        for number in range(1, task.begun + 1):
            found = DrillAttempt.of(task, number)
            if found.waits is not None:
                yield (
                    gettext("%(done)s of %(of)s answered", done=len(found.answers), of=len(found.questions)),
                    found.url,
                )
            elif task.shows_results:
                yield gettext("%(right)s right of %(of)s", right=found.right, of=len(found.questions)), found.url
            else:
                yield gettext("All answered"), found.url

    def answer_url(self, task: Task[DrillWork], answer: GivenAnswer) -> str:
        attempt = DrillAttempt.of(task, answer.answer.attempt or 1)
        asked = next((number for number, other in attempt.answers.items() if other.id == answer.id), None)
        return attempt.question_url(asked) if asked else ""


def _topic_of(work: DrillWork) -> str:
    """What a drill is about: the lesson whose drill it is, or the smallest topic that has all its rules."""
    on, known = set(work.on), services().makers.items
    by_author = work.authority or ""

    def is_all(items: Collection[str]) -> bool:
        return on == {item for item in items if not by_author or _is_of(by_author, item)}

    for lesson in services().courses.lessons.values():
        if any(is_all(drill.items(known)) for drill in lesson.drills):
            return lesson.title
    topics = [group for group in groups_of(services().makers).values() if on <= set(group.items)]
    group = min(topics, key=lambda one: len(one.items), default=None)
    if group is None:
        return ""
    if group.source:
        return f"{_author_of(group)}: {_group_name(group)}"
    if group.kind is ItemKind.FIRST:
        return _group_name(group)
    taught = next((lesson for lesson in services().courses.lessons.values() if on <= set(_taught_in(lesson))), None)
    return f"{_group_name(group)}: {taught.title}" if taught else _group_name(group)


def _taught_in(lesson: Lesson) -> Iterator[str]:
    """What a lesson asks about. A title names the lesson, because the name of the item may be the answer."""
    for question in lesson.questions:
        yield from getattr(question, "on", ())


_RESULTS: Mapping[Disclosure, LazyString] = {
    Disclosure.AT_ONCE: lazy_gettext("You see at once whether each answer is right."),
    Disclosure.AFTER_DUE: lazy_gettext("You see the results after the due date."),
    Disclosure.NEVER: lazy_gettext("Only your teacher sees the results."),
}
