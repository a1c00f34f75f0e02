"""What Cælebs has third hand play (pp. 22–24, 48–51, 60).

“The maxim of playing highest third-hand” stands last, since its exceptions, sequences and finesses, “are more important
than the rule” (p. 23). Of the finesses Cælebs says in one place that with fewer than four cards of partner’s aggressive
lead there is rarely any profit in them (p. 51). In others he says that the queen of ace, queen is the ordinary finesse
(p. 49) and that partner’s queen, jack and ten are to be trusted, with no word of length. What he says of a combination
goes before what he says of them all, and his king, jack with three (p. 51) agrees with both. A “primary” lead (p. 51)
is taken to be the first that partner makes, in a suit that he opens.
"""

from __future__ import annotations

from collections.abc import Callable

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import STRENGTHENING, other_interpretations, why_no_whist
from tutor.authorities.caelebs.false_cards import false_cards
from tutor.authorities.caelebs.finesse import (
    LAST_TRICKS,
    every_trick,
    later_tenace,
    not_on_the_right,
    one_sure_trick,
    run_a_card,
)
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.caelebs.underplay import underplay
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank

third, allowed = Section[TrickFacts](KEY), Section[TrickFacts](KEY)

third.add(*underplay)


@third.rule(
    "cae-art-022", "Put the king on partner’s queen if partner has led the ace before it.", page=34, lines=(1715, 1717)
)
def king_on_the_queen_after_the_ace(facts: TrickFacts) -> Finding:
    if facts.card_led.rank is not Rank.QUEEN or facts.leads_in_suit[:1] != (facts.of_suit(Rank.ACE),):
        return no("partner has not led ace and then queen")
    if not (facts.of_suit(Rank.KING) in facts.hand and facts.wins(facts.highest)):
        return no("the king is not held to put on partner’s queen")
    return yes("partner leads the queen after the ace, and the king would be in the way of the suit", facts.highest)


third.add(*false_cards, one_sure_trick)

# ---- the last three tricks ---------------------------------------------------------------------------------------


def _last_three(letters: str) -> Callable[[TrickFacts], Reason | None]:
    """The guard of the rules for the last three tricks, when all three cards are of a suit that is headed so."""

    def why_not(facts: TrickFacts) -> Reason | None:
        if not facts.cards_left == len(facts.holding) == LAST_TRICKS:
            return lambda: f"there are not three {facts.suit.plural} for the last three tricks"
        return None if facts.holding.headed_by(letters) else lambda: f"the suit is not {' '.join(letters)} and another"

    return why_not


king_ten = Section[TrickFacts](KEY, given=_last_three("KT"))


@king_ten.rule(
    "cae-art-091",
    "With three cards left, king, ten and another, cover an honour that second hand plays.",
    page=60,
    lines=(2736, 2738),
    row="honour",
    why="The finesse of the ten makes certain of one trick. When you need two, one certain trick is not enough, and "
    "the king must take its chance.",
    why_lines=(2736, 2739),
)
def cover_second_hand(facts: TrickFacts) -> Finding:
    covered = facts.trick.cards[1]
    if covered.suit is not facts.suit or covered.rank < Rank.KNAVE or not facts.wins(facts.highest):
        return no("second hand has not played an honour that the king beats")
    return yes(lambda: f"three tricks are left, and second hand has played the {covered.name}", facts.highest)


@king_ten.rule("cae-art-091", "If you need two tricks, play the king.", page=60, lines=(2739, 2739), row="two")
def king_for_two_tricks(facts: TrickFacts) -> Finding:
    if facts.wanted != 2 or not facts.wins(facts.highest):
        return no("the game does not depend on two tricks of the three")
    return yes("two tricks of the three are needed", facts.highest)


@king_ten.rule("cae-art-091", "Otherwise finesse the ten.", page=60, lines=(2738, 2739), row="ten")
def ten_for_one_trick(facts: TrickFacts) -> Finding:
    ten = facts.of_suit(Rank.TEN)
    if not facts.wins(ten):
        return no("the ten would not be winning the trick")
    return yes("three tricks are left, and the ten makes sure of one", ten)


