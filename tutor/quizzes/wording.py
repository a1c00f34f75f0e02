"""Calls and cards in words, as questions and pages say them."""

from __future__ import annotations

from tutor.auction import Bid, Content, Declare, Double, Leave, Pass
from tutor.authorities.rules import Answer
from tutor.cards import Card


def sentence(text: str) -> str:
    """The text as a sentence: with a capital."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """The text with a full stop, where it has no end of its own."""
    return text if text.rstrip().endswith((".", "?", "”", "’", ":")) else f"{text}."


def answer_words(answer: Answer) -> str:
    """An answer as one would say it: `the king of hearts`, `hearts`, `leaving it`."""
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


def call_label(call: Answer) -> str:
    """A call as it stands on a button."""
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
