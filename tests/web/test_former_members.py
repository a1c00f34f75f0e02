"""Who has left: a dismissed learner meets nothing of the class any more, and a closed account is a visitor’s."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from tests.support.access_table import ROWS, Row, tries
from tests.support.two_classes import ANN, DALE, VINE
from tests.web.classroom.test_co_teachers import classroom_of
from tests.web.test_access import House, named, outcome
from tests.web.test_access import house as house  # the classroom with two teachers

pytestmark = pytest.mark.slow

OF_THE_CLASS = {
    "followed", "drill", "answered drill", "hand", "shown hand", "text", "lesson", "shared table", "new shared table",
    "closed shared table", "finished shared table",
}  # fmt: skip
"""What learners have because they are in a class."""
THEIR_LESSON = "/lessons/"
MET = [row for row in ROWS if any(f"{{{word}}}" in row["values"] for word in OF_THE_CLASS)]


def dismiss(house: House, name: str) -> None:
    """Takes somebody out of every class."""
    classes, who = classroom_of(house).classes, house.people[name].id
    for room in classes.all_of_learner(who):
        classes.dismiss(room, who)


@pytest.mark.parametrize("row", MET, ids=named)
def test_a_dismissed_learner_meets_nothing_of_the_class(house: House, row: Row) -> None:
    for one in tries(house.people, row, "learner"):
        house.begin_again()
        dismiss(house, ANN)
        answer = one.ask(house.client(ANN), house.tokens[ANN])
        assert outcome(answer) in ("403", "404"), f"{outcome(answer)}: {one.address} {one.sent}"


def test_a_dismissed_learner_keeps_what_is_their_own(house: House) -> None:
    house.begin_again()
    dismiss(house, ANN)
    own, client = house.people[ANN].owns, house.client(ANN)
    for path in ("/", "/assignments/", "/progress", "/your-data/", f"/table/{own['finished table']}/deals/1"):
        assert client.get(path).status_code == 200, path


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_a_closed_account_gets_what_a_visitor_gets(house: House, row: Row) -> None:
    for column, name in (("learner", ANN), ("teacher", VINE)):
        for one in tries(house.people, row, column):
            house.begin_again()
            with sqlite3.connect(house.file) as connection:
                connection.execute("UPDATE learner SET closed_at = '2026-01-01' WHERE id = ?", (house.people[name].id,))
            connection.close()
            visitor = replace(one, asker="").ask(house.client(""), house.tokens[""])
            house.begin_again()
            with sqlite3.connect(house.file) as connection:
                connection.execute("UPDATE learner SET closed_at = '2026-01-01' WHERE id = ?", (house.people[name].id,))
            connection.close()
            found = outcome(one.ask(house.client(name), house.tokens[name]))
            assert found == outcome(visitor), f"{name} gets {found}: {one.address} {one.sent}"


def test_a_teacher_who_was_removed_is_out_at_once(house: House) -> None:
    house.begin_again()
    dale = house.people[DALE]
    assert house.client(DALE).get(f"/classes/{dale.owns['class']}").status_code == 200
    data = {"csrf_token": house.tokens[VINE], "heir": str(house.people[VINE].id), "becomes": "closed"}
    answer = house.client(VINE).post(f"/teachers/{dale.id}/remove", data=data)
    assert answer.status_code in (302, 303), answer.text
    assert outcome(house.client(DALE).get(f"/classes/{dale.owns['class']}")) == "door"
