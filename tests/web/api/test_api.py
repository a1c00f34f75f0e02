"""The HTTP API: the same as the commands, errors that help, limits, caches, and nothing that is somebody’s."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from tests.support.cases import for_each
from tests.support.clock import NOW, FakeClock
from tests.support.school import WORDS, log_in
from tutor.__main__ import tutor
from tutor.analysis.dds import NoSolver
from tutor.errors import BrokenPlugin, Fault, FaultyContent, Illegal, Malformed, StaleInstallation, TutorError
from tutor.extras import NotInstalled
from tutor.library.catalogue import Library
from tutor.library.lesson_questions import WrittenQuestion
from tutor.study.answers.matches import line_of
from tutor.study.classroom import assignments
from tutor.study.classroom.assigned_work import DrillWork, HandWork, LessonWork, ReplayWork, Work
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.web.api.limits import EXTENSION, Allowance
from tutor.web.services import EXTENSION as SERVICES
from tutor.web.services import Services

API = "/api/v1"
QUESTION = "8d3998bd.beginner.438900"
"""Asks for the term of “A score from which, in some declaration, one trick fewer is enough for game.”"""
HAND = {"authority": "hellespont", "question": "declare", "hand": "S:AKJ762 H:765 C:4 D:A43"}
DEAL = {
    "code": "bridge-english-1901",
    "denomination": "H",
    "declarer": "NS",
    "tricks": {"NS": 9, "EW": 4},
    "honours": {"NS": 4, "EW": 1},
}


@pytest.fixture
def api(app: Flask) -> FlaskClient:
    return app.test_client()


def got(client: FlaskClient, path: str) -> Any:
    answer = client.get(API + path)
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def printed(*command: str, given: str | None = None) -> Any:
    """What a command prints: one document, or one on each line."""
    text = CliRunner().invoke(tutor, [*command, "--json"] if given is None else [*command], input=given).output
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


# ---- the same as the commands --------------------------------------------------------------------------------------


@pytest.mark.slow
@for_each(
    ("path", "key", "command"),
    [
        ("/maxims?topic=luck", "maxims", ("maxims", "--topic", "luck")),
        ("/odds", "odds", ("odds",)),
        ("/rulings/auction-1910", "offences", ("ruling", "auction-1910")),
        ("/rulings/whist-1859/revokes", "rulings", ("ruling", "whist-1859", "revokes")),
        ("/rulings/auction-1910/revokes?by=adversary&when=established", "rulings",
         ("ruling", "auction-1910", "revokes", "--by", "adversary", "--when", "established")),
        ("/laws?words=bystander&differing=true", "points", ("laws", "bystander", "--differing")),
        ("/search?words=holding+up&most=7", "results", ("search", "holding", "up", "--most", "7")),
        ("/deals", "deals", ("deals",)),
        ("/terms/tierce%20major", None, ("define", "tierce", "major")),
        ("/games/hel-game-01/plays", None, ("plays", "hel-game-01")),
    ],
)  # fmt: skip
def test_an_endpoint_answers_what_its_command_prints(
    api: FlaskClient, path: str, key: str | None, command: tuple[str, ...]
) -> None:
    answer = got(api, path)
    expected = printed(*command)
    assert expected
    assert (answer[key] if key else answer) == expected


def test_a_question_on_a_hand_is_answered_as_the_command_does(api: FlaskClient) -> None:
    answer = api.post(f"{API}/advice", json={**HAND, "why": True}).get_json()
    assert answer == printed("advise", given=json.dumps({**HAND, "why": True}))
    assert answer["calls"] == ["leave"]
    assert answer["cited"] == "Hellespont, p. 106"


def test_a_position_is_answered_and_silence_names_the_others(api: FlaskClient) -> None:
    view = {
        "seat": "Z",
        "hand": "S:A74 H:Q52 C:KJ83 D:542",
        "calls": ["A declares no trumps", "Y is content", "Z is content"],
        "exposed": {"B": "S:Q3 H:AK76 C:542 D:AKJ"},
        "trick": "Y S5, B S2",
    }
    asked = {"authority": "hellespont", "question": "third hand", "view": view}
    assert api.post(f"{API}/advice", json=asked).get_json() == printed("advise", given=json.dumps(asked))
    silent = api.post(f"{API}/advice", json={**HAND, "authority": "foster"})
    assert silent.status_code == 200
    assert silent.get_json()["silent"] is True
    assert "hellespont" in silent.get_json()["others"]


def test_a_deal_is_scored_by_the_laws(api: FlaskClient) -> None:
    """Hellespont, p. 53: three tricks over six in hearts are 24, and four honours 32."""
    answer = api.post(f"{API}/scores", json=DEAL).get_json()
    assert answer["tricks"] == {"NS": 24, "EW": 0}
    assert answer["honours"] == {"NS": 32, "EW": 0}


def test_a_rubber_is_that_of_foster(api: FlaskClient) -> None:
    """R. F. Foster, pp. 67-68: the rubber “in the margin” is 304 to 442, a difference of 138."""
    deals = [
        {"bid": "2N", "declarer": "NS", "tricks": {"NS": 8, "EW": 5}, "honours": {"NS": 3, "EW": 1}},
        {"bid": "3H", "declarer": "EW", "doubled": 1, "tricks": {"NS": 6, "EW": 7}, "honours": {"NS": 2, "EW": 3}},
        {"bid": "3H", "declarer": "EW", "tricks": {"NS": 2, "EW": 11}, "honours": {"NS": 1, "EW": 4}},
        {"bid": "3N", "declarer": "EW", "tricks": {"NS": 5, "EW": 8}, "honours": {"NS": 2, "EW": 2}},
        {"bid": "4D", "declarer": "EW", "tricks": {"NS": 1, "EW": 12}, "honours": {"NS": 1, "EW": 4, "one_hand": 4}},
    ]
    answer = api.post(f"{API}/rubbers", json={"code": "auction-1910", "deals": deals, "unit": 10}).get_json()
    expected = printed("rubber", "tests/data/rubber-foster.yaml", "--unit", "10")
    assert answer == expected


# ---- questions and marks -------------------------------------------------------------------------------------------


def test_questions_are_drawn_as_the_command_draws_them_and_their_answers_are_marked(api: FlaskClient) -> None:
    on = ("term", "hel-decl-*", "skill-*", "cae-art-01*")
    query = "&".join(f"on={one}" for one in on)
    drawn = got(api, f"/questions?{query}&seed=7&count=12")["questions"]
    answered = printed("quiz", "on", *on, "--seed", "7", "--count", "12")
    assert [one["prompt"] for one in drawn] == [one["prompt"] for one in answered]
    assert {one["form"] for one in drawn} >= {"choice", "number"}
    for asked, known in zip(drawn, answered, strict=True):
        told = api.post(f"{API}/marks", json={"question": asked["question"], "answer": known["answer"]}).get_json()
        assert told["right"] is True, told
        assert (told["because"], told["rule"]) == (known["because"], known["rule"])
        assert (told["place"] and told["place"]["cited"]) == known["citation"]


def test_a_drawn_question_does_not_tell_its_answer(api: FlaskClient) -> None:
    on = ("term", "hel-decl-*", "skill-*")
    query = "&".join(f"on={one}" for one in on)
    drawn = got(api, f"/questions?{query}&seed=3&count=20")["questions"]
    answered = printed("quiz", "on", *on, "--seed", "3", "--count", "20")
    for asked, known in zip(drawn, answered, strict=True):
        assert not {"answer", "best", "because", "rule", "item", "citation", "hints"} & set(asked)
        assert known["item"] not in json.dumps(asked), "the id of an item may give its answer away"
        assert got(api, f"/questions/{asked['question']}") == asked


def test_a_wrong_answer_is_told_the_right_one(api: FlaskClient) -> None:
    told = api.post(f"{API}/marks", json={"question": QUESTION, "answer": "penultimate"}).get_json()
    assert told["right"] is False
    assert [one["words"] for one in told["best"]] == ["landmark"]
    assert told["place"]["cited"] == "Hellespont, p. 56"


# ---- the document --------------------------------------------------------------------------------------------------


def test_the_document_is_openapi_and_has_every_address_and_what_it_is_for(app: Flask, api: FlaskClient) -> None:
    document = got(api, "/openapi.json")
    assert document["openapi"].startswith("3.1")
    validate(document)
    written = {(path, method) for path, operations in document["paths"].items() for method in operations}
    routes = {
        (rule.rule.removeprefix(API).replace("<", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.") and rule.endpoint != "api.openapi"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert written == routes
    for operations in document["paths"].values():
        for operation in operations.values():
            assert operation["summary"].endswith("."), operation
            assert {"200", "404", "429", "501", "503"} <= set(operation["responses"])
            for parameter in operation.get("parameters", ()):
                assert parameter["description"], (operation["operationId"], parameter["name"])


def test_the_page_for_people_has_every_endpoint_and_every_problem_and_loads_nothing_from_elsewhere(
    api: FlaskClient,
) -> None:
    page = api.get(f"{API}/").text
    for path in got(api, "/openapi.json")["paths"]:
        assert f"{API}{path}</code>" in page
    assert 'id="invalid"' in page
    assert "//" not in page.replace("http://localhost/", "").partition("<main")[2].replace('href="http', ""), page


# ---- problems ------------------------------------------------------------------------------------------------------


@for_each(
    ("path", "status", "field", "given"),
    [
        ("/deals?kind=game&kind=deal", 400, "kind", "game, deal"),
        ("/deals?sort=page", 400, "sort", '"page"'),
        ("/search?words=x&most=many", 400, "most", '"many"'),
        ("/questions?on=term&seed=1000000", 400, "seed", '"1000000"'),
        ("/questions?on=nothing-like-it&seed=1", 400, "on.0", "nothing-like-it"),
        (f"/questions/{QUESTION.replace('438900', '1438900')}", 400, "question", "8d3998bd.beginner.1438900"),
        ("/questions/00000000.beginner.1", 400, "question", "00000000"),
        ("/games/hel-game-99/plays", 404, "id", "hel-game-99"),
        ("/rulings/auction-1911", 404, "code", "auction-1911"),
        ("/rulings/auction-1910/revokes?by=nobody", 400, "by", "nobody"),
        ("/terms/nonesuch", 404, "term", "nonesuch"),
        ("/claims?deal=nonesuch", 400, "deal", "nonesuch"),
    ],
)
def test_a_problem_names_the_field_and_what_was_given(
    api: FlaskClient, path: str, status: int, field: str, given: str
) -> None:
    answer = api.get(API + path)
    assert answer.mimetype == "application/problem+json"
    problem = answer.get_json()
    assert answer.status_code == status == problem["status"], problem
    assert (problem["errors"][0]["field"], problem["errors"][0]["given"]) == (field, given), problem
    assert answer.headers["Cache-Control"] == "no-store"


@for_each(
    ("path", "body", "field", "words"),
    [
        ("/scores", {**DEAL, "tricks": {"NS": 9, "EW": "4"}}, "tricks.EW", "whole number"),
        ("/scores", {**DEAL, "declarer": 7}, "declarer", "quotation marks"),
        ("/scores", {**DEAL, "renounces": []}, "renounces", "There is no key"),
        ("/rubbers", {"code": "auction-1910"}, "deals", "missing"),
        ("/rubbers", {"code": "bridge-english-1901", "deals": [{**DEAL, "code": "x"}]}, "deals.0.code", "no key"),
        ("/advice", {**HAND, "hand": "S:AKJ762 H:765 C:4 D:A4"}, "hand", "12 cards"),
        ("/advice", {**HAND, "trace": "yes"}, "trace", "true or false"),
        ("/advice", {**HAND, "authority": "hoyle"}, "authority", "hoyle"),
        ("/advice", {"authority": "foster", "question": "lead", "view": {"seat": "Q"}}, "view.seat", "player"),
        ("/marks", {"question": QUESTION, "answer": "whist"}, "answer", "not one of the choices"),
    ],
)
def test_a_problem_with_a_body_says_where_and_what(
    api: FlaskClient, path: str, body: dict[str, Any], field: str, words: str
) -> None:
    answer = api.post(API + path, json=body)
    problem = answer.get_json()
    assert answer.status_code == 400, problem
    assert problem["errors"][0]["field"] == field, problem
    assert words in problem["detail"], problem


@for_each(
    ("error", "status", "kind", "words"),
    [
        (NoSolver("Hindsight needs the solver DDS."), 501, "not-installed", "solver DDS"),
        (NotInstalled("The index", "class"), 501, "not-installed", "love-all[class]"),
        (BrokenPlugin("hoyle", "hoyle-1742", "it raises errors", "Remove it"), 501, "not-installed", "hoyle-1742"),
        (FaultyContent([Fault("hands/secret.yaml", 1, 1, "it has no cards")]), 500, "fault", "fault of the tutor"),
        (StaleInstallation("a folder is missing"), 500, "fault", "fault of the tutor"),
        (Malformed("card", "S1", "there is no such rank", "Write S2"), 400, "invalid", "no such rank"),
        (Illegal("a refusal"), 400, "impossible", "A refusal"),
    ],
)
def test_only_what_a_request_can_cause_is_the_fault_of_the_client(
    app: Flask, api: FlaskClient, monkeypatch: pytest.MonkeyPatch, error: TutorError, status: int, kind: str, words: str
) -> None:
    class Failing:
        claimed = ("hel-game-01",)

        def of(self, _deal: str) -> Any:
            raise error

    parts: Services = app.extensions[SERVICES]
    failing: Any = Failing()
    monkeypatch.setitem(app.extensions, SERVICES, replace(parts, auditor=failing))
    answer = api.get(f"{API}/claims?deal=hel-game-01")
    problem = answer.get_json()
    assert (answer.status_code, problem["status"], problem["type"]) == (status, status, f"{API}/#{kind}")
    assert words in problem["detail"]
    assert "secret.yaml" not in answer.text


def test_a_score_that_the_laws_forbid_names_them(api: FlaskClient) -> None:
    problem = api.post(f"{API}/scores", json={**DEAL, "tricks": {"NS": 9, "EW": 5}}).get_json()
    assert problem["type"].endswith("#impossible")
    assert problem["laws"][0]["id"] == "hel-law-009"


@for_each("body", ["{", "[]", "7", '{"code": 1, "code": 2}', "[" * 20_000, '{"x": ' + "9" * 5000 + "}", "\ud800"])
def test_a_body_that_is_no_object_is_a_problem(api: FlaskClient, body: str) -> None:
    answer = api.post(f"{API}/scores", data=body.encode("utf-8", "surrogatepass"), content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["type"].endswith("#invalid")


def test_too_much_no_json_no_such_method_and_no_such_address_are_problems(api: FlaskClient) -> None:
    large = api.post(f"{API}/scores", data=b" " * 40_000, content_type="application/json")
    form = api.post(f"{API}/scores", data={"code": "auction-1910"})
    method, nowhere = api.delete(f"{API}/deals"), api.get(f"{API}/nothing")
    assert [one.status_code for one in (large, form, method, nowhere)] == [413, 415, 405, 404]
    for one in (large, form, method, nowhere):
        assert one.mimetype == "application/problem+json"
        assert one.headers["Access-Control-Allow-Origin"] == "*"
    assert set(method.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


# ---- caches, other sites, other methods ----------------------------------------------------------------------------


def test_what_never_changes_has_a_fingerprint_and_is_sent_once(api: FlaskClient) -> None:
    first = api.get(f"{API}/themes")
    again = api.get(f"{API}/themes", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert first.headers["Cache-Control"] == "private, max-age=3600"
    for path in ("/games/hel-game-01/plays", f"/questions/{QUESTION}", "/deals", "/games"):
        assert api.get(API + path).headers["Cache-Control"] == "no-store"


def test_no_cache_gives_one_client_the_calls_that_another_has_left(api: FlaskClient) -> None:
    cached = 0
    for path in ("/odds", "/themes", "/maxims", "/terms", "/lessons", "/openapi.json"):
        answer = api.get(API + path)
        cached += "RateLimit" in answer.headers
        assert ("public" in answer.headers["Cache-Control"]) == ("RateLimit" not in answer.headers), path
    assert cached == 5


def test_head_is_get_without_the_body(api: FlaskClient) -> None:
    full, head = api.get(f"{API}/themes"), api.head(f"{API}/themes")
    assert head.data == b""
    for name in ("Content-Length", "ETag", "Content-Type", "Cache-Control"):
        assert head.headers[name] == full.headers[name]


def test_scripts_of_any_site_may_ask_without_cookies(api: FlaskClient) -> None:
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST",
             "Access-Control-Request-Headers": "content-type"}  # fmt: skip
    allowed = api.options(f"{API}/advice", headers=asked)
    assert allowed.status_code == 200
    assert "POST" in allowed.headers["Access-Control-Allow-Methods"]
    assert "content-type" in allowed.headers["Access-Control-Allow-Headers"].lower()
    answer = api.get(f"{API}/deals", headers={"Origin": "https://example.org"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers


# ---- limits --------------------------------------------------------------------------------------------------------


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def limited(app: Flask, clock: FakeClock, calls: int) -> FlaskClient:
    app.extensions[EXTENSION] = Allowance(calls, clock=lambda: clock.now.timestamp())
    return app.test_client()


@pytest.fixture
def fresh(app: Flask) -> Any:
    """The application, which has its own allowance again afterwards."""
    before = app.extensions[EXTENSION]
    yield app
    app.extensions[EXTENSION] = before


def test_a_client_has_so_many_calls_a_minute(fresh: Flask, clock: FakeClock) -> None:
    client = limited(fresh, clock, 10)
    for left in range(9, -1, -1):
        answer = client.get(f"{API}/themes")
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"calls";q=10;w=60'
        assert answer.headers["RateLimit"] == f'"calls";r={left};t=60'
    clock.move(20)
    refused = client.get(f"{API}/themes")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "40")
    assert refused.get_json()["type"].endswith("#too-many-calls")
    elsewhere = client.get(f"{API}/themes", environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert elsewhere.status_code == 200, "every address has its own"
    clock.move(40)
    assert client.get(f"{API}/themes").status_code == 200


def test_hard_questions_count_for_more_and_what_is_refused_costs_nothing(fresh: Flask, clock: FakeClock) -> None:
    client = limited(fresh, clock, 7)
    assert client.get(f"{API}/questions?on=term&seed=1&count=1").status_code == 200
    assert client.get(f"{API}/questions?on=term&seed=1&count=1").status_code == 429
    assert client.get(f"{API}/themes").headers["RateLimit"].startswith('"calls";r=1;')


def test_one_household_of_ipv6_is_one_client(fresh: Flask, clock: FakeClock) -> None:
    client = limited(fresh, clock, 2)
    found = [
        client.get(f"{API}/themes", environ_base={"REMOTE_ADDR": f"2001:db8:0:{net}::{host}"}).status_code
        for net, host in ((1, 1), (1, 2), (1, 3), (2, 1))
    ]
    assert found == [200, 200, 429, 200]


def test_two_hard_questions_are_answered_at_once_and_the_next_is_refused(fresh: Flask, clock: FakeClock) -> None:
    client = limited(fresh, clock, 1000)
    hard = fresh.extensions[EXTENSION].hard
    with hard.begun("192.0.2.1"):
        assert client.post(f"{API}/advice", json=HAND).status_code == 200
        with hard.begun("192.0.2.2"):
            busy = client.post(f"{API}/advice", json=HAND)
            assert (busy.status_code, busy.headers["Retry-After"]) == (503, "5")
            assert client.get(f"{API}/themes").status_code == 200
    assert client.post(f"{API}/advice", json=HAND).status_code == 200


def test_a_client_has_one_hard_question_answered_at_a_time(fresh: Flask, clock: FakeClock) -> None:
    client = limited(fresh, clock, 1000)
    hard = fresh.extensions[EXTENSION].hard
    with hard.begun("127.0.0.1"):
        busy = client.post(f"{API}/advice", json=HAND)
        assert (busy.status_code, busy.headers["Retry-After"]) == (503, "5")
        assert client.get(f"{API}/themes").status_code == 200
        elsewhere = client.post(f"{API}/advice", json=HAND, environ_base={"REMOTE_ADDR": "192.0.2.7"})
        assert elsewhere.status_code == 200
    client.post(f"{API}/advice", json={**HAND, "hand": "nonsense"})
    assert client.post(f"{API}/advice", json=HAND).status_code == 200, "one that failed has ended too"


def test_a_question_with_many_parts_gives_up_in_time(fresh: Flask, clock: FakeClock) -> None:
    client = limited(fresh, clock, 1000)
    ticks = iter(range(0, 10**6, 3))
    fresh.extensions[EXTENSION].clock = lambda: float(next(ticks))  # every look at it is three seconds later
    slow = client.get(f"{API}/questions?on=term&seed=1&count=20")
    assert (slow.status_code, slow.headers["Retry-After"]) == (503, "5")
    assert client.get(f"{API}/questions?on=term&seed=1&count=2").status_code == 200


def test_without_calls_there_is_no_api(fresh: Flask, clock: FakeClock) -> None:
    client = limited(fresh, clock, 0)
    for path in ("/", "/deals", "/openapi.json"):
        assert client.get(API + path).status_code == 404
    assert client.post(f"{API}/advice", json=HAND).status_code == 404


# ---- in a classroom ------------------------------------------------------------------------------------------------


def assign(classroom: Classroom, work: Work, secret: str | None = None) -> Any:
    room = classroom.classes.make(1, f"Class of {work.kind}")
    return classroom.assignments.give(room.id, AssignmentSpec("Work", work, NOW - timedelta(days=1)), secret=secret)


def test_the_play_of_an_assigned_game_is_not_told_while_the_work_is_open(school: Flask, classroom: Classroom) -> None:
    client = school.test_client()
    assert client.get(f"{API}/games/hel-game-01/plays").status_code == 200
    given = assign(classroom, ReplayWork(game="hel-game-01"))
    refused = client.get(f"{API}/games/hel-game-01/plays")
    assert (refused.status_code, refused.get_json()["type"]) == (403, f"{API}/#assigned")
    assert client.get(f"{API}/games/hel-game-02/plays").status_code == 200
    classroom.assignments.withdraw(given)
    assert client.get(f"{API}/games/hel-game-01/plays").status_code == 200


GAME, DEAL_ID = "hel-game-01", "cae-end-035"


def told(client: FlaskClient, path: str) -> bool:
    """Whether an answer is there, and tells of the game or the deal. It may never be kept by a cache of others."""
    answer = client.get(API + path)
    assert answer.status_code in (200, 403)
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.status_code == 200 and (GAME in answer.text or DEAL_ID in answer.text)


@pytest.mark.slow
def test_nothing_is_told_of_a_game_or_a_deal_that_open_work_asks(
    school: Flask, classroom: Classroom, library: Library
) -> None:
    client, deal = school.test_client(), library.deals[DEAL_ID]
    hand = HandWork(code="whist-short-1859", player="S", strictness="plain", seed=3, deal=line_of(deal.deal))
    of_game = [f"/deals/{GAME}", f"/claims?deal={GAME}", f"/games/{GAME}/plays", "/games", "/deals?kind=game"]
    for work, paths in (
        (ReplayWork(game=GAME), of_game),
        (LessonWork(lesson="bridge-leads-with-trumps"), of_game),
        (hand, [f"/deals/{DEAL_ID}", "/deals?kind=deal"]),
        (LessonWork(lesson="whist-long-suit"), [f"/deals/{DEAL_ID}", "/deals?kind=deal"]),
    ):
        assert {path: told(client, path) for path in paths} == dict.fromkeys(paths, True)
        given = assign(classroom, work)
        assert {path: told(client, path) for path in paths} == dict.fromkeys(paths, False)
        classroom.assignments.withdraw(given)
    assert told(client, f"/deals/{GAME}")


def test_a_search_does_not_tell_the_claims_about_an_assigned_game(school: Flask, classroom: Classroom) -> None:
    client, path = school.test_client(), "/search?words=right+declare+spades"
    says = "A is right to declare spades"
    assert says in client.get(API + path).text
    assign(classroom, ReplayWork(game=GAME))
    assert says not in client.get(API + path).text


def test_questions_of_an_assigned_lesson_are_not_marked_while_the_work_is_open(
    school: Flask, classroom: Classroom
) -> None:
    parts: Services = school.extensions[SERVICES]
    lesson, question = next(
        (lesson, question)
        for lesson in parts.courses.lessons.values()
        for question in lesson.questions
        if isinstance(question, WrittenQuestion) and question.options and question.on
    )
    item = parts.makers.items[question.on[0]]
    name = next(
        f"{item.code}.beginner.{number}"
        for number in range(200)
        if parts.makers.make(item.id, number).prompt == question.ask
    )
    client = school.test_client()
    answer = {"question": name, "answer": next(iter(got(client, f"/questions/{name}")["choices"]))}
    assert client.post(f"{API}/marks", json=answer).status_code == 200
    given = assign(classroom, LessonWork(lesson=lesson.id))
    assert client.post(f"{API}/marks", json=answer).status_code == 403
    classroom.assignments.withdraw(given)
    assert client.post(f"{API}/marks", json=answer).status_code == 200


def test_a_drill_from_before_there_were_secrets_is_not_marked(school: Flask, classroom: Classroom) -> None:
    client = school.test_client()
    answer = {"question": QUESTION, "answer": "landmark"}
    with_secret = DrillWork(on=("term-landmark",), questions=2, seed=1)
    assign(classroom, with_secret)
    assert client.post(f"{API}/marks", json=answer).status_code == 200, "its numbers are out of reach"
    assign(classroom, with_secret.model_copy(update={"seed": 2}), secret="")
    assert client.post(f"{API}/marks", json=answer).status_code == 403


def test_a_game_is_refused_from_the_opening_of_its_work_to_the_latest_cut_off(
    school: Flask, classroom: Classroom
) -> None:
    client, second = school.test_client(), timedelta(seconds=1)
    room, who = classroom.classes.make(1, "Lower Fifth"), classroom.people.enrol("Ann", "", WORDS)

    def answered() -> int:
        return client.get(f"{API}/games/hel-game-01/plays").status_code

    work = ReplayWork(game="hel-game-01")
    give, change = classroom.assignments.give, classroom.assignments.change
    opening = give(room.id, AssignmentSpec("Work", work, NOW + second))
    assert answered() == 200
    opening = change(opening, AssignmentSpec("Work", work, NOW))
    assert answered() == 403, "at the very moment"
    due, day = NOW - 3 * timedelta(hours=1), timedelta(days=1)
    opening = change(opening, AssignmentSpec("Work", work, NOW - day, due, cut_off_at=NOW + second))
    assert answered() == 403
    closed = change(opening, AssignmentSpec("Work", work, NOW - day, due, cut_off_at=NOW))
    assert answered() == 200
    classroom.assignments.extend(closed, who.id, due + 2 * second)
    assert answered() == 403, "a learner with an extension is still at work"
    classroom.assignments.extend(closed, who.id, None)
    assert answered() == 200


def test_of_the_work_of_all_classes_only_what_may_ask_for_a_game_is_read(
    school: Flask, classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = HandWork(code="bridge-english-1901", player="A", strictness="guided", seed=1)
    room = classroom.classes.make(1, "Lower Fifth")
    day = timedelta(days=1)
    for number in range(6):
        drill = DrillWork(on=("term-landmark",), questions=2, seed=number)
        for title, work in (("Lesson", LessonWork(lesson="whist-words")), ("Drill", drill)):
            classroom.assignments.give(room.id, AssignmentSpec(title, work, NOW - day))
        over = AssignmentSpec("Over", hand, NOW - 3 * day, NOW - 2 * day, cut_off_at=NOW - day)
        classroom.assignments.give(room.id, over)
    classroom.assignments.give(room.id, AssignmentSpec("Open", hand, NOW - day))
    read: list[str] = []

    def heard(row: Any) -> Any:
        read.append(row.title)
        return made(row)

    made = assignments._assignment
    monkeypatch.setattr(assignments, "_assignment", heard)
    assert school.test_client().get(f"{API}/games/hel-game-01/plays").status_code == 200
    assert sorted(read) == [*["Lesson"] * 6, "Open"]  # a lesson may play the game


def test_the_play_of_a_game_is_one_of_the_questions_that_are_answered_a_few_at_a_time(api: FlaskClient) -> None:
    assert got(api, "/openapi.json")["paths"]["/games/{id}/plays"]["get"]["x-cost"] == 2


def test_no_assigned_question_has_a_name_here(school: Flask, classroom: Classroom) -> None:
    given = assign(classroom, DrillWork(on=("term-landmark",), questions=2, seed=1))
    parts: Services = school.extensions[SERVICES]
    for ref in given.questions_for(1, 1):
        name = f"{parts.makers.items[ref.item].code}.beginner.{ref.number}"
        client = school.test_client()
        assert client.get(f"{API}/questions/{name}").status_code == 400
        assert client.post(f"{API}/marks", json={"question": name, "answer": "landmark"}).status_code == 400


def test_the_api_does_not_ask_who_somebody_is(school: Flask, classroom: Classroom, library: Library) -> None:
    del classroom, library
    client = school.test_client()
    log_in(client, "Miss Vine", WORDS)
    visitor = school.test_client()
    for path in (
        "/deals",
        "/themes",
        "/games/hel-game-01/plays",
        f"/questions/{QUESTION}",
        "/questions?on=term&seed=2",
    ):
        own, others = client.get(API + path), visitor.get(API + path)
        assert own.data == others.data
        assert "Set-Cookie" not in own.headers
        assert "Cookie" not in own.headers.get("Vary", "")
