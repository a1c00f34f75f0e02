"""Homework without a server: an assignment in one file, and the signed file in which its result comes back.

Both are JSON. A result is signed (HMAC with SHA-256) with a key that came with the assignment. The signature shows that
nothing changed by accident on the way. It proves no more, because the learner has the key and can sign anything. So a
result holds no marks, and nothing in it is trusted. The questions are made again from the secret of the assignment, and
every answer is marked again on return. The time of return decides whether it is late. The times on the clock at home
are saved as claims. Nobody can know whether the learner looked something up at home or had help.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError

from tutor import __version__
from tutor.errors import Fault, FaultyContent, TutorError
from tutor.exchange.files import ExportedFile
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.homework import HomeworkFile, HomeworkResult

LARGEST = 256 * 1024
"""The most bytes of a file."""
MOST_FAULTS = 50
ASSIGNMENT, RESULT = ".love-all.json", ".love-all-result.json"
"""The endings of the two kinds of file names."""
MIMETYPE = "application/json"

Version = Annotated[str, Field(max_length=40)]


class AssignmentFile(HomeworkFile):
    """A homework file; `version` is that of the tutor that wrote it."""

    format: Literal["love-all homework"]
    number: Literal[1]
    version: Version


class ResultFile(HomeworkResult):
    """A results file, with a signature of the rest of it."""

    format: Literal["love-all result"]
    number: Literal[1]
    version: Version
    signature: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


_NONE: Mapping[type[BaseModel], str] = {
    AssignmentFile: f"this is not a homework file (their names end in {ASSIGNMENT}), or a newer tutor wrote it",
    ResultFile: f"this is not a homework result (their names end in {RESULT}), or a newer tutor wrote it",
}
_File = TypeVar("_File", bound=BaseModel)
_ABOUT = {"format", "number", "version"}
_NEWER = ("counts", "cut_off_at")
"""Fields that older tutors refuse to read, so they are written only where they say something."""


class TooLarge(TutorError):
    """The content is larger than a file may be."""


def assignment_file(brought: HomeworkFile) -> ExportedFile:
    """An assignment to take home. Raises `TooLarge`."""
    file = AssignmentFile(**dict(brought), format="love-all homework", number=1, version=__version__)
    return _exported(f"{stem(brought.title)}{ASSIGNMENT}", file)


def result_file(title: str, sent: HomeworkResult, signing: str) -> ExportedFile:
    """The result of an assignment of a title, signed. Raises `TooLarge`."""
    unsigned = ResultFile(**dict(sent), format="love-all result", number=1, version=__version__, signature="0" * 64)
    signed = unsigned.model_copy(update={"signature": _signature(unsigned, signing)})
    return _exported(f"{stem(title)}-{stem(sent.name)}{RESULT}", signed)


def stem(text: str) -> str:
    """A file name that works on any machine."""
    return re.sub(r"\W+", "-", text).strip("-")[:60].strip("-") or "work"


def _exported(name: str, file: BaseModel) -> ExportedFile:
    """A file that begins by saying what it is. Results leave out default values."""
    about = file.model_dump_json(include=_ABOUT)
    fields = type(file).model_fields
    newer = {name for name in _NEWER if name in fields and getattr(file, name) == fields[name].default}
    rest = file.model_dump_json(exclude=_ABOUT | newer, exclude_defaults=isinstance(file, ResultFile))
    content = f"{about[:-1]},{rest[1:]}\n".encode()
    if len(content) > LARGEST:
        raise TooLarge(f"{name} would have {len(content):,} bytes, and the most allowed is {LARGEST:,}.")
    return ExportedFile(name, MIMETYPE, content)


def read_assignment(content: bytes, name: str) -> AssignmentFile:
    """The content of a homework file. Raises `FaultyContent` with every fault."""
    return _read(AssignmentFile, content, name)


def openable(content: bytes, name: str, access: ContentAccess) -> AssignmentFile:
    """The same, if this tutor has everything that it needs. Raises `FaultyContent`."""
    found = read_assignment(content, name)
    told = f"Version {found.version} of the tutor wrote the file; this is version {__version__}"
    unknown = [] if found.own else [f"{what.rstrip('.')}. {told}" for what in _missing(found, access)]
    if unknown:
        raise _faulty(name, unknown)
    return found


def _missing(found: AssignmentFile, access: ContentAccess) -> Iterator[str]:
    """The content that a file needs and this tutor does not have, each in a sentence."""
    try:
        yield from found.work.missing_from(access)
    except TutorError as error:
        yield str(error)


def read_result(content: bytes, name: str) -> ResultFile:
    """The content of a results file, whoever signed it. Raises `FaultyContent` with every fault."""
    return _read(ResultFile, content, name)


def is_signed(result: ResultFile, signing: str) -> bool:
    """Whether a result is unchanged since it was signed with the key of its assignment."""
    return hmac.compare_digest(result.signature, _signature(result, signing))


def _signature(result: ResultFile, signing: str) -> str:
    said = json.dumps(result.model_dump(mode="json", exclude={"signature"}), sort_keys=True, separators=(",", ":"))
    return hmac.new(signing.encode(), said.encode(), hashlib.sha256).hexdigest()


# ---- reading ------------------------------------------------------------------------------------------------------


def _read(kind: type[_File], content: bytes, name: str) -> _File:
    if len(content) > LARGEST:
        raise _faulty(
            name, [f"it has more than {LARGEST:,} bytes, so it is another kind of file. Choose the right file"]
        )
    try:
        found = kind.model_validate_json(content, strict=True)
        faults = list(_unkeepable(found.model_dump(mode="json"), ""))
    except ValidationError as error:
        errors = error.errors(include_input=False)
        faults = [_told(error["loc"], error["type"], error["msg"]) for error in errors]
        if any(error["loc"] in (("format",), ("number",)) for error in errors):
            faults = [_NONE[kind]]  # then everything else is wrong too
    if faults:
        raise _faulty(name, faults)
    return found


def _faulty(name: str, faults: list[str]) -> FaultyContent:
    return FaultyContent(Fault(name, 1, 1, what) for what in faults[:MOST_FAULTS])


def _told(place: tuple[int | str, ...], kind: str, message: str) -> str:
    where = ".".join(str(part)[:40] for part in place)
    if kind == "json_invalid":
        return f"this is not a file from the tutor: {message}"
    if kind == "extra_forbidden":
        return f"‘{where}’ is unknown. A newer tutor may have written the file, or somebody may have changed it"
    return f"‘{where}’: {message[:200]}"


_CONTROL = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def _unkeepable(value: Any, where: str) -> Iterator[str]:
    """The places of characters that no text should contain."""
    if isinstance(value, str):
        if _CONTROL.search(value):
            yield f"‘{where}’ contains a character that cannot be saved"
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _unkeepable(inner, f"{where}.{name}".lstrip("."))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _unkeepable(inner, f"{where}.{number}")
