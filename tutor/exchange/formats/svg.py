"""Hands drawn as SVG."""

from __future__ import annotations

from tutor.exchange.diagrams.drawing import svg
from tutor.exchange.diagrams.export import diagram_exporter

EXPORTER = diagram_exporter(
    "svg",
    "SVG",
    "image/svg+xml",
    "the four hands drawn, sharp at any size",
    lambda diagram, style, _options: svg(diagram, style).encode(),
)
