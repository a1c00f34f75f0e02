"""What a file is to be made of, found by its id."""

from __future__ import annotations

from tutor.errors import Unknown
from tutor.library.catalogue import Library
from tutor.library.deals import ExampleDeal
from tutor.library.games import Game


def game_or_deal(library: Library, name: str) -> Game | ExampleDeal:
    """The game or the deal of an id. Raises `Unknown`."""
    found = library.games.get(name) or library.deals.get(name)
    if found is None:
        raise Unknown("game or deal", name, (*library.games, *library.deals))
    return found
