"""Hellespont on following suit from the dealer’s own hand and from the exposed one (pp. 147, 159–162, 171, 175, 273).

Second hand, without trumps, on an adversary’s suit: an established suit of the dealer’s own is brought in at once
(p. 161), and comes before everything said of holding up; then equal cards in both hands (p. 161), which settle the
knave led against a divided king and queen; then king and queen in one hand, the king by its guards, the queen
(pp. 159–161). Afterwards, for any hand: the game before a finesse (pp. 143, 145, 175), holding up, and false cards
(p. 175) from the hand that is not exposed, which say only which of equals to play.

Where he parts from himself: p. 143 calls a finesse bad that risks the odd trick, and in Game XXVI (p. 309) A takes one,
deceived, which is not blamed; the rule stands. False cards (p. 175) are the higher of equals in Games VI, VII; but in
Game III (p. 217) the ten wins and the knave is kept; so any of the equals is right, and the higher is advised.

“Small” is read as below the ten. “No honour in his own hand” is read as none that he could still hold: A, K, Q, J, 10.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.two_hands import TwoHands, low, why_not_the_dealers
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Rank, Suit
from tutor.codes.code import HONOURS
from tutor.notation import counted
from tutor.seats import Seat

_ODD_TRICK = 7
_STILL_LONG = 2
"""Of how many winners a suit is worth taking the lead for: a single one is let wait in Game XIII (p. 257)."""


def _led(two: TwoHands) -> Suit:
    suit = two.situation.suit_led
    assert suit is not None, "a card has been led that is to be followed"  # noqa: S101
    return suit


def _lead(two: TwoHands) -> Rank:
    card = two.situation.led
    assert card is not None, "a card has been led that is to be followed"  # noqa: S101
    return card.rank


def _lowest(two: TwoHands) -> Card:
    return low(two.hand, _led(two))


def _both(two: TwoHands, *ranks: Rank) -> tuple[Card, ...]:
    return tuple(Card(_led(two), rank) for rank in ranks)


def _is_first_knave(two: TwoHands) -> bool:
    """Whether the suit was opened with a knave, by the player on the right of the hand to play, without trumps."""
    opened = next(lead for lead in two.situation.leads if lead.card.suit is _led(two))
    return not two.trumps and opened.card.rank is Rank.KNAVE and opened.seat is two.situation.seat.right


# ---- a suit of the dealer’s own ---------------------------------------------------------------------------------


def _bring_in_the_suit(two: TwoHands) -> Finding:
    if two.trumps:
        return fails("there are trumps")
    best = [card for card in two.best_of(two.hand, _led(two)) if card in two.situation.winners]
    if not best:
        return fails("the hand cannot be sure of the trick")
    made = [
        suit
        for suit in Suit
        if suit is not _led(two)
        for seat in (two.situation.seat, two.situation.partner)
        if two.is_established(seat, suit) and len(two.view.seen[seat][suit]) >= _STILL_LONG
    ]
    if not made:
        return fails("no long suit of the dealer’s is made")
    return applies(f"every card of {made[0].plural} wins, and the lead is wanted to play them", best[-1])


# ---- equal cards ------------------------------------------------------------------------------------------------


def _equal_in_the_other_hand(two: TwoHands) -> Finding:
    suit = _led(two)
    if two.is_closed or two.situation.partner in dict(two.situation.trick.items()):
        return fails("it is not the exposed hand, with the dealer’s own still to play")
    mine = Card(suit, two.hand[suit].highest)
    equal = next((card for card in two.other.only(suit) if two.are_equal(card, mine)), None)
    if equal is None or mine == _lowest(two) or mine not in two.situation.winners:
        return fails("the hand has no winning card with an equal in the other")
    if equal.rank < Rank.TEN or len(two.equals(_lowest(two))) == len(two.hand[suit]):
        return fails("it is no matter which card wins")
    return applies(f"the {mine.rank.word} here and the {equal.rank.word} in the other hand are equals", _lowest(two))


# ---- a knave led, without trumps --------------------------------------------------------------------------------


def _king_and_queen(two: TwoHands) -> Finding:
    if not _is_first_knave(two) or two.situation.rounds(_led(two)) != 1:
        return fails("it is not a knave first led without trumps")
    if not two.hand[_led(two)].headed_by("KQ"):
        return fails("king and queen are not both in this hand")
    return applies(
        "king and queen are in this hand, and the lead is from ace, knave, ten or from knave, ten, nine",
        *_both(two, Rank.KING, Rank.QUEEN),
    )


def _dealer_has_no_honour(two: TwoHands) -> bool:
    return not two.is_closed and not two.other[_led(two)].count(HONOURS)


def _king_exposed(two: TwoHands) -> str | None:
    """Why it is not the king that the exposed hand has against a knave led; None when it is."""
    if not _is_first_knave(two):
        return "it is not a knave first led without trumps"
    if not _dealer_has_no_honour(two):
        return "the dealer has an honour of the suit, or this is not the exposed hand"
    holding = two.hand[_led(two)]
    if holding.highest is not Rank.KING:
        return "the exposed hand is not headed by the king"
    return None


def _king_with(guards: Callable[[int], bool], words: str, last_round_held: int) -> Callable[[TwoHands], Finding]:
    """The finding for a king with so many guards as dealt, that is held back up to a round and then played."""

    def find(two: TwoHands) -> Finding:
        why_not = _king_exposed(two)
        if why_not:
            return fails(why_not)
        suit, king = _led(two), Card(_led(two), Rank.KING)
        if not guards(len(two.situation.dealt[suit]) - 1):
            return fails(f"the king is not {words} guarded")
        if king not in two.situation.winners:
            return fails("the king cannot win this round")
        if two.situation.rounds(suit) > last_round_held or len(two.hand[suit]) == 1:
            return applies(f"the king was {words} guarded, and would fall if it were kept longer", king)
        return applies(f"the king is {words} guarded, and can be held back", _lowest(two))

    return find


def _queen_exposed(two: TwoHands) -> Finding:
    if not _is_first_knave(two) or two.situation.rounds(_led(two)) != 1:
        return fails("it is not a knave first led without trumps")
    if two.is_closed or two.hand[_led(two)].highest is not Rank.QUEEN:
        return fails("the exposed hand is not headed by the queen")
    if two.other[_led(two)].count((Rank.ACE, Rank.KING)):
        return fails("the dealer has the ace or the king")
    guards = len(two.hand[_led(two)]) - 1
    if guards == 1:
        return applies("the queen is singly guarded, and the dealer has not the king", *_both(two, Rank.QUEEN))
    if guards == 0:
        return fails("the queen is alone")
    return applies(f"the queen has {counted(guards, 'guard')}, and the dealer has not the king", _lowest(two))


def _queen_beneath_the_ace(two: TwoHands) -> Finding:
    if not _is_first_knave(two) or two.is_closed or two.situation.rounds(_led(two)) != 1:
        return fails("it is not a knave first led without trumps up to the exposed hand")
    exposed, own = two.hand[_led(two)], two.other[_led(two)]
    if exposed.highest is not Rank.QUEEN or Rank.ACE not in own or Rank.NINE not in (*exposed, *own):
        return fails("the queen is not exposed, with the ace and the nine also the dealer’s")
    return applies("ace, queen and nine are the dealer’s: the knave is from king, knave, ten", *_both(two, Rank.QUEEN))


def _small_to_a_king(two: TwoHands) -> Finding:
    if two.trumps or _lead(two) >= Rank.TEN or two.situation.rounds(_led(two)) != 1:
        return fails("it is not a small card first led without trumps")
    if not _dealer_has_no_honour(two):
        return fails("the dealer has an honour of the suit, or this is not the exposed hand")
    holding = two.hand[_led(two)]
    if holding.highest is not Rank.KING or len(holding) != 2:
        return fails("the exposed hand has not a singly guarded king")
    return applies("the exposed king has one guard, and the dealer no honour", *_both(two, Rank.KING))


# ---- holding up -------------------------------------------------------------------------------------------------


def _their_long_suit(two: TwoHands) -> bool:
    """Whether the suit is that of the original lead, without trumps: the leader’s longest (p. 147)."""
    return not two.trumps and two.situation.leads[0].card.suit is _led(two)


def _hold_up_the_command(two: TwoHands) -> Finding:
    suit = _led(two)
    if not _their_long_suit(two):
        return fails("it is not the suit of the original lead, without trumps")
    commands = two.best_of(two.hand, suit)
    if len(commands) != 1 or commands[0] not in two.situation.winners or two.best_of(two.other, suit):
        return fails("the hand has not the one card that commands the suit")
    if two.situation.partner_wins or _other_may_win(two) or two.situation.winners[0] not in commands:
        return fails("the trick may be taken with less than the command")
    if len(two.hand[suit]) == 1:
        return fails("the commanding card is alone")
    opener = two.situation.suits_opened_by(two.situation.seat.right)
    short = two.situation.seat.left if suit in opener else two.situation.seat.right
    if two.situation.rounds(suit) >= 3 or _is_exhausted(two, suit, short):
        return fails("the partner of who opened the suit has no more of it")
    return applies(f"the {commands[0].rank.word} alone keeps the adversaries from making {suit.plural}", _lowest(two))


def _other_may_win(two: TwoHands) -> bool:
    """Whether the other hand has yet to play and has a card that beats what is winning."""
    suit, winning = _led(two), two.situation.winning
    has_played = two.situation.partner in dict(two.situation.trick.items())
    return not has_played and winning is not None and any(rank > winning.rank for rank in two.other[suit])


def _is_exhausted(two: TwoHands, suit: Suit, seat: Seat) -> bool:
    """Whether an adversary is known to have no more: void, or the other led king and then knave, which shows five."""
    if seat in two.shown_void[suit]:
        return True
    leads = [lead.card.rank for lead in two.situation.leads if lead.card.suit is suit]
    five_shown = leads[:2] == [Rank.KING, Rank.KNAVE] and len({lead.seat for lead in two.situation.leads[:2]}) == 1
    return five_shown and len(two.against[suit]) <= 5 - len(leads)


def _ace_ten_fourth(two: TwoHands) -> Finding:
    suit = _led(two)
    if two.trumps or not two.is_closed or two.situation.rounds(suit) > 2:
        return fails("it is not one of the first two rounds without trumps, to the dealer’s own hand")
    leads = [lead.card.rank for lead in two.situation.leads if lead.card.suit is suit]
    if leads[0] is not Rank.KING or leads[1:] not in ([], [Rank.QUEEN], [Rank.KNAVE]):
        return fails("the suit was not opened with king, and then queen or knave")
    dealt = two.situation.dealt[suit]
    if len(dealt) != 4 or Rank.ACE not in dealt or Rank.TEN not in dealt or not dealt.headed_by("AT"):
        return fails("the hand was not dealt four with ace and ten")
    return applies("four to the ace and ten stand over the king that was led", _lowest(two))


# ---- finessing --------------------------------------------------------------------------------------------------


def _finesse(two: TwoHands) -> tuple[Card, Card] | None:
    """The commanding card third hand, and the one below it that would win but for one card against it."""
    suit = _led(two)
    best = [card for card in two.best_of(two.hand, suit) if card in two.situation.winners]
    if not best:
        return None
    lower = [card for card in two.situation.winners if card.suit is suit and not two.is_best(card)]
    missing = [card for card in lower if sum(rank > card.rank for rank in two.against[suit]) == 1]
    if not missing:
        return None
    return best[0], max(missing, key=lambda card: card.rank.height)


def _secure_the_game(two: TwoHands) -> Finding:
    cards = _finesse(two)
    if cards is None:
        return fails("there is no finesse to refuse")
    if two.wanted <= 0:
        return fails("the game is won already")
    sure = _sure_after(two, cards[0])
    if sure < two.wanted:
        return fails("the game is not made by refusing the finesse")
    return applies(f"the {cards[0].rank.word} and what it leaves make the game", cards[0])


def _sure_after(two: TwoHands, taking: Card) -> int:
    """How many tricks are sure once the hand has taken this one with a card, that one included."""
    after = two.hand.without(taking)
    return 1 + sum(two.sure(after, suit) for suit in Suit)


def _win_the_odd_trick(two: TwoHands) -> Finding:
    cards = _finesse(two)
    if cards is None:
        return fails("there is no finesse to refuse")
    short = _ODD_TRICK - two.situation.ours
    if short <= 0 or _sure_after(two, cards[0]) < short:
        return fails("the odd trick does not turn on refusing the finesse")
    return applies("refusing the finesse makes the odd trick sure", cards[0])


def _finesse_for_the_game(two: TwoHands) -> Finding:
    cards = _finesse(two)
    if cards is None:
        return fails("there is no finesse to take")
    if two.situation.ours < _ODD_TRICK:
        return fails("the odd trick is not yet safe")
    if _sure_after(two, cards[0]) + 1 != two.wanted:
        return fails("the finesse is not the one trick that the game still wants")
    because = "the odd trick is safe, and the finesse is what the game still wants"
    return Finding(because, (cards[1],), (_lowest(two),) if _may_run(two, cards[1]) else ())


def _may_run(two: TwoHands, card: Card) -> bool:
    """Whether the other hand’s card, left to win, would finesse as well as one of this hand."""
    winning = two.situation.winning
    return winning is not None and two.situation.partner_wins and two.are_equal(winning, card)


def _through_three_trumps(two: TwoHands) -> Finding:
    trumps = two.trumps
    if not trumps or _led(two) is not trumps or not two.hand[trumps].headed_by("AQ"):
        return fails("it is not a trump that is led up to ace and queen")
    played = two.situation.trick.cards[1:]
    out = (*two.against[trumps], *(card.rank for card in played if card.suit is trumps))
    if len(out) != 3 or Rank.KING not in two.against[trumps]:
        return fails("it was not three trumps that were out, the king unplayed among them")
    if two.situation.seat.left in two.shown_void[trumps] and two.situation.seat.right not in two.shown_void[trumps]:
        return fails("the king is not where the finesse could catch it")
    cards = _finesse(two)
    if cards is None:
        return fails("the queen would not hold the trick")
    return applies("three trumps were out with the king among them", *two.equals(cards[1]))


# ---- false cards ------------------------------------------------------------------------------------------------


def _false_winner(two: TwoHands) -> Finding:
    if not two.is_closed:
        return fails("the hand lies open, and can deceive nobody")
    if two.situation.partner_wins or not two.situation.winners:
        return fails("the hand has not to win the trick")
    least = two.situation.winners[0]
    equals = [card for card in two.equals(least) if card in two.situation.winners and card.rank in HONOURS]
    if len(equals) < 2 or equals[0].rank < Rank.KNAVE:
        return fails("the hand has no two equal cards to win with, one of them a court card")
    if two.situation.place == 2 and two.is_best(least):
        return fails("whether to take the trick at once is another matter")
    because = f"{_named(equals)} are equals, and the higher hides the other"
    return Finding(because, (equals[0],), tuple(equals[1:]))


def _false_strength(two: TwoHands) -> Finding:
    suit = _led(two)
    if two.is_closed or not two.trumps or suit is two.trumps or two.situation.place != 2:
        return fails("it is not the exposed hand that plays second to a plain suit, with trumps")
    if len(two.other[suit]) != 1 or not two.other[two.trumps]:
        return fails("the dealer cannot ruff the next round")
    honours = [card for card in two.hand.only(suit) if card.rank in HONOURS]
    if len(honours) < 2 or two.is_best(honours[0]) or two.are_equal(honours[0], honours[1]):
        return fails("the exposed hand has no lower honour to show beneath one that it keeps")
    because = f"the dealer ruffs {suit.plural} after this, and the {honours[1].rank.word} will look like strength"
    return applies(because, honours[1])


def _false_loser(two: TwoHands) -> Finding:
    if not two.is_closed:
        return fails("the hand lies open, and can deceive nobody")
    if two.situation.winners and not (two.situation.partner_wins and two.situation.place == 4):
        return fails("the hand can win the trick")
    equals = two.equals(_lowest(two))
    if len(equals) < 2:
        return fails("the hand has no two equal cards to choose from")
    return applies(f"{_named(equals)} are equals, and the higher hides the other", equals[0])


def _named(cards: Sequence[Card]) -> str:
    return " and ".join(card.rank.word for card in cards)


# ---- the chapters -----------------------------------------------------------------------------------------------

_BRING_IN = Rule(
    "hel-second-take-to-clear",
    "With a long suit of winners, take the lead as soon as you can: put up the commanding card at once.",
    cite(161, 7995, 8014),
    _bring_in_the_suit,
    "take the lead",
)
_EQUALS = Rule(
    "hel-second-equal-cards",
    "Do not take a trick from one hand when the other, still to play, has an equal card: play a small one.",
    cite(161, 7984, 7993),
    _equal_in_the_other_hand,
)
_HOLD_UP = Rule(
    "hel-nt-goal",
    "Keep the adversaries from establishing their suit: hold the command of it until one of them has no more.",
    cite(147, 7302, 7310),
    _hold_up_the_command,
    "the dealer holds up",
)
_FALSE = (
    Rule(
        "hel-maxim-dealer-false-cards",
        "As dealer win with the highest of equal cards, to hide the others.",
        cite(175, 8556, 8556),
        _false_winner,
        "winning",
    ),
    Rule(
        "hel-maxim-dealer-false-cards",
        "As dealer throw the highest of equal small cards.",
        cite(175, 8556, 8556),
        _false_loser,
        "losing",
    ),
)
_FALSE_STRENGTH = Rule(
    "hel-maxim-dealer-false-cards",
    "From the exposed hand put up a lower honour when you can ruff the next round, so that none leads through it.",
    cite(209, 10939, 10940),
    _false_strength,
    "the exposed hand",
)
_REFUSING = (
    Rule(
        "hel-play-dealer-never-risk",
        "When a finesse refused makes the game sure, refuse it.",
        cite(145, 7225, 7227),
        _secure_the_game,
        "refuse a finesse",
    ),
    Rule(
        "hel-play-finesse-partner",
        "Any finesse is bad if the odd trick can be made sure without it.",
        cite(143, 7122, 7124),
        _win_the_odd_trick,
        "the dealer",
    ),
    Rule(
        "hel-game-17",
        "When the odd trick is safe and one trick more makes the game, take the finesse that may bring it.",
        cite(273, 13089, 13095),
        _finesse_for_the_game,
        "finesse",
    ),
)

SECOND_HAND: Sequence[Rule[TwoHands]] = (
    _BRING_IN,
    _EQUALS,
    Rule(
        "hel-second-knave-led-kq",
        "With king and queen in the hand, play one of them on a knave led: the lead is from ace, knave, ten or from "
        "knave, ten, nine.",
        cite(159, 7889, 7898),
        _king_and_queen,
    ),
    Rule(
        "hel-second-king-exposed-knave",
        "Put a singly guarded king on a knave led.",
        cite(159, 7900, 7930),
        _king_with(lambda guards: guards == 1, "singly", 0),
    ),
    Rule(
        "hel-second-king-two-guards",
        "With two guards do not put the king on till the second round, and then do not keep it.",
        cite(160, 7932, 7947),
        _king_with(lambda guards: guards == 2, "doubly", 1),
    ),
    Rule(
        "hel-second-king-three-guards",
        "With three guards keep the king till the third round.",
        cite(160, 7949, 7955),
        _king_with(lambda guards: guards > 2, "trebly", 2),
    ),
    Rule(
        "hel-second-queen-exposed",
        "On a knave led put on the queen if she is singly guarded, and otherwise hold her.",
        cite(160, 7957, 7976),
        _queen_exposed,
    ),
    Rule(
        "hel-game-13",
        "With the ace in hand, read a knave that cannot be from ten and nine as led from king, knave, ten: put up the "
        "queen.",
        cite(257, 12612, 12620),
        _queen_beneath_the_ace,
    ),
    Rule(
        "hel-second-small-king-single",
        "Put a singly guarded king on a small card led.",
        cite(161, 7978, 7982),
        _small_to_a_king,
    ),
    _HOLD_UP,
    _FALSE_STRENGTH,
    *_FALSE,
)

THIRD_HAND: Sequence[Rule[TwoHands]] = (
    *_REFUSING,
    Rule(
        "hel-game-02-finesse",
        "With three trumps out and the king among them finesse, rather than play to drop it.",
        cite(213, 11082, 11099),
        _through_three_trumps,
        "finesse",
    ),
    *_FALSE,
)

FOURTH_HAND: Sequence[Rule[TwoHands]] = (
    _BRING_IN,
    Rule(
        "hel-fourth-ace-ten",
        "As dealer without trumps, refuse the first two rounds with four to the ace and ten, when the king and then "
        "queen or knave are led.",
        cite(171, 8407, 8415),
        _ace_ten_fourth,
    ),
    _HOLD_UP,
    *_FALSE,
)

DEALERS_HANDS = (
    Chapter(Question.SECOND, SECOND_HAND, TwoHands.of, silent_on=why_not_the_dealers),
    Chapter(Question.THIRD, THIRD_HAND, TwoHands.of, silent_on=why_not_the_dealers),
    Chapter(Question.FOURTH, FOURTH_HAND, TwoHands.of, silent_on=why_not_the_dealers),
)
