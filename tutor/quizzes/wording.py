"""Calls and cards in words, as questions and pages say them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tutor.auction import Bid, Calling, Content, Declare, Double, Leave, Pass
from tutor.authorities.rules import Advice, Answer
from tutor.cards import Card
from tutor.citations import SOURCES
from tutor.codes import Code
from tutor.library.fields import CALLS
from tutor.quizzes.exercise import Choice
from tutor.seats import Seat
from tutor.tables import notices
from tutor.tables.table import Table
from tutor.wording import alternatives


def sentence(text: str) -> str:
    """The text as a sentence: with a capital."""
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """The text as it goes on after a colon: without its capital, unless it begins with a name or a seat."""
    first = re.match(r"[\w’-]*", text)
    is_name = first is not None and (first[0] in _NAMES or (len(first[0]) == 1 and first[0] != "A"))
    return text if is_name or text.startswith("A, ") else text[:1].lower() + text[1:]


_AUTHORS = [source.author.split()[-1] for source in SOURCES.values()]
_NAMES = frozenset({"Dummy’s", "English", "American", *_AUTHORS, *(f"{name}’s" for name in _AUTHORS)})


def with_full_stop(text: str) -> str:
    """The text with a full stop, unless it already ends in a stop."""
    return text if text.rstrip().endswith((".", "?", "”", "’", ":")) else f"{text}."


def answer_words(answer: Answer) -> str:
    """An answer as part of a sentence: `the king of hearts`, `hearts`, `leaving it`."""
    match answer:
        case Card():
            return f"the {answer.name}"
        case Declare(denomination):
            return denomination.word
        case Leave():
            return "leaving it"
        case Double():
            return "doubling"
        case Bid():
            return answer.words
        case Pass():
            return "a pass"
        case _:
            return "not doubling"


def advice_words(answer: Answer) -> str:
    """An answer as advice: `the king of hearts`, `declare hearts`, `leave it to partner`."""
    match answer:
        case Declare(denomination):
            return f"declare {denomination.word}"
        case Leave():
            return "leave it to partner"
        case Double():
            return "double"
        case Bid():
            return f"bid {answer.words}"
        case Pass():
            return "pass"
        case Card():
            return answer_words(answer)
        case _:
            return "do not double"


def rule_words(advice: Advice) -> str:
    """The rule that decided. If its words only go on from those of another rule, the reason here follows them."""
    says = with_full_stop(advice.rule.says)
    return f"{says} Here: {with_full_stop(advice.because)}" if _GOES_ON.match(says) else says


_GOES_ON = re.compile(r"(?:Otherwise|Without such)\b")
"""How a rule begins that is read after another in the book, and has no full meaning alone."""


def any_of(answers: Sequence[Answer], words: Callable[[Answer], str] = answer_words) -> str:
    """Answers of which each is right: `the king or queen of hearts`, `the ace of spades or the two of clubs`."""
    cards = [answer for answer in answers if isinstance(answer, Card)]
    if len(cards) == len(answers) and len({card.suit for card in cards}) == 1:
        return f"the {alternatives([card.rank.word for card in cards])} of {cards[0].suit.plural}"
    return alternatives([words(answer) for answer in answers])


def call_label(call: Answer) -> str:
    """A call as a button shows it."""
    match call:
        case Declare(denomination):
            return denomination.word.capitalize()
        case Leave():
            return "I leave it to you, Partner"
        case Double():
            return "I double"
        case Content():
            return "I do not double"
        case Bid():
            return sentence(call.words)
        case Pass():
            return "Pass"
        case _:
            return sentence(str(call))


def call_label_at(code: Code, calling: Calling, seat: Seat, call: Answer) -> str:
    """A call as a button shows it when a seat is to speak. Doubles and redoubles are in the words of the code.

    At auction, for example, a double names the bid: “I double two hearts”.
    """
    if not isinstance(call, Double):
        return call_label(call)
    *_, said = code.utterances(calling.after(seat, call))
    return said.words.rstrip(".")


def answer_key(answer: Answer) -> str:
    """An answer as forms and the database write it: `HK`, `spades`, `leave`."""
    return str(answer) if isinstance(answer, Card) else next(word for word, call in CALLS.items() if call == answer)


def answer_label(answer: Answer) -> str:
    """A card or a call as a button shows it, whatever was said before."""
    return sentence(answer.name) if isinstance(answer, Card) else call_label(answer)


def choice_of(answer: Answer) -> Choice:
    """A card or a call as a choice."""
    return Choice(answer_key(answer), answer_label(answer), answer)


def what_is_played(table: Table) -> str:
    """The contract of a deal: `Three no trumps, by A`; at whist, the trumps."""
    return notices.what_is_played(table) or "No trumps"
