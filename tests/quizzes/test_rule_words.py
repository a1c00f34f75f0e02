"""The words of a rule where it stands alone."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.authorities.rules import Advice, Finding, Rule
from tutor.cards import Card
from tutor.citations import Citation
from tutor.quizzes.wording import rule_words


@pytest.mark.parametrize(
    ("says", "words"),
    [
        (
            "Otherwise play the lowest of the suit.",
            "Otherwise play the lowest of the suit. Here: you have no sequence.",
        ),
        ("Without such a suit, lead an ace.", "Without such a suit, lead an ace. Here: you have no sequence."),
        ("Lead the highest of a sequence.", "Lead the highest of a sequence."),
    ],
)
def test_a_rule_that_goes_on_from_another_is_followed_by_the_reason(says: str, words: str) -> None:
    finding = Finding("you have no sequence", (Card.parse("H2"),))
    rule: Rule[Any] = Rule("cae-art-040", says, Citation("caelebs", 43), lambda _: finding)
    assert rule_words(Advice(finding.answers, rule, finding, ())) == words
