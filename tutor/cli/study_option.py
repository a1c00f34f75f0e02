"""The study that a command reads or changes, and its classroom."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import wraps
from random import SystemRandom
from typing import Any

from tutor.settings import Settings, with_settings
from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.data_folder import open_study
from tutor.study.study import Study

Command = Callable[..., Any]


def with_study(*, is_new_allowed: bool = False) -> Callable[[Command], Command]:
    """Gives a command `--data` and `--config`, and the `study` that they name, or a new one if `is_new_allowed`."""

    def decorate(command: Command) -> Command:
        @with_settings("data")
        @wraps(command)
        def run(*args: Any, settings: Settings, **kwargs: Any) -> Any:
            with closing(open_study(settings.folder, server=settings.database_url, new=is_new_allowed)) as study:
                return command(*args, study=study, **kwargs)

        return run

    return decorate


def classroom_of(study: Study) -> Classroom:
    """The classroom of a study."""
    return Classroom.of(study.database, study.clock, SystemRandom())
