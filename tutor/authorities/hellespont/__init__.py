"""Hellespont, “The Laws and Principles of Bridge” (London, 1901): what he advises, on what a seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tutor.authorities.hellespont.declaring import DECLARING, DealersHand
from tutor.authorities.hellespont.leads_with_trumps import LEADS_WITH_TRUMPS, TRUMP_LEADS_ALLOWED
from tutor.authorities.hellespont.leads_without_trumps import LEADS_WITHOUT_TRUMPS
from tutor.authorities.hellespont.opening import Opening
from tutor.authorities.hellespont.reading import CHOSEN, OTHERS
from tutor.authorities.rules import Advice, Answer, Question, Rule, Silent, decide, distinct
from tutor.view import View

KEY = "hellespont"

RULES: Sequence[Rule[Any]] = (*DECLARING, *LEADS_WITH_TRUMPS, *TRUMP_LEADS_ALLOWED, *LEADS_WITHOUT_TRUMPS)
"""Every rule that is carried out, in the order in which they are tried."""


def advise(view: View, question: Question) -> Advice | Silent:
    """What he advises on a view, with the rule that decides and those tried before it; or that he is silent.

    The answers of his other readings are found only by `advise_widely`.
    """
    match question:
        case Question.DECLARE:
            reason = _why_not_declare(view)
            return Silent(KEY, question, reason) if reason else _certain(decide(DECLARING, DealersHand(view.hand, CHOSEN)))
        case Question.LEAD:
            reason = _why_not_lead(view)
            return Silent(KEY, question, reason) if reason else _lead(Opening.of(view))


def advise_widely(view: View, question: Question) -> Advice | Silent:
    """The same, with all that another fair reading of him would advise among what is acceptable."""
    advice = advise(view, question)
    if isinstance(advice, Silent) or question is not Question.DECLARE or advice.is_undecided:
        return advice
    others = [_certain(decide(DECLARING, DealersHand(view.hand, reading))) for reading in OTHERS]
    return _accepting(advice, [answer for other in others for answer in other.answers])


def _why_not_declare(view: View) -> str | None:
    if view.declaration:
        return "trumps have been declared already"
    if not view.is_dealer:
        return "his rules for the dealer’s partner are not carried out here"
    if not view.standing.is_love_all:
        return f"his advice at the score of {view.standing} is not carried out here, only that at love-all"
    return None


def _why_not_lead(view: View) -> str | None:
    if view.declaration is None:
        return "nothing has been declared yet"
    if not view.is_leader:
        return "only the dealer’s left-hand adversary has the opening lead"
    if view.played():
        return "the first card has been led"
    return None


def _lead(opening: Opening) -> Advice:
    if opening.trumps is None:
        return _certain(decide(LEADS_WITHOUT_TRUMPS, opening))
    advice = _certain(decide(LEADS_WITH_TRUMPS, opening))
    allowed = [rule.find(opening) for rule in TRUMP_LEADS_ALLOWED]
    return _accepting(advice, [answer for finding in allowed for answer in finding.answers])


def _certain(advice: Advice | None) -> Advice:
    assert advice is not None, "the last rule of every list applies to all hands"  # noqa: S101
    return advice


def _accepting(advice: Advice, more: Sequence[Answer]) -> Advice:
    acceptable = distinct([*advice.acceptable, *(answer for answer in more if answer not in advice.answers)])
    return replace(advice, acceptable=acceptable)
