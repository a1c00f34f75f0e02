"""Foster’s opening leads against a declared trump (pp. 123–135).

Foster names the best and the worst suits to open and no order among those between, so the suits of the best kind held
are equal. The row of his table that comes first advises; the others are allowed. A trump he never opens.
"""

from __future__ import annotations

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.combinations import AGAINST_TRUMPS, heads_a_sequence
from tutor.authorities.foster.opening_facts import OpeningFacts, calls, no_call_of_partners, rows
from tutor.authorities.foster.play_facts import names, no_declarer
from tutor.authorities.rules import Finding, Question, decide, no, yes
from tutor.authorities.section import Section
from tutor.cards import Suit
from tutor.view import View

to_a_double = Section[OpeningFacts](KEY)


@to_a_double.rule(
    "fos-lead-trump-partner-doubled",
    "If partner has doubled a trump declaration, do not think that they are strong in trumps: never lead one.",
    page=128,
    lines=(4340, 4343),
    why="A double says that the contract will fail. It does not promise great strength in trumps, and a trump lead "
    "would count on that strength.",
    why_page=60,
    why_lines=(1938, 1953),
)
def no_trump_to_a_double(opening: OpeningFacts) -> Finding:
    if not opening.partner_doubled:
        return no("partner has not doubled the declaration")
    best = decide(lead, opening)
    if best is None:
        return no("partner has doubled, but there are only trumps")
    return yes(
        lambda: f"partner has doubled, which does not ask for a trump, and of the other suits {best.because}",
        *best.answers,
        merely=best.acceptable,
    )


lead = Section[OpeningFacts](KEY)
lead.add(*calls)


# ---- partner’s suit ----------------------------------------------------------------------------------------------

to_a_call = Section[OpeningFacts](KEY, given=no_call_of_partners)


def _ace_kings(opening: OpeningFacts) -> tuple[Suit, ...]:
    return opening.suits_where(lambda holding: holding.headed_by("AK"))


@to_a_call.rule(
    "fos-lead-see-dummy",
    "Keep the lead until you have seen dummy, if that leaves you the command of the suit: the king from ace, king.",
    page=124,
    lines=(4170, 4176),
    why="It is a great advantage to see dummy while you still have the lead. The ace stays behind to control the "
    "suit. An ace led only to look at dummy often gives that control away.",
)
def see_dummy(opening: OpeningFacts) -> Finding:
    suits = _ace_kings(opening)
    if not suits:
        return no("there is no ace, king suit to keep the lead and the command")
    return yes(
        lambda: f"in {names(suits)} the king keeps the lead until dummy is seen, and the ace the command",
        *map(opening.lead, suits),
        merely=opening.tops_of_partners,
    )


@to_a_call.rule(
    "fos-lead-top-or-convention",
    "If you lead a suit because partner has called it, lead the top of it, whatever the number.",
    page=127,
    lines=(4321, 4326),
    row="against trumps",
    why="The top card shows partner the highest that you hold in their suit, so they know what is against them.",
)
def partners_suit(opening: OpeningFacts) -> Finding:
    own = map(opening.lead, opening.suits_where(heads_a_sequence, opening.others))
    return yes(lambda: f"partner has called {names(opening.partners_suits)}", *opening.tops_of_partners, merely=own)


lead.add(*to_a_call)


# ---- the suits of one’s own --------------------------------------------------------------------------------------


@lead.rule(
    "fos-lead-trump-best-worst",
    "The best suit of all to open against trumps is one headed by ace and king.",
    page=128,
    lines=(4345, 4354),
    row="ace and king",
    why="Ace and king keep the lead until dummy’s cards are down, and you still command the suit.",
    why_lines=(4350, 4354),
)
def best_of_all(opening: OpeningFacts) -> Finding:
    suits = _ace_kings(opening)
    others = [suit for suit in opening.suits_where(heads_a_sequence) if suit not in suits]
    if not suits or not others:
        return no("there is no choice between ace, king and another suit headed by a sequence")
    return yes(
        lambda: f"{names(suits)} are headed by ace and king, {names(others)} by a lower sequence",
        *map(opening.lead, suits),
    )


lead.add(*rows(AGAINST_TRUMPS))


def _silent_on(view: View) -> str | None:
    return no_declarer(view) or (None if OpeningFacts(view).trumps else "these are the leads when there are trumps")


OPENING_WITH_TRUMPS = Chapter(Question.LEAD, (*to_a_double, *lead), OpeningFacts, silent_on=_silent_on)
