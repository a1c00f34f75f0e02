"""Pages for print as PDF: a lesson or a drill with its answers on pages of their own, a game with all told of it.

Set by Typst from the templates of `templates/print`, which take what they draw as data: nothing that was written, by
whomever, is read as Typst. The same input gives the same bytes.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import Enum
from typing import Literal

from tutor.errors import Malformed, Unknown
from tutor.exchange import paper
from tutor.exchange.files import Exported, Progress, untold
from tutor.exchange.paper import Handout
from tutor.exchange.questions import Stock
from tutor.exchange.record import Record, record
from tutor.library.folders import folder

MIMETYPE = "application/pdf"
_ACCESSIBLE: Literal["ua-1"] = "ua-1"
"""Accessible PDF (ISO 14289-1): tagged, with a title, a language, and every letter to be had as text."""


class Answers(Enum):
    """Where the answers stand: on pages of their own after the rest, alone, or nowhere."""

    AFTER = "after"
    ALONE = "alone"
    NONE = "none"

    __hash__ = object.__hash__


def sheet(stock: Stock, what: str, answers: Answers = Answers.AFTER, progress: Progress = untold) -> Exported:
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
    """The number of a drill and a seed, of what follows the lesson’s name."""
    match rest:
        case ["drills", number, seed] if all(len(one) < 8 and one.isascii() and one.isdecimal() for one in rest[1:]):
            return int(number), int(seed)
    raise Malformed("set of a drill", what[:80], "no drill and seed are named so", "Write it as lesson/drills/0/7")


def handout(stock: Stock, lesson_id: str, answers: Answers = Answers.AFTER) -> Exported:
    """A lesson as a handout. Raises `Unknown`."""
    of = paper.lesson(stock, stock.courses.lesson(lesson_id))
    return Exported(f"{lesson_id}{_ENDS[answers]}.pdf", MIMETYPE, _handout(of, answers))


def drill(
    stock: Stock,
    lesson_id: str,
    number: int,
    seed: int,
    answers: Answers = Answers.AFTER,
    progress: Progress = untold,
) -> Exported:
    """A set of a drill of a lesson. Raises `Unknown`, and `Malformed` for a drill or a seed that there is not."""
    of = paper.drill(stock, lesson_id, number, seed, progress)
    name = f"{lesson_id}-drill-{number}-{seed}{_ENDS[answers]}.pdf"
    return Exported(name, MIMETYPE, _handout(of, answers))


def game(stock: Stock, game_id: str, answers: Answers = Answers.AFTER) -> Exported:
    """A game of a book, as it was played; without answers its hands alone. Raises `Unknown`."""
    is_told = answers is not Answers.NONE
    of = record(stock.library.game(game_id), is_told=is_told)
    return Exported(f"{game_id}{'' if is_told else '-hands'}.pdf", MIMETYPE, typeset("game", of))


_ENDS = {Answers.AFTER: "", Answers.ALONE: "-answers", Answers.NONE: "-questions"}


def _handout(of: Handout, answers: Answers) -> bytes:
    return typeset("handout", of, answers=answers.value)


def typeset(template: str, data: Handout | Record, **settings: str) -> bytes:
    """The pages of a template as PDF.

    Letters that the typeface has not are set in another of the machine’s, and the page is then no longer one that
    every reader can read aloud.
    """
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
