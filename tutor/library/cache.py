"""Caches checked content between starts, so that a start need not read and check it all again.

The cache holds pickles. Their names contain a hash of everything that they are made of (`fingerprint`): every content
file, the code that read it, Python and Pydantic. After any change, older pickles are ignored.

**Why it is safe to read.** Somebody who can write a pickle can run any program as its reader. So a pickle is read only
from a folder in the user’s own cache that belongs to the user and that nobody else may write to. The same must hold for
the file. Folder and file are opened without following links, and the checks look at what was opened, so nobody can
replace them in between. Anybody who can write there can already change the programs that the user starts. Where the
system does not show ownership (on Windows), nothing is cached.

A digest comes before the pickle, to detect damaged files. If the cache cannot be read or written, the content is read
from its files.
"""

from __future__ import annotations

import copyreg
import io
import os
import pickle  # nosec B403
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from types import MappingProxyType
from typing import Any, TypeVar

import pydantic
from platformdirs import user_cache_path

from tutor import __version__
from tutor.authors import AUTHORS
from tutor.library.files import LESSON_SUFFIX
from tutor.library.folders import CONTENT, folders
from tutor.settings import NO

T = TypeVar("T")

MOST_KEPT = 12
"""How many files stay in the cache: four for each of several versions of the content."""
_DIGEST = 32
_CODE = Path(__file__).resolve().parent.parent
_NOT_OF_CONTENT = frozenset({"web", "cli", "exchange", "study", "quizzes", "_bundled"})
"""Folders of code that make no content."""
OFF = "LOVE_ALL_NO_CACHE"
"""This environment variable turns off the cache."""


def cached(name: str, key: str, make: Callable[[], T]) -> T:
    """The cached value of a name and a key, or a new value, which is then cached. Raises what `make` raises."""
    found = recall(name, key)
    if found is not None:
        return found  # type: ignore[no-any-return]
    made = make()
    keep(name, key, made)
    return made


def recall(name: str, key: str) -> Any:
    """The cached value of a name and a key; None if there is none."""
    return _read(f"{name}-{key}.pickle")


def keep(name: str, key: str, value: object) -> None:
    """Caches a value under a name and a key, if possible."""
    with suppress(OSError, pickle.PicklingError, TypeError, AttributeError):
        _write(f"{name}-{key}.pickle", value)


def fingerprint() -> str:
    """A hash that differs for every state of the content and of the code that reads it."""
    digest = blake2b(digest_size=_DIGEST)
    told = [__version__, sys.version, pydantic.VERSION, *(f"{key} {author}" for key, author in AUTHORS.items())]
    digest.update("\n".join(told).encode())
    for file in _content():
        digest.update(f"\n{file}\n".encode())
        digest.update(file.read_bytes())
    for file in _code():
        looked = file.stat()
        digest.update(f"\n{file} {looked.st_size} {looked.st_mtime_ns}".encode())
    return digest.hexdigest()[:32]


def _content() -> Iterator[Path]:
    """The files of content, in order. Positions are read separately."""
    for path in (*folders("hands"), *folders("lessons")):
        files = (file for file in path.rglob("*") if file.suffix in (".yaml", ".yml", LESSON_SUFFIX))
        yield from sorted(file for file in files if file.parent.name != "positions")


def _code() -> Iterator[Path]:
    """The files of code that read content: ours, and those of authors in other packages."""
    own = (path for path in _CODE.iterdir() if path.name not in _NOT_OF_CONTENT)
    brought = (path.parent for name in CONTENT for path in folders(name)[1:])
    for path in sorted({*own, *brought}):
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


# ---- the folder ------------------------------------------------------------------------------------------------------


def _folder() -> Path:
    return user_cache_path("love-all", appauthor=False) / "content"


def folder_beside(name: str) -> Path | None:
    """A folder where another library can cache. None if the user does not own it alone, or the cache is off."""
    if not _is_used():
        return None
    place = _folder().with_name(name)
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _opened_folder(place):
            return place if os.access(place, os.W_OK) else None
    except OSError:
        return None


@contextmanager
def _opened_folder(place: Path | None = None) -> Iterator[int]:
    """The folder, opened. Raises `OSError` unless the user owns it alone."""
    folder = os.open(place or _folder(), os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        _require_private(folder)
        yield folder
    finally:
        os.close(folder)


def _require_private(opened: int) -> None:
    """Raises `PermissionError` if others own the opened file or may write to it."""
    looked = os.fstat(opened)
    if looked.st_uid != os.getuid() or looked.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError("others own it or may write to it")


def _is_used() -> bool:
    """Whether there is a home folder, and the system shows ownership."""
    return hasattr(os, "getuid") and os.environ.get(OFF, "").casefold() in NO | {""} and _folder().is_absolute()


def _read(file: str) -> Any:
    """The value in a file; None if it is missing, damaged or not to be trusted."""
    if not _is_used():
        return None
    try:
        with (
            _opened_folder() as folder,
            os.fdopen(os.open(file, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=folder), "rb") as it,
        ):
            _require_private(it.fileno())
            content = it.read()
        if blake2b(content[_DIGEST:], digest_size=_DIGEST).digest() != content[:_DIGEST]:
            return None
        return pickle.loads(content[_DIGEST:])  # noqa: S301 # nosec B301
    except OSError:
        return None
    except Exception:
        return None


def _write(file: str, value: object) -> None:
    """Writes a value, completely or not at all. Raises `OSError`."""
    if not _is_used():
        return
    _folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    content = _pickled(value)
    with _opened_folder() as folder:
        written = f".{file}.{token_hex(8)}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        try:
            with os.fdopen(os.open(written, flags, 0o600, dir_fd=folder), "wb") as it:
                it.write(blake2b(content, digest_size=_DIGEST).digest() + content)
            os.replace(written, file, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            with suppress(OSError):
                os.unlink(written, dir_fd=folder)
            raise
        _tidy(folder)


def _tidy(folder: int) -> None:
    """Deletes the oldest files, and files that were never finished."""

    def written(name: str) -> float:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime

    for name in sorted(os.listdir(folder), key=written, reverse=True)[MOST_KEPT:]:
        os.unlink(name, dir_fd=folder)


def _pickled(value: object) -> bytes:
    """A value as a pickle, including read-only mappings, which the standard library cannot pickle."""
    written = io.BytesIO()
    pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table | {MappingProxyType: lambda it: (_read_only, (dict(it),))}
    pickler.dump(value)
    return written.getvalue()


def _read_only(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)
