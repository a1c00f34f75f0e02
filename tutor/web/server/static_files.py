"""Style sheets, scripts and fonts as a browser gets them: each kind as one file, text compressed, named by content.

Pages are not compressed: each carries the token of its forms beside text from its address. An attacker who can make a
browser ask, and can see how many bytes come back, would learn the token bit by bit (the BREACH attack). Static files
hold no secret.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from mimetypes import guess_type
from pathlib import Path

from flask import url_for
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from tutor.library.folders import folder

STYLE_SHEET, SCRIPT = "love-all.css", "love-all.js"
"""Made of all that stand in `static/css` and in `static/js`, in the order of their names."""
COMPRESSED = (".css", ".js", ".svg", ".txt")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_FONT = re.compile(r"url\((fonts/[\w.-]+)\)")
_PRELUDE = re.compile(r"[^{};]+(?=\{)")


@dataclass(frozen=True, slots=True)
class StaticFile:
    """What is sent for a name: its bytes, whether they are text, their type and a mark of its content."""

    content: bytes
    is_text: bool
    mimetype: str
    fingerprint: str

    @property
    def compressed(self) -> bytes | None:
        """The same bytes compressed, where they are text; that is done when they are first sent so."""
        return _compressed(self.content) if self.is_text else None


@cache
def static_file(name: str) -> StaticFile:
    """The file of a name. Raises `NotFound`."""
    made = {STYLE_SHEET: style_sheet, SCRIPT: script}.get(name)
    content = made().encode() if made else _read(name)
    return StaticFile(
        content,
        Path(name).suffix in COMPRESSED,
        guess_type(name)[0] or "font/woff2",
        hashlib.sha256(content).hexdigest()[:10],
    )


@cache
def static_url(name: str) -> str:
    """The address of a static file, with a fingerprint of its content: a changed file has a new address."""
    return url_for("static", filename=name, v=static_file(name).fingerprint)


@cache
def _compressed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def style_sheet() -> str:
    """All style sheets as one, without what is there for readers; fonts are named by their content as well."""
    css = minified(_joined("css"))
    versioned = _FONT.sub(lambda found: f"url({found[1]}?v={static_file(found[1]).fingerprint})", css)
    return f"/* Love All */{versioned}"


def style_sheet_fonts() -> list[tuple[str, str]]:
    """The fonts of the style sheets, each with the mark of its content."""
    return [(name, static_file(name).fingerprint) for name in dict.fromkeys(_FONT.findall(_joined("css")))]


def script() -> str:
    """All scripts as one, each in the words of its file."""
    return _joined("js")


def _joined(kind: str) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted((folder("static") / kind).glob(f"*.{kind}")))


def minified(css: str) -> str:
    """A style sheet without comments and without the blanks that mean nothing."""
    css = re.sub(r"\s+", " ", _COMMENT.sub("", css))
    css = re.sub(r"\s*([{};,])\s*", r"\1", css).replace(";}", "}")
    css = re.sub(r"([{;(][\w-]+):\s+", r"\1:", css)
    return _PRELUDE.sub(lambda found: re.sub(r"\s*([>+~])\s*", r"\1", found[0]), css).strip()


def _read(name: str) -> bytes:
    path = safe_join(str(folder("static")), name)
    if path is None:
        raise NotFound
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError):  # also a name that is too long for a file
        raise NotFound from None
