"""Every rule is asked about by some numbers, and the questions make sense; the criteria are written out here.

But for one test of the check itself, nothing here calls what the questions have passed: what wins a trick, what guards
a king, what the hidden cards allow and when two questions are one are worked out again, in another way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice, pairwise
from random import Random

import pytest

from tests.support.cases import for_each
from tests.support.questions import MAKER
from tests.support.questions import question_on as made
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Question
from tutor.cards import PACK, Card, Rank, Suit
from tutor.library.positions import read_position
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import ExerciseSet
from tutor.quizzes.items import ExerciseBank
from tutor.quizzes.sense import Senseless, why_senseless
from tutor.seats import Seat
from tutor.view import View

pytestmark = pytest.mark.slow

EVERY_RULE = for_each("rule", MAKER.items, parts=6)
NUMBERS = range(4)


def questions(rule: str) -> Iterator[AuthorExercise]:
    """Some questions for a beginner and one for the advanced, on cards that are played to a trick or lead to one."""
    for number in NUMBERS:
        asked = made(rule, number)
        if not asked.question.is_of_calls and asked.view.trick is not None:
            yield asked


def cards(asked: AuthorExercise) -> tuple[Card, ...]:
    return tuple(card for card in asked.advice.answers if isinstance(card, Card))


def seat_to_play(view: View) -> Seat:
    assert view.trick is not None
    return view.trick.to_play


# ---- a ruff wins ---------------------------------------------------------------------------------------------------


def strength(card: Card, led: Suit, trumps: Suit | None) -> tuple[bool, bool, int]:
    return (card.suit is trumps, card.suit is led, card.rank.height)


@EVERY_RULE
def test_a_trump_that_is_advised_in_ruffing_wins_what_has_been_played(rule: str) -> None:
    for asked in questions(rule):
        trick = asked.view.trick
        assert trick is not None
        hand = asked.view.seen[seat_to_play(asked.view)]
        led, trumps = trick.suit_led, asked.view.trumps
        if led is None or led is trumps or hand[led].ranks or all(card.suit is trumps for card in hand):
            continue
        best = max(strength(card, led, trumps) for card in trick.cards)
        ruffs = [card for card in cards(asked) if card.suit is trumps]
        assert all(strength(card, led, trumps) > best for card in ruffs), (asked.number, ruffs, trick)


@for_each("number", range(60))
def test_the_coup_is_never_an_under_ruff(number: int) -> None:
    """The questions of which four in sixty had once a trump that won nothing for their only right answer."""
    put = ExerciseSet(("cae-art-093",), 1, number, Level.ADVANCED).refs()[0]
    asked = made(put.item, put.number, put.level)
    trick = asked.view.trick
    assert trick is not None
    if trick.cards and (led := trick.suit_led):
        best = max(strength(card, led, asked.view.trumps) for card in trick.cards)
        assert all(strength(card, led, asked.view.trumps) > best for card in cards(asked))
    partner = seat_to_play(asked.view).partner
    if partner in asked.view.seen:  # an open hand is a winning one, or is not said to be
        assert "partner’s trumps and winners" not in asked.advice.because or all(
            card.suit is asked.view.trumps or not beaten(asked.view, card) for card in asked.view.seen[partner]
        )


def beaten(view: View, card: Card) -> bool:
    """Whether a higher card of a suit is left with the adversaries of the hand to play."""
    seat = seat_to_play(view)
    gone = {one.card for one in view.played()}
    ours = {mine for one in (seat, seat.partner) for mine in view.seen.get(one, ())}
    higher = (other for other in PACK if other.suit is card.suit and other.rank > card.rank)
    return any(other not in gone and other not in ours for other in higher)


# ---- what is thrown away -------------------------------------------------------------------------------------------


DISCARDS = [
    rule.id
    for author in AUTHORITIES.values()
    for chapter in author.chapters
    if chapter.question is Question.DISCARD
    for rule in chapter.rules
    if rule.id in MAKER.items
]


@for_each("rule", dict.fromkeys(DISCARDS))
def test_no_guard_is_thrown_where_a_suit_without_an_honour_is_held(rule: str) -> None:
    """King and one other, queen and two, knave and three, king and queen and one: the small card is a guard."""
    for number in range(16):
        asked = made(rule, number, Level.BEGINNER)
        if asked.question is not Question.DISCARD:
            continue
        seat = seat_to_play(asked.view)
        hand = asked.view.seen[seat]
        gone = {*(one.card for one in asked.view.played()), *asked.view.seen.get(seat.partner, ())}
        above = {
            suit: [rank for rank in Rank if rank > hand[suit].highest and Card(suit, rank) not in gone]
            for suit in Suit
            if hand[suit].ranks and suit is not asked.view.trumps
        }
        for thrown in cards(asked):
            held = hand[thrown.suit]
            idle = [
                suit
                for suit, higher in above.items()
                if suit is not thrown.suit and hand[suit].highest <= Rank.TEN and len(higher) >= len(hand[suit])
            ]
            beats = [rank for rank in Rank if rank < held.highest and rank not in held]
            is_high = len([rank for rank in beats if Card(thrown.suit, rank) not in gone]) > 0
            is_of_guards = thrown.rank is not held.highest and len(held) == len(above[thrown.suit]) + 1
            is_a_guard = is_high and is_of_guards and bool(above[thrown.suit])
            assert not (idle and is_a_guard), (number, thrown, str(hand))


# ---- the criteria, on positions that have each fault ---------------------------------------------------------------


def judged(line: str, answer: str) -> Senseless | None:
    """What is said of a position, were that card advised."""
    position = read_position(line)
    advice = next(
        found
        for author in AUTHORITIES.values()
        for question in (position.question, Question.DISCARD)
        if isinstance(found := author.advise(position.view, question), Advice)
    )
    cards_advised = tuple(map(Card.parse, answer.split()))
    return why_senseless(position.view, position.question, replace(advice, answers=cards_advised), Random(1))


UNDER_RUFF = (
    "trump | seat B | dealer Y | hand S:T9 H:T7 C:KT4 D: | shown Y H3 | tricks B S2, Z H6, A S4, Y S3; Z D6, A DK, "
    "Y DT, B D4; A SJ, Y SQ, B S5, Z D7; Y DJ, B S8, Z DQ, A DA; A H5, Y H3, B HK, Z HQ; B H2, Z D8, A HA, Y H4 | "
    "trick A D2, Y HJ | trumps H"
)
BARED = (
    "discard | seat Z | dealer A | hand S:T74 H:Q7 C: D:KQ6 | exposed B S:985 H:J C: D:954 | calls A no trumps | "
    "tricks Y H8, B H6, Z H2, A HA; A CA, Y C2, B C3, Z C4; A CK, Y C6, B C5, Z C7; A CJ, Y C8, B CQ, Z C9; B H4, "
    "Z H3, A HK, Y H9 | trick A CT, Y D7, B D3"
)


@pytest.mark.parametrize(
    ("line", "answer", "fault"),
    [
        (UNDER_RUFF, "HT", Senseless.LOSING_TRUMP),
        (UNDER_RUFF, "S9", None),
        (BARED, "D6", Senseless.BARED),
        (BARED, "S4", None),
        (BARED, "S4 D6", Senseless.BARED),
    ],
)
def test_a_fault_is_found_by_its_name(line: str, answer: str, fault: Senseless | None) -> None:
    assert judged(line, answer) is fault


# ---- what every layout denies --------------------------------------------------------------------------------------


def most(
    hands: Mapping[Seat, frozenset[Card]],
    trick: tuple[tuple[Seat, Card], ...],
    to_play: Seat,
    trumps: Suit | None,
    ours: Seat,
) -> int:
    """The tricks that the side of a seat takes from here when all four hands are open: every line is tried."""
    key = (tuple(hands[seat] for seat in Seat), trick, to_play, trumps, ours.side)
    if key not in _KNOWN:
        _KNOWN[key] = _most(hands, trick, to_play, trumps, ours)
    return _KNOWN[key]


_KNOWN: dict[object, int] = {}


def _most(
    hands: Mapping[Seat, frozenset[Card]],
    trick: tuple[tuple[Seat, Card], ...],
    to_play: Seat,
    trumps: Suit | None,
    ours: Seat,
) -> int:
    if len(trick) == 4:
        led = trick[0][1].suit
        winner = max(trick, key=lambda one: strength(one[1], led, trumps))[0]
        return (winner.side is ours.side) + (most(hands, (), winner, trumps, ours) if any(hands.values()) else 0)
    following = [card for card in hands[to_play] if trick and card.suit is trick[0][1].suit]
    found = (
        most({**hands, to_play: hands[to_play] - {card}}, (*trick, (to_play, card)), to_play.left, trumps, ours)
        for card in following or hands[to_play]
    )
    return max(found) if to_play.side is ours.side else min(found)


def layouts(view: View, number_of_them: int) -> Iterator[dict[Seat, frozenset[Card]]]:
    """So many of the ways in which the hidden cards can lie by the suits that have been renounced."""
    seat = seat_to_play(view)
    played = view.played()
    gone = {one.card for one in played}
    seen = {one: frozenset(hand) for one, hand in view.seen.items()}
    shown = {(one, card) for one, card in view.shown if one not in seen and card not in gone}
    known = {card for _, card in shown}
    hidden = [
        card
        for card in PACK
        if card not in gone and card not in known and all(card not in hand for hand in seen.values())
    ]
    dealt = len(seen[seat]) + sum(one.seat is seat for one in played)
    size = {one: dealt - sum(card.seat is one for card in played) for one in Seat if one not in seen}
    void = {
        (one, trick.suit_led)
        for trick in (*view.tricks, view.trick)
        if trick is not None
        for one, card in trick.items()
        if card.suit is not trick.suit_led
    }

    def dealing(
        rest: list[Card], seats: list[Seat], so_far: dict[Seat, frozenset[Card]]
    ) -> Iterator[dict[Seat, frozenset[Card]]]:
        if not seats:
            if not rest:
                yield so_far
            return
        one, *others = seats
        own = frozenset(card for holder, card in shown if holder is one)
        may = [card for card in rest if (one, card.suit) not in void]
        for held in combinations(may, size[one] - len(own)):
            left = [card for card in rest if card not in held]
            yield from dealing(left, others, {**so_far, one: own | frozenset(held)})

    for number in range(number_of_them):
        yield from islice(dealing(Random(number).sample(hidden, len(hidden)), list(size), dict(seen)), 1)


@EVERY_RULE
def test_in_an_ending_the_card_advised_costs_nothing_in_some_layout(rule: str) -> None:
    for asked in questions(rule):
        view = asked.view
        if len(view.hand) > 4 or view.out:
            continue
        assert view.trick is not None
        seat = seat_to_play(view)
        cost = dict.fromkeys(cards(asked), True)
        tried = 0
        for hands in layouts(view, 16):
            tried += 1
            trick = tuple(view.trick.items())
            lawful = [card for card in hands[seat] if trick and card.suit is trick[0][1].suit] or list(hands[seat])
            worth = {
                card: most({**hands, seat: hands[seat] - {card}}, (*trick, (seat, card)), seat.left, view.trumps, seat)
                for card in lawful
            }
            for card in cost:
                cost[card] &= worth[card] < max(worth.values())
            if not any(cost.values()):
                break
        _KNOWN.clear()
        refused = asked.question is Question.TRUMP and not all(cost.values())
        assert tried == 0 or refused or not any(cost.values()), (asked.number, cost, tried)


# ---- no two are one ------------------------------------------------------------------------------------------------

ONE_ENDING = frozenset(["cae-art-088", "cae-art-089", "cae-art-090", "cae-art-091", "cae-art-092"])
"""Articles that are about one ending of two or three named cards: only what is led and what others play can vary."""
ONE_HAND = frozenset(["hel-hearts-five-small", "hel-hearts-not-with-black-six"])
"""Rules about one hand, all of whose high cards are named: no other question can be made on them."""


def looks(asked: AuthorExercise) -> object:
    """A question without the names of its suits, and without telling small cards apart."""
    view = asked.view
    trick = view.trick.cards if view.trick else ()
    suits = sorted(
        (
            suit is view.trumps,
            "".join(rank.letter if rank >= Rank.TEN else "x" for rank in view.hand[suit]),
            "|".join(
                "".join(rank.letter if rank >= Rank.TEN else "x" for rank in hand[suit]) for _, hand in view.exposed
            ),
            str(
                [
                    (place, card.rank.letter if card.rank >= Rank.TEN else "x")
                    for place, card in enumerate(trick)
                    if card.suit is suit
                ]
            ),
        )
        for suit in Suit
    )
    said = (view.standing, *(str(one.call) for one in view.calling)) if asked.question.is_of_calls else ()
    return (asked.question, len(view.tricks), *suits, *map(str, said))


@EVERY_RULE
def test_questions_that_follow_each_other_are_not_nearly_one(rule: str) -> None:
    asked = [looks(made(rule, number, Level.BEGINNER if number == 0 else None)) for number in NUMBERS]
    if rule in ONE_HAND:
        return
    assert len({str(one) for one in asked}) >= (2 if rule in ONE_ENDING else 3), asked
    assert rule in ONE_ENDING or sum(one == other for one, other in pairwise(asked)) <= 1


def test_a_set_and_the_sets_with_the_next_seeds_begin_with_questions_that_differ() -> None:
    first = [ExerciseSet(("cae-art-093",), 1, seed, Level.ADVANCED).refs()[0] for seed in (5, 6, 7)]
    assert len({str(looks(made(one.item, one.number, one.level))) for one in first}) == 3
    numbers = [one.number for one in ExerciseSet(("hel-leave", "cae-art-093"), 12, 5).refs() if one.item == "hel-leave"]
    assert sorted(numbers) == list(range(min(numbers), min(numbers) + 6))


def test_no_seed_gives_the_numbers_of_another() -> None:
    puts = [ExerciseSet(("hel-leave",), 6, seed).refs() for seed in range(300)]
    assert len({one.number for put in puts for one in put}) == 6 * 300


def test_the_makers_put_what_the_maker_makes() -> None:
    assert ExerciseBank([MAKER]).make("cae-art-093", 3).view == made("cae-art-093", 3, Level.BEGINNER).view
