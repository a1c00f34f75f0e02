"""Hellespont, “The Laws and Principles of Bridge” (London, 1901): what he advises, on what a seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tutor.authorities.authority import Authority
from tutor.authorities.hellespont.declaring import DECLARING, DealersHand
from tutor.authorities.hellespont.leads_with_trumps import LEADS_WITH_TRUMPS, TRUMP_LEADS_ALLOWED
from tutor.authorities.hellespont.leads_without_trumps import LEADS_WITHOUT_TRUMPS
from tutor.authorities.hellespont.opening import Opening
from tutor.authorities.hellespont.reading import CHOSEN, OTHERS
from tutor.authorities.rules import UNDECIDED, Advice, Answer, Question, Rule, Silent, Tried, decide, distinct
from tutor.view import View


class Hellespont(Authority):
    """His rules for the dealer at love-all, and for the opening lead."""

    key = "hellespont"
    rules: Sequence[Rule[Any]] = (*DECLARING, *LEADS_WITH_TRUMPS, *TRUMP_LEADS_ALLOWED, *LEADS_WITHOUT_TRUMPS)

    def advise(self, view: View, question: Question) -> Advice | Silent:
        """See `Authority`; what only another reading of his words would advise, `advise_widely` adds."""
        reason = _why_silent(view, question)
        if reason:
            return Silent(self.key, question, reason)
        match question:
            case Question.DECLARE:
                return _certain(decide(DECLARING, DealersHand(view.hand, CHOSEN)))
            case Question.LEAD:
                return _lead(Opening.of(view))

    def advise_widely(self, view: View, question: Question) -> Advice | Silent:
        """See `Authority`. Leads carry what is acceptable already; declarations are read again in each other way."""
        advice = self.advise(view, question)
        if isinstance(advice, Silent) or question is not Question.DECLARE or advice.is_undecided:
            return advice
        others = [_certain(decide(DECLARING, DealersHand(view.hand, reading))) for reading in OTHERS]
        return _accepting(advice, [answer for other in others for answer in other.answers])

    def why_not(self, view: View, question: Question, answer: Answer) -> tuple[Tried, ...]:
        """See `Authority`."""
        if _why_silent(view, question):
            return ()
        match question:
            case Question.DECLARE:
                dealer = DealersHand(view.hand, CHOSEN)
                tried = [Tried(rule, rule.find(dealer)) for rule in DECLARING]
            case Question.LEAD:
                opening = Opening.of(view)
                tried = [Tried(rule, rule.find(opening)) for rule in _leads(opening)]
        return tuple(
            one
            for one in tried
            if one.rule.row != UNDECIDED and (answer in one.rule.advises or answer in one.finding.answers)
        )


def _why_silent(view: View, question: Question) -> str | None:
    """Why he has nothing to say on a view, or None when he has."""
    match question:
        case Question.DECLARE:
            if view.declaration:
                return "trumps have been declared already"
            if not view.is_dealer:
                return "his rules for the dealer’s partner are not carried out here"
            if not view.standing.is_love_all:
                return f"his advice at the score of {view.standing} is not carried out here, only that at love-all"
        case Question.LEAD:
            if view.declaration is None:
                return "nothing has been declared yet"
            if not view.is_leader:
                return "only the dealer’s left-hand adversary has the opening lead"
            if view.played():
                return "the first card has been led"
    return None


def _leads(opening: Opening) -> Sequence[Rule[Opening]]:
    return LEADS_WITHOUT_TRUMPS if opening.trumps is None else LEADS_WITH_TRUMPS


def _lead(opening: Opening) -> Advice:
    advice = _certain(decide(_leads(opening), opening))
    if opening.trumps is None:
        return advice
    allowed = [rule.find(opening) for rule in TRUMP_LEADS_ALLOWED]
    return _accepting(advice, [answer for finding in allowed for answer in finding.answers])


def _certain(advice: Advice | None) -> Advice:
    assert advice is not None, "the last rule of every list applies to all hands"  # noqa: S101
    return advice


def _accepting(advice: Advice, more: Sequence[Answer]) -> Advice:
    acceptable = distinct([*advice.acceptable, *(answer for answer in more if answer not in advice.answers)])
    return replace(advice, acceptable=acceptable)
