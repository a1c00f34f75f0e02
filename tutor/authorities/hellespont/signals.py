"""Hellespont’s messages between the dealer’s opponents, in the cards with which they follow (pp. 138, 143–144, 166).

With trumps, a higher card and then a lower says “I have no more”, and asks for a ruff. Three cards or more are played
upwards, because there is no other trump call to be confused with it. Without trumps the same downward echo, on a king
led, says “I have five”. The calls made by discards are in `discards`, and are the same rules.

A card that may have to win, or that would be the best of its suit after the trick, is not spent on a message.
"""

from __future__ import annotations

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.defence_facts import why_not_an_adversarys
from tutor.authorities.hellespont.discard_facts import DiscardFacts
from tutor.authorities.hellespont.discards import begin_call, begin_call_on_length, complete_call, head_of_sequence
from tutor.authorities.hellespont.purpose_of_declaration import is_offensive
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank, Suit
from tutor.notation import in_words
from tutor.view import View

message = Section[Situation](KEY)

# ---- with trumps ------------------------------------------------------------------------------------------------


def _plain_suit_followed(situation: Situation) -> Suit | None:
    """The plain suit that the hand follows in, when there are trumps."""
    suit = situation.suit_led
    return suit if situation.trumps and suit is not situation.trumps and situation.holding.ranks else None


def _need_not_win(situation: Situation) -> bool:
    """Whether partner’s trick is safe enough, or lost to the hand whatever it plays."""
    winning = situation.winning
    if winning is None or not situation.partner_wins:
        return not situation.winners
    if situation.place == 4 or winning.rank >= Rank.KING:
        return True
    return not any(rank > winning.rank for rank in situation.outstanding(winning.suit))


@message.rule(
    "hel-signal-echo-trumps",
    "With trumps, play the higher of two cards first. A lower after it shows that you have no more and asks for a "
    "ruff.",
    page=143,
    lines=(7139, 7165),
    row="the call",
)
def call_for_ruff(situation: Situation) -> Finding:
    suit = _plain_suit_followed(situation)
    if suit is None:
        return no("the suit led is not a plain suit, with trumps")
    if situation.rounds(suit) != 1 or len(situation.holding) != 2:
        return no("this is not the first round of a suit of which the hand has two")
    if not situation.trumps or not situation.hand[situation.trumps]:
        return no("the hand has no trump to ruff with")
    higher = Card(suit, situation.holding.highest)
    if not _need_not_win(situation):
        return no("the hand may have to win the trick")
    if situation.is_master(higher):
        return no(lambda: f"the {higher.rank.word} is worth more than the message")
    return yes(lambda: f"the hand has two {suit.plural} and a trump: the higher first asks for a ruff", higher)


# ---- without trumps ---------------------------------------------------------------------------------------------

SHORTEST_TO_ECHO = 5
"""“If you hold the ace and four or more small ones” (p. 166)."""


def _is_opened_with_king(situation: Situation, suit: Suit) -> bool:
    """Whether partner was the first to lead the suit, with the king, and leads it now."""
    partner = situation.partner
    first = next(lead for lead in situation.leads if lead.card.suit is suit)
    return situation.trick.leader is partner and first.seat is partner and first.card.rank is Rank.KING


@message.rule(
    "hel-third-echo",
    "On partner’s king, with the ace and four or more, play the last but two. On the queen or jack that follows, "
    "play the last but one.",
    page=166,
    lines=(8208, 8225),
    why="Partner learns that you have five or more, and may choose the next lead by it. It is seldom of practical "
    "value, because the cards that fall usually show as much.",
    why_page=167,
    why_lines=(8217, 8225),
)
def echo(situation: Situation) -> Finding:
    suit, led = situation.suit_led, situation.led
    if suit is None or led is None or situation.trumps or not situation.holding.ranks:
        return no("there is no suit to follow without trumps")
    dealt = situation.dealt[suit]
    if len(dealt) < SHORTEST_TO_ECHO or dealt.highest is not Rank.ACE:
        return no(lambda: f"the hand was not dealt the ace and {in_words(SHORTEST_TO_ECHO - 1)} or more small ones")
    if not _is_opened_with_king(situation, suit):
        return no("partner has not opened the suit with the king")
    last_but_two, last_but_one = (Card(suit, rank) for rank in dealt.ranks[-3:-1])
    if situation.rounds(suit) == 1 and last_but_two in situation.hand:
        return yes(
            lambda: (
                f"there are {in_words(SHORTEST_TO_ECHO)} to the ace, and partner leads the king: the last but two is "
                "played"
            ),
            last_but_two,
        )
    is_second = situation.rounds(suit) == 2 and led.rank in (Rank.QUEEN, Rank.KNAVE)
    if not is_second or last_but_one not in situation.hand:
        return no("this is not the second round, led with queen or jack")
    return yes(
        lambda: (
            f"there are {in_words(SHORTEST_TO_ECHO)} to the ace, and partner leads the next high card: the last but "
            "one is played"
        ),
        last_but_one,
    )


# ---- without trumps: letting a round go, so that partner keeps a card to return -------------------------------------

duck = Section[Situation](KEY)


def _is_re_entry(situation: Situation, suit: Suit) -> bool:
    """Whether a suit has a card of re-entry (p. 149): the ace, or king and queen, of what is left."""
    ranks, out = situation.hand[suit].ranks, situation.outstanding(suit)
    return bool(situation.masters(suit)) or (len(ranks) > 1 and sum(rank > ranks[1] for rank in out) == 1)


