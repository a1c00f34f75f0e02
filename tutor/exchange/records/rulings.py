"""What a code of laws says about an offence."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any

from pydantic import ConfigDict, Field

from tutor.codes import offences_of
from tutor.codes.laws import LawRef
from tutor.codes.offences import Answer, Case, Offences, Silence, asked
from tutor.codes.offences.effects import Effect, Then, name_of
from tutor.exchange.records.record import Record
from tutor.library.laws import laws


class Offence(Record):
    """An offence that can be asked about, who may commit it, and in what circumstances."""

    offence: str
    what: str
    by: list[str]
    when: dict[str, str] = Field(description="the words of each circumstance")


class RulingLaw(Record):
    """A law, word for word, and its place."""

    id: str
    law: str = Field(description="its number in the code")
    source: str
    page: int | None
    lines: tuple[int, int] | None
    says: str


class RulingEffect(Record):
    """One thing that follows, in words and, by other keys, in figures."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, str | int | bool | None]

    effect: str
    words: str


class Ruling(Record):
    """What follows from an offence, or why no law rules on it."""

    code: str
    offence: str
    by: list[str]
    when: str | None
    what: str
    laws: list[RulingLaw]
    why: str = Field("", description="where there is no law: why")
    arises: bool = Field(True, description="where there is no law: whether the offence can happen in this game")
    chooser: str = Field("", description="who chooses between the choices")
    counsel: str = Field("", description="whether partners may consult")
    choices: list[list[RulingEffect]] = Field([], description="the effects of each choice")
    always: list[RulingEffect] = Field([], description="what follows in any case")
    note: str = ""


def offences(code: str) -> list[Offence]:
    """The offences possible under a code. Raises `Unknown`."""
    game = offences_of(code).game
    return [
        Offence(
            offence=question.act.slug,
            what=question.act.words,
            by=[game.word(role) for role in question.by],
            when={one.slug: game.when(one) for one in question.when},
        )
        for _, questions in game.questions()
        for question in questions
    ]


def rulings(code: str, offence: str, by: str, when: str) -> list[Ruling]:
    """What a code says about an offence; an empty word asks of all. Raises `Unknown`, `Malformed`."""
    found = offences_of(code)
    return [_ruling(found, case) for case in found.cases(asked(offence, by, when))]


def _ruling(found: Offences, case: Case) -> Ruling:
    answer = case.answer
    return Ruling(
        code=found.key,
        offence=answer.offence.act.slug,
        by=[found.game.word(role) for role in case.by],
        when=answer.offence.when.slug if answer.offence.when else None,
        what=case.words,
        **_answer(answer),
    )


def _answer(answer: Answer) -> dict[str, Any]:
    if isinstance(answer, Silence):
        return {"laws": [], "why": answer.why, "arises": answer.arises}
    return {
        "laws": [_law(law) for law in answer.laws],
        "chooser": answer.chooser.name.lower().replace("_", "-"),
        "counsel": answer.counsel.name.lower(),
        "choices": [[_effect(effect) for effect in choice.effects] for choice in answer.choices],
        "always": [_effect(effect) for effect in answer.always],
        "note": answer.note,
    }


def _law(ref: LawRef) -> RulingLaw:
    law = laws()[ref]
    at = law.citation
    return RulingLaw(id=law.id, law=at.law or "", source=at.source, page=at.page, lines=at.lines, says=law.says)


def _effect(effect: Effect) -> RulingEffect:
    values = {} if isinstance(effect, Then) else {one.name: getattr(effect, one.name) for one in fields(effect)}
    plain = {name: one.name.lower() if isinstance(one, Enum) else one for name, one in values.items()}
    return RulingEffect(effect=name_of(effect), **plain, words=effect.words)
