"""When Cælebs leads a suit that others have opened: partner’s, or the opponents’ (pp. 23, 28, 31, 49–53)."""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import LONG, LeadKind, names
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank, Suit
from tutor.seats import Seat

# ---- for a ruff, and through a suit that was dropped -----------------------------------------------------------------

ruffs_and_dropped_suits = Section[LeadFacts](KEY)


@ruffs_and_dropped_suits.rule(
    "cae-art-003c",
    "If partner leads high and then low from a short suit, partner wants to ruff: lead it again.",
    page=23,
    lines=(1277, 1279),
    why="A lead from only two cards, with the higher first, shows that partner wishes to ruff. The next lead of the "
    "suit gives partner that ruff.",
)
def for_his_ruff(facts: LeadFacts) -> Finding:
    suits = [
        suit
        for suit in facts.partners_suits
        if facts.kind_of_lead(facts.partner, suit) is LeadKind.DEFENSIVE
        and len(facts.played_by(facts.partner, suit)) == 2
        and facts.may_hold_trumps(facts.partner)
        and not facts.has_shown_void(facts.partner, suit)
    ]
    if not suits:
        return no("partner has not led the higher and then the lower of a short suit")
    return yes(
        lambda: f"partner led {names(suits)} from the top and followed lower, and wishes to ruff",
        *facts.lowest_in(suits),
    )


def _dropped_by(facts: LeadFacts, seat: Seat) -> tuple[Suit, ...]:
    """The suits that a player opened with king or queen, and left for another when they led again."""
    opened = {
        lead.card.suit: lead
        for lead in reversed(facts.leads)
        if lead.seat is seat and lead.card.suit in facts.suits_opened_by(seat)
    }
    return tuple(
        suit
        for suit in facts.plain_suits
        if suit in opened
        and facts.rounds(suit) == 1
        and opened[suit].card.rank in (Rank.KING, Rank.QUEEN)
        and any(lead.seat is seat and lead.trick > opened[suit].trick for lead in facts.leads)
    )


@ruffs_and_dropped_suits.rule(
    "cae-art-012",
    "If a player drops a suit to have it led up to them, lead it through them.",
    page=31,
    lines=(1569, 1584),
    why="That player wants the suit led up to them. Leading through them may prevent their finesse and give partner a "
    "trick over their card, and saves partner from leading up to their tenace.",
)
def through_who_dropped_it(facts: LeadFacts) -> Finding:
    left = facts.seat.left
    suits = _dropped_by(facts, left)
    if not suits:
        return no("nobody on the left has led a king or queen and dropped the suit")
    kept = [suit for suit in suits if facts.masters(suit)]
    cards = [card for suit in suits if suit not in kept for card in facts.either_end(suit)]

    def because() -> str:
        return f"{left.label} led king or queen of {names(suits)} and dropped the suit, to be led up to"

    return yes(because, *facts.lowest_in(kept), *cards)


# ---- partner’s suit --------------------------------------------------------------------------------------------------

returns = Section[LeadFacts](KEY)


@returns.rule(
    "cae-art-057",
    "If you have finessed the queen from ace, queen in partner’s suit, lead the ace before another card of it.",
    page=49,
    lines=(2319, 2330),
    row="lead",
    why="Once partner sees the ace, they will not finesse in the suit. It is also wrong to keep back the best card of "
    "partner’s own suit.",
    why_lines=(2319, 2327),
)
def ace_before_another(facts: LeadFacts) -> Finding:
    suits = [
        suit
        for suit in facts.partners_strong_suits
        if facts.won_for_partner(suit) is Rank.QUEEN and Rank.ACE in facts.hand[suit]
    ]
    if not suits:
        return no("no suit of partner’s was won with the queen from ace, queen")
    return yes("the queen was finessed from ace, queen, and the ace comes next", *facts.highest_in(suits))


@returns.rule(
    "cae-art-064",
    "From king, jack in partner’s suit return the jack of three, the lowest of four.",
    page=51,
    lines=(2402, 2407),
    row="return",
    why="With fewer than four, king and then jack shows partner that you are short, and leaves the finesse to them. "
    "To a later lead of partner’s, the finesse is safer.",
    why_lines=(2402, 2419),
)
def king_knave_returned(facts: LeadFacts) -> Finding:
    knaves, lows = [], []
    for suit in facts.partners_strong_suits:
        dealt = facts.dealt[suit]
        if not dealt.headed_by("KJ") or facts.rounds(suit) != 1:
            continue
        won = facts.won_for_partner(suit)
        if won is Rank.KNAVE and len(dealt) >= LONG:
            lows.append(suit)
        if won is Rank.KING and len(dealt) < LONG:
            knaves.append(suit)
    if not knaves and not lows:
        return no("no suit of partner’s was won from king, jack")

    def because() -> str:
        return f"partner’s {names([*knaves, *lows])} were won from king, jack"

    return yes(because, *facts.highest_in(knaves), *facts.lowest_in(lows))


