"""The books, and places in them.

Everything taught here cites a place that you can find. Usually this is the page. Some books lost their pages when they
were scanned. For these it is the law, the number of the maxim, the table or the heading.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tutor.authors import AUTHORS, Source

__all__ = ["OWN", "SOURCES", "Citation", "Source", "place_in"]

OWN = "own"
"""The key of the source of what teachers write and take from no book. It is found in `SOURCES`, but not listed."""
_OWN = Source(OWN, "Your teacher’s own", "Lessons and hands of your teacher", "here", None)


class Sources(Mapping[str, Source]):
    """The books of the authors by key, in the order of their years."""

    def __getitem__(self, key: str) -> Source:
        return _OWN if key == OWN else AUTHORS[key].book

    def __iter__(self) -> Iterator[str]:
        return iter(AUTHORS)

    def __len__(self) -> int:
        return len(AUTHORS)


SOURCES: Mapping[str, Source] = Sources()


def place_in(source: str, lines: tuple[int, int] | None) -> str:
    """The place of a passage in a book without pages there, or the line of the text if no part is known."""
    if lines is None or source == OWN:
        return ""
    parts = AUTHORS[source].parts
    before = bisect_right([part.line for part in parts], lines[0])
    named = parts[before - 1].place(lines[0]) if before else ""
    return named or f"line {lines[0]} of the text"


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a book: the printed page and, for a law, its number in the code, or its heading where it has none.

    `page` is None where our copy shows no pages. `lines` are the first and last line of the passage in
    the machine-read text of the book.
    """

    source: str
    page: int | None
    lines: tuple[int, int] | None = None
    law: str | None = None

    @classmethod
    def at(cls, source: str, page: int | None, lines: tuple[int, int]) -> Citation:
        """A place in a book, or what cites no book, which has no place."""
        return cls(OWN, None) if source == OWN else cls(source, page, lines)

    @property
    def author(self) -> str:
        """The name that the author uses."""
        return SOURCES[self.source].author

    def __str__(self) -> str:
        return f"{self.author}, {self.place}" if self.place else self.author

    @property
    def place(self) -> str:
        """The place within the book: `p. 79`, `law 54, p. 10`, `maxim 121`, `table of declarations`."""
        page = f"p. {self.page}" if self.page else "" if self._law else place_in(self.source, self.lines)
        return ", ".join(part for part in (self._law, page) if part)

    @property
    def _law(self) -> str:
        if not self.law:
            return ""
        return f"law {self.law}" if self.law[0].isdigit() else f"under ‘{self.law}’"
