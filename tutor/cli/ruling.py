"""`tutor ruling`: what a code of laws says about an offence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from typing import Any

import click

from tutor.cli import options
from tutor.cli.output import print_json
from tutor.codes import offences_of
from tutor.codes.laws import LawRef
from tutor.codes.offences import FIVE_CODES, Answer, Case, Chooser, GameFeatures, Offences, Silence, asked
from tutor.codes.offences.effects import Effect, Then, name_of
from tutor.library.laws import laws


@click.command()
@click.argument("code")
@click.argument("offence", required=False)
@click.option("--by", default="", metavar="ROLE", help="The offender: dealer, dummy, leader, adversary, …")
@click.option("--when", default="", metavar="WHEN", help="The circumstances (default: each in turn).")
@options.json()
def ruling(code: str, offence: str | None, by: str, when: str, as_json: bool) -> None:
    """Show the penalty of CODE for an OFFENCE: the law, who may choose, and what follows.

    Without OFFENCE, list the offences possible under CODE. The bodies of laws are whist-1859, bridge-english-1901,
    bridge-english-1904, bridge-american-1907 and auction-1910. For a game that follows one of them, give the key of
    the game.
    """
    offences = offences_of(code)
    if offence is None:
        if by or when:
            raise click.UsageError("name the offence too: `tutor ruling CODE` lists them")
        _list(offences.game, as_json)
        return
    found = offences.cases(asked(offence, by, when))
    if as_json:
        print_json([_entry(offences, case) for case in found])
        return
    for case in found:
        click.echo("\n".join(_lines(case)))
        click.echo(f"  Elsewhere: {_elsewhere(offences, case)}")


def _list(game: GameFeatures, as_json: bool) -> None:
    stages = tuple(game.questions())
    if as_json:
        entries = [
            {
                "offence": question.act.slug,
                "what": question.act.words,
                "by": [game.word(role) for role in question.by],
                "when": {one.slug: game.when(one) for one in question.when},
            }
            for _, questions in stages
            for question in questions
        ]
        print_json(entries)
        return
    for stage, questions in stages:
        click.echo(f"{stage}")
        for question in questions:
            click.echo(f"  {question.act.slug:<24}{question.act.words}")
            if question.by:
                click.echo(f"    --by    {' '.join(map(game.word, question.by))}")
            if question.when:
                click.echo(f"    --when  {' '.join(one.slug for one in question.when)}")


def _lines(case: Case) -> Iterator[str]:
    """A case and its ruling, line by line."""
    yield f"{case.words[0].upper()}{case.words[1:]}."
    answer = case.answer
    if isinstance(answer, Silence):
        yield f"  {'No law' if answer.arises else 'Not in this game'}. {answer.why}"
        return
    for law in map(laws().__getitem__, answer.laws):
        yield f"  {law.citation}: {law.says}"
    if answer.chooser is not Chooser.NOBODY:
        counsel = f", {answer.counsel.value}" if answer.counsel.value else ""
        yield f"  Chosen by: {answer.chooser.value}{counsel}"
    yield from (f"  - {choice.words}" for choice in answer.choices)
    if answer.always:
        yield f"  {'Always' if answer.choices else 'What follows'}: {'; '.join(one.words for one in answer.always)}"
    if answer.note:
        yield f"  {answer.note}"


def _elsewhere(offences: Offences, case: Case) -> str:
    """The other bodies of laws that rule the same, and those that rule differently."""
    told: dict[bool, list[str]] = {True: [], False: []}
    for other in FIVE_CODES.values():
        if other is not offences:
            told[other.agrees(case)].append(other.key)
    words = ((True, "the same under"), (False, "different under"))
    return "; ".join(f"{say} {', '.join(told[same])}" for same, say in words if told[same])


def _entry(offences: Offences, case: Case) -> dict[str, Any]:
    answer = case.answer
    return {
        "code": offences.key,
        "offence": answer.offence.act.slug,
        "by": [offences.game.word(role) for role in case.by],
        "when": answer.offence.when.slug if answer.offence.when else None,
        "what": case.words,
        **_answer(answer),
    }


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


def _law(ref: LawRef) -> dict[str, Any]:
    law = laws()[ref]
    at = law.citation
    return {
        "id": law.id,
        "law": at.law or "",
        "source": at.source,
        "page": at.page,
        "lines": at.lines,
        "says": law.says,
    }


def _effect(effect: Effect) -> dict[str, Any]:
    values = {} if isinstance(effect, Then) else {one.name: getattr(effect, one.name) for one in fields(effect)}
    plain = {name: one.name.lower() if isinstance(one, Enum) else one for name, one in values.items()}
    return {"effect": name_of(effect), **plain, "words": effect.words}
