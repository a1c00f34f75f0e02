"""What Cælebs has second hand play (pp. 43–47, 52, 60).

The chapter opens with “lowest of suit or lowest of sequence”, finesse and tenace excepted (p. 43): that stands last
here. An honour led has rules of its own (pp. 45–46), which Cælebs sums up in “honour upon honour” with fewer than four
(p. 46). So the sum stands behind them, among the combinations of the suit. So has the second round (pp. 43–46).
"""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import other_interpretations, why_no_whist
from tutor.authorities.caelebs.false_cards import false_cards
from tutor.authorities.caelebs.finesse import every_trick, later_tenace, not_on_the_right, one_sure_trick
from tutor.authorities.caelebs.second_hand_combinations import combinations
from tutor.authorities.caelebs.signals import blue_peter
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.caelebs.underplay import underplay
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank

second = Section[TrickFacts](KEY)

# ---- the end ---------------------------------------------------------------------------------------------------------


@second.rule(
    "cae-art-090",
    "Left with best and third best in trumps, and king and one other of the suit of which the ace is led, throw the "
    "king.",
    page=60,
    lines=(2728, 2735),
    why="If you keep the king you cannot make three tricks. If you throw it under the ace, you have an even chance of "
    "three rather than two.",
)
def king_under_the_ace(facts: TrickFacts) -> Finding:
    if facts.cards_left != 4 or len(facts.trumps_held) != 2 or len(facts.holding) != 2 or facts.are_trumps_led:
        return no("the hand is not two trumps and two cards of the suit led")
    if not (facts.card_led.rank is Rank.ACE and facts.holding.highest is Rank.KING):
        return no("an ace was not led to a guarded king")
    best, third = (Card(facts.trump_suit, rank) for rank in facts.trumps_held)
    if not (facts.is_master(best) and facts.higher_out(third) == 1):
        return no("the trumps are not best and third best")
    return yes("the king would win the next round, and the tenace in trumps would have to be led from", facts.highest)


second.add(*underplay, *false_cards, one_sure_trick, every_trick)

# ---- an honour led ---------------------------------------------------------------------------------------------------


def _heads(facts: TrickFacts, letters: str) -> bool:
    """Whether cards head the suit with lower ones behind them."""
    return facts.holding.headed_by(letters) and len(facts.holding) > len(letters)


@second.rule(
    "cae-art-066",
    "With ace, jack take the king at once, unless you would have to lead back to the queen.",
    page=52,
    lines=(2445, 2451),
    why="Playing last, you make two tricks by letting the king win, if the suit is continued. Second hand, your jack "
    "is already safe, since the queen is on your right. Ask whether you want the next lead.",
    why_lines=(2438, 2451),
)
def ace_knave_to_a_king(facts: TrickFacts) -> Finding:
    if not (facts.round == 1 and facts.card_led.rank is Rank.KING and facts.holding.headed_by("AJ")):
        return no("a king was not led to ace, jack")
    if len(facts.holding) == facts.cards_left:
        return no("there are no other suits here, and the next lead would have to be back to the queen")
    return yes(
        "a king is led, the queen behind it is on the right, and the jack needs no help",
        facts.highest,
        merely=(facts.lowest,),
    )


@second.rule(
    "cae-art-047",
    "Do not put the king on the queen: keep it for the jack.",
    page=45,
    lines=(2181, 2189),
    why="The queen is usually led from queen, jack. If your side has the ten, the king played on the jack takes the "
    "command from the opponents after two rounds. Partner may also have the ace.",
)
def king_to_a_queen(facts: TrickFacts) -> Finding:
    if not (facts.round == 1 and facts.card_led.rank is Rank.QUEEN and _heads(facts, "K")):
        return no("a queen was not led to a king and others")
    if Rank.KNAVE in facts.holding:
        return no("the jack is here, so the queen is not led from queen, jack")
    return yes("a queen is led, and the king waits for the jack behind it", facts.lowest)


@second.rule(
    "cae-art-048",
    "Pass the queen with ace, ten.",
    page=46,
    lines=(2197, 2199),
    row="ace, ten",
    why="If partner has the king, letting the queen go probably gains you three tricks. If the queen wins, you can no "
    "longer hope for that.",
    why_lines=(2197, 2201),
)
def ace_ten_to_a_queen(facts: TrickFacts) -> Finding:
    if not (facts.round == 1 and facts.card_led.rank is Rank.QUEEN and facts.holding.headed_by("AT")):
        return no("a queen was not led to ace, ten")
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
        return no("this is not the second round of a suit in which the leader began with the queen")
    if facts.of_suit(Rank.ACE) not in facts.hand or facts.winner_of_first_round is not facts.trick.leader:
        return no("the ace has not been kept back from the queen, or the queen has not won")
    return yes("the queen was passed and won the first round, so there is no finesse in the second", facts.highest)


@second.rule(
    "cae-art-049",
    "With ace, queen put the ace on the jack, except near the end.",
    page=46,
    lines=(2203, 2207),
    row="with the queen",
    why="With the queen in your hand, the king cannot be on your right, so you have nothing to finesse against. "
    "Without it, partner may win with the queen, and your ace takes the second round and leaves nothing to be ruffed.",
    why_lines=(2203, 2215),
)
def ace_queen_to_a_knave(facts: TrickFacts) -> Finding:
    if not (facts.card_led.rank is Rank.KNAVE and facts.holding.headed_by("AQ")):
        return no("a jack was not led to ace, queen")
    if facts.cards_left <= facts.interpretation.at_the_close:
        return no("so near the end the king may lie on the right")
    return yes("a jack is led to ace, queen, and the king cannot be on the right", facts.highest)


