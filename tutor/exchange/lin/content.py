"""The games and deals of the books as boards of LIN, which knows only modern bridge.

Whist and the bridge of 1901 have no bids. A viewer needs a contract to show who plays, the trumps and each card. So the
declaration becomes a contract of one, which also needs the odd trick, and a comment says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from tutor.auction import Bid, Calling, Declaration, Denomination, Double, Pass, Said
from tutor.exchange.files import ExportedFile
from tutor.exchange.lin.boards import Board, LinCall, lin_text, viewer_link
from tutor.library.deals import ExampleDeal
from tutor.library.games import Game, Provenance
from tutor.seats import BySeat, Seat

PLAYERS: BySeat[str] = BySeat.each(lambda seat: seat.label)
_RANKING = (
    Denomination.CLUBS, Denomination.DIAMONDS, Denomination.HEARTS, Denomination.SPADES, Denomination.NO_TRUMPS,
)  # fmt: skip


def board_of(one: Game | ExampleDeal, number: int | None = None) -> Board:
    """The board of a game with its play, or of a deal without; `number` is its number in the viewer."""
    if isinstance(one, Game):
        calls, comment = _auction(one.calling, one.player, one.declaration)
        comments = (f"{one.citation}: {one.name}. {comment} {_provenance(one)}",)
        cards = tuple(played.card for played in one.play.played())
        return Board(one.deal, number, PLAYERS, calls=calls, cards=cards, comments=comments)
    declaration = one.calling.declaration if one.calling else None
    if one.calling is None or declaration is None:
        return Board(one.deal, number, PLAYERS)
    player = one.deal.dealer if declaration.contract is None else declaration.by
    calls, comment = _auction(one.calling, player, declaration)
    return Board(one.deal, number, PLAYERS, calls=calls, comments=(f"{one.whence}: {one.title}. {comment}",))


def _auction(calling: Calling, player: Seat, declaration: Declaration) -> tuple[tuple[LinCall, ...], str]:
    """Calls that LIN can show, after which `player` plays the hand, with a comment on them."""
    if _is_of_our_day(calling.said) and declaration.by is player:
        return tuple(LinCall(said.call) for said in calling), "The bidding is from the book."
    said = tuple(_contract(calling, player, declaration))
    if declaration.contract is None:
        how = f"{declaration.by.label} named {declaration.words}" if calling.said else f"{declaration.words} are trumps"
        how += "" if declaration.by is player else f", and {player.label} plays"
        comment = f"This game has no bids: {how}. A contract of one stands for it, because both need the odd trick."
    else:
        comment = f"Some bids of the book do not exist in modern bridge; {player.label} plays {declaration.words}."
    if declaration.doubled > 2:
        comment += f" It was doubled {declaration.doubled} times."
    return said, comment


def _is_of_our_day(said: tuple[Said, ...]) -> bool:
    """Whether they are bids, passes and doubles, each bid higher in the modern ranking."""
    calls = [one.call for one in said]
    heights = [(call.odd_tricks, _RANKING.index(call.denomination)) for call in calls if isinstance(call, Bid)]
    return (
        all(isinstance(call, Bid | Double | Pass) for call in calls)
        and bool(heights)
        and all(lower < higher for lower, higher in pairwise(heights))
    )


def _contract(calling: Calling, player: Seat, declaration: Declaration) -> Iterator[LinCall]:
    """The shortest auction in which the player bids the declaration and the same players double it."""
    turn = calling.dealer
    while turn is not player:
        yield LinCall(Pass())
        turn = turn.left
    yield LinCall(Bid(declaration.contract or 1, declaration.denomination))
    doubling = list(calling.doubles()[-declaration.doubled :][:2]) if declaration.doubled else []
    passes = 0
    while passes < 3:
        turn = turn.left
        if doubling and doubling[0] is turn:
            doubling.pop(0)
            yield LinCall(Double())
            passes = 0
        else:
            yield LinCall(Pass())
            passes += 1


def _provenance(game: Game) -> str:
    """How each card of the play is known."""
    stated, implied, forced, rest = (game.provenance.count(provenance) for provenance in Provenance)
    return (
        f"Of the 52 cards, the book states {stated} and implies {implied}; {forced} are forced by what it says, "
        f"and {rest} are reconstructed."
    )


def lin_file(chosen: Sequence[Game | ExampleDeal]) -> ExportedFile:
    """A file of games and deals, the boards numbered from 1; a single one gives the file name."""
    boards = [board_of(one, number) for number, one in enumerate(chosen, start=1)]
    name = chosen[0].id if len(chosen) == 1 else "love-all"
    return ExportedFile(f"{name}.lin", "text/plain; charset=utf-8", lin_text(boards).encode())


@lru_cache(maxsize=256)  # each page of a game has it
def link_of(one: Game | ExampleDeal) -> str:
    """A link to a game or a deal in Bridge Base’s viewer."""
    return viewer_link(board_of(one, 1))
