"""Damaged and hostile inputs: each is taken or refused in words, soon, and within bounds."""

from __future__ import annotations

import resource
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from urllib.parse import quote

from flask import Flask
from werkzeug.routing import Rule

from tests.robustness.figures import Figures, percentile
from tutor.cards import Card, Hand
from tutor.deal import Deal
from tutor.errors import TutorError
from tutor.library.building_lessons import check_lessons
from tutor.library.catalogue import Library, check, load
from tutor.library.files import lessons_in, yaml_files
from tutor.library.places import folder
from tutor.study.backup import back_up, restore
from tutor.study.folder import FILE
from tutor.study.store import Study
from tutor.web.application import create_app
from tutor.web.parts import Parts

LONGEST = 2.0
"""Seconds of work that anything may take; whoever waits five times as long for an answer takes it to hang."""

FORM = "application/x-www-form-urlencoded"

COMPUTED = ("/audit", "/agreement", "/odds", "/library/?q=lead")
"""What takes its time once."""

MOST_MEMORY = 200
"""Megabytes that all of it may need beyond what the tutor has when it begins."""

NASTY = (
    "\0", "\ud800", "\ufeff", "\u202e", "’♠", "\r\n\r\n", "%00", "%ff", "..", "../" * 20 + "etc/passwd", "C:\\CON",
    "'", '"', "';--", "<script>alert(1)</script>", "{{7*7}}", "{% raw %}", "-1", "0", "1e999", "nan", "9" * 5000,
    "99999999999999999999", "x" * 60_000, "[" * 5000, "{" * 5000, "(" * 5000, "- " * 5000, "> " * 5000, "*" * 5000,
    "`" * 5000, "{HA" * 3000, "[a](" * 3000, "!!python/object/apply:os.system ['true']", "&a [*a]", "<<: *a", "? ? ?",
    "~", "012", "12:30", "true", "null", "---", "...", "```hand\n", "```\n", "~~~yaml\n", "&amp;" * 1000,
    "A" * 100 + "." * 100, "AKQJT98765432...", "N:AKQ... - - -", "S:A H:K", "٣", "Ⅳ",
)  # fmt: skip
LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
"""Nine lists of nine lists of nine lists …"""


@dataclass(frozen=True)
class Trial:
    """One input: to what, and what is done with it; whatever it raises but a refusal in words is a fault."""

    kind: str
    told: str
    run: Callable[[], object]


class TooSlow(Exception):
    """It took longer than anything may."""


def assail(number: int, seed: int = 1910) -> list[Figures]:
    """So many inputs, shared among everything that takes any."""
    library = load()
    with tempfile.TemporaryDirectory() as scratch, _app(library, Path(scratch)) as app:
        for page in COMPUTED:  # beforehand, as a tutor that is served does it beside what it is asked
            app.test_client().get(page)
        source = _of_everything(app, library, Path(scratch), seed)
        for _ in range(40):  # what is read once, is read
            _tried(next(source))
        base = _memory()
        durations: dict[str, list[float]] = {}
        faults: list[str] = []
        for _ in range(number):
            trial = next(source)
            duration, fault = _tried(trial)
            durations.setdefault(trial.kind, []).append(duration)
            if fault:
                faults.append(f"{trial.kind}, {ascii(trial.told)[:300]}: {fault}")
        grown = _memory() - base
    if grown > MOST_MEMORY:
        faults.append(f"{grown} MB were wanted beyond the {base} at first")
    slowest = max(duration for some in durations.values() for duration in some)
    counts = {kind: len(some) for kind, some in sorted(durations.items())}
    all_durations = [duration for some in durations.values() for duration in some]
    figures: dict[str, object] = {"inputs": number, **counts, "p99 ms": percentile(all_durations, 0.99)}
    figures |= {"slowest s": round(slowest, 2), "MB more": grown}
    return [Figures("hostile", figures, tuple(faults))]


