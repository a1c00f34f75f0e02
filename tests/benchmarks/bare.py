"""The least that a page of Flask can be, served as the tutor is: what its pages are measured against.

`python -m tests.benchmarks.bare [WORKERS]` says its address; a form that is sent to it leads back to the page.
"""

from __future__ import annotations

import sys

from flask import Flask, redirect
from waitress.server import create_server
from werkzeug.wrappers import Response

from tutor.web.serving import CONNECTIONS, THREADS, _listen
from tutor.web.workers import run


def page() -> str:
    return "<!doctype html><title>bare</title><p>A bare page."


def form() -> Response:
    return redirect("/", 303)


def main(workers: int) -> None:
    app = Flask("bare")
    app.add_url_rule("/", "page", page)
    app.add_url_rule("/", "form", form, methods=["POST"])
    listening = _listen(None, "127.0.0.1")
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)

    def work() -> None:
        server = create_server(
            app,
            sockets=[listening],
            threads=THREADS,
            ident=None,
            connection_limit=CONNECTIONS,
            asyncore_use_poll=True,
        )
        server.run()

    if workers > 1:
        run(work, workers)
    else:
        work()


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 1)
