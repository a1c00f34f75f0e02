"""Tables of several people: beginning one, joining it, playing at it, leaving it and coming back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask import Response as FlaskResponse
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response

from tutor.codes import CODES
from tutor.codes import code as code_of
from tutor.errors import Malformed, TutorError, Unknown
from tutor.library.laws import laws
from tutor.seats import Seat
from tutor.study.answers.matches import PlayedOn
from tutor.study.answers.shared_tables import Decided, SharedTable, SharedTables, TableSpec
from tutor.study.classroom.classes import Class, spaced
from tutor.study.classroom.shown_travellers import name_of_tables
from tutor.tables.bots import bot
from tutor.tables.match import Match, Strictness, player_of, strictness_of
from tutor.tables.shared import SharedMatch
from tutor.web import formatting
from tutor.web.current_user import require_user
from tutor.web.forms import ChoiceField, Form, OptionsField, SelectChoice, TextField
from tutor.web.play.played import DealPlace, finished_table, page_of_deal, step_of_deal
from tutor.web.play.playing import answer_given
from tutor.web.play.shared_page import page_at, watched_page
from tutor.web.practise.recording import name_sent
from tutor.web.services import services

blueprint = Blueprint("together", __name__, url_prefix="/together")

Page = str | Response | tuple[str, int]
RETRIES = 5
"""How often an answer is tried again, if somebody else answers at the same moment."""
STRICTNESS = [
    (Strictness.GUIDED.value, lazy_gettext("Guided: you cannot choose an illegal card or call"), ""),
    (
        Strictness.PLAIN.value,
        lazy_gettext("Plain: an illegal card or call is refused with the law that forbids it"),
        "",
    ),
]
"""The rigour of the game is for one person: nobody has yet said how several settle an offence."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at a table, and whether they teach its class."""

    table: SharedTable
    id: int
    teaches: bool

    @property
    def player(self) -> Seat | None:
        """Their seat, while they have not left it."""
        player = self.table.player_of(self.id)
        return None if player is None or self.table.sittings[player].left_at else player


def tables() -> SharedTables:
    """The tables of several people."""
    return services().classroom.shared_tables


def your_table() -> tuple[int, str] | None:
    """The newest table at which the current user has a seat, and its game; None where they have none."""
    if not services().has_classes:
        return None
    found = tables().newest_seat_of(services().study.learner)
    return (found[0], CODES[found[1]].title) if found else None


# ---- beginning and joining ----------------------------------------------------------------------------------------


def shared_strictness(code_key: str) -> Callable[[str], Strictness]:
    """Reads how strict a table of several people is."""

    def read(text: str) -> Strictness:
        if text == Strictness.RIGOUR.value:
            raise Malformed("strictness", text, "it is only for a table of your own", "Choose guided or plain")
        return strictness_of(code_of(code_key), text)

    return read


class BeginForm(Form):
    """The choices for a table of several people."""

    code = ChoiceField(
        lazy_gettext("Game"), lambda: [SelectChoice(key, code.title) for key, code in CODES.items()], code_of
    )
    strictness = OptionsField(lazy_gettext("Strictness"), STRICTNESS)
    room = ChoiceField(lazy_gettext("Class"), list, default="")
    joining = OptionsField(
        lazy_gettext("Open to"),
        [
            ("class", lazy_gettext("Everybody in the class"), lazy_gettext("They find the table on this page.")),
            ("code", lazy_gettext("Only people with the code"), lazy_gettext("Give it to people of your class.")),
        ],
    )

    def spec(self) -> tuple[Class, TableSpec] | None:
        """The class and the table that were chosen. None if any field was refused."""
        classes = _classes()
        self.validate()
        room = next((one for one in classes if str(one.id) == self.room.data), None)
        if room is None:
            self.refuse("room", gettext("Choose one of your classes."))
        if self.code.value:
            self.read("strictness", shared_strictness(self.code.value.key))
        if self.joining.data not in ("class", "code"):
            self.refuse("joining", gettext("Choose whether the table is open to the class."))
        if self.faults or room is None:
            return None
        code = self.code.value
        match = Match(code, tables().new_seed(), code.players[0], self.strictness.value, records=())
        return room, TableSpec(match, {code.players[0]: require_user().id}, is_listed=self.joining.data == "class")


