"""Answers looked at later, each with its question as it was put: made again of what is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flask import url_for

from tutor.authorities.rules import Advice
from tutor.authorities.rules import Answer as Advised
from tutor.cards import Card
from tutor.errors import TutorError
from tutor.library.games import Decision, Game
from tutor.library.lessons import Hands
from tutor.quizzes import replaying
from tutor.quizzes.drills import ExerciseRef
from tutor.quizzes.exercise import Choice, Exercise, Level, Verdict
from tutor.quizzes.marks import Grade, shade_of
from tutor.quizzes.posing import exercise_of
from tutor.quizzes.wording import call_label, call_label_at, sentence
from tutor.study.answers.answer import Answer
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.work import PLAYED, READ
from tutor.tables.review import advised
from tutor.tables.table import Table
from tutor.web import formatting
from tutor.web.classroom.authored_content import game_of, lesson_of
from tutor.web.learn import games, lessons
from tutor.web.learn.games import Addresses
from tutor.web.learn.replay import Chair
from tutor.web.play import tables
from tutor.web.practise import exercises
from tutor.web.practise.exercises import TableLayout, laid
from tutor.web.services import services

GONE = "This question is not in the tutor any more."


def _nothing() -> None:
    """Nothing can be said of an answer."""


@dataclass(frozen=True)
class Recalled:
    """A question as it was put: what was asked, on what cards, what could be chosen, and where it stands."""

    prompt: str
    facts: Sequence[str] = ()
    laid: TableLayout | None = None
    shows: Hands | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    judge: Callable[[], Verdict | None] = _nothing
    url: str = ""

    @cached_property
    def told(self) -> Verdict | None:
        """What the answer is worth by what the tutor holds now; None where nothing can be said of it."""
        return self.judge()

    def words_of(self, given: str) -> str:
        """An answer in words."""
        if given == "tell":
            return "asked to be told"
        return self.choices.get(given, given)


def recalled(given: GivenAnswer) -> Recalled:
    """The question of an answer, with the position in which it was put."""
    answer = given.answer
    try:
        match answer.topic:
            case exercises.TOPIC:
                return _of_exercise(answer)
            case lessons.TOPIC:
                return _of_lesson(answer)
            case games.TOPIC:
                return _of_game(answer)
            case tables.TOPIC:
                return _of_table(given)
            case _:
                return Recalled(_SHORT.get(answer.topic, GONE))
    except (TutorError, LookupError, ValueError, StopIteration):  # whatever has changed since: the answer is shown
        return Recalled(GONE)


_SHORT = {PLAYED: "The hand, played to its end", READ: "The page, read"}


def in_short(given: GivenAnswer) -> Recalled:
    """The same without the position at a table, for which the whole deal would have to be played again."""
    return Recalled(_moment_at_table(given.answer)) if given.answer.topic == tables.TOPIC else recalled(given)


def _moment_at_table(answer: Answer) -> str:
    _, deal, acts = answer.item.split("/")
    return f"At the table: deal {deal}, after {acts} calls and cards"


# ---- exercises and lessons ----------------------------------------------------------------------------------------


def _of_exercise(answer: Answer) -> Recalled:
    level = answer.level or Level.BEGINNER
    item, _, _ = answer.item.rsplit("/", 2)
    put = ExerciseRef(item, answer.number or 0, level)
    exercise = services().makers.make(put.item, put.number, put.level)
    return _put_again(exercise, answer, exercises.Place(put).url(answer.given))


def _of_lesson(answer: Answer) -> Recalled:
    lesson_id, _, name = answer.item.partition("/")
    lesson = lesson_of(lesson_id)
    question = next(one for one in lesson.questions if one.name == name)
    exercise = exercise_of(lesson, question, services().makers)
    url = url_for("lessons.lesson", lesson_id=lesson_id, all=1, _anchor=question.code)
    return _put_again(exercise, answer, url)


def _put_again(exercise: Exercise, answer: Answer, url: str) -> Recalled:
    return Recalled(
        exercise.prompt,
        exercise.facts,
        laid(exercise.view) if exercise.view else None,
        exercise.shows,
        {choice.key: choice.label for choice in exercise.choices},
        lambda: lessons.verdict_on(exercise, answer),
        url,
    )


# ---- games and tables ---------------------------------------------------------------------------------------------


def _of_game(answer: Answer) -> Recalled:
    game_id, _, name = answer.item.partition("/")
    game = game_of(game_id)
    decision = next(one for one in game.decisions if one.id == name)
    choices = replaying.choices(game, decision)
    return Recalled(
        f"{game.name}, {formatting.moment(decision)}: {replaying.prompt(decision)}",
        laid=laid(game.view_before(decision.step)),
        choices={replaying.written(one): _choice(one).label for one in choices},
        judge=lambda: _told_of(game, decision, answer.given),
        url=Addresses(game, Chair.TURN).step(decision.step - 1, part="decision"),
    )


def _told_of(game: Game, decision: Decision, given: str) -> Verdict:
    best, rule = (_choice(decision.answer),), decision.rule
    found = replaying.read(given, replaying.choices(game, decision))
    if found is None:
        return Verdict(Choice(given, given), Grade.TOLD, decision.because, best, rule.says, rule.citation)
    mark = replaying.mark(decision, found)
    return Verdict(_choice(found), mark.shade, mark.because, best, rule.says, rule.citation)


def _of_table(given: GivenAnswer) -> Recalled:
    key, deal, acts = map(int, given.answer.item.split("/"))
    match = services().study.of(given.learner).matches.find(key)
    if match is None:
        return Recalled(_moment_at_table(given.answer))
    table = list(match.tables())[deal - 1]
    before = table if len(table.acts) == acts else [stand for stand, _ in table.moments()][acts]
    seat = before.player_to_act
    return Recalled(
        f"Deal {deal}: {formatting.table_question(before)}",
        laid=laid(before.view(seat)) if seat else None,
        choices={str(one): _choice_at(before, one).label for one in before.lawful()},
        judge=lambda: _advised_at(before, given.answer.given),
    )


def _advised_at(before: Table, given: str) -> Verdict | None:
    advice = advised(before)
    found = next((one for one in before.lawful() if str(one) == given), None)
    if found is None or not isinstance(advice, Advice):
        return None
    chosen, best = _choice_at(before, found), tuple(_choice_at(before, answer) for answer in advice.answers)
    return Verdict(chosen, shade_of(advice, found), advice.because, best, advice.rule.says, advice.citation)


def _choice_at(table: Table, answer: Advised) -> Choice:
    """A call or a card as it stood on its button at a table."""
    seat = table.hand_to_act
    if isinstance(answer, Card) or seat is None:
        return _choice(answer)
    return Choice(str(answer), call_label_at(table.code, table.calling, seat, answer))


def _choice(answer: Advised) -> Choice:
    label = sentence(answer.name) if isinstance(answer, Card) else call_label(answer)
    return Choice(str(answer), label)
