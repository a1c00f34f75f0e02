"""What Hellespont plays fourth in hand as an opponent (pp. 170–171)."""

from __future__ import annotations

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.defence_facts import DefenceFacts, if_trumps, why_not_an_adversarys
from tutor.authorities.hellespont.false_cards import false_cards, odd_trick
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank, Suit
from tutor.notation import in_words

# ---- holding up without trumps -----------------------------------------------------------------------------------

hold_up = Section[DefenceFacts](KEY, given=if_trumps)

GUARDS_OF_KING = 2
"""“The king and two small ones” (p. 171)."""


@hold_up.rule(
    "hel-fourth-hold-up",
    "With the king and two small ones do not win a finesse against the ace, queen, jack of dummy.",
    page=170,
    lines=(8374, 8395),
    why="The dealer will place the king with your partner. To get in and lead through it again, the dealer may give "
    "up the command of another suit, which helps you when you win with the king.",
    why_page=171,
    why_lines=(8386, 8394),
)
def refuse_finesse(defence: DefenceFacts) -> Finding:
    table, theirs, winning = defence.table, defence.dummy[defence.suit_led], defence.table.winning
    is_dummys = winning is not None and table.dummy_precedes and table.trick.winner(None) is table.dummy_seat
    finessed = is_dummys and winning is not None and winning.rank in (Rank.QUEEN, Rank.KNAVE)
    if not finessed or Rank.ACE not in theirs or len(theirs) < 2:
        return no("this is not a finesse of queen or jack under the ace in dummy")
    if [card.rank for card in table.winners] != [Rank.KING] or len(table.holding) <= GUARDS_OF_KING:
        return no(lambda: f"the king and {in_words(GUARDS_OF_KING)} others are not here")
    return yes("the dealer will look for the king on the left, and try to lead through it again", table.lowest)


def _partner_has_best(defence: DefenceFacts, suit: Suit) -> bool:
    unseen, theirs = defence.table.unseen(suit), defence.dummy[suit]
    is_higher = bool(unseen) and (theirs.is_void or unseen.highest > theirs.highest)
    return is_higher and defence.table.has_shown_void(defence.declarer, suit)


@hold_up.rule(
    "hel-fourth-refuse-queen",
    "Refuse a trick if dummy, left in, must lead to partner’s winners, which you cannot reach.",
    page=171,
    lines=(8397, 8407),
    why="If you win, you lose every other trick. If you pass, dummy has to lead partner’s winners, and your side "
    "makes three tricks instead of one.",
    why_lines=(8399, 8407),
)
def leave_lead_to_dummy(defence: DefenceFacts) -> Finding:
    suit, table = defence.suit_led, defence.table
    if table.trick.leader is not table.dummy_seat or table.trick.winner(None) is not table.dummy_seat:
        return no("dummy has not led the winning card")
    if not any(table.is_master(card) for card in table.winners) or len(table.holding) < 2:
        return no("the best card of the suit, with a guard, is not here")
    mine = [other for other in Suit if other is not suit and defence.hand[other]]
    good = [other for other in Suit if other not in (*mine, suit) and _partner_has_best(defence, other)]
    if not good or any(not defence.dummys_winners(other) for other in mine):
        return no("partner has no suit to which only dummy can lead")
    if len(defence.dummy[suit]) > 1 or not all(defence.dummy[other] for other in good):
        return no("dummy would not have to lead to partner")
    return yes(lambda: f"only dummy can lead {defence.names(good)}, in which partner has the best", table.lowest)


WINNERS_OF_A_LONG_SUIT = 3
"""How many winners of dummy are a long suit that waits to be brought in."""


def _long_suit_without_entry(defence: DefenceFacts) -> Suit | None:
    """A long suit of winners in dummy, which has no other winner; None where there is none."""
    winners = {suit: defence.dummys_winners(suit) for suit in Suit if defence.dummy[suit]}
    others = (suit for suit in winners if suit is not defence.suit_led)
    long = [suit for suit in others if winners[suit] >= WINNERS_OF_A_LONG_SUIT]
    return long[0] if long and not any(winners[suit] for suit in winners if suit not in long) else None


@hold_up.rule(
    "hel-fourth-win",
    "Keep the command of an opponent’s suit, if parting with it brings in a long suit of dummy.",
    page=170,
    lines=(8364, 8372),
    row="hold up",
    why="It is the last player’s part to win what is going to the other side. By holding up, though, you may upset "
    "the dealer’s game or gain a trick in the end.",
    why_lines=(8360, 8372),
)
def keep_dummy_out(defence: DefenceFacts) -> Finding:
    suit, table, theirs = defence.suit_led, defence.table, defence.dummy[defence.suit_led]
    long = table.winners and not table.partner_wins and _long_suit_without_entry(defence)
    if not long:
        return no("dummy has no good long suit that waits for one card of entry")
    over = [rank for rank in defence.hand[suit] if theirs and rank > theirs.highest]
    if len(over) != 1 or len(table.holding) < 2 or table.trick.winner(None) is table.dummy_seat:
        return no(lambda: f"there is not exactly one card here that keeps the {suit.plural} of dummy from winning")
    return yes(
        lambda: f"if it wins now, the {over[0].word} leaves dummy a card to bring in its {long.plural}",
        table.lowest,
    )


# ---- winning -----------------------------------------------------------------------------------------------------

win = Section[DefenceFacts](KEY)


@win.rule(
    "hel-fourth-win",
    "As fourth hand win the tricks that are against you, if you can.",
    page=170,
    lines=(8360, 8363),
    row="win",
)
def win_trick(defence: DefenceFacts) -> Finding:
    winners = defence.table.winners
    if defence.table.partner_wins:
        return no("partner has won the trick")
    if not winners:
        return no("the trick cannot be won")
    return yes(lambda: f"the {winners[0].name} is the lowest that wins", winners[0])


allowed = Section[DefenceFacts](KEY)


@allowed.rule(
    "hel-fourth-win",
    "As a general principle keep the command of an opponent’s suit as long as possible.",
    page=170,
    lines=(8364, 8366),
    row="retain the command",
)
def retain_command(defence: DefenceFacts) -> Finding:
    table = defence.table
    if defence.trumps is not None or table.partner_wins or len(table.holding) < 2:
        return no("there are trumps, or partner has won, or there is only one card")
    ours = table.suits_opened_by(table.seat, table.partner)
    if defence.suit_led in ours or not any(table.is_master(card) for card in table.winners):
        return no("the command of an opponent’s suit is not at stake")
    return yes("the command of an opponent’s suit may be kept", table.lowest)


FOURTH_AS_ADVERSARY = Chapter(
    Question.FOURTH,
    (*odd_trick("fourth hand"), *hold_up, *win, *false_cards("fourth hand")),
    DefenceFacts.of,
    silent_on=why_not_an_adversarys,
    allows=allowed,
)
