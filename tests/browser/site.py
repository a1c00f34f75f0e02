"""A tutor served in a thread of this process, by the server that people have."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from waitress import wasyncore
from waitress.server import BaseWSGIServer, create_server


@contextmanager
def served(app: Flask, port: int = 0) -> Iterator[str]:
    """The address of an app, without a slash at its end; at a port of its own, unless one is given."""
    sockets: dict[int, object] = {}
    server = create_server(app, map=sockets, host="127.0.0.1", port=port, threads=4)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        # Closed by the thread that waits on them, whose loop ends when none is left.
        server.trigger.pull_trigger(lambda: _close(server, sockets))
        thread.join()
        server.task_dispatcher.shutdown()


def _close(server: BaseWSGIServer, sockets: dict[int, object]) -> None:
    # A channel that is closed as a mere socket would leave the files open that it has not yet sent.
    for channel in tuple(server.active_channels.values()):
        channel.handle_close()
    wasyncore.close_all(sockets, ignore_all=True)
