"""Exports made as a page or a command makes them."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.clock import NOW
from tutor.exchange.exporters import exporter
from tutor.exchange.files import ExportedFile
from tutor.exchange.questions import Stock
from tutor.library.catalogue import Library


@dataclass(frozen=True)
class FromStock:
    """The content of a stock, and no answers."""

    stock: Stock

    @property
    def library(self) -> Library:
        return self.stock.library

    def log(self) -> tuple[()]:
        return ()


def exported(name: str, stock: Stock, what: str, **options: object) -> ExportedFile:
    """What is exported in a format, with the options that are given."""
    found = exporter(name)
    request = found.request((what,), {key: str(value) for key, value in options.items()}, NOW)
    return found.export(FromStock(stock), request)
