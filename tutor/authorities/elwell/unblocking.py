"""Elwell's table of unblocking at no-trump: what third hand plays on partner's lead so as not to stop his long suit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.elwell.book import KEY
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.authorities.situation import Situation
from tutor.cards import Card, Holding, Rank
from tutor.notation import counted
from tutor.view import View


@dataclass(frozen=True)
class UnblockingFacts:
    """Third hand on a lead of partner's, without trumps."""

    situation: Situation

    @classmethod
    def of(cls, view: View) -> UnblockingFacts:
        return cls(Situation(view))

    @cached_property
    def led(self) -> tuple[Rank, ...]:
        """The ranks of the suit that partner has led, in order, this lead last."""
        suit = self.situation.suit_led
        return tuple(card.rank for card in self.situation.led_by(self.situation.partner) if card.suit is suit)

    @cached_property
    def dealt(self) -> Holding:
        """What the hand was dealt of the suit."""
        assert self.situation.suit_led is not None, "third hand plays to a lead"  # noqa: S101
        return self.situation.dealt[self.situation.suit_led]

    def card(self, rank: Rank) -> Card:
        assert self.situation.suit_led is not None, "third hand plays to a lead"  # noqa: S101
        return Card(self.situation.suit_led, rank)


def _silent_on(view: View) -> str | None:
    situation = Situation(view)
    if situation.trumps is not None or situation.declarer is None:
        return "Elwell’s table is of play at no-trump"
    if situation.is_declarers or situation.trick.leader is not situation.partner:
        return "Elwell’s table is for the leader’s partner"
    return None


def _row(led: str, held: str, small: int, play: str) -> Callable[[UnblockingFacts], Finding]:
    """On these leads of partner's in turn, with these honours and so many small cards, that card is played."""

    def find(unblocking: UnblockingFacts) -> Finding:
        ranks = tuple(Rank(letter) for letter in led)
        if unblocking.led != ranks:
            return no(lambda: f"partner has not led {_in_turn(led)}")
        holding = unblocking.dealt
        if not holding.headed_by(held) or len(holding) != len(held) + small or _has_more(holding, held):
            return no(lambda: f"the hand was not dealt {_words(held)} and {counted(small, 'small card')}")
        card = unblocking.card(Rank(play))
        if card not in unblocking.situation.hand:
            return no(lambda: f"the {card.name} has been played")
        return yes(lambda: f"{_words(held)} and {counted(small, 'small card')} on {_words(led)}", card)

    return find


def _kept_for_the_next(led: str, held: str, small: int) -> Callable[[UnblockingFacts], Finding]:
    """On the first of two leads that a row names the honour is kept for the second: a small card is played."""
    first = led[0]

    def find(unblocking: UnblockingFacts) -> Finding:
        if unblocking.led != (Rank(first),):
            return no(lambda: f"partner has not led {_in_turn(first)} alone")
        holding = unblocking.dealt
        if not holding.headed_by(held) or len(holding) != len(held) + small or _has_more(holding, held):
            return no(lambda: f"the hand was not dealt {_words(held)} and {counted(small, 'small card')}")
        cards = [unblocking.card(rank) for rank in holding.ranks[len(held) :]]
        cards = [card for card in cards if card in unblocking.situation.hand]
        if not cards:
            return no("the small cards have been played")
        return yes(lambda: f"the {_words(held)} is kept to be played on the {_words(led[1:])}", *cards)

    return find


def _has_more(holding: Holding, held: str) -> bool:
    """Whether a card besides the honours named is not small."""
    return any(rank > Rank.NINE for rank in holding.ranks[len(held) :])


def _third_best(length: int, top: Rank) -> Callable[[UnblockingFacts], Finding]:
    """On a king, from a long holding under it, the third best, to keep the lowest and unblock with the others."""

    def find(unblocking: UnblockingFacts) -> Finding:
        if unblocking.led != (Rank.KING,):
            return no("partner has not led the king")
        holding = unblocking.dealt
        if len(holding) != length or holding.highest is not top:
            return no(lambda: f"the hand was not dealt {counted(length, 'card')} headed by the {top.word}")
        card = unblocking.card(holding.ranks[2])
        if card not in unblocking.situation.hand:
            return no(lambda: f"the {card.name} has been played")
        return yes(lambda: f"{counted(length, 'card')} headed by the {top.word}", card)

    return find


