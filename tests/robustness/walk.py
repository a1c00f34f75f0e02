"""A walk through every page and form, as people in their roles walk: it follows links, and sends forms filled in."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from io import BytesIO
from itertools import count, product
from random import Random
from time import monotonic, sleep
from urllib.parse import parse_qsl, urlsplit
from zipfile import ZipFile

from pyotp import TOTP
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, MapAdapter, RequestRedirect, Rule

from tests.robustness.house import NAMES, SPARE, VISITOR, House, Session
from tests.robustness.raw import BOUNDARY, FORM, PATIENCE, Hung, Reply, form_of, multipart_of
from tests.support.school import WORDS

STALE, PROOF = b"The form is out of date", b"<h1>Confirm that it is you</h1>"
LEAD_OUT = frozenset((one, "POST") for one in ("accounts.log_out", "sessions.end", "sessions.end_all"))
"""What leads to the door without having been refused."""
Route = tuple[str, str]
"""An endpoint and a method."""
_INVITATION = re.compile(r"\b[A-HJ-NP-Z2-9]{4}(?:-[A-HJ-NP-Z2-9]{4}){3}\b")
_CODE = re.compile(r"\b[A-HJ-NP-Z2-9]{3}-[A-HJ-NP-Z2-9]{3}\b")
ENDINGS = frozenset(("accounts.log_out", "privacy.delete", "accounts.change_passphrase"))
"""What ends a session, or an account: somebody else does it, at the end of the walk."""
BOOKS = frozenset((
    "api", "api_guide", "deals", "diagrams", "embedding", "games", "glossary", "help", "hindsight", "laws",
    "lessons", "library", "lists", "masters", "maxims", "rulings", "static",
))  # fmt: skip
"""Rooms that show the same to everybody, whatever has been done."""
ALSO = (
    "/", "/your-data/", "/your-data/file", "/settings/", "/join", "/log-in", "/account",
    "/report?page=/games/hel-game-01/", "/help", "/help/learning", "/help/deploy/nginx.conf",
    "/embed/games/hel-game-01", "/embed/games/hel-game-01/call/1", "/embed/games/hel-game-01/card/1",
    "/diagrams/hel-game-01.svg", "/diagrams/hel-game-01.png", "/exports/lin/hel-game-01", "/exports/pbn/hel-game-01",
    "/exports/xapi", "/review/log.csv", "/review/log.json", "/create/preview", "/create/write", "/create/save",
    "/api/v1/", "/api/v1/openapi.json", "/api/v1/maxims?topic=luck", "/api/v1/odds", "/api/v1/claims?deal=hel-game-01",
    "/api/v1/rulings/auction-1910", "/api/v1/rulings/auction-1910/revokes?by=dealer", "/api/v1/laws?words=revoke",
    "/api/v1/laws/revoke-penalty", "/api/v1/terms", "/api/v1/terms/finesse", "/api/v1/search?words=trumps&most=5",
    "/api/v1/deals?kind=game", "/api/v1/deals/hel-game-01", "/api/v1/games", "/api/v1/games/hel-game-02/plays",
    "/api/v1/lessons?course=whist", "/api/v1/themes", "/api/v1/questions?on=term&seed=7&count=2&level=advanced",
    "/api/v1/questions/8d3998bd.beginner.438900",
    "/offline/", "/offline/state", "/offline/packs/game/hel-game-01", "/offline/packs/review", "/manifest.webmanifest",
    "/service-worker.js",
    "/report/thanks", "/practice/declare/own?hand=AKJ762.765.A43.4", "/practice/of/hel-decl-nt-a",
)  # fmt: skip
"""What no page links to, or not for everybody."""
PBN = '[Event "?"]\n[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]\n[Dealer "N"]\n'
LESSON = "---\ntitle: A lesson of ours\n---\n\nSome words.\n"


@dataclass(frozen=True)
class Sample:
    """A request that was answered as it should be: its address, its fields, and the files that went with it."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, str, bytes], ...] = ()
    is_multipart: bool = False

    @property
    def address(self) -> str:
        return self.path + (f"?{form_of(self.query).decode()}" if self.query else "")


