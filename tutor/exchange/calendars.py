"""Due dates as an iCalendar file (RFC 5545), which calendars open and follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tutor.extras import importing

MIMETYPE = "text/calendar"
LASTS = timedelta(minutes=30)
"""How long a due date is in a calendar, ending when the work is due. An event without a length is hard to see."""


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """Something that is due: its `key` is the same whenever it is written, so that a calendar moves it."""

    key: str
    title: str
    due_at: datetime
    changed_at: datetime
    about: str = ""
    url: str = ""


def as_calendar(name: str, entries: Iterable[CalendarEntry]) -> bytes:
    """A calendar of a name, with an event for each entry."""
    with importing("class", "A calendar"):
        from icalendar import Calendar, Event  # slow to import, and few pages need it

    made = Calendar()
    made.add("prodid", "-//Love All//love-all//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", name)
    for entry in entries:
        event = Event()
        event.add("uid", entry.key)
        event.add("dtstamp", entry.changed_at)
        event.add("dtstart", entry.due_at - LASTS)
        event.add("dtend", entry.due_at)
        event.add("summary", entry.title)
        event.add("transp", "TRANSPARENT")
        if entry.about:
            event.add("description", entry.about)
        if entry.url:
            event.add("url", entry.url)
        made.add_component(event)
    return bytes(made.to_ical())
