"""A question put in a terminal, until it is answered or given up."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

import click

T = TypeVar("T")

LEAVE_OFF = ("q", "quit")


def ask(question: str, answers: Mapping[str, T], unlisted: Mapping[str, T] = MappingProxyType({})) -> T | None:
    """The answer chosen, or None when the learner leaves off or the input ends; what is none of them is asked again.

    Those `unlisted` may be given too, and are not named among what there is.
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
        click.echo(f"‘{given}’ is none of: {', '.join(answers)} (or q to leave off).")
