"""Foster’s play from the declarer’s two hands to a card that is led (pp. 142–148).

A suit is “feared” when only one card of it in the two hands is sure of its trick.
"""

from __future__ import annotations

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.combinations import HIGH
from tutor.authorities.foster.declarer_facts import DeclarerFacts, not_the_declarer
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Hand, Rank, Suit
from tutor.view import View

# ---- ducking, whoever leads -----------------------------------------------------------------------------------

LONG = 5
"""A suit to be brought in has five cards or more in one hand; Foster’s own examples have six (pp. 147–148)."""


def is_to_be_ducked(facts: DeclarerFacts, suit: Suit, long: Hand, short: Hand) -> bool:
    """Whether a suit headed by ace and king must give up its first round to be brought in.

    The short hand keeps a card to lead the next time that it gets in. With the queen as well nothing need be given
    up, for three rounds are usually enough to clear the suit.
    """
    return (
        facts.trumps is None
        and len(long[suit]) >= LONG
        and long[suit].headed_by("AK")
        and Rank.QUEEN not in long[suit]
        and len(long[suit]) > len(short[suit]) > 1
        and short[suit].highest < HIGH
        and not facts.is_established(suit)
        and not facts.has_entry(long, (suit,))
    )


duck = Section[DeclarerFacts](KEY)


@duck.rule(
    "fos-decl-duck",
    "Duck the first round of a long suit if its hand has no other card of re-entry.",
    page=147,
    lines=(5053, 5070),
    row="duck",
)
def duck_the_first_round(facts: DeclarerFacts) -> Finding:
    """The trick that is ducked, whoever has led it and in whatever place the hand plays to it.

    The cards that the hand may lay down are all small, but for ace and king of the long hand.
    """
    suit = facts.suit_led
    if suit is None or facts.rounds(suit) != 1:
        return no("this is not the first round of a suit")
    laid = facts.trick.card_of(facts.partner)
    mine, theirs = facts.hand, facts.other.plus(laid) if laid else facts.other
    is_long = is_to_be_ducked(facts, suit, mine, theirs)
    if not is_long and not is_to_be_ducked(facts, suit, theirs, mine):
        return no("this is not a long suit with ace and king, in a hand with no other entry")
    if facts.place == 4 and facts.winners and facts.winners[0].rank < Rank.KING:
        return no(lambda: f"the {facts.winners[0].name} wins the trick without ace or king")
    where = "here" if is_long else "in the other hand"
    return yes(
        lambda: f"the long {suit.plural} {where} have no entry elsewhere: ace and king are held up", facts.lowest
    )


second = Section[DeclarerFacts](KEY)
second.add(*duck)


# ---- holding up, to the opponents’ lead ------------------------------------------------------------------------


def _long_suit(facts: DeclarerFacts) -> tuple[Suit, Hand] | None:
    """The suit of five or more in one hand that is not established, with that hand; the longest, if only one."""
    found = [
        (suit, hand)
        for hand, dealt in ((facts.hand, facts.dealt), (facts.other, facts.other_dealt))
        for suit in Suit
        if suit is not facts.suit_led and len(dealt[suit]) >= LONG and hand[suit] and not facts.is_established(suit)
    ]
    most = max((len(hand[suit]) for suit, hand in found), default=0)
    longest = [(suit, hand) for suit, hand in found if len(hand[suit]) == most]
    return longest[0] if len(longest) == 1 else None


@second.rule(
    "fos-decl-reentry",
    "With the ace in one hand and the king in the other, win in the hand that does not have the long suit.",
    page=147,
    lines=(5037, 5051),
    why="An established suit makes no tricks if its hand cannot get in. Win in the other hand, and the useful side "
    "card stays as an entry to the long suit.",
)
def keep_the_entry(facts: DeclarerFacts) -> Finding:
    suit = facts.suit_led
    if suit is None or facts.trumps is not None or not facts.is_adverse_lead or not (big := _long_suit(facts)):
        return no("there is no long suit to be brought in at no trumps")
    both = {Rank.ACE, Rank.KING}
    mine, others = both & set(facts.holding), both & set(facts.other[suit])
    laid = facts.trick.card_of(facts.partner)
    if facts.place == 4 and facts.partner_wins and laid:
        others |= both & {laid.rank}
    if len(mine) != 1 or len(others) != 1:
        return no(lambda: f"ace and king of {suit.plural} are not in different hands")
    long, hand = big
    if facts.total(suit) >= facts.total(long):
        return no(lambda: f"the {long.plural} are no bigger than the {suit.plural}")
    here, there = *mine, *others
    if hand is facts.hand:
        if facts.place == 4 and not facts.partner_wins:
            return no("the trick can no longer be won in the other hand")
        return yes(lambda: f"the long {long.plural} are in this hand, which keeps its {here.word}", facts.lowest)
    card = Card(suit, here)
    if card not in facts.winners:
        return no("the trick cannot be won here")
    return yes(lambda: f"the long {long.plural} are in the other hand, which keeps its {there.word}", card)


