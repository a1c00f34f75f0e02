"""How the decisions of a game have gone so far: marked on its tricks, and summed up at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tutor.library.games import Decision
from tutor.library.rulebook import NamedRule
from tutor.quizzes.exercise import ExerciseVerdict, Grade
from tutor.seats import Side
from tutor.web.learn.replay import Replay

MOST_RULES = 2
"""How many rules are worth remembering after a game; more are a list that nobody learns."""


class Mark(Enum):
    """What has become of a decision."""

    OPEN = "open"
    RIGHT = "right"
    WRONG = "wrong"
    SHOWN = "answer shown"
    SAVED = "answered"

    @classmethod
    def of(cls, verdict: ExerciseVerdict | None) -> Mark:
        if verdict is None:
            return cls.OPEN
        return _MARKS.get(verdict.grade, cls.RIGHT)

    @property
    def kind(self) -> str:
        """Its one word, for the look of it."""
        return self.name.lower()

    __hash__ = object.__hash__


_MARKS = {Grade.NOT_ADVISED: Mark.WRONG, Grade.TOLD: Mark.SHOWN, Grade.HELD_BACK: Mark.SAVED}
_MOST_PRESSING = (Mark.OPEN, Mark.WRONG, Mark.SHOWN, Mark.SAVED, Mark.RIGHT)
"""Of several decisions in a trick, the first of these is marked."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A trick on the strip, or the declaration (0): who took it, how its decisions stand, where it leads."""

    number: int
    side: Side | None
    mark: Mark | None
    step: int


Marked = Sequence[tuple[Decision, Mark]]
"""The decisions that are asked from a chair, in their order, and what has become of each."""


def marked(replay: Replay) -> Marked:
    """The decisions of a game as the learner has answered them."""
    return [(decision, Mark.of(replay.verdict_on(decision))) for decision in replay.asked]


def strip(replay: Replay, decisions: Marked) -> tuple[Stretch, ...]:
    """The thirteen tricks, and before them the declaration where there is something to decide in it."""
    taken: list[Side | None] = [trick.winner(replay.play.trumps).side for trick in replay.play.tricks]
    sides = [None, *taken, *[None] * (13 - len(taken))]
    stretches = (_stretch(replay, number, side, decisions) for number, side in enumerate(sides))
    return tuple(one for one in stretches if one.number or one.mark)


def _stretch(replay: Replay, number: int, side: Side | None, decisions: Marked) -> Stretch:
    here = [(decision, mark) for decision, mark in decisions if (decision.trick or 0) == number]
    pressing, mark = min(here, key=lambda one: _MOST_PRESSING.index(one[1]), default=(None, None))
    begins = replay.game.step_of_card(4 * (number - 1)) if number else 0
    return Stretch(number, side, mark, pressing.step - 1 if pressing else begins)


@dataclass(frozen=True, slots=True)
class Score:
    """How many decisions were asked from a chair, how many were answered and answered right, and what was missed."""

    asked: int
    answered: int
    right: int
    missed: tuple[Decision, ...]
    is_held_back: bool

    @property
    def rules(self) -> Sequence[NamedRule]:
        """The rules to remember: those of the first decisions that were missed."""
        return list(dict.fromkeys(decision.rule for decision in self.missed))[:MOST_RULES]

    @property
    def is_to_try_again(self) -> bool:
        """Whether at most a third of what was answered was right."""
        return bool(self.missed) and 3 * self.right <= self.answered


def score_of(decisions: Marked) -> Score:
    """The score of a game as the learner has decided it."""
    marks = [mark for _, mark in decisions]
    return Score(
        asked=len(marks),
        answered=len(marks) - marks.count(Mark.OPEN),
        right=marks.count(Mark.RIGHT),
        missed=tuple(decision for decision, mark in decisions if mark is Mark.WRONG),
        is_held_back=Mark.SAVED in marks,
    )
