"""`tutor reconstruct`: the play of a game rebuilt from what the book says about it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tutor.analysis import reconstruction
from tutor.cli import options
from tutor.cli.output import print_json_line
from tutor.library.catalogue import load, puzzle_in
from tutor.library.games import Game, Provenance
from tutor.play import Play, Played
from tutor.wording import figured


@click.command()
@options.game
@click.option("--check", is_flag=True, help="Check that the play in the file fits every fact; exit code 2 if not.")
@options.json("Print the play as JSON.")
def reconstruct(game_id: str, check: bool, as_json: bool) -> None:
    """Rebuild the play of the game or ending ID from its facts. ID may also be a file whose play is not yet known.

    The same facts give the same play every time. Progress is printed on standard error.
    """
    path = Path(game_id)
    if check:
        _check(load().game(path.stem))
        return
    puzzle = puzzle_in(path) if path.suffix in (".yaml", ".yml") else _puzzle(game_id)
    rebuilt = reconstruction.rebuild(puzzle, _tell)
    if rebuilt is None:
        _tell_contradiction(puzzle)
        sys.exit(2)
    lines = trick_lines(rebuilt.play)
    if as_json:
        cost = rebuilt.cost
        told = {"id": path.stem, "play": lines, "follies": cost.follies, "loss": cost.loss}
        print_json_line(told)
        return
    click.echo("play:")
    for line in lines:
        click.echo(f"  - {line}")


def _puzzle(name: str) -> reconstruction.Puzzle:
    """The puzzle of a game or an ending. Raises `Unknown`."""
    library = load()
    return library.problems[name].puzzle if name in library.problems else library.game(name).puzzle


def trick_lines(play: Play) -> list[str]:
    """The tricks as a file writes them: `Y HK, B H2, Z H9, A H5`."""
    return [", ".join(f"{seat.label} {card}" for seat, card in trick.items()) for trick in play.tricks]


def _check(game: Game) -> None:
    """Prints how the cards of a loaded game are known. Loading has checked that its play is lawful and fits the facts.

    Its file lists the cards that the facts force. This checks that the list is right.
    """
    cost = reconstruction.cost_of(game.puzzle, game.play)
    kinds = [provenance.value for _, provenance in game.played()]
    counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    click.echo(
        f"{game.id}: 52 lawful cards, {len(game.facts)} facts and the result met; {counts}, "
        f"{cost.follies} senseless, unexplained loss {cost.loss}."
    )
    for played, _, found in reconstruction.follies_of(game.puzzle, game.play):
        click.echo(f"Trick {played.trick}: {played} {' and '.join(folly.value for folly in found)}.")
    forced = forced_cards(game)
    if forced != game.forced:
        click.echo("The file lists the wrong cards under ‘forced’. Write these:", err=True)
        for one in sorted(forced, key=lambda one: (one.trick, one.seat.value)):
            click.echo(f"  - {{trick: {one.trick}, seat: {one.seat.label}, card: {one.card}}}", err=True)
        sys.exit(2)


def forced_cards(game: Game) -> frozenset[Played]:
    """The cards of its play that the facts force but do not name."""
    named = {played for played, known in game.played() if known in (Provenance.STATED, Provenance.IMPLIED)}
    return frozenset(reconstruction.forced(game.puzzle, game.play)) - named


def _tell(follies: int, cards: int) -> None:
    click.echo(f"{figured(cards, 'card')} tried, with {figured(follies, 'senseless card')} allowed", err=True)


def _tell_contradiction(puzzle: reconstruction.Puzzle) -> None:
    clauses = reconstruction.contradiction(puzzle)
    if clauses:
        click.echo("No play fits all the facts. These contradict each other:", err=True)
        for clause in clauses:
            click.echo(f"  {clause}", err=True)
    else:
        click.echo("Some play fits the facts, but none was found within the steps allowed.", err=True)
