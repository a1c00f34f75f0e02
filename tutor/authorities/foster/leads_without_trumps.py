"""Foster’s opening leads against no trumps (pp. 124–127, 135–137)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import cite
from tutor.authorities.foster.combinations import AGAINST_NO_TRUMPS, NO_TRUMP_SHORT_SUIT
from tutor.authorities.foster.opening import (
    DOUBTFUL_CALL,
    SURER_CALL,
    Opening,
    has_only_tenaces,
    table_rows,
)
from tutor.authorities.foster.reading_of_play import SHORT
from tutor.authorities.foster.table import names, why_not_his
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Holding, Rank
from tutor.view import View

NO_CALL = "partner has called no suit that is held here"


def _both_have_called(opening: Opening) -> Finding:
    if not opening.partners_calls:
        return fails(NO_CALL)
    if not opening.waiting:
        return fails("no suit called here wants a lead from partner through its stopper")
    because = f"partner called {names(opening.partners_suits)}, and may lead {names(opening.waiting)} through"
    return applies(because, *opening.tops_of_partners)


def _good_suit_before_partners(opening: Opening) -> Finding:
    if not opening.partners_calls:
        return fails(NO_CALL)
    suits = opening.suits_where(_is_good, opening.others)
    if not suits:
        return fails("there is no suit of four or more with ace and king to keep from partner’s")
    because = f"{names(suits)} have ace and king, a good suit of one’s own"
    return Finding(because, tuple(map(opening.lead, suits)), opening.tops_of_partners)


def _partners_suit(opening: Opening) -> Finding:
    if not opening.partners_calls:
        return fails(NO_CALL)
    nearly = opening.suits_where(_may_be_good, opening.others)
    because = f"partner has called {names(opening.partners_suits)}"
    return Finding(because, opening.tops_of_partners, tuple(map(opening.lead, nearly)))


def _is_good(holding: Holding) -> bool:
    return holding.headed_by("AK") and len(holding) > SHORT


def _may_be_good(holding: Holding) -> bool:
    return holding.headed_by("AK") or (holding.headed_by("KQJ") and len(holding) > SHORT)


def _clear_the_own_suit(opening: Opening) -> Finding:
    if not opening.own_calls:
        return fails("no suit of this hand’s calling is held")
    suits = tuple(suit for suit in opening.own_calls if suit not in opening.waiting)
    if not suits:
        return fails(f"partner might catch what stops {names(opening.waiting)} by leading through it")
    because = f"{names(suits)} were called here, and what stops them is to be driven out"
    return applies(because, *map(opening.lead, suits))


def _wait_for_partner(opening: Opening) -> Finding:
    if not opening.waiting:
        return fails("no suit called here wants a lead from partner through its stopper")
    if set(opening.waiting) >= set(opening.plain_suits):
        return fails("there is no other suit to lead")
    because = f"partner may catch what stops {names(opening.waiting)}, if he leads through it"
    answers = tuple(map(opening.lead, opening.chosen))
    short = opening.suits_where(lambda holding: 1 < len(holding) <= SHORT, opening.candidates)
    tops = tuple(top for top in map(opening.top, short) if top not in answers)
    return Finding(because, answers, tops)


def _short_suit_as_a_resource(opening: Opening) -> Finding:
    if not has_only_tenaces(opening):
        return fails("there is a long suit that is not four cards headed by honours with a gap")
    suits = opening.suits_where(
        lambda holding: 1 < len(holding) <= SHORT and holding.highest < Rank.QUEEN, opening.candidates
    )
    if not suits:
        return fails("there is no short suit to lead from the top")
    because = f"every long suit is four cards headed by honours with a gap, and {names(suits)} are short"
    four = tuple(map(opening.lead, opening.longest(opening.candidates)))
    return Finding(because, tuple(map(opening.top, suits)), four)


def _three_honours_before_the_longest(opening: Opening) -> Finding:
    suits = opening.with_three_honours
    longest = opening.longest(opening.candidates)
    if not suits or set(suits) == set(longest):
        return fails(f"no suit but the longest has three honours, one as good as the king: {names(longest)}")
    because = f"{names(suits)} have three honours, one as good as the king, though {names(longest)} are longest"
    rest = tuple(opening.lead(suit) for suit in longest if suit not in suits)
    return Finding(because, tuple(map(opening.lead, suits)), rest)


LEADS_WITHOUT_TRUMPS: Sequence[Rule[Opening]] = (
    DOUBTFUL_CALL,
    SURER_CALL,
    Rule(
        "fos-lead-own-suit",
        "If partner has called as well, lead the best of that suit, so that a stopper in yours may be led through.",
        cite(125, 4217, 4232),
        _both_have_called,
        "both have called",
    ),
    Rule(
        "fos-lead-partners-suit-nt",
        "Lead the suit that partner has called, unless you have a good suit of your own, such as ace, king.",
        cite(124, 4178, 4182),
        _good_suit_before_partners,
        "a good suit of your own",
    ),
    Rule(
        "fos-lead-partners-suit-nt",
        "Give up your own hand for the suit that partner has called, and lead your best card of it.",
        cite(124, 4178, 4189),
        _partners_suit,
        "the best of partner’s",
    ),
    Rule(
        "fos-lead-own-suit",
        "If you alone have called a suit, lead it until it is cleared, unless partner could catch its stopper.",
        cite(125, 4207, 4215),
        _clear_the_own_suit,
        "clear it",
    ),
    Rule(
        "fos-lead-own-suit",
        "Do not lead the suit that you have called if partner could catch its stopper by leading through.",
        cite(125, 4212, 4215),
        _wait_for_partner,
        "wait for partner",
    ),
    Rule(
        "fos-lead-nt-short",
        "Avoid short suits; they are a resource when the others are four-card suits headed by honours with a gap.",
        cite(136, 4640, 4649),
        _short_suit_as_a_resource,
    ),
    Rule(
        "fos-lead-nt-longest",
        "Open your longest suit, unless another is headed by three honours, one as good as the king.",
        cite(135, 4601, 4606),
        _three_honours_before_the_longest,
    ),
    *(
        rule
        for rule in table_rows(AGAINST_NO_TRUMPS, lambda opening: opening.chosen)
        if rule.row != NO_TRUMP_SHORT_SUIT.name
    ),
)


def _silent_on(view: View) -> str | None:
    return why_not_his(view) or ("these are the leads when there are no trumps" if Opening(view).trumps else None)


OPENING_WITHOUT_TRUMPS = Chapter(Question.LEAD, LEADS_WITHOUT_TRUMPS, Opening, silent_on=_silent_on)
