"""The pages without a browser: each is there, takes its forms, refuses what it must, and tells nothing too early."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.cases import for_each
from tests.support.databases import fill_the_disk
from tests.support.markup import Page, unwrapped
from tutor.cards import Card
from tutor.deal import pbn_hand
from tutor.exchange.lin.boards import VIEWER
from tutor.library.catalogue import Library, load
from tutor.library.games import Decision, Game
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.quizzes.wording import answer_key
from tutor.study.answers.answer import Answer
from tutor.study.answers.saved_positions import SavedPosition
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.learn.replay import Chair, Replay
from tutor.web.services import Services

GAMES = list(load().games.values())
HAND = "AKJ762.765.A43.4"
DRILL = f"/practice/declare/{HAND}"
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


class Reader:
    """Somebody with a browser without JavaScript: reads pages, presses buttons, follows where they lead."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def get(self, path: str, status: int = 200) -> str:
        response = self.client.get(path)
        assert response.status_code == status, (path, response.status_code)
        return response.text

    def press(self, page: str, value: str, form: str = "form.choices") -> TestResponse:
        """Sends the form of a page with the button of a value, and follows."""
        found = next((found for found in Page(page).all(form) if found.css(f'button[value="{value}"]')), None)
        assert found, f"there is no button {value}"
        data = {
            field.attributes["name"] or "": field.attributes["value"] or "" for field in found.css("input[type=hidden]")
        }
        data[found.css(f'button[value="{value}"]')[0].attributes["name"] or ""] = value
        return self.client.post(found.attributes["action"] or "", data=data, follow_redirects=True)


@pytest.fixture
def reader(app: Flask) -> Iterator[Reader]:
    with app.test_client() as client:
        yield Reader(client)


def visible(page: str) -> str:
    return Page(page).words()


# ---- every page --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", "/games/", "/sources", DRILL, f"{DRILL}/hearts", "/practice/declare/own"])
def test_a_page_is_there_whole(reader: Reader, path: str) -> None:
    page = reader.get(path)
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert page.count("<h1") == 1
    assert page.count("<main") == 1
    assert 'lang="en-GB"' in page


@pytest.mark.slow
@every_game
def test_every_step_of_a_game_is_a_page_from_every_chair_and_tells_nothing_too_early(
    reader: Reader, game: Game, followed: set[str]
) -> None:
    """Each page once: it is sound; neither the author’s reason, nor his words, nor the title of a game stands on any
    page up to the decision; and what it links to, or fetches, is there. Every step where every decision is asked; from
    the other chairs the first, the last, and those at which a decision is asked."""
    look_through(reader, game, followed, lambda chair: chair is Chair.TURN)


@pytest.mark.deep
@every_game
def test_so_is_every_step_from_the_other_chairs(reader: Reader, game: Game, followed: set[str]) -> None:
    look_through(reader, game, followed, lambda _: True)


def look_through(reader: Reader, game: Game, followed: set[str], has_every_step: Callable[[Chair], bool]) -> None:
    faults = []
    links: dict[str, str] = {}
    for chair in Chair:
        secrets = {decision: _secrets(game, decision) for decision in game.decisions if chair.asks(decision, game)}
        at_decisions = {decision.step - 1 for decision in secrets} | {0, len(game.calls) + 22, game.last_step}
        for step in range(game.last_step + 1) if has_every_step(chair) else sorted(at_decisions):
            path = f"/games/{game.id}/{_path(game, step)}?seat={chair.value}"
            page = Page(reader.get(path))
            faults += [f"{path}: {fault}" for fault in page.faults()]
            words = page.words()
            for decision, told in secrets.items():
                if step < decision.step:
                    faults += [f"{path} tells of {decision.id}: {secret}" for secret in told if secret in words]
            if step in (0, len(game.calls) + 22, game.last_step):
                links.update(dict.fromkeys(page.links(), path))
    _follow(reader, links, followed, faults)
    assert faults == []


@pytest.mark.slow
def test_every_link_of_the_first_pages_leads_somewhere(reader: Reader, followed: set[str]) -> None:
    faults: list[str] = []
    for path in ("/", "/games/", "/sources"):
        _follow(reader, dict.fromkeys(Page(reader.get(path)).links(), path), followed, faults)
    assert faults == []


@pytest.fixture(scope="module")
def followed() -> set[str]:
    """The links that have been found to lead somewhere."""
    return set()


