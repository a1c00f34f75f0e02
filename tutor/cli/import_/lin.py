"""`tutor import lin`: reads boards from Bridge Base Online, and saves them as deals."""

from __future__ import annotations

from pathlib import Path

import click

from tutor.cli.options import yaml_folder
from tutor.cli.output import write_new
from tutor.errors import TutorError
from tutor.exchange.deal_yaml import content_id, deal_yaml
from tutor.exchange.lin import boards as linear
from tutor.exchange.lin.boards import Board
from tutor.wording import counted

LARGEST_FILE = 4 * linear.LARGEST
"""In bytes: no character has more than four."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@yaml_folder
def lin(file: Path, folder: Path | None) -> None:
    """List the boards of a LIN FILE. With --yaml, save each deal as a content file."""
    with file.open("rb") as opened:
        content = opened.read(LARGEST_FILE + 1)
    try:
        boards, faults = linear.boards(linear.parse(linear.decode(content)), file.name)
    except TutorError as error:
        raise click.ClickException(str(error)) from None
    for number, board in enumerate(boards, start=1):
        click.echo(_told(board, number))
        if folder:
            click.echo(f"   {_keep(board, number, file, folder)}")
    for fault in faults:
        click.echo(str(fault), err=True)
    if faults:
        raise click.ClickException(f"{counted(len(faults), 'fault')}; {counted(len(boards), 'board')} read.")


def _told(board: Board, number: int) -> str:
    """A board on one line: the deal in PBN, the declaration, and how far it was played."""
    name = f"{board.room}{board.number if board.number is not None else number}"
    declaration = board.declaration
    declared = f"{declaration.by.letter} plays {declaration}" if declaration else "no bids"
    played = f"; {counted(len(board.cards), 'card')} played" if board.cards else ""
    claimed = "" if board.claimed is None else f"; {counted(board.claimed, 'trick')} claimed"
    return f"{name}  {board.deal}  {declared}{played}{claimed}"


def _keep(board: Board, number: int, file: Path, folder: Path) -> Path:
    """Writes the deal of a board as content, and never overwrites a file."""
    name = content_id(f"{file.stem}-{number}")
    path = folder / f"{name}.yaml"
    told = board.number if board.number is not None else number
    text = deal_yaml(
        name, board.deal, title=f"{file.stem}, board {told}", source=f"{file.name}, board {told}", said=board.said
    )
    write_new(path, text)
    return path
