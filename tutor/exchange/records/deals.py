"""Every game, deal and ending, and the play of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from tutor.auction import Declaration, Denomination
from tutor.deal import pbn_hand
from tutor.exchange.records.record import Record, by_side
from tutor.library.catalogue import Library
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Game
from tutor.seats import BySide


class DealRecord(Record):
    """A game, deal or ending. Null where the book does not say."""

    id: str
    kind: Literal["game", "deal", "ending"]
    title: str
    source: str
    page: int
    deal: str = Field(description="the hands as PBN writes them; `-` for a hand that the book does not give")
    dealer: str | None
    declarer: str | None
    denomination: str | None
    doubled: int | None
    result: dict[str, int] | None = Field(description="tricks by the letters of the sides")


class PlayedCardRecord(Record):
    """A card that was played, and how it is known."""

    trick: int
    seat: str
    card: str
    provenance: Literal["stated", "implied", "forced", "reconstructed"] = Field(
        description="whether the book states the card, implies it, the facts force it, or we rebuilt it"
    )


class PlaysRecord(Record):
    """The 52 cards of a game, in order, and the tricks of each side."""

    id: str
    plays: list[PlayedCardRecord]
    tricks: dict[str, int]


def deal_records(library: Library) -> Iterator[DealRecord]:
    """Every game, deal and ending, in this order."""
    for game in library.games.values():
        values = _declared(game.declaration) | {"dealer": game.deal.dealer.letter, "result": by_side(game.tricks)}
        yield _record(game, "game", values)
    for deal in library.deals.values():
        declaration = deal.calling.declaration if deal.calling else None
        result = by_side(deal.result) if isinstance(deal.result, BySide) else None
        yield _record(deal, "deal", _declared(declaration) | {"dealer": deal.deal.dealer.letter, "result": result})
    for problem in library.problems.values():
        denomination = next(denomination for denomination in Denomination if denomination.trumps is problem.trumps)
        values = _declared(None) | {"dealer": None, "denomination": denomination.letter, "result": None}
        yield _record(problem, "ending", values)


def plays_record(game: Game) -> PlaysRecord:
    """The cards played in a game, and how each is known."""
    cards = [
        PlayedCardRecord(
            trick=played.trick, seat=played.seat.letter, card=str(played.card), provenance=provenance.value
        )
        for played, provenance in game.played()
    ]
    return PlaysRecord(id=game.id, plays=cards, tricks=by_side(game.tricks))


def pbn_of(one: Game | ExampleDeal | Problem) -> str:
    """The hands as PBN writes them. An ending has the cards left, from the leader on, with `-` for a missing hand."""
    if not isinstance(one, Problem):
        return str(one.deal)
    hands = ("-" if seat in one.unknown else pbn_hand(one.hands[seat]) for seat in one.leader.round())
    return f"{one.leader.letter}:" + " ".join(hands)


def _record(one: Game | ExampleDeal | Problem, kind: Literal["game", "deal", "ending"], rest: Any) -> DealRecord:
    return DealRecord(
        id=one.id, kind=kind, title=one.title, source=one.source, page=one.pages[0], deal=pbn_of(one), **rest
    )


def _declared(declaration: Declaration | None) -> dict[str, Any]:
    return {
        "declarer": declaration.by.letter if declaration else None,
        "denomination": declaration.denomination.letter if declaration else None,
        "doubled": declaration.doubled if declaration else None,
    }
