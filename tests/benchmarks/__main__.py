"""Cold start, pages against a bare Flask page in the same run, and `tutor advise` lines a second.

Each page is asked for in turn with the bare one over a connection kept open, so that a machine whose speed drifts
slows both alike; medians are printed.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from flask import Flask
from waitress.server import create_server

from tutor.deal import Deal
from tutor.library.catalogue import load
from tutor.seats import Seat
from tutor.study.store import Study
from tutor.web.application import create_app
from tutor.web.parts import Parts

ROUNDS = 300
LINES = 20_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        cold_start(Path(folder))
        pages(Path(folder))
    advise()


def cold_start(folder: Path) -> None:
    """From the command to the first page, in seconds."""
    times = []
    for number in range(3):
        begun = time.perf_counter()
        command = [sys.executable, "-m", "tutor", "serve", "--no-browser", "--data", str(folder / f"cold{number}")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            address = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
            assert address is not None
            fetch(HTTPConnection(address[1], int(address[2])), "/")
            times.append(time.perf_counter() - begun)
            process.terminate()
    print(f"cold start to the first page            {statistics.median(times):6.2f} s")


def pages(folder: Path) -> None:
    """Each page, and each form with its redirect, against a bare Flask page."""
    bare = Flask("bare")
    bare.add_url_rule("/", "page", lambda: "<!doctype html><title>bare</title><p>A bare page.")
    study = Study.open(folder / "study.sqlite3", lambda: datetime.now(UTC))
    tutor = create_app(Parts(load(), study, Random(1)), b"x" * 32)
    tutor.config["WTF_CSRF_ENABLED"] = False  # the form is posted without having been read
    bare_connection, connection = serve(bare), serve(tutor)
    asked: dict[str, Callable[[], object]] = {
        "home": lambda: fetch(connection, "/"),
        "list of games": lambda: fetch(connection, "/games/"),
        "replay, first page": lambda: fetch(connection, "/games/hel-game-01/"),
        "replay, a card": lambda: fetch(connection, "/games/hel-game-01/card/22"),
        "replay, the end": lambda: fetch(connection, "/games/hel-game-01/card/52"),
        "drill, a question": lambda: fetch(connection, "/practice/declare/AKJ762.765.A43.4"),
        "drill, the verdict": lambda: fetch(connection, "/practice/declare/AKJ762.765.A43.4/hearts"),
        "drill, an answer kept": lambda: post(connection, "/practice/declare/AKJ762.765.A43.4", answer="hearts"),
    }
    for name, ask in asked.items():
        plain, ours = [], []
        for round_ in range(ROUNDS):
            plain.append(timed(lambda: fetch(bare_connection, "/")))
            ours.append(timed(ask))
            if round_ == 20:  # the first ones warm both up
                plain.clear()
                ours.clear()
        ratio = statistics.median(own / other for own, other in zip(ours, plain, strict=True))
        milliseconds = 1000 * statistics.median(ours)
        print(f"{name:<36} {milliseconds:6.2f} ms {ratio:6.1f} × bare ({1000 * statistics.median(plain):.2f} ms)")
    study.close()


def advise() -> None:
    """Declarations and leads a second through the command, on one core, traces on and off."""
    for question in ("declare", "lead"):
        for trace in (True, False):
            lines = "".join(json.dumps(request) + "\n" for request in requests(question, trace=trace))
            begun = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "tutor", "advise"], input=lines, stdout=subprocess.PIPE, text=True, check=True
            )
            rate = LINES / (time.perf_counter() - begun)
            what = f"tutor advise, {question}, traces {'on' if trace else 'off'}"
            print(f"{what:<36} {rate:6.0f} lines a second")


def requests(question: str, *, trace: bool) -> list[dict[str, object]]:
    random = Random(1901)
    hands = [str(Deal.shuffled(random, Seat.SOUTH).hands.south) for _ in range(LINES)]
    common = {"authority": "hellespont", "question": question, "trace": trace}
    if question == "declare":
        return [{**common, "hand": hand} for hand in hands]
    return [{**common, "hand": hand, "trumps": random.choice("SHDCN"), "declared_by": "dealer"} for hand in hands]


def serve(app: Flask) -> HTTPConnection:
    server = create_server(app, host="127.0.0.1", port=0, threads=2)
    threading.Thread(target=server.run, daemon=True).start()
    return HTTPConnection("127.0.0.1", server.effective_port)


def fetch(connection: HTTPConnection, path: str) -> bytes:
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read()
    assert response.status == 200, (path, response.status)
    return body


def post(connection: HTTPConnection, path: str, **form: str) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", path, urlencode(form), headers)
    response = connection.getresponse()
    response.read()
    assert response.status == 303, response.status


def timed(action: Callable[[], object]) -> float:
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
