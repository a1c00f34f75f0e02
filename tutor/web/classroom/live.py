"""Live lessons for their teacher: begin one, lead it step by step, and show it on a projector."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as Redirection

from tutor.analysis.experiments import in_a_hundred
from tutor.citations import SOURCES
from tutor.errors import Malformed, Unknown
from tutor.exchange.spreadsheets import MIMETYPE, as_csv
from tutor.quizzes.exercise import Exercise, Grade
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.kinds import experiments
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.assigned_work import DrillWork, LessonWork, ReplayWork
from tutor.study.classroom.authored_content import ContentAccess
from tutor.study.classroom.classes import Class, spaced
from tutor.study.classroom.live import AlreadyLive, LiveLesson, LiveMovedOn, Participant, Phase, Vote
from tutor.study.classroom.live_race import PairRefused
from tutor.study.classroom.live_work import RACE, DealWork, LiveWork, RaceTerms, Subject
from tutor.web import formatting
from tutor.web.account.security_events import note
from tutor.web.classroom.authored_content import lesson_of, shelf
from tutor.web.classroom.classes import class_of
from tutor.web.classroom.kinds.drill import MOST_ITEMS
from tutor.web.classroom.live_racing import arrange, lead_part, races
from tutor.web.classroom.live_screen import LiveScreen, content_of, steps_in, title_of
from tutor.web.current_user import require_user
from tutor.web.export.sending import stream_file
from tutor.web.forms import sent_key
from tutor.web.practise.sets import group_name, groups_of
from tutor.web.reached import reached_url, typed
from tutor.web.services import services

blueprint = Blueprint("live_lessons", __name__, url_prefix="/classes")

Page = str | Response | Redirection | tuple[str, int]
QUESTIONS = 10
"""How many questions a live drill has, unless the drill of a lesson says otherwise."""
PAIRS = "pairs"
"""What the form calls a race in pairs."""
KINDS = ("replay", "deal", "lesson", "drill", "group", "items")


# ---- begin ---------------------------------------------------------------------------------------------------------


@blueprint.get("/live/new")
def new() -> Page:
    """Asks for which class to begin a live lesson on something."""
    return _new_page()


@blueprint.post("/live/new")
def start() -> Page:
    """Begins a live lesson."""
    chosen = sent_key(request.form.get("class", ""))
    if chosen is None:
        return _new_page(gettext("No class is chosen. Choose a class.")), 400
    room = class_of(chosen)
    subject, way = _subject(), _asked("way")
    race = RaceTerms(in_pairs=way == PAIRS) if way in (RACE, PAIRS) and isinstance(subject, DrillWork) else None
    work, content = LiveWork(by=require_user().id, on=subject, race=race), shelf()
    try:
        live = services().classroom.live.start(room.id, _title(work, content), work)
    except AlreadyLive as error:
        if _is_alike(error.running.work, work):
            return _to(error.running)  # the form was sent twice
        running = gettext(
            "“%(title)s” is running in %(class_name)s. End it before you start another live lesson.",
            title=error.running.title,
            class_name=room.name,
        )
        return _new_page(running, error.running), 409
    return _to(live)


def _title(work: LiveWork, content: ContentAccess) -> str:
    """What the lesson is called: a drill of a lesson by the lesson, one on a practice topic by the topic."""
    if _asked("kind") == "drill":
        return lesson_of(_asked("of").rpartition(".")[0]).title
    if _asked("kind") == "group":
        return group_name(groups_of(services().makers)[_asked("of")])
    return title_of(work, content)


def _is_alike(running: LiveWork, wanted: LiveWork) -> bool:
    """Whether both show the same; a drill is drawn anew each time."""
    if isinstance(running.on, DrillWork) and isinstance(wanted.on, DrillWork):
        return running.on.on == wanted.on.on and running.race == wanted.race
    return running == wanted


def _new_page(refused: str = "", running: LiveLesson | None = None) -> str:
    subject = _subject()
    work = LiveWork(by=require_user().id, on=subject)
    return render_template(
        "classroom/live_new.html",
        kind=_asked("kind"),
        of=_asked("of"),
        title=_title(work, shelf()),
        questions=sum(ref is not None for ref in work.steps(shelf())),
        classes=services().classroom.classes.all_of_teacher(require_user().id),
        drills=_drills(subject),
        may_race=isinstance(subject, DrillWork),
        refused=refused,
        running=running,
    )


def _asked(name: str) -> str:
    return request.values.get(name, "")[:200]


def _drills(subject: Subject) -> Sequence[tuple[str, int]]:
    """The drills of a lesson, as this page names them, each with the number of its questions."""
    if not isinstance(subject, LessonWork):
        return ()
    lesson = lesson_of(subject.lesson)
    return [(f"{lesson.id}.{number}", drill.questions) for number, drill in enumerate(lesson.drills)]


def _subject() -> Subject:
    """What the request wants to show. Raises `Unknown`, `Malformed`."""
    kind, of = _asked("kind"), _asked("of")
    match kind:
        case "replay":
            return ReplayWork(game=shelf().game(of).id)
        case "deal":
            return DealWork(deal=of)
        case "lesson":
            return LessonWork(lesson=lesson_of(of).id)
        case "drill":
            lesson_id, _, number = of.rpartition(".")
            drills = lesson_of(lesson_id).drills
            if not (number.isascii() and number.isdecimal()) or len(number) > 3 or int(number) >= len(drills):
                raise Unknown("drill", of, ())
            drill = drills[int(number)]
            return _drawn(drill.items(services().makers.items), drill.questions)
        case "group":
            groups = groups_of(services().makers)
            if of not in groups:
                raise Unknown("practice topic", of, groups)
            return _drawn(groups[of].items, QUESTIONS)
        case "items":
            if of not in services().makers.items:
                raise Unknown("rule", of, services().makers.items)
            return _drawn((of,), QUESTIONS)
    raise Malformed("live lesson", kind, f"it is one of {', '.join(KINDS)}", "Start it from a page of the tutor")


def _drawn(items: Sequence[str], questions: int) -> DrillWork:
    """A drill drawn afresh. Its numbers are in no page before a question was shown."""
    seed = services().random.randrange(LARGEST_NUMBER)
    return DrillWork(on=tuple(items)[:MOST_ITEMS], questions=questions, seed=seed)


# ---- lead ----------------------------------------------------------------------------------------------------------


@blueprint.get("/<int:class_id>/live/")
def index(class_id: int) -> Page:
    """The live lessons of a class, and where to start one."""
    room = class_of(class_id)
    return render_template(
        "classroom/live_index.html", room=room, lessons=services().classroom.live.all_of_class(room.id)
    )


@blueprint.get("/<int:class_id>/live/<int:number>")
def lead(class_id: int, number: int) -> Page:
    """A live lesson for its teacher or, with `stage`, for a projector; once it is over, all that was chosen."""
    room, live = _found(class_id, number)
    return _lead_page(room, live)


@blueprint.get("/<int:class_id>/live/<int:number>/part")
def part(class_id: int, number: int) -> Page:
    """The part of the page that changes; nothing while a screen has it."""
    room = class_of(class_id)
    seen = services().classroom.live.state_with_votes(room.id, number)
    return unless_known(seen.tag, lambda: _part(*_found(class_id, number)))


@blueprint.post("/<int:class_id>/live/<int:number>/<action>")
def act(class_id: int, number: int, action: str) -> Page:
    """Does what a button says; nothing if the lesson has moved on since the page was made."""
    room, live = _found(class_id, number)
    if action not in _ACTIONS:
        raise Unknown("action", action, ())
    try:
        if request.form.get("version") != str(live.version):
            raise LiveMovedOn
        live = _done(action, live)
    except PairRefused as error:
        return _answer(room, live, str(error)), 409
    except LiveMovedOn:
        now = services().classroom.live.of_class(room.id, live.id)
        stale = gettext(
            "The lesson has moved on since this page was made, so nothing was done. This is where it is now."
        )
        return _answer(room, now, stale), 409
    return _answer(room, live) if "part" in request.form else _to(live)


_ACTIONS = frozenset(("back", "forward", "next", "ask", "close", "show", "names", "run", "pair", "part-pair"))


def _done(action: str, live: LiveLesson) -> LiveLesson:
    """The lesson after an act. Raises `LiveMovedOn`, `Unknown`."""
    lessons, steps = services().classroom.live, steps_in(live)
    if live.work.race:
        if action == "run":
            return races().run(live, in_pairs=live.work.race.in_pairs, rest_alone=request.form.get("rest") == "alone")
        if action in ("pair", "part-pair"):
            return arrange(live, action)
        if action != "names":
            raise LiveMovedOn
    match action:
        case "run" | "pair" | "part-pair":
            raise LiveMovedOn
        case "back":
            after = lessons.go_to(live, live.step - 1, steps)
        case "forward":
            after = lessons.go_to(live, live.step + 1, steps)
        case "next":
            with content_of(live.work) as content:
                following = LiveScreen(live, steps, content).next_question
            after = lessons.go_to(live, live.step if following is None else following, steps)
        case "ask":
            after = lessons.ask(live, steps)
        case "close":
            after = lessons.close(live)
        case "names":
            after = lessons.show_names(live, shown=request.form.get("names") == "show")
        case _:
            after = lessons.show(live, steps)
    if live.shown or after.shown:
        with content_of(live.work) as content:
            lessons.record(after, steps, content)
    return after


@blueprint.post("/<int:class_id>/live/<int:number>/end")
def end(class_id: int, number: int) -> Page:
    """Ends a live lesson."""
    _, live = _found(class_id, number)
    ended = services().classroom.live.end(live)
    with content_of(ended.work) as content:
        if ended.work.race:
            races().record(ended, steps_in(ended), content)
        services().classroom.live.record(ended, steps_in(ended), content)
    return _to(ended)


def _found(class_id: int, number: int) -> tuple[Class, LiveLesson]:
    room = class_of(class_id)
    return room, services().classroom.live.of_class(room.id, number)


def _to(live: LiveLesson) -> Redirection:
    stage = "1" if "stage" in request.form else None
    return redirect(url_for("live_lessons.lead", class_id=live.class_id, number=live.id, stage=stage), 303)


def _answer(room: Class, live: LiveLesson, refused: str = "") -> str:
    return _part(room, live, refused) if "part" in request.form else _lead_page(room, live, refused)


def _lead_page(room: Class, live: LiveLesson, refused: str = "") -> str:
    if live.is_over and "stage" not in request.values:  # what everybody chose is not for the class to read
        return render_template("classroom/live_over.html", room=room, live=live, answered=answered_by_all(live))
    return render_template(
        "classroom/live_lead.html", room=room, live=live, part=_part(room, live, refused), words=formatting
    )


@dataclass(frozen=True, slots=True)
class Seen:
    """Somebody in the live lesson as the teacher sees them: their names, and what they chose at this step."""

    name: str
    shown_as: str
    given: str
    grade: Grade | None


def _part(room: Class, live: LiveLesson, refused: str = "") -> str:
    """What changes on the screens of the teacher, with the tag by which they notice."""
    lessons = services().classroom.live
    seen = replace(lessons.state_with_votes(room.id, live.id), version=live.version)  # first: what follows is as new
    if live.work.race:
        return lead_part(room, live, seen.tag, refused)
    people, votes, steps = lessons.participants(live), lessons.votes(live, live.step), steps_in(live)
    with content_of(live.work) as content:
        screen = LiveScreen(live, steps, content)
        return render_template(
            "classroom/live_part_lead.html",
            **values_of(screen),
            room=room,
            tag=seen.tag,
            people=_seen(screen, people, votes),
            votes=votes,
            tallied=screen.tallied(votes, people) if screen.is_shown else [],
            own=None,
            refused=refused,
            stage="stage" in request.values,
            code=spaced(room.code) if room.is_open else "",
            door=typed(reached_url("accounts.join")),
        )


def values_of(screen: LiveScreen) -> Mapping[str, Any]:
    """What every screen of a live lesson shows."""
    return {
        "live": screen.live,
        "screen": screen,
        "replay": screen.replay,
        "decider": screen.decider,
        "Phase": Phase,
        "Grade": Grade,
        "words": formatting,
        "sources": SOURCES,
        "experiments": experiments,
        "in_a_hundred": in_a_hundred,
    }


def _seen(screen: LiveScreen, people: Sequence[Participant], votes: Sequence[Vote]) -> Sequence[Seen]:
    chosen = {vote.learner: vote for vote in votes}
    found = [
        Seen(
            one.person.real_name or one.person.name,
            one.shown_as,
            screen.label(chosen[one.person.id].given) if one.person.id in chosen else "",
            chosen[one.person.id].grade if one.person.id in chosen else None,
        )
        for one in people
    ]
    return sorted(found, key=lambda one: one.name.casefold())


def unless_known(tag: str, made: Callable[[], str]) -> Response:
    """What is made for a tag; nothing where the screen that asks has it."""
    if request.if_none_match.contains(tag):
        return Response(status=304)
    return Response(made(), mimetype="text/html")


# ---- afterwards ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chosen:
    """What somebody chose, or the sheet of a race, with the names as the teacher knows them."""

    name: str
    given: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Answered:
    """A question of a live lesson, and what each chose."""

    prompt: str
    chosen: Sequence[Chosen]


def answered_by_all(live: LiveLesson) -> Sequence[Answered]:
    """The questions of a live lesson whose answers were shown, or of a race, with what each chose."""
    lessons = services().classroom.live
    names = {one.person.id: one.person.real_name or one.person.name for one in lessons.participants(live)}
    if live.work.race:
        sheets = races().sheets(live)
        names = {one.key: " & ".join(names[member.person.id] for member in one.members) for one in sheets}
    return answered(live, lessons.votes(live), names)


def answered(
    live: LiveLesson, votes: Sequence[Vote], names: Mapping[int, str] = MappingProxyType({})
) -> Sequence[Answered]:
    """The same with some of the votes alone, and `names` by learner."""
    by_step: dict[int, list[Vote]] = {}
    for vote in votes:
        by_step.setdefault(vote.step, []).append(vote)
    found: list[Answered] = []
    with content_of(live.work) as content:
        for step, ref in enumerate(steps_in(live)):
            if ref is None or (step not in live.shown and not live.work.race):
                continue
            exercise = ref.resolve(content)
            chosen = [
                Chosen(names.get(vote.learner, ""), exercise.choice(vote.given).label, vote.grade)
                for vote in by_step.get(step, ())
            ]
            found.append(Answered(_prompt(exercise), sorted(chosen, key=lambda one: one.name.casefold())))
    return found


def _prompt(exercise: Exercise) -> str:
    return f"{exercise.occasion}: {exercise.prompt}" if exercise.occasion else exercise.prompt


@blueprint.get("/<int:class_id>/live/<int:number>/votes.csv")
def votes_as_csv(class_id: int, number: int) -> Response:
    """The votes on the questions that were shown, as a table."""
    room, live = _found(class_id, number)
    rows = [
        ["learner", "question", "given", "shade", "live lesson"],
        *(
            [chosen.name, one.prompt, chosen.given, chosen.grade.value, live.title]
            for one in answered_by_all(live)
            for chosen in one.chosen
        ),
    ]
    note(EventKind.EXPORTED, detail=f"votes of the class {room.name}")
    return stream_file(as_csv(iter(rows)), f"live-{live.id}-votes.csv", MIMETYPE)