FEARED = 6
"""A suit “opened against him” that the dealer “is afraid of” (p. 148): the most that the dealer had of it, so that the
opponents have more."""


@second.rule(
    "fos-decl-holdup",
    "If you fear a suit and have only one winning card in it, hold it up until one opponent is out of the suit.",
    page=148,
    lines=(5072, 5076),
    why="Once one opponent is out of the suit, they cannot lead it to their partner.",
)
def hold_up(facts: DeclarerFacts) -> Finding:
    suit = facts.suit_led
    if suit is None or facts.trumps is not None or not facts.is_adverse_lead:
        return no("the opponents are not leading, at no trumps")
    if suit in facts.suits_opened_by(facts.seat, facts.partner):
        return no(lambda: f"{suit.plural} were opened by the declarer")
    if len(facts.dealt[suit]) + len(facts.other_dealt[suit]) > FEARED:
        return no(lambda: f"the {suit.plural} are no danger: the opponents have fewer of them")
    mine = facts.sure(facts.hand, suit)
    if facts.sure_tricks(suit) != 1 or not mine or not facts.against(suit):
        return no(lambda: f"this hand does not have exactly one winning {suit.singular}")
    if any(facts.has_shown_void(seat, suit) for seat in facts.adversaries) or len(facts.holding) < 2:
        return no("an opponent is out of the suit, or the winning card is alone")
    return yes(
        lambda: f"the {mine[0].word} is the only winning {suit.singular}, and both may still have some", facts.lowest
    )


fourth = tuple(second)
"""What serves fourth hand as well."""


# ---- second hand -------------------------------------------------------------------------------------------------


@second.rule(
    "fos-second-nt-cover",
    "Without trumps, if fourth hand cannot beat the card led, cover it, to put the lead on the right.",
    page=143,
    lines=(4908, 4919),
    why="If you do not cover, third hand lets the card win, knowing by the eleven rule that fourth hand cannot beat "
    "it. If you cover, third hand must win and lead up to your guarded high card or change suits.",
)
def put_the_lead_on_the_right(facts: DeclarerFacts) -> Finding:
    suit, led = facts.suit_led, facts.led
    if suit is None or led is None or facts.trumps is not None:
        return no("there are trumps")
    if not facts.other[suit] or facts.other[suit].highest > led.rank:
        return no("the fourth hand can beat the card led, or has none of the suit")
    if not facts.winners:
        return no("the card led cannot be covered here")
    return yes(lambda: f"the fourth hand cannot beat the {led.name}, and it can be covered here", facts.winners[0])


def _is_with_one_small(facts: DeclarerFacts, rank: Rank, opposite: Rank, suit: Suit) -> bool:
    """Whether the suit led is a card and one small here, and this other card and more in the other hand."""
    others = facts.other[suit]
    return len(facts.holding) == 2 and facts.holding.highest is rank and opposite in others and len(others) > 1


@second.rule(
    "fos-second-declarer-queen",
    "Play the queen from queen and one small opposite the ace, but not if the ten is with the ace.",
    page=143,
    lines=(4894, 4902),
    row="queen",
    why="The queen opposite the ace, or the jack opposite the king, may make two tricks. With the ten beside the ace "
    "you make two anyway, if the lead comes up to it.",
    why_lines=(4894, 4906),
)
def queen_and_one_small(facts: DeclarerFacts) -> Finding:
    suit, led = facts.suit_led, facts.led
    if suit is None or led is None or not _is_with_one_small(facts, Rank.QUEEN, Rank.ACE, suit):
        return no("the suit is not queen and one small opposite the ace")
    if Rank.TEN in facts.other[suit]:
        return yes("the ten is with the ace, which makes two tricks whatever third hand plays", facts.lowest)
    if Rank.KING not in facts.against(suit) or led.rank > Rank.QUEEN:
        return no("the king is not with the opponents, or has been led")
    return yes("the queen has one small card with it, opposite the ace without the ten", facts.top(suit))


