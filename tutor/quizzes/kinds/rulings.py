"""Ruling on an offence: a case in words, and the penalty for it under a code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from types import MappingProxyType

from tutor.citations import Citation
from tutor.codes.laws import LawRef
from tutor.codes.offences import FIVE_CODES, STAGES, Answer, Case, Chooser, OffenceQuestion, Offences, Silence, cases
from tutor.codes.offences.rulings import Ruling
from tutor.library.laws import laws
from tutor.quizzes.exercise import Grade, GradedChoice, Level, MultipleChoice, seeded, shuffled
from tutor.quizzes.items import Item, ItemKind, add_maker
from tutor.quizzes.wording import lowered, sentence

_CHOICES = 4
_SILENT = "Nothing: the code has no law for it"


@dataclass(frozen=True, slots=True)
class RuledCase:
    """A case under a code."""

    code: Offences
    case: Case

    @property
    def words(self) -> str:
        return ruling_words(self.case.answer)

    @property
    def effects(self) -> frozenset[object]:
        """All the effects, whoever may choose among them."""
        answer = self.case.answer
        return frozenset() if isinstance(answer, Silence) else frozenset(answer.effects())

    @property
    def citation(self) -> Citation | None:
        answer = self.case.answer
        return None if isinstance(answer, Silence) else laws()[answer.laws[0]].citation

    @property
    def cited(self) -> str:
        return f" ({self.citation})" if self.citation else ""


class RulingMaker:
    """The maker of these questions, on each act under each of the five bodies of law, and on each law that rules."""

    @cached_property
    def _cases(self) -> Mapping[str, tuple[RuledCase, ...]]:
        """The cases of each item: acts on which the code has a law, and the laws themselves."""
        found: dict[str, list[RuledCase]] = {}
        for code in FIVE_CODES.values():
            for question in _questions():
                ruled = _cases_of(code, question)
                speaking = [ruling for ruling in ruled if ruling.citation]
                if speaking:
                    found[f"law-{code.key}-{question.act.slug}"] = list(ruled)
                for ruling in speaking:
                    for law in _laws(ruling.case):
                        found.setdefault(laws()[law].id, []).append(ruling)
        return MappingProxyType({item: tuple(ruled) for item, ruled in found.items()})

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """See `ExerciseMaker`."""
        items: dict[str, Item] = {}
        for code in FIVE_CODES.values():
            for question in _questions():
                item = f"law-{code.key}-{question.act.slug}"
                if item in self._cases:
                    cited = next(ruling.citation for ruling in self._cases[item] if ruling.citation)
                    items[item] = Item(item, ItemKind.LAW, f"{code.title}: {question.act.words}", cited)
            for law in map(laws().__getitem__, code.laws.values()):
                if law.id in self._cases:
                    items.setdefault(law.id, Item(law.id, ItemKind.LAW, law.says, law.citation))
        return MappingProxyType(items)

    def make(self, item: str, number: int, level: Level) -> MultipleChoice:
        """See `ExerciseMaker`. The cases come in turn; beginners get only those for which there is a law."""
        random = seeded(item, number, level)
        ruled = self._cases[item]
        if level is Level.BEGINNER:
            ruled = tuple(ruling for ruling in ruled if ruling.citation)
        return ruling_exercise(item, ruled[number % len(ruled)], random, level)


add_maker("rulings", lambda _: RulingMaker())


def ruling_exercise(item: str, ruled: RuledCase, random: Random, level: Level) -> MultipleChoice:
    """The question of a case under a code."""
    answer = ruled.case.answer
    options = [GradedChoice("ruled", ruled.words, _because(ruled), Grade.BEST)]
    shown = {ruled.words}
    keys = ("another-code", "another-case", "a-third", "a-fourth", "a-fifth")
    for other, why in other_rulings(ruled, random):
        is_apart = level is Level.ADVANCED or _is_apart(other, ruled)
        if is_apart and other.words not in shown and len(options) < _CHOICES:
            options.append(GradedChoice(keys[len(options) - 1], other.words, f"{why}; {_because(ruled)}", slip=why))
            shown.add(other.words)
    numbered = [replace(option, key=str(place)) for place, option in enumerate(shuffled(random, tuple(options)), 1)]
    is_silent = isinstance(answer, Silence)
    return MultipleChoice(
        item=item,
        prompt=f"{sentence(_told(ruled.case))}. What follows?",
        facts=(f"Laws: {ruled.code.title}.",),
        options=tuple(numbered),
        look="Look at who did it, when it was found out, and which code applies.",
        rule=answer.why if isinstance(answer, Silence) else " ".join(laws()[law].says for law in answer.laws),
        right="" if is_silent else " ".join(laws()[law].says for law in _laws(ruled.case)),
        hint="Ask whether the code has a law on it at all." if is_silent else "",
        citation=ruled.citation,
    )


def _is_apart(one: RuledCase, other: RuledCase) -> bool:
    """Whether neither ruling is the other with something left out."""
    return not (one.effects <= other.effects or other.effects <= one.effects)


def _because(ruled: RuledCase) -> str:
    answer = ruled.case.answer
    if isinstance(answer, Silence):
        return f"{ruled.code.title} has no law for it: {answer.why}"
    stated = "; ".join(f"{law.citation}: {law.says}" for law in map(laws().__getitem__, answer.laws))
    return f"under {ruled.code.title}: {stated}"


def other_rulings(ruled: RuledCase, random: Random) -> Iterator[tuple[RuledCase, str]]:
    """Other rulings, each with why it is wrong: the same case under other codes, and other cases under this one."""
    act = ruled.case.answer.offence.act
    stage = next(stage for stage in STAGES.values() if any(question.act is act for question in stage))
    elsewhere = list(_elsewhere(ruled))
    near = _here(ruled, (question for question in stage if question.act is act))
    beside = _here(ruled, (question for question in stage if question.act is not act))
    for group in (elsewhere, near, beside):
        random.shuffle(group)
    yield from elsewhere[:2]
    yield from near[:2]
    yield from (*elsewhere[2:], *near[2:], *beside)
    yield from _here(ruled, (question for question in _questions() if question not in stage))


@lru_cache(maxsize=2048)
def _elsewhere(ruled: RuledCase) -> tuple[tuple[RuledCase, str], ...]:
    """The case under the codes that rule differently."""
    return tuple(
        (other, f"that is the rule under other laws: {other.code.title}{other.cited}")
        for code in FIVE_CODES.values()
        if code.laws is not ruled.code.laws
        for other in (RuledCase(code, case) for case in cases(code.answers_to(ruled.case)))
        if other.citation and not ruled.code.agrees(other.case)
    )


def _here(ruled: RuledCase, questions: Iterable[OffenceQuestion]) -> list[tuple[RuledCase, str]]:
    """Other cases of the code, of the acts of some questions."""
    return [
        (other, f"that is the rule in another case{other.cited}: {_told(other.case)}")
        for question in questions
        for other in _cases_of(ruled.code, question)
        if other.citation and other.case.words != ruled.case.words
    ]


@lru_cache(maxsize=1024)
def _cases_of(code: Offences, question: OffenceQuestion) -> tuple[RuledCase, ...]:
    """All cases of an act that arise under a code."""
    return tuple(RuledCase(code, case) for case in code.cases(question))


def ruling_words(answer: Answer) -> str:
    """What follows, in a line: what may be chosen and by whom, and what always follows."""
    if isinstance(answer, Silence):
        return _SILENT
    always = ". ".join(sentence(effect.words) for effect in answer.always)
    if not answer.choices:
        return always
    choices = "; or ".join(choice.words.replace("; ", ", and ") for choice in answer.choices)
    return ". ".join(
        filter(None, (sentence(f"{_chooser(answer)}{choices}"), always and f"In any case {lowered(always)}"))
    )


def _chooser(answer: Ruling) -> str:
    """The side that decides, and how: `the adversaries of the offender choose, after consulting the partner: `."""
    who, how = answer.chooser.value, answer.counsel.value
    if answer.chooser is Chooser.NOBODY or answer.choices[0].words.startswith(who):
        return ""
    verb = "decide" if len(answer.choices) == 1 else "choose"
    said = f"{who}{',' if ',' in who else ''} {verb}{'' if answer.chooser in _SEVERAL else 's'}"
    return f"{said}, {how}: " if how else f"{said}: "


_SEVERAL = (Chooser.ADVERSARIES, Chooser.FOLLOWERS, Chooser.PLAYERS, Chooser.OTHERS)


def _told(case: Case) -> str:
    """The case within a sentence, its circumstances in brackets."""
    done, _, when = case.words.partition(": ")
    return f"{done} ({when})" if when else done


def _questions() -> Iterator[OffenceQuestion]:
    for stage in STAGES.values():
        yield from stage


def _laws(case: Case) -> tuple[LawRef, ...]:
    return () if isinstance(case.answer, Silence) else case.answer.laws
