"""Makes the files of the static site, and puts them where they belong in one step."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient

from tutor import __version__
from tutor.bulk import Progress, untold
from tutor.errors import Malformed
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study
from tutor.web.server.static_files import STYLE_SHEET, static_file, style_sheet_fonts
from tutor.web.static_site.links import SiteMap, Target, still_page
from tutor.web.static_site.views import still_app

LIST = "love-all-site.json"
"""The file that says what the site consists of, so that nothing else is ever replaced."""
FIRST_PAGE = Target("/", "index.html")
_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)
"""When the pages are made, for the clock. The same version always makes the same bytes."""


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What was made."""

    files: int
    size: int


@contextmanager
def site_app(home: str = "") -> Iterator[Flask]:
    """The application whose pages become files, on an empty study."""
    with tempfile.TemporaryDirectory() as folder:
        study = Study.open(Path(folder) / FILE, lambda: _MOMENT)
        try:
            yield still_app(study, home)
        finally:
            study.close()


def files_of(app: Flask, first: Target = FIRST_PAGE, progress: Progress = untold) -> Iterator[tuple[str, bytes]]:
    """Every file of the site by its name: a page, and whatever it leads to."""
    client, site = app.test_client(), SiteMap(app.url_map.bind("localhost"))
    waiting, seen = deque([first]), {first.file}
    while waiting:
        target = waiting.popleft()
        content, linked = _made(client, site, target)
        yield target.file, content
        for other in linked:
            if other.file not in seen:
                seen.add(other.file)
                waiting.append(other)
        progress(len(seen) - len(waiting), len(seen))


def _made(client: FlaskClient, site: SiteMap, target: Target) -> tuple[bytes, list[Target]]:
    if target.file.startswith("static/"):
        return _static(target.file.removeprefix("static/"))
    path = target.address + ("?shown=1" if target.address.endswith("/hindsight") else "")
    response = client.get(path)
    if response.status_code != 200:
        raise RuntimeError(f"{path}: {response.status}")
    page = still_page(response.text, target.file, site.target)
    return page.html.encode(), list(page.targets.values())


def _static(name: str) -> tuple[bytes, list[Target]]:
    content, fonts = static_file(name).content, style_sheet_fonts() if name == STYLE_SHEET else []
    for font, mark in fonts:
        content = content.replace(f"({font}?v={mark})".encode(), f"({font})".encode())
    return content, [Target(f"/static/{font}", f"static/{font}") for font, _ in fonts]


# ---- where it is put ------------------------------------------------------------------------------------------------


def make_site(folder: Path, home: str = "", progress: Progress = untold) -> SiteReport:
    """Makes the site in a folder that is new, empty or has an earlier site. Raises `Malformed` for any other.

    It is made beside the folder and then takes its place, so readers never see half of it. If it cannot be finished,
    the folder stays as it was. Raises `OSError`.
    """
    where = folder.resolve()
    check_home(home)
    check_folder(where)
    where.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{where.name}-", dir=where.parent))
    try:
        made = beside / "new"
        with site_app(home) as app:
            report = _written(made, files_of(app, progress=progress))
        check_folder(where)  # it took a minute, in which somebody may have put something there
        _put(made, where, beside / "earlier")
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return report


def check_home(home: str) -> None:
    """Raises `Malformed` unless an address is empty or one of the web."""
    parts = urlsplit(home)
    if home and (parts.scheme not in ("http", "https") or not parts.netloc):
        raise Malformed("address", home, "it does not begin with https://", "Write the whole address of a web page")


def check_folder(folder: Path) -> None:
    """Raises `Malformed` if a folder has anything that is not of an earlier site as it was made."""

    def refused(why: str) -> Malformed:
        return Malformed("folder for the site", str(folder), why, "Name a new folder, or move what is in this one")

    if not folder.exists():
        return
    if not folder.is_dir():
        raise refused("it is a file")
    found = [path for path in sorted(folder.rglob("*")) if path.is_symlink() or not path.is_dir()]
    if not found and not any(folder.iterdir()):
        return
    ours = _earlier(folder)
    if ours is None:
        raise refused("it is not empty, and has no earlier site")
    for path in found:
        name = path.relative_to(folder).as_posix()
        if name != LIST and (path.is_symlink() or ours.get(name) != _digest(path.read_bytes())):
            raise refused(f"‘{name}’ is not as a site was made" if name in ours else f"‘{name}’ is not of a site")


def _earlier(folder: Path) -> Mapping[str, str] | None:
    """The files of the site in a folder with their digests. None if there is no site."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        read = json.loads((folder / LIST).read_text(encoding="utf-8"))["files"]
        return {str(name): str(digest) for name, digest in dict(read).items()}
    return None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _written(folder: Path, files: Iterator[tuple[str, bytes]]) -> SiteReport:
    """Writes the files and the list of them."""
    digests, size = {}, 0
    for name, content in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        digests[name], size = _digest(content), size + len(content)
    told = json.dumps({"version": __version__, "files": dict(sorted(digests.items()))}, indent=0) + "\n"
    (folder / LIST).write_text(told, encoding="utf-8", newline="\n")
    return SiteReport(len(digests) + 1, size + len(told))


def _put(made: Path, where: Path, earlier: Path) -> None:
    """Puts the site in its place. What was there is an earlier site or nothing."""
    had_one = where.exists()
    if had_one:
        where.rename(earlier)
    try:
        made.rename(where)
    except OSError:
        if had_one:
            earlier.rename(where)
        raise
