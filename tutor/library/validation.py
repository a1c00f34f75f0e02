"""Turns the text of a file into a value, with every fault.

The fields are checked first. Then the checks of the kind look at several fields together. Each runs if the fields that
it needs have no faults, so that one fault does not hide those of another kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, Generic, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from tutor.errors import Fault, FaultyContent, quoted
from tutor.library.fields import PREFIXES, Through, Value
from tutor.library.values import Context, PlacedValue
from tutor.library.yaml_text import Document, Path

V = TypeVar("V", bound=Value)


@dataclass(frozen=True, slots=True)
class Check(Generic[V]):
    """Finds faults of a value in what it `needs`: fields, and the results that other checks prove."""

    function: Callable[[V, Document, Context], Iterable[Fault]]
    needs: tuple[str, ...]
    proves: str = ""


def read_value(document: Document, model: type[V], context: Context, checks: Sequence[Check[V]] = ()) -> V:
    """The value of a document. Raises `FaultyContent` with every fault of its text, its fields and its checks."""
    faults: list[Fault] = []
    unsound: set[str] = set()
    try:
        value = validated(document, model, context)
    except FaultyContent as error:
        faults.extend(error.faults)
        value, unsound = sound_part(document, model, context)
    for check in checks:
        if unsound.isdisjoint(check.needs):
            found = list(check.function(value, document, context))
            faults.extend(found)
        if check.proves and (found or not unsound.isdisjoint(check.needs)):
            unsound.add(check.proves)
    if faults:
        raise FaultyContent(faults)
    return value


def validated(document: Document, model: type[V], context: Context | None = None) -> V:
    """The document as a value. Raises `FaultyContent` with every fault of its text and its fields."""
    try:
        value = model.model_validate(document.data, context=context)
    except ValidationError as error:
        faults = _faults_of_fields(document, model, error)
        beside = _Beside(document, context)
        beside.part(model, (), document.data)
        raise FaultyContent([*document.faults, *faults, *beside.faults]) from None
    if document.faults:
        raise FaultyContent(document.faults)
    return value


def sound_part(document: Document, model: type[V], context: Context) -> tuple[V, set[str]]:
    """A value of the fields without faults, only to find further faults, and the names of the other fields."""
    data = document.data if isinstance(document.data, dict) else {}
    sound: dict[str, Any] = {}
    unsound: set[str] = set()
    for name, field in model.model_fields.items():
        key = field.alias or name
        sound[key] = field.get_default(call_default_factory=True)
        if key in data or field.is_required():
            sound[key] = None
            unsound.add(name)
            with suppress(ValidationError):
                sound[key] = _field_of(model, name).validate_python(data.get(key), context=context)
                unsound.discard(name)
    value = cast("V", model.model_construct(**sound))
    if isinstance(value, PlacedValue):
        value.model_post_init(context)
    return value, unsound


@cache  # for each field of a model
def _field_of(model: type[Value], name: str) -> TypeAdapter[Any]:
    field = model.model_fields[name]
    declared: Any = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    return TypeAdapter(declared)


# ---- faults of several fields beside one with a fault ----------------------------------------------------------------


class _Beside:
    """Finds what validators of whole models would say, as far as they need no field that has a fault.

    Such a validator is called once all fields are sound. So a fault of one field would hide those of the others.
    """

    def __init__(self, document: Document, context: Context | None) -> None:
        self.faults: list[Fault] = []
        self._document, self._context = document, context

    def part(self, model: type[Value], path: Path, data: Any) -> tuple[Value | None, bool]:
        """A value without its fields that have faults, and whether it is whole. None where that is unknown."""
        checks = model.__pydantic_decorators__.model_validators
        if not isinstance(data, dict) or any(check.info.mode != "after" for check in checks.values()):
            return None, False
        values, faulty, is_whole = dict[str, Any](), set[str](), True
        for name, field in model.model_fields.items():
            key = field.alias or name
            if key in data:
                values[key], is_sound = self._field(model, name, (*path, key), data[key])
                is_whole &= is_sound
            if values.get(key) is None and (key in data or field.is_required()):
                faulty.add(name)
        part = model.model_construct(**values)
        for name in faulty:
            part.__dict__.pop(name, None)  # whoever asks for it gets an `AttributeError`
        is_whole &= not faulty
        if not is_whole:
            for name in checks:
                self._check(part, name, path)
        return part, is_whole

    def _field(self, model: type[Value], name: str, path: Path, data: Any) -> tuple[Any, bool]:
        """The value of a field, or of its parts without faults, and whether it is whole."""
        try:
            return _field_of(model, name).validate_python(data, context=self._context), True
        except ValidationError:
            inner = _only_model(model.model_fields[name].annotation)
        except AttributeError:
            inner = None  # it is read together with other fields
        if inner is None:
            return None, False
        if not isinstance(data, list):
            return self.part(inner, path, data)[0], False
        parts = [self.part(inner, (*path, number), item)[0] for number, item in enumerate(data)]
        return (None if None in parts else tuple(parts)), False

    def _check(self, part: Value, name: str, path: Path) -> None:
        try:
            getattr(part, name)()
        except ValueError as error:
            self.faults.append(self._document.fault(path, str(error).rstrip("."), ""))
        except (AttributeError, TypeError):
            return  # it needs a field with a fault


def _only_model(annotation: Any) -> type[Value] | None:
    """The model of an annotation, or of what it lists; None where it has several, or is read through another."""
    if isinstance(annotation, type) and issubclass(annotation, Value):
        return annotation
    inner = [each for each in getattr(annotation, "__args__", ()) if each not in (type(None), Ellipsis)]
    is_read_as_it_is = not any(isinstance(mark, Through) for mark in getattr(annotation, "__metadata__", ()))
    return _only_model(inner[0]) if len(inner) == 1 and is_read_as_it_is else None


# ---- faults of fields ------------------------------------------------------------------------------------------------


def _any_of(prefixes: Sequence[str]) -> str:
    *others, last = (f"{prefix}-" for prefix in prefixes)
    return f"{', '.join(others)} or {last}"


_OF_THE_SYLLABUS = f"an id must begin with its book: {_any_of((*PREFIXES, 'code'))}"
_OF_AN_AUTHOR = f"an id must begin with its book: {_any_of(PREFIXES)}"
_FORMS = {
    "number": "a game has a Roman number, such as I, IV or XXVIII",
    "rule": _OF_THE_SYLLABUS,
    "see": _OF_AN_AUTHOR,
    "illustrates": _OF_THE_SYLLABUS,
    "item": _OF_AN_AUTHOR,
}
"""The form of a key’s value, where a pattern would be harder to understand."""


def _faults_of_fields(document: Document, model: type[Value], error: ValidationError) -> Iterator[Fault]:
    errors = error.errors()
    return (_fault_of_field(document, model, each) for each in errors if not _follows(each, errors))


def _follows(error: Any, errors: Iterable[Any]) -> bool:
    """Whether a list is too short only because something in it could not be read."""
    here = error["loc"]
    return error["type"] == "too_short" and any(
        other["loc"][: len(here)] == here and len(other["loc"]) > len(here) for other in errors
    )


def _fault_of_field(document: Document, model: type[Value], error: Any) -> Fault:
    loc = error["loc"]
    path = tuple(step for step in loc if step in _steps(document, loc))
    if error["type"] == "extra_forbidden":
        siblings = _keys_at(model, loc[:-1])
        near = get_close_matches(str(loc[-1]), siblings, n=1)
        mend = f"Did you mean ‘{near[0]}’?" if near else f"The keys here are {', '.join(siblings)}"
        return document.fault(path, f"there is no key ‘{loc[-1]}’ here", mend, of_key=True)
    if error["type"] == "missing":
        what, mend = f"the key ‘{loc[-1]}’ is missing", "Add it"
        if isinstance(loc[-1], int):
            what, mend = "two numbers are needed here", "Write the first and the last as [1, 2]"
        return document.fault(path[:-1], what, mend)
    return document.fault(path, *_what_and_mend(error, path))


def _what_and_mend(error: Any, path: Path) -> tuple[str, str]:
    """What is wrong with a value, and how to correct it."""
    given, details = error.get("input"), error.get("ctx", {})
    length = details.get("actual_length")
    match error["type"]:
        case "too_short" if length == 0:
            return "there is nothing here", "Write at least one"
        case "too_short":
            return f"at least {details['min_length']} are needed here, and there are {length}", "Add the others"
        case "too_long":
            return f"at most {details['max_length']} are allowed here, and there are {length}", "Delete the others"
        case "string_too_short":
            return "there is nothing here", "Write it, or delete the key"
        case "string_pattern_mismatch":
            key = next((step for step in reversed(path) if isinstance(step, str)), "")
            form = _FORMS.get(key) or f"it does not match {details['pattern']}"
            return f"‘{given}’ is not valid: {form}", ""
        case "model_type" | "dict_type":
            return "keys and their values are needed here", "Write ‘key: value’, one per line"
        case "tuple_type" | "list_type":
            return "a list is needed here", "Begin each item with ‘- ’"
        case "string_type":
            return "text is needed here", "Write it in one line, or after ‘>-’"
        case "int_parsing" | "int_type":
            return f"{quoted(str(given))} is not a whole number", ""
        case "greater_than_equal":
            return f"{given} is too small: it must be at least {details['ge']}", ""
        case "less_than_equal":
            return f"{given} is too large: it must be at most {details['le']}", ""
        case "value_error":
            return str(details["error"]).rstrip("."), ""
        case _:
            what = f"‘{given}’ is not valid" if isinstance(given, str) else "this is not valid"
            return f"{what}: {error['msg'][0].lower()}{error['msg'][1:]}", ""


def _steps(document: Document, loc: tuple[str | int, ...]) -> set[str | int]:
    """The steps of an error’s address that are keys or places of the document (a union adds others)."""
    path: Path = ()
    for step in loc:
        if (*path, step) in document.values:
            path = (*path, step)
    return {*path, loc[-1]} if loc else set()


def _keys_at(model: type[Value], loc: tuple[str | int, ...]) -> list[str]:
    """The keys that a model knows at an address."""
    here: Any = model
    for step in loc:
        named = {field.alias or name: field for name, field in here.model_fields.items()}
        if step in named:
            here = _model_within(named[str(step)]) or here
    return [field.alias or name for name, field in here.model_fields.items()]


def _model_within(annotation: Any) -> Any:
    """The model of a field or of an annotation, or of its arguments."""
    if hasattr(annotation, "model_fields"):
        return annotation
    marks = (*getattr(annotation, "metadata", ()), *getattr(annotation, "__metadata__", ()))
    readers = (mark.model for mark in marks if isinstance(mark, Through))
    inner = (*readers, getattr(annotation, "annotation", None), *getattr(annotation, "__args__", ()))
    found = (_model_within(each) for each in inner if each is not None)
    return next((model for model in found if model is not None), None)


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """A hint to the name most like an unknown one."""
    near = get_close_matches(name, list(known), n=1)
    return f"Did you mean ‘{near[0]}’?" if near else otherwise