class JoinForm(Form):
    """The code of a table."""

    table = TextField(
        lazy_gettext("Code of the table"),
        missing=lazy_gettext("Write the code that stands on the page of the table."),
        render_kw={"maxlength": 12, "size": 9, "autocomplete": "off", "autocapitalize": "characters"},
    )


def _classes() -> list[Class]:
    """The classes that somebody is in or teaches."""
    who, classes = require_user().id, services().classroom.classes
    return [*classes.all_of_learner(who), *classes.all_of_teacher(who)]


@blueprint.get("/")
def index() -> str:
    """Your tables, those you may join, and the form for a new one."""
    if not services().has_classes:
        return render_template("play/together.html", is_alone=True)
    return _index(BeginForm(formdata=None), JoinForm(formdata=None))


def _index(begin: BeginForm, join: JoinForm) -> str:
    who, classes = require_user().id, _classes()
    begin.room.choices = [SelectChoice(str(one.id), one.name) for one in classes]
    if not begin.is_submitted():
        begin.code.data, begin.strictness.data, begin.joining.data = "bridge-english-1901", "guided", "class"
    yours = tables().of_learner(who)
    keys = {one.key for one in yours}
    return render_template(
        "play/together.html",
        is_alone=False,
        yours=[one for one in yours if one.closed_at is None],
        closed=[one for one in yours if one.closed_at is not None],
        others=[one for one in tables().open_to(who) if one.key not in keys and _has_room(one)],
        classes=classes,
        form=begin,
        join=join,
    )


def _has_room(table: SharedTable) -> bool:
    return any(seat not in table.sittings for seat in table.match.code.players)


@blueprint.post("/")
def begin() -> Page:
    """Sets up a table as chosen, or says which choices are wrong."""
    _only_in_classes()
    form = BeginForm()
    chosen = form.spec()
    if chosen is None:
        return _index(form, JoinForm(formdata=None)), 400
    room, spec = chosen
    return _to(tables().begin(require_user().id, room.id, spec))


@blueprint.post("/join")
def join() -> Page:
    """Takes the first empty seat at the table with a code."""
    _only_in_classes()
    form, who = JoinForm(), require_user().id
    if not form.validate():
        return _index(BeginForm(formdata=None), form), 400
    try:
        table = tables().by_code(form.table.value)
        if not tables().may_join(table, who):
            raise Unknown("table with the code", form.table.value[:20], ())
        player = table.player_of(who) or next(
            (seat for seat in table.match.code.players if seat not in table.sittings), None
        )
        if player is None:
            form.refuse("table", gettext("All seats at this table are taken. Join another, or begin one."))
            return _index(BeginForm(formdata=None), form), 400
        tables().sit(table.key, who, player)
    except TutorError as error:
        form.refuse("table", formatting.sentence(str(error)))
        return _index(BeginForm(formdata=None), form), 400
    return _to(table.key)


# ---- who may be there ---------------------------------------------------------------------------------------------


def _only_in_classes() -> None:
    if not services().has_classes:
        abort(404)


def guest(key: int) -> Guest:
    """The current user at a table: who sits there, its teacher, or for a listed one anybody of its class.

    Raises `Unknown` for everybody else as for no table.
    """
    _only_in_classes()
    who = require_user().id
    visit = tables().visit(key, who)
    table = visit.table
    sits = table.player_of(who) is not None or table.owner == who
    may = visit.is_of_class and (sits or table.is_listed or visit.teaches)
    if not may and not (sits and table.class_id is None):
        raise Unknown("table", str(key), ())
    return Guest(table, who, visit.teaches)


def _seated(key: int) -> tuple[Guest, Seat]:
    """Somebody who wants to act at a table. Raises `Unknown` without a seat, and `PlayedOn` at a closed one."""
    here = guest(key)
    if here.player is None:
        raise Unknown("seat of yours at table", str(key), ())
    if here.table.closed_at is not None or not here.table.is_begun:
        raise PlayedOn
    tables().touch(here.table, here.id)
    return here, here.player


