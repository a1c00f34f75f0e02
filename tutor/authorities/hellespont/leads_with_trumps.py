"""Hellespont’s original leads when there are trumps (pp. 133–142).

Where he gives one order in words (pp. 140–141) and another look of it in a table (pp. 141–142), the words rule and
the table adds what they lack: the ace from ace, king alone, and the knave from king, knave, ten.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.opening import Opening, why_no_bridge
from tutor.authorities.hellespont.strength import sure_tricks
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Rank, Suit
from tutor.citations import Citation
from tutor.notation import counted, in_words
from tutor.view import View

# ---- when somebody has doubled -------------------------------------------------------------------------------


def _partner_doubled(opening: Opening) -> Finding:
    if not opening.doubled_by_partner:
        return fails("partner has not doubled")
    if opening.trump_holding.is_void:
        return fails("partner has doubled, but there is no trump to lead")
    trump = Card(_trumps(opening), opening.trump_holding.highest)
    return applies(f"partner has doubled, and the {trump.name} is the highest trump held", trump)


def _leader_doubled(opening: Opening) -> Finding:
    if not opening.doubled_by_me:
        return fails("the leader has not doubled")
    if opening.trump_holding.is_void:
        return fails("the leader has doubled without a trump to lead")
    suit = _trumps(opening)
    return applies("the leader has doubled; he does not say which trump", *opening.hand.only(suit))


# ---- attacking leads ---------------------------------------------------------------------------------------------


def against_the_dealers_weakness(opening: Opening) -> Finding:
    if opening.is_doubled:
        return fails("the declaration has been doubled")
    if not opening.by_dealer:
        return fails("it is not the dealer who declared")
    if opening.trumps is Suit.CLUBS and opening.trump_honours < 2:
        return fails("with less than two honours in clubs here, the dealer’s clubs are probably offensive")
    if opening.trumps not in (Suit.SPADES, Suit.CLUBS):
        return fails("a red suit named by the dealer is an offensive declaration")
    if opening.is_to_the_score:
        return fails("at the dealer’s score two by tricks are the game, and he may name a black suit on strength")
    if not opening.is_average:
        return fails("the dealer’s declaration is defensive, but this hand is below the average and cannot attack")
    return _from_the_strongest(opening, "the dealer’s declaration is defensive")


def against_the_partners_weakness(opening: Opening) -> Finding:
    if opening.is_doubled:
        return fails("the declaration has been doubled")
    if opening.by_dealer:
        return fails("it is the dealer who declared")
    if opening.trump_honours < 3:
        return fails(
            "this hand does not show that the dealer’s partner declared on weakness: it has not three trump honours"
        )
    return _from_the_strongest(opening, "with three trump honours here, the partner’s declaration is seen to be weak")


def _without_showing_number(opening: Opening) -> Finding:
    attacks = (against_the_dealers_weakness(opening), against_the_partners_weakness(opening))
    attack = next((found for found in attacks if found.applies), None)
    if attack is None:
        return fails("the declaration is not seen to be weak, and there is no attack")
    card = attack.answers[0]
    assert isinstance(card, Card), "a lead is a card"  # noqa: S101
    holding = opening.hand[card.suit]
    if len(holding) < 5 or card.rank is not holding.lowest:
        return fails("the attack is from four cards, or from ace, king: no number could be shown")
    because = f"{attack.because}; of {in_words(len(holding))} the lowest is led, and not the fourth best"
    return Finding(because, attack.answers, attack.merely)


def _from_the_strongest(opening: Opening, because: str) -> Finding:
    long = opening.long_suits
    if not long:
        return fails(f"{because}, but there is no long suit to attack with")
    suit = opening.strongest(long)
    best, *rest = (_attacking_card(opening, one) for one in opening.strongest_and_longest(long))
    return Finding(f"{because}, and the strongest suit is {suit.plural}", (best,), tuple(rest))


def _attacking_card(opening: Opening, suit: Suit) -> Card:
    """The lowest, but the king from ace, king: so the third illustrative game opens (p. 217)."""
    holding = opening.hand[suit]
    return Card(suit, Rank.KING if holding.headed_by("AK") else holding.lowest)


# ---- protective leads from plain suits ---------------------------------------------------------------------------


def _ace_king(opening: Opening) -> Finding:
    suits = opening.having(lambda holding: holding.headed_by("AK") and len(holding) > 2)
    if not suits:
        return fails("no plain suit has ace, king and others")
    return applies(f"ace, king and others in {opening.names(suits)}", *opening.cards(Rank.KING, suits))


def _ace_king_alone(opening: Opening) -> Finding:
    suits = opening.having(lambda holding: str(holding) == "AK")
    if not suits:
        return fails("no plain suit is ace, king alone")
    return applies(f"ace, king alone in {opening.names(suits)}", *opening.cards(Rank.ACE, suits))


def _single_ace(opening: Opening) -> Finding:
    suits = opening.having(lambda holding: str(holding) == "A")
    if not suits:
        return fails("no suit is a single ace")
    if opening.having(lambda holding: Rank.ACE in holding and len(holding) > 1):
        return fails("there is an ace with others too")
    return applies(
        f"in {opening.names(suits)} the ace is single, and there is no other", *opening.cards(Rank.ACE, suits)
    )


def _ace(opening: Opening) -> Finding:
    suits = opening.having(lambda holding: Rank.ACE in holding)
    if not suits:
        return fails("there is no ace in a plain suit")
    return applies(f"there is no ace, king suit, but an ace in {opening.names(suits)}", *opening.cards(Rank.ACE, suits))


def _king_queen(opening: Opening) -> Finding:
    suits = opening.having(lambda holding: holding.headed_by("KQ"))
    if not suits:
        return fails("no plain suit is headed by king, queen")
    return applies(f"there is no ace, but king, queen in {opening.names(suits)}", *opening.cards(Rank.KING, suits))


def _queen_knave_ten(opening: Opening) -> Finding:
    suits = opening.having(lambda holding: holding.headed_by("QJT") and len(holding) > 3)
    if not suits:
        return fails("no plain suit has queen, knave, ten and others")
    return applies(f"queen, knave, ten and others in {opening.names(suits)}", *opening.cards(Rank.QUEEN, suits))


def _king_knave_ten(opening: Opening) -> Finding:
    suits = opening.having(lambda holding: holding.headed_by("KJT"))
    if not suits:
        return fails("no plain suit has king, knave, ten")
    return applies(f"king, knave, ten in {opening.names(suits)}", *opening.cards(Rank.KNAVE, suits))


def _strongest_long_suit(opening: Opening) -> Finding:
    long = [suit for suit in opening.long_suits if opening.hand[suit].highest > Rank.NINE]
    if not long:
        return fails("no plain suit of four or more is headed by a card above the nine")
    suit = opening.strongest(long)
    best, *rest = opening.lowest_of(opening.strongest_and_longest(long))
    return Finding(f"the strongest long suit is {suit.plural}", (best,), tuple(rest))


def _three_to_king_or_queen(opening: Opening) -> Finding:
    suits = opening.having(
        lambda holding: len(holding) == 3 and holding.highest in (Rank.KING, Rank.QUEEN) and not holding.headed_by("QJ")
    )
    if not suits:
        return fails("no suit of three is headed by a king, or by a queen without the knave")
    return applies(f"three to a king or a queen in {opening.names(suits)}", *opening.lowest_of(suits))


def _short_sequence(opening: Opening) -> Finding:
    suits = opening.having(
        lambda holding: len(holding) in (2, 3) and (holding.headed_by("QJ") or holding.headed_by("JT"))
    )
    if not suits:
        return fails("no suit of two or three is headed by queen, knave or by knave, ten")
    return applies(f"a short suit headed by a sequence in {opening.names(suits)}", *opening.highest_of(suits))


def _not_a_trump(opening: Opening) -> Finding:
    suits = opening.longest(opening.plain_suits)
    if not suits:
        return fails("there is nothing but trumps")
    if len(opening.trump_holding) <= len(opening.hand[suits[0]]):
        return fails("the trumps are not the longest suit")
    because = f"the trumps are the longest suit, but nobody has doubled; {opening.names(suits)} are the longest besides"
    return applies(because, *opening.lowest_of(suits))


def _longest_plain_suit(opening: Opening) -> Finding:
    suits = opening.longest(opening.plain_suits)
    if not suits:
        return applies("there is nothing but trumps", *opening.hand)
    because = f"none of his combinations is held, and {opening.names(suits)} are longest"
    return applies(because, *opening.lowest_of(suits))


def _trumps(opening: Opening) -> Suit:
    assert opening.trumps is not None, "these are the leads when there are trumps"  # noqa: S101
    return opening.trumps


def _cite(page: int, first: int, last: int) -> Citation:
    return Citation("hellespont", page, (first, last))


LEADS_WITH_TRUMPS: Sequence[Rule[Opening]] = (
    Rule(
        "hel-lead-doubled-trump",
        "If partner has doubled, lead your highest trump at once.",
        _cite(137, 6869, 6885),
        _partner_doubled,
        "partner doubled",
    ),
    Rule(
        "hel-lead-doubled-trump",
        "If you have doubled, open with a trump.",
        _cite(137, 6869, 6885),
        _leader_doubled,
        "you doubled",
    ),
    Rule(
        "hel-lead-no-number-showing",
        "Attacking from five or more, lead the lowest all the same, and show no number.",
        _cite(139, 6953, 6962),
        _without_showing_number,
    ),
    Rule(
        "hel-lead-trump-long-suit",
        "Against a defensive declaration of the dealer’s, not doubled, attack with an average hand: the lowest of your "
        "strongest suit, or the king from ace, king.",
        _cite(138, 6918, 6936),
        against_the_dealers_weakness,
    ),
    Rule(
        "hel-lead-vs-weak-partner",
        "Against the partner’s declaration, not doubled, that your hand shows to be weak, attack in the same way.",
        _cite(139, 6938, 6951),
        against_the_partners_weakness,
    ),
    Rule(
        "hel-lead-trump-plain",
        "From ace, king and others lead the king, and after it from ace, king, queen the queen.",
        _cite(140, 6999, 7002),
        _ace_king,
        "ace, king and others",
    ),
    Rule(
        "hel-lead-trump-table",
        "From ace, king alone lead the ace, and then the king.",
        _cite(141, 7041, 7041),
        _ace_king_alone,
        "ace, king alone",
    ),
    Rule(
        "hel-lead-trump-singleton-why",
        "A single ace is no forbidden singleton: lead it.",
        _cite(135, 6798, 6804),
        _single_ace,
    ),
    Rule(
        "hel-lead-trump-plain",
        "Without such a suit, lead an ace.",
        _cite(140, 7002, 7004),
        _ace,
        "ace",
    ),
    Rule(
        "hel-lead-trump-plain",
        "Without an ace, lead the king from king, queen.",
        _cite(140, 7004, 7005),
        _king_queen,
        "king, queen",
    ),
    Rule(
        "hel-lead-trump-plain",
        "Failing these, lead the queen from queen, knave, ten and others.",
        _cite(140, 7006, 7015),
        _queen_knave_ten,
        "queen, knave, ten and others",
    ),
    Rule(
        "hel-lead-trump-table",
        "From king, knave, ten lead the knave.",
        _cite(141, 7049, 7049),
        _king_knave_ten,
        "king, knave, ten",
    ),
    Rule(
        "hel-lead-trump-plain",
        "Otherwise open with the lowest of your strongest long suit, if a card above the nine heads it.",
        _cite(141, 7015, 7023),
        _strongest_long_suit,
        "strongest long suit",
    ),
    Rule(
        "hel-lead-trump-guarded-honours",
        "Failing that, the lowest of three headed by a king or a queen, which is likelier to make if it is kept.",
        _cite(137, 6848, 6853),
        _three_to_king_or_queen,
    ),
    Rule(
        "hel-lead-trump-no-singleton",
        "Only where nothing else can be led, a strengthening card: the highest of queen, knave or knave, ten, alone or "
        "with one more.",
        _cite(134, 6732, 6737),
        _short_sequence,
    ),
    Rule(
        "hel-lead-no-other-trumps",
        "Where nobody has doubled, never open trumps, however long: the lowest of the longest plain suit.",
        _cite(138, 6912, 6913),
        _not_a_trump,
    ),
    Rule(
        "hel-lead-trump-plain",
        "With none of these, the lowest of your longest plain suit.",
        _cite(141, 7029, 7032),
        _longest_plain_suit,
        "longest plain suit",
    ),
)
"""A trump is opened in no case but the first two, and a single card other than an ace never (pp. 134, 138)."""


# ---- when he allows a trump without advising it -----------------------------------------------------------------


def _very_strong_hand(opening: Opening) -> Finding:
    aces = len(opening.having(lambda holding: Rank.ACE in holding))
    tricks = sum(sure_tricks(opening.hand[suit]) for suit in opening.plain_suits)
    if opening.is_doubled or aces < 3 or tricks < 6 or opening.trump_holding.is_void or opening.trump_honours:
        return fails("the hand is not one of three aces and six tricks with small trumps only")
    return applies("three aces, six tricks and small trumps only", *opening.hand.only(_trumps(opening)))


def _strong_trumps_against_the_partners_red_suit(opening: Opening) -> Finding:
    if opening.is_doubled or opening.by_dealer or not _trumps(opening).is_red:
        return fails("it is not a red suit declared by the dealer’s partner and not doubled")
    if opening.trump_honours < 3 or not any(sure_tricks(opening.hand[suit]) for suit in opening.plain_suits):
        return fails("the trumps are not strong, or have no support in a plain suit")
    return applies(
        "three honours in the partner’s red suit, and support elsewhere", *opening.hand.only(_trumps(opening))
    )


def _strong_plain_suits_against_a_defence(opening: Opening) -> Finding:
    if not (against_the_dealers_weakness(opening).applies and opening.trump_holding):
        return fails("the declaration is not a defensive one of the dealer’s")
    tricks = sum(sure_tricks(opening.hand[suit]) for suit in opening.plain_suits)
    if tricks < 5:
        return fails("the hand is not very strong in plain suits")
    return applies(f"{counted(tricks, 'sure trick')} in plain suits", *opening.hand.only(_trumps(opening)))


TRUMP_LEADS_ALLOWED: Sequence[Rule[Opening]] = (
    Rule(
        "hel-lead-trump-strong-hand",
        "With three aces, six or seven tricks and only small trumps you may start with a trump.",
        _cite(138, 6887, 6896),
        _very_strong_hand,
    ),
    Rule(
        "hel-lead-trump-vs-partner-red",
        "Strong in the red trumps of the dealer’s partner, with support elsewhere, you may lead them.",
        _cite(138, 6898, 6904),
        _strong_trumps_against_the_partners_red_suit,
    ),
    Rule(
        "hel-lead-trump-vs-defensive",
        "Against a defensive declaration a very strong hand in plain suits may occasionally open with trumps.",
        _cite(138, 6906, 6910),
        _strong_plain_suits_against_a_defence,
    ),
)


def _silent_on(view: View) -> str | None:
    return why_no_bridge(view) or (None if Opening.of(view).trumps else "these are the leads when there are trumps")


OPENING_WITH_TRUMPS = Chapter(
    Question.LEAD, LEADS_WITH_TRUMPS, Opening.of, silent_on=_silent_on, allows=TRUMP_LEADS_ALLOWED
)
