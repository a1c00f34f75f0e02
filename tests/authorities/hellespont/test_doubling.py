"""Hellespont on doubling: no rule is dead, every other reading parts from the chosen one, the certain is made."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.authorities.test_advice import FOLDER, CasesModel
from tutor.analysis.double_dummy import most_tricks
from tutor.auction import Calling, Content, Declare, Denomination, Double, Said
from tutor.authorities import authority
from tutor.authorities.certainty import certain_with_trumps
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.doubling import DOUBLE_OF_A_SUIT, DOUBLING_A_SUIT
from tutor.authorities.hellespont.doubling_interpretations import OTHER_DOUBLINGS
from tutor.authorities.hellespont.doubling_prospects import certain_without_trumps
from tutor.authorities.hellespont.doubling_without_trumps import (
    DOUBLING_NO_TRUMPS_BEHIND_THE_LEAD,
    DOUBLING_NO_TRUMPS_WITH_THE_LEAD,
)
from tutor.authorities.hellespont.lead_conventions import HEART_CONVENTION
from tutor.authorities.hellespont.leads_to_a_double import (
    GOING_ON_TO_A_DOUBLE_OF_NO_TRUMPS,
    OPENING_TO_A_DOUBLE,
)
from tutor.authorities.hellespont.redoubling import REDOUBLING
from tutor.authorities.rules import Advice, Question, Silent
from tutor.cards import PACK, Card, Hand, Suit
from tutor.library.validation import validated
from tutor.library.yaml_text import read
from tutor.play import Play
from tutor.seats import BySeat, Seat
from tutor.view import View

HELLESPONT = authority("hellespont")
DEALER = Seat.SOUTH
DOUBLING: tuple[Chapter[Any], ...] = (
    DOUBLING_A_SUIT,
    DOUBLING_NO_TRUMPS_WITH_THE_LEAD,
    DOUBLING_NO_TRUMPS_BEHIND_THE_LEAD,
)
CHAPTERS: tuple[Chapter[Any], ...] = (
    *DOUBLING,
    REDOUBLING,
    OPENING_TO_A_DOUBLE,
    GOING_ON_TO_A_DOUBLE_OF_NO_TRUMPS,
)


def cases() -> Iterator[tuple[View, Question]]:
    path = FOLDER / "hellespont-doubling.yaml"
    model = validated(read(path.read_text(encoding="utf-8"), path.name), CasesModel)
    return ((case.view.view(), case.question) for case in model.cases)


def test_every_rule_of_doubling_decides_a_case_or_makes_an_answer_acceptable() -> None:
    decided = set()
    for view, question in cases():
        advice = HELLESPONT.advise(view, question)
        assert isinstance(advice, Advice), advice
        decided.add(advice.rule)
        for chapter in CHAPTERS:
            if chapter.question is question and not chapter.silent_on(view):
                facts = chapter.read(view)
                allowed = ((rule, rule.find(facts).answers) for rule in chapter.allows)
                decided |= {rule for rule, answers in allowed if set(answers) - set(advice.answers)}
    rules = {rule for chapter in CHAPTERS for rule in (*chapter.rules, *chapter.allows)}
    assert {(rule.id, rule.row) for rule in rules - decided} == set()


@pytest.mark.parametrize("place", range(len(OTHER_DOUBLINGS)), ids=[reading.name for reading in OTHER_DOUBLINGS])
def test_every_other_reading_parts_from_the_chosen_one_on_some_case(place: int) -> None:
    parted = 0
    for view, question in cases():
        for chapter in DOUBLING:
            if chapter.question is question and not chapter.silent_on(view):
                facts = chapter.otherwise[place](view)
                other = next(found for rule in chapter.rules if (found := rule.find(facts)).applies)
                advice = chapter.advise(view)
                assert advice is not None
                parted += other.answers != advice.answers
    assert parted


# ---- who may be asked --------------------------------------------------------------------------------------------

HAND = Hand.parse("S:42 H:AKQJ9876 C:Q D:K6")
DECLARED = Calling(DEALER).after(DEALER, Declare(Denomination.NO_TRUMPS))


@pytest.mark.parametrize(
    ("seat", "calling", "why"),
    [
        (DEALER, DECLARED, "only the opponents of the declarer may"),
        (DEALER.left, DECLARED.after(DEALER.left, Double()), "for the other side to double again"),
        (DEALER.right, DECLARED.after(DEALER.left, Double()), "for the other side to double again"),
    ],
)
def test_a_seat_that_may_not_double_now_is_told_so(seat: Seat, calling: Calling, why: str) -> None:
    advice = HELLESPONT.advise(View(seat, DEALER, HAND, calling), Question.DOUBLE)
    assert isinstance(advice, Silent)
    assert why in str(advice)


def test_a_convention_of_another_author_changes_nothing() -> None:
    calling = DECLARED.after(DEALER.left, Content())
    hand = Hand.parse("S:J97 H:75 C:AKQJT9 D:T5")
    plain, other, hearts = (
        HELLESPONT.advise(View(DEALER.right, DEALER, hand, calling, agreed=frozenset(agreed)), Question.DOUBLE)
        for agreed in ((), ("an echo of diamonds",), (HEART_CONVENTION, "an echo of diamonds"))
    )
    assert plain == other
    assert isinstance(plain, Advice)
    assert isinstance(hearts, Advice)
    assert plain.answers != hearts.answers


def test_a_double_of_a_suit_is_heard_and_one_of_no_trumps_is_not() -> None:
    for denomination, heard in ((Denomination.CLUBS, True), (Denomination.NO_TRUMPS, False)):
        declared = Calling(DEALER).after(DEALER, Declare(denomination))
        doubled = declared.after(DEALER.left, Double())
        said = Said(DEALER.left, Double())
        assert DOUBLE_OF_A_SUIT in HELLESPONT.messages
        assert DOUBLE_OF_A_SUIT.heard(View(DEALER.right, DEALER, HAND, doubled), said) is heard
        again = doubled.after(DEALER, Double())
        assert not DOUBLE_OF_A_SUIT.heard(View(DEALER.right, DEALER, HAND, again), Said(DEALER, Double()))


# ---- what is certain ---------------------------------------------------------------------------------------------


def plays(hand: Hand, trumps: Suit | None, seat: Seat, random: Random) -> list[Play]:
    """Twenty-three deals in which a seat has a hand and Y leads; in the first three, the suits lie all together."""
    left = [card for card in PACK if card not in hand]
    packs = [left[13 * place :] + left[: 13 * place] for place in range(3)]
    packs += [random.sample(left, len(left)) for _ in range(20)]
    return [Play.start(_dealt(hand, pack, seat), trumps, DEALER.left) for pack in packs]


def _dealt(hand: Hand, others: list[Card], seat: Seat) -> BySeat[Hand]:
    _, *seats = seat.round()
    held = {one: Hand.of(others[13 * place : 13 * place + 13]) for place, one in enumerate(seats)}
    return BySeat.each(lambda one: held.get(one, hand))


@pytest.mark.parametrize(
    ("cards", "trumps", "seat", "certain"),
    [
        ("S:AKQJT H:T5432 C:A D:A4", None, DEALER, 7),  # p. 122: A was acting on a certainty
        ("S:AKQJT98 H:42 C:432 D:7", None, DEALER.left, 7),
        ("S:42 H:AKQJ9876 C:Q D:K6", None, DEALER.left, 4),  # the ten may be fourfold guarded
        ("S:AKQJ32 H:AKQ C:65 D:32", None, DEALER, 0),  # nine winners, but a suit may be run first
        ("S:A4 H:7 C:AKQJT987 D:K5", Suit.CLUBS, DEALER.left, 9),
        ("S:A4 H:7 C:KQJT9876 D:K5", Suit.CLUBS, DEALER.left, 7),
        ("S:64 H:T8 C:KQJ96542 D:9", Suit.CLUBS, DEALER, 5),
        ("S:AK H:A732 C:AKQ2 D:A32", Suit.CLUBS, DEALER, 3),
    ],
)
def test_what_is_said_to_be_certain_is_made_double_dummy_however_the_rest_is_dealt(
    cards: str, trumps: Suit | None, seat: Seat, certain: int
) -> None:
    hand = Hand.parse(cards, size=13)
    leads = seat is DEALER.left
    if trumps is None:
        assert certain_without_trumps(hand, leads=leads) == certain
    else:
        assert certain_with_trumps(hand, trumps, spared=0) == certain
    made = most_tricks(plays(hand, trumps, seat, Random(1901)))
    assert min(tricks if leads else 13 - tricks for tricks in made) >= certain
