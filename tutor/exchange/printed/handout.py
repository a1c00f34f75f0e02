"""Lessons, drills and games on paper: the values that the templates of `print` and `epub` set.

Every piece has a `kind`, which tells a template how to draw it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tutor.authorities import compare_all
from tutor.authorities.comparing import Comparison
from tutor.authorities.rules import Advice
from tutor.cards import Card, Hand, Suit
from tutor.citations import SOURCES
from tutor.errors import Malformed
from tutor.exchange.files import Progress, untold
from tutor.exchange.printed.text import Nodes, Sign, line, printed, prose
from tutor.exchange.questions import Stock, four_hands
from tutor.library.experiments import ExperimentBlock
from tutor.library.lesson_blocks import (
    Block,
    DrillBlock,
    HandsBlock,
    MastersBlock,
    MaximBlock,
    NamedQuestion,
    ProseBlock,
    ReplayBlock,
    TableBlock,
)
from tutor.library.lessons import Lesson
from tutor.notation import counted, in_words
from tutor.play import Trick
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise
from tutor.quizzes.exercise_set import LARGEST_NUMBER, ExerciseSet
from tutor.quizzes.items import ItemRef
from tutor.quizzes.kinds.experiments import exactly
from tutor.quizzes.kinds.experiments import printed as found_printed
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.quizzes.wording import answer_words, sentence, with_full_stop
from tutor.seats import Seat
from tutor.view import View
from tutor.wording import alternatives, figured

# ---- cards --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SuitRow:
    """A suit of a hand, with the ranks as printed; none if the hand is void."""

    suit: str
    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandBlock:
    """A hand with its place at the table (`N`, or empty) and its owner (`Y, dealer`)."""

    seat: str
    who: str
    rows: tuple[SuitRow, ...]


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A card that was played, by whom, and in a game of a book how it is known."""

    seat: str
    label: str
    card: Sign
    known: str = ""


@dataclass(frozen=True, slots=True)
class TrickBlock:
    """A trick with its number, and who takes it."""

    number: int
    cards: tuple[TrickCard, ...]
    to: str


@dataclass(frozen=True, slots=True)
class CardsBlock:
    """Cards to look at: hands, and at a table in play also the tricks so far and the current trick."""

    hands: tuple[HandBlock, ...]
    caption: Nodes = ()
    turned_up: tuple[TrickCard, ...] = ()
    tricks: tuple[TrickBlock, ...] = ()
    trick: tuple[TrickCard, ...] = ()
    to_play: str = ""
    kind: str = "cards"


def rows(hand: Hand) -> tuple[SuitRow, ...]:
    """A hand suit by suit, including voids."""
    return tuple(SuitRow(suit.plural, tuple(printed(rank) for rank in hand[suit])) for suit in Suit)


def trick_card(seat: Seat, card: Card, known: str = "") -> TrickCard:
    """A card that was played."""
    return TrickCard(seat.letter, seat.label, Sign.of_card(card), known)


def _round(number: int, trick: Trick, trumps: Suit | None) -> TrickBlock:
    cards = tuple(trick_card(seat, card) for seat, card in trick.items())
    return TrickBlock(number, cards, trick.winner(trumps).label)


def table(view: View, *, is_dealer_known: bool = True) -> CardsBlock:
    """What the player to decide sees."""
    return CardsBlock(
        hands=tuple(
            HandBlock(seat.letter, _who(view, seat, is_dealer_known=is_dealer_known), rows(hand))
            for seat, hand in view.seen.items()
        ),
        turned_up=tuple(trick_card(seat, card) for seat, card in view.shown),
        tricks=tuple(_round(number, trick, view.trumps) for number, trick in enumerate(view.tricks, 1)),
        trick=tuple(trick_card(seat, card) for seat, card in view.trick.items()) if view.trick else (),
        to_play=view.trick.to_play.label if view.trick else "",
    )


def _declared(view: View, seat: Seat) -> str:
    declaration = view.declaration
    if not declaration or seat is not declaration.by or seat is view.dealer:
        return ""
    return "declared" if view.is_left else "declarer"


def _who(view: View, seat: Seat, *, is_dealer_known: bool) -> str:
    declaration = view.declaration
    parts = (
        "you" if seat is view.seat else "",
        "dealer" if is_dealer_known and seat is view.dealer else "",
        _declared(view, seat),
        "dummy" if view.trick and declaration and seat in dict(view.exposed) else "",
    )
    return ", ".join((seat.label, *filter(None, parts)))