@returns.rule(
    "cae-art-065",
    "Return your highest card left of partner’s suit, if you had fewer than four of it.",
    page=51,
    lines=(2409, 2424),
    row="return",
    why="Your best card leaves the finesse to partner, in their own suit. Returning your highest then shows that you "
    "are short and strengthens partner, where a small card would weaken them.",
    why_lines=(2409, 2419),
)
def highest_of_few(facts: LeadFacts) -> Finding:
    suits = [suit for suit in facts.partners_strong_suits if len(facts.dealt[suit]) < LONG]
    if not suits:
        return no("in every suit that partner led from strength, this hand was dealt four or more")
    return yes(
        lambda: f"partner led {names(suits)} from strength, and fewer than four were dealt here",
        *facts.highest_in(suits),
    )


@returns.rule(
    "cae-art-009",
    "Return partner’s attacking lead, if you have no good suit of your own to open.",
    page=28,
    lines=(1465, 1488),
    why="An aggressive lead comes from a well-fortified suit, so you may return it freely. Only a good suit of your "
    "own, which would guide partner’s later leads, is worth opening instead.",
)
def return_his_suit(facts: LeadFacts) -> Finding:
    suits = facts.partners_strong_suits
    if not suits:
        return no("partner has led no plain suit from strength")
    return yes(lambda: f"partner led {names(suits)} from strength", *(facts.to_return(suit) for suit in suits))


# ---- the opponents’ suit -------------------------------------------------------------------------------------------

lead_back = Section[LeadFacts](KEY)
"""Cælebs only allows it, and hardly ever in trumps, where the weakness “may be a mere decoy” (p. 52)."""


CHEAP = Rank.TEN
"""A trick is won “very cheaply” (p. 52) with a card that is no honour."""


def _won_cheaply(facts: LeadFacts) -> Suit | None:
    """The plain suit of the other side of which this hand has just won a trick with a ten or less."""
    last = facts.view.tricks[-1] if facts.view.tricks else None
    card = last.card_of(facts.seat) if last and last.leader in facts.adversaries else None
    if last is None or card is None or last.winner(facts.trumps) is not facts.seat:
        return None
    is_plain = card.suit is last.suit_led and card.suit is not facts.trumps
    return card.suit if is_plain and card.rank <= CHEAP and facts.hand[card.suit] else None


@lead_back.rule(
    "cae-art-067",
    "Having won a trick very cheaply you may return the other side’s suit, but not trumps.",
    page=52,
    lines=(2453, 2467),
    why="A suit in which you win so cheaply seems weak, but the weakness may be a decoy that hides a strong hand. In "
    "trumps you would also be drawing them for the opponents.",
)
def lead_it_back(facts: LeadFacts) -> Finding:
    suit = _won_cheaply(facts)
    if suit is None:
        return no("no trick has just been won very cheaply in a plain suit of the other side")
    return yes(lambda: f"a trick in {suit.plural} was won very cheaply", *facts.lowest_in([suit]))


@lead_back.rule(
    "cae-art-068",
    "In a plain suit you may lead back through the first leader, and keep the best card.",
    page=53,
    lines=(2469, 2473),
    row="lead back",
    why="Leading through the first leader gives partner a chance to make the third best while you keep the best. With "
    "many cards of the suit a ruff is likelier, but less so when trumps are scarce.",
    why_lines=(2469, 2478),
)
def through_the_first_leader(facts: LeadFacts) -> Finding:
    last = facts.view.tricks[-1] if facts.view.tricks else None
    suit = last.suit_led if last and last.leader is facts.seat.left else None
    if suit is None or suit is facts.trumps or len(facts.hand[suit]) < 2 or not facts.masters(suit):
        return no("the player on the left has not just led a plain suit of which the best card and another are here")
    return yes(
        lambda: f"partner may make the third best of {suit.plural}, and the best is kept", *facts.lowest_in([suit])
    )
