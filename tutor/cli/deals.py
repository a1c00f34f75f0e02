"""`tutor deals`: every game, deal and ending."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from tutor.auction import Declaration, Denomination
from tutor.cli import options
from tutor.cli.output import print_json
from tutor.deal import pbn_hand
from tutor.library.catalogue import Library, load
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Game
from tutor.seats import BySide


@click.command()
@options.json()
def deals(as_json: bool) -> None:
    """List every game, deal and ending."""
    library = load()
    if as_json:
        print_json(list(_entries(library)))
        return
    every: list[Game | ExampleDeal | Problem] = [*library.games.values(), *library.deals.values()]
    for content in [*every, *library.problems.values()]:
        name = content.name if isinstance(content, Game) else ""
        click.echo(f"{content.id:<22}  {name:<9} {content.citation}  {_pbn(content)}")


def _entries(library: Library) -> Iterator[dict[str, Any]]:
    """Every game, deal and ending with the same keys; null where the book does not say."""
    for game in library.games.values():
        yield (
            _entry(game, "game")
            | _declared(game.declaration)
            | {
                "dealer": game.deal.dealer.letter,
                "result": _sides(game.tricks),
            }
        )
    for deal in library.deals.values():
        declaration = deal.calling.declaration if deal.calling else None
        yield (
            _entry(deal, "deal")
            | _declared(declaration)
            | {
                "dealer": deal.deal.dealer.letter,
                "result": _sides(deal.result) if isinstance(deal.result, BySide) else None,
            }
        )
    for problem in library.problems.values():
        denomination = next(denomination for denomination in Denomination if denomination.trumps is problem.trumps)
        yield (
            _entry(problem, "ending")
            | _declared(None)
            | {
                "dealer": None,
                "denomination": denomination.letter,
                "result": None,
            }
        )


def _entry(one: Game | ExampleDeal | Problem, kind: str) -> dict[str, Any]:
    return {
        "id": one.id,
        "kind": kind,
        "title": one.title,
        "source": one.source,
        "page": one.pages[0],
        "deal": _pbn(one),
    }


def _pbn(one: Game | ExampleDeal | Problem) -> str:
    """The hands as PBN writes them. An ending has the cards left, from the leader on, with `-` for a missing hand."""
    if not isinstance(one, Problem):
        return str(one.deal)
    hands = ("-" if seat in one.unknown else pbn_hand(one.hands[seat]) for seat in one.leader.round())
    return f"{one.leader.letter}:" + " ".join(hands)


def _declared(declaration: Declaration | None) -> dict[str, Any]:
    return {
        "dealer": None,
        "declarer": declaration.by.letter if declaration else None,
        "denomination": declaration.denomination.letter if declaration else None,
        "doubled": declaration.doubled if declaration else None,
    }


def _sides(tricks: BySide[int]) -> dict[str, int]:
    return {side.value: count for side, count in tricks.items()}
