"""The start, the pages and the weight of a page, each against its target: `python -m tests.benchmarks.speed`.

A page of ours and a bare page of Flask are asked for in turn, over connections kept open, of the same server; so are
our start and that of the bare page. What is printed are medians, with the 99th of a hundred where there is a target.

Our server remembers the pages that it has rendered, by all that decides them. So each page is asked for once more at an
address that nobody has asked for before, and what that takes stands under `anew`. Neither server compresses pages.
"""

from __future__ import annotations

import itertools
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urljoin

from tests.benchmarks.serving import Browser, environment, serving, timed
from tutor.__main__ import OBJECTS_BETWEEN_COLLECTIONS

ROUNDS, WARMING, STARTS, IMPORTS = 300, 20, 7, 7
DRILL = "/practice/declare/AKJ762.765.A43.4/hearts"
LESSON = "/lessons/whist-cards-and-table"
TUTOR = ("tutor", "serve", "--no-browser", "--data")
LOADING = f"""
import gc, time
gc.set_threshold({OBJECTS_BETWEEN_COLLECTIONS})
begun = time.perf_counter()
from tutor.library.catalogue import load
imported = time.perf_counter()
load()
print(imported - begun, time.perf_counter() - imported)
"""


@dataclass(frozen=True, slots=True)
class Target:
    """A page and how many times the time of a bare page it may take, at the median and at the 99th of a hundred."""

    name: str
    address: Callable[[], str]
    ratio: float = 2.0
    slowest_ratio: float | None = None


def main() -> None:
    cards = itertools.cycle(range(1, 52))
    targets = (
        Target("first page", lambda: "/", slowest_ratio=3),
        Target("review page", lambda: "/review/"),
        Target("replay step", lambda: f"/games/hel-game-01/card/{next(cards)}"),
        Target("marked drill", lambda: DRILL),
        Target("lesson", lambda: LESSON),
        Target("courses", lambda: "/courses/"),
        Target("search", lambda: "/library/?q=lead", ratio=3),
    )
    print(f"{'what':<26}{'bare':>10}{'ours':>10}{'ratio':>8}{'target':>10}{'anew':>10}")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as bytecode:
        env = environment(Path(bytecode))
        start(Path(folder), env)
        content(env)
        with serving("tests.benchmarks.bare") as bare, serving(*TUTOR, folder) as tutor:
            for target in targets:
                compare(target, bare, tutor)
            weigh(tutor.host, tutor.port)


def start(folder: Path, env: Mapping[str, str]) -> None:
    """From the command to the first page, with a study that exists and bytecode that is written."""
    plain, ours = [], []
    for round_ in range(STARTS + 1):
        begun = time.perf_counter()
        with serving("tests.benchmarks.bare", env=env) as browser:
            browser.get("/")
            plain.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        with serving(*TUTOR, str(folder), env=env) as browser:
            browser.get("/")
            ours.append(time.perf_counter() - begun)
        if round_ == 0:
            plain.clear()
            ours.clear()
    bare, own = statistics.median(plain), statistics.median(ours)
    print(f"{'start to the first page':<26}{bare:>8.2f} s{own:>8.2f} s{own / bare:>8.1f}{'≤ 8':>10}")


def content(env: Mapping[str, str]) -> None:
    """Importing what reads content, and reading it, each time in a fresh process that is set up as `tutor` is."""
    command = [sys.executable, "-c", LOADING]
    times = [
        [float(word) for word in subprocess.check_output(command, text=True, env=env).split()] for _ in range(IMPORTS)
    ]
    for name, seconds in zip(("content: import", "content: load"), zip(*times, strict=True), strict=True):
        print(f"{name:<26}{'':>10}{statistics.median(seconds):>8.2f} s{'':>8}{'≤ 0.25 s':>10}")


def compare(target: Target, bare: Browser, tutor: Browser) -> None:
    """One page, asked for in turn with the bare one."""
    plain, ours, anew = [], [], []
    for round_ in range(WARMING + ROUNDS):
        plain.append(timed(lambda: bare.get("/")))
        address = target.address()
        ours.append(timed(partial(tutor.get, address)))
        unknown = f"{address}{'&' if '?' in address else '?'}unknown={round_}"
        anew.append(timed(partial(tutor.get, unknown)))
        if round_ == WARMING:
            plain.clear()
            ours.clear()
            anew.clear()
    report(target.name, plain, ours, anew, statistics.median, target.ratio)
    if target.slowest_ratio:
        report(f"{target.name}, p99", plain, ours, anew, slowest, target.slowest_ratio)


def slowest(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


def report(
    name: str, plain: list[float], ours: list[float], anew: list[float], of: Callable[[list[float]], float], most: float
) -> None:
    bare, own, first = of(plain), of(ours), of(anew)
    ratio, target = f"{own / bare:.1f}", f"≤ {most:g}"
    print(f"{name:<26}{1000 * bare:>7.2f} ms{1000 * own:>7.2f} ms{ratio:>8}{target:>10}{first / bare:>10.1f}")


def weigh(host: str, port: int) -> None:
    """What the first page of a lesson brings over the wire, headers left out, with what it links to and its fonts."""
    page = fetched(host, port, LESSON)
    linked = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.decode())
    fonts: list[str] = []
    total = len(page)
    for address in linked:
        total += len(fetched(host, port, address, "gzip"))
        if ".css" in address:
            # The faces of plain English: a browser fetches the others only for a page that has their letters.
            found = re.findall(r"url\(([^)]+)\)", fetched(host, port, address).decode())
            fonts = [urljoin(address, font) for font in found if "-more" not in font and "-bold" not in font]
    total += sum(len(fetched(host, port, font)) for font in fonts if font not in linked)
    print(f"{'lesson over the wire':<26}{'':>10}{total / 1000:>7.0f} KB{'':>8}{'≤ 110 KB':>10}")


def fetched(host: str, port: int, address: str, encoding: str = "identity") -> bytes:
    """The body of an answer as it came."""
    connection = HTTPConnection(host, port)
    connection.request("GET", address, headers={"Accept-Encoding": encoding})
    body = connection.getresponse().read()
    connection.close()
    return body


if __name__ == "__main__":
    main()
