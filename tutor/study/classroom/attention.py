"""The learners of a class who need attention, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.gradebook import Gradebook, LearnerRecord
from tutor.wording import figured

SOON = timedelta(days=1)
AWAY = timedelta(days=7)
OFTEN = 3
"""How often the same rule is missed before the teacher hears of it."""
FEWEST_ANSWERS = 6
"""Of how many answers at least it can be said that most of them were hinted at."""


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
            how_far = f", with {found.done} of {found.of} done" if found.attempts else ", and it has not been started"
            yield AttentionReason(f"Overdue: it was due {_ago(gradebook.now - due)}{how_far}.", assignment)


def untouched(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Work is due within a day and not begun."""
    for assignment, tally in gradebook.open_to(learner):
        found = tally.progress
        due = assignment.spec.due_at
        if due is not None and gradebook.now < due <= gradebook.now + SOON and not found.attempts:
            hours = max(1, round((due - gradebook.now) / timedelta(hours=1)))
            yield AttentionReason(f"Not started, and it is due in {figured(hours, 'hour')}.", assignment)


def failed(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Work is under its pass mark, and no attempt is left."""
    for assignment, tally in gradebook.open_to(learner):
        found = tally.progress
        mark, tries = assignment.spec.pass_mark, assignment.spec.tries
        if mark is not None and found.passed is False and tally.is_spent:
            share = round(100 * found.right / found.of)
            spent = "the only attempt is" if tries == 1 else f"all {tries} attempts are"
            yield AttentionReason(f"{share} per cent, under the pass mark of {mark}, and {spent} used.", assignment)


def stuck(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """The same rule is missed again and again."""
    del gradebook
    for (rule, row), times in learner.missed.most_common():
        if times >= OFTEN:
            yield AttentionReason(f"Missed the same rule {times} times.", rule=rule, rule_row=row)


def leaning(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Most answers came after a hint."""
    del gradebook
    answers = sum(tally.answers for tally in learner.tallies.values())
    hinted = sum(tally.hinted for tally in learner.tallies.values())
    if answers >= FEWEST_ANSWERS and 2 * hinted > answers:
        yield AttentionReason(f"Used a hint for {hinted} of {answers} answers.")


def away(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    """Nothing was answered for a week, and there is something to do."""
    waiting = sum(not tally.progress.is_done for _, tally in gradebook.open_to(learner))
    gone = gradebook.now - (learner.member.seen_at or learner.member.joined_at)
    if waiting and gone >= AWAY:
        since = f"for {gone.days} days" if learner.member.seen_at else f"since joining {gone.days} days ago"
        work = "one assignment is waiting" if waiting == 1 else f"{waiting} assignments are waiting"
        yield AttentionReason(f"Not seen {since}, while {work}.")


REASONS: Sequence[Asks] = (overdue, untouched, failed, stuck, leaning, away)


def _ago(gone: timedelta) -> str:
    return f"{figured(gone.days, 'day')} ago" if gone.days else "today"


def needing_attention(gradebook: Gradebook) -> Iterator[tuple[LearnerRecord, Sequence[AttentionReason]]]:
    """The learners who need attention, those with most reasons first."""
    found = [(learner, [*_reasons(gradebook, learner)]) for learner in gradebook.learners]
    yield from sorted((pair for pair in found if pair[1]), key=lambda pair: -len(pair[1]))


def _reasons(gradebook: Gradebook, learner: LearnerRecord) -> Iterator[AttentionReason]:
    for ask in REASONS:
        yield from ask(gradebook, learner)
