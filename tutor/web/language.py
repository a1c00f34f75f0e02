"""The language of the interface: its words through gettext, its dates and numbers through Babel.

A tutor speaks one language to everybody. Only its own words are translated: lessons, hands, rules and laws stay in
English, as their books are. Catalogues lie in `FOLDER/<language>/LC_MESSAGES/messages.mo`, as gettext has them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton, format_time
from babel.numbers import format_decimal
from babel.support import Translations
from flask import Flask
from flask_babel import Babel, get_locale, gettext, ngettext
from markupsafe import Markup

from tutor.errors import Malformed

CATALOGUES = Path(__file__).parents[1] / "translations"
"""The catalogues that come with the tutor."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its locale, and the folder of its catalogues."""

    locale: Locale
    catalogues: Path = CATALOGUES

    @property
    def tag(self) -> str:
        """As HTML names it: `en-GB`."""
        return str(self.locale).replace("_", "-")

    @property
    def direction(self) -> str:
        """Which way it is written: `ltr`, or `rtl` from right to left."""
        return self.locale.text_direction

    @classmethod
    def parse(cls, tag: str, catalogues: Path = CATALOGUES) -> Language:
        """The language of a tag: `de`, `pt-BR`. Raises `Malformed` for one that is unknown or has no catalogue."""
        try:
            locale = Locale.parse(tag.replace("-", "_"))
        except (ValueError, UnknownLocaleError):
            raise Malformed("language", tag[:40], "no such language", "Write it as en-GB, de or pt-BR") from None
        catalogue = catalogues / str(locale) / "LC_MESSAGES" / "messages.mo"
        if locale != ENGLISH.locale and not catalogue.exists():
            raise Malformed("language", tag[:40], f"there is no file {catalogue}", "Name its folder by --translations")
        return cls(locale, catalogues)


ENGLISH = Language(Locale("en", "GB"))


def equip(app: Flask, language: Language) -> None:
    """Lets templates and views of an application speak a language."""
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    Babel(  # type: ignore[no-untyped-call]
        app,
        default_locale=str(language.locale),
        default_translation_directories=str(language.catalogues.resolve()),
    )
    # Everybody gets the same language, so that no template has to ask for it at each word.
    catalogue = Translations.load(str(language.catalogues.resolve()), [language.locale])
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        catalogue.ugettext, catalogue.ungettext, newstyle=True
    )
    app.jinja_env.globals.update(language=language)
    app.jinja_env.filters.update(
        day=day, short_day=short_day, day_in_figures=day_in_figures, when=when, due_when=due_when, number=number
    )


def day(moment: date) -> str:
    """A day in full: `3 January 2026`."""
    return format_date(moment, "long", locale=_locale())


def short_day(moment: date) -> str:
    """A day without its year: `3 January`."""
    return format_skeleton("MMMMd", moment, locale=_locale())


def day_in_figures(moment: date) -> str:
    """A day in the least room, as below a column of a chart: `23/11`."""
    return format_skeleton("Md", moment, locale=_locale())


def when(moment: datetime) -> Markup:
    """A moment as it is read where the tutor runs, and as machines read it: `3 January 2026, 14:05`."""
    here = moment.astimezone()
    clock = format_time(here, "short", locale=_locale())
    return Markup('<time datetime="{}">{}, {}</time>').format(here.isoformat(timespec="minutes"), day(here), clock)


def due_when(moment: datetime, now: datetime) -> Markup:
    """A moment to come, told by how long it is until then where it is near: `in 3 minutes`, `in 5 hours, at 14:05`."""
    left, here = moment - now, moment.astimezone()
    if not timedelta() < left < _NEAR:
        return when(moment)
    said = time_left(left)
    if left >= _CLOSE:
        clock = format_time(here, "short", locale=_locale())
        said = gettext("%(left)s, at %(time)s", left=said, time=clock)
    return Markup('<time datetime="{}">{}</time>').format(here.isoformat(timespec="minutes"), said)


def time_left(left: timedelta) -> str:
    """How long it is until something: `in 3 minutes`, `in 5 hours`."""
    minutes = max(1, int(left.total_seconds() // 60))
    if left < _CLOSE:
        return ngettext("in %(num)s minute", "in %(num)s minutes", minutes)
    hours = round(left / timedelta(hours=1))
    return ngettext("in %(num)s hour", "in %(num)s hours", hours)


_CLOSE, _NEAR = timedelta(minutes=90), timedelta(hours=20)


def number(value: float) -> str:
    """A number with its thousands apart: `1,234`."""
    return format_decimal(value, locale=_locale())


def _locale() -> Locale:
    return get_locale() or ENGLISH.locale
