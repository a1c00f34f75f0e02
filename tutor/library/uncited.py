"""What teachers may leave out of their own lessons and hands: the book, the page, and what follows from them.

The fields that are missing get values here, before the text is read as a file of the tutor is. What then cites no book
has the source `OWN`, which is shown as “Your teacher’s own”. A text that names a book keeps all the duties of one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tutor.auction import Calling
from tutor.cards import Card, Hand
from tutor.citations import OWN
from tutor.codes import code
from tutor.errors import TutorError
from tutor.library.fields import read_said
from tutor.library.possible import with_contents
from tutor.library.yaml_text import Data, Document
from tutor.play import Play
from tutor.seats import BySeat, Seat

if TYPE_CHECKING:
    from tutor.library.lessons import Lesson

OWN_ITEM = "own-question"
"""What a question practises that a teacher asks, if the teacher does not say."""
_LINES: Mapping[str, Data] = MappingProxyType({"lines": ["1", "1"]})
_PLACE: Mapping[str, Data] = MappingProxyType({"page": "1", "lines": ["1", "1"]})
_LOVE_ALL: Data = {"AB": "0", "YZ": "0"}

LESSON_DEFAULTS: Mapping[str, Data] = MappingProxyType({"sources": [{"source": OWN, **_LINES}]})
QUESTION_DEFAULTS: Mapping[str, Data] = MappingProxyType({"on": [OWN_ITEM]})
_CONTENT: Mapping[str, Data] = MappingProxyType(
    {"source": OWN, "pages": ["1", "1"], "lines": ["1", "1"], "illustrates": []}
)
_OF_KIND: Mapping[str, Mapping[str, Data]] = MappingProxyType(
    {
        "deal": {**_CONTENT, "says": [], "confidence": "high"},
        "game": {
            **_CONTENT,
            "score": _LOVE_ALL,
            "score_because": "The teacher gives the score.",
            "facts": [],
            "notes": [],
        },
        "problem": {**_CONTENT, "says": []},
    }
)
_PLACED = ("says", "notes", "after", "before")
"""The comments of a hand, each of which a book has at some place."""


def with_defaults(document: Document, defaults: Mapping[str, Data]) -> Document:
    """The document with the keys that it leaves out. One that is not a mapping stays as it is."""
    if not isinstance(document.data, dict):
        return document
    return replace(document, data={**defaults, **document.data})


def own_hand(document: Document) -> Document:
    """A hand with what it may leave out because it names no book. A hand that names one stays as it is."""
    data = document.data
    if not isinstance(data, dict) or data.get("source", OWN) != OWN:
        return document
    made: dict[str, Any] = {**_OF_KIND.get(str(data.get("kind")), {}), **data}
    for key in _PLACED:
        if key in made:
            made[key] = _placed(made[key])
    if made.get("kind") == "game" and "result" not in made:
        made |= _result_of(made)
    return replace(document, data=made)


def _result_of(data: Mapping[str, Any]) -> Mapping[str, Data]:
    """The tricks of a play that is written to the end. Nothing where it cannot be played: the checks say why."""
    try:
        rules, dealer = code(data["code"]), Seat.labelled(data["dealer"])
        hands = BySeat(*(Hand.parse(data["hands"][seat.label], size=13) for seat in Seat))
        calling = Calling(dealer)
        for seat, call in map(read_said, data["calls"]):
            calling = with_contents(calling, rules, seat).after(seat, call)
        calling = with_contents(calling, rules)
        declared = calling.declaration
        play = Play.start(hands, declared.trumps if declared else None, rules.leader(calling) or dealer.left)
        for trick in data["play"]:
            for played in trick.split(","):
                play = play.after(Card.parse(played.split()[1]))
    except (TutorError, LookupError, TypeError, AttributeError, AssertionError, ValueError):
        return _NOT_YET
    return {"result": {"AB": str(play.won.ns), "YZ": str(play.won.ew)}}


_NOT_YET: Mapping[str, Data] = MappingProxyType({"result": {"AB": "0", "YZ": "0"}})
"""The result of a play that has faults: its own faults are shown, and none of the result."""


def _placed(comments: Data) -> Data:
    if isinstance(comments, list):
        return [_placed(comment) if isinstance(comment, dict) else comment for comment in comments]
    return {**_PLACE, **comments} if isinstance(comments, dict) else comments


def is_uncited(lesson: Lesson) -> bool:
    """Whether a lesson cites no book."""
    return all(passage.source == OWN for passage in lesson.sources)
