"""What Cælebs has second hand play (pp. 43–47, 52, 60).

The chapter opens with “lowest of suit or lowest of sequence”, finesse and tenace excepted (p. 43): that stands last
here. A honour led has rules of its own (pp. 45–46), which he sums up in “honour upon honour” with fewer than four
(p. 46), and so the sum stands behind them; so has the second round (pp. 43–46). What he does not place is placed so:
the rule of ace, king (p. 44) before “an honour may always be passed” (p. 46), because it is “imprudent to risk” it;
ace, king, knave (p. 43) before ace, king.
"""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import other_interpretations, why_no_whist
from tutor.authorities.caelebs.false_cards import false_cards
from tutor.authorities.caelebs.finesse import every_trick, later_tenace, not_on_the_right, one_sure_trick
from tutor.authorities.caelebs.signals import blue_peter
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.caelebs.underplay import underplay
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank

second = Section[TrickFacts](KEY)

# ---- the end ---------------------------------------------------------------------------------------------------------


@second.rule(
    "cae-art-090",
    "Left with best and third best in trumps and king and one of the suit of which the ace is led, throw the king.",
    page=60,
    lines=(2728, 2735),
    why=(
        "If you keep the king you cannot make three tricks. If you throw it under the ace, you have an even "
        "chance of three rather than two."
    ),
)
def king_under_the_ace(facts: TrickFacts) -> Finding:
    if facts.cards_left != 4 or len(facts.trumps_held) != 2 or len(facts.holding) != 2 or facts.are_trumps_led:
        return no("the hand is not two trumps and two cards of the suit led")
    if not (facts.card_led.rank is Rank.ACE and facts.holding.highest is Rank.KING):
        return no("it is not an ace led to a guarded king")
    best, third = (Card(facts.trump_suit, rank) for rank in facts.trumps_held)
    if not (facts.is_master(best) and facts.higher_out(third) == 1):
        return no("the trumps are not best and third best")
    return yes("the king would be put in to lead from the tenace in trumps", facts.highest)


second.add(*underplay, *false_cards, one_sure_trick, every_trick)

# ---- an honour led ---------------------------------------------------------------------------------------------------


def _heads(facts: TrickFacts, letters: str) -> bool:
    """Whether cards head the suit with lower ones behind them."""
    return facts.holding.headed_by(letters) and len(facts.holding) > len(letters)


@second.rule(
    "cae-art-066",
    "With ace, knave take the king at once, unless you would have to lead back to the queen.",
    page=52,
    lines=(2445, 2451),
    why=(
        "Playing last, you make two tricks by letting the king win, if the suit is continued. Second hand, your "
        "jack is already safe, since the queen is on your right. Ask whether you want the next lead."
    ),
    why_page=52,
    why_lines=(2438, 2451),
)
def ace_knave_to_a_king(facts: TrickFacts) -> Finding:
    if not (facts.round == 1 and facts.card_led.rank is Rank.KING and facts.holding.headed_by("AJ")):
        return no("it is not a king led to ace, knave")
    if len(facts.holding) == facts.cards_left:
        return no("nothing else is held, and the next lead would have to be back to the queen")
    return yes(
        "a king is led, the queen behind it is on the right, and the knave needs no help",
        facts.highest,
        merely=(facts.lowest,),
    )


@second.rule(
    "cae-art-047",
    "Do not put the king on the queen: keep him for the knave.",
    page=45,
    lines=(2181, 2189),
    why=(
        "The queen is usually led from queen, jack. If your side has the ten, the king played on the jack takes "
        "the command from the opponents after two rounds. Partner may also have the ace."
    ),
)
def king_to_a_queen(facts: TrickFacts) -> Finding:
    if not (facts.round == 1 and facts.card_led.rank is Rank.QUEEN and _heads(facts, "K")):
        return no("it is not a queen led to a king and others")
    if Rank.KNAVE in facts.holding:
        return no("the knave is here, and the queen is not led from queen, knave")
    return yes("a queen is led, and the king waits for the knave behind her", facts.lowest)


