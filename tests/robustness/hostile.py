"""Hostile requests to a served classroom, over every route and role, with sessions and tokens that are valid.

First a walk goes through every page and form as it is meant, and notes which handlers were reached; then what it sent is
sent again with something wrong in it. Meanwhile a learner goes on with a drill as if nothing were the matter.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic

from werkzeug.routing import Map

from tests.robustness.figures import Figures, percentile
from tests.robustness.house import LEARNER, OTHER_LEARNER, OTHER_TEACHER, ROLES, TEACHER, VISITOR, House, Session
from tests.robustness.ledger import Ledger, Question
from tests.robustness.places import places
from tests.robustness.pupil import Pupil, Refused
from tests.robustness.raw import BOUNDARY, FORM, Hung, Input, Reply, ask, form_of, multipart_of, quoted
from tests.robustness.served import Served, Unanswered
from tests.robustness.spoiling import MEGABYTE, NASTY, spoilt, spoilt_bytes, zips
from tests.robustness.walk import ENDINGS, PBN, STALE, Route, Sample, Walk, addresses_of
from tutor.library.catalogue import load
from tutor.study.folder import FILE
from tutor.study.store import Study
from tutor.web.application import create_app
from tutor.web.parts import Parts

SEED = 1910
WORKERS = 2
AT_ONCE = 2
"""How many hostile guests there are at the same moment."""
LONGEST = 2.0
"""Seconds within which everything is answered."""
AGAIN = 2
"""How often an input that took longer is sent again: on a busy machine anything may be late once."""
SOBER = 20
"""After how many hostile inputs the learner who means well answers a question."""
ORDER = 40
"""After how many the house is put in order."""
FEW = 1000
MOST_MEMORY = 400
"""Megabytes that a worker may need beyond what it had before."""
KINDS = (
    "as it was", "address", "query", "form", "form", "form", "files", "zips", "content type", "cut short", "encoding",
    "headers", "cookies", "token", "method",
)  # fmt: skip
"""What is wrong with an input; most of what is sent to a classroom are forms."""
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
    "filename": ["style.css"],
    "form": ["csv", "json"],
    "drill": ["0"],
}


def assail(number: int, *, seed: int = SEED, only: int | None = None) -> list[Figures]:
    """So many inputs, two thirds of them to a tutor on SQLite; of these `only` one, to see it again.

    Few inputs go to SQLite alone.
    """
    with places("hostile") as (file, address, _):
        routes = _routes()
        if number < FEW:
            return [_Assault(file, "SQLite", seed, routes).run(number, only, each=1)]
        on_server = number // 3
        return [
            _Assault(file, "SQLite", seed, routes).run(number - on_server, only, each=2),
            _Assault(address, "PostgreSQL", seed + 1, routes).run(on_server, only, each=2),
        ]


def _routes() -> Map:
    """All routes of the tutor."""
    with tempfile.TemporaryDirectory() as folder:
        study = Study.open(Path(folder) / FILE, lambda: datetime.now(UTC))
        app = create_app(Parts.of(load(), study, Random(1), has_classes=True), b"only for trials, and long enough")
        study.close()
        return app.url_map


@dataclass
class _Told:
    """What one guest has seen."""

    durations: list[float] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    late: int = 0


@dataclass(frozen=True)
class _Hostile:
    """An input with what is wrong in it, and the route that it is for."""

    kind: str
    route: Route | None
    input: Input
    once: str = ""
    has_token: bool = True


class _Assault:
    """One database, one tutor, so many inputs."""

    def __init__(self, where: Path | str, name: str, seed: int, routes: Map) -> None:
        self._where, self._name, self._seed, self._routes = where, name, seed, routes

    def run(self, number: int, only: int | None, *, each: int) -> Figures:
        """So many inputs, after a walk in which each route is asked for so often in each role."""
        began = monotonic()
        house = House(self._where)
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            served = Served(
                self._where, Path(folder), "--classroom", "--workers", str(WORKERS), "--host", "127.0.0.1"
            )
            served.start()
            stack.callback(served.kill)
            self._walk = walk = Walk(served.port, house, self._routes)
            sessions = {role: Session(served.port, role) for role in (*ROLES, "leaver")}
            self._learn_the_ways(sessions, each)
            workers, base = served.workers(), _memory(served.workers())
            told = self._all_guests(served, house, number, only)
            faults = [f"seed {self._seed}: {fault}" for one in told for fault in one.faults]
            faults += self._unreached() if only is None else []
            if served.workers() != workers:
                faults.append(f"workers ended: {workers} are now {served.workers()}")
            grown = max(_memory(served.workers()), default=0) - max(base, default=0)
            if grown > MOST_MEMORY:
                faults.append(f"a worker needs {grown} MB more than before")
            if "Traceback" in served.log:
                faults.append(served.log[served.log.index("Traceback") :][:3000])
        kept = house.answers()
        faults += [f"lost: {one}" for some in told for one in some.acknowledged if one not in kept]
        compared = self._ledger.compare(self._where)
        faults += [*walk.faults, *house.faults(), *compared.faults]
        house.close()
        return self._figures(told, compared.figures, faults, grown, monotonic() - began)

    def _figures(
        self, told: list[_Told], compared: dict[str, object], faults: list[str], grown: int, seconds: float
    ) -> Figures:
        durations = [one for some in told for one in some.durations]
        walk, kinds = self._walk, sum((one.kinds for one in told), Counter[str]())
        statuses = sum((one.statuses for one in told), Counter[int]())
        wanted = walk.wanted
        figures: dict[str, object] = {"walked": walk.requests, "inputs": len(durations), "routes": len(wanted)}
        figures |= {"reached": sum(bool(walk.reached[one]) for one in wanted)}
        figures |= {"p99 ms": percentile(durations, 0.99), "slowest ms": percentile(durations, 1)}
        figures |= {"late once": sum(one.late for one in told), "MB more": grown}
        figures |= {"acknowledged": sum(len(one.acknowledged) for one in told)}
        figures |= {f"{what} (sober)": compared[what] for what in ("acknowledged", "lost", "changed")}
        least = sorted((walk.reached[one], " ".join(one)) for one in wanted)[:8]
        notes = (
            f"seed {self._seed}; see one input again by: python -m tests.robustness hostile --seed {SEED} --only NUMBER",
            "least often reached: " + ", ".join(f"{name} {times}" for times, name in least),
            "inputs by kind: " + ", ".join(f"{kind} {times:,}" for kind, times in sorted(kinds.items())),
            "answers by status: " + ", ".join(f"{status} {times:,}" for status, times in sorted(statuses.items())),
        )
        return Figures(self._name, figures | {"seconds": round(seconds)}, tuple(faults), notes)

    # ---- the walk ------------------------------------------------------------------------------------------------

    def _learn_the_ways(self, sessions: dict[str, Session], each: int) -> None:
        walk = self._walk
        for session in sessions.values():
            session.begin()
        for role in (TEACHER, LEARNER, TEACHER, LEARNER, *((OTHER_TEACHER, OTHER_LEARNER) if each > 1 else ())):
            walk.go(sessions[role], each)
        for slip in sorted(set(walk.slips), key=lambda one: (one[:6], one))[:6]:
            newcomer = Session(sessions[VISITOR]._port, VISITOR)
            newcomer.begin()
            walk.go(newcomer, 1, [slip])
        walk.go(sessions[VISITOR], each)
        walk.end(sessions["leaver"])
        walk.bring_much(sessions[TEACHER])
        walk.look_for_the_rest([sessions[TEACHER], sessions[LEARNER], sessions[VISITOR]], POOLS)
        walk.wait_for_a_job(sessions[TEACHER])

    def _unreached(self) -> list[str]:
        return [f"no input ever reached {' '.join(one)}" for one in sorted(self._walk.wanted) if not self._walk.reached[one]]

    # ---- the guests ----------------------------------------------------------------------------------------------

    def _all_guests(self, served: Served, house: House, number: int, only: int | None) -> list[_Told]:
        self._ledger = Ledger()
        told = [_Told() for _ in range(AT_ONCE)]
        numbers = range(number) if only is None else range(only, only + 1)
        threads = [
            Thread(target=self._guest, args=(served, house, numbers[guest::AT_ONCE], told[guest]))
            for guest in range(AT_ONCE)
        ]
        sober = Thread(target=self._sober, args=(served, house, number // SOBER, told[0], threads))
        for thread in (*threads, sober):
            thread.start()
        for thread in (*threads, sober):
            thread.join()
        return told

    def _sober(self, served: Served, house: House, answers: int, told: _Told, others: list[Thread]) -> None:
        """Answers questions of a drill, one after another, as long as the others are there."""
        pupil = Pupil(served.port, house.numbers["sober"], "Dora", self._ledger)
        try:
            pupil.come_in()
            for number in range(answers):
                if not any(one.is_alive() for one in others):
                    break
                pupil.answer(Question(pupil.learner, house.quiet_drill, 1 + number // 30, 1 + number % 30))
                others[0].join(0.2)
        except (Refused, Unanswered) as error:
            pupil.faults.append(str(error))
        pupil.browser.leave()
        told.faults += pupil.faults

    def _guest(self, served: Served, house: House, numbers: range, told: _Told) -> None:
        sessions = {role: Session(served.port, role) for role in ROLES}
        for session in sessions.values():
            session.begin()
        for place, number in enumerate(numbers):
            random = Random(f"{self._seed}/{number}")
            session = sessions[random.choice(ROLES)]
            hostile = self._input(session, random)
            try:
                reply = self._asked(served.port, hostile.input, told)
            except Hung as error:
                told.faults.append(f"input {number}, {hostile.kind}, {session.role}: {error}: {_shown(hostile.input)}")
                continue
            told.kinds[hostile.kind] += 1
            told.statuses[reply.status] += 1
            fault = self._wrong(hostile, reply)
            if fault:
                told.faults.append(f"input {number}, {hostile.kind}, {session.role}: {fault}: {_shown(hostile.input)}")
            if self._walk.count(hostile.route, reply) and hostile.once and reply.status == 303:
                told.acknowledged.append((house.numbers[session.role], hostile.once))
            if hostile.kind != "cookies" and session.role != VISITOR:
                session.keep(reply.cookies)
            if place % ORDER == 0 or session.is_out(reply):
                house.put_in_order()
            if session.is_out(reply) and hostile.kind != "cookies":
                session.begin()

    def _asked(self, port: int, sent: Input, told: _Told) -> Reply:
        """The reply; where it came late, that of another time. Raises `Hung` where it is always late."""
        reply = ask(port, sent)
        told.durations.append(reply.seconds)
        for _ in range(AGAIN):
            if reply.seconds <= LONGEST:
                return reply
            told.late += 1
            reply = ask(port, sent)
        if reply.seconds > LONGEST:
            raise Hung(f"an answer takes {reply.seconds:.1f} s, every time")
        return reply

    def _wrong(self, hostile: _Hostile, reply: Reply) -> str:
        if reply.status >= 500 and reply.status not in (501, 505):  # of the server, for what is no HTTP of ours
            return f"status {reply.status}"
        if b"Traceback (most recent call last)" in reply.body:
            return "a traceback on the page"
        if reply.status == 0 and hostile.kind not in ("cut short", "encoding", "headers"):
            return "no answer"
        if not hostile.has_token and hostile.route and 200 <= reply.status < 400 and hostile.input.method == b"POST":
            return f"status {reply.status} without a token" if "/log-in" not in reply.location else ""
        return ""

    # ---- what is sent --------------------------------------------------------------------------------------------

    def _input(self, session: Session, random: Random) -> _Hostile:
        """An input for somebody, made of a sample of any role, or of nothing but the address of a route."""
        walk, kind = self._walk, random.choice(KINDS)
        rule = random.choice(walk.rules)
        method = random.choice(sorted((rule.methods or {"GET"}) - {"HEAD", "OPTIONS"}))
        known = walk.samples[rule.endpoint, method]
        if known:
            _, sample = random.choice([one for one in known if one[0] == session.role] if random.random() < 0.6 else known) \
                if any(one[0] == session.role for one in known) else random.choice(known)
        else:
            sample = Sample(method, random.choice(list(addresses_of(rule, POOLS))))
        if rule.endpoint in ENDINGS and rule.endpoint != "accounts.log_out":
            sample = replace(sample, fields=tuple((name, "") for name, _ in sample.fields))
        return self._spoilt(kind, sample, session, random)

    def _spoilt(self, kind: str, sample: Sample, session: Session, random: Random) -> _Hostile:
        has_token, token = True, session.token
        fields, query, files, method = list(sample.fields), list(sample.query), list(sample.files), sample.method
        path: str | bytes = sample.path
        as_multipart, content_type = sample.is_multipart, None
        match kind:
            case "address":
                path = self._other_address(sample.path, random)
            case "query":
                query += [(random.choice(self._names()), _word(random)) for _ in range(random.randrange(1, 5))]
            case "form":
                fields = self._other_fields(fields, random)
            case "files" | "zips":
                method, as_multipart = "POST", True
                files = self._other_files(kind, files, random)
            case "method":
                method = random.choice(("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "BREW"))
            case "token":
                method, has_token = "POST", False
                token = random.choice(("", spoilt(token, random), token[::-1], token[:-1]))
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
        address = (path.encode("utf-8", "surrogatepass") if isinstance(path, str) else path)
        target = _encoded(address) + (b"?" + form_of(query) if query else b"")
        made = session.request(method, target, body=body, kind=content_type or FORM)
        made = self._over_the_wire(kind, made, random)
        route = self._walk.route(sample.path, method) if kind != "address" else None
        is_answer = method == "POST" and any(name == "answer" for name, _ in fields) and kind in ("as it was", "query")
        return _Hostile(kind, route, made, once if is_answer and sample.path.startswith(("/practice", "/games")) else "", has_token)

    def _over_the_wire(self, kind: str, made: Input, random: Random) -> Input:
        """What goes wrong below the forms."""
        match kind:
            case "content type":
                kinds = (
                    b"application/json", b"text/plain", b"multipart/form-data", b"multipart/form-data; boundary=", b"",
                    b"multipart/form-data; boundary=" + b"b" * 5000, b"application/x-www-form-urlencoded; charset=utf-7",
                    b"application/x-www-form-urlencoded; charset=nothing", b"multipart/mixed; boundary=x", b"\xff/\xfe",
                )  # fmt: skip
                headers = tuple(pair for pair in made.headers if pair[0] != b"Content-Type")
                body = random.choice((made.body, b'{"answer": [[' * 5000, b"\xff\xfe\0", b"--x\r\n", b"=&=&&&;;" * 1000))
                headers = tuple(
                    (name, b"%d" % len(body)) if name == b"Content-Length" else (name, value) for name, value in headers
                )
                return replace(made, headers=(*headers, (b"Content-Type", random.choice(kinds))), body=body)
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

    def _names(self) -> list[str]:
        """The names of fields that are used anywhere."""
        if not hasattr(self, "_known_names"):
            samples = [sample for some in self._walk.samples.values() for _, sample in some]
            found = {name for sample in samples for name, _ in (*sample.fields, *sample.query)} | _READ
            self._known_names = sorted(found - {"csrf_token"})
        return self._known_names

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
                    found.append((random.choice(self._names()), _word(random)))
        return found

    def _other_files(self, kind: str, files: list[tuple[str, str, bytes]], random: Random) -> list[tuple[str, str, bytes]]:
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
        other = random.choice((name, name, "../../etc/passwd", "\0.md", "x" * 5000 + ".md", "’♠.yaml", "", "a.exe", ".md"))
        return [(named, other, content)] * random.choice((1, 1, 1, 3, 120))


_LIN = b"qx|o1|md|3SAKHQ,S2,H3|mb|1C|mb|p|mb|p|mb|p|pc|SA|"
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
    broken = (b"%", b"%zz", b"%e2%28%a1", b"%c0%af", b"%ed%a0%80", b"%00", b"\xff\xfe", b"%2e%2e%2f" * 8, b"//", b"\x7f")
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
            [(b"X-Forwarded-Host", b"evil.example"), (b"X-Forwarded-For", b"1.2.3.4, " * 300), (b"Forwarded", b"for=x")],
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
    spoilt_cookie[random.randrange(len(value))] = random.choice(b"A.-_%;=\"\xff")
    return random.choice((bytes(spoilt_cookie), value[: len(value) // 2], value * 3, b"love-all=" + b"." * 9, b"=;=;" * 99))


def _without_host(made: Input) -> Input:
    return replace(made, headers=tuple(pair for pair in made.headers if pair[0] != b"Host"))


def _memory(pids: list[int]) -> list[int]:
    """What each process has in memory, in megabytes; nothing where the system does not say."""
    found = []
    for pid in pids:
        status = Path(f"/proc/{pid}/status")
        told = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
        found += [int(told[1]) // 1024] if told else []
    return found


def _shown(sent: Input) -> str:
    """An input that can be sent again, cut where it is long."""
    return ascii(sent.bytes[:1500]) + (f" and {len(sent.bytes) - 1500:,} bytes more" if len(sent.bytes) > 1500 else "")
