"""Where Foster speaks loosely of the play: how his words are read, one way of those that fit every case he prints.

Words that lead to another card in another reading are weighed where they stand, and that card is allowed there.
"""

from __future__ import annotations

from tutor.cards import Rank

SHORT = 3
"""“If the suit is short, three cards, or two only” (p. 132)."""
VERY_LONG = 7
"""“If you are very long in the suit, seven cards or more” (p. 136)."""
LONG = 5
"""A suit to be brought in has five cards or more in one hand; his own examples have six (pp. 147–148)."""
HIGH = Rank.TEN
"""A high card to be played from the shorter hand (p. 148) is one of “the five high cards” (p. 128)."""
CROSS_RUFF = 2
"""“If there seem to be more tricks in making the trumps separately” (p. 144): each hand has two trumps at least."""
MOST_GUARDS = 3
"""“Three to a jack or a queen” (p. 151): three better cards out are the most that a suit is guarded against."""
