"""All exercises that are made on items, and every kind of reference: the modules of `kinds`, each found by its name."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from tutor.library.catalogue import Library
from tutor.library.lessons import Courses
from tutor.quizzes import kinds
from tutor.quizzes.items import MAKERS, ExerciseBank, ExerciseMaker, ExerciseSources, Item

ORDER = (
    "rules", "legal points", "maxims", "scores", "tricks needed", "counting", "inference", "rulings", "odds", "terms",
    "first games",
)  # fmt: skip
"""Makers that know the same item ask about it in turn, in this order, so that a number stays the same question.

An item that is a maxim counts as a maxim, whatever else asks about it. Kinds not named here follow by name.
"""
LAST = "lessons"
"""An item that no other kind names is a point that a lesson teaches."""

for _module in sorted(module.name for module in iter_modules(kinds.__path__)):
    import_module(f"{kinds.__name__}.{_module}")  # which adds its maker, or its kind of reference


def item_makers(library: Library, courses: Courses | None = None) -> dict[str, ExerciseMaker]:
    """What makes the exercises of each kind, by its name; those of lessons where there are `courses`."""
    wanted = [*ORDER, *sorted(MAKERS.keys() - {*ORDER, LAST}), *([LAST] if courses else [])]
    known: dict[str, Item] = {}
    makers: dict[str, ExerciseMaker] = {}
    for name in wanted:
        makers[name] = MAKERS[name](ExerciseSources(library, courses or Courses({}, {}), known))
        known = {**makers[name].items, **known}
    return makers


def exercise_bank(library: Library, courses: Courses) -> ExerciseBank:
    """Everything that can be asked on items."""
    return ExerciseBank(item_makers(library, courses).values())
