"""Your own boards: sessions that were played elsewhere, and which rules your leads and plays followed or broke.

Only the learner sees them. A teacher does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response

from tutor.authorities.rules import Advice
from tutor.authors import Source
from tutor.cards import Card
from tutor.citations import SOURCES
from tutor.errors import Fault, FaultyContent, TutorError, Unknown
from tutor.exchange.files import ExportedFile
from tutor.exchange.lin.boards import decode
from tutor.exchange.pbn.content import MIMETYPE
from tutor.exchange.pbn.document import PbnSection
from tutor.exchange.pbn.export_format import export_text
from tutor.exchange.pbn.table_record import table_sections
from tutor.exchange.played_boards import LARGEST, LONGEST_NAME, PlayedBoard, PlayedSession
from tutor.seats import Seat
from tutor.study.answers.boards import LONGEST_TITLE, BoardSession, SeatChoice
from tutor.study.storage.rate_limits import FILES_SENT
from tutor.tables.adherence import RuleTally, tallies
from tutor.tables.notices import what_is_played
from tutor.tables.outcome import tricks_words
from tutor.tables.played_deal import Origin, PlayedDeal, double_dummy_tricks
from tutor.tables.reference_lines import author_line
from tutor.tables.review import ReviewedDecision, review
from tutor.web import formatting
from tutor.web.export.sending import allow_upload, download, sent_files
from tutor.web.forms import Form, LongTextField, TextField
from tutor.web.play.ended import judged, questions_on
from tutor.web.play.judging import boards_judged
from tutor.web.play.played import DealPlace, best_play_words, step_of_deal
from tutor.web.services import services

blueprint = Blueprint("boards", __name__, url_prefix="/boards")

Page = str | Response | tuple[str, int]
FIELDS = 20_000
"""The most bytes of the other fields of the form."""
BROKEN_SHOWN = 8
PLAYER, SEAT = "player:", "seat:"


@blueprint.url_value_preprocessor
def _allow_upload(endpoint: str | None, values: object) -> None:  # noqa: ARG001
    allow_upload(3 * LARGEST + FIELDS)


class ImportForm(Form):
    """A session to be imported: a file, or a text."""

    title = TextField(
        lazy_gettext("Title"),
        default="",
        description=lazy_gettext("Leave this empty to use the name of the file or of the event."),
        render_kw={"maxlength": LONGEST_TITLE, "autocomplete": "off"},
    )
    text = LongTextField(
        lazy_gettext("Or paste the boards"),
        default="",
        render_kw={"rows": 5, "cols": 60, "spellcheck": "false", "autocomplete": "off"},
    )
    name = TextField(
        lazy_gettext("Your name in the file"),
        default="",
        description=lazy_gettext("You can also choose your seat afterwards."),
        render_kw={"maxlength": LONGEST_NAME, "autocomplete": "off"},
    )


@blueprint.get("/")
def index() -> Page:
    """The sessions, and the form to import one."""
    return _index(ImportForm(formdata=None))


def _index(form: ImportForm, faults: Sequence[Fault] = ()) -> str:
    sessions = services().study.boards.all()
    return render_template("play/boards.html", sessions=sessions, form=form, faults=faults, words=formatting)


@blueprint.post("/")
def import_session() -> Page:
    """Imports a session, or says what is wrong with it."""
    services().classroom.rate_limits.take(FILES_SENT, f"learner {services().study.learner}")
    form = ImportForm()
    form.validate()
    files = sent_files("file", LARGEST)
    file, text = (files[0][0], decode(files[0][1])) if files else ("", form.text.data or "")
    text = "\n".join(text.splitlines()).replace("\0", "")
    if not text.strip():
        form.refuse("text", gettext("There are no boards. Choose a file, or paste PBN or LIN."))
        return _index(form), 400
    try:
        found = boards_judged().session(text)
    except FaultyContent as error:
        form.refuse("text", gettext("None of the boards can be read."))
        return _index(form, error.faults), 400
    except TutorError as error:
        form.refuse("text", formatting.sentence(str(error)))
        return _index(form), 400
    try:
        seat_choice = _seat_choice(found, PLAYER + form.name.data) if (form.name.data or "").strip() else SeatChoice()
        title = (form.title.data or "").strip() or file or gettext("Boards")
        number = services().study.boards.add(title[:LONGEST_TITLE], text, seat_choice)
    except TutorError as error:
        form.refuse("name", formatting.sentence(str(error)))
        return _index(form), 400
    return redirect(url_for("boards.session", number=number), 303)


# ---- one session -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in the list of a session. `followed` of `decided` is None where it has not been judged."""

    board: PlayedBoard
    seat: Seat | None
    contract: str
    result: str
    followed: int | None
    decided: int


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that was broken, with the boards, and the address of questions on it."""

    tally: RuleTally
    practise: str | None


def known(number: int) -> tuple[BoardSession, PlayedSession]:
    """A session of the learner’s, and its boards; 404 if there is none."""
    found = services().study.boards.find(number)
    if found is None:
        abort(404)
    return found, boards_judged().session(found.text)


@blueprint.get("/<int:number>/")
def session(number: int) -> Page:
    """The boards of a session, and the rules that were followed or broken."""
    found, played = known(number)
    return _session(found, played)


def _session(found: BoardSession, played: PlayedSession, refused: str = "") -> str:
    seats = {board.place: _seat(found.seat_choice, board) for board in played.boards}
    asked = {board.place: (board, seat) for board in played.boards if (seat := seats[board.place]) is not None}
    decisions = boards_judged().in_time(found.text, asked)
    rules = tallies(decisions)
    broken = [rule for rule in rules if rule.broken]
    return render_template(
        "play/boards_session.html",
        session=found,
        lines=[_line(board, seats[board.place], decisions.get(board.place)) for board in played.boards],
        faults=played.faults,
        choices=_choices(played),
        chosen=_choice(found.seat_choice),
        is_chosen=found.seat_choice != SeatChoice(),
        refused=refused,
        followed=sum(rule.followed for rule in rules),
        decided=sum(rule.decided for rule in rules),
        broken=[BrokenRule(rule, questions_on(rule.advice.rule.id)) for rule in broken[:BROKEN_SHOWN]],
        waiting=len(asked) - len(decisions),
        authors=_authors(played.boards),
        nearest=_nearest(played.boards),
        words=formatting,
    )


def _nearest(boards: Sequence[PlayedBoard]) -> Source | None:
    """The book by which boards of today are judged; None if there are no such boards."""
    return next((SOURCES[board.match.code.source] for board in boards if board.is_of_today), None)


def _authors(boards: Sequence[PlayedBoard]) -> str:
    sources = dict.fromkeys(board.match.code.source for board in boards)
    return ", ".join(SOURCES[source].author for source in sources if source in SOURCES)


def _line(board: PlayedBoard, seat: Seat | None, decisions: Sequence[ReviewedDecision] | None) -> BoardLine:
    judged_ones = [one for one in decisions or () if one.is_advised is not None]
    followed = None if decisions is None else sum(bool(one.is_advised) for one in judged_ones)
    return BoardLine(board, seat, _contract(board), _result(board), followed, len(judged_ones))


def _contract(board: PlayedBoard) -> str:
    return gettext("Passed out") if board.table.is_void else what_is_played(board.table) or ""


def _result(board: PlayedBoard) -> str:
    """What came of a board, in words."""
    table = board.table
    if table.is_void or table.play is None:
        return ""
    declaration = table.code.declaration(table.calling)
    if declaration is None:
        return tricks_words(None, dict(table.play.won.items())) if table.play.is_over else gettext("Not finished")
    if board.tricks is None:
        return gettext("No result is recorded")
    return tricks_words(declaration, {declaration.by.side: board.tricks})


# ---- whose plays -------------------------------------------------------------------------------------------------


def _seat(seat_choice: SeatChoice, board: PlayedBoard) -> Seat | None:
    return board.seat_of(seat_choice.player) if seat_choice.player else seat_choice.seat


def _choice(seat_choice: SeatChoice) -> str:
    if seat_choice.player:
        return PLAYER + seat_choice.player
    return SEAT + seat_choice.seat.letter if seat_choice.seat else ""


def _choices(played: PlayedSession) -> Sequence[tuple[str, str]]:
    """The players by name, and the seats, each with its value in the form."""
    return [
        *((PLAYER + name, name) for name in played.names),
        *(
            (SEAT + seat.letter, gettext("Always %(seat)s (%(letter)s)", seat=seat.name.title(), letter=seat.label))
            for seat in Seat
        ),
    ]


def _seat_choice(played: PlayedSession, chosen: str) -> SeatChoice:
    """Where the learner sat, as the form says. Raises `Unknown`."""
    if chosen.startswith(SEAT):
        seat = next((seat for seat in Seat if seat.letter == chosen.removeprefix(SEAT)), None)
        if seat is not None:
            return SeatChoice(seat=seat)
    name = chosen.removeprefix(PLAYER).strip()
    found = next((one for one in played.names if one.casefold() == name.casefold()), None)
    if found is None:
        raise Unknown("player", name[:LONGEST_NAME], played.names)
    return SeatChoice(player=found)


@blueprint.post("/<int:number>/seat")
def choose(number: int) -> Page:
    """Chooses whose plays are judged."""
    found, played = known(number)
    try:
        seat_choice = _seat_choice(played, request.form.get("who", ""))
    except TutorError as error:
        return _session(found, played, formatting.sentence(str(error))), 400
    services().study.boards.choose(number, seat_choice)
    return redirect(url_for("boards.session", number=number), 303)


# ---- one board ---------------------------------------------------------------------------------------------------


def board_at(number: int, place: int) -> tuple[BoardSession, PlayedSession, PlayedBoard]:
    """A board of a session by its place, from 1; 404 if there is none."""
    found, played = known(number)
    if not 1 <= place <= len(played.boards):
        abort(404)
    return found, played, played.boards[place - 1]


@blueprint.get("/<int:number>/<int:place>")
def played(number: int, place: int) -> Page:
    """A board: what came of it, and each of the learner’s decisions by the author and by hindsight."""
    found, boards, one = board_at(number, place)
    seat = _seat(found.seat_choice, one)
    reviewed = list(review(one.table, seat, services().hindsights.of)) if seat else []
    return render_template(
        "play/board.html",
        session=found,
        board=one,
        table=one.table,
        seat=seat,
        contract=_contract(one),
        result=_result(one),
        last=len(boards.boards),
        hindsight=_hindsight(one),
        compared=[(each, _line(each.board, None, None), _double_dummy(each.board)) for each in boards.compared(one)],
        author_plays=None if one.is_of_today else _by_the_author(one),
        author=_authors([one]),
        nearest=_nearest([one]),
        is_opened=True,
        on_own_page=True,
        words=formatting,
        **judged(one.table, reviewed),
    )


def _double_dummy(board: PlayedBoard) -> int | None:
    """The tricks of the declarer’s side with all hands open and best play by everybody, or of AB without a declarer."""
    declaration = board.table.code.declaration(board.table.calling)
    return double_dummy_tricks(board.table, declaration.by if declaration else Seat.SOUTH)


def _hindsight(board: PlayedBoard) -> str:
    best, declaration = _double_dummy(board), board.table.code.declaration(board.table.calling)
    if best is None:
        return ""
    return best_play_words(best, (declaration.by if declaration else Seat.SOUTH).side.label)


def _by_the_author(board: PlayedBoard) -> PlayedDeal:
    """The deal of a board as the tutor plays all four hands by the rules of the author of its game."""
    return PlayedDeal("author", author_line(*board.same_deal), Seat.SOUTH, _authors([board]), origin=Origin.AUTHOR)


@blueprint.get("/<int:number>/<int:place>/<int:step>")
def again(number: int, place: int, step: int) -> str:
    """A board step by step with all hands open, and the cost of each card in hindsight."""
    found, _, one = board_at(number, place)
    match = replace(one.match, player=_seat(found.seat_choice, one) or Seat.SOUTH)
    values = {"number": number, "place": place}
    back = url_for("boards.session", number=number), gettext("All boards")
    learner = services().study.learner
    shown = DealPlace(learner, found.at, match, place, one.table, "boards", values, back, may_tell=True)
    return step_of_deal(shown, step)


# ---- out, and away -----------------------------------------------------------------------------------------------


@blueprint.get("/<int:number>/pbn")
def export(number: int) -> Response:
    """The boards as PBN, with a note at each card that the author would not have played."""
    found, played = known(number)
    games = [tuple(_sections(found, one)) for one in played.boards]
    name = f"boards-{found.id}.pbn"
    return download(ExportedFile(name, MIMETYPE, export_text(games).encode("latin-1")))


def _sections(found: BoardSession, one: PlayedBoard) -> Iterator[PbnSection]:
    seat = _seat(found.seat_choice, one)
    decisions = boards_judged().decisions(found.text, one, seat) if seat else ()
    first = next((place for place, act in enumerate(one.table.acts) if isinstance(act.what, Card)), 0)
    notes = {
        decision.number - first + 1: note
        for decision in decisions
        if decision.number >= first and (note := _note(decision))
    }
    return table_sections(
        one.table, board=one.number, event=found.title, players=one.players, notes=notes, tricks=one.tricks
    )


def _note(decision: ReviewedDecision) -> str:
    """What the author would have played instead, and by which rule. Empty where the card is as advised."""
    advice = decision.advice
    if decision.is_advised is not False or not isinstance(advice, Advice):
        return ""
    card = formatting.answer_words(advice.answers[0])
    return gettext(
        "%(author)s would play %(card)s: %(rule)s (%(page)s)",
        author=advice.citation.author,
        card=card,
        rule=formatting.rule_words(advice),
        page=str(advice.citation),
    )


@blueprint.get("/<int:number>/delete")
def ask(number: int) -> Page:
    """Asks whether to delete a session."""
    found, played = known(number)
    return render_template("play/boards_delete.html", session=found, count=len(played.boards))


@blueprint.post("/<int:number>/delete")
def delete(number: int) -> Page:
    """Deletes a session for good."""
    known(number)
    services().study.boards.delete(number)
    return redirect(url_for("boards.index"), 303)