king_nine = Section[TrickFacts](KEY, given=_last_three("K9"))


@king_nine.rule(
    "cae-art-092",
    "With three cards left, king, nine and another, finesse the nine.",
    page=60,
    lines=(2741, 2742),
    row="nine",
    why="Only a finesse can make sure of a trick here. Once second hand has beaten the nine, the king has its best "
    "chance if you play it now.",
    why_lines=(2741, 2744),
)
def nine_for_one_trick(facts: TrickFacts) -> Finding:
    nine = facts.of_suit(Rank.NINE)
    if not facts.wins(nine):
        return no("the nine would not be winning the trick")
    return yes("three tricks are left, and only the nine makes sure of one", nine)


@king_nine.rule(
    "cae-art-092", "If second hand has beaten the nine, play the king.", page=60, lines=(2742, 2744), row="king"
)
def king_when_the_nine_is_capped(facts: TrickFacts) -> Finding:
    capped = facts.trick.cards[1].rank
    if not facts.wins(facts.highest) or capped < Rank.NINE:
        return no("second hand has not beaten the nine with less than the ace")
    return yes(lambda: f"second hand has beaten the nine with the {capped.word}", facts.highest)


third.add(*king_ten, *king_nine, every_trick)

# ---- partner’s card trusted --------------------------------------------------------------------------------------


def _trusts(facts: TrickFacts, rank: Rank) -> bool:
    """Whether partner’s card of a rank is winning, and need not be taken."""
    return facts.partner_wins and facts.card_led.rank is rank and len(facts.holding) > 1


@third.rule(
    "cae-art-059",
    "Under no circumstances put the ace on partner’s queen.",
    page=50,
    lines=(2357, 2363),
    why="Even if the king takes the queen, that is better than spending both ace and queen on one trick and leaving "
    "the command with the opponents.",
)
def ace_off_partners_queen(facts: TrickFacts) -> Finding:
    if not (_trusts(facts, Rank.QUEEN) and facts.holding.highest is Rank.ACE):
        return no("partner’s queen is not winning, or the ace is not here")
    return yes("partner’s queen is winning, and the ace and queen should not go to one trick", facts.lowest)


@third.rule(
    "cae-art-060",
    "Pass partner’s jack with ace, ten, and partner’s ten with ace, jack.",
    page=50,
    lines=(2364, 2372),
    why="By passing partner’s card you keep your ace and ten, or your ace and jack. You will then have a favourable "
    "finesse when the suit comes again.",
)
def pass_with_ace_ten_or_ace_knave(facts: TrickFacts) -> Finding:
    knave = _trusts(facts, Rank.KNAVE) and facts.holding.headed_by("AT")
    ten = _trusts(facts, Rank.TEN) and facts.holding.headed_by("AJ")
    if not (knave or ten):
        return no("this is not a winning jack of partner’s to ace, ten, or a winning ten to ace, jack")
    return yes(lambda: f"partner’s {facts.card_led.rank.word} leaves a finesse for the next round", facts.lowest)


@allowed.rule(
    "cae-art-061", "In a plain suit too you may pass partner’s nine.", page=50, lines=(2374, 2377), row="plain suit"
)
def pass_the_nine(facts: TrickFacts) -> Finding:
    if not (_trusts(facts, Rank.NINE) and facts.holding.headed_by("A")):
        return no("partner’s nine is not winning, or the ace is not here")
    if facts.holding.count((Rank.KING, Rank.KNAVE)):
        return no("the king or the jack is here, and the nine heads a short suit")
    return yes("if partner has an honour, it and the ace make two tricks", facts.lowest)


@third.rule(
    "cae-art-061", "In trumps you may pass partner’s nine with the ace.", page=50, lines=(2374, 2385), row="trumps"
)
def pass_the_nine_of_trumps(facts: TrickFacts) -> Finding:
    if not facts.are_trumps_led:
        return no("the card led is not a trump")
    finding = pass_the_nine.test(facts)
    return finding.advising(finding.answers, (facts.highest,)) if finding.applies else finding


# ---- finesses ----------------------------------------------------------------------------------------------------

third.add(not_on_the_right, run_a_card, later_tenace)

