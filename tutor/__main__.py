"""The command `tutor`: each subcommand is imported when it is called, so that all of them start at once."""

from __future__ import annotations

import sys

import click

from tutor import __version__
from tutor.cli.lazily import Lazily
from tutor.errors import Illegal, TutorError

COMMANDS = {
    "serve": "tutor.web.server.serve",
    "check": "tutor.cli.check",
    "deals": "tutor.cli.listing",
    "plays": "tutor.cli.listing",
    "replay": "tutor.cli.replaying",
    "hindsight": "tutor.cli.weighing",
    "solve": "tutor.cli.solving",
    "lessons": "tutor.cli.finding",
    "quiz": "tutor.cli.quizzing",
    "play": "tutor.cli.playing",
    "advise": "tutor.cli.advising",
    "score": "tutor.cli.scoring",
    "rubber": "tutor.cli.scoring",
    "reconstruct": "tutor.cli.reconstructing",
    "claims": "tutor.cli.auditing",
    "audit": "tutor.cli.auditing",
    "odds": "tutor.cli.auditing",
    "maxims": "tutor.cli.quoting",
    "ruling": "tutor.cli.ruling",
    "laws": "tutor.cli.comparing",
    "search": "tutor.cli.finding",
    "define": "tutor.cli.defining",
    "log": "tutor.cli.remembering",
    "rebuild": "tutor.cli.remembering",
    "backup": "tutor.cli.keeping",
    "restore": "tutor.cli.keeping",
    "downgrade": "tutor.cli.keeping",
    "events": "tutor.cli.security",
    "unlock": "tutor.cli.security",
    "homework": "tutor.cli.homework",
    "export": "tutor.cli.travelling",
    "import": "tutor.cli.travelling",
    "schema": "tutor.cli.schema",
}


@click.group(cls=Lazily, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tutor")
def tutor() -> None:
    """Love All: a tutor for whist and bridge made from five old books."""


def main() -> None:
    """Runs the command; what a user's input causes ends with its message and exit code 2."""
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
