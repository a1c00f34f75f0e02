"""PDF pages for print: a lesson or a drill with its answers on separate pages, or a game with everything about it.

Typst sets them from the templates in `templates/print`, which take their content as data. No content is ever read as
Typst. The same input gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from enum import Enum
from typing import Literal

from tutor.errors import Malformed, Unknown
from tutor.exchange.exporters import Exporter, ExportOption, ExportRequest, ExportSource
from tutor.exchange.files import ExportedFile, Progress, untold
from tutor.exchange.printed import handout as paper
from tutor.exchange.printed.game_sheet import GameSheet, game_sheet
from tutor.exchange.printed.handout import Handout
from tutor.exchange.questions import Stock
from tutor.extras import importing
from tutor.library.folders import folder
from tutor.library.games import Game
from tutor.library.lessons import Lesson
from tutor.quizzes.kinds.lessons import refs_on_paper
from tutor.quizzes.reference import ExerciseRef

MIMETYPE = "application/pdf"
_ACCESSIBLE: Literal["ua-1"] = "ua-1"
"""Accessible PDF (ISO 14289-1): tagged, with a title, a language, and every letter available as text."""


class AnswerPages(Enum):
    """Where the answers are: on separate pages at the end, alone, or nowhere."""

    AFTER = "after"
    ALONE = "alone"
    NONE = "none"

    __hash__ = object.__hash__


def sheet(
    stock: Stock, what: str, answers: AnswerPages = AnswerPages.AFTER, progress: Progress = untold
) -> ExportedFile:
    """A lesson (`bridge-black-suits`), a set of a drill (`bridge-black-suits/drills/0/7`) or a game.

    Of a lesson’s drills the first has the number 0; the last number is the seed, which gives everybody the same set.
    A game without answers is the hands alone, with room to write the play in. Raises `Unknown` and `Malformed`.
    """
    name, *rest = what.split("/")
    if rest:
        number, seed = _numbers(what, rest)
        return drill(stock, name, number, seed, answers, progress)
    if name in stock.library.games:
        return game(stock, name, answers)
    if name in stock.courses.lessons:
        return handout(stock, name, answers)
    raise Unknown("lesson or game", name, (*stock.courses.lessons, *stock.library.games))


def _numbers(what: str, rest: list[str]) -> tuple[int, int]:
    """The number of a drill and a seed, from the text after the lesson’s name."""
    match rest:
        case ["drills", number, seed] if all(
            len(digits) < 8 and digits.isascii() and digits.isdecimal() for digits in rest[1:]
        ):
            return int(number), int(seed)
    raise Malformed("set of a drill", what[:80], "it does not name a drill and a seed", "Write it as lesson/drills/0/7")


def handout(stock: Stock, lesson_id: str, answers: AnswerPages = AnswerPages.AFTER) -> ExportedFile:
    """A lesson as a handout. Raises `Unknown`."""
    of = paper.lesson(stock, stock.courses.lesson(lesson_id))
    return ExportedFile(f"{lesson_id}{_ENDS[answers]}.pdf", MIMETYPE, _handout(of, answers))


def drill(
    stock: Stock,
    lesson_id: str,
    number: int,
    seed: int,
    answers: AnswerPages = AnswerPages.AFTER,
    progress: Progress = untold,
) -> ExportedFile:
    """A set of a drill of a lesson. Raises `Unknown`, and `Malformed` for a drill or a seed that does not exist."""
    of = paper.drill(stock, lesson_id, number, seed, progress)
    name = f"{lesson_id}-drill-{number}-{seed}{_ENDS[answers]}.pdf"
    return ExportedFile(name, MIMETYPE, _handout(of, answers))


def game(stock: Stock, game_id: str, answers: AnswerPages = AnswerPages.AFTER) -> ExportedFile:
    """A game of a book as it was played, or without answers only its hands. Raises `Unknown`."""
    is_told = answers is not AnswerPages.NONE
    of = game_sheet(stock.library.game(game_id), is_told=is_told)
    return ExportedFile(f"{game_id}{'' if is_told else '-hands'}.pdf", MIMETYPE, typeset("game", of))


_ENDS = {AnswerPages.AFTER: "", AnswerPages.ALONE: "-answers", AnswerPages.NONE: "-questions"}


def _handout(of: Handout, answers: AnswerPages) -> bytes:
    return typeset("handout", of, answers=answers.value)


def typeset(template: str, data: Handout | GameSheet, **settings: str) -> bytes:
    """The pages of a template as PDF.

    Letters missing from the typeface are set in another font of the machine. Then some readers cannot read the page
    aloud.
    """
    with importing("print", "PDF"):
        import typst

    root = str(folder("templates") / "print")
    inputs = {"data": json.dumps(asdict(data), ensure_ascii=False), **settings}

    def pages(*, for_everybody: bool) -> bytes:
        return typst.compile(
            f"{root}/{template}.typ",
            root=root,
            format="pdf",
            sys_inputs=inputs,
            ignore_system_fonts=for_everybody,
            pdf_standards=_ACCESSIBLE if for_everybody else None,
            timestamp=0,
        )

    try:
        return pages(for_everybody=True)
    except typst.TypstError as error:
        if "could not be displayed" not in str(error):
            raise
        return pages(for_everybody=False)


def _exercises(source: ExportSource, request: ExportRequest) -> Iterable[ExerciseRef]:
    """What a lesson or a drill asks. The text after a question may tell its answer, so all pages count."""
    name, *rest = request.only.removeprefix("lesson:").split("/")
    if name not in source.stock.courses.lessons:
        return ()
    of = source.stock.courses.lesson(name)
    if not rest:
        return refs_on_paper(of)
    number, seed = _numbers(request.only, rest)
    return paper.drill_refs(source.stock, of, number, seed)


def _export(source: ExportSource, request: ExportRequest) -> ExportedFile:
    what = request.only.removeprefix("lesson:").removeprefix("game:")
    return sheet(source.stock, what, AnswerPages(request.options["answers"]), request.progress)


EXPORTER = Exporter(
    name="pdf",
    label="PDF",
    media_type=MIMETYPE,
    extension="pdf",
    applies_to={
        Lesson: "a handout on paper",
        Game: "on paper, to play again at a table",
    },
    summary="""Write WHAT for print: a lesson, a game, or a set of a drill as LESSON/drills/0/7.

    In the last, 0 is the first drill of the lesson, and the seed 7 gives everybody the same questions. A game without
    answers is its four hands, with room to write the play.
    """,
    export=_export,
    options=(
        ExportOption(
            "answers",
            "Where the answers are.",
            AnswerPages.AFTER.value,
            tuple(pages.value for pages in AnswerPages),
            flags={
                "--answers": ("after", "With the answers on separate pages (the default)."),
                "--no-answers": ("none", "Without the answers."),
                "--alone": ("alone", "Only the answers."),
            },
        ),
    ),
    variants={
        Lesson: {
            "with the answers": {},
            "without the answers": {"answers": "none"},
            "only the answers": {"answers": "alone"},
        },
        Game: {"the whole game": {}, "only the hands": {"answers": "none"}},
    },
    exercises=_exercises,
    extra="print",
    is_inline=True,
    shows_the_end=True,
)
