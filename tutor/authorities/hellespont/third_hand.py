"""What Hellespont plays third in hand as an adversary, to a lead of his partner’s (pp. 143, 164–170).

Without trumps a high card that partner opens is answered so as to get out of his way (pp. 164–167); a small one with
the highest card, but for the finesses that the exposed hand prompts (pp. 168–170). He says it of the opening.
What he says of the small card is taken here of every small card that partner leads: the reasons are the same. With
trumps his small lead is never finessed against (p. 143).

What is said to partner by the card, the call for a ruff and the echo of five, and letting a round of one’s own suit go,
are not here: they stand before these rules among the messages.

Where he says only that the lowest card be kept (p. 167), the lowest but one is played, as in all of his own examples
that leave a choice; any other but the lowest is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.auction import Said
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY, cite
from tutor.authorities.hellespont.defence import Defence, why_not_an_adversarys
from tutor.authorities.hellespont.false_cards import no_false_card, no_risk_to_the_odd_trick, true_card
from tutor.authorities.rules import Finding, Message, Question, Rule, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.play import Played
from tutor.view import View

HIGH = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE)
KNAVE_OR_TEN = (Rank.KNAVE, Rank.TEN)


def _suit(defence: Defence) -> Suit:
    suit = defence.table.suit_led
    assert suit is not None, "third hand plays to a suit led"  # noqa: S101
    return suit


def _led(defence: Defence) -> Card:
    led = defence.table.led
    assert led is not None, "third hand plays to a card led"  # noqa: S101
    return led


def _card(defence: Defence, rank: Rank) -> Card:
    return Card(_suit(defence), rank)


# ---- a high card opened without trumps ---------------------------------------------------------------------------


def _why_not_opened_with(defence: Defence, *ranks: Rank) -> str | None:
    """Why the suit led is not one that partner opened with one of the cards, without trumps."""
    opened = defence.partner_opened
    if defence.trumps is not None or opened is None:
        return "there are trumps, or partner did not open"
    if opened.suit is not _suit(defence) or opened.rank not in ranks:
        return f"partner did not open this suit with {' or '.join(rank.word for rank in ranks)}"
    return None


def _in_turn(defence: Defence, why: str, *ranks: Rank, of: str | None = None) -> Finding:
    """The card of an order of play whose turn it is, if it has been kept to so far."""
    played = tuple(card.rank for card in defence.table.played_by(defence.table.seat, _suit(defence)))
    turn = defence.table.rounds(_suit(defence)) - 1
    if played != ranks[:turn] or turn >= len(ranks) or ranks[turn] not in defence.table.holding:
        return no("the suit has gone on otherwise")
    return yes(of or why, _card(defence, ranks[turn]))


def _king_with_knave_or_ten(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.ACE)) is not None:
        return no(why)
    dealt = defence.dealt(_suit(defence))
    lower = [rank for rank in KNAVE_OR_TEN if rank in dealt]
    if Rank.KING not in dealt or not lower or len(dealt) > 3:
        return no("king and knave, or king and ten, with at most one more are not held")
    return _in_turn(defence, "the ace was led, and king with knave or ten is held", Rank.KING, lower[0])


def _king_and_small(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.ACE)) is not None:
        return no(why)
    dealt = defence.dealt(_suit(defence)).ranks
    if Rank.KING not in dealt or len(dealt) not in (2, 3, 4):
        return no("the king and one, two or three more are not held")
    order = (*dealt[-2:0:-1], dealt[0]) if len(dealt) > 2 else dealt
    return _in_turn(defence, f"the ace was led, and the king is one of {len(dealt)}", *order)


def _king_put_on_by_dummy(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.ACE, Rank.KNAVE)) is not None:
        return no(why)
    lower = [rank for rank in KNAVE_OR_TEN if rank in defence.table.holding]
    if defence.table.trick.card_of(defence.table.seat.right) != _card(defence, Rank.KING) or not lower:
        return no("the king has not just been put on from the exposed hand, or neither knave nor ten is held")
    return yes("the king has been put on, and the knave or ten would block partner later", _card(defence, lower[0]))


def _king_still_in_dummy(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.ACE)) is not None:
        return no(why)
    holding = defence.table.holding
    if Rank.KING not in defence.dummy[_suit(defence)] or not any(rank in holding for rank in KNAVE_OR_TEN):
        return no("the king is not in the exposed hand, or neither knave nor ten is held")
    small = [rank for rank in holding if rank not in KNAVE_OR_TEN]
    if not small:
        return no("there is no small card to play instead")
    return yes(
        "while the king lies in the exposed hand, the knave or ten cannot block",
        _card(defence, small[-2] if len(small) > 1 else small[-1]),
    )


def _ace_with_knave_or_ten(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.KING)) is not None:
        return no(why)
    dealt = defence.dealt(_suit(defence)).ranks
    lower = [rank for rank in KNAVE_OR_TEN if rank in dealt]
    if Rank.ACE not in dealt or not lower or len(dealt) > 4:
        return no("ace and knave, or ace and ten, with at most two more are not held")
    order = (dealt[2], Rank.ACE, lower[0]) if len(dealt) == 4 else (Rank.ACE, lower[0])
    if _ace_is_late(defence, order):
        return yes("the ace should have gone already, and still blocks partner", _card(defence, Rank.ACE))
    return _in_turn(defence, "the king was led, and ace with knave or ten is held", *order)


def _ace_is_late(defence: Defence, order: tuple[Rank, ...]) -> bool:
    """Whether the ace is still held in the round after that in which it should have been played."""
    rounds = defence.table.rounds(_suit(defence))
    return Rank.ACE in defence.table.holding and rounds > order.index(Rank.ACE) + 1


def _ace_over_a_void(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.KING)) is not None:
        return no(why)
    dealt = defence.dealt(_suit(defence)).ranks
    if Rank.ACE not in dealt or len(dealt) != 4 or len(defence.dummy_dealt(_suit(defence))):
        return no("ace and three small ones are not held, with none of the suit in the exposed hand")
    return _in_turn(
        defence, "the exposed hand has none, and ace and three small ones are held", dealt[1], dealt[2], dealt[0]
    )


def _ace_and_small(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.KING)) is not None:
        return no(why)
    dealt = defence.dealt(_suit(defence)).ranks
    if Rank.ACE not in dealt or len(dealt) not in (2, 3, 4):
        return no("the ace and one, two or three more are not held")
    because = f"the king was led, and the ace is one of {len(dealt)}"
    if len(dealt) == 4 and _led(defence).rank is Rank.KNAVE:
        return _in_turn(defence, f"{because}; the knave has followed", dealt[2], dealt[0])
    order = (*dealt[-2:0:-1], dealt[0]) if len(dealt) > 2 else dealt
    return _in_turn(defence, because, *order)


def _two_honours(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.KING)) is not None:
        return no(why)
    dealt = defence.dealt(_suit(defence))
    honours = [rank for rank in (Rank.QUEEN, Rank.KNAVE, Rank.TEN) if rank in dealt][:2]
    if Rank.ACE in dealt or len(honours) < 2:
        return no("two of queen, knave and ten, without the ace, are not held")
    if defence.table.rounds(_suit(defence)) > 1 and _led(defence).rank is not Rank.ACE:
        return no("the king was not followed by the ace")
    return _in_turn(defence, f"{honours[0].word} and {honours[1].word} are held", honours[1], honours[0])


def _one_honour(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.KING)) is not None:
        return no(why)
    dealt = defence.dealt(_suit(defence))
    honours = [rank for rank in (Rank.QUEEN, Rank.KNAVE, Rank.TEN) if rank in dealt]
    if Rank.ACE in dealt or len(honours) != 1 or dealt.highest is not honours[0]:
        return no("a queen, knave or ten with small ones only is not held")
    honour, ranks = honours[0], dealt.ranks
    because = f"the {honour.word} is one of {len(dealt)}"
    if honour is Rank.QUEEN or len(dealt) == 3:
        return _in_turn(defence, because, honour)
    if len(dealt) == 4:
        return _in_turn(defence, because, ranks[2], ranks[1], honour)
    return no(lambda: f"of {len(dealt)} with the {honour.word} he says nothing")


def _queen_and_small(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.KNAVE)) is not None:
        return no(why)
    dealt = defence.dealt(_suit(defence)).ranks
    if dealt[0] is not Rank.QUEEN or len(dealt) < 3:
        return no("the queen with small ones is not held")
    return _in_turn(defence, "the knave was led, and the queen with small ones is held", dealt[-2])


def _king_on_the_knave(defence: Defence) -> Finding:
    if (why := _why_not_opened_with(defence, Rank.KNAVE)) is not None:
        return no(why)
    king = _card(defence, Rank.KING)
    if defence.table.rounds(_suit(defence)) > 1 or king.rank not in defence.table.holding:
        return no("it is not the first round, or the king is not held")
    if Rank.QUEEN not in defence.dummy_dealt(_suit(defence)):
        return yes("the queen is not in the exposed hand", king)
    holding = [rank for rank in defence.table.holding if rank is not Rank.KING]
    if not holding:
        return no("the king is single")
    return yes("the queen is in the exposed hand, and the king is kept", _card(defence, holding[-2:][0]))


def _keep_the_lowest(defence: Defence) -> Finding:
    holding = defence.table.holding
    suit = _suit(defence)
    if defence.trumps is not None or _led(defence).rank not in HIGH or defence.partners_suit is not suit:
        return no("partner is not leading a high card of his suit, without trumps")
    if len(holding) < 2 or defence.table.winning != _led(defence):
        return no("there is but one card, or partner’s has been beaten")
    best, *rest = holding.ranks[-2::-1]

    def because() -> str:
        return f"partner leads a high card, and the {holding.lowest.word} is kept"

    return yes(because, _card(defence, best), merely=tuple(_card(defence, rank) for rank in rest))


# ---- a small card led --------------------------------------------------------------------------------------------


def _why_not_a_small_lead(defence: Defence) -> str | None:
    if _led(defence).rank in HIGH:
        return f"the {_led(defence).name} is not a small card"
    return None if defence.table.winners else "the trick cannot be won"


def _why_no_finesse(defence: Defence) -> str | None:
    if defence.trumps is not None or not defence.table.dummy_precedes:
        return "there are trumps, or the exposed hand has still to play"
    return _why_not_a_small_lead(defence)


def _over(defence: Defence, honour: Rank, length: int) -> bool:
    """Whether the exposed hand has the honour at the head of so many cards, not yet played."""
    dealt = defence.dummy_dealt(_suit(defence))
    return len(dealt) == length and dealt.highest is honour and honour in defence.dummy[_suit(defence)]


def _finesse(defence: Defence, rank: Rank, because: str) -> Finding:
    card = true_card(defence, _card(defence, rank))
    if not defence.table.wins(card):
        return no(lambda: f"the {card.name} would not win over what is played")
    return yes(because, card)


def _over_the_queen(defence: Defence) -> Finding:
    if (why := _why_no_finesse(defence)) is not None:
        return no(why)
    holding, theirs = defence.table.holding, defence.dummy[_suit(defence)]
    if _over(defence, Rank.QUEEN, 3) and holding.headed_by("KJ"):
        return _finesse(defence, Rank.KNAVE, "king and knave lie over queen and two small ones")
    if theirs.headed_by("QT") and holding.headed_by("J9"):
        return _finesse(defence, Rank.NINE, "knave and nine lie over queen and ten")
    return no("nothing that is seen prompts a finesse under the queen")


def _by_what_dummy_shows(defence: Defence) -> Finding:
    if (why := _why_no_finesse(defence)) is not None:
        return no(why)
    holding = defence.table.holding
    lower = next((rank for rank in KNAVE_OR_TEN if rank in holding), None)
    if lower is None or holding.ranks[1:2] != (lower,):
        return no("ace or king with knave or ten next to it is not held")
    if _over(defence, Rank.KING, 2) and holding.highest is Rank.ACE:
        return _finesse(defence, lower, "the exposed king has one guard, and must fall to the ace next round")
    if _over(defence, Rank.QUEEN, 3) and holding.highest in (Rank.ACE, Rank.KING):
        return _finesse(defence, lower, "the exposed queen has two guards; the suit cannot be established otherwise")
    if _over(defence, Rank.KING, 3) and holding.highest is Rank.ACE:
        return yes("the exposed king has two guards, and the suit cannot be established at once", _highest(defence))
    if _over(defence, Rank.QUEEN, 4) and holding.highest in (Rank.ACE, Rank.KING):
        return yes("the exposed queen has three guards, and the suit cannot be established at once", _highest(defence))
    return no("the exposed hand has neither king with one or two more, nor queen with two or three, unplayed")


def _nine(defence: Defence) -> Finding:
    if (why := _why_no_finesse(defence)) is not None:
        return no(why)
    holding, dealt = defence.table.holding, defence.dummy_dealt(_suit(defence))
    if not (holding.headed_by("A9") or holding.headed_by("K9")):
        return no("ace, nine or king, nine is not held")
    theirs = defence.dummy[_suit(defence)]
    top = theirs.highest if theirs else None
    if top not in (Rank.KING, Rank.QUEEN) or top is not dealt.highest or top > holding.highest:
        return no("the exposed hand has not a king or queen under the ace or king, unplayed")
    supported = any(rank in dealt for rank in KNAVE_OR_TEN)
    if supported and len(dealt) == (3 if top is Rank.KING else 4):
        return _finesse(defence, Rank.NINE, f"the exposed hand has {top.word}, knave or ten, and guards")
    if not supported:
        return yes("the exposed hand has but small ones with it: the nine would do nothing", _highest(defence))
    return no("the exposed hand’s suit is not of his lengths")


def _ace_queen(defence: Defence) -> Finding:
    if (why := _why_no_finesse(defence)) is not None:
        return no(why)
    if not defence.table.holding.headed_by("AQ"):
        return no("ace, queen is not held")
    return _finesse(defence, Rank.QUEEN, "ace, queen is held, and may be finessed with")


def _play_the_highest(defence: Defence) -> Finding:
    if defence.trumps is not None:
        return no("there are trumps")
    if (why := _why_not_a_small_lead(defence)) is not None:
        return no(why)
    return yes("partner leads a small card, and no finesse is prompted", _highest(defence))


def _highest(defence: Defence) -> Card:
    """The highest card of the suit, the lowest of a sequence; or less if it is enough over dummy, who plays last."""
    enough = _enough_over_dummy(defence)
    return enough or true_card(defence, _card(defence, defence.table.holding.highest))


def _enough_over_dummy(defence: Defence) -> Card | None:
    """The lowest card that wins whatever the exposed hand plays, where that plays last."""
    if not defence.table.dummy_follows:
        return None
    theirs = defence.dummy[_suit(defence)]
    cards = (card for card in defence.table.winners if theirs.is_void or card.rank > theirs.highest)
    return next(cards, None)


def _never_against_partner(defence: Defence) -> Finding:
    if defence.trumps is None:
        return no("there are no trumps")
    table = defence.table
    if not table.winners:
        return no("the trick cannot be won")
    if table.partner_wins and _led(defence).rank in (*HIGH, Rank.TEN):
        return no("partner’s card is not a small one, and wins as yet")
    if (enough := _enough_over_dummy(defence)) is not None:
        return yes(lambda: f"the {enough.name} is enough over the exposed hand, which plays last", enough)
    best, dangers = table.winners[-1], table.unseen(_suit(defence))
    card = next(one for one in table.winners if not any(one.rank < other < best.rank for other in dangers))
    return yes(lambda: f"nothing unseen lies between the {card.name} and the best card held", card)


def _rule(
    syllabus_id: str, says: str, page: int, lines: tuple[int, int], find: Callable[[Defence], Finding], row: str = ""
) -> Rule[Defence]:
    return Rule(syllabus_id, says, cite(page, *lines), find, row)


third_hand = Section[Defence](KEY)


third_hand.add(no_risk_to_the_odd_trick("third hand"))


third_hand.add(
    _rule(
        "hel-third-ace-king-play",
        "On the ace led play the king from king and knave or ten, and the knave or ten on the second round.",
        164,
        (8140, 8146),
        _king_with_knave_or_ten,
        "king with knave or ten",
    )
)


third_hand.add(
    _rule(
        "hel-third-ace-king-play",
        "On the ace led play the king from two at once, from three on the second round; from four the penultimate, the "
        "ante-penultimate, and then the king.",
        164,
        (8122, 8140),
        _king_and_small,
        "king and small ones",
    )
)


third_hand.add(
    _rule(
        "hel-third-ace-king-play",
        "Play the knave or ten when the king is put on from the exposed hand.",
        165,
        (8146, 8149),
        _king_put_on_by_dummy,
        "king put on",
    )
)


third_hand.add(
    _rule(
        "hel-third-jten-note",
        "While the king remains in the exposed hand keep your knave or ten, which cannot block.",
        165,
        (8149, 8153),
        _king_still_in_dummy,
    )
)


third_hand.add(
    _rule(
        "hel-third-king-led",
        "On the king led play the ace from ace and knave or ten; with two small ones too, the penultimate first, and "
        "the ace on the second round.",
        165,
        (8163, 8169),
        _ace_with_knave_or_ten,
    )
)


third_hand.add(
    _rule(
        "hel-third-king-led-no-dummy",
        "On the king led, with none in the exposed hand, play from ace and three small ones the highest of these, and "
        "then the penultimate.",
        166,
        (8191, 8206),
        _ace_over_a_void,
        "ace and three small ones",
    )
)


third_hand.add(
    _rule(
        "hel-third-king-led-ace",
        "On the king led play from ace and one the ace; from ace and two the penultimate, then the ace; from ace and "
        "three the penultimate, then on the queen the middle one, on the knave the ace.",
        165,
        (8169, 8191),
        _ace_and_small,
    )
)


third_hand.add(
    _rule(
        "hel-third-king-led-other",
        "On the king led play the lower of two among queen, knave, ten, and the higher on the ace.",
        167,
        (8225, 8229),
        _two_honours,
        "two honours",
    )
)


third_hand.add(
    _rule(
        "hel-third-king-led-other",
        "On the king led play the queen from queen and small ones; the knave or ten from three; from four the "
        "penultimate, keeping the knave or ten till the third round.",
        167,
        (8229, 8234),
        _one_honour,
        "one honour",
    )
)


third_hand.add(
    _rule(
        "hel-third-knave-led",
        "On the knave led play the king, but keep it if the queen is in the exposed hand.",
        167,
        (8239, 8243),
        _king_on_the_knave,
        "king",
    )
)


third_hand.add(
    _rule(
        "hel-third-knave-led",
        "On the knave led play the lowest but one from queen and small ones.",
        167,
        (8235, 8239),
        _queen_and_small,
        "queen",
    )
)


third_hand.add(
    _rule(
        "hel-third-keep-lowest",
        "Without trumps, when partner leads a high card, always keep your lowest of the suit.",
        167,
        (8245, 8251),
        _keep_the_lowest,
    )
)


third_hand.add(
    _rule(
        "hel-third-small-led",
        "Third in hand on a small card finesse against the exposed queen: from king, knave over queen and two small "
        "ones, from knave, nine over queen, ten.",
        168,
        (8268, 8279),
        _over_the_queen,
        "over the queen",
    )
)


third_hand.add(
    _rule(
        "hel-third-nine",
        "Finesse the nine from ace or king over king, knave or ten and one, or queen, knave or ten and two; over small "
        "ones with the king or queen do not.",
        169,
        (8319, 8343),
        _nine,
    )
)


third_hand.add(
    _rule(
        "hel-third-dummy-finesse",
        "Finesse the knave or ten under ace or king over an exposed king with one guard or queen with two; with one "
        "guard more win, and return the knave or ten.",
        168,
        (8281, 8317),
        _by_what_dummy_shows,
    )
)


third_hand.add(
    _rule(
        "hel-third-small-led",
        "Third in hand on a small card finesse from ace, queen, or ace, queen, knave.",
        168,
        (8264, 8268),
        _ace_queen,
        "ace, queen",
    )
)


third_hand.add(
    _rule(
        "hel-third-small-led",
        "Third in hand on a small card play your highest, the lowest of a sequence.",
        168,
        (8261, 8264),
        _play_the_highest,
        "highest",
    )
)


third_hand.add(
    _rule(
        "hel-play-finesse-partner",
        "With trumps never finesse against partner: on his small card play your best.",
        143,
        (7122, 7122),
        _never_against_partner,
        "with trumps",
    )
)


THIRD_AS_ADVERSARY = Chapter(Question.THIRD, third_hand, Defence.of, silent_on=why_not_an_adversarys)
THIRD_WITH_NOTHING_TO_GAIN = Chapter(
    Question.THIRD, no_false_card("third hand"), Defence.of, silent_on=why_not_an_adversarys
)


# ---- what he hears in the opening --------------------------------------------------------------------------------


def _opens_with(rank: Rank) -> Callable[[View, Played | Said], bool]:
    def heard(view: View, act: Played | Said) -> bool:
        if not isinstance(act, Played) or view.trumps is not None or view.dummy_seat is None:
            return False
        return act.seat is view.seat.partner and view.played()[:1] == (act,) and act.card.rank is rank

    return heard


OPENINGS_HEARD: Sequence[Message] = (
    Message(
        "hel-third-ace-led",
        "An ace opened without trumps tells of a long suit headed by it and the queen, or of a re-entry besides.",
        cite(164, 8110, 8120),
        _opens_with(Rank.ACE),
    ),
)
