"""The addresses that the application builds are those of Flask, which it keeps."""

from __future__ import annotations

import pytest
from flask import Flask, url_for

from tutor.web.server.flask_app import TutorFlask


@pytest.mark.parametrize(
    ("endpoint", "values", "address"),
    [
        ("games.card", {"game_id": "hel-game-01", "number": 3}, "/games/hel-game-01/card/3"),
        ("games.card", {"game_id": "hel-game-01", "number": 3, "seat": "a&b"}, "/games/hel-game-01/card/3?seat=a%26b"),
        ("maxims.index", {"_anchor": "hel-maxim-1"}, "/maxims/#hel-maxim-1"),
        ("review.log", {"form": "csv"}, "/review/log.csv"),
        ("home.index", {"_external": True}, "http://localhost/"),
        ("home.index", {"_external": True, "_scheme": "https"}, "https://localhost/"),
    ],
)
def test_an_address_is_the_same_however_often_it_is_asked_for(
    app: Flask, endpoint: str, values: dict[str, object], address: str
) -> None:
    with app.test_request_context("/"):
        assert [url_for(endpoint, **values) for _ in range(2)] == [address] * 2  # type: ignore[arg-type]
    with app.test_request_context("/", environ_overrides={"SCRIPT_NAME": "/tutor"}):
        host, _, path = address.rpartition("localhost")
        there = f"{host}localhost/tutor{path}" if host else f"/tutor{address}"
        assert [url_for(endpoint, **values) for _ in range(2)] == [there] * 2  # type: ignore[arg-type]


def test_an_address_of_a_page_of_ours_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    build = Flask.url_for

    def counted(self: Flask, endpoint: str, **values: object) -> str:
        built.append(endpoint)
        return build(self, endpoint, **values)  # type: ignore[arg-type]

    monkeypatch.setattr(Flask, "url_for", counted)
    ours = TutorFlask("ours")
    ours.add_url_rule("/<number>", "page", lambda number: str(number))
    with ours.test_request_context("/1"):
        assert [url_for("page", number=7, _anchor="a") for _ in range(3)] == ["/7#a"] * 3
    assert built == ["page"]