@second.rule(
    "fos-second-declarer-queen",
    "Play the jack from jack and one small opposite the king, if the lead may be from ace, queen.",
    page=143,
    lines=(4902, 4906),
    row="jack",
)
def knave_and_one_small(facts: DeclarerFacts) -> Finding:
    suit, led = facts.suit_led, facts.led
    if suit is None or led is None or not _is_with_one_small(facts, Rank.KNAVE, Rank.KING, suit):
        return no("the suit is not jack and one small opposite the king")
    if {Rank.QUEEN, Rank.ACE} - set(facts.against(suit)) or led.rank >= HIGH:
        return no("the lead cannot be a low card from ace, queen")
    return yes(
        "the jack has one small card with it, opposite the king, and the lead may be from ace, queen",
        facts.top(suit),
        merely=(facts.lowest,) if Rank.TEN in facts.other[suit] else (),
    )


@second.rule(
    "fos-second-declarer-sequence",
    "Do not play a high card second hand if fourth hand has one in sequence with it.",
    page=142,
    lines=(4882, 4892),
    why="Fourth hand holds a card next to it, which serves just as well. It is never necessary to spend the high card "
    "first.",
    why_lines=(4884, 4892),
)
def not_before_its_neighbour(facts: DeclarerFacts) -> Finding:
    suit = facts.suit_led
    if suit is None or not facts.other[suit]:
        return no("the fourth hand has none of the suit")
    high = [card for card in facts.winners if card.rank >= HIGH]
    neighbours = {rank.height + step for rank in facts.other[suit] for step in (-1, 1)}
    if not high or any(card.rank.height not in neighbours for card in high) or facts.lowest in high:
        return no("no high card here has its neighbour in fourth hand")
    return yes(lambda: f"next to the {high[0].name} there is another in the fourth hand", facts.lowest)


# ---- third hand, to the lead of his own other hand ---------------------------------------------------------------

third = Section[DeclarerFacts](KEY)
third.add(*duck)


@third.rule(
    "fos-decl-hand-p146",
    "Play small from ace, queen, ten under the nine, if it is not covered.",
    page=146,
    lines=(5015, 5017),
    row="under the nine",
)
def under_the_nine(facts: DeclarerFacts) -> Finding:
    suit, led = facts.suit_led, facts.led
    if suit is None or led is None or not facts.partner_wins or not facts.holding.headed_by("AQT"):
        return no("no nine was led to ace, queen, ten and left uncovered")
    if led.rank is not Rank.NINE or not facts.other[suit].headed_by("J"):
        return no("the card led was not the nine, with the jack behind it")
    return yes("the nine is not covered, and the jack will be led next", facts.lowest)


@third.rule(
    "fos-decl-hand-p146",
    "Play the ten under the jack if the jack is led after the nine.",
    page=146,
    lines=(5017, 5019),
    row="under the jack",
)
def under_the_knave(facts: DeclarerFacts) -> Finding:
    led = facts.led
    if led is None or led.rank is not Rank.KNAVE or not facts.partner_wins:
        return no("no jack was led and left uncovered")
    if not facts.holding.headed_by("AQT") or Card(led.suit, Rank.NINE) not in facts.gone:
        return no("the nine has not been played to ace, queen, ten")
    return yes("the ten goes under the jack, to be out of the way", Card(led.suit, Rank.TEN))


@third.rule(
    "fos-decl-ajt",
    "With ace, jack, ten, if second hand plays a king or queen, take it with the ace.",
    page=147,
    lines=(5033, 5035),
    row="ace on a high card",
)
def ace_on_a_high_card(facts: DeclarerFacts) -> Finding:
    suit, winning = facts.suit_led, facts.winning
    if suit is None or winning is None or not facts.holding.headed_by("AJ"):
        return no("the suit is not ace, jack, ten")
    if Rank.TEN not in facts.holding and Card(suit, Rank.TEN) not in facts.gone:
        return no("the suit is not ace, jack, ten")
    if facts.partner_wins or winning.rank not in (Rank.KING, Rank.QUEEN):
        return no("second hand has played no king or queen")
    return yes(lambda: f"second hand has played the {winning.name}", Card(suit, Rank.ACE))


