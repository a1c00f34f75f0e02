"""What an adversary of the declarer’s leads after the first trick (pp. 125–134, 140–141).

Foster has no order between going on with a suit, returning partner’s and changing it; this one keeps every lead of the
hands he plays out (pp. 122, 127, 152). A ruff that partner has asked for comes first; then the holding over dummy that
wants a lead from partner; the second round of one’s own suit; partner’s called suit; what partner’s discard asks for;
one’s own called suit, as long as its best card or a sequence is held (on p. 122 Z gives up the hearts when the queen is
marked against him); then partner’s suit is returned; and last another suit is led, up to dummy’s weakness or through
his strength.

What he says of another suit is for a change (“if you change the suit”, p. 141): a hand that holds the best card of a
suit of its side’s has no need of one, and he does not say which it is to lead.

“Weak” is read as having the fewest honours, and of such suits the lowest best card; any suit of dummy’s without an
honour is allowed. A suit that the declarer has opened for himself is not led, nor a trump.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import cite
from tutor.authorities.foster.combinations import AGAINST_NO_TRUMPS, AGAINST_TRUMPS, honours, lead_from
from tutor.authorities.foster.discarding import DISCARDS_WEAKNESS
from tutor.authorities.foster.following_up import (
    AFTER_ONE_ROUND,
    LEAD_PARTNERS_DOWN,
    LEAD_SHORT_DOWN,
    LaterLead,
    topped_partners,
)
from tutor.authorities.foster.table import names, why_not_an_adversarys
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Hand, Rank, Suit

# ---- what partner has asked for ----------------------------------------------------------------------------------


def _give_the_ruff(lead: LaterLead) -> Finding:
    if lead.trumps is None:
        return fails("there are no trumps")
    suits = [suit for suit in lead.plain_suits if lead.has_echoed(lead.partner, suit)]
    if not suits or lead.has_shown_void(lead.partner, lead.trumps):
        return fails("partner has not shown that he can trump a suit")
    low = tuple(map(lead.bottom, suits))
    rest = tuple(card for suit in suits for card in lead.hand.only(suit) if card not in low)
    return Finding(f"partner has played down and out in {names(suits)}, and can trump", low, rest)


def _partners_call(lead: LaterLead) -> Finding:
    suits = [one.suit for one in lead.partners_calls if one.suit not in lead.openings]
    if not suits:
        return fails("partner has called no suit that has still to be opened")
    return applies(f"partner has called {names(suits)}", *map(lead.top, suits))


def _partners_call_through(lead: LaterLead) -> Finding:
    if lead.trumps is not None or lead.seat.left is not lead.declarer:
        return fails("nothing is led here through the declarer at no trumps")
    return _partners_call(lead)


def _partners_discard(lead: LaterLead) -> Finding:
    if lead.trumps is None:
        return fails("there are no trumps")
    if DISCARDS_WEAKNESS in lead.view.agreed:
        return fails("it is agreed to discard from weakness")
    first = lead.discards_of(lead.partner)[:1]
    if not first or not lead.hand[first[0].suit] or lead.is_ruffed(first[0].suit):
        return fails("partner has discarded no suit that can be led")
    suit = first[0].suit
    return applies(f"partner’s first discard was the {first[0].name}, the suit that is wanted", lead.top(suit))


# ---- one’s own suit ----------------------------------------------------------------------------------------------


def _right_out(lead: LaterLead) -> Finding:
    if lead.trumps is not None:
        return fails("there are trumps")
    if lead.suits_called_by(lead.partner):
        return fails("partner has called a suit too")
    suits = [suit for suit in lead.own_calls if suit in lead.openings and _still_commands(lead, suit)]
    if not suits:
        return fails("no suit called here has been opened and is still headed by the best card or a sequence")
    return applies(f"{names(suits)} were called here, and are led right out", *map(lead.top, suits))


def _still_commands(lead: LaterLead, suit: Suit) -> bool:
    top = lead.top(suit)
    return lead.is_master(top) or (len(lead.equals(top)) > 1 and top.rank >= Rank.TEN)


# ---- returning partner’s suit ------------------------------------------------------------------------------------


def _to_return(lead: LaterLead) -> tuple[Suit, ...]:
    """The first suit that partner opened, if it was not opened for being called here, and there is a card of it."""
    opened = [suit for suit in lead.suits_opened_by(lead.partner) if suit is not lead.trumps]
    first = [suit for suit in opened[:1] if suit not in lead.suits_called_by(lead.seat)]
    return tuple(suit for suit in first if lead.hand[suit] and not lead.is_ruffed(suit))


def _second_and_third_best(lead: LaterLead) -> Finding:
    for suit in _to_return(lead):
        left = sorted((*lead.hand[suit], *lead.outstanding(suit)), reverse=True)
        both = [Card(suit, rank) for rank in left[1:3]]
        if len(both) == 2 and all(card in lead.hand for card in both) and both[0].rank > Rank.NINE:
            return applies(f"the second- and third-best {suit.plural} left are both held", *both)
    return fails("the second- and third-best cards of partner’s suit are not both held")


def _beat_dummy(lead: LaterLead) -> Finding:
    dummy = lead.dummy
    for suit in _to_return(lead):
        if dummy is None or not dummy[suit]:
            return fails(f"dummy has no {suit.singular} to beat")
        if len(lead.hand[suit]) < 3:
            return fails("there are not three cards of partner’s suit")
        over = [rank for rank in lead.hand[suit] if rank > dummy[suit].highest]
        if over:
            beaten = Card(suit, dummy[suit].highest)
            return applies(f"dummy’s best is the {beaten.name}", Card(suit, over[-1]))
    return fails("no card of partner’s suit beats dummy’s")


def _returned(lead: LaterLead, suit: Suit) -> Card:
    """The card of partner’s suit that is returned: of two the higher, of more the lowest."""
    return lead.bottom(suit) if len(lead.hand[suit]) > 2 else lead.top(suit)


def _return_by_number(lead: LaterLead) -> Finding:
    for suit in _to_return(lead):
        number = len(lead.hand[suit])
        return applies(f"{number} {suit.plural if number > 1 else suit.singular} to return", _returned(lead, suit))
    return fails("there is no card of a suit that partner opened")


# ---- changing the suit -------------------------------------------------------------------------------------------


def _show_ace_over_queen(lead: LaterLead) -> Finding:
    suits = [suit for suit in lead.plain_suits if _over_the_queen(lead, suit, 2) and lead.hand[suit].headed_by("AKJ")]
    if not suits:
        return fails("there is no ace, king, knave over a queen of dummy’s twice guarded")
    because = f"ace, king, knave of {names(suits)} lie over dummy’s guarded queen"
    return applies(because, *(Card(suit, Rank.KING) for suit in suits))


def _over_the_queen(lead: LaterLead, suit: Suit, guards: int) -> bool:
    """Whether dummy, on the right, has the queen of the suit with so many guards at least."""
    dummy = lead.dummy
    return dummy is not None and lead.dummy_precedes and dummy[suit].headed_by("Q") and len(dummy[suit]) > guards


def _change_after_the_king(lead: LaterLead) -> Finding:
    shown = [
        suit
        for suit in lead.plain_suits
        if _over_the_queen(lead, suit, 1)
        and lead.hand[suit].headed_by("AJ")
        and Rank.KING in [card.rank for card in lead.led_by(lead.seat) if card.suit is suit]
    ]
    if not shown:
        return fails("no king has been led here to show the ace and knave over dummy’s queen")
    because = f"in {names(shown)} the king has shown the ace, and partner is to lead through the queen"
    for suit in _to_return(lead):
        if suit not in shown:
            return applies(f"{because}: his own suit may put him in", _returned(lead, suit))
    others = [suit for suit in _suits_to_change_to(lead) if suit not in shown]
    if not others:
        return fails("there is no other suit to lead")
    return applies(because, *(_lead(lead, suit) for suit in _weakest(lead, others)))


def _up_to_weakness(lead: LaterLead) -> Finding:
    if lead.dummy is None or not lead.dummy_precedes:
        return fails("dummy does not play last to this trick")
    if suits := _suits_to_go_on_with(lead):
        return fails(f"{names(suits)} can be gone on with")
    suits = _suits_to_change_to(lead)
    if not suits:
        return fails("there is no suit to change to")
    weakest = _weakest(lead, suits)
    no_honours = [suit for suit in suits if suit not in weakest and not honours(lead.dummy[suit])]
    because = f"{names(weakest)} are dummy’s weakest here, and dummy plays last"
    return Finding(
        because, tuple(_lead(lead, suit) for suit in weakest), tuple(_lead(lead, suit) for suit in no_honours)
    )


def _through_strength(lead: LaterLead) -> Finding:
    dummy = lead.dummy
    if dummy is None or not lead.dummy_follows:
        return fails("dummy does not play next")
    if suits := _suits_to_go_on_with(lead):
        return fails(f"{names(suits)} can be gone on with")
    suits = _suits_to_change_to(lead)
    strong = [suit for suit in suits if honours(dummy[suit])]
    if not strong:
        return fails("dummy has no strong suit of which there is a card to lead here")
    strength = max(_dummys_strength(dummy, suit) for suit in strong)
    best = [suit for suit in strong if _dummys_strength(dummy, suit) == strength]
    rest = tuple(_lead(lead, suit) for suit in strong if suit not in best)
    because = f"{names(best)} are dummy’s strongest here, and dummy plays next"
    return Finding(because, tuple(_lead(lead, suit) for suit in best), rest)


def _ruff_of_strength(lead: LaterLead) -> Finding:
    dummy = lead.dummy
    suits = [] if dummy is None else [suit for suit in lead.plain_suits if _can_trump_the_second_round(lead, suit)]
    strong = [suit for suit in suits if dummy is not None and honours(dummy[suit])]
    if not strong or not lead.dummy_precedes:
        return fails("there is no single card of a strong suit of dummy’s, with a trump")
    return applies(f"the second round of {names(strong)} can be trumped", *map(lead.top, strong))


def _suits_to_go_on_with(lead: LaterLead) -> list[Suit]:
    """The plain suits that this side opened, of which the best card is held here and no adversary has run out."""
    ours = lead.suits_opened_by(lead.seat, lead.partner)
    return [suit for suit in lead.plain_suits if suit in ours and lead.masters(suit) and not lead.is_ruffed(suit)]


def _suits_to_change_to(lead: LaterLead) -> list[Suit]:
    """The plain suits held that no adversary may trump: such as have not been opened, else not by the declarer."""
    theirs = lead.suits_opened_by(*lead.adversaries)
    suits = [suit for suit in lead.plain_suits if suit not in theirs and not lead.is_ruffed(suit)]
    return [suit for suit in suits if suit not in lead.openings] or suits


def _dummys_strength(dummy: Hand, suit: Suit) -> tuple[int, int]:
    holding = dummy[suit]
    return len(honours(holding)), holding.highest.height if holding else 0


def _weakest(lead: LaterLead, suits: Sequence[Suit]) -> list[Suit]:
    dummy = lead.dummy
    if dummy is None:
        return list(suits)
    least = min(_dummys_strength(dummy, suit) for suit in suits)
    return [suit for suit in suits if _dummys_strength(dummy, suit) == least]


def _can_trump_the_second_round(lead: LaterLead, suit: Suit) -> bool:
    return lead.trumps is not None and len(lead.hand[suit]) == 1 and bool(lead.hand[lead.trumps])


def _lead(lead: LaterLead, suit: Suit) -> Card:
    """The customary card of a suit that is opened now; of partner’s called suit, or one led before, its best."""
    if suit in lead.suits_called_by(lead.partner) or topped_partners(lead, suit):
        return lead.top(suit)
    table = AGAINST_NO_TRUMPS if lead.trumps is None else AGAINST_TRUMPS
    return Card(suit, lead_from(lead.hand[suit], table)[1])


RETURNS: Sequence[Rule[LaterLead]] = (
    Rule(
        "fos-lead-show-tricks",
        "Against trumps show each other tricks: lead the suit in which partner has shown that he can trump.",
        cite(129, 4389, 4402),
        _give_the_ruff,
        "led",
    ),
    Rule(
        "fos-return-elsewhere",
        "With ace, king, knave over dummy’s guarded queen lead the king, to show the ace.",
        cite(141, 4838, 4844),
        _show_ace_over_queen,
        "king over the queen",
    ),
    Rule(
        "fos-return-elsewhere",
        "After that king change the suit, so that partner may get in and lead through the queen.",
        cite(141, 4838, 4844),
        _change_after_the_king,
        "change after the king",
    ),
    *AFTER_ONE_ROUND,
    LEAD_PARTNERS_DOWN,
    Rule(
        "fos-lead-own-suit",
        "If partner has called a suit, lead it through the declarer, whose guarded card partner may catch.",
        cite(125, 4212, 4232),
        _partners_call_through,
        "lead through for partner",
    ),
    Rule(
        "fos-lead-top-or-convention",
        "If partner has called a suit that is still to be opened, lead the top of it.",
        cite(127, 4321, 4326),
        _partners_call,
        "later",
    ),
    Rule(
        "fos-disc-trump",
        "Against trumps lead the suit that partner discards: it is the one that he wants led.",
        cite(149, 5109, 5118),
        _partners_discard,
        "led",
    ),
    Rule(
        "fos-lead-own-suit",
        "The suit that you alone have called, lead right out, as long as you hold what clears it.",
        cite(125, 4207, 4215),
        _right_out,
        "right out",
    ),
    LEAD_SHORT_DOWN,
    Rule(
        "fos-return-second-third",
        "Returning partner’s suit, lead one of the second- and third-best if you hold both.",
        cite(140, 4812, 4821),
        _second_and_third_best,
    ),
    Rule(
        "fos-return-number",
        "Returning partner’s suit from three or more, lead a card that beats dummy, if you can.",
        cite(141, 4824, 4828),
        _beat_dummy,
        "beat dummy",
    ),
    Rule(
        "fos-return-number",
        "Return the higher of two cards of partner’s suit, the lowest of three or more.",
        cite(141, 4823, 4825),
        _return_by_number,
        "number",
    ),
    Rule(
        "fos-return-elsewhere",
        "If you change the suit, lead up to dummy’s weak suits.",
        cite(141, 4830, 4833),
        _up_to_weakness,
        "up to weakness",
    ),
    Rule(
        "fos-return-elsewhere",
        "If dummy plays next, lead through dummy’s strong suits.",
        cite(141, 4833, 4838),
        _through_strength,
        "through strength",
    ),
)

RETURNS_ALLOWED: Sequence[Rule[LaterLead]] = (
    Rule(
        "fos-return-elsewhere",
        "You may lead up to dummy’s strong suit if you can trump the second round of it.",
        cite(141, 4833, 4835),
        _ruff_of_strength,
        "a ruff",
    ),
)

RETURNING = Chapter(Question.RETURN, RETURNS, LaterLead, silent_on=why_not_an_adversarys, allows=RETURNS_ALLOWED)
