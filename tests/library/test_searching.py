"""The library: what is searched for is found, in everything, whatever is typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses
from tutor.library.search_index import Index, SearchEntry, SearchSection, entries
from tutor.web.explore.library import address

LIBRARY = load()
ENTRIES = list(entries(LIBRARY, load_courses(LIBRARY)))
INDEX = Index(ENTRIES)


def test_every_shelf_has_something_on_it() -> None:
    assert {entry.shelf for entry in ENTRIES} == set(SearchSection)


@pytest.mark.parametrize(
    ("words", "shelf", "entry_id"),
    [
        ("finesse", SearchSection.TERM, "term-finesse"),
        ("revoking", SearchSection.TERM, "term-revoke"),
        ("tierce maj", SearchSection.TERM, "term-sequence"),
        ("CÆLEBS never play", SearchSection.MAXIM, ""),
        ("penalty for a revoke", SearchSection.LAW, "revoke-penalty"),
        ("page 146", SearchSection.GAME, "hel-secure-the-game-146"),
        ("screen readers voice control", SearchSection.GUIDE, "accessibility"),
    ],
)
def test_words_find_what_has_them(words: str, shelf: SearchSection, entry_id: str) -> None:
    found = [one.entry.id for one in INDEX.search(words) if one.entry.shelf is shelf]
    assert found if not entry_id else entry_id in found


def test_each_thing_is_found_once(client: FlaskClient) -> None:
    """No two entries have one address, and no two that are shown have one title and one text."""
    addresses, shown = address_of(client, ENTRIES), Counter((entry.shelf, entry.title, entry.text) for entry in ENTRIES)
    assert [address for address, number in Counter(addresses).items() if number > 1] == []
    assert [what for what, number in shown.items() if number > 1] == []
    points = [one.entry.id for one in INDEX.search("revoke", 500) if one.entry.shelf is SearchSection.LAW]
    assert len(points) == len(set(points)) > 5


def address_of(client: FlaskClient, of: Iterable[SearchEntry]) -> list[str]:
    """Where each of the entries stands."""
    with client.application.test_request_context():
        return [address(entry) for entry in of]


@pytest.mark.slow
def test_what_is_found_stands_at_its_address(client: FlaskClient) -> None:
    """Every address with a place in a page leads to that place."""
    places: dict[str, set[str]] = {}
    for found in address_of(client, ENTRIES):
        page, _, place = found.partition("#")
        places.setdefault(page, set()).update([place] if place else [])
    for page, wanted in places.items():
        if wanted:
            assert wanted <= set(re.findall(r' id="([^"]+)"', client.get(page).text)), page


def test_all_words_must_be_there_and_the_last_may_be_a_beginning() -> None:
    for one in INDEX.search("lead trum"):
        text = f"{one.entry.names} {one.entry.text}".lower()
        assert "lead" in text or "led" in text
        assert "trum" in text
    assert INDEX.search("finesse xyzzy") == ()


def test_what_was_sought_is_marked() -> None:
    found = next(one for one in INDEX.search("discard") if len(one.pieces) > 1)
    assert all("discard" in piece.lower() for piece in found.pieces[1::2])


@pytest.mark.slow
@given(st.text(max_size=300))
def test_nothing_that_is_typed_is_a_command(words: str) -> None:
    assert len(INDEX.search(words)) <= 60


@pytest.mark.parametrize("words", ['"', "* OR NEAR(", "a' --", "x" * 500, "\x00", "ß ſ İ"])
def test_a_page_of_what_was_found_is_a_page(client: FlaskClient, words: str) -> None:
    assert client.get("/library/", query_string={"q": words}).status_code == 200


def test_what_is_said_of_a_game_is_not_told_by_the_search(client: FlaskClient) -> None:
    page = client.get("/library/?q=long+heart").text
    games = page[page.index('id="in-game"') :].split("</section>")[0]
    assert "<mark>" not in games
    assert re.search(r'href="/games/[a-z0-9-]+/"', games)
