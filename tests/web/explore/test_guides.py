"""The guides under Help: each is shown, every link and anchor in it leads somewhere, and nothing else is served."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.markup import Page
from tests.support.paths import ROOT
from tutor.library import guides as written
from tutor.library.guides import Guide, guide_page, guides

GUIDES = sorted(
    path.relative_to(ROOT / "docs").with_suffix("").as_posix()
    for path in (ROOT / "docs").rglob("*.md")
    if path.name != "index.md"
)


def test_the_list_has_every_guide_once() -> None:
    assert sorted(guides()) == GUIDES


def test_the_help_lists_them_by_section(client: FlaskClient) -> None:
    page = Page(client.get("/help").text)
    assert [link for link in page.links() if link.startswith("/help/")].count("/help/teaching") == 1
    assert [node.text() for node in page.all("section h3")][:2] == ["For learners", "For teachers"]
    assert client.get("/help/").text.count("For learners") == 1


def test_every_guide_is_a_good_page_whose_links_lead_somewhere(client: FlaskClient) -> None:
    ids: dict[str, list[str]] = {}
    linked: list[tuple[str, str, str]] = []
    for name in GUIDES:
        here = f"/help/{name}"
        response = client.get(here)
        assert response.status_code == 200, name
        page = Page(response.text)
        assert list(page.faults()) == [], name
        ids[here] = page.ids()
        linked += [(here, *urldefrag(urljoin(here, link))) for link in page.links()]
        linked += [(here, here, node.attributes["href"] or "") for node in page.all("main a[href^='#']")]
    for here, target, anchor in linked:
        if target.startswith("/help/") and target in ids:
            assert not anchor or anchor.removeprefix("#") in ids[target], f"{here} links to {target}#{anchor}"
        elif not target.startswith("https://"):
            assert client.get(target).status_code in (200, 302), f"{here} links to {target}"


def test_anybody_may_read_them_also_in_a_classroom(school: Flask) -> None:
    visitor = school.test_client()
    page = visitor.get("/help/accessibility")
    assert page.status_code == 200
    assert "/help/accessibility" in list(Page(visitor.get("/log-in").text).links())


def test_a_file_that_a_guide_mentions_is_shown_as_it_is(client: FlaskClient) -> None:
    page = Page(client.get("/help/deploy/nginx.conf").text)
    assert page.only("pre").text() == (ROOT / "docs/deploy/nginx.conf").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name", ["nothing", "conf.py", "index", "deploy", "../README", "deploy/../conf.py", "%2e%2e/x"]
)
def test_nothing_else_is_served(client: FlaskClient, name: str) -> None:
    assert client.get(f"/help/{name}").status_code == 404


def test_links_and_headings_lead_as_in_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "index.md").write_text(
        "# All\n\n## One\n\n- [First](a.md): about it.\n\n## Two\n\n- [Second](deep/b.md): more.\n", encoding="utf-8"
    )
    (tmp_path / "a.md").write_text(
        "# A’s `title`\n\n## What’s *new*?\n\n## What’s *new*?\n\n[b](deep/b.md#part) [self](#whats-new) "
        "[out](https://x.example/) [gone](../README.md) [here](http://127.0.0.1:8000/)\n<script>alert(1)</script>\n",
        encoding="utf-8",
    )
    (tmp_path / "deep" / "b.md").write_text(
        "# B\n\n[a](../a.md) [file](../c.conf)\n\n![p](../../static/pictures/p.jpg)\n", encoding="utf-8"
    )
    (tmp_path / "c.conf").write_text("x", encoding="utf-8")
    monkeypatch.setattr(written, "folder", lambda _: tmp_path)
    for found in (written.guide_sections, written.guides, written.attachments):
        found.cache_clear()
    try:
        first, second = (shown(guide) for guide in guides().values())
        assert [section.title for section in written.guide_sections()] == ["One", "Two"]
    finally:
        for found in (written.guide_sections, written.guides, written.attachments):
            found.cache_clear()
    assert first.title == "A’s title"
    assert [anchor for anchor, _ in first.parts] == ["whats-new", "whats-new-1"]
    links = [node.attributes["href"] for node in Page(first.html).all("a")]
    assert links == ["/g/deep/b#part", "#whats-new", "https://x.example/"]
    assert "gone" in first.html
    assert not Page(first.html).all("script")
    assert [node.attributes["href"] for node in Page(second.html).all("a")] == ["/g/a", "/g/c.conf"]
    assert [node.attributes["src"] for node in Page(second.html).all("img")] == ["/s/pictures/p.jpg"]


def shown(guide: Guide) -> written.GuidePage:
    return guide_page(guide, lambda name: f"/g/{name}", lambda name: f"/s/{name}")
