"""Homework without a server: an assignment in one file, and the signed file in which its result comes back.

Both are JSON. A result is signed (HMAC with SHA-256) by a key that came with the assignment. The signature shows that
nothing was changed on the way by accident. It proves no more, for the learner holds the key and can sign anything. So a
result holds no marks, and nothing in it is believed: the questions are made again of the secret of the assignment,
every answer is marked again where it comes back, it is late or not by when it comes back, and what the clock at home
showed is kept as a claim. What was looked up at home, or asked of somebody, nobody can know.
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
"""How many bytes a file may have."""
MOST_FAULTS = 50
ASSIGNMENT, RESULT = ".love-all.json", ".love-all-result.json"
"""How the names of the two kinds of file end."""
MIMETYPE = "application/json"

Version = Annotated[str, Field(max_length=40)]


class AssignmentFile(HomeworkFile):
    """A file of homework; `version` is that of the tutor that wrote it."""

    format: Literal["love-all homework"]
    number: Literal[1]
    version: Version


class ResultFile(HomeworkResult):
    """A file of results, with the signature of all the rest of it."""

    format: Literal["love-all result"]
    number: Literal[1]
    version: Version
    signature: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


_NONE: Mapping[type[BaseModel], str] = {
    AssignmentFile: f"this is no work to be opened, whose name ends in {ASSIGNMENT}; or a newer tutor wrote it",
    ResultFile: f"this is no result of homework, whose name ends in {RESULT}; or a newer tutor wrote it",
}
_File = TypeVar("_File", bound=BaseModel)
_ABOUT = {"format", "number", "version"}


class TooLarge(TutorError):
    """There is more to be written than a file may have."""


def assignment_file(brought: HomeworkFile) -> ExportedFile:
    """An assignment to be taken home. Raises `TooLarge`."""
    file = AssignmentFile(**dict(brought), format="love-all homework", number=1, version=__version__)
    return _exported(f"{stem(brought.title)}{ASSIGNMENT}", file)


def result_file(title: str, sent: HomeworkResult, signing: str) -> ExportedFile:
    """The result of an assignment of a title, signed. Raises `TooLarge`."""
    unsigned = ResultFile(**dict(sent), format="love-all result", number=1, version=__version__, signature="0" * 64)
    signed = unsigned.model_copy(update={"signature": _signature(unsigned, signing)})
    return _exported(f"{stem(title)}-{stem(sent.name)}{RESULT}", signed)


def stem(text: str) -> str:
    """What a file may be called on any machine."""
    return re.sub(r"\W+", "-", text).strip("-")[:60].strip("-") or "work"


def _exported(name: str, file: BaseModel) -> ExportedFile:
    """A file that begins by saying what it is; answers leave out what goes without saying."""
    about = file.model_dump_json(include=_ABOUT)
    rest = file.model_dump_json(exclude=_ABOUT, exclude_defaults=isinstance(file, ResultFile))
    content = f"{about[:-1]},{rest[1:]}\n".encode()
    if len(content) > LARGEST:
        raise TooLarge(f"{name} would have {len(content):,} bytes, and such a file has at most {LARGEST:,}.")
    return ExportedFile(name, MIMETYPE, content)


def read_assignment(content: bytes, name: str) -> AssignmentFile:
    """What is in a file of homework. Raises `FaultyContent` with every fault."""
    return _read(AssignmentFile, content, name)


def openable(content: bytes, name: str, access: ContentAccess) -> AssignmentFile:
    """The same, if this tutor has all that it asks for. Raises `FaultyContent`."""
    found = read_assignment(content, name)
    told = f"Tutor {found.version} wrote the file; this is {__version__}"
    unknown = [] if found.own else [f"{what.rstrip('.')}. {told}" for what in _missing(found, access)]
    if unknown:
        raise _faulty(name, unknown)
    return found


def _missing(found: AssignmentFile, access: ContentAccess) -> Iterator[str]:
    """What a file asks for of the books that this tutor does not have, each in a sentence."""
    try:
        yield from found.work.missing_from(access)
    except TutorError as error:
        yield str(error)


def read_result(content: bytes, name: str) -> ResultFile:
    """What is in a file of results, whoever signed it. Raises `FaultyContent` with every fault."""
    return _read(ResultFile, content, name)


def is_signed(result: ResultFile, signing: str) -> bool:
    """Whether a result is as it was when it was signed by the key of its assignment."""
    return hmac.compare_digest(result.signature, _signature(result, signing))


def _signature(result: ResultFile, signing: str) -> str:
    said = json.dumps(result.model_dump(mode="json", exclude={"signature"}), sort_keys=True, separators=(",", ":"))
    return hmac.new(signing.encode(), said.encode(), hashlib.sha256).hexdigest()


# ---- reading ------------------------------------------------------------------------------------------------------


def _read(kind: type[_File], content: bytes, name: str) -> _File:
    if len(content) > LARGEST:
        raise _faulty(name, [f"it has more than {LARGEST:,} bytes, and no such file has. Choose the right file"])
    try:
        found = kind.model_validate_json(content, strict=True)
        faults = list(_unkeepable(found.model_dump(mode="json"), ""))
    except ValidationError as error:
        errors = error.errors(include_input=False)
        faults = [_told(error["loc"], error["type"], error["msg"]) for error in errors]
        if any(error["loc"] in (("format",), ("number",)) for error in errors):
            faults = [_NONE[kind]]  # and so everything else is amiss as well
    if faults:
        raise _faulty(name, faults)
    return found


def _faulty(name: str, faults: list[str]) -> FaultyContent:
    return FaultyContent(Fault(name, 1, 1, what) for what in faults[:MOST_FAULTS])


def _told(place: tuple[int | str, ...], kind: str, message: str) -> str:
    where = ".".join(str(part)[:40] for part in place)
    if kind == "json_invalid":
        return f"this is not a file of the tutor’s: {message}"
    if kind == "extra_forbidden":
        return f"‘{where}’ is not known. The file may be of a newer tutor, or may have been changed"
    return f"‘{where}’: {message[:200]}"


_CONTROL = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def _unkeepable(value: Any, where: str) -> Iterator[str]:
    """The places of what no text should hold."""
    if isinstance(value, str):
        if _CONTROL.search(value):
            yield f"‘{where}’ holds a character that cannot be kept"
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _unkeepable(inner, f"{where}.{name}".lstrip("."))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _unkeepable(inner, f"{where}.{number}")
