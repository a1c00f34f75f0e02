"""Hellespont’s discards: what an adversary of the dealer throws when he cannot follow (pp. 144–145, 172–175, 265, 285).

With trumps it turns on who is strong in them: against an offensive declaration the first discard is from the strongest
suit, against one that is doubled or defensive from the weakest. Without trumps it turns on who leads: while the
partner leads one throws from the suits that are not wanted, while the dealer’s side leads the first discard is from the
suit that is. The call and the head of a sequence come before either, whoever leads (p. 172).

Where he parts from himself:

- p. 172 says that with trumps a higher card and then a lower asks for a ruff; in Game IV (p. 221), trumps doubled, a
  call by discards shows strength. The first is of cards that follow, the second of discards; so both stand.
- p. 175 forbids to throw the last card of a suit; in Game XV (p. 265) two last cards are thrown so as not to touch the
  suit that is wanted. So the last card of a worthless suit goes, while the partner leads, when no other is to spare.
- p. 172 finds the call useful with five or six to an ace, a king or ace, king, queen; in Games XVI and XVIII he calls
  with four, there being no other card to spare, and in Games XVIII and XXI with five and six to a knave and a queen.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declared import is_offensive
from tutor.authorities.hellespont.defence import why_not_an_adversarys
from tutor.authorities.hellespont.discarding import Discarding
from tutor.authorities.hellespont.reading import FROM_HOW_MANY_HE_CALLS, HE_DISCARDS_TWICE
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Rank, Suit
from tutor.notation import counted, in_words
from tutor.view import View

# ---- showing a suit, whoever leads ------------------------------------------------------------------------------


def _complete_the_call(discarding: Discarding) -> Finding:
    if len(discarding.earlier) != 1:
        return fails("the hand has not made just one discard")
    first = discarding.earlier[0]
    holding = discarding.hand[first.suit]
    if holding.is_void or holding.lowest > first.rank:
        return fails("the discard that was made was not a higher card, which a lower would make a call")
    if first.rank > holding.highest and _head_sequence(discarding, first.suit, first) >= _LONG_SEQUENCE:
        return fails("the discard that was made was the head of a sequence")
    return applies(
        f"the {first.name} was thrown first, and a lower {first.suit.singular} makes it a call",
        *discarding.lowest([first.suit]),
    )


_LONG_SEQUENCE = 4


def _head_sequence(discarding: Discarding, suit: Suit, thrown: Card | None = None) -> int:
    """How many cards are in sequence from the ace or the king of a suit, as it was when dealt or before a discard."""
    ranks = (*((thrown.rank,) if thrown else ()), *discarding.hand[suit])
    start = tuple(Rank).index(ranks[0]) if ranks else len(Rank)
    if start > 1:
        return 0
    run = 0
    for rank, expected in zip(ranks, tuple(Rank)[start:], strict=False):
        if rank is not expected:
            break
        run += 1
    return run


def _head_of_a_sequence(discarding: Discarding) -> Finding:
    if discarding.earlier:
        return fails("it is not the first discard")
    suits = [suit for suit in discarding.suits if _head_sequence(discarding, suit) >= _LONG_SEQUENCE]
    if not suits:
        return fails("no suit has four cards or more in sequence from the ace or the king")
    cards = tuple(Card(suit, discarding.hand[suit].highest) for suit in suits)
    return applies(f"{suits[0].plural} have {in_words(_head_sequence(discarding, suits[0]))} in sequence", *cards)


def _begin_a_call(discarding: Discarding) -> Finding:
    suit = discarding.wanted
    if discarding.earlier or suit is None:
        return fails("it is not the first discard, or no one suit is the strongest")
    if discarding.spare(suit) < HE_DISCARDS_TWICE and len(discarding.hand[suit]) < FROM_HOW_MANY_HE_CALLS:
        return fails(f"{suit.plural} cannot spare two cards")
    wanting = HE_DISCARDS_TWICE if discarding.partner_leads else HE_DISCARDS_TWICE - 1
    if discarding.spare_elsewhere >= wanting:
        return fails(f"the other suits can spare {counted(discarding.spare_elsewhere, 'card')}")
    because = f"{suit.plural} are wanted, and the other suits cannot spare {counted(wanting, 'card')}"
    shown_by_one = () if discarding.partner_leads else discarding.lowest([suit])
    return Finding(because, (discarding.last_but_one(suit),), shown_by_one)


def _begin_a_call_on_length(discarding: Discarding) -> Finding:
    suit = discarding.wanted
    if discarding.earlier or suit is None or discarding.partner_leads:
        return fails("it is not the first discard on a lead of the dealer’s, or no one suit is the strongest")
    if len(discarding.hand[suit]) < FROM_HOW_MANY_HE_CALLS or discarding.spare(suit) < HE_DISCARDS_TWICE:
        return fails(f"{suit.plural} are not five or more, with two to spare")
    because = f"{suit.plural} are wanted, of which there are {in_words(len(discarding.hand[suit]))}"
    return Finding(because, (discarding.last_but_one(suit),), discarding.lowest([suit]))


# ---- with trumps ------------------------------------------------------------------------------------------------


def _four_before_a_poor_five(discarding: Discarding) -> Finding:
    if discarding.earlier:
        return fails("it is not the first discard, and later ones mean nothing")
    poor = [suit for suit in discarding.suits if _is_poor_and_long(discarding, suit)]
    better = [
        suit
        for suit in discarding.suits
        if len(discarding.hand[suit]) == 4 and discarding.hand[suit].highest >= Rank.QUEEN
    ]
    if not poor or not better:
        return fails("there is no poor suit of five or six beside four headed by ace, king or queen")
    strongest = [suit for suit in better if discarding.worth(suit) == _most(discarding, better)]
    return applies(
        f"{poor[0].plural} are long and poor, and {strongest[0].plural} are four with a court card at the head",
        *discarding.lowest(strongest),
    )


def _is_poor_and_long(discarding: Discarding, suit: Suit) -> bool:
    holding = discarding.hand[suit]
    return len(holding) in (5, 6) and holding.highest in (Rank.KNAVE, Rank.TEN) and holding.ranks[1] < Rank.TEN


def _most(discarding: Discarding, suits: Sequence[Suit]) -> int:
    return max(discarding.worth(suit) for suit in suits)


def _from_the_strongest(discarding: Discarding) -> Finding:
    if discarding.earlier:
        return fails("it is not the first discard, and later ones mean nothing")
    suit = discarding.strongest
    if suit is None:
        return fails("no one suit is the strongest")
    return applies(f"the first discard asks for a suit, and {suit.plural} are strongest", *discarding.lowest([suit]))


def _partners_offensive(discarding: Discarding) -> Finding:
    declaration = discarding.situation.view.declaration
    if declaration is None or declaration.by is discarding.situation.view.dealer:
        return fails("it was the dealer who declared")
    finding = _from_the_strongest(discarding)
    if not finding.applies:
        return finding
    return applies(f"the dealer’s partner declared, which is taken as offensive; {finding.because}", *finding.answers)


def _from_the_weakest(discarding: Discarding) -> Finding:
    suits = discarding.weakest(discarding.suits)
    if not suits:
        return fails("there is no plain suit to throw from")
    names = " and ".join(suit.plural for suit in suits)
    return applies(f"trumps are doubled or defensive, and {names} are weakest", *discarding.lowest(suits))


# ---- without trumps ---------------------------------------------------------------------------------------------


def _keep_partners_last(discarding: Discarding) -> Finding:
    theirs = [
        suit
        for suit in discarding.situation.suits_opened_by(discarding.situation.partner)
        if len(discarding.hand[suit]) == 1 and suit in discarding.suits
    ]
    if not theirs or discarding.partner_leads:
        return fails("it is not a last card of partner’s suit that is to be kept for a return")
    return _throw_elsewhere(discarding, theirs, f"the last {theirs[0].singular} is partner’s suit, to be given back")


def _keep_the_last(discarding: Discarding) -> Finding:
    last = [suit for suit in discarding.suits if len(discarding.hand[suit]) == 1]
    if not last:
        return fails("no suit is down to one card")
    return _throw_elsewhere(discarding, last, f"there is but one {last[0].singular} left")


def _keep_what_has_become_best(discarding: Discarding) -> Finding:
    best = [
        suit
        for suit in discarding.suits
        if discarding.hand[suit].highest < Rank.TEN and discarding.is_all_winners(suit)
    ]
    if not best:
        return fails("no small card has become the best of its suit")
    card = Card(best[0], discarding.hand[best[0]].highest)
    return _throw_elsewhere(discarding, best, f"the {card.name} is the best that is left of its suit")


def _throw_elsewhere(discarding: Discarding, kept: Sequence[Suit], because: str) -> Finding:
    """The lowest card of each other suit that can spare one."""
    if not discarding.earlier and not discarding.partner_leads:
        return fails("the first discard on a lead of the dealer’s shows a suit")
    suits = [suit for suit in discarding.suits if suit not in kept and discarding.spare(suit)]
    if discarding.partner_leads:
        suits = list(discarding.weakest(suit for suit in suits if suit is not discarding.wanted))
    if not suits:
        return fails("no other suit can spare a card")
    return applies(because, *discarding.lowest(suits))


def _from_what_is_not_wanted(discarding: Discarding) -> Finding:
    if not discarding.partner_leads:
        return fails("it is not the partner who leads")
    if discarding.wanted is None:
        return fails("no one suit is wanted")
    suits = discarding.sparing
    if not suits:
        return fails("the suits that are not wanted can spare no card")
    fresh = tuple(suit for suit in suits if suit not in {card.suit for card in discarding.earlier}) or suits
    best = discarding.weakest(fresh)
    because = f"partner leads, and {discarding.wanted.plural} are wanted, not {best[0].plural}"
    return Finding(because, discarding.lowest(best), discarding.lowest(suit for suit in suits if suit not in best))


def _last_of_the_worthless(discarding: Discarding) -> Finding:
    if not discarding.partner_leads or discarding.wanted is None:
        return fails("it is not the partner who leads, or no one suit is wanted")
    suits = [suit for suit in discarding.unwanted if discarding.is_worthless(suit)]
    if not suits:
        return fails("no suit that is not wanted is worthless")
    because = f"no suit has a card to spare, and {suits[0].plural} are worth nothing"
    return Finding(because, discarding.lowest(suits), discarding.lowest([discarding.wanted]))


def _last_from_the_wanted(discarding: Discarding) -> Finding:
    if not discarding.partner_leads or discarding.wanted is None:
        return fails("it is not the partner who leads, or no one suit is wanted")
    if not discarding.spare(discarding.wanted):
        return fails(f"{discarding.wanted.plural} cannot spare a card")
    return applies(
        f"the others can spare nothing, and {discarding.wanted.plural} come last",
        *discarding.lowest([discarding.wanted]),
    )


def _show_the_wanted(discarding: Discarding) -> Finding:
    suit = discarding.wanted
    if discarding.partner_leads or discarding.earlier or suit is None:
        return fails("it is not the first discard on a lead of the dealer’s, or no one suit is the strongest")
    if not discarding.spare(suit):
        return fails(f"{suit.plural} are strongest, but cannot spare a card")
    return applies(
        f"the dealer’s side leads, and {suit.plural} are the suit that is wanted", *discarding.lowest([suit])
    )


def _guard_against_length(discarding: Discarding) -> Finding:
    suit, dummy = discarding.wanted, discarding.situation.dummy
    if discarding.partner_leads or suit is None or dummy is None:
        return fails("it is not on a lead of the dealer’s, or no one suit is the strongest")
    standing = discarding.standing(suit)
    if len(standing) != 4 or standing.highest is not Rank.KNAVE or len(dummy[suit]) < 4:
        return fails("the strongest suit is not four to a knave, over length in the exposed hand")
    return _twice_from_another(discarding, suit, f"{suit.plural} must stay guarded against the exposed hand")


def _discard_twice(discarding: Discarding) -> Finding:
    suit = discarding.wanted
    if discarding.partner_leads or suit is None or discarding.spare(suit):
        return fails("it is not a strongest suit that cannot be unguarded, on a lead of the dealer’s")
    return _twice_from_another(discarding, suit, f"{suit.plural} are strongest, and cannot be unguarded")


def _twice_from_another(discarding: Discarding, kept: Suit, because: str) -> Finding:
    earlier = discarding.earlier
    if len(earlier) == 1 and discarding.hand[earlier[0].suit] and earlier[0].suit is not kept:
        again = Card(earlier[0].suit, discarding.hand[earlier[0].suit].lowest)
        return applies(f"{because}; a second {again.suit.singular} says that they are weak", again)
    if earlier:
        return fails("two discards have been made, and later ones mean nothing")
    others = [suit for suit in discarding.suits if suit is not kept]
    sparing = [suit for suit in others if discarding.spare(suit)]
    suits = [suit for suit in sparing if discarding.spare(suit) > 1] or sparing
    if not suits:
        return fails("no other suit can spare a card")
    return applies(f"{because}; another suit is thrown twice", *discarding.lowest(discarding.weakest(suits)))


# ---- the rules --------------------------------------------------------------------------------------------------

COMPLETE_THE_CALL = Rule(
    "hel-discard-nt-call",
    "When a higher card of a suit was your first discard, throw a lower one next: the two are a call for the suit.",
    cite(172, 8437, 8454),
    _complete_the_call,
    "the second card",
)
HEAD_OF_A_SEQUENCE = Rule(
    "hel-signal-head-sequence",
    "Throw the highest of four or more in sequence from the ace or the king: it shows the suit in one discard.",
    cite(173, 8464, 8472),
    _head_of_a_sequence,
)
BEGIN_A_CALL = Rule(
    "hel-discard-nt-call",
    "When your other suits cannot spare the cards, call in the one that you want: the last but one, and then the last.",
    cite(172, 8437, 8454),
    _begin_a_call,
    "the first card",
)
BEGIN_A_CALL_ON_LENGTH = Rule(
    "hel-discard-nt-call",
    "From a suit of five or more, wanted while the dealer’s side leads, throw the last but one, to go on to the last.",
    cite(289, 13574, 13574),
    _begin_a_call_on_length,
    "the first card of a long suit",
)
SHOWING_A_SUIT = (HEAD_OF_A_SEQUENCE, COMPLETE_THE_CALL, BEGIN_A_CALL, BEGIN_A_CALL_ON_LENGTH)

AGAINST_AN_ATTACK: Sequence[Rule[Discarding]] = (
    Rule(
        "hel-discard-trumps-offensive",
        "Do not show five or six small cards to a knave or a ten while you have four to an ace, king or queen: throw "
        "from the four.",
        cite(144, 7176, 7180),
        _four_before_a_poor_five,
        "unless it is poor",
    ),
    Rule(
        "hel-discard-trumps-assumed-offensive",
        "Take what the dealer’s partner declared as offensive, unless it is doubled: discard first from your strongest "
        "suit.",
        cite(145, 7198, 7202),
        _partners_offensive,
    ),
    Rule(
        "hel-discard-trumps-offensive",
        "Against an offensive declaration that is not doubled, discard first from your strongest suit.",
        cite(144, 7171, 7176),
        _from_the_strongest,
        "the strongest",
    ),
)

AGAINST_WEAK_TRUMPS: Sequence[Rule[Discarding]] = (
    COMPLETE_THE_CALL,
    BEGIN_A_CALL,
    Rule(
        "hel-discard-trumps-defensive",
        "When trumps are doubled, or are the dealer’s defence, discard first from your weakest suit and last from your "
        "strongest.",
        cite(144, 7182, 7197),
        _from_the_weakest,
    ),
)

WITHOUT_TRUMPS: Sequence[Rule[Discarding]] = (
    HEAD_OF_A_SEQUENCE,
    COMPLETE_THE_CALL,
    Rule(
        "hel-discard-nt-weak-guard",
        "When your best is four to a knave and the exposed hand is long in it, keep the guard and throw twice from "
        "another suit.",
        cite(174, 8517, 8535),
        _guard_against_length,
    ),
    BEGIN_A_CALL,
    BEGIN_A_CALL_ON_LENGTH,
    Rule(
        "hel-discard-nt-adversary-leads",
        "While the dealer’s side leads, make the first discard from the suit that you want led.",
        cite(173, 8489, 8493),
        _show_the_wanted,
    ),
    Rule(
        "hel-discard-nt-twice",
        "When you dare not unguard your one suit, throw twice running from another, without a call.",
        cite(173, 8494, 8515),
        _discard_twice,
    ),
    Rule(
        "hel-play-keep-partners-card",
        "Keep one card of your partner’s suit at least, while you may get the lead again.",
        cite(285, 13483, 13487),
        _keep_partners_last,
    ),
    Rule(
        "hel-maxim-watch-cards",
        "Mark what has fallen: keep the small card that has become the best of its suit.",
        cite(175, 8569, 8573),
        _keep_what_has_become_best,
    ),
    Rule(
        "hel-maxim-no-denude",
        "Never throw the last card of a suit.",
        cite(175, 8558, 8563),
        _keep_the_last,
    ),
    Rule(
        "hel-discard-nt-partner-leads",
        "While your partner leads, throw from your weak suits, one and then the other, unless it unguards something.",
        cite(173, 8474, 8487),
        _from_what_is_not_wanted,
        "the suits that are not wanted",
    ),
    Rule(
        "hel-game-15",
        "While your partner leads, let worthless suits go altogether before you touch the one that you want.",
        cite(265, 12876, 12888),
        _last_of_the_worthless,
    ),
    Rule(
        "hel-discard-nt-partner-leads",
        "When you must throw from all three suits while partner leads, come to the one that you want last.",
        cite(173, 8484, 8487),
        _last_from_the_wanted,
        "the last of three",
    ),
)


def _silent_on_attack(view: View) -> str | None:
    return why_not_an_adversarys(view) or (None if is_offensive(view) else "trumps were not declared to attack")


def _silent_on_weak_trumps(view: View) -> str | None:
    if view.trumps is None:
        return "these are the discards when trumps are doubled or defensive"
    return why_not_an_adversarys(view) or ("trumps were declared to attack" if is_offensive(view) else None)


def _silent_without_trumps(view: View) -> str | None:
    return why_not_an_adversarys(view) or ("these are the discards without trumps" if view.trumps else None)


_LONGEST = (Discarding.longest,)

DISCARDS = (
    Chapter(Question.DISCARD, AGAINST_AN_ATTACK, Discarding.of, silent_on=_silent_on_attack, otherwise=_LONGEST),
    Chapter(Question.DISCARD, AGAINST_WEAK_TRUMPS, Discarding.of, silent_on=_silent_on_weak_trumps),
    Chapter(Question.DISCARD, WITHOUT_TRUMPS, Discarding.of, silent_on=_silent_without_trumps, otherwise=_LONGEST),
)