def shown(stock: Stock, of: HandsBlock) -> CardsBlock:
    """Cards that a lesson shows."""
    if of.of:
        held: Iterable[tuple[Seat | None, Hand]] = four_hands(stock.library, of.of).items()
    else:
        held = of.hands
    hands = [HandBlock(seat.letter if seat else "", seat.label if seat else "", rows(hand)) for seat, hand in held]
    if of.cards:
        hands.append(HandBlock("", "", tuple(_row(word) for word in of.cards.split())))
    return CardsBlock(tuple(hands), line(of.caption))


def _row(written: str) -> SuitRow:
    letters = () if written[2:] == "-" else tuple(written[2:])
    return SuitRow(Suit.parse(written[0]).plural, tuple("10" if letter == "T" else letter for letter in letters))


# ---- questions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QuestionBlock:
    """A question to answer on paper: ring a card, tick a box, or write a number."""

    number: int
    prompt: Nodes
    facts: tuple[Nodes, ...]
    layout: CardsBlock | None
    form: str
    choices: tuple[Nodes, ...]
    kind: str = "question"


@dataclass(frozen=True, slots=True)
class AnswerBlock:
    """The answer: any of `best`, the reason, the rule if it says more, and its place."""

    number: int
    best: tuple[Nodes, ...]
    because: Nodes
    rule: Nodes
    cited: str


def question(stock: Stock, number: int, exercise: Exercise) -> QuestionBlock:
    """A question without its answer."""
    shows = exercise.shows
    return QuestionBlock(
        number,
        line(exercise.prompt),
        tuple(line(fact) for fact in exercise.facts),
        table(exercise.view, is_dealer_known=exercise.is_dealer_known)
        if exercise.view
        else shown(stock, shows)
        if shows
        else None,
        exercise.form.value,
        tuple(_choice(choice) for choice in exercise.choices) if exercise.form is AnswerForm.CHOICE else (),
    )


def _choice(choice: Choice) -> Nodes:
    return line(sentence(choice.label))


def _chosen(choice: Choice) -> Nodes:
    """An answer within a longer sentence. Some answers are already sentences."""
    return line(sentence(choice.label.rstrip(".")))


MOST_ANSWERS = 3
"""If there are more right answers than this, only the first are named."""


def answer(number: int, exercise: Exercise) -> AnswerBlock:
    """The answer of a question."""
    told = exercise.mark(exercise.answer)
    return AnswerBlock(
        number,
        tuple(_chosen(choice) for choice in told.best[:MOST_ANSWERS]),
        line(with_full_stop(sentence(told.because))),
        line(with_full_stop(told.says)) if told.says and told.says != told.because else (),
        str(told.citation or ""),
    )


# ---- pieces of a lesson -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Some paragraphs."""

    of: Nodes
    kind: str = "text"


@dataclass(frozen=True, slots=True)
class FiguresBlock:
    """A table of words and figures."""

    caption: Nodes
    head: tuple[Nodes, ...]
    rows: tuple[tuple[Nodes, ...], ...]
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class QuotationBlock:
    """A maxim in its author’s words and language, its meaning if that is not English, and its source."""

    paragraphs: tuple[str, ...]
    language: str
    meaning: str
    cited: str
    kind: str = "maxim"


@dataclass(frozen=True, slots=True)
class LinkBlock:
    """Something to do elsewhere, and where."""

    says: Nodes
    where: str
    kind: str = "door"


@dataclass(frozen=True, slots=True)
class AuthorAdvice:
    """What one author would do, by which rule, and why here."""

    author: str
    year: str
    answers: str
    acceptable: str
    rule: str
    cited: str
    because: str


@dataclass(frozen=True, slots=True)
class ComparisonBlock:
    """A numbered hand for every author. The hand comes first; the authors’ advice comes with the answers."""

    number: int
    says: Nodes
    layout: CardsBlock
    voices: tuple[AuthorAdvice, ...]
    are_agreed: bool
    silent: tuple[str, ...]
    kind: str = "masters"


Piece = TextBlock | CardsBlock | FiguresBlock | QuotationBlock | LinkBlock | ComparisonBlock | QuestionBlock


@dataclass(frozen=True, slots=True)
class Handout:
    """A lesson or a drill on paper. `over` is its course or drill; `sources` are the places it comes from."""

    id: str
    over: str
    title: str
    aim: Nodes
    pieces: tuple[Piece, ...]
    answers: tuple[AnswerBlock, ...]
    sources: tuple[str, ...]
    books: tuple[str, ...]

    @property
    def compared(self) -> tuple[ComparisonBlock, ...]:
        """The comparisons of the authors, in order."""
        return tuple(piece for piece in self.pieces if isinstance(piece, ComparisonBlock))


