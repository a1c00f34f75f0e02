"""Two learners: one who answers by rule is right everywhere, and one who answers at random is not.

What is remembered of both is what their answers make.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient

from tests.support.databases import sql
from tutor.library.catalogue import load
from tutor.library.games import Game
from tutor.library.lessons import Lesson
from tutor.quizzes.exercise import AnswerForm, Exercise, Grade, Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.items import ItemKind
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.quizzes.wording import answer_key
from tutor.study.answers.answers import LogEntry
from tutor.study.study import Study
from tutor.web.services import load_exercises

pytestmark = pytest.mark.slow

LIBRARY = load()
COURSES, MAKERS = load_exercises(LIBRARY)

LARGEST_GUESS = 100
MOST_BY_CHANCE = 0.5
"""The part that a guesser may have right; a quarter is usual, for most questions offer about four answers."""

Manner = Callable[[str, Sequence[str]], str]
"""How a learner answers: what he gives of the right answer and all that can be given."""


def by_rule(right: str, offered: Sequence[str]) -> str:
    del offered
    return right


class AtRandom:
    """Answers by a chance of his own."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def __call__(self, right: str, offered: Sequence[str]) -> str:
        del right
        return self._random.choice(offered)


def shade(exercise: Exercise, manner: Manner) -> Grade:
    """What a learner’s answer is worth."""
    return exercise.mark(manner(exercise.answer, among(exercise))).grade


def among(exercise: Exercise) -> Sequence[str]:
    """The answers that may come to the mind of one who knows nothing."""
    if exercise.form is AnswerForm.NUMBER:
        return [str(number) for number in range(LARGEST_GUESS)]
    if exercise.form is AnswerForm.DEAL:
        return [exercise.answer, f"{exercise.answer} -1"]
    return [choice.key for choice in exercise.choices]


# ---- whatever can be asked ---------------------------------------------------------------------------------------


def asked_of_everything() -> Iterator[tuple[ItemKind, Exercise]]:
    """A question on every item for a beginner, and on every tenth for the advanced, each of a number of its own."""
    for place, item in enumerate(MAKERS.items.values()):
        number = Random(item.id).randrange(LARGEST_NUMBER)
        for level in Level if place % 10 == 0 else (Level.BEGINNER,):
            exercise = MAKERS.make(item.id, number, level)
            assert exercise.item == item.id, f"an answer to {item.id} would be remembered of {exercise.item}"
            yield item.kind, exercise


def test_on_every_item_who_answers_by_rule_is_right_and_who_guesses_is_not() -> None:
    asked, guessed, wrong = Counter[ItemKind](), Counter[ItemKind](), []
    for kind, exercise in asked_of_everything():
        asked[kind] += 1
        guessed[kind] += shade(exercise, AtRandom(exercise.item)).is_right
        if shade(exercise, by_rule) is not Grade.BEST:
            wrong.append(exercise.item)
    assert wrong == []
    assert set(asked) == set(ItemKind)
    assert {
        kind: guessed[kind] / asked[kind] for kind in ItemKind if guessed[kind] > MOST_BY_CHANCE * asked[kind]
    } == {}


@pytest.mark.parametrize("name", COURSES.courses)
def test_in_every_lesson_who_answers_by_rule_is_right_and_who_guesses_is_not(name: str) -> None:
    asked, guessed = 0, 0
    for lesson in COURSES.courses[name].lessons:
        for question in lesson.questions:
            exercise = lesson_exercise(lesson, question, MAKERS)
            assert shade(exercise, by_rule) is Grade.BEST, f"{lesson.id}/{question.name}"
            asked += 1
            guessed += shade(exercise, AtRandom(f"{lesson.id}/{question.name}")).is_right
    assert guessed <= MOST_BY_CHANCE * asked, f"{guessed} of {asked}"


# ---- some months of study ----------------------------------------------------------------------------------------


