"""Claiming the rest: granted when no play of the others, all hands open, would make it less."""

from __future__ import annotations

from tutor.analysis import double_dummy, natural
from tutor.errors import TutorError
from tutor.notation import in_words
from tutor.seats import Seat
from tutor.tables.table import Table


class ClaimRefused(TutorError):
    """More is claimed than is certain."""


def may_claim(table: Table, seat: Seat) -> bool:
    """Whether the player at a seat may claim now: it is their turn, and the solver knows the game."""
    play = table.play
    return play is not None and not play.is_over and table.player_to_act is seat and not play.trick.out


def may_play_out(table: Table, seat: Seat) -> bool:
    """Whether nothing is left for the player at a seat to decide: no hand is theirs to play, or one card of each."""
    play = table.play
    if play is None or play.is_over or table.code.seat_in_play(seat, table.calling) in play.trick.out:
        return False
    own = [one for one in Seat if one not in play.trick.out and table.code.player(one, table.calling) is seat]
    return all(len(play.hands[one]) <= 1 for one in own)


def claim(table: Table, seat: Seat, tricks: int) -> Table:
    """The deal played out without a fault by anybody, so many more tricks for the side of the seat at the least.

    Raises `ClaimRefused` for more than is certain.
    """
    play = table.play
    if play is None or not may_claim(table, seat):
        raise ClaimRefused("You can claim only on your turn to play. Wait for your turn.")
    left = len(play.hands[play.to_play])
    certain = max(double_dummy.tricks_by_card(play).values())
    if tricks > left:
        raise ClaimRefused(f"There {'is' if left == 1 else 'are'} only {in_words(left)} left. Claim no more than that.")
    if tricks > certain:
        raise ClaimRefused(
            f"{in_words(tricks).capitalize()} are not certain: the others can prevent it. Play on, or claim fewer."
        )
    while table.play is not None and not table.play.is_over:
        brings = double_dummy.tricks_by_card(table.play)
        most = max(brings.values())
        best = next(
            card for card in natural.ordered(table.play, table.code.dummy(table.calling)) if brings[card] == most
        )
        table = table.after(best)
    return table