def _tried(trial: Trial) -> tuple[float, str]:
    """How long it took, and what was wrong with that."""
    began, worked = perf_counter(), process_time()
    fault = ""
    try:
        with _at_most(5 * LONGEST):
            trial.run()
    except TutorError:
        pass
    except TooSlow:
        fault = "it hangs"
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"[:300]
    worked = process_time() - worked
    return perf_counter() - began, fault or (f"{worked:.1f} seconds" if worked > LONGEST else "")


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _memory() -> int:
    """The most that this process has ever had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


# ---- what is sent ------------------------------------------------------------------------------------------------


def spoilt(text: str, random: Random) -> str:
    """The text with something cut out, doubled, turned about, or put in."""
    for _ in range(random.choice((1, 1, 2, 5))):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice((1, 3, 20, 200)))
        match random.randrange(6):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:]
            case 2:
                text = text[:start] + random.choice(NASTY) + text[end:]
            case 3:
                text = (
                    text[:start]
                    + chr(random.choice((0, 9, 10, 34, 39, 45, 58, 91, 123, 0x2019, 0xFFFF, 0xDC00)))
                    + text[end:]
                )
            case 4:
                lines = text.splitlines(keepends=True)
                random.shuffle(lines)
                text = "".join(lines) if random.random() < 0.2 else text
            case _:
                text = text[:start] + text[start:end] * random.choice((2, 50)) + text[end:]
    return text


def _of_everything(app: Flask, library: Library, scratch: Path, seed: int) -> Iterator[Trial]:
    """One kind after another; the same seed gives the same inputs, but for what a backup holds of the moment."""
    kinds = ("YAML", "lesson", "notation", "backup", "request")
    yaml, lesson, notation, backup, request = (Random(f"{seed}/{kind}") for kind in kinds)
    hand, text = scratch / "spoilt-hand.yaml", scratch / "spoilt-lesson.md"
    sources = [
        _contents(yaml_files(folder("hands")), hand, lambda file: check([file]), "YAML", yaml),
        _contents(lessons_in(folder("lessons")), text, lambda file: check_lessons(library, [file]), "lesson", lesson),
        _notations(library, notation),
        _backups(scratch, backup),
        *[_requests(app, library, request)] * 3,
    ]
    while True:
        for source in sources:
            yield next(source)


def _contents(
    files: list[Path], name: Path, look: Callable[[Path], object], kind: str, random: Random
) -> Iterator[Trial]:
    small = [file for file in files if file.stat().st_size < 30_000]
    while True:
        text = LAUGHS if random.random() < 0.02 else spoilt(random.choice(small).read_text(encoding="utf-8"), random)

        def run(text: str = text) -> None:
            name.write_bytes(text.encode("utf-8", "surrogatepass"))
            look(name)

        yield Trial(kind, text[:200], run)


def _notations(library: Library, random: Random) -> Iterator[Trial]:
    texts = [str(game.deal) for game in library.games.values()]
    readers: tuple[Callable[[str], object], ...] = (Deal.parse, Hand.parse, Card.parse)
    while True:
        reader, text = random.choice(readers), random.choice(texts)
        part = spoilt(random.choice((text, text.split()[0], text[2:20], text[2:4])), random)
        yield Trial("notation", part, lambda reader=reader, part=part: reader(part))  # type: ignore[misc]


def _backups(scratch: Path, random: Random) -> Iterator[Trial]:
    study = Study.open(scratch / "backed-up.sqlite3", lambda: datetime.now(UTC))
    sound, spoilt_file = scratch / "sound.zip", scratch / "spoilt.zip"
    back_up(study, sound, lambda *_: None)
    content = sound.read_bytes()
    while True:
        damaged = bytearray(content)
        for _ in range(random.choice((1, 2, 30))):
            damaged[random.randrange(len(damaged))] = random.randrange(256)
        if random.random() < 0.2:
            del damaged[random.randrange(len(damaged)) :]

        def run(damaged: bytes = bytes(damaged)) -> None:
            spoilt_file.write_bytes(damaged)
            restore(study, spoilt_file, lambda *_: None, scratch / "replaced.zip")

        yield Trial("backup", repr(bytes(damaged[:40])), run)


def _requests(app: Flask, library: Library, random: Random) -> Iterator[Trial]:
    """Every address, with what belongs there, with what does not, and with forms that no page sends."""
    rules = sorted(app.url_map.iter_rules(), key=str)
    known = _known(library)
    client = app.test_client()
    while True:
        rule = random.choice(rules)
        address = _filled(rule, known, random)
        if random.random() < 0.6:
            fields = {random.choice(FIELDS): _word(known, random) for _ in range(random.randrange(4))}
            address += "?" + "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in fields.items())
        form = {random.choice(FIELDS): _word(known, random) for _ in range(random.randrange(6))}
        method = random.choice([*sorted((rule.methods or set()) - {"OPTIONS"}), "POST"])

        def run(address: str = address, form: Mapping[str, str] = form, method: str = method) -> None:
            data = "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in form.items())
            sent = data if method == "POST" else None
            answered = client.open(address, method=method, data=sent, content_type=FORM)
            if answered.status_code >= 500:
                raise AssertionError(f"status {answered.status_code}")

        yield Trial("address" if method != "POST" else "form", f"{method} {address} {form}", run)


FIELDS = (
    "answer", "hints", "level", "from", "once", "back", "pack", "holiday", "cap", "new", "code", "seat",
    "seed", "given", "strictness", "act", "after", "hint", "deal", "by", "tricks", "what", "when", "offence",
    "choice", "hand", "shown", "theme", "hindsight", "others", "q", "author", "declaration", "of", "later",
    "topic", "step", "page",
)  # fmt: skip


def _known(library: Library) -> list[str]:
    """Words that mean something somewhere."""
    deals = [str(game.deal) for game in library.games.values()]
    words = "0 1 2 3 7 13 52 a y b z turn all hearts spades leave two four begin end advanced guided plain rigour"
    codes = "bridge-english-1901 whist-1859 auction-1910 whist dummy-bridge-1901 call-1 csv SA AKJ762.765.A43.4"
    return [*library.games, *library.deals, *words.split(), *codes.split(), *deals]


def _word(known: list[str], random: Random) -> str:
    word = random.choice(known)
    return random.choice((word, word, spoilt(word, random), random.choice(NASTY)))


def _filled(rule: Rule, known: list[str], random: Random) -> str:
    address = rule.rule
    for name in rule.arguments:
        word = str(random.choice((0, 1, 2, 7, 10**6, 10**30, -1))) if f"int:{name}" in address else _word(known, random)
        before, _, rest = address.partition("<")
        address = before + _quoted(word[:3000]) + rest.partition(">")[2]
    return address


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="%")


@contextmanager
def _app(library: Library, scratch: Path) -> Iterator[Flask]:
    study = Study.open(scratch / FILE, lambda: datetime.now(UTC))
    app = create_app(Parts.of(library, study, Random(7)), b"only for trials, and long enough")
    app.config["WTF_CSRF_ENABLED"] = False
    app.config["PROPAGATE_EXCEPTIONS"] = True  # that its place is told; otherwise it would be a page of status 500
    yield app
    study.close()
