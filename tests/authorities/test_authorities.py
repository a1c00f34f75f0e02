"""What holds of every authority on every question: advice is lawful, it rests on the view alone, no rule is dead."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from tests.authorities.test_advice import cases
from tests.support.cases import for_each
from tutor.auction import naming
from tutor.authorities import AUTHORITIES, ask
from tutor.authorities.authority import Authority
from tutor.authorities.fitting import fitting, why_impossible, why_unfit
from tutor.authorities.rules import Advice, Answer, Question, Silent
from tutor.cards import Suit
from tutor.codes import CODES
from tutor.codes.code import Code
from tutor.deal import Deal
from tutor.errors import Impossible
from tutor.library.agreement import agreement
from tutor.library.catalogue import load
from tutor.library.positions import Positions, read_position
from tutor.library.views import read_view, write_view
from tutor.quizzes.varying import turned_about, turned_answer
from tutor.seats import Seat
from tutor.tables.layouts import consistent
from tutor.tables.table import Table
from tutor.view import View

EVERY_AUTHORITY = pytest.mark.parametrize("author", AUTHORITIES.values(), ids=AUTHORITIES)
BID_OTHERWISE = ("auction-suits-1910", "auction-points-1910")
"""Varieties in which what is bid is no number of tricks in a suit; the author's advice on bidding is not of them."""
DEALS = 6
"""Deals of each code, every moment of which is asked about."""


@cache
def moments(key: str) -> tuple[tuple[View, tuple[Answer, ...]], ...]:
    """What those who act see, in deals with random calls and random cards, and what each may lawfully do."""
    return tuple(_moments(CODES[key], Random(key)))


def _moments(code: Code, random: Random) -> Iterator[tuple[View, tuple[Answer, ...]]]:
    """Half of the deals are played as the author of the code advises, where he does: so other positions come about."""
    for number in range(DEALS):
        table = Table.laid(code, Deal.shuffled(random, code.dealer(number), turns_up=code.turns_up), code.rubber)
        while not table.is_over and (seat := table.player_to_act) is not None:
            view, lawful = table.view(seat), table.lawful()
            yield view, lawful
            advice = AUTHORITIES[code.source].answer(view)
            advised = [one for one in advice.answers if one in lawful] if isinstance(advice, Advice) else []
            by_chance = random.choice(lawful[:3] if table.play is None else lawful)
            table = table.after(random.choice(advised) if advised and number % 2 else by_chance)


EVERY_CODE = for_each("key", CODES)


@pytest.mark.slow
@EVERY_CODE
def test_what_anybody_advises_is_lawful_and_cited_and_says_why(key: str) -> None:
    for view, lawful in moments(key):
        assert why_impossible(view) is None
        for author in AUTHORITIES.values():
            for question in fitting(view):
                advice = author.advise(view, question, widely=True)
                if isinstance(advice, Silent):
                    assert advice.because
                    continue
                assert advice.because
                assert advice.citation.source == author.key
                assert len(set(advice.answers)) == len(advice.answers)
                assert not set(advice.answers) & set(advice.acceptable)
                if not question.is_of_calls or (CODES[key].source == author.key and key not in BID_OTHERWISE):
                    assert {*advice.answers, *advice.acceptable} <= {*lawful}, (author.key, question, advice.rule.id)


@pytest.mark.slow
@EVERY_CODE
def test_who_is_to_act_gets_the_same_advice_however_the_hidden_cards_lie(key: str) -> None:
    """The view of a table whose hidden cards are dealt again is the same, and nothing else goes into the advice."""
    random = Random(7)
    code = CODES[key]
    table = Table.laid(code, Deal.shuffled(random, code.dealer(0), turns_up=code.turns_up), code.rubber)
    changed = hidden = 0
    while not table.is_over and (seat := table.player_to_act) is not None:
        if table.play is not None and not table.play.trick.out:
            view = table.view(seat)
            hidden += len(view.seen) < 3
            layout = next(consistent(view, random))
            other = replace(table, play=replace(table.play, hands=layout))
            changed += layout != table.play.hands
            assert other.view(seat) == view
            for author in AUTHORITIES.values():
                assert author.answer(other.view(seat)) == author.answer(view)
        table = table.after(random.choice(table.lawful()[:3] if table.play is None else table.lawful()))
    assert changed or CODES[key].out(Seat.SOUTH) or not hidden


# ---- suits alike -------------------------------------------------------------------------------------------------


