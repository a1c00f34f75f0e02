"""Hellespont on the dealer’s leads, from either hand (pp. 145–147, 161, 175, 209, 213, 233, 285, 313, 317).

Hellespont lays down few rules for the dealer, who sees both hands. The rest is what he praises or blames in the games.

With trumps the order is: the game first, when what is sure wins it (p. 145). Then come the plays for which Hellespont
lets trumps wait: a discard on a winner that is safely reached (Game I), a lead through the king (Game II), and a cross
ruff (p. 145). Then come trumps. He says “as a rule” of drawing them: in Game IX, with trumps declared in despair, he
does not. Doubled or defensive trumps he does not say to draw (pp. 144–145), and does not draw in Games III, IV and
VIII.

Without trumps: the game first (p. 175), then a suit that is made, with the way into it (pp. 161, 317), then the suit to
be made, its first round won in the hand with two winners (p. 285).
"""

from __future__ import annotations

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.dealer_facts import DealerFacts, low, top, why_not_the_dealers
from tutor.authorities.hellespont.purpose_of_declaration import is_offensive
from tutor.authorities.hellespont.trick_figures import FEWEST_OF_A_LONG_SUIT
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.codes.bridge_code import HONOURS
from tutor.notation import counted, in_words
from tutor.view import View

# ---- with trumps ------------------------------------------------------------------------------------------------

with_trumps = Section[DealerFacts](KEY)


def _sure_game(dealer: DealerFacts) -> Finding:
    if dealer.needed <= 0:
        return no("the game is won already")
    sure = {suit: dealer.sure(dealer.hand, suit) for suit in Suit}
    total = sum(sure.values())
    if total < dealer.needed:
        return no(lambda: f"the game needs {counted(dealer.needed, 'trick')} more, and the hand is sure of {total}")
    winners = (top(dealer.hand, suit) for suit in Suit if sure[suit])
    return yes(lambda: f"the hand is sure of the {counted(dealer.needed, 'trick')} that the game still needs", *winners)


with_trumps.rule(
    "hel-play-dealer-never-risk",
    "If the winners of the hand make the game, and no trump is out against them, take them before anything else.",
    page=145,
    lines=(7225, 7227),
    why="A dealer with a certain game put off drawing trumps, hoping for more tricks. The opponents ruffed twice and "
    "the game was gone. Make the game secure first, because no extra trick excuses losing it.",
    why_page=146,
    why_lines=(7267, 7283),
)(_sure_game)


def _both_have_a_third(dealer: DealerFacts, suit: Suit) -> bool:
    """Whether one opponent has led the king and then the ace of a suit, and the other has not called."""
    leaders = [lead.seat for lead in dealer.leads if lead.card.suit is suit]
    if len(leaders) != 2 or leaders[0] is not leaders[1] or leaders[0] not in dealer.adversaries:
        return False
    led, followed = (dealer.ranks_played(seat, suit) for seat in (leaders[0], leaders[0].partner))
    return led == (Rank.KING, Rank.ACE) and len(followed) == 2 and followed[0] < followed[1]


@with_trumps.rule(
    "hel-inference-king-ace",
    "If an opponent led king and then ace and the other did not call, both have a third card, so a third round is "
    "safe. Use it to reach a winner for a discard.",
    page=209,
    lines=(10949, 10951),
    row="a safe third round",
    why="From ace and king alone the ace is led first, so king and then ace shows at least one more. A partner with "
    "no third card would have played high and then low.",
)
def safe_third_round(dealer: DealerFacts) -> Finding:
    if not dealer.trumps or not dealer.adverse_trumps:
        return no("no trump is out that could ruff")
    suits = [suit for suit in dealer.plain_suits if _both_have_a_third(dealer, suit)]
    if not suits:
        return no("no opponent has led king and then ace without a call from the other")
    ways = dealer.ways_over(suits)
    if not ways or not dealer.has_discard_opposite:
        return no("the third round would not put in a hand with a winner to discard on")
    return yes(
        lambda: f"king and then ace of {suits[0].plural} were led, and nobody called, so both opponents have a third",
        *ways,
    )


@with_trumps.rule(
    "hel-game-07",
    "When trumps are drawn, put in the hand that has a winner on which you can throw a losing card.",
    page=233,
    lines=(11835, 11840),
    why="The card that you must otherwise lose goes away on the winner, instead of costing a trick. Only the other "
    "hand can lead that winner.",
)
def reach_winner(dealer: DealerFacts) -> Finding:
    if dealer.adverse_trumps:
        return no("trumps are still out")
    if not dealer.has_discard_opposite:
        return no("the other hand has no winner for a losing card of this hand")
    ways = dealer.ways_over(Suit)
    if not ways:
        return no("no lead puts the other hand in")
    return yes("trumps are drawn, and the other hand has a winner for a losing card of this one", *ways)


