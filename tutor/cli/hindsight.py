"""`tutor hindsight`: a whole game with all four hands open."""

from __future__ import annotations

from typing import Any

import click

from tutor.analysis.hindsight import Hindsight, PlayedCard
from tutor.cli import options
from tutor.cli.output import print_json
from tutor.library.catalogue import load
from tutor.library.games import Game, Provenance
from tutor.seats import Side


@click.command()
@options.game
@options.json("Print one JSON object, for scripts.")
def hindsight(game_id: str, as_json: bool) -> None:
    """List what each card of the game ID cost, with all four hands open. This gives everything away.

    Each cost is computed now. It says nothing about what the author thinks of the card.
    """
    game = load().game(game_id)
    found = Hindsight.of(game.play)
    if as_json:
        print_json(_table(game, found))
        return
    for number in range(0, len(found.cards), 4):
        trick = found.cards[number : number + 4]
        line = "  ".join(f"{card.played!s:<5} {f'−{card.cost}' if card.cost else '·':<2}" for card in trick)
        click.echo(f"{trick[0].played.trick:>2}  {line}  AB {found.standing(number + 4).ns}")
        for card in trick:
            if card.cost:
                click.echo(f"    {card.played} lost {card.cost}; best {' or '.join(map(str, card.best))}")
    for side in Side:
        ours, theirs = found.thrown[side], found.thrown[side.opponents]
        click.echo(f"{side.label} {found.promised[side]} − {ours} + {theirs} = {game.tricks[side]}")


def _table(game: Game, found: Hindsight) -> dict[str, Any]:
    return {
        "id": game.id,
        "promised": {side.value: tricks for side, tricks in found.promised.items()},
        "thrown": {side.value: tricks for side, tricks in found.thrown.items()},
        "tricks": {side.value: tricks for side, tricks in game.tricks.items()},
        "plays": [_card(card, known) for card, known in zip(found.cards, game.provenance, strict=True)],
    }


def _card(card: PlayedCard, known: Provenance) -> dict[str, Any]:
    return {
        "trick": card.played.trick,
        "seat": card.played.seat.letter,
        "card": str(card.played.card),
        "provenance": known.value,
        "cost": card.cost,
        "brings": {str(one): tricks for one, tricks in card.tricks.items()},
    }
