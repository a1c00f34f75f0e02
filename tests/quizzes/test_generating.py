"""Questions made without end on every rule: that rule decides, one answer is right, and nothing before it tells."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.questions import MAKER, POSITIONS
from tests.support.questions import question_on as made
from tutor.auction import Calling
from tutor.authorities import authority, every_rule
from tutor.authorities.authority import Authority
from tutor.authorities.fitting import why_impossible, why_unfit
from tutor.authorities.rules import UNDECIDED, Advice
from tutor.cards import PACK, Hand
from tutor.errors import Malformed, Unknown
from tutor.library.catalogue import check
from tutor.library.folders import folder
from tutor.library.positions import FOLDER, Positions, read_position, write_position
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.exercise import AnswerForm, ExerciseVerdict, Grade, Level
from tutor.quizzes.items import ExerciseBank, ItemKind
from tutor.quizzes.kinds.rules import RuleMaker
from tutor.seats import Seat

pytestmark = pytest.mark.slow

EVERY_RULE = for_each("rule", MAKER.items, parts=6)
NUMBERS = (0, 1, 2)
SAMPLE = frozenset(list(MAKER.items)[::6])
"""Rules of which it is seen too what a wrong answer is told: the nearest rule is found by trying many hands."""

HARD_ONLY = frozenset(
    (
        "cae-art-004", "cae-art-007", "cae-art-066", "cae-art-071", "fos-bluff", "fos-club-hand-p93",
        "fos-lead-nt-longest", "fos-lead-nt-short", "fos-lead-see-dummy", "fos-nt-hand-p83", "fos-tb-two-spades-weak",
        "hel-decl-hearts-five", "hel-double-certainty-not-immoral", "hel-double-nt-choice",
        "hel-game-15", "hel-lead-partner-doubled", "hel-lead-trump-strong-hand", "hel-lead-trump-vs-defensive",
        "hel-lead-trump-vs-partner-red", "hel-score-cheapest-that-suffices",
    )
)  # fmt: skip
"""Rules that leave something else acceptable wherever they decide."""

SELF_CONTRADICTIONS = frozenset(["hel-order"])
"""Rules that only say where an author contradicts himself: no answer there is right or wrong, and none is asked for."""


# ---- what can be asked -------------------------------------------------------------------------------------------


def test_every_rule_that_is_carried_out_can_be_asked_about() -> None:
    assert {rule.id for rule in every_rule()} - set(MAKER.items) == SELF_CONTRADICTIONS
    assert {item for item in MAKER.items if not POSITIONS.plain(item) and not POSITIONS.hard(item)} == set()
    assert all(item.kind is ItemKind.RULE and item.citation for item in MAKER.items.values())


def test_it_is_known_which_rules_cannot_be_asked_of_a_beginner() -> None:
    assert {item for item in MAKER.items if not MAKER.is_for_beginners(item)} == HARD_ONLY


@EVERY_RULE
def test_the_rule_decides_and_some_other_answer_is_wrong(rule: str) -> None:
    for number in NUMBERS:
        asked = made(rule, number)
        assert why_impossible(asked.view) is None
        assert why_unfit(asked.view, asked.question) is None
        assert bears(asked.author, asked, rule)
        assert set(asked.advice.answers) < set(asked.answers), "there is something to choose"
        assert not asked.advice.is_undecided
        if asked.level is Level.BEGINNER:
            assert asked.advice.acceptable == ()


@EVERY_RULE
def test_every_answer_is_marked_with_a_reason(rule: str) -> None:
    asked = made(rule, 0)
    assert len({choice.key for choice in asked.choices}) == len(asked.choices)
    shades = set()
    for choice in asked.choices:
        verdict = asked.mark(choice.key)
        assert verdict.given == choice
        assert verdict.says
        assert asked.answer in {best.key for best in verdict.best} <= {one.key for one in asked.choices}
        assert (choice in verdict.best) is (verdict.grade is Grade.BEST)
        if verdict.grade is Grade.BEST:
            assert verdict.because
            assert not verdict.against
        elif verdict.grade not in shades and rule in SAMPLE:
            assert_told_why(verdict)
        shades.add(verdict.grade)
    assert Grade.BEST in shades
    assert shades & {Grade.NOT_ADVISED, Grade.ACCEPTABLE}
    assert (Grade.ACCEPTABLE in shades) is bool(asked.advice.acceptable)
    with pytest.raises(Malformed, match="nonsense"):
        asked.mark("nonsense")


@pytest.mark.deep
@EVERY_RULE
def test_whoever_answers_wrong_is_told_why(rule: str) -> None:
    asked = made(rule, 0)
    for choice in asked.choices:
        verdict = asked.mark(choice.key)
        if verdict.grade is not Grade.BEST:
            assert_told_why(verdict)


def assert_told_why(verdict: ExerciseVerdict) -> None:
    assert verdict.because
    assert all(near.fact for near in verdict.against)


@EVERY_RULE
def test_what_was_called_might_be_called(rule: str) -> None:
    """Suits turned about are worth more or less, and a bid of them may be too low."""
    for number in NUMBERS:
        asked = made(rule, number)
        calling = Calling(asked.view.dealer, standing=asked.view.calling.standing)
        for said in asked.view.calling:
            calling = asked.code.say(calling, said.seat, said.call)


def bears(author: Authority, asked: AuthorExercise, rule: str) -> bool:
    """Whether the rule decides; one that never does allows something."""
    if any(rule == one.id for chapter in author.chapters for one in chapter.rules):
        return asked.advice.rule.id == rule
    return rule in {one.id for one in author.allowing(asked.view, asked.question)}


# ---- nothing tells -----------------------------------------------------------------------------------------------


@EVERY_RULE
def test_nothing_before_the_answer_tells_it(rule: str) -> None:
    for number in NUMBERS:
        asked = made(rule, number)
        before = " ".join([asked.prompt, *asked.facts, asked.hints[0]]).casefold()
        turned_up = {card for _, card in asked.view.shown}
        for best in asked.best:
            told = re.search(rf"\b{re.escape(best.label.casefold())}\b", before)
            assert not told or any(best.key == str(card) for card in turned_up), before
        assert asked.advice.rule.says.casefold() not in before
        assert asked.advice.because.casefold() not in before
        assert asked.item not in before
        assert asked.hints[1].startswith(asked.advice.rule.says)
        assert len({*asked.hints}) == 3


@EVERY_RULE
def test_choices_stand_in_an_order_that_is_the_same_whatever_is_right(rule: str) -> None:
    asked = made(rule, 1)
    keys = [choice.key for choice in asked.choices]
    if asked.form is AnswerForm.CARD:
        order = [str(card) for card in PACK]
        assert keys == sorted(keys, key=order.index)
    else:
        hand = next(hand for hand in [Hand.of(PACK[:13]), Hand.of(PACK[13:26])] if hand != asked.view.hand)
        other = replace(asked, view=replace(asked.view, hand=hand))
        assert [choice.key for choice in other.choices] == keys


# ---- the same for everybody, and without end ---------------------------------------------------------------------


@EVERY_RULE
def test_the_same_number_is_the_same_question_and_another_mostly_another(rule: str) -> None:
    asked = made(rule, 1)
    again = RuleMaker(POSITIONS).make(rule, 1, Level.BEGINNER)
    assert (again.view, again.turns_on) == (asked.view, asked.turns_on)
    assert len({write_position(made(rule, number).question, made(rule, number).view) for number in range(3)}) >= 2


def test_a_question_is_the_same_in_every_process() -> None:
    """Hashes, and where values lie in memory, differ from process to process; questions do not."""
    rules = list(MAKER.items)[:: len(MAKER.items) // 60]
    command = [sys.executable, "-c", f"from tests.quizzes.test_generating import lines; print(lines({rules}))"]
    told = subprocess.run(  # noqa: S603 - our own module
        command, env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True, check=True
    )
    assert told.stdout.removesuffix("\n") == lines(rules)


def lines(rules: list[str]) -> str:
    """The first questions on rules, and on what each turns, in a line each."""
    asked = [made(rule, number) for rule in rules for number in range(2)]
    return "\n".join(f"{write_position(one.question, one.view)}: {one.answer}; {one.otherwise}" for one in asked)


@settings(max_examples=100)
@given(st.sampled_from(list(MAKER.items)), st.integers(0, 10**6), st.sampled_from(Level))
def test_any_number_is_a_question(rule: str, number: int, level: Level) -> None:
    asked = MAKER.make(rule, number, level)
    assert bears(asked.author, asked, rule)
    assert why_impossible(asked.view) is None
    assert asked.mark(asked.answer).grade is Grade.BEST
    assert read_position(write_position(asked.question, asked.view)).question is asked.question


def test_the_boundary_is_shown_in_about_half_of_all_questions() -> None:
    near = [made(rule, number).turns_on is not None for rule in MAKER.items for number in (1,)]
    assert 0.4 < sum(near) / len(near) < 0.6


@EVERY_RULE
def test_the_exchange_on_which_it_turns_changes_the_advice(rule: str) -> None:
    for number in NUMBERS:
        asked = made(rule, number)
        change = asked.turns_on
        if change is None:
            assert asked.otherwise == asked.mark(asked.answer).otherwise == ""
            continue
        assert why_impossible(change.view) is None
        other = asked.author.advise(change.view, asked.question)
        assert isinstance(other, Advice)
        assert other.answers == change.advice.answers != asked.advice.answers
        assert other.rule.row != UNDECIDED
        assert not bears(asked.author, replace(asked, view=change.view), rule)
        assert cards_seen(asked) - cards_seen(replace(asked, view=change.view)) == {change.out}
        assert change.out.name in asked.otherwise


def cards_seen(asked: AuthorExercise) -> set[object]:
    held = [card for hand in asked.view.seen.values() for card in hand]
    return {*held, *(played.card for played in asked.view.played())}


# ---- how the cards may lie ---------------------------------------------------------------------------------------


@for_each("rule", list(MAKER.items)[::12])
def test_the_cards_lie_as_they_may_and_always_so(rule: str) -> None:
    asked = made(rule, 0)
    layout = asked.layout()
    assert layout is not None
    assert layout == made(rule, 0).layout()
    played = [one.card for one in asked.view.played()]
    assert sorted(map(str, [*played, *(card for hand in layout for card in hand)])) == sorted(map(str, PACK))
    for seat, hand in asked.view.seen.items():
        assert layout[seat] == hand
    sizes = {len(layout[seat]) + sum(one.seat is seat for one in asked.view.played()) for seat in Seat}
    assert sizes == {13}


def test_an_ending_has_no_four_hands_to_show() -> None:
    asked = made("hel-leave", 0)
    ending = replace(asked.view, hand=asked.view.hand.without(next(iter(asked.view.hand))))
    assert replace(asked, view=ending).layout() is None


# ---- the positions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["caelebs", "hellespont", "hoffmann", "elwell", "foster"])
def test_every_position_kept_is_what_it_is_kept_for(key: str) -> None:
    """Plain where nothing else is acceptable, hard where something is; and a line is written as it was read."""
    author = authority(key)
    for rule in dict.fromkeys(rule.id for rule in author.rules):
        for lines, is_plain in ((POSITIONS.plain(rule), True), (POSITIONS.hard(rule), False)):
            for line in lines[:: 1 if len(lines) < 4 else 3]:
                position = read_position(line)
                assert write_position(position.question, position.view) == line
                advice = author.advise(position.view, position.question, widely=True)
                assert isinstance(advice, Advice), line
                assert bool(advice.acceptable) is not is_plain, line


def test_a_fault_of_a_position_is_told_with_its_line(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "hoffmann.yaml"
    file.write_text(
        "kind: positions\nsource: hoffmann\npositions:\n  hof-decl-9:\n    plain:\n"
        '      - "declare | seat A | hand S:A2 H:AA C:- D:-"\n'
        '      - "declare | seat A | hand S:A2 H:A98 C:8765 D:8765"\n'
        '      - "guess | seat A"\n      - "declare | seat A | hand S:A2 H:A98 C:8765 D:8765 | trick Y S2"\n',
        encoding="utf-8",
    )
    faults = check([file])
    assert [(fault.line, fault.column) for fault in faults] == [(4, 3), (6, 9), (8, 9), (9, 9)]
    assert "no rule ‘hof-decl-9’" in faults[0].what
    assert "the questions are declare" in faults[2].what


def test_the_tutor_starts_without_reading_a_position() -> None:
    assert all(file.suffix == ".yaml" for file in (folder("lessons") / FOLDER).iterdir())
    fresh = Positions()
    assert fresh._read == {}
    assert fresh.plain("hel-leave")
    assert set(fresh._read) == {"hellespont"}
    assert fresh.plain("no-such-rule") == ()


def test_an_unknown_rule_is_named_with_the_nearest() -> None:
    with pytest.raises(Unknown, match="hel-leave"):
        MAKER.make("hel-leav", 0, Level.BEGINNER)
    assert ExerciseBank([MAKER]).make("hel-leave", 3).item == "hel-leave"
