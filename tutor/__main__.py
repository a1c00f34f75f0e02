"""The command `tutor`."""

from __future__ import annotations

import gc
import sys

import click

from tutor import __version__
from tutor.cli.lazy_group import LazyGroup
from tutor.errors import Illegal, TutorError

OBJECTS_BETWEEN_COLLECTIONS = 500_000
"""What is imported and loaded stays: to look for garbage in it every 700 objects took a tenth of the start."""
COMMANDS = {
    "serve": "Start the tutor in a local web page, or for a class.",
    "check": "Check files of hands and lessons.",
    "deals": "List every game, deal and ending.",
    "plays": "List the cards played in a game.",
    "replay": "Step through a game.",
    "hindsight": "List what every card of a game cost.",
    "solve": "Solve deals in files of PBN double dummy.",
    "lessons": "List the lessons, in order.",
    "quiz": "Answer questions in a terminal.",
    "play": "Play a rubber against the tutor.",
    "advise": "Ask an author, as JSON lines.",
    "score": "Score deals, as JSON lines.",
    "rubber": "Score the rubber of a file.",
    "reconstruct": "Rebuild the play of a game from its facts.",
    "claims": "Compute what the authors claim of their deals.",
    "audit": "See whether the authors keep their own rules.",
    "odds": "Compare the odds of the authors with the exact chances.",
    "maxims": "List the maxims of the authors.",
    "ruling": "Look up what the laws exact for an offence.",
    "laws": "Set the five codes of laws side by side.",
    "search": "Find words in everything.",
    "define": "Define a term of whist or bridge.",
    "log": "Write out every answer.",
    "rebuild": "Work out again from the log what is remembered.",
    "backup": "Write all that is saved into a file.",
    "restore": "Save again what is in a backup.",
    "downgrade": "Take the tables back to an earlier version.",
    "events": "Write out the security log of a classroom.",
    "unlock": "Turn off the two-step log-in of a teacher.",
    "export": "Write content and answers in other formats.",
    "import": "Read hands, homework and results of homework.",
    "schema": "Print the JSON Schema of a kind of file.",
}
FORMER = {"homework": "import homework"}
"""Names that commands once had, with the words to type now. They work until version 1.0."""


@click.group(
    cls=LazyGroup,
    package="tutor.cli",
    summaries=COMMANDS,
    former=FORMER,
    elsewhere={"serve": "tutor.web.server.serve"},
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="tutor")
def tutor() -> None:
    """Love All: a tutor for whist and bridge made from five old books."""


def main() -> None:
    """Runs the command; what a user's input causes ends with its message and exit code 2."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    try:
        tutor(prog_name="tutor")
    except TutorError as error:
        print(_worded(error), file=sys.stderr)  # noqa: T201
        sys.exit(2)


def _worded(error: TutorError) -> str:
    """The message; of what a law forbids with what the law says."""
    if not isinstance(error, Illegal):
        return str(error)
    from tutor.library.laws import laws

    return laws().worded(error)


if __name__ == "__main__":
    main()
