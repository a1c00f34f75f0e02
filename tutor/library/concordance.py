"""The concordance of laws: one point of law to an entry, and what each of the five codes says to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from tutor.citations import Citation
from tutor.codes.offences import FIVE_CODES
from tutor.codes.offences.acts import Act
from tutor.errors import Unknown
from tutor.library.glossary import folded

CODES_COMPARED = tuple(FIVE_CODES)
"""The keys of the codes set side by side, in the order in which each follows upon the last."""

BEGINNING = "code-"
"""What the ids of points begin with; the rest names the point in addresses and commands."""


class Group(Enum):
    """What a point is about, by the word for it in files and addresses, in the order in which a rubber comes to it."""

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


_HEADINGS: Mapping[Group, str] = MappingProxyType(
    {
        Group.SCORING: "The score",
        Group.TABLES: "Cutting, and the table",
        Group.DEALING: "Shuffling and dealing",
        Group.NEW_DEAL: "A new deal",
        Group.DECLARING: "Declaring and bidding",
        Group.DOUBLING: "Doubling",
        Group.DUMMY: "Dummy",
        Group.EXPOSED: "Cards exposed",
        Group.OUT_OF_TURN: "Leads and plays out of turn",
        Group.REVOKE: "The revoke",
        Group.GENERAL: "General rules, cards and bystanders",
        Group.ETIQUETTE: "Etiquette",
        Group.VARIANTS: "Other ways of playing",
    }
)


class Want(Enum):
    """Why a code has nothing on a point."""

    NO_LAW = "It has no law on this."
    LOST = "Its text is lost, or was not reprinted."
    NO_SUCH_POINT = "The point does not come up there."

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Provision:
    """What a code says to a point, in our words.

    `short` is the same text wherever two codes come to the same. `also` are further passages of the book by their
    lines; `items` are the ids of the laws that say it, as the syllabus has them.
    """

    short: str
    says: str
    citation: Citation
    also: tuple[tuple[int, int], ...] = ()
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gap:
    """A code says nothing to a point; `says` is what takes the place of a law there, where something does."""

    want: Want
    says: str = ""


Cell = Provision | Gap


@dataclass(frozen=True, slots=True)
class LegalPoint:
    """A point of law: a question that fits every code, and the answer of each by its key, in the order of the codes.

    `wrong` are answers that no code gives. `acts` are the offences that it is about.
    """

    id: str
    group: Group
    asks: str
    cells: Mapping[str, Cell]
    wrong: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()

    @property
    def slug(self) -> str:
        """What names it in an address."""
        return self.id.removeprefix(BEGINNING)

    @property
    def parties(self) -> tuple[tuple[str, ...], ...]:
        """The codes by what they say, those together that come to the same; lost texts and games without it apart."""
        told: dict[object, list[str]] = {}
        for key, cell in self.cells.items():
            if isinstance(cell, Provision):
                told.setdefault(cell.short, []).append(key)
            elif cell.want is Want.NO_LAW:
                told.setdefault(cell.want, []).append(key)
        return tuple(map(tuple, told.values()))

    @property
    def all_agree(self) -> bool:
        """Whether all codes whose text is known, and whose game has the point, say the same."""
        return len(self.parties) == 1

    def with_the_same(self, key: str) -> tuple[str, ...]:
        """The other codes that say the same as a code."""
        return tuple(other for party in self.parties if key in party for other in party if other != key)


class Concordance(Mapping[str, LegalPoint]):
    """The points by id, in the order of their groups."""

    def __init__(self, points: Iterable[LegalPoint]) -> None:
        order = list(Group)
        self._points = {point.id: point for point in sorted(points, key=lambda one: order.index(one.group))}

    def __getitem__(self, point_id: str) -> LegalPoint:
        return self._points[point_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)

    @property
    def groups(self) -> Mapping[Group, tuple[LegalPoint, ...]]:
        """The points of each group that has any."""
        found: dict[Group, list[LegalPoint]] = {}
        for point in self._points.values():
            found.setdefault(point.group, []).append(point)
        return {group: tuple(points) for group, points in found.items()}

    def point(self, name: str) -> LegalPoint:
        """The point of an id, with or without what all ids begin with. Raises `Unknown`."""
        for name_tried in (name, f"{BEGINNING}{name}"):
            if name_tried in self._points:
                return self._points[name_tried]
        raise Unknown("point of law", name, (point.slug for point in self._points.values()))

    def having(self, words: str) -> tuple[LegalPoint, ...]:
        """The points in which all the words stand, whichever code says them."""
        wanted = folded(words).split()
        return tuple(point for point in self._points.values() if all(word in _text_of(point) for word in wanted))

    def about(self, act: Act) -> tuple[LegalPoint, ...]:
        """The points that are about an offence."""
        return tuple(point for point in self._points.values() if act in point.acts)


def _text_of(point: LegalPoint) -> str:
    said = (cell for cell in point.cells.values() if isinstance(cell, Provision))
    texts = (text for cell in said for text in (cell.short, cell.says))
    return folded(" ".join([point.slug, point.asks, *texts]))
