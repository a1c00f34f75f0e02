"""Bad input on every route: numbers of nothing, numbers too large, words for numbers, missing fields, a megabyte.

Nothing may fail with an error of the tutor’s own, and a thing that is not there is never shown or changed. What is
asked is made from tests/data/access.csv, by those who may do it. Where nobody may, as when a request comes too early
or too late, those ask who are refused last, so that as much of it as possible is read.
"""

from __future__ import annotations

import re
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


FURTHEST = ("page", "400", "409", "404", "403", "door")
"""What came of a request, from those that read all that was sent to those that are turned away before."""


def asked(house: House, row: Row) -> Try:
    """The request of who gets furthest with it; of the most privileged, where several get as far."""
    columns = [column for column in ("teacher", "learner", "visitor") if tries(house.people, row, column)]
    assert columns, "nobody can ask it"
    return tries(house.people, row, min(columns, key=lambda column: FURTHEST.index(row[column])))[-1]


def with_values(request: Try, name: str, value: str) -> Try:
    """The same request with another value in its address."""
    pairs = dict(pair.split("=", 1) for pair in request.filled(request.row["values"])) | {name: value}
    values = " ".join(f"{key}={text}" for key, text in pairs.items())
    return replace(request, row={**request.row, "values": values})


def with_field(request: Try, name: str, value: str | None) -> Try:
    """The same request with another value in a field of its form; without the field for None."""
    kept_fields = [pair for pair in request.row["sent"].split("&") if pair.partition("=")[0] != name]
    sent = [*kept_fields, *([] if value is None else [f"{name}={value}"])]
    return replace(request, row={**request.row, "sent": "&".join(filter(None, sent))})


def send(house: House, request: Try) -> TestResponse:
    return request.ask(house.client(request.asker), house.tokens[request.asker])


def is_sound(answer: TestResponse) -> bool:
    """Whether an answer is one of the tutor’s pages, and not of a fault in it."""
    return answer.status_code < 500 and b"Traceback" not in answer.data[:200_000]


@pytest.mark.parametrize("row", [row for row in ROWS if row["values"]], ids=named)
def test_a_number_or_name_of_nothing_finds_nothing(house: House, row: Row) -> None:
    request = asked(house, row)
    numbers = set(re.findall(r"<int:(\w+)>", row["address"]))
    for name, written in re.findall(r"(\w+)=(.*?)(?=\s+\w+=|$)", row["values"]):
        house.begin_again()
        for value in NO_SUCH if name in numbers else NO_WORDS:
            answer = send(house, with_values(request, name, value))
            assert is_sound(answer), f"{name}={value[:40]}: {answer.status_code}"
            if written.startswith("{") and written not in LEFT_ALONE:
                assert outcome(answer) in ("400", "403", "404", "409"), f"{name}={value[:40]}: {outcome(answer)}"
        assert row["method"] == "GET" or not written.startswith("{") or not is_changed(house), name


def is_changed(house: House) -> bool:
    return kept(house.study) != house.before


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of the client, after large forms
@pytest.mark.parametrize("row", [row for row in ROWS if row["sent"]], ids=named)
def test_fields_that_are_missing_wrong_or_huge_are_answered_with_a_page(house: House, row: Row) -> None:
    request = asked(house, row)
    for pair in row["sent"].split("&"):
        name = pair.partition("=")[0]
        for value in (None, "", "☃", "-1", "9" * 25, "0x10", "2026-99-99T99:99", "%00", MEGABYTE):
            if value is MEGABYTE and row["method"] == "GET":
                continue  # a server takes no such address
            house.begin_again()
            answer = send(house, with_field(request, name, value))
            assert is_sound(answer), f"{name}={(value or '')[:40]}: {answer.status_code}"


@pytest.mark.parametrize("row", [row for row in ROWS if row["method"] == "POST"], ids=named)
def test_a_form_without_fields_or_sent_twice_is_answered_with_a_page(house: House, row: Row) -> None:
    request = asked(house, row)
    house.begin_again()
    answer = send(house, replace(request, row={**request.row, "sent": ""}))
    assert is_sound(answer), f"nothing: {answer.status_code}"
    house.begin_again()
    for _ in range(2):
        answer = send(house, request)
        assert is_sound(answer), f"twice: {answer.status_code}"
