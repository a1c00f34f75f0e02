"""A chance to guess before trying it out: near enough is right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from tutor.analysis.experiments import in_a_hundred
from tutor.analysis.odds import Agreement, Odds, spoken
from tutor.citations import SOURCES, Citation
from tutor.errors import Malformed
from tutor.library.experiments import ExperimentQuestion
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise, ExerciseVerdict, Grade
from tutor.wording import whole_number

NEAR, NEAR_THE_END = 5, 2
"""How far out a guess may be, in deals per hundred; less for chances near 0 or 100."""
END = Fraction(1, 10)
LONG = 20_000
"""Counts of cases above this are not shown: nobody would read them."""
NO_GUESS = Choice("no guess", "No guess")


@dataclass(frozen=True, slots=True)
class ExperimentExercise(Exercise):
    """The question of an experiment of a lesson."""

    experiment: ExperimentQuestion

    @property
    def odds(self) -> Odds:
        return self.experiment.odds

    @property
    def item(self) -> str:
        return self.experiment.on[0]

    @property
    def items(self) -> tuple[str, ...]:
        return self.experiment.on

    @property
    def prompt(self) -> str:
        return self.experiment.ask

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.NUMBER

    @property
    def answer(self) -> str:
        return str(round(100 * self._chance))

    @property
    def near(self) -> int:
        return NEAR if END <= self._chance <= 1 - END else NEAR_THE_END

    @property
    def _chance(self) -> Fraction:
        chance = self.odds.chance
        assert chance is not None, "it is of an event"  # noqa: S101
        return chance

    def choice(self, given: str) -> Choice:
        """See `Exercise`: a number per hundred, `33%`, `1 in 3` or `2 to 1 against`; or no guess."""
        if given == NO_GUESS.key:
            return NO_GUESS
        guess = guessed(given)
        if guess is None:
            mend = "Write a number from 0 to 100, or 1 in 3, or 2 to 1 against"
            raise Malformed("guess", given[:40], "it is not a chance", mend)
        number = str(round(100 * guess))
        return Choice(number, number)

    def _mark(self, given: Choice) -> ExerciseVerdict:
        best = Choice(self.answer, self.answer)
        told = f"{exactly(self.odds)} {printed(self.odds)} {self.experiment.because}"
        return ExerciseVerdict(
            given, self._worth(given), told, (best,), self.odds.how, place_of(self.odds), right=self.experiment.because
        )

    def _worth(self, given: Choice) -> Grade:
        if given == NO_GUESS:
            return Grade.TOLD
        return Grade.BEST if abs(int(given.key) - int(self.answer)) <= self.near else Grade.NOT_ADVISED


_IN = re.compile(r"(\S+) (?:in|of|out of) (\S+)")
_TO = re.compile(r"(\S+) to (\S+)(?: (on|against))?")
_HUNDREDTHS = re.compile(r"(\d{1,3}(?:\.\d{1,4})?) ?(?:%|per ?cent)?")


def guessed(text: str) -> Fraction | None:
    """The chance that somebody typed; None if it is not one."""
    text = " ".join(text.lower().split())[:40]
    if found := _HUNDREDTHS.fullmatch(text):
        return _possible(Fraction(found[1]), Fraction(100))
    number = whole_number(text)
    if number is not None:
        return _possible(Fraction(number), Fraction(100))
    for pattern, makes in ((_IN, lambda one, other, _: (one, other)), (_TO, _of_odds)):
        if found := pattern.fullmatch(text):
            one, other = whole_number(found[1]), whole_number(found[2])
            if one is None or other is None:
                return None
            return _possible(*map(Fraction, makes(one, other, found[3] if pattern is _TO else "")))
    return None


def _of_odds(one: int, other: int, side: str | None) -> tuple[int, int]:
    return (other if side == "against" else one), one + other


def _possible(part: Fraction, whole: Fraction) -> Fraction | None:
    return part / whole if whole > 0 and 0 <= part <= whole else None


# ---- in words --------------------------------------------------------------------------------------------------------


def place_of(odds: Odds) -> Citation:
    """Where the author states the odds."""
    return Citation(odds.source, odds.page, odds.lines)


def exactly(odds: Odds) -> str:
    """The exact chance, in a sentence."""
    chance = odds.chance
    assert chance is not None, "it is of an event"  # noqa: S101
    parts = [] if chance.denominator > LONG else [f"{chance.numerator:,} in {chance.denominator:,}"]
    return f"Exactly: {in_a_hundred(chance)} deals in 100 ({', '.join([*parts, spoken(chance)])})."


def printed(odds: Odds) -> str:
    """What the author prints, and how accurate it is, in a sentence."""
    author = SOURCES[odds.source].author
    said = f"{author} prints “{odds.printed}”"
    if odds.agreement is Agreement.NOT_A_NUMBER:
        return f"{author} gives no figure: “{odds.printed}”."
    if odds.emendation and odds.figure is not None and odds.agreement is Agreement.RIGHT:
        said = f"{said}, which we read as {spoken(odds.figure)}"
    share = ", because “1 in so many” does not mean “so many to 1”" if odds.is_share_for_odds else ""
    return f"{said}: {odds.agreement.value}{share}."
