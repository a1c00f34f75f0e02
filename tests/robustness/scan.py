"""A scanner: every page and every form of a classroom that is really served, as a visitor, a learner and a teacher.

What it sends is made to break out of a page, a header, a template, a statement or a folder; what it looks at is every
answer. Pages are read by an HTML parser, as a browser would read them. The tokens of forms are those of the pages.
"""

from __future__ import annotations

import re
import secrets
import socket
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from random import Random
from time import monotonic
from types import MappingProxyType
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit

from flask import Flask
from lxml import html
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from tests.robustness.figures import Figures
from tests.robustness.served import Served
from tests.support.access_table import ROWS, tries
from tests.support.databases import sql
from tests.support.school import WORDS
from tests.support.two_classes import ANN, VINE, Somebody, furnish
from tutor.library.catalogue import load
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import Services

MULTIPART = "multipart/form-data"
HOST = "localhost"
"""The name that the pages are asked by; the address behind it is told on none of them."""
EVIL = "evil.example"
SLOWEST = 60.0
"""Seconds after which it hangs, on a machine that does much besides; how fast it is, other trials say."""

COLUMNS: Mapping[str, str] = {"": "visitor", ANN: "learner", VINE: "teacher"}

# ---- what is sent -------------------------------------------------------------------------------------------------

MARK = "zq" + "7x"
MARKUP = f"\"'></title></textarea></script><{MARK} {MARK}=1 onerror={MARK}()>"
IN_ATTRIBUTE = f'" {MARK}="1" onfocus={MARK}() x=\''
ADDED = 31337 * 7
PROBES: Mapping[str, str] = {
    "markup": MARKUP,
    "attribute": IN_ATTRIBUTE,
    "script address": f"javascript:{MARK}()",
    "template": "{{31337*7}}${31337*7}#{31337*7}<%= 31337*7 %>{% print(31337*7) %}",
    "statement": "1' OR '1'='1' UNION SELECT passphrase FROM learner -- ",
    "folder": "../../../../../../etc/passwd",
    "folder, encoded": "..%2f..%2f..%2fetc%2fpasswd%00",
    "header": f"x\r\nX-{MARK}: 1\r\nSet-Cookie: {MARK}=1",
    "elsewhere": f"//{EVIL}/",
    "elsewhere, with a scheme": f"https://{EVIL}/",
    "elsewhere, backwards": f"/\\{EVIL}/",
    "elsewhere, with a tab": f"/\t/{EVIL}/",
    "overlong": "A" * 50_000,
    "markdown": f'[a](javascript:{MARK}()) ![b](x"onerror="{MARK}()) <img src=x onerror={MARK}()>',
    "NUL": f"a\0b{MARKUP}",
    "spreadsheet": "=cmd|' /C calc'!A0",
}
SHORT = ("markup", "template", "header", "elsewhere")
ELSEWHERE = (f"//{EVIL}/", f"//{EVIL}/courses", f"/\\{EVIL}/courses", f"/%2f{EVIL}/courses", f"/{EVIL}//%2e%2e")
FOLDERS = (
    "/static/../../../../etc/passwd", "/static/%2e%2e/%2e%2e/pyproject.toml", "/static/..%2f..%2ftutor/__init__.py",
    "/static/%5c..%5c..%5cpyproject.toml", "/static//etc/passwd",
)  # fmt: skip

ASKED = frozenset(("back", "page", "q", "seat", "hint", "from", "next", "read", "of"))
"""What many pages are asked after the question mark, whether or not an address of theirs has it."""
SAFE = "".join(chr(code) for code in range(33, 127))
"""What stands in an address as it is: blanks and letters beyond ASCII do not."""

OF_THE_BOOKS = "/api/v1"
"""Where everybody gets the same, of the books alone, and may keep it."""

# ---- what is looked at --------------------------------------------------------------------------------------------

