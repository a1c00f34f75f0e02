"""Files that come in, by themselves or in a zip: never more than was bargained for, and nothing touches the disk."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from tutor.errors import Fault, FaultyContent

MOST_IN_A_ZIP = 200


def unpacked(content: bytes, name: str, largest: int, suffix: str = "") -> Iterator[tuple[str, bytes]]:
    """The file itself; of a zip, the files in it whose names end so, each cut off one byte after the `largest` size.

    Folders and what systems put beside the files are passed over. Raises `FaultyContent`.
    """
    if not content.startswith(b"PK"):
        yield name, content
        return
    try:
        with ZipFile(BytesIO(content)) as archive:
            files = [one for one in archive.infolist() if not one.is_dir() and _is_meant(one.filename, suffix)]
            if len(files) > MOST_IN_A_ZIP:
                raise _faulty(name, f"there are {len(files)} files in it, and at most {MOST_IN_A_ZIP} can be")
            if not files:
                raise _faulty(name, f"there is no file in it whose name ends in {suffix}")
            for file in files:
                with archive.open(file) as inner:
                    yield file.filename.rpartition("/")[2], inner.read(largest + 1)
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise _faulty(name, f"it is no zip that can be unpacked: {str(error)[:100]}") from None


def _is_meant(name: str, suffix: str) -> bool:
    return name.endswith(suffix) and not name.startswith("__MACOSX/") and not name.rpartition("/")[2].startswith(".")


def _faulty(name: str, what: str) -> FaultyContent:
    return FaultyContent([Fault(name, 1, 1, what, "Send the files by themselves")])
