"""The form that assigns work: the fields of every kind of work. Each kind adds its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar, cast

from flask_babel import gettext, lazy_gettext

from tutor.errors import Malformed
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.study.classroom.assigned_work import Counts, Work
from tutor.study.classroom.assignments import LONGEST_TITLE, Assignment, AssignmentSpec, Disclosure
from tutor.web.formatting import sentence
from tutor.web.forms import (
    Form,
    OptionsField,
    SelectChoice,
    TextField,
    TicksField,
    Words,
    moment_field,
    number_field,
    written,
)

W = TypeVar("W", bound=Work)

_FIELDS = {
    "title": "title",
    "due date": "due",
    "choice": "shown",
    "pass mark": "pass_mark",
    "number of tries": "tries",
    "cut-off": "cut_off",
}
"""The field for each kind of thing that a specification refuses."""


class AssignmentForm(Form, Generic[W]):
    """Work of a kind, to whom it is assigned, and when."""

    work_fields: ClassVar[Sequence[str]] = ()
    """The fields that say what is asked. They are fixed once the work has been answered."""

    title = TextField(
        lazy_gettext("Title"),
        description=lazy_gettext("Leave this empty to use the title of the work itself."),
        render_kw={"maxlength": LONGEST_TITLE, "autocomplete": "off"},
    )
    to = OptionsField(
        lazy_gettext("For"),
        [
            ("all", lazy_gettext("The whole class"), lazy_gettext("and learners who join later")),
            ("some", lazy_gettext("Only these:"), ""),
        ],
        default="all",
    )
    to_group = TicksField(lazy_gettext("Groups"))
    learner = TicksField(lazy_gettext("Learners"))
    opens = moment_field(lazy_gettext("Open from"), "moment")
    due = moment_field(
        lazy_gettext("Due"),
        "due date",
        description=lazy_gettext("Leave this empty for no due date. Work handed in later is marked late."),
    )
    cut_off = moment_field(
        lazy_gettext("Cut-off"),
        "cut-off",
        description=lazy_gettext("After this, no more work is accepted. Leave it empty to accept late work."),
    )

    @abstractmethod
    def work(self) -> W:
        """The work that the fields of the kind describe, after all of them have been read."""

    @classmethod
    @abstractmethod
    def typed(cls, work: W) -> Mapping[str, Any]:
        """The content of the fields of the kind for some work."""

    @classmethod
    def asked(cls, query: Mapping[str, str]) -> Mapping[str, Any]:
        """The content of the fields of the kind if the address asks for something."""
        return {name: query[name] for name in cls.work_fields if name in query}

    @classmethod
    def filled_from(
        cls, assignment: Assignment, assignees: Collection[int], groups: Collection[int] = ()
    ) -> Mapping[str, Any]:
        """The content of the form for an existing assignment."""
        return {
            **cls.filled_by(assignment.spec),
            "to": "all" if assignment.everyone else "some",
            "learner": [str(learner) for learner in assignees],
            "to_group": [str(group) for group in groups],
        }

    @classmethod
    def filled_by(cls, spec: AssignmentSpec) -> Mapping[str, Any]:
        """The content of the form for a specification, for whomever it is."""
        return {
            "title": spec.title,
            "opens": written(spec.opens_at),
            "due": written(spec.due_at),
            "cut_off": written(spec.cut_off_at),
            "counts": spec.counts.value,
            "same": "same" if spec.same_for_all else "fresh",
            "shown": spec.shown.value,
            "pass_mark": spec.pass_mark,
            "tries": spec.tries,
            **cls.typed(cast("W", spec.work)),
        }

    def set_members(self, members: Sequence[tuple[int, str]]) -> None:
        """Sets the members of the class: pairs of number and name."""
        self.learner.choices = [SelectChoice(str(number), name) for number, name in members]

    def set_groups(self, groups: Sequence[tuple[int, str]]) -> None:
        """Sets the groups of the class: pairs of number and name."""
        self.to_group.choices = [SelectChoice(str(number), name) for number, name in groups]

    def fix(self, spec: AssignmentSpec) -> None:
        """Removes the fields that cannot be changed, because the work has been answered."""
        self.remove(*self.work_fields, "same")
        if "shown" in self and spec.shown is Disclosure.AT_ONCE:
            self.remove("shown")
        elif "shown" in self:
            self.shown.choices = [choice for choice in self.shown.choices if choice.value != Disclosure.AT_ONCE.value]

    def addressees(self) -> Collection[int] | None:
        """To whom work is assigned: None is the whole class."""
        return None if self.to.value != "some" else {int(number) for number in self.learner.value}

    def groups(self) -> Collection[int]:
        """To which groups work is assigned."""
        return set() if self.to.value != "some" else {int(number) for number in self.to_group.value}

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether all of it can be read."""
        super().validate(extra_validators)
        if self.to.value == "some" and not (self.learner.value or self.to_group.value):
            nobody = gettext("Nobody is chosen. Tick at least one group or learner, or assign it to the whole class.")
            self.refuse("to", nobody)
        return not self.faults

    def spec(self, now: datetime, title_of: Callable[[W], str], fixed: AssignmentSpec | None) -> AssignmentSpec | None:
        """The assignment, or None if anything was refused. What a `fixed` one asks stays as it is."""
        if not self.validate():
            return None
        work = cast("W", fixed.work) if fixed else self.work()
        shown = self.value("shown", fixed.shown if fixed else Disclosure.AT_ONCE)
        if fixed and shown is Disclosure.AT_ONCE:
            shown = fixed.shown  # learners who were not shown the results are not shown them afterwards
        try:
            return AssignmentSpec(
                title=self.title.value or title_of(work),
                work=work,
                opens_at=self.opens.value or now,
                due_at=self.due.value,
                same_for_all=fixed.same_for_all if fixed else self.value("same", "same") != "fresh",
                shown=shown,
                pass_mark=self.value("pass_mark"),
                tries=self.value("tries"),
                counts=self.value("counts", Counts.BEST),
                cut_off_at=self.cut_off.value,
            )
        except Malformed as error:
            self.refuse(_FIELDS[error.kind], sentence(str(error)))
            return None


