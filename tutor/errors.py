"""What can go wrong, in one tree.

    TutorError
    ├── Malformed           text that cannot be read.
    ├── Ambiguous           text that can be read in more than one way.
    ├── NotAPack            cards that do not make the hands they should.
    ├── Illegal             a play or call that the rules or a law forbid.
    ├── Impossible          a table that cannot exist, or a question that does not arise there.
    ├── Unknown             the name of something that does not exist.
    ├── BrokenPlugin        an author in another package who cannot be used.
    │   └── FaultyPlugin    such an author, whose hands or lessons have faults.
    ├── StaleInstallation   an installation that does not fit the code.
    └── FaultyContent       files of hands or lessons with faults.

Every message quotes what was given and says how to correct it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from tutor.wording import article, figured, sentences


class TutorError(Exception):
    """The root: every error that a user's input can cause."""


class Malformed(TutorError):
    """Text that cannot be read as a `kind` of thing; `position` counts from 0."""

    def __init__(self, kind: str, text: str, why: str, mend: str, position: int | None = None) -> None:
        self.kind, self.text, self.why, self.mend, self.position = kind, text, why, mend, position
        place = "" if position is None else f" (character {position + 1})"
        super().__init__(sentences(f"{quoted(text)} is not {article(kind)} {kind}{place}: {why}", mend))


class Ambiguous(TutorError):
    """Text that names more than one thing."""

    def __init__(self, kind: str, text: str, readings: Iterable[str]) -> None:
        self.kind, self.text, self.readings = kind, text, tuple(readings)
        super().__init__(sentences(f"{quoted(text)} can mean {', '.join(self.readings)}", f"Name one {kind}"))


@dataclass(frozen=True, slots=True)
class Defect:
    """One way in which cards fail to make the hands they should; `where` names the hand."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


class NotAPack(TutorError):
    """Hands that are not a deal, with every defect at once."""

    def __init__(self, text: str, defects: Iterable[Defect], mend: str) -> None:
        self.text, self.defects, self.mend = text, tuple(defects), mend
        super().__init__(sentences(f"{quoted(text)}: {'; '.join(map(str, self.defects))}", mend))


class Illegal(TutorError):
    """A card or a call that the rules refuse; `refusal` is the value that says why."""

    def __init__(self, refusal: object) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))


class Impossible(TutorError):
    """A table that cannot exist, or a question that cannot be asked there; `what` is the fault."""

    def __init__(self, what: str, mend: str) -> None:
        self.what, self.mend = what, mend
        super().__init__(sentences(what, mend))


class Unknown(TutorError):
    """A name that does not exist, with the nearest names."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name = kind, name
        names = {one.casefold(): one for one in sorted(known)}
        self.near = tuple(names[one] for one in get_close_matches(name.casefold(), names, n=3))
        hint = f" Did you mean {' or '.join(self.near)}?" if self.near else ""
        super().__init__(f"there is no {kind} {quoted(name)}.{hint}")


class BrokenPlugin(TutorError):
    """An author whose plug-in cannot be used: the name of its entry point, its distribution, and what is wrong."""

    def __init__(self, name: str, distribution: str, why: str, mend: str) -> None:
        self.name, self.distribution, self.why, self.mend = name, distribution, why, mend
        super().__init__(
            sentences(f"the author {quoted(name)} of the distribution {distribution} cannot be used: {why}", mend)
        )


class FaultyPlugin(BrokenPlugin):
    """An author in another package whose files of hands or lessons have faults. The author’s rules are still asked."""

    def __init__(self, name: str, distribution: str, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        why = f"its files have {figured(len(self.faults), 'fault')}"
        super().__init__(name, distribution, why, "Correct them until ‘tutor check’ finds none")

    def __str__(self) -> str:
        what = f"hands or lessons of the author {quoted(self.name)} of the distribution {self.distribution}"
        told = [sentences(f"{what} are left out: {self.why}", self.mend), *map(str, self.faults[:MOST_TOLD])]
        return "\n".join(told)


MOST_TOLD = 5
"""The number of faults of another package that a message lists."""


class StaleInstallation(TutorError):
    """Parts of the tutor are not where its installation says."""

    def __init__(self, what: str) -> None:
        self.what = what
        mend = "In a checkout, run ‘make run’ or ‘make test’; otherwise install Love All again"
        super().__init__(sentences(what, mend))


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of a content file: its place (lines and columns count from 1), what it is, how to correct it."""

    file: str
    line: int
    column: int
    what: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {sentences(self.what, self.mend)}"


class FaultyContent(TutorError):
    """Files that cannot be used, with all their faults."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(map(str, self.faults)))


def quoted(text: str, limit: int = 80) -> str:
    """The text in quotation marks, on one line and cut to `limit` characters, fit for a message."""
    line = " ".join(text.split())
    return f"‘{line[: limit - 1]}…’" if len(line) > limit else f"‘{line}’"