@second.rule(
    "cae-art-048",
    "Pass the queen with ace, ten.",
    page=46,
    lines=(2197, 2199),
    row="ace, ten",
    why="If partner has the king, letting the queen go probably gains you three tricks.",
    why_page=46,
    why_lines=(2197, 2201),
)
def ace_ten_to_a_queen(facts: TrickFacts) -> Finding:
    if not (facts.round == 1 and facts.card_led.rank is Rank.QUEEN and facts.holding.headed_by("AT")):
        return no("it is not a queen led to ace, ten")
    return yes("a queen is led to ace, ten, and partner may have the king", facts.lowest)


@second.rule(
    "cae-art-048",
    "If the queen wins, do not finesse in the second round.",
    page=46,
    lines=(2201, 2201),
    row="second round",
)
def ace_after_a_queen_passed(facts: TrickFacts) -> Finding:
    if facts.round != 2 or facts.leads_in_suit[:1] != (facts.of_suit(Rank.QUEEN),):
        return no("it is not the second round of a suit in which the leader began with the queen")
    if facts.of_suit(Rank.ACE) not in facts.hand or facts.winner_of_first_round is not facts.trick.leader:
        return no("the ace has not been kept back from the queen, and she has not won")
    return yes("the queen was passed and won the first round; there is no finesse in the second", facts.highest)


@second.rule(
    "cae-art-049",
    "With ace, queen put the ace on the knave, except near the end.",
    page=46,
    lines=(2203, 2207),
    row="with the queen",
    why=(
        "When you hold the queen, the king cannot be on your right, so there is nothing to wait for. Without it, "
        "partner may win with the queen, and your ace takes the second round before a ruff."
    ),
    why_page=46,
    why_lines=(2203, 2215),
)
def ace_queen_to_a_knave(facts: TrickFacts) -> Finding:
    if not (facts.card_led.rank is Rank.KNAVE and facts.holding.headed_by("AQ")):
        return no("it is not a knave led to ace, queen")
    if facts.cards_left <= facts.interpretation.at_the_close:
        return no("so near the close the king may lie on the right")
    return yes("a knave is led to ace, queen, and the king cannot be on the right", facts.highest)


@second.rule(
    "cae-art-049",
    "Do not put the ace on the knave without the queen.",
    page=46,
    lines=(2203, 2215),
    row="without the queen",
)
def ace_to_a_knave(facts: TrickFacts) -> Finding:
    if not (facts.round == 1 and facts.card_led.rank is Rank.KNAVE and _heads(facts, "A")):
        return no("it is not a knave led to an ace and others")
    if facts.holding.count((Rank.KING, Rank.QUEEN)):
        return no("the ace has the king or the queen with it")
    return yes("a knave is led to an ace without the queen", facts.lowest)


@second.rule(
    "cae-art-052",
    "With king and one other cover a knave.",
    page=46,
    lines=(2233, 2233),
    row="knave led",
    why=(
        "It is 2 to 1 against third hand having the ace, and the king may win you a lead that you want. Decide "
        "beforehand, because hesitation betrays your hand."
    ),
    why_page=46,
    why_lines=(2235, 2248),
)
def king_and_one_to_a_knave(facts: TrickFacts) -> Finding:
    is_king_and_one = facts.holding.headed_by("K") and len(facts.holding) == 2
    if not (facts.card_led.rank is Rank.KNAVE and is_king_and_one):
        return no("it is not a knave led to king and one")
    return yes("a knave is led to king and one", facts.highest)


# ---- the second round and later --------------------------------------------------------------------------------------


@second.rule(
    "cae-art-040",
    "With ace, king, knave do not finesse in the second round if the leader betrays poverty.",
    page=43,
    lines=(2091, 2093),
    row="ace, king, knave again",
    why=(
        "Second hand should always look for the saving that a finesse or a tenace brings, and otherwise spend no "
        "high card. A leader who shows a short suit wishes to ruff, and you should not risk a finesse."
    ),
    why_page=43,
    why_lines=(2086, 2093),
)
def no_finesse_against_poverty(facts: TrickFacts) -> Finding:
    if facts.round != 2 or not facts.holding.headed_by("AJ") or facts.of_suit(Rank.KING) not in facts.dealt:
        return no("it is not the second round to what is left of ace, king, knave")
    leads = facts.leads_in_suit
    if len(leads) < 2 or leads[0].rank < leads[1].rank:
        return no("the leader has not betrayed poverty by leading high and then low")
    return yes("the leader has led high and then low, as from two only", facts.highest)


second.add(not_on_the_right, later_tenace)


