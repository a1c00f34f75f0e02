"""JSON lines from standard input to standard output, one object a line, each answered before the next is read."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from tutor.errors import Malformed

_LONE = dict.fromkeys(range(55296, 57344), "�")
"""Half characters, which JSON can write but text cannot hold."""


def lines() -> Iterator[str]:
    """The lines of standard input that are not empty, without the mark that some editors put before the first."""
    first = True
    for line in sys.stdin:
        bare = line.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}") if first else line
        first = False
        if bare.strip():
            yield bare


def write(given: Mapping[str, Any]) -> None:
    """Writes one answer immediately."""
    sys.stdout.write(json.dumps(given, ensure_ascii=False).translate(_LONE) + "\n")
    sys.stdout.flush()


def read_object(line: str, kind: str) -> Mapping[str, Any]:
    """The object of a line, which is a `kind` of thing. Raises `Malformed`."""
    try:
        request = json.loads(line, object_pairs_hook=_once_each)
    except json.JSONDecodeError as error:
        raise Malformed(kind, line, f"it is not JSON ({error.msg})", "Write one JSON object per line") from None
    except RecursionError:
        raise Malformed(kind, line, "it is nested too deeply", "Write one JSON object per line") from None
    except ValueError:
        raise Malformed(kind, line, "it contains a number that is too long", "Write a shorter number") from None
    if not isinstance(request, dict):
        raise Malformed(kind, line, "it is not a JSON object", "Write {…}")
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
