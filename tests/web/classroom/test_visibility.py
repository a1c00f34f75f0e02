"""What learners may see of their answers and of what they are assigned: on every route, and in every download."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from difflib import unified_diff
from random import Random
from typing import Any
from zipfile import ZipFile, is_zipfile

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from tests.support.boards import EVENING
from tests.support.clock import NOW
from tests.support.school import WORDS, log_in
from tutor.codes import code
from tutor.errors import TutorError
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import Exercise, Grade, Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.quizzes.wording import answer_key
from tutor.seats import Seat
from tutor.study.accounts.people import Person
from tutor.study.answers import visibility
from tutor.study.answers.answer import Answer
from tutor.study.answers.boards import SeatChoice
from tutor.study.answers.matches import line_of
from tutor.study.classroom.assigned_work import PLAYED, DrillWork, HandWork, LessonWork, ReplayWork, TextWork, Work
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.secret_numbers import is_sealed, is_sealed_seed
from tutor.study.storage.tables import AnswerRow, AssignmentRow
from tutor.study.study import Study
from tutor.tables.bots import bot
from tutor.tables.match import Match, Strictness
from tutor.web.access import Access, access_to
from tutor.web.services import EXTENSION, Services

pytestmark = pytest.mark.slow

ITEMS = ("hel-decl-nt-a", "hel-decl-hearts-honours")
DAY = timedelta(days=1)
LESSON, GAME = "odds-suits", "hel-secure-the-game-146"
VERDICT = re.compile(
    r'class="mark|\bRight\.|\bAlso fine\.|own choice|Your decisions|not advised|: ?"(best|acceptable|told)"'
    r"|,(best|acceptable|told),|\"success\"|\"scaled\"|(\d|None|One|Two) right of|\d of \d+ right|Passed"
)
"""What a page or a file says where it says what an answer was worth."""
OF_THE_BOOKS = frozenset(
    ("api.list_claims", "api.list_odds", "api.list_laws", "api.openapi",
     "rulings.index", "deals.audit", "masters.index", "masters.at_step", "home.sources", "laws.index",
     "boards.session", "boards.played")
)  # fmt: skip
"""Pages on what authors say, whoever asks: verdicts stand there, and none of them on an answer.

