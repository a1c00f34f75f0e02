"""Those of Elwell's maxims that choose a card, for the dealer and for his opponents.

Elwell gives them in no order of priority. Here a sure gain stands first, then what saves the game, then what brings a
suit in; a maxim that only says what is not to be led comes last, and leaves everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.elwell.book import KEY, names
from tutor.authorities.elwell.interpretations import CHOSEN, has_re_entry
from tutor.authorities.rules import NO_REASON, Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.authorities.situation import Situation
from tutor.cards import Card, Hand, Suit
from tutor.codes.bridge_code import TRICK_VALUES
from tutor.notation import agreeing, are, counted, in_words
from tutor.view import View

GAME = 30
LONG = 4
"""A long suit has four cards at least."""


@dataclass(frozen=True)
class PlayFacts:
    """The table as the player sees it; for the declarer, both hands."""

    situation: Situation

    @classmethod
    def of(cls, view: View) -> PlayFacts:
        return cls(Situation(view))

    @property
    def hand(self) -> Hand:
        return self.situation.hand

    @cached_property
    def other(self) -> Hand:
        """The hand opposite, where the player sees it; none of its cards elsewhere."""
        return self.situation.view.seen.get(self.situation.partner, Hand())

    @cached_property
    def trumps(self) -> Suit | None:
        return self.situation.trumps

    def both(self, suit: Suit) -> int:
        """How many cards of a suit the player's two hands hold."""
        return len(self.hand[suit]) + len(self.other[suit])

    @cached_property
    def plain(self) -> tuple[Suit, ...]:
        """The suits of this hand that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trumps and self.hand[suit].ranks)

    def is_established(self, suit: Suit) -> bool:
        """Whether every card of a suit in this hand is a master."""
        return len(self.situation.masters(suit)) == len(self.hand[suit])

    @cached_property
    def masters(self) -> tuple[Card, ...]:
        """The masters of this hand in plain suits."""
        return tuple(card for suit in self.plain for card in self.situation.masters(suit))

    @cached_property
    def longest(self) -> tuple[Suit, ...]:
        """The plain suits in which the two hands hold most together, among those that can be led from here."""
        most = max((self.both(suit) for suit in self.plain), default=0)
        return tuple(suit for suit in self.plain if self.both(suit) == most)


def _all_of(hand: Hand, suits: Sequence[Suit]) -> tuple[Card, ...]:
    return tuple(card for suit in suits for card in hand.only(suit))


# ---- the dealer leads --------------------------------------------------------------------------------------------

managing = Section[PlayFacts](KEY)


@managing.rule(
    "axi-maxim-079", ("If you are sure of every trick but one, lead the last trump."), lines=(355, 356), why=NO_REASON
)
def last_trump(facts: PlayFacts) -> Finding:
    trumps = facts.trumps
    if trumps is None or len(facts.hand[trumps]) != 1 or facts.situation.trumps_out or facts.other[trumps].ranks:
        return no("the hand does not have the last trump")
    losers = [card for card in facts.hand if card.suit is not trumps and not facts.situation.is_master(card)]
    if len(losers) != 1 or len(facts.hand) < 3:
        return no(lambda: f"{counted(len(losers), 'trick')} of the rest may be lost")
    return yes("all the rest but one are winners, and this is the last trump", *facts.hand.only(trumps))


@managing.rule(
    "axi-maxim-075",
    "If you have a trump, draw the opponents’ trumps and bring in a long suit.",
    lines=(335, 336),
    why="Once the trumps are exhausted, you can bring in your suit.",
)
def draw_trumps(facts: PlayFacts) -> Finding:
    trumps = facts.trumps
    if trumps is None or not facts.hand[trumps].ranks:
        return no("there is no trump to lead")
    out = facts.situation.trumps_out
    longer = max(len(facts.hand[trumps]), len(facts.other[trumps]))
    rounds = -(-out // 2)
    if not out:
        return no("no trump is out against the dealer")
    if longer <= rounds:
        return no(lambda: f"{counted(out, 'trump')} {are(out)} out, and the longer hand has only {in_words(longer)}")
    suits = [suit for suit in Suit if suit is not trumps and facts.both(suit) >= LONG + 2]
    if not suits:
        return no("there is no long suit to bring in")

    def because() -> str:
        return (
            f"with {counted(out, 'trump')} out and {in_words(longer)} in the longer hand, the {names(suits)} "
            "can be brought in"
        )

    return yes(because, *facts.hand.only(trumps))


@managing.rule(
    "axi-maxim-072",
    "If you want four tricks in a suit where three are sure, make the opponents discard first.",
    lines=(320, 321),
    why="Three tricks are all you can see. If your opponents have a chance to discard, they may throw cards of this "
    "suit and let you make a fourth.",
)
def make_them_discard(facts: PlayFacts) -> Finding:
    situation = facts.situation
    if facts.trumps is not None:
        return no("there are trumps")
    suits = [
        suit
        for suit in facts.plain
        if len(situation.masters(suit)) == 3 and max(len(facts.hand[suit]), len(facts.other[suit])) == LONG
    ]
    if not suits:
        return no("no suit has three sure tricks and a fourth that is not sure")
    others = [card for card in facts.masters if card.suit not in suits]
    if not others:
        return no("there are no winners elsewhere to make them discard on")
    return yes(lambda: f"there are three sure tricks in {names(suits)}, and winners elsewhere", *others)


@managing.rule(
    "axi-maxim-088",
    "Clear your long suit before you part with your entry to it.",
    lines=(395, 395),
    why="Once the suit is clear, the re-entry lets you in to make its small cards.",
)
def keep_the_entry(facts: PlayFacts) -> Finding:
    suits = [
        suit
        for suit in facts.plain
        if len(facts.hand[suit]) > LONG and not facts.is_established(suit) and has_re_entry(facts.hand, suit, CHOSEN)
    ]
    if facts.trumps is not None or not suits:
        return no("there is no long suit to clear, with one entry to it elsewhere")
    return yes(lambda: f"the {names(suits)} are not clear, and the entry is kept", *_all_of(facts.hand, suits))


@managing.rule(
    "axi-maxim-068",
    "At no-trump set up a long suit, and bring in its small cards.",
    lines=(302, 303),
    why="That is what no-trump play tries to do. Once the suit is established, its small cards make tricks too.",
)
def set_up_the_longest(facts: PlayFacts) -> Finding:
    if facts.trumps is not None:
        return no("there are trumps")
    suits = [suit for suit in facts.longest if facts.both(suit) > LONG and not facts.is_established(suit)]
    if not suits:
        return no("the longest suit is established, or too short")
    return yes(lambda: f"the {names(suits)} are longest in the two hands", *_all_of(facts.hand, suits))


# ---- the opponents lead ----------------------------------------------------------------------------------------

saving = Section[PlayFacts](KEY)


@saving.rule(
    "axi-maxim-084",
    "Lead your high cards in time, if they save the game.",
    lines=(378, 379),
    why="Many rubbers are lost that a high card, led promptly, might have saved.",
)
def save_the_game(facts: PlayFacts) -> Finding:
    declaration = facts.situation.view.declaration
    if declaration is None:
        return no("nothing has been declared")
    worth = TRICK_VALUES[declaration.denomination] << declaration.doubled
    odd = -(-(GAME - facts.situation.view.standing.them) // worth)
    saves = max(0, 8 - odd - facts.situation.ours)

    def points() -> str:
        return (
            f"{counted(saves, 'more trick')} {agreeing(saves, 'saves')} the game, and "
            f"{counted(len(facts.masters), 'winner')} {are(len(facts.masters))} held"
        )

    if not saves or len(facts.masters) < saves:
        return no(points)
    return yes(points, *facts.masters)


defending = Section[PlayFacts](KEY)


@defending.rule(
    "axi-maxim-081",
    "Do not force a partner who has doubled.",
    lines=(364, 365),
    why="A partner who doubles usually has trump strength. Making them ruff puts an obstacle in their way.",
)
def do_not_force_a_doubler(facts: PlayFacts) -> Finding:
    situation = facts.situation
    if facts.trumps is None or situation.doubled_by is not situation.partner:
        return no("partner has not doubled a trump")
    ruffed = [suit for suit in facts.plain if situation.has_shown_void(situation.partner, suit)]
    others = [suit for suit in facts.plain if suit not in ruffed]
    if not ruffed or not others:
        return no("there is no suit that partner ruffs, or no other")
    return yes(lambda: f"partner, who doubled, would trump {names(ruffed)}", *_all_of(facts.hand, others))


@defending.rule(
    "axi-maxim-070",
    "Do not help to establish the opponents’ suit.",
    lines=(311, 312),
    why="You would be playing your opponents’ game for them.",
)
def not_their_suit(facts: PlayFacts) -> Finding:
    situation = facts.situation
    if situation.declarer is None:
        return no("it is not known who the dealer is")
    theirs = [
        suit
        for suit in situation.suits_opened_by(situation.declarer, situation.declarer.partner)
        if suit is not facts.trumps and facts.hand[suit].ranks
    ]
    others = [suit for suit in facts.plain if suit not in theirs]
    if not theirs or not others:
        return no("they have opened no suit that could be led, or nothing else is left")
    return yes(lambda: f"the {names(theirs)} are the opponents’ suits", *_all_of(facts.hand, others))


# ---- trumping ----------------------------------------------------------------------------------------------------

trumping = Section[PlayFacts](KEY)


@trumping.rule("axi-maxim-080", "Do not trump in the hand that is longer in trumps.", lines=(360, 360), why=NO_REASON)
def not_in_the_longer_hand(facts: PlayFacts) -> Finding:
    situation = facts.situation
    trumps = facts.trumps
    assert trumps is not None, "the rule is only for a hand with trumps"  # noqa: S101
    if not situation.is_declarers:
        return no("this is not one of the dealer’s hands")
    to_come = situation.trick.round()[situation.place :]
    if situation.partner not in to_come or situation.suit_led is None or facts.other[situation.suit_led].ranks:
        return no("the other hand has played, or must follow")
    longer, shorter = len(facts.hand[trumps]), len(facts.other[trumps])
    if not 0 < shorter < longer:
        return no(lambda: f"this hand has {counted(longer, 'trump')}, and the other has {in_words(shorter)}")
    plain = [card for card in facts.hand if card.suit is not trumps]
    if not plain:
        return no("there are only trumps")

    def here() -> str:
        return f"this hand has {counted(longer, 'trump')}"

    return yes(lambda: f"{here()}, and the other has {in_words(shorter)} and can trump as well", *plain)


@trumping.rule("axi-maxim-087", "Often refuse to over-trump.", lines=(391, 391), why=NO_REASON)
def refuse_to_over_trump(facts: PlayFacts) -> Finding:
    situation, trumps = facts.situation, facts.trumps
    assert trumps is not None, "the rule is only for a hand with trumps"  # noqa: S101
    winning = situation.winning
    if winning is None or winning.suit is not trumps or situation.partner_wins:
        return no("no opponent has trumped")
    held = facts.hand.only(trumps)
    best = max(held, key=lambda card: card.rank.height)
    above = [rank for rank in situation.outstanding(trumps) if rank > best.rank]
    plain = [card for card in facts.hand if card.suit is not trumps]
    if len(above) != 1 or len(held) < 3 or not plain:
        return no("the hand does not have the second best trump with two others under it")
    if len([card for card in held if situation.beats(card, winning)]) != 1:
        return no("the best trump is not the only one here that over-trumps")
    return yes(lambda: f"the {best.name} and two others make tricks by waiting for the {above[0].word}", *plain)


@trumping.rule(
    "axi-maxim-086",
    "Trump with a master if you may be over-trumped.",
    lines=(386, 387),
    why="A ruff with the commanding trump rarely loses a trick and often gains one.",
)
def with_a_master(facts: PlayFacts) -> Finding:
    situation, trumps = facts.situation, facts.trumps
    assert trumps is not None, "the rule is only for a hand with trumps"  # noqa: S101
    if situation.partner_wins:
        return no("partner has the trick")
    masters = situation.masters(trumps)
    if not masters or len(masters) == len(facts.hand[trumps]):
        return no("there is not a master trump beside a small one")
    to_come = [seat for seat in situation.trick.round()[situation.place :] if seat.side is not situation.seat.side]
    suit = situation.suit_led
    may_over_trump = suit is not None and any(
        situation.has_shown_void(seat, suit)
        or (seat in situation.view.seen and not situation.view.seen[seat][suit].ranks)
        for seat in to_come
    )
    if not may_over_trump:
        return no("nobody who plays after this hand is known to be out of the suit")
    return yes("an opponent who plays after this hand may over-trump", *masters)


# ---- the chapters ------------------------------------------------------------------------------------------------


def _why_no_bridge(view: View) -> str | None:
    return None if view.declaration else "Elwell writes of bridge, and nothing has been declared"


MANAGING = Chapter(
    Question.MANAGE,
    managing,
    PlayFacts.of,
)

SAVING = Chapter(
    Question.RETURN,
    saving,
    PlayFacts.of,
    silent_on=_why_no_bridge,
)

DEFENDING = Chapter(
    Question.RETURN,
    defending,
    PlayFacts.of,
    silent_on=_why_no_bridge,
)

TRUMPING = Chapter(
    Question.TRUMP,
    trumping,
    PlayFacts.of,
    silent_on=_why_no_bridge,
)
