"""A group of commands that are imported when they are called, so that every command starts quickly."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group whose commands are modules of a `package`, each with a function of its own name.

    `summaries` has every command with its line in the list. `former` has former names and the words to type now; they
    still work, with a warning. A name that is a Python keyword has an underscore after it.
    """

    def __init__(
        self,
        *args: Any,
        package: str,
        summaries: Mapping[str, str],
        former: Mapping[str, str] | None = None,
        elsewhere: Mapping[str, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._package, self._summaries = package, summaries
        self._former, self._elsewhere = former or {}, elsewhere or {}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self._former:
            return self._by_its_former_name(ctx, cmd_name)
        if cmd_name not in self._summaries:
            return None
        name = f"{cmd_name}_" if cmd_name == "import" else cmd_name
        module = import_module(self._elsewhere.get(cmd_name, f"{self._package}.{name}"))
        command: click.Command = getattr(module, name)
        return command

    def _by_its_former_name(self, ctx: click.Context, typed: str) -> click.Command | None:
        words = self._former[typed]
        path = ctx.command_path
        click.echo(f"‘{path} {typed}’ is now ‘{path} {words}’. The old name works until version 1.0.", err=True)
        group: click.Command = self
        for word in words.split():
            assert isinstance(group, click.Group)  # noqa: S101
            found = group.get_command(ctx, word)
            assert found is not None, "a former name means an existing command"  # noqa: S101
            group = found
        return group

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))
