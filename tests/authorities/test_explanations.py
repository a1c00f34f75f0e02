"""Every rule has one explanation of why it works: short, plain, and cited where the author gives it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tutor.authorities import AUTHORITIES
from tutor.authorities.authority import Authority

MOST_WORDS = 45
MOST_SENTENCES = 4
HE = re.compile(r"\b(?:he|him|his|himself)\b")
OURS = re.compile(r"\b(?:rule|engine|table) (?:that )?(?:is|are) carried out\b|\bscan\b|\bmachine\b|\breconstruct")
PERIOD = re.compile(r"\b(?:wanting|thereby|whereby|hereby|knave|the own hand|one’s)\b")

authors = pytest.mark.parametrize("author", AUTHORITIES.values(), ids=AUTHORITIES)


@authors
def test_every_rule_has_exactly_one_explanation(author: Authority) -> None:
    given = Counter(rule.id for rule in author.rules if rule.why is not None)
    assert {rule.id for rule in author.rules} - set(given) == set()
    assert [rule_id for rule_id, number in given.items() if number > 1] == []


@authors
def test_an_explanation_is_short_plain_and_cited(author: Authority) -> None:
    for rule_id in {rule.id for rule in author.rules}:
        why = author.why(rule_id)
        assert why is not None
        assert why.citation.source == author.key
        assert why.citation.lines is not None, rule_id
        if not why.is_given:
            continue
        assert len(why.text.split()) <= MOST_WORDS, rule_id
        assert 1 <= len(re.findall(r"[.?!](?=\s|$)", why.text)) <= MOST_SENTENCES, rule_id
        assert why.text.endswith((".", "?", "!", "”")), rule_id
        assert ";" not in why.text, rule_id
        assert not HE.search(why.text), rule_id
        assert not OURS.search(why.text), rule_id
        assert not PERIOD.search(why.text), rule_id


@authors
def test_an_explanation_does_not_only_repeat_its_rule(author: Authority) -> None:
    """At least a quarter of its words of four letters and more are not words of the rule."""
    for rule in author.rules:
        if rule.why is not None and rule.why.is_given:
            said = {word[:5] for word in re.findall(r"[a-z]{4,}", rule.says.lower())}
            words = [word[:5] for word in re.findall(r"[a-z]{4,}", rule.why.text.lower())]
            assert sum(word not in said for word in words) * 4 >= len(words), rule.id
