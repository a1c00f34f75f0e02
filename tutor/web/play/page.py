"""The page of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flask import render_template, url_for
from flask_babel import gettext, ngettext

from tutor.authorities.rules import Advice
from tutor.cards import Card
from tutor.citations import SOURCES
from tutor.quizzes.kinds.tables import TableExercise, TableRef
from tutor.tables import notices
from tutor.tables.claims import may_claim, may_play_out
from tutor.tables.match import Match, Strictness
from tutor.tables.outcome import outcome
from tutor.tables.review import ReviewedDecision, review, turning_point
from tutor.tables.table import Table
from tutor.tables.tally import Tally
from tutor.web import formatting
from tutor.web.play.assigned import assignment_of, may_hint, tells
from tutor.web.play.bid_grid import BidGrid
from tutor.web.play.comparing import comparison
from tutor.web.play.seats_shown import places, seats_shown, trick_shown
from tutor.web.practise.recording import submissions
from tutor.web.practise.sets import groups_of
from tutor.web.services import services
from tutor.wording import alternatives


def page_of(
    key: int, match: Match, refused: str | None = None, template: str = "play/table.html", **shared: object
) -> str:
    """The table as the learner sees it, with a message if something was `refused`.

    A table of several people has its own `template`, and says what is `shared`.
    """
    tables = list(match.tables())
    table = tables[-1]
    seat, trick, is_yours = match.seat_at(table), trick_shown(table), match.is_learners_turn(table)
    source, assigned = SOURCES.get(match.code.source), assignment_of(key)
    context = dict(
        key=key,
        room="tables",
        at=partial(address_at, "tables", key),
        goes_alone=True,
        match=match,
        table=table,
        seats=seats_shown(match, table),
        places=places(seat),
        seat=seat,
        trick=trick,
        winner=trick.winner(table.play.trumps) if trick and trick.is_complete and table.play else None,
        previous=_previous_trick(table),
        tally=Tally.of(table, seat),
        sheet=table.sheet.after(table.score()) if table.is_over else table.sheet,
        assigned=assigned,
        author=source.author if source else gettext("The author"),
        is_yours=is_yours,
        goes_on=not is_yours and not table.is_over,
        grid=BidGrid(table),
        may_claim=may_claim(table, seat),
        may_undo=len(table.acts) > table.fixed
        and match.strictness is not Strictness.RIGOUR
        and not (assigned and table.is_over),
        may_play_out=may_play_out(table, seat),
        called=notices.called(table, seat) if is_yours else None,
        offences=list(notices.offences(table)),
        revokes=list(notices.revokes(table, seat)),
        turned_up=notices.turned_up(table),
        what_is_played=notices.what_is_played(table),
        happened=notices.since(table, _first_told(match, table)),
        refused=refused,
        words=formatting,
        Strictness=Strictness,
        **(_hint(key, match, table) if not shared else {}),
        **_end(key, match, table),
    )
    return render_template(template, **(context | shared))


def address_at(room: str, key: int, page: str, **values: int) -> str:
    """The address of a page of a table."""
    parts: dict[str, Any] = {"key": key, **values}
    return url_for(f"{room}.{page}", **parts)


def _previous_trick(table: Table) -> object:
    """The trick before the one on the table, which the learner may see again."""
    if table.play is None:
        return None
    gone = table.play.tricks[:-1] if table.play.last_trick else table.play.tricks
    return gone[-1] if gone else None


def _first_told(match: Match, table: Table) -> int:
    """The first act the page reports: the learner’s last act or the first of the trick, whichever is later."""
    own = [number for number, (before, _) in enumerate(table.moments()) if match.is_learners_turn(before)]
    trick = trick_shown(table)
    return max(own[-1] if own else 0, len(table.acts) - len(trick.cards) if trick else 0)


def _hint(key: int, match: Match, table: Table) -> Mapping[str, object]:
    """The hints on the page."""
    may, moment = may_hint(key, match), TableRef.now(key, match, table)
    is_hinted = may and bool(submissions().hints(moment)) and match.is_learners_turn(table)
    hint = TableExercise(moment, table).advice if is_hinted else None
    return {"may_hint": may, "hint": hint, "is_silent": is_hinted and hint is None}


# ---- the end -----------------------------------------------------------------------------------------------------


def _end(key: int, match: Match, table: Table) -> Mapping[str, object]:
    """The end of a deal on the page: the result, each decision, and the one that mattered most."""
    if not table.is_over:
        return {}
    may_tell = tells(key)
    learner = match.code.seat_of(match.player, len(table.sheet.deals))
    reviewed = list(review(table, learner, services().hindsights.of)) if may_tell else []
    return {"outcome": outcome(table), "tells": may_tell, **judged(table, reviewed)}


def judged(table: Table, reviewed: Sequence[ReviewedDecision]) -> Mapping[str, object]:
    """The decisions of a deal as a page shows them, and the one that mattered most."""
    mattered = turning_point(reviewed)
    stood = [before for before, _ in table.moments()]
    return {
        "reviewed": reviewed,
        "comparisons": {one.number: comparison(stood[one.number]) for one in reviewed},
        "mattered": mattered,
        "did": None if mattered is None else _did(mattered, table),
        "would": None if mattered is None else _would(mattered),
        "dearest": _dearest(reviewed, mattered, table),
        "practise": None if mattered is None else _questions_like(mattered),
    }


def _did(decision: ReviewedDecision, table: Table) -> str:
    """A decision in a sentence after the deal: `In trick 3 you played the six of clubs from B’s hand.`"""
    card, hand = decision.act.what, decision.act.seat
    if not isinstance(card, Card) or table.play is None:
        return f"{notices.act_told(table, decision.number)}."
    trick = next(one.trick for one in table.play.played() if one.card == card)
    if hand is table.code.dummy(table.calling):
        return gettext(
            "In trick %(number)s you played the %(card)s from %(player)s’s hand.",
            number=trick,
            card=card.name,
            player=hand.label,
        )
    return gettext("In trick %(number)s you played the %(card)s.", number=trick, card=card.name)


def _dearest(reviewed: Sequence[ReviewedDecision], mattered: ReviewedDecision | None, table: Table) -> str | None:
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
    return f"{_did(dearest, table)} {cost}"


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
