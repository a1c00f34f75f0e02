"""Guided deals: what is read, what is refused, how they are played, and that the decisions that matter do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest
import yaml

from tests.support.cases import for_each
from tutor.analysis.double_dummy import tricks_of_each
from tutor.cards import Card, Hand
from tutor.errors import FaultyContent, Illegal, Malformed
from tutor.library.catalogue import load
from tutor.library.guided_deals import GuidedDeal, Moment
from tutor.library.lesson_blocks import Surroundings
from tutor.library.lesson_files import LessonText, load_courses, read_lesson
from tutor.library.lessons import Lesson
from tutor.play import Play
from tutor.quizzes.exercise import Grade
from tutor.quizzes.feedback import WhyNot, feedback_on
from tutor.quizzes.guided_play import DealAnswer, GuidedPlay, advised, judged, line_of
from tutor.quizzes.kinds.guided_deals import GuidedExercise
from tutor.seats import BySeat, Seat
from tutor.tables.layouts import likely

LIBRARY = load()
COURSES = load_courses(LIBRARY)
LAYOUTS = 60
DEALS = [
    (f"{lesson.id}/{question.name}", question)
    for lesson in COURSES.lessons.values()
    for question in lesson.questions
    if isinstance(question, GuidedDeal)
]
FRONT = """---
title: T
aim: A
sources: [{source: caelebs, page: 2, lines: [537, 549]}]
drill: {on: [term-trick]}
---
"""
SMALL: Mapping[str, Any] = {
    "name": "small",
    "on": ["term-trick"],
    "ask": "Win two tricks.",
    "hands": {"A": "S:A6 H:K4", "Y": "S:K3 H:Q9", "B": "S:95 H:J2", "Z": "S:J7 H:T8"},
    "trumps": "none",
    "leader": "A",
    "goal": 2,
    "moments": [{"trick": 1, "best": ["SA"], "because": "Nobody beats it.", "wrong": {"*": "It is beaten."}}],
    "won": "Won.",
    "lost": "Lost.",
}


def lesson_with(**changes: object) -> Lesson:
    deal = {key: value for key, value in {**SMALL, **changes}.items() if value is not None}
    text = f"{FRONT}\n```deal\n{yaml.safe_dump(deal, sort_keys=False)}```\n"
    return read_lesson(LessonText("a-lesson", "whist", "a-lesson.md", text), Surroundings(library=LIBRARY))


def deal_with(**changes: object) -> GuidedDeal:
    (found,) = lesson_with(**changes).questions
    assert isinstance(found, GuidedDeal)
    return found


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


# ---- playing -----------------------------------------------------------------------------------------------------


def test_the_advised_play_reaches_the_goal() -> None:
    deal = deal_with()
    assert advised(deal).won == 2
    assert GuidedExercise(deal).mark(GuidedExercise(deal).answer).grade is Grade.BEST


def test_a_wrong_card_goes_to_the_table_and_costs_what_it_costs() -> None:
    guided = GuidedPlay.begun(deal_with()).after(Card.parse("S6"))
    # Y, B and Z hold the king, nine and jack: whoever of the others wins it, A does not.
    assert guided.play.tricks[0].winner(None).side is Seat.WEST.side
    (verdict,) = guided.verdicts
    assert (verdict.grade, verdict.slip) == (Grade.NOT_ADVISED, "It is beaten.")


def test_a_card_that_does_not_follow_suit_is_refused() -> None:
    deal = deal_with(before=["Y H9, B H2, Z H8"], leader="Y", until=1, goal=None, lost=None,
                     moments=[{"trick": 1, "best": ["HK"], "because": "It wins."}])  # fmt: skip
    with pytest.raises(Illegal, match="S6"):
        GuidedPlay.begun(deal).after(Card.parse("S6"))


def test_a_deal_that_is_not_over_is_no_answer() -> None:
    with pytest.raises(Malformed, match="the deal is not finished"):
        GuidedExercise(deal_with()).mark("SA")


@pytest.mark.parametrize("text", ["SA XX", "SA -x", "HK HK", "SA " * 60, "S6 H4 SA -1 -1é"])
def test_what_is_no_play_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        GuidedExercise(deal_with()).mark(text)


def test_a_miss_that_was_taken_back_stays_a_miss() -> None:
    exercise = GuidedExercise(deal_with())
    best = exercise.answer
    assert exercise.mark(f"{best} -1").grade is Grade.ACCEPTABLE
    assert exercise.missed(DealAnswer.parse(f"{best} -1")) == {1}


def test_without_a_goal_a_miss_decides() -> None:
    changes = {"goal": None, "lost": None, "until": 1}
    exercise = GuidedExercise(deal_with(**changes))
    assert exercise.mark("SA").grade is Grade.BEST
    assert exercise.mark("SA -1").grade is Grade.NOT_ADVISED
    assert exercise.mark("HK").grade is Grade.NOT_ADVISED


@pytest.mark.parametrize(
    ("given", "label", "verdict"),
    [
        ("SA", "The ace of spades", "Right."),
        ("S6", "The six of spades", "Not the six of spades."),
        ("SA -1", "The ace of spades, after taking back one card", "Not quite."),
    ],
)
def test_an_answer_is_named_by_its_cards(given: str, label: str, verdict: str) -> None:
    told = GuidedExercise(deal_with(goal=None, lost=None, until=1)).mark(given)
    assert [told.given.label, told.best[0].label] == [label, "The ace of spades"]
    feedback = feedback_on(told)
    assert feedback.verdict == verdict
    assert feedback.why_not == (WhyNot("Why not the six of spades?", "It is beaten.") if given == "S6" else None)


def test_the_right_card_after_another_needs_no_better_one() -> None:
    feedback = feedback_on(GuidedExercise(deal_with(until=1, goal=1)).mark("SA -1"))
    assert (feedback.verdict, feedback.better) == ("Also fine.", "")


def test_the_answer_of_several_tricks_is_the_line() -> None:
    (deal,) = [one for one in COURSES.lesson("whist-take-a-trick").questions if one.name == "win-three"]
    assert isinstance(deal, GuidedDeal)
    exercise = GuidedExercise(deal)
    line = "The ace of spades, then the three of spades, then the three of hearts"
    assert exercise.mark(exercise.answer).best[0].label.startswith(line)


def test_equal_cards_are_one_card() -> None:
    hands = {"A": "S:AK H:32", "Y": "S:54 H:76", "B": "S:32 H:98", "Z": "S:76 H:54"}
    deal = deal_with(hands=hands)
    assert GuidedPlay.begun(deal).judge(Card.parse("SK")).grade is Grade.BEST  # type: ignore[union-attr]
    convention = deal_with(hands=hands, moments=[{**SMALL["moments"][0], "matters": "convention"}])
    assert GuidedPlay.begun(convention).judge(Card.parse("SK")).grade is Grade.NOT_ADVISED  # type: ignore[union-attr]


def test_an_equal_card_keeps_to_the_line() -> None:
    """After the king from ace, king the second moment, which names the king, means the ace that is left."""
    hands = {"A": "S:AK H:32", "Y": "S:54 H:76", "B": "S:32 H:98", "Z": "S:76 H:54"}
    line = ["A SA, Y S4, B S2, Z S6", "A SK, Y S5, B S3, Z S7", "A H2, Y H6, B H8, Z H4", "B H9, Z H5, A H3, Y H7"]
    second = {"trick": 2, "best": ["SK"], "because": "It wins too."}
    deal = deal_with(hands=hands, goal=4, line=line, moments=[*SMALL["moments"], second])
    guided = GuidedPlay.begun(deal).after(Card.parse("SK"))
    found = guided.judge(Card.parse("SA"))
    assert found is not None
    assert (found.number, found.grade, found.best) == (2, Grade.BEST, cards("SA"))


def test_dummy_is_played_by_the_declarer() -> None:
    game = LIBRARY.games["hel-game-07"]
    deal = deal_with(of="hel-game-07", hands=None, trumps=None, leader=None, goal=10, moments=[])
    assert deal.controlled == {Seat.SOUTH, Seat.NORTH}
    assert advised(deal).won == game.result.ns == 10
    assert line_of(deal)[0].trumps is game.declaration.trumps


def test_a_deal_begins_at_a_trick_of_its_game() -> None:
    deal = deal_with(of="hel-game-07", hands=None, trumps=None, leader=None, goal=8, moments=[], **{"from": 5})
    assert len(deal.start.tricks) == 4
    assert advised(deal).won == sum(
        trick.winner(deal.trumps).side is Seat.SOUTH.side for trick in LIBRARY.games["hel-game-07"].play.tricks[4:]
    )


# ---- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"goal": 5}, "only four tricks are played"),
        ({"of": "hel-game-07"}, "write ‘hands’, or the name"),
        ({"hands": {**SMALL["hands"], "Y": "S:A3 H:Q9"}}, "‘SA’ is not a card: it is in two hands"),
        ({"hands": {**SMALL["hands"], "Y": "S:3 H:Q9"}}, "cannot be played together"),
        ({"lost": None}, "needs ‘lost’"),
        ({"goal": None, "moments": []}, "write a ‘goal’"),
        ({"moments": [{"trick": 1, "best": ["SK"], "because": "So."}]}, "does not hold SK"),
        ({"moments": [{"trick": 1}]}, "write ‘says’"),
        ({"moments": [{"trick": 1, "best": ["SA"]}]}, "needs ‘because’"),
        ({"moments": [{"trick": 1, "best": ["SA"], "because": "So.", "wrong": {"X": "No."}}]}, "a card is a suit"),
        ({"line": ["A SA, Y S3, B S5, Z S7"]}, "ends before trick 4"),
        ({"line": ["Y S3, B S5, Z S7, A SA"]}, "it is A’s turn"),
        ({"before": ["A SA, Y H9"]}, "must play one"),
        ({"of": "hel-game-99", "hands": None}, "there is no game, deal or ending"),
    ],
)
def test_faults_are_told(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(FaultyContent) as caught:
        lesson_with(**changes)
    assert fault in str(caught.value)
    assert "a-lesson.md:" in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "all_faults"),
    [
        ({"won": None, "line": ["A SA, Y S3, B S5, Z S7"]}, ("the key ‘won’ is missing", "ends before trick 4")),
        ({"lost": None, "before": ["A SA, Y H9"]}, ("needs ‘lost’", "must play one")),
        ({"ask": None, "won": "{ZZ}", "line": ["Y S3, B S5, Z S7, A SA"]}, ("‘ask’", "‘ZZ’", "it is A’s turn")),
        ({"goal": "x", "hands": {**SMALL["hands"], "Y": "S:A3 H:Q9"}}, ("not a whole number", "it is in two hands")),
        ({"moments": [{"trick": 1}], "line": ["A SA, Y S3, B S5, Z S7"]}, ("write ‘says’", "ends before trick 4")),
    ],
)
def test_faults_of_the_play_come_together_with_faults_of_the_texts(
    changes: dict[str, object], all_faults: tuple[str, ...]
) -> None:
    with pytest.raises(FaultyContent) as caught:
        lesson_with(**changes)
    assert [fault for fault in all_faults if fault not in str(caught.value)] == []


# ---- every deal of the lessons -----------------------------------------------------------------------------------


@pytest.mark.slow
@for_each("name, deal", DEALS or [("none yet", deal_with())], ids=[name for name, _ in DEALS] or ["none"])
def test_a_decision_that_matters_wins_more_than_its_alternatives(name: str, deal: GuidedDeal) -> None:
    """Over layouts possible from what the learner sees, the advised card brings more than every other on average."""
    for number, moment in enumerate(deal.moments, 1):
        if moment.matters is True:
            for play in _plays_of(deal, number, moment):
                _assert_matters(name, deal, play, number, moment)


def _plays_of(deal: GuidedDeal, number: int, moment: Moment) -> list[Play]:
    return [
        play
        for play in line_of(deal)[:-1]
        if play.to_play in deal.controlled and (number, moment) in deal.moments_of(play)
    ]


def _assert_matters(name: str, deal: GuidedDeal, play: Play, number: int, moment: Moment) -> None:
    brings = average_tricks(deal, play)
    grades = {card: judged(deal, play, number, moment, card).grade for card in play.lawful()}
    best = max(brings[card] for card, grade in grades.items() if grade is Grade.BEST)
    wrong = {card: brings[card] for card, grade in grades.items() if grade is Grade.NOT_ADVISED}
    assert wrong, f"{name}: at moment {number} no card is wrong"
    dearest = min(wrong.values())
    nearest = max(wrong.values())
    said = {str(card): float(value) for card, value in brings.items()}
    assert best > dearest, f"{name}: at moment {number} nothing is lost by any card: {said}"
    assert best >= nearest, f"{name}: at moment {number} a card that is called wrong brings more: {said}"


def average_tricks(deal: GuidedDeal, play: Play) -> Mapping[Card, Fraction]:
    """What each card brings on average over layouts; on the one that is seen where all hands lie open."""
    plays = list(_layouts(deal, play))
    solved = tricks_of_each(plays)
    return {card: Fraction(sum(found[card] for found in solved), len(solved)) for card in play.lawful()}


def _layouts(deal: GuidedDeal, play: Play) -> list[Play]:
    """The play on layouts that the learner cannot tell from it, and that the calls bear out, where any were made."""
    view = deal.seen(play)
    hidden = [seat for seat in Seat if seat not in view.seen]
    if not hidden:
        return [play]
    random = Random(deal.name)
    if deal.size == 13:
        found = iter(likely(view, deal.game_code, LAYOUTS, random))
    else:
        found = islice(_dealt_again(play, hidden, random), LAYOUTS)
    return [Play(layout, play.trumps, play.trick, play.tricks) for layout in found]


def _dealt_again(play: Play, hidden: list[Seat], random: Random) -> Iterator[BySeat[Hand]]:
    void = {(one.seat, one.suit_led) for one in play.renounces}
    cards = [card for seat in hidden for card in play.hands[seat]]
    while True:
        random.shuffle(cards)
        left, hands = list(cards), play.hands
        for seat in hidden:
            size = len(play.hands[seat])
            hands = hands.with_(seat, Hand.of(left[:size]))
            left = left[size:]
        if not any((seat, card.suit) in void for seat in hidden for card in hands[seat]):
            yield hands
