"""Answers that a device saved without a connection, and sends now: each is recorded once, as of when it was given.

They count for review and progress. A question of open work is refused: the device tells the verdict at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import current_app, request
from flask_babel import gettext
from werkzeug.exceptions import HTTPException

from tutor.errors import Malformed, TutorError, Unknown
from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.items import ItemRef
from tutor.quizzes.kinds.declarations import DeclarationRef
from tutor.quizzes.kinds.games import DecisionRef
from tutor.quizzes.kinds.lessons import LessonRef
from tutor.quizzes.reference import ExerciseRef
from tutor.study.answers.answer import AnsweredBefore
from tutor.study.answers.marking import marked
from tutor.study.classroom.authored_content import is_own
from tutor.study.storage.faults import DatabaseUnavailable
from tutor.web.classroom.authored_content import shelf
from tutor.web.classroom.secrecy import secrets
from tutor.web.formatting import sentence
from tutor.web.services import services

MOST_ANSWERS = 50
"""How many answers a device sends at a time."""
OLDEST = timedelta(days=30)
"""An answer that was given longer ago counts as given so long ago."""
LONGEST_ACTION, LONGEST_GIVEN = 400, 200
_KEY = re.compile(r"[\w-]{8,40}", re.ASCII)


@dataclass(frozen=True, slots=True)
class DeviceAnswer:
    """An answer as a device sends it: its key, the address of its form, what was given, and how long ago.

    The device says how long ago, not when, so it does not matter that its clock is wrong.
    """

    key: str
    action: str
    given: str
    ago: timedelta

    @classmethod
    def read(cls, sent: object) -> DeviceAnswer:
        """Reads an object of JSON. Raises `Malformed`."""
        if not isinstance(sent, dict):
            raise Malformed(
                "answer", str(sent)[:40], "it is not an object", "Send the key, action, given and ago of each"
            )
        ago = sent.get("ago")
        if isinstance(ago, bool) or not isinstance(ago, int):
            raise Malformed(
                "time", str(ago)[:40], "it is not a whole number", "Send how many thousandths of a second ago"
            )
        bounded = min(max(ago, 0), OLDEST // timedelta(milliseconds=1))
        action = _text(sent, "action", LONGEST_ACTION)
        given = _text(sent, "given", LONGEST_GIVEN)
        return cls(key_of(sent), action, given, timedelta(milliseconds=bounded))


def key_of(sent: object) -> str:
    """The key of an answer. Raises `Malformed`."""
    key = sent.get("key") if isinstance(sent, dict) else None
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise Malformed(
            "key", str(key)[:40], "it is not 8 to 40 letters and digits", "Make a random one for each answer"
        )
    return key


def save(sent: DeviceAnswer) -> bool:
    """Records an answer. False if it had been recorded before.

    Raises `TutorError`: for a question that is not there or that open work asks, an answer that cannot be given, or a
    key of another answer.
    """
    study = services().study
    ref = _ref(sent.action)
    answer = marked(ref, sent.given, shelf())
    stands = study.answers.of_key(sent.key)
    if stands is None:
        if _is_asked(ref):
            raise TutorError(gettext("This is part of your work. Answer it there."))
        try:
            return study.answers.record(answer, sent.key, given_at=study.now - sent.ago)
        except AnsweredBefore as error:  # by another tab, at the same moment
            stands = error.stands
    # It may have come online before the connection broke, perhaps for work.
    if (stands.topic, stands.item, stands.given) != (answer.topic, answer.item, answer.given):
        raise AnsweredBefore(stands)
    return False


def _is_asked(ref: ExerciseRef) -> bool:
    """Whether open work asks a question: what was saved of it could be read under “Your data”, with its verdict."""
    if secrets().of_question(ref) is not None:
        return True
    return isinstance(ref, DecisionRef) and secrets().of_deal(services().library.game(ref.game).deal) is not None


def save_all(every: list[object]) -> list[Mapping[str, object]]:
    """Records answers, each for itself: with its key, whether it is saved now, and otherwise why not."""
    return [_saved(sent) for sent in every]


def _saved(sent: object) -> Mapping[str, object]:
    key = sent.get("key") if isinstance(sent, dict) else None
    try:
        save(DeviceAnswer.read(sent))
    except DatabaseUnavailable:
        raise  # all of them can be sent again
    except TutorError as error:
        return {"key": key, "saved": False, "why": sentence(str(error))}
    except Exception:  # a mistake of ours: the others must not wait for it
        current_app.logger.exception("An answer that was given offline could not be saved.")
        return {
            "key": key,
            "saved": False,
            "why": gettext("The tutor could not save it, because of an error of its own."),
        }
    return {"key": key, "saved": True, "why": ""}


def _text(sent: Mapping[str, Any], name: str, longest: int) -> str:
    text = sent.get(name)
    if not isinstance(text, str) or len(text) > longest or not text.isprintable():
        raise Malformed(
            name, str(text)[:40], f"it is not a line of at most {longest} characters", "Send what the page sends"
        )
    return text


def _ref(action: str) -> ExerciseRef:
    """The question to which a form is sent. Raises `Unknown` unless it is a question of the tutor’s own content."""
    try:
        parts = urlsplit(action)
        adapter = current_app.create_url_adapter(request)
        assert adapter is not None  # noqa: S101 - there is one for every request
        endpoint, values = adapter.match(parts.path.removeprefix(request.root_path), method="POST")
        asked = parse_qs(parts.query, max_num_fields=10)
    except (HTTPException, ValueError):
        raise Unknown("question", action[:80], ()) from None
    match endpoint:
        case "exercises.answer" if values["number"] < LARGEST_NUMBER:
            level = Level.ADVANCED if asked.get("level") == [Level.ADVANCED.value] else Level.BEGINNER
            return ItemRef(services().makers.coded(values["code"]).id, values["number"], level)
        case "practice.answer":
            return DeclarationRef.of_key(values["hand"])
        case "lessons.answer" if not is_own(values["lesson_id"]):
            lesson = shelf().lesson(values["lesson_id"])
            return LessonRef(lesson.id, lesson.question(values["code"]).name)
        case "games.decide" if values["game_id"] in services().library.games:
            decisions = services().library.games[values["game_id"]].decisions
            if any(decision.id == values["decision_id"] for decision in decisions):
                return DecisionRef(values["game_id"], values["decision_id"])
    raise Unknown("question", action[:80], ())
