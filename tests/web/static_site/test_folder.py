"""Where the site is put: only a new or empty folder, or one with an earlier site, and never half of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tutor.__main__ import tutor
from tutor.bulk import Progress, untold
from tutor.errors import Malformed
from tutor.web.static_site import build

Files = dict[str, bytes]


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    """A small site in place of the whole."""
    content: Files = {"index.html": b"first", "games/one.html": b"a game"}

    def made(_app: object, _first: object = None, progress: Progress = untold) -> Iterator[tuple[str, bytes]]:
        yield from content.items()
        progress(len(content), len(content))

    monkeypatch.setattr(build, "files_of", made)
    return content


def there(folder: Path) -> Files:
    """What is in a folder besides the list."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != build.LIST
    }


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tutor, ["export", "site", *arguments])


@pytest.mark.parametrize("is_there", [False, True])
def test_it_is_made_in_a_new_or_an_empty_folder(tmp_path: Path, files: Files, is_there: bool) -> None:
    folder = tmp_path / "public" / "site"
    if is_there:
        folder.mkdir(parents=True)
    report = build.make_site(folder)
    assert there(folder) == files
    assert report.files == 3
    assert report.size == sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert [path.name for path in folder.parent.iterdir()] == ["site"]


def test_an_earlier_site_is_replaced_with_all_its_pages(tmp_path: Path, files: Files) -> None:
    build.make_site(tmp_path / "site")
    del files["games/one.html"]
    files["games/two.html"] = b"another"
    build.make_site(tmp_path / "site")
    assert there(tmp_path / "site") == {"index.html": b"first", "games/two.html": b"another"}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("name", ["CNAME", ".git/config", "games/mine.html"])
def test_a_file_of_others_is_never_deleted(tmp_path: Path, files: Files, name: str) -> None:
    folder = tmp_path / "site"
    build.make_site(folder)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("mine")
    with pytest.raises(Malformed, match=rf"‘{name}’ is not of a site.*move what is in this one"):
        build.make_site(folder)
    assert there(folder) == files | {name: b"mine"}


def test_a_page_that_was_changed_is_never_deleted(tmp_path: Path, files: Files) -> None:
    folder = tmp_path / "site"
    build.make_site(folder)
    (folder / "index.html").write_text("mine")
    with pytest.raises(Malformed, match=r"‘index.html’ is not as a site was made"):
        build.make_site(folder)
    assert there(folder) == files | {"index.html": b"mine"}


@pytest.mark.parametrize("listed", [None, "{", "[]", '{"files": 3}', '{"files": {}}'])
def test_a_folder_with_anything_else_is_refused(tmp_path: Path, files: Files, listed: str | None) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    if listed is not None:
        (tmp_path / build.LIST).write_text(listed)
    with pytest.raises(Malformed, match="is not a folder for the site"):
        build.make_site(tmp_path)
    assert there(tmp_path) == {"letter.txt": b"mine"}
    assert files


def test_a_link_to_elsewhere_is_not_taken_for_a_page(tmp_path: Path, files: Files) -> None:
    folder, outside = tmp_path / "site", tmp_path / "outside.html"
    build.make_site(folder)
    outside.write_bytes(files["index.html"])
    (folder / "index.html").unlink()
    (folder / "index.html").symlink_to(outside)
    with pytest.raises(Malformed, match=r"‘index.html’"):
        build.make_site(folder)
    assert outside.read_bytes() == files["index.html"]


@pytest.mark.parametrize("had_one", [False, True])
def test_a_site_that_cannot_be_finished_changes_nothing(
    tmp_path: Path, files: Files, monkeypatch: pytest.MonkeyPatch, had_one: bool
) -> None:
    if had_one:
        build.make_site(tmp_path / "site")

    def fails(*_: object, **__: object) -> Iterator[tuple[str, bytes]]:
        yield "index.html", b"half"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(build, "files_of", fails)
    result = run(str(tmp_path / "site"))
    assert result.exit_code == 1
    assert "no space left on device" in result.output
    assert (there(tmp_path / "site") if had_one else list(tmp_path.iterdir())) == (files if had_one else [])


def test_the_command_says_what_it_made(tmp_path: Path, files: Files) -> None:
    result = run(str(tmp_path / "site"))
    assert result.exit_code == 0, result.output
    assert f"{len(files) + 1} files" in result.output
    assert "CPU" in result.output
    assert str(tmp_path / "site" / "index.html") in result.output


@pytest.mark.parametrize("home", ["javascript:alert(1)", "example.org", "https://"])
def test_an_address_that_is_none_is_refused(tmp_path: Path, files: Files, home: str) -> None:
    result = run(str(tmp_path / "site"), "--home", home)
    assert isinstance(result.exception, Malformed)
    assert home in str(result.exception)
    assert list(tmp_path.iterdir()) == []
    assert files
