"""What the API does not tell in a classroom: answers that work asks for which is open to anybody there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tutor.errors import Unknown
from tutor.library.games import Game
from tutor.library.lesson_questions import ItemQuestion, PosedQuestion
from tutor.quizzes.items import ItemRef
from tutor.quizzes.kinds.lessons import LessonExercise, LessonRef
from tutor.study.classroom.assigned_work import DrillWork, LessonWork, ReplayWork
from tutor.web.api.problems import Assigned
from tutor.web.services import services


def check_question(ref: ItemRef) -> None:
    """Refuses a question that open work asks. Raises `Assigned`.

    Drills draw theirs from a secret, with numbers that no question here has. So these are questions of lessons, and
    those of drills from before there were secrets.
    """
    work = _open_work()
    is_asked = ref.item in work.items or (ref.item, ref.number) in work.drawn
    if not is_asked and work.questions:
        exercise = services().makers.make(ref.item, ref.number, ref.level)
        is_asked = isinstance(exercise, LessonExercise) and exercise.ref in work.questions
    if is_asked:
        raise Assigned("This question")


def check_game(game: Game) -> None:
    """Refuses the play of a game whose decisions open work asks. Raises `Assigned`."""
    if game.id in _open_work().games:
        raise Assigned("This game")


@dataclass(frozen=True, slots=True)
class _OpenWork:
    """What is asked: games, questions of lessons, questions drawn on items, and all questions on some items."""

    games: set[str] = field(default_factory=set)
    questions: set[LessonRef] = field(default_factory=set)
    drawn: set[tuple[str, int]] = field(default_factory=set)
    items: set[str] = field(default_factory=set)


def _open_work() -> _OpenWork:
    found = _OpenWork()
    if not services().has_classes:
        return found
    now = services().study.now
    for assignment in services().classroom.assignments.all_of_classes():
        if not assignment.accepts_work(now):
            continue
        match assignment.work:
            case ReplayWork(game=game):
                found.games.add(game)
            case LessonWork(lesson=lesson):
                found.questions.update(_questions(lesson))
                found.drawn.update(_drawn(lesson))
            case DrillWork(on=items) if not assignment.secret:
                found.items.update(items)
    return found


def _questions(lesson_id: str) -> Iterator[LessonRef]:
    for question in _asked(lesson_id):
        yield LessonRef(lesson_id, question.name)


def _drawn(lesson_id: str) -> Iterator[tuple[str, int]]:
    for question in _asked(lesson_id):
        if isinstance(question, ItemQuestion):
            yield question.item, question.number


def _asked(lesson_id: str) -> tuple[PosedQuestion, ...]:
    """The questions of a lesson of the courses; none of one that a teacher wrote, which is not drawn here."""
    try:
        return tuple(services().courses.lesson(lesson_id).questions)
    except Unknown:
        return ()
