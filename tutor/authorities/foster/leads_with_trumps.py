"""Foster’s opening leads against a declared trump (pp. 123–135).

He names the best and the worst suits to open and no order among those between, so the suits of the best kind held are
as good as each other; the row of his table that comes first advises, the others are allowed. A trump he never opens.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import cite
from tutor.authorities.foster.combinations import AGAINST_TRUMPS, heads_a_sequence
from tutor.authorities.foster.opening import DOUBTFUL_CALL, SURER_CALL, Opening, table_rows
from tutor.authorities.foster.table import names, why_not_his
from tutor.authorities.rules import Finding, Question, Rule, applies, decide, fails
from tutor.cards import Card, Rank, Suit
from tutor.view import View


def _ace_kings(opening: Opening) -> tuple[Suit, ...]:
    return opening.suits_where(lambda holding: holding.headed_by("AK"))


def _kings(suits: Sequence[Suit]) -> tuple[Card, ...]:
    return tuple(Card(suit, Rank.KING) for suit in suits)


def _hold_the_lead(opening: Opening) -> Finding:
    if not opening.partners_calls:
        return fails("partner has called no suit that is held here")
    suits = _ace_kings(opening)
    if not suits:
        return fails("there is no ace, king suit with which to keep the lead and the command")
    because = f"in {names(suits)} the king keeps the lead until dummy is seen, and the ace the command"
    return Finding(because, _kings(suits), opening.tops_of_partners)


def _partners_suit(opening: Opening) -> Finding:
    if not opening.partners_calls:
        return fails("partner has called no suit that is held here")
    own = tuple(map(opening.lead, opening.suits_where(heads_a_sequence, opening.others)))
    return Finding(f"partner has called {names(opening.partners_suits)}", opening.tops_of_partners, own)


def _best_of_all(opening: Opening) -> Finding:
    suits = _ace_kings(opening)
    others = [suit for suit in opening.suits_where(heads_a_sequence) if suit not in suits]
    if not suits or not others:
        return fails("there is no choice between ace, king and another suit headed by a sequence")
    because = f"{names(suits)} are headed by ace and king, {names(others)} by a lower sequence"
    return applies(because, *_kings(suits))


def _no_trump_to_a_double(opening: Opening) -> Finding:
    if not opening.partner_doubled:
        return fails("partner has not doubled the declaration")
    best = decide(PLAIN_LEADS, opening)
    if best is None:
        return fails("partner has doubled, but there is nothing but trumps")
    because = f"partner has doubled, which is no call for a trump, and of the other suits {best.because}"
    return Finding(because, best.answers, best.acceptable)


PLAIN_LEADS: Sequence[Rule[Opening]] = (
    DOUBTFUL_CALL,
    SURER_CALL,
    Rule(
        "fos-lead-see-dummy",
        "Keep the lead until you have seen dummy, if that leaves you the command of the suit: the king from ace, king.",
        cite(124, 4170, 4176),
        _hold_the_lead,
    ),
    Rule(
        "fos-lead-top-or-convention",
        "If you lead a suit because partner has called it, lead the top of it, whatever the number.",
        cite(127, 4321, 4326),
        _partners_suit,
        "against trumps",
    ),
    Rule(
        "fos-lead-trump-best-worst",
        "The best suit of all to open against trumps is one headed by ace and king.",
        cite(128, 4345, 4354),
        _best_of_all,
        "ace and king",
    ),
    *table_rows(AGAINST_TRUMPS, lambda opening: opening.best_kind),
)

LEADS_WITH_TRUMPS: Sequence[Rule[Opening]] = (
    Rule(
        "fos-lead-trump-partner-doubled",
        "If partner has doubled a trump declaration do not think that he is strong in trumps: never lead one.",
        cite(128, 4340, 4343),
        _no_trump_to_a_double,
    ),
    *PLAIN_LEADS,
)


def _silent_on(view: View) -> str | None:
    return why_not_his(view) or (None if Opening(view).trumps else "these are the leads when there are trumps")


OPENING_WITH_TRUMPS = Chapter(Question.LEAD, LEADS_WITH_TRUMPS, Opening, silent_on=_silent_on)