def _follow(reader: Reader, links: dict[str, str], followed: set[str], faults: list[str]) -> None:
    away = {link for link in links if not link.startswith("/")}
    faults += [f"{links[link]} leads to {link}: elsewhere" for link in away if not link.startswith(VIEWER)]
    for link in links.keys() - away:
        asked = link.partition("#")[0].partition("?page=")[0]  # a report is asked for alike wherever it begins
        if asked not in followed:
            followed.add(asked)
            with reader.client.get(asked) as response:
                if response.status_code not in (200, 302):
                    faults.append(f"{links[link]} leads to {link}: {response.status_code}")


def _secrets(game: Game, decision: Decision) -> tuple[str, ...]:
    reasons = (reason.because for reason in decision.instead)
    return tuple(map(unwrapped, (game.title, decision.quotation.text, *reasons, _plain(decision.because))))


@pytest.mark.slow
def test_a_part_that_is_kept_does_not_change_a_page(library: Library, study: Study, app: Flask) -> None:
    """Parts rendered once are the same as parts rendered afresh, in whatever order the pages are read."""
    steps = [f"/games/{GAMES[0].id}/card/{number}" for number in (5, 52)]
    paths = [f"{step}?seat={chair.value}" for step in steps for chair in (Chair.SOUTH, Chair.ALL)]
    for path in (*paths, *reversed(paths)):
        kept = app.test_client().get(path).text
        fresh = create_app(Services.of(library, study, Random(1)), b"another key, as long as the other")
        assert _unsigned(fresh.test_client().get(path).text) == _unsigned(kept), path


def _unsigned(page: str) -> str:
    return re.sub(r'name="(?:csrf_token|once)" value="[^"]*"|data-account="[^"]*"', "", page)


# ---- decide first, read after ------------------------------------------------------------------------------------


def decisions_from(chair: Chair) -> Iterator[tuple[Game, Decision]]:
    return ((game, decision) for game in GAMES for decision in game.decisions if chair.asks(decision, game))


@pytest.mark.slow
@pytest.mark.parametrize("chair", Chair)
def test_the_page_that_asks_shows_every_choice_alike(reader: Reader, chair: Chair) -> None:
    for game, decision in decisions_from(chair):
        page = reader.get(f"/games/{game.id}/{_path(game, decision.step - 1)}?seat={chair.value}")
        buttons = re.findall(r'<button name="answer" value="([^"]+)"([^>]*)>', page)
        choices = [answer_key(choice) for choice in DecisionExercise(game, decision).answers]
        assert sorted(value for value, _ in buttons) == sorted([*choices, "tell"]), decision.id
        assert buttons[-1][0] == "tell"
        plain = {
            re.sub(r"(spades|hearts|diamonds|clubs)|aria-label=\"[^\"]*\"", "", rest) for value, rest in buttons[:-1]
        }
        assert len(plain) == 1, "one button looks unlike the others"
        assert 'id="next"' not in page, "the way on lies through the decision"


def test_the_title_and_the_hands_wait(reader: Reader) -> None:
    game = GAMES[0]
    page = visible(reader.get(f"/games/{game.id}/card/8?seat=y"))
    dealers = [card.name for card in game.plays[8].hands.south]
    assert game.title not in page
    assert "11 cards, face down." in page
    assert not any(f": {name}" in page for name in dealers)
    assert game.title in reader.get(f"/games/{game.id}/card/52?seat=y")


def _path(game: Game, step: int) -> str:
    if step == 0:
        return ""
    return f"call/{step}" if step <= len(game.calls) else f"card/{game.cards_at(step)}"


def _plain(prose: str) -> str:
    """The longest stretch of a text without a mention of a card."""
    return max(re.split(r"\[[^\]]*\]", prose), key=len).strip()


# ---- deciding ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answered", ["best", "acceptable", "not advised", "told"])
def test_a_decision_is_asked_taken_judged_and_kept(reader: Reader, study: Study, answered: str) -> None:
    game, decision = next(pair for pair in decisions_from(Chair.TURN) if pair[1].also and pair[1].seat.label == "Y")
    given = {
        "best": answer_key(decision.answer),
        "acceptable": answer_key(decision.also[0]),
        "not advised": answer_key(decision.instead[0].answers[0]),
        "told": "tell",
    }[answered]
    path = f"/games/{game.id}/{_path(game, decision.step - 1)}?seat=turn"
    response = reader.press(reader.get(path), given)
    assert response.status_code == 200
    assert response.request.path + "?seat=turn" == path
    (kept,) = study.answers.latest("game").values()
    assert (kept.given, kept.shade, kept.rule) == (given, answered, decision.rule.id)
    page = visible(response.text)
    assert f"Hellespont, p. {decision.quotation.citation.page}" in page
    assert decision.rule.says in page
    mark = {"best": "Right.", "acceptable": "Also fine.", "not advised": "Not ", "told": ""}[answered]
    assert mark in page
    assert 'id="next"' in response.text
    assert 'class="choices"' not in response.text
    again = reader.get(path + "&again=1")
    assert 'class="choices"' in again


