"""Hands drawn as PNG."""

from __future__ import annotations

from tutor.exchange.diagrams.drawing import png
from tutor.exchange.diagrams.export import diagram_exporter
from tutor.exchange.exporters import ExportOption

EXPORTER = diagram_exporter(
    "png",
    "PNG",
    "image/png",
    "the four hands drawn, for programs that do not take SVG",
    lambda diagram, style, options: png(diagram, style, float(options["scale"])),
    ExportOption("scale", "Pixels for each pixel of the SVG.", "2", bounds=(0.5, 8), is_for_commands=True),
    extra="print",
)
