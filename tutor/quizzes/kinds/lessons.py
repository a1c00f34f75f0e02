"""The questions of lessons: written with answers, answered by an author, made on an item, or deals to play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from tutor.authorities import authority
from tutor.authorities.rules import Advice
from tutor.errors import Fault, Malformed, TutorError, Unknown
from tutor.library.experiments import ExperimentQuestion
from tutor.library.guided_deals import GuidedDeal
from tutor.library.incidents import Incident
from tutor.library.lesson_blocks import HandsBlock, matching
from tutor.library.lesson_questions import (
    AuthorityQuestion,
    ItemQuestion,
    PosedQuestion,
    PositionQuestion,
    WrittenQuestion,
)
from tutor.library.lessons import Courses, Lesson
from tutor.library.moved import MovedQuestion
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise, ExerciseVerdict, Grade, Level, quoted, the_answer
from tutor.quizzes.items import ExerciseBank, Item, ItemKind, ItemRef, add_maker
from tutor.quizzes.kinds.experiments import ExperimentExercise
from tutor.quizzes.kinds.guided_deals import GuidedExercise, moments_on_line, unplayable
from tutor.quizzes.kinds.incidents import IncidentExercise
from tutor.quizzes.position_exercise import PositionExercise
from tutor.quizzes.reference import ContentLookup, ExerciseRef, parts_of, reference
from tutor.quizzes.retired import RetiredExercise


class Retired(Unknown):
    """A question that is no longer asked; `question` says what it asked."""

    def __init__(self, question: MovedQuestion) -> None:
        super().__init__("question", question.was, ())
        self.question = question


@reference("lesson")
@dataclass(frozen=True, slots=True)
class LessonRef(ExerciseRef):
    """A question of a lesson, by its name there."""

    lesson: str
    question: str

    @property
    def key(self) -> str:
        return f"{self.lesson}/{self.question}"

    @classmethod
    def of_key(cls, key: str) -> LessonRef:
        return cls(*parts_of(key, "question", "lesson"))

    @classmethod
    def of_question(cls, lesson: Lesson, question: PosedQuestion) -> ExerciseRef:
        """The reference of a question. For one made on an item, it is the reference of the exercise."""
        if isinstance(question, ItemQuestion):
            return ItemRef(question.item, question.number, Level.BEGINNER)
        return cls(lesson.id, question.name)

    def code(self, content: ContentLookup) -> str:
        return f"{self.lesson}.{self.found(content.lesson(self.lesson)).code}"

    def now(self, content: ContentLookup) -> LessonRef:
        """Where the question is now. Raises `Retired` if it is no longer asked."""
        if left := content.moved.left(self.key):
            raise Retired(left)
        return LessonRef.of_key(content.moved.key(self.key))

    def resolve(self, content: ContentLookup) -> Exercise:
        left = content.moved.left(self.key)
        if left and left.answers:
            return RetiredExercise(left)
        here = self.now(content)
        lesson = content.lesson(here.lesson)
        return lesson_exercise(lesson, here.found(lesson), content.makers)

    def found(self, lesson: Lesson) -> PosedQuestion:
        """The question in its lesson. Raises `Unknown`."""
        for question in lesson.questions:
            if question.name == self.question:
                return question
        raise Unknown("question", self.question, ())


@reference("moment")
@dataclass(frozen=True, slots=True)
class MomentRef(ExerciseRef):
    """A moment of a guided deal of a lesson, by its number from 1, as it comes in the line of the lesson."""

    lesson: str
    deal: str
    number: int

    @property
    def key(self) -> str:
        return f"{self.lesson}/{self.deal}.{self.number}"

    @classmethod
    def of_key(cls, key: str) -> MomentRef:
        lesson, rest = parts_of(key, "moment", "lesson")
        deal, _, number = rest.rpartition(".")
        if not (deal and number.isascii() and number.isdecimal() and len(number) < 3):
            raise Malformed("moment of a deal", key[:80], "it has no number", "Write it as lesson/deal.1")
        return cls(lesson, deal, int(number))

    def code(self, content: ContentLookup) -> str:
        return f"{LessonRef(self.lesson, self.deal).code(content)}.{self.number}"

    def resolve(self, content: ContentLookup) -> Exercise:
        deal = LessonRef(self.lesson, self.deal).found(content.lesson(self.lesson))
        found = dict(moments_on_line(deal)) if isinstance(deal, GuidedDeal) else {}
        if self.number not in found:
            raise Unknown("moment of a deal", self.key, ())
        return found[self.number]


def refs_on_paper(lesson: Lesson) -> Iterator[ExerciseRef]:
    """What a lesson asks on paper. Of a guided deal, it asks each moment."""
    for question in lesson.questions:
        if isinstance(question, GuidedDeal):
            for number, moment in enumerate(question.moments, 1):
                if moment.is_asked:
                    yield MomentRef(lesson.id, question.name, number)
        else:
            yield LessonRef.of_question(lesson, question)


def lesson_exercise(lesson: Lesson, question: PosedQuestion, makers: ExerciseBank) -> Exercise:
    """The exercise of a question. Raises `Unknown` for one that is made on an unknown item."""
    match question:
        case WrittenQuestion():
            return LessonExercise(lesson, question, question.on)
        case AuthorityQuestion():
            author = authority(question.authority)
            item, view = question.on[0], question.view
            return AuthorExercise(item, 0, Level.BEGINNER, author, view, question.question, on=question.on)
        case PositionQuestion():
            return PositionExercise(question, lesson.sources[0])
        case GuidedDeal():
            return GuidedExercise(question)
        case ExperimentQuestion():
            return ExperimentExercise(question)
        case Incident():
            return IncidentExercise(lesson.id, question)
        case _:
            return makers.make(question.item, question.number)


def unaskable(lesson: Lesson, makers: ExerciseBank) -> Iterator[Fault]:
    """A fault for every question of a lesson that cannot be asked, and for every drill on something unknown."""
    for question in lesson.questions:
        if isinstance(question, GuidedDeal):
            yield from unplayable(question, lesson.file)
            continue
        if isinstance(question, AuthorityQuestion):
            author = authority(question.authority)
            advice = author.advise(question.view, question.question, widely=True)
            if not isinstance(advice, Advice):
                mend = "Ask another author, or write the question out"
                yield Fault(lesson.file, question.line, 1, str(advice).rstrip("."), mend)
                continue
        try:
            exercise = lesson_exercise(lesson, question, makers)
            exercise.mark(exercise.answer)
        except TutorError as error:
            yield Fault(lesson.file, question.line, 1, str(error).rstrip("."), "Ask about something else")
            continue
        if isinstance(exercise, PositionExercise):
            for what in exercise.impossible():
                yield Fault(lesson.file, question.line, 1, what, "Correct the position or the answer")
    for drill in lesson.drills:
        for wanted in drill.on:
            if not matching(wanted, makers.items):
                what = f"there are no questions on ‘{wanted}’"
                yield Fault(lesson.file, drill.line, 1, what, "Name a rule, a law, a term or a maxim of the tutor")


class LessonExercise(Exercise):
    """A question of a lesson, whose answer the lesson gives."""

    def __init__(self, lesson: Lesson, question: WrittenQuestion, items: tuple[str, ...]) -> None:
        self._items = items
        self._lesson, self._question = lesson, question
        # The order depends on the words alone. In the file the right option often comes first. Shuffled by name,
        # the right answer has no fixed place, and everybody sees the same order.
        options = sorted(enumerate(question.options), key=lambda option: option[1].says)
        Random(f"{lesson.id}/{question.name}").shuffle(options)
        self._options = options

    @property
    def ref(self) -> LessonRef:
        """Its place in the lesson, wherever else it is asked."""
        return LessonRef(self._lesson.id, self._question.name)

    @property
    def item(self) -> str:
        return self._items[0]

    @property
    def items(self) -> tuple[str, ...]:
        return self._items

    @property
    def shows(self) -> HandsBlock | None:
        return self._question.shows

    @property
    def prompt(self) -> str:
        return self._question.ask

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CHOICE if self._options else AnswerForm.NUMBER

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(Choice(str(number), option.says) for number, option in self._options)

    @property
    def hints(self) -> tuple[str, str, str]:
        taught = f"The lesson ‘{self._lesson.title}’ explains it"
        cited = self._question.cite
        place = f"{taught}: see {cited}." if cited else f"{taught}: {self._lesson.aim}"
        wrong = [option for _, option in self._options if not option.right and not option.acceptable]
        if len(wrong) < 2:
            return f"{taught}.", place, the_answer(self._best.label)
        return f"It is not {quoted(wrong[0].says)}.", place, the_answer(self._best.label)

    @property
    def answer(self) -> str:
        return self._best.key

    @property
    def _best(self) -> Choice:
        if self._question.number is not None:
            return Choice(str(self._question.number), str(self._question.number))
        return next(Choice(str(number), option.says) for number, option in self._options if option.right)

    def _mark(self, given: Choice) -> ExerciseVerdict:
        grade, because = self._worth(given)
        asked = self._question
        slip = "" if because == asked.because else because
        place = asked.cite or self._lesson.sources[0]
        return ExerciseVerdict(
            given, grade, because, (self._best,), asked.because, place, right=asked.because, slip=slip
        )

    def _worth(self, given: Choice) -> tuple[Grade, str]:
        if given.key == self._best.key:
            return Grade.BEST, self._question.because
        if self._question.number is not None:
            return Grade.NOT_ADVISED, self._question.because
        option = self._question.options[int(given.key)]
        return (Grade.ACCEPTABLE if option.acceptable else Grade.NOT_ADVISED), option.why


class LessonMaker:
    """Makes the written questions of all lessons, by their items."""

    def __init__(self, courses: Courses, known: Mapping[str, Item]) -> None:
        """`known` are the items that other makers name. Any other item is a point that a lesson teaches."""
        self._of: dict[str, list[tuple[Lesson, WrittenQuestion]]] = {}
        for lesson in courses.lessons.values():
            for question in lesson.questions:
                if isinstance(question, WrittenQuestion):
                    for item in question.on:
                        self._of.setdefault(item, []).append((lesson, question))
        self.items: Mapping[str, Item] = {
            item: known.get(item) or _point(item, asked) for item, asked in self._of.items()
        }

    def make(self, item: str, number: int, level: Level) -> Exercise:
        """The question of a number on an item. There are only as many as were written."""
        del level
        asked = self._of[item]
        lesson, question = asked[number % len(asked)]
        return LessonExercise(lesson, question, (item,))


def _point(item: str, asked: Iterable[tuple[Lesson, WrittenQuestion]]) -> Item:
    lesson, question = next(iter(asked))
    return Item(item, ItemKind.POINT, f"{lesson.title}: {question.ask}")


add_maker("lessons", lambda sources: LessonMaker(sources.courses, sources.known))
