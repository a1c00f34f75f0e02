"""The wash-book, or flogger: what each of a company has won or lost so far, rubber by rubber (Foster, pp. 68–69)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tutor.errors import Malformed


@dataclass(frozen=True, slots=True)
class WashBookEntry:
    """A rubber settled: its value in points or in money, who won it and who lost it."""

    value: int
    winners: tuple[str, ...]
    losers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WashBook:
    """The rubbers in the order in which they were settled."""

    entries: tuple[WashBookEntry, ...] = ()

    def after(self, value: int, winners: Iterable[str], losers: Iterable[str]) -> WashBook:
        """The book with one more rubber. Raises `Malformed` where plus and minus would not balance."""
        entry = WashBookEntry(value, tuple(winners), tuple(losers))
        named = (*entry.winners, *entry.losers)
        text = f"{', '.join(entry.winners)} won {value} of {', '.join(entry.losers)}"
        if len(entry.winners) != len(entry.losers) or not named:
            why = "plus and minus do not balance"
            raise Malformed("rubber of the wash-book", text, why, "Name as many losers as winners")
        if len(set(named)) < len(named):
            raise Malformed("rubber of the wash-book", text, "a player is named twice", "Name each player once")
        if value < 0:
            raise Malformed(
                "rubber of the wash-book", text, "a rubber cannot be worth less than nothing", "Name the winners"
            )
        return WashBook((*self.entries, entry))

    def columns(self) -> tuple[Mapping[str, int], ...]:
        """After each rubber, how everyone stands who has played yet; each column adds up to nothing."""
        standing: dict[str, int] = {}
        columns = []
        for entry in self.entries:
            for names, points in ((entry.winners, entry.value), (entry.losers, -entry.value)):
                for name in names:
                    standing[name] = standing.get(name, 0) + points
            columns.append(MappingProxyType(dict(standing)))
        return tuple(columns)
