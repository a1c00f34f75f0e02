"""The card that Cælebs leads from each combination of a suit that is fit to be opened (pp. 26, 30–34, 50)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tutor.cards import Holding, Rank

Lead = Callable[[Holding], tuple[Rank, ...]]
"""The cards that may be led from a holding, equals together."""


def the(letter: str) -> Lead:
    """A card that is named."""
    return lambda _: (Rank(letter),)


def lowest(holding: Holding) -> tuple[Rank, ...]:
    return (holding.lowest,)


def highest_or_lowest(holding: Holding) -> tuple[Rank, ...]:
    return (holding.highest, holding.lowest)


def queen_or_lowest(holding: Holding) -> tuple[Rank, ...]:
    return (Rank.QUEEN, holding.lowest)


def end_of_sequence(holding: Holding) -> tuple[Rank, ...]:
    """The lowest card of the sequence that heads a holding."""
    end = holding.highest
    for rank in holding.ranks[1:]:
        if end.height - rank.height > 1:
            break
        end = rank
    return (end,)


def nothing(holding: Holding) -> tuple[Rank, ...]:
    del holding
    return ()


TIERCES = ("KQJ", "QJT", "JT9")
"""Three cards in sequence, from an honour down."""


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination from which Cælebs leads: the cards that head the suit, and how many there are of it at least.

    `leads` are the cards that Cælebs leads from it, `or_else` those that may be led instead. `why` is for the first
    combination of each rule.
    """

    id: str
    name: str
    heads: str | tuple[str, ...]
    fewest: int
    leads: Lead
    says: str
    page: int
    lines: tuple[int, int]
    most: int = 13
    or_else: Lead = nothing
    is_independent: bool = True
    """Whether it is “a good independent lead” (p. 28)."""
    why: str | None = None
    why_page: int | None = None
    why_lines: tuple[int, int] | None = None

    def fits(self, holding: Holding) -> bool:
        """Whether a suit is of this combination."""
        heads = (self.heads,) if isinstance(self.heads, str) else self.heads
        return self.fewest <= len(holding) <= self.most and any(map(holding.headed_by, heads))