@duck.rule(
    "hel-play-hold-up-nt",
    "Without a card of re-entry, let a round of your own long suit go, so that partner may keep one to return.",
    page=305,
    lines=(14443, 14448),
    why="If you win now, the rest of your suit is useless, because you cannot get in again. If you pass, partner may "
    "get in and still have a card of your suit to lead.",
)
def duck_own_suit(situation: Situation) -> Finding:
    suit, winners = situation.suit_led, situation.winners
    if suit is None or situation.trumps or suit not in situation.suits_opened_by(situation.seat):
        return no("this is not a suit that the hand opened, without trumps")
    if len(situation.holding) < 3 or not winners or situation.partner_wins:
        return no("the hand need not choose whether to win a round of a long suit")
    if any(_is_re_entry(situation, other) for other in Suit if other is not suit and situation.hand[other]):
        return no("the hand has a card of re-entry")
    best_left = next(rank for rank in situation.holding if rank is not winners[-1].rank)
    if not any(rank > best_left for rank in situation.outstanding(suit)):
        return no("winning makes every card of the suit good, so the suit can be played at once")
    return yes(
        "the hand has no card of re-entry, and a higher card would still be out after this one had won",
        situation.lowest,
    )


# ---- with trumps: no call, and the ruff that was called for ---------------------------------------------------------

no_message = Section[Situation](KEY)


@no_message.rule(
    "hel-trumps-no-call",
    "With three or more play upwards. High and then low is no call for trumps here, but shows that you have no more.",
    page=138,
    lines=(6915, 6916),
    why="High and then low would tell partner that you have no more and want a ruff. By playing upwards you warn "
    "partner that you cannot ruff the third round, so it is not led.",
    why_page=143,
    why_lines=(7139, 7165),
)
def no_call(situation: Situation) -> Finding:
    suit = _plain_suit_followed(situation)
    if suit is None:
        return no("the suit led is not a plain suit, with trumps")
    length = len(situation.holding)
    if situation.rounds(suit) != 1 or length < 3:
        return no("this is not the first round of a suit of which the hand has three or more")
    if situation.place == 2 or not _need_not_win(situation):
        return no("the hand may have to win the trick")
    return yes(
        lambda: f"the hand has {length} {suit.plural}, and a lower card next would call for a ruff", situation.lowest
    )


trumping = Section[Situation](KEY)


@trumping.rule(
    "hel-signal-echo-trumps",
    "If you have called for a ruff and partner leads the suit, ruff it.",
    page=172,
    lines=(8442, 8451),
    row="the ruff",
)
def ruff(situation: Situation) -> Finding:
    suit, trumps = situation.suit_led, situation.trumps
    if suit is None or trumps is None or situation.trick.leader is not situation.partner:
        return no("partner has not led a suit that can be trumped")
    played = [card.rank for card in situation.played_by(situation.seat, suit)]
    if len(played) != 2 or played[0] < played[1]:
        return no(lambda: f"the hand has not called for a ruff in {suit.plural}")
    if situation.partner_wins and situation.place == 4:
        return no("partner has the trick")
    ruffs = [card for card in situation.winners if card.suit is trumps]
    if not ruffs:
        return no("no trump here would win")
    return yes(lambda: f"the hand called in {suit.plural}, and partner has led them", ruffs[0])


# ---- the chapters -----------------------------------------------------------------------------------------------


def _silent_on_following(view: View) -> str | None:
    if not Situation(view).holding.ranks:
        return "the hand has none of the suit led, and its messages are discards"
    return why_not_an_adversarys(view)


def _silent_on_discards(view: View) -> str | None:
    situation = Situation(view)
    if situation.suit_led is None or situation.holding.ranks:
        return "the hand does not discard"
    return why_not_an_adversarys(view)


def _silent_without_trumps(view: View) -> str | None:
    return _silent_on_discards(view) or ("there are trumps" if view.trumps else None)


def _silent_with_trumps(view: View) -> str | None:
    if view.trumps is None or is_offensive(view):
        return "a call by discards is for doubled or defensive trumps"
    return _silent_on_discards(view)


SHOWING_A_SUIT = (head_of_sequence, complete_call, begin_call, begin_call_on_length)

SIGNALS = (
    Chapter(Question.SIGNAL, message, Situation, silent_on=_silent_on_following),
    Chapter(Question.SIGNAL, SHOWING_A_SUIT, DiscardFacts, silent_on=_silent_without_trumps),
    Chapter(Question.SIGNAL, (complete_call, begin_call), DiscardFacts, silent_on=_silent_with_trumps),
)
FOLLOWING_WITH_A_MESSAGE = (
    Chapter(Question.THIRD, (*message, *duck), Situation, silent_on=why_not_an_adversarys),
    Chapter(Question.FOURTH, (call_for_ruff, *duck), Situation, silent_on=why_not_an_adversarys),
)
"""What comes before the ordinary play of a third or fourth hand."""
FOLLOWING_WITHOUT_ONE = tuple(
    Chapter(question, no_message, Situation, silent_on=why_not_an_adversarys)
    for question in (Question.THIRD, Question.FOURTH)
)
"""What comes after it."""
TRUMPING = Chapter(Question.TRUMP, trumping, Situation, silent_on=why_not_an_adversarys)