@EVERY_AUTHORITY
@pytest.mark.parametrize("key", ["bridge-english-1901", "whist-short-1859", "auction-1910"])
def test_suits_turned_about_turn_the_cards_about(author: Authority, key: str) -> None:
    compared = 0
    for view, _ in moments(key)[::3]:
        if view.trick is None:
            continue
        named = {call.denomination.trumps for said in view.calling if (call := naming(said.call)) is not None}
        alike = [suit for suit in Suit if suit is not view.trumps and suit not in named]
        turned = {suit: suit for suit in Suit} | dict(zip(alike, alike[1:] + alike[:1], strict=True))
        other = turned_about(view, turned)
        for question in fitting(view):
            one, two = author.advise(view, question), author.advise(other, question)
            assert type(one) is type(two)
            if not isinstance(one, Advice) or not isinstance(two, Advice):
                continue
            compared += 1
            assert {turned_answer(answer, turned) for answer in one.answers} == set(two.answers), (one.rule.id, view)
            assert one.rule.id == two.rule.id
    plays_by_rule = any(not question.is_of_calls for question in author.questions())
    assert bool(compared) >= (CODES[key].source == author.key and plays_by_rule)


# ---- no rule is dead ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@EVERY_AUTHORITY
def test_every_rule_is_shown_deciding_something(author: Authority) -> None:
    decided: set[str] = set()
    for case in cases():
        key, one = case.values  # type: ignore[attr-defined]
        if key == author.key:
            _note(author.advise(one.view.view(), one.question, widely=True), decided)
            _note_allowed(author, one.view.view(), one.question, decided)
    for compared in agreement(load()):
        if compared.point.citation.source == author.key:
            _note(compared.answer, decided)
            _note_allowed(author, compared.point.asked[0].view, compared.point.question, decided)
    assert {rule.id for rule in author.rules} <= decided


def _note(advice: Advice | Silent, decided: set[str]) -> None:
    if isinstance(advice, Advice):
        decided.add(advice.rule.id)


def _note_allowed(author: Authority, view: View, question: Question, decided: set[str]) -> None:
    for chapter in author.chapters:
        if chapter.question is question and chapter.silent_on(view) is None:
            decided.update(rule.id for rule in chapter.allows if rule.find(chapter.read(view)).applies)


@EVERY_AUTHORITY
def test_every_rule_cites_its_author_and_speaks_in_a_sentence(author: Authority) -> None:
    for rule in author.rules:
        assert rule.citation.source == author.key
        assert rule.citation.lines is not None
        assert rule.citation.lines[0] <= rule.citation.lines[1]
        assert rule.citation.place
        assert rule.says[0].isupper()
        assert rule.says.endswith(".")
    names = [(rule.id, rule.row) for rule in author.rules]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("key", ["bridge-english-1901", "auction-1910", "whist-short-1859"])
def test_a_view_written_down_is_read_as_it_was(key: str) -> None:
    for view, _ in moments(key)[::2]:
        read = read_view(json.loads(json.dumps(write_view(view))))
        assert read == replace(view, calling=replace(view.calling, standing=read.calling.standing))


def test_nobody_is_called_silent_on_a_view_that_cannot_be() -> None:
    view, _ = moments("bridge-english-1901")[30]
    twice = replace(view, hand=view.hand.plus(view.played()[0].card))
    for author in AUTHORITIES.values():
        for question in Question:
            with pytest.raises(Impossible, match="no table can look so"):
                ask(author.key, twice, question)


@pytest.mark.parametrize("key", ["bridge-english-1901", "auction-1910", "whist-short-1859"])
def test_nobody_is_called_silent_on_a_question_that_the_view_does_not_put(key: str) -> None:
    for view, _ in moments(key)[::9]:
        for question in Question:
            if why_unfit(view, question):
                with pytest.raises(Impossible, match=f"‘{question.value}’ cannot be asked here"):
                    ask("hellespont", view, question)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["bridge-english-1901", "auction-1910", "whist-short-1859"])
def test_who_is_silent_names_who_is_not(key: str) -> None:
    for view, _ in moments(key)[::3]:
        for question in fitting(view):
            for author in AUTHORITIES.values():
                advice = ask(author.key, view, question)
                if isinstance(advice, Silent):
                    for other in advice.others:
                        assert isinstance(ask(other, view, question), Advice)


@pytest.mark.slow
@pytest.mark.parametrize("key", AUTHORITIES)
def test_what_an_author_advises_can_be_sent_to_another_process(key: str) -> None:
    author, positions = AUTHORITIES[key], Positions()
    lines = [line for rule in author.rules for line in positions.plain(rule.id)[:1]]
    for line in dict.fromkeys(lines):
        position = read_position(line)
        advice = author.advise(position.view, position.question, widely=True)
        assert pickle.loads(pickle.dumps(advice)) == advice  # noqa: S301 - our own, made a moment ago
