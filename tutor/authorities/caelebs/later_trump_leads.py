"""Later leads of trumps: those that partner wants, and the rounds after the first (pp. 34, 37–42, 57–60)."""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import LeadKind
from tutor.authorities.caelebs.first_trump_leads import TRUMPS_FIRST, TWO_ROUNDS
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.caelebs.suits_not_led import instead
from tutor.authorities.rules import Finding, decide, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank

# ---- trumps that are kept --------------------------------------------------------------------------------------------

kept = Section[LeadFacts](KEY)


@kept.rule(
    "cae-art-087",
    "Do not play out the best trump when one opponent has all the rest.",
    page=59,
    lines=(2706, 2714),
    row="the rest in one hand",
    why="Kept back, the best trump may stop an opponent’s run, and they may never get the lead again. When both "
    "opponents have trumps, it draws two for your one.",
    why_lines=(2706, 2715),
)
def keep_the_king_trump(facts: LeadFacts) -> Finding:
    is_best_alone = len(facts.trumps_held) == 1 and facts.is_master(facts.trump_cards[0]) and facts.trumps_out > 0
    others = [seat for seat in (facts.partner, *facts.adversaries) if is_best_alone and facts.may_hold_trumps(seat)]
    if len(others) != 1:
        return no("the best trump is not alone here with the rest in one hand")
    if others[0] is facts.partner:
        return no("the other trumps are partner’s")
    return instead(facts, lambda: f"the other trumps are all with {others[0].label}, and the best is kept to stop them")


@kept.rule(
    "cae-art-002b",
    "Keep back the trump that you turned up, if another is equal to it.",
    page=21,
    lines=(1174, 1178),
    why="Partner saw this card turned up and knows that you have it. The later you play it, the more partner knows "
    "about your hand.",
)
def keep_the_turned_trump(facts: LeadFacts) -> Finding:
    turned = facts.turned_up
    if turned is None or turned[0] is not facts.seat or turned[1] not in facts.hand:
        return no("the turn-up is not held")
    usual = decide(LED, facts)
    if usual is None or turned[1] not in usual.answers:
        return no("the turn-up would not be led")
    equals = tuple(card for card in facts.equals(turned[1]) if card != turned[1])
    if not equals:
        return no("no other trump is equal to the turn-up")
    return yes(lambda: f"the {turned[1].name} was turned up, and another is equal to it", *equals)


# ---- trumps that partner wants ---------------------------------------------------------------------------------------


def _why_no_trump(facts: LeadFacts) -> str | None:
    """Why no trump can be led to any purpose; None where there is one to lead."""
    if not facts.trumps_held:
        return "there is no trump"
    return None if facts.adversaries_with_trumps else "the opponents have no trumps"


for_partner = Section[LeadFacts](KEY)


@for_partner.rule(
    "cae-art-037",
    "When partner asks, lead the jack of trumps through the queen that was turned up.",
    page=42,
    lines=(2056, 2058),
    row="partner asks",
)
def knave_for_partner(facts: LeadFacts) -> Finding:
    cards = facts.knave_through_the_queen
    if _why_no_trump(facts) or not facts.partner_asked or not cards:
        return no("partner has not asked, or there is no jack to go through a queen turned up on the left")
    return yes("partner has asked, and the jack goes through the queen turned up on the left", *cards)