@dataclass
class Found:
    """A form of a page: it is sent with one of its buttons; some send it `elsewhere`, or scripts do."""

    method: str
    action: str
    enctype: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    """Links and forms, with the fields as they are filled in or chosen beforehand."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Found] = []
        self._form: Found | None = None
        self._text: str | None = None
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._radios: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = {name: value or "" for name, value in attrs}
        if tag == "a" and have.get("href"):
            self.links.append(have["href"])
        elif tag == "form":
            self._form = Found(have.get("method", "get").upper(), have.get("action", ""), have.get("enctype", ""))
            self.forms.append(self._form)
            self._form.elsewhere += [have["data-check"]] if have.get("data-check") else []
            self._radios = set()
        elif tag == "button" and self._form is not None and have.get("formaction"):
            self._form.elsewhere.append(have["formaction"])
        elif self._form is not None and have.get("name"):
            self._take(tag, have["name"], have, self._form)
        elif tag == "option" and self._select is not None:
            self._select[1].append((have.get("value", ""), "selected" in have))

    def _take(self, tag: str, name: str, have: dict[str, str], form: Found) -> None:
        kind, value = have.get("type", "text"), have.get("value", "")
        if tag == "input" and kind == "file":
            form.files.append(name)
        elif tag == "button" or (tag == "input" and kind == "submit"):
            form.buttons.append((name, value))
        elif tag == "input" and kind == "radio":
            if name not in self._radios or "checked" in have:
                form.fields = [one for one in form.fields if one[0] != name] + [(name, value)]
            self._radios.add(name)
        elif tag == "input" and (kind != "checkbox" or "checked" in have):
            form.fields.append((name, value))
        elif tag == "textarea":
            form.fields.append((name, ""))
            self._text = name
        elif tag == "select":
            self._select = (name, [])

    def handle_data(self, data: str) -> None:
        if self._text is not None and self._form is not None:
            self._form.fields[-1] = (self._text, self._form.fields[-1][1] + data.replace("\n", "\r\n"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "textarea":
            if self._form is not None and self._text is not None:
                name, value = self._form.fields[-1]
                self._form.fields[-1] = (name, re.sub(r"\A\r*\n", "", value))  # a line's end at once is none of it
            self._text = None
        elif tag == "select" and self._select is not None and self._form is not None:
            name, options = self._select
            chosen = next((value for value, selected in options if selected and value), "")
            self._form.fields.append((name, chosen or next((value for value, _ in options if value), "")))
            self._select = None


class Walk:
    """Goes through a served tutor, and keeps a sample of each request that reached what it was meant for."""

    def __init__(self, port: int, house: House, routes: Map, left_out: Collection[str] = ()) -> None:
        self._port, self._house = port, house
        self._routes: MapAdapter = routes.bind("127.0.0.1")
        self.rules = [rule for rule in routes.iter_rules() if rule.endpoint not in left_out]
        self._left_out = left_out
        self.samples: dict[Route, list[tuple[str, Sample]]] = defaultdict(list)
        self.reached: Counter[Route] = Counter()
        self.faults: list[str] = []
        self.files: dict[str, tuple[str, bytes]] = {}
        self.invitations: list[str] = []
        self._been_round: set[str] = set()
        self._newcomers = count(1)
        self.requests = 0

    @property
    def wanted(self) -> set[Route]:
        """Every route with every method that it takes, but for those that come of themselves."""
        return {
            (rule.endpoint, method) for rule in self.rules for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        }

    def route(self, path: str, method: str) -> Route | None:
        """The route of an address; None for one that is nowhere."""
        try:
            endpoint, _ = self._routes.match(path, method=method)
        except (HTTPException, RequestRedirect, ValueError):
            return None
        return str(endpoint), method

    def count(self, route: Route | None, reply: Reply) -> bool:
        """Counts that a handler was reached: one that was asked, and found what it was asked about."""
        is_refused = reply.status in (0, 404, 405, 413) or (reply.status == 400 and STALE in reply.body)
        is_sent_away = PROOF in reply.body or (reply.status in (302, 303) and "/log-in" in reply.location)
        is_sent_away = is_sent_away and route not in LEAD_OUT
        has_reached = route is not None and not (is_refused or is_sent_away or reply.status == 403)
        if has_reached and route is not None:
            self.reached[route] += 1
        return has_reached

    def go(self, session: Session, each: int, beginnings: Iterable[str] = ALSO) -> None:
        """Walks in one role; of each route with the same method so many addresses are asked for.

        Whoever has been round before looks only at what may have changed since; so does everybody but the first, where
        one address is enough.
        """
        is_again = session.role in self._been_round or (each == 1 and bool(self._been_round))
        self._been_round.add(session.role)
        queue = [Sample("GET", urlsplit(one).path, tuple(parse_qsl(urlsplit(one).query))) for one in beginnings]
        seen, asked = set(queue), Counter[Route]()
        while queue:
            sample = queue.pop(0)
            route = self.route(sample.path, sample.method)
            if route is None or (route[0] in ENDINGS and sample.method == "POST") or asked[route] >= each:
                continue
            if route[0] in self._left_out:
                continue
            if is_again and route[0].partition(".")[0] in BOOKS:
                continue
            asked[route] += 1
            for further in self._further(self.send(session, sample), sample, session.role):
                if further not in seen:
                    seen.add(further)
                    queue.append(further)

    def send(self, session: Session, sample: Sample) -> Reply:
        """Sends a sample as somebody; it is kept where it reached what it was meant for."""
        fields = [(name, session.token if name == "csrf_token" else value) for name, value in sample.fields]
        body, kind = None, FORM
        if sample.method != "GET":
            has_token = any(name == "csrf_token" for name, _ in fields)
            fields = fields if has_token else [("csrf_token", session.token), *fields]
            body = multipart_of(fields, sample.files) if sample.is_multipart else form_of(fields)
            kind = b"multipart/form-data; boundary=" + BOUNDARY if sample.is_multipart else FORM
        try:
            reply = session.ask(session.request(sample.method, sample.address, body=body, kind=kind))
        except Hung as error:
            self.faults.append(f"{session.role}, {sample.method} {sample.address}: {error}")
            return Reply(0, {}, (), b"", PATIENCE)
        self.requests += 1
        route = self.route(sample.path, sample.method)
        if reply.status >= 500 or b"Traceback (most recent call last)" in reply.body:
            self.faults.append(f"{session.role}, {sample.method} {sample.address} {sample.fields}: {reply.status}")
        if self.count(route, reply) and route is not None:
            self.samples[route].append((session.role, replace(sample, fields=tuple(fields))))
            name = re.search(r'filename="?([^";]+)', reply.headers.get("content-disposition", ""))
            if name and len(reply.body) < 200_000:
                ends = (".love-all.json", "-result.json", name[1][-4:])
                self.files.setdefault(next(filter(name[1].endswith, ends)), (name[1], reply.body))
        if session.is_out(reply) or PROOF in reply.body:
            session.begin()
        if sample.method != "GET":
            self._house.put_in_order()
        return reply

    def _further(self, reply: Reply, sample: Sample, role: str) -> Iterable[Sample]:
        """The samples that a page leads to: its links, its forms filled in, the codes that stand on it."""
        if reply.status in (301, 302, 303) and reply.location:
            yield from self._link(sample, reply.location)
        if not reply.headers.get("content-type", "").startswith("text/html"):
            return
        text, reader = reply.body.decode("utf-8", "replace"), _Reader()
        reader.feed(text)
        for form in sorted(reader.forms, key=lambda one: one.method):
            yield from self._filled(form, sample, role)
        for link in reader.links:
            yield from self._link(sample, link)
        if sample.path.startswith("/classes"):
            self.invitations += [f"/invitation/{written}" for written in dict.fromkeys(_INVITATION.findall(text))]
            self.invitations += [f"/join?code={code}" for code in dict.fromkeys(_CODE.findall(text))]

    def _link(self, on: Sample, address: str) -> Iterable[Sample]:
        parsed = urlsplit(address)
        if parsed.scheme not in ("", "http") or (parsed.netloc and not parsed.netloc.startswith("127.0.0.1")):
            return
        path = parsed.path or on.path
        if not path.startswith("/"):
            path = f"{on.path.rpartition('/')[0]}/{path}"
        yield Sample("GET", path, tuple(parse_qsl(parsed.query, keep_blank_values=True)))

    def _filled(self, form: Found, on: Sample, role: str) -> Iterable[Sample]:
        """A form as somebody fills it in: what is empty gets what usually stands there; one sample for each button."""
        parsed = urlsplit(form.action or on.address)
        path = parsed.path or on.path
        route = self.route(path, form.method)
        if route is None:
            return
        fields = [(name, value or self._usual(route[0], name, role)) for name, value in form.fields]
        files = [(name, *self._file(route[0])) for name in form.files]
        for action in dict.fromkeys(form.elsewhere):
            yield Sample("POST", urlsplit(action).path, (), tuple(fields), (), "multipart" in form.enctype)
        for buttons in [[one] for one in form.buttons[:3]] or [[]]:
            sent = (*fields, *buttons)
            query = tuple(parse_qsl(parsed.query, keep_blank_values=True))
            if form.method == "GET":
                yield Sample("GET", path, sent)
            else:
                yield Sample("POST", path, query, sent, tuple(files), "multipart" in form.enctype)

    def _usual(self, endpoint: str, name: str, role: str) -> str:
        if name == "name":
            if endpoint.startswith("authoring"):
                return f"ours-{next(self._newcomers)}"
            if endpoint == "accounts.submit_log_in":
                return NAMES.get(role, "Nobody")
            return f"Newcomer {next(self._newcomers)}"
        return {
            "passphrase": WORDS, "old": WORDS, "typed": SPARE, "names": "Cleo\r\nDan", "sentence": "It is not so.",
            "text": "Well done.", "tricks": "1", "real_name": "Some Body", "q": "lead", "answer": "1", "word": "tenace",
            "hand": "AKJ762.765.A43.4", "title": "Some work", "ids": "hel-decl-nt-a", "card": "SA", "pbn": PBN,
        }.get(name, "")  # fmt: skip

    def _file(self, endpoint: str) -> tuple[str, bytes]:
        if endpoint == "homework.open_file" and ".love-all.json" in self.files:
            name, content = self.files[".love-all.json"]
            return name, re.sub(rb'"key":"(\w+)"', lambda found: b'"key":"%s"' % found[1][::-1], content)
        if endpoint == "results.import_results" and "-result.json" in self.files:
            return self.files["-result.json"]
        return "a-lesson.md", LESSON.encode()

    # ---- what the walk did not come by --------------------------------------------------------------------------

    def end(self, leaver: Session) -> None:
        """What ends a session or an account, by somebody who leaves."""
        for path, fields in (
            ("/account/passphrase", (("old", WORDS), ("passphrase", WORDS))),
            ("/log-out", ()),
            ("/your-data/delete", (("name", NAMES["leaver"]), ("passphrase", WORDS))),
        ):
            leaver.begin()
            self.send(leaver, Sample("POST", path, fields=fields))

    def look_for_the_rest(self, sessions: Sequence[Session], pools: dict[str, list[str]], most: int = 20) -> None:
        """Tries addresses of the routes that were not reached, made of what is known and of what was met with."""
        met = defaultdict(set)
        for endpoint, method in self.samples:
            for _, sample in self.samples[endpoint, method]:
                for name, value in self._routes.match(sample.path, method=method)[1].items():
                    met[name].add(str(value))
        known = {name: sorted(some, key=lambda one: (len(one), one))[:12] for name, some in met.items()}
        known = {name: [*pools["int"], *some] if some[0].isdecimal() else some for name, some in known.items()}
        pools = known | pools
        for rule in self.rules:
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                route = (rule.endpoint, method)
                if self.reached[route] or rule.endpoint in ENDINGS:
                    continue
                addresses = list(dict.fromkeys(addresses_of(rule, pools)))
                Random(rule.rule).shuffle(addresses)
                for session, path in list(product(sessions, addresses[:most])):
                    self.send(session, Sample(method, path))
                    if self.reached[route]:
                        break

    def go_by_invitations(self, teacher: Session, port: int) -> None:
        """Goes by invitations made just now, and by the codes of classes, as somebody who has no account yet."""
        invitations = Sample("POST", "/classes/1/invitations", fields=(("names", "Eve\r\nFay"),))
        for further in (invitations, Sample("GET", "/classes/1")):
            list(self._further(self.send(teacher, further), further, teacher.role))
        written, codes = ([one for one in self.invitations if one.startswith(way)] for way in ("/invitation/", "/join"))
        for address in [*written[-2:], *codes[-2:]]:
            newcomer = Session(port, VISITOR)
            newcomer.begin()
            self.go(newcomer, 1, [address])

    def log_in_in_two_steps(self, session: Session) -> None:
        """Turns the second step on, logs out, and gets as far as the page that asks for a code."""
        self.send(session, Sample("POST", "/account/two-step/set-up", fields=(("passphrase", WORDS),)))
        page = self.send(session, Sample("GET", "/account/two-step")).body.decode()
        key = re.search(r'class="secret">([^<]+)<', page)
        if key is None:
            self.faults.append("no key for the second step is on the page")
            return
        code = TOTP(key[1].replace(" ", "")).now()
        self.send(session, Sample("POST", "/account/two-step/confirm", fields=(("code", code),)))
        session.cookies.clear()
        session.refresh("/log-in")
        fields = [("csrf_token", session.token), ("name", NAMES[session.role]), ("passphrase", WORDS)]
        session.ask(session.request("POST", "/log-in", body=form_of(fields)))
        session.refresh("/log-in/code")
        self.send(session, Sample("GET", "/log-in/code"))
        self.send(session, Sample("POST", "/log-in/code", fields=(("code", "000000"),)))

    def bring_much(self, teacher: Session) -> None:
        """A file that is so large that a page tells how far it has been taken in."""
        large = _zipped((f"lessons/large-{number}.md", LESSON.encode() + b"Some words. " * 2000) for number in range(6))
        sent = Sample("POST", "/create/import/", files=(("file", "large.zip", large),), is_multipart=True)
        for further in self._link(sent, self.send(teacher, sent).location):
            self.send(teacher, further)

    def wait_for_a_job(self, session: Session, seconds: float = 90) -> None:
        """Takes a file that was long in making, once it is made."""
        until = monotonic() + seconds
        while not self.reached["exports.file", "GET"] and monotonic() < until:
            for number in range(1, 13):
                self.send(session, Sample("GET", f"/exports/jobs/{number}/file"))
            sleep(1)


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for name, content in files:
            archive.writestr(name, content)
    return made.getvalue()


def addresses_of(rule: Rule, pools: dict[str, list[str]]) -> Iterable[str]:
    """Addresses of a rule, with whatever may stand where it has an argument."""
    pieces = re.split(r"<[^>]+>", rule.rule)
    names = re.findall(r"<(?:([^:>]+):)?([^>]+)>", rule.rule)
    choices = [
        kind[4:-1].split(", ")
        if kind.startswith("any(")
        else pools.get(name) or pools["int" if kind == "int" else "str"]
        for kind, name in names
    ]
    for values in product(*choices):
        yield pieces[0] + "".join(value + piece for value, piece in zip(values, pieces[1:], strict=True))