FEW_OF_PARTNERS_SUIT = 4
"""“With less than four originally of partner’s aggressive lead, there is rarely any profit in finessing” (p. 51)."""


@third.rule(
    "cae-art-062",
    "With ace, queen, ten, finesse the queen in the first round, and not the ten.",
    page=51,
    lines=(2395, 2396),
    why="The queen wins if the king is on your right. If it loses, you still have ace and ten against the jack, for a "
    "tenace or a second finesse when the suit is returned.",
    why_page=24,
    why_lines=(1336, 1352),
)
def queen_of_ace_queen_ten(facts: TrickFacts) -> Finding:
    queen = facts.of_suit(Rank.QUEEN)
    if facts.round != 1 or not facts.holding.headed_by("AQT") or not facts.wins(queen):
        return no("this is not the first round with ace, queen, ten")
    return yes("ace, queen and ten are held in the first round", queen)


@third.rule(
    "cae-art-058",
    "With ace, queen finesse the queen.",
    page=49,
    lines=(2329, 2333),
    row="ace, queen",
    why="This finesse is so usual that, if you play the ace first, partner will hardly believe you have the queen. A "
    "deeper finesse is seldom needed, but in trumps it can be very effective.",
    why_lines=(2329, 2335),
)
def ace_queen(facts: TrickFacts) -> Finding:
    queen = facts.lowest_winner_like(facts.of_suit(Rank.QUEEN)) if facts.holding.headed_by("AQ") else None
    if facts.round != 1 or queen is None:
        return no("this is not the first round with ace, queen and a card to finesse with")
    is_short_in_his_lead = facts.is_partners_aggressive_lead and facts.length_dealt < FEW_OF_PARTNERS_SUIT
    merely = (facts.highest,) if is_short_in_his_lead else ()
    return yes("ace and queen are held, with one card between them", queen, merely=merely)


def _knave_from_king_knave(facts: TrickFacts) -> Card | None:
    """The card to finesse with from king, jack in the first round; None where there is none."""
    knave = facts.of_suit(Rank.KNAVE)
    if facts.round != 1 or not facts.holding.headed_by("KJ") or not facts.wins(knave):
        return None
    return facts.lowest_winner_like(knave)


@third.rule(
    "cae-art-064",
    "With king, jack in a suit of four or more, finesse the jack.",
    page=51,
    lines=(2402, 2403),
    row="four",
)
def king_knave_four(facts: TrickFacts) -> Finding:
    knave = _knave_from_king_knave(facts)
    if knave is None or facts.length_dealt < FEW_OF_PARTNERS_SUIT:
        return no("this is not the first round with king, jack and four in suit")
    return yes(lambda: f"king and jack are held, with {facts.length_dealt} in suit", knave)


@third.rule(
    "cae-art-064",
    "With king, jack in a suit of fewer than four, play the king on the first suit that partner leads.",
    page=51,
    lines=(2403, 2406),
    row="primary lead",
)
def king_knave_to_a_primary_lead(facts: TrickFacts) -> Finding:
    if _knave_from_king_knave(facts) is None or not facts.is_partners_first_lead:
        return no("this is not king, jack in the first suit that partner leads")
    return yes("king and jack are held with fewer than four of partner’s first suit", facts.highest)


@third.rule(
    "cae-art-064",
    "With king, jack in a suit of fewer than four, finesse the jack on a suit that partner leads later.",
    page=51,
    lines=(2406, 2407),
    row="subordinate lead",
)
def king_knave_to_a_subordinate_lead(facts: TrickFacts) -> Finding:
    knave = _knave_from_king_knave(facts)
    if knave is None:
        return no("this is not the first round with king, jack")
    return yes("king and jack are held, and this is a later lead of partner’s", knave)


