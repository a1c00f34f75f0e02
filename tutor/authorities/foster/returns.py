"""What an opponent of the declarer’s leads after the first trick (pp. 125–134, 140–141).

Foster has no order between going on with a suit, returning partner’s and changing it. This one keeps every lead of the
hands he plays out (pp. 122, 127, 152). A ruff that partner has asked for comes first, then the holding over dummy that
needs a lead from partner. Next are the second round of the hand’s own suit, partner’s called suit, and what partner’s
discard asks for. Then comes the hand’s own called suit, as long as its best card or a sequence is held (on p. 122 Z
gives up the hearts when the queen is marked on the other side). Then partner’s suit is returned, and last another suit
is led, up to dummy’s weakness or through dummy’s strength.

What Foster says of another suit is for a change (“if you change the suit”, p. 141). A hand that holds the best card of
a suit of its side’s has no need of one, and he does not say which it is to lead.

“Weak” is read as having the fewest honours, and of such suits the lowest best card; any suit of dummy’s without an
honour is allowed. A suit that the declarer has opened is not led, nor a trump.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.combinations import HIGH, honours, strength
from tutor.authorities.foster.discards import DISCARDS_WEAKNESS
from tutor.authorities.foster.play_facts import names, not_an_adversary
from tutor.authorities.foster.rest_of_a_suit import lead_partners_down, lead_short_down, topped_partners
from tutor.authorities.foster.second_round_leads import SecondLeadFacts, second_lead
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit


@dataclass(frozen=True)
class ReturnFacts(SecondLeadFacts):
    """An opponent of the declarer’s who is to lead, with what partner and dummy hold and have played."""

    def over_the_queen(self, guards: int) -> Sequence[Suit]:
        """The suits of which dummy, on the right, has the queen with so many guards at least."""
        dummy = self.dummy
        if dummy is None or not self.dummy_precedes:
            return ()
        return [suit for suit in self.plain_suits if dummy[suit].headed_by("Q") and len(dummy[suit]) > guards]

    # ---- returning partner’s suit ----------------------------------------------------------------------------

    @cached_property
    def to_return(self) -> Suit | None:
        """The first suit that partner opened, if it was not opened for being called here, and there is a card of it."""
        opened = (suit for suit in self.suits_opened_by(self.partner) if suit is not self.trumps)
        suit = next(opened, None)
        if suit is None or suit in self.suits_called_by(self.seat) or not self.hand[suit] or self.is_ruffed(suit):
            return None
        return suit

    def returned(self, suit: Suit) -> Card:
        """The card of partner’s suit that is returned: of two the higher, of more the lowest."""
        return self.bottom(suit) if len(self.hand[suit]) > 2 else self.top(suit)

    # ---- changing the suit -----------------------------------------------------------------------------------

    @cached_property
    def suits_to_go_on_with(self) -> Sequence[Suit]:
        """The plain suits that this side opened, of which the best card is held here and no opponent has run out."""
        ours = self.suits_opened_by(self.seat, self.partner)
        return [suit for suit in self.plain_suits if suit in ours and self.masters(suit) and not self.is_ruffed(suit)]

    @cached_property
    def suits_to_change_to(self) -> Sequence[Suit]:
        """The plain suits held that no opponent may trump: such as have not been opened, else not by the declarer."""
        theirs = self.suits_opened_by(*self.adversaries)
        suits = [suit for suit in self.plain_suits if suit not in theirs and not self.is_ruffed(suit)]
        return [suit for suit in suits if suit not in self.openings] or suits

    def dummys_strength(self, suit: Suit) -> tuple[int, int]:
        return strength(self.dummy[suit]) if self.dummy else (0, 0)

    def weakest_of(self, suits: Sequence[Suit]) -> Sequence[Suit]:
        """Those of the suits in which dummy is weakest."""
        least = min(map(self.dummys_strength, suits))
        return [suit for suit in suits if self.dummys_strength(suit) == least]

    def change_to(self, suit: Suit) -> Card:
        """The customary card of a suit that is opened now; of partner’s called suit, or one led before, its best."""
        if suit in self.suits_called_by(self.partner) or topped_partners(self, suit):
            return self.top(suit)
        return self.from_table(suit)[1]


lead = Section[ReturnFacts](KEY)


# ---- a ruff that partner has asked for ---------------------------------------------------------------------------


@lead.rule(
    "fos-lead-show-tricks",
    "Against trumps, show each other tricks: lead the suit in which partner has shown that they can trump.",
    page=129,
    lines=(4389, 4402),
    row="led",
    why="Against trumps your side can do little at first but show each other tricks. When the leader’s winners are "
    "gone, the smaller cards of the suit still make tricks if partner can trump them.",
)
def give_the_ruff(facts: ReturnFacts) -> Finding:
    if facts.trumps is None:
        return no("there are no trumps")
    suits = [suit for suit in facts.plain_suits if facts.has_echoed(facts.partner, suit)]
    if not suits or facts.has_shown_void(facts.partner, facts.trumps):
        return no("partner has not shown that they can trump a suit")
    low = [facts.bottom(suit) for suit in suits]
    rest = (card for suit in suits for card in facts.hand.only(suit) if card not in low)
    return yes(lambda: f"partner has echoed in {names(suits)}, and can trump", *low, merely=rest)


# ---- a holding over dummy that needs a lead from partner ---------------------------------------------------------


@lead.rule(
    "fos-return-elsewhere",
    "With ace, king, jack over dummy’s guarded queen lead the king, to show the ace.",
    page=141,
    lines=(4838, 4844),
    row="king over the queen",
    why="Partner can lead through dummy’s strong suits, so that you catch the high cards that you hold over dummy. "
    "The king shows your ace, and a lead through the queen then lets you finesse the jack.",
    why_lines=(4830, 4844),
)
def king_over_the_queen(facts: ReturnFacts) -> Finding:
    suits = [suit for suit in facts.over_the_queen(guards=2) if facts.hand[suit].headed_by("AKJ")]
    if not suits:
        return no("there is no ace, king, jack over a queen of dummy’s twice guarded")
    return yes(
        lambda: f"ace, king, jack of {names(suits)} lie over dummy’s guarded queen",
        *(Card(suit, Rank.KING) for suit in suits),
    )


@lead.rule(
    "fos-return-elsewhere",
    "After that king change the suit, so that partner may get in and lead through the queen.",
    page=141,
    lines=(4838, 4844),
    row="change after the king",
)
def change_after_the_king(facts: ReturnFacts) -> Finding:
    led = facts.led_by(facts.seat)
    over = facts.over_the_queen(guards=1)
    shown = [suit for suit in over if facts.hand[suit].headed_by("AJ") and Card(suit, Rank.KING) in led]
    if not shown:
        return no("no king has been led here to show the ace and jack over dummy’s queen")

    def because() -> str:
        return f"in {names(shown)} the king has shown the ace, and partner can lead through the queen"

    back = facts.to_return
    if back is not None and back not in shown:
        return yes(lambda: f"{because()}: partner’s own suit may put partner in", facts.returned(back))
    others = [suit for suit in facts.suits_to_change_to if suit not in shown]
    if not others:
        return no("there is no other suit to lead")
    return yes(because, *map(facts.change_to, facts.weakest_of(others)))


# ---- the second round of the hand’s own suit, and of partner’s called suit -------------------------------------------

lead.add(*second_lead, lead_partners_down)


# ---- a suit that partner has called or thrown --------------------------------------------------------------------


def _partners_call(facts: ReturnFacts) -> Finding:
    suits = [one.suit for one in facts.partners_calls if one.suit not in facts.openings]
    if not suits:
        return no("partner has called no suit that has still to be opened")
    return yes(lambda: f"partner has called {names(suits)}", *map(facts.top, suits))


@lead.rule(
    "fos-lead-own-suit",
    "If partner has called a suit, lead it through the declarer: partner may catch the declarer’s guarded card.",
    page=125,
    lines=(4212, 4232),
    row="lead through for partner",
)
def lead_through_for_partner(facts: ReturnFacts) -> Finding:
    if facts.trumps is not None or facts.seat.left is not facts.declarer:
        return no("the lead here is not through the declarer at no trumps")
    return _partners_call(facts)


lead.rule(
    "fos-lead-top-or-convention",
    "If partner has called a suit that is still to be opened, lead the top of it.",
    page=127,
    lines=(4321, 4326),
    row="later",
)(_partners_call)


@lead.rule(
    "fos-disc-trump",
    "Against trumps, lead the suit that partner discards: it is the one that they want led.",
    page=149,
    lines=(5109, 5118),
    row="led",
    why="It is highly important to tell partner in which suit there is any chance of more tricks. At whist, too, "
    "players discarded from strength when the trump strength was against them.",
)
def partners_discard(facts: ReturnFacts) -> Finding:
    if facts.trumps is None:
        return no("there are no trumps")
    if DISCARDS_WEAKNESS in facts.view.agreed:
        return no("it is agreed to discard from weakness")
    first = next(iter(facts.discards_of(facts.partner)), None)
    if first is None or not facts.hand[first.suit] or facts.is_ruffed(first.suit):
        return no("partner has discarded no suit that can be led")
    return yes(
        lambda: f"partner’s first discard was the {first.name}, the suit that partner wants", facts.top(first.suit)
    )


# ---- one’s own suit ----------------------------------------------------------------------------------------------


def _still_commands(facts: ReturnFacts, suit: Suit) -> bool:
    top = facts.top(suit)
    return facts.is_master(top) or (len(facts.equals(top)) > 1 and top.rank >= HIGH)


@lead.rule(
    "fos-lead-own-suit",
    "If you alone have called a suit, lead it right out, as long as you have what clears it.",
    page=125,
    lines=(4207, 4215),
    row="right out",
)
def right_out(facts: ReturnFacts) -> Finding:
    if facts.trumps is not None:
        return no("there are trumps")
    if facts.suits_called_by(facts.partner):
        return no("partner has called a suit too")
    suits = [suit for suit in facts.own_calls if suit in facts.openings and _still_commands(facts, suit)]
    if not suits:
        return no("no suit called here has been opened and is still headed by the best card or a sequence")
    return yes(lambda: f"{names(suits)} were called here, and are led right out", *map(facts.top, suits))


lead.add(lead_short_down)


# ---- returning partner’s suit ------------------------------------------------------------------------------------


@lead.rule(
    "fos-return-second-third",
    "If you return partner’s suit, lead one of the second- and third-best if you hold both.",
    page=140,
    lines=(4812, 4821),
    why="You make more of a suit by leading its high cards than by leading low ones.",
    why_page=129,
    why_lines=(4381, 4387),
)
def second_and_third_best(facts: ReturnFacts) -> Finding:
    suit = facts.to_return
    if suit is not None:
        left = sorted((*facts.hand[suit], *facts.outstanding(suit)), reverse=True)
        both = [Card(suit, rank) for rank in left[1:3]]
        if len(both) == 2 and all(card in facts.hand for card in both) and both[0].rank >= HIGH:
            return yes(lambda: f"the second- and third-best {suit.plural} left are both here", *both)
    return no("the second- and third-best cards of partner’s suit are not both here")


@lead.rule(
    "fos-return-number",
    "If you return partner’s suit from three or more, lead a card that beats dummy, if you can.",
    page=141,
    lines=(4824, 4828),
    row="beat dummy",
    why="The card tells partner whether you have two of the suit or more. When you can see dummy’s cards, it is "
    "enough to beat them.",
    why_lines=(4823, 4851),
)
def beat_dummy(facts: ReturnFacts) -> Finding:
    dummy, suit = facts.dummy, facts.to_return
    if suit is None:
        return no("no card of partner’s suit beats dummy’s")
    if dummy is None or not dummy[suit]:
        return no(lambda: f"dummy has no {suit.singular} to beat")
    if len(facts.hand[suit]) < 3:
        return no("there are not three cards of partner’s suit")
    best = Card(suit, dummy[suit].highest)
    over = [card for card in facts.hand.only(suit) if card.rank > best.rank]
    if not over:
        return no("no card of partner’s suit beats dummy’s")
    return yes(lambda: f"dummy’s best is the {best.name}", over[-1])


@lead.rule(
    "fos-return-number",
    "Return the higher of two cards of partner’s suit, the lowest of three or more.",
    page=141,
    lines=(4823, 4825),
    row="number",
)
def return_by_number(facts: ReturnFacts) -> Finding:
    suit = facts.to_return
    if suit is None:
        return no("there is no card of a suit that partner opened")
    number = len(facts.hand[suit])
    return yes(
        lambda: f"the hand has {number} {suit.plural if number > 1 else suit.singular} to return", facts.returned(suit)
    )


# ---- changing the suit -------------------------------------------------------------------------------------------


@lead.rule(
    "fos-return-elsewhere",
    "If you change the suit, lead up to dummy’s weak suits.",
    page=141,
    lines=(4830, 4833),
    row="up to weakness",
)
def up_to_weakness(facts: ReturnFacts) -> Finding:
    dummy = facts.dummy
    if dummy is None or not facts.dummy_precedes:
        return no("dummy does not play last to this trick")
    if facts.suits_to_go_on_with:
        return no(lambda: f"{names(facts.suits_to_go_on_with)} can be continued")
    suits = facts.suits_to_change_to
    if not suits:
        return no("there is no suit to change to")
    weakest = facts.weakest_of(suits)
    no_honours = [suit for suit in suits if suit not in weakest and not honours(dummy[suit])]
    return yes(
        lambda: f"{names(weakest)} are dummy’s weakest here, and dummy plays last",
        *map(facts.change_to, weakest),
        merely=map(facts.change_to, no_honours),
    )


@lead.rule(
    "fos-return-elsewhere",
    "If dummy plays next, lead through dummy’s strong suits.",
    page=141,
    lines=(4833, 4838),
    row="through strength",
)
def through_strength(facts: ReturnFacts) -> Finding:
    dummy = facts.dummy
    if dummy is None or not facts.dummy_follows:
        return no("dummy does not play next")
    if facts.suits_to_go_on_with:
        return no(lambda: f"{names(facts.suits_to_go_on_with)} can be continued")
    strong = [suit for suit in facts.suits_to_change_to if honours(dummy[suit])]
    if not strong:
        return no("dummy has no strong suit that can be led from here")
    strength = max(map(facts.dummys_strength, strong))
    best = [suit for suit in strong if facts.dummys_strength(suit) == strength]
    return yes(
        lambda: f"{names(best)} are dummy’s strongest of the suits to lead, and dummy plays next",
        *map(facts.change_to, best),
        merely=(facts.change_to(suit) for suit in strong if suit not in best),
    )


allowed = Section[ReturnFacts](KEY)


@allowed.rule(
    "fos-return-elsewhere",
    "You may lead up to dummy’s strong suit if you can trump the second round of it.",
    page=141,
    lines=(4833, 4835),
    row="a ruff",
)
def ruff_of_strength(facts: ReturnFacts) -> Finding:
    dummy, trumps = facts.dummy, facts.trumps
    has_trumps = trumps is not None and bool(facts.hand[trumps])
    suits = [
        suit
        for suit in facts.plain_suits
        if has_trumps and dummy is not None and len(facts.hand[suit]) == 1 and honours(dummy[suit])
    ]
    if not suits or not facts.dummy_precedes:
        return no("there is no single card of dummy’s strong suit, with a trump")
    return yes(lambda: f"the second round of {names(suits)} can be trumped", *map(facts.top, suits))


RETURNING = Chapter(Question.RETURN, lead, ReturnFacts, silent_on=not_an_adversary, allows=allowed)
