"""Style sheets as one, static text compressed and named by its content; no page compressed, nor a line too long."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from flask.testing import FlaskClient

from tutor.library.folders import folder
from tutor.web.server.static_files import minified, static_file, style_sheet

LARGEST_STYLE_SHEET = 80 * 1024
LONGEST_LINE = 120


def test_the_style_sheets_are_sent_as_one_small_one(client: FlaskClient) -> None:
    sent = client.get("/static/love-all.css")
    assert len(sent.data) < LARGEST_STYLE_SHEET
    assert sent.text == style_sheet()
    assert sent.text.startswith("/* Love All */@font-face{")
    assert "immutable" in sent.headers["Cache-Control"]


def test_static_text_is_compressed_for_who_takes_it_and_pages_for_nobody(client: FlaskClient) -> None:
    plain = client.get("/static/love-all.js")
    packed = client.get("/static/love-all.js", headers={"Accept-Encoding": "gzip"})
    assert packed.content_encoding == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert client.get("/", headers={"Accept-Encoding": "gzip"}).content_encoding is None, "it has tokens in it"
    unchanged = client.get("/static/love-all.js", headers={"If-None-Match": plain.headers["ETag"]})
    assert (unchanged.status_code, unchanged.data) == (304, b"")


def test_every_font_of_the_style_sheet_is_there_and_named_by_its_content(client: FlaskClient) -> None:
    fonts = set(re.findall(r"url\(([^)]+)\)", style_sheet()))
    assert {font.split("?")[0] for font in fonts} == {
        f"fonts/{path.name}" for path in folder("static").rglob("*.woff2")
    }
    for font in fonts:
        name, _, version = font.partition("?v=")
        assert client.get(f"/static/{font}").data == static_file(name).content
        assert version == static_file(name).fingerprint


def test_nothing_outside_the_folder_is_sent(client: FlaskClient) -> None:
    for name in ("../pyproject.toml", "..%2fpyproject.toml", "fonts/", "nowhere.css", "/etc/passwd"):
        assert client.get(f"/static/{name}").status_code in (404, 308), name


def test_blanks_that_mean_something_stay() -> None:
    css = (
        "a > b , c { margin: 0 -1px; width: calc(1px + 2px); } /* why */ @media (max-width: 4rem) { .d .e { top: 0; } }"
    )
    assert minified(css) == "a>b,c{margin:0 -1px;width:calc(1px + 2px)}@media (max-width:4rem){.d .e{top:0}}"


def test_no_line_of_a_template_a_style_sheet_or_a_script_is_too_long() -> None:
    files = [path for name in ("templates", "static") for path in folder(name).rglob("*") if _is_written(path)]
    long = [
        f"{path.name}, line {number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert files
    assert long == []


def _is_written(path: Path) -> bool:
    return path.suffix in (".html", ".xhtml", ".css", ".js", ".typ")