WINNERS_OF_A_STRONG_SUIT = 3
"""How many winners, trumps apart, make a long suit a “strong suit”, for which trumps must be drawn (p. 145)."""


def _is_strong(dealer: DealerFacts, suit: Suit) -> bool:
    hands = (hand for hand in (dealer.hand, dealer.other) if len(hand[suit]) >= FEWEST_OF_A_LONG_SUIT)
    return any(dealer.count_best(hand, suit) >= WINNERS_OF_A_STRONG_SUIT for hand in hands)


@with_trumps.rule(
    "hel-play-dealer-draw-trumps",
    "Do not draw trumps if you have a cross-ruff: lead what the other hand can trump.",
    page=145,
    lines=(7212, 7224),
    row="unless there is a cross ruff",
    why="Drawing trumps stops the opponents from making small ones. It may let you win later with queens, jacks and "
    "even smaller cards, and a strong suit cannot do without it.",
)
def cross_ruff(dealer: DealerFacts) -> Finding:
    trumps = dealer.trumps
    if not trumps or len(dealer.hand[trumps]) < 2 or len(dealer.other[trumps]) < 2:
        return no("there are not two trumps in each hand to ruff with crosswise")
    if any(_is_strong(dealer, suit) for suit in dealer.plain_suits):
        return no("there is a strong suit to bring in, for which trumps must be drawn")
    here = [suit for suit in dealer.plain_suits if not dealer.other[suit] and dealer.hand[suit]]
    there = [suit for suit in dealer.plain_suits if not dealer.hand[suit] and dealer.other[suit]]
    if not here or not there:
        return no("the hands are not each void of a suit that the other has to lead")
    return yes(
        lambda: f"one hand is void of {here[0].plural} and the other of {there[0].plural}",
        *(low(dealer.hand, suit) for suit in here),
    )


TRUMPS_OUT_FOR_A_FINESSE = 3
"""In Game II three trumps are out, the king among them, and the finesse is sounder than the drop (p. 213)."""


@with_trumps.rule(
    "hel-game-02-finesse",
    "With three trumps out, the king among them, a finesse is sounder than the drop: put the other hand in, to lead "
    "through.",
    page=213,
    lines=(11082, 11090),
    row="put the other hand in",
    why="The king may be guarded on either side, or single in one hand. In such cases the finesse is sounder, and in "
    "the example it would have won an extra trick.",
)
def through_king(dealer: DealerFacts) -> Finding:
    trumps = dealer.trumps
    out = TRUMPS_OUT_FOR_A_FINESSE
    if not trumps or dealer.adverse_trumps != out or dealer.against[trumps].highest is not Rank.KING:
        return no(lambda: f"there are not {in_words(out)} trumps out, with the king at their head")
    if not dealer.hand[trumps].headed_by("AQ") or not dealer.other[trumps]:
        return no("the hand to lead does not have ace and queen over a trump in the other")
    ways = dealer.ways_over(dealer.plain_suits)
    if not ways:
        return no("no plain suit puts the other hand in, to lead through the king")
    return yes(
        lambda: f"{in_words(out)} trumps are out with the king, and the other hand can be put in to lead through it",
        *ways,
    )


def _no_trump_out(dealer: DealerFacts) -> str | None:
    return None if dealer.adverse_trumps else "no trump is out"


drawing_trumps = Section[DealerFacts](KEY, given=_no_trump_out)


def _trump_to_draw_with(dealer: DealerFacts, trumps: Suit) -> Card:
    """The best trump; failing it, the head of a sequence, unless the other hand has a better card to lead up to."""
    highest = top(dealer.hand, trumps)
    if dealer.is_best(highest):
        return highest
    other = dealer.other[trumps]
    is_led_up = bool(other) and other.highest > highest.rank
    return highest if len(dealer.equal_cards(highest)) > 1 and not is_led_up else low(dealer.hand, trumps)


@drawing_trumps.rule(
    "hel-play-dealer-draw-trumps", "Draw trumps as soon as you get in.", page=145, lines=(7212, 7224), row="draw them"
)
def draw_trumps(dealer: DealerFacts) -> Finding:
    trumps = dealer.trumps
    if not trumps or not dealer.hand[trumps]:
        return no("the hand to lead has no trump")
    card = _trump_to_draw_with(dealer, trumps)
    return yes(
        lambda: f"the opponents have {counted(dealer.adverse_trumps, 'trump')}, and the hand to lead has one",
        card,
        merely=dealer.equal_cards(card) if dealer.is_closed else (),
    )


