"""`tutor ruling`: what a code of laws says about an offence."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tutor.cli import options
from tutor.cli.output import print_json
from tutor.codes import offences_of
from tutor.codes.offences import FIVE_CODES, Case, Chooser, GameFeatures, Offences, Silence, asked
from tutor.exchange.records import rulings
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
        if as_json:
            print_json([one.values for one in rulings.offences(code)])
        else:
            _list(offences.game)
        return
    if as_json:
        print_json([one.values for one in rulings.rulings(code, offence, by, when)])
        return
    for case in offences.cases(asked(offence, by, when)):
        click.echo("\n".join(_lines(case)))
        click.echo(f"  Elsewhere: {_elsewhere(offences, case)}")


def _list(game: GameFeatures) -> None:
    for stage, questions in game.questions():
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
