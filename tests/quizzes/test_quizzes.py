"""Questions and their marks: the drill without end, and the decisions of the games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.oracles import table
from tests.support.strategies import full_hands
from tutor.auction import Declare, Denomination, Leave
from tutor.cards import Hand
from tutor.errors import Malformed, NotAPack
from tutor.library.catalogue import load
from tutor.quizzes.exercise import Grade
from tutor.quizzes.feedback import feedback_on
from tutor.quizzes.kinds.declarations import CALLS, DeclarationRef, declaration, random_hand
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.quizzes.wording import answer_key

DECISIONS = [(game, decision) for game in load().games.values() for decision in game.decisions]


@pytest.mark.slow
@for_each("row", table("hellespont-declarations.csv"), ids=lambda row: f"p{row['page']}-{row['hand']}")
def test_his_own_answer_is_the_best_one_and_no_other_is(row: dict[str, str]) -> None:
    exercise = DeclarationRef(Hand.parse(row["cards"])).resolve()
    best = [choice.key for choice in exercise.choices if exercise.mark(choice.key).grade is Grade.BEST]
    assert best == [answer_key(Leave() if row["call"] == "leave" else Declare(Denomination.parse(row["call"])))]


@pytest.mark.slow
@given(full_hands, st.sampled_from(CALLS))
def test_every_answer_is_marked_with_a_reason(hand: Hand, call: Declare | Leave) -> None:
    exercise = declaration(hand)
    verdict = exercise.mark(answer_key(call))
    assert exercise.answer_of(verdict.given) == call
    assert verdict.because
    assert verdict.grade is not Grade.TOLD


@pytest.mark.slow
@given(full_hands)
def test_a_hand_has_a_best_answer_unless_the_author_contradicts_himself(hand: Hand) -> None:
    grades = Counter(declaration(hand).mark(answer_key(call)).grade for call in CALLS)
    assert (grades[Grade.BEST] >= 1) != (grades[Grade.UNDECIDED] == len(CALLS))


def test_a_question_wants_thirteen_cards() -> None:
    with pytest.raises(NotAPack, match="12 cards instead of 13"):
        DeclarationRef(Hand.parse("S:AKJ762 H:765 C:4 D:A4"))


@pytest.mark.slow
def test_the_drill_asks_every_call_and_often_enough() -> None:
    """Four honours in diamonds come once in two hundred hands; in the drill every call comes up in a short sitting."""
    random = Random(1901)
    answers: Counter[object] = Counter()
    for _ in range(300):
        question = declaration(random_hand(random))
        assert not question.advice.is_undecided
        answers.update(question.advice.answers)
    assert set(answers) == set(CALLS)
    assert min(answers.values()) >= 12


def test_the_same_seed_asks_the_same_hands() -> None:
    first, second = ([random_hand(Random(7)) for _ in range(1)] for _ in range(2))
    assert first == second


@for_each(("game", "decision"), DECISIONS, ids=lambda value: value.id)
def test_a_decision_has_one_best_answer_and_every_choice_a_mark(game, decision) -> None:  # type: ignore[no-untyped-def]
    exercise = DecisionExercise(game, decision)
    verdicts = [exercise.mark(choice.key) for choice in exercise.choices]
    assert [exercise.answer_of(one.given) for one in verdicts if one.grade is Grade.BEST] == [decision.answer]
    assert all(verdict.because for verdict in verdicts)
    assert [answer_key(answer) for answer in exercise.answers] == [choice.key for choice in exercise.choices]
    assert exercise.mark("tell").grade is Grade.TOLD
    with pytest.raises(Malformed, match="nonsense"):
        exercise.mark("nonsense")


@pytest.mark.parametrize(
    ("name", "answer"),
    [("trick-1-Y", "The answer: the king of hearts."), ("call-1", "Declare spades.")],
)
def test_an_answer_that_is_asked_for_is_compared_with_nothing(name: str, answer: str) -> None:
    game = load().games["hel-game-01"]
    exercise = DecisionExercise(game, next(decision for decision in game.decisions if decision.id == name))
    assert feedback_on(exercise.mark("tell")).verdict == answer
