"""A question in a terminal, repeated until it is answered or the learner stops."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

import click

T = TypeVar("T")

LEAVE_OFF = ("q", "quit")


def ask(question: str, answers: Mapping[str, T], unlisted: Mapping[str, T] = MappingProxyType({})) -> T | None:
    """The answer chosen, or None if the learner stops or the input ends. Any other answer repeats the question.

    The `unlisted` answers are possible too, but are not listed.
    """
    while True:
        try:
            given = click.prompt(question, prompt_suffix=" ", default="", show_default=False).strip()
        except (click.Abort, EOFError):
            return None
        if given.lower() in LEAVE_OFF:
            return None
        found = [answer for text, answer in {**unlisted, **answers}.items() if text.lower() == given.lower()]
        if found:
            return found[0]
        click.echo(f"‘{given}’ is not one of these: {', '.join(answers)} (or q to stop).")
