"""What is remembered of pages: never more than decides them, and never a token of a form."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count

import pytest
from flask import Flask, g
from flask.testing import FlaskClient
from markupsafe import Markup

from tests.support.form_tokens import tokens
from tutor.study.answers.saved_positions import SavedPosition
from tutor.study.study import Study
from tutor.web.page_memory import PageMemory

PAGES = (
    "/",
    "/review/",
    "/lessons/whist-cards-and-table",
    "/settings/",
    "/games/hel-game-01/card/9",
    "/practice/declare/AKJ762.765.A43.4",
)


@pytest.fixture
def memory() -> PageMemory:
    numbers = count(1)
    return PageMemory(lambda: Markup("<b>{}</b>").format(next(numbers)), kept=2)


def asked(memory: PageMemory, name: str, render: Callable[[], str]) -> str:
    with Flask("pages").app_context():
        return memory.page(name, render)


def test_a_page_is_rendered_once_and_each_form_of_each_answer_has_a_token_of_its_own(memory: PageMemory) -> None:
    renderings = count(1)

    def render() -> str:
        return f"{next(renderings)}: {memory.token()}, {memory.token()}."

    assert asked(memory, "page", render) == "1: <b>1</b>, <b>2</b>."
    assert asked(memory, "page", render) == "1: <b>3</b>, <b>4</b>."
    assert asked(memory, "another", render) == "2: <b>5</b>, <b>6</b>."


def test_the_page_that_nobody_asked_for_longest_is_forgotten(memory: PageMemory) -> None:
    renderings = count(1)
    for name in ("a", "b", "a", "c"):
        asked(memory, name, lambda: str(next(renderings)))
    assert asked(memory, "a", lambda: "anew") == "1"
    assert asked(memory, "b", lambda: "anew") == "anew"


def test_a_page_that_fails_is_not_remembered_and_what_follows_has_its_token(memory: PageMemory) -> None:
    def fail() -> str:
        raise ValueError

    with Flask("pages").app_context():
        with pytest.raises(ValueError):  # noqa: PT011
            memory.page("page", fail)
        assert not g.get("is_remembered")
        assert memory.token() == "<b>1</b>"
        assert memory.page("page", lambda: "well") == "well"


def test_no_application_marks_the_place_of_a_token_as_another_does() -> None:
    marks: set[Markup] = set()

    def render(memory: PageMemory) -> str:
        marks.add(memory.token())
        return ""

    for memory in (PageMemory(Markup), PageMemory(Markup)):
        asked(memory, "page", partial(render, memory))
    assert len(marks) == 2


@pytest.mark.parametrize("address", PAGES)
def test_a_page_asked_for_again_is_the_same_but_for_its_tokens(client: FlaskClient, address: str) -> None:
    first, second = client.get(address).text, client.get(address).text
    names = [re.findall('name="once" value="([^"]+)"', page) for page in (first, second)]
    assert names[0]
    assert len({*names[0], *names[1]}) == 2 * len(names[0])
    assert [re.sub('value="[^"]+"', "", page) for page in (first,)] == [re.sub('value="[^"]+"', "", second)]


def test_two_browsers_get_tokens_of_their_own(app: Flask) -> None:
    pages = [app.test_client().get("/review/").text for _ in range(2)]
    tokens = [set(re.findall('name="csrf_token" value="([^"]+)"', page)) for page in pages]
    assert [len(found) for found in tokens] == [1, 1]
    assert tokens[0] != tokens[1]


def test_a_page_follows_what_was_chosen_and_what_was_answered(client: FlaskClient, study: Study) -> None:
    before = client.get("/").text
    assert 'data-pack="two"' in before
    client.post("/settings/", data={"pack": "four", **tokens(client.get("/settings/").text)})
    assert 'data-pack="four"' in client.get("/").text
    assert "Game II" not in client.get("/").text
    study.positions.save(SavedPosition("hel-game-02", 12, "y"))
    assert "Game II" in client.get("/").text


def test_many_may_ask_at_once(app: Flask) -> None:
    client = app.test_client()
    client.get("/")

    def ask(number: int) -> str:
        return app.test_client().get(PAGES[number % len(PAGES)]).text

    with ThreadPoolExecutor(8) as threads:
        pages = list(threads.map(ask, range(48)))
    for number, page in enumerate(pages):
        title = re.search("<title>.*?</title>", page, re.DOTALL)
        wanted = re.search("<title>.*?</title>", pages[number % len(PAGES)], re.DOTALL)
        assert title is not None
        assert wanted is not None
        assert title[0] == wanted[0]


def test_the_token_of_a_browser_is_signed_once_and_is_taken(app: Flask) -> None:
    browser = app.test_client()
    pages = [browser.get(address).text for address in ("/", "/review/")]
    first, second = (re.findall('name="csrf_token" value="([^"]+)"', page)[0] for page in pages)
    assert first == second
    sent = {"pack": "four", "csrf_token": first}
    assert browser.post("/settings/", data=sent).status_code == 204
    assert browser.post("/settings/", data={**sent, "csrf_token": first[:-1]}).status_code == 400
