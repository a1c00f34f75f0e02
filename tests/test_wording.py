"""The grammar of sentences that are put together: what the authors find, what errors say, the helpers that count."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

import tutor
from tests.authorities.test_authorities import moments
from tests.support.cases import for_each
from tests.support.grammar import faults
from tutor.authorities import AUTHORITIES
from tutor.authorities.authority import Authority
from tutor.authorities.fitting import fitting, why_unfit
from tutor.authorities.rules import Question, Silent
from tutor.cards import Hand
from tutor.errors import Impossible, Malformed, NotAPack
from tutor.library.positions import Positions, read_position
from tutor.library.views import read_view
from tutor.view import View
from tutor.wording import agreeing, are, article, counted, figured, have, sentences

CODES = ["bridge-english-1901", "bridge-american-1907", "auction-1910", "whist-short-1859"]

# ---- the linter --------------------------------------------------------------------------------------------------

WRONG = [
    "one card have been played to the trick",
    "one trick are certain",
    "one more trick save the game, and two winners are held",
    "three suits guarded; one trick over six make the game",
    "three tricks in spades with the lead, and 1 defeat the bid",
    "no diamond do not suit, and spades are safer",
    "no club are not six or more to ace, king, queen",
    "the ace of spades and hearts is the only sure trick there",
    "there were only 1 trumps in the hand",
    "two card of the suit",
    "one tricks",
    "two aces is not enough to declare",
    "spades is the longest suit",
    "a ace is held",
    "an king is led",
    "a 8 is led",
    "a honour is held",
    "an one is said",
    "‘S:AB’ is not a hand: write S, H, C or D, and the letters.. Mend that part of it.",
    "it is not a view . Mend it",
    "Write it so.. Or so",
    "the the queen is led",
]
RIGHT = [
    "one card has been played to the trick, and two have been thrown away",
    "two tricks in spades with the lead, and one defeats the bid",
    "no diamonds are held, and no trump is left; no trumps are thought of",
    "the ace of spades and the king of hearts are masters",
    "the aces of spades and hearts are the only sure tricks there",
    "three hearts is worth 24, and it takes three tricks to keep the game in",
    "a lead from the three clubs is inevitable, and the command of the opponents’ hearts is kept",
    "a suit of two cards is short; a hand with three aces is good",
    "an honour, an ace, an eight, a one-suiter, a European, an 8, a 7, an hour",
    "Look at S:AQ, H:K2. It is 2.7, or 1:1, or 11 to 2 …",
    "it is no no-trump hand with two club honours",
]


@for_each("sentence", WRONG)
def test_the_linter_finds_what_is_wrong(sentence: str) -> None:
    assert list(faults(sentence))


@pytest.mark.parametrize("sentence", RIGHT)
def test_the_linter_lets_stand_what_is_right(sentence: str) -> None:
    assert not list(faults(sentence))


# ---- what the authors say ----------------------------------------------------------------------------------------


def _said_of(author: Authority, view: View, question: Question) -> Iterator[tuple[str, str]]:
    """What an author says of a view, with whose it is: his reason, those of the rules tried, and of those against."""
    advice = author.advise(view, question, widely=True)
    if isinstance(advice, Silent):
        yield author.key, advice.because
        return
    yield advice.rule.id, advice.because
    yield from ((tried.rule.id, tried.finding.because) for tried in advice.trace)
    yield from ((rule.id, finding.because) for rule, finding in author.findings(view, question))


def _views() -> Iterator[tuple[View, Question]]:
    """Views of every question: of deals at random, and of the positions on which each rule decides."""
    for key in CODES:
        for view, _ in moments(key)[::2]:
            yield from ((view, question) for question in fitting(view))
    positions, random = Positions(), Random(13)
    for rule_id in sorted({rule.id for author in AUTHORITIES.values() for rule in author.rules}):
        lines = [*positions.plain(rule_id), *positions.hard(rule_id)]
        for line in random.sample(lines, min(3, len(lines))):
            position = read_position(line)
            yield position.view, position.question


@cache
def said() -> dict[str, str]:
    """Every sentence that the authors say of those views, with one of whose it is."""
    found: dict[str, str] = {}
    for view, question in _views():
        for author in AUTHORITIES.values():
            found.update((sentence, whose) for whose, sentence in _said_of(author, view, question))
    return found


@pytest.mark.slow
def test_what_the_authors_say_of_a_view_is_grammatical() -> None:
    assert len(said()) > 3000
    wrong = [f"{whose}: {fault}" for sentence, whose in said().items() for fault in faults(sentence)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_a_reason_has_no_stop_of_its_own_for_it_is_put_into_sentences() -> None:
    assert not [sentence for sentence in said() if not sentence or sentence.endswith((".", ";", ",", ":"))]


def test_what_the_rules_and_the_messages_say_is_grammatical() -> None:
    everything = [
        (one.id, one.says)
        for author in AUTHORITIES.values()
        for shelf in (author.rules, author.messages)
        for one in shelf
    ]
    wrong = [f"{whose}: {fault}" for whose, says in everything for fault in faults(says)]
    assert not wrong, "\n".join(wrong)


def test_why_a_question_does_not_fit_is_grammatical() -> None:
    reasons = {why_unfit(view, question) for key in CODES for view, _ in moments(key)[::3] for question in Question}
    assert len(reasons) > 20
    assert not [fault for reason in reasons if reason for fault in faults(reason)]


# ---- errors ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        Malformed("hand", "S:AB", "the letters of it are S, H, C and D.", "Write one of the four letters."),
        Malformed("ace", "x", str(Malformed("card", "x", "it is no card", "Write it as SA")), "Mend that part of it"),
        Malformed("view", "{}", "in seat, it is missing.", ""),
        Impossible("the two of hearts is there twice.", "Correct it."),
    ],
    ids=str,
)
def test_an_error_has_one_stop_at_the_end_of_a_sentence_and_the_right_article(error: Exception) -> None:
    assert not list(faults(str(error)))
    assert str(error).endswith(".")


def test_errors_of_views_and_hands_are_grammatical() -> None:
    given = [{"seat": "Q"}, {"seat": "A", "hand": "S:A"}, {"seat": "A", "calls": ["A bids 9 hearts"]}, {"seat": 1}, 7]
    for written in given:
        with pytest.raises(Malformed) as caught:
            read_view(written)
        assert not list(faults(str(caught.value)))
    for hand in ("S:A", "S:A H: C: D:", "S:AA H: C: D:", "S:ZZ"):
        with pytest.raises((Malformed, NotAPack)) as refused:
            Hand.parse(hand, size=13)
        assert not list(faults(str(refused.value)))


# ---- the helpers -------------------------------------------------------------------------------------------------


def test_a_count_agrees_with_its_noun_and_its_verb() -> None:
    shapes = [f"{counted(n, 'card')} {have(n)} been played, {figured(n, 'trick')} {are(n)} sure" for n in range(3)]
    assert shapes == [
        "no cards have been played, 0 tricks are sure",
        "one card has been played, 1 trick is sure",
        "two cards have been played, 2 tricks are sure",
    ]
    assert [f"{counted(n, 'trick')} {agreeing(n, 'defeats')} the bid" for n in (1, 2)] == [
        "one trick defeats the bid",
        "two tricks defeat the bid",
    ]
    assert [counted(14, "card"), figured(-1, "point"), counted(-2, "point")] == ["14 cards", "-1 point", "-2 points"]


@pytest.mark.parametrize("word", ["ace", "eight", "honour", "hour", "8", "11", "18", "opening", "ending"])
def test_an_comes_before_a_vowel_that_is_heard(word: str) -> None:
    assert article(word) == "an"


@pytest.mark.parametrize("word", ["king", "one-suiter", "unit", "European", "7", "10", "hand", "one"])
def test_a_comes_before_a_consonant_that_is_heard(word: str) -> None:
    assert article(word) == "a"


def test_a_sentence_gets_a_stop_where_it_has_none() -> None:
    assert sentences("It is so", "", "Mend it.", "Is it?", "It is ‘so.’") == "It is so. Mend it. Is it? It is ‘so.’"


# ---- the source --------------------------------------------------------------------------------------------------

VERBS = "are|have|were|do|make|save|win|lose|defeat|beat|take|want|count|fall"


def _joined() -> Iterator[tuple[str, str]]:
    """What follows each value that is put into a text of the source, with the value."""
    for file in sorted(Path(tutor.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                for one, after in zip(node.values, node.values[1:], strict=False):
                    if isinstance(one, ast.FormattedValue) and isinstance(after, ast.Constant):
                        yield ast.unparse(one.value), str(after.value)


AT_LEAST_TWO = {"left", "total"}


@pytest.mark.slow
def test_no_verb_follows_a_count_but_one_that_agrees_with_it() -> None:
    for value, after in _joined():
        count = re.match(r"(?:counted|figured)\((.+), ", value)
        if count and count[1] not in AT_LEAST_TWO:
            assert not re.match(rf" (?:{VERBS})\b", after), (value, after)
