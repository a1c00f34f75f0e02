"""Hellespont on the dealer’s leads, from either of his hands (pp. 145–147, 161, 175, 209, 213, 233, 285, 313, 317).

He lays down few rules for the dealer, who sees both hands; the rest is what he praises or blames in the games.

With trumps the order is: the game first, when what is sure wins it (p. 145); the two plays for which he lets trumps
wait, a discard on a winner that is safely reached (Game I) and a lead through the king (Game II), and a cross ruff
(p. 145); then trumps. He says “as a rule” of drawing them: in Game IX, its trumps declared in despair, he does not.
Doubled trumps, or a defence, he does not say to draw (pp. 144–145), nor draws in Games III, IV and VIII.

Without trumps: the game first (p. 175); then a suit that is made, with the way into it (pp. 161, 317); then the
suit to be made, the first round of it won in the hand with two winners (p. 285).
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declared import is_offensive
from tutor.authorities.hellespont.two_hands import TwoHands, low, top, why_not_the_dealers
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Rank, Suit
from tutor.codes.code import HONOURS
from tutor.notation import counted
from tutor.seats import Seat
from tutor.view import View

# ---- the game before all ----------------------------------------------------------------------------------------


def _make_the_game_sure(two: TwoHands) -> Finding:
    if two.wanted <= 0:
        return fails("the game is won already")
    sure = {suit: two.sure(two.hand, suit) for suit in Suit}
    enough = sum(sure.values())
    if enough < two.wanted:
        return fails(f"the game wants {counted(two.wanted, 'trick')} more, and the hand is sure of {enough}")
    winners = (top(two.hand, suit) for suit in Suit if sure[suit])
    return applies(f"the hand is sure of the {counted(two.wanted, 'trick')} that the game still wants", *winners)


# ---- with trumps ------------------------------------------------------------------------------------------------


def _third_round_is_safe(two: TwoHands) -> Finding:
    if not two.trumps or not two.adverse_trumps:
        return fails("no trump is out that could ruff")
    suits = [suit for suit in two.plain_suits if _both_must_follow_a_third_time(two, suit)]
    if not suits:
        return fails("no adversary has led king and then ace, and been followed without a call")
    ways = two.ways_over(suits)
    if not ways or not _has_a_discard_there(two):
        return fails("the third round would put in no hand with a winner for a discard")
    return applies(
        f"king and then ace of {suits[0].plural} were led, and nobody called: both adversaries have a third", *ways
    )


def _both_must_follow_a_third_time(two: TwoHands, suit: Suit) -> bool:
    if two.situation.rounds(suit) != 2:
        return False
    return any(
        _ranks(two, seat, suit) == (Rank.KING, Rank.ACE)
        and seat is _leader_of_both(two, suit)
        and _has_not_called(two, seat.partner, suit)
        for seat in two.adversaries
    )


def _leader_of_both(two: TwoHands, suit: Suit) -> Seat | None:
    leaders = {lead.seat for lead in two.situation.leads if lead.card.suit is suit}
    return leaders.pop() if len(leaders) == 1 else None


def _has_not_called(two: TwoHands, seat: Seat, suit: Suit) -> bool:
    ranks = _ranks(two, seat, suit)
    return len(ranks) == 2 and ranks[0] < ranks[1]


def _ranks(two: TwoHands, seat: Seat, suit: Suit) -> tuple[Rank, ...]:
    return tuple(card.rank for card in two.situation.played_by(seat, suit))


def _has_a_discard_there(two: TwoHands) -> bool:
    """Whether the other hand has a winner of a plain suit of which this one has none, and this one has a loser."""
    winner = any(not two.hand[suit] and two.best_of(two.other, suit) for suit in two.plain_suits)
    return winner and any(not two.is_best(card) for card in two.hand if card.suit is not two.trumps)


def _over_to_the_winners(two: TwoHands) -> Finding:
    if two.adverse_trumps:
        return fails("trumps are still out")
    if not _has_a_discard_there(two):
        return fails("the other hand has no winner on which a losing card of this one can be thrown")
    ways = two.ways_over(Suit)
    if not ways:
        return fails("no lead puts the other hand in")
    return applies("trumps are drawn, and the other hand has a winner for a losing card of this one", *ways)


def _cross_ruff(two: TwoHands) -> Finding:
    trumps = two.trumps
    if not trumps or len(two.hand[trumps]) < 2 or len(two.other[trumps]) < 2:
        return fails("there are not two trumps in each hand to ruff with crosswise")
    if any(_is_strong(two, suit) for suit in two.plain_suits):
        return fails("there is a strong suit to bring in, which wants trumps drawn")
    here = [suit for suit in two.plain_suits if not two.other[suit] and two.hand[suit]]
    there = [suit for suit in two.plain_suits if not two.hand[suit] and two.other[suit]]
    if not here or not there:
        return fails("the hands are not each void of a suit that the other has to lead")
    return applies(
        f"one hand is void of {here[0].plural} and the other of {there[0].plural}",
        *(low(two.hand, suit) for suit in here),
    )


def _is_strong(two: TwoHands, suit: Suit) -> bool:
    """Whether one of the hands has four cards or more of the suit, three of them winners but for trumps."""
    return any(len(hand[suit]) >= 4 and len(two.best_of(hand, suit)) >= 3 for hand in (two.hand, two.other))


def _through_the_king(two: TwoHands) -> Finding:
    trumps = two.trumps
    if not trumps or two.adverse_trumps != 3 or two.against[trumps].highest is not Rank.KING:
        return fails("it is not three trumps that are out, with the king at their head")
    if not two.hand[trumps].headed_by("AQ") or not two.other[trumps]:
        return fails("the hand to lead has not ace and queen over a trump in the other")
    ways = two.ways_over(two.plain_suits)
    if not ways:
        return fails("no plain suit puts the other hand in, to lead through the king")
    return applies("three trumps are out with the king, and the other hand can be put in to lead through it", *ways)


def _draw_trumps(two: TwoHands) -> Finding:
    trumps = two.trumps
    if not trumps or not two.adverse_trumps:
        return fails("no trump is out")
    if not two.hand[trumps]:
        return fails("the hand to lead has no trump")
    card = _to_draw_with(two, trumps)
    others = tuple(equal for equal in two.equals(card) if equal != card) if two.is_closed else ()
    return Finding(f"{counted(two.adverse_trumps, 'trump')} out, and the hand to lead has one", (card,), others)


def _to_draw_with(two: TwoHands, trumps: Suit) -> Card:
    """The best trump; failing it, the head of a sequence, unless the other hand has a better card to lead up to."""
    highest = top(two.hand, trumps)
    if two.is_best(highest):
        return highest
    other = two.other[trumps]
    is_led_up = bool(other) and other.highest > highest.rank
    return highest if len(two.equals(highest)) > 1 and not is_led_up else low(two.hand, trumps)


def _over_to_the_trumps(two: TwoHands) -> Finding:
    trumps = two.trumps
    if not trumps or not two.adverse_trumps:
        return fails("no trump is out")
    if two.hand[trumps] or not two.other[trumps]:
        return fails("it is not the other hand alone that has trumps")
    ruffs = [low(two.hand, suit) for suit in two.plain_suits if two.hand[suit] and not two.other[suit]]
    ways = (*ruffs, *two.ways_over(two.plain_suits))
    if not ways:
        return fails("nothing puts the other hand in")
    return applies("the trumps with which to draw those that are out are in the other hand", *ways)


def _no_ruff_and_discard(two: TwoHands) -> Finding:
    if not two.adverse_trumps:
        return fails("no trump is out")
    bad = [suit for suit in two.plain_suits if two.hand[suit] and len(two.shown_void[suit]) == 2]
    others = [card for card in two.hand if card.suit not in bad]
    if not bad or not others:
        return fails("both adversaries are not known to be void of one suit while there is another to lead")
    return applies(f"both adversaries are void of {bad[0].plural}", *others)


# ---- without trumps ---------------------------------------------------------------------------------------------


def _play_out_the_suit(two: TwoHands) -> Finding:
    suits = [suit for suit in two.plain_suits if two.is_established(two.situation.seat, suit)]
    if not suits:
        return fails("the hand to lead has no long suit of winners")
    longest = max(len(two.hand[suit]) for suit in suits)
    leads = tuple(top(two.hand, suit) for suit in suits if len(two.hand[suit]) == longest)
    equals = tuple(card for lead in leads for card in two.equals(lead) if card != lead)
    return Finding(f"every card that is left in {suits[0].plural} wins", leads, equals)


def _made_in_the_other_hand(two: TwoHands) -> list[Suit]:
    return [suit for suit in Suit if two.is_established(two.situation.partner, suit)]


def _lead_over_to_the_suit(two: TwoHands) -> Finding:
    made = _made_in_the_other_hand(two)
    if not made:
        return fails("the other hand has no long suit of winners")
    ways = two.ways_over([suit for suit in made if two.hand[suit]]) or two.ways_over(Suit)
    if not ways:
        return fails(f"the other hand has {made[0].plural}, but no lead puts it in")
    return applies(f"the other hand has {made[0].plural} of which every card wins, and can be put in", *ways)


def _make_an_entry(two: TwoHands) -> Finding:
    made = _made_in_the_other_hand(two)
    if not made or any(two.hand[suit] for suit in made) or two.ways_over(Suit):
        return fails("the other hand has no established suit that is cut off from this one")
    forcing = [card for suit in Suit if (card := _forcing(two, suit))]
    if not forcing:
        return fails("no suit has one adverse card that stands over an entry in the other hand")
    return applies(
        f"{made[0].plural} in the other hand are made, and want a way in that one card against them bars", *forcing
    )


def _forcing(two: TwoHands, suit: Suit) -> Card | None:
    """The highest card to lead that only the one adverse card over the other hand’s best can beat."""
    other, against = two.other[suit], two.against[suit]
    if not other or len(two.hand[suit]) < 2 or sum(rank > other.highest for rank in against) != 1:
        return None
    beaten_once = [
        card
        for card in two.hand.only(suit)
        if card.rank < against.highest and sum(rank > card.rank for rank in against) == 1
    ]
    return max(beaten_once, key=lambda card: card.rank.height, default=None)


def _over_to_lead_through(two: TwoHands) -> Finding:
    suit = two.suit_to_establish
    if suit is None:
        return fails("no one suit is the most promising")
    king = not two.against[suit].is_void and two.against[suit].highest is Rank.KING
    if not king or not two.hand[suit].headed_by("AQ") or not two.other[suit]:
        return fails("the hand to lead has not ace and queen, over the other, in the suit that promises most")
    ways = two.ways_over(other for other in two.plain_suits if other is not suit)
    if not ways:
        return fails("nothing puts the other hand in, to lead through the king")
    return applies(f"ace and queen of {suit.plural} are in the hand to lead, and the king is out", *ways)


def _two_winners_here(two: TwoHands) -> Finding:
    suit = two.suit_to_establish
    if suit is None:
        return fails("no one suit is the most promising")
    here, there = two.best_of(two.hand, suit), two.best_of(two.other, suit)
    if len(here) > 1 and len(there) == 1:
        return applies(f"two winners of {suit.plural} are in this hand, and one in the other", here[0])
    if len(there) > 1 and len(here) == 1 and not two.is_best(low(two.hand, suit)):
        return applies(f"two winners of {suit.plural} are in the other hand, and one in this", low(two.hand, suit))
    return fails(f"{suit.plural} have not two winners in one hand and one in the other")


def _clear_a_suit(two: TwoHands) -> Finding:
    suit = two.suit_to_establish
    if suit is None:
        return fails("no one suit is the most promising")
    card = _to_clear_with(two, suit)
    others = tuple(equal for equal in two.equals(card) if equal != card)
    because = f"{suit.plural} promise most, with {counted(two.length(suit), 'card')} in the two hands"
    return Finding(because, (card,), others)


def _to_clear_with(two: TwoHands, suit: Suit) -> Card:
    """The best card where it is supported, or heads a sequence; else the lowest, up to what the other hand has."""
    highest = top(two.hand, suit)
    other = two.other[suit]
    if len(two.best_of(two.hand, suit)) > 1 or len(two.equals(highest)) > 1:
        return highest
    if other and (other.highest > highest.rank or other.count(HONOURS)):
        return low(two.hand, suit)
    return highest if two.is_best(highest) else low(two.hand, suit)


MANAGING_WITH_TRUMPS: Sequence[Rule[TwoHands]] = (
    Rule(
        "hel-play-dealer-never-risk",
        "When the winners of the hand, with no trump out against them, make the game, take them before anything else.",
        cite(145, 7225, 7227),
        _make_the_game_sure,
    ),
    Rule(
        "hel-inference-king-ace",
        "A third round is safe where king and then ace were led and the other adversary has not called: both have a "
        "third card. Use it to reach a winner for a discard.",
        cite(209, 10949, 10951),
        _third_round_is_safe,
        "a safe third round",
    ),
    Rule(
        "hel-game-07",
        "When trumps are drawn, put in the hand that has a winner on which a losing card can be thrown.",
        cite(233, 11835, 11840),
        _over_to_the_winners,
    ),
    Rule(
        "hel-play-dealer-draw-trumps",
        "Do not draw trumps where you have a cross ruff: lead what the other hand can trump.",
        cite(145, 7212, 7224),
        _cross_ruff,
        "unless there is a cross ruff",
    ),
    Rule(
        "hel-game-02-finesse",
        "With three trumps out and the king among them a finesse is sounder than the drop: put the other hand in, to "
        "lead through.",
        cite(213, 11082, 11099),
        _through_the_king,
        "put the other hand in",
    ),
    Rule(
        "hel-play-dealer-draw-trumps",
        "Draw trumps as soon as you get in.",
        cite(145, 7212, 7224),
        _draw_trumps,
        "draw them",
    ),
    Rule(
        "hel-game-27",
        "When the trumps are in the other hand, put it in, by a ruff if need be, to draw those that are out.",
        cite(313, 14780, 14788),
        _over_to_the_trumps,
    ),
    Rule(
        "hel-play-no-ruff-discard",
        "Never lead a suit of which both adversaries are void: one ruffs and the other discards.",
        cite(143, 7112, 7118),
        _no_ruff_and_discard,
        "the dealer",
    ),
)

_WITHOUT_DRAWING = tuple(
    rule for rule in MANAGING_WITH_TRUMPS if rule.id not in ("hel-play-dealer-draw-trumps", "hel-game-27")
)

MANAGING_WITHOUT_TRUMPS: Sequence[Rule[TwoHands]] = (
    Rule(
        "hel-maxim-never-risk-game",
        "When the winners of the hand make the game, take them; never risk it for extra points.",
        cite(175, 8565, 8567),
        _make_the_game_sure,
        "the dealer leads",
    ),
    Rule(
        "hel-second-take-to-clear",
        "Play out a long suit of winners, and compel discards from the adversaries’ long suits.",
        cite(161, 7995, 8002),
        _play_out_the_suit,
        "from the hand that has it",
    ),
    Rule(
        "hel-second-take-to-clear",
        "Take the lead into the hand that has a long suit of winners.",
        cite(161, 7995, 8002),
        _lead_over_to_the_suit,
        "from the other hand",
    ),
    Rule(
        "hel-game-28",
        "When a suit that is made has no way in, force out the one card that bars an entry to it.",
        cite(317, 14899, 14904),
        _make_an_entry,
    ),
    Rule(
        "hel-game-17",
        "With ace and queen in the hand to lead and the king out, put the other hand in, to lead through it.",
        cite(273, 13089, 13095),
        _over_to_lead_through,
        "put the other hand in",
    ),
    Rule(
        "hel-play-win-from-two-winner-hand",
        "With two winners of a suit in one hand and one in the other, win the first round in the hand that has two.",
        cite(285, 13461, 13466),
        _two_winners_here,
    ),
    Rule(
        "hel-nt-goal",
        "Set about establishing your long suit.",
        cite(147, 7302, 7310),
        _clear_a_suit,
        "the dealer leads",
    ),
)


def _silent_with_trumps(view: View) -> str | None:
    return why_not_the_dealers(view) or (None if view.trumps else "this is how trumps are managed")


def _silent_on_attack(view: View) -> str | None:
    return _silent_with_trumps(view) or (None if is_offensive(view) else "trumps are doubled, or are a defence")


def _silent_on_defence(view: View) -> str | None:
    return _silent_with_trumps(view) or (
        "trumps were declared to attack, and not doubled" if is_offensive(view) else None
    )


def _silent_without_trumps(view: View) -> str | None:
    return why_not_the_dealers(view) or ("this is how a hand without trumps is managed" if view.trumps else None)


ATTACKING_WITH_TRUMPS = Chapter(Question.MANAGE, MANAGING_WITH_TRUMPS, TwoHands.of, silent_on=_silent_on_attack)
DEFENDING_WITH_TRUMPS = Chapter(Question.MANAGE, _WITHOUT_DRAWING, TwoHands.of, silent_on=_silent_on_defence)
MANAGING_NO_TRUMPS = Chapter(Question.MANAGE, MANAGING_WITHOUT_TRUMPS, TwoHands.of, silent_on=_silent_without_trumps)

MANAGING = (ATTACKING_WITH_TRUMPS, DEFENDING_WITH_TRUMPS, MANAGING_NO_TRUMPS)
