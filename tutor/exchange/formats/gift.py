"""Questions in Moodle’s GIFT: a category for each shelf, feedback on every answer, as little HTML as possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import nh3

from tutor.exchange.files import ExportedFile
from tutor.exchange.question_export import question_exporter
from tutor.exchange.question_html import asked, label, prose, reason, worth
from tutor.exchange.questions import ExportedQuestion, Reply
from tutor.quizzes.exercise import AnswerForm, Grade
from tutor.quizzes.wording import sentence, with_full_stop

MIMETYPE = "text/plain"
CATEGORY = "Love All"
PART_MARKS = 50
"""Marks out of a hundred for an acceptable answer."""

_TAGS = {"p", "div", "br", "b", "i", "em", "strong", "ul", "ol", "li", "blockquote"}
_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\~=#{}:"})


def gift(questions: Iterable[ExportedQuestion], name: str) -> ExportedFile:
    """The questions as one text."""
    return ExportedFile(f"{name}.gift.txt", MIMETYPE, "\n\n".join(_written(questions)).encode() + b"\n")


def _written(questions: Iterable[ExportedQuestion]) -> Iterator[str]:
    for shelf, on_it in groupby(questions, key=lambda question: question.shelf):
        # A stroke separates categories, so a stroke within a name is doubled.
        yield "/".join(("$CATEGORY: $course$/top", CATEGORY, *(part.replace("/", "//") for part in shelf)))
        yield from map(question_text, on_it)


def question_text(question: ExportedQuestion) -> str:
    """A question: its name (which gives nothing away), the question and its answers."""
    return f"::{escaped(question.key)}::[html]{escaped(_few_tags(asked(question)))}{_answers(question)}"


def escaped(text: str) -> str:
    """The text on one line, with a backslash before each character that has a meaning in GIFT."""
    return " ".join(text.split()).translate(_SPECIAL)


def _answers(question: ExportedQuestion) -> str:
    if question.form is AnswerForm.NUMBER:
        (right,) = question.replies
        told = " ".join([prose(with_full_stop(sentence(right.because))), *reason(question)])
        return f"{{#{right.label}:{question.near}#Right.####{escaped(_few_tags(told))}}}"
    first = question.of(Grade.BEST)[0]
    return "{\n" + "\n".join(_reply(question, reply, reply is first) for reply in question.replies) + "\n}"


def _reply(question: ExportedQuestion, reply: Reply, is_first: bool) -> str:
    text, told = (escaped(_few_tags(html)) for html in (label(reply), worth(question, reply)))
    return f"{_mark(reply, text, is_first)}{text}#{told}"


def _mark(reply: Reply, text: str, is_first: bool) -> str:
    """The first right answer marks a question with one choice. Other right answers have full marks too."""
    if is_first:
        return "="
    marks = {Grade.BEST: 100, Grade.ACCEPTABLE: PART_MARKS}.get(reply.grade, 0)
    # A text that looks like a weight must have a weight before it.
    return f"~%{marks}%" if marks or text.startswith("%") else "~"


def _few_tags(html: str) -> str:
    return nh3.clean(html, tags=_TAGS, attributes={})


EXPORTER = question_exporter(
    "gift",
    "Moodle",
    MIMETYPE,
    "gift.txt",
    "a GIFT file, to import into a question bank",
    "Write the questions of WHAT, a lesson, a course or a group, as GIFT for Moodle’s question bank.",
    lambda questions, stem, _title, _now: gift(questions, stem),
)
