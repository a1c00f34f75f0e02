"""A race on the screens of pupils, of the teacher and on the projector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import render_template, request
from flask_babel import gettext

from tutor.cards import Card
from tutor.errors import Malformed
from tutor.quizzes.exercise import Exercise, ExerciseVerdict, Grade
from tutor.study.accounts.people import Person
from tutor.study.accounts.person_names import tidied_name
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.classes import Class, spaced
from tutor.study.classroom.live import LiveLesson, LiveState, Participant, Phase, Vote, VoteRefused
from tutor.study.classroom.live_race import PairRefused, Races, Sheet
from tutor.study.classroom.live_work import Steps
from tutor.web import formatting
from tutor.web.classroom.live_screen import content_of, steps_in
from tutor.web.forms import sent_key
from tutor.web.practise.exercises import TableLayout, chosen_cards, exercise_layout
from tutor.web.reached import reached_url, typed
from tutor.web.services import services


def races() -> Races:
    """The races of the classroom."""
    return Races(services().classroom.live)


@dataclass(frozen=True)
class RaceScreen:
    """A race as a pupil sees it: the next question of their sheet, and what the last answer was worth."""

    live: LiveLesson
    steps: Steps
    content: ContentAccess
    sheet: Sheet | None

    @property
    def questions(self) -> int:
        return sum(ref is not None for ref in self.steps)

    @property
    def waits(self) -> int | None:
        """The number of the next question, from 0."""
        return self.sheet.waits(self.questions) if self.sheet and self.live.phase is Phase.RUN else None

    @cached_property
    def exercise(self) -> Exercise | None:
        """The next question."""
        ref = None if self.waits is None else self.steps[self.waits]
        return ref.resolve(self.content) if ref else None

    @property
    def laid(self) -> TableLayout | None:
        return exercise_layout(self.exercise)

    @property
    def cards(self) -> Mapping[Card, str]:
        return chosen_cards(self.exercise) if self.exercise else {}

    @property
    def last(self) -> Vote | None:
        """The latest answer of the sheet."""
        return (
            max(self.sheet.answers, key=lambda answer: (answer.at, answer.step))
            if self.sheet and self.sheet.answers
            else None
        )

    @cached_property
    def told(self) -> ExerciseVerdict | None:
        """What the latest answer was worth."""
        ref = self.steps[self.last.step] if self.last else None
        return ref.resolve(self.content).mark(self.last.given) if ref and self.last else None


def tag_of(live: LiveLesson, learner: int) -> str:
    """What changes when something on a pupil’s screen does."""
    return races().seen_by(learner, LiveState(live.version, live.is_over), live.id).tag


def pupil_part(live: LiveLesson, who: Person, refused: str = "") -> str:
    """What changes on the screen of a pupil."""
    tag, steps = tag_of(live, who.id), steps_in(live)
    sheet = races().sheet_of(live, who.id)
    ranking = races().ranked(live) if live.names_shown else []
    with content_of(live.work) as content:
        return render_template(
            "classroom/live_race_part.html",
            **_values(live),
            tag=tag,
            screen=RaceScreen(live, steps, content, sheet),
            sheet=sheet,
            me=who,
            free=[one for one in free_in(races().sheets(live), live) if one.person.id != who.id] if sheet else (),
            ranking=ranking,
            refused=refused,
        )


def free_in(sheets: Sequence[Sheet], live: LiveLesson) -> Sequence[Participant]:
    """Those who can still be paired: nobody unless a race in pairs is about to start."""
    if live.phase is not Phase.GATHER or not (live.work.race and live.work.race.in_pairs):
        return ()
    return [one for sheet in sheets for one in sheet.members if len(sheet.members) == 1]


def lead_part(room: Class, live: LiveLesson, tag: str, refused: str = "") -> str:
    """What changes on the screens of the teacher."""
    sheets, ranking = races().sheets(live), races().ranked(live)
    return render_template(
        "classroom/live_race_lead.html",
        **_values(live),
        room=room,
        tag=tag,
        sheets=sheets,
        ranking=ranking,
        free=free_in(sheets, live),
        questions=sum(ref is not None for ref in steps_in(live)),
        refused=refused,
        stage="stage" in request.values,
        code=spaced(room.code) if room.is_open else "",
        door=typed(reached_url("accounts.join")),
    )


def _values(live: LiveLesson) -> Mapping[str, Any]:
    return {"live": live, "Phase": Phase, "Grade": Grade, "words": formatting, "clock_of": clock_of}


def clock_of(sheet: Sheet, live: LiveLesson) -> str:
    """The time of a sheet, as `2:05`."""
    seconds = int(sheet.time(live.moved_at).total_seconds())
    return f"{seconds // 60}:{seconds % 60:02}"


def choose_name(live: LiveLesson, who: Person) -> str:
    """Takes part under the name that was sent, or the usual one; why not, if it cannot be a name."""
    try:
        name = tidied_name(request.form.get("name") or who.name)
    except Malformed as error:
        return formatting.sentence(str(error))
    races().choose_name(live, who.id, name)
    return ""


def choose_partner(live: LiveLesson, who: Person) -> str:
    """Makes a pair with the pupil that was sent, or leaves the pair; why not, if that cannot be."""
    partner = sent_key(request.form.get("partner", ""))
    try:
        if partner is None:
            races().part(live, who.id)
        else:
            races().pair(live, who.id, partner)
    except PairRefused as error:
        return str(error)
    return ""


def arrange(live: LiveLesson, action: str) -> LiveLesson:
    """Makes the pair that the teacher chose, or parts one. Raises `PairRefused`."""
    numbers = [sent_key(one) or 0 for one in request.form.getlist("learner")]
    if action == "part-pair" and numbers:
        races().part(live, numbers[0])
    elif len(numbers) == 2:
        races().pair(live, *numbers, parts=True)
    else:
        raise PairRefused(gettext("Choose two pupils for the pair."))
    return live


def answer(live: LiveLesson, step: int, who: Person) -> str:
    """Saves an answer to a question of the race; a note if the sheet had one. Raises `VoteRefused`, `Malformed`."""
    if live.phase is Phase.RUN and not live.is_over:
        races_here = races()
        if races_here.sheet_of(live, who.id) is None:
            services().classroom.live.join(live, who.id, who.name)
        sheet, steps = races_here.sheet_of(live, who.id), steps_in(live)
        ref = steps[step] if step < len(steps) else None
        if sheet is not None and ref is not None:
            with content_of(live.work) as content:
                verdict = ref.resolve(content).mark(request.form.get("answer", ""))
                is_saved = races_here.answer(live, step, sheet, verdict.given.key, verdict.grade)
                races_here.record(live, steps, content, sheet.key)
            return "" if is_saved else gettext("This question was answered already, and that answer counts.")
    raise VoteRefused
