"""The learners of a class who need attention, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from flask_babel import gettext, ngettext

from tutor.study.classroom.assigned_work import Counts
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.gradebook import Gradebook, LearnerRecord
from tutor.web import language

SOON = timedelta(days=1)
AWAY = timedelta(days=7)
OFTEN = 3
"""How often the same rule is missed before the teacher hears of it."""
FEWEST_ANSWERS = 6
"""Of how many answers at least it can be said that most of them were hinted at."""
FEW = 5
"""Up to so many learners are named one by one, even if that is most of a class."""
LIMITS: Mapping[str, int] = {"hours": SOON // timedelta(hours=1), "times": OFTEN, "days": AWAY.days}
"""The same limits as the page of results states them."""


@dataclass(frozen=True, slots=True)
class AttentionReason:
    """Why a learner needs attention, in a sentence with its figures; of which work, or at which rule."""

    says: str
    assignment: Assignment | None = None
    rule: str = ""
    rule_row: str = ""


Asks = Callable[[Gradebook, LearnerRecord], Iterator[AttentionReason]]


def overdue(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Work was due and is not done."""
    for assignment, tally in gradebook.open_to(learner):
        found = tally.progress
        due = assignment.spec.due_at
        if due is not None and assignment.is_over(gradebook.now) and not found.is_done:
            when = _ago(gradebook.now - due)
            says = gettext("Overdue: it was due %(when)s, and it has not been started.", when=when)
            if found.attempts:
                says = gettext(
                    "Overdue: it was due %(when)s, with %(done)s of %(of)s done.",
                    when=when,
                    done=found.done,
                    of=found.of,
                )
            yield AttentionReason(says, assignment)


def untouched(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Work is due within a day and not begun."""
    for assignment, tally in gradebook.open_to(learner):
        found = tally.progress
        due = assignment.spec.due_at
        if due is not None and gradebook.now < due <= gradebook.now + SOON and not found.attempts:
            left = language.time_left(due - gradebook.now)
            yield AttentionReason(gettext("Not started, and it is due %(left)s.", left=left), assignment)


def failed(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Work is done and under its pass mark, whether or not an attempt is left."""
    for assignment, tally in gradebook.open_to(learner):
        found = tally.progress
        mark, tries = assignment.spec.pass_mark, assignment.spec.tries
        if mark is None or not found.is_done or found.passed is not False:
            continue
        share = round(100 * found.right / found.of)
        if tries and tally.is_spent and assignment.spec.counts is not Counts.FIRST:
            says = ngettext(
                "%(share)s per cent, under the pass mark of %(mark)s, and the only attempt is used.",
                "%(share)s per cent, under the pass mark of %(mark)s, and all %(num)s attempts are used.",
                tries,
                share=share,
                mark=mark,
            )
        else:
            says = gettext("%(share)s per cent, under the pass mark of %(mark)s.", share=share, mark=mark)
        yield AttentionReason(says, assignment)


def stuck(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """The same rule is missed again and again."""
    del gradebook
    for (rule, row), times in learner.missed.most_common():
        if times >= OFTEN:
            says = ngettext("Missed the same rule %(num)s time.", "Missed the same rule %(num)s times.", times)
            yield AttentionReason(says, rule=rule, rule_row=row)


def leaning(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Most answers came after a hint."""
    del gradebook
    answers = sum(tally.answers for tally in learner.tallies.values())
    hinted = sum(tally.hinted for tally in learner.tallies.values())
    if answers >= FEWEST_ANSWERS and 2 * hinted > answers:
        yield AttentionReason(
            gettext("Used a hint for %(hinted)s of %(answers)s answers.", hinted=hinted, answers=answers)
        )


def away(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Nothing was answered for a week, and there is something to do."""
    waiting = sum(not tally.progress.is_done for _, tally in gradebook.open_to(learner))
    gone = gradebook.now - (learner.member.seen_at or learner.member.joined_at)
    if waiting and gone >= AWAY:
        since = (
            ngettext("for %(num)s day", "for %(num)s days", gone.days)
            if learner.member.seen_at
            else ngettext("since joining %(num)s day ago", "since joining %(num)s days ago", gone.days)
        )
        yield AttentionReason(
            ngettext(
                "Not seen %(since)s, while one assignment is waiting.",
                "Not seen %(since)s, while %(num)s assignments are waiting.",
                waiting,
                since=since,
            )
        )


REASONS: Sequence[Asks] = (overdue, untouched, failed, stuck, leaning, away)


def split_by_class(
    needing: Sequence[tuple[LearnerRecord, Sequence[AttentionReason]]], learners: int
) -> tuple[Sequence[tuple[AttentionReason, int]], Sequence[tuple[LearnerRecord, Sequence[AttentionReason]]]]:
    """The reasons that hold for most of a class, with how many learners each holds for; and what is left of each.

    Such a reason says something of the class, and would hide the learners who really stand out.
    """
    times = Counter(reason for _, reasons in needing for reason in reasons if reason.assignment)
    shared = {reason for reason, count in times.items() if count > max(FEW, learners // 2)}
    left = [(learner, [one for one in reasons if one not in shared]) for learner, reasons in needing]
    ordered = sorted((pair for pair in left if pair[1]), key=lambda pair: -len(pair[1]))
    return [(reason, times[reason]) for reason in times if reason in shared], ordered


def _ago(gone: timedelta) -> str:
    return ngettext("%(num)s day ago", "%(num)s days ago", gone.days) if gone.days else gettext("today")


def needing_attention(gradebook: Gradebook) -> Iterator[tuple[LearnerRecord, Sequence[AttentionReason]]]:
    """The learners who need attention, those with most reasons first."""
    found = [(learner, [*_reasons(gradebook, learner)]) for learner in gradebook.learners]
    yield from sorted((pair for pair in found if pair[1]), key=lambda pair: -len(pair[1]))


def _reasons(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    for ask in REASONS:
        yield from ask(gradebook, learner)
