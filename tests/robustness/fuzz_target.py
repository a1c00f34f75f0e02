"""The parsers under input that is damaged wherever it reaches new lines of theirs: libFuzzer leads, by atheris.

`python -m tests.robustness.fuzz_target PARSER [options of libFuzzer]`; what is found is written where it is started.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

import atheris

with atheris.instrument_imports(include=["tutor"]):
    from tutor.deal import Deal
    from tutor.errors import TutorError
    from tutor.exchange.lin import boards, parse
    from tutor.exchange.pbn import Pbn
    from tutor.exchange.pbn_reading import readings
    from tutor.library.yaml_text import read


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


PARSERS: Mapping[str, Callable[[bytes], None]] = {"pbn": _pbn, "lin": _lin, "yaml": _yaml, "deal": _deal}


def main(arguments: list[str]) -> None:
    parser = PARSERS[arguments[1]]

    def once(data: bytes) -> None:
        with suppress(TutorError):  # told, as it should be
            parser(data)

    atheris.Setup([arguments[0], *arguments[2:]], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
