"""Hands as the five books print them: four lines, spades to diamonds, `Ace, Kg, Qn, Knv, 10`; numbers in words.

The other two notations of hands are `Hand.parse` (suit letters) and `Deal.parse` (PBN).
"""

from __future__ import annotations

from collections.abc import Iterable

from tutor.cards import Hand, Holding, Rank, Suit
from tutor.errors import Malformed
from tutor.wording import agreeing, are, article, counted, figured, have, in_words, numbered, sentences

__all__ = [
    "agreeing", "are", "article", "counted", "figured", "have", "in_words", "numbered", "printed_hand",
    "printed_holding", "read_hand", "read_holding", "sentences",
]  # fmt: skip

_PRINTED = {Rank.ACE: "Ace", Rank.KING: "Kg", Rank.QUEEN: "Qn", Rank.KNAVE: "Knv", Rank.TEN: "10"}
_READ = {
    **dict.fromkeys(("ace", "a"), Rank.ACE),
    **dict.fromkeys(("king", "kg", "k"), Rank.KING),
    **dict.fromkeys(("queen", "qn", "q"), Rank.QUEEN),
    **dict.fromkeys(("jack", "j", "knave", "knv", "kv"), Rank.KNAVE),
    **dict.fromkeys(("ten", "10", "t"), Rank.TEN),
    **{rank.letter: rank for rank in Rank if rank < Rank.TEN},
    **{rank.word: rank for rank in Rank if rank < Rank.TEN},
}


def printed_holding(holding: Holding) -> str:
    """The holding as the books print it: `Ace, Kg, Knv, 7, 6, 2`; a void is an empty line."""
    return ", ".join(_PRINTED.get(rank, rank.letter) for rank in holding)


def read_holding(line: str) -> Holding:
    """The holding of a printed line, its cards separated by commas. Raises `Malformed`, `NotAPack` for a card twice."""
    words = [word.strip().rstrip(".") for word in line.split(",")]
    if words in ([""], ["-"], ["—"]):
        return Holding()
    ranks = []
    for word in words:
        rank = _READ.get(word.lower())
        if rank is None:
            mend = "Write Ace, Kg, Qn, Knv, 10 or a figure, with commas between them"
            raise Malformed("holding", line, f"‘{word}’ is not a rank", mend, line.find(word))
        ranks.append(rank)
    return Holding.of(ranks)


def printed_hand(hand: Hand) -> str:
    """The hand on four lines in the books’ order: spades, hearts, clubs, diamonds."""
    return "\n".join(f"{suit.symbol} {printed_holding(hand[suit])}".rstrip() for suit in Suit)


def read_hand(text: str | Iterable[str]) -> Hand:
    """The hand of four printed lines in the books’ order; a suit sign at the head of a line must agree with its place.

    Raises `Malformed`, `NotAPack`.
    """
    lines = text.strip("\n").split("\n") if isinstance(text, str) else list(text)
    if len(lines) != 4:
        raise Malformed(
            "hand",
            "\n".join(lines),
            f"{figured(len(lines), 'line')} where four are needed",
            "Leave the line of a void empty",
        )
    return Hand(
        **{suit.plural: read_holding(_without_sign(line, suit)) for suit, line in zip(Suit, lines, strict=True)}
    )


def _without_sign(line: str, suit: Suit) -> str:
    bare = line.strip()
    for other in Suit:
        if bare.startswith(other.symbol):
            if other is not suit:
                why = f"there is a line of {other.plural} where {suit.plural} should be"
                raise Malformed("hand", line, why, "Write spades, hearts, clubs, diamonds, in that order")
            return bare[1:].strip()
    return bare
