"""The blocks of a lesson without questions: text, cards, games to replay, tables, comparisons, maxims, drills.

Each has the content of its lines in the file, and finds its own faults. A new kind is a class here, in `BLOCKS`, and a
template.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, PrivateAttr, model_validator

from tutor.authorities.rules import Question
from tutor.cards import Card, Hand
from tutor.citations import OWN, SOURCES, place_in
from tutor.errors import Fault, TutorError
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.fields import EndingText, HoldingsText, Lines, Prose, SeatText, SourceKey, Through, Value
from tutor.library.games import Game
from tutor.library.maxims import Maxim
from tutor.library.passages import faults_in, whole
from tutor.library.references import references, rendered
from tutor.library.validation import did_you_mean
from tutor.library.values import Context, PlacedValue
from tutor.library.views import ViewText
from tutor.library.yaml_text import Document, Path
from tutor.seats import Seat

if TYPE_CHECKING:
    from tutor.library.catalogue import Library

Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Pattern = Annotated[str, Field(pattern=r"^[a-z0-9*]+(-[a-z0-9*]+)*$", description="an item, or several: term-p*")]
_PAGE = "([1-9][0-9]{0,2}|[ivxl]+)"
PagesText = Annotated[str, Field(pattern=f"^{_PAGE}([–-]{_PAGE})?$", description="a page, or 12–15; vii in a preface")]
QuestionText = Annotated[Question, Field(description="the question to an author")]
Playable = Game | ExampleDeal | Problem
"""Content with four hands that a lesson can show."""

MEND_NAME = "Correct the name"


@dataclass(frozen=True, slots=True)
class Surroundings(Context):
    """What a lesson may refer to: the library, other lessons, and its author’s own hands by name.

    A hand that is None has faults. `is_thorough` says whether captions are checked against the play that they describe,
    for which endings must be played to the end. `is_own` says that a teacher writes the lesson, which may cite no book.
    """

    library: Library | None = None
    lessons: Collection[str] = ()
    own: Mapping[str, Playable | None] = field(default_factory=dict)
    is_thorough: bool = True
    passage: BookPassage | None = None
    is_own: bool = False

    def playable(self, name: str) -> Playable | None:
        """The game, deal or ending of a name, if there is one without faults."""
        if name in self.own or self.library is None:
            return self.own.get(name)
        library = self.library
        return library.games.get(name) or library.deals.get(name) or library.problems.get(name)

    def unplayable(self, document: Document, path: Path, kind: str, name: str) -> Fault:
        """A fault: there is nothing playable with this name."""
        if name in self.own:
            return document.fault(path, f"the hand ‘{name}’ has faults", "Correct that hand first")
        library = self.library
        known = [*self.own, *((*library.games, *library.deals, *library.problems) if library else ())]
        return document.fault(path, f"there is no {kind} ‘{name}’", did_you_mean(name, known, MEND_NAME))

    def beside(self, document: Document, path: Path, content: Playable, text: str) -> Iterator[Fault]:
        """The faults of a text about a game, a deal or an ending. Raises `Malformed`."""
        if self.is_thorough and any(references(text)):
            yield from faults_in(document, path, text, whole(content))
        yield from self.prose(document.file, document.place(path).line, rendered(text, keeps_signs=True))

    # ---- running text ------------------------------------------------------------------------------------------------

    def prose(self, file: str, line: int, text: str) -> Iterator[Fault]:
        """The faults of a text in Markdown that begins at a line."""
        for number, written in enumerate(text.splitlines(), line):
            if _HTML.search(written):
                yield Fault(file, number, 1, "this text contains HTML", "Write Markdown")
            if written.startswith("# "):
                yield Fault(file, number, 1, "only the title is a heading of the first level", "Write ‘## …’")
            for card in _CARD.findall(written):
                try:
                    Card.parse(card)
                except TutorError as error:
                    yield Fault(file, number, 1, str(error))
            for target in _LINK.findall(written):
                yield from self._link(file, number, target)

    def _link(self, file: str, line: int, target: str) -> Iterator[Fault]:
        for beginning, names in self._linked().items():
            name = target.removeprefix(beginning).strip("/").partition("#")[0]
            if target.startswith(beginning) and name:
                if name not in names:
                    mend = did_you_mean(name, names, MEND_NAME)
                    yield Fault(file, line, 1, f"‘{target}’ leads nowhere", mend)
                return
        if not _PAGES.match(target):
            what = f"‘{target}’ is not a page of the tutor"
            yield Fault(file, line, 1, what, "Link to a page of the tutor, or delete the link")

    def _linked(self) -> Mapping[str, Collection[str]]:
        """The names of possible targets, by the beginning of the link."""
        if self.library is None:
            return {"lesson:": self.lessons}
        return {
            "lesson:": self.lessons,
            "/games/": self.library.games,
            "/deals/": self.library.deals,
            "/endings/": self.library.problems,
            "/hands/": self.library.groups,
            "/glossary#": [term.anchor for term in self.library.glossary],
        }


_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]*)\)")
_CARD = re.compile(r"\{([^{}]*)\}")
_HTML = re.compile(r"<[A-Za-z/!]")
_PAGES = re.compile(
    r"^/(rules|laws|odds|audit|maxims|rulings|masters|table|agreement|sources|glossary|games|deals|known|practice)"
    r"(/[a-z0-9-]*)?/?([?#][a-z0-9=&-]*)?$"
)


class BookPassage(Value):
    """A place in a book: `printed_pages` as printed (`12–15`, `vii`), if any."""

    source: SourceKey
    printed_pages: Annotated[PagesText | None, Field(alias="page")] = None
    lines: Lines

    @property
    def pages(self) -> str:
        """The pages, separated by a dash; empty if the book shows none."""
        return (self.printed_pages or "").replace("-", "–")

    def __str__(self) -> str:
        if self.source == OWN:
            return SOURCES[OWN].author
        pages = f"{'pp.' if '–' in self.pages else 'p.'} {self.pages}"
        return f"{SOURCES[self.source].author}, {pages if self.pages else place_in(self.source, self.lines)}"


class Block(PlacedValue):
    """A part of a lesson."""

    STAND_INS: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """Fields that `faults` can do without if they have a fault of their own, with what it takes instead."""

    @property
    def line(self) -> int:
        """The line of the file at which it begins."""
        return self._origin.line

    @property
    def prose(self) -> tuple[str, ...]:
        """Its texts in Markdown."""
        return ()

    def faults(self, document: Document, around: Surroundings) -> Iterator[Fault]:
        """Its faults in this place. Raises `TutorError`."""
        for text in self.prose:
            yield from around.prose(document.file, self.line, text)


def code_of(name: str) -> str:
    """The code of a question in pages and addresses."""
    return f"q{blake2b(name.encode(), digest_size=3).hexdigest()}"


class NamedQuestion(Block):
    """A question of a lesson. Its `name` is for authors of lessons, and may give the answer away."""

    name: Slug
    needs: Annotated[
        tuple[Slug, ...], Field(description="ids of the syllabus, or term-…, that the learner must have met before")
    ] = ()

    @property
    def code(self) -> str:
        """Its code in pages and addresses. It begins with a letter, and gives nothing away."""
        return code_of(self.name)


class ProseBlock(Block):
    """Some paragraphs, in Markdown."""

    markdown: str

    @property
    def parts(self) -> tuple[ProseBlock, ...]:
        """The text split at its headings. Each part except the first has its heading."""
        texts = [text for text in re.split(r"^(?=#)", self.markdown, flags=re.MULTILINE) if text.strip()]
        return tuple(self.model_copy(update={"markdown": text}) for text in texts)

    @property
    def prose(self) -> tuple[str, ...]:
        return (self.markdown,)


_HandsBySeat = Annotated[
    tuple[tuple[Seat, Hand], ...], Through(dict[SeatText, EndingText], lambda read, _source: tuple(read.items()))
]


class HandsBlock(Block):
    """Cards to look at: `hand`, `hands`, `cards` or `of`."""

    single: Annotated[EndingText | None, Field(alias="hand")] = None
    by_seat: Annotated[_HandsBySeat | None, Field(alias="hands")] = None
    holdings: Annotated[HoldingsText | None, Field(alias="cards")] = None
    of_name: Annotated[str | None, Field(alias="of")] = None
    written_caption: Annotated[Prose | None, Field(alias="caption")] = None
    _of: str = PrivateAttr(default="")

    @model_validator(mode="after")
    def _one_of_four(self) -> HandsBlock:
        shown = (self.single, self.by_seat, self.holdings, self.of_name)
        if sum(each is not None for each in shown) != 1:
            raise ValueError("write one of ‘hand’, ‘hands’, ‘cards’ and ‘of’")
        return self

    def model_post_init(self, context: Any, /) -> None:
        super().model_post_init(context)
        if isinstance(context, Surroundings) and self.of_name is not None:
            content = context.playable(self.of_name)
            self._of = content.id if content else ""

    @property
    def hands(self) -> tuple[tuple[Seat | None, Hand], ...]:
        """The hands by seat; a single hand has none."""
        return ((None, self.single),) if self.single else self.by_seat or ()

    @property
    def cards(self) -> str:
        """A holding."""
        return self.holdings or ""

    @property
    def of(self) -> str:
        """The id of the game, deal or ending whose hands are shown; empty if other hands are."""
        return self._of

    @property
    def caption(self) -> str:
        caption = self.written_caption or ""
        return rendered(caption, keeps_signs=True) if self.of_name else caption

    @property
    def prose(self) -> tuple[str, ...]:
        return () if self.of_name else (self.caption,)

    def faults(self, document: Document, around: Surroundings, at: Path = ()) -> Iterator[Fault]:
        yield from super().faults(document, around)
        if self.of_name is not None:
            content = around.playable(self.of_name)
            if content is None:
                yield around.unplayable(document, (*at, "of"), "deal", self.of_name)
            else:
                yield from around.beside(document, (*at, "caption"), content, self.written_caption or "")
        dealt = [card for _, hand in self.hands for card in hand]
        if len(set(dealt)) < len(dealt):
            yield document.fault((*at, "hands"), "a card is in two hands", "Correct one of them")


class ReplayBlock(Block):
    """A game from a trick."""

    game_name: Annotated[str, Field(alias="game")]
    trick: Annotated[int, Field(ge=0, le=13, alias="from", description="0 is the declaration")] = 0
    written_says: Annotated[Prose, Field(alias="says")]
    _game: str = PrivateAttr(default="")

    def model_post_init(self, context: Any, /) -> None:
        super().model_post_init(context)
        if isinstance(context, Surroundings):
            content = context.playable(self.game_name)
            self._game = content.id if content else ""

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._game

    @property
    def says(self) -> str:
        return rendered(self.written_says, keeps_signs=True)

    def faults(self, document: Document, around: Surroundings) -> Iterator[Fault]:
        game = around.playable(self.game_name)
        if game is None:
            yield around.unplayable(document, ("game",), "game", self.game_name)
        elif not isinstance(game, Game):
            yield document.fault(("game",), f"the play of ‘{self.game_name}’ is not known", "Name a game")
        else:
            yield from around.beside(document, ("says",), game, self.written_says)


class TableBlock(Block):
    """A table of words and figures."""

    caption: Prose
    head: Annotated[tuple[Prose, ...], Field(min_length=1)]
    rows: Annotated[tuple[tuple[str, ...], ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _rectangular(self) -> TableBlock:
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.head):
                raise ValueError(f"row {number} has {len(row)} cells, but the head has {len(self.head)}")
        return self

    @property
    def prose(self) -> tuple[str, ...]:
        return (self.caption, *(cell for row in self.rows for cell in row))


class MastersBlock(Block):
    """A view on which every author is asked."""

    view: ViewText
    question: Annotated[QuestionText, Field(alias="asks")]
    says: Prose

    @property
    def prose(self) -> tuple[str, ...]:
        return (self.says,)


class MaximBlock(Block):
    """A maxim in its author’s words."""

    of: str
    _maxim: Maxim | None = PrivateAttr(default=None)

    def model_post_init(self, context: Any, /) -> None:
        super().model_post_init(context)
        if isinstance(context, Surroundings) and context.library:
            self._maxim = context.library.maxims.get(self.of)

    @property
    def maxim(self) -> Maxim:
        assert self._maxim is not None, "a lesson is read only with its maxims"  # noqa: S101
        return self._maxim

    def faults(self, document: Document, around: Surroundings) -> Iterator[Fault]:
        if self._maxim is None:
            known = around.library.maxims if around.library else ()
            mend = did_you_mean(self.of, known, MEND_NAME)
            yield document.fault(("of",), f"there is no maxim ‘{self.of}’", mend)


class DrillBlock(Block):
    """The items of a drill and the number of questions. Each of `on` is an item id or a pattern of ids."""

    on: Annotated[tuple[Pattern, ...], Field(min_length=1)]
    questions: Annotated[int, Field(ge=1, le=20)] = 6

    def items(self, known: Mapping[str, object]) -> tuple[str, ...]:
        """The known items that the drill asks about, each once."""
        return tuple(dict.fromkeys(item for wanted in self.on for item in matching(wanted, known)))


def matching(wanted: str, known: Mapping[str, object]) -> tuple[str, ...]:
    """The known names that an id or a pattern (`term-p*`) means, if any."""
    if wanted in known:
        return (wanted,)
    return tuple(name for name in known if fnmatchcase(name, wanted)) if "*" in wanted else ()


BLOCKS: Mapping[str, type[Block]] = MappingProxyType(
    {
        "hand": HandsBlock,
        "replay": ReplayBlock,
        "table": TableBlock,
        "masters": MastersBlock,
        "maxim": MaximBlock,
        "drill": DrillBlock,
    }
)
"""The blocks by the word after the fence; a `question` is of one of three kinds (see `lesson_questions`), and `deal` is
`guided_deals.GuidedDeal`, `experiment` one of two kinds (see `experiments`), and `incident` is `incidents.Incident`."""
