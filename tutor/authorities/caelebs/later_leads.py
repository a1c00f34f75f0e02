"""Cælebs’s later leads (pp. 22–42, 48–61), in the order in which they are tried.

First the end, then trumps, forces, the hand’s own suit, partner’s, and the opponents’. Where two of Cælebs’s rules fit
one view, the order is his. A hand of winning cards but one has its own rule (p. 59). A Blue Peter is answered before a
lead of partner’s is returned (pp. 37, 38), and trumps go before plain suits (p. 41). With “a good independent lead”
partner’s plain suit waits (p. 28); without one it goes before the opponents’ (p. 28). A suit that he drops, to be led
up to or for fear of a ruff, is passed over in all that follows (pp. 30, 32, 40, 57).
"""

from __future__ import annotations

from tutor.authorities.caelebs.facts import other_interpretations, why_no_whist
from tutor.authorities.caelebs.forcing import forcing_adversaries, forcing_partner
from tutor.authorities.caelebs.last_tricks import finale
from tutor.authorities.caelebs.later_trump_leads import LATER_TRUMPS
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.caelebs.leading_others_suits import lead_back
from tutor.authorities.caelebs.suits_not_led import PLAIN_SUITS, dropped_suits
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Question
from tutor.view import View


def _silent_on(view: View) -> str | None:
    return why_no_whist(view) or ("against an exposed hand Cælebs has another policy" if view.exposed else None)


LATER_LEADS = Chapter(
    Question.RETURN,
    (*finale, *LATER_TRUMPS, *forcing_adversaries, *forcing_partner, *dropped_suits, *PLAIN_SUITS),
    LeadFacts,
    silent_on=_silent_on,
    otherwise=other_interpretations(LeadFacts),
    allows=lead_back,
)
"""Every lead after the first of a hand, when all four hands are hidden."""
