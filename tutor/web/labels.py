"""What the interface calls the values of the study and of the tables: events of the log, stages of work, levels.

These values are stored under one name in every language. Only their labels are translated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString

from tutor.quizzes.exercise import Level
from tutor.study.accounts.security_events import LAST_FOR_NOW, EventKind
from tutor.study.classroom.gradebook import GradebookCell, Stage
from tutor.tables.match import Strictness
from tutor.web.language import day_in_figures, short_day

LEVELS: Mapping[Level, LazyString] = MappingProxyType(
    {Level.BEGINNER: lazy_gettext("Beginner"), Level.ADVANCED: lazy_gettext("Advanced")}
)
STRICTNESS: Mapping[Strictness, LazyString] = MappingProxyType(
    {
        Strictness.GUIDED: lazy_gettext("Guided"),
        Strictness.PLAIN: lazy_gettext("Plain"),
        Strictness.RIGOUR: lazy_gettext("The rigour of the game"),
    }
)
STRICTNESS_RULES: Mapping[Strictness, LazyString] = MappingProxyType(
    {
        Strictness.GUIDED: lazy_gettext(
            "you cannot choose an illegal card or call, and a hint names the author’s rule"
        ),
        Strictness.PLAIN: lazy_gettext(
            "an illegal card or call is refused with the law that forbids it, and there are no hints"
        ),
        Strictness.RIGOUR: lazy_gettext(
            "you may revoke, lead out of turn or expose a card, and pay for it. You can take nothing back"
        ),
    }
)
"""What each strictness allows, to be read after its name."""

_HANDS: Mapping[str, LazyString] = MappingProxyType(
    {
        "hand": lazy_gettext("hand"),
        "deal": lazy_gettext("deal"),
        "game": lazy_gettext("game"),
        "hands": lazy_gettext("group of hands"),
        "problem": lazy_gettext("ending"),
    }
)


def hand_label(kind: str) -> str:
    """Which kind of hand a file holds, by the `kind` written in it; that word if it is not known."""
    return str(_HANDS.get(kind, kind))


# ---- the gradebook ------------------------------------------------------------------------------------------------

STAGES: Mapping[Stage, LazyString] = MappingProxyType(
    {
        Stage.NOT_SET: lazy_gettext("not set"),
        Stage.NOT_OPEN: lazy_gettext("not open yet"),
        Stage.NOTHING: lazy_gettext("nothing yet"),
        Stage.BEGUN: lazy_gettext("begun"),
        Stage.DONE: lazy_gettext("done"),
        Stage.PASSED: lazy_gettext("passed"),
        Stage.MISSED: lazy_gettext("not passed"),
    }
)


def cell_words(cell: GradebookCell) -> str:
    """How far a learner is with a piece of work: `nothing yet, late`, `begun, 3 of 10`, `passed, 8 of 10 right`.

    Of a hand it is the result: `4♥ by Z: 10 tricks, just made`.
    """
    said, found = [str(STAGES[cell.stage])], cell.progress
    if found is not None and found.hand and cell.stage is Stage.DONE:
        said = [found.hand.words]
    if found is not None and found.of > 1:
        if cell.stage is Stage.BEGUN:
            said.append(gettext("%(done)s of %(of)s", done=found.done, of=found.of))
        elif found.is_done:
            said.append(gettext("%(right)s of %(of)s right", right=found.right, of=found.of))
    if cell.extended_to is not None and not (found and found.is_done):
        said.append(gettext("extended to %(day)s", day=short_day(cell.extended_to.astimezone())))
    return ", ".join([*said, gettext("late")] if cell.is_late else said)


def cell_figures(cell: GradebookCell) -> str:
    """The same in figures, beside its sign: `3/10`. Empty where the sign says it all."""
    found = cell.progress
    figures = f"{found.right if found.is_done else found.done}/{found.of}" if found and found.of > 1 else ""
    if found and found.hand and cell.stage is Stage.DONE:
        figures = found.hand.figures
    said = [figures] if found and found.attempts else []
    if cell.extended_to is not None and not (found and found.is_done):
        said.append(f"→ {day_in_figures(cell.extended_to.astimezone())}")
    return " ".join(filter(None, said))


# ---- the security log ---------------------------------------------------------------------------------------------

EVENTS: Mapping[EventKind, LazyString] = MappingProxyType(
    {
        EventKind.LOGGED_IN: lazy_gettext("Logged in"),
        EventKind.FAILED: lazy_gettext("Failed to log in"),
        EventKind.DELAYED: lazy_gettext("Log-in delayed"),
        EventKind.LOGGED_OUT: lazy_gettext("Logged out"),
        EventKind.LOGGED_OUT_EVERYWHERE: lazy_gettext("Logged out everywhere"),
        EventKind.PROVED: lazy_gettext("Passphrase confirmed"),
        EventKind.ACCOUNT_MADE: lazy_gettext("Account made"),
        EventKind.NAMES_CHANGED: lazy_gettext("Names changed"),
        EventKind.PASSPHRASE_CHANGED: lazy_gettext("Passphrase changed"),
        EventKind.SECOND_FACTOR_ADDED: lazy_gettext("Two-step log-in turned on"),
        EventKind.SECOND_FACTOR_REMOVED: lazy_gettext("Two-step log-in turned off"),
        EventKind.RECOVERY_USED: lazy_gettext("Recovery code used"),
        EventKind.INVITED: lazy_gettext("Invitation made"),
        EventKind.INVITATION_USED: lazy_gettext("Invitation used"),
        EventKind.INVITATION_CANCELLED: lazy_gettext("Invitation cancelled"),
        EventKind.JOINED: lazy_gettext("Joined a class"),
        EventKind.DISMISSED: lazy_gettext("Removed from a class"),
        EventKind.ROLE_CHANGED: lazy_gettext("Role changed"),
        EventKind.CLASS_HANDED_OVER: lazy_gettext("Class handed over"),
        EventKind.CLASS_DELETED: lazy_gettext("Class deleted"),
        EventKind.CLASS_RESTORED: lazy_gettext("Class restored"),
        EventKind.BROUGHT_BACK: lazy_gettext("Brought back into a class"),
        EventKind.CO_TEACHER_ADDED: lazy_gettext("Co-teacher added"),
        EventKind.CO_TEACHER_REMOVED: lazy_gettext("Co-teacher removed"),
        EventKind.PLATFORM_ADDED: lazy_gettext("Learning platform added"),
        EventKind.PLATFORM_REMOVED: lazy_gettext("Learning platform removed"),
        EventKind.PLATFORM_CONNECTED: lazy_gettext("Connected with a learning platform"),
        EventKind.ACCOUNT_CLOSED: lazy_gettext("Account closed"),
        EventKind.ACCOUNT_DELETED: lazy_gettext("Account deleted"),
        EventKind.EXPORTED: lazy_gettext("Exported"),
        EventKind.REFUSED: lazy_gettext("Refused"),
    }
)


def event_label(kind: str) -> str:
    """What happened, by its stored name; that name for a kind that only a newer tutor knows."""
    return str(EVENTS[EventKind(kind)]) if kind in EVENTS else kind.capitalize()


DETAILS: Mapping[str, LazyString] = MappingProxyType(
    {
        LAST_FOR_NOW: lazy_gettext("further ones within the hour are not listed"),
        "no such name": lazy_gettext("no such name"),
        "passphrase": lazy_gettext("passphrase"),
        "passphrase, when already logged in": lazy_gettext("passphrase, when already logged in"),
        "one-time code": lazy_gettext("one-time code"),
        "code of a class or invitation": lazy_gettext("code of a class or invitation"),
        "in two steps": lazy_gettext("in two steps"),
        "one other session": lazy_gettext("one other session"),
        "by a colleague": lazy_gettext("by a colleague"),
        "by a command on the server": lazy_gettext("by a command on the server"),
        "reports of problems": lazy_gettext("reports of problems"),
        "security log": lazy_gettext("security log"),
        "backup of everything, by a command on the server": lazy_gettext(
            "backup of everything, by a command on the server"
        ),
        "join": lazy_gettext("to join a class"),
        "return": lazy_gettext("for a new passphrase"),
        "colleague": lazy_gettext("for a teacher"),
        "first": lazy_gettext("for the first teacher"),
        "learner": lazy_gettext("learner"),
        "teacher to learner": lazy_gettext("teacher to learner"),
        "teacher": lazy_gettext("teacher"),
        "one invitation": lazy_gettext("one invitation"),
    }
)
"""By the details that the log stores, how they are shown."""
_WITH_A_VALUE: Mapping[re.Pattern[str], LazyString] = MappingProxyType(
    {
        re.compile(r"class (\d+)"): lazy_gettext("class %(value)s"),
        re.compile(r"(\w+) invitations"): lazy_gettext("%(value)s invitations"),
        re.compile(r"(\d+) left"): lazy_gettext("%(value)s left"),
        re.compile(r"(\d+) besides this one"): lazy_gettext("%(value)s besides this one"),
        re.compile(r"results of the class (.*)"): lazy_gettext("results of the class %(value)s"),
        re.compile(r"answers of the class (.*)"): lazy_gettext("answers of the class %(value)s"),
        re.compile(r"homework of the class (.*)"): lazy_gettext("homework of the class %(value)s"),
        re.compile(r"not for this role: (.*)"): lazy_gettext("not for this role: %(value)s"),
        re.compile(r"a form without its token: (.*)"): lazy_gettext("a form without its token: %(value)s"),
    }
)
"""The same for details in which a name or a number stands."""


def event_detail(stored: str) -> str:
    """The detail of an event, by the words that the log stores; these words if they are not known here."""
    first, _, last = stored.partition("; ")
    if last == LAST_FOR_NOW:
        return f"{event_detail(first)}; {DETAILS[LAST_FOR_NOW]}"
    if stored in DETAILS:
        return str(DETAILS[stored])
    for pattern, label in _WITH_A_VALUE.items():
        if found := pattern.fullmatch(stored):
            return str(label) % {"value": found[1]}
    return stored


def account_name(number: int | None, names: Mapping[int, str]) -> str:
    """What somebody is called in a line of the log: by name, or by number if the account was deleted."""
    if number is None:
        return ""
    return names.get(number) or gettext("account %(number)s (deleted)", number=abs(number))
