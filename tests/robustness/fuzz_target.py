"""The parsers under input that is damaged wherever it reaches new lines of theirs: libFuzzer leads, by atheris.

`python -m tests.robustness.fuzz_target PARSER [options of libFuzzer]`; what is found is written where it is started.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["tutor"]):
    from tutor.deal import Deal
    from tutor.errors import TutorError
    from tutor.exchange.homework import read_assignment
    from tutor.exchange.lin import boards, parse
    from tutor.exchange.own_files import brought
    from tutor.exchange.pbn import Pbn
    from tutor.exchange.pbn_reading import readings
    from tutor.exchange.results import read_result, results_in
    from tutor.library.building_lessons import LessonBuilder, LessonText
    from tutor.library.catalogue import Library, load
    from tutor.library.yaml_text import read
    from tutor.study.backup import Backup, tables


def _pbn(data: bytes) -> None:
    pbn = Pbn.read(data, "a file")
    if pbn.content != data:
        raise AssertionError("what was read is not what is written")
    for _ in readings(pbn):
        pass


def _lin(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    lin = parse(text)
    if str(lin) != text:
        raise AssertionError("what was read is not what is written")
    for _ in boards(lin):
        pass


def _yaml(data: bytes) -> None:
    read(data.decode("utf-8", "replace"), "a file")


def _deal(data: bytes) -> None:
    Deal.parse(data.decode("utf-8", "replace"))


def _lesson(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    LessonBuilder(LessonText("a-lesson", "bridge", "a-lesson.md", text), _library(), set()).build()


def _brought(data: bytes) -> None:
    """A file that a teacher sends; its first byte says what it is called."""
    names = ("a.zip", "a.pbn", "a.lin", "a.md", "a.yaml", "a")
    brought(data[1:], names[data[0] % len(names)] if data else "a", _library().rulebook)


def _homework(data: bytes) -> None:
    read_assignment(data, "a.love-all.json")


def _result(data: bytes) -> None:
    for name, content in results_in(data, "a.love-all-result.json"):
        with suppress(TutorError):
            read_result(content, name)


def _backup(data: bytes) -> None:
    _FILE.write_bytes(data)
    with Backup.opened(_FILE) as backup:
        for table in tables():
            if table.name in backup.manifest.rows:
                for _ in backup.rows(table):
                    pass


@cache
def _library() -> Library:
    return load()


LARGE = ("lesson", "brought")
"""What is read with the library at hand."""
PARSERS: Mapping[str, Callable[[bytes], None]] = {
    "pbn": _pbn,
    "lin": _lin,
    "yaml": _yaml,
    "deal": _deal,
    "lesson": _lesson,
    "brought": _brought,
    "homework": _homework,
    "result": _result,
    "backup": _backup,
}
_FILE = Path(tempfile.gettempdir()) / f"fuzzed-{os.getpid()}.zip"


def main(arguments: list[str]) -> None:
    parser = PARSERS[arguments[1]]

    def once(data: bytes) -> None:
        with suppress(TutorError):  # told, as it should be
            parser(data)

    if arguments[1] in LARGE:
        _library()  # else the first input would be the one that takes too long
    atheris.Setup([arguments[0], *arguments[2:]], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
