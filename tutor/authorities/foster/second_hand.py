"""Foster’s play second hand for the declarer’s opponents (pp. 141–142).

Foster gives two rules that meet when dummy, on the left, shows a card that a sequence cannot beat. High cards are
useless there “unless your high cards are two or more in sequence”, so the sequence is then played, and a single card is
not. Where dummy can be beaten, that is “all that is necessary”. “Cover an honor with an honor” is “a rule”, and pays
with the king and only two small: with a longer suit, or with nothing but the ace, the lowest is allowed.
"""

from __future__ import annotations

from itertools import pairwise

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.combinations import are_next, honours
from tutor.authorities.foster.play_facts import PlayFacts, not_an_adversary
from tutor.authorities.foster.rest_of_a_suit import played
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Holding, Rank
from tutor.codes.bridge_code import HONOURS

second = Section[PlayFacts](KEY)

ONLY_SMALL = 2
"""Covering pays with “the king and only two small” (p. 142)."""


@second.rule(
    "fos-second-cover",
    "As a rule cover an honour with an honour when it is led through you.",
    page=142,
    lines=(4865, 4872),
    why="Covering makes the declarer play two honours to win one trick. It may also make the jack or ten good in "
    "partner’s hand.",
)
def cover(facts: PlayFacts) -> Finding:
    led = facts.led
    if led is None or led.rank not in HONOURS:
        return no("no honour is led through this hand")
    over = [card for card in facts.winners if card.rank in HONOURS]
    if not over:
        return no(lambda: f"there is no honour to put on the {led.name}")
    may_not = len(facts.holding) > ONLY_SMALL + 1 or over[0].rank is Rank.ACE
    low = (facts.lowest,) if may_not and facts.lowest not in over else ()
    return yes(lambda: f"the {led.name} is led through the {over[0].name}", over[0], merely=low)


# ---- dummy on the left -------------------------------------------------------------------------------------------


def _dummys(facts: PlayFacts) -> Holding:
    """Dummy’s cards of the suit led."""
    return facts.dummy[facts.suit_led] if facts.dummy and facts.suit_led else Holding()


def dummy_not_behind(facts: PlayFacts) -> str | None:
    """Why dummy’s cards of the suit led do not matter; None where dummy plays next, and has some."""
    if not facts.dummy_follows:
        return "dummy does not lie on the left"
    return None if _dummys(facts) else "dummy has none of the suit"


dummy_behind = Section[PlayFacts](KEY, given=dummy_not_behind)


@dummy_behind.rule(
    "fos-second-dummy-left",
    "With dummy on your left, it is enough to beat the cards that it shows.",
    page=141,
    lines=(4848, 4851),
    row="beat dummy",
    why="You see dummy’s cards, so beating them is enough. When a small card is led, dummy’s ace is forced in any "
    "case, so a king played to force it is thrown away.",
    why_lines=(4848, 4863),
)
def beat_dummy(facts: PlayFacts) -> Finding:
    best = _dummys(facts).highest
    enough = [card for card in facts.winners if card.rank > best]
    if not enough:
        return no(lambda: f"dummy’s {best.word} cannot be beaten")
    return yes(lambda: f"dummy shows no card better than the {best.word}", enough[0])


second.add(beat_dummy)


def high_sequence(holding: Holding) -> Rank | None:
    """The lowest of the high cards of a combination: of the first honours in sequence; the ten of king, jack, ten."""
    held = honours(holding)
    start = next((place for place, (high, low) in enumerate(pairwise(held)) if are_next(high, low)), None)
    if start is None or held[0] not in (held[start], Rank.ACE, Rank.KING):
        return None
    end = start + 1
    while end + 1 < len(held) and are_next(held[end], held[end + 1]):
        end += 1
    return held[end]


@second.rule(
    "fos-second-lowest-of-high",
    "If you have a combination from which you would lead a high card, play the lowest of the high cards on a small "
    "one.",
    page=142,
    lines=(4874, 4880),
    why="A single high card forces nothing from dummy and is wasted. Two or more in sequence can make dummy play "
    "higher, and you still hold one as good.",
    why_lines=(4855, 4880),
)
def lowest_of_the_high(facts: PlayFacts) -> Finding:
    led = facts.led
    if led is None or led.rank in HONOURS:
        return no("no small card is led through this hand")
    rank = high_sequence(facts.holding)
    if rank is None:
        return no("there is no combination from which to lead a high card")
    card = Card(led.suit, rank)
    return yes(lambda: f"the {card.name} is the lowest of the high cards in sequence", card)


second.add(*played)


@dummy_behind.rule(
    "fos-second-dummy-left",
    "Do not throw away a high card to force one from dummy that is forced in any case.",
    page=141,
    lines=(4851, 4863),
    row="do not force",
)
def do_not_force_dummy(facts: PlayFacts) -> Finding:
    best = _dummys(facts).highest
    if any(card.rank > best for card in facts.winners):
        return no(lambda: f"dummy’s {best.word} can be beaten")
    if facts.led is not None and facts.led.rank in HONOURS:
        return no("no small card was led")
    return yes(lambda: f"dummy’s {best.word} need not be forced, and beats every card here", facts.lowest)


second.add(do_not_force_dummy)

SECOND_HAND = Chapter(Question.SECOND, second, PlayFacts, silent_on=not_an_adversary)
