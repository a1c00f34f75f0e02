"""The pages of the review: what is due, what was got wrong, the settings, the log, and the map of what is known."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.support.clock import FakeClock
from tests.support.databases import sql
from tests.support.markup import Page
from tutor.citations import Citation
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import Exercise, Grade, Level
from tutor.quizzes.items import ExerciseBank, Item, ItemKind
from tutor.study.answers.answer import Answer
from tutor.study.answers.answers import LogEntry
from tutor.study.review.daily import Settings
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import Services

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)
DAY = timedelta(days=1)
ITEMS = {
    item.id: item
    for item in (
        Item("hel-lead-trump-plain", ItemKind.RULE, "a rule", Citation("hellespont", 110)),
        Item("term-tenace", ItemKind.TERM, "a <tenace>"),
        Item("skill-counting", ItemKind.SKILL, "counting"),
    )
}


class Asker:
    """Knows what can be asked; the pages of the review never ask it for a question."""

    items: Mapping[str, Item] = ITEMS

    def make(self, item: str, number: int, level: Level) -> Exercise:
        raise NotImplementedError


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(NOW)


@pytest.fixture
def client(library: Library, study: Study) -> FlaskClient:
    app = create_app(
        Services.of(library, study, Random(1), ExerciseBank((Asker(),))), b"only for tests, and long enough"
    )
    app.testing = True
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


def code(item: str) -> str:
    """What stands for an item in addresses."""
    return Item(item, ItemKind.TERM, "").code


def text(client: FlaskClient, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return unescape(response.text)


def answered(study: Study, item: str, shade: Grade = Grade.BEST, number: int = 0) -> None:
    study.answers.record(Answer("exercise", item, "x", shade.value, item, number=number, level=Level.BEGINNER))


def test_before_anything_was_answered_there_is_nothing_to_review(client: FlaskClient) -> None:
    assert "Nothing to review today" in text(client, "/review/")
    assert "/review/next" not in text(client, "/")
    assert client.get("/review/next").headers["Location"] == "/review/"
    assert client.get("/review/next?of=mistakes").headers["Location"] == "/review/"
    assert "You have not answered a question yet" in text(client, "/progress")


def test_what_is_due_is_announced_and_asked_with_a_fresh_number(
    client: FlaskClient, study: Study, clock: FakeClock
) -> None:
    study.preferences.choose(Settings(20, 0, Level.ADVANCED))
    answered(study, "term-tenace", number=41)
    clock.now += 10 * DAY
    assert "1 to review today" in text(client, "/review/")
    assert "Review 1" in text(client, "/")
    where = urlsplit(client.get("/review/next").headers["Location"])
    assert where.path == f"/practice/{code('term-tenace')}/42"
    assert parse_qs(where.query) == {"level": ["advanced"], "from": [f"review.{int(clock.now.timestamp() * 1000)}.1.1"]}
    answered(study, "term-tenace", number=42)
    assert "Done for today" in text(client, "/review/")
    assert client.get("/review/next").headers["Location"] == "/review/"


def test_what_was_got_wrong_is_asked_afresh_until_it_is_known(
    client: FlaskClient, study: Study, clock: FakeClock
) -> None:
    for number, item in enumerate(ITEMS):
        answered(study, item, Grade.NOT_ADVISED, number)
        clock.now += timedelta(minutes=1)
    assert "3 items" in text(client, "/review/")
    asked = []
    for _ in range(3):
        (item,) = [one for one in ITEMS if code(one) in client.get("/review/next?of=mistakes").headers["Location"]]
        asked.append(item)
        answered(study, item, number=10)
    assert asked == list(ITEMS), "the longest owed comes first"
    assert "No mistakes waiting" in text(client, "/review/")


def test_a_holiday_is_begun_and_ended_by_the_page(client: FlaskClient, study: Study, clock: FakeClock) -> None:
    answered(study, "term-tenace")
    clock.now += 10 * DAY
    assert client.post("/review/holiday", data={"holiday": "begin"}).status_code == 303
    assert "You are on holiday" in text(client, "/review/")
    assert "/review/next" not in text(client, "/")
    assert client.post("/review/holiday", data={"holiday": "end"}).status_code == 303
    assert "1 to review today" in text(client, "/review/")


def test_the_settings_are_kept_and_what_will_not_do_is_told_and_left_in_the_form(
    client: FlaskClient, study: Study
) -> None:
    good = {"cap": "12", "new": "2", "level": "advanced"}
    assert client.post("/review/settings", data=good).status_code == 303
    assert study.preferences.settings() == Settings(12, 2, Level.ADVANCED)
    for spoiled in ({"cap": "0"}, {"cap": "many"}, {"new": "13"}, {"level": "divine"}, {"cap": "9" * 500}):
        response = client.post("/review/settings", data=good | spoiled)
        assert response.status_code == 400
        assert 'role="alert"' in response.text
        assert study.preferences.settings() == Settings(12, 2, Level.ADVANCED)
    assert 'value="many"' in client.post("/review/settings", data=good | {"cap": "many"}).text


def test_the_log_is_taken_away_in_both_forms(client: FlaskClient, study: Study) -> None:
    answered(study, "term-tenace")
    table = client.get("/review/log.csv")
    assert table.mimetype == "text/csv"
    assert "love-all-log.csv" in table.headers["Content-Disposition"]
    assert [row["rule"] for row in csv.DictReader(table.text.splitlines())] == ["term-tenace"]
    assert client.get("/review/log.json").get_json(force=True)["rule"] == "term-tenace"
    assert client.get("/review/log.exe").status_code == 404


# ---- the map -----------------------------------------------------------------------------------------------------


def cells(page: str) -> list[tuple[str, str]]:
    """The cells of the map: the band of each, and what it tells."""
    found = ((str(cell.attributes["class"]), cell.css_first(".unseen")) for cell in Page(page).all(".cell"))
    return [(band.removeprefix("cell "), told.text()) for band, told in found if told]


def test_every_item_is_a_cell_that_tells_its_recall(client: FlaskClient, study: Study, clock: FakeClock) -> None:
    answered(study, "term-tenace")
    page = client.get("/progress").text
    assert ("recall-4", "a <tenace>: 100 per cent") in cells(page)
    assert ("unmet", "counting: not met yet") in cells(page)
    assert "met 1 of 3 items" in unescape(page)
    clock.now += 400 * DAY
    told = dict(cells(client.get("/progress").text))["recall-0"]
    assert 0 < int(re.findall(r"(\d+) per cent", told)[0]) < 50


def test_a_miss_shows_as_a_miss_at_once_and_until_it_is_mended(client: FlaskClient, study: Study) -> None:
    answered(study, "term-tenace", number=1)
    answered(study, "term-tenace", Grade.NOT_ADVISED, number=2)
    page = client.get("/progress").text
    assert ("missed", "a <tenace>: missed last time") in cells(page)
    assert "You missed <strong>1</strong> last time" in text(client, "/progress")
    assert ("missed", "a <tenace>: missed last time") in cells(client.get("/progress?later=1").text)
    answered(study, "term-tenace", number=3)
    assert "missed last time" not in " ".join(told for _, told in cells(client.get("/progress").text))


def test_in_thirty_days_less_is_known(client: FlaskClient, study: Study) -> None:
    answered(study, "term-tenace")
    (today,) = [told for band, told in cells(client.get("/progress").text) if band != "unmet"]
    (later,) = [told for band, told in cells(client.get("/progress?later=1").text) if band != "unmet"]
    assert int(re.findall(r"(\d+) per", later)[0]) < int(re.findall(r"(\d+) per", today)[0])


def test_a_cell_leads_to_where_its_item_is_told(client: FlaskClient) -> None:
    page = unescape(client.get("/progress").text)
    links = re.findall(r'<a class="cell [^>]*href="([^"#]+)#([^"]+)"', page)
    assert set(links) == {("/rules/hellespont", "hel-lead-trump-plain"), ("/glossary", "term-tenace")}
    for path, anchor in links:
        assert f'id="{anchor}"' in client.get(path).text


def test_a_rule_met_in_a_game_is_on_the_map_though_no_question_is_made_of_it(
    client: FlaskClient, study: Study, library: Library
) -> None:
    game = library.game("hel-game-01")
    decision = game.decisions[0]
    client.post(f"/games/{game.id}/decisions/{decision.id}", data={"answer": "tell"})
    page = unescape(client.get("/progress").text)
    assert study.reviews.owed() == [decision.rule.id]
    assert f'#{decision.rule.id}"' in page
    assert "of=mistakes" not in page, "what cannot be asked is not offered to be practised"


def test_the_weeks_tell_what_was_right_and_what_was_expected(
    client: FlaskClient, study: Study, clock: FakeClock
) -> None:
    answered(study, "term-tenace", number=1)
    clock.now += 7 * DAY
    answered(study, "term-tenace", Grade.NOT_ADVISED, number=2)
    answered(study, "skill-counting", number=3)
    page = text(client, "/progress")
    rows = [(time.attributes["datetime"], row) for row in Page(page).all("tr") for time in row.css("time")]
    figures = {str(week): [cell.text().strip() for cell in row.css("td")] for week, row in rows}
    assert len(figures) == 12
    assert figures["2026-03-02"] == ["1", "1", "100", "–", "–"]
    answers, right, share, known, expected = figures["2026-03-09"]
    assert (answers, right, share, known) == ("2", "1", "50", "0")
    assert 60 < int(expected) < 90


@pytest.mark.parametrize("path", ["/review/", "/progress", "/progress?later=1"])
def test_a_page_has_no_style_of_its_own_and_one_heading(client: FlaskClient, study: Study, path: str) -> None:
    answered(study, "term-tenace", Grade.NOT_ADVISED)
    page = client.get(path).text
    assert "style=" not in page.replace('rel="stylesheet"', "")
    assert page.count("<h1") == 1
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_a_study_that_cannot_be_read_is_told_plainly(client: FlaskClient, study: Study, where: Path) -> None:
    answered(study, "term-tenace")
    sql(where, "DROP TABLE memory")
    for path in ("/review/", "/progress"):
        response = client.get(path)
        assert response.status_code == 503
        assert "Nothing can be saved at the moment" in response.text


# ---- every kind of page ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_after_every_kind_of_answer_the_log_makes_what_is_kept(
    client: FlaskClient, study: Study, library: Library
) -> None:
    game = library.game("hel-game-01")
    client.post(f"/games/{game.id}/decisions/{game.decisions[0].id}", data={"answer": "tell"})
    client.post("/practice/declare/AKJ762.765.A43.4", data={"answer": "spades"})
    choices = {"code": "bridge-english-1901", "seat": "A", "strictness": "guided", "seed": "7"}
    table = client.post("/table/", data=choices).headers["Location"]
    client.post(f"{table}/act", data={"act": "declares hearts", "after": "0"})
    logged = [line.answer for line in study.answers.log() if isinstance(line, LogEntry)]
    assert [answer.topic for answer in logged] == ["game", "declare", "table"]
    assert all(answer.rule in study.reviews.memories() for answer in logged)
    assert study.reviews.rebuild().differed == ()
    again = client.post("/practice/declare/AKJ762.765.A43.4", data={"answer": "leave"})
    assert again.status_code == 303
    assert study.reviews.memories()[logged[1].rule].reps == 1, "the second try shows nothing"
    assert study.reviews.rebuild().differed == ()


@pytest.mark.parametrize(("strictness", "kept"), [("guided", 1), ("plain", 0), ("rigour", 0)])
def test_a_choice_at_a_guided_table_is_an_answer(client: FlaskClient, study: Study, strictness: str, kept: int) -> None:
    choices = {"code": "bridge-english-1901", "seat": "A", "strictness": strictness, "seed": "7"}
    table = client.post("/table/", data=choices).headers["Location"]
    client.post(f"{table}/act", data={"act": "declares swords", "after": "0"})
    assert study.answers.log() == (), "what is refused is no answer"
    for _ in range(2):
        assert client.post(f"{table}/act", data={"hint": "1", "after": "0"}).status_code == 303
    assert ("The rule</span>" in client.get(table).text) is (strictness == "guided")
    for _ in range(2):
        client.post(f"{table}/act", data={"act": "declares hearts", "after": "0"})
    assert len(study.answers.log()) == kept
    for line in study.answers.log():
        assert isinstance(line, LogEntry)
        assert line.answer.item == "1/1/0"
        assert line.answer.hints == 2
        assert line.answer.rule in study.reviews.memories()
