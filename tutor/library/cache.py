"""Checked content kept from one start to the next, so that a start need not read and check it all again.

What is kept is a pickle, by the hash of everything that it was made of (`fingerprint`): every file of content, the code
that read it, Python and Pydantic. Whatever changes, what was kept before is passed over.

**Why it is safe to read.** Whoever can write a pickle can run any program as the one who reads it. So it is read only
from a folder of the user’s own cache that belongs to the user and that nobody else may write to, and only if the file
itself is so too. Folder and file are opened without following links, and what is looked at is what has been opened: no
other can be put in its place in between. Who can write there can already change the programs that the user starts.
Where ownership cannot be told (on Windows), nothing is kept or read.

A digest stands before the pickle, so that a damaged file is not taken for a whole one. A cache that cannot be read or
written is none: the content is read from its files, as it is without one.
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
from tutor.library.folders import folders

T = TypeVar("T")

MOST_KEPT = 12
"""How many files are left in the cache: four for each of some versions of the content."""
_DIGEST = 32
_CODE = Path(__file__).resolve().parent.parent
_NOT_OF_CONTENT = frozenset({"web", "cli", "exchange", "study", "quizzes", "_bundled"})
"""Folders of code that no content is made by."""
OFF = "LOVE_ALL_NO_CACHE"
"""Set in the environment, it leaves the cache alone."""


def cached(name: str, key: str, make: Callable[[], T]) -> T:
    """What was kept under a name and a key; else what is made now, which is then kept. Raises what `make` raises."""
    found = recall(name, key)
    if found is not None:
        return found  # type: ignore[no-any-return]
    made = make()
    keep(name, key, made)
    return made


def recall(name: str, key: str) -> Any:
    """What was kept under a name and a key; None where nothing was."""
    return _read(f"{name}-{key}.pickle")


def keep(name: str, key: str, value: object) -> None:
    """Keeps a value under a name and a key, where that can be done."""
    with suppress(OSError, pickle.PicklingError, TypeError, AttributeError):
        _write(f"{name}-{key}.pickle", value)


def fingerprint() -> str:
    """What tells one state of the content and of the code that reads it from every other."""
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
    """The files that content is read from, in order; positions are read apart."""
    for path in (*folders("hands"), *folders("lessons")):
        files = (file for file in path.rglob("*") if file.suffix in (".yaml", ".yml", LESSON_SUFFIX))
        yield from sorted(file for file in files if file.parent.name != "positions")


def _code() -> Iterator[Path]:
    """The files of code that content is read by: ours, and those of authors in packages of their own."""
    own = (path for path in _CODE.iterdir() if path.name not in _NOT_OF_CONTENT)
    brought = (path.parent for path in folders("hands")[1:])
    for path in sorted({*own, *brought}):
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


# ---- the folder ------------------------------------------------------------------------------------------------------


def _folder() -> Path:
    return user_cache_path("love-all", appauthor=False) / "content"


def folder_beside(name: str) -> Path | None:
    """A folder for what a library caches itself; None where it would not be the user’s alone, or nothing is kept."""
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
    """The folder, opened. Raises `OSError` where it is not the user’s alone."""
    folder = os.open(place or _folder(), os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        _require_private(folder)
        yield folder
    finally:
        os.close(folder)


def _require_private(opened: int) -> None:
    """Raises `PermissionError` where others may write to what is opened, or it is another’s."""
    looked = os.fstat(opened)
    if looked.st_uid != os.getuid() or looked.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError("it is not the user’s alone")


def _is_used() -> bool:
    """Whether there is a home for it, and ownership can be told."""
    return hasattr(os, "getuid") and OFF not in os.environ and _folder().is_absolute()


def _read(file: str) -> Any:
    """What is kept in a file; None where there is none, or it may not be trusted, or it is damaged."""
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
    """Keeps a value, at once or not at all. Raises `OSError`."""
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
    """Strikes out what was kept longest ago, and what was begun and never finished."""

    def written(name: str) -> float:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime

    for name in sorted(os.listdir(folder), key=written, reverse=True)[MOST_KEPT:]:
        os.unlink(name, dir_fd=folder)


def _pickled(value: object) -> bytes:
    """A value as a pickle; read-only mappings too, which the library does not take by itself."""
    written = io.BytesIO()
    pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table | {MappingProxyType: lambda it: (_read_only, (dict(it),))}
    pickler.dump(value)
    return written.getvalue()


def _read_only(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)
