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
from tutor.errors import NotAPack
from tutor.library.catalogue import load
from tutor.quizzes import replaying
from tutor.quizzes.declaring import CALLS, Declaring, random_hand
from tutor.quizzes.marks import Grade

pytestmark = pytest.mark.slow

DECISIONS = [(game, decision) for game in load().games.values() for decision in game.decisions]


@for_each("row", table("hellespont-declarations.csv"), ids=lambda row: f"p{row['page']}-{row['hand']}")
def test_his_own_answer_is_the_best_one_and_no_other_is(row: dict[str, str]) -> None:
    question = Declaring(Hand.parse(row["cards"]))
    best = [call for call in CALLS if question.mark(call).shade is Grade.BEST]
    assert best == [Leave() if row["call"] == "leave" else Declare(Denomination.parse(row["call"]))]


@given(full_hands, st.sampled_from(CALLS))
def test_every_answer_is_marked_with_a_reason(hand: Hand, call: Declare | Leave) -> None:
    mark = Declaring(hand).mark(call)
    assert mark.given == call
    assert mark.because
    assert mark.shade is not Grade.TOLD


@given(full_hands)
def test_a_hand_has_a_best_answer_unless_the_author_contradicts_himself(hand: Hand) -> None:
    shades = Counter(Declaring(hand).mark(call).shade for call in CALLS)
    assert (shades[Grade.BEST] >= 1) != (shades[Grade.UNDECIDED] == len(CALLS))


def test_a_question_wants_thirteen_cards() -> None:
    with pytest.raises(NotAPack, match="12 cards where 13"):
        Declaring(Hand.parse("S:AKJ762 H:765 C:4 D:A4"))


def test_the_drill_asks_every_call_and_often_enough() -> None:
    """Four honours in diamonds come once in two hundred hands; in the drill every call comes up in a short sitting."""
    random = Random(1901)
    answers: Counter[object] = Counter()
    for _ in range(300):
        question = Declaring(random_hand(random))
        assert not question.advice.is_undecided
        answers.update(question.advice.answers)
    assert set(answers) == set(CALLS)
    assert min(answers.values()) >= 12


def test_the_same_seed_asks_the_same_hands() -> None:
    first, second = ([random_hand(Random(7)) for _ in range(1)] for _ in range(2))
    assert first == second


@for_each(("game", "decision"), DECISIONS, ids=lambda value: value.id)
def test_a_decision_has_one_best_answer_and_every_choice_a_mark(game, decision) -> None:  # type: ignore[no-untyped-def]
    choices = replaying.choices(game, decision)
    marks = [replaying.mark(decision, choice) for choice in choices]
    assert [mark.given for mark in marks if mark.shade is Grade.BEST] == [decision.answer]
    assert all(mark.because for mark in marks)
    assert [replaying.read(replaying.written(choice), choices) for choice in choices] == list(choices)
    assert replaying.read("nonsense", choices) is None
