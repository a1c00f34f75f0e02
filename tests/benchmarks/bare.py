"""The least that a page of Flask can be, served as the tutor is: what its pages are measured against."""

from __future__ import annotations

from flask import Flask
from waitress.server import create_server


def main() -> None:
    app = Flask("bare")
    app.add_url_rule("/", "page", lambda: "<!doctype html><title>bare</title><p>A bare page.")
    server = create_server(app, host="127.0.0.1", port=0, threads=8)
    print(f"http://127.0.0.1:{server.effective_port}/", flush=True)
    server.run()


if __name__ == "__main__":
    main()
