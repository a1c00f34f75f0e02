"""Hellespont put to his own rules: every call that he says the partner should make, or the dealer to the score."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.cases import for_each
from tests.support.oracles import table
from tutor.auction import Calling, Declare, Denomination, Leave
from tutor.authorities import authority
from tutor.authorities.hellespont.declaring.as_partner import (
    AT_LOVE_ALL_AS_PARTNER,
    PARTNER_TO_THE_SCORE,
    TO_THE_SCORE_AS_PARTNER,
)
from tutor.authorities.hellespont.declaring.at_love_all import AT_LOVE_ALL
from tutor.authorities.hellespont.declaring.facts import DeclarationFacts
from tutor.authorities.hellespont.declaring.interpretations import (
    CHOSEN,
    OTHERS,
    OTHERS_TO_THE_SCORE,
    DeclarationInterpretation,
)
from tutor.authorities.hellespont.declaring.to_the_score import DEALER_TO_THE_SCORE, TO_THE_SCORE
from tutor.authorities.rules import Advice, Answer, Question, decide
from tutor.cards import Hand, Suit
from tutor.deal import Deal
from tutor.seats import Seat
from tutor.view import Standing, View

HELLESPONT = authority("hellespont")
DEALER = Seat.SOUTH
PRINTED = table("hellespont-declarations-of-partner-and-to-score.csv")


def asked(hand: Hand, role: str, standing: Standing) -> View:
    if role == "dealer":
        return View.before_calling(DEALER, DEALER, hand, standing)
    return View(DEALER.partner, DEALER, hand, Calling(DEALER).after(DEALER, Leave()), standing)


def advised(view: View) -> Advice:
    advice = HELLESPONT.advise(view, Question.DECLARE, widely=True)
    assert isinstance(advice, Advice), advice
    return advice


def calls(text: str) -> tuple[Answer, ...]:
    return tuple(Leave() if one == "leave" else Declare(Denomination.parse(one)) for one in text.split())


def standing_of(row: dict[str, str]) -> Standing:
    return Standing(int(row["us"]), int(row["them"]))


@for_each("row", PRINTED, ids=lambda row: f"{row['hand']}-{row['role']}-{row['us']}-{row['them']}")
def test_every_call_that_he_prints_is_the_one_advised(row: dict[str, str]) -> None:
    advice = advised(asked(Hand.parse(row["cards"], size=13), row["role"], standing_of(row)))
    expected = calls(row["call"])
    if row["hand"] == "game-24" and row["role"] == "dealer":
        assert set(expected) <= set(advice.acceptable)
        return
    assert len(advice.answers) == 1
    assert advice.answers[0] in expected, advice.because


@pytest.mark.parametrize("interpretation", OTHERS_TO_THE_SCORE, ids=lambda interpretation: interpretation.name)
def test_every_other_interpretation_fits_all_that_he_prints(interpretation: DeclarationInterpretation) -> None:
    for row in PRINTED:
        if row["hand"] == "game-24" and row["role"] == "dealer":
            continue
        standing = standing_of(row)
        by_partner = AT_LOVE_ALL_AS_PARTNER if standing.is_love_all else TO_THE_SCORE_AS_PARTNER
        rules = TO_THE_SCORE if row["role"] == "dealer" else by_partner
        advice = decide(rules, DeclarationFacts(Hand.parse(row["cards"]), interpretation, standing))
        assert advice is not None
        assert advice.answers[0] in calls(row["call"]), f"{row['hand']}: {advice.because}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "interpretation",
    [one for one in OTHERS_TO_THE_SCORE if one not in OTHERS],
    ids=lambda interpretation: interpretation.name,
)
def test_every_other_interpretation_parts_from_the_chosen_one_on_some_hands_and_on_few(
    interpretation: DeclarationInterpretation,
) -> None:
    random, parted, number = Random(1901), 0, 3000
    for _ in range(number):
        hand, standing = Deal.shuffled(random, DEALER).hands.south, some_standing(random)
        rules = random.choice([TO_THE_SCORE, TO_THE_SCORE_AS_PARTNER])
        one, other = (decide(rules, DeclarationFacts(hand, way, standing)) for way in (CHOSEN, interpretation))
        assert one is not None
        assert other is not None
        parted += one.answers != other.answers
    assert 0 < parted < number / 20


def some_standing(random: Random) -> Standing:
    """A score of the play of a game, other than love-all."""
    return random.choice([Standing(us, them) for us in range(0, 30, 2) for them in range(0, 30, 2) if us or them])


@pytest.mark.slow
@pytest.mark.parametrize("role", ["dealer", "partner"])
def test_he_speaks_on_every_hand_at_every_score_and_the_partner_never_leaves_it(role: str) -> None:
    random = Random(1901)
    for _ in range(300):
        advice = advised(asked(Deal.shuffled(random, DEALER).hands.south, role, some_standing(random)))
        assert advice.because
        assert not set(advice.answers) & set(advice.acceptable)
        assert role == "dealer" or Leave() not in (*advice.answers, *advice.acceptable)


@pytest.mark.parametrize("role", ["dealer", "partner"])
def test_four_aces_are_no_trumps_at_every_score(role: str) -> None:
    hand = Hand.parse("S:AKQJ2 H:A432 C:A3 D:A2", size=13)
    for us in range(0, 30, 2):
        for them in range(0, 30, 2):
            assert advised(asked(hand, role, Standing(us, them))).answers == calls("N")


def test_far_behind_the_dealer_declares_nothing_but_no_trumps_and_hearts() -> None:
    """“No other declarations than those described are admissible” (p. 116)."""
    random = Random(1901)
    for _ in range(200):
        hand = Deal.shuffled(random, DEALER).hands.south
        advice = advised(asked(hand, "dealer", Standing(0, 26)))
        assert advice.answers[0] in calls("N H leave")


def test_one_trick_fewer_is_wanted_from_each_landmark() -> None:
    """Page 56: at 6 in red suits and no trumps, at 12 in diamonds, at 14 in hearts, at 18 in diamonds and no trumps."""
    hand = Hand()
    steps = [
        (landmark, denomination)
        for landmark in (6, 12, 14, 18)
        for denomination in (Denomination.DIAMONDS, Denomination.HEARTS, Denomination.NO_TRUMPS)
        if DeclarationFacts(hand, standing=Standing(landmark - 2)).needs(denomination)
        > DeclarationFacts(hand, standing=Standing(landmark)).needs(denomination)
    ]
    assert steps == [
        (6, Denomination.DIAMONDS),
        (6, Denomination.HEARTS),
        (6, Denomination.NO_TRUMPS),
        (12, Denomination.DIAMONDS),
        (14, Denomination.HEARTS),
        (18, Denomination.DIAMONDS),
        (18, Denomination.NO_TRUMPS),
    ]


@pytest.mark.slow
def test_a_suit_that_is_declared_for_the_game_is_never_shorter_than_four() -> None:
    random = Random(1902)
    for _ in range(1500):
        hand, standing = Deal.shuffled(random, DEALER).hands.south, some_standing(random)
        advice = decide(TO_THE_SCORE, DeclarationFacts(hand, standing=standing))
        assert advice is not None
        for answer in advice.answers:
            if isinstance(answer, Declare) and answer.denomination.trumps not in (None, Suit.SPADES):
                assert len(hand[answer.denomination.trumps]) >= 4


@pytest.mark.slow
def test_every_rule_to_the_score_decides_some_hand() -> None:
    """But for those of love-all, which are tried there."""
    random, decided = Random(1), set()
    for chapter, role in ((DEALER_TO_THE_SCORE, "dealer"), (PARTNER_TO_THE_SCORE, "partner")):
        for _ in range(5000):
            view = asked(Deal.shuffled(random, DEALER).hands.south, role, some_standing(random))
            advice = chapter.advise(view)
            assert advice is not None
            decided.add(advice.rule)
    at_love_all = {rule.id for rule in (*AT_LOVE_ALL, *AT_LOVE_ALL_AS_PARTNER)}
    own = [rule for rule in (*TO_THE_SCORE, *TO_THE_SCORE_AS_PARTNER) if rule.id not in at_love_all]
    assert {rule.id for rule in own if rule not in decided} <= {"hel-landmark-use"}, (
        "a red suit of five, twice, is rare"
    )
