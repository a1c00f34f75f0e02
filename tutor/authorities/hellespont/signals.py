"""Hellespont’s messages between the dealer’s adversaries, in the cards with which they follow (pp. 138, 143–144, 166).

With trumps a higher card and then a lower says “I have no more”, and asks for a ruff; three cards or more are played
upwards, for there is no other trump call to be misread. Without trumps the same downwards echo, on a king led, says
“I have five”. The calls made by discards are in `discards`, and are the same rules.

A card that would have to win, or that would be the best of its suit once the trick is over, is not spent on a message.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declared import is_offensive
from tutor.authorities.hellespont.defence import why_not_an_adversarys
from tutor.authorities.hellespont.discarding import Discarding
from tutor.authorities.hellespont.discards import (
    BEGIN_A_CALL,
    COMPLETE_THE_CALL,
    SHOWING_A_SUIT,
)
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank, Suit
from tutor.view import View


def _need_not_win(situation: Situation) -> bool:
    """Whether partner’s trick is safe enough, or lost to the hand whatever it plays."""
    winning = situation.winning
    if winning is None or not situation.partner_wins:
        return not situation.winners
    return situation.place == 4 or winning.rank >= Rank.KING or _is_best_out(situation, winning)


def _is_best_out(situation: Situation, card: Card) -> bool:
    return not any(rank > card.rank for rank in situation.outstanding(card.suit))


def _plain_suit_followed(situation: Situation) -> Suit | None:
    """The plain suit that the hand follows in, when there are trumps."""
    suit = situation.suit_led
    return suit if situation.trumps and suit is not situation.trumps and situation.holding.ranks else None


# ---- with trumps ------------------------------------------------------------------------------------------------


def _call_for_a_ruff(situation: Situation) -> Finding:
    suit = _plain_suit_followed(situation)
    if suit is None:
        return fails("it is not a plain suit that is led, with trumps")
    if situation.rounds(suit) != 1 or len(situation.holding) != 2:
        return fails("it is not the first round of a suit of which the hand has two")
    if not situation.trumps or not situation.hand[situation.trumps]:
        return fails("the hand has no trump to ruff with")
    higher = Card(suit, situation.holding.highest)
    if not _need_not_win(situation):
        return fails("the hand may have to win the trick")
    if _becomes_best(situation, higher):
        return fails(f"the {higher.rank.word} is worth more than the message")
    return applies(f"the hand has two {suit.plural} and a trump: the higher first asks for a ruff", higher)


def _becomes_best(situation: Situation, card: Card) -> bool:
    """Whether a card is the best of its suit once the trick in progress is gone."""
    return situation.is_master(card)


def _no_call(situation: Situation) -> Finding:
    suit = _plain_suit_followed(situation)
    if suit is None:
        return fails("it is not a plain suit that is led, with trumps")
    if situation.rounds(suit) != 1 or len(situation.holding) < 3:
        return fails("it is not the first round of a suit of which the hand has three or more")
    if situation.place == 2 or not _need_not_win(situation):
        return fails("the hand may have to win the trick")
    return applies(
        f"the hand has {len(situation.holding)} {suit.plural}, and a lower card next would call for a ruff",
        situation.lowest,
    )


def _ruff_what_was_called_for(situation: Situation) -> Finding:
    suit, trumps = situation.suit_led, situation.trumps
    if suit is None or trumps is None or situation.trick.leader is not situation.partner:
        return fails("it is not partner’s lead that can be trumped")
    if not has_called_for_a_ruff(situation, suit):
        return fails(f"the hand has not called for a ruff in {suit.plural}")
    if situation.partner_wins and situation.place == 4:
        return fails("partner has the trick")
    ruffs = [card for card in situation.winners if card.suit is trumps]
    if not ruffs:
        return fails("no trump of the hand would win")
    return applies(f"the hand called in {suit.plural}, and partner has led them", ruffs[0])


def has_called_for_a_ruff(situation: Situation, suit: Suit) -> bool:
    """Whether the hand to play followed to two rounds of a suit with a higher card and then a lower, its last."""
    ranks = [card.rank for card in situation.played_by(situation.seat, suit)]
    return len(ranks) == 2 and ranks[0] > ranks[1]


# ---- without trumps ---------------------------------------------------------------------------------------------


def _is_partners_king_opened(situation: Situation, suit: Suit) -> bool:
    """Whether partner was the first to lead the suit, with the king, and leads it now."""
    first = next(lead for lead in situation.leads if lead.card.suit is suit)
    return (
        situation.trick.leader is situation.partner and first.seat is situation.partner and first.card.rank is Rank.KING
    )


def _echo(situation: Situation) -> Finding:
    suit = situation.suit_led
    if suit is None or situation.trumps or not situation.holding.ranks:
        return fails("it is not a suit to follow in without trumps")
    dealt = situation.dealt[suit]
    if len(dealt) < 5 or dealt.highest is not Rank.ACE:
        return fails("the hand was not dealt the ace and four or more small ones")
    if not _is_partners_king_opened(situation, suit):
        return fails("partner has not opened the suit with the king")
    if situation.rounds(suit) == 1 and dealt.ranks[-3] in situation.holding:
        return applies("five to the ace, on partner’s king: the last but two", Card(suit, dealt.ranks[-3]))
    is_second = situation.rounds(suit) == 2 and _lead_rank(situation) in (Rank.QUEEN, Rank.KNAVE)
    if not is_second or dealt.ranks[-2] not in situation.holding:
        return fails("it is not the second round, led with queen or knave")
    return applies("five to the ace, on partner’s next high card: the last but one", Card(suit, dealt.ranks[-2]))


def _lead_rank(situation: Situation) -> Rank | None:
    return situation.led.rank if situation.led else None


# ---- ducking, so that partner keeps a card to return --------------------------------------------------------------


def _duck_in_the_own_suit(situation: Situation) -> Finding:
    suit = situation.suit_led
    if suit is None or situation.trumps or suit not in situation.suits_opened_by(situation.seat):
        return fails("it is not a suit that the hand opened, without trumps")
    if len(situation.holding) < 3 or not situation.winners or situation.partner_wins:
        return fails("the hand has not to choose whether to win a round of a long suit")
    if _has_re_entry(situation, suit):
        return fails("the hand has a card of re-entry")
    if not _leaves_one_out(situation, situation.winners[-1]):
        return fails("winning makes every card of the suit good, to be played at once")
    return applies(
        "the hand has no card of re-entry, and a higher card would still be out when this one had won", situation.lowest
    )


def _has_re_entry(situation: Situation, suit: Suit) -> bool:
    """Whether another suit holds a card of re-entry (p. 149): the ace, or king and queen, as it stands."""
    return any(_is_re_entry(situation, other) for other in Suit if other is not suit and situation.hand[other])


def _is_re_entry(situation: Situation, suit: Suit) -> bool:
    ranks, out = situation.hand[suit].ranks, situation.outstanding(suit)
    return bool(situation.masters(suit)) or (len(ranks) > 1 and sum(rank > ranks[1] for rank in out) == 1)


def _leaves_one_out(situation: Situation, winning: Card) -> bool:
    """Whether, once a card has won this trick, one is left out that beats the next of the hand."""
    rest = [rank for rank in situation.holding if rank is not winning.rank]
    return any(rank > rest[0] for rank in situation.outstanding(winning.suit))


# ---- the rules --------------------------------------------------------------------------------------------------

CALL_FOR_A_RUFF = Rule(
    "hel-signal-echo-trumps",
    "With trumps, play the higher of two cards first: a lower after it says that you have no more and asks for a ruff.",
    cite(143, 7139, 7165),
    _call_for_a_ruff,
    "the call",
)
NO_CALL = Rule(
    "hel-trumps-no-call",
    "With three or more play upwards: high and then low is no call for trumps here, but says that you have no more.",
    cite(138, 6915, 6916),
    _no_call,
)
RUFF = Rule(
    "hel-signal-echo-trumps",
    "When you have called for a ruff and partner leads the suit, ruff it.",
    cite(172, 8446, 8450),
    _ruff_what_was_called_for,
    "the ruff",
)
ECHO = Rule(
    "hel-third-echo",
    "On partner’s king, with the ace and four or more, play the last but two, and on the queen or knave that follows "
    "the last but one.",
    cite(166, 8208, 8225),
    _echo,
)
DUCK = Rule(
    "hel-play-hold-up-nt",
    "Without a card of re-entry let a round of your own long suit go, so that partner may keep one to return.",
    cite(305, 14443, 14448),
    _duck_in_the_own_suit,
)

ECHOES: Sequence[Rule[Situation]] = (CALL_FOR_A_RUFF, ECHO)
"""Messages in the cards that follow suit. In third hand they stand before all that says which card to play there."""


def _of_followers(view: View) -> str | None:
    situation = Situation(view)
    if not situation.holding.ranks:
        return "the hand has none of the suit led, and its messages are discards"
    return why_not_an_adversarys(view)


def _of_discards(view: View) -> str | None:
    situation = Situation(view)
    if situation.suit_led is None or situation.holding.ranks:
        return "the hand does not discard"
    return why_not_an_adversarys(view)


def _of_discards_without_trumps(view: View) -> str | None:
    return _of_discards(view) or ("there are trumps" if view.trumps else None)


def _of_discards_with_trumps(view: View) -> str | None:
    if view.trumps is None or is_offensive(view):
        return "with trumps a call by discards is for doubled or defensive ones"
    return _of_discards(view)


SIGNALS = (
    Chapter(Question.SIGNAL, ECHOES, Situation, silent_on=_of_followers),
    Chapter(Question.SIGNAL, SHOWING_A_SUIT, Discarding.of, silent_on=_of_discards_without_trumps),
    Chapter(Question.SIGNAL, (COMPLETE_THE_CALL, BEGIN_A_CALL), Discarding.of, silent_on=_of_discards_with_trumps),
)
FOLLOWING_WITH_A_MESSAGE = (
    Chapter(Question.THIRD, (*ECHOES, DUCK), Situation, silent_on=why_not_an_adversarys),
    Chapter(Question.FOURTH, (CALL_FOR_A_RUFF, DUCK), Situation, silent_on=why_not_an_adversarys),
)
"""What comes before the ordinary play of a third or fourth hand."""
FOLLOWING_WITHOUT_ONE: tuple[Chapter[Situation], ...] = tuple(
    Chapter(question, (NO_CALL,), Situation, silent_on=why_not_an_adversarys)
    for question in (Question.THIRD, Question.FOURTH)
)
"""What comes after it."""
TRUMPING = Chapter(Question.TRUMP, (RUFF,), Situation, silent_on=why_not_an_adversarys)
