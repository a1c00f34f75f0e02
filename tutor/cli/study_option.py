"""The study that a command reads or changes, and its classroom."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import wraps
from pathlib import Path
from random import SystemRandom
from typing import Any

import click

from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.data_folder import data_folder, open_kept_study, open_study
from tutor.study.study import Study

Command = Callable[..., Any]

data_option: Callable[[Command], Command] = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of the saved data."
)


def with_study(*, is_new_allowed: bool = False) -> Callable[[Command], Command]:
    """Gives a command the option `--data` and the `study` there, or a new study if `is_new_allowed`."""
    open_ = open_study if is_new_allowed else open_kept_study

    def decorate(command: Command) -> Command:
        @data_option
        @wraps(command)
        def run(*args: Any, data: Path | None, **kwargs: Any) -> Any:
            with closing(open_(data_folder(data))) as study:
                return command(*args, study=study, **kwargs)

        return run

    return decorate


def classroom_of(study: Study) -> Classroom:
    """The classroom of a study."""
    return Classroom.of(study.database, study.clock, SystemRandom())
