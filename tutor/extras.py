"""The extras of `pyproject.toml`: packages that are installed only for those who ask for them.

They are imported where they are needed and nowhere else. Without them everything else works.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec

from tutor.errors import TutorError

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "class": ("argon2", "icalendar", "prometheus_client", "psycopg", "pylti1p3", "pyotp", "segno", "zxcvbn"),
    "print": ("pyphen", "typst"),
    "cluster": ("distributed",),
}
"""The packages that each extra brings, as they are imported."""


class NotInstalled(TutorError):
    """Something that needs an extra, and the extra is missing; `extra` is its name."""

    def __init__(self, what: str, extra: str) -> None:
        self.what, self.extra = what, extra
        mend = f'pip install "love-all[{extra}]", or as docs/installation.md says for uvx, pipx and the single file'
        super().__init__(f"{what} needs more packages. Install them: {mend}")


@cache
def has_extra(extra: str) -> bool:
    """Whether all packages of an extra are installed."""
    return all(find_spec(package) for package in EXTRAS[extra])


def require_extra(extra: str, what: str) -> None:
    """Raises `NotInstalled` unless the extra is installed; `what` is the subject of the message."""
    if not has_extra(extra):
        raise NotInstalled(what, extra)


@contextmanager
def importing(extra: str, what: str) -> Iterator[None]:
    """For the imports of an extra’s packages. Raises `NotInstalled`; `what` is the subject of the message."""
    try:
        yield
    except ModuleNotFoundError:
        raise NotInstalled(what, extra) from None
