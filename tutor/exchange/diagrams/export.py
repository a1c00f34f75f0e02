"""What the two formats of drawings have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tutor.errors import Unknown
from tutor.exchange.diagrams.content import LONGEST, diagram_of, file_stem
from tutor.exchange.diagrams.drawing import Diagram, Style, Tone
from tutor.exchange.exporters import Exporter, ExportOption, ExportRequest, ExportSource
from tutor.exchange.files import ExportedFile
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Game

_KINDS = (Game, ExampleDeal, Problem)
_TONES = {"either": Tone.READERS, "light": Tone.LIGHT, "dark": Tone.DARK}
_OPTIONS = (
    ExportOption("pack", "How many colours the pack has.", "two", ("two", "four")),
    ExportOption(
        "paper",
        "Whether the background is paper or transparent.",
        "paper",
        ("paper", "none"),
        flags={
            "--paper": ("paper", "Draw on paper (the default)."),
            "--no-paper": ("none", "Make the background transparent."),
        },
    ),
    ExportOption("tone", "Light, dark, or (in SVG) the reader’s own setting.", "either", tuple(_TONES)),
)

Draw = Callable[[Diagram, Style, Mapping[str, str]], bytes]


def diagram_exporter(
    name: str, label: str, media_type: str, use: str, draw: Draw, *more: ExportOption, extra: str = ""
) -> Exporter:
    """A format for the hands of a game, a deal or an ending, and for any hands written out."""

    def export(source: ExportSource, request: ExportRequest) -> ExportedFile:
        what, options = request.only, request.options
        if len(what) > LONGEST:
            raise Unknown("game, deal, ending or hand", what, ())
        style = Style(_TONES[options["tone"]], options["pack"] == "four", options["paper"] != "none")
        drawn = draw(diagram_of(source.library, what), style, options)
        return ExportedFile(f"{file_stem(what)}.{name}", media_type, drawn)

    return Exporter(
        name=name,
        label=label,
        media_type=media_type,
        extension=name,
        applies_to=dict.fromkeys(_KINDS, use),
        summary=f"Draw WHAT as {label}: a game, deal, ending or hand by its id, or a hand or deal written as in PBN.",
        export=export,
        options=(*_OPTIONS, *more),
        variants={kind: {"two colours": {}, "four colours": {"pack": "four"}} for kind in _KINDS},
        extra=extra,
        is_public=True,
        is_inline=True,
    )
