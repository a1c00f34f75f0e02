"""What Hellespont plays third in hand as an opponent, to a lead of partner’s (pp. 143, 164–170).

Without trumps a high card that partner opens is answered so as to get out of its way (pp. 164–167). A small one is
answered with the highest card, except for the finesses that dummy prompts (pp. 168–170). Hellespont says it
of the opening. What he says of the small card is applied here to every small card that partner leads, because the
reasons are the same. With trumps a small lead of partner’s is never finessed against (p. 143).

The messages to partner (the call for a ruff and the echo of five) and letting a round of the hand’s own suit go are not
here: they stand before these rules, in `signals`.

Where Hellespont says only to keep the lowest card (p. 167), the lowest but one is played, as in all of his examples
that leave a choice. Any other card but the lowest is allowed.
"""

from __future__ import annotations

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.defence_facts import DefenceFacts, why_not_an_adversarys
from tutor.authorities.hellespont.false_cards import false_cards, odd_trick, true_card
from tutor.authorities.rules import Finding, Guard, Question, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank
from tutor.notation import counted, in_words

HIGH = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE)
KNAVE_OR_TEN = (Rank.KNAVE, Rank.TEN)
UNBLOCKING = (Rank.QUEEN, Rank.KNAVE, Rank.TEN)


def _not_opened_with(*ranks: Rank) -> Guard[DefenceFacts]:
    """Why the suit led is not one that partner opened with one of the ranks, without trumps."""

    def guard(defence: DefenceFacts) -> Reason | None:
        opened = defence.partner_opened
        if defence.trumps is not None or opened is None:
            return "there are trumps, or partner did not open"
        if opened.suit is not defence.suit_led or opened.rank not in ranks:
            return lambda: f"partner did not open this suit with the {' or '.join(rank.word for rank in ranks)}"
        return None

    return guard


def _in_turn(defence: DefenceFacts, because: Reason, *order: Rank) -> Finding:
    """The card of an order of play whose turn it is, if it has been followed so far."""
    turn = defence.round - 1
    if defence.ranks_played != order[:turn] or turn >= len(order) or order[turn] not in defence.table.holding:
        return no("the suit has gone on otherwise")
    return yes(because, defence.card(order[turn]))