def _to(key: int) -> Response:
    return redirect(url_for("together.table", key=key), 303)


# ---- the page -----------------------------------------------------------------------------------------------------


@blueprint.get("/<int:key>")
def table(key: int) -> Page:
    """The table as somebody there sees it, or its seats while the cards are not dealt."""
    return _page(guest(key))


def _page(here: Guest, refused: str | None = None) -> str:
    if here.player is not None and here.table.is_begun:
        return page_at(here.table, here.id, refused)
    return _lobby(here, refused)


def _lobby(here: Guest, refused: str | None = None) -> str:
    """The seats of a table. Nothing of the cards is on this page."""
    table = here.table
    return render_template(
        "play/shared_lobby.html",
        key=table.key,
        shared=table,
        me=here.id,
        sits=table.player_of(here.id),
        has_left=here.player is None and table.player_of(here.id) is not None,
        teaches=here.teaches,
        may_close=_may_close(here),
        code=spaced(table.code),
        shows_code=table.owner == here.id or here.player is not None or here.teaches,
        version=table.version(tables().now),
        refused=refused,
    )


@blueprint.get("/<int:key>/version")
def version(key: int) -> FlaskResponse:
    """What changes with the table: a page asks for it every second."""
    _only_in_classes()
    found = tables().version(key, require_user().id)
    if found is None:
        abort(404)
    return FlaskResponse(found, mimetype="text/plain")


@blueprint.post("/<int:key>/here")
def look(key: int) -> Page:
    """Says that somebody is still there, and shows the table again."""
    here = guest(key)
    if here.player is not None and here.table.closed_at is None:
        tables().touch(here.table, here.id)
    return _to(key)


@blueprint.get("/<int:key>/watch")
def watch(key: int) -> Page:
    """The table for the teacher of the class: all hands, and nothing to do. Not for one who plays there."""
    here = guest(key)
    if not here.teaches or here.table.player_of(here.id) is not None:
        abort(404)
    return watched_page(here.table) if here.table.is_begun else _lobby(here)


@blueprint.get("/<int:key>/deals/<int:number>/<int:step>")
def again(key: int, number: int, step: int) -> Page:
    """A finished deal step by step with all hands open, for those who sat there and their teacher."""
    return step_of_deal(_finished(guest(key), number), step)


@blueprint.get("/<int:key>/deals/<int:number>")
def played(key: int, number: int) -> Page:
    """What came of a finished deal: for those who sat there with their own decisions, for their teacher with one’s."""
    here = guest(key)
    return page_of_deal(_finished(here, number), list(_travellers(here)))


def _travellers(here: Guest) -> Iterator[tuple[str, str]]:
    """The traveller of a table with its label: for its teacher, and for learners once it is shown to them."""
    class_id, key = here.table.class_id, here.table.key
    if class_id is None:
        return
    if here.teaches:
        yield gettext("Traveller"), url_for("travellers.of_tables", class_id=class_id, number=key)
    else:
        name = name_of_tables(tables().first_with_same_deals(here.table))
        if class_id in services().classroom.shown_travellers.classes_shown(here.id, name):
            yield gettext("Traveller"), url_for("travellers.shown_of_tables", key=key)


def _finished(here: Guest, number: int) -> DealPlace:
    """A finished deal from the seat of who asks, or for the teacher from the first that is taken."""
    shared, player, who = here.table, here.table.player_of(here.id), ""
    if player is None and here.teaches and shared.sittings:
        player = min(shared.sittings, key=list(Seat).index)
        who = shared.sittings[player].real_name or shared.sittings[player].name
    if player is None:
        abort(404)
    match = SharedMatch(shared.match, frozenset()).seen_by(player)
    return DealPlace(
        shared.sittings[player].learner,
        shared.begun_at,
        match,
        number,
        finished_table(match, number),
        "together",
        {"key": shared.key, "number": number},
        (url_for("together.table", key=shared.key), gettext("Back to the table")),
        may_tell=True,
        who=who,
    )