@drawing_trumps.rule(
    "hel-game-27",
    "If the trumps are in the other hand, put it in to draw the opponents’ trumps, with a ruff if need be.",
    page=313,
    lines=(14780, 14788),
    why="The trumps still out can be drawn only from the other hand, and a ruff there gives it the lead. In the "
    "example the dealer’s own ace has to stay, as the re-entry for a suit.",
    why_lines=(14775, 14788),
)
def reach_trumps(dealer: DealerFacts) -> Finding:
    trumps = dealer.trumps
    if not trumps or dealer.hand[trumps] or not dealer.other[trumps]:
        return no("the other hand is not the only one of the two with trumps")
    ruffs = [low(dealer.hand, suit) for suit in dealer.plain_suits if dealer.hand[suit] and not dealer.other[suit]]
    ways = (*ruffs, *dealer.ways_over(dealer.plain_suits))
    if not ways:
        return no("nothing puts the other hand in")
    return yes("the trumps that can draw the opponents’ are in the other hand", *ways)


@drawing_trumps.rule(
    "hel-play-no-ruff-discard",
    "Never lead a suit of which both opponents are void: one ruffs and the other discards.",
    page=143,
    lines=(7112, 7118),
    row="the dealer",
)
def ruff_and_discard(dealer: DealerFacts) -> Finding:
    bad = [suit for suit in dealer.plain_suits if dealer.hand[suit] and len(dealer.shown_void[suit]) == 2]
    others = [card for card in dealer.hand if card.suit not in bad]
    if not bad or not others:
        return no("both opponents are not known to be void of one suit while there is another to lead")
    return yes(lambda: f"both opponents are void of {bad[0].plural}", *others)


# ---- without trumps ---------------------------------------------------------------------------------------------

without_trumps = Section[DealerFacts](KEY)


without_trumps.rule(
    "hel-maxim-never-risk-game",
    "If the winners of the hand make the game, take them; never risk it for extra points.",
    page=175,
    lines=(8565, 8567),
    row="the dealer leads",
)(_sure_game)


@without_trumps.rule(
    "hel-second-take-to-clear",
    "Play out a long suit of winners, and force discards from the opponents’ long suits.",
    page=161,
    lines=(7995, 8002),
    row="from the hand that has it",
    why="Each winner that you play out forces the opponents to throw cards from their own long suits. So the lead is "
    "worth taking at once, even with the ace on a small card.",
    why_lines=(7995, 8014),
)
def run_long_suit(dealer: DealerFacts) -> Finding:
    suits = [suit for suit in dealer.plain_suits if dealer.is_established(dealer.seat, suit)]
    if not suits:
        return no("the hand to lead has no long suit of winners")
    longest = max(len(dealer.hand[suit]) for suit in suits)
    leads = tuple(top(dealer.hand, suit) for suit in suits if len(dealer.hand[suit]) == longest)
    equals = (card for lead in leads for card in dealer.equal_cards(lead))
    return yes(lambda: f"every card left in {suits[0].plural} wins", *leads, merely=equals)


@without_trumps.rule(
    "hel-second-take-to-clear",
    "Put the lead into the hand that has a long suit of winners.",
    page=161,
    lines=(7995, 8002),
    row="from the other hand",
)
def reach_long_suit(dealer: DealerFacts) -> Finding:
    made = dealer.made_opposite
    if not made:
        return no("the other hand has no long suit of winners")
    ways = dealer.ways_over([suit for suit in made if dealer.hand[suit]]) or dealer.ways_over(Suit)
    if not ways:
        return no(lambda: f"the other hand has {made[0].plural}, but no lead puts it in")
    return yes(lambda: f"every card of the other hand’s {made[0].plural} wins, and the hand can be put in", *ways)


def _forcing(dealer: DealerFacts, suit: Suit) -> Card | None:
    """The highest card to lead that only the one adverse card over the other hand’s best can beat."""
    other, against = dealer.other[suit], dealer.against[suit]
    if not other or len(dealer.hand[suit]) < 2 or sum(rank > other.highest for rank in against) != 1:
        return None
    beaten_once = [
        card
        for card in dealer.hand.only(suit)
        if card.rank < against.highest and sum(rank > card.rank for rank in against) == 1
    ]
    return max(beaten_once, key=lambda card: card.rank.height, default=None)


@without_trumps.rule(
    "hel-game-28",
    "If a suit that is made has no entry, force out the one card that bars an entry to it.",
    page=317,
    lines=(14899, 14904),
    why="The made suit is useless while its hand cannot get in. Forcing out the one higher card turns a lower honour "
    "there into an entry, though an opponent who sees your aim may refuse to win.",
    why_lines=(14899, 14916),
)
def force_entry(dealer: DealerFacts) -> Finding:
    made = dealer.made_opposite
    if not made or any(dealer.hand[suit] for suit in made) or dealer.ways_over(Suit):
        return no("the other hand has no established suit that is cut off from this one")
    forcing = [card for suit in Suit if (card := _forcing(dealer, suit))]
    if not forcing:
        return no("no suit has just one opposing card that beats an entry in the other hand")
    return yes(
        lambda: f"the {made[0].plural} in the other hand are made, and one opposing card bars the way to them",
        *forcing,
    )


