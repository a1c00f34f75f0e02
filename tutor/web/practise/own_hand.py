"""A hand that the learner writes."""

from __future__ import annotations

from tutor.cards import Hand
from tutor.deal import parse_pbn_hand
from tutor.notation import read_hand


def read_any_hand(text: str) -> Hand:
    """A hand of thirteen cards in any notation: suit letters, PBN, or four lines as in the books.

    Raises `TutorError`.
    """
    hand = any_hand(text)
    hand.require(13, text)
    return hand


def any_hand(text: str) -> Hand:
    """A hand of any number of cards in any notation. Raises `TutorError`."""
    if len(text.strip().splitlines()) > 1 and ":" not in text:
        return read_hand(text.strip("\n").splitlines())
    return Hand.parse(text) if ":" in text else parse_pbn_hand(text.strip())
