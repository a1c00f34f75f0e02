"""The questions that lessons put: those written with their answers, by the items on which they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from tutor.library.lesson_blocks import Hands
from tutor.library.lesson_questions import Asked
from tutor.library.lessons import Courses, Lesson
from tutor.quizzes.exercise import Choice, Exercise, Form, Level, Verdict
from tutor.quizzes.items import Item, Kind
from tutor.quizzes.marks import Grade


class LessonExercise(Exercise):
    """A question of a lesson, whose answer the lesson gives."""

    def __init__(self, lesson: Lesson, question: Asked, item: str) -> None:
        self.item = item
        self._lesson, self._question = lesson, question
        options = list(enumerate(question.options))
        # Shuffled by its name: the right answer has no place of its own, and each keeps its place for everybody.
        Random(f"{lesson.id}/{question.name}").shuffle(options)
        self._options = options

    @property
    def prompt(self) -> str:
        return self._question.ask

    @property
    def form(self) -> Form:
        return Form.CHOICE if self._options else Form.NUMBER

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(Choice(str(number), option.says) for number, option in self._options)

    @property
    def shows(self) -> Hands | None:
        return self._question.shows

    @property
    def hints(self) -> tuple[str, str, str]:
        taught = f"It is taught in the lesson ‘{self._lesson.title}’"
        cited = self._question.cite
        place = f"{taught}: see {cited}." if cited else f"{taught}. Its aim: {self._lesson.aim}"
        wrong = [one for _, one in self._options if not one.right and not one.acceptable]
        if len(wrong) < 2:
            return f"{taught}.", place, f"The answer: {self._best.label}"
        return f"It is not this: {wrong[0].says}", place, f"The answer: {self._best.label}"

    @property
    def answer(self) -> str:
        return self._best.key

    @property
    def _best(self) -> Choice:
        if self._question.number is not None:
            return Choice(str(self._question.number), str(self._question.number))
        return next(Choice(str(number), one.says) for number, one in self._options if one.right)

    def _mark(self, given: Choice) -> Verdict:
        shade, because = self._worth(given)
        return Verdict(given, shade, because, (self._best,), self._question.because, self._question.cite)

    def _worth(self, given: Choice) -> tuple[Grade, str]:
        if given.key == self._best.key:
            return Grade.BEST, self._question.because
        if self._question.number is not None:
            return Grade.NOT_ADVISED, self._question.because
        option = self._question.options[int(given.key)]
        return (Grade.ACCEPTABLE if option.acceptable else Grade.NOT_ADVISED), option.why


class LessonExerciseBank:
    """Makes the written questions of all lessons again, by the items on which they are."""

    def __init__(self, courses: Courses, known: Mapping[str, Item]) -> None:
        """`known` are the items that other makers name; what none of them names is a point that a lesson teaches."""
        self._of: dict[str, list[tuple[Lesson, Asked]]] = {}
        for lesson in courses.lessons.values():
            for question in lesson.questions:
                if isinstance(question, Asked):
                    for item in question.on:
                        self._of.setdefault(item, []).append((lesson, question))
        self.items: Mapping[str, Item] = {
            item: known.get(item) or _point(item, asked) for item, asked in self._of.items()
        }

    def make(self, item: str, number: int, level: Level) -> Exercise:
        """The question of a number on an item: there are as many as were written."""
        del level
        asked = self._of[item]
        lesson, question = asked[number % len(asked)]
        return LessonExercise(lesson, question, item)


def _point(item: str, asked: Iterable[tuple[Lesson, Asked]]) -> Item:
    lesson, question = next(iter(asked))
    return Item(item, Kind.POINT, f"{lesson.title}: {question.ask}")
