"""What is found out around an author's advice: the masters compared, the boundary of a rule, readings, and failures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tutor.analysis.double_dummy import tricks_by_card
from tutor.analysis.reading import meaning_of
from tutor.auction import Call, Declare, Denomination, Leave, Said
from tutor.authorities import authority
from tutor.authorities.authority import Authority
from tutor.authorities.boundary import boundary
from tutor.authorities.chapter import Chapter
from tutor.authorities.comparing import compare
from tutor.authorities.rules import Advice, Finding, Question, Rule, no, yes
from tutor.cards import Card, Hand, Rank, Suit
from tutor.citations import Citation
from tutor.codes import CODES
from tutor.library.views import read_view
from tutor.play import Play, Played
from tutor.seats import Seat
from tutor.tables.card_comparison import CannotCompare, compare_cards
from tutor.view import View

HELLESPONT = authority("hellespont")
BRIDGE = CODES["bridge-english-1901"]
CITED = Citation("hellespont", 1, (1, 2))


def card(text: str) -> Card:
    return Card.parse(text)


def dealer(hand: str) -> View:
    return View.before_calling(Seat.SOUTH, Seat.SOUTH, Hand.parse(hand))


def holding_five(suit: Suit, call: Call) -> Authority:
    """An author of one rule: with five cards of a suit, this call; else leave it."""

    def find(view: View) -> Finding:
        length = len(view.hand[suit])
        return yes(f"{length} {suit.plural}", call) if length >= 5 else no(f"only {length} {suit.plural}")

    def leave(view: View) -> Finding:
        return yes(f"{len(view.hand[suit])} {suit.plural}", Leave())

    rules = (
        Rule("hel-a", "Five.", CITED, find, advises=(call,)),
        Rule("hel-b", "Otherwise.", CITED, leave, advises=(Leave(),)),
    )
    return Authority(suit.plural, (Chapter(Question.DECLARE, rules, lambda view: view),))


SPADES = holding_five(Suit.SPADES, Declare(Denomination.SPADES))
HEARTS = holding_five(Suit.HEARTS, Declare(Denomination.HEARTS))


def test_masters_part_on_a_fact_that_each_finds_against_the_other() -> None:
    compared = compare([SPADES, HEARTS], dealer("S:AKJ762 H:765 C:4 D:A43"), Question.DECLARE)
    (parting,) = compared.partings
    assert parting.authorities == ("spades", "hearts")
    assert parting.because == ("6 spades", "3 hearts")
    against_leaving, against_spades = parting.against
    assert against_leaving == ()  # to leave it is never what a rule of his speaks against
    assert against_spades == ()
    assert not compared.is_agreed


def test_masters_who_would_do_the_same_do_not_part_and_the_silent_are_named() -> None:
    compared = compare([SPADES, HEARTS, authority("foster")], dealer("S:AK2 H:765 C:432 D:A432"), Question.DECLARE)
    assert compared.is_agreed
    assert [key for key, _ in compared.voices] == ["spades", "hearts"]
    assert [silent.authority for silent in compared.silent] == ["foster"]


def test_the_boundary_of_five_spades_is_one_spade() -> None:
    view = dealer("S:AK762 H:765 C:64 D:A43")
    (change,) = boundary(SPADES, view, Question.DECLARE)
    assert change.out.suit is Suit.SPADES
    assert change.into.suit is not Suit.SPADES
    assert change.advice.answers == (Leave(),)
    assert change.size[1] == min(
        abs(out.height - into.height)
        for out in view.hand.spades
        for suit in (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
        for into in Rank
        if into not in view.hand[suit]
    )


def test_no_exchange_of_a_card_changes_the_advice_far_from_the_boundary() -> None:
    assert boundary(SPADES, dealer("S:AKJ7642 H:765 C:4 D:A4"), Question.DECLARE) == ()
    assert boundary(authority("foster"), dealer("S:AKJ7642 H:765 C:4 D:A4"), Question.DECLARE) == ()


@pytest.mark.parametrize("hand", ["S:AQJT H:QJ4 C:KT2 D:752", "S:875 H:AKQ32 C:KQ6 D:94"])
def test_every_change_at_a_boundary_is_one_card_and_brings_other_advice(hand: str) -> None:
    view = dealer(hand)
    changes = boundary(HELLESPONT, view, Question.DECLARE)
    assert changes
    now = HELLESPONT.advise(view, Question.DECLARE)
    assert isinstance(now, Advice)
    for change in changes:
        assert set(change.view.hand) == {*view.hand} - {change.out} | {change.into}
        there = HELLESPONT.advise(change.view, Question.DECLARE)
        assert isinstance(there, Advice)
        assert change.advice == replace(there, trace=())
        assert change.advice.answers != now.answers


# ---- readings ----------------------------------------------------------------------------------------------------

LED_KNAVE = {
    "seat": "Z",
    "hand": "S:A74 H:Q52 C:K83 D:8542",
    "calls": ["A declares no trumps", "Y is content", "Z is content"],
    "exposed": {"B": "S:Q63 H:AK76 C:542 D:AK7"},
    "trick": "Y CJ",
}


def test_a_jack_led_without_trumps_tells_what_his_synopsis_leads_it_from() -> None:
    view = read_view(LED_KNAVE)
    meaning = meaning_of(HELLESPONT, view, view.played()[0], Random(1))
    assert meaning.is_a_message
    assert min(meaning.lengths(Suit.CLUBS)) >= 4
    for hand, _ in meaning.hands:
        held = str(hand.clubs)
        assert any(set(combination) <= set(held) for combination in ("AKJT", "AQJ", "AJT", "QJT", "JT9")), held
    assert meaning.surely_lacks([card("CK"), card("CA")]) == (card("CK"),)  # which is in the reader's own hand
    assert sum(meaning.lengths(Suit.CLUBS).values()) == 1


def test_what_is_read_does_not_hang_on_the_hands_that_the_reader_cannot_see() -> None:
    view = read_view(LED_KNAVE)
    unseen = {*meaning_of(HELLESPONT, view, view.played()[0], Random(2)).hands[0][0]}
    assert not unseen & {*view.hand}
    assert not unseen & {*view.exposed[0][1]}


@pytest.mark.slow
def test_a_declaration_tells_what_it_is_made_on() -> None:
    view = read_view({"seat": "Y", "hand": "S:Q74 H:532 C:K83 D:8542", "calls": ["A declares hearts"]})
    (said,) = view.calling.said
    meaning = meaning_of(HELLESPONT, view, said, Random(1))
    assert min(meaning.lengths(Suit.HEARTS)) >= 4
    assert meaning.chance_of(card("H2")) == 0
    assert meaning.chance_of(card("HA")) > Fraction(1, 2)


def test_what_was_not_done_cannot_be_read() -> None:
    view = read_view(LED_KNAVE)
    with pytest.raises(ValueError, match="has not been played"):
        meaning_of(HELLESPONT, view, Played(1, Seat.WEST, card("C9")), Random(1))
    with pytest.raises(ValueError, match="has not been called"):
        meaning_of(HELLESPONT, view, Said(Seat.WEST, Leave()), Random(1))


# ---- when it fails -----------------------------------------------------------------------------------------------

AFTER_DUMMY = {
    "seat": "Z",
    "hand": "S:A74 H:Q52 C:A83 D:8542",
    "calls": ["A declares no trumps", "Y is content", "Z is content"],
    "exposed": {"B": "S:Q63 H:AK76 C:Q5 D:AK7"},
    "trick": "Y C4, B C2",
}


@pytest.mark.slow
def test_a_play_that_throws_a_trick_is_shown_to_with_a_layout_that_could_be() -> None:
    view = read_view(AFTER_DUMMY)
    found = compare_cards(view, BRIDGE, card("C3"), card("CA"), Random(1), layouts=20)
    assert found.layouts == 20
    assert found.loses > found.gains
    assert found.average < 0
    assert found.worst is not None
    assert view.trick is not None
    brings = tricks_by_card(Play(found.worst, None, view.trick, view.tricks))
    assert brings[card("CA")] - brings[card("C3")] == found.lost > 0
    assert found.worst[Seat.EAST] == view.hand
    assert found.worst[Seat.NORTH] == view.exposed[0][1]


def test_a_card_weighed_against_itself_neither_gains_nor_loses() -> None:
    found = compare_cards(read_view(AFTER_DUMMY), BRIDGE, card("CA"), card("CA"), Random(1), layouts=5)
    assert (found.loses, found.gains, found.average, found.worst) == (0, 0, Fraction(0), None)


@pytest.mark.slow
def test_a_card_that_may_not_be_played_is_not_weighed() -> None:
    with pytest.raises(CannotCompare, match="five of hearts may not"):
        compare_cards(read_view(AFTER_DUMMY), BRIDGE, card("H5"), card("CA"), Random(1))
    with pytest.raises(CannotCompare, match="game of four hands"):
        compare_cards(dealer("S:AK762 H:765 C:64 D:A43"), BRIDGE, card("H5"), card("CK"), Random(1))
