"""To read a page changes nothing, and no page that depends on who asks is kept by a browser or a proxy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.boards import EVENING
from tests.support.clock import NOW, FakeClock
from tests.support.filled_study import Rows, everything
from tests.support.school import WORDS, log_in
from tests.web.play.test_tables import played
from tutor.codes import code
from tutor.library.folders import folder
from tutor.quizzes.items import Item, ItemKind
from tutor.seats import Seat
from tutor.study.answers.boards import SeatChoice
from tutor.study.answers.shared_tables import TableSpec
from tutor.study.classroom.assigned_work import DrillWork, HandWork, ReplayWork, TextWork, Work
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.live_work import LiveWork
from tutor.study.classroom.lti import PlatformSpec
from tutor.study.classroom.problem_reports import Reports, Where
from tutor.study.classroom.shown_travellers import name_of_day, name_of_tables, name_of_work
from tutor.study.storage.jobs import Queue
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness
from tutor.tables.shared import SharedMatch
from tutor.web.classroom.authored_import import JOB
from tutor.web.classroom.lti_messages import new_private_key
from tutor.web.services import EXTENSION, Services

pytestmark = pytest.mark.slow

TEACHER, LEARNER = 1, 2
DRILL, HAND, TEXT = 1, 2, 3
ITEM = "hel-decl-nt-a"
CODE = Item(ITEM, ItemKind.RULE, "").code
DECLARE = "/practice/declare/AKJ762.765.A43.4"

ADDRESSES: Mapping[str, Sequence[str]] = {
    "accounts.join": ["/join", "/join?code=nothing"],
    "accounts.log_in": ["/log-in"],
    "accounts.invitation": ["/invitation/{invitation}", "/invitation/nothing"],
    "accounts.show_account": ["/account"],
    "api.define_term": ["/api/v1/terms/finesse"],
    "api.draw_questions": ["/api/v1/questions?on=term&seed=1"],
    "api.list_claims": ["/api/v1/claims?deal=hel-game-05"],
    "api.list_deals": ["/api/v1/deals", "/api/v1/deals?kind=game"],
    "api.list_games": ["/api/v1/games"],
    "api.list_laws": ["/api/v1/laws?words=revoke"],
    "api.list_lessons": ["/api/v1/lessons?course=whist"],
    "api.list_maxims": ["/api/v1/maxims"],
    "api.list_odds": ["/api/v1/odds"],
    "api.list_offences": ["/api/v1/rulings/auction-1910"],
    "api.list_plays": ["/api/v1/games/hel-game-02/plays"],
    "api.list_terms": ["/api/v1/terms"],
    "api.list_themes": ["/api/v1/themes"],
    "api.openapi": ["/api/v1/openapi.json"],
    "api.rule_on": ["/api/v1/rulings/auction-1910/revokes"],
    "api.search_everything": ["/api/v1/search?words=holding+up"],
    "api.show_deal": ["/api/v1/deals/hel-game-05"],
    "api.show_law": ["/api/v1/laws/revoke-penalty"],
    "api.show_question": ["/api/v1/questions/8d3998bd.beginner.438900"],
    "api_guide.index": ["/api/v1/"],
    "assigning.choose_class": ["/classes/assign/lesson?lesson=odds-suits"],
    "assigning.copy": [f"/classes/1/assignments/{DRILL}/copy"],
    "assigning.extensions": [f"/classes/1/assignments/{DRILL}/extensions"],
    "assigning.templates": ["/classes/templates"],
    "pupil_preview.content": [f"/classes/1/assignments/{HAND}/preview/content"],
    "pupil_preview.home": [f"/classes/1/assignments/{TEXT}/preview"],
    "pupil_preview.question": [f"/classes/1/assignments/{DRILL}/preview/questions/1"],
    "calendar.feed": ["/calendar/2-{calendar}.ics", "/calendar/2-nothing.ics"],
    "calendar.file": ["/calendar/work.ics"],
    "calendar.index": ["/calendar/"],
    "groups.change": ["/classes/1/groups/1"],
    "groups.index": ["/classes/1/groups/"],
    "assignments.change": [f"/classes/1/assignments/{DRILL}"],
    "assignments.form": ["/classes/1/assignments/new/drill", "/classes/1/assignments/new/text"],
    "assignments.index": ["/classes/1/assignments/"],
    "assignments.new": ["/classes/1/assignments/new"],
    "authoring.edit": ["/create/1"],
    "authoring.index": ["/create/"],
    "authoring.new": ["/create/new/lesson", "/create/new/hand"],
    "authoring.redirect_to_index": ["/create/save", "/create/write", "/create/preview"],
    "authoring.take": ["/create/1/1/file"],
    "authoring.take_all": ["/create/all.zip"],
    "authoring.versions": ["/create/1/versions"],
    "authored_import.import_progress": ["/create/import/{brought}"],
    "authored_import.index": ["/create/import/"],
    "form_editor.choose": ["/create/form/copy"],
    "form_editor.draft": ["/create/form/drafts/{draft}"],
    "form_editor.edit": ["/create/form/1"],
    "form_editor.new": ["/create/form/new/lesson", "/create/form/new/hand"],
    "form_editor.redirect_to_index": ["/create/form/write", "/create/form/from-text", "/create/form/draft"],
    "class_life.ask_to_erase": [f"/classes/1/members/{LEARNER}/erase"],
    "class_life.deleted": ["/classes/deleted"],
    "class_life.export_data": [f"/classes/1/members/{LEARNER}/data"],
    "class_tables.index": ["/classes/1/tables/", "/classes/1/tables/?draw=7"],
    "classes.index": ["/classes/"],
    "classes.room": ["/classes/1"],
    "classes.way_in": ["/classes/1/join", "/classes/1/join?stage=1"],
    "deals.audit": ["/audit"],
    "deals.deal": ["/deals/hel-diamonds-04"],
    "deals.ending": ["/endings/cae-end-090"],
    "deals.hands": ["/hands/hel-hands-doubling"],
    "deals.index": ["/deals/"],
    "deals.odds": ["/odds"],
    "diagrams.take": ["/diagrams/hel-diamonds-04.png", "/diagrams/hel-diamonds-04.svg"],
    "embedding.call": ["/embed/games/hel-game-01/call/1"],
    "embedding.card": ["/embed/games/hel-game-01/card/9", "/embed/games/hel-game-01/card/0"],
    "embedding.deal": ["/embed/games/hel-game-01"],
    "exercises.ask": [f"/practice/{CODE}/0", f"/practice/{CODE}/0?hints=3"],
    "refutations.show": ["/practice/cb5a5546/0/D7/refutation", "/practice/cb5a5546/0/D7/refutation?card=3"],
    "exercises.verdict": [f"/practice/{CODE}/0/{{given}}"],
    "exports.file": ["/exports/jobs/{job}/file"],
    "exports.job": ["/exports/jobs/{job}"],
    "exports.take": [
        "/exports/gift/lesson:bridge-leads-compared",
        "/exports/anki/lesson:bridge-leads-compared",
        "/exports/lin/hel-game-01",
        "/exports/pbn/hel-game-01",
        "/exports/pdf/hel-game-01",
    ],
    "exports.take_log": ["/exports/xapi"],
    "gradebook.answers": [f"/classes/1/answers/{DRILL}/{LEARNER}"],
    "gradebook.answers_as_csv": ["/classes/1/answers.csv"],
    "gradebook.grid": ["/classes/1/gradebook"],
    "gradebook.grid_as_csv": ["/classes/1/grid.csv"],
    "gradebook.missed": ["/classes/1/missed"],
    "live.follow": ["/live/1/"],
    "live.part": ["/live/1/part"],
    "live_lessons.index": ["/classes/1/live/"],
    "live_lessons.lead": ["/classes/1/live/1", "/classes/1/live/1?stage=1"],
    "live_lessons.new": ["/classes/live/new?kind=lesson&of=bridge-leads-compared"],
    "live_lessons.part": ["/classes/1/live/1/part"],
    "live_lessons.votes_as_csv": ["/classes/1/live/1/votes.csv"],
    "played_deals.played": ["/classes/1/deals/{hand}/1"],
    "played_deals.again": ["/classes/1/deals/{hand}/1/0", "/classes/1/deals/{hand}/1/9"],
    "travellers.of_assignment": [f"/classes/1/assignments/{HAND}/traveller"],
    "travellers.of_assignment_as_csv": [f"/classes/1/assignments/{HAND}/traveller.csv"],
    "travellers.of_day": ["/classes/1/deal-of-the-day", "/classes/1/deal-of-the-day?day=2025-12-31"],
    "travellers.of_day_as_csv": ["/classes/1/deal-of-the-day.csv"],
    "travellers.shown_of_assignment": [f"/assignments/{HAND}/traveller"],
    "travellers.of_tables": ["/classes/1/tables/{shared}/traveller"],
    "travellers.of_tables_as_csv": ["/classes/1/tables/{shared}/traveller.csv"],
    "travellers.shown_of_day": ["/table/today/class"],
    "travellers.shown_of_tables": ["/together/{shared}/traveller"],
    "games.call": ["/games/hel-game-01/call/1?seat=y"],
    "games.card": ["/games/hel-game-01/card/9", "/games/hel-game-01/card/52", "/games/hel-game-01/card/0"],
    "games.deal": ["/games/hel-game-01/"],
    "games.index": ["/games/"],
    "glossary.index": ["/glossary"],
    "hindsight.table": ["/games/hel-game-01/hindsight", "/games/hel-game-01/hindsight?shown=1"],
    "help.guide": ["/help/learning", "/help/deploy/nginx.conf"],
    "help.index": ["/help"],
    "home.index": ["/"],
    "preferences.show": ["/settings/"],
    "home.sources": ["/sources"],
    "homework.index": ["/homework/"],
    "homework.result": ["/homework/{opened}/result"],
    "privacy.index": ["/your-data/"],
    "privacy.take": ["/your-data/file"],
    "offline.index": ["/offline/"],
    "offline.manifest": ["/manifest.webmanifest"],
    "offline.pack": ["/offline/packs/game/hel-game-03", "/offline/packs/lesson/whist-words", "/offline/packs/nothing"],
    "offline.state": ["/offline/state"],
    "offline.worker": ["/service-worker.js"],
    "laws.index": ["/laws/"],
    "laws.point": ["/laws/claim-rest"],
    "lessons.course": ["/courses/whist"],
    "placement.begin": ["/courses/whist/placement/"],
    "placement.results": ["/courses/whist/placement/7"],
    "placement.question": ["/courses/whist/placement/7/1"],
    "drills.results": ["/lessons/bridge-leads-compared/drills/0/7"],
    "drills.question": ["/lessons/bridge-leads-compared/drills/0/7/1"],
    "lessons.handout": ["/lessons/bridge-leads-compared/handout"],
    "lessons.index": ["/courses/"],
    "lessons.lesson": ["/lessons/bridge-leads-compared", "/lessons/bridge-leads-compared?all=1"],
    "drills.begin": ["/lessons/bridge-leads-compared/drills/0"],
    "library.index": ["/library/", "/library/?q=second+hand"],
    "filters.themes": ["/themes/"],
    "lti.ask": ["/lti/1/remove"],
    "lti.choose": ["/lti/choose"],
    "lti.connect": ["/lti/connect"],
    "lti.index": ["/lti/"],
    "lti.keys": ["/lti/keys"],
    "lti.login": ["/lti/login", "/lti/login?iss=nobody&login_hint=x"],
    "masters.at_step": ["/games/hel-game-03/masters/4?card=C3"],
    "masters.index": ["/masters/?hand=S:AQJT+H:QJ4+C:KT2+D:752&boundary=1"],
    "masters.show_agreement": ["/agreement"],
    "masters.rules": ["/rules/"],
    "masters.rules_of": ["/rules/hellespont"],
    "maxims.index": ["/maxims/"],
    "practice.declare": [DECLARE],
    "practice.index": ["/practice/"],
    "practice.next_hand": ["/practice/declare/"],
    "practice.of_item": [f"/practice/of/{CODE}"],
    "practice.own_hand": ["/practice/declare/own"],
    "practice.of_group": ["/practice/some/caelebs-lead"],
    "practice.question_of_set": ["/practice/sets/caelebs-lead/beginner/7/1", "/practice/sets/hands/beginner/7/1"],
    "practice.results_of_set": ["/practice/sets/caelebs-lead/beginner/7"],
    "practice.verdict": [f"{DECLARE}/leave"],
    "comments.index": ["/assignments/comments"],
    "problem_reports.ask": ["/report?page=/games/hel-game-01/card/9"],
    "problem_reports.file": ["/reports/1/file"],
    "problem_reports.file_of_all": ["/reports/file"],
    "problem_reports.index": ["/reports/"],
    "problem_reports.thanks": ["/report/thanks"],
    "results.homework_file": [f"/classes/1/assignments/{DRILL}/homework"],
    "results.index": ["/classes/1/results"],
    "review.index": ["/review/"],
    "review.show_progress": ["/progress"],
    "review.log": ["/review/log.csv", "/review/log.json"],
    "review.next_question": ["/review/next", "/review/next?from=review.1767225600.1.5"],
    "review.results": ["/review/results/review/1767225600/20", "/review/results/mistakes/1767225600/20"],
    "rulings.index": ["/rulings?code=auction-1910&offence=revokes&by=adversary&when=established"],
    "second_factor.ask": ["/log-in/code"],
    "second_factor.index": ["/account/two-step"],
    "security.as_table": ["/security/log.csv"],
    "security.index": ["/security/"],
    "sessions.index": ["/account/sessions/"],
    "invitations.index": ["/invitations/"],
    "static": ["/static/love-all.css"],
    "boards.ask": ["/boards/1/delete", "/boards/2/delete"],
    "boards.played": ["/boards/1/1", "/boards/2/2"],
    "boards.export": ["/boards/1/pbn", "/boards/2/pbn"],
    "boards.index": ["/boards/"],
    "boards.session": ["/boards/1/", "/boards/2/"],
    "boards.again": ["/boards/1/1/0", "/boards/2/2/9"],
    "tables.played": ["/table/1/deals/1", "/table/2/deals/1"],
    "tables.again": ["/table/1/deals/1/0", "/table/2/deals/1/0"],
    "tables.index": ["/table/"],
    "tables.table": ["/table/1", "/table/2"],
    "together.again": ["/together/{shared}/deals/1/3"],
    "together.played": ["/together/{shared}/deals/1"],
    "together.index": ["/together/"],
    "together.table": ["/together/{shared}", "/together/{seats}"],
    "together.version": ["/together/{shared}/version"],
    "together.watch": ["/together/{shared}/watch"],
    "teachers.ask": ["/teachers/1/remove"],
    "teachers.index": ["/teachers/"],
    "attempts.attempt": [f"/assignments/{DRILL}/1"],
    "assigned_work.index": ["/assignments/"],
    "assigned_work.show_assignment": [f"/assignments/{DRILL}/", f"/assignments/{HAND}/", f"/assignments/{TEXT}/"],
    "attempts.question": [
        f"/assignments/{DRILL}/1/1",
        f"/assignments/{DRILL}/1/2",
        f"/assignments/{DRILL}/1/2?hints=3",
    ],
}
"""Where each page is that can be read, by its endpoint."""


MAY_GROW = {
    "hindsight": (
        "hindsight.table",
        "boards.played",
        "boards.again",
        "tables.played",
        "tables.again",
        "played_deals.played",
        "played_deals.again",
        "together.played",
        "together.again",
        "together.table",
        "games.call",
        "games.card",
        "games.deal",
    ),
    "attempt": ("accounts.join", "accounts.invitation"),
    "event": tuple(ADDRESSES),
}
"""The tables to which reading adds, and where. What a deal is worth with all hands open is a calculation, and nobody’s
record. A code that is not known is counted, or whoever guesses codes could do so by reading. The security log tells
who was refused a page, and who took other people’s data with them.
"""
SAME_FOR_ALL = (
    "static", "diagrams.take", "api.define_term", "api.list_laws", "api.list_lessons", "api.list_maxims",
    "api.list_odds", "api.list_offences", "api.list_terms", "api.list_themes", "api.openapi", "api.rule_on",
    "api.show_law",
)  # fmt: skip
"""The pages that may be cached. Those of the API that open work changes may not."""


@dataclass
class Readers:
    """A school with something behind every address; a visitor, a learner and a teacher with browsers."""

    clients: Mapping[str, FlaskClient]
    marks: Mapping[str, str]

    def addresses(self, endpoint: str) -> list[str]:
        """Where a page is."""
        found = list(ADDRESSES[endpoint])
        for mark, value in self.marks.items():
            found = [address.replace(mark, value) for address in found]
        return found


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def readers(school: Flask, classroom: Classroom, study: Study) -> Readers:
    parts: Services = school.extensions[EXTENSION]
    study.database.secret()  # the first thing that is made where a tutor is served
    room = classroom.classes.make(TEACHER, "Lower Fifth")
    classroom.classes.join(room.id, classroom.people.enrol("Knave", "Tom Bell", WORDS).id)
    works: Sequence[Work] = (
        DrillWork(on=(ITEM,), questions=3, seed=5),
        HandWork(code="bridge-english-1901", player="S", strictness="guided", seed=7),
        TextWork(text="Read this."),
    )
    for work in works:
        classroom.assignments.give(room.id, AssignmentSpec("Work", work, NOW - timedelta(days=1)))
    classroom.live.start(room.id, "Game 1", LiveWork(by=TEACHER, on=ReplayWork(game="hel-game-01")))
    Reports(study.database, study.clock).keep(LEARNER, Where("/", "Home", ""), "A card is missing.")
    clients = {name: school.test_client() for name in ("visitor", "learner", "teacher")}
    log_in(clients["learner"], "Knave")
    log_in(clients["teacher"], "Miss Vine")
    learner, teacher = clients["learner"], clients["teacher"]

    lesson = (folder("templates") / "samples" / "lesson.md").read_text(encoding="utf-8")
    assert sent(teacher, "/create/save", kind="lesson", name="mine", text=lesson) == 303
    assert sent(teacher, "/create/form/draft", kind="lesson", slot="new-1", title="A draft") == 200
    exercise = parts.makers.make(ITEM, 0)
    assert sent(learner, f"/practice/{CODE}/0", answer=exercise.answer) == 303
    assert sent(learner, f"/assignments/{DRILL}/1/1", answer=exercise.choices[0].key) in (303, 400)
    for client in (learner, teacher):
        assert sent(client, "/games/hel-game-01/place", step="3", seat="y") == 204
    homework = teacher.get(f"/classes/{room.id}/assignments/{DRILL}/homework").data
    elsewhere = homework.replace(classroom.assignments.find(DRILL).key.encode(), b"0" * 32)
    form = {"file": (BytesIO(elsewhere), "work.love-all.json"), "name": "Tom Bell"}
    opened = learner.post("/homework/", data=form).location.rpartition("=")[2]

    classroom.groups.make(room.id, "Red table")
    assert sent(learner, "/calendar/") == 303
    calendar = learner.get("/calendar/").text.partition("/calendar/2-")[2].partition(".ics")[0]
    rules = code("bridge-english-1901")
    at = "https://moodle.example"
    spec = PlatformSpec("Moodle", at, "tutor", ("1",), f"{at}/auth", f"{at}/token", f"{at}/keys")
    classroom.lti.add(spec, new_private_key(), by=TEACHER)
    jobs, queue = {}, Queue(study.database, study.clock)
    for who in (TEACHER, LEARNER):
        study.of(who).matches.begin(played(Match(rules, "4", rules.players[0], Strictness.GUIDED)))
        study.of(who).boards.add("Club night", EVENING, SeatChoice(seat=Seat.EAST))
        for kind, what in ((JOB, "all.zip"), ("anki", "0 1 beginner lesson:bridge-leads-compared")):
            jobs[who, kind] = study.of(who).jobs.begin(kind, what)
            made = b'{"file":"all.zip","taken":[],"faults":[],"passed_over":[]}'
            taken = queue.take()
            assert taken is not None
            assert queue.end(taken, "made.zip", "application/zip", made)
    work = classroom.assignments.find(HAND).work
    assert isinstance(work, HandWork)
    hand = played(work.match(classroom.assignments.find(HAND).draw_for(LEARNER), 1))
    for name in (name_of_work(HAND), name_of_day(NOW.date())):
        classroom.shown_travellers.show(room.id, name, shown=True)
    shared = [
        classroom.shared_tables.begin(
            LEARNER, room.id, TableSpec(match, {rules.players[0]: LEARNER}, is_begun=bool(match.records))
        )
        for match in (
            Match(rules, "5", rules.players[0], Strictness.GUIDED),
            Match(rules, "5", rules.players[0], Strictness.GUIDED, records=()),
        )
    ]
    begun = classroom.shared_tables.find(shared[0])
    classroom.shared_tables.save(begun, SharedMatch(played(begun.match), frozenset()))
    classroom.shown_travellers.show(room.id, name_of_tables(shared[0]), shown=True)
    return Readers(
        clients,
        {
            "{hand}": str(study.of(LEARNER).matches.begin(hand, HAND, 1)),
            "{shared}": str(shared[0]),
            "{seats}": str(shared[1]),
            "{calendar}": calendar,
            "{opened}": opened,
            "{invitation}": classroom.classes.invite(room, "Ann Hart"),
            "{given}": exercise.answer,
            "{job}": str(jobs[LEARNER, "anki"]),
            "{brought}": str(jobs[TEACHER, JOB]),
            "{draft}": "new-1",
        },
    )


def sent(client: FlaskClient, path: str, **form: str) -> int:
    return client.post(path, data=form, content_type="multipart/form-data").status_code


def every_page(app: Flask) -> Iterator[str]:
    """The endpoints that can be read, each once."""
    found = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert found == set(ADDRESSES), "each page that can be read needs an address here"
    yield from sorted(found)


def changed(before: Rows, after: Rows, endpoint: str) -> list[str]:
    """What differs, but for what may."""
    found = []
    for table, rows in after.items():
        then = before[table]
        if table == "login":
            then, rows = ([{**row, "seen_at": None} for row in some] for some in (then, rows))
        if endpoint in MAY_GROW.get(table, ()):
            rows = [row for row in rows if row in then]
        if rows != then:
            found.append(f"{table}: {[row for row in rows if row not in then]}")
    return found


def walk(app: Flask, readers: Readers) -> Iterator[tuple[str, str, str, FlaskClient]]:
    for endpoint in every_page(app):
        for path in readers.addresses(endpoint):
            for who, client in readers.clients.items():
                yield endpoint, path, who, client


@pytest.mark.databases
def test_reading_a_page_changes_nothing_but_when_somebody_was_seen(
    school: Flask, readers: Readers, study: Study, clock: FakeClock
) -> None:
    then = everything(study.database)
    seen, shown = 0, set[str]()
    for endpoint, path, who, client in walk(school, readers):
        if not path.startswith("/api/"):  # which asks nobody who they are, so the day is long enough for all others
            clock.now += timedelta(seconds=61)
        answer = client.get(path, buffered=True)
        now = everything(study.database)
        assert not changed(then, now, endpoint), (path, who)
        assert answer.status_code < 500, (path, who)
        if answer.status_code < 400 and not (answer.location or "").startswith("/log-in"):
            shown.add(endpoint)
        seen += now["login"] != then["login"]
        then = now
    # for five minutes after the passphrase, and these are over; for those whom a learning platform sends
    expected = set(ADDRESSES) - {"second_factor.ask", "lti.login", "lti.connect", "lti.choose"}
    assert shown == expected, f"nobody was shown {expected - shown}"
    assert seen > len(ADDRESSES), "that somebody was here is written"


def test_only_what_is_the_same_for_everybody_may_be_cached(school: Flask, readers: Readers) -> None:
    same: dict[str, bytes] = {}
    stored = 0
    for endpoint, path, who, client in walk(school, readers):
        answer = client.get(path, buffered=True)
        caching = answer.headers.get("Cache-Control", "")
        if endpoint not in SAME_FOR_ALL:
            assert caching == "no-store", (path, who, answer.status_code)
            continue
        stored += 1
        assert answer.status_code == 200
        tells_of_client = "RateLimit" in answer.headers  # how many calls are left, which is nobody else’s business
        assert ("private" if tells_of_client else "public") in caching, path
        assert answer.data == same.setdefault(path, answer.data), (path, who)
        assert "Set-Cookie" not in answer.headers, (path, who)
        assert "Cookie" not in answer.headers.get("Vary", ""), "it does not look at who asks"
    assert stored == 3 * sum(len(ADDRESSES[endpoint]) for endpoint in SAME_FOR_ALL)


@pytest.mark.parametrize("path", ["/diagrams/nothing.svg", "/static/nothing.css", "/nowhere", "/classes/99", "/log-in"])
def test_what_went_wrong_and_what_a_form_answers_is_not_cached(readers: Readers, path: str) -> None:
    for client in readers.clients.values():
        for answer in (client.get(path, buffered=True), client.post(path, buffered=True)):
            assert answer.headers["Cache-Control"] == "no-store", (path, answer.status_code)
