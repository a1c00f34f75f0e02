"""The scanner finds what it looks for: each page and each header of these has one fault, and a sound one has none."""

from __future__ import annotations

from email.message import Message
from http.client import HTTPMessage

import pytest
from lxml import html

from tests.robustness.scan import (
    EVIL,
    HOST,
    INSIDE,
    MARK,
    MARKUP,
    Answer,
    Field,
    Form,
    wrong_with_headers,
    wrong_with_page,
)
from tests.support.cases import for_each

SOUND = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Location": f"http://{HOST}:80/courses/",
    "Set-Cookie": "love-all=a; HttpOnly; Path=/; SameSite=Lax",
}
TOKEN = '<input type="hidden" name="csrf_token" value="a">'  # noqa: S105 - a field of a form
ESCAPED = MARKUP.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("'", "&#39;")


def wrong(headers: dict[str, str | None]) -> list[str]:
    told: Message = HTTPMessage()
    for name, value in (SOUND | headers).items():
        if value is not None:
            told[name] = value
    assert isinstance(told, HTTPMessage)
    return list(wrong_with_headers(Answer(200, told, b"", 0), 80, is_private=True))


def faults(body: str) -> list[str]:
    return list(wrong_with_page(html.document_fromstring(f"<html><body>{body}</body></html>")))


def test_sound_answers_have_no_fault() -> None:
    assert wrong({}) == []
    assert wrong({"Location": "/courses/", "Set-Cookie": None}) == []
    form = f'<form method="post" action="/log-out">{TOKEN}<input value="{ESCAPED}"></form>'
    assert faults(f"<p title='{ESCAPED}'>{ESCAPED}</p><textarea>{ESCAPED}</textarea>{form}") == []


@for_each(
    "headers",
    [
        {"Content-Security-Policy": None},
        {"Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'none'"},
        {"Content-Security-Policy": "default-src 'none'; script-src 'self'"},
        {"X-Content-Type-Options": None},
        {"Referrer-Policy": None},
        {"Cache-Control": "max-age=60"},
        {"Content-Type": "application/zip", "Cache-Control": None},
        {"Content-Type": "text/html"},
        {"Server": "waitress/3.0.1"},
        {f"X-{MARK}": "1"},
        {"Location": f"//{EVIL}/"},
        {"Location": f"https://{EVIL}/"},
        {"Location": f"/\\{EVIL}/"},
        {"Location": f"http://{HOST}:80@{EVIL}/"},
        {"Set-Cookie": "love-all=a; Path=/; SameSite=Lax"},
        {"Set-Cookie": "love-all=a; Path=/; HttpOnly"},
        {"Set-Cookie": "love-all=a; Path=/; HttpOnly; SameSite=None"},
        {"Set-Cookie": "love-all=a; HttpOnly; SameSite=Lax; Domain=example.org"},
        {"Set-Cookie": f"{MARK}=1; HttpOnly; SameSite=Lax"},
    ],
    ids=str,
)
def test_a_header_that_will_not_do_is_found(headers: dict[str, str | None]) -> None:
    assert wrong(headers) != []


@for_each(
    "body",
    [
        f"<p>{MARKUP}</p>",
        f'<p title="{MARKUP}"></p>',
        f"<textarea>{MARKUP}</textarea>",
        f'<p title=""{MARK}="1"></p>',
        f'<p onclick="{MARK}()"></p>',
        f'<script src="/a.js">{MARK}</script>',
        "<script>alert(1)</script>",
        f'<a href="javascript:{MARK}()">a</a>',
        f'<a href=" java\tscript:{MARK}()">a</a>',
        f'<a href="//{EVIL}/">a</a>',
        '<img src="http://example.org/a.png">',
        '<link rel="stylesheet" href="//example.org/a.css">',
        '<iframe src="https://example.org/"></iframe>',
        f'<form method="post" action="https://example.org/">{TOKEN}</form>',
        '<form method="post" action="/log-out"></form>',
        '<form method="post" action="/log-out"><input name="csrf_token" value=""></form>',
        f'<form action="/library/">{TOKEN}</form>',
        '<base href="/a/">',
    ],
)
def test_what_breaks_out_of_a_page_is_found(body: str) -> None:
    assert faults(body) != []


@pytest.mark.parametrize(
    "text",
    [
        "Traceback (most recent call last):",
        '  File "/srv/tutor/web/work.py", line 3, in answer',
        "sqlalchemy.exc.OperationalError",
        "root:x:0:0:root:/root:/bin/bash",
        "$argon2id$v=19$m=8",
        "http://127.0.0.1:8080/",
    ],
)
def test_what_is_told_of_the_inside_is_found(text: str) -> None:
    assert INSIDE.search(text)


def test_a_probe_takes_the_place_of_everything_but_the_token() -> None:
    form = Form("/", "/a", "post", False, (Field("csrf_token", "t", is_ours=True), Field("a", "1"), Field("b", "2")))
    assert [one.value for one in form.with_probe("x").fields] == ["t", "x", "x"]
    assert [one.value for one in form.with_probe("x", "b").fields] == ["t", "1", "x"]
