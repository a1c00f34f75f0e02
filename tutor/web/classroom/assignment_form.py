"""The form by which work is assigned: what work of every kind is asked for. Each kind adds its own fields."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar, cast

from tutor.errors import Malformed
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.study.classroom.assigned_work import Work
from tutor.study.classroom.assignments import LONGEST_TITLE, Assignment, AssignmentSpec, Disclosure
from tutor.web.formatting import sentence
from tutor.web.forms import Form, OptionsField, SelectChoice, TextField, TicksField, moment_field, number_field, written

W = TypeVar("W", bound=Work)

_FIELDS = {"title": "title", "due date": "due", "choice": "shown", "pass mark": "pass_mark", "number of tries": "tries"}
"""The field of what a specification refuses, by the kind of thing that it names."""


class AssignmentForm(Form, Generic[W]):
    """Work of a kind, to whom it is assigned, and when."""

    work_fields: ClassVar[Sequence[str]] = ()
    """The fields that say what is asked. They are fixed once it is answered."""

    title = TextField(
        "Title",
        description="Left empty, it is named after the work itself.",
        render_kw={"maxlength": LONGEST_TITLE, "autocomplete": "off"},
    )
    to = OptionsField(
        "For whom",
        [("all", "The whole class", "also those who join later"), ("some", "Only these:", "")],
        default="all",
    )
    learner = TicksField("Learners")
    opens = moment_field("Open from", "moment")
    due = moment_field("Due", "due date", description="Left empty, there is no due date. Late work counts as late.")

    @abstractmethod
    def work(self) -> W:
        """The work that the fields of the kind say, when all of them have been read."""

    @classmethod
    @abstractmethod
    def typed(cls, work: W) -> Mapping[str, Any]:
        """What stands in the fields of the kind for some work."""

    @classmethod
    def asked(cls, query: Mapping[str, str]) -> Mapping[str, Any]:
        """What stands in the fields of the kind where the address asks for something."""
        return {name: query[name] for name in cls.work_fields if name in query}

    @classmethod
    def filled_from(cls, assignment: Assignment, assignees: Collection[int]) -> Mapping[str, Any]:
        """What stands in the form for an assignment that was made."""
        spec = assignment.spec
        return {
            "title": spec.title,
            "opens": written(spec.opens_at),
            "due": written(spec.due_at),
            "same": "same" if spec.same_for_all else "fresh",
            "shown": spec.shown.value,
            "pass_mark": spec.pass_mark,
            "tries": spec.tries,
            "to": "all" if assignment.everyone else "some",
            "learner": [str(learner) for learner in assignees],
            **cls.typed(cast("W", assignment.work)),
        }

    def set_members(self, members: Sequence[tuple[int, str]]) -> None:
        """Says who is of the class: pairs of number and name."""
        self.learner.choices = [SelectChoice(str(number), name) for number, name in members]

    def fix(self, spec: AssignmentSpec) -> None:
        """Asks no more for what cannot be changed, since it has been answered."""
        self.remove(*self.work_fields, "same")
        if "shown" in self and spec.shown is Disclosure.AT_ONCE:
            self.remove("shown")
        elif "shown" in self:
            self.shown.choices = [choice for choice in self.shown.choices if choice.value != Disclosure.AT_ONCE.value]

    def addressees(self) -> Collection[int] | None:
        """To whom work is assigned: None is the whole class."""
        return None if self.to.value != "some" else {int(number) for number in self.learner.value}

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether all of it can be read."""
        super().validate(extra_validators)
        if self.to.value == "some" and not self.learner.value:
            self.refuse("to", "Nobody is chosen. Tick those who should do it, or assign it to the whole class.")
        return not self.faults

    def spec(self, now: datetime, title_of: Callable[[W], str], fixed: AssignmentSpec | None) -> AssignmentSpec | None:
        """What is assigned; None where anything was refused. What is asked by a `fixed` one stays as it is."""
        if not self.validate():
            return None
        work = cast("W", fixed.work) if fixed else self.work()
        shown = self.value("shown", fixed.shown if fixed else Disclosure.AT_ONCE)
        if fixed and shown is Disclosure.AT_ONCE:
            shown = fixed.shown  # whoever was not shown the results is not shown them afterwards
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
            )
        except Malformed as error:
            self.refuse(_FIELDS[error.kind], sentence(str(error)))
            return None


# ---- fields that some kinds share ---------------------------------------------------------------------------------


def seed_field(label: str, what: str, note: str) -> Any:
    """A field for the number by which questions or deals are drawn."""
    return number_field(label, what, 0, LARGEST_NUMBER - 1, description=note)


def same_field(label: str) -> Any:
    """A field for whether everybody has the same."""
    options = [("same", "The same for everybody", ""), ("fresh", "Different for each learner", "")]
    return OptionsField(label, options, default="same")


def pass_mark_field() -> Any:
    """A field for the share of right answers that passes."""
    return number_field(
        "Pass mark, in per cent", "pass mark", 1, 100, optional=True, description="Left empty, there is none."
    )


def attempts_field(note: str) -> Any:
    """A field for how many attempts are allowed."""
    return number_field("Attempts", "number of attempts", 1, 20, optional=True, description=note)


BY_QUESTION = "The best of so many answers to each question counts. Left empty, all of them do."
BY_ATTEMPT = "The best attempt counts. Left empty, there is no limit."
