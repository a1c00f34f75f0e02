"""What Cælebs has second hand play the first time, from each combination of the suit (pp. 43–47).

What Cælebs does not place is placed so: the rule of ace, king (p. 44) before “an honour may always be passed” (p. 46),
because it is “imprudent to risk” it; ace, king, jack (p. 43) before ace, king.
"""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.rules import Finding, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank

combinations = Section[TrickFacts](KEY)


@combinations.rule(
    "cae-art-040", "With ace, king, jack play ace or king.", page=43, lines=(2091, 2091), row="ace, king, jack"
)
def ace_king_knave(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not (facts.holding.headed_by("AK") and Rank.KNAVE in facts.holding):
        return no("this is not the first round with ace, king, jack")
    if Rank.QUEEN in facts.holding:
        return no("the queen is with them")
    return yes("ace, king and jack are held", *(facts.of_suit(rank) for rank in (Rank.ACE, Rank.KING)))


_SEQUENCES = {Rank.ACE: "AKQ", Rank.KING: "KQJ", Rank.QUEEN: "QJT", Rank.KNAVE: "JT9"}


@combinations.rule(
    "cae-art-041",
    "If a suit is headed by three in sequence, play the lowest of the sequence.",
    page=43,
    lines=(2102, 2107),
    row="three in sequence",
    why="A sequence worth leading is worth playing from. Its lowest card tells partner most: the queen shows that you "
    "lack the jack, and that the king is not on your left. Otherwise, leave the sequence whole.",
    why_lines=(2102, 2131),
)
def tierce(facts: TrickFacts) -> Finding:
    if not facts.holding.headed_by(_SEQUENCES.get(facts.holding.highest, "-")):
        return no("the suit is not headed by three in sequence from an honour")
    low = facts.lowest_winner_like(facts.highest)
    return yes("the suit is headed by a sequence of three or more", low) if low else no("no card of it wins")


@combinations.rule(
    "cae-art-042",
    "With ace, king risk neither the first round nor the second.",
    page=44,
    lines=(2133, 2134),
    row="first round",
)
def ace_king(facts: TrickFacts) -> Finding:
    best = facts.lowest_winner_like(facts.highest)
    if facts.round != 1 or not facts.holding.headed_by("AK") or best is None:
        return no("this is not the first round with ace and king")
    return yes("ace and king are held, and neither round should be risked", best, merely=(facts.highest,))


@combinations.rule(
    "cae-art-041",
    "Of ace, queen, jack play the lower of the sequence.",
    page=43,
    lines=(2102, 2107),
    row="ace, queen, jack",
)
def ace_queen_knave(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("AQJ"):
        return no("this is not the first round with ace, queen, jack")
    low = facts.lowest_winner_like(facts.of_suit(Rank.QUEEN))
    return yes("queen and jack are in sequence under the ace", low) if low else no("neither wins")


@combinations.rule(
    "cae-art-040",
    "With ace, queen, ten play the queen, or the ten if you need three tricks in the suit.",
    page=43,
    lines=(2098, 2100),
    row="ace, queen, ten",
)
def ace_queen_ten(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("AQT"):
        return no("this is not the first round with ace, queen, ten")
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


@combinations.rule(
    "cae-art-040",
    "With king, queen, ten play the queen, with queen, jack, nine the jack, and so on.",
    page=43,
    lines=(2095, 2096),
    row="two and the next but one",
)
def two_and_the_next_but_one(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by(_BROKEN_SEQUENCES.get(facts.holding.highest, "-")):
        return no("the suit is not headed by two in sequence and the next but one")
    return _lower_of_the_two(facts, lambda: f"{facts.holding.highest.word}, the next, and the next but one are held")


@combinations.rule(
    "cae-art-041",
    "With king, queen and one or two others in trumps, play the lowest.",
    page=44,
    lines=(2118, 2122),
    row="king, queen of few trumps",
)
def king_queen_of_few_trumps(facts: TrickFacts) -> Finding:
    if not (facts.are_trumps_led and facts.round == 1 and facts.holding.headed_by("KQ")):
        return no("this is not the first round of trumps with king and queen")
    if len(facts.holding) not in (3, 4):
        return no("king and queen of trumps have not just one or two others")
    queen = facts.of_suit(Rank.QUEEN)
    merely = (queen,) if facts.wins(queen) else ()
    return yes("king and queen of trumps have only one or two others", facts.lowest, merely=merely)


@combinations.rule(
    "cae-art-041",
    "If you would open the suit from a sequence, play the lower of it: of king, queen the queen.",
    page=43,
    lines=(2102, 2131),
    row="king, queen",
)
def king_queen(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("KQ"):
        return no("this is not the first round with king and queen")
    finding = _lower_of_the_two(facts, "king and queen are held, and would be led")
    is_merely = facts.are_trumps_led and len(facts.holding) >= 5
    return finding.advising(finding.answers, (facts.lowest,) if is_merely and finding.applies else ())


LONG_ENOUGH_TO_PASS = 4
"""“Having less than four in suit, put honour upon honour” (p. 46); with more there is a long suit to expect."""


@combinations.rule(
    "cae-art-050",
    "With fewer than four in suit put honour upon honour.",
    page=46,
    lines=(2217, 2219),
    row="fewer than four",
    why="With four or more you may hope to establish a long suit, so you can afford to let an honour pass. With fewer "
    "you have no such hope.",
    why_lines=(2217, 2223),
)
def honour_upon_honour(facts: TrickFacts) -> Finding:
    cover = facts.lowest_winner_like(facts.highest)
    if not (facts.is_honour_led and cover):
        return no("the lead is not an honour that an honour here beats")
    if len(facts.holding) >= LONG_ENOUGH_TO_PASS:
        return no("with four or more an honour may be passed")
    return yes(lambda: f"an honour is led, and there are fewer than four {facts.suit.plural}", cover)


@combinations.rule(
    "cae-art-050",
    "If you may bring in a long suit, you may always pass an honour.",
    page=46,
    lines=(2220, 2223),
    row="four or more",
)
def pass_an_honour(facts: TrickFacts) -> Finding:
    cover = facts.lowest_winner_like(facts.highest)
    if not (facts.is_honour_led and cover and len(facts.holding) >= LONG_ENOUGH_TO_PASS):
        return no("the lead is not an honour, or there are not four or more here that could cover it")
    return yes(lambda: f"an honour is led to {len(facts.holding)} {facts.suit.plural}", facts.lowest, merely=(cover,))


FINESSED_WITH = 5
"""“With ace queen play lowest, unless with five in suit” (p. 45)."""


@combinations.rule(
    "cae-art-045",
    "With ace, queen play the lowest.",
    page=45,
    lines=(2171, 2172),
    row="fewer than five",
    why="Second hand should always look for the saving that a finesse or a tenace brings. Ace and queen are a tenace, "
    "so you keep them together or, with length, finesse the queen.",
    why_page=43,
    why_lines=(2086, 2089),
)
def ace_queen(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("AQ") or len(facts.holding) >= FINESSED_WITH:
        return no("this is not the first round with ace, queen and fewer than five")
    return yes(lambda: f"ace and queen are held, with {len(facts.holding)} in suit", facts.lowest)


@combinations.rule(
    "cae-art-045",
    "With ace, queen and five in suit do not play the lowest: finesse the queen.",
    page=45,
    lines=(2171, 2172),
    row="five",
)
def ace_queen_five(facts: TrickFacts) -> Finding:
    queen = facts.of_suit(Rank.QUEEN)
    is_five = facts.holding.headed_by("AQ") and len(facts.holding) >= FINESSED_WITH
    if facts.round != 1 or not is_five or not facts.wins(queen):
        return no("this is not the first round with ace, queen and five in suit")
    held = len(facts.holding)
    return yes(
        lambda: f"ace and queen are held, with {held} in suit; Cælebs names no card, and the queen is the finesse",
        queen,
        merely=(facts.highest,),
    )


@combinations.rule(
    "cae-art-046",
    "With ace, jack, ten of trumps play the ten.",
    page=45,
    lines=(2174, 2178),
    row="trumps",
    why="A trump may be led from king and queen together. In a plain suit the leader has only one of them, and the "
    "ten would weaken a strong suit for nothing.",
    why_lines=(2174, 2179),
)
def ace_knave_ten_of_trumps(facts: TrickFacts) -> Finding:
    ten = facts.of_suit(Rank.TEN)
    if not (facts.are_trumps_led and facts.round == 1 and facts.holding.headed_by("AJT") and facts.wins(ten)):
        return no("this is not the first round of trumps with ace, jack, ten")
    return yes("ace, jack and ten of trumps are held, and king and queen may both be on the right", ten)


@combinations.rule(
    "cae-art-046",
    "With ace, jack, ten of a plain suit, play the lowest.",
    page=45,
    lines=(2175, 2179),
    row="plain suit",
)
def ace_knave_ten(facts: TrickFacts) -> Finding:
    if facts.are_trumps_led or facts.round != 1 or not facts.holding.headed_by("AJT"):
        return no("this is not the first round of a plain suit with ace, jack, ten")
    return yes("ace, jack and ten of a plain suit are held, and the ten would be wasted", facts.lowest)


UNBROKEN = 4
"""“With queen knave four in suit … you may play lowest, instead of disturbing the sequence” (p. 44)."""


@combinations.rule(
    "cae-art-041",
    "From queen, jack and one other play the jack.",
    page=44,
    lines=(2113, 2114),
    row="two in sequence and one",
)
def short_sequence(facts: TrickFacts) -> Finding:
    sequence = str(facts.holding)[:2]
    if facts.round != 1 or sequence not in ("QJ", "JT") or len(facts.holding) >= UNBROKEN:
        return no("the suit is not queen, jack or jack, ten with at most one other")
    return _lower_of_the_two(facts, lambda: f"two in sequence have at most one other in {facts.suit.plural}")


@combinations.rule(
    "cae-art-041",
    "From queen, jack and two or more others play the lowest.",
    page=44,
    lines=(2115, 2118),
    row="two in sequence and more",
)
def long_sequence(facts: TrickFacts) -> Finding:
    if facts.round != 1 or str(facts.holding)[:2] not in ("QJ", "JT") or len(facts.holding) < UNBROKEN:
        return no("the suit is not queen, jack or jack, ten with two or more others")
    instead = _lower_of_the_two(facts, "").answers
    return yes(lambda: f"two in sequence have two or more others in {facts.suit.plural}", facts.lowest, merely=instead)


def _guarded(facts: TrickFacts, rank: Rank) -> bool:
    """Whether a small card is led the first time to a card of a rank and one lower."""
    return facts.round == 1 and len(facts.holding) == 2 and facts.holding.highest is rank and not facts.is_honour_led


@combinations.rule(
    "cae-art-052", "If you turned up the king, always play it.", page=47, lines=(2249, 2250), row="turned up"
)
def king_turned_up(facts: TrickFacts) -> Finding:
    king = facts.of_suit(Rank.KING)
    if not (_guarded(facts, Rank.KING) and facts.turned_up == (facts.seat, king)):
        return no("a small trump was not led to king and one other, with the king turned up")
    return yes("the king was turned up", king)


@combinations.rule(
    "cae-art-052",
    "With king and one other, it is generally right to play the king on a low card.",
    page=46,
    lines=(2233, 2249),
    row="low card led",
)
def king_and_one(facts: TrickFacts) -> Finding:
    if not _guarded(facts, Rank.KING):
        return no("a low card was not led to king and one other")
    return yes(
        "a low card is led to king and one other, and it is two to one that third hand does not have the ace",
        facts.highest,
        merely=(facts.lowest,),
    )


@combinations.rule(
    "cae-art-053",
    "With queen and one other, play the queen if a higher honour was turned up on the right or by partner.",
    page=47,
    lines=(2256, 2258),
    row="turn-up",
    why="It is 5 to 4 against the queen winning. Kept back, it may still win over a finesse in the second round, and "
    "you do not show that you are short. A higher honour turned up on your right or by partner changes the odds.",
    why_lines=(2252, 2258),
)
def queen_under_a_turn_up(facts: TrickFacts) -> Finding:
    if not (_guarded(facts, Rank.QUEEN) and facts.turned_up):
        return no("a small trump was not led to queen and one other, or the turn-up is not known")
    seat, card = facts.turned_up
    if seat not in (facts.seat.right, facts.partner) or card.suit is not facts.suit or card.rank < Rank.QUEEN:
        return no("no honour above the queen was turned up on the right or by partner")
    return yes(lambda: f"the {card.name} was turned up by {seat.label}", facts.highest)


@combinations.rule(
    "cae-art-053", "With queen and one other play the small card.", page=47, lines=(2252, 2256), row="low card"
)
def queen_and_one(facts: TrickFacts) -> Finding:
    if not _guarded(facts, Rank.QUEEN):
        return no("a low card was not led to queen and one other")
    return yes("a low card is led to queen and one other, and it is five to four against the queen", facts.lowest)


@combinations.rule(
    "cae-art-054",
    "With jack and one other play the small card.",
    page=47,
    lines=(2263, 2264),
    why="Partner would generally take the jack for a Blue Peter and think that you are asking for trumps.",
)
def knave_and_one(facts: TrickFacts) -> Finding:
    if not _guarded(facts, Rank.KNAVE):
        return no("a low card was not led to jack and one other")
    return yes("a low card is led to jack and one other, and the jack would be taken for a Blue Peter", facts.lowest)
