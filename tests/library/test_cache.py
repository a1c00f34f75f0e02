"""Checked content that is kept: the same as what is read, never from where others can write, and no fault without."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest

from tutor.library import cache, catalogue
from tutor.library.audit import Auditor
from tutor.library.games import Game
from tutor.library.lesson_files import load_courses

KEY = "0" * 32
FILE = f"thing-{KEY}.pickle"

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="nothing is kept where ownership cannot be told")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of the test’s own."""
    monkeypatch.delenv(cache.OFF, raising=False)
    monkeypatch.setattr(cache, "_folder", lambda: tmp_path / "content")
    return tmp_path / "content"


class Maker:
    """Makes a thing, and counts how often."""

    def __init__(self, thing: object = "a thing") -> None:
        self.thing, self.times = thing, 0

    def __call__(self) -> object:
        self.times += 1
        return self.thing


def test_what_is_kept_is_not_made_again_until_its_key_changes(folder: Path) -> None:
    maker = Maker()
    assert [cache.cached("thing", KEY, maker) for _ in range(3)] == ["a thing"] * 3
    assert maker.times == 1
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / FILE).stat().st_mode & 0o777 == 0o600
    cache.cached("thing", "1" * 32, maker)
    assert maker.times == 2


class Danger:
    """What runs a program where it is read."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return os.mkdir, (str(self.file),)


def _open_folder(folder: Path) -> None:
    folder.chmod(0o777)


def _open_file(folder: Path) -> None:
    (folder / FILE).chmod(0o666)


def _link_file(folder: Path) -> None:
    (folder / FILE).rename(folder.parent / FILE)
    (folder / FILE).symlink_to(folder.parent / FILE)


def _link_folder(folder: Path) -> None:
    folder.rename(folder.parent / "other")
    folder.symlink_to(folder.parent / "other")


@pytest.mark.parametrize("spoil", [_open_folder, _open_file, _link_file, _link_folder])
def test_nothing_is_read_where_others_may_write(folder: Path, spoil: Callable[[Path], None], tmp_path: Path) -> None:
    witness = tmp_path / "it ran"
    cache.cached("thing", KEY, lambda: Danger(witness))
    spoil(folder)
    maker = Maker()
    assert cache.cached("thing", KEY, maker) == "a thing"
    assert maker.times == 1
    assert not witness.exists()


def _link_templates(folder: Path) -> None:
    folder.with_name("elsewhere").mkdir()
    folder.with_name("templates").symlink_to(folder.with_name("elsewhere"))


def _open_templates(folder: Path) -> None:
    folder.with_name("templates").mkdir()
    folder.with_name("templates").chmod(0o777)


def test_a_folder_beside_it_is_the_user_s_alone(folder: Path) -> None:
    place = cache.folder_beside("templates")
    assert place == folder.with_name("templates")
    assert place.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("spoil", [_link_templates, _open_templates])
def test_no_folder_beside_it_is_used_where_others_may_write(folder: Path, spoil: Callable[[Path], None]) -> None:
    spoil(folder)
    assert cache.folder_beside("templates") is None


def test_no_folder_beside_it_is_used_where_the_cache_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.OFF, "1")
    assert cache.folder_beside("templates") is None


def test_a_folder_of_another_user_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.cached("thing", KEY, Maker())
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    maker = Maker()
    cache.cached("thing", KEY, maker)
    assert maker.times == 1


@pytest.mark.parametrize("damage", [lambda it: it[:-1], lambda it: it[:0], lambda it: it[:40] + b"?" + it[41:]])
def test_a_damaged_file_is_passed_over_and_mended(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    cache.cached("thing", KEY, Maker())
    (folder / FILE).write_bytes(damage((folder / FILE).read_bytes()))
    maker = Maker()
    assert cache.cached("thing", KEY, maker) == cache.cached("thing", KEY, maker) == "a thing"
    assert maker.times == 1


def test_a_pickle_of_a_class_that_is_gone_is_passed_over(folder: Path) -> None:
    cache.cached("thing", KEY, Maker())
    content = pickle.dumps(Maker).replace(b"Maker", b"Taker")
    (folder / FILE).write_bytes(blake2b(content, digest_size=cache._DIGEST).digest() + content)
    assert cache.cached("thing", KEY, Maker()) == "a thing"


@pytest.mark.parametrize("thing", [lambda: None, iter([1]), (one for one in "ab")])
def test_what_cannot_be_kept_is_given_all_the_same(thing: object) -> None:
    assert cache.cached("thing", KEY, lambda: thing) is thing


def test_a_cache_that_cannot_be_written_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file").write_text("")
    monkeypatch.setattr(cache, "_folder", lambda: tmp_path / "a file" / "content")
    assert cache.cached("thing", KEY, Maker()) == "a thing"


def test_without_a_home_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_folder", lambda: Path("~") / "content")
    assert cache.cached("thing", KEY, Maker()) == "a thing"
    assert not Path("~").exists()


def test_it_can_be_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.OFF, "1")
    cache.cached("thing", KEY, Maker())
    assert not folder.exists()


def test_only_the_newest_are_left(folder: Path) -> None:
    for number in range(cache.MOST_KEPT + 3):
        cache.cached("thing", f"{number:032}", Maker())
        os.utime(folder / f"thing-{number:032}.pickle", (number, number))
    left = sorted(path.name for path in folder.iterdir())
    assert len(left) <= cache.MOST_KEPT + 1
    assert f"thing-{0:032}.pickle" not in left


@pytest.mark.slow
def test_the_content_that_was_kept_is_the_content_that_was_read() -> None:
    key = cache.fingerprint()
    read = catalogue._read_library(key)
    cache.cached("library", key, lambda: read)
    kept = cache.cached("library", key, Maker())
    assert isinstance(kept, catalogue.Library)
    assert kept is not read
    for name, game in read.games.items():
        again = kept.games[name]
        assert (again.id, again.plays) == (game.id, game.plays)
        assert {key: getattr(again, key) for key in Game.model_fields} == {
            key: getattr(game, key) for key in Game.model_fields
        }
        assert again.decisions == game.decisions
        assert again.notes == game.notes
    assert kept.entries == read.entries
    assert dict(kept.maxims) == dict(read.maxims)
    assert list(kept.glossary) == list(read.glossary)
    assert {name: point.cells for name, point in kept.concordance.items()} == {
        name: point.cells for name, point in read.concordance.items()
    }
    first, second = load_courses(read), load_courses(kept)
    assert {name: lesson.blocks for name, lesson in first.lessons.items()} == {
        name: lesson.blocks for name, lesson in second.lessons.items()
    }


def test_another_text_is_another_fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "hands" / "one.yaml"
    file.parent.mkdir()
    monkeypatch.setattr(cache, "folders", lambda name: (tmp_path / name,))
    seen = set()
    for text in ("a", "b"):
        file.write_text(text)
        seen.add(cache.fingerprint())
    file.rename(file.with_name("two.yaml"))
    seen.add(cache.fingerprint())
    monkeypatch.setattr(cache, "__version__", "another")
    assert len({*seen, cache.fingerprint()}) == 4


def test_the_judgements_on_all_claims_are_kept_from_one_start_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = catalogue.load()
    games = {at: whole.games[at] for at in ("hel-game-01", "hel-game-27")}
    library = replace(whole, games=games, deals={}, problems={}, groups={}, odds={}, key=KEY)
    found = list(Auditor(library).all())
    assert {claimed.where for claimed in found} == set(games)
    for claimed in found:
        monkeypatch.setattr(type(claimed.claim.statement), "judge", None)
    assert list(Auditor(library).all()) == found
