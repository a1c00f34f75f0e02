"""`tutor plays`: the cards of a game."""

from __future__ import annotations

import click

from tutor.cli import options
from tutor.cli.output import print_json
from tutor.exchange.records.deals import plays_record
from tutor.library.catalogue import load
from tutor.library.games import Provenance


@click.command()
@options.game
@options.json("Print one JSON object, for scripts.")
def plays(game_id: str, as_json: bool) -> None:
    """List the cards played in the game ID, and how each is known."""
    game = load().game(game_id)
    if as_json:
        print_json(plays_record(game).values)
        return
    marks = {Provenance.STATED: "!", Provenance.IMPLIED: "~", Provenance.FORCED: "=", Provenance.RECONSTRUCTED: ""}
    for number, trick in enumerate(game.play.tricks, start=1):
        first = 4 * (number - 1)
        cards = (
            f"{seat.label} {card}{marks[game.provenance[first + place]]}"
            for place, (seat, card) in enumerate(trick.items())
        )
        click.echo(
            f"{number:>2}  {'  '.join(f'{card:<5}' for card in cards)}  to {trick.winner(game.play.trumps).label}"
        )
    click.echo(f"AB {game.tricks.ns}, YZ {game.tricks.ew}   ! stated  ~ implied  = forced, others reconstructed")
