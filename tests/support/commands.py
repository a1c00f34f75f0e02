"""The commands of the tutor, run on a study of a test."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from tutor.__main__ import tutor


def invoked(where: Path | str, *arguments: str) -> Result:
    """What a command of the tutor does with the study that is kept there."""
    if isinstance(where, Path):
        return CliRunner().invoke(tutor, [*arguments, "--data", str(where.parent)])
    return CliRunner(env={"DATABASE_URL": where}).invoke(tutor, arguments)
