"""Damaged texts, notations and backups: each is taken or refused in words, soon, and within bounds."""

from __future__ import annotations

import resource
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from tests.robustness.figures import Figures, percentile
from tests.robustness.spoiling import spoilt, spoilt_bytes
from tutor.cards import Card, Hand
from tutor.deal import Deal
from tutor.errors import TutorError
from tutor.library.catalogue import Library, check, load
from tutor.library.files import lessons_in, yaml_files
from tutor.library.folders import folder
from tutor.library.lesson_files import read_lessons
from tutor.study.storage.backup import back_up, restore
from tutor.study.study import Study

LONGEST = 2.0
"""Seconds of work that anything may take; whoever waits five times as long for an answer takes it to hang."""

MOST_MEMORY = 200
"""Megabytes that all of it may need beyond what the tutor has when it begins."""

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


def damage(number: int, seed: int = 1910) -> list[Figures]:
    """So many inputs, shared among everything that reads any."""
    library = load()
    with tempfile.TemporaryDirectory() as scratch:
        source = _of_everything(library, Path(scratch), seed)
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
    return [Figures(f"seed {seed}", figures, tuple(faults))]


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


def _of_everything(library: Library, scratch: Path, seed: int) -> Iterator[Trial]:
    """One kind after another; the same seed gives the same inputs, but for what a backup holds of the moment."""
    yaml, lesson, notation, backup = (Random(f"{seed}/{kind}") for kind in ("YAML", "lesson", "notation", "backup"))
    hand, text = scratch / "spoilt-hand.yaml", scratch / "spoilt-lesson.md"
    sources = [
        _contents(yaml_files(folder("hands")), hand, lambda file: check([file]), "YAML", yaml),
        _contents(lessons_in(folder("lessons")), text, lambda file: read_lessons(library, [file]), "lesson", lesson),
        _notations(library, notation),
        _backups(scratch, backup),
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
        damaged = spoilt_bytes(content, random)

        def run(damaged: bytes = damaged) -> None:
            spoilt_file.write_bytes(damaged)
            restore(study, spoilt_file, lambda *_: None, scratch / "replaced.zip")

        yield Trial("backup", repr(damaged[:40]), run)