def lesson(stock: Stock, of: Lesson) -> Handout:
    """A lesson on paper."""
    exercises = {question.name: lesson_exercise(of, question, stock.makers) for question in of.questions}
    numbers = {name: number for number, name in enumerate(exercises, 1)}
    compared = {block.line: number for number, block in enumerate(_of_masters(of), 1)}
    pieces = tuple(_piece(stock, block, exercises, numbers, compared) for block in of.blocks)
    return Handout(
        of.id,
        stock.courses.course(of.course).title,
        of.title,
        line(of.aim),
        pieces,
        tuple(answer(numbers[name], exercise) for name, exercise in exercises.items()),
        tuple(str(passage) for passage in of.sources),
        _books(passage.source for passage in of.sources),
    )


def _books(sources: Iterable[str]) -> tuple[str, ...]:
    return tuple(str(SOURCES[source]) for source in dict.fromkeys(sources))


def _of_masters(of: Lesson) -> Iterator[MastersBlock]:
    return (block for block in of.blocks if isinstance(block, MastersBlock))


def _piece(
    stock: Stock,
    block: Block,
    exercises: Mapping[str, Exercise],
    numbers: Mapping[str, int],
    compared: Mapping[int, int],
) -> Piece:
    match block:
        case ProseBlock():
            return TextBlock(prose(block.markdown))
        case HandsBlock():
            return shown(stock, block)
        case TableBlock():
            cells = tuple(tuple(line(cell) for cell in row) for row in block.rows)
            return FiguresBlock(line(block.caption), tuple(line(cell) for cell in block.head), cells)
        case MastersBlock():
            found = compare_all(block.view, block.question)
            return _compared(compared[block.line], block, found)
        case MaximBlock(maxim=maxim):
            return QuotationBlock(tuple(maxim.text.split("\n")), maxim.language, maxim.meaning, maxim.cited)
        case ReplayBlock():
            start = f"from trick {in_words(block.trick)}" if block.trick else "from the deal"
            game = stock.library.game(block.game)
            return LinkBlock(line(block.says), f"{game.citation.author}, {game.name}, {start}")
        case DrillBlock():
            return LinkBlock(
                line(f"{sentence(counted(block.questions, 'question'))} on this, new each time."), "A drill"
            )
        case ExperimentBlock():
            return TextBlock(prose(f"{block.says} {exactly(block.odds)} {found_printed(block.odds)}"))
        case NamedQuestion():
            return question(stock, numbers[block.name], exercises[block.name])
    raise AssertionError(block)


def _compared(number: int, block: MastersBlock, found: Comparison) -> ComparisonBlock:
    return ComparisonBlock(
        number,
        line(block.says),
        table(block.view),
        tuple(_voice(key, advice) for key, advice in found.voices),
        len(found.voices) > 1 and found.is_agreed,
        tuple(SOURCES[one.authority].author for one in found.silent),
    )


def _voice(key: str, advice: Advice) -> AuthorAdvice:
    return AuthorAdvice(
        SOURCES[key].author,
        str(SOURCES[key].year or ""),
        sentence(alternatives([answer_words(one) for one in advice.answers])),
        ", ".join(answer_words(one) for one in advice.acceptable),
        advice.rule.says,
        str(advice.citation),
        advice.because,
    )


# ---- a drill ------------------------------------------------------------------------------------------------------


def drill(stock: Stock, lesson_id: str, number: int, seed: int, progress: Progress = untold) -> Handout:
    """A set of questions of a lesson’s drill, by its number from 0. The same seed gives everybody the same set.

    Raises `Unknown` for an unknown lesson, and `Malformed` for a wrong drill or seed.
    """
    of = stock.courses.lesson(lesson_id)
    put = drill_refs(stock, of, number, seed)
    pieces: list[Piece] = []
    answers: list[AnswerBlock] = []
    for place, one in enumerate(put, 1):
        progress(place - 1, len(put))
        exercise = stock.makers.make(one.item, one.number, one.level)
        pieces.append(question(stock, place, exercise))
        answers.append(answer(place, exercise))
    progress(len(put), len(put))
    return Handout(
        of.id,
        f"A drill · set {seed}",
        of.title,
        (),
        tuple(pieces),
        tuple(answers),
        tuple(str(passage) for passage in of.sources),
        _books(passage.source for passage in of.sources),
    )


def drill_refs(stock: Stock, of: Lesson, number: int, seed: int) -> Sequence[ItemRef]:
    """The questions of a set of a drill. Raises `Malformed` for a wrong drill or seed."""
    if number >= len(of.drills):
        raise Malformed(
            "drill", str(number), f"‘{of.title}’ has {figured(len(of.drills), 'drill')}", "Count them from 0"
        )
    if seed >= LARGEST_NUMBER:
        raise Malformed("seed", str(seed), "it is too large", f"Give a number below {LARGEST_NUMBER}")
    found = of.drills[number]
    return ExerciseSet(found.items(stock.makers.items), found.questions, seed).refs()
