"""What a wrong card costs: layouts that could be, lines that are lawful, and counts that agree with the solver."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from tests.support.questions import MAKER, question_on
from tutor.analysis.double_dummy import tricks_by_card
from tutor.analysis.refutation import Line, Refutation
from tutor.cards import PACK, Card
from tutor.play import Play
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.card_costs import CardCost, CostKind, cost_of
from tutor.quizzes.exercise import AnswerForm, Grade, Level
from tutor.quizzes.wording import answer_key
from tutor.view import View

pytestmark = pytest.mark.slow

HOW_MANY = 24


def wrong_cards() -> Iterator[tuple[AuthorExercise, Card]]:
    """Questions on every author’s rules by chance, each with a card that is not advised."""
    random, items = Random("wrong cards"), sorted(MAKER.items)
    while True:
        exercise = question_on(random.choice(items), random.randrange(10_000))
        if exercise.form is AnswerForm.CARD:
            marked = [(choice, exercise.mark(choice.key)) for choice in exercise.choices]
            wrong = [choice for choice, verdict in marked if verdict.grade is Grade.NOT_ADVISED]
            if wrong:
                yield exercise, Card.parse(random.choice(wrong).key)


@cache
def refuted() -> tuple[tuple[View, Refutation], ...]:
    found: list[tuple[View, Refutation]] = []
    for exercise, card in wrong_cards():
        cost = cost_of(exercise, answer_key(card))
        if cost and cost.refutation:
            assert cost.kind is CostKind.REFUTED
            assert cost.given == card
            found.append((exercise.view, cost.refutation))
        if len(found) == HOW_MANY:
            return tuple(found)
    raise AssertionError


def test_every_layout_could_be() -> None:
    for view, refutation in refuted():
        hands = refutation.start.hands
        held = [card for hand in hands for card in hand] + [played.card for played in view.played()]
        assert sorted(held, key=str) == sorted(PACK, key=str)
        for seat, hand in view.seen.items():
            assert hands[seat] == hand
        for seat, card in view.shown:
            assert card in hands[seat] or card in {played.card for played in view.played()}
        for trick in view.tricks if view.trick is None else (*view.tricks, view.trick):
            for seat, card in trick.items():
                renounced = trick.suit_led
                if renounced not in (None, card.suit):
                    assert not hands[seat][renounced], f"{seat.label} has shown out of {renounced}"


def test_both_lines_are_lawful_and_end_with_the_same_trick() -> None:
    for view, refutation in refuted():
        for line in (refutation.wrong, refutation.better):
            play = line.start
            assert (play.trick, play.tricks) == (view.trick or play.trick, view.tricks)
            for card in line.cards:
                assert card in play.lawful()
                play = play.after(card)
            assert play == line.end
            assert not play.trick.cards
            assert line.tricks == refutation.tricks >= 1


def test_the_counts_agree_with_the_solver() -> None:
    for _, refutation in refuted():
        tricks = tricks_by_card(refutation.start)
        assert refutation.wrong.brings == tricks[refutation.wrong.card]
        assert refutation.better.brings == tricks[refutation.better.card]
        assert refutation.cost >= 1
        assert refutation.fails >= 1
        assert refutation.fails + refutation.gains <= refutation.layouts


def test_the_whole_difference_is_on_the_table_at_the_end_and_not_before() -> None:
    for _, refutation in refuted():
        wrong, better = refutation.wrong, refutation.better
        assert better.won - wrong.won == refutation.cost
        assert rest(wrong) == rest(better), "from there both bring as many"
        for before in range(1, refutation.tricks):
            assert won_after(better, before) - won_after(wrong, before) != refutation.cost


def rest(line: Line) -> int:
    """What the side still takes after a line, by the solver."""
    if line.end.is_over:
        return 0
    most, side = max(tricks_by_card(line.end).values()), line.start.to_play.side
    left = len(line.end.hands[line.end.to_play])
    return most if line.end.to_play.side is side else left - most


def won_after(line: Line, tricks: int) -> int:
    """What the side has won by the end of a trick of a line."""
    play: Play = next(play for play in line.plays if len(play.tricks) == len(line.start.tricks) + tricks)
    return play.won[line.start.to_play.side]


def test_the_same_answer_is_refuted_in_the_same_way() -> None:
    exercise, card = next(wrong_cards())
    again = MAKER.make(exercise.item, exercise.number, exercise.level)
    assert cost_of(again, answer_key(card)) == cost_of(exercise, answer_key(card))


# ---- where there is nothing to be played out ---------------------------------------------------------------------


def cost(rule: str, number: int, card: str) -> CardCost:
    found = cost_of(MAKER.make(rule, number, Level.BEGINNER), answer_key(Card.parse(card)))
    assert found is not None
    assert found.refutation is None
    return found


def test_an_honour_led_from_the_wrong_sequence_is_a_convention_and_is_taken_for_another() -> None:
    found = cost("hel-lead-nt-kq10", 7436, "CQ")
    assert found.kind is CostKind.CONVENTION
    assert found.taken_for is not None
    assert found.taken_for.rule.says == "From ace, king, queen and one or more lead the queen."


def test_of_touching_cards_that_partner_reads_one_is_a_convention() -> None:
    found = cost("hel-third-echo", 7288, "D6")
    assert found.kind is CostKind.CONVENTION
    assert found.advised == (Card.parse("D7"),)


def test_a_signal_whose_cards_do_not_touch_is_a_convention_too() -> None:
    found = cost("hel-signal-echo-trumps", 9246, "S7")
    assert found.kind is CostKind.CONVENTION
    assert found.should_hear == (), "Hellespont hears two things in it, that contradict one another"


def test_what_makes_no_difference_on_any_layout_is_said_to_make_none() -> None:
    assert cost("hel-play-hold-up-nt", 9583, "C9").kind is CostKind.NO_DIFFERENCE


def test_a_card_advised_and_a_call_cost_nothing() -> None:
    exercise = question_on("hel-lead-nt-kq10", 1)
    assert cost_of(exercise, exercise.answer) is None
    calls = question_on("hel-decl-nt-a", 1)
    assert cost_of(calls, next(choice.key for choice in calls.choices if choice.key != calls.answer)) is None
