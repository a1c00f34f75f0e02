"""`tutor import pbn`: lists the games in PBN files, and imports their deals."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tutor.cli import options
from tutor.cli.output import MOST_FAULTS, exit_with, print_json, write_new
from tutor.errors import Fault, FaultyContent, TutorError
from tutor.exchange.pbn.deal_yaml import DEFAULT_CODE, DealConverter
from tutor.exchange.pbn.document import LARGEST, Pbn
from tutor.exchange.pbn.reader import GameRecord, game_records
from tutor.library.catalogue import load
from tutor.library.files import shown
from tutor.wording import figured

MANY = 200
"""From this many games on, a progress bar is shown."""


@click.command()
@options.pbn_files
@options.json("Print one JSON list of the games, for scripts.")
@options.yaml_folder
@click.option("--illustrates", metavar="RULE", multiple=True, help="The rule that the deals illustrate.")
@click.option("--code", default="", metavar="CODE", help=f"The code to play them under, if not {DEFAULT_CODE}.")
def pbn(files: tuple[Path, ...], as_json: bool, folder: Path | None, illustrates: tuple[str, ...], code: str) -> None:
    """List the games in PBN files, with every fault. The exit code is 2 if there are any."""
    converter = DealConverter(load().rulebook, illustrates, code) if folder else None
    objects: list[dict[str, Any]] = []
    faults: list[Fault] = []
    for path in files:
        read = read_of(path, faults)
        if read is None:
            continue
        if not read.games:
            faults.append(
                Fault(read.file, 1, 1, "the file contains no games", 'Games have tags such as [Deal "N:… … … …"]')
            )
        for number, reading in enumerate(_followed(read)):
            faults.extend(reading.faults[: max(0, MOST_FAULTS - len(faults))])
            if as_json:
                objects.append(_object(read.file, reading))
            else:
                click.echo(_line(reading))
            if converter and folder:
                faults.extend(
                    _write(converter, read, number, reading, folder / f"{path.stem}-{reading.number:03}.yaml")
                )
    if as_json:
        print_json(objects)
    exit_with(faults)


def read_of(path: Path, faults: list[Fault]) -> Pbn | None:
    """The content of a PBN file, or None if it cannot be read. Its faults are added to the others."""
    try:
        read = Pbn.read(_content_of(path), shown(path))
    except FaultyContent as error:
        faults.extend(error.faults)
        return None
    faults.extend(read.faults)
    return read


def _content_of(path: Path) -> bytes:
    """The start of a file, up to the largest size. Raises `FaultyContent` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise FaultyContent([Fault(shown(path), 1, 1, reason, "Name an existing file")]) from None


def _followed(read: Pbn) -> Iterator[GameRecord]:
    of = len(read.games)
    with click.progressbar(game_records(read), length=of, label=read.file, hidden=of < MANY, file=sys.stderr) as bar:
        yield from bar


def _write(converter: DealConverter, read: Pbn, number: int, reading: GameRecord, path: Path) -> tuple[Fault, ...]:
    """Writes a deal to a new file. Returns the faults that prevent it."""
    try:
        text = converter.yaml(read.games[number], reading, read.file)
        write_new(path, text)
    except FaultyContent as error:
        return tuple(fault for fault in error.faults if fault not in reading.faults)
    except TutorError as error:
        return (Fault(read.file, reading.line, 1, str(error).rstrip(".")),)
    except click.ClickException as error:
        return (Fault(shown(path), 1, 1, error.message.removeprefix(f"{path}: ").rstrip(".")),)
    click.echo(f"{path} written", err=True)
    return ()


def _line(reading: GameRecord) -> str:
    parts = [f"{reading.number:>4}  {reading.title}"]
    if reading.dealer:
        parts.append(f"dealer {reading.dealer.letter}")
    given = sum(hand is not None for hand in reading.hands)
    parts.append(f"{given or 'no'} hand{'' if given == 1 else 's'}" + (" at the end" if reading.is_ending else ""))
    if reading.is_passed_out:
        parts.append("passed out")
    elif reading.declaration:
        by = f" by {reading.declarer.letter}" if reading.declarer else ""
        parts.append(f"{reading.declaration}{by}")
    if reading.played:
        parts.append(figured(len(reading.played), "card"))
    if reading.result:
        parts.append(f"NS {reading.result.ns}, EW {reading.result.ew}")
    return "; ".join([*parts, *reading.irregularities])


def _object(file: str, reading: GameRecord) -> dict[str, Any]:
    return {
        "file": file,
        "number": reading.number,
        "line": reading.line,
        "title": reading.title,
        "tags": dict(reading.values),
        "dealer": reading.dealer.letter if reading.dealer else None,
        "deal": str(reading.deal) if reading.deal else None,
        "hands": {seat.letter: str(hand) if hand is not None else None for seat, hand in reading.hands.items()},
        "calls": [str(said) for said in reading.calling] if reading.calling else [],
        "declaration": str(reading.declaration) if reading.declaration else None,
        "declarer": reading.declarer.letter if reading.declarer else None,
        "cards": [{"trick": one.trick, "seat": one.seat.letter, "card": str(one.card)} for one in reading.played],
        "result": {"NS": reading.result.ns, "EW": reading.result.ew} if reading.result else None,
        "irregularities": list(reading.irregularities),
        "faults": [str(fault) for fault in reading.faults],
    }
