"""Pages that can fill a projector: `?stage=1` in the address leaves out what is around the page, and makes it larger.

No other page heeds it. The whole class reads a projector, and most pages of a teacher have the pupils’ real names.
"""

from __future__ import annotations

from flask import request

ARGUMENT = "stage"

_CONTENT = frozenset(
    (
        *("games.deal", "games.call", "games.card", "hindsight.table", "masters.at_step"),
        *("lessons.lesson", "drills.question", "placement.question", "deals.deal", "deals.ending"),
        *("exercises.ask", "exercises.verdict", "refutations.show", "practice.question_of_set"),
        *("practice.own_hand", "practice.declare", "practice.verdict", "review.next_question"),
        *("tables.table", "tables.played", "tables.again"),
    )
)
"""Games, lessons, questions and tables. What follows on the same part of the site fills the projector too."""

_OF_CLASSES = frozenset(
    (
        *("classes.way_in", "live_lessons.lead"),
        *("travellers.of_assignment", "travellers.of_day", "travellers.of_tables"),
        *("travellers.shown_of_assignment", "travellers.shown_of_day", "travellers.shown_of_tables"),
    )
)
"""Pages of a class with a view of their own for the projector. Their links say themselves where they stay in it."""

ENDPOINTS = _CONTENT | _OF_CLASSES


def is_for_projector() -> bool:
    """Whether the page that is asked for is to fill a projector."""
    return ARGUMENT in request.args and request.endpoint in ENDPOINTS


def keeps_projector() -> bool:
    """Whether links of this page to the same part of the site fill the projector too."""
    return is_for_projector() and request.endpoint in _CONTENT
