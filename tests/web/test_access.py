"""Who may see and do what: every row of tests/data/access.csv tried for real, with the things of two classes.

What is expected stands in the file alone, and was written from what each page is for. Nothing here asks the program.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.support.access_table import ROWS, Row, Try, tries
from tests.support.cases import for_each
from tests.support.clock import NOW
from tests.support.filled_study import Rows, everything
from tests.support.school import QUICK, WORDS, log_in
from tests.support.two_classes import BEN, COLE, DALE, DORA, OTHER, VINE, Somebody, furnish
from tutor.library.catalogue import Library
from tutor.study.accounts.people import People
from tutor.study.study import Study
from tutor.web.server import jobs
from tutor.web.services import EXTENSION, Services

pytestmark = pytest.mark.slow

COLUMNS = ("visitor", "learner", "teacher", "other_learner", "other_teacher", "learners_teacher", "alone")
OUTCOMES = ("page", "door", "400", "403", "404", "409", "-")
LEFT_BY_ANY_REQUEST = {"event", "login", "attempt"}
"""Tables in which a request that is refused may leave something: the log, when a session was seen, what was tried."""


@dataclass(frozen=True)
class House:
    """A classroom with two teachers, as it was when everybody had just logged in."""

    app: Flask
    study: Study
    file: Path
    as_it_was: sqlite3.Connection
    people: Mapping[str, Somebody]
    cookies: Mapping[str, Mapping[str, str]]
    tokens: Mapping[str, str]
    before: Rows

    def begin_again(self) -> None:
        """Everything is as it was when all had logged in."""
        with sqlite3.connect(self.file) as connection:
            self.as_it_was.backup(connection)
        connection.close()

    def client(self, who: str) -> FlaskClient:
        """The browser of somebody; of a visitor if the name is empty."""
        client = self.app.test_client()
        for name, value in self.cookies[who].items():
            client.set_cookie(name, value)
        return client

    def is_changed(self) -> bool:
        """Whether anything is kept that was not then, but for what any request may leave."""
        return kept(self.study) != self.before


class NobodyWorks:
    """Leaves what is in the queue of files where it is: it would be made while the next row is tried."""

    def wake(self) -> None:
        pass


@pytest.fixture(scope="module")
def house(built: tuple[Flask, Flask], library: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    _, app = built
    worker, app.extensions[jobs.EXTENSION] = app.extensions[jobs.EXTENSION], NobodyWorks()
    file = tmp_path_factory.mktemp("house") / "study.sqlite3"
    study = Study.open(file, lambda: NOW)
    people = furnish(library, study, Random(1))
    furnish_app(app, library, study, has_classes=True)
    cookies, tokens = {}, {}
    for name in ("", *people):
        client = app.test_client()
        page = client.get("/log-in").text
        if name:
            answer = log_in(client, name, csrf_token=token_in(page))
            assert answer.status_code in (302, 303), answer.text
            page = client.get("/report").text
        tokens[name] = token_in(page)
        cookies[name] = {key[2]: cookie.value for key, cookie in (client._cookies or {}).items()}
    as_it_was = sqlite3.connect(":memory:")
    with sqlite3.connect(file) as connection:
        connection.backup(as_it_was)
    connection.close()
    yield House(app, study, file, as_it_was, people, cookies, tokens, kept(study))
    as_it_was.close()
    study.close()
    app.extensions[jobs.EXTENSION] = worker


def kept(study: Study) -> Rows:
    """All rows, without those that any request may leave; of sessions, which there are."""
    rows = everything(study.database)
    sessions = [{name: row[name] for name in ("id", "learner_id")} for row in rows["login"]]
    return {name: found for name, found in rows.items() if name not in LEFT_BY_ANY_REQUEST} | {"sessions": sessions}


def furnish_app(app: Flask, library: Library, study: Study, *, has_classes: bool) -> None:
    """Gives an application this study, with the tokens of forms asked for as they are when it is served."""
    parts = Services.of(library, study, Random(1), has_classes=has_classes, secret_random=Random(2))
    object.__setattr__(parts.classroom, "people", People(study.database, lambda: NOW, QUICK))
    app.extensions[EXTENSION] = parts
    app.testing, app.config["WTF_CSRF_ENABLED"] = True, True


def token_in(page: str) -> str:
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert found, "the page has no form"
    return found[1]


def outcome(answer: TestResponse) -> str:
    """What came of a request, in a word of the table."""
    if answer.status_code in (301, 302, 303, 307, 308):
        where = urlsplit(answer.location)
        assert not where.scheme
        assert not where.netloc, f"it leads away, to {answer.location}"
        return "door" if where.path == "/log-in" else "page"
    return "page" if answer.status_code < 400 else str(answer.status_code)


def named(row: Row) -> str:
    return f"{row['method']} {row['address']}: {row['purpose']}"


# ---- the table ----------------------------------------------------------------------------------------------------


def test_every_address_has_a_row_and_every_row_an_address(house: House) -> None:
    def of(rule: Rule) -> set[tuple[str, str]]:
        return {(rule.rule, method) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}

    routes = {pair for rule in house.app.url_map.iter_rules() for pair in of(rule)}
    written = {(row["address"], row["method"]) for row in ROWS}
    assert routes - written == set(), "give these a row in tests/data/access.csv, from what each is for"
    assert written - routes == set(), "nothing is there any more; take their rows out of tests/data/access.csv"


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_a_row_says_what_it_is_for_and_what_comes_of_every_case(house: House, row: Row) -> None:
    assert row["purpose"]
    assert row["proof"] in ("yes", "-")
    for column in COLUMNS:
        assert row[column] in OUTCOMES, column
        assert (row[column] == "-") == (not tries(house.people, row, column)), f"{column}: does the case arise or not?"


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_everybody_gets_what_the_table_says_and_no_more(house: House, row: Row) -> None:
    wrong = []
    for column in COLUMNS[:-1]:
        for one in tries(house.people, row, column):
            house.begin_again()
            answer = one.ask(house.client(one.asker), house.tokens[one.asker])
            found = outcome(answer)
            if found != row[column]:
                wrong.append(
                    f"{column} ({one.asker or 'nobody'}) gets {found}, not {row[column]}: {one.address} {one.sent}"
                )
            elif _is_refused(one, found) and house.is_changed():
                wrong.append(f"{column} is refused, and something is changed all the same: {one.address} {one.sent}")
            elif found == "page" and row["method"] == "POST" and column in ("visitor", "learner", "teacher"):
                wrong += [f"{column} changes {whose}: {one.address} {one.sent}" for whose in touched(house, one)]
    assert not wrong, "\n".join(wrong)


def touched(house: House, one: Try) -> Iterator[str]:
    """Whose things were changed that have nothing to do with a request.

    Nobody but Mr Dale himself, and whoever removes him, changes anything of his class. What is done to one learner
    changes nothing of another, and what is done to one class nothing of another of the same teacher.
    """
    who, now = house.people, kept(house.study)
    theirs = {who[name].id for name in (DALE, COLE, DORA)}
    is_about_dale = "/teachers/" in one.row["address"]
    is_of_one = one.asker != VINE or "{learner}" in one.row["values"] + one.row["sent"]
    groups = {
        DALE: (theirs, {int(who[DALE].owns["class"])}) if not is_about_dale else (set[int](), set[int]()),
        BEN: ({who[BEN].id} if is_of_one else set[int](), set[int]()),
        OTHER: (set[int](), {row["id"] for row in house.before["class"] if row["name"] == OTHER}),
    }
    for name, (learners, classes) in groups.items():
        for table, rows in house.before.items():
            if any(_is_about(table, row, learners, classes) and row not in now[table] for row in rows):
                yield f"{name}’s {table}"


def _is_about(table: str, row: Mapping[str, object], learners: set[int], classes: set[int]) -> bool:
    owners = {row.get(name) for name in ("learner_id", "author_id", "teacher_id", "made_by")}
    owners |= {row["id"]} if table == "learner" else set()
    rooms = {row.get("class_id")} | ({row["id"]} if table == "class" else set())
    return bool(owners & learners or rooms & classes)


def _is_refused(one: Try, found: str) -> bool:
    """Whether nothing may come of it; who has just logged out stands at the door too."""
    return found in ("403", "404") or (found == "door" and not one.asker)


@pytest.fixture
def alone(house: House, library: Library) -> Iterator[House]:
    """The same study, with the owner alone before it and nobody logging in."""
    furnish_app(house.app, library, house.study, has_classes=False)
    yield house
    furnish_app(house.app, library, house.study, has_classes=True)


@for_each("row", ROWS, ids=named)
def test_without_a_classroom_there_is_one_learner_and_nobody_to_log_in(alone: House, row: Row) -> None:
    for one in tries(alone.people, row, "alone"):
        alone.begin_again()
        client = alone.app.test_client()
        answer = one.ask(client, token_in(client.get("/report").text))
        assert outcome(answer) == row["alone"], f"{one.address} {one.sent}"


# ---- the proof that a form is ours --------------------------------------------------------------------------------

FORMS = [row for row in ROWS if row["method"] == "POST" and not row["address"].startswith("/api/")]
"""The API reads no cookie, so that nobody else’s page can ask it in somebody’s name: tests/web/api has its tests."""
OF_PLATFORMS = ("/lti/login", "/lti/launch")
"""Forms of learning platforms: tests/web/classroom/test_lti.py tries what they are judged by instead."""


@pytest.mark.parametrize("row", [row for row in FORMS if row["address"] not in OF_PLATFORMS], ids=named)
def test_no_form_is_taken_without_the_proof_that_it_is_ours(house: House, row: Row) -> None:
    one = next(one for column in ("teacher", "learner") for one in tries(house.people, row, column))
    house.begin_again()
    for token in (None, "", "forged", house.tokens[DALE]):
        answer = one.ask(house.client(one.asker), token)
        assert answer.status_code == 400, token
        assert "out of date" in answer.text, token
    assert not house.is_changed()


# ---- the passphrase once more -------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", FORMS, ids=named)
def test_what_cannot_be_undone_asks_for_the_passphrase_once_more(house: House, row: Row) -> None:
    wanted = [(column, one) for column in ("learner", "teacher") for one in tries(house.people, row, column)]
    for column, one in wanted:
        house.begin_again()
        with sqlite3.connect(house.file) as connection:
            connection.execute("UPDATE login SET proved_at = datetime(proved_at, '-1 hour')")
        connection.close()
        client, token = house.client(one.asker), house.tokens[one.asker]
        answer = one.ask(client, token)
        is_asked = answer.status_code == 403 and 'name="proof"' in answer.text
        assert is_asked == (row["proof"] == "yes" and row[column] != "403"), column
        if is_asked:
            assert not house.is_changed()
            assert one.ask(client, token, proof="wrong wrong wrong wrong").status_code == 403
            assert not house.is_changed()
            assert outcome(one.ask(client, token, proof=WORDS)) == row[column]
        else:
            assert outcome(answer) == row[column], column