Boards that learners import are their own: no assignment asks for them.
"""


@dataclass
class Held:
    """Knave in a class, with work of every kind done for which the results are held back."""

    app: Flask
    study: Study
    classroom: Classroom
    knave: FlaskClient
    who: Person
    drill: Assignment
    lesson: Assignment
    replay: Assignment
    hand: Assignment
    table: int

    @property
    def parts(self) -> Services:
        found: Services = self.app.extensions[EXTENSION]
        return found

    @property
    def own(self) -> Study:
        return self.study.of(self.who.id)

    def exercise(self, which: Assignment, attempt: int, question: int) -> Exercise:
        put = which.questions_for(self.who.id, attempt)[question - 1]
        return self.parts.makers.make(put.item, put.number, put.level)


def wrong_to(exercise: Exercise) -> str:
    return next(one.key for one in exercise.choices if exercise.mark(one.key).grade is Grade.NOT_ADVISED)


def give(classroom: Classroom, room: int, work: Work, **draft: Any) -> Assignment:
    return classroom.assignments.give(room, AssignmentSpec("Examination", work, NOW - DAY, **draft))


@pytest.fixture
def held(school: Flask, classroom: Classroom, study: Study, library: Library) -> Held:
    room = classroom.classes.make(1, "Lower Fifth")
    who = classroom.people.enrol("Knave", "Tom Bell", WORDS)
    classroom.classes.join(room.id, who.id)
    knave = school.test_client()
    log_in(knave, "Knave")
    terms: dict[str, Any] = {"shown": Disclosure.AFTER_DUE, "due_at": NOW + DAY, "pass_mark": 60}
    drill = give(classroom, room.id, DrillWork(on=ITEMS, questions=3, seed=5), **terms)
    lesson = give(classroom, room.id, LessonWork(lesson=LESSON), **terms)
    replay = give(classroom, room.id, ReplayWork(game=GAME), **terms)
    work = HandWork(code="whist-short-1859", player="S", strictness="guided", seed=3)
    hand = give(classroom, room.id, work, shown=Disclosure.AFTER_DUE, due_at=NOW + DAY)
    found = Held(school, study, classroom, knave, who, drill, lesson, replay, hand, 0)
    for question in (1, 2):
        exercise = found.exercise(drill, 1, question)
        given = exercise.answer if question == 1 else wrong_to(exercise)
        assert knave.post(f"/assignments/{drill.id}/1/{question}", data={"answer": given}).status_code == 303
    taught = found.parts.courses.lesson(LESSON)
    for place, posed in enumerate(taught.questions[:2]):
        asked = lesson_exercise(taught, posed, found.parts.makers)
        given = wrong_to(asked) if place else asked.answer
        assert knave.post(f"/lessons/{LESSON}/questions/{posed.code}", data={"answer": given}).status_code == 303
    game = library.games[GAME]
    for place, decision in enumerate(game.decisions[:2]):
        exercise = DecisionExercise(game, decision)
        choices = exercise.answers
        worth = {exercise.mark(answer_key(one)).grade: one for one in choices}
        chosen = answer_key(worth[Grade.NOT_ADVISED if place else Grade.BEST])
        address = f"/games/{GAME}/decisions/{decision.id}"
        assert knave.post(address, data={"answer": chosen, "seat": "turn"}).status_code == 303
    found.table = played_out(found)
    found.own.boards.add("Club night", EVENING, SeatChoice(seat=Seat.EAST))
    return found


def played_out(held: Held) -> int:
    """A table for the assigned hand, played to its end, with an answer to its first decision."""
    seed = held.hand.draw_for(held.who.id).deal(1)
    match = Match(code("whist-short-1859"), seed, Seat.SOUTH, Strictness.GUIDED)
    table = match.table
    while not table.is_over:
        table = match.bots_go_on(table, bot)
        if match.is_learners_turn(table):
            table = match.acted(table, table.lawful()[0])
    key = held.own.matches.begin(match.after(table), held.hand.id, 1)
    for answer in (
        Answer("table", f"{key}/1/0", "HK", Grade.NOT_ADVISED.value, "hel-lead-nt-a"),
        Answer(PLAYED, str(key), "seven tricks", Grade.BEST.value, ""),
    ):
        held.own.answers.record(replace(answer, assignment=held.hand.id, attempt=1))
    return key


# ---- every route --------------------------------------------------------------------------------------------------


def addresses(held: Held) -> Iterator[tuple[str, str]]:
    """Every address that a learner can read, of every route, with its endpoint."""
    library, makers = held.parts.library, held.parts.makers
    item = makers.items[ITEMS[0]].code
    works = [one.id for one in (held.drill, held.lesson, held.replay, held.hand)]
    game = library.games[GAME]
    cards = sorted({1, 52, *(game.cards_at(one.step - 1) for one in game.decisions[:2])} - {0})
    usual: Mapping[str, Sequence[object]] = {
        "course_id": [held.parts.courses.lesson(LESSON).course], "lesson_id": [LESSON], "game_id": [GAME],
        "deal_id": [next(iter(library.deals))], "problem_id": [next(iter(library.problems))],
        "group_id": [next(iter(library.groups))], "code": [item], "given": ["leave"], "drill": [0], "seed": [1],
        "question": [1], "form": ["csv", "json"], "hand": ["AKQJ.AKQ.AKQ.AKQ"],
    }  # fmt: skip
    special: Mapping[str, Sequence[Mapping[str, object]]] = {
        "assigned_work.show_assignment": [{"number": one} for one in works],
        "attempts.attempt": [{"number": held.drill.id, "attempt": 1}],
        "attempts.question": [{"number": held.drill.id, "attempt": 1, "question": one} for one in (1, 2, 3)],
        "tables.table": [{"key": held.table}, {"key": held.table, "hint": 1}],
        **dict.fromkeys(
            ("together.table", "together.version", "together.watch", "together.played", "together.again"), ()
        ),
        "travellers.shown_of_tables": (),
        "tables.played": [{"key": held.table, "number": 1}],
        "tables.again": [{"key": held.table, "number": 1, "step": step} for step in (0, 30)],
        "boards.session": [{"number": 1}],
        "boards.played": [{"number": 1, "place": 1}],
        "boards.again": [{"number": 1, "place": 1, "step": 12}],
        "boards.export": [{"number": 1}],
        "boards.ask": [{"number": 1}],
        "travellers.shown_of_assignment": [{"number": held.hand.id}],
        "games.call": [{"game_id": GAME, "number": 1, "seat": "turn", "hindsight": 1}],
        "games.card": [{"game_id": GAME, "number": one, "seat": "turn", "hindsight": 1} for one in cards],
        "games.deal": [{"game_id": GAME, "seat": seat, "hindsight": 1} for seat in ("turn", "all")],
        "api.define_term": [{"term": "finesse"}],
        "api.draw_questions": [{"on": item, "seed": 1}],
        "api.list_offences": [{"code": "auction-1910"}],
        "api.list_plays": [{"id": GAME}],
        "api.rule_on": [{"code": "auction-1910", "offence": "revokes"}],
        "api.show_deal": [{"id": GAME}],
        "api.show_law": [{"point": "revoke-penalty"}],
        "api.show_question": [{"question": "8d3998bd.beginner.1"}],
        "embedding.call": [{"game_id": GAME, "number": 1}],
        "embedding.card": [{"game_id": GAME, "number": 8}],
        "masters.at_step": [{"game_id": GAME, "step": 0}],
        "masters.rules_of": [{"key": "hellespont"}],
        "help.guide": [{"name": "learning"}],
        "laws.point": [{"name": "revoke"}],
        "offline.pack": [{"pack_id": pack} for pack in (f"game/{GAME}", f"lesson/{LESSON}", "review")],
        "offline.state": [],  # an account and a token
        "lessons.lesson": [{"lesson_id": LESSON}, {"lesson_id": LESSON, "all": 1, "hint": "1.3"}],
        "drills.results": [{"lesson_id": LESSON, "drill": 0, "seed": 1}],
        "exercises.ask": [{"code": item, "number": 1}],
        "exercises.verdict": [],
        "refutations.show": [],
        "practice.of_group": [{"group_id": "term"}],
        "practice.verdict": [],
        "practice.of_item": [],
        "practice.question_of_set": [{"set_id": "term", "level": "beginner", "seed": 1, "question": 1}],
        "practice.results_of_set": [{"set_id": one, "level": "beginner", "seed": 1} for one in ("term", item, "hands")],
        "review.results": [{"of": one, "began": 0, "size": 200} for one in ("review", "mistakes")],
        "review.next_question": [{"of": "mistakes"}],
        "diagrams.take": [],
        "static": [],
        "exports.take": [{"key": "lin", "what": GAME}, {"key": "pbn", "what": GAME}],
        "exports.take_log": [{"key": "xapi"}],
        "exports.job": [],
        "exports.file": [],
        "live.follow": [],  # see test_live.py
        "live.part": [],
        "homework.result": [{"number": one} for one in works],
        "problem_reports.ask": [{"page": f"/table/{held.table}"}, {"page": f"/assignments/{held.drill.id}/1/1"}],
        "accounts.invitation": [],
        "calendar.feed": [],
    }
    """Where a route needs more; none for what holds the books alone, and for what each question has its own test.

    A table of several people is never assigned work; tests/web/play/test_together.py has what each of them sees.
    """
    with held.app.test_request_context():
        build = held.app.url_map.bind("localhost").build
        for rule in held.app.url_map.iter_rules():
            access = access_to(rule.endpoint)
            if "GET" not in (rule.methods or ()) or access is None or access > Access.LEARNER:
                continue
            if rule.endpoint in special:
                found = special[rule.endpoint]
            else:
                unknown = rule.arguments - set(usual)
                assert not unknown, f"a new route: say in this test at which addresses {rule.rule} shows answers"
                found = [
                    {name: usual[name][turn % len(usual[name])] for name in rule.arguments}
                    for turn in range(max((len(usual[name]) for name in rule.arguments), default=1))
                ]
            for values in found:
                yield rule.endpoint, build(rule.endpoint, dict(values))


def walked(held: Held) -> dict[str, str]:
    """What a learner reads at every address, with nothing of what is different each time; of a zip what is in it."""
    found: dict[str, str] = {}
    held.parts.random.seed(1)
    for endpoint, address in [*addresses(held)]:  # the pages are asked for in contexts of their own
        response = held.knave.get(address)
        body = response.data
        if response.mimetype == "application/gzip":
            body = gzip.decompress(body)
        if is_zipfile(io.BytesIO(body)):
            with ZipFile(io.BytesIO(body)) as packed:
                body = b"\n".join(name.encode() + packed.read(name) for name in packed.namelist())
        text = re.sub(r'name="(once|csrf_token|seed)" value="[^"]*"', "", body.decode("utf-8", "replace"))
        text = re.sub(r"<li>\w+( \w+){3}</li>", "", text)  # passphrases that are offered
        found[f"{endpoint} {address}"] = f"{response.status_code} {response.location} {text}"
    return found


def test_no_route_shows_a_result_that_is_held_back(held: Held) -> None:
    held.knave.get(f"/games/{GAME}/card/52?seat=turn")  # there the walk leaves the game off
    before = walked(held)
    assert sum(page.startswith("200") for page in before.values()) > 50, "the pages are there"
    of_the_books = {one for one in before if one.split()[0] in OF_THE_BOOKS}
    telling = {
        one: found.group() for one in before if one not in of_the_books and (found := VERDICT.search(before[one]))
    }
    assert telling == {}
    yours = before["privacy.take /your-data/file"]
    for one in held.classroom.assignments.answers(held.drill, held.who.id):
        assert one.answer.given in yours, "what they gave is theirs to see"
    with held.study.database.writing() as connection:
        for shade, to in (
            (Grade.BEST, Grade.TOLD),
            (Grade.NOT_ADVISED, Grade.BEST),
            (Grade.TOLD, Grade.NOT_ADVISED),
        ):
            at = AnswerRow.assignment_id.is_not(None), AnswerRow.shade == shade.value, AnswerRow.hints == 0
            connection.execute(update(AnswerRow).where(*at).values(shade=to.value, hints=1, rule="another-rule"))
        connection.execute(update(AnswerRow).values(hints=0))
    after = walked(held)
    other = [line for one in before for line in unified_diff(before[one].split("\n"), after[one].split("\n"), one, n=0)]
    assert not other, "they tell what the answers were worth"
    with held.study.database.writing() as connection:
        connection.execute(update(AssignmentRow).values(due_at=NOW - timedelta(hours=1)))
    released = walked(held)
    told = {one.split()[0] for one in released if one not in of_the_books and VERDICT.search(released[one])}
    assert told >= {
        "assigned_work.index", "attempts.question", "lessons.lesson", "games.card", "tables.table", "review.log",
        "exports.take_log",
        "privacy.take",
    }, "this test finds verdicts where there are any"  # fmt: skip


def test_no_route_shows_by_what_a_question_or_a_deal_can_be_made_again(held: Held) -> None:
    """Neither while the results are held back nor afterwards: the same questions may be asked of others."""
    numbers = [str(put.number) for attempt in (1, 2) for put in held.drill.questions_for(held.who.id, attempt)]
    seed, one = held.hand.draw_for(held.who.id).deal(1), held.drill
    hidden = [*numbers, seed, one.secret, one.seal_for(held.who.id), held.hand.secret, held.hand.seal_for(held.who.id)]
    for due_at in (NOW + DAY, NOW - timedelta(hours=1)):
        with held.study.database.writing() as connection:
            connection.execute(update(AssignmentRow).values(due_at=due_at))
        found = {(where, what) for where, page in walked(held).items() for what in hidden if what in page}
        assert found == set()


def test_the_deal_that_a_teacher_wrote_is_in_no_download(held: Held, library: Library) -> None:
    deal = next(iter(library.games.values())).deal
    line = line_of(deal)
    work = HandWork(code="bridge-english-1901", player="S", strictness="plain", seed=1, deal=line)
    which = give(held.classroom, held.drill.class_id or 0, work)
    held.knave.post(f"/assignments/{which.id}/play")
    with ZipFile(io.BytesIO(held.knave.get("/your-data/file").data)) as packed:
        assert not [name for name in packed.namelist() if line in packed.read(name).decode()]


# ---- what cannot be looked up -------------------------------------------------------------------------------------


def test_no_address_of_practice_reaches_an_assigned_question(held: Held) -> None:
    for put in held.drill.questions_for(held.who.id, 1):
        assert is_sealed(put.number)
        assert put.number >= LARGEST_NUMBER
        item = held.parts.makers.items[put.item].code
        right = held.parts.makers.make(put.item, put.number, put.level).answer
        for address in (f"/practice/{item}/{put.number}", f"/practice/{item}/{put.number}/{right}"):
            for level in Level:
                assert held.knave.get(f"{address}?level={level.value}").status_code == 404
        assert held.knave.post(f"/practice/{item}/{put.number}", data={"answer": right}).status_code == 404
        assert held.knave.post(f"/practice/{item}/{put.number}", data={"hint": "3"}).status_code == 404
        assert held.knave.get(f"/lessons/{LESSON}/drills/0/{put.number}/1").status_code == 404


def test_a_teacher_may_open_an_assigned_question(held: Held) -> None:
    teacher = held.app.test_client()
    log_in(teacher, "Miss Vine")
    put = held.drill.questions_for(held.who.id, 1)[0]
    item = held.parts.makers.items[put.item].code
    assert teacher.get(f"/practice/{item}/{put.number}").status_code == 200
    assert teacher.post(f"/practice/{item}/{put.number}", data={"answer": "leave"}).status_code == 404


def test_no_practice_table_deals_what_is_assigned(held: Held) -> None:
    seed = held.hand.draw_for(held.who.id).deal(1)
    assert is_sealed_seed(seed)
    assert len(seed) <= 40, "or it could not be kept"
    form = {"code": "whist-short-1859", "seat": "A", "strictness": "guided"}
    for typed in (seed, f" {seed} ", seed.upper()):
        assert held.knave.post("/table/", data=form | {"seed": typed}).status_code == 400


def test_each_assignment_asks_something_else_of_everybody_and_at_every_attempt(held: Held) -> None:
    again = give(held.classroom, held.drill.class_id or 0, held.drill.work)
    own = replace(again, spec=replace(again.spec, same_for_all=False))
    other = replace(own, spec=replace(own.spec, work=DrillWork(on=ITEMS, questions=3, seed=6)))
    asked = ((held.drill, 1, 1), (held.drill, 1, 2), (again, 1, 1), (own, 1, 1), (own, 2, 1), (other, 1, 1))
    sets = [which.questions_for(learner, attempt) for which, learner, attempt in asked]
    assert len({put.number for those in sets for put in those}) == sum(map(len, sets))
    assert again.questions_for(1, 1) == again.questions_for(2, 1), "the same for all"
    assert {put.item for put in sets[0]} == set(ITEMS)


def older(held: Held, which: Assignment) -> Assignment:
    """An assignment as it was set before there were secrets."""
    with held.study.database.writing() as connection:
        connection.execute(update(AssignmentRow).where(AssignmentRow.id == which.id).values(secret=""))
    return held.classroom.assignments.find(which.id)


def test_older_work_keeps_its_questions_and_they_cannot_be_looked_up_while_they_are_secret(held: Held) -> None:
    which = older(held, give(held.classroom, held.drill.class_id or 0, DrillWork(on=ITEMS, questions=2, seed=5)))
    put = which.questions_for(held.who.id, 1)[0]
    assert put.number < LARGEST_NUMBER
    random = Random(f"{which.key}/5/all/1").randrange(LARGEST_NUMBER)
    assert str(random) == which.draw_for(held.who.id).deal(1), "as it was drawn before"
    item, exercise = held.parts.makers.items[put.item].code, held.exercise(which, 1, 1)
    address = f"/practice/{item}/{put.number}"
    for path in (address, f"{address}?level=advanced", f"{address}/{exercise.answer}"):
        refused = held.knave.get(path)
        assert refused.status_code == 403
        assert f'href="/assignments/{which.id}/"' in refused.text
        assert exercise.prompt not in refused.text
    assert held.knave.post(address, data={"answer": exercise.answer}).status_code == 403
    assert held.knave.get(f"/practice/{item}/{(put.number + 7) % LARGEST_NUMBER}").status_code == 200
    held.knave.post(f"/assignments/{which.id}/1/1", data={"answer": exercise.answer})
    assert held.knave.get(address).status_code == 200, "it is answered, and its result is shown"
    with held.study.database.writing() as connection:
        row = AssignmentRow.id == which.id
        connection.execute(update(AssignmentRow).where(row).values(shown=visibility.NEVER))
    assert held.knave.get(address).status_code == 403, "its result is held back"


def test_an_older_deal_is_not_dealt_at_a_practice_table(held: Held) -> None:
    work = HandWork(code="whist-short-1859", player="S", strictness="guided", seed=3)
    which = older(held, give(held.classroom, held.drill.class_id or 0, work))
    form = {"code": "whist-short-1859", "seat": "A", "strictness": "guided"}
    seed = which.draw_for(held.who.id).deal(1)
    assert seed.isdecimal()
    assert held.knave.post("/table/", data=form | {"seed": seed}).status_code == 403
    assert held.knave.post("/table/", data=form | {"seed": f"{seed}0"}).status_code == 303


def test_a_report_from_an_assigned_table_does_not_name_its_deal(held: Held) -> None:
    seed = held.hand.draw_for(held.who.id).deal(1)
    page = held.knave.get(f"/report?page=/table/{held.table}").text
    assert seed not in page
    assert f"assignment {held.hand.id}, attempt 1" in page
    form = {"page": f"/table/{held.table}", "title": "x", "sentence": "The queen is missing."}
    assert held.knave.post("/report", data=form).status_code == 303
    teacher = held.app.test_client()
    log_in(teacher, "Miss Vine")
    for path in ("/reports/", "/reports/file"):
        assert f"assignment {held.hand.id}, attempt 1" in teacher.get(path).text
    own = held.knave.post(
        "/table/", data={"code": "whist-short-1859", "seat": "A", "strictness": "guided", "seed": "77"}
    )
    assert "number 77" in held.knave.get(f"/report?page={own.location}").text, "of practice it may be told"


# ---- the one decision ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "due", "may"),
    [
        (None, None, True), ("at once", None, True), ("at once", 1, True), ("never", -1, False), ("never", None, False),
        ("after the due date", None, False), ("after the due date", 1, False), ("after the due date", 0, True),
        ("after the due date", -1, True), ("some day", -1, False),
    ],
)  # fmt: skip
def test_when_results_are_shown(shown: str | None, due: int | None, may: bool) -> None:
    due_at = None if due is None else NOW + due * DAY
    assert visibility.is_shown(shown, due_at, NOW) is may
    number = LARGEST_NUMBER + 5
    answer = Answer("exercise", f"a/beginner/{number}", "x", "best", "a", ("b",), 0, number, None, 3, 1)
    found = visibility.seen(answer, shown, due_at, NOW)
    assert found.given == "x"
    assert found.number is None
    assert str(number) not in found.item
    assert (found.shade, found.rule, found.also) == (("best", "a", ("b",)) if may else ("held back", "", ()))
    assert ("a/" in found.item) is may, "the name of the rule would tell"


def test_a_text_has_no_result(held: Held) -> None:
    which = give(held.classroom, held.drill.class_id or 0, TextWork(text="Read this."), shown=Disclosure.NEVER)
    assert held.knave.post(f"/assignments/{which.id}/read").status_code == 303
    with pytest.raises(TutorError):
        held.classroom.assignments.of_learner(held.who.id, which.id + 1)
