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
@click.option("--count", type=click.IntRange(min=1), help="How many hands (default: until you stop).")
@click.option("--seed", type=int, help="The same number gives everybody the same hands.")
def quiz_declare(count: int | None, seed: int | None) -> None:
    """You are the dealer, at love-all: name a suit or no trumps, or leave it."""
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
        click.echo(f"\n{right} of {answered} right.")


def _verdict(exercise: AuthorExercise, verdict: ExerciseVerdict) -> str:
    advice = exercise.advice
    his = " or ".join(str(answer).removeprefix("declares ") for answer in advice.answers)
    place = f"{advice.rule.says} ({advice.citation})"
    match verdict.grade:
        case Grade.BEST:
            return f"Right: {advice.because}. {place}"
        case Grade.ACCEPTABLE:
            return f"Also fine: the author can be read that way. We read him as {his}: {advice.because}. {place}"
        case Grade.UNDECIDED:
            return f"Not marked. The author contradicts himself here: {advice.because}. {place}"
        case _:
            against = "\n".join(f"  {_against(miss)}" for miss in verdict.against)
            return f"No: {his}. {place}\n  Here: {advice.because}.\nYour call would need:\n{against}"


def _against(miss: NearMiss) -> str:
    here = "it fits, but another rule comes first" if miss.fits else miss.fact
    return f"{miss.rule.says} Here: {here}."
