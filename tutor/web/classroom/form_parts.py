"""Fields that show a value of a text and write it again: what forms for lessons and hands are made of.

A `Part` is a mapping of the text. Each of its fields has the `key` of a value there, and knows how that value is shown
and written. What a field cannot show, and every key without a field, is kept in `kept` and written again, so a form
never loses anything. Nothing is checked here: the text that comes out is checked as any text is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from wtforms import Field, FieldList, Form, FormField, HiddenField, SelectField, SelectMultipleField, StringField
from wtforms.fields import SelectChoice
from wtforms.fields.core import UnboundField
from wtforms.utils import unset_value
from wtforms.widgets import CheckboxInput, ListWidget, TextArea

from tutor.library.yaml_text import Data

COMMENTS = "#"
"""The key under which the comments of a part are kept."""
EMPTY = "[]"
"""The key under which the keys of empty lists are kept, which are written unless the form fills them."""
DEEPEST = 20
MOST_ENTRIES = 200
SEATS = ("A", "Y", "B", "Z")
_INDEX = re.compile(r"[0-9]{1,4}")


class CannotShow(Exception):
    """A value that a field cannot show without changing it."""


class Part(Form):
    """A mapping of the text as a part of the form. `kept` has, as JSON, what the form does not show.

    `more` are the fields that few need, `first` those that come before the others, and `last` those after them. `cards`
    are filled by clicking cards, each with a label. `other_keys` are keys that a fault may name, each with the field
    that shows it.
    """

    more: ClassVar[tuple[str, ...]] = ()
    cards: ClassVar[tuple[tuple[str, Any], ...]] = ()
    first: ClassVar[tuple[str, ...]] = ()
    last: ClassVar[tuple[str, ...]] = ()
    other_keys: ClassVar[Mapping[str, str]] = {}
    word: ClassVar[str] = ""

    kept = HiddenField()

    @property
    def asked(self) -> list[Any]:
        """The fields that are shown first."""
        return [field for field in self._shown() if field.short_name not in self.more]

    @property
    def further(self) -> list[Any]:
        """The fields that few need."""
        return [field for field in self._shown() if field.short_name in self.more]

    @property
    def hidden(self) -> list[Any]:
        """The fields that nobody sees."""
        return [field for field in self if field.type == "HiddenField"]

    @property
    def kept_keys(self) -> list[str]:
        """The keys of what is kept as it is."""
        return [key for key in kept_of(self.kept.data) if key not in (COMMENTS, EMPTY)]

    @property
    def comments(self) -> list[str]:
        """The comments of the text."""
        found = kept_of(self.kept.data).get(COMMENTS, [])
        return [line for line in found if isinstance(line, str)] if isinstance(found, list) else []

    @property
    def is_filled(self) -> bool:
        """Whether anything is written in one of the fields that few need."""
        return any(field.written() is not None for field in self.further if field.short_name != "name")

    def _shown(self) -> Iterator[Any]:
        kept = self.kept_keys
        return (field for field in self.keyed if field.key not in kept)

    @property
    def keyed(self) -> list[Any]:
        """The fields that have a key, in order."""
        found = [field for field in self if field.type != "HiddenField"]
        return sorted(found, key=lambda field: (field.short_name not in self.first, self._place(field.short_name)))

    @classmethod
    def _place(cls, name: str) -> int:
        """Where a field stands: `last` after most, and those that few need after all others, in their own order."""
        return 2 + cls.more.index(name) if name in cls.more else int(name in cls.last)

    @classmethod
    def shown(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """What the fields show of a mapping of the text."""
        rest, made = dict(data), dict[str, Any]()
        for field in cls().keyed:
            if field.key not in rest:
                continue
            if rest[field.key] == []:
                rest[EMPTY] = [*rest.get(EMPTY, []), field.key]
                del rest[field.key]
                continue
            try:
                made[field.short_name] = field.shown(rest[field.key])
            except CannotShow:
                continue
            del rest[field.key]
        return made | ({"kept": json.dumps(rest, ensure_ascii=False)} if rest else {})

    def written(self) -> dict[str, Data]:
        """The mapping of the text that the fields say."""
        made: dict[str, Data] = {}
        for field in self.keyed:
            value = field.written()
            if value is not None:
                made[field.key] = value
        kept = kept_of(self.kept.data)
        empty: dict[str, Data] = {key: [] for key in kept.get(EMPTY, []) if isinstance(key, str) and key not in made}
        return made | empty | {key: value for key, value in kept.items() if key not in (COMMENTS, EMPTY)}

    def field_of(self, key: str) -> Any:
        """The field for a key, if there is any."""
        name = self.other_keys.get(key)
        shown = list(self._shown())
        return next((field for field in shown if field.short_name == name or (not name and field.key == key)), None)


def kept_of(text: str | None) -> dict[str, Data]:
    """The values that a hidden field carries as JSON. A text that is no such JSON has none."""
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return {str(key): _plain(value) for key, value in found.items()} if isinstance(found, dict) else {}


def _plain(value: Any, depth: int = 0) -> Data:
    if depth < DEEPEST and isinstance(value, dict):
        return {str(key): _plain(inner, depth + 1) for key, inner in value.items()}
    if depth < DEEPEST and isinstance(value, list):
        return [_plain(inner, depth + 1) for inner in value]
    return "" if value is None else str(value)


# ---- single fields ---------------------------------------------------------------------------------------------------


class _Keyed(Field):
    """A field of the form: the key of its value, and how it is shown and written."""

    drawn: ClassVar[str] = "line"
    data: Any
    short_name: str

    def __init__(
        self,
        label: Any,
        key: str = "",
        *,
        always: bool = False,
        attributes: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(label, render_kw=dict(attributes or {}), **more)
        self.named, self.always = key, always

    @property
    def key(self) -> str:
        return self.named or self.short_name

    def shown(self, value: Data) -> Any:
        """What the field shows of a value. Raises `CannotShow` if it would write another one."""
        if not isinstance(value, str):
            raise CannotShow
        return value

    def written(self) -> Data | None:
        """The value; None if there is none to write."""
        text = " ".join((self.data or "").split())
        return text if text or self.always else None


class Line(_Keyed, StringField):
    """A line of text."""

    def shown(self, value: Data) -> str:
        text = str(super().shown(value))
        if text != " ".join(text.split()):
            raise CannotShow
        return text


class Number(Line):
    """A whole number. It stays text: the check says what is wrong with it."""

    drawn = "number"


class Paragraphs(_Keyed, StringField):
    """A text of several lines."""

    drawn = "area"
    widget = TextArea()

    def written(self) -> Data | None:
        text = "\n".join(line.rstrip() for line in (self.data or "").replace("\r\n", "\n").split("\n")).strip("\n")
        return text if text or self.always else None


class Lines(Paragraphs):
    """A list, an item on each line."""

    drawn = "lines"

    def shown(self, value: Data) -> str:
        if not isinstance(value, list) or not all(isinstance(item, str) and "\n" not in item for item in value):
            raise CannotShow
        if any(item != str(item).strip() or not item for item in value):
            raise CannotShow
        return "\n".join(map(str, value))

    def written(self) -> Data | None:
        items: list[Data] = [line.strip() for line in (self.data or "").splitlines() if line.strip()]
        return items if items or self.always else None


class Words(Line):
    """A list of words, separated by commas."""

    def shown(self, value: Data) -> str:
        words = value if isinstance(value, list) else [""]
        if not all(isinstance(word, str) and re.fullmatch(r"[^\s,]+", word) for word in words):
            raise CannotShow
        return ", ".join(map(str, words))

    def written(self) -> Data | None:
        items: list[Data] = [word for word in re.split(r"[\s,]+", self.data or "") if word]
        return items or None


class Cards(Line):
    """The cards of a player, as `S:AKJ762 H:765 C:4 D:A43`."""

    drawn = "cards"


class Rows(Paragraphs):
    """A list of lists of text: a row on each line, with `|` between its cells."""

    drawn = "lines"

    def shown(self, value: Data) -> str:
        rows = value if isinstance(value, list) else [""]
        if not all(isinstance(row, list) and row and all(map(_is_cell, row)) for row in rows):
            raise CannotShow
        return "\n".join(" | ".join(map(str, row)) for row in rows if isinstance(row, list))

    def written(self) -> Data | None:
        lines = [line for line in (self.data or "").splitlines() if line.strip()]
        rows: list[Data] = [[cell.strip() for cell in line.split("|")] for line in lines]
        return rows if rows or self.always else None


def _is_cell(value: Data) -> bool:
    return isinstance(value, str) and value == value.strip() != "" and not {"|", "\n"} & set(value)


class Seats(_Keyed, SelectMultipleField):
    """Some of the players."""

    drawn = "ticks"
    widget = ListWidget(prefix_label=False)
    option_widget = CheckboxInput()

    def __init__(self, label: Any, key: str = "", **more: Any) -> None:
        super().__init__(
            label, key, choices=[SelectChoice(seat, seat) for seat in SEATS], validate_choice=False, **more
        )

    def shown(self, value: Data) -> list[str]:
        seats = list(map(str, value)) if isinstance(value, list) else [""]
        if not set(seats) <= set(SEATS) or len(set(seats)) < len(seats):
            raise CannotShow
        return seats

    def written(self) -> Data | None:
        return [seat for seat in SEATS if seat in (self.data or ())] or None


class OpenSeats(Seats):
    """Some of the players, or `all` of them."""

    def shown(self, value: Data) -> list[str]:
        if value == "all":
            return list(SEATS)
        seats = super().shown(value)
        if len(seats) == len(SEATS):
            raise CannotShow
        return seats

    def written(self) -> Data | None:
        seats = super().written()
        return "all" if seats == list(SEATS) else seats


class Choice(_Keyed, SelectField):
    """One of a list. A value that is not in the list is added to it."""

    drawn = "select"

    def __init__(self, label: Any, choices: Sequence[tuple[str, Any]], key: str = "", **more: Any) -> None:
        self._listed = [SelectChoice(value, words) for value, words in choices]
        super().__init__(label, key, choices=self._listed, validate_choice=False, **more)

    def iter_choices(self) -> Any:
        if self.data and self.data not in {choice.value for choice in self._listed}:
            self.choices = [*self._listed, SelectChoice(self.data, self.data)]
        return super().iter_choices()


# ---- parts within parts ----------------------------------------------------------------------------------------------


class Inner(_Keyed, FormField):
    """A mapping within a mapping."""

    drawn = "part"

    def __init__(self, label: Any, part: type[Part], key: str = "", *, always: bool = False, **more: Any) -> None:
        FormField.__init__(self, part, label, **more)
        self.named, self.always = key, always

    def shown(self, value: Data) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise CannotShow
        made: dict[str, Any] = self.form_class.shown(value)
        return made

    def written(self) -> Data | None:
        return self.form.written() or ({} if self.always else None)


class Entries(_Keyed, FieldList):
    """A list of mappings, which can be added, removed and moved.

    `kinds` are the parts that it can have, by name, and `adds` those that a button adds, with its words. `one` is what
    an entry is called.
    """

    drawn = "entries"

    def __init__(
        self,
        label: Any,
        kinds: Mapping[str, type[Part]],
        key: str = "",
        *,
        one: Any = "",
        adds: Mapping[str, Any],
        always: bool = False,
        **more: Any,
    ) -> None:
        first = next(iter(kinds.values()))
        FieldList.__init__(self, FormField(first), label, **more)
        self.kinds, self.one, self.adds = kinds, one, adds
        self.named, self.always = key, always

    def _extract_indices(self, prefix: str, formdata: Any) -> Iterator[int]:
        """The numbers of the entries that were sent; names that are none of ours are left out."""
        for name in formdata:
            if name.startswith(f"{prefix}-"):
                index = name[len(prefix) + 1 :].partition("-")[0]
                if _INDEX.fullmatch(index):
                    yield int(index)

    def _add_entry(self, formdata: Any = None, data: Any = unset_value, index: int | None = None) -> Any:
        place = self.last_index + 1 if index is None else index
        said = formdata.get(f"{self.name}-{place}-kind") if formdata else None
        if said is None and isinstance(data, dict):
            said = data.get("kind")
        self.unbound_field = UnboundField(FormField, self.kinds.get(said or "", next(iter(self.kinds.values()))))
        return super()._add_entry(formdata, data, index)

    def shown(self, value: Data) -> list[dict[str, Any]]:
        entries = value if isinstance(value, list) else [""]
        if not all(isinstance(item, dict) for item in entries) or len(entries) > MOST_ENTRIES:
            raise CannotShow
        part = next(iter(self.kinds.values()))
        return [part.shown(item) for item in entries if isinstance(item, dict)]

    def written(self) -> Data | None:
        items: list[Data] = [entry.form.written() for entry in self.entries]
        return items if items or self.always else None


class Reasons(Entries):
    """A mapping from answers to reasons, as a list of both."""

    def shown(self, value: Data) -> list[dict[str, Any]]:
        if not isinstance(value, dict) or not all(isinstance(why, str) for why in value.values()):
            raise CannotShow
        return [{"answer": answer, "why": why} for answer, why in value.items()]

    def written(self) -> Data | None:
        found: dict[str, Data] = {}
        for entry in self.entries:
            answer, why = (" ".join((field.data or "").split()) for field in (entry.form.answer, entry.form.why))
            if answer or why:
                found[answer or ANY_OTHER] = why
        return found or None


ANY_OTHER = "*"
