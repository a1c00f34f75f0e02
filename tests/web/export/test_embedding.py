"""What is taken along from a page, and a replay in a frame elsewhere: it keeps nothing and gives nothing away."""

from __future__ import annotations

import re
from html import unescape

from flask import Flask, Response, request
from flask.testing import FlaskClient

from tutor.exchange.lin.boards import boards, parse
from tutor.exchange.lin.content import board_of
from tutor.library.catalogue import Library
from tutor.library.games import Game
from tutor.study.study import Study
from tutor.web.learn.replay import usual_chair

FRAMED = "/embed/games/hel-game-01"


def ancestors(policy: str) -> str:
    (found,) = re.findall(r"frame-ancestors ([^;]*)", policy)
    return str(found)


def test_only_the_frame_may_be_framed(app: Flask, client: FlaskClient) -> None:
    """Asked of every address that there is: what a room answers is made up here, the headers are the tutor’s own."""
    framed = set()
    for rule in app.url_map.iter_rules():
        room = rule.endpoint.rpartition(".")[0]
        with app.test_request_context():
            request.url_rule = rule
            policy = app.process_response(Response()).headers["Content-Security-Policy"]
        assert ancestors(policy) in ("*", "'none'")
        assert "'self'" in policy or room == "diagrams", "only a drawing has no need of the tutor’s own files"
        if ancestors(policy) == "*":
            framed.add(rule.rule)
    assert framed == {f"/embed/games/<game_id>{rest}" for rest in ("", "/call/<int:number>", "/card/<int:number>")}
    for path in (f"{FRAMED}/card/53", "/embed/games/nobody"):
        response = client.get(path)
        assert response.status_code == 404
        assert ancestors(response.headers["Content-Security-Policy"]) == "'none'"


def test_a_frame_wants_no_session_and_keeps_nothing(client: FlaskClient, study: Study) -> None:
    for path in ("", "/call/1", "/card/1", "/card/9", "/card/52"):
        response = client.get(FRAMED + path)
        assert response.status_code == 200
        assert "Set-Cookie" not in response.headers
        assert "<form" not in response.text
        assert "<header" not in response.text.split("<main")[0]
        assert '<footer class="run"' not in response.text
    assert list(study.positions.all()) == []


def test_every_link_of_a_frame_stays_in_it_or_opens_beside_it(client: FlaskClient) -> None:
    for step in (0, 1, 12, 52):
        page = client.get(f"{FRAMED}/card/{step}", follow_redirects=True).text
        links = re.findall(r"<a [^>]*>", page)
        assert len(links) > 12
        for link in links:
            href = re.search(r'href="([^"]*)"', link)
            assert href
            assert href[1].startswith((FRAMED, "#")) or 'target="_blank"' in link, link


def test_a_frame_asks_before_it_tells(client: FlaskClient, library: Library) -> None:
    """The title, the answer and the hidden hands are nowhere but where they are opened by hand."""
    for game in library.games.values():
        decision = next(one for one in game.decisions if usual_chair(game).asks(one, game))
        page = unescape(client.get(_address(game, decision.step - 1)).text)
        before = page.split("Decide, then see")[0]
        assert game.title not in page
        assert decision.because not in before
        assert decision.quotation.text not in before
        assert "face down" in page


def _address(game: Game, step: int) -> str:
    if step <= len(game.calls):
        return f"/embed/games/{game.id}" + (f"/call/{step}" if step else "")
    return f"/embed/games/{game.id}/card/{game.cards_at(step)}"


def test_a_frame_goes_from_step_to_step_to_the_end_in_the_colours_it_was_given(client: FlaskClient) -> None:
    path, steps = f"{FRAMED}?pack=four", 0
    while True:
        page = client.get(path).text
        assert 'data-pack="four"' in page
        step = re.search(r'id="event" data-step="(\d+)"', page)
        assert step
        assert int(step[1]) == steps
        following = re.search(r'id="next" href="([^"]*)"', page)
        if following is None:
            break
        path, steps = unescape(following[1]), steps + 1
    assert path.startswith(f"{FRAMED}/card/52")


def test_a_game_can_be_taken_along(client: FlaskClient, library: Library) -> None:
    page = unescape(client.get("/games/hel-game-01/").text)
    section = page.split('id="take-along"')[1].split("</details>")[0]
    addresses = re.findall(r'href="(/[^"]*)"', section)
    assert len(addresses) >= 6
    for address in addresses:
        assert client.get(address).status_code == 200, address
    (code,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", section)
    assert re.search(r'src="http://localhost/embed/games/hel-game-01"', code)
    viewer = re.search(r'<a href="https://www\.bridgebase\.com/[^>]*>', section)
    assert viewer
    assert 'rel="noreferrer"' in viewer[0]
    assert "leaves the tutor" in section
    (board,), _ = boards(parse(client.get("/exports/lin/hel-game-01").text))
    assert board == board_of(library.game("hel-game-01"), 1)


def test_deals_and_endings_can_be_taken_along(client: FlaskClient, library: Library) -> None:
    for path in (f"/deals/{next(iter(library.deals))}", f"/endings/{next(iter(library.problems))}"):
        section = client.get(path).text.split('id="take-along"')[1].split("</details>")[0]
        for address in re.findall(r'href="(/[^"]*)"', section):
            assert client.get(unescape(address)).status_code == 200, address
    assert client.get("/exports/lin/nobody").status_code == 404