COMBINATIONS = (
    Combination("cae-art-014", "ace, king, queen", "AKQ", 3, the("K"),
        "From ace, king, queen lead the king and then the queen.",
        page=32, lines=(1610, 1616),
        why="Partner will know that you have the ace, while the opponents stay uncertain. If partner has at most "
            "one card of the suit, they can also plan their discards better."),
    Combination("cae-art-011a", "ace, king, jack", "AKJ", 3, the("K"),
        "From ace, king, jack lead the king, and wait.",
        page=30, lines=(1525, 1532),
        why="The best leads prepare a finesse or a tenace, and by waiting you may make your ace and jack into "
            "one. With five in the suit, the queen will probably fall in two rounds.",
        why_lines=(1523, 1532)),
    Combination("cae-art-019", "ace, king, six in suit", "AK", 6, the("K"),
        "From six headed by ace, king make sure of two rounds, the king first.",
        page=33, lines=(1661, 1667),
        why="If partner has none of the suit, your king lets them plan two discards. If the ace were led and "
            "ruffed, partner would not credit you so readily with the king. Second hand is also less eager to "
            "ruff a king."),
    Combination("cae-art-020", "ace, king, five in suit", "AK", 5, the("K"),
        "From five headed by ace, king lead the king; or the lowest, if you need three tricks and are strong in "
        "trumps.",
        page=33, lines=(1669, 1675), most=5, or_else=lowest,
        why="The low card aims at three tricks in the suit, which only strength in trumps allows. When you are "
            "weak in trumps and the jack falls, wait and see what partner’s hand brings."),
    Combination("cae-art-019", "ace, king, three or four in suit", "AK", 3, the("K"),
        "From ace, king and one or two more begin with the king, for the same reasons as with six.",
        page=33, lines=(1661, 1667), most=4, or_else=the("A")),
    Combination("cae-art-022", "ace, queen, jack", "AQJ", 3, the("A"),
        "From ace, queen, jack lead the ace, then the queen.",
        page=34, lines=(1715, 1719),
        why="If partner has the king, they should play it on your queen, so that it does not keep the command of "
            "your suit from you. If this is your first lead, partner should then lead trumps at once: the best, if "
            "weak in them."),
    Combination("cae-art-013", "quart or quint to the king", "KQJT", 4, end_of_sequence,
        "From a quart or quint to the king lead its lowest card.",
        page=31, lines=(1586, 1591),
        why="A sequence at the head is safe. Its highest card may make second hand cover, so that partner can "
            "capture an honour. The lowest of a quart or quint to the king brings out partner’s ace, which could "
            "block your suit.",
        why_lines=(1586, 1608)),
    Combination("cae-art-013", "tierce to the king", "KQJ", 3, the("K"),
        "From king, queen, jack lead the king: a sequence at the head of a suit is led from the top.",
        page=31, lines=(1586, 1597)),
    Combination("cae-art-011b", "king, queen, ten", "KQT", 4, the("K"),
        "From king, queen, ten lead the king, and wait.",
        page=30, lines=(1539, 1543),
        why="The best leads prepare a finesse or a tenace. By waiting you give partner time to show the ace or "
            "the jack.",
        why_lines=(1523, 1543)),
    Combination("cae-art-015", "king, queen and others", "KQ", 4, the("K"),
        "From king, queen and others lead the king, and drop the suit even if it wins.",
        page=32, lines=(1617, 1623),
        why="If the king wins, you must not count on the queen to win as well. When you leave the suit, the ace "
            "may be played before your queen is risked."),
    Combination("cae-art-061", "king, jack, ten, nine", "KJT9", 4, the("9"),
        "From king, jack, ten, nine lead the nine.",
        page=50, lines=(2379, 2390),
        why="Good players seldom lead a nine except from a sequence to the king, from king, jack, ten, nine, or "
            "from a short suit. If it hides an honour, passing may make two tricks. If not, you can make only one "
            "anyway.",
        why_lines=(2374, 2385)),
    Combination("cae-art-021", "king, jack and more than one other", "KJ", 4, lowest,
        "From king, jack and two or more others lead the smallest.",
        page=33, lines=(1677, 1692),
        why="The opponents will lead the suits that you avoid, and an ace does most when it waits for them. "
            "Strong cards take care of themselves, so plan to protect the weaker ones.",
        why_page=34, why_lines=(1694, 1698)),
    Combination("cae-art-021", "king and more than two others", "K", 4, lowest,
        "A king with three or more others is a better suit to open than an ace: lead the smallest.",
        page=34, lines=(1690, 1698)),
    Combination("cae-art-013", "tierce to the queen", "QJT", 3, the("Q"),
        "From queen, jack, ten lead the queen: a sequence at the head of a suit is led from the top.",
        page=31, lines=(1586, 1603)),
    Combination("cae-art-011c", "queen, jack, nine", "QJ9", 4, the("Q"),
        "From queen, jack, nine lead the queen, and if it loses, wait.",
        page=30, lines=(1544, 1550),
        why="Once the queen has lost, jack and nine may catch the ten if you wait for partner to lead the suit. "
            "With five in the suit, the best card and the ten will probably fall together.",
        why_lines=(1544, 1584)),
    Combination("cae-art-016", "queen, jack and more than one other", "QJ", 4, queen_or_lowest,
        "From queen, jack and two or more others lead the queen and then the lowest, or the lowest and then "
        "the queen.",
        page=32, lines=(1624, 1632),
        why="Queen and jack are a sequence to lead from. Once one of them is gone the sequence is broken, so with"
            " a single small card left you stop, and with more you can lead the lowest."),
    Combination("cae-art-021", "queen and more than two others", "Q", 4, lowest,
        "From a queen and three or more others lead the smallest.",
        page=33, lines=(1677, 1692)),
    Combination("cae-art-013", "tierce to the jack", "JT9", 3, the("J"),
        "From jack, ten, nine lead the jack: a sequence at the head of a suit is led from the top.",
        page=31, lines=(1586, 1608), is_independent=False),
    Combination("cae-art-013", "jack, ten and others", "JT", 4, the("J"),
        "From jack, ten and others lead the jack: a sequence at the head of a suit is led from the top.",
        page=31, lines=(1586, 1608), is_independent=False),
    Combination("cae-art-023", "ace, queen or ace, jack, five in suit", ("AQ", "AJ"), 5, highest_or_lowest,
        "You may lead a suit headed by ace, queen or ace, jack if you have five of it.",
        page=34, lines=(1721, 1730),
        why="It is better to relax your own position than to strengthen the opponents with a weak suit. A certain"
            " trick may well be given up for the chance of several."),
    Combination("cae-art-006", "jack and more than two others", "J", 4, lowest,
        "Open your longest suit, all the more if there is an honour in it.",
        page=26, lines=(1401, 1410), is_independent=False,
        why="Your first aim is to establish a long suit, yours or partner’s. When you are too weak for that, a "
            "queen, jack or ten is the lead that does partner least harm.",
        why_lines=(1401, 1418)),
)  # fmt: skip
"""From a suit that is fit to be opened: the first combination that fits decides. Where Cælebs’s words do not reach so
far as to name a card (ace, king and fewer than five, or ace, queen of five) it says what they allow: pp. 30 and 33.
"""


ALL_HOLDINGS = 8192


@lru_cache(ALL_HOLDINGS)
def combination_of(holding: Holding) -> Combination | None:
    """The combination of a holding; None where the suit is not one to open unasked."""
    return next((combination for combination in COMBINATIONS if combination.fits(holding)), None)
