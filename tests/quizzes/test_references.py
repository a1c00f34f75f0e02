"""References: one written form of each, read back to the same; every kind is found by its name, a new one too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.cards import Hand
from tutor.errors import Malformed, TutorError, Unknown
from tutor.exchange.questions import Stock
from tutor.quizzes import bank
from tutor.quizzes.exercise import Grade, Level
from tutor.quizzes.items import MAKERS, ItemRef
from tutor.quizzes.kinds import __path__ as folder
from tutor.quizzes.kinds.declarations import DeclarationRef
from tutor.quizzes.kinds.games import DecisionRef
from tutor.quizzes.kinds.lessons import LessonRef, MomentRef
from tutor.quizzes.kinds.tables import TableRef
from tutor.quizzes.reference import KINDS, ExerciseRef, parse_ref, ref_of
from tutor.study.answers.marking import marked

HAND = Hand.parse("S:AKQJ H:AKQ D:432 C:432")
REFS: dict[str, ExerciseRef] = {
    "exercise:term-tenace/beginner/7": ItemRef("term-tenace", 7, Level.BEGINNER),
    "exercise:a/b/advanced/1000000": ItemRef("a/b", 1_000_000, Level.ADVANCED),
    "lesson:bridge-leads/which-card": LessonRef("bridge-leads", "which-card"),
    "moment:bridge-leads/which-card.2": MomentRef("bridge-leads", "which-card", 2),
    "lesson:own-12-3/a/b": LessonRef("own-12-3", "a/b"),
    "game:hel-game-01/trick-3-Y": DecisionRef("hel-game-01", "trick-3-Y"),
    "declare:AKQJ.AKQ.432.432": DeclarationRef(HAND),
    "table:12/1/23": TableRef(12, 1, 23),
}
STOCK = Stock.load()


@pytest.mark.parametrize("text", REFS)
def test_a_reference_is_read_as_it_is_written(text: str) -> None:
    ref = REFS[text]
    assert str(ref) == text
    assert parse_ref(text) == ref
    assert ref_of(ref.topic, ref.key) == ref


def test_there_is_one_for_every_kind() -> None:
    assert {ref.topic for ref in REFS.values()} == set(KINDS)


@pytest.mark.parametrize(
    "text",
    [
        "exercise:term-tenace/beginner/-1",
        "exercise:term-tenace/expert/1",
        "exercise:/beginner/1",
        "exercise:term-tenace",
        "exercise:term-tenace/beginner/assigned-3-1",
        "lesson:bridge-leads",
        "moment:bridge-leads/which-card",
        "moment:bridge-leads/.2",
        "game:hel-game-01",
        "declare:AKQJ.AKQ.432.43",
        "table:12/1",
        "table:12/1/x",
        "term-tenace/beginner/7",
    ],
)
def test_what_names_no_exercise_is_refused(text: str) -> None:
    with pytest.raises(TutorError):
        parse_ref(text)


def test_an_unknown_kind_is_told_with_those_there_are() -> None:
    with pytest.raises(Unknown, match="lessons"):
        parse_ref("lessons:bridge-leads/which-card")


def test_a_module_of_kinds_is_all_that_a_kind_of_item_needs() -> None:
    modules = {path.stem for path in Path(next(iter(folder))).glob("*.py")} - {"__init__", "games", "declarations"}
    assert len(MAKERS) == len(modules - {"tables", "guided_deals", "experiments", "incidents"})
    assert {*bank.ORDER, bank.LAST} == set(MAKERS)


def test_an_answer_is_marked_by_its_reference_alone() -> None:
    game = next(game for game in STOCK.library.games.values() if game.decisions)
    ref = DecisionRef(game.id, game.decisions[0].id)
    exercise = ref.resolve(STOCK)
    best = marked(ref, exercise.answer, STOCK)
    assert (best.topic, best.item, best.given, best.shade) == ("game", ref.key, exercise.answer, Grade.BEST.value)
    assert best.rule == game.decisions[0].rule.id
    assert marked(ref, "tell", STOCK).shade == Grade.TOLD.value
    with pytest.raises(Malformed, match="nonsense"):
        marked(ref, "nonsense", STOCK)


def test_an_answer_to_an_exercise_has_its_number_and_level() -> None:
    ref = ItemRef("term-tenace", 7, Level.ADVANCED)
    answer = marked(ref, ref.resolve(STOCK).answer, STOCK)
    assert (answer.rule, answer.also, answer.number, answer.level) == ("term-tenace", (), 7, Level.ADVANCED)


def test_an_answer_in_a_lesson_bears_on_all_that_its_question_is_on() -> None:
    lesson, question = next(
        (lesson, question)
        for lesson in STOCK.courses.lessons.values()
        for question in lesson.questions
        if len(question.on) > 1
    )
    ref = LessonRef.of_question(lesson, question)
    answer = marked(ref, ref.resolve(STOCK).answer, STOCK)
    assert (answer.rule, *answer.also) == question.on
    assert (answer.number, answer.level) == (None, None)


@pytest.mark.parametrize(
    "ref", [LessonRef("bridge-leads", "none"), DecisionRef("hel-game-01", "none"), TableRef(1, 1, 1)]
)
def test_what_is_there_no_more_is_unknown(ref: ExerciseRef) -> None:
    with pytest.raises(Unknown):
        ref.resolve(STOCK)
