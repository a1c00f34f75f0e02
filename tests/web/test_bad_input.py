"""Bad input on every route: numbers of nothing, numbers too large, words for numbers, missing fields, a megabyte.

Nothing may fail with an error of the tutor’s own, and a thing that is not there is never shown or changed. What is
asked is made from tests/data/access.csv, by those who may do it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from werkzeug.test import TestResponse

from tests.support.access_table import ROWS, Row, Try, tries
from tests.web.test_access import House, kept, named, outcome
from tests.web.test_access import house as house  # the classroom with two teachers

pytestmark = pytest.mark.slow

NO_SUCH = ("999999999", str(2**63), str(10**25))
"""Numbers of nothing: one that a database has a place for, and two that it has not."""
NO_WORDS = ("nonsense", "☃", "own-999999999-1", "-" * 3000)
MEGABYTE = "x" * 2**20
LEFT_ALONE = {"{class name}", "{name}", "{passphrase}"}


def asked(house: House, row: Row) -> Iterator[Try]:
    """The request of those who may do it, if anybody may."""
    for column in ("teacher", "learner", "visitor"):
        if row[column] == "page":
            found = tries(house.people, row, column)
            if found:
                yield found[-1]
                return


def with_values(one: Try, name: str, value: str) -> Try:
    """The same request with another value in its address."""
    pairs = dict(pair.split("=", 1) for pair in one.filled(one.row["values"])) | {name: value}
    values = " ".join(f"{key}={text}" for key, text in pairs.items())
    return replace(one, row={**one.row, "values": values})


def with_field(one: Try, name: str, value: str | None) -> Try:
    """The same request with another value in a field of its form; without the field for None."""
    kept_fields = [pair for pair in one.row["sent"].split("&") if pair.partition("=")[0] != name]
    sent = [*kept_fields, *([] if value is None else [f"{name}={value}"])]
    return replace(one, row={**one.row, "sent": "&".join(filter(None, sent))})


def send(house: House, one: Try) -> TestResponse:
    return one.ask(house.client(one.asker), house.tokens[one.asker])


def is_sound(answer: TestResponse) -> bool:
    """Whether an answer is one of the tutor’s pages, and not of a fault in it."""
    return answer.status_code < 500 and b"Traceback" not in answer.data[:200_000]


@pytest.mark.parametrize("row", [row for row in ROWS if row["values"]], ids=named)
def test_a_number_or_name_of_nothing_finds_nothing(house: House, row: Row) -> None:
    for one in asked(house, row):
        numbers = set(re.findall(r"<int:(\w+)>", row["address"]))
        for name, written in re.findall(r"(\w+)=(.*?)(?=\s+\w+=|$)", row["values"]):
            house.begin_again()
            for value in NO_SUCH if name in numbers else NO_WORDS:
                answer = send(house, with_values(one, name, value))
                assert is_sound(answer), f"{name}={value[:40]}: {answer.status_code}"
                if written.startswith("{") and written not in LEFT_ALONE:
                    assert outcome(answer) in ("400", "403", "404", "409"), f"{name}={value[:40]}: {outcome(answer)}"
            assert row["method"] == "GET" or not written.startswith("{") or not is_changed(house), name


def is_changed(house: House) -> bool:
    return kept(house.study) != house.before


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of the client, after large forms
@pytest.mark.parametrize("row", [row for row in ROWS if row["sent"]], ids=named)
def test_fields_that_are_missing_wrong_or_huge_are_answered_with_a_page(house: House, row: Row) -> None:
    for one in asked(house, row):
        for pair in row["sent"].split("&"):
            name = pair.partition("=")[0]
            for value in (None, "", "☃", "-1", "9" * 25, "0x10", "2026-99-99T99:99", "%00", MEGABYTE):
                if value is MEGABYTE and row["method"] == "GET":
                    continue  # a server takes no such address
                house.begin_again()
                answer = send(house, with_field(one, name, value))
                assert is_sound(answer), f"{name}={(value or '')[:40]}: {answer.status_code}"


@pytest.mark.parametrize("row", [row for row in ROWS if row["method"] == "POST"], ids=named)
def test_a_form_without_fields_or_sent_twice_is_answered_with_a_page(house: House, row: Row) -> None:
    for one in asked(house, row):
        house.begin_again()
        answer = send(house, replace(one, row={**one.row, "sent": ""}))
        assert is_sound(answer), f"nothing: {answer.status_code}"
        house.begin_again()
        for _ in range(2):
            answer = send(house, one)
            assert is_sound(answer), f"twice: {answer.status_code}"
