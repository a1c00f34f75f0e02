"""The end of a deal in words: the result, each decision on both axes, and the one that mattered most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from flask import url_for
from flask_babel import gettext, ngettext

from tutor.authorities.rules import Advice
from tutor.cards import Card
from tutor.seats import Seat
from tutor.study.answers.hindsight_cache import Hindsights
from tutor.tables import notices
from tutor.tables.outcome import outcome
from tutor.tables.review import ReviewedDecision, review, turning_point
from tutor.tables.table import Table
from tutor.web import formatting
from tutor.web.play.comparing import comparison
from tutor.web.practise.sets import groups_of
from tutor.web.services import services
from tutor.wording import alternatives

REVIEWS_KEPT = 256


def end_of(table: Table, seat: Seat, *, may_tell: bool, who: str = "") -> Mapping[str, object]:
    """The end of a deal for its page: the result, each decision of a seat, and the one that mattered most.

    `who` is the player where somebody else reads it. Without `may_tell` there is the result alone.
    """
    reviewed = _reviewed(table, seat, services().hindsights) if may_tell else ()
    return {"outcome": outcome(table), "tells": may_tell, **judged(table, reviewed, who)}


@lru_cache(REVIEWS_KEPT)
def _reviewed(table: Table, seat: Seat, hindsights: Hindsights) -> tuple[ReviewedDecision, ...]:
    """The decisions of a seat: everybody at a table looks at the end of a deal several times."""
    return tuple(review(table, seat, hindsights.of))


def judged(table: Table, reviewed: Sequence[ReviewedDecision], who: str = "") -> Mapping[str, object]:
    """The decisions of a deal as a page shows them, and the one that mattered most."""
    mattered = turning_point(reviewed)
    stood = [before for before, _ in table.moments()]
    return {
        "reviewed": reviewed,
        "comparisons": {one.number: comparison(stood[one.number]) for one in reviewed},
        "mattered": mattered,
        "did": None if mattered is None else _did(mattered, table, who),
        "would": None if mattered is None else _would(mattered),
        "dearest": _dearest(reviewed, mattered, table, who),
        "practise": None if mattered is None else _questions_like(mattered),
    }


def _did(decision: ReviewedDecision, table: Table, who: str) -> str:
    """A decision in a sentence after the deal: `In trick 3 you played the six of clubs from B’s hand.`"""
    card, hand = decision.act.what, decision.act.seat
    if not isinstance(card, Card) or table.play is None:
        return f"{notices.act_told(table, decision.number)}."
    trick = next(one.trick for one in table.play.played() if one.card == card)
    words = {"number": trick, "card": card.name, "player": hand.label, "who": who}
    if hand is table.code.dummy(table.calling):
        if who:
            return gettext("In trick %(number)s %(who)s played the %(card)s from %(player)s’s hand.", **words)
        return gettext("In trick %(number)s you played the %(card)s from %(player)s’s hand.", **words)
    if who:
        return gettext("In trick %(number)s %(who)s played the %(card)s.", **words)
    return gettext("In trick %(number)s you played the %(card)s.", **words)


def _dearest(
    reviewed: Sequence[ReviewedDecision], mattered: ReviewedDecision | None, table: Table, who: str
) -> str | None:
    """The card that cost most with all hands open, if it cost more than the decision that `mattered`."""
    dearest = max(reviewed, key=lambda one: one.cost or 0, default=None)
    if dearest is None or not dearest.cost or dearest.cost <= ((mattered and mattered.cost) or 0):
        return None
    better = alternatives([f"the {card.name}" for card in dearest.better[:2]])
    cost = ngettext(
        "With all hands open it cost %(num)s trick. Better: %(cards)s.",
        "With all hands open it cost %(num)s tricks. Better: %(cards)s.",
        dearest.cost,
        cards=better,
    )
    return f"{_did(dearest, table, who)} {cost}"


def _would(decision: ReviewedDecision) -> str:
    """The author’s choice instead: `play the two of spades`, `declare hearts`."""
    assert isinstance(decision.advice, Advice)  # noqa: S101 - a decision matters because of advice against it
    answer = decision.advice.answers[0]
    return f"play {formatting.answer_words(answer)}" if isinstance(answer, Card) else formatting.advice_words(answer)


def _questions_like(decision: ReviewedDecision) -> str | None:
    """The address of questions like a decision. None if there are none."""
    return questions_on(decision.advice.rule.id) if isinstance(decision.advice, Advice) else None


def questions_on(rule: str) -> str | None:
    """The address of questions on a rule. None if there are none."""
    found = next((group.id for group in groups_of(services().makers).values() if rule in group.items), None)
    return None if found is None else url_for("practice.of_group", group_id=found)