def test_hindsight_is_shown_only_after_the_decision_and_apart(reader: Reader) -> None:
    game, decision = next((game, one) for game, one in decisions_from(Chair.WEST) if isinstance(one.answer, Card))
    path = f"/games/{game.id}/{_path(game, decision.step - 1)}?seat=y&hindsight=1"
    page = reader.get(path)
    assert 'id="hindsight"' not in page
    reader.press(page, answer_key(decision.answer))
    page = reader.get(path)
    section = re.search(r'<section class="hindsight".*?</section>', page, re.DOTALL)
    assert section
    named = re.findall(r'aria-label="([^"]+)"', section[0])
    assert sorted(named) == sorted(card.name for card in game.plays[game.cards_at(decision.step) - 1].lawful())


def test_the_home_page_says_where_the_reader_left_off(reader: Reader) -> None:
    page = reader.get("/games/hel-game-02/card/7?seat=z")
    assert "hel-game-02" not in reader.get("/"), "to read a page keeps nothing"
    assert "Your place is saved" in reader.press(page, "1", "form#place").text
    page = reader.get("/")
    assert 'href="/games/hel-game-02/card/7?seat=z"' in page
    assert "Game II Trick 2" in unwrapped(visible(page))


def test_a_game_once_decided_bears_its_title_in_the_list(reader: Reader) -> None:
    game = GAMES[0]
    assert game.title not in reader.get("/games/")
    for decision in game.decisions:
        reader.press(reader.get(f"/games/{game.id}/{_path(game, decision.step - 1)}?seat=turn"), "tell")
    assert game.title in reader.get("/games/")


def test_an_answer_to_a_decision_that_is_no_more_is_left_alone(reader: Reader, study: Study) -> None:
    study.answers.record(Answer("game", "hel-game-01/trick-99-Y", "HK", "best", "no-rule"))
    study.answers.record(Answer("game", "hel-game-01/trick-1-Y", "D9", "not advised", "no-rule"))
    study.positions.save(SavedPosition("a-game-that-was", 3, "a"))
    study.positions.save(SavedPosition("hel-game-01", 900, "a"))
    for path in ("/", "/games/", "/games/hel-game-01/call/1?seat=y", "/games/hel-game-01/card/52"):
        reader.get(path)


# ---- the drill ---------------------------------------------------------------------------------------------------


def test_the_drill_deals_asks_judges_and_deals_again(reader: Reader, study: Study) -> None:
    response = reader.client.get("/practice/declare/", follow_redirects=True)
    page = response.text
    assert "What do you declare?" in page
    hand = response.request.path.rsplit("/", 1)[1]
    verdict = reader.press(page, "leave")
    assert verdict.request.path == f"/practice/declare/{hand}/leave"
    assert re.search(r"(Right\.|Also fine\.|Do not leave it\.)", visible(verdict.text))
    assert "1 of 10" in visible(verdict.text)
    assert verdict.text.count("your answer, ") == 1
    following = Page(verdict.text).only("#next").attributes["href"]
    assert "2 of 10" in visible(reader.client.get(following or "", follow_redirects=True).text)
    (kept,) = study.answers.latest("declare").values()
    assert (kept.item, kept.given) == (hand, "leave")
    assert study.answers.tally("declare") == {kept.shade: 1}


@pytest.mark.slow
def test_the_drill_has_the_hands_of_the_games(reader: Reader) -> None:
    hands = {pbn_hand(game.deal.hands[game.deal.dealer]) for game in GAMES if game.source == "hellespont"}
    found = set()
    for seed in range(40):
        of_set = [
            reader.client.get(f"/practice/sets/games/beginner/{seed}/{number}").location.split("?")[0].rsplit("/", 1)[1]
            for number in range(1, 11)
        ]
        assert len(set(of_set)) == 10
        found |= set(of_set)
    assert found == hands


