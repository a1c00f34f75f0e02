"""First games: what may be played, and what wins, found again by the rules of play and not by the maker."""

from __future__ import annotations

import pytest

from tutor.cards import Card, Rank
from tutor.quizzes.exercise import AnswerForm, Grade, Level
from tutor.quizzes.kinds.first_games import FOLLOW, NAMES, OUT, TAKE, TRUMP, FirstGames

MAKER = FirstGames()
NUMBERS = range(60)


def test_each_number_is_one_question() -> None:
    for item in NAMES:
        first, again = (MAKER.make(item, 5, Level.BEGINNER) for _ in range(2))
        assert (first.prompt, first.view, first.answer) == (again.prompt, again.view, again.answer)


@pytest.mark.parametrize("item", [TAKE, TRUMP])
def test_the_card_that_is_best_takes_the_trick_and_no_lower_one_does(item: str) -> None:
    for number in NUMBERS:
        exercise = MAKER.make(item, number, Level.BEGINNER)
        view = exercise.view
        assert view is not None
        assert view.trick is not None
        on_table = view.trick.cards
        assert len(on_table) == 3
        led = on_table[0].suit

        def strength(card: Card, led: object = led, trumps: object = view.trumps) -> tuple[int, int]:
            return (2 if card.suit is trumps else 1 if card.suit is led else 0, card.rank.height)

        may = [card for card in view.hand if card.suit is led] or list(view.hand)
        wins = [card for card in may if strength(card) > max(map(strength, on_table))]
        for card in view.hand:
            grade = exercise.mark(str(card)).grade
            expected = Grade.NOT_ADVISED if card not in wins else Grade.ACCEPTABLE
            assert grade is (Grade.BEST if card == min(wins, key=strength) else expected), (number, card)


def test_any_card_of_the_suit_led_follows_and_no_other() -> None:
    for number in NUMBERS:
        exercise = MAKER.make(FOLLOW, number, Level.BEGINNER)
        view = exercise.view
        assert view is not None
        assert view.trick is not None
        suit = view.trick.cards[0].suit
        assert {card.suit is suit for card in view.hand} == {True, False}
        for card in view.hand:
            assert exercise.mark(str(card)).grade.is_right is (card.suit is suit)


def test_the_highest_card_out_is_neither_gone_nor_held() -> None:
    for number in NUMBERS:
        exercise = MAKER.make(OUT, number, Level.BEGINNER)
        view = exercise.view
        assert exercise.form is AnswerForm.CHOICE
        assert view is not None
        right = Card.parse(exercise.answer)
        gone = {played.card for played in view.played()} | set(view.hand)
        out = [rank for rank in Rank if Card(right.suit, rank) not in gone]
        assert right.rank is max(out, key=lambda rank: rank.height)
        assert len({choice.key for choice in exercise.choices}) == len(exercise.choices) >= 3
