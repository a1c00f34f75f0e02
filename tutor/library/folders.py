"""Where the folders of content are: at the top of a checkout, or inside the installed package.

An author in another package brings content in folders like the tutor’s: `hands`, and `lessons` with its subfolders.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tutor import authorities
from tutor.authorities import AUTHORITIES
from tutor.authors import AUTHORS, Author
from tutor.errors import BrokenPlugin

CONTENT = ("hands", "lessons")
"""The folders that an author may bring."""
_PACKAGE = Path(__file__).resolve().parent.parent
_BUNDLED = _PACKAGE / "_bundled"


def folder(name: str) -> Path:
    """The folder of `docs`, `hands`, `lessons`, `static` or `templates`."""
    return (_BUNDLED if _BUNDLED.is_dir() else _PACKAGE.parent) / name


def folders(name: str, without: Container[str] = ()) -> tuple[Path, ...]:
    """The folders of `hands` or of `lessons`: the tutor’s own, then those of authors in other packages.

    `without` are the keys of authors to leave out.
    """
    brought = (path / name for key, path in _brought().items() if isinstance(path, Path) and key not in without)
    return (folder(name), *(path for path in brought if path.is_dir()))


def bringers(file: str) -> tuple[str, ...]:
    """The keys of the authors in other packages whose folder has a file, as faults name it."""
    path = Path(file).absolute()
    return tuple(key for key, place in _brought().items() if isinstance(place, Path) and place in path.parents)


def everybody() -> tuple[str, ...]:
    """The keys of the authors in other packages who bring content."""
    return tuple(key for key, place in _brought().items() if isinstance(place, Path))


def file_in(name: str, *within: str) -> Path:
    """The file at a place in the folders of `hands` or `lessons`; in the tutor’s own folder if none has it."""
    written = [path.joinpath(*within) for path in folders(name)]
    return next((path for path in written if path.is_file()), written[0])


def folder_of(key: str, name: str) -> Path:
    """The folder of `hands` or of `lessons` with the content of an author."""
    found = _brought().get(key)
    return found / name if isinstance(found, Path) else folder(name)


def broken() -> tuple[BrokenPlugin, ...]:
    """The plug-ins of authors that cannot be used, or whose rules or content cannot be found."""
    return (*authorities.broken(), *(plugin for plugin in _brought().values() if isinstance(plugin, BrokenPlugin)))


@cache
def _brought() -> dict[str, Path | BrokenPlugin]:
    """The content folder of each author in another package, or why it is not found."""
    return {key: _content_of(AUTHORS[key]) for key in AUTHORITIES if AUTHORS[key].content}


def _content_of(author: Author) -> Path | BrokenPlugin:
    try:
        spec = find_spec(author.content)
    except (ImportError, ValueError):
        spec = None
    for place in (spec.submodule_search_locations or ()) if spec else ():
        if any((Path(place) / name).is_dir() for name in CONTENT):
            return Path(place)
    why = f"there is no folder of {' or '.join(CONTENT)} in its package ‘{author.content}’"
    mend = "Add one and include it in the distribution, or leave out ‘content’"
    return BrokenPlugin(author.key, author.distribution, why, mend)
