"""What goes through many cases in one test tries them all, and names those that fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.cases import for_each


def failure(test: Callable[..., None], **fixtures: object) -> str:
    with pytest.raises(pytest.fail.Exception) as told:
        test(**fixtures)
    return str(told.value)


def test_every_case_is_tried_and_all_that_fail_are_named() -> None:
    tried = []

    @for_each("letter, number", [("a", 1), ("b", 2), ("c", 3)])
    def odd(letter: str, number: int) -> None:
        tried.append(letter)
        assert number % 2 == 0, f"{number} is odd"

    said = failure(odd)
    assert tried == ["a", "b", "c"]
    assert said.startswith("2 of 3 cases fail")
    assert "a-1: AssertionError: 1 is odd" in said
    assert "c-3: AssertionError: 3 is odd" in said
    assert "2 is odd" not in said


def test_an_error_is_a_failure_of_its_case() -> None:
    @for_each("number", [0, 1])
    def divide(number: int) -> None:
        assert 1 / number

    assert "0: ZeroDivisionError" in failure(divide)


def test_the_parts_are_all_cases() -> None:
    tried = []

    @for_each("number", range(7), parts=3)
    def note(number: int) -> None:
        tried.append(number)

    for part in range(3):
        note(part=part)
    assert sorted(tried) == list(range(7))


def test_no_case_at_all_is_an_error() -> None:
    with pytest.raises(AssertionError, match="no case"):
        for_each("number", [])
