"""The command `tutor`."""

from __future__ import annotations

import codecs
import gc
import os
import sys
from io import TextIOWrapper
from typing import TextIO

import click

from tutor import __version__
from tutor.cli.lazy_group import LazyGroup
from tutor.errors import Illegal, TutorError

OBJECTS_BETWEEN_COLLECTIONS = 500_000
"""The garbage collector runs this rarely, because most objects stay. By default it took a tenth of the start."""
COMMANDS = {
    "serve": "Start the tutor in a local web page, or for a class.",
    "config": "Print the settings, and where each is from.",
    "check": "Check files of hands and lessons.",
    "deals": "List every game, deal and ending.",
    "plays": "List the cards played in a game.",
    "replay": "Step through a game.",
    "hindsight": "List what each card of a game cost.",
    "solve": "Solve the deals of PBN files double dummy.",
    "lessons": "List the lessons, in order.",
    "quiz": "Answer questions in a terminal.",
    "play": "Play a rubber against the tutor.",
    "advise": "Ask an author for advice, in JSON lines.",
    "score": "Score deals, in JSON lines.",
    "rubber": "Score the rubber in a file.",
    "reconstruct": "Rebuild the play of a game from its facts.",
    "claims": "Check the authors’ claims about their deals.",
    "audit": "Check whether the authors follow their own rules.",
    "odds": "Compare the authors’ odds with the exact chances.",
    "maxims": "List the authors’ maxims.",
    "ruling": "Look up the penalty for an offence.",
    "laws": "Compare the five codes of laws.",
    "search": "Search everything.",
    "define": "Define a term of whist or bridge.",
    "log": "Print every answer.",
    "rebuild": "Rebuild from the log what learners remember.",
    "backup": "Back up everything into a file.",
    "restore": "Restore a backup.",
    "downgrade": "Take the database back to an earlier version.",
    "events": "Print the security log of a classroom.",
    "unlock": "Turn off two-step log-in for a teacher.",
    "export": "Export content and answers to other formats.",
    "import": "Import hands, homework and homework results.",
    "new": "Start an author of your own.",
    "schema": "Print the JSON Schema of a kind of file.",
}
FORMER = {"homework": "import homework"}
"""Former names of commands, with the words to type now. They work until version 1.0."""


@click.group(
    cls=LazyGroup,
    package="tutor.cli",
    summaries=COMMANDS,
    former=FORMER,
    elsewhere={"serve": "tutor.web.server.serve", "config": "tutor.web.server.config"},
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="tutor")
def tutor() -> None:
    """Love All: a tutor for whist and bridge made from five old books."""


def main() -> None:
    """Runs the command. An error that the user's input caused prints its message and ends with exit code 2."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _let_through(stream)
    try:
        tutor(prog_name="tutor")
    except TutorError as error:
        print(_worded(error), file=sys.stderr)  # noqa: T201
        sys.exit(2)


def _let_through(stream: TextIO | None) -> None:
    """Lets a stream carry the signs of the suits where the system has an older encoding, as Windows has.

    Files and other programs get UTF-8. A terminal, and an encoding that was asked for, show `?` for what they lack.
    """
    if not isinstance(stream, TextIOWrapper) or codecs.lookup(stream.encoding).name == "utf-8":
        return
    if stream.isatty() or "PYTHONIOENCODING" in os.environ:
        stream.reconfigure(errors="replace")
    else:
        stream.reconfigure(encoding="utf-8")


def _worded(error: TutorError) -> str:
    """The message. If a law forbids something, it includes what the law says."""
    if not isinstance(error, Illegal):
        return str(error)
    from tutor.library.laws import laws

    return laws().worded(error)


if __name__ == "__main__":
    main()
