"""The files of content: which there are, what each says, and what it is called in a message."""

from __future__ import annotations

from pathlib import Path

from tutor.errors import Fault, FaultyContent
from tutor.library.yaml_text import Document, read

COURSE_FILE = "course.yaml"
"""What a course is written in, beside its lessons."""
LESSON_SUFFIX = ".md"


def yaml_files(path: Path) -> list[Path]:
    """The file, or the YAML files in the folder and below it."""
    return sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]


def lessons_in(path: Path) -> list[Path]:
    """The file, where it is one of a lesson, or the lessons in the folder and below it."""
    if path.is_dir():
        return sorted(path.rglob(f"*{LESSON_SUFFIX}"))
    return [path] if path.suffix == LESSON_SUFFIX else []


def is_read_apart(path: Path) -> bool:
    """Whether a file of the lessons is of a course, or of positions: each of these is read where it is wanted."""
    return path.name == COURSE_FILE or path.parent.name == "positions"


def document_of(path: Path) -> Document:
    """What a file of YAML says. Raises `FaultyContent` where it cannot be read."""
    return read(text_of(path), shown(path))


def text_of(path: Path) -> str:
    """The text of a file. Raises `FaultyContent` where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise FaultyContent([Fault(shown(path), 1, 1, reason, "Name a file or a folder that is there")]) from None
    except UnicodeDecodeError as error:
        what = f"byte {error.start} is not UTF-8"
        raise FaultyContent([Fault(shown(path), 1, 1, what, "Save the file as UTF-8 text")]) from None


def shown(path: Path) -> str:
    """The path as a person would write it: from here where it lies below, whole elsewhere."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):  # it lies elsewhere, or its links go round in a circle
        return str(path)