@third.rule(
    "fos-decl-ajt",
    "With ace, jack, ten finesse the ten first, and the jack on the second round.",
    page=146,
    lines=(5024, 5033),
    row="finesse",
)
def finesse_with_ace_knave_ten(facts: DeclarerFacts) -> Finding:
    suit = facts.suit_led
    if suit is None or not facts.holding.headed_by("AJ") or not {Rank.KING, Rank.QUEEN} & set(facts.against(suit)):
        return no("the suit is not ace, jack with king or queen against them")
    is_first = Rank.TEN in facts.holding
    if not is_first and Card(suit, Rank.TEN) not in facts.gone:
        return no("the suit is not ace, jack, ten")
    card = Card(suit, Rank.TEN if is_first else Rank.KNAVE)
    if card not in facts.winners:
        return no(lambda: f"the {card.name} would not win")
    which = "first" if is_first else "second"
    return yes(lambda: f"second hand has played neither king nor queen to the {which} lead", card)


@third.rule(
    "fos-decl-finesse",
    "Finesse: try to win with a card that is neither your best nor in sequence with it.",
    page=145,
    lines=(4978, 4985),
    why="If the card you fear lies on the right of the finesse, your lower card wins and you make an extra trick.",
)
def finesse(facts: DeclarerFacts) -> Finding:
    suit, led = facts.suit_led, facts.led
    card = facts.finessing_card(facts.hand, suit) if suit else None
    if card is None or suit is None:
        return no("there is no card here with which to finesse")
    if facts.partner_wins and led and led.rank >= HIGH and facts.are_next(led, card):
        return yes(lambda: f"the {led.name} is led, equal to the {card.name}, and not covered", facts.lowest)
    if card not in facts.winners:
        return no(lambda: f"the {card.name} would not win")
    against = Card(suit, facts.against(suit).highest)
    return yes(lambda: f"the {card.name} wins if the {against.name} is on the right", card)


@third.rule(
    "fos-decl-unblock",
    "Play the high cards from the hand that is shorter in the suit.",
    page=148,
    lines=(5078, 5087),
    row="play high from short",
)
def play_high_from_short(facts: DeclarerFacts) -> Finding:
    suit, led = facts.suit_led, facts.led
    if suit is None or len(facts.holding) > len(facts.other[suit]) or not facts.can_unblock(facts.hand, suit):
        return no("no high card needs to make way for a longer hand")
    top = facts.top(suit)
    if top not in facts.winners or (facts.partner_wins and led and facts.are_next(led, top)):
        return no(lambda: f"the {top.name} is not needed to win")
    return yes(lambda: f"the other hand is longer, and the {top.name} might block it", top)


# ---- dummy’s little trump ----------------------------------------------------------------------------------------

trumping = Section[DeclarerFacts](KEY)


@trumping.rule(
    "fos-decl-dont-draw",
    "Let dummy make a small trump before trumps are led.",
    page=144,
    lines=(4931, 4942),
    row="make a little trump",
)
def make_a_little_trump(facts: DeclarerFacts) -> Finding:
    led = facts.led
    if facts.seat is not facts.dummy_seat or facts.is_adverse_lead or led is None:
        return no("the declarer is not leading to dummy")
    winning = [card for card in facts.winners if card.suit is facts.trumps]
    if not winning or (facts.partner_wins and facts.is_sure(led)):
        return no("no trump of dummy’s is needed to win")
    return yes(lambda: f"the {led.name} may lose, and a small trump makes a trick", winning[0])


# ---- the chapters ------------------------------------------------------------------------------------------------


def _silent_on_adverse_leads(view: View) -> str | None:
    why = not_the_declarer(view)
    return why or (None if DeclarerFacts(view).is_adverse_lead else "the opponents are not leading")


def _silent_on_own_leads(view: View) -> str | None:
    why = not_the_declarer(view)
    return why or ("the other hand is not leading" if DeclarerFacts(view).is_adverse_lead else None)


DECLARERS_SECOND = Chapter(Question.SECOND, second, DeclarerFacts, silent_on=_silent_on_adverse_leads)
DECLARERS_THIRD = Chapter(Question.THIRD, third, DeclarerFacts, silent_on=_silent_on_own_leads)
DECLARERS_FOURTH = Chapter(Question.FOURTH, fourth, DeclarerFacts, silent_on=_silent_on_adverse_leads)
DECLARERS_TRUMPING = Chapter(Question.TRUMP, trumping, DeclarerFacts, silent_on=not_the_declarer)
