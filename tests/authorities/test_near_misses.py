"""The rules that could have led to an answer that is not advised, the nearest first, and what keeps each from it."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.strategies import full_hands
from tutor.auction import Call, Declare, Denomination, Leave
from tutor.authorities import AUTHORITIES, authority
from tutor.authorities.authority import Authority
from tutor.authorities.boundary import Neighbourhood, against
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import UNDECIDED, Advice, Answer, Finding, Question, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Hand, Suit
from tutor.library.positions import Positions, read_position
from tutor.seats import Seat
from tutor.view import View

SPADES, HEARTS, CLUBS = (Declare(one) for one in (Denomination.SPADES, Denomination.HEARTS, Denomination.CLUBS))
LEAVE = Leave()
CALLS: tuple[Answer, ...] = (*(Declare(one) for one in Denomination), LEAVE)


def dealer(hand: str) -> View:
    return View.before_calling(Seat.SOUTH, Seat.SOUTH, Hand.parse(hand))


def weak(view: View) -> Reason | None:
    return None if sum(card.rank.height > 12 for card in view.hand) > 2 else "there are fewer than three aces and kings"


def an_author() -> Authority:
    """Five spades, then five hearts, then (with three aces and kings) four clubs; else to leave it."""
    long = Section[View]("hellespont")
    strong = Section[View]("hellespont", given=weak)

    def holds(suit: Suit, least: int, call: Call, view: View) -> Finding:
        length = len(view.hand[suit])
        return yes(f"{length} {suit.plural}", call) if length >= least else no(f"only {length} {suit.plural}")

    @long.rule("hel-spades", "Five spades.", lines=(1, 1), advises=(SPADES,))
    def spades(view: View) -> Finding:
        return holds(Suit.SPADES, 5, SPADES, view)

    @long.rule("hel-spades", "Six spades.", lines=(1, 1), row="again", advises=(SPADES,))
    def spades_again(view: View) -> Finding:
        return holds(Suit.SPADES, 6, SPADES, view)

    @long.rule("hel-hearts", "Five hearts.", lines=(2, 2), advises=(HEARTS,))
    def hearts(view: View) -> Finding:
        return holds(Suit.HEARTS, 5, HEARTS, view)

    @strong.rule("hel-clubs", "Four clubs, and strength.", lines=(3, 3), advises=(CLUBS,))
    def clubs(view: View) -> Finding:
        return holds(Suit.CLUBS, 4, CLUBS, view)

    @strong.rule("hel-many-clubs", "Six clubs, and strength.", lines=(3, 3), advises=(CLUBS,))
    def many_clubs(view: View) -> Finding:
        return holds(Suit.CLUBS, 6, CLUBS, view)

    otherwise = Section[View]("hellespont")

    @otherwise.rule("hel-leave", "Otherwise leave it.", lines=(4, 4), advises=(LEAVE,))
    def leave(view: View) -> Finding:
        del view
        return yes("there is nothing better", LEAVE)

    return Authority("hellespont", (Chapter(Question.DECLARE, (*long, *strong, *otherwise), lambda view: view),))


def test_the_fact_that_is_missing_is_named_with_the_card_that_would_mend_it() -> None:
    (miss,) = against(an_author(), dealer("S:AK76 H:765 C:643 D:A43"), Question.DECLARE, SPADES)
    assert [(rule.id, rule.row) for rule in miss.rules] == [("hel-spades", ""), ("hel-spades", "again")]
    assert miss.fact == "only 4 spades"
    assert miss.change is not None
    assert miss.change.into.suit is Suit.SPADES
    assert not miss.fits


def test_a_rule_that_fits_but_comes_later_stands_first_with_why_another_decides() -> None:
    view = dealer("S:AK762 H:KQ765 C:4 D:43")
    (miss,) = against(an_author(), view, Question.DECLARE, HEARTS)
    assert (miss.rule.id, miss.fits, miss.fact) == ("hel-hearts", True, "5 spades")


def test_what_several_rules_want_is_one_entry_and_comes_after_what_one_card_mends() -> None:
    view = dealer("S:QJ76 H:J65 C:Q643 D:J4")
    (miss,) = against(an_author(), view, Question.DECLARE, CLUBS)
    assert [rule.id for rule in miss.rules] == ["hel-clubs", "hel-many-clubs"]
    assert miss.change is None
    assert miss.fact == "there are fewer than three aces and kings"


def test_nothing_is_missed_by_what_is_advised_nor_where_the_author_is_silent() -> None:
    view = dealer("S:AK762 H:765 C:64 D:A43")
    assert against(an_author(), view, Question.DECLARE, SPADES) == ()
    assert against(authority("foster"), view, Question.DECLARE, SPADES) == ()


def test_a_rule_is_asked_about_each_other_hand_as_often_for_one_answer_as_for_all() -> None:
    asked: Counter[Hand] = Counter()
    strong = Section[View]("hellespont")

    @strong.rule("hel-strong", "Five aces and kings.", lines=(1, 1))
    def rich(view: View) -> Finding:
        asked[view.hand] += 1
        return no(f"only {sum(card.rank.height > 12 for card in view.hand)} aces and kings")

    leave = Section[View]("hellespont")
    leave.rule("hel-leave", "Otherwise leave it.", lines=(4, 4), advises=(LEAVE,))(lambda _: yes("so it is", LEAVE))
    author = Authority("hellespont", (Chapter(Question.DECLARE, (*strong, *leave), lambda view: view),))
    around = Neighbourhood(author, dealer("S:AK76 H:765 C:643 D:A43"), Question.DECLARE)
    around.nearest(SPADES)
    for_one = asked.copy()
    for call in CALLS:
        around.nearest(call)
    assert len(for_one) > 100
    assert asked == for_one


@settings(max_examples=8)  # some hundreds of hands are looked at for each
@given(full_hands, st.sampled_from(CALLS))
def test_the_card_that_is_named_would_lead_to_the_answer_by_that_rule(hand: Hand, call: Answer) -> None:
    author = authority("hellespont")
    view = View.before_calling(Seat.SOUTH, Seat.SOUTH, hand)
    for miss in against(author, view, Question.DECLARE, call):
        if miss.change is not None:
            changed = hand.without(miss.change.out).plus(miss.change.into)
            advice = author.advise(replace(view, hand=changed), Question.DECLARE)
            assert isinstance(advice, Advice)
            assert miss.change.advice == replace(advice, trace=())
            assert call in miss.change.advice.answers
            assert miss.change.advice.rule == miss.rule


@pytest.mark.slow
@pytest.mark.parametrize("key", AUTHORITIES)
def test_of_cards_too_the_nearest_is_a_rule_that_leads_to_the_card(key: str) -> None:
    """At one stored position of every question: each other card of the hand, put to the same tests."""
    author, positions = AUTHORITIES[key], Positions()
    asked: set[Question] = set()
    found = 0
    for rule in author.rules:
        for line in positions.plain(rule.id)[:1]:
            position = read_position(line)
            if position.question in asked or position.question.is_of_calls:
                continue
            asked.add(position.question)
            near = Neighbourhood(author, position.view, position.question)
            for card in position.view.acting:
                misses = near.against(card)
                assert all(rule.row != UNDECIDED for miss in misses for rule in miss.rules)
                assert all(near.advice and miss.rule != near.advice.rule for miss in misses if miss.fits)
                found += len(misses)
    assert found or not asked


@pytest.mark.slow
def test_many_may_ask_at_the_same_time() -> None:
    view = dealer("S:AK76 H:QJ65 C:643 D:A4")
    for author in (an_author(), authority("hellespont")):
        near = Neighbourhood(author, view, Question.DECLARE)
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(lambda call: near.against(call), CALLS * 4))  # noqa: B023 - asked at once
        assert found == [against(author, view, Question.DECLARE, call) for call in CALLS * 4]
