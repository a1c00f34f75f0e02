"""A server started as people start it, and a browser that keeps its connection open."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode


def environment(bytecode: Path) -> dict[str, str]:
    """This one, but that bytecode is written, into a folder: where it is not, each start compiles every module."""
    unlike = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**unlike, "PYTHONPYCACHEPREFIX": str(bytecode)}


@contextmanager
def serving(*command: str, env: Mapping[str, str] | None = None) -> Iterator[Browser]:
    """A browser at a server started as `python -m command`, which says its address on its first line."""
    with subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        address = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
        assert address is not None
        yield Browser(address[1], int(address[2]))
        process.terminate()


class Browser:
    """One connection kept open, with the cookie that a browser would send back."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._connection = HTTPConnection(host, port)
        self._cookie = ""

    def get(self, path: str) -> str:
        self._connection.request("GET", path, headers={"Cookie": self._cookie})
        return self._answer(200)

    def post(self, path: str, **form: str) -> None:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": self._cookie}
        self._connection.request("POST", path, urlencode(form), headers)
        self._answer(303)

    def token(self, path: str) -> str:
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.get(path))
        assert token is not None
        return token[1]

    def _answer(self, status: int) -> str:
        response = self._connection.getresponse()
        body = response.read().decode()
        assert response.status == status, (response.status, body)
        self._cookie = (response.headers["Set-Cookie"] or self._cookie).split(";")[0]
        return body


def timed(action: Callable[[], object]) -> float:
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun
