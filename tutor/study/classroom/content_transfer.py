"""Lessons and hands of a teacher’s own taken home with the work on them, and kept where they are brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tutor.errors import FaultyContent, TutorError
from tutor.library.user_content import Kind
from tutor.study.classroom.authored_content import ContentAccess, OwnHand, OwnHands, id_of, parsed
from tutor.study.classroom.work import Composed, LessonWork, ReplayWork, Work

LONGEST_OWN = 100_000


class NotForHere(TutorError):
    """A file of homework that cannot be opened in this tutor, or not by who opens it."""


class Travels(BaseModel):
    """What a file holds that goes from tutor to tutor."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class OwnText(Travels):
    """A lesson or a hand of a teacher’s own, under the name by which others refer to it."""

    kind: Literal["lesson", "hand"]
    name: Annotated[str, Field(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
    text: Annotated[str, Field(max_length=LONGEST_OWN)]


def texts_of(work: Work, shelf: ContentAccess) -> Sequence[OwnText]:
    """The version that work is on, and the hands to which it refers as they stood then; none for work of the books.

    Raises `Unknown`.
    """
    found = parsed(_id(work))
    if found is None:
        return ()
    which, version = shelf.version(*found, "lesson or game")
    hands = shelf.hands_then(which, version).in_lesson(version.text)
    return (
        OwnText(kind=which.kind.value, name=which.name, text=version.text),
        *(OwnText(kind="hand", name=one.name, text=one.text) for one in hands if one.name != which.name),
    )


def keep_texts(work: Work, texts: Sequence[OwnText], shelf: ContentAccess) -> Work:
    """Keeps what was brought as one’s own, if all of it is sound; the work on it as it is found here.

    Raises `FaultyContent`, `NotForHere`.
    """
    first, *others = texts
    if {LessonWork: "lesson", ReplayWork: "hand"}.get(type(work)) != first.kind or _others_than(others, "hand"):
        raise NotForHere("what the work is on is not in the file. Ask your teacher for a new one.")
    hands = [OwnHand(one.name, "", one.text) for one in texts if one.kind == "hand"]
    written = OwnHands(shelf.compositions, written=hands)
    faults = [fault for one in texts for fault in shelf.made(Kind(one.kind), one.name, one.text, written).faults]
    if faults:
        raise FaultyContent(faults)
    in_order = [(Kind(one.kind), one.name, one.text) for one in (*others, first)]
    *_, kept = shelf.compositions.take_in(shelf.learner, in_order)
    here = id_of(kept.composition, kept.number)
    if isinstance(work, ReplayWork):
        return ReplayWork(game=here)
    return LessonWork(lesson=here, own=Composed(composition=kept.composition, version=kept.number))


def _id(work: Work) -> str:
    return work.lesson if isinstance(work, LessonWork) else work.game if isinstance(work, ReplayWork) else ""


def _others_than(texts: Sequence[OwnText], kind: str) -> bool:
    return any(one.kind != kind for one in texts)
