"""A browser for many at once: HTTP over TLS with a connection kept open, on asyncio, so that asking costs little."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

LONGEST_HEADER = 64 * 1024


@dataclass(frozen=True)
class Door:
    """Where to ask, by which name, and what to trust there."""

    port: int
    name: str
    trust: ssl.SSLContext

    @property
    def origin(self) -> str:
        return f"https://{self.name}:{self.port}"


@dataclass(frozen=True)
class Answered:
    """What came of a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Broken(Exception):
    """The connection ended before the answer did."""


@dataclass
class Wire:
    """One browser with its cookies."""

    door: Door
    cookies: dict[str, str] = field(default_factory=dict)
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, known: str = "") -> Answered:
        """A page, unless it still has the tag that is `known`."""
        return await self._ask("GET", path, b"", known)

    async def post(self, path: str, fields: Mapping[str, str]) -> Answered:
        return await self._ask("POST", path, urlencode(fields).encode())

    async def _ask(self, method: str, path: str, body: bytes, known: str = "") -> Answered:
        """Raises `Broken`. A connection that was closed while nothing was asked is made anew, as browsers do."""
        if self._streams is None or self._streams[0].at_eof():
            await self.leave()
            try:
                self._streams = await asyncio.open_connection(
                    "127.0.0.1",
                    self.door.port,
                    ssl=self.door.trust,
                    server_hostname=self.door.name,
                    limit=LONGEST_HEADER,
                )
            except OSError as error:
                raise Broken(f"no connection: {error!r}") from None
        reader, writer = self._streams
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.door.name}:{self.door.port}"]
        lines.append(f"Referer: {self.door.origin}/")
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if known:
            lines.append(f"If-None-Match: {known}")
        if method == "POST":
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            return await self._read(reader)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError) as error:
            await self.leave()
            raise Broken(f"{method} {path}: {error!r}") from None

    async def _read(self, reader: asyncio.StreamReader) -> Answered:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
        headers: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(":")
            if name.lower() == "set-cookie":
                cookie, _, content = value.partition(";")[0].strip().partition("=")
                self.cookies[cookie] = content
            headers[name.lower()] = value.strip()
        if first.split(" ")[1] in ("204", "304"):
            body = b""
        elif headers.get("transfer-encoding") == "chunked":
            body = await self._chunks(reader)
        else:
            body = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            await self.leave()
        return Answered(int(first.split(" ")[1]), headers, body)

    async def _chunks(self, reader: asyncio.StreamReader) -> bytes:
        found = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            found += (await reader.readexactly(size + 2))[:-2]
        await reader.readexactly(2)
        return found

    async def leave(self) -> None:
        """Closes the connection; the cookies stay."""
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None
