"""Tables of figures from the books, in tests/data, and the outcomes of deals that they tell of."""

from __future__ import annotations

import csv

from tests.support.paths import DATA
from tutor.auction import Declaration, Denomination
from tutor.cards import Card
from tutor.codes.scoring import DealOutcome
from tutor.seats import BySeat, BySide, Seat


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def table(name: str) -> list[dict[str, str]]:
    """The rows of a file of oracles in tests/data; lines that begin with # say where the figures come from."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def outcome_of(row: dict[str, str], tricks: str = "AB tricks") -> DealOutcome:
    """How the deal of a row of oracles ended, as if the dealer A had declared; all but the void held trumps."""
    denomination, won = Denomination(row["denomination"]), int(row[tricks])
    return DealOutcome(
        Declaration(denomination, Seat.SOUTH, int(row.get("doubled", 0))),
        BySide(won, 13 - won),
        BySeat.each(lambda seat: int(row[f"honours {seat.label}"])),
        BySeat.each(lambda seat: 0 if seat.label in row.get("void", "") else 4) if denomination.trumps else None,
    )


def contract_outcome(row: dict[str, str], by: Seat) -> DealOutcome:
    """What a row tells of a deal: `bid` (`3 H`), `doubled`, `AB tricks`, `honours` of A Y B Z, and `void` if any is."""
    number, letter = row["bid"].split()
    declaration = Declaration(Denomination(letter), by, int(row["doubled"]), int(number))
    tricks = int(row["AB tricks"])
    void = row.get("void", "").split()
    trumps = BySeat.each(lambda seat: 0 if seat.label in void else 4) if declaration.trumps else None
    return DealOutcome(declaration, BySide(tricks, 13 - tricks), BySeat(*map(int, row["honours"].split())), trumps)
