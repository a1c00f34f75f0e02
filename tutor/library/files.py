"""The files of content: which exist, what each says, and its name in messages."""

from __future__ import annotations

from pathlib import Path

from tutor.errors import Fault, FaultyContent
from tutor.library.yaml_text import Document, read

COURSE_FILE = "course.yaml"
"""The file of a course, in the folder of its lessons."""
LESSON_SUFFIX = ".md"


def yaml_files(path: Path) -> list[Path]:
    """The file, or the YAML files in the folder and below it."""
    return sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]


def lessons_in(path: Path) -> list[Path]:
    """The file, if it is a lesson, or the lessons in the folder and below it."""
    if path.is_dir():
        return sorted(path.rglob(f"*{LESSON_SUFFIX}"))
    return [path] if path.suffix == LESSON_SUFFIX else []


def is_read_apart(path: Path) -> bool:
    """Whether a file of the lessons is a course or has positions. These are read separately."""
    return path.name == COURSE_FILE or path.parent.name == "positions"


def document_of(path: Path) -> Document:
    """The content of a YAML file. Raises `FaultyContent` if it cannot be read."""
    return read(text_of(path), shown(path))


def text_of(path: Path) -> str:
    """The text of a file. Raises `FaultyContent` if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise FaultyContent([Fault(shown(path), 1, 1, reason, "Name an existing file or folder")]) from None
    except UnicodeDecodeError as error:
        what = f"byte {error.start} is not UTF-8"
        raise FaultyContent([Fault(shown(path), 1, 1, what, "Save the file as UTF-8 text")]) from None


def shown(path: Path) -> str:
    """The path as a person would write it: relative if it is below this folder, otherwise absolute."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):  # it is elsewhere, or its links form a circle
        return str(path)
