"""The learner’s decisions in a game so far: marked on its tricks, and summed up at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from flask_babel import gettext

from tutor.library.games import Decision
from tutor.library.rulebook import NamedRule
from tutor.quizzes.exercise import ExerciseVerdict, Grade
from tutor.seats import Side
from tutor.web.learn.replay import Replay

MOST_RULES = 2
"""How many rules a game’s summary repeats. Nobody learns a longer list."""


class Mark(Enum):
    """The state of a decision."""

    OPEN = "open"
    RIGHT = "right"
    WRONG = "wrong"
    SHOWN = "shown"
    SAVED = "saved"

    @classmethod
    def of(cls, verdict: ExerciseVerdict | None) -> Mark:
        if verdict is None:
            return cls.OPEN
        return _MARKS.get(verdict.grade, cls.RIGHT)

    @property
    def kind(self) -> str:
        """The word that style sheets use."""
        return self.value

    @property
    def words(self) -> str:
        """The decision of a trick in words, for screen readers."""
        match self:
            case Mark.OPEN:
                return gettext("a decision: open")
            case Mark.RIGHT:
                return gettext("a decision: right")
            case Mark.WRONG:
                return gettext("a decision: wrong")
            case Mark.SHOWN:
                return gettext("a decision: answer shown")
            case Mark.SAVED:
                return gettext("a decision: answered")

    __hash__ = object.__hash__


_MARKS = {Grade.NOT_ADVISED: Mark.WRONG, Grade.TOLD: Mark.SHOWN, Grade.HELD_BACK: Mark.SAVED}
_MOST_PRESSING = (Mark.OPEN, Mark.WRONG, Mark.SHOWN, Mark.SAVED, Mark.RIGHT)
"""If a trick has several decisions, the first of these marks is shown."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A trick on the strip, or the declaration (0): its winner, the state of its decisions, and its step."""

    number: int
    side: Side | None
    mark: Mark | None
    step: int


Marked = Sequence[tuple[Decision, Mark]]
"""The decisions asked in a chair, in their order, each with its state."""


def marked(replay: Replay) -> Marked:
    """The decisions of a game as the learner has answered them."""
    return [(decision, Mark.of(replay.verdict_on(decision))) for decision in replay.asked]


def strip(replay: Replay, decisions: Marked) -> tuple[Stretch, ...]:
    """The thirteen tricks, and before them the declaration if it has a decision."""
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
    """How many decisions a chair has, how many were answered and were right, and which were missed."""

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
