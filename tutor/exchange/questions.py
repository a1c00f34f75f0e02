"""Questions for export: what each one shows, and the grade of every answer with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tutor.cards import Card, Hand, Suit
from tutor.citations import SOURCES
from tutor.errors import Malformed, Unknown
from tutor.exchange.files import Progress, untold
from tutor.library.catalogue import Library, load
from tutor.library.games import Game
from tutor.library.lesson_blocks import HandsBlock
from tutor.library.lesson_files import load_courses
from tutor.library.lessons import Course, Courses, Lesson
from tutor.library.moved import Moved
from tutor.play import Trick
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.exercise import AnswerForm, Exercise, ExerciseVerdict, Grade, Level
from tutor.quizzes.exercise_set import ExerciseSet
from tutor.quizzes.groups import ItemGroup, groups
from tutor.quizzes.items import ExerciseBank, ItemRef
from tutor.quizzes.kinds.lessons import refs_on_paper
from tutor.quizzes.reference import ExerciseRef
from tutor.quizzes.wording import sentence
from tutor.seats import Seat
from tutor.tables.match import Match
from tutor.view import View
from tutor.wording import figured


@dataclass(frozen=True, eq=False)
class Stock:
    """Everything that questions come from."""

    library: Library
    courses: Courses
    makers: ExerciseBank

    @classmethod
    def load(cls) -> Stock:
        """The content that comes with the tutor."""
        library = load()
        courses = load_courses(library)
        return cls(library, courses, exercise_bank(library, courses))

    @cached_property
    def groups(self) -> Mapping[str, ItemGroup]:
        """What can be practised together, by id."""
        return groups(self.makers.items)

    @property
    def moved(self) -> Moved:
        """What has moved or left the lessons."""
        return self.courses.moved

    def lesson(self, lesson_id: str) -> Lesson:
        """The lesson of an id. Raises `Unknown`."""
        return self.courses.lesson(lesson_id)

    def game(self, game_id: str) -> Game:
        """The game of an id. Raises `Unknown`."""
        return self.library.game(game_id)

    def match(self, key: int) -> Match:
        """There are no tables here. Raises `Unknown`."""
        raise Unknown("match", str(key), ())

    def whole(self, what: str) -> Whole:
        """The lesson, course or group of a name, in that order. `group:odds` is the group, not the course.

        Raises `Unknown`.
        """
        kind, _, name = what.rpartition(":")
        name = self.moved.lesson(name)
        shelves: dict[str, Mapping[str, Whole]] = {
            "lesson": self.courses.lessons,
            "course": self.courses.courses,
            "group": self.groups,
        }
        for named, shelf in shelves.items():
            if kind in ("", named) and name in shelf:
                return shelf[name]
        raise Unknown("lesson, course or group", what, (one for shelf in shelves.values() for one in shelf))


Whole = Lesson | Course | ItemGroup
"""What is exported in one piece."""


@dataclass(frozen=True, slots=True)
class QuestionSelection:
    """What to export: `each` is how many questions to make on every item, and `seed` says which.

    The questions written in a lesson are exported too, unchanged.
    """

    what: str
    seed: int = 0
    each: int = 1
    level: Level = Level.BEGINNER


# ---- a question ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reply:
    """A possible answer, its grade, and the fact that decides; `card` is the card if it is one."""

    label: str
    grade: Grade
    because: str
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CardDisplay:
    """The cards shown with a question: hands with their owners, a holding, and the cards played, in order.

    If `is_table`, the first of the `hands` is the learner’s own. The last of the `tricks` may be in progress.
    """

    hands: tuple[tuple[str, Hand], ...] = ()
    holding: tuple[tuple[Suit, str], ...] = ()
    caption: str = ""
    tricks: tuple[Trick, ...] = ()
    trumps: Suit | None = None
    is_table: bool = False


@dataclass(frozen=True, slots=True)
class ExportedQuestion:
    """A question with its answers. Texts are Markdown, with cards as `{HK}`, as in lessons.

    `key` is the same whenever the same question is made again. It gives nothing away; the `tags` may. A question for a
    number has one reply, the number, and any answer within `near` of it is right. `shelf` is where it belongs, the
    widest first.
    """

    key: str
    shelf: tuple[str, ...]
    prompt: str
    facts: tuple[str, ...]
    laid: CardDisplay
    form: AnswerForm
    replies: tuple[Reply, ...]
    rule: str
    citation: str
    otherwise: str
    tags: tuple[str, ...]
    near: int = 0

    def of(self, grade: Grade) -> tuple[Reply, ...]:
        """The replies of a grade."""
        return tuple(reply for reply in self.replies if reply.grade is grade)


# ---- which questions ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """A question to make: one of a lesson, or one on an item."""

    shelf: tuple[str, ...]
    ref: ExerciseRef
    lesson: Lesson | None = None


def planned(stock: Stock, wanted: QuestionSelection) -> tuple[PlannedQuestion, ...]:
    """The questions of an export, not yet made, each once. Raises `Unknown`."""
    match stock.whole(wanted.what):
        case Lesson() as lesson:
            found = _of_lesson(stock, wanted, lesson)
        case Course(lessons=lessons):
            found = (question for lesson in lessons for question in _of_lesson(stock, wanted, lesson))
        case ItemGroup() as group:
            found = (PlannedQuestion((_name_of(group),), ref) for ref in _refs(wanted, group.items))
    first: dict[ExerciseRef, PlannedQuestion] = {}
    for question in found:
        first.setdefault(question.ref, question)
    return tuple(first.values())


def _of_lesson(stock: Stock, wanted: QuestionSelection, lesson: Lesson) -> Iterator[PlannedQuestion]:
    shelf = (stock.courses.course(lesson.course).title, lesson.title)
    for ref in refs_on_paper(lesson):
        yield PlannedQuestion(shelf, ref, lesson)
    items = dict.fromkeys(item for drill in lesson.drills for item in drill.items(stock.makers.items))
    for ref in _refs(wanted, tuple(items)):
        yield PlannedQuestion(shelf, ref, lesson)


def _refs(wanted: QuestionSelection, items: tuple[str, ...]) -> Iterator[ItemRef]:
    """A number of questions on each item. The questions of one item do not depend on the other items."""
    sets = [ExerciseSet((item,), wanted.each, wanted.seed, wanted.level).refs() for item in items]
    for turn in zip(*sets, strict=True):
        yield from turn


def title_of(whole: Whole) -> str:
    """The title of a lesson, a course or a group."""
    return _name_of(whole) if isinstance(whole, ItemGroup) else whole.title


def _name_of(group: ItemGroup) -> str:
    if group.question is None:
        return group.title
    return f"{SOURCES[group.source].author}: {group.question.value}"


def questions(stock: Stock, wanted: QuestionSelection, progress: Progress = untold) -> tuple[ExportedQuestion, ...]:
    """The questions of an export, in the best order. Raises `Unknown`.

    A question on which an author contradicts himself is left out, because no answer to it can be marked.
    """
    plan = planned(stock, wanted)
    made: list[ExportedQuestion] = []
    for number, one in enumerate(plan):
        progress(number, len(plan))
        question = _exported(stock, one)
        if question.of(Grade.BEST) and (question.form is AnswerForm.NUMBER or len(question.replies) > 1):
            made.append(question)
    progress(len(plan), len(plan))
    return tuple(made)


# ---- how it is made -----------------------------------------------------------------------------------------------


def _exported(stock: Stock, one: PlannedQuestion) -> ExportedQuestion:
    exercise = one.ref.resolve(stock)
    right = exercise.mark(exercise.answer)
    return ExportedQuestion(
        key=one.ref.code(stock),
        shelf=one.shelf,
        prompt=exercise.prompt,
        facts=exercise.facts,
        laid=_laid(stock.library, exercise),
        form=exercise.form,
        replies=_replies(exercise, right),
        rule=right.says if right.says != right.because else "",
        citation=str(right.citation) if right.citation else "",
        otherwise=right.otherwise,
        tags=_tags(stock, one, exercise.items, right),
        near=exercise.near,
    )


def _replies(exercise: Exercise, right: ExerciseVerdict) -> tuple[Reply, ...]:
    if exercise.form is AnswerForm.NUMBER:
        return (Reply(right.given.label, right.grade, right.because),)
    of_cards = exercise.form is AnswerForm.CARD
    return tuple(
        Reply(sentence(told.given.label), told.grade, told.because, Card.parse(told.given.key) if of_cards else None)
        for told in exercise.verdicts().values()
    )


def _tags(stock: Stock, one: PlannedQuestion, items: tuple[str, ...], right: ExerciseVerdict) -> tuple[str, ...]:
    known = [stock.makers.items[item] for item in items if item in stock.makers.items]
    cited = [right.citation, *(item.citation for item in known)]
    sources = dict.fromkeys(citation.source for citation in cited if citation)
    return (
        *(f"{item.kind.value}::{item.id}" for item in known),
        *([f"course::{one.lesson.course}"] if one.lesson else []),
        *(f"author::{source}" for source in sources),
    )


# ---- what is seen -------------------------------------------------------------------------------------------------


def _laid(library: Library, exercise: Exercise) -> CardDisplay:
    if exercise.view is not None:
        return _table(exercise.view)
    if exercise.shows is not None:
        return _shown(library, exercise.shows)
    return CardDisplay()


def _table(view: View) -> CardDisplay:
    tricks = view.tricks if view.trick is None or not view.trick.cards else (*view.tricks, view.trick)
    first = sorted(view.seen.items(), key=lambda held: held[0] is not view.seat)
    hands = tuple((_whose(view, seat), hand) for seat, hand in first)
    return CardDisplay(hands, tricks=tricks, trumps=view.trumps, is_table=not view.has_not_looked)


def _whose(view: View, seat: Seat) -> str:
    if seat is view.seat:
        return f"Your hand, {seat.label}"
    return f"{seat.label}, dummy" if view.declaration else f"{seat.label}, open"


def _shown(library: Library, shows: HandsBlock) -> CardDisplay:
    held = tuple(four_hands(library, shows.of).items()) if shows.of else shows.hands
    hands = tuple((seat.label if seat else "", hand) for seat, hand in held)
    holding = tuple((Suit(word[0]), word[2:].replace("-", "")) for word in shows.cards.split())
    return CardDisplay(hands, holding, shows.caption)


def four_hands(library: Library, name: str) -> Mapping[Seat, Hand]:
    """The hands of a game, a deal or an ending. Raises `Unknown`."""
    if name in library.games:
        return dict(library.games[name].deal.hands.items())
    if name in library.deals:
        return dict(library.deals[name].deal.hands.items())
    return dict(library.problem(name).hands.items())


def of_drill(stock: Stock, lesson_id: str, drill: int, seed: int) -> tuple[ExportedQuestion, ...]:
    """A numbered set of questions of a drill, as the lesson asks them.

    Raises `Unknown`, and `Malformed` where the lesson has no such drill.
    """
    lesson = stock.courses.lesson(lesson_id)
    if drill >= len(lesson.drills):
        raise Malformed(
            "drill", str(drill), f"‘{lesson.title}’ has {figured(len(lesson.drills), 'drill')}", "Count them from 0"
        )
    found = lesson.drills[drill]
    shelf = (stock.courses.course(lesson.course).title, lesson.title)
    refs = ExerciseSet(found.items(stock.makers.items), found.questions, seed).refs()
    return tuple(_exported(stock, PlannedQuestion(shelf, ref, lesson)) for ref in refs)
