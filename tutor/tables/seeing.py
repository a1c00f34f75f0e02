"""What a seat sees at a table, under the code that is played: the only way from a deal to a `View`."""

from __future__ import annotations

from tutor.auction import Calling
from tutor.cards import Card
from tutor.codes import Code
from tutor.codes.scoring import Party, Sheet
from tutor.deal import Deal
from tutor.play import Play
from tutor.seats import Seat, Side
from tutor.view import Standing, View


def seen_calling(code: Code, seat: Seat, deal: Deal, calling: Calling, sheet: Sheet) -> View:
    """What a seat sees while it is being called; the sheet stands as it did before the deal."""
    open_to_all = code.exposed(calling, is_led=False) - {seat}
    return View(
        seat=seat,
        dealer=deal.dealer,
        hand=deal.hands[seat],
        calling=calling,
        standing=standing(code, seat, sheet),
        exposed=tuple((other, deal.hands[other]) for other in Seat if other in open_to_all),
        shown=_turned(deal),
    )


def seen_playing(code: Code, seat: Seat, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> View:
    """What a seat sees of the play; it remembers a hand that it was dealt and has exchanged."""
    is_led = bool(play.tricks or play.trick.cards)
    return View.of(
        seat,
        calling,
        play,
        standing(code, seat, sheet),
        exposed=code.exposed(calling, is_led=is_led),
        shown=_turned(deal) if not play.trick.out else _given_away(seat, deal, play),
    )


def standing(code: Code, seat: Seat, sheet: Sheet) -> Standing:
    """The points towards the game of whoever scores with the seat, and the most that anyone else has."""
    ours = [party for party in sheet.parties if _scores(code, party, seat, len(sheet.deals))]
    theirs = [party for party in sheet.parties if party not in ours]
    return Standing(*(max(map(sheet.stands_at, parties), default=0) for parties in (ours, theirs)))


def _scores(code: Code, party: Party, seat: Seat, deals: int) -> bool:
    """Whether a column of the sheet is that of the seat, when so many deals have been dealt."""
    return seat.side is party if isinstance(party, Side) else code.seat_of(party, deals) is seat


def _turned(deal: Deal) -> tuple[tuple[Seat, Card], ...]:
    return () if deal.turn_up is None else ((deal.dealer, deal.turn_up),)


def _given_away(seat: Seat, deal: Deal, play: Play) -> tuple[tuple[Seat, Card], ...]:
    """The cards that the seat was dealt and that lie aside now, because it has exchanged its hand."""
    return tuple((aside, card) for aside in play.trick.out for card in play.hands[aside] if card in deal.hands[seat])
