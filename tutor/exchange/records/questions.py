"""Questions on items, drawn by number, with or without their answers; and the verdict on an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import Field

from tutor.citations import SOURCES
from tutor.errors import Malformed, Unknown
from tutor.exchange.records.record import Cited, Record, cited
from tutor.library.lesson_blocks import matching
from tutor.library.views import write_view
from tutor.quizzes.exercise import Choice, Exercise, Grade, Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER, ExerciseSet
from tutor.quizzes.groups import ItemGroup, groups
from tutor.quizzes.items import ExerciseBank, ItemRef

LevelName = Literal["beginner", "advanced"]
Form = Literal["card", "choice", "number", "deal"]


class Theme(Record):
    """Questions that are practised together, such as an author’s rules on one subject."""

    id: str
    kind: str
    title: str
    items: int = Field(description="how many items it has")


class AnsweredQuestion(Record):
    """A question with its answer."""

    item: str
    number: int
    level: LevelName
    form: Form
    prompt: str
    facts: list[str]
    view: dict[str, Any] | None
    choices: dict[str, str]
    answer: str
    best: list[str]
    because: str
    rule: str
    citation: str | None


class ShownHand(Record):
    """Cards that are shown where there is no table."""

    seat: str | None
    hand: str


class DrawnQuestion(Record):
    """A question without its answer. Its name tells nothing of the answer either."""

    question: str = Field(description="its name, for an answer to be marked")
    level: LevelName
    form: Form = Field(description="how it is answered: a card, a choice, or a whole number")
    prompt: str
    facts: list[str] = Field(description="what you must know and cannot see: the score, the code")
    view: dict[str, Any] | None = Field(description="the table as the player to decide sees it, as advice takes it")
    hands: list[ShownHand]
    cards: str = Field(description="single cards that are shown")
    choices: dict[str, str] = Field(description="the words of each answer that can be given; none for a number")


class MarkedChoice(Record):
    """An answer: what you send, and its words."""

    answer: str
    words: str


class Mark(Record):
    """The verdict on an answer: the rule, the author and the page."""

    question: str
    given: MarkedChoice
    grade: Literal["best", "acceptable", "not advised", "undecided"]
    right: bool | None = Field(description="null where the author contradicts himself, so that nobody is marked")
    best: list[MarkedChoice]
    because: str = Field(description="the fact that decides")
    rule: str
    place: Cited | None = Field(description="where the rule stands; null where no book has it")


def themes(makers: ExerciseBank) -> list[Theme]:
    """What questions can be drawn on."""
    return [
        Theme(id=group.id, kind=group.kind.value, title=_title(group), items=len(group.items))
        for group in groups(makers.items).values()
    ]


def _title(group: ItemGroup) -> str:
    if group.question is None:
        return group.title
    return f"{SOURCES[group.source].author}: {group.question.value}"


def items_on(names: Iterable[str], makers: ExerciseBank) -> tuple[str, ...]:
    """The items that names mean: themes, ids, or patterns such as `term-p*`. Raises `Unknown`."""
    return tuple(dict.fromkeys(item for name in names for item in _meant(name, makers)))


def _meant(name: str, makers: ExerciseBank) -> tuple[str, ...]:
    by_theme = groups(makers.items)
    found = by_theme[name].items if name in by_theme else matching(name, makers.items)
    if not found:
        raise Unknown("item", name, (*by_theme, *makers.items))
    return found


def drawn(names: Iterable[str], count: int, seed: int, level: Level, makers: ExerciseBank) -> Sequence[ItemRef]:
    """So many questions on themes or items: the same for everybody with the same seed. Raises `Unknown`."""
    return ExerciseSet(items_on(names, makers), count, seed, level).refs()


def answered_question(ref: ItemRef, makers: ExerciseBank) -> AnsweredQuestion:
    """A question with its answer. Raises `Unknown`."""
    exercise = makers.make(ref.item, ref.number, ref.level)
    verdict = exercise.mark(exercise.answer)
    return AnsweredQuestion(
        item=ref.item,
        number=ref.number,
        level=ref.level.value,
        form=exercise.form.value,
        prompt=exercise.prompt,
        facts=list(exercise.facts),
        view=write_view(exercise.view) if exercise.view else None,
        choices={choice.key: choice.label for choice in exercise.choices},
        answer=exercise.answer,
        best=[choice.key for choice in verdict.best],
        because=verdict.because,
        rule=verdict.says,
        citation=str(verdict.citation) if verdict.citation else None,
    )


# ---- questions without their answers -------------------------------------------------------------------------------


def name_of(ref: ItemRef, makers: ExerciseBank) -> str:
    """The name of a question. It has the code of the item, for the id of an item may give the answer away."""
    return f"{makers.items[ref.item].code}.{ref.level.value}.{ref.number}"


def question_named(name: str, makers: ExerciseBank) -> ItemRef:
    """The question of a name. Raises `Unknown`, and `Malformed`; questions that are assigned have no name here."""
    code, level, number = ("", "", *name.split("."))[-3:]
    if level not in _LEVELS or not (number.isascii() and number.isdecimal() and int(number[:8]) < LARGEST_NUMBER):
        why = "it is not a code, a level and a number below a million"
        raise Malformed("name of a question", name, why, "Copy it from a question that you drew")
    return ItemRef(makers.coded(code).id, int(number), _LEVELS[level])


_LEVELS = {level.value: level for level in Level}


def drawn_question(ref: ItemRef, makers: ExerciseBank) -> DrawnQuestion:
    """A question without its answer. Raises `Unknown`."""
    exercise = makers.make(ref.item, ref.number, ref.level)
    shown = exercise.shows
    return DrawnQuestion(
        question=name_of(ref, makers),
        level=ref.level.value,
        form=exercise.form.value,
        prompt=exercise.prompt,
        facts=list(exercise.facts),
        view=write_view(exercise.view) if exercise.view else None,
        hands=[ShownHand(seat=seat.label if seat else None, hand=str(hand)) for seat, hand in shown.hands]
        if shown
        else [],
        cards=shown.cards if shown else "",
        choices={exercise.value_of(choice): choice.label for choice in exercise.choices},
    )


def mark(ref: ItemRef, given: str, makers: ExerciseBank) -> Mark:
    """The verdict on an answer. Raises `Unknown`, and `Malformed` for an answer that cannot be given."""
    exercise = makers.make(ref.item, ref.number, ref.level)
    verdict = exercise.mark(given)
    return Mark(
        question=name_of(ref, makers),
        given=_choice(exercise, verdict.given),
        grade=verdict.grade.value,
        right=None if verdict.grade is Grade.UNDECIDED else verdict.grade.is_right,
        best=[_choice(exercise, choice) for choice in verdict.best],
        because=verdict.because,
        rule=verdict.says,
        place=cited(verdict.citation),
    )


def _choice(exercise: Exercise, choice: Choice) -> MarkedChoice:
    return MarkedChoice(answer=exercise.value_of(choice), words=choice.label)
