"""`tutor quiz`: questions in a terminal; here the declaration drill."""

from __future__ import annotations

from random import Random

import click

from tutor.auction import Call, Declare, Denomination, Leave
from tutor.authorities.boundary import NearMiss
from tutor.cli.card_text import hand_lines
from tutor.cli.prompt import ask
from tutor.cli.quiz_on import quiz_on
from tutor.quizzes.declaring import Declaring, random_hand
from tutor.quizzes.marks import Grade, Mark

LETTERS: dict[str, Call] = {
    **{denomination.letter: Declare(denomination) for denomination in Denomination},
    "L": Leave(),
}


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
        question = Declaring(random_hand(random))
        click.echo("\n" + "\n".join(hand_lines(question.hand)))
        call = ask("You declare (S H D C N, L to leave it; q to stop):", LETTERS)
        if call is None:
            break
        mark = question.mark(call)
        answered += mark.shade is not Grade.UNDECIDED
        right += mark.shade.is_right
        click.echo(_verdict(question, mark))
    if answered:
        click.echo(f"\n{right} right of {answered}.")


def _verdict(question: Declaring, mark: Mark) -> str:
    advice = question.advice
    his = " or ".join(str(answer).removeprefix("declares ") for answer in advice.answers)
    place = f"{advice.rule.says} ({advice.citation})"
    match mark.shade:
        case Grade.BEST:
            return f"Right: {advice.because}. {place}"
        case Grade.ACCEPTABLE:
            return f"Acceptable under another reading; as he is read here, {his}: {advice.because}. {place}"
        case Grade.UNDECIDED:
            return f"He contradicts himself here, and nothing is marked: {advice.because}. {place}"
        case _:
            assert mark.given is not None, "only an answer is marked"  # noqa: S101
            against = "\n".join(f"  {_against(miss)}" for miss in question.against(mark.given))
            return f"No: {his}. {place}\n  Here: {advice.because}.\nWhat yours would have wanted:\n{against}"


def _against(miss: NearMiss) -> str:
    here = "it fits, but comes after the rule above" if miss.fits else miss.fact
    return f"{miss.rule.says} Here: {here}."
