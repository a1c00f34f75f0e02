"""Requests as they go over the wire, byte by byte, whether or not a browser would send them; and what comes back."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from time import monotonic
from urllib.parse import quote

PATIENCE = 60.0
"""Seconds after which nobody waits any longer."""
FORM = b"application/x-www-form-urlencoded"
BOUNDARY = b"----of-the-trials"


@dataclass(frozen=True)
class Input:
    """A request: its first line, its headers, and its body, of which only the first `sent` bytes may be sent."""

    method: bytes
    target: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    sent: int | None = None

    @property
    def bytes(self) -> bytes:
        head = [b"%s %s HTTP/1.1" % (self.method, self.target), *(b"%s: %s" % pair for pair in self.headers)]
        return b"\r\n".join([*head, b"", b""]) + (self.body if self.sent is None else self.body[: self.sent])


@dataclass(frozen=True)
class Reply:
    """What came of a request; status 0 where the connection was closed without an answer."""

    status: int
    headers: Mapping[str, str]
    cookies: tuple[str, ...]
    body: bytes
    seconds: float

    @property
    def location(self) -> str:
        return self.headers.get("location", "")


class Hung(Exception):
    """No answer, or no end of it, in all the time that anybody waits."""


def ask(port: int, sent: Input) -> Reply:
    """Sends a request on a connection of its own. Raises `Hung`."""
    began = monotonic()
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):  # refused before all of it was sent; why, is to be read
            connection.sendall(sent.bytes)
            if sent.sent is not None:
                connection.shutdown(socket.SHUT_WR)
        reply = HTTPResponse(connection, method="HEAD" if sent.method == b"HEAD" else "GET")
        try:
            reply.begin()
            body = reply.read()
        except TimeoutError:
            raise Hung(f"no answer in {PATIENCE} s") from None
        except (OSError, HTTPException):
            return Reply(0, {}, (), b"", monotonic() - began)
        finally:
            reply.close()
        cookies = tuple(reply.headers.get_all("Set-Cookie") or ())
        headers = {name.lower(): value for name, value in reply.headers.items()}
        return Reply(reply.status, headers, cookies, body, monotonic() - began)


def quoted(text: str) -> bytes:
    """Text for an address or a form, lone surrogates included."""
    return quote(text.encode("utf-8", "surrogatepass"), safe="").encode()


def form_of(fields: Iterable[tuple[str, str]]) -> bytes:
    """Fields as a form is usually sent."""
    return b"&".join(b"%s=%s" % (quoted(name), quoted(value)) for name, value in fields)


def multipart_of(fields: Iterable[tuple[str, str]], files: Iterable[tuple[str, str, bytes]]) -> bytes:
    """Fields and files (the field, the name, the content) as a form with files is sent."""
    parts = []
    for name, value in fields:
        head = b'Content-Disposition: form-data; name="%s"' % _named(name)
        parts.append(b"--%s\r\n%s\r\n\r\n%s\r\n" % (BOUNDARY, head, value.encode("utf-8", "surrogatepass")))
    for name, called, content in files:
        head = b'Content-Disposition: form-data; name="%s"; filename="%s"' % (_named(name), _named(called))
        head += b"\r\nContent-Type: application/octet-stream"
        parts.append(b"--%s\r\n%s\r\n\r\n%s\r\n" % (BOUNDARY, head, content))
    return b"".join([*parts, b"--%s--\r\n" % BOUNDARY])


def _named(text: str) -> bytes:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A").encode("utf-8", "surrogatepass")
