"""`tutor solve`: many deals solved double dummy, beside their results."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import click

from tutor.analysis.double_dummy import tables
from tutor.auction import Denomination
from tutor.bulk import workers
from tutor.cli import options
from tutor.cli.import_.pbn import read_of
from tutor.cli.options import by_workers
from tutor.cli.output import progress_shown
from tutor.deal import Deal
from tutor.errors import Fault
from tutor.exchange.pbn.reader import GameRecord, game_records
from tutor.seats import Seat
from tutor.wording import figured

Tricks = Mapping[tuple[Denomination, Seat], int]


@dataclass(frozen=True, slots=True)
class FileDeal:
    """A whole deal of a file, and what the file says about it."""

    file: str
    reading: GameRecord
    deal: Deal


@click.command()
@options.pbn_files
@options.json("Print one JSON object per line, with the tricks of every declarer.")
@by_workers
def solve(files: tuple[Path, ...], as_json: bool, processes: int, cluster: str | None) -> None:
    """Solve every deal in PBN files double dummy, beside the tricks that were made. Exit code 2 for faults."""
    faults: list[Fault] = []
    boards = [board for path in files for board in _boards(path, faults)]
    differences: list[int] = []
    with workers(cluster, processes) as executor, progress_shown("Solving") as progress:
        solved = tables(executor, [board.deal for board in boards], progress)
        for board, done in zip(boards, solved, strict=True):
            if done.why:
                faults.append(Fault(board.file, board.reading.line, 1, done.why))
                continue
            tricks = done.value
            click.echo(json.dumps(_object(board, tricks), ensure_ascii=False) if as_json else _line(board, tricks))
            made, best = _made(board), _best(board, tricks)
            if made is not None and best is not None:
                differences.append(made - best)
    if differences and not as_json:
        results = figured(len(differences), "result")
        click.echo(f"{results}: {mean(differences):+.2f} tricks for the declarer, compared with double dummy.")
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        sys.exit(2)


def _boards(path: Path, faults: list[Fault]) -> Iterator[FileDeal]:
    """The whole deals of a file. What is wrong with the others is added to the faults."""
    read = read_of(path, faults)
    if read is None:
        return
    for reading in game_records(read):
        faults.extend(reading.faults)
        if reading.deal is not None:
            yield FileDeal(read.file, reading, reading.deal)


def _best(board: FileDeal, tricks: Tricks) -> int | None:
    """The tricks the declarer makes, with all hands open."""
    declaration, declarer = board.reading.declaration, board.reading.declarer
    return tricks[declaration.denomination, declarer] if declaration and declarer else None


def _made(board: FileDeal) -> int | None:
    """The tricks the declarer made at the table."""
    result, declarer = board.reading.result, board.reading.declarer
    return result[declarer.side] if result and declarer else None


def _line(board: FileDeal, tricks: Tricks) -> str:
    reading, best, made = board.reading, _best(board, tricks), _made(board)
    head = f"{reading.number:>4}  {reading.title}"
    if best is None or reading.declarer is None:
        return f"{head}; nothing was declared"
    told = f"{head}; {reading.declaration} by {reading.declarer.letter}: {figured(best, 'trick')} double dummy"
    return told if made is None else f"{told}, {made} made ({made - best:+d})"


def _object(board: FileDeal, tricks: Tricks) -> dict[str, object]:
    reading = board.reading
    by_declarer = {
        denomination.value: {seat.letter: tricks[denomination, seat] for seat in Seat} for denomination in Denomination
    }
    return {
        "file": board.file,
        "number": reading.number,
        "deal": str(board.deal),
        "declaration": str(reading.declaration) if reading.declaration else None,
        "declarer": reading.declarer.letter if reading.declarer else None,
        "double_dummy": _best(board, tricks),
        "made": _made(board),
        "tricks": by_declarer,
    }
