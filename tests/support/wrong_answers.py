"""Wrong answers to questions of every kind, chosen by a seed: what a learner may come to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from typing import NamedTuple

from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses
from tutor.quizzes.bank import exercise_bank, item_makers
from tutor.quizzes.exercise import AnswerForm, Exercise, Grade, Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.items import ExerciseMaker
from tutor.quizzes.kinds.declarations import declaration, random_hand
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.quizzes.kinds.lessons import lesson_exercise


class WrongAnswer(NamedTuple):
    kind: str
    exercise: Exercise
    given: str


def wrong_answers(count: int, seed: int) -> Iterator[WrongAnswer]:
    """So many, the kinds by turns: every maker of questions, declaring, the games’ decisions, the lessons."""
    random = Random(seed)
    made = 0
    for kind, draw in cycle(_kinds(random).items()):
        exercise = draw()
        given = _wrong(exercise, random)
        if given is not None:
            yield WrongAnswer(kind, exercise, given)
            made += 1
            if made == count:
                return


def _kinds(random: Random) -> dict[str, Callable[[], Exercise]]:
    library = load()
    courses = load_courses(library)
    bank = exercise_bank(library, courses)
    decisions = [DecisionExercise(game, decision) for game in library.games.values() for decision in game.decisions]
    asked = [(lesson, question) for lesson in courses.lessons.values() for question in lesson.questions]

    def drawing(maker: ExerciseMaker) -> Callable[[], Exercise]:
        items = list(maker.items)
        return lambda: maker.make(random.choice(items), random.randrange(LARGEST_NUMBER), random.choice(list(Level)))

    return {
        **{name: drawing(maker) for name, maker in item_makers(library, courses).items()},
        "declaring": lambda: declaration(random_hand(random)),
        "decisions": lambda: random.choice(decisions),
        "lesson questions": lambda: lesson_exercise(*random.choice(asked), bank),
    }


def _wrong(exercise: Exercise, random: Random) -> str | None:
    if exercise.form is AnswerForm.NUMBER:
        return str(int(exercise.answer) + random.choice((-2, -1, 1, 2, 10)))
    wrong = [one.key for one in exercise.choices if exercise.mark(one.key).grade is Grade.NOT_ADVISED]
    return random.choice(wrong) if wrong else None