def _no_suit_most_promising(dealer: DealerFacts) -> str | None:
    return None if len(dealer.most_promising) == 1 else "no one suit is the most promising"


establishing = Section[DealerFacts](KEY, given=_no_suit_most_promising)


@establishing.rule(
    "hel-game-17",
    "With ace and queen in the hand to lead and the king out, put the other hand in, to lead through it.",
    page=273,
    lines=(13089, 13095),
    row="put the other hand in",
)
def reach_finesse(dealer: DealerFacts) -> Finding:
    suit = dealer.most_promising[0]
    king = not dealer.against[suit].is_void and dealer.against[suit].highest is Rank.KING
    if not king or not dealer.hand[suit].headed_by("AQ") or not dealer.other[suit]:
        return no("the hand to lead does not have ace and queen, over the other, in the most promising suit")
    ways = dealer.ways_over(other for other in dealer.plain_suits if other is not suit)
    if not ways:
        return no("nothing puts the other hand in, to lead through the king")
    return yes(lambda: f"ace and queen of {suit.plural} are in the hand to lead, and the king is out", *ways)


@establishing.rule(
    "hel-play-win-from-two-winner-hand",
    "With two winners of a suit in one hand and one in the other, win the first round in the hand that has two.",
    page=285,
    lines=(13461, 13466),
    why="Any finesse in the suit can then be put off as long as possible, in case it proves necessary.",
)
def two_winners(dealer: DealerFacts) -> Finding:
    suit = dealer.most_promising[0]
    here, there = dealer.count_best(dealer.hand, suit), dealer.count_best(dealer.other, suit)
    if here > 1 and there == 1:
        return yes(
            lambda: f"two winners of {suit.plural} are in this hand, and one in the other", top(dealer.hand, suit)
        )
    if there > 1 and here == 1 and not dealer.is_best(low(dealer.hand, suit)):
        return yes(
            lambda: f"two winners of {suit.plural} are in the other hand, and one in this", low(dealer.hand, suit)
        )
    return no(lambda: f"{suit.plural} do not have two winners in one hand and one in the other")


def _card_to_clear_with(dealer: DealerFacts, suit: Suit) -> Card:
    """The best card where it is supported, or heads a sequence; else the lowest, up to what the other hand has."""
    highest = top(dealer.hand, suit)
    other = dealer.other[suit]
    if dealer.count_best(dealer.hand, suit) > 1 or len(dealer.equal_cards(highest)) > 1:
        return highest
    if other and (other.highest > highest.rank or other.count(HONOURS)):
        return low(dealer.hand, suit)
    return highest if dealer.is_best(highest) else low(dealer.hand, suit)


@establishing.rule(
    "hel-nt-goal", "Start to establish your long suit.", page=147, lines=(7302, 7310), row="the dealer leads"
)
def clear_suit(dealer: DealerFacts) -> Finding:
    suit = dealer.most_promising[0]
    card = _card_to_clear_with(dealer, suit)
    length = len(dealer.hand[suit]) + len(dealer.other[suit])
    return yes(
        lambda: f"{suit.plural} promise most, with {counted(length, 'card')} in the two hands",
        card,
        merely=dealer.equal_cards(card),
    )


# ---- the chapters -----------------------------------------------------------------------------------------------


def _silent_on_attack(view: View) -> str | None:
    return _silent_with_trumps(view) or (
        None if is_offensive(view) else ("trumps are doubled, or were declared in defence")
    )


def _silent_on_defence(view: View) -> str | None:
    attack = "trumps were declared to attack, and not doubled"
    return _silent_with_trumps(view) or (attack if is_offensive(view) else None)


def _silent_with_trumps(view: View) -> str | None:
    return why_not_the_dealers(view) or (None if view.trumps else "the rule is for a hand with trumps")


def _silent_without_trumps(view: View) -> str | None:
    return why_not_the_dealers(view) or ("the rule is for a hand without trumps" if view.trumps else None)


ATTACK = (*with_trumps, *drawing_trumps)
DEFENCE = tuple(rule for rule in ATTACK if rule not in (cross_ruff, draw_trumps, reach_trumps))
"""Doubled trumps, or a defence, Hellespont does not say to draw."""

DEALER_LEADS = (
    Chapter(Question.MANAGE, ATTACK, DealerFacts, silent_on=_silent_on_attack),
    Chapter(Question.MANAGE, DEFENCE, DealerFacts, silent_on=_silent_on_defence),
    Chapter(Question.MANAGE, (*without_trumps, *establishing), DealerFacts, silent_on=_silent_without_trumps),
)
