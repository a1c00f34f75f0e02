"""Hellespont’s original leads when there are trumps (pp. 133–142).

Where he gives one order in words (pp. 140–141) and another look of it in a table (pp. 141–142), the words rule and
the table adds what they lack: the ace from ace, king alone, and the knave from king, knave, ten.
"""

from __future__ import annotations

from tutor.authorities.hellespont.opening import LONG, Opening
from tutor.authorities.hellespont.strength import strength
from tutor.authorities.rules import Finding, Rule, applies, distinct, fails
from tutor.cards import Card, Rank, Suit
from tutor.citations import Citation


def _cite(page: int, first: int, last: int) -> Citation:
    return Citation("hellespont", page, (first, last))


# ---- when somebody has doubled -------------------------------------------------------------------------------


def _partner_doubled(opening: Opening) -> Finding:
    if not opening.doubled_by_partner:
        return fails("partner has not doubled")
    if opening.trump_holding.is_void:
        return fails("partner has doubled, but there is no trump to lead")
    (trump,) = opening.highest_of([_trumps(opening)])
    return applies(f"partner has doubled, and the {trump.name} is the highest trump held", trump)


def _leader_doubled(opening: Opening) -> Finding:
    if not opening.doubled_by_me:
        return fails("the leader has not doubled")
    if opening.trump_holding.is_void:
        return fails("the leader has doubled without a trump to lead")
    suit = _trumps(opening)
    return applies("the leader has doubled; he does not say which trump", *opening.hand.only(suit))


# ---- attacking leads ---------------------------------------------------------------------------------------------


def _against_the_dealers_weakness(opening: Opening) -> Finding:
    if opening.is_doubled:
        return fails("the declaration has been doubled")
    if not opening.by_dealer:
        return fails("it is not the dealer who declared")
    if opening.trumps is Suit.CLUBS and opening.trump_honours < 2:
        return fails("with less than two honours in clubs here, the dealer’s clubs are probably offensive")
    if opening.trumps not in (Suit.SPADES, Suit.CLUBS):
        return fails("a red suit named by the dealer is an offensive declaration")
    return _from_the_strongest(opening, "the dealer’s declaration is defensive")


def _against_the_partners_weakness(opening: Opening) -> Finding:
    if opening.is_doubled:
        return fails("the declaration has been doubled")
    if opening.by_dealer:
        return fails("it is the dealer who declared")
    if opening.trump_honours < 3:
        return fails("this hand does not show that the dealer’s partner declared on weakness: it has not three trump honours")
    return _from_the_strongest(opening, "with three trump honours here, the partner’s declaration is seen to be weak")


def _from_the_strongest(opening: Opening, because: str) -> Finding:
    long = _long_suits(opening)
    if not long:
        return fails(f"{because}, but there is no long suit to attack with")
    by_strength = _strongest(opening, long)
    by_length = max(long, key=lambda suit: len(opening.hand[suit]))
    attack = tuple(_attacking_card(opening, suit) for suit in distinct_suits(by_strength, by_length))
    return Finding(f"{because}, and the strongest suit is {by_strength.plural}", attack[:1], attack[1:])


def _attacking_card(opening: Opening, suit: Suit) -> Card:
    """The lowest, but the king from ace, king: so the third illustrative game opens (p. 217)."""
    holding = opening.hand[suit]
    return Card(suit, Rank.KING if holding.headed_by("AK") else holding.lowest)


# ---- protective leads from plain suits ---------------------------------------------------------------------------


def _ace_king(opening: Opening) -> Finding:
    suits = [suit for suit in opening.plain_suits if opening.hand[suit].headed_by("AK") and len(opening.hand[suit]) > 2]
    if not suits:
        return fails("no plain suit has ace, king and others")
    return applies(f"ace, king and others in {opening.suits(suits)}", *opening.cards_of(Rank.KING, suits))


def _ace_king_alone(opening: Opening) -> Finding:
    suits = [suit for suit in opening.plain_suits if str(opening.hand[suit]) == "AK"]
    if not suits:
        return fails("no plain suit is ace, king alone")
    return applies(f"ace, king alone in {opening.suits(suits)}", *opening.cards_of(Rank.ACE, suits))


