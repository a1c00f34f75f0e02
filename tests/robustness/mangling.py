"""Requests with something wrong in them, made of requests that were answered as they should be."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from tests.robustness.house import Session
from tests.robustness.raw import BOUNDARY, FORM, Input, form_of, multipart_of, quoted
from tests.robustness.spoiling import MEGABYTE, NASTY, spoilt, spoilt_bytes, zips
from tests.robustness.walk import ENDINGS, PBN, Route, Sample, Walk, addresses_of

KINDS = (
    "as it was", "address", "query", "form", "form", "form", "files", "zips", "content type", "cut short", "encoding",
    "headers", "cookies", "token", "method",
)  # fmt: skip
"""What is wrong with an input; most of what is sent to a classroom are forms."""
OWN = 0.6
"""How often somebody begins with what he may do himself; else with what anybody did."""
POOLS = {
    "int": ["1", "2", "3", "4", "5", "6", "7"],
    "str": ["hel-game-01", "a", "csv", "drill", "hel-decl-nt-a"],
    "game_id": ["hel-game-01"],
    "deal_id": ["hel-diamonds-04"],
    "problem_id": ["cae-end-090"],
    "group_id": ["hel-hands-doubling"],
    "lesson_id": ["auction-bids", "bridge-actual-rubber"],
    "course_id": ["auction", "bridge"],
    "what": ["lesson:auction-bids", "group:hel", "hel-game-01", "course:auction"],
    "name": ["hel-game-01", "bridge-english-1901"],
    "kind": ["drill", "lesson", "hand", "text", "replay"],
    "hand": ["AKJ762.765.A43.4"],
    "given": ["hearts", "leave"],
    "filename": ["love-all.css"],
    "form": ["csv", "json"],
    "action": ["read", "play"],
    "drill": ["0"],
}


@dataclass(frozen=True)
class Hostile:
    """An input with what is wrong in it, and the route that it is for."""

    kind: str
    route: Route | None
    input: Input
    once: str = ""
    has_token: bool = True


class Mangler:
    """Makes hostile inputs of what a walk has found."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk

    def input(self, session: Session, random: Random) -> Hostile:
        """The next input of somebody; the same `random` makes the same one of the same walk."""
        walk, kind = self._walk, random.choice(KINDS)
        rule = random.choice(walk.rules)
        method = random.choice(sorted((rule.methods or {"GET"}) - {"HEAD", "OPTIONS"}))
        known = walk.samples.get((rule.endpoint, method), [])
        own = [one for one in known if one[0] == session.role]
        if known:
            _, sample = random.choice(own if own and random.random() < OWN else known)
        else:
            sample = Sample(method, random.choice(list(addresses_of(rule, POOLS))))
        if rule.endpoint in ENDINGS and rule.endpoint != "accounts.log_out":
            sample = replace(sample, fields=tuple((name, "") for name, _ in sample.fields))
        return self._spoilt(kind, sample, session, random)

    def _spoilt(self, kind: str, sample: Sample, session: Session, random: Random) -> Hostile:
        has_token, token = True, session.token
        fields, query, files, method = list(sample.fields), list(sample.query), list(sample.files), sample.method
        path: str | bytes = sample.path
        as_multipart, content_type = sample.is_multipart, None
        match kind:
            case "address":
                path = self._other_address(sample.path, random)
            case "query":
                query += [(random.choice(self._names), _word(random)) for _ in range(random.randrange(1, 5))]
            case "form":
                fields = self._other_fields(fields, random)
            case "files" | "zips":
                method, as_multipart = "POST", True
                files = self._other_files(kind, files, random)
            case "method":
                method = random.choice(
                    ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "BREW")
                )
            case "token":
                method, has_token = "POST", False
                token = random.choice(("", token[::-1], f"x{token}", token[:-4], random.choice(NASTY)))
        once = next((value for name, value in fields if name == "once"), "")
        body = None
        if method not in ("GET", "HEAD", "OPTIONS", "TRACE", "get"):
            others = [pair for pair in fields if pair[0] != "csrf_token"]
            if "once" in dict(others) and random.random() < 0.5:
                once = f"hostile-{random.randrange(10**12)}"
                others = [(name, once if name == "once" else value) for name, value in others]
            sent = [("csrf_token", token), *others] if token else others
            body = multipart_of(sent, files) if as_multipart else form_of(sent)
            content_type = b"multipart/form-data; boundary=" + BOUNDARY if as_multipart else FORM
        address = path.encode("utf-8", "surrogatepass") if isinstance(path, str) else path
        target = _encoded(address) + (b"?" + form_of(query) if query else b"")
        made = session.request(method, target, body=body, kind=content_type or FORM)
        made = self._over_the_wire(kind, made, random)
        route = self._walk.route(sample.path, method) if kind != "address" else None
        is_answer = kind in ("as it was", "query") and "answer" in dict(fields) and route in _NAMED
        return Hostile(kind, route, made, once if is_answer else "", has_token)

    def _over_the_wire(self, kind: str, made: Input, random: Random) -> Input:
        """What goes wrong below the forms."""
        match kind:
            case "content type":
                kinds = (
                    b"application/json", b"text/plain", b"multipart/form-data", b"multipart/form-data; boundary=", b"",
                    b"multipart/form-data; boundary=" + b"b" * 5000, FORM + b"; charset=utf-7", b"\xff/\xfe",
                    FORM + b"; charset=nothing", b"multipart/mixed; boundary=x",
                )  # fmt: skip
                headers = tuple(pair for pair in made.headers if pair[0] != b"Content-Type")
                body = random.choice(
                    (made.body, b'{"answer": [[' * 5000, b"\xff\xfe\0", b"--x\r\n", b"=&=&&&;;" * 1000)
                )
                headers = tuple(
                    (name, b"%d" % len(body)) if name == b"Content-Length" else (name, value) for name, value in headers
                )
                has_body = any(name == b"Content-Length" for name, _ in headers)
                headers = (*headers, (b"Content-Type", random.choice(kinds)))
                return replace(made, headers=headers, body=body if has_body else b"")
            case "cut short":
                return replace(made, sent=random.randrange(len(made.body))) if made.body else _without_host(made)
            case "encoding":
                return replace(made, target=_broken(made.target, random))
            case "headers":
                more = _headers(random)
                promises = {name for name, _ in more} & {b"Transfer-Encoding", b"Content-Length", b"Expect"}
                # What promises more than it sends, ends: else the tutor would rightly wait for the rest.
                return replace(made, headers=(*made.headers, *more), sent=len(made.body) if promises else None)
            case "cookies":
                cookies = [(name, _cookie(value, random)) for name, value in made.headers if name == b"Cookie"]
                rest = tuple(pair for pair in made.headers if pair[0] != b"Cookie")
                return replace(made, headers=(*rest, *cookies))
        return made

    @cached_property
    def _names(self) -> list[str]:
        """The names of fields that are used anywhere."""
        samples = [sample for some in self._walk.samples.values() for _, sample in some]
        found = {name for sample in samples for name, _ in (*sample.fields, *sample.query)} | _READ
        return sorted(found - {"csrf_token"})

    def _other_address(self, path: str, random: Random) -> str:
        """An address with one of its parts replaced."""
        parts = path.split("/")
        place = random.randrange(1, len(parts)) if len(parts) > 1 else 0
        parts[place] = random.choice((str(random.randrange(1, 30)), _word(random), spoilt(parts[place], random)))
        return "/" + "/".join(parts).lstrip("/")[:20_000]

    def _other_fields(self, fields: list[tuple[str, str]], random: Random) -> list[tuple[str, str]]:
        """Fields with other values, twice, left out, or with others among them."""
        found = list(fields)
        for _ in range(random.choice((1, 1, 2, 3))):
            place = random.randrange(len(found)) if found else 0
            match random.randrange(6):
                case 0 | 1 if found:
                    found[place] = (found[place][0], _word(random))
                case 2 if found:
                    found[place] = (found[place][0], spoilt(found[place][1], random))
                case 3 if found:
                    found.insert(place, (found[place][0], _word(random)))
                case 4 if found:
                    del found[place]
                case _:
                    found.append((random.choice(self._names), _word(random)))
        return found

    def _other_files(
        self, kind: str, files: list[tuple[str, str, bytes]], random: Random
    ) -> list[tuple[str, str, bytes]]:
        """A file for a field, which is not what it should be."""
        named = files[0][0] if files else random.choice(("file", "file", "text", "answer", "once"))
        if kind == "zips":
            content = random.choice(list(zips().values()))
            content = spoilt_bytes(content, random) if random.random() < 0.3 else content
            return [(named, random.choice(("a.zip", "a.md", "a.love-all-result.json")), content)]
        known = [*self._walk.files.values(), ("a.pbn", PBN.encode()), ("a.lin", _LIN), ("a.yaml", b"kind: deal\n")]
        name, content = random.choice(known)
        content = spoilt_bytes(content, random)
        if random.random() < 0.5 and b"\0" not in content:
            content = spoilt(content.decode("utf-8", "replace"), random).encode("utf-8", "surrogatepass")
        other = random.choice(
            (name, name, "../../etc/passwd", "\0.md", "x" * 5000 + ".md", "’♠.yaml", "", "a.exe", ".md")
        )
        return [(named, other, content)] * random.choice((1, 1, 1, 3, 120))