@pytest.mark.parametrize(
    "text",
    ["S:AKJ762 H:765 C:4 D:A43", "AKJ762.765.A43.4", "Ace, Kg, Knv, 7, 6, 2\r\n7, 6, 5\r\n4\r\nAce, 4, 3"],
)
def test_a_hand_of_ones_own_may_be_written_in_each_notation(reader: Reader, text: str) -> None:
    response = reader.client.get("/practice/declare/own", query_string={"hand": text}, follow_redirects=True)
    assert response.request.path == DRILL


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("S:AKJ762 H:765 C:4 D:A4", "12 cards instead of 13"),
        ("S:AKJ7623 H:765 C:4 D:A43", "14 cards instead of 13"),
        ("AKJ762.765.A44.4", "4 is given twice"),
        ("S:AKJ762 S:765 C:4 D:A43", "spades are given twice"),
        ("<script>alert(1)</script>", "is not"),
        ("Ace, Kg\nQn\n2\n3", "5 cards instead of 13"),
        ("🂡" * 13, "is not"),
    ],
)
def test_a_hand_that_is_none_gets_a_message_and_stays_in_the_form(reader: Reader, text: str, fault: str) -> None:
    response = reader.client.get("/practice/declare/own", query_string={"hand": text})
    assert response.status_code == 400
    page = response.text
    assert fault in unescape(page)
    assert "<script>alert" not in page
    kept = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert kept
    assert unescape(kept[1]).strip() == text.strip()


# ---- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/nowhere", "Page not found"),
        ("/games/hel-gme-01/", "hel-game-01"),
        ("/games/hel-game-01/card/53", "Page not found"),
        ("/games/hel-game-01/call/9", "Page not found"),
        ("/games/hel-game-01/card/x", "Page not found"),
        ("/games/..%2f..%2fetc/", "Page not found"),
        (f"{DRILL}/swords", "‘swords’ is not an answer"),
    ],
)
def test_an_unknown_address_gets_a_page_that_says_so(reader: Reader, path: str, says: str) -> None:
    assert says in unescape(reader.get(path, 404))


@pytest.mark.parametrize("hand", ["AKJ762.765.A4.4", "AKJ762.765.A43", "x", "AKJ762.765.A43.4.4", "%00"])
def test_an_address_with_no_hand_in_it_gets_a_page_that_says_so(reader: Reader, hand: str) -> None:
    page = reader.get(f"/practice/declare/{hand}", 400)
    assert "This cannot be read" in page


def test_a_form_without_its_token_is_refused_and_keeps_nothing(reader: Reader, study: Study) -> None:
    for path, data in (
        ("/games/hel-game-01/decisions/trick-1-Y", {"answer": "HK"}),
        (DRILL, {"answer": "leave"}),
        ("/settings/", {"pack": "four"}),
    ):
        response = reader.client.post(path, data={**data, "csrf_token": "forged"})
        assert response.status_code == 400
        assert "The form is out of date" in response.text
    assert study.answers.latest("game") == study.answers.latest("declare") == {}


def _token(page: str) -> str:
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    return token[1]


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["SA", "H9", "ZZ", "", "leave", "<b>", "HK; DROP TABLE answer", "HK" * 40], ids=repr)
def test_a_card_that_is_not_in_the_hand_is_refused_and_keeps_nothing(reader: Reader, study: Study, answer: str) -> None:
    token = _token(reader.get("/games/hel-game-01/call/1?seat=y"))
    data = {"csrf_token": token, "answer": answer, "seat": "y"}
    response = reader.client.post("/games/hel-game-01/decisions/trick-1-Y", data=data)
    assert response.status_code == 400
    assert "not one of the choices. Choose" in unescape(response.text)
    assert "<b>’" not in response.text
    assert study.answers.latest("game") == {}
    assert 'class="choices"' in response.text, "the question is still there"


def test_a_call_that_is_none_is_refused(reader: Reader, study: Study) -> None:
    token = _token(reader.get(DRILL))
    response = reader.client.post(DRILL, data={"csrf_token": token, "answer": "swords"})
    assert response.status_code == 400
    assert "‘swords’ is not an answer" in unescape(response.text)
    assert study.answers.tally("declare") == {}


def test_a_decision_that_is_not_there_is_refused(reader: Reader) -> None:
    token = _token(reader.get("/settings/"))
    response = reader.client.post("/games/hel-game-01/decisions/trick-99-Y", data={"csrf_token": token, "answer": "HK"})
    assert response.status_code == 404


def test_a_seat_that_is_none_is_the_usual_one(reader: Reader) -> None:
    assert visible(reader.get("/games/hel-game-01/?seat=nobody")) == visible(reader.get("/games/hel-game-01/"))


