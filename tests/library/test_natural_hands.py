"""Natural hands: each that is shown could have been dealt, and nobody is asked on a dummy made of nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import pytest

from tests.support.cases import for_each
from tests.tools.natural_hands import positions_of, questions_of
from tutor.authorities import AUTHORITIES
from tutor.authorities.fitting import why_impossible
from tutor.cards import PACK, Card, Hand
from tutor.library.catalogue import load
from tutor.library.guided_deals import GuidedDeal
from tutor.library.lesson_blocks import HandsBlock
from tutor.library.lesson_files import load_courses
from tutor.library.lessons import Lesson
from tutor.library.positions import read_position
from tutor.play import Play, Trick
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.natural import FILLERS, STRONGEST, WEAKEST, dealt_to, dummies, fillers, oddness, points
from tutor.seats import BySeat, Seat
from tutor.view import View

LIBRARY = load()
COURSES = load_courses(LIBRARY)
ORDINARY = 0.95
"""The least share of ordinary dummies: of hands dealt at random some nine of ten are so."""
NATURAL: Collection[str] = ("whist", "bridge", "auction")
"""The courses whose questions must show natural hands: those whose lessons have been written anew."""


def why_not_dealt(hands: Collection[Collection[Card]]) -> str:
    """Why some hands that are shown together could not have been dealt."""
    cards = [card for hand in hands for card in hand]
    sizes = [len(hand) for hand in hands]
    if len(set(cards)) < len(cards):
        return "a card is there twice"
    if any(size > 13 for size in sizes):
        return "a hand has more than thirteen cards"
    if len(hands) > 1 and max(sizes) - min(sizes) > 1:
        return f"the hands have {sizes} cards"
    return "" if set(cards) <= set(PACK) else "a card is not of the pack"


def shown(lesson: Lesson) -> Iterator[HandsBlock]:
    """The hands that a lesson shows, those beside its questions too."""
    for block in lesson.blocks:
        found = block if isinstance(block, HandsBlock) else getattr(block, "shows", None)
        if isinstance(found, HandsBlock):
            yield found


@for_each("lesson", COURSES.lessons.values(), ids=lambda lesson: lesson.id)
def test_hands_that_a_lesson_shows_could_have_been_dealt(lesson: Lesson) -> None:
    for block in shown(lesson):
        assert why_not_dealt([tuple(hand) for _, hand in block.hands]) == "", block.line


@for_each("lesson", COURSES.lessons.values(), ids=lambda lesson: lesson.id)
def test_deals_that_a_lesson_plays_could_have_been_dealt(lesson: Lesson) -> None:
    """Nobody has at the end of what was played a suit that they did not follow."""
    for question in lesson.questions:
        if isinstance(question, GuidedDeal):
            assert why_not_dealt([tuple(hand) for hand in question.dealt.hands]) == "", question.name
            assert renounced(question.start) == [], question.name


def renounced(play: Play) -> list[Card]:
    """The cards of suits that a hand did not follow, and has nevertheless."""
    found = []
    for trick in play.tricks:
        for seat, card in trick.items():
            if card.suit is not trick.suit_led:
                found += [held for held in play.hands[seat] if held.suit is trick.suit_led]
    return found


@for_each("course", list(COURSES.courses))
def test_positions_of_lessons_could_have_come_about(course: str) -> None:
    for name, asked in questions_of(course):
        assert why_impossible(asked.view) is None, name
        assert why_not_dealt([dealt_to(asked.view, seat) for seat in asked.view.seen]) == "", name


@pytest.mark.parametrize("course", NATURAL)
def test_hands_of_a_course_are_natural(course: str) -> None:
    """At most one in thirty is odd: some hands of the books are."""
    asked = list(questions_of(course))
    odd = [name for name, question in asked if oddness(question.view)]
    assert len(odd) <= len(asked) / 30, odd


@pytest.mark.parametrize("author", AUTHORITIES)
def test_dummies_of_the_stored_positions_have_ordinary_strength(author: str) -> None:
    views = positions_of(author)
    assert share_of_ordinary(views) >= ORDINARY
    low = [view for view in views for seat in view.seen if len(fillers(dealt_to(view, seat))) > FILLERS]
    assert len(low) <= len(views) / 100


def share_of_ordinary(views: Collection[View]) -> float:
    worth = [points(cards) for view in views for cards in dummies(view)]
    return sum(WEAKEST <= one <= STRONGEST for one in worth) / len(worth) if worth else 1.0


@pytest.mark.slow
def test_questions_that_are_made_show_hands_that_could_have_been_dealt() -> None:
    bank = exercise_bank(LIBRARY, COURSES)
    rules = sorted({rule.id for author in AUTHORITIES.values() for rule in author.rules} & set(bank.items))
    views = [view for rule in rules[::4] for number in (1, 2) if (view := bank.make(rule, number).view) is not None]
    assert len(views) > 100
    for view in views:
        assert why_impossible(view) is None, view
        assert why_not_dealt([dealt_to(view, seat) for seat in view.seen]) == "", view
    assert share_of_ordinary(views) >= 0.9


# ---- what is odd -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "worth", "low"),
    [("S:432 H:432 C:432 D:5432", 0, 4), ("S:A432 H:K32 C:964 D:T85", 7, 0), ("S:AKQJ H:AKQ C:32 D:5432", 19, 2)],
)
def test_points_and_fillers_are_counted(hand: str, worth: int, low: int) -> None:
    cards = list(Hand.parse(hand))
    assert (points(cards), len(fillers(cards))) == (worth, low)


@pytest.mark.parametrize(
    ("hand", "odd"),
    [
        ("S:T8743 H:J98 C:T6 D:752", 3),
        ("S:K8743 H:J98 C:T6 D:752", 0),
        ("S:K8743 H:AQ4 C:AQ D:KQ2", 6),
        ("S:K8743 H:QJ4 C:32 D:432", 1),
    ],
)
def test_a_dummy_is_odd_that_has_nothing_or_everything_or_only_fillers(hand: str, odd: int) -> None:
    written = f"declare | seat A | hand S:AQ95 H:K73 C:J984 D:T9 | exposed B {hand}"
    assert oddness(read_position(written).view) == odd


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (["S:AK H:2", "S:QJ H:3"], ""),
        (["S:AK H:2", "S:AQ H:3"], "a card is there twice"),
        (["S:AK H:2", "S:Q"], "the hands have [3, 1] cards"),
        (["S:AKQJT98765432 H:2"], "a hand has more than thirteen cards"),
    ],
)
def test_hands_that_could_not_have_been_dealt_are_found(hands: list[str], why: str) -> None:
    assert why_not_dealt([tuple(Hand.parse(hand)) for hand in hands]) == why


def test_a_suit_that_was_not_followed_is_found_in_the_hand() -> None:
    first = Trick(Seat.SOUTH, tuple(map(Card.parse, ("SA", "SK", "HJ", "SJ"))))
    hands = BySeat(*map(Hand.parse, ("S:6", "S:3", "S:9", "S:7")))
    play = replace(Play.start(hands, None, Seat.SOUTH), tricks=(first,))
    assert renounced(play) == [Card.parse("S9")]
    assert renounced(replace(play, hands=replace(hands, north=Hand.parse("D:9")))) == []