@second.rule(
    "cae-art-042",
    "In the second round of a plain suit do not keep back the best card, except for a finesse or with a strong game.",
    page=44,
    lines=(2133, 2140),
    row="second round",
    why=(
        "Partner might win with a lower card, but the third round is likely to be ruffed. If the plan fails, you "
        "may lose both tricks."
    ),
)
def best_card_in_the_second_round(facts: TrickFacts) -> Finding:
    best = facts.lowest_winner_like(facts.highest)
    if facts.are_trumps_led or facts.round < 2 or best is None or not facts.is_master(best):
        return no("it is not a later round of a plain suit with the best card in hand")
    return yes(
        "the best card is held, and the next round is likely to be ruffed",
        best,
        merely=(facts.lowest,) if facts.is_strong_in_trumps else (),
    )


@second.rule(
    "cae-art-043",
    "Left with second best and one, put it on when the suit is led small again.",
    page=44,
    lines=(2142, 2157),
    why=(
        "The leader may be holding back the best card. Your second best has its best chance now, because "
        "otherwise third hand might finesse and win cheaply."
    ),
)
def second_best_and_one(facts: TrickFacts) -> Finding:
    if facts.round != 2 or len(facts.holding) != 2 or facts.higher_out(facts.highest) != 1:
        return no("it is not the second round with only second best and one left")
    if not facts.wins(facts.highest) or facts.is_honour_led:
        return no("the card led is not a small one that it beats")
    return yes("only second best and one are left, and the leader plays small again", facts.highest)


@second.rule(
    "cae-art-051",
    "With ten and two small, head the second round with the ten.",
    page=46,
    lines=(2225, 2231),
    why=("Your ten may save partner from spending a high card, above all when third hand has already used an honour."),
)
def ten_in_the_second_round(facts: TrickFacts) -> Finding:
    if facts.round != 2 or not facts.holding.headed_by("T") or facts.length_dealt != 3:
        return no("it is not the second round to what was ten and two small")
    return yes("the ten, of ten and two small, may save partner’s cards in the second round", facts.highest)


# ---- a small card led the first time ---------------------------------------------------------------------------------