# ---- seats --------------------------------------------------------------------------------------------------------


@blueprint.post("/<int:key>/sit")
def sit(key: int) -> Page:
    """Takes a seat, changes it before the deal, or takes it again after leaving."""
    here = guest(key)
    try:
        player = player_of(here.table.match.code, request.form.get("seat", "")[:10])
        tables().sit(key, here.id, player)
    except PlayedOn:
        return _moved_on(key, gettext("This table is closed, so nobody can sit down. Set up a new one."))
    except TutorError as error:
        return _page(guest(key), formatting.sentence(str(error))), 409
    return _to(key)


@blueprint.post("/<int:key>/leave")
def leave(key: int) -> Page:
    """Leaves a table. Once the cards are dealt, the tutor plays there until they return."""
    here = guest(key)
    if here.player is None:
        return _to(key)
    try:
        tables().leave(key, here.id)
    except PlayedOn:
        return _to(key)
    left = tables().find(key)
    _try_saving(left, lambda table: table.shared(tables().now).settled())
    return redirect(url_for("together.index"), 303)


@blueprint.post("/<int:key>/start")
def start(key: int) -> Page:
    """Deals the cards. The tutor plays at the empty seats."""
    here = guest(key)
    if here.player is None and here.table.owner != here.id:
        abort(404)
    try:
        tables().start(key)
    except PlayedOn:
        return _to(key)
    _try_saving(tables().find(key), lambda table: table.shared(tables().now, here.id).bots_go_on(bot))
    return _to(key)


def _may_close(here: Guest) -> bool:
    return here.teaches or here.table.owner == here.id


@blueprint.post("/<int:key>/close")
def close(key: int) -> Page:
    """Ends the play at a table, for its teacher or who began it. It can be opened again."""
    here = guest(key)
    if not _may_close(here):
        abort(404)
    if here.table.closed_at is None:
        tables().close(key)
    return _after_closing(here)


@blueprint.post("/<int:key>/reopen")
def reopen(key: int) -> Page:
    """Lets the play go on at a table that was closed."""
    here = guest(key)
    if not _may_close(here) or here.table.class_id is None:
        abort(404)
    if here.table.closed_at is not None:
        tables().reopen(key)
    return _after_closing(here)


def _after_closing(here: Guest) -> Response:
    if here.teaches and here.table.player_of(here.id) is None:
        return redirect(url_for("class_tables.index", class_id=here.table.class_id), 303)
    return _to(here.table.key)


# ---- playing ------------------------------------------------------------------------------------------------------


@blueprint.post("/<int:key>/act")
def act(key: int) -> Page:
    """Makes a call or plays a card, and then the tutor acts where nobody is there."""
    here, player = _seated(key)
    given = request.form.get("act", "")
    if answer := _stale(here, player, given):
        return answer
    match = here.table.match
    try:
        shared = here.table.shared(tables().now, here.id)
        shared.check_turn(player)
        what = match.table.read(given)
        after = shared.acted(player, what, bot)
    except TutorError as error:
        return _page(here, laws().worded(error)), 400
    answered = answer_given(key, shared.seen_by(player), match.table, what)
    return _save(here, after, Decided(here.id, answered, name_sent()) if answered else None)


@blueprint.post("/<int:key>/go-on")
def go_on(key: int) -> Page:
    """The tutor acts for those who are not there. Nothing is done twice."""
    here, _ = _seated(key)
    _try_saving(here.table, lambda table: table.shared(tables().now, here.id).settled().bots_go_on(bot))
    return _to(key)


@blueprint.post("/<int:key>/claim")
def claim_rest(key: int) -> Page:
    """Claims some of the remaining tricks: the other side is asked."""
    here, player = _seated(key)
    text = request.form.get("tricks", "").strip()
    if answer := _stale(here, player):
        return answer
    try:
        if not text.isdecimal() or len(text) > 2:
            raise Malformed("claim", text[:20], "it is not a number of tricks", "Write a number")
        shared = here.table.shared(tables().now, here.id).claimed(player, int(text))
    except TutorError as error:
        return _page(here, formatting.sentence(str(error))), 400
    return _save(here, shared)


