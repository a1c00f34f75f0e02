"""`tutor export`: a command for every format, built from its description, and files for other tutors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import click

from tutor.cli.lazy_group import LazyGroup
from tutor.cli.options import output
from tutor.cli.output import progress_shown, write_file
from tutor.cli.study_option import with_study
from tutor.exchange.exporters import AnswerLog, Exporter, ExportOption, ExportRequest, exporter, names
from tutor.exchange.questions import Stock
from tutor.library.catalogue import Library, load
from tutor.study.answers.answers import LogEntry
from tutor.study.review.preferences import Holiday
from tutor.study.study import Study

COMMANDS = {
    "homework": "Export an assignment of a class as a file.",
    "result": "Export homework you have done as a file for the teacher.",
    "reports": "Export problem reports as a file to send.",
    "site": "Export lessons, games, deals and laws as a site of plain files.",
}


class CommandSource:
    """The content that comes with the tutor, and the answers of a study."""

    def __init__(self, study: Study | None = None) -> None:
        self._study = study

    @property
    def library(self) -> Library:
        return load()

    @cached_property
    def stock(self) -> Stock:
        return Stock.load()

    def log(self) -> Iterable[LogEntry | Holiday]:
        return self._study.answers.log() if self._study else ()


class ExportGroup(LazyGroup):
    """The group, with the formats that are registered."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*names(), *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return command_of(exporter(cmd_name)) if cmd_name in names() else super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Formats"):
            formatter.write_dl([(name, exporter(name).summary.partition("\n")[0]) for name in names()])
        super().format_commands(ctx, formatter)


@click.group(
    cls=ExportGroup,
    package="tutor.cli.export",
    summaries=COMMANDS,
    elsewhere={"site": "tutor.web.static_site.command"},
)
def export() -> None:
    """Export games, lessons and answers to formats that other programs read."""


def command_of(found: Exporter) -> click.Command:
    """The command that exports in a format."""

    def run(to: Path | None, what: tuple[str, ...] | str = (), study: Study | None = None, **given: str) -> None:
        with progress_shown(f"Making {found.label}") as progress:
            ids = (what,) if isinstance(what, str) else what
            options = {option.name: str(given[option.name]) for option in found.options}
            made = found.export(CommandSource(study), ExportRequest(ids, options, datetime.now(UTC), progress))
        write_file(made, to)

    command: Callable[..., Any] = output(run)
    for option in reversed(found.options):
        for decorate in _click_options(option):
            command = decorate(command)
    if found.argument:
        is_many = found.argument.endswith("…")
        command = click.argument("what", metavar=found.argument, nargs=-1 if is_many else 1)(command)
    if AnswerLog in found.applies_to:
        command = with_study()(command)
    return click.command(found.name, help=found.summary)(command)


def _click_options(option: ExportOption) -> Iterable[Callable[[Any], Any]]:
    if option.flags:
        for flag, (value, told) in option.flags.items():
            yield click.option(flag, option.name, flag_value=value, default=option.default, help=told)
        return
    kind: click.ParamType[Any] | type = str
    if option.choices:
        kind = click.Choice(option.choices)
    elif option.bounds:
        least, most = option.bounds
        is_whole = isinstance(least, int) and isinstance(most, int)
        kind = click.IntRange(int(least), int(most)) if is_whole else click.FloatRange(least, most)
    shown = bool(option.default)
    yield click.option(
        f"--{option.name}", option.name, type=kind, default=option.default, show_default=shown, help=option.help
    )