@second.rule(
    "cae-art-040", "With ace, king, knave play ace or king.", page=43, lines=(2091, 2091), row="ace, king, knave"
)
def ace_king_knave(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not (facts.holding.headed_by("AK") and Rank.KNAVE in facts.holding):
        return no("it is not the first round with ace, king, knave")
    if Rank.QUEEN in facts.holding:
        return no("the queen is with them")
    return yes("ace, king and knave are held", *(facts.of_suit(rank) for rank in (Rank.ACE, Rank.KING)))


_SEQUENCES = {Rank.ACE: "AKQ", Rank.KING: "KQJ", Rank.QUEEN: "QJT", Rank.KNAVE: "JT9"}


@second.rule(
    "cae-art-041",
    "A suit headed by three in sequence: the lowest of the sequence.",
    page=43,
    lines=(2102, 2107),
    row="three in sequence",
    why=(
        "A sequence worth leading is worth playing from. Its lowest card tells partner most: the queen shows that"
        " you lack the jack, and that the king is not on your left. Otherwise, leave the sequence whole."
    ),
    why_page=43,
    why_lines=(2102, 2131),
)
def tierce(facts: TrickFacts) -> Finding:
    if not facts.holding.headed_by(_SEQUENCES.get(facts.holding.highest, "-")):
        return no("the suit is not headed by three in sequence from an honour")
    low = facts.lowest_winner_like(facts.highest)
    return yes("the suit is headed by a sequence of three or more", low) if low else no("it beats nothing")


@second.rule(
    "cae-art-042",
    "With ace, king risk neither the first round nor the second.",
    page=44,
    lines=(2133, 2134),
    row="first round",
)
def ace_king(facts: TrickFacts) -> Finding:
    best = facts.lowest_winner_like(facts.highest)
    if facts.round != 1 or not facts.holding.headed_by("AK") or best is None:
        return no("it is not the first round with ace and king")
    return yes("ace and king are held, and neither round is to be risked", best, merely=(facts.highest,))


@second.rule(
    "cae-art-041",
    "Of ace, queen, knave play the lower of the sequence.",
    page=43,
    lines=(2102, 2107),
    row="ace, queen, knave",
)
def ace_queen_knave(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("AQJ"):
        return no("it is not the first round with ace, queen, knave")
    low = facts.lowest_winner_like(facts.of_suit(Rank.QUEEN))
    return yes("queen and knave are in sequence under the ace", low) if low else no("neither wins")


@second.rule(
    "cae-art-040",
    "With ace, queen, ten play the queen, or the ten if you need three tricks in the suit.",
    page=43,
    lines=(2098, 2100),
    row="ace, queen, ten",
)
def ace_queen_ten(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("AQT"):
        return no("it is not the first round with ace, queen, ten")
    queen, ten = facts.of_suit(Rank.QUEEN), facts.of_suit(Rank.TEN)
    if not facts.wins(queen):
        return no("the queen would not beat the card led")
    return yes("ace, queen and ten are held", queen, merely=(ten,) if facts.wins(ten) else ())


_BROKEN_SEQUENCES = {Rank.KING: "KQT", Rank.QUEEN: "QJ9", Rank.KNAVE: "JT8"}


def _lower_of_the_two(facts: TrickFacts, because: Reason) -> Finding:
    """The lower of the two highest cards, or the higher where only that would be winning."""
    lower = facts.of_suit(facts.holding.ranks[1])
    card = lower if facts.wins(lower) else facts.highest
    return yes(because, card) if facts.wins(card) else no("neither would beat the card led")


@second.rule(
    "cae-art-040",
    "With king, queen, ten play the queen, with queen, knave, nine the knave, and so on.",
    page=43,
    lines=(2095, 2096),
    row="two and the next but one",
)
def two_and_the_next_but_one(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by(_BROKEN_SEQUENCES.get(facts.holding.highest, "-")):
        return no("the suit is not headed by two in sequence and the next but one")
    return _lower_of_the_two(facts, lambda: f"{facts.holding.highest.word}, the next, and the next but one are held")


@second.rule(
    "cae-art-041",
    "With king, queen and one or two others in trumps, the lowest.",
    page=44,
    lines=(2118, 2122),
    row="king, queen of few trumps",
)
def king_queen_of_few_trumps(facts: TrickFacts) -> Finding:
    if not (facts.are_trumps_led and facts.round == 1 and facts.holding.headed_by("KQ")):
        return no("it is not the first round of trumps with king and queen")
    if len(facts.holding) not in (3, 4):
        return no("king and queen of trumps have not just one or two others")
    return yes(
        "king and queen of trumps have only one or two others",
        facts.lowest,
        merely=tuple(card for card in (facts.of_suit(Rank.QUEEN),) if facts.wins(card)),
    )


@second.rule(
    "cae-art-041",
    "A sequence that you would open, break: of king, queen the queen.",
    page=43,
    lines=(2102, 2131),
    row="king, queen",
)
def king_queen(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("KQ"):
        return no("it is not the first round with king and queen")
    finding = _lower_of_the_two(facts, "king and queen are held, and would be led")
    is_merely = facts.are_trumps_led and len(facts.holding) >= 5
    return finding.advising(finding.answers, (facts.lowest,) if is_merely and finding.applies else ())


LONG_ENOUGH_TO_PASS = 4
"""“Having less than four in suit, put honour upon honour” (p. 46); with more there is a long suit to expect."""


@second.rule(
    "cae-art-050",
    "With less than four in suit put honour upon honour.",
    page=46,
    lines=(2217, 2219),
    row="fewer than four",
    why=(
        "With four or more you may hope to establish a long suit, so you can afford to let an honour pass. With "
        "fewer you have no such hope."
    ),
    why_page=46,
    why_lines=(2217, 2223),
)
def honour_upon_honour(facts: TrickFacts) -> Finding:
    cover = facts.lowest_winner_like(facts.highest)
    if not (facts.is_honour_led and cover):
        return no("no honour is led that an honour of the hand beats")
    if len(facts.holding) >= LONG_ENOUGH_TO_PASS:
        return no("with four or more an honour may be passed")
    return yes(lambda: f"an honour is led, and there are fewer than four {facts.suit.plural}", cover)


@second.rule(
    "cae-art-050",
    "With a long suit in prospect an honour may always be passed.",
    page=46,
    lines=(2220, 2223),
    row="four or more",
)
def pass_an_honour(facts: TrickFacts) -> Finding:
    cover = facts.lowest_winner_like(facts.highest)
    if not (facts.is_honour_led and cover and len(facts.holding) >= LONG_ENOUGH_TO_PASS):
        return no("it is not an honour led to four or more that could cover it")
    return yes(lambda: f"an honour is led to {len(facts.holding)} {facts.suit.plural}", facts.lowest, merely=(cover,))


FINESSED_WITH = 5
"""“With ace queen play lowest, unless with five in suit” (p. 45)."""


@second.rule(
    "cae-art-045",
    "With ace, queen play the lowest.",
    page=45,
    lines=(2171, 2172),
    row="fewer than five",
    why=(
        "Second hand should always look for the saving that a finesse or a tenace brings. Ace and queen are a "
        "tenace, so you keep them together or, with length, finesse the queen."
    ),
    why_page=43,
    why_lines=(2086, 2089),
)
def ace_queen(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("AQ") or len(facts.holding) >= FINESSED_WITH:
        return no("it is not the first round with ace, queen and fewer than five")
    return yes(lambda: f"ace and queen are held with {len(facts.holding)} in suit", facts.lowest)


@second.rule(
    "cae-art-045",
    "With ace, queen and five in suit do not play the lowest: finesse the queen.",
    page=45,
    lines=(2171, 2172),
    row="five",
)
def ace_queen_five(facts: TrickFacts) -> Finding:
    queen = facts.of_suit(Rank.QUEEN)
    if (
        facts.round != 1
        or not facts.holding.headed_by("AQ")
        or len(facts.holding) < FINESSED_WITH
        or not facts.wins(queen)
    ):
        return no("it is not the first round with ace, queen and five in suit")

    def because() -> str:
        return (
            f"ace and queen are held with {len(facts.holding)} in suit; he names no card, and the queen is the finesse"
        )

    return yes(because, queen, merely=(facts.highest,))


@second.rule(
    "cae-art-046",
    "With ace, knave, ten of trumps put on the ten.",
    page=45,
    lines=(2174, 2178),
    row="trumps",
    why=(
        "A trump may be led from king and queen together. In a plain suit the leader has only one of them, and "
        "the ten would weaken a strong suit for nothing."
    ),
    why_page=45,
    why_lines=(2174, 2179),
)
def ace_knave_ten_of_trumps(facts: TrickFacts) -> Finding:
    ten = facts.of_suit(Rank.TEN)
    if not (facts.are_trumps_led and facts.round == 1 and facts.holding.headed_by("AJT") and facts.wins(ten)):
        return no("it is not the first round of trumps with ace, knave, ten")
    return yes("ace, knave and ten of trumps are held, and king and queen may both be on the right", ten)


@second.rule(
    "cae-art-046", "With ace, knave, ten of a plain suit, the lowest.", page=45, lines=(2175, 2179), row="plain suit"
)
def ace_knave_ten(facts: TrickFacts) -> Finding:
    if facts.are_trumps_led or facts.round != 1 or not facts.holding.headed_by("AJT"):
        return no("it is not the first round of a plain suit with ace, knave, ten")
    return yes("ace, knave and ten of a plain suit are held, and the ten would be wasted", facts.lowest)


UNBROKEN = 4
"""“With queen knave four in suit … you may play lowest, instead of disturbing the sequence” (p. 44)."""


@second.rule(
    "cae-art-041",
    "Of queen, knave and one other the knave.",
    page=44,
    lines=(2113, 2114),
    row="two in sequence and one",
)
def short_sequence(facts: TrickFacts) -> Finding:
    sequence = str(facts.holding)[:2]
    if facts.round != 1 or sequence not in ("QJ", "JT") or len(facts.holding) >= UNBROKEN:
        return no("the suit is not queen, knave or knave, ten with at most one other")
    return _lower_of_the_two(facts, lambda: f"two in sequence have at most one other in {facts.suit.plural}")


@second.rule(
    "cae-art-041",
    "Of queen, knave and two or more others the lowest.",
    page=44,
    lines=(2115, 2118),
    row="two in sequence and more",
)
def long_sequence(facts: TrickFacts) -> Finding:
    if facts.round != 1 or str(facts.holding)[:2] not in ("QJ", "JT") or len(facts.holding) < UNBROKEN:
        return no("the suit is not queen, knave or knave, ten with two or more others")
    instead = _lower_of_the_two(facts, "").answers
    return yes(lambda: f"two in sequence have two or more others in {facts.suit.plural}", facts.lowest, merely=instead)


def _guarded(facts: TrickFacts, rank: Rank) -> bool:
    """Whether a small card is led the first time to a card of a rank and one lower."""
    return facts.round == 1 and len(facts.holding) == 2 and facts.holding.highest is rank and not facts.is_honour_led


@second.rule("cae-art-052", "If the king was turned up, always play him.", page=47, lines=(2249, 2250), row="turned up")
def king_turned_up(facts: TrickFacts) -> Finding:
    king = facts.of_suit(Rank.KING)
    if not (_guarded(facts, Rank.KING) and facts.turned_up == (facts.seat, king)):
        return no("it is not a small trump led to king and one, the king turned up")
    return yes("the king was turned up", king)


@second.rule(
    "cae-art-052",
    "With king and one other it is generally right to put the king on a low card.",
    page=46,
    lines=(2233, 2249),
    row="low card led",
)
def king_and_one(facts: TrickFacts) -> Finding:
    if not _guarded(facts, Rank.KING):
        return no("it is not a low card led to king and one")
    return yes(
        "a low card is led to king and one, and it is two to one that the third hand has not the ace",
        facts.highest,
        merely=(facts.lowest,),
    )


@second.rule(
    "cae-art-053",
    "Play the queen of queen and one if a higher honour was turned up on the right, or by partner.",
    page=47,
    lines=(2256, 2258),
    row="turn-up",
    why=(
        "It is 5 to 4 against the queen winning. Kept back, it may still win over a finesse in the second round, "
        "and you do not show that you are short. A higher honour turned up elsewhere changes the odds."
    ),
    why_page=47,
    why_lines=(2252, 2258),
)
def queen_under_a_turn_up(facts: TrickFacts) -> Finding:
    if not (_guarded(facts, Rank.QUEEN) and facts.turned_up):
        return no("it is not a small trump led to queen and one, with the turn-up known")
    seat, card = facts.turned_up
    if seat not in (facts.seat.right, facts.partner) or card.suit is not facts.suit or card.rank < Rank.QUEEN:
        return no("no honour above the queen was turned up on the right or by partner")
    return yes(lambda: f"the {card.name} was turned up by {seat.label}", facts.highest)


@second.rule("cae-art-053", "With queen and one other play the other.", page=47, lines=(2252, 2256), row="low card")
def queen_and_one(facts: TrickFacts) -> Finding:
    if not _guarded(facts, Rank.QUEEN):
        return no("it is not a low card led to queen and one")
    return yes("a low card is led to queen and one, and it is five to four against the queen", facts.lowest)


@second.rule(
    "cae-art-054",
    "With knave and one other play the other.",
    page=47,
    lines=(2263, 2264),
    why="Partner would generally take the jack for a Blue Peter and think that you are asking for trumps.",
)
def knave_and_one(facts: TrickFacts) -> Finding:
    if not _guarded(facts, Rank.KNAVE):
        return no("it is not a low card led to knave and one")
    return yes("a low card is led to knave and one, and the knave would be taken for a Blue Peter", facts.lowest)


second.add(*blue_peter)


@second.rule("cae-art-040", "Otherwise the lowest of the suit.", page=43, lines=(2086, 2089), row="lowest")
def lowest_of_suit(facts: TrickFacts) -> Finding:
    return yes(lambda: f"no sequence, finesse or tenace is held in {facts.suit.plural}", facts.lowest)


# ---- allowed ---------------------------------------------------------------------------------------------------------

allowed = Section[TrickFacts](KEY)


@allowed.rule(
    "cae-art-044",
    "With several of the suit you may put up the ace at once: partner reads several or no more.",
    page=45,
    lines=(2164, 2166),
    why=(
        "The ace tells partner that you have several of the suit or no more. If you then lead trumps at once, it "
        "tells only that you are impatient to draw them."
    ),
    why_page=45,
    why_lines=(2164, 2169),
)
def ace_of_several(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("A") or len(facts.holding) < facts.interpretation.long_suit:
        return no("it is not the first round with the ace and several others")
    return yes(lambda: f"the ace has {len(facts.holding) - 1} others with it", facts.highest)


SECOND_HAND = Chapter(
    Question.SECOND,
    second,
    TrickFacts,
    silent_on=why_no_whist,
    otherwise=other_interpretations(TrickFacts),
    allows=allowed,
)
