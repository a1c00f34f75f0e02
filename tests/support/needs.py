"""A learner who knows what has been shown, and nothing else: what each question of a course needs that was not met.

What is read is met: whatever term the text of a lesson names is linked there to its meaning. So are the reasons of the
questions, once they are answered. The words of a question and of its options are not linked while it waits: each term
in them must have been met before, or be among the `terms` of the lesson, which its acts show. What the position itself
demands (a dummy on the table, a double) must have been met too, and every id under `needs`. The items that a question
is `on` are the subject of the lesson, or of an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tutor.auction import Bid, Double, Leave, Naming
from tutor.authorities.rules import Question
from tutor.library.glossary import Glossary
from tutor.library.guided_deals import GuidedDeal
from tutor.library.lesson_blocks import HandsBlock, MaximBlock, matching
from tutor.library.lesson_questions import AuthorityQuestion, ItemQuestion, PosedQuestion, WrittenQuestion
from tutor.library.lessons import Course, Courses, Lesson
from tutor.quizzes.items import ExerciseBank
from tutor.quizzes.kinds.lessons import lesson_exercise

EVERYDAY = frozenset({"pack", "suit", "rank", "hand", "cut", "game", "view", "rule", "claim", "hindsight", "command"})
"""What needs no lesson: words of everyday English, and of our own pages."""
TERM = "term-"


@dataclass(frozen=True)
class Unmet:
    """What a question needs that was not met."""

    course: str
    lesson: str
    question: str
    needs: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.lesson}/{self.question}: {', '.join(self.needs)}"


@dataclass
class Learner:
    """Who has met some terms, and some items of the syllabus."""

    glossary: Glossary
    met: set[str] = field(default_factory=lambda: {TERM + term for term in EVERYDAY})

    def reads(self, *texts: str) -> None:
        """Meets every term of some texts."""
        self.met.update(term for text in texts for term in self.terms_of(text))

    def terms_of(self, text: str) -> Iterator[str]:
        """The terms that a text names, as pages find them."""
        return (mention.term.anchor for mention in self.glossary.mentions(text.replace("*", "")))


def unmet(courses: Courses, course: Course, bank: ExerciseBank, glossary: Glossary) -> list[Unmet]:
    """The questions of a course that need what a learner has not met who takes it from its beginning."""
    learner = Learner(glossary)
    for lesson in courses.before(course):
        list(_go_through(lesson, learner, bank))
    return [found for lesson in course.lessons for found in _go_through(lesson, learner, bank)]


def _go_through(lesson: Lesson, learner: Learner, bank: ExerciseBank) -> Iterator[Unmet]:
    learner.met.update(lesson.teaches)
    own = {TERM + term for term in lesson.terms}
    learner.reads(lesson.title, lesson.aim)
    for block in lesson.blocks:
        if isinstance(block, PosedQuestion):
            needed = dict.fromkeys(needs_of(lesson, block, learner, bank))
            missing = tuple(need for need in needed if need not in learner.met | own)
            if missing:
                yield Unmet(lesson.course, lesson.id, block.name, missing)
            learner.reads(*reasons_of(lesson, block, bank))
            learner.met.update(block.on)
        elif isinstance(block, MaximBlock):
            learner.reads(block.maxim.text)
        elif isinstance(block, HandsBlock):
            learner.reads(block.caption)
        else:
            learner.reads(*block.prose)
    learner.met |= own


def needs_of(lesson: Lesson, question: PosedQuestion, learner: Learner, bank: ExerciseBank) -> Iterator[str]:
    """All that must have been met before a question is fair."""
    yield from question.needs
    for text in asked_words(lesson, question, bank):
        yield from learner.terms_of(text)
    yield from (TERM + term for term in terms_of_position(question))
    if not isinstance(question, ItemQuestion):
        for item in question.on:
            if not item.startswith(TERM) and not matching(item, dict.fromkeys(learner.met)):
                yield item


def asked_words(lesson: Lesson, question: PosedQuestion, bank: ExerciseBank) -> Iterator[str]:
    """What is read before an answer is given: the question, its options, what stands beside its cards."""
    exercise = lesson_exercise(lesson, question, bank)
    yield exercise.prompt
    yield from exercise.facts
    if exercise.shows:
        yield exercise.shows.caption
    if isinstance(question, GuidedDeal):
        yield from (moment.ask for moment in question.moments if moment.ask)
    elif not isinstance(question, AuthorityQuestion):
        yield from (choice.label for choice in exercise.choices)


def reasons_of(lesson: Lesson, question: PosedQuestion, bank: ExerciseBank) -> Iterable[str]:
    """What is read when a question has been answered."""
    if isinstance(question, WrittenQuestion):
        return (question.because, *(option.why for option in question.options))
    if isinstance(question, GuidedDeal):
        return question.prose
    exercise = lesson_exercise(lesson, question, bank)
    told = exercise.mark(exercise.answer)
    return (told.says, told.because)


_OF_CALLS = ((Bid, "bid"), (Naming, "declaration"), (Double, "double"), (Leave, "leave-it"))
_OF_QUESTIONS = {Question.DECLARE: "declaration", Question.DOUBLE: "double", Question.BID: "bid"}


def terms_of_position(question: PosedQuestion) -> Iterator[str]:
    """What the position shows or asks for, by the ids of the terms."""
    if isinstance(question, AuthorityQuestion):
        view = question.view
        if question.question in _OF_QUESTIONS:
            yield _OF_QUESTIONS[question.question]
        if view.exposed:
            yield "dummy"
        for said in view.calling.said:
            yield from (term for kind, term in _OF_CALLS if isinstance(said.call, kind))
        if view.calling.declaration is None and view.trumps is not None:
            yield "trumps"
    elif isinstance(question, GuidedDeal):
        if question.dummy is not None:
            yield "dummy"
        if question.trumps is not None:
            yield "trumps"


def unshown_terms(lesson: Lesson, learner: Learner, bank: ExerciseBank) -> list[str]:
    """The `terms` of a lesson that nothing in it names, where they would be linked to their meaning."""
    texts = [text for block in lesson.blocks for text in block.prose]
    texts += [text for one in lesson.questions for text in reasons_of(lesson, one, bank)]
    shown = {term for text in texts for term in learner.terms_of(text)}
    return [term for term in lesson.terms if TERM + term not in shown]
