"""The five books, and where in them a thing is said."""

from __future__ import annotations

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
        page = "" if self.page is None else f"p. {self.page}"
        return ", ".join(part for part in (self.author, self._law, page) if part)

    @property
    def _law(self) -> str:
        if not self.law:
            return ""
        return f"law {self.law}" if self.law[0].isdigit() else f"under ‘{self.law}’"
