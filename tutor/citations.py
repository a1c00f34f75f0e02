"""The five books, and where in them a thing is said.

Whatever is taught here cites a place that can be found: the page; in the books whose pages were lost when they were
read by machine, the law, the maxim by its number, the table, or the heading under which it stands.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Source:
    """A book: its key, the name its author goes by, and what stands on its title page.

    `year` is None where the copy that was read bears no date.
    """

    key: str
    author: str
    title: str
    place: str
    year: int | None

    def __str__(self) -> str:
        return f"{self.author}, {self.title} ({self.place}, {self.year or 'undated'})"


SOURCES = MappingProxyType(
    {
        source.key: source
        for source in (
            Source("caelebs", "Cælebs", "The Laws and Practice of Whist", "New York", 1859),
            Source("hellespont", "Hellespont", "The Laws and Principles of Bridge", "London", 1901),
            Source("hoffmann", "Professor Hoffmann", "Bridge, in Hoyle’s Games Modernized", "London", None),
            Source("axioms", "J. B. Elwell", "Bridge Axioms and Laws", "New York", 1907),
            Source("foster", "R. F. Foster", "Auction Bridge up to Date", "New York", 1910),
        )
    }
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book whose pages are not known: the line of the machine-read text where it begins, and its name.

    Where the part is of numbered things, `numbered` are the lines where each begins, and the name has a place for the
    number.
    """

    line: int
    name: str
    numbered: tuple[int, ...] = ()

    def place(self, line: int) -> str:
        """The place of a line of this part: `maxim 121`, `table of passed makes`."""
        return self.name.format(bisect_right(self.numbered, line))


_MAXIMS = (
    3, 8, 13, 17, 22, 27, 32, 37, 42, 46, 52, 56, 61, 66, 70, 72, 77, 82, 87, 91, 96, 98, 103, 108, 112, 116, 120, 123,
    127, 132, 137, 141, 146, 151, 156, 161, 165, 168, 172, 176, 181, 185, 189, 193, 195, 201, 206, 211, 215, 218, 224,
    229, 234, 239, 245, 250, 255, 259, 262, 267, 271, 275, 280, 284, 287, 292, 297, 302, 307, 311, 316, 320, 325, 330,
    335, 340, 345, 350, 355, 360, 364, 369, 374, 378, 381, 386, 391, 395, 399, 405, 407, 412, 417, 421, 426, 431, 436,
    441, 445, 449, 454, 457, 462, 467, 472, 477, 483, 488, 493, 498, 502, 506, 511, 516, 520, 524, 528, 531, 536, 541,
    546, 551, 554, 559, 564, 568, 573, 577, 579, 583, 587, 591, 596, 601, 605, 610, 614, 618, 622, 626, 631, 633, 638,
    642, 647, 651, 656, 658, 663, 668,
)  # fmt: skip
"""Elwell prints his maxims without numbers: they are counted as they stand."""

PARTS = MappingProxyType(
    {
        "axioms": (
            Part(1, "maxim {}", _MAXIMS),
            Part(677, "Laws of Bridge, 1907"),
            Part(1387, "under ‘Spade convention’"),
            Part(1402, "under ‘Etiquette’"),
            Part(1433, "table of declarations"),
            Part(1495, "table of passed makes"),
            Part(1509, "table of leads against a trump"),
            Part(1550, "table of leads at no-trump"),
            Part(1609, "table of unblocking"),
            Part(1686, "under ‘The Change the Suit Call’"),
        ),
        "hoffmann": (
            Part(1, "introduction"),
            Part(19, "under ‘The Score in Actual Practice’"),
            Part(45, "under ‘Hints for Play’"),
            Part(49, "hint {}", (49, 51, 53, 55)),
            Part(57, "under ‘Hints for Play’"),
            Part(61, "Laws of Bridge, 1904"),
        ),
        "caelebs": (
            Part(1, "title page"),
            Part(180, "contents"),
            Part(234, "preface"),
            Part(289, "introduction"),
            Part(480, ""),
        ),
    }
)
"""The parts of the books, or of their fronts, that show no pages, in order; a name left empty is of one with pages."""


def place_in(source: str, lines: tuple[int, int] | None) -> str:
    """The place of a passage in a book that shows no page there; the line of its text where no part is known."""
    if lines is None:
        return ""
    parts = PARTS.get(source, ())
    before = bisect_right([part.line for part in parts], lines[0])
    named = parts[before - 1].place(lines[0]) if before else ""
    return named or f"line {lines[0]} of the text"


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a book: the printed page and, for a law, its number in the code, or its heading where it has none.

    `page` is None where the copy that was read shows no pages. `lines` are the first and last line of the passage in
    the machine-read text of the book.
    """

    source: str
    page: int | None
    lines: tuple[int, int] | None = None
    law: str | None = None

    @property
    def author(self) -> str:
        """The name that the author goes by."""
        return SOURCES[self.source].author

    def __str__(self) -> str:
        return f"{self.author}, {self.place}" if self.place else self.author

    @property
    def place(self) -> str:
        """Where it is, in a book that is known: `p. 79`, `law 54, p. 10`, `maxim 121`, `table of declarations`."""
        page = f"p. {self.page}" if self.page else "" if self._law else place_in(self.source, self.lines)
        return ", ".join(part for part in (self._law, page) if part)

    @property
    def _law(self) -> str:
        if not self.law:
            return ""
        return f"law {self.law}" if self.law[0].isdigit() else f"under ‘{self.law}’"
