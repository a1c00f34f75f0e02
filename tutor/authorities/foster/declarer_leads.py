"""Foster’s leads from the declarer’s two hands (pp. 144–148).

With trumps the first question is whether to draw them at once. Four reasons against it are given (p. 144), without an
order. Those that a lead can serve at once stand first. Without trumps the suit to play for is chosen first, once for
all, so it is measured by the cards dealt. It is given up when it is not established and the hand that is long in it
cannot be reached (so B gives up the diamonds on p. 127).

From a hand that is short in a suit Foster plays the high cards first (“always”, p. 148). Read as: a card that is equal
to another of the two hands, or the best left, from the ten upwards; a lone queen opposite the ace is led to no gain.
“Small cards” opposite ace, jack, ten are cards below the ten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.combinations import HIGH
from tutor.authorities.foster.declarer_facts import DeclarerFacts, not_the_declarer
from tutor.authorities.foster.declarer_follows import is_to_be_ducked
from tutor.authorities.foster.play_facts import names
from tutor.authorities.rules import NO_REASON, Finding, Question, Rule, distinct, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit

lead = Section[DeclarerFacts](KEY)


# ---- trumps are not always drawn at once -------------------------------------------------------------------------


@lead.rule(
    "fos-decl-dont-draw",
    "Lead winning cards of a plain suit before trumps, if the other hand has none and can throw losing cards.",
    page=144,
    lines=(4931, 4942),
    row="throw losers",
    why="Trumps may make more tricks separately, by a ruff in dummy or a cross-ruff. On winners of a plain suit the "
    "other hand may first throw losing cards. Or trumps may be better led from the other hand.",
)
def throw_losers(facts: DeclarerFacts) -> Finding:
    if not facts.has_trumps_to_draw:
        return no("there are no trumps to draw")
    suits = [suit for suit in facts.others_voids if facts.is_sure(facts.top(suit)) and not facts.is_ruffed(suit)]
    others_plain = (card for card in facts.other if card.suit is not facts.trumps)
    if not suits or all(map(facts.is_sure, others_plain)):
        return no("there is no winning card here on which the other hand could throw a loser")
    return yes(lambda: f"on {names(suits)} the other hand can throw a losing card", *map(facts.top, suits))


CROSS_RUFF = 2
"""“If there seem to be more tricks in making the trumps separately” (p. 144): each hand has two trumps at least."""


@lead.rule(
    "fos-decl-dont-draw",
    "Do not lead trumps if you make more tricks by a cross-ruff, with the trumps of the two hands separately.",
    page=144,
    lines=(4931, 4942),
    row="cross-ruff",
)
def cross_ruff(facts: DeclarerFacts) -> Finding:
    if not facts.has_trumps_to_draw:
        return no("there are no trumps to draw")
    mine, theirs = facts.trumps_of(facts.hand), facts.trumps_of(facts.other)
    voids_here = [suit for suit in Suit if suit is not facts.trumps and not facts.hand[suit] and facts.other[suit]]
    if min(len(mine), len(theirs)) < CROSS_RUFF or not voids_here or not facts.others_voids:
        return no("the two hands cannot each trump a suit of the other’s")
    return yes(
        lambda: f"the other hand trumps {names(facts.others_voids)}, and this one {names(voids_here)}",
        *map(facts.bottom, facts.others_voids),
    )


@lead.rule(
    "fos-decl-dont-draw",
    "Let dummy make a small trump before trumps are led.",
    page=144,
    lines=(4931, 4942),
    row="dummy ruffs",
)
def dummy_ruffs(facts: DeclarerFacts) -> Finding:
    if not facts.has_trumps_to_draw or facts.partner is not facts.dummy_seat:
        return no("the declarer’s own hand is not leading, with trumps to draw")
    theirs = facts.trumps_of(facts.other)
    losing = [suit for suit in facts.others_voids if not facts.is_sure(facts.bottom(suit))]
    if not theirs or len(theirs) > len(facts.trumps_of(facts.hand)) or not losing:
        return no("dummy has no small trump for a losing card")
    return yes(lambda: f"dummy can make a small trump on {names(losing)}", *map(facts.bottom, losing))


def _put_the_weak_hand_in(facts: DeclarerFacts) -> Finding:
    strong = [suit for suit in facts.suits_now if facts.other[suit] and facts.finessing_card(facts.hand, suit)]
    if not strong:
        return no("there is no finesse here to lead up to from the other hand")
    entries = [
        suit
        for suit in facts.plain_suits
        if suit not in strong and facts.sure(facts.other, suit) and not facts.is_sure(facts.bottom(suit))
    ]
    if not entries:
        return no("the other hand cannot be put in with a sure card of another suit")
    return yes(
        lambda: f"{names(strong)} should be led from the other hand, which {names(entries)} put in",
        *map(facts.bottom, entries),
    )


@lead.rule(
    "fos-decl-dont-draw",
    "Lead a plain suit to put the other hand in, if this is the wrong hand to lead trumps from.",
    page=144,
    lines=(4931, 4942),
    row="wrong hand",
)
def wrong_hand(facts: DeclarerFacts) -> Finding:
    if not facts.has_trumps_to_draw or facts.trumps is None:
        return no("there are no trumps to draw")
    if not facts.finessing_card(facts.hand, facts.trumps) or not facts.other[facts.trumps]:
        return no("there is no finesse in trumps here to lead up to")
    return _put_the_weak_hand_in(facts)


# ---- the single suit ---------------------------------------------------------------------------------------------

CardOfSuit = Callable[[DeclarerFacts, Suit], Card | None]
"""The card to lead from a suit, if a rule applies to it."""


def of_suits_now(because: str) -> Callable[[CardOfSuit], Callable[[DeclarerFacts], Finding]]:
    """Makes a condition on one suit the condition of a rule on all the suits that may be led now."""

    def decorated(card_of: CardOfSuit) -> Callable[[DeclarerFacts], Finding]:
        def test(facts: DeclarerFacts) -> Finding:
            cards = [card for suit in facts.suits_now if (card := card_of(facts, suit))]
            if cards:
                return yes(lambda: f"{names(card.suit for card in cards)}: {because}{_chosen(facts)}", *cards)
            if facts.suits_now:
                return no(lambda: f"this does not apply to {names(facts.suits_now)}")
            return no("there is no suit to play for")

        return test

    return decorated


def _chosen(facts: DeclarerFacts) -> str:
    """Why one suit or more was chosen among others to be played for (p. 144), where it was."""
    if facts.trumps is not None or len(facts.could_play_for) == len(facts.to_play_for):
        return ""
    return f"; {facts.promise_of(facts.to_play_for)} (p. 144)"


@lead.rule(
    "fos-decl-hand-p146",
    "With jack, nine and a small card opposite ace, queen, ten lead the nine first.",
    page=146,
    lines=(5008, 5019),
    row="nine first",
    why="If you lead the jack and play the ten under it, four to the king with the eight on the left can cover the "
    "nine. With the nine first, the king on the left must be caught.",
    why_lines=(5005, 5019),
)
@of_suits_now("the nine can be passed, and the jack led next")
def nine_first(facts: DeclarerFacts, suit: Suit) -> Card | None:
    mine, others = facts.hand[suit], facts.other[suit]
    is_so = mine.headed_by("J9") and others.headed_by("AQT") and facts.is_shorter_here(suit)
    return Card(suit, Rank.NINE) if is_so and Rank.KING in facts.against(suit) else None


@lead.rule(
    "fos-decl-ajt",
    "Opposite ace, jack, ten lead small from the weak hand, twice if need be.",
    page=146,
    lines=(5021, 5033),
    row="lead from the weak hand",
    why="It is unlikely that king and queen both lie where both finesses lose. If one is played before the strong "
    "hand, the ace takes it and the jack or ten forces out the other.",
    why_lines=(5021, 5035),
)
@of_suits_now("there are small cards here, and ace, jack, ten in the other hand")
def towards_ace_knave_ten(facts: DeclarerFacts, suit: Suit) -> Card | None:
    others, against = facts.other[suit], facts.against(suit)
    first = others.headed_by("AJT") and Rank.KING in against and Rank.QUEEN in against
    second = others.headed_by("AJ") and Rank.TEN not in others and Card(suit, Rank.TEN) in facts.gone
    return facts.bottom(suit) if facts.hand[suit].highest < HIGH and (first or second) else None


@lead.rule(
    "fos-decl-ajt",
    "If one of king and queen has fallen to the ace, force out the other with the jack or the ten.",
    page=147,
    lines=(5033, 5035),
    row="force out the other",
)
def force_out_the_other(facts: DeclarerFacts) -> Finding:
    both = {Rank.KING, Rank.QUEEN}
    suits = [
        suit
        for suit in facts.suits_now
        if facts.hand[suit].headed_by("JT")
        and Card(suit, Rank.ACE) in facts.gone
        and len(both & set(facts.against(suit))) == 1
        and not both & set(facts.other[suit])
    ]
    if not suits:
        return no("no suit has jack and ten left to drive out the last of king and queen")
    return yes(
        lambda: f"of king and queen in {names(suits)}, one has gone with the ace",
        *(Card(suit, rank) for suit in suits for rank in (Rank.KNAVE, Rank.TEN)),
    )


@lead.rule(
    "fos-decl-duck",
    "Lead small and duck the first round of a long suit if its hand has no other card of re-entry.",
    page=147,
    lines=(5053, 5070),
    row="lead",
    why="The long hand has no other entry, so two rounds at once would leave its small cards dead. After a ducked "
    "round, ace and king win the second and third, and the rest may follow.",
)
@of_suits_now("the long hand, with ace and king, has no entry elsewhere")
def lead_to_duck(facts: DeclarerFacts, suit: Suit) -> Card | None:
    from_short = is_to_be_ducked(facts, suit, facts.other, facts.hand)
    from_long = is_to_be_ducked(facts, suit, facts.hand, facts.other)
    return facts.bottom(suit) if from_short or from_long else None


# ---- the suit is settled first, and what might block it goes ---------------------------------------------------


def _by_the_shorter_hand(facts: DeclarerFacts) -> Finding:
    high = high_from_short.test(facts)
    return high if high.applies else small_from_long.test(facts)


@lead.rule(
    "fos-decl-trumps",
    "With a declared trump, settle first whether to draw the opponents’ trumps. Begin with the card that blocks "
    "nothing.",
    page=144,
    lines=(4926, 4929),
    row="begin",
    why=NO_REASON,
)
def begin_to_draw(facts: DeclarerFacts) -> Finding:
    """That trumps are drawn is settled first (p. 144); which of them, the rule of the shorter hand says."""
    if not facts.has_trumps_to_draw or facts.has_begun:
        return no("there are no trumps to draw, or the drawing has begun")
    card = _by_the_shorter_hand(facts)
    if not card.applies:
        return no("the shorter hand has no high trump to clear out of the way")
    return yes(lambda: f"{facts.trumps_against}; {card.because}", *card.answers)


@lead.rule(
    "fos-decl-nt-choose",
    "Without trumps, decide at once which suit to play for: the one with the most cards in both hands.",
    page=144,
    lines=(4944, 4961),
    row="begin",
    why="If you play for the suit on the table, the strength in your own hand stays hidden as long as possible. Your "
    "opponents may then discard from your hidden suit, and perhaps unguard it.",
)
def make_up_your_mind(facts: DeclarerFacts) -> Finding:
    """The suit is chosen on getting into the lead (p. 144), where a high card is in the way in several.

    Which card of it is led, the rule of the shorter hand says, which by itself would serve in any of them.
    """
    if facts.trumps is not None:
        return no("there are trumps")
    if facts.has_begun:
        return no("the suit to play for has been chosen")
    card = _by_the_shorter_hand(facts)
    others = [suit for suit in facts.could_play_for if suit not in facts.to_play_for]
    if not card.applies or not any(_high_card(facts, suit) or _small_card(facts, suit) for suit in others):
        return no("there are not two suits with a high card of the shorter hand in the way")
    return card


def _high_card(facts: DeclarerFacts, suit: Suit) -> Card | None:
    """The high card of a suit that is in the way here, in the shorter hand."""
    return facts.top(suit) if facts.is_shorter_here(suit) and facts.can_unblock(facts.hand, suit) else None


def _small_card(facts: DeclarerFacts, suit: Suit) -> Card | None:
    """The small card that leads to a high one in the way in the other hand, which is shorter."""
    is_shorter_there = len(facts.other[suit]) < len(facts.hand[suit])
    return facts.bottom(suit) if is_shorter_there and facts.can_unblock(facts.other, suit) else None


high_from_short = lead.rule(
    "fos-decl-unblock",
    "Play the high cards from the hand that is shorter in the suit.",
    page=148,
    lines=(5078, 5087),
    row="lead high from short",
    why="High cards left in the shorter hand get in your own way and block the suit. The longer hand must be free to "
    "go on with it.",
)(of_suits_now("the shorter hand leads its high card")(_high_card))

small_from_long = lead.rule(
    "fos-decl-unblock",
    "Play small from the hand that is longer in the suit, to the high cards of the shorter.",
    page=148,
    lines=(5083, 5087),
    row="lead small from long",
)(of_suits_now("the high card is in the shorter hand")(_small_card))


# ---- from the weak hand to the strong ----------------------------------------------------------------------------


@lead.rule(
    "fos-decl-golden",
    "Lead from the weak hand to the strong, so as to win extra tricks by finessing.",
    page=145,
    lines=(4963, 4976),
    row="weak to strong",
    why="Leading to the strong hand lets you finesse. Then cards below the ace and king win tricks, and your "
    "opponents’ kings and queens may never win one.",
)
@of_suits_now("the other hand can finesse")
def weak_to_strong(facts: DeclarerFacts, suit: Suit) -> Card | None:
    return facts.bottom(suit) if facts.finessing_card(facts.other, suit) else None


lead.rule(
    "fos-decl-golden",
    "Put the weaker hand in on another suit, to lead to the strong one.",
    page=145,
    lines=(4987, 4993),
    row="put the weak hand in",
)(_put_the_weak_hand_in)


# ---- otherwise ---------------------------------------------------------------------------------------------------


@lead.rule(
    "fos-decl-trumps",
    "With a declared trump, settle first whether to draw the opponents’ trumps. Draw them if nothing else comes first.",
    page=144,
    lines=(4926, 4929),
)
def draw(facts: DeclarerFacts) -> Finding:
    if facts.trumps is None or not facts.has_trumps_to_draw:
        return no("the opponents have no trumps")
    if not facts.hand[facts.trumps]:
        return no("there is no trump in this hand to lead")
    return yes(lambda: facts.trumps_against, *facts.hand.only(facts.trumps))


@lead.rule(
    "fos-decl-nt-choose",
    "Without trumps, play for the suit with the most cards in both hands. Of equals, choose the one with more in "
    "one hand, then the one that lies on the table.",
    page=144,
    lines=(4944, 4961),
)
def play_for_the_best_suit(facts: DeclarerFacts) -> Finding:
    if facts.trumps is not None:
        return no("there are trumps")
    suits = facts.to_play_for
    if not suits:
        return no("there is no suit that can be brought in")
    return yes(lambda: facts.promise_of(suits), *(card for suit in suits for card in facts.hand.only(suit)))


def _with_equals(rule: Rule[DeclarerFacts]) -> Rule[DeclarerFacts]:
    """The rule with the cards that are equal to the one it names: of touching cards each, and of small ones any."""

    def test(facts: DeclarerFacts) -> Finding:
        finding = rule.test(facts)
        if not finding.applies:
            return finding
        answers = (card for answer in finding.answers if isinstance(answer, Card) for card in facts.as_good(answer))
        return finding.advising(distinct(answers))

    return replace(rule, test=test)


MANAGING = Chapter(Question.MANAGE, tuple(map(_with_equals, lead)), DeclarerFacts, silent_on=not_the_declarer)