@third.rule(
    "cae-art-063",
    "With queen, ten do not finesse in the first round.",
    page=51,
    lines=(2398, 2400),
    why="The finesse becomes safe in the second round, when a low card from second hand shows that they do not hold "
    "the best. In the first round you do not know this.",
    why_page=49,
    why_lines=(2305, 2317),
)
def queen_of_queen_ten(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("QT") or not facts.wins(facts.highest):
        return no("this is not the first round with queen, ten")
    return yes("queen and ten are held in the first round", facts.highest)


@third.rule(
    "cae-art-056",
    "With second and fourth best, finesse in the second round if second hand plays low.",
    page=49,
    lines=(2305, 2317),
    why="When second hand plays low, you may conclude, except sometimes in trumps, that they do not hold the best "
    "card. You can then hardly lose by the finesse.",
)
def minor_tenace_in_the_second_round(facts: TrickFacts) -> Finding:
    if facts.round != 2 or facts.fourth_best is None:
        return no("this is not the second round with second and fourth best here")
    merely = (facts.highest,) if facts.are_trumps_led else ()
    return yes(
        "second and fourth best are held, and second hand would have played the best", facts.fourth_best, merely=merely
    )


def _trusting(facts: TrickFacts, because: Reason, card: Card) -> Finding:
    """A card, or the lowest where partner’s strengthening card may be trusted with the trick (p. 50)."""
    may_trust = facts.partner_wins and facts.card_led.rank in STRENGTHENING
    return yes(because, card, merely=(facts.lowest,) if may_trust and card != facts.lowest else ())


@third.rule(
    "cae-art-065",
    "With fewer than four of the suit that partner opens from strength, do not finesse: play your best.",
    page=51,
    lines=(2409, 2419),
)
def short_of_partners_suit(facts: TrickFacts) -> Finding:
    best = facts.lowest_winner_like(facts.highest)
    if not facts.is_partners_aggressive_lead or facts.length_dealt >= FEW_OF_PARTNERS_SUIT:
        return no("partner has not opened this suit from strength, or there were four or more here")
    if best is None:
        return no("the highest would not win")
    return _trusting(
        facts, lambda: f"there were only {facts.length_dealt} in suit, and partner may finesse instead", best
    )


@third.rule(
    "cae-art-003b",
    "Otherwise play your highest, but the lowest of a sequence.",
    page=22,
    lines=(1246, 1275),
    row="third hand",
    why="The lowest of a sequence tells partner most. The queen from king, queen shows that you do not hold the jack, "
    "and that the king is not on your left.",
    why_page=44,
    why_lines=(2124, 2131),
)
def highest_but_lowest_of_sequence(facts: TrickFacts) -> Finding:
    best = facts.lowest_winner_like(facts.highest)
    if best is None:
        return no("the highest would not win")
    return _trusting(facts, lambda: f"no finesse is held in {facts.suit.plural}", best)


# ---- allowed -----------------------------------------------------------------------------------------------------


@allowed.rule("cae-art-058", "In trumps you may finesse more deeply.", page=49, lines=(2332, 2335), row="trumps")
def deep_finesse_in_trumps(facts: TrickFacts) -> Finding:
    if not facts.are_trumps_led or len(facts.holding) < 2:
        return no("this is not a trump lead with two trumps or more here")
    second = facts.of_suit(facts.holding.ranks[1])
    if second.rank < Rank.TEN or facts.higher_out(second) != 2 or not facts.wins(second):
        return no("the second card is not a ten or higher that would win with two above it out")
    return yes("trumps are led, and two cards out are above the one to finesse with", second)


@allowed.rule(
    "cae-art-003g",
    "On partner’s lead you may win with the highest of a sequence, to return the lowest.",
    page=24,
    lines=(1320, 1323),
    row="highest of a sequence",
    why="Partner expects you to win as cheaply as you can, and works out from your card what you do not hold. In "
    "partner’s own suit, winning high and returning low shows your strength.",
    why_lines=(1314, 1323),
)
def highest_of_a_sequence(facts: TrickFacts) -> Finding:
    low = facts.lowest_winner_like(facts.highest)
    if low is None or low == facts.highest:
        return no("there is no sequence to win with")
    return yes("winning with the highest and returning the lowest shows partner the sequence", facts.highest)


THIRD_HAND = Chapter(
    Question.THIRD,
    third,
    TrickFacts,
    silent_on=why_no_whist,
    otherwise=other_interpretations(TrickFacts),
    allows=allowed,
)
