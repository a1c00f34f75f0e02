"""`tutor quiz`: questions in a terminal; here the declaration drill."""

from __future__ import annotations

from random import Random

import click

from tutor.auction import Denomination
from tutor.authorities.boundary import NearMiss
from tutor.cli.card_text import hand_lines
from tutor.cli.prompt import ask
from tutor.cli.quiz_on import quiz_on
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.exercise import ExerciseVerdict, Grade
from tutor.quizzes.kinds.declarations import declaration, random_hand

LETTERS = {**{denomination.letter: denomination.word for denomination in Denomination}, "L": "leave"}


@click.group()
def quiz() -> None:
    """Answer questions in a terminal."""


quiz.add_command(quiz_on)


@quiz.command("declare")
@click.option("--count", type=click.IntRange(min=1), help="How many hands; by default until you leave off.")
@click.option("--seed", type=int, help="A number that gives everybody the same hands.")
def quiz_declare(count: int | None, seed: int | None) -> None:
    """You deal, at love-all: name a suit, no trumps, or leave it."""
    random = Random(seed)
    answered = right = 0
    while count is None or answered < count:
        hand = random_hand(random)
        exercise = declaration(hand)
        click.echo("\n" + "\n".join(hand_lines(hand)))
        key = ask("You declare (S H D C N, L to leave it; q to stop):", LETTERS)
        if key is None:
            break
        verdict = exercise.mark(key)
        answered += verdict.grade is not Grade.UNDECIDED
        right += verdict.grade.is_right
        click.echo(_verdict(exercise, verdict))
    if answered:
        click.echo(f"\n{right} right of {answered}.")


def _verdict(exercise: AuthorExercise, verdict: ExerciseVerdict) -> str:
    advice = exercise.advice
    his = " or ".join(str(answer).removeprefix("declares ") for answer in advice.answers)
    place = f"{advice.rule.says} ({advice.citation})"
    match verdict.grade:
        case Grade.BEST:
            return f"Right: {advice.because}. {place}"
        case Grade.ACCEPTABLE:
            return f"Acceptable under another reading; as he is read here, {his}: {advice.because}. {place}"
        case Grade.UNDECIDED:
            return f"He contradicts himself here, and nothing is marked: {advice.because}. {place}"
        case _:
            against = "\n".join(f"  {_against(miss)}" for miss in verdict.against)
            return f"No: {his}. {place}\n  Here: {advice.because}.\nWhat yours would have wanted:\n{against}"


def _against(miss: NearMiss) -> str:
    here = "it fits, but comes after the rule above" if miss.fits else miss.fact
    return f"{miss.rule.says} Here: {here}."
