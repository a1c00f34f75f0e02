"""`tutor export xapi`: the log of answers for a store of learning records."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.cli.travelling import write
from tutor.exchange.files import Exported
from tutor.exchange.xapi import HOME, Learner, statements, taught_by
from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses
from tutor.quizzes.kinds import every_maker
from tutor.study.storage.data_folder import data_folder, open_kept_study


@click.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of what you answered.")
@click.option("-o", "--output", "to", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@click.option("--name", default="learner", help="The name of the learner’s account.")
@click.option("--home", default=HOME, help="The address of the tutor that keeps the account.")
def xapi(data: Path | None, to: Path | None, name: str, home: str) -> None:
    """Write every answer as an xAPI statement, one JSON object a line."""
    if not home.startswith(("http://", "https://")):
        raise click.UsageError(f"‘{home}’ is no address. Write it with http:// or https://.")
    library = load()
    makers = every_maker(library, load_courses(library))
    study = open_kept_study(data_folder(data))
    lines = statements(study.answers.log(), Learner(name, home), taught_by(library.rulebook, makers.items))
    content = "".join(lines).encode()
    study.close()
    write(Exported("love-all-answers.jsonl", "application/x-ndjson", content), to)