ADDRESSES = frozenset(("href", "src", "action", "formaction", "data", "poster", "srcset", "xlink:href"))
LOADS = frozenset(
    (
        ("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("form", "action"), ("source", "src"),
        ("video", "src"), ("audio", "src"), ("object", "data"), ("embed", "src"),
    )
)  # fmt: skip
"""What a page loads or is sent to by itself, which is never another’s."""
INSIDE = re.compile(
    r"Traceback \(most recent call last\)|File \"[^\"]+\", line \d|site-packages|sqlalchemy\.|psycopg\."
    r"|sqlite3\.|jinja2\.|werkzeug\.|waitress\.|0\.0\.0\.0|127\.0\.0\.1|root:x:0:0|\[build-system\]|\$argon2"
)
"""What a page never tells."""


@dataclass(frozen=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: HTTPMessage
    content: bytes
    duration: float

    @property
    def kind(self) -> str:
        return str(self.headers.get_content_type())

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")

    @property
    def page(self) -> html.HtmlElement | None:
        if self.kind != "text/html" or not self.content.strip():
            return None
        return html.document_fromstring(self.content, parser=html.HTMLParser(encoding="utf-8"))


@dataclass(eq=False)
class Browser:
    """Asks as a browser does, with the cookies that it was given; answers come as they are, redirects too."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    _connection: HTTPConnection | None = None

    def ask(
        self,
        method: str,
        address: str,
        body: bytes | None = None,
        kind: str = "",
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> Answer:
        address = quote(address, safe=SAFE)
        headers = {"Host": f"{HOST}:{self.port}", "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = kind
        began = monotonic()
        for again in (False, True):
            connection = self._connection or HTTPConnection("127.0.0.1", self.port, timeout=120)
            self._connection = connection
            try:
                connection.request(method, address, body, {**headers, **more})
                answered = connection.getresponse()
                content = answered.read()
                break
            except (ConnectionError, OSError):
                connection.close()
                self._connection = None
                if again:
                    raise
        for line in answered.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name.strip()] = value
        return Answer(answered.status, answered.headers, content, monotonic() - began)


@dataclass(frozen=True)
class Field:
    """A field of a form, and what stands in it."""

    name: str
    value: str
    is_file: bool = False
    is_ours: bool = False
    """Whether it is the token, which no probe may take the place of: then nothing behind it would be reached."""


@dataclass(frozen=True)
class Form:
    """A form as a page has it."""

    page: str
    action: str
    method: str
    is_multipart: bool
    fields: tuple[Field, ...]

    @property
    def is_button(self) -> bool:
        """Whether nothing is to be filled in: those delete, withdraw, log out."""
        return all(one.is_ours or one.name in ("once", "after", "seat") for one in self.fields)

    def send(self, browser: Browser) -> Answer:
        if self.method == "get":
            query = urlencode([(one.name, one.value) for one in self.fields], errors="surrogatepass")
            return browser.ask("GET", f"{self.action.partition('?')[0]}?{query}")
        if self.is_multipart:
            return browser.ask("POST", self.action, *_multipart(self.fields))
        body = urlencode([(one.name, one.value) for one in self.fields], errors="surrogatepass").encode()
        return browser.ask("POST", self.action, body, "application/x-www-form-urlencoded")

    def with_probe(self, probe: str, only: str | None = None) -> Form:
        """The form with something in one of its fields, or in all of them."""
        return replace(
            self,
            fields=tuple(
                one if one.is_ours or only not in (None, one.name) else replace(one, value=probe) for one in self.fields
            ),
        )


def _multipart(fields: Sequence[Field]) -> tuple[bytes, str]:
    boundary = secrets.token_hex(16)
    parts = []
    for one in fields:
        told = one.value[:200].replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
        about = f'; filename="{told}.md"\r\nContent-Type: text/html' if one.is_file else ""
        parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{one.name}"{about}\r\n\r\n{one.value}\r\n')
    return "".join([*parts, f"--{boundary}--\r\n"]).encode(
        "utf-8", "replace"
    ), f"multipart/form-data; boundary={boundary}"


# ---- the scan -----------------------------------------------------------------------------------------------------


@dataclass
class Scan:
    """What has been asked so far, and what was wrong with it."""

    port: int
    study: Path
    app: Flask
    people: Mapping[str, Somebody]
    short: bool
    faults: dict[str, str] = field(default_factory=dict)
    requests: int = 0
    slowest: float = 0.0
    pages: set[tuple[str, str]] = field(default_factory=set)
    forms: set[tuple[str, str]] = field(default_factory=set)
    tokens: dict[Browser, str] = field(default_factory=dict)

    # ---- asking --------------------------------------------------------------------------------------------------

    def told(self, where: str, what: str) -> None:
        """A fault, told once for each place."""
        self.faults.setdefault(f"{self.pattern(where.partition(' ')[2].partition(' ')[0])}: {what}", where[:200])

    def pattern(self, address: str) -> str:
        """The rule that an address is of; the address itself where there is none."""
        try:
            found, _ = self.app.url_map.bind("").match(urlsplit(address).path, method="GET", return_rule=True)
        except (HTTPException, RequestRedirect, ValueError):
            try:
                found, _ = self.app.url_map.bind("").match(urlsplit(address).path, method="POST", return_rule=True)
            except (HTTPException, RequestRedirect, ValueError):
                return address[:80]
        return str(found.rule)

    def get(self, browser: Browser, who: str, address: str, method: str = "GET") -> Answer:
        answer = browser.ask(method, address)
        self.look_at(answer, f"{method} {address} as {who or 'a visitor'}", address, who)
        return answer

    def post(self, browser: Browser, who: str, form: Form, probe: str) -> Answer:
        """Sends a form with a token that holds; what was sent before may have ended the session, or been too much."""
        answer = self._renewed(browser, form).send(browser)
        where = f"{form.method.upper()} {form.action} as {who or 'a visitor'} with {probe}"
        if self._is_lost(answer, who):
            self.look_at(answer, where, form.action, who)
            self._renew(browser, who, where)
            answer = self._renewed(browser, form).send(browser)
        if answer.status == 429:  # the scan goes on as if all that were long ago
            sql(self.study, "DELETE FROM attempt")
            answer = self._renewed(browser, form).send(browser)
        self.look_at(answer, where, form.action, who)
        return answer

    @staticmethod
    def _is_lost(answer: Answer, who: str) -> bool:
        """Whether the session is at an end, or its token another."""
        at = urlsplit(answer.headers.get("Location") or "").path
        return (bool(who) and at == "/log-in") or (answer.status == 400 and "stale" in answer.text)

    def _renew(self, browser: Browser, who: str, where: str) -> None:
        page = browser.ask("GET", "/report" if who else "/log-in")
        if page.status != 200:
            assert _log_in(browser, who), f"{who} is not let in again after {where}"
            page = browser.ask("GET", "/report")
        self.tokens[browser] = _token(page)

    def _renewed(self, browser: Browser, form: Form) -> Form:
        """The form with the newest token, and with a name of its own, or it would be taken for the one before."""
        new = {"csrf_token": self.tokens.get(browser, ""), "once": secrets.token_hex(8)}
        return (
            form
            if form.method == "get"
            else replace(form, fields=tuple(replace(one, value=new.get(one.name) or one.value) for one in form.fields))
        )

    # ---- looking -------------------------------------------------------------------------------------------------

    def look_at(self, answer: Answer, where: str, address: str, who: str) -> None:
        """Everything that any answer has to be."""
        self.requests += 1
        self.slowest = max(self.slowest, answer.duration)
        if answer.duration > SLOWEST:
            self.told(where, "it takes too long")
        if answer.status >= 500:
            self.told(where, f"status {answer.status}")
        for what in (
            *wrong_with_headers(answer, self.port, is_private=bool(who) and not address.startswith(OF_THE_BOOKS)),
            *self._wrong_with_text(answer, address, who),
        ):
            self.told(where, what)
        page = answer.page
        if page is not None:
            for what in wrong_with_page(page):
                self.told(where, what)

    def _wrong_with_text(self, answer: Answer, address: str, who: str) -> Iterator[str]:
        if answer.kind.partition("/")[0] == "image" or address.startswith("/static/"):
            return
        is_log = who == VINE and address.startswith("/security/")  # whence somebody came, its teachers are told there
        text = answer.text.replace("127.0.0.1", "") if is_log else answer.text
        if found := INSIDE.search(text):
            yield f"it tells what is inside: {found[0]}"
        is_told = who == VINE and urlsplit(address).path == "/your-data/"  # where it is kept, its teacher is told there
        for secret in (str(self.study.parent), socket.gethostname()):
            if len(secret) > 3 and secret in answer.text and not is_told:
                yield "it tells a folder or the name of the machine"
        if str(ADDED) in answer.text:
            yield "what was sent is carried out by a template"

    # ---- going through -------------------------------------------------------------------------------------------

    def crawl(self, browser: Browser, who: str, a_pattern: int) -> list[Form]:
        """All pages that can be reached, so many of each rule; the forms that are on them, one of each shape."""
        waiting, seen, counts = [*self._seeds(who), "/"], set[str](), dict[str, int]()
        forms: dict[tuple[str, ...], Form] = {}
        while waiting:
            address = waiting.pop()
            rule = self.pattern(address)
            if address in seen or counts.get(rule, 0) >= a_pattern:
                continue
            seen.add(address)
            counts[rule] = counts.get(rule, 0) + 1
            answer = self.get(browser, who, address)
            self.pages.add((who, rule))
            if location := answer.headers.get("Location"):
                waiting.append(urljoin(address, location))
            page = answer.page
            if page is None:
                continue
            linked = [urljoin(address, one).partition("#")[0] for one in page.xpath("//a/@href")]
            waiting += [one for one in linked if _is_ours(one)]
            for form in _forms(page, address):
                shape = (self.pattern(form.action), form.method, *sorted({one.name for one in form.fields}))
                forms.setdefault(shape, form)
        return sorted(forms.values(), key=lambda form: form.is_button)

    def _seeds(self, who: str) -> list[str]:
        """The pages that the table of access lets somebody see, whether or not a link leads there."""
        column = COLUMNS[who]
        return [
            f"{one.address}?{urlencode(one.sent)}"
            for row in ROWS
            if row["method"] == "GET" and row[column] == "page"
            for one in tries(self.people, row, column)
        ]

    def probe_forms(self, browser: Browser, who: str, forms: Sequence[Form]) -> None:
        """Every form with something nasty in every field, one after another and all at once."""
        for form in forms:
            self.forms.add((who, f"{form.method} {self.pattern(form.action)}"))
            names = list(dict.fromkeys(one.name for one in form.fields if not one.is_ours))
            probes = {name: PROBES[name] for name in SHORT} if self.short else PROBES
            for told, probe in probes.items():
                places: list[str | None] = [None] if self.short and told != "markup" else [None, *names]
                for place in places:
                    self.post(browser, who, form.with_probe(probe, place), f"{told} in {place or 'all fields'}")

    def probe_addresses(self, browser: Browser, who: str) -> None:
        """Every part of every address, and every word after its question mark, with something nasty in its place."""
        probes = {name: PROBES[name][:2000] for name in (("markup", "folder, encoded") if self.short else PROBES)}
        for address in self._seeds(who):
            parts, query = urlsplit(address), parse_qsl(urlsplit(address).query, keep_blank_values=True)
            rule = self.pattern(address).split("/")
            places = [number for number, part in enumerate(rule) if "<" in part and "<int" not in part]
            for told, probe in probes.items():
                for number in places:
                    path = parts.path.split("/")
                    path[number] = quote(probe, safe="")
                    self.get(browser, who, "/".join(path))
                asked = {name for name, _ in query}
                for name in asked if self.short or told not in SHORT else asked | ASKED:
                    changed = [(key, value) for key, value in query if key != name] + [(name, probe)]
                    self.get(browser, who, f"{parts.path}?{urlencode(changed)}")

    def probe_server(self, browser: Browser, who: str) -> None:
        """What no page sends: other methods, other names of the machine, ways out of a folder and off the site."""
        for address in (*FOLDERS, *ELSEWHERE):
            answer = self.get(browser, who, address)
            if answer.status == 200:
                self.told(f"GET {address}", "it is found")
        for method in ("PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"):
            answer = self.get(browser, who, "/", method)
            if answer.status < 400 or MARK in answer.text:
                self.told(f"{method} /", f"status {answer.status}")
        stranger = Browser(self.port)
        for name in (EVIL, f"{EVIL}:80", "localhost.evil.example", ""):
            answer = stranger.ask("GET", "/log-in", more={"Host": name})
            if answer.status < 400 and name:
                self.told("GET /log-in", f"it answers under the name {name}")
        for header in ("X-Forwarded-Host", "X-Forwarded-Server", "X-Original-URL", "X-Rewrite-URL", "Forwarded"):
            answer = stranger.ask("GET", "/join", more={header: EVIL})
            if EVIL in answer.text or EVIL in str(answer.headers):
                self.told("GET /join", f"it believes the header {header}")


def wrong_with_headers(answer: Answer, port: int, *, is_private: bool) -> Iterator[str]:
    headers = answer.headers
    if answer.status in (400, 413, 414, 431) and answer.kind == "text/plain":
        return  # refused before it came to a page: an address that is too long, or under another name
    policy = headers.get("Content-Security-Policy", "")
    if "default-src 'none'" not in policy:
        yield "no content security policy, or a weak one"
    if "script-src" in policy and ("unsafe" in policy.partition("script-src")[2].partition(";")[0]):
        yield "the policy lets scripts in a page run"
    if "frame-ancestors" not in policy:
        yield "the policy does not say who may frame it"
    if headers.get("X-Content-Type-Options") != "nosniff":
        yield "no nosniff"
    if headers.get("Referrer-Policy") not in ("same-origin", "no-referrer", "strict-origin"):
        yield "others are told where somebody was"
    if answer.kind == "text/html" and answer.status != 304 and "no-store" not in headers.get("Cache-Control", ""):
        yield "a page may be kept by whoever shares the machine"
    if (
        is_private
        and "no-store" not in headers.get("Cache-Control", "")
        and not re.match("image/|text/(css|java)", answer.kind)
    ):
        yield "what is somebody’s own may be kept by whoever shares the machine"
    if answer.kind == "text/html" and headers.get_content_charset() != "utf-8":
        yield "a page without its encoding"
    if re.search(r"\d", headers.get("Server", "")):
        yield "it tells its version"
    if any(MARK in name.lower() for name in headers):
        yield "a header of another’s"
    yield from _wrong_with_redirect(headers.get("Location"), port)
    for cookie in headers.get_all("Set-Cookie") or ():
        flags = [flag.strip().casefold() for flag in cookie.split(";")[1:]]
        if MARK in cookie.partition("=")[0]:
            yield "a cookie of another’s"
        if "httponly" not in flags:
            yield "a cookie that scripts can read"
        if not {"samesite=lax", "samesite=strict"} & set(flags):
            yield "a cookie that goes along with other sites’ forms"
        if any(flag.startswith("domain=") for flag in flags):
            yield "a cookie for other machines too"


def _wrong_with_redirect(location: str | None, port: int) -> Iterator[str]:
    if location is None:
        return
    if re.search(r"[\\\x00-\x20]", location) or location.startswith("//"):
        yield "it may lead to another site"
    parts = urlsplit(location)
    if (parts.scheme or parts.netloc) and parts.netloc != f"{HOST}:{port}":
        yield "it leads to another site"


def wrong_with_page(page: html.HtmlElement) -> Iterator[str]:
    for element in page.iter():
        if not isinstance(element.tag, str):
            continue
        if MARK in element.tag:
            yield "an element that was sent stands in the page"
        if element.tag in ("script", "style") and MARK in (element.text or ""):
            yield "what was sent stands in a script"
        for name, value in element.attrib.items():
            if MARK in name or name.startswith("on"):
                yield f"an attribute that was sent stands in the page, or one with a script: {name}"
            if name in ADDRESSES and _scheme(value) in ("javascript", "vbscript", "data") and element.tag != "img":
                yield "an address that is a script"
            if (element.tag, name) in LOADS and not _is_within(value):
                yield f"it loads something from elsewhere: {element.tag} {value[:60]}"
            if element.tag == "a" and name == "href" and urlsplit_or_none(value) == EVIL:
                yield "a link to another site that was sent"
        if element.tag == "form":
            yield from _wrong_with_form(element)
        if element.tag == "script" and not element.get("src") and element.get("type") != "application/json":
            yield "a script within the page"
        if element.tag == "base":
            yield "a page that changes where its addresses lead"


def _wrong_with_form(form: html.HtmlElement) -> Iterator[str]:
    if form.xpath("ancestor::fieldset[@disabled]"):
        return  # a preview, of which nothing can be sent
    tokens = [one for one in form.xpath(".//input[@name='csrf_token']/@value") if one]
    if form.get("method", "get").casefold() == "post" and not tokens:
        yield f"a form without a token, to {form.get('action', 'the same page')[:60]}"
    if form.get("method", "get").casefold() == "get" and tokens:
        yield "a form that would put its token into an address"


def _scheme(address: str) -> str:
    bare = re.sub(r"[\x00-\x20]", "", address)
    return bare.partition(":")[0].casefold() if ":" in bare else ""


def _is_within(address: str) -> bool:
    return urlsplit_or_none(address) == "" and not _scheme(address).startswith(("http", "ftp", "javascript"))


def urlsplit_or_none(address: str) -> str | None:
    """The machine of an address, empty where it is ours; None where it cannot be read."""
    try:
        return urlsplit(address.replace("\\", "/").strip()).netloc
    except ValueError:
        return None


def _is_ours(address: str) -> bool:
    return address.startswith("/") and urlsplit_or_none(address) == "" and not address.startswith("/static/")


def _forms(page: html.HtmlElement, address: str) -> Iterator[Form]:
    """The forms of a page, each with what stands in its fields; of several buttons the first."""
    for form in page.iter("form"):
        fields: dict[str, Field] = {}
        for element in form.xpath(".//input|.//textarea|.//select|.//button"):
            name = element.get("name")
            if not name or element.get("disabled") is not None:
                continue
            kind = element.get("type", "submit" if element.tag == "button" else "text")
            value = element.get("value", "") if element.tag in ("input", "button") else _value_of(element)
            if kind in ("radio", "checkbox") and name in fields and element.get("checked") is None:
                continue
            if kind in ("submit", "image") and name in fields:
                continue
            fields[name] = Field(name, value, kind == "file", name == "csrf_token")
        action = urljoin(address, form.get("action") or address)
        method = form.get("method", "get").casefold()
        yield Form(address, action, method, form.get("enctype") == "multipart/form-data", tuple(fields.values()))


def _value_of(element: html.HtmlElement) -> str:
    if element.tag == "textarea":
        return str(element.text or "")
    options = element.xpath(".//option[@selected]") or element.xpath(".//option")
    return str(options[0].get("value", options[0].text or "")) if options else ""


def _token(answer: Answer) -> str:
    page = answer.page
    found = page.xpath("//input[@name='csrf_token']/@value") if page is not None else []
    assert found, f"no form with a token: status {answer.status}"
    return str(found[0])


def _log_in(browser: Browser, who: str) -> bool:
    """Whether somebody is let in, as a new session: a passphrase may have been changed by what was sent."""
    browser.cookies.clear()
    fields = {"csrf_token": _token(browser.ask("GET", "/log-in")), "name": who, "passphrase": WORDS}
    answer = browser.ask("POST", "/log-in", urlencode(fields).encode(), "application/x-www-form-urlencoded")
    return answer.status in (302, 303)


def scan(short: bool) -> list[Figures]:
    """Serves a classroom with two classes, and goes through all of it as each role."""
    library = load()
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "kept" / FILE
        study = Study.open(file, lambda: datetime.now(UTC))
        people = furnish(library, study, Random(1))
        app = create_app(Services.of(library, study, Random(1), has_classes=True), b"only to know the addresses, long")
        study.close()
        served = Served(file, Path(scratch), "--classroom", "--host", "127.0.0.1")
        served.start()
        try:
            found = Scan(served.port, file, app, people, short)
            browsers = {who: Browser(served.port) for who in COLUMNS}
            for who, browser in browsers.items():
                assert not who or _log_in(browser, who), f"{who} is not let in"
            forms = {who: found.crawl(browser, who, 1 if short else 6) for who, browser in browsers.items()}
            found.probe_server(browsers[""], "")
            for who, browser in browsers.items():
                found.probe_addresses(browser, who)
            for who in (ANN, VINE, ""):
                found.probe_forms(browsers[who], who, forms[who])
            for who, browser in browsers.items():  # what was sent, where it is shown afterwards
                if not who or browser.ask("GET", "/report").status == 200 or _log_in(browser, who):
                    found.crawl(browser, who, 1 if short else 6)
        finally:
            served.kill()
        log = served.log
    faults = [f"{what} ({where})" for what, where in found.faults.items()]
    faults += [log[-2000:]] if "Traceback" in log else []
    figures = {"requests": found.requests, "pages": len(found.pages), "forms": len(found.forms)}
    return [Figures("scan", figures | {"slowest s": round(found.slowest, 1)}, tuple(faults))]
