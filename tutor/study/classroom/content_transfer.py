"""Lessons and hands of a teacher’s own taken home with the work on them, and kept where they are brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from tutor.errors import FaultyContent, TutorError
from tutor.library.user_content import CompositionKind
from tutor.study.classroom.assigned_work import Work
from tutor.study.classroom.authored_content import ContentAccess, OwnHand, OwnHands, id_of, parsed
from tutor.study.classroom.submitted import Travels

LONGEST_OWN = 100_000


class NotForHere(TutorError):
    """A file of homework that cannot be opened in this tutor, or not by who opens it."""


class OwnText(Travels):
    """A lesson or a hand of a teacher’s own, under the name by which others refer to it."""

    kind: Literal["lesson", "hand"]
    name: Annotated[str, Field(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
    text: Annotated[str, Field(max_length=LONGEST_OWN)]


def texts_of(work: Work, shelf: ContentAccess) -> Sequence[OwnText]:
    """The version that work is on, and the hands to which it refers as they stood then; none for work of the books.

    Raises `Unknown`.
    """
    found = parsed(work.content_id)
    if found is None:
        return ()
    which, version = shelf.version(*found, "lesson or game")
    hands = shelf.hands_then(which, version).in_lesson(version.text)
    return (
        OwnText(kind=which.kind.value, name=which.name, text=version.text),
        *(OwnText(kind="hand", name=hand.name, text=hand.text) for hand in hands if hand.name != which.name),
    )


def keep_texts(work: Work, texts: Sequence[OwnText], shelf: ContentAccess) -> Work:
    """Saves imported content as the person’s own, if all of it is sound. Returns the work on it as found here.

    Raises `FaultyContent`, `NotForHere`.
    """
    first, *others = texts
    if first.kind != work.composition_kind or any(text.kind != "hand" for text in others):
        raise NotForHere("the lesson or game of this assignment is not in the file. Ask your teacher for a new file.")
    hands = [OwnHand(text.name, "", text.text) for text in texts if text.kind == "hand"]
    written = OwnHands(shelf.compositions, written=hands)
    faults = [
        fault
        for text in texts
        for fault in shelf.made(CompositionKind(text.kind), text.name, text.text, written).faults
    ]
    if faults:
        raise FaultyContent(faults)
    in_order = [(CompositionKind(text.kind), text.name, text.text) for text in (*others, first)]
    *_, kept = shelf.compositions.take_in(shelf.learner, in_order)
    return work.moved_to(id_of(kept.composition, kept.number), kept.composition, kept.number)
