"""`tutor deals` and `tutor plays`: the games, for people and for scripts."""

from __future__ import annotations

import json
from typing import Any

import click

from tutor.library.catalogue import load
from tutor.library.games import Game, Provenance
from tutor.seats import BySide


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON list, for scripts.")
def deals(as_json: bool) -> None:
    """List the deals."""
    games = list(load().games.values())
    if as_json:
        click.echo(json.dumps([_deal(game) for game in games], ensure_ascii=False, indent=1))
        return
    for game in games:
        click.echo(f"{game.id}  {game.name:<9} {game.citation}  {game.deal}")


@click.command()
@click.argument("game_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for scripts.")
def plays(game_id: str, as_json: bool) -> None:
    """List the cards played in the game ID, each with its provenance."""
    game = load().game(game_id)
    if as_json:
        click.echo(json.dumps(_plays(game), ensure_ascii=False, indent=1))
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


def _deal(game: Game) -> dict[str, Any]:
    declaration = game.declaration
    return {
        "id": game.id,
        "title": game.title,
        "source": game.source,
        "page": game.pages[0],
        "deal": str(game.deal),
        "dealer": game.deal.dealer.letter,
        "declarer": declaration.by.letter,
        "denomination": declaration.denomination.letter,
        "doubled": declaration.doubled,
        "result": _sides(game.tricks),
    }


def _plays(game: Game) -> dict[str, Any]:
    cards = [
        {
            "trick": played.trick,
            "seat": played.seat.letter,
            "card": str(played.card),
            "provenance": provenance.interchange,
        }
        for played, provenance in game.played()
    ]
    return {"id": game.id, "plays": cards, "tricks": _sides(game.tricks)}


def _sides(tricks: BySide[int]) -> dict[str, int]:
    return {side.value: count for side, count in tricks.items()}
