"""Foster’s play second hand for the declarer’s adversaries (pp. 141–142).

He gives two rules that meet when dummy, on the left, shows a card that a sequence cannot beat: high cards are useless
there “unless your high cards are two or more in sequence”, so the sequence is then played, and a single card is not.
Where dummy can be beaten, that is “all that is necessary”. “Cover an honor with an honor” is “a rule”, and pays with
the king and only two small: with a longer suit, or with nothing but the ace, the lowest is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import cite
from tutor.authorities.foster.combinations import are_next, honours
from tutor.authorities.foster.following_up import PLAY_PARTNERS_DOWN, PLAY_SHORT_DOWN
from tutor.authorities.foster.reading_of_play import SHORT
from tutor.authorities.foster.table import Table, why_not_an_adversarys
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Holding, Rank
from tutor.codes.code import HONOURS


def _cover(table: Table) -> Finding:
    led = table.led
    if led is None or led.rank not in HONOURS:
        return fails("no honour is led through this hand")
    over = [card for card in table.winners if card.rank in HONOURS]
    if not over:
        return fails(f"there is no honour to put on the {led.name}")
    may_not = len(table.holding) > SHORT or over[0].rank is Rank.ACE
    low = (table.lowest,) if may_not and table.lowest not in over else ()
    return Finding(f"the {led.name} is led through the {over[0].name}", (over[0],), low)


def _beat_dummy(table: Table) -> Finding:
    dummys = _dummys(table)
    if isinstance(dummys, str):
        return fails(dummys)
    enough = [card for card in table.winners if card.rank > dummys.highest]
    if not enough:
        return fails(f"dummy’s {dummys.highest.word} cannot be beaten")
    return applies(f"dummy shows nothing better than the {dummys.highest.word}", enough[0])


def _do_not_force_dummy(table: Table) -> Finding:
    dummys = _dummys(table)
    if isinstance(dummys, str):
        return fails(dummys)
    if any(card.rank > dummys.highest for card in table.winners):
        return fails(f"dummy’s {dummys.highest.word} can be beaten")
    if table.led is not None and table.led.rank in HONOURS:
        return fails("it is not a small card that was led")
    return applies(f"dummy’s {dummys.highest.word} need not be forced, and beats every card here", table.lowest)


def _dummys(table: Table) -> Holding | str:
    """Dummy’s cards of the suit led, where dummy plays next; else why they do not matter."""
    if table.dummy is None or not table.dummy_follows or table.suit_led is None:
        return "dummy does not lie on the left"
    return table.dummy[table.suit_led] or "dummy has none of the suit"


def high_sequence(holding: Holding) -> Rank | None:
    """The lowest of the high cards of a combination: of the first honours in sequence; the ten of king, knave, ten."""
    held = honours(holding)
    start = next((place for place, (high, low) in enumerate(pairwise(held)) if are_next(high, low)), None)
    if start is None or held[0] not in (held[start], Rank.ACE, Rank.KING):
        return None
    end = start + 1
    while end + 1 < len(held) and are_next(held[end], held[end + 1]):
        end += 1
    return held[end]


def _lowest_of_the_high(table: Table) -> Finding:
    led = table.led
    if led is None or led.rank in HONOURS:
        return fails("it is not a small card that is led through this hand")
    rank = high_sequence(table.holding)
    if rank is None:
        return fails("there is no combination from which a high card is led")
    card = Card(led.suit, rank)
    return applies(f"the {card.name} is the lowest of the high cards in sequence", card)


SECOND_HAND_RULES: Sequence[Rule[Table]] = (
    Rule(
        "fos-second-cover",
        "As a rule cover an honour with an honour when it is led through you.",
        cite(142, 4865, 4872),
        _cover,
    ),
    Rule(
        "fos-second-dummy-left",
        "With dummy on your left it is enough to beat the cards that he shows.",
        cite(141, 4848, 4851),
        _beat_dummy,
        "beat dummy",
    ),
    Rule(
        "fos-second-lowest-of-high",
        "With a combination from which you would lead a high card, play the lowest of the high cards on a small one.",
        cite(142, 4874, 4880),
        _lowest_of_the_high,
    ),
    PLAY_PARTNERS_DOWN,
    PLAY_SHORT_DOWN,
    Rule(
        "fos-second-dummy-left",
        "Do not throw away a high card to force one from dummy that is forced in any case.",
        cite(141, 4851, 4863),
        _do_not_force_dummy,
        "do not force",
    ),
)


SECOND_HAND = Chapter(Question.SECOND, SECOND_HAND_RULES, Table, silent_on=why_not_an_adversarys)
