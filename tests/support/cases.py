"""Cases that are gone through in one test: every one is tried, and the failure names all that failed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, cast

import pytest
from _pytest.mark import ParameterSet

Ids = Callable[[Any], str] | Iterable[str]
Test = Callable[..., None]
MOST_TOLD = 40


def for_each(
    names: str | Sequence[str], cases: Iterable[Any], ids: Ids = str, *, parts: int = 1
) -> Callable[[Test], Test]:
    """A test of every case, as by `pytest.mark.parametrize`, but one test, or `parts` of them for several processes.

    For cases that share their fixtures without harm: to announce thousands of tests takes longer than to run them.
    """
    wanted = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    known = list(_named(wanted, cases, ids))
    assert known, f"there is no case of {names}"

    def made_of(test: Test) -> Test:
        @wraps(test)
        def all_cases(**fixtures: Any) -> None:
            failed = []
            for name, values in known[fixtures.pop("part", 0) :: parts]:
                try:
                    test(**fixtures, **dict(zip(wanted, values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    failed.append(f"{name}: {type(error).__name__}: {error}")
            if failed:
                told = "\n\n".join(failed[:MOST_TOLD])
                pytest.fail(f"{len(failed)} of {len(known)} cases fail:\n\n{told}", pytrace=False)

        del all_cases.__wrapped__
        kept = [one for name, one in inspect.signature(test).parameters.items() if name not in wanted]
        if parts > 1:
            kept.append(inspect.Parameter("part", inspect.Parameter.KEYWORD_ONLY))
        all_cases.__signature__ = inspect.Signature(kept)  # type: ignore[attr-defined]
        return pytest.mark.parametrize("part", range(parts))(all_cases) if parts > 1 else all_cases

    return made_of


def _named(wanted: Sequence[str], cases: Iterable[Any], ids: Ids) -> Iterator[tuple[str, Sequence[Any]]]:
    given = None if callable(ids) else iter(ids)
    for case in cases:
        values: Sequence[Any] = case if len(wanted) > 1 else (case,)
        name = ""
        if isinstance(case, ParameterSet):
            values, name = cast("Sequence[Any]", case.values), str(case.id or "")
        if given is not None:
            name = next(given)
        yield (
            name or "-".join(cast("Callable[[Any], str]", ids if callable(ids) else str)(one) for one in values),
            values,
        )
