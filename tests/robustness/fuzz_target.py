"""The parsers under input that is damaged wherever it reaches new lines of theirs: libFuzzer leads, by atheris.

`python -m tests.robustness.fuzz_target PARSER [options of libFuzzer]`; what is found is written where it is started.
"""

from __future__ import annotations

import atexit
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import atheris

from tutor.errors import TutorError

Parser = Callable[[bytes], object]
"""Reads an input, or raises `TutorError`; each is made by importing no more than it needs, for that takes long."""


def _pbn() -> Parser:
    from tutor.exchange.pbn.document import Pbn
    from tutor.exchange.pbn.reader import game_records

    def parse(data: bytes) -> None:
        pbn = Pbn.read(data, "a file")
        if pbn.content != data:
            raise AssertionError("what was read is not what is written")
        for _ in game_records(pbn):
            pass

    return parse


def _lin() -> Parser:
    from tutor.exchange.lin.boards import boards, parse

    def parse_all(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        lin = parse(text)
        if str(lin) != text:
            raise AssertionError("what was read is not what is written")
        for _ in boards(lin):
            pass

    return parse_all


def _yaml() -> Parser:
    from tutor.library.yaml_text import read

    return lambda data: read(data.decode("utf-8", "replace"), "a file")


def _deal() -> Parser:
    from tutor.deal import Deal

    return lambda data: Deal.parse(data.decode("utf-8", "replace"))


def _lesson() -> Parser:
    from tutor.library.catalogue import load
    from tutor.library.lesson_blocks import Surroundings
    from tutor.library.lesson_files import LessonText, read_lesson

    library = load()

    def build(data: bytes) -> None:
        text = LessonText("a-lesson", "bridge", "a-lesson.md", data.decode("utf-8", "replace"))
        read_lesson(text, Surroundings(library=library))

    return build


def _brought() -> Parser:
    """A file that a teacher sends; its first byte says what it is called."""
    from tutor.exchange.authored_files import read_import
    from tutor.library.catalogue import load

    names, rulebook = ("a.zip", "a.pbn", "a.lin", "a.md", "a.yaml", "a"), load().rulebook
    return lambda data: read_import(data[1:], names[data[0] % len(names)] if data else "a", rulebook)


def _homework() -> Parser:
    from tutor.exchange.homework import read_assignment

    return lambda data: read_assignment(data, "a.love-all.json")


def _result() -> Parser:
    from tutor.exchange.homework import read_result
    from tutor.exchange.results import results_in

    def parse(data: bytes) -> None:
        for name, content in results_in(data, "a.love-all-result.json"):
            with suppress(TutorError):
                read_result(content, name)

    return parse


def _backup() -> Parser:
    from tutor.study.storage.backup import Backup
    from tutor.study.storage.tables import Base

    file = Path(tempfile.gettempdir()) / f"fuzzed-{os.getpid()}.zip"
    atexit.register(file.unlink, missing_ok=True)

    def parse(data: bytes) -> None:
        file.write_bytes(data)
        with Backup.opened(file) as backup:
            for table in Base.metadata.sorted_tables:
                if table.name in backup.manifest.rows:
                    for _ in backup.rows(table):
                        pass

    return parse


PARSERS: Mapping[str, Callable[[], Parser]] = {
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


def main(arguments: list[str]) -> None:
    with atheris.instrument_imports(include=["tutor"]):
        parse = PARSERS[arguments[1]]()

    def once(data: bytes) -> None:
        with suppress(TutorError):  # told, as it should be
            parse(data)

    atheris.Setup([arguments[0], *arguments[2:]], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
