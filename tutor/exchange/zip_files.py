"""Files that come in a zip: never more than the limits allow, and nothing touches the disk."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from tutor.errors import Fault, FaultyContent


@dataclass(frozen=True, slots=True)
class ZipLimits:
    """How many files of any kind a zip may have, and how many bytes ours may have, each and together."""

    files: int
    each: int
    together: int


def is_zip(content: bytes) -> bool:
    """Whether it begins like a zip."""
    return content.startswith(b"PK")


def suffix(name: str) -> str:
    """The ending of a file name from its last dot, in small letters."""
    _, dot, end = name.rpartition("/")[2].rpartition(".")
    return f"{dot}{end}".lower()


def unzip(
    content: bytes, file: str, ends: tuple[str, ...], limits: ZipLimits, passed_over: list[str] | None = None
) -> Iterator[tuple[str, bytes]]:
    """The files of a zip with certain endings, each cut off one byte above the limit.

    The names of other files, but not folders, are added to `passed_over`. Raises `FaultyContent`.
    """
    try:
        with ZipFile(BytesIO(content)) as archive:
            infos = [info for info in archive.infolist() if not info.filename.endswith("/")]
            if len(infos) > limits.files:
                raise _faulty(
                    file,
                    f"it has {len(infos):,} files, and the most allowed is {limits.files}",
                    "Split it into smaller zips",
                )
            left = limits.together
            for info in infos:
                name = _printable(info.filename)
                if not _is_meant(name, ends):
                    if passed_over is not None:
                        passed_over.append(name)
                    continue
                inner = _read(archive, info, file, min(limits.each, left) + 1)
                left -= len(inner)
                if left < 0:
                    raise _faulty(
                        file, f"it unpacks to more than {limits.together:,} bytes", "Split it into smaller zips"
                    )
                yield name, inner
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        why = f"it cannot be unpacked: {str(error)[:80].rstrip('.')}"
        raise _faulty(file, why, "Make the zip again, without a passphrase") from None


def _read(archive: ZipFile, info: ZipInfo, file: str, most: int) -> bytes:
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        what = f"‘{_printable(info.filename)}’ uses a compression method that is not supported"
        raise _faulty(file, what, "Make the zip again with standard compression")
    with archive.open(info) as inner:
        return inner.read(most)


def _is_meant(name: str, ends: tuple[str, ...]) -> bool:
    """Whether it has one of the endings and is not a system file."""
    return (
        name.lower().endswith(ends) and not name.startswith("__MACOSX/") and not name.rpartition("/")[2].startswith(".")
    )


def _printable(name: str) -> str:
    """A name from an archive, safe for a message. It is never used as a path."""
    return "".join(letter if letter.isprintable() else "?" for letter in name.replace("\\", "/"))[-120:]


def _faulty(file: str, what: str, mend: str) -> FaultyContent:
    return FaultyContent([Fault(file, 1, 1, what, mend)])
