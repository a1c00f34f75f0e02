"""Those of Elwell's maxims that choose a card, for the dealer and for his adversaries.

He gives them in no order of priority. Here a sure gain stands first, then what saves the game, then what brings a suit
in; a maxim that only says what is not to be led comes last, and leaves everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.elwell.book import cite, names
from tutor.authorities.elwell.reading import CHOSEN, has_re_entry
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.authorities.situation import Situation
from tutor.cards import Card, Hand, Suit
from tutor.codes.code import TRICK_VALUES
from tutor.notation import agreeing, are, counted, in_words
from tutor.view import View

GAME = 30
LONG = 4
"""A long suit has four cards at least."""


@dataclass(frozen=True)
class Table:
    """The table as who is to play sees it; for the declarer, both of his hands."""

    situation: Situation

    @classmethod
    def of(cls, view: View) -> Table:
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
        """The plain suits in which the two hands hold most together, among those that this one can lead."""
        most = max((self.both(suit) for suit in self.plain), default=0)
        return tuple(suit for suit in self.plain if self.both(suit) == most)


def _all_of(hand: Hand, suits: Sequence[Suit]) -> tuple[Card, ...]:
    return tuple(card for suit in suits for card in hand.only(suit))


# ---- the dealer leads --------------------------------------------------------------------------------------------


def _last_trump(table: Table) -> Finding:
    trumps = table.trumps
    if trumps is None or len(table.hand[trumps]) != 1 or table.situation.trumps_out or table.other[trumps].ranks:
        return fails("the hand has not the last trump")
    losers = [card for card in table.hand if card.suit is not trumps and not table.situation.is_master(card)]
    if len(losers) != 1 or len(table.hand) < 3:
        return fails(f"{counted(len(losers), 'trick')} of the rest may be lost")
    return applies("all the rest but one are winners, and this is the last trump", *table.hand.only(trumps))


def _draw_trumps(table: Table) -> Finding:
    trumps = table.trumps
    if trumps is None or not table.hand[trumps].ranks:
        return fails("there is no trump to lead")
    out = table.situation.trumps_out
    longer = max(len(table.hand[trumps]), len(table.other[trumps]))
    rounds = -(-out // 2)
    if not out:
        return fails("no trump is out against the dealer")
    if longer <= rounds:
        return fails(f"{counted(out, 'trump')} {are(out)} out, and the longer hand has only {in_words(longer)}")
    suits = [suit for suit in Suit if suit is not trumps and table.both(suit) >= LONG + 2]
    if not suits:
        return fails("there is no long suit to bring in")
    because = f"{counted(out, 'trump')} out, {in_words(longer)} in the longer hand, and the {names(suits)} to bring in"
    return applies(because, *table.hand.only(trumps))


def _make_them_discard(table: Table) -> Finding:
    situation = table.situation
    if table.trumps is not None:
        return fails("there are trumps")
    suits = [
        suit
        for suit in table.plain
        if len(situation.masters(suit)) == 3 and max(len(table.hand[suit]), len(table.other[suit])) == LONG
    ]
    if not suits:
        return fails("no suit has three sure tricks and a fourth that is not")
    others = [card for card in table.masters if card.suit not in suits]
    if not others:
        return fails("there are no winners elsewhere to make them discard on")
    return applies(f"three sure tricks in {names(suits)}, and winners elsewhere", *others)


def _keep_the_entry(table: Table) -> Finding:
    suits = [
        suit
        for suit in table.plain
        if len(table.hand[suit]) > LONG and not table.is_established(suit) and has_re_entry(table.hand, suit, CHOSEN)
    ]
    if table.trumps is not None or not suits:
        return fails("there is no long suit to clear, with one entry to it elsewhere")
    return applies(f"the {names(suits)} are not clear, and the entry is kept", *_all_of(table.hand, suits))


def _set_up_the_longest(table: Table) -> Finding:
    if table.trumps is not None:
        return fails("there are trumps")
    suits = [suit for suit in table.longest if table.both(suit) > LONG and not table.is_established(suit)]
    if not suits:
        return fails("the longest suit is established, or too short")
    return applies(f"the {names(suits)} are longest in the two hands", *_all_of(table.hand, suits))


# ---- the adversaries lead ----------------------------------------------------------------------------------------


def _save_the_game(table: Table) -> Finding:
    declaration = table.situation.view.declaration
    if declaration is None:
        return fails("nothing has been declared")
    worth = TRICK_VALUES[declaration.denomination] << declaration.doubled
    odd = -(-(GAME - table.situation.view.standing.them) // worth)
    saves = max(0, 8 - odd - table.situation.ours)
    points = (
        f"{counted(saves, 'more trick')} {agreeing(saves, 'save')} the game, and "
        f"{counted(len(table.masters), 'winner')} {are(len(table.masters))} held"
    )
    if not saves or len(table.masters) < saves:
        return fails(points)
    return applies(points, *table.masters)


def _do_not_force_a_doubler(table: Table) -> Finding:
    situation = table.situation
    if table.trumps is None or situation.doubled_by is not situation.partner:
        return fails("partner has not doubled a trump")
    ruffed = [suit for suit in table.plain if situation.has_shown_void(situation.partner, suit)]
    others = [suit for suit in table.plain if suit not in ruffed]
    if not ruffed or not others:
        return fails("there is no suit that partner ruffs, or no other")
    return applies(f"partner, who doubled, would trump {names(ruffed)}", *_all_of(table.hand, others))


def _not_their_suit(table: Table) -> Finding:
    situation = table.situation
    if situation.declarer is None:
        return fails("nobody is the dealer")
    theirs = [
        suit
        for suit in situation.suits_opened_by(situation.declarer, situation.declarer.partner)
        if suit is not table.trumps and table.hand[suit].ranks
    ]
    others = [suit for suit in table.plain if suit not in theirs]
    if not theirs or not others:
        return fails("they have opened no suit that could be led, or nothing else is left")
    return applies(f"the {names(theirs)} are theirs to establish", *_all_of(table.hand, others))


# ---- trumping ----------------------------------------------------------------------------------------------------


def _not_in_the_longer_hand(table: Table) -> Finding:
    situation = table.situation
    trumps = table.trumps
    assert trumps is not None, "only a hand with trumps is asked whether it trumps"  # noqa: S101
    if not situation.is_declarers:
        return fails("this is not a hand of the dealer’s")
    to_come = situation.trick.round()[situation.place :]
    if situation.partner not in to_come or situation.suit_led is None or table.other[situation.suit_led].ranks:
        return fails("the other hand has played, or has to follow")
    longer, shorter = len(table.hand[trumps]), len(table.other[trumps])
    if not 0 < shorter < longer:
        return fails(f"{counted(longer, 'trump')} here, and {in_words(shorter)} in the other hand")
    plain = [card for card in table.hand if card.suit is not trumps]
    if not plain:
        return fails("there is nothing but trumps")
    here = f"{counted(longer, 'trump')} here"
    return applies(f"{here}, and {in_words(shorter)} in the other hand, which can trump as well", *plain)


def _refuse_to_over_trump(table: Table) -> Finding:
    situation, trumps = table.situation, table.trumps
    assert trumps is not None, "only a hand with trumps is asked whether it trumps"  # noqa: S101
    winning = situation.winning
    if winning is None or winning.suit is not trumps or situation.partner_wins:
        return fails("no adversary has trumped")
    held = table.hand.only(trumps)
    best = max(held, key=lambda card: card.rank.height)
    above = [rank for rank in situation.outstanding(trumps) if rank > best.rank]
    plain = [card for card in table.hand if card.suit is not trumps]
    if len(above) != 1 or len(held) < 3 or not plain:
        return fails("there is not the second best trump with two others under it")
    if len([card for card in held if situation.beats(card, winning)]) != 1:
        return fails("it is not the best trump alone that over-trumps")
    return applies(f"the {best.name} and two others make tricks by waiting for the {above[0].word}", *plain)


def _with_a_master(table: Table) -> Finding:
    situation, trumps = table.situation, table.trumps
    assert trumps is not None, "only a hand with trumps is asked whether it trumps"  # noqa: S101
    if situation.partner_wins:
        return fails("partner has the trick")
    masters = situation.masters(trumps)
    if not masters or len(masters) == len(table.hand[trumps]):
        return fails("there is not a master trump beside a small one")
    to_come = [seat for seat in situation.trick.round()[situation.place :] if seat.side is not situation.seat.side]
    suit = situation.suit_led
    may_over_trump = suit is not None and any(
        situation.has_shown_void(seat, suit)
        or (seat in situation.view.seen and not situation.view.seen[seat][suit].ranks)
        for seat in to_come
    )
    if not may_over_trump:
        return fails("nobody after this hand is known to be without the suit")
    return applies("an adversary after this hand may over-trump", *masters)


# ---- the chapters ------------------------------------------------------------------------------------------------


def _why_no_bridge(view: View) -> str | None:
    return None if view.declaration else "he writes of bridge, and nothing has been declared"


MANAGING = Chapter(
    Question.MANAGE,
    (
        Rule(
            "axi-maxim-079",
            "With every trick but one sure, lead the last trump.",
            cite(355, 356),
            _last_trump,
        ),
        Rule(
            "axi-maxim-075",
            "With a trump, draw the adversaries’ trumps and bring in a long suit.",
            cite(335, 336),
            _draw_trumps,
        ),
        Rule(
            "axi-maxim-072",
            "Wanting four tricks of a suit with three sure, make the adversaries discard first.",
            cite(320, 321),
            _make_them_discard,
        ),
        Rule(
            "axi-maxim-088",
            "Clear your long suit before you part with the card that lets you in again.",
            cite(395, 395),
            _keep_the_entry,
        ),
        Rule(
            "axi-maxim-068",
            "At no-trump set up a long suit, and bring in its small cards.",
            cite(302, 303),
            _set_up_the_longest,
        ),
    ),
    Table.of,
)

SAVING = Chapter(
    Question.RETURN,
    (
        Rule(
            "axi-maxim-084",
            "Lead your high cards in time, when they save the game.",
            cite(378, 379),
            _save_the_game,
        ),
    ),
    Table.of,
    silent_on=_why_no_bridge,
)

DEFENDING = Chapter(
    Question.RETURN,
    (
        Rule(
            "axi-maxim-081",
            "Do not force a partner who has doubled.",
            cite(364, 365),
            _do_not_force_a_doubler,
        ),
        Rule(
            "axi-maxim-070",
            "Do not help to establish the adversaries’ suit.",
            cite(311, 312),
            _not_their_suit,
        ),
    ),
    Table.of,
    silent_on=_why_no_bridge,
)

TRUMPING = Chapter(
    Question.TRUMP,
    (
        Rule(
            "axi-maxim-080",
            "Do not trump in the hand that is longer in trumps.",
            cite(360, 360),
            _not_in_the_longer_hand,
        ),
        Rule(
            "axi-maxim-087",
            "Often refuse to over-trump.",
            cite(391, 391),
            _refuse_to_over_trump,
        ),
        Rule(
            "axi-maxim-086",
            "Trump with a master where you may be over-trumped.",
            cite(386, 387),
            _with_a_master,
        ),
    ),
    Table.of,
    silent_on=_why_no_bridge,
)