def _ace(opening: Opening) -> Finding:
    suits = [suit for suit in opening.plain_suits if Rank.ACE in opening.hand[suit]]
    if not suits:
        return fails("there is no ace in a plain suit")
    return applies(f"there is no ace, king suit, but an ace in {opening.suits(suits)}", *opening.cards_of(Rank.ACE, suits))


def _king_queen(opening: Opening) -> Finding:
    suits = [suit for suit in opening.plain_suits if opening.hand[suit].headed_by("KQ")]
    if not suits:
        return fails("no plain suit is headed by king, queen")
    return applies(f"there is no ace, but king, queen in {opening.suits(suits)}", *opening.cards_of(Rank.KING, suits))


def _queen_knave_ten(opening: Opening) -> Finding:
    suits = [suit for suit in opening.plain_suits if opening.hand[suit].headed_by("QJT") and len(opening.hand[suit]) > 3]
    if not suits:
        return fails("no plain suit has queen, knave, ten and others")
    return applies(f"queen, knave, ten and others in {opening.suits(suits)}", *opening.cards_of(Rank.QUEEN, suits))


def _king_knave_ten(opening: Opening) -> Finding:
    suits = [suit for suit in opening.plain_suits if opening.hand[suit].headed_by("KJT")]
    if not suits:
        return fails("no plain suit has king, knave, ten")
    return applies(f"king, knave, ten in {opening.suits(suits)}", *opening.cards_of(Rank.KNAVE, suits))


def _strongest_long_suit(opening: Opening) -> Finding:
    long = [suit for suit in _long_suits(opening) if opening.hand[suit].highest > Rank.NINE]
    if not long:
        return fails("no plain suit of four or more is headed by a card above the nine")
    by_strength = _strongest(opening, long)
    by_length = max(long, key=lambda suit: len(opening.hand[suit]))
    cards = opening.lowest_of(distinct_suits(by_strength, by_length))
    return Finding(f"the strongest long suit is {by_strength.plural}", cards[:1], cards[1:])


def _three_to_a_king_or_queen(opening: Opening) -> Finding:
    suits = [
        suit
        for suit in opening.plain_suits
        if len(opening.hand[suit]) == 3
        and opening.hand[suit].highest in (Rank.KING, Rank.QUEEN)
        and not opening.hand[suit].headed_by("QJ")
    ]
    if not suits:
        return fails("no suit of three is headed by a king, or by a queen without the knave")
    because = f"three to a king or queen in {opening.suits(suits)}"
    return applies(because, *opening.lowest_of(suits))


def _short_sequence(opening: Opening) -> Finding:
    suits = [
        suit
        for suit in opening.plain_suits
        if len(opening.hand[suit]) in (2, 3) and (opening.hand[suit].headed_by("QJ") or opening.hand[suit].headed_by("JT"))
    ]
    if not suits:
        return fails("no suit of two or three is headed by queen, knave or by knave, ten")
    return applies(f"a short suit headed by a sequence in {opening.suits(suits)}", *opening.highest_of(suits))


def _longest_plain_suit(opening: Opening) -> Finding:
    if not opening.plain_suits:
        return applies("there is nothing but trumps", *opening.lowest_of([_trumps(opening)]))
    most = max(len(opening.hand[suit]) for suit in opening.plain_suits)
    suits = [suit for suit in opening.plain_suits if len(opening.hand[suit]) == most]
    return applies(f"none of his combinations is held, and {opening.suits(suits)} are longest", *opening.lowest_of(suits))


# ---- helps -------------------------------------------------------------------------------------------------------


def _trumps(opening: Opening) -> Suit:
    assert opening.trumps is not None, "these are the leads when there are trumps"  # noqa: S101
    return opening.trumps


def _long_suits(opening: Opening) -> list[Suit]:
    return [suit for suit in opening.plain_suits if len(opening.hand[suit]) >= LONG]


def _strongest(opening: Opening, suits: list[Suit]) -> Suit:
    return max(suits, key=lambda suit: (strength(opening.hand[suit]), len(opening.hand[suit])))
