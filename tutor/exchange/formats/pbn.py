"""Games, deals and endings as PBN."""

from __future__ import annotations

from tutor.errors import Malformed
from tutor.exchange.exporters import Exporter, ExportOption, ExportRequest, ExportSource, every, find
from tutor.exchange.files import ExportedFile
from tutor.exchange.pbn.content import MIMETYPE, Exportable, pbn_file
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Game

_KINDS: tuple[type[Exportable], ...] = (Game, ExampleDeal, Problem)


def _export(source: ExportSource, request: ExportRequest) -> ExportedFile:
    is_all = request.options["all"] == "yes"
    if not request.what and not is_all:
        raise Malformed("choice", "", "no game is named", "Give ids, which ‘tutor deals’ lists, or --all")
    contents = every(source, *_KINDS) if is_all else tuple(find(source, what, *_KINDS) for what in request.what)
    return pbn_file(contents, "\n" if request.options["lines"] == "unix" else "\r\n", request.progress)


EXPORTER = Exporter(
    name="pbn",
    label="PBN",
    media_type=MIMETYPE,
    extension="pbn",
    applies_to={
        Game: "for nearly every bridge program, with the calls, the play and the notes",
        ExampleDeal: "for nearly every bridge program",
        Problem: "for bridge programs that support endings",
    },
    summary="Write games, deals and endings as PBN 2.1, with notes and commentary.",
    export=_export,
    options=(
        ExportOption("all", flags={"--all": ("yes", "Write every game, deal and ending.")}, is_for_commands=True),
        ExportOption(
            "lines",
            flags={"--unix": ("unix", "End lines with LF alone. The standard has CR and LF.")},
            is_for_commands=True,
        ),
    ),
    argument="ID…",
)