class Clock:
    """Goes on by itself a little whenever it is read, and by days when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 8, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=7, microseconds=11)
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Learner:
    """Answers what the pages ask; `manners` are those of his answers, in the order in which he gave them."""

    def __init__(self, client: FlaskClient, seed: str) -> None:
        self.client, self.random = client, Random(seed)
        self.manner: Manner = by_rule
        self.manners: list[Manner] = []

    def take(self, lesson: Lesson) -> None:
        """A lesson, then some questions of its drill."""
        for question in lesson.questions:
            exercise = lesson_exercise(lesson, question, MAKERS)
            self.send(f"/lessons/{lesson.id}/questions/{question.code}", exercise.answer, among(exercise))
        self.go_through(f"/lessons/{lesson.id}/drills/{len(lesson.drills) - 1}", 4)

    def replay(self, game: Game) -> None:
        """Every decision of a game."""
        for decision in game.decisions:
            offered = [answer_key(answer) for answer in DecisionExercise(game, decision).answers]
            right = answer_key(decision.answer)
            self.send(f"/games/{game.id}/decisions/{decision.id}", right, [*offered, "tell"])

    def go_through(self, address: str, most: int) -> None:
        """Questions that follow one another from an address on, while there are any."""
        for _ in range(most):
            page = self.client.get(address, follow_redirects=True)
            asked = re.fullmatch(r"/practice/([0-9a-f]{8})/(\d+)", page.request.path)
            if asked is None:
                return
            level = Level(page.request.args.get("level", Level.BEGINNER.value))
            exercise = MAKERS.make(MAKERS.coded(asked[1]).id, int(asked[2]), level)
            worth = self.send(page.request.full_path, exercise.answer, among(exercise))
            following = re.search(r'id="next" href="([^"]+)"', self.client.get(worth).text)
            assert following is not None, page.request.full_path
            address = unescape(following[1])

    def send(self, address: str, right: str, offered: Sequence[str]) -> str:
        """Gives an answer, now and then after a hint; the address of what it was worth."""
        hints = self.random.choice((0, 0, 0, 0, 1, 2, 3))
        data = {"answer": self.manner(right, offered)} | ({"hints": str(hints)} if hints else {})
        self.manners.append(self.manner)
        answered = self.client.post(address, data=data)
        assert answered.status_code == 303, address
        return answered.headers["Location"]


def test_after_months_of_both_the_log_makes_what_is_remembered(
    client: FlaskClient, study: Study, clock: Clock, where: Path
) -> None:
    learner, guesses = Learner(client, "1859"), AtRandom("1910")
    lessons = [lesson for course in COURSES.courses.values() for lesson in course.lessons[::9]]
    games = list(LIBRARY.games.values())
    groups = re.findall(r'"(/practice/some/[^"]+)"', client.get("/practice/").text)
    client.post("/review/settings", data={"cap": "25", "new": "5", "level": "advanced"})
    for day in range(21):
        learner.manner = guesses if day % 3 == 2 else by_rule
        learner.take(lessons[day % len(lessons)])
        learner.replay(games[day % 7])
        learner.go_through(unescape(learner.random.choice(groups)), 3)
        learner.go_through("/review/next", 6)
        learner.go_through("/review/next?of=mistakes", 2)
        if day in (9, 17):
            client.post("/review/holiday", data={"holiday": "begin"})
        if day in (11, 18):
            client.post("/review/holiday", data={"holiday": "end"})
        clock.now += learner.random.choice((timedelta(hours=3), timedelta(days=1), timedelta(days=6)))

    answers = [line.answer for line in study.answers.log() if isinstance(line, LogEntry)]
    assert len(answers) == len(learner.manners) > 500
    assert {answer.topic for answer in answers} == {"lesson", "game", "exercise"}
    assert {answer.level for answer in answers} == {None, *Level}
    shades: dict[Manner, Counter[str]] = {by_rule: Counter(), guesses: Counter()}
    for answer, manner in zip(answers, learner.manners, strict=True):
        shades[manner][answer.shade] += 1
    assert set(shades[by_rule]) == {Grade.BEST.value}
    assert shades[guesses][Grade.BEST.value] <= MOST_BY_CHANCE * shades[guesses].total()

    kept, reviews = study.reviews.memories(), study.reviews.since(datetime.min.replace(tzinfo=UTC))
    assert len(kept) > 100
    assert study.reviews.rebuild().differed == ()
    sql(where, "DELETE FROM memory", "DELETE FROM review")
    assert study.reviews.memories() == {}
    assert set(study.reviews.rebuild().differed) == set(kept)
    assert study.reviews.memories() == kept
    assert study.reviews.since(datetime.min.replace(tzinfo=UTC)) == reviews