_LIN = b"qx|o1|md|3SAKHQ,S2,H3|mb|1C|mb|p|mb|p|mb|p|pc|SA|"
_NAMED = frozenset((endpoint, "POST") for endpoint in ("exercises.answer", "games.decide", "practice.answer"))
"""The routes whose answers are kept under the name of the form."""
_READ = {
    "hints", "level", "from", "once", "back", "hindsight", "others", "all", "hint", "again", "kept", "seat", "shown",
    "page", "of", "for", "old", "new", "version", "saved", "like", "tone", "pack", "paper", "q", "theme", "author",
}  # fmt: skip
"""What some page reads of its address."""


def _word(random: Random) -> str:
    return MEGABYTE if random.random() < 0.01 else random.choice(NASTY)


def _encoded(path: bytes) -> bytes:
    """A path as it is sent: what a browser would write with per cent signs, written so."""
    return re.sub(rb"[^A-Za-z0-9/._~:@!$&'()*+,;=%-]", lambda found: b"%%%02X" % found[0][0], path)


def _broken(target: bytes, random: Random) -> bytes:
    """An address that is no good UTF-8, or no address at all."""
    broken = (
        b"%",
        b"%zz",
        b"%e2%28%a1",
        b"%c0%af",
        b"%ed%a0%80",
        b"%00",
        b"\xff\xfe",
        b"%2e%2e%2f" * 8,
        b"//",
        b"\x7f",
    )
    place = random.randrange(1, len(target) + 1)
    return random.choice(
        (
            target[:place] + random.choice(broken) + target[place:],
            target + b"?" + random.choice(broken) + b"=" + random.choice(broken),
            b"http://evil.example" + target,
            b"//evil.example" + target,
            target + b"/" + b"a/" * 3000,
            target + b"?" + b"a=b&" * 3000,
            target + b"#" + target,
            b"*",
            quoted(target.decode("latin-1")),
        )
    )


