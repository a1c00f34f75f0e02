"""A page among plain files: its links lead to files, and what needs a server is gone."""

from __future__ import annotations

import pytest

from tutor.web.static_site.links import Target, relative, still_page

THERE = {
    "/glossary": Target("/glossary", "glossary.html"),
    "/laws/": Target("/laws/", "laws/index.html"),
    "/static/a.css?v=1": Target("/static/a.css?v=1", "static/a.css"),
}


def made(main: str, file: str = "games/one/card/3.html") -> str:
    """What is left of the main part of a page."""
    html = f"<!doctype html><html><head><title>A</title></head><body><main>{main}</main></body></html>"
    page = still_page(html, file, lambda link: THERE.get(link.partition("#")[0])).html
    return page.partition("<main>")[2].partition("</main>")[0]


@pytest.mark.parametrize(
    ("file", "here", "way"),
    [
        ("index.html", "index.html", "index.html"),
        ("glossary.html", "index.html", "glossary.html"),
        ("index.html", "games/one/card/3.html", "../../../index.html"),
        ("games/one/call/1.html", "games/one/card/3.html", "../call/1.html"),
    ],
)
def test_the_way_from_one_file_to_another(file: str, here: str, way: str) -> None:
    assert relative(file, here) == way


def test_a_link_leads_to_a_file_and_to_the_same_part_of_it() -> None:
    assert made('<a href="/glossary#ruff">ruff</a>') == '<a href="../../../glossary.html#ruff">ruff</a>'
    assert made('<a href="#more">more</a>') == '<a href="#more">more</a>'
    assert made('<a href="https://example.org/">out</a>') == '<a href="https://example.org/">out</a>'
    assert made('<img src="/static/a.css?v=1" alt="">', "index.html") == '<img src="static/a.css" alt="">'


def test_what_needs_a_server_is_gone() -> None:
    assert made('<p>Kept.</p><form action="/x"><button>Send</button></form>') == "<p>Kept.</p>"
    assert made("<p>Kept.</p><script>go()</script>") == "<p>Kept.</p>"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<p>First. See <a href="/no">that</a> now. Last.</p>', "<p>First. Last.</p>"),
        ('<p>See <a href="/laws/">these</a>. Or <a href="/no">those</a>.</p>',
         '<p>See <a href="../../../laws/index.html">these</a>. </p>'),
        ('<h2>Doors</h2><ul><li><a href="/no">One</a></li><li><a href="/no">Two</a></li></ul>', ""),
        ('<h2>Doors</h2><ul><li><a href="/no">One</a></li><li>Two</li></ul>', "<h2>Doors</h2><ul><li>Two</li></ul>"),
        ('<p>Text. <a class="button" href="/no">Press</a></p>', "<p>Text. </p>"),
        ('<p><a class="button" href="/no">Press</a></p>', ""),
        ('<li>A rule <a class="more" href="/no">Practise</a></li>', "<li>A rule </li>"),
    ],
)  # fmt: skip
def test_a_link_that_leads_nowhere_leaves_no_sentence_without_sense(before: str, after: str) -> None:
    assert made(before) == after