@for_partner.rule(
    "cae-art-037",
    "With only queen and another, you need not lead the queen of trumps through the king.",
    page=42,
    lines=(2060, 2062),
    row="queen and another",
)
def no_queen_through_the_king(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    if _why_no_trump(facts) or not facts.partner_asked:
        return no("partner has not asked for trumps")
    if facts.trump_turned_by(facts.seat.left) is not Rank.KING or len(held) != 2 or held.highest is not Rank.QUEEN:
        return no("the trumps are not queen and one other with the king turned up on the left")
    low, queen = Card(facts.trump_suit, held.lowest), Card(facts.trump_suit, Rank.QUEEN)
    return yes(
        ("the king was turned up on the left, and the queen with one other may protect partner"), low, merely=(queen,)
    )


wanted = Section[LeadFacts](KEY, given=_why_no_trump)


@wanted.rule("cae-art-028", "Answer a Blue Peter with your best trump.", page=37, lines=(1826, 1830), row="Blue Peter")
def answer_the_blue_peter(facts: LeadFacts) -> Finding:
    if not facts.partner_asked:
        return no("partner has not asked for trumps")
    return yes(
        ("partner played a high card before a low one, and asks for trumps"), *facts.highest_in([facts.trump_suit])
    )


@wanted.rule(
    "cae-art-078",
    "If partner declines to ruff a winning card, lead trumps: the highest if you are weak in them.",
    page=57,
    lines=(2636, 2637),
    row="partner declines",
    why="A player who refuses to ruff probably has a long suit and strong trumps. So help partner by leading them. "
    "Against an opponent, persist with the force, and partner may come to ruff too.",
    why_page=56,
    why_lines=(2612, 2641),
)
def partner_declined(facts: LeadFacts) -> Finding:
    if not facts.has_declined_to_ruff(facts.partner):
        return no("partner has not declined to ruff since trumps were led")
    if facts.is_strong_in_trumps:
        return yes("partner declined to ruff a winning card", *facts.usual_trump)
    return yes(
        "partner declined to ruff a winning card, and trumps are weak here", *facts.highest_in([facts.trump_suit])
    )


@wanted.rule(
    "cae-art-022",
    "If you have put your king on the queen of partner’s first lead from ace, queen, lead trumps at once: the best "
    "if you are weak.",
    page=34,
    lines=(1715, 1719),
    row="trumps at once",
)
def king_put_on_his_queen(facts: LeadFacts) -> Finding:
    """Partner’s first lead of all was ace, then queen, and the king of this hand has taken the queen."""
    if not facts.leads or facts.leads[0].seat is not facts.partner:
        return no("partner did not have the opening lead")
    suit = facts.leads[0].card.suit
    led = [card.rank for card in facts.led_by(facts.partner) if card.suit is suit]
    king = Card(suit, Rank.KING)
    if led[:2] != [Rank.ACE, Rank.QUEEN] or king not in facts.played_by(facts.seat, suit):
        return no("partner did not begin with ace and queen, or the king was not put on the queen here")
    if any(lead.card.suit is facts.trump_suit for lead in facts.leads):
        return no("trumps have been led since")

    def because() -> str:
        return f"partner began with ace and queen of {suit.plural}, and the king is out of the way"

    if facts.is_strong_in_trumps:
        return yes(because, *facts.usual_trump)
    return yes(lambda: f"{because()}; {facts.weakness_in_trumps}", *facts.highest_in([facts.trump_suit]))


def _partner_led_trumps(facts: LeadFacts) -> LeadKind | None:
    """What kind of lead it was, if partner opened trumps and has not stopped since."""
    if facts.partner_stopped_in_trumps:
        return None
    return facts.kind_of_lead(facts.partner, facts.trump_suit)


@wanted.rule(
    "cae-art-082",
    "If partner wants trumps out, do not keep your last one back to ruff with.",
    page=58,
    lines=(2669, 2674),
    why="Leading your last trump helps partner’s plan directly. A ruff instead is commonly worse than useless, "
    "because in partner’s own suit you only get in the way.",
)
def solitary_remnant(facts: LeadFacts) -> Finding:
    eager = facts.partner_asked or _partner_led_trumps(facts) is LeadKind.AGGRESSIVE
    if not eager or len(facts.trumps_held) != 1:
        return no("partner is not drawing trumps with one left here")
    return yes("partner wants trumps out, and one is left here to help", *facts.highest_in([facts.trump_suit]))


for_partner.add(*wanted)


@for_partner.rule(
    "cae-art-029",
    "Do not return a doubtful trump lead if that unguards your king.",
    page=38,
    lines=(1881, 1934),
    row="king unguarded",
    why="Partner wants trumps cleared at once, so that the opponents cannot ruff the plain suits that are to be "
    "established. An equivocal card may be a defensive lead, and returning it would cost your king its guard.",
    why_lines=(1871, 1934),
)
def king_not_to_be_unguarded(facts: LeadFacts) -> Finding:
    dealt, held = facts.trumps_dealt, facts.trumps_held
    led = facts.led_by(facts.partner)
    if not any(card.suit is facts.trumps and card.rank is Rank.NINE for card in led):
        return no("partner has not led a doubtful trump")
    if not (len(dealt) == 3 and dealt.headed_by("KQ") and Rank.KING in held and len(held) == 2):
        return no("the queen has not won from king, queen and one other")
    return instead(facts, "partner may have led from weakness, and the king should not be unguarded")


@for_partner.rule(
    "cae-art-029",
    "Return partner’s attacking lead of trumps at once.",
    page=38,
    lines=(1871, 1879),
    row="return at once",
)
def return_trumps(facts: LeadFacts) -> Finding:
    fault, kind = _why_no_trump(facts), _partner_led_trumps(facts)
    if fault or kind not in (LeadKind.AGGRESSIVE, LeadKind.EQUIVOCAL):
        return no(fault or ("partner led trumps from weakness" if kind else "partner has not opened trumps"))
    return yes("partner has opened trumps, and wants them cleared", facts.to_return(facts.trump_suit))


# ---- one’s own trumps, once led --------------------------------------------------------------------------------------

again = Section[LeadFacts](KEY)


@again.rule(
    "cae-art-036",
    "After the queen from ace, queen, ten up to the jack, wait.",
    page=42,
    lines=(2048, 2049),
    row="wait",
)
def wait_for_the_knave(facts: LeadFacts) -> Finding:
    held = facts.trumps_held
    is_knave_right = facts.trump_turned_by(facts.seat.right) is Rank.KNAVE
    if not is_knave_right or not held.headed_by("AT") or facts.rounds(facts.trump_suit) != 1:
        return no("the trumps are not ace, ten over a jack turned up on the right")
    if Card(facts.trump_suit, Rank.QUEEN) not in facts.led_by(facts.seat):
        return no("the queen of trumps was not led")
    return instead(facts, "ace and ten wait over the jack that was turned up")


@again.rule(
    "cae-art-030",
    "With five trumps draw two rounds as a rule; with six, always.",
    page=39,
    lines=(1936, 1942),
    row="the second round",
)
def second_round_of_trumps(facts: LeadFacts) -> Finding:
    suit, fault = facts.trump_suit, _why_no_trump(facts)
    if fault or suit not in facts.suits_opened_by(facts.seat) or facts.rounds(suit) != 1:
        return no(fault or "trumps have not been opened from this hand and led just once")
    if len(facts.trumps_dealt) < TWO_ROUNDS:
        return no("there were not five trumps")
    if Rank.ACE in facts.trumps_held:
        return yes("there are five trumps or more, and the ace makes sure of the second round", Card(suit, Rank.ACE))
    return yes("there are five trumps or more, and two rounds should be drawn", *facts.usual_trump)


ROUNDS_BEFORE_TWO_FOR_ONE = 2
"""Two are drawn for one when two rounds have gone: these have rules of their own (p. 39)."""


@again.rule(
    "cae-art-087",
    "If both opponents have trumps, draw two for one with the best.",
    page=60,
    lines=(2714, 2715),
    row="both hold trumps",
)
def two_for_one(facts: LeadFacts) -> Finding:
    masters = facts.masters(facts.trump_suit)
    if not masters or facts.rounds(facts.trump_suit) < ROUNDS_BEFORE_TWO_FOR_ONE:
        return no("the hand does not have the best trump after two rounds")
    if len(facts.adversaries_with_trumps) < 2 or facts.trumps_out < 2:
        return no("the opponents cannot both have trumps")
    return yes("both opponents may have a trump, so one lead draws two", masters[0])


LED = (*for_partner, *again, *TRUMPS_FIRST)
LATER_TRUMPS = (*kept, *LED)
