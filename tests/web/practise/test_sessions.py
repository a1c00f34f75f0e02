"""Sessions of a fixed size: how they go on, how they end, and what is suggested."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import count
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from tests.support.markup import Page
from tutor.authorities.rules import Question
from tutor.quizzes.exercise import Level
from tutor.quizzes.feedback import feedback_on
from tutor.quizzes.groups import ItemGroup
from tutor.quizzes.items import ItemKind
from tutor.quizzes.reference import ref_of
from tutor.study.clock import Clock
from tutor.study.review.memory import Memory
from tutor.study.study import Study
from tutor.web.classroom.authored_content import shelf
from tutor.web.practise.navigation import way_of
from tutor.web.practise.practice_index import sections, suggestion
from tutor.web.practise.sets import practice_set
from tutor.web.services import Services

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    """Ticks whenever it is looked at."""
    ticks = (NOW + timedelta(seconds=second) for second in count())
    return lambda: next(ticks)


def go_through(client: FlaskClient, start: str, wrong: int) -> Page:
    """Answers a session, so many of its questions wrong, by its own links; the page at its end."""
    response = client.get(start, follow_redirects=True)
    for number in range(1, 21):
        page = Page(response.text)
        progress = page.all(".progress")
        if not progress:
            return page
        assert progress[0].text().startswith(f"{number} of ")
        code, asked = urlsplit(response.request.url).path.split("/")[2:4]
        with client.application.test_request_context():
            item = shelf().makers.coded(code).id
            exercise = ref_of("exercise", f"{item}/beginner/{asked}").resolve(shelf())
        others = [choice.key for choice in exercise.choices if not exercise.mark(choice.key).grade.is_right]
        given = (others or ["99999"])[0] if number <= wrong else exercise.answer
        told = client.post(response.request.full_path, data={"answer": given}, follow_redirects=True)
        response = client.get(Page(told.text).only("#next").attributes["href"] or "", follow_redirects=True)
    raise AssertionError("it has no end")


@pytest.mark.parametrize(
    ("wrong", "heading", "next_step"), [(7, "3 of 10 right", "Try again"), (6, "4 of 10 right", "")]
)
def test_a_set_ends_with_what_to_remember_and_one_next_step(
    client: FlaskClient, wrong: int, heading: str, next_step: str
) -> None:
    page = go_through(client, "/practice/some/caelebs-second", wrong)
    assert page.only("h1").text() == heading
    assert len(page.all(".results li")) == 10
    assert len(page.all(".to-remember > ul > li")) == 2
    assert all(re.search(r"p\. \d+", rule.text()) for rule in page.all(".to-remember .cite"))
    assert page.only("main .primary").text().strip() == (next_step or "Another 10 questions")


def test_a_session_on_what_was_missed_ends_with_how_it_went(client: FlaskClient, study: Study) -> None:
    go_through(client, "/practice/some/caelebs-second", 4)
    owed = len(study.reviews.owed())
    page = go_through(client, "/review/next?of=mistakes", 0)
    assert page.only("h1").text() == f"{owed} of {owed} right"
    assert not study.reviews.owed()
    assert "No mistakes waiting" in client.get("/review/").text


def test_a_set_is_gone_on_with_where_it_was_left(client: FlaskClient) -> None:
    page = Page(client.get("/practice/sets/caelebs-second/beginner/7").text)
    assert page.only("main .primary").attributes["href"] == "/practice/sets/caelebs-second/beginner/7/1"


@pytest.mark.parametrize("address", ["some/nobody-lead", "sets/nobody/beginner/7/1", "sets/term/divine/7/1",
                                     "sets/term/beginner/7/11", "sets/term/beginner/1000000/1"])  # fmt: skip
def test_a_set_that_is_none_is_not_found(client: FlaskClient, address: str) -> None:
    assert client.get(f"/practice/{address}").status_code == 404


def test_a_former_way_leads_into_a_set(client: FlaskClient) -> None:
    asked = urlsplit(client.get("/practice/sets/caelebs-second/beginner/7/1").location).path
    page = Page(client.get(f"{asked}/x?from=some.caelebs-second.advanced").text)
    assert "Question" in page.only("title").text()
    with client.application.test_request_context():
        way = way_of("some.caelebs-second.advanced")
    assert way is not None
    assert "/advanced/" in client.get(way.next_url).location


# ---- what is suggested --------------------------------------------------------------------------------------------


def memory(item: str) -> Memory:
    """An item answered an hour ago, and remembered well."""
    return Memory(item, 30.0, 5.0, NOW + timedelta(days=30), NOW - timedelta(hours=1), 2, None, 1, 0)


LEADS = ItemGroup("caelebs-lead", ItemKind.RULE, tuple("abcdef"), "caelebs", Question.LEAD)
SECOND = ItemGroup("caelebs-second", ItemKind.RULE, tuple("ghijkl"), "caelebs", Question.SECOND)
BIDS = ItemGroup("foster-bid", ItemKind.RULE, tuple("mnopqr"), "foster", Question.BID)


@pytest.mark.parametrize(
    ("met", "owed", "group", "because"),
    [
        ("", "", LEADS, "You have not tried this yet."),
        ("m", "", LEADS.__class__("", ItemKind.RULE, ()), ""),
        ("abcghi", "ab", LEADS, "You know 1 of the 3 you have met."),
        ("abcghi", "abghi", SECOND, "You know 0 of the 3 you have met."),
        ("abc", "", SECOND, "You have not tried this yet."),
    ],
)
def test_the_weakest_is_suggested_else_what_was_never_tried(
    met: str, owed: str, group: ItemGroup, because: str
) -> None:
    found = suggestion(sections((LEADS, SECOND, BIDS), {item: memory(item) for item in met}, frozenset(owed), NOW))
    assert found is not None
    if because:
        assert (found.progress.group, found.because) == (group, because)
    else:
        assert found.progress.group in (LEADS, SECOND), "what was never tried comes first"


def test_no_more_than_25_links_are_in_the_first_view_of_practice(client: FlaskClient) -> None:
    page = Page(client.get("/practice/").text)
    assert len(page.all("a[href]")) - len(page.all("details:not([open]) a[href]")) <= 25
    assert len(page.all("details.game[open]")) == 1


# ---- terms --------------------------------------------------------------------------------------------------------


def test_the_terms_asked_are_those_of_the_lessons_taken(client: FlaskClient) -> None:
    assert "/sets/term/" in client.get("/practice/some/term").location
    lesson = Page(client.get("/lessons/whist-take-a-trick").text)
    action = lesson.all("form.at-table")[0].attributes["action"] or ""
    client.post(action, data={"answer": "SA"})
    start = client.get("/practice/some/term").location
    assert "/sets/terms-to-whist-take-a-trick/" in start
    asked = set()
    with client.application.test_request_context():
        for ref in practice_set("terms-to-whist-take-a-trick").refs(7, Level.BEGINNER):
            asked |= set(ref.resolve(shelf()).items)
    assert asked == {"term-trick", "term-lead", "term-follow-suit", "term-discard", "term-partner"}
    end = go_through(client, start, 0)
    assert end.only("h1").text() == "10 of 10 right"


def test_a_term_that_was_chosen_wrongly_is_explained_in_a_whole_sentence(app_parts: Services) -> None:
    maker = app_parts.makers
    for number in range(0, 60, 3):
        exercise = maker.make("term-game", number)
        for choice in exercise.choices:
            said = feedback_on(exercise.mark(choice.key)).why_not
            assert said is None or "…" not in said.says, said
            if said and "above the line" in said.asks:
                assert "which count at the end" in said.says
