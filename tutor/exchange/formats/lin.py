"""Games and deals as LIN, for the viewers and tables of Bridge Base Online."""

from __future__ import annotations

from tutor.exchange.exporters import Exporter, ExportOption, ExportRequest, ExportSource, every, find
from tutor.exchange.files import STANDARD_OUTPUT, ExportedFile
from tutor.exchange.lin.content import lin_file, link_of
from tutor.library.deals import ExampleDeal
from tutor.library.games import Game

_KINDS: tuple[type[Game | ExampleDeal], ...] = (Game, ExampleDeal)


def _export(source: ExportSource, request: ExportRequest) -> ExportedFile:
    contents = tuple(find(source, what, *_KINDS) for what in request.what) or every(source, *_KINDS)
    if request.options["link"] == "yes":
        links = "".join(f"{link_of(content)}\n" for content in contents)
        return ExportedFile(STANDARD_OUTPUT, "text/plain", links.encode())
    return lin_file(contents)


EXPORTER = Exporter(
    name="lin",
    label="LIN",
    media_type="text/plain; charset=utf-8",
    extension="lin",
    applies_to=dict.fromkeys(_KINDS, "for the programs of Bridge Base Online"),
    summary="Write games and deals as LIN, one board on each line: those with the IDs, or all.",
    export=_export,
    options=(
        ExportOption(
            "link",
            flags={"--link": ("yes", "Print links to Bridge Base’s viewer. Nothing is downloaded.")},
            is_for_commands=True,
        ),
    ),
    argument="ID…",
)