def _headers(random: Random) -> list[tuple[bytes, bytes]]:
    """Headers that nobody needs, or that contradict others."""
    return random.choice(
        (
            [(b"X-%d" % number, b"y" * 50) for number in range(400)],
            [(b"X-Long", b"y" * 300_000)],
            [(b"Host", b"evil.example")],
            [
                (b"X-Forwarded-Host", b"evil.example"),
                (b"X-Forwarded-For", b"1.2.3.4, " * 300),
                (b"Forwarded", b"for=x"),
            ],
            [(b"Transfer-Encoding", b"chunked")],
            [(b"Content-Length", b"-5")],
            [(b"Content-Length", b"99999999999999999999")],
            [(b"Expect", b"100-continue")],
            [(b"Range", b"bytes=9999999999-,0-0,-1")],
            [(b"If-None-Match", b"*" * 5000), (b"If-Modified-Since", b"never")],
            [(b"Accept-Language", b"\xff\xfe" * 500), (b"User-Agent", b"\xe2\x80\xae" * 400)],
            [(b"Referer", b"http://evil.example/\r\n folded"), (b"Origin", b"null")],
            [(b"Cookie", b"love-all=" + b"x" * 20_000)],
            [(b"Authorization", b"Basic \xff\xfe"), (b"Upgrade", b"websocket")],
            [(b"Bad Name", b"x"), (b"", b"y")],
        )
    )


def _cookie(value: bytes, random: Random) -> bytes:
    """Cookies that are not as they were given."""
    spoilt_cookie = bytearray(value)
    spoilt_cookie[random.randrange(len(value))] = random.choice(b'A.-_%;="\xff')
    return random.choice(
        (bytes(spoilt_cookie), value[: len(value) // 2], value * 3, b"love-all=" + b"." * 9, b"=;=;" * 99)
    )


def _without_host(made: Input) -> Input:
    return replace(made, headers=tuple(pair for pair in made.headers if pair[0] != b"Host"))
