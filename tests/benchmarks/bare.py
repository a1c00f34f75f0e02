"""The least that a page of Flask can be, served as the tutor is: what its pages are measured against.

`python -m tests.benchmarks.bare [WORKERS]` says its address; a form that is sent to it leads back to the page.
"""

from __future__ import annotations

import socket
import sys

from flask import Flask, redirect
from werkzeug.wrappers import Response

from tutor.web.server.http_server import BACKLOG, Server
from tutor.web.server.workers import WorkerProcess, run


def page() -> str:
    return "<!doctype html><title>bare</title><p>A bare page."


def form() -> Response:
    return redirect("/", 303)


def main(workers: int) -> None:
    app = Flask("bare")
    app.add_url_rule("/", "page", page)
    app.add_url_rule("/", "form", form, methods=["POST"])
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(BACKLOG)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)

    def work(worker: WorkerProcess) -> None:
        server = Server(app, listening, beat=worker.beat)
        worker.stops_by(server.stop)
        server.run()

    if workers:
        run(work, workers, listening.close)
    else:
        Server(app, listening).run()


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 0)
