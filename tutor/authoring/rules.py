"""What an author’s rules are made of.

A rule is a function of the facts of a view. It stands in a `Section`, in the order in which rules are tried. A
`Chapter` joins a section to the `Question` that it answers, and an `Authority` has all chapters of an author. `View` is
what one seat may know. `Situation` has facts of a view that follow from the cards alone, whoever the author is.
"""

from __future__ import annotations

from tutor.auction import Bid, Content, Declare, Denomination, Double, Leave, Pass, Said
from tutor.authorities.authority import Authority
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import NO_REASON, UNDECIDED, Finding, Message, Question, Reason, no, yes
from tutor.authorities.section import Section
from tutor.authorities.situation import Situation
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.play import Played, Trick
from tutor.seats import Seat
from tutor.view import Standing, View
from tutor.wording import counted, in_words

__all__ = [
    "NO_REASON", "UNDECIDED", "Authority", "Bid", "Card", "Chapter", "Content", "Declare", "Denomination", "Double",
    "Finding", "Hand", "Holding", "Leave", "Message", "Pass", "Played", "Question", "Rank", "Reason", "Said", "Seat",
    "Section", "Situation", "Standing", "Suit", "Trick", "View", "counted", "in_words", "no", "yes",
]  # fmt: skip
