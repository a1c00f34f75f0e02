"""Lessons and hands of a teacher’s own taken home with the work on them, and kept where they are brought."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.errors import FaultyContent
from tutor.library.composing import Kind
from tutor.library.games import Game
from tutor.library.lessons import Lesson
from tutor.study.homework import NotForHere, OwnText
from tutor.study.work import Composed, LessonWork, ReplayWork, Work
from tutor.web.owned import OwnHand, OwnHands, game_of, id_of, lesson_of, made, parsed
from tutor.web.parts import parts


class OwnHere:
    """What people wrote here: see `OwnContent`."""

    def texts(self, work: Work) -> Sequence[OwnText]:
        """The version that work is on, and the hands to which it refers as they stood then."""
        found = parsed(_id(work))
        if found is None:
            return ()
        compositions = parts().classroom.compositions
        which, version = compositions.find(found[0]), compositions.version(*found)
        hands = OwnHands(compositions.hands_at(which.author, version.at)).in_lesson(version.text)
        return (
            OwnText(kind=which.kind.value, name=which.name, text=version.text),
            *(OwnText(kind="hand", name=one.name, text=one.text) for one in hands if one.name != which.name),
        )

    def keep(self, learner: int, work: Work, texts: Sequence[OwnText]) -> Work:
        """Keeps what was brought, if all of it is sound. Raises `FaultyContent`, `NotForHere`."""
        first, *others = texts
        if {LessonWork: "lesson", ReplayWork: "hand"}.get(type(work)) != first.kind or _others_than(others, "hand"):
            raise NotForHere("what the work is on is not in the file. Ask your teacher for a new one.")
        written = OwnHands((), [OwnHand(one.name, "", one.text) for one in texts if one.kind == "hand"])
        faults = [fault for one in texts for fault in made(Kind(one.kind), one.name, one.text, written).faults]
        if faults:
            raise FaultyContent(faults)
        in_order = [(Kind(one.kind), one.name, one.text) for one in (*others, first)]
        *_, kept = parts().classroom.compositions.take_in(learner, in_order)
        here = id_of(kept.composition, kept.number)
        if isinstance(work, ReplayWork):
            return ReplayWork(game=here)
        return LessonWork(lesson=here, own=Composed(composition=kept.composition, version=kept.number))

    def lesson(self, work: LessonWork) -> Lesson:
        """The lesson of some work."""
        return lesson_of(work.lesson)

    def game(self, work: ReplayWork) -> Game:
        """The game of some work."""
        return game_of(work.game)


def _id(work: Work) -> str:
    return work.lesson if isinstance(work, LessonWork) else work.game if isinstance(work, ReplayWork) else ""


def _others_than(texts: Sequence[OwnText], kind: str) -> bool:
    return any(one.kind != kind for one in texts)
