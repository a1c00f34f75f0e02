"""Travellers: one deal as everybody of a class played it, for its teacher, on a projector, on paper, and as a table.

Learners see one when the teacher shows it, by the names that the class knows, once they have played the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple, NoReturn

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString
from werkzeug.wrappers import Response as Redirection

from tutor.authorities import AUTHORITIES
from tutor.citations import SOURCES
from tutor.codes.scoring import Party
from tutor.deal import Deal
from tutor.errors import Unknown
from tutor.exchange.spreadsheets import MIMETYPE, as_csv
from tutor.seats import Seat
from tutor.study.accounts.people import Person
from tutor.study.accounts.security_events import EventKind
from tutor.study.answers.matches import LearnerMatch
from tutor.study.answers.shared_tables import SharedTable
from tutor.study.classroom.assigned_work import Counts
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.classes import Class
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.progress import Progress
from tutor.study.classroom.shown_travellers import name_of_day, name_of_tables, name_of_work
from tutor.tables.played_deal import Origin, PlayedDeal, contract_words
from tutor.tables.reference_lines import author_line, book_line
from tutor.tables.table import Table
from tutor.tables.traveller import Traveller, best_play, by_deal, first_play, latest_play, traveller
from tutor.web import formatting, language
from tutor.web.account.security_events import note
from tutor.web.classroom.assigned_work import task_of
from tutor.web.classroom.authored_content import questions_in
from tutor.web.classroom.classes import class_of
from tutor.web.classroom.gradebook import assignment_of, name_of
from tutor.web.classroom.secrecy import forbid
from tutor.web.export.sending import stream_file
from tutor.web.play.deal_of_the_day import CODE, match_of
from tutor.web.play.seats_shown import places
from tutor.web.play.together import guest, tables
from tutor.web.projector import is_for_projector
from tutor.web.services import services

blueprint = Blueprint("travellers", __name__)

Namer = Callable[[Person], str]


class PlaySelection(NamedTuple):
    """Which of several plays of a deal by one learner counts, and how the page says so."""

    select_play: Callable[[Sequence[PlayedDeal]], PlayedDeal]
    note: LazyString


PLAY_SELECTIONS: Mapping[Counts, PlaySelection] = {
    Counts.BEST: PlaySelection(best_play, lazy_gettext("Each learner’s play of the deal with the best score counts.")),
    Counts.FIRST: PlaySelection(first_play, lazy_gettext("Each learner’s first play of the deal counts.")),
    Counts.LATEST: PlaySelection(latest_play, lazy_gettext("Each learner’s latest play of the deal counts.")),
}
"""As the assignment has it."""
EVERY_TABLE = lazy_gettext("Each table counts.")


def name_in_class(person: Person) -> str:
    """What the class calls somebody."""
    return person.name


# ---- what was played ----------------------------------------------------------------------------------------------


def _members(room: Class) -> dict[int, Person]:
    return {member.person.id: member.person for member in services().classroom.classes.members(room)}


def _played(
    matches: Sequence[LearnerMatch], people: dict[int, Person], names: Namer, origin: Origin
) -> Iterator[PlayedDeal]:
    """The first deal of each match of these people, as far as it is over."""
    for kept in matches:
        match = kept.match
        if match is None or kept.learner not in people:
            continue
        table = next(match.tables())
        if table.is_over:
            who = names(people[kept.learner])
            seat = match.deal_seat(1)
            yield PlayedDeal(f"{kept.id}/1", table, seat, who, kept.learner, kept.begun_at, origin)


def deals_of_work(assignment: Assignment, people: dict[int, Person], names: Namer) -> Sequence[Sequence[PlayedDeal]]:
    """The deals of an assignment, each as these people played it in the attempt that counts."""
    matches = services().classroom.played_matches.of_assignment(assignment.id)
    played = list(_played(matches, people, names, Origin.ASSIGNMENT))
    counted = _hands_that_count(assignment)

    def choose(plays: Sequence[PlayedDeal]) -> PlayedDeal:
        """The play that the gradebook shows. Where each attempt has a deal of its own, it may be none of these."""
        in_gradebook = (play for play in plays if _match_of(play) == counted.get(play.player))
        return next(in_gradebook, None) or PLAY_SELECTIONS[assignment.spec.counts].select_play(plays)

    return by_deal(played, choose)


def _hands_that_count(assignment: Assignment) -> Mapping[int, int]:
    """The match that counts for each learner, as the gradebook has it."""
    given: dict[int, list[GivenAnswer]] = {}
    for one in services().classroom.assignments.answers(assignment):
        given.setdefault(one.learner, []).append(one)
    questions = questions_in(assignment.work)
    hands = {learner: Progress.with_answers(assignment, questions, answers).hand for learner, answers in given.items()}
    return {learner: hand.match for learner, hand in hands.items() if hand}


def deal_of_day(room: Class, day: date, people: dict[int, Person], names: Namer) -> Sequence[PlayedDeal]:
    """The deal of a day as these people of a class played it first."""
    matches = services().classroom.played_matches.of_seed(room.id, CODE, match_of(day).seed)
    found = by_deal(list(_played(matches, people, names, Origin.DAY)))
    return found[0] if found else ()


def deals_of_tables(
    those: Sequence[SharedTable], people: dict[int, Person], names: Namer
) -> Sequence[Sequence[PlayedDeal]]:
    """The deals of tables of several people, each as those of these people played it who sat there."""
    found: dict[tuple[int, Deal], list[PlayedDeal]] = {}
    for shared in those:
        for number, table in enumerate(shared.match.tables() if shared.is_begun else (), start=1):
            for player in shared.match.code.players:
                sitting = shared.sittings.get(player)
                if table.is_over and sitting and sitting.learner in people:
                    who = names(people[sitting.learner])
                    seat = replace(shared.match, player=player).deal_seat(number)
                    place = f"{shared.key}/{number}", table, seat, who, sitting.learner
                    played = PlayedDeal(*place, shared.begun_at, Origin.SHARED)
                    found.setdefault((number, table.deal), []).append(played)
    return [found[key] for key in sorted(found, key=lambda key: key[0])]


# ---- what it is compared with -------------------------------------------------------------------------------------


def references(deal: PlayedDeal) -> Iterator[PlayedDeal]:
    """The deal by the rules of the author of its code, and as a book has it, from the same seat."""
    code_key, dealt = deal.same_deal
    author = SOURCES.get(deal.table.code.source) if deal.table.code.source in AUTHORITIES else None
    who = gettext("%(author)s’s rules", author=author.author) if author else gettext("The tutor’s players")
    yield PlayedDeal("author", author_line(code_key, dealt), deal.seat, who, origin=Origin.AUTHOR)
    for game in services().library.games.values():
        if (game.code.key, game.deal.hands, game.deal.dealer) != (code_key, dealt.hands, dealt.dealer):
            continue
        table = book_line(code_key, dealt, game.calling, game.plays[-1])
        if table is not None:
            who = gettext("The book: %(place)s", place=game.citation)
            yield PlayedDeal("book", table, deal.seat, who, origin=Origin.BOOK)


# ---- the page -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TravellerPage:
    """A traveller for those who read it: the deals to choose from, who has them to play, and where else they are.

    `without` is what the page says where there is no deal.
    """

    title: str
    back: tuple[str, str]
    deals: Sequence[Sequence[PlayedDeal]]
    here: Callable[[int], str] = str
    played_url: Callable[[PlayedDeal], str] = lambda _: ""
    to_play: Collection[int] = ()
    csv_url: str = ""
    show_url: str = ""
    is_shown: bool = False
    days: tuple[date, date | None] | None = None
    without: str = ""
    counting_note: LazyString = PLAY_SELECTIONS[Counts.FIRST].note

    @cached_property
    def number(self) -> int:
        """The number of the deal that is asked for, from 1; the first if it is none."""
        asked = request.args.get("deal", "1")
        number = int(asked) if asked.isdecimal() and len(asked) < 4 else 1
        return number if 1 <= number <= len(self.deals) else 1

    @property
    def _plays(self) -> Sequence[PlayedDeal]:
        return self.deals[self.number - 1] if self.deals else ()

    @cached_property
    def traveller(self) -> Traveller | None:
        return traveller(self._plays) if self.deals else None

    @cached_property
    def references(self) -> Sequence[PlayedDeal]:
        """The author’s and the book’s lines of the deal."""
        return list(references(self._plays[0])) if self.deals else ()

    @property
    def missing(self) -> int:
        """How many have not finished the deal."""
        return len(set(self.to_play) - {deal.player for deal in self._plays})

    @property
    def table(self) -> Table | None:
        return self.traveller.deal.table if self.traveller else None

    @property
    def _with_double_dummy(self) -> bool:
        """Whether a solver knows what was played at any table."""
        lines = [line.deal for one in self.traveller.comparisons for line in one.lines] if self.traveller else []
        return any(deal.double_dummy is not None for deal in lines)

    def render(self) -> str:
        """The page."""
        table = self.table
        return render_template(
            "classroom/traveller.html",
            page=self,
            table=table,
            places=places(self.traveller.deal.seat) if self.traveller else places(Seat.SOUTH),
            contract_words=contract_words,
            with_double_dummy=self._with_double_dummy,
            compared=compared_words(self.traveller) if self.traveller else "",
            words=formatting,
        )


def compared_words(found: Traveller) -> str:
    """What the matchpoints compare, in a sentence."""
    sides = [one.party for one in found.comparisons]
    if len(found.parties) > 2:
        return gettext("The matchpoints compare what a player scored on this deal, less what each other player scored.")
    if len(sides) > 1:
        return gettext("The matchpoints compare what a side scored on this deal, less what the other side scored.")
    other = next(party for party in found.parties if party is not sides[0])
    return gettext(
        "The matchpoints compare what %(side)s scored on this deal, less what %(other)s scored.",
        side=sides[0].label,
        other=other.label,
    )


def _is_stage() -> bool:
    """Whether the page is for a projector, where the whole class reads it."""
    return is_for_projector()


# ---- of an assignment ---------------------------------------------------------------------------------------------


def _hand_of(class_id: int, number: int) -> tuple[Class, Assignment]:
    """A hand to play of the teacher’s class. Raises `Unknown` for other work."""
    room = class_of(class_id)
    assignment = assignment_of(room, number)
    if not assignment.work.is_played:
        raise Unknown("hand", str(number), ())
    return room, assignment


@blueprint.get("/classes/<int:class_id>/assignments/<int:number>/traveller")
def of_assignment(class_id: int, number: int) -> str:
    """The deal of an assignment as everybody played it."""
    room, assignment = _hand_of(class_id, number)
    people = _members(room)
    back = url_for("assignments.index", class_id=class_id), gettext("Assignments of %(name)s", name=room.name)
    title = gettext("Traveller: %(title)s", title=assignment.title)
    if _is_own_deals(assignment):
        why = gettext("Each learner has a deal of their own in this work, so there is nothing to compare.")
        return TravellerPage(title, back, (), without=why).render()
    deals = deals_of_work(assignment, people, name_in_class if _is_stage() else name_of)
    assignees = services().classroom.assignments.assignees(room.id)
    to_play = set(people) if assignment.everyone else set(people) & set(assignees.get(assignment.id, ()))
    return TravellerPage(
        title,
        back,
        deals,
        here=lambda deal: url_for(
            "travellers.of_assignment", class_id=class_id, number=number, deal=deal, stage=_stage()
        ),
        played_url=lambda deal: _teachers_link(class_id, deal),
        to_play=to_play,
        csv_url=url_for("travellers.of_assignment_as_csv", class_id=class_id, number=number),
        show_url=url_for("travellers.show_of_assignment", class_id=class_id, number=number),
        is_shown=services().classroom.shown_travellers.is_shown(class_id, name_of_work(number)),
        counting_note=PLAY_SELECTIONS[assignment.spec.counts].note,
    ).render()


def _is_own_deals(assignment: Assignment) -> bool:
    """Whether each learner is dealt other cards."""
    is_drawn = bool(assignment.work.drawn_deals(assignment.draw_for(0), 1))
    return is_drawn and not assignment.spec.same_for_all


def _teachers_link(class_id: int, deal: PlayedDeal) -> str:
    """Where a teacher reads a learner’s deal. A projector leads nowhere."""
    if _is_stage():
        return ""
    return url_for("played_deals.played", class_id=class_id, key=_match_of(deal), number=1)


def _match_of(deal: PlayedDeal) -> int:
    """The number of the match of a deal."""
    return int(deal.at_table.partition("/")[0])


def _stage() -> str | None:
    """What keeps a projector a projector on the next page."""
    return "1" if _is_stage() else None


@blueprint.get("/classes/<int:class_id>/assignments/<int:number>/traveller.csv")
def of_assignment_as_csv(class_id: int, number: int) -> Response:
    """The same as a table, with every deal of the assignment."""
    room, assignment = _hand_of(class_id, number)
    people = _members(room)
    deals = [] if _is_own_deals(assignment) else deals_of_work(assignment, people, name_of)
    note(EventKind.EXPORTED, detail=f"a traveller of the class {room.name}")
    return stream_file(as_csv(_rows(deals, people)), f"class-{class_id}-traveller-{number}.csv", MIMETYPE)


@blueprint.post("/classes/<int:class_id>/assignments/<int:number>/traveller")
def show_of_assignment(class_id: int, number: int) -> Redirection:
    """Shows the traveller to those who have played the deal, or hides it again."""
    _hand_of(class_id, number)
    _show(class_id, name_of_work(number))
    return redirect(url_for("travellers.of_assignment", class_id=class_id, number=number), 303)


def _show(class_id: int, name: str) -> None:
    services().classroom.shown_travellers.show(class_id, name, shown=request.form.get("do") == "show")


def _rows(deals: Sequence[Sequence[PlayedDeal]], people: dict[int, Person]) -> Iterator[Sequence[object]]:
    """The rows of a table: a line for each player, and the author’s and the book’s lines of each deal."""
    parties: Sequence[Party] = deals[0][0].parties if deals else ()
    yield [
        "deal", "player", "name in class", "seat", "contract", "declarer", "tricks",
        *(f"score of {party.label}" for party in parties), "matchpoints", "of", "double dummy", "result",
    ]  # fmt: skip
    for number, played in enumerate(deals, start=1):
        for comparison in traveller(played).comparisons:
            for line in comparison.lines:
                for deal in line.players:
                    person = people.get(deal.player)
                    names = (deal.who, person.name if person else "")
                    yield _row(number, deal, names, parties, (line.matchpoints, comparison.most))
        for deal in references(played[0]):
            yield _row(number, deal, (deal.who, ""), parties, (None, None))


def _row(
    number: int,
    deal: PlayedDeal,
    names: tuple[str, str],
    parties: Sequence[Party],
    points: tuple[int | None, int | None],
) -> Sequence[object]:
    declaration = deal.declaration
    named = (contract_words(declaration), declaration.by.label) if declaration else ("", "")
    scores = (deal.points(party) for party in parties)
    return [number, *names, deal.seat.label, *named, deal.tricks, *scores, *points, deal.double_dummy, deal.brief]


# ---- of the deal of the day ---------------------------------------------------------------------------------------


def _day(text: str | None) -> date:
    """The day that is asked for, today if none is. A day that has not come yet is not found."""
    today = services().study.today
    try:
        day = date.fromisoformat(text) if text else today
    except ValueError:
        abort(404)
    if day > today or day.year < FIRST_YEAR:
        abort(404)
    return day


FIRST_YEAR = 2000
"""There were no deals of the day before."""


@blueprint.get("/classes/<int:class_id>/deal-of-the-day")
def of_day(class_id: int) -> str:
    """The deal of a day (`day`) as everybody of the class played it."""
    room, day = class_of(class_id), _day(request.args.get("day"))
    people = _members(room)
    played = deal_of_day(room, day, people, name_in_class if _is_stage() else name_of)
    today, one = services().study.today, timedelta(days=1)
    return TravellerPage(
        gettext("Deal of the day: %(day)s", day=language.day(day)),
        (url_for("assignments.index", class_id=class_id), gettext("Assignments of %(name)s", name=room.name)),
        [played] if played else (),
        here=lambda _: url_for("travellers.of_day", class_id=class_id, day=day.isoformat(), stage=_stage()),
        to_play=people,
        csv_url=url_for("travellers.of_day_as_csv", class_id=class_id, day=day.isoformat()),
        show_url=url_for("travellers.show_of_day", class_id=class_id, day=day.isoformat()),
        is_shown=services().classroom.shown_travellers.is_shown(class_id, name_of_day(day)),
        days=(day - one, day + one if day < today else None),
    ).render()


@blueprint.get("/classes/<int:class_id>/deal-of-the-day.csv")
def of_day_as_csv(class_id: int) -> Response:
    """The same as a table."""
    room, day = class_of(class_id), _day(request.args.get("day"))
    people = _members(room)
    played = deal_of_day(room, day, people, name_of)
    note(EventKind.EXPORTED, detail=f"a traveller of the class {room.name}")
    name = f"class-{class_id}-deal-of-the-day-{day.isoformat()}.csv"
    return stream_file(as_csv(_rows([played] if played else [], people)), name, MIMETYPE)


@blueprint.post("/classes/<int:class_id>/deal-of-the-day")
def show_of_day(class_id: int) -> Redirection:
    """Shows the deal of a day to those who have played it, or hides it again."""
    class_of(class_id)
    day = _day(request.args.get("day"))
    _show(class_id, name_of_day(day))
    return redirect(url_for("travellers.of_day", class_id=class_id, day=day.isoformat()), 303)


# ---- of tables of several people ----------------------------------------------------------------------------------


def _table_of(class_id: int, number: int) -> tuple[Class, SharedTable]:
    """A table of the teacher’s class where the cards are dealt. Raises `Unknown`."""
    room, table = class_of(class_id), tables().find(number)
    if table.class_id != room.id or not table.is_begun:
        raise Unknown("table", str(number), ())
    return room, table


def _name_of(table: SharedTable) -> str:
    """By what it is stored that the traveller of a table, and of all with the same deals, is shown."""
    return name_of_tables(tables().first_with_same_deals(table))


@blueprint.get("/classes/<int:class_id>/tables/<int:number>/traveller")
def of_tables(class_id: int, number: int) -> str:
    """The deals of a table as all tables that have them played them."""
    room, table = _table_of(class_id, number)
    those = tables().with_same_deals(table)
    deals = deals_of_tables(those, _members(room), name_in_class if _is_stage() else name_of)
    return TravellerPage(
        gettext("Traveller of the tables"),
        (url_for("class_tables.index", class_id=class_id), gettext("Tables of the class")),
        deals,
        here=lambda deal: url_for("travellers.of_tables", class_id=class_id, number=number, deal=deal, stage=_stage()),
        played_url=lambda deal: "" if _is_stage() else _table_link(deal),
        csv_url=url_for("travellers.of_tables_as_csv", class_id=class_id, number=number),
        show_url=url_for("travellers.show_of_tables", class_id=class_id, number=number),
        is_shown=services().classroom.shown_travellers.is_shown(class_id, _name_of(table)),
        counting_note=EVERY_TABLE,
    ).render()


def _table_link(deal: PlayedDeal) -> str:
    """The page of a deal at a table of several people, for those who may see it."""
    key, _, number = deal.at_table.partition("/")
    return url_for("together.played", key=int(key), number=int(number))


@blueprint.get("/classes/<int:class_id>/tables/<int:number>/traveller.csv")
def of_tables_as_csv(class_id: int, number: int) -> Response:
    """The same as a table, with every deal."""
    room, table = _table_of(class_id, number)
    those, people = tables().with_same_deals(table), _members(room)
    note(EventKind.EXPORTED, detail=f"a traveller of the class {room.name}")
    rows = _rows(deals_of_tables(those, people, name_of), people)
    return stream_file(as_csv(rows), f"class-{class_id}-tables-{number}.csv", MIMETYPE)


@blueprint.post("/classes/<int:class_id>/tables/<int:number>/traveller")
def show_of_tables(class_id: int, number: int) -> Redirection:
    """Shows the traveller of tables to those who have played the deals, or hides it again."""
    _, table = _table_of(class_id, number)
    _show(class_id, _name_of(table))
    return redirect(url_for("travellers.of_tables", class_id=class_id, number=number), 303)


# ---- as the class sees it -----------------------------------------------------------------------------------------


def _own(played: Sequence[PlayedDeal]) -> bool:
    """Whether the learner of this request is among those who played a deal."""
    return any(deal.player == services().study.learner for deal in played)


def _forbid_not_shown() -> NoReturn:
    """Says that the teacher does not show how the class played a deal."""
    forbid(
        gettext("The results are not shown yet"),
        gettext("You can see how the class played the deal once your teacher shows it."),
    )


def _own_link(deal: PlayedDeal) -> str:
    """Learners can open their own deal, and nobody else’s."""
    if deal.player != services().study.learner:
        return ""
    return url_for("tables.played", key=_match_of(deal), number=1)


@blueprint.get("/assignments/<int:number>/traveller")
def shown_of_assignment(number: int) -> str:
    """The traveller of an assignment for its learner: the deals that they have played, if the teacher shows them."""
    task = task_of(number)
    classroom, learner = services().classroom, services().study.learner
    rooms = {room.id: room for room in classroom.classes.all_of_learner(learner)}
    room = rooms.get(task.assignment.class_id or 0)
    if room is None:
        abort(404)
    if not task.shows_results or not classroom.shown_travellers.is_shown(room.id, name_of_work(number)):
        _forbid_not_shown()
    found = [] if _is_own_deals(task.assignment) else deals_of_work(task.assignment, _members(room), name_in_class)
    deals = [played for played in found if _own(played)]
    return TravellerPage(
        gettext("Traveller: %(title)s", title=task.assignment.title),
        (task.url, task.assignment.title),
        deals,
        here=lambda deal: url_for("travellers.shown_of_assignment", number=number, deal=deal, stage=_stage()),
        played_url=_own_link,
        without=gettext("Play the deal first. Then you can compare."),
        counting_note=PLAY_SELECTIONS[task.assignment.spec.counts].note,
    ).render()


@blueprint.get("/table/today/class")
def shown_of_day() -> str:
    """The deal of a day (`day`) as the learner’s class played it, if its teacher shows it."""
    day, learner = _day(request.args.get("day")), services().study.learner
    shown = services().classroom.shown_travellers.classes_shown(learner, name_of_day(day))
    room = next((one for one in services().classroom.classes.all_of_learner(learner) if one.id in shown), None)
    if room is None:
        _forbid_not_shown()
    played = deal_of_day(room, day, _members(room), name_in_class)
    return TravellerPage(
        gettext("Deal of the day: %(day)s", day=language.day(day)),
        (url_for("tables.index"), gettext("All tables")),
        [played] if _own(played) else (),
        here=lambda _: url_for("travellers.shown_of_day", day=day.isoformat(), stage=_stage()),
        played_url=_own_link,
        without=gettext("Play the deal first. Then you can compare."),
    ).render()


@blueprint.get("/together/<int:key>/traveller")
def shown_of_tables(key: int) -> str:
    """The deals of a table as all tables that have them played them: those that it has finished, if they are shown."""
    here = guest(key)
    learner = services().study.learner
    room = next(
        (one for one in services().classroom.classes.all_of_learner(learner) if one.id == here.table.class_id), None
    )
    if here.table.player_of(learner) is None or room is None:
        abort(404)
    if not services().classroom.shown_travellers.is_shown(room.id, _name_of(here.table)):
        _forbid_not_shown()
    those = tables().with_same_deals(here.table)
    deals = [played for played in deals_of_tables(those, _members(room), name_in_class) if _own(played)]
    return TravellerPage(
        gettext("Traveller of the tables"),
        (url_for("together.table", key=key), gettext("Back to the table")),
        deals,
        here=lambda deal: url_for("travellers.shown_of_tables", key=key, deal=deal, stage=_stage()),
        played_url=lambda deal: _table_link(deal) if deal.player == learner else "",
        without=gettext("Play the deal first. Then you can compare."),
        counting_note=EVERY_TABLE,
    ).render()
