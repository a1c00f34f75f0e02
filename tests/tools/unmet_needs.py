"""Says which questions need what has not been shown before: `python -m tests.tools.unmet_needs [course …]`."""

from __future__ import annotations

import sys
from collections import Counter

from tests.support.needs import unmet
from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses
from tutor.quizzes.bank import exercise_bank


def main(*names: str) -> int:
    """Lists them by course, with the terms that are missing most."""
    library = load()
    courses = load_courses(library)
    bank = exercise_bank(library, courses)
    total = 0
    for name in names or tuple(courses.courses):
        found = unmet(courses, courses.course(name), bank, library.glossary)
        total += len(found)
        print(f"{name}: {len(found)} questions", *found, sep="\n  ")
        missing = Counter(need for one in found for need in one.needs)
        print("  most:", ", ".join(f"{need} {count}" for need, count in missing.most_common(12)))
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