def test_what_is_only_read_cannot_be_written_to(reader: Reader) -> None:
    token = _token(reader.get("/settings/"))
    assert reader.client.post("/games/", data={"csrf_token": token}).status_code == 405
    assert reader.client.post("/help", data={"csrf_token": token}).status_code == 405


def test_too_large_a_form_is_refused(reader: Reader) -> None:
    response = reader.client.post("/settings/", data={"pack": "x" * 100_000})
    assert response.status_code == 413


def test_a_host_that_is_not_this_machine_is_refused(reader: Reader) -> None:
    """So that a page from elsewhere cannot reach the tutor by a name of its own."""
    assert reader.client.get("/", headers={"Host": "attacker.example"}).status_code == 400
    for host in ("localhost:8000", "127.0.0.1:8000"):
        assert reader.client.get("/", headers={"Host": host}).status_code == 200


def test_every_page_forbids_what_it_does_not_need(reader: Reader) -> None:
    for path in ("/", "/nowhere", "/games/hel-game-01/card/5"):
        headers = reader.client.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_no_page_has_a_style_or_a_script_within(reader: Reader) -> None:
    for path in ("/", "/games/hel-game-01/card/52", f"{DRILL}/hearts", "/sources"):
        page = reader.get(path)
        assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?! src=)", page)


def test_a_store_that_fails_gives_a_page_that_says_so(reader: Reader, where: Path) -> None:
    page = reader.get(DRILL)
    fill_the_disk(where, "answer")
    response = reader.press(page, "leave")
    assert response.status_code == 503
    assert "the disk is full" in response.text


# ---- settings ----------------------------------------------------------------------------------------------------


def test_the_pack_chosen_is_remembered_and_leads_back_to_the_page(reader: Reader) -> None:
    page = reader.get("/games/hel-game-01/card/5?seat=turn")
    assert 'data-pack="two"' in page
    settings = reader.get("/settings/?back=/games/hel-game-01/card/5%3Fseat%3Dturn")
    back = "/games/hel-game-01/card/5?seat=turn"
    sent = {"csrf_token": _token(settings), "pack": "four", "theme": "dark", "size": "no such size", "back": back}
    response = reader.client.post("/settings/", data=sent, follow_redirects=True)
    assert response.request.full_path == back
    assert 'data-pack="four" data-theme="dark">' in response.text
    assert 'data-pack="four"' in reader.get("/sources")


@pytest.mark.parametrize(
    "back", ["https://attacker.example/", "//attacker.example/", "javascript:alert(1)", "\\\\x", ""]
)
def test_a_form_cannot_send_the_reader_elsewhere(reader: Reader, back: str) -> None:
    token = _token(reader.get("/settings/"))
    response = reader.client.post("/settings/", data={"csrf_token": token, "pack": "four", "back": back})
    assert response.status_code == 302
    assert response.location == "/"


# ---- decide first, read after ----------------------------------------------------------------------------------


@for_each("chair", [chair for chair in Chair if chair is not Chair.ALL], ids=lambda chair: chair.value)
@every_game
def test_no_comment_helps_with_what_is_still_to_be_decided(game: Game, chair: Chair) -> None:
    """To one who has answered nothing, no comment tells of a hidden hand, and none stands beside a question."""
    for step in range(game.last_step):
        replay = Replay(game, step, chair, {})
        if replay.pending:
            assert replay.notes() == []
        if replay.has_more_to_decide:
            hidden = {view.seat for view in replay.seats() if not view.is_open}
            assert not any(note.tells & hidden for note in replay.notes())
            assert replay.passed is None or chair.asks(replay.passed.decision, game)


@every_game
def test_every_comment_is_read_by_the_end_from_every_chair(game: Game) -> None:
    for chair in Chair:
        told: set[int] = set()
        for step in range(game.last_step + 1):
            replay = Replay(game, step, chair, {})
            told.update(note.after for note in [*replay.notes(), *replay.kept_back()])
        answered = {decision.id: _as_he_would(decision) for decision in game.decisions}
        for step in range(game.last_step + 1):
            told.update(note.after for note in Replay(game, step, chair, answered).notes())
        assert told == {note.after for note in game.notes}


def _as_he_would(decision: Decision) -> Answer:
    return Answer("game", decision.id, answer_key(decision.answer), "best", decision.rule.id)


@every_game
def test_every_decision_can_be_asked_from_a_chair_that_is_offered(game: Game) -> None:
    chairs = [chair for chair in Chair if chair.seat is not None and chair.is_offered(game)]
    for decision in game.decisions:
        assert sum(chair.asks(decision, game) for chair in chairs) == 1
