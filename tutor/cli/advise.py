"""`tutor advise`: questions as JSON lines in, an authority’s answers as JSON lines out."""

from __future__ import annotations

from typing import Any

import click

from tutor.authorities import AUTHORITIES
from tutor.cli.json_lines import lines, write
from tutor.errors import TutorError
from tutor.exchange.records.advice import AdviceRequest
from tutor.exchange.records.json_text import read_object


class _NamesAuthors(click.Command):
    """A command whose help ends with the keys of the authors."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        formatter.write_paragraph()
        formatter.write_text(f"KEY is the key of an author: {', '.join(AUTHORITIES)}.")


@click.command(cls=_NamesAuthors)
def advise() -> None:
    """Answer questions, one JSON object a line, from standard input.

    \b
    {"authority": "KEY", "question": "declare", "role": "dealer",
     "hand": "S:AKJ762 H:765 C:4 D:A43", "score": {"us": 0, "them": 0}}
    {"authority": "KEY", "question": "lead", "hand": "S:T98 H:AK84 C:983 D:KQ2",
     "trumps": "S", "declared_by": "dealer", "doubled_by": null}

    \b
    Every question can be asked on a view: whose turn it is, their hand, and what was said and played.
    A deals, Y sits on A's left and B opposite A.
    {"authority": "KEY", "question": "third hand", "view":
     {"seat": "Z", "hand": "S:A74 H:Q52 C:KJ83 D:542", "calls": ["A declares no trumps", "Y is content",
      "Z is content"], "exposed": {"B": "S:Q3 H:AK76 C:542 D:AKJ"}, "trick": "Y S5, B S2"}}

    A line that cannot be answered gets {"error": …}. Where the author is silent, it also gets {"silent": true} and
    names the authors you can ask instead.

    \b
    "trace": false leaves out the rules that were tried.
    "acceptable": true adds the answers that another fair reading of the author gives.
    "why": true adds the author's reason for the rule, or null if the author gives none.
    """
    for line in lines():
        write(answer(line))


def answer(line: str) -> dict[str, Any]:
    """The answer to one line: an authority’s, or the error that says what is wrong with the line."""
    try:
        return AdviceRequest.of(read_object(line, "question")).answer().values
    except TutorError as error:
        return {"error": str(error)}
