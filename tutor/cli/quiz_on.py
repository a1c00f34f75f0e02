"""`tutor quiz on`: questions on any items, in a terminal or as JSON for a script."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import click

from tutor.bulk import mapped, workers
from tutor.cli import options
from tutor.cli.card_text import card, hand_lines
from tutor.cli.options import by_workers
from tutor.cli.output import progress_shown
from tutor.cli.prompt import ask
from tutor.errors import Malformed
from tutor.exchange.records.questions import answered_question, items_on
from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.exercise import AnswerForm, Exercise, ExerciseVerdict, Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER, ExerciseSet
from tutor.quizzes.items import ExerciseBank, ItemRef
from tutor.view import View
from tutor.wording import alternatives

LEVELS = click.Choice([level.value for level in Level])


@click.command("on")
@click.argument("items", metavar="ITEM...", nargs=-1, required=True)
@click.option("--count", type=click.IntRange(1, 500), default=6, show_default=True, help="How many questions.")
@click.option("--each", type=click.IntRange(1, 100_000), help="How many on each item, instead of --count.")
@click.option(
    "--seed", type=click.IntRange(0, LARGEST_NUMBER - 1), help="The same number gives everybody the same questions."
)
@click.option("--level", type=LEVELS, default=Level.BEGINNER.value, show_default=True, help="Whom they are for.")
@options.json("Print the questions with their answers, one JSON object per line.")
@by_workers
def quiz_on(
    items: tuple[str, ...],
    count: int,
    each: int | None,
    seed: int | None,
    level: str,
    as_json: bool,
    processes: int,
    cluster: str | None,
) -> None:
    """Ask questions on ITEMs: rules, laws, terms, maxims, odds, skills. `term-p*` means all that begin with term-p.

    An ITEM can also be a theme, such as `term` for all terms.
    """
    makers = _our_makers()
    wanted = items_on(items, makers)
    number = Random().randrange(LARGEST_NUMBER) if seed is None else seed
    put = ExerciseSet(wanted, each * len(wanted) if each else count, number, Level(level)).refs()
    if as_json:
        with progress_shown("Asking") as progress, workers(cluster, processes) as executor:
            for done in mapped(executor, written, put, progress):
                click.echo(done.value)
        return
    _ask_all(put, makers)


def _ask_all(put: Sequence[ItemRef], makers: ExerciseBank) -> None:
    answered = right = 0
    for one in put:
        exercise = makers.make(one.item, one.number, one.level)
        click.echo("\n" + "\n".join(_lines(exercise)))
        verdict = _answered(exercise)
        if verdict is None:
            break
        answered, right = answered + 1, right + verdict.grade.is_right
        click.echo("\n".join(_told(verdict)))
    if answered:
        click.echo(f"\n{right} of {answered} right.")


def _lines(exercise: Exercise) -> Iterator[str]:
    """A question as a terminal shows it."""
    view = exercise.view
    if view is not None:
        yield from _table(view)
    if exercise.shows:
        for seat, hand in exercise.shows.hands:
            yield from ([f"{seat.label}:"] if seat else [])
            yield from hand_lines(hand)
        yield from ([exercise.shows.cards] if exercise.shows.cards else [])
    yield from exercise.facts
    yield exercise.prompt
    if exercise.form is AnswerForm.CHOICE:
        yield from (f"  {number}. {choice.label}" for number, choice in enumerate(exercise.choices, 1))


def _table(view: View) -> Iterator[str]:
    for seat, hand in view.seen.items():
        yield f"{seat.label}{', you' if seat is view.seat else ''}:"
        yield from hand_lines(hand)
    if view.trick is not None:
        for number, trick in enumerate((*view.tricks, view.trick), 1):
            if trick.cards:
                yield f"  {number}: " + ", ".join(f"{seat.label} {card(one)}" for seat, one in trick.items())


def _answered(exercise: Exercise) -> ExerciseVerdict | None:
    """The verdict on the answer given; None if the learner stops."""
    if exercise.form is AnswerForm.NUMBER:
        while True:
            given = click.prompt("A number (q to stop):", prompt_suffix=" ", default="q", show_default=False)
            if given.lower() == "q":
                return None
            try:
                return exercise.mark(given)
            except Malformed as error:
                click.echo(error)
    numbered = {str(number): choice.key for number, choice in enumerate(exercise.choices, 1)}
    cards = {choice.key: choice.key for choice in exercise.choices}
    of_cards = exercise.form is AnswerForm.CARD
    key = ask(f"{'A card, such as HK' if of_cards else 'Its number'} (q to stop):", cards if of_cards else numbered)
    return None if key is None else exercise.mark(key)


def _told(verdict: ExerciseVerdict) -> Iterator[str]:
    best = alternatives([choice.label for choice in verdict.best])
    if not verdict.grade.is_right:
        yield f"Not {verdict.given.label}. {verdict.because}"
        yield f"{best}. {verdict.says} ({verdict.citation})" if verdict.citation else f"{best}."
        return
    cited = f" ({verdict.citation})" if verdict.citation else ""
    yield f"{verdict.grade.value.capitalize()}: {verdict.because}{cited}"


def written(put: ItemRef) -> str:
    """A question with its answer, as a line of JSON."""
    return json.dumps(answered_question(put, _our_makers()).values, ensure_ascii=False)


@cache  # each process reads the content once
def _our_makers() -> ExerciseBank:
    library = load()
    return exercise_bank(library, load_courses(library))
