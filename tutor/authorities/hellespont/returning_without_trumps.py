"""What Hellespont leads after the first trick as an opponent, when there are no trumps (pp. 147–158, 164–170).

A partner’s double comes before all, and then what is good in the hand. Without it the partner’s suit is returned at
once, unless dummy shows that it is useless (pp. 164, 170), and a player who opened goes on with the suit as
its combination wants (pp. 150–157). A suit that partner has called for comes before the hand’s own that is not
established, and a winner in that one is made before it is led (Hellespont’s Games XV to XVIII).

Which card of partner’s suit to return Hellespont says of single holdings only; in each of them it is the highest that
is left. Any other is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.defence_facts import why_not_without_trumps
from tutor.authorities.hellespont.opening_facts import LONG
from tutor.authorities.hellespont.second_round_leads_without_trumps import USELESS, OpenerFacts, going_on
from tutor.authorities.hellespont.through_and_up import through_or_up
from tutor.authorities.rules import Finding, Question, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.notation import counted


@dataclass(frozen=True)
class NoTrumpLeadFacts(OpenerFacts):
    """An opponent who leads after the first trick, and what the partner has asked for by discards."""

    @cached_property
    def asked_on_adversarys_lead(self) -> Suit | None:
        """The suit of the first discard that the partner made on an opponent’s lead, unless it was thrown twice."""
        if self.first_discard is None or self.called_for is not None:
            return None
        card, leader = self.first_discard
        discards = self.table.discards_of(self.table.partner)
        is_repeated = len(discards) > 1 and discards[1].suit is card.suit
        return None if leader.side is self.table.seat.side or is_repeated else card.suit

    @cached_property
    def left_over(self) -> Suit | None:
        """The suit that the partner has kept, having thrown from two others on leads of this side (p. 173)."""
        if self.first_discard is None or self.called_for is not None:
            return None
        if self.first_discard[1] is not self.table.seat:
            return None
        thrown = {card.suit for card in self.table.discards_of(self.table.partner)}
        kept = [
            suit for suit in Suit if suit not in thrown and suit is not self.own_suit and not self.partner_is_out(suit)
        ]
        return kept[0] if len(thrown) > 1 and len(kept) == 1 else None

    @property
    def asked(self) -> Suit | None:
        """The suit that the partner has asked for by what was thrown away."""
        return self.called_for or self.asked_on_adversarys_lead or self.left_over


def _masters_of_longest(facts: NoTrumpLeadFacts, suits: list[Suit]) -> tuple[list[Suit], list[Card]]:
    """Those of the suits that have the most cards, and the winners in them."""
    most = max(len(facts.hand[suit]) for suit in suits)
    longest = [suit for suit in suits if len(facts.hand[suit]) == most]
    return longest, [card for suit in longest for card in facts.table.masters(suit)]


def _to_partner(facts: NoTrumpLeadFacts, suit: Suit, because: Reason) -> Finding:
    highest, *rest = facts.hand.only(suit)
    return yes(because, highest, merely=rest)


# ---- what is good, and what partner asks for ---------------------------------------------------------------------

lead = Section[NoTrumpLeadFacts](KEY)


@lead.rule(
    "hel-nt-goal",
    "Bring in a suit that is established.",
    page=147,
    lines=(7301, 7309),
    row="established",
    why="Without trumps each side tries to make its long suit good and to stop the other’s. Once the high cards are "
    "out of the way, four or five tricks a deal fall to small cards.",
    why_lines=(7303, 7336),
)
def bring_in(facts: NoTrumpLeadFacts) -> Finding:
    suits = [suit for suit in Suit if _runs(facts, suit) and (len(facts.hand[suit]) > 1 or suit is facts.own_suit)]
    if not suits:
        return no("no suit is established")
    longest, cards = _masters_of_longest(facts, suits)
    return yes(lambda: f"the winners of {facts.names(longest)} draw all the others", *cards)


def _runs(facts: NoTrumpLeadFacts, suit: Suit) -> bool:
    """Whether the winners at the head of a suit draw all that is out of it."""
    masters = len(facts.table.masters(suit))
    return bool(masters) and masters >= len(facts.table.outstanding(suit))


CERTAIN_WINNERS = 3
"""How many winners head “a strong suit consisting of certain winning cards”: “such as ace, king, queen” (p. 252)."""


@lead.rule(
    "hel-third-get-out",
    "Before you return partner’s suit, make a strong suit of your own if it consists of certain winners.",
    page=164,
    lines=(8101, 8109),
    why="You return partner’s suit because you cannot hope to establish two, and trying usually establishes neither. "
    "For first taking the winners of your own strong suit, the author gives no reason.",
    why_page=170,
    why_lines=(8345, 8356),
)
def own_certain_winners(facts: NoTrumpLeadFacts) -> Finding:
    if facts.partner_opened is None:
        return no("partner did not open")
    masters = {suit: facts.table.masters(suit) for suit in Suit if len(facts.hand[suit]) >= LONG}
    strong = {suit: cards for suit, cards in masters.items() if len(cards) >= CERTAIN_WINNERS}
    if not strong:
        return no("there is no strong suit of certain winners to make first")
    cards = (card for cards in strong.values() for card in cards)
    return yes(lambda: f"{facts.names(strong)} are a strong suit of certain winners", *cards)


@lead.rule(
    "hel-game-17",
    "Make a winner in the suit that you have opened before you lead the one that partner asks for.",
    page=273,
    lines=(13097, 13098),
    why="With the odd trick already made, a lost finesse costs little against the game that it may win. For the "
    "defender’s winner before partner’s suit, the note gives no reason.",
    why_lines=(13089, 13098),
)
def winner_before_partners_suit(facts: NoTrumpLeadFacts) -> Finding:
    asked, own = facts.asked, facts.own_suit
    if asked is None or own is None or own is asked:
        return no("partner has asked for no suit other than the one opened")
    masters = facts.table.masters(own)
    if not masters:
        return no(lambda: f"no winner is left in the {own.plural}, which were opened")
    return yes(lambda: f"the {masters[0].name} is good, and is made before partner’s {asked.plural} are led", *masters)


@lead.rule(
    "hel-discard-nt-call",
    "Lead the suit that partner has called for, by discarding a high card and then a lower, or the head of a sequence.",
    page=172,
    lines=(8437, 8454),
    row="answered",
    why="A call names the suit whoever is leading, so partner need not guess. It suits five or six headed by a high "
    "card, and leaves your guards in shorter suits untouched.",
    why_lines=(8435, 8454),
)
def partner_called(facts: NoTrumpLeadFacts) -> Finding:
    suit = facts.called_for
    if suit is None or not facts.hand[suit]:
        return no("partner’s discards have called for no suit, or it cannot be led")
    return _to_partner(facts, suit, lambda: f"partner’s discards have called for {suit.plural}")


@lead.rule(
    "hel-discard-nt-adversary-leads",
    "Lead the suit of the first discard that partner made on an opponent’s lead.",
    page=173,
    lines=(8489, 8493),
    row="answered",
    why="While the opponents lead, your first discard is the only one that speaks. Partner learns the suit to lead at "
    "once, and reads nothing into the cards you throw later.",
    why_lines=(8489, 8494),
)
def partner_discarded_from_strength(facts: NoTrumpLeadFacts) -> Finding:
    suit = facts.asked_on_adversarys_lead
    if suit is None or not facts.hand[suit]:
        return no("partner made no first discard on an opponent’s lead that shows a suit to be led")
    return _to_partner(
        facts, suit, lambda: f"an opponent was leading, and partner’s first discard asks for {suit.plural}"
    )


@lead.rule(
    "hel-discard-nt-partner-leads",
    "If partner has thrown from two suits on your leads, lead the one that they have kept.",
    page=173,
    lines=(8474, 8487),
    row="answered",
    why="You usually have to discard more than once. By throwing from two suits you leave partner in no doubt about "
    "the third, for the moment when partner’s own suit is exhausted.",
)
def partner_left_one_suit(facts: NoTrumpLeadFacts) -> Finding:
    suit = facts.left_over
    if suit is None or not facts.hand[suit]:
        return no("partner’s discards on this side’s leads do not leave one suit that partner wants")
    return _to_partner(
        facts, suit, lambda: f"of the suits that are left, partner has thrown from all but {suit.plural}"
    )


# ---- against a long suit in dummy ---------------------------------------------------------------------

DUMMYS_LONG_SUIT = 5
"""From how many cards a suit of dummy is taken for long."""
MOST_STOPPERS = 2
"""How many winners here hold such a suit up, at most."""


@lead.rule(
    "hel-play-draw-reentry",
    "Before your stopper in dummy’s long suit is forced out, lead high to draw the card that would bring it in.",
    page=316,
    lines=(14874, 14884),
    why="Once your stopper is gone, dummy’s whole suit makes if dummy can get in. Leading high makes dummy spend its "
    "card of entry first. If the dealer refuses, your card wins and the next lead draws it.",
)
def draw_the_re_entry(facts: NoTrumpLeadFacts) -> Finding:
    long = [suit for suit in Suit if _is_held_up_only_here(facts, suit)]
    if not long:
        return no("dummy has no long suit that only this hand holds up")
    entries = [suit for suit in Suit if suit not in long and facts.dummys_winners(suit)]
    if len(entries) != 1:
        return no(lambda: f"dummy’s {facts.names(long)} have no single card to bring them in")
    entry, king = facts.dummy[entries[0]], Card(entries[0], Rank.KING)
    if Rank.ACE not in entry or len(entry) > 2 or king not in facts.hand:
        return no(lambda: f"the card that brings in the {facts.names(long)} cannot be drawn from here")
    return yes(
        lambda: (
            f"dummy’s {facts.names(long)} wait only for this hand’s best to go, and the {king.name} draws "
            "the card that brings them in"
        ),
        king,
    )


def _is_held_up_only_here(facts: NoTrumpLeadFacts, suit: Suit) -> bool:
    """Whether dummy has a long suit that will be good once the player’s masters have gone."""
    theirs = facts.dummy[suit]
    if len(theirs) < DUMMYS_LONG_SUIT:
        return False
    mine = facts.table.masters(suit)
    if not 1 <= len(mine) <= MOST_STOPPERS:
        return False
    left = [rank for rank in (*facts.table.unseen(suit), *facts.hand[suit]) if Card(suit, rank) not in mine]
    return len(left) <= len(theirs) and all(rank < theirs.highest for rank in left)


# ---- partner’s suit ----------------------------------------------------------------------------------------------


@lead.rule(
    "hel-third-return",
    "Return partner’s suit, unless dummy has two certain winners in it.",
    page=170,
    lines=(8345, 8356),
    why="Your side cannot hope to establish two suits, and trying usually establishes neither. Only when dummy has "
    "two sure winners in partner’s suit is the return useless.",
)
def return_partners_suit(facts: NoTrumpLeadFacts) -> Finding:
    suit = facts.partners_suit
    if suit is None or not facts.hand[suit]:
        return no("partner has opened no suit, or there is no card of it to return")
    winners = facts.dummys_winners(suit)
    if winners >= USELESS:
        return no(lambda: f"dummy has {counted(winners, 'certain winner')} in partner’s {suit.plural}")
    return _to_partner(facts, suit, lambda: f"{suit.plural} are partner’s suit, and are returned at once")


# ---- when there is nothing to go on with or to return ------------------------------------------------------------

otherwise = Section[NoTrumpLeadFacts](KEY)


@otherwise.rule(
    "hel-nt-goal",
    "With nothing to continue or to return, establish a long suit of your own that has winners at its head.",
    page=147,
    lines=(7301, 7309),
    row="long suit",
)
def long_suit_with_winners(facts: NoTrumpLeadFacts) -> Finding:
    suits = [suit for suit in Suit if len(facts.hand[suit]) >= LONG and facts.table.masters(suit)]
    if not suits:
        return no("there is no suit of four or more with a winner at its head")
    longest, cards = _masters_of_longest(facts, suits)
    return yes(lambda: f"nothing can be returned, and {facts.names(longest)} may be established", *cards)


@otherwise.rule(
    "hel-maxim-watch-cards",
    "Lead a small card if you have noted that it has become the best of its suit.",
    page=175,
    lines=(8569, 8573),
    row="led",
    why="A small card becomes the best of its suit when the cards above it have fallen. If you did not notice them "
    "fall, you fail to use the winner you hold.",
)
def small_card_has_become_best(facts: NoTrumpLeadFacts) -> Finding:
    small = [card for card in facts.winners if card.rank < Rank.TEN]
    if not small:
        return no("no card below the ten has become the best of its suit")
    return yes(lambda: f"the {small[0].name} has become the best of its suit", *small)


otherwise.rule(
    "hel-lead-trump-blind",
    "With no suit to continue or to return, lead through the strong suits of dummy or up to the weak.",
    page=133,
    lines=(6686, 6690),
    why="Only the opening lead is made in the dark. After it, dummy shows which suits are strong and which "
    "are weak, and your lead should use that.",
    why_lines=(6683, 6690),
)(through_or_up)


LEADING_ON_AGAINST_NO_TRUMPS = Chapter(
    Question.RETURN, (*lead, *going_on, *otherwise), NoTrumpLeadFacts.of, silent_on=why_not_without_trumps
)
