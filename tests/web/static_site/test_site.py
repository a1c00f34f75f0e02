"""The static site: its links resolve, nothing needs a server, and no verdict can be read before the choice."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from selectolax.lexbor import LexborNode

from tests.support.form_tokens import tokens
from tests.support.markup import Page, unwrapped
from tutor import __version__
from tutor.codes import CODES
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import AnswerForm
from tutor.quizzes.kinds.guided_deals import GuidedExercise
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.web.services import Services
from tutor.web.static_site.build import LIST, files_of, make_site, site_app
from tutor.web.static_site.links import SiteMap, Target, still_page

LARGEST = 40_000_000
MOST_FILES = 3_000
GAME = "/games/hel-game-01"


@pytest.fixture(scope="module")
def still() -> Iterator[Flask]:
    with site_app() as app:
        yield app


def page_of(app: Flask, address: str) -> Page:
    """A page of the site."""
    site = SiteMap(app.url_map.bind("localhost"))
    target = site.target(address)
    assert target is not None
    response = app.test_client().get(address)
    assert response.status_code == 200
    return Page(still_page(response.text, target.file, site.target).html)


def letters(text: str) -> str:
    """A text without blanks and stops, which links to the glossary part otherwise."""
    return re.sub(r"\W", "", text)


def read(node: LexborNode) -> str:
    """What is read of an element, without the link to more that only a server can give."""
    return letters(node.text()).removesuffix("Otherwaystothisanswer").removesuffix("More")


# ---- the verdicts of the running tutor ------------------------------------------------------------------------------


def feedback_in(page: str, within: str) -> str:
    """The feedback that the running tutor shows."""
    return read(Page(page).all(f"{within} .feedback")[0])


def options_in(page: Page, code: str) -> list[tuple[str, str]]:
    """Every answer of a question with its feedback."""
    found = page.all(f'details.option[name="{code}"]')
    return [(said_of(one.css("summary")[0]), read(one.css(".feedback")[0])) for one in found]


def said_of(summary: LexborNode) -> str:
    card = summary.css_first("[aria-label]")
    return (card.attributes["aria-label"] or "") if card else unwrapped(summary.text())


QUESTIONS = [
    ("bridge-leads-compared", AnswerForm.CARD),
    ("bridge-doubling", AnswerForm.CHOICE),
    ("laws-revoke", AnswerForm.CHOICE),
    ("auction-bids", AnswerForm.CHOICE),
    ("odds-one-card", AnswerForm.CHOICE),
]


@pytest.mark.parametrize(("lesson_id", "form"), QUESTIONS)
def test_the_verdict_on_each_answer_is_that_of_the_running_tutor(
    still: Flask, app: Flask, client: FlaskClient, app_parts: Services, lesson_id: str, form: AnswerForm
) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    lesson = app_parts.courses.lesson(lesson_id)
    exercises = {one.code: lesson_exercise(lesson, one, app_parts.makers) for one in lesson.questions}
    asked = [(code, exercise) for code, exercise in exercises.items() if exercise.form is form][:2]
    page = page_of(still, f"/lessons/{lesson_id}")
    assert asked
    for code, exercise in asked:
        shown = options_in(page, code)
        assert len(shown) == len(exercise.choices) > 1
        address = f"/lessons/{lesson_id}/questions/{code}"
        for choice, (_, feedback) in zip(exercise.choices, shown, strict=True):
            sent = {"answer": exercise.value_of(choice)}
            answered = client.post(f"{address}?all=1&again={code}", data=sent, follow_redirects=True)
            told = client.get(f"/lessons/{lesson_id}?all=1").text
            assert answered.status_code == 200
            assert feedback == feedback_in(told, f"#{code}")


def test_the_verdict_on_each_card_of_a_deal_is_that_of_the_running_tutor(
    still: Flask, app: Flask, client: FlaskClient, app_parts: Services
) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    lesson = app_parts.courses.lesson("whist-take-a-trick")
    question = lesson.questions[0]
    exercise = lesson_exercise(lesson, question, app_parts.makers)
    assert isinstance(exercise, GuidedExercise)
    shown = options_in(page_of(still, f"/lessons/{lesson.id}"), f"{question.code}-0")
    assert len(shown) == 4
    for card, (name, feedback) in zip(exercise.view.seen[exercise.deal.you], shown, strict=True):
        assert name == card.name
        sent = client.post(f"/lessons/{lesson.id}/deals/{question.code}", data={"answer": str(card)})
        told = client.get(sent.location).text
        verdict = letters(Page(told).all(f"#{question.code} .mark strong")[0].text())
        assert feedback.startswith(verdict)


def test_the_answer_to_a_number_is_that_of_the_running_tutor(
    still: Flask, app: Flask, client: FlaskClient, app_parts: Services
) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    lesson = app_parts.courses.lesson("odds-one-card")
    exercises = {one.code: lesson_exercise(lesson, one, app_parts.makers) for one in lesson.questions}
    code = next(code for code, one in exercises.items() if "39 places" in one.prompt)
    said = read(page_of(still, f"/lessons/{lesson.id}").only(f"#{code} .answer-still .feedback"))
    assert said.startswith("26")  # two hands of thirteen
    client.post(f"/lessons/{lesson.id}/questions/{code}", data={"answer": "26"})
    told = feedback_in(client.get(f"/lessons/{lesson.id}?all=1").text, f"#{code}")
    assert said.removeprefix("26") == told.removeprefix("Right")


def test_the_verdict_on_each_decision_of_a_game_is_that_of_the_running_tutor(
    still: Flask, client: FlaskClient, library: Library
) -> None:
    game = library.games["hel-game-01"]
    for decision in game.decisions[:3]:
        step = decision.step - 1
        path = f"{GAME}/" if step == 0 else f"{GAME}/call/{step}" if step <= len(game.calls) else (
            f"{GAME}/card/{game.cards_at(step)}"
        )  # fmt: skip
        shown = options_in(page_of(still, path), "decision")
        assert len(shown) > 3
        for name, feedback in shown:
            asked = client.get(f"{path}?seat=turn&again=1")
            values = re.findall(
                r'name="answer" value="([^"]+)"[^>]*?(?:aria-label="([^"]+)"[^>]*)?>([^<]*)', asked.text
            )
            value = next(value for value, card, label in values if name in (card, unescape(label)))
            sent = {**tokens(asked.text), "answer": value}
            told = client.post(f"{GAME}/decisions/{decision.id}?seat=turn", data=sent, follow_redirects=True)
            assert feedback == feedback_in(told.text, "#decision"), name


# ---- what a step shows ----------------------------------------------------------------------------------------------


def test_a_step_of_a_game_leads_to_the_next_and_back(still: Flask) -> None:
    page = page_of(still, f"{GAME}/card/30")
    assert page.only("#next").attributes["href"] == "31.html"
    assert page.only("#back").attributes["href"] == "29.html"
    assert page.only("#first").attributes["href"] == "../index.html"


def test_a_step_with_a_decision_goes_on_only_from_an_answer(still: Flask) -> None:
    page = page_of(still, f"{GAME}/card/8")
    assert page.all("#next") == []
    onward = page.all(".onward a")
    assert len(onward) == len(page.all(".option")) + 1
    assert {one.attributes["href"] for one in onward} == {"9.html"}


def test_every_comment_of_the_author_is_in_the_replay(still: Flask, library: Library) -> None:
    game = library.games["hel-game-01"]
    site = "".join(letters(page_of(still, f"{GAME}/card/{number}").words()) for number in range(1, 53))
    assert len(game.notes) > 4
    assert [note.text for note in game.notes if letters(note.text) not in site] == []


def test_the_laws_of_every_code_are_there(still: Flask) -> None:
    page = page_of(still, "/laws/codes/")
    linked = [one.attributes["href"] for one in page.all("main ul a")]
    assert {f"{key}.html" for key in CODES} <= {str(link).rpartition("/")[2] for link in linked}
    assert len(page_of(still, "/laws/codes/whist-1859").all("dt")) == 36
    assert "law 19" in page_of(still, "/laws/codes/whist-1859").words().casefold()


def test_the_first_page_says_of_what_it_is_a_copy_and_where_the_tutor_is() -> None:
    with site_app("https://example.org/love-all") as app:
        page = page_of(app, "/")
    assert f"still copy of Love All {__version__}" in page.words("body")
    assert page.only("#get a").attributes["href"] == "https://example.org/love-all"


def test_every_page_leads_to_the_licence_of_the_fonts(still: Flask) -> None:
    for address, licence in (("/", "static/fonts/OFL.txt"), ("/lessons/laws-revoke", "../static/fonts/OFL.txt")):
        links = [one.attributes["href"] for one in page_of(still, address).all("footer a")]
        assert licence in links
    target = SiteMap(still.url_map.bind("localhost")).target("/static/fonts/OFL.txt")
    assert target is not None
    content = next(files_of(still, target))[1].decode()
    assert "SIL OPEN FONT LICENSE" in content
    assert "EB Garamond" in content


def test_no_list_promises_what_only_the_running_tutor_does(still: Flask, client: FlaskClient) -> None:
    for address, only_there in (("/courses/", "ends with a drill"), ("/games/", "until you have made them all")):
        assert only_there in unwrapped(client.get(address).text)
        assert only_there not in page_of(still, address).words("body"), address


def test_the_same_version_gives_the_same_bytes() -> None:
    def some() -> list[tuple[str, bytes]]:
        with site_app() as app:
            made = []
            for address in ("/", "/lessons/odds-one-card", "/games/hel-game-02/card/12", "/odds"):
                target = SiteMap(app.url_map.bind("localhost")).target(address)
                assert target is not None
                made.append(next(files_of(app, Target(address, target.file))))
            return made

    assert some() == some()


# ---- all of it ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static") / "site"
    make_site(folder)
    return folder


@pytest.mark.slow
def test_the_whole_site(whole: Path) -> None:
    """Its size, its links and anchors, and that each page is sound and gives nothing away."""
    files = {path.relative_to(whole).as_posix(): path for path in whole.rglob("*") if path.is_file()}
    assert sum(path.stat().st_size for path in files.values()) < LARGEST
    assert len(files) < MOST_FILES
    assert set(json.loads(files[LIST].read_text())["files"]) == set(files) - {LIST}
    ids: dict[str, set[str]] = {}
    linked: dict[tuple[str, str], str] = {}
    faults: list[str] = []
    reached = {"index.html", LIST}
    for name, path in files.items():
        if not name.endswith(".html"):
            continue
        page = Page(path.read_text(encoding="utf-8"))
        ids[name] = set(page.ids())
        faults += [f"{name}: {fault}" for fault in (*page.faults(), *_needs(page), *_shows_too_soon(page))]
        for node in page.all("[href], [src]"):
            link = node.attributes.get("href") or node.attributes.get("src") or ""
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith("/"):
                faults.append(f"{name} leads out of the site: {link}")
                continue
            target = normpath(join(dirname(name), unquote(parts.path))) if parts.path else name
            reached.add(target)
            if target not in files:
                faults.append(f"{name} leads to {link}, which is not there")
            elif parts.fragment and target.endswith(".html"):
                linked.setdefault((target, unquote(parts.fragment)), name)
    faults += [f"{where} leads to #{part} of {target}" for (target, part), where in linked.items()
               if part not in ids[target]]  # fmt: skip
    style = files["static/love-all.css"].read_text(encoding="utf-8")
    fonts = re.findall(r"url\(([^)]+)\)", style)
    reached |= {f"static/{font}" for font in fonts if not font.startswith(("data:", '"data:', "'data:"))}
    faults += [f"nothing leads to {name}" for name in sorted(set(files) - reached)]
    assert faults[:20] == []
    assert len(ids) > 1_500


def _needs(page: Page) -> Iterator[str]:
    """What a plain file cannot do, or what asks for something elsewhere."""
    for selector in ("form", "button", "input", "textarea", "select", "iframe", "base", "[data-in-place]", "[onclick]"):
        if page.all(selector):
            yield f"it has {selector}"
    for found in re.findall(r"http://(?:127|localhost)[^\s\"]*|csrf_token", page.html):
        yield f"it has {found}"
    for node in page.all("a, summary"):
        if not node.text(strip=True) and not node.attributes.get("aria-label") and not node.css("[aria-label]"):
            yield f"a link without words: {node.html}"


def _shows_too_soon(page: Page) -> Iterator[str]:
    """Feedback that is open before anybody has chosen. What has been decided by the time of a step may be open."""
    for node in page.all(".feedback"):
        around, is_closed = node.parent, False
        while around is not None and around.tag != "body":
            attributes = around.attributes
            is_passed = "passed" in (attributes.get("class") or "").split()
            is_closed = is_closed or is_passed or (around.tag == "details" and "open" not in attributes)
            around = around.parent
        if not is_closed:
            yield f"it shows {unwrapped(node.text())[:60]}"
