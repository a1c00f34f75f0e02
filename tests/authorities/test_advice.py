"""What the authors advise, against cases written out from their books: the author’s own, or made to show one rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import pytest
from pydantic import Field

from tests.support.cases import for_each
from tests.support.paths import DATA
from tutor.auction import Call
from tutor.authorities import authority
from tutor.authorities.fitting import why_impossible
from tutor.authorities.rules import Advice, Question
from tutor.cards import Card
from tutor.library.fields import AnswerText, Lines, Page, Prose, SyllabusId, Value
from tutor.library.validation import validated
from tutor.library.views import ViewModel
from tutor.library.yaml_text import read

pytestmark = pytest.mark.slow

FOLDER = DATA / "advice"


class CaseModel(Value):
    """A view with what its author advises there, and the rule that decides; without answers he is silent.

    Cases answered from the text alone, by somebody who had not seen the rules, name no rule.
    """

    id: SyllabusId | None = None
    question: Question
    view: ViewModel
    answers: tuple[AnswerText, ...] = ()
    acceptable: tuple[AnswerText, ...] = ()
    page: Page | None = None
    lines: Lines
    note: Annotated[Prose, Field(description="whose case it is, and what it turns on")]


class CasesModel(Value):
    """Cases of one author."""

    authority: str
    cases: tuple[CaseModel, ...]


def cases() -> Iterator[object]:
    for path in sorted(FOLDER.glob("*.yaml")):
        model = validated(read(path.read_text(encoding="utf-8"), path.name), CasesModel)
        for number, case in enumerate(model.cases, 1):
            yield pytest.param(model.authority, case, id=f"{path.stem}-{number}-{case.id or case.question.value}")


@for_each(("key", "case"), list(cases()))
def test_the_author_advises_what_his_book_says(key: str, case: CaseModel) -> None:
    view = case.view.view()
    assert why_impossible(view) is None
    author = authority(key)
    is_whole = case.question is Question.TRUMP and case.id is None  # and what is thrown when one does not trump
    advice = author.answer(view, widely=True) if is_whole else author.advise(view, case.question, widely=True)
    if not case.answers:
        assert not isinstance(advice, Advice), advice
        return
    assert isinstance(advice, Advice), advice
    assert written(advice.answers) == written(case.answers), advice.because
    assert case.id in (None, advice.rule.id), advice.because
    assert written(case.acceptable) <= written(advice.acceptable)


def written(answers: tuple[Card | Call, ...]) -> set[str]:
    return {repr(answer) for answer in answers}
