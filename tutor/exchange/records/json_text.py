"""JSON as scripts send it: one object, whose keys differ, and every character of which text can hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tutor.errors import Malformed

_LONE = dict.fromkeys(range(55296, 57344), "�")
"""Half characters, which JSON can write but text cannot hold."""


def json_of(given: object) -> str:
    """A value as one line of JSON that can be encoded."""
    return json.dumps(given, ensure_ascii=False).translate(_LONE)


def read_object(text: str, kind: str, mend: str = "Write one JSON object per line") -> Mapping[str, Any]:
    """The object of a text, which is a `kind` of thing. Raises `Malformed`."""
    try:
        request = json.loads(text, object_pairs_hook=_once_each)
    except json.JSONDecodeError as error:
        raise Malformed(kind, text, f"it is not JSON ({error.msg})", mend) from None
    except RecursionError:
        raise Malformed(kind, text, "it is nested too deeply", mend) from None
    except ValueError:
        raise Malformed(kind, text, "it contains a number that is too long", "Write a shorter number") from None
    if not isinstance(request, dict):
        raise Malformed(kind, text, "it is not a JSON object", "Write {…}")
    return request


def read_text(request: Mapping[str, Any], key: str, kind: str) -> str:
    """The text of a key of a `kind` of thing. Raises `Malformed`."""
    if key not in request:
        raise Malformed(kind, json.dumps(request, ensure_ascii=False), f"the key “{key}” is missing", "Add it")
    value = request[key]
    if not isinstance(value, str):
        raise Malformed(key, json.dumps(value), "it must be text", "Write it in quotation marks")
    return value


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of an object, whose keys must differ. Raises `Malformed`."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Malformed("key", twice, "it appears twice in one object", "Delete one of the two")
    return found
