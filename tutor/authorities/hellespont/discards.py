"""Hellespont’s discards: what an opponent of the dealer throws away (pp. 144–145, 172–175, 265, 285).

With trumps it depends on who is strong in them. Against an offensive declaration the first discard is from the
strongest suit, and against a doubled or defensive one from the weakest. Without trumps it depends on who leads. While
partner leads, discards come from the suits that are not wanted. While the dealer’s side leads, the first comes from the
suit that is wanted. The call and the head of a sequence come before either, whoever leads (p. 172).

Where Hellespont contradicts himself:

- p. 172 says that with trumps a higher card and then a lower asks for a ruff. In Game IV (p. 221), with trumps doubled,
  a call by discards shows strength. The first is about cards that follow and the second about discards, so both stand.
- p. 175 forbids throwing the last card of a suit. In Game XV (p. 265) two last cards are thrown to spare the suit that
  is wanted. So the last card of a worthless suit goes, while partner leads, when no other can be spared.
- p. 172 finds the call useful with five or six to an ace, a king, or ace, king, queen. In Games XVI and XVIII
  Hellespont calls with four, having no other card to spare, and in Games XVIII and XXI with five and six to a jack and
  a queen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.defence_facts import why_not_an_adversarys
from tutor.authorities.hellespont.discard_facts import DiscardFacts
from tutor.authorities.hellespont.purpose_of_declaration import is_offensive
from tutor.authorities.rules import Finding, Question, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.notation import counted, in_words
from tutor.view import View

# ---- showing a suit, whoever leads ------------------------------------------------------------------------------

show = Section[DiscardFacts](KEY)

SHORTEST_HEAD_SEQUENCE = 4
"""“A quart or quint major, or a quart or quint to a king” (p. 173)."""

SHORTEST_TO_CALL_IN = 5
"""How long a suit is to call in it although other suits could spare the cards: “five or six” (p. 172)."""

EXPECTED_DISCARDS = 2
"""“When you are obliged to discard, it usually happens that you have to do so more than once” (p. 173)."""


def _head_sequence(ranks: Sequence[Rank]) -> int:
    """How many cards are in sequence from an ace or king at the head."""
    if not ranks or ranks[0] < Rank.KING:
        return 0
    return len(list(takewhile(lambda place: ranks[0].height - ranks[place].height == place, range(len(ranks)))))


@show.rule(
    "hel-signal-head-sequence",
    "Throw the highest of four or more in sequence from the ace or the king: it shows the suit in one discard.",
    page=173,
    lines=(8464, 8472),
    why="One discard is enough to show partner a strong suit. From a sequence headed by a lower card it would be of "
    "little use, because you can hardly hope to clear the suit.",
)
def head_of_sequence(facts: DiscardFacts) -> Finding:
    if facts.earlier:
        return no("this is not the first discard")
    sequences = {suit: _head_sequence(facts.hand[suit].ranks) for suit in facts.suits}
    suits = [suit for suit, length in sequences.items() if length >= SHORTEST_HEAD_SEQUENCE]
    if not suits:
        return no(
            lambda: f"no suit has {in_words(SHORTEST_HEAD_SEQUENCE)} cards or more in sequence from the ace or the king"
        )
    return yes(
        lambda: f"{suits[0].plural} have {in_words(sequences[suits[0]])} in sequence",
        *(Card(suit, facts.hand[suit].highest) for suit in suits),
    )


@show.rule(
    "hel-discard-nt-call",
    "If a higher card of a suit was your first discard, throw a lower one next: the two are a call for the suit.",
    page=172,
    lines=(8437, 8454),
    row="the second card",
)
def complete_call(facts: DiscardFacts) -> Finding:
    if len(facts.earlier) != 1:
        return no("the hand has not made exactly one discard")
    first = facts.earlier[0]
    ranks = facts.hand[first.suit].ranks
    if not ranks or ranks[-1] > first.rank:
        return no("no lower card is left to make the discard a call")
    if first.rank > ranks[0] and _head_sequence((first.rank, *ranks)) >= SHORTEST_HEAD_SEQUENCE:
        return no("the discard was the head of a sequence")
    return yes(
        lambda: f"the {first.name} was thrown first, and a lower {first.suit.singular} makes it a call",
        *facts.lowest_of([first.suit]),
    )


@show.rule(
    "hel-discard-nt-call",
    "If your other suits cannot spare the cards, call in the suit that you want: the last but one, and then the last.",
    page=172,
    lines=(8437, 8454),
    row="the first card",
)
def begin_call(facts: DiscardFacts) -> Finding:
    suit = facts.wanted
    if facts.earlier or suit is None:
        return no("this is not the first discard, or no one suit is the strongest")
    if facts.spare(suit) < EXPECTED_DISCARDS and len(facts.hand[suit]) < SHORTEST_TO_CALL_IN:
        return no(lambda: f"{suit.plural} cannot spare {in_words(EXPECTED_DISCARDS)} cards")
    needed = EXPECTED_DISCARDS if facts.partner_leads else EXPECTED_DISCARDS - 1
    if facts.spare_elsewhere >= needed:
        return no(lambda: f"the other suits can spare {counted(facts.spare_elsewhere, 'card')}")
    return yes(
        lambda: f"{suit.plural} are wanted, and the other suits cannot spare {counted(needed, 'card')}",
        facts.last_but_one(suit),
        merely=() if facts.partner_leads else facts.lowest_of([suit]),
    )


def _not_first_on_dealers_lead(facts: DiscardFacts) -> str | None:
    if facts.earlier or facts.partner_leads or facts.wanted is None:
        return "this is not the first discard on a lead of the dealer’s, or no one suit is the strongest"
    return None


first_on_dealers_lead = Section[DiscardFacts](KEY, given=_not_first_on_dealers_lead)


@first_on_dealers_lead.rule(
    "hel-discard-nt-call",
    "While the dealer’s side leads, if you want a suit of five or more, throw the last but one, and next the last.",
    page=281,
    lines=(13316, 13319),
    row="the first card of a long suit",
)
def begin_call_on_length(facts: DiscardFacts) -> Finding:
    suit = facts.wanted_suit
    length = len(facts.hand[suit])
    if length < SHORTEST_TO_CALL_IN or facts.spare(suit) < EXPECTED_DISCARDS:
        least, spare = SHORTEST_TO_CALL_IN, EXPECTED_DISCARDS
        return no(lambda: f"{suit.plural} are not {in_words(least)} or more, with {in_words(spare)} to spare")
    return yes(
        lambda: f"{suit.plural} are wanted, and there are {in_words(length)} of them",
        facts.last_but_one(suit),
        merely=facts.lowest_of([suit]),
    )


@first_on_dealers_lead.rule(
    "hel-discard-nt-adversary-leads",
    "While the dealer’s side leads, make the first discard from the suit that you want led.",
    page=173,
    lines=(8489, 8493),
)
def show_wanted(facts: DiscardFacts) -> Finding:
    suit = facts.wanted_suit
    if not facts.spare(suit):
        return no(lambda: f"{suit.plural} are strongest, but cannot spare a card")
    return yes(
        lambda: f"the dealer’s side leads, and {suit.plural} are the suit that is wanted", *facts.lowest_of([suit])
    )


# ---- against trumps ---------------------------------------------------------------------------------------------

attack = Section[DiscardFacts](KEY)

POOR_AND_LONG = (5, 6)
"""“A suit of five or six small ones headed by a knave or ten” (p. 144)."""

SHORT_AND_STRONG = 4
"""“A suit of four headed by an ace, king, or queen” (p. 144)."""


@attack.rule(
    "hel-discard-trumps-offensive",
    "Do not show five or six small cards to a jack or a ten while you have four to an ace, king or queen: throw "
    "from the four.",
    page=144,
    lines=(7176, 7180),
    row="unless it is poor",
)
def four_before_poor_five(facts: DiscardFacts) -> Finding:
    if facts.earlier:
        return no("this is not the first discard, and later ones mean nothing")
    four, (five, six) = SHORT_AND_STRONG, POOR_AND_LONG
    holdings = {suit: facts.hand[suit].ranks for suit in facts.suits}
    poor = [
        suit
        for suit, ranks in holdings.items()
        if len(ranks) in POOR_AND_LONG and Rank.TEN <= ranks[0] <= Rank.KNAVE and ranks[1] < Rank.TEN
    ]
    better = [suit for suit, ranks in holdings.items() if len(ranks) == four and ranks[0] >= Rank.QUEEN]
    if not poor or not better:
        return no(
            lambda: (
                f"there is no poor suit of {in_words(five)} or {in_words(six)} beside {in_words(four)} "
                "headed by ace, king or queen"
            )
        )
    strongest = facts.best(better)
    long, short = poor[0].plural, strongest[0].plural
    return yes(
        lambda: f"{long} are long and poor, and {short} are {in_words(four)} with a court card at the head",
        *facts.lowest_of(strongest),
    )


def _strongest(facts: DiscardFacts) -> Finding:
    if facts.earlier:
        return no("this is not the first discard, and later ones mean nothing")
    suit = facts.strongest
    if suit is None:
        return no("no one suit is the strongest")
    return yes(lambda: f"the first discard asks for a suit, and {suit.plural} are strongest", *facts.lowest_of([suit]))


@attack.rule(
    "hel-discard-trumps-assumed-offensive",
    "Take a declaration by the dealer’s partner as an attack, unless it is doubled: discard first from your "
    "strongest suit.",
    page=145,
    lines=(7198, 7202),
    why="One rule for every declaration of the dealer’s partner keeps your discards uniform, so that partner reads "
    "them as you mean them.",
)
def partner_declared(facts: DiscardFacts) -> Finding:
    view = facts.view
    if view.declaration is None or view.declaration.by is view.dealer:
        return no("the dealer declared")
    found = _strongest(facts)
    if not found.applies:
        return found
    return yes(lambda: f"the dealer’s partner declared, which is taken as an attack; {found.because}", *found.answers)


attack.rule(
    "hel-discard-trumps-offensive",
    "If they declare to attack and are not doubled, discard first from your strongest suit.",
    page=144,
    lines=(7171, 7176),
    row="the strongest",
)(_strongest)

weak_trumps = Section[DiscardFacts](KEY)


@weak_trumps.rule(
    "hel-discard-trumps-defensive",
    "If trumps are doubled, or are the dealer’s defence, discard first from your weakest suit and last from your "
    "strongest.",
    page=144,
    lines=(7182, 7197),
    why="When trump strength is on your side, you hope to bring in your strong suit and make tricks with it. So its "
    "cards are the last you can spare.",
    why_page=145,
    why_lines=(7195, 7198),
)
def weakest(facts: DiscardFacts) -> Finding:
    suits = facts.weakest(facts.suits)
    if not suits:
        return no("there is no plain suit to throw from")
    return yes(
        lambda: f"trumps are doubled or defensive, and {' and '.join(suit.plural for suit in suits)} are weakest",
        *facts.lowest_of(suits),
    )


# ---- without trumps: the one strong suit must keep its guard -----------------------------------------------------

guard = Section[DiscardFacts](KEY)

WEAK_BUT_BEST = 4
"""“Your strongest may be four, headed by a knave; and there may be four or five of it in the exposed hand” (p. 174)."""


def _twice_from_another(facts: DiscardFacts, kept: Suit, because: str) -> Finding:
    earlier = facts.earlier
    if len(earlier) == 1 and facts.hand[earlier[0].suit] and earlier[0].suit is not kept:
        again = earlier[0].suit
        return yes(
            lambda: f"{kept.plural} {because}; a second {again.singular} shows that {again.plural} are weak",
            *facts.lowest_of([again]),
        )
    if earlier:
        return no("two discards have been made, and later ones mean nothing")
    sparing = [suit for suit in facts.suits if suit is not kept and facts.spare(suit)]
    suits = [suit for suit in sparing if facts.spare(suit) >= EXPECTED_DISCARDS] or sparing
    if not suits:
        return no("no other suit can spare a card")
    return yes(lambda: f"{kept.plural} {because}; another suit is thrown twice", *facts.lowest_of(facts.weakest(suits)))


@guard.rule(
    "hel-discard-nt-weak-guard",
    "If your best suit is four to a jack and dummy is long in it, keep the guard and throw twice from another suit.",
    page=174,
    lines=(8517, 8535),
    why="Your jack is all that your best suit has, and without its guards it is worth nothing. Throwing twice from "
    "another suit saves partner from reading that suit as your strong one.",
    why_lines=(8517, 8533),
)
def guard_against_length(facts: DiscardFacts) -> Finding:
    suit, dummy = facts.wanted, facts.dummy
    if facts.partner_leads or suit is None or dummy is None:
        return no("this is not a lead of the dealer’s, or no one suit is the strongest")
    standing = facts.standing(suit)
    if len(standing) != WEAK_BUT_BEST or standing.highest is not Rank.KNAVE or len(dummy[suit]) < WEAK_BUT_BEST:
        return no(lambda: f"the strongest suit is not {in_words(WEAK_BUT_BEST)} to a jack, over length in dummy")
    return _twice_from_another(facts, suit, "must stay guarded against dummy")


keep = Section[DiscardFacts](KEY)


@keep.rule(
    "hel-discard-nt-twice",
    "If you dare not unguard your best suit, throw twice running from another, without a call.",
    page=173,
    lines=(8494, 8515),
    why="A first discard alone would point partner to the wrong suit. A second, higher one from the same suit takes "
    "that back, and your only strong suit keeps its guard.",
)
def discard_twice(facts: DiscardFacts) -> Finding:
    suit = facts.wanted
    if facts.partner_leads or suit is None or facts.spare(suit):
        return no("no one strongest suit must stay guarded, or the dealer’s side is not leading")
    return _twice_from_another(facts, suit, "are strongest, and must stay guarded")


# ---- without trumps: cards to keep -------------------------------------------------------------------------------


def _throw_elsewhere(facts: DiscardFacts, kept: Sequence[Suit], because: Reason) -> Finding:
    """The lowest card of each other suit that can spare one."""
    if not facts.earlier and not facts.partner_leads:
        return no("the first discard on a lead of the dealer’s shows a suit")
    suits: Sequence[Suit] = [suit for suit in facts.suits if suit not in kept and facts.spare(suit)]
    if facts.partner_leads:
        suits = facts.weakest(suit for suit in suits if suit is not facts.wanted)
    if not suits:
        return no("no other suit can spare a card")
    return yes(because, *facts.lowest_of(suits))


@keep.rule(
    "hel-play-keep-partners-card",
    "Keep at least one card of your partner’s suit, while you may get the lead again.",
    page=285,
    lines=(13483, 13487),
    why="As long as you may get the lead again, you will have a card with which to return partner’s suit.",
)
def keep_partners_last(facts: DiscardFacts) -> Finding:
    opened = facts.suits_opened_by(facts.partner)
    theirs = [suit for suit in opened if len(facts.hand[suit]) == 1 and suit in facts.suits]
    if not theirs or facts.partner_leads:
        return no("partner’s suit has no last card here that should be kept for a return")
    return _throw_elsewhere(
        facts, theirs, lambda: f"the last {theirs[0].singular} is in partner’s suit, and can be returned"
    )


@keep.rule(
    "hel-maxim-watch-cards",
    "Note the cards that fall: keep the small card that has become the best of its suit.",
    page=175,
    lines=(8569, 8573),
)
def keep_new_winner(facts: DiscardFacts) -> Finding:
    best = [suit for suit in facts.suits if facts.hand[suit].highest < Rank.TEN and facts.is_all_winners(suit)]
    if not best:
        return no("no small card has become the best of its suit")
    card = Card(best[0], facts.hand[best[0]].highest)
    return _throw_elsewhere(facts, best, lambda: f"the {card.name} is the best that is left of its suit")


@keep.rule(
    "hel-maxim-no-denude",
    "Never throw the last card of a suit.",
    page=175,
    lines=(8558, 8563),
    why="With no card of a suit left, you cannot lead it to partner, whose strong suit it may be. The dealer can also "
    "place the whole of it when it is led, and finesse accordingly.",
)
def keep_last(facts: DiscardFacts) -> Finding:
    last = [suit for suit in facts.suits if len(facts.hand[suit]) == 1]
    if not last:
        return no("no suit is down to one card")
    return _throw_elsewhere(facts, last, lambda: f"only one {last[0].singular} is left")


# ---- without trumps: while partner leads -------------------------------------------------------------------------

partner_leads = Section[DiscardFacts](KEY)


@partner_leads.rule(
    "hel-discard-nt-partner-leads",
    "While your partner leads, throw from your weak suits, one and then the other, unless it unguards something.",
    page=173,
    lines=(8474, 8487),
    row="the suits that are not wanted",
)
def unwanted(facts: DiscardFacts) -> Finding:
    wanted = facts.wanted
    if not facts.partner_leads:
        return no("partner is not leading")
    if wanted is None:
        return no("no one suit is wanted")
    suits = [suit for suit in facts.unwanted if facts.spare(suit)]
    if not suits:
        return no("the suits that are not wanted can spare no card")
    thrown = {card.suit for card in facts.earlier}
    best = facts.weakest([suit for suit in suits if suit not in thrown] or suits)
    return yes(
        lambda: f"partner leads, and {wanted.plural} are wanted, not {best[0].plural}",
        *facts.lowest_of(best),
        merely=facts.lowest_of(facts.weakest_first(suits)),
    )


def _nothing_wanted(facts: DiscardFacts) -> str | None:
    if facts.partner_leads and facts.wanted is not None:
        return None
    return "partner is not leading, or no one suit is wanted"


nothing_to_spare = Section[DiscardFacts](KEY, given=_nothing_wanted)


@nothing_to_spare.rule(
    "hel-game-15",
    "While your partner leads, throw worthless suits entirely before you touch the one that you want.",
    page=265,
    lines=(12876, 12888),
    why="The suit from which you throw nothing is the one partner will lead. Calling in it instead might cost you "
    "tricks there.",
    why_lines=(12876, 12886),
)
def last_of_worthless(facts: DiscardFacts) -> Finding:
    suits = [suit for suit in facts.unwanted if facts.is_worthless(suit)]
    if not suits:
        return no("no suit that is not wanted is worthless")
    return yes(
        lambda: f"no suit has a card to spare, and {suits[0].plural} are worth nothing",
        *facts.lowest_of(suits),
        merely=facts.lowest_of([facts.wanted_suit]),
    )


@nothing_to_spare.rule(
    "hel-discard-nt-partner-leads",
    "If you must throw from all three suits while partner leads, throw from the one that you want last.",
    page=173,
    lines=(8484, 8487),
    row="the last of three",
)
def wanted_last(facts: DiscardFacts) -> Finding:
    suit = facts.wanted_suit
    if not facts.spare(suit):
        return no(lambda: f"{suit.plural} cannot spare a card")
    return yes(lambda: f"the others can spare nothing, and {suit.plural} come last", *facts.lowest_of([suit]))


# ---- the chapters -----------------------------------------------------------------------------------------------

WEAK_TRUMPS = (complete_call, begin_call, *weak_trumps)

WITHOUT_TRUMPS = (
    head_of_sequence,
    complete_call,
    guard_against_length,
    begin_call,
    *first_on_dealers_lead,
    *keep,
    *partner_leads,
    *nothing_to_spare,
)


def _silent_on_attack(view: View) -> str | None:
    return why_not_an_adversarys(view) or (None if is_offensive(view) else "trumps were not declared to attack")


def _silent_on_weak_trumps(view: View) -> str | None:
    if view.trumps is None:
        return "the rule is for doubled or defensive trumps"
    return why_not_an_adversarys(view) or ("trumps were declared to attack" if is_offensive(view) else None)


def _silent_without_trumps(view: View) -> str | None:
    return why_not_an_adversarys(view) or ("the rule is for a hand without trumps" if view.trumps else None)


LONGEST = (DiscardFacts.longest,)

DISCARDS = (
    Chapter(Question.DISCARD, attack, DiscardFacts, silent_on=_silent_on_attack, otherwise=LONGEST),
    Chapter(Question.DISCARD, WEAK_TRUMPS, DiscardFacts, silent_on=_silent_on_weak_trumps),
    Chapter(Question.DISCARD, WITHOUT_TRUMPS, DiscardFacts, silent_on=_silent_without_trumps, otherwise=LONGEST),
)
