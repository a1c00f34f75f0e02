"""What the values of content have in common: how they are read, and records of the books’ own text.

A file is parsed into values that all code uses. A value is frozen and accepts only known keys. Its reader adds an
`Origin`: the name of its file, its book, its line. The cards, deals and calls of the lower layers are read through
`fields`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import AfterValidator, Field, PrivateAttr

from tutor.citations import Citation
from tutor.errors import Malformed, Unknown
from tutor.library.fields import Line, Lines, Page, Pages, Prose, SeatText, SourceKey, SuitText, SyllabusId, Value
from tutor.library.references import mistakes, rendered
from tutor.library.rulebook import NO_RULES, Rulebook
from tutor.library.themes import Theme

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from: the id and the book of its file, and the first line of its block."""

    id: str = ""
    source: str = ""
    line: int = 1


@dataclass(frozen=True, slots=True)
class Context:
    """What a reader knows: the place of the file, and the rules and other content that it may name."""

    origin: Origin = Origin()
    rulebook: Rulebook = NO_RULES
    names: Container[str] = frozenset()
    themes: tuple[Theme, ...] = ()

    @property
    def source(self) -> str:
        return self.origin.source


class PlacedValue(Value):
    """A value that knows where it comes from."""

    _origin: Origin = PrivateAttr(default=Origin())

    if not TYPE_CHECKING:  # otherwise every name would be allowed

        def __getattr__(self, name: str) -> Any:
            """A private attribute. Pages need it hundreds of times, and Pydantic’s own way is slow."""
            private = self.__pydantic_private__
            return private[name] if private and name in private else super().__getattr__(name)

    def model_post_init(self, context: Any, /) -> None:
        if isinstance(context, Context):
            self._origin = context.origin


def find(kind: str, name: str, known: Mapping[str, T]) -> T:
    """The thing of a name. Raises `Unknown`."""
    try:
        return known[name]
    except KeyError:
        raise Unknown(kind, name, known) from None


class OnceOnly:
    """A value that is read once, and equal only to itself."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class Entity(OnceOnly, PlacedValue):
    """A file of content."""

    @property
    def id(self) -> str:
        """Its id: the name of its file."""
        return self._origin.id


def _rendered(text: str) -> str:
    """A text with its references to cards in words. The cards are checked when the play is known."""
    try:
        return rendered(text)
    except Malformed:
        raise ValueError(" ".join(map(str, mistakes(text)))) from None


NoteText = Annotated[
    Prose, AfterValidator(_rendered), Field(description="cards as {HK}, {Y HK} or {Y HK, trick 3|the king}, checked")
]
SituationText = Annotated[
    str,
    AfterValidator(_rendered),
    Field(description="what the learner must know and cannot see; it must not give the answer away"),
]


# ---- what a book says, and how its text was read ---------------------------------------------------------------------


class CitedValue(PlacedValue):
    """Something in a book: `citation` says where."""

    page: Page | None = None
    lines: Lines

    @property
    def citation(self) -> Citation:
        return Citation.at(self._origin.source, self.page, self.lines)


class BookContent(Entity):
    """A game, a deal or an ending from a book: `illustrates` are the ids of rules, or of games, that it shows."""

    title: NoteText
    source: SourceKey
    pages: Pages
    lines: Lines
    illustrates: tuple[SyllabusId, ...]

    @property
    def citation(self) -> Citation:
        """The page of the book."""
        return Citation.at(self.source, self.pages[0], self.lines)


class Emendation(Value):
    """A correction of the source: the print, our reading, the reason."""

    seat: Annotated[SeatText, Field(alias="hand")]
    suit: SuitText
    line: Line
    printed: Annotated[str, Field(description="as the text has it")]
    read: Annotated[str, Field(description="our reading, highest first")]
    because: Prose


class Doubt(Value):
    """An open question of reading, with its alternative and what depends on it."""

    what: Prose
    alternative: Prose
    because: Prose
    hangs_on_it: Prose

    @property
    def is_serious(self) -> bool:
        """Whether anything depends on it. Usually nothing does, for example whether a five is a six."""
        return not self.hangs_on_it.lower().startswith("nothing")


class Misprint(Value):
    """A corrected word or number of the text."""

    line: Line
    printed: str
    read: Prose
    because: Prose


class CitedStatement(Value):
    """What the book says, in our words, and in which lines."""

    says: Prose
    lines: Lines


class Slip(CitedStatement):
    """A card or a name of the author’s that contradicts the hands. It is recorded, but not followed."""

    because: Prose


class Remark(CitedValue):
    """The author’s comment in our words, with its place in the book."""

    text: NoteText
    page: Page


class Quotation(CitedValue):
    """The author’s own words."""

    text: Prose
    page: Page
