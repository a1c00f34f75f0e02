"""A teacher who is chosen by name: however many teach here, a form does not list them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from flask import request
from flask_babel import gettext, ngettext

from tutor.study.accounts.people import Person
from tutor.study.accounts.person_names import normalized_name
from tutor.web.forms import Form, TextField, Words, sent_key

MOST_LISTED = 100
"""Up to so many names are sent with the page, for the browser to complete what is typed."""
MOST_OFFERED = 8
LONGEST_TYPED = 100


class ColleagueField(TextField):
    """The name of a teacher, real or to log in. The teacher is its `value`.

    Where it is not clear who is meant, those whom the name fits are `offered`. The form then has a button for each,
    which sends their number under the name of this field without `_name`.
    """

    def __init__(self, label: Words, missing: Words, **more: Any) -> None:
        attributes = {"maxlength": LONGEST_TYPED, "autocomplete": "off", "spellcheck": "false"}
        super().__init__(label, str, default="", render_kw=attributes, **more)
        self.nobody = missing
        self.among: Sequence[Person] = ()
        self.offered: Sequence[Person] = ()

    @property
    def key(self) -> str:
        """Under which name the number of a teacher is sent."""
        return str(self.name).removesuffix("_name")

    @property
    def is_sent(self) -> bool:
        """Whether anybody is named."""
        return bool((self.data or "").strip() or request.form.get(self.key))

    @property
    def listed(self) -> Sequence[str]:
        """The names that the browser offers; none where there are too many."""
        return list(full_names(self.among).values()) if len(self.among) <= MOST_LISTED else ()

    @property
    def buttons(self) -> Sequence[tuple[int, str]]:
        """The number and the name of each who is offered."""
        names = full_names(self.among)
        return [(teacher.id, names[teacher.id]) for teacher in self.offered]

    def choose(self, form: Form) -> Person | None:
        """The teacher who is meant; None with a fault where nobody is, or several are."""
        sent = request.form.get(self.key, "")
        typed = (self.data or "").strip()[:LONGEST_TYPED]
        exactly = list(self._called(typed)) if typed else []
        if sent:
            exactly = [teacher for teacher in self.among if teacher.id == sent_key(sent)]
        if len(exactly) == 1:
            self.value = exactly[0]
            return exactly[0]
        found = exactly or (list(self._like(typed)) if typed else [])
        self.offered = found[:MOST_OFFERED]
        form.refuse(str(self.short_name), self._fault(typed, len(found), is_exact=bool(exactly)))
        return None

    def _called(self, typed: str) -> Iterator[Person]:
        wanted, full = normalized_name(typed), full_names(self.among)
        return (
            teacher
            for teacher in self.among
            if wanted in map(normalized_name, (teacher.real_name, teacher.name, full[teacher.id]))
        )

    def _like(self, typed: str) -> Iterator[Person]:
        """Those of whose name it is a part, or else those whose names look like it."""
        wanted = normalized_name(typed)
        names = {
            teacher.id: {normalized_name(teacher.real_name), normalized_name(teacher.name)} - {""}
            for teacher in self.among
        }
        found = [teacher for teacher in self.among if any(wanted in name for name in names[teacher.id])]
        if not found:
            near = set(get_close_matches(wanted, {name for those in names.values() for name in those}, MOST_OFFERED))
            found = [teacher for teacher in self.among if names[teacher.id] & near]
        yield from found

    def _fault(self, typed: str, found: int, *, is_exact: bool) -> str:
        if not typed:
            return str(self.nobody)
        if not found:
            return gettext("No teacher here is called “%(typed)s”. Correct the name.", typed=typed)
        if found > MOST_OFFERED:
            return gettext(
                "“%(typed)s” fits %(count)s teachers. Type more of the name, or choose one below.",
                typed=typed,
                count=found,
            )
        if is_exact:
            return gettext("Several teachers are called “%(typed)s”. Choose one below.", typed=typed)
        return ngettext(
            "No teacher here is called exactly “%(typed)s”. Did you mean the one below?",
            "“%(typed)s” fits %(num)s teachers. Choose one below.",
            found,
            typed=typed,
        )


def full_names(among: Sequence[Person]) -> Mapping[int, str]:
    """What each teacher is called here, with the name to log in where another has the same real name."""
    names = {teacher.id: teacher.real_name or teacher.name for teacher in among}
    times = Counter(map(normalized_name, names.values()))
    return {
        teacher.id: f"{names[teacher.id]} ({teacher.name})"
        if times[normalized_name(names[teacher.id])] > 1
        else names[teacher.id]
        for teacher in among
    }