# ---- fields that several kinds share ---------------------------------------------------------------------------------


def seed_field(label: Words, what: str, note: Words) -> Any:
    """A field for the number that decides which questions or deals are drawn."""
    return number_field(label, what, 0, LARGEST_NUMBER - 1, description=note)


def same_field(label: Words) -> Any:
    """A field for whether everybody has the same."""
    options = [
        ("same", lazy_gettext("The same for everybody"), ""),
        ("fresh", lazy_gettext("Different for each learner"), ""),
    ]
    return OptionsField(label, options, default="same")


def pass_mark_field() -> Any:
    """A field for the share of right answers needed to pass."""
    return number_field(
        lazy_gettext("Pass mark, in per cent"),
        "pass mark",
        1,
        100,
        optional=True,
        description=lazy_gettext("Leave this empty for no pass mark."),
    )


def attempts_field(note: Words) -> Any:
    """A field for the number of attempts allowed."""
    return number_field(lazy_gettext("Attempts"), "number of attempts", 1, 20, optional=True, description=note)


def counts_field(best: Words, first: Words, latest: Words) -> Any:
    """A field for the attempt that counts."""
    options = [(Counts.BEST.value, best, ""), (Counts.FIRST.value, first, ""), (Counts.LATEST.value, latest, "")]
    return OptionsField(lazy_gettext("What counts"), options, _counts, default=Counts.BEST.value)


def _counts(text: str) -> Counts:
    found = next((counts for counts in Counts if counts.value == text), None)
    if found is None:
        among = ", ".join(counts.value for counts in Counts)
        raise Malformed("choice", text[:40], f"what counts is one of {among}", "Choose one")
    return found


def counts_of_attempts(best: Words) -> Any:
    """The same for work that is done as a whole."""
    return counts_field(best, lazy_gettext("The first attempt"), lazy_gettext("The latest attempt"))


def counts_of_answers() -> Any:
    """The same for work whose questions can be answered again."""
    return counts_field(
        lazy_gettext("The best answer to each question"),
        lazy_gettext("The first answer to each question"),
        lazy_gettext("The latest answer to each question"),
    )


BY_QUESTION = lazy_gettext("Only this many answers to each question count. Leave this empty for no limit.")
BY_ATTEMPT = lazy_gettext("Leave this empty for no limit. Homework done on another computer is always accepted.")
