"""The comparison of laws: one point of law per entry, and what each of the five codes says on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PrivateAttr, model_validator

from tutor.authors import AUTHORS
from tutor.citations import SOURCES, Citation
from tutor.codes.offences import FIVE_CODES
from tutor.codes.offences.acts import Act
from tutor.errors import Fault, Unknown
from tutor.library.fields import Lines, Page, Prose, SyllabusId, Value
from tutor.library.glossary import folded
from tutor.library.laws import laws
from tutor.library.validation import did_you_mean
from tutor.library.values import Context
from tutor.library.yaml_text import Document, Path

CODES_COMPARED = tuple(FIVE_CODES)
"""The keys of the codes compared, from the earliest to the latest."""

BEGINNING = "code-"
"""The beginning of ids of points; the rest names the point in addresses and commands."""


class PointTopic(Enum):
    """What a point is about, by its word in files and addresses, in the order of a rubber."""

    SCORING = "scoring"
    TABLES = "tables"
    DEALING = "dealing"
    NEW_DEAL = "new-deal"
    DECLARING = "declaring"
    DOUBLING = "doubling"
    DUMMY = "dummy"
    EXPOSED = "exposed"
    OUT_OF_TURN = "out-of-turn"
    REVOKE = "revoke"
    GENERAL = "general"
    ETIQUETTE = "etiquette"
    VARIANTS = "variants"

    @property
    def heading(self) -> str:
        """The group as a heading: `A new deal`."""
        return _HEADINGS[self]

    __hash__ = object.__hash__


_HEADINGS: Mapping[PointTopic, str] = MappingProxyType(
    {
        PointTopic.SCORING: "The score",
        PointTopic.TABLES: "Cutting, and the table",
        PointTopic.DEALING: "Shuffling and dealing",
        PointTopic.NEW_DEAL: "A new deal",
        PointTopic.DECLARING: "Declaring and bidding",
        PointTopic.DOUBLING: "Doubling",
        PointTopic.DUMMY: "Dummy",
        PointTopic.EXPOSED: "Cards exposed",
        PointTopic.OUT_OF_TURN: "Leads and plays out of turn",
        PointTopic.REVOKE: "The revoke",
        PointTopic.GENERAL: "General rules, cards and bystanders",
        PointTopic.ETIQUETTE: "Etiquette",
        PointTopic.VARIANTS: "Other ways of playing",
    }
)


class MissingReason(Enum):
    """Why a code has nothing on a point."""

    NO_LAW = "The code has no law on this."
    LOST = "Its text is lost, or was not reprinted."
    NO_SUCH_POINT = "This does not arise under this code."

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Provision:
    """What a code says on a point, in our words.

    `short` is the same text wherever two codes agree. `also` are further passages of the book by their lines. `items`
    are the ids of the laws that say it, as in the syllabus.
    """

    short: str
    says: str
    citation: Citation
    also: tuple[tuple[int, int], ...] = ()
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gap:
    """A code says nothing on a point; `says` is what takes the place of a law there, if anything."""

    want: MissingReason
    says: str = ""


Cell = Provision | Gap


class WrittenCell(Value):
    """What a code says on a point of law or, with `absent`, why it says nothing."""

    short: Annotated[Prose | None, Field(description="in a few words, the same wherever codes agree")] = None
    says: Annotated[
        Prose | None, Field(description="a sentence to add to the words of its items, or in place of an absent law")
    ] = None
    law: Annotated[Prose | None, Field(description="its number, or its heading where the code has no numbers")] = None
    page: Page | None = None
    lines: Lines | None = None
    also: Annotated[tuple[Lines, ...], Field(description="the lines of further passages")] = ()
    items: Annotated[tuple[SyllabusId, ...], Field(description="the laws that say it")] = ()
    absent: Annotated[
        Literal["yes", "unknown"] | None, Field(description="unknown if the text is lost or not reprinted")
    ] = None

    @model_validator(mode="after")
    def _is_whole(self) -> WrittenCell:
        written = [self.short, self.law, self.lines]
        if self.absent is None and None in written:
            raise ValueError("a law needs ‘short’, ‘law’ and ‘lines’. Add them, or write ‘absent’")
        if self.absent is not None and (self.short, self.law, self.page, self.lines) != (None,) * 4:
            raise ValueError("an absent law has no words, number, page or lines. Delete them")
        return self

    def of_code(self, key: str) -> Cell:
        """The cell of a code."""
        if self.absent is not None or self.lines is None:
            return Gap(MissingReason.LOST if self.absent == "unknown" else MissingReason.NO_LAW, self.says or "")
        citation = Citation(FIVE_CODES[key].source, self.page, self.lines, self.law)
        return Provision(self.short or "", self.words(key), citation, self.also, self.items)

    def words(self, key: str) -> str:
        """The words of the laws and the point’s own words, if any."""
        worded = (law.says for law in laws().worded_in(key, self.items, filter(None, (self.lines, *self.also))))
        return " ".join([*worded, *([self.says] if self.says else [])])


def known_code_compared(key: str) -> str:
    """The key of a code of the concordance. Raises `ValueError`."""
    if key not in CODES_COMPARED:
        raise ValueError(f"‘{key}’ is not one of the codes compared: {', '.join(CODES_COMPARED)}")
    return key


CodeKey = Annotated[str, AfterValidator(known_code_compared), Field(json_schema_extra={"enum": list(CODES_COMPARED)})]


class LegalPoint(Value):
    """A point of law, with what each code says on it. Codes of games without the point are left out.

    `wrong` are answers that no code gives. `acts` are the offences that it concerns.
    """

    id: Annotated[str, Field(pattern=rf"^{BEGINNING}[a-z]+(-[a-z]+)*$")]
    asks: Annotated[Prose, Field(description="a question that fits every code and gives no answer away")]
    offences: Annotated[
        tuple[str, ...], Field(description="the offences it is about, as `tutor ruling` names them")
    ] = ()
    codes: Annotated[dict[CodeKey, WrittenCell], Field(min_length=1)]
    wrong: Annotated[tuple[Prose, ...], Field(description="answers that no code gives")] = ()
    _group: PointTopic = PrivateAttr(default=PointTopic.GENERAL)

    @property
    def group(self) -> PointTopic:
        return self._group

    def of_group(self, group: PointTopic) -> LegalPoint:
        """The point in the group of its file."""
        point = self.model_copy()
        point._group = group
        return point

    @cached_property
    def cells(self) -> Mapping[str, Cell]:
        """What each code says, in the order of the codes."""
        return {
            key: self.codes[key].of_code(key) if key in self.codes else Gap(MissingReason.NO_SUCH_POINT)
            for key in CODES_COMPARED
        }

    @property
    def acts(self) -> tuple[Act, ...]:
        return tuple(_ACTS[slug] for slug in self.offences if slug in _ACTS)

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return self.id.removeprefix(BEGINNING)

    @property
    def parties(self) -> tuple[tuple[str, ...], ...]:
        """The codes grouped by what they say. Lost texts and games without the point are separate."""
        told: dict[object, list[str]] = {}
        for key, cell in self.cells.items():
            if isinstance(cell, Provision):
                told.setdefault(cell.short, []).append(key)
            elif cell.want is MissingReason.NO_LAW:
                told.setdefault(cell.want, []).append(key)
        return tuple(map(tuple, told.values()))

    @property
    def all_agree(self) -> bool:
        """Whether all codes with a known text and a game with the point say the same."""
        return len(self.parties) == 1

    def with_the_same(self, key: str) -> tuple[str, ...]:
        """The other codes that say the same as a code."""
        return tuple(other for party in self.parties if key in party for other in party if other != key)


class Concordance(Mapping[str, LegalPoint]):
    """The points by id, in the order of their groups."""

    def __init__(self, points: Iterable[LegalPoint]) -> None:
        order = list(PointTopic)
        self._points = {point.id: point for point in sorted(points, key=lambda one: order.index(one.group))}

    def __getitem__(self, point_id: str) -> LegalPoint:
        return self._points[point_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)

    @property
    def groups(self) -> Mapping[PointTopic, tuple[LegalPoint, ...]]:
        """The points of each group, without empty groups."""
        found: dict[PointTopic, list[LegalPoint]] = {}
        for point in self._points.values():
            found.setdefault(point.group, []).append(point)
        return {group: tuple(points) for group, points in found.items()}

    def point(self, name: str) -> LegalPoint:
        """The point of an id, with or without its common beginning. Raises `Unknown`."""
        for name_tried in (name, f"{BEGINNING}{name}"):
            if name_tried in self._points:
                return self._points[name_tried]
        raise Unknown("point of law", name, (point.slug for point in self._points.values()))

    def having(self, words: str) -> tuple[LegalPoint, ...]:
        """The points that contain all the words, in any code."""
        wanted = folded(words).split()
        return tuple(point for point in self._points.values() if all(word in _text_of(point) for word in wanted))

    def about(self, act: Act) -> tuple[LegalPoint, ...]:
        """The points about an offence."""
        return tuple(point for point in self._points.values() if act in point.acts)


def _text_of(point: LegalPoint) -> str:
    said = (cell for cell in point.cells.values() if isinstance(cell, Provision))
    texts = (text for cell in said for text in (cell.short, cell.says))
    return folded(" ".join([point.slug, point.asks, *texts]))


# ---- files -----------------------------------------------------------------------------------------------------------

_ACTS = {act.slug: act for act in Act}
_BEGINNINGS = {table.key: f"{AUTHORS[table.source].prefix}-" for table in FIVE_CODES.values()}
"""The beginning of the ids of a code’s laws."""


class ConcordanceFile(Value):
    """The points of law of one group."""

    kind: Literal["concordance"]
    group: PointTopic
    points: Annotated[tuple[LegalPoint, ...], Field(min_length=1)]


def check_concordance(files: Sequence[tuple[Document, ConcordanceFile]], _: Context) -> Iterator[Fault]:
    """Checks that each point appears once, and that its question does not give the answer away."""
    seen: set[str] = set()
    for document, file in files:
        for number, point in enumerate(file.points):
            here: Path = ("points", number)
            if point.id in seen:
                what = f"the point ‘{point.id}’ appears twice"
                yield document.fault((*here, "id"), what, "Combine the two")
                continue
            seen.add(point.id)
            yield from _faults_of(document, here, point)


def _faults_of(document: Document, here: Path, point: LegalPoint) -> Iterator[Fault]:
    for number, slug in enumerate(point.offences):
        if slug not in _ACTS:
            what, mend = f"there is no offence ‘{slug}’", did_you_mean(slug, _ACTS, "`tutor ruling` lists them")
            yield document.fault((*here, "offences", number), what, mend)
    for key, cell in point.codes.items():
        path: Path = (*here, "codes", key)
        if not (cell.absent or cell.words(key)):
            what = "the law has no words: none of its items is worded in lessons/laws/codes"
            yield document.fault(path, what, "Write ‘says’, or name a law with words")
        for number, item in enumerate(cell.items):
            if not item.startswith(_BEGINNINGS[key]):
                what = f"‘{item}’ is not a law of {SOURCES[FIVE_CODES[key].source].author}, whose book has this code"
                yield document.fault((*path, "items", number), what, f"Name one that begins {_BEGINNINGS[key]}")
        if cell.short and f" {folded(cell.short)} " in f" {folded(point.asks)} " and " " in cell.short:
            yield document.fault((*path, "short"), "the question gives this answer away", "Reword the question")
    given = {folded(cell.short) for cell in point.codes.values() if cell.short}
    for number, wrong in enumerate(point.wrong):
        if folded(wrong) in given:
            what = f"‘{wrong}’ is the answer of a code"
            yield document.fault((*here, "wrong", number), what, "Write an answer that no code gives")
    if len(given) + len(point.wrong) < 3:
        what = "there are fewer than three answers to choose from, right and wrong ones together"
        yield document.fault(here, what, "Add answers that no code gives under ‘wrong’")
