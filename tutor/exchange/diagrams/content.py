"""What can be drawn: a game, deal, ending or hand of the books by its id, or any hand or deal written out."""

from __future__ import annotations

from collections.abc import Iterable

from tutor.cards import Hand, Suit
from tutor.deal import Deal, parse_pbn_hand
from tutor.errors import Malformed, Unknown, quoted
from tutor.exchange.diagrams.drawing import Diagram, ranks_of
from tutor.library.catalogue import Library
from tutor.library.deals import SingleHand
from tutor.seats import BySeat, Seat
from tutor.wording import figured

LONGEST = 200
"""The most characters of a written hand or deal: three times what they need."""


def diagram_of(library: Library, what: str) -> Diagram:
    """The drawing of an id of the library, or of a hand or a deal written as in PBN or the tutor.

    Raises `Unknown` for an unknown id, and `Malformed` or `NotAPack` for a text that is neither a hand nor a deal.
    """
    if what in library.games:
        game = library.games[what]
        return of_deal(game.deal, f"{game.name}, {game.citation}")
    if what in library.deals:
        deal = library.deals[what]
        return of_deal(deal.deal, f"{deal.title}, {deal.whence}")
    if what in library.problems:
        problem = library.problems[what]
        return _of_four(problem.hands, f"{problem.title}, {problem.citation}", None)
    singles = {hand.id: hand for group in library.groups.values() for hand in group.hands}
    if what in singles:
        return _of_single(singles[what])
    if not any(mark in what for mark in ".:"):
        raise Unknown("game, deal, ending or hand", what, (*library.games, *library.deals, *library.problems, *singles))
    return of_text(what)


def of_text(text: str) -> Diagram:
    """The drawing of a deal or a hand written out. Raises `Malformed`, `NotAPack`."""
    if len(text) > LONGEST:
        raise Malformed("deal", text, f"it has more than {LONGEST} characters", "Write one hand, or four")
    words = text.split()
    if len(words) == 4 and words[0].count(".") == 3:
        return of_deal(Deal.parse(text), "A deal")
    hand = Hand.parse(text) if ":" in text else parse_pbn_hand(text.strip())
    if len(hand) > 13:
        raise Malformed("hand", text, f"it has {figured(len(hand), 'card')}", "Write at most thirteen")
    return of_hand(hand)


def of_deal(deal: Deal, title: str) -> Diagram:
    """The drawing of four hands, the dealer marked."""
    return _of_four(deal.hands, title, deal.dealer)


def of_hand(hand: Hand, title: str = "A hand") -> Diagram:
    """The drawing of a hand alone."""
    return Diagram(title, {None: ranks_of(hand)}, {})


def _of_four(hands: BySeat[Hand], title: str, dealer: Seat | None) -> Diagram:
    headings: dict[Seat | None, str] = {seat: seat.label + ", dealer" * (seat is dealer) for seat in Seat}
    return Diagram(title, {seat: ranks_of(hand) for seat, hand in hands.items()}, headings, dealer)


def _of_single(hand: SingleHand) -> Diagram:
    """A hand of the books, which may have unnamed small cards and unknown suits."""
    return Diagram(f"{hand.title}, {hand.citation}", {None: dict(_holdings(hand.hand.split()))}, {})


def _holdings(words: Iterable[str]) -> Iterable[tuple[Suit, tuple[str, ...]]]:
    for word in words:
        letter, _, ranks = word.partition(":")
        shown = "" if ranks == "-" else ranks.replace("10", "T")
        yield Suit.parse(letter), tuple("10" if rank == "T" else rank for rank in shown)


def file_stem(what: str) -> str:
    """The file name of a drawing: the id, or `hand` for one that is written out."""
    return what if quoted(what) == f"‘{what}’" and what.replace("-", "").isalnum() else "hand"