def _keeping_last(ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    """The highest of two cards; of more the last but one, and so upwards to the highest."""
    return (*ranks[-2:0:-1], ranks[0])


# ---- an ace opened without trumps --------------------------------------------------------------------------------

_NOT_ACE = _not_opened_with(Rank.ACE)

on_ace = Section[DefenceFacts](KEY, given=_NOT_ACE)


@on_ace.rule(
    "hel-third-ace-king-play",
    "On the ace led, play the king from king and jack or ten, and the jack or ten on the second round.",
    page=165,
    lines=(8141, 8146),
    row="king with jack or ten",
    why="Partner’s ace shows a long suit headed by ace and queen. Your duty is to get out of its way, or your high "
    "cards will block it.",
    why_page=164,
    why_lines=(8101, 8120),
)
def king_with_knave_or_ten(defence: DefenceFacts) -> Finding:
    lower = [rank for rank in KNAVE_OR_TEN if rank in defence.dealt_led]
    if Rank.KING not in defence.dealt_led or not lower or len(defence.dealt_led) > 3:
        return no("king and jack, or king and ten, with at most one more are not here")
    return _in_turn(defence, "the ace was led, and king with jack or ten is here", Rank.KING, lower[0])


@on_ace.rule(
    "hel-third-ace-king-play",
    "On the ace led, play the king from two at once, and from three on the second round. From four play the lowest "
    "but one, the lowest but two, and then the king.",
    page=164,
    lines=(8122, 8140),
    row="king and small ones",
)
def king_and_small(defence: DefenceFacts) -> Finding:
    ranks = defence.dealt_led.ranks
    if Rank.KING not in ranks or len(ranks) not in (2, 3, 4):
        return no("the king and one, two or three more are not here")
    order = _keeping_last(ranks) if len(ranks) > 2 else ranks
    return _in_turn(
        defence, lambda: f"the ace was led, and the king was dealt with {counted(len(ranks) - 1, 'other')}", *order
    )


dummys_king = Section[DefenceFacts](KEY, given=_not_opened_with(Rank.ACE, Rank.KNAVE))


@dummys_king.rule(
    "hel-third-ace-king-play",
    "Play the jack or ten if the king is played from dummy.",
    page=165,
    lines=(8146, 8149),
    row="king put on",
)
def king_put_on(defence: DefenceFacts) -> Finding:
    lower = [rank for rank in KNAVE_OR_TEN if rank in defence.table.holding]
    before = defence.table.trick.card_of(defence.table.seat.right)
    if before != defence.card(Rank.KING) or not lower:
        return no("the king has not just been played from dummy, or neither jack nor ten is here")
    return yes("the king has been played, and the jack or ten would block partner later", defence.card(lower[0]))


dummy_keeps_king = Section[DefenceFacts](KEY, given=_NOT_ACE)


@dummy_keeps_king.rule(
    "hel-third-jten-note",
    "While the king remains in dummy, keep your jack or ten, which cannot block.",
    page=165,
    lines=(8149, 8153),
    why="While dummy has the king, your jack or ten cannot block partner’s suit. Played at once, it might mislead "
    "partner about how many you have.",
    why_lines=(8148, 8153),
)
def king_in_dummy(defence: DefenceFacts) -> Finding:
    holding = defence.table.holding
    small = [rank for rank in holding if rank not in KNAVE_OR_TEN]
    if Rank.KING not in defence.dummy[defence.suit_led] or len(small) == len(holding):
        return no("the king is not in dummy, or neither jack nor ten is here")
    if not small:
        return no("there is no small card to play instead")
    return yes("while the king lies in dummy, the jack or ten cannot block", defence.card(small[-2:][0]))


# ---- a king opened without trumps --------------------------------------------------------------------------------

on_king = Section[DefenceFacts](KEY, given=_not_opened_with(Rank.KING))


@on_king.rule(
    "hel-third-king-led",
    "On the king led, play the ace from ace and jack or ten. With two small ones too, play the lowest but one "
    "first, and the ace on the second round.",
    page=165,
    lines=(8161, 8169),
    why="With these cards of yours, partner’s suit must be headed by king and queen. Your ace and then your jack or "
    "ten get out of its way, so that you do not block it.",
)
def ace_with_knave_or_ten(defence: DefenceFacts) -> Finding:
    ranks = defence.dealt_led.ranks
    lower = [rank for rank in KNAVE_OR_TEN if rank in ranks]
    if Rank.ACE not in ranks or not lower or len(ranks) > 4:
        return no("ace and jack, or ace and ten, with at most two more are not here")
    order = (ranks[2], Rank.ACE, lower[0]) if len(ranks) == 4 else (Rank.ACE, lower[0])
    if Rank.ACE in defence.table.holding and defence.round > order.index(Rank.ACE) + 1:
        return yes("the ace should have gone already, and still blocks partner", defence.card(Rank.ACE))
    return _in_turn(defence, "the king was led, and ace with jack or ten is here", *order)


@on_king.rule(
    "hel-third-king-led-no-dummy",
    "On the king led, if dummy has none, play from ace and three small ones the highest of these, and "
    "then the lowest but one.",
    page=166,
    lines=(8191, 8206),
    row="ace and three small ones",
)
def ace_over_void(defence: DefenceFacts) -> Finding:
    ranks = defence.dealt_led.ranks
    if Rank.ACE not in ranks or len(ranks) != 4 or len(defence.dummy_dealt(defence.suit_led)):
        return no("ace and three small ones are not here, with none of the suit in dummy")
    ace, highest, penultimate, _ = ranks
    return _in_turn(defence, "dummy has none, and ace and three small ones are here", highest, penultimate, ace)


@on_king.rule(
    "hel-third-king-led-ace",
    "On the king led, play the ace from ace and one. From ace and two play the lowest but one, then the ace. From "
    "ace and three play the lowest but one, then the middle one on the queen, or the ace on the jack.",
    page=165,
    lines=(8169, 8191),
    why="With few cards the ace must go early, or you may block partner’s long suit. You keep your lowest so that "
    "there is a card to return.",
    why_page=166,
    why_lines=(8180, 8191),
)
def ace_and_small(defence: DefenceFacts) -> Finding:
    ranks = defence.dealt_led.ranks
    if Rank.ACE not in ranks or len(ranks) not in (2, 3, 4):
        return no("the ace and one, two or three more are not here")
    if len(ranks) == 4 and defence.led.rank is Rank.KNAVE:
        because = "the king was led, and the ace was dealt with three others; the jack has followed"
        return _in_turn(defence, because, ranks[2], ranks[0])
    order = _keeping_last(ranks) if len(ranks) > 2 else ranks
    return _in_turn(
        defence, lambda: f"the king was led, and the ace was dealt with {counted(len(ranks) - 1, 'other')}", *order
    )


@on_king.rule(
    "hel-third-king-led-other",
    "On the king led, play the lower of two among queen, jack, ten, and the higher on the ace.",
    page=167,
    lines=(8225, 8229),
    row="two honours",
    why="It is your duty to get out of the way of partner’s long suit. Your honours must go while partner leads high "
    "cards, or they may block it later.",
    why_lines=(8245, 8251),
)
def two_honours(defence: DefenceFacts) -> Finding:
    dealt = defence.dealt_led
    honours = [rank for rank in UNBLOCKING if rank in dealt][:2]
    if Rank.ACE in dealt or len(honours) < 2:
        return no("two of queen, jack and ten, without the ace, are not here")
    if defence.round > 1 and defence.led.rank is not Rank.ACE:
        return no("the king was not followed by the ace")
    higher, lower = honours
    return _in_turn(defence, lambda: f"{higher.word} and {lower.word} are here", lower, higher)


@on_king.rule(
    "hel-third-king-led-other",
    "On the king led, play the queen from queen and small ones, and the jack or ten from three. From four play the "
    "lowest but one, and keep the jack or ten till the third round.",
    page=167,
    lines=(8229, 8234),
    row="one honour",
)
def one_honour(defence: DefenceFacts) -> Finding:
    ranks = defence.dealt_led.ranks
    honours = [rank for rank in UNBLOCKING if rank in ranks]
    if len(honours) != 1 or ranks[0] is not honours[0]:
        return no("a queen, jack or ten with only small ones is not here")
    honour, number = honours[0], len(ranks)
    if honour is not Rank.QUEEN and number not in (3, 4):
        return no(lambda: f"Hellespont says nothing of {counted(number, 'card')} with the {honour.word}")
    order = (honour,) if honour is Rank.QUEEN or number == 3 else _keeping_last(ranks)
    return _in_turn(defence, lambda: f"the {honour.word} was dealt with {counted(number - 1, 'other')}", *order)


# ---- a jack opened without trumps -------------------------------------------------------------------------------

on_knave = Section[DefenceFacts](KEY, given=_not_opened_with(Rank.KNAVE))


@on_knave.rule(
    "hel-third-knave-led",
    "On the jack led, play the king, but keep it if the queen is in dummy.",
    page=167,
    lines=(8239, 8243),
    row="king",
    why="If partner has ace, jack, ten, your return after the king lets the ace catch the dealer’s queen. Dummy’s "
    "queen falls anyway, unless it has more guards than your king, so keep the king then.",
    why_page=153,
    why_lines=(7565, 7582),
)
def king_on_knave(defence: DefenceFacts) -> Finding:
    holding = defence.table.holding
    if defence.round > 1 or Rank.KING not in holding:
        return no("this is not the first round, or the king is not here")
    if Rank.QUEEN not in defence.dummy_dealt(defence.suit_led):
        return yes("the queen is not in dummy", defence.card(Rank.KING))
    others = [rank for rank in holding if rank is not Rank.KING]
    if not others:
        return no("the king is single")
    return yes("the queen is in dummy, and the king is kept", defence.card(others[-2:][0]))


@on_knave.rule(
    "hel-third-knave-led",
    "On the jack led, play the lowest but one from queen and small ones.",
    page=167,
    lines=(8235, 8239),
    row="queen",
)
def queen_and_small(defence: DefenceFacts) -> Finding:
    ranks = defence.dealt_led.ranks
    if ranks[0] is not Rank.QUEEN or len(ranks) < 3:
        return no("the queen with small ones is not here")
    return _in_turn(defence, "the jack was led, and the queen with small ones is here", ranks[-2])


high = Section[DefenceFacts](KEY)


@high.rule(
    "hel-third-keep-lowest",
    "Without trumps, if partner leads a high card, always keep your lowest of the suit.",
    page=167,
    lines=(8245, 8251),
    why="It is your duty to get out of the way of partner’s long suit. If you part with low cards and keep high ones, "
    "you may block it.",
)
def keep_lowest(defence: DefenceFacts) -> Finding:
    holding, led = defence.table.holding, defence.led
    if defence.trumps is not None or led.rank not in HIGH or defence.partners_suit is not led.suit:
        return no("partner is not leading a high card, without trumps")
    if len(holding) < 2 or defence.table.winning != led:
        return no("there is only one card, or partner’s has been beaten")
    *higher, lowest = holding.ranks
    return yes(
        lambda: f"partner leads a high card, and the {lowest.word} is kept",
        defence.card(higher[-1]),
        merely=(defence.card(rank) for rank in reversed(higher)),
    )


# ---- a small card led: the finesses --------------------------------------------------------------------------------


def _not_small(defence: DefenceFacts) -> Reason | None:
    if defence.led.rank in HIGH:
        return lambda: f"the {defence.led.name} is not a small card"
    return None if defence.table.winners else "the trick cannot be won"


def _no_finesse(defence: DefenceFacts) -> Reason | None:
    if defence.trumps is not None or not defence.table.dummy_precedes:
        return "there are trumps, or dummy has still to play"
    return _not_small(defence)


finesse = Section[DefenceFacts](KEY, given=_no_finesse)


def _finessing(defence: DefenceFacts, rank: Rank, because: Reason) -> Finding:
    card = true_card(defence, defence.card(rank))
    if not defence.table.wins(card):
        return no(lambda: f"the {card.name} would not win over what is played")
    return yes(because, card)


def _dummys_honour(defence: DefenceFacts) -> Rank | None:
    """The king or queen that headed the suit of dummy as dealt, and is still there."""
    dealt = defence.dummy_dealt(defence.suit_led)
    if dealt.is_void or dealt.highest not in (Rank.KING, Rank.QUEEN):
        return None
    return dealt.highest if dealt.highest in defence.dummy[defence.suit_led] else None


GUARDS_OF_QUEEN = 2
"""“The queen and two small ones in the exposed hand” (p. 168)."""


@finesse.rule(
    "hel-third-small-led",
    "As third hand to a small card, finesse against the exposed queen: from king, jack over queen and two small "
    "ones, from jack, nine over queen, ten.",
    page=168,
    lines=(8268, 8279),
    row="over the queen",
    why="Finessing in partner’s strong suit is against principle, except from ace, queen or when dummy prompts it. If "
    "your jack or ten wins, you return the king, dummy’s queen falls to partner’s ace, and the suit comes in.",
    why_lines=(8261, 8279),
)
def over_queen(defence: DefenceFacts) -> Finding:
    holding = defence.table.holding
    is_guarded = len(defence.dummy_dealt(defence.suit_led)) == 1 + GUARDS_OF_QUEEN
    if is_guarded and _dummys_honour(defence) is Rank.QUEEN and holding.headed_by("KJ"):
        guards = GUARDS_OF_QUEEN
        return _finessing(
            defence, Rank.KNAVE, lambda: f"king and jack lie over queen and {in_words(guards)} small ones"
        )
    if defence.dummy[defence.suit_led].headed_by("QT") and holding.headed_by("J9"):
        return _finessing(defence, Rank.NINE, "jack and nine lie over queen and ten")
    return no("nothing that is seen prompts a finesse under the queen")


LENGTH_FOR_NINE = {Rank.KING: 3, Rank.QUEEN: 4}
"""“King, knave, and another; king, ten, and another; queen, knave, and two others; queen, ten, and two” (p. 169)."""


@finesse.rule(
    "hel-third-nine",
    "Finesse the nine from ace or king over king, jack or ten and one, or queen, jack or ten and two. If only small "
    "ones are with the king or queen, do not.",
    page=169,
    lines=(8319, 8343),
    why="If partner led from a long suit headed by queen or king, the nine may clear it on the third round, and it "
    "cannot lose. Over small cards it is useless, because partner cannot hold the cards it needs.",
)
def nine(defence: DefenceFacts) -> Finding:
    holding, dealt = defence.table.holding, defence.dummy_dealt(defence.suit_led)
    if not (holding.headed_by("A9") or holding.headed_by("K9")):
        return no("ace, nine or king, nine is not here")
    honour = _dummys_honour(defence)
    if honour is None or honour > holding.highest:
        return no("dummy does not have an unplayed king or queen under the ace or king")
    if not any(rank in dealt for rank in KNAVE_OR_TEN):
        return yes("dummy has only small ones with it, so the nine would do nothing", _highest(defence))
    if len(dealt) != LENGTH_FOR_NINE[honour]:
        return no("dummy’s suit is not of the lengths that Hellespont gives")
    return _finessing(defence, Rank.NINE, lambda: f"dummy has {honour.word}, jack or ten, and guards")


GUARDS_FOR_FINESSE = {Rank.KING: 1, Rank.QUEEN: 2}
"""How many guards of an exposed king or queen make a finesse right; with one more, winning is (pp. 168–169)."""

AFTER_FINESSE = {
    Rank.KING: ", and must fall to the ace next round",
    Rank.QUEEN: "; the suit cannot be established otherwise",
}


@finesse.rule(
    "hel-third-dummy-finesse",
    "Finesse the jack or ten under ace or king over an exposed king with one guard or queen with two. If there is "
    "one guard more, win, and return the jack or ten.",
    page=168,
    lines=(8281, 8317),
    why="The finesse leaves your ace to bring down the exposed king next round, which establishes partner’s suit. "
    "With a guard more the suit cannot be established at once, so win and return.",
    why_lines=(8285, 8317),
)
def over_dummys_honour(defence: DefenceFacts) -> Finding:
    holding = defence.table.holding
    lower = next((rank for rank in KNAVE_OR_TEN if rank in holding), None)
    if lower is None or holding.ranks[1:2] != (lower,):
        return no("ace or king with jack or ten next to it is not here")
    honour, guards = _dummys_honour(defence), len(defence.dummy_dealt(defence.suit_led)) - 1
    more = guards - GUARDS_FOR_FINESSE[honour] if honour and honour < holding.highest else None
    if honour is None or more not in (0, 1):
        return no("dummy does not have an unplayed king with one or two more, or queen with two or three")

    def exposed() -> str:
        return f"the exposed {honour.word} has {counted(guards, 'guard')}"

    if more:
        return yes(lambda: f"{exposed()}, and the suit cannot be established at once", _highest(defence))
    return _finessing(defence, lower, lambda: f"{exposed()}{AFTER_FINESSE[honour]}")


@finesse.rule(
    "hel-third-small-led",
    "As third hand to a small card, finesse from ace, queen, or ace, queen, jack.",
    page=168,
    lines=(8264, 8268),
    row="ace, queen",
)
def ace_queen(defence: DefenceFacts) -> Finding:
    if not defence.table.holding.headed_by("AQ"):
        return no("ace, queen is not here")
    return _finessing(defence, Rank.QUEEN, "ace, queen is here, and may be finessed with")


# ---- a small card led: the highest ---------------------------------------------------------------------------------

small = Section[DefenceFacts](KEY)


def _enough_over_dummy(defence: DefenceFacts) -> Card | None:
    """The lowest card that wins whatever dummy plays, where that plays last."""
    if not defence.table.dummy_follows:
        return None
    theirs = defence.dummy[defence.suit_led]
    return next((card for card in defence.table.winners if theirs.is_void or card.rank > theirs.highest), None)


def _highest(defence: DefenceFacts) -> Card:
    """The highest card of the suit, the lowest of a sequence; or less if it is enough over dummy, who plays last."""
    return _enough_over_dummy(defence) or true_card(defence, defence.card(defence.table.holding.highest))


@small.rule(
    "hel-third-small-led",
    "As third hand to a small card, play your highest, or the lowest of a sequence.",
    page=168,
    lines=(8261, 8264),
    row="highest",
)
def play_highest(defence: DefenceFacts) -> Finding:
    if defence.trumps is not None:
        return no("there are trumps")
    if (barred := _not_small(defence)) is not None:
        return no(barred)
    return yes("partner leads a small card, and there is no finesse to take", _highest(defence))


@small.rule(
    "hel-play-finesse-partner",
    "With trumps never finesse against partner: on partner’s small card play your best.",
    page=143,
    lines=(7122, 7122),
    row="with trumps",
)
def best_with_trumps(defence: DefenceFacts) -> Finding:
    winners = defence.table.winners
    if defence.trumps is None:
        return no("there are no trumps")
    if not winners:
        return no("the trick cannot be won")
    if defence.table.partner_wins and defence.led.rank in (*HIGH, Rank.TEN):
        return no("partner’s card is not a small one, and is winning so far")
    if (enough := _enough_over_dummy(defence)) is not None:
        return yes(lambda: f"the {enough.name} is enough over dummy, which plays last", enough)
    best, unseen = winners[-1], defence.table.unseen(defence.suit_led)
    card = next(card for card in winners if not any(card.rank < other < best.rank for other in unseen))
    return yes(lambda: f"nothing unseen lies between the {card.name} and the best card here", card)


RULES = (
    *odd_trick("third hand"),
    *on_ace,
    *dummys_king,
    *dummy_keeps_king,
    *on_king,
    *on_knave,
    *high,
    *finesse,
    *small,
)

THIRD_AS_ADVERSARY = Chapter(Question.THIRD, RULES, DefenceFacts.of, silent_on=why_not_an_adversarys)
THIRD_WITH_NOTHING_TO_GAIN = Chapter(
    Question.THIRD, false_cards("third hand"), DefenceFacts.of, silent_on=why_not_an_adversarys
)
