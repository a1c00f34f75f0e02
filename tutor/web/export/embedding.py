"""A replay in a frame on another page: the same game without the site around it, and nothing is saved.

Nobody answers here, so nothing is marked. At a decision the frame shows the question, and the reader opens the author’s
answer. No cookie is set, and none is needed. A learner who is logged in does not see what their work asks. Links to the
rest of the tutor open in a new tab.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from tutor.library.games import Game
from tutor.web.account.preferences import PACKS
from tutor.web.classroom.secrecy import check_game
from tutor.web.current_user import current_user
from tutor.web.learn import games
from tutor.web.learn.games import Addresses, chair_asked
from tutor.web.learn.replay import Replay
from tutor.web.services import services

blueprint = Blueprint("embedding", __name__, url_prefix="/embed/games")

_OUTWARD = re.compile(r'<a (?=[^>]*\bhref="/(?!embed/))')


@dataclass(frozen=True, slots=True)
class Embedded(Addresses):
    """The addresses of a game in a frame. The pages that look back on the whole game stay outside."""

    pack: str = PACKS[0]

    def _path(self, step: int) -> str:
        game = _path_of_game(self.game)
        if step == 0:
            return game
        if step <= len(self.game.calls):
            return f"{game}/call/{step}"
        return f"{game}/card/{self.game.cards_at(step)}"

    def _query(self, path: str, ask: str) -> str:
        pack = "" if self.pack == PACKS[0] else f"pack={self.pack}"
        return Addresses._query(self, path, "&".join(filter(None, (ask, pack))))


@cache
def _path_of_game(game: Game) -> str:
    return url_for("embedding.deal", game_id=game.id)


@blueprint.get("/<game_id>")
def deal(game_id: str) -> str:
    """The deal, before the first call."""
    return _page(services().library.game(game_id), 0)


@blueprint.get("/<game_id>/call/<int:number>")
def call(game_id: str, number: int) -> str:
    """The game after so many calls."""
    game = services().library.game(game_id)
    if number > len(game.calls):
        abort(404)
    return _page(game, number)


@blueprint.get("/<game_id>/card/<int:number>")
def card(game_id: str, number: int) -> str | Response:
    """The game after so many cards."""
    game = services().library.game(game_id)
    if number > 52:
        abort(404)
    if number == 0:
        return redirect(_addresses(game).step(len(game.calls)))
    return _page(game, game.step_of_card(number))


def _addresses(game: Game) -> Embedded:
    pack = request.args.get("pack", "")
    return Embedded(game, chair_asked(game), pack if pack in PACKS else PACKS[0])


def _page(game: Game, step: int) -> str:
    if current_user() is not None or not services().has_classes:
        check_game(game)
    addresses = _addresses(game)
    replay = Replay(game, step, addresses.chair, {})
    page = games.shown(replay, addresses, is_embedded=True, pack=addresses.pack)
    return _OUTWARD.sub('<a target="_blank" rel="noopener" ', page)
