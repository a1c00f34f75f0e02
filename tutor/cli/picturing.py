"""`tutor export svg` and `tutor export png`: a hand, or four, drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click

from tutor.cli.travelling import write
from tutor.exchange.diagrams import Style, Tone
from tutor.exchange.diagrams import png as drawn_png
from tutor.exchange.diagrams import svg as drawn_svg
from tutor.exchange.diagrams_books import diagram_of, file_stem
from tutor.exchange.files import Exported
from tutor.library.catalogue import load

_TONES = {"light": Tone.LIGHT, "dark": Tone.DARK, "either": Tone.READERS}
_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.argument("what"),
    click.option("-o", "--output", "to", type=click.Path(path_type=Path, dir_okay=False), help="The file to write."),
    click.option("--pack", type=click.Choice(["two", "four"]), default="two", help="Of how many colours."),
    click.option("--paper/--no-paper", "has_paper", default=True, help="Whether what lies behind shows through."),
)


def _drawing(command: Callable[..., None]) -> Callable[..., None]:
    return reduce(lambda made, option: option(made), reversed(_OPTIONS), command)


@click.command()
@_drawing
@click.option("--tone", type=click.Choice(list(_TONES)), default="either", help="Light, dark, or as the reader has it.")
def svg(what: str, to: Path | None, pack: str, has_paper: bool, tone: str) -> None:
    """Draw WHAT as SVG: a game, deal, ending or hand by its id, or one written as in PBN."""
    style = Style(_TONES[tone], pack == "four", has_paper)
    drawing = drawn_svg(diagram_of(load(), what), style)
    write(Exported(f"{file_stem(what)}.svg", "image/svg+xml", drawing.encode()), to)


@click.command()
@_drawing
@click.option("--tone", type=click.Choice(["light", "dark"]), default="light", help="For light paper, or for dark.")
@click.option("--scale", type=click.FloatRange(0.5, 8), default=2, help="Pixels to each of the SVG’s.")
def png(what: str, to: Path | None, pack: str, has_paper: bool, tone: str, scale: float) -> None:
    """Draw WHAT as PNG: a game, deal, ending or hand by its id, or one written as in PBN."""
    style = Style(_TONES[tone], pack == "four", has_paper)
    drawing = drawn_png(diagram_of(load(), what), style, scale)
    write(Exported(f"{file_stem(what)}.png", "image/png", drawing), to)
