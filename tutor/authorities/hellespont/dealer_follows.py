"""Hellespont on the dealer’s cards that follow suit, from the closed hand and the exposed one (pp. 147, 159–162, 171).

Second hand, without trumps, on an opponent’s suit: an established suit of the dealer’s own is brought in at once
(p. 161), and comes before all that is said of holding up. Next come equal cards in both hands (p. 161), which settle
the jack led against a divided king and queen. Then come king and queen in one hand, the king by its guards, and the
queen (pp. 159–161). Afterwards, for any hand: the game before a finesse (pp. 143, 145, 175, 273), holding up, and false
cards (p. 175) from the closed hand, which only choose between equals.

Where Hellespont contradicts himself: p. 143 calls a finesse bad that risks the odd trick, but in Game XXVI (p. 309) A
is deceived and takes one without blame. The rule stands. False cards (p. 175) are the higher of equals in Games VI and
VII, but in Game III (p. 217) the ten wins and the jack is kept. So any equal is right, and the higher is advised.

“Small” is read as below the ten. “No honour in his own hand” is read as none that it could still hold: A, K, Q, J, 10.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.dealer_facts import DealerFacts, why_not_the_dealers
from tutor.authorities.hellespont.dealer_leads import TRUMPS_OUT_FOR_A_FINESSE
from tutor.authorities.hellespont.trick_figures import ODD_TRICK
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.codes.bridge_code import HONOURS
from tutor.notation import counted, in_words
from tutor.seats import Seat

# ---- second hand ------------------------------------------------------------------------------------------------

second = Section[DealerFacts](KEY)

WINNERS_WORTH_THE_LEAD = 2
"""How many winners of a made suit are worth taking the lead for: a single one has to wait in Game XIII (p. 257)."""


@second.rule(
    "hel-second-take-to-clear",
    "With a long suit of winners, take the lead as soon as you can: play the commanding card at once.",
    page=161,
    lines=(7995, 8014),
    row="take the lead",
)
def bring_in_suit(dealer: DealerFacts) -> Finding:
    if dealer.trumps:
        return no("there are trumps")
    best = [card for card in dealer.best_of(dealer.hand, dealer.suit) if card in dealer.winners]
    if not best:
        return no("the hand cannot be sure of the trick")
    made = [
        suit
        for suit in Suit
        if suit is not dealer.suit
        for seat in (dealer.seat, dealer.partner)
        if dealer.is_established(seat, suit) and len(dealer.hands[seat][suit]) >= WINNERS_WORTH_THE_LEAD
    ]
    if not made:
        return no("no long suit of the dealer’s is made")
    return yes(lambda: f"every card of {made[0].plural} wins, and the lead is needed to play them", best[-1])


@second.rule(
    "hel-second-equal-cards",
    "Do not take a trick from one hand if the other, still to play, has an equal card: play a small one.",
    page=161,
    lines=(7984, 7993),
    why="Your own card will make a trick anyway. Played from dummy, the equal card is spent, but kept there it may "
    "win too if the leader has the ace.",
)
def equal_in_other_hand(dealer: DealerFacts) -> Finding:
    if dealer.is_closed or not dealer.other_is_to_play:
        return no("this is not dummy, with the dealer’s own hand still to play")
    holding, lowest = dealer.hand[dealer.suit], dealer.lowest
    mine = Card(dealer.suit, holding.highest)
    equal = next((card for card in dealer.other.only(dealer.suit) if dealer.are_equal(card, mine)), None)
    if equal is None or mine == lowest or mine not in dealer.winners:
        return no("this hand has no winning card with an equal in the other")
    if equal.rank < Rank.TEN or len(dealer.equal_cards(lowest)) == len(holding):
        return no("it does not matter which card wins")
    return yes(lambda: f"the {mine.rank.word} here and the {equal.rank.word} in the other hand are equals", lowest)


# ---- second hand, a jack or a small card opened without trumps --------------------------------------------------


def _is_opened_with_knave(dealer: DealerFacts) -> bool:
    """Whether the player on the right opened the suit with a jack, without trumps."""
    opened = next(lead for lead in dealer.leads if lead.card.suit is dealer.suit)
    return not dealer.trumps and opened.card.rank is Rank.KNAVE and opened.seat is dealer.seat.right


@second.rule(
    "hel-second-knave-led-kq",
    "With king and queen in the hand, play one of them on a jack led: the lead is from ace, jack, ten or from "
    "jack, ten, nine.",
    page=159,
    lines=(7889, 7898),
    why="With king and queen yours, you know what the jack comes from, so there is little difficulty. If it is from "
    "ace, jack, ten and you play low, the jack wins.",
    why_lines=(7894, 7914),
)
def king_and_queen(dealer: DealerFacts) -> Finding:
    if not _is_opened_with_knave(dealer) or dealer.round != 1:
        return no("this is not the first round of a suit opened with a jack, without trumps")
    if not dealer.hand[dealer.suit].headed_by("KQ"):
        return no("king and queen are not both in this hand")
    return yes(
        "king and queen are in this hand, and the lead is from ace, jack, ten or from jack, ten, nine",
        *dealer.cards(Rank.KING, Rank.QUEEN),
    )


def _dealer_has_no_honour(dealer: DealerFacts) -> bool:
    return not dealer.is_closed and not dealer.other[dealer.suit].count(HONOURS)


def _no_king_exposed(dealer: DealerFacts) -> str | None:
    if not _is_opened_with_knave(dealer):
        return "the suit was not opened with a jack, without trumps"
    if not _dealer_has_no_honour(dealer):
        return "the dealer has an honour of the suit, or this is not dummy"
    if dealer.hand[dealer.suit].highest is not Rank.KING:
        return "dummy is not headed by the king"
    return None


exposed_king = Section[DealerFacts](KEY, given=_no_king_exposed)


def _king_with(guards: int, words: str) -> Callable[[DealerFacts], Finding]:
    """A king dealt with so many guards, three standing for more, is held back for a round less than it has guards."""

    def find(dealer: DealerFacts) -> Finding:
        king = Card(dealer.suit, Rank.KING)
        if min(len(dealer.dealt[dealer.suit]) - 1, 3) != guards:
            return no(lambda: f"the king is not {words} guarded")
        if king not in dealer.winners:
            return no("the king cannot win this round")
        if dealer.round >= guards or dealer.lowest == king:
            return yes(lambda: f"the king was {words} guarded, and would fall if it were kept longer", king)
        return yes(lambda: f"the king is {words} guarded, and can be held back", dealer.lowest)

    return find


exposed_king.rule(
    "hel-second-king-exposed-knave",
    "If a jack is led, play a king that has one guard.",
    page=159,
    lines=(7900, 7930),
    why="A king with one guard must fall on the second round if you keep it. Played on the jack, it wins whenever the "
    "leader has the ace.",
    why_page=160,
    why_lines=(7922, 7930),
)(_king_with(1, "singly"))

exposed_king.rule(
    "hel-second-king-two-guards",
    "With two guards keep the king in the first round, and play it in the second.",
    page=160,
    lines=(7932, 7947),
    why="A card that can stop the opponents from establishing their suit is worth keeping as long as possible. After "
    "the second round a king with two guards must fall, so keeping it longer gains nothing.",
)(_king_with(2, "doubly"))

exposed_king.rule(
    "hel-second-king-three-guards",
    "With three guards keep the king till the third round.",
    page=160,
    lines=(7949, 7955),
    why="Holding the king blocks the opponents’ suit. By the third round you will usually know exactly where its "
    "cards lie.",
    why_lines=(7934, 7955),
)(_king_with(3, "trebly"))

exposed_hand = Section[DealerFacts](KEY)


@exposed_hand.rule(
    "hel-second-queen-exposed",
    "If a jack is led, play the queen if it has one guard; otherwise keep it.",
    page=160,
    lines=(7957, 7976),
    why="The queen can win only if the leader has both ace and king. When it has guards, keeping it until the "
    "leader’s partner has no more is the best chance of blocking the suit.",
)
def exposed_queen(dealer: DealerFacts) -> Finding:
    if not _is_opened_with_knave(dealer) or dealer.round != 1:
        return no("this is not the first round of a suit opened with a jack, without trumps")
    holding = dealer.hand[dealer.suit]
    if dealer.is_closed or holding.highest is not Rank.QUEEN:
        return no("dummy is not headed by the queen")
    if dealer.other[dealer.suit].count((Rank.ACE, Rank.KING)):
        return no("the dealer has the ace or the king")
    guards = len(holding) - 1
    if guards == 0:
        return no("the queen is alone")
    if guards == 1:
        return yes("the queen has one guard, and the dealer does not have the king", *dealer.cards(Rank.QUEEN))
    return yes(
        lambda: f"the queen has {counted(guards, 'guard')}, and the dealer does not have the king", dealer.lowest
    )


@exposed_hand.rule(
    "hel-game-13",
    "If you have the ace and a jack is led that cannot be from ten and nine, read it as led from king, jack, ten: "
    "play the queen.",
    page=257,
    lines=(12612, 12620),
    why="You have the ace, so a jack that is not from ten and nine comes from king, jack, ten. The king is then with "
    "the leader, and the queen wins the trick.",
    why_lines=(12612, 12614),
)
def queen_beneath_ace(dealer: DealerFacts) -> Finding:
    if not _is_opened_with_knave(dealer) or dealer.is_closed or dealer.round != 1:
        return no("this is not the first round of a suit opened with a jack, led to dummy without trumps")
    exposed, own = dealer.hand[dealer.suit], dealer.other[dealer.suit]
    if exposed.highest is not Rank.QUEEN or Rank.ACE not in own or Rank.NINE not in (*exposed, *own):
        return no("the queen is not exposed, with the ace and the nine also in the dealer’s hands")
    return yes("ace, queen and nine are the dealer’s, so the jack is from king, jack, ten", *dealer.cards(Rank.QUEEN))


@exposed_hand.rule(
    "hel-second-small-king-single",
    "If a small card is led, play a king that has one guard.",
    page=161,
    lines=(7978, 7982),
    why="A king with one guard must fall on the second round if you keep it. Played now, it may win the trick.",
)
def king_on_small_card(dealer: DealerFacts) -> Finding:
    if dealer.trumps or dealer.trick.cards[0].rank >= Rank.TEN or dealer.round != 1:
        return no("this is not the first round of a suit opened with a small card, without trumps")
    if not _dealer_has_no_honour(dealer):
        return no("the dealer has an honour of the suit, or this is not dummy")
    holding = dealer.hand[dealer.suit]
    if holding.highest is not Rank.KING or len(holding) != 2:
        return no("dummy does not have a king with one guard")
    return yes("the exposed king has one guard, and the dealer has no honour", *dealer.cards(Rank.KING))


# ---- second and fourth hand: holding up --------------------------------------------------------------------------

holding_up = Section[DealerFacts](KEY)

ROUNDS_HELD_UP = 2
"""Hellespont holds up for two rounds at most: by the third a suit has been located (p. 160)."""

SHOWN_BY_KING_AND_KNAVE = 5
"""King and then jack show five cards (p. 155)."""


def _is_exhausted(dealer: DealerFacts, seat: Seat) -> bool:
    """Whether an opponent is known to have no more of the suit led: void, or the other has shown all that are out."""
    suit = dealer.suit
    if seat in dealer.shown_void[suit]:
        return True
    leads = [lead for lead in dealer.leads if lead.card.suit is suit]
    five_shown = [lead.card.rank for lead in leads[:2]] == [Rank.KING, Rank.KNAVE] and leads[0].seat is leads[1].seat
    return five_shown and len(dealer.against[suit]) <= SHOWN_BY_KING_AND_KNAVE - len(leads)


@holding_up.rule(
    "hel-nt-goal",
    "Keep the opponents from establishing their suit: hold the command of it until one of them has no more.",
    page=147,
    lines=(7302, 7310),
    row="the dealer holds up",
)
def hold_up_command(dealer: DealerFacts) -> Finding:
    suit = dealer.suit
    if dealer.trumps or dealer.leads[0].card.suit is not suit:
        return no("this is not the suit of the opening lead, without trumps")
    commands = dealer.best_of(dealer.hand, suit)
    if len(commands) != 1 or commands[0] not in dealer.winners or dealer.best_of(dealer.other, suit):
        return no("the hand does not have exactly one card that commands the suit")
    other_wins = dealer.other_is_to_play and any(dealer.wins(Card(suit, rank)) for rank in dealer.other[suit])
    if dealer.partner_wins or other_wins or dealer.winners[0] not in commands:
        return no("a lower card than the command may take the trick")
    if len(dealer.hand[suit]) == 1:
        return no("the commanding card is alone")
    left, right = dealer.adversaries
    short = left if suit in dealer.suits_opened_by(right) else right
    if dealer.round > ROUNDS_HELD_UP or _is_exhausted(dealer, short):
        return no("the partner of the player who opened the suit has no more of it")
    return yes(lambda: f"only the {commands[0].rank.word} keeps the opponents from making {suit.plural}", dealer.lowest)


@holding_up.rule(
    "hel-maxim-dealer-false-cards",
    "From dummy play a lower honour if you can ruff the next round, so that nobody leads through it.",
    page=209,
    lines=(10939, 10940),
    row="the exposed hand",
    why="The opponents cannot tell where the card that you keep lies. One of them may place it with their partner, or "
    "stop leading through a hand that looks strong.",
    why_page=229,
    why_lines=(11687, 11689),
)
def false_strength(dealer: DealerFacts) -> Finding:
    suit = dealer.suit
    if dealer.is_closed or not dealer.trumps or suit is dealer.trumps or dealer.place != 2:
        return no("dummy does not play second to a plain suit, with trumps")
    if len(dealer.other[suit]) != 1 or not dealer.other[dealer.trumps]:
        return no("the dealer cannot ruff the next round")
    honours = [card for card in dealer.hand.only(suit) if card.rank in HONOURS]
    if len(honours) < 2 or dealer.is_best(honours[0]) or dealer.are_equal(honours[0], honours[1]):
        return no("dummy has no lower honour to show beneath one that it keeps")
    return yes(
        lambda: f"the dealer ruffs {suit.plural} after this, and the {honours[1].rank.word} will look like strength",
        honours[1],
    )


# ---- every hand: false cards --------------------------------------------------------------------------------------


def _hand_is_exposed(dealer: DealerFacts) -> str | None:
    return None if dealer.is_closed else "the hand lies open, and can deceive nobody"


false_cards = Section[DealerFacts](KEY, given=_hand_is_exposed)


def _names(cards: Sequence[Card]) -> str:
    return " and ".join(card.rank.word for card in cards)


@false_cards.rule(
    "hel-maxim-dealer-false-cards",
    "As dealer, win with the highest of equal cards, to hide the others.",
    page=175,
    lines=(8556, 8556),
    row="winning",
)
def false_winner(dealer: DealerFacts) -> Finding:
    winners = dealer.winners
    if dealer.partner_wins or not winners:
        return no("the hand does not need to win the trick, or cannot")
    equals = [card for card in dealer.equal_cards(winners[0]) if card in winners and card.rank in HONOURS]
    if len(equals) < 2 or equals[0].rank < Rank.KNAVE:
        return no("the hand does not have two equal cards to win with, one of them a court card")
    if dealer.place == 2 and dealer.is_best(winners[0]):
        return no("whether to take the trick at once is another question")
    return yes(lambda: f"{_names(equals)} are equals, and the higher hides the other", equals[0], merely=equals[1:])


@false_cards.rule(
    "hel-maxim-dealer-false-cards",
    "As dealer, throw the highest of equal small cards.",
    page=175,
    lines=(8556, 8556),
    row="losing",
)
def false_loser(dealer: DealerFacts) -> Finding:
    if dealer.winners and not (dealer.partner_wins and dealer.place == 4):
        return no("the hand can win the trick")
    equals = dealer.equal_cards(dealer.lowest)
    if len(equals) < 2:
        return no("the hand does not have two equal cards to choose from")
    return yes(lambda: f"{_names(equals)} are equals, and the higher hides the other", equals[0])


# ---- third hand: finessing ---------------------------------------------------------------------------------------

third = Section[DealerFacts](KEY)


@third.rule(
    "hel-play-dealer-never-risk",
    "If refusing a finesse makes the game sure, refuse it.",
    page=145,
    lines=(7225, 7227),
    row="refuse a finesse",
)
def secure_game(dealer: DealerFacts) -> Finding:
    cards = dealer.finesse
    if cards is None:
        return no("there is no finesse to refuse")
    if dealer.needed <= 0:
        return no("the game is won already")
    if dealer.sure_after(cards[0]) < dealer.needed:
        return no("refusing the finesse does not make the game")
    return yes(lambda: f"the {cards[0].rank.word} and the tricks that it leaves make the game", cards[0])


@third.rule(
    "hel-play-finesse-partner",
    "Any finesse is bad if you can be sure of the odd trick without it.",
    page=143,
    lines=(7122, 7124),
    row="the dealer",
    why="You should never risk the game for the chance of an extra trick or two, and a finesse is such a chance. Why "
    "you should not finesse against partner, the author does not say.",
    why_page=145,
    why_lines=(7225, 7227),
)
def secure_odd_trick(dealer: DealerFacts) -> Finding:
    cards = dealer.finesse
    if cards is None:
        return no("there is no finesse to refuse")
    short = ODD_TRICK - dealer.ours
    if short <= 0 or dealer.sure_after(cards[0]) < short:
        return no("the odd trick does not depend on refusing the finesse")
    return yes("refusing the finesse makes the odd trick sure", cards[0])


@third.rule(
    "hel-game-17",
    "If the odd trick is safe and one trick more makes the game, take the finesse that may bring it.",
    page=273,
    lines=(13089, 13095),
    row="finesse",
)
def finesse_for_game(dealer: DealerFacts) -> Finding:
    cards = dealer.finesse
    if cards is None:
        return no("there is no finesse to take")
    if dealer.ours < ODD_TRICK:
        return no("the odd trick is not yet safe")
    if dealer.sure_after(cards[0]) + 1 != dealer.needed:
        return no("the finesse is not the one trick that the game still needs")
    winning = dealer.winning
    may_run = winning is not None and dealer.partner_wins and dealer.are_equal(winning, cards[1])
    return yes(
        "the odd trick is safe, and the finesse is the trick that the game still needs",
        cards[1],
        merely=(dealer.lowest,) if may_run else (),
    )


@third.rule(
    "hel-game-02-finesse",
    "With three trumps out, the king among them, finesse rather than play to drop it.",
    page=213,
    lines=(11082, 11090),
    row="finesse",
)
def finesse_in_trumps(dealer: DealerFacts) -> Finding:
    trumps = dealer.trumps
    if not trumps or dealer.suit is not trumps or not dealer.hand[trumps].headed_by("AQ"):
        return no("no trump is led up to ace and queen")
    played = sum(card.suit is trumps for card in dealer.trick.cards[1:])
    number = in_words(TRUMPS_OUT_FOR_A_FINESSE)
    if dealer.adverse_trumps + played != TRUMPS_OUT_FOR_A_FINESSE or Rank.KING not in dealer.against[trumps]:
        return no(lambda: f"there were not {number} trumps out, with the unplayed king among them")
    left, right = dealer.adversaries
    if left in dealer.shown_void[trumps] and right not in dealer.shown_void[trumps]:
        return no("the king is not where the finesse could catch it")
    if dealer.finesse is None:
        return no("the queen would not hold the trick")
    return yes(lambda: f"{number} trumps were out with the king among them", *dealer.equal_cards(dealer.finesse[1]))


# ---- fourth hand -------------------------------------------------------------------------------------------------

fourth = Section[DealerFacts](KEY)

ROUNDS_REFUSED = 2
"""“You should refuse to win the first two tricks if you hold four of the suit with ace, ten” (p. 171)."""

CARDS_WITH_ACE_TEN = 4
"""“Four of the suit with ace, ten” (p. 171)."""


@fourth.rule(
    "hel-fourth-ace-ten",
    "As dealer without trumps, with four to the ace and ten, refuse the first two rounds if the king is led and "
    "then the queen or jack.",
    page=171,
    lines=(8407, 8415),
    why="By refusing twice you may make an extra trick, and you cannot lose one.",
    why_lines=(8407, 8413),
)
def ace_ten_fourth(dealer: DealerFacts) -> Finding:
    suit = dealer.suit
    if dealer.trumps or not dealer.is_closed or dealer.round > ROUNDS_REFUSED:
        rounds = ROUNDS_REFUSED
        return no(
            lambda: f"this is not one of the first {in_words(rounds)} rounds without trumps, to the dealer’s own hand"
        )
    leads = [lead.card.rank for lead in dealer.leads if lead.card.suit is suit]
    if leads[0] is not Rank.KING or leads[1:] not in ([], [Rank.QUEEN], [Rank.KNAVE]):
        return no("the suit was not opened with the king, followed by the queen or jack")
    dealt = dealer.dealt[suit]
    if len(dealt) != CARDS_WITH_ACE_TEN or not dealt.headed_by("AT"):
        return no(lambda: f"the hand was not dealt {in_words(CARDS_WITH_ACE_TEN)} with ace and ten")
    return yes(
        lambda: f"there are {in_words(CARDS_WITH_ACE_TEN)} to the ace and ten over the king that was led", dealer.lowest
    )


# ---- the chapters ------------------------------------------------------------------------------------------------

SECOND = (*second, *exposed_king, *exposed_hand, *holding_up, *false_cards)
THIRD = (*third, *false_cards)
FOURTH = (bring_in_suit, *fourth, hold_up_command, *false_cards)

DEALER_FOLLOWS = tuple(
    Chapter(question, rules, DealerFacts, silent_on=why_not_the_dealers)
    for question, rules in ((Question.SECOND, SECOND), (Question.THIRD, THIRD), (Question.FOURTH, FOURTH))
)