def _words(letters: str) -> str:
    return ", ".join(Rank(letter).word for letter in letters)


def _in_turn(letters: str) -> str:
    """Cards led one after the other: `the ace`, `the king and then the ace`."""
    return " and then ".join(f"the {Rank(letter).word}" for letter in letters)


unblock = Section[UnblockingFacts](KEY)

unblock.rule(
    "axi-unblock-01",
    "On the ace, from king and one small play the king.",
    lines=(1617, 1621),
    why="Your king might interrupt partner’s suit by winning a later round. On the ace it is out of the way.",
    why_lines=(330, 331),
)(_row("A", "K", 1, "K"))
unblock.rule(
    "axi-unblock-02",
    "On the king, from ace and one small play the ace.",
    lines=(1623, 1627),
    why="Your ace might interrupt partner’s suit by winning a later round. Play it on the king and it is out of the "
    "way.",
    why_lines=(330, 331),
)(_row("K", "A", 1, "A"))
unblock.rule(
    "axi-unblock-03",
    "On the queen, from king and one small play the king.",
    lines=(1629, 1633),
    why="Your king might interrupt partner’s suit by winning a later round. Play it on the queen and it is out of the "
    "way.",
    why_lines=(330, 331),
)(_row("Q", "K", 1, "K"))
unblock.rule(
    "axi-unblock-04",
    "From queen and two small, on king and then ace play the queen on the ace.",
    lines=(1635, 1639),
    row="on the ace",
    why="Your queen might interrupt partner’s suit by winning the third round. On the ace it goes, and partner can go "
    "on.",
    why_lines=(330, 331),
)(_row("KA", "Q", 2, "Q"))
unblock.rule(
    "axi-unblock-04",
    "From queen and two small, play a small card on the king: the queen waits for the ace.",
    lines=(1635, 1639),
    row="on the king",
)(_kept_for_the_next("KA", "Q", 2))
unblock.rule(
    "axi-unblock-05",
    "On the ace, from king, queen and one small play the queen.",
    lines=(1641, 1645),
    why="King and queen might interrupt partner’s suit in later rounds. The queen goes first, which gets one of them "
    "out of the way.",
    why_lines=(330, 331),
)(_row("A", "KQ", 1, "Q"))
unblock.rule(
    "axi-unblock-06",
    "On the ace, from queen, jack and one small play the jack.",
    lines=(1647, 1651),
    why="Queen and jack might interrupt partner’s suit in later rounds. The jack goes first, which gets one of them "
    "out of the way.",
    why_lines=(330, 331),
)(_row("A", "QJ", 1, "J"))
unblock.rule(
    "axi-unblock-07",
    "On the king, from queen, jack and one small play the jack.",
    lines=(1653, 1657),
    why="Queen and jack might interrupt partner’s suit in later rounds. The jack goes first, which gets one of them "
    "out of the way.",
    why_lines=(330, 331),
)(_row("K", "QJ", 1, "J"))
unblock.rule(
    "axi-unblock-08",
    "On the jack, from king, queen and one small play the queen.",
    lines=(1659, 1663),
    why="King and queen might interrupt partner’s suit in later rounds. The queen goes first, which gets one of them "
    "out of the way.",
    why_lines=(330, 331),
)(_row("J", "KQ", 1, "Q"))
unblock.rule(
    "axi-unblock-09",
    "On the king, from jack and three small play the third best.",
    lines=(1665, 1671),
    why="In the end you must not be left with a card that interrupts partner’s suit. Your lowest, which you keep, "
    "cannot.",
    why_lines=(330, 331),
)(_third_best(4, Rank.KNAVE))
unblock.rule(
    "axi-unblock-10",
    "On the king, from five headed by the queen play the third best.",
    lines=(1673, 1681),
    why="In the end you must not be left with a card that interrupts partner’s suit. Your two lowest, which you keep, "
    "cannot.",
    why_lines=(330, 331),
)(_third_best(5, Rank.QUEEN))

UNBLOCKING = Chapter(Question.THIRD, unblock, UnblockingFacts.of, silent_on=_silent_on)