@second.rule(
    "cae-art-049",
    "Do not put the ace on the jack without the queen.",
    page=46,
    lines=(2203, 2215),
    row="without the queen",
)
def ace_to_a_knave(facts: TrickFacts) -> Finding:
    if not (facts.round == 1 and facts.card_led.rank is Rank.KNAVE and _heads(facts, "A")):
        return no("a jack was not led to an ace and others")
    if facts.holding.count((Rank.KING, Rank.QUEEN)):
        return no("the ace has the king or the queen with it")
    return yes("a jack is led to an ace without the queen", facts.lowest)


@second.rule(
    "cae-art-052",
    "With king and one other cover a jack.",
    page=46,
    lines=(2233, 2235),
    row="jack led",
    why="On a low card it is 2 to 1 against third hand having the ace, and the king may win a lead that you want. "
    "Decide beforehand, because hesitation betrays your hand. For a jack or a turned-up king Cælebs gives no reason.",
    why_lines=(2233, 2250),
)
def king_and_one_to_a_knave(facts: TrickFacts) -> Finding:
    is_king_and_one = facts.holding.headed_by("K") and len(facts.holding) == 2
    if not (facts.card_led.rank is Rank.KNAVE and is_king_and_one):
        return no("a jack was not led to king and one other")
    return yes("a jack is led to king and one other", facts.highest)


# ---- the second round and later --------------------------------------------------------------------------------------


@second.rule(
    "cae-art-040",
    "With ace, king, jack do not finesse in the second round if the leader has shown a poor suit.",
    page=43,
    lines=(2091, 2093),
    row="ace, king, jack again",
    why="Second hand should always look for the saving that a finesse or a tenace brings, and otherwise spend no high "
    "card. A leader who shows a short suit wishes to ruff, and you should not risk a finesse.",
    why_lines=(2086, 2093),
)
def no_finesse_against_poverty(facts: TrickFacts) -> Finding:
    if facts.round != 2 or not facts.holding.headed_by("AJ") or facts.of_suit(Rank.KING) not in facts.dealt:
        return no("this is not the second round to what is left of ace, king, jack")
    leads = facts.leads_in_suit
    if len(leads) < 2 or leads[0].rank < leads[1].rank:
        return no("the leader has not shown a poor suit by leading high and then low")
    return yes("the leader has led high and then low, as from two only", facts.highest)


second.add(not_on_the_right, later_tenace)


@second.rule(
    "cae-art-042",
    "In the second round of a plain suit do not keep back the best card, except for a finesse or with a strong game.",
    page=44,
    lines=(2133, 2140),
    row="second round",
    why="Partner might win with a lower card, but the third round is likely to be ruffed. If the plan fails, you may "
    "lose both tricks.",
)
def best_card_in_the_second_round(facts: TrickFacts) -> Finding:
    best = facts.lowest_winner_like(facts.highest)
    if facts.are_trumps_led or facts.round < 2 or best is None or not facts.is_master(best):
        return no("this is not a later round of a plain suit with the best card here")
    return yes(
        "the best card is here, and the next round is likely to be ruffed",
        best,
        merely=(facts.lowest,) if facts.is_strong_in_trumps else (),
    )


@second.rule(
    "cae-art-043",
    "Left with the second best and one other, play it if a small card is led again.",
    page=44,
    lines=(2142, 2157),
    why="The leader may be holding back the best card. Your second best has its best chance now, because otherwise "
    "third hand might finesse and win cheaply.",
)
def second_best_and_one(facts: TrickFacts) -> Finding:
    if facts.round != 2 or len(facts.holding) != 2 or facts.higher_out(facts.highest) != 1:
        return no("this is not the second round with only the second best and one other left")
    if not facts.wins(facts.highest) or facts.is_honour_led:
        return no("the card led is not a small one that the second best beats")
    return yes("only the second best and one other are left, and the leader plays small again", facts.highest)


@second.rule(
    "cae-art-051",
    "With ten and two small, play the ten in the second round.",
    page=46,
    lines=(2225, 2231),
    why=("Your ten may save partner from spending a high card, above all when third hand has already used an honour."),
)
def ten_in_the_second_round(facts: TrickFacts) -> Finding:
    if facts.round != 2 or not facts.holding.headed_by("T") or facts.length_dealt != 3:
        return no("this is not the second round to what was ten and two small")
    return yes("the ten, from ten and two small, may save partner’s cards in the second round", facts.highest)


second.add(*combinations, *blue_peter)


@second.rule("cae-art-040", "Otherwise play the lowest of the suit.", page=43, lines=(2086, 2089), row="lowest")
def lowest_of_suit(facts: TrickFacts) -> Finding:
    return yes(lambda: f"no sequence, finesse or tenace is held in {facts.suit.plural}", facts.lowest)


# ---- allowed ---------------------------------------------------------------------------------------------------------

allowed = Section[TrickFacts](KEY)


@allowed.rule(
    "cae-art-044",
    "With several of the suit you may play the ace at once. Partner will know that you have several, or no more.",
    page=45,
    lines=(2164, 2166),
    why="The ace tells partner that you have several of the suit or no more. If you then lead trumps at once, it "
    "tells only that you are impatient to draw them.",
    why_lines=(2164, 2169),
)
def ace_of_several(facts: TrickFacts) -> Finding:
    if facts.round != 1 or not facts.holding.headed_by("A") or len(facts.holding) < facts.interpretation.long_suit:
        return no("this is not the first round with the ace and several others")
    return yes(lambda: f"the ace has {len(facts.holding) - 1} others with it", facts.highest)


SECOND_HAND = Chapter(
    Question.SECOND,
    second,
    TrickFacts,
    silent_on=why_no_whist,
    otherwise=other_interpretations(TrickFacts),
    allows=allowed,
)
