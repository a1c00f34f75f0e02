"""Foster’s opening leads against no trumps (pp. 124–127, 135–137)."""

from __future__ import annotations

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import KEY
from tutor.authorities.foster.combinations import AGAINST_NO_TRUMPS, SHORT
from tutor.authorities.foster.opening_facts import OpeningFacts, calls, no_call_of_partners, rows
from tutor.authorities.foster.play_facts import names, no_declarer
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Holding, Rank
from tutor.view import View

lead = Section[OpeningFacts](KEY)
lead.add(*calls)


# ---- partner’s suit ----------------------------------------------------------------------------------------------

to_a_call = Section[OpeningFacts](KEY, given=no_call_of_partners)


@to_a_call.rule(
    "fos-lead-own-suit",
    "If partner has called as well, lead the best of their suit, so that they may lead through a stopper in yours.",
    page=125,
    lines=(4217, 4232),
    row="both have called",
    why="They went to no trumps over your suit, so they almost certainly stop it. Leading it out clears it. But if "
    "partner can lead through the stopper, you may catch it.",
    why_lines=(4207, 4217),
)
def both_have_called(opening: OpeningFacts) -> Finding:
    if not opening.waiting:
        return no("no suit called here needs a lead from partner through its stopper")
    return yes(
        lambda: f"partner called {names(opening.partners_suits)}, and may lead {names(opening.waiting)} through",
        *opening.tops_of_partners,
    )


@to_a_call.rule(
    "fos-lead-partners-suit-nt",
    "Lead the suit that partner has called, unless you have a good suit of your own, like ace, king.",
    page=124,
    lines=(4178, 4182),
    row="a good suit of your own",
    why="If partner called from strength in the suit, it is worth giving up your own hand for it. Your best card "
    "tells them what is against them.",
    why_lines=(4178, 4189),
)
def good_suit_before_partners(opening: OpeningFacts) -> Finding:
    suits = opening.suits_where(lambda holding: holding.headed_by("AK") and len(holding) > SHORT, opening.others)
    if not suits:
        return no("there is no suit of four or more with ace and king to keep from partner’s")
    return yes(
        lambda: f"{names(suits)} have ace and king, a good suit of this hand’s own",
        *map(opening.lead, suits),
        merely=opening.tops_of_partners,
    )


def _may_be_good(holding: Holding) -> bool:
    return holding.headed_by("AK") or (holding.headed_by("KQJ") and len(holding) > SHORT)


@to_a_call.rule(
    "fos-lead-partners-suit-nt",
    "Give up your own hand for the suit that partner has called, and lead your best card of it.",
    page=124,
    lines=(4178, 4189),
    row="the best of partner’s",
)
def partners_suit(opening: OpeningFacts) -> Finding:
    nearly = map(opening.lead, opening.suits_where(_may_be_good, opening.others))
    return yes(lambda: f"partner has called {names(opening.partners_suits)}", *opening.tops_of_partners, merely=nearly)


lead.add(*to_a_call)


# ---- the suits of one’s own --------------------------------------------------------------------------------------


@lead.rule(
    "fos-lead-own-suit",
    "If you alone have called a suit, lead it until it is cleared, unless partner could catch its stopper.",
    page=125,
    lines=(4207, 4215),
    row="clear it",
)
def clear_your_own(opening: OpeningFacts) -> Finding:
    if not opening.own_calls:
        return no("the hand has no suit that it has called")
    suits = [suit for suit in opening.own_calls if suit not in opening.waiting]
    if not suits:
        return no(lambda: f"partner might catch what stops {names(opening.waiting)} by leading through it")
    return yes(
        lambda: f"{names(suits)} were called here, and their stoppers can be driven out", *map(opening.lead, suits)
    )


@lead.rule(
    "fos-lead-own-suit",
    "Do not lead the suit that you have called if partner could catch its stopper by leading through it.",
    page=125,
    lines=(4212, 4215),
    row="wait for partner",
)
def wait_for_partner(opening: OpeningFacts) -> Finding:
    if not opening.waiting:
        return no("no suit called here needs a lead from partner through its stopper")
    if set(opening.waiting) >= set(opening.plain_suits):
        return no("there is no other suit to lead")
    answers = tuple(map(opening.lead, opening.chosen))
    short = opening.suits_where(lambda holding: 1 < len(holding) <= SHORT, opening.candidates)
    return yes(
        lambda: f"partner may catch what stops {names(opening.waiting)} by leading through it",
        *answers,
        merely=(top for top in map(opening.top, short) if top not in answers),
    )


@lead.rule(
    "fos-lead-nt-short",
    "Avoid short suits. Lead one only if your other suits are of four cards, headed by honours with a gap.",
    page=136,
    lines=(4640, 4649),
    why="Short leads are better kept for answering partner’s suit. They are a last resource when your other suits "
    "have honours out of sequence, which are bad to open.",
)
def short_suit_as_a_resource(opening: OpeningFacts) -> Finding:
    if not opening.has_only_tenaces:
        return no("there is a long suit that is not four cards headed by honours with a gap")
    suits = opening.suits_where(
        lambda holding: 1 < len(holding) <= SHORT and holding.highest < Rank.QUEEN, opening.candidates
    )
    if not suits:
        return no("there is no short suit to lead from the top")
    return yes(
        lambda: f"every long suit is four cards headed by honours with a gap, and {names(suits)} are short",
        *map(opening.top, suits),
        merely=map(opening.lead, opening.longest_of(opening.candidates)),
    )


@lead.rule(
    "fos-lead-nt-longest",
    "Open your longest suit, unless another is headed by three honours, one of them at least as high as the king.",
    page=135,
    lines=(4601, 4606),
    why="A suit’s long cards make tricks once it is established.",
    why_page=147,
    why_lines=(5037, 5041),
)
def three_honours_before_the_longest(opening: OpeningFacts) -> Finding:
    suits = opening.with_three_honours
    longest = opening.longest_of(opening.candidates)
    if not suits or set(suits) == set(longest):
        return no(
            lambda: f"no suit but the longest has three honours, one at least as high as the king: {names(longest)}"
        )
    return yes(
        lambda: (
            f"{names(suits)} have three honours, one at least as high as the king, though {names(longest)} are longest"
        ),
        *map(opening.lead, suits),
        merely=(opening.lead(suit) for suit in longest if suit not in suits),
    )


lead.add(*rows(AGAINST_NO_TRUMPS))


def _silent_on(view: View) -> str | None:
    return no_declarer(view) or ("these are the leads when there are no trumps" if OpeningFacts(view).trumps else None)


OPENING_WITHOUT_TRUMPS = Chapter(Question.LEAD, lead, OpeningFacts, silent_on=_silent_on)
