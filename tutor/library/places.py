"""Where the folders of content stand: at the top of a checkout, inside the package when it is installed."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_BUNDLED = _PACKAGE / "_bundled"


def folder(name: str) -> Path:
    """The folder of `hands`, `lessons`, `static` or `templates`."""
    return (_BUNDLED if _BUNDLED.is_dir() else _PACKAGE.parent) / name