@blueprint.post("/<int:key>/undo")
def undo(key: int) -> Page:
    """Asks the others to let the last action be taken back."""
    here, player = _seated(key)
    if answer := _stale(here, player):
        return answer
    try:
        shared = here.table.shared(tables().now, here.id).undo_asked(player)
    except TutorError as error:
        return _page(here, str(error)), 400
    return _save(here, shared)


@blueprint.post("/<int:key>/answer")
def answer(key: int) -> Page:
    """Agrees to a claim or an undo, or refuses it; or takes their own proposal back."""
    here, player = _seated(key)
    if stale := _stale(here, player):
        return stale
    agrees, proposal = request.form.get("answer") == "agree", here.table.proposal

    def answered(table: SharedTable) -> SharedMatch:
        now, what = table.shared(tables().now, here.id), table.proposal
        if proposal is None or what is None or (what.kind, what.player) != (proposal.kind, proposal.player):
            raise PlayedOn
        return now.agreed(player) if agrees else now.refused(player)

    return _retried(here, answered)


@blueprint.post("/<int:key>/next")
def next_deal(key: int) -> Page:
    """Asks for the next deal: dealt when all have asked, or who began the table has."""
    here, player = _seated(key)
    deal = request.form.get("deal")
    if deal is not None and deal != str(len(here.table.match.records)):
        return _to(key)  # somebody else has asked, and it is dealt

    def asked(table: SharedTable) -> SharedMatch:
        shared = table.shared(tables().now, here.id)
        if len(table.match.records) != len(here.table.match.records):
            return shared
        after = shared.next_asked(player, decides=table.owner == here.id)
        return after.bots_go_on(bot) if after.match != shared.match else after

    return _retried(here, asked)


# ---- saving -------------------------------------------------------------------------------------------------------


def _stale(here: Guest, player: Seat, given: str = "") -> Page | None:
    """The response to a form of a page that is out of date. None if it is up to date, or says nothing of that.

    An act sent twice is already on the table, which is fine.
    """
    match = here.table.match
    deal, after = request.form.get("deal"), request.form.get("after")
    is_this_deal = deal in (None, str(len(match.records)))
    acts = match.records[-1]
    if is_this_deal and after in (None, str(len(acts))):
        return None
    if is_this_deal and given and after and after.isdecimal() and len(after) < 4 and int(after) < len(acts):
        before, done = list(match.table.moments())[int(after)]
        if SharedMatch(match, frozenset()).decider(before) is player and str(done.what) == given:
            return _to(here.table.key)
    return _moved_on(here.table.key)


def _moved_on(key: int, says: str = "") -> Page:
    """The table as it is now, with the news that what was sent was not done."""
    return _page(guest(key), says or str(PlayedOn())), 409


def _save(here: Guest, shared: SharedMatch, decided: Decided | None = None) -> Page:
    """Saves what somebody did and `decided`, or shows the table as it is now if somebody else was first."""
    try:
        tables().save(here.table, shared, decided)
    except PlayedOn:
        if tables().find(here.table.key).match != shared.match:
            return _moved_on(here.table.key)
    return _to(here.table.key)


def _retried(here: Guest, change: Callable[[SharedTable], SharedMatch]) -> Page:
    """Saves an answer, and tries again if somebody else answers at the same moment."""
    table = here.table
    for _ in range(RETRIES):
        try:
            tables().save(table, change(table))
        except PlayedOn:
            table = tables().find(table.key)
            if table.match.records != here.table.match.records:
                break
        except TutorError as error:
            return _page(guest(table.key), formatting.sentence(str(error))), 400
        else:
            return _to(table.key)
    return _moved_on(table.key)


def _try_saving(table: SharedTable, change: Callable[[SharedTable], SharedMatch]) -> None:
    """Saves what the tutor does, unless somebody has acted meanwhile: then their page goes on from there."""
    after = change(table)
    if (after.match, after.proposal) != (table.match, table.proposal):
        try:
            tables().save(table, after)
        except PlayedOn:
            return
