"""What the penalty is for an incident in a lesson, and what each body of laws says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from tutor.codes.laws import LawRef
from tutor.codes.offences import FIVE_CODES, Answer, Case, Offences, Silence
from tutor.codes.offences.acts import Act
from tutor.codes.offences.effects import Effect, ExposedCard, Stands, Then
from tutor.library.incidents import Incident
from tutor.library.laws import laws
from tutor.library.lesson_blocks import HandsBlock
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise, ExerciseVerdict, Grade, the_answer
from tutor.quizzes.kinds.rulings import RuledCase, other_rulings
from tutor.view import View

CHOICES = 4
MOST_WORDS = 25
"""How many words an answer may have."""
_NOTHING = "Nothing: there is no law for it"
_OF_CALLS = (Act.CALLED_IN_VAIN, Act.DISOBEYS)
"""Faults while a penalty is paid: such a ruling is true beside any other penalty."""
_WITHOUT_CARDS = (
    Act.DECLARES_OUT_OF_TURN,
    Act.CHANGES_WORDS,
    Act.BIDS_TOO_LITTLE,
    Act.TELLS_OF_BIDS,
    Act.DOUBLES_OUT_OF_TURN,
    Act.REDOUBLES_OUT_OF_TURN,
    Act.CONSULTS_ON_DOUBLING,
    Act.THIRD_HAND_ASKS,
)
"""Faults that are only words, so that no card is exposed that could be called."""
_UNPUNISHED = frozenset((Then.NO_PENALTY, Then.FORBIDDEN))
_ALIKE = (_UNPUNISHED, frozenset((Then.NOT_PLAYED, Then.MAY_TAKE_BACK)), frozenset((Stands,)))
"""Rulings that look alike: at most one of each set is offered."""
_SHORTER = (
    (" — or — ", "; or "),
    (", and must lie face up on the table until then", ""),
    ("whichever of the offender and the partner has the next lead", "the offender or the partner"),
)


@dataclass(frozen=True, slots=True)
class BodyOnIncident:
    """What a body of laws says about an incident, case by case, and whether it agrees."""

    offences: Offences
    cases: tuple[Case, ...]
    agrees: bool
    is_asked: bool


@dataclass(frozen=True, slots=True)
class _Option:
    label: str
    slip: str
    is_right: bool = False


class IncidentExercise(Exercise):
    """The question of an incident of a lesson."""

    def __init__(self, lesson_id: str, incident: Incident) -> None:
        self._lesson_id, self.incident = lesson_id, incident

    @cached_property
    def _case(self) -> Case:
        body, offence = self.incident.body, self.incident.offence
        return Case((offence.by,) if offence.by else (), body.answer(offence), body.game)

    @cached_property
    def bodies(self) -> tuple[BodyOnIncident, ...]:
        """What the five bodies of laws say, that of the incident first."""
        asked = self.incident.body
        others = [body for body in FIVE_CODES.values() if body is not asked]
        return tuple(
            BodyOnIncident(body, body.cases_of(self._case), body.agrees(self._case), body is asked)
            for body in (asked, *others)
        )

    @cached_property
    def _options(self) -> tuple[_Option, ...]:
        random = Random(f"{self._lesson_id}/{self.incident.name}")
        ruled = RuledCase(self.incident.body, self._case)
        every = _penalties(self._case.answer)
        right = tuple(every)[self.incident.choice - 1]
        answer, act = self._case.answer, self.incident.offence.act
        barred = frozenset[object]() if isinstance(answer, Silence) else _sorts(tuple(answer.effects()))
        options = [_Option(right, "", is_right=True)]
        taken = {*every}
        offered: frozenset[object] = frozenset()
        if act in _WITHOUT_CARDS:
            barred |= {ExposedCard}
        for other, why in other_rulings(ruled, random):
            if other.case.answer.offence.act in _OF_CALLS:
                continue
            for penalty, sorts in _penalties(other.case.answer).items():
                is_new = not any(sorts & alike and offered & alike for alike in _ALIKE)
                is_apart = is_new and not sorts & barred and not any(penalty in one or one in penalty for one in taken)
                if is_apart and len(options) < CHOICES and len(penalty.split()) <= MOST_WORDS:
                    options.append(_Option(penalty, why))
                    taken.add(penalty)
                    offered |= sorts
                    break
        random.shuffle(options)
        return tuple(options)

    @property
    def item(self) -> str:
        return self.incident.on[0]

    @property
    def items(self) -> tuple[str, ...]:
        return self.incident.on

    @property
    def happens(self) -> str:
        """What happens at the table."""
        return self.incident.happens

    @property
    def prompt(self) -> str:
        return self.incident.ask

    @property
    def facts(self) -> tuple[str, ...]:
        return (self.incident.happens, f"Laws: {self.incident.body.title}.")

    @property
    def view(self) -> View | None:
        return self.incident.view

    @property
    def shows(self) -> HandsBlock | None:
        return self.incident.shows

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CHOICE

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(Choice(str(number), option.label) for number, option in enumerate(self._options, 1))

    @property
    def hints(self) -> tuple[str, str, str]:
        says = " ".join(laws()[law].says for law in self._laws)
        return (
            "Ask who did it, when it was found out, and whether it could harm the other side.",
            says or "Ask whether there is a law on it at all.",
            the_answer(self._best.label),
        )

    @property
    def answer(self) -> str:
        return self._best.key

    @property
    def _best(self) -> Choice:
        return next(choice for choice, option in zip(self.choices, self._options, strict=True) if option.is_right)

    @property
    def _laws(self) -> tuple[LawRef, ...]:
        answer = self._case.answer
        return () if isinstance(answer, Silence) else answer.laws

    def _mark(self, given: Choice) -> ExerciseVerdict:
        option = self._options[int(given.key) - 1]
        answer, because = self._case.answer, self.incident.because
        ruled = RuledCase(self.incident.body, self._case)
        says = answer.why if isinstance(answer, Silence) else " ".join(laws()[law].says for law in answer.laws)
        return ExerciseVerdict(
            given,
            Grade.BEST if option.is_right else Grade.NOT_ADVISED,
            because if option.is_right else f"{option.slip}; {because}",
            (self._best,),
            says,
            ruled.citation,
            right=because,
            slip=option.slip,
        )


def _penalties(answer: Answer) -> Mapping[str, frozenset[object]]:
    """The penalties to choose from, one by one, or what always follows where there is no choice.

    Each maps to the sorts of its effects.
    """
    if isinstance(answer, Silence):
        return {_NOTHING: frozenset()}
    if not answer.choices:
        return {_briefly("; ".join(effect.words for effect in answer.always)): _sorts(answer.always)}
    return {_briefly(choice.words): _sorts(choice.effects) for choice in answer.choices}


def _sorts(effects: tuple[Effect, ...]) -> frozenset[object]:
    """The sorts of some effects. Two of one sort look alike, for example two ways to call a suit."""
    found = frozenset(effect if isinstance(effect, Then) else type(effect) for effect in effects)
    return found | _UNPUNISHED if found & _UNPUNISHED else found


def _briefly(words: str) -> str:
    for long, short in _SHORTER:
        words = words.replace(long, short)
    return words[:1].upper() + words[1:]
