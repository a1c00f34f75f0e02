"""What all records have in common, and the faults of a request for one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tutor.citations import Citation
from tutor.errors import TutorError, quoted
from tutor.library.lesson_blocks import BookPassage
from tutor.seats import BySide
from tutor.wording import sentences

M = TypeVar("M", bound=BaseModel)


class Record(BaseModel):
    """Data as scripts read it. A key that was not set is left out."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)

    @property
    def values(self) -> dict[str, Any]:
        """The record as JSON has it."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class Cited(Record):
    """A place in a book."""

    source: str = Field(description="the key of the book")
    author: str = Field(description="the name that the author uses")
    page: int | None = Field(None, description="the printed page; null where our copy shows none, or for several")
    cited: str = Field(description="the place in words: author and page")


def cited(place: Citation | BookPassage | None) -> Cited | None:
    """A place in a book, for scripts."""
    if place is None:
        return None
    if isinstance(place, Citation):
        return Cited(source=place.source, author=place.author, page=place.page, cited=str(place))
    page = int(place.pages) if place.pages.isdecimal() else None
    return Cited(source=place.source, author=str(place).partition(",")[0], page=page, cited=str(place))


def by_side(tricks: BySide[int]) -> dict[str, int]:
    """Tricks by the letters of the sides."""
    return {side.value: count for side, count in tricks.items()}


# ---- requests ------------------------------------------------------------------------------------------------------

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class FieldFault:
    """A fault of one field of a request: where it is, what was given there, what is wrong, and how to correct it."""

    path: Path
    given: str
    what: str
    mend: str = ""

    @property
    def field(self) -> str:
        """The field, as in `revokes.0.by`; empty for the whole request."""
        return ".".join(map(str, self.path))

    def __str__(self) -> str:
        return sentences(self.what, self.mend)


class InvalidRequest(TutorError):
    """A request that cannot be read, with the fault of every field."""

    def __init__(self, faults: Iterable[FieldFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(map(str, self.faults)))


def validated(model: type[M], values: Mapping[str, Any], *, strict: bool, keys: Iterable[str] | None = None) -> M:
    """The values as a model. `keys` are those that a message lists. Raises `InvalidRequest` with every fault."""
    try:
        return model.model_validate(values, strict=strict or None)  # None leaves it to each field
    except ValidationError as error:
        raise InvalidRequest(_faults(error, tuple(model.model_fields if keys is None else keys))) from None


def _faults(error: ValidationError, keys: tuple[str, ...]) -> Iterator[FieldFault]:
    """Each fault in terms of JSON; of a value that fits no type of several, only the first."""
    told: set[str] = set()
    for one in error.errors():
        fault = _fault(one, keys)
        if fault.field not in told:
            told.add(fault.field)
            yield fault


def _fault(error: Any, keys: tuple[str, ...]) -> FieldFault:
    path = tuple(step for step in error["loc"] if step != "[key]")
    where = quoted(" ".join(map(str, path)))
    given = json.dumps(error["input"], ensure_ascii=False, default=str)
    match error["type"]:
        case "extra_forbidden":
            known = f"The keys are {', '.join(keys)}" if len(path) == 1 else "Leave it out"
            return FieldFault(path, given, f"There is no key {where}", known)
        case "missing":
            return FieldFault(path, given, f"The key {where} is missing", "Add it")
        case "value_error":
            said = str(error["ctx"]["error"])
            return FieldFault(path, given, f"{' '.join(map(str, path))}: {said}" if path else said)
        case kind:
            what = f"{where} cannot be {quoted(given)}"
            return FieldFault(path, given, f"{what}: {_FORMS.get(kind, error['msg'][0].lower() + error['msg'][1:])}")


_FORMS = {
    "string_type": "write text, in quotation marks",
    "int_type": "write a whole number, in figures",
    "int_parsing": "write a whole number, in figures",
    "bool_type": "write true or false",
    "bool_parsing": "write true or false",
    "dict_type": "write an object, {…}",
    "list_type": "write a list, […]",
}
