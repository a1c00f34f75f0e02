"""What all forms share: fields read what was typed, show all faults at once, and lose nothing.

A form is a class with a field for each thing that it asks. `Form.validate` checks them all. The text typed into a field
is its `data`, which is shown again; the result of reading it is its `value`. The macros of `parts/forms.html` show a
field with its label, its fault and its note. Every form carries the token against forged requests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString
from flask_wtf import FlaskForm
from wtforms import Field, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.fields import SelectChoice as SelectChoice
from wtforms.validators import ValidationError
from wtforms.widgets import CheckboxInput, DateTimeLocalInput, ListWidget, NumberInput, PasswordInput, TextArea

from tutor.errors import Malformed, TutorError
from tutor.study.accounts.passphrases import LONGEST_PASSPHRASE
from tutor.study.accounts.person_names import LONGEST_NAME, checked_name, checked_real_name
from tutor.web.formatting import sentence

Read = Callable[[str], Any]
Words: TypeAlias = str | LazyString
YEARS = range(2000, 2100)
"""The years that a form accepts."""
DIGITS_OF_A_KEY = 9
"""Every database has room for a number of so many."""


class Form(FlaskForm):
    """A form. `validate` says whether every field can be read."""

    @property
    def faults(self) -> Sequence[Field]:
        """The fields that were refused, in order; each has its `errors`."""
        return [field for field in self if field.errors]

    def refuse(self, name: str, fault: str) -> None:
        """Notes a fault found after the fields were read: of a field, or of the form if it has no such field."""
        if name in self:
            self[name].errors = [*self[name].errors, fault]
        else:
            self.form_errors.append(fault)

    def read(self, name: str, read: Read) -> None:
        """Reads a field that can be read only after others; notes a fault if it is refused."""
        try:
            self[name].value = read((self[name].data or "").strip())
        except TutorError as error:
            self.refuse(name, sentence(str(error)))

    def value(self, name: str, missing: Any = None) -> Any:
        """The value of a field; `missing` if the form has no such field."""
        return self[name].value if name in self else missing

    def remove(self, *names: str) -> None:
        """Removes fields that this form does not ask for."""
        for name in names:
            if name in self:
                del self[name]


class _Reading(Field):
    """A field whose `value` is what `read` makes of its text, without the blanks around it.

    If `read` raises a `TutorError`, the field has a fault. An empty `optional` field has the value None; any other has
    the fault `missing`, if given. A field may stand `beneath` an option of another field, given by the name of that
    field and the value of the option. It is then read only if the option is chosen.
    """

    def __init__(
        self,
        label: Words,
        read: Read = str,
        *,
        optional: bool = False,
        missing: Words = "",
        beneath: tuple[str, str] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(label, **settings)
        self.read, self.optional, self.missing, self.beneath = read, optional, missing, beneath
        self.value: Any = None

    def pre_validate(self, form: Form) -> None:
        """Reads the text. WTForms asks for it before anything else."""
        text = (self.data or "").strip()
        if self.beneath and form[self.beneath[0]].data != self.beneath[1]:
            return
        if not text and self.optional:
            return
        if not text and self.missing:
            raise ValidationError(str(self.missing))
        try:
            self.value = self.read(text)
        except TutorError as error:
            raise ValidationError(sentence(str(error))) from None


class TextField(_Reading, StringField):
    """A line of text."""


class PassphraseField(StringField):
    """A passphrase that somebody has. The typed text is never shown again, and its blanks count."""

    widget = PasswordInput()

    def __init__(
        self,
        label: Words = lazy_gettext("Your passphrase"),  # noqa: B008 - it is looked up when it is shown
        autocomplete: str = "current-password",
        **more: Any,
    ) -> None:
        attributes = {"autocomplete": autocomplete, "maxlength": LONGEST_PASSPHRASE, "required": True}
        super().__init__(label, default="", render_kw=attributes, **more)


class _Legible(PasswordInput):
    input_type = "text"


class NewPassphraseField(PassphraseField):
    """A new passphrase. It is visible while it is typed, and not shown again."""

    widget = _Legible()

    def __init__(
        self,
        label: Words = lazy_gettext("A passphrase of several words"),  # noqa: B008 - it is looked up when it is shown
        **more: Any,
    ) -> None:
        super().__init__(label, "new-password", **more)
        self.render_kw |= {"spellcheck": "false", "autocapitalize": "none"}


class LongTextField(_Reading, StringField):
    """A text of several lines."""

    widget = TextArea()


class ChoiceField(_Reading, SelectField):
    """One of a list. `choices` is a function, of the form and the field or of nothing, asked when the list is shown."""

    def __init__(
        self, label: Words, choices: Callable[..., Sequence[SelectChoice]], read: Read = str, **more: Any
    ) -> None:
        super().__init__(label, read, choices=choices, validate_choice=False, **more)


class OptionsField(_Reading, RadioField):
    """One of a few, shown as radio buttons. An option may have a note, which is shown beside it."""

    def __init__(
        self, label: Words, options: Sequence[tuple[str, Words, Words]], read: Read = str, **more: Any
    ) -> None:
        choices = [SelectChoice(value, name) for value, name, _ in options]
        super().__init__(label, read, choices=choices, validate_choice=False, **more)
        self.notes = {value: note for value, _, note in options}


class TicksField(SelectMultipleField):
    """Any of a list. `value` are those ticked; values that are not in the list are left out."""

    widget = ListWidget(prefix_label=False)
    option_widget = CheckboxInput()

    def __init__(self, label: Words, **more: Any) -> None:
        super().__init__(label, choices=[], validate_choice=False, **more)

    @property
    def value(self) -> set[str]:
        return set(self.data or ()) & {choice.value for choice in self.iter_choices()}


def name_field(label: Words, read: Read = checked_name, **attributes: Any) -> Any:
    """A field for the name of somebody or something; `attributes` are of its control."""
    return TextField(label, read, default="", render_kw={"maxlength": LONGEST_NAME, **attributes})


def real_name_field(label: Words, autocomplete: str = "off") -> Any:
    """A field for a real name, which may be left empty."""
    return name_field(label, checked_real_name, autocomplete=autocomplete)


def number_field(label: Words, what: str, least: int, most: int, **settings: Any) -> Any:
    """A field for a whole number within bounds. A fault calls it `what`."""

    def read(text: str) -> int:
        if text.isdecimal() and len(text) < 8 and least <= int(text) <= most:
            return int(text)
        raise Malformed(what, text[:20], "it is out of range", f"Enter a number from {least} to {most}")

    attributes = {"min": least, "max": most, "autocomplete": "off"}
    return TextField(label, read, widget=NumberInput(), render_kw=attributes, **settings)


def moment_field(label: Words, what: str, **settings: Any) -> Any:
    """A field for a date and time in the zone of this computer. A fault calls it `what`."""

    def read(text: str) -> datetime:
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is not None or moment.year not in YEARS:
            raise Malformed(what, text[:40], "it is not a date and time", "Write it as 2026-01-31T14:05")
        return moment.astimezone()

    return TextField(label, read, widget=DateTimeLocalInput(), optional=True, **settings)


def sent_key(text: str) -> int | None:
    """The number of something stored, as a form or an address carries it; None for what is no such number."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS_OF_A_KEY else None


def written(moment: datetime | None) -> str:
    """A moment as a field for a date and time holds it, in the zone of this computer."""
    return moment.astimezone().strftime("%Y-%m-%dT%H:%M") if moment else ""
